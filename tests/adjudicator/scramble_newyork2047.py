"""Random positions and orders of New York 2047, made so that much happens: units of several factions close
together, moves that collide, supports of moves that are really made.

All is plain JSON and canonical text; a generator `rng` decides everything.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tests.adjudicator.reference_newyork2047 import stars
from tests.adjudicator.reference_newyork2047_moves import SEATS, TURRETONS, is_water

Board = Mapping[str, Any]
Orders = dict[str, list[str]]
Unit = tuple[str, str]


def region(rng: random.Random, board: Board, size: int) -> list[str]:
    """Spaces that hang together."""
    found = [rng.choice(sorted(board["spaces"]))]
    while len(found) < size:
        space = rng.choice(board["adjacency"][rng.choice(found)])
        if space not in found:
            found.append(space)
    return found


def scramble(rng: random.Random, board: Board) -> dict[str, Any]:
    """A position that the game could be asked about, though few games would reach it."""
    spaces = board["spaces"]
    here = region(rng, board, rng.choice([3, 4, 6, 9, 14, 25, 50]))
    land_stars = sorted(key for key, space in spaces.items() if space["star"] and not is_water(board, key))
    turn = rng.randint(0, 40)

    alive = rng.sample(SEATS, rng.choice([2, 2, 3, 4, 5, 6, 7, 7, 7]))
    ended = {seat: rng.randint(0, turn) for seat in SEATS if seat not in alive}
    conceded = [seat for seat in ended if rng.random() < 0.4]
    homes: dict[str, str] = {}
    control: dict[str, str] = {}
    for seat in [*alive, *conceded]:
        close = [space for space in here if space in land_stars and space not in control]
        first = spaces_of(board, seat)
        free = [space for space in land_stars if space not in control]
        options = [close, [first] if first not in control else [], free]
        home = rng.choice(next(some for some in [*rng.sample(options, 2), free] if some))
        homes[seat] = home
        control[home] = seat

    turretons: dict[str, str | None] = {}
    for name in TURRETONS:
        turretons[name] = rng.choice([None, *homes])
    numbers = {seat: rng.sample(range(1, 30 if rng.random() < 0.2 else 14), 13) for seat in SEATS}
    units: dict[str, dict[str, str]] = {seat: {} for seat in SEATS}
    fighters = rng.sample(list(homes), rng.randint(1, len(homes)))
    crowd = rng.choice([0.4, 0.6, 0.8, 1.0, 1.0])

    def put(seat: str, space: str, many: int) -> None:
        for _ in range(many):
            if len(units[seat]) < 13:
                units[seat][str(numbers[seat][len(units[seat])])] = space
                if not is_water(board, space):
                    control[space] = seat
                elif spaces[space]["turreton"]:
                    turretons[spaces[space]["turreton"]] = seat

    for space in here:
        if rng.random() > crowd:
            continue
        if space in homes.values():
            [owner] = [seat for seat, home in homes.items() if home == space]
            put(owner, space, rng.choice([1, 1, 2, 3]))
        elif is_water(board, space):
            put(rng.choice(fighters), space, rng.choice([1, 1, 1, 2, 3]))
        else:
            put(rng.choice(fighters), space, 1)
    for seat, home in homes.items():
        if rng.random() < 0.3 or (seat == alive[0] and not units[seat]):
            put(seat, home, rng.randint(1, 3))
    rich = rng.choice(list(homes)) if rng.random() < 0.15 else None
    for key in sorted(spaces):
        if not is_water(board, key) and key not in control and rng.random() < 0.4:
            control[key] = rich or rng.choice(list(homes))
    state: dict[str, Any] = {
        "options": {"last_year": rng.choice([2047, 2048, 2050, 2060, 2060, 2060])},
        "year": rng.choice([2047, 2048]),
        "season": rng.choice(["spring", "fall"]),
        "turn": turn,
        "units": {
            seat: dict(sorted(mine.items(), key=lambda item: int(item[0]))) for seat, mine in units.items()
        },
        "control": control,
        "homes": homes,
        "turretons": turretons,
        "short": {seat: rng.choice([0, 0, 1, 2, 5]) if seat in alive else 0 for seat in SEATS},
        "ended": ended,
        "conceded": sorted(conceded),
        "owed": {},
        "offers": [],
        "outcome": None,
        "n": 0,
    }
    state["year"] = min(state["year"], state["options"]["last_year"])
    state["phase"] = state["season"]
    state["counted"] = {seat: stars(board, state, seat) for seat in SEATS}
    return state


def spaces_of(board: Board, seat: str) -> str:
    """Where a faction begins."""
    return next(str(key) for key, space in board["spaces"].items() if space["home"] == seat)


def season_orders(rng: random.Random, board: Board, state: Mapping[str, Any]) -> Orders:
    """Orders of all living seats: moves towards others, moves in circles, supports of what is really
    ordered and some of what is not, gaps, choices given ahead."""
    living = [seat for seat in SEATS if seat not in state["ended"]]
    place = {(seat, number): space for seat in SEATS for number, space in state["units"][seat].items()}
    stands = {name: seat for name, seat in state["turretons"].items() if seat in living}
    goal: dict[Unit, str] = {}
    brawl = rng.random() < 0.2  # one circle, and everybody else supports somebody in it
    for _ in range(1 if brawl else rng.choice([0, 0, 1, 2, 3, 4])):
        goal |= circle(rng, board, [(unit, here) for unit, here in place.items() if unit[0] in living])
    in_circles = set(goal)
    near = board["adjacency"]
    eager = rng.choice([0.05, 0.2, 0.4] if goal else [0.3, 0.5, 0.7, 0.95])
    helpful = rng.choice([0.3, 0.7, 0.95])
    if brawl:
        eager, helpful = 0.0, 1.0
    join = rng.choice([0.0, 0.2, 0.5])
    for unit, here in place.items():
        if unit[0] not in living or unit in goal:
            continue
        same = [goal[other] for other in in_circles if other[0] == unit[0] and goal[other] in near[here]]
        if same and rng.random() < join:
            goal[unit] = rng.choice(sorted(same))
        elif rng.random() < eager:
            hot = [space for space in near[here] if space in place.values() or space in goal.values()]
            goal[unit] = rng.choice(hot if hot and rng.random() < 0.75 else near[here])
    orders: Orders = {seat: [] for seat in living}
    for unit, target in goal.items():
        orders[unit[0]].append(f"{unit[1]} move {target}")
    helpers = {unit: here for unit, here in place.items() if unit[0] in living and unit not in goal}
    for name, seat in stands.items():
        helpers[seat, name] = next(key for key, item in board["spaces"].items() if item["turreton"] == name)
    for unit, here in helpers.items():
        wanted: dict[str, int] = {}
        battles = [space for space in near[here] if is_water(board, here) or not is_water(board, space)]
        for other, there in place.items():
            if other == unit or (other[0] != unit[0] and unit[1] in TURRETONS):
                continue
            real = goal.get(other, there)
            whose = "" if other[0] == unit[0] else f"{other[0]} "
            weight = (4 if other[0] == unit[0] else 1) * (99 if other in in_circles else 2)
            if real in battles:
                kind = "hold" if real == there else f"to {real}"
                wanted[f"{unit[1]} support {whose}{other[1]} {kind}"] = weight
            if real != there and there in battles:
                wanted[f"{unit[1]} support {whose}{other[1]} hold"] = 1
            if there in near[here] and rng.random() < 0.3:
                odd = rng.choice(near[there])
                if odd in battles and odd != real:
                    wanted[f"{unit[1]} support {whose}{other[1]} to {odd}"] = 1
        if wanted and rng.random() < helpful:
            orders[unit[0]] += rng.choices(list(wanted), list(wanted.values()))
        elif rng.random() < 0.5:
            orders[unit[0]].append(f"{unit[1]} hold")
    for seat in living:
        if state["units"][seat] or seat in stands.values():
            ahead(rng, board, state, seat, orders[seat])
    return {seat: given for seat, given in orders.items() if given or rng.random() < 0.5}


def circle(rng: random.Random, board: Board, units: list[tuple[Unit, str]]) -> dict[Unit, str]:
    """Moves that follow each other in a circle of occupied spaces: a walk until it meets itself."""
    there: dict[str, list[Unit]] = {}
    for unit, space in units:
        there.setdefault(space, []).append(unit)
    if not there:
        return {}
    walk = [rng.choice(list(there))]
    back = rng.random() < 0.5
    while True:
        ahead = [space for space in board["adjacency"][walk[-1]] if space in there]
        ahead = [space for space in ahead if back or space not in walk[-2:]] or ahead
        if not ahead:
            return {}
        space = rng.choice(ahead)
        if space in walk:
            walk = [*walk[walk.index(space) :], space]
            return {
                unit: goal
                for here, goal in pairwise(walk)
                for unit in rng.sample(there[here], rng.choice([1, 1, len(there[here])]))
            }
        walk.append(space)


def ahead(rng: random.Random, board: Board, state: Mapping[str, Any], seat: str, given: list[str]) -> None:
    """Choices that are given with the orders of a season."""
    stars = [key for key, item in board["spaces"].items() if item["star"] and item["type"] == "land"]
    mine = [key for key in stars if state["control"].get(key) == seat]
    if rng.random() < 0.4:
        given.append(f"relocate {rng.choice(mine if mine and rng.random() < 0.7 else stars)}")
    numbers = sorted(state["units"][seat], key=int)
    if numbers and rng.random() < 0.3:
        given.extend(
            f"disband {number}" for number in rng.sample(numbers, rng.randint(1, min(3, len(numbers))))
        )


def choices(rng: random.Random, state: Mapping[str, Any]) -> Orders:
    """What the owing seats choose in an adjustment; some of it is left to the default."""
    orders: Orders = {}
    for seat, owed in state["owed"].items():
        given = []
        if owed["relocate"] and rng.random() < 0.6:
            given.append(f"relocate {rng.choice(owed['relocate'])}")
        numbers = rng.sample(sorted(state["units"][seat]), owed["disband"])
        given += [f"disband {number}" for number in numbers[: rng.choice([0, 1, 13])]]
        if given:
            orders[seat] = given
    return orders


def orders_for(rng: random.Random, board: Board, state: Mapping[str, Any]) -> Orders:
    """Orders of everybody for whatever a state waits for."""
    return choices(rng, state) if state["phase"] == "adjustment" else season_orders(rng, board, state)
