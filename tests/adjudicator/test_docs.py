"""The documentation is executed: server conversations, positions, tables, and the check by hand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.chance import HmacChance, commitment, flip, roll, shuffle
from adjudicator.codec import event_to_json
from adjudicator.registry import games
from adjudicator.replay import verify
from adjudicator.server import Server
from maps.boards import boards
from tests.adjudicator.pages import DOCS, blocks, section
from tests.playthroughs.record import PLANS, record_of

GAMES = games(boards())


def fits(told: Any, found: Any) -> bool:
    """Whether an answer is what the page says; "…" is anything."""
    if told == "…":
        return True
    if isinstance(told, dict) and isinstance(found, dict):
        keys = set(told) - {"…"}
        if not keys <= set(found) or ("…" not in told and keys != set(found)):
            return False
        return all(fits(told[key], found[key]) for key in keys)
    if isinstance(told, list) and isinstance(found, list):
        if told and told[-1] == "…":
            told, found = told[:-1], found[: len(told) - 1]
        return len(told) == len(found) and all(map(fits, told, found))
    return bool(told == found) and type(told) is type(found)


@pytest.mark.parametrize("number", range(len(blocks("rules-server.md", "jsonl"))))
def test_conversations_with_the_rules_server(number: int) -> None:
    server = Server(GAMES)
    state = None
    lines = blocks("rules-server.md", "jsonl")[number].splitlines()
    assert len(lines) % 2 == 0
    for line, told in zip(lines[::2], lines[1::2], strict=True):
        request = line
        if line.startswith("{"):
            asked = json.loads(line)
            if asked.get("state") == "…":
                asked["state"] = state
            request = json.dumps(asked)
        answer = json.loads(server.line(request))
        assert fits(json.loads(told), answer), f"{request[:300]}\n{json.dumps(answer)[:2000]}"
        state = answer.get("state", state)


def test_every_op_is_in_the_page() -> None:
    text = "\n".join(blocks("rules-server.md", "jsonl"))
    for op in Server(GAMES)._ops:
        assert f'"op": "{op}"' in text


def test_fits_is_no_assert_that_cannot_fail() -> None:
    assert not fits({"a": 1}, {"a": 2})
    assert not fits({"a": 1}, {"a": 1, "b": 1})
    assert not fits({"a": 1, "…": "…"}, {"b": 1})
    assert not fits([1], [1, 2])
    assert fits({"a": [1, "…"], "…": "…"}, {"a": [1, 2, 3], "b": 1})


def test_the_position_of_the_page() -> None:
    [text] = blocks("cic.md", "json")
    game = GAMES["cic"]
    state = game.position(json.loads(text))
    assert game.phase(state).owing == {"light"}


def test_the_tables_of_the_page_are_the_code() -> None:
    text = (DOCS / "cic.md").read_text("utf-8")
    game = GAMES["cic"]
    for name, kind in game.events().items():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{name}` |"))
        assert set(re.findall(r"`(\w+)`", row.split("|")[2])) == set(kind.__dataclass_fields__) - {"seen_by"}
    for option in game.option_table:
        row = next(line for line in text.splitlines() if line.startswith(f"| `{option.key}` |"))
        assert option.decides in row
    state = game.start({}, HmacChance(bytes(32), "x")).state
    for key in (*game.show(game.view(state, None)), *game.dump(state)):
        assert f"`{key}`" in text, key
    for letter, value in game.board()["values"].items():
        assert re.search(rf"^\| {letter} \| [\w ]+ \| {value} \|", text, re.MULTILINE), letter


def test_the_examples_of_the_notation_page() -> None:
    game = GAMES["cic"]
    position = {
        "pieces": {"dark": {"h8": "C", "e5": "K", "e7": "A"}, "light": {"a1": "C", "d4": "F"}},
        "options": {"enhanced": 2},
    }
    state = game.position({**position, "to_move": "light"})
    enhanced = game.position({**position, "to_move": "light", "enhanced": ["e5"]})
    dark = game.position(position)
    text = section("order-notation.md", "Commander-In-Chief")
    rows = re.findall(r"^\| `([^`]+)` \| [^|]+ \| (`.*`)? ?\|$", text, re.MULTILINE)
    assert len(rows) == 5
    for canonical, others in rows:
        view = game.view(enhanced, "light") if "*" in canonical else game.view(state, "light")
        if canonical.startswith("e7"):
            view = game.view(dark, "dark")
        for other in [canonical, *re.findall(r"`([^`]+)`", others)]:
            assert [str(order) for order in game.parse(view, other)] == [canonical], other


def test_the_check_by_hand(tmp_path: Path) -> None:
    """The ten lines of docs/records.md, run on a game with chance in it."""
    [program] = blocks("records.md", "python")
    seed = bytes.fromhex(record_of(PLANS["cic_points"])["seed"])
    chance = HmacChance(seed, "k7f3")
    _, lots = shuffle(chance, "abcde")
    events = [
        event_to_json(event) for event in (*lots, flip(chance), roll(chance), flip(chance), roll(chance))
    ]
    record = {
        "seed": seed.hex(),
        "commitment": commitment(seed),
        "game_id": "k7f3",
        "steps": [{"events": events}],
    }
    (tmp_path / "check.py").write_text(program, "utf-8")
    for lie in (False, True):
        if lie:
            events[-1]["value"] = 7
        (tmp_path / "game.json").write_text(json.dumps(record), "utf-8")
        done = subprocess.run(
            [sys.executable, "check.py", "game.json"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=30,
        )
        assert len(done.stdout.splitlines()) == 1 + len(events)
        assert done.stdout.count("False") == done.stdout.count("'heads': False") + lie


def test_the_record_of_the_page_is_one() -> None:
    """Its digests are left out but the first, which is right, as are its commitment and its events: the only
    faults are the missing ones."""
    text, _ = blocks("records.md", "json")  # the other one is in test_seals.py
    record = json.loads(text)
    for step in record["steps"]:
        if step["state"] == "…":
            del step["state"]
    assert verify(GAMES, record).faults == (
        "step 1: the state after it is missing",
        "step 2: the state after it is missing",
    )
