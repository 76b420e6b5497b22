"""Numbered cases in a text file, and the one runner for them.

A case is a block of lines ``WORD | …``, from its CASE line to the next:

    CASE     | C.3 | title
    RULE     | the sentence that it tests, as it stands in the game's page in docs/
    OPTIONS  | JSON                     START    |           begin a game with these options
    LIGHT    | Ca1 Ke5*                 pieces of a side; * is enhanced (any side's name in capitals)
    SET      | JSON                     further keys of the position, such as "to_move"
    DO       | seat: order, order / seat: order              resolve
    DECLARE  | seat | what
    EVENT    | type key=value …         the events of the newest DO or DECLARE, all of them, in order
    LEGAL    | square or * | orders     of the seat that owes (all of it, or one piece's)
    PIECES   | side | Ca1 …             all pieces of a side afterwards
    AT       | square | side letter, or empty
    STATE    | key | JSON               of the dumped state      VIEW | seat | key | JSON
    OWES     | seats                    OUTCOME | reason seat=place … (or none)
    LAND     | region | squares         of the board
    PARSE    | seat | text | canonical
    ERROR    | seat | orders | kind | words of the reason | alternatives (a list, ``…`` for any)
    REFUSED  | words                    the position (LIGHT, DARK, SET, OPTIONS) cannot be
    WARN     | seat | orders | words, or none

A live bug becomes a case.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.codec import event_to_json
from adjudicator.errors import GameError, OptionError, OrderError
from adjudicator.game import AnyGame, Resolution


@dataclass
class Case:
    """One case: its number, title, the rules it quotes, and its other lines with their numbers."""

    number: str
    title: str
    rules: list[str] = field(default_factory=list)
    lines: list[tuple[int, str, list[str]]] = field(default_factory=list)


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, in order."""
    cases: list[Case] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        word, *parts = (part.strip() for part in line.split("|"))
        if word == "CASE":
            cases.append(Case(parts[0], parts[1]))
        elif word == "RULE":
            cases[-1].rules.append(parts[0])
        else:
            cases[-1].lines.append((number, word, parts))
    return cases


class Run:
    """One case being run."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._given: dict[str, Any] = {"pieces": {}}
        self._state: Any = None
        self._events: list[dict[str, Any]] = []

    @property
    def state(self) -> Any:
        """The state; made from what the case gave when it is first needed."""
        if self._state is None:
            self._state = self.game.position(self._given)
        return self._state

    def run(self, case: Case) -> None:
        for number, word, parts in case.lines:
            if word.islower() or not hasattr(self, f"do_{word.lower()}"):
                act = self._side(word)
            else:
                act = getattr(self, f"do_{word.lower()}")
            try:
                act(*parts)
            except (AssertionError, GameError) as error:
                raise AssertionError(f"{case.number} {case.title}, line {number}: {error}") from error
        assert not self._events, f"{case.number}: events that no EVENT line names: {self._events}"

    # -- giving a position

    def _side(self, word: str) -> Any:
        def put(text: str) -> None:
            for item in text.split():
                self._given["pieces"].setdefault(word.lower(), {})[item[1:3]] = item[0]
                if item.endswith("*"):
                    self._given.setdefault("enhanced", []).append(item[1:3])

        return put

    def do_options(self, text: str) -> None:
        self._given["options"] = json.loads(text)

    def do_set(self, text: str) -> None:
        self._given |= json.loads(text)

    def do_start(self, *_: str) -> None:
        self._keep(self.game.start(self._given.get("options", {}), ScriptedChance()))

    def do_refused(self, words: str) -> None:
        try:
            self.game.position(self._given)
        except GameError as error:
            assert words in str(error), f"it says {error}"
        else:
            raise AssertionError("the position was accepted")

    # -- acting

    def _keep(self, resolution: Resolution[Any]) -> None:
        assert not self._events, f"events that no EVENT line names: {self._events}"
        self._state = resolution.state
        self._events = [event_to_json(event) for event in resolution.events]

    def _orders(self, seat: str, text: str) -> tuple[Any, ...]:
        return tuple(self.game.parse(self.game.view(self.state, seat), text.replace(",", "\n")))

    def do_do(self, text: str) -> None:
        orders = {}
        for part in text.split("/"):
            seat, _, listed = part.partition(":")
            orders[seat.strip()] = self._orders(seat.strip(), listed)
        self._keep(self.game.resolve(self.state, orders, ScriptedChance()))

    def do_declare(self, seat: str, what: str) -> None:
        self._keep(self.game.declare(self.state, seat, what))

    # -- looking

    def do_event(self, text: str) -> None:
        assert self._events, f"no event is left, {text} was expected"
        kind, *fields = text.split()
        event = self._events.pop(0)
        assert event["type"] == kind, f"the event is {event}"
        for item in fields:
            key, _, value = item.partition("=")
            found = event[key]
            told = ",".join(map(str, found)) if isinstance(found, list) else str(found)
            assert told == value, f"the event is {event}"

    def do_legal(self, square: str, text: str = "") -> None:
        [seat] = self.game.phase(self.state).owing
        listed = [str(order) for order in self.game.legal(self.game.view(self.state, seat))]
        found = {order for order in listed if square in ("*", order[:2])}
        assert found == set(text.split()), (
            f"missing {set(text.split()) - found}, too many {found - set(text.split())}"
        )

    def do_pieces(self, side: str, text: str = "") -> None:
        pieces = self.game.dump(self.state)["pieces"][side]
        assert {f"{letter}{square}" for square, letter in pieces.items()} == set(text.split()), pieces

    def do_at(self, square: str, text: str) -> None:
        pieces = self.game.dump(self.state)["pieces"]
        found = [f"{side} {placed[square]}" for side, placed in pieces.items() if square in placed]
        assert (found or ["empty"]) == [text], f"there is {found}"

    def do_state(self, key: str, text: str) -> None:
        found = self.game.dump(self.state)[key]
        assert found == json.loads(text), f"{key} is {found}"

    def do_view(self, seat: str, key: str, text: str) -> None:
        view = self.game.view(self.state, None if seat == "public" else seat)
        found = self.game.show(view)[key]
        assert found == json.loads(text), f"{key} is {found}"

    def do_owes(self, text: str = "") -> None:
        found = self.game.phase(self.state).owing
        assert found == set(text.split()), f"these owe: {sorted(found)}"

    def do_outcome(self, text: str) -> None:
        found = self.game.outcome(self.state)
        told = (
            "none"
            if found is None
            else " ".join([found.reason, *(f"{s}={p}" for s, p in found.places.items())])
        )
        assert told == text, f"the outcome is {told}"

    def do_land(self, region: str, text: str) -> None:
        squares = self.game.board()["squares"]
        assert {name for name, square in squares.items() if square["region"] == region} == set(text.split())

    def do_parse(self, seat: str, text: str, canonical: str) -> None:
        assert " / ".join(map(str, self._orders(seat, text))) == canonical

    def do_error(self, seat: str, text: str, kind: str, words: str, instead: str = "…") -> None:
        before = self.game.dump(self.state)
        try:
            orders = self._orders(seat, text) if text else ()
            self.game.check(self.game.view(self.state, seat), orders)
        except OrderError as error:
            assert error.kind == kind, f"it is {error.kind}: {error}"
            assert words in str(error), f"it says {error}"
            assert "\n" not in str(error)
            assert instead == "…" or list(error.instead) == instead.split(), f"instead: {error.instead}"
            if text and kind == "illegal":
                assert error.order, f"no order is named: {error}"
        else:
            raise AssertionError(f"{text!r} was accepted")
        assert self.game.dump(self.state) == before

    def do_option(self, text: str, words: str) -> None:
        """OPTION | JSON | words of the refusal, or none."""
        try:
            self.game.options(json.loads(text))
        except OptionError as error:
            assert words != "none", f"{error}"
            assert words in str(error), f"it says {error}"
        else:
            assert words == "none", "the options were accepted"

    def do_warn(self, seat: str, text: str, words: str) -> None:
        orders = self._orders(seat, text)
        view = self.game.view(self.state, seat)
        self.game.check(view, orders)
        found = " ".join(self.game.warn(view, orders))
        assert (words in found) if words != "none" else not found, f"it warns: {found!r}"
