"""Order sheets: reading what somebody wrote, checking drafts again, sheets that play themselves, and what
comes too late to change one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, texts
from adjudicator.near import nearly
from adjudicator.text import lines, listing
from bot.common.errors import Refused
from bot.common.message import clip, when
from bot.engine import posts, timing
from bot.engine import text as words
from bot.engine.snapshot import GameSnapshot
from bot.presenters.base import Presenter, seats_named
from bot.storage import drafts, outbox
from bot.storage.database import Tx
from bot.storage.records import ChangeOf, Draft
from bot.storage.rows import remove
from maps.text import capitalized

MOST_WRONG = 4
"""So many wrong orders of one message are told in full."""
MOST_INSTEAD = 4
"""So many orders that would work are told with each of them."""


Spelled = Callable[[str], str]
"""What writes canonical orders as people read them, see `Presenter.spelled`."""


def order_error(
    *errors: OrderError,
    names: Mapping[Seat, str] | None = None,
    such: bool = False,
    spelled: Spelled = str,
) -> str:
    """Refused orders as a person reads them: each order, why, and some that would work. names: of the seats,
    so that reasons have them as people write them, and orders about own units alone come first; such: what
    would work is only an example"""
    return "\n".join([*_each(errors, names or {}, such, spelled), words.UNCHANGED])


def look_error(error: OrderError) -> str:
    """What was not understood of somebody who only wants to look."""
    return _wrong(error, {})


def _each(
    errors: Sequence[OrderError], names: Mapping[Seat, str], such: bool = False, spelled: Spelled = str
) -> list[str]:
    told = [_wrong(error, names, such, spelled) for error in errors[:MOST_WRONG]]
    return told + ([words.MORE_WRONG(n=len(errors) - MOST_WRONG)] if len(errors) > MOST_WRONG else [])


def _wrong(error: OrderError, names: Mapping[Seat, str], such: bool = False, spelled: Spelled = str) -> str:
    reason = sentence(clip(seats_named(error.reason, names), 400))
    order = clip(plain_order(error.order), 80)
    told = words.WRONG(order=order, reason=reason) if order else reason
    unsaid = [
        word
        for word in error.instead
        if not re.search(rf"\b{re.escape(_target(word))}\b", error.reason, re.I)
    ]
    if not unsaid:
        return told
    unsaid.sort(key=lambda word: any(part in names for part in word.split()))
    shown = listing(f"`{spelled(word)}`" for word in unsaid[:MOST_INSTEAD])
    return (words.WRITTEN_SO if such else words.TRY)(wrong=told, orders=shown)


def sentence(reason: str) -> str:
    """Make a sentence of a reason; one that begins with a space's name keeps that as it is.

    >>> sentence("you wrote it twice"), sentence("b2 is a Bomber: it can go to b3"), sentence("Where to?")
    ('You wrote it twice.', 'b2 is a Bomber: it can go to b3.', 'Where to?')
    """
    said = capitalized(reason) if re.match(r"[a-z']+\b", reason) else reason
    return said if said[-1:] in ".?!" else f"{said}."


def _target(order: str) -> str:
    """Where an order leads to, as a reason may have named it already.

    >>> _target("e7xe6"), _target("A4s-B4n"), _target("1 move upper_hudson")
    ('e6', 'b4n', 'upper hudson')
    """
    last = (order.split() or [""])[-1].lower()
    return re.split(r"[-x*](?=[a-z]\d+[ns]?$)", last)[-1].replace("_", " ")


def plain_order(text: str) -> str:
    """What somebody typed, safe inside a code span."""
    return text.replace("`", "'").replace("\n", " ")


@dataclass(frozen=True, slots=True)
class Read:
    """What somebody wrote.

    orders, sheet: the orders that are kept, and the sheet with them in it
    completed:     lines that the sheet gave their meaning ("2 s 3"), with what they mean
    wrong:         the refused lines of a sheet of independent orders, as a person reads them
    """

    orders: Sequence[Any]
    sheet: Sequence[Any]
    completed: Sequence[tuple[str, Any]] = ()
    wrong: Sequence[str] = ()

    def told(self, presenter: Presenter, view: Any) -> list[str]:
        """What a sheet does not show: which lines it gave their meaning, and which are refused."""
        meant = [
            words.TOLD_BACK(typed=line, meaning=presenter.describe(view, order))
            for line, order in self.completed
        ]
        return [*meant, *self.wrong]


def read_sheet(snapshot: GameSnapshot, seat: Seat, draft: Sequence[Any], text: str) -> Read:
    """The orders in a text, and the sheet with them in it. Where a turn is a sheet of independent orders, the
    good ones are kept and the wrong ones told. Raises Refused if none is good."""
    game, view = snapshot.game, snapshot.view(seat)
    by_line = snapshot.presenter.many and bool(split_orders(text))
    try:
        orders = _parsed(snapshot, view, draft, text)
        said = [order for order in orders if isinstance(order, Declare)]
        if said and len(said) == len(orders):
            by_line = False
            game.check(view, orders)
            return Read(orders, orders)
        if said:
            # The rules take both; but what is declared takes effect at once, and the rest is a draft.
            raise OrderError(str(said[0]), words.STANDS_ALONE(order=said[0]))
        sheet = game.join(view, draft, orders)
        game.check(view, sheet)
    except OrderError as error:
        if by_line:
            return _good_lines(snapshot, seat, draft, text)
        raise Refused(refusal(snapshot, error)) from None
    return Read(orders, sheet, _completed(snapshot, view, text, orders))


def split_orders(text: str) -> list[str]:
    """The orders of a sheet of many, as they were typed."""
    return lines(text.replace(",", ";"))


def _good_lines(snapshot: GameSnapshot, seat: Seat, draft: Sequence[Any], text: str) -> Read:
    """Each line by itself, however they are ordered. Two orders of one unit are both refused."""
    game, view = snapshot.game, snapshot.view(seat)
    found = split_orders(text)
    read: dict[int, Any] = {}
    wrong: dict[int, OrderError] = {}
    for at, line in enumerate(found):
        try:
            [read[at]] = game.parse(view, line)
        except OrderError as error:
            wrong[at] = error
    for at in _said_by_halves(snapshot, view, draft, found, read, wrong):
        del wrong[at]
    kept: dict[int, Any] = {}
    torn: dict[str, OrderError] = {}
    for at, order in read.items():
        unit = game.unit_of(order)
        if order in kept.values():
            continue
        try:
            if isinstance(order, Declare):
                raise OrderError(str(order), words.STANDS_ALONE(order=order))
            if unit in torn:
                raise torn[unit]
            game.check(view, game.join(view, draft, [*kept.values(), order]))
            kept[at] = order
        except OrderError as error:
            wrong[at] = type(error)(found[at], error.reason, error.instead)
            for twin in [each for each, one in kept.items() if game.unit_of(one) == unit]:
                if not _agree(snapshot, view, kept[twin], order):
                    kept.pop(twin)
                    torn[unit] = wrong[twin] = type(error)(found[twin], error.reason)
    errors = [wrong[at] for at in sorted(wrong)]
    if not kept:
        raise Refused(refusal(snapshot, *errors))
    orders = list(kept.values())
    typed = "; ".join(found[at] for at in kept)
    return Read(
        orders,
        game.join(view, draft, orders),
        _completed(snapshot, view, typed, orders),
        [
            words.NOT_KEPT(wrong=told)
            for told in _each(errors, snapshot.seat_names(), spelled=snapshot.presenter.spelled)
        ],
    )


def _agree(snapshot: GameSnapshot, view: Any, *orders: Any) -> bool:
    try:
        snapshot.game.check(view, orders)
    except OrderError:
        return False
    return True


def _said_by_halves(
    snapshot: GameSnapshot,
    view: Any,
    draft: Sequence[Any],
    found: Sequence[str],
    read: dict[int, Any],
    wrong: Mapping[int, OrderError],
) -> list[int]:
    """Read the lines that mean something beside the others and the draft: "2 s 3" if 3 has an order. Returns
    which; two may give it to each other."""
    done: list[int] = []
    left = list(wrong)
    anew = {found[at].split()[0] for at in wrong}
    before = [order for order in draft if snapshot.game.unit_of(order) not in anew]

    def tried(some: Sequence[int]) -> bool:
        context = [*texts(before), *texts(list(read.values()))]
        try:
            orders = snapshot.game.parse(view, "; ".join([*context, *(found[at] for at in some)]))
        except OrderError:
            return False
        read.update(zip(some, orders[len(context) :], strict=True))
        done.extend(some)
        return True

    while more := [at for at in left if tried([at])]:
        left = [at for at in left if at not in more]
    for first, second in combinations(left, 2):
        if first not in done and second not in done:
            tried([first, second])
    return done


def _completed(snapshot: GameSnapshot, view: Any, text: str, orders: Sequence[Any]) -> list[tuple[str, Any]]:
    """The lines that mean nothing by themselves, or something else than they say, with the orders that they
    are."""
    if not snapshot.presenter.many:
        return [pair for pair in zip(lines(text), orders, strict=False) if nearly(pair[0], str(pair[1]))]
    found = []
    for line, order in zip(split_orders(text), orders, strict=False):
        try:
            snapshot.game.parse(view, line)
        except OrderError:
            found.append((line, order))
    return found


def _parsed(snapshot: GameSnapshot, view: Any, draft: Sequence[Any], text: str) -> Sequence[Any]:
    """The orders in a text. Where a line is given bit by bit, what is left out is what fits after the part of
    it that stays: "split c2" may mean the unit that the line brings there."""
    game = snapshot.game
    try:
        return game.parse(view, text)
    except OrderError as alone:
        kept = tuple(draft) if snapshot.phase.number is not None else ()
        while kept:
            try:
                orders = game.parse(view, "; ".join([*texts(kept), text]))[len(kept) :]
            except OrderError:
                break
            sheet = game.join(view, draft, orders)
            stays = sheet[: len(sheet) - len(orders)]
            if orders and stays == kept:
                return orders
            kept = stays if len(stays) < len(kept) else ()
        raise alone


def refusal(snapshot: GameSnapshot, *errors: OrderError, such: bool = False) -> str:
    """Refused orders as a person reads them, with the game's code: somebody may play several."""
    told = order_error(*errors, names=snapshot.seat_names(), such=such, spelled=snapshot.presenter.spelled)
    return f"{told}\n{words.OF_GAME(table=snapshot.table.id)}" if snapshot.coded else told


# -- Drafts after something that happened out of turn: a concession or a ruling may have changed the board


def recheck(tx: Tx, snapshot: GameSnapshot, why: str, now: float, *, everyone: bool = False) -> None:
    """The same turn goes on: orders that are not legal any more are taken back, whoever gave them gets a new
    desk that says so, and time to think again. They would keep the turn from resolving.

    why: what happened, as half a sentence;  everyone: all who owe an order get a new desk
    """
    table, turn = snapshot.table, snapshot.phase.turn
    owing = {seat: snapshot.sheet(seat) for seat in sorted(snapshot.phase.owing)}
    kept = drafts.of_table(tx, table.id, turn)
    wrong = {
        sheet for sheet in set(owing.values()) & set(kept) if not _good(snapshot, sheet, kept[sheet].orders)
    }
    for sheet in sorted(wrong):
        remove(tx, Draft, table_id=table.id, seat=sheet)
    if wrong:
        timing.cancel_early(tx, snapshot)
    due = timing.due(snapshot, now)
    if wrong and due is not None:
        timing.give_at_least(tx, snapshot, due, now)
    for seat, sheet in owing.items():
        if sheet in wrong:
            gone = kept[sheet].orders
            note = words.NOT_LEGAL(why=why, orders=", ".join(f"`{order}`" for order in gone), n=len(gone))
        elif everyone:
            note = words.LOOK_AGAIN(why=why)
        else:
            continue
        posts.put_desk(tx, snapshot, seat, f"{table.id}/{snapshot.step.seq}/again/{seat}", now, note=note)
    if wrong:
        snapshot.owed(tx, now)


def _good(snapshot: GameSnapshot, seat: Seat, orders: Sequence[str]) -> bool:
    """Whether the orders on a sheet are legal as the board stands."""
    view = snapshot.view(seat)
    try:
        read = [order for text in orders for order in snapshot.game.parse(view, text)]
        if read:  # an empty sheet takes the default of the rules
            snapshot.game.check(view, read)
    except OrderError:
        return False
    return True


# -- Turns that play themselves: no seat has a choice, or what was given ahead fits


def forced(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether the only legal sheet of an owing seat is the default of the rules, such as a forced pass. One
    legal move alone is not: that it came at once would tell, under fog, what can move."""
    if snapshot.phase.key == "setup" or (snapshot.presenter.many and not snapshot.adjusting):
        return False
    view = snapshot.view(seat)
    default = snapshot.game.default(view)
    return bool(default) and sorted(texts(default or ())) == sorted(texts(snapshot.game.legal(view)))


def plays_itself(tx: Tx, snapshot: GameSnapshot) -> bool:
    """Whether the open turn would play itself now: every owing seat is ready, or forced, or has given orders
    ahead that fit."""
    if not snapshot.phase.owing or snapshot.brought_back:
        return False
    kept = drafts.counting(tx, snapshot.table.id, snapshot.phase.turn)
    for seat in sorted(snapshot.phase.owing):
        draft = kept.get(snapshot.sheet(seat))
        if draft is not None and not draft.ready:
            return False
        if draft is None and not forced(snapshot, seat) and not _has_order_ahead(tx, snapshot, seat):
            return False
    return True


def play_automatically(tx: Tx, snapshot: GameSnapshot, now: float, *, late: bool = False) -> None:
    """Put on the sheets of the owing seats what plays itself, as ready drafts; where something is there
    already it stays. Done twice it does nothing more.

    late: the deadline has passed, so what waits in a queue counts, too
    """
    kept = dict(drafts.counting(tx, snapshot.table.id, snapshot.phase.turn))
    for seat in sorted(snapshot.phase.owing):
        must, draft = forced(snapshot, seat), kept.get(snapshot.sheet(seat))
        put: Draft | None = None
        for play_ahead in snapshot.hooks.play_ahead:
            put = put or play_ahead(tx, snapshot, seat, draft or put, now, forced=must, late=late)
        if put is None and draft is None and must and (late or not snapshot.brought_back):
            default = snapshot.game.default(snapshot.view(seat)) or ()
            put = put_sheet(tx, snapshot, seat, texts(default), now, ready=True)
        if put is not None:
            kept[put.seat] = put


def put_sheet(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, orders: Sequence[str], now: float, *, ready: bool
) -> Draft:
    """Store these orders as the seat's sheet of the open turn; the draft that they are."""
    draft = Draft(
        table_id=snapshot.table.id,
        seat=snapshot.sheet(seat),
        turn=snapshot.phase.turn,
        orders=tuple(orders),
        ready=ready,
        user_id=snapshot.player(seat).user_id,
        at=now,
    )
    drafts.put(tx, draft)
    return draft


def _has_order_ahead(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> bool:
    return any(has_order_ahead(tx, snapshot, seat) for has_order_ahead in snapshot.hooks.has_order_ahead)


# -- What comes late: an order in a message that is older than the newest change of the sheet, or than the
# open turn, does nothing. Two clocks may differ by seconds: Discord's, which the ids of messages and presses
# tell, and ours, which steps have. No moment of one is ever compared with one of the other:
#
# - the changes of a sheet are kept by Discord's clock, whoever asked for them in whatever way;
# - the opening of a turn is ours. A message that arrives as it is written was written when it arrived, by our
#   clock; for one that is read later the two are brought together (`apart`).


_EPOCH = 1_420_070_400.0
"""Discord's ids count from here, in seconds since 1970."""
_POSTS = 10
"""So many of our newest posts tell how far the clocks are apart."""


@dataclass(frozen=True, slots=True)
class Said:
    """When somebody asked for something.

    at:   by Discord's clock
    here: the same by ours, of a message; None: a press or a command, which is dealt with at once
    """

    at: float
    here: float | None = None


def told_at(ident: int) -> float:
    """When a message, a press or a command was made, by Discord's clock; ident: its id.

    >>> told_at(175928847299117063)
    1462015105.796
    """
    return _EPOCH + (ident >> 22) / 1000


def apart(tx: Tx) -> float:
    """By how many seconds our clock is ahead of Discord's, at most: a post has its id before its answer is
    here, so the quickest of the newest ones tells it best. Without any, infinitely: then nothing is late."""
    found = outbox.newest_sent(tx, _POSTS)
    gaps = [sent_at - told_at(message_id) for message_id, sent_at in found]
    return min(gaps, default=inf)


def changes_sheet(tx: Tx, snapshot: GameSnapshot, seat: Seat, said: Said | None, now: float) -> None:
    """The seat's sheet is changed by what was said. Raises Refused if that comes late."""
    _changes(tx, snapshot, seat, snapshot.sheet(seat), "sheet", said or Said(now), now)


def changes_plan(tx: Tx, snapshot: GameSnapshot, seat: Seat, said: Said | None, now: float) -> None:
    """As `changes_sheet`, of what the seat gives ahead."""
    _changes(tx, snapshot, seat, seat, "ahead", said or Said(now), now)


def must_be_timely(tx: Tx, snapshot: GameSnapshot, seat: Seat, said: Said | None, now: float) -> None:
    """Refuse what was said before the sheet's newest change, or before the turn opened."""
    if said is not None:
        _judge(tx, snapshot, seat, snapshot.sheet(seat), "sheet", said, now)


def _changes(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, whose: str, what: ChangeOf, said: Said, now: float
) -> None:
    _judge(tx, snapshot, seat, whose, what, said, now)
    drafts.note_change(tx, snapshot.table.id, whose, what, said.at)


def _judge(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, whose: str, what: ChangeOf, said: Said, now: float
) -> None:
    if said.here is None:
        return
    moment = when(said.at, "t")
    # Whoever goes on with a turn has opened it anew by orders of their own, which count below.
    goes_on = snapshot.phase.goes_on and seat in snapshot.phase.owing
    # A turn that opened in the future: our clock was set back since, and says nothing of it.
    if said.here < snapshot.called.at <= now and not goes_on:
        raise Refused(words.LATE(moment=moment, phase=snapshot.phase_word))
    known = drafts.changed_at(tx, snapshot.table.id, whose, what)
    if known is not None and said.at < known:
        raise Refused((words.LATE_CHANGED if what == "sheet" else words.LATE_AHEAD)(moment=moment))
