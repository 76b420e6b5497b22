"""Looking back turn by turn: a page for each turn, as the user may see it.

What was taken back keeps its pages, and the undo has one of its own, so pages are only ever added.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import (
    MOST_CARD,
    MOST_CHOICES,
    Button,
    Choice,
    Field,
    File,
    Form,
    Message,
    Picture,
    buttons,
    clip,
    custom_id,
    escaped,
    fit,
)
from bot.engine import lineage, post_hooks, post_words
from bot.engine import text as engine_text
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.history import text as words
from bot.features.letters.addressing import entry, reader_of
from bot.storage import rows, steps
from bot.storage.database import Tx
from bot.storage.records import Letter, LogEntry, Step, Table

MOST_KEPT = 64
"""Games whose pages are kept in memory, so that turning one is quick."""


@dataclass(frozen=True, slots=True)
class Page:
    """title: "turn 4 · Fall 2048"; kind: that of its first step; seqs: its steps; number: the turn as people
    count it, None where it is none; gone: it was taken back"""

    title: str
    kind: str
    seqs: tuple[int, ...]
    number: int | None = None
    gone: bool = False

    @property
    def heading(self) -> str:
        return words.GONE(turn=self.title) if self.gone else self.title


class HistoryPages:
    def __init__(self, context: Context) -> None:
        self.context = context
        self._kept: dict[str, tuple[int, tuple[Page, ...]]] = {}

    async def page(self, table_id: str, user_id: int, wanted: str = "new") -> Message:
        """One turn with buttons to the others. wanted: the page's number, from 1; else the newest"""

        def look(tx: Tx) -> tuple[GameSnapshot, tuple[Page, ...], int, list[GameSnapshot], list[str]]:
            newest, pages = self._pages(tx, table_id)
            first = wanted.partition(".")[0]
            known = int(first) if first.isdecimal() and first.isascii() and len(first) < 9 else len(pages)
            number = min(max(known, 1), len(pages))
            page = pages[number - 1]
            shown = self._shown(tx, newest, page)
            seat, over = newest.seat_of(user_id), newest.table.status == "over"
            told = self._told(tx, newest, pages, number, shown, seat)
            return newest, pages, number, shown, [*told, *self.blocks(tx, shown, page.title, seat, over)]

        newest, pages, number, shown, told = await self.context.db.read(look)
        self._keep(newest.table, pages)
        last, seat = shown[-1], newest.seat_of(user_id)
        head = post_words.headline(last, pages[number - 1].heading)
        waits = last.presenter.phase_line(last.view(seat))
        room = MOST_CARD - len(head) - len(waits) - 10
        body, files = _fitted(told, room, f"{newest.table.id}-page-{number}.txt")
        picture, thrown = await self.pictures(shown, seat)
        return Message(
            head,
            picture,
            (*([body] if body else []), *self._rows(newest, number, len(pages), last.step.seq)),
            files=files,
            pictures=(thrown,) if thrown is not None else (),
            small=waits,
        )

    async def pictures(
        self, shown: Sequence[GameSnapshot], seat: Seat | None
    ) -> tuple[Picture, Picture | None]:
        """Draw the board of a page, and the coins and dice that fell in it.

        shown: the table after each step
        """
        board = await self.context.picture(drawn_step(shown), seat, events=True, caption=shown[-1].moment)
        return board, await post_hooks.thrown_picture(self.context, _together(shown))

    def blocks(
        self, tx: Tx, shown: Sequence[GameSnapshot], title: str, seat: Seat | None, over: bool
    ) -> list[str]:
        """Return the lines that follow what happened, see `blocks`."""
        return blocks(tx, shown, title, seat, over)

    async def form(self, table_id: str) -> Form:
        """Return the form that asks where to jump to: a menu, unless there are too many pages for one."""
        newest, pages = await self._all(table_id)
        ident = custom_id("pastgo", newest.table.id, None, newest.stamp, kind="form")
        field = Field("turn", words.JUMP_LABEL, _able(pages), most=60)
        if len(pages) <= MOST_CHOICES:
            choices = (Choice(f"page {n}", clip(page.heading, 100)) for n, page in enumerate(pages, 1))
            field = Field("turn", words.JUMP_LABEL, choices=tuple(choices))
        return Form(ident, words.JUMP_TITLE, (field,))

    async def jump(self, table_id: str, user_id: int, typed: str) -> Message:
        """Return the turn that somebody typed. Raises Refused with what there is."""
        newest, pages = await self._all(table_id)
        return await self.page(table_id, user_id, str(self._meant(newest, pages, typed) + 1))

    async def position(self, table_id: str, typed: str) -> GameSnapshot:
        """Return the game as it stood after the turn that somebody typed. Raises Refused as `jump`."""
        newest, pages = await self._all(table_id)
        return await self.after(table_id, pages[self._meant(newest, pages, typed)].seqs[-1])

    async def after(self, table_id: str, seq: int) -> GameSnapshot:
        """Return the game as it stood after a step; its players are those of now. Raises Refused."""
        return await self.context.db.read(self.context.snapshot, table_id, seq)

    async def _all(self, table_id: str) -> tuple[GameSnapshot, tuple[Page, ...]]:
        newest, pages = await self.context.db.read(self._pages, table_id)
        self._keep(newest.table, pages)
        return newest, pages

    def _meant(self, newest: GameSnapshot, pages: Sequence[Page], typed: str) -> int:
        found = find(pages, typed)
        if found is None:
            asked = clip(escaped(typed), 40)
            raise Refused(words.NO_TURN(code=newest.table.id, typed=asked, able=_able(pages)))
        return found

    def _keep(self, table: Table, pages: tuple[Page, ...]) -> None:
        self._kept.pop(table.id, None)
        self._kept[table.id] = (table.seq, pages)
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))

    def _pages(self, tx: Tx, table_id: str) -> tuple[GameSnapshot, tuple[Page, ...]]:
        newest = self.context.snapshot(tx, table_id)
        table = newest.table
        seq, pages = self._kept.get(table.id, (0, ()))
        if seq != table.seq:
            pages = _paged(newest, steps.between(tx, table.id, 1, table.seq), lineage.of(tx, table))
        return newest, pages

    def _shown(self, tx: Tx, newest: GameSnapshot, page: Page) -> list[GameSnapshot]:
        """Return the table after each step of the page, with nothing hidden once the game is over."""
        found = []
        for step in steps.between(tx, newest.table.id, page.seqs[0], page.seqs[-1]):
            one = replace(newest, step=step, state=newest.game.load(json.loads(step.state)), since=(step,))
            if newest.table.status == "over":
                open_step = replace(step, events=[_open(event) for event in step.events])
                one = replace(one, step=open_step, state=newest.game.revealed(one.state))
            found.append(one)
        return found

    def _told(
        self,
        tx: Tx,
        newest: GameSnapshot,
        pages: Sequence[Page],
        number: int,
        shown: Sequence[GameSnapshot],
        seat: Seat | None,
    ) -> list[str]:
        """What happened."""
        page, step = pages[number - 1], shown[0].step
        if step.back_to is not None:
            why = rows.first(tx, LogEntry, table_id=newest.table.id, act="undo", at=step.at)
            said = why.text if why is not None else words.UNDONE_WHY
            back = next(other for other in pages if step.back_to in other.seqs)
            undone = words.UNDONE(why=said, turn=back.title)
            if back.kind == "start":
                undone = words.UNDONE_START(why=said)
            anew = (
                [engine_text.FAIR_NEW_SEED(code=newest.table.id, digest=step.commitment)]
                if step.commitment
                else []
            )
            return ["\n".join([undone, *anew])]
        if page.kind == "reseed":
            return [words.RESEEDED]
        told = [line for one in shown for line in one.told(seat)]
        if step.kind == "start":
            told = [words.BEGINS, *(words.PLAYER(name=name) for name in newest.names().values()), *told]
        return list(filter(None, told))

    def _rows(self, newest: GameSnapshot, number: int, last: int, seq: int) -> Iterator[tuple[Button, ...]]:
        """seq: the last step of the page"""
        table_id, stamp = newest.table.id, newest.stamp

        def to(label: str, target: int) -> Button:
            clamped = min(max(target, 1), last)
            # Each button needs an id of its own, so the label's first sign is part of it.
            ident = custom_id("past", table_id, None, stamp, f"{clamped}.{label[0]}")
            return Button(ident, label, disabled=clamped == number)

        ident = custom_id("pastjump", table_id, None, stamp, str(number))
        jump = Button(ident, words.JUMP, disabled=last < 2)
        ways = {words.FIRST: 1, words.BACK: number - 1, words.NEXT: number + 1, words.LAST: last}
        steps_row = (to(label, target) for label, target in ways.items())
        yield buttons(*steps_row, jump)
        row = [Button(custom_id("whatif", table_id, None, stamp, str(seq)), engine_text.WHAT_IF)]
        if newest.table.status == "over":
            ident = custom_id("analysis", table_id, None, stamp, "new")
            row.append(Button(ident, engine_text.ANALYSIS))
        yield buttons(*row)


def find(pages: Sequence[Page], typed: str) -> int | None:
    """The place of the page that somebody means: "12", "turn 12", "spring 2048", "start", "end", "page 7".
    Of a turn that was taken back and came again the newer; None: there is none.

    >>> pages = [Page("the start", "start", (1,)), Page("turn 1 · Spring 2047", "resolve", (2,), 1)]
    >>> [find(pages, typed) for typed in ("start", "1", " Turn 1", "spring", "end", "page 2", "2", "")]
    [0, 1, 1, 1, 1, 1, None, None]
    """
    text = " ".join(typed.lower().split())
    if text in ("end", "last", "new", "now"):
        return len(pages) - 1
    if text in ("start", "first", "begin", "0"):
        return 0
    digits = re.fullmatch(r"(turn |t)?#?([0-9]{1,6})", text)
    page = re.fullmatch(r"p(?:age)? ?([0-9]{1,6})", text)
    if page is not None:
        return int(page[1]) - 1 if 0 < int(page[1]) <= len(pages) else None
    fits = [
        place
        for place, each in enumerate(pages)
        if (each.number == int(digits[2]) if digits is not None else text and text in each.title.lower())
    ]
    held = [place for place in fits if not pages[place].gone]
    return next(reversed(held or fits), None)


def _able(pages: Sequence[Page]) -> str:
    """Return what may be typed, as the help of a field.

    >>> _able([Page("the start", "start", (1,)), Page("turn 1 · Spring 2047", "resolve", (2,), 1)])
    '1 to 1, Spring 2047, start, end'
    """
    numbers = [page.number for page in pages if page.number is not None]
    sample = next((page.title.partition(" · ")[2] for page in pages if " · " in page.title), "")
    found = [words.TURNS(first=min(numbers), last=max(numbers))] if numbers else []
    found += [sample] if sample else []
    return ", ".join([*found, words.WORD_START, words.WORD_END])


def _paged(newest: GameSnapshot, found: Sequence[Step], taken_back: lineage.Undone) -> tuple[Page, ...]:
    """Return the pages of a game: a turn's declarations stand with it, and so do choices that end it."""
    pages: list[Page] = []
    before: GameSnapshot | None = None
    for step in found:
        after = replace(newest, step=step, state=newest.game.load(json.loads(step.state)), since=(step,))
        gone = taken_back.gone(step.seq)
        if before is None or step.kind in ("start", "undo", "reseed"):
            title = {"undo": words.TAKEN_BACK, "reseed": words.CAME_HERE}.get(step.kind, words.START)
            pages.append(Page(title, step.kind, (step.seq,), gone=gone))
        else:
            page = Page(before.title, step.kind, (step.seq,), _number(before), gone)
            held = pages[-1]
            apart = held.kind in ("start", "undo", "reseed")
            if not apart and (before.adjusting or held.title == page.title):
                pages[-1] = replace(held, seqs=(*held.seqs, step.seq), gone=gone)
            else:
                pages.append(page)
        before = after
    return tuple(pages)


def _open(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event that everybody may know now."""
    return {key: value for key, value in event.items() if key != "seen_by"}


def _number(before: GameSnapshot) -> int | None:
    return before.number if before.phase_word.startswith("turn ") else None


def _together(shown: Sequence[GameSnapshot]) -> GameSnapshot:
    """Return the last of them with what all of them did."""
    events = [event for one in shown for event in one.step.events]
    return replace(shown[-1], step=replace(shown[-1].step, events=events))


def drawn_step(shown: Sequence[GameSnapshot]) -> GameSnapshot:
    """What the picture shows: where a turn is a sheet of orders, how these were carried out; else all."""
    turns = [one for one in shown if one.step.kind == "resolve"]
    return turns[0] if turns and turns[0].presenter.many else _together(shown)


def _fitted(lines: Sequence[str], room: int, name: str) -> tuple[str, tuple[File, ...]]:
    """The words of a page; what does not fit is in a file with all of it."""
    text = "\n".join(lines)
    if len(text) <= room:
        return text, ()
    cut = fit(text, room - len(words.IN_FILE) - 2)
    cut = re.sub(r"(\n\*\*\w+\*\*)+\n…$", "\n…", cut)  # no heading of nothing
    return f"{cut}\n{words.IN_FILE}", (File(name, f"{text}\n".encode()),)


def blocks(tx: Tx, shown: Sequence[GameSnapshot], title: str, seat: Seat | None, over: bool) -> list[str]:
    """The lines that follow what happened. shown: the table after each step of the page, whose title this is
    over: whether nothing is secret any more"""
    told = orders(shown, seat, over)
    if over:
        found = _written(tx, shown)
        reader = reader_of(shown[-1], seat, over)
        told += [words.LETTERS] if found else []
        told += [entry(letter, reader, title) for letter in found]
    return told


def orders(shown: Sequence[GameSnapshot], seat: Seat | None, over: bool) -> list[str]:
    """Return what was ordered: by everybody once the game is over; before by the seat itself."""
    lines = []
    for one in shown:
        if one.step.kind != "resolve":
            continue
        names = one.names()
        for who in one.seats:
            given = one.step.orders.get(who)
            if given is None or not (over or who == seat):
                continue
            shown_orders = code("; ".join(given)) if given else words.NOTHING
            whose = words.GIVEN(who=names[who], orders=shown_orders)
            lines.append(whose if over else words.GIVEN_YOU(orders=shown_orders))
    return [words.ORDERS, *lines] if lines else []


def code(text: str) -> str:
    """Return an order as people type it. It may come from a record that was brought here.

    >>> code("3 move long_island_sound"), code("e7`-e6")
    ('`3 move long island sound`', "`e7'-e6`")
    """
    return f"`{' '.join(text.replace('_', ' ').split()).replace('`', chr(39))}`"


def _written(tx: Tx, shown: Sequence[GameSnapshot]) -> list[Letter]:
    """Return the letters that were written while the turn was open, oldest first."""
    table, first, last = shown[0].table, shown[0].step, shown[-1].step
    since = rows.first(tx, Step, table_id=table.id, seq=first.seq - 1)
    until = last.at if last.seq < table.seq else float("inf")
    start = since.at if since is not None else float("-inf")
    return [letter for letter in rows.find(tx, Letter, table_id=table.id) if start < letter.at <= until]
