"""The pages: errors, navigation"""

from __future__ import annotations

from adjudicator.text import Text

TOO_MANY = "That's a lot of requests at once. Wait a moment and try again."
FAULT = Text(
    "Something went wrong on our side (error {number}). Nothing you did is lost. Try again.", number="3fa2c1"
)
ERRORS = {
    400: "This request makes no sense to the server. Go back and try again.",
    403: "This board isn't open in this browser. If you play here, press *Open the board* in Discord, on your order "
    "desk or your own board. /orders shows a desk that is folded.",
    404: "There's nothing here, or it isn't public.",
    405: "This address can't be used that way.",
    410: "This link has been used, or it's too old. For a new one press *Open the board* in Discord, on your order "
    "desk or your own board. /orders shows a desk that is folded.",
    413: "That's too long.",
    415: "This address takes JSON.",
}
"""What the page of an error says, by its status."""
ERROR_TITLES = {
    403: "This board isn't open",
    404: "Not found",
    410: "This link is over",
    429: "Too many requests",
}
LETTERS = "Letters"
WRITE_LETTER = "Write a letter"
ROUND = Text("{league}, round {n}", league="Winter Cup", n=3)
SOMEBODY = "somebody"
RESULTS_OF_SERVER = "Results of this server"
RESULTS_OF_LEAGUE = Text("Results of {league}", league="Winter Cup")
BROKEN_OFF = "Ended without a result."
FAIR_PLAY = "Fair play"
ANALYSIS = "Analysis"
BATTLES = "Battles"
HOME = "Fieldpost"
RULES = "Rules"
DOCS = "How to play"
ERROR_TITLE = "That didn't work"
OF_DAY = Text("puzzle of {date}", date="2026-01-05")
API_TITLE = "Fieldpost"
API_ABOUT = (
    "Public games, leagues and players of a Fieldpost: what its pages show, for programs. Reading needs no key. "
    "Answers have an ETag; send it as If-None-Match and you get 304 if nothing has changed. One address may ask "
    "20 times a second for long, 120 times at once; then 429 says how long to wait. Errors are JSON."
)
