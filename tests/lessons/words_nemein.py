"""What the lessons of Nemein teach: see `taught.py`."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lessons.taught import Listed, Proof, both, event, order, refused, said

TILE = "[a-k][0-9]+"
COIN = "[0-9]+"
TAUGHT: Mapping[str, Proof] = {
    "handful": order(f"handful( {COIN}x{COIN})+"),
    "place": order(f"place( {TILE}={COIN}(,{COIN})*)+"),
    "move": order(f"move {TILE}-{TILE} {COIN}"),
    "swap": order(f"swap {TILE}"),
    "split": order(f"split {TILE} {COIN}"),
    "upgrade": order(f"upgrade {TILE}"),
    "house": order(f"house {TILE}"),
    "end": order("end"),
    "draw": order("draw"),
    "concede": Listed("concede"),
    "goal": said("no unit"),
    "attack": event("attacked"),
    "coin flip": both(event("coin_flip", heads=True), event("attacked", sure=False)),
    "three coins": both(said("three"), refused),
    "promotion": event("won", promoted_to=10),
    "extra turn": event("turn_ended", extra=1),
    "houses": said("house"),
    "order of a turn": both(said("in this order"), refused),
    "setup": both(event("revealed", seat="south"), event("begins"), refused),
    "quiet turns": said("60 turns"),
}
UNTAUGHT = frozenset({"started", "repelled", "skipped", "draw_lapsed", "conceded"})
