"""A game is finished by the rules that it was begun with; new games are played by the newest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from adjudicator import __main__ as program
from adjudicator.chance import Chance
from adjudicator.cic import Cic
from adjudicator.game import Resolution
from adjudicator.registry import Rules, for_record, games, newest, rules
from adjudicator.replay import verify
from bot.commands import main
from bot.common.errors import Refused
from bot.engine.context import check_rules
from bot.storage import schema
from bot.storage.errors import StorageError
from maps.boards import boards
from tests.bot.parts import GUEST, HOST, PostOffice, post_office
from tests.bot.transactions import writing

OTHER, THIRD_ROOM = 501, 502


class NewCic(Cic):
    """Other rules: nobody concedes any more, and the first turn is number 100."""

    rules_version: ClassVar[int] = 2

    def start(self, options: Mapping[str, Any], chance: Chance) -> Resolution[Any]:
        begun = super().start(options, chance)
        return replace(begun, state=replace(begun.state, turn=100))

    def declarations(self, state: Any, seat: str) -> tuple[str, ...]:
        return ()


OLD: Rules = rules(boards())
BOTH: Rules = {("cic", 2): NewCic(), **OLD}
"""The newer one first: the order says nothing."""


def updated(patch: pytest.MonkeyPatch, known: Rules = BOTH) -> None:
    for module in ("bot.engine.context", "bot.commands.run", "adjudicator.__main__"):
        patch.setattr(f"{module}.rules", lambda _: known)


def test_the_newest_are_for_new_games() -> None:
    assert newest(BOTH)["cic"].rules_version == 2
    assert list(newest(OLD)) == list(games(boards())) and all(
        game.rules_version == version and game.key == key for (key, version), game in BOTH.items()
    )


@pytest.mark.parametrize(
    ("record", "version"),
    [
        ({"game": "cic", "rules_version": 1}, 1),
        ({"game": "cic", "rules_version": 2}, 2),
        ({"game": "cic", "rules_version": 3}, 2),
        ({"game": "cic", "rules_version": True}, 2),
        ({"game": "cic", "rules_version": [1]}, 2),
        ({"game": ["cic"], "rules_version": 1}, 2),
        ("no record", 2),
    ],
)
def test_a_record_chooses_its_rules(record: object, version: int) -> None:
    found = for_record(BOTH, record)
    assert found["cic"].rules_version == version and found.keys() == newest(OLD).keys()


async def test_games_go_on_by_the_old_rules_and_new_ones_begin_by_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sqlite3"
    async with post_office(file) as office:
        running = await office.game()
        await office.send(running, HOST, "e7-e6")
        lobby = await office.lobby(HOST, GUEST, channel=OTHER)
    updated(monkeypatch)
    async with post_office(file) as office:
        assert (await office.snapshot(running)).game.rules_version == 1
        await office.send(running, GUEST, "d2-d3")
        snapshot = await office.snapshot(running)
        assert snapshot.table.rules_version == 1 and snapshot.phase.turn == 2

        await office.services.lobby.start(lobby.id, HOST)  # all who joined it had read the old rules
        assert (await office.snapshot(lobby.id)).game.rules_version == 1
        assert (await office.snapshot(lobby.id)).phase.turn == 0

        new = await office.game(channel=THIRD_ROOM)
        snapshot = await office.snapshot(new)
        assert (snapshot.table.rules_version, snapshot.game.rules_version) == (2, 2)
        assert snapshot.phase.turn == snapshot.table.turn == 100 and snapshot.living == ()

        await office.orders.declare(running, HOST, "concede")
        assert (await office.table(running)).status == "over"
        shown = await office.services.verification.verified(running)
        assert "every result is true" in shown.words
    record = json.loads(shown.files[0].data)
    assert record["rules_version"] == 1 and verify(for_record(BOTH, record), record).ok
    (tmp_path / "record.json").write_text(json.dumps(record))
    for command in ("verify", "replay"):
        assert program.main([command, str(tmp_path / "record.json")]) == 0
    record["rules_version"] = 2
    (tmp_path / "record.json").write_text(json.dumps(record))
    assert program.main(["verify", str(tmp_path / "record.json")]) == 1
    assert "WRONG" in capsys.readouterr().out.upper()


async def set_version(office: PostOffice, code: str, version: int) -> None:
    async with writing(office.context.db) as tx:
        tx.execute(schema.tables.update().where(schema.tables.c.id == code).values(rules_version=version))


@pytest.mark.sqlite
async def test_running_games_of_unknown_rules_stop_the_start_and_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sqlite3"
    async with post_office(file) as office:
        first, second = await office.game(), (await office.lobby(HOST, channel=OTHER)).id
        over = await office.game(channel=THIRD_ROOM)
        await office.orders.declare(over, HOST, "concede")
        await check_rules(office.context.db, OLD)
        for code in (first, second, over):
            await set_version(office, code, 7)
        with pytest.raises(StorageError) as caught:
            await check_rules(office.context.db, OLD)
    told = str(caught.value)
    assert told.startswith(str(file)) and "rules version 7" in told and "Commander-In-Chief" in told
    assert first in told and second in told and over not in told and "\n" not in told
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIELDPOST_TOKEN", "a-token.that_must-never.be-seen")
    monkeypatch.setenv("FIELDPOST_DATABASE", str(file))
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)
    monkeypatch.setattr("bot.commands.run.calm", lambda: None)
    monkeypatch.setattr("asyncio.run", _in_a_thread)
    assert main(["run"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert first in line and "rules version 7" in line


async def test_finished_games_of_unknown_rules_are_told_in_one_line(office: PostOffice) -> None:
    code = await office.game()
    await office.orders.declare(code, HOST, "concede")
    await office.deliver()
    await set_version(office, code, 7)
    await check_rules(office.context.db, OLD)
    for asked in (
        office.services.history_pages.page(code, GUEST, "new"),
        office.services.game_views.board(code, GUEST),
        office.services.verification.verified(code),
    ):
        with pytest.raises(Refused, match="version 7 of the rules of Commander-In-Chief"):
            await asked
    await office.deliver()


def _in_a_thread(running: Any) -> None:
    """`asyncio.run` where a loop runs already."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.Runner().run(running)).result()
