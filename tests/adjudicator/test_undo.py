"""Records in which turns were taken back: verify replays both, and chance comes out the same."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.codec import digest, event_to_json
from adjudicator.receipt import receipt, short
from adjudicator.replay import FORMAT, replay, verify
from tests.conformance import GAMES
from tests.playthroughs.record import Plan, record_of

RECORD = record_of(Plan("nemein", {}, "n2", most=60, ending="concede"))
GAME = GAMES["nemein"]


def flips(step: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for event in step["events"] if event["type"] == "coin_flip"]


ATTACK = next(number for number, step in enumerate(RECORD["steps"]) if number > 2 and flips(step))
"""A step that flips a coin, in the middle of the game."""


def undo(record: dict[str, Any], number: int, to: int) -> dict[str, Any]:
    """The step that takes back those from `to` + 1 to `number`."""
    after = replay(GAMES, record)
    turn = GAME.phase(after[number].state).turn
    return {"kind": "undo", "turn": turn, "to": to, "events": [], "state": digest(GAME.dump(after[to].state))}


def undone(steps: int = ATTACK, to: int = ATTACK - 1, times: int = 1) -> dict[str, Any]:
    """The game with the attack taken back and done again, the same way."""
    record = copy.deepcopy(RECORD)
    again = [undo(RECORD, steps, to), *copy.deepcopy(RECORD["steps"][to + 1 : steps + 1])]
    record["steps"][steps + 1 : steps + 1] = again * times
    return record


def faults(record: dict[str, Any]) -> tuple[str, ...]:
    return verify(GAMES, record).faults


@pytest.mark.parametrize("to", [0, 1, ATTACK - 1])
def test_the_same_act_meets_the_same_result(to: int) -> None:
    record = undone(to=to, times=2)
    report = verify(GAMES, record)
    assert report.faults == ()
    assert (report.undone, report.turns) == (2, len(record["steps"]))
    before = [event for step in RECORD["steps"] for event in flips(step)]
    repeated = [event for step in RECORD["steps"][to + 1 : ATTACK + 1] for event in flips(step)]
    assert repeated and len(report.results) == len(before) + 2 * len(repeated)


def test_something_else_is_done_instead_and_the_end_is_the_end() -> None:
    record, after = copy.deepcopy(RECORD), replay(GAMES, RECORD)
    step = RECORD["steps"][ATTACK]
    state = after[ATTACK - 1].state
    [seat] = GAME.phase(state).owing
    declared = GAME.declare(state, seat, "concede")
    record["steps"] = [
        *record["steps"][: ATTACK + 1],
        undo(RECORD, ATTACK, ATTACK - 1),
        {
            "kind": "declare",
            "turn": step["turn"],
            "seat": seat,
            "what": "concede",
            "events": [event_to_json(event) for event in declared.events],
            "state": digest(GAME.dump(declared.state)),
        },
    ]
    outcome = GAME.outcome(declared.state)
    assert outcome is not None
    record["outcome"] = {"reason": outcome.reason, "places": dict(outcome.places)}
    assert faults(record) == ()
    record["steps"].append({**undo(RECORD, 2, 1), "turn": GAME.phase(declared.state).turn})
    assert any("the game is over: nothing is taken back" in fault for fault in faults(record))


def test_an_undo_of_an_undone_turn_goes_further_back() -> None:
    record = copy.deepcopy(RECORD)
    first, second = undo(RECORD, ATTACK, ATTACK - 1), undo(RECORD, ATTACK - 1, ATTACK - 2)
    again = copy.deepcopy(RECORD["steps"][ATTACK - 1 : ATTACK + 1])
    record["steps"][ATTACK + 1 : ATTACK + 1] = [first, second, *again]
    assert faults(record) == ()
    text = receipt(verify(GAMES, record))
    assert ", 2 turns undone\n" in text and text.endswith("All is true.\n")


def test_the_receipt_has_both_results_with_one_number() -> None:
    record = undone()
    [flip, *_] = flips(RECORD["steps"][ATTACK])
    lines = [
        line for line in receipt(verify(GAMES, record)).splitlines() if line.startswith(f"#{flip['n']} ")
    ]
    assert [", undone" in line for line in lines] == [True, False]
    assert lines[0].replace(", undone", "").split() == lines[1].split()
    assert short(verify(GAMES, record)).splitlines()[0].endswith(" seals, 1 turn undone")
    assert "undone" not in receipt(verify(GAMES, RECORD))


UNDO = ATTACK + 1


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        (lambda steps: steps[UNDO].update(to=ATTACK), f"step {UNDO}: it cannot go back to step {ATTACK};"),
        (lambda steps: steps[UNDO].update(to=UNDO), "it cannot go back"),
        (lambda steps: steps[UNDO].update(to=-1), "it cannot go back to step -1"),
        (lambda steps: steps[UNDO].update(to=True), "it cannot go back to step True"),
        (lambda steps: steps[UNDO].update(to="1"), "it cannot go back to step '1'"),
        (lambda steps: steps[UNDO].pop("to"), "it cannot go back to step None"),
        (lambda steps: steps[UNDO].update(to=1), f"step {UNDO}: the state after it differs"),
        (lambda steps: steps[UNDO].update(turn=99), f"step {UNDO}: its turn is"),
        (lambda steps: steps[UNDO].update(state="00" * 32), f"step {UNDO}: the state after it differs"),
        (lambda steps: steps[UNDO].pop("state"), f"step {UNDO}: the state after it is missing"),
        (lambda steps: steps[UNDO].update(events=[{"type": "draw_offered", "seat": "south"}]), "step"),
        (lambda steps: steps[UNDO].update(kind="resolve"), "form"),
        (lambda steps: steps.pop(UNDO), f"step {UNDO}"),
        (lambda steps: steps.insert(UNDO, steps[UNDO]), f"step {UNDO + 1}: it cannot go back"),
        (lambda steps: steps.__setitem__(0, steps[UNDO]), "begins with its start"),
    ],
)
def test_every_lie_about_an_undo_is_found(lie: Callable[[list[Any]], Any], told: str) -> None:
    record = undone()
    lie(record["steps"])
    found = faults(record)
    assert any(told in fault for fault in found), found
    assert all("\n" not in fault for fault in found)


def test_a_result_that_came_out_otherwise_is_found() -> None:
    """Nobody rolls again by undoing, and nobody makes it look so."""
    for at in (ATTACK, UNDO + 1):
        record = undone()
        flip = flips(record["steps"][at])[0]
        flip["heads"] = not flip["heads"]
        found = faults(record)
        assert any("but the seed gives" in fault for fault in found), found
    record = undone()  # a later number, as if the first one had been used up
    flip = flips(record["steps"][UNDO + 1])[0]
    flip["n"] += 1
    assert any("but the seed gives" in fault for fault in faults(record))


def test_without_a_seed_results_of_one_number_must_agree() -> None:
    record = undone() | {"seed": None}
    assert not any(" gave " in fault for fault in faults(record))
    flip = flips(record["steps"][UNDO + 1])[0]
    flip["heads"] = not flip["heads"]
    now, before = ("heads", "tails") if flip["heads"] else ("tails", "heads")
    told = f"step {UNDO + 1}: flip #{flip['n']} gave {now}; in step {ATTACK} it gave {before}"
    assert told in faults(record)


def test_a_step_back_over_a_declaration() -> None:
    """A draw that was offered in the undone turn is not offered any more."""
    game = GAMES["cic"]
    seed = bytes(32)
    start = game.start({}, HmacChance(seed, "k7f3"))
    offered = game.declare(start.state, "dark", "draw")
    agreed = game.declare(start.state, "light", "draw")
    state = [digest(game.dump(each.state)) for each in (start, offered, agreed)]
    told = [[event_to_json(event) for event in each.events] for each in (start, offered, agreed)]
    record = {
        "format": FORMAT,
        "game": "cic",
        "rules_version": game.rules_version,
        "game_id": "k7f3",
        "options": {},
        "commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "seed": seed.hex(),
        "steps": [
            {"kind": "start", "turn": 0, "events": told[0], "state": state[0]},
            {
                "kind": "declare",
                "turn": 0,
                "seat": "dark",
                "what": "draw",
                "events": told[1],
                "state": state[1],
            },
            {"kind": "undo", "turn": 0, "to": 0, "events": [], "state": state[0]},
            {
                "kind": "declare",
                "turn": 0,
                "seat": "light",
                "what": "draw",
                "events": told[2],
                "state": state[2],
            },
        ],
        "outcome": None,
    }
    assert faults(record) == ()
