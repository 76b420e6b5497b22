"""Reminders of deadlines, and quiet hours"""

from __future__ import annotations

from adjudicator.text import Text

COMMAND = "When I remind you of deadlines, and your quiet hours"
ON = "Turn reminders on or off"
BEFORE = "How long before a deadline, like 12h 1h; or usual"
QUIET = "Hours in which I make no sound, like 22:00-08:00; or none"
ZONE = "Your time zone, like Europe/Rome"

# -- the reminder: its first line is what a locked phone shows

DUE = Text(
    "⏰ {game} `{code}`: your order is due in {left} ({due}).",
    game="Nemein",
    code="y5v7",
    left="2 hours",
    due="<t:1767312000:f>",
)
DUE_MANY = Text(
    "⏰ {game} `{code}`: your orders are due in {left} ({due}).",
    game="New York 2047",
    code="s3e8",
    left="2 hours",
    due="<t:1767312000:f>",
)
DUE_CHOICES = Text(
    "⏰ {game} `{code}`: your choices are due in {left} ({due}).",
    game="New York 2047",
    code="s3e8",
    left="2 hours",
    due="<t:1767312000:f>",
)
DUE_REST = Text(
    "⏰ {game} `{code}`: the rest of your turn is due in {left} ({due}).",
    game="Nemein",
    code="y5v7",
    left="2 hours",
    due="<t:1767312000:f>",
)
GRACE = "The deadline has passed; this is your grace time."
EXTENSION = "The deadline has passed; this is your extension."
MISSING = Text(
    "I don't have it yet: {place}, or write it here, for example `{example}`.",
    place="[your desk](https://…)",
    example="y5v7 move b2-b3 10",
)
MISSING_MANY = Text(
    "I don't have them yet: {place}, or write them here, for example `{example}`.",
    place="[your desk](https://…)",
    example="s3e8 1 soho",
)
NOT_SENT = Text("Your draft is **not sent yet**: press **Send** on {place}.", place="[your desk](https://…)")
NOT_READY = Text("You're **not ready yet**: press **Ready** on {place}.", place="[your desk](https://…)")
LEFT = Text(
    "The player before you left orders. Keep or clear them: {place}. Until then they don't count.",
    place="[your desk](https://…)",
)
OUT_NEXT = "**If nothing arrives, you're out of the game.**"
OUT_NEXT_OFFERED = (
    "**If nothing arrives, you're out of the game.** Your side is free for a substitute already."
)
YOUR_DESK = Text("[your desk](https://discord.com/channels/@me/{channel}/{message})", channel=12, message=34)
MY_ORDERS_IN = Text("**My orders** in <#{channel}>", channel=12)
SETTINGS_HINT = "-# Change this with `/reminders`."
CALLED = Text(
    "<@{user}> ({seat}): {due} Press **My orders**; only you will see the answer.",
    user=1,
    seat="Dark",
    due=DUE.sample,
)
CALLED_UNSEEN = Text(
    "<@{user}> ({seat}): {due} If you're not ready yet, press **My orders**; only you will see the answer.",
    user=1,
    seat="Tower",
    due=DUE_MANY.sample,
)

A_REMINDER = "(a reminder)"

# -- /reminders

ARE_ON = Text(
    "**Reminders are on:** {leads}, if your orders aren't in by then.", leads="12h and 1h before the deadline"
)
ARE_OFF = "**Reminders are off.** I still message you when your turn comes."
QUIET_HOURS = Text(
    "**Quiet hours:** {hours}, {zone} (it's {clock} there now). I make no sound then; reminders come after them, or before if that would be too late.",
    hours="22:00-08:00",
    zone="Europe/Rome",
    clock="21:14",
)
NO_QUIET_HOURS = "**Quiet hours:** none."
ZONE_OF_YOURS = Text("**Time zone:** {zone}", zone="Europe/Berlin")
CAN_WRITE = "**Direct messages:** I can message you."
COULD_NOT_WRITE = Text(
    "**Direct messages:** I couldn't message you; I'm trying again now. {remedy}",
    remedy="Allow direct messages in this server's privacy settings.",
)
TRYING = "**Direct messages:** I'm sending you one now, to see if I can."
HOW_TO = "-# Options: `on`, `before` (like `12h 1h`), `quiet` (like `22:00-08:00`), `zone`."
QUIET_HOURS_UTC = Text(
    "**Quiet hours:** {hours} in UTC, where it's {clock} now. Live elsewhere? `/reminders zone:Europe/Rome`",
    hours="22:00-08:00",
    clock="14:05",
)
