"""The picture of a game of NME or Protect the Ally: a wooden board on a table, from a View.

The viewer's own base is at the bottom. Every space has its name where no counter hides it, to be read when
one zooms in. Marks: "chosen", "move", "capture", "naval_one" or "trade" by space. Events are not used: the
view itself has the newest move. A part that is nearly the whole board becomes the whole board.
"""

from maps.nme.scene import compose_request
from maps.nme.words import sentences
from maps.painter import Painter

PAINTER = Painter(compose_request, sentences)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
