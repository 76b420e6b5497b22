"""Two independent implementations of WW3 must agree.

Random play, from the setup and from scrambled positions, is compared in batches: one in a test run, more in
a long one.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.errors import OrderError
from adjudicator.game import Declare
from adjudicator.ww3 import Ww3
from maps.boards import board
from tests.adjudicator import reference_ww3 as ref
from tests.adjudicator import reference_ww3_board as land
from tests.adjudicator.bookkeeper import must_have_seen
from tests.adjudicator.bridge_ww3 import REASONS, facts_of, facts_of_dump, story_of, to_reference
from tests.adjudicator.reference_chance import die
from tests.adjudicator.reference_ww3 import Game
from tests.adjudicator.scramble_ww3 import random_setup, scramble
from tests.tiers import batches

GAME = Ww3(board("ww3"))
POSITIONS = 1100
"""Compared in a batch."""

RARE = [
    "pass",
    "a suicidal attack",
    "Captain and Spy",
    "a Spy takes a Nuclear Bomb",
    "a Nuclear Bomb falls on a Spy",
    "a bounce",
    "a Base falls",
    "two Bases fall",
    "a pair skips",
    "a way is forbidden",
    "a pass frees a way",
    "over: bases",
    "lines refused",
    "lines accepted",
]


def report(game: Game, what: str) -> str:
    return f"{what}\n{json.dumps(facts_of(game))}"


def agree(state: Any, game: Game) -> list[str]:
    """Compare one position; its legal orders."""
    over = game.result is not None
    truth, found = facts_of(game), facts_of_dump(GAME.dump(state))
    if over:  # what nobody asks any more
        for key in ("to_move", "ways", "quiet", "round_done", "offers", "known"):
            truth.pop(key)
            found.pop(key)
    assert found == truth, report(game, f"game: {found}\nreference:")
    outcome = GAME.outcome(state)
    assert (outcome is not None) == over, report(game, f"{outcome}, {game.result}")
    if game.result is not None:
        told = outcome.reason, dict(outcome.places)
        assert told == (REASONS[game.result[0]], game.result[1]), report(game, f"{told}, {game.result}")
    owing = frozenset() if over else frozenset({game.mover})
    assert GAME.phase(state).owing == owing
    legal = sorted(ref.legal(game))
    for seat in game.seats:
        listed = [str(order) for order in GAME.legal(GAME.view(state, seat))]
        assert listed == (legal if seat in owing else []), report(
            game,
            f"legal: only the game {set(listed) - set(legal)}, only the reference {set(legal) - set(listed)}",
        )
        free = not over and seat in game.living
        declared = (("concede",) if seat in game.offers else ("concede", "draw")) if free else ()
        assert GAME.declarations(state, seat) == declared
    agree_on_views(state, game)
    return legal


def agree_on_views(state: Any, game: Game) -> None:
    """What each seat, and everybody, sees of each point; and what left the board unseen."""
    over = game.result is not None
    for seat in [*game.seats, None]:
        shown = GAME.show(GAME.view(state, seat))
        seen = {where: (of, kind) for of, units in shown["pieces"].items() for where, kind in units.items()}
        truth = {land.name(point): unit for point, unit in ref.seen(game, seat).items()}
        assert seen == truth, report(game, f"view of {seat}: {set(seen.items()) ^ set(truth.items())}")
        if game.fog and not over:
            for of, kinds in shown["gone"].items():
                assert set(kinds) <= {"?"} or of == seat, report(game, f"{seat} sees who left with {of}")
            for of, way in shown["ways"].items():
                assert not way or of == seat, report(game, f"{seat} sees the way of {of}")


def views_tell_nothing(rng: random.Random, state: Any, game: Game, spent: Counter[str]) -> None:
    """Hidden units of a seat with their kinds exchanged: nobody else sees a difference, and the seat to
    move may do the same."""
    seat = rng.choice(game.living)
    hidden = [point for point, (of, _) in game.units.items() if of == seat and point not in game.shown]
    kinds = [game.units[point][1] for point in hidden]
    rng.shuffle(kinds)
    again = dict(zip(map(land.name, hidden), kinds, strict=True))
    if any(kind == "B" and land.NAMED[at] not in land.REGIONS[seat] for at, kind in again.items()):
        return
    dumped = json.loads(json.dumps(GAME.dump(state)))
    dumped["pieces"][seat] |= again
    twin = GAME.load(dumped)
    spent["twins"] += 1
    for each in [*game.seats, None]:
        if each != seat:
            views = GAME.view(state, each), GAME.view(twin, each)
            assert views[0] == views[1], report(game, f"view of {each}, {again}")
            assert GAME.show(views[0]) == GAME.show(views[1]), report(game, f"view of {each}, {again}")
            assert [str(order) for order in GAME.legal(views[1])] == (
                sorted(ref.legal(game)) if each == game.mover else []
            )


# ---- Lines


def random_line(rng: random.Random, game: Game, legal: list[str]) -> tuple[str, str]:
    """An order that may be legal or not: as it is written, and in its canonical form."""
    orders = ref.legal(game)
    own = sorted(point for point in game.units if game.own(point)) or sorted(land.POINTS)
    walks = []
    for _ in range(rng.choice([1, 1, 2, 2, 2, 3])):
        walk = [rng.choice(own if rng.random() < 0.95 else sorted(land.POINTS))]
        for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
            near = land.lines(walk[-1])
            walk.append(rng.choice(near if rng.random() < 0.95 else sorted(land.POINTS)))
        walks.append(walk)
    if rng.random() < 0.5:  # two legal single orders, or a legal one cut in two
        one, two = (rng.choice(list(orders.values())) or walks for _ in range(2))
        walks = rng.choice([[one[0], two[0]], [one[0], one[0][-2:]], [two[-1], one[-1]], [*two]])
    soldiers = len(walks) == 1 and game.units.get(walks[0][0], ("", ""))[1] != "A"
    canonical = " ".join(
        ref.written(walk, "S" if soldiers or len(walks) > 1 or len(walk) != 3 else "A") for walk in walks
    )
    if len(walks) == 1 and len(walks[0]) == 3 and not soldiers:
        straight = land.on(walks[0][1], way_of(walks[0])) == walks[0][2] if is_step(walks[0]) else False
        if not straight:
            canonical = " ".join(ref.written(walk, "S") for walk in walks)
    text = " ".join("-".join(land.name(point) for point in walk) for walk in walks)
    if rng.random() < 0.2:
        text = text.replace("-", rng.choice(["x", " - ", "-"])).upper()
    return text, canonical


def way_of(walk: ref.Walk) -> land.Point:
    return walk[1][0] - walk[0][0], walk[1][1] - walk[0][1]


def is_step(walk: ref.Walk) -> bool:
    return walk[1] in land.lines(walk[0])


def try_lines(rng: random.Random, state: Any, game: Game, legal: list[str], spent: Counter[str]) -> None:
    """Random lines are accepted by both or by none."""
    view = GAME.view(state, game.mover)
    for _ in range(3):
        text, canonical = random_line(rng, game, legal)
        try:
            orders = GAME.parse(view, text)
            GAME.check(view, orders)
            found = " ".join(str(order) for order in orders)
        except OrderError:
            found = None
        truth = canonical if canonical in legal else None
        assert found == truth, report(game, f"{text!r}: the game says {found}, the reference {truth}")
        spent["lines accepted" if found else "lines refused"] += 1


# ---- Play


def count(game: Game, after: Game, spent: Counter[str]) -> None:
    """Which rare sentences were at work."""
    for what, *told in after.story:
        if what == "met":
            kind, other, left = told[1], told[4], told[5]
            spent["a suicidal attack"] += left == "Y"
            spent["Captain and Spy"] += {kind, other} == {"C", "P"}
            spent["a Spy takes a Nuclear Bomb"] += kind + other == "PN"
            spent["a Nuclear Bomb falls on a Spy"] += kind + other == "NP"
            spent["a bounce"] += left == "both"
        spent["a pair skips"] += what == "skipped"
    fallen = len(after.out) - len(game.out)
    spent["a Base falls"] += fallen == 1
    spent["two Bases fall"] += fallen == 2


def ordered(rng: random.Random, state: Any, game: Game, legal: list[str], spent: Counter[str]) -> Any:
    """One order by both, perhaps with a declaration beside it. Both games."""
    orders = ref.legal(game)
    sharp = [each for each in legal if any(game.enemy(walk[-1]) for walk in orders[each])]
    pairs = [each for each in sharp if len(orders[each]) == 2 and game.enemy(orders[each][0][-1])]
    bombs = [each for each in sharp if game.units[orders[each][0][0]][1] in "NPC"]
    twice = [each for each in pairs if orders[each][0][-1] == orders[each][1][-1]]
    most = max(takes(game, walks) for walks in orders.values())
    bases = [each for each in sharp if takes(game, orders[each]) == most]
    order = rng.choice(rng.choice([legal, sharp, pairs, twice, bombs, bases, bases]) or sharp or legal)
    seat = game.mover
    sheets: dict[str, tuple[Any, ...]] = {seat: GAME.parse(GAME.view(state, seat), order)}
    story: list[tuple[Any, ...]] = []
    other, what = rng.choice(game.living), rng.choice(["draw", "draw", "concede"])
    if rng.random() < 0.05 and (other not in game.offers if what == "draw" else other != seat):
        after = (ref.offer_draw if what == "draw" else ref.concede)(game, other)
        if after.result or order in ref.legal(after):
            # "Declarations among the orders count first"; what ends the game leaves nothing to move
            sheets[other] = (Declare(what), *sheets.get(other, ()))
            game, story = after, after.story
    resolution = GAME.resolve(state, sheets, ScriptedChance())
    if game.result is None:
        after = ref.play(game, order)
        count(game, after, spent)
        game, story = after, story + after.story
    told = story_of(resolution.events)
    for tale in (told, story):  # when an offer lapsed is not compared
        tale.sort(key=lambda each: each[0] == "lapsed")
    assert told == story, report(game, f"{told}\n{story}")
    return resolution.state, game


def takes(game: Game, walks: list[ref.Walk]) -> int:
    """How many Bases, at least when nothing else happens, an order reaches."""
    return len({walk[-1] for walk in walks if game.units.get(walk[-1], ("", ""))[1] == "B"})


def fights_alone(game: Game) -> str | None:
    """The seat whose concession leaves only Bases."""
    fighting = {seat for seat, kind in game.units.values() if kind != "B"}
    return min(fighting) if len(fighting) == 1 and len(game.living) > 2 else None


def declared(rng: random.Random, state: Any, game: Game, spent: Counter[str]) -> Any:
    """A concession or a vote by both. Both games."""
    seat = rng.choice(game.living)
    what = rng.choice(["concede", "draw", "draw", "draw"])
    if alone := fights_alone(game):
        seat, what = alone, "concede"
    if what == "draw" and seat in game.offers:
        return state, game
    after = (ref.offer_draw if what == "draw" else ref.concede)(game, seat)
    spent[what] += 1
    if rng.random() < 0.3:
        return GAME.resolve(state, {seat: (Declare(what),)}, ScriptedChance()).state, after
    return GAME.declare(state, seat, what).state, after


def play_on(rng: random.Random, state: Any, game: Game, turns: int, spent: Counter[str]) -> None:
    for _ in range(turns):
        legal = agree(state, game)
        spent["positions"] += 1
        spent["orders"] += len(legal)
        if game.result:
            spent[f"over: {game.result[0]}"] += 1
            return
        spent["pass"] += legal == ["pass"]
        spent["a pass frees a way"] += legal == ["pass"] and game.way[game.mover or ""] is not None
        spent["a way is forbidden"] += game.way[game.mover or ""] is not None
        if rng.random() < 0.1:
            assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state
            assert facts_of(to_reference(GAME.dump(state))) == facts_of(game)
        if game.fog and rng.random() < 0.1:
            views_tell_nothing(rng, state, game, spent)
        if rng.random() < 0.3:
            try_lines(rng, state, game, legal, spent)
        if rng.random() < (0.25 if fights_alone(game) else 0.03):
            state, game = declared(rng, state, game, spent)
        else:
            state, game = ordered(rng, state, game, legal, spent)
    agree(state, game)


def scrambled_play(rng: random.Random, positions: int, spent: Counter[str]) -> None:
    """Random positions, each played on for some turns."""
    until = spent["positions"] + positions
    while spent["positions"] < until:
        game = scramble(rng)
        state = GAME.position(facts_of(game))
        play_on(rng, state, game, rng.choice([1, 2, 6, 20]), spent)


def play_from_the_setup(rng: random.Random, positions: int, spent: Counter[str]) -> None:
    until = spent["positions"] + positions
    while spent["positions"] < until:
        state, game = set_up(rng, spent)
        play_on(rng, state, game, 300, spent)


# ---- Setup


def set_up(rng: random.Random, spent: Counter[str]) -> tuple[Any, Game]:
    """A game begun by both, with some seats absent or gone, and the dice of a seed."""
    game = Game(rng.choice([2, 3, 4]), rng.random() < 0.4, rng.choice([0, 2, 10, 50]))
    seed, n = rng.randbytes(32), rng.choice([0, 0, 3])
    chance = HmacChance(seed, "k7f3", n)
    state = GAME.start(facts_of(game)["options"], chance).state
    if rng.random() < 0.2 and game.players > 2:
        seat = rng.choice(game.seats)
        state, game = GAME.declare(state, seat, "concede").state, ref.concede(game, seat)
    if rng.random() < 0.2:
        seat = rng.choice(game.living)
        state, game = GAME.declare(state, seat, "draw").state, ref.offer_draw(game, seat)
    given: dict[str, dict[land.Point, str]] = {}
    sheets: dict[str, tuple[Any, ...]] = {}
    for seat in game.living:
        if rng.random() < 0.15:
            continue
        text, placed = random_setup(rng, seat)
        view = GAME.view(state, seat)
        fits = ref.setup_fits(seat, placed)
        try:
            orders = GAME.parse(view, text)
            GAME.check(view, orders)
        except OrderError:
            assert not fits, (seat, text)
            spent["setups refused"] += 1
            continue
        assert fits, (seat, text)
        on_corner = any(kind == "B" and point in ref.corners(seat) for point, kind in placed.items())
        assert bool(GAME.warn(view, orders)) == on_corner, (seat, text)
        given[seat], sheets[seat] = placed, orders
    for seat in game.living:
        if seat not in sheets:
            sheets[seat] = GAME.default(GAME.view(state, seat)) or ()
    results = iter(die(seed, "k7f3", number) for number in range(n, n + 100))
    resolution = GAME.resolve(state, sheets, chance)
    before = game
    game = ref.deploy(game, given, results.__next__)
    assert story_of(resolution.events) == game.story
    dice = sum(each[0] == "die" for each in game.story)
    assert GAME.drawn(resolution.state) == chance.n == n + dice
    spent["dice"] += dice
    spent["rolled again"] += dice > len(before.living)
    return resolution.state, game


# ---- Tests


def test_the_board_is_that_of_the_reference() -> None:
    data = board("ww3")
    assert {name: tuple(at) for name, at in data["points"].items()} == land.NAMED
    lines = {frozenset((one, two)) for one, two in data["lines"]}
    assert len(lines) == len(data["lines"])
    assert lines == {
        frozenset((land.name(one), land.name(two))) for one in land.POINTS for two in land.lines(one)
    }
    regions = {seat: {land.name(point) for point in points} for seat, points in land.REGIONS.items()}
    assert {seat: set(points) for seat, points in data["regions"].items()} == regions


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_positions_agree_with_the_reference(batch: int) -> None:
    spent = Counter[str]()
    scrambled_play(random.Random(f"scrambled {batch}"), POSITIONS, spent)
    must_have_seen(spent, RARE, batch)


def test_random_play_agrees_with_the_reference() -> None:
    play_from_the_setup(random.Random("setup"), POSITIONS // 2, Counter())


@pytest.mark.parametrize("fog", ["off", "on"])
def test_perft_of_the_reference(fog: str) -> None:
    state = GAME.start({"players": 2, "fog": fog}, ScriptedChance()).state
    sheets = {seat: GAME.default(GAME.view(state, seat)) or () for seat in ("red", "silver")}
    state = GAME.resolve(state, sheets, ScriptedChance(6, 1)).state
    assert GAME.perft(state, 2) == ref.divide(to_reference(GAME.dump(state)), 2)
