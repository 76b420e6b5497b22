"""A database of each older version with games under way: the bot brings it up to date and goes on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from adjudicator.registry import games
from adjudicator.replay import verify
from bot.commands import main
from bot.features.integrity.database_check import check
from bot.storage import migrations
from bot.storage.league_records import Sitting
from bot.storage.rows import find
from maps.boards import boards
from tests.bot.parts import GUEST, HOST, post_office
from tests.bot.transactions import looking

REVISIONS = [script.revision for script in ScriptDirectory.from_config(migrations.config()).walk_revisions()]
pytestmark = pytest.mark.sqlite  # PostgreSQL came with version 0009
HALLS = {"duel": 801, "sealed": 802, "over": 803, "lobby": 804}


async def play(path: Path) -> dict[str, str]:
    """Games of this version, their codes."""
    async with post_office(path) as office:
        codes = {"duel": await office.game(channel=HALLS["duel"])}
        await office.send(codes["duel"], HOST, "e7-e6")
        codes["sealed"] = await office.game(game_key="nemein", channel=HALLS["sealed"])
        await office.send(codes["sealed"], HOST, "handful stock")
        codes["over"] = await office.game(channel=HALLS["over"])
        await office.send(codes["over"], HOST, "e7-e6")
        await office.orders.declare(codes["over"], GUEST, "concede")
        codes["lobby"] = (await office.lobby(HOST, GUEST, channel=HALLS["lobby"])).id
        await office.deliver()
    return codes


def made_older(new: Path, old: Path, revision: str) -> None:
    """A database as that version of Fieldpost made it, with the rows that it would have had."""
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        command.upgrade(migrations.config(connection), revision)
    engine.dispose()
    with closing(sqlite3.connect(old)) as db:
        db.execute("ATTACH ? AS new", (str(new),))
        tables = [name for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")]
        for table in tables:
            if table == "alembic_version" or table.startswith("sqlite_"):
                continue
            columns = [row[1] for row in db.execute(f"PRAGMA main.table_info({table})")]
            listed = ", ".join(f'"{name}"' for name in columns)
            only = "WHERE kind = 'turn'" if table == "deadlines" and "kind" not in columns else ""
            db.execute(f"INSERT INTO main.{table} ({listed}) SELECT {listed} FROM new.{table} {only}")
        db.commit()


class Shared:
    codes: dict[str, str] = {}  # noqa: RUF012


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("upgrade") / "new.sqlite3"


@pytest.fixture
async def new(made: Path) -> Path:
    if not Shared.codes:
        Shared.codes = await play(made)
    return made


@pytest.mark.parametrize("revision", REVISIONS)
async def test_games_of_each_version_go_on(new: Path, tmp_path: Path, revision: str) -> None:
    old, codes = tmp_path / "old.sqlite3", Shared.codes
    made_older(new, old, revision)
    async with post_office(old) as office:
        duel = await office.snapshot(codes["duel"])
        assert (duel.phase.turn, duel.table.status, duel.game.rules_version) == (1, "playing", 1)
        await office.send(codes["duel"], GUEST, "d2-d3")
        assert (await office.snapshot(codes["duel"])).phase.turn == 2
        await office.send(codes["sealed"], GUEST, "handful stock")
        sealed = await office.snapshot(codes["sealed"])
        assert sealed.phase.key == "play" and len(sealed.step.seals) == 2
        await office.services.lobby.start(codes["lobby"], HOST)
        shown = await office.services.verification.verified(codes["over"])
        assert "every result is true" in shown.words
        record = json.loads(shown.files[0].data)
        assert verify(games(boards()), record).ok
        sat = await office.read(find, Sitting, table_id=codes["duel"])
        assert sorted(sitting.user_id for sitting in sat) == [HOST, GUEST]
        await office.deliver()
        context = office.context
        async with looking(context.db) as tx:
            found = check(context, tx, lambda *_: None)
    assert found.faults == []


def test_a_backup_of_an_older_version_is_checked_and_restored(
    new: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made_older(new, tmp_path / "old.sqlite3", "0001")
    before = (tmp_path / "old.sqlite3").read_bytes()
    monkeypatch.setenv("FIELDPOST_DATABASE", str(tmp_path / "games.sqlite3"))
    assert main(["check", str(tmp_path / "old.sqlite3")]) == 0
    assert "schema 0001" in capsys.readouterr().out
    assert main(["restore", str(tmp_path / "old.sqlite3")]) == 0
    assert "brings up to date" in capsys.readouterr().out
    assert (tmp_path / "old.sqlite3").read_bytes() == before
    shutil.copy(tmp_path / "games.sqlite3", tmp_path / "again.sqlite3")
    assert main(["check"]) == 0
