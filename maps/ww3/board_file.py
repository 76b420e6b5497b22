"""The board of WW3 from its definition: `python -m maps.ww3.board_file` writes maps/data/ww3.json.

Points lie at (x, y), 1 to 11 each, x to the right and y up; their names are column letter and row number.
Source: Board; a Ruling as a whole.
"""

from __future__ import annotations

from typing import Any

from maps.boards import DATA, board_text

SIZE = 11
CENTRE = range(4, 9)
REGIONS = ("red", "blue", "silver", "olive")
"""Clockwise from the south."""

GridPoint = tuple[int, int]


def definition() -> dict[str, Any]:
    """Return the board file's content."""
    places = [
        (x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1) if x in CENTRE or y in CENTRE
    ]  # fmt: skip
    return {
        "title": "WW3: Military Chess",
        "credits": "Drawn from the rules' own definition; the publisher's picture is lost.",
        "points": {name_of(place): list(place) for place in places},
        "lines": [[name_of(one), name_of(other)] for one, other in _lines(places)],
        "regions": {
            region: [name_of(place) for place in places if _arm(place) == region] for region in REGIONS
        },
    }


def name_of(place: GridPoint) -> str:
    """Return a point's name.

    >>> name_of((4, 1)), name_of((11, 8))
    ('d1', 'k8')
    """
    x, y = place
    return f"{'abcdefghijk'[x - 1]}{y}"


def _arm(place: GridPoint) -> str:
    """Return whose arm a point lies in; "" for the centre."""
    x, y = place
    if y < CENTRE.start:
        return "red"
    if x < CENTRE.start:
        return "blue"
    if y >= CENTRE.stop:
        return "silver"
    return "olive" if x >= CENTRE.stop else ""


def _lines(places: list[GridPoint]) -> list[tuple[GridPoint, GridPoint]]:
    """Return each line once, from its lower or left end."""
    found = []
    for x, y in places:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            other = (x + dx, y + dy)
            if other not in places:
                continue
            # Diagonals join even points of the centre; the other end of one is even as well.
            inside = not _arm((x, y)) and not _arm(other)
            if dx and dy and not (inside and (x + y) % 2 == 0):
                continue
            found.append(((x, y), other))
    return found


if __name__ == "__main__":
    (DATA / "ww3.json").write_text(board_text(definition()), "utf-8")
