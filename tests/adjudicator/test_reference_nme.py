"""Two independent implementations of NME and Protect the Ally must agree.

Random play, from the start and from scrambled positions, is compared in batches: one in a test run, more in
a long one.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.game import Declare
from adjudicator.registry import games
from maps.boards import boards
from tests.adjudicator import reference_nme as ref
from tests.adjudicator import reference_nme_moves as on
from tests.adjudicator.bookkeeper import must_have_seen
from tests.adjudicator.scramble_nme import scramble
from tests.tiers import batches

GAME = games(boards())["nme"]
POSITIONS = 400
"""Compared in a batch."""
Json = dict[str, Any]

RARE = [
    "Naval One captures",
    "trade",
    "flanking",
    "pass",
    "of a dead army",
    "guard or Gray's own seat matters",
]
REASONS = {
    "last_president": "last_president",
    "passes": "all_passed",
    "quiet": "quiet_rounds",
    "agreed": "agreed",
    "conceded": "conceded",
    "stalemate": "stalemate",
}


def reason(game: ref.Reference) -> str:
    assert game.result is not None
    told, places = game.result
    if told == "compromise":
        return "presidents_only" if 1 in places.values() else "compromise"
    if told == "assassination":
        return "gray_assassinated" if 1 in places.values() else "ally_assassinated"
    return REASONS[told]


def facts_of(game: ref.Reference) -> Json:
    """The reference's game in the form of a dump, without what it does not keep."""
    return {
        "pieces": {
            army: {on.NAMES[point]: piece.kind for point, piece in game.board.items() if piece.army == army}
            for army in ref.ARMIES
        },
        "options": {
            "players": game.players,
            "quiet_rounds": game.quiet_rounds,
            "gray_guard": "on" if game.gray_guard else "off",
        },
        "to_move": game.mover,
        "gray_next": game.gray_by if game.players == 2 else None,
        "prisoners": {
            holder: {
                army: "".join(sorted(kind for of, kind in held if of == army))
                for army in sorted({of for of, _ in held})
            }
            for holder, held in game.prisoners.items()
        },
        "flanks": rights(game),
        "falls": [{"army": army, "by": by} for army, by in game.out],
        "quiet": game.quiet,
        "round_done": [army for army in ref.ARMIES if army in game.acted],
        "passes": game.passes,
        "offers": sorted(game.votes),
    }


def rights(game: ref.Reference) -> list[Json]:
    """Flanking rights that may still be used: the capturer is where it was."""
    found = [
        {"army": army, "hexagon": on.NAMES[point]}
        for army, held in game.rights.items()
        for point, piece in held.items()
        if game.board.get(point) is piece
    ]
    return sorted(found, key=lambda right: (right["army"], right["hexagon"]))


def facts_of_dump(dumped: Mapping[str, Any]) -> Json:
    found = {
        key: dumped[key] for key in dumped if key not in ("phase", "turn", "ply", "last", "outcome", "n")
    }
    found["prisoners"] = {
        holder: {army: "".join(sorted(kinds)) for army, kinds in held.items()}
        for holder, held in found["prisoners"].items()
    }
    found["flanks"] = sorted(found["flanks"], key=lambda right: (right["army"], right["hexagon"]))
    return found


def kinds_of(game: ref.Reference) -> Counter[str]:
    """What is among the legal orders, and what the rulings of Protect the Ally forbid."""
    found = Counter[str]()
    position = ref.position(game)
    for move in ref.legal(game).values():
        if move is None:
            found["pass"] += 1
            continue
        start, to, trade = move
        piece, victim = game.board[start], game.board.get(to)
        naval = piece.kind == "P" and on.adjoin(start, to)
        found["trade"] += bool(trade)
        found["Naval One"] += naval
        found["Naval One captures"] += naval and victim is not None
        found["flanking"] += piece.kind == "I" and victim is not None and not on.neighbours(start, to)
        found["of a dead army"] += victim is not None and victim.army not in game.living
    if position.guard or position.gray_spares:
        free = replace(position, guard=False, gray_spares=None)
        found["guard or Gray's own seat matters"] += list(on.moves(free, game.mover)) != list(
            on.moves(position, game.mover)
        )
    return found


def report(game: ref.Reference, what: str) -> str:
    return f"{what}\n{json.dumps(facts_of(game))}"


def agree(state: Any, game: ref.Reference) -> list[str]:
    """Compare one position; its legal orders."""
    dumped = GAME.dump(state)
    over = game.result is not None
    truth, found = facts_of(game), facts_of_dump(dumped)
    if over:  # what nobody asks any more
        for key in ("to_move", "gray_next", "flanks", "quiet", "round_done", "passes", "offers"):
            truth.pop(key)
            found.pop(key)
    assert found == truth, report(game, f"game: {found}\nreference:")
    outcome = GAME.outcome(state)
    assert (outcome is not None) == over
    if game.result is not None:
        told = outcome.reason, dict(outcome.places)
        assert told == (reason(game), game.result[1]), report(game, f"{told}, {game.result}")
    owing = frozenset() if over else frozenset({ref.seat_to_move(game)})
    assert GAME.phase(state).owing == owing
    legal = sorted(ref.legal(game))
    for seat in ref.ARMIES:
        if seat in game.seats:
            listed = [str(order) for order in GAME.legal(GAME.view(state, seat))]
            assert listed == (legal if seat in owing else []), report(game, "legal")
    for seat in game.seats:
        free = not over and seat in game.living
        told = (("concede",) if seat in game.votes else ("concede", "draw")) if free else ()
        assert GAME.declarations(state, seat) == told
        infantry = [
            on.NAMES[point] for point, piece in game.board.items() if (piece.army, piece.kind) == (seat, "I")
        ]
        ruled = ("forfeit", *(f"penalty {name}" for name in sorted(infantry))) if free else ()
        assert GAME.rulings(state, seat) == ruled
    return legal


def told_of(game: ref.Reference, order: str) -> tuple[str, Json]:
    """The event that an order is."""
    move = ref.legal(game)[order]
    facts: Json = {"army": game.mover, "seat": ref.seat_to_move(game)}
    if move is None:
        return "Passed", facts
    start, to, trade = move
    piece, victim = game.board[start], game.board.get(to)
    facts |= {"origin": on.NAMES[start], "target": on.NAMES[to]}
    if trade:
        [holder] = [army for army in ref.ARMIES if to in on.BASES[army]]
        return "Traded", facts | {"piece": trade, "holder": holder}
    facts |= {"piece": piece.kind, "naval_one": piece.kind == "P" and on.adjoin(start, to)}
    if victim is None:
        return "Moved", facts
    facts |= {"taken": victim.kind, "of": victim.army, "dead": victim.army not in game.living}
    return "Captured", facts | {"flank": piece.kind == "I" and not on.neighbours(start, to)}


def check_story(game: ref.Reference, order: str, events: tuple[Any, ...]) -> None:
    kind, facts = told_of(game, order)
    [told] = [event for event in events if type(event).__name__ in ("Moved", "Captured", "Traded", "Passed")]
    assert type(told).__name__ == kind
    assert {key: getattr(told, key) for key in facts} == facts


def declared(rng: random.Random, state: Any, game: ref.Reference, spent: Counter[str]) -> Any:
    """A concession, a vote, or a ruling of the game master, by both. Both games."""
    seat = rng.choice(ref.living_seats(game))
    what = rng.choice(["concede", "draw", "draw", "draw", "forfeit", "penalty", "penalty"])
    if what == "draw":
        if seat in game.votes:
            return state, game
        after = ref.offer_draw(game, seat)
    elif what == "penalty":
        own = [point for point, piece in game.board.items() if (piece.army, piece.kind) == (seat, "I")]
        if not own:
            return state, game
        point = rng.choice(own)
        what = f"penalty {on.NAMES[point]}"
        after = ref.remove_infantry(game, point)
    else:
        after = ref.concede(game, seat)
    spent[what.split()[0]] += 1
    if what in ("draw", "concede") and rng.random() < 0.3:
        return GAME.resolve(state, {seat: (Declare(what),)}, ScriptedChance()).state, after
    return GAME.declare(state, seat, what).state, after


def ordered(rng: random.Random, state: Any, game: ref.Reference, legal: list[str]) -> Any:
    """One order by both, perhaps with a declaration beside it. Both games."""
    seat = ref.seat_to_move(game)
    sharp = [order for order in legal if "x" in order or "=" in order]
    order = rng.choice(sharp if sharp and rng.random() < 0.5 else legal)
    orders = {seat: GAME.parse(GAME.view(state, seat), order)}
    other, what = rng.choice(ref.living_seats(game)), rng.choice(["draw", "draw", "concede"])
    # A vote may be given once; a concession stands alone among the orders of its seat.
    possible = other not in game.votes if what == "draw" else other != seat
    if rng.random() < 0.05 and possible:
        after = (ref.offer_draw if what == "draw" else ref.concede)(game, other)
        if after.result or (ref.seat_to_move(after) == seat and order in ref.legal(after)):
            # "Declarations among the orders count first"; what ends the game leaves nothing to move
            orders[other] = (Declare(what), *orders.get(other, ()))
            game = after
    resolution = GAME.resolve(state, orders, ScriptedChance())
    if game.result is None:
        check_story(game, order, resolution.events)
        game = ref.play(game, order)
    return resolution.state, game


def play_on(rng: random.Random, state: Any, game: ref.Reference, turns: int, spent: Counter[str]) -> None:
    for _ in range(turns):
        legal = agree(state, game)
        spent["positions"] += 1
        spent["orders"] += len(legal)
        if not legal:
            spent["over"] += 1
            spent[f"over: {reason(game)}"] += 1
            return
        if rng.random() < 0.1 or game.out:
            assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state
        for kind, number in kinds_of(game).items():
            spent[kind] += number
        if rng.random() < 0.03:
            state, game = declared(rng, state, game, spent)
        else:
            state, game = ordered(rng, state, game, legal)
    agree(state, game)


def scrambled_play(rng: random.Random, positions: int, spent: Counter[str]) -> None:
    """Random positions, each played on for some turns."""
    until = spent["positions"] + positions
    while spent["positions"] < until:
        game = scramble(rng)
        state = GAME.position(facts_of(game))
        ref.settle(game)
        play_on(rng, state, game, rng.choice([1, 2, 6, 20]), spent)


def play_from_the_start(rng: random.Random, positions: int, spent: Counter[str]) -> None:
    until = spent["positions"] + positions
    while spent["positions"] < until:
        options = {
            "players": rng.choice([2, 3]),
            "quiet_rounds": rng.choice([0, 2, 10, 50]),
            "gray_guard": rng.random() < 0.7,
        }
        state = GAME.start(
            {**options, "gray_guard": "on" if options["gray_guard"] else "off"}, ScriptedChance()
        )
        play_on(rng, state.state, ref.opening(**options), 200, spent)  # type: ignore[arg-type]


def test_the_board_is_that_of_the_reference() -> None:
    assert (len(on.HEXES), len(on.STARS)) == (106, 210)
    assert sum(sum(on.touch(star, centre) for centre in on.HEXES) == 3 for star in on.STARS) == 177
    assert sum(on.adjoin(one, two) for one in on.STARS for two in on.STARS) == 2 * 282
    agree(GAME.start({}, ScriptedChance()).state, ref.opening())


@pytest.mark.parametrize("batch", batches(1, 16))
def test_random_positions_agree_with_the_reference(batch: int) -> None:
    spent = Counter[str]()
    scrambled_play(random.Random(f"scrambled {batch}"), POSITIONS, spent)
    must_have_seen(spent, RARE, batch)


@pytest.mark.parametrize("batch", batches(1, 8))
def test_random_play_agrees_with_the_reference(batch: int) -> None:
    play_from_the_start(random.Random(f"start {batch}"), POSITIONS // 2, Counter())


def test_a_flanking_right_ends_when_the_capturer_concedes_away_from_its_hexagon() -> None:
    """It captured with its President, which is removed; the right on an empty hexagon could not be loaded."""
    pieces = {
        "black": {"A1": "P"},
        "gray": {"E6": "I", "L3": "P", "L4": "I"},
        "white": {"E7": "P", "C9": "I"},
    }
    state = GAME.position({"pieces": pieces, "to_move": "white"})
    state = GAME.resolve(
        state, {"white": GAME.parse(GAME.view(state, "white"), "E7xE6")}, ScriptedChance()
    ).state
    state = GAME.declare(state, "white", "concede").state
    assert GAME.dump(state)["flanks"] == []
    assert GAME.load(GAME.dump(state)) == state


@pytest.mark.parametrize("players", [2, 3])
def test_perft_of_the_reference(players: int) -> None:
    state = GAME.start({"players": players}, ScriptedChance()).state
    assert GAME.perft(state, 2) == ref.divide(ref.opening(players), 2)
