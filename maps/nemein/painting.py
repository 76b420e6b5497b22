"""The picture of a game of Nemein, from a View: coins on a hexagon of felt tiles.

The viewer's own home is at the bottom. Drafts are not drawn in the public's picture. Marks: "chosen", "move",
"attack" (a sure win) or "flip" by tile. Events tell the newest actions and the coin flip; without any, the
view's newest action is shown. A part that is nearly the whole board becomes the whole board.
"""

from maps.nemein.scene import compose_request
from maps.nemein.words import sentences
from maps.painter import Painter

PAINTER = Painter(compose_request, sentences)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
