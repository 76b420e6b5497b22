"""New York 2047 a second time, as a referee: written from the rules file alone, plain and slow.

Nothing here comes from `adjudicator.newyork2047`: the board is the map file's JSON, a state is the JSON
that the game dumps, an order is its canonical text. One function per paragraph of the rules, all
possibilities tried one after the other. The tests compare the two implementations; where they differ,
the rules file decides which one is wrong.

The moves of a season stand in `reference_newyork2047_moves`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.adjudicator.reference_newyork2047_moves import SEATS, TURRETONS, Turn, is_water


def after(
    board: Mapping[str, Any], state: Mapping[str, Any], orders: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The state after one resolution, a season or an adjustment."""
    new: dict[str, Any] = json.loads(json.dumps(state))
    new["turn"] += 1
    choices = {seat: [text.split() for text in orders.get(seat, [])] for seat in SEATS}
    if state["phase"] != "adjustment":
        moves = Turn(board, state, choices)
        moves.resolve()
        new["units"] = {
            seat: {number: moves.place[seat, number] for number in units if (seat, number) in moves.place}
            for seat, units in state["units"].items()
        }
        take_control(board, state, new)
        homes(board, new, turn=state["turn"])
        new["owed"] = {}
        for seat in SEATS:
            if seat in new["homes"]:
                choose(board, new, seat, choices[seat], ahead=seat not in new["ended"])
        if new["owed"]:
            new["phase"] = "adjustment"
            return new
    else:
        new["owed"] = {}
        for seat in SEATS:
            if seat in new["homes"]:
                choose(board, new, seat, choices[seat], ahead=False)
    end_of_season(board, new)
    while not new["outcome"] and not any(may_order(new, seat) for seat in SEATS):
        end_of_season(board, new)
    return new


def may_order(state: Mapping[str, Any], seat: str) -> bool:
    """Whether a faction has anything to give orders to. A season in which nobody has is over at once (that is
    no rule: without it, the game would wait for nobody)."""
    return seat not in state["ended"] and bool(state["units"][seat] or seat in state["turretons"].values())


# --- the map -------------------------------------------------------------------------------------


def stars(board: Mapping[str, Any], state: Mapping[str, Any], seat: str) -> int:
    """Star spaces controlled: land by `control`, water by whose unit or loyal Turreton is there."""
    mine = {key for key, owner in state["control"].items() if owner == seat}
    mine |= {space for space in state["units"][seat].values() if is_water(board, space)}
    if seat in state["turretons"].values():
        mine |= {
            key for key, space in board["spaces"].items() if state["turretons"].get(space["turreton"]) == seat
        }
    return sum(board["spaces"][key]["star"] for key in mine)


# --- after the moves -------------------------------------------------------------------------------


def take_control(board: Mapping[str, Any], old: Mapping[str, Any], new: dict[str, Any]) -> None:
    """1. Land goes to the faction of the unit that entered; a Turreton to who is in its space."""
    for seat in SEATS:
        for number, space in new["units"][seat].items():
            turreton = board["spaces"][space]["turreton"]
            if turreton:
                new["turretons"][turreton] = seat
            if not is_water(board, space) and old["units"][seat][number] != space:
                new["control"][space] = seat


def homes_to_choose(board: Mapping[str, Any], state: Mapping[str, Any], seat: str) -> list[str]:
    """Where a faction that lost its home base may have a new one; [] if it did not lose it."""
    if state["control"].get(state["homes"][seat]) in (None, seat):
        return []
    return sorted(
        key
        for key, owner in state["control"].items()
        if owner == seat and board["spaces"][key]["star"] and not is_water(board, key)
    )


def homes(board: Mapping[str, Any], state: dict[str, Any], turn: int) -> None:
    """2. Eliminations, all judged on the control right after the moves.

    Who captured a home base controls a land star space, and so is never eliminated at once."""
    out = {
        seat: state["control"][home]
        for seat, home in state["homes"].items()
        if state["control"].get(home) not in (None, seat) and not homes_to_choose(board, state, seat)
    }
    for seat, capturer in out.items():
        state["units"][seat] = {}
        del state["homes"][seat]
        state["ended"].setdefault(seat, turn)
        for name in TURRETONS:
            if state["turretons"][name] == seat:
                state["turretons"][name] = None
        for space, owner in state["control"].items():
            if owner == seat:
                state["control"][space] = capturer


def relocate(board: Mapping[str, Any], state: dict[str, Any], seat: str, wanted: Sequence[str]) -> bool:
    """Give a faction that lost its home base a new one, if it is clear which. Whether it is."""
    spaces = homes_to_choose(board, state, seat)
    chosen = [space for space in wanted if space in spaces]
    if len(spaces) > 1 and not chosen:
        return False
    if spaces:
        state["homes"][seat] = (chosen or spaces)[0]
    return True


def default_home(board: Mapping[str, Any], state: Mapping[str, Any], seat: str) -> str:
    """The one with most own units, then alphabetical."""
    there = list(state["units"][seat].values())
    return min(homes_to_choose(board, state, seat), key=lambda space: (-there.count(space), space))


def limit(board: Mapping[str, Any], state: Mapping[str, Any], seat: str) -> int:
    """3. Star spaces controlled + 2."""
    return stars(board, state, seat) + 2


def choose(
    board: Mapping[str, Any], state: dict[str, Any], seat: str, words: Sequence[Sequence[str]], ahead: bool
) -> None:
    """2. and 3.: a new home base, units to disband, as they were chosen; the rest is owed (`ahead`), or the
    default."""
    if not relocate(board, state, seat, [word[1] for word in words if word[0] == "relocate"]) and not ahead:
        state["homes"][seat] = default_home(board, state, seat)
    units = state["units"][seat]
    given = [word[1] for word in words if word[0] == "disband" and word[1] in units]
    for number in sorted(given, key=int, reverse=True):
        if len(units) > limit(board, state, seat):
            del units[number]
    excess = max(0, len(units) - limit(board, state, seat))
    if not ahead:
        for number in sorted(units, key=int, reverse=True)[:excess]:
            del units[number]
        return
    open_homes = homes_to_choose(board, state, seat)
    if open_homes or excess:
        state["owed"][seat] = {"relocate": open_homes, "disband": excess}


# --- the end of a season ---------------------------------------------------------------------------


def end_of_season(board: Mapping[str, Any], state: dict[str, Any]) -> None:
    """4. and 5.: new units, the shortage, victory, the next season."""
    for seat in SEATS:
        alive = seat not in state["ended"]
        units = state["units"][seat]
        missing = limit(board, state, seat) - len(units) if alive else 0
        for _ in range(min(missing, state["short"][seat])):
            number = next(str(number) for number in range(1, 100) if str(number) not in units)
            units[number] = state["homes"][seat]
        state["short"][seat] = max(0, limit(board, state, seat) - len(units)) if alive else 0
        state["counted"][seat] = stars(board, state, seat)
    reason = victory(state)
    if reason:
        state["outcome"] = {"reason": reason, "places": places(state)}
        state["phase"] = "over"
        return
    if state["season"] == "fall":
        state["year"] += 1
    state["season"] = "fall" if state["season"] == "spring" else "spring"
    state["phase"] = state["season"]


def victory(state: Mapping[str, Any]) -> str | None:
    """Why the game is over."""
    alive = [seat for seat in SEATS if seat not in state["ended"]]
    if state["season"] == "fall":
        most = max(state["counted"][seat] for seat in alive)
        if most > 10 and [state["counted"][seat] for seat in alive].count(most) == 1:
            return "stars"
    if len(alive) == 1:
        return "last_left"
    if state["season"] == "fall" and state["year"] >= state["options"]["last_year"]:
        return "last_year"
    return None


def places(state: Mapping[str, Any]) -> dict[str, int]:
    """By stars, then units; below the living those who ended, the later the better; ties share a place."""

    def merit(seat: str) -> tuple[int, int, int]:
        if seat in state["ended"]:
            return (0, state["ended"][seat], 0)
        return (1, state["counted"][seat], len(state["units"][seat]))

    return {seat: 1 + sum(merit(other) > merit(seat) for other in SEATS) for seat in SEATS}


# --- what may be ordered ---------------------------------------------------------------------------


def legal(board: Mapping[str, Any], state: Mapping[str, Any], seat: str) -> dict[str, list[str]]:
    """All possible orders of a seat, by unit; in an adjustment what it may choose."""
    if state["outcome"] or seat in state["ended"]:
        return {}
    if state["phase"] == "adjustment":
        owed = state["owed"].get(seat, {"relocate": [], "disband": 0})
        numbers = state["units"][seat] if owed["disband"] else {}
        lines = {
            "relocate": [f"relocate {space}" for space in owed["relocate"]],
            "disband": [f"disband {number}" for number in numbers],
        }
        return {unit: sorted(texts) for unit, texts in lines.items() if texts}
    near = board["adjacency"]
    answer = {}
    for unit, here in state["units"][seat].items():
        moves = [f"{unit} move {space}" for space in near[here]]
        answer[unit] = sorted([f"{unit} hold", *moves, *supports(board, state, seat, unit, here)])
    for unit in TURRETONS:
        if state["turretons"][unit] == seat:
            [here] = [key for key, space in board["spaces"].items() if space["turreton"] == unit]
            answer[unit] = sorted([f"{unit} hold", *supports(board, state, seat, unit, here)])
    return answer


def supports(
    board: Mapping[str, Any], state: Mapping[str, Any], seat: str, unit: str, here: str
) -> Iterator[str]:
    """The supports that are possible from `here`, of every unit on the map."""
    for whose in [seat] if unit in TURRETONS else SEATS:
        for other, there in state["units"][whose].items():
            if (whose, other) == (seat, unit):
                continue
            name = other if whose == seat else f"{whose} {other}"
            for battle in [there, *board["adjacency"][there]]:
                if battle in board["adjacency"][here] and (
                    is_water(board, here) or not is_water(board, battle)
                ):
                    yield f"{unit} support {name} " + ("hold" if battle == there else f"to {battle}")
