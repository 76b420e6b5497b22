"""Orders: giving, clearing and sending them, declarations.

Orders are kept as a draft, the seat's sheet, until it is sent ("ready"). When everyone who owes has sent, the
turn resolves. A draft that was given but not sent still counts at the deadline.

Where a turn is a sheet of many orders, new ones join those that are there, units without an order take the
default of the rules, and so does a sheet that is sent empty.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, texts
from adjudicator.text import counted, listing
from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine import desk_posts, faults, ready_counts, timing
from bot.engine.conceding import question
from bot.engine.context import Core
from bot.engine.interaction_source import ELSEWHERE, Pressed, answered
from bot.engine.message_times import Said, changes_sheet, must_be_timely
from bot.engine.order_errors import order_error
from bot.engine.order_sheets import read_sheet
from bot.engine.resolve import Resolving
from bot.engine.revalidate_drafts import recheck
from bot.engine.snapshot import Loaded
from bot.engine.turns import Turns
from bot.features.substitutes import offers
from bot.storage import drafts, players
from bot.storage.database import Tx
from bot.storage.records import Draft


@dataclass(frozen=True, slots=True)
class Given:
    """What became of an order. resolved: the turn is over; text: the answer in words; note: what of it the
    desk does not show anyway; asks: nothing was done yet, this is asked first; goes_on: the turn is resolved,
    but the same seat goes on with it."""

    table_id: str
    resolved: bool
    text: str
    note: str = ""
    asks: Message | None = None
    goes_on: bool = False


Also = Callable[[Tx, Given], Awaitable[None]]
"""What is to be true together with an order: done in its transaction."""
Written = Callable[[Loaded, Seat, Sequence[Any]], str | None]
"""The text of orders that depend on the seat's draft, as it is when they are given; None: there are none."""


class Orders:
    def __init__(self, core: Core, turns: Turns, resolving: Resolving) -> None:
        self.core = core
        self.turns = turns
        self.resolving = resolving

    async def give(
        self,
        table_id: str,
        user_id: int,
        text: str | Written,
        *,
        turn: int | None = None,
        send: bool = False,
        also: Also | None = None,
        pressed: Pressed = ELSEWHERE,
        said: Said | None = None,
    ) -> Given:
        """Put the orders in `text` on the seat's sheet; `send` it too. A draw takes effect at once; giving
        up is only asked about, and `declare` does it. Raises Refused, naming every wrong order and what would
        be legal, or because it comes late; nothing has changed then. said: when; None: now"""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            draft, ready = await self.core.draft(tx, loaded, seat)
            typed = text if isinstance(text, str) else text(loaded, seat, draft)
            if typed is None:
                return Given(loaded.table.id, False, "")
            try:
                orders, sheet = read_sheet(loaded, seat, draft, typed)
            except Refused:  # what was right when it was written may not be right any more
                await must_be_timely(tx, loaded, seat, said, self.core.clock.now())
                raise
            if Declare("concede") in orders:
                asked = question(loaded, seat)
                given = Given(loaded.table.id, False, asked.text, asks=asked)
                send = False
            elif all(isinstance(order, Declare) for order in orders):
                await must_be_timely(tx, loaded, seat, said, self.core.clock.now())
                given = await self._declare_all(tx, loaded, seat, [str(order) for order in orders])
                send = False
            else:
                await changes_sheet(tx, loaded, seat, said, self.core.clock.now())
                await self.keep(tx, loaded, seat, user_id, texts(sheet))
                await timing.not_yet(tx, loaded)
                await desk_posts.to_sharing(tx, loaded, seat, self.core.clock.now())
                given = Given(loaded.table.id, False, self._understood(loaded, seat, orders))
                if loaded.presenter.many:
                    given = replace(given, note=given.text + self._lacking(loaded, seat, sheet))
                if ready and not send:
                    await ready_counts.edit(tx, loaded, self.core.clock.now())
            if send:
                given = await self._send(tx, loaded, seat, user_id, given.note, also=also)
                await self._answered(tx, given, user_id, pressed)
            elif also is not None:
                await also(tx, given)
        self.core.wake()
        return given

    def _understood(self, loaded: Loaded, seat: Seat, orders: Sequence[Any]) -> str:
        if loaded.presenter.many:
            return f"Understood: {', '.join(f'`{order}`' for order in orders)}."
        view = loaded.view(seat)
        words = "; ".join(f"`{order}`: {loaded.presenter.describe(view, order)}" for order in orders)
        return f"Understood: {words}."

    def _lacking(self, loaded: Loaded, seat: Seat, sheet: Sequence[Any]) -> str:
        """Which units have no order yet, in words; "" if all have one."""
        game = loaded.game
        given = {game.unit_of(order) for order in sheet}
        whole = {game.unit_of(order): None for order in game.default(loaded.view(seat)) or ()}
        without = [f"`{unit}`" for unit in whole if unit not in given]
        return f" Without an order yet: {listing(without, 'and')}." if without else ""

    async def give_values(
        self, table_id: str, user_id: int, values: Sequence[str], turn: int, said: Said | None = None
    ) -> Given:
        """As `give`, from the values chosen in a menu; nothing happens if they make no order."""

        def written(loaded: Loaded, seat: Seat, _: Sequence[Any]) -> str | None:
            return loaded.presenter.order_text(loaded.view(seat), values) or None

        return await self.give(table_id, user_id, written, turn=turn, said=said)

    async def tap(
        self,
        table_id: str,
        user_id: int,
        value: str,
        turn: int,
        *,
        send: bool = False,
        pressed: Pressed = ELSEWHERE,
        said: Said | None = None,
    ) -> Given:
        """As `give`, from a button or menu of the presenter's own; nothing happens if it makes no order. What
        it makes depends on the draft, so two quick taps come one after the other."""

        def written(loaded: Loaded, seat: Seat, draft: Sequence[Any]) -> str | None:
            return loaded.presenter.tapped(loaded.view(seat), draft, value) or None

        return await self.give(table_id, user_id, written, turn=turn, send=send, pressed=pressed, said=said)

    async def clear(
        self,
        table_id: str,
        user_id: int,
        turn: int,
        *,
        also: Also | None = None,
        said: Said | None = None,
    ) -> Given:
        """Take the draft back, sent or not, while the turn lasts."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            await changes_sheet(tx, loaded, seat, said, self.core.clock.now())
            _, ready = await self.core.draft(tx, loaded, seat)
            if not await drafts.clear(tx, loaded.table.id, loaded.sheet(seat)):
                raise Refused("There is no order to clear.")
            await timing.not_yet(tx, loaded)
            if ready:
                await ready_counts.edit(tx, loaded, self.core.clock.now())
            whose = "Your orders are" if loaded.presenter.many else "Your order is"
            given = Given(table_id, False, f"{whose} cleared.")
            if also is not None:
                await also(tx, given)
        self.core.wake()
        return given

    async def take_over(
        self,
        table_id: str,
        user_id: int,
        turn: int | None = None,
        *,
        also: Also | None = None,
        said: Said | None = None,
    ) -> Given:
        """Let the orders count that the player before has left on the seat's sheet."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            await changes_sheet(tx, loaded, seat, said, self.core.clock.now())
            if not await drafts.keep(tx, loaded.table.id, loaded.sheet(seat), loaded.phase.turn):
                raise Refused("There is nothing to keep: what stands on your sheet is yours.")
            await self._here(tx, loaded, seat)
            given = Given(loaded.table.id, False, "You keep what the player before you has left.")
            if also is not None:
                await also(tx, given)
        self.core.wake()
        return given

    async def send(
        self,
        table_id: str,
        user_id: int,
        turn: int | None = None,
        *,
        also: Also | None = None,
        pressed: Pressed = ELSEWHERE,
        said: Said | None = None,
    ) -> Given:
        """Say that the sheet is final; the turn resolves when everyone has. Where a turn is a sheet of many
        orders, an empty one may be sent: the default of the rules counts."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            await changes_sheet(tx, loaded, seat, said, self.core.clock.now())
            given = await self._send(tx, loaded, seat, user_id, also=also)
            await self._answered(tx, given, user_id, pressed)
        self.core.wake()
        return given

    async def _answered(self, tx: Tx, given: Given, user_id: int, pressed: Pressed) -> None:
        if given.resolved:
            await answered(tx, given.table_id, user_id, pressed, goes_on=given.goes_on)

    async def unsend(
        self,
        table_id: str,
        user_id: int,
        turn: int | None = None,
        *,
        also: Also | None = None,
        said: Said | None = None,
    ) -> Given:
        """Take "ready" back, while others are waited for; the orders stay."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            await changes_sheet(tx, loaded, seat, said, self.core.clock.now())
            draft, ready = await self.core.draft(tx, loaded, seat)
            if not ready:
                raise Refused("You are not ready, so there is nothing to take back.")
            if draft:
                await drafts.set_ready(tx, loaded.table.id, loaded.sheet(seat), loaded.phase.turn, False)
            else:
                await drafts.clear(tx, loaded.table.id, loaded.sheet(seat))
            await timing.not_yet(tx, loaded)
            await ready_counts.edit(tx, loaded, self.core.clock.now())
            given = Given(loaded.table.id, False, "You are not ready any more; your orders are kept.")
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

    async def concession(self, table_id: str, user_id: int, turn: int | None = None) -> Message:
        """What somebody who wants to give up is asked once more. Raises Refused."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
        return question(loaded, seat)

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
        await self._here(tx, loaded, seat)
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

    async def _here(self, tx: Tx, loaded: Loaded, seat: Seat) -> None:
        """The seat's player is there: no substitute is looked for any more."""
        player = loaded.player(seat)
        if player.streak:
            await players.acted(tx, loaded.table.id, player.user_id)
        if player.offered_at is not None:
            await offers.acted(tx, loaded, seat, self.core.clock.now())

    async def _send(
        self,
        tx: Tx,
        loaded: Loaded,
        seat: Seat,
        user_id: int,
        note: str = "",
        *,
        also: Also | None = None,
    ) -> Given:
        """`also` comes before the turn is resolved: an answer stands above the desk of the next turn."""
        note = await self._sending(tx, loaded, seat, user_id, note)
        due = await self.resolving.due(tx, loaded)
        now = self.core.clock.now()
        if due is None or due > now:
            if due is not None:
                await timing.soon(tx, loaded, due, now)
            await ready_counts.edit(tx, loaded, now)
            given = await self._waits(tx, loaded, seat, due, note)
            if also is not None:
                await also(tx, given)
            return given
        sent = "You are ready." if loaded.presenter.many else await self._sent(tx, loaded, seat)
        # Where a turn takes several resolutions it may go on.
        done = f"Turn {loaded.number} is resolved" if loaded.phase.number is None else "What came of it"
        given = Given(loaded.table.id, True, f"{sent} {done}: see <#{loaded.table.channel_id}>.")

        async def resolving() -> Loaded:
            if also is not None:
                await also(tx, given)
            if loaded.pause is not None:  # it could not be resolved, and somebody tries again
                await timing.resume(tx, loaded, now)
            return await self.resolving.unguarded(tx, replace(loaded, pause=None))

        after = await faults.caught(self.core, tx, loaded, resolving)
        if after is None:  # all of it was undone, but for the sheet
            given = Given(loaded.table.id, False, f"{sent} {faults.TOLD}", note=faults.TOLD)
            if also is not None:
                await also(tx, given)
            return given
        mine = seat in after.phase.owing
        given = replace(given, goes_on=mine and after.phase.goes_on)
        if mine and not given.goes_on and loaded.phase.number is not None and not loaded.phase.sealed:
            given = replace(given, text=f"{given.text} It is your turn again.")
        return given

    async def _sending(self, tx: Tx, loaded: Loaded, seat: Seat, user_id: int, note: str) -> str:
        """Mark the sheet as sent; what of it the desk does not show."""
        table, turn, many = loaded.table, loaded.phase.turn, loaded.presenter.many
        await self._here(tx, loaded, seat)
        if await drafts.set_ready(tx, table.id, loaded.sheet(seat), turn, True):
            return note
        default = loaded.game.default(loaded.view(seat)) if many else None
        if not default:
            raise Refused("There is no order to send yet.")
        await self.keep(tx, loaded, seat, user_id, (), ready=True)
        held = ", ".join(f"`{order}`" for order in default)
        what = "chose nothing" if loaded.adjusting else "gave no orders"
        return f"You {what}, so these count: {held}."

    async def _waits(self, tx: Tx, loaded: Loaded, seat: Seat, due: float | None, note: str) -> Given:
        """The answer to somebody who is ready when the turn does not resolve at once."""
        table, many = loaded.table, loaded.presenter.many
        missing = await self.core.missing(tx, loaded)
        if many and (missing or due is None or not loaded.house.ready):
            return Given(table.id, False, "You are ready.", note)
        sent = "You are ready." if many else await self._sent(tx, loaded, seat)
        if missing:
            waiting = f"Waiting for {counted(len(missing), 'other order')}"
        elif due is not None:
            waiting = f"The turn {ready_counts.resolves(loaded, due)}"
        else:
            waiting = "The game is paused"
        said = f"{sent} {waiting}; you may still change yours."
        return Given(table.id, False, said, note if many else "")

    async def _sent(self, tx: Tx, loaded: Loaded, seat: Seat) -> str:
        draft, _ = await self.core.draft(tx, loaded, seat)
        return f"Sent: {', '.join(f'`{order}`' for order in draft)}."

    async def _declare_all(self, tx: Tx, loaded: Loaded, seat: Seat, said: Sequence[str]) -> Given:
        try:
            for what in said:
                loaded = await self.turns.declare(tx, loaded, seat, what)
        except OrderError as error:
            raise Refused(order_error(error, names=loaded.seat_names())) from None
        if loaded.outcome is not None:
            return Given(loaded.table.id, True, f"Done. Game `{loaded.table.id}` is over.")
        word = "You have offered a draw." if said[-1] == "draw" else "You have conceded."
        open_turn, number = loaded.phase.turn, loaded.number
        if "concede" in said:
            await recheck(tx, loaded, f"{loaded.names()[seat]} has conceded", self.core.clock.now())
        loaded = await self.resolving.complete(tx, loaded)
        if loaded.outcome is not None or loaded.phase.turn != open_turn:
            told = f"{word} Turn {number} is resolved: see <#{loaded.table.channel_id}>."
            return Given(loaded.table.id, True, told)
        return Given(loaded.table.id, False, word, note=word)
