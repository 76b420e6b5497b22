"""WW3: Military Chess: pictures"""

from __future__ import annotations

from adjudicator.text import Text

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
