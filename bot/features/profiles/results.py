"""Wins, draws and losses; or places, where a game has more than two sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.storage.league_records import GameResult


def tally(results: Iterable[GameResult], sides: int) -> str:
    """What came of these games, in words. sides: of the game; two win or lose, more have places.

    Shared places are counted as such: in a draw of all the place is the first, but nobody has won.
    """
    ended = [result for result in results if result.place]
    if sides == 2:
        drawn = sum(result.shared == result.seats for result in ended)
        won = sum(result.place == 1 for result in ended) - drawn
        parts = [(won, "won"), (drawn, "drawn"), (len(ended) - won - drawn, "lost")]
        return ", ".join(f"{number} {word}" for number, word in parts if number)
    places = Counter(result.place for result in ended)
    shared = Counter(result.place for result in ended if result.shared > 1)
    return ", ".join(
        f"{ordinal(place)} {number}×" + (f" ({shared[place]} shared)" if shared[place] else "")
        for place, number in sorted(places.items())
    )


def ordinal(place: int) -> str:
    """
    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ends.get(place % 10, 'th')}"
