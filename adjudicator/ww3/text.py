"""WW3: Military Chess: errors, warnings, options.

Reasons end without a full stop: whoever shows them puts one.
"""

from adjudicator.text import Text

# -- the set-up

FORMATIONS = {
    "stock": "The rules' own: the Base behind a screen",
    "bunker": "The Base walled in, slow to open",
    "wings": "The strongest units on both corners",
    "spearhead": "The Nuclear Bomb in front, the Spy behind it",
    "ambush": "The Spy in front, waiting for a Nuclear Bomb",
    "wall": "Four Soldiers in front, all others behind",
}

NO_SEAT = "You have no seat in this game"
SETUP_HELP = Text(
    "I don't understand that. Choose a formation, for example `{example}`", example="setup stock"
)
NO_FORMATION = Text(
    "Name a formation, or ten points: `{example}`",
    example="setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1",
)
NO_UNIT = Text(
    "“{word}” is no unit. The units: {units}", word="x", units="N Nuclear Bomb, A Air Craft, T Tank"
)
UNIT_TWICE = Text("{kind} is there twice", kind="N")
SETUP_FORM = "Write each unit with its point: N=d2, S=d3,e2,g3,h3"
NOT_YOUR_ARM = Text("{point} isn't on your arm, {rows}", point="d4", rows="d1 to h1, d2 to h2 and d3 to h3")
TWO_UNITS = Text("Two units stand on {point}", point="d2")
NOT_ALL_PLACED = Text(
    "You have {units} and placed {placed}. Free points: {free}",
    units="4 Soldiers",
    placed=3,
    free="d1, f2 and g1",
)
SETUP_OVER = "The set-up is over"
SETUP_FIRST = "Place your units first"
KNOWN_FORMATION = "Everyone knows this formation. Swap some units."
BASE_CAN_FALL = Text(
    "Your Base on {point}, a front corner, can fall to {enemy} on the first turn.", point="d3", enemy="blue"
)
BASE_OPEN = Text("Your Base on {point}, a front corner, is open from two sides.", point="h3")

# -- a turn: reading it

NOT_UNDERSTOOD = Text(
    "I don't understand that. A move names two points, for example `{example}`", example="d3-d4"
)
NO_POINT = Text("“{name}” is no point. Points are written like d4, from a to k and 1 to 11", name="z9")
OFF_BOARD = Text(
    "{name} isn't on the board: column {column} has {first} to {last}",
    name="a1",
    column="a",
    first="a4",
    last="a8",
)
WHERE_TO = Text("Where to? For example `{example}`", example="d3-d4")
WHICH = "That could mean several moves. Which one?"
OTHER_UNIT = Text("The unit on {point} is {unit}", point="e5", unit="a Tank")
TWO_SOLDIERS = "At most two Soldiers move in a turn"
NOT_YOUR_TURN = Text("Not your turn: {mover} to move", mover="blue")
MUST_MOVE = "You can move, so you can't pass"
NO_MOVE = "You have no legal move: `pass`"

# -- a turn: what is not possible

EMPTY = Text("Nothing stands on {point}", point="e6")
NOT_YOURS = Text("The unit on {point} is {owner}'s", point="c6", owner="blue")
ONLY_SOLDIERS = Text("Only Soldiers move in pairs, and {point} is {unit}", point="f3", unit="a Tank")
TWO_DIFFERENT = "That's one Soldier twice. A pair is two different ones"
ONE_STEP_EACH = "Two Soldiers move one step each"
OWN_UNIT = Text("Your own unit stands on {point}", point="e5")
OWN_UNIT_THEN = Text("Your own unit stands on {point} then", point="e4")
ENDS_GAME = "The first move ends the game: send it alone"
BASE_STAYS = "A Base never moves"
ONE_STEP = Text("{unit} moves one step", unit="A Tank")
TWO_STEPS = Text("{unit} moves at most two steps", unit="A Soldier")
NO_LINE = Text("No line joins {point} and {other}", point="d4", other="e6")
SAME_POINT = Text("{point} is where it stands", point="d4")
NOT_BACK = "A Soldier can't go back to where it started"
STRAIGHT_ON = "An Air Craft flies straight on"
FIRST_STEP = Text(
    "The first of two steps must end on an empty point, and a unit stands on {point}", point="e5"
)
SAME_WAY = Text("Your Air Craft flew {way} on your last turn, so not again now", way="north-east")
BOMB = "A Nuclear Bomb can't attack a Nuclear Bomb: only a Spy takes one"
CAN_GO = Text(
    "{why}. The {unit} on {point} can go to {places}",
    why="No line joins d4 and e6",
    unit="Tank",
    point="d4",
    places="c4, d5 or e4",
)
CAN_ATTACK = Text(
    "{why}. The {unit} on {point} can attack {enemies}",
    why="No line joins d4 and e6",
    unit="Tank",
    point="d4",
    enemies="e5",
)
CAN_BOTH = Text(
    "{why}. The {unit} on {point} can go to {places}, or attack {enemies}",
    why="No line joins d4 and e6",
    unit="Tank",
    point="d4",
    places="c4, d5 or e4",
    enemies="e5",
)
CANNOT_MOVE = Text(
    "{why}. The {unit} on {point} can't move now", why="Your own unit stands on e5", unit="Tank", point="d4"
)
STUCK = Text("The {unit} on {point} can't move now", unit="Tank", point="d4")
OTHERS = Text("{n} other {n:point|points}", n=3)

# -- a turn: warnings

OFFER_LAPSES = "This move lets the draw offer lapse."
FALLS = Text("Your {unit} will fall: {other} stands on {point}.", unit="Soldier", other="a Tank", point="e5")
BOUNCES = Text("A Nuclear Bomb stands on {point}: yours bounces back.", point="e5")
COMPASS = {
    (0, 1): "north",
    (1, 1): "north-east",
    (1, 0): "east",
    (1, -1): "south-east",
    (0, -1): "south",
    (-1, -1): "south-west",
    (-1, 0): "west",
    (-1, 1): "north-west",
}

# -- options of a table: title, what it decides

PLAYERS = ("Players", "2: Red and Silver. 3: Red, Blue and Silver. 4: all.")
FOG = (
    "Fog",
    "Enemy kinds stay hidden until they meet: the winner is shown then, and the loser as it leaves.",
)
QUIET_ROUNDS = ("Quiet rounds", "A draw after so many rounds in which no unit left the board (0: never).")

# -- positions, for those who write them

EXAMPLE = '{"red": {"d2": "N", …}, "silver": {…}}'
PIECES_NEEDED = Text("pieces are needed: {example}", example=EXAMPLE)
WAY_FORM = Text("{key}: a direction by seat, like [0, 1] for north", key="ways")
OUTCOME_AT_END = "an outcome stands in a finished game, and only there"
OUT_ONCE = "a seat goes out once"
KNOWN_EMPTY = "known: a unit stands on each of these points"
KNOWN_NO_FOG = "known belongs to the option fog: without it everything is known"
OUT_HAS_UNITS = Text("{seat} is out: it has no units on the board", seat="blue")
TOO_MANY = Text("{seat} has at most {most} of {kind}", seat="blue", most=1, kind="T")
ONE_LEFT = "one seat is left, so the game is over"
OUT_OFFERS = "a seat that is out offers no draw"
ALL_AGREED = "all have agreed to a draw, so the game is over"
SETUP_EMPTY = "in the set-up nothing stands on the board yet"
NO_BASE = Text("{seat} has no Base: a seat without one is out and stands in out", seat="blue")
OUT_MOVES = Text("{seat} is out, so it is not to move", seat="blue")
ROUND_DONE = "round_done names living seats, but not all of them"
QUIET_OVER = "the quiet rounds are over, so the game is"
ONLY_BASES = "only Bases are left, so the game is over"
