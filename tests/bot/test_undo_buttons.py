"""Buttons, menus, forms and desks of before an undo: they do nothing to the turn that came again."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from bot.common.errors import Refused, StaleTurn
from bot.common.message import MOST_ID, Message, custom_id
from bot.features.conditional_orders import store
from bot.outbox.messenger import Unsure
from bot.storage import desks, outbox
from bot.storage.records import Post
from tests.bot.clocks import MODERATOR
from tests.bot.newyork import HAMBLET, all_ready, new_york
from tests.bot.parts import CHANNEL, GUEST, HOST, PostOffice
from tests.bot.test_undo import undo
from tests.bot.world import World, buttons, menus


async def stamp(office: PostOffice, code: str) -> int:
    return (await office.snapshot(code)).stamp


def ids_of(message: Message) -> list[str]:
    return [one.id for row in message.rows for one in (row if isinstance(row, tuple) else (row,))]


def turns_of(ids: list[str]) -> set[int]:
    return {int(ident.split(":")[4]) for ident in ids}


async def ids_on_desk(office: PostOffice, code: str, user: int) -> list[str]:
    return ids_of(await office.desk(code, user))


async def refused(office: PostOffice, *acts: Awaitable[object], words: str = "earlier turn") -> None:
    """Each is refused with the usual words, and nothing changes."""
    await office.deliver()
    before = await office.dump()
    for act in acts:
        with pytest.raises(Refused, match=words) as told:
            await act
        assert isinstance(told.value, StaleTurn) == (words == "earlier turn")
    assert await office.dump() == before


async def test_stamps(office: PostOffice) -> None:
    """The turn's own number while nothing was taken back; then never one that was there before."""
    code = await office.game()
    seen = []
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3"), (HOST, "d8-d7")):
        seen.append(await stamp(office, code))
        await office.send(code, user, order)
    assert seen == [0, 1, 2]
    assert turns_of(await ids_on_desk(office, code, GUEST)) == {3}
    for wanted in (100_002, 200_001):
        await undo(office, code)
        assert await stamp(office, code) == wanted
        assert turns_of(await ids_on_desk(office, code, HOST)) == {wanted}
    await office.send(code, GUEST, "d2-d3")
    assert await stamp(office, code) == 200_002
    longest = custom_id("concedeyes", "k7f3", "dark-surface", 99 * 100_000 + 999, "x" * 55)
    assert len(longest) <= MOST_ID


async def test_what_was_shown_before_an_undo_is_refused(office: PostOffice) -> None:
    """The game comes to another board with the same turn number, and the old buttons are pressed there."""
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    orders, old = office.orders, await stamp(office, code)
    plan = await office.services.planning.form(code, GUEST)
    asked = await orders.concession(code, GUEST, old)
    await office.services.desks.form(code, GUEST, old)
    assert turns_of([plan.id, ids_of(asked)[0]]) == {old} == {1}
    await undo(office, code)
    await office.send(code, HOST, "d8-d7")
    now = await office.snapshot(code)
    assert (now.phase.turn, now.stamp) == (old, 100_001)
    await office.orders.give(code, GUEST, "d2-e2")
    await refused(
        office,
        orders.give(code, GUEST, "d2-d3", turn=old),
        orders.give(code, GUEST, "d2-d3", turn=old, send=True),
        orders.give_values(code, GUEST, ["d2", "d3"], old),
        orders.tap(code, GUEST, "d2", old),
        orders.send(code, GUEST, old),
        orders.unsend(code, GUEST, old),
        orders.clear(code, GUEST, old),
        orders.declare(code, GUEST, "draw", old),
        orders.declare(code, GUEST, "concede", old),
        orders.concession(code, GUEST, old),
        office.desk(code, GUEST, turn=old, picked="d2"),
        office.services.desks.form(code, GUEST, old),
    )
    written = office.services.planning.give(code, GUEST, "if e7-e6 then d2-d3", turn=old, whole=True)
    await refused(office, written, words="has gone on meanwhile")
    assert await office.read(store.of_table, code) == {}
    await office.deliver()
    given = await orders.send(code, GUEST, turns_of(await ids_on_desk(office, code, GUEST)).pop())
    assert given.resolved and (await office.snapshot(code)).stamp == 100_002


async def test_two_undos_in_a_row(office: PostOffice) -> None:
    """Desks of the first time and of the second are closed; the third time's work."""
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    for _ in range(2):
        old = await stamp(office, code)
        desk = await office.read(desks.get, code, GUEST)
        assert desk is not None and desk.turn == old
        office.messenger.retired.clear()
        await undo(office, code)
        assert (GUEST, old) in {(one.user_id, one.turn) for one in office.messenger.retired}
        await office.send(code, HOST, "e7-e6")
        await refused(office, office.orders.give(code, GUEST, "d2-d3", turn=old))
        await office.deliver()
    assert await stamp(office, code) == 200_001
    await office.orders.give(code, GUEST, "d2-d3", turn=200_001, send=True)
    await office.deliver()
    assert not any("200001" in text or "100000" in text for text in office.messenger.texts(CHANNEL))


async def test_a_desk_on_its_way_is_dropped(office: PostOffice) -> None:
    """It was queued before the undo, and the same turn number is open again when it would leave."""

    async def busy(post: Post) -> None:
        raise Unsure("busy", 5.0)

    code = await office.game()
    await office.deliver()
    office.messenger.before = busy
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    await office.services.gm.undo(code, MODERATOR, "a wrong button")
    await office.send(code, HOST, "d8-d7")
    office.messenger.before = None
    await office.pass_time(60)
    told = office.messenger.dms(GUEST)
    assert sum("It is your move" in text for text in told) == 1 and "d8 → d7" in told[-1]
    post = await office.read(outbox.by_key, f"{code}/1/desk/light")
    assert post is not None and post.status == "dropped"


async def test_a_sheet_of_many_orders(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code, {HAMBLET: "1 hold"})
    old = await stamp(office, code)
    await undo(office, code)
    await all_ready(office, code, {HAMBLET: "1 move hoboken"})
    assert await stamp(office, code) == old + 100_000
    await refused(
        office,
        office.orders.send(code, HAMBLET, old),
        office.orders.give(code, HAMBLET, "1 hold", turn=old),
    )
    await office.orders.send(code, HAMBLET, old + 100_000)


async def test_old_buttons_on_discord(world: World) -> None:
    """A desk, its form, *Yes, I concede* and a plan's form, pressed on the turn that came again."""
    ada, ben, mo = world.player("ada"), world.player("ben"), world.moderator(manage_messages=True)
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    desk = ben.desk
    typed = await ben.click(desk, "Type…")
    asked = await ben.click(desk, "Concede")
    plan = await ben.click(desk, "Ahead…")
    said = await mo.slash("gm undo", reason="wrong square")
    await mo.submit(said, reason="wrong square")
    await game.play("d8-d7")
    for answer in (
        await ben.submit(typed, orders="d2-d3"),
        await ben.click(asked.message, "Yes, I concede"),
    ):
        assert "belongs to an earlier turn" in answer.text
    assert "has gone on meanwhile" in (await ben.submit(plan, lines="if e7-e6 then d2-d3")).text
    assert await game.called() == "light" and ben.desk.id != desk.id
    [closed] = [message for message in ben.dms if message.id == desk.id]
    assert (
        "is closed: its turn is over, or was taken back." in closed.content
        and not buttons(closed)
        and not menus(closed)
    )
    await game.play("d2-d3")
    assert await game.called() == "dark"
