"""Who stands where: the quick index of a position that checking and resolving share."""

from __future__ import annotations

from adjudicator.game import Seat
from adjudicator.newyork2047.board import Board, Key
from adjudicator.newyork2047.json_fields import Unit
from adjudicator.newyork2047.state import State, owing


class Field:
    """owing: who owes orders; units: every unit by (seat, number in text); standing: the units of each space
    that has some, by number; loyal: the seat of the Turreton in a space, where it has one; places: where a
    seat's pieces stand, Turretons too, by their names in orders."""

    __slots__ = ("board", "loyal", "owing", "places", "standing", "state", "units")

    def __init__(self, board: Board, state: State) -> None:
        self.board = board
        self.state = state
        self.owing = owing(state)
        self.units: dict[tuple[Seat, str], Unit] = {}
        self.standing: dict[Key, list[Unit]] = {}
        self.places: dict[Seat, dict[str, Key]] = {}
        standing, places = self.standing, self.places
        for unit in state.units:
            seat, number, space = unit
            text = NUMBERS[number] if number < len(NUMBERS) else str(number)
            self.units[seat, text] = unit
            if space in standing:
                standing[space].append(unit)
            else:
                standing[space] = [unit]
            if seat in places:
                places[seat][text] = space
            else:
                places[seat] = {text: space}
        self.loyal: dict[Key, Seat] = {}
        for turreton, loyal in state.turretons.items():
            if loyal is not None:
                space = board.places[turreton]
                self.loyal[space] = loyal
                places.setdefault(loyal, {})[turreton] = space


NUMBERS = tuple(str(number) for number in range(100))
"""Texts of the usual numbers, made once."""
