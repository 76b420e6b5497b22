"""The lobby: options, deadlines, seats, who may do what; commands, buttons, the form, permissions."""

from __future__ import annotations

import hashlib
import json
import re

import discord
import pytest
from simcord.components import walk_components

from adjudicator.chance import HmacChance, shuffle
from bot.common.clock import read_span
from bot.common.errors import Refused
from bot.common.message import BUTTON_PATTERN, Button, read_press
from bot.discord import text as discord_text
from bot.engine import access
from bot.engine.house_rules import CLOCK
from bot.features.letters.addressing import read_typed
from bot.features.lobby import text as words_of
from bot.features.lobby.lobby import Lobby
from bot.features.lobby.options import WrongForm
from bot.storage import players, tables
from bot.storage.records import Step
from bot.storage.rows import first
from tests.bot.parts import AT_ONCE, CHANNEL, FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice, labels
from tests.bot.parts import menus as menus_of
from tests.bot.transactions import looking
from tests.bot.world import CODE, Said, World, alt, buttons, menus, options, words


@pytest.mark.parametrize(
    ("text", "canonical", "seconds"),
    [
        ("24h", "24h", 86400),
        (" 1D 12H ", "36h", 129600),
        ("3d", "3d", 259200),
        ("90 min", "90m", 5400),
        ("5 minutes", "5m", 300),
        ("2 hours", "2h", 7200),
        ("2 weeks", "14d", 1209600),
        ("1d, 6h", "30h", 108000),
        ("7d 1m", "10081m", 604860),
        ("none", "none", None),
        ("never", "none", None),
    ],
)
def test_deadlines_as_people_write_them(text: str, canonical: str, seconds: int | None) -> None:
    assert read_span(text) == (canonical, seconds)
    assert read_span(canonical) == (canonical, seconds)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "24",
        "-3h",
        "30s",
        "61d",
        "0h",
        "1h30",
        "3.5h",
        "12345h",
        "1 month",
        "Mon 20:00",
        "h" * 3000,
    ],
)
def test_what_is_no_deadline_is_refused_with_examples(text: str) -> None:
    with pytest.raises(Refused, match=r"`12h`, `24h`, `3d` or `none`|from 1m to 60d") as caught:
        read_span(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("objective=points", "objective", "points"),
        ("OBJECTIVE=Points", "objective", "points"),
        ("enhanced=2", "enhanced", {"dark": 2, "light": 2}),
        ("enhanced=2/0", "enhanced", {"dark": 2, "light": 0}),
        ("teams=both, round_limit=9", "round_limit", 9),
        ("", "quiet_rounds", 50),
    ],
)
async def test_options_as_people_write_them(office: PostOffice, text: str, key: str, value: object) -> None:
    table = await office.lobby(HOST, options=text)
    assert (await office.table(table.id)).options[key] == value
    assert set(table.settings) == set(CLOCK), "this game has no letters"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("speed=9", "Commander-In-Chief has no option “speed=9”. Write key=value, with `objective`"),
        ("points", "has no option “points”"),
        ("objective=peace", "commander"),
        ("enhanced=6", "enhanced"),
        ("enhanced=1/2/3", "enhanced"),
        ("enhanced=-1", "enhanced"),
        ("round_limit=0", "round_limit"),
        ("@everyone**" * 300, "has no option"),
    ],
)
async def test_a_wrong_option_is_named_and_nothing_is_made(office: PostOffice, text: str, named: str) -> None:
    before = await office.dump()
    with pytest.raises(Refused) as caught:
        await office.lobby(HOST, options=text)
    assert named in str(caught.value)
    assert len(str(caught.value)) < 400 and "@everyone" not in str(caught.value)
    assert await office.dump() == before


async def test_a_channel_holds_one_game_until_it_is_over_or_closed(office: PostOffice) -> None:
    first = await office.lobby(HOST)
    with pytest.raises(Refused, match=f"already has a game, `{first.id}`"):
        await office.lobby(GUEST)
    assert (await office.lobby(GUEST, channel=CHANNEL + 1)).channel_id == CHANNEL + 1
    await office.services.lobby.close(first.id, HOST)
    second = await office.game(HOST, GUEST)
    with pytest.raises(Refused, match="already has a game"):
        await office.lobby(GUEST)
    await office.services.orders.declare(second, HOST, "concede")
    assert await office.lobby(GUEST)


async def test_a_code_that_is_taken_is_not_drawn_twice(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await office.lobby(HOST)
    drawn = iter([first.id, first.id, "z9z9"])
    monkeypatch.setattr(access, "new_code", lambda pairs: next(drawn))
    assert (await office.lobby(HOST, channel=CHANNEL + 1)).id == "z9z9"
    drawn = iter([first.id, "y8y8"])
    assert await office.services.lobby.free_code() == "y8y8"


async def test_codes_get_longer_where_the_short_ones_are_taken(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await office.lobby(HOST)
    drawn = list[int]()

    def draw(pairs: int) -> str:
        drawn.append(pairs)
        return first.id if pairs == 2 else "z9z9z9"

    monkeypatch.setattr(access, "new_code", draw)
    assert await office.services.lobby.free_code() == "z9z9z9"
    assert drawn == [2] * access.TRIES + [3]


async def test_orders_and_letters_of_a_game_with_a_long_code(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "SHORT_CODE", 3)
    game, other = await office.game(HOST, GUEST), await office.game(HOST, GUEST, channel=CHANNEL + 1)
    assert len(game) == len(other) == 6
    await office.services.text_commands.read(HOST, 10, f"{game.upper()}: e7-e6")
    assert "`e7-e6`" in (await office.services.desks.desk(game, HOST)).words
    assert "`e7-e6`" not in (await office.services.desks.desk(other, HOST)).words
    typed = read_typed(f"{game} press light: Hold.")
    assert typed is not None and (typed.table, typed.to) == (game, "light")
    with pytest.raises(Refused, match="Put a colon"):
        read_typed(f"{game}, press light hold")


@pytest.mark.parametrize("pairs", [2, 3])
def test_codes_are_easy_to_read_out(pairs: int) -> None:
    drawn = {access.new_code(pairs) for _ in range(500)}
    assert len(drawn) > 450
    assert all(re.fullmatch(access.CODE_PATTERN, code) and len(code) == 2 * pairs for code in drawn)
    assert all(not set(code) & set("ilo01") for code in drawn)
    assert not {code[0] for code in drawn} & set("abcdefgh"), "a code must not look like the order `e7e6`"


async def test_join_twice_full_and_leave(office: PostOffice) -> None:
    table = await office.lobby(HOST)
    lobby = office.services.lobby
    with pytest.raises(Refused, match="already in game"):
        await lobby.join(table.id, HOST, "Ada")
    assert await lobby.join(table.id, GUEST, "Ben") == words_of.JOINED(code=table.id)
    with pytest.raises(Refused, match="is full"):
        await lobby.join(table.id, THIRD, "Cleo")
    assert await lobby.leave(table.id, GUEST) == words_of.LEFT(code=table.id)
    with pytest.raises(Refused, match="You haven't joined"):
        await lobby.leave(table.id, GUEST)
    await lobby.join(table.id, THIRD, "Cleo")
    text = (await lobby.message(table.id)).words
    assert "2 of 2 players" in text and "**Players:** Ada (host) · Cleo" in text


async def test_only_the_host_changes_and_closes_and_only_players_start(office: PostOffice) -> None:
    table = await office.lobby(HOST, GUEST)
    lobby = office.services.lobby
    before = await office.dump()
    for attempt in (
        lobby.close(table.id, GUEST),
        lobby.set_options(table.id, GUEST, {"objective": "points"}),
        lobby.options_form(table.id, GUEST),
    ):
        with pytest.raises(Refused, match=f"Only the host, <@{HOST}>"):
            await attempt
    with pytest.raises(Refused, match="Only its players and the host"):
        await lobby.start(table.id, STRANGER)
    assert await office.dump() == before


async def test_a_game_does_not_start_with_players_missing(office: PostOffice) -> None:
    table = await office.lobby(HOST, options="teams=both")
    before = await office.dump()
    with pytest.raises(Refused, match="starts with 4 players: 3 places still free"):
        await office.services.lobby.start(table.id, HOST)
    assert await office.dump() == before
    assert "-Start" in labels(await office.services.lobby.message(table.id))


@pytest.mark.parametrize("act", ["join", "leave", "start", "close", "wish", "options", "form"])
@pytest.mark.parametrize("state", ["closed", "playing"])
async def test_nothing_in_the_lobby_works_after_it(office: PostOffice, act: str, state: str) -> None:
    lobby = office.services.lobby
    table = await office.lobby(HOST, GUEST)
    if state == "closed":
        await lobby.close(table.id, HOST)
    else:
        await lobby.start(table.id, HOST)
    before = await office.dump()
    acts = {
        "join": lambda: lobby.join(table.id, THIRD, "Cleo"),
        "leave": lambda: lobby.leave(table.id, GUEST),
        "start": lambda: lobby.start(table.id, HOST),
        "close": lambda: lobby.close(table.id, HOST),
        "wish": lambda: lobby.wish(table.id, HOST, "dark"),
        "options": lambda: lobby.set_options(table.id, HOST, {"objective": "points"}),
        "form": lambda: lobby.options_form(table.id, HOST),
    }
    with pytest.raises(Refused, match="has closed game" if state == "closed" else "has already started"):
        await acts[act]()
    assert await office.dump() == before
    shown = await lobby.message(table.id)
    assert labels(shown) == [] and ("· closed" if state == "closed" else "· under way") in shown.words


async def test_two_cannot_choose_one_seat(office: PostOffice) -> None:
    table = await office.lobby(HOST, GUEST)
    lobby = office.services.lobby
    assert await lobby.wish(table.id, HOST, "light") == "Your side: Light."
    with pytest.raises(Refused, match="Ada has chosen that side"):
        await lobby.wish(table.id, GUEST, "light")
    with pytest.raises(Refused, match="no side called purple"):
        await lobby.wish(table.id, GUEST, "purple")
    with pytest.raises(Refused, match="Join first"):
        await lobby.wish(table.id, STRANGER, "dark")
    assert await lobby.wish(table.id, HOST, "light") == "Your side: Light."
    assert await lobby.wish(table.id, HOST, None) == "Your side: any."
    await lobby.wish(table.id, GUEST, "light")
    [menu] = menus_of(await lobby.message(table.id))
    assert [choice.value for choice in menu.choices] == ["any", "dark", "light"]
    assert menu.choices[2].description == "chosen by Ben"
    await lobby.start(table.id, HOST)
    async with looking(office.services.context.db) as tx:
        seats = {player.user_id: player.seat for player in players.of_table(tx, table.id)}
    assert seats == {HOST: "dark", GUEST: "light"}


async def test_seats_by_lot_have_no_menu_and_can_be_checked_with_the_seed(office: PostOffice) -> None:
    users = (HOST, GUEST, THIRD, FOURTH)
    table = await office.lobby(*users, options="teams=both", seating="lot")
    lobby = office.services.lobby
    assert menus_of(await lobby.message(table.id)) == []
    with pytest.raises(Refused, match="drawn by lot"):
        await lobby.wish(table.id, HOST, "dark-air")
    await lobby.start(table.id, GUEST)
    async with looking(office.services.context.db) as tx:
        seated = {player.user_id: player.seat for player in players.of_table(tx, table.id)}
        seed = bytes.fromhex(str(tables.seed_of(tx, table.id)))
        began = first(tx, Step, table_id=table.id, seq=1)
    assert hashlib.sha256(seed).hexdigest() == table.commitment
    names = ["dark-surface", "dark-air", "light-surface", "light-air"]
    drawn, lots = shuffle(HmacChance(seed, table.id), names)
    assert seated == dict(zip(users, drawn, strict=True))
    assert began is not None
    kinds = [event["type"] for event in began.events]
    assert kinds == ["lot"] * len(lots) + ["started"] and len(lots) == 3
    assert json.loads(began.state)["n"] == 3


async def test_three_players_two_of_them_a_team(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, options="teams=light")
    await office.deliver()
    start = office.messenger.texts()[-1]
    assert "**Dark** (Ada)" in start
    assert "**Light Surface** (Ben)" in start and "**Light Air** (Cleo)" in start
    assert "Light is a team of two" in start
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert f"<@{GUEST}> (Light Surface)" in office.messenger.texts()[-1]


async def test_new_options_change_the_seats_and_wishes_for_lost_seats_lapse(office: PostOffice) -> None:
    table = await office.lobby(HOST, GUEST, THIRD, options="teams=dark")
    lobby = office.services.lobby
    await lobby.wish(table.id, HOST, "dark-air")
    await lobby.wish(table.id, GUEST, "light")
    with pytest.raises(Refused, match="leave 2 places, but 3 have joined"):
        await lobby.set_options(table.id, HOST, {"teams": "none"})
    await lobby.leave(table.id, THIRD)
    values = {"teams": "none", "enhanced": "2 / 0", "objective": "commander"}
    told = await lobby.set_options(table.id, HOST, values)
    assert told.startswith("Changed: ") and "dark → none" in told and "objective" not in told
    assert await lobby.set_options(table.id, HOST, values) == words_of.OPTIONS_SAME
    text = (await lobby.message(table.id)).words
    assert "Dark Air" not in text and "Ben, Light" in text
    assert "picked in secret: Dark 2, Light 0" in text
    with pytest.raises(Refused, match=r"\*\*Quiet rounds\*\* is wrong\. It has no value"):
        await lobby.set_options(table.id, HOST, {"quiet_rounds": ""})


async def test_the_form_takes_values_for_each_seat(office: PostOffice) -> None:
    table = await office.lobby(HOST, game_key="nemein")
    lobby = office.services.lobby
    fields = {field.key: field for field in (await lobby.options_form(table.id, HOST)).fields}
    assert fields["currency"].value == "USD" and not fields["currency"].choices, "a menu has no USD/EUR"
    assert fields["currency"].hint.endswith("or one a side, south/north: USD/EUR")
    assert fields["fraction"].value == "default"
    values = {key: field.value for key, field in fields.items()} | {"currency": "usd / eur"}
    await lobby.set_options(table.id, HOST, values)
    options = (await office.table(table.id)).options
    assert options["currency"] == {"south": "USD", "north": "EUR"}
    assert options["fraction"] == {"south": "1/1", "north": "2/1"}
    again = {field.key: field.value for field in (await lobby.options_form(table.id, HOST)).fields}
    assert (again["currency"], again["fraction"]) == ("USD/EUR", "default")


async def test_a_wrong_form_keeps_what_was_typed(office: PostOffice) -> None:
    """In the id of the button that opens it again; in words, to copy, if it does not fit there."""
    table = await office.lobby(HOST, GUEST, THIRD, options="teams=dark")
    lobby = office.services.lobby
    before = await office.dump()
    values = {
        "objective": "points",
        "enhanced": "2 / x",
        "teams": "dark",
        "round_limit": "9",
        "quiet_rounds": "0",
    }

    async def refused(**typed: str) -> tuple[str, str]:
        with pytest.raises(WrongForm) as caught:
            await lobby.set_options(table.id, HOST, values | typed)
        message = caught.value.message
        assert str(caught.value) == message.text and labels(message) == ["Open the form again"]
        [[button]] = message.rows
        assert isinstance(button, Button) and len(button.id) <= 100
        match = re.fullmatch(BUTTON_PATTERN, button.id)
        assert match is not None
        press = read_press(match)
        assert (press.act, press.table) == ("options", table.id)
        return message.text, press.extra

    text, kept = await refused()
    assert text.startswith("**Enhanced pieces** is wrong. '2 / x' isn't a number")
    assert "You typed" not in text
    form = await lobby.options_form(table.id, HOST, kept)
    assert {field.key: field.value for field in form.fields} == values
    assert [choice.value for choice in form.fields[0].choices if choice.chosen] == ["points"]
    text, kept = await refused(enhanced="0", teams="none")
    assert text.startswith("These options leave 2 places, but 3 have joined.") and kept
    long = "a`@everyone|" + "1" * 80
    for typed in (long, "zwölf", "1|2", "9" * 64):
        text, kept = await refused(enhanced=typed)
        assert kept == "", typed
        shown = typed.replace("`", "'")
        assert f"You typed: `objective=points enhanced={shown} teams=dark round_limit=9 q" in text
        assert len(text) < 1000
    text, kept = await refused(enhanced="9" * 63)
    assert len(kept) == 79 and "You typed" not in text
    text, _ = await refused(**dict.fromkeys(values, "x" * 1500))
    assert len(text) < 2000
    form = await lobby.options_form(table.id, HOST, "of|another|version")
    assert [field.value for field in form.fields] == ["commander", "0", "dark", "40", "50"]
    with pytest.raises(WrongForm, match="no such option"):
        await lobby.set_options(table.id, HOST, {"speed": "9"})
    assert await office.dump() == before


async def test_house_options_are_kept_shown_and_changed(office: PostOffice) -> None:
    asked = "last_year=2055 press=none adjustment=6"
    table = await office.lobby(HOST, game_key="newyork2047", options=asked, deadline="2h")
    lobby = office.services.lobby
    held = {"press": "none", "anonymous": "no", "ready": "shown", "adjustment": 6}
    held |= {key: option.default for key, option in CLOCK.items()} | AT_ONCE
    assert table.settings == held == (await office.table(table.id)).settings
    shown = (await lobby.message(table.id)).words
    assert "No letters through me · 2h for choices after" in shown
    form = await lobby.options_form(table.id, HOST)
    assert [(field.key, field.value) for field in form.fields] == [
        ("last_year", "2055"),
        ("press", "none"),
        ("anonymous", "no"),
        ("ready", "shown"),
        ("adjustment", "6"),
    ]
    assert form.fields[-1].hint.startswith("1 to 168. For example")
    assert form.fields[1].hint.startswith("To anyone (full), in")
    with pytest.raises(WrongForm, match="Hours for choices after a turn"):
        await lobby.set_options(table.id, HOST, {"press": "full", "adjustment": "0"})
    assert (await office.table(table.id)).settings == held
    await lobby.set_options(table.id, HOST, {"press": "full", "anonymous": "yes"})
    after = await office.table(table.id)
    assert after.settings == held | {"press": "full", "anonymous": "yes"}
    assert after.options == table.options == {"last_year": 2055}, "what was not in the form is as it was"
    assert "Letters through me, to anyone, signed or not" in (await lobby.message(table.id)).words


async def test_where_the_lobby_stands(office: PostOffice) -> None:
    table = await office.lobby(HOST)
    assert await office.services.lobby.place(table.id) is None
    await office.deliver()
    found = await office.services.lobby.place(table.id)
    assert found == (CHANNEL, (await office.table(table.id)).lobby_message_id)


async def test_an_unknown_game_is_named(office: PostOffice) -> None:
    with pytest.raises(Refused, match="I don't know a game `x9x9`"):
        await office.services.lobby.join("x9x9", HOST, "Ada")
    with pytest.raises(Refused, match="I don't know a game"):
        await office.lobby(HOST, game_key="chess")


async def test_a_game_from_lobby_to_first_turn(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    said = await ada.slash("game new", game="cic", deadline="2d", seats="choice", options="enhanced=1/0")
    assert said.private
    lobby = world.channel.last_message
    assert lobby is not None and "ilence" not in words(lobby)
    code = CODE.findall(words(lobby))[0]
    assert said.text == words_of.OPENED(code=code)
    assert words_of.OPEN(game="Commander-In-Chief", code=code, joined=1, all=2) in words(lobby)
    assert "Dark 1, Light 0" in words(lobby) and "48h" in words(lobby)
    assert buttons(lobby) == ["-Start", "Join", "Leave", "Rules", "How to play", "Add a computer", "Change…"]
    [opening] = lobby.attachments
    assert opening.filename == "cic-opening.png"
    assert options(menus(lobby)[0]) == ["any", "dark", "light"]
    await ben.click(lobby, "Join")
    said = await ben.click(lobby, "Leave")
    assert said.private and said.text == words_of.LEFT(code=code) and "1 of 2 players" in words(said.first)
    said = await ben.click(lobby, "Join")
    assert said.private and said.text == words_of.JOINED(code=code)
    assert said.first.id == lobby.id and "2 of 2 players" in words(said.first)
    assert buttons(said.first)[:3] == ["Start", "-Join", "Leave"]
    assert said.first.attachments[0].filename == "cic-opening.png", "the picture stays"
    assert f"**Commander-In-Chief** `{code}`" in words(ben.dms[-1])
    said = await ben.choose(lobby, "dark")
    assert said.private and said.text == words_of.YOUR_SEAT(seat="Dark")
    said = await ada.choose(lobby, "dark")
    assert said.private and said.text == words_of.SEAT_TAKEN(name="ben")
    said = await ada.click(lobby, "Start")
    assert said.private and said.text == words_of.BEGINS(code=code)
    assert buttons(said.first) == []
    post = world.channel.last_message
    assert post is not None and f"Commander-In-Chief `{code}` · the game begins" in words(post)
    assert buttons(post) == ["My orders", "Board", "History"]
    assert "board" in alt(post).lower() or "Light" in alt(post)
    assert f"You are **Dark** in {world.channel.mention}" in words(ben.desk)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"options": "speed=9"}, "has no option “speed=9”"),
        ({"deadline": "soon"}, "can't read “soon”"),
        ({"options": "teams=both extra", "where": "thread"}, "has no option “extra”"),
    ],
)
async def test_what_is_wrong_with_a_new_game_is_told_privately(
    world: World, given: dict[str, str], named: str
) -> None:
    ada = world.player("ada")
    said = await ada.slash("game new", game="cic", **given)
    assert said.private and named in said.text
    assert world.channel.history() == []
    assert world.channel.threads == [], "no thread is left behind"


async def test_what_is_offered_while_typing_options_and_deadlines(world: World) -> None:
    ada = world.player("ada")
    found = await ada.offered("", "options", "game new", game="cic")
    assert "objective=points" in found and "enhanced=0" in found
    assert await ada.offered("objective=p", "options", "game new", game="cic") == ["objective=points"]
    found = await ada.offered("objective=points te", "options", "game new", game="cic")
    assert "objective=points teams=both" in found
    assert await ada.offered("", "options", "game new") == [], "no game chosen yet"
    found = await ada.offered("2", "deadline", "game new", game="cic")
    assert found == ["24h", "2d", "24h except weekends UTC", "24h except 22:00-08:00 UTC"]
    assert "Mon 20:00 Europe/Rome" in await ada.offered("mon 8pm rom", "deadline", "game new", game="cic")
    said = await ada.slash("game new", game="cic", options="objective=points teams=both", seats="lot")
    assert said.text.startswith("Game `")


async def test_one_game_in_a_channel_and_threads_for_more(world: World) -> None:
    ada = world.player("ada")
    await world.lobby(ada)
    said = await ada.slash("game new", game="cic")
    assert said.private and "already has a game" in said.text
    said = await ada.slash("game new", game="cic", where="thread")
    [thread] = world.channel.threads
    code = CODE.findall(said.text)[0]
    assert thread.mention in said.text and thread.name == f"{code} Commander-In-Chief"
    assert thread.last_message is not None and code in words(thread.last_message)
    said = await ada.slash("game new", thread, game="cic", where="thread")
    assert said.private and "threads can't hold threads" in said.text


async def test_a_wrong_form_opens_again_as_it_was_filled_in(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada, ben)
    assert (await ben.click(lobby, "Change…")).text == words_of.HOST_ONLY(host=ada.id)
    shown = await ada.change(lobby, "Options")
    assert shown.modal["title"] == "Options of the game"
    assert shown.fields == ["objective", "enhanced", "teams", "round_limit", "quiet_rounds"]
    given = {"objective": ["points"], "teams": ["none"], "quiet_rounds": "0"}
    refusal = await ada.submit(shown, enhanced="2/x", round_limit="9", **given)
    assert refusal.private and buttons(refusal.message) == ["Open the form again"]
    assert "**Enhanced pieces** is wrong." in refusal.text
    await world.restart()
    shown = await ada.click(refusal.message, "Open the form again")
    assert values(shown) == {
        "objective": "points",
        "enhanced": "2/x",
        "teams": "none",
        "round_limit": "9",
        "quiet_rounds": "0",
    }
    again = await ada.submit(shown, enhanced="2/1", round_limit="nine", **given)
    assert again.private and "**Rounds of a points game** is wrong." in again.text, "in the same place"
    assert again.first.id == refusal.message.id
    shown = await ada.click(again.first, "Open the form again")
    assert values(shown)["enhanced"] == "2/1" and values(shown)["round_limit"] == "nine"
    said = await ada.submit(shown, enhanced="2/1", round_limit="9", **given)
    assert said.private and said.text.startswith("Changed: ") and buttons(said.first) == []
    [_, now] = world.channel.history()
    assert now.id == lobby.id, "the lobby stands where it stood, and is up to date"
    assert "picked in secret: Dark 2, Light 1" in words(now)
    assert "The higher score after 18 turns wins" in words(now)
    assert buttons(now) == ["Start", "-Join", "Leave", "Rules", "How to play", "Add a computer", "Change…"]
    shown = await ada.change(now, "Options")
    assert values(shown)["enhanced"] == "2/1" and values(shown)["round_limit"] == "9"


async def test_a_form_opened_again_after_the_game_began_changes_nothing(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada, ben)
    shown = await ada.change(lobby, "Options")
    given = {"objective": ["points"], "teams": ["none"], "round_limit": "9", "quiet_rounds": "0"}
    refusal = await ada.submit(shown, enhanced="x", **given)
    shown = await ada.click(refusal.message, "Open the form again")
    await ben.click(lobby, "Start")
    said = await ada.submit(shown, enhanced="0", **given)
    assert (
        said.private
        and words_of.HAS_BEGUN(code=CODE.findall(words(lobby))[0]) in said.text
        and buttons(said.first) == []
    )
    [_, now, *_] = world.channel.history()
    assert now.id == lobby.id and "· under way" in words(now)


async def test_the_lobby_may_be_gone_when_the_form_is_sent_again(world: World) -> None:
    ada = world.player("ada")
    lobby = await world.lobby(ada)
    shown = await ada.change(lobby, "Options")
    given = {"objective": ["points"], "teams": ["none"], "round_limit": "9", "quiet_rounds": "0"}
    refusal = await ada.submit(shown, enhanced="x", **given)
    shown = await ada.click(refusal.message, "Open the form again")
    await lobby.delete()
    said = await ada.submit(shown, enhanced="0", **given)
    assert said.private and said.text.startswith("Changed: ")


def values(shown: Said) -> dict[str, str]:
    """What stands in an open form."""
    found = {}
    for item in walk_components(shown.modal["components"]):
        if "custom_id" in item:
            chosen = [option["value"] for option in item.get("options", ()) if option.get("default")]
            found[item["custom_id"]] = chosen[0] if chosen else item.get("value", "")
    return found


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_a_missing_permission_is_named_in_one_line(world: World, missing: str, words: str) -> None:
    ada = world.player("ada")
    overwrite = discord.PermissionOverwrite(**{missing: False})
    assert world.bot.user is not None
    channel = world.guild.create_text_channel("quiet", overwrites={world.bot.user: overwrite})
    said = await ada.slash("game new", channel, game="cic")
    assert said.private
    assert said.text == discord_text.LACKING(permissions=f"**{words}**")


async def test_a_missing_thread_permission_is_named(world: World) -> None:
    ada = world.player("ada")
    overwrite = discord.PermissionOverwrite(create_public_threads=False, send_messages_in_threads=False)
    assert world.bot.user is not None
    channel = world.guild.create_text_channel("flat", overwrites={world.bot.user: overwrite})
    said = await ada.slash("game new", channel, game="cic", where="thread")
    assert "**Create Public Threads** and **Send Messages in Threads**" in said.text
    assert (await ada.slash("game new", channel, game="cic")).text.startswith("Game `")


async def test_it_says_which_side_is_favoured(office: PostOffice) -> None:
    """Protect the Ally is easier for Black; with three armies nothing is said."""
    for channel, given, said in ((CHANNEL, "players=2", True), (CHANNEL + 1, "", False)):
        table = await office.lobby(HOST, channel=channel, game_key="nme", options=given)
        shown = await office.services.lobby.message(table.id)
        assert ("Between equal computers Black wins 79 of 100 games" in shown.text) == said


async def test_who_joins_before_the_post_is_known_to_stand_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post can be pressed as soon as Discord has it, a moment before the database does."""
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada)

    async def unknown_yet(*_: object) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(Lobby, "place", unknown_yet)
        await ben.click(lobby, "Join")
    await world.settle()
    shown = world.channel.last_message
    assert shown is not None and shown.id == lobby.id
    assert "ben" in words(shown) and "Start" in buttons(shown)
