"""Votes as people see them: the post with its buttons, how it stands, and the result.

A vote's post (a `TablePost` with `vote`) is brought up to date by edits, as the call of a turn is.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.game import Seat
from bot.common.clock import DAY, span_text
from bot.common.message import Button, Message, clip, custom_id, when
from bot.engine import post_words, posts
from bot.engine.presence import gone
from bot.engine.snapshot import GameSnapshot
from bot.features.votes import store
from bot.features.votes.motions import Count, Deed, act_of, count
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.records import Deadline, Table, Vote
from bot.storage.rows import first

MOST_LABEL = 80
"""Characters of a button's label."""
LAPSES = DAY
"""Seconds that a vote is open, without those of outages."""
TITLES = {
    "extend": "more time",
    "pause": "a pause",
    "resume": "the end of the pause",
    "draw": "a draw",
    "end": "an end without a result",
}
_ASKS = {
    "extend": "asks for {span} more for this turn",
    "pause": "asks for a pause of {span}: the clock stands still, and nothing resolves",
    "resume": "asks to go on: the pause ends at once",
    "draw": "proposes a draw",
    "end": "proposes to break the game off: it ends here, without a result",
}
_RULES = {
    "extend": "More than half must agree.",
    "pause": "Two thirds must agree.",
    "resume": "Two thirds must agree.",
    "draw": "All must agree.",
    "end": "All must agree.",
}
_ALL = "Everyone still playing must agree."
"""The rule for deeds: their words are in the vote."""
_ENDED = {"passed": "has passed", "failed": "has failed", "lapsed": "has lapsed"}


async def counted(tx: Tx, snapshot: GameSnapshot, vote: Vote) -> Count:
    """Count a vote as it stands. A ballot does not count if its player has left the seat since; but once all
    have agreed to a deed it may have taken a seat from one of them."""
    given = await store.ballots(tx, vote.id)
    if vote.deed and vote.status == "passed":
        agreed = frozenset(seat for seat, ballot in given.items() if ballot.yes)
        return Count(act_of(vote), agreed, agreed, frozenset())
    cast = {seat: ballot.yes for seat, ballot in given.items() if snapshot.seat_of(ballot.user_id) == seat}
    absent = {player.seat for player in snapshot.players if player.seat and gone(snapshot, player)}
    return count(act_of(vote), snapshot.living, absent, cast)


def title(vote: Vote) -> str:
    """ "a pause of 3d"."""
    if vote.deed:
        return Deed.read(vote.deed).title
    word, span = TITLES[act_of(vote)], span_text(vote.amount or 0)
    if act_of(vote) == "extend":
        return f"{span} more"
    return f"{word} of {span}" if act_of(vote) == "pause" else word


def headed(vote: Vote) -> str:
    """Return the title for the beginning of a line."""
    return title(vote)[:1].upper() + title(vote)[1:]


def key(vote: Vote) -> str:
    return f"vote/{vote.id}"


def ask(snapshot: GameSnapshot, vote: Vote) -> str:
    """Say what is voted on, who asks for it, and how many must agree."""
    act = act_of(vote)
    if vote.deed:
        deed = Deed.read(vote.deed)
        why = f" Reason: {deed.reason}\n" if deed.reason else " "
        asked, rule, moves = f"{deed.by} {deed.asks}{why}", _ALL, bool(deed.seq)
    else:
        asked = (
            f"{snapshot.names()[vote.caller_seat]} {_ASKS[act].format(span=span_text(vote.amount or 0))}. "
        )
        rule, moves = _RULES[act], False
    lapses = when(vote.lapses_at, "f")
    ends = "the turn is over" if act == "extend" else "the game moves on" if moves else ""
    until = f"until {ends}, at most until {lapses}" if ends else f"until {lapses}"
    secret = " Nobody learns who votes how." if vote.secret else ""
    return f"{asked}{rule}{secret} Open {until} ({when(vote.lapses_at)})."


def standing(snapshot: GameSnapshot, vote: Vote, stands: Count) -> str:
    """Say how the vote stands or ended, in a small line."""
    if vote.status != "open":
        word = _ENDED[vote.status].removeprefix("has ").capitalize()
        return f"**{word}.** {tally(snapshot, vote, stands)}".rstrip()
    moved = abs(vote.lapses_at - vote.opened_at - LAPSES) > 1  # the post says what held when it was asked
    now = f" · now open until {when(vote.lapses_at, 'f')}, since I was away" if moved else ""
    if vote.secret:
        done = len(stands.yes | stands.no)
        has = "has" if done == 1 else "have"
        return f"**{done} of {len(stands.deciding)}** {has} voted · {stands.needed} yes needed{now}"
    waits = f" · not yet: {_seats(snapshot, stands.open)}" if stands.open else ""
    return f"{tally(snapshot, vote, stands)}{waits}{now}"


def tally(snapshot: GameSnapshot, vote: Vote, stands: Count) -> str:
    """Say who voted how; "" where that is secret."""
    if vote.secret:
        return ""
    needed = f" of {stands.needed} needed" if vote.status == "open" else ""
    yes = f"**{len(stands.yes)}{needed}** yes" + (f": {_seats(snapshot, stands.yes)}" if stands.yes else "")
    no = f" · **{len(stands.no)}** no: {_seats(snapshot, stands.no)}" if stands.no else ""
    return yes + no


def _seats(snapshot: GameSnapshot, seats: Iterable[Seat]) -> str:
    found = set(seats)
    return ", ".join(snapshot.presenter.seat_name(seat) for seat in snapshot.seats if seat in found)


def choices(vote: Vote, *, named: bool = False) -> tuple[Button, ...]:
    """Return the two buttons of a vote. named: they say which vote it is"""
    about = f": {title(vote)}" if named else ""
    yes, no = (clip(f"{word}{about}", MOST_LABEL) for word in ("Yes", "No"))
    return (
        Button(custom_id("voteyes", vote.table_id, None, vote.turn, str(vote.id)), yes, "success"),
        Button(custom_id("voteno", vote.table_id, None, vote.turn, str(vote.id)), no, "danger"),
    )


async def put_ask(tx: Tx, snapshot: GameSnapshot, vote: Vote, stands: Count, now: float) -> None:
    """Queue the post that calls everybody who decides to vote."""
    users = [snapshot.player(seat).user_id for seat in snapshot.seats if seat in stands.open]
    lines = [
        post_words.headline(snapshot, f"vote: {title(vote)}"),
        ask(snapshot, vote),
        *([f"{post_words.for_users(users)} · the buttons, or `/vote list`"] if users else []),
    ]
    text, rows = "\n".join(lines), [choices(vote)]
    await posts.say(tx, snapshot.table, key(vote), text, now, mentions=users, rows=rows, vote=vote.id)


async def edit(tx: Tx, table: Table, vote: Vote, now: float) -> None:
    """Queue the edit of a vote's post. Ballots that come close together share one."""
    window, over = int(now / posts.READY_EVERY_S), vote.status != "open"
    change = posts.Edit(call=f"{table.id}/{key(vote)}", turn=vote.turn, bare=over)
    not_before = now if over else (window + 1) * posts.READY_EVERY_S
    await posts.edit(tx, table, f"{key(vote)}/tally/{'over' if over else window}", change, now, not_before)


async def words(tx: Tx, snapshot: GameSnapshot, vote_id: int) -> str:
    """Return the line below a vote's post as it is to read now."""
    vote = await first(tx, Vote, id=vote_id)
    return standing(snapshot, vote, await counted(tx, snapshot, vote)) if vote is not None else ""


def ended(vote: Vote) -> str:
    """ "has passed": what became of a vote."""
    return _ENDED.get(vote.status, "is open")


def result(snapshot: GameSnapshot, vote: Vote, stands: Count, why: str) -> list[str]:
    """Tell how a vote ended. why: what follows from it, or why it could not pass"""
    told = tally(snapshot, vote, stands)
    heading = post_words.headline(snapshot, f"vote {_ENDED[vote.status].removeprefix('has ')}: {title(vote)}")
    return [heading, *([why] if why else []), *([f"-# {told}"] if told else [])]


def logged(snapshot: GameSnapshot, vote: Vote, stands: Count, why: str) -> str:
    """Tell how a vote ended on one line, for the public log."""
    told = tally(snapshot, vote, stands).replace("**", "")
    parts = [f"The vote for {title(vote)} {ended(vote)}.", why, f"{told}." if told else ""]
    return " ".join(part for part in parts if part)


def listed(snapshot: GameSnapshot, held: list[tuple[Vote, Count]], seat: Seat | None) -> Message:
    """List all open votes of a table, with buttons for those who may vote."""
    head = post_words.headline(snapshot, "votes")
    if not held:
        asks = "`/vote extend`, `pause`, `draw`, `undo` or `end` asks for one."
        return Message(f"{head}\nNothing is being voted on. {asks}")
    lines, rows = [head], []
    for vote, stands in held:
        lines += [f"**{headed(vote)}**: {ask(snapshot, vote)}", standing(snapshot, vote, stands)]
        if seat in snapshot.living:
            rows.append(choices(vote, named=len(held) > 1))
    return Message("\n".join(lines), rows=tuple(rows[:5]))


async def look_again(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Count open votes anew at once, and edit their posts: others may decide now."""
    held = await store.of_table(tx, snapshot.table.id)
    for vote in held:
        await edit(tx, snapshot.table, vote, now)
    if held:
        await _due_now(tx, snapshot, now)


async def _due_now(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    row = Deadline(table_id=snapshot.table.id, kind="vote", turn=snapshot.phase.turn, due_at=now)
    await deadlines.put(tx, row)


async def game_moved(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Count open votes anew: the game has moved on."""
    # Every open vote has its moment there.
    if await deadlines.get(tx, after.table.id, "vote") and await store.of_table(tx, after.table.id):
        await _due_now(tx, after, now)


async def game_over(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Let open votes lapse: the game is over."""
    held = await store.of_table(tx, after.table.id)
    for vote in held:
        await store.change_open(tx, vote.id, status="lapsed", closed_at=now)
        closed = await first(tx, Vote, id=vote.id)
        assert closed is not None
        await edit(tx, after.table, closed, now)
    if held:
        await deadlines.drop(tx, after.table.id, "vote")
