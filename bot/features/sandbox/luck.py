"""Coins and dice on a sandbox: they fall as they like, or as its owner has set them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.chance import CoinFlip, Die, HmacChance
from adjudicator.game import Event, Seat
from adjudicator.text import listing
from bot.common.message import MOST_CHOICES, Choice
from bot.features.sandbox import text
from maps.text import capitalized

Result = bool | int
"""True or False of a coin, heads or tails; a die's face."""
AGAIN = "again"
"""The choice that lets everything fall anew."""


class SetChance:
    """Chance whose first results are set; the others, and all from one that does not fit on, fall freely.

    >>> chance = SetChance([True, 6, 2], HmacChance(bytes(32), "k7f3", 4))
    >>> chance.coin(), 1 + chance.below(6), chance.coin() in (True, False), chance.n
    (True, 6, True, 7)
    """

    def __init__(self, results: Sequence[Result], free: HmacChance) -> None:
        self._results, self._free = list(results), free

    @property
    def n(self) -> int:
        return self._free.n

    def coin(self) -> bool:
        fallen = self._free.coin()
        if self._results and isinstance(self._results[0], bool):
            return bool(self._results.pop(0))
        self._results.clear()
        return fallen

    def below(self, n: int) -> int:
        fallen = self._free.below(n)
        if self._results and not isinstance(self._results[0], bool) and 1 <= self._results[0] <= n:
            return self._results.pop(0) - 1
        self._results.clear()
        return fallen


def fallen(events: Sequence[Event]) -> list[CoinFlip | Die]:
    """The coins and dice among what happened."""
    return [event for event in events if isinstance(event, CoinFlip | Die)]


def result(event: CoinFlip | Die) -> Result:
    return event.heads if isinstance(event, CoinFlip) else event.value


def choices(events: Sequence[Event], names: Mapping[Seat, str]) -> tuple[Choice, ...]:
    """What else could have fallen, one coin or die at a time; () where nothing fell."""
    some = fallen(events)
    found = [
        Choice(f"{number}.{int(other)}", text.MAKE_IT(what=what, result=_word(other)))
        for number, (each, what) in enumerate(zip(some, _named(some, names), strict=True))
        for other in ((True, False) if isinstance(each, CoinFlip) else range(1, 7))
        if other != result(each)
    ]
    return (*found[: MOST_CHOICES - 1], Choice(AGAIN, text.FALL_AGAIN)) if found else ()


def told(events: Sequence[Event], names: Mapping[Seat, str]) -> str:
    """How everything fell, in a few words.

    >>> told([CoinFlip(n=0, heads=True)], {}), told([Die(n=0, value=3, seat="red")], {"red": "Red"})
    ('The coin fell heads: set it…', 'The die of Red fell 3: set it…')
    """
    some = fallen(events)
    each = (
        text.FELL(what=what, result=_word(result(one)))
        for one, what in zip(some, _named(some, names), strict=True)
    )
    return text.SET_IT(fell=capitalized(listing(list(each), "and")))


def changed(events: Sequence[Event], choice: str) -> list[Result] | None:
    """The results of these events with one of them changed; [] where all fall anew; None: no such choice.

    >>> changed([CoinFlip(n=0, heads=True), Die(n=1, value=3)], "1.6"), changed([], AGAIN)
    ([True, 6], [])
    """
    if choice == AGAIN:
        return []
    results = [result(each) for each in fallen(events)]
    number, _, value = choice.partition(".")
    if not (number.isdecimal() and value.isdecimal() and int(number) < len(results)):
        return None
    coin = isinstance(results[int(number)], bool)
    results[int(number)] = value == "1" if coin else int(value)
    return results


def _word(result: Result) -> str:
    if isinstance(result, bool):
        return text.HEADS if result else text.TAILS
    return str(result)


def _named(some: Sequence[CoinFlip | Die], names: Mapping[Seat, str]) -> list[str]:
    """Each coin and die in words; numbered where several are alike."""
    found = []
    for each in some:
        seat = names.get(each.seat or "", "")
        of = text.OF(seat=seat) if seat else ""
        found.append((text.COIN if isinstance(each, CoinFlip) else text.DIE)(of=of))
    alike = {what for what in found if found.count(what) > 1}
    return [
        text.NUMBERED(what=what, n=found[: at + 1].count(what)) if what in alike else what
        for at, what in enumerate(found)
    ]
