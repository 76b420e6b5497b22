"""The picture of a Commander-In-Chief game, from a View alone: it cannot show what the View hides."""

from maps.cic.scene import compose, draw
from maps.cic.words import alt

__all__ = ["alt", "compose", "draw"]
