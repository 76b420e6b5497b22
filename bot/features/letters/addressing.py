"""The words of letters: what people type, whom they mean, how a letter reads for its readers, and what goes
out for it.

Beside seats, the recipients of a stored letter may hold two signs that stand for the writer of an unsigned
letter, so that an exchange with somebody unknown can be followed, and nobody is named in it:
"#12" the seat before it is shown as the writer of unsigned letter 12 (an answer to that letter)
"~12" its sender is shown so (what the unknown writer answers)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import MOST_TITLE, Button, Choice, clip, custom_id, form_title, plain_name, when
from bot.engine import house_rules, post_words
from bot.engine.access import CODE_PATTERN
from bot.engine.house_rules import HouseRules
from bot.engine.posts import Say
from bot.engine.snapshot import GameSnapshot
from bot.features.letters import text as words
from bot.storage.records import EVERYONE, Letter

MOST_SIGNS = 1500
MOST_QUOTED = 1580
"""A letter as quoted: together with its head, the mentions and the marker it fits into one message."""
ALL = ("all", "everyone", "everybody", "*")
_SURE = 0.8
"""How near a misspelt name must be to the only one near it, so that a letter goes there unasked."""

_UNSEEN = re.compile(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
_PING = re.compile(r"@(?=everyone|here)|(?<=<)@")
_FENCE = re.compile(r"`{3,}")

_TYPED = re.compile(
    rf"(?:(?P<table>{CODE_PATTERN})[:,]?\s+)?(?P<unsigned>(?:unsigned|anonymous)\s+)?"
    r"(?:(?:press|letter)(?:\s+to)?|to)\s+(?P<to>[^:\n]{1,300}):\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_BEGUN = re.compile(
    rf"(?:{CODE_PATTERN}[:,]?\s+)?(?:(?:unsigned|anonymous)\s+)?(?:press|letter)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Typed:
    """A letter as somebody wrote it in a direct message. table: "" none named."""

    table: str
    to: str
    text: str
    unsigned: bool


def read_typed(text: str) -> Typed | None:
    """A letter typed as a direct message; None: it is something else. Raises Refused if it is half a letter.

    >>> read_typed("k7f3 press hamblet greene: Hold Soho.")
    Typed(table='k7f3', to='hamblet greene', text='Hold Soho.', unsigned=False)
    >>> read_typed("Unsigned letter to Hamblet: Beware!"), read_typed("1 to soho")
    (Typed(table='', to='Hamblet', text='Beware!', unsigned=True), None)
    """
    found = _TYPED.fullmatch(text.strip())
    if found is not None:
        table = (found["table"] or "").lower()
        return Typed(table, found["to"].strip(), found["text"], bool(found["unsigned"]))
    if _BEGUN.match(text.strip()):
        raise Refused(words.COLON)
    return None


def tidy(text: str) -> str:
    """Return the letter as it is kept. Raises Refused if it is empty or too long."""
    lines = [_UNSEEN.sub(" ", line).rstrip() for line in text.splitlines()]
    body = "\n".join(lines).strip("\n")
    if not body.strip():
        raise Refused(words.EMPTY)
    if len(body) > MOST_SIGNS:
        raise Refused(words.TOO_LONG(most=MOST_SIGNS, n=len(body)))
    if len(quoted(body)) > MOST_QUOTED:
        raise Refused(words.TOO_MANY_LINES)
    return body


def quoted(text: str) -> str:
    """Return a letter as others read it: every line quoted, and nobody called by it.

    >>> quoted("@everyone, <@12> lies:\\nhold")
    '> @\\u200beveryone, <@\\u200b12> lies:\\n> hold'
    """
    safe = _FENCE.sub("''", _PING.sub("@\u200b", text))
    return "\n".join(f"> {line}" for line in safe.split("\n"))


# -- whom people mean


class Unclear(Refused):
    """It is not clear whom a letter is for, or it cannot be for them. why: a sentence; meant: who may be"""

    def __init__(self, why: str, meant: Sequence[Seat] = ()) -> None:
        self.why, self.meant = why, tuple(meant)
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Named:
    """Whom a text names: everyone, or the writer of an unsigned letter, or seats in the order named."""

    everyone: bool = False
    letter: int = 0
    seats: tuple[Seat, ...] = ()


def read_names(
    text: str, names: Mapping[Seat, str], users: Mapping[int, Seat], people: Mapping[Seat, str] | None = None
) -> Named:
    """Whom `to` means: names of factions or of their players (`people`), their beginnings, near-misses of
    factions, separated by spaces, commas or "and"; "Papst (Chris)"; mentions of players; "all"; or "#12", the
    writer of unsigned letter 12. Raises Unclear, also where a word fits one faction and another's player."""
    who = _Who(names, users, people or {})
    spoken = who.sealed(text)
    parts = [" ".join(part.split()).strip("“”\"'.") for part in re.split(r"[,;&+/\n]|\band\b", spoken)]
    parts = [part for part in parts if part]
    if not parts:
        raise Unclear(words.TO_WHOM)
    if len(parts) == 1 and re.fullmatch(r"#\s?\d{1,18}", parts[0]):
        return Named(letter=int(parts[0].strip("# ")))
    found = [word for part in parts for word in ([part] if who.is_one(part) else part.split())]
    if any(word in ALL for word in found):
        if len(found) > 1:
            raise Unclear(words.ALL_ALONE)
        return Named(everyone=True)
    return Named(seats=tuple(dict.fromkeys(who.seat(word) for word in found)))


def typing(text: str, names: Mapping[Seat, str], people: Mapping[Seat, str]) -> tuple[str, str]:
    """Return what somebody has typed so far, in small letters: the names that are written, and the begun one.

    >>> typing("Greene, Pap", {"papst": "Papst"}, {"papst": "Big Chris"})
    ('greene', 'pap')
    >>> typing("greene big ch", {"papst": "Papst"}, {"papst": "Big Chris"})
    ('greene', 'big ch')
    """
    spoken = re.sub(r"\s*\([^()]*$", "", _Who(names, {}, people).sealed(text))
    found = [word for word in spoken.replace(",", " ").split() if word != "and"]
    if not found or (spoken[-1] in ", " and text[-1:] in (",", " ")):
        return " ".join(found), ""
    begun = [" ".join(found[n:]) for n in range(len(found))]
    for n, last in enumerate(begun[:-1]):
        if any(" ".join(name.lower().split()).startswith(last) for name in people.values()):
            return " ".join(found[:n]), last
    return " ".join(found[:-1]), found[-1]


def sealed(seats: Iterable[Seat]) -> str:
    """Seats as `read_names` reads them without any doubt.

    >>> sealed(["tower", "papst"])
    '=tower,=papst'
    """
    return ",".join(f"={seat}" for seat in seats)


def called(name: str) -> tuple[str, ...]:
    """Return what a player may be called by: the display name, and its words."""
    whole = " ".join(name.lower().split())
    aliases = (whole, *whole.split(), *re.findall(r"\w+", whole))
    return tuple(dict.fromkeys(alias for alias in aliases if alias))


@dataclass(frozen=True, slots=True)
class _Who:
    names: Mapping[Seat, str]
    users: Mapping[int, Seat]
    people: Mapping[Seat, str]

    def full(self, seat: Seat) -> str:
        """Return the faction with its player: "Papst (Chris)"."""
        player = f" ({plain_name(self.people[seat])})" if seat in self.people else ""
        return f"{self.names[seat]}{player}"

    def sealed(self, text: str) -> str:
        """The text in small letters, with "=papst" for each "Papst (Chris)", as autocomplete writes it."""
        text = " ".join(text.lower().split(" "))
        labels = {f"{self.names[seat]} ({name})".lower(): seat for seat, name in self.people.items()}
        for label in sorted(labels, key=len, reverse=True):
            text = text.replace(label, f",={labels[label]},")
        return text

    def exact(self, word: str) -> Seat | None:
        """Return the faction with this name, in full."""
        return next((seat for seat, name in self.names.items() if word in (seat, name.lower())), None)

    def is_one(self, part: str) -> bool:
        """Return whether several words are one name, of a faction or the beginning of a player's."""
        whole = part.strip("@")
        return bool(self.exact(whole)) or (" " in whole and bool(self.players(whole)))

    def begun(self, word: str) -> list[Seat]:
        """Return the factions with a name that begins so."""
        return list(dict.fromkeys(seat for alias, seat in self.spelt() if word and alias.startswith(word)))

    def spelt(self) -> list[tuple[str, Seat]]:
        """Each name of a faction, and each word of it."""
        return [(alias, seat) for seat, name in self.names.items() for alias in (seat, *name.lower().split())]

    def players(self, word: str) -> list[Seat]:
        """Return the factions with a player whose name begins so."""
        return [
            seat
            for seat, name in self.people.items()
            if word and any(alias.startswith(word) for alias in called(name))
        ]

    def seat(self, word: str) -> Seat:
        """Return the one whom a word means; Unclear if that may be several, or nobody."""
        mention = re.fullmatch(r"<@!?(\d{1,20})>", word)
        if mention is not None:
            if int(mention[1]) not in self.users:
                raise Unclear(words.NOT_A_PLAYER)
            return self.users[int(mention[1])]
        if word[:1] == "=" and word[1:] in self.names:
            return word[1:]
        word = word.strip("@")
        exact = self.exact(word)
        if exact is not None:  # only somebody called just so makes a faction's own name doubtful
            fits = [exact, *(seat for seat, name in self.people.items() if word in called(name))]
        elif " " in word:  # "tower papst" are two factions, whatever some player is called
            each = [self.begun(part) for part in word.split()]
            fits = [*(seat for begun in each for seat in begun if all(each)), *self.players(word)]
        else:
            fits = [*self.begun(word), *self.players(word)]
        fits = list(dict.fromkeys(fits))
        if len(fits) == 1:
            return fits[0]
        said = clip(plain_name(word), 40)
        if fits:
            raise Unclear(words.AMBIGUOUS(name=said, fits=listing(self.full(seat) for seat in fits)))
        return self.near(word, said)

    def near(self, word: str, said: str) -> Seat:
        """Return the only faction that is spelt much like the word, unless some other's player is as well."""
        factions = self.spelt()
        spelt = [*factions, *((alias, seat) for seat, name in self.people.items() for alias in called(name))]
        sure = _near(word, factions, _SURE)
        if len(sure) == 1 and _near(word, spelt, _SURE) == sure:
            return sure[0]
        near = _near(word, spelt, 0.5)
        if near:
            raise Unclear(words.UNKNOWN_NEAR(name=said, near=listing(self.full(seat) for seat in near)), near)
        raise Unclear(words.UNKNOWN(name=said))


def _near(word: str, spelt: Sequence[tuple[str, Seat]], cutoff: float) -> list[Seat]:
    """Return the seats with a name that is spelt much like the word, best first."""
    close = get_close_matches(word, [alias for alias, _ in spelt], n=3, cutoff=cutoff)
    return list(dict.fromkeys(seat for name in close for alias, seat in spelt if alias == name))


# -- how a letter reads


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads letters. names: each seat in words; full: with its player; seat: the reader's, None has none;
    revealed: the game is over, and its end tells who wrote unsigned letters."""

    names: Mapping[Seat, str]
    full: Mapping[Seat, str]
    seat: Seat | None = None
    revealed: bool = False


def is_public(letter: Letter) -> bool:
    return EVERYONE in letter.recipients


def seats_of(letter: Letter) -> tuple[Seat, ...]:
    """Return the seats that a letter is for; () a public one."""
    return tuple(to for to in letter.recipients if to != EVERYONE and to[0] not in "#~")


def stands_for(letter: Letter, sign: str) -> int:
    """Return the unsigned letter whose writer is meant: "#" by the recipient, "~" by the sender; 0 none."""
    return next((int(to[1:]) for to in letter.recipients if to[0] == sign), 0)


def may_read(letter: Letter, seat: Seat) -> bool:
    return is_public(letter) or seat == letter.sender_seat or seat in seats_of(letter)


def sender(letter: Letter, reader: Reader) -> str:
    """Return who wrote the letter, as far as the reader may know."""
    if reader.revealed and letter.sender_seat in reader.full:
        name = reader.full[letter.sender_seat]
        return words.SENDER_UNSIGNED(name=name) if letter.anonymous else name
    if letter.sender_seat == reader.seat:
        return words.YOU_UNSIGNED if letter.anonymous else words.YOU
    if not letter.anonymous:
        return reader.full[letter.sender_seat]
    known = stands_for(letter, "~")
    return words.THE_WRITER(n=known) if known else words.AN_UNSIGNED


def recipients(letter: Letter, reader: Reader) -> str:
    """Whom the letter is for, as far as the reader may know: of an unsigned one each recipient knows itself
    alone, because whoever is not named might have written it."""
    if is_public(letter):
        return words.ALL
    seats, known = seats_of(letter), stands_for(letter, "#")
    if known and not reader.revealed:
        whose = words.WRITER(n=known)
        return words.YOU_AND(whom=whose) if reader.seat in seats else whose
    if letter.anonymous and not reader.revealed and reader.seat != letter.sender_seat:
        seats = tuple(seat for seat in seats if seat == reader.seat)
    return ", ".join(reader.names[seat] for seat in seats) or words.SECRET_RECIPIENTS


def entry(letter: Letter, reader: Reader, season: str) -> str:
    """Return a letter in a list: its head with the season it was written in, and its text quoted."""
    said = words.ENTRY_ALL if is_public(letter) else words.ENTRY
    whom, at = recipients(letter, reader), when(letter.at, "f")
    head = said(sender=sender(letter, reader), whom=whom, season=season, when=at)
    if letter.anonymous:
        head = words.ENTRY_NUMBER(head=head, n=letter.number)
    return f"{head}\n{quoted(letter.text)}"


def concerns(letter: Letter, other: Seat, reader: Reader) -> bool:
    """Return whether a letter is one with this faction ("": any), as far as the reader may know it."""
    mine = reader.revealed or reader.seat == letter.sender_seat
    if other in ("", letter.sender_seat) and (not other or mine or not letter.anonymous):
        return True
    known = stands_for(letter, "#") != 0 or (letter.anonymous and not mine)
    return other in seats_of(letter) and (reader.revealed or other == reader.seat or not known)


# -- what goes out


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
        """Return the recipients as a letter keeps them (bot/features/letters/addressing.py)."""
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
    head = words.BROADCAST(sender=sender(letter, reader_of(snapshot, None)), season=season(snapshot))
    if letter.anonymous:
        head = words.BROADCAST_UNSIGNED(n=letter.number, season=season(snapshot))
    rows = ((button("reply", letter, words.REPLY_PRIVATE),),) if answerable(snapshot, letter) else ()
    said = Say(text=f"{head}\n{quoted(letter.text)}", rows=rows, plain=True)
    return LetterPost(said, channel_id=snapshot.table.channel_id)


def _in_thread(snapshot: GameSnapshot, letter: Letter, thread: int) -> LetterPost:
    """Post in a private thread. Mentions pull its people in; if it is gone, nobody else may get the post."""
    nobody = reader_of(snapshot, None)
    users = tuple(snapshot.player(seat).user_id for seat in (letter.sender_seat, *seats_of(letter)))
    whom, when_ = recipients(letter, nobody), season(snapshot)
    head = words.IN_THREAD(sender=sender(letter, nobody), whom=whom, season=when_)
    text = f"{head}\n{quoted(letter.text)}\n{post_words.for_users(users)}"
    return LetterPost(Say(text=text, mentions=users, only=users), channel_id=thread)


def _direct(snapshot: GameSnapshot, letter: Letter, seat: Seat) -> LetterPost:
    reader, known = reader_of(snapshot, seat), stands_for(letter, "#")
    whom = words.WRITER(n=known) if known else recipients(letter, reader)
    given = {"sender": sender(letter, reader), "whom": whom, "season": season(snapshot)}
    given |= {"game": snapshot.game.name, "code": snapshot.table.id}
    head = words.LETTER_UNSIGNED(**given, n=letter.number) if letter.anonymous else words.LETTER(**given)
    row = [button("reply", letter, words.REPLY, "primary")]
    if len(seats_of(letter)) > 1 and not letter.anonymous:
        row.append(button("replyall", letter, words.REPLY_ALL))
    user = snapshot.player(seat).user_id
    said = Say(text=f"{head}\n{quoted(letter.text)}", rows=(tuple(row),), plain=True)
    if known:  # a call in the channel would point at the writer of the unsigned letter
        return LetterPost(said, user_id=user)
    call = words.CALL(user=user)
    ident = custom_id("letters", snapshot.table.id, None, letter.turn, "new")
    read = Button(ident, words.READ, "primary")
    return LetterPost(replace(said, fallback=call, fallback_rows=((read,),)), user_id=user)


def answer(snapshot: GameSnapshot, letter: Letter, address: Address, thread: int | None) -> str:
    """Tell its writer that a letter is on its way."""
    secret = words.UNSIGNED_TILL_END if house_of(snapshot).tells_writers else words.UNSIGNED_FOR_EVER
    unsigned = [secret(n=letter.number)] if letter.anonymous else []
    code = snapshot.table.id
    if not address.seats:
        sent = words.SENT_ALL(channel=f"<#{snapshot.table.channel_id}>", code=code)
        return " ".join([sent, *unsigned])
    if thread is not None:
        return words.SENT_THREAD(thread=f"<#{thread}>", code=code)
    sent = words.SENT(whom=_listed(address, full_names(snapshot)), code=code)
    return "\n".join([" ".join([sent, *unsigned]), words.COPY])


def title(snapshot: GameSnapshot, address: Address) -> str:
    """Title a letter's window, which knows no Markdown: with the players if there is room for them."""
    people, names = people_of(snapshot), names_of(snapshot)
    full = {seat: f"{name} ({people[seat]})" for seat, name in names.items()}
    for known in (full, names):
        told = words.FORM_TO(whom=_listed(address, known), code=snapshot.table.id)
        if len(told) <= MOST_TITLE:
            return told
    short = words.WRITER_SHORT(n=address.letter) if address.letter else _listed(address, names)
    return form_title(words.FORM_TO_SHORT(whom=short), snapshot.table.id)


def _listed(address: Address, names: Mapping[Seat, str]) -> str:
    """Say whom an address names, for the writer."""
    if address.letter:
        return words.WRITER(n=address.letter)
    return listing([names[seat] for seat in address.seats], "and") or words.ALL_IN_PUBLIC


def button(act: str, letter: Letter, label: str, style: Any = "secondary") -> Button:
    """Return a button that carries nothing but the letter's number. Who may press it is checked then."""
    return Button(custom_id(act, letter.table_id, None, letter.turn, str(letter.number)), label, style)


# -- small questions about a table


def house_of(snapshot: GameSnapshot) -> HouseRules:
    """Return the table's house options."""
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


def no_letters(snapshot: GameSnapshot) -> str:
    """Say why a game has no letters; "" if it has."""
    if snapshot.presenter.silent:
        return house_rules.silence(snapshot.game.name)
    if "press" not in snapshot.presenter.house_options:
        return words.NO_LETTERS(code=snapshot.table.id, game=snapshot.game.name)
    if house_of(snapshot).press == "none":
        return words.LETTERS_OFF(code=snapshot.table.id)
    return ""


def check_letters(snapshot: GameSnapshot) -> None:
    """Raises Refused for a game without letters."""
    if why := no_letters(snapshot):
        raise Refused(why)


def fits(snapshot: GameSnapshot, seat: Seat, typed: str) -> bool:
    """Return whether what somebody has typed, in small letters, may become this faction or its player."""
    aliases = (names_of(snapshot)[seat].lower(), *called(people_of(snapshot)[seat]))
    return any(alias.startswith(typed) for alias in aliases)


def offered(snapshot: GameSnapshot, seats: Sequence[Seat]) -> Choice:
    """Return these factions as autocomplete shows them, with their players; the value is never in doubt."""
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
    period = snapshot.period or words.PERIOD_TURN(n=snapshot.number)
    return period[:1].lower() + period[1:]


def answerable(snapshot: GameSnapshot, letter: Letter, seat: Seat | None = None) -> bool:
    """Whether a button for an answer makes sense (for this seat); whether one may answer, Press decides."""
    if seat is not None and (letter.sender_seat == seat or not may_read(letter, seat)):
        return False
    press = house_of(snapshot).press
    if letter.anonymous:  # private threads show who writes
        return press == "full"
    return press in ("full", "threads") and letter.sender_seat in snapshot.living
