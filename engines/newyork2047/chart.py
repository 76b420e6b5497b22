"""The map as the engine thinks about it: which stars a space reaches, and how far everything is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.newyork2047.board import Board, Key

FAR = 99


@dataclass(frozen=True, eq=False)
class Chart:
    """stars:    all star spaces, those of the Turretons too, sorted
    turreton: star space in the water -> the Turreton that stands there
    reach:    space -> the neighbouring stars for whose battle a unit there counts: (star, whether it can
              attack there, not only support)
    steps:    space -> (space -> moves between the two)
    order:    space -> all stars, the nearest first: (moves, star)
    """

    board: Board
    stars: tuple[Key, ...]
    turreton: Mapping[Key, str]
    reach: Mapping[Key, tuple[tuple[Key, bool], ...]]
    steps: Mapping[Key, Mapping[Key, int]]
    order: Mapping[Key, tuple[tuple[int, Key], ...]]


def draw_chart(board: Board) -> Chart:
    """Work out everything about the map that never changes."""
    turreton = {place: name for name, place in board.places.items()}
    stars = tuple(sorted((*board.stars, *turreton)))
    water = board.water
    steps = {key: _steps(board, key) for key in board.spaces}
    return Chart(
        board=board,
        stars=stars,
        turreton=turreton,
        reach={
            key: tuple(
                (star, (key in water) == (star in water))
                for star in stars
                if star in board.near[key] and (key in water or star not in water)
            )
            for key in board.spaces
        },
        steps=steps,
        order={
            key: tuple(sorted((steps[key].get(star, FAR), star) for star in stars)) for key in board.spaces
        },
    )


def _steps(board: Board, begin: Key) -> dict[Key, int]:
    found = {begin: 0}
    waiting = [begin]
    for space in waiting:
        for other in board.near[space]:
            if other not in found:
                found[other] = found[space] + 1
                waiting.append(other)
    return found
