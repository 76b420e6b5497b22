"""Nemein: pictures"""

from __future__ import annotations

from adjudicator.text import Text

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
ATTACK = "A 5 beats a 1: it takes all that is there, becomes a 10, and you get another turn."
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
FIRST = "Your 10 beats their 5 and takes the tile. For that you get another turn."
SECOND = "Your other 10 becomes two 5s."
THIRD = "The 5 on your house is a 10 now."
FOURTH = "Your 25 goes under the lone 10."
WIN_TITLE = "Three houses with a star win"
WIN = "A house counts on the middle row or beyond it. You also win when no enemy unit is left."
TURN_ALT = (
    "A turn of South's in four small boards: its 10 takes d4 from a 5, a 10 splits into two 5s, a 5 on a house becomes "
    "a 10, and a house is built on d4. Below, three houses on the middle row: South wins."
)
