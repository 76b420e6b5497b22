"""Records with turns taken back, with the same seed or with a new one because a result was seen."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.chance import HmacChance, commitment
from adjudicator.codec import event_to_json
from adjudicator.game import Resolution
from adjudicator.receipt import receipt, short
from adjudicator.records import FORMAT
from adjudicator.replay import Drawn, replay, verify
from tests.adjudicator.test_replay_reseed import cut, reseed
from tests.conformance import GAMES, recorded
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
    return recorded(GAME, after[number].state, Resolution(after[to].state, ()), kind="undo", to=to)


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
    state = after[ATTACK - 1].state
    [seat] = GAME.phase(state).owing
    declared = GAME.declare(state, seat, "concede")
    record["steps"] = [
        *record["steps"][: ATTACK + 1],
        undo(RECORD, ATTACK, ATTACK - 1),
        recorded(GAME, state, declared, kind="declare", seat=seat, what="concede"),
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
    record = {
        "format": FORMAT,
        "game": "cic",
        "rules_version": game.rules_version,
        "game_id": "k7f3",
        "options": {},
        "commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "seed": seed.hex(),
        "steps": [
            recorded(game, start.state, start, kind="start"),
            recorded(game, start.state, offered, kind="declare", seat="dark", what="draw"),
            recorded(game, offered.state, Resolution(start.state, ()), kind="undo", to=0),
            recorded(game, start.state, agreed, kind="declare", seat="light", what="draw"),
        ],
        "outcome": None,
    }
    assert faults(record) == ()


# -- An undo that names a new seed


SEED, GAME_ID = bytes.fromhex(RECORD["seed"]), RECORD["game_id"]
Record = dict[str, Any]


def next_seed(number: int, seed: bytes = SEED) -> bytes:
    """As docs/records.md has it, by hand."""
    return hmac.new(seed, f"{GAME_ID}:seed:{number}".encode(), hashlib.sha256).digest()


SEEDS = (SEED, next_seed(1), next_seed(2))


def undo_anew(record: Record, to: int, seed: bytes) -> Record:
    """The record with all behind `to` taken back, and another seed."""
    step = undo(record, len(record["steps"]) - 1, to)
    step |= {"commitment": commitment(seed), "seed": seed.hex()}
    return {**record, "steps": [*record["steps"], step]}


def attack(record: Record, seed: bytes) -> Record:
    """The attack once more, with that seed."""
    state = replay(GAMES, record)[-1].state
    step = RECORD["steps"][ATTACK]
    orders = {seat: GAME.parse(GAME.view(state, seat), listed[0]) for seat, listed in step["orders"].items()}
    after = GAME.resolve(state, orders, HmacChance(seed, GAME_ID, GAME.drawn(state)))
    return {**record, "steps": [*record["steps"], recorded(GAME, state, after, **step)]}


def ended(record: Record) -> Record:
    state = replay(GAMES, record)[-1].state
    [seat] = GAME.phase(state).owing
    after = GAME.declare(state, seat, "concede")
    outcome = GAME.outcome(after.state)
    assert outcome is not None
    step = recorded(GAME, state, after, kind="declare", seat=seat, what="concede")
    told = {"reason": outcome.reason, "places": dict(outcome.places)}
    return {**record, "steps": [*record["steps"], step], "outcome": told}


def thrice(seeds: tuple[bytes, bytes] = (next_seed(1), next_seed(2)), *, end: bool = True) -> Record:
    """The attack met a flip and was taken back, twice; the third flip stays."""
    record = {**copy.deepcopy(RECORD), "steps": RECORD["steps"][: ATTACK + 1], "outcome": None}
    for seed in seeds:
        record = attack(undo_anew(record, ATTACK - 1, seed), seed)
    return ended(record) if end else record


def running(record: Record) -> Record:
    """As it may be known while the game goes on."""
    hidden = [{**step, "seed": None} if "seed" in step else step for step in record["steps"]]
    return {**record, "seed": None, "steps": hidden}


def of_attack(record: Record) -> list[Drawn]:
    drawn = verify(GAMES, record).drawn
    n = flips(RECORD["steps"][ATTACK])[0]["n"]
    return [one for one in drawn if one.proof.n == n]


def test_each_flip_is_that_of_its_own_seed() -> None:
    record = thrice()
    report = verify(GAMES, record)
    assert report.faults == () and report.notes == () and report.undone == 2
    assert [source.seed for source in report.sources] == list(SEEDS)
    told = of_attack(record)
    assert [one.seed for one in told] == [seed.hex() for seed in SEEDS]
    assert len({one.proof.n for one in told}) == 1, "the number goes back with the position"
    for one, seed in zip(told, SEEDS, strict=True):
        word = int.from_bytes(hmac.new(seed, one.proof.message.encode(), hashlib.sha256).digest()[:4], "big")
        assert event_to_json(one.proof.event)["heads"] == bool(word & 1)


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        (lambda r: r["steps"][ATTACK + 1].update(commitment="00" * 32), "does not fit the commitment"),
        (lambda r: r["steps"][ATTACK + 1].update(seed=None), "the seed is not in the record"),
        (lambda r: r["steps"][ATTACK + 1].pop("seed"), "the seed is not in the record"),
        (lambda r: r["steps"][ATTACK + 1].pop("commitment"), "does not fit the commitment"),
        (lambda r: r["steps"][ATTACK + 1].update(seed="soon"), "a seed is 64 hex digits"),
        (lambda r: [r["steps"][-3].pop(key) for key in ("seed", "commitment")], "the seed gives"),
        (lambda r: flips(r["steps"][ATTACK + 2])[0].update(n=0), "the seed gives"),
        (lambda r: r.update(seed=None), "the seed is not in the record"),
    ],
)
def test_a_lie_about_a_new_seed_is_found(lie: Callable[[Record], Any], told: str) -> None:
    record = thrice()
    lie(record)
    assert any(told in fault for fault in verify(GAMES, record).faults), verify(GAMES, record).faults


def test_a_seed_that_somebody_has_chosen_is_found() -> None:
    """Who undoes, and hosts the program, would try until the flip pleases."""
    for seeds in ((bytes(32), next_seed(2)), (next_seed(2), next_seed(1)), (next_seed(1), next_seed(1))):
        [fault, *_] = verify(GAMES, thrice(seeds)).faults
        assert "the seed does not follow from that of step 0" in fault


def test_a_further_undo_goes_behind_it_and_the_newest_seed_holds() -> None:
    record = undo_anew(thrice(end=False), 1, next_seed(3))
    report = verify(GAMES, ended(record))
    assert report.faults == () and report.sources[-1].seed == next_seed(3)
    plain = undo(thrice(end=False), ATTACK + 4, 1)
    for step in (plain, {**plain, "to": ATTACK + 1}):
        faults = verify(GAMES, {**thrice(end=False), "steps": [*thrice(end=False)["steps"], step]}).faults
        assert bool(faults) == (step["to"] != 1), "an undo is no state to go back to"


def test_while_the_game_goes_on_nothing_of_them_is_known() -> None:
    record = running(thrice(end=False))
    report = verify(GAMES, record)
    assert report.faults == () and report.drawn == ()
    assert [note for note in report.notes if "not checkable yet" in note] == list(report.notes)
    assert len(report.notes) == 3
    flip = flips(record["steps"][ATTACK + 2])[0]
    assert flip["n"] == flips(record["steps"][ATTACK])[0]["n"], "the same number, and maybe another result"


def test_after_a_game_was_brought_elsewhere_they_follow_from_its_new_seed() -> None:
    base = bytes(range(1, 33))
    before = running(thrice(end=False))
    record = reseed(before)  # with that seed
    there = ATTACK + 5
    assert record["steps"][there]["kind"] == "reseed"
    state = replay(GAMES, record)[-1].state
    [seat] = GAME.phase(state).owing
    after = GAME.declare(state, seat, "draw")
    record["steps"].append(recorded(GAME, state, after, kind="declare", seat=seat, what="draw"))
    good = ended(undo_anew(record, there, next_seed(1, base)))
    report = verify(GAMES, good)
    assert report.faults == ()
    assert [source.follows for source in report.sources] == [0, 1, 2, 0, 1]
    bad = ended(undo_anew(record, there, next_seed(3)))
    assert any("does not follow" in fault for fault in verify(GAMES, bad).faults)


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # the page's program ends there
def test_the_program_of_the_page_knows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/records.md tells an outsider enough to check all of it."""
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    file = tmp_path / "game.json"
    monkeypatch.setattr("sys.argv", ["check", str(file)])
    chosen = [next_seed(1), bytes(32)]
    for seeds, follows in ((list(SEEDS[1:]), [True, True]), (chosen, [True, False])):
        file.write_text(json.dumps(thrice((seeds[0], seeds[1]))))
        exec(compile(program, "records.md", "exec"), {})
        told = capsys.readouterr().out.splitlines()
        assert [line for line in told if line.startswith("follows")] == [f"follows {one}" for one in follows]
        others = [line for line in told if not line.startswith(("follows", "sealed"))]
        assert len(others) > 5 and all(line.endswith("True") for line in others)


def test_old_undos_kept_the_seed_and_stay_true() -> None:
    record = cut(RECORD, ATTACK + 1) | {"seed": RECORD["seed"]}
    record["steps"].append(undo(record, ATTACK, ATTACK - 1))
    assert verify(GAMES, ended(attack(record, SEED))).faults == ()
    assert verify(GAMES, ended(attack(record, next_seed(1)))).ok == (
        attack(record, SEED) == attack(record, next_seed(1))
    )


def test_the_receipt_says_which_seed_each_result_comes_from() -> None:
    text = receipt(verify(GAMES, thrice()))
    for number, step in ((1, ATTACK + 1), (2, ATTACK + 3)):
        seed = next_seed(number)
        assert f"commitment  {commitment(seed)} from step {step} on\nseed        {seed.hex()}\n" in text
        assert f"printf '%s' {GAME_ID}:seed:{number} | openssl dgst -sha256 -mac HMAC -macopt hexkey:" in text
    n = flips(RECORD["steps"][ATTACK])[0]["n"]
    rows = [line for line in text.splitlines() if line.startswith(f"#{n} flip")]
    assert [seed.hex()[:8] in row.split() for row, seed in zip(rows, SEEDS, strict=True)] == [True] * 3
    assert "All is true." in text
    alone = receipt(verify(GAMES, RECORD))
    assert " HMAC of  word " in alone, "one seed needs no column"
