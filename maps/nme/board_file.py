"""The board of NME from its definition: `python -m maps.nme.board_file` writes maps/data/nme.json.

Lattices are given in thirds of a hexagon's axial coordinates: the hexagon (q, r) lies at (3q, 3r), and a
corner, the middle of three hexagons, at the sum of their coordinates. So everything is a whole number: a
picture has x = √3·(Q/3 + R/6), y = R/2 (unit side, y up). Source: Board; a Ruling as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from maps.boards import DATA, board_text

Lattice = tuple[int, int]
"""A point in thirds of axial coordinates, or a hexagon in axial ones."""

ROWS = "ABCDEFGHIJKL"
FIRST, LAST = -4, 7
AROUND: tuple[Lattice, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""From a hexagon to its neighbours, in axial coordinates, counter-clockwise from the east."""
NORTH_HEXAGONS: tuple[Lattice, ...] = ((-1, -1), (2, -1), (-1, 2))
"""From the north end of a vertical edge to its three hexagons, in thirds: left, right, above. Those of the
south end lie the other way; a star's adjoining ones lie opposite to its hexagons."""
DEPTHS: Mapping[str, tuple[int, int, int]] = {"black": (0, 0, 1), "gray": (12, 1, 0), "white": (33, -1, -1)}
"""By army (a, b, c): the depth at a point, in thirds of a row, is a + b·Q + c·R."""
STATIONS = "NASPSAN"
"""A base's stars from one end to the other."""


def definition() -> dict[str, Any]:
    """Return the board file's content."""
    cells = [
        (q, r) for r in range(len(ROWS)) for q in range(FIRST, LAST + 1) if 0 <= q + r < len(ROWS)
    ]  # fmt: skip
    names: dict[Lattice, str] = {}
    for row, letter in enumerate(ROWS):
        line = sorted(q for q, r in cells if r == row)
        names |= {(q, row): f"{letter}{number}" for number, q in enumerate(line, 1)}
    stars = _stars(names)
    at = {point: name for name, point in stars.items()}
    return {
        "title": "NME",
        "credits": "Drawn from the rules' own definition; the publisher's pictures are lost.",
        "hexagons": {name: list(cell) for cell, name in names.items()},
        "stars": {
            name: {
                "at": list(point),
                "touches": [names[cell] for cell in _cells(point) if cell in names],
                "adjoins": [at[other] for other in _adjoining(point) if other in at],
            }
            for name, point in stars.items()
        },
        "armies": {army: _army(army, names, stars) for army in DEPTHS},
    }


def _stars(names: Mapping[Lattice, str]) -> dict[str, Lattice]:
    """Return every corner of two or more hexagons by its name: the hexagon to the left of its vertical edge,
    and which end of that edge it is; number 0 is left of a row."""
    found = {}
    for row, letter in enumerate(ROWS):
        line = sorted(q for q, r in names if r == row)
        for number, q in enumerate([line[0] - 1, *line]):
            for end, point in (("s", (3 * q + 2, 3 * row - 1)), ("n", (3 * q + 1, 3 * row + 1))):
                if sum(cell in names for cell in _cells(point)) > 1:
                    found[f"{letter}{number}{end}"] = point
    return found


def _sign(point: Lattice) -> int:
    """Return 1 for the north end of a vertical edge, -1 for the south end."""
    return 1 if point[0] % 3 == 1 else -1


def _cells(point: Lattice) -> list[Lattice]:
    """Return the three hexagons around a corner, on the board or not."""
    sign = _sign(point)
    return [((point[0] + sign * q) // 3, (point[1] + sign * r) // 3) for q, r in NORTH_HEXAGONS]


def _adjoining(point: Lattice) -> list[Lattice]:
    """Return the three corners beside a corner, on the board or not."""
    sign = _sign(point)
    return [(point[0] - sign * q, point[1] - sign * r) for q, r in NORTH_HEXAGONS]


def _army(army: str, names: Mapping[Lattice, str], stars: Mapping[str, Lattice]) -> dict[str, Any]:
    """Return an army's side of the board: its way forward, its base, and who stands where at the start."""
    start, across, up = DEPTHS[army]
    side = [cell for cell in names if start + 3 * (across * cell[0] + up * cell[1]) == 0]
    base = [
        name
        for name, point in stars.items()
        if start + across * point[0] + up * point[1] < 0 and sum(c in side for c in _cells(point)) == 2
    ]
    base.sort(key=lambda name: (stars[name][1], stars[name][0]))
    infantry = sorted(side, key=lambda cell: (cell[1], cell[0]))
    pieces = dict(zip(base, STATIONS, strict=True)) | {names[cell]: "I" for cell in infantry}
    return {
        "depth": list(DEPTHS[army]),
        "base": base,
        "black_star": base[STATIONS.index("P")],
        "pieces": pieces,
    }


if __name__ == "__main__":
    (DATA / "nme.json").write_text(board_text(definition()), "utf-8")
