"""Taking the last turn back: the game is again as it was before the newest turn was resolved.

Nothing is deleted. An undo is a step of its own with the state of an earlier one, so the record has both.
What was published of the turn stays published; its orders are drafts again.

The number of the next result is part of the state, so it goes back, too. Where nothing fell the seed stays. A
result that fell is known, so from then on results come from a new seed (bot/engine/receipts.py).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.chance import CHANCE_EVENTS
from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import fit
from bot.engine import lineage, order_sheets, post_words, posts, receipts, text, timing
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.storage import drafts, steps, tables
from bot.storage.database import Tx
from bot.storage.records import Draft, Step
from maps.text import capitalized


@dataclass(frozen=True, slots=True)
class Taken:
    """What is taken back. was: the table as it will be again; gone: the steps that are, newest first;
    part: the turn goes on, or went on, after the step that was resolved"""

    was: GameSnapshot
    gone: tuple[Step, ...]
    part: bool

    @property
    def words(self) -> str:
        """ "turn 4"; where a turn takes several steps, the last of them."""
        return text.LAST_STEP(what=self.was.phase_word) if self.part else self.was.title


def last_turn(context: Context, tx: Tx, snapshot: GameSnapshot) -> Taken:
    """The step that opened the open turn, and what was declared since. If it was a computer's, the one before
    is taken back, too: it would only be played again. Raises Refused."""
    table = snapshot.table
    if snapshot.outcome is not None or table.status != "playing":
        raise Refused(text.OVER_NOTHING_BACK(code=table.id))
    line, gone = lineage.of(tx, table).line(snapshot.step.seq), list[Step]()
    turn = snapshot.phase.turn
    for seq in line:
        step = steps.at(tx, table.id, seq)
        gone.append(step)
        if step.kind == "resolve" and step.orders and all(map(snapshot.computer, step.orders)):
            turn = step.turn
        elif step.kind != "declare" or step.turn != turn:
            break
    if gone[-1].kind in ("start", "reseed"):  # what was before was played elsewhere
        raise Refused(text.NOTHING_RESOLVED(code=table.id))
    was = context.snapshot(tx, table.id, next(line))
    taken = Taken(was, tuple(gone), was.phase.goes_on or snapshot.phase.goes_on)
    if shown(taken) and "league" in table.origin:
        raise Refused(text.LEAGUE_KEEPS_CHANCE(what=taken.words))
    return taken


def shown(taken: Taken) -> bool:
    """Whether a result of chance fell in what is taken back, whoever saw it: then another throw follows."""
    return any(event["type"] in CHANCE_EVENTS for step in taken.gone for event in step.events)


def take_back(
    context: Context, tx: Tx, snapshot: GameSnapshot, taken: Taken, said: str, now: float
) -> GameSnapshot:
    """Take this back, and tell everybody; the table as it is then. If a result fell in it, later ones come
    from a new seed. The caller holds the table's lock, and has the consent that is needed then (`shown`).

    said: who did it and why, in words that all read
    """
    table, was = snapshot.table, taken.was
    posts.close_ready_count(tx, snapshot, now)
    tables.advance(tx, table.id, table.seq, table.seq + 1, was.phase.turn)
    tables.count_undo(tx, table.id)
    step = Step(
        table_id=table.id,
        seq=table.seq + 1,
        turn=table.turn,
        kind="undo",
        state=was.step.state,
        at=now,
        back_to=was.step.seq,
        commitment=receipts.next_commitment(tx, table) if shown(taken) else None,
    )
    steps.add(tx, step)
    posts.log(tx, table, "undo", said, now)
    notes: dict[int, str] = {}
    for taken_back in snapshot.hooks.turn_taken_back:
        notes |= taken_back(tx, table.id, was.phase.turn)
    after = context.snapshot(tx, table.id)
    given = {draft.user_id for draft in drafts.of_table(tx, table.id, table.turn).values()}
    drafts.clear_table(tx, table.id, max(table.turn, after.phase.turn))
    again = _sheets(after, taken, lineage.idle(tx, table, taken.gone[-1]))
    for seat, orders in again.items():
        _give_back(tx, after, seat, orders, taken.gone[-1].at, now)
    due = timing.open_turn(tx, after, now)
    for moved in after.hooks.game_moved:
        moved(tx, after, now)
    _announce(tx, snapshot, after, taken, said, bool(again), due, now)
    _tell_seats(tx, after, taken, again, given, notes, now)
    after.owed(tx, now)
    return after


def _sheets(after: GameSnapshot, taken: Taken, idle: Collection[Seat]) -> dict[Seat, Sequence[str]]:
    """The orders of the turn that was taken back, by sheet: what seats gave themselves, be it what the rules
    would have done for them. idle: those that gave nothing"""
    step = taken.gone[-1]
    if step.kind != "resolve":
        return {}
    found: dict[Seat, Sequence[str]] = {}
    for seat, orders in step.orders.items():
        if orders and seat not in idle and seat in after.phase.owing and not order_sheets.forced(after, seat):
            found[after.sheet(seat)] = orders
    return found


def _give_back(
    tx: Tx, after: GameSnapshot, sheet: Seat, orders: Sequence[str], given_at: float, now: float
) -> None:
    """As drafts that nobody has sent: whoever gave them may think again, who took a seat over is asked."""
    player = after.player(sheet)
    draft = Draft(
        table_id=after.table.id,
        seat=sheet,
        turn=after.phase.turn,
        orders=orders,
        ready=False,
        user_id=player.user_id,
        at=now,
        inherited=player.joined_at > given_at and len(after.game.sharing(after.state, sheet)) == 1,
    )
    drafts.put(tx, draft)


# -- telling


def _announce(
    tx: Tx,
    before: GameSnapshot,
    after: GameSnapshot,
    taken: Taken,
    said: str,
    again: bool,
    due: float | None,
    now: float,
) -> None:
    """A post with the board as it is again. again: whether orders are drafts again"""
    called, users = post_words.calling(after, due)
    everyone = after.users
    lines = [
        post_words.headline(after, text.TAKEN_BACK(what=taken.words)),
        text.BECAUSE_BACK(why=said),
        *_with_it(before, taken),
        *_what_stays(taken, again),
    ]
    if after.step.commitment is not None:
        promise = text.FAIR_NEW_SEED(code=after.table.id, digest=after.step.commitment)
        posts.fair_play(tx, after.table, f"seed/{after.step.seq}", promise, now)
    if after.pause is not None:
        lines.append(post_words.paused(after.pause))
    others = [user for user in everyone if user not in users]
    lines += [post_words.for_users(others)] if others else []
    rows = [post_words.turn_buttons(after)]
    posts.report(
        tx,
        after,
        lines,
        now,
        below=[post_words.next_called(after, called)],
        call=post_words.call(after, due),
        mentions=everyone,
        rows=rows,
        tally=after.phase.turn,
    )


def _with_it(before: GameSnapshot, taken: Taken) -> list[str]:
    """What was declared or ruled since the turn was resolved, and does not hold any more."""
    told = []
    for step in reversed(taken.gone[:-1]):
        told += before.presenter.narrate(before.seen(step, None), before.names())
    return [text.BACK_WITH_IT(lines="\n".join(f"- {line}" for line in told))] if told else []


def _what_stays(taken: Taken, again: bool) -> list[str]:
    """What an undo cannot change, as sentences of one line."""
    told = []
    opener = taken.gone[-1]
    if opener.seals and taken.was.phase.until_end:
        told.append(text.STAYS_SECRET)
    elif opener.seals:
        told.append(text.STAYS_PUBLIC)
    if again or opener.seals:  # who gave any of what was sealed is nobody's business
        told.append(text.DRAFTS_AGAIN)
    return [" ".join(told)] if told else []


def _tell_seats(
    tx: Tx,
    after: GameSnapshot,
    taken: Taken,
    again: Mapping[Seat, object],
    given: Collection[int],
    more: Mapping[int, str],
    now: float,
) -> None:
    """A desk for everyone who owes an order, and a word for everyone else.

    given: the users whose orders for the turn that was open are dropped;  more: what else users are told
    """
    table = after.table
    for seat in after.seats:
        notes = [text.WAS_TAKEN_BACK(what=capitalized(taken.words))]
        owes = seat in after.phase.owing
        if owes and after.sheet(seat) in again:
            own = after.player(seat).joined_at <= taken.gone[-1].at
            notes.append(text.YOURS_AGAIN if own else text.THEIRS_AGAIN)
        user = after.player(seat).user_id
        if user in given:
            notes.append(text.DROPPED)
        if user in more:
            notes.append(more[user])
        if owes:
            key = posts.desk_key(table, after.phase.turn, seat)
            posts.put_desk(tx, after, seat, key, now, note=" ".join(notes))
            continue
        lines = [
            post_words.headline(after, after.title),
            post_words.you_are(after, seat),
            " ".join(notes),
            post_words.waiting(after, seat),
        ]
        told = fit("\n".join(lines), post_words.MOST_POST)
        posts.tell(tx, table, user, f"{after.step.seq}/undone/{seat}", told, now)
