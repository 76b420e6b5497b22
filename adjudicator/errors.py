"""Errors for people: what was wrong, with which order, what would work.

Four kinds are kept apart: not understood (`NotUnderstoodError`), understood but not legal
(`IllegalOrderError`), wrong options or positions (`OptionError`, `PositionError`). What is legal but
unwise is not an error: see `Game.warn`.
"""

from __future__ import annotations

from collections.abc import Iterable

MOST_SHOWN = 25
"""Limits the alternatives in an error: a Discord menu can show as many."""


class GameError(Exception):
    """The base of everything that the rules refuse. `str(error)` is one line for the person who asked."""


class OrderError(GameError):
    """An order that was refused; nothing has changed.

    order:   the text (or part of it) that was refused, as given; "" when none was given
    reason:  why, in one line without the order itself
    instead: canonical orders or words that would work, at most `MOST_SHOWN`, maybe none
    """

    kind = "order"

    def __init__(self, order: str, reason: str, instead: Iterable[str] = ()) -> None:
        self.order = order
        self.reason = reason
        self.instead = tuple(instead)[:MOST_SHOWN]
        super().__init__(f"{order}: {reason}" if order else reason)


class NotUnderstoodError(OrderError):
    """The text is not an order of this game."""

    kind = "not_understood"


class IllegalOrderError(OrderError):
    """The text is an order, but not a legal one now."""

    kind = "illegal"


class OptionError(GameError):
    """A game option is unknown or has a value that it cannot have."""

    def __init__(self, key: str, reason: str, instead: Iterable[str] = ()) -> None:
        self.key = key
        self.reason = reason
        self.instead = tuple(instead)
        super().__init__(f"option {key}: {reason}")


class PositionError(GameError):
    """A position or a stored state is malformed or impossible."""
