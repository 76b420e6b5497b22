"""Reading options from text, those of the house and of a game, and what is told of them.

The house options are kept in the table's `settings`, complete: those that its game's presenter names in
`house_options`, and those of the clock, which every game has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from adjudicator.chance import HmacChance
from adjudicator.errors import OptionError
from adjudicator.game import AnyGame, Option, Options
from adjudicator.text import NO_OPTION, NOT_A_CHOICE, NOT_A_NUMBER, listing
from bot.common.clock import DAY, HOUR, span_text
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, clip, plain_name
from bot.engine import text as sentences
from bot.engine.schedule import Spec, Weekly, read_spec
from bot.presenters import Presenter
from maps.text import capitalized

Press = Literal["full", "threads", "broadcast", "none"]
Absence = Literal["pass", "extend", "forfeit", "computer"]


def _choice(key: str, default: str, *choices: str) -> Option:
    label, decides = sentences.HOUSE_OPTIONS[key]
    return Option(key, "choice", default, label, decides, choices=choices)


def _number(key: str, default: int, most: int, least: int = 0) -> Option:
    label, decides = sentences.HOUSE_OPTIONS[key]
    return Option(key, "number", default, label, decides, least=least, most=most)


HOUSE: Mapping[str, Option] = {
    option.key: option
    for option in (
        _choice("press", "full", "full", "threads", "broadcast", "none"),
        _choice("anonymous", "no", "no", "yes", "until_end"),
        _choice("ready", "shown", "shown", "hidden"),
        _number("adjustment", 12, 168, least=1),
    )
}
"""The house options that only some games have, in the order in which they are shown."""

CLOCK: Mapping[str, Option] = {
    option.key: option
    for option in (
        _number("undo", 60, 600),
        _number("takeback", 0, 600),
        _number("grace", 60, 1440),
        _choice("absence", "pass", "pass", "extend", "forfeit", "computer"),
        _number("extensions", 3, 10),
        _number("substitutes", 2, 10),
        _number("vacation", 14, 60),
        _choice("votes", "open", "open", "secret"),
        _number("pauses", 7, 30),
    )
}
"""The house options of the clock, which every game has."""
ALL: Mapping[str, Option] = {**HOUSE, **CLOCK}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house options of one table.

    press:            who may write to whom through the bot
    anonymous:        whether letters may be unsigned
    ready:            whether the channel shows how many are ready
    adjustment_hours: for the choices after a turn
    undo_seconds, takeback_seconds: before a turn of several seats, or of one, resolves early
    grace_minutes:    after a deadline, for who gave nothing
    absence:          what counts for who gives nothing
    extensions:       automatic ones of a seat in a game; also how many may be voted
    substitutes:      missed deadlines in a row after which a seat is offered; 0: never
    vacation_days:    by which deadlines wait for an announced absence, for a player in a game
    secret_votes:     whether nobody learns who voted how
    pause_days:       of a pause by vote, at most; 0: none
    tells_writers:    whether the end of the game tells who wrote unsigned letters
    """

    press: Press = "full"
    anonymous: bool = False
    ready: bool = True
    adjustment_hours: int = 12
    undo_seconds: int = 0
    takeback_seconds: int = 0
    grace_minutes: int = 0
    absence: Absence = "pass"
    extensions: int = 3
    substitutes: int = 2
    vacation_days: int = 14
    secret_votes: bool = False
    pause_days: int = 7
    tells_writers: bool = False

    @property
    def adjustment_seconds(self) -> float:
        """How long the choices after a turn may take, where a turn takes no less."""
        return self.adjustment_hours * HOUR


NO_HURRY: Mapping[str, Any] = {"undo": 0, "takeback": 0, "grace": 0}
"""What holds where a table says nothing: these were not agreed on in games of older versions."""


def of(settings: Mapping[str, Any]) -> HouseRules:
    """A table's house options from its settings; what is missing has its default."""
    found = {key: settings.get(key, NO_HURRY.get(key, option.default)) for key, option in ALL.items()}
    return HouseRules(
        press=found["press"],
        anonymous=found["anonymous"] != "no",
        ready=found["ready"] == "shown",
        adjustment_hours=found["adjustment"],
        undo_seconds=found["undo"],
        takeback_seconds=found["takeback"],
        grace_minutes=found["grace"],
        absence=found["absence"],
        extensions=found["extensions"],
        substitutes=found["substitutes"],
        vacation_days=found["vacation"],
        secret_votes=found["votes"] == "secret",
        pause_days=found["pauses"],
        tells_writers=found["anonymous"] == "until_end",
    )


Settings = dict[str, Any]

BESIDE = ":"
"""Between fractions of each side: 1/1:3/2."""
_LONGEST_OFFERED = 100


def at_once(game: AnyGame, options: Mapping[str, Any]) -> bool:
    """Whether several sheets are ever given at the same time: then they are in the first phase, too."""
    state = game.start(options, HmacChance(bytes(32), "lobby", 0)).state
    return len({min(game.sharing(state, seat)) for seat in game.phase(state).owing}) > 1


def lines(
    settings: Mapping[str, Any], deadline_spec: str | None = None, *, several: bool = True
) -> list[str]:
    """What players must know of a table's house options, a line each; none where its game has none.

    deadline_spec: the table's; without a deadline for turns there is none for what comes after them
    several: whether sheets are given at once, as `at_once` says

    >>> lines({"press": "none", "adjustment": 12}, "24h")
    ['No letters through me', '12h for choices after a turn']
    >>> lines({"absence": "forfeit", "grace": 60}, "24h")
    ["Miss a deadline and you get 60 minutes' grace, then you're out"]
    """
    rules, found = of(settings), []
    if "press" in settings:
        kind = str(rules.press)
        if rules.anonymous and rules.press != "none":
            kind += ", unsigned until the end" if rules.tells_writers else ", unsigned"
        found.append(sentences.LETTERS[kind])
    if "ready" in settings and not rules.ready:
        found.append(sentences.READY_HIDDEN)
    if "adjustment" in settings and deadline_spec not in (None, "none"):
        turn = read_spec(str(deadline_spec)).turn_seconds(0.0)
        seconds = rules.adjustment_seconds if turn is None else min(turn, rules.adjustment_seconds)
        found.append(sentences.CHOICES_TIME(span=span_text(seconds)))
    if "absence" in settings and deadline_spec not in (None, "none"):
        grace = _grace(settings, read_spec(str(deadline_spec)))
        late, at_once_late = sentences.LATE_GRACE[rules.absence], sentences.LATE_NO_GRACE[rules.absence]
        found.append(late(grace=grace) if grace else at_once_late)
    if rules.undo_seconds and several:
        found.append(sentences.UNDO_TIME(n=rules.undo_seconds))
    if rules.takeback_seconds:
        found.append(sentences.TAKEBACK_TIME(n=rules.takeback_seconds))
    return found


def _grace(settings: Mapping[str, Any], spec: Spec) -> str:
    """The time of grace, at most a quarter of the turn; "" if there is none.

    >>> _grace({"grace": 60}, read_spec("1m"))
    "15 seconds'"
    >>> _grace({"grace": 60, "adjustment": 1}, read_spec("24h"))
    "up to 60 minutes'"
    """
    rules = of(settings)
    seconds = rules.grace_minutes * 60.0
    if not seconds:
        return ""
    # From one date to the next it is twice the least time of a turn, or more.
    turn = spec.least() * 2 if isinstance(spec, Weekly) else spec.turn_seconds(0.0) or DAY
    choices = rules.adjustment_seconds if "adjustment" in settings else turn
    less = False
    if seconds > min(turn, choices) / 4:
        if choices >= turn and not isinstance(spec, Weekly):  # all turns are as long
            seconds = turn / 4
        else:
            less = True
    of_seconds, of_minutes = sentences.SECONDS_OF, sentences.MINUTES_OF
    told = of_seconds(n=round(seconds)) if seconds % 60 else of_minutes(n=round(seconds / 60))
    return sentences.UP_TO(span=told) if less else told


def silence(name: str) -> str:
    """What a game is told to be whose rules have silence (`Presenter.silent`).

    >>> silence("NME")
    'NME is played in silence: talking about the game is cheating.'
    """
    return sentences.SILENCE(game=name)


class WrongOption(Refused):
    """One option has a value that it cannot have. why: a sentence beside the option's name."""

    def __init__(self, key: str, why: str) -> None:
        self.key = key
        self.why = capitalized(why)
        super().__init__(sentences.OPTION_WRONG(key=key, why=why))


def options_of(game: AnyGame, presenter: Presenter) -> dict[str, Option]:
    """All options of a table of this game by key: the game's own, then those of the house."""
    own = {option.key: option for option in game.option_table}
    return own | {key: HOUSE[key] for key in presenter.house_options} | dict(CLOCK)


def keys_of(presenter: Presenter) -> tuple[str, ...]:
    """The keys of the house options of this game's tables."""
    return (*presenter.house_options, *CLOCK)


def read_defaults(text: str) -> Settings:
    """House options for new games, as the bot's host writes them: ``undo=30 grace=0``. Raises WrongOption."""
    found: Settings = {}
    for part in text.replace(",", " ").split():
        key, _, said = part.partition("=")
        if key.lower() not in ALL:
            raise WrongOption(clip(plain_name(key), 40), sentences.NO_HOUSE_OPTION(keys=listing(list(ALL))))
        try:
            found[key.lower()] = _house_value(ALL[key.lower()], _value(ALL[key.lower()], said))
        except OptionError as error:
            raise WrongOption(error.key, sentences.OPTION_REASON(reason=error.reason)) from None
    return found


def read(
    game: AnyGame, presenter: Presenter, text: str, defaults: Mapping[str, Any] | None = None
) -> tuple[Options, Settings]:
    """Options as people write them: ``objective=points enhanced=2/0``, complete, and the settings. Raises
    Refused.

    defaults: house options where the text says nothing, in the place of those of the table above
    A value for each side is written dark/light, in the order of the option's sides; fractions 1/1:3/2.
    """
    table = options_of(game, presenter)
    given: dict[str, str] = {}
    for part in re.sub(r"\s*([=/])\s*", r"\1", text).replace(",", " ").split():
        key, sign, value = part.partition("=")
        if not sign and key.lower() in table:
            raise Refused(sentences.OPTION_NEEDS_VALUE(key=key.lower()))
        if not sign or key.lower() not in table:
            keys = listing([f"`{key}`" for key in table])
            typed = clip(plain_name(part), 40)
            raise Refused(sentences.NOT_AN_OPTION(game=game.name, typed=typed, keys=keys))
        given[key.lower()] = value
    return read_values(game, presenter, given, settings=defaults)


def read_values(
    game: AnyGame,
    presenter: Presenter,
    values: Mapping[str, str],
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> tuple[Options, Settings]:
    """Options and settings from the texts of single values. Raises WrongOption for the first wrong one.

    options, settings: what holds for keys without a text; the defaults unless given
    """
    table = options_of(game, presenter)
    own, rules = dict(options or {}), dict(settings or {})
    given: dict[str, Any] = {}
    try:
        for key, text in values.items():
            if key not in table:
                raise OptionError(clip(plain_name(key), 40), NO_OPTION, tuple(table))
            value = _value(table[key], text)
            if key in keys_of(presenter):
                rules[key] = _house_value(ALL[key], value)
            else:
                own[key] = given[key] = value
        complete = dict(game.options(own))
    except OptionError as met:
        error = _first_wrong(game, own, given, met)
        why = sentences.OPTION_REASON(reason=error.reason)
        if error.instead:
            why = sentences.OPTION_INSTEAD(reason=error.reason, values=listing(list(error.instead)))
        raise WrongOption(error.key, why) from None
    return complete, {key: rules.get(key, ALL[key].default) for key in keys_of(presenter)}


def _first_wrong(
    game: AnyGame, own: Mapping[str, Any], given: Mapping[str, Any], error: OptionError
) -> OptionError:
    """The error that names the first wrong value: of those read so far, or what was met after them. A value
    may be right only beside another one, so each is looked at by itself only if all together are wrong."""
    try:
        game.options(own)
    except OptionError as wrong:
        for key, value in given.items():
            try:
                game.options({key: value})
            except OptionError as alone:
                return alone
        return wrong
    return error


def _value(option: Option, given: str) -> Any:
    # An error says it again: so it pings nobody and is short.
    text = clip(" ".join(given.lower().split()).replace("@", "@\u200b"), 40)
    if not text:
        raise OptionError(option.key, sentences.NO_OPTION_VALUE, option.choices)
    numbers = re.sub(r" ?/ ?", "/", text).split("/")
    if option.kind == "fraction":  # it has a "/" of its own
        parts = text.replace(" ", "").split(BESIDE)
        return dict(zip(option.sides, parts, strict=True)) if len(parts) == len(option.sides) else text
    if option.kind == "choice" and len(numbers) == len(option.sides):
        return dict(zip(option.sides, numbers, strict=True))
    if option.kind == "choice" or not all(part.isdecimal() and part.isascii() for part in numbers):
        return text
    if option.kind == "per_side" and len(numbers) == len(option.sides):
        return {side: int(part) for side, part in zip(option.sides, numbers, strict=True)}
    return int(text) if len(numbers) == 1 else text


def _house_value(option: Option, value: Any) -> Any:
    if option.kind == "choice" and value not in option.choices:
        raise OptionError(option.key, NOT_A_CHOICE(value=repr(value)), option.choices)
    if option.kind == "number" and not (isinstance(value, int) and option.least <= value <= option.most):
        reason = NOT_A_NUMBER(value=repr(value), least=option.least, most=option.most)
        raise OptionError(option.key, reason)
    return value


def option_text(option: Option, value: Any) -> str:
    """A value as `read` takes it."""
    if isinstance(value, Mapping):
        values = [value[side] for side in option.sides]
        sign = BESIDE if option.kind == "fraction" else "/"
        return str(values[0]) if len(set(values)) == 1 else sign.join(str(number) for number in values)
    return str(value)


def held_text(game: AnyGame, option: Option, options: Mapping[str, Any]) -> str:
    """The value that a table's options have, for a form. A fraction that follows from the others is
    "default": so it follows them still when they are changed in the same form."""
    if option.kind == "fraction":
        with suppress(OptionError):
            if game.options({**options, option.key: option.default}) == options:
                return option_text(option, option.default)
    return option_text(option, options.get(option.key, option.default))


def offered(game: AnyGame, presenter: Presenter, typed: str) -> list[str]:
    """What may come next after the key=value parts typed so far: whole texts, as autocomplete shows them.

    Every value of a choice; of a number its default, or all that fit once its key stands there.
    """
    head, _, last = typed.rpartition(" ")
    used = {part.partition("=")[0].lower() for part in head.split()}
    key, sign, begun = last.lower().partition("=")
    found = []
    for option in options_of(game, presenter).values():
        if option.key in used or not (option.key == key if sign else option.key.startswith(key)):
            continue
        values = option.choices
        if option.kind not in ("choice", "fraction"):
            numbers = range(option.least, option.most + 1) if sign else [option.default]
            values = tuple(str(number) for number in numbers)
        found += [f"{option.key}={value}" for value in values if value.lower().startswith(begun)]
    texts = (" ".join([*head.split(), part]) for part in found)
    right = _reads(game, presenter, head)
    fitting = (
        text
        for text in texts
        if len(text) <= _LONGEST_OFFERED and (not right or _reads(game, presenter, text))
    )
    return list(islice(fitting, MOST_CHOICES))


def _reads(game: AnyGame, presenter: Presenter, text: str) -> bool:
    """Whether options may be written so: a number may be wrong beside those that stand there."""
    try:
        read(game, presenter, text)
    except Refused:
        return False
    return True
