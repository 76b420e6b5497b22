"""WW3: Military Chess: pictures"""

from __future__ import annotations

from adjudicator.text import Text

# Beside the board

TO_MOVE = Text("{team} to move", team="Red")
WINS_GAME = Text("{team} wins", team="Red")
DRAW = "Draw"
SETUP = "Set-up"
SECRET = "formations are secret until everyone is ready"
RESULT = Text("{reason}: {places}", reason="One Base is left", places="Red 1st, Silver 2nd")
PLACED = Text("{team} {place}", team="Red", place="1st")
DRAWS = Text("{team} draws", team="Red")
OUT = "out"
FIRST = "wins"
LEVEL = "draws"
OFFERS = "offers a draw"
OUT_AT = Text("out, {place}", place="3rd")
YOUR_ORDER = "your order"
YOUR_ORDER_IS = Text("your order: {order}", order="d3-d4")
FORMATION = "formation"
MARKS = {"move": "move", "capture": "attack", "unknown": "unknown unit", "second": "two steps"}

# What the newest turn did

MOVED = Text("{unit} {way}", unit="Red Soldier", way="d3-d4")
TOOK = Text(
    "{unit} {origin} takes {other} {target}", unit="Red Tank", origin="f4", other="Blue Captain", target="f5"
)
TOOK_BASE = Text(
    "{unit} {origin} takes {other} {target}: {team} is out",
    unit="Red Tank",
    origin="f4",
    other="Blue Base",
    target="f5",
    team="Blue",
)
FELL = Text(
    "{unit} {origin} falls to {other} {target}",
    unit="Red Soldier",
    origin="d6",
    other="Blue Spy",
    target="e6",
)
BOTH_STAY = Text(
    "{unit} {origin} meets {other} {target}: both stay",
    unit="Red Nuclear Bomb",
    origin="e5",
    other="Blue Nuclear Bomb",
    target="f6",
)
NOT_MADE = Text("{way} not made", way="e5-f5")
PASSED = Text("{team} has no legal move and passes", team="Blue")

# In a description

LAST = Text("Last: {moves}.", moves="Red Soldier d3-d4")
YOU_LOST = Text("You lost: {units}.", units="Soldier g8 and Tank h6")
KNOWN = Text("Everybody knows your units on {points}.", points="e5 f6")
FALLEN = Text("fell: {units}", units="A, 2 S")
LEFT = Text("left: {units}", units="3 ?")

# The rules' first picture: the units

UNITS_HEADING = "WW3: the units"
RANKS_TITLE = "The higher unit wins, whoever attacks"
RANKS = "Equals: the attacker wins. The loser leaves the board. The Base never moves, and whoever reaches it takes it."
STEP_TITLE = "Any unit"
STEP = "One step along a line, to an empty point or onto an enemy."
SOLDIER_TITLE = "Soldier"
SOLDIER = "Or two steps, turning if it likes, over an empty point."
AIRCRAFT_TITLE = "Air Craft"
AIRCRAFT = "Or two straight on. Never the same way twice running."
PAIR_TITLE = "Or two Soldiers"
PAIR = "One step each, one after the other."
SPY_TITLE = "A Spy beats one higher unit"
SPY = "The Nuclear Bomb, whoever attacks."
UNITS_ALT = (
    "The units of WW3 from the highest: Nuclear Bomb, Air Craft, Tank, Captain, Spy, Soldier, Base. Small boards "
    "show where a Tank, a Soldier, an Air Craft and two Soldiers can go, and a Spy that takes a Nuclear Bomb."
)

# The second one: what a turn does

TURN_HEADING = "WW3: one turn, one move"
ORDER_TITLE = "Red moves its Tank"
ORDER = Text("You write {order} or pick it from the menu.", order="e5-f5")
WINS_TITLE = "It beats a Captain"
WINS = "The Captain leaves the board, the Tank stands there now."
FALLS_TITLE = "A Soldier fails"
FALLS = "It attacked a Tank, which is higher: it is gone, the Tank stays."
BASE_TITLE = "A Base falls"
BASE = "Blue is out, and its other units leave. The last Base wins."
TURN_ALT = (
    "Four small boards: Red orders its Tank to attack Blue's Captain; the Captain falls; a Soldier that attacks a "
    "Tank falls itself; Red takes Blue's Base and all of Blue's units leave."
)
