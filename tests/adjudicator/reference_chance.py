"""Chance a second time, from the common rules alone: result number n of a game is a pure function."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator


def words(seed: bytes, game_id: str, n: int) -> Iterator[int]:
    k = 0
    while True:
        message = f"{game_id}:{n}:{k}" if k else f"{game_id}:{n}"
        block = hmac.new(seed, message.encode(), hashlib.sha256).hexdigest()
        yield from (int(block[at : at + 8], 16) for at in range(0, 64, 8))
        k += 1


def coin(seed: bytes, game_id: str, n: int) -> bool:
    """ "A coin is the word's lowest bit (1 = heads)" """
    return next(words(seed, game_id, n)) % 2 == 1


def die(seed: bytes, game_id: str, n: int) -> int:
    """ "a die is 1 + uniform(6)", by rejection"""
    for word in words(seed, game_id, n):
        if word < 2**32 // 6 * 6:
            return 1 + word % 6
    raise AssertionError
