"""What all use cases share: the database, the games, their words, the clock, the locks, the drawing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from adjudicator.chance import CHANCE_EVENTS
from adjudicator.codec import event_from_json
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Outcome, Phase, Seat
from adjudicator.registry import games
from bot.service.clock import Clock
from bot.service.errors import Refused, StaleTurn
from bot.service.message import Picture, clip, plain_name
from bot.service.present import Presenter, presenters
from bot.service.render import Renderer
from bot.storage import drafts, players, steps, tables
from bot.storage.database import Database, Tx
from bot.storage.records import Player, Step, Table
from maps.boards import boards

Wake = Callable[[], None]


@dataclass(frozen=True)
class Loaded:
    """A table in play (or over), read in one transaction: its newest state and who sits where."""

    table: Table
    game: AnyGame
    presenter: Presenter
    players: tuple[Player, ...]
    step: Step
    state: Any

    @property
    def phase(self) -> Phase:
        return self.game.phase(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seats(self.table.options)

    @property
    def number(self) -> int:
        """The open turn as people count it, from 1."""
        return self.phase.turn + 1

    @property
    def moment(self) -> str:
        """When this position stands on the board, for captions: "after turn 3"."""
        if self.outcome is not None:
            return "the end"
        if self.step.kind == "start":
            return "the start"
        return f"after turn {self.step.turn + 1}" if self.step.kind == "resolve" else f"turn {self.number}"

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def player(self, seat: Seat) -> Player:
        return next(player for player in self.players if player.seat == seat)

    def seat_of(self, user_id: int) -> Seat | None:
        return next((player.seat for player in self.players if player.user_id == user_id), None)

    def names(self) -> dict[Seat, str]:
        """Each seat with its player, for narration: "**Dark** (Ada)"."""
        return {
            seat: f"**{self.presenter.seat_name(seat)}** ({plain_name(self.player(seat).name)})"
            for seat in self.seats
        }

    def plain_names(self) -> dict[Seat, str]:
        """Each seat's player, for pictures."""
        return {player.seat: player.name for player in self.players if player.seat is not None}

    def told(self, seat: Seat | None) -> list[str]:
        """What the newest step did, in words, as far as the seat may know."""
        kinds = {**self.game.events(), **CHANCE_EVENTS}
        events = [event_from_json(kinds, data) for data in self.step.events]
        seen = [event for event in events if event.seen_by is None or seat in event.seen_by]
        return self.presenter.narrate(seen, self.names())

    def sheet(self, seat: Seat) -> Seat:
        """The key of the order sheet that a seat fills in, maybe together with others."""
        return min(self.game.sharing(self.state, seat))


class Core:
    """The shared tools of the use cases.

    woken: called after every committed change that may have queued posts or moved deadlines.
    """

    def __init__(self, db: Database, clock: Clock, renderer: Renderer) -> None:
        self.db = db
        self.clock = clock
        self.renderer = renderer
        self.games: Mapping[str, AnyGame] = games(boards())
        self.presenters: Mapping[str, Presenter] = presenters()
        self.woken: list[Wake] = []
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def wake(self) -> None:
        for wake in self.woken:
            wake()

    def lock(self, table_id: str) -> asyncio.Lock:
        """One writer at a time for each table."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = asyncio.Lock()
            self._locks[table_id] = lock
        return lock

    async def table(self, tx: Tx, table_id: str) -> Table:
        found = await tables.get(tx, table_id.strip().lower())
        if found is None:
            raise Refused(f"I know no game `{clip(plain_name(table_id), 20)}`. `/games` lists yours.")
        return found

    async def loaded(self, tx: Tx, table_id: str, seq: int | None = None) -> Loaded:
        """A started table with its newest state, or the state after step `seq`. Raises Refused."""
        table = await self.table(tx, table_id)
        newest = await (steps.newest(tx, table.id) if seq is None else steps.get(tx, table.id, seq))
        if newest is None:
            raise Refused(f"Game `{table.id}` has not begun yet.")
        game = self.games[table.game]
        return Loaded(
            table=table,
            game=game,
            presenter=self.presenters[table.game],
            players=tuple(await players.of_table(tx, table.id)),
            step=newest,
            state=game.load(json.loads(newest.state)),
        )

    async def seated(
        self, tx: Tx, table_id: str, user_id: int, turn: int | None = None
    ) -> tuple[Loaded, Seat]:
        """A table in play with the user's seat; refuses strangers, finished games and old turns."""
        loaded = await self.loaded(tx, table_id)
        seat = loaded.seat_of(user_id)
        if seat is None:
            raise Refused(f"You do not play in game `{loaded.table.id}`.")
        if loaded.table.status != "playing":
            raise Refused(f"Game `{loaded.table.id}` is over.")
        if turn is not None and turn != loaded.phase.turn:
            raise StaleTurn(
                f"That belongs to an earlier turn of game `{loaded.table.id}`; nothing has changed. "
                "`/orders` shows what is open now."
            )
        return loaded, seat

    async def draft(self, tx: Tx, loaded: Loaded, seat: Seat) -> tuple[tuple[Any, ...], bool]:
        """The seat's draft orders for this turn, and whether they are sent."""
        kept = await drafts.get(tx, loaded.table.id, loaded.sheet(seat), loaded.phase.turn)
        if kept is None:
            return (), False
        view = loaded.view(seat)
        try:
            orders = tuple(order for text in kept.orders for order in loaded.game.parse(view, text))
        except OrderError:
            return (), False
        return orders, kept.ready

    async def picture(
        self,
        loaded: Loaded,
        seat: Seat | None,
        *,
        draft: tuple[Any, ...] = (),
        marks: Mapping[int, str] | None = None,
        size: int = 1200,
        caption: str = "",
    ) -> Picture:
        """The board as the seat sees it; the file's name tells the table and the turn alone.

        caption: when it is, "turn 4" (the one that is open) unless given
        """
        turn = loaded.number
        data, alt = await self.renderer.paint(
            loaded.table.game,
            loaded.view(seat),
            {
                "size": size,
                "names": loaded.plain_names(),
                "draft": draft,
                "marks": dict(marks or {}),
                "caption": f"{loaded.table.id} · {caption or f'turn {turn}'}",
            },
        )
        return Picture(f"{loaded.table.id}-turn-{turn}.png", data, clip(alt, 1024))


def order_error(error: OrderError) -> str:
    """A refused order as a person reads it: the order, why, and what would work."""
    order = f"`{clip(plain_order(error.order), 80)}`: " if error.order else ""
    reason = error.reason if order else error.reason[:1].upper() + error.reason[1:]
    text = f"{order}{reason}."
    unsaid = [word for word in error.instead if word not in error.reason and word[-2:] not in error.reason]
    if unsaid:
        shown = ", ".join(f"`{word}`" for word in unsaid[:12])
        more = f" … ({len(unsaid)} in all)" if len(unsaid) > 12 else ""
        text += f"\nThis would work: {shown}{more}"
    return f"{text}\nNothing has changed."


def plain_order(text: str) -> str:
    """What somebody typed, safe inside a code span."""
    return text.replace("`", "'").replace("\n", " ")
