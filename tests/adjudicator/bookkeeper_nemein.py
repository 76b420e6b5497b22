"""Follows games of Nemein by their events, and finds every state to be what they say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from adjudicator.game import Resolution
from maps.boards import board
from tests.adjudicator.bookkeeper import GAMES, Bookkeeper, Json

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
