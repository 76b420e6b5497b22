"""NME and Protect the Ally. Source: rules of the game (docs/nme.md repeats them with our rulings)."""

from adjudicator.nme.game import Nme

__all__ = ["Nme"]
