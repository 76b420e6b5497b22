"""Swiss rounds: what must hold of them, found out again by looking at all rounds there could be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.common.errors import Refused
from bot.features.leagues import text as league_words
from bot.features.leagues.pairing.rounds import pair
from bot.features.leagues.plan import Plan, read_plan
from bot.features.leagues.scoring import Entering, Match, Played, Result
from bot.features.leagues.season import text as words
from bot.features.leagues.season.league_file import checked
from bot.storage.league_records import Rating
from bot.storage.rows import save
from tests.bot.leagues.league_parts import GUILD, Hall, like
from tests.bot.leagues.pairing_seasons import DRAWN, LOST, WON, chance, entering, finished, one_round, plan
from tests.bot.leagues.test_standings import GAMES
from tests.bot.transactions import writing
from tests.fuzz.profile import FIELDPOST

Games = tuple[tuple[int, ...], ...]


HALF = Fraction(1, 2)


def points(number: int, played: Sequence[Played]) -> Fraction:
    """A win and a bye are worth 1, a draw and a late game ½."""
    found = Fraction(0)
    for game in played:
        if number in game.numbers:
            places = game.result.places if game.result else DRAWN
            if len(game.numbers) == 1:
                found += 1
            elif places[0] == places[1]:
                found += HALF
            else:
                found += places[game.numbers.index(number)] == 1
    return found


def seats(number: int, played: Sequence[Played]) -> list[int]:
    return [
        game.numbers.index(number) for game in played if number in game.numbers and len(game.numbers) == 2
    ]


def floated(number: int, game: Played, played: Sequence[Played]) -> int:
    if len(game.numbers) == 1:
        return -1
    before = [one for one in played if one.round < game.round]
    other = next(one for one in game.numbers if one != number)
    mine, theirs = points(number, before), points(other, before)
    return (theirs > mine) - (theirs < mine)


def faults(games: Games, played: Sequence[Played], number: int) -> tuple[object, ...]:
    """What the rules of `swiss` count, in their order."""
    met = Counter(frozenset(game.numbers) for game in played)
    everybody = [one for game in games for one in game]
    least = min(points(one, played) for one in everybody)
    again = bye_again = hard = soft = floats = same = 0
    bye_points = gaps = Fraction(0)
    for game in games:
        if len(game) == 1:
            bye_again += met[frozenset(game)]
            bye_points += points(game[0], played) - least
        else:
            again += met[frozenset(game)]
            gaps += (points(game[0], played) - points(game[1], played)) ** 2
        for seat, one in enumerate(game):
            if len(game) == 2:
                had = [*seats(one, played), seat]
                balance = abs(2 * sum(had) - len(had))
                hard += balance > 2 or (len(had) > 2 and len(set(had[-3:])) == 1)
                soft += balance == 2
                same += len(had) > 1 and had[-1] == had[-2]
            now = floated(one, Played(number, 1, game), played)
            for ago, weight in ((1, 2), (2, 1)):
                for then in played:
                    if then.round == number - ago and one in then.numbers and now:
                        floats += weight * (floated(one, then, played) == now)
    return again, bye_again, hard, bye_points, gaps, soft, floats, same


def all_rounds(left: tuple[int, ...]) -> Iterator[Games]:
    """All ways to pair these, one bye if they are an odd number; seats by number."""
    if len(left) < 2:
        yield tuple((one,) for one in left)
        return
    if len(left) % 2:
        for one in left:
            for games in all_rounds(tuple(other for other in left if other != one)):
                yield (*games, (one,))
        return
    first, *others = left
    for other in others:
        for games in all_rounds(tuple(one for one in others if one != other)):
            yield ((first, other), *games)


def least_faults(size: int, played: Sequence[Played], number: int) -> tuple[object, ...]:
    """The fewest faults of all rounds, with all seats, that there could be."""
    found = []
    best_met: object = None
    for games in all_rounds(tuple(range(1, size + 1))):
        met = faults(games, played, number)[0]
        if best_met is None or met <= best_met:  # type: ignore[operator]
            best_met = met
            for turned in product((False, True), repeat=size // 2):
                seated = (
                    game[::-1] if turn else game for game, turn in zip(games, (*turned, False), strict=False)
                )
                found.append(faults(tuple(seated), played, number))
    return min(found)  # type: ignore[type-var]


RESULTS = st.lists(st.sampled_from((WON, LOST, DRAWN, None)), min_size=24, max_size=24)


@given(st.integers(2, 7), RESULTS, st.integers(0, 99))
@settings(FIELDPOST, max_examples=25)
def test_no_round_has_fewer_faults(size: int, results: list[tuple[int, int] | None], seed: int) -> None:
    played: list[Played] = []
    places = iter(results)
    for number in range(1, 6):
        matches = one_round("swiss", size, played, number, seed=seed)
        games = tuple(match.numbers for match in matches)
        assert sorted(one for game in games for one in game) == list(range(1, size + 1))
        assert faults(games, played, number) == least_faults(size, played, number)
        played += finished(matches, number, places)


def test_no_round_of_eight_has_fewer_faults() -> None:
    played: list[Played] = []
    places = iter((WON, WON, LOST, DRAWN, LOST, WON, DRAWN, None, WON, LOST, LOST, WON) * 2)
    for number in range(1, 6):
        matches = one_round("swiss", 8, played, number)
        if number > 2:
            assert faults(tuple(m.numbers for m in matches), played, number) == least_faults(
                8, played, number
            )
        played += finished(matches, number, places)


def test_seats_three_times_more_often_are_worse_than_points() -> None:
    """1 and 2 won all, and had the first seat two times more often; 3 and 4 have none, and the second."""
    played = [
        Played(number, board, (one, 4 * number + board) if first else (4 * number + board, one), 1, result)
        for number, often in enumerate((True, True, False, True), 1)
        for board, one in enumerate((1, 2, 3, 4), 1)
        for first in [often == (one < 3)]
        for result in [Result("played", WON if first == (one < 3) else LOST)]
    ]
    assert [points(one, played) for one in (1, 2, 3, 4)] == [4, 4, 0, 0]
    matches = one_round("swiss", 20, played, 5, gone=tuple(range(5, 21)))
    assert [sorted((match.numbers[0] > 2, match.numbers[1] > 2)) for match in matches] == [[False, True]] * 2
    assert all(match.numbers[1] < 3 for match in matches)


def test_a_bye_is_not_for_who_has_just_met_somebody_with_fewer_points() -> None:
    """1 and 2 have ½ and sat alike. 1 has met somebody with fewer points in the last round, 2 before that."""
    played = [
        Played(number, board, numbers, 1, Result("played", places))
        for number, games in enumerate(
            (
                (((1, 11), DRAWN), ((2, 12), DRAWN), ((21, 13), WON), ((22, 14), WON), ((15, 3), LOST)),
                (((12, 1), WON), ((13, 2), WON), ((3, 21), WON), ((22, 11), WON), ((16, 14), WON)),
                (((1, 14), LOST), ((2, 11), LOST), ((22, 3), LOST)),
            ),
            1,
        )
        for board, (numbers, places) in enumerate(games, 1)
    ]
    assert [points(one, played) for one in (1, 2, 3)] == [HALF, HALF, 3]
    for seed in range(8):
        gone = tuple(range(4, 23))
        assert one_round("swiss", 22, played, 4, gone=gone, seed=seed)[-1].numbers == (2,)


def test_the_bye_is_for_who_has_the_fewest_points_and_had_none() -> None:
    played: list[Played] = []
    had: set[int] = set()
    for number in range(1, 6):
        matches = one_round("swiss", 5, played, number)
        (bye,) = (match.numbers[0] for match in matches if len(match.numbers) == 1)
        assert matches[-1].numbers == (bye,) and bye not in had
        had.add(bye)
        played += finished(matches, number, iter((WON, LOST)))
    first = one_round("swiss", 9, [], 1)
    second = one_round("swiss", 9, played := finished(first, 1, iter((WON, WON, LOST, WON))), 2)
    assert points(second[-1].numbers[0], played) == 0


def test_nobody_has_a_second_bye_early_where_byes_are_worth_nothing() -> None:
    for seed in range(12):
        played: list[Played] = []
        for number in range(1, 6):
            matches = one_round("swiss", 9, played, number, seed=seed, bye="0")
            played += finished(matches, number, iter([WON] * 4))
        assert len({game.numbers for game in played if len(game.numbers) == 1}) == 5


def season(size: int, rounds: int, seed: int, gone_after: int = 99) -> list[Played]:
    played: list[Played] = []
    lots = chance(0, seed)
    for number in range(1, rounds + 1):
        gone = tuple(range(1, size, 9)) if number > gone_after else ()
        matches = one_round("swiss", size, played, number, seed=seed, gone=gone)
        assert not {one for match in matches for one in match.numbers} & set(gone)
        places = iter([(WON, LOST, DRAWN, None)[lots.below(4)] for _ in range(size)])
        played += finished(matches, number, places)
    return played


@pytest.mark.parametrize(("size", "rounds", "gone_after"), [(64, 8, 99), (33, 7, 99), (48, 8, 4)])
def test_a_long_season(size: int, rounds: int, gone_after: int) -> None:
    played = season(size, rounds, 1, gone_after)
    met = Counter(frozenset(game.numbers) for game in played)
    assert max(met.values()) == 1
    for number in range(1, size + 1):
        had = seats(number, played)
        assert abs(2 * sum(had) - len(had)) <= 2
        assert all(len(set(had[at : at + 3])) == 2 for at in range(len(had) - 2))
    if size % 2 == 0 and gone_after > rounds:
        balanced = [2 * sum(seats(number, played)) == rounds for number in range(1, size + 1)]
        assert sum(balanced) > size * 3 // 4


def test_the_same_lots_make_the_same_round() -> None:
    played = season(20, 3, 5)
    first, second = (one_round("swiss", 20, played, 4, seed=8) for _ in range(2))
    assert first == second
    others = {one_round("swiss", 20, played, 4, seed=seed) for seed in range(9, 14)}
    assert len(others) > 1


def test_the_first_round_is_by_lot_alone() -> None:
    """Each of the others is somebody's opponent in about as many of many first rounds."""
    met: Counter[int] = Counter()
    for seed in range(300):
        (match,) = (match for match in one_round("swiss", 6, [], 1, seed=seed) if 1 in match.numbers)
        met[next(one for one in match.numbers if one != 1)] += 1
        met[0] += match.numbers[0] == 1
    assert all(40 <= met[number] <= 80 for number in range(2, 7)) and 120 <= met[0] <= 180


def test_the_best_boards_come_first() -> None:
    played = season(20, 4, 2)
    tops = [max(points(one, played) for one in match.numbers) for match in one_round("swiss", 20, played, 5)]
    assert tops == sorted(tops, reverse=True) and tops[0] > tops[-1]


@pytest.mark.parametrize("size", [0, 1])
def test_too_few(size: int) -> None:
    assert one_round("swiss", size, [], 1) == tuple(Match((one,)) for one in range(1, size + 1))


def test_the_most_absurd_points_are_paired_like_others() -> None:
    """Fractions with hardly a common denominator: what a fault costs is a number of hundreds of digits."""
    primes = (997, 991, 983, 977, 971, 967, 953, 947, 941, 937, 929, 919)
    texts = sorted((Fraction(1000 * prime - at - 1, prime) for at, prime in enumerate(primes)), reverse=True)
    given = {"format": "swiss", "rounds": "60", "points": ",".join(map(str, texts)), "bye": "906999/907"}
    absurd = read_plan(GAMES["cic"], {}, {**given, "substitute": "37"})
    played: list[Played] = []
    for number in range(1, 6):
        matches = pair(absurd, entering(7), played, number, 2, chance(number))
        assert {one for match in matches for one in match.numbers} == set(range(1, 8))
        places = iter([(3, 7), DRAWN, (5, 4)])
        for game in finished(matches, number, places):
            result = game.result
            if result is not None and result.kind == "played":
                result = replace(result, subs=(None, 3))
            played.append(replace(game, result=result))
    met = Counter(frozenset(game.numbers) for game in played)
    assert max(met.values()) == 1


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
        with pytest.raises(Refused, match="Use `lot`, or `format=swiss`"):
            read_plan(GAMES["cic"], {}, given)
    with pytest.raises(Refused, match="write lot or rating"):
        read_plan(GAMES["cic"], {}, {"format": "swiss", "seeding": "strength"})
    seeded = read_plan(GAMES["cic"], {}, {"format": "swiss", "seeding": "rating"})
    assert league_words.SWISS_RATED(n=5) in seeded.facts()
    assert Plan.read(seeded.stored()) == seeded
    assert read_plan(GAMES["cic"], {}, {"format": "roundrobin"}, seeded).seeding == "lot"


async def _rated(place: Hall, **mus: float) -> None:
    async with writing(place.services.context.db) as tx:
        for name, mu in mus.items():
            row = {"guild_id": GUILD, "game": "cic", "user_id": int(name[1:]), "name": name}
            save(tx, Rating(mu=mu, sigma=2.0, games=9, at=1.0, **row))


async def test_ratings_are_those_when_sign_up_closes_and_stay_with_the_league(place: Hall) -> None:
    await _rated(place, p101=30.0, p102=29.0, p104=20.0)
    code = await place.league(4, plan=PLAN)
    season = await place.season(code)
    known = {entrant.user_id: entrant.rating for entrant in season.entrants}
    assert known == {101: 1625, 102: 1600, 103: 1500, 104: 1375}, "103 has none: as who begins"
    users = {entrant.number: entrant.user_id for entrant in season.entrants}
    met = {frozenset(users[number] for number in game.numbers) for game in season.fixtures}
    assert met == pairs((101, 103), (102, 104))
    await _rated(place, p101=1.0)
    await place.play_on(code)
    told = await place.file(code)
    assert (checked(told).faults, checked(told).drawn) == ([], 3)
    next(each for each in told["entrants"] if each["rating"] == 1600)["rating"] = 1000
    assert any("but the draw gives" in fault for fault in checked(told).faults)


async def test_a_league_by_lot_keeps_nobodys_rating(place: Hall) -> None:
    await _rated(place, p101=30.0)
    code = await place.league(4, plan="format=swiss rounds=3")
    assert {entrant.rating for entrant in (await place.season(code)).entrants} == {None}
    with pytest.raises(Refused, match=like(words.FIXED, keys="`seeding`")):
        await place.edit(code, "seeding=rating")
