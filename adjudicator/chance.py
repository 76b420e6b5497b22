"""Chance that anyone can check afterwards.

A game draws a 256-bit `server_seed` and publishes its SHA-256. Result number *n* is a pure function
of HMAC-SHA256(server_seed, "game_id:n"). When the game is over the seed is published and
`check_events` recomputes every chance event. Source: Common rules, Chance.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from adjudicator.game import Event, Seat

SEED_BYTES = 32
_WORD = 1 << 32

T = TypeVar("T")


class Chance(Protocol):
    """A source of numbered results. `n` is the number of the next one."""

    @property
    def n(self) -> int: ...

    def coin(self) -> bool:
        """Flip a coin: True is heads. Uses one result."""

    def below(self, n: int) -> int:
        """Draw a number, uniform in 0 … n - 1, n ≥ 1. Uses one result."""


class HmacChance:
    """Chance in play.

    seed:    32 bytes
    game_id: the game's public name, part of every message that is signed
    n:       number of the first result to give (how many the game has used)

    >>> chance = HmacChance(bytes(32), "k7f3")
    >>> [chance.coin(), chance.coin(), 1 + chance.below(6)], chance.n
    ([False, False, 1], 3)
    """

    def __init__(self, seed: bytes, game_id: str, n: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a server seed has {SEED_BYTES} bytes, not {len(seed)}")
        if n < 0:
            raise ValueError("results are numbered from 0")
        self._seed = seed
        self._game_id = game_id
        self._n = n

    @property
    def n(self) -> int:
        return self._n

    def coin(self) -> bool:
        return bool(next(self._words()) & 1)

    def below(self, n: int) -> int:
        if not 1 <= n <= _WORD:
            raise ValueError("below(n) needs 1 ≤ n ≤ 2**32")
        return next(word for word in self._words() if word < _fair(n)) % n

    def _words(self) -> Iterator[int]:
        """Return the 32-bit words of the next result, and use it up."""
        number = self._n
        self._n += 1
        return self._stream(number)

    def _stream(self, number: int) -> Iterator[int]:
        message, k = f"{self._game_id}:{number}", 0
        while True:
            text = message if k == 0 else f"{message}:{k}"
            block = hmac.new(self._seed, text.encode(), hashlib.sha256).digest()
            for at in range(0, len(block), 4):
                yield int.from_bytes(block[at : at + 4], "big")
            k += 1

    def read(self, number: int, of: int) -> tuple[int, ...]:
        """Return the words that give result `number` as one of `of`: the last decides, the others are
        skipped. Uses nothing up."""
        found = []
        for word in self._stream(number):
            found.append(word)
            if word < _fair(of):
                break
        return tuple(found)


def _fair(n: int) -> int:
    """Return the first word that would favour the small ones of n results.

    >>> hex(_fair(6)), _fair(2) == 2**32
    ('0xfffffffc', True)
    """
    return _WORD - _WORD % n


class ScriptedChance:
    """Chance with known results, for tests and for analysis.

    Results are given as people read them: True or False for a coin, a die's face (1 … 6), or the
    place (from 1) of what is drawn.

    >>> chance = ScriptedChance(True, 6)
    >>> chance.coin(), 1 + chance.below(6)
    (True, 6)
    """

    def __init__(self, *results: bool | int, n: int = 0) -> None:
        self._results = list(results)
        self._n = n

    @property
    def n(self) -> int:
        return self._n

    def _take(self) -> bool | int:
        if not self._results:
            raise ValueError(f"the script has no result number {self._n}")
        self._n += 1
        return self._results.pop(0)

    def coin(self) -> bool:
        result = self._take()
        if not isinstance(result, bool):
            raise ValueError(f"a coin is True or False, the script says {result}")
        return result

    def below(self, n: int) -> int:
        result = self._take()
        if isinstance(result, bool) or not 1 <= result <= n:
            raise ValueError(f"the script says {result} where 1 … {n} is needed")
        return result - 1


def commitment(seed: bytes) -> str:
    """Return the commitment that is published at the start: the seed's SHA-256, in hex.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


class CoinFlip(Event):
    """A coin was flipped: result number `n`. seat: for whom, None nobody's."""

    n: int
    heads: bool
    seat: Seat | None = None


class Die(Event):
    """A die was rolled: result number `n`, `value` 1 … 6. seat: for whom, None nobody's."""

    n: int
    value: int
    seat: Seat | None = None


class Lot(Event):
    """A lot was drawn: result number `n`, `value` in 0 … `of` - 1."""

    n: int
    of: int
    value: int


CHANCE_EVENTS: dict[str, type[Event]] = {"coin_flip": CoinFlip, "die": Die, "lot": Lot}


def flip(chance: Chance, seat: Seat | None = None) -> CoinFlip:
    """Flip a coin, for that seat, and record it."""
    n = chance.n
    return CoinFlip(n=n, heads=chance.coin(), seat=seat)


def roll(chance: Chance, seat: Seat | None = None) -> Die:
    """Roll a die, for that seat, and record it."""
    n = chance.n
    return Die(n=n, value=1 + chance.below(6), seat=seat)


def shuffle(chance: Chance, things: Sequence[T]) -> tuple[tuple[T, ...], tuple[Lot, ...]]:
    """Put the things in a fair order. Returns it with the lots that decided it.

    Fisher-Yates from the last index down, one result `below(i + 1)` for each i = m - 1 … 1.

    >>> shuffle(ScriptedChance(1, 1), "abc")[0]
    ('b', 'c', 'a')
    """
    order = list(things)
    lots = []
    for i in range(len(order) - 1, 0, -1):
        n = chance.n
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
        lots.append(Lot(n=n, of=i + 1, value=j))
    return tuple(order), tuple(lots)


def in_words(event: Event) -> tuple[str, str]:
    """Name the kind of a chance event, and its result.

    >>> in_words(CoinFlip(n=5, heads=True)), in_words(Die(n=6, value=4)), in_words(Lot(n=7, of=3, value=0))
    (('flip', 'heads'), ('roll', '4'), ('lot', '0 of 0-2'))
    """
    if isinstance(event, CoinFlip):
        return "flip", "heads" if event.heads else "tails"
    if isinstance(event, Die):
        return "roll", str(event.value)
    if isinstance(event, Lot):
        return "lot", f"{event.value} of 0-{event.of - 1 if isinstance(event.of, int) else '?'}"
    raise TypeError(f"{event} is no result of chance")


@dataclass(frozen=True)
class Proof:
    """One result, recomputed.

    n:       its number: results are numbered 0, 1, 2, … in the order of the events; after an undo they go on
             from where it goes back to
    message: what was signed with the seed
    words:   the 32-bit words that were read: the last decides, the others were skipped
    event:   what was recorded;  truth: what the seed gives, None if that is no question
    """

    n: int
    message: str
    words: tuple[int, ...]
    event: Event
    truth: Event | None

    @property
    def ok(self) -> bool:
        return self.event == self.truth


def prove(seed: bytes, game_id: str, events: Iterable[Event], n: int = 0) -> list[Proof]:
    """Recompute every chance event, in order; the first is number `n`. What is no chance event is left
    out."""
    chance = HmacChance(seed, game_id, n)
    found = []
    for event in events:
        n, of = chance.n, 2
        truth: Event | None = None
        if isinstance(event, CoinFlip):
            truth = flip(chance, event.seat)
        elif isinstance(event, Die):
            truth, of = roll(chance, event.seat), 6
        elif isinstance(event, Lot):
            if type(event.of) is int and 1 <= event.of <= _WORD:
                truth, of = Lot(n=n, of=event.of, value=chance.below(event.of)), event.of
            else:
                chance.coin()
        else:
            continue
        found.append(Proof(n, f"{game_id}:{n}", chance.read(n, of), event, truth))
    return found


def check_events(seed: bytes, game_id: str, events: Iterable[Event]) -> list[str]:
    """Recompute every chance event; one line for each that does not fit, none if all are true.

    The results must be numbered 0, 1, 2, … in the order of the events.
    """
    return untrue(prove(seed, game_id, events))


def untrue(proofs: Iterable[Proof]) -> list[str]:
    """Return one line for each result that does not follow from the seed."""
    faults = []
    for proof in proofs:
        if proof.truth is None:
            faults.append(
                f"recorded {proof.event}, but no lot is drawn from {getattr(proof.event, 'of', None)!r}"
            )
        elif not proof.ok:
            faults.append(f"recorded {proof.event}, but the seed gives {proof.truth}")
    return faults
