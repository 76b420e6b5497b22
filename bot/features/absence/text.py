"""Absences: /away, /back, deadlines that wait"""

from __future__ import annotations

from adjudicator.text import Text

# -- /away and /back

AWAY = "Announce an absence at least 24 hours ahead; without options, see yours"
AWAY_FROM = "First day or time, like 2026-12-01, fri 18:00 or in 2d (default: 24 hours from now)"
AWAY_TO = "Last day, or the time when you're back"
AWAY_ZONE = "Your time zone, like Europe/Rome; I'll remember it"
BACK = "Cancel your announced absences: you're here"

ABSENCE = Text("You're away from {first} to {last}.", first="<t:1767312000:f>", last="<t:1767571200:f>")
COUNTS_LATER = "That's 24 hours from now: I need to know a day ahead."
GAME_WAITS = Text("- `{code}` waits for you, up to {span}.", code="k7f3", span="14 days")
GAME_WAITS_LEAGUE = Text(
    "- `{code}` waits for you, up to {span} for all games of league `{league}` together.",
    code="k7f3",
    span="14 days",
    league="spring",
)
GAME_SPENT = Text("- `{code}` doesn't wait for you: no vacation left.", code="k7f3")
GAME_SPENT_LEAGUE = Text(
    "- `{code}` doesn't wait for you: no vacation left in league `{league}`.", code="k7f3", league="spring"
)
NO_GAMES = "You're in no game now. Games you join will wait for you too."
DAYS_OF = Text("-# Days in {zone}. Back early? `/back`", zone="Europe/Rome")
NO_ABSENCE = (
    "You haven't announced an absence. Example: `/away from:fri to:1 dec`, at least 24 hours ahead. Your "
    "deadlines then wait until you're back."
)
LEFT = Text("- `{code}` {game}: {span} of vacation left", code="k7f3", game="Nemein", span="12 days")
LEFT_LEAGUE = Text(
    "- `{code}` {game}: {span} of vacation left in league `{league}`, for all its games together",
    code="k7f3",
    game="Nemein",
    span="12 days",
    league="spring",
)
LEFT_NONE = Text("- `{code}` {game}: no vacation left", code="k7f3", game="Nemein")
LEFT_NONE_LEAGUE = Text(
    "- `{code}` {game}: no vacation left in league `{league}`", code="k7f3", game="Nemein", league="spring"
)
DAYS_CHANGE = Text("-# Days in {zone}; `zone` changes that. `/back` cancels absences.", zone="Europe/Rome")
WELCOME_BACK = "Welcome back! Deadlines no longer wait for you."
TAKEN_BACK = "Your absence is cancelled."

# -- refusals

TOO_MANY = Text("You've announced {most} absences already. `/back` cancels them.", most=5)
NOTHING_TO_CANCEL = "You haven't announced an absence. Announce one with `/away`."
UNTIL_WHEN = "When are you back? Add `to:`, like `2026-12-01`, `fri 18:00` or `in 10d`."
TOO_SOON = Text(
    "Announce absences 24 hours ahead: yours would end {last}, before it could begin ({earliest}). Deadline "
    "near? Ask the others for time with `/vote extend`.",
    last="<t:1767312000:f>",
    earliest="<t:1767398400:f>",
)
ENDS_FIRST = Text(
    "That ends {last}, before it begins {first}.", last="<t:1767312000:f>", first="<t:1767398400:f>"
)
TOO_LONG = "An absence lasts at most 60 days. For longer, find a substitute with `/substitute ask`."

# -- in the game's channel and its log

ANNOUNCED = Text(
    "{who} will be away from {first} to {last}.",
    who="**Dark** (Ada)",
    first="<t:1767312000:f>",
    last="<t:1767571200:f>",
)
IS_BACK = Text("{who} is not away any more.", who="**Dark** (Ada)")
IS_BACK_DUE = Text(
    "{who} is not away any more. {due}",
    who="**Dark** (Ada)",
    due="Turn 4 is due <t:1767312000:f> (<t:1767312000:R>).",
)
WAITS = Text(
    "{who} {n:is|are} away, as announced: {turn} is now due {due}.",
    who="**Dark** (Ada)",
    n=1,
    turn="turn 4",
    due="<t:1767312000:f> (<t:1767312000:R>)",
)
SPENT = Text("{who} {n:has|have} no vacation left: this game won't wait again.", who="**Dark** (Ada)", n=1)
SPENT_LEAGUE = Text(
    "{who} {n:has|have} no vacation left: no game of league `{league}` will wait again.",
    who="**Dark** (Ada)",
    n=1,
    league="spring",
)
LOGGED = Text(
    "{turn} waits for announced absences until {until}: {paid}.",
    turn="Turn 4",
    until="<t:1767312000:f>",
    paid="**Dark** (Ada) 3 days",
)
