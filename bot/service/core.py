"""What all use cases share: the database, the games, their words, the clock, the locks, the drawing."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from adjudicator.chance import CHANCE_EVENTS
from adjudicator.codec import event_from_json
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Event, Outcome, Phase, Seat, shared_complete
from adjudicator.registry import games
from bot.service import house_options, undone
from bot.service.clock import Clock
from bot.service.errors import Refused, StaleTurn
from bot.service.house_options import House
from bot.service.message import Picture, clip, plain_name
from bot.service.present import Presenter, presenters
from bot.service.present.seats import seats_named
from bot.service.render import Renderer
from bot.storage import deadlines, drafts, pauses, players, steps, tables
from bot.storage.database import Database, Tx
from bot.storage.records import Pause, Player, Step, Table
from maps.boards import boards

Wake = Callable[[], None]
MOST_NEWS = 12
"""So many lines a seat reads at most of what happened to it; the channel has the whole."""
FARTHEST_NEWS = 8
"""So many steps back from the open turn a seat's own last turn is looked for."""


@dataclass(frozen=True)
class Loaded:
    """A table in play (or over), read in one transaction: its newest state and who sits where.

    since: the steps of the turn that is open, from the one that opened it to the newest; after an undo those
           that hold, and the undo
    pause: that of a table whose clock stands still
    """

    table: Table
    game: AnyGame
    presenter: Presenter
    players: tuple[Player, ...]
    step: Step
    state: Any
    since: tuple[Step, ...] = ()
    pause: Pause | None = None

    @property
    def mark(self) -> str:
        """The open turn for keys of posts: its number, and after turns were taken back how many."""
        return mark(self.table, self.phase.turn)

    @property
    def phase(self) -> Phase:
        return self.game.phase(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended, with a result or broken off without one."""
        return self.table.status == "over" or self.outcome is not None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seats(self.table.options)

    @property
    def called(self) -> Step:
        """The step whose post calls for the orders of the open turn: that opened it, or brought it back."""
        return next((step for step in reversed(self.since) if step.kind == "undo"), self.since[0])

    @property
    def house(self) -> House:
        """The house options of the table."""
        return house_options.of(self.table.settings)

    @property
    def number(self) -> int:
        """The open turn as people count it, from 1."""
        counted = self.phase.number
        return self.phase.turn + 1 if counted is None else counted

    @property
    def title(self) -> str:
        """The open turn for headlines: "turn 4", "turn 4 · Fall 2048"; "the set-up" where that is no turn."""
        return self.phase_word + (f" · {self.period}" if self.period else "")

    @property
    def phase_word(self) -> str:
        """The open turn in words, "turn 4"; "the set-up" where that is no turn."""
        apart = self.phase.number is not None and self.phase.key == "setup"
        return "the set-up" if apart else f"turn {self.number}"

    @property
    def file_word(self) -> str:
        """The open phase in names of files: "turn-4", "set-up"."""
        return self.phase_word.removeprefix("the ").replace(" ", "-")

    @property
    def period(self) -> str:
        """The open turn in the game's own words, "Fall 2048"; "" where its number says all."""
        if not self.presenter.many:
            return ""
        return re.split(r":| · ", self.presenter.phase_line(self.view(None)))[0]

    @property
    def adjusting(self) -> bool:
        """Whether only choices are owed now that end the turn before."""
        return self.phase.key == "adjustment"

    @property
    def moment(self) -> str:
        """When this position stands on the board, for captions: "after turn 3"."""
        if self.outcome is not None:
            return "the end"
        if self.step.kind == "start":
            return "the start"
        if self.step.kind != "resolve" or self.phase.goes_on:
            return f"turn {self.number}"
        if self.phase.number is None:
            return f"after turn {self.step.turn + 1}"
        return f"after turn {self.number - 1}" if self.number > 1 else "the start"

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

    def seat_names(self) -> dict[Seat, str]:
        """Each seat as people write it, "Dark"; also those of other options: their armies may play."""
        return {seat: self.presenter.seat_name(seat) for seat in (*self.seats, *self.game.seats({}))}

    def plain_names(self) -> dict[Seat, str]:
        """Each seat's player, for pictures."""
        return {player.seat: player.name for player in self.players if player.seat is not None}

    def events(self, seat: Seat | None) -> list[Event]:
        """What the newest step did, as far as the seat may know (None: what everyone may)."""
        return self.seen(self.step, seat)

    def seen(self, step: Step, seat: Seat | None) -> list[Event]:
        """What a step did, as far as the seat may know."""
        kinds = {**self.game.events(), **CHANCE_EVENTS}
        events = [event_from_json(kinds, data) for data in step.events]
        return [event for event in events if event.seen_by is None or seat in event.seen_by]

    def told(self, seat: Seat | None) -> list[str]:
        """What the newest step did, in words, as far as the seat may know."""
        return self.presenter.narrate(self.events(seat), self.names())

    def news(self, seat: Seat, earlier: Sequence[Step] = ()) -> list[str]:
        """What happened to the seat since the turn before this one was resolved, and in `earlier` steps."""
        events = [event for step in (*earlier, *self.since) for event in self.seen(step, seat)]
        return self.presenter.news(seat, self.view(seat), events, self.names())[:MOST_NEWS]

    def warnings(self, seat: Seat, orders: Sequence[Any]) -> list[str]:
        """What is legal but unwise in checked orders: one line each."""
        names = self.seat_names()
        return [seats_named(warning, names) for warning in self.game.warn(self.view(seat), orders)]

    def sheet(self, seat: Seat) -> Seat:
        """The key of the order sheet that a seat fills in, maybe together with others."""
        return min(self.game.sharing(self.state, seat))


class Core:
    """The shared tools of the use cases.

    woken: called after every committed change that may have queued posts or moved deadlines.
    """

    def __init__(
        self,
        db: Database,
        clock: Clock,
        renderer: Renderer,
        *,
        defaults: Mapping[str, Any] | None = None,
        faults: Path | None = None,
    ) -> None:
        """defaults: house options of new tables where their host says nothing
        faults: the folder for what is needed to look into a fault of ours; None: nothing is kept"""
        self.db = db
        self.clock = clock
        self.renderer = renderer
        self.defaults: Mapping[str, Any] = dict(defaults or {})
        self.faults = faults
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
        since = [newest] if seq is not None else await undone.opened(tx, table, newest)
        return Loaded(
            table=table,
            game=game,
            presenter=self.presenters[table.game],
            players=tuple(await players.of_table(tx, table.id)),
            step=newest,
            state=game.load(json.loads(newest.state)),
            since=tuple(since),
            pause=await pauses.get(tx, table.id),
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

    async def news(self, tx: Tx, loaded: Loaded, seat: Seat) -> list[str]:
        """What happened to the seat since its own last turn: where one seat moves after the other, what all
        the others did. Votes for a draw that are older than the open turn are left out: the view has them."""
        first, earlier = loaded.since[0], list[Step]()
        if not loaded.presenter.many and not _moved(first, seat):
            for step in await undone.before(tx, loaded.table, first, FARTHEST_NEWS):
                if _moved(step, seat):
                    break
                if step.orders.get(step.seat or "") != ("draw",):
                    earlier.insert(0, step)
        return loaded.news(seat, earlier)

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

    async def missing(self, tx: Tx, loaded: Loaded) -> frozenset[Seat]:
        """The owing seats whose sheet is not sent."""
        kept = await drafts.of_table(tx, loaded.table.id, loaded.phase.turn)
        given = {seat for seat, draft in kept.items() if draft.ready}
        return shared_complete(loaded.game, loaded.state, given)

    async def soon(self, tx: Tx, loaded: Loaded) -> float | None:
        """When the open turn resolves early because all are ready; None: somebody is not."""
        row = await deadlines.get(tx, loaded.table.id, "early")
        waits = row is not None and row.turn == loaded.phase.turn and "itself" not in row.data
        return row.due_at if row is not None and waits else None

    async def picture(
        self,
        loaded: Loaded,
        seat: Seat | None,
        *,
        draft: tuple[Any, ...] = (),
        marks: Mapping[Any, str] | None = None,
        events: bool = False,
        focus: Sequence[str] = (),
        caption: str = "",
    ) -> Picture:
        """The board as the seat sees it; the file's name tells the table and the phase alone.

        events: with what the newest step did, as everyone may know it
        focus: the spaces to crop to;  caption: when it is, "turn 4" (the one that is open) unless given
        """
        caption = caption or loaded.phase_word
        data, alt = await self.renderer.paint(
            loaded.table.game,
            loaded.view(seat),
            {
                "size": 0,
                "names": loaded.plain_names(),
                "draft": draft,
                "marks": dict(marks or {}),
                "events": tuple(loaded.events(None)) if events else (),
                "focus": tuple(focus),
                "caption": f"{loaded.table.id} · {caption}",
            },
        )
        return Picture(f"{loaded.table.id}-{loaded.file_word}.png", data, clip(alt, 1024))


def mark(table: Table, turn: int) -> str:
    """A turn for keys of posts: a turn that was taken back comes again, and so do its posts."""
    return f"{turn}~{table.undone}" if table.undone else str(turn)


def _moved(step: Step, seat: Seat) -> bool:
    """Whether this step was the seat's own turn."""
    return step.kind == "resolve" and seat in step.orders
