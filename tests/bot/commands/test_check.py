"""`python -m bot check`: what is true passes, and whatever is changed behind the bot's back is named."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import main
from bot.common.clock import SystemClock
from bot.common.workers import Renderer
from bot.engine.context import Context
from bot.features.integrity import database_check
from bot.features.integrity import text as words
from bot.features.integrity.database_check import (
    Findings,
    look_at_league,
    look_at_ratings,
    look_at_rows,
    look_at_steps,
)
from bot.features.moderation.game_masters import Ruler
from bot.features.server_settings.who_may_open import Asker
from bot.storage import tables
from bot.storage.database import Database, Tx
from bot.storage.league_records import League
from bot.storage.rows import first
from tests.bot.clocks import MODERATOR
from tests.bot.leagues.league_parts import hall
from tests.bot.parts import GUEST, HOST, NAMES, PostOffice
from tests.bot.privacy.people import forget
from tests.bot.silent import nme
from tests.bot.transactions import looking, writing

Check = Callable[..., tuple[int, list[str]]]
RULER: Ruler = MODERATOR


async def brought(office: PostOffice, code: str, channel: int) -> str:
    """The code that a copy of this game has there, made by its record."""
    shown = await office.services.game_export.export(code, HOST)
    asker = Asker(guild_id=1, user_id=HOST, roles=frozenset(), manager=False)
    await office.services.game_import.bring(asker, channel, shown.files[0].data)
    [table] = await office.read(tables.by_channel, channel)
    return table.id


async def make(path: Path) -> dict[str, str]:
    """Games of all kinds; their codes by what they are."""
    async with hall(path) as here:
        office, services = here.office, here.services
        names = {"league": await here.league(4)}
        await here.play_round(names["league"])
        one = await office.game(channel=801)
        await office.send(one, HOST, "e7-e6")
        await office.send(one, GUEST, "d2-d3")
        await services.gm.undo(one, RULER, "a wrong button")
        await office.send(one, GUEST, "d2-e2")
        names["taken back"] = one
        names["over"] = await office.game(channel=802)
        await office.send(names["over"], HOST, "e7-e6")
        await office.send(names["over"], GUEST, "d2-d3")
        await services.orders.declare(names["over"], HOST, "concede")
        names["paused"], _ = await nme(office, channel=803)
        await services.gm.pause(names["paused"], RULER, "a holiday")
        names["sealed"] = await office.game(game_key="nemein", channel=804)
        for user in (HOST, GUEST):
            await office.send(names["sealed"], user, "handful stock")
        names["lobby"] = (await office.lobby(HOST, channel=805)).id
        names["closed"] = (await office.lobby(HOST, channel=806)).id
        await services.lobby.close(names["closed"], HOST)
        nemein = await office.lobby(HOST, GUEST, channel=807, game_key="nemein", seating="lot")
        await services.lobby.start(nemein.id, HOST)
        names["set-up"] = nemein.id
        await brought(office, names["over"], 808)
        await brought(office, one, 809)  # nobody has joined it yet
        names["brought here"] = await brought(office, one, 810)
        for user in (HOST, GUEST):
            await services.lobby.join(names["brought here"], user, NAMES[user])
        await services.lobby.start(names["brought here"], HOST)
        await office.send(names["brought here"], HOST, "f7-f5")
        await office.deliver()
    return names


class Shared:
    """Made once for all tests of this file."""

    folder: tempfile.TemporaryDirectory[str] | None = None
    names: dict[str, str] = {}  # noqa: RUF012


async def made() -> Path:
    """A database with games of all kinds, to be copied; `Shared.names` has their codes."""
    if Shared.folder is None:
        Shared.folder = tempfile.TemporaryDirectory(prefix="fieldpost-")
        Shared.names = await make(Path(Shared.folder.name) / "games.sqlite3")
    return Path(Shared.folder.name) / "games.sqlite3"


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "games.sqlite3"
    shutil.copy(await made(), path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIELDPOST_DATABASE", str(path))
    return path


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """The exit code, and the lines on stdout."""

    def run(*argv: str) -> tuple[int, list[str]]:
        code = main(["check", *argv])
        return code, capsys.readouterr().out.splitlines()

    return run


def test_what_the_bot_has_stored_is_true(file: Path, check: Check) -> None:
    before = file.read_bytes()
    code, [*notes, line] = check()
    assert code == 0, line
    # The copies of games that go on have a seed of their own; that of the original stays there.
    assert (
        len(notes) == 2 and f"note: game {Shared.names['brought here']}: the seed of steps 0 to 4" in notes[0]
    )
    assert line.startswith(f"{file}: 12 games, ") and "1 league, 2 ratings: all is well" in line
    assert file.read_bytes() == before and [path.name for path in file.parent.iterdir()] == [file.name]


async def test_also_when_somebody_was_forgotten(file: Path) -> None:
    async with hall(file) as here:
        for user, name in ((HOST, NAMES[HOST]), (101, "P101")):
            await forget(here.office, user, name)
        await here.office.pass_time(0)
        async with looking(here.services.context.db) as tx:
            found = database_check.check(here.services.context, tx, lambda *_: None)
    assert found.faults == [] and found.games >= 12


def test_also_of_a_backup_while_the_bot_runs(file: Path, check: Check) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO kv VALUES ('now', '1')")
        db.commit()
        assert main(["backup", "copy.sqlite3"]) == 0
        db.execute("UPDATE steps SET state = '{}'")  # under way, and not stored yet
        assert check("copy.sqlite3")[0] == 0
        assert check()[0] == 0


GONE = "UPDATE tables SET "
DUE = "INSERT INTO deadlines (table_id, kind, turn, due_at, extended, data) VALUES ('{}', "
OTHER_SEED = "UPDATE seeds SET seed = '" + "ab" * 32 + "' WHERE table_id = '{}'"
WRONG: list[tuple[str, str, str]] = [
    # what is changed ({league}, {over}, … are codes), in which game, what is told
    ("UPDATE steps SET orders = replace(orders, 'e7-e6', 'e7-e5')", "taken back", "step 1: replayed"),
    ("UPDATE steps SET state = replace(state, '\"turn\":2', '\"turn\":3')", "taken back", "step"),
    ("UPDATE steps SET state = ' ' || state", "sealed", "canonical form"),
    ("UPDATE steps SET state = 'x'", "set-up", "can't be read (JSONDecodeError)"),
    ("UPDATE steps SET events = '[]' WHERE seq = 2 AND table_id = '{}'", "sealed", "step 1: replayed"),
    ("UPDATE steps SET seq = 40 WHERE seq = 2 AND table_id = '{}'", "sealed", "they are 1, 40"),
    ("DELETE FROM steps WHERE table_id = '{}'", "over", "they are none"),
    ("UPDATE steps SET back_to = 1 WHERE kind = 'undo'", "taken back", "step 3: the state after"),
    (OTHER_SEED, "set-up", "seed does not fit the commitment"),
    (OTHER_SEED, "lobby", words.SEED_WRONG),
    (OTHER_SEED, "brought here", "seed does not fit the commitment"),
    (GONE + "commitment = '" + "ab" * 32 + "' WHERE id = '{}'", "brought here", "seed does not fit"),
    (GONE + "undone = 2 WHERE id = '{}'", "taken back", words.UNDONE(n=1, told=2)),
    (GONE + "turn = 9 WHERE id = '{}'", "sealed", "is open, but the table says 9"),
    (GONE + "status = 'over' WHERE id = '{}'", "taken back", "nothing says when"),
    (GONE + "status = 'playing' WHERE id = '{}'", "over", "still goes on"),
    ("UPDATE players SET over = true WHERE table_id = '{}'", "sealed", "have it listed otherwise"),
    (GONE + "status = 'playing' WHERE id = '{}'", "lobby", words.STATUS_WRONG(status="'playing'", n=0)),
    (GONE + "outcome = replace(outcome, '1', '3') WHERE id = '{}'", "over", "the outcome is"),
    (GONE + "options = '{{\"x\":1}}' WHERE id = '{}'", "lobby", "can't be read"),
    (GONE + "rules_version = 7 WHERE id = '{}'", "sealed", "version 7 of the rules of nemein"),
    ("DELETE FROM deadlines WHERE kind = 'turn' AND table_id = '{}'", "sealed", "has no deadline"),
    ("UPDATE deadlines SET turn = 7 WHERE kind = 'turn' AND table_id = '{}'", "sealed", "is for turn 7"),
    (DUE + "'turn', 0, 1, 0, '{{}}')", "paused", words.CLOCK_RUNS),
    (DUE + "'vote', 0, 1, 0, '{{}}')", "over", words.IDLE_DEADLINE(kind="vote")),
    (GONE + "deadline_spec = 'a while' WHERE id = '{}'", "sealed", "its turns take 'a while'"),
    (GONE + "deadline_spec = '1d' WHERE id = '{}'", "lobby", "its turns take '1d'"),
    ("UPDATE players SET seat = NULL WHERE seat = 'dark' AND table_id = '{}'", "over", "its players sit on"),
    ("UPDATE sittings SET user_id = 77 WHERE seat = 'dark' AND table_id = '{}'", "over", "seat dark"),
]  # fmt: skip


WRONG_ELSEWHERE: list[tuple[str, str]] = [
    ("UPDATE league_seeds SET seed = '" + "ab" * 32 + "'", f"league {{}}: {words.SEED_WRONG}"),
    ("UPDATE entrants SET number = 9 WHERE number = 4", "league {}: its players have the numbers"),
    (
        "UPDATE fixtures SET result = replace(result, '\"places\":[1,2]', '\"places\":[2,1]')",
        "league {}, round 1, board 1: game ",
    ),
    ("UPDATE entrants SET number = 5 - number", "but the draw gives"),
    ("UPDATE fixtures SET board = 7 WHERE board = 1", "league {}, round 1, board 7: game "),
    ("UPDATE fixtures SET numbers = '[1,1]' WHERE board = 1", "league {}: player 1 plays"),
    ("UPDATE fixtures SET numbers = '[2,1]' WHERE board = 1", "was begun by others"),
    (
        "UPDATE fixtures SET result = NULL WHERE board = 1",
        "board 1: its status is 'done', but it has no",
    ),
    ("UPDATE fixtures SET round = 5", "league {}: round 5 has games, but was never opened"),
    ("UPDATE fixtures SET division = 2 WHERE board = 1", "league {}, round 1: board 1 is in division 2"),
    ("UPDATE entrants SET division = 2 WHERE number = 1", "is in division 1, but its players aren't"),
    ("UPDATE leagues SET plan = '[]'", "league {}: it can't be read"),
    ("UPDATE leagues SET plan = json_set(plan, '$.out', 99)", "league {}: its plan isn't valid: `out`"),
    (
        "UPDATE leagues SET plan = json_set(plan, '$.colour', 'red')",
        "its plan isn't valid: “colour”",
    ),
    ("UPDATE leagues SET plan = json_set(plan, '$.calendar', '168h')", "isn't what I read from it: calendar"),
    ("UPDATE leagues SET deadline_spec = 'soon'", "league {}: its turns take 'soon'"),
    ("UPDATE league_log SET round = 4 WHERE act = 'round'", "league {}: its log has an entry of round 4"),
    ("UPDATE league_log SET round = -1", "league {}: its log has an entry of round -1"),
    ("UPDATE ratings SET mu = mu + 0.001 WHERE user_id = 11", "the stored rating of user 11"),
    ("UPDATE results SET place = 3 - place", "its stored results differ"),
    ("UPDATE steps SET orders = '[]' WHERE table_id IN (SELECT table_id FROM rated)", "can't be"),
]


WRONG_AT_ALL: list[tuple[str, str]] = [
    ("UPDATE leagues SET plan = '{'", "league {}: its row can't be read (JSONDecodeError)"),
    ("UPDATE tables SET origin = '{' WHERE status = 'lobby'", ": its row can't be read (JSONDecodeError)"),
    ("UPDATE players SET missed = -1 WHERE table_id = (SELECT min(table_id) FROM players)", "missed is -1"),
    ("UPDATE players SET away_used = -0.5", "away_used is -0.5, but can't be below 0"),
    ("UPDATE results SET turns = -3", "turns is -3"),
    ("UPDATE leagues SET season = -1", "leagues, id {}: season is -1"),
    ("UPDATE sittings SET missed = -2", "missed is -2"),
    ("DELETE FROM fixtures WHERE board = 1", ": league {} doesn't know that this game is its own"),
]


class Undo(Exception):  # noqa: N818 - leaves a transaction, which stores nothing then
    pass


async def spoil_and_look(
    context: Context, statement: str, look: Callable[[Tx, Findings], object]
) -> list[str]:
    """Change rows, look, and change nothing after all."""
    found = Findings()
    try:
        async with writing(context.db) as tx:
            tx.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
            changed = tx.exec_driver_sql(statement)
            assert changed.rowcount > 0, f"nothing was changed: {statement}"
            look(tx, found)
            raise Undo
    except Undo:
        return found.faults


async def test_each_wrong_row_is_named(file: Path) -> None:
    db = await Database.open(file)
    context = Context(db, SystemClock(), Renderer(0))
    for statement, which, told in WRONG:
        code = Shared.names[which]

        def look(tx: Tx, found: Findings, code: str = code) -> None:
            table = tables.get(tx, code)
            assert table is not None
            if look_at_steps(context, tx, table, found):
                look_at_rows(context, tx, table, found)

        faults = await spoil_and_look(
            context, statement.format(code) if "{" in statement else statement, look
        )
        assert any(line.startswith(f"game {code}: ") and told in line for line in faults), (statement, faults)
    await db.close()


async def test_leagues_and_ratings_too(file: Path) -> None:
    db = await Database.open(file)
    context = Context(db, SystemClock(), Renderer(0))
    code = Shared.names["league"]

    def look(tx: Tx, found: Findings) -> None:
        league = first(tx, League, id=code)
        assert league is not None
        look_at_league(context, tx, league, found)
        look_at_ratings(context, tx, found, lambda *_: None)

    for statement, told in WRONG_ELSEWHERE:
        faults = await spoil_and_look(context, statement, look)
        assert any(told.format(code) in line for line in faults), (statement, faults)
    await db.close()


async def test_rows_that_cannot_be_read_hide_no_others(file: Path) -> None:
    db = await Database.open(file)
    context = Context(db, SystemClock(), Renderer(0))

    def look(tx: Tx, found: Findings) -> None:
        looked = database_check.check(context, tx, lambda *_: None)
        found.faults += looked.faults
        assert looked.games == 12

    for statement, told in WRONG_AT_ALL:
        faults = await spoil_and_look(context, statement, look)
        assert any(told.format(Shared.names["league"]) in line for line in faults), (statement, faults)
    await db.close()


def spoiled(file: Path, statement: str, code: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        changed = db.execute(statement.format(code) if "{" in statement else statement).rowcount
        assert changed > 0, "nothing was changed"
        db.commit()


def test_what_a_game_that_goes_on_hides_is_not_printed(file: Path, check: Check) -> None:
    """The host may play in it."""
    spoiled(file, "UPDATE steps SET events = '[]', orders = replace(orders, 'stock', 'stack')", "")
    _, lines = check()
    code = Shared.names["sealed"]
    told = [line for line in lines if line.startswith(f"game {code}")]
    assert told and all(line.endswith("replayed, it differs from what is stored") for line in told), told


def test_finished_games_of_rules_that_are_gone_are_no_fault(file: Path, check: Check) -> None:
    spoiled(file, GONE + "rules_version = 7 WHERE id = '{}'", Shared.names["over"])
    code, lines = check()
    assert (
        code == 0
        and f"note: game {Shared.names['over']}: version 7" in "\n".join(lines)
        and "all is well" in lines[-1]
    )


def test_rows_that_point_nowhere_and_damaged_files(file: Path, check: Check) -> None:
    with closing(sqlite3.connect(file)) as db:  # foreign keys are off by default
        db.execute("INSERT INTO seeds VALUES ('gone', 'x')")
        db.commit()
    code, lines = check()
    assert code == 1 and any("of seeds points to a row of tables that is not there" in line for line in lines)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        [page] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'steps'").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * 4096)
        opened.write(b"\xaa" * 4096)
    code, lines = check()
    assert code == 1 and "the file is damaged" in lines[-1]


def test_what_cannot_be_looked_at(file: Path, check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    for path, told in (("none", "check the path"), ("text", "not a Fieldpost database")):
        Path("text").write_text("hello")
        assert main(["check", path]) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert line.startswith(f"fieldpost: {path}: ") and told in line


def test_the_copy_is_gone_afterwards(
    file: Path, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert check()[0] == 0
    assert list(folder.iterdir()) == []
