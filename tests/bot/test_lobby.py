"""The lobby on Discord: commands, buttons, the form, permissions."""

from __future__ import annotations

import discord
import pytest
from simcord.components import walk_components

from tests.bot.world import CODE, Said, World, alt, buttons, menus, options


async def test_a_game_from_lobby_to_first_turn(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    said = await ada.slash("game new", game="cic", deadline="2d", seats="choice", options="enhanced=1/0")
    assert said.private
    lobby = world.channel.last_message
    assert lobby is not None
    code = CODE.findall(lobby.content)[0]
    assert said.text == f"Game `{code}` is open, with you as its host and first player."
    assert f"### Commander-In-Chief `{code}` · open for players" in lobby.content
    assert "- Enhanced pieces, chosen in secret: Dark 1, Light 0" in lobby.content
    assert "- 48h for each turn · seats chosen by the players" in lobby.content
    assert buttons(lobby) == ["Join", "Leave", "-Start", "Options", "Clock", "Absence and votes", "Close"]
    assert options(menus(lobby)[0]) == ["any", "dark", "light"]
    said = await ben.click(lobby, "Join")
    assert said.private and said.text == f"You have joined game `{code}`."
    assert said.first.id == lobby.id and "**Players 2 of 2**" in said.first.content
    assert buttons(said.first)[:3] == ["-Join", "Leave", "Start"]
    assert f"You have joined **Commander-In-Chief** `{code}`" in ben.dms[-1].content
    said = await ben.choose(lobby, "dark")
    assert said.private and said.text == "Your seat: Dark."
    said = await ada.choose(lobby, "dark")
    assert said.private and "has chosen that seat" in said.text
    said = await ada.click(lobby, "Start")
    assert said.private and said.text == f"Game `{code}` begins."
    assert buttons(said.first) == []
    post = world.channel.last_message
    assert post is not None and f"Commander-In-Chief `{code}` · the game begins" in post.content
    assert buttons(post) == ["My orders", "Board", "History"]
    assert "board" in alt(post).lower() or "Light" in alt(post)
    assert f"You are **Dark** in {world.channel.mention}" in ben.desk.content


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"options": "speed=9"}, "“speed=9” is no option"),
        ({"deadline": "soon"}, "“soon” is no deadline"),
        ({"options": "teams=both extra", "where": "thread"}, "“extra” is no option"),
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
    assert said.private and "a channel holds one game" in said.text
    said = await ada.slash("game new", game="cic", where="thread")
    [thread] = world.channel.threads
    code = CODE.findall(said.text)[0]
    assert thread.mention in said.text and thread.name == f"{code} Commander-In-Chief"
    assert thread.last_message is not None and code in thread.last_message.content
    said = await ada.slash("game new", thread, game="cic", where="thread")
    assert said.private and "threads have no threads" in said.text


async def test_the_options_form_of_the_host(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada, ben)
    said = await ben.click(lobby, "Options")
    assert said.private and f"Only the host of game `{CODE.findall(lobby.content)[0]}`" in said.text
    shown = await ada.click(lobby, "Options")
    assert shown.modal["title"] == "Options of the game"
    assert shown.fields == ["objective", "enhanced", "teams", "round_limit", "quiet_rounds"]
    said = await ada.submit(
        shown, objective=["points"], enhanced="2 / 1", teams=["light"], round_limit="9", quiet_rounds="0"
    )
    assert said.private and said.text.startswith("The options are changed: ")
    assert "the higher score after 9 rounds" in said.first.content
    assert "Players 2 of 3" in said.first.content
    shown = await ada.click(lobby, "Options")
    said = await ada.submit(
        shown, objective=["points"], enhanced="seven", teams=["light"], round_limit="9", quiet_rounds="0"
    )
    wrong = "**Enhanced pieces** is wrong. 'seven' is no number from 0 to 5."
    assert said.private and said.text == f"{wrong}\nNothing has changed."
    assert "Dark 2, Light 1" in said.first.content, "nothing has changed"


async def test_a_wrong_form_opens_again_as_it_was_filled_in(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada, ben)
    shown = await ada.click(lobby, "Options")
    given = {"objective": ["points"], "teams": ["none"], "quiet_rounds": "0"}
    refusal = await ada.submit(shown, enhanced="2/x", round_limit="9", **given)
    assert refusal.private and buttons(refusal.message) == ["Open the form again"]
    assert "**Enhanced pieces** is wrong." in refusal.text
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
    assert said.private and said.text.startswith("The options are changed: ") and buttons(said.first) == []
    [now] = world.channel.history()
    assert now.id == lobby.id, "the lobby stands where it stood, and is up to date"
    assert "Enhanced pieces, chosen in secret: Dark 2, Light 1" in now.content
    assert "the higher score after 9 rounds" in now.content
    assert buttons(now) == ["-Join", "Leave", "Start", "Options", "Clock", "Absence and votes", "Close"]
    shown = await ada.click(now, "Options")
    assert values(shown)["enhanced"] == "2/1" and values(shown)["round_limit"] == "9"


async def test_a_form_opened_again_after_the_game_began_changes_nothing(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada, ben)
    shown = await ada.click(lobby, "Options")
    given = {"objective": ["points"], "teams": ["none"], "round_limit": "9", "quiet_rounds": "0"}
    refusal = await ada.submit(shown, enhanced="x", **given)
    shown = await ada.click(refusal.message, "Open the form again")
    await ben.click(lobby, "Start")
    said = await ada.submit(shown, enhanced="0", **given)
    assert said.private and "has begun." in said.text and buttons(said.first) == []
    [now, *_] = world.channel.history()
    assert now.id == lobby.id and "· under way" in now.content


async def test_the_lobby_may_be_gone_when_the_form_is_sent_again(world: World) -> None:
    ada = world.player("ada")
    lobby = await world.lobby(ada)
    shown = await ada.click(lobby, "Options")
    given = {"objective": ["points"], "teams": ["none"], "round_limit": "9", "quiet_rounds": "0"}
    refusal = await ada.submit(shown, enhanced="x", **given)
    shown = await ada.click(refusal.message, "Open the form again")
    await lobby.delete()
    said = await ada.submit(shown, enhanced="0", **given)
    assert said.private and said.text.startswith("The options are changed: ")


def values(shown: Said) -> dict[str, str]:
    """What stands in an open form."""
    found = {}
    for item in walk_components(shown.modal["components"]):
        if "custom_id" in item:
            chosen = [option["value"] for option in item.get("options", ()) if option.get("default")]
            found[item["custom_id"]] = chosen[0] if chosen else item.get("value", "")
    return found


async def test_full_twice_leave_close(world: World) -> None:
    ada, ben, cleo = (world.player(name) for name in ("ada", "ben", "cleo"))
    lobby = await world.lobby(ada)
    said = await ada.click(lobby, "Join")
    assert said.private and "You have joined game" in said.text and "already" in said.text
    said = await cleo.click(lobby, "Leave")
    assert said.private and "You have not joined" in said.text
    await ben.click(lobby, "Join")
    join = next(item["custom_id"] for item in _components(lobby) if item["label"] == "Join")
    assert "-Join" in buttons(world.channel.history()[0])
    said = await ben.click(lobby, "Close")
    assert said.private and "Only the host" in said.text
    said = await ben.click(lobby, "Leave")
    assert "Players 1 of 2" in said.first.content
    said = await cleo.press(lobby, join)
    assert said.text.startswith("You have joined")
    said = await ada.click(lobby, "Close")
    assert "· closed" in said.first.content and buttons(said.first) == []
    assert (await ada.slash("game new", game="cic")).text.startswith("Game `"), "the channel is free again"


def _components(message: discord.Message) -> list[dict[str, str]]:
    from tests.bot.world import components

    return components(message)


async def test_start_needs_everyone_and_somebody_who_belongs(world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    lobby = await world.lobby(ada, ben)
    said = await eve.click(lobby, "Start")
    assert said.private and "Only the players and the host" in said.text
    said = await ben.click(lobby, "Start")
    assert said.text.endswith("begins.")


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
    assert said.text == f"I lack permissions in this channel: {words}. Ask a moderator to grant them."


async def test_a_missing_thread_permission_is_named(world: World) -> None:
    ada = world.player("ada")
    overwrite = discord.PermissionOverwrite(create_public_threads=False, send_messages_in_threads=False)
    assert world.bot.user is not None
    channel = world.guild.create_text_channel("flat", overwrites={world.bot.user: overwrite})
    said = await ada.slash("game new", channel, game="cic", where="thread")
    assert "Create Public Threads, Send Messages in Threads" in said.text
    assert (await ada.slash("game new", channel, game="cic")).text.startswith("Game `")


async def test_seats_by_lot_have_no_menu(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada, ben, seats="lot")
    assert menus(lobby) == [] and "seats drawn by lot" in lobby.content
    await ada.click(lobby, "Start")
    begun = world.channel.last_message
    assert begun is not None and "(ada)" in begun.content and "(ben)" in begun.content


async def test_the_buttons_of_a_closed_or_begun_lobby_change_nothing(world: World) -> None:
    """A copy of the lobby that somebody still has open on the phone."""
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada, ben)
    old = {str(item["label"]): str(item["custom_id"]) for item in _components(lobby) if "label" in item}
    await ada.click(lobby, "Start")
    stored = world.env.backend.get_message(world.channel.id, lobby.id)
    for label, ident in old.items():
        stored.components = [
            {"type": 1, "components": [{"type": 2, "style": 1, "label": label, "custom_id": ident}]}
        ]
        said = await ada.press(lobby, ident)
        assert said.private and "has begun." in said.text, label
