"""NME: pictures"""

from __future__ import annotations

from adjudicator.text import Text

# Beside the board
OUT = "out"
TAKEN_BY = Text("taken by {army}", army="White")
ALLY = "the ally"
MOVES_NOW = Text("now: {army}", army="Black")
MOVES_NEXT = Text("next: {army}", army="White")
