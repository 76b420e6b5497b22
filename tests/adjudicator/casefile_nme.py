"""The words of NME's cases; `casefile` explains them."""

from __future__ import annotations

from typing import Any

from adjudicator.game import AnyGame
from tests.adjudicator.casefile import InOrder, items

ARMIES = ("black", "gray", "white")


class NmeRun(InOrder):
    """NME and Protect the Ally."""

    sides = ARMIES

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._board = game.board()
        self._given["pieces"] = {army: {} for army in ARMIES}

    def position(self) -> dict[str, Any]:
        """What the case gave; a living army's President is on its black star if none is named."""
        out = {each["army"] for each in self._given.get("falls", [])}
        pieces = {army: dict(placed) for army, placed in self._given["pieces"].items()}
        for army in ARMIES:
            if army not in out and "P" not in pieces[army].values():
                pieces[army][self._board["armies"][army]["black_star"]] = "P"
        return self._given | {"pieces": pieces}

    # -- giving a position

    def do_ally(self, army: str = "black", gray_next: str = "black") -> None:
        self._given |= {"options": {"players": 2}, "to_move": army, "gray_next": gray_next}

    def do_turn(self, army: str) -> None:
        self._given["to_move"] = army

    def do_out(self, army: str, by: str = "") -> None:
        self._given.setdefault("falls", []).append({"army": army, "by": by or None})

    def do_holds(self, holder: str, army: str, letters: str) -> None:
        self._given.setdefault("prisoners", {}).setdefault(holder, {})[army] = letters

    def do_right(self, army: str, hexagon: str) -> None:
        self._given.setdefault("flanks", []).append({"army": army, "hexagon": hexagon})

    # -- looking

    def do_legal(self, origin: str, text: str = "", draft: str = "") -> None:
        listed = self.listed(draft)
        expected = set(text.split())
        if origin != "*":
            signs = (f"{origin}-", f"{origin}x")
            listed = [order for order in listed if order.startswith(signs)]
            expected = {origin + (each if each[0] == "x" else f"-{each}") for each in expected}
        self.same(listed, expected)

    def do_number(self, origin: str, number: str) -> None:
        found = [
            order
            for order in self.listed()
            if origin == "*" or order.startswith((f"{origin}-", f"{origin}x"))
        ]
        assert len(found) == int(number), f"there are {len(found)}: {found}"

    def do_held(self, holder: str, text: str = "") -> None:
        held = self.game.dump(self.state)["prisoners"][holder]
        found = [f"{army} {letters}" for army, letters in held.items() if letters]
        assert found == items(text), f"{holder} holds {found}"

    def do_rights(self, text: str = "") -> None:
        found = [f"{right['army']} {right['hexagon']}" for right in self.game.dump(self.state)["flanks"]]
        assert found == items(text), f"rights: {found}"

    def do_falls(self, text: str = "") -> None:
        falls = self.game.dump(self.state)["falls"]
        found = [" ".join([each["army"], "by", each["by"] or "nobody"]) for each in falls]
        assert found == items(text), f"falls: {found}"

    # -- the board

    def do_row(self, row: str, first: str, last: str, number: str) -> None:
        found = [name for name in self._board["hexagons"] if name[0] == row]
        assert (found[0], found[-1], len(found)) == (first, last, int(number)), found
        assert found == [f"{row}{count}" for count in range(1, len(found) + 1)]

    def do_star(self, name: str, touches: str, adjoins: str) -> None:
        star = self._board["stars"][name]
        assert set(star["touches"]) == set(touches.split()), star
        assert set(star["adjoins"]) == set(adjoins.split()), star

    def do_nostar(self, names: str) -> None:
        found = [name for name in names.split() if name in self._board["stars"]]
        assert not found, f"stars: {found}"

    def do_board(self, text: str) -> None:
        stars = self._board["stars"].values()
        touching = [len(star["touches"]) for star in stars]
        pairs = sum(len(star["adjoins"]) for star in stars) // 2
        black = [army["black_star"] for army in self._board["armies"].values()]
        found = [len(self._board["hexagons"]), len(touching), touching.count(3), touching.count(2), pairs]
        assert [*map(str, found), *black] == text.split(), f"the board has {found}, {black}"

    def do_base(self, army: str, text: str) -> None:
        found = self._board["armies"][army]["base"]
        assert found == text.split(), f"its base is {found}"

    def do_depth(self, army: str, text: str) -> None:
        """By space, in thirds of a row."""
        a, b, c = self._board["armies"][army]["depth"]
        for item in text.split():
            name, _, told = item.partition("=")
            star = self._board["stars"].get(name)
            q, r = star["at"] if star else [3 * each for each in self._board["hexagons"][name]]
            assert a + b * q + c * r == int(told), f"{name} has {a + b * q + c * r}"
