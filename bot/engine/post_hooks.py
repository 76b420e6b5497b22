"""How the engine's posts leave: words, with pictures and how many are ready, and players' order desks."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from bot.common.message import Button, File, Message, Picture, Rows, buttons, clip, custom_id
from bot.common.payloads import AfterCommit, HooksByKind, PostHooks, Sent
from bot.engine import post_words, posts, text
from bot.engine.access import name_on_the_web
from bot.engine.context import Context
from bot.engine.desk import Desks
from bot.engine.posts import DeskPost, Say, TablePost
from bot.engine.snapshot import GameSnapshot, stamp
from bot.storage import players, tables
from bot.storage.database import Tx
from bot.storage.records import Desk, Post, Step, Table
from bot.storage.rows import find, first, remove, save
from maps import chance

log = logging.getLogger(__name__)

MAX_PICTURE_ATTEMPTS = 3
"""After so many attempts a turn whose picture cannot be drawn is told without it."""

VoteCard = Callable[[Tx, GameSnapshot, int, tuple[int, ...]], Message | None]
"""Returns a vote's post as it is to read now: of the vote with this id, for those whom it called."""


class Retiring(Protocol):
    """What closes desks in Discord: see `bot.outbox.messenger.Messenger`."""

    async def retire(self, desk: Desk, words: str) -> None: ...


def engine_hooks(context: Context, views: Desks, messenger: Retiring, vote_card: VoteCard) -> HooksByKind:
    """Return the hooks of each kind of post that the engine declares, but for the lobby's."""
    desk = _DeskHooks(context, views, messenger)
    words = _WordHooks(context, desk, vote_card)
    say = PostHooks(message=words.message, edited=words.edited, arrived=words.arrived, instead=words.instead)
    return {
        Say: say,
        TablePost: say,
        DeskPost: PostHooks(
            message=desk.message,
            stands=desk.stands,
            arrived=desk.arrived,
            late=desk.late,
            instead=desk.instead,
        ),
    }


class _WordHooks:
    def __init__(self, context: Context, desk: _DeskHooks, vote_card: VoteCard) -> None:
        self._context = context
        self._desk = desk
        self._vote_card = vote_card

    async def message(self, post: Post, said: Say) -> Message:
        """Compose the words with what stands below them now, pictures and files."""
        drawn = await self._drawn(post, "seq", said.seq)
        files: posts.Files = ()
        if isinstance(said, TablePost):
            drawn += await self._drawn(post, "thrown", said.thrown)
            files = said.files
        return replace(
            await self.edited(post, said),
            picture=drawn[0] if drawn else None,
            pictures=tuple(drawn[1:]),
            files=tuple(File(name, told.encode()) for name, told in files),
        )

    async def edited(self, post: Post, said: Say) -> Message:
        """Compose the words as they are to read now, and the buttons."""

        def look(tx: Tx) -> tuple[Message | None, str]:
            vote = self._vote(tx, post, said)
            if vote is not None:
                return vote, ""
            parts = (self._small(tx, post, said), self._link(tx, post, said))
            return None, " · ".join(filter(None, parts))

        vote, small = await self._context.db.read(look)
        if vote is not None:
            return vote
        rows: Rows = (*(said.below or ()), *(buttons(*row) for row in said.rows))
        return Message(
            said.text,
            rows=rows,
            mentions=said.mentions,
            small=small,
            accent=said.colour,
            call=said.call or "",
            plain=bool(said.plain),
        )

    def arrived(self, tx: Tx, post: Post, said: Say, sent: Sent) -> AfterCommit | None:
        """Let old desks be closed once the board after a step is there."""
        return partial(self._desk.tidy, post.table_id) if said.seq is not None and post.table_id else None

    def instead(self, tx: Tx, post: Post, said: Say, table: Table, now: float) -> None:
        """Say a direct message's fallback in the table's channel, and a channel's post to the players."""
        if post.user_id is not None:
            if said.fallback:
                key, rows = f"fallback/{post.id}", [buttons(*row) for row in said.fallback_rows or ()]
                posts.say(tx, table, key, said.fallback, now, mentions=[post.user_id], rows=rows)
            return
        if post.key.startswith(f"{table.id}/fallback/"):
            return
        for player in players.of_table(tx, table.id):
            if said.only is None or player.user_id in said.only:
                key = f"instead/{post.id}/{player.user_id}"
                told = text.CANNOT_POST(channel=post.channel_id, text=said.told)
                posts.tell(tx, table, player.user_id, key, told, now)

    async def _drawn(self, post: Post, kind: str, seq: int | None) -> list[Picture]:
        """Draw the pictures of a step; see `chance_posts.drawn`. Raises what fails, but at last leaves them
        out."""
        if seq is None:
            return []
        try:
            return await drawn(self._context, post.table_id or "", seq, kind)
        except Exception:
            if post.attempts < MAX_PICTURE_ATTEMPTS:
                raise
            log.exception("picture left out", extra={"post": post.id, "table": post.table_id})
            return []

    def _vote(self, tx: Tx, post: Post, said: Say) -> Message | None:
        """A vote's post as it stands now; None: it is another post."""
        if not isinstance(said, TablePost) or post.table_id is None or said.vote is None:
            return None
        snapshot = self._context.snapshot(tx, post.table_id)
        card = self._vote_card(tx, snapshot, said.vote, said.mentions)
        return replace(card, mentions=said.mentions, call=said.call or "") if card is not None else None

    def _link(self, tx: Tx, post: Post, said: Say) -> str:
        """Where everybody may look at the game on the web; "" if nobody may, or it posts no board."""
        if said.seq is None or not self._context.web or post.table_id is None or post.user_id is not None:
            return ""
        table = tables.get(tx, post.table_id)
        name = name_on_the_web(tx, table) if table is not None else ""
        return text.ON_THE_WEB(url=f"{self._context.web}/g/{name}") if name else ""

    def _small(self, tx: Tx, post: Post, said: Say) -> str:
        """How many are ready as long as the post's turn lasts; "" for other posts."""
        if not isinstance(said, TablePost) or post.table_id is None or said.tally is None:
            return ""
        snapshot = self._context.snapshot(tx, post.table_id)
        calls = post.key == f"{post.table_id}/{posts.call_key(snapshot.called)}"  # a turn may come again
        if snapshot.phase.turn != said.tally or snapshot.over or not calls:
            return ""
        missing, soon = self._context.missing(tx, snapshot), self._context.early_at(tx, snapshot)
        return post_words.ready_count(snapshot, missing, soon)


class _DeskHooks:
    def __init__(self, context: Context, views: Desks, messenger: Retiring) -> None:
        self._context = context
        self._views = views
        self._messenger = messenger

    async def message(self, post: Post, said: DeskPost) -> Message:
        """Compose the desk as it is now. Raises Refused if its turn is over."""
        assert post.user_id is not None
        note, news = said.note or "", said.news is not False
        desk = await self._views.desk(post.table_id or "", post.user_id, turn=said.turn, note=note, news=news)
        return replace(desk, silent=bool(said.quiet))

    def stands(self, tx: Tx, post: Post, said: DeskPost) -> Sent | None:
        """Find the desk that stands, if this one is to take its place without a new message."""
        if not said.live or post.user_id is None:
            return None
        desk = first(tx, Desk, table_id=post.table_id, user_id=post.user_id)
        return Sent(desk.channel_id, desk.message_id) if desk is not None else None

    def arrived(self, tx: Tx, post: Post, said: DeskPost, sent: Sent) -> AfterCommit | None:
        """Remember where the desk stands; let the one before it be closed."""
        desk = _standing(post, said, sent)
        old = first(tx, Desk, table_id=desk.table_id, user_id=desk.user_id)
        save(tx, desk)
        if old is None or old.message_id == sent.message_id:
            return None
        return partial(self._close, old, newer=said.turn == old.turn)

    async def late(self, post: Post, said: DeskPost, sent: Sent) -> None:
        """Close a desk whose turn was over, or whose seat was handed over, while it was under way."""
        sits = await self._context.db.read(
            lambda tx: self._context.snapshot(tx, post.table_id or "").seat_of(post.user_id or 0)
        )
        if sits == said.seat:
            await self._close(_standing(post, said, sent))
        else:
            await self._messenger.retire(_standing(post, said, sent), text.DESK_CLOSED(code=post.table_id))

    def instead(self, tx: Tx, post: Post, said: DeskPost, table: Table, now: float) -> None:
        """Call the player to the table's channel, unless the desk is quiet."""
        if said.quiet or post.user_id is None:
            return
        told = text.CANNOT_WRITE(user=post.user_id)
        rows = [buttons(Button(custom_id("desk", table.id, None, said.turn), text.MY_ORDERS, "primary"))]
        posts.say(tx, table, f"fallback/{post.id}", told, now, mentions=[post.user_id], rows=rows)

    async def tidy(self, table_id: str) -> None:
        """Take the menus off the desks of turns that are over."""

        def change(tx: Tx) -> list[Desk]:
            table = tables.get(tx, table_id)
            stale = [
                desk
                for desk in find(tx, Desk, table_id=table_id)
                if table is not None and (desk.turn != stamp(table, table.turn) or table.status != "playing")
            ]
            for desk in stale:
                remove(tx, Desk, table_id=table_id, user_id=desk.user_id)
            return stale

        for desk in await self._context.db.write(change):
            await self._close(desk)

    async def _close(self, desk: Desk, *, newer: bool = False) -> None:
        """Say on a desk why it is closed. newer: another desk of the same turn has taken its place"""

        def look(tx: Tx) -> tuple[GameSnapshot, Step | None]:
            snapshot = self._context.snapshot(tx, desk.table_id)
            step = None
            if not (newer or snapshot.table.undone):
                step = first(tx, Step, table_id=desk.table_id, turn=desk.turn, kind="resolve")
            return snapshot, step

        snapshot, step = await self._context.db.read(look)
        game, code = snapshot.game.name, desk.table_id
        if newer:
            why = text.DESK_ELSEWHERE(game=game, code=code)
        elif snapshot.table.undone > 0:  # its number is a stamp then, and where turns take steps no turn's
            why = text.DESK_BACK(game=game, code=code)
        else:
            what = text.TURN(n=desk.turn + 1) if snapshot.phase.number is None else text.THAT_TURN
            orders = step.orders.get(desk.seat, ()) if step is not None else ()
            told = clip(snapshot.presenter.spelled("; ".join(orders)), 300)
            why = text.DESK_OVER(game=game, code=code, what=what)
            if told:
                why = text.DESK_OVER_ORDERS(game=game, code=code, what=what, orders=f"`{told}`")
        await self._messenger.retire(desk, why)


def _standing(post: Post, said: DeskPost, sent: Sent) -> Desk:
    assert post.table_id is not None and post.user_id is not None
    return Desk(
        table_id=post.table_id,
        user_id=post.user_id,
        seat=said.seat,
        turn=said.turn,
        channel_id=sent.channel_id,
        message_id=sent.message_id,
    )


# -- Pictures of what everyone may see of a step


async def thrown_picture(context: Context, snapshot: GameSnapshot) -> Picture | None:
    """Animate what was flipped and rolled in that step; the file's name tells the first number."""
    events = tuple(snapshot.events(None))
    thrown = chance.thrown(events)
    if not thrown:
        return None
    data, alt = await context.renderer.throw(
        snapshot.table.game,
        snapshot.view(None),
        {
            "events": events,
            "seats": snapshot.seat_names(),
            "names": snapshot.plain_names(),
            "caption": f"{snapshot.game.name} · {snapshot.table.id}",
        },
    )
    return Picture(f"{snapshot.table.id}-result-{thrown[0].n}.gif", data, clip(alt, 1024))


async def drawn(context: Context, table_id: str, seq: int, kind: str) -> list[Picture]:
    """Draw what a post shows of a step. kind: "seq" the board after it, "thrown" its flips and rolls"""
    snapshot = await context.db.read(context.snapshot, table_id, seq)
    if kind == "seq":
        return [await context.picture(snapshot, None, events=True, close=True, caption=snapshot.moment)]
    shown = await thrown_picture(context, snapshot)
    return [shown] if shown is not None else []
