"""Orders: giving, clearing and sending them, declarations.

Orders are kept as a draft, the seat's sheet, until it is sent ("ready"). When everyone who owes has sent, the
turn resolves. A draft that was given but not sent still counts at the deadline.

Where a turn is a sheet of many orders, new ones join those that are there, units without an order take the
default of the rules, and so does a sheet that is sent empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, texts
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Button, Message, buttons, custom_id
from bot.engine import post_words, posts, resolve, timing
from bot.engine import text as words
from bot.engine.context import Context
from bot.engine.order_sheets import (
    Said,
    changes_sheet,
    must_be_timely,
    order_error,
    read_sheet,
    recheck,
)
from bot.engine.posts import desk_key
from bot.engine.resolve import Resolving
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.storage import drafts, outbox, players, tables
from bot.storage.computers import is_computer
from bot.storage.database import Tx
from bot.storage.records import Desk, Draft, Player, Post
from bot.storage.rows import first, remove

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pressed:
    """message_id: whose button was pressed; that message will show the answer, so nobody need tidy it
    private: the answer is a private one in a channel, and shows the desk if the turn goes on"""

    message_id: int | None = None
    private: bool = False


ELSEWHERE = Pressed()
MOST_ASKED = 1000
_DECLARED = ("draw", "concede")


def answered(tx: Tx, table_id: str, user_id: int, pressed: Pressed, *, goes_on: bool) -> None:
    """The turn is resolved: the message that shows the answer is no desk any more; if it is private and the
    turn goes on, the next desk stands there already and need not come."""
    if pressed.message_id is not None:
        remove(tx, Desk, table_id=table_id, user_id=user_id, message_id=pressed.message_id)
    table = tables.get(tx, table_id) if goes_on and pressed.private else None
    if table is not None:
        player = first(tx, Player, table_id=table_id, user_id=user_id)
        post = first(tx, Post, key=desk_key(table, table.turn, str(player and player.seat)))
        if post is not None:
            outbox.drop(tx, post.id, "it stands in a private answer")


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


Also = Callable[[Tx, Given], None]
"""What is to be true together with an order: done in its transaction."""

TextFromDraft = Callable[[GameSnapshot, Seat, Sequence[Any]], str | None]
"""The text of orders that depend on the seat's draft, as it is when they are given; None: there are none."""


def _done(tx: Tx, given: Given, also: Also | None) -> Given:
    if also is not None:
        also(tx, given)
    return given


class Orders:
    def __init__(self, context: Context, turns: Turns, resolving: Resolving) -> None:
        self.context = context
        self.turns = turns
        self.resolving = resolving
        self._asked: dict[tuple[str, int, Seat], tuple[str, ...]] = {}
        """The units that a seat was asked about in a turn; who says "ready" again has answered."""

    async def give(
        self,
        table_id: str,
        user_id: int,
        text: str | TextFromDraft,
        *,
        turn: int | None = None,
        send: bool = False,
        asks: bool = False,
        also: Also | None = None,
        pressed: Pressed = ELSEWHERE,
        said: Said | None = None,
    ) -> Given:
        """Put the orders in `text` on the seat's sheet; `send` it too, if none is wrong. A draw takes effect
        at once; giving up is only asked about, and `declare` does it. Raises Refused, naming every wrong
        order and what would be legal, or because it comes late; nothing has changed then.

        asks: units that were rather forgotten are asked about before the sheet is sent
        said: when; None: now
        """

        def change(tx: Tx) -> Given:
            sends = send
            snapshot, seat = self.context.seated(tx, table_id, user_id, turn)
            draft, ready = self.context.draft(tx, snapshot, seat)
            typed = text if isinstance(text, str) else text(snapshot, seat, draft)
            if typed is None:
                return Given(snapshot.table.id, False, "")
            try:
                read = read_sheet(snapshot, seat, draft, typed)
            except Refused:  # what was right when it was written may not be right any more
                must_be_timely(tx, snapshot, seat, said, self.context.clock.now())
                raise
            orders = read.orders
            if Declare("concede") in orders:
                asked = question(snapshot, seat)
                given = Given(snapshot.table.id, False, asked.text, asks=asked)
                sends = False
            elif all(isinstance(order, Declare) for order in orders):
                must_be_timely(tx, snapshot, seat, said, self.context.clock.now())
                given = self._declare_all(tx, snapshot, seat, [str(order) for order in orders])
                sends = False
            else:
                changes_sheet(tx, snapshot, seat, said, self.context.clock.now())
                unsure = (
                    self._unsure(snapshot, seat, read.sheet) if sends and asks and not read.wrong else None
                )
                told = (words.KEPT_NOT_SENT,) if sends and read.wrong else ()
                sends = sends and not read.wrong and unsure is None
                self.keep(tx, snapshot, seat, user_id, texts(read.sheet), ready=sends)
                timing.cancel_early(tx, snapshot)
                posts.desks_to_sharing(tx, snapshot, seat, self.context.clock.now())
                given = Given(snapshot.table.id, False, self._understood(snapshot, seat, orders))
                if snapshot.presenter.many or read.completed:
                    given = replace(
                        given, note="\n".join([*read.told(snapshot.presenter, snapshot.view(seat)), *told])
                    )
                if unsure is not None:
                    unsure = replace(unsure, text=f"{given.text}\n{unsure.text}")
                    given = replace(given, text=unsure.text, asks=unsure)
                if ready and not sends:
                    posts.edit_ready_count(tx, snapshot, self.context.clock.now())
            if sends:
                given = self._send(tx, snapshot, seat, user_id, given.note, also=also)
                self._answered(tx, given, user_id, pressed)
            elif also is not None:
                also(tx, given)
            return given

        return await self._one_by_one(table_id, user_id, change)

    def _understood(self, snapshot: GameSnapshot, seat: Seat, orders: Sequence[Any]) -> str:
        if snapshot.presenter.many:
            return words.UNDERSTOOD(orders=_coded(snapshot, orders))
        view, describe = snapshot.view(seat), snapshot.presenter.describe
        told = "; ".join(words.MEANING(order=order, meaning=describe(view, order)) for order in orders)
        return words.UNDERSTOOD(orders=told)

    def _unsure(self, snapshot: GameSnapshot, seat: Seat, sheet: Sequence[Any]) -> Message | None:
        """What is asked once before a sheet is sent that rather lacks orders; None: nothing is."""
        units = tuple(snapshot.presenter.forgotten(snapshot.view(seat), sheet))
        whose = (snapshot.table.id, snapshot.stamp, seat)
        if not units or self._asked.pop(whose, None) == units:
            return None
        self._asked[whose] = units
        while len(self._asked) > MOST_ASKED:
            self._asked.pop(next(iter(self._asked)))
        text = words.FORGOTTEN(n=len(units), units=listing(units, "and")) if sheet else words.FORGOTTEN_ALL
        table, turn = snapshot.table.id, snapshot.stamp
        yes = Button(custom_id("sendsure", table, None, turn, "~"), words.READY_ANYWAY, "success")
        return Message(text, rows=(buttons(yes, Button(custom_id("back", table, None, turn), words.BACK)),))

    async def give_values(
        self, table_id: str, user_id: int, values: Sequence[str], turn: int, said: Said | None = None
    ) -> Given:
        """As `give`, from the values chosen in a menu; nothing happens if they make no order."""

        def written(snapshot: GameSnapshot, seat: Seat, _: Sequence[Any]) -> str | None:
            return snapshot.presenter.order_text(snapshot.view(seat), values) or None

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

        def written(snapshot: GameSnapshot, seat: Seat, draft: Sequence[Any]) -> str | None:
            return snapshot.presenter.tapped(snapshot.view(seat), draft, value) or None

        return await self.give(table_id, user_id, written, turn=turn, send=send, pressed=pressed, said=said)

    async def _on_sheet(
        self,
        table_id: str,
        user_id: int,
        turn: int | None,
        said: Said | None,
        change: Callable[[Tx, GameSnapshot, Seat], Given],
    ) -> Given:
        """Change the user's sheet, in one transaction. Raises Refused, also for a change that comes late."""

        def on_sheet(tx: Tx) -> Given:
            snapshot, seat = self.context.seated(tx, table_id, user_id, turn)
            changes_sheet(tx, snapshot, seat, said, self.context.clock.now())
            return change(tx, snapshot, seat)

        return await self._one_by_one(table_id, user_id, on_sheet)

    async def _one_by_one(self, table_id: str, user_id: int, change: Callable[[Tx], T]) -> T:
        """What somebody asks for in a game is done in the order in which they asked: a transaction that has
        to run again would else be overtaken by the next one."""
        async with self.context.lock(f"asks/{table_id.strip().lower()}/{user_id}"):
            return await self.context.write_game(table_id, change)

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

        def change(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Given:
            _, ready = self.context.draft(tx, snapshot, seat)
            if not remove(tx, Draft, table_id=snapshot.table.id, seat=snapshot.sheet(seat)):
                raise Refused(words.NOTHING_TO_CLEAR)
            timing.cancel_early(tx, snapshot)
            if ready:
                posts.edit_ready_count(tx, snapshot, self.context.clock.now())
            told = words.CLEARED_ALL if snapshot.presenter.many else words.CLEARED
            return _done(tx, Given(table_id, False, told), also)

        return await self._on_sheet(table_id, user_id, turn, said, change)

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

        def change(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Given:
            if not drafts.keep(tx, snapshot.table.id, snapshot.sheet(seat), snapshot.phase.turn):
                raise Refused(words.YOURS_ALREADY)
            self._here(tx, snapshot, seat)
            return _done(tx, Given(snapshot.table.id, False, words.KEPT), also)

        return await self._on_sheet(table_id, user_id, turn, said, change)

    async def send(
        self,
        table_id: str,
        user_id: int,
        turn: int | None = None,
        *,
        asks: bool = False,
        also: Also | None = None,
        pressed: Pressed = ELSEWHERE,
        said: Said | None = None,
    ) -> Given:
        """Say that the sheet is final; the turn resolves when everyone has. Where a turn is a sheet of many
        orders, an empty one may be sent: the default of the rules counts. asks: see `give`"""

        def change(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Given:
            draft, ready = self.context.draft(tx, snapshot, seat)
            asked = self._unsure(snapshot, seat, draft) if asks and not ready else None
            if asked is not None:
                return _done(tx, Given(snapshot.table.id, False, asked.text, asks=asked), also)
            given = self._send(tx, snapshot, seat, user_id, also=also)
            self._answered(tx, given, user_id, pressed)
            return given

        return await self._on_sheet(table_id, user_id, turn, said, change)

    def _answered(self, tx: Tx, given: Given, user_id: int, pressed: Pressed) -> None:
        if given.resolved:
            answered(tx, given.table_id, user_id, pressed, goes_on=given.goes_on)

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

        def change(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Given:
            draft, ready = self.context.draft(tx, snapshot, seat)
            if not ready:
                raise Refused(words.WAS_NOT_READY)
            if draft:
                drafts.set_ready(tx, snapshot.table.id, snapshot.sheet(seat), snapshot.phase.turn, False)
            else:
                remove(tx, Draft, table_id=snapshot.table.id, seat=snapshot.sheet(seat))
            timing.cancel_early(tx, snapshot)
            posts.edit_ready_count(tx, snapshot, self.context.clock.now())
            return _done(tx, Given(snapshot.table.id, False, words.NO_LONGER_READY), also)

        return await self._on_sheet(table_id, user_id, turn, said, change)

    async def declare(self, table_id: str, user_id: int, what: str, turn: int | None = None) -> Given:
        """Concede, or offer or accept a draw."""

        def change(tx: Tx) -> Given:
            snapshot, seat = self.context.seated(tx, table_id, user_id, turn)
            return self._declare_all(tx, snapshot, seat, [what])

        return await self._one_by_one(table_id, user_id, change)

    async def agree(self, table_id: str, user_id: int) -> Given:
        """Accept a draw that somebody else offers, whenever that was. Raises Refused."""

        def change(tx: Tx) -> Given:
            snapshot, seat = self.context.seated(tx, table_id, user_id)
            if not snapshot.state.offers:
                raise Refused(words.NO_OFFER)
            return self._declare_all(tx, snapshot, seat, ["draw"])

        return await self._one_by_one(table_id, user_id, change)

    async def concession(self, table_id: str, user_id: int, turn: int | None = None) -> Message:
        """What somebody who wants to give up is asked once more. Raises Refused."""
        snapshot, seat = await self.context.db.read(self.context.seated, table_id, user_id, turn)
        return question(snapshot, seat)

    async def play(
        self, table_id: str, user_id: int, told: Sequence[str], turn: int, also: Callable[[Tx], object]
    ) -> None:
        """Give a whole sheet at once, declarations among it, and send it, for a player who needs no answer. A
        sheet that people share is left to them to send.

        told: canonical texts;  also: done in the same transaction, before the turn resolves
        Raises OrderError if the rules refuse it, Refused if it comes too late; nothing has changed then.
        """

        def done(tx: Tx, _: Given) -> None:
            also(tx)

        def change(tx: Tx) -> None:
            snapshot, seat = self.context.seated(tx, table_id, user_id, turn)
            for what in told:
                if what in _DECLARED and what in snapshot.game.declarations(snapshot.state, seat):
                    snapshot = self.turns.declare(tx, snapshot, seat, what)
                    if what == "concede" and not snapshot.over and snapshot.stamp == turn:
                        why = words.HAS_CONCEDED(name=snapshot.names()[seat])
                        recheck(tx, snapshot, why, self.context.clock.now())
                    if snapshot.over or snapshot.stamp != turn or not snapshot.plays(seat):
                        also(tx)
                        self.resolving.complete(tx, snapshot)
                        return
            if seat not in snapshot.phase.owing:
                also(tx)
                return
            view = snapshot.view(seat)
            sheet = [
                order for one in told if one not in _DECLARED for order in snapshot.game.parse(view, one)
            ]
            if sheet:
                snapshot.game.check(view, sheet)
            shared = snapshot.game.sharing(snapshot.state, seat)
            sends = all(snapshot.computer(other) for other in shared)
            there = drafts.get(tx, snapshot.table.id, snapshot.sheet(seat), snapshot.phase.turn)
            if len(shared) > 1 and there is not None and (there.ready or not sends):
                also(tx)
                return
            changes_sheet(tx, snapshot, seat, None, self.context.clock.now())
            if sheet:
                self.keep(tx, snapshot, seat, user_id, texts(sheet), ready=sends)
            posts.desks_to_sharing(tx, snapshot, seat, self.context.clock.now())
            if sends:
                self._send(tx, snapshot, seat, user_id, also=done)
            else:
                also(tx)

        await self._one_by_one(table_id, user_id, change)

    def keep(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        seat: Seat,
        user_id: int,
        orders: Sequence[str],
        *,
        ready: bool = False,
    ) -> None:
        """Put checked orders, as texts, on the seat's sheet in the place of what stood there."""
        self._here(tx, snapshot, seat)
        drafts.put(
            tx,
            Draft(
                table_id=snapshot.table.id,
                seat=snapshot.sheet(seat),
                turn=snapshot.phase.turn,
                orders=tuple(orders),
                ready=ready,
                user_id=user_id,
                at=self.context.clock.now(),
            ),
        )

    def _here(self, tx: Tx, snapshot: GameSnapshot, seat: Seat) -> None:
        """The seat's player is there: no substitute is looked for any more."""
        player = snapshot.player(seat)
        if is_computer(player.user_id):  # it plays on until somebody takes the seat
            return
        if player.streak:
            players.change(tx, snapshot.table.id, player.user_id, streak=0)
        if player.offered_at is not None:
            for acted in snapshot.hooks.seat_acted:
                acted(tx, snapshot, seat, self.context.clock.now())

    def _send(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        seat: Seat,
        user_id: int,
        note: str = "",
        *,
        also: Also | None = None,
    ) -> Given:
        """`also` comes before the turn is resolved: an answer stands above the desk of the next turn."""
        note = self._sending(tx, snapshot, seat, user_id, note)
        due = self.resolving.due(tx, snapshot)
        now = self.context.clock.now()
        if due is None or due > now:
            if due is not None:
                timing.schedule_early(tx, snapshot, due, now)
            posts.edit_ready_count(tx, snapshot, now)
            return _done(tx, self._waits(tx, snapshot, seat, due, note), also)
        sent = words.YOU_ARE_READY if snapshot.presenter.many else self._sent(tx, snapshot, seat)
        facts = {"sent": sent, "channel": f"<#{snapshot.table.channel_id}>"}
        # Where a turn takes several resolutions it may go on.
        stepwise = snapshot.phase.number is not None
        told = words.GOES_ON(**facts) if stepwise else words.RESOLVED(**facts, turn=snapshot.number)
        given = Given(snapshot.table.id, True, told)

        def resolving() -> GameSnapshot:
            if also is not None:
                also(tx, given)
            if snapshot.pause is not None:  # it could not be resolved, and somebody tries again
                timing.resume(tx, snapshot, now)
            return self.resolving.unguarded(tx, replace(snapshot, pause=None))

        after = resolve.caught(self.context, tx, snapshot, resolving)
        if after is None:  # all of it was undone, but for the sheet
            told = words.FAULT(sent=sent, fault=words.FAULT_TOLD)
            return _done(tx, Given(snapshot.table.id, False, told, note=words.FAULT_TOLD), also)
        mine = seat in after.phase.owing
        given = replace(given, goes_on=mine and after.phase.goes_on)
        if mine and not given.goes_on and snapshot.phase.number is not None and not snapshot.phase.sealed:
            given = replace(given, text=words.YOUR_TURN_AGAIN(told=given.text))
        return given

    def _sending(self, tx: Tx, snapshot: GameSnapshot, seat: Seat, user_id: int, note: str) -> str:
        """Mark the sheet as sent; what of it the desk does not show."""
        table, turn, many = snapshot.table, snapshot.phase.turn, snapshot.presenter.many
        self._here(tx, snapshot, seat)
        if drafts.set_ready(tx, table.id, snapshot.sheet(seat), turn, True):
            return note
        default = snapshot.game.default(snapshot.view(seat)) if many else None
        if not default:
            raise Refused(words.NOTHING_TO_SEND)
        self.keep(tx, snapshot, seat, user_id, (), ready=True)
        return (
            words.NOTHING_CHOSEN(orders=_coded(snapshot, default))
            if snapshot.adjusting
            else words.NOTHING_GIVEN
        )

    def _waits(self, tx: Tx, snapshot: GameSnapshot, seat: Seat, due: float | None, note: str) -> Given:
        """The answer to somebody who is ready when the turn does not resolve at once."""
        table, many = snapshot.table, snapshot.presenter.many
        missing = self.context.missing(tx, snapshot)
        if many and (missing or due is None or not snapshot.house_rules.ready):
            return Given(table.id, False, words.YOU_ARE_READY, note)
        sent = words.YOU_ARE_READY if many else self._sent(tx, snapshot, seat)
        if missing:
            said = words.WAITS(sent=sent, n=len(missing))
        elif due is not None:
            said = words.WAITS_RESOLVES(sent=sent, resolves=post_words.resolves(snapshot, due))
        else:
            said = words.WAITS_PAUSED(sent=sent)
        return Given(table.id, False, said, note if many else "")

    def _sent(self, tx: Tx, snapshot: GameSnapshot, seat: Seat) -> str:
        draft, _ = self.context.draft(tx, snapshot, seat)
        return words.SENT_ORDERS(orders=_coded(snapshot, draft))

    def _declare_all(self, tx: Tx, snapshot: GameSnapshot, seat: Seat, said: Sequence[str]) -> Given:
        try:
            for what in said:
                snapshot = self.turns.declare(tx, snapshot, seat, what)
        except OrderError as error:
            raise Refused(
                order_error(error, names=snapshot.seat_names(), spelled=snapshot.presenter.spelled)
            ) from None
        if snapshot.outcome is not None:
            return Given(snapshot.table.id, True, words.ENDED_NOW(table=snapshot.table.id))
        word = words.DRAW_OFFERED if said[-1] == "draw" else words.CONCEDED
        open_turn, number = snapshot.phase.turn, snapshot.number
        if "concede" in said:
            why = words.HAS_CONCEDED(name=snapshot.names()[seat])
            recheck(tx, snapshot, why, self.context.clock.now())
        snapshot = self.resolving.complete(tx, snapshot)
        if snapshot.outcome is not None or snapshot.phase.turn != open_turn:
            channel = f"<#{snapshot.table.channel_id}>"
            told = words.RESOLVED(sent=word, turn=number, channel=channel)
            return Given(snapshot.table.id, True, told)
        return Given(snapshot.table.id, False, word, note=word)


def _coded(snapshot: GameSnapshot, orders: Sequence[Any]) -> str:
    return ", ".join(f"`{snapshot.presenter.spelled(str(order))}`" for order in orders)


# -- Giving up is for good, so it is asked once more, however somebody says it


def question(snapshot: GameSnapshot, seat: Seat) -> Message:
    """What is asked, with the game's name: the desks of several games stand in one DM. Raises Refused."""
    table, turn = snapshot.table.id, snapshot.stamp
    if not snapshot.plays(seat):
        raise Refused(words.OUT_ALREADY(table=table))
    yes = Button(custom_id("concedeyes", table, None, turn), words.CONCEDE_YES, "danger")
    no = Button(custom_id("playon", table, None, turn), words.CONCEDE_NO)
    return Message(words.ASK_CONCEDE(game=snapshot.game.name, table=table), rows=(buttons(yes, no),))
