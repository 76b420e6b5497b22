"""Each round can be drawn again, from the league's file alone: who sat where was not chosen by anybody."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.commands import DONE, FAULTY, main
from bot.features.integrity.database_check import check
from bot.features.integrity.text import RESULT_DIFFERS
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import RULES, Plan
from bot.features.leagues.season import text as words
from bot.features.leagues.season.league_file import checked
from tests.bot.commands.test_upgrade import made_older
from tests.bot.leagues.league_parts import Hall, asker, hall
from tests.bot.transactions import looking, writing

SWISS = "format=swiss rounds=3 pace=dates calendar=7d out=0"


Told = dict[str, Any]


class Shared:
    """One season that all that can happen happens in, its file at the end and while it runs."""

    over: Told | None = None
    running: Told | None = None


@pytest.fixture
async def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Told, Told]:
    if Shared.over is None:
        async with hall(tmp_path_factory.mktemp("season") / "a.sqlite3") as place:
            code = await place.league(7, plan=SWISS, deadline="60d")
            first, late, third, _ = await place.fixtures(code)
            await place.lose(first)
            await place.lose(third, 0)
            place.threads.fault = RuntimeError("Discord is down")
            await place.week()  # round 2 is paired with a late game, and its games are not opened
            gone = (await place.fixtures(code, 2))[0].numbers[0]
            user = (await place.season(code)).by_number(gone).user_id
            await place.services.signup.withdraw(code, user)
            place.threads.fault = None
            await place.office.pass_time(3600)
            await place.lose(late, 0)
            await place.rule(code, first, "2 1", "a mistake")
            for fixture in (await place.fixtures(code, 2))[1:]:
                if fixture.status == "playing":
                    await place.lose(fixture, fixture.board % 2)
            await place.office.pass_time(0)
            assert await place.faults(code) == []
            Shared.running = await place.file(code)
            await place.week()
            await place.play_round(code)
            await place.rule(code, third, "draw", "once more")
            assert await place.status(code) == "over"
            assert await place.faults(code) == []
            Shared.over = await place.file(code)
    assert Shared.over is not None and Shared.running is not None
    return copy.deepcopy(Shared.over), copy.deepcopy(Shared.running)


async def test_rounds_come_out_again_whatever_became_of_their_games(files: tuple[Told, Told]) -> None:
    told, _ = files
    found = checked(told)
    assert (found.faults, found.limits, found.drawn) == ([], [], 3)
    causes = [each["cause"] for game in told["games"] for each in game["settled"]]
    assert {"game", "ruling", "bye", "left"} == set(causes)
    assert any(len(game["settled"]) > 1 for game in told["games"]), "what held before a ruling is kept"
    assert [each["out"] for each in told["rounds"]][:2] == [[], []] and len(told["rounds"][2]["out"]) == 1


def _seats(told: Told) -> None:
    game = next(game for game in told["games"] if game["round"] == 2 and len(game["numbers"]) == 2)
    for each in (game, *game["settled"]):
        each["numbers"] = each["numbers"][::-1]


def _opponents(told: Told) -> None:
    one, other = [game for game in told["games"] if game["round"] == 3 and len(game["numbers"]) == 2][:2]
    first, second = one["numbers"][1], other["numbers"][1]
    for game, new in ((one, second), (other, first)):
        for each in (game, *game["settled"]):
            each["numbers"] = [each["numbers"][0], new]


def _bye(told: Told) -> None:
    bye = next(game for game in told["games"] if game["round"] == 1 and len(game["numbers"]) == 1)
    game = next(game for game in told["games"] if game["round"] == 1 and len(game["numbers"]) == 2)
    lucky, other = bye["numbers"][0], game["numbers"][0]
    for each in (bye, *bye["settled"]):
        each["numbers"] = [other]
    for each in (game, *game["settled"]):
        each["numbers"] = [lucky, each["numbers"][1]]


def _forgotten(told: Told) -> None:
    told["games"] = [game for game in told["games"] if (game["round"], game["board"]) != (2, 2)]


def _lot(told: Told) -> None:
    told["rounds"][1]["drawn"] += 1


def _order(told: Told) -> None:
    """A result that came after the next round was paired, as if it had been known."""
    game = next(game for game in told["games"] if game["round"] == 1 and len(game["settled"]) > 1)
    game["settled"] = game["settled"][1:]
    game["settled"][0]["round"] = 1


def _out(told: Told) -> None:
    told["rounds"][2]["out"] = []


def _seed(told: Told) -> None:
    told["seed"] = "00" * 32


def _numbers(told: Told) -> None:
    one, other = told["entrants"][:2]
    one["number"], other["number"] = other["number"], one["number"]


def _bought(told: Told) -> None:
    told["games"][0]["result"]["places"] = [1, 1]


def _unreadable(told: Told) -> None:
    told["games"] = 3


def _nothing(told: Told) -> None:
    told.clear()


LIES: tuple[tuple[Callable[[Told], None], str], ...] = (
    (_seats, "round 2, board "),
    (_opponents, "round 3, board "),
    (_bye, "round 1, board "),
    (_forgotten, "round 2 has 3 boards, but the draw gives 4"),
    (_lot, "round 2 is drawn with lot "),
    (_order, "round 2, board "),
    (_out, "round 3 has "),
    (_seed, words.WRONG_SEED),
    (_numbers, ", but the draw gives "),
    (_bought, words.WRONG_RESULT(n=1, board=1)),
    (_bought, words.WRONG_TABLE(division=1)),
    (_unreadable, words.UNREADABLE(why="")),
    (_nothing, words.NO_FILE(format="fieldpost-league/2")),
)


@pytest.mark.parametrize(
    ("lie", "said"), LIES, ids=[f"{lie.__name__[1:]}{at}" for at, (lie, _) in enumerate(LIES)]
)
async def test_who_was_paired_otherwise_is_found(
    files: tuple[Told, Told], lie: Callable[[Told], None], said: str
) -> None:
    told, _ = files
    lie(told)
    assert any(said in fault for fault in checked(told).faults), checked(told).faults


async def test_a_running_season_is_true_as_far_as_it_can_be_checked(
    files: tuple[Told, Told], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over, running = files
    where = tmp_path / "lg.json"

    def run(told: Told) -> tuple[int, str]:
        where.write_text(json.dumps(told), "utf-8")
        return main(["league", str(where)]), capsys.readouterr().out

    assert running["seed"] is None
    assert run(running) == (
        DONE,
        f"Not checked: {words.NUMBERS_SEALED}\n"
        "Not checked: rounds 1 and 2: pairing needs the seed\n"
        "True as far as it can be checked: the table.\n",
    )
    assert run(over) == (DONE, "All is true: the lots of 7 players, 3 rounds drawn again and the table.\n")
    running["table"][0][0]["points"] = "9"
    assert run(running)[0] == FAULTY
    kept_back, said = run({**over, "seed": None})
    assert kept_back == FAULTY and f"WRONG: {words.SEED_MISSING}" in said


async def test_rounds_of_before_are_said_to_be_unknown(files: tuple[Told, Told]) -> None:
    """An older version kept neither what rounds were paired from nor when results came."""
    told, _ = files
    old = {**told, "format": "fieldpost-league/1", "rounds": []}
    old["games"] = [{key: told for key, told in game.items() if key != "settled"} for game in told["games"]]
    found = checked(old)
    assert found.faults == [] and found.drawn == 0
    assert found.limits == [words.ROUNDS_UNKNOWN(n=3, rounds="1, 2 and 3")]
    del told["rounds"][:2]  # a season that was under way when it began to be kept
    found = checked(told)
    assert (found.faults, found.drawn) == ([], 1)
    assert found.limits == [words.ROUNDS_UNKNOWN(n=2, rounds="1 and 2")]


async def test_a_round_robin_needs_no_seed(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    told = await place.file(code)
    assert told["seed"] is None
    assert (checked(told).faults, checked(told).drawn) == ([], 1)
    told["games"][0]["numbers"].reverse()
    [fault] = checked(told).faults
    right, wrong = (" – ".join(map(str, told["games"][0]["numbers"][::way])) for way in (-1, 1))
    assert fault == f"round 1, board 1: {wrong}, but the draw gives {right}"


@pytest.mark.sqlite
async def test_check_draws_the_rounds_of_the_database_again(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with hall(path) as place:
        code = await place.league(5, plan=SWISS, deadline="30d")
        assert await place.faults(code) == []
        with closing(sqlite3.connect(path)) as db:
            boards = db.execute("SELECT id, numbers FROM fixtures WHERE json_array_length(numbers) = 2")
            (one, first), (other, second) = [(ident, json.loads(numbers)) for ident, numbers in boards]
            for ident, numbers in ((one, [first[0], second[1]]), (other, [second[0], first[1]])):
                db.execute("UPDATE fixtures SET numbers = ? WHERE id = ?", (json.dumps(numbers), ident))
            db.commit()
        found = await place.faults(code)
        assert any(f"league {code}: round 1, board 1: " in fault for fault in found), found
        assert any("but the draw gives" in fault for fault in found), found


def _as_before(path: Path, old: Path) -> None:
    """The database as the version before would have made it."""
    made_older(path, old, "0005")
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE leagues SET plan = json_remove(plan, '$.rules', '$.seeding')")
        db.commit()


@pytest.mark.sqlite
async def test_it_goes_on_and_the_rounds_from_now_on_can_be_drawn_again(tmp_path: Path) -> None:
    new, old = tmp_path / "new.sqlite3", tmp_path / "old.sqlite3"
    async with hall(new) as place:
        code = await place.league(5, plan=SWISS, deadline="60d")
        first, late, _ = await place.fixtures(code)
        await place.lose(first)
        await place.office.pass_time(0)
        clock = place.office.clock.time
    _as_before(new, old)
    async with hall(old) as place:
        await place.office.pass_time(clock - place.office.clock.time)
        await place.week()
        assert (await place.row(code)).round == 2
        await place.lose(late, 0)
        await place.rule(code, first, "2 1", "a mistake")
        await place.play_round(code)
        await place.week()
        await place.play_round(code)
        league = await place.row(code)
        assert (league.status, Plan.read(league.plan).rules) == ("over", 1)
        found = checked(await place.file(code))
        assert (found.faults, found.drawn) == ([], 2)
        assert found.limits == [words.ROUNDS_UNKNOWN(n=1, rounds="1")]
        context = place.services.context
        async with looking(context.db) as tx:
            assert check(context, tx, lambda *_: None).faults == []
        after = await place.services.leagues.next_season(code, asker())
        assert Plan.read(after.plan).rules == RULES, "a new season is told its rules when it opens"


async def test_a_game_that_was_ruled_to_be_none_is_no_fault(place: Hall) -> None:
    code = await place.league(4)
    first, second = await place.fixtures(code)
    await place.play_round(code)
    await place.rule(code, first, "none", "cheated")
    assert await place.faults(code) == []
    async with writing(place.services.context.db) as tx:
        league_store.settle(tx, second.id, {"kind": "none"}, 0.0, "game")
    [fault] = await place.faults(code)
    assert RESULT_DIFFERS(code=second.table_id) in fault
