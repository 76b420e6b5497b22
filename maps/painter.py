"""What all painters share: one request for a picture, drawn or put into words."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from adjudicator.chance import HmacChance
from adjudicator.game import AnyGame, Event, Seat
from adjudicator.registry import games
from maps import boards, picture, text
from maps.canvas import Canvas
from maps.text import joined, player_name
from maps.touch import Layer

V = TypeVar("V")


class TextOptions(TypedDict, total=False):
    """The keywords of a description, see `Request`."""

    names: Mapping[Seat, str] | None
    caption: str
    events: Sequence[Event]
    changes: Sequence[Event]


class Options(TextOptions, total=False):
    """The keywords of a picture."""

    size: int
    draft: Sequence[Any]
    marks: Mapping[Any, str] | None
    focus: Collection[str]
    close: bool
    bare: bool


@dataclass(frozen=True, kw_only=True)
class Request(Generic[V]):
    """What one picture is to show: the view, and nothing that the view hides.

    size:    its width in pixels; 0: as the game's board is best posted
    names:   players' names by seat
    draft:   orders of the view's seat, seen by nobody else
    caption: a few words for the corner ("k7f3 · turn 12")
    marks:   by space, what to mark when an order is chosen
    events:  of the newest step
    changes: what was done since the view's seat gave orders, as it may know: to mark what concerns it
    focus:   names of the spaces to crop to, () for the whole board
    close:   without a focus, crop to what happened last, with a small overview (games with large boards)
    bare:    words beside the picture say whose turn it is and what happened: a whole board without marks
             has no header
    """

    view: V
    size: int = 0
    names: Mapping[Seat, str] | None = None
    draft: Sequence[Any] = ()
    caption: str = ""
    marks: Mapping[Any, str] | None = None
    events: Sequence[Event] = ()
    changes: Sequence[Event] = ()
    focus: Collection[str] = ()
    close: bool = False
    bare: bool = False

    def player(self, seat: Seat, fallback: str) -> str:
        """Return a player's name as the fonts can write it, or the fallback."""
        return player_name(self.names, seat, fallback)


@dataclass(frozen=True)
class Painter(Generic[V]):
    """Draws one game. Views and orders are those of the game with the same key.

    Pure and synchronous: the same arguments give the same bytes, and nothing is changed. Drawing takes some
    10 ms, the first picture of a process up to a second: call it in a worker, never on the event loop.

    make:  composes a picture;  tell: returns the sentences of its description
    touch: returns the spaces of a picture of the whole board, so many pixels wide (0: as usual)
    level: zlib's level for the PNG; higher ones take longer for files that are hardly smaller
    """

    make: Callable[[Request[V]], Canvas]
    tell: Callable[[Request[V]], Iterable[str]]
    touch: Callable[[V, int], Layer]
    level: int = 1

    def draw(self, view: V, **options: Unpack[Options]) -> bytes:
        """Return the picture as a PNG. KeyError: no such space;  ValueError: no such mark."""
        return self.compose(view, **options).png(self.level)

    def compose(self, view: V, **options: Unpack[Options]) -> Canvas:
        """Return what `draw` encodes."""
        return self.make(Request(view=view, **options))

    def layer(self, view: V, size: int = 0) -> Layer:
        """Return the spaces of the picture of the whole board that `draw` makes without `bare`."""
        return self.touch(view, size)

    def alt(self, view: V, draft: Sequence[Any] = (), **options: Unpack[TextOptions]) -> str:
        """Return the picture in words, at most 1024 characters."""
        return joined(self.tell(Request(view=view, draft=draft, **options)))


@dataclass(frozen=True)
class RulesPicture:
    """A picture that explains a game: 1100 pixels wide, at most 1400 high.

    name: of its file, without ".png": "opening", "pieces", "turn" or another;  data: the PNG
    alt: the picture in words
    """

    name: str
    data: bytes
    alt: str


@cache
def rules_pictures(key: str) -> tuple[RulesPicture, ...]:
    """Return the pictures for a game's rules and lobby, in the order in which a reader needs them.

    They come from `draw()` in `maps/<key>/rules_pictures.py`; () for a game that has no such file. Drawing
    them may take a second, once a process: `await renderer.work(rules_pictures, key)`.
    """
    name = f"maps.{key}.rules_pictures"
    if find_spec(f"maps.{key}") is None or find_spec(name) is None:
        return ()
    found: tuple[RulesPicture, ...] = import_module(name).draw()
    return found


OPENING_WIDTH = 1100
MOST_EXAMPLES = 500
"""Set-ups from which examples are taken: some options allow any number."""


@lru_cache(maxsize=16)
def opening_picture(key: str, options: str = "{}") -> RulesPicture:
    """Return the board before the first turn of a game, for its lobby; KeyError if there is no such game.

    Where sides set up in secret, they stand as in examples of the rules. Draw it in a worker:
    `await renderer.work(opening_picture, key)`. options: of the game, as JSON
    """
    game, view, example = _opening(key, json.loads(options))
    data = picture(key).draw(view, size=OPENING_WIDTH, caption=text.OPENING_CAPTION)
    said = text.OPENING_EXAMPLE if example else text.OPENING
    return RulesPicture("opening", data, said(game=game.name))


def _opening(key: str, given: Mapping[str, Any] | None = None) -> tuple[AnyGame, Any, bool]:
    """Return a game, the view of its first turn for everybody, and whether set-ups in it are examples."""
    game = games(boards.boards())[key]
    chance = HmacChance(bytes(32), key)
    options = game.options(given or {})
    state = game.start(options, chance).state
    # A set-up that only some options have adds to a full board: an example would be taken for the real one.
    usual = game.phase(game.start(game.options({}), chance).state)
    example = usual.sealed and usual.key == "setup"
    if example:
        state = game.resolve(state, _examples(game, options, state), chance).state
    return game, game.view(state, None), example


def board_ready(key: str, size: int) -> None:
    """Draw a game's opening, so that what follows in this process at this size takes some 10 ms.

    size: as for `Painter.draw`; 0: the usual one, at which parts of boards are drawn too
    """
    _, view, _ = _opening(key)
    for close in (False,) if size else (False, True):
        picture(key).draw(view, size=size, close=close)


def _examples(game: AnyGame, options: Mapping[str, Any], state: Any) -> dict[Seat, Sequence[Any]]:
    """Return a set-up for each seat that owes one: another one for each where an order is a whole set-up."""
    found: dict[Seat, Sequence[Any]] = {}
    for at, seat in enumerate(game.seats(options)):
        if seat not in game.phase(state).owing:
            continue
        view = game.view(state, seat)
        usual = game.default(view) or ()
        others = [] if len(usual) > 1 else list(islice(game.legal(view), MOST_EXAMPLES))
        found[seat] = (others[3 * at % len(others)],) if others else usual
    return found
