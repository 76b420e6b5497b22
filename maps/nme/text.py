"""NME: pictures"""

from __future__ import annotations

from adjudicator.text import Text

# Beside the board

OUT = "out"
TAKEN_BY = Text("taken by {army}", army="White")
ALLY = "the ally"
MOVES_NOW = Text("now: {army}", army="Black")
MOVES_NEXT = Text("next: {army}", army="White")
YOUR_ORDER = "your order"
YOUR_ORDER_IS = Text("your order: {order}", order="A4-B4")
VOTE = Text("Draw? {armies}", armies="Black, Gray")
FLANK = Text("{army}: flank {space}", army="Black", space="C4")
QUIET = Text("quiet: {count} of {limit}", count=30, limit=50)

# In a description

YOU_LOST = Text("You lost: {pieces}.", pieces="Navy F6")
IN_DANGER = Text("In danger: {pieces}.", pieces="Air Force F9 and Infantry C4")
