"""NME: options, warnings, orders that don't work."""

from __future__ import annotations

from adjudicator.text import Text

# -- Options: a label, and what it decides

PLAYERS = "Players"
PLAYERS_DECIDES = "3: an army each. 2: Protect the Ally, where Black and White take turns moving Gray."
QUIET_ROUNDS = "Quiet rounds"
QUIET_ROUNDS_DECIDES = "Rounds without a capture, Infantry move or trade until the game ends (0: never)."
GRAY_GUARD = "Guard of Gray"
GRAY_GUARD_DECIDES = "2 players: right after moving Gray, you can't assassinate its President."

# -- Warnings

EXPOSED = Text(
    "After this move {army}'s {piece} on {space} can capture your President.",
    army="gray",
    piece="Special Force",
    space="H1",
)
VOTE_WITHDRAWN = "This move withdraws your vote for a draw."

# -- Orders that can't be read

NOT_AN_ORDER = "not an order. A move is two spaces, like A4-B4"
NOT_A_SPACE = Text("there's no space {name}: write C4 for a hexagon, C4n or C4s for a star", name="c4w")
NO_ROW = Text("there's no row {row}: rows run from {first} to {last}", row="Q", first="A", last="L")
NOT_IN_ROW = Text("there's no {name}: row {row} runs from {row}1 to {row}{last}", name="A9", row="A", last=8)
NO_STAR = Text("there's no star {name}", name="C0n")
SEVERAL = Text("that could be {moves}", moves="A3-B4 or A4-B4")
NONE_GOES = Text("none of your pieces can go to {space}", space="F6")
OTHER_PIECE = Text("{space} is {piece}, not {other}", space="A4", piece="an Infantry", other="a Navy")
EMPTY_SPACE = Text("{space} is empty", space="C4")
NOT_NAVAL = "N1 is for a President's Naval One: leave it out"
NOT_A_TRADE = Text("={word} isn't a piece: trade for =A, =S, =N or =I", word="x")
GAME_MASTER_ONLY = "only the game master can rule that, with /penalty"

# -- Orders that aren't legal

NOT_YOUR_TURN = Text("it's {seat}'s turn", seat="gray")
NOT_YOUR_TURN_GRAY = Text("it's {seat}'s turn to move {army}", seat="white", army="gray")
ALREADY_VOTED = "you've already voted for a draw: waiting for the others"
NO_INFANTRY = Text("{seat} has no Infantry there", seat="gray")
CAN_MOVE = "you can pass only without a legal move"
MUST_PASS = "there is no legal move: pass"
OTHER_ARMY = Text(
    "the {piece} on {space} is {whose}'s, and {army} moves now",
    piece="Infantry",
    space="E1",
    whose="gray",
    army="white",
)

OTHERS = Text("{n} other {n:space|spaces}", n=20)
CANNOT_MOVE = Text("{space} is {piece}: it can't move now", space="A4s", piece="a President")
CAN_GO = Text("{space} is {piece}: it can go to {go}", space="A4", piece="an Infantry", go="B4 or B5")
CAN_CAPTURE = Text(
    "{space} is {piece}: it can capture on {capture}", space="C4", piece="an Air Force", capture="C6"
)
CAN_BOTH = Text(
    "{space} is {piece}: it can go to {go}, or capture on {capture}",
    space="A4",
    piece="an Infantry",
    go="B4 or B5",
    capture="A5",
)

# -- Why a move isn't legal; what the piece can do follows

SAME_SPACE = "a move goes to another space"
OWN_PIECE = Text("your own {piece} is on {space}", piece="Infantry", space="A5")
GUARDED = "you have just moved Gray, so you can't capture its President this turn"
OWN_PRESIDENT = "Gray can't capture the President of the player who moves it"
NO_THREAT = "from star to star a President goes only by Naval One, and nothing threatens it"
BLACK_STAR = "a Navy can't enter a black star"
STARS_ONLY = "a Navy stops only on stars"
SIDEWAYS = "Infantry captures only sideways, from hexagon to hexagon"
NO_FLANK = Text("you have no right to flank on {space} now", space="E4")
FLANK_BLOCKED = Text("to flank on {space}, {between} must be empty", space="E4", between="F4")
WHY = Text("{why}. {can}", why="a Navy stops only on stars", can="A1s is a Navy: it can go to A1n or C2n")

ONLY_INFANTRY = "only Infantry can be traded"
NOT_A_BASE = Text("you trade on another army's base star, and {space} isn't one", space="A4n")
HOLDER_IS_OUT = Text("{army} is out: it has no prisoners to trade", army="gray")
NO_NAVY_THERE = "a Navy can't be put on a black star"
NOT_HELD = Text("{army} doesn't hold {piece} of yours", army="gray", piece="a Navy")
