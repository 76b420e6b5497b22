"""The words of Nemein's cases; `casefile` explains them."""

from __future__ import annotations

import json
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.errors import GameError
from adjudicator.game import AnyGame
from tests.adjudicator.casefile import InOrder, items


def tiles(seat: str, text: str) -> dict[str, dict[str, Any]]:
    """The tiles of a seat in a position, from ``b2=10,5 d4=H5,1``; H is before the housed unit.

    >>> tiles("south", "b2=10,5 d4=H5")["d4"]
    {'seat': 'south', 'house': 5, 'units': []}
    """
    found = {}
    for item in text.split():
        name, _, coins = item.partition("=")
        housed = [int(coin[1:]) for coin in coins.split(",") if coin[0] == "H"]
        loose = [int(coin) for coin in coins.split(",") if coin[0] != "H"]
        found[name] = {"seat": seat, "units": loose} | ({"house": housed[0]} if housed else {})
    return found


def written(tile: dict[str, Any]) -> str:
    """The coins of a tile as a case writes them.

    >>> written({"seat": "south", "house": 5, "units": [10, 1]})
    'H5,10,1'
    """
    housed = [f"H{tile['house']}"] if tile.get("house") else []
    return ",".join([*housed, *map(str, tile["units"])])


def counts(text: str) -> dict[str, int]:
    """Numbers of coins from ``south 2 north 1``."""
    parts = text.split()
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))


class NemeinRun(InOrder):
    """Nemein. Orders of one line are divided by ``;`` as people write them."""

    sides = ("south", "north")
    divider = ";"

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._board = game.board()
        self._given["tiles"] = {}
        self._given["hands"] = {"south": 3, "north": 3}
        self._bare: set[str] = set()

    def position(self) -> dict[str, Any]:
        """What the case gave; a seat that was given no tile has a 1 in its corner, unless it is BARE."""
        if self._given.get("phase") == "setup":
            return {key: value for key, value in self._given.items() if key != "hands"}
        found = dict(self._given["tiles"])
        seats = {tile["seat"] for tile in found.values()} | self._bare
        for seat, corner in (("south", "a1"), ("north", "g4")):
            if seat not in seats:
                found |= tiles(seat, f"{corner}=1")
        return self._given | {"tiles": found}

    # -- giving a position

    def put(self, side: str, text: str) -> None:
        self._given["tiles"] |= tiles(side, text)

    def do_bare(self, seat: str) -> None:
        """It has nothing at all."""
        self._bare.add(seat)

    def do_hands(self, text: str) -> None:
        self._given["hands"] = counts(text)

    def do_turn(self, seat: str, stage: str = "move", extra: str = "0") -> None:
        self._given |= {"to_move": seat, "stage": stage, "extra": int(extra)}

    def do_unloadable(self, words: str, text: str) -> None:
        """The dumped state with these further keys does not load."""
        try:
            self.game.load(self.game.dump(self.state) | json.loads(text))
        except GameError as error:
            assert words in str(error), f"it says {error}"
        else:
            raise AssertionError("it was loaded")

    # -- acting

    def orders(self, seat: str, text: str) -> tuple[Any, ...]:
        return tuple(self.game.parse(self.game.view(self.state, seat), text))

    def do_do(self, text: str, flips: str = "") -> None:
        """Resolve; every flip that is named must be used."""
        self.compare()
        results = [{"heads": True, "tails": False}[item] for item in flips.split()]
        chance = ScriptedChance(*results, n=self.game.drawn(self.state))
        resolution = self.game.resolve(self.state, self.sheets(text), chance)
        used = self.game.drawn(resolution.state) - self.game.drawn(self.state)
        assert used == len(results), f"{used} coins were flipped"
        self._keep(resolution)

    # -- looking

    def fits(self, event: dict[str, Any], kind: str, fields: list[str]) -> bool:
        """Objects are written as JSON without spaces."""
        flat = {
            key: json.dumps(value, separators=(",", ":")) if isinstance(value, dict) else value
            for key, value in event.items()
        }
        return super().fits(flat, kind, fields)

    def do_skipped(self, seat: str, action: str, words: str) -> None:
        assert self._events, "no event is left"
        event = self._events.pop(0)
        found = (event["type"], event.get("seat"), event.get("action"))
        assert found == ("skipped", seat, action) and words in event["reason"], f"the event is {event}"

    def do_flipped(self, seat: str, result: str, n: str = "0") -> None:
        seat = "None" if seat == "none" else seat
        self.do_event(f"coin_flip n={n} heads={result == 'heads'} seat={seat}")

    def do_legal(self, start: str, text: str = "", draft: str = "") -> None:
        found = [order for order in self.listed(draft) if start == "*" or order.startswith(start)]
        self.same(found, items(text))

    def do_examples(self, seat: str, text: str = "", draft: str = "") -> None:
        """What `legal` gives a seat in the set-up."""
        given = self.orders(seat, draft) if draft else ()
        found = [str(order) for order in self.game.legal(self.game.view(self.state, seat), given)]
        assert found == self.divided(text), f"it gives {found}"

    def do_phase(self, key: str, turn: str, number: str, goes_on: str = "") -> None:
        phase = self.game.phase(self.state)
        found = (phase.key, phase.turn, phase.number, phase.goes_on)
        assert found == (key, int(turn), None if number == "none" else int(number), goes_on == "goes on"), (
            f"the phase is {phase}"
        )

    def do_tiles(self, seat: str, text: str = "") -> None:
        found = {
            f"{name}={written(tile)}"
            for name, tile in self.game.dump(self.state)["tiles"].items()
            if tile["seat"] == seat
        }
        assert found == set(text.split()), f"it has {sorted(found)}"

    def do_at(self, tile: str, text: str) -> None:
        found = self.game.dump(self.state)["tiles"].get(tile)
        says = "empty" if found is None else f"{found['seat']} {written(found)}"
        assert says == text, f"there is {says}"

    def do_left(self, text: str) -> None:
        found = self.game.dump(self.state)["hands"]
        assert found == counts(text), f"house coins in hand: {found}"

    def do_join(self, seat: str, draft: str, text: str, sheet: str) -> None:
        view = self.game.view(self.state, seat)
        given = self.orders(seat, draft) if draft else ()
        found = "; ".join(map(str, self.game.join(view, given, self.orders(seat, text))))
        assert found == sheet, f"the sheet is {found}"

    def do_completed(self, text: str, key: str, told: str) -> None:
        """What an option is in the complete options."""
        found = self.game.options(json.loads(text))[key]
        assert found == json.loads(told), f"{key} is {found}"

    def do_nowarn(self, seat: str, text: str, words: str) -> None:
        found = " ".join(self.game.warn(self.game.view(self.state, seat), self.orders(seat, text)))
        assert words not in found, f"it warns: {found!r}"

    def do_legalsheet(self, seat: str, text: str) -> None:
        """A sheet that is accepted, and is its own canonical form."""
        orders = self.orders(seat, text)
        self.game.check(self.game.view(self.state, seat), orders)
        assert "; ".join(map(str, orders)) == text, f"it is {orders}"

    def do_sealed(self, text: str) -> None:
        found = "yes" if self.game.phase(self.state).sealed else "no"
        assert found == text, f"sealed: {found}"

    # -- the board

    def do_board(self, side: str, number: str, rows: str, middle: str, south: str, north: str) -> None:
        board = self._board["sides"][side]
        names = list(board["tiles"])
        assert names == [f"{row[0]}{n}" for row in rows.split() for n in range(1, int(row[1:]) + 1)], names
        assert (len(names), board["middle"]) == (int(number), middle)
        for seat, told in (("south", south), ("north", north)):
            assert board["homes"][seat] == [name for name in names if name[0] in told.split()], seat

    def do_near(self, side: str, tile: str, text: str) -> None:
        found = self._board["sides"][side]["tiles"][tile]["neighbours"]
        assert sorted(found) == sorted(text.split()), f"its neighbours are {found}"

    def do_coins(self, code: str, whole: str, coins: str, fraction: str) -> None:
        money = self._board["currencies"][code]
        found = (money["whole"], money["coins"], money["fraction"])
        assert found == (int(whole), [int(coin) for coin in coins.split()], fraction), f"it has {found}"
