"""Pictures of the games. One painter per game; `picture` finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from adjudicator.game import Event, Seat


class Painter(Protocol):
    """What draws one game. Views and orders are those of the game with the same key.

    Both are pure and synchronous: the same arguments give the same bytes, and nothing is changed.
    Call them in a worker, never on the event loop.
    """

    def draw(
        self,
        view: Any,
        *,
        size: int = 0,
        names: Mapping[Seat, str] | None = None,
        draft: Sequence[Any] = (),
        caption: str = "",
        marks: Mapping[Any, str] | None = None,
        events: Sequence[Event] = (),
        focus: Sequence[str] = (),
    ) -> bytes:
        """A PNG, `size` pixels wide (0: as the game's board is best posted). Shows the view, the given
        draft, and what the given events tell of the newest step; nothing else.

        marks: what to mark in a picture for choosing;  focus: the spaces to crop to, () the whole board
        """

    def alt(
        self,
        view: Any,
        draft: Sequence[Any] = (),
        *,
        names: Mapping[Seat, str] | None = None,
        caption: str = "",
        events: Sequence[Event] = (),
    ) -> str:
        """The picture in words, at most 1024 characters."""


PAINTERS = ("cic", "newyork2047", "nme", "nemein", "ww3")
"""The games that have pictures: each is a module of this package with the game's key as its name."""


def picture(game_key: str) -> Painter:
    """The painter of a game, loaded at its first use; KeyError if the game has none."""
    if game_key not in PAINTERS:
        raise KeyError(game_key)
    return cast(Painter, import_module(f"maps.{game_key}"))
