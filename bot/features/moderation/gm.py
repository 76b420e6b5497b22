"""What a game master does by hand: stop a game's clock and let it go on, give more time, resolve a turn now,
take one back, put somebody else on a seat, hand the game to another host.

Everything is told in the channel and stands in the table's public log, with who and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.game import shared_complete
from bot.common.clock import DAY, HOUR, read_length, span_text
from bot.common.errors import Refused
from bot.common.message import Choice, Field, Form, custom_id, due_words, form_title, plain_name, when
from bot.engine import order_sheets, post_words, posts, resolve, timing, undo
from bot.engine.context import Context
from bot.engine.resolve import Resolving
from bot.engine.snapshot import GameSnapshot, must_be_played, seat_label, seat_meant
from bot.engine.undo import Taken
from bot.features.absence import vacation
from bot.features.moderation.game_masters import (
    CONSENT_NEEDED,
    HOST_BY_PLAYER,
    MOST_REASON,
    Ruler,
    is_host,
    must_rule,
    named,
    needs_consent,
    ruled,
    ruled_or_none,
    rules_alone,
    tidy,
)
from bot.features.substitutes import handover
from bot.features.votes.motions import Deed
from bot.features.votes.voting import Voting, taking_back
from bot.storage import drafts, tables
from bot.storage.database import Tx

LONGEST = 30 * DAY
"""Seconds: a turn is extended by so much in all, at the most, and a pause that ends by itself lasts no
longer."""
NOTICE = HOUR
"""Seconds: a deadline that is brought nearer is no nearer than that."""


class Gm:
    def __init__(self, context: Context, resolving: Resolving, voting: Voting) -> None:
        self.context = context
        self._resolving = resolving
        self._voting = voting
        voting.on("force", self._force)
        voting.on("undo", self._take_back)
        voting.on("replace", self._replace)

    # -- the clock

    async def pause(self, table_id: str, ruler: Ruler, reason: str, span: str = "") -> str:
        """Stop the clock, until somebody lets it go on, or for this span. Raises Refused."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            stopped = snapshot.pause
            if stopped is not None and stopped.cause != "vote":  # that one ends by itself, or by another vote
                raise Refused(f"Game `{snapshot.table.id}` is paused already. `/gm resume` lets it go on.")
            seconds = _span(span) if span.strip() else None
            until = now + seconds if seconds is not None else None
            ends = f" until {when(until, 'f')}" if until is not None else ""
            said = f"{named(snapshot.table, ruler)} has paused the game{ends}. Reason: {tidy(reason)}"
            await timing.pause(tx, snapshot.table, "master", said, now, until=until)
            await posts.log(tx, snapshot.table, "pause", said, now)
            goes = "by itself then" if until is not None else "when a game master says so"
            more = (
                f"No time runs, and nothing resolves; orders and Ready are taken. It goes on {goes}. Two "
                "thirds of you can end the pause with `/vote resume`."
            )
            await self._tell(tx, snapshot, "paused", [f"⏸ {said}", more], now)
        return f"Game `{snapshot.table.id}` is paused. `/gm resume` lets it go on."

    async def resume(self, table_id: str, ruler: Ruler, reason: str = "") -> str:
        """Let the clock go on; a turn that could not be resolved is tried again. Raises Refused."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            if snapshot.pause is None:
                raise Refused(f"Game `{snapshot.table.id}` is not paused.")
            if snapshot.pause.cause == "vote" and not await rules_alone(tx, snapshot, ruler):
                raise Refused(
                    "The players have voted for this pause: `/vote resume` ends it, or a moderator does."
                )
            why = f" Reason: {tidy(reason)}" if reason.strip() else ""
            said = f"{named(snapshot.table, ruler)} lets the game go on.{why}"
            after = await resolve.go_on(self.context, self._resolving, tx, snapshot, said, now)
        if after.pause is not None:
            return resolve.FAULT_TOLD
        return f"Game `{after.table.id}` goes on: see <#{after.table.channel_id}>."

    async def extend(self, table_id: str, ruler: Ruler, span: str, reason: str) -> str:
        """Put the deadline of the open turn off: by `LONGEST` in all, over all who do so. Raises Refused."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            seconds = _span(span)
            stood = await timing.time_left(tx, snapshot, now)
            if stood.due_at is None:
                raise Refused("This turn has no deadline, so there is nothing to extend.")
            if not await self.context.missing(tx, snapshot):
                raise Refused("All orders of this turn are in: nobody needs more time.")
            given, moved = stood.data.get("given", 0.0), stood.data.get("moved", 0.0)
            if given + seconds > LONGEST:
                rest = LONGEST - given
                more = f"you can add {span_text(rest)}" if rest >= HOUR else "this one has had them"
                raise Refused(f"A turn gets at most {span_text(LONGEST)} from game masters, in all: {more}.")
            begins = max(stood.due_at, now)
            due = begins + seconds
            if snapshot.pause is None:
                due = timing.spec_of(snapshot.table).after(begins, seconds)
            due = await timing.put_off(tx, snapshot, due, now, given=given + seconds)
            moved += due - stood.due_at
            await timing.annotate(tx, snapshot, now, moved=moved)
            told = f"{named(snapshot.table, ruler)} gives {span_text(seconds)} more for {snapshot.title}."
            then = await self._retimed(tx, snapshot, "extend", "more time", f"⏳ {told}", reason, due, now)
        return f"{then} Posted in <#{snapshot.table.channel_id}>."

    async def shorten(self, table_id: str, ruler: Ruler, span: str, reason: str) -> str:
        """Take back time that `extend` has given for the open turn; "" all of it. The turn keeps what it had
        before, and an hour from now. Raises Refused."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            stood = await timing.time_left(tx, snapshot, now)
            given, moved = stood.data.get("given", 0.0), stood.data.get("moved", 0.0)
            if stood.due_at is None or moved <= 0:
                raise Refused("No game master has given this turn more time, so there is none to take back.")
            if await needs_consent(tx, snapshot, ruler, snapshot.phase.owing):
                raise Refused("Players rely on the time that was given: only a moderator takes it back here.")
            seconds = min(_span(span), given) if span.strip() else given
            before = stood.due_at - moved
            due = before if seconds == given else stood.due_at - seconds
            due = max(due, before, now + NOTICE)
            if due >= stood.due_at:
                raise Refused(
                    f"This turn is due in less than {span_text(NOTICE)}: nothing is taken back now."
                )
            for user_id, paid in (await vacation.waiting(tx, snapshot, stood.due_at)).items():
                await vacation.give_back(tx, snapshot, user_id, min(paid, stood.due_at - due))
            due = await timing.put_off(tx, snapshot, due, now)
            left = {"given": max(given - seconds, 0.0), "moved": max(moved - (stood.due_at - due), 0.0)}
            await timing.annotate(tx, snapshot, now, **left)
            less = span_text(stood.due_at - due)
            told = f"{named(snapshot.table, ruler)} takes back {less} that {snapshot.title} was given."
            then = await self._retimed(tx, snapshot, "shorten", "less time", f"⌛ {told}", reason, due, now)
        return f"{then} Posted in <#{snapshot.table.channel_id}>."

    async def _retimed(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        act: str,
        heading: str,
        told: str,
        reason: str,
        due: float,
        now: float,
    ) -> str:
        """Tell that the open turn has another deadline; a sentence that says which."""
        said = f"{told} Reason: {tidy(reason)}"
        await posts.log(tx, snapshot.table, act, said.split(" ", 1)[1], now)
        then = (
            f"It is due {due_words(due)}."
            if snapshot.pause is None
            else "That counts once the game goes on: it is still paused."
        )
        users = [snapshot.player(seat).user_id for seat in snapshot.seats if seat in snapshot.phase.owing]
        await self._tell(tx, snapshot, heading, [said, then], now, users)
        return then

    # -- the turn

    async def form(self, act: str, table_id: str, ruler: Ruler, reason: str) -> Form:
        """Return the window that asks once more before a turn is resolved or taken back: it names the turn,
        and the position that its game master has seen. act: "gmforce" or "gmundo". Raises Refused."""
        async with self.context.db.read() as tx:
            snapshot = await ruled(self.context, tx, table_id, ruler)
            if act == "gmundo":
                taken, asked = await self._undoing(tx, snapshot, ruler)
                anew = " Flips and rolls come from a new seed then." if undo.shown(taken) else ""
                title = f"Take back {taken.words}?"
            else:
                asked = await self._forcing(tx, snapshot, ruler)
                title, anew = f"Resolve {snapshot.title} now?", ""
            hint = f"{CONSENT_NEEDED if asked else 'Everyone will see this.'}{anew}"
        tidy(reason)
        field = Field("reason", "Why?", hint, " ".join(reason.split()), long=True, most=MOST_REASON)
        ident = custom_id(act, snapshot.table.id, None, snapshot.stamp, str(snapshot.step.seq), kind="form")
        return Form(ident, form_title(title, snapshot.table.id), (field,))

    async def force(self, table_id: str, ruler: Ruler, reason: str, seq: int | None = None) -> str:
        """Resolve the open turn now; nobody counts as absent. seq: see `ruled`. Raises Refused."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await ruled(self.context, tx, table_id, ruler, seq), self.context.clock.now()
            by = named(snapshot.table, ruler)
            deed = Deed(
                kind="force",
                by=by,
                title=f"resolving {snapshot.title} now",
                asks=f"wants to resolve {snapshot.title} now, before its time, with the orders there are.",
                done=f"{by} resolves {snapshot.title} now, before its time",
                reason=tidy(reason),
                seq=snapshot.step.seq,
            )
            if await self._forcing(tx, snapshot, ruler):
                said = await self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                after = await self._force(tx, snapshot, deed, now)
                said = (
                    resolve.FAULT_TOLD
                    if after.pause is not None
                    else f"Done: see <#{snapshot.table.channel_id}>."
                )
        return said

    async def _forcing(self, tx: Tx, snapshot: GameSnapshot, ruler: Ruler) -> bool:
        """Return whether everyone must agree to it, whoever has sent orders. Raises Refused."""
        await self._forceable(tx, snapshot)
        return await needs_consent(tx, snapshot, ruler, snapshot.phase.owing)

    async def _force(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        await self._forceable(tx, snapshot)
        await posts.log(tx, snapshot.table, "force", deed.said, now)
        await self._tell(tx, snapshot, f"{snapshot.title} is resolved now", [f"⏩ {deed.said}"], now)
        await order_sheets.play_automatically(tx, snapshot, now)
        return await self._resolving.resolve(tx, snapshot, closing=True)

    async def _forceable(self, tx: Tx, snapshot: GameSnapshot) -> None:
        """Refuse a turn that cannot be resolved now, naming who is in the way."""
        if snapshot.pause is not None:
            raise Refused("The game is paused, so nothing resolves. `/gm resume` lets it go on.")
        given = await drafts.counting(tx, snapshot.table.id, snapshot.phase.turn)
        absent = sorted(shared_complete(snapshot.game, snapshot.state, set(given)))
        stuck = [seat for seat in absent if snapshot.game.default(snapshot.view(seat)) is None]
        if stuck:
            who = snapshot.named(stuck)
            has = "has" if len(stuck) == 1 else "have"
            raise Refused(
                f"{who} {has} given no order, and the rules know no default for it. `/gm extend` gives more "
                "time, `/gm replace` puts somebody else on the seat, `/gm penalise` ends the game for it."
            )

    async def undo(self, table_id: str, ruler: Ruler, reason: str, seq: int | None = None) -> str:
        """Take the last turn back. Raises Refused. seq: the newest step when it was asked"""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await ruled(self.context, tx, table_id, ruler, seq), self.context.clock.now()
            taken, asked = await self._undoing(tx, snapshot, ruler)
            by = named(snapshot.table, ruler)
            deed = taking_back(snapshot, taken, by, f"{by} has taken {taken.words} back", tidy(reason))
            if asked:
                said = await self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                await self._take_back(tx, snapshot, deed, now)
                said = f"Taken back: {taken.words}. Posted in <#{snapshot.table.channel_id}>."
        return said

    async def _undoing(self, tx: Tx, snapshot: GameSnapshot, ruler: Ruler) -> tuple[Taken, bool]:
        """What is taken back, and whether everyone must agree. Raises Refused where it is not possible."""
        taken = await undo.last_turn(self.context, tx, snapshot)
        return taken, undo.shown(taken) or await needs_consent(tx, snapshot, ruler, snapshot.living)

    async def _take_back(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        taken = await undo.last_turn(self.context, tx, snapshot)
        return await undo.take_back(self.context, tx, snapshot, taken, deed.said, now)

    # -- people

    async def replace(
        self, table_id: str, ruler: Ruler, player: str, user_id: int, name: str, reason: str
    ) -> str:
        """Put somebody else on a seat. Raises Refused."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            seat = seat_meant(snapshot, player)
            await handover.may_take(tx, snapshot, seat, user_id)
            by, side = named(snapshot.table, ruler), snapshot.presenter.seat_name(seat)
            deed = Deed(
                kind="replace",
                by=by,
                title=f"putting {plain_name(name)} on {side}'s seat",
                asks=f"wants to put {plain_name(name)} on the seat of {snapshot.names()[seat]}.",
                done=f"{by} has decided so",
                reason=tidy(reason),
                seat=seat,
                user_id=snapshot.player(seat).user_id,
                given={"user": user_id, "name": name},
            )
            taken = () if snapshot.player(seat).offered_at is not None else (seat,)
            if await needs_consent(tx, snapshot, ruler, taken):
                said = await self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                after = await self._replace(tx, snapshot, deed, now)
                said = f"{after.names()[seat]} plays now: all have read it in <#{snapshot.table.channel_id}>."
        return said

    async def _replace(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        user_id, name = int(deed.given["user"]), str(deed.given["name"])
        if user_id <= 0:
            raise Refused("Who was to play there has asked to be forgotten.")
        after = await handover.hand_over(self.context, tx, snapshot, deed.seat, user_id, name, deed.said, now)
        return await self._resolving.complete(tx, after)

    async def transfer(self, table_id: str, ruler: Ruler, user_id: int, name: str, reason: str) -> str:
        """Make somebody else the host. A host who plays may do that, too; a moderator may confirm a host made
        by a player, who then rules alone. Raises Refused."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await self.context.snapshot(tx, table_id), self.context.clock.now()
            if not is_host(snapshot.table, ruler):
                must_rule(snapshot.table, snapshot.players, ruler)
            must_be_played(snapshot.table)
            free = await rules_alone(tx, snapshot, ruler)
            if user_id == snapshot.table.host_id and not (free and snapshot.table.host_by_player):
                raise Refused(f"{plain_name(name)} is the host already.")
            by = named(snapshot.table, ruler)
            said = f"{by} has made {plain_name(name)} the host of this game. Reason: {tidy(reason)}"
            await tables.change(tx, snapshot.table.id, host_id=user_id, host_by_player=not free)
            await posts.log(tx, snapshot.table, "transfer", said, now)
            plays = snapshot.seat_of(user_id) is not None
            more = "" if free else HOST_BY_PLAYER
            more = "Who plays in a game does not rule in it: moderators do." if plays else more
            lines = [f"⚑ {said}", *([more] if more else [])]
            await self._tell(tx, snapshot, "a new host", lines, now, [user_id])
        return f"{plain_name(name)} is the host of game `{snapshot.table.id}` now."

    # -- what is offered while somebody types

    async def players(self, table_id: str, ruler: Ruler, typed: str) -> list[Choice]:
        """The seats that still play, with their players, for those who may rule."""
        snapshot, begun = await ruled_or_none(self.context, table_id, ruler), typed.strip().lower()
        if snapshot is None:
            return []
        found = [Choice(seat, seat_label(snapshot, seat)) for seat in snapshot.living]
        return [choice for choice in found if begun in choice.label.lower()]

    # -- shared

    async def _tell(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        heading: str,
        lines: Sequence[str],
        now: float,
        users: Iterable[int] | None = None,
    ) -> None:
        """A post for everybody. users: whom it notifies, all players unless given"""
        notified = snapshot.users if users is None else list(users)
        shown = [post_words.headline(snapshot, heading), *lines]
        if notified:
            shown.append(post_words.for_users(notified))
        await posts.say(tx, snapshot.table, f"gm/{now:.3f}", "\n".join(shown), now, mentions=notified)


def _span(said: str) -> float:
    """So much time, in seconds. Raises Refused."""
    seconds = read_length(said)
    if seconds > LONGEST:
        raise Refused(f"At most {span_text(LONGEST)}; {span_text(seconds)} is more.")
    return seconds
