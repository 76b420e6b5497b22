"""Handing a seat over: from the commit on the leaver gets nothing of it, the new player has everything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.common.errors import NotAllowed, Refused
from bot.engine import presence
from bot.engine.snapshot import GameSnapshot
from bot.engine.text import DESK_CLOSED, LEFT_ORDERS
from bot.features.conditional_orders import store as plans
from bot.features.substitutes import handover
from bot.features.substitutes import text as sub_words
from bot.outbox.messenger import Unreachable, Unsure
from bot.presenters.cic import CicPresenter
from bot.storage import deadlines, drafts, players
from bot.storage.records import Handover, Letter, LetterThread, LogEntry, Plan, Player, Post
from bot.storage.rows import find, first, save
from tests.bot import ww3
from tests.bot.crashes import Crash, crash_at, crash_in_commit
from tests.bot.newyork import GREENE, HAMBLET, SEVEN, new_york
from tests.bot.parts import CHANNEL, DAY, FOURTH, GUEST, HOST, NAMES, STRANGER, THIRD, PostOffice, post_office
from tests.bot.silent import nme
from tests.bot.test_muting import Server
from tests.bot.transactions import looking, writing
from tests.bot.world import World, buttons, words

SECRET = "Zanzibar at dawn"
WHY = "2 deadlines missed in a row"


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of two that has letters: quicker than one of seven."""
    monkeypatch.setattr(CicPresenter, "house_options", ("press", "anonymous"))


async def give_seat(office: PostOffice, code: str, seat: str, user: int = STRANGER) -> GameSnapshot:
    context = office.services.context
    async with context.lock(code), writing(context.db) as tx:
        snapshot = context.snapshot(tx, code)
        after = handover.hand_over(
            context, tx, snapshot, seat, user, NAMES.get(user, "Zoe"), WHY, context.clock.now()
        )
    context.db.wake_all()
    return after


async def letter(office: PostOffice, code: str, user: int, to: str, n: int = 1) -> str:
    return await office.services.letters.write(code, user, to, SECRET, source=f"i{n}")


async def waiting(office: PostOffice, user: int) -> list[Post]:
    return [post for post in await office.posts() if post.user_id == user and post.status == "queued"]


# -- the leaver


async def test_what_was_on_its_way_to_the_leaver_never_arrives(office: PostOffice, press: None) -> None:
    """Letters, the desk, news: the words of some were made up when they were queued."""
    code = await office.game()
    await letter(office, code, GUEST, "dark")
    assert {post.payload["kind"] for post in await waiting(office, HOST)} == {"say", "desk"}
    await give_seat(office, code, "dark")
    await office.deliver()
    [call] = [text for text in office.messenger.texts() if "the game begins" in text]
    assert f"**Next:** <@{STRANGER}> (Dark)" in call and f"<@{HOST}>" not in call
    [farewell] = office.messenger.dms(HOST)
    assert farewell == sub_words.TAKEN(name="Eve", side="Dark", code=code, channel=CHANNEL, why=WHY)
    welcome, desk = office.messenger.dms(STRANGER)
    assert "You now play **Dark**" in welcome and "1 letter." in welcome and "Your move." in desk


async def test_a_message_under_way_is_not_tried_again(office: PostOffice, press: None) -> None:
    """The leaver's lane is in the middle of a post when the seat goes."""
    code = await office.game()
    await office.deliver()

    async def cut(post: Post) -> None:
        if post.user_id == HOST and SECRET in str(post.payload):
            office.messenger.before = None
            await give_seat(office, code, "dark")
            raise Unsure("ConnectionError", 1.0)

    office.messenger.before = cut
    await letter(office, code, GUEST, "dark")
    await office.deliver()
    await office.pass_time(600)
    assert not any(SECRET in text for text in office.messenger.dms(HOST))


async def test_a_call_to_the_leaver_in_the_channel_is_dropped(office: PostOffice, press: None) -> None:
    """Direct messages are closed: the channel was to say that a letter has come."""
    code = await office.game()
    await office.deliver()

    async def closed(post: Post) -> None:
        if post.user_id == HOST:
            raise Unreachable("50007")
        if "a letter has come" in str(post.payload) and post.channel_id == CHANNEL:
            raise Unsure("500", 1.0)

    office.messenger.before = closed
    await letter(office, code, GUEST, "dark")
    await office.deliver()
    assert any(post.key.startswith(f"{code}/fallback/") for post in office.messenger.tried)
    await give_seat(office, code, "dark")
    office.messenger.before = None
    await office.pass_time(600)
    assert not any("a letter has come" in text for text in office.messenger.texts())


async def test_a_desk_that_arrives_after_all_is_closed(office: PostOffice) -> None:
    code = await office.game(options="")

    async def late(post: Post) -> None:
        if post.user_id == HOST and post.payload["kind"] == "desk":
            office.messenger.before = None
            await give_seat(office, code, "dark")

    office.messenger.before = late
    await office.deliver()
    assert [desk.user_id for desk in office.messenger.retired] == [HOST]


async def test_a_desk_whose_turn_is_over_before_its_arrival_is_known_is_closed(office: PostOffice) -> None:
    """Its answer was lost, and the player did not wait for it."""
    code = await office.game(options="")

    async def lost(post: Post) -> None:
        if post.user_id == HOST and post.payload["kind"] == "desk":
            office.messenger.after = None
            raise Unsure("500", 5.0)

    office.messenger.after = lost
    await office.deliver()
    assert office.messenger.retired == []
    await office.send(code, HOST, "e7-e6")
    await office.pass_time(10)
    assert [(desk.user_id, desk.turn) for desk in office.messenger.retired] == [(HOST, 0)]
    assert "turn 1 is over. You played `e7-e6`." in office.messenger.farewells[-1]


async def test_every_door_is_shut_for_the_leaver(office: PostOffice, press: None) -> None:
    code = await office.game()
    await letter(office, code, GUEST, "dark")
    await letter(office, code, HOST, "light", 2)
    await office.services.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    services, before, turn = office.services, len(office.messenger.dms(HOST)), 0
    async with looking(services.context.db) as tx:
        number = find(tx, Letter, table_id=code)[0].number
    await give_seat(office, code, "dark")
    shut: list[Callable[[], Any]] = [
        lambda: services.desks.desk(code, HOST),
        lambda: services.desks.form(code, HOST, turn),
        lambda: services.orders.give(code, HOST, "e7-e6"),
        lambda: services.orders.give_values(code, HOST, ["e7-e6"], turn),
        lambda: services.orders.tap(code, HOST, "1", turn),
        lambda: services.orders.send(code, HOST),
        lambda: services.orders.unsend(code, HOST),
        lambda: services.orders.clear(code, HOST, turn),
        lambda: services.orders.declare(code, HOST, "draw"),
        lambda: services.orders.concession(code, HOST),
        lambda: services.letterbox.read(code, HOST),
        lambda: services.letters.write(code, HOST, "light", "x", source="i9"),
        lambda: services.letters.reply(code, HOST, number, False, "x", source="i9"),
        lambda: services.letters.reply_form(code, HOST, number, False),
        lambda: services.game_views.board(code, HOST, mine=True),
        lambda: services.game_lookup.pick(HOST, None, CHANNEL, own=True),
        lambda: services.substitutes.ask(code, HOST),
    ]
    for door in shut:
        with pytest.raises(Refused):
            await door()
    assert await services.desks.suggest(code, HOST, "") == []
    assert await services.letters.suggest(code, HOST, "") == []
    assert await services.game_lookup.owed(HOST) == []
    await services.text_commands.read(HOST, 888, f"{code} e7-e6")
    await services.text_commands.read(HOST, 889, "letters")
    await office.deliver()
    said = office.messenger.dms(HOST)[before:]
    assert not any(SECRET in text or "Your order" in text for text in said), said
    assert [desk.user_id for desk in office.messenger.retired] == [HOST]


async def test_a_code_means_that_game_also_for_who_left_it(office: PostOffice) -> None:
    """Another game of theirs does not answer."""
    code = await office.game()
    other = await office.game(channel=CHANNEL + 1)
    third = await office.game(channel=CHANNEL + 2)
    async with writing(office.services.context.db) as tx:
        snapshot = office.services.context.snapshot(tx, code)
        handover.hand_over(
            office.services.context, tx, snapshot, "light", THIRD, "Cleo", presence.ASKED, office.clock.now()
        )
    await office.deliver()
    gone = [text for text in office.messenger.dms(GUEST) if "any more" in text]
    assert gone == [sub_words.TAKEN_ASKED(name="Cleo", side="Light", code=code, channel=CHANNEL)]
    assert ", who asked for a substitute." in "".join(office.messenger.texts())
    for user, number, said in (
        (GUEST, 501, f"in game `{code}` any more."),
        (STRANGER, 502, "in no game now."),
    ):
        await office.services.text_commands.read(user, number, f"{code} d2-d3")
        await office.deliver()
        assert said in office.messenger.dms(user)[-1]
    with pytest.raises(Refused, match=f"You don't play in game `{code}`. .*`{other}`|`{third}`"):
        await office.services.game_lookup.pick(GUEST, None, CHANNEL, own=True)


async def test_board_and_history_are_those_of_a_stranger(office: PostOffice) -> None:
    """Red's formation is hidden: after the handover its former player sees fog, also in the past."""
    code, sits = await ww3.in_office(office, HOST, GUEST)
    leaver = sits["red"]

    async def seen(user: int) -> list[Any]:
        office.renderer.painted.clear()
        await office.services.game_views.board(code, user)
        for seq in range(1, (await office.table(code)).seq + 1):
            await office.services.history_pages.page(code, user, str(seq))
        return [view for _, view, _ in office.renderer.painted]

    own, strange = await seen(leaver), await seen(STRANGER)
    assert own != strange
    await give_seat(office, code, "red")
    await office.deliver()
    assert await seen(leaver) == strange
    assert await seen(STRANGER) == own, "the new player has the history as the seat sees it"


# -- the new player


async def test_the_sheet_goes_over_and_is_not_ready(office: PostOffice) -> None:
    """And one that is empty, and was said to be all, is said to be all by nobody now."""
    code = await new_york(office, options="undo=60")
    for user in SEVEN[:6]:
        await office.services.orders.give(code, user, "1 hold", send=True)
    await office.services.orders.send(code, HAMBLET)
    async with writing(office.services.context.db) as tx:
        assert deadlines.get(tx, code, "early") is not None
        save(tx, Plan(table_id=code, seat="greene", lines=[SECRET], user_id=GREENE, at=1.0))
    await office.deliver()
    await office.pass_time(5)
    assert "All 7 ready" in "\n".join(office.messenger.texts())
    await give_seat(office, code, "greene")
    async with looking(office.services.context.db) as tx:
        assert deadlines.get(tx, code, "early") is None
        draft = drafts.get(tx, code, "greene", 0)
        assert draft is not None and draft.user_id == STRANGER and not draft.ready
        assert plans.get(tx, code, "greene") is None
    await office.pass_time(5)
    welcome, desk = office.messenger.dms(STRANGER)
    assert sub_words.LEFT_ORDERS(before="Gus") in welcome and sub_words.AHEAD_DROPPED in welcome
    assert LEFT_ORDERS in desk and "holds" in desk
    assert "6 of 7 ready" in "\n".join(office.messenger.texts())
    await give_seat(office, code, "hamblet", 98)
    async with looking(office.services.context.db) as tx:
        assert drafts.get(tx, code, "hamblet", 0) is None
    await office.services.orders.send(code, STRANGER)
    await office.services.orders.send(code, 98)
    await office.pass_time(61)
    assert (await office.table(code)).turn == 1


async def test_a_teammates_sheet_stays(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, options="enhanced=1 teams=dark")
    await office.services.orders.give(code, GUEST, "enhance e7", send=True)
    await give_seat(office, code, "dark-surface")
    async with looking(office.services.context.db) as tx:
        snapshot = office.services.context.snapshot(tx, code)
        sheet = snapshot.sheet(str(snapshot.seat_of(GUEST)))
        draft = drafts.get(tx, code, sheet, 0)
    assert draft is not None and draft.ready and draft.user_id == GUEST


async def test_letters_go_with_the_seat(office: PostOffice, press: None) -> None:
    code = await office.game()
    await letter(office, code, GUEST, "dark")
    await give_seat(office, code, "dark")
    assert SECRET in (await office.services.letterbox.read(code, STRANGER)).text
    await letter(office, code, GUEST, "dark", 3)
    await office.deliver()
    assert sum(SECRET in text for text in office.messenger.dms(STRANGER)) == 1
    assert not any(SECRET in text for text in office.messenger.dms(HOST))


async def test_the_count_begins_anew_and_there_is_half_a_turn_once(office: PostOffice) -> None:
    code = await office.game()
    office.clock.time += DAY - 60
    async with writing(office.services.context.db) as tx:
        players.add_missed(tx, code, HOST)
    await give_seat(office, code, "dark")
    async with looking(office.services.context.db) as tx:
        row, player = deadlines.get(tx, code), first(tx, Player, table_id=code, user_id=STRANGER)
    assert row is not None and abs(row.due_at - office.clock.time - DAY / 2) < 1
    assert player is not None and (player.missed, player.streak, player.offered_at) == (0, 0, None)
    office.clock.time += DAY / 2 - 60
    await give_seat(office, code, "dark", THIRD)
    async with looking(office.services.context.db) as tx:
        assert (deadlines.get(tx, code)) == row, "no second time in a turn"
        told = "\n".join(entry.text for entry in find(tx, LogEntry, table_id=code, newest=True))
    assert f"in place of Ada: {WHY}" in told and "That gives the new player time" in told


async def test_who_may_not_take_a_seat(office: PostOffice) -> None:
    code = await office.game()
    with pytest.raises(Refused, match="two sides"):
        await give_seat(office, code, "dark", GUEST)
    await give_seat(office, code, "dark")
    with pytest.raises(Refused, match="knows its secrets"):
        await give_seat(office, code, "light", HOST)
    await give_seat(office, code, "dark", HOST)  # the same seat again
    await office.services.orders.declare(code, HOST, "concede")
    with pytest.raises(Refused, match="is over"):
        await give_seat(office, code, "light")


async def test_a_game_master_does_not_play(office: PostOffice) -> None:
    code, _ = await nme(office, HOST, GUEST, THIRD, host=FOURTH)
    with pytest.raises(Refused, match="game master"):
        await give_seat(office, code, "black", FOURTH)


# -- all or nothing


async def test_a_kill_at_any_statement_leaves_the_old_player(office: PostOffice, press: None) -> None:
    code = await office.game()
    await letter(office, code, GUEST, "dark")
    await office.services.orders.give(code, HOST, "e7-e6")
    before = await office.dump()
    with crash_in_commit(office), pytest.raises(Crash):
        await give_seat(office, code, "dark")
    assert await office.dump() == before
    number, crashed = 0, True
    while crashed:
        number += 1
        with crash_at(office, number):
            try:
                await give_seat(office, code, "dark")
            except Crash:
                assert await office.dump() == before
            else:
                crashed = False
    assert number > 10


async def test_silence_follows_the_seat(tmp_path: Path) -> None:
    server = Server()
    async with post_office(tmp_path / "fieldpost.sqlite3", channel_permissions=server) as office:
        code, sits = await nme(office, HOST, GUEST, THIRD, host=FOURTH)
        await office.deliver()
        assert set(server.entries) == {HOST, GUEST, THIRD}
        await give_seat(office, code, "black")
        await office.deliver()
        assert set(server.entries) == {HOST, GUEST, THIRD, STRANGER} - {sits["black"]}


# -- private threads


class Doors:
    """Private threads: who is in which. `fault` is raised instead of a change; `now`: called at every one."""

    def __init__(self) -> None:
        self.members: dict[int, set[int]] = {}
        self.names: dict[int, str] = {}
        self.fault: Exception | None = None
        self.now: Callable[[], None] = lambda: None

    async def open(self, channel_id: int, name: str, known: int | None) -> int:
        for thread, kept in self.names.items():
            if thread == known or kept == name:
                return thread
        thread = 901 + len(self.names)
        self.names[thread] = name
        self.members[thread] = set()
        return thread

    async def swap(self, thread_id: int, out: int | None, into: int | None) -> None:
        self.now()
        if self.fault is not None:
            raise self.fault
        self.members[thread_id].discard(out or 0)
        self.members[thread_id] |= {into} if into is not None else set()


def with_threads(office: PostOffice, doors: Doors) -> None:
    """A mention pulls its user into a private thread, as in Discord."""
    office.services.letters.threads = office.services.moving._threads = doors

    async def pulls(post: Post) -> None:
        if post.channel_id in doors.members:
            doors.members[post.channel_id] |= set(post.payload["mentions"])

    office.messenger.after = pulls


async def threaded(office: PostOffice) -> tuple[str, Doors]:
    """A game of three with a thread of Dark's air force and Light, and one of Dark's two players."""
    doors = Doors()
    with_threads(office, doors)
    users = (HOST, GUEST, THIRD)
    code = await office.game(*users, options="teams=dark press=threads")
    await letter(office, code, GUEST, "light")
    await letter(office, code, GUEST, "dark-surface", 2)
    await office.deliver()
    assert doors.members == {901: {GUEST, THIRD}, 902: {HOST, GUEST}}
    return code, doors


async def test_the_threads_of_the_seat_change_their_members(office: PostOffice, press: None) -> None:
    code, doors = await threaded(office)
    await give_seat(office, code, "light")
    await office.deliver()
    assert doors.members == {901: {GUEST, STRANGER}, 902: {HOST, GUEST}}
    async with looking(office.services.context.db) as tx:
        assert find(tx, Handover) == []


async def test_nothing_is_posted_in_a_thread_while_the_leaver_is_there(
    office: PostOffice, press: None
) -> None:
    """A letter that was queued before the handover, and one written after it; Discord does not answer."""
    code, doors = await threaded(office)
    await letter(office, code, GUEST, "light", 3)
    doors.fault = Unsure("500", 1.0)
    await give_seat(office, code, "light")
    await letter(office, code, GUEST, "light", 4)
    await office.deliver()
    await office.pass_time(5)
    assert len(office.messenger.texts(901)) == 1 and doors.members[901] == {GUEST, THIRD}
    doors.fault = None
    await office.pass_time(600)
    await office.pass_time(2)
    assert len(office.messenger.texts(901)) == 3 and doors.members[901] == {GUEST, STRANGER}
    assert f"<@{THIRD}>" not in "".join(office.messenger.texts(901)[1:])


async def test_a_letter_that_was_read_before_the_handover_is_read_anew(
    office: PostOffice, press: None
) -> None:
    """All of it is done before the outbox, which has looked at the post already, goes on with it."""
    code, doors = await threaded(office)
    office.services.context.db.off()
    await letter(office, code, GUEST, "light", 3)
    [old] = [post for post in await office.posts() if post.channel_id == 901 and post.status == "queued"]
    await give_seat(office, code, "light")
    await office.services.moving._run()
    await office.services.outbox._deliver(old)
    assert len(office.messenger.texts(901)) == 1
    await office.pass_time(2)
    assert f"<@{STRANGER}>" in office.messenger.texts(901)[-1] and doors.members[901] == {GUEST, STRANGER}


async def test_a_kill_between_the_handover_and_the_thread(tmp_path: Path, press: None) -> None:
    path = tmp_path / "fieldpost.sqlite3"
    async with post_office(path) as office:
        code, doors = await threaded(office)
        await letter(office, code, GUEST, "dark-surface", 3)
        office.services.context.db.off()
        await give_seat(office, code, "dark-surface")
    doors.fault = RuntimeError("killed in the middle")
    async with post_office(path, office.clock, office.messenger) as office:
        with_threads(office, doors)
        await office.deliver()
        assert len(office.messenger.texts(902)) == 1 and doors.members[902] == {HOST, GUEST}
    doors.fault = None
    async with post_office(path, office.clock, office.messenger) as office:
        with_threads(office, doors)
        await office.deliver()
        await office.pass_time(5)
        assert doors.members[902] == {STRANGER, GUEST} and len(office.messenger.texts(902)) == 2
        assert {desk.user_id for desk in office.messenger.retired} == {HOST}


async def test_a_call_under_way_that_pulls_the_leaver_back_in(office: PostOffice, press: None) -> None:
    """The post left before the commit and arrives after it, with the leaver's mention."""
    code, doors = await threaded(office)
    pulls = office.messenger.after
    assert pulls is not None

    async def late(post: Post) -> None:
        if post.channel_id == 901:
            office.messenger.after = pulls
            await give_seat(office, code, "light")
            await office.services.moving._run()
            assert doors.members[901] == {GUEST, STRANGER}
        await pulls(post)

    office.messenger.after = late
    await letter(office, code, GUEST, "light", 3)
    await office.deliver()
    await office.pass_time(5)
    assert doors.members[901] == {GUEST, STRANGER}


async def test_a_seat_that_goes_on_twice(office: PostOffice, press: None) -> None:
    code, doors = await threaded(office)
    doors.fault = Unsure("500", 1.0)
    await give_seat(office, code, "light")
    await give_seat(office, code, "light", THIRD)
    doors.fault = None
    await office.deliver()
    await office.pass_time(600)
    assert doors.members[901] == {GUEST, THIRD}, "the first one is back, and stays"


async def test_a_thread_that_cannot_be_cleared_is_given_up(office: PostOffice, press: None) -> None:
    code, doors = await threaded(office)
    doors.fault = NotAllowed("I lack **Manage Threads** there")
    await letter(office, code, GUEST, "light", 3)
    await give_seat(office, code, "light")
    await office.deliver()
    await office.pass_time(5)
    assert len(office.messenger.texts(901)) == 1, "nothing goes there any more"
    for user in (GUEST, STRANGER):
        told = "\n".join(office.messenger.dms(user))
        assert "a former player" in told and SECRET in told
    assert "former player" not in "\n".join(office.messenger.texts() + office.messenger.dms(THIRD))
    said = await letter(office, code, STRANGER, "dark-air", 5)
    assert "<#903>" in said and doors.names[903] != doors.names[901]
    async with looking(office.services.context.db) as tx:
        [opened] = find(tx, LetterThread, table_id=code, seats="dark-air,light", state="open")
        assert opened.thread_id == 903


async def test_a_letter_under_way_to_a_thread_that_is_given_up(office: PostOffice, press: None) -> None:
    """It did not arrive: it is not tried again where the leaver still reads."""
    code, doors = await threaded(office)
    doors.fault = NotAllowed("I lack **Manage Threads** there")

    async def cut(post: Post) -> None:
        if post.channel_id == 901:
            office.messenger.before = None
            await give_seat(office, code, "light")
            await office.services.moving._run()
            raise Unsure("ConnectionError", 1.0)

    office.messenger.before = cut
    await letter(office, code, GUEST, "light", 3)
    await office.deliver()
    await office.pass_time(5)
    await office.pass_time(60)
    assert len(office.messenger.texts(901)) == 1
    assert any(SECRET in text for text in office.messenger.dms(STRANGER))
    async with looking(office.services.context.db) as tx:
        assert find(tx, Handover) == []


TEXT = "Zanzibar at dawn"


async def test_a_seat_changes_hands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CicPresenter, "house_options", ("press", "anonymous"))
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben, options="press=threads")
    await ben.slash("press", to="dark", text=TEXT)
    [thread] = game.channel.threads
    inside = world.env.backend.get_channel(thread.id).thread_members
    for player in (ada, ben):  # a mention does that on Discord
        world.env.backend.add_thread_member(thread.id, player.id)
    said = await ada.slash("substitute ask", table=game.code)
    assert said.private and "You play on until somebody takes it" in said.text
    offer, desk = game.post, ada.desk
    assert buttons(offer) == ["Take Dark"]
    assert await eve.offered("", "seat", "substitute take") == [f"{game.code} dark"]
    said = await ben.click(offer, "Take Dark")
    assert said.private and said.text == sub_words.PLAYS_ALREADY(code=game.code)
    asked = await eve.click(offer, "Take Dark")
    assert asked.private and "Take over **Dark**" in asked.text and ada.id in inside
    # Discord does not let anybody out of the thread for a while: nothing is written there.
    world.env.inject_error("DELETE", "/channels/*/thread-members/*", status=500, times=None)
    said = await eve.click(asked.message, sub_words.YES)
    assert said.text.startswith("You now play **Dark** in game")
    assert "eve now plays **Dark** in place of ada" in words(game.post)
    await ben.slash("press", to="dark", text="To the new one")
    assert ada.id in inside and not any("new one" in words(message) for message in thread.history())
    await world.restart()
    world.env.backend.faults.clear()
    await world.pass_time(60)
    await world.pass_time(60)
    assert set(inside) == {world.env.backend.bot_user.id, ben.id, eve.id}
    [post] = [message for message in thread.history() if "new one" in words(message)]
    assert world.env.backend.get_message(thread.id, post.id).ping_user_ids == [ben.id, eve.id]
    # The leaver has nothing any more, the new player all.
    [closed] = [message for message in ada.dms if message.id == desk.id]
    assert words(closed) == DESK_CLOSED(code=game.code) and buttons(closed) == []
    for command, given in (("order", {"order": "e7-e6"}), ("orders", {}), ("letters", {})):
        said = await ada.slash(command, table=game.code, **given)
        assert said.private and said.text.startswith("You do"), said.text
    assert await ada.offered("e7") == [] and "e7-e6" in await eve.offered("e7")
    assert TEXT in (await eve.slash("letters")).text
    assert (await eve.click(eve.desk, "Type…")).fields == ["orders"]
    assert await eve.write("e7-e6") and (await game.called()) == "dark"


async def test_orders_that_were_left_are_kept(world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben)
    await ada.slash("order", order="e7-e6")
    await ada.slash("substitute ask", table=game.code)
    asked = await eve.click(game.post, "Take Dark")
    await eve.click(asked.message, sub_words.YES)
    desk = eve.desk
    assert "Send" not in buttons(desk) and {"Keep this order", "Clear", "Type…"} <= set(buttons(desk))
    kept = await eve.click(desk, "Keep this order")
    assert "Send" in buttons(kept.message) and "Your order:** `e7-e6`" in kept.text
    await eve.click(kept.message, "Send")
    assert (await game.called()) == "light"
