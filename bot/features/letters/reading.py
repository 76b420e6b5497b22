"""Reading letters: one's own while the game runs; after its end everybody's. Unsigned ones have writers then
if the table's options say so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Button, Choice, Message, buttons, clip, custom_id
from bot.engine import house_rules
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.letters import store
from bot.features.letters import text as words
from bot.features.letters.addressing import (
    Reader,
    Unclear,
    answerable,
    button,
    check_letters,
    concerns,
    entry,
    fits,
    full_names,
    is_public,
    may_read,
    offered,
    people_of,
    read_names,
    reader_of,
    season,
    seats_of,
    stands_for,
    users_of,
)
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import EVERYONE, Letter, Table
from bot.storage.rows import find

PAGE = 5
"""Letters on a page at the most: each may have a button, and a row holds five."""
ROOM = 1750
"""What the letters of a page may fill of a message, unless one alone needs more."""
ALL = 1_000_000
WIDEST = "adjustment after spring 2047"
"""A season that takes as much room as any."""

Page = list[Letter]


class Letterbox:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def read(self, table_id: str, user_id: int, with_: str = "", at: int = 0) -> Message:
        """Return a page of letters, newest first: those of the user's seat; after the end all.

        with_: only those exchanged with this faction; at: the page with the letter of this number,
        0 the first
        """

        def look(tx: Tx) -> Message:
            snapshot = self.context.snapshot(tx, table_id)
            table, seat = snapshot.table, snapshot.seat_of(user_id)
            over = table.status == "over"
            check_letters(snapshot)
            if seat is None and not over:
                raise Refused(words.STILL_CLOSED(code=table.id))
            if over or seat is None:
                kept = list(reversed(find(tx, Letter, table_id=table.id)))
            else:
                kept = store.of_seat(tx, table.id, seat, limit=ALL)
            reader = reader_of(snapshot, seat, over)
            other = _one(with_, snapshot, reader) if with_.strip() else ""
            found = [
                letter
                for letter in kept
                if (over or (seat is not None and may_read(letter, seat))) and concerns(letter, other, reader)
            ]
            pages = _pages([(letter, entry(letter, reader, WIDEST)) for letter in found])
            last = len(pages) - 1
            held = [n for n, page in enumerate(pages) if any(letter.number == at for letter in page)]
            number = held[0] if held else 0
            seasons = _seasons(tx, snapshot, pages[number]) if pages else {}
            named = {"game": snapshot.game.name, "code": table.id}
            head = (words.EVERYONES if over else words.YOURS)(**named)
            if other:
                head = words.WITH(**named, seat=reader.names[other])
            if not found:
                return Message(words.NONE(head=head))
            lines = [words.PAGE(head=head, page=number + 1, pages=len(pages))]
            lines += [entry(letter, reader, seasons[letter.id]) for letter in pages[number]]
            rows = []
            if seat is not None and not over and seat in snapshot.living:
                rows.append(_answers(snapshot, seat, pages[number], reader))
            if last:
                rows.append(_turning(snapshot, pages, number, other))
            return Message("\n".join(lines), rows=tuple(row for row in rows if row))

        return await self.context.db.read(look)

    async def factions(self, table_id: str, typed: str) -> list[Choice]:
        """Return the factions of a table, for autocomplete."""
        try:
            snapshot = await self.context.db.read(self.context.snapshot, table_id)
            check_letters(snapshot)
        except Refused:
            return []
        begun = typed.strip().lower()
        return [offered(snapshot, [seat]) for seat in snapshot.seats if fits(snapshot, seat, begun)][:25]


def archive(tx: Tx, table: Table) -> list[dict[str, Any]]:
    """The letters of a finished game for its record; before the end none. Unless the table's options tell who
    wrote unsigned ones, these have no writer and no recipients, and their answers no recipient: from those
    who got a letter one could conclude who wrote it."""
    if table.status != "over":
        return []
    told = house_rules.of(table.settings).tells_writers
    return [_recorded(letter, told) for letter in find(tx, Letter, table_id=table.id)]


def _recorded(letter: Letter, told: bool) -> dict[str, Any]:
    hidden = not told and (letter.anonymous or stands_for(letter, "#") != 0)
    nobody = letter.anonymous and not told
    return {
        "turn": letter.turn,
        "from": None if nobody else letter.sender_seat or None,
        "to": [EVERYONE] if is_public(letter) else [] if hidden else list(seats_of(letter)),
        "anonymous": letter.anonymous,
        "text": letter.text,
    }


def _one(text: str, snapshot: GameSnapshot, reader: Reader) -> Seat:
    seats = listing(full_names(snapshot).values())
    try:
        named = read_names(text, reader.names, users_of(snapshot), people_of(snapshot))
        if len(named.seats) == 1:
            return named.seats[0]
    except Unclear as unclear:
        raise Refused(words.WITH_WHOM(why=unclear.why, seats=seats)) from None
    raise Refused(words.PICK_ONE(seats=seats))


def _seasons(tx: Tx, snapshot: GameSnapshot, page: Page) -> dict[int, str]:
    """When each letter was written, as the direct message said it, by the letter's number."""
    known: dict[int, GameSnapshot] = {}

    def after(seq: int) -> GameSnapshot:
        if seq not in known:
            step = steps.at(tx, snapshot.table.id, seq)
            known[seq] = replace(snapshot, step=step, state=snapshot.game.load(json.loads(step.state)))
        return known[seq]

    def then(letter: Letter) -> str:
        first, newest = 1, snapshot.step.seq
        while first < newest:  # the newest step that is no younger than the letter
            middle = (first + newest + 1) // 2
            if after(middle).step.at <= letter.at:
                first = middle
            else:
                newest = middle - 1
        # At one moment with a letter there may have been a step after it.
        while first > 1 and ((was := after(first)).outcome is not None or was.phase.turn > letter.turn):
            first -= 1
        was = after(first)
        return season(was) if was.phase.turn == letter.turn else words.PERIOD_TURN(n=letter.turn + 1)

    return {letter.id: then(letter) for letter in page}


def _pages(entries: Sequence[tuple[Letter, str]]) -> list[Page]:
    """Return as many letters on a page as fit into a message, and at most PAGE."""
    pages: list[Page] = []
    used = 0
    for letter, text in entries:
        if not pages or len(pages[-1]) == PAGE or used + len(text) > ROOM:
            pages.append([])
            used = 0
        pages[-1].append(letter)
        used += len(text) + 1
    return pages


def _answers(snapshot: GameSnapshot, seat: Seat, page: Page, reader: Reader) -> tuple[Button, ...]:
    """A button for each letter on the page that may be answered: so it goes without direct messages too."""
    row = []
    for letter in page:
        if answerable(snapshot, letter, seat):
            label = words.REPLY_TO(seat=reader.names[letter.sender_seat])
            if letter.anonymous:
                label = words.REPLY_TO_NUMBER(n=letter.number)
            row.append(button("reply", letter, clip(label, 80)))
    return buttons(*row)


def _turning(snapshot: GameSnapshot, pages: Sequence[Page], number: int, other: Seat) -> tuple[Button, ...]:
    """Buttons to the other pages. A page is known by its newest letter: letters that come move none."""
    last = len(pages) - 1
    targets = {
        words.NEWEST: 0,
        words.NEWER: max(number - 1, 0),
        words.OLDER: min(number + 1, last),
        words.OLDEST: last,
    }
    row = []
    for place, (label, target) in enumerate(targets.items()):
        # Each button needs an id of its own, so its place is part of it.
        extra = f"{pages[target][0].number}.{other}.{place}"
        ident = custom_id("letters", snapshot.table.id, None, snapshot.stamp, extra)
        row.append(Button(ident, label, disabled=target == number))
    return buttons(*row)
