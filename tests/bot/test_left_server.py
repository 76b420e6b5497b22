"""Players who left their game's server: found out when they act, absent until they are back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.engine.presence import LEFT
from bot.features.substitutes import text as sub_words
from bot.storage.records import LogEntry, Player
from bot.storage.rows import find, first
from tests.bot.parts import CHANNEL, GUEST, HOST, Eyes, PostOffice, post_office
from tests.bot.transactions import looking
from tests.bot.world import World, words

HOUR = 3600.0
REFUSED = "You've left the server of game `{}`. Join it again to play on."


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
async def office(tmp_path: Path, eyes: Eyes) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path / "fieldpost.sqlite3", sight=eyes) as made:
        yield made


async def player(office: PostOffice, code: str, user: int) -> Player:
    async with looking(office.services.context.db) as tx:
        found = first(tx, Player, table_id=code, user_id=user)
    assert found is not None
    return found


async def dm(office: PostOffice, user: int, number: int, text: str) -> str:
    await office.services.text_commands.read(user, number, text)
    await office.deliver()
    return office.messenger.dms(user)[-1]


async def test_orders_by_direct_message_are_refused_and_the_host_is_told_once(
    office: PostOffice, eyes: Eyes
) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    eyes.gone.add(GUEST)
    for number, text in enumerate(("d2-d3", "ready", f"{code} d2-d3", "orders", "draw", "queue d2-d3"), 1):
        assert (await dm(office, GUEST, number, text)).startswith(REFUSED.format(code)), text
    with pytest.raises(Refused, match="Join it again"):
        await office.services.game_lookup.pick(GUEST, code, None, own=True)
    assert await office.services.game_lookup.pick(GUEST, code, None) == code, "looking is for all who played"
    assert "Your move" in await dm(office, GUEST, 20, "board")
    found = await player(office, code, GUEST)
    assert found.left_at is not None and found.offered_why == LEFT
    told = [text for text in office.messenger.dms(HOST) if "has left the server" in text]
    assert len(told) == 1 and "**Light** (Ben) has left the server" in told[0]
    channel = office.messenger.texts(CHANNEL)
    assert sum(sub_words.FREE_LEFT(who="**Light** (Ben)") in text for text in channel) == 1
    async with looking(office.services.context.db) as tx:
        assert [entry.act for entry in find(tx, LogEntry, table_id=code)] == ["left", "offer"]


async def test_a_return_ends_it(office: PostOffice, eyes: Eyes) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    eyes.gone.add(GUEST)
    await dm(office, GUEST, 1, "d2-d3")
    eyes.gone.clear()
    assert "d2-d3" in await dm(office, GUEST, 2, "d2-d3")
    found = await player(office, code, GUEST)
    assert (found.left_at, found.offered_at) == (None, None)
    assert any(sub_words.IS_BACK(who="**Light** (Ben)") in text for text in office.messenger.texts(CHANNEL))
    eyes.gone.add(GUEST)
    await dm(office, GUEST, 3, "ready")
    told = [text for text in office.messenger.dms(HOST) if "has left the server" in text]
    assert len(told) == 2, "another leaving is told anew"


async def test_nobody_is_locked_out_where_discord_does_not_say(office: PostOffice, eyes: Eyes) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    eyes.unknown = True
    assert "d2-d3" in await dm(office, GUEST, 1, "d2-d3")
    assert (await player(office, code, GUEST)).left_at is None


async def test_the_seat_is_absent_at_the_deadline_and_not_out_at_once(tmp_path: Path, eyes: Eyes) -> None:
    """There is no time of grace for somebody who is not there; what follows is what the table agreed on."""
    async with post_office(
        tmp_path / "grace.sqlite3", sight=eyes, defaults={"undo": 0, "grace": 60}
    ) as office:
        code = await office.game(options="substitutes=0 absence=extend")
        await office.send(code, HOST, "e7-e6")
        eyes.gone.add(GUEST)
        await dm(office, GUEST, 1, "d2-d3")
        found = await player(office, code, GUEST)
        assert found.left_at is not None and found.offered_at is None, "the table offers no seats"
        await office.pass_time(24 * HOUR + 1)
        found = await player(office, code, GUEST)
        assert (found.missed, found.extensions, found.forfeited_at) == (1, 1, None)
        assert not any("Send your orders before" in text for text in office.messenger.texts(CHANNEL))


async def test_no_check_without_a_server_or_before_the_game(office: PostOffice, eyes: Eyes) -> None:
    lobby = await office.lobby(HOST, GUEST)
    eyes.gone.add(GUEST)
    await office.services.looking.must_be_there(lobby.id, GUEST)
    assert eyes.asked == 0


async def test_in_discord(world: World) -> None:
    """The members' intent is not asked for: leaving is found out by asking, once a minute at most."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    desk = ben.desk
    world.guild.remove_member(ben.member)
    world.bot._sight._members._held.clear()
    assert REFUSED.format(game.code) in await ben.write("d2-d3")
    said = await ben.click(desk, "Type…")
    assert said.text == REFUSED.format(game.code)
    said = await ben.slash_dm("order", order="d2-d3", table=game.code)
    assert said.text == REFUSED.format(game.code)
    path = f"/guilds/{world.guild.id}/members/{ben.id}"
    assert sum(request.path == path for request in world.env.http_requests) == 1
    assert any("has left the server" in words(message) for message in ada.dms)
    ben.member = world.guild.add_member(ben.user)
    said = await ben.slash("order", order="d2-d3", send=True)
    assert said.text.startswith("Sent:")
    assert any(sub_words.IS_BACK(who="**Light** (ben)") in words(post) for post in game.posts)


async def test_where_the_bot_is_gone_itself_nobody_has_left(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    world.bot._sight._members._held.clear()
    world.env.inject_error(
        "GET",
        f"/guilds/{world.guild.id}/members/{ada.id}",
        status=404,
        code=10004,
        message="Unknown Guild",
        times=None,
    )
    assert "e7-e6" in await ada.write("e7-e6")
    async with looking(world.bot.services.context.db) as tx:
        found = first(tx, Player, table_id=game.code, user_id=ada.id)
    assert found is not None and found.left_at is None
