"""The board file of NME: that it is what the rules' text says. Geometry is checked by another way than the
definition's: by plane coordinates and distances."""

from __future__ import annotations

from math import cos, hypot, isclose, pi, sin, sqrt
from pathlib import Path

import pytest

from adjudicator.nme.board import ARMIES, read_board
from maps.boards import DATA, board, board_text
from maps.nme import board_file

FILE = board("nme")
HEXAGONS, STARS = FILE["hexagons"], FILE["stars"]
BOARD = read_board(FILE)


def plane(q: float, r: float) -> tuple[float, float]:
    """The rules' own formula: unit side, y up."""
    return sqrt(3) * (q + r / 2), 1.5 * r


CENTERS = {name: plane(q, r) for name, (q, r) in HEXAGONS.items()}
PLACES = {name: plane(star["at"][0] / 3, star["at"][1] / 3) for name, star in STARS.items()}


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def corners(name: str) -> list[tuple[float, float]]:
    x, y = CENTERS[name]
    return [(x + cos(pi / 6 + k * pi / 3), y + sin(pi / 6 + k * pi / 3)) for k in range(6)]


def test_the_file_is_what_the_definition_writes() -> None:
    assert (DATA / "nme.json").read_text("utf-8") == board_text(board_file.definition())
    assert Path(board_file.__file__).parent.name == "nme"


def test_counts() -> None:
    assert (len(HEXAGONS), len(STARS)) == (106, 210)
    touching = [len(star["touches"]) for star in STARS.values()]
    assert (touching.count(3), touching.count(2)) == (177, 33)
    assert sum(len(star["adjoins"]) for star in STARS.values()) == 2 * 282
    assert len(BOARD.names) == len(set(BOARD.names)) == 316


def test_cells_and_their_names() -> None:
    """Every cell of the definition, named from the left within its row."""
    around = [(q, r) for q in range(-20, 20) for r in range(-20, 20)]
    cells = {(q, r) for q, r in around if 0 <= r <= 11 and -4 <= q <= 7 and 0 <= q + r <= 11}
    assert {(q, r) for q, r in HEXAGONS.values()} == cells
    rows: dict[str, list[tuple[float, str]]] = {}
    for name, (x, _) in CENTERS.items():
        rows.setdefault(name[0], []).append((x, name))
    assert "".join(sorted(rows)) == "ABCDEFGHIJKL"
    for letter, row in rows.items():
        assert [name for _, name in sorted(row)] == [f"{letter}{k + 1}" for k in range(len(row))]
        assert {HEXAGONS[name][1] for _, name in row} == {"ABCDEFGHIJKL".index(letter)}
    named = {"A1": (0, 0), "A8": (7, 0), "E1": (-4, 4), "L5": (0, 11)}
    assert {name: tuple(HEXAGONS[name]) for name in named} == named


def test_six_sides_of_eight_and_five() -> None:
    values = [tuple(cell) for cell in HEXAGONS.values()]
    sides = [
        sum(r == 0 for _, r in values),
        sum(q == 7 for q, _ in values),
        sum(q + r == 11 for q, r in values),
        sum(r == 11 for _, r in values),
        sum(q == -4 for q, _ in values),
        sum(q + r == 0 for q, r in values),
    ]
    assert sides == [8, 5, 8, 5, 8, 5]


def test_stars_are_the_corners_of_two_or_more_hexagons() -> None:
    found: dict[tuple[float, float], set[str]] = {}
    for name in HEXAGONS:
        for x, y in corners(name):
            found.setdefault((round(x, 6) + 0.0, round(y, 6) + 0.0), set()).add(name)
    shared = {point: names for point, names in found.items() if len(names) > 1}
    assert len(shared) == 210
    for name, star in STARS.items():
        x, y = PLACES[name]
        [point] = [point for point in shared if apart(point, (x, y)) < 1e-5]
        assert set(star["touches"]) == shared[point], name
        assert len(star["touches"]) == len(set(star["touches"]))


def test_adjoining_stars_are_joined_by_an_edge_of_the_board() -> None:
    for name, star in STARS.items():
        near = {other for other in STARS if other != name and isclose(apart(PLACES[name], PLACES[other]), 1)}
        assert set(star["adjoins"]) == near, name
        for other in near:
            assert set(star["touches"]) & set(STARS[other]["touches"]), (name, other)
            assert name in STARS[other]["adjoins"]


def test_names_of_stars() -> None:
    """The hexagon to the left of the star's vertical edge, and which end of it the star is."""
    for name, (x, y) in PLACES.items():
        side = 1 if name[-1] == "n" else -1
        row, number = name[0], int(name[1:-1])
        middle = (x, y - side / 2)
        right = f"{row}{number + 1}"
        if number:
            assert apart((middle[0] - sqrt(3) / 2, middle[1]), CENTERS[f"{row}{number}"]) < 1e-9, name
        else:
            assert apart((middle[0] + sqrt(3) / 2, middle[1]), CENTERS[right]) < 1e-9, name
    assert "C0n" in STARS
    assert "C0s" not in STARS  # docs/rulings.md: that corner touches C1 alone
    assert {"C4n", "C4s"} <= set(STARS)


BASES = {
    "black": [f"A{k}s" for k in range(1, 8)],
    "gray": ["F0s", "G0s", "H0s", "I0s", "J0s", "K0s", "L0s"],
    "white": ["F11s", "G10s", "H9s", "I8s", "J7s", "K6s", "L5s"],
}
SIDES = {"black": (1, 0), "gray": (0, -4), "white": (2, 11)}


@pytest.mark.parametrize("army", ARMIES)
def test_bases_and_the_first_position(army: str) -> None:
    item = FILE["armies"][army]
    axis, value = SIDES[army]
    side = {
        name for name, (q, r) in HEXAGONS.items() if (q, r, q + r)[axis] == value
    }  # fmt: skip
    assert item["base"] == BASES[army]
    for star in item["base"]:
        assert len(STARS[star]["touches"]) == 2
        assert set(STARS[star]["touches"]) <= side
    assert [item["pieces"][star] for star in item["base"]] == list("NASPSAN")
    assert {name for name, kind in item["pieces"].items() if kind == "I"} == side
    assert len(item["pieces"]) == 15
    assert item["black_star"] == BASES[army][3]
    assert BOARD.names[[*BOARD.base[ARMIES.index(army)]][3]] == item["black_star"]


@pytest.mark.parametrize("army", ARMIES)
def test_depth_is_the_distance_from_the_base_side(army: str) -> None:
    """In thirds of a row, measured at the points: 0 on the hexagons of the side, 33 on those opposite."""
    start, across, up = FILE["armies"][army]["depth"]
    for name, (q, r) in HEXAGONS.items():
        told = {"black": r, "gray": q + 4, "white": 11 - q - r}[army]
        assert start + 3 * (across * q + up * r) == 3 * told, name
    infantry = [name for name, kind in FILE["armies"][army]["pieces"].items() if kind == "I"]
    ends = (CENTERS[infantry[0]], CENTERS[infantry[-1]])
    length = apart(*ends)
    for name, (x, y) in PLACES.items():
        (ax, ay), (bx, by) = ends
        far = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length / 1.5
        q, r = STARS[name]["at"]
        depth = (start + across * q + up * r) / 3
        assert isclose(abs(far), abs(depth), abs_tol=1e-9), name
        assert (depth < 0) == (name in BASES[army]), name


def test_a_third_of_a_turn_maps_the_board_on_itself() -> None:
    """Black's side on White's, Gray's on Black's, White's on Gray's, each piece on its like."""
    everything = {**CENTERS, **PLACES}
    middle = (
        sum(x for x, _ in CENTERS.values()) / len(CENTERS),
        sum(y for _, y in CENTERS.values()) / len(CENTERS),
    )

    def turned(name: str) -> str:
        x, y = everything[name][0] - middle[0], everything[name][1] - middle[1]
        a, b = cos(2 * pi / 3), sin(2 * pi / 3)
        goal = (middle[0] + a * x - b * y, middle[1] + b * x + a * y)
        [found] = [other for other, place in everything.items() if apart(place, goal) < 1e-6]
        return found

    image = {name: turned(name) for name in everything}
    assert {image[name] for name in HEXAGONS} == set(HEXAGONS)
    assert {image[name] for name in STARS} == set(STARS)
    for army, other in (("black", "white"), ("white", "gray"), ("gray", "black")):
        pieces = FILE["armies"][army]["pieces"]
        assert {image[name]: kind for name, kind in pieces.items()} == FILE["armies"][other]["pieces"]
        assert image[FILE["armies"][army]["black_star"]] == FILE["armies"][other]["black_star"]
    for name, star in STARS.items():
        assert {image[other] for other in star["adjoins"]} == set(STARS[image[name]]["adjoins"])


def test_what_the_source_says_of_the_first_position() -> None:
    """Seven officers behind the Infantry, the Navy between the two Infantry in front of it."""
    for army in ARMIES:
        pieces = FILE["armies"][army]["pieces"]
        for star in FILE["armies"][army]["base"]:
            assert all(pieces[name] == "I" for name in STARS[star]["touches"])
    everyone = [name for army in ARMIES for name in FILE["armies"][army]["pieces"]]
    assert len(everyone) == len(set(everyone)) == 45
    assert sum(letter != "." for letter in BOARD.start) == 45
