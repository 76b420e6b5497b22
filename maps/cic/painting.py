"""The picture of a game of Commander-In-Chief, from a View alone: it cannot show what the View hides.

Marks: "move", "capture", "attack" or "chosen" by square. Events and focus are not used: the view itself has
the last move, and the board is small.
"""

from maps.cic.scene import compose_request
from maps.cic.words import sentences
from maps.painter import Painter

PAINTER = Painter(compose_request, sentences, level=3)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
