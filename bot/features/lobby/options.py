"""The host's forms in the lobby: every option of a table, and the time for each turn, in reach on a phone.

A form of Discord's holds five lines, so a table may have several. Values that are right only together must
stand in one of them: the forms take the options in the order of the game's table, five by five.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.game import AnyGame, Option
from bot.common.errors import Refused
from bot.common.message import (
    MOST_CHOICES,
    MOST_ID,
    Button,
    Choice,
    Field,
    Form,
    Message,
    buttons,
    clip,
    custom_id,
)
from bot.engine import house_rules
from bot.engine.house_rules import CLOCK
from bot.engine.order_sheets import plain_order
from bot.engine.schedule import read_spec
from bot.features.lobby import text
from bot.presenters import Presenter
from bot.storage.database import Tx
from bot.storage.records import OptionChange, Table
from bot.storage.rows import first, remove, save

MOST_HINT = 100
"""So many characters stand beside a line of a form."""
MOST_FIELDS = 5
"""So many lines a form of Discord's has at most."""
TIME = Option("deadline", "span", "24h", text.TIME_LABEL, text.TIME_HINT)
"""No option of the rules or the house, but the host sets it in the same forms."""

_BETWEEN = "|"
"""Stands between the values of a form that is to be opened again, in the button's id."""


class WrongForm(Refused):
    """The host's form cannot be taken. message: why, and a button that opens it again as it was filled in."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message.text)


class HostForms:
    """The forms of one table, as it stands. Ids carry the number of the form where others have the turn."""

    opens, sends = "options", "setoptions"
    """What the buttons and the forms do."""

    def __init__(self, game: AnyGame, presenter: Presenter, table: Table) -> None:
        self._game, self._presenter, self._table = game, presenter, table
        known = house_rules.options_of(game, presenter).values()
        lines = [option for option in known if option.key not in CLOCK]
        clock = [TIME, *CLOCK.values()]
        self._options = {option.key: option for option in (*lines, *clock)}
        self.pages = [*_fives(lines), *_fives(clock)]

    def buttons(self) -> list[Button]:
        """One that opens each form."""
        return [
            Button(custom_id(self.opens, self._table.id, None, page), self._title(page))
            for page in range(len(self.pages))
        ]

    def _title(self, page: int) -> str:
        if page == 0:
            return text.FORM_OPTIONS
        if TIME in self.pages[page]:
            return text.FORM_CLOCK
        if page == len(self.pages) - 1:
            return text.FORM_ABSENCE
        return text.FORM_MORE if page == 1 else text.FORM_MORE_N(n=page)

    def form(self, page: int, typed: str = "") -> Form:
        """Return one of the forms. typed: what stood in it when it was refused, from the button's id"""
        page = self._known(page)
        options, fields = self.pages[page], []
        again = typed.split(_BETWEEN) if typed else []
        for number, option in enumerate(options):
            value = again[number] if len(again) == len(options) else self._text(option)
            choices = tuple(Choice(word, word, "", chosen=word == value) for word in _values(option))
            hint = clip(option.decides if choices else _hint(option), MOST_HINT)
            fields.append(Field(option.key, clip(option.label, 45), hint, value, choices=choices))
        title = self._title(page) if page else text.FORM_OPTIONS_TITLE
        return Form(custom_id(self.sends, self._table.id, None, page, kind="form"), title, tuple(fields))

    def read(self, page: int, values: Mapping[str, str]) -> Table:
        """Return the table with these values, by key; others are as they were. Raises WrongForm."""
        options = {key: value for key, value in values.items() if key != TIME.key}
        table, key = self._table, TIME.key
        try:
            own, settings = house_rules.read_values(
                self._game, self._presenter, options, table.options, table.settings
            )
            span = str(read_spec(values[key])) if key in values else table.deadline_spec
        except Refused as wrong:
            why = str(wrong)
            if isinstance(wrong, house_rules.WrongOption):
                key = wrong.key
            field = self._options.get(key)
            if field and isinstance(wrong, house_rules.WrongOption):
                why = wrong.why  # its label names it already
            told = text.FORM_FIELD_WRONG(field=field.label, why=why) if field else why
            raise self.wrong(page, values, told) from None
        return replace(table, options=own, settings=settings, deadline_spec=span)

    def wrong(self, page: int, values: Mapping[str, str], why: str) -> WrongForm:
        """Refuse a form, keeping what was typed: in the button's id, or else in its words."""
        page = self._known(page)
        typed = [values.get(option.key, "") for option in self.pages[page]]
        packed = _BETWEEN.join(typed)
        room = MOST_ID - len(custom_id(self.opens, self._table.id, None, page))
        plain = packed.isascii() and packed.isprintable() and packed.count(_BETWEEN) == len(typed) - 1
        if not plain or len(packed) > room:
            shown = " ".join(f"{key}={value}" for key, value in values.items())
            why, packed = text.FORM_TYPED(why=why, typed=clip(plain_order(shown), 1000)), ""
        button = Button(custom_id(self.opens, self._table.id, None, page, packed), text.FORM_AGAIN, "primary")
        return WrongForm(Message(text.FORM_WRONG(why=why), rows=(buttons(button),)))

    def texts(self) -> dict[str, str]:
        """Everything that holds, by key."""
        return {key: self._text(option) for key, option in self._options.items()}

    def changes(self, before: Mapping[str, str]) -> str:
        """What has another value than before, for players; "" if nothing has."""
        found = []
        for key, option in self._options.items():
            now = self._text(option)
            if before.get(key, now) != now:
                found.append(f"{option.label}: {before[key]} → {now}")
        return " · ".join(found)

    def _text(self, option: Option) -> str:
        if option is TIME:
            return self._table.deadline_spec or "none"
        if option.key in self._table.settings:
            return house_rules.option_text(option, self._table.settings[option.key])
        return house_rules.held_text(self._game, option, self._table.options)

    def _known(self, page: int) -> int:
        """A form that there is; an id may be of another version."""
        return page if page < len(self.pages) else 0


def _values(option: Option) -> tuple[str, ...]:
    """Return what a menu can offer; () where it must be typed: many numbers, or one value a side."""
    if option.kind == "choice" and not option.sides:
        return option.choices
    if option.kind == "number" and option.most - option.least < MOST_CHOICES:
        return tuple(map(str, range(option.least, option.most + 1)))
    return ()


def _hint(option: Option) -> str:
    """What may be typed."""
    sides, span = "/".join(option.sides), {"least": option.least, "most": option.most}
    match option.kind:
        case "choice":
            shown = {"choices": ", ".join(option.choices), "example": "/".join(option.choices[:2])}
            return text.HINT_BY_SIDE(**shown, sides=sides)
        case "number":
            whole = text.HINT_NUMBER_DECIDES(**span, decides=option.decides)
            return whole if len(whole) <= MOST_HINT else text.HINT_NUMBER(**span)
        case "per_side":
            return text.HINT_PER_SIDE(**span, sides=sides)
        case "fraction":
            return text.HINT_FRACTION(sides=sides)
    return option.decides


def _fives(lines: list[Option]) -> list[list[Option]]:
    return [lines[at : at + MOST_FIELDS] for at in range(0, len(lines), MOST_FIELDS)]


def agreed(tx: Tx, table_id: str) -> dict[str, str]:
    """The options that were changed after players had joined: what they were when those came."""
    found = first(tx, OptionChange, table_id=table_id)
    return dict(found.before) if found is not None else {}


def note(tx: Tx, table_id: str, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Keep what changed for those who have joined."""
    changed = {key: value for key, value in before.items() if after[key] != value}
    if changed:  # the oldest text counts: what was changed back has not changed
        save(tx, OptionChange(table_id=table_id, before=changed | agreed(tx, table_id)))


def forget(tx: Tx, table_id: str) -> None:
    remove(tx, OptionChange, table_id=table_id)
