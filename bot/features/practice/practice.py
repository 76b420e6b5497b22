"""Games against computers in private: whoever orders, the computers answer at once."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from adjudicator.codec import canonical
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Declare, Seat, texts
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed, JobTimedOut
from bot.common.machine import is_busy
from bot.common.message import Button, Rows, buttons
from bot.engine.context import Context
from bot.engine.desk import Ident
from bot.features.boards.board import Boards, BoardSnapshot, Stale
from bot.features.boards.desk import sending
from bot.features.boards.text import GONE, HEADLINE, YOU
from bot.features.computers.thinking import advise, think
from bot.features.computers.warming import warm
from bot.features.practice import text
from bot.features.practice.ahead import Ahead, Thought
from bot.storage.computers import computer, name_of
from engines.engine import Level
from engines.simple import random_sheet

log = logging.getLogger(__name__)

VARIANTS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "cic": ("cic", {}),
    "nme": ("nme", {}),
    "nme2": ("nme", {"players": 2}),
    "nemein": ("nemein", {}),
    "ww32": ("ww3", {"players": 2}),
    "ww3": ("ww3", {}),
    "newyork2047": ("newyork2047", {}),
}
"""What is offered: a game with options, by a key of its own."""


def variant_of(game: str, options: Mapping[str, Any]) -> str:
    """The variant that is nearest to a game with these options.

    >>> variant_of("ww3", {"players": 2, "fog": "on"}), variant_of("ww3", {}), variant_of("cic", {})
    ('ww32', 'ww3', 'cic')
    """
    fits = [key for key, (of, own) in VARIANTS.items() if of == game and own.items() <= options.items()]
    return max(fits, key=lambda key: len(VARIANTS[key][1]))


DECLARATIONS = frozenset({"draw", "concede"})
SECONDS, SOON, PATIENT = 30.0, 10.0, 5.0
"""A thought that takes longer is given up; sooner if somebody waits for it, for a sergeant's, which takes no
time. Several at once are waited for no longer than the last."""
SEVERAL = 2
"""So many think at once on a busy machine, too."""
MOST_LINES = 12
"""So many lines of what has happened."""
MOST_TURNS = 300
"""So many turns computers play among themselves, at most, until it is the person's again."""


@dataclass(frozen=True, slots=True)
class Practice:
    """Opens practice games, and is the `Mode` of their boards.

    A board's `about`: "seats" has the person's own seat, "players" what each seat is called, "level" the
    computers', "variant" what was picked, "given_up"; "hint" the last one, with "orders", "why" and the
    position that it is "for".
    """

    context: Context
    boards: Boards
    ahead: Ahead = field(default_factory=Ahead)

    async def open(self, user_id: int, variant: str, level: Level, side: str = "") -> str:
        """Begin a game, and return its board. side: the seat as people write it, "": the first. Raises
        Refused."""
        key, options = VARIANTS[variant]
        game = self.context.games[key]
        seats = game.seats(game.options(options))
        seat = self._side(game, seats, side)
        computers = [each for each in seats if each != seat]
        names = {each: name_of(computer(level, n)) for n, each in enumerate(computers, 1)}
        about = {
            "seats": [seat],
            "players": {seat: YOU, **names},
            "level": int(level),
            "variant": variant,
        }
        ident = await self.boards.open(user_id, "practice", game, options=options, about=about)
        await self.ready(ident, user_id)
        return ident

    def sides(self, variant: str) -> list[tuple[str, str]]:
        """The seats of a game, each with its name."""
        key, options = VARIANTS[variant]
        game, presenter = self.context.games[key], self.context.presenters[key]
        return [(seat, presenter.seat_name(seat)) for seat in game.seats(game.options(options))]

    def _side(self, game: AnyGame, seats: Sequence[Seat], typed: str) -> Seat:
        presenter, word = self.context.presenters[game.key], typed.strip().lower()
        named = {seat: presenter.seat_name(seat) for seat in seats}
        found = [seat for seat in seats if word in ("", seat, named[seat].lower())]
        if not found:
            sides = listing(named.values(), "or")
            raise Refused(text.NO_SIDE(game=game.name, typed=typed.strip()[:40], sides=sides))
        return found[0]

    async def newest(self, user_id: int) -> str | None:
        """The practice game that the user played last; None: there is none."""
        found = await self.boards.all(user_id, "practice")
        return found[0].id if found else None

    async def again(self, board_id: str, user_id: int, *, other_side: bool) -> str:
        """Begin the same game anew, and return its board. Raises Refused."""
        found = await self._read(board_id, user_id)
        if found.board.kind != "practice":
            raise Refused(GONE)
        about, seats = found.board.about, found.seats
        seat = own_seat(found)
        if other_side:
            seat = seats[(seats.index(seat) + 1) % len(seats)]
        return await self.open(user_id, about["variant"], Level(about["level"]), seat)

    async def take_back(self, board_id: str, user_id: int, edits: int) -> None:
        """Go back to where the user gave the last order. Raises Refused, Stale."""
        found = await self._read(board_id, user_id, edits)
        seat, at = own_seat(found), found.board.at
        if found.board.about.get("given_up"):
            about = {**found.board.about, "given_up": False}
            await self.boards.change(board_id, user_id, edits, about=about)
            return
        await self.boards.go(board_id, user_id, edits, await self.boards.before(found, seat, at))

    async def give_up(self, board_id: str, user_id: int, edits: int) -> None:
        found = await self._read(board_id, user_id, edits)
        await self.boards.change(board_id, user_id, edits, about={**found.board.about, "given_up": True})

    async def hint(self, board_id: str, user_id: int) -> None:
        """Have the board show what a general would order, and why. Raises Refused, Stale."""
        found = await self._read(board_id, user_id)
        seat = own_seat(found)
        if over(found) or not found.owes(seat):
            raise Refused(text.NO_HINT)
        thought, why = await self._advice(found, seat)
        orders = [order for order in thought if order not in DECLARATIONS]
        if thought and not orders:
            raise Refused(text.HINT_DRAW)
        now = await self._read(board_id, user_id)  # orders may have been written meanwhile
        if _position(now) != _position(found):
            raise Stale
        hint = {"for": _digest(found), "orders": orders, "why": why}
        await self.boards.change(board_id, user_id, now.board.edits, about={**now.board.about, "hint": hint})

    async def _advice(self, found: BoardSnapshot, seat: Seat) -> tuple[tuple[str, ...], str]:
        """What a general would order, and why; on a machine that is too busy for that, a sergeant. Raises
        Refused."""
        for level, seconds in ((Level.GENERAL, SOON), (Level.SERGEANT, SECONDS)):
            try:
                advice: tuple[tuple[str, ...], str] = await self.context.renderer.think(
                    advise, *self._task(found, seat, level), seconds=seconds
                )
            except JobFailed as failed:
                log.warning("no hint", extra={"game": found.game.key, "why": type(failed).__name__})
            else:
                return advice
        raise Refused(text.HINT_FAILED)

    async def use_hint(self, board_id: str, user_id: int, edits: int) -> None:
        """Put the orders of the hint on the sheet, in place of those there. Raises Refused, Stale."""
        found = await self._read(board_id, user_id, edits)
        hint = _hint(found)
        if hint is None:
            raise Refused(text.NO_HINT)
        seat = own_seat(found)
        if not hint["orders"]:  # to leave everything as it is
            await self.boards.clear(board_id, user_id, edits, seat)
            return
        await self.boards.give(board_id, user_id, edits, seat, "; ".join(hint["orders"]), anew=True)

    async def _read(self, board_id: str, user_id: int, edits: int | None = None) -> BoardSnapshot:
        """A board on which somebody plays against computers: a practice game, or a lesson that is one. Raises
        Refused also for others: an id may be made up."""
        found = await self.boards.read(board_id, user_id, edits)
        if found.board.kind not in ("practice", "lesson") or "level" not in found.board.about:
            raise Refused(GONE)
        return found

    # -- the mode

    def seat(self, found: BoardSnapshot) -> Seat:
        return own_seat(found)

    def orders(self, found: BoardSnapshot) -> bool:
        return found.owes(own_seat(found)) and not over(found)

    def head(self, found: BoardSnapshot) -> list[str]:
        seat = own_seat(found)
        what = found.moment if found.outcome else found.title
        side = found.presenter.seat_name
        title = text.TITLE_AS(turn=what, side=side(seat)) if found.board.at else text.TITLE(turn=what)
        lines = [HEADLINE(game=found.game.name, what=title)]
        if found.board.at == 0:
            level = str(Level(found.board.about["level"]))
            others = [
                text.OTHER(side=side(each), name=found.labels[each]) for each in found.seats if each != seat
            ]
            told = listing(others, "and") if len(others) < 3 else text.AGAINST_ALL(n=len(others), level=level)
            lines.append(text.YOU_PLAY(side=side(seat), others=told))
            lines.append(text.AGREED(lines=" · ".join(found.presenter.option_lines(found.table.options))))
        told_of = found.story(seat) if found.board.at else []
        lines += told_of[:MOST_LINES]
        if len(told_of) > MOST_LINES:
            lines.append(text.CUT(n=len(told_of) - MOST_LINES))
        lines += [end(found), found.presenter.score(found.view(seat))]
        return list(dict.fromkeys(lines))

    def above(self, found: BoardSnapshot, ident: Ident) -> Rows:
        """The hint, as long as the position is that for which it was given."""
        hint = _hint(found)
        if hint is None or not self.orders(found):
            return ()
        seat, why = own_seat(found), hint["why"]
        if texts(found.draft(seat)) == hint["orders"]:
            return (text.HINT_USED(why=why),)
        if found.presenter.many:  # as the sheet shows them, with the names of spaces
            view = found.view(seat)
            sheet = tuple(order for line in hint["orders"] for order in found.game.parse(view, line))
            told = text.HINT_SHEET(why=why, orders="\n".join(found.presenter.sheet(view, sheet)))
        else:
            told = text.HINT_IS(orders=listing([f"`{order}`" for order in hint["orders"]], "and"), why=why)
        return (told, buttons(Button(ident("use"), text.USE_HINT, "primary")))

    def send(self, found: BoardSnapshot) -> tuple[str, str, bool]:
        return sending(found)

    def rows(self, found: BoardSnapshot, ident: Ident) -> Rows:
        back = [Button(ident("back"), text.TAKE_BACK)] if found.board.at or over(found) else []
        if over(found):
            again = Button(ident("again"), text.AGAIN, "primary")
            return (buttons(again, *back, Button(ident("swap"), text.CHANGED_SIDES)),)
        if not found.owes(own_seat(found)):
            return (buttons(Button(ident("show"), text.GO_ON, "primary"), *back),)
        hint, end = Button(ident("hint"), text.HINT), Button(ident("giveup"), text.GIVE_UP)
        return (buttons(*back, hint, end),)

    async def ready(self, board_id: str, user_id: int) -> str:
        """Let the computers answer until it is the person's turn, and return what to say about it."""
        weaker = False
        for _ in range(MOST_TURNS):
            found = await self.boards.read(board_id, user_id)
            seat = own_seat(found)
            if over(found) or seat in found.missing:
                return text.WEAKER if weaker else ""
            try:
                sheets, some = await self._sheets(found)
                await self.boards.resolve(found, sheets)
            except JobFailed:
                return text.THINKING
            weaker |= some
        return text.THINKING

    def task(self, found: BoardSnapshot) -> str:
        return ""

    def near(self, found: BoardSnapshot) -> Sequence[str]:
        return ()

    async def warm(self, found: BoardSnapshot) -> None:
        if not over(found):
            warm(self.context, found.game, len(found.seats) - 1)
        seat = own_seat(found)
        if self.orders(found) and (computers := sorted(found.missing - {seat})):
            level = _level(found)
            self.ahead.begin(
                found.board.user_id, _position(found), computers, lambda each: self._think(found, each, level)
            )

    async def refusal(self, board_id: str, user_id: int, typed: str, why: str) -> str:
        return why

    async def declared(self, board_id: str, user_id: int, orders: Sequence[Declare]) -> str:
        if any(order.what == "concede" for order in orders):
            found = await self.boards.read(board_id, user_id)
            await self.give_up(board_id, user_id, found.board.edits)
            return ""
        raise Refused(text.NO_DRAW)

    async def _sheets(self, found: BoardSnapshot) -> tuple[dict[Seat, Sequence[Any]], bool]:
        """The person's sheet, and what the computers think of; whether some thought only like sergeants."""
        seat, sheets = own_seat(found), dict[Seat, Sequence[Any]]()
        if found.owes(seat):
            sheets[seat] = found.sheets()[seat]
        begun = self.ahead.take(found.board.user_id, _position(found))
        until = asyncio.get_running_loop().time() + PATIENT
        rest, level = [each for each in found.missing if not _is_there(begun.get(each))], _level(found)
        weaker = bool(rest) and level < found.board.about["level"]
        reserve = await self._reserve(found, rest, level)

        async def thought(each: Seat) -> Thought:
            if each in begun:
                await asyncio.wait([begun[each]])
                if _is_there(begun[each]):
                    return begun[each].result()
            return await self._think(found, each, level, SECONDS if reserve else SOON)

        tasks = {each: asyncio.create_task(thought(each)) for each in sorted(found.missing)}
        try:
            if tasks:
                left = max(0.0, until - asyncio.get_running_loop().time())
                await asyncio.wait(tasks.values(), timeout=left if reserve else None)
            for each, task in tasks.items():
                late = each in reserve and not _is_there(task)
                orders, _ = reserve[each] if late else await task
                sheets[each] = self._checked(found, each, orders)
                weaker |= late
        finally:
            for task in tasks.values():
                task.cancel()  # what a process has begun it ends; that is sooner done than a new one started
        return sheets, weaker

    async def _reserve(
        self, found: BoardSnapshot, seats: Sequence[Seat], level: Level
    ) -> dict[Seat, Thought]:
        """What sergeants would order, where several computers of a higher level are still to think at once:
        on a busy machine that may take long."""
        if len(seats) < 2 or level <= Level.SERGEANT:
            return {}
        quick = await asyncio.gather(*(self._thought(found, each, Level.SERGEANT, SECONDS) for each in seats))
        return dict(zip(seats, quick, strict=True))

    async def _think(
        self, found: BoardSnapshot, seat: Seat, level: Level, seconds: float = SECONDS
    ) -> Thought:
        """What a computer of a level orders; what a sergeant would, if that takes more than so many
        seconds."""
        try:
            return await self._thought(found, seat, level, seconds)
        except JobTimedOut:
            if level <= Level.SERGEANT:
                raise
            log.warning("a sergeant answers", extra={"game": found.game.key})
            return await self._thought(found, seat, Level.SERGEANT, SECONDS)

    async def _thought(self, found: BoardSnapshot, seat: Seat, level: Level, seconds: float) -> Thought:
        task = self._task(found, seat, level)
        return await self.context.renderer.think(think, *task, (), False, seconds=seconds)

    def _checked(self, found: BoardSnapshot, seat: Seat, orders: Sequence[str]) -> Sequence[Any]:
        """The orders of a thought; anything legal if they are not."""
        view = found.view(seat)
        try:
            sheet = tuple(order for line in orders for order in found.game.parse(view, line))
            found.game.check(view, sheet)
        except OrderError as error:
            log.error("a practice thought is not legal", extra={"error": type(error).__name__})
            return random_sheet(found.game, view, Random(self._seed(found, seat)))
        return sheet

    def _task(self, found: BoardSnapshot, seat: Seat, level: Level) -> tuple[Any, ...]:
        view = canonical(found.game.show(found.view(seat)))
        return found.game.key, found.game.rules_version, view, int(level), self._seed(found, seat)

    def _seed(self, found: BoardSnapshot, seat: Seat) -> int:
        about = f"think/{seat}/{found.phase.turn}"
        return int.from_bytes(hmac.digest(bytes.fromhex(found.board.seed), about.encode(), "sha256")[:8])


def _level(found: BoardSnapshot) -> Level:
    """How the computers think: where several do at once, on a busy machine, at most like sergeants."""
    level = Level(found.board.about["level"])
    return min(level, Level.SERGEANT) if len(found.missing) > SEVERAL and is_busy() else level


def _is_there(task: asyncio.Task[Thought] | None) -> bool:
    """Whether a thought has come to something."""
    return task is not None and task.done() and not task.cancelled() and task.exception() is None


def _position(found: BoardSnapshot) -> tuple[str, int, str]:
    """What the thoughts of a board's computers follow from."""
    return found.board.id, found.board.at, found.step.state


def _digest(found: BoardSnapshot) -> str:
    return hashlib.sha256(found.step.state.encode()).hexdigest()[:16]


def _hint(found: BoardSnapshot) -> dict[str, Any] | None:
    """The hint for the position that is shown, if one was given."""
    hint: dict[str, Any] | None = found.board.about.get("hint")
    return hint if hint is not None and hint["for"] == _digest(found) else None


def own_seat(found: BoardSnapshot) -> Seat:
    """The person's seat."""
    seat: Seat = found.board.about["seats"][0]
    return seat


def end(found: BoardSnapshot) -> str:
    """Say how it ended for the person, and after a defeat what to do next; "" while it is played. Nobody
    congratulates computers."""
    outcome = found.outcome
    if outcome is not None:
        result, own = found.presenter.result(outcome, {}), outcome.places[own_seat(found)]
        if own > min(outcome.places.values()):
            return text.LOST(result=result)
        return text.WON(result=result) if own < max(outcome.places.values()) else result
    if found.board.about.get("given_up"):
        return text.GIVEN_UP
    return text.OUT if own_seat(found) not in found.living else ""


def over(found: BoardSnapshot) -> bool:
    """Whether there is nothing more to play: the game has ended, or the person is out or has given up."""
    return (
        found.outcome is not None
        or bool(found.board.about.get("given_up"))
        or own_seat(found) not in found.living
    )
