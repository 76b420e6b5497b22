"""The picture of a game of WW3: a map on a table, from a View, with nothing that is hidden from its seat.

The viewer's own arm is at the bottom. Every point has its name where no counter hides it, to be read when one
zooms in; the coordinates on the border are read on a phone. Marks: "chosen", "move", "second" (two distances
off), "capture" or "unknown" by point. Events tell dice, and that a seat passed; all else is in the view. A
part that is nearly the whole board becomes the whole board.
"""

from maps.painter import Painter
from maps.ww3.scene import compose_request
from maps.ww3.words import sentences

PAINTER = Painter(compose_request, sentences)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
