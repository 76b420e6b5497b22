"""Votes as people see them: the post with its buttons, how it stands, and the result.

A vote's post (a `TablePost` with `vote`) is brought up to date by edits, as the call of a turn is.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.game import Seat
from bot.common.clock import DAY, span_text
from bot.common.message import Button, Message, Row, Style, clip, custom_id, due_words
from bot.engine import post_words, posts
from bot.engine.presence import gone
from bot.engine.snapshot import GameSnapshot
from bot.engine.time_words import plain_moment
from bot.features.votes import store, text
from bot.features.votes.motions import Count, Deed, act_of, count
from bot.presenters.colours import seat_colour
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.records import Deadline, Table, Vote
from bot.storage.rows import first

MOST_LABEL = 80
"""Characters of a button's label."""
LAPSES = DAY
"""Seconds that a vote is open, without those of outages."""
LENGTHS = ("extend", "pause")
"""Votes on a length of time."""
STYLES: tuple[Style, Style] = ("success", "danger")


def counted(tx: Tx, snapshot: GameSnapshot, vote: Vote) -> Count:
    """Count a vote as it stands. A ballot does not count if its player has left the seat since; but once all
    have agreed to a deed it may have taken a seat from one of them."""
    given = store.ballots(tx, vote.id)
    if vote.deed and vote.status == "passed":
        agreed = frozenset(seat for seat, ballot in given.items() if ballot.yes)
        return Count(act_of(vote), agreed, agreed, frozenset())
    cast = {seat: ballot.yes for seat, ballot in given.items() if snapshot.seat_of(ballot.user_id) == seat}
    absent = {player.seat for player in snapshot.players if player.seat and gone(snapshot, player)}
    deciding = set(snapshot.living) & set(snapshot.people)  # computers are not asked
    return count(act_of(vote), deciding, absent, cast)


def title(vote: Vote) -> str:
    """ "a pause of 3d"."""
    if vote.deed:
        return Deed.read(vote.deed).title
    act, span = act_of(vote), span_text(vote.amount or 0)
    said = text.TITLES[act]
    return said(span=span) if act in LENGTHS else said()


def key(vote: Vote) -> str:
    return f"vote/{vote.id}"


def ask(snapshot: GameSnapshot, vote: Vote) -> list[str]:
    """Say what is voted on, who asks for it, why, and how many must agree."""
    act, secret = act_of(vote), [text.SECRET] if vote.secret else []
    if vote.deed:
        deed = Deed.read(vote.deed)
        why = [text.REASON(reason=deed.reason)] if deed.reason else []
        return [text.DEED_ASKS(by=deed.by, asks=deed.asks), *why, *secret]
    who, span = snapshot.names()[vote.caller_seat], span_text(vote.amount or 0)
    said = text.ASKS[act]
    return [said(who=who, span=span) if act in LENGTHS else said(who=who), *secret]


def standing(snapshot: GameSnapshot, vote: Vote, stands: Count) -> list[str]:
    """Say how the vote stands, and until when it is open; or who voted how."""
    if vote.status != "open":
        return [told] if (told := tally(snapshot, vote, stands)) else []
    moves = bool(vote.deed) and bool(Deed.read(vote.deed).seq)
    said = text.OPEN_TURN if act_of(vote) == "extend" else text.OPEN_MOVE if moves else text.OPEN
    return [tally(snapshot, vote, stands), said(until=due_words(vote.lapses_at))]


def tally(snapshot: GameSnapshot, vote: Vote, stands: Count) -> str:
    """Say who voted how; of a secret vote how many have, and nothing when it is over."""
    yes, no, rest = (_seats(snapshot, seats) for seats in (stands.yes, stands.no, stands.open))
    voted_no = [text.VOTED_NO(seats=no)] if no else []
    if vote.status != "open":
        voted_yes = [text.VOTED_YES(seats=yes)] if yes else []
        return "" if vote.secret else " · ".join([*voted_yes, *voted_no])
    if vote.secret:
        done, all_ = len(stands.yes | stands.no), len(stands.deciding)
        return text.STATE_SECRET(done=done, all=all_, needed=stands.needed)
    told = text.STATE_NO_YES(needed=stands.needed)
    if yes:
        told = text.STATE_YES(seats=yes, n=len(stands.yes), needed=stands.needed)
    return " · ".join([told, *voted_no, *([text.STATE_OPEN(seats=rest)] if rest else [])])


def _seats(snapshot: GameSnapshot, seats: Iterable[Seat]) -> str:
    found = set(seats)
    return ", ".join(snapshot.presenter.seat_name(seat) for seat in snapshot.seats if seat in found)


def choices(vote: Vote, *, named: bool = False) -> tuple[Button, ...]:
    """Return the two buttons of a vote. named: they say which vote it is"""
    about = title(vote)
    yes, no = (text.YES_TO(title=about), text.NO_TO(title=about)) if named else (text.YES, text.NO)
    idents = (custom_id(act, vote.table_id, None, vote.turn, str(vote.id)) for act in ("voteyes", "voteno"))
    return tuple(
        Button(ident, clip(label, MOST_LABEL), style)
        for ident, label, style in zip(idents, (yes, no), STYLES, strict=True)
    )


def card(snapshot: GameSnapshot, vote: Vote, stands: Count, users: Iterable[int] = ()) -> Message:
    """Return a vote's post: what is asked, how it stands, and the buttons while it is open.

    users: whom it called to vote
    """
    head = post_words.headline(snapshot, text.HEAD[vote.status](title=title(vote)))
    lines = standing(snapshot, vote, stands)
    rows: list[Row] = ["\n".join(lines)] if lines else []
    if vote.status == "open":
        rows += [choices(vote), *filter(None, [post_words.for_users(users)])]
    accent = seat_colour(snapshot.table.game, vote.caller_seat or None)
    return Message("\n".join([head, *ask(snapshot, vote)]), rows=tuple(rows), accent=accent)


def shown(tx: Tx, snapshot: GameSnapshot, vote_id: int, users: Iterable[int]) -> Message | None:
    """Return a vote's post as it is to read now."""
    vote = first(tx, Vote, id=vote_id)
    if vote is None:
        return None
    return card(snapshot, vote, counted(tx, snapshot, vote), users)


def put_ask(tx: Tx, snapshot: GameSnapshot, vote: Vote, stands: Count, now: float) -> None:
    """Queue the post that calls everybody who decides to vote."""
    users = [snapshot.player(seat).user_id for seat in snapshot.seats if seat in stands.open]
    asked = card(snapshot, vote, stands, users)
    call = text.CALL(
        game=snapshot.game.name,
        code=snapshot.table.id,
        title=title(vote),
        until=plain_moment(vote.lapses_at),
    )
    said, rows = asked.text, [choices(vote)]
    posts.say(tx, snapshot.table, key(vote), said, now, mentions=users, rows=rows, vote=vote.id, call=call)


def edit(tx: Tx, table: Table, vote: Vote, now: float) -> None:
    """Queue the edit of a vote's post. Ballots that come close together share one."""
    window, over = int(now / posts.READY_EVERY_S), vote.status != "open"
    change = posts.Edit(call=f"{table.id}/{key(vote)}", turn=vote.turn, bare=over)
    not_before = now if over else (window + 1) * posts.READY_EVERY_S
    posts.edit(tx, table, f"{key(vote)}/tally/{'over' if over else window}", change, now, not_before)


def result(snapshot: GameSnapshot, vote: Vote, stands: Count, why: str) -> list[str]:
    """Tell how a vote ended. why: what follows from it, or why it could not pass"""
    told = tally(snapshot, vote, stands)
    heading = post_words.headline(snapshot, text.HEAD[vote.status](title=title(vote)))
    return [heading, *([why] if why else []), *([f"-# {told}"] if told else [])]


def logged(snapshot: GameSnapshot, vote: Vote, stands: Count, why: str) -> str:
    """Tell how a vote ended on one line, for the public log."""
    told = tally(snapshot, vote, stands).replace("**", "")
    parts = [text.LOGGED[vote.status](title=title(vote)), why, f"{told}." if told else ""]
    return " ".join(part for part in parts if part)


def listed(snapshot: GameSnapshot, held: list[tuple[Vote, Count]], seat: Seat | None) -> Message:
    """List all open votes of a table, with buttons for those who may vote."""
    head = post_words.headline(snapshot, text.LIST_HEAD)
    if not held:
        return Message(f"{head}\n{text.LIST_NONE}")
    rows: list[Row] = []
    for vote, stands in held:
        about = text.LISTED(title=title(vote))
        rows.append("\n".join([about, *ask(snapshot, vote), *standing(snapshot, vote, stands)]))
        if seat in snapshot.living:
            rows.append(choices(vote, named=len(held) > 1))
    return Message(head, rows=tuple(rows), accent=seat_colour(snapshot.table.game, seat))


def look_again(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Count open votes anew at once, and edit their posts: others may decide now."""
    held = store.of_table(tx, snapshot.table.id)
    for vote in held:
        edit(tx, snapshot.table, vote, now)
    if held:
        _due_now(tx, snapshot, now)


def _due_now(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    row = Deadline(table_id=snapshot.table.id, kind="vote", turn=snapshot.phase.turn, due_at=now)
    deadlines.put(tx, row)


def game_moved(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Count open votes anew: the game has moved on."""
    # Every open vote has its moment there.
    if deadlines.get(tx, after.table.id, "vote") and store.of_table(tx, after.table.id):
        _due_now(tx, after, now)


def game_over(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Let open votes lapse: the game is over."""
    held = store.of_table(tx, after.table.id)
    for vote in held:
        store.change_open(tx, vote.id, status="lapsed", closed_at=now)
        closed = first(tx, Vote, id=vote.id)
        assert closed is not None
        edit(tx, after.table, closed, now)
    if held:
        deadlines.drop(tx, after.table.id, "vote")
