"""Votes of a table's players: more time, a pause, going on, a draw, the end, a turn back; and deeds of a game
master's that need everyone's consent.

Everybody who still plays may call one; that is a yes. A game master has no seat, and so no ballot. A vote is
decided as soon as the rest cannot change it, and then carried out in the same transaction. Its row among the
deadlines says when it lapses, or that the game has moved on and it is to be looked at anew. An outage takes
no time of a vote's; nor does a clock that was ahead add any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from adjudicator.game import Seat
from adjudicator.text import Text
from bot.common.clock import DAY, read_length, read_span, span_text
from bot.common.errors import Refused
from bot.common.message import Choice, Message, due_words
from bot.engine import access, outages, post_words, posts, timing, undo
from bot.engine import text as engine_text
from bot.engine.context import Context
from bot.engine.hooks import Job
from bot.engine.resolve import Resolving, go_on
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.features.votes import posts as voteposts
from bot.features.votes import store, text
from bot.features.votes.motions import DEEDS, Act, Count, Deed, DeedKind, act_of
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.deadlines import Part
from bot.storage.records import Ballot, Deadline, Vote, VoteKind, VoteStatus
from bot.storage.rows import append, first, save

MOST_PAUSES = 2
"""So many pauses by vote has a game."""
A_TURN = 1
"""So many extensions by vote has a turn."""
USUAL_PAUSE = 3 * DAY
OFFERED = ("6h", "12h", "24h", "36h", "48h", "3d", "5d", "7d", "10d", "14d", "21d", "30d")
TOLD_OTHERWISE: frozenset[str] = frozenset({"resume", "draw", "end"}) | DEEDS
"""What has a post of its own when it happens."""
_KINDS: dict[Act, VoteKind] = {
    "extend": "extend",
    "pause": "pause",
    "resume": "pause",
    "draw": "draw",
    "end": "end",
    "undo": "undo",
    "link": "link",
}
Do = Callable[[Tx, GameSnapshot, Deed, float], GameSnapshot]
"""Does a deed, in the transaction in which all have agreed to it; the table after it. Raises Refused if it is
not possible any more."""


class Voting:
    def __init__(self, context: Context, resolving: Resolving, turns: Turns) -> None:
        self.context = context
        self._resolving = resolving
        self._turns = turns
        self._deeds: dict[DeedKind, Do] = {}

    def on(self, kind: DeedKind, do: Do) -> None:
        """How a deed of this kind is done."""
        self._deeds[kind] = do

    def propose(self, tx: Tx, snapshot: GameSnapshot, user_id: int, deed: Deed) -> str:
        """Ask all who play for this; the caller holds the table's lock. Raises Refused."""
        self._may_ask(tx, snapshot, user_id, deed.kind)
        self._open(tx, snapshot, user_id, "", deed.kind, deed=deed)
        return text.PROPOSED(title=deed.title, channel=f"<#{snapshot.table.channel_id}>")

    async def call(self, table_id: str, user_id: int, act: Act, said: str = "") -> str:
        """Ask all who play for this. said: how long, where it has a length. Raises Refused."""

        def change(tx: Tx) -> str:
            snapshot, seat = self._voter(tx, table_id, user_id)
            snapshot = self._look(tx, snapshot)
            if snapshot.over:  # a vote was decided, and nobody had carried it out yet
                return text.JUST_ENDED(code=snapshot.table.id)
            amount = self._amount(tx, snapshot, user_id, act, said)
            deed = self._taking_back(tx, snapshot, seat) if act == "undo" else None
            snapshot, vote = self._open(tx, snapshot, user_id, seat, _KINDS[act], amount, deed)
            channel = f"<#{snapshot.table.channel_id}>"
            return text.CALLED[vote.status](title=voteposts.title(vote), channel=channel)

        return await self.context.write_game(table_id, change)

    def _open(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        user_id: int,
        seat: Seat,
        kind: VoteKind,
        amount: float | None = None,
        deed: Deed | None = None,
    ) -> tuple[GameSnapshot, Vote]:
        """Open a vote with its post; it may be decided at once. seat: who asks; "" a game master."""
        now = self.context.clock.now()
        vote = Vote(
            table_id=snapshot.table.id,
            kind=kind,
            turn=snapshot.phase.turn,
            caller_seat=seat,
            caller_user=user_id,
            amount=amount,
            secret=snapshot.house_rules.secret_votes,
            opened_at=now,
            lapses_at=now + voteposts.LAPSES,
            deed=deed.stored() if deed is not None else {},
        )
        vote = replace(vote, id=append(tx, vote))
        if seat:
            ballot = Ballot(vote_id=vote.id, seat=seat, user_id=user_id, yes=True, at=now)
            save(tx, ballot)
        voteposts.put_ask(tx, snapshot, vote, voteposts.counted(tx, snapshot, vote), now)
        snapshot, vote = self._settle(tx, snapshot, vote)
        self._next(tx, snapshot)
        return snapshot, vote

    async def cast(self, table_id: str, user_id: int, vote_id: int, yes: bool) -> str:
        """Cast a ballot, or another in place of the former. Raises Refused."""

        def change(tx: Tx) -> tuple[Vote, Text]:
            vote = first(tx, Vote, id=vote_id)
            if vote is None or vote.table_id != table_id:
                raise Refused(text.NO_SUCH_VOTE)
            if vote.status != "open":
                raise Refused(text.TOO_LATE[vote.status](title=voteposts.title(vote)))
            snapshot, seat = self._voter(tx, table_id, user_id)
            snapshot, vote = self._settle(tx, snapshot, vote)  # its turn may be over
            if vote.status == "open":
                now = self.context.clock.now()
                ballot = Ballot(vote_id=vote.id, seat=seat, user_id=user_id, yes=yes, at=now)
                save(tx, ballot)
                snapshot, vote = self._settle(tx, snapshot, vote)
                if vote.status == "open":
                    voteposts.edit(tx, snapshot.table, vote, now)
                elif vote.status == "passed":  # the game may have moved on by it
                    snapshot = self._look(tx, snapshot)
                said = (text.SAID_YES if yes else text.SAID_NO)[vote.status]
            else:
                said = text.TOO_LATE[vote.status]
            self._next(tx, snapshot)
            return vote, said

        vote, said = await self.context.write_game(table_id, change)
        return said(title=voteposts.title(vote))

    async def unlink(self, table_id: str, user_id: int) -> str:
        """Take a game's link back, at once: whoever plays in it or hosts it may. Raises Refused."""

        def change(tx: Tx) -> str:
            snapshot, now = self.context.snapshot(tx, table_id), self.context.clock.now()
            table, seat = snapshot.table, snapshot.seat_of(user_id)
            if seat is None and table.host_id != user_id:
                raise Refused(text.PLAYERS_UNLINK)
            if access.LINK not in table.origin:
                raise Refused(text.NO_LINK)
            access.set_link(tx, table, None)
            posts.log(tx, table, "link", text.UNLINKED, now)
            posts.say(tx, table, f"unlinked/{now:.3f}", text.UNLINKED, now)
            return text.YOU_UNLINKED

        return await self.context.write_game(table_id, change)

    async def listed(self, table_id: str, user_id: int) -> Message:
        """What is being voted on, with buttons for those who may."""

        def look(tx: Tx) -> tuple[GameSnapshot, list[tuple[Vote, Count]]]:
            snapshot = self.context.snapshot(tx, table_id)
            held = [
                (vote, voteposts.counted(tx, snapshot, vote))
                for vote in store.of_table(tx, snapshot.table.id)
            ]
            return snapshot, held

        snapshot, held = await self.context.db.read(look)
        return voteposts.listed(snapshot, held, snapshot.seat_of(user_id))

    async def spans(self, table_id: str, user_id: int, act: Act, typed: str) -> list[Choice]:
        """How long it may be, for autocomplete."""
        try:
            snapshot, _ = await self.context.db.read(self._voter, table_id, user_id)
        except Refused:
            return []
        most, begun = self._most(snapshot, act), typed.strip().lower()
        found = [span for span in OFFERED if (read_span(span)[1] or 0) <= most]
        return [Choice(span, span) for span in found if span.startswith(begun)]

    async def due(self, deadline: Deadline) -> None:
        """The moment of a table's votes: some lapse, or the game has moved on."""

        def change(tx: Tx) -> None:
            kept = deadlines.get(tx, deadline.table_id, "vote")
            if kept is None or kept.due_at > self.context.clock.now():
                return
            snapshot = self.context.snapshot(tx, deadline.table_id)
            self._next(tx, self._look(tx, snapshot, lapse=True))

        await self.context.take_game(deadline.table_id, change)

    # -- who may ask for what

    def _voter(self, tx: Tx, table_id: str, user_id: int) -> tuple[GameSnapshot, Seat]:
        snapshot, seat = self.context.seated(tx, table_id, user_id)
        if seat not in snapshot.living:
            raise Refused(text.YOU_ARE_OUT)
        return snapshot, seat

    def _may_ask(self, tx: Tx, snapshot: GameSnapshot, user_id: int, act: Act) -> list[Vote]:
        """Return all votes on this so far; of deeds only one is open at a time. Raises Refused."""
        held = store.of_table(tx, snapshot.table.id, None)
        same = [vote for vote in held if act_of(vote) == act]
        rivals = [vote for vote in held if vote.deed] if act in DEEDS else same
        for vote in rivals:
            if vote.status == "open":
                same_matter = vote in same
                raise Refused(
                    text.OPEN_ALREADY if same_matter else text.RIVAL_OPEN(title=voteposts.title(vote))
                )
        for vote in same:
            failed = vote.status == "failed" and vote.caller_user == user_id
            if failed and self._same_turn(tx, snapshot, vote.turn):
                raise Refused(text.VOTED_DOWN)
        return same

    def _taking_back(self, tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Deed:
        """Return the deed a player asks for who wants the last turn back. Raises Refused."""
        if snapshot.table.origin.get("league"):
            raise Refused(text.NO_UNDO_IN_LEAGUES)
        taken = undo.last_turn(self.context, tx, snapshot)
        return taking_back(snapshot, taken, snapshot.names()[seat], text.UNDONE(turn=taken.words))

    def _amount(self, tx: Tx, snapshot: GameSnapshot, user_id: int, act: Act, said: str) -> float | None:
        """The seconds asked for, None for what has no length. Raises Refused if this may not be asked."""
        same = self._may_ask(tx, snapshot, user_id, act)
        if act == "draw" and any(snapshot.computer(seat) for seat in snapshot.living):
            raise Refused(text.COMPUTERS_DECIDE)
        passed = sum(vote.status == "passed" for vote in same)
        if act == "extend":
            self._may_extend(tx, snapshot, passed)
        elif act == "pause":
            self._may_pause(tx, snapshot, passed)
        elif act == "resume" and snapshot.pause is None:
            raise Refused(text.NOT_PAUSED(code=snapshot.table.id))
        elif act == "link":
            self._may_link(tx, snapshot)
        if act in ("draw", "end", "undo", "link"):
            return None
        return 0.0 if act == "resume" else self._span(snapshot, act, said)

    def _may_extend(self, tx: Tx, snapshot: GameSnapshot, passed: int) -> None:
        most = snapshot.house_rules.extensions
        row = deadlines.get(tx, snapshot.table.id)
        if most == 0:
            raise Refused(text.NO_EXTENSIONS)
        if snapshot.pause is not None:
            raise Refused(text.IS_PAUSED)
        if row is None:
            raise Refused(text.NO_DEADLINE)
        if int(row.data.get("voted", 0)) >= A_TURN:
            raise Refused(text.EXTENDED_ALREADY)
        if passed >= most:
            raise Refused(text.NO_MORE_EXTENSIONS(n=passed))
        self._owed(tx, snapshot)

    def _may_link(self, tx: Tx, snapshot: GameSnapshot) -> None:
        if not self.context.web:
            raise Refused(engine_text.NO_PAGES)
        if name := access.name_on_the_web(tx, snapshot.table):
            raise Refused(text.LINKED_ALREADY(url=f"{self.context.web}/g/{name}"))

    def _may_pause(self, tx: Tx, snapshot: GameSnapshot, passed: int) -> None:
        if snapshot.house_rules.pause_days == 0:
            raise Refused(text.NO_PAUSES)
        if snapshot.pause is not None:
            raise Refused(text.PAUSED_ALREADY)
        if deadlines.get(tx, snapshot.table.id) is None:
            raise Refused(text.NO_DEADLINE)
        if passed >= MOST_PAUSES:
            raise Refused(text.NO_MORE_PAUSES(n=MOST_PAUSES))
        self._owed(tx, snapshot)

    def _owed(self, tx: Tx, snapshot: GameSnapshot) -> None:
        """More time is for orders that are missing. Raises Refused if none is."""
        if not self.context.missing(tx, snapshot):
            raise Refused(text.ALL_ORDERS_IN)

    def _most(self, snapshot: GameSnapshot, act: Act) -> float:
        """The longest that may be asked for, in seconds."""
        if act == "pause":
            return snapshot.house_rules.pause_days * DAY
        return timing.turn_seconds(snapshot, self.context.clock.now())

    def _span(self, snapshot: GameSnapshot, act: Act, said: str) -> float:
        most = self._most(snapshot, act)
        if not said.strip():
            return min(USUAL_PAUSE, most) if act == "pause" else most
        seconds = read_length(said)
        if seconds > most:
            too_long = text.TOO_LONG_PAUSE if act == "pause" else text.TOO_LONG_EXTENSION
            raise Refused(too_long(span=span_text(most)))
        return seconds

    def _same_turn(self, tx: Tx, snapshot: GameSnapshot, turn: int) -> bool:
        """Return whether the turn open then still is: it may have gone on, with the same deadline."""
        while snapshot.phase.turn > turn and snapshot.phase.goes_on and snapshot.step.seq > 1:
            before = self.context.snapshot(tx, snapshot.table.id, snapshot.step.seq - 1)
            if before.phase.turn > snapshot.phase.turn:  # a turn was taken back: this is another one
                return False
            snapshot = before
        return snapshot.phase.turn == turn

    # -- deciding

    def _look(self, tx: Tx, snapshot: GameSnapshot, *, lapse: bool = False) -> GameSnapshot:
        """Settle every open vote that is decided; the table after it. lapse: those whose time is over, too.
        That is for the row alone: it is held while the time of an outage has not been given back."""
        for vote in store.of_table(tx, snapshot.table.id):
            if snapshot.outcome is not None or snapshot.table.status != "playing":
                break
            snapshot, _ = self._settle(tx, snapshot, vote, lapse=lapse)
        return snapshot

    def _next(self, tx: Tx, snapshot: GameSnapshot) -> None:
        """When the votes are to be looked at again."""
        table = snapshot.table
        held = store.of_table(tx, table.id)
        deadlines.drop(tx, table.id, "vote")
        if held:
            first = min(vote.lapses_at for vote in held)
            now, turn = self.context.clock.now(), snapshot.phase.turn
            row = Deadline(table_id=table.id, kind="vote", turn=turn, due_at=first, began_at=now)
            deadlines.put(tx, row)

    def _settle(
        self, tx: Tx, snapshot: GameSnapshot, vote: Vote, *, lapse: bool = False
    ) -> tuple[GameSnapshot, Vote]:
        """Close the vote if it is decided, or over (`lapse`: look at that, too), and do what it says."""
        stands, now = voteposts.counted(tx, snapshot, vote), self.context.clock.now()
        status: VoteStatus | None = stands.verdict
        why = self._moot(tx, snapshot, vote, stands)
        if why:
            status = "lapsed"
        elif status is None and lapse and now >= vote.lapses_at:
            status, why = "lapsed", text.TOO_FEW
        if status is None:
            return snapshot, vote
        before = snapshot
        if status == "passed":
            try:
                with tx.begin_nested():
                    store.change_open(tx, vote.id, status=status, closed_at=now)
                    snapshot, why = self._carry_out(tx, snapshot, vote, now)
            except Refused:  # its words are for one reader; what the deed needed is gone
                status, why = "lapsed", text.IMPOSSIBLE
        if status != "passed":
            store.change_open(tx, vote.id, status=status, closed_at=now)
        vote = replace(vote, status=status, closed_at=now)
        line = voteposts.logged(before, vote, stands, why)
        posts.log(tx, before.table, "vote", line, now)
        voteposts.edit(tx, before.table, vote, now)
        if status != "passed" or act_of(vote) not in TOLD_OTHERWISE:
            users = [before.player(seat).user_id for seat in before.living]
            users = users if status == "passed" else []
            lines = voteposts.result(before, vote, stands, why)
            told = "\n".join([*lines, *([post_words.for_users(users)] if users else [])])
            posts.say(tx, before.table, f"{voteposts.key(vote)}/over", told, now, mentions=users)
        return snapshot, vote

    def _moot(self, tx: Tx, snapshot: GameSnapshot, vote: Vote, stands: Count) -> str:
        """Why the vote has nothing to decide any more; "" if it has."""
        act = act_of(vote)
        if vote.deed:
            return Deed.read(vote.deed).moot(snapshot)
        if act == "extend":
            if not self._same_turn(tx, snapshot, vote.turn):
                return text.TURN_OVER
            if snapshot.pause is not None:
                return text.IS_PAUSED
            if deadlines.get(tx, snapshot.table.id) is None:
                return text.NO_DEADLINE_NOW
            if stands.verdict == "passed" and not self.context.missing(tx, snapshot):
                return text.ALL_ORDERS_IN
        if act == "pause" and snapshot.pause is not None:
            return text.PAUSED_ALREADY
        if act == "link" and access.name_on_the_web(tx, snapshot.table):
            return text.LOOKED_AT_ALREADY
        if act == "resume" and snapshot.pause is None:
            return text.GOES_ON_ALREADY
        return ""

    def _carry_out(self, tx: Tx, snapshot: GameSnapshot, vote: Vote, now: float) -> tuple[GameSnapshot, str]:
        """Do what has passed; the table after it, and what follows in words."""
        act, amount = act_of(vote), vote.amount or 0.0
        if vote.deed:
            deed = Deed.read(vote.deed)
            return self._deeds[deed.kind](tx, snapshot, deed.agreed, now), ""
        if act == "extend":
            row = deadlines.get(tx, snapshot.table.id)
            assert row is not None
            due = timing.spec_of(snapshot.table).after(max(row.due_at, now), amount)
            voted = int(row.data.get("voted", 0)) + 1
            due = timing.put_off(tx, snapshot, due, now, voted=voted)
            return snapshot, text.NOW_DUE(due=due_words(due))
        if act == "pause":
            until = now + amount
            why = text.WHY_PAUSED(span=span_text(amount))
            timing.pause(tx, snapshot.table, "vote", why, now, until=until)
            told = text.NOW_PAUSED(until=due_words(until))
            return self.context.snapshot(tx, snapshot.table.id), told
        if act == "resume":
            return go_on(self.context, self._resolving, tx, snapshot, text.WHY_RESUMED, now), ""
        if act == "draw":
            return self._agree(tx, snapshot), ""
        if act == "link":
            table = access.set_link(tx, snapshot.table, access.new_link())
            url = f"{self.context.web}/g/{access.name_on_the_web(tx, table)}"
            return replace(snapshot, table=table), text.NOW_LINKED(url=url)
        return self._turns.break_off(tx, snapshot, text.WHY_ENDED, now), ""

    def _agree(self, tx: Tx, snapshot: GameSnapshot) -> GameSnapshot:
        """Declare the draw that all agreed to, for each of them."""
        for seat in snapshot.living:
            if snapshot.outcome is None and "draw" in snapshot.game.declarations(snapshot.state, seat):
                snapshot = self._turns.declare(tx, snapshot, seat, "draw", text.WHY_DRAWN, told=False)
        assert snapshot.outcome is not None, "a draw that all agree to ends the game"
        return snapshot


def taking_back(snapshot: GameSnapshot, taken: undo.Taken, by: str, done: str, reason: str = "") -> Deed:
    """The last turn, taken back. by, done, reason: see `Deed`"""
    asks = text.UNDO_ASKS_CHANCE if undo.shown(taken) else text.UNDO_ASKS
    return Deed(
        kind="undo",
        by=by,
        title=text.UNDO_TITLE(turn=taken.words),
        asks=asks(turn=taken.words),
        done=done,
        reason=reason,
        seq=snapshot.step.seq,
    )


def outage_over(
    context: Context, tx: Tx, gone_at: float, now: float, part: Part | None
) -> Sequence[tuple[str, Job]]:
    """The votes that passed in an outage, or lapse soon after it."""
    return [
        (row.table_id, partial(_give_back, context, row, gone_at, now))
        for row in outages.near(tx, "vote", gone_at, now, part)
    ]


async def _give_back(context: Context, row: Deadline, gone_at: float, now: float) -> None:
    """Keep votes open for as long as nobody could vote; their posts say until when."""

    def change(tx: Tx) -> None:
        try:
            snapshot = context.snapshot(tx, row.table_id)
        except Refused:
            return
        if deadlines.get(tx, row.table_id, "vote") != row:
            return
        held = store.of_table(tx, row.table_id)
        since = max(gone_at, timing.set_at(row))
        for one in held:
            until = outages.later(one.lapses_at, max(since, one.opened_at), now, timing.LEAST)
            if until is not None:
                store.change_open(tx, one.id, lapses_at=until)
                voteposts.edit(tx, snapshot.table, one, now)
        ends = [one.lapses_at for one in store.of_table(tx, row.table_id)]
        if ends and min(ends) != row.due_at:
            deadlines.put(tx, replace(row, due_at=min(ends), began_at=now))

    await context.write_game(row.table_id, change)


def brought_back(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    """The clock was so many seconds ahead when these votes were opened: they lapse as much sooner."""
    if row.kind != "vote":
        return
    for vote in store.of_table(tx, row.table_id):
        store.change_open(tx, vote.id, lapses_at=vote.lapses_at - ahead)
        voteposts.edit(tx, snapshot.table, vote, now)
    deadlines.put(tx, replace(row, due_at=row.due_at - ahead, began_at=now))
