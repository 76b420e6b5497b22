"""What goes into the outbox: posts as values, queued in the transaction that makes them true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.game import Outcome, Seat
from adjudicator.text import listing
from bot.common.message import Button, buttons, custom_id, due_words, fit, when
from bot.common.payloads import Payload, kind, optional, queue
from bot.engine import chance_posts, house_rules
from bot.engine.snapshot import GameSnapshot
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.records import Pause, Step, Table

MOST_POST = 1900
"""Characters of a post: the outbox still has room for a line below."""

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

    @property
    def told(self) -> str:
        return self.text


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
    """Ends with how this vote stands."""


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

    @property
    def told(self) -> str:
        return "(your order desk)"


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


async def say(
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
) -> None:
    """Queue a post to the table's channel; see `TablePost`."""
    post = TablePost(
        text=text,
        mentions=tuple(mentions),
        rows=tuple(tuple(row) for row in rows),
        seq=seq,
        thrown=thrown,
        files=tuple(files),
        tally=tally,
        vote=vote,
    )
    await queue(tx, f"{table.id}/{key}", post, now, channel_id=table.channel_id, table_id=table.id)


async def report(
    tx: Tx,
    snapshot: GameSnapshot,
    blocks: Sequence[str],
    now: float,
    *,
    mentions: Iterable[int] = (),
    rows: Sequence[Sequence[Button]] = (),
    files: Iterable[tuple[str, str]] = (),
    tally: int | None = None,
) -> None:
    """Queue what the newest step did, in as many posts as it needs: the picture is on the first, all else on
    the last. Its flips and rolls go before, in a post of their own: Discord crops pictures that share a post.

    blocks: what is not to be torn apart, below each other
    """
    step, parts = snapshot.step, split(blocks)
    async with outbox.together(tx):
        await throws(tx, snapshot, now)
        for number, part in enumerate(parts[:-1], 1):
            seq = step.seq if number == 1 else None
            await say(tx, snapshot.table, f"{call_key(step)}/{number}", part, now, seq=seq)
        await say(
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
        )


async def throws(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Queue the flips and rolls of the newest step, if it has any."""
    text = chance_posts.words(snapshot)
    if text:
        seq = snapshot.step.seq
        await say(tx, snapshot.table, f"step/{seq}/thrown", text, now, thrown=seq)


def call_key(step: Step) -> str:
    """Return the key of the (last) post that tells of a step; it calls those who owe now."""
    return "start" if step.kind == "start" else f"step/{step.seq}"


def split(blocks: Iterable[str], most: int = MOST_POST) -> list[str]:
    """Put blocks below each other in as few texts of at most `most` characters as they need, at least one.

    >>> split(["one", "two", "three"], 8), split(["a b c d"], 5), split([])
    (['one\\ntwo', 'three'], ['a b c', 'd'], [''])
    """
    found: list[str] = []
    for block in blocks:
        pieces = [block] if len(block) <= most else _torn(block, most)
        for piece in pieces:
            if found and len(found[-1]) + 1 + len(piece) <= most:
                found[-1] += f"\n{piece}"
            else:
                found.append(piece)
    return found or [""]


def _torn(block: str, most: int) -> list[str]:
    """Tear a block that is longer than a post: between lines; a line between words; at worst cut it."""
    lines = block.split("\n")
    if len(lines) > 1 and not block.startswith("```"):
        return [piece for line in lines for piece in ([line] if len(line) <= most else _torn(line, most))]
    if len(lines) > 1:
        return [fit(block, most)]
    head, gap, tail = block[: most + 1].rpartition(" ")
    if not gap or head.count("`") % 2 or head.count("**") % 2:
        return [fit(block, most)]
    rest = tail + block[most + 1 :]
    return [head, *([rest] if len(rest) <= most else _torn(rest, most))]


async def tell(
    tx: Tx, table: Table, user_id: int, key: str, text: str, now: float, fallback: str = ""
) -> None:
    """Queue a direct message. fallback: what to say in the table's channel if it cannot be delivered ("":
    nothing)"""
    post = Say(text=text, fallback=fallback)
    await queue(tx, f"{table.id}/{key}", post, now, user_id=user_id, table_id=table.id)


async def news(tx: Tx, before: GameSnapshot, after: GameSnapshot, now: float) -> None:
    """Tell every seat that owes nothing now but was in the turn what happened to it. The others have it on
    their desks."""
    async with outbox.together(tx):
        for seat in after.seats:
            if seat in after.phase.owing:
                continue
            told = after.news(seat)
            if not told and seat not in before.phase.owing:
                continue
            waits = "" if after.outcome is not None else f" {after.presenter.phase_line(after.view(seat))}."
            lines = [*told, f"You owe no order now.{waits}"]
            await _tell_seat(tx, before, after, seat, "news", lines, now)


async def fallen(tx: Tx, before: GameSnapshot, after: GameSnapshot, now: float, why: str = "") -> None:
    """Tell every seat that is out of the game from now on, while others go on. Where turns are sheets of many
    orders their news say it; who ruled against a seat has told it."""
    if after.presenter.many or ruled(after):
        return
    async with outbox.together(tx):
        for seat in after.seats:
            game = after.game
            if game.declarations(after.state, seat) or not game.declarations(before.state, seat):
                continue
            over = f"You owe no more orders. {after.presenter.phase_line(after.view(seat))}."
            lines = [*([why] if why else after.news(seat)), over]
            await _tell_seat(tx, before, after, seat, "fallen", lines, now)


async def _tell_seat(
    tx: Tx, before: GameSnapshot, after: GameSnapshot, seat: Seat, what: str, lines: Iterable[str], now: float
) -> None:
    """Queue a direct message about the turn that is over. what: part of its key"""
    you = f"You are **{after.presenter.seat_name(seat)}** in <#{after.table.channel_id}>."
    text = fit("\n".join([headline(after, before.title), you, *lines]), MOST_POST)
    user_id = after.player(seat).user_id
    await tell(tx, after.table, user_id, f"{after.step.seq}/{what}/{seat}", text, now)


def ruled(snapshot: GameSnapshot) -> bool:
    """Return whether the newest step is what a game master ruled, not what the seat itself declared."""
    step = snapshot.step
    said = step.orders.get(str(step.seat), ()) if step.kind == "declare" else ()
    return any(text.partition(" ")[0] in snapshot.presenter.rulings for text in said)


async def lobby(tx: Tx, table: Table, now: float) -> None:
    """Queue the post with the table's lobby."""
    key = f"{table.id}/lobby/{now:.3f}"
    await queue(tx, key, LobbyPost(), now, channel_id=table.channel_id, table_id=table.id)


async def edit(
    tx: Tx, table: Table, key: str, change: Edit, now: float, not_before: float | None = None
) -> None:
    """Queue an edit of a post of the table. It has a lane of its own: no post waits for it."""
    await queue(
        tx,
        f"{table.id}/{key}",
        change,
        now,
        channel_id=table.channel_id,
        table_id=table.id,
        not_before=not_before,
        lane=f"t:{table.id}",
    )


async def edit_lobby(tx: Tx, table: Table, now: float, *, bare: bool = False) -> None:
    """Queue an edit of the message that shows the lobby, if it stands. bare: it loses its buttons"""
    shown = await outbox.newest_of(tx, f"{table.id}/lobby/")
    if shown is not None:
        await edit(tx, table, f"reach/{now:.3f}", Edit(call=shown.key, bare=bare), now)


def turn_buttons(snapshot: GameSnapshot) -> tuple[Button, ...]:
    """Return the buttons under a turn's post: a private desk for those who owe, the board for everyone."""
    table_id, turn = snapshot.table.id, snapshot.stamp
    row = [
        Button(custom_id("desk", table_id, None, turn), "My orders", "primary"),
        Button(custom_id("board", table_id, None, turn), "Board"),
        Button(custom_id("past", table_id, None, turn, "new"), "History"),
    ]
    if snapshot.presenter.many and snapshot.step.kind != "start":
        row.append(Button(custom_id("explain", table_id, None, turn), "Why?"))
    return buttons(*row)


def draw_button(table_id: str, turn: int) -> Button:
    """Return the button under the offer of a draw."""
    return Button(custom_id("draw", table_id, None, turn), "Agree to the draw")


def over_buttons(table_id: str, turn: int) -> tuple[Button, ...]:
    """Return the buttons under the post that ends a game."""
    return buttons(
        Button(custom_id("past", table_id, None, turn, "new"), "History"),
        Button(custom_id("replayed", table_id, None, turn), "Replay"),
        Button(custom_id("verify", table_id, None, turn), "Verify"),
    )


def calling(snapshot: GameSnapshot, due_at: float | None, *, itself: bool = False) -> tuple[str, list[int]]:
    """Call those who owe now, in one line with mentions; return it with the users to notify.

    itself: the turn plays itself in a moment, so nobody need come
    """
    owing = [seat for seat in snapshot.seats if seat in snapshot.phase.owing]
    users = [snapshot.player(seat).user_id for seat in owing]
    called = listing(
        [
            f"<@{user}> ({snapshot.presenter.seat_name(seat)})"
            for user, seat in zip(users, owing, strict=True)
        ],
        "and",
    )
    until = f" until {due_words(due_at)}" if due_at is not None else ""
    if itself:
        names = snapshot.named(owing)
        return f"**Next:** {names}.", []
    if snapshot.phase.goes_on:  # who has just acted need not be notified
        return f"**Next:** {called} {'goes' if len(owing) == 1 else 'go'} on with this turn{until}.", []
    return f"**Next:** {called}{until}.", users


def paused(pause: Pause) -> str:
    """Say that and why a game is paused, in a line for everybody who looks at it."""
    until = f" It goes on by itself {when(pause.until)}." if pause.until is not None else ""
    why = pause.why if pause.why.endswith((".", "!", "?")) else f"{pause.why}."  # reasons end as people like
    return f"⏸ **Paused.** {why}{until}"


def for_users(users: Iterable[int]) -> str:
    """Notify these users in a small line: only a mention in the text does. "" for nobody."""
    called = listing([f"<@{user}>" for user in users if user > 0], "and")
    return f"-# For {called}" if called else ""


def headline(snapshot: GameSnapshot, text: str) -> str:
    """Head a post with the game, its code and what the post is about."""
    return f"### {snapshot.game.name} `{snapshot.table.id}` · {text}"


def silence(snapshot: GameSnapshot) -> list[str]:
    """Say what silence means when such a game begins, as blocks; none where one may talk."""
    if not snapshot.presenter.silent:
        return []
    ruled = listing(list(snapshot.presenter.rulings.values()), "or")
    lines = [
        f"**{house_rules.silence(snapshot.game.name)}**",
        "Where I may, I make this place read-only for its players until the end. The buttons, and orders "
        "by direct message, work as always.",
        *([f"The game master may rule a penalty with `/penalty`: {ruled}."] if ruled else []),
    ]
    return ["", " ".join(lines)]  # an empty line: the list of seats ends there


def ending(snapshot: GameSnapshot, seed: str | None) -> list[str]:
    """End the post that ends a game, for all its players. seed: the secret one that it began with"""
    later = "; any that came after it follows from it" if snapshot.table.undone else ""
    checks = f"-# The secret seed was `{seed}`{later}: `/verify` checks every result."
    over = ["The silence is over."] if snapshot.presenter.silent else []
    return [*over, f"{checks}\n{for_users(snapshot.users)}"]


_CONCEDED = re.compile(r" (?:concedes|has conceded|has given up|gave up)\b")


def narration(snapshot: GameSnapshot, heading: str, why: str = "") -> list[str]:
    """Tell what the newest step did, as far as it is public. why: a line before it, about a seat that is out
    for this reason: nobody conceded then"""
    lines = [not_conceded(line) for line in snapshot.told(None)] if why else snapshot.told(None)
    return [headline(snapshot, heading), *([why] if why else []), *filter(None, lines)]


def not_conceded(line: str) -> str:
    """Reword a line about a seat that is out, but did not concede; "" if it says nothing else.

    >>> not_conceded("**Dark** (Ann) concedes."), not_conceded("Tower concedes: its units hold.")
    ('', 'Tower is out: its units hold.')
    >>> not_conceded("**Light wins:** the other side has conceded."), not_conceded("The other side gave up.")
    ('**Light wins:** the other side is out.', 'The other side is out.')
    """
    return "" if line.endswith(" concedes.") else _CONCEDED.sub(" is out", line, count=1)


def summary(snapshot: GameSnapshot) -> list[str]:
    """End the report of a step, as a block; none where the game has no such words."""
    text = snapshot.presenter.summary(snapshot.view(None), snapshot.events(None))
    return [text] if text else []


def sealed(snapshot: GameSnapshot, hashes: Mapping[Seat, str]) -> str:
    """Publish the hashes of the sheets when a secret phase locks, before its results."""
    name, seats = snapshot.presenter.seat_name, [seat for seat in snapshot.seats if seat in hashes]
    opened = "come with the results, in a file"
    if snapshot.phase.until_end:
        opened = "stay secret until the game is over; then they come in a file"
    return "\n".join(
        [
            headline(snapshot, f"{snapshot.title} is sealed"),
            *(f"{name(seat)} `{hashes[seat]}`" for seat in seats),
            f"-# SHA-256 of each sheet with a secret salt. Orders and salts {opened}.",
        ]
    )


def places(snapshot: GameSnapshot, outcome: Outcome) -> list[str]:
    """List the final places, best first."""
    names, word = snapshot.names(), snapshot.presenter.place_word
    ranked = sorted(snapshot.seats, key=lambda seat: outcome.places[seat])
    # Not "1.": Markdown would count on by itself, and equal places share.
    return [f"**{word(outcome, seat)}** · {names[seat]}" for seat in ranked]
