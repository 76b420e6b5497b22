"""Orders: the desk of a seat, giving, clearing and sending them, declarations.

An order is kept as a draft until it is sent ("ready"). When everyone who owes has sent, the turn
resolves. A draft that was given but not sent still counts at the deadline.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, shared_complete, texts
from adjudicator.text import counted
from bot.service import posts
from bot.service.core import Core, Loaded, order_error
from bot.service.errors import Refused
from bot.service.message import (
    MOST_CHOICES,
    Button,
    Choice,
    Field,
    Form,
    Menu,
    Message,
    buttons,
    clip,
    custom_id,
    plain_name,
    when,
)
from bot.service.turns import Turns
from bot.storage import deadlines, desks, drafts, players, tables
from bot.storage.database import Tx
from bot.storage.records import Draft, Table, TableStatus

PLAYING: tuple[TableStatus, ...] = ("playing",)
LOBBY: tuple[TableStatus, ...] = ("lobby",)
OVER: tuple[TableStatus, ...] = ("over",)


@dataclass(frozen=True, slots=True)
class Given:
    """What became of an order. resolved: the turn is over; text: the answer in words; note: what of it the
    desk does not show anyway."""

    table_id: str
    resolved: bool
    text: str
    note: str = ""


Also = Callable[[Tx, Given], Awaitable[None]]
"""What is to be true together with an order: done in its transaction."""


class Orders:
    def __init__(self, core: Core, turns: Turns) -> None:
        self.core = core
        self.turns = turns

    # -- what a seat sees

    async def desk(
        self, table_id: str, user_id: int, *, turn: int | None = None, picked: str = "", note: str = ""
    ) -> Message:
        """The order desk of the user's seat: what is to do, the orders so far, a preview, menus."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            draft, ready = await self.core.draft(tx, loaded, seat)
            kept = await drafts.get(tx, loaded.table.id, loaded.sheet(seat), loaded.phase.turn)
            deadline = await deadlines.get(tx, loaded.table.id)
            missing = await self._missing(tx, loaded)
        view = loaded.view(seat)
        marks = loaded.presenter.marks(view, picked)
        picture = await self.core.picture(loaded, seat, draft=draft, marks=marks)
        table, presenter = loaded.table, loaded.presenter
        lines = [
            f"### {loaded.game.name} `{table.id}` · turn {loaded.number}",
            f"You are **{presenter.seat_name(seat)}** in <#{table.channel_id}>.",
        ]
        lines += loaded.told(seat)
        owes = seat in loaded.phase.owing
        if draft:
            said = "; ".join(f"`{order}` ({presenter.describe(view, order)})" for order in draft)
            state = "sent" if ready else "**not sent yet**: press Send"
            whose = "Your order"
            if kept is not None and kept.user_id != user_id:
                giver = next((one.name for one in loaded.players if one.user_id == kept.user_id), "your team")
                whose = f"Your team's order, given by {plain_name(giver)}"
            lines.append(f"{whose}: {said}, {state}.")
            lines += [f"⚠ {warning}" for warning in loaded.game.warn(view, draft)]
            if ready and missing:
                lines.append(
                    f"Waiting for {counted(len(missing), 'other order')}. You may still change yours."
                )
        elif owes:
            lines.append(presenter.task(view))
        else:
            lines.append(f"You owe no order now. {presenter.phase_line(view)}.")
        if owes and deadline is not None:
            lines.append(f"-# Due {when(deadline.due_at, 'f')} ({when(deadline.due_at)})")
        if owes and not draft:
            lines.append(
                "-# Use the menus, press Type…, or write me the order as a direct message, such as "
                f"`{self._example(loaded, seat)}`."
            )
        if note:
            lines.append(note)
        rows = self._rows(loaded, seat, draft, ready, picked)
        return Message("\n".join(lines), picture, rows)

    def _example(self, loaded: Loaded, seat: Seat) -> str:
        return str(next(iter(loaded.game.legal(loaded.view(seat))), ""))

    def _rows(
        self, loaded: Loaded, seat: Seat, draft: Sequence[Any], ready: bool, picked: str
    ) -> tuple[Menu | tuple[Button, ...], ...]:
        turn, table_id = loaded.phase.turn, loaded.table.id

        def ident(act: str, extra: str = "") -> str:
            return custom_id(act, table_id, seat, turn, extra)

        # Discord keeps what was chosen in a menu while its id stays the same, and choosing that once more
        # does nothing: so the id changes with what the desk shows.
        shown = f"{picked}.{crc32(';'.join(texts(draft)).encode()):x}"

        menus = tuple(
            Menu(
                ident(step.act, shown),
                step.placeholder,
                step.choices,
                step.least,
                step.most,
            )
            for step in loaded.presenter.menus(loaded.view(seat), draft, picked)
        )
        row: list[Button] = []
        if seat in loaded.phase.owing:
            row += [
                Button(ident("send"), "Send", "success", disabled=not draft or ready),
                Button(ident("clear"), "Clear", disabled=not draft),
                Button(ident("type"), "Type…"),
            ]
        said = loaded.game.declarations(loaded.state, seat)
        if "draw" in said:
            row.append(Button(ident("draw"), "Draw"))
        if "concede" in said:
            row.append(Button(ident("concede"), "Concede", "danger"))
        return (*menus, buttons(*row)) if row else menus

    async def form(self, table_id: str, user_id: int, turn: int) -> Form:
        """The window for typing orders."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
        hint = f"Such as {self._example(loaded, seat)}"
        field = Field("orders", "Your order", clip(hint, 100), long=True)
        return Form(custom_id("typed", table_id, seat, turn), f"Your order in {loaded.table.id}", (field,))

    async def _missing(self, tx: Tx, loaded: Loaded) -> frozenset[Seat]:
        """The owing seats whose sheet is not sent."""
        kept = await drafts.of_table(tx, loaded.table.id, loaded.phase.turn)
        given = {seat for seat, draft in kept.items() if draft.ready}
        return shared_complete(loaded.game, loaded.state, given)

    async def suggest(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Up to 25 legal orders that fit what is typed."""
        try:
            async with self.core.db.read() as tx:
                loaded, seat = await self.core.seated(tx, table_id, user_id)
                draft, _ = await self.core.draft(tx, loaded, seat)
        except Refused:
            return []
        view = loaded.view(seat)
        legal = list(loaded.game.legal(view))  # what is on the sheet may be replaced
        return loaded.presenter.suggest(view, draft, legal, typed)[:MOST_CHOICES]

    # -- what a seat does

    async def give(
        self,
        table_id: str,
        user_id: int,
        text: str,
        *,
        turn: int | None = None,
        send: bool = False,
        also: Also | None = None,
    ) -> Given:
        """Replace the seat's draft by the orders in `text`; `send` them too. Declarations alone take effect
        at once. Raises Refused with what would be legal; nothing has changed then."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            view = loaded.view(seat)
            try:
                orders = loaded.game.parse(view, text)
                loaded.game.check(view, orders)
            except OrderError as error:
                raise Refused(f"{order_error(error)}\n-# Game `{loaded.table.id}`") from None
            if all(isinstance(order, Declare) for order in orders):
                given = await self._declare_all(tx, loaded, seat, [str(order) for order in orders])
            else:
                await self.keep(tx, loaded, seat, user_id, texts(orders))
                for other in sorted(loaded.game.sharing(loaded.state, seat) & loaded.phase.owing - {seat}):
                    await posts.shared_desk(tx, loaded, other, self.core.clock.now())
                words = "; ".join(f"`{order}`: {loaded.presenter.describe(view, order)}" for order in orders)
                given = Given(loaded.table.id, False, f"Understood: {words}.")
                if send:
                    given = await self._send(tx, loaded, seat)
            if also is not None:
                await also(tx, given)
        self.core.wake()
        return given

    async def give_values(self, table_id: str, user_id: int, values: Sequence[str], turn: int) -> Given:
        """As `give`, from the values chosen in a menu."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
        text = loaded.presenter.order_text(loaded.view(seat), values)
        return await self.give(table_id, user_id, text, turn=turn)

    async def clear(self, table_id: str, user_id: int, turn: int, *, also: Also | None = None) -> Given:
        """Take the draft back, sent or not, while the turn lasts."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            if not await drafts.clear(tx, loaded.table.id, loaded.sheet(seat)):
                raise Refused("There is no order to clear.")
            given = Given(table_id, False, "Your order is cleared.")
            if also is not None:
                await also(tx, given)
        return given

    async def send(
        self,
        table_id: str,
        user_id: int,
        turn: int | None = None,
        *,
        also: Also | None = None,
        message_id: int | None = None,
    ) -> Given:
        """Say that the draft is final; the turn resolves when everyone has.

        message_id: where Send was pressed; that message will show the answer, so nobody need tidy it
        """
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            given = await self._send(tx, loaded, seat)
            desk = await desks.get(tx, table_id, user_id) if given.resolved else None
            if desk is not None and desk.message_id == message_id:
                await desks.forget(tx, table_id, user_id)
            if also is not None:
                await also(tx, given)
        self.core.wake()
        return given

    async def declare(self, table_id: str, user_id: int, what: str, turn: int | None = None) -> Given:
        """Concede, or offer or accept a draw."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            given = await self._declare_all(tx, loaded, seat, [what])
        self.core.wake()
        return given

    async def keep(
        self,
        tx: Tx,
        loaded: Loaded,
        seat: Seat,
        user_id: int,
        orders: Sequence[str],
        *,
        ready: bool = False,
    ) -> None:
        """Put checked orders, as texts, on the seat's sheet in the place of what stood there."""
        await drafts.put(
            tx,
            Draft(
                table_id=loaded.table.id,
                seat=loaded.sheet(seat),
                turn=loaded.phase.turn,
                orders=tuple(orders),
                ready=ready,
                user_id=user_id,
                at=self.core.clock.now(),
            ),
        )

    async def _send(self, tx: Tx, loaded: Loaded, seat: Seat) -> Given:
        table, turn, number = loaded.table, loaded.phase.turn, loaded.number
        if not await drafts.set_ready(tx, table.id, loaded.sheet(seat), turn, True):
            raise Refused("There is no order to send yet.")
        draft, _ = await self.core.draft(tx, loaded, seat)
        sent = f"Sent: {', '.join(f'`{order}`' for order in draft)}."
        missing = await self._missing(tx, loaded)
        if missing:
            waiting = f"Waiting for {counted(len(missing), 'other order')}; you may still change yours."
            return Given(table.id, False, f"{sent} {waiting}")
        await self.resolve_drafts(tx, loaded)
        return Given(table.id, True, f"{sent} Turn {number} is resolved: see <#{table.channel_id}>.")

    async def resolve_drafts(self, tx: Tx, loaded: Loaded) -> Loaded:
        """Resolve the turn with every draft there is (the deadline; or all are ready). Raises OrderError."""
        kept = await drafts.of_table(tx, loaded.table.id, loaded.phase.turn)
        orders = {}
        for seat in sorted(loaded.phase.owing):
            draft = kept.pop(loaded.sheet(seat), None)  # one sheet of several seats counts once
            if draft is not None:
                view = loaded.view(seat)
                orders[seat] = tuple(o for text in draft.orders for o in loaded.game.parse(view, text))
        return await self.turns.resolve(tx, loaded, orders)

    async def _declare_all(self, tx: Tx, loaded: Loaded, seat: Seat, said: Sequence[str]) -> Given:
        try:
            for what in said:
                loaded = await self.turns.declare(tx, loaded, seat, what)
        except OrderError as error:
            raise Refused(order_error(error)) from None
        if loaded.outcome is not None:
            return Given(loaded.table.id, True, f"Done. Game `{loaded.table.id}` is over.")
        word = "You have offered a draw." if said[-1] == "draw" else "You have conceded."
        return Given(loaded.table.id, False, word, note=word)

    # -- which game

    async def owed(self, user_id: int) -> list[tuple[Table, bool]]:
        """The user's games in play, each with whether an order of theirs is missing; those first."""
        async with self.core.db.read() as tx:
            found = []
            for seated in await tables.of_user(tx, user_id, PLAYING):
                loaded = await self.core.loaded(tx, seated.table.id)
                seat = seated.seat or ""
                missing = seat in loaded.phase.owing and seat in await self._missing(tx, loaded)
                found.append((seated.table, missing))
        return sorted(found, key=lambda item: not item[1])

    async def pick(self, user_id: int, said: str | None, channel_id: int | None, *, own: bool = False) -> str:
        """Which game is meant: the one named, the channel's, or the user's only one. Refused if none."""
        if said and said.strip():
            return said.split()[0].lower()
        others = ""
        async with self.core.db.read() as tx:
            if channel_id is not None:
                # Orders are for games to come, looking back for those that were.
                for statuses in (PLAYING, LOBBY, OVER) if own else (PLAYING, OVER, LOBBY):
                    for table in await tables.by_channel(tx, channel_id, statuses):
                        if not own or await players.seat_of(tx, table.id, user_id):
                            return table.id
                        others = others or table.id
        mine = await self.owed(user_id)
        waiting = [table for table, missing in mine if missing] or [table for table, _ in mine]
        if len(waiting) == 1:
            return waiting[0].id
        if not waiting and others:
            raise Refused(f"You do not play in game `{others}`.")
        if not waiting:
            raise Refused("There is no game here. Name one with `table`, or see `/games`.")
        listed = ", ".join(f"`{table.id}`" for table in waiting)
        raise Refused(f"Which game? You play {listed}: name one with `table`.")
