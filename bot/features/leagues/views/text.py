"""Leagues: tables, games, the log, the list of leagues."""

from adjudicator.text import Text

# -- tables

TABLE = Text("### {league} · table", league="Spring Cup")
TABLE_DIVISION = Text("### {league} · division {division}", league="Spring Cup", division=2)
CROSSTABLE = Text("### {league} · crosstable", league="Spring Cup")
CROSSTABLE_DIVISION = Text(
    "### {league} · crosstable of division {division}", league="Spring Cup", division=2
)
PICTURE_DIVISION = Text("{league}, division {division}", league="Spring Cup", division=2)
TABLE_ALT = Text("Table of {title}: {rows}.", title="Spring Cup", rows="1. Ben 1; 2. Ada ½")
CROSSTABLE_ALT = Text("Crosstable of {title}: {rows}.", title="Spring Cup", rows="1. Ben 1; 2. Ada ½")
ROW = Text("**{rank}.** {name} {points}", rank=2, name="Ada", points="1½")
ROW_OWN = Text("**{rank}. {name} {points}**", rank=2, name="Ada", points="1½")
ROW_NOTES = Text("{row} ({notes})", row="**2.** Ada 1½", notes="by lot, 1 deadline missed")
YOU = "you"
DECIDED = {
    "direct": Text("direct games {value}", value="1"),
    "buchholz": Text("Buchholz {value}", value="3"),
    "sonneborn": Text("Sonneborn-Berger {value}", value="2½"),
}
BY_LOT = "by lot"
MISSED = Text("{n} {n:deadline|deadlines} missed", n=1)
LEFT_IN = Text("left in round {n}", n=2)
LEFT_BEFORE = "left before round 1"
LEFT_VOID = "left; these games count for nobody"
FIRST_ROWS = Text("the first {n} of {all}", n=10, all=24)
BEFORE = "before round 1"
IN_ROUND = Text("round {n}", n=2)
AFTER_ROUND = Text("after round {n}", n=2)
UNDER_WAY = Text("{n} {n:game|games} under way", n=1)
NEXT_ROUND = Text("next round {begins}", begins="19 January 2026 20:00 (in 7 days)")
SUBSTITUTE = Text("{name} {points}", name="Fay", points="½")
STEPPED_IN = Text("substitutes: {names}", names="Fay ½, Hal ½")
SOMEBODY = "somebody"
NO_TABLE = "The table begins with round 1."
NO_TABLE_YET = Text(
    "The table begins with round 1. Season {n}: `/league table league:{code}`.", n=1, code="lg4k7"
)
NO_ROUND = "No round has begun yet."
CROSS_OWN = Text("**You:** {marks}", marks="+2 =3")
CROSS_ROW = Text("{rank}. {name} {marks}", rank=1, name="Ada", marks="+2 =3")
RANKS = "+ won, = drawn, − lost, against whom by rank"
PLACE_IN_ROUND = "the place in each round"
SIGN = Text("{sign} {means}", sign="…", means="under way")
SIGNS = {
    "…": "under way",
    "×": "no result",
    "+": "walkover",
    "−": "lost by walkover",
    "=": "shared",
    "s": "by a substitute",
}
BYE = "bye"
PAGE_BACK, PAGE_NEXT = "◀ Back", "Next ▶"
PAGE_UP, PAGE_DOWN = "▲ Back", "▼ More"
DIVISION_UP = Text("▲ Division {n}", n=1)
DIVISION_DOWN = Text("▼ Division {n}", n=3)
ZONES = {"up": "↑ goes up", "down": "↓ goes down"}
PLAYER_HEAD, POINTS_HEAD, BYES_HEAD = "Player", "Pts", "Byes"
DUEL_HEADS = ("Won", "=", "Lost")
PLACE_HEADS = ("Games", "1st")
PLAYER_NUMBER = Text("Player {n}", n=7)
ALT_ROW = Text("{rank}. {name} {points}", rank=1, name="Ben", points="1")

# -- the games of a round

FIXTURES = Text("### {league} · round {n} of {total}", league="Spring Cup", n=1, total=3)
DIVISION = Text("**Division {n}**", n=1)
PLAYER = Text("{name} ({seat})", name="Ada", seat="Dark")
PLAYED = Text("{name} ({seat}) {points}", name="Ada", seat="Dark", points="1")
PLAYED_BY = Text("{name} ({seat}) {points}, by a substitute", name="Ada", seat="Dark", points="1")
ANY_GAME = Text("- {game}", game="Ada (Dark) – Ben (Light) · #s3e8 · turn due in a day")
OWN_GAME = Text("- ▸ {game}", game="Ada (Dark) – Ben (Light) · #s3e8 · turn due in a day")
GAME_BYE = Text("{name}: bye", name="Ben")
GAME_WALKOVER = Text("{name}: walkover", name="Ben")
GAME_WALKOVER_VOID = Text("{name}: walkover, counts for nobody", name="Ben")
TURN_DUE = Text("turn due {due}", due="in a day")
OPENING = "opening"
PAUSED = "paused"
GOING_ON = "under way"
VOID = "counts for nobody"
NONE = "no result"
RULING = "ruling"
DONE = Text("{n} of {all} {all:game|games} over", n=2, all=6)
DONE_PAGE = Text("{n} of {all} {all:game|games} over · page {page} of {pages}", n=2, all=24, page=1, pages=2)
ROUND_BACK = Text("◀ Round {n}", n=1)
ROUND_NEXT = Text("Round {n} ▶", n=3)
NO_SUCH_ROUND = Text("{league} has only {n} {n:round|rounds}.", league="Spring Cup", n=3)
NOT_YET = Text(
    "Round {round} of {league} hasn't begun. The newest is round {n}.", round=9, league="Spring Cup", n=2
)
NEWEST_ROUND = Text("Round {n}", n=2)

# -- the own games

MINE = Text("### {league} · your games", league="Spring Cup")
MINE_NONE = "You have no games in this league."
MINE_NOT_YET = "Your games begin with round 1."
MINE_LINE = Text("Round {n}: {game}", n=1, game="Ada (Dark) – Ben (Light) · #s3e8 · turn due in a day")
YOU_ARE = Text("**You:** {standing}", standing="place 2 of 12, 1½ points")

# -- the log

LOG = Text("### {league} · log", league="Spring Cup")
LOG_LINE = Text("- {at} {text}", at="1 January 2026 00:00", text="@Mo closed sign-up.")
LOG_EMPTY = "Nothing yet. Rounds, who comes and goes, and what organisers change will stand here."
NEWEST = "Newest"
OLDER = Text("Older ({n})", n=18)

# -- leagues of a server, and the own ones

LEAGUES = "### Leagues here"
LEAGUE = Text(
    "- **{league}** `{code}` · {facts}", league="Spring Cup", code="lg4k7", facts="Commander-In-Chief"
)
FINISHED = "**Finished**"
PLAYERS = Text("{n} {n:player|players}", n=12)
SIGN_UP_UNTIL = Text("sign up until {closes}", closes="8 January 2026 20:00 (in 7 days)")
UNDER_WAY_ROUND = Text("round {n}", n=2)
PAUSED_ROUND = Text("round {n}, paused", n=2)
YOU_PLAY, YOU_SUBSTITUTE, YOU_LEFT = "**you play**", "you're a substitute", "you left"
MORE = Text("… and {n} more", n=3)
OLDER_ONES = Text("… and {n} older", n=3)
YOUR_LEAGUES = "### Your leagues"
YOURS = Text(
    "- **{league}** {channel} · {facts}",
    league="Spring Cup",
    channel="#war-room",
    facts="place 2 of 12, 1½ points",
)
STANDING = Text(
    "place {place} of {players}, {points} {n:point|points}", place=2, players=12, points="1½", n=2
)
STANDING_DIVISION = Text(
    "place {place} of {players} in division {division}, {points} {n:point|points}",
    place=2,
    players=12,
    division=1,
    points="1½",
    n=2,
)
SIGNED_UP = "signed up"
BEGINS = Text("begins {begins}", begins="in 7 days")
OPEN_GAME = Text("round {n}: {place}", n=2, place="#z2v9 R2 Ada – Ben")

# -- how it works

HOW = Text("### {league} · how it works", league="Spring Cup")
GAME = Text(
    "**{game}** · run by {organiser} · {status} · `{code}`",
    game="Commander-In-Chief",
    organiser="@Mo",
    status="under way",
    code="lg4k7",
)
TERM = Text("- {text}", text="Lose 2 games by absence and you're out.")
RULES = Text("-# In each game: {rules}", rules="24h for each turn · after 50 quiet rounds: a draw")
SIGN_UP_CLOSES = Text(
    "Sign-up closes {closes}. Round 1 begins {begins}.",
    closes="8 January 2026 20:00 (in 7 days)",
    begins="then",
)
ROUND_OF = Text("Round {n} of {total}", n=1, total=3)
ENDED = Text("Ended {day} after round {n} of {total}", day="1 March 2026", n=3, total=3)
CLOSED = "Sign-up is closed"
ROUND_1 = Text("round 1 begins {begins}", begins="12 January 2026 20:00 (in 4 days)")
ENDS = Text("the season ends {ends}", ends="8 March 2026 20:40 (in 60 days)")
TAKE_PART = Text("**{n} {n:player|players}:** {names}", n=3, names="Ada, Ben, Cleo")
TAKE_PART_DIVISIONS = Text("**{n} players**", n=24)
IN_DIVISION = Text("Division {n}: {names}", n=1, names="Ada, Ben")
NOBODY_YET = "**Nobody has joined yet.**"
LEFT = Text("Left: {names}", names="Dan")
SUBSTITUTES = Text("Substitutes: {names}", names="Fay")

# -- what organisers are offered

GAME_CHOICE = Text("{code} · round {n} · {players}", code="s3e8", n=1, players="Cleo – Ada")
DRAW_CHOICE = "draw · all share the points"
NONE_CHOICE = "none · nobody scores"
WIN_CHOICE = Text("{places} · {winner} wins", places="1 2", winner="Ada")
TEAM_CHOICE = Text("{places} · {winners} win", places="1 1 2", winners="Ada and Ben")
PLACES_CHOICE = Text("places of {seats}, in this order", seats="Black, Gray, White")
