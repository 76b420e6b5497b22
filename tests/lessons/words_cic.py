"""What the lessons of Commander-In-Chief teach: see `taught.py`."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.cic.board import NAMES
from tests.lessons.taught import Listed, Proof, both, event, option, order, piece, refused, said

SQUARE = "[a-h][1-8]"
TAUGHT: Mapping[str, Proof] = {
    **{name: piece(letter) for letter, name in NAMES.items()},
    "move": order(f"{SQUARE}-{SQUARE}"),
    "capture": order(f"{SQUARE}x{SQUARE}"),
    "attack": order(rf"{SQUARE}\*{SQUARE}"),
    "enhance": order(f"enhance( {SQUARE})+|enhance none"),
    "draw": order("draw"),
    "concede": Listed("concede"),
    "goal": said("Commander"),
    "jump": said("jump"),
    "blockers": both(said("Tank", "Bomber"), refused),
    "land and sea": both(said("land"), refused),
    "first move": both(said("first move"), refused),
    "promotion": event("promoted"),
    "enhanced pieces": option("enhanced", {"dark": 1, "light": 1}),
    "points": both(option("objective", "points"), event("game_over", reason="round_limit")),
    "teams": both(option("teams", "light"), refused),
}
UNTAUGHT = frozenset({"started", "replaced", "draw_lapsed", "conceded"})
