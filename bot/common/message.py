"""Messages as values: what the service wants shown, before Discord's own classes.

The same kind of value is posted through the outbox and shown as a private answer. It becomes a card: a head,
a picture, then paragraphs, menus and buttons; or, of text alone, a classic message (`Message.classic`).
Limits are those of Discord: 2000 characters of a classic message, 4000 of a card and 40 parts, 25 choices a
menu, rows of 5 buttons, ids of 100 characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from bot.common import text as words
from bot.storage.computers import is_computer, name_of

MOST_TEXT = 2000
MOST_CARD = 4000
MOST_CHOICES = 25
MOST_ID = 100
MOST_IN_ROW = 5
MOST_ROWS = 5
MOST_TITLE = 45

Style = Literal["primary", "secondary", "success", "danger"]
Kind = Literal["button", "menu", "form"]
"""What has an id of ours."""


@dataclass(frozen=True, slots=True)
class Button:
    id: str
    label: str
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu; `value` comes back when it is chosen.

    bare: the label without what comes of the choice; "" if neither it nor the description tells that
    there: the description without that: what stands there, for everybody to see
    """

    value: str
    label: str
    description: str = ""
    chosen: bool = False
    bare: str = ""
    there: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """A choice that can be counted out where there is room for it: so many of each thing, worth so much.

    begins: how its value begins; the numbers follow, with dots: "h3.1.2.5"
    things: what each is worth, and how many there are now;  kept: how many of the first kinds are no units
    total, sub: what all are worth together, "100" "c";  most: of all;  room: for units, at least one
    """

    begins: str
    things: tuple[tuple[int, int], ...]
    kept: int
    total: int
    sub: str
    most: int
    room: int


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu; least and most: how many choices may be made; counted: see there, Discord leaves it out.
    Raises ValueError for more that are shown as made: Discord refuses it, and the whole message."""

    id: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    counted: Counted | None = None

    def __post_init__(self) -> None:
        made = [choice.value for choice in self.choices if choice.chosen]
        if len(made) > self.most:
            raise ValueError(f"{len(made)} choices are made in a menu of {self.most}: {made}")


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with its file name (never telling a secret) and a text for those who cannot see it."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class File:
    """A file to keep, below the picture; its name tells no secret."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Field:
    """A line in a form. choices: a menu of them instead of text; most: so many characters, 0 as many as
    usual; of a menu so many choices, 0 one. Several choices come back with commas between them.

    >>> Field("format", "Format", choices=(Choice("swiss", "Swiss"),), most=200)
    Traceback (most recent call last):
    ValueError: 200 choices of 1 may be made: format
    """

    key: str
    label: str
    hint: str = ""
    value: str = ""
    long: bool = False
    required: bool = True
    choices: tuple[Choice, ...] = ()
    most: int = 0

    def __post_init__(self) -> None:
        """Raises ValueError if more may be chosen than there is: Discord refuses the form then."""
        if self.choices and self.most > len(self.choices):
            raise ValueError(f"{self.most} choices of {len(self.choices)} may be made: {self.key}")


@dataclass(frozen=True, slots=True)
class Form:
    """A modal; its id comes back with the values."""

    id: str
    title: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph with a button, or a small picture, at its right."""

    text: str
    beside: Button | Picture


@dataclass(frozen=True, slots=True)
class Divider:
    """A thin line across the card."""


DIVIDER = Divider()
Row = Menu | tuple[Button, ...] | Section | str | Divider
Rows = tuple[Row, ...]
"""The parts of a card below its picture: each a menu, up to five buttons, a paragraph, or a line across."""


@dataclass(frozen=True, slots=True)
class Message:
    """What is shown.

    text:     the head, above the picture
    rows:     what stands below it
    mentions: the users whom it may notify
    files:    to keep, at the end
    pictures: more of them, after the first (Discord then crops all of them to a grid)
    silent:   nobody hears it come
    small:    small print at the end, which may be edited alone
    accent:   the colour of the card's edge, 0xRRGGBB
    call:     of a post that notifies: the plain line that a locked phone shows. Discord shows nothing of a
              card there, so the post is sent as this line, then made a card; "" the text's first line
    plain:    stays a classic message although it has buttons or files: people quote letters, and search them
    """

    text: str
    picture: Picture | None = None
    rows: Rows = ()
    mentions: tuple[int, ...] = ()
    files: tuple[File, ...] = ()
    pictures: tuple[Picture, ...] = ()
    silent: bool = False
    small: str = ""
    accent: int | None = None
    call: str = ""
    plain: bool = False

    def __post_init__(self) -> None:
        """Computers, and whoever asked to be forgotten, are named in words and not notified."""
        for name in ("text", "small", "call"):
            if "<@-" in (text := getattr(self, name)):
                object.__setattr__(self, name, _named(text))
        if any("<@-" in (row if isinstance(row, str) else getattr(row, "text", "")) for row in self.rows):
            object.__setattr__(self, "rows", tuple(_named_row(row) for row in self.rows))
        if any(user_id < 0 for user_id in self.mentions):
            object.__setattr__(self, "mentions", tuple(one for one in self.mentions if one > 0))

    @property
    def classic(self) -> bool:
        """Whether this is text alone, which Discord shows as it always has, or is to stay `plain`."""
        card = self.picture or self.pictures or self.rows or self.files or self.small
        return len(self.text) <= MOST_TEXT and (self.plain or (not card and self.accent is None))

    @property
    def controls(self) -> tuple[Menu | tuple[Button, ...], ...]:
        """The menus and rows of buttons."""
        return tuple(row for row in self.rows if isinstance(row, Menu | tuple))

    @property
    def words(self) -> str:
        """All paragraphs, a line below each other."""
        texts = (row if isinstance(row, str) else getattr(row, "text", "") for row in self.rows)
        return "\n".join(text for text in (self.text, *texts, self.small) if text)

    @property
    def attached(self) -> tuple[Picture, ...]:
        """All pictures in their order."""
        return ((self.picture,) if self.picture is not None else ()) + self.pictures

    @property
    def bare(self) -> Message:
        """The same without menus and buttons; what is said beside a button stays.

        >>> press = Button("fpb:join:k7f3:-:0:", "Join")
        >>> Message("Head", rows=("One", Section("Two", press), DIVIDER, (press,))).bare.rows
        ('One', 'Two')
        """
        beside = (
            row.text if isinstance(row, Section) and isinstance(row.beside, Button) else row
            for row in self.rows
        )
        return replace(self, rows=tuple(row for row in beside if isinstance(row, str | Section)))

    def without_files(self) -> Message:
        """The words and buttons alone, for where nothing may be attached."""
        return replace(self, picture=None, pictures=(), files=())


def custom_id(
    act: str, table: str, seat: str | None, turn: int, extra: str = "", *, kind: Kind = "button"
) -> str:
    """The id of a button, menu or form: it names its table, seat and turn, so it works after a restart.

    turn: the stamp of the turn that is open, see `GameSnapshot.stamp`

    >>> custom_id("send", "k7f3", "dark-air", 12), custom_id("pick", "k7f3", "dark-air", 12, kind="menu")
    ('fpb:send:k7f3:dark-air:12:', 'fpm:pick:k7f3:dark-air:12:')
    """
    text = f"fp{kind[0]}:{act}:{table}:{seat or '-'}:{turn}:{extra}"
    if len(text) > MOST_ID:
        raise ValueError(f"an id has at most {MOST_ID} characters: {text}")
    return text


_REST = (
    r"(?P<act>[a-z]+):(?P<table>[a-z0-9]+):(?P<seat>[a-z0-9-]+):(?P<turn>\d+):(?P<extra>.*?)"
    r"(?:\|(?P<mark>[0-9a-f]{8}))?"
)
"""A classic post carries its mark at the end of its first button's id: see `bot.outbox.messenger.mark`."""
BUTTON_PATTERN, MENU_PATTERN, FORM_PATTERN = (rf"fp{kind}:{_REST}" for kind in "bmf")


@dataclass(frozen=True, slots=True)
class Press:
    """A custom id read back; seat None: it belongs to no seat; turn: the stamp of the turn it was made in."""

    act: str
    table: str
    seat: str | None
    turn: int
    extra: str


def read_press(match: re.Match[str]) -> Press:
    """A match of one of the three patterns."""
    seat = match["seat"]
    return Press(
        match["act"], match["table"], None if seat == "-" else seat, int(match["turn"]), match["extra"]
    )


def buttons(*row: Button) -> tuple[Button, ...]:
    """A row of at most five buttons."""
    if len(row) > 5:
        raise ValueError("a row has at most five buttons")
    return row


def clip(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it is longer than `most`.

    >>> clip("Commander", 6)
    'Comma…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def form_title(text: str, code: str) -> str:
    """The title of a form about a game, as long as Discord lets it be: cut before the game's code.

    >>> form_title("Resolve the orders of spring 1951 and the retreats now?", "k7f3m2")
    'Resolve the orders of spring 1951 a… · k7f3m2'
    """
    return f"{clip(text, MOST_TITLE - len(code) - 3)} · {code}"


def fit(text: str, most: int) -> str:
    """The text, cut at a line's end if it is longer than `most`; what it opened (code, bold) is closed.

    >>> fit("one\\ntwo\\nthree", 9)
    'one\\ntwo\\n…'
    >>> fit("```\\none\\ntwo\\n```", 13)
    '```\\none\\n```\\n…'
    >>> fit("**bold and long**", 12)
    'bold and…'
    """
    if len(text) <= most:
        return text
    lines = text.split("\n")
    while len(lines) > 1:
        lines.pop()
        fenced = sum(line.count("```") for line in lines) % 2
        if lines[-1].strip() == "```" and fenced:
            continue
        shown = "\n".join([*lines, *(["```"] if fenced else []), "…"])
        if len(shown) <= most:
            return shown
    # One line alone is too long: what it opened last goes, so that nothing stays open.
    shown = lines[0][: most - 1].rstrip()
    for sign in ("`", "**"):
        if shown.count(sign) % 2:
            head, _, tail = shown.rpartition(sign)
            shown = f"{head}{tail}"
    return f"{shown}…"


def former(user_id: int) -> str:
    """What somebody is called who asked to be forgotten, and has a negative id since.

    >>> former(-12), Message("<@-12> and <@3>", mentions=(-12, 3)).text
    ('a former player 12', 'a former player 12 and <@3>')
    """
    return words.FORMER_PLAYER(n=-user_id)


def nobody(user_id: int) -> str:
    """What is written in the place of a mention, where there is nobody to notify: a computer, or as `former`.

    >>> Message("Next: <@-1000000000003001> (Dark)").text
    'Next: Computer captain (Dark)'
    """
    return name_of(user_id) if is_computer(user_id) else former(user_id)


_NOBODY = re.compile(r"<@(-\d{1,18})>")


def _named(text: str) -> str:
    return _NOBODY.sub(lambda found: nobody(int(found[1])), text)


def _named_row(row: Row) -> Row:
    if isinstance(row, str):
        return _named(row)
    return replace(row, text=_named(row.text)) if isinstance(row, Section) else row


def plain_name(name: str) -> str:
    """A person's name made harmless for Markdown and mentions.

    >>> plain_name("**Ada** @everyone")
    '\\\\*\\\\*Ada\\\\*\\\\* @\u200beveryone'
    """
    return clip(escaped(name), 64)


def escaped(text: str) -> str:
    """What a person typed, harmless for Markdown and mentions, on one line.

    >>> escaped("# <@12>\\nlies")
    '\\\\# <@\\u200b12\\\\> lies'
    """
    for sign in "\\*_`~|>#[]()":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("@", "@\u200b").replace("\n", " ")


def due_words(moment: float) -> str:
    """A moment with its date, and how long it is until then.

    >>> due_words(0.0)
    '<t:0:f> (<t:0:R>)'
    """
    return f"{when(moment, 'f')} ({when(moment)})"


def when(moment: float, style: str = "R") -> str:
    """A moment as Discord shows it in each reader's own time zone.

    >>> when(0.0)
    '<t:0:R>'
    """
    return f"<t:{int(moment)}:{style}>"
