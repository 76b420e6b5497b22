"""What the computer writes to the others, and what it understands of what they write.

It writes to one seat at a time, in plain sentences of these forms:

    Peace between us this season? I leave Soho alone.       offers peace
    Agreed: peace between us this season.                   agrees to it
    I support your unit 3 into Chelsea this season.         offers a support, and orders it
    Agreed: I support your unit 3 into Chelsea.             does what it was asked

It understands these, and what people write instead. Case, signs and anything else in a letter do not count:

    peace, truce, ceasefire, non-aggression                  an offer of peace, or agreement to one
    agreed, yes, ok, okay, deal, fine, sure, accepted        agreement to what it offered, at the beginning
    no, sorry, never, refuse, "no peace", "no deal"          the opposite
    I (will, can) support (your) (unit) 3 to/into Chelsea    an offer of a support; "hold": of its hold
    (please, can you) support my (unit) 2 to/into Soho       a request for one

A peace binds until the turn after the next: neither goes where the other stands, or what the other controls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS, Board, Key, plain
from engines.engine import Letter

MOST_LETTERS = 2
"""Letters that it writes in a turn."""

_PEACE = re.compile(r"\b(peace|truce|cease ?fire|non ?aggression|nap|leave each other alone)\b")
_NO = re.compile(r"^(no|sorry|never|nope|refused?|war)\b|\b(no (peace|truce|deal)|not agree)\b")
_YES = re.compile(r"^(agreed|agree|i agree|yes|ok|okay|deal|fine|sure|accepted|i accept|gladly)\b")
_SUPPORT = re.compile(
    r"\bsupport(?:s|ing)? (?:(your|my|our|" + "|".join(SEATS) + r") )?(?:(?:unit|army|number) )?(\d{1,4})"
    r" (hold|holds|holding|to hold|(?:moving |going )?(?:to|into|in|onto|at) (.+))"
)


_GIVERS = frozenset({"i", "ill", "id", "we", "well"})


@dataclass(frozen=True, slots=True)
class Help:
    """A support that is spoken of. seat: whose unit is supported; target: where it goes, "": it holds"""

    seat: Seat
    unit: str
    target: Key


@dataclass(frozen=True, slots=True)
class Said:
    """What a letter says. yes, no: at its beginning; peace: speaks of it; offers: supports that the sender
    will give;  asks: supports that it wants"""

    peace: bool = False
    yes: bool = False
    no: bool = False
    offers: tuple[Help, ...] = ()
    asks: tuple[Help, ...] = ()


def read(board: Board, letter: Letter, reader: Seat) -> Said:
    """Understand a letter as far as the grammar goes.

    reader: to whom it went, should it have gone to everybody
    """
    text = plain(letter.text)
    offers: list[Help] = []
    asks: list[Help] = []
    for match in _SUPPORT.finditer(text):
        whose, unit, what, place = match.groups()
        target = "" if place is None else _space(board, place)
        if target is None or (place is None and "hold" not in what):
            continue
        before = text[: match.start()].split()
        promised = whose == "your" or not _GIVERS.isdisjoint(before[-4:])
        asked = whose in ("my", "our") or whose == letter.sender or not promised
        if asked:
            asks.append(Help(letter.sender, unit, target))
        else:
            offers.append(Help(whose if whose in SEATS else reader, unit, target))
    no = bool(_NO.search(text))
    return Said(
        peace=bool(_PEACE.search(text)) and not no,
        yes=bool(_YES.match(text)) and not no,
        no=no,
        offers=tuple(offers),
        asks=tuple(asks),
    )


def _space(board: Board, text: str) -> Key | None:
    """Return the space whose name a text begins with, the longest if there are several."""
    said = text.split()
    names = _names(board)
    for length in range(min(5, len(said)), 0, -1):
        found = names.get(" ".join(said[:length]))
        if found is not None:
            return found
    return None


@cache
def _names(board: Board) -> Mapping[str, Key]:
    found = {}
    for key, space in board.spaces.items():
        found[plain(space.name)] = key
        found[plain(key)] = key
        found[space.abbr] = key
    return found


@dataclass(slots=True)
class Talk:
    """What two have said to each other lately, as one of them sees it.

    offered:  it offered peace;  wanted: the other did, and was not answered;  agreed: both want it
    promised: supports that it offered or agreed to;  given: supports that the other did
    asked:    supports that the other wants, not answered
    silent:   it has written nothing
    """

    offered: bool = False
    wanted: bool = False
    agreed: bool = False
    silent: bool = True
    promised: list[Help] = field(default_factory=list)
    given: list[Help] = field(default_factory=list)
    asked: list[Help] = field(default_factory=list)


def talks(board: Board, seat: Seat, letters: Iterable[Letter]) -> dict[Seat, Talk]:
    """Go through a seat's letters, oldest first. Letters of nobody known say nothing."""
    found = {other: Talk() for other in SEATS if other != seat}
    for letter in letters:
        if letter.sender == seat:
            for other in found if letter.to == "*" else (letter.to,):
                if other in found:
                    _wrote(found[other], read(board, letter, other))
        elif letter.sender in found and letter.to in (seat, "*"):
            _heard(found[letter.sender], read(board, letter, seat))
    return found


def _wrote(talk: Talk, said: Said) -> None:
    talk.silent = False
    talk.promised += said.offers
    if said.peace:
        talk.agreed = talk.agreed or talk.wanted
        talk.offered, talk.wanted = True, False
    if said.offers:
        talk.asked = []


def _heard(talk: Talk, said: Said) -> None:
    talk.given += said.offers
    talk.asked += said.asks
    if said.no:
        talk.offered = talk.wanted = talk.agreed = False
    elif said.peace or said.yes:
        if talk.offered:
            talk.agreed = True
        elif said.peace:
            talk.wanted = True


def offer_peace(sender: Seat, to: Seat, alone: str) -> Letter:
    """alone: the name of a space that it leaves alone, "" if there is none"""
    more = f" I leave {alone} alone." if alone else ""
    return Letter(sender, to, f"Peace between us this season?{more}")


def agree_to_peace(sender: Seat, to: Seat) -> Letter:
    return Letter(sender, to, "Agreed: peace between us this season.")


def offer_support(board: Board, sender: Seat, help_: Help) -> Letter:
    return Letter(sender, help_.seat, f"I support your unit {_what(board, help_)} this season.")


def agree_to_support(board: Board, sender: Seat, help_: Help) -> Letter:
    return Letter(sender, help_.seat, f"Agreed: I support your unit {_what(board, help_)}.")


def _what(board: Board, help_: Help) -> str:
    return f"{help_.unit} into {board.name(help_.target)}" if help_.target else f"{help_.unit} to hold"
