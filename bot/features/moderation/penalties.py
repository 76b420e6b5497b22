"""Penalties: what a game master rules against a seat, in games whose rules know that (`Game.rulings`).

Who is a game master: see `bot.features.moderation.game_masters`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.errors import OrderError
from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, Choice, Field, Form, clip, custom_id, form_title, plain_name
from bot.engine import post_words, posts
from bot.engine.context import Context
from bot.engine.order_sheets import order_error, recheck
from bot.engine.resolve import Resolving
from bot.engine.snapshot import GameSnapshot, seat_label, seat_meant
from bot.engine.turns import Turns
from bot.features.moderation import text
from bot.features.moderation.game_masters import (
    MOST_REASON,
    Ruler,
    named,
    needs_consent,
    ruled,
    ruled_or_none,
    tidy,
)
from bot.features.votes.motions import Deed
from bot.features.votes.voting import Voting
from bot.storage.database import Tx
from maps.text import capitalized

MOST_NAMED = 10
"""So many spaces a refusal names."""
REASON = Field("reason", text.WHY, text.NO_UNDO, long=True, most=MOST_REASON)


class Penalties:
    def __init__(self, context: Context, resolving: Resolving, turns: Turns, voting: Voting) -> None:
        self.context = context
        self._resolving = resolving
        self._turns = turns
        self._voting = voting
        voting.on("penalise", self._rule)

    async def rule(
        self, table_id: str, ruler: Ruler, player: str, ruling: str, space: str, reason: str
    ) -> str:
        """Rule this, at once or as soon as all agree; return the answer to the ruler. Raises Refused."""

        def change(tx: Tx) -> str:
            snapshot = ruled(self.context, tx, table_id, ruler)
            seat = seat_meant(snapshot, player)
            what = _what(snapshot, seat, ruling, space)
            words, name = _words(snapshot, what), snapshot.names()[seat]
            by, side = named(snapshot.table, ruler), snapshot.presenter.seat_name(seat)
            deed = Deed(
                kind="penalise",
                by=by,
                title=text.PENALTY_VOTE(side=side, ruling=words),
                asks=text.WANTS_PENALTY(who=name, ruling=words),
                done=text.PENALISED(by=by, who=name, ruling=words),
                reason=tidy(reason),
                seq=snapshot.step.seq if " " in what else 0,  # which piece stands there may change
                seat=seat,
                user_id=snapshot.player(seat).user_id,
                given={"ruling": what},
            )
            if needs_consent(tx, snapshot, ruler, (seat,)):
                told = self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                self._rule(tx, snapshot, deed, self.context.clock.now())
                told = text.YOU_PENALISED(who=name, ruling=words, channel=snapshot.table.channel_id)
            return told

        return await self.context.write_game(table_id, change)

    def _rule(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        why, declared = f"⚖ {deed.said}", _declared(snapshot, str(deed.given["ruling"]))
        try:
            after = self._turns.declare(tx, snapshot, deed.seat, declared, why)
        except OrderError as error:
            raise Refused(
                order_error(error, names=snapshot.seat_names(), spelled=snapshot.presenter.spelled)
            ) from None
        posts.log(tx, snapshot.table, "penalty", deed.said, now)
        _tell(tx, after, deed.seat, deed.said, now)
        if after.outcome is None and after.phase.turn == snapshot.phase.turn:
            recheck(tx, after, text.AFTER_PENALTY, now, everyone=True)
            after = self._resolving.complete(tx, after)
        return after

    async def form(
        self, table_id: str, ruler: Ruler, player: str, ruling: str, space: str, reason: str
    ) -> Form | None:
        """Return the window that asks once more before a seat's game ends, or None. Raises Refused."""

        def look(tx: Tx) -> tuple[GameSnapshot, str, str, bool]:
            snapshot = ruled(self.context, tx, table_id, ruler)
            seat = seat_meant(snapshot, player)
            what = _what(snapshot, seat, ruling, space)
            asked = needs_consent(tx, snapshot, ruler, (seat,))
            return snapshot, seat, what, asked

        snapshot, seat, what, asked = await self.context.db.read(look)
        tidy(reason)
        if " " in what:
            return None
        ident = custom_id("ruling", snapshot.table.id, seat, snapshot.stamp, what, kind="form")
        words = _words(snapshot, what)
        title = text.PENALTY_TITLE(ruling=capitalized(words), side=snapshot.presenter.seat_name(seat))
        hint = text.CONSENT if asked else REASON.hint
        field = replace(REASON, value=" ".join(reason.split()), hint=hint)
        return Form(ident, form_title(title, snapshot.table.id), (field,))

    # -- what is offered while somebody types

    async def players(self, table_id: str, ruler: Ruler, typed: str) -> list[Choice]:
        """The seats that something can be ruled against, with their players."""
        snapshot = await ruled_or_none(self.context, table_id, ruler)
        if snapshot is None:
            return []
        begun, found = typed.strip().lower(), []
        for seat in snapshot.seats:
            shown = seat_label(snapshot, seat)
            if _possible(snapshot, seat) and begun in shown.lower():
                found.append(Choice(seat, clip(shown, 100)))
        return found[:MOST_CHOICES]

    async def rulings(self, table_id: str, ruler: Ruler, typed: str) -> list[Choice]:
        """What a game master may rule in this game."""
        snapshot = await ruled_or_none(self.context, table_id, ruler)
        if snapshot is None:
            return []
        words, begun = rulings_of(snapshot), typed.strip().lower()
        return [Choice(key, words[key]) for key in words if begun in words[key].lower() or begun in key]

    async def spaces(self, table_id: str, ruler: Ruler, player: str, ruling: str, typed: str) -> list[Choice]:
        """The spaces that this ruling can name for this player."""
        snapshot = await ruled_or_none(self.context, table_id, ruler)
        if snapshot is None:
            return []
        try:
            found = _spaces(snapshot, seat_meant(snapshot, player), _kind(snapshot, ruling))
        except Refused:
            return []
        begun = typed.strip().lower()
        return [Choice(space, space) for space in found if space.lower().startswith(begun)][:MOST_CHOICES]


def _tell(tx: Tx, after: GameSnapshot, seat: Seat, said: str, now: float) -> None:
    """Tell the one who was ruled against, unless the turn's own posts do."""
    if not post_words.ruled(after) and not after.presenter.many and after.outcome is None:
        return
    told = text.PENALISED_YOU(told=said, code=after.table.id, channel=after.table.channel_id)
    key = f"{after.step.seq}/ruled"
    posts.tell(tx, after.table, after.player(seat).user_id, key, told, now)


# -- what may be ruled


def rulings_of(snapshot: GameSnapshot) -> Mapping[str, str]:
    """Return what a game master may rule, by its word; where the rules have no penalties, a forfeit."""
    return snapshot.presenter.rulings or text.FORFEIT


def _possible(snapshot: GameSnapshot, seat: Seat) -> tuple[str, ...]:
    """What may be ruled against a seat now."""
    if snapshot.presenter.rulings:
        return snapshot.game.rulings(snapshot.state, seat)
    return tuple(text.FORFEIT) if snapshot.plays(seat) else ()


def _declared(snapshot: GameSnapshot, what: str) -> str:
    """The word that the game knows for a ruling."""
    return what if snapshot.presenter.rulings else "concede"


# -- what people mean


def _kind(snapshot: GameSnapshot, said: str) -> str:
    """The first word of the ruling that is meant."""
    words, word = rulings_of(snapshot), " ".join(said.lower().split())
    exact = [key for key in words if word in (key, words[key].lower())]
    near = [key for key in words if word and (key.startswith(word) or words[key].lower().startswith(word))]
    for found in (exact, near):
        if len(found) == 1:
            return found[0]
    listed = listing([f"“{phrase}”" for phrase in words.values()], "or")
    shown = clip(plain_name(said), 40)
    raise Refused(text.NO_PENALTY(said=shown, game=snapshot.game.name, rulings=listed))


def _spaces(snapshot: GameSnapshot, seat: Seat, kind: str) -> list[str]:
    """The spaces that a ruling of this kind can name for a seat."""
    found = (told.partition(" ") for told in snapshot.game.rulings(snapshot.state, seat))
    return [space for word, _, space in found if word == kind and space]


def _what(snapshot: GameSnapshot, seat: Seat, ruling: str, space: str) -> str:
    """The ruling as the game knows it. Raises Refused."""
    kind, name, said = _kind(snapshot, ruling), snapshot.names()[seat], " ".join(space.split())
    possible = _possible(snapshot, seat)
    if not possible:
        raise Refused(text.OUT_ALREADY(who=name))
    if kind in possible:
        if said:
            raise Refused(text.NO_SPACE(ruling=rulings_of(snapshot)[kind]))
        return kind
    spaces = _spaces(snapshot, seat, kind)
    if not spaces:
        raise Refused(text.NOT_POSSIBLE(ruling=rulings_of(snapshot)[kind], who=name))
    found = [each for each in spaces if each.lower() == said.lower()]
    if found:
        return f"{kind} {found[0]}"
    shown = [f"`{each}`" for each in spaces[:MOST_NAMED]]
    listed = ", ".join([*shown, "…"]) if len(spaces) > MOST_NAMED else listing(shown, "or")
    if said:
        raise Refused(text.NOT_ON_SPACE(said=clip(plain_name(said), 20), who=name, spaces=listed))
    raise Refused(text.WHICH_SPACE(who=name, spaces=listed))


def _words(snapshot: GameSnapshot, what: str) -> str:
    """A ruling for people: "remove an Infantry, B2"."""
    kind, _, space = what.partition(" ")
    phrase = rulings_of(snapshot)[kind]
    return text.RULING_ON(ruling=phrase, space=space) if space else phrase
