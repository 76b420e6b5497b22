"""Swiss leagues that are seeded by rating: of those with the same points the upper half meets the lower."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.features.leagues.matches import Entering, Played, Result
from bot.features.leagues.pairing.rounds import pair
from bot.features.leagues.plan import Plan, read_plan
from bot.features.leagues.season.league_file import checked
from bot.features.ratings import store
from bot.storage.league_records import Rating
from tests.bot.leagues.league_parts import GUILD, Hall, asker, hall
from tests.bot.leagues.pairing_seasons import DRAWN, WON, chance, plan
from tests.bot.leagues.test_standings import GAMES

PLAN = "format=swiss rounds=3 seeding=rating pace=results"


def rounds(size: int, number: int, played: list[Played], seed: int = 0) -> set[frozenset[int]]:
    """Who meets whom where the lower number is the stronger player."""
    entering = [Entering(one, rating=2000 - 10 * one) for one in range(1, size + 1)]
    matches = pair(plan("swiss"), entering, played, number, 2, chance(number, seed))
    return {frozenset(match.numbers) for match in matches}


def games(number: int, *pairs: tuple[int, ...], places: tuple[int, int] = WON) -> list[Played]:
    """Won by the first of each pair, unless it is a bye."""
    return [
        Played(number, board, pair, 1, Result("played", places, (0, 1)) if len(pair) > 1 else Result("bye"))
        for board, pair in enumerate(pairs, 1)
    ]


def pairs(*found: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(each) for each in found}


@pytest.mark.parametrize("seed", range(3))
def test_in_round_1_the_upper_half_meets_the_lower_half(seed: int) -> None:
    assert rounds(8, 1, [], seed) == pairs((1, 5), (2, 6), (3, 7), (4, 8))
    assert rounds(7, 1, [], seed) == pairs((1, 4), (2, 5), (3, 6), (7,)), "the bye is for the last"


def test_later_it_is_so_among_those_with_the_same_points() -> None:
    played = games(1, (1, 5), (6, 2), (3, 7), (8, 4))
    assert rounds(8, 2, played) == pairs((1, 6), (3, 8), (2, 5), (4, 7))


def test_who_meets_somebody_with_fewer_points_is_the_last_and_meets_the_first() -> None:
    found = rounds(7, 2, games(1, (1, 4), (2, 5), (6, 3), (7,)))
    # 1, 2, 6 and 7 have a point; 3, 4 and 5 none, and one of these has the bye: 5, the last.
    assert found == pairs((1, 6), (2, 7), (3, 4), (5,))
    drawn = games(1, (1, 4), places=DRAWN) + games(1, (5, 2), (3, 6))
    # 3 and 5 have a point, 1 and 4 half of one, and have met; 2 and 6 have none.
    assert rounds(6, 2, drawn) == pairs((3, 5), (1, 2), (4, 6))


def test_points_and_who_has_met_come_first() -> None:
    played = games(1, (1, 3), (2, 4)) + games(2, (1, 2), (3, 4))
    assert rounds(4, 3, played) == pairs((1, 4), (2, 3))


def test_a_league_by_lot_is_paired_as_ever() -> None:
    entering = [Entering(one) for one in range(1, 9)]
    found = {pair(plan("swiss"), entering, [], 1, 2, chance(1, seed)) for seed in range(5)}
    assert len(found) == 5


def test_it_is_for_swiss_leagues_alone() -> None:
    assert read_plan(GAMES["cic"], {}, {"format": "swiss", "seeding": "rating"}).seeding == "rating"
    for form in ("roundrobin", ""):
        given = {"seeding": "rating", **({"format": form} if form else {})}
        with pytest.raises(Refused, match="is for Swiss leagues: use `format=swiss`"):
            read_plan(GAMES["cic"], {}, given)
    with pytest.raises(Refused, match="is none of lot or rating"):
        read_plan(GAMES["cic"], {}, {"format": "swiss", "seeding": "strength"})
    seeded = read_plan(GAMES["cic"], {}, {"format": "swiss", "seeding": "rating"})
    assert "Swiss, 5 rounds, seeded by rating" in seeded.words()
    assert Plan.read(seeded.stored()) == seeded
    assert read_plan(GAMES["cic"], {}, {"format": "roundrobin"}, seeded).seeding == "lot"


async def _rated(place: Hall, **mus: float) -> None:
    async with place.services.context.db.begin() as tx:
        for name, mu in mus.items():
            row = {"guild_id": GUILD, "game": "cic", "user_id": int(name[1:]), "name": name}
            await store.put_rating(tx, Rating(mu=mu, sigma=2.0, games=9, at=1.0, **row))


async def test_ratings_are_those_when_sign_up_closes_and_stay_with_the_league(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        await _rated(place, p101=30.0, p102=29.0, p104=20.0)
        code = await place.league(4, plan=PLAN)
        season = await place.season(code)
        known = {entrant.user_id: entrant.rating for entrant in season.entrants}
        assert known == {101: 1625, 102: 1600, 103: 1500, 104: 1375}, "103 has none: as who begins"
        users = {entrant.number: entrant.user_id for entrant in season.entrants}
        met = {frozenset(users[number] for number in game.numbers) for game in season.fixtures}
        assert met == pairs((101, 103), (102, 104))
        await _rated(place, p101=1.0)
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        [file] = (await place.services.league_export.file(code)).files
        told = json.loads(file.data)
        assert (checked(told).faults, checked(told).drawn) == ([], 3)
        next(each for each in told["entrants"] if each["rating"] == 1600)["rating"] = 1000
        assert any("but the draw gives" in fault for fault in checked(told).faults)


async def test_a_league_by_lot_keeps_nobodys_rating(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        await _rated(place, p101=30.0)
        code = await place.league(4, plan="format=swiss rounds=3")
        assert {entrant.rating for entrant in (await place.season(code)).entrants} == {None}
        with pytest.raises(Refused, match="`seeding` cannot be changed any more"):
            await place.services.organise.edit(code, asker(), "seeding=rating")
