"""Refused orders as a person reads them: what is wrong with each, and what would work."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.errors import OrderError
from adjudicator.game import Seat
from bot.common.message import clip
from bot.presenters.phrases import seats_named

MOST_WRONG = 6
"""So many wrong orders of one message are told in full."""
MOST_INSTEAD = 4
"""So many orders that would work are told with each of them."""


def order_error(*errors: OrderError, names: Mapping[Seat, str] | None = None) -> str:
    """Refused orders as a person reads them: each order, why, and some that would work. names: of the seats,
    so that reasons have them as people write them, and orders about own units alone come first"""
    told = [_wrong(error, names or {}) for error in errors[:MOST_WRONG]]
    if len(errors) > MOST_WRONG:
        told.append(f"… and {len(errors) - MOST_WRONG} more.")
    return "\n".join([*told, "Nothing has changed."])


def look_error(error: OrderError) -> str:
    """What was not understood of somebody who only wants to look, in one line."""
    return _wrong(error, {}).replace(f"\n{_WORK}", " Try").replace(f"\n{_SOME}", " Try")


_WORK, _SOME = "This would work:", "This would work, among others:"


def _wrong(error: OrderError, names: Mapping[Seat, str]) -> str:
    order = f"`{clip(plain_order(error.order), 80)}`: " if error.order else ""
    reason = seats_named(error.reason, names)
    reason = reason if order else reason[:1].upper() + reason[1:]
    text = f"{order}{clip(reason, 400)}{'' if reason[-1:] in '.?!' else '.'}"
    said = error.reason.lower()
    unsaid = [word for word in error.instead if word not in said and _target(word) not in said]
    if unsaid:
        unsaid.sort(key=lambda word: any(part in names for part in word.split()))
        shown = ", ".join(f"`{word}`" for word in unsaid[:MOST_INSTEAD])
        text += f"\n{_SOME if len(unsaid) > MOST_INSTEAD else _WORK} {shown}"
    return text


def _target(order: str) -> str:
    """Where an order leads to, as a reason may have named it already.

    >>> _target("e7xe6"), _target("A4s-B4n"), _target("1 move upper_hudson")
    ('e6', 'b4n', 'upper hudson')
    """
    last = (order.split() or [""])[-1].lower()
    return re.split(r"[-x*](?=[a-z]\d+[ns]?$)", last)[-1].replace("_", " ")


def plain_order(text: str) -> str:
    """What somebody typed, safe inside a code span."""
    return text.replace("`", "'").replace("\n", " ")
