"""Direct messages: what is answered to what one writes."""

from __future__ import annotations

from adjudicator.text import Text

LINK = Text("https://discord.com/channels/@me/{channel}/{message}", channel=12, message=34)
TAKEN = Text(
    "✓ {orders}\nNot sent yet: write `send`, or press **Send** on [your desk]({desk}).",
    orders="`e7-e6` Amphibian e7 to e6",
    desk="https://…",
)
TAKEN_MANY = Text(
    "✓ {orders}\nNot ready yet: write `ready`, or press **Ready** on [your desk]({desk}).",
    orders="`1 soho` unit 1 to Soho",
    desk="https://…",
)
TAKEN_SENT = Text(
    "✓ Sent: {orders}\nYou can still change it until the turn resolves: [your desk]({desk}).",
    orders="`e7-e6` Amphibian e7 to e6",
    desk="https://…",
)
TAKEN_NONE = Text("✓ No orders now. [Your desk]({desk})", desk="https://…")

# -- small talk

CHAT = "I'm only the referee: I read orders here. `/help` shows what I can do."
WELCOME = "You're welcome! `/help` shows what I can do."
THANKS = ("thanks", "thank you", "thx", "ty", "cheers")
"""Beginnings of messages that say thank you."""
