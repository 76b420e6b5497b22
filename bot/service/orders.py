"""Orders: giving, clearing and sending them, declarations.

Orders are kept as a draft, the seat's sheet, until it is sent ("ready"). When everyone who owes has sent, the
turn resolves. A draft that was given but not sent still counts at the deadline.

Where a turn is a sheet of many orders, new ones join those that are there, units without an order take the
default of the rules, and so does a sheet that is sent empty.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, texts
from adjudicator.text import counted, listing
from bot.service import faults, posts, substitutes, timing
from bot.service.concession import question
from bot.service.core import Core
from bot.service.errors import Refused
from bot.service.loaded import Loaded
from bot.service.message import Message, when
from bot.service.pressed import ELSEWHERE, Pressed, answered
from bot.service.recheck import recheck
from bot.service.sheets import read_sheet
from bot.service.turns import Turns
from bot.service.wrong import order_error
from bot.storage import drafts, players, tables
from bot.storage.database import Tx
from bot.storage.records import LOBBY, OVER, PLAYING, Draft, Table


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
    def __init__(self, core: Core, turns: Turns) -> None:
        self.core = core
        self.turns = turns

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
    ) -> Given:
        """Put the orders in `text` on the seat's sheet; `send` it too. A draw takes effect at once; giving
        up is only asked about, and `declare` does it. Raises Refused, naming every wrong order and what would
        be legal; nothing has changed then."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            draft, ready = await self.core.draft(tx, loaded, seat)
            said = text if isinstance(text, str) else text(loaded, seat, draft)
            if said is None:
                return Given(loaded.table.id, False, "")
            orders, sheet = read_sheet(loaded, seat, draft, said)
            if Declare("concede") in orders:
                asked = question(loaded, seat)
                given = Given(loaded.table.id, False, asked.text, asks=asked)
                send = False
            elif all(isinstance(order, Declare) for order in orders):
                given = await self._declare_all(tx, loaded, seat, [str(order) for order in orders])
                send = False
            else:
                await self.keep(tx, loaded, seat, user_id, texts(sheet))
                await timing.not_yet(tx, loaded)
                for other in sorted(loaded.game.sharing(loaded.state, seat) & loaded.phase.owing - {seat}):
                    await posts.shared_desk(tx, loaded, other, self.core.clock.now())
                given = Given(loaded.table.id, False, self._understood(loaded, seat, orders))
                if loaded.presenter.many:
                    given = replace(given, note=given.text + self._lacking(loaded, seat, sheet))
                if ready and not send:
                    await posts.tally(tx, loaded, self.core.clock.now())
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

    async def give_values(self, table_id: str, user_id: int, values: Sequence[str], turn: int) -> Given:
        """As `give`, from the values chosen in a menu."""

        def written(loaded: Loaded, seat: Seat, _: Sequence[Any]) -> str:
            return loaded.presenter.order_text(loaded.view(seat), values)

        return await self.give(table_id, user_id, written, turn=turn)

    async def tap(
        self,
        table_id: str,
        user_id: int,
        value: str,
        turn: int,
        *,
        send: bool = False,
        pressed: Pressed = ELSEWHERE,
    ) -> Given:
        """As `give`, from a button or menu of the presenter's own; nothing happens if it makes no order. What
        it makes depends on the draft, so two quick taps come one after the other."""

        def written(loaded: Loaded, seat: Seat, draft: Sequence[Any]) -> str | None:
            return loaded.presenter.tapped(loaded.view(seat), draft, value) or None

        return await self.give(table_id, user_id, written, turn=turn, send=send, pressed=pressed)

    async def clear(self, table_id: str, user_id: int, turn: int, *, also: Also | None = None) -> Given:
        """Take the draft back, sent or not, while the turn lasts."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            _, ready = await self.core.draft(tx, loaded, seat)
            if not await drafts.clear(tx, loaded.table.id, loaded.sheet(seat)):
                raise Refused("There is no order to clear.")
            await timing.not_yet(tx, loaded)
            if ready:
                await posts.tally(tx, loaded, self.core.clock.now())
            whose = "Your orders are" if loaded.presenter.many else "Your order is"
            given = Given(table_id, False, f"{whose} cleared.")
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
    ) -> Given:
        """Say that the sheet is final; the turn resolves when everyone has. Where a turn is a sheet of many
        orders, an empty one may be sent: the default of the rules counts."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            given = await self._send(tx, loaded, seat, user_id, also=also)
            await self._answered(tx, given, user_id, pressed)
        self.core.wake()
        return given

    async def _answered(self, tx: Tx, given: Given, user_id: int, pressed: Pressed) -> None:
        if given.resolved:
            await answered(tx, given.table_id, user_id, pressed, goes_on=given.goes_on)

    async def unsend(
        self, table_id: str, user_id: int, turn: int | None = None, *, also: Also | None = None
    ) -> Given:
        """Take "ready" back, while others are waited for; the orders stay."""
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id, turn)
            draft, ready = await self.core.draft(tx, loaded, seat)
            if not ready:
                raise Refused("You are not ready, so there is nothing to take back.")
            if draft:
                await drafts.set_ready(tx, loaded.table.id, loaded.sheet(seat), loaded.phase.turn, False)
            else:
                await drafts.clear(tx, loaded.table.id, loaded.sheet(seat))
            await timing.not_yet(tx, loaded)
            await posts.tally(tx, loaded, self.core.clock.now())
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
            await substitutes.acted(tx, loaded, seat, self.core.clock.now())

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
        due = await self._due(tx, loaded)
        now = self.core.clock.now()
        if due is None or due > now:
            if due is not None:
                await timing.soon(tx, loaded, due)
            await posts.tally(tx, loaded, now)
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
            return await self._resolve(tx, replace(loaded, pause=None))

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
            waiting = f"The turn resolves {when(due)}"
        else:
            waiting = "The game is paused"
        said = f"{sent} {waiting}; you may still change yours."
        return Given(table.id, False, said, note if many else "")

    async def _due(self, tx: Tx, loaded: Loaded) -> float | None:
        """When the open turn resolves if nobody is missing; None: somebody is, or the game is paused. After a
        fault of ours everybody who is ready anew makes us try again."""
        stopped = loaded.pause is not None and loaded.pause.cause != "fault"
        if not loaded.phase.owing or stopped or await self.core.missing(tx, loaded):
            return None
        if loaded.pause is not None:
            return self.core.clock.now()
        begun = await self.core.soon(tx, loaded)
        if begun is not None:  # who is ready once more holds nobody up
            return begun
        sheets = {loaded.sheet(seat) for seat in loaded.phase.owing}
        stepwise = loaded.phase.number is not None and not loaded.phase.sealed
        house = loaded.house
        alone = 0 if stepwise else house.takeback_seconds
        return self.core.clock.now() + (house.undo_seconds if len(sheets) > 1 else alone)

    async def _sent(self, tx: Tx, loaded: Loaded, seat: Seat) -> str:
        draft, _ = await self.core.draft(tx, loaded, seat)
        return f"Sent: {', '.join(f'`{order}`' for order in draft)}."

    async def resolve_drafts(self, tx: Tx, loaded: Loaded, *, closing: bool = False) -> Loaded:
        """Resolve the turn with every sheet there is (the deadline; or all are ready). Whoever gave nothing
        takes the default of the rules, and so does a unit without an order. If it cannot be resolved, all is
        as it was, but the game is paused, and everybody is told.

        closing: time is up, so where a turn takes several resolutions the default ends it after the sheet
        """

        async def resolving() -> Loaded:
            return await self._resolve(tx, loaded, closing=closing)

        after = await faults.caught(self.core, tx, loaded, resolving)
        return await self.core.loaded(tx, loaded.table.id) if after is None else after

    async def _resolve(self, tx: Tx, loaded: Loaded, *, closing: bool = False) -> Loaded:
        stepwise = loaded.phase.number is not None and not loaded.phase.sealed
        kept = await drafts.of_table(tx, loaded.table.id, loaded.phase.turn)
        orders: dict[Seat, Sequence[Any]] = {}
        defaults: set[Seat] = set()
        taken: set[Seat] = set()
        done: set[Seat] = set()
        for seat in sorted(loaded.phase.owing):
            sheet, view = loaded.sheet(seat), loaded.view(seat)
            if sheet in done:  # one sheet of several seats counts once
                continue
            done.add(sheet)
            given = ()
            if sheet in kept:
                given = tuple(o for text in kept[sheet].orders for o in loaded.game.parse(view, text))
            default = loaded.game.default(view)
            if not given and default is not None:
                (taken if sheet in kept and kept[sheet].ready else defaults).add(seat)
                orders[seat] = default
            elif given and default is not None and closing and stepwise:
                orders[seat] = loaded.game.join(view, given, default)
            elif given and default is not None and loaded.presenter.many:
                orders[seat] = loaded.game.join(view, default, given)
            elif given:
                orders[seat] = given
        return await self.turns.resolve(tx, loaded, orders, defaults, taken)

    async def complete(self, tx: Tx, loaded: Loaded) -> Loaded:
        """After anything that may have made the turn complete, but for a seat's own Ready (a declaration, a
        ruling, another player on a seat, the end of a pause): resolve it, or let the time to undo begin."""
        over = loaded.outcome is not None or loaded.pause is not None
        await timing.not_yet(tx, loaded)  # the others may think again
        due = None if over else await self._due(tx, loaded)
        if due is None:
            return loaded
        if due <= self.core.clock.now():
            return await self.resolve_drafts(tx, loaded)
        await timing.soon(tx, loaded, due)
        await posts.tally(tx, loaded, self.core.clock.now())
        return loaded

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
        loaded = await self.complete(tx, loaded)
        if loaded.outcome is not None or loaded.phase.turn != open_turn:
            told = f"{word} Turn {number} is resolved: see <#{loaded.table.channel_id}>."
            return Given(loaded.table.id, True, told)
        return Given(loaded.table.id, False, word, note=word)

    # -- which game

    async def owed(self, user_id: int) -> list[tuple[Table, bool]]:
        """The user's games in play, each with whether an order of theirs is missing; those first."""
        async with self.core.db.read() as tx:
            found = []
            for seated in await tables.of_user(tx, user_id, PLAYING):
                loaded = await self.core.loaded(tx, seated.table.id)
                seat = seated.seat or ""
                missing = seat in loaded.phase.owing and seat in await self.core.missing(tx, loaded)
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
        owing = [table for table, missing in mine if missing]
        waiting = owing or [table for table, _ in mine]
        if len(waiting) == 1:
            return waiting[0].id
        if not waiting and others:
            raise Refused(f"You do not play in game `{others}`.")
        if not waiting:
            raise Refused("There is no game here. Name one with `table`, or see `/games`.")
        listed = ", ".join(f"`{table.id}`" for table in waiting)
        told = "These wait for you:" if owing else "You play"
        raise Refused(f"Which game? {told} {listed}. Name one with `table`.")

    async def kinds(self, user_id: int, channels: Iterable[int]) -> list[str]:
        """The kinds of game that somebody may mean here, by their keys: that of the first of these channels
        that has or had a game; else those of the user's games in play."""
        async with self.core.db.read() as tx:
            for channel in channels:
                for statuses in (PLAYING, LOBBY, OVER):
                    for table in await tables.by_channel(tx, channel, statuses):
                        return [table.game]
        return sorted({table.game for table, _ in await self.owed(user_id)})
