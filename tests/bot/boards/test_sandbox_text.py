"""Positions as text: there and back for every game, and what is said of a wrong one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from adjudicator.registry import newest
from bot.common.errors import Refused
from bot.features.sandbox import text
from bot.features.sandbox.position_text import GAME, MOST_BYTES, RULES, read, write
from bot.storage.records import Board
from bot.storage.rows import find
from tests.bot.parts import HOST, PostOffice
from tests.bot.quick_engine import real_engines
from tests.conformance import GAMES, SCENARIOS, states
from tests.tiers import SOAK

RULEBOOK = {(game.key, game.rules_version): game for game in GAMES.values()}
STEP = 1 if SOAK else 7
CIC = '{"game":"cic","pieces":{"dark":{"e7":"T","h8":"C"},"light":{"a1":"C"}}}'


@pytest.fixture(autouse=True)
def engines(engine: object) -> Iterator[None]:
    with real_engines():
        yield


@pytest.mark.parametrize(("key", "number"), SCENARIOS)
def test_there_and_back(key: str, number: int) -> None:
    """Every position of random play reads as what was written, also of a game that is over."""
    game = GAMES[key]
    for state in list(states(key, number))[::STEP]:
        written = write(game, state, game.rules_version)
        assert len(written) < MOST_BYTES // 4 and json.loads(written)[GAME] == key
        assert read(RULEBOOK, written) == (game, state)
        assert read(RULEBOOK, f"```json\n{written}\n```")[1] == state


@pytest.mark.parametrize(("key", "number"), SCENARIOS)
def test_what_was_cut_or_changed_gets_a_sentence(key: str, number: int) -> None:
    """Whatever a slip makes of a text: it is a position, or one sentence says that it is none."""
    rng, game = Random(number), GAMES[key]
    for state in list(states(key, number))[:: 5 * STEP]:
        written = write(game, state, game.rules_version)
        for _ in range(20):
            at = rng.randrange(len(written))
            sign = rng.choice(['"', "{", "}", "0", "-1", "null", "x", "", "[]", "é", "9" * 30])
            try:
                read(RULEBOOK, written[:at] + sign + written[at + rng.randrange(4) :])
            except Refused as refused:
                assert "\n" not in str(refused) and len(str(refused)) < 500 and str(refused)[-1] in ".`"


def test_a_short_text_is_enough() -> None:
    game, state = read(RULEBOOK, CIC)
    assert game.key == "cic" and write(game, state, game.rules_version) == CIC
    assert json.loads(write(game, state, game.rules_version + 1))[RULES] == game.rules_version
    assert read(RULEBOOK, CIC.replace('"cic",', f'"cic","rules":{game.rules_version},')) == (game, state)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", text.NO_JSON),
        ("hello", text.NO_JSON),
        ("[1, 2]", text.NO_JSON),
        ("{" * 5000, text.NO_JSON),
        ("[" * 900 + "]" * 900, text.NO_JSON),
        ('{"game":"cic","n":' + "9" * 5000 + "}", text.NO_JSON),
        ('{"game":"cic","n":1.5}', text.NO_JSON),
        ('{"game":"cic","n":NaN}', text.NO_JSON),
        ('{"game":"cic","pieces":"\\ud800"}', text.NO_JSON),
        ('{"a":' * 14 + "1" + "}" * 14, text.NO_JSON),
        ("{}", "name its game"),
        ('{"game":"chess"}', "name its game"),
        ('{"game":["cic"]}', "name its game"),
        ('{"game":"cic","rules":99}', "don't have those rules"),
        ('{"game":"cic","rules":"1"}', "don't have those rules"),
        ('{"game":"cic"}', "pieces are needed"),
        ('{"game":"cic","pieces":{"dark":{"z9":"C"}}}', "z9"),
        ('{"game":"cic","pieces":{"@everyone":{}}}', "\u200beveryone"),
        (CIC.replace("}}}", '}},"**bold**":1}'), r"\\*\\*bold"),
        ('{"game":"nemein","tiles":{},"options":{"side":1000000}}', "side"),
        (" " * (MOST_BYTES + 1), "at most 64 kB"),
        ("é" * (MOST_BYTES // 2 + 1), "at most 64 kB"),
    ],
)
def test_wrong_texts(typed: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read(RULEBOOK, typed)
    told = str(refused.value)
    assert said.replace("\\\\", "\\") in told and len(told) < 500


async def test_it_is_put_in_and_taken_out(office: PostOffice) -> None:
    services = office.services
    board = await services.sandbox_origins.position(HOST, CIC)
    shown = await services.board_desks["sandbox"].desk(board, HOST)
    assert "You write for **Dark**" in shown.text and shown.picture is not None
    taken = await services.sandbox_screens.as_text(board, HOST)
    assert CIC in taken.text and not taken.files


async def test_a_long_one_is_a_file(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.sandbox.screens.MOST_SHOWN", 100)
    services = office.services
    board = await services.sandbox_origins.start(HOST, "newyork2047")
    message = await services.sandbox_screens.as_text(board, HOST)
    [file] = message.files
    again = await services.sandbox_origins.position(HOST, file.data.decode())
    states = [(await services.boards.read(each, HOST)).state for each in (board, again)]
    assert states[0] == states[1] and file.name.endswith(".json")


async def test_what_cannot_be_shown_leaves_nothing(office: PostOffice) -> None:
    """An end for a reason that no game has: the words and pictures know no such thing."""
    odd = json.loads(CIC) | {
        "phase": "over",
        "outcome": {"reason": "nobody came", "places": {"dark": 1, "light": 2}},
    }
    with pytest.raises(Refused, match="contradicts itself"):
        await office.services.sandbox_origins.position(HOST, json.dumps(odd))
    assert await office.read(find, Board, user_id=HOST) == []


def test_rules_that_are_known() -> None:
    assert newest(RULEBOOK).keys() == GAMES.keys()
