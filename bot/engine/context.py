"""What all use cases share: the database, the games, their words, the clock, the locks, the drawing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from adjudicator.codec import canonical
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Event, Seat, shared_complete
from adjudicator.registry import Rules, names, newest, rules
from adjudicator.text import listing
from bot.common.clock import Clock
from bot.common.errors import Refused, StaleTurn
from bot.common.message import Picture, clip, plain_name
from bot.common.metrics import Metrics
from bot.common.workers import Renderer
from bot.engine import lineage, text
from bot.engine.hooks import Hooks
from bot.engine.snapshot import GameSnapshot, must_be_played
from bot.presenters import Presenter, presenters
from bot.storage import deadlines, drafts, game_rows, players, tables
from bot.storage.database import Database, Tx
from bot.storage.errors import StorageError
from bot.storage.league_records import League
from bot.storage.records import Step, Table
from bot.storage.rows import first, read_value
from maps.boards import boards
from maps.painter import opening_picture

P = ParamSpec("P")
T = TypeVar("T")

READING = "reading"
"""Key in `kv`: until when at most another process reads mail, see `Context.reading`."""
FARTHEST_NEWS = 8
"""So many steps back from the open turn a seat's own last turn is looked for."""


class Context:
    """The shared tools of the use cases.

    games: by their newest rules, for new tables; `game_of` is for tables that are there
    rules: all versions of all games
    """

    def __init__(
        self,
        db: Database,
        clock: Clock,
        renderer: Renderer,
        *,
        defaults: Mapping[str, Any] | None = None,
        faults: Path | None = None,
        hooks: Hooks | None = None,
        metrics: Metrics | None = None,
        web: str = "",
    ) -> None:
        """defaults: house options of new tables where their host says nothing
        faults: the folder for what is needed to look into a fault of ours; None: nothing is kept
        hooks: who listens to what the engine announces; None: nobody
        metrics: what takes notes for whoever watches; None: nobody does
        web: the address of the pages, for links; "": there are none"""
        self.db = db
        self.clock = clock
        self.renderer = renderer
        self.defaults: Mapping[str, Any] = dict(defaults or {})
        self.faults = faults
        self.web = web
        self.hooks = hooks or Hooks()
        self.metrics = metrics or Metrics()
        self.rules: Rules = rules(boards())
        self.games: Mapping[str, AnyGame] = newest(self.rules)
        self.presenters: Mapping[str, Presenter] = presenters()
        self.reading = False
        """Whether messages are read that were written while nobody could reach the bot: until that is done no
        row of the clock runs, and a turn of several sheets does not resolve at once. See `missed.py`."""
        self.resolving = False
        """Whether many games are due: resolving goes before posting, since late orders are taken until a turn
        is resolved."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, what: str) -> asyncio.Lock:
        """One task at a time, for what goes on longer than a transaction."""
        lock = self._locks.get(what)
        if lock is None:
            lock = asyncio.Lock()
            self._locks[what] = lock
        return lock

    async def write_game(
        self, table_id: str, job: Callable[Concatenate[Tx, P], T], /, *given: P.args, **named: P.kwargs
    ) -> T:
        """Run a write transaction that changes this game: one of a game at a time."""
        return await self.db.write_locking(Table, table_id.strip().lower(), job, *given, **named)

    async def take_game(
        self, table_id: str, job: Callable[Concatenate[Tx, P], T], /, *given: P.args, **named: P.kwargs
    ) -> T:
        """The same for what is due, which any process may do: Busy if somebody is at this game now."""
        return await self.db.write_unless_locked(Table, table_id, job, *given, **named)

    @property
    def shared(self) -> bool:
        """Whether other processes work on this database: then nothing that one remembers is sure."""
        return self.db.process is not None or self.db.beside

    def reads_mail(self, tx: Tx) -> bool:
        """The same as `reading`, in whichever process that is done."""
        if self.reading or not self.shared:
            return self.reading
        until = read_value(tx, READING)
        return until is not None and float(until) > self.clock.now()

    async def write_league(
        self, league_id: str, job: Callable[Concatenate[Tx, P], T], /, *given: P.args, **named: P.kwargs
    ) -> T:
        """Run a write transaction that changes this league: one of a league at a time."""
        async with self.lock(f"league/{league_id}"):
            return await self.db.write_locking(League, league_id, job, *given, **named)

    def game_of(self, table: Table) -> AnyGame:
        """The game by the rules that the table was opened with. Raises Refused if they are not there: such
        games can only be over, see `check_rules`."""
        game = self.rules.get((table.game, table.rules_version))
        if game is None:
            raise Refused(unknown_rules(table))
        return game

    def table(self, tx: Tx, table_id: str) -> Table:
        found = tables.get(tx, table_id.strip().lower())
        if found is None:
            raise Refused(unknown(table_id))
        return found

    def snapshot(self, tx: Tx, table_id: str, seq: int | None = None) -> GameSnapshot:
        """A started table with its newest state, or the state after step `seq`. Raises Refused."""
        code = table_id.strip().lower()
        found = game_rows.read(tx, code, self.hooks.rows_by_seat)
        if found is None:
            raise Refused(unknown(table_id))
        table, newest = found
        if seq is not None:
            newest = first(tx, Step, table_id=table.id, seq=seq)
        if newest is None:
            raise Refused(text.NOT_BEGUN(code=table.id))
        game = self.game_of(table)
        since = [newest] if seq is not None else lineage.opened(tx, table, newest)
        return GameSnapshot(
            table=table,
            game=game,
            presenter=self.presenters[table.game],
            players=tuple(players.of_table(tx, table.id)),
            step=newest,
            state=game.load(json.loads(newest.state)),
            since=tuple(since),
            pause=deadlines.pause_of(tx, table.id),
            hooks=self.hooks,
        )

    def seated(
        self, tx: Tx, table_id: str, user_id: int, turn: int | None = None
    ) -> tuple[GameSnapshot, Seat]:
        """A table in play with the user's seat; refuses strangers, finished games and old turns.

        turn: the stamp of the turn that was open when what is pressed or sent now was made
        """
        snapshot = self.snapshot(tx, table_id)
        seat = snapshot.seat_of(user_id)
        if seat is None:
            raise Refused(text.NOT_A_PLAYER(code=snapshot.table.id))
        must_be_played(snapshot.table)
        if turn is not None and turn != snapshot.stamp:
            raise StaleTurn(text.OLD_TURN(code=snapshot.table.id))
        return snapshot, seat

    def changes(self, tx: Tx, snapshot: GameSnapshot, seat: Seat) -> list[Event]:
        """What was done since the seat's own last turn, as it may know: where one seat moves after the other,
        by all the others. Votes for a draw older than the open turn are left out: the view has them."""
        first, earlier = snapshot.since[0], list[Step]()
        if not snapshot.presenter.many and not _moved(first, seat):
            for step in lineage.before(tx, snapshot.table, first, FARTHEST_NEWS):
                if _moved(step, seat):
                    break
                if step.orders.get(step.seat or "") != ("draw",):
                    earlier.insert(0, step)
        return snapshot.changes(seat, earlier)

    def draft(self, tx: Tx, snapshot: GameSnapshot, seat: Seat) -> tuple[tuple[Any, ...], bool]:
        """The seat's draft orders for this turn, and whether they are sent."""
        kept = drafts.get(tx, snapshot.table.id, snapshot.sheet(seat), snapshot.phase.turn)
        if kept is None:
            return (), False
        view = snapshot.view(seat)
        try:
            orders = tuple(order for text in kept.orders for order in snapshot.game.parse(view, text))
        except OrderError:
            return (), False
        return orders, kept.ready

    def inherited(self, tx: Tx, snapshot: GameSnapshot, seat: Seat) -> bool:
        """Whether the seat's draft is one that the player before has left, and nobody has said to keep."""
        kept = drafts.get(tx, snapshot.table.id, snapshot.sheet(seat), snapshot.phase.turn)
        return kept is not None and kept.inherited

    def missing(self, tx: Tx, snapshot: GameSnapshot) -> frozenset[Seat]:
        """The owing seats whose sheet is not sent."""
        kept = drafts.of_table(tx, snapshot.table.id, snapshot.phase.turn)
        given = {seat for seat, draft in kept.items() if draft.ready}
        return shared_complete(snapshot.game, snapshot.state, given)

    def early_at(self, tx: Tx, snapshot: GameSnapshot) -> float | None:
        """When the open turn resolves early because all are ready; None: somebody is not."""
        row = deadlines.get(tx, snapshot.table.id, "early")
        waits = row is not None and row.turn == snapshot.phase.turn and "itself" not in row.data
        return row.due_at if row is not None and waits else None

    async def picture(
        self,
        snapshot: GameSnapshot,
        seat: Seat | None,
        *,
        draft: tuple[Any, ...] = (),
        marks: Mapping[Any, str] | None = None,
        events: bool = False,
        changes: Sequence[Event] = (),
        focus: Sequence[str] = (),
        close: bool = False,
        bare: bool = False,
        caption: str = "",
    ) -> Picture:
        """The board as the seat sees it; the file's name tells the table and the phase alone.

        events: with what the newest step did, as everyone may know it
        changes: what to mark for the seat, see `changes`
        focus: the spaces to crop to;  close: crop to what happened last
        bare: the words beside it say whose turn it is
        caption: when it is, "turn 4" (the one that is open) unless given
        """
        caption = caption or snapshot.phase_word
        extras = drawn(
            snapshot,
            f"{snapshot.table.id} · {caption}",
            draft=draft,
            marks=dict(marks or {}),
            events=tuple(snapshot.events(None)) if events else (),
            changes=tuple(changes),
            focus=tuple(focus),
            close=close,
            bare=bare,
        )
        data, alt = await self.renderer.paint(snapshot.table.game, snapshot.view(seat), extras)
        return Picture(f"{snapshot.table.id}-{snapshot.file_word}.png", data, clip(alt, 1024))

    async def opening(self, game: str, options: Mapping[str, Any]) -> Picture:
        """The board before a game's first turn, for those who may join."""
        drawn = await self.renderer.work(opening_picture, game, canonical(dict(options)))
        return Picture(f"{game}-{drawn.name}.png", drawn.data, drawn.alt)


def drawn(snapshot: GameSnapshot, caption: str, /, **other: object) -> dict[str, Any]:
    """What a picture of a game shows besides a view, for `Renderer.paint`.

    other: see `maps.painter.Request`
    """
    plain: dict[str, Any] = {"draft": (), "marks": {}, "events": (), "changes": (), "focus": ()}
    flags = {"close": False, "bare": False}
    return {"size": 0, "names": snapshot.plain_names(), **plain, **flags, "caption": caption, **other}


def unknown(typed: str) -> str:
    """What is said of a code that does not exist, or that is not for this user (bot/engine/access.py)."""
    return text.UNKNOWN_GAME(code=clip(plain_name(typed.strip().lower()), 20))


def _moved(step: Step, seat: Seat) -> bool:
    """Whether this step was the seat's own turn."""
    return step.kind == "resolve" and seat in step.orders


# -- Games are finished by the rules that they were begun with


MOST_NAMED = 10


def unknown_rules(table: Table) -> str:
    """What is said of a table whose rules are not there."""
    name = names().get(table.game, plain_name(table.game))
    return text.NO_RULES(code=table.id, version=table.rules_version, game=name)


async def check_rules(db: Database, rules: Rules) -> None:
    """Raise StorageError, in one line, if a game that is open or under way cannot go on: the version of its
    rules is not among these. Of games that are over only looking back is lost."""

    def look(tx: Tx) -> list[str]:
        return [
            f"{names().get(game, game)} by rules version {version}: "
            + _codes(tables.by_rules(tx, game, version, MOST_NAMED), number)
            for (game, version), number in sorted(tables.rules_in_use(tx).items())
            if (game, version) not in rules
        ]

    missing = await db.read(look)
    if not missing:
        return
    told = "; ".join(missing)
    raise StorageError(
        f"{db.name}: games go on whose rules this Fieldpost does not have ({told}); start the Fieldpost that "
        "they were begun with, and update when they are over"
    )


def _codes(shown: list[str], number: int) -> str:
    """The first of so many codes, as people list them.

    >>> _codes(["b2c4", "k7f3"], 2), _codes(["b2c4", "k7f3"], 9)
    ('b2c4 and k7f3', 'b2c4, k7f3 and 7 more')
    """
    more = [f"{number - len(shown)} more"] if number > len(shown) else []
    return listing([*shown, *more], "and")
