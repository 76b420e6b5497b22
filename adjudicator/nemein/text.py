"""Nemein: errors, warnings, options.

Reasons end without a full stop: whoever shows them puts one.
"""

from adjudicator.text import Text

_TO_TEN = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen")
NUMBERS = (*_TO_TEN, *_TEENS, "nineteen", "twenty")
COINS = Text("{number} {coin}{n:|s}", number="two", coin=5, n=2)

AMOUNTS = {"USD": "${}", "EUR": "€{}", "GBP": "£{}", "JPY": "¥{}", "CHF": "CHF {}", "AUD": "A${}"}

# -- the set-up: reading it

NO_COINS = Text("Name the coins, for example `{example}`", example="handful 25x3 10x1 5x2 1x5")
NO_TILES = Text("Name each tile with its coins, for example `{example}`", example="place a1=10 b2=5,5")
NO_NUMBER = Text("I can't read “{word}”. Write three 10s as 10x3", word="10xmany")
NO_COIN = Text(
    "“{word}” is no {currency} coin. You have {coins}", word="20", currency="USD", coins="25, 10, 5 and 1"
)
MANY_COINS = Text("Nobody has more than {most} coins", most=999)
TILE_TWICE = Text("{tile} is named twice", tile="a1")
SETUP_HELP = Text(
    "I don't understand that. Choose your coins first, for example `{example}`", example="handful stock"
)

# -- the set-up: what does not add up

TOO_LITTLE = Text("That's {sum}: {missing} short of {amount}", sum="90c", missing="10c", amount="$1")
TOO_MUCH = Text("That's {sum}: {over} more than {amount}", sum="110c", over="10c", amount="$1")
TOO_MANY = Text("That's {n} coins, and you may take {most}", n=24, most=20)
NO_UNIT = Text("Take at least one unit: {units}", units="10, 5 or 1")
NO_ROOM = Text("Only {room} of your {n} units fit on your home rows", room=27, n=30)
NOT_HOME = Text("{tile} isn't on your home rows, {rows}", tile="c1", rows="a and b")
HOUSE_COIN = Text("The {coin} is your house coin: it stays in your hand", coin=25)
FULL_TILE = Text("{n} coins on {tile}, and {most} fit", n=4, tile="a1", most=3)
MISSING = Text("Still to place: {coins}", coins="one 10, two 5s")
STRANGE = Text("Not in your handful: {coins}", coins="two 5s")
SAID_TWICE = "That's there twice: put all coins into one"
NO_HANDFUL = "Choose your coins first"
SETUP_FIRST = "Choose and place your coins first"
SETUP_OVER = "The coins are on the board already"
FEW_HOUSES = Text(
    "{n} house {n:coin|coins}: with fewer than {needed} you can win only by removing every enemy unit.",
    n=2,
    needed=3,
)

# -- a turn: reading it

NOT_TILE = Text("“{word}” is no tile. Tiles are written like {example}", word="c3c3", example="c3")
NO_ROW = Text("{tile} isn't on the board: its rows are {first} to {last}", tile="h1", first="a", last="g")
NO_PLACE = Text(
    "{tile} isn't on the board: row {row} has {first} to {last}", tile="c9", row="c", first="c1", last="c6"
)
WHICH_UNIT = Text("Which coin: {coins}?", coins="10 or 5")
WHICH = "That could mean several things. Which one?"
NOTHING_THERE = Text("No unit of yours stands on {tile}", tile="e4")
WRITE = Text("Write it like `{example}`", example="split c3 10")
TILE_HELP = Text("What happens on {tile}? For example `{example}`", tile="c3", example="move c3-d4 10")
TURN_HELP = "I don't understand that. You can move, swap, split, upgrade, house or end"
NOT_YOUR_TURN = Text("Not your turn: {mover} to move", mover="north")
AFTER_END = "Nothing follows `end`"

# -- a turn: what is not possible

TOO_LATE = Text(
    "Too late to {act}. The order of a turn is: move or swap, split, upgrade, house", act="move or swap"
)
ACTS = ("move or swap", "split", "upgrade", "build a house")
NOT_ON_BOARD = Text("{tile} isn't on the board", tile="h9")
EMPTY = Text("Nothing stands on {tile}", tile="d4")
NOT_YOURS = Text("The coins on {tile} are {owner}'s", tile="d3", owner="north")
NO_HOUSE = Text("There is no house on {tile}", tile="c3")
NO_PARTNER = Text("There is no second unit on {tile} to swap with", tile="c3")
NOT_HOUSED = Text("The unit on {tile} has no house: only housed units are upgraded", tile="c3")
HIGHEST = Text("The {coin} is your highest unit already", coin=10)
LOWEST = Text("The {coin} is your lowest unit already", coin=1)
HOUSE_THERE = Text("There is a house on {tile} already", tile="c3")
NOT_ALONE = Text("{n} units stand on {tile}: a house goes under a single one", n=2, tile="c3")
NO_HOUSE_COIN = Text("You have no house coin left")
NOT_THERE = Text("There is no {coin} on {tile}, only {units}", coin=5, tile="a1", units="10 and 1")
HOUSED = Text("The {coin} on {tile} stands on a house: it can't move", coin=10, tile="c3")
TOO_FAR = Text(
    "The {coin} on {tile} can't reach {target}: it can go to {reach}",
    coin=10,
    tile="c3",
    target="d5",
    reach="b2, c2 or d4",
)
SHUT_IN = Text("The {coin} on {tile} can't move: every tile around it is full", coin=10, tile="c3")
TARGET_FULL = Text("{target} is full: three coins stand there", target="d3")
SPLIT_FULL = Text("{tile} is full: three coins stand there", tile="c3")
SPLIT_HOUSE_FULL = Text("{tile} is full: the house counts as a coin", tile="c3")

# -- a turn: warnings

COIN_FLIP = Text(
    "{coin} against {lowest}: coin flip. Heads you take {tile}, tails you lose your {coin}.",
    coin=10,
    lowest=10,
    tile="d3",
)
LAST_FLIP = Text(
    "{coin} against {lowest}: coin flip. Heads you take {tile}, tails you lose your last unit and the game.",
    coin=10,
    lowest=10,
    tile="d3",
)
WONT_COUNT = Text(
    "The house on {tile} won't count: only those on row {row} or beyond do.", tile="a1", row="d"
)
GAME_ENDS = Text("`{action}` won't happen: the game is over before it.", action="end")
SKIPPED_ANYWAY = Text(
    "`{action}` won't happen. {reason}.", action="split d4 5", reason="The coins on d4 are north's"
)
ONLY_HEADS = Text("`{action}` happens only if the flip shows heads.", action="split d3 10")
ONLY_TAILS = Text("`{action}` happens only if the flip shows tails.", action="split b2 5")

# -- options of a table: title, what it decides

SIDE = ("Board side", "Tiles on each side of the board: 4 makes 37 tiles.")
CURRENCY = ("Currency", "The coins you play with. USD/EUR: South has dollars, North euros (a handicap).")
FRACTION = (
    "Worth of a handful",
    "In whole dollars, euros …: 1, 3/2. Usually 1 with USD, 2 with the others.",
)
MAX_COINS = ("Coins in a handful", "At most so many coins, house coins too.")
HOUSES_TO_WIN = ("Houses to win", "So many houses on the middle row or beyond win the game.")
QUIET_TURNS = (
    "Quiet turns",
    "After so many turns without an attack or a new house, more houses that count win (0: never).",
)
NO_SEAT = Text("{seat} is no seat", seat="'east'")
SEAT_MISSING = Text("{seat} has none: name one for each seat, or one for both", seat="north")
NO_CURRENCY = Text("{value} is no currency of the game", value="'XYZ'")
NO_FRACTION = Text("I can't read {value}. Write 1, 3/2 or default", value="'half'")
BROKEN_FRACTION = Text(
    "{fraction} of {whole} {currency} is no whole number of coins", fraction="1/3", whole=100, currency="USD"
)
NO_SUCH_HANDFUL = Text(
    "No {most} {currency} coins ({coins}) with a unit among them are worth {amount}",
    most=4,
    currency="USD",
    coins="25, 10, 5 and 1",
    amount="$9.99",
)
NO_HANDFUL_FITS = Text(
    "No {most} {currency} coins ({coins}) with a unit among them are worth {amount} and fit on the home rows",
    most=40,
    currency="USD",
    coins="25, 10, 5 and 1",
    amount="$10",
)

# -- positions, for those who write them

STILL_PLAYED = "the game is over in this state, which says that it goes on"
NO_TILE_OF_BOARD = Text(
    "{key}: {name} is no tile of a board of side {side}", key="tiles", name="'h1'", side=4
)
TILES_NEEDED = 'tiles are needed: {"b2": {"seat": "south", "units": [10, 5]}, …}'
TILE_FORM = Text('{name} must be like {{"seat": "south", "house": 10, "units": [5]}}', name="b2")
COINS_ON_TILE = Text("{n} coins on {name}: a tile holds 1 to {most}, a house is one", n=4, name="b2", most=3)
NO_UNIT_OF = Text(
    "{coin} on {name} is no unit of {currency}; they are {units}",
    coin=7,
    name="b2",
    currency="USD",
    units="10, 5, 1",
)
OUTCOME_AT_END = "an outcome stands in a finished game, and only there"
FROM_ONE = "turns are numbered from 1"
HAND_LIMIT = Text("a hand has at most {most} house coins", most=20)
LAST_NO_UNIT = Text("last: {coin} is no unit of {currency}", coin=7, currency="USD")
BOTH_AGREED = "both have agreed to a draw, so the game is over"
EMPTY_BOARD = "nothing stands on the board, so nobody has won or can play"
NOT_BUSY = "a turn that has not begun is not busy"
QUIET_OVER = "the quiet turns are over, so the game is"
NOTHING_YET = Text("in the set-up nothing has happened yet, but {key} says otherwise", key="tiles")
