"""Puzzles on boards of one's own: any number of tries, of which the first one of a day's puzzle counts."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.codec import canonical
from adjudicator.errors import GameError, OrderError
from adjudicator.game import Declare, Resolution, Seat, texts
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.common.message import Button, Message, Rows, buttons
from bot.engine.context import Context
from bot.engine.desk import Ident
from bot.features.boards.board import Boards, BoardSnapshot
from bot.features.boards.desk import sending
from bot.features.boards.text import HEADLINE
from bot.features.computers.thinking import think
from bot.features.puzzles import store, text
from bot.features.puzzles.stock import day_of, of_day, of_game, stock
from bot.storage import people
from bot.storage.database import Tx
from bot.storage.records import PuzzleAnswer, PuzzlePlace
from bot.storage.rows import first, insert
from engines.engine import Level
from engines.puzzles import HOLD_THEME, SURE, WIN_THEME, WORST, Puzzle, same

SECONDS = 15.0
"""A reply that takes longer is not told."""


def task_of(puzzle: Puzzle) -> str:
    """Say what kind of order is looked for, and nothing of which one it is."""
    if puzzle.theme == WIN_THEME:
        return text.WIN
    if puzzle.theme == HOLD_THEME:
        return text.HOLD
    return text.AHEAD if puzzle.second <= WORST else text.GAIN


def others_of(puzzle: Puzzle) -> str:
    """Say what all other orders come to, the best of them too."""
    if puzzle.second <= -SURE:
        return text.OTHERS_LOSE
    if puzzle.theme == WIN_THEME:
        return text.ONLY_WIN
    return text.OTHERS_LOSE_MUCH if puzzle.second <= WORST else text.OTHERS_LESS


@dataclass(frozen=True, slots=True)
class Solving:
    """Opens puzzles, and is the `Mode` of their boards.

    A board's `about`: "puzzle" its key, "day" of which it is the puzzle, 0 of none, "guild" where it was
    opened, "seats" has whose order is looked for, "first" whether the next answer is the first of a day's
    puzzle, "note" what was said last, "done".
    """

    context: Context
    boards: Boards

    def find(self, key: str) -> Puzzle:
        """Return a puzzle. Raises Refused: it is not in the stock, or its rules are not."""
        puzzle = stock().get(key)
        if puzzle is None or (puzzle.game, puzzle.rules_version) not in self.context.rules:
            raise Refused(text.GONE)
        return puzzle

    async def today(self, user_id: int, guild_id: int | None) -> str:
        """Open the puzzle of the day: the one that stands in this server, if it has one. Raises Refused."""

        def newest(tx: Tx) -> tuple[int, str]:
            place = first(tx, PuzzlePlace, guild_id=guild_id) if guild_id is not None else None
            return (place.day, place.puzzle) if place is not None else (0, "")

        day, key = await self.context.db.read(newest)
        if key not in stock():
            day = day_of(self.context.clock.now())
            key = of_day(day).key
        return await self.open(user_id, key, day, guild_id)

    async def next(self, board_id: str, user_id: int, edits: int) -> str:
        """Open another puzzle than a board's. Raises Refused, Stale."""
        found = await self.boards.read(board_id, user_id, edits)
        return await self.another(user_id, than=found.board.about["puzzle"])

    async def another(self, user_id: int, game: str = "", than: str = "") -> str:
        """Open a puzzle, drawn by lot. game: of this one, "" any;  than: another one than this. Raises
        Refused."""
        found = [each for each in of_game(game) if each.key != than]
        if not found:
            raise Refused(text.NO_PUZZLES(game=self.context.games[game].name))
        return await self.open(user_id, secrets.choice(found).key)

    async def open(self, user_id: int, key: str, day: int = 0, guild_id: int | None = None) -> str:
        """Open a puzzle, and return its board, which takes the place of the last one; one that is there
        stays as it is. day: of which it is the puzzle, 0 of none. Raises Refused."""
        puzzle = self.find(key)
        game = self.context.rules[puzzle.game, puzzle.rules_version]
        old = next(iter(await self.boards.all(user_id, "puzzle")), None)
        if old is not None and old.about["puzzle"] == key and old.about["day"] == day:
            return old.id
        try:
            state = game.position(puzzle.position)
        except GameError:
            raise Refused(text.GONE) from None
        about = {"puzzle": key, "day": day, "guild": guild_id, "seats": [puzzle.seat]}
        about["first"] = bool(day) and not await self.context.db.read(_has_answered, user_id, day)
        options = game.dump(state)["options"]
        return await self.boards.open(
            user_id, "puzzle", game, options=options, state=state, about=about, instead=old
        )

    async def name(self, user_id: int, *, named: bool) -> Message:
        """Have posts name somebody who has solved a puzzle, or only count them; those under way, too."""
        wish = {store.UNNAMED: None if named else True}
        await self.context.db.write(people.update_settings, user_id, wish)
        return Message(text.WILL_NAME if named else text.WILL_NOT_NAME)

    # -- the mode

    def seat(self, found: BoardSnapshot) -> Seat:
        seat: Seat = found.board.about["seats"][0]
        return seat

    def orders(self, found: BoardSnapshot) -> bool:
        return not found.board.about.get("done") and found.owes(self.seat(found))

    def task(self, found: BoardSnapshot) -> str:
        return text.TASK(task=task_of(self._puzzle(found)))

    def near(self, found: BoardSnapshot) -> Sequence[str]:
        return ()

    def head(self, found: BoardSnapshot) -> list[str]:
        about = found.board.about
        lines = [HEADLINE(game=found.game.name, what=text.OF_TODAY if about["day"] else text.A_PUZZLE)]
        if not about.get("done"):
            lines.append(found.presenter.to_move(found.view(self.seat(found))))
        if about.get("note"):
            lines.append(about["note"])
        if about.get("first"):
            lines.append(text.FIRST_COUNTS)
        return lines

    def above(self, found: BoardSnapshot, ident: Ident) -> Rows:
        return ()

    def send(self, found: BoardSnapshot) -> tuple[str, str, bool]:
        return sending(found)

    def rows(self, found: BoardSnapshot, ident: Ident) -> Rows:
        another = Button(ident("another"), text.ANOTHER)
        if found.board.about.get("done"):
            return (buttons(another),)
        return (buttons(Button(ident("solution"), text.SOLUTION), another),)

    async def ready(self, board_id: str, user_id: int) -> str:
        """Judge what was sent."""
        found = await self.boards.read(board_id, user_id)
        seat = self.seat(found)
        if seat not in found.ready or found.board.about.get("done"):
            return ""
        puzzle, orders = self._puzzle(found), texts(found.draft(seat))
        order = "; ".join(orders)
        try:
            right = await asyncio.to_thread(same, found.game, found.state, seat, order, puzzle.solution)
        except OrderError as error:
            raise Refused(error.reason) from None
        if right:
            told = await self.context.db.read(self._counted, found)
            lines = (text.RIGHT(order=order, why=puzzle.line, others=others_of(puzzle)), _then(puzzle), told)
            await self._end(found, puzzle, "\n".join(filter(None, lines)), right=True)
            return ""
        told = await self._reply(found, seat, order, others_of(puzzle))
        counted: list[bool] = []

        def also(tx: Tx) -> None:
            counted[:] = [self._answered(tx, found, right=False)]

        about = {**found.board.about, "note": told, "first": False}
        await self.boards.change(board_id, user_id, found.board.edits, also=also, about=about, drafts={})
        return text.FIRST_COUNTED if any(counted) else ""

    async def solution(self, board_id: str, user_id: int, edits: int) -> str:
        """Give up, tell the solution, and return the board. Raises Refused, Stale."""
        found = await self.boards.read(board_id, user_id, edits)
        puzzle = self._puzzle(found)
        if not found.board.about.get("done"):
            told = text.GIVEN_UP(order=puzzle.solution, why=puzzle.line, others=others_of(puzzle))
            await self._end(found, puzzle, "\n".join(filter(None, (told, _then(puzzle)))), right=False)
        return board_id

    async def warm(self, found: BoardSnapshot) -> None:
        self._puzzle(found)

    async def refusal(self, board_id: str, user_id: int, typed: str, why: str) -> str:
        return why

    async def declared(self, board_id: str, user_id: int, orders: Sequence[Declare]) -> str:
        raise Refused(text.NO_DECLARATION)

    # -- what they share

    def _puzzle(self, found: BoardSnapshot) -> Puzzle:
        return self.find(found.board.about["puzzle"])

    async def _end(self, found: BoardSnapshot, puzzle: Puzzle, note: str, *, right: bool) -> None:
        """Show the position after the solution; what counts is stored with it."""
        seat = self.seat(found)
        after = await asyncio.to_thread(self._after, found, seat, puzzle.solution)
        about = {**found.board.about, "note": note, "first": False, "done": True}

        def also(tx: Tx) -> None:
            self._answered(tx, found, right=right)

        await self.boards.append(found, after, {seat: [puzzle.solution]}, about=about, also=also)

    def _counted(self, tx: Tx, found: BoardSnapshot) -> str:
        """Say whether the next post counts and names somebody who answers rightly now: it is the first
        answer, and to what is posted where the puzzle was opened; "" if not."""
        about, user = found.board.about, found.board.user_id
        place = first(tx, PuzzlePlace, guild_id=about["guild"]) if about["guild"] is not None else None
        asked = place is not None and place.day == about["day"]
        if not asked or _has_answered(tx, user, about["day"]):
            return ""
        return text.COUNTED if people.get(tx, user).settings.get(store.UNNAMED) else text.NAMED

    def _answered(self, tx: Tx, found: BoardSnapshot, *, right: bool) -> bool:
        """Store somebody's first answer to a day's puzzle; whether it was the first."""
        board = found.board
        user, day = board.user_id, board.about["day"]
        if not day or _has_answered(tx, user, day):
            return False
        insert(
            tx,
            PuzzleAnswer(
                user_id=user,
                day=day,
                guild_id=board.about["guild"],
                solved=right,
                at=self.context.clock.now(),
            ),
        )
        return True

    def _after(self, found: BoardSnapshot, seat: Seat, order: str) -> Resolution[Any]:
        game, state = found.game, found.state
        coins = HmacChance(bytes.fromhex(found.board.seed), found.board.id, game.drawn(state))
        return game.resolve(state, {seat: game.parse(game.view(state, seat), order)}, coins)

    async def _reply(self, found: BoardSnapshot, seat: Seat, order: str, rest: str) -> str:
        """Say that an order is wrong, what it is answered with, and what all but the right one come to."""
        game, wrong = found.game, text.WRONG(order=order, others=rest)
        after = (await asyncio.to_thread(self._after, found, seat, order)).state
        owing = sorted(game.phase(after).owing)
        if game.outcome(after) is not None or len(owing) != 1 or owing[0] == seat:
            return wrong
        view = canonical(game.show(game.view(after, owing[0])))
        task = (game.key, game.rules_version, view, int(Level.CAPTAIN), 0, (), False)
        try:
            orders, _ = await self.context.renderer.think(think, *task, seconds=SECONDS)
        except JobFailed:
            return wrong
        played = [each for each in orders if each not in ("draw", "concede")]
        if not played:
            return wrong
        name = found.presenter.seat_name(owing[0])
        return text.WRONG_REPLY(order=order, seat=name, reply="; ".join(played), others=rest)


def _has_answered(tx: Tx, user_id: int, day: int) -> bool:
    return first(tx, PuzzleAnswer, user_id=user_id, day=day) is not None


def _then(puzzle: Puzzle) -> str:
    if not puzzle.then:
        return ""
    return text.THEN(orders=listing([f"`{order}`" for order in puzzle.then], "and"))
