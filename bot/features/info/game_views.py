"""Boards, what became of a unit, lists of games, and the rules in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Event, Seat
from bot.common.errors import Refused
from bot.common.message import (
    MOST_CHOICES,
    MOST_IN_ROW,
    MOST_TEXT,
    Button,
    Choice,
    Menu,
    Message,
    Picture,
    Row,
    Section,
    Style,
    buttons,
    custom_id,
    fit,
    when,
)
from bot.common.workers import Renderer
from bot.engine import lineage, post_words, presence
from bot.engine.access import Looking
from bot.engine.context import Context
from bot.engine.order_sheets import look_error
from bot.engine.snapshot import GameSnapshot
from bot.engine.text import NOT_A_PLAYER
from bot.features.info import text
from bot.presenters.base import Presenter
from bot.presenters.colours import BRAND
from bot.storage import deadlines, tables
from bot.storage.database import Tx
from bot.storage.records import LOBBY, Deadline, Player, Table
from bot.storage.rows import first
from maps.painter import rules_pictures

MOST_LISTED = 11
"""The most games in one message: each takes three of the 40 parts of a card."""
FARTHEST = 30
"""How many steps back a unit's fate is looked for."""


@dataclass(frozen=True, slots=True)
class Told:
    """A resolved turn.

    after, title: the table after it, and what it is called;  events: what a seat may know of it
    orders: of all seats, public where a turn was sealed;  stamps: of the turns that its posts opened
    """

    after: GameSnapshot
    title: str
    events: Sequence[Event]
    orders: Mapping[Seat, Sequence[str]]
    stamps: frozenset[int]


_Looked = tuple[GameSnapshot, Deadline | None, str, dict[str, list[str]]]


class GameViews:
    def __init__(self, context: Context, looking: Looking) -> None:
        self.context = context
        self._looking = looking

    async def board(self, table_id: str, user_id: int, zoom: str = "", mine: bool = False) -> Message:
        """The position as the user may see it: a player from the own side, everyone else the public one.

        zoom: a space to crop the picture around;  mine: crop it to the user's own pieces
        """

        snapshot, deadline, told, there = await self._look(table_id)
        broken = snapshot.over and snapshot.outcome is None
        if broken:  # nothing is secret any more
            snapshot = replace(snapshot, state=snapshot.game.revealed(snapshot.state))
        seat = snapshot.seat_of(user_id)
        if mine and seat is None:
            raise Refused(NOT_A_PLAYER(code=snapshot.table.id))
        view = snapshot.view(seat)
        try:
            focus = snapshot.presenter.focus(view, zoom, mine)
        except OrderError as error:
            raise Refused(look_error(error)) from None
        head = post_words.headline(snapshot, self._heading(snapshot))
        told_lines = fit(f"{head}\n{self._lines(snapshot, view, deadline, told, there)}", MOST_TEXT)
        caption = snapshot.moment if snapshot.outcome else ""
        picture = await self.context.picture(snapshot, seat, focus=focus, caption=caption)
        return Message(told_lines, picture)

    async def told(self, table_id: str, user_id: int) -> tuple[str, str]:
        """Return the words of `board` alone: the turn or the result, and the rest."""
        snapshot, deadline, told, there = await self._look(table_id)
        view = snapshot.view(snapshot.seat_of(user_id))
        return self._heading(snapshot), self._lines(snapshot, view, deadline, told, there)

    async def _look(self, table_id: str) -> _Looked:
        def look(tx: Tx) -> _Looked:
            snapshot = self.context.snapshot(tx, table_id)
            deadline = deadlines.get(tx, snapshot.table.id)
            missing, soon = (
                self.context.missing(tx, snapshot),
                self.context.early_at(tx, snapshot),
            )
            told = "" if snapshot.over else post_words.ready_count(snapshot, missing, soon)
            there = presence.words(tx, snapshot, self.context.clock.now())
            return snapshot, deadline, told, there

        return await self.context.db.read(look)

    @staticmethod
    def _heading(snapshot: GameSnapshot) -> str:
        if snapshot.over and snapshot.outcome is None:
            return text.BROKEN_OFF
        return snapshot.moment if snapshot.outcome else snapshot.title

    def _lines(
        self,
        snapshot: GameSnapshot,
        view: Any,
        deadline: Deadline | None,
        told: str,
        there: Mapping[str, list[str]],
    ) -> str:
        broken = snapshot.over and snapshot.outcome is None
        lines = [snapshot.presenter.phase_line(view) + "."]
        standing = snapshot.presenter.standing(view)
        for each, name in snapshot.names().items():
            told_of = [standing[each]] if each in standing else []
            lines.append(" · ".join([f"- {name}", *told_of, *there[each]]))
        if snapshot.outcome is not None:
            lines.append(snapshot.result(snapshot.outcome))
        elif broken:
            lines.append(text.NO_RESULT)
        else:
            lines += [post_words.paused(snapshot.pause)] if snapshot.pause is not None else []
            due = [text.DUE(when=when(deadline.due_at))] if deadline is not None else []
            small = " · ".join([*([told] if told else []), *due])
            lines += [f"-# {small}"] if small else []
            lines += [f"-# {text.READY_NAMES}"] if told else []
        return "\n".join(lines)

    async def places(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Spaces for autocomplete."""
        try:
            snapshot = await self.context.db.read(self.context.snapshot, table_id)
        except Refused:
            return []
        return snapshot.presenter.places(snapshot.view(snapshot.seat_of(user_id)), typed)[:MOST_CHOICES]

    async def why(self, table_id: str, user_id: int, unit: str) -> Message:
        """Return what became of a unit, from the newest turn that can tell it."""
        return await self.context.db.read(self._why, table_id, user_id, unit)

    def _why(self, tx: Tx, table_id: str, user_id: int, unit: str) -> Message:
        refusal = None
        snapshot = self.context.snapshot(tx, table_id)
        seat, presenter = snapshot.seat_of(user_id), snapshot.presenter
        for told in self._turns(tx, snapshot, seat):
            try:
                lines = presenter.why(told.after.view(seat), told.events, unit)
            except OrderError as error:
                refusal = refusal or error
                continue
            if lines:
                head = post_words.headline(told.after, told.title)
                return Message(fit("\n".join([head, *lines]), MOST_TEXT))
        if refusal is not None:
            raise Refused(look_error(refusal))
        if not presenter.many:
            raise Refused(text.NOTHING_TO_EXPLAIN(game=snapshot.game.name))
        raise Refused(text.NOTHING_RESOLVED(code=snapshot.table.id))

    async def units(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Units that `why` can explain, for autocomplete and menus."""

        def look(tx: Tx) -> list[Choice]:
            snapshot = self.context.snapshot(tx, table_id)
            seat = snapshot.seat_of(user_id)
            for told in self._turns(tx, snapshot, seat):
                return snapshot.presenter.units(told.after.view(seat), told.events, typed)[:MOST_CHOICES]
            return []

        try:
            return await self.context.db.read(look)
        except Refused:
            return []

    async def why_menu(self, table_id: str, user_id: int) -> Message:
        """Return a menu of the units that `why` can explain; the user's own stand first."""
        snapshot = await self.context.db.read(self.context.snapshot, table_id)
        found = await self.units(table_id, user_id, "")
        if not found:
            raise Refused(text.NOTHING_RESOLVED(code=snapshot.table.id))
        ident = custom_id("why", snapshot.table.id, None, snapshot.stamp, kind="menu")
        return Message(text.WHY_WHICH, rows=(Menu(ident, text.WHY_CHOOSE, tuple(found)),))

    async def details(self, table_id: str, user_id: int, turn: int, page: int) -> Message:
        """Return what the report of a turn leaves out, on pages. turn: the stamp of the turn that its post
        opened; if that is not found any more, the newest"""

        def look(tx: Tx) -> tuple[GameSnapshot, Seat | None, Told | None]:
            snapshot = self.context.snapshot(tx, table_id)
            seat, wanted = snapshot.seat_of(user_id), None
            for told in self._turns(tx, snapshot, seat):
                wanted = told if wanted is None or turn in told.stamps else wanted
                if turn in told.stamps:
                    break
            return snapshot, seat, wanted

        snapshot, seat, wanted = await self.context.db.read(look)
        pages = (
            snapshot.presenter.details(wanted.after.view(seat), wanted.events, wanted.orders)
            if wanted is not None
            else ()
        )
        if wanted is None or not pages:
            raise Refused(text.NOTHING_RESOLVED(code=snapshot.table.id))
        number = min(page, len(pages) - 1)
        row = (
            Button(
                custom_id("details", snapshot.table.id, None, turn, str(at)),
                each.title,
                disabled=at == number,
            )
            for at, each in enumerate(pages[:MOST_IN_ROW])
        )
        head = post_words.headline(wanted.after, wanted.title)
        return Message(fit(f"{head}\n{pages[number].text}", MOST_TEXT), rows=(buttons(*row),))

    def _turns(self, tx: Tx, newest: GameSnapshot, seat: Seat | None) -> Iterator[Told]:
        """The resolved turns, newest first. Choices that ended a turn belong to it."""
        events: list[Event] = []
        orders: dict[Seat, list[str]] = {}
        stamps: set[int] = set()
        after: GameSnapshot | None = None
        line = islice(lineage.of(tx, newest.table).line(newest.table.seq), FARTHEST + 1)
        for seq, earlier in pairwise(line):
            snapshot = self.context.snapshot(tx, newest.table.id, seq)
            if snapshot.step.kind != "resolve":
                continue
            before = self.context.snapshot(tx, newest.table.id, earlier)
            after = after or snapshot
            events = snapshot.events(seat) + events
            stamps.add(snapshot.stamp)
            for each, given in snapshot.step.orders.items():
                orders[each] = [*given, *orders.get(each, ())]
            if before.adjusting:
                continue
            yield Told(after, before.title, events, orders, frozenset(stamps))
            after, events, orders, stamps = None, [], {}, set()

    async def mine(self, user_id: int, orders_owed: list[tuple[Any, bool]]) -> Message:
        """Return the user's games: those that wait for an order first."""
        rows: list[Row] = []

        def look(tx: Tx) -> None:
            for table, missing in orders_owed:
                player = first(tx, Player, table_id=table.id, user_id=user_id)
                notes = presence.missed(player) if player is not None else []
                notes += [text.SEAT_OFFERED] if player is not None and player.offered_at else []
                line = (text.GAME_OWED if missing else text.GAME_IDLE)(**_named(table))
                line = text.GAME_NOTES(line=line, notes=" · ".join(notes)) if notes else line
                style: Style = "primary" if missing else "secondary"
                opens = Button(custom_id("desk", table.id, None, 0), text.OPEN_DESK, style)
                rows.append(Section(line, opens))
            for seated in tables.of_user(tx, user_id, LOBBY):
                rows.append(text.GAME_LOBBY(**_named(seated.table)))

        await self.context.db.read(look)
        if not rows:
            return Message(text.GAMES_NONE)
        if len(rows) > MOST_LISTED:
            rows[MOST_LISTED:] = [text.GAMES_MORE(n=len(rows) - MOST_LISTED)]
        return Message(text.GAMES_HEAD, rows=tuple(rows), accent=BRAND)

    async def choices(self, user_id: int, guild_id: int | None, typed: str) -> list[tuple[str, str]]:
        """Tables for autocomplete: the user's own, then those of the server that the user can see."""

        def look(tx: Tx) -> tuple[list[Table], list[Table]]:
            own = tables.search_own(tx, typed.strip(), user_id)
            return own, tables.search(tx, typed.strip(), guild_id) if guild_id else []

        own, here = await self.context.db.read(look)
        found: dict[str, str] = {}
        for table in [*own, *await self._looking.listed(here, user_id)]:
            found.setdefault(table.id, text.TABLE_CHOICE(code=table.id, game=table.name, status=table.status))
        return list(found.items())[:25]


class RulePages:
    def __init__(
        self, games: Mapping[str, AnyGame], presenters: Mapping[str, Presenter], renderer: Renderer
    ) -> None:
        self.games, self._presenters, self._renderer = games, presenters, renderer

    def choose(self, games: Sequence[str]) -> Message:
        """Return a button for each of these games, or for all if there are none."""
        chosen = [key for key in self.games if key in games] or list(self.games)
        row = (Button(custom_id("rules", key, None, 0, "0"), self.games[key].name) for key in chosen)
        return Message(text.WHICH_RULES, rows=(buttons(*row),), accent=BRAND)

    async def page(self, game: str, number: int) -> Message:
        """One page, with buttons to the others. number: from 0; the nearest page that there is"""
        pages = self._presenters[game].pages()
        number = min(max(number, 0), len(pages) - 1)
        shown = pages[number]
        row = [
            Button(custom_id("rules", game, None, 0, str(at)), each.title, disabled=at == number)
            for at, each in enumerate(pages)
        ]
        pictures = await self._renderer.work(rules_pictures, game)
        picture = None
        if number < len(pictures):
            drawn = pictures[number]
            picture = Picture(f"{game}-{drawn.name}.png", drawn.data, drawn.alt)
        head = text.RULES_HEAD(game=self.games[game].name, title=shown.title, text=shown.text)
        rows = range(0, len(row), MOST_IN_ROW)
        lines = tuple(buttons(*row[at : at + MOST_IN_ROW]) for at in rows)
        return Message(head, picture, lines, accent=BRAND)


def _named(table: Table) -> dict[str, object]:
    return {"game": table.name, "code": table.id, "channel": table.channel_id}
