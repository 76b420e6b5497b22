"""The rules of each game in short, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import AnyGame
from bot.common.message import Button, Message, buttons, custom_id
from bot.presenters.base import Presenter


class RulePages:
    def __init__(self, games: Mapping[str, AnyGame], presenters: Mapping[str, Presenter]) -> None:
        self.games, self._presenters = games, presenters

    def choose(self, games: Sequence[str]) -> Message:
        """A button for each of these games, or for all if there are none."""
        chosen = [key for key in self.games if key in games] or list(self.games)
        row = (Button(custom_id("rules", key, None, 0, "0"), self.games[key].name) for key in chosen)
        return Message("The rules of which game?", rows=(buttons(*row),))

    def page(self, game: str, number: int) -> Message:
        """One page, with buttons to the others. number: from 0; the nearest page that there is"""
        pages = self._presenters[game].pages()
        number = min(max(number, 0), len(pages) - 1)
        shown = pages[number]
        row = (
            Button(custom_id("rules", game, None, 0, str(at)), each.title, disabled=at == number)
            for at, each in enumerate(pages[:5])
        )
        text = f"### {self.games[game].name}: {shown.title}\n{shown.text}"
        return Message(text, rows=(buttons(*row),))
