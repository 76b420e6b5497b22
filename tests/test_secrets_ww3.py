"""Fog of WW3: two games that differ only in the kinds of units that nobody has met look the same to others.

Such twins are made of the states of random games, and followed for as long as nobody meets a unit in which
they differ.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.codec import canonical, event_to_json
from adjudicator.errors import OrderError
from adjudicator.game import Event
from adjudicator.ww3.board import EMPTY, FORMATIONS, LETTERS, NAMES, SEATS
from bot.presenters import presenters
from maps.ww3.painting import alt, draw
from tests.adjudicator.bridge_ww3 import facts_of
from tests.adjudicator.scramble_ww3 import scramble
from tests.conformance import GAMES, SEED
from tests.tiers import batches

GAME = GAMES["ww3"]
SAYS = presenters()["ww3"]
BOARD = GAME._board  # type: ignore[attr-defined]
PLAYERS = dict(zip(SEATS, ("Ann", "Bob", "Cyd", "Dan"), strict=True))

Twins = tuple[Any, Any]


# ---- Twins


def unknown(state: Any, seat: int) -> list[int]:
    """The points of the units of a seat whose kinds nobody else knows."""
    return [at for at, there in enumerate(state.board) if there in LETTERS[seat] and at not in state.known]


def changed(rng: random.Random, state: Any, seat: int) -> Any:
    """The same state, but for the kinds of those units; they are spread anew over the same points."""
    points = unknown(state, seat)
    letters = [state.board[point] for point in points]
    rng.shuffle(letters)
    board = list(state.board)
    for point, letter in zip(points, letters, strict=True):
        board[point] = letter
    way = rng.choice([state.ways[seat], None, (0, 1), (1, 0), (-1, -1)])
    ways = tuple(way if each == seat else state.ways[each] for each in range(len(SEATS)))
    return replace(state, board="".join(board), ways=ways)


def differing(twins: Twins) -> set[int]:
    """The points whose units are of different kinds."""
    return {
        at
        for at, pair in enumerate(zip(*(state.board for state in twins), strict=True))
        if len(set(pair)) > 1
    }


def others(state: Any, seat: int) -> list[str | None]:
    return [None, *(each for each in state.options.seats() if each != SEATS[seat])]


# ---- What somebody sees


def told(call: Callable[[], Any]) -> Any:
    """What a call gives, or the whole of its refusal."""
    try:
        return call()
    except OrderError as error:
        return error.kind, error.order, error.reason, error.instead, str(error)


def wrong_texts(rng: random.Random, state: Any) -> list[str]:
    """Orders of all sorts, most of them wrong, many about units of others."""
    points, units = BOARD.names, [BOARD.names[at] for at, there in enumerate(state.board) if there != EMPTY]

    def path(length: int) -> str:
        walk = [rng.choice(units)]
        for _ in range(length - 1):
            beside = [BOARD.names[each] for each in BOARD.beside[BOARD.index[walk[-1]]]]
            walk.append(rng.choice(beside if rng.random() < 0.8 else points))
        return "-".join(walk)

    kinds = [name.lower() for name in NAMES.values()]
    found = [path(rng.choice([2, 2, 3])) for _ in range(8)]
    found += [f"{path(2)} {path(2)}" for _ in range(5)]
    found += [f"{rng.choice(kinds)} {path(2)}" for _ in range(4)]
    found += [f"{rng.choice(units)}-{rng.choice(units)}" for _ in range(3)]
    return [
        *found,
        "pass",
        "draw",
        "setup stock",
        rng.choice(units),
        f"{rng.choice(units)} {rng.choice(units)}",
        "d4-",
    ]


def answered(view: Any, text: str) -> Any:
    """What follows from a text: its orders, with warnings and words about them, or why they are wrong."""

    def read() -> Any:
        orders = GAME.parse(view, text)
        GAME.check(view, orders)
        return (
            list(map(str, orders)),
            GAME.warn(view, orders),
            [SAYS.describe(view, order) for order in orders],
        )

    return told(read)


def sight(state: Any, seat: str | None, texts: Sequence[str]) -> dict[str, Any]:
    """All that a seat can get out of a state."""
    view = GAME.view(state, seat)
    legal = list(GAME.legal(view))
    some = legal[:: max(1, len(legal) // 12)]
    found: dict[str, Any] = {
        "view": canonical(GAME.show(view)),
        "phase": GAME.phase(state),
        "legal": [str(order) for order in legal],
        "warnings": [GAME.warn(view, (order,)) for order in some],
        "words": [SAYS.describe(view, order) for order in some],
        "answers": [answered(view, text) for text in texts],
        "default": GAME.default(view),
        "declared": [GAME.declarations(state, each) for each in state.options.seats()],
        "alt": alt(view),
        "menus": [SAYS.menus(view, (), picked) for picked in ("", texts[0][:2])],
        "lists": [SAYS.task(view), SAYS.phase_line(view), SAYS.standing(view), SAYS.summary(view, ())],
        "typed": [SAYS.suggest(view, (), legal, typed) for typed in ("", texts[0][:3])],
        "places": [SAYS.places(view, letter) for letter in "defg"],
    }
    if seat is not None:  # the state itself refuses
        found["refused"] = [
            told(
                lambda text=text: (
                    GAME.resolve(state, {seat: GAME.parse(view, text)}, HmacChance(SEED, "x")).state.turn
                )
            )
            for text in ("d3-d3", "pass", "setup stock", f"{texts[0]} {texts[0]}")
        ]
    return found


def heard(events: Sequence[Event], seat: str | None) -> list[Any]:
    """The events that somebody may see, and how they are told."""
    seen = [event for event in events if event.seen_by is None or seat in event.seen_by]
    return [*map(event_to_json, seen), SAYS.narrate(seen, PLAYERS)]


def look_alike(rng: random.Random, twins: Twins, seat: int, pictures: bool = False) -> None:
    """Nobody else can tell the twins apart."""
    texts = wrong_texts(rng, twins[0])
    for who in others(twins[0], seat):
        one, other = (sight(state, who, texts) for state in twins)
        for what, value in one.items():
            assert value == other[what], (who, what, GAME.dump(twins[0]))
        views = [GAME.view(state, who) for state in twins]
        assert views[0] == views[1]
        if pictures:
            assert len({draw(view, size=300) for view in views}) == 1, who


# ---- Games


def set_up(rng: random.Random, players: int) -> Any:
    """A game of fog, begun."""
    begun = GAME.start({"players": players, "fog": "on", "quiet_rounds": 0}, HmacChance(SEED, "fog"))
    sheets = {}
    for seat in begun.state.options.seats():
        sheets[seat] = GAME.parse(GAME.view(begun.state, seat), f"setup {rng.choice(list(FORMATIONS))}")
    return GAME.resolve(begun.state, sheets, HmacChance(SEED, str(rng.random()))).state


def move(rng: random.Random, state: Any) -> Any:
    """Any move, though meetings more often."""
    [seat] = GAME.phase(state).owing
    legal = list(GAME.legal(GAME.view(state, seat)))
    foes = [order for order in legal if meets(state, str(order))]
    return rng.choice(foes if foes and rng.random() < 0.4 else legal)


def meets(state: Any, text: str) -> set[int]:
    """The points of the units that an order makes meet, as far as one sees before it."""
    found: set[int] = set()
    for path in text.split():
        if "-" in path:
            origin, *_, target = (BOARD.index[name] for name in path.split("-"))
            if state.board[target] != EMPTY:
                found |= {origin, target}
    return found


def played(rng: random.Random, players: int, moves: int) -> Any:
    """A state of a random game, in play."""
    state = set_up(rng, players)
    for _ in range(moves):
        [seat] = GAME.phase(state).owing
        after = GAME.resolve(state, {seat: (move(rng, state),)}, HmacChance(SEED, "x")).state
        if GAME.outcome(after) is not None:
            break
        state = after
    return state


def common(rng: random.Random, twins: Twins) -> str | None:
    """An order that both twins may give and in which no differing unit is met; None: there is none."""
    [seat] = GAME.phase(twins[0]).owing
    lists = [{str(order) for order in GAME.legal(GAME.view(state, seat))} for state in twins]
    secret = differing(twins)
    both = [text for text in sorted(lists[0] & lists[1]) if not meets(twins[0], text) & secret]
    foes = [text for text in both if meets(twins[0], text)]
    return rng.choice(foes if foes and rng.random() < 0.5 else both) if both else None


def step(rng: random.Random, twins: Twins, seen: Counter[str]) -> tuple[Any, Any] | None:
    """The same in both games: what came of it."""
    if rng.random() < 0.02:
        seat = rng.choice([each for each in twins[0].options.seats() if GAME.declarations(twins[0], each)])
        what = rng.choice(["draw", "draw", "concede"])
        if what in GAME.declarations(twins[0], seat):
            seen[what] += 1
            return tuple(GAME.declare(state, seat, what) for state in twins)  # type: ignore[return-value]
    text = common(rng, twins)
    if text is None:
        return None
    [seat] = GAME.phase(twins[0]).owing
    seen["meetings"] += bool(meets(twins[0], text))
    orders = [GAME.parse(GAME.view(state, seat), text) for state in twins]
    return tuple(  # type: ignore[return-value]
        GAME.resolve(state, {seat: given}, HmacChance(SEED, "x"))
        for state, given in zip(twins, orders, strict=True)
    )


def follow(rng: random.Random, twins: Twins, seat: int, most: int, seen: Counter[str]) -> None:
    """Play both on, and compare what the others get to see of it."""
    for number in range(most):
        look_alike(rng, twins, seat, pictures=number == most // 2 and rng.random() < 0.3)
        after = step(rng, twins, seen)
        if after is None:
            return
        ends = [GAME.outcome(each.state) for each in after]
        assert ends[0] == ends[1]
        for who in others(twins[0], seat):
            one, other = (heard(each.events, who) for each in after)
            assert one == other, who
        twins = after[0].state, after[1].state
        seen["steps"] += 1
        seen["own steps"] += twins[0].last is not None and twins[0].last.seat == seat
        if ends[0] is not None or not differing(twins):
            seen["ends"] += 1
            return


def many_twins(rng: random.Random, count: int, most: int, seen: Counter[str]) -> None:
    for _ in range(count):
        players = rng.choice([2, 2, 3, 4])
        state = played(rng, players, rng.choice([0, 3, 20, 60]))
        alive = [seat for seat in state.options.seats() if SEATS.index(seat) not in state.out]
        seat = SEATS.index(rng.choice(alive))
        twins = state, changed(rng, state, seat)
        if differing(twins):
            seen["twins"] += 1
            follow(rng, twins, seat, most, seen)


# ---- Tests


@pytest.mark.parametrize("batch", batches(1, 10))
def test_twins_cannot_be_told_apart(batch: int) -> None:
    seen = Counter[str]()
    many_twins(random.Random(f"twins {batch}"), 8, 7, seen)
    assert min(seen[what] for what in ("twins", "steps", "own steps", "meetings")) > 5, seen


def test_what_is_legal_tells_no_kind() -> None:
    """Crowded positions, with Nuclear Bombs and Soldiers beside units of which nobody knows what they are."""
    rng, compared = random.Random("crowded"), 0
    while compared < 70:
        game = scramble(rng)
        if not game.fog:
            continue
        state = GAME.position(facts_of(game))
        mover = SEATS[state.seat]
        seat = rng.choice([SEATS.index(each) for each in game.living if each != mover])
        twins = state, changed(rng, state, seat)
        if not differing(twins):
            continue
        compared += 1
        view, other = (GAME.view(each, mover) for each in twins)
        assert view == other
        assert list(GAME.legal(view)) == list(GAME.legal(other))
        for text in wrong_texts(rng, state)[:6]:
            assert answered(view, text) == answered(other, text)
        # what a view allows is what the state itself accepts, whatever the kinds are
        for order in rng.sample(legal := list(GAME.legal(view)), min(len(legal), 15)):
            for each in twins:
                GAME.resolve(each, {mover: (order,)}, HmacChance(SEED, "x"))


def test_the_setup_shows_points_only() -> None:
    """Formations on the same points are revealed alike, and look alike then."""
    rng = random.Random("setup")
    begun = GAME.start({"players": 3, "fog": "on"}, HmacChance(SEED, "fog")).state
    assert GAME.phase(begun).until_end
    sheets = {seat: GAME.default(GAME.view(begun, seat)) for seat in ("red", "silver")}
    texts = [
        "setup N=b4 A=c5 T=c6 C=b7 P=a6 S=b5,c4,c7,c8 B=a5",
        "setup N=c8 A=a6 T=c4 C=b4 P=b7 S=a5,b5,c5,c6 B=c7",
    ]
    [one, two] = [
        GAME.resolve(
            begun, {**sheets, "blue": GAME.parse(GAME.view(begun, "blue"), text)}, HmacChance(SEED, "x")
        )
        for text in texts
    ]
    assert one.state != two.state
    for who in (None, "red", "silver"):
        assert heard(one.events, who) == heard(two.events, who)
    look_alike(rng, (one.state, two.state), SEATS.index("blue"), pictures=True)


def test_a_picture_of_events_is_the_same() -> None:
    """The picture and its words with the newest events on it, as they are posted."""
    rng = random.Random("pictures")
    state = played(rng, 2, 9)
    twins = state, changed(rng, state, SEATS.index("silver"))
    assert differing(twins)
    text = common(rng, twins)
    [seat] = GAME.phase(state).owing
    posts = set()
    for each in twins:
        after = GAME.resolve(
            each, {seat: GAME.parse(GAME.view(each, seat), str(text))}, HmacChance(SEED, "x")
        )
        view = GAME.view(after.state, None)
        posts.add((draw(view, size=400, events=after.events), alt(view, events=after.events)))
    assert len(posts) == 1
