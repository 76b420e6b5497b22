"""Fuzzing of the rules server: one line of JSON for every line, whatever it is, and it goes on."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from adjudicator.server import Server
from tests.conformance import GAMES, OPTION_SETS, SEED, states
from tests.fuzz.profile import fuzzed
from tests.playthroughs.record import PLANS, record_of

SERVER = Server(GAMES)
OPS = [
    "new", "legal", "check", "resolve", "declare", "view",
    "position", "phase", "board", "options", "games", "verify",
]  # fmt: skip
RECORD = record_of(PLANS["cic_points"])
STATES = [
    (key, GAMES[key].dump(state))
    for key in GAMES
    for number in range(len(OPTION_SETS[key]))
    for state in states(key, number, 31)[::10]
]

WORDS = [
    "dark",
    "light",
    "a1",
    "e7-e6",
    "A",
    "C",
    "cic",
    "play",
    "setup",
    "over",
    "tower",
    "greene",
    "soho",
    "upper_bay",
    "1",
    "moe",
    "fall",
    "adjustment",
    "black",
    "gray",
    "white",
    "A4s",
    "C4",
    "PASNI",
    "I",
    "on",
    "penalty A4",
    "forfeit",
]

json_values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**30), 10**30),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(st.characters(), max_size=8),
        st.sampled_from(WORDS),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(
                st.text(max_size=4),
                st.sampled_from(
                    ["dark", "light", "a1", "type", "places", "tower", "soho", "gray", "white", "army", "by"]
                ),
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)


def answered(line: str) -> dict[str, Any]:
    """The answer to a line, which must be one line of strict JSON that any stream can carry."""
    text = SERVER.line(line)
    assert "\n" not in text
    assert text.isascii()
    answer = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert "id" in answer
    if "error" in answer:
        assert answer["error"]["kind"] != "internal", answer["error"]
        assert "\n" not in answer["error"]["reason"]
    return dict(answer)


def requests() -> list[dict[str, Any]]:
    """A right request of every op, for several states."""
    found: list[dict[str, Any]] = [{"op": "games"}, {"op": "verify", "record": RECORD}]
    for key in GAMES:
        found += [{"op": "board", "game": key}, {"op": "options", "game": key}]
        found += [{"op": "new", "game": key, "options": options} for options in OPTION_SETS[key]]
    for key, state in STATES:
        seat = GAMES[key].seats(state["options"])[0]
        common = {"game": key, "state": state, "seat": seat}
        found += [
            {"op": "legal", **common, "draft": ["draw"]},
            {"op": "check", **common, "orders": ["draw"]},
            {"op": "resolve", **common, "orders": {seat: ["concede"]}, "seed": SEED.hex()},
            {"op": "declare", **common, "what": "draw"},
            {"op": "view", **common},
            {"op": "phase", **common},
            {"op": "position", "game": key, "position": state},
        ]
        ruled = GAMES[key].rulings(GAMES[key].load(state), seat)[:2]
        found += [{"op": "declare", **common, "what": what} for what in ruled]
    return found


REQUESTS = requests()


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            found += places(item, (*path, key))
    elif isinstance(value, list):
        for at, item in enumerate(value[:3]):
            found += places(item, (*path, at))
    return found


def put(request: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(request)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def test_right_requests_are_answered() -> None:
    for request in REQUESTS:
        answer = answered(json.dumps(request))
        finished = request.get("state", {}).get("phase") == "over"
        assert ("error" not in answer) or finished, (request, answer["error"])


@fuzzed(200, st.integers(0, 10**6), st.integers(0, 10**6), json_values)
def test_a_wrong_value_anywhere(which: int, where: int, value: Any) -> None:
    request = REQUESTS[which % len(REQUESTS)]
    paths = places(request)
    answered(json.dumps(put(request, paths[where % len(paths)], value)))


@fuzzed(
    80,
    st.sampled_from(OPS),
    st.dictionaries(
        st.sampled_from(
            [
                "game",
                "state",
                "seat",
                "orders",
                "options",
                "position",
                "record",
                "what",
                "draft",
                "seed",
                "game_id",
                "id",
            ]
        ),
        json_values,
    ),
)
def test_any_fields(op: str, fields: dict[str, Any]) -> None:
    answered(json.dumps({"op": op, **fields}))
    answered(json.dumps({"op": op, "game": "cic", "state": STATES[0][1], **fields}))


@fuzzed(
    80,
    st.one_of(st.binary(max_size=60).map(lambda data: data.decode("utf-8", "replace")), st.text(max_size=60)),
)
def test_any_line(line: str) -> None:
    answered(line)


@fuzzed(100, json_values)
def test_any_json(value: Any) -> None:
    answered(json.dumps(value))


@fuzzed(80, st.integers(0, 10**6), st.integers(0, 10**6), json_values)
def test_states_that_are_accepted_can_be_played(which: int, where: int, value: Any) -> None:
    """A changed state is refused, or it stands: it goes through JSON, and all of `legal` can be resolved."""
    key, state = STATES[which % len(STATES)]
    paths = places(state)
    changed = put(state, paths[where % len(paths)], value)
    for op, field in (("phase", "state"), ("position", "position")):
        answer = answered(json.dumps({"op": op, "game": key, field: changed}))
        if "error" in answer:
            continue
        again = answered(json.dumps({"op": "phase", "game": key, "state": answer["state"]}))
        assert again["state"] == answer["state"]
        assert (answer["phase"]["owing"] == []) == (answer["outcome"] is not None)
        for seat in answer["phase"]["owing"]:
            common = {"game": key, "state": answer["state"], "seat": seat}
            orders = answered(json.dumps({"op": "legal", **common}))["orders"]
            assert orders
            answered(json.dumps({"op": "view", **common}))
            if isinstance(orders, dict):  # a line for each unit
                orders = [order for lines in orders.values() for order in lines]
            if answer["phase"]["key"] != "setup":
                order = random.Random(which).choice(orders)
                done = answered(json.dumps({"op": "resolve", **common, "orders": {seat: [order]}}))
                assert "error" not in done


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"op": ' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}",
        *(
            '{"id": ' + "[" * depth + "]" * depth + ', "op": "games"}'
            for depth in (50, 300, 900, 980, 990, 5_000)
        ),
        *(
            json.dumps({"op": "check", "game": "cic", "state": {"pieces": {}}, "orders": [["x"]] * n})
            for n in (1, 9)
        ),
        '{"id": NaN, "op": "games"}',
        '{"id": Infinity}',
        '{"id": 1e999, "op": "games"}',
        '{"id": "\\ud800", "op": "games"}',
        '{"id": ' + "9" * 5_000 + "}",
        '{"id": "\\u2028\\u0085", "op": "\\n"}',
        '{"op": ["new"]}',
        '{"op": "new", "game": "cic", "seed": 7}',
        '{"op": "new", "game": "cic", "seed": "' + "é" * 64 + '"}',
        '{"op": "new", "game": {"cic": 1}}',
        '{"op": "declare", "game": "cic", "what": {"a": 1}}',
    ],
)
def test_lines_that_were_trouble(line: str) -> None:
    answered(line)


def test_the_process_goes_on() -> None:
    """The real process: bytes that are no text, no JSON, too deep; then it still answers, in order."""
    lines = [
        b"\xff\xfe",
        b"\x00",
        b"[" * 50_000,
        b"",
        b"   ",
        b'{"id":"\\ud800","op":"games"}',
        '{"é":1}'.encode(),
    ]
    lines += [json.dumps({"id": n, "op": "new", "game": "cic"}).encode() for n in range(3)]
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "serve"],
        input=b"\r\n".join(lines) + b"\n",
        capture_output=True,
        cwd=Path(__file__).parents[2],
        env={"PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    answers = [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]
    assert len(answers) == 8  # blank lines get none
    assert [answer["id"] for answer in answers[-3:]] == [0, 1, 2]
    assert all("error" not in answer for answer in answers[-3:])
    assert answers[3]["id"] == "\ud800"
