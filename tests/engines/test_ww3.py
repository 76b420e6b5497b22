"""WW3's engine in positions with one right answer, in fog, and what it does at the table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.ww3.board import FORMATIONS, NUMBERS, SEATS, formation, read_board
from adjudicator.ww3.moves import moves_of
from engines.engine import WIN, Level, Task, Thought
from engines.registry import engine_for
from engines.ww3.field import SECOND, Field
from engines.ww3.position import Ground
from engines.ww3.setups import SOUND
from tests.conformance import GAMES

GAME = GAMES["ww3"]
ENGINE = engine_for(GAME)
BOARD = read_board(GAME.board())
NODES = 1500
Pieces = Mapping[str, Mapping[str, str]]


def shown(pieces: Pieces, seat: str = "red", **others: Any) -> dict[str, Any]:
    """The view of a position: two players, and that seat to move, unless it says something else."""
    options = {"players": 2} | others.pop("options", {})
    state = GAME.position({"options": options, "pieces": pieces, "to_move": seat, **others})
    return GAME.show(GAME.view(state, seat))


def thought(view: Mapping[str, Any], level: Level = Level.GENERAL, seed: int = 1) -> Thought:
    return ENGINE.think(Task(view, level, seed, NODES))


# -- Positions with one right answer


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seed", range(3))
def test_takes_the_base_that_it_can_reach(level: Level, seed: int) -> None:
    view = shown(
        {"red": {"e1": "B", "g9": "S", "d4": "N"}, "silver": {"g11": "B", "f9": "T", "e2": "S", "d5": "A"}}
    )
    found = thought(view, level, seed)
    assert found.orders == ("g9-g10-g11",)
    assert found.value > 990
    assert found.line == "Takes the Base on g11."


@pytest.mark.parametrize("level", list(Level))
def test_the_air_craft_may_not_fly_the_same_way_again(level: Level) -> None:
    """It could take the Base from the south, but that way is barred; so the Soldier does."""
    pieces: Pieces = {"red": {"e1": "B", "g9": "A", "e11": "S"}, "silver": {"g11": "B", "e2": "S", "d9": "C"}}
    assert thought(shown(pieces, ways={"red": [0, 1]}), level).orders == ("e11-f11-g11",)


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("seed", range(3))
def test_takes_the_unit_that_would_take_the_base(level: Level, seed: int) -> None:
    view = shown(
        {"red": {"f1": "B", "g2": "T", "f5": "A"}, "silver": {"g11": "B", "f2": "S", "f6": "C", "f10": "N"}}
    )
    found = thought(view, level, seed)
    assert found.orders == ("g2-f2",)


@pytest.mark.parametrize("level", list(Level))
def test_two_soldiers_take_two_attackers(level: Level) -> None:
    """Two units stand beside the Base: one move alone does not save it."""
    view = shown(
        {
            "red": {"f1": "B", "d1": "S", "h1": "S", "f5": "N"},
            "silver": {"g11": "B", "e1": "S", "g1": "S", "f10": "N"},
        }
    )
    assert set(thought(view, level).orders) <= {"d1-e1 h1-g1", "h1-g1 d1-e1"}


def test_stands_in_the_way_of_a_soldier() -> None:
    """The Soldier on f3 would walk over f2: only the Captain comes there in time."""
    view = shown({"red": {"f1": "B", "e2": "C", "d7": "A"}, "silver": {"g11": "B", "f3": "S", "h8": "N"}})
    found = thought(view)
    assert found.orders == ("e2-f2",)
    assert found.line == "Guards the Base."


def test_the_spy_takes_the_bomb() -> None:
    view = shown(
        {
            "red": {"e1": "B", "e4": "P", "e2": "C", "f2": "T", "h3": "S"},
            "silver": {"g11": "B", "f4": "N", "f5": "S", "h4": "S", "f9": "C"},
        }
    )
    found = thought(view)
    assert found.orders == ("e4-f4",)
    assert found.line == "Attacks the Nuclear Bomb on f4."


def test_the_bomb_keeps_away_from_the_spy() -> None:
    """The Tank on f6 is there to be taken, but a Spy stands behind it: the Air Craft takes it."""
    view = shown(
        {
            "red": {"e1": "B", "f5": "N", "f4": "A", "e2": "C"},
            "silver": {"g11": "B", "f6": "T", "f7": "P", "f10": "C", "g10": "S"},
        }
    )
    assert thought(view).orders != ("f5-f6",)


def test_takes_what_is_worth_most() -> None:
    view = shown(
        {
            "red": {"e1": "B", "f5": "A", "d2": "S"},
            "silver": {"g11": "B", "f7": "T", "d5": "S", "h5": "C", "d10": "S"},
        }
    )
    assert thought(view).orders == ("f5-f7",)


def test_leaves_the_bait() -> None:
    """A Soldier offers itself to the Tank, and a Nuclear Bomb waits behind it."""
    view = shown(
        {
            "red": {"e1": "B", "d2": "C", "f5": "T", "e2": "S", "f2": "S"},
            "silver": {"g11": "B", "f6": "S", "f7": "N", "f10": "C", "g10": "S"},
        }
    )
    assert thought(view).orders != ("f5-f6",)


def test_lower_levels_forget_now_and_then_that_others_answer() -> None:
    """They take the bait: the lower the level, the oftener. A Base they never forget."""
    view = shown(
        {
            "red": {"e1": "B", "d2": "C", "f5": "T", "e2": "S", "f2": "S"},
            "silver": {"g11": "B", "f6": "S", "f7": "N", "f10": "C", "g10": "S"},
        }
    )
    taken = [sum(thought(view, level, seed).orders == ("f5-f6",) for seed in range(40)) for level in Level]
    assert taken == sorted(taken, reverse=True)
    assert taken[0] > 20
    assert 0 < taken[2] < 16
    assert taken[3] == 0


def test_sees_a_win_by_force() -> None:
    """Nothing of Silver's comes back in time."""
    pieces: Pieces = {"red": {"e1": "B", "g7": "S", "e2": "C"}, "silver": {"g11": "B", "d4": "T", "k4": "C"}}
    found = thought(shown(pieces))
    assert found.value > 990
    assert found.line == "Wins next turn."
    assert found.orders[0].startswith("g7-")


def test_a_general_sees_further_than_a_recruit() -> None:
    """The win takes four turns: a general tells it."""
    pieces: Pieces = {"red": {"e1": "B", "d8": "N", "e2": "S"}, "silver": {"g11": "B", "k4": "T"}}
    view = shown(pieces)
    assert ENGINE.think(Task(view, Level.GENERAL, 1, 20_000)).value > 990
    assert ENGINE.think(Task(view, Level.RECRUIT, 1, 20_000)).value < 990


@pytest.mark.parametrize("players", [3, 4])
def test_at_a_larger_table_it_saves_its_base_first(players: int) -> None:
    pieces: dict[str, dict[str, str]] = {
        "red": {"f1": "B", "g2": "T", "f6": "A"},
        "blue": {"a6": "B", "e6": "N"},
        "silver": {"g11": "B", "f2": "S", "f7": "S"},
    }
    if players == 4:
        pieces["olive"] = {"k5": "B", "j5": "C"}
    assert thought(shown(pieces, options={"players": players})).orders == ("g2-f2",)


def test_at_a_larger_table_a_recruit_overlooks_units_but_no_base() -> None:
    """Nothing guards Silver's Nuclear Bomb, and Red's Spy is beside it. A Base in reach everybody sees."""
    free: dict[str, dict[str, str]] = {
        "red": {"f1": "B", "f6": "P", "g2": "S"},
        "blue": {"a6": "B", "b6": "T"},
        "silver": {"g11": "B", "f7": "N", "g10": "S", "h11": "T", "e11": "A"},
    }
    view = shown(free, options={"players": 3})
    taken = [sum(thought(view, level, seed).orders == ("f6-f7",) for seed in range(20)) for level in Level]
    assert taken[1:] == [20, 20, 20]
    assert 0 < taken[0] < 20
    free["red"]["g10"] = "T"
    del free["silver"]["g10"]
    view = shown(free, options={"players": 3})
    assert {thought(view, Level.RECRUIT, seed).orders for seed in range(20)} == {("g10-g11",)}


# -- Fog


FOG = {"fog": "on"}


def test_the_bomb_does_not_meet_what_must_be_the_spy() -> None:
    """A Base and a Spy are all that nobody knows, and a Base does not stand in the centre."""
    lost = {"silver": "NATCSS"}
    pieces: Pieces = {
        "red": {"e1": "B", "f5": "N", "e5": "C", "d2": "S"},
        "silver": {"g11": "B", "f6": "P", "f10": "S", "g10": "S"},
    }
    view = shown(pieces, options=FOG, lost=lost, known=["f10", "g10"])
    assert view["pieces"]["silver"]["f6"] == "?"
    for seed in range(3):
        orders = thought(view, seed=seed).orders
        assert not orders[0].endswith("f5-f6")
        for _ in range(5):
            drawn = ENGINE.sample(view, Random(seed))
            assert GAME.dump(drawn)["pieces"]["silver"]["f6"] == "P"


def test_a_pair_that_has_just_moved_are_soldiers() -> None:
    state = GAME.start({"players": 2, "fog": "on"}, HmacChance(bytes(32), "ww3")).state
    state = GAME.resolve(state, {}, HmacChance(bytes(32), "ww3")).state
    mover, other = ("red", "silver") if GAME.phase(state).owing == {"red"} else ("silver", "red")
    pair = next(order for order in GAME.legal(GAME.view(state, mover)) if " " in str(order))
    state = GAME.resolve(state, {mover: (pair,)}, HmacChance(bytes(32), "ww3", GAME.drawn(state))).state
    view = GAME.show(GAME.view(state, other))
    ends = [path.split("-")[-1] for path in str(pair).split()]
    for seed in range(20):
        drawn = GAME.dump(ENGINE.sample(view, Random(seed)))["pieces"][mover]
        assert [drawn[end] for end in ends] == ["S", "S"]
        assert {kind: [*drawn.values()].count(kind) for kind in NUMBERS} == dict(NUMBERS)


def test_what_is_hidden_makes_no_difference() -> None:
    pieces: Pieces = {
        "red": {"e1": "B", "f5": "N", "e5": "C"},
        "silver": {"g11": "B", "f6": "P", "f10": "T", "g10": "S"},
    }
    others: Pieces = {"red": pieces["red"], "silver": {"g10": "B", "f6": "S", "f10": "N", "g11": "A"}}
    one, other = (thought(shown(each, options=FOG)) for each in (pieces, others))
    assert one == other
    assert "Nuclear" not in one.line
    assert "Captain" not in one.line


# -- At the table


QUIET: Pieces = {"red": {"e1": "B", "d2": "T", "f2": "S"}, "silver": {"g11": "B", "h10": "T", "f10": "S"}}


def test_agrees_to_a_draw_when_it_is_even() -> None:
    assert thought(shown(QUIET, offers=["silver"])).orders[0] == "draw"
    assert "draw" not in thought(shown(QUIET)).orders


def test_plays_on_when_it_is_winning() -> None:
    winning = {"red": {**QUIET["red"], "f5": "N"}, "silver": QUIET["silver"]}
    assert "draw" not in thought(shown(winning, offers=["silver"])).orders


def test_offers_a_draw_now_and_then_in_a_long_quiet_game() -> None:
    offered = [quiet for quiet in range(50) if "draw" in thought(shown(QUIET, quiet=quiet)).orders]
    assert offered == [20, 30, 40]


def test_concedes_what_is_lost() -> None:
    lost: Pieces = {
        "red": {"e1": "B", "d9": "C"},
        "silver": {"g11": "B", "e3": "S", "f2": "S", "f10": "N", "g10": "S"},
    }
    assert thought(shown(lost)).orders == ("concede",)


def test_a_seat_that_cannot_move_passes() -> None:
    walled: Pieces = {"red": {"e1": "B"}, "silver": {"g11": "B", "f10": "N"}}
    assert thought(shown(walled)).orders in {("pass",), ("concede",)}


@pytest.mark.parametrize("seat", SEATS)
def test_formations_vary_and_in_fog_are_no_stock_ones(seat: str) -> None:
    for fog in ("off", "on"):
        state = GAME.start({"players": 4, "fog": fog}, HmacChance(bytes(32), "ww3")).state
        view = GAME.view(state, seat)
        found = set()
        for seed in range(12):
            orders = GAME.parse(view, thought(GAME.show(view), seed=seed).orders[0])
            GAME.check(view, orders)
            assert fog == "off" or not GAME.warn(view, orders)
            found.add(orders)
        assert len(found) > 4


def test_a_general_takes_the_formations_that_did_best_and_a_recruit_the_others() -> None:
    state = GAME.start({"players": 4}, HmacChance(bytes(32), "ww3")).state
    view = GAME.view(state, "blue")
    index = SEATS.index("blue")
    known = {
        formation(BOARD, name, index, mirrored): name for name in FORMATIONS for mirrored in (False, True)
    }
    others = tuple(sorted({*FORMATIONS} - {*SOUND}))
    for level, names in (
        (Level.GENERAL, SOUND),
        (Level.CAPTAIN, tuple(sorted(FORMATIONS))),
        (Level.RECRUIT, others),
    ):
        texts = {thought(GAME.show(view), level, seed).orders[0] for seed in range(60)}
        placed = [GAME.parse(view, text)[0].placed for text in texts]
        assert tuple(sorted({known[each] for each in placed})) == names


# -- The light position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_light_move_does_what_the_rules_do(players: int) -> None:
    """In random games: the same units on the same points, the same seat to move, and what is not listed
    because it attacks in vain, or is a poor pair, is legal all the same."""
    field, random = Field(BOARD), Random(players)
    state = GAME.start({"players": players}, HmacChance(bytes(32), "ww3")).state
    state = GAME.resolve(state, {}, HmacChance(bytes(32), "ww3")).state
    for _ in range(150):
        [seat] = GAME.phase(state).owing
        me = SEATS.index(seat)
        position = Ground(field, state, me).position(state)
        codes = {
            sum((path[0] | path[-1] << 7) << SECOND * at for at, path in enumerate(code)): code
            for code in moves_of(BOARD, state, me)
        }
        noisy, quiet = position.moves()
        assert {*noisy, *quiet} <= {*codes}
        assert {*position.noisy()} <= {*noisy, *quiet}
        wins = [code for code in codes.values() if any(state.board[path[-1]] in "Bb7J" for path in code)]
        move = random.choice(sorted(codes))
        order = next(each for each in GAME.legal(GAME.view(state, seat)) if _light(str(each)) == move)
        after = GAME.resolve(state, {seat: (order,)}, HmacChance(bytes(32), "ww3", GAME.drawn(state))).state
        made = position.make(move)
        if GAME.outcome(after) is not None:
            assert wins
            assert made.ended == WIN * 30
            continue
        if len(after.out) == players - 2 and wins:
            assert position.ended is not None
        fresh = Ground(field, after, me).position(after)
        assert [cell == 40 for cell in made.cells] == [letter == "." for letter in after.board]
        assert (made.seat, made.ways) == (after.seat, fresh.ways)
        state = after


def _light(text: str) -> int:
    paths = [path.split("-") for path in text.split()]
    index = BOARD.index
    return sum((index[path[0]] | index[path[-1]] << 7) << SECOND * at for at, path in enumerate(paths))
