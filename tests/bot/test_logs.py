"""Entries of the log say which process, shard and table they are about."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest

from bot import logs
from bot.logs import JsonFormatter, TextFormatter


class Kept(logging.Handler):
    """What a handler writes."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def kept() -> Iterator[tuple[Kept, Kept]]:
    handlers = Kept(TextFormatter("hall-1")), Kept(JsonFormatter("hall-1"))
    log = logging.getLogger("bot.test")
    for handler in handlers:
        log.addHandler(handler)
    yield handlers
    for handler in handlers:
        log.removeHandler(handler)


async def test_a_task_says_what_it_is_about_and_others_do_not(kept: tuple[Kept, Kept]) -> None:
    text, structured = kept
    log = logging.getLogger("bot.test")

    async def press(shard: int, table: str) -> None:
        logs.about(shard=shard)
        await asyncio.sleep(0)
        logs.about(table=table)
        await asyncio.sleep(0)
        log.warning("step", extra={"turn": 3})
        started.append(asyncio.create_task(timer()))  # is about something else

    async def timer() -> None:
        log.warning("due")

    started: list[asyncio.Task[None]] = []
    await asyncio.gather(press(4, "k7f3"), press(5, "b2c4"))
    await asyncio.gather(*started)
    log.warning("ready", extra={"table": "r9t8"})
    told = [json.loads(line) for line in structured.lines]
    assert [(one["process"], one.get("shard"), one.get("table")) for one in told] == [
        ("hall-1", "4", "k7f3"),
        ("hall-1", "5", "b2c4"),
        ("hall-1", None, None),
        ("hall-1", None, None),
        ("hall-1", None, "r9t8"),
    ]
    assert text.lines[0].endswith("bot.test: step shard=4 table=k7f3 turn=3 process=hall-1")
    assert text.lines[-1].endswith("bot.test: ready table=r9t8 process=hall-1")


async def test_an_entry_knows_better_than_its_task(kept: tuple[Kept, Kept]) -> None:
    async def press() -> None:
        logs.about(table="k7f3")
        logging.getLogger("bot.test").warning("step", extra={"table": "b2c4"})

    await asyncio.create_task(press())
    assert json.loads(kept[1].lines[0])["table"] == "b2c4"


def test_one_process_alone_has_no_name() -> None:
    record = logging.makeLogRecord({"name": "bot", "levelname": "INFO", "msg": "ready"})
    assert "process" not in TextFormatter().format(record)
    assert "process" not in json.loads(JsonFormatter().format(record))
