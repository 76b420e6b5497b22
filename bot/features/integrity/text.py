"""Fair play: how a game can be checked, and what `python -m bot check` finds"""

from __future__ import annotations

from adjudicator.text import Text

VERIFY_COMMAND = "Check every result of a finished game, for everyone to see"

FAIR = Text(
    """### Fair play · {game} `{code}`
**Chance:** every flip, roll and lot comes from a secret seed, fixed before the first player joined. Its SHA-256 has stood in the channel since then, so nobody could change it.
**Orders:** when secret orders are locked, one digest over all of them is posted before anyone sees a result.
**At the end** seed and orders are opened, and anyone can recompute everything.""",
    game="Nemein",
    code="y5v7",
)
FAIR_GOES_ON = Text(
    """### Fair play · {game} `{code}`
**From here on:** every flip, roll and lot comes from a new secret seed, whose SHA-256 was posted here before the game went on. When secret orders are locked, one digest over all of them is posted before anyone sees a result.
**Before that** the game was played elsewhere. I replayed its record without a fault, but nobody here saw its seeds and digests in time.
**At the end** seed and orders are opened, and anyone can recompute everything.""",
    game="Nemein",
    code="y5v7",
)
FAIR_ELSEWHERE = Text(
    """### Fair play · {game} `{code}`
**This game was played elsewhere** and brought here from its record. I replayed it without a fault.
Nobody here saw the SHA-256 of its seeds, or the digests of its orders, before the end: so this doesn't show that they were fixed in time. The channel where it was played does.""",
    game="Nemein",
    code="y5v7",
)
SEED_PROMISE = Text("Seed SHA-256: `{digest}`", digest="630dcd2966c4…")
SEED_OPEN = Text("Seed: `{seed}`\nSHA-256: `{digest}`", seed="0001020304…", digest="630dcd2966c4…")
LOCK = Text("Orders locked last ({what}): `{digest}`", what="turn 3", digest="9f2c…")
RECEIPT = Text("Yours among them: `{sha256}`", sha256="a1b2…")
RECEIPT_OPEN = Text("Yours among them: `{sha256}`, salt `{salt}`", sha256="a1b2…", salt="00ff…")
FILE = "The file has every digest, and the orders behind those that are open by now."
CHECK_LATER = "When the game is over, **Check it now** stands here: everything is recomputed, for all to see."
CHECK = "Check it now"

# -- the check of a finished game, for everyone

NOT_OVER = Text(
    "Game `{code}` isn't over: its secret seed is published at the end. Its SHA-256: {digests}",
    code="k7f3",
    digests="`630dcd2966c4…`",
)
NOT_OVER_SEEDS = Text(
    "Game `{code}` isn't over: its secret seeds are published at the end. Their SHA-256, oldest first: "
    "{digests}",
    code="k7f3",
    digests="`630dcd2966c4…`, `9f2c…`",
)
TRUE = "every result is true"
TRUE_PARTLY = "all that can be checked is true"
TRUE_OF_RECORD = "every result follows from its record"
FALSE = "this game fails the check"
SEED_FITS = "- The seed fits its SHA-256, posted at the start"
SEED_FITS_HERE = Text("- The seed fits its SHA-256, posted at step {step}, when the game came here", step=12)
SEED_OF_RECORD = "- The seed fits the SHA-256 in the record, which nobody here saw in time"
SEED_OF_RECORD_FROM = Text(
    "- The seed from step {step} on fits the SHA-256 in the record, which nobody here saw in time", step=12
)
SEED_SHOWN = Text("  - seed `{seed}`\n  - SHA-256 `{digest}`", seed="0001020304…", digest="630dcd2966c4…")
SEED_NEXT = Text(
    "- From step {step} on, after a turn was taken back, the seed that follows from it\n  - seed `{seed}`\n"
    "  - SHA-256 `{digest}`",
    step=7,
    seed="0405060708…",
    digest="9f2c…",
)
MORE_SEEDS = Text("… and {n} before that, all in the receipt", n=2)
NAMES_OF_RECORD = "- Names and letters come from the record: nobody here can vouch for them"
NOT_CHECKED = Text("- Not checked: {note}", note="chance before step 4: its seed isn't in the record")
MORE_NOT_CHECKED = Text("… and {n} more, all in the receipt", n=2)
REPLAYED = Text("- {n} {n:step|steps} replayed, the same to the last byte", n=40)
TAKEN_BACK = Text(
    "- {n} {n:turn was|turns were} taken back: I replayed what was played before and after", n=1
)
LOCKED = Text("- {n} locked {n:sheet fits its|sheets fit their} SHA-256", n=14)
RESULTS = Text("- {n} chance {n:result|results}, recomputed from the seed:", n=12)
RESULT = Text(
    "{turn} · {kind} #{n}: {result} {mark}", turn="set-up", kind="lot", n=0, result="1 of 0-2", mark="✓"
)
RESULT_OF = Text(
    "{turn} · {side} · {kind} #{n}: {result} {mark}",
    turn="turn 3",
    side="South",
    kind="flip",
    n=5,
    result="heads",
    mark="✓",
)
NO_CHANCE = "- Nothing in this game was left to chance: there's no result to recompute"
MORE_IN_FILE = Text("… and {n} more, all in the file", n=30)
ALL_IN_FILE = Text("{n}, all in the file", n=42)
FAULT_LINE = Text("- {fault}", fault="step 3: the events differ")
CHECK_YOURSELF = Text(
    "-# Check it yourself: `python -m adjudicator verify {code}-record.json`; the receipt shows how to do it "
    "without that.",
    code="k7f3",
)

# -- python -m bot check: games

GAME = Text("game {code}", code="k7f3")
FOUND = Text("{where}: {what}", where="game k7f3", what="its rows can't be read (KeyError)")
NOTE = Text("note: {note}", note="game k7f3: it isn't replayed")
UNREADABLE = Text("it can't be read ({error})", error="KeyError")
ROW_UNREADABLE = Text("its row can't be read ({error})", error="KeyError")
ROWS_UNREADABLE = Text("its rows can't be read ({error})", error="KeyError")
BELOW_ZERO = Text(
    "{table}, {row}: {column} is {value}, but can't be below 0",
    table="tables",
    row="id k7f3",
    column="turn",
    value=-1,
)
NO_RULES = Text(
    "version {version} of the rules of {game} isn't here: the game can't go on", version=3, game="nme"
)
NO_RULES_OVER = Text(
    "version {version} of the rules of {game} isn't here: the game isn't replayed", version=3, game="nme"
)
STEPS = Text("its steps should be 1 to {last}, but they are {found}", last=12, found="1 to 7, 9 to 12")
NO_STEPS = "none"
RUN = Text("{first} to {last}", first=1, last=7)
UNDONE = Text("{n} {n:turn was|turns were} taken back, but the table says {told}", n=1, told=0)
SEED_WRONG = "its seed doesn't fit the SHA-256 that was posted"
NOT_CANONICAL = Text("step {step}: its state isn't in canonical form", step=3)
REPLAY_DIFFERS = Text("step {step}: replayed, it differs from what is stored", step=3)
OPTIONS_WRONG = "its options aren't complete options of this game"
LEAGUE_UNAWARE = Text("league {league} doesn't know that this game is its own", league="w4rk")
STATUS_WRONG = Text("its status is {status} with {n} {n:step|steps}", status="'lobby'", n=3)
DEADLINE_WRONG = Text("its turns take {spec}, which isn't a deadline as I store it", spec="'5 bananas'")
TURN_WRONG = Text("turn {turn} is open, but the table says {told}", turn=4, told=3)
LISTED_WRONG = Text("its status is {status}, but its players have it listed otherwise", status="'playing'")
NO_START = "it has started, but nothing says when"
NO_END = "it's over, but nothing says when"
HAS_END = Text("its status is {status}, but it has an end", status="'playing'")
HAS_RESULT = "it has a result and still goes on"
SEATS_WRONG = Text(
    "its seats are {seats}, but its players sit on {taken}", seats="['dark', 'light']", taken="['dark']"
)
SITTING_WRONG = Text("seat {seat}: the list of its players doesn't end with the present one", seat="dark")
CLOCK_RUNS = "it's paused, but its clock runs"
DEADLINE_OF_OTHER = Text("turn {turn} is open, but its deadline is for turn {other}", turn=4, other=3)
NO_DEADLINE = "its turns have a time limit, but the open one has no deadline"
IDLE_DEADLINE = Text("nobody is playing it, but it has a deadline ({kind})", kind="turn")
IDLE_PAUSE = "nobody is playing it, but it's paused"

# -- python -m bot check: leagues and ratings

LEAGUE = Text("league {code}", code="w4rk")
ROUND = Text("league {code}, round {round}", code="w4rk", round=3)
BOARD = Text("league {code}, round {round}, board {board}", code="w4rk", round=3, board=2)
PLAN_WRONG = Text("its plan isn't valid: {why}", why="`cycles` is from 1 to 9")
PLAN_DIFFERS = Text("its stored plan isn't what I read from it: {keys}", keys="cycles, points")
LOG_WRONG = Text(
    "its log has an entry of round {round} after one of round {before}, and {opened} were opened",
    round=1,
    before=2,
    opened=3,
)
NUMBERS_WRONG = Text("its players have the numbers {numbers}", numbers="[1, 3]")
DIVISION_WRONG = Text("board {board} is in division {division}, but its players aren't", board=2, division=1)
NEVER_OPENED = Text("round {round} has games, but was never opened", round=3)
NOBODY = Text("round {round} has a player {number}, and nobody has that number", round=3, number=9)
PLAYS_TWICE = Text("player {number} plays {times} times in round {round}", number=9, times=2, round=3)
HAS_A_RESULT = Text("its status is {status}, but it has a result", status="'playing'")
LACKS_A_RESULT = Text("its status is {status}, but it has no result", status="'done'")
NO_GAME = "it's being played, but there's no game"
NOT_ITS_GAME = Text("game {code} doesn't belong to this board", code="k7f3")
OTHERS_BEGAN = Text("game {code} was begun by others", code="k7f3")
RESULT_DIFFERS = Text("game {code} has another result than the league has noted", code="k7f3")
RATINGS = "ratings"
RATINGS_OF = Text("{game} in server {server}", game="nme", server=1)
RATINGS_UNREADABLE = Text("they can't be read ({error})", error="KeyError")
RATINGS_WRONG = Text("its ratings can't be computed again ({error})", error="KeyError")
PROGRESS_GAMES, PROGRESS_LEAGUES, PROGRESS_RATINGS = "games", "leagues", "ratings"
ALL_WELL = Text(
    "{games} {games:game|games}, {steps} {steps:step|steps} replayed, {leagues} {leagues:league|leagues}, "
    "{ratings} {ratings:rating|ratings}: all is well",
    games=12,
    steps=800,
    leagues=1,
    ratings=20,
)
FAULTS = Text(
    "{games} {games:game|games}, {steps} {steps:step|steps} replayed, {leagues} {leagues:league|leagues}, "
    "{ratings} {ratings:rating|ratings}: {n} {n:fault|faults}",
    games=12,
    steps=800,
    leagues=1,
    ratings=20,
    n=2,
)
