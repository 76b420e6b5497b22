"""The organiser's page of a league's settings, and the form behind each of its parts.

A form of Discord's holds five fields, so the settings stand in groups. Once the league runs only what may
still be changed is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.common.message import MOST_TITLE, Button, Choice, Field, Form, Message, Section, clip, custom_id
from bot.features.leagues import text as words
from bot.features.leagues.league_lookup import ACCENTS, named, titled
from bot.features.leagues.plan import CHOICES, Plan
from bot.storage.league_records import League

AFTER = ("vacation", "out", "pace", "calendar", "season", "where")
"""What of a plan may be changed once the league runs: not what games and points were played for."""
_ALWAYS = ("name", "deadline", *AFTER)
GROUPS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "least", "most", "divisions", "moves"),
    "rounds": ("format", "rounds", "cycles", "pace", "calendar"),
    "points": ("points", "bye", "ties", "seeding", "substitute"),
    "time": ("signup", "deadline", "season", "vacation"),
    "absence": ("out", "annul", "where"),
}
"""The settings of each form, by the group's key; docs/leagues.md says what each takes."""
_ONLY_IN = {"cycles": "roundrobin", "annul": "roundrobin", "seeding": "swiss"}
"""Settings of one format alone."""


def page(league: League, seats: int, head: str = "") -> Message:
    """All settings by groups, with a button for each. seats: of a game;  head: stands above"""
    found = [Section(_told(league, group, seats), _button(league, group)) for group in _groups(league, seats)]
    head = head or words.CHANGES(league=titled(league))
    return Message(head, rows=tuple(found), accent=ACCENTS[league.status])


def _told(league: League, group: str, seats: int) -> str:
    lines = [
        words.SETTING(label=words.LABELS[key], value=clip(shown(key, text_of(league, key)), 80))
        for key in _keys(league, group, seats)
        if key != "signup"
    ]
    return words.SETTINGS(title=words.GROUPS[group], settings=" · ".join(lines))


def _button(league: League, group: str) -> Button:
    return Button(custom_id("loptions", league.id, None, 0, group), words.CHANGE)


def form(league: League, group: str, seats: int) -> Form:
    """One of the forms, filled in as it is. An id may be of another version: then the first one."""
    groups = _groups(league, seats)
    group = group if group in groups else groups[0]
    fields = tuple(_field(league, key) for key in _keys(league, group, seats))
    title = clip(words.OPTIONS_TITLE(title=words.GROUPS[group], league=named(league)), MOST_TITLE)
    return Form(custom_id("lset", league.id, None, 0, group, kind="form"), title, fields)


def _field(league: League, key: str) -> Field:
    value, choices = text_of(league, key), _CHOICES.get(key, ())
    most = 60 if key == "name" else 200
    return Field(
        key,
        words.LABELS[key],
        words.HINTS.get(key, ""),
        value,
        choices=tuple(Choice(one, words.VALUES[one], chosen=one == value) for one in choices),
        required=key != "signup",
        most=0 if choices else most,
    )


_CHOICES = {**CHOICES, "cycles": ("1", "2")}


def again(league_id: str, group: str) -> Button:
    """A button that opens a form once more."""
    return Button(custom_id("loptions", league_id, None, 0, group), words.AGAIN, "primary")


def _groups(league: League, seats: int) -> list[str]:
    return [group for group in GROUPS if _keys(league, group, seats)]


def _keys(league: League, group: str, seats: int) -> list[str]:
    """The settings of a group that may be changed now, and mean something."""
    form_, begun = Plan.read(league.plan).format, league.status != "signup"
    return [
        key
        for key in GROUPS[group]
        if (key in _ALWAYS or not begun)
        and _ONLY_IN.get(key, form_) == form_
        and not (key == "format" and seats != 2)
    ]


def text_of(league: League, key: str) -> str:
    """A setting as people write it; "" where that cannot be told."""
    if key == "name":
        return league.name
    if key == "deadline":
        return str(league.deadline_spec)
    return value_text(getattr(Plan.read(league.plan), key, ""))


def shown(key: str, value: object) -> str:
    """A value for people, in words where there are some."""
    text = value_text(value)
    if key == "ties":
        return ", ".join(words.TIES[tie] for tie in text.split(","))
    if text == "0" and key in words.ZEROS:
        return words.ZEROS[key]
    return words.VALUES.get(text, text) if key in _CHOICES else text


def value_text(value: object) -> str:
    """A value of a plan as people write it.

    >>> value_text(True), value_text(("3", "1", "0")), value_text(14)
    ('yes', '3,1,0', '14')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(str(part) for part in value)
    return str(value)
