"""Computers in a lobby: the host adds and removes them, and everybody sees them."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.storage import players
from bot.storage.computers import computer, is_computer
from engines.engine import Level
from tests.bot.parts import GUEST, HOST, PostOffice, menus
from tests.bot.world import Player, Shown, World, buttons, words


def card(world: World) -> Shown:
    """The lobby as it stands."""
    return next(post for post in world.channel.history() if "Leave" in buttons(post))


async def test_alone_against_a_computer(world: World, ada: Player) -> None:
    lobby = await world.lobby(ada)
    panel = await ada.click(lobby, "Add a computer")
    assert panel.private and "A computer plays any free side." in panel.text
    now = await ada.choose(panel.message, "captain")
    assert "Computer (captain) has joined." in now.text
    await world.settle()
    shown = words(card(world))
    assert "(host) · Computer (captain)" in shown and "don't count for ratings" in shown
    removed = await ada.choose(now.message, str(computer(Level.CAPTAIN)))
    assert "Computer (captain) has left." in removed.text
    said = await ada.slash("game computer", level="general")
    assert said.private and said.text == "Computer (general) has joined."
    said = await ada.slash("game computer", level="remove")
    assert said.text == "Computer (general) has left."
    await ada.slash("game computer", level="recruit")
    await ada.click(card(world), "Start")
    begun = "\n".join(words(post) for post in world.channel.history())
    assert "(Computer recruit)" in begun and "<@-" not in begun


async def test_only_the_host_adds_them(world: World, ada: Player, ben: Player) -> None:
    lobby = await world.lobby(ada)
    assert "Only the host" in (await ben.click(lobby, "Add a computer")).text
    assert "Only the host" in (await ben.slash("game computer", level="general")).text
    other = world.guild.create_text_channel("empty")
    assert "`/game new` opens one" in (await ada.slash("game computer", other, level="general")).text


async def test_what_a_lobby_refuses(office: PostOffice) -> None:
    lobby, computers = office.services.lobby, office.services.lobby_computers
    table = await office.lobby(HOST)
    with pytest.raises(Refused, match="no such level"):
        await computers.add(table.id, HOST, "admiral")
    with pytest.raises(Refused, match="no such computer"):
        await computers.remove(table.id, HOST)
    await computers.add(table.id, HOST, "captain")
    assert len(menus(await computers.panel(table.id, HOST))) == 1, "full: they can be removed alone"
    for add in (computers.add(table.id, HOST, "captain"), lobby.join(table.id, GUEST, "Ben")):
        with pytest.raises(Refused, match="full"):
            await add
    await lobby.leave(table.id, HOST)
    await computers.add(table.id, HOST, "captain")
    with pytest.raises(Refused, match="at least one person"):
        await lobby.start(table.id, HOST)
    there = await office.read(players.of_table, table.id)
    assert [player.name for player in there] == ["Computer captain", "Computer captain 2"]
    assert all(is_computer(player.user_id) for player in there)
    await lobby.close(table.id, HOST)
    with pytest.raises(Refused, match="closed"):
        await computers.add(table.id, HOST, "captain")


async def test_a_game_without_an_engine_has_no_computers(office: PostOffice) -> None:
    with pytest.MonkeyPatch.context() as patch:  # undone before the fixture `engine` undoes its own
        patch.setattr("engines.registry.PLACES", {})
        table = await office.lobby(HOST)
        with pytest.raises(Refused, match="can't play"):
            await office.services.lobby_computers.add(table.id, HOST, "captain")
        assert "computers" not in str((await office.services.lobby.message(table.id)).rows)


async def test_nobody_is_told_of_options_that_changed_for_computers_alone(office: PostOffice) -> None:
    table = await office.lobby(HOST)
    await office.services.lobby_computers.add(table.id, HOST, "captain")
    await office.services.lobby.set_options(table.id, HOST, {"deadline": "48h"})
    assert "changed" not in (await office.services.lobby.message(table.id)).words


async def test_processes_are_ready_before_it_thinks(office: PostOffice) -> None:
    """From when a computer joins a lobby, and after a start."""
    table = await office.lobby(HOST)
    await office.services.lobby_computers.add(table.id, HOST, "captain")
    await office.deliver()
    warmed, version = office.renderer.warmed, table.rules_version
    assert warmed == [("cic", version, 1)], "it was there when the bot began"
    many = await office.lobby(HOST, game_key="newyork2047", seating="lot", channel=501)
    await office.deliver()
    assert len(warmed) == 1
    for n in range(1, 4):
        await office.services.lobby_computers.add(many.id, HOST, "recruit")
        await office.deliver()
        assert warmed[n:] == [("newyork2047", many.rules_version, n)]
    await office.services.computers.rest(0)
    await office.services.lobby_computers.add(many.id, HOST, "recruit")
    await office.deliver()
    assert len(warmed) == 4, "another process lets them think"
    office.services.computers.go_on()
    await office.deliver()
    assert sorted(warmed[4:]) == [("cic", version, 1), ("newyork2047", many.rules_version, 4)]


async def test_the_same_level_twice(office: PostOffice) -> None:
    """A client sends nothing for what is chosen already, unless the menu has another id."""
    computers = office.services.lobby_computers
    table = await office.lobby(HOST, game_key="nme")
    seen = {menus(await computers.panel(table.id, HOST))[0].id}
    for change in (computers.add, computers.remove, computers.add):
        await change(table.id, HOST, "recruit" if change == computers.add else "")
        seen.add(menus(await computers.panel(table.id, HOST))[0].id)
    assert len(seen) == 4
