"""Numbered cases in a text file, and the one runner for them.

A case is a block of lines ``WORD | …``, from its CASE line to the next. Words of every game:

    CASE     | C.3 | title
    RULE     | the sentence that it tests, as it stands in the game's page in docs/
    OPTIONS  | JSON                     START    |           begin a game with these options
    SET      | JSON                     further keys of the position, such as "to_move"
    DO       | seat: order, order / seat: order              resolve
    DENIED   | as DO | words            the resolution is refused, and nothing changes
    DECLARE  | seat | what | words, if it is refused
    EVENT    | type key=value …         of the newest DO or DECLARE; a list is a,b; a unit of a seat tower:1
    STATE    | key | JSON               of the dumped state      VIEW | seat | key | JSON
    OWES     | seats                    OUTCOME | reason seat=place … (or none)
    PARSE    | seat | text | canonical
    ERROR    | seat | orders | kind | words of the reason | alternatives (a list, ``…`` for any)
    REFUSED  | words | JSON             the position that was given, with these further keys, cannot be
    WARN     | seat | orders | words, or none
    OPTION   | JSON | words of the refusal, or none

Commander-In-Chief (every event must be named, in order; alternatives are divided by spaces):

    LIGHT    | Ca1 Ke5*                 pieces of a side; * is enhanced (any side's name in capitals)
    LEGAL    | square or * | orders     of the seat that owes (all of it, or one piece's)
    PIECES   | side | Ca1 …             all pieces of a side afterwards
    AT       | square | side letter, or empty
    LAND     | region | squares         of the board

New York 2047 (an EVENT must be among those of the turn; alternatives and orders are divided by commas):

    SEASON   | fall 2050                spring 2047 if it is not given
    UNITS    | seat | 1 soho, 2 moe     a Turreton's name is its space; land under a unit is controlled
    CONTROL  | seat | spaces            land besides its home base and what is under units
    HOME     | seat | space             instead of the one that it begins with
    OUT      | seat | turn              eliminated then: it has nothing
    TURRETON | moe | seat               SHORT    | seat | number    short at the end of the former turn
    NOEVENT  | type key=value …         none of these
    BATTLE   | space | seat power, seat power: movers + supporters | seat power, or - | result, ring
                                        the only battle there; what is behind a ``:`` may be left out;
                                        the defender's is: units + home turreton supporters
    WHERE    | seat | 1 soho, 2 lost    all of its units
    CONTROLS | seat | spaces            all the land that it controls
    BASE     | seat | space, or none    LOYAL | moe | seat, or dormant
    TABLE    | seat | stars units limit change         in the newest end of a season
    PHASE    | spring 2048              also: adjustment fall 2048, over fall 2048
    OWED     | seat | relocate a b, disband 2          what it must choose
    LEGAL    | seat | unit | orders | draft            all that this unit, Turreton, "relocate" or "disband"
                                        may be ordered beside the draft
    JOIN     | seat | draft | orders | sheet           DEFAULT | seat | orders
    SPACE    | space | neighbours | land or water, star, home seat, its Turreton

NME (every event must be named, in order; alternatives are divided by spaces):

    BLACK    | PA4s IA4                 pieces of an army, also GRAY and WHITE; a living army that names no
                                        President has it on its black star
    ALLY     | white | black            Protect the Ally: whose turn it is, who moves Gray next
    TURN     | gray                     the army to move                  OUT   | gray | black, or nothing
    HOLDS    | white | black | IIS      prisoners: holder, of             RIGHT | black | C4   to flank there
    LEGAL    | A4 | B4 xA5 L5s=S | draft               the targets of what stands there; or * and whole orders
    NUMBER   | A4 or * | 5              how many      WAITS | seat        that has nothing to order
    PHASE    | play | turn              or over
    PIECES   | black | PA4s …           AT | space | army letter, or empty
    HELD     | holder | gray IS, white N               RIGHTS | black C4, …      FALLS | gray by black, …
    MAY      | seat | concede, draw     RULINGS | seat | forfeit, penalty A4   DEFAULT | seat | pass, or none
    ROW      | row | first | last | number             STAR | name | touches | adjoins     NOSTAR | names
    BOARD    | hexagons, stars, touching three, two, adjoining pairs, black stars
    BASE     | army | stars             DEPTH | army | space=thirds of a row …

Nemein (every event must be named, in order; orders of a line are divided by ``;``, lists by commas; H stands
before the housed unit of a tile):

    SOUTH    | b2=10,5 d4=H5,1          tiles of a seat, also NORTH; who names none has a 1 on a1 or g4
    BARE     | north                    it has nothing at all     HANDS | south 2 north 1 (else 3 each)
    TURN     | north | split | 2        the mover, the stage, further turns that it has won
    DO       | as above | heads tails   what the coins show, which must all be flipped
    EVENT    | an object is JSON without spaces
    FLIPPED  | seat | heads | n         a coin_flip for that seat, or none
    SKIPPED  | seat | action | words    LEGALSHEET | seat | orders    accepted, and in canonical form
    LEGAL    | move c3 or * | orders | draft                          what begins so, of the seat that owes
    TILES    | south | b2=10,5 …        AT    | tile | south H5,1, or empty
    LEFT     | south 2 north 1          SEALED | yes                  COMPLETED | options | key | JSON
    JOIN     | seat | draft | orders | sheet                          DEFAULT | seat | orders, or none
    PHASE    | play | turn | number | goes on                         WAITS | seat
    MAY      | seat | concede, draw     RULINGS | seat | words        EXAMPLES | seat | orders | draft
    BOARD    | side | tiles | a4 b5 … | middle row | rows of south | of north
    NEAR     | side | tile | tiles      COINS | code | whole | coins | fraction
    NOWARN   | seat | orders | words    that are in no warning
    UNLOADABLE | words | JSON           the dumped state with these further keys does not load

WW3 (every event must be named, in order; a seat's orders are divided by ``;``, lists by commas; units by
point in an event are d2:N,e3:A):

    RED      | Nd2 Sd3                  units of a seat, also BLUE, SILVER, OLIVE; a living seat that names no
                                        Base has it on e1, a7, g11 or k5
    PLAYERS  | 3 | fog                  else two, without fog       FOG   | d4 e5       and what is known
    TURN     | silver                   OUT   | blue red            WAY   | red | 0 | 1   its Air Craft's
    ROLLS    | 3 6                      the dice of the next DO, which must all be rolled
    RAW      | JSON                     the whole position          START | 3           results used before
    MEET     | N A | wins | fog         on a board of its own, four times: wins, falls, no move, bounces
    LEGAL    | d4 | c4 d5-d6 | draft    what moves that unit alone, without its first point; * whole orders
    PAIRS    | d3 h3 | d4 h4, e3 g3     where the Soldiers on d3 and h3 may go, d3 first
    CAN      | d3-d4 h3-h4, e3-e5       these are legal             CANNOT | orders
    NUMBER   | 5                        how many are legal          LISTED | seat | 12    each passes check
    SEES     | silver | red | Ne5 ?d4   units of red in the view of silver (or of the public)
    SEALED   | yes | no                 the phase: sealed, and until the end
    FALLEN   | seat | SST               GONE  | seat | NS           WAYS  | red 0 1, silver 0 -1
    PIECES, AT, PHASE, WAITS, MAY, DEFAULT as above                 REGION | seat | points
    BOARD    | points | lines           POINT | d4 | neighbours     NOPOINT | names
    TURNED   | d2 b8 h10 j4             quarter turns clockwise; lines and regions turn with them

A live bug becomes a case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

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


def items(text: str) -> list[str]:
    """The parts of a list that is divided by commas.

    >>> items("1 soho, 2 lost"), items("")
    (['1 soho', '2 lost'], [])
    """
    return [part.strip() for part in text.split(",") if part.strip()]


def told(value: Any) -> str:
    """A value of an event as an EVENT line writes it.

    >>> told(["a", "b"]), told([["tower", "1"], ["greene", "2"]]), told(True), told(None)
    ('a,b', 'tower:1,greene:2', 'True', 'None')
    """
    if isinstance(value, list):
        return ",".join(":".join(item) if isinstance(item, list) else str(item) for item in value)
    return str(value)


class Run:
    """One case being run: the words of every game. Each game's own are in a module beside this.

    sides:   whose pieces are given by a word, its name in capitals
    divider: between orders, and between the alternatives of an ERROR; "" these are divided by spaces
    truth:   what another implementation says is legal for the one seat that owes, from a dumped state
    """

    sides: ClassVar[tuple[str, ...]] = ()
    divider: ClassVar[str] = ""
    truth: Callable[[Mapping[str, Any]], Iterable[str]] | None = None

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._given: dict[str, Any] = {}
        self._state: Any = None
        self._events: list[dict[str, Any]] = []

    @property
    def state(self) -> Any:
        """The state; made from what the case gave when it is first needed."""
        if self._state is None:
            self._state = self.game.position(self.position())
        return self._state

    def position(self) -> dict[str, Any]:
        """What the case gave, as the game reads it."""
        return self._given

    def word(self, word: str) -> Callable[..., None]:
        """What a word does."""
        if word.lower() in self.sides and word.isupper():
            return partial(self.put, word.lower())
        act = getattr(self, f"do_{word.lower()}", None)
        if act is None or not word.isupper():
            raise AssertionError(f"there is no word {word}")
        found: Callable[..., None] = act
        return found

    def run(self, case: Case) -> None:
        for number, word, parts in case.lines:
            try:
                self.word(word)(*parts)
            except (AssertionError, GameError) as error:
                raise AssertionError(f"{case.number} {case.title}, line {number}: {error}") from error
        self.all_told()

    def all_told(self) -> None:
        """Raise AssertionError if an event of the newest DO should have been named and was not."""

    # -- giving a position

    def put(self, side: str, text: str) -> None:
        """Pieces of a side: a letter, then the space."""
        placed = self._given["pieces"].setdefault(side, {})
        for item in text.split():
            assert item[1:] not in placed, f"two pieces on {item[1:]}"
            placed[item[1:]] = item[0]

    def do_options(self, text: str) -> None:
        self._given["options"] = json.loads(text)

    def do_set(self, text: str) -> None:
        self._given |= json.loads(text)

    def do_start(self, *_: str) -> None:
        self._keep(self.game.start(self._given.get("options", {}), ScriptedChance()))

    def do_refused(self, words: str, text: str = "{}") -> None:
        try:
            self.game.position(self.position() | json.loads(text))
        except GameError as error:
            assert words in str(error), f"it says {error}"
        else:
            raise AssertionError("the position was accepted")

    # -- acting

    def _keep(self, resolution: Resolution[Any]) -> None:
        self.all_told()
        self._state = resolution.state
        assert self.game.load(self.game.dump(self._state)) == self._state, "it does not load as it was dumped"
        self._events = [event_to_json(event) for event in resolution.events]

    def orders(self, seat: str, text: str) -> tuple[Any, ...]:
        """Orders of a seat as the game reads them."""
        return tuple(self.game.parse(self.game.view(self.state, seat), text.replace(",", "\n")))

    def sheets(self, text: str) -> dict[str, tuple[Any, ...]]:
        """The orders of a DO line."""
        parts = [part.partition(":") for part in text.split("/")]
        return {seat.strip(): self.orders(seat.strip(), told) for seat, _, told in parts if told.strip()}

    def compare(self) -> None:
        """What is legal is what the other implementation says."""
        phase = self.game.phase(self.state)
        if self.truth is None or phase.key != "play":
            return
        [seat] = phase.owing
        found = [str(order) for order in self.game.legal(self.game.view(self.state, seat))]
        assert found == sorted(self.truth(self.game.dump(self.state)))

    def resolve(self, orders: dict[str, tuple[Any, ...]]) -> Resolution[Any]:
        """One turn."""
        return self.game.resolve(self.state, orders, ScriptedChance())

    def do_do(self, text: str) -> None:
        self.compare()
        self._keep(self.resolve(self.sheets(text)))

    def do_denied(self, text: str, words: str) -> None:
        before = self.game.dump(self.state)
        try:
            self.resolve(self.sheets(text))
        except OrderError as error:
            assert words in str(error), f"it says {error}"
        else:
            raise AssertionError("it was resolved")
        assert self.game.dump(self.state) == before

    def do_declare(self, seat: str, what: str, refusal: str = "") -> None:
        try:
            self._keep(self.game.declare(self.state, seat, what))
        except OrderError as error:
            assert refusal and refusal in str(error), f"it says {error}"
        else:
            assert not refusal, "it was declared"

    # -- looking

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
        places = [] if found is None else [f"{seat}={place}" for seat, place in found.places.items()]
        says = ["none" if found is None else found.reason, *sorted(places)]
        reason, *expected = text.split()
        assert says == [reason, *sorted(expected)], f"the outcome is {' '.join(says)}"

    def do_parse(self, seat: str, text: str, canonical: str) -> None:
        found = " / ".join(map(str, self.orders(seat, text)))
        assert found == canonical, f"it reads {found}"

    def divided(self, text: str) -> list[str]:
        """Orders, or alternatives."""
        return [part.strip() for part in text.split(self.divider or None) if part.strip()]

    def same(self, found: Iterable[str], expected: Iterable[str]) -> None:
        missing, more = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
        assert not missing and not more, f"missing {missing}, too many {more}"

    def do_error(self, seat: str, text: str, kind: str, words: str, instead: str = "…") -> None:
        before = self.game.dump(self.state)
        try:
            orders = self.orders(seat, text) if text else ()
            self.game.check(self.game.view(self.state, seat), orders)
        except OrderError as error:
            assert error.kind == kind, f"it is {error.kind}: {error}"
            assert words in str(error), f"it says {error}"
            assert "\n" not in str(error)
            assert instead == "…" or list(error.instead) == self.divided(instead), f"instead: {error.instead}"
            if text and kind == "illegal":
                assert error.order, f"no order is named: {error}"
                # as it was written, or as it was read
                named = [*re.split("[,;]", text), *map(str, orders)]
                assert error.order in map(str.strip, named), f"it names {error.order}"
        else:
            raise AssertionError(f"{text!r} was accepted")
        assert self.game.dump(self.state) == before

    def do_option(self, text: str, words: str) -> None:
        try:
            self.game.options(json.loads(text))
        except OptionError as error:
            assert words != "none", f"{error}"
            assert words in str(error), f"it says {error}"
        else:
            assert words == "none", "the options were accepted"

    def do_warn(self, seat: str, text: str, words: str) -> None:
        orders = self.orders(seat, text)
        view = self.game.view(self.state, seat)
        self.game.check(view, orders)
        found = " ".join(self.game.warn(view, orders))
        assert (words in found) if words != "none" else not found, f"it warns: {found!r}"

    def fits(self, event: dict[str, Any], kind: str, fields: list[str]) -> bool:
        """Whether an event is what an EVENT line says."""
        pairs = [item.partition("=") for item in fields]
        return event["type"] == kind and all(told(event[key]) == value for key, _, value in pairs)


class InOrder(Run):
    """A case of a game that tells little at once: every event must be named, in order."""

    def all_told(self) -> None:
        assert not self._events, f"events that no EVENT line names: {self._events}"

    def do_event(self, text: str) -> None:
        assert self._events, f"no event is left, {text} was expected"
        kind, *fields = text.split()
        event = self._events.pop(0)
        assert self.fits(event, kind, fields), f"the event is {event}"

    def do_pieces(self, side: str, text: str = "") -> None:
        pieces = self.game.dump(self.state)["pieces"].get(side, {})
        assert {f"{letter}{space}" for space, letter in pieces.items()} == set(text.split()), pieces

    def do_at(self, space: str, text: str) -> None:
        pieces = self.game.dump(self.state)["pieces"]
        found = [f"{side} {placed[space]}" for side, placed in pieces.items() if space in placed]
        assert (found or ["empty"]) == [text], f"there is {found}"

    def do_phase(self, key: str, turn: str) -> None:
        phase = self.game.phase(self.state)
        assert (phase.key, phase.turn) == (key, int(turn)), f"the phase is {phase}"

    def listed(self, draft: str = "") -> list[str]:
        """What the seat that owes may order."""
        self.compare()
        [seat] = self.game.phase(self.state).owing
        given = self.orders(seat, draft) if draft else ()
        found = [str(order) for order in self.game.legal(self.game.view(self.state, seat), given)]
        assert found == sorted(set(found)), "they are not sorted, or twice the same"
        return found

    def do_waits(self, seat: str) -> None:
        found = [str(order) for order in self.game.legal(self.game.view(self.state, seat))]
        assert not found, f"it may order {found}"

    def do_default(self, seat: str, text: str) -> None:
        orders = self.game.default(self.game.view(self.state, seat))
        found = "none" if orders is None else "; ".join(map(str, orders))
        assert found == text, f"the default is {found}"

    def do_may(self, seat: str, text: str = "") -> None:
        found = list(self.game.declarations(self.state, seat))
        assert found == items(text), f"declarations: {found}"

    def do_rulings(self, seat: str, text: str = "") -> None:
        found = list(self.game.rulings(self.state, seat))
        assert found == items(text), f"rulings: {found}"
