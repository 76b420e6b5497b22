"""A whole game as one picture that moves: a frame for each step, with a strip of words below the board.

Frames are what the game's painter draws of views, so they show nothing that a picture in a post would not.
An animation is made part by part, each a job of its own for a worker: between two parts others may draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.game import Event, Seat


@dataclass(frozen=True)
class Shot:
    """One frame.

    view, events: what the painter shows;  caption: what it writes on the board ("k7f3 · after turn 3")
    heading, line: the text of the strip, the line in smaller letters ("" for none)
    number: which of all it is, from 1;  ms: how long it is shown, in milliseconds
    """

    view: Any
    events: Sequence[Event]
    caption: str
    heading: str
    line: str
    number: int
    ms: int


@dataclass(frozen=True)
class Reel:
    """What all frames of an animation share.

    names: players' names by seat;  of: how many frames there are
    """

    game: str
    width: int
    names: Mapping[Seat, str]
    of: int


@dataclass(frozen=True)
class Still:
    """A frame as the next one needs it, to tell what has changed.

    entries: palette entries row by row, packed by zlib;  palette: 256 colours, red, green, blue
    """

    size: tuple[int, int]
    entries: bytes
    palette: bytes


@dataclass(frozen=True)
class Part:
    """Frames that are ready. frames: each as it stands in the file;  last: how the newest looks"""

    frames: tuple[bytes, ...]
    last: Still
