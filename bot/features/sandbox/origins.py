"""Where a sandbox begins: a game's start, a position of a game as its reader sees it, a text.

A board from a game that goes on is made of the view of the reader's seat and of nothing else of that game: a
full state that agrees with it is drawn in a worker, by a seed of the board's own.
"""

from __future__ import annotations

import hmac
import json
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.chance import SEED_BYTES
from adjudicator.codec import canonical
from adjudicator.game import AnyGame, texts
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.engine import house_rules
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.boards.board import Boards
from bot.features.boards.desk import BoardDesk
from bot.features.computers.thinking import guess
from bot.features.history.pages import HistoryPages
from bot.features.sandbox import position_text, text
from bot.storage.database import Tx

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Origins:
    """Opens sandboxes. Methods return the new board's id, and raise Refused.

    desk:     shows them
    new_seed: makes the seed of a board, as hex; it follows from nothing
    """

    context: Context
    boards: Boards
    desk: BoardDesk
    history: HistoryPages
    new_seed: Callable[[], str] = lambda: secrets.token_hex(SEED_BYTES)

    async def start(self, user_id: int, key: str, options: str = "") -> str:
        """A game's start. options: as people write them"""
        game = self.context.games.get(key)
        if game is None:
            raise Refused(text.OPTIONS_NEED_GAME)
        chosen, _ = house_rules.read(game, self.context.presenters[key], options)
        return await self._open(user_id, game, {"open": True}, options=chosen)

    def offered(self, key: str, typed: str) -> list[str]:
        """Options of a game that fit what is typed so far."""
        game = self.context.games.get(key)
        return house_rules.offered(game, self.context.presenters[key], typed) if game is not None else []

    async def position(self, user_id: int, typed: str) -> str:
        """A position as text."""
        game, state = position_text.read(self.context.rules, typed)
        board = await self._open(user_id, game, {"open": True}, state=state)
        try:
            await self.desk.desk(board, user_id)
        except Exception as error:  # whatever a made-up position may do to words and pictures
            log.warning("a position cannot be shown", extra={"game": game.key, "error": type(error).__name__})
            await self.boards.remove(board, user_id)
            raise Refused(text.UNPLAYABLE(game=game.name)) from None
        return board

    async def game(self, user_id: int, table_id: str, turn: str = "") -> str:
        """A position of a game that the user may look at (`Looking` decides that, before). turn: as
        `/history` takes it; "" now"""
        if turn.strip():
            snapshot = await self.history.position(table_id, turn)
            return await self._seen(user_id, snapshot, snapshot.moment, ())
        snapshot = await self.context.db.read(self.context.snapshot, table_id)
        moment = snapshot.moment if snapshot.outcome else snapshot.title
        return await self._seen(user_id, snapshot, moment, ())

    async def step(self, user_id: int, table_id: str, seq: int) -> str:
        """The position after that step of a game, as its page of the history shows it."""
        snapshot = await self.history.after(table_id, seq)
        return await self._seen(user_id, snapshot, snapshot.moment, ())

    async def what_if(self, user_id: int, table_id: str) -> str:
        """The open turn of a game, with the draft of the user's seat."""

        def look(tx: Tx) -> tuple[GameSnapshot, Sequence[Any]]:
            snapshot = self.context.snapshot(tx, table_id)
            seat = snapshot.seat_of(user_id)
            if seat is None or snapshot.over:
                return snapshot, ()
            return snapshot, self.context.draft(tx, snapshot, seat)[0]

        snapshot, draft = await self.context.db.read(look)
        return await self._seen(user_id, snapshot, snapshot.title, draft)

    async def guess_again(self, user_id: int, board_id: str) -> str:
        """The same view with other hidden things."""
        found = await self.boards.read(board_id, user_id)
        about = found.board.about
        if "view" not in about:
            raise Refused(text.NO_GUESS)
        kept = {key: value for key, value in about.items() if key not in ("view", "seat")}
        return await self._of_view(user_id, found.game, json.loads(about["view"]), kept, ())

    async def options(self, user_id: int, board_id: str, typed: str) -> str:
        """The start of a board's game with other options."""
        found = await self.boards.read(board_id, user_id)
        return await self.start(user_id, found.game.key, typed)

    async def _seen(self, user_id: int, snapshot: GameSnapshot, moment: str, draft: Sequence[Any]) -> str:
        """The position of a snapshot, as the user's seat sees it."""
        seat, game = snapshot.seat_of(user_id), snapshot.game
        about: dict[str, Any] = {"open": True, "from": snapshot.table.id, "moment": moment, "side": seat}
        if snapshot.table.status == "over":
            state = game.revealed(snapshot.state)
            return await self._open(user_id, game, about | {"over": True}, state=state)
        if seat is not None and seat in snapshot.phase.owing:
            about["seat"] = seat
        return await self._of_view(user_id, game, game.show(snapshot.view(seat)), about, draft)

    async def _of_view(
        self,
        user_id: int,
        game: AnyGame,
        view: Mapping[str, Any],
        about: Mapping[str, Any],
        draft: Sequence[Any],
    ) -> str:
        """A full state behind a view. Nothing else of the game goes in."""
        seed, shown = self.new_seed(), canonical(view)
        number = int.from_bytes(hmac.digest(bytes.fromhex(seed), b"guess", "sha256")[:8])
        try:
            # Milliseconds: a process that draws is there already, and not behind all else on the machine.
            drawn = await self.context.renderer.work(guess, game.key, game.rules_version, shown, number)
        except JobFailed:
            log.error("no state behind a view", extra={"game": game.key})
            raise Refused(text.NO_GUESS) from None
        values = json.loads(drawn)
        hides = any(key in view and view[key] != value for key, value in values.items())
        kept = {**about, "view": shown} if hides else about
        state, seat = game.load(values), view["seat"]
        sheet = {min(game.sharing(state, seat)): texts(draft)} if draft and seat is not None else None
        return await self._open(user_id, game, kept, state=state, seed=seed, drafts=sheet)

    async def _open(self, user_id: int, game: AnyGame, about: Mapping[str, Any], **more: Any) -> str:
        if more.get("state") is not None:
            more["options"] = game.dump(more["state"])["options"]
        more.setdefault("seed", self.new_seed())
        return await self.boards.open(user_id, "sandbox", game, about=about, **more)
