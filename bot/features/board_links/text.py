"""The board on the web: its link, and what a page says when it ends"""

from __future__ import annotations

from adjudicator.text import Text

OPEN = "Open the board"
LINK = Text(
    "### [Open the board in your browser]({url})\nTouch a piece, then where it goes. Orders here and there are the "
    "same.\n-# The link is yours alone: it opens the board in one browser, within {n} minutes. Don't pass it on.",
    url="https://games.example.org/open#AbC.k7f3",
    n=10,
)
SHOWN_HERE = "-# What you do there shows here when you next press a button of your board."
LINK_OVER = (
    "This link has been used, or it's too old. For a new one press **Open the board** in Discord, on your order "
    "desk or your own board. `/orders` shows a desk that is folded."
)
SESSION_OVER = "This board isn't open in this browser. Press **Open the board** on your order desk in Discord for a new link."
