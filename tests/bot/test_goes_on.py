"""While a turn goes on nobody is notified anew: not who has just acted, nor anybody in the channel."""

from __future__ import annotations

from typing import Any

from bot.engine.orders import Pressed
from bot.outbox.messenger import Unreachable
from bot.storage.records import Post
from tests.bot.nemein import in_office, in_world
from tests.bot.parts import CHANNEL, GUEST, HOST, PostOffice
from tests.bot.world import World, menus, options, text


def bodies(world: World, channel_id: int) -> list[dict[str, Any]]:
    """What the bot has sent to a channel, in order."""
    path = f"/channels/{channel_id}/messages"
    sent = [request for request in world.env.http_requests if request.method == "POST"]
    return [
        request.json for request in sent if request.path.endswith(path) and isinstance(request.json, dict)
    ]


async def test_closed_dms_are_called_out_once_a_turn(office: PostOffice) -> None:
    code = await in_office(office)
    closed = {HOST}

    async def before(post: Post) -> None:
        if post.user_id in closed:
            raise Unreachable

    office.messenger.before = before
    await office.deliver()

    def called() -> list[int]:
        posts = [message for _, message in office.messenger.channels[CHANNEL]]
        return [user for message in posts if "can't send you" in message.text for user in message.mentions]

    at_first = called()  # HOST, if the flip let South begin
    for order in ("move b2-b3 10", "split b2"):
        assert (await office.send(code, HOST, order)).goes_on
        await office.deliver()
    assert called() == at_first, "who acts knows"
    closed.add(GUEST)
    await office.send(code, HOST, "end")
    await office.deliver()
    assert called() == [*at_first, GUEST], "a new turn"


async def test_the_desk_of_a_turn_that_goes_on_comes_silently(office: PostOffice) -> None:
    code = await in_office(office)
    await office.send(code, HOST, "move b2-b3 10")
    await office.send(code, HOST, "split b2; end")
    await office.deliver()
    told = [
        (post.user_id, post.payload["quiet"])
        for post in office.messenger.tried
        if post.payload["kind"] == "desk"
    ]
    assert told[-1] == (GUEST, False)
    asked = [post for post in await office.posts() if post.payload.get("quiet")]
    assert [(post.user_id, post.key) for post in asked] == [(HOST, f"{code}/2/desk/south")]


async def test_none_comes_where_the_next_desk_is_shown_privately(office: PostOffice) -> None:
    code = await in_office(office)
    await office.deliver()
    before = len(office.messenger.dms(HOST))
    here = Pressed(private=True)
    given = await office.orders.give(code, HOST, "move b2-b3 10", send=True, pressed=here)
    await office.orders.give(code, HOST, "split b2")
    await office.deliver()
    assert given.goes_on and len(office.messenger.dms(HOST)) == before
    assert "1. split the 5 on b2" in (await office.desk(code, HOST)).words
    await office.orders.send(code, HOST, pressed=here)
    await office.orders.give(code, HOST, "end", send=True, pressed=here)
    await office.deliver()
    assert len(office.messenger.dms(HOST)) == before and "turn 2" in office.messenger.dms(GUEST)[-1]


async def test_on_discord(world: World) -> None:
    """By direct message, then from the private desk in the channel."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await in_world(world, ada, ben)
    await ada.write("move b2-b3 10; send")
    desk = bodies(world, ada.user.dm_channel.id)[-1]
    assert "goes on" in text(desk) and desk["components"] and desk["flags"] == 1 << 12 | 1 << 15
    before = len(ada.dms)
    said = await ada.click(game.post, "My orders")
    [split] = [value for value in options(menus(said.message)[0]) if value.startswith("split b2")]
    await ada.choose(said.message, split)
    said = await ada.click(said.message, "Send, go on")
    assert "Your turn goes on" in said.text and said.private
    said = await ada.slash("order", order="end", send=True)
    assert "Sent: `end`" in said.text
    assert len(ada.dms) == before, "all of it was seen in the channel"
    assert not ben.desk.flags.suppress_notifications
