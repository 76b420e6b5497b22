"""Orders given ahead, as text: `if e5xd6 then c3xd6 if d4-d5 then b2-b3`, `queue c3-d4; e5-e6`; where a turn
is a sheet, choices such as `relocate chelsea`. Reading what somebody typed, and the lines that are kept.

An order that leaves out what its game fills in from the board (a sign, a coin) is kept as it was typed: it is
read when its turn comes, on the board of then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Seat, texts
from adjudicator.text import lines as pieces
from adjudicator.text import listing
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders import text as said_of

MOST_LINES, MOST_TURNS, MOST_TEXT = 12, 10, 1500
"""So many lines a plan has at most, so many turns a line, so many characters all of them."""
_BETWEEN = re.compile(r"\n|;\s*(?=(?:if|queue)\b)", re.IGNORECASE)
_KEY = re.compile(r"(?:if|queue)\b", re.IGNORECASE)
_IF, _THEN = (re.compile(rf"\b{word}\b", re.IGNORECASE) for word in ("if", "then"))
_ENDS = ("end", "end turn")


@dataclass(frozen=True, slots=True)
class Condition:
    """An order (in Nemein maybe several of a turn) of another seat. who: whose, as its key or the word that
    the keys of a team begin with; "": of the only other one there is."""

    who: str
    orders: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([*([self.who] if self.who else []), "; ".join(self.orders)])

    def means(self, seat: Seat) -> bool:
        return self.who in ("", seat) or seat.startswith(f"{self.who}-")


@dataclass(frozen=True, slots=True)
class Link:
    """What is to happen, all of it, and the turn that is played then."""

    conditions: tuple[Condition, ...]
    reply: tuple[str, ...]

    def __str__(self) -> str:
        return f"if {' and '.join(map(str, self.conditions))} then {'; '.join(self.reply)}"


@dataclass(frozen=True, slots=True)
class Replies:
    """A chain: each link is for one turn."""

    links: tuple[Link, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.links))


@dataclass(frozen=True, slots=True)
class Queue:
    """Turns that are played one after the other, whatever happens."""

    turns: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return "queue " + "; ".join(order for turn in self.turns for order in turn)


@dataclass(frozen=True, slots=True)
class Choice:
    """An order for an adjustment."""

    order: str

    def __str__(self) -> str:
        return self.order


Line = Replies | Queue | Choice


def stepwise(snapshot: GameSnapshot) -> bool:
    """Whether a turn is a line of several actions that ends with `end`."""
    return snapshot.phase.number is not None and not snapshot.presenter.many


def is_ahead(text: str) -> bool:
    """Whether a message gives orders ahead.

    >>> is_ahead("If e5-e6 then d2-d3"), is_ahead("queue d2-d3"), is_ahead("relocate soho")
    (True, True, False)
    """
    return re.match(r"(?:if|queue|ahead)\b", text.strip(), re.IGNORECASE) is not None


def examples(snapshot: GameSnapshot, seat: Seat) -> list[str]:
    """What one could write, for hints."""
    orders = snapshot.presenter.ahead(seat)
    if snapshot.presenter.many:
        return list(orders)
    a, b, c = orders
    rest = others(snapshot, seat)
    who = f"{rest[-1]} " if len(rest) > 1 else ""
    return [f"if {who}{a} then {b}", f"queue {b}; {c}"]


def others(snapshot: GameSnapshot, seat: Seat) -> list[Seat]:
    return [other for other in snapshot.seats if other != seat]


def lasts(snapshot: GameSnapshot, seat: Seat, line: Line) -> bool:
    """Whether a choice that was not needed stays for later turns."""
    return all(map(snapshot.presenter.lasts, snapshot.game.parse(snapshot.view(seat), str(line))))


# -- reading what is kept


def read_kept(snapshot: GameSnapshot, seat: Seat, kept: Sequence[Any]) -> list[Line]:
    """The lines of a stored plan."""
    return [read_line(snapshot, seat, text) for text in kept if isinstance(text, str)]


def read_line(snapshot: GameSnapshot, seat: Seat, text: str) -> Line:
    """One line, by its form alone. Raises NotUnderstoodError."""
    if snapshot.presenter.many:
        return Choice(text)
    word, _, rest = text.strip().partition(" ")
    if word.lower() == "queue":
        return _queue(snapshot, seat, text, rest)
    if word.lower() == "if":
        return _replies(snapshot, seat, text)
    raise NotUnderstoodError(text, said_of.BEGINS, examples(snapshot, seat))


def _queue(snapshot: GameSnapshot, seat: Seat, text: str, rest: str) -> Queue:
    orders = pieces(rest)
    if not orders:
        raise NotUnderstoodError(text, said_of.QUEUE_WHAT, examples(snapshot, seat)[1:])
    if not stepwise(snapshot):
        return Queue(tuple((order,) for order in orders))
    turns: list[tuple[str, ...]] = [()]
    for order in orders:
        turns[-1] = (*turns[-1], order)
        if order.lower() in _ENDS:
            turns.append(())
    return Queue(tuple(turn for turn in turns if turn))


def _replies(snapshot: GameSnapshot, seat: Seat, text: str) -> Replies:
    return Replies(tuple(_link(snapshot, seat, text, part) for part in _IF.split(text)[1:]))


def _link(snapshot: GameSnapshot, seat: Seat, text: str, part: str) -> Link:
    halves = [half.strip(" ;,:") for half in _THEN.split(part)]
    if len(halves) != 2 or not all(halves):
        many = said_of.ONE_THEN if len(halves) > 2 else said_of.IF_WHAT
        raise NotUnderstoodError(f"if {part.strip()}", many, examples(snapshot, seat)[:1])
    names = _names(snapshot)
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    said = re.split(rf"\band\s+(?=(?:{words})\b(?!\s*$))", halves[0], flags=re.IGNORECASE)
    conditions = tuple(_condition(snapshot, seat, text, each.strip(" ;,"), words, names) for each in said)
    return Link(conditions, tuple(pieces(halves[1])))


def _condition(
    snapshot: GameSnapshot, seat: Seat, text: str, said: str, words: str, names: dict[str, str]
) -> Condition:
    match = re.match(rf"({words})\b\s*:?\s*", said, re.IGNORECASE)
    who = names[match[1].lower()] if match else ""
    orders = tuple(pieces(said[match.end() :] if match else said))
    if not orders:
        raise NotUnderstoodError(text, said_of.WHICH_ORDER(whom=said), examples(snapshot, seat)[:1])
    rest = others(snapshot, seat)
    if who and not any(Condition(who, ()).means(other) for other in rest):
        raise NotUnderstoodError(text, said_of.NOT_YOUR_OWN)
    if len(rest) == 1:
        who = ""
    elif not who:
        sides = listing([f"`{name}`" for name in rest])
        reason = said_of.WHOSE(order=said, sides=sides)
        raise NotUnderstoodError(text, reason, [f"if {rest[-1]} {said} then …"])
    return Condition(who, orders)


def _names(snapshot: GameSnapshot) -> dict[str, str]:
    """What one may write for a seat, and for all of a team, each with how it is kept."""
    found = {seat.split("-")[0]: seat.split("-")[0] for seat in snapshot.seats}
    for seat in snapshot.seats:
        found |= {snapshot.presenter.seat_name(seat).lower(): seat, seat.replace("-", " "): seat, seat: seat}
    return found


# -- reading what somebody typed


def read_typed(snapshot: GameSnapshot, seat: Seat, text: str) -> list[Line]:
    """Read what somebody typed into lines as they are kept. Raises OrderError for the first that is not
    understood; whether an order is legal is seen when its turn comes."""
    if snapshot.presenter.many:
        found: list[Line] = list(_choices(snapshot, seat, text))
    else:
        found = [_checked(snapshot, seat, read_line(snapshot, seat, line)) for line in _typed_lines(text)]
    if not found:
        raise NotUnderstoodError("", said_of.EMPTY, examples(snapshot, seat))
    if len(found) > MOST_LINES:
        raise NotUnderstoodError("", said_of.TOO_MANY_LINES(most=MOST_LINES))
    longest = max(len(getattr(line, "links", getattr(line, "turns", ()))) for line in found)
    if longest > MOST_TURNS:
        raise NotUnderstoodError("", said_of.TOO_MANY_TURNS(n=longest, most=MOST_TURNS))
    if sum(len(str(line)) + 1 for line in found) > MOST_TEXT:
        raise NotUnderstoodError("", said_of.TOO_LONG(most=MOST_TEXT))
    return list({str(line): line for line in found}.values())


def _typed_lines(text: str) -> list[str]:
    """A message in lines that begin with their word; a line without one goes on with the line before.

    >>> _typed_lines("if e7-e6 then d2-d3; queue c2-c3;\\nd3-d4")
    ['if e7-e6 then d2-d3', 'queue c2-c3; d3-d4']
    """
    found: list[str] = []
    for part in _BETWEEN.split(text.replace("\r", "\n")):
        tidy = " ".join(part.split()).strip("; ")
        if tidy and found and not _KEY.match(tidy):
            glue = " " if tidy.lower().startswith("then ") or found[-1].lower() in ("queue", "if") else "; "
            found[-1] += glue + tidy
        elif tidy:
            found.append(tidy)
    return found


def _choices(snapshot: GameSnapshot, seat: Seat, text: str) -> Iterator[Choice]:
    game, view = snapshot.game, snapshot.view(seat)
    for piece in pieces(text):
        if not piece.lower().startswith(snapshot.presenter.ahead_words):
            raise NotUnderstoodError(piece, said_of.ONLY_CHOICES, examples(snapshot, seat))
        [order] = game.parse(view, piece)
        if not snapshot.adjusting and seat in snapshot.phase.owing:
            game.check(view, [order])
        yield Choice(str(order))


def _checked(snapshot: GameSnapshot, seat: Seat, line: Line) -> Line:
    """The line with its orders as they are kept. Raises OrderError."""
    view, seen = snapshot.view(seat), snapshot.view(None)
    if isinstance(line, Queue):
        return Queue(tuple(_read(snapshot, view, turn) for turn in line.turns))
    assert isinstance(line, Replies)
    links = []
    for link in line.links:
        conditions = tuple(replace(each, orders=_theirs(snapshot, seen, each)) for each in link.conditions)
        links.append(Link(conditions, _read(snapshot, view, link.reply)))
    return Replies(tuple(links))


def _theirs(snapshot: GameSnapshot, seen: Any, condition: Condition) -> tuple[str, ...]:
    """Read from what everybody sees, so that no error tells anything of the other's."""
    try:
        return _read(snapshot, seen, condition.orders)
    except NotUnderstoodError:
        # In Nemein coins and turns are read from the mover's side, which the other is not now.
        whose = [seat for seat in snapshot.seats if condition.who and condition.means(seat)]
        if not stepwise(snapshot) or not (whose or len(snapshot.seats) == 2):
            raise
        for seat in whose or snapshot.seats:
            try:
                return _read(snapshot, replace(seen, seat=seat), condition.orders)
            except NotUnderstoodError:
                continue
        raise


def _read(snapshot: GameSnapshot, view: Any, typed: Sequence[str]) -> tuple[str, ...]:
    try:
        orders = snapshot.game.parse(view, "; ".join(typed))
    except NotUnderstoodError as error:
        if not stepwise(snapshot) or "stands on" not in error.reason:
            raise
        named = said_of.NAME_THE_COIN(why=error.reason)
        raise NotUnderstoodError(error.order, named, error.instead) from None
    for order, text in zip(orders, typed, strict=True):
        if isinstance(order, Declare):
            raise NotUnderstoodError(text, said_of.NO_DECLARATIONS)
        if str(order).split(" ")[0] in snapshot.presenter.setup_words:
            raise NotUnderstoodError(text, said_of.NO_SETUP)
    if len(orders) > 1 and not stepwise(snapshot):
        raise NotUnderstoodError(
            typed[1],
            said_of.ONE_ORDER,
            [f"queue {'; '.join(texts(orders))}"],
        )
    return tuple(_kept(str(order), text) for order, text in zip(orders, typed, strict=True))


def _kept(canonical: str, typed: str) -> str:
    """An order as it is kept: canonical, but with nothing in it that the board of now has filled in.

    >>> _kept("e7-e6", "E7 – E6"), _kept("e7-e6", "e7e6"), _kept("C4-C5", "c4xc5")
    ('e7-e6', 'e7e6', 'c4xc5')
    """

    def plain(text: str) -> str:
        return re.sub(r"\s", "", re.sub("[–—−‑]", "-", text.lower().replace("×", "x")))

    return canonical if plain(canonical) == plain(typed) else typed.lower()
