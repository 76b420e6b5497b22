"""Ratings: what `python -m bot check` finds"""

from adjudicator.text import Text

WRONG_RESULTS = Text("game {code}: its stored results differ from the game", code="k7f3")
WRONG_RATING = Text(
    "{game} in server {server}: the stored rating of user {user} differs from the games",
    game="nme",
    server=1,
    user=11,
)
