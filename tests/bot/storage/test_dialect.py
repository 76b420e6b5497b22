"""Nothing but `dialect.py` knows which database runs; and what the package may import."""

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from sqlalchemy import ClauseElement, TextClause, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

import bot.storage
from bot.features.conditional_orders import store as plans
from bot.features.leagues import store as league_store
from bot.features.letters import store as letters
from bot.features.privacy import store as privacy
from bot.features.ratings import store as ratings
from bot.features.votes import store as votes
from bot.storage import deadlines, dialect, drafts, outbox, people, players, rows, schema, steps, tables
from bot.storage.database import Database
from bot.storage.league_records import Entrant, Fixture, GameResult, League, Round
from bot.storage.records import Ballot, Post, Seed, Server, Vote
from tests.bot.transactions import writing

from . import make

FOLDER = Path(bot.storage.__file__).parent
SOURCES = sorted(FOLDER.rglob("*.py"))
FUNCTIONS = (
    rows, deadlines, drafts, league_store, letters, outbox, people, plans, players, privacy, ratings, steps,
    tables, votes,
)  # fmt: skip


def public(module: ModuleType) -> set[object]:
    return {
        function
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and not name.startswith("_")
        and next(iter(inspect.signature(function).parameters), "") == "tx"
        and function.__module__ == module.__name__
    }


async def test_every_function_speaks_postgresql(db: Database, statements: list[ClauseElement]) -> None:
    """Runs every function once; the fixture `statements` compiles what they build. None is text."""
    called: set[object] = set()
    async with writing(db) as tx:

        async def run(function, *args, **given):  # type: ignore[no-untyped-def]
            called.add(function)
            return function(tx, *args, **given)

        await run(tables.insert, make.table())
        await run(rows.insert, Seed(table_id="k7f3", seed="5eed"))
        await run(steps.add, make.step())
        await run(rows.save, Server(guild_id=1, settings={}))
        await run(rows.fetch, select(schema.tables), tables.Table)
        await run(rows.read_value, "a")
        for record in schema.of:
            await run(rows.find, record, newest=True, limit=2, offset=1)
            await run(rows.first, record)
            await run(rows.count, record)
        for read in (tables.get, tables.seed_of, steps.newest, players.of_table, deadlines.get):
            await run(read, "k7f3")
        for find in (tables.by_channel, tables.imported_to, tables.of_user):
            await run(find, 1)
        await run(tables.codes)
        await run(tables.search, "k", 1)
        await run(tables.search_own, "k", 1)
        await run(tables.newest_in, 1, ["lobby"], 2)
        await run(tables.rules_in_use)
        await run(tables.by_rules, "nemein", 1, 2)
        await run(tables.channels, ["lobby"])
        await run(tables.set_status, "k7f3", "lobby")
        await run(tables.change, "k7f3", channel_id=1, settings={})
        await run(tables.open_in, 1)
        await run(tables.listed, 1, ("playing", "over"), None, 5)
        await run(tables.listed, 1, ("over",), make.table(), 5)
        await run(tables.count_undo, "k7f3")
        await run(tables.update_options, "k7f3", {}, {})
        await run(tables.advance, "k7f3", 0, 1, 1)
        await run(tables.finish, "k7f3", {}, 1.0)
        await run(steps.at, "k7f3", 1)
        await run(steps.between, "k7f3", 1, 2)
        await run(steps.without_events, "k7f3", 1, 2)
        await run(steps.undos, "k7f3")
        await run(steps.new_seeds, "k7f3")
        await run(players.join, "k7f3", 1, name="One", joined_at=1.0)
        await run(players.seat_all, "k7f3", {1: "south"})
        await run(players.change, "k7f3", 1, offered_at=2.0)
        await run(players.add_missed, "k7f3", 1)
        await run(players.add_extension, "k7f3", 1)
        await run(players.use_away, "k7f3", 1, 5.0)
        await run(players.offered)
        await run(players.played, 1, ["k7f3"])
        await run(players.seated_in, 1, [1, 2])
        await run(players.names_in, 1, [1, 2])
        await run(players.rise, "k7f3", 1, 2.0, 0)
        await run(players.games_left_by, 1, 1)
        await run(players.replace, "k7f3", 1, 2, name="Two", joined_at=2.0)
        await run(drafts.changed_at, "k7f3", "south", "sheet")
        await run(drafts.note_change, "k7f3", "south", "sheet", 1.0)
        await run(drafts.put, make.draft())
        await run(drafts.get, "k7f3", "south", 1)
        await run(drafts.of_table, "k7f3", 1)
        await run(drafts.counting, "k7f3", 1)
        await run(drafts.keep, "k7f3", "dark", 1)
        await run(drafts.set_ready, "k7f3", "south", 1, True)
        await run(drafts.clear_table, "k7f3", 1)
        await run(deadlines.set, "k7f3", 1, 5.0)
        row = await run(deadlines.get, "k7f3")
        await run(deadlines.put, row)
        await run(deadlines.move, row, 6.0)
        await run(deadlines.all_of, "turn")
        await run(deadlines.between, "turn", 1.0, 9.0)
        await run(deadlines.without, "turn", "remind")
        await run(deadlines.earliest)
        await run(deadlines.due, 9.0)
        await run(deadlines.delete, "k7f3", 1)
        await run(deadlines.drop, "k7f3", "early")
        await run(deadlines.pause_of, "k7f3")
        called_by = {"caller_seat": "south", "caller_user": 2, "opened_at": 1.0, "lapses_at": 2.0}
        vote = await run(rows.append, Vote(table_id="k7f3", kind="draw", turn=1, **called_by))
        await run(votes.of_table, "k7f3")
        await run(rows.save, Ballot(vote_id=vote, seat="south", user_id=2, yes=True, at=1.0))
        await run(votes.ballots, vote)
        await run(votes.change_open, vote, lapses_at=3.0)
        await run(plans.get, "k7f3", "south")
        await run(plans.of_table, "k7f3")
        await run(people.absences, [1], 1.5)
        await run(people.cancel_absences, 1, 1.5)
        await run(people.get, 1)
        await run(people.in_play)
        await run(people.set_dm_channel, 1, 2)
        await run(people.set_last_dm, 1, 2)
        await run(people.reached, 1)
        await run(people.found_closed, 1, 2.0)
        await run(people.acted, 1, 3.0)
        await run(people.update_settings, 1, {"a": 1})
        await run(letters.of_seat, "k7f3", "south", 5, 9)
        league = {"guild_id": 1, "channel_id": 2, "host_id": 3, "commitment": "c0", "created_at": 1.0}
        await run(
            league_store.insert_league, League(id="lg4k", name="L", game="x", options={}, **league), "5eed"
        )
        await run(league_store.seed_of, "lg4k")
        await run(league_store.leagues_of_guild, 1)
        await run(league_store.league_codes)
        await run(league_store.leagues_with, ["over"])
        await run(league_store.search_leagues, 1, "lg")
        await run(league_store.due_leagues, 1.0)
        await run(league_store.next_moment, 1.0)
        await run(league_store.change_league, "lg4k", name="M")
        await run(league_store.open_round, Round(league_id="lg4k", round=1, at=1.0, drawn=0, out=[]))
        await run(league_store.add_entrant, Entrant(league_id="lg4k", user_id=1, name="One", joined_at=1.0))
        await run(league_store.entrants_of, "lg4k")
        await run(league_store.entrants_by_number, "lg4k", [1, 2])
        await run(league_store.leagues_of_user, 1)
        await run(league_store.league_history_of, 1, 1)
        await run(league_store.change_entrant, "lg4k", 1, status="out")
        await run(league_store.number_entrants, "lg4k", {1: (1, 1)})
        fixture = Fixture(league_id="lg4k", round=1, division=1, board=1, numbers=(1, 2), code="m2b3")
        await run(league_store.insert_fixtures, [fixture])
        [stored] = await run(league_store.fixtures_of, "lg4k", 1)
        await run(league_store.fixture_in_place, 1, 900)
        await run(league_store.fixture_by_code, 1, "k7f3")
        await run(league_store.fixtures_to_open)
        await run(league_store.fixtures_to_settle)
        await run(league_store.count_unsettled, "lg4k")
        await run(league_store.change_fixture, stored.id, place_id=5)
        await run(league_store.begin_game, stored.id, "k7f3", 1.0)
        await run(league_store.has_code, "m2b3")
        await run(league_store.any_unsettled)
        await run(league_store.away_used, "lg4k", 1, "k7f3")
        await run(league_store.games_left_by, "lg4k", 1)
        await run(league_store.settle, stored.id, {}, 1.0, "game")
        await run(ratings.unrated)
        await run(ratings.mark_rated, "k7f3", 1.0)
        said = {"guild_id": 1, "game": "x", "user_id": 1}
        counts = {"place": 1, "shared": 1, "seats": 2, "began": True, "turns": 3, "missed": 0}
        result = GameResult(table_id="k7f3", seat="south", ended_at=1.0, **said, **counts)
        await run(ratings.add_results, [result])
        await run(ratings.set_skills, [result])
        await run(ratings.rated_after, 1, "x", (0.0, "a"))
        await run(ratings.newest_before, 1, "x", [1], (2.0, "a"))
        await run(ratings.ratings_among, 1, "x", [1])
        await run(ratings.counts, 1, "x", [1])
        await run(ratings.record_of, 1, 1)
        await run(ratings.with_results, 1, [1, 2])
        await run(ratings.kinds)
        await run(ratings.looked_at, 1, "x")
        await run(ratings.waiting)
        await run(ratings.results_in, 1, "x")
        await run(ratings.replace_all, 1, "x", [], [])
        for key in "abcde":
            await run(outbox.put, key=key, payload={}, created_at=1.0, user_id=1)
        ids = [(await run(rows.first, Post, key=key)).id for key in "abc"]
        await run(outbox.newest_of, "a")
        await run(outbox.unfinished, "k7f3")
        await run(outbox.set_payload, ids[0], {"kind": "say"})
        await run(outbox.put_off, ids[0], 1.0)
        await run(outbox.not_later, 1.0)
        await run(outbox.next_due, 1.0, ["x"])
        await run(outbox.earliest_due, ["x"])
        for first in (True, False):
            await run(outbox.next_due, 1.0, ["x"], first=first, closed_since=1.0)
            await run(outbox.earliest_due, ["x"], first=first, closed_since=1.0)
        await run(outbox.next_due, 1.0, ["x"], away=True)
        await run(outbox.earliest_due, ["x"], away=True)
        await run(outbox.being_sent_away)
        await run(outbox.drop_lane, "w:x", "why")
        await run(outbox.newest_sent, 10)
        await run(outbox.mark_sending, ids[0], 1.0)
        await run(outbox.retry, ids[0], 2.0, "again")
        await run(outbox.mark_sending, ids[0], 2.0)
        await run(outbox.hold, ids[0], 2.0, "again")
        await run(outbox.mark_sending, ids[0], 2.0)
        await run(outbox.mark_sent, ids[0], 1, 2, 3.0)
        await run(outbox.fail, ids[1], "no")
        await run(outbox.drop, ids[2], "no")
        await run(outbox.drop_for, "k7f3", 1, "why")
        await run(privacy.of_user, "sittings", "user_id", 1)
        await run(privacy.has, "sittings", "user_id", 1)
        await run(privacy.again, "log", {"id": 1})
        await run(privacy.distinct, "sittings", "name", "user_id", 1)
        await run(privacy.rename, "sittings", "user_id", 1, -1, name="A former player")
        await run(
            privacy.holding, "outbox", ["payload"], ["a"], where={"table_id": ["k7f3"]}, after=0, limit=1
        )
        await run(privacy.rewrite, "log", {"id": 1}, {"text": "b"})
        await run(privacy.remove, "away", "user_id", 1)
        await run(privacy.drop_posts, 1, "why")
        await run(privacy.forget_posts, 1, 10)
        await run(privacy.forget_shell, 1)
        await run(privacy.tables_of_guilds, [1])
        await run(rows.remove, Ballot, vote_id=vote)
    assert called == set().union(*(public(module) for module in FUNCTIONS))
    assert len(statements) > len(called)
    assert [str(s) for s in statements if isinstance(s, TextClause)] == []


def test_insert_on_conflict_in_both_languages() -> None:
    for name, language in (("sqlite", sqlite.dialect()), ("postgresql", postgresql.dialect())):
        new = dialect.insert_unless(name, schema.people, "user_id")
        words = str(new.compile(dialect=language)).replace("people.", "")
        assert words.endswith("ON CONFLICT (user_id) DO NOTHING")
        either = dialect.insert_or_update(name, schema.people, ("user_id", "settings"))
        words = str(either.compile(dialect=language))
        assert words.endswith("ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings")


TIMELESS = {
    "league_seeds", "seeds", "kv", "people", "desks", "silences", "servers", "forget_jobs", "forgotten_seats",
    "handovers", "idle_seats", "imports", "letter_threads", "option_changes", "vacation_uses",
    "analysed_steps", "board_steps",
}  # fmt: skip


@pytest.mark.parametrize("table", schema.metadata.sorted_tables, ids=lambda table: table.name)
def test_every_table_speaks_postgresql(table: schema.Table) -> None:
    sql = str(CreateTable(table).compile(dialect=postgresql.dialect()))
    assert "DOUBLE PRECISION" in sql or table.name in TIMELESS
    for index in table.indexes:
        assert CreateIndex(index).compile(dialect=postgresql.dialect())


ONE_DATABASE = {
    "dialect.py", "connections.py", "sqlite.py", "postgresql.py", "postgresql_lock.py", "whole.py",
    "backups.py",
}  # fmt: skip
"""What knows which database it talks to; backups are SQLite's files."""


WAITING = {"dialect.py", "sqlite.py", "postgresql.py", "postgresql_lock.py"}
"""What waits for others and tries again."""


def imported(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_imports_are_database_libraries_and_the_standard_library(source: Path) -> None:
    for name in imported(source):
        top = name.split(".")[0]
        ours = name.startswith("bot.storage")
        assert (
            ours
            or name == "engines.engine"  # how well a computer plays, a value
            or top in {"sqlalchemy", "alembic", "aiosqlite", "psycopg", "_typeshed"}
            or top in sys.stdlib_module_names
        ), name
        if source.name not in WAITING:
            assert top not in {"time", "datetime", "random", "secrets"}, "no clock and no chance in storage"
        if source.name not in ONE_DATABASE:
            assert top != "sqlite3" and not name.startswith("sqlalchemy.dialects"), name


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_only_the_dialect_names_a_database(source: Path) -> None:
    """In code, not in prose: no name, keyword or string but a docstring speaks of one database."""
    if source.name in ONE_DATABASE:
        return
    tree = ast.parse(source.read_text("utf-8"))
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        words = [getattr(node, field, None) for field in ("id", "attr", "arg")]
        if isinstance(node, ast.Constant) and id(node) not in prose:
            words.append(node.value)
        for word in words:
            if isinstance(word, str):
                assert not any(bad in word.lower() for bad in ("sqlite", "postgres", "pragma")), word


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_one_function_reads_the_seeds(source: Path) -> None:
    words = source.read_text("utf-8")
    assert "schema.seeds" not in words
    assert words.count("first(tx, Seed") == (source.name == "tables.py")
