"""Codes of games: short, easy to read out and to type, and one game's alone.

A code is never used again, so that old links and files go on meaning what they meant; when the short ones
run out, longer ones of the same pattern follow.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection

from bot.engine.hooks import Hooks
from bot.storage import tables
from bot.storage.database import Tx

_LETTERS = "abcdefghjkmnpqrstuvwxyz"
_DIGITS = "23456789"
SHORT, LONG = 2, 3
"""Pairs of a letter and a digit. There are 22,080 short codes, and four million long ones."""
TRIES = 20
"""So many short codes are drawn before a long one: where these are all taken, most short ones are."""
PATTERN = rf"(?:[a-z]\d){{{SHORT},{LONG}}}"
"""What a code looks like, for those who look for one in a text."""


def new_code(pairs: int = SHORT) -> str:
    """A game's code: signs that nobody confuses, letters and digits in turn, such as k7f3 or k7f3m2.

    It never looks like an order: those begin with the name of a square, a to h.
    """
    first, *others = (_LETTERS[8:], *[_LETTERS] * (pairs - 1))
    return "".join(secrets.choice(letters) + secrets.choice(_DIGITS) for letters in (first, *others))


async def free_code(hooks: Hooks, tx: Tx, taken: Collection[str] = ()) -> str:
    """A code that no game has, nor one that is still to be opened. taken: nor one of these"""
    tried = 0
    while True:
        code = new_code(SHORT if tried < TRIES else LONG)
        tried += 1
        spoken_for = code in taken or any([await told(tx, code) for told in hooks.code_taken])
        if not spoken_for and await tables.get(tx, code) is None:
            return code
