"""The picture of a Commander-In-Chief game, from a View alone: it cannot show what the View hides."""

from maps.cic.alt import alt
from maps.cic.scene import compose, draw

__all__ = ["alt", "compose", "draw"]
