"""The words of Commander-In-Chief's cases; `casefile` explains them."""

from __future__ import annotations

from adjudicator.game import AnyGame
from tests.adjudicator.casefile import InOrder


class CicRun(InOrder):
    """Commander-In-Chief."""

    sides = ("dark", "light")

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._given["pieces"] = {}

    def put(self, side: str, text: str) -> None:
        super().put(side, text.replace("*", ""))
        self._given.setdefault("enhanced", []).extend(item[1:3] for item in text.split() if item[-1] == "*")

    def do_legal(self, square: str, text: str = "") -> None:
        self.same([order for order in self.listed() if square in ("*", order[:2])], text.split())

    def do_land(self, region: str, text: str) -> None:
        squares = self.game.board()["squares"]
        assert {name for name, square in squares.items() if square["region"] == region} == set(text.split())
