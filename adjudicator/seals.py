"""Seals: a SHA-256 for each order sheet of a secret phase, published before anybody sees an order.

Whoever sees the orders and salts afterwards can check that nothing was changed in between. The salt keeps
anybody from finding the orders by trying: a unit has few.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.game import Seat

SALT_BYTES = 16
# Nothing but this: a salt with a line break could hold orders, and so let them be told otherwise later.
_SALT = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")


def sealed_text(game_id: str, turn: int, seat: Seat, salt: str, orders: Sequence[str]) -> str:
    """Make the text that is hashed: a line that names the sheet and has its salt, then a line for each order.
    No line break at the end.

    turn:   as in the record: of the phase that is sealed, from 0
    orders: canonical texts, in the order of the record

    >>> sealed_text("k7f3", 2, "tower", "00" * 16, ["1 hold", "2 move soho"])
    'k7f3 2 tower 00000000000000000000000000000000\\n1 hold\\n2 move soho'
    """
    return "\n".join([f"{game_id} {turn} {seat} {salt}", *orders])


def seal_of(game_id: str, turn: int, seat: Seat, salt: str, orders: Sequence[str]) -> str:
    """Hash that text in UTF-8: SHA-256, in hex."""
    return hashlib.sha256(sealed_text(game_id, turn, seat, salt, orders).encode()).hexdigest()


def seals_of(step: Mapping[str, Any]) -> Mapping[str, Any]:
    """Find the seals of a record's step by seat; none if it has none, or something else in their place."""
    seals = step.get("seals")
    return seals if isinstance(seals, Mapping) else {}


def check_seals(game_id: str, step: Mapping[str, Any]) -> list[str]:
    """Check the seals of one step of a record. Returns a line for each fault. A step without seals has none
    wrong.

    May raise KeyError, TypeError or AttributeError if the step itself is none.
    """
    seals, orders = seals_of(step), step.get("orders", {})
    if not seals:
        return ["its seals are no object"] if step.get("seals") else []
    faults = [f"the orders of {seat} have no seal" for seat in orders if seat not in seals]
    for seat, seal in seals.items():
        salt = seal.get("salt") if isinstance(seal, Mapping) else None
        if seat not in orders:
            faults.append(f"the seal of {seat} has no orders")
        elif not isinstance(salt, str) or not _SALT.fullmatch(salt):
            faults.append(f"the salt of {seat} is not {2 * SALT_BYTES} hex digits in lower case")
        elif seal_of(game_id, step["turn"], seat, salt, orders[seat]) != seal.get("sha256"):
            faults.append(f"the orders of {seat} are not those that were sealed")
    return faults
