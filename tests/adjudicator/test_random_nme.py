"""What is true of every game of NME and Protect the Ally, however it is played, and from wherever it is seen.

Random play with votes, concessions and rulings, from the starts and the positions of tests/perft, watched by
a bookkeeper that follows the events. The board has a threefold symmetry, and so have the rules (but for
Protect the Ally, where Gray is not as the others are): a game on the turned board is the turned game.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.codec import event_to_json
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Resolution
from adjudicator.nme.moves import moves_of, target_of, threatened
from maps.boards import board
from tests.adjudicator.bookkeeper import GAMES, Bookkeeper, Json, must_have_seen, play
from tests.adjudicator.test_perft import lines
from tests.tiers import batches

GAME = GAMES["nme"]
FILE = board("nme")
ARMIES = ("black", "gray", "white")


class NmeBookkeeper(Bookkeeper):
    """Follows a game by its events, and finds the state to be what they say."""

    game = GAME

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.gone = Counter[tuple[str, str]]()
        self.total = everywhere(self.dump)

    def look(self, before: Json, after: Json, events: list[Json], resolution: Resolution[Any]) -> None:
        told = {event["type"] for event in events}
        self.no_piece_is_lost(before, after, events)
        pieces_stand_where_they_can(after)
        armies_live_with_their_presidents(after, before, events)
        rights_last_a_turn(before, after, events)
        if after["outcome"] is None:
            turns_follow_each_other(before, after, told)
            votes_stand(before, after, events)
        rounds_are_counted(before, after, told, events)

    def no_piece_is_lost(self, before: Json, after: Json, events: list[Json]) -> None:
        """A piece is on the board, a prisoner, or gone for a reason that an event names."""
        for event in events:
            if event["type"] == "captured" and event["dead"]:
                self.gone[event["of"], event["taken"]] += 1
            elif event["type"] in ("conceded", "forfeited"):
                self.gone[event["seat"], "P"] += 1
            elif event["type"] == "penalised":
                self.gone[event["seat"], "I"] += 1
            elif event["type"] == "army_out":
                self.gone.update(held_by(before, event["army"]))
        assert everywhere(after) + self.gone == self.total


def held_by(dump: Json, army: str) -> Iterator[tuple[str, str]]:
    return ((lost, kind) for lost, kinds in dump["prisoners"][army].items() for kind in kinds)


def everywhere(dump: Json) -> Counter[tuple[str, str]]:
    """Pieces on the board and prisoners, by colour and kind."""
    found = Counter((army, kind) for army, placed in dump["pieces"].items() for kind in placed.values())
    for holder in ARMIES:
        found.update(held_by(dump, holder))
    return found


def living(dump: Json) -> list[str]:
    return [army for army in ARMIES if army not in [fall["army"] for fall in dump["falls"]]]


def pieces_stand_where_they_can(dump: Json) -> None:
    standing = [name for placed in dump["pieces"].values() for name in placed]
    assert len(standing) == len(set(standing))
    black_stars = {army["black_star"] for army in FILE["armies"].values()}
    for placed in dump["pieces"].values():
        for name, kind in placed.items():
            assert name in FILE["stars"] or (name in FILE["hexagons"] and kind != "N")
            assert kind != "N" or name not in black_stars


def armies_live_with_their_presidents(after: Json, before: Json, events: list[Json]) -> None:
    """A President on the board is a living army; who is out holds no prisoners and owes nothing."""
    with_president = [army for army in ARMIES if "P" in after["pieces"][army].values()]
    if after["options"]["players"] == 3:
        assert with_president == living(after)
    assert [fall["army"] for fall in after["falls"][: len(before["falls"])]] == [
        fall["army"] for fall in before["falls"]
    ]
    new = {fall["army"]: fall["by"] for fall in after["falls"][len(before["falls"]) :]}
    assert set(new) == {event["army"] for event in events if event["type"] == "army_out"}
    by = {event["army"]: event["by"] for event in events if event["type"] == "assassinated"}
    for army, killer in new.items():
        assert killer == by.get(army)
        assert not after["prisoners"][army]


def rights_last_a_turn(before: Json, after: Json, events: list[Json]) -> None:
    """A right to flank comes with the capture of an Infantry on a hexagon, is used on the next turn of its
    owner or not at all, and is to a piece that stands there."""
    new = [{"army": e["army"], "hexagon": e["hexagon"]} for e in events if e["type"] == "flank_right"]
    taken = [
        {"army": e["of"], "hexagon": e["target"]}
        for e in events
        if e["type"] == "captured" and e["taken"] == "I" and e["target"] in FILE["hexagons"] and not e["dead"]
    ]
    assert new == taken
    moved = any(e["type"] in ("moved", "captured", "traded", "passed") for e in events)
    left_or_taken = {event[end] for event in events for end in ("origin", "target") if end in event}
    for right in after["flanks"]:
        assert right in new or (right in before["flanks"] and right["hexagon"] not in left_or_taken)
        assert not (moved and right["army"] == before["to_move"])
        foes = [name for army in ARMIES if army != right["army"] for name in after["pieces"][army]]
        assert right["hexagon"] in foes
        assert right["army"] in living(after)
    for event in events:
        if event["type"] == "captured" and event["flank"]:
            assert {"army": event["army"], "hexagon": event["target"]} in before["flanks"]


def turns_follow_each_other(before: Json, after: Json, told: set[str]) -> None:
    """Clockwise, the dead left out; in Protect the Ally Black and White move Gray in turn."""
    alive = living(after)
    moved = bool(told & {"moved", "captured", "traded", "passed"})
    assert after["ply"] == before["ply"] + moved
    skipped = before["to_move"] not in alive  # it conceded in its turn
    order = (ARMIES * 2)[ARMIES.index(before["to_move"]) + 1 :]
    following = next(army for army in order if army in alive)
    assert after["to_move"] == (following if moved or skipped else before["to_move"])
    if after["options"]["players"] == 2:
        changed = moved and before["to_move"] == "gray"
        assert (after["gray_next"] != before["gray_next"]) == changed
    else:
        assert after["gray_next"] is None


def votes_stand(before: Json, after: Json, events: list[Json]) -> None:
    """A vote for a draw stands until its seat moves a piece or is out."""
    votes = set(before["offers"]) | {e["seat"] for e in events if e["type"] == "draw_offered"}
    movers = {e["seat"] for e in events if e["type"] in ("moved", "captured", "traded")}
    votes -= movers
    votes -= {e["army"] for e in events if e["type"] == "army_out"}
    assert set(after["offers"]) == votes
    withdrawn = {e["seat"] for e in events if e["type"] == "vote_withdrawn"}
    assert withdrawn == set(before["offers"]) & movers


def rounds_are_counted(before: Json, after: Json, told: set[str], events: list[Json]) -> None:
    """The quiet rounds: none is lost, and the game ends with the last of them."""
    lively = any(
        e["type"] in ("captured", "traded") or (e["type"] == "moved" and e["piece"] == "I") for e in events
    )
    done, quiet = set(before["round_done"]), before["quiet"]
    if lively:
        done, quiet = set(), 0
    elif told & {"moved", "passed"}:
        done.add(before["to_move"])
    alive = set(living(after)) if after["options"]["players"] == 3 else set(ARMIES)
    over = after["outcome"] is not None
    full = bool(done) and done >= alive
    if not over or after["outcome"]["reason"] == "quiet_rounds":
        assert after["quiet"] == quiet + full
        assert set(after["round_done"]) == (set() if full else done)
        limit = after["options"]["quiet_rounds"]
        assert over == bool(limit and after["quiet"] >= limit)
    if not over:
        quietly = told & {"passed"} or not told & {
            "moved",
            "captured",
            "traded",
            "conceded",
            "forfeited",
            "penalised",
        }
        assert after["passes"] == (before["passes"] + ("passed" in told) if quietly else 0)


def places_are_fair(dump: Json) -> None:
    """Every seat has a place; the places that the rules know."""
    reason, places = dump["outcome"]["reason"], dump["outcome"]["places"]
    found = sorted(places.values())
    if dump["options"]["players"] == 2:
        assert set(places) == {"black", "white"}
        assert found in ([1, 1], [1, 5], [2, 5])
        decided = {"gray_assassinated": [1, 5], "ally_assassinated": [2, 5], "conceded": [2, 5]}
        assert found == decided.get(reason, [1, 1])
        return
    assert set(places) == set(ARMIES)
    falls = [fall["army"] for fall in dump["falls"]]
    assert not falls or places[falls[0]] == 5
    killers = [fall["by"] for fall in dump["falls"] if fall["by"]]
    if 1 not in found:
        assert len(killers) < 2 or killers[0] != killers[1]
        assert all(places[army] in (2, 3) for army in killers)
        assert reason == "last_president" or places[killers[0]] == 2
    known = {
        "last_president": ([1, 4, 5], [2, 3, 5], [2, 4, 5]),
        "compromise": ([2, 3, 5],),
        "quiet_rounds": ([2, 3, 5], [1, 1, 1], [1, 1, 5]),
    }
    assert found in known.get(reason, ([1, 1, 1], [1, 1, 5]))


# -- Random play


SIDE = {"P": 1, "S": 2, "A": 2, "N": 2, "I": 8}
LONGEST = 5_000
"""Resolutions of a random game, at the most."""
POSITIONS = {line[1]: json.loads(line[2]) for line in lines() if line[0] == "nme"}
RULES = GAME._board  # type: ignore[attr-defined]


def orders_for(rng: random.Random, state: Any, seat: str) -> tuple[Any, ...]:
    """What a careless player does: anything, though captures and trades more often."""
    legal = list(GAME.legal(GAME.view(state, seat)))
    sharp = [order for order in legal if set("x=") & set(str(order))]
    return (rng.choice(sharp if sharp and rng.random() < 0.25 else legal),)


def step(rng: random.Random, state: Any, loud: float) -> tuple[str, Resolution[Any]]:
    """A turn, or (with that probability) a declaration or a ruling. What was done, and what came of it."""
    [mover] = GAME.phase(state).owing
    if rng.random() < loud:
        seat = rng.choice([each for each in seats(state) if GAME.declarations(state, each)])
        words = ["draw"] * 8 + ["concede", "forfeit", *("penalty",) * 4]
        word = rng.choice(words)
        may = [*GAME.declarations(state, seat), *GAME.rulings(state, seat)]
        found = [each for each in may if each.split()[0] == word]
        if found:
            what = rng.choice(found)
            return f"{seat}: {what}", GAME.declare(state, seat, what)
    return mover, GAME.resolve(state, {mover: orders_for(rng, state, mover)}, ScriptedChance())


def seats(state: Any) -> tuple[str, ...]:
    return tuple(GAME.seats(state.options.to_json()))


def random_options(rng: random.Random, players: int) -> Json:
    return {
        "players": players,
        "quiet_rounds": rng.choice([1, 3, 10, 50]),
        "gray_guard": rng.choice(["on", "off"]),
    }


def watched(rng: random.Random, state: Any, loud: float, seen: Counter[str]) -> None:
    state = play(NmeBookkeeper(state), rng, state, step, loud, seen, LONGEST)
    places_are_fair(GAME.dump(state))


def play_from_the_starts(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for number in range(count):
        begun = GAME.start(random_options(rng, 3 - number % 2), ScriptedChance())
        if number < 2:
            assert everywhere(GAME.dump(begun.state)) == {
                (army, kind): many for army in ARMIES for kind, many in SIDE.items()
            }
        watched(rng, begun.state, rng.choice([0, 0.01, 0.1]), seen)


def play_from_positions(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        state = GAME.position(rng.choice(list(POSITIONS.values())))
        watched(rng, state, rng.choice([0, 0.02, 0.2]), seen)


@pytest.mark.parametrize("players", [3, 2])
def test_the_first_position_has_whole_armies(players: int) -> None:
    found = everywhere(GAME.dump(GAME.start({"players": players}, ScriptedChance()).state))
    assert found == {(army, kind): many for army in ARMIES for kind, many in SIDE.items()}


@pytest.mark.parametrize("batch", batches(1, 20))
def test_random_games_from_the_start(batch: int) -> None:
    seen = Counter[str]()
    play_from_the_starts(random.Random(f"start {batch}" if batch else "start"), 12, seen)
    must_have_seen(seen, ("assassinated", "captured"), batch)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_positions(batch: int) -> None:
    seen = Counter[str]()
    play_from_positions(random.Random(f"positions {batch}" if batch else "positions"), 60, seen)
    told = ("traded", "flank_right", "assassinated", "passed", "penalised", "forfeited", "vote_withdrawn")
    must_have_seen(seen, told, batch)


def threats_are_moves(state: Any) -> None:
    """A President on a star is threatened exactly where another living army has a move to that star."""
    alive = [ARMIES.index(army) for army in living(GAME.dump(state))]
    moves = {army: {target_of(code) for code in moves_of(RULES, state, army)} for army in alive}
    for army in alive:
        at = state.board.find("Pp1"[army])
        expected = at >= RULES.hexagons and any(at in moves[foe] for foe in alive if foe != army)
        assert threatened(RULES, state, army) == expected


def refusals_help(rng: random.Random, state: Any) -> None:
    """Any pair of spaces is a legal order, or is refused with a reason and orders that are legal."""
    [seat] = GAME.phase(state).owing
    view = GAME.view(state, seat)
    legal = {str(order) for order in GAME.legal(view)}
    for _ in range(6):
        text = f"{rng.choice(RULES.names)}-{rng.choice(RULES.names)}{rng.choice(['', '', '=S'])}"
        orders = GAME.parse(view, text)
        if str(orders[0]) in legal:
            GAME.check(view, orders)
            continue
        with pytest.raises(IllegalOrderError) as refused:
            GAME.check(view, orders)
        assert refused.value.reason and "\n" not in refused.value.reason
        assert set(refused.value.instead) <= legal


def test_threats_and_refusals() -> None:
    rng = random.Random("threats")
    for position in POSITIONS.values():
        state = GAME.position(position)
        for _ in range(8):
            if GAME.outcome(state) is not None:
                break
            threats_are_moves(state)
            refusals_help(rng, state)
            state = step(rng, state, 0)[1].state


# -- Symmetry


CENTRE = "F6"


def turned_names() -> dict[str, str]:
    """Where each space comes to lie when the board is turned so that Black's side becomes Gray's, Gray's
    White's and White's Black's: the space that is as far from Gray's side as the old one was from Black's."""
    by_depth = {depths: space for space, depths in enumerate(zip(*RULES.depth, strict=True))}
    return {
        RULES.names[space]: RULES.names[by_depth[white, black, gray]]
        for (black, gray, white), space in by_depth.items()
    }


TURNED = turned_names()
NEXT = dict(zip(ARMIES, (*ARMIES[1:], ARMIES[0]), strict=True))


def turned(value: Any) -> Any:
    """JSON values with every army, seat and space turned."""
    if isinstance(value, Mapping):
        return {turned(key): turned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [turned(item) for item in value]
    return NEXT.get(value, TURNED.get(value, value)) if isinstance(value, str) else value


def turned_order(text: str) -> str:
    if text == "pass":
        return text
    text, _, trade = text.partition("=")
    sign = "x" if "x" in text else "-"
    origin, target = text.split(sign)
    return f"{TURNED[origin]}{sign}{TURNED[target]}" + (f"={trade}" if trade else "")


def turned_dump(state: Any) -> Json:
    dump = turned(GAME.dump(state))
    dump["round_done"] = [army for army in ARMIES if army in dump["round_done"]]
    dump["offers"] = sorted(dump["offers"])
    return dict(dump)


def same(one: Json, other: Json) -> None:
    for dump in (one, other):
        dump["flanks"] = sorted(dump["flanks"], key=str)
    assert one == other


def play_turned(rng: random.Random, state: Any, turns: int) -> int:
    """The same game on the turned board: the same moves, the same events, the same states."""
    other = GAME.load(turned_dump(state))
    for number in range(turns):
        if GAME.outcome(state) is not None:
            return number
        [seat] = GAME.phase(state).owing
        there = NEXT[seat]
        assert GAME.phase(other).owing == {there}
        orders = [str(order) for order in GAME.legal(GAME.view(state, seat))]
        on_turned = [str(order) for order in GAME.legal(GAME.view(other, there))]
        assert sorted(turned_order(order) for order in orders) == on_turned
        for army in range(3):
            if ARMIES[army] in living(GAME.dump(state)):
                assert threatened(RULES, state, army) == threatened(RULES, other, (army + 1) % 3)
        [order] = orders_for(rng, state, seat)
        text = str(order)
        twin = GAME.parse(GAME.view(other, there), turned_order(text))
        warned, alike = GAME.warn(GAME.view(state, seat), [order]), GAME.warn(GAME.view(other, there), twin)
        # By whom has another name there, and of several attackers another may come first.
        assert [ATTACKER.sub("", text) for text in warned] == [ATTACKER.sub("", text) for text in alike]
        one = GAME.resolve(state, {seat: [order]}, ScriptedChance())
        two = GAME.resolve(other, {there: twin}, ScriptedChance())
        assert [turned(event_to_json(event)) for event in one.events] == [
            event_to_json(e) for e in two.events
        ]
        same(turned_dump(one.state), GAME.dump(two.state))
        state, other = one.state, two.state
    return turns


ATTACKER = re.compile(r"(?:black|gray|white)'s [A-Z][\w ]+ on \w+")


def test_turning_thrice_is_nothing() -> None:
    assert all(TURNED[TURNED[TURNED[name]]] == name for name in RULES.names)
    assert [name for name in RULES.names if TURNED[name] == name] == [CENTRE]
    start = GAME.dump(GAME.start({}, ScriptedChance()).state)
    assert turned(start["pieces"]) == start["pieces"]


def symmetric_games(rng: random.Random, rounds: int) -> int:
    """Positions of three players, played on."""
    turns = 0
    for _ in range(rounds):
        for position in POSITIONS.values():
            if position.get("options", {}).get("players", 3) == 3:
                turns += play_turned(rng, GAME.position(position), 12)
        turns += play_turned(rng, GAME.start({}, ScriptedChance()).state, 60)
    return turns


def test_the_rules_are_the_same_on_every_side() -> None:
    assert symmetric_games(random.Random("turned"), 1) > 100
