"""WW3: Military Chess. Source: rules of the game (docs/ww3.md repeats them with our rulings)."""

from adjudicator.ww3.game import Ww3

__all__ = ["Ww3"]
