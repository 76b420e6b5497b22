"""What the lessons of NME and Protect the Ally teach: see `taught.py`."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.nme.board import NAMES
from tests.lessons.taught import Listed, Proof, both, event, option, order, piece, refused, said

HEXAGON, SPACE, STAR = "[A-L][0-9]+", "[A-L][0-9]+[ns]?", "[A-L][0-9]+[ns]"
TAUGHT: Mapping[str, Proof] = {
    **{name: piece(letter) for letter, name in NAMES.items()},
    "move": order(f"{SPACE}-{SPACE}"),
    "capture": order(f"{SPACE}x{SPACE}"),
    "trade": order(f"{SPACE}-{STAR}=[ASNI]"),
    "draw": order("draw"),
    "concede": Listed("concede"),
    "pass": Listed("pass"),
    "goal": said("President"),
    "jump": both(said("over"), refused),
    "stars": both(order(f"{STAR}x{STAR}"), said("star")),
    "blockers": both(said("stops it"), refused),
    "black star": both(said("black star"), said("middle")),
    "Naval One": both(event("captured", naval_one=True), refused),
    "flank": both(event("flank_right", army="black"), event("captured", army="black", flank=True)),
    "prisoners": said("prisoner"),
    "army out": event("army_out", army="white"),
    "Compromise": both(said("Compromise", "2nd", "3rd"), event("game_over", reason="last_president")),
    "silence": both(said("Nobody may talk"), event("game_over", reason="agreed")),
    "Protect the Ally": both(option("players", 2), event("game_over", reason="gray_assassinated")),
}
UNTAUGHT = frozenset({"started", "passed", "conceded", "forfeited", "penalised", "vote_withdrawn"})
