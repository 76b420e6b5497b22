"""What is true of every game of Nemein, however it is played, and from wherever it is seen.

Random play with draw offers and concessions, by lines of several actions, from random handfuls and from
scrambled positions, watched by a bookkeeper that follows the events. The board is the same with the seats
exchanged, and in a mirror; so is the game. Only the first flip is not: heads is south. Currencies and
fractions go with their seats.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.codec import event_to_json
from adjudicator.game import Resolution
from adjudicator.nemein.orders import End, Handful, Move
from maps.boards import board
from tests.adjudicator.bookkeeper import GAMES, Bookkeeper, Json, must_have_seen, play
from tests.adjudicator.bridge_nemein import facts_of
from tests.adjudicator.scramble_nemein import scramble
from tests.tiers import batches

GAME = GAMES["nemein"]
CURRENCIES = board("nemein")["currencies"]
SHOWN = GAME.board()["sides"]
SEATS = ("south", "north")
STAGES = ("move", "split", "upgrade", "house", "end")

Stack = tuple[str, int, list[int]]  # owner, housed unit or 0, loose units from high to low


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def stacks_of(dump: Json) -> dict[str, Stack]:
    return {
        name: (held["seat"], held.get("house", 0), sorted(held["units"], reverse=True))
        for name, held in dump["tiles"].items()
    }


def units(stack: Stack) -> list[int]:
    return sorted([*stack[2], *([stack[1]] if stack[1] else [])], reverse=True)


def houses(stacks: dict[str, Stack], seat: str) -> list[str]:
    return [name for name, stack in stacks.items() if stack[0] == seat and stack[1]]


def counting(dump: Json, stacks: dict[str, Stack], seat: str) -> int:
    """Houses on the middle row or beyond it, seen from their owner."""
    middle = dump["options"]["side"] - 1
    rows = [ord(name[0]) - ord("a") for name in houses(stacks, seat)]
    return sum(row >= middle if seat == "south" else row <= middle for row in rows)


class NemeinBookkeeper(Bookkeeper):
    """Follows a game by its events, and finds the state to be what they say.

    lost: house coins of each seat that were taken with their houses; they never come back
    done: the last stage of the turn in which something was done
    """

    game = GAME

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.stacks = stacks_of(self.dump)
        self.hands = dict(self.dump["hands"])
        self.lost = Counter[str]()
        self.house_coins = self.coins_of_houses()
        self.done = STAGES.index(self.dump["stage"]) - 1
        for key in ("extra", "busy", "quiet", "number"):
            setattr(self, key, self.dump[key])
        self.mover = self.dump["to_move"]
        self.offers = set(self.dump["offers"])

    def coins_of_houses(self) -> Counter[str]:
        return Counter(
            {seat: self.hands[seat] + len(houses(self.stacks, seat)) + self.lost[seat] for seat in SEATS}
        )

    def money(self, seat: str) -> Json:
        return dict(CURRENCIES[self.dump["options"]["currency"][seat]])

    def step(self, seat: str, coin: int, by: int) -> int:
        """The next unit denomination: by -1 the higher one, by 1 the lower one."""
        kinds = self.money(seat)["coins"][1:]
        at = kinds.index(coin) + by
        assert 0 <= at < len(kinds)
        return int(kinds[at])

    def worth(self, seat: str, coin: int) -> Fraction:
        return Fraction(coin, self.money(seat)["whole"])

    def look(self, before: Json, after: Json, events: list[Json], resolution: Resolution[Any]) -> None:
        for number, event in enumerate(events):
            told = getattr(self, event["type"])
            told(event, events[number + 1] if number + 1 < len(events) else {})
        self.state_is_what_was_told(after)

    def state_is_what_was_told(self, after: Json) -> None:
        assert stacks_of(after) == self.stacks
        assert after["hands"] == self.hands
        assert self.coins_of_houses() == self.house_coins
        for seat, housed, loose in self.stacks.values():
            assert 1 <= len(loose) + 2 * bool(housed) <= 3
            assert {housed, *loose} <= {0, *self.money(seat)["coins"][1:]}
        if after["phase"] != "play":
            return
        assert (after["to_move"], after["number"]) == (self.mover, self.number)
        told = self.extra, self.busy, self.quiet, self.offers
        assert (after["extra"], after["busy"], after["quiet"], set(after["offers"])) == told
        assert STAGES.index(after["stage"]) == self.done + 1
        assert after["outcome"] is None
        for seat in SEATS:  # nobody has won
            assert any(owner == seat for owner, _, _ in self.stacks.values())
            assert counting(after, self.stacks, seat) < after["options"]["houses_to_win"]

    # ---- Events

    def act(self, event: Json, stage: str) -> str:
        """An action of the mover, in the order of the stages."""
        assert event["seat"] == self.mover
        assert STAGES.index(stage) > self.done
        self.done = STAGES.index(stage)
        assert self.offers <= {self.mover}  # the other's has lapsed
        return str(event["seat"])

    def put(self, name: str, seat: str, housed: int, loose: list[int]) -> None:
        if housed or loose:
            self.stacks[name] = seat, housed, sorted(loose, reverse=True)
        else:
            del self.stacks[name]

    def lift(self, name: str, seat: str, coin: int) -> None:
        owner, housed, loose = self.stacks[name]
        assert owner == seat
        loose = list(loose)
        loose.remove(coin)
        self.put(name, seat, housed, loose)

    def near(self, event: Json) -> None:
        tiles = SHOWN[str(self.dump["options"]["side"])]["tiles"]
        assert event["target"] in tiles[event["origin"]]["neighbours"]

    def revealed(self, event: Json, _: Json) -> None:
        seat, options = event["seat"], self.dump["options"]
        house = self.money(seat)["coins"][0]
        amount = Fraction(options["fraction"][seat]) * self.money(seat)["whole"]
        assert sum(event["handful"]) == amount
        assert len(event["handful"]) <= options["max_coins"]
        placed = [coin for coins in event["tiles"].values() for coin in coins]
        assert placed
        assert Counter(event["handful"]) - Counter(placed) == Counter([house] * event["handful"].count(house))
        assert set(event["tiles"]) <= set(SHOWN[str(options["side"])]["homes"][seat])
        self.hands[seat] = event["handful"].count(house)
        for name, coins in event["tiles"].items():
            self.put(name, seat, 0, coins)
        self.house_coins = self.coins_of_houses()

    def begins(self, event: Json, _: Json) -> None:
        self.mover = event["seat"]
        assert (self.flip["heads"], self.flip["seat"]) == (self.mover == "south", None)

    def coin_flip(self, event: Json, after: Json) -> None:
        self.flip = event
        if after["type"] != "begins":
            assert event["seat"] == self.mover
            assert after["type"] == ("won" if event["heads"] else "repelled")

    def moved(self, event: Json, _: Json) -> None:
        seat = self.act(event, "move")
        self.near(event)
        self.lift(event["origin"], seat, event["coin"])
        owner, housed, loose = self.stacks.get(event["target"], (seat, 0, []))
        assert owner == seat
        self.put(event["target"], seat, housed, [*loose, event["coin"]])

    def attacked(self, event: Json, after: Json) -> None:
        seat = self.act(event, "move")
        self.near(event)
        self.lift(event["origin"], seat, event["coin"])
        theirs = self.stacks[event["target"]]
        assert theirs[0] == other(seat)
        assert len(theirs[2]) + 2 * bool(theirs[1]) < 3
        assert event["lowest"] == units(theirs)[-1]
        assert event["sure"] == (self.worth(seat, event["coin"]) > self.worth(other(seat), event["lowest"]))
        assert after["type"] == ("won" if event["sure"] else "coin_flip")
        self.attack = event
        self.busy = True

    def won(self, event: Json, _: Json) -> None:
        seat, coin = event["seat"], self.attack["coin"]
        theirs = self.stacks.pop(event["target"])
        assert event["taken"] == {"units": units(theirs), "houses": int(bool(theirs[1]))}
        self.lost[other(seat)] += event["taken"]["houses"]
        highest = coin == self.money(seat)["coins"][1]
        assert event["promoted_to"] == (coin if highest else self.step(seat, coin, -1))
        self.put(event["target"], seat, 0, [event["promoted_to"]])
        self.extra += 1

    def repelled(self, event: Json, _: Json) -> None:
        assert (event["coin"], event["target"]) == (self.attack["coin"], self.attack["target"])

    def swapped(self, event: Json, _: Json) -> None:
        seat = self.act(event, "move")
        owner, housed, [loose] = self.stacks[event["tile"]]
        assert (owner, event["housed"], event["loose"]) == (seat, loose, housed)
        self.put(event["tile"], seat, loose, [housed])

    def split(self, event: Json, _: Json) -> None:
        seat = self.act(event, "split")
        coin, into = event["coin"], event["into"]
        assert into == self.step(seat, coin, 1)
        owner, housed, loose = self.stacks[event["tile"]]
        assert owner == seat
        if event["housed"]:
            assert (housed, loose) == (coin, [])
            self.put(event["tile"], seat, into, [into])
        else:
            loose = list(loose)
            loose.remove(coin)
            self.put(event["tile"], seat, housed, [*loose, into, into])

    def upgraded(self, event: Json, _: Json) -> None:
        seat = self.act(event, "upgrade")
        owner, housed, loose = self.stacks[event["tile"]]
        assert (owner, housed) == (seat, event["coin"])
        assert event["into"] == self.step(seat, event["coin"], -1)
        self.put(event["tile"], seat, event["into"], loose)

    def housed(self, event: Json, _: Json) -> None:
        seat = self.act(event, "house")
        assert self.stacks[event["tile"]] == (seat, 0, [event["coin"]])
        before = counting(self.dump, self.stacks, seat)
        self.put(event["tile"], seat, event["coin"], [])
        self.hands[seat] -= 1
        assert self.hands[seat] >= 0
        assert event["counts"] == (counting(self.dump, self.stacks, seat) > before)
        self.busy = True

    def skipped(self, event: Json, _: Json) -> None:
        assert event["seat"] == self.mover

    def turn_ended(self, event: Json, after: Json) -> None:
        seat = self.act(event, "end")
        assert event["extra"] == self.extra
        self.quiet = 0 if self.busy else self.quiet + 1
        if after.get("type") == "game_over":
            return
        self.mover = seat if self.extra else other(seat)
        self.extra = max(0, self.extra - 1)
        self.number, self.busy, self.done = self.number + 1, False, -1

    def draw_offered(self, event: Json, _: Json) -> None:
        self.offers.add(event["seat"])

    def draw_lapsed(self, event: Json, _: Json) -> None:
        assert set(event["seats"]) == self.offers - {self.mover} != set()
        self.offers &= {self.mover}

    def conceded(self, event: Json, after: Json) -> None:
        assert after["reason"] == "conceded"
        assert after["places"] == {event["seat"]: 2, other(event["seat"]): 1}

    def game_over(self, event: Json, after: Json) -> None:
        """The last event, and the board says so."""
        assert after == {}
        options = self.dump["options"]
        lost = {seat for seat in SEATS if all(owner != seat for owner, _, _ in self.stacks.values())}
        counts = {seat: counting(self.dump, self.stacks, seat) for seat in SEATS}
        won = [seat for seat in SEATS if event["places"][seat] == 1]
        if event["reason"] == "no_units":
            assert [other(seat) for seat in lost] == won
        elif event["reason"] == "houses":
            assert won == [seat for seat in SEATS if counts[seat] >= options["houses_to_win"]]
        elif event["reason"] == "quiet_turns":
            assert self.quiet == options["quiet_turns"]
            assert won == [seat for seat in SEATS if counts[seat] == max(counts.values())]
        elif event["reason"] == "agreed":
            assert won == list(SEATS)
            assert self.offers == set(SEATS)
        else:
            assert event["reason"] == "conceded"


# -- Random play


LONGEST = 250
"""Resolutions of a random game that are watched, at the most: without quiet turns some take thousands."""


def random_setup(rng: random.Random, view: Any, seat: str) -> tuple[Any, ...]:
    """One of the handfuls that are offered, its units anywhere at home."""
    handful: Handful = rng.choice(list(GAME.legal(view)))
    options = view.state.options.to_json()
    house = CURRENCIES[options["currency"][seat]]["coins"][0]
    free = [name for name in SHOWN[str(options["side"])]["homes"][seat] for _ in range(3)]
    rng.shuffle(free)
    placed: dict[str, list[int]] = {}
    for coin, name in zip((coin for coin in handful.coins if coin != house), free, strict=False):
        placed.setdefault(name, []).append(coin)
    told = " ".join(f"{name}={','.join(map(str, coins))}" for name, coins in placed.items())
    return tuple(GAME.parse(view, f"{handful}; place {told}"))


def line_for(rng: random.Random, state: Any, seat: str) -> tuple[Any, ...]:
    """What a careless player does: a line of any actions, though attacks and houses more often."""
    view, line = GAME.view(state, seat), tuple[Any, ...]()
    while not line or (rng.random() < 0.6 and not isinstance(line[-1], End)):
        legal = list(GAME.legal(view, line))
        if not legal:  # the line has ended the game
            break
        acts = [order for order in legal if not isinstance(order, End)] or legal
        foes = [order for order in acts if isinstance(order, Move) and hits(state, order)]
        built = [order for order in acts if str(order).startswith("house")]
        chosen = (foes if rng.random() < 0.4 else built if rng.random() < 0.3 else acts) or acts
        line += (rng.choice(chosen if rng.random() < 0.9 else legal),)
    return line


def hits(state: Any, order: Move) -> bool:
    there = state.tiles[state.board.index[order.target]]
    return there is not None and there.owner != state.mover


def orders_for(rng: random.Random, state: Any) -> dict[str, tuple[Any, ...]]:
    if GAME.phase(state).key != "setup":
        return {seat: line_for(rng, state, seat) for seat in GAME.phase(state).owing}
    orders = {seat: random_setup(rng, GAME.view(state, seat), seat) for seat in SEATS}
    if rng.random() < 0.2:
        orders.pop(rng.choice(SEATS))  # it takes the stock handful
    return orders


def step(rng: random.Random, state: Any, loud: float) -> tuple[str, Resolution[Any]]:
    """A line, or (with that probability) a declaration. What was done, and what came of it."""
    if rng.random() < loud:
        seat = rng.choice(SEATS)
        what = rng.choice(["draw"] * 6 + ["concede"])
        if what in GAME.declarations(state, seat):
            return f"{seat}: {what}", GAME.declare(state, seat, what)
    orders = orders_for(rng, state)
    chance = HmacChance(rng.randbytes(32), "k7f3", GAME.drawn(state))
    return f"{orders}", GAME.resolve(state, orders, chance)


def random_options(rng: random.Random) -> Json:
    one, two = rng.choice(list(CURRENCIES)), rng.choice(list(CURRENCIES))
    return {
        "side": rng.choice([3, 3, 3, 4, 4, 5, 6]),
        "currency": one if rng.random() < 0.6 else {"south": one, "north": two},
        "houses_to_win": rng.choice([1, 2, 3, 3]),
        "quiet_turns": rng.choice([0, 8, 60]),
    }


def watched(rng: random.Random, state: Any, loud: float, seen: Counter[str], most: int) -> None:
    book = NemeinBookkeeper(state)
    play(book, rng, state, step, loud, seen, most)
    seen["houses taken"] += book.lost.total()


def play_from_the_start(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        begun = GAME.start(random_options(rng), ScriptedChance())
        watched(rng, begun.state, rng.choice([0, 0.01, 0.1]), seen, LONGEST)


def play_from_positions(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        watched(rng, GAME.position(facts_of(scramble(rng))), rng.choice([0, 0.02, 0.2]), seen, 15)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_the_start(batch: int) -> None:
    seen = Counter[str]()
    play_from_the_start(random.Random(f"start {batch}" if batch else "start"), 24, seen)
    told = ("houses", "no_units", "conceded", "won", "repelled", "housed", "revealed")
    must_have_seen(seen, told, batch)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_positions(batch: int) -> None:
    seen = Counter[str]()
    play_from_positions(random.Random(f"positions {batch}" if batch else "positions"), 400, seen)
    reasons = ("houses", "no_units", "quiet_turns", "agreed", "conceded")
    told = ("swapped", "split", "upgraded", "skipped", "won", "houses taken", "draw_lapsed", "turn_ended")
    must_have_seen(seen, (*reasons, *told), batch)


def test_a_line_is_its_actions_one_by_one() -> None:
    """The same chance numbers, events and state, where no flip makes an action impossible."""
    rng, compared, flips = random.Random("lines"), 0, 0
    for number in range(250):
        state = GAME.position(facts_of(scramble(rng)))
        for _ in range(3):
            if GAME.outcome(state) is not None:
                break
            [seat] = GAME.phase(state).owing
            line, seed, n = line_for(rng, state, seat), rng.randbytes(32), GAME.drawn(state)
            at_once = GAME.resolve(state, {seat: line}, HmacChance(seed, "k7f3", n))
            told = [type(event).__name__ for event in at_once.events]
            if "Skipped" not in told:
                one, events = state, list[Any]()
                for action in line:
                    if GAME.outcome(one) is not None:
                        break
                    after = GAME.resolve(one, {seat: (action,)}, HmacChance(seed, "k7f3", GAME.drawn(one)))
                    one, events = after.state, [*events, *after.events]
                assert tuple(events) == at_once.events, number
                assert replace(one, turn=0) == replace(at_once.state, turn=0)
                compared += len(line) > 1
                flips += "CoinFlip" in told
            state = at_once.state
    assert compared > 100
    assert flips > 30


# -- Symmetry


WAYS = pytest.mark.parametrize(("over", "mirrored"), [(True, True), (True, False), (False, True)])


@dataclass(frozen=True)
class Laid:
    """The board of a side laid on itself. over: south becomes north; mirrored: left becomes right"""

    side: int
    over: bool
    mirrored: bool

    def name(self, name: str) -> str:
        row, number = ord(name[0]) - ord("a"), int(name[1:])
        length = 2 * self.side - 1 - abs(self.side - 1 - row)
        if self.mirrored:
            number = length + 1 - number
        return f"{self.row(name[0])}{number}"

    def row(self, row: str) -> str:
        return chr(2 * (96 + self.side) - ord(row)) if self.over else row

    def seat(self, seat: str) -> str:
        return other(seat) if self.over else seat

    def value(self, value: Any) -> Any:
        """JSON values with every seat and tile where it comes to lie; actions in them too."""
        if isinstance(value, Mapping):
            return {self.value(key): self.value(item) for key, item in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self.value(item) for item in value]
        return self.text(value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        text = re.sub(r"\b[a-k]\d+\b", lambda found: self.name(found[0]), text)
        text = re.sub(r"\brow ([a-k])\b", lambda found: f"row {self.row(found[1])}", text)
        return re.sub("south|north", lambda found: self.seat(found[0]), text)


def same_choices(laid: Laid, state: Any, there: Any) -> None:
    for seat in SEATS:
        view, other_view = GAME.view(state, seat), GAME.view(there, laid.seat(seat))
        orders = {laid.text(str(order)): order for order in GAME.legal(view)}
        twins = {str(order): order for order in GAME.legal(other_view)}
        assert sorted(orders) == sorted(twins)
        for text, order in orders.items():
            warned = [laid.text(line) for line in GAME.warn(view, [order])]
            assert warned == list(GAME.warn(other_view, [twins[text]]))


def play_on(rng: random.Random, laid: Laid, state: Any, lines: int) -> int:
    """The same game on the board laid so: the same lines and flips, the same events and states."""
    there = GAME.load(laid.value(GAME.dump(state)))
    for number in range(lines):
        if GAME.outcome(state) is not None:
            return number
        same_choices(laid, state, there)
        [seat] = GAME.phase(state).owing
        line = line_for(rng, state, seat)
        view, seed = GAME.view(there, laid.seat(seat)), rng.randbytes(32)
        twins = tuple(GAME.parse(view, laid.text("; ".join(map(str, line)))))
        one = GAME.resolve(state, {seat: line}, HmacChance(seed, "x", GAME.drawn(state)))
        two = GAME.resolve(there, {laid.seat(seat): twins}, HmacChance(seed, "x", GAME.drawn(there)))
        told = [laid.value(event_to_json(event)) for event in one.events]
        assert told == [event_to_json(event) for event in two.events]
        assert laid.value(GAME.dump(one.state)) == GAME.dump(two.state)
        state, there = one.state, two.state
    return lines


def set_up_alike(rng: random.Random, over: bool, mirrored: bool) -> None:
    """The same handfuls in the same places, and the coin that makes the same player begin."""
    options = GAME.options(random_options(rng))
    laid = Laid(options["side"], over, mirrored)
    here = GAME.start(options, ScriptedChance()).state
    there = GAME.start(laid.value(options), ScriptedChance()).state
    sheets = {seat: random_setup(rng, GAME.view(here, seat), seat) for seat in SEATS}
    twins = {}
    for seat, sheet in sheets.items():
        view = GAME.view(there, laid.seat(seat))
        twins[laid.seat(seat)] = tuple(GAME.parse(view, laid.text("; ".join(map(str, sheet)))))
    heads = rng.random() < 0.5
    one = GAME.resolve(here, sheets, ScriptedChance(heads))
    two = GAME.resolve(there, twins, ScriptedChance(heads != over))
    assert laid.value(GAME.dump(one.state)) == GAME.dump(two.state)
    play_on(rng, laid, one.state, 12)


def by_default(rng: random.Random) -> None:
    """The stock handfuls of both seats stand opposite each other, where they have the same money."""
    options: Json = {
        **random_options(rng),
        "currency": rng.choice(["USD", "EUR", "GBP", "JPY", "CHF", "AUD"]),
    }
    laid = Laid(options["side"], over=True, mirrored=False)
    begun = GAME.start(options, ScriptedChance()).state
    tiles = GAME.dump(GAME.resolve(begun, {}, ScriptedChance(True)).state)["tiles"]
    assert laid.value(tiles) == tiles


@pytest.mark.parametrize("side", [int(side) for side in SHOWN])
@WAYS
def test_the_board_is_laid_on_itself(side: int, over: bool, mirrored: bool) -> None:
    laid, board = Laid(side, over, mirrored), SHOWN[str(side)]
    for name, tile in board["tiles"].items():
        assert laid.name(laid.name(name)) == name
        there = board["tiles"][laid.name(name)]
        assert sorted(map(laid.name, tile["neighbours"])) == sorted(there["neighbours"])
    for seat, home in board["homes"].items():
        assert sorted(map(laid.name, home)) == sorted(board["homes"][laid.seat(seat)])


@WAYS
def test_the_game_is_the_same_from_all_sides(over: bool, mirrored: bool) -> None:
    rng, lines = random.Random(f"laid {over} {mirrored}"), 0
    for _ in range(15):
        state = GAME.position(facts_of(scramble(rng)))
        lines += play_on(rng, Laid(state.options.side, over, mirrored), state, 6)
    for _ in range(6):
        set_up_alike(rng, over, mirrored)
    assert lines > 50


def test_stock_handfuls_stand_alike() -> None:
    rng = random.Random("stock")
    for _ in range(20):
        by_default(rng)
