"""How a game of NME ended, in words."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game import Outcome, Seat
from adjudicator.nme.board import ARMIES
from adjudicator.text import listing
from bot.presenters.nme.words import army_name

_DRAWS = {
    "presidents_only": "only two Presidents are left",
    "all_passed": "no army has a legal move",
    "quiet_rounds": "too many rounds without a capture, an Infantry move or a trade",
    "stalemate": "a President was captured by the other's own army, not by Gray",
}
_TH = {3: "rd", 4: "th", 5: "th"}
_OUT = {
    3: "out second, with one assassination",
    4: "out second, without one",
    5: "first President out",
}


def result(outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """One line: who won or drew and why, and each place in words."""
    places = {seat: outcome.places[seat] for seat in ARMIES if seat in outcome.places}
    by_place = {place: seat for seat, place in places.items()}
    first = [seat for seat, place in places.items() if place == 1]
    match outcome.reason:
        case "last_president":
            return _last(by_place, names, places)
        case "gray_assassinated":
            [loser] = [seat for seat in places if seat not in first]
            return _won(by_place[1], f"Gray captured {army_name(loser)}'s President", names)
        case "ally_assassinated":
            return _second(by_place[2], "its own army captured the Gray President", names)
        case "conceded":
            [loser] = [seat for seat, place in places.items() if place == 5]
            return _second(by_place[2], f"{army_name(loser)} gave up", names)
        case "agreed":
            return f"**A draw** by agreement{_between(first, places)}."
    if first:
        why = _DRAWS.get(outcome.reason, outcome.reason.replace("_", " "))
        return f"**A draw**{_between(first, places)}: {why}."
    why = "only two Presidents are left" if outcome.reason == "compromise" else _DRAWS["quiet_rounds"]
    return (
        f"**A Compromise:** {why}. {army_name(by_place[2])} is 2nd, with the assassination; "
        f"{army_name(by_place[3])} 3rd; {army_name(by_place[5])} 5th, {_OUT[5]}."
    )


def _last(by_place: Mapping[int, Seat], names: Mapping[Seat, str], places: Mapping[Seat, int]) -> str:
    """One President is left: who wins only with both assassinations."""
    others = "; ".join(
        f"{army_name(by_place[place])} {place}{_TH[place]}: {_OUT[place]}"
        for place in sorted(by_place)
        if place > 2
    )
    if 1 in by_place:
        return f"{_won(by_place[1], 'both assassinations', names)} {others}."
    second = by_place[2]
    return (
        f"**{army_name(second)} is 2nd**, the last President standing. {others}. "
        f"Nobody made both assassinations. Well played, {names[second]}!"
    )


def _won(seat: Seat, why: str, names: Mapping[Seat, str]) -> str:
    return f"**{army_name(seat)} wins:** {why}. Congratulations, {names[seat]}!"


def _second(seat: Seat, why: str, names: Mapping[Seat, str]) -> str:
    """Protect the Ally: decided, but not in the best way."""
    return f"**{army_name(seat)} wins 2nd place:** {why}. Congratulations, {names[seat]}!"


def _between(seats: list[Seat], places: Mapping[Seat, int]) -> str:
    """Who draws, where not everyone does."""
    if len(seats) == len(places):
        return ""
    return f" of {listing([army_name(seat) for seat in seats], 'and')}"
