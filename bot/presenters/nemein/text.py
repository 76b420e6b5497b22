"""Nemein: reports, the order desk, options.

An action in words is what one would tell one's own coins: "attack d4 with the 10 from c3". A report names
the player before the colon.
"""

from adjudicator.text import Text

# -- lobby

OPTION_COINS = Text("{amount} in up to {most} coins", amount="$1", most=20)
OPTION_OWN_COINS = Text(
    "South {south}, North {north}, up to {most} coins each", south="$1", north="€2", most=20
)
OPTION_BOARD = Text("{tiles} tiles", tiles=37)
OPTION_WIN = Text("{n} {n:house|houses} to win", n=3)
OPTION_QUIET = Text("over after {n} quiet turns", n=60)

# -- the set-up

SETUP_TASK = Text(
    "Secretly pick up to {most} coins worth exactly **{amount}**. {house}s stay in hand to build houses; "
    "all others are your units.\nNew here? **Sensible default**, then **Send**.",
    most=20,
    amount="$1",
    house=25,
)
YOUR_COINS = Text("**Your coins:** {coins}", coins="three 25s, one 10, two 5s, five 1s")
YOUR_UNITS = Text(
    "-# {houses} {houses:house coin|house coins} in hand, {units} {units:unit|units} on rows {rows}",
    houses=3,
    units=8,
    rows="a and b",
)
CHOOSE_COINS = "Choose your coins"
OTHER_COINS = "Choose other coins"
CHANGE_COINS = "Change single coins"
HANDFUL = Text("{houses} {houses:house|houses}, {units} {units:unit|units}", houses=3, units=8)
BREAK = Text("Break a {coin} into {into}", coin=25, into="10, 10, 5")
JOIN = Text("Join {coins} into a {into}", coins="10, 10, 5", into=25)
DEFAULT = "Sensible default"
PLACE = "Place the coins…"
BACK_TO_COINS = "◀ Coins"
DEFAULT_PLACES = "Default placement"
PLACE_UNIT = "Move a coin"
ANOTHER_COIN = "◀ Another coin"
UNIT_ON = Text("{coin} on {tile}", coin=10, tile="b2")
MOVE_CHOICE = Text("Move the {coin} on {tile}", coin=10, tile="b2")
STANDS_WITH = Text("with {coins}", coins="5, 1")
STANDS_ALONE = "alone"
STACK_OF = Text("{seat}: {coins}", seat="North", coins="5 on a house, 1")
SWAP_WITH = Text("{tile}: swap with the {coin}", tile="b3", coin=5)

# -- a turn: the desk

TURN_TASK = "**Your turn:** move, split, upgrade, build (once each, in this order), then end."
GOES_ON = Text("**Your turn goes on:** {acts}.", acts="split, build a house or end the turn")
ONLY_END = "**Your turn goes on**, but all you can do now is end it."
EXTRA_TURNS = Text("You have {n} extra {n:turn|turns} after this one.", n=1)
DRAW_OFFERED = Text("{seat} offers a draw: agree with `draw`, or play on.", seat="North")
ACTS = {
    "move": "move",
    "swap": "swap",
    "split": "split",
    "upgrade": "upgrade",
    "house": "build a house",
    "end": "end the turn",
}
MOVE_UNIT = "Move a unit"
MOVE_TARGET = Text("Move the {coin} on {tile} to…", coin=10, tile="c3")
ANOTHER_UNIT = "◀ Another unit"
OR = Text("Or: {acts}", acts="split, house, end")
THEN = Text("Then: {acts}", acts="split, house, end")
ONLY_END_MENU = "End the turn"
ATTACKS = Text("Attacks {tiles}", tiles="d4 (sure win), d3 (coin flip)")
REACHES = Text("To {tiles}", tiles="c2, c4, b2")
HIT = Text("{tile} ({odds})", tile="d4", odds="sure win")
SURE_WIN, COIN_FLIP, WINS_GAME = "sure win", "coin flip", "wins the game"
TARGET = Text("{tile} · {odds}", tile="d4", odds="sure win")
BEATS = Text("Your {coin} beats the lowest coin there, the {lowest}", coin=10, lowest=1)
FLIPS = Text("{coin} against {lowest}: heads you take it, tails you lose your {coin}", coin=10, lowest=10)
JOINS = Text("Joins {coins}", coins="10, 5")
SWAP_CHOICE = Text("Swap on {tile}", tile="c1")
TAKES_PLACE = Text("The {loose} takes the {housed}'s place on the house", loose=1, housed=5)
SPLIT_CHOICE = Text("Split the {coin} on {tile}", coin=10, tile="b2")
UPGRADE_CHOICE = Text("Upgrade the {coin} on {tile}", coin=5, tile="c1")
HOUSE_CHOICE = Text("Build a house on {tile}", tile="d4")
HOUSE_WINS_CHOICE = Text("Build a house on {tile} · wins the game", tile="d4")
END_CHOICE = "End the turn"
INTO_TWO = Text("Into two {coin}s", coin=5)
TO_A = Text("To a {coin}", coin=10)
HOUSE_COUNTS = Text("Counts: house {n} of {needed}", n=2, needed=3)
HOUSE_NEAR = "Too near home to count"
IF_WON = Text("{told}, if you win the flip", told="Into two 5s")
IF_LOST = Text("{told}, if you lose the flip", told="Into two 5s")
SEND_AND_END = "Send and end turn"
END_TURN = "End turn"

# -- a turn: orders in words

LINE = Text("{n}. {told}", n=1, told="attack d4 with the 10 from c3: **sure win**")
MOVE = Text("move the {coin} from {origin} to {target}", coin=10, origin="b2", target="c3")
ATTACK = Text(
    "attack {target} with the {coin} from {origin}: **{odds}**",
    target="d4",
    coin=10,
    origin="c3",
    odds="sure win",
)
SWAP = Text(
    "swap on {tile}: the {loose} takes the {housed}'s place on the house", tile="c1", loose=1, housed=5
)
SWAP_LATER = Text("swap the two units on {tile}", tile="c1")
SPLIT = Text("split the {coin} on {tile} into two {into}s", coin=10, tile="d4", into=5)
UPGRADE = Text("upgrade the {coin} on {tile} to a {into}", coin=5, tile="c1", into=10)
UPGRADE_LATER = Text("upgrade the housed unit on {tile}", tile="c1")
HOUSE = Text("build a house on {tile}", tile="d4")
HOUSE_GOOD = Text("build a house on {tile} ({n} of {needed})", tile="d4", n=2, needed=3)
HOUSE_WINS = Text("build a house on {tile} ({n} of {needed}): **wins the game**", tile="d4", n=3, needed=3)
HOUSE_BAD = Text("build a house on {tile} (too near home to count)", tile="a1")
END = "end the turn"
STAYS_OPEN = Text(
    "-# Your turn stays open. Next you can {acts}.", acts="split, build a house or end the turn"
)
EXTRA_FOLLOWS = "-# Then you play an extra turn."
EXTRA_IF_WON = "-# Win the flip, and you play an extra turn."
STAYS_OPEN_LINE, WHOLE_LINE = "your turn stays open", "the whole turn"

# -- what happened

SAID = Text("{seat}: {told}", seat="**South** (Ada)", told="New house on d4.")
YOU = "**You**"
REVEALED = Text("{seat}: {coins}.", seat="**South** (Ada)", coins="two 25s, four 10s, two 5s")
HEADS_BEGINS = Text("Heads: {seat} moves first.", seat="**South** (Ada)")
TAILS_BEGINS = Text("Tails: {seat} moves first.", seat="**North** (Ben)")
HEADS_YOU_BEGIN = "Heads: **you move first.**"
TAILS_YOU_BEGIN = "Tails: **you move first.**"
MOVED = Text("{coin} {origin} → {target}.", coin=10, origin="b2", target="c3")
WON = Text(
    "{coin} from {origin} **takes {target}** and removes the {taken}.",
    coin=10,
    origin="c3",
    target="d4",
    taken="5 and 1",
)
WON_FLIP = Text(
    "heads! {coin} from {origin} **takes {target}** and removes the {taken}.",
    coin=10,
    origin="c3",
    target="d3",
    taken="10",
)
LOST_FLIP = Text(
    "tails! {coin} from {origin} attacks {target} **and is lost**.", coin=10, origin="c3", target="d3"
)
TAKEN_HOUSE = "house"
PROMOTED = Text("It becomes a {into}.", into=10)
EXTRA_WON = "That wins an extra turn."
SPLIT_DONE = Text("The {coin} on {tile} splits into two {into}s.", coin=10, tile="d4", into=5)
UPGRADED = Text("The {coin} on {tile} becomes a {into}.", coin=5, tile="c1", into=10)
HOUSED = Text("New house on {tile}.", tile="d4")
HOUSED_NEAR = Text("New house on {tile}, too near home to count.", tile="a1")
SWAPPED = Text(
    "On {tile} the {housed} moves onto the house, the {loose} off it.", tile="c1", housed=1, loose=5
)
SKIPPED = Text("Skipped: {actions}.", actions="`split d3 5`")
TURN_ENDED = Text("{seat} ends the turn.", seat="**North** (Ben)")
EXTRA_BEGINS = Text("{seat} plays an extra turn now.", seat="**South** (Ada)")
YOUR_EXTRA = "**Now your extra turn.**"

# -- how they stand

TO_MOVE = Text("{seat} to move", seat="South")
EXTRA_TURNS_WON = Text("{n} extra {n:turn|turns} won", n=1)
SETUP_PHASE = "Both players secretly choose their coins"
STACK_HOUSED = Text("{coin} on a house", coin=5)
UNITS = Text("{n} {n:unit|units}: {coins}", n=3, coins="one 10, two 5s")
NO_UNITS = "no units"
HOUSES = Text("{n} of {needed} houses", n=1, needed=3)
HOUSES_NEAR = Text("{n} of {needed} houses ({near} too near home)", n=1, needed=3, near=1)
HAND = Text("{n} {n:house coin|house coins} in hand", n=2)
QUIET = Text("-# Quiet turns: {n} of {limit}. After the last one, more houses win.", n=30, limit=60)
AGREED = "**Draw** by agreement."
QUIET_DRAW = "**Draw:** the quiet turns ran out, and both have as many houses."
NOT_A_TILE = Text("that's no tile of this board. Tiles are written like {example}", example="c3")
