"""/calendar: a player's deadlines in a calendar of theirs"""

from __future__ import annotations

from adjudicator.text import Text

CALENDAR = "Your deadlines in your own calendar: a secret link that you can take back"
OFF = "Take the link back: your calendar gets nothing more"
LINK = Text(
    "### Your deadlines, in your calendar\nSubscribe to this address in your calendar app (on a phone, tap it):\n"
    "{webcal}\n-# Whoever has it can read when your games wait for you, and no orders. `/calendar` again makes "
    "a new one, and the old one stops working; `/calendar off:True` takes it back.",
    webcal="webcal://games.example.org/feeds/AbC.ics",
)
TAKEN_BACK = "Your calendar's link doesn't work any more."
NONE = "You had no link."
EVENT = Text("{game} {code}: orders due", game="Nemein", code="k7f3")
EVENT_DONE = Text("{game} {code}: turn ends (your orders are in)", game="Nemein", code="k7f3")
NAME = "Fieldpost deadlines"
LEAGUE_DATES = {
    "sign-up closes": Text("{league}: sign-up closes", league="Winter Cup"),
    "round": Text("{league}: round {n} begins", league="Winter Cup", n=3),
    "season ends": Text("{league}: the season ends", league="Winter Cup"),
}
