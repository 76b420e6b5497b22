"""What the lessons of New York 2047 teach: see `taught.py`."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lessons.taught import Listed, Proof, both, event, order, said

SPACE, UNIT = "[a-z]+(_[a-z]+)*", "[0-9]+"
TAUGHT: Mapping[str, Proof] = {
    "move": order(f"{UNIT} move {SPACE}"),
    "hold": order(f"{UNIT} hold"),
    "support": order(f"{UNIT} support {UNIT} to {SPACE}"),
    "support hold": order(f"{UNIT} support {UNIT} hold"),
    "support others": order(f"{UNIT} support [a-z]+ {UNIT} (hold|to {SPACE})"),
    "Turretons": order(f"(moe|larry|curly) support {UNIT} to {SPACE}"),
    "relocate": order(f"relocate {SPACE}"),
    "disband": order(f"disband {UNIT}"),
    "draw": Listed("draw"),
    "concede": Listed("concede"),
    "goal": said("★"),
    "attack": both(said("attack"), event("battle")),
    "standoff": both(said("standoff"), event("battle", result="standoff")),
    "swap": both(said("swap"), event("moved", how="move")),
    "cut support": event("support_failed", reason="attacked"),
    "void support": both(said("counts only if"), Listed(rf"{UNIT} s [a-z]+ {UNIT} [a-z ]+")),
    "letters": said("letters"),
    "land and water": both(said("across the shore"), event("battle", result="won")),
    "stars": both(said("★"), event("season_over")),
    "units": event("appeared", seat="greene"),
    "home base": both(said("home base"), event("home_lost")),
    "adjustment": both(said("adjustment"), event("owes", seat="greene")),
    "elimination": event("eliminated"),
}
UNTAUGHT = frozenset({"started", "draw_offered", "draw_lapsed", "conceded"})
