"""Every choice of an order desk that names a space can be touched there: captures, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.game import AnyGame
from adjudicator.registry import games
from bot.presenters import Presenter, presenters
from bot.web.board import SIZE, BoardPicture
from maps import picture
from maps.boards import boards

TURNS = 60
WITHOUT = re.compile(r"end|h\d(\.\d+)+|setup .*|\d+ hold")
"""Values that mean no space: the end of a turn, a whole handful or formation, to hold."""
VARIANTS = [
    ("cic", {}),
    ("cic", {"enhanced": 1}),
    ("nme", {}),
    ("nme", {"players": 2}),
    ("nemein", {}),
    ("ww3", {"players": 2}),
    ("newyork2047", {}),
]


@pytest.mark.parametrize(("key", "options"), VARIANTS)
def test_every_choice_has_its_space(key: str, options: dict[str, Any]) -> None:
    game, presenter, lots = games(boards())[key], presenters()[key], Random(3)
    missing, captures = set[str](), 0
    for view in positions(game, options, lots):
        names = frozenset(shape.space for shape in picture(key).layer(view, SIZE).shapes)
        board = BoardPicture("", b"", "", key, view, {"size": SIZE}, presenter)
        for value in values(presenter, view):
            space = board.space(value, names)
            captures += "x" in value and value.endswith(space)
            if not space and not WITHOUT.fullmatch(value):
                missing.add(value)
    assert not missing
    assert captures or key not in ("cic", "nme"), "none was met"


def positions(game: AnyGame, options: dict[str, Any], lots: Random) -> Iterator[Any]:
    """The views of those who owe orders, in a game that is played at random."""
    state = game.start(options, HmacChance(bytes(32), "start")).state
    for turn in range(TURNS):
        orders = {}
        for seat in sorted(game.phase(state).owing):
            yield (view := game.view(state, seat))
            orders[seat] = tuple(game.default(view) or ()) or (lots.choice(list(game.legal(view))),)
        if not orders:
            return
        state = game.resolve(state, orders, HmacChance(bytes(32), str(turn))).state


def values(presenter: Presenter, view: Any) -> Iterator[str]:
    """The values of the menus before a piece is picked, and after each."""
    for step in presenter.menus(view, (), "")[:1]:
        for choice in step.choices:
            yield choice.value
            for then in presenter.menus(view, (), choice.value)[1:]:
                yield from (each.value for each in then.choices)
