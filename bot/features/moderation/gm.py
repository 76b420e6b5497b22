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
from bot.engine import text as engine_text
from bot.engine.context import Context
from bot.engine.resolve import Resolving
from bot.engine.snapshot import GameSnapshot, must_be_played, seat_label, seat_meant
from bot.engine.undo import Taken
from bot.features.absence import vacation
from bot.features.moderation import text
from bot.features.moderation.game_masters import (
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

        def change(tx: Tx) -> GameSnapshot:
            snapshot, now = ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            stopped = snapshot.pause
            if stopped is not None and stopped.cause != "vote":  # that one ends by itself, or by another vote
                raise Refused(text.PAUSED_ALREADY(code=snapshot.table.id))
            seconds = _span(span) if span.strip() else None
            by, why = named(snapshot.table, ruler), tidy(reason)
            until, said, more = None, text.PAUSED(by=by, reason=why), text.PAUSE_MEANS
            if seconds is not None:
                until, more = now + seconds, text.PAUSE_UNTIL_MEANS
                said = text.PAUSED_UNTIL(by=by, until=when(until, "f"), reason=why)
            timing.pause(tx, snapshot.table, "master", said, now, until=until)
            posts.log(tx, snapshot.table, "pause", said, now)
            self._tell(tx, snapshot, text.PAUSED_HEAD, [f"⏸ {said}", more], now)
            return snapshot

        snapshot = await self.context.write_game(table_id, change)
        return text.YOU_PAUSED(code=snapshot.table.id)

    async def resume(self, table_id: str, ruler: Ruler, reason: str = "") -> str:
        """Let the clock go on; a turn that could not be resolved is tried again. Raises Refused."""

        def change(tx: Tx) -> GameSnapshot:
            snapshot, now = ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            if snapshot.pause is None:
                raise Refused(text.NOT_PAUSED(code=snapshot.table.id))
            if snapshot.pause.cause == "vote" and not rules_alone(tx, snapshot, ruler):
                raise Refused(text.PLAYERS_PAUSED)
            by = named(snapshot.table, ruler)
            said = text.RESUMED(by=by)
            if reason.strip():
                said = text.RESUMED_WHY(by=by, reason=tidy(reason))
            return resolve.go_on(self.context, self._resolving, tx, snapshot, said, now)

        after = await self.context.write_game(table_id, change)
        if after.pause is not None:
            return engine_text.FAULT_TOLD
        return text.YOU_RESUMED(code=after.table.id, channel=after.table.channel_id)

    async def extend(self, table_id: str, ruler: Ruler, span: str, reason: str) -> str:
        """Put the deadline of the open turn off: by `LONGEST` in all, over all who do so. Raises Refused."""

        def change(tx: Tx) -> tuple[GameSnapshot, str]:
            snapshot, now = ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            seconds = _span(span)
            stood = timing.time_left(tx, snapshot, now)
            if stood.due_at is None:
                raise Refused(text.NO_DEADLINE)
            if not self.context.missing(tx, snapshot):
                raise Refused(text.ALL_IN)
            given, moved = stood.data.get("given", 0.0), stood.data.get("moved", 0.0)
            if given + seconds > LONGEST:
                rest, most = LONGEST - given, span_text(LONGEST)
                if rest >= HOUR:
                    raise Refused(text.MOST_EXTENDED(most=most, rest=span_text(rest)))
                raise Refused(text.ALL_EXTENDED(most=most))
            begins = max(stood.due_at, now)
            due = begins + seconds
            if snapshot.pause is None:
                due = timing.spec_of(snapshot.table).after(begins, seconds)
            due = timing.put_off(tx, snapshot, due, now, given=given + seconds)
            moved += due - stood.due_at
            timing.annotate(tx, snapshot, now, moved=moved)
            by, turn = named(snapshot.table, ruler), snapshot.title
            said = text.EXTENDED(by=by, span=span_text(seconds), turn=turn, reason=tidy(reason))
            then = self._retimed(tx, snapshot, "extend", text.LONGER, "⏳", said, due, now)
            return snapshot, then

        snapshot, then = await self.context.write_game(table_id, change)
        return text.POSTED(told=then, channel=snapshot.table.channel_id)

    async def shorten(self, table_id: str, ruler: Ruler, span: str, reason: str) -> str:
        """Take back time that `extend` has given for the open turn; "" all of it. The turn keeps what it had
        before, and an hour from now. Raises Refused."""

        def change(tx: Tx) -> tuple[GameSnapshot, str]:
            snapshot, now = ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            stood = timing.time_left(tx, snapshot, now)
            given, moved = stood.data.get("given", 0.0), stood.data.get("moved", 0.0)
            if stood.due_at is None or moved <= 0:
                raise Refused(text.NOTHING_ADDED)
            if needs_consent(tx, snapshot, ruler, snapshot.phase.owing):
                raise Refused(text.MODERATOR_SHORTENS)
            seconds = min(_span(span), given) if span.strip() else given
            before = stood.due_at - moved
            due = before if seconds == given else stood.due_at - seconds
            due = max(due, before, now + NOTICE)
            if due >= stood.due_at:
                raise Refused(text.TOO_NEAR(notice=span_text(NOTICE)))
            for user_id, paid in vacation.waiting(tx, snapshot, stood.due_at).items():
                vacation.give_back(tx, snapshot, user_id, min(paid, stood.due_at - due))
            due = timing.put_off(tx, snapshot, due, now)
            left = {"given": max(given - seconds, 0.0), "moved": max(moved - (stood.due_at - due), 0.0)}
            timing.annotate(tx, snapshot, now, **left)
            by, less = named(snapshot.table, ruler), span_text(stood.due_at - due)
            said = text.SHORTENED(by=by, span=less, turn=snapshot.title, reason=tidy(reason))
            then = self._retimed(tx, snapshot, "shorten", text.SHORTER, "⌛", said, due, now)
            return snapshot, then

        snapshot, then = await self.context.write_game(table_id, change)
        return text.POSTED(told=then, channel=snapshot.table.channel_id)

    def _retimed(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        act: str,
        heading: str,
        sign: str,
        said: str,
        due: float,
        now: float,
    ) -> str:
        """Tell that the open turn has another deadline; a sentence that says which."""
        posts.log(tx, snapshot.table, act, said, now)
        then = text.NOW_DUE(due=due_words(due)) if snapshot.pause is None else text.NOW_DUE_PAUSED
        users = [snapshot.player(seat).user_id for seat in snapshot.seats if seat in snapshot.phase.owing]
        self._tell(tx, snapshot, heading, [f"{sign} {said}", then], now, users)
        return then

    # -- the turn

    async def form(self, act: str, table_id: str, ruler: Ruler, reason: str) -> Form:
        """Return the window that asks once more before a turn is resolved or taken back: it names the turn,
        and the position that its game master has seen. act: "gmforce" or "gmundo". Raises Refused."""

        def look(tx: Tx) -> tuple[GameSnapshot, str, str]:
            snapshot = ruled(self.context, tx, table_id, ruler)
            if act == "gmundo":
                taken, asked = self._undoing(tx, snapshot, ruler)
                title, anew = text.UNDO_TITLE(turn=taken.words), undo.shown(taken)
            else:
                asked = self._forcing(tx, snapshot, ruler)
                title, anew = text.FORCE_TITLE(turn=snapshot.title), False
            if asked:
                hint = text.CONSENT_NEW_SEED if anew else text.CONSENT
            else:
                hint = text.EVERYONE_SEES_NEW_SEED if anew else text.EVERYONE_SEES
            return snapshot, title, hint

        snapshot, title, hint = await self.context.db.read(look)
        tidy(reason)
        field = Field("reason", text.WHY, hint, " ".join(reason.split()), long=True, most=MOST_REASON)
        ident = custom_id(act, snapshot.table.id, None, snapshot.stamp, str(snapshot.step.seq), kind="form")
        return Form(ident, form_title(title, snapshot.table.id), (field,))

    async def force(self, table_id: str, ruler: Ruler, reason: str, seq: int | None = None) -> str:
        """Resolve the open turn now; nobody counts as absent. seq: see `ruled`. Raises Refused."""

        def change(tx: Tx) -> str:
            snapshot, now = ruled(self.context, tx, table_id, ruler, seq), self.context.clock.now()
            by = named(snapshot.table, ruler)
            deed = Deed(
                kind="force",
                by=by,
                title=text.FORCE_VOTE(turn=snapshot.title),
                asks=text.WANTS_FORCE(turn=snapshot.title),
                done=text.FORCED(by=by, turn=snapshot.title),
                reason=tidy(reason),
                seq=snapshot.step.seq,
            )
            if self._forcing(tx, snapshot, ruler):
                said = self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                after = self._force(tx, snapshot, deed, now)
                said = (
                    engine_text.FAULT_TOLD
                    if after.pause is not None
                    else text.YOU_FORCED(channel=snapshot.table.channel_id)
                )
            return said

        return await self.context.write_game(table_id, change)

    def _forcing(self, tx: Tx, snapshot: GameSnapshot, ruler: Ruler) -> bool:
        """Return whether everyone must agree to it, whoever has sent orders. Raises Refused."""
        self._forceable(tx, snapshot)
        return needs_consent(tx, snapshot, ruler, snapshot.phase.owing)

    def _force(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        self._forceable(tx, snapshot)
        posts.log(tx, snapshot.table, "force", deed.said, now)
        self._tell(tx, snapshot, text.FORCED_HEAD(turn=snapshot.title), [f"⏩ {deed.said}"], now)
        order_sheets.play_automatically(tx, snapshot, now)
        return self._resolving.resolve(tx, snapshot, closing=True)

    def _forceable(self, tx: Tx, snapshot: GameSnapshot) -> None:
        """Refuse a turn that cannot be resolved now, naming who is in the way."""
        if snapshot.pause is not None:
            raise Refused(text.PAUSED_NOW)
        given = drafts.counting(tx, snapshot.table.id, snapshot.phase.turn)
        absent = sorted(shared_complete(snapshot.game, snapshot.state, set(given)))
        stuck = [seat for seat in absent if snapshot.game.default(snapshot.view(seat)) is None]
        if stuck:
            raise Refused(text.STUCK(who=snapshot.named(stuck), n=len(stuck)))

    async def undo(self, table_id: str, ruler: Ruler, reason: str, seq: int | None = None) -> str:
        """Take the last turn back. Raises Refused. seq: the newest step when it was asked"""

        def change(tx: Tx) -> str:
            snapshot, now = ruled(self.context, tx, table_id, ruler, seq), self.context.clock.now()
            taken, asked = self._undoing(tx, snapshot, ruler)
            by = named(snapshot.table, ruler)
            deed = taking_back(snapshot, taken, by, text.UNDONE(by=by, turn=taken.words), tidy(reason))
            if asked:
                said = self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                self._take_back(tx, snapshot, deed, now)
                said = text.YOU_UNDID(turn=taken.words, channel=snapshot.table.channel_id)
            return said

        return await self.context.write_game(table_id, change)

    def _undoing(self, tx: Tx, snapshot: GameSnapshot, ruler: Ruler) -> tuple[Taken, bool]:
        """What is taken back, and whether everyone must agree. Raises Refused where it is not possible."""
        taken = undo.last_turn(self.context, tx, snapshot)
        return taken, undo.shown(taken) or needs_consent(tx, snapshot, ruler, snapshot.living)

    def _take_back(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        taken = undo.last_turn(self.context, tx, snapshot)
        return undo.take_back(self.context, tx, snapshot, taken, deed.said, now)

    # -- people

    async def replace(
        self, table_id: str, ruler: Ruler, player: str, user_id: int, name: str, reason: str
    ) -> str:
        """Put somebody else on a seat. Raises Refused."""

        def change(tx: Tx) -> str:
            snapshot, now = ruled(self.context, tx, table_id, ruler), self.context.clock.now()
            seat = seat_meant(snapshot, player)
            handover.may_take(tx, snapshot, seat, user_id)
            by, side = named(snapshot.table, ruler), snapshot.presenter.seat_name(seat)
            deed = Deed(
                kind="replace",
                by=by,
                title=text.REPLACE_VOTE(name=plain_name(name), side=side),
                asks=text.WANTS_REPLACE(name=plain_name(name), who=snapshot.names()[seat]),
                done=text.REPLACED(by=by),
                reason=tidy(reason),
                seat=seat,
                user_id=snapshot.player(seat).user_id,
                given={"user": user_id, "name": name},
            )
            taken = () if snapshot.player(seat).offered_at is not None else (seat,)
            if needs_consent(tx, snapshot, ruler, taken):
                said = self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                after = self._replace(tx, snapshot, deed, now)
                said = text.YOU_REPLACED(who=after.names()[seat], channel=snapshot.table.channel_id)
            return said

        return await self.context.write_game(table_id, change)

    def _replace(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        user_id, name = int(deed.given["user"]), str(deed.given["name"])
        if user_id <= 0:
            raise Refused(text.ASKED_TO_BE_FORGOTTEN)
        after = handover.hand_over(
            self.context, tx, snapshot, deed.seat, user_id, name, "", now, ruled=deed.said
        )
        return self._resolving.complete(tx, after)

    async def transfer(self, table_id: str, ruler: Ruler, user_id: int, name: str, reason: str) -> str:
        """Make somebody else the host. A host who plays may do that, too; a moderator may confirm a host made
        by a player, who then rules alone. Raises Refused."""

        def change(tx: Tx) -> GameSnapshot:
            snapshot, now = self.context.snapshot(tx, table_id), self.context.clock.now()
            if not is_host(snapshot.table, ruler):
                must_rule(snapshot.table, snapshot.players, ruler)
            must_be_played(snapshot.table)
            free = rules_alone(tx, snapshot, ruler)
            if user_id == snapshot.table.host_id and not (free and snapshot.table.host_by_player):
                raise Refused(text.HOST_ALREADY(name=plain_name(name)))
            by = named(snapshot.table, ruler)
            said = text.TRANSFERRED(by=by, name=plain_name(name), reason=tidy(reason))
            tables.change(tx, snapshot.table.id, host_id=user_id, host_by_player=not free)
            posts.log(tx, snapshot.table, "transfer", said, now)
            plays = snapshot.seat_of(user_id) is not None
            more = "" if free else text.HOST_BY_PLAYER
            more = text.HOST_PLAYS if plays else more
            lines = [f"⚑ {said}", *([more] if more else [])]
            self._tell(tx, snapshot, text.NEW_HOST, lines, now, [user_id])
            return snapshot

        snapshot = await self.context.write_game(table_id, change)
        return text.YOU_TRANSFERRED(name=plain_name(name), code=snapshot.table.id)

    # -- what is offered while somebody types

    async def players(self, table_id: str, ruler: Ruler, typed: str) -> list[Choice]:
        """The seats that still play, with their players, for those who may rule."""
        snapshot, begun = await ruled_or_none(self.context, table_id, ruler), typed.strip().lower()
        if snapshot is None:
            return []
        found = [Choice(seat, seat_label(snapshot, seat)) for seat in snapshot.living]
        return [choice for choice in found if begun in choice.label.lower()]

    # -- shared

    def _tell(
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
        posts.say(tx, snapshot.table, f"gm/{now:.3f}", "\n".join(shown), now, mentions=notified)


def _span(said: str) -> float:
    """So much time, in seconds. Raises Refused."""
    seconds = read_length(said)
    if seconds > LONGEST:
        raise Refused(text.TOO_LONG(span=span_text(seconds), most=span_text(LONGEST)))
    return seconds
