"""Games of a round are opened: each with a code and a place of its own, once, and all players called."""

from __future__ import annotations

import re
from itertools import cycle
from types import SimpleNamespace
from typing import Any

import pytest

from bot.common.errors import NotAllowed
from bot.engine import access
from bot.features.leagues import season_snapshot
from bot.features.leagues.season import game_opening, results
from bot.features.leagues.season import text as words
from bot.features.leagues.season.game_opening import Made
from bot.outbox.delivery import Unsure
from bot.storage import tables
from tests.bot.leagues.league_parts import HALL, ORGANISER, Hall, like
from tests.bot.parts import HOST
from tests.fairfile import SEED


async def test_two_games_of_one_round_never_have_one_code(
    place: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = cycle(["k2a2", "k2a2", "k2a2", "k3a3", "k4a4"])
    monkeypatch.setattr(access, "new_code", lambda pairs: next(drawn) + ("m5" if pairs == 3 else ""))
    league = await place.league(8, plan="pace=results")
    found = await place.fixtures(league, 1)
    assert len({fixture.code for fixture in found}) == 4
    assert "k2a2m5" in {fixture.code for fixture in found}
    assert all(fixture.status == "playing" for fixture in found)
    assert [fixture.table_id for fixture in found] == [fixture.code for fixture in found]


async def test_a_code_that_waits_for_its_game_is_nobody_elses(
    place: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.threads.fault = RuntimeError("Discord is down")
    league = await place.league(2, plan="least=2")
    [fixture] = await place.fixtures(league)
    drawn = cycle([fixture.code, "z9z9"])
    monkeypatch.setattr(access, "new_code", lambda pairs: next(drawn))
    assert (await place.office.lobby(HOST, channel=HALL + 5)).id == "z9z9"


async def test_a_game_whose_code_was_taken_meanwhile_gets_another(place: Hall) -> None:
    """A lobby's thread has its code in its name before the lobby is made."""
    place.threads.fault = RuntimeError("Discord is down")
    league = await place.league(2, plan="least=2")
    [fixture] = await place.fixtures(league)
    await place.office.lobby(HOST, channel=HALL + 5, code=fixture.code)
    place.threads.fault = None
    await place.office.pass_time(700)
    [opened] = await place.fixtures(league)
    assert opened.status == "playing"
    assert opened.code == opened.table_id != fixture.code


async def test_everybody_is_called_in_the_thread_of_the_game(place: Hall) -> None:
    code = await place.league(2, plan="least=2 cycles=2")
    [fixture] = await place.fixtures(code)
    first = place.office.messenger.channels[fixture.place_id or 0][0][1]
    assert sorted(first.mentions) == [101, 102]
    assert re.match(like(words.CALL, league="Spring cup", n=1, place=f"<#{fixture.place_id}>"), first.text)
    assert "\n" not in first.text and first.classic, "what a locked phone shows"
    table = await place.office.table(fixture.table_id or "")
    assert table.origin == {"league": code, "round": 1, "board": 1}
    assert table.status == "playing"


async def test_the_line_of_the_seed_stands_before_the_game_and_the_seed_nowhere(place: Hall) -> None:
    code = await place.league(2, plan="least=2 cycles=2")
    [fixture] = await place.fixtures(code)
    table = await place.office.table(fixture.table_id or "")
    _, line, begun, *_ = texts = place.office.messenger.texts(fixture.place_id or 0)
    assert SEED.findall(line) == [(table.id, table.commitment)] and "the game begins" in begun
    seed = await place.office.read(tables.seed_of, table.id)
    shown = await place.office.services.fair_play.explained(table.id, 101)
    assert seed is not None and not any(seed in text for text in (*texts, shown.words))
    assert table.commitment in shown.words


async def test_a_missing_permission_is_told_once_and_the_games_are_opened_when_it_is_there(
    place: Hall,
) -> None:
    place.threads.fault = NotAllowed("I lack **Create Public Threads**")
    code = await place.league(4, plan="pace=results")
    await place.office.pass_time(700)
    told = [text for text in place.office.messenger.dms(ORGANISER) if "Create Public Threads" in text]
    assert len(told) == len(place.told("Create Public Threads")) == 1
    place.threads.fault = None
    await place.office.pass_time(700)
    assert [fixture.status for fixture in await place.fixtures(code)] == ["playing", "playing"]


async def test_who_leaves_while_the_thread_is_made_is_in_no_game(place: Hall) -> None:
    make, services = place.threads.make, place.services

    async def slow(*given: Any) -> Made:
        place.threads.make = make  # type: ignore[method-assign]
        await services.signup.withdraw(code, given[-1][0])
        return await make(*given)

    place.threads.make = slow  # type: ignore[method-assign]
    code = await place.league(4, start=False, plan="pace=results")
    await place.begin(code)
    kinds = [fixture.result and fixture.result["kind"] for fixture in await place.fixtures(code, 1)]
    assert sorted(str(kind) for kind in kinds) == ["None", "walkover"]


async def test_who_has_no_game_because_somebody_left_is_told(place: Hall) -> None:
    code = await place.league(3, game="nme", plan="rounds=2 pace=results", start=False)
    make = place.threads.make

    async def busy(*given: Any) -> Any:
        raise Unsure("busy", 5.0)

    place.threads.make = busy  # type: ignore[method-assign]
    await place.begin(code)
    await place.services.signup.withdraw(code, 101)
    place.threads.make = make  # type: ignore[method-assign]
    await place.office.pass_time(60)
    [post] = [one for _, one in place.office.messenger.channels[HALL] if "you have no game" in one.text]
    assert sorted(post.mentions) == [102, 103]


async def test_results_count_while_places_for_other_games_are_slow(place: Hall) -> None:
    code = await place.league(2, plan="least=2 pace=results")
    [first] = await place.fixtures(code)
    make, status, lost = place.threads.make, list[str](), False

    async def slow(*given: Any) -> Any:
        nonlocal lost
        if not lost:
            lost = True
            await place.lose(first)
        status.append((await place.fixtures(code))[0].status)
        return await make(*given)

    place.threads.make = slow  # type: ignore[method-assign]
    await place.league(12, plan="")
    assert status[0] == "playing"
    assert status[-1] == "done"


async def test_games_are_opened_and_settled_without_reading_the_whole_season(
    place: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_round(tx: Any, league: Any, round_: int) -> Any:
        return season_snapshot.read(tx, league, round_)

    for module in (game_opening, results):
        only = SimpleNamespace(with_entrants=season_snapshot.with_entrants, read=one_round)
        monkeypatch.setattr(module, "season_snapshot", only)
    league = await place.league(4, plan="pace=results")
    assert await place.play_round(league) == 2
    assert await place.play_round(league) == 2
    assert (await place.row(league)).round == 3
