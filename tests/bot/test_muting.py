"""Silence: whatever is killed in between, players are silent while the game runs, free after it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bench.plans import Statements, noted
from bot.common.errors import NotAllowed
from bot.features.lobby.text import SILENCE
from bot.features.muting import text as silence_words
from bot.features.muting.muting import Look
from bot.outbox.messenger import Unsure
from bot.presenters.cic import CicPresenter
from bot.storage.records import Silence
from bot.storage.rows import find
from tests.bot.crashes import Crash, crash_at
from tests.bot.parts import GUEST, HOST, FakeClock, PostOffice, Recorder, post_office
from tests.bot.transactions import looking
from tests.bot.world import Game, Player, World, buttons, words

PERMISSIONS = ("send_messages", "add_reactions")
Entries = dict[int, dict[str, bool | None]]


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CicPresenter, "silent", True)


@dataclass
class Server:
    """A `ChannelPermissions` over one channel's entries. `fault` is called before and after every change."""

    entries: Entries = field(default_factory=dict)
    fault: Callable[[], None] = lambda: None
    refusal: str = ""
    changes: int = 0
    granted: tuple[str, ...] = PERMISSIONS
    above: frozenset[int] = frozenset()
    home: int = 0

    async def look(self, channel_id: int, users: Collection[int]) -> Look:
        self.fault()
        if self.refusal:
            raise NotAllowed(self.refusal)
        stands = {
            user: {name: self.entries[user].get(name) for name in self.granted}
            if user in self.entries
            else None
            for user in users
        }
        return Look(self.home or channel_id, self.granted, (), stands, self.above)

    async def take(self, channel_id: int, user_id: int, permissions: Collection[str], reason: str) -> None:
        self.fault()
        self.changes += 1
        self.entries.setdefault(user_id, {}).update(dict.fromkeys(permissions, False))
        self.fault()

    async def give_back(
        self, channel_id: int, user_id: int, before: Mapping[str, bool | None], made: bool, reason: str
    ) -> None:
        self.fault()
        self.changes += 1
        entry = self.entries.get(user_id, {})
        entry.update({name: was for name, was in before.items() if entry.get(name) is False})
        if made and not any(said is not None for said in entry.values()):
            self.entries.pop(user_id, None)
        self.fault()


@dataclass
class Place:
    """One database, one server; houses come and go."""

    path: Path
    server: Server
    clock: FakeClock
    messenger: Recorder

    @asynccontextmanager
    async def open(self) -> AsyncIterator[PostOffice]:
        async with post_office(self.path, self.clock, self.messenger, self.server) as office:
            await office.deliver()
            yield office


@pytest.fixture
def place(tmp_path: Path) -> Place:
    server = Server({HOST: {"send_messages": True, "embed_links": False}})
    return Place(tmp_path / "fieldpost.sqlite3", server, FakeClock(), Recorder())


BEFORE: Entries = {HOST: {"send_messages": True, "embed_links": False, "add_reactions": None}}
DURING: Entries = {
    HOST: {"send_messages": False, "embed_links": False, "add_reactions": False},
    GUEST: {"send_messages": False, "add_reactions": False},
}


async def left(office: PostOffice) -> int:
    async with looking(office.services.context.db) as tx:
        return len(find(tx, Silence))


async def concede(office: PostOffice, code: str) -> None:
    await office.services.orders.declare(code, HOST, "concede")
    await office.deliver()


class At:
    """Breaks at call number `number`."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1
        if self.calls == self.number:
            raise Crash(str(self.number))


async def test_a_kill_at_any_call_of_discord(tmp_path: Path) -> None:
    number, broken = 0, True
    while broken:
        number += 1
        server = Server({HOST: dict(BEFORE[HOST])})
        place = Place(tmp_path / f"{number}.sqlite3", server, FakeClock(), Recorder())
        server.fault = fault = At(number)
        async with place.open() as office:
            code = await office.game()
            await office.deliver()
        async with place.open() as office:
            assert server.entries == DURING, f"not silent after a kill at call {number}"
            await concede(office, code)
        async with place.open() as office:
            assert server.entries == BEFORE, f"still silent after a kill at call {number}"
            assert await left(office) == 0
        broken = fault.calls >= number
    assert number > 8


async def test_a_kill_at_any_statement(tmp_path: Path) -> None:
    """Of the transactions of the job alone; the others are tested elsewhere."""
    number, broken = 0, True
    while broken:
        number += 1
        server = Server({HOST: dict(BEFORE[HOST])})
        place = Place(tmp_path / f"{number}.sqlite3", server, FakeClock(), Recorder())
        async with place.open() as office:
            office.services.context.db.on("muting", lambda: None)
            code = await office.game()
            await office.deliver()
            with crash_at(office, number) as begun:
                office.services.muting.wake()
                await office.deliver()
            first = len(begun)
        async with place.open() as office:
            assert server.entries == DURING, f"not silent after a kill at statement {number}"
            office.services.context.db.on("muting", lambda: None)
            await concede(office, code)
            with crash_at(office, number) as begun:
                office.services.muting.wake()
                await office.deliver()
        async with place.open() as office:
            assert server.entries == BEFORE, f"still silent after a kill at statement {number}"
            assert await left(office) == 0
        broken = max(first, len(begun)) >= number
    assert number > 6


async def test_done_once(place: Place) -> None:
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        assert place.server.entries == DURING and place.server.changes == 2
        await office.send(code, HOST, "e7-e6")
        await office.deliver()
    async with place.open() as office:
        assert place.server.changes == 2
        await concede(office, code)
        assert place.server.changes == 4 and place.server.entries == BEFORE


async def test_a_game_costs_the_same_however_many_are_silent(place: Place) -> None:
    async with place.open() as office:
        asked = []
        for number in range(4):
            with noted(Statements()) as seen:
                code = await office.game(channel=600 + number)
                await office.deliver()
                await concede(office, code)
            asked.append(sum(times for sql, times in seen.times.items() if "players" in sql))
            await office.game(channel=700 + number)
            await office.deliver()
        assert len(set(asked)) == 1, asked


async def test_trouble_is_tried_again_and_no_more_often_than_it_must(place: Place) -> None:
    def trouble() -> None:
        place.server.changes += 100
        raise Unsure("500", 5.0)

    place.server.fault = trouble
    async with place.open() as office:
        await office.game()
        await office.deliver()
        tried = place.server.changes
        for _ in range(5):
            await office.deliver()
        assert tried == place.server.changes == 100
        place.server.fault = lambda: None
        await office.pass_time(4)
        assert place.server.entries != DURING
        await office.pass_time(2)
        assert place.server.entries == DURING


async def test_trouble_of_a_game_that_ends_meanwhile_is_forgotten(place: Place) -> None:
    def trouble() -> None:
        raise Unsure("500", 5.0)

    place.server.fault = trouble
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        await concede(office, code)
        assert office.services.muting._rest == {} and await left(office) == 0


async def test_what_was_taken_is_given_back_though_less_may_be_taken_meanwhile(place: Place) -> None:
    place.server.above = frozenset({GUEST})  # so that there is something to look at again at every start
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        assert place.server.entries[HOST]["add_reactions"] is False
    place.server.granted = ("send_messages",)
    async with place.open() as office:
        pass
    async with place.open() as office:
        await concede(office, code)
        assert place.server.entries[HOST] == BEFORE[HOST] and await left(office) == 0


async def test_a_thread_that_could_not_be_looked_at_for_a_while(place: Place) -> None:
    """The permissions are those of the channel around it; a refused look does not know which that is."""
    place.server.above, place.server.home = frozenset({GUEST}), 9000
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        assert place.server.entries[HOST]["send_messages"] is False
    place.server.refusal = "I lack **Manage Permissions** there"
    async with place.open() as office:
        pass
    place.server.refusal = ""
    async with place.open() as office:
        await concede(office, code)
        assert place.server.entries[HOST] == BEFORE[HOST] and await left(office) == 0


async def test_what_a_moderator_gave_back_is_not_taken_again(place: Place) -> None:
    place.server.above = frozenset({GUEST})  # so that there is something to look at again at every start
    async with place.open() as office:
        await office.game()
        await office.deliver()
    place.server.entries[HOST]["send_messages"] = True
    async with place.open() as office:
        assert place.server.entries[HOST]["send_messages"] is True


async def test_a_house_without_permissions_plays_too(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await concede(office, code)
    assert await left(office) == 0


# -- on Discord: permissions taken and given back, what could not be taken, restarts and faults

TAKEN = (
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
    "add_reactions",
)


def entries(world: World, channel: ChannelHandle) -> dict[int, tuple[int, int]]:
    """What the members' own entries of a channel allow and deny."""
    return {
        entry.target_id: (entry.allow, entry.deny)
        for entry in world.env.backend.get_channel(channel.id).overwrites
        if entry.type == OverwriteType.MEMBER
    }


def bits(*names: str) -> int:
    return discord.Permissions(**dict.fromkeys(names, True)).value


def may(world: World, player: Player, channel: ChannelHandle, name: str = "send_messages") -> bool:
    backend = world.env.backend
    granted = backend.compute_permissions(world.guild.id, player.id, channel.id)
    return bool(granted & bits(name))


async def rows(world: World) -> int:
    async with looking(world.bot.services.context.db) as tx:
        return len(find(tx, Silence))


def set_entry(world: World, channel: ChannelHandle, player: Player, allow: int = 0, deny: int = 0) -> None:
    entry = Overwrite(target_id=player.id, type=OverwriteType.MEMBER, allow=allow, deny=deny)
    world.env.backend.set_overwrite(channel.id, entry)


async def test_players_cannot_write_while_the_game_runs(
    world: World, ada: Player, ben: Player, eve: Player
) -> None:
    game = await world.new_game(ada, ben)
    assert entries(world, world.channel) == {player.id: (0, bits(*TAKEN)) for player in (ada, ben)}
    assert may(world, eve, world.channel) and not may(world, ada, world.channel)
    first = words(game.post)
    assert "is played in silence: talking about the game is cheating" in first and "read-only" in first
    assert all("stay silent" not in words(post) for post in game.posts)
    await game.play("e7-e6")  # commands need another permission
    assert (await ben.click(game.post, "My orders")).private
    await give_up(ada, game)
    assert "The silence is over." in words(game.post)
    assert entries(world, world.channel) == {} and await rows(world) == 0
    await ada.member.send(world.channel, "Well played!")


async def give_up(player: Player, game: Game) -> None:
    said = await player.slash("concede", game.channel, table=game.code)
    await player.click(said.message, "Yes, I concede")


async def test_joining_says_it(world: World, ada: Player, ben: Player) -> None:
    await world.lobby(ada, ben)
    assert "is played in silence: don't talk about the game" in words(ben.dms[-1])
    lobby = world.channel.last_message
    assert lobby is not None and SILENCE in words(lobby)
    assert "press" not in CicPresenter.house_options


async def test_entries_of_before_come_back_exactly(
    world: World, ada: Player, ben: Player, eve: Player
) -> None:
    allow, deny = bits("send_messages", "manage_messages"), bits("add_reactions", "attach_files")
    set_entry(world, world.channel, ada, allow, deny)
    set_entry(world, world.channel, ben)  # one that says nothing
    set_entry(world, world.channel, eve, bits("manage_messages"))
    before = entries(world, world.channel)
    game = await world.new_game(ada, ben)
    during = entries(world, world.channel)
    assert during[ada.id] == (bits("manage_messages"), bits("attach_files", *TAKEN))
    assert during[eve.id] == before[eve.id]
    await give_up(ada, game)
    assert entries(world, world.channel) == before


async def test_what_a_moderator_set_meanwhile_stays(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    denied = bits(*(name for name in TAKEN if name != "send_messages"))
    set_entry(world, world.channel, ada, bits("send_messages", "embed_links"), denied)
    world.env.backend.delete_overwrite(world.channel.id, ben.id)
    await world.restart()
    assert may(world, ada, world.channel), "what was set once is not fought over"
    await give_up(ada, game)
    assert entries(world, world.channel) == {ada.id: (bits("send_messages", "embed_links"), 0)}


async def test_discord_is_unwell_when_it_ends(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    world.env.inject_error("DELETE", "/channels/*/permissions/*", status=500, times=None)
    await give_up(ada, game)
    assert not may(world, ada, world.channel) and await rows(world) == 2
    world.env.backend.faults.clear()
    await world.pass_time(400)
    assert entries(world, world.channel) == {} and await rows(world) == 0


async def test_the_bot_lacks_the_permission(world: World, ada: Player, ben: Player) -> None:
    assert world.bot.user is not None
    overwrite = discord.PermissionOverwrite(manage_roles=False)
    channel = world.guild.create_text_channel("narrow", overwrites={world.bot.user: overwrite})
    game = await world.new_game(ada, ben, channel=channel)
    notices = [words(post) for post in game.posts if "stay silent" in words(post)]
    assert notices == [silence_words.CHANNEL_OPEN(why=silence_words.LACKING_MANAGE)]
    assert may(world, ada, channel)
    world.env.backend.delete_overwrite(channel.id, world.bot.user.id)
    await game.play("e7-e6")
    assert may(world, ada, channel), "not tried at every turn"
    await world.restart()
    assert not may(world, ada, channel), "but at the next start"
    await give_up(ada, game)
    assert world.bot.user.id not in entries(world, channel) and may(world, ada, channel)
    assert sum("stay silent" in words(post) for post in game.posts) == 1


async def test_administrators_are_named(world: World, ada: Player) -> None:
    role = world.guild.create_role("boss", permissions=discord.Permissions(administrator=True))
    user = world.env.create_user("cleo")
    cleo = Player(world, user, world.guild.add_member(user, roles=[role], nick="Cleo *the* @everyone"))
    game = await world.new_game(ada, cleo)
    [notice] = [post for post in game.posts if "stay silent" in words(post)]
    told = words(notice)
    assert "Cleo \\*the\\* @\u200beveryone" in told and "ada" not in told
    assert set(entries(world, world.channel)) == {ada.id} and not notice.mentions
    await give_up(ada, game)
    assert entries(world, world.channel) == {}


async def test_what_the_bot_lacks_itself_it_cannot_take(world: World, ada: Player, ben: Player) -> None:
    assert world.bot.user is not None
    member = world.env.backend.get_guild(world.guild.id).members[world.bot.user.id]
    role = world.env.backend.get_guild(world.guild.id).roles[member.role_ids[0]]
    role.permissions &= ~bits("create_private_threads")
    await world.restart()
    game = await world.new_game(ada, ben)
    [notice] = [post for post in game.posts if "stay silent" in words(post)]
    assert words(notice).startswith("I can't take **Create Private Threads** from the players")
    taken = bits(*(name for name in TAKEN if name != "create_private_threads"))
    assert entries(world, world.channel)[ada.id] == (0, taken)
    await give_up(ada, game)
    assert entries(world, world.channel) == {}


async def test_it_may_no_more_give_back(world: World, ada: Player, ben: Player) -> None:
    assert world.bot.user is not None
    game = await world.new_game(ada, ben)
    world.env.inject_error("DELETE", "/channels/*/permissions/*", status=403, code=50013, times=None)
    await give_up(ada, game)
    told = [words(post) for post in game.posts if "give" in words(post) and "back" in words(post)]
    assert len(told) == 1 and f"<@{ada.id}> and <@{ben.id}>" in told[0] and "a moderator can" in told[0]
    world.env.backend.faults.clear()
    await world.pass_time(3700)
    assert entries(world, world.channel) == {} and await rows(world) == 0
    assert sum("a moderator can" in words(post) for post in game.posts) == 1


async def test_the_channel_is_gone(world: World, ada: Player, ben: Player) -> None:
    channel = world.guild.create_text_channel("short-lived")
    game = await world.new_game(ada, ben, channel=channel)
    world.env.backend.delete_channel(channel.id)
    await ada.click((await ada.slash("concede", table=game.code)).message, "Yes, I concede")
    assert await rows(world) == 0


async def test_a_player_has_left_the_server(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    world.guild.remove_member(ben.member)
    await world.settle()
    await give_up(ada, game)
    assert entries(world, world.channel) == {} and await rows(world) == 0


async def test_a_game_in_a_thread(world: World, ada: Player, ben: Player, eve: Player) -> None:
    await ada.slash("game new", game="cic", seats="choice", where="thread")
    thread = world.channel.threads[-1]
    lobby = thread.last_message
    assert lobby is not None
    await ben.click(lobby, "Join")
    await ada.choose(lobby, "dark")
    await ben.click(lobby, "Start")
    game = Game(world, words(lobby).split("`")[1], thread, {"dark": ada, "light": ben})
    taken = bits("send_messages_in_threads")
    assert entries(world, world.channel) == {ada.id: (0, taken), ben.id: (0, taken)}
    assert may(world, ada, world.channel) and not may(world, ada, thread, "send_messages_in_threads")
    assert may(world, eve, thread, "send_messages_in_threads")
    made = world.env.backend.get_channel(thread.id).thread_metadata
    assert "My orders" in buttons(game.post) and made is not None and not made.locked
    await game.play("e7-e6")
    await give_up(ada, game)
    assert entries(world, world.channel) == {}


async def test_two_games_of_silence_in_one_channel(world: World, ada: Player, ben: Player) -> None:
    """One in the channel, one in a thread of it; each takes what it needs, the last one gives back."""
    set_entry(world, world.channel, ada, bits("send_messages_in_threads"))
    one = await world.new_game(ada, ben)
    await ada.slash("game new", game="cic", seats="choice", where="thread")
    thread = world.channel.threads[-1]
    lobby = thread.last_message
    assert lobby is not None
    await ben.click(lobby, "Join")
    await ben.click(lobby, "Start")
    code = words(lobby).split("`")[1]
    both = {ada.id: (0, bits(*TAKEN)), ben.id: (0, bits(*TAKEN))}
    assert entries(world, world.channel) == both
    await give_up(ada, one)
    left = bits("send_messages_in_threads")
    assert entries(world, world.channel) == {ada.id: (0, left), ben.id: (0, left)}
    await ada.click((await ada.slash("concede", table=code)).message, "Yes, I concede")
    assert entries(world, world.channel) == {ada.id: (left, 0)} and await rows(world) == 0


async def test_the_next_game_in_the_channel(world: World, ada: Player, ben: Player, eve: Player) -> None:
    """It begins before all is given back after the one before."""
    set_entry(world, world.channel, ada, bits("send_messages"))
    one = await world.new_game(ada, ben)
    world.env.inject_error("*", "/channels/*/permissions/*", status=500, times=None)
    await give_up(ada, one)
    two = await world.new_game(ada, eve)
    world.env.backend.faults.clear()
    await world.restart()
    assert set(entries(world, world.channel)) == {ada.id, eve.id} and not may(world, eve, world.channel)
    await give_up(eve, two)
    assert entries(world, world.channel) == {ada.id: (bits("send_messages"), 0)} and await rows(world) == 0


async def test_other_games_may_be_talked_about(
    world: World, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CicPresenter, "silent", False)
    game = await world.new_game(ada, ben)
    assert entries(world, world.channel) == {} and await rows(world) == 0
    assert "silence" not in "".join(words(post).lower() for post in game.posts)
