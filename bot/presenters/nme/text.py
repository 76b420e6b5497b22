"""NME and Protect the Ally: lobby, desk, menus, reports."""

from adjudicator.text import Text

# -- The lobby

THREE_ARMIES = "Three armies: capture both other Presidents to be 1st"
ALLY = "Protect the Ally: Black and White take turns moving Gray, which must take the other's President"
GUARD_ON = "Right after moving Gray, you can't capture its President"
GUARD_OFF = "Right after moving Gray, you may capture its President"
QUIET_END = Text("The game ends after {n} rounds without a capture, Infantry move or trade", n=50)
QUIET_DRAW = Text("Draw after {n} rounds without a capture, Infantry move or trade", n=50)

# -- Whose turn it is

TO_MOVE = Text("{seat} to move", seat="Gray")
TO_MOVE_GRAY = Text("{seat} to move Gray", seat="Black")
YOU_ARE_OUT = "You're out"
VOTES = Text("{names} {n:votes|vote} for a draw", names="Black and White", n=2)

# -- Your turn

MOVE_GRAY_AS_BLACK = "**Move Gray.** If it takes White's President, you win. White moves next."
MOVE_GRAY_AS_WHITE = "**Move Gray.** If it takes Black's President, you win. Then you move White."
MOVE_BLACK_THEN_GRAY = "**Move Black**, your own army. Then you move Gray."
MOVE_BLACK = "**Move Black**, your own army. Then White moves Gray."
MOVE_WHITE_THEN_GRAY = "**Move White**, your own army. Black moves next, then you move Gray."
MOVE_WHITE = "**Move White**, your own army. Black moves next, and Gray too."
GUARDED = "You've just moved Gray: this turn you can't capture its President."
MUST_PASS = Text("{army} has no legal move: `pass`.", army="Black")
THREAT = Text(
    "**Your President is in danger** on {space}, from {foes}. By Naval One it can step to {targets}.",
    space="I0s",
    foes="Black's Special Force on H1",
    targets="H1n",
)
THREAT_GRAY = Text(
    "**Gray's President is in danger** on {space}, from {foes}. By Naval One it can step to {targets}.",
    space="I0s",
    foes="your own Special Force on H1",
    targets="H1n",
)
FOE = Text("{army}'s {piece} on {space}", army="Black", piece="Special Force", space="H1")
OWN_FOE = Text("your own {piece} on {space}", piece="Special Force", space="H1")
OTHER_FOES = "others"
FLANK = Text(
    "**Flank, this turn only:** {origin} can capture {victim} on {target}.",
    origin="G4",
    victim="Black's Air Force",
    target="E4",
)
FLANK_GRAY = Text(
    "**Flank, this turn only:** Gray's {origin} can capture {victim} on {target}.",
    origin="G4",
    victim="Black's Air Force",
    target="E4",
)
TRADE = Text(
    "**Trade:** your Infantry can go {way} and become {pieces}.",
    way="A5-A4s",
    pieces="an Air Force or a Special Force",
)
TRADE_GRAY = Text(
    "**Trade:** Gray's Infantry can go {way} and become {pieces}.",
    way="A5-A4s",
    pieces="an Air Force or a Special Force",
)
TAKE_THE_DRAW = Text("{names} {n:votes|vote} for a draw: `draw` accepts it.", names="Black and White", n=2)

# -- Menus

CHOOSE_PIECE = Text("Choose a {army} piece", army="Gray")
WHERE = Text("{piece} {space} to…", piece="Air Force", space="C4")
PIECE = Text("{piece} {space}", piece="Air Force", space="C4")
CAPTURES = Text("{n} {n:capture|captures}", n=3)
MOVES = Text("{n} {n:move|moves}", n=5)
TRADES = Text("{n} {n:trade|trades}", n=2)
NAVAL_ONE = "Naval One"
CAPTURE = Text("{space}: capture {victim}", space="H1", victim="Black's Special Force")
CAPTURE_NAVAL = Text("{space}: capture {victim} by Naval One", space="A4n", victim="Gray's Special Force")
CAPTURE_FLANK = Text("{space}: flank {victim}", space="E4", victim="Black's Air Force")
MOVE_NAVAL = Text("{space} by Naval One", space="H1n")
TRADE_FOR = Text("{space}: trade for {piece}", space="L5s", piece="Special Force")
NO_TRADE = Text("{space}: no trade", space="L5s")
TRADED = Text("{holder} gets the Infantry", holder="White")
ASSASSINATED = "Assassination: its army is out"
REMOVED = "Its army is out: no prisoner"
PRISONER = "Becomes your prisoner"
PRISONER_OF = Text("Becomes {army}'s prisoner", army="Gray")
EMPTY_STAR = "empty star"
BLACK_STAR = "Black star"
BASE = Text("{army}'s base", army="Black")
BLACK_STAR_BASE = Text("Black star, {army}'s base", army="Black")
PASS = "Pass"
NO_MOVE = "There is no legal move"

# -- Orders in words

TO_VOTE = "vote for a draw"
PASSES = "pass: there is no legal move"
_ORDER = {"piece": "Special Force", "origin": "E2", "target": "H1"}
TO_MOVE_PIECE = Text("{piece} {origin} to {target}", **_ORDER)
TO_NAVAL = Text("{piece} {origin} to {target} by Naval One", piece="President", origin="A4s", target="A4n")
TO_CAPTURE = Text("{piece} {origin} takes {victim} on {target}", **_ORDER, victim="Gray's Infantry")
TO_CAPTURE_NAVAL = Text(
    "{piece} {origin} takes {victim} on {target} by Naval One",
    piece="President",
    origin="A4s",
    target="A4n",
    victim="Gray's Navy",
)
TO_FLANK = Text(
    "{piece} {origin} flanks {victim} on {target}",
    piece="Infantry",
    origin="G4",
    target="E4",
    victim="Black's Air Force",
)
TO_TRADE = Text(
    "{piece} {origin} to {target}, traded for {prize}",
    piece="Infantry",
    origin="K6",
    target="L5s",
    prize="a Special Force",
)
NOBODY = Text("nothing on {origin} to {target}", origin="B2", target="B3")
PIECE_OF = Text("{army}'s {piece}", army="Gray", piece="Infantry")
DEAD_PIECE = Text("a dead {piece} of {army}", piece="Infantry", army="Gray")
SUGGEST_MOVE = Text("{order} · {piece}", order="A3s-C4", piece="Special Force")
SUGGEST_CAPTURE = Text(
    "{order} · {piece} takes {victim}", order="E2xH1", piece="Special Force", victim="Gray's Infantry"
)

# -- The report. `player` moves the own army, or Gray for Protect the Ally

_BY = {"player": "**Black** (Ada)", "way": "Special Force E2xH1", "space": "H1"}
GRAY = Text("**Gray** (moved by {seat})", seat="Black")
WAY = Text("{piece} {order}", piece="Special Force", order="E2xH1")
WAY_NAVAL = Text("{piece} {order}, Naval One", piece="President", order="A4sxA4n")
WAY_FLANK = Text("{piece} {order}, flanking", piece="Infantry", order="G4xE4")
MOVED = Text("{player}: {way}.", player="**Black** (Ada)", way="Special Force A3s-B2")
TAKES = Text("{player} takes {army}'s {piece} on {space} ({way}).", **_BY, army="Gray", piece="Infantry")
TAKES_YOURS = Text("{player} takes **your** {piece} on {space} ({way}).", **_BY, piece="Infantry")
TAKES_DEAD = Text(
    "{player} takes a dead {piece} of {army} on {space} ({way}).", **_BY, army="Gray", piece="Navy"
)
ASSASSINATES = Text("{player} **assassinates {army}'s President** on {space} ({way}).", **_BY, army="Gray")
ASSASSINATES_YOURS = Text("{player} **assassinates your President** on {space} ({way}).", **_BY)
TRADES_FOR = Text(
    "{player}: {way}, traded for {prize}. {holder} gets the Infantry.",
    player="**White** (Cleo)",
    way="Infantry A5-A4s",
    prize="a Special Force",
    holder="Black",
)
OUT = Text("{player} is out. Its pieces stay as obstacles; its prisoners are gone.", player="**Gray** (Ben)")
YOURE_OUT = "**You're out.** Your pieces stay as obstacles; your prisoners are gone."
PASSED = Text("{player} passes: no legal move.", player="**Black** (Ada)")
VOTED = Text(
    "{player} votes for a draw. {others} can accept it.",
    player="**Black** (Ada)",
    others="**Gray** (Ben) and **White** (Cleo)",
)
AGREED = Text("{player} votes for a draw too: agreed.", player="**White** (Cleo)")
VOTE_WITHDRAWN = Text("{player} no longer votes for a draw.", player="**Black** (Ada)")
CONCEDES = Text("{player} concedes: no assassination for anybody.", player="**White** (Cleo)")
CONCEDES_LAST = Text("{player} concedes.", player="**White** (Cleo)")
FORFEITS = Text("{player} forfeits the game: no assassination for anybody.", player="**Gray** (Ben)")
FORFEITS_LAST = Text("{player} forfeits the game.", player="**Gray** (Ben)")
PENALISED = Text("Penalty: {player} loses the Infantry on {space}.", player="**Gray** (Ben)", space="C4")

# -- How the armies stand

ASSASSINATIONS = Text("{n} {n:assassination|assassinations}", n=1)
OUT_BY = Text("out, assassinated by {army}", army="Black")
OUT_ALONE = "out"
PIECES = Text("{n} {n:piece|pieces}", n=13)
HOLDS = Text("holds {prisoners}", prisoners="Gray's Navy, Infantry ×2; White's Infantry")
QUIET = Text("-# {count} of {limit} quiet rounds: then the game ends", count=30, limit=50)

# -- Looking

NOT_A_SPACE = "no such space: write C4 for a hexagon, C4n or C4s for a star"
NO_ARMY = "you have no army in this game"

# -- The end

WON = Text("**{army} wins** with both assassinations.", army="Black")
WON_BY_GRAY = Text("**{army} wins:** Gray took {loser}'s President.", army="Black", loser="White")
LAST = Text("**{army} is 2nd**, the last President standing. Nobody made both assassinations.", army="White")
COMPROMISE = Text(
    "**Compromise:** only two Presidents are left. {second} is 2nd, with the assassination; {third} is 3rd.",
    second="White",
    third="Black",
)
COMPROMISE_QUIET = Text(
    "**Compromise:** too many quiet rounds. {second} is 2nd, with the assassination; {third} is 3rd.",
    second="White",
    third="Black",
)
SECOND = Text("**{army} is 2nd** by taking Gray's President.", army="Black")
SECOND_CONCEDED = Text("**{army} is 2nd:** {loser} gave up.", army="Black", loser="White")
WELL_PLAYED = Text("Well played, {player}!", player="**Black** (Ada)")
DRAWN = {
    "agreed": "**Draw** by agreement.",
    "quiet_rounds": "**Draw:** too many rounds without a capture, Infantry move or trade.",
    "presidents_only": "**Draw:** only two Presidents are left.",
    "all_passed": "**Draw:** no army has a legal move.",
    "stalemate": "**Draw:** a President fell to the other player's own army, not to Gray.",
}
DRAWN_BETWEEN = {
    "agreed": Text("**Draw** of {armies} by agreement.", armies="Black and White"),
    "quiet_rounds": Text(
        "**Draw** of {armies}: too many rounds without a capture, Infantry move or trade.",
        armies="Black and White",
    ),
    "presidents_only": Text(
        "**Draw** of {armies}: only their Presidents are left.", armies="Black and White"
    ),
    "all_passed": Text("**Draw** of {armies}: neither has a legal move.", armies="Black and White"),
}
UNPLACED = "unplaced"
