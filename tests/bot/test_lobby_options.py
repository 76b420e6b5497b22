"""The host's forms: every option of every game, the time for each turn, what those see who have joined."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

import pytest

from adjudicator.errors import OptionError
from adjudicator.game import Option
from adjudicator.registry import games
from bot.common.errors import Refused
from bot.common.message import BUTTON_PATTERN, MOST_CHOICES, Button, Press, read_press
from bot.engine import house_rules
from bot.features.lobby.options import TIME, HostForms, WrongForm
from bot.presenters import presenters
from bot.storage import deadlines
from bot.storage.records import OptionChange, Table
from bot.storage.rows import find
from maps.boards import boards
from tests.bot.parts import GUEST, HOST, THIRD, PostOffice, labels, post_office
from tests.bot.transactions import looking

GAMES, PRESENTERS = games(boards()), presenters()


def forms_of(key: str) -> HostForms:
    table = Table(
        id="k7f3",
        game=key,
        rules_version=1,
        options=GAMES[key].options({}),
        name=key,
        guild_id=1,
        channel_id=2,
        host_id=HOST,
        commitment="",
        deadline_spec="24h",
        created_at=0.0,
    )
    return HostForms(GAMES[key], PRESENTERS[key], table)


@pytest.mark.parametrize("key", GAMES)
def test_every_option_stands_in_one_form(key: str) -> None:
    forms = forms_of(key)
    keys = [option.key for page in forms.pages for option in page]
    known = house_rules.options_of(GAMES[key], PRESENTERS[key])
    assert TIME.key not in known, "it would hide that option"
    assert sorted(keys) == sorted([*known, TIME.key])
    shown = forms.buttons()
    assert len(shown) == len(forms.pages) <= 4, "a row has five buttons, and Close is one"
    assert len({button.label for button in shown}) == len(shown)
    for page, button in enumerate(shown):
        press = pressed(button)
        form = forms.form(press.turn, press.extra)
        assert [field.key for field in form.fields] == [option.key for option in forms.pages[page]]
        assert 1 <= len(form.fields) <= 5 and len(form.title) <= 45
        assert all(len(field.label) <= 45 and 1 <= len(field.hint) <= 100 for field in form.fields)
        for field, option in zip(form.fields, forms.pages[page], strict=True):
            few = option.kind == "number" and option.most - option.least < MOST_CHOICES
            assert bool(field.choices) is (few or (option.kind == "choice" and not option.sides)), option.key
            chosen = [choice.value for choice in field.choices if choice.chosen]
            assert not field.choices or chosen == [field.value], "what holds is chosen"


@pytest.mark.parametrize("key", GAMES)
def test_values_that_are_right_only_together_stand_in_one_form(key: str) -> None:
    """Values of two forms are right together if, and only if, each is by itself."""

    def right(given: Mapping[str, Any]) -> bool:
        try:
            GAMES[key].options(given)
        except OptionError:
            return False
        return True

    own = {option.key for option in GAMES[key].option_table}
    for one, other in combinations(forms_of(key).pages, 2):
        for first, second in product((o for o in one if o.key in own), (o for o in other if o.key in own)):
            for value, beside in product(tried(first), tried(second)):
                alone = right({first.key: value}) and right({second.key: beside})
                assert right({first.key: value, second.key: beside}) is alone, (first.key, value, second.key)


def tried(option: Option) -> tuple[Any, ...]:
    if option.kind == "fraction":
        return (option.default, "1/2", "1/8", "9/1")
    return option.choices or (option.least, option.least + 1, option.default, option.most)


def pressed(button: Button) -> Press:
    match = re.fullmatch(BUTTON_PATTERN, button.id)
    assert match is not None
    return read_press(match)


async def typed(office: PostOffice, table: Table, page: int) -> dict[str, str]:
    """What stands in a form."""
    form = await office.services.lobby.options_form(table.id, HOST, page=page)
    return {field.key: field.value for field in form.fields}


async def test_nemein_by_three_forms(office: PostOffice) -> None:
    table = await office.lobby(HOST, game_key="nemein")
    lobby = office.services.lobby
    assert labels(await lobby.settings(table.id, HOST)) == [
        "Options",
        "More options",
        "Clock",
        "Absence and votes",
        "Close this game",
    ]
    first = await typed(office, table, 0)
    assert list(first) == ["side", "currency", "fraction", "max_coins", "houses_to_win"]
    with pytest.raises(WrongForm, match=r"No 5 USD coins"):
        await lobby.set_options(table.id, HOST, first | {"max_coins": "5"})
    await lobby.set_options(table.id, HOST, first | {"max_coins": "5", "fraction": "1/2"})
    assert await typed(office, table, 1) == {"quiet_turns": "60"}
    await lobby.set_options(table.id, HOST, {"quiet_turns": "0"}, 1)
    clock = await typed(office, table, 2)
    assert clock == {"deadline": "24h", "undo": "0", "takeback": "0", "grace": "0", "absence": "pass"}
    await lobby.set_options(table.id, HOST, clock | {"deadline": " 1d 12H "}, 2)
    after = await office.table(table.id)
    held = {"max_coins": 5, "fraction": {"south": "1/2", "north": "1/2"}, "quiet_turns": 0}
    assert held.items() <= after.options.items() and after.deadline_spec == "36h"
    text = (await lobby.message(table.id)).words
    assert "$0.50 in up to 5 coins" in text and "36h for each turn" in text
    await lobby.set_options(table.id, HOST, first | {"side": "5"})
    after = await office.table(table.id)
    assert after.options["quiet_turns"] == 0 and after.deadline_spec == "36h", "as the other forms had it"
    await lobby.set_options(table.id, HOST, {"deadline": "daily 20:00 new york"}, 2)
    text = (await lobby.message(table.id)).words
    assert re.search(r"ach turn ends at 20:00 \(America/New_York\), <t:\d+:t> for you ·", text)


async def test_a_form_with_a_wrong_time_opens_again_and_changes_nothing(office: PostOffice) -> None:
    table = await office.lobby(HOST, GUEST, game_key="nemein")
    lobby = office.services.lobby
    before = await office.dump()
    for given, told in (
        ({"undo": "9", "deadline": "soon"}, "**Time for each turn** is wrong. I can't read “soon”"),
        ({"undo": "9", "deadline": ""}, "**Time for each turn** is wrong. I can't read “”"),
        ({"undo": "9", "deadline": "61d"}, "**Time for each turn** is wrong. “61d” is too long"),
        ({"deadline": "Mon 20:00"}, "**Time for each turn** is wrong. Which time zone is meant by “20:00”?"),
        ({"deadline": "Mon 20:00 Roma"}, "**Time for each turn** is wrong. I don't know a time zone “Roma”"),
        (
            {"undo": "x", "deadline": "soon"},
            "**Seconds to undo, when all are ready** is wrong. 'x' isn't a number",
        ),
        ({"deadline": "@everyone"}, "**Time for each turn** is wrong. I can't read “@\u200beveryone”"),
    ):
        with pytest.raises(WrongForm) as caught:
            await lobby.set_options(table.id, HOST, given, 2)
        text = caught.value.message.text
        assert text.startswith(told) and text.endswith("\nNothing has changed.")
        [[button]] = caught.value.message.rows
        assert isinstance(button, Button)
        press = pressed(button)
        form = await lobby.options_form(table.id, HOST, press.extra, press.turn)
        empty = {"undo": "", "takeback": "", "grace": "", "absence": ""}
        assert {field.key: field.value for field in form.fields} == {**empty, **given}
        assert await office.dump() == before
    for act in (
        lobby.set_options(table.id, GUEST, {"deadline": "3d"}, 2),
        lobby.options_form(table.id, GUEST),
    ):
        with pytest.raises(Refused, match="Only the host"):
            await act
    assert await office.dump() == before


async def test_a_form_of_another_version_is_the_first(office: PostOffice) -> None:
    table = await office.lobby(HOST)
    form = await office.services.lobby.options_form(table.id, HOST, page=7)
    assert form.title == "Options of the game" and form.fields[0].key == "objective"
    form = await office.services.lobby.options_form(table.id, HOST, "2h|more", 1)
    assert (form.title, [field.value for field in form.fields]) == ("Clock", ["24h", "0", "0", "0", "pass"])


@pytest.mark.parametrize(("spec", "hours"), [("2h", 2), ("none", None)])
async def test_the_game_begins_with_the_time_that_was_agreed(
    office: PostOffice, spec: str, hours: int | None
) -> None:
    table = await office.lobby(HOST, GUEST)
    await office.services.lobby.set_options(table.id, HOST, {"deadline": spec}, 1)
    await office.services.lobby.start(table.id, HOST)
    async with looking(office.services.context.db) as tx:
        due = deadlines.get(tx, table.id)
        assert find(tx, OptionChange, table_id=table.id) == [], "nothing is left of the lobby"
    if hours is None:
        assert due is None or due.due_at is None
    else:
        assert due is not None and due.due_at == pytest.approx(office.clock.time + hours * 3600, abs=5)
    with pytest.raises(Refused, match="has already started"):
        await office.services.lobby.set_options(table.id, HOST, {"deadline": "3d"}, 1)


async def changed(office: PostOffice, table: Table) -> str:
    text = (await office.services.lobby.message(table.id)).words
    return "\n".join(line for line in text.split("\n") if " changed** " in line)


async def test_players_see_what_changed_since_they_joined(office: PostOffice) -> None:
    table = await office.lobby(HOST, game_key="ww3", options="players=3")
    lobby = office.services.lobby
    await lobby.set_options(table.id, HOST, {"quiet_rounds": "40"})
    assert await changed(office, table) == "", "nobody had agreed to something else"
    await lobby.join(table.id, GUEST, "Ben")
    await lobby.set_options(table.id, HOST, {"quiet_rounds": "40", "deadline": "24h"})
    assert await changed(office, table) == "", "the form was sent as it was"
    await lobby.set_options(table.id, HOST, {"fog": "on"})
    assert await changed(office, table) == "**Ada changed** Fog: off → on"
    await lobby.set_options(table.id, HOST, {"deadline": "2d", "quiet_rounds": "30"})
    told = "**Ada changed** Fog: off → on · Quiet rounds: 40 → 30 · Time for each turn: 24h → 48h"
    assert await changed(office, table) == told
    with pytest.raises(WrongForm):
        await lobby.set_options(table.id, HOST, {"deadline": "x", "fog": "off"})
    assert await changed(office, table) == told
    await lobby.set_options(table.id, HOST, {"fog": "off", "quiet_rounds": "20"})
    told = "**Ada changed** Quiet rounds: 40 → 20 · Time for each turn: 24h → 48h"
    assert await changed(office, table) == told, "changed back is not changed"
    await lobby.leave(table.id, HOST)
    assert (await changed(office, table)).startswith("**The host changed** Quiet")
    await lobby.leave(table.id, GUEST)
    await lobby.set_options(table.id, HOST, {"fog": "on"})
    await lobby.join(table.id, THIRD, "Cleo")
    assert await changed(office, table) == "", "she came after all changes"
    await lobby.set_options(table.id, HOST, {"fog": "off"})
    await lobby.close(table.id, HOST)
    assert await changed(office, table) == ""


async def test_what_changed_is_still_told_after_a_restart(office: PostOffice) -> None:
    table = await office.lobby(HOST, GUEST, game_key="nemein")
    await office.services.lobby.set_options(table.id, HOST, {"currency": "USD/EUR", "fraction": "default"})
    told = await changed(office, table)
    assert told == "**Ada changed** Currency: USD → USD/EUR"
    await office.services.close()
    async with post_office(office.path, office.clock, office.messenger) as again:
        assert await changed(again, table) == told
