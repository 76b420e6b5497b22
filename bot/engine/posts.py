"""What goes into the outbox: posts as values, queued in the transaction that makes them true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.game import Seat
from bot.common.message import Button, fit
from bot.common.payloads import Payload, kind, optional, queue
from bot.engine import post_words, text
from bot.engine.snapshot import GameSnapshot, mark
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.records import LogEntry, Step, Table
from bot.storage.rows import append

Files = tuple[tuple[str, str], ...]
"""Names of files with their texts."""


@kind("say")
@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Payload):
    """Words, to a channel or to a user."""

    text: str
    mentions: tuple[int, ...] = ()
    rows: tuple[tuple[Button, ...], ...] = ()
    seq: int | None = None
    """With the public board after this step."""
    only: tuple[int, ...] | None = optional()
    """The people of a private thread: nobody else may get the post."""
    fallback: str | None = optional()
    """For a direct message: what to say in the table's channel if it cannot be delivered."""
    fallback_rows: tuple[tuple[Button, ...], ...] | None = optional()
    answer: str | None = optional()
    """For a letter: what its writer was told, for whoever sends it once more."""
    below: tuple[str, ...] | None = optional()
    """Paragraphs below the picture."""
    call: str | None = optional()
    """The plain line that a locked phone shows; None: the first of the text."""
    colour: int | None = optional()
    """Of the card's edge."""
    plain: bool | None = optional()
    """Stays a classic message."""

    @property
    def told(self) -> str:
        return "\n".join((self.text, *(self.below or ())))


@kind("say")
@dataclass(frozen=True, slots=True, kw_only=True)
class TablePost(Say):
    """A post to a table's channel."""

    thrown: int | None = None
    """With the flips and rolls of this step."""
    files: Files = ()
    tally: int | None = None
    """Ends with how many are ready, as long as this turn lasts."""
    vote: int | None = None
    """It is the card of this vote, as that stands."""


@kind("desk")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPost(Payload):
    """The order desk of a seat, to its player; dropped if its turn is over when it is to leave."""

    seat: Seat
    turn: int
    quiet: bool | None = optional()
    """Notifies nobody, and calls nobody out if it cannot be delivered: a turn goes on."""
    note: str | None = optional()
    """A line on the desk."""
    news: bool | None = optional()
    """False: does not tell again what happened."""
    live: bool | None = optional()
    """Shown on the desk that stands, if one does, in place of a new one; it notifies nobody then."""

    @property
    def told(self) -> str:
        return text.YOUR_DESK


@kind("lobby")
@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPost(Payload):
    """The message of a table that is open for players."""


@kind("tally")
@dataclass(frozen=True, slots=True, kw_only=True)
class Edit(Payload):
    """No message: the post with the key `call` is brought up to date."""

    call: str
    turn: int | None = optional()
    bare: bool | None = optional()
    """True: it loses its buttons."""


def say(
    tx: Tx,
    table: Table,
    key: str,
    text: str,
    now: float,
    *,
    mentions: Iterable[int] = (),
    rows: Iterable[Sequence[Button]] = (),
    seq: int | None = None,
    thrown: int | None = None,
    files: Iterable[tuple[str, str]] = (),
    tally: int | None = None,
    vote: int | None = None,
    below: Iterable[str] = (),
    call: str | None = None,
    colour: int | None = None,
) -> None:
    """Queue a post to the table's channel; see `TablePost`."""
    post = TablePost(
        text=text,
        below=tuple(below) or None,
        call=call,
        colour=colour,
        mentions=tuple(mentions),
        rows=tuple(tuple(row) for row in rows),
        seq=seq,
        thrown=thrown,
        files=tuple(files),
        tally=tally,
        vote=vote,
    )
    queue(tx, f"{table.id}/{key}", post, now, channel_id=table.channel_id, table_id=table.id)


def promise(tx: Tx, table: Table, now: float) -> None:
    """Queue the line with the SHA-256 of the game's seed, before anything comes from it, lots too."""
    fair_play(tx, table, "seed", text.FAIR_SEED(code=table.id, digest=table.commitment), now)


def fair_play(tx: Tx, table: Table, key: str, line: str, now: float) -> None:
    """Queue a line of small print that promises what results come from, or locks orders: nobody edits it."""
    row = (post_words.fair_button(table.id),)
    post = TablePost(text=line, rows=(row,), plain=True)
    queue(tx, f"{table.id}/{key}", post, now, channel_id=table.channel_id, table_id=table.id)


def report(
    tx: Tx,
    snapshot: GameSnapshot,
    blocks: Sequence[str],
    now: float,
    *,
    mentions: Iterable[int] = (),
    rows: Sequence[Sequence[Button]] = (),
    files: Iterable[tuple[str, str]] = (),
    tally: int | None = None,
    below: Iterable[str] = (),
    call: str | None = None,
    colour: int | None = None,
) -> None:
    """Queue what the newest step did, in as many posts as it needs: the picture is on the first, all else on
    the last. Its flips and rolls go before, in a post of their own: Discord crops pictures that share a post.

    blocks: what is not to be torn apart, below each other;  below: paragraphs below the picture
    """
    step, parts = snapshot.step, post_words.split(blocks)
    throws(tx, snapshot, now)
    for number, part in enumerate(parts[:-1], 1):
        seq = step.seq if number == 1 else None
        say(tx, snapshot.table, f"{call_key(step)}/{number}", part, now, seq=seq)
    say(
        tx,
        snapshot.table,
        call_key(step),
        parts[-1],
        now,
        mentions=mentions,
        rows=rows,
        seq=step.seq if len(parts) == 1 else None,
        files=files,
        tally=tally,
        below=below,
        call=call,
        colour=colour,
    )


def throws(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Queue the flips and rolls of the newest step, if it has any."""
    told = post_words.thrown(snapshot)
    if told:
        seq = snapshot.step.seq
        rows = [(post_words.fair_button(snapshot.table.id),)]
        say(tx, snapshot.table, f"step/{seq}/thrown", told, now, thrown=seq, rows=rows)


def call_key(step: Step) -> str:
    """Return the key of the (last) post that tells of a step; it calls those who owe now."""
    return "start" if step.kind == "start" else f"step/{step.seq}"


def tell(tx: Tx, table: Table, user_id: int, key: str, text: str, now: float, fallback: str = "") -> None:
    """Queue a direct message. fallback: what to say in the table's channel if it cannot be delivered ("":
    nothing)"""
    post = Say(text=text, fallback=fallback)
    queue(tx, f"{table.id}/{key}", post, now, user_id=user_id, table_id=table.id)


def news(tx: Tx, before: GameSnapshot, after: GameSnapshot, now: float) -> None:
    """Tell every seat that owes nothing now but was in the turn what happened to it. The others have it on
    their desks."""
    for seat in after.seats:
        if seat in after.phase.owing:
            continue
        told = after.news(seat)
        if not told and seat not in before.phase.owing:
            continue
        lines = [*told, post_words.waiting(after, seat, fell=bool(told))]
        _tell_seat(tx, before, after, seat, "news", lines, now)


def fallen(tx: Tx, before: GameSnapshot, after: GameSnapshot, now: float, why: str = "") -> None:
    """Tell every seat that is out of the game from now on, while others go on. Where turns are sheets of many
    orders their news say it; who ruled against a seat has told it."""
    if after.presenter.many or post_words.ruled(after):
        return
    for seat in after.seats:
        game = after.game
        if game.declarations(after.state, seat) or not game.declarations(before.state, seat):
            continue
        lines = [*([why] if why else after.news(seat)), post_words.waiting(after, seat, fell=True)]
        _tell_seat(tx, before, after, seat, "fallen", lines, now)


def _tell_seat(
    tx: Tx, before: GameSnapshot, after: GameSnapshot, seat: Seat, what: str, lines: Iterable[str], now: float
) -> None:
    """Queue a direct message about the turn that is over. what: part of its key"""
    head = [post_words.headline(after, before.title), post_words.you_are(after, seat)]
    told = fit("\n".join([*head, *lines]), post_words.MOST_POST)
    user_id = after.player(seat).user_id
    tell(tx, after.table, user_id, f"{after.step.seq}/{what}/{seat}", told, now)


def lobby(tx: Tx, table: Table, now: float) -> None:
    """Queue the post with the table's lobby."""
    key = f"{table.id}/lobby/{now:.3f}"
    queue(tx, key, LobbyPost(), now, channel_id=table.channel_id, table_id=table.id)


def edit(tx: Tx, table: Table, key: str, change: Edit, now: float, not_before: float | None = None) -> None:
    """Queue an edit of a post of the table. It has a lane of its own: no post waits for it."""
    queue(
        tx,
        f"{table.id}/{key}",
        change,
        now,
        channel_id=table.channel_id,
        table_id=table.id,
        not_before=not_before,
        lane=f"t:{table.id}",
    )


def edit_lobby(tx: Tx, table: Table, now: float, *, bare: bool = False) -> None:
    """Queue an edit of the message that shows the lobby, if it stands. bare: it loses its buttons"""
    shown = outbox.newest_of(tx, f"{table.id}/lobby/")
    if shown is not None:
        edit(tx, table, f"reach/{now:.3f}", Edit(call=shown.key, bare=bare), now)


# -- Order desks: they are composed when they leave (post_hooks.py)


def put_desk(
    tx: Tx,
    snapshot: GameSnapshot,
    seat: Seat,
    key: str,
    now: float,
    *,
    quiet: bool | None = None,
    note: str | None = None,
    news: bool | None = None,
    live: bool | None = None,
) -> None:
    """Queue a seat's desk of the open turn; see `posts.DeskPost`."""
    desk = DeskPost(seat=seat, turn=snapshot.stamp, quiet=quiet, note=note, news=news, live=live)
    user_id = snapshot.player(seat).user_id
    queue(tx, key, desk, now, user_id=user_id, table_id=snapshot.table.id)


def desks_to_owing(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Queue a desk for everyone who owes an order; who has one of this turn gets no other."""
    for seat in sorted(snapshot.phase.owing):
        key = desk_key(snapshot.table, snapshot.phase.turn, seat)
        goes_on = snapshot.phase.goes_on
        put_desk(tx, snapshot, seat, key, now, quiet=goes_on, live=goes_on or None)


def desks_to_sharing(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> None:
    """Queue a desk for those who share a sheet with a seat that has changed it."""
    for other in sorted(snapshot.game.sharing(snapshot.state, seat) & snapshot.phase.owing - {seat}):
        key = f"{snapshot.table.id}/{snapshot.mark}/shared/{other}/{now:.6f}"
        put_desk(tx, snapshot, other, key, now, quiet=True, news=False, live=True)


def desk_key(table: Table, turn: int, seat: Seat) -> str:
    """Return the key of the desk that a seat gets when its turn opens."""
    return f"{table.id}/{mark(table, turn)}/desk/{seat}"


def log(tx: Tx, table: Table, act: str, text: str, now: float) -> None:
    """Add a line to the table's public log: what was done by hand, by vote, or by the clock against somebody.

    act: what it was, in a word;  text: as everybody reads it, with who and why: no secrets, no mentions
    """
    append(tx, LogEntry(table_id=table.id, at=now, turn=table.turn, act=act, text=text))


# -- How many are ready: a line below the post that called for orders, edited while its turn lasts

READY_EVERY_S = 4.0
"""Seconds: however many get ready in that time, the post is edited once."""


def edit_ready_count(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Queue the edit that tells how many are ready, unless the table hides that. Changes that come close
    together share one edit."""
    if post_words.tells_ready(snapshot) and snapshot.since:
        window = int(now / READY_EVERY_S)
        _edit_ready(tx, snapshot, str(window), now, (window + 1) * READY_EVERY_S)


def close_ready_count(tx: Tx, before: GameSnapshot, now: float) -> None:
    """Queue the edit that takes the line away when the turn is over."""
    if post_words.tells_ready(before) and before.since:
        _edit_ready(tx, before, "over", now, now)


def _edit_ready(tx: Tx, snapshot: GameSnapshot, when: str, now: float, not_before: float) -> None:
    table = snapshot.table
    change = Edit(call=f"{table.id}/{call_key(snapshot.called)}", turn=snapshot.phase.turn)
    edit(tx, table, f"{snapshot.mark}/tally/{when}", change, now, not_before)
