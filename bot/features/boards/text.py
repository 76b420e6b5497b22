"""Boards of one's own: practice, sandbox, lessons"""

from __future__ import annotations

from adjudicator.text import Text

HEADLINE = Text("**{game} · {what}**", game="Commander-In-Chief", what="practice, turn 4")
GONE = "This board isn't there any more. Start a new one with `/practice`, `/sandbox` or `/learn`."
CHANGED = "-# This board has changed since; here's how it stands."
NOTHING_TO_SEND = "There's no order to send yet."
NOT_YOURS_TO_MOVE = "There's nothing to order here now."
NOT_RESOLVED = Text("I can't resolve that turn: {why}.", why="b2 is empty")
TOO_LONG = Text("A board has at most {n} turns. Start a new one.", n=2000)
TOO_MANY = Text("You keep {n} boards already. Remove one first.", n=50)
THINKING = "⏳ Thinking…"
AT_START = "You're at the start: there's nothing to take back."
AT_END = "This is the newest position."
READY = "Ready"
CLEAR = "Clear"
TYPE = "Type…"
TYPE_LABEL = "Your orders"
HINT = Text("Or press **Type…** and write it, like `{example}`", example="e7-e6")
HINT_MANY = Text("Or press **Type…** and write them, like `{example}`", example="1 move soho; 2 hold")
YOU = "you"
