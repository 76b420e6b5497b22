"""What goes out for a letter: the posts, the buttons under them, and the answer to its writer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import MOST_TITLE, Button, Choice, custom_id, form_title, plain_name
from bot.engine import house_rules, post_words
from bot.engine.house_rules import HouseRules
from bot.engine.posts import Say
from bot.engine.snapshot import GameSnapshot
from bot.features.letters.letterhead import (
    Reader,
    called,
    is_public,
    may_read,
    quoted,
    read_names,
    recipients,
    sealed,
    seats_of,
    sender,
    stands_for,
)
from bot.storage.records import EVERYONE, Letter


@dataclass(frozen=True, slots=True)
class Address:
    """Whom a letter is for.

    seats:  () everyone, in public
    letter: instead of its name, the only seat is shown as the writer of this unsigned letter; 0 none
    pen:    the sender is shown so; 0 none
    """

    seats: tuple[Seat, ...] = ()
    letter: int = 0
    pen: int = 0

    @property
    def stored(self) -> tuple[str, ...]:
        """Return the recipients as a letter keeps them (bot/features/letters/letterhead.py)."""
        signs = [f"#{self.letter}"] if self.letter else []
        signs += [f"~{self.pen}"] if self.pen else []
        return (*(self.seats or (EVERYONE,)), *signs)


@dataclass(frozen=True, slots=True)
class LetterPost:
    """A post of the outbox, to a user or to a channel."""

    said: Say
    user_id: int | None = None
    channel_id: int | None = None


def outgoing(snapshot: GameSnapshot, letter: Letter, thread: int | None) -> list[LetterPost]:
    """Return the broadcast, or the post in the thread, or a direct message to each recipient."""
    if is_public(letter):
        return [_broadcast(snapshot, letter)]
    if thread is not None:
        return [_in_thread(snapshot, letter, thread)]
    return [_direct(snapshot, letter, seat) for seat in seats_of(letter)]


def _broadcast(snapshot: GameSnapshot, letter: Letter) -> LetterPost:
    who = f"{sender(letter, reader_of(snapshot, None))} to all"
    if letter.anonymous:
        who = f"**An unsigned broadcast** (no. {letter.number})"
    rows = ((button("reply", letter, "Reply in private"),),) if answerable(snapshot, letter) else ()
    text = f"📣 {who} · {season(snapshot)}\n{quoted(letter.text)}"
    return LetterPost(Say(text=text, rows=rows), channel_id=snapshot.table.channel_id)


def _in_thread(snapshot: GameSnapshot, letter: Letter, thread: int) -> LetterPost:
    """Post in a private thread. Mentions pull its people in; if it is gone, nobody else may get the post."""
    nobody = reader_of(snapshot, None)
    users = tuple(snapshot.player(seat).user_id for seat in (letter.sender_seat, *seats_of(letter)))
    head = f"✉ {sender(letter, nobody)} → {recipients(letter, nobody)} · {season(snapshot)}"
    text = f"{head}\n{quoted(letter.text)}\n{post_words.for_users(users)}"
    return LetterPost(Say(text=text, mentions=users, only=users), channel_id=thread)


def _direct(snapshot: GameSnapshot, letter: Letter, seat: Seat) -> LetterPost:
    reader, known = reader_of(snapshot, seat), stands_for(letter, "#")
    whom = f"the writer of unsigned letter {known}" if known else recipients(letter, reader)
    number = f" · no. {letter.number}" if letter.anonymous else ""
    where = f"{snapshot.game.name} `{snapshot.table.id}` · {season(snapshot)}"
    head = f"✉ {sender(letter, reader)} → {whom} · {where}"
    row = [button("reply", letter, "Reply", "primary")]
    if len(seats_of(letter)) > 1 and not letter.anonymous:
        row.append(button("replyall", letter, "Reply to all"))
    user = snapshot.player(seat).user_id
    said = Say(text=f"{head}{number}\n{quoted(letter.text)}", rows=(tuple(row),))
    if known:  # a call in the channel would point at the writer of the unsigned letter
        return LetterPost(said, user_id=user)
    call = (
        f"<@{user}>, a letter has come for you, but I cannot send you direct messages. "
        "Press **Read your letters**: only you will see them."
    )
    ident = custom_id("letters", snapshot.table.id, None, letter.turn, "new")
    read = Button(ident, "Read your letters", "primary")
    return LetterPost(replace(said, fallback=call, fallback_rows=((read,),)), user_id=user)


def answer(snapshot: GameSnapshot, letter: Letter, address: Address, thread: int | None) -> str:
    """Tell its writer that a letter is on its way."""
    until = "Until the end of the game nobody" if house_of(snapshot).tells_writers else "Nobody ever"
    number = f" {until} learns that no. {letter.number} is yours."
    tail = number if letter.anonymous else ""
    game = f"in game `{snapshot.table.id}`"
    if not address.seats:
        return f"📣 Your broadcast is on its way to <#{snapshot.table.channel_id}> {game}.{tail}"
    if thread is not None:
        return f"✉ Your letter goes to <#{thread}> {game}: write on there."
    whom = _listed(address, full_names(snapshot))
    return f"✉ Your letter is on its way to {whom} {game}.{tail}\n-# `/letters` keeps a copy."


def title(snapshot: GameSnapshot, address: Address) -> str:
    """Title a letter's window, which knows no Markdown: with the players if there is room for them."""
    people, names = people_of(snapshot), names_of(snapshot)
    full = {seat: f"{name} ({people[seat]})" for seat, name in names.items()}
    for known in (full, names):
        told = f"To {_listed(address, known)} · {snapshot.table.id}"
        if len(told) <= MOST_TITLE:
            return told
    short = _listed(address, names).replace("unsigned letter", "letter")  # no others have numbers
    return form_title(f"To {short}", snapshot.table.id)


def _listed(address: Address, names: Mapping[Seat, str]) -> str:
    """Say whom an address names, for the writer."""
    if address.letter:
        return f"the writer of unsigned letter {address.letter}"
    return listing([names[seat] for seat in address.seats], "and") or "all, in public"


def button(act: str, letter: Letter, label: str, style: Any = "secondary") -> Button:
    """Return a button that carries nothing but the letter's number. Who may press it is checked then."""
    return Button(custom_id(act, letter.table_id, None, letter.turn, str(letter.number)), label, style)


# -- small questions about a table


def house_of(snapshot: GameSnapshot) -> HouseRules:
    """The table's house options."""
    return house_rules.of(snapshot.table.settings)


def names_of(snapshot: GameSnapshot) -> dict[Seat, str]:
    return {seat: snapshot.presenter.seat_name(seat) for seat in snapshot.seats}


def people_of(snapshot: GameSnapshot) -> dict[Seat, str]:
    """Each seat's player, by display name as it is: for messages it must be made plain."""
    return {seat: snapshot.player(seat).name for seat in snapshot.seats}


def full_names(snapshot: GameSnapshot) -> dict[Seat, str]:
    """Each seat with its player: "Papst (Chris)"."""
    people = people_of(snapshot)
    return {seat: f"{name} ({plain_name(people[seat])})" for seat, name in names_of(snapshot).items()}


def users_of(snapshot: GameSnapshot) -> dict[int, Seat]:
    return {player.user_id: player.seat for player in snapshot.players if player.seat is not None}


def carried(snapshot: GameSnapshot) -> None:
    """Refuses a game without letters."""
    if snapshot.presenter.silent:
        raise Refused(house_rules.silence(snapshot.game.name))
    if "press" not in snapshot.presenter.house_options:
        raise Refused(f"Game `{snapshot.table.id}` carries no letters: {snapshot.game.name} has no letters.")
    if house_of(snapshot).press == "none":
        raise Refused(f"Game `{snapshot.table.id}` carries no letters (`press=none`).")


def fits(snapshot: GameSnapshot, seat: Seat, typed: str) -> bool:
    """Whether what somebody has typed, in small letters, may become this faction or its player."""
    aliases = (names_of(snapshot)[seat].lower(), *called(people_of(snapshot)[seat]))
    return any(alias.startswith(typed) for alias in aliases)


def offered(snapshot: GameSnapshot, seats: Sequence[Seat]) -> Choice:
    """These factions as autocomplete shows them, with their players; the value is never in doubt."""
    names, people, users = names_of(snapshot), people_of(snapshot), users_of(snapshot)
    full = {seat: f"{names[seat]} ({people[seat]})" for seat in seats}
    labels = (", ".join(full.values()), ", ".join([*(names[seat] for seat in seats[:-1]), full[seats[-1]]]))
    value = ", ".join(names[seat] for seat in seats)
    try:
        clear = read_names(value, names, users, people).seats == tuple(seats)
    except Refused:  # somebody is called like another's faction
        clear = False
    return Choice(
        value if clear else sealed(seats), next((label for label in labels if len(label) <= 100), value)
    )


def reader_of(snapshot: GameSnapshot, seat: Seat | None, over: bool = False) -> Reader:
    """over: the game is, so that unsigned letters have writers if the table's options say so"""
    return Reader(names_of(snapshot), snapshot.names(), seat, over and house_of(snapshot).tells_writers)


def season(snapshot: GameSnapshot) -> str:
    """When it is, in few words: "spring 2047"."""
    period = snapshot.period or f"turn {snapshot.number}"
    return period[:1].lower() + period[1:]


def answerable(snapshot: GameSnapshot, letter: Letter, seat: Seat | None = None) -> bool:
    """Whether a button for an answer makes sense (for this seat); whether one may answer, Press decides."""
    if seat is not None and (letter.sender_seat == seat or not may_read(letter, seat)):
        return False
    press = house_of(snapshot).press
    if letter.anonymous:  # private threads show who writes
        return press == "full"
    return press in ("full", "threads") and letter.sender_seat in snapshot.living
