"""Profiles and leaderboards."""

from adjudicator.text import Text

PROFILE = "Show a player's ratings, results and reliability"
PROFILE_USER = "Who (default: you)"
LEADERBOARD = "Show this server's best players of a game"
LEADERBOARD_GAME = "Which game"
IN_SERVER = "Ratings belong to a server. Use this command there."

# -- a profile

HEAD = Text("### {name}", name="Ada")
NO_GAMES = "No finished games yet."
RATED = Text("**{game}** · {rating}, {n} {n:game|games}", game="NME", rating="1510 ± 120", n=5)
UNRATED = Text("**{game}** · no rating yet", game="NME")
RATES = "Games with orders and a result count for ratings."
WON, DRAWN, LOST = Text("{n} won", n=3), Text("{n} drawn", n=1), Text("{n} lost", n=2)
BROKEN_OFF = Text("{n} broken off", n=1)
PLACED = Text("{place} {n}×", place="1st", n=2)
PLACED_SHARED = Text("{place} {n}× ({shared} shared)", place="1st", n=2, shared=1)
AS_SEAT = Text("{seat}: {results}", seat="Dark", results="2 won, 1 lost")
SEATS = Text("-# As {seats}", seats="Dark: 2 won, 1 lost · Light: 1 won")
ON_TIME = Text(
    "**On time** in {percent}% of {turns} {turns:turn|turns} · {word}", percent=97, turns=412, word="reliable"
)
ON_TIME_MISSED = Text(
    "**On time** in {percent}% of {turns} {turns:turn|turns} ({missed} missed) · {word}",
    percent=97,
    turns=412,
    missed=12,
    word="reliable",
)
ON_TIME_FEW = Text(
    "**On time** in {kept} of {turns} {turns:turn|turns} · too few to judge by", kept=8, turns=9
)
RELIABLE = {98: "very reliable", 95: "reliable", 85: "mostly reliable", 0: "often late"}
"""From so many percent on."""
STEPPED_IN = Text("**Substitute** in {n} {n:game|games}", n=2)
GAVE_UP = Text("**Seats given up:** {n}", n=1)
LEAGUES = Text("**Leagues:** {leagues}", leagues="Spring Cup (finished, place 1 of 3)")
LEAGUE = Text("{league} ({status})", league="Spring Cup", status="sign-up open")
LEAGUE_PLACE = Text(
    "{league} ({status}, place {place} of {players})",
    league="Spring Cup",
    status="finished",
    place=1,
    players=3,
)
LEAGUE_DIVISION = Text(
    "{league} ({status}, place {place} of {players} in division {division})",
    league="Spring Cup",
    status="finished",
    place=1,
    players=3,
    division=2,
)
PLAYING = Text("**Playing now:** {games}", games="NME `k7f3` in #war-room")
GAME = Text("{game} `{code}`", game="NME", code="k7f3")
GAME_IN = Text("{game} `{code}` in {channel}", game="NME", code="k7f3", channel="#war-room")
AND_MORE = Text("{list} and {n} more", list="NME `k7f3`", n=3)

# -- a leaderboard

BOARD = Text("### {game} · best players", game="NME")
BOARD_PAGE = Text("### {game} · best players · page {page} of {pages}", game="NME", page=1, pages=3)
UNKNOWN_GAME = "I don't know that game. Pick one that `/leaderboard` offers."
NOBODY = Text("Nobody is ranked yet. That takes {n} rated games.", n=3)
ROW = Text("{place}\\. {name} · {rating} · {n} {n:game|games}", place=1, name="Ada", rating="1510 ± 120", n=5)
ROW_OWN = Text(
    "{place}\\. **{name}** · {rating} · {n} {n:game|games}", place=1, name="Ada", rating="1510 ± 120", n=5
)
GAP = "…"
YOU_HAVE = Text("You have {n} of the {least} rated games that a place takes.", n=2, least=3)
UNRANKED = Text("{n} more with fewer than {least} rated games", n=2, least=3)
SORTED = "Sorted by the lowest likely rating: 1510 ± 120 counts as 1390."
FIRST, BACK, NEXT, MINE = "First", "Back", "Next", "Mine"
