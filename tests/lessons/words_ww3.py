"""What the lessons of WW3: Military Chess teach: see `taught.py`."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ww3.board import HIDDEN, NAMES
from tests.lessons.taught import Listed, Proof, both, event, option, order, piece, refused, said

POINT = "[a-k][0-9]+"
TAUGHT: Mapping[str, Proof] = {
    **{name: piece(letter) for letter, name in NAMES.items() if letter != HIDDEN},
    "step": order(f"{POINT}-{POINT}"),
    "two steps": order(f"{POINT}-{POINT}(-{POINT})?"),
    "pair": order(f"{POINT}-{POINT} {POINT}-{POINT}"),
    "flight": both(event("moved", piece="A", path=["e3", "e4", "e5"]), refused),
    "setup": order("setup .*"),
    "pass": order("pass"),
    "draw": order("draw"),
    "concede": Listed("concede"),
    "goal": said("Base"),
    "ranks": event("met", winner="attacker"),
    "lines": both(said("diagonal"), refused),
    "out": both(event("seat_out", seat="silver"), option("players", 3)),
    "formation": both(event("deployed", seat="silver"), event("begins", seat="red")),
    "fog": option("fog", "on"),
}
UNTAUGHT = frozenset({"started", "skipped", "draw_lapsed", "conceded"})
