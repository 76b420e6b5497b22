"""Boards of one's own: positions that one person plays through in private, step by step.

A board is no game of a server: it has no deadline, no posts and no rating, and only its owner ever sees it.
Each change counts up `Board.edits`; whoever comes with an older number has seen an older board, and changes
nothing. Turns are resolved outside the transaction, and stored only if nobody was quicker.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from adjudicator.chance import SEED_BYTES, Chance, HmacChance
from adjudicator.codec import canonical, event_to_json
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Declare, Event, Resolution, Seat, shared_complete, texts
from bot.common.errors import Refused
from bot.engine.context import Context
from bot.engine.order_sheets import read_sheet
from bot.engine.snapshot import GameSnapshot
from bot.features.boards import text
from bot.storage.database import Tx
from bot.storage.records import Board, BoardKind, BoardStep, Player, Step, Table
from bot.storage.rows import count, find, first, insert, remove, save

MOST_BOARDS = 20
"""So many boards of a kind and a person that have no title; the oldest goes."""
MOST_TITLES = 50
"""So many boards of a person that have one."""
MOST_STEPS = 2_000
"""So many steps a board has at most."""
FARTHEST = 12
"""So many steps back it is told what happened since the person's own last turn."""

Sheets = Mapping[Seat, Sequence[Any]]
TextFromDraft = Callable[[Any, Sequence[Any]], str | None]
"""The text of orders, from the seat's view and its draft; None: there are none."""


Also = Callable[[Tx], None]


def _nothing(tx: Tx) -> None:
    pass


class Stale(Exception):  # noqa: N818 - an answer: the board is shown anew
    """The board has changed since the person saw it."""


@dataclass(frozen=True)
class BoardSnapshot(GameSnapshot):
    """A board, as one transaction reads it: the position that is shown, as a game that its owner plays alone.

    board:  its row;  newest: the number of its newest step
    labels: who plays each seat, for its name: "you", "Computer recruit"; {} nobody but the owner
    """

    board: Board = field(kw_only=True)
    newest: int = field(kw_only=True)
    coded: ClassVar[bool] = False

    @property
    def labels(self) -> Mapping[Seat, str]:
        players: Mapping[Seat, str] = self.board.about.get("players", {})
        return players

    @property
    def open(self) -> bool:
        """Whether its owner moves for everyone, and sees all that stands on it."""
        return bool(self.board.about.get("open"))

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.game.revealed(self.state) if self.open else self.state, seat)

    def seen(self, step: Step, seat: Seat | None) -> list[Event]:
        if not self.open:
            return super().seen(step, seat)
        shown = [{key: value for key, value in event.items() if key != "seen_by"} for event in step.events]
        return super().seen(replace(step, events=shown), seat)

    @property
    def writers(self) -> tuple[Seat, ...]:
        """The seats that owe orders now, one for each sheet that several share."""
        if self.outcome is not None:
            return ()
        sheets = {self.sheet(seat): seat for seat in reversed(self.seats) if seat in self.phase.owing}
        return tuple(seat for seat in self.seats if seat in sheets.values())

    def names(self) -> dict[Seat, str]:
        found = {}
        for seat in self.seats:
            name = f"**{self.presenter.seat_name(seat)}**"
            found[seat] = f"{name} ({self.labels[seat]})" if seat in self.labels else name
        return found

    def plain_names(self) -> dict[Seat, str]:
        return dict(self.labels)

    def draft(self, seat: Seat) -> tuple[Any, ...]:
        """The orders on a seat's sheet."""
        kept = self.board.drafts.get("orders", {}).get(self.sheet(seat), ())
        view = self.view(seat)
        try:
            return tuple(order for each in kept for order in self.game.parse(view, each))
        except OrderError:
            return ()

    @property
    def ready(self) -> frozenset[Seat]:
        """The seats whose sheets are sent."""
        return frozenset(self.board.drafts.get("ready", ()))

    @property
    def missing(self) -> frozenset[Seat]:
        """The owing seats whose sheets are not sent."""
        if self.outcome is not None:
            return frozenset()
        return shared_complete(self.game, self.state, self.ready)

    def story(self, seat: Seat | None) -> list[str]:
        """What has happened since the owner gave orders last, as a seat may know it."""
        return [
            line
            for step in self.since
            for line in self.presenter.narrate(self.seen(step, seat), self.names())
            if line
        ]

    def owes(self, seat: Seat) -> bool:
        return self.outcome is None and seat in self.phase.owing

    def sheets(self) -> dict[Seat, Sequence[Any]]:
        """The sheets that are there, each completed by the default of the rules; where there is none, the
        default."""
        found: dict[Seat, Sequence[Any]] = {}
        done: set[Seat] = set()
        for seat in sorted(self.phase.owing):
            sheet, view = self.sheet(seat), self.view(seat)
            if sheet in done:
                continue
            done.add(sheet)
            given, default = self.draft(sheet), self.game.default(view)
            if given and default is not None and self.presenter.many:
                found[seat] = self.game.join(view, default, given)
            elif given:
                found[seat] = given
            elif default is not None:
                found[seat] = default
        return found


@dataclass(frozen=True, slots=True)
class Given:
    """What became of orders.

    declared: what was declared, of which nothing is done: that is for whoever asked
    note:     what the sheet does not show: lines that were refused, and lines that it gave their meaning
    """

    declared: tuple[Declare, ...] = ()
    note: str = ""


class Boards:
    """What all boards have in common. Methods raise Refused for a board that is not the user's, Stale if it
    has changed since `edits`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def open(
        self,
        user_id: int,
        kind: BoardKind,
        game: AnyGame,
        *,
        options: Mapping[str, Any] | None = None,
        state: Any = None,
        about: Mapping[str, Any] | None = None,
        title: str = "",
        seed: str = "",
        ident: str = "",
        drafts: Mapping[Seat, Sequence[str]] | None = None,
        instead: Board | None = None,
    ) -> str:
        """Make a board, and return its id. Raises OptionError.

        state:  where it begins; None: at the game's start
        seed:   of its coins, as hex; "": a new one;  ident: its id; "": a new one
        drafts: orders that stand on its sheets from the first
        instead: the board that goes for it; messages and pages with that one show this one from now on
        """
        ident = instead.id if instead is not None else ident
        ident, seed = ident or secrets.token_hex(6), seed or secrets.token_hex(SEED_BYTES)
        events: tuple[Event, ...] = ()
        if state is None:
            begun = game.start(options or {}, HmacChance(bytes.fromhex(seed), ident))
            state, events = begun.state, begun.events
        now = self.context.clock.now()
        board = Board(
            id=ident,
            user_id=user_id,
            kind=kind,
            game=game.key,
            rules_version=game.rules_version,
            options=dict(options or {}),
            seed=seed,
            title=title,
            about=dict(about or {}),
            drafts={"orders": {seat: list(orders) for seat, orders in drafts.items()}} if drafts else {},
            created_at=now,
            changed_at=now,
        )
        step = _step(game, board, 0, {}, Resolution(state, events))

        def store(tx: Tx) -> None:
            nameless = [each for each in find(tx, Board, user_id=user_id, kind=kind) if not each.title]
            nameless.sort(key=lambda each: each.changed_at)
            for each in nameless[: max(0, len(nameless) - MOST_BOARDS + 1)]:
                _remove(tx, each)
            before = first(tx, Board, id=ident) or instead
            if before is not None:
                _remove(tx, before)
            # Buttons of the board before are older than this one.
            insert(tx, board if before is None else replace(board, edits=before.edits + 1))
            insert(tx, step)

        await self.context.db.write(store)
        return ident

    async def all(self, user_id: int, kind: BoardKind) -> list[Board]:
        """The user's boards of a kind, the one changed last first."""
        found = await self.context.db.read(lambda tx: find(tx, Board, user_id=user_id, kind=kind))
        return sorted(found, key=lambda board: -board.changed_at)

    async def read(self, board_id: str, user_id: int, edits: int | None = None) -> BoardSnapshot:
        """The board as it is shown."""
        return await self.context.db.read(self.snapshot, board_id, user_id, edits)

    def snapshot(self, tx: Tx, board_id: str, user_id: int, edits: int | None = None) -> BoardSnapshot:
        board = first(tx, Board, id=board_id)
        game = self.context.rules.get((board.game, board.rules_version)) if board is not None else None
        if board is None or board.user_id != user_id or game is None:
            raise Refused(text.GONE)
        if edits is not None and edits != board.edits:
            raise Stale
        kept = find(tx, BoardStep, board_id=board.id, newest=True, limit=1)[0]
        here = first(tx, BoardStep, board_id=board.id, seq=board.at)
        assert here is not None
        state = game.load(json.loads(here.state))
        table = Table(
            id=board.id,
            game=board.game,
            rules_version=board.rules_version,
            options=game.options(board.options),
            name=game.name,
            guild_id=None,
            channel_id=None,
            host_id=user_id,
            status="playing" if game.outcome(state) is None else "over",
            commitment="",
            deadline_spec=None,
            turn=game.phase(state).turn,
            seq=board.at,
            created_at=board.created_at,
        )
        return BoardSnapshot(
            table=table,
            game=game,
            presenter=self.context.presenters[board.game],
            players=tuple(
                Player(table_id=board.id, user_id=user_id, name="", seat=seat, joined_at=board.created_at)
                for seat in game.seats(table.options)
            ),
            step=_as_step(here, table),
            state=state,
            since=tuple(_as_step(step, table) for step in self._since(tx, board, here)),
            hooks=self.context.hooks,
            board=board,
            newest=kept.seq,
        )

    async def earlier(self, found: BoardSnapshot) -> BoardSnapshot:
        """The same board as it stood one step before. Raises Refused at its start."""

        def look(tx: Tx) -> BoardStep | None:
            return first(tx, BoardStep, board_id=found.board.id, seq=found.board.at - 1)

        step = await self.context.db.read(look)
        if step is None:
            raise Refused(text.AT_START)
        state = found.game.load(json.loads(step.state))
        board = replace(found.board, at=step.seq, drafts={})
        shown = _as_step(step, found.table)
        return replace(found, board=board, state=state, step=shown, since=(shown,))

    async def before(self, found: BoardSnapshot, seat: Seat, at: int) -> int:
        """The newest step before `at` after which this seat owes orders. Raises Refused if there is none."""

        def look(tx: Tx) -> int:
            for seq in range(at - 1, -1, -1):
                step = first(tx, BoardStep, board_id=found.board.id, seq=seq)
                if (
                    step is not None
                    and seat in found.game.phase(found.game.load(json.loads(step.state))).owing
                ):
                    return seq
            raise Refused(text.AT_START)

        return await self.context.db.read(look)

    def _since(self, tx: Tx, board: Board, here: BoardStep) -> list[BoardStep]:
        """The steps since one of the owner's own seats gave orders, that one first."""
        own, found = set(board.about.get("seats", ())), [here]
        while found[0].seq and len(found) < FARTHEST and own and not own & found[0].orders.keys():
            before = first(tx, BoardStep, board_id=board.id, seq=found[0].seq - 1)
            assert before is not None
            found.insert(0, before)
        return found

    # -- sheets

    async def give(
        self,
        board_id: str,
        user_id: int,
        edits: int,
        seat: Seat,
        typed: str | TextFromDraft,
        *,
        anew: bool = False,
    ) -> Given:
        """Put orders on a seat's sheet. Raises Refused, as for any game, and nothing has changed then. anew:
        in place of those that stand there"""

        def change(tx: Tx) -> Given:
            found = self.snapshot(tx, board_id, user_id, edits)
            if not found.owes(seat):
                raise Refused(text.NOT_YOURS_TO_MOVE)
            draft = () if anew else found.draft(seat)
            said = typed if isinstance(typed, str) else typed(found.view(seat), draft)
            if not said:
                return Given()
            read = read_sheet(found, seat, draft, said)
            declared = tuple(order for order in read.orders if isinstance(order, Declare))
            if declared:
                return Given(declared)
            self._keep(tx, found, seat, texts(read.sheet))
            return Given(note="\n".join(read.told(found.presenter, found.view(seat))))

        return await self.context.db.write(change)

    async def clear(self, board_id: str, user_id: int, edits: int, seat: Seat) -> None:
        """Empty a seat's sheet."""

        def change(tx: Tx) -> None:
            found = self.snapshot(tx, board_id, user_id, edits)
            self._keep(tx, found, seat, ())

        await self.context.db.write(change)

    async def ready(self, board_id: str, user_id: int, edits: int, seat: Seat) -> None:
        """Send a seat's sheet: it is final."""

        def change(tx: Tx) -> None:
            found = self.snapshot(tx, board_id, user_id, edits)
            if not found.owes(seat):
                raise Refused(text.NOT_YOURS_TO_MOVE)
            if not found.draft(seat) and found.game.default(found.view(seat)) is None:
                raise Refused(text.NOTHING_TO_SEND)
            drafts = {**found.board.drafts, "ready": sorted(found.ready | {seat})}
            self._save(tx, replace(found.board, drafts=drafts))

        await self.context.db.write(change)

    def _keep(self, tx: Tx, found: BoardSnapshot, seat: Seat, orders: Sequence[str]) -> None:
        kept = {**found.board.drafts.get("orders", {}), found.sheet(seat): list(orders)}
        drafts = {"orders": kept, "ready": sorted(found.ready - {seat})}
        self._save(tx, replace(found.board, drafts=drafts))

    def _save(self, tx: Tx, board: Board) -> None:
        save(tx, replace(board, edits=board.edits + 1, changed_at=self.context.clock.now()))

    # -- steps

    async def resolve(self, found: BoardSnapshot, sheets: Sheets, chance: Chance | None = None) -> None:
        """Resolve the open turn with these sheets. chance: its coins and dice; None: they follow from the
        board's seed. Raises Refused if it cannot be resolved, Stale if somebody was quicker."""
        seed, ident = bytes.fromhex(found.board.seed), found.board.id
        coins = chance or HmacChance(seed, ident, found.game.drawn(found.state))
        try:
            after = await asyncio.to_thread(found.game.resolve, found.state, sheets, coins)
        except OrderError as error:
            raise Refused(text.NOT_RESOLVED(why=error.reason)) from None
        await self.append(found, after, {seat: texts(sheet) for seat, sheet in sheets.items()})

    async def declare(self, found: BoardSnapshot, seat: Seat, what: str) -> None:
        """Concede, offer or accept a draw. Raises Refused."""
        try:
            after = found.game.declare(found.state, seat, what)
        except OrderError as error:
            raise Refused(text.NOT_RESOLVED(why=error.reason)) from None
        await self.append(found, after, {seat: [what]})

    async def append(
        self,
        found: BoardSnapshot,
        after: Resolution[Any],
        orders: Mapping[Seat, Sequence[str]],
        *,
        about: Mapping[str, Any] | None = None,
        also: Also = _nothing,
    ) -> None:
        """Store a new step in place of those that were taken back. Raises Stale if somebody was quicker.

        about: what the board is about from now on;  also: what is to be true together with it
        """
        board = found.board

        def store(tx: Tx) -> None:
            now = first(tx, Board, id=board.id)
            if now is None or now.edits != board.edits:
                raise Stale
            if board.at >= MOST_STEPS:
                raise Refused(text.TOO_LONG(n=MOST_STEPS))
            for seq in range(board.at + 1, found.newest + 1):
                remove(tx, BoardStep, board_id=board.id, seq=seq)
            insert(tx, _step(found.game, board, board.at + 1, orders, after))
            self._save(
                tx, replace(now, at=board.at + 1, drafts={}, about=now.about if about is None else about)
            )
            also(tx)

        await self.context.db.write(store)

    async def go(self, board_id: str, user_id: int, edits: int, at: int) -> None:
        """Show another step; orders of the open turn go. Raises Refused if there is none of that number."""

        def change(tx: Tx) -> None:
            found = self.snapshot(tx, board_id, user_id, edits)
            if at < 0:
                raise Refused(text.AT_START)
            if at > found.newest:
                raise Refused(text.AT_END)
            self._save(tx, replace(found.board, at=at, drafts={}))

        await self.context.db.write(change)

    async def change(
        self, board_id: str, user_id: int, edits: int | None, *, also: Also = _nothing, **values: Any
    ) -> None:
        """Give the row other values, such as its title. also: what is to be true together with it"""

        def store(tx: Tx) -> None:
            found = self.snapshot(tx, board_id, user_id, edits)
            self._save(tx, replace(found.board, **values))
            also(tx)

        await self.context.db.write(store)

    async def entitle(self, board_id: str, user_id: int, title: str) -> None:
        """Keep a board under a title. Raises Refused if the user keeps too many."""

        def store(tx: Tx) -> None:
            found = self.snapshot(tx, board_id, user_id)
            kept = [each for each in find(tx, Board, user_id=user_id) if each.title and each.id != board_id]
            if len(kept) >= MOST_TITLES:
                raise Refused(text.TOO_MANY(n=MOST_TITLES))
            self._save(tx, replace(found.board, title=title))

        await self.context.db.write(store)

    async def remove(self, board_id: str, user_id: int) -> None:
        def gone(tx: Tx) -> None:
            _remove(tx, self.snapshot(tx, board_id, user_id).board)

        await self.context.db.write(gone)

    async def number(self, user_id: int, kind: BoardKind) -> int:
        """How many boards of a kind the user has."""
        return await self.context.db.read(lambda tx: count(tx, Board, user_id=user_id, kind=kind))


def _remove(tx: Tx, board: Board) -> None:
    remove(tx, BoardStep, board_id=board.id)
    remove(tx, Board, id=board.id)


def _step(
    game: AnyGame, board: Board, seq: int, orders: Mapping[Seat, Sequence[str]], after: Resolution[Any]
) -> BoardStep:
    return BoardStep(
        board_id=board.id,
        seq=seq,
        user_id=board.user_id,
        orders={seat: list(sheet) for seat, sheet in orders.items()},
        events=[event_to_json(event) for event in after.events],
        state=canonical(game.dump(after.state)),
    )


def _as_step(step: BoardStep, table: Table) -> Step:
    """A step as games have it; steps of games count from 1."""
    return Step(
        table_id=table.id,
        seq=step.seq + 1,
        turn=max(0, table.turn - 1),
        kind="resolve" if step.seq else "start",
        orders=step.orders,
        events=step.events,
        state=step.state,
        at=table.created_at,
    )
