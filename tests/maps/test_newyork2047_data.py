"""The map file of New York 2047: its geometry, its places, and the facts that the game rests on.

No geometry library: neighbours share their border's corners, so the sides tell how the plane is divided.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import dist, floor
from typing import Any

import pytest

from adjudicator.newyork2047.board import SEATS
from maps.boards import board
from maps.newyork2047 import style
from maps.newyork2047.layout import COUNTER, FAR
from maps.palette import from_hex

DATA = board("newyork2047")
SPACES: Mapping[str, Any] = DATA["spaces"]
NEAR: Mapping[str, list[str]] = DATA["adjacency"]
FACTIONS: Mapping[str, Any] = DATA["factions"]
WIDTH, HEIGHT = DATA["size"]
LAND = [key for key, space in SPACES.items() if space["type"] == "land"]
WATER = [key for key, space in SPACES.items() if space["type"] == "water"]
KEY = {space["name"]: key for key, space in SPACES.items()}

MIN_BORDER = 12
"""Neighbours share one unbroken border of at least so many units; others are a third of that apart."""
UNIT = 16
"""Places of units leave room for a circle with this radius."""
TURRETONS = {"moe": "Lower Hudson River", "larry": "Lower Bay", "curly": "Long Island Sound"}
HOMES = {
    "tower": "Cloisters",
    "papst": "Astoria",
    "rossoni": "Arthur Avenue",
    "christofori": "Fresh Kills",
    "dunning": "Coney Island",
    "greene": "Jamaica",
    "hamblet": "Jersey City",
}
KNOWN_LAND = {
    "Cloisters", "Astoria", "Arthur Avenue", "Fresh Kills", "Coney Island", "Jamaica", "Jersey City", "Soho",
    "Chelsea", "Sunset Park", "Bay Ridge", "Red Hook", "Rockaways", "East New York", "Mott Haven",
    "Co-op City", "Bayonne", "Cliffside", "Linwood", "Normont", "Kennedy",
}  # fmt: skip
KNOWN_WATER = {
    "Upper Hudson River", "Lower Hudson River", "Upper Bay", "Lower Bay", "Long Island Sound", "Harlem River",
    "East River", "Newark Bay", "Kill Van Kull", "Jamaica Bay",
}  # fmt: skip
ISLANDS = {"Manhattan": 9, "Bronx": 7, "Long Island": 19, "Staten Island": 5, "New Jersey": 8}
"""Land on different sides of the water is never adjacent: it falls into exactly these pieces."""

Point = tuple[float, float]
Side = tuple[Point, Point]


def outline(polygon: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in polygon]


REGIONS: dict[str, list[Point]] = {key: outline(space["polygons"][0]) for key, space in SPACES.items()}
REGIONS |= {f"scenery {k}": outline(polygon) for k, polygon in enumerate(DATA["scenery"])}


def sides(polygon: list[Point]) -> list[Side]:
    return list(zip(polygon, polygon[1:] + polygon[:1], strict=True))


OWNER: dict[Side, str] = {side: name for name, polygon in REGIONS.items() for side in sides(polygon)}


def area(polygon: list[Point]) -> float:
    """With the sign of the direction."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in sides(polygon)) / 2


def cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_frame(side: Side) -> bool:
    (x0, y0), (x1, y1) = side
    return (x0 == x1 and x0 in (0, WIDTH)) or (y0 == y1 and y0 in (0, HEIGHT))


def gap(point: Point, side: Side) -> float:
    """From a point to a side."""
    a, b = side
    length = dist(a, b) ** 2
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    share = min(1.0, max(0.0, share))
    return dist(point, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))


def depth(point: Point, polygon: list[Point]) -> float:
    """How far inside a polygon a point is; below 0 outside."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in sides(polygon):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    nearest = min(gap(point, side) for side in sides(polygon))
    return nearest if inside else -nearest


def shared() -> dict[frozenset[str], list[float]]:
    """The lengths of the unbroken common borders of every two spaces that touch along sides."""
    found: dict[frozenset[str], list[float]] = defaultdict(list)
    for key in SPACES:
        beyond = [OWNER.get((end, start), "") for start, end in sides(REGIONS[key])]
        lengths = [dist(*side) for side in sides(REGIONS[key])]
        first = next(k for k in range(len(beyond)) if beyond[k] != beyond[k - 1])
        order = [(first + k) % len(beyond) for k in range(len(beyond))]
        last = ""
        for k in order:
            other = beyond[k]
            if other in SPACES and key < other:
                if other == last:
                    found[frozenset((key, other))][-1] += lengths[k]
                else:
                    found[frozenset((key, other))].append(lengths[k])
            last = other
    return found


BORDERS = shared()


def distances(source: str, may: Callable[[str], bool] = lambda key: True) -> dict[str, int]:
    """How many moves away every space is."""
    found, wave = {source: 0}, [source]
    while wave:
        wave = list(dict.fromkeys(n for key in wave for n in NEAR[key] if n not in found and may(n)))
        found |= dict.fromkeys(wave, max(found.values()) + 1)
    return found


DISTANCES = {key: distances(key) for key in SPACES}


# structure


def test_structure() -> None:
    assert (WIDTH, HEIGHT) == (1400, 1600)
    assert set(NEAR) == set(SPACES)
    assert len(KEY) == len(SPACES)
    abbreviations = Counter(space["abbr"] for space in SPACES.values())
    assert max(abbreviations.values()) == 1
    assert all(len(abbr) == 3 and abbr.isalpha() and abbr.islower() for abbr in abbreviations)
    for key, space in SPACES.items():
        assert key == key.lower()
        assert key.replace("_", "").isalnum()
        assert space["type"] in ("land", "water")
        assert len(space["polygons"]) == 1
        assert space["home"] is None or (space["type"] == "land" and space["star"])
        assert space["turreton"] is None or (space["type"] == "water" and space["star"])
        assert space["type"] == "land" or not space["star"] or space["turreton"]
        assert (space["star_at"] is not None) == space["star"]
        assert (space["turreton_at"] is not None) == (space["turreton"] is not None)


def test_factions() -> None:
    assert sorted(FACTIONS) == sorted(SEATS)
    assert {seat: SPACES[FACTIONS[seat]["home"]]["name"] for seat in SEATS} == HOMES
    assert {space["home"]: key for key, space in SPACES.items() if space["home"]} == {
        seat: FACTIONS[seat]["home"] for seat in SEATS
    }
    assert {name: KEY[place] for name, place in TURRETONS.items()} == {
        space["turreton"]: key for key, space in SPACES.items() if space["turreton"]
    }
    for seat in SEATS:
        assert from_hex(FACTIONS[seat]["colour"]) == style.LOOKS[seat].color
    assert len({FACTIONS[seat]["colour"].lower() for seat in SEATS}) == len(SEATS)


def test_known_places() -> None:
    assert {SPACES[key]["name"] for key in LAND} >= KNOWN_LAND
    assert {SPACES[key]["name"] for key in WATER} >= KNOWN_WATER


# geometry


def test_regions_divide_the_frame() -> None:
    """Every side belongs to one region in each direction, or lies on the frame; regions are simple and turn
    the same way. So the number of regions around a point is the same everywhere, and areas say: one."""
    assert len(OWNER) == sum(len(polygon) for polygon in REGIONS.values())
    for side, name in OWNER.items():
        assert (side[1], side[0]) in OWNER or on_frame(side), (name, side)
    areas = [area(polygon) for polygon in REGIONS.values()]
    assert len({found > 0 for found in areas}) == 1
    assert abs(abs(sum(areas)) - WIDTH * HEIGHT) < 1e-6


@pytest.mark.parametrize("name", REGIONS)
def test_a_region_is_simple(name: str) -> None:
    polygon = REGIONS[name]
    assert len(set(polygon)) == len(polygon)
    for (a, b), (c, d) in combinations(sides(polygon), 2):
        if {a, b} & {c, d}:
            continue
        if any(max(a[k], b[k]) < min(c[k], d[k]) or max(c[k], d[k]) < min(a[k], b[k]) for k in (0, 1)):
            continue
        apart = cross(a, b, c) * cross(a, b, d) > 0 or cross(c, d, a) * cross(c, d, b) > 0
        assert apart, (name, a, b, c, d)


def test_borders() -> None:
    """Two spaces are neighbours if and only if they share a border: one, unbroken, and long enough."""
    assert {frozenset((key, other)) for key in NEAR for other in NEAR[key]} == set(BORDERS)
    for pair, lengths in BORDERS.items():
        assert len(lengths) == 1, (sorted(pair), lengths)
        assert lengths[0] >= MIN_BORDER, (sorted(pair), lengths)


def test_no_four_regions_meet() -> None:
    """Nobody can argue about corners."""
    meeting: dict[Point, set[str]] = defaultdict(set)
    for name, polygon in REGIONS.items():
        for point in polygon:
            meeting[point].add(name)
    for point, names in meeting.items():
        is_edge = point[0] in (0, WIDTH) or point[1] in (0, HEIGHT)
        assert len(names) + is_edge <= 3, (point, names)


def test_strangers_keep_apart() -> None:
    """Regions that do not touch do not seem to: the nearest point is always a corner of one of them."""
    touching: dict[str, set[str]] = defaultdict(set)
    for side, name in OWNER.items():
        touching[name] |= {name, OWNER.get((side[1], side[0]), name)}
    at: dict[tuple[int, int], list[Side]] = defaultdict(list)
    cell = 40
    for side in OWNER:
        (x0, y0), (x1, y1) = side
        for column in range(floor(min(x0, x1) / cell) - 1, floor(max(x0, x1) / cell) + 2):
            for row in range(floor(min(y0, y1) / cell) - 1, floor(max(y0, y1) / cell) + 2):
                at[column, row].append(side)
    for name, polygon in REGIONS.items():
        for point in polygon:
            for side in at[floor(point[0] / cell), floor(point[1] / cell)]:
                if OWNER[side] not in touching[name]:
                    assert gap(point, side) > MIN_BORDER / 3, (name, OWNER[side], point)


# the graph


def test_neighbours_are_mutual_and_sorted() -> None:
    for key, others in NEAR.items():
        assert others == sorted(set(others) - {key})
        assert all(key in NEAR[other] for other in others)


def test_pieces_of_land_and_water() -> None:
    assert all(len(found) == len(SPACES) for found in DISTANCES.values())
    left, pieces = set(LAND), []
    while left:
        piece = set(distances(min(left), lambda key: key in LAND))
        pieces.append(len(piece))
        left -= piece
    assert sorted(pieces) == sorted(ISLANDS.values())
    assert len(distances(WATER[0], lambda key: key in WATER)) == len(WATER)


def test_counts() -> None:
    stars = [key for key, space in SPACES.items() if space["star"]]
    degrees = [len(others) for others in NEAR.values()]
    assert 60 <= len(SPACES) <= 68
    assert 44 <= len(LAND) <= 48
    assert 16 <= len(WATER) <= 20
    assert 26 <= len(stars) <= 28
    assert 16 <= len(neutral_stars()) <= 18
    assert 4.5 <= sum(degrees) / len(degrees) <= 5.5
    assert min(degrees) >= 3


def neutral_stars() -> list[str]:
    return [key for key in LAND if SPACES[key]["star"] and not SPACES[key]["home"]]


@pytest.mark.parametrize("seat", SEATS)
def test_balance(seat: str) -> None:
    home = FACTIONS[seat]["home"]
    near = NEAR[home]
    assert 3 <= len(near) <= 6
    assert {SPACES[key]["type"] for key in near} == {"land", "water"}
    for other in SEATS:
        assert other == seat or DISTANCES[home][FACTIONS[other]["home"]] >= 3
    assert 2 <= sum(DISTANCES[home][star] <= 2 for star in neutral_stars()) <= 3


def test_every_neutral_star_is_contested() -> None:
    for star in neutral_stars():
        assert sum(DISTANCES[FACTIONS[seat]["home"]][star] <= 4 for seat in SEATS) >= 2, star


# the record of 2012


def test_facts_of_the_recorded_game() -> None:
    def adjacent(one: str, other: str) -> bool:
        return KEY[other] in NEAR[KEY[one]]

    assert adjacent("Soho", "Upper Bay")
    assert adjacent("Soho", "Lower Hudson River")
    assert any(key in LAND for key in NEAR[KEY["Soho"]])
    assert any(adjacent(place, "Upper Bay") for place in ("Jersey City", "Hoboken", "Bayonne"))
    assert adjacent("Mott Haven", "Harlem River")
    assert any(key in WATER for key in NEAR[KEY["Harlem River"]])
    assert adjacent("Upper Bay", "Lower Hudson River")
    assert DISTANCES[KEY["Lower Bay"]][KEY["Rockaways"]] <= 2
    assert adjacent("Bay Ridge", "Sunset Park")
    assert SPACES[KEY["East New York"]]["star"]


# places for drawing


def words(space: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """A rough box of the name: half an em a letter."""
    x, y = space["label"]
    wide = max(map(len, space["label_lines"])) * space["label_size"] * 0.25
    high = len(space["label_lines"]) * space["label_size"] * 0.55
    return x - wide, y - high, x + wide, y + high


def reserved(space: Mapping[str, Any]) -> Iterator[tuple[Point, float]]:
    """What units keep clear of, with its radius."""
    if space["star_at"]:
        yield tuple(space["star_at"]), 10
    if space["turreton_at"]:
        yield tuple(space["turreton_at"]), 20


@pytest.mark.parametrize("key", SPACES)
def test_places(key: str) -> None:
    space, polygon = SPACES[key], REGIONS[key]
    assert " ".join(space["label_lines"]) == space["name"]
    assert depth(tuple(space["label"]), polygon) >= 8
    assert depth(tuple(space["abbr_at"]), polygon) >= 14
    assert not space["star_at"] or depth(tuple(space["star_at"]), polygon) >= 12
    assert not space["turreton_at"] or depth(tuple(space["turreton_at"]), polygon) >= 20
    anchors = [tuple(anchor) for anchor in space["unit_anchor"]]
    assert (3 if space["home"] or key in WATER else 2) <= len(anchors) <= 6
    left, top, right, bottom = words(space)
    for x, y in anchors:
        assert depth((x, y), polygon) >= UNIT
        for middle, radius in reserved(space):
            assert dist((x, y), middle) >= UNIT + radius
        assert dist((x, y), (min(right, max(left, x)), min(bottom, max(top, y)))) >= UNIT - 2
    for one, other in combinations(anchors, 2):
        assert dist(one, other) >= 2 * UNIT


@pytest.mark.parametrize("key", SPACES)
def test_places_on_the_whole_map(key: str) -> None:
    """Larger things: the middle of each lies in the space, and the first counter has room of its own."""
    space, polygon = SPACES[key]["far"], REGIONS[key]
    assert depth(tuple(space["abbr_at"]), polygon) >= 12
    for name, least in (("star_at", 12), ("turreton_at", 20)):
        assert (space[name] is None) == (SPACES[key][name] is None)
        assert space[name] is None or depth(tuple(space[name]), polygon) >= least
    anchors = [tuple(anchor) for anchor in space["unit_anchor"]]
    assert 2 <= len(anchors) <= 6
    assert all(depth(at, polygon) >= UNIT for at in anchors)
    assert all(dist(one, other) >= 2 * UNIT for one, other in combinations(anchors, 2))
    firsts = [tuple(SPACES[other]["far"]["unit_anchor"][0]) for other in SPACES if other != key]
    assert min(dist(anchors[0], other) for other in firsts) >= 2 * COUNTER * FAR.zoom * 0.85


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("key", SPACES)
def test_stacks(key: str, far: bool) -> None:
    """Where many units can be there is room for a plate, most of it over the space."""
    space, polygon = SPACES[key]["far"] if far else SPACES[key], REGIONS[key]
    if key in LAND and not SPACES[key]["star"]:
        assert space["stack"] is None
        return
    left, top, right, bottom = space["stack"]
    assert right - left >= 40
    assert bottom - top >= 36
    assert 0 <= left < right <= WIDTH
    assert 0 <= top < bottom <= HEIGHT
    assert depth(((left + right) / 2, (top + bottom) / 2), polygon) > 8
