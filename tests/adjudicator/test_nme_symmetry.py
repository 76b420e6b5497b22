"""The board has a threefold symmetry, and so have the rules: a game on the turned board is the turned game.

Protect the Ally is left out, where Gray is not as the others are.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.codec import event_to_json
from adjudicator.nme.moves import threatened
from tests.adjudicator.bookkeeper import Json
from tests.adjudicator.bookkeeper_nme import ARMIES, GAME, living
from tests.adjudicator.test_nme_properties import POSITIONS, RULES, orders_for

CENTRE = "F6"


def turned_names() -> dict[str, str]:
    """Where each space comes to lie when the board is turned so that Black's side becomes Gray's, Gray's
    White's and White's Black's: the space that is as far from Gray's side as the old one was from Black's."""
    by_depth = {depths: space for space, depths in enumerate(zip(*RULES.depth, strict=True))}
    return {
        RULES.names[space]: RULES.names[by_depth[white, black, gray]]
        for (black, gray, white), space in by_depth.items()
    }


TURNED = turned_names()
NEXT = dict(zip(ARMIES, (*ARMIES[1:], ARMIES[0]), strict=True))


def turned(value: Any) -> Any:
    """JSON values with every army, seat and space turned."""
    if isinstance(value, Mapping):
        return {turned(key): turned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [turned(item) for item in value]
    return NEXT.get(value, TURNED.get(value, value)) if isinstance(value, str) else value


def turned_order(text: str) -> str:
    if text == "pass":
        return text
    text, _, trade = text.partition("=")
    sign = "x" if "x" in text else "-"
    origin, target = text.split(sign)
    return f"{TURNED[origin]}{sign}{TURNED[target]}" + (f"={trade}" if trade else "")


def turned_dump(state: Any) -> Json:
    dump = turned(GAME.dump(state))
    dump["round_done"] = [army for army in ARMIES if army in dump["round_done"]]
    dump["offers"] = sorted(dump["offers"])
    return dict(dump)


def same(one: Json, other: Json) -> None:
    for dump in (one, other):
        dump["flanks"] = sorted(dump["flanks"], key=str)
    assert one == other


def play_turned(rng: random.Random, state: Any, turns: int) -> int:
    """The same game on the turned board: the same moves, the same events, the same states."""
    other = GAME.load(turned_dump(state))
    for number in range(turns):
        if GAME.outcome(state) is not None:
            return number
        [seat] = GAME.phase(state).owing
        there = NEXT[seat]
        assert GAME.phase(other).owing == {there}
        orders = [str(order) for order in GAME.legal(GAME.view(state, seat))]
        on_turned = [str(order) for order in GAME.legal(GAME.view(other, there))]
        assert sorted(turned_order(order) for order in orders) == on_turned
        for army in range(3):
            if ARMIES[army] in living(GAME.dump(state)):
                assert threatened(RULES, state, army) == threatened(RULES, other, (army + 1) % 3)
        [order] = orders_for(rng, state, seat)
        text = str(order)
        twin = GAME.parse(GAME.view(other, there), turned_order(text))
        warned, alike = GAME.warn(GAME.view(state, seat), [order]), GAME.warn(GAME.view(other, there), twin)
        # By whom has another name there, and of several attackers another may come first.
        assert [text.partition(", by ")[0] for text in warned] == [
            text.partition(", by ")[0] for text in alike
        ]
        one = GAME.resolve(state, {seat: [order]}, ScriptedChance())
        two = GAME.resolve(other, {there: twin}, ScriptedChance())
        assert [turned(event_to_json(event)) for event in one.events] == [
            event_to_json(e) for e in two.events
        ]
        same(turned_dump(one.state), GAME.dump(two.state))
        state, other = one.state, two.state
    return turns


def test_turning_thrice_is_nothing() -> None:
    assert all(TURNED[TURNED[TURNED[name]]] == name for name in RULES.names)
    assert [name for name in RULES.names if TURNED[name] == name] == [CENTRE]
    start = GAME.dump(GAME.start({}, ScriptedChance()).state)
    assert turned(start["pieces"]) == start["pieces"]


def symmetric_games(rng: random.Random, rounds: int) -> int:
    """Positions of three players, played on."""
    turns = 0
    for _ in range(rounds):
        for position in POSITIONS.values():
            if position.get("options", {}).get("players", 3) == 3:
                turns += play_turned(rng, GAME.position(position), 12)
        turns += play_turned(rng, GAME.start({}, ScriptedChance()).state, 60)
    return turns


def test_the_rules_are_the_same_on_every_side() -> None:
    assert symmetric_games(random.Random("turned"), 1) > 100
