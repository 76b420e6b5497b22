"""The light positions of the searches: their moves are those of the rules, and lead to the same positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.cic.orders import Move
from adjudicator.nme.board import read_board
from adjudicator.registry import games
from engines.cic.evaluate import forces, weigh
from engines.cic.position import CicPosition
from engines.cic.position import of_state as cic_position
from engines.nme.evaluate import Worths
from engines.nme.position import of_state as nme_position
from engines.search import DECIDED
from maps.boards import boards
from tests.tiers import batches

GAMES = games(boards())
NME_BOARD = read_board(GAMES["nme"].board())
WORTHS = Worths(NME_BOARD)


def resolved(game: Any, state: Any, order: Any) -> Any:
    [seat] = game.phase(state).owing
    return game.resolve(state, {seat: (order,)}, HmacChance(bytes(32), "test")).state


def wild(random: Random, orders: list[Any]) -> Any:
    """Pick an order, a capture more often than not."""
    captures = [
        order for order in orders if getattr(order, "sign", "-") != "-" or getattr(order, "trade", "")
    ]
    return random.choice(captures if captures and random.random() < 0.7 else orders)


@pytest.mark.parametrize("seed", batches(4, 60))
def test_commander_in_chief(seed: int) -> None:
    random, game = Random(seed), GAMES["cic"]
    options = {
        "objective": random.choice(("commander", "points")),
        "enhanced": random.randrange(4),
        "teams": random.choice(("none", "dark", "light", "both")),
        "round_limit": random.randrange(5, 60),
        "quiet_rounds": random.randrange(3, 12),
    }
    state = game.start(game.options(options), HmacChance(bytes(32), "test")).state
    if state.phase == "setup":
        sheets = {
            seat: game.parse(game.view(state, seat), "enhance " + random.choice(texts))
            for seat in game.phase(state).owing
            for texts in [("b1 c2", "a1", "none") if seat.startswith("light") else ("g8 f7", "h8", "none")]
            if options["enhanced"] >= 2
        }
        state = game.resolve(state, sheets, HmacChance(bytes(32), "test")).state
    position = cic_position(state)
    while state.phase == "play":
        legal = list(game.legal(game.view(state, min(game.phase(state).owing))))
        noisy, quiet = position.moves()
        assert sorted(noisy + quiet) == sorted(order.origin << 6 | order.target for order in legal)
        order: Move = wild(random, legal)
        state = resolved(game, state, order)
        position = position.make(order.origin << 6 | order.target)
        if state.phase == "play":
            again = cic_position(state)
            assert described(position) == described(again)
            assert position.worth == weigh(again.board, again.enhanced, position.rules.tables)
            assert position.force == forces(again.board)
        else:
            ended = position.stuck() if position.ended is None else position.ended
            assert verdict(ended) == placed(state, "light" if position.side else "dark")


def described(position: CicPosition) -> tuple[object, ...]:
    return (position.key(), position.points, position.quiet, position.ply, position.ended)


def verdict(value: int) -> int:
    return (value > DECIDED) - (value < -DECIDED)


def placed(state: Any, side: str) -> int:
    """Tell whether a side came first alone (1), last alone (-1), or neither."""
    places = state.outcome.places
    [own] = {place for seat, place in places.items() if seat.startswith(side)}
    best = min(places.values())
    return 0 if len(set(places.values())) == 1 else 1 if own == best else -1


@pytest.mark.parametrize("seed", batches(3, 60))
@pytest.mark.parametrize("players", [2, 3])
def test_nme(seed: int, players: int) -> None:
    random, game = Random(seed), GAMES["nme"]
    options = {"players": players, "quiet_rounds": 6, "gray_guard": random.random() < 0.5}
    state = game.start(game.options(options), HmacChance(bytes(32), "test")).state
    me = random.choice((0, 2)) if players == 2 else random.randrange(3)
    while state.phase == "play":
        position = nme_position(NME_BOARD, WORTHS, state, me)
        [seat] = game.phase(state).owing
        legal = [order for order in game.legal(game.view(state, seat)) if str(order) != "pass"]
        noisy, quiet = position.moves()
        codes = {
            (NME_BOARD.names[move >> 9 & 511], NME_BOARD.names[move & 511], "PASNI"[move >> 18]): move
            for move in noisy + quiet
        }
        told = {(order.origin, order.target, order.trade or "P") for order in legal}
        either = players == 3 and not state.falls and position.side == 1  # best-reply search
        assert told <= set(codes) if either else told == set(codes)
        if not legal:
            return
        order = wild(random, legal)
        state = resolved(game, state, order)
        made = position.make(codes[order.origin, order.target, order.trade or "P"])
        if state.phase == "over":
            assert made.ended is not None
            value = made.ended if made.side == 0 else -made.ended
            own = ("black", "gray", "white")[me]
            if players == 2:
                assert verdict(value) == placed(state, own)
            elif state.outcome.places[own] == 1 and list(state.outcome.places.values()).count(1) == 1:
                assert value > DECIDED
            return
        if me in {fall.army for fall in state.falls}:
            assert made.ended is not None
            return
        assert made.ended is None
        expected = nme_position(NME_BOARD, WORTHS, state, me)
        assert (made.board, made.prisoners, made.flanks) == (
            expected.board,
            expected.prisoners,
            expected.flanks,
        )
        if players == 2 or state.falls:
            assert (made.army, made.side, made.gray, made.quiet) == (
                expected.army,
                expected.side,
                expected.gray,
                expected.quiet,
            )
