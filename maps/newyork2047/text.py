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
    "taken": "taken",
    "turned": "turned",
    "support": "support",
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
