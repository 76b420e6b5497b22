"""Nemein: pictures"""

from __future__ import annotations

from adjudicator.text import Text

# Beside the board

TO_MOVE = Text("{seat} to move", seat="South")
TO_MOVE_MORE = Text("{seat} to move · +{n} {n:turn|turns}", seat="North", n=2)
WINS = Text("{seat} wins", seat="South")
DRAW = "Draw"
SETUP = "Secret set-up"
STAGES = ("Move", "Split", "Upgrade", "House", "End")
IN_HAND = Text("{n} in hand", n=2)
COUNTING = Text("{n} of {wanted} houses", n=1, wanted=3)
ABOUT = Text("{side} · {currency}", side="heads", currency="USD")
ABOUT_SEAT = Text("{seat} · {side} · {currency}", seat="South", side="heads", currency="USD")
OVER = Text("{reason}. {last}", reason="Enough counting houses", last="South: a house on d4")
YOUR_ORDERS = Text("your orders: {orders}", orders="move c3-d3 10; house d4")
SETUP_OWN = "only you see this"
SETUP_BOTH = "both sides choose in secret"
MARKS = {"chosen": "chosen", "move": "move", "attack": "sure win", "flip": "coin flip"}

# The plate with the coins, in the set-up

PLATE_SECRET = "Coins and places are secret until both are ready"
PLATE_CHOOSE = Text("Pick coins worth exactly {sum}, at most {most}", sum="100 ¢", most=20)
PLATE_CHOSEN = Text(
    "{sum} of {wanted} · {n} {n:coin|coins} · {placed} of {units} {units:unit|units} placed",
    sum=100,
    wanted="100 ¢",
    n=13,
    placed=11,
    units=11,
)

# What the newest turn did

MOVED = Text("{seat}: {coin} from {origin} to {target}", seat="South", coin=10, origin="b2", target="c2")
TOOK = Text("{seat}: {coin} from {origin} takes {target}", seat="South", coin=5, origin="b3", target="c3")
LOST = Text("{seat}: {coin} from {origin} lost at {target}", seat="North", coin=10, origin="e5", target="d4")
SWAPPED = Text("{seat}: swap on {target}", seat="South", target="c3")
SPLIT_UP = Text("{seat}: {coin} split on {target}", seat="South", coin=10, target="b2")
UPGRADED = Text("{seat}: {coin} upgraded on {target}", seat="South", coin=5, target="d4")
HOUSED = Text("{seat}: a house on {target}", seat="South", target="d4")
FLIP_FIRST = Text("{side}: {seat} begins", side="tails", seat="North")
FLIP_WON = Text("{side}: attack won", side="heads")
FLIP_LOST = Text("{side}: attack lost", side="tails")
LOST_UNIT = Text("\N{MINUS SIGN}{coin}", coin=10)
LOST_HOUSE = "\N{MINUS SIGN}house"

# In a description

STAGE = Text("Stage of the turn: {stage}.", stage="move")
FURTHER = Text("Extra turns won: {n}.", n=2)
OWN_ORDERS = Text("Your orders, seen by nobody else: {orders}.", orders="move c3-d3 10")
SETUP_SECRET = "Coins and places are secret until both are ready."
FLIPPED = Text("Coin flip, {result}.", result="heads: attack won")
LAST = Text("Last: {actions}.", actions="South: 5 from b3 takes c3")
A_HOUSE = "a house"
YOU_LOST = Text("You lost on {tile}: {coins}.", tile="c3", coins="10, 5 and a house")
SEAT = Text(
    "{seat}, {currency}: {houses} {houses:house|houses}, {counting} of {wanted} counting, {hand} "
    "{hand:house coin|house coins} in hand; {coins}.",
    seat="South (Ada)",
    currency="USD",
    houses=2,
    counting=1,
    wanted=3,
    hand=2,
    coins="b3 10+5+5, d4 house under 5",
)
HOUSE_UNDER = Text("house under {unit}", unit=5)
HOUSE_UNDER_AND = Text("house under {unit} and {loose}", unit=5, loose="10")
NO_COINS = "no coins"

# The rules' first picture: the coins

COINS_HEADING = "Nemein: your coins"
COINS_TITLE = "Worth one dollar, in secret"
COINS = (
    "Units: 10, 5 and 1. The 25 is a house: it waits in your hand. South's coins are round and show heads, "
    "North's are square and show tails."
)
MOVE_TITLE = "Move"
MOVE = "One unit, one step, where fewer than three coins are."
ATTACK_TITLE = "Attack"
ATTACK = "A 5 beats a 1: it takes all that is there, becomes a 10, and wins you an extra turn."
FLIP_TITLE = "Or flip for it"
FLIP = "Not higher: heads you take the tile, tails you lose your unit."
SPLIT_TITLE = "Split"
SPLIT = "A 10 becomes two 5s, a 5 two 1s."
HOUSE_TITLE = "House"
HOUSE = "Your 25 goes under a lone unit, which stays there."
UPGRADE_TITLE = "Upgrade"
UPGRADE = "A unit on a house goes up: 1, 5, 10."
COINS_ALT = (
    "The coins of Nemein, and small boards with what they do: a move, an attack that wins, an attack that a coin "
    "flip decides, a split, a new house, an upgrade."
)

# The second one: a turn

TURN_HEADING = "Nemein: one turn, up to four actions"
STEP_TITLE = Text("{n}. {order}", n=1, order="move c3-d4 10")
FIRST = "Your 10 beats their 5 and takes the tile. That wins you an extra turn."
SECOND = "Your other 10 becomes two 5s."
THIRD = "The 5 on your house is a 10 now."
FOURTH = "Your 25 goes under the lone 10."
WIN_TITLE = "Three houses with a star win"
WIN = "A house counts on the middle row or beyond it. You also win when no enemy unit is left."
TURN_ALT = (
    "A turn of South's in four small boards: its 10 takes d4 from a 5, a 10 splits into two 5s, a 5 on a house becomes "
    "a 10, and a house is built on d4. Below, three houses on the middle row: South wins."
)
