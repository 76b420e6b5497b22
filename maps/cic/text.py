"""Commander-In-Chief: pictures"""

from __future__ import annotations

from adjudicator.text import Text

# Beside the board

SETUP = "Setup in secret"
ENHANCES = Text("{side} enhances up to {count}", side="Dark", count=3)
TO_MOVE = Text("{seat} to move", seat="Dark Air")
WITH_AIR = "moves aircraft"
WITH_SURFACE = "moves surface pieces"
CANNOT_MOVE = Text("{seat} cannot move", seat="Dark Air")
POINTS = Text("{count} {count:point|points}", count=6)
SIDE_POINTS = Text("{side} · {count} {count:point|points}", side="Dark", count=6)
YOUR_ORDER = "your order, private"

# In a description

YOU_LOST = Text("You lost: {pieces}.", pieces="Destroyer c5")
IN_DANGER = Text("In danger: {pieces}.", pieces="Amphibian d2 and Tank c3")
