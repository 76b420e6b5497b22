"""Records: replay gives the same bytes, and verify finds every lie."""

from __future__ import annotations

import copy
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.__main__ import main
from adjudicator.chance import HmacChance, shuffle
from adjudicator.codec import canonical, digest, event_to_json
from adjudicator.errors import PositionError
from adjudicator.replay import replay, verify
from tests.conformance import GAMES
from tests.playthroughs.record import PLANS, record_of
from tests.tiers import batches

ROOT = Path(__file__).parents[2]
RECORDS = {name: record_of(plan) for name, plan in PLANS.items()}
POINTS = RECORDS["cic_points"]

every_record = pytest.mark.parametrize("name", RECORDS)
every_part = pytest.mark.parametrize("part", batches(1, 12))
"""Where each change is a replay of its own: one step in twelve, and in a long run the others."""


def changed(record: dict[str, Any], change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """A copy with one lie in it."""
    copied = copy.deepcopy(record)
    change(copied)
    assert canonical(copied) != canonical(record)
    return copied


def faults(record: Any) -> tuple[str, ...]:
    report = verify(GAMES, record)
    assert report.ok == (not report.faults)
    return report.faults


@every_record
def test_a_true_record(name: str) -> None:
    report = verify(GAMES, json.loads(canonical(RECORDS[name])))
    assert report.faults == ()
    assert report.turns == len(RECORDS[name]["steps"])


@every_record
def test_replay_gives_the_same_bytes(name: str) -> None:
    record = RECORDS[name]
    game = GAMES[record["game"]]
    for step, again in zip(record["steps"], replay(GAMES, record), strict=True):
        assert canonical([event_to_json(event) for event in again.events]) == canonical(step["events"])
        assert digest(game.dump(again.state)) == step["state"]


@every_part
@every_record
def test_every_changed_order_is_found(name: str, part: int) -> None:
    record = RECORDS[name]
    game = GAMES[record["game"]]
    states = [resolution.state for resolution in replay(GAMES, record)]
    for number, step in list(enumerate(record["steps"]))[part::12]:
        for seat, given in step.get("orders", {}).items():
            view = game.view(states[number - 1], seat)
            other = next((str(order) for order in game.legal(view) if [str(order)] != given), "")
            if not other:
                continue  # nothing else could be ordered

            def lie(
                copied: dict[str, Any], number: int = number, seat: str = seat, other: str = other
            ) -> None:
                copied["steps"][number]["orders"][seat] = [other]

            assert faults(changed(record, lie)), f"step {number}: {other}"


@every_part
@every_record
def test_every_changed_event_is_found(name: str, part: int) -> None:
    record = RECORDS[name]
    for number, step in list(enumerate(record["steps"]))[part::12]:
        for at, event in enumerate(step["events"]):
            key = next(iter(set(event) - {"type"}))

            def drop(copied: dict[str, Any], number: int = number, at: int = at) -> None:
                del copied["steps"][number]["events"][at]

            def twist(copied: dict[str, Any], number: int = number, at: int = at, key: str = key) -> None:
                copied["steps"][number]["events"][at][key] = "something else"

            assert faults(changed(record, drop))
            assert faults(changed(record, twist))


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        (lambda r: r.update(seed="00" * 32), "does not fit the commitment"),
        (lambda r: r.update(commitment="00" * 32), "does not fit the commitment"),
        (lambda r: r.pop("commitment"), "does not fit the commitment"),
        (lambda r: r.update(seed=None), "the seed is not in the record"),
        (lambda r: r.update(seed="xyz"), "64 hex digits"),
        (lambda r: r.update(seed="00"), "64 hex digits"),
        (lambda r: r.update(outcome=None), "the outcome is"),
        (lambda r: r.update(status="playing"), "the game is over, the record says that it is playing"),
        (lambda r: r.update(status="done"), "its status is over or playing, the record says 'done'"),
        (lambda r: r["outcome"].update(reason="agreed"), "the outcome is"),
        (lambda r: r["outcome"]["places"].update(dark=3), "the outcome is"),
        (
            lambda r: r["outcome"]["places"].update(light=float(r["outcome"]["places"]["light"])),
            "the outcome is",
        ),
        (
            lambda r: r.update(options={"objective": "points", "round_limit": 16}),
            "the state after it differs",
        ),
        (lambda r: r.update(options={"objective": "chess"}), "one of its values"),
        (lambda r: r["steps"].pop(), "the outcome is"),
        (lambda r: r["steps"].pop(5), "step"),
        (lambda r: r["steps"].insert(5, r["steps"][5]), "step"),
        (lambda r: r["steps"].append(r["steps"][-1]), "the game is over"),
        (lambda r: r["steps"][4].update(state="00" * 32), "step 4: the state after it differs"),
        (lambda r: r["steps"][4].update(turn=99), "step 4: its turn is 3, the record says 99"),
        (lambda r: r["steps"][4].pop("turn"), "step 4: its turn is 3"),
        (lambda r: r["steps"][4].update(kind="rewind"), "unknown kind of step 'rewind'"),
        (lambda r: r["steps"][4].update(kind="undo"), "step 4: it cannot go back to step None; those before"),
        (lambda r: r["steps"][0].update(kind="resolve"), "begins with its start"),
        (lambda r: r["steps"].clear(), "there are no steps"),
        (lambda r: r.pop("steps"), "there are no steps"),
        (lambda r: r.update(steps=7), "step 0"),
        (lambda r: r.update(steps=[7]), "step 0"),
        (lambda r: r.update(format="fieldpost-game/2"), "no record"),
        (lambda r: r.update(game="chess"), "there's no game 'chess'"),
        (lambda r: r.update(rules_version=2), "rules version 2, this is 1"),
        (lambda r: r["steps"][1].pop("orders"), "orders"),
        (lambda r: r["steps"][1].update(orders={"tower": ["e7-e6"]}), "tower"),
        (lambda r: r["steps"][1].update(orders={}), "hasn't given an order yet"),
        (lambda r: r["steps"][1].update(orders={"dark": [7]}), "step"),
        (lambda r: r["steps"][1].update(events=[{"type": "flood"}]), "unknown event type"),
        (lambda r: r["steps"][1].update(events=[{"type": "moved", "by": 1}]), "event moved"),
        (lambda r: r["steps"][1]["events"].append({"type": "die", "n": 0, "value": 9}), "the seed gives"),
        (lambda r: r["steps"][1]["events"].append({"type": "lot", "n": 0, "of": 0, "value": 0}), "lot"),
    ],
)
def test_every_lie_is_found(lie: Callable[[dict[str, Any]], Any], told: str) -> None:
    found = faults(changed(POINTS, lie))
    assert any(told in fault for fault in found), found
    assert all("\n" not in fault for fault in found)


@pytest.mark.parametrize("record", [None, [], 7, "record", {}])
def test_what_is_no_record(record: Any) -> None:
    assert faults(record)


def seated() -> dict[str, Any]:
    """The points game with the lots that seated its players before it."""
    seed = bytes.fromhex(POINTS["seed"])
    _, lots = shuffle(HmacChance(seed, POINTS["game_id"]), ["dark", "light"])
    record = copy.deepcopy(POINTS)
    record["steps"][0]["events"][:0] = [event_to_json(lot) for lot in lots]
    game = GAMES["cic"]
    state = None
    for step, again in zip(record["steps"], replay(GAMES, record), strict=True):
        step["state"] = digest(game.dump(again.state))
        state = again.state
    assert game.drawn(state) == 1
    return record


def test_lots_that_seated_the_players() -> None:
    record = seated()
    assert faults(record) == ()
    assert len(verify(GAMES, record).results) == 1
    lot = record["steps"][0]["events"][0]
    assert faults(changed(record, lambda r: r["steps"][0]["events"][0].update(value=1 - lot["value"])))
    assert faults(changed(record, lambda r: r["steps"][0]["events"].pop(0)))


def test_lots_after_the_game_began_are_no_seating() -> None:
    record = seated()
    assert faults(changed(record, lambda r: r["steps"][0]["events"].reverse()))


def test_replay_refuses_what_it_cannot_play() -> None:
    with pytest.raises(PositionError, match="no record"):
        replay(GAMES, {})
    with pytest.raises(PositionError, match="begins with its start"):
        replay(GAMES, changed(POINTS, lambda r: r["steps"].pop(0)))


# -- the commands


def command(*arguments: str, given: str = "", hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        check=False,
        timeout=60,
    )


def test_verify_command(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(canonical(POINTS), "utf-8")
    good = command("verify", str(file))
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("cic p1: 32 steps, 0 chance results, 0 seals\n")
    assert good.stdout.endswith("All is true.\n")
    lie = changed(POINTS, lambda r: r["outcome"].update(reason="agreed"))
    bad = command("verify", "-", given=canonical(lie))
    assert bad.returncode == 1
    assert "WRONG: the outcome is" in bad.stdout


def test_replay_command_does_not_depend_on_hash_order() -> None:
    record = canonical(RECORDS["cic_enhanced_teams"])
    first, second = (command("replay", "-", given=record, hash_seed=seed) for seed in ("1", "2"))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    lines = first.stdout.splitlines()
    assert lines[0] == '{"kind":"start","turn":0}'
    events = [event for step in RECORDS["cic_enhanced_teams"]["steps"] for event in step["events"]]
    assert [line.strip() for line in lines if line.startswith("    ")] == [canonical(e) for e in events]


def test_perft_command(tmp_path: Path) -> None:
    done = command("perft", "cic", "--depth", "2", "--divide")
    assert done.returncode == 0
    *orders, total = done.stdout.splitlines()
    assert len(orders) == 29
    assert orders[0] == "d8-c7: 29"
    assert total.startswith("depth 2: 840 in ")
    file = tmp_path / "position.json"
    file.write_text('{"pieces": {"light": {"a1": "K"}, "dark": {"h8": "C"}}, "to_move": "light"}', "utf-8")
    assert command("perft", "cic", "--depth", "1", "--position", f"@{file}").stdout.startswith("depth 1: 6 ")
    teams = command("perft", "cic", "--depth", "1", "--options", '{"teams": "both"}')
    assert teams.stdout.startswith("depth 1: 17 ")


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (["verify", "no such file"], ""),
        (["verify", "-"], "{"),
        (["replay", "-"], "[]"),
        (["replay", "-"], "{}"),
        (["replay", "-"], canonical(changed(POINTS, lambda r: r["steps"][1].pop("orders")))),
        (["perft", "chess", "--depth", "1"], ""),
        (["perft", "cic", "--depth", "0"], ""),
        (["perft", "cic", "--depth", "1", "--position", "[]"], ""),
        (["perft", "cic", "--depth", "1", "--position", '{"pieces": {"light": {"a1": "Z"}}}'], ""),
        (["perft", "cic", "--depth", "1", "--options", "[]"], ""),
    ],
)
def test_wrong_input_to_a_command_is_one_line(
    arguments: list[str],
    given: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("adjudicator: ")
    assert len(told.err.splitlines()) == 1


def test_verify_of_what_is_no_record_is_not_true() -> None:
    done = command("verify", "-", given="[]")
    assert done.returncode == 1
    assert "WRONG: a record is a JSON object" in done.stdout
