"""NME and Protect the Ally by the bot's own process, to their ends: seats by lot, silence, penalties."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import StartBot
from .loopback import BotProcess, Channel, Guild, Loopback, User
from .nme import ALLY_MOVES, MOVES, SEATS, Nme, begin_nme, begun, kept_silences
from .play import has_picture, open_table, picture, pressed, quiet, true_record
from .test_bot_crashes import dies_during

pytestmark = pytest.mark.soak
INVITED = 309237746688
"""The permissions in the README's address: nothing that silence needs."""


async def test_a_war_of_three(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """From the lobby to the end: orders in all ways, a penalty, an assassination, a concession."""
    hall = (guild := discord.guild()).channel("hall")
    people = guild.members("ada", "ben", "cem")
    bot = await fieldpost()
    answer = await people[0].slash(hall, "game new", game="nme", seats="choice", deadline="24h")
    assert "always drawn by lot" in answer.text
    lobby = await hall.wait_for(" players")
    assert not lobby.choices and "Silence" in lobby.text
    for guest in people[1:]:
        await pressed(guest, lobby, "Join")
    await pressed(people[0], lobby, "Start")
    [table] = re.findall(r"Game `(\w+)` is open", answer.text)
    game = await begun(discord, hall, table, *people)
    assert sorted(game.seats) == sorted(SEATS) and game.called == game.seats["black"]
    assert has_picture(game.public[-1])
    await game.silent()

    await no_letters(game)
    await three_ways(game)
    await looking(game)
    await a_penalty(game, guild)
    await game.play(*MOVES[3:])
    told = await game.told(7)
    assert "**assassinates White's President** on H9" in told.text and has_picture(told)
    await out(game)
    await game.play("E1-D0n")
    await game.concedes(game.seats["gray"])
    last = await hall.wait_for("game over")
    assert "**Black is 2nd**" in last.text and "The silence is over." in last.text
    await game.loud()
    await quiet(discord, bot, tmp_path)
    assert kept_silences(tmp_path) == []
    game.assert_told_once(8)
    game.assert_desks(9)
    await the_record(game, tmp_path)


async def no_letters(game: Nme) -> None:
    """Neither in the channel nor in direct messages."""
    black, posts = game.seats["black"], len(game.public)
    for place in (game.hall, black.inbox):
        for to in ("all", "gray"):
            refused = await black.slash(place, "press", to=to, text="Zanzibar?")
            assert refused.ephemeral and "talking about the game is cheating" in refused.text
    await game.written(black, "press gray: Zanzibar?", "talking about the game is cheating")
    assert len(game.public) == posts
    game.discord.assert_no_leak(game.seats["gray"], "Zanzibar")


async def three_ways(game: Nme) -> None:
    """By menus, where a piece goes elsewhere when one thinks again; by direct message, after some mistakes;
    and by /order, in a direct message as well: who is silenced needs the channel for nothing."""
    black, gray, white = (game.seats[seat] for seat in SEATS)
    desk = await game.drafted(black, "A5s-C5")
    first = picture(desk)
    await game.drafted(black, MOVES[0])
    assert picture(desk) != first, "the order is drawn"
    await black.press(desk, "Send")
    game.sent[1] = MOVES[0]
    await game.told(1)

    await game.written(gray, "E1-E3", "Nothing has changed")
    await game.written(gray, "h0s f3", f"`{game.table}`: `H0s-F3`")
    wrong = await game.written(gray, "A5-B5", "Nothing has changed")
    assert "is Black's, and Gray moves now" in wrong.text
    await game.by_text(gray, MOVES[1])
    await game.told(2)

    early = await gray.slash(game.hall, "order", order="E1-D0n")
    assert "'s turn" in early.text
    offered = await white.autocomplete(white.inbox, "order", "order", "h9", table=game.table)
    assert any("H9" in name and "G9" in name for name in offered), offered
    answer = await white.slash(white.inbox, "order", order="H9 to G9", table=game.table, send=True)
    assert "Turn 3 is resolved" in answer.text
    game.sent[3] = MOVES[2]
    await game.told(3)


async def looking(game: Nme) -> None:
    """One's own base at the bottom: three boards, and none of them is that of the channel."""
    seen = await asyncio.gather(*(user.slash(game.hall, "board") for user in game.players))
    assert len({picture(answer.post) for answer in seen}) == 3 and all(one.ephemeral for one in seen)
    part = await game.players[0].slash(game.hall, "board", zoom="h9")
    assert picture(part.post) not in {picture(answer.post) for answer in seen}


async def a_penalty(game: Nme, guild: Guild) -> None:
    """Ruled by a moderator who does not play: neither a player may, nor somebody else."""
    hall, gray = game.hall, game.seats["gray"]
    mona, stranger = guild.members("mona", "stranger")
    guild.role("Moderators", mona, game.seats["black"], manage_messages=True)
    ruling = {"player": "gray", "ruling": "penalty", "space": "G1", "reason": "A wink"}

    async def refused(by: User, words: str, **other: str) -> None:
        answer = await by.slash(hall, "penalty", **{**ruling, **other})
        assert answer.ephemeral and words in answer.text, answer.text

    posts = len(game.public)
    await refused(game.seats["black"], "You play in this game")
    await refused(stranger, "Only a game master")
    await refused(mona, "Not possible on `A1`", space="A1")
    await refused(mona, "Who is “green”?", player="green")
    assert len(game.public) == posts
    assert await stranger.autocomplete(hall, "penalty", "player", "") == []
    spaces = await mona.autocomplete(hall, "penalty", "space", "", player="gray", ruling="penalty")
    assert spaces == ["E1", "F1", "G1", "H1", "I1", "J1", "K1", "L1"]
    desk = await game.desk(game.seats["black"])
    assert "The game master has ruled" not in desk.text
    answer = await mona.slash(hall, "penalty", **ruling)
    assert answer.ephemeral and "remove an Infantry on G1" in answer.text
    ruled = await hall.wait_for("⚖")
    assert "mona (moderator) penalised" in ruled.text and "Reason: A wink" in ruled.text
    await gray.inbox.wait_for("Reason: A wink")
    asked = await game.seats["black"].inbox.wait_for("The game master has ruled")
    assert asked == await game.desk(game.seats["black"]) and asked.choices


async def out(game: Nme) -> None:
    """White is told, owes nothing, and stays silenced: the others still play."""
    white = game.seats["white"]
    told = await white.inbox.wait_for("**assassinates your President**")
    assert "The game goes on without you: " in told.text
    refused = await white.slash(game.hall, "order", order="E12-D11", table=game.table)
    assert "out" in refused.text and "Nothing has changed" in refused.text
    refused = await white.slash(game.hall, "concede", table=game.table)
    assert not refused.post.buttons, refused.text
    await game.silent()


async def the_record(game: Nme, folder: Path) -> None:
    """What was ruled and what was ordered, and the lots; `python -m adjudicator verify` agrees."""
    record = await true_record(game, game.players[0], folder)
    steps = record["steps"]
    moves = {step["turn"] + 1: [*step["orders"].values()] for step in steps if step["kind"] == "resolve"}
    assert moves == {turn: [[order]] for turn, order in game.sent.items()}
    declared = [(step["seat"], step["what"]) for step in steps if step["kind"] == "declare"]
    assert declared == [("gray", "penalty G1"), ("gray", "concede")]
    assert [event["type"] for event in steps[0]["events"]].count("lot") == 2


async def test_protect_the_ally(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Two players in a thread: Black moves Gray, and Gray takes White's President."""
    hall = (guild := discord.guild()).channel("hall")
    people = guild.members("ada", "ben")
    bot = await fieldpost()
    await people[0].slash(hall, "game new", game="nme", where="thread", options="players=2", deadline="none")
    await discord.until(hall.threads, what="a thread")
    [thread] = hall.threads()
    lobby = await thread.wait_for(" players")
    await pressed(people[1], lobby, "Join")
    await pressed(people[0], lobby, "Start")
    [table] = re.findall(r"^### NME `(\w+)`", lobby.text)
    game = await begun(discord, thread, table, *people)
    taken = ([], ["send_messages_in_threads"])
    await discord.until(lambda: [hall.entry(one) for one in people] == [taken, taken], what="silence")
    people[0].say(hall, "In the channel one may talk")

    black, white = game.seats["black"], game.seats["white"]
    movers = (black, black, white, black, white, white, black, black)
    for number, (mover, order) in enumerate(zip(movers, ALLY_MOVES, strict=True), 1):
        assert game.called == mover
        await (game.by_desk if number == 2 else game.by_slash)(mover, order)
        if number < len(ALLY_MOVES):
            await game.told(number)
    last = await thread.wait_for("game over")
    assert "**Black wins:** Gray took White's President" in last.text
    await discord.until(lambda: not any(map(hall.entry, people)), what="the end of silence")
    await quiet(discord, bot, tmp_path)
    assert kept_silences(tmp_path) == []
    game.assert_told_once(len(ALLY_MOVES) - 1)
    record = await true_record(game, white, tmp_path)
    assert record["steps"][-1]["events"][-1]["reason"] == "gray_assassinated"


async def test_what_cannot_be_taken(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Invited as the README says the bot may not silence anybody, and says so; it may where the channel gives
    it Manage Permissions. Entries that were there before are there after it; an administrator may write."""
    guild = discord.guild()
    guild.invite_bot(INVITED)
    hall, den = guild.channel("hall"), guild.channel("den")
    ada, ben, root = people = guild.members("ada", "ben", "root")
    guild.role("Administrators", root, administrator=True)
    bot = await fieldpost()
    open_game = await begin_nme(discord, hall, *people)
    said = await hall.wait_for("I may not make this channel read-only for its players")
    assert "**Manage Permissions**" in said.text and "please stay silent" in said.text
    assert not any(map(hall.entry, people))

    den.allow("manage_roles")
    den.allow("send_messages", "attach_files", to=ada)
    den.deny("add_reactions", to=ben)
    before = [den.entry(one) for one in people]
    game = await begin_nme(discord, den, *people)
    told = await den.wait_for("I cannot silence")
    assert "root" in told.text and "administrator" in told.text
    for player in (ada, ben):
        await discord.until(lambda: "send_messages" in (den.entry(player) or ([], []))[1], what="silence")  # noqa: B023
    allowed, _ = den.entry(ada) or ([], [])
    assert allowed == ["attach_files"] and den.entry(root) is None

    await forfeited(open_game, guild)
    await game.concedes(game.seats["black"])
    for one in (game, open_game):
        await one.concedes(one.seats["gray"])
        await one.hall.wait_for(f"`{one.table}` · game over")
    await discord.until(lambda: [den.entry(one) for one in people] == before, what="the end of silence")

    again = await begin_nme(discord, den, *people)
    await den.wait_for("I cannot silence", count=2)
    den.deny("manage_roles")
    await again.concedes(again.seats["black"])
    await again.concedes(again.seats["gray"])
    stuck = await den.wait_for("what silence took from them")
    assert f"<@{ada.id}>" in stuck.text and f"<@{root.id}>" not in stuck.text
    assert "a moderator can remove their entries" in stuck.text
    den.allow("manage_roles")
    await bot.restart()
    await discord.until(lambda: [den.entry(one) for one in people] == before, what="the end of silence")
    await quiet(discord, bot, tmp_path)
    await discord.until(lambda: not kept_silences(tmp_path), what="nothing kept")
    posts = [post.text for post in hall.posts(containing="I may not")]
    assert len(posts) == 1, posts
    record = await true_record(open_game, ada, tmp_path)
    assert [step["what"] for step in record["steps"][1:]] == ["forfeit", "concede"]


async def forfeited(game: Nme, guild: Guild) -> None:
    """A moderator ends the game for Black, in a window that asks once more."""
    mona = guild.member("mona")
    guild.role("Moderators", mona, manage_guild=True)
    asked = await mona.slash(game.hall, "penalty", player="black", ruling="forfeit", reason="Talk")
    assert not game.hall.posts(containing="⚖")
    done = await mona.submit(asked, {"reason": "Talk, and no end of it"})
    assert "forfeit the game" in done.text and done.ephemeral
    ruled = await game.hall.wait_for("Reason: Talk, and no end of it")
    assert "Black" in ruled.text and "is out" in ruled.text
    late = await mona.slash(game.hall, "penalty", player="black", ruling="forfeit", reason="Talk")
    assert "is already out of the game" in late.text


# -- SIGKILL while a game of silence begins and ends, and while a penalty is ruled


TAKING = ("PUT", "/channels/*/permissions/*")
GIVING = ("DELETE", "/channels/*/permissions/*")

Arm = Callable[[BotProcess, Channel], object]
ROUNDS: tuple[tuple[str, Arm, Arm], ...] = (
    (
        "before the first one is silenced, after the first one may talk",
        lambda bot, hall: bot.kill_on_call(*TAKING),
        lambda bot, hall: bot.kill_on_call(*GIVING, when="after"),
    ),
    (
        "after the second one is silenced, before the second one may talk",
        lambda bot, hall: bot.kill_on_call(*TAKING, nth=2, when="after"),
        lambda bot, hall: bot.kill_on_call(*GIVING, nth=2),
    ),
    (
        "when all are silenced, about the last commit",
        lambda bot, hall: bot.kill_on_call(*TAKING, nth=3, when="after"),
        lambda bot, hall: bot.kill_on_log("kind=declare"),
    ),
)


async def test_killed_about_silence(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Each game is begun and ended with a kill. Who had an entry of the own has it again."""
    people = (guild := discord.guild()).members("ada", "ben", "cem")
    bot = await fieldpost()
    for name, at_start, at_end in ROUNDS:
        hall = guild.channel("hall")
        hall.allow("attach_files", to=people[2])
        before = [hall.entry(one) for one in people]
        table, lobby = await open_table(hall, *people, game="nme")
        at_start(bot, hall)
        await dies_during(bot, pressed(people[0], lobby, "Start"), name)
        await bot.start()
        game = await begun(discord, hall, table, *people)
        await all_silent(game, people)
        await quiet(discord, bot, tmp_path)

        await game.concedes(game.seats["black"])
        at_end(bot, hall)
        await dies_during(bot, game.concedes(game.seats["gray"]), name)
        await bot.start()
        await quiet(discord, bot, tmp_path)
        if not game.is_over:  # it was before the commit: nothing has happened
            await all_silent(game, people)
            await game.concedes(game.seats["gray"])
        await discord.until(lambda: [hall.entry(one) for one in people] == before, what=name)  # noqa: B023
        await discord.until(lambda: not kept_silences(tmp_path), what="nothing kept")
        await quiet(discord, bot, tmp_path)
        game.assert_nothing_doubled()
        assert len(hall.posts(containing="game over")) == 1
        assert not hall.posts(containing="I may not")


async def all_silent(game: Nme, people: list[User]) -> None:
    """Nobody may write in the channel; what else stood in somebody's entry stands there still."""
    hall = game.hall

    def silenced() -> bool:
        return all("send_messages" in (hall.entry(one) or ([], []))[1] for one in people)

    await game.discord.until(silenced, what="silence")
    assert [(hall.entry(one) or ([], []))[0] for one in people] == [[], [], ["attach_files"]]


RULED: tuple[tuple[str, Callable[[BotProcess, Nme], object]], ...] = (
    ("the commit", lambda bot, game: bot.kill_on_log("kind=declare")),
    ("the post", lambda bot, game: bot.kill_on_call("POST", game.hall.messages_path, when="after")),
    (
        "the word to Black",
        lambda bot, game: bot.kill_on_call("POST", game.seats["black"].inbox.messages_path, when="after"),
    ),
    ("the answer", lambda bot, game: bot.kill_on_call("PATCH", "/webhooks/**")),
)


async def test_killed_about_a_penalty(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Ruled once, told once, and an order that it makes illegal is given anew."""
    discord.limits.forget_nonces()
    hall = (guild := discord.guild()).channel("hall")
    mona = guild.member("mona")
    guild.role("Moderators", mona, manage_guild=True)
    bot = await fieldpost()
    game = await begin_nme(discord, hall, *guild.members("ada", "ben", "cem"))
    black = game.seats["black"]
    for number, (name, arm) in enumerate(RULED, 1):
        space = f"A{number}"
        ruling = {"player": "black", "ruling": "penalty", "space": space, "reason": f"Whisper {number}"}
        await game.drafted(black, f"{space}-B{number}")
        await quiet(discord, bot, tmp_path)
        arm(bot, game)
        await dies_during(bot, mona.slash(hall, "penalty", **ruling), name)
        await bot.start()
        await quiet(discord, bot, tmp_path)
        again = await mona.slash(hall, "penalty", **ruling)
        if "is penalised" not in again.text:
            assert f"Not possible on `{space}`" in again.text, "it was ruled before the kill"
        await quiet(discord, bot, tmp_path)
        assert len(hall.posts(containing=f"Whisper {number}")) == 1
        words = f"`{space}-B{number}` is not legal any more"
        assert len(black.inbox.posts(containing=words)) == 1, f"{name}: {words}"
        assert "**not sent yet**" not in (await game.desk(black)).text
    game.assert_nothing_doubled()
    await game.play("A5-B5")
    await game.concedes(black)
    await game.concedes(game.seats["gray"])
    await quiet(discord, bot, tmp_path)
    record: dict[str, Any] = await true_record(game, mona, tmp_path)
    ruled = [step["what"] for step in record["steps"] if step["kind"] == "declare"]
    assert ruled == [*(f"penalty A{number}" for number in range(1, len(RULED) + 1)), "concede", "concede"]
