"""Values as bytes: what every job needs arrives as it was, and nothing else can be read."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.chance import CoinFlip
from bot.common.encoding import NotEncodable, Unreadable, dumps, loads
from bot.jobs import JOBS
from bot.queue.store import queue_of, version
from maps import picture
from maps.replay import Part, Reel, Shot, Still
from tests.maps.test_painters import ALL, GAMES, NEWYORK

PLAIN = [
    None,
    True,
    -(2**70),
    0.1,
    "",
    "Käthe \ud83d \u202e",
    b"\x00\xff",
    Fraction(-1, 3),
    (),
    ((), ((1,),)),
    [1, (2, [3])],
    {},
    {1: "a", ("b", 2): {"c": None}, "d": b"e"},
    {(1, 2), (3,)},
    frozenset({"z", "a"}),
    {"l": [1], "0": 2, "d": []},
]


@pytest.mark.parametrize("value", PLAIN, ids=map(str, range(len(PLAIN))))
def test_plain_values_arrive_as_they_were(value: Any) -> None:
    read = loads(dumps(value))
    assert read == value and types(read) == types(value)
    assert dumps(read) == dumps(value)


@pytest.mark.parametrize(("key", "name"), ALL)
def test_views_orders_and_events_arrive_as_they_were(key: str, name: str) -> None:
    """Every scene that is painted in tests, with what is drawn beside it."""
    scene = NEWYORK.SCENES[name] if key == "newyork2047" else (GAMES[key].pictures.scenes[name],)
    given = (scene, GAMES[key].draft if key in GAMES else (), GAMES[key].events if key in GAMES else ())
    read = loads(dumps(given))
    assert dumps(read) == dumps(given)
    if key != "newyork2047":  # its board is equal to nothing but itself
        assert read == given and types(read) == types(given)


def types(value: Any) -> Any:
    """The class of a value, and those of its parts."""
    parts: Any = ()
    if is_dataclass(value):
        parts = [types(getattr(value, field.name)) for field in fields(value)]
    elif isinstance(value, (tuple, list)):
        parts = [types(item) for item in value]
    elif isinstance(value, dict):
        parts = [(key, types(item)) for key, item in value.items()]
    return type(value), parts


@pytest.mark.parametrize("key", GAMES)
def test_what_arrives_is_drawn_the_same(key: str) -> None:
    name, draft = GAMES[key].travels
    view = GAMES[key].pictures.scenes[name]
    sent, ordered = loads(dumps((view, draft)))
    draw = picture(key).draw
    assert draw(sent, draft=ordered, size=300) == draw(view, draft=draft, size=300)


def test_what_other_jobs_need_arrives_as_it_was() -> None:
    shot = Shot(None, (CoinFlip(n=1, heads=True),), "a", "b", "", 1, 500)
    still = Still((2, 1), b"\x00\x01", bytes(768))
    for value in (shot, Reel("cic", 800, {"dark": "A"}, 3), Part((b"x",), still)):
        assert loads(dumps(value)) == value


def test_the_order_of_a_set_does_not_matter() -> None:
    """The same arguments have the same bytes in every process."""
    names = [f"name {number}" for number in range(50)]
    assert dumps(frozenset(names)) == dumps(frozenset(reversed(names)))


@dataclass(frozen=True)
class Foreign:
    secret: str


class Seats(tuple[str, ...]):
    pass


@pytest.mark.parametrize(
    "value",
    [Foreign("c7"), Counter("c7"), object(), len, Seats(["c7"]), CoinFlip],
    ids=lambda value: type(value).__name__,
)
def test_what_has_no_encoding_is_named_and_not_quoted(value: Any) -> None:
    with pytest.raises(NotEncodable) as refused:
        dumps(("c7", value))
    assert "c7" not in str(refused.value)


@pytest.mark.parametrize(
    "name",
    [
        "subprocess:Popen",
        "bot.common.encoding:dumps",
        "bot.common.encoding:import_module",
        "bot.settings:os",
        "bot.common.workers:Renderer",
        "bot.queue.store:psycopg.Connection",
        "adjudicator.chance:CoinFlip.__init__",
        "tests.queue.test_encoding:Foreign",
        "bot.no_such_module:X",
        "bot:",
    ],
)
def test_nothing_but_our_data_can_be_made(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", pytest.fail)
    with pytest.raises(Unreadable):
        loads(json.dumps([[name], {"0": ["c7"]}]).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"\xff",
        b'[[],{"x":[]}]',
        b'[[],{"0":[]}]',
        b'[[],{"b":"%"}]',
        b'[[],{"q":[1,0]}]',
        b"[" * 99_999,
    ],
)
def test_bytes_of_somebody_else_are_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        loads(data)
    assert refused.value.__cause__ is None


def test_fields_must_be_complete() -> None:
    written = json.loads(dumps(CoinFlip(n=1, heads=True)))
    written[1]["0"].pop()
    with pytest.raises(Unreadable):
        loads(json.dumps(written).encode())


@pytest.mark.parametrize("name", JOBS)
def test_every_job_is_there(name: str) -> None:
    from importlib import import_module

    module, _, function = JOBS[name].function.partition(":")
    found = getattr(import_module(module), function)
    assert f"{found.__module__}:{found.__qualname__}" == JOBS[name].function
    assert len(f"procrastinate_queue_v1#{queue_of(name)}") < 64, "PostgreSQL's limit for a channel"
    assert len(version()) == 12
