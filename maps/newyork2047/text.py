"""New York 2047: in pictures, and pictures in words."""

from __future__ import annotations

from adjudicator.text import Text

# -- panels

SEASON = Text("{season} {year}", season="Fall", year=2048)
WINNER = Text("{faction} wins", faction="Tower")
DRAW = "Draw"
PRIVATE = "private"
ADJUSTMENT = "adjustment"
GONE = "out"

KEY = {
    "standoff": "standoff",
    "stopped": "stopped",
    "lost": "lost",
    "robbed": "land lost",
    "taken": "taken",
    "turned": "turned",
    "support": "support",
    "cut": "cut",
    "new": "new",
}
"""The words for marks on the map, the ones that need them most first."""

# -- descriptions

MAP = Text("Map of New York 2047, {season}, {caption}.", season="Fall 2048", caption="k7f3 · turn 4")
PLAIN_MAP = Text("Map of New York 2047, {season}.", season="Fall 2048")
ORDERS = Text("Your orders, seen by nobody else: {orders}.", orders="1 move bushwick; 2 hold")
TAKEN_NOW = Text("Taken: {spaces}.", spaces="HAR SOH")
STANDOFFS = Text("Standoffs: {spaces}.", spaces="LIC")
LOST_NOW = Text("Lost: {units}.", units="Papst 5, Greene 2")
NEW_NOW = Text("New: {units}.", units="Tower 4")
FROM_YOU = Text("Taken from you: {spaces}.", spaces="FLU")
TURRETONS = Text("Turretons: {loyal}.", loyal="Moe Hamblet, Larry Greene")
OUT = Text("{faction} is out.", faction="Greene (Ann)")
FACTION = Text(
    "{faction} {stars}★{home}: {units}{land}.",
    faction="Greene (Ann)",
    stars=4,
    home=", home JAM",
    units="1+2 JAM, 3 FLU",
    land="; land BAY KEN",
)
HOME = Text(", home {space}", space="JAM")
LAND = Text("; land {spaces}", spaces="BAY KEN")
NO_UNITS = "no units"

# -- the rules' pictures

GAME = "New York 2047"
EXPLAINED = {
    "home": "home base: new units arrive here",
    "star": "star: more than 10 win the game",
    "unit": "unit 1 of Greene",
    "turreton": "Turreton: a star, and +2 in defence",
    "land": "Greene's land, even when empty",
}
"""What the map's things are."""
MAP_ALT = Text(
    "The map of New York 2047 before the first turn. Each faction has units 1, 2 and 3 in its home base: "
    "{homes}. Stars stand on {stars} spaces; more than 10 of them win. The Turretons Moe, Larry and Curly "
    "sleep in the Lower Hudson River, the Lower Bay and Long Island Sound.",
    homes="Tower in Cloisters, Papst in Astoria",
    stars=27,
)
MOVE = "Move"
MOVE_ORDERS = "Greene: 4 flushing"
MOVE_RESULT = "Nobody is there: Greene takes\nFlushing and its star."
SUPPORTED = "Support"
SUPPORTED_ORDERS = "Papst: 3 flushing; 2 s 3 flushing"
SUPPORTED_RESULT = "2 against 1: Papst takes Flushing,\nGreene 2 is lost."
EQUAL = "Standoff"
EQUAL_ORDERS = "Greene: 4 s 2 hold"
EQUAL_RESULT = "2 against 2: everybody stays,\nnobody is lost."
CUT = "Cut support"
CUT_ORDERS = "Greene: 4 s 2 hold; 5 bayside"
CUT_RESULT = "Papst 2 is attacked and gives no\nsupport. 1 against 2: Papst 3 is lost."
ORDERS_ALT = (
    "Two maps of Flushing. A move: Greene 4 goes from Forest Hills to Flushing, where nobody is, and takes "
    "the land and its star. A support: Papst 3 goes from Forest Hills to Flushing, Papst 2 in Bayside supports "
    "it; 2 against 1, so Greene 2 is lost there and Papst takes Flushing."
)
BATTLES_ALT = (
    "Two maps of Flushing, which Papst 3 attacks with the support of Papst 2. A standoff: Greene 4 supports "
    "Greene 2, which holds; 2 against 2, everybody stays. A cut support: Greene 5 attacks Papst 2 in Bayside "
    "as well, so its support does not count; 1 against 2, Papst 3 is lost."
)
