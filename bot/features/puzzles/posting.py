"""The puzzle of the day in servers that want it: a row for each, which says when the next one is due.

A due puzzle is queued, and its row set to the next day, in one transaction; the post's key has its day. So a
kill neither loses nor doubles one, and several processes do not, either.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.text import listing
from bot.common.clock import DAY, HOUR, BackgroundJob, Timer
from bot.common.message import Button, Message, Picture, buttons, clip, custom_id, due_words
from bot.common.payloads import HooksByKind, Payload, PostHooks, Sent, kind, queue
from bot.engine.context import Context
from bot.features.puzzles import store, text
from bot.features.puzzles.solving import Solving, task_of
from bot.features.puzzles.stock import day_of, of_day, stock
from bot.presenters.colours import seat_colour
from bot.storage.database import Tx
from bot.storage.records import Post, PuzzlePlace
from bot.storage.rows import first, remove, save
from engines.puzzles import Puzzle

log = logging.getLogger(__name__)

DEFAULT_HOUR = 18
LATE = DAY / 2
"""A puzzle that is so many seconds late, because the bot was off, is left out."""
MOST_FAILED = 7
"""After so many posts in a row that could not be delivered a server gets no more."""
MOST_NAMED = 20
KEPT_DAYS = 60
"""Answers to older puzzles go."""


@kind("puzzle")
@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePost(Payload):
    """A puzzle, and what became of the one before. day, before_day: 0 none before"""

    guild: int
    day: int
    puzzle: str
    before: str = ""
    before_day: int = 0


class PuzzlePosts(BackgroundJob):
    """Queues what is due, and says what `/setup puzzle` sets."""

    def __init__(self, context: Context, solving: Solving) -> None:
        self.context = context
        self._solving = solving
        self._timer = Timer(self._run)

    # -- /setup puzzle

    async def turn_on(self, guild_id: int, channel_id: int, hour: int | None = None) -> Message:
        """Post a puzzle each day, the next one at that hour (UTC). None: as before, or the default."""

        def change(tx: Tx) -> float:
            now = self.context.clock.now()
            kept = first(tx, PuzzlePlace, guild_id=guild_id)
            place = kept or PuzzlePlace(
                guild_id=guild_id, channel_id=channel_id, hour=DEFAULT_HOUR, next_at=0
            )
            at = place.hour if hour is None else hour
            due = _next(now, at)
            if place.day == day_of(due):  # it has had today's
                due += DAY
            save(tx, replace(place, channel_id=channel_id, hour=at, next_at=due, failed=0))
            tx.wakes("puzzles")
            return due

        due = await self.context.db.write(change)
        return Message(text.SET(channel=f"<#{channel_id}>", first=due_words(due)))

    async def told(self, guild_id: int) -> str:
        """Say where they are posted, a line of the server's settings."""
        place = await self.context.db.read(first, PuzzlePlace, guild_id=guild_id)
        if place is None:
            return text.NOWHERE
        return text.PLACE(channel=f"<#{place.channel_id}>", next=due_words(place.next_at))

    async def turn_off(self, guild_id: int) -> Message:
        """Post no more."""

        def change(tx: Tx) -> str:
            known = first(tx, PuzzlePlace, guild_id=guild_id) is not None
            remove(tx, PuzzlePlace, guild_id=guild_id)
            return text.IS_OFF if known else text.WAS_OFF

        return Message(await self.context.db.write(change))

    # -- what is due

    async def _run(self) -> None:
        now = self.context.clock.now()
        for place in await self.context.db.read(store.due, now):
            await self.context.db.write(self._post, place.guild_id)
        later = await self.context.db.read(store.next_at)
        if later is not None:
            self._timer.later(max(later - self.context.clock.now(), 0.0))

    def _post(self, tx: Tx, guild_id: int) -> None:
        """Queue a server's puzzle, unless another process was quicker."""
        now, place = self.context.clock.now(), first(tx, PuzzlePlace, guild_id=guild_id)
        if place is None or place.next_at > now:
            return
        after = replace(place, next_at=_next(now, place.hour))
        due = after.next_at - DAY
        day = day_of(due)
        if now - due <= LATE:
            puzzle = of_day(day)
            said = PuzzlePost(
                guild=guild_id, day=day, puzzle=puzzle.key, before=place.puzzle, before_day=place.day
            )
            queue(tx, f"puzzle/{guild_id}/{day}", said, now, channel_id=place.channel_id)
            after = replace(after, day=day, puzzle=puzzle.key)
        save(tx, after)
        store.forget_before(tx, day - KEPT_DAYS)

    # -- the post

    def post_hooks(self) -> HooksByKind:
        return {PuzzlePost: PostHooks(message=self._message, arrived=_arrived)}

    async def _message(self, post: Post, said: PuzzlePost) -> Message:
        """Compose a post as things stand when it leaves: only who is known then is named."""
        puzzle = self._solving.find(said.puzzle)
        game = self.context.rules[puzzle.game, puzzle.rules_version]
        presenter = self.context.presenters[puzzle.game]
        view = game.view(game.position(puzzle.position), puzzle.seat)
        head = [text.HEAD(game=game.name), presenter.to_move(view), task_of(puzzle), text.FIRST_COUNTS]
        solve = Button(custom_id("solve", puzzle.key, None, said.day), text.SOLVE, "primary")
        told = await self._told(said)
        return Message(
            "\n".join(head),
            await self._picture(puzzle),
            rows=(*([told] if told else []), buttons(solve)),
            accent=seat_colour(game.key, puzzle.seat),
        )

    async def _told(self, said: PuzzlePost) -> str:
        """The solution of the puzzle before, and who found it."""
        before = stock().get(said.before)
        if before is None:
            return ""
        solvers, unnamed = await self.context.db.read(_solvers, said.before_day, said.guild)
        named = [f"<@{user}>" for user in solvers if user not in unnamed][:MOST_NAMED]
        if not solvers:
            who = text.NOBODY
        elif not named:
            who = text.SOLVED_BY_UNNAMED(n=len(solvers))
        else:
            more = [text.MORE(n=len(solvers) - len(named))] if len(solvers) > len(named) else []
            who = text.SOLVED_BY(who=listing([*named, *more], "and"))
        name = self.context.games[before.game].name
        return "\n".join([text.BEFORE(game=name, order=before.solution, why=before.line), who])

    async def _picture(self, puzzle: Puzzle) -> Picture:
        game = self.context.rules[puzzle.game, puzzle.rules_version]
        view = game.view(game.position(puzzle.position), puzzle.seat)
        data, alt = await self.context.renderer.paint(game.key, view, puzzle_picture(text.OF_TODAY))
        return Picture(f"puzzle-{puzzle.key}.png", data, clip(alt, 1024))


def puzzle_picture(caption: str, size: int = 0) -> dict[str, Any]:
    """What a puzzle's picture shows besides the view, for `Renderer.paint`."""
    plain: dict[str, Any] = {"names": {}, "draft": (), "marks": {}, "events": (), "changes": (), "focus": ()}
    return {"size": size, **plain, "close": True, "bare": True, "caption": caption}


def _solvers(tx: Tx, day: int, guild_id: int) -> tuple[list[int], set[int]]:
    """Return who solved a day's puzzle in a server, and who of them does not want to be named."""
    found = store.solvers(tx, day, guild_id)
    return found, store.unnamed(tx, found)


def unreachable(tx: Tx, post: Post, now: float) -> None:
    """Count a puzzle that could not be posted; a server that cannot be posted to for long gets no more."""
    owner, _, rest = post.key.partition("/")
    guild = rest.partition("/")[0]
    if owner != "puzzle" or not guild.isdecimal():
        return
    place = first(tx, PuzzlePlace, guild_id=int(guild))
    if place is None or place.channel_id != post.channel_id:
        return
    if place.failed + 1 >= MOST_FAILED:
        remove(tx, PuzzlePlace, guild_id=place.guild_id)
        tx.log(log, "no more puzzles in a server that cannot be posted to")
    else:
        save(tx, replace(place, failed=place.failed + 1))


def _arrived(tx: Tx, post: Post, said: PuzzlePost, sent: Sent) -> None:
    place = first(tx, PuzzlePlace, guild_id=said.guild)
    if place is not None and place.failed:
        save(tx, replace(place, failed=0))


def _next(now: float, hour: int) -> float:
    """Return when it is that hour the next time, UTC.

    >>> _next(0.0, 18) / HOUR, _next(18 * HOUR, 18) / HOUR
    (18.0, 42.0)
    """
    due = day_of(now) * DAY + hour * HOUR
    return due if due > now else due + DAY
