"""Commander-In-Chief. Source: rules of the game (docs/cic.md repeats them with our rulings)."""

from adjudicator.cic.game import Cic

__all__ = ["Cic"]
