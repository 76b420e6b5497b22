"""`python -m bot ratings`: the stored ratings are those of the stored games, byte for byte, or it says so."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from bot.commands import DONE, FAULTY, REFUSED, main
from bot.commands import ratings as command
from bot.features.ratings.ledger import recount, store_recount
from bot.storage import schema
from tests.bot.parts import GUEST, HOST, STRANGER, THIRD, FakeClock, PostOffice, new_database, post_office
from tests.bot.ratings.finished import GUILD, begun, concede, turn, write
from tests.bot.ratings.test_ledger import forget
from tests.bot.transactions import looking, writing

START = 1_800_000_000.0
OURS = ("results", "ratings")


async def a_season(office: PostOffice, games: int = 30, seed: int = 1) -> None:
    """Games of several kinds in two servers, which ended in no order of their codes; one is played."""
    rng = random.Random(seed)
    for number in range(games):
        users = rng.sample([HOST, GUEST, THIRD, STRANGER, 15, 16], 3)
        game, seats, options = rng.choice(
            [
                ("cic", ("dark", "light"), {}),
                ("cic", ("dark-surface", "dark-air", "light"), {"teams": "dark"}),
                ("nme", ("black", "gray", "white"), {}),
            ]
        )
        places = {seat: rng.choice((1, 2, 3)) for seat in seats}
        if "teams" in options:
            places["dark-air"] = places["dark-surface"]
        given: dict[str, Any] = {"game": game, "options": options, "ended_at": START + rng.randrange(20)}
        if rng.random() < 0.1:
            given["outcome"] = None
        guild = GUILD if rng.random() < 0.7 else 2
        seated = dict(zip(seats, users, strict=False))
        await write(office.services.context, f"g{number}", seated, places, guild_id=guild, **given)
    code = await begun(office, "cic", (HOST, GUEST))
    await turn(office, code)
    await concede(office, code, HOST)
    await office.deliver()


async def ours(office: PostOffice) -> dict[str, Any]:
    dump = await office.dump()
    return {name: dump[name] for name in OURS}


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


async def test_it_is_the_same_whoever_counts(office: PostOffice, capsys: pytest.CaptureFixture[str]) -> None:
    """One by one as games end; all at once by the command; also with pseudonyms, and stored anew."""
    await a_season(office)
    db, whole = office.services.context.db, await ours(office)
    assert len(whole["ratings"]) > 10 and len(whole["results"]) > 60
    assert await command.look(db) == DONE and said(capsys)[-1].endswith("ratings: all as the games say")
    async with writing(db) as tx:
        for name in OURS:
            tx.execute(delete(schema.metadata.tables[name]))
    assert await command.look(db) == FAULTY
    assert "--recount stores what the games say" in said(capsys)[-1]
    assert await command.look(db, again=True) == DONE and await ours(office) == whole
    async with writing(db) as tx:
        forget(tx, HOST, -5)
    forgotten = await ours(office)
    assert await command.look(db) == DONE, said(capsys)
    assert await command.look(db, again=True) == DONE and await ours(office) == forgotten != whole


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (
            update(schema.ratings).where(schema.ratings.c.user_id == HOST).values(mu=25.000001),
            "rating of user 11",
        ),
        (
            update(schema.ratings).where(schema.ratings.c.user_id == HOST).values(games=99),
            "rating of user 11",
        ),
        (delete(schema.ratings).where(schema.ratings.c.user_id == GUEST), "rating of user 12"),
        (update(schema.results).where(schema.results.c.table_id == "g3").values(turns=7), "game g3: "),
        (delete(schema.results).where(schema.results.c.table_id == "g3"), "game g3: "),
        (
            insert(schema.ratings).values(
                guild_id=77, game="ww3", user_id=5, name="X", mu=1.0, sigma=1.0, games=1, at=1.0
            ),
            "ww3 in server 77: the stored rating of user 5 differs from the games",
        ),
    ],
)
async def test_every_difference_is_named(
    office: PostOffice, capsys: pytest.CaptureFixture[str], fault: Any, told: str
) -> None:
    await a_season(office, 8)
    before = await ours(office)
    async with writing(office.services.context.db) as tx:
        assert tx.execute(fault).rowcount
    assert await command.look(office.services.context.db) == FAULTY
    assert any(told in line for line in said(capsys)[:-1])
    assert await command.look(office.services.context.db, again=True) == DONE
    assert await ours(office) == before


async def test_what_is_not_counted_yet_is_no_fault(
    office: PostOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    await a_season(office, 4)
    await office.deliver()
    office.services.context.db.on("ratings", lambda: None)
    await write(office.services.context, "late", ended_at=START + 50)
    before = await ours(office)
    for again in (False, True):
        assert await command.look(office.services.context.db, again=again) == DONE
        assert "1 finished game not counted yet" in capsys.readouterr().err
        assert await ours(office) == before


async def test_a_game_of_unknown_rules_counts_as_it_is_stored(
    office: PostOffice, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_season(office)
    before = await ours(office)
    async with writing(office.services.context.db) as tx:
        tables = schema.metadata.tables["tables"]
        tx.execute(update(tables).where(tables.c.id.startswith("g1")).values(rules_version=99))
    assert await command.look(office.services.context.db, again=True) == DONE
    assert "game g11: the rules that it was played by are not here" in capsys.readouterr().err
    assert await ours(office) == before


async def test_the_bot_counts_while_it_is_recounted(office: PostOffice) -> None:
    """What was counted meanwhile is neither lost nor twice there."""
    await a_season(office, 6)
    context = office.services.context
    async with looking(context.db) as tx:
        found = recount(tx, context.game_of, GUILD, "cic")
    await write(context, "late", ended_at=START + 50)
    await office.pass_time(0)
    before = await ours(office)
    assert not await context.db.write(store_recount, found) and await ours(office) == before


async def test_as_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fieldpost.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIELDPOST_DATABASE", str(path))
    assert await asyncio.to_thread(main, ["ratings"]) == REFUSED
    assert "there is no such file" in capsys.readouterr().err and not path.exists()
    monkeypatch.setenv("FIELDPOST_DATABASE", await new_database(path))
    async with post_office(path, FakeClock()) as office:
        await a_season(office, 3)
        assert await asyncio.to_thread(main, ["ratings"]) == DONE, "while the bot runs"
    assert capsys.readouterr().out.endswith("all as the games say\n")
    assert await asyncio.to_thread(main, ["ratings", "--recount"]) == DONE


async def test_an_earlier_game_counts_beside_later_ones_of_unknown_rules(office: PostOffice) -> None:
    """They stay as they are stored; a recount says the same."""
    await office.pass_time(0)
    await write(office.services.context, "late", ended_at=START + 20)
    await office.pass_time(0)
    async with writing(office.services.context.db) as tx:
        tables = schema.metadata.tables["tables"]
        tx.execute(update(tables).where(tables.c.id == "late").values(rules_version=99))
    await write(office.services.context, "soon", ended_at=START + 10)
    await office.pass_time(0)
    before = await ours(office)
    assert len(before["results"]) == 4
    assert await command.look(office.services.context.db, again=True) == DONE
    assert await ours(office) == before
