"""Direct messages: what is answered to what one writes."""

from __future__ import annotations

from adjudicator.text import Text

LINK = Text("https://discord.com/channels/@me/{channel}/{message}", channel=12, message=34)
TAKEN = Text(
    "✓ {game} `{code}`: {orders}\nNot sent yet: write `send`, or press **Send** on [your desk]({desk}).",
    game="Nemein",
    code="y5v7",
    orders="`e7-e6` Amphibian e7 to e6",
    desk="https://…",
)
TAKEN_MANY = Text(
    "✓ {game} `{code}`:\n{orders}\nNot ready yet: write `ready`, or press **Ready** on [your desk]({desk}).",
    game="Nemein",
    code="y5v7",
    orders="`1 soho` unit 1 to Soho",
    desk="https://…",
)
TAKEN_SENT = Text(
    "✓ Sent in {game} `{code}`: {orders}\nYou can still change it until the turn resolves: [your desk]({desk}).",
    game="Nemein",
    code="y5v7",
    orders="`e7-e6` Amphibian e7 to e6",
    desk="https://…",
)
TAKEN_NONE = Text(
    "✓ No orders now in {game} `{code}`. [Your desk]({desk})", game="Nemein", code="y5v7", desk="https://…"
)

# -- small talk

CHAT = "I'm only the referee: I read orders here. `/help` shows what I can do."
WELCOME = "You're welcome! `/help` shows what I can do."
THANKS = ("thanks", "thank you", "thx", "ty", "cheers")
"""Beginnings of messages that say thank you."""
