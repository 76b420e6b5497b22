"""What is true of every game of WW3, however it is played, and from wherever it is seen.

Random play with draw offers and concessions, from random formations and from scrambled positions, watched by
a bookkeeper that follows the public events, and finds every state and what the public sees to be what they
say.

The board looks the same from each side and in a mirror, and so do the rules. With four players it is turned
by quarters, with two by halves and mirrored; a mirror would turn the clockwise order of more players round,
so there only what is legal is compared.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.codec import event_to_json
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Resolution
from maps.boards import board
from tests.adjudicator.bookkeeper import GAMES, Bookkeeper, Json, must_have_seen, play
from tests.adjudicator.bridge_ww3 import facts_of
from tests.adjudicator.scramble_ww3 import scramble
from tests.tiers import batches

GAME = GAMES["ww3"]
FILE = board("ww3")
CLOCKWISE = ("red", "blue", "silver", "olive")
ARMY = Counter("NATCPSSSSB")
LINES = {frozenset(line) for line in FILE["lines"]}


def units_of(dump: Json) -> dict[str, tuple[str, str]]:
    """Who stands on each point, and which kind."""
    placed = [(name, (seat, kind)) for seat, units in dump["pieces"].items() for name, kind in units.items()]
    assert len(dict(placed)) == len(placed)
    return dict(placed)


def everything(dump: Json) -> dict[str, Counter[str]]:
    """By seat, its units on the board, fallen and gone."""
    return {
        seat: Counter(units.values()) + Counter(dump["lost"][seat]) + Counter(dump["gone"][seat])
        for seat, units in dump["pieces"].items()
    }


def living(dump: Json) -> list[str]:
    return [seat for seat in dump["pieces"] if seat not in dump["out"]]


def public(state: Any) -> Json:
    return GAME.show(GAME.view(state, None))


class Ww3Bookkeeper(Bookkeeper):
    """Follows a game by its events, and finds the state to be what they say.

    board: what somebody knows who reads the events and nothing else: "?" is a kind that they did not tell
    """

    game = GAME

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.total = everything(self.dump)
        self.board = units_of(public(state))
        self.bases = {name for name, (_, kind) in units_of(self.dump).items() if kind == "B"}

    def look(self, before: Json, after: Json, events: list[Json], resolution: Resolution[Any]) -> None:
        assert all(event.seen_by is None for event in resolution.events)
        if any(event["type"] == "deployed" for event in events):
            self.deployed(after, events)
        self.rebuild(events)
        self.board_is_what_was_told(resolution.state, after)
        assert everything(after) == self.total
        seats_live_with_their_bases(after, self.bases)
        moves_are_moves(before, events)
        turns_follow_each_other(before, after, events)
        ways_last_a_turn(before, after, events)
        offers_stand(before, after, events)
        if before["phase"] == "play":
            rounds_are_counted(before, after, events)
        assert (after["outcome"] is not None) == any(event["type"] == "game_over" for event in events)

    def deployed(self, after: Json, events: list[Json]) -> None:
        """Ten units of each living seat in its region; the dice say who begins."""
        self.total = everything(after)
        for seat, units in after["pieces"].items():
            assert Counter(units.values()) == (ARMY if seat in living(after) else Counter())
            assert set(units) <= set(FILE["regions"][seat])
        self.bases = {name for name, (_, kind) in units_of(after).items() if kind == "B"}
        rolling, dice = living(after), [event for event in events if event["type"] == "die"]
        while len(rolling) > 1:
            thrown, dice = dice[: len(rolling)], dice[len(rolling) :]
            assert [die["seat"] for die in thrown] == rolling
            highest = max(die["value"] for die in thrown)
            rolling = [die["seat"] for die in thrown if die["value"] == highest]
        assert not dice
        assert rolling == [after["to_move"]] == [e["seat"] for e in events if e["type"] == "begins"]

    def rebuild(self, events: list[Json]) -> None:
        for event in events:
            if event["type"] == "deployed":
                told = {name: event["pieces"].get(name, "?") for name in event["points"]}
                self.board |= {name: (event["seat"], kind) for name, kind in told.items()}
            elif event["type"] in ("moved", "met"):
                first, last = event["path"][0], event["path"][-1]
                seat, kind = self.board.pop(first)
                assert seat == event["seat"]
                assert kind in ("?", event["piece"])  # never told and then forgotten
                attacker = seat, event["piece"] or "?"
                if event["type"] == "moved":
                    assert last not in self.board
                    self.board[last] = attacker
                    continue
                of, there = self.board[last]
                assert of == event["of"] != seat
                assert there in ("?", event["defender"])
                self.board[last] = of, event["defender"]
                if event["winner"] == "attacker":
                    self.board[last] = attacker
                elif event["winner"] == "none":
                    self.board[first] = attacker
            elif event["type"] == "seat_out":
                left = {name: self.board.pop(name)[1] for name in event["points"]}
                assert {name: kind for name, kind in left.items() if kind != "?"} == event["pieces"]

    def board_is_what_was_told(self, state: Any, after: Json) -> None:
        fog, over = after["options"]["fog"] == "on", after["outcome"] is not None
        full = units_of(after)
        told = {
            name: (seat, kind if kind != "?" else full[name][1]) for name, (seat, kind) in self.board.items()
        }
        assert told == full
        hidden = {name for name, (_, kind) in self.board.items() if kind == "?"}
        assert set(after["known"]) == (set(self.board) - hidden if fog else set())
        if not over:
            assert units_of(public(state)) == self.board
            for seat in after["pieces"]:
                shown = units_of(GAME.show(GAME.view(state, seat)))
                assert shown == {
                    name: unit if unit[0] == seat else self.board[name] for name, unit in full.items()
                }


def seats_live_with_their_bases(after: Json, bases: set[str]) -> None:
    """Who is out has nothing on the board; who lives has the Base where it always stood."""
    if after["phase"] == "setup":
        return
    for seat, units in after["pieces"].items():
        standing = {name for name, kind in units.items() if kind == "B"}
        if seat in living(after):
            assert len(standing) == 1
            assert standing <= bases
        else:
            assert not units


def moves_are_moves(before: Json, events: list[Json]) -> None:
    """Along lines over empty points, as far as each kind goes."""
    board = dict(units_of(before))
    told = [event for event in events if event["type"] in ("moved", "met", "skipped")]
    for event in told:
        path = event["path"]
        assert event["seat"] == before["to_move"]
        if event["type"] == "skipped":
            assert event is told[1]
            continue
        kind = board[path[0]][1]
        assert kind != "B"
        assert event["piece"] in ("", kind)
        assert all(frozenset(pair) in LINES for pair in pairwise(path))
        assert not set(path[1:-1]) & set(board)
        assert len(path) == 2 or (kind in "SA" and len(path) == 3 and path[0] != path[2])
        assert len(told) == 1 or (kind == "S" and len(path) == 2 and len(told) == 2)
        if event["type"] == "moved":
            assert path[-1] not in board
            board[path[-1]] = board.pop(path[0])
            continue
        assert (event["seat"], event["piece"]) == board[path[0]]
        assert (event["of"], event["defender"]) == board[path[-1]]
        winner = the_winner(event["piece"], event["defender"])
        assert event["winner"] == winner
        if winner == "attacker":
            board[path[-1]] = board.pop(path[0])
        elif winner == "defender":
            del board[path[0]]
        else:
            assert before["options"]["fog"] == "on"
        if event["defender"] == "B":  # its units leave
            board = {name: unit for name, unit in board.items() if unit[0] != event["of"]}


def the_winner(attacker: str, defender: str) -> str:
    """ "Order N > A > T > C >= P > S > B"; the Spy takes the Nuclear Bomb."""
    if {attacker, defender} == {"N", "P"}:
        return "attacker" if attacker == "P" else "defender"
    if attacker == defender == "N":
        return "none"
    rank = {"N": 6, "A": 5, "T": 4, "C": 3, "P": 3, "S": 1, "B": 0}
    return "attacker" if rank[attacker] >= rank[defender] else "defender"


def turns_follow_each_other(before: Json, after: Json, events: list[Json]) -> None:
    """Clockwise past the seats that are out; who goes out goes out for a reason, in that order."""
    told = [event["type"] for event in events]
    turn = before["phase"] == "play" and bool({"moved", "met", "passed"} & set(told))
    assert after["ply"] == before["ply"] + turn
    new = [event["seat"] for event in events if event["type"] == "seat_out"]
    assert after["out"] == before["out"] + new
    fallen = [event["of"] for event in events if event["type"] == "met" and event["defender"] == "B"]
    assert new == [event["seat"] for event in events if event["type"] == "conceded"] + fallen
    if after["outcome"] is not None:
        places_are_fair(after)
        return
    if before["phase"] == "setup":
        return
    skipped = before["to_move"] not in living(after)
    order = (CLOCKWISE * 2)[CLOCKWISE.index(before["to_move"]) + 1 :]
    following = next(seat for seat in order if seat in living(after))
    assert after["to_move"] == (following if turn or skipped else before["to_move"])


def ways_last_a_turn(before: Json, after: Json, events: list[Json]) -> None:
    """The way of an Air Craft is that of its seat's newest turn; "a pass frees it"."""
    ways = dict(before["ways"])
    moved = [event for event in events if event["type"] in ("moved", "met", "passed", "skipped")]
    if moved:
        mover = before["to_move"]
        ways.pop(mover, None)
        path = moved[0].get("path", ())
        if path and before["pieces"][mover][path[0]] == "A":
            (x, y), (u, v) = (FILE["points"][name] for name in path[:2])
            assert before["ways"].get(mover) != [u - x, v - y]
            ways[mover] = [u - x, v - y]
            if len(path) == 3:
                assert FILE["points"][path[2]] == [2 * u - x, 2 * v - y]
    assert after["ways"] == ways


def offers_stand(before: Json, after: Json, events: list[Json]) -> None:
    """An offer lapses when another seat moves, or its own goes out; a pass lets none lapse."""
    offers = set(before["offers"]) | {event["seat"] for event in events if event["type"] == "draw_offered"}
    moved = any(event["type"] in ("moved", "met") for event in events)
    if moved:
        offers &= {before["to_move"]}
    offers -= {event["seat"] for event in events if event["type"] == "seat_out"}
    assert set(after["offers"]) == offers


def rounds_are_counted(before: Json, after: Json, events: list[Json]) -> None:
    """The quiet rounds: none is lost, and the game ends with the last of them."""
    done, quiet = set(before["round_done"]), before["quiet"]
    left = any(e["type"] == "seat_out" or (e["type"] == "met" and e["winner"] != "none") for e in events)
    if left:
        done, quiet = set(), 0
    elif any(event["type"] in ("moved", "met", "passed") for event in events):
        done.add(before["to_move"])
    full = bool(done) and done >= set(living(after))
    over = after["outcome"]["reason"] if after["outcome"] else ""
    if over not in ("last_base", "conceded", "agreed"):
        assert after["quiet"] == quiet + full
        assert set(after["round_done"]) == (set() if full else done)
        most = after["options"]["quiet_rounds"]
        lonely = all(kind == "B" for _, kind in units_of(after).values())
        assert over == ("only_bases" if lonely else "quiet_rounds" if most and quiet + full >= most else "")


def places_are_fair(dump: Json) -> None:
    """The living share the first place; who went out first has the last one."""
    places = dump["outcome"]["places"]
    assert {seat for seat, place in places.items() if place == 1} == set(living(dump))
    seats = len(dump["pieces"])
    assert [places[seat] for seat in dump["out"]] == [seats - number for number in range(len(dump["out"]))]
    won = dump["outcome"]["reason"] in ("last_base", "conceded")
    assert won == (len(living(dump)) == 1)


# -- Random play


LONGEST = 6_000
"""Resolutions of a random game, at the most."""


def seats(state: Any) -> tuple[str, ...]:
    return tuple(GAME.seats(state.options.to_json()))


def random_formation(rng: random.Random, seat: str) -> str:
    """Ten units anywhere in the region."""
    points = rng.sample(FILE["regions"][seat], 10)
    rng.shuffle(points)
    kinds = list(ARMY.elements())
    placed = {
        kind: [p for p, k in zip(points, kinds, strict=True) if k == kind] for kind in dict.fromkeys(kinds)
    }
    return "setup " + " ".join(f"{kind}={','.join(where)}" for kind, where in placed.items())


def orders_for(rng: random.Random, state: Any, seat: str) -> tuple[Any, ...]:
    """What a careless player does: anything, though meetings more often, and two Soldiers at one enemy."""
    view = GAME.view(state, seat)
    if GAME.phase(state).key == "setup":
        return tuple(GAME.parse(view, random_formation(rng, seat)))
    legal = list(GAME.legal(view))
    if rng.random() > 0.4:
        return (rng.choice(legal),)
    standing = {name for units in GAME.dump(state)["pieces"].values() for name in units}
    ends = [{path[-1] for path in getattr(order, "paths", ())} for order in legal]
    sharp = [order for order, points in zip(legal, ends, strict=True) if points & standing]
    both = [
        order for order, points in zip(legal, ends, strict=True) if points & standing and len(points) == 1
    ]
    pairs = [order for order in both if len(order.paths) == 2]
    return (rng.choice((pairs if rng.random() < 0.3 else sharp) or sharp or legal),)


def step(rng: random.Random, state: Any, loud: float) -> tuple[str, Resolution[Any]]:
    """A turn, or (with that probability) a declaration. What was done, and what came of it."""
    owing = sorted(GAME.phase(state).owing)
    if rng.random() < loud:
        seat = rng.choice([each for each in seats(state) if GAME.declarations(state, each)])
        what = rng.choice(["draw"] * 6 + ["concede"])
        if what in GAME.declarations(state, seat):
            return f"{seat}: {what}", GAME.declare(state, seat, what)
    orders = {seat: orders_for(rng, state, seat) for seat in owing}
    if GAME.phase(state).key == "setup" and rng.random() < 0.2:
        orders.pop(owing[0])  # it takes the stock formation
    chance = HmacChance(rng.randbytes(32), "k7f3", GAME.drawn(state))
    return f"{orders}", GAME.resolve(state, orders, chance)


def random_options(rng: random.Random) -> Json:
    return {
        "players": rng.choice([2, 3, 4]),
        "quiet_rounds": rng.choice([0, 0, 20, 60]),
        "fog": rng.choice(["on", "off"]),
    }


def play_from_the_start(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        begun = GAME.start(random_options(rng), ScriptedChance())
        end = play(
            Ww3Bookkeeper(begun.state), rng, begun.state, step, rng.choice([0, 0.005, 0.05]), seen, LONGEST
        )
        assert GAME.outcome(end) is not None


def play_from_positions(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        facts = facts_of(scramble(rng))
        armed = rng.choice([seat for seat, units in facts["pieces"].items() if set(units.values()) - {"B"}])
        lonely = rng.random() < 0.1
        state = GAME.position(disarmed(facts, armed) if lonely else facts)
        if lonely:
            book, resolution = Ww3Bookkeeper(state), GAME.declare(state, armed, "concede")
            book.watch(f"{armed}: concede", resolution)
            seen.update(book.seen)
            state = resolution.state
        play(Ww3Bookkeeper(state), rng, state, step, rng.choice([0, 0.02, 0.2]), seen, 12)


def disarmed(facts: Json, armed: str) -> Json:
    """Nobody but one seat has more than a Base: when it concedes only Bases are left."""
    for seat, units in facts["pieces"].items():
        for name, kind in list(units.items()):
            if seat != armed and kind != "B":
                del units[name]
                facts["lost"][seat] = facts["lost"].get(seat, "") + kind
    standing = {name for units in facts["pieces"].values() for name in units}
    return {**facts, "known": [name for name in facts["known"] if name in standing]}


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_the_start(batch: int) -> None:
    seen = Counter[str]()
    play_from_the_start(random.Random(f"start {batch}" if batch else "start"), 8, seen)
    must_have_seen(seen, ("last_base", "seat_out", "met", "conceded"), batch)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_positions(batch: int) -> None:
    seen = Counter[str]()
    play_from_positions(random.Random(f"positions {batch}" if batch else "positions"), 260, seen)
    reasons = ("last_base", "only_bases", "quiet_rounds", "agreed", "conceded")
    told = ("skipped", "passed", "seat_out", "draw_offered", "draw_lapsed", "met", "moved")
    must_have_seen(seen, (*reasons, *told), batch)


def test_refusals_help() -> None:
    """Any points are a legal order, or are refused with a reason and with orders that are legal."""
    rng = random.Random("refusals")
    names = list(FILE["points"])
    for _ in range(40):
        state = GAME.position(facts_of(scramble(rng)))
        [seat] = GAME.phase(state).owing
        view = GAME.view(state, seat)
        legal = {str(order) for order in GAME.legal(view)}
        own = list(GAME.dump(state)["pieces"][seat])
        for _ in range(4):
            paths = [
                "-".join(
                    [
                        rng.choice(own if rng.random() < 0.8 else names),
                        *rng.sample(names, rng.choice([1, 1, 2])),
                    ]
                )
                for _ in range(rng.choice([1, 1, 2]))
            ]
            orders = GAME.parse(view, " ".join(paths))
            if str(orders[0]) in legal:
                GAME.check(view, orders)
                continue
            with pytest.raises(IllegalOrderError) as refused:
                GAME.check(view, orders)
            assert refused.value.reason
            assert "\n" not in refused.value.reason
            assert set(refused.value.instead) <= legal


# -- Symmetry


SIZE = 12
AT = {tuple(place): name for name, place in FILE["points"].items()}


@dataclass(frozen=True)
class Turn:
    """A way to lay the board on itself: where places go, where directions go, and whose arm becomes whose."""

    place: Callable[[int, int], tuple[int, int]]
    way: Callable[[int, int], tuple[int, int]]
    seat: Mapping[str, str]

    def name(self, name: str) -> str:
        return AT[self.place(*FILE["points"][name])]

    def value(self, value: Any) -> Any:
        """JSON values with every seat and point turned."""
        if isinstance(value, Mapping):
            return {self.value(key): self.value(item) for key, item in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self.value(item) for item in value]
        if isinstance(value, str) and value in FILE["points"]:
            return self.name(value)
        return self.seat.get(value, value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        """An order or a line about one."""
        text = re.sub(r"\b[a-k]\d+\b", lambda found: self.name(found[0]), text)
        return re.sub("|".join(CLOCKWISE), lambda found: self.seat[found[0]], text)

    def dump(self, state: Any) -> Json:
        dump = GAME.dump(state)
        ways = {self.seat[seat]: list(self.way(*way)) for seat, way in dump.pop("ways").items()}
        return tidy({**self.value(dump), "ways": ways})


def seats_by(steps: int) -> dict[str, str]:
    return dict(zip(CLOCKWISE, (CLOCKWISE * 2)[steps:], strict=False))


QUARTER = Turn(lambda x, y: (y, SIZE - x), lambda x, y: (y, -x), seats_by(1))
HALF = Turn(lambda x, y: (SIZE - x, SIZE - y), lambda x, y: (-x, -y), seats_by(2))
MIRROR = Turn(
    lambda x, y: (SIZE - x, y),
    lambda x, y: (-x, y),
    {"red": "red", "silver": "silver", "blue": "olive", "olive": "blue"},
)


def tidy(dump: Json) -> Json:
    """What stands in the order of the board or of the seats, in the order of its text."""
    found = {**dump, **{key: sorted(dump[key]) for key in ("known", "round_done", "offers")}}
    return {
        key: dict(sorted(value.items())) if isinstance(value, Mapping) else value
        for key, value in found.items()
    }


def loosely(events: Sequence[Json]) -> list[Json]:
    """Events whose lists of points and seats are in the order of their text."""
    return [
        {
            key: sorted(value) if key in ("points", "seats", "missing") else value
            for key, value in event.items()
        }
        for event in events
    ]


def same_choices(turn: Turn, state: Any, other: Any) -> None:
    """What is legal here is legal there, and the same is said about it."""
    for seat in seats(state):
        view, there = GAME.view(state, seat), GAME.view(other, turn.seat[seat])
        orders = {turn.text(str(order)): order for order in GAME.legal(view)}
        twins = {str(order): order for order in GAME.legal(there)}
        if GAME.phase(state).key != "setup":
            assert sorted(orders) == list(twins)
        for text in list(orders)[:: max(1, len(orders) // 20)]:
            twin = twins.get(text) or GAME.parse(there, text)[0]
            warned = [turn.text(line) for line in GAME.warn(view, [orders[text]])]
            assert warned == list(GAME.warn(there, [twin]))


def play_turned(rng: random.Random, turn: Turn, state: Any, turns: int) -> int:
    """The same game on the turned board: the same moves, the same events, the same states."""
    other = GAME.load(turn.dump(state))
    for number in range(turns):
        if GAME.outcome(state) is not None:
            return number
        assert {turn.seat[seat] for seat in GAME.phase(state).owing} == GAME.phase(other).owing
        same_choices(turn, state, other)
        orders = {seat: orders_for(rng, state, seat) for seat in sorted(GAME.phase(state).owing)}
        twins = {
            turn.seat[seat]: GAME.parse(GAME.view(other, turn.seat[seat]), turn.text(str(listed[0])))
            for seat, listed in orders.items()
        }
        one = GAME.resolve(state, orders, ScriptedChance())
        two = GAME.resolve(other, twins, ScriptedChance())
        told = [turn.value(event_to_json(event)) for event in one.events]
        assert loosely(told) == loosely([event_to_json(event) for event in two.events])
        assert turn.dump(one.state) == tidy(GAME.dump(two.state))
        state, other = one.state, two.state
    return turns


def begun(rng: random.Random, players: int) -> Any:
    """A game after the setup."""
    options = {"players": players, "fog": rng.choice(["on", "off"]), "quiet_rounds": rng.choice([0, 2])}
    state = GAME.start(options, ScriptedChance()).state
    sheets = {seat: GAME.parse(GAME.view(state, seat), random_formation(rng, seat)) for seat in seats(state)}
    return GAME.resolve(state, sheets, ScriptedChance(6, *[1] * (players - 1))).state


def position(rng: random.Random, players: int) -> Any:
    while (game := scramble(rng)).players != players:
        pass
    return GAME.position(facts_of(game))


@pytest.mark.parametrize(("turn", "times"), [(QUARTER, 4), (HALF, 2), (MIRROR, 2)])
def test_so_many_times_is_nothing(turn: Turn, times: int) -> None:
    def often(thing: str, step: Callable[[str], str]) -> str:
        for _ in range(times):
            thing = step(thing)
        return thing

    for name in FILE["points"]:
        assert often(name, turn.name) == name
    assert {frozenset(map(turn.name, line)) for line in FILE["lines"]} == set(map(frozenset, FILE["lines"]))
    for seat, region in FILE["regions"].items():
        assert often(seat, turn.seat.__getitem__) == seat
        assert set(map(turn.name, region)) == set(FILE["regions"][turn.seat[seat]])


@pytest.mark.parametrize("turn", [QUARTER, HALF, MIRROR])
def test_stock_formations_are_the_same_for_all(turn: Turn) -> None:
    """A mirrored board has the mirrored formations."""
    state = GAME.start({}, ScriptedChance()).state
    for seat in seats(state):
        orders = {
            frozenset(turn.text(str(order)).split()[1:]) for order in GAME.legal(GAME.view(state, seat))
        }
        there = {frozenset(str(order).split()[1:]) for order in GAME.legal(GAME.view(state, turn.seat[seat]))}
        assert {unordered(each) for each in orders} == {unordered(each) for each in there}


def unordered(formation: frozenset[str]) -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset((part[0], frozenset(part[2:].split(","))) for part in formation)


@pytest.mark.parametrize(("turn", "players"), [(QUARTER, 4), (HALF, 2), (MIRROR, 2)])
def test_the_rules_are_the_same_on_every_side(turn: Turn, players: int) -> None:
    rng = random.Random(f"turned {players}")
    turns = sum(play_turned(rng, turn, position(rng, players), 5) for _ in range(40))
    turns += sum(play_turned(rng, turn, begun(rng, players), 25) for _ in range(2))
    assert turns > 100


def test_what_is_legal_is_legal_in_a_mirror() -> None:
    rng = random.Random("mirror")
    for _ in range(25):
        state = position(rng, 4)
        same_choices(MIRROR, state, GAME.load(MIRROR.dump(state)))
