"""Press: letters between players, public broadcasts, private threads, and the archive after the end.

A letter is stored and queued in one transaction. Whoever wrote an unsigned one is named nowhere but in its
row: not in a post, an id, a log line, a list or a refusal, unless the table's options have the end tell it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Choice, Field, Form, clip, custom_id
from bot.common.payloads import load, queue
from bot.engine import house_rules
from bot.engine.access import Looking
from bot.engine.context import Context
from bot.engine.posts import Say
from bot.engine.snapshot import GameSnapshot
from bot.engine.text import NOT_A_PLAYER
from bot.features.letters import text as words
from bot.features.letters.addressing import (
    MOST_SIGNS,
    Address,
    Named,
    Unclear,
    answer,
    check_letters,
    fits,
    full_names,
    house_of,
    may_read,
    names_of,
    offered,
    outgoing,
    people_of,
    read_names,
    sealed,
    seats_of,
    stands_for,
    tidy,
    title,
    typing,
    users_of,
)
from bot.storage import tables
from bot.storage.database import Tx
from bot.storage.records import LOBBY, OVER, PLAYING, Letter, LetterThread, Player, Post, Table
from bot.storage.rows import append, find, first, save

log = logging.getLogger(__name__)

MOST_CHOICE = 100
"""Characters of a choice's label, and of a field's hint."""
_TEXT = Field("text", words.FIELD_TEXT, words.FIELD_HINT, long=True, most=MOST_SIGNS)

Also = Callable[[Tx, str], None]
"""What is to be true together with a letter: done in its transaction, with the answer to the writer."""


class Threads(Protocol):
    """Private threads, as letters need them."""

    async def open(self, channel_id: int, name: str, known: int | None) -> int:
        """A private thread of this channel (or of the channel that this thread is in): the `known` one if it
        is still there. Raises Refused, saying in one line what is missing."""

    async def swap(self, thread_id: int, out: int | None, into: int | None) -> None:
        """Take one user out of a thread, let another in. Everything may be done twice; a thread that is gone
        needs nothing, nor does somebody who is not in the server. Raises NotAllowed (if `out` stays in) or
        Unsure: see `bot.features.substitutes.handover`."""


Addressing = Callable[[Tx, GameSnapshot, Seat], Address]


class Letters:
    def __init__(self, context: Context, looking: Looking, threads: Threads | None = None) -> None:
        self.context = context
        self._looking = looking
        self.threads = threads

    # -- writing

    async def write(
        self,
        table_id: str,
        user_id: int,
        to: str,
        text: str,
        *,
        source: str,
        anonymous: bool = False,
        also: Also | None = None,
    ) -> str:
        """Send a letter to those whom `to` names, or broadcast it. The answer is for its writer.

        source: what the letter came by, such as an interaction's id: the same one never writes twice.
        Raises Refused; nothing is sent then.
        """
        addressing = partial(self._named, to=to)
        return await self._write(table_id, user_id, addressing, text, source, anonymous, also)

    async def reply(
        self, table_id: str, user_id: int, number: int, everyone: bool, text: str, *, source: str
    ) -> str:
        """Answer a letter: its writer, or `everyone` who got it too. What somebody is asked as the unknown
        writer of an unsigned letter is answered unsigned."""
        addressing = partial(self._answering, number=number, everyone=everyone)
        return await self._write(table_id, user_id, addressing, text, source, False, None)

    async def reply_form(self, table_id: str, user_id: int, number: int, everyone: bool) -> Form:
        """Return the window for an answer. Raises Refused where `reply` would."""

        def look(tx: Tx) -> tuple[GameSnapshot, Address]:
            snapshot, seat = self._writer(tx, table_id, user_id)
            address = self._answering(tx, snapshot, seat, number, everyone)
            self._allow(snapshot, address, False)
            return snapshot, address

        snapshot, address = await self.context.db.read(look)
        act = "answerall" if everyone else "answer"
        ident = custom_id(act, snapshot.table.id, None, snapshot.stamp, str(number), kind="form")
        return Form(ident, title(snapshot, address), (_TEXT,))

    async def form(
        self, table_id: str, user_id: int, to: str, anonymous: bool, text: str | None = None
    ) -> Form | None:
        """Return the window for a letter to those whom `to` names: it asks for the text, and to whom, where
        that is not clear. None: nothing is to be asked. Raises Refused where `write` would."""

        def look(tx: Tx) -> Form | None:
            snapshot, seat = self._writer(tx, table_id, user_id)
            sign = "unsigned" if anonymous else "signed"
            ids = (snapshot.table.id, None, snapshot.stamp)
            try:
                address = self._named(tx, snapshot, seat, to)
            except Unclear as unclear:
                ident = custom_id("letter", *ids, f"{sign}.?", kind="form")
                whom = _asks(snapshot, seat, unclear)
                fields = (whom, replace(_TEXT, value=text or ""))
                return Form(ident, words.FORM_ASK(code=snapshot.table.id), fields)
            self._allow(snapshot, address, anonymous)
            if text is not None:
                return None
            told = f"#{address.letter}" if address.letter else sealed(address.seats) or "all"
            ident = custom_id("letter", *ids, f"{sign}.{told}", kind="form")
            return Form(ident, title(snapshot, address), (_TEXT,))

        return await self.context.db.read(look)

    async def _write(
        self,
        table_id: str,
        user_id: int,
        addressing: Addressing,
        text: str,
        source: str,
        anonymous: bool,
        also: Also | None,
    ) -> str:
        context = self.context

        def look(tx: Tx) -> tuple[GameSnapshot, Seat, Address, str, Post | None]:
            snapshot, seat = self._writer(tx, table_id, user_id)
            address = addressing(tx, snapshot, seat)
            press = self._allow(snapshot, address, anonymous)
            return snapshot, seat, address, press, first(tx, Post, key=_key(snapshot, source))

        snapshot, seat, address, press, known = await context.db.read(look)
        if known is not None:
            return _answer(known)
        body = tidy(text)
        thread = await self._thread(snapshot, seat, address) if press == "threads" and address.seats else None

        def change(tx: Tx) -> tuple[str, Letter | None]:
            known = first(tx, Post, key=_key(snapshot, source))
            if known is not None:
                return _answer(known), None
            now, seat = self._writer(tx, table_id, user_id)
            address = addressing(tx, now, seat)
            self._allow(now, address, anonymous)
            letter = Letter(
                table_id=now.table.id,
                number=_free_number(tx, now.table.id),
                turn=now.phase.turn,
                sender_seat=seat,
                sender_user=user_id,
                recipients=address.stored,
                anonymous=anonymous or bool(address.pen),
                text=body,
                at=context.clock.now(),
            )
            letter = replace(letter, id=append(tx, letter))
            told = answer(now, letter, address, thread)
            for number, post in enumerate(outgoing(now, letter, thread)):
                # The first one keeps the answer for whoever comes again with this source.
                said = post.said if number else replace(post.said, answer=told)
                queue(
                    tx,
                    f"{snapshot.table.id}/letter/{source}/{number}",
                    said,
                    letter.at,
                    user_id=post.user_id,
                    channel_id=post.channel_id,
                    table_id=snapshot.table.id,
                )
            if also is not None:
                also(tx, told)
            return told, letter

        told, letter = await context.write_game(snapshot.table.id, change)
        if letter is not None:  # neither who wrote to whom, nor what
            log.info("letter", extra={"table": letter.table_id, "turn": letter.turn})
        return told

    def _writer(self, tx: Tx, table_id: str, user_id: int) -> tuple[GameSnapshot, Seat]:
        """Return the table and the user's seat, if it may write letters at all."""
        table = self.context.table(tx, table_id)
        if self.context.presenters[table.game].silent:  # also before it begins, and after its end
            raise Refused(house_rules.silence(table.name))
        snapshot = self.context.snapshot(tx, table_id)
        check_letters(snapshot)
        if snapshot.table.status != "playing":
            raise Refused(words.IS_OVER(code=snapshot.table.id))
        seat = snapshot.seat_of(user_id)
        if seat is None:
            raise Refused(NOT_A_PLAYER(code=snapshot.table.id))
        if seat not in snapshot.living:
            raise Refused(words.YOU_ARE_OUT(code=snapshot.table.id))
        return snapshot, seat

    def _allow(self, snapshot: GameSnapshot, address: Address, anonymous: bool) -> str:
        """Return the kind of press, if the table's settings allow this letter."""
        rules = house_of(snapshot)
        press = rules.press
        if press == "broadcast" and address.seats:
            raise Refused(words.ONLY_PUBLIC(code=snapshot.table.id))
        if anonymous and not rules.anonymous:
            raise Refused(words.SIGNED_ONLY(code=snapshot.table.id))
        if press == "threads" and address.seats and (anonymous or address.letter):
            raise Refused(words.THREADS_SHOW)
        return press

    def _named(self, tx: Tx, snapshot: GameSnapshot, seat: Seat, to: str) -> Address:
        """Whom a text names. Raises Unclear with those who can be written to."""
        try:
            named = read_names(to, names_of(snapshot), users_of(snapshot), people_of(snapshot))
            for other in named.seats:
                if other == seat:
                    raise Unclear(words.YOURSELF)
                if other not in snapshot.living:
                    raise Unclear(words.IS_OUT(seat=names_of(snapshot)[other]))
        except Unclear as unclear:
            unclear.args = (_helpful(snapshot, seat, unclear.why),)
            raise
        if named.letter:
            return self._answering(tx, snapshot, seat, named.letter, False)
        return Address(named.seats)

    def _answering(self, tx: Tx, snapshot: GameSnapshot, seat: Seat, number: int, everyone: bool) -> Address:
        """Where an answer of this seat goes. A letter to others is refused as one that does not exist."""
        letter = first(tx, Letter, table_id=snapshot.table.id, number=number)
        if letter is None or not may_read(letter, seat):
            raise Refused(words.NO_SUCH_LETTER)
        if letter.sender_seat == seat:
            raise Refused(words.OWN_LETTER)
        pen = stands_for(letter, "#")
        if letter.anonymous:
            # Whether its writer still plays is not told: that would point at somebody.
            return Address((letter.sender_seat,), stands_for(letter, "~") or letter.number, pen)
        playing = snapshot.living
        if letter.sender_seat not in playing:
            raise Refused(words.IS_OUT(seat=names_of(snapshot)[letter.sender_seat]))
        others = seats_of(letter) if everyone else ()
        also = [other for other in others if other != seat and other in playing]
        return Address((letter.sender_seat, *also), pen=pen)

    async def _thread(self, snapshot: GameSnapshot, seat: Seat, address: Address) -> int:
        """Return the private thread of these seats, opened when there is none, and remembered."""
        table, names = snapshot.table, names_of(snapshot)
        if self.threads is None or table.channel_id is None:
            raise Refused(words.NO_THREADS)
        seats = (seat, *address.seats)
        asked: dict[str, Any] = {"table_id": table.id, "seats": ",".join(sorted(seats))}
        async with self.context.lock(f"press/{table.id}"):

            def look(tx: Tx) -> tuple[LetterThread | None, list[LetterThread]]:
                known = first(tx, LetterThread, **asked, state="open")
                given_up = find(tx, LetterThread, **asked, state="given_up")
                return known, given_up

            known, given_up = await self.context.db.read(look)
            # After one that was given up (see `HandoverJobs`): an own name, so that it is not found again.
            code = f"{table.id} {str(given_up[-1].thread_id)[-4:]}" if given_up else table.id
            name = clip(f"{code} {'–'.join(names[each] for each in seats)}", 100)
            before = known.thread_id if known is not None else None
            thread = await self.threads.open(table.channel_id, name, before)
            if thread != before:

                def change(tx: Tx) -> int:
                    now = first(tx, LetterThread, **asked, state="open")
                    if now is not None and now != known:  # another process was quicker
                        return now.thread_id
                    if known is not None:
                        save(tx, replace(known, state="lost"))
                    save(tx, LetterThread(thread_id=thread, **asked))
                    return thread

                thread = await self.context.db.write(change)
        return thread

    # -- which game, and to whom

    async def pick(
        self, user_id: int, said: str | None, channel_id: int | None = None, *, reading: bool = False
    ) -> str:
        """The game that a letter is for: the one named, the channel's own, whatever became of it, and where
        there is none the user's only one with letters. Never a guess among several: a letter cannot be taken
        back. reading: the one whose letters are read. Raises Refused, also where it is not for this user."""
        if said and said.strip():
            return (await self._looking.must_look(said.split()[0], user_id, acting=not reading)).id
        code = await self._meant(user_id, channel_id, reading)
        if not reading:
            await self._looking.must_be_there(code, user_id)
        return code

    async def _meant(self, user_id: int, channel_id: int | None, reading: bool) -> str:
        """Return the game that a letter is for where none is named."""

        def look(tx: Tx) -> tuple[list[Table], list[Table]]:
            here = self._here(tx, user_id, channel_id, reading) if channel_id is not None else []
            playing = [seated.table for seated in tables.of_user(tx, user_id, PLAYING)]
            return here, playing

        here, playing = await self.context.db.read(look)
        with_letters = [table for table in here or playing if self._carries(table)]
        if here and not with_letters:
            return here[0].id  # it says why it carries none
        if len(with_letters) == 1:
            return with_letters[0].id
        if with_letters:
            listed = ", ".join(f"`{table.id}`" for table in with_letters)
            if reading:
                raise Refused(words.WHICH_GAME_READ(games=listed, first=with_letters[0].id))
            raise Refused(words.WHICH_GAME(games=listed))
        silent = [table for table in playing if "press" in self.context.presenters[table.game].house_options]
        if silent:
            return silent[0].id
        games = sorted({self.context.games[table.game].name for table in playing})
        names = listing(games, "and")
        if playing and all(self.context.presenters[table.game].silent for table in playing):
            raise Refused(house_rules.silence(names))
        raise Refused(words.GAMES_WITHOUT(games=names, n=len(games)) if names else words.NO_GAME)

    def _carries(self, table: Table) -> bool:
        known = "press" in self.context.presenters[table.game].house_options
        return known and house_rules.of(table.settings).press != "none"

    def _here(self, tx: Tx, user_id: int, channel_id: int, reading: bool) -> list[Table]:
        """The game of a channel or thread: the user's own before others', one in play before one to come or
        one that is over; several only if the user plays them all."""
        others: list[Table] = []
        thread = first(tx, LetterThread, thread_id=channel_id)
        private = tables.get(tx, thread.table_id) if thread is not None else None
        if private is not None:
            return [private]
        for statuses in (PLAYING, OVER, LOBBY) if reading else (PLAYING, LOBBY, OVER):
            if statuses == OVER:
                mine, newest = (tables.newest_in(tx, channel_id, OVER, seated=who) for who in (user_id, None))
                found = [table for table in (mine, newest) if table is not None]
                own = found[:1] if mine is not None else []
            else:
                found = tables.by_channel(tx, channel_id, statuses)
                own = [table for table in found if first(tx, Player, table_id=table.id, user_id=user_id)]
            if own:
                return own if statuses == PLAYING else own[:1]
            others += found
        return others[:1]

    async def suggest(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Return the names that may come next, after those typed; "all" alone."""
        try:
            snapshot, seat = await self.context.db.read(self._writer, table_id, user_id)
        except Refused:
            return []
        names, people, playing = names_of(snapshot), people_of(snapshot), snapshot.living
        written, last = typing(typed, names, people)
        try:
            named = read_names(written, names, {}, people) if written else Named()
        except Refused:
            return []
        if named.everyone or named.letter:
            return []
        before = list(named.seats)
        left = [each for each in snapshot.seats if each in playing and each not in (seat, *before)]
        if house_of(snapshot).press == "broadcast":
            left = []
        found = [
            [*before, other] for other in left if last in ("", f"={other}") or fits(snapshot, other, last)
        ]
        if before and not last:
            found.insert(0, before)
        elif len(found) == 1 and last in (f"={found[0][-1]}", names[found[0][-1]].lower()):
            # Written out: what may follow.
            found += [[*found[0], other] for other in left if other != found[0][-1]]
        choices = [choice for each in found if len((choice := offered(snapshot, each)).value) <= 100]
        if not written and "all".startswith(last):
            choices.append(Choice("all", words.TO_ALL_OFFERED))
        return choices[:25]


def _others(snapshot: GameSnapshot, seat: Seat) -> dict[Seat, str]:
    """Whom a seat may write to in private, with their players' names as they are."""
    if house_of(snapshot).press == "broadcast":
        return {}
    people = people_of(snapshot)
    others = [other for other in snapshot.seats if other in snapshot.living and other != seat]
    return {other: f"{names_of(snapshot)[other]} ({people[other]})" for other in others}


def _asks(snapshot: GameSnapshot, seat: Seat, unclear: Unclear) -> Field:
    """The field that asks to whom a letter goes. The only one that may be meant is chosen already."""
    others, meant = _others(snapshot, seat), unclear.meant if len(unclear.meant) == 1 else ()
    choices = [Choice(each, clip(name, MOST_CHOICE), chosen=each in meant) for each, name in others.items()]
    choices.append(Choice("all", words.EVERYONE, chosen=not others))
    hint = clip(unclear.why, MOST_CHOICE)
    return Field("to", words.FIELD_TO, hint, choices=tuple(choices), most=max(len(others), 1))


def _helpful(snapshot: GameSnapshot, seat: Seat, why: str) -> str:
    """Say why a letter does not go out, and whom one can write to."""
    known = full_names(snapshot)
    others = [known[other] for other in _others(snapshot, seat)]
    if not others:
        return words.YOU_CAN_WRITE_ALL(why=why)
    return words.YOU_CAN_WRITE(why=why, seats=listing(others, "and"))


def new_number() -> int:
    """Five digits for a letter. No count: whoever gets letters shall not learn from their numbers how many
    went to others in between."""
    return 10_000 + secrets.randbelow(90_000)


def _answer(known: Post) -> str:
    """Return what the writer of a letter was told, kept with its first post."""
    said = load(known.payload)
    assert isinstance(said, Say) and said.answer is not None
    return said.answer


def _free_number(tx: Tx, table_id: str) -> int:
    while True:
        number = new_number()
        if first(tx, Letter, table_id=table_id, number=number) is None:
            return number


def _key(snapshot: GameSnapshot, source: str) -> str:
    """The key of a letter's first post: who comes again with this source gets its answer."""
    return f"{snapshot.table.id}/letter/{source}/0"
