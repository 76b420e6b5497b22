"""The words of Commander-In-Chief's cases; `casefile` explains them."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.game import AnyGame
from tests.adjudicator.casefile import InOrder


class CicRun(InOrder):
    """Commander-In-Chief."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._given["pieces"] = {}

    def word(self, word: str) -> Callable[..., None]:
        return super().word(word) if hasattr(self, f"do_{word.lower()}") else self.side(word)

    def side(self, word: str) -> Callable[..., None]:
        """What a side's name in capitals does: it gives the side's pieces."""

        def put(text: str) -> None:
            for item in text.split():
                self._given["pieces"].setdefault(word.lower(), {})[item[1:3]] = item[0]
                if item.endswith("*"):
                    self._given.setdefault("enhanced", []).append(item[1:3])

        return put

    def do_legal(self, square: str, text: str = "") -> None:
        [seat] = self.game.phase(self.state).owing
        listed = [str(order) for order in self.game.legal(self.game.view(self.state, seat))]
        found = {order for order in listed if square in ("*", order[:2])}
        assert found == set(text.split()), (
            f"missing {set(text.split()) - found}, too many {found - set(text.split())}"
        )

    def do_pieces(self, side: str, text: str = "") -> None:
        pieces = self.game.dump(self.state)["pieces"][side]
        assert {f"{letter}{square}" for square, letter in pieces.items()} == set(text.split()), pieces

    def do_at(self, square: str, text: str) -> None:
        pieces = self.game.dump(self.state)["pieces"]
        found = [f"{side} {placed[square]}" for side, placed in pieces.items() if square in placed]
        assert (found or ["empty"]) == [text], f"there is {found}"

    def do_land(self, region: str, text: str) -> None:
        squares = self.game.board()["squares"]
        assert {name for name, square in squares.items() if square["region"] == region} == set(text.split())
