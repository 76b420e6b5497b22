"""/substitute: which seats are free, asking for a substitute, taking a seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import (
    MOST_CHOICES,
    MOST_TEXT,
    Button,
    Choice,
    Message,
    buttons,
    clip,
    custom_id,
    plain_name,
    when,
)
from bot.engine.access import Looking
from bot.engine.context import Context
from bot.engine.presence import ASKED
from bot.engine.snapshot import GameSnapshot, must_be_played, seat_label
from bot.features.absence import vacation
from bot.features.substitutes import handover, offers, text
from bot.storage import deadlines, players
from bot.storage.database import Tx
from bot.storage.records import Deadline

MOST_LISTED = 10
ROOM = 60
"""Characters for the line that says how many more there are."""


@dataclass(frozen=True, slots=True)
class Taker:
    """Who wants a seat. guild_id: the server where this is said, None in direct messages"""

    user_id: int
    name: str
    guild_id: int | None


class Substitutes:
    def __init__(self, context: Context, looking: Looking) -> None:
        self.context = context
        self._looking = looking

    # -- looking

    async def free(self, guild_id: int | None, user_id: int) -> Message:
        """Show the free seats in games that the user can see, longest first, with a button for each."""
        if guild_id is None:
            raise Refused(text.LIST_HERE)
        found, lines, row = await self._offered(guild_id, user_id), [text.LIST_HEAD], []
        for snapshot, seat in found[:MOST_LISTED]:
            line = _line(snapshot, seat)
            if len("\n".join([*lines, line])) > MOST_TEXT - ROOM:
                break
            lines.append(line)
            side = snapshot.presenter.seat_name(seat)
            label = clip(text.TAKE_SIDE_IN(side=side, code=snapshot.table.id), 80)
            row.append(replace(offers.take_button(snapshot, seat), label=label))
        if not found:
            return Message(text.LIST_NONE)
        rows = tuple(buttons(*row[at : at + 5]) for at in range(0, len(row), 5))
        more = len(found) - len(row)
        if more:
            lines.append(text.LIST_MORE(n=more))
        return Message("\n".join(lines), rows=rows)

    async def _offered(self, guild_id: int, user_id: int) -> list[tuple[GameSnapshot, Seat]]:
        """The offered seats of a server's games in play, longest first, as far as the user can see them."""

        def look(tx: Tx) -> list[tuple[GameSnapshot, Seat]]:
            found = []
            for player in players.offered(tx):
                table = self.context.table(tx, player.table_id)
                if table.guild_id != guild_id or table.status != "playing" or player.seat is None:
                    continue
                snapshot = self.context.snapshot(tx, table.id)
                if snapshot.plays(player.seat):
                    found.append((snapshot, player.seat))
            return found

        found = await self.context.db.read(look)
        shown = await self._looking.listed([snapshot.table for snapshot, _ in found], user_id)
        codes = {table.id for table in shown}
        return [(snapshot, seat) for snapshot, seat in found if snapshot.table.id in codes]

    async def choices(self, guild_id: int | None, user_id: int, typed: str) -> list[Choice]:
        """The free seats of a server for autocomplete; the value is "k7f3 dark"."""
        if guild_id is None:
            return []
        begun = typed.strip().lower()
        found = [
            Choice(f"{snapshot.table.id} {seat}", _label(snapshot, seat))
            for snapshot, seat in await self._offered(guild_id, user_id)
        ]
        fits = [choice for choice in found if begun in choice.label.lower() or begun in choice.value]
        return fits[:MOST_CHOICES]

    # -- one's own seat

    async def ask(self, table_id: str, user_id: int) -> str:
        """Offer one's own seat; one plays on until somebody takes it. The answer. Raises Refused."""

        def change(tx: Tx) -> GameSnapshot:
            snapshot, seat = self.context.seated(tx, table_id, user_id)
            if not snapshot.plays(seat):
                raise Refused(text.YOU_ARE_OUT(code=snapshot.table.id))
            if snapshot.player(seat).offered_at is not None:
                raise Refused(text.OFFERED_ALREADY)
            offers.offer(tx, snapshot, seat, ASKED, self.context.clock.now())
            return snapshot

        snapshot = await self.context.write_game(table_id, change)
        return text.YOU_OFFER(code=snapshot.table.id, channel=snapshot.table.channel_id)

    async def keep(self, table_id: str, user_id: int) -> str:
        """Offer one's own seat no more. Raises Refused."""

        def change(tx: Tx) -> GameSnapshot:
            snapshot, seat = self.context.seated(tx, table_id, user_id)
            if not offers.withdraw(tx, snapshot, seat, text.PLAYS_ON, self.context.clock.now()):
                raise Refused(text.NOT_OFFERED)
            return snapshot

        snapshot = await self.context.write_game(table_id, change)
        return text.YOU_KEEP(code=snapshot.table.id)

    # -- taking one

    async def question(self, table_id: str, said: str, taker: Taker) -> Message:
        """What somebody who wants a seat is asked once more: only what everybody may know. Raises Refused."""

        def look(tx: Tx) -> tuple[GameSnapshot, str, Deadline | None, int, str]:
            snapshot, seat = self._takes(tx, table_id, said, taker)
            kept = deadlines.get(tx, snapshot.table.id)
            own = vacation.before(tx, snapshot.table.id, taker.user_id).missed
            scores = offers.league_points(tx, snapshot, seat, taker.user_id)
            return snapshot, seat, kept, own, scores

        snapshot, seat, kept, own, scores = await self.context.db.read(look)
        player, name = snapshot.player(seat), snapshot.presenter.seat_name(seat)
        game = plain_name(snapshot.table.name)
        lines = [text.QUESTION(side=name, game=game, code=snapshot.table.id)]
        turn, phase = snapshot.title, snapshot.presenter.phase_line(snapshot.view(None))
        if kept is None:
            lines.append(text.QUESTION_NOW(turn=turn, phase=phase))
        else:
            lines.append(text.QUESTION_NOW_DUE(turn=turn, due=when(kept.due_at), phase=phase))
        if player.missed:
            lines.append(text.QUESTION_MISSED(n=player.missed, own=own))
        if scores:
            lines.append(scores)
        yes, no = (custom_id(act, snapshot.table.id, seat, snapshot.stamp) for act in ("takeyes", "takeno"))
        row = buttons(Button(yes, text.YES, "success"), Button(no, text.NO))
        return Message("\n".join(lines), rows=(row,))

    async def take(self, table_id: str, said: str, taker: Taker) -> str:
        """Take an offered seat; the answer. Raises Refused."""

        def change(tx: Tx) -> tuple[str, GameSnapshot, str]:
            snapshot, seat = self._takes(tx, table_id, said, taker)
            why, now = snapshot.player(seat).offered_why, self.context.clock.now()
            after = handover.hand_over(self.context, tx, snapshot, seat, taker.user_id, taker.name, why, now)
            scores = offers.league_points(tx, after, seat, taker.user_id)
            return seat, after, scores

        seat, after, scores = await self.context.write_game(table_id, change)
        side, table = after.presenter.seat_name(seat), after.table
        told = text.YOU_PLAY(side=side, code=table.id, channel=table.channel_id)
        return f"{told}\n{scores}" if scores else told

    def _takes(self, tx: Tx, table_id: str, said: str, taker: Taker) -> tuple[GameSnapshot, Seat]:
        """The table and the offered seat that this user may take; said: "" the only one. Raises Refused."""
        snapshot = self.context.snapshot(tx, table_id)
        table = snapshot.table
        must_be_played(table)
        if table.guild_id is not None and taker.guild_id != table.guild_id:
            raise Refused(text.PRESS_THERE(channel=table.channel_id))
        free = {
            player.seat: snapshot.presenter.seat_name(player.seat)
            for player in snapshot.players
            if player.seat is not None and player.offered_at is not None
        }
        word = " ".join(said.lower().split())
        found = [seat for seat, name in free.items() if word in ("", seat, name.lower())]
        if len(found) == 1:
            handover.may_take(tx, snapshot, found[0], taker.user_id)
            return snapshot, found[0]
        if not free or word in snapshot.seats:
            raise Refused(text.NOT_FREE(code=table.id))
        raise Refused(text.WHICH(code=table.id, sides=listing(list(free.values()), "and")))


def _line(snapshot: GameSnapshot, seat: Seat) -> str:
    player, table = snapshot.player(seat), snapshot.table
    return text.LIST_LINE(
        side=snapshot.presenter.seat_name(seat),
        player=plain_name(player.name),
        game=plain_name(table.name),
        code=table.id,
        channel=table.channel_id,
        turn=snapshot.title,
        when=when(player.offered_at or 0.0, "f"),
        why=offers.reason(player.offered_why),
    )


def _label(snapshot: GameSnapshot, seat: Seat) -> str:
    table = snapshot.table
    return clip(text.LIST_CHOICE(code=table.id, game=table.name, side=seat_label(snapshot, seat)), 100)
