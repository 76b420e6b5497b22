"""Spans of time, and people who are forgotten."""

from adjudicator.text import Text

# -- spans that can't be read

TOO_SHORT = Text("“{typed}” is too short: from 1m to 60d, please.", typed="30s")
TOO_LONG = Text("“{typed}” is too long: from 1m to 60d, please.", typed="90d")
NOT_A_SPAN = Text("I can't read “{typed}”. Try `12h`, `24h`, `3d` or `none`.", typed="5 bananas")
NOT_A_LENGTH = Text("I can't read “{typed}”. Try `12h` or `2d`.", typed="5 bananas")

# -- spans in words

DAYS = Text("{n} {n:day|days}", n=2)
HOURS = Text("{n} {n:hour|hours}", n=5)
DAYS_HOURS = Text("{days} {days:day|days} {hours} {hours:hour|hours}", days=1, hours=5)
LESS_THAN_AN_HOUR = "less than an hour"

# -- who asked to be forgotten

FORMER_PLAYER = Text("a former player {n}", n=12)
