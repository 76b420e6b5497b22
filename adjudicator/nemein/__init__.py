"""Nemein. Source: rules of the game (docs/nemein.md repeats them with our rulings)."""

from adjudicator.nemein.game import Nemein

__all__ = ["Nemein"]
