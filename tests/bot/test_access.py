"""Who may look at a game: every command, button, menu, form, autocomplete and word that takes a code answers
strangers as if there were no such game."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from discord import app_commands
from simcord.builders import ChannelHandle

from bot.common.message import Kind, Press, custom_id
from bot.discord.components import Act
from bot.engine import access
from bot.engine.context import unknown
from bot.features.moderation.game_masters import Ruler
from bot.features.substitutes import text as sub_words
from bot.storage import tables
from tests.bot.parts import HOST, Eyes, post_office
from tests.bot.test_strangers import put
from tests.bot.transactions import writing
from tests.bot.world import Game, Player, Said, World

NO_CODE = "z9z9"

WHY = {"reason": "r"}
RULING = WHY | {"player": "dark", "ruling": "forfeit"}
TAKES: Mapping[str, Mapping[str, Any]] = {
    **{
        name: {}
        for name in (
            *("board", "concede", "draw", "export", "gm options", "gm resume", "history", "letters", "log"),
            *("orders", "replay", "sandbox", "substitute ask", "substitute keep", "verify"),
            *(f"vote {kind}" for kind in ("draw", "end", "extend", "link", "list", "resume", "undo")),
        )
    },
    **dict.fromkeys(("gm force", "gm pause", "gm shorten", "gm undo"), WHY),
    **dict.fromkeys(("gm penalise", "penalty"), RULING),
    "ahead": {"orders": "queue e7-e6"},
    "gm extend": WHY | {"time": "2d"},
    "gm replace": WHY | {"player": "dark", "by": "ME"},
    "gm transfer": WHY | {"to": "ME"},
    "order": {"order": "e7-e6"},
    "press": {"to": "light", "text": "Hello"},
    "vote pause": {"time": "1d"},
    "why": {"unit": "2"},
}
"""Every command with a field `table`, and what is filled in beside it."""
OTHERS: Mapping[str, Mapping[str, Any]] = {
    "substitute take": {"seat": "CODE dark"},
    "league result": {"game": "CODE", "places": "1 2", "reason": "r"},
}
"""Commands that take a game's code in another field."""
TAKE_NONE = {
    *("away", "back", "game computer", "game new", "games", "help", "import", "leaderboard", "profile"),
    *("learn", "practice", "puzzle", "reminders", "rules"),
    *("privacy export", "privacy forget", "privacy puzzles", "substitute list"),
    *(
        f"setup {name}"
        for name in ("channels", "limits", "organisers", "puzzle", "roles", "show", "web", "webhook")
    ),
    *(
        f"league {name}"
        for name in (
            *("back", "cancel", "create", "crosstable", "edit", "export", "fixtures", "join", "list", "log"),
            *("pause", "remove", "reserve", "resume", "season", "show", "start", "table", "withdraw"),
        )
    ),
}
"""Commands that take none."""


def commands(world: World) -> Iterator[app_commands.Command[Any, Any, Any]]:
    for command in world.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


ACTS: Mapping[Kind, set[str]] = {
    "button": {
        *("desk", "tap", "tapsend", "type", "clear", "keep", "send", "unsend", "draw", "concede"),
        *("openboard", "writeletter"),
        *("concedeyes", "playon", "ahead", "aheadclear", "voteyes", "voteno"),
        *("takeseat", "takeyes", "takeno"),
        *("join", "leave", "start", "close", "options", "gmoptions", "reply", "replyall"),
        *("letters", "past", "pastjump", "board", "explain", "replayed", "replay", "verify", "log"),
        *("change", "fair", "more", "sendsure", "back", "details", "computers", "analysis", "whatif"),
    },
    "menu": {"pick", "lead", "do", "give", "wish", "why", "addcomputer", "dropcomputer"},
    "form": {
        *("typed", "setoptions", "letter", "answer", "answerall", "ruling", "gmundo", "gmforce", "gmset"),
        *("plan", "pastgo"),
    },
}
"""What names a game by its code."""
BOARD_BUTTONS = {
    *("btap", "btapsend", "btype", "bclear", "bsend", "bshow"),
    *("bback", "bhint", "buse", "bgiveup", "bagain", "bswap"),
    *("blessonnext", "blessondraw", "blessonagain", "bcontents"),
    *("bresolve", "bstep", "bwhy", "bmore", "bhome", "bkeep", "bpost", "btext", "bput", "boptions", "bguess"),
    *("bremove", "bgone", "bsolution", "banother"),
}
"""Of boards of one's own: they name a board, and only its owner may use them."""
NO_GAME: Mapping[Kind, set[str]] = {
    "button": {
        *("rules", "leaders", "forgetyes", "forgetno", "ljoin", "lreserve", "lleave", "lleaveyes"),
        *("lleaveno", "loptions", "ltable", "lcross", "lfix", "llog", "lshow", "lmine", "learn", "help"),
        *("learnnew", "learnall", "learnanew", "lesson", "practise", "solve", "openown"),
        *BOARD_BUTTONS,
    },
    "menu": {
        "learngame",
        "practicegame",
        "lessons",
        "bpick",
        "blead",
        "bdo",
        "bgive",
        "bwrite",
        "bfall",
        "bunit",
        "bopen",
        "bnew",
    },
    "form": {"lset", "lcancel", "btyped", "bkept", "bputin", "boptioned"},
}
"""What names none."""
PUBLIC = {
    *("join", "leave", "start", "close", "wish", "options", "setoptions", "desk", "board", "explain", "draw"),
    *("concede", "voteyes", "voteno", "takeseat", "replayed", "verify", "reply", "replyall", "letter"),
    *("answer", "answerall", "ahead", "plan", "ruling", "gmundo", "gmforce", "gmset", "gmoptions", "ljoin"),
    *("lreserve", "lleave", "loptions", "lset", "lcancel", "ltable", "lcross", "lfix", "llog", "lshow"),
    *("change", "fair", "learn", "learnnew", "solve", "lmine", "computers"),
}
"""What may be used below a message that others see."""
OPENS = {"past", "letters", "details", "analysis"}
"""The same, while it says "new"."""
LOOKS = OPENS | {
    "whatif",
    "board",
    "explain",
    "why",
    "pastjump",
    "pastgo",
    "replayed",
    "replay",
    "verify",
    "log",
    "fair",
    "more",
}
"""What players may use who have left the server."""


def acts(world: World, kind: Kind) -> list[Act]:
    """The acts of this kind that name a game, in the order of their names."""
    found = (act for act in world.bot.dispatcher.acts if act.kind == kind and act.game)
    return sorted(found, key=lambda act: act.name)


async def test_every_command_and_every_act_is_in_the_lists(world: World) -> None:
    there = {command.qualified_name: command for command in commands(world)}
    assert set(there) == {*TAKES, *OTHERS, *TAKE_NONE}
    with_table = {name for name, command in there.items() if command.get_parameter("table") is not None}
    assert with_table == set(TAKES)
    known = world.bot.dispatcher.acts
    for kind in ACTS:
        assert {act.name for act in known if act.kind == kind and act.game} == ACTS[kind]
        assert {act.name for act in known if act.kind == kind and not act.game} == NO_GAME[kind]
    assert {act.name for act in known if act.public is True} == PUBLIC
    assert {act.name for act in known if act.public == "new"} == OPENS
    assert {act.name for act in known if act.looks} == LOOKS
    assert {act.name for act in known if act.empty} == {"give", "bgive"}


@pytest.fixture
async def hidden(world: World, ada: Player, ben: Player) -> Game:
    """A game in a channel that its players alone can see."""
    shut, opened = (
        discord.PermissionOverwrite(view_channel=False),
        discord.PermissionOverwrite(view_channel=True),
    )
    seen = {player.member: opened for player in (ada, ben)}
    channel = world.guild.create_text_channel(
        "staff", overwrites={world.guild.default_role: shut, world.guild.me: opened, **seen}
    )
    return await world.new_game(ada, ben, channel=channel)


def filled(given: Mapping[str, Any], code: str, player: Player) -> dict[str, Any]:
    return {
        key: player.user if value == "ME" else value.replace("CODE", code) for key, value in given.items()
    }


def told(said: Said, code: str) -> tuple[Any, ...]:
    """All that somebody gets for an interaction, but for the code."""
    result = said.result
    return said.text.replace(code, "CODE"), said.private, result.deferred, result.modal, len(result.followups)


async def answers(
    world: World, player: Player, code: str, channel: ChannelHandle | None, only: Container[str]
) -> dict[str, Any]:
    """What every command (of these) and everything offered says of this code. channel: None are direct
    messages"""
    found: dict[str, Any] = {}

    async def slash(name: str, given: Mapping[str, Any]) -> Said:
        if channel is None:
            return await player.slash_dm(name, **given)
        return await player.slash(name, channel, **given)

    async def offered(name: str, option: str, given: Mapping[str, Any]) -> list[dict[str, Any]]:
        if channel is None:
            return await player.user.autocomplete(name, option, "", **given)
        return await player.member.autocomplete(channel, name, option, "", **given)

    for command in commands(world):
        name = command.qualified_name
        if (
            name in TAKE_NONE
            or name not in only
            or (channel is None and (command.guild_only or name.startswith("league ")))
        ):
            continue
        given = filled(TAKES.get(name, {}) | OTHERS.get(name, {}), code, player)
        given |= {"table": code} if name in TAKES else {}
        found[f"/{name}"] = told(await slash(name, given), code)
        for field in command.parameters:
            if field.autocomplete:
                rest = {key: value for key, value in given.items() if key != field.display_name}
                shown = await offered(name, field.display_name, rest)
                found[f"/{name} {field.display_name}"] = str(shown).replace(code, "CODE")
    return found


async def presses(world: World, player: Player, code: str) -> dict[str, Any]:
    """What every button and menu says of this code, made up in a message that they alone see."""
    found, place = {}, player.user.dm_channel
    for act in acts(world, "button") + acts(world, "menu"):
        extra = "new" if act.public == "new" else "1"
        ident = custom_id(act.name, code, "dark", 0, extra, kind=act.kind)
        message = put(world, place, ident)
        shown = next(one for one in place.history() if one.id == message.id)
        said = await (player.choose(shown, "e7-e6") if act.kind == "menu" else player.press(shown, ident))
        found[act.name] = told(said, code)
    return found


async def forms(world: World, player: Player, code: str) -> dict[str, Any]:
    """The same of every form, as Discord would bring one that was made up."""
    found = {}
    for act in acts(world, "form"):
        interaction = MagicMock(guild_id=None, message=None)
        interaction.user.id = player.id
        interaction.response.is_done = lambda: False
        interaction.response.send_message = AsyncMock()
        press = Press(act.name, code, "dark", 0, "1")
        await world.bot.run_act(interaction, "form", press, {"reason": "r"})
        interaction.response.defer.assert_not_called()
        [call] = interaction.response.send_message.call_args_list
        found[act.name] = str(call.kwargs["content"]).replace(code, "CODE"), call.kwargs["ephemeral"]
    return found


async def words(player: Player, code: str) -> list[str]:
    """The same of direct messages."""
    said = ("{} board", "{} why 2", "{} e7-e6", "{} history", "/board table:{}", "{} press light: Hello")
    said += (
        "{}",
        "{} ready",
        "{} draw",
        "{} orders",
        "{} if e7-e6 then d2-d3",
        "{} ahead",
        "press light: Hello",
    )
    found = [(await player.write(text.format(code))).replace(code, "CODE") for text in said]
    return found


SENTENCE = unknown("CODE").replace("code", "CODE")


SOME = ("board", "gm pause", "letters", "order", "verify")
"""Commands that get their game in different ways: for strangers of more kinds."""


async def same(
    world: World, player: Player, code: str, channel: ChannelHandle | None, only: Container[str]
) -> None:
    """Nothing tells this game from one that is not there."""
    there = await answers(world, player, code, channel, only)
    assert there == await answers(world, player, NO_CODE, channel, only)
    assert there and all(one[1] for one in there.values() if isinstance(one, tuple)), "privately"
    pressed, sent = await presses(world, player, code), await forms(world, player, code)
    assert pressed == await presses(world, player, NO_CODE)
    assert sent == await forms(world, player, NO_CODE)
    said = [one[0] for one in (*there.values(), *pressed.values(), *sent.values()) if isinstance(one, tuple)]
    assert {text for text in said if "league" not in text} == {SENTENCE}
    assert await words(player, code) == await words(player, NO_CODE)


async def test_a_member_who_cannot_see_the_channel(world: World, hidden: Game, eve: Player) -> None:
    await same(world, eve, hidden.code, world.channel, {*TAKES, *OTHERS})
    assert await eve.offered("", "table", "board") == [], "nor is it offered"
    said = await eve.slash("substitute list")
    assert said.text == sub_words.LIST_NONE


async def test_somebody_of_another_server(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    other = world.env.create_guild("Admirals")
    user = world.env.create_user("zoe")
    zoe = Player(world, user, other.add_member(user))
    await same(world, zoe, game.code, other.create_text_channel("bridge"), {*TAKES, *OTHERS})


@pytest.mark.soak
async def test_somebody_who_has_left_the_server(world: World, ada: Player, ben: Player, eve: Player) -> None:
    game = await world.new_game(ada, ben)
    world.guild.remove_member(eve.member)
    await same(world, eve, game.code, None, SOME)


@pytest.mark.soak
async def test_a_member_who_is_not_in_the_private_thread(
    world: World, ada: Player, ben: Player, eve: Player
) -> None:
    game = await world.new_game(ada, ben)
    thread = world.env.backend.create_thread(
        world.channel.id, "staff", world.env.backend.bot_user.id, type=12
    )
    async with writing(world.bot.services.context.db) as tx:
        tables.change(tx, game.code, channel_id=thread.id, guild_id=world.guild.id)
    await same(world, eve, game.code, world.channel, SOME)
    world.env.backend.add_thread_member(thread.id, eve.id)
    world.bot._sight._places._held.clear()
    said = await eve.slash("board", table=game.code)
    assert said.text.startswith("### Commander-In-Chief"), "who is in the thread looks"


async def test_the_channel_opens_a_game_and_closes_it(
    world: World, ada: Player, ben: Player, eve: Player
) -> None:
    """From elsewhere and in direct messages, too; with the channel gone, only those who played look."""
    game = await world.new_game(ada, ben)
    elsewhere = world.guild.create_text_channel("elsewhere")
    for said in (
        await eve.slash("board", elsewhere, table=game.code),
        await eve.slash_dm("board", table=game.code),
    ):
        assert said.text.startswith("### Commander-In-Chief")
    assert await eve.offered("", "table", "board", channel=elsewhere) == [game.code]
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    world.bot._sight._places._held.clear()
    said = await eve.slash("board", elsewhere, table=game.code)
    assert said.text == unknown(game.code)
    said = await ada.slash_dm("board", table=game.code)
    assert said.text.startswith("### Commander-In-Chief")


async def test_who_played_once_may_look(world: World, hidden: Game, ada: Player, eve: Player) -> None:
    """Also after somebody else has taken the seat, and after leaving the server."""
    services = world.bot.services
    ruler = Ruler(99, "Mod", world.guild.id, True)
    await services.gm.replace(hidden.code, ruler, "light", eve.id, "eve", "why not")
    ben = hidden.seats["light"]
    world.guild.remove_member(ben.member)
    said = await ben.slash_dm("board", table=hidden.code)
    assert said.text.startswith("### Commander-In-Chief")


async def test_discord_is_asked_once_a_minute_and_never_for_long(
    world: World, ada: Player, ben: Player, eve: Player
) -> None:
    game = await world.new_game(ada, ben)
    world.bot._sight._members._held.clear()

    def asked() -> int:
        path = f"/guilds/{world.guild.id}/members/{eve.id}"
        return sum(request.path == path for request in world.env.http_requests)

    for _ in range(3):
        assert (await eve.slash_dm("board", table=game.code)).text.startswith("### Commander")
    assert asked() == 1
    world.bot._sight._members._held.clear()
    world.env.inject_error(
        "GET", f"/guilds/{world.guild.id}/members/{eve.id}", status=403, code=50001, message="Missing Access"
    )
    said = await eve.slash_dm("board", table=game.code)
    assert said.text == unknown(game.code), "no word of what went wrong: it would tell that there is a game"


async def test_a_code_is_refused_after_the_same_time_whether_it_is_there_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is asked of a game that is there: nobody must learn that from how long it takes."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    class Slow(Eyes):
        async def sees(self, user_id: int, guild_id: int, channel_id: int) -> bool:
            loop.ahead += 0.7
            return False

    class Loop:
        ahead = 0.0

        def time(self) -> float:
            return 100.0 + self.ahead

    loop = Loop()
    async with post_office(tmp_path / "f.sqlite3", sight=Slow()) as office:
        code = await office.game()
        monkeypatch.setattr(access, "EVEN", 1.0)
        monkeypatch.setattr(access, "asyncio", SimpleNamespace(sleep=sleep, get_running_loop=lambda: loop))
        for asked in (code, NO_CODE):
            before, loop.ahead = loop.ahead, 0.0
            assert not await office.services.looking.may_look(asked, 999)
            waits[-1] += loop.ahead
            loop.ahead = before
    assert waits == [pytest.approx(1.0), pytest.approx(1.0)]


async def test_lists_do_not_ask_discord(tmp_path: Path) -> None:
    """What is offered while somebody types is what they can see; of their own games all."""
    eyes = Eyes()
    async with post_office(tmp_path / "f.sqlite3", sight=eyes) as office:
        one, two = await office.game(channel=501), await office.game(channel=502)
        eyes.hidden.add(501)
        assert [code for code, _ in await office.services.game_views.choices(999, 1, "")] == [two]
        assert {code for code, _ in await office.services.game_views.choices(HOST, 1, "")} == {one, two}
