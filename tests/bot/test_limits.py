"""Discord's limits with the longest and worst that people can bring; and the event loop stays free."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.cic import Cic
from bot.common.message import DIVIDER, MOST_ID, Button, Choice, Menu, Message, buttons, custom_id, plain_name
from bot.common.workers import Renderer
from bot.discord.convert import to_card
from tests.bot.parts import HOST, PostOffice
from tests.bot.transactions import looking
from tests.bot.world import World, check_body, components, menus, options

WORST = ("*_`~|>#[]()" * 3)[:32]
EVERYONE = "@everyone @here <@&1> <@2> 😀"
EMOJI = "👩‍👩‍👧‍👦" * 4
RTL = "\u202eevil\u202c ](https://x.y) -# "


@pytest.mark.parametrize("name", [WORST, EVERYONE, EMOJI, RTL, "x" * 32, "\n### big", "@" * 32])
def test_a_name_is_harmless(name: str) -> None:
    shown = plain_name(name)
    assert len(shown) <= 64 and "\n" not in shown
    assert "@everyone" not in shown and "@here" not in shown and "<@" not in shown.replace("<@\u200b", "")


async def test_a_whole_game_with_the_worst_names(world: World) -> None:
    """`world` checks every message of the bot at the end."""
    players = [
        world.player(f"u{number}", nick=nick)
        for number, nick in enumerate((WORST, EVERYONE, EMOJI, "@" * 32))
    ]
    lobby = await world.lobby(
        *players,
        deadline="  60 days ",
        options="objective=points enhanced=5 teams=both round_limit=500 quiet_rounds=500",
    )
    seats = [value for value in options(menus(lobby)[0]) if value != "any"]
    for player, seat in zip(players, seats, strict=True):
        await player.choose(lobby, seat)
    said = await players[0].change(lobby, "Options")
    check_body(said.modal)
    await players[0].click(lobby, "Start")
    for player in players:
        assert len(options(menus(player.desk)[0])) == 15
    await players[0].write("enhance e7 d8 f7 g7 h8")
    await players[0].write("send")
    said = await players[3].slash("order", order="enhance a1 b2 c1 d2 e1", send=True)
    assert said.text.startswith("Sent:")
    for command in ("orders", "board", "history", "games", "draw"):
        for player in players:
            await player.slash(command)
    for post in world.channel.history():
        stored = world.env.backend.get_message(world.channel.id, post.id)
        assert not stored.mention_everyone and not stored.mention_role_ids
        assert set(stored.ping_user_ids) <= {player.id for player in players}


async def test_a_head_that_is_too_long_is_cut_and_nothing_else() -> None:
    message = Message("x" * 5000, rows=("below", DIVIDER), small="1 of 2")
    [card] = to_card(message).to_components()
    head, below, line, small = card["components"]
    assert len(head["content"]) < 4000 and head["content"].endswith("x…")
    assert (below["content"], line["type"], small["content"]) == ("below", 14, "-# 1 of 2")
    assert sum(len(one.get("content", "")) for one in card["components"]) <= 4000


def test_ids_and_rows_that_would_not_fit_are_faults() -> None:
    longest = custom_id("concedeyes", "k7f3", "light-surface", 99999, "e7-e6")
    assert len(longest) <= MOST_ID
    with pytest.raises(ValueError, match="at most 100"):
        custom_id("give", "k7f3", "dark", 0, "x" * 90, kind="menu")
    with pytest.raises(ValueError, match="at most five"):
        buttons(*(Button(str(number), "x") for number in range(6)))


@pytest.mark.parametrize("most", [1, 2])
def test_a_menu_with_more_choices_made_than_may_be_is_a_fault(most: int) -> None:
    """Every menu that any test shows is looked at so; `check_body` looks at what Discord is sent."""
    made = tuple(Choice(str(number), "x", chosen=True) for number in range(most + 1))
    assert Menu("fpm:", "x", made[:most], most=most).most == most
    with pytest.raises(ValueError, match=f"{most + 1} choices are made in a menu of {most}"):
        Menu("fpm:", "x", made, most=most)
    options = [{"label": "x", "value": choice.value, "default": True} for choice in made]
    with pytest.raises(AssertionError):
        check_body({"components": [{"type": 3, "max_values": most, "options": options}]})


async def test_every_desk_of_many_positions_fits(office: PostOffice) -> None:
    """Every piece picked, along a game with many captures and a King: menus, marks, texts, example."""
    users = {"dark": HOST, "light": 12}
    code = await office.game(options="quiet_rounds=0")
    game = Cic()
    for number in range(40):
        async with looking(office.services.context.db) as tx:
            snapshot = office.services.context.snapshot(tx, code)
        if snapshot.outcome is not None:
            break
        [seat] = snapshot.phase.owing
        legal = [str(order) for order in game.legal(snapshot.view(seat))]
        for origin in sorted({text[:2] for text in legal}) if number % 8 == 0 else ():
            desk = await office.services.desks.desk(code, users[seat], picked=origin)
            assert len(desk.words) <= 1950, "room for the marker"
            assert len(desk.rows) <= 5
            for row in desk.rows:
                if isinstance(row, Menu):
                    assert 1 <= len(row.choices) <= 25 and len(row.id) <= 100
                    assert all(len(choice.label) <= 100 for choice in row.choices)
        captures = [text for text in legal if "x" in text]
        chosen = (captures or legal)[(number * 5) % len(captures or legal)]
        await office.send(code, users[seat], chosen)


async def test_views_are_not_kept_by_discord_py(world: World) -> None:
    """Each message's view would stay in memory for as long as the bot runs; ids alone are enough."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6", "d2-d3")
    await ada.click(game.post, "My orders")
    store = world.bot._connection._view_store
    assert len(store._synced_message_views) == 0
    assert components(game.post)


async def test_pictures_are_drawn_off_the_loop(monkeypatch: pytest.MonkeyPatch, office: PostOffice) -> None:
    threads = []

    def paint(game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        threads.append(threading.current_thread())
        return b"", ""

    monkeypatch.setattr("bot.common.workers.paint", paint)
    office.services.context.renderer = Renderer(0)
    code = await office.game()
    await office.services.desks.desk(code, HOST)
    await office.services.game_views.board(code, HOST)
    await office.services.history_pages.page(code, HOST, "new")
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert len(threads) >= 5
    assert threading.main_thread() not in threads


async def test_a_real_picture_in_a_worker_process_and_after_it_died() -> None:
    game = Cic()
    from adjudicator.chance import ScriptedChance

    view = game.view(game.start({}, ScriptedChance()).state, "dark")
    renderer = Renderer(1)
    try:
        extras = {"size": 300, "names": {"dark": WORST, "light": EMOJI}, "caption": RTL}
        data, alt = await renderer.paint("cic", view, extras)
        assert data.startswith(b"\x89PNG") and 0 < len(alt) <= 1024
        os.kill(await renderer.work(os.getpid), signal.SIGKILL)
        again, _ = await asyncio.wait_for(renderer.paint("cic", view, extras), 60)
        assert again == data
    finally:
        renderer.close()
