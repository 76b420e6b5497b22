"""The loopback Discord proves itself with a stub bot in a process of its own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from . import stub_bot
from .loopback import BotProcess, Loopback, SetupError

STUB = "tests.e2e.stub_bot"
SENDS = "/channels/*/messages"
StartBot = Callable[..., Awaitable[BotProcess]]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# ------------------------------------------------------------------------------------- the process


async def test_start_stop_and_a_second_run(discord: Loopback, start_bot: StartBot) -> None:
    discord.guild()
    bot = await start_bot(STUB, ready_line="stub is ready")
    assert discord.gateway.counts["identify"] == 1
    assert len(discord.calls_to("PUT", "/applications/*/commands")) == 1
    assert await bot.stop() == 0
    assert not is_alive(bot.pid)
    await bot.start()  # its commands are known now: ready without another sync
    assert discord.gateway.counts["identify"] == 2
    assert len(discord.calls_to("PUT", "/applications/*/commands")) == 1
    assert bot.stdout == ["stub is ready"] * 2


async def test_nothing_outlives_the_loopback(tmp_path: Path) -> None:
    async with Loopback() as discord:
        discord.guild()
        bot = BotProcess(discord, STUB, cwd=tmp_path)
        await bot.start()
        assert is_alive(bot.pid)
    assert not is_alive(bot.pid)
    assert bot.exit_code == -9


async def test_a_bot_that_ends_early_is_reported_with_its_output(
    discord: Loopback, start_bot: StartBot
) -> None:
    with pytest.raises(AssertionError, match=r"(?s)ended with 1 before it was ready.*Improper token"):
        await start_bot(STUB, env={"FIELDPOST_TOKEN": "wrong"})


async def test_what_the_backend_does_not_know_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="no answer to:\nGET /lobbies"):
        async with Loopback() as discord, aiohttp.ClientSession() as web:
            head = {"Authorization": f"Bot {discord.token}"}
            async with web.get(f"{discord.cdn.base_url}/api/v10/lobbies", headers=head) as answer:
                assert answer.status == 501


async def test_waiting_in_vain_says_for_what(discord: Loopback) -> None:
    channel = discord.guild().channel("hall")
    with pytest.raises(AssertionError, match=r"message.s. with 'peace' in <Channel #hall> did not happen"):
        await channel.wait_for("peace", timeout=0.05)


# ------------------------------------------------------------------------------------ interactions


async def test_interactions_of_all_kinds(discord: Loopback, start_bot: StartBot) -> None:
    guild = discord.guild()
    hall, (anna, ben) = guild.channel("hall"), guild.members("anna", "ben")
    staff = guild.role("staff")
    await start_bot(STUB)

    answer = await anna.slash(hall, "order", where="A1", count=2)
    assert (answer.text, answer.ephemeral, answer.kind) == ("order A1 2", True, "message")
    assert anna.sees(answer.post) and not ben.sees(answer.post)

    assert await anna.autocomplete(hall, "order", "where", "A1") == [
        place for place in stub_bot.PLACES if place.startswith("A1")
    ]
    shown = await anna.slash(
        hall,
        "show all",
        text="t",
        ratio=1.5,
        flag=True,
        member=ben,
        place=hall,
        role=staff,
        file=("a.txt", b"abc"),
    )
    assert shown.text == "t 1.5 True ben hall staff a.txt:3"

    panel = await anna.slash(hall, "panel")
    assert panel.post.buttons == {"Ready": "panel:ready", "Orders": "panel:orders"}
    assert len(panel.post.choices["panel:unit"]) == 25
    assert (await ben.press(panel, "Ready")).kind == "update"
    assert panel.text == "ready: ben" and panel.post.edited
    opened = await anna.press(panel, "panel:orders")
    submitted = await anna.submit(opened, {"Your orders": "A1 to B2", "orders:side": "south"})
    assert submitted.text == "south: A1 to B2" and submitted.ephemeral
    assert (await anna.select(panel, "Unit", "u3")).text == "picked u3"
    ally = await anna.select(panel, "Ally", ben)
    assert (await ally.followup()).text == "ally ben"

    later = await anna.slash(hall, "wait", seconds=0.2, defer=True, ack=True)
    assert later.kind == "deferred" and later.thinking
    assert (await later.edited("edited")).text == "edited"
    assert (await later.followup()).ephemeral

    layout = await anna.slash(hall, "layout")
    assert layout.text == "turn 3 of the war"
    assert layout.post.files == {"map.png": stub_bot.PNG}


async def test_clients_refuse_what_people_cannot_do(discord: Loopback, start_bot: StartBot) -> None:
    guild = discord.guild()
    hall, secret = guild.channel("hall"), guild.channel("secret")
    anna, ben = guild.members("anna", "ben")
    secret.hide()
    await start_bot(STUB)
    private = await anna.slash(hall, "order", where="A1")
    panel = await anna.slash(hall, "panel")
    attempts: list[tuple[str, Callable[[], Awaitable[Any]]]] = [
        ("no command", lambda: anna.slash(hall, "nothing")),
        ("needs a subcommand", lambda: anna.slash(hall, "show")),
        ("no option", lambda: anna.slash(hall, "order", where="A1", speed=3)),
        ("needs", lambda: anna.slash(hall, "order")),
        ("expects int", lambda: anna.slash(hall, "order", where="A1", count="two")),
        ("cannot see", lambda: anna.slash(secret, "panel")),
        ("does not see", lambda: ben.press(private, "Ready")),
        ("is disabled", lambda: ben.press(panel, "Over")),
        ("0 controls", lambda: ben.press(panel, "Surrender")),
        ("not among the options", lambda: ben.select(panel, "Unit", "u99")),
        ("takes 1 to 1", lambda: ben.select(panel, "Unit", "u1", "u2")),
    ]
    for reason, attempt in attempts:
        with pytest.raises(SetupError, match=reason):
            await attempt()
    with pytest.raises(SetupError, match="cannot see"):
        anna.say(secret, "hello?")


async def test_the_three_seconds(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await start_bot(STUB)
    discord.limits.interaction_seconds = 0.3
    answer = await anna.slash(hall, "wait", seconds=0.5)
    assert not answer.answered
    with pytest.raises(AssertionError, match=r"no message answers /wait by anna\n\[bot\] waiting"):
        _ = answer.text
    await bot.logged("too late 10062")
    assert answer.refusals == [10062]


async def test_many_people_at_once(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    people = guild.members(*(f"p{number}" for number in range(40)))
    discord.limits.interaction_seconds = 20  # a busy machine is not what is tested here
    await start_bot(STUB)
    answers = await asyncio.gather(
        *(person.slash(hall, "order", where=person.name) for person in people),
        *(person.slash(hall, "wait", seconds=0.2, defer=True) for person in people),
    )
    assert [answer.text for answer in answers[:40]] == [f"order {person.name} 1" for person in people]
    assert all(answer.text == "edited" for answer in answers[40:])
    for person in people:
        person.dm(f"from {person.name}")
    await asyncio.gather(*(person.inbox.wait_for(f"echo from {person.name}") for person in people))


# ------------------------------------------------------------------------------- messages and files


async def test_direct_messages_and_files_both_ways(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    stranger = discord.user("stranger")
    await start_bot(STUB)
    anna.dm("hello", [("x.txt", b"12345")])
    assert (await anna.inbox.wait_for("echo")).text == "echo hello [5]"
    assert (await anna.slash(hall, "pm", user=ben, text="turn 1")).text == "sent"
    (got,) = ben.inbox.posts(containing="turn 1")
    async with aiohttp.ClientSession() as web, web.get(got.urls[0]) as answer:
        assert await answer.read() == stub_bot.PNG
    assert got.model.attachments[0]["description"] == "a map"
    ben.close_dms()
    assert (await anna.slash(hall, "pm", user=ben, text="turn 2")).text == "failed 403 50007"
    ben.open_dms()
    assert (await anna.slash(hall, "pm", user=ben, text="turn 3")).text == "sent"
    assert (await anna.slash(hall, "pm", user=stranger, text="hi")).text == "failed 403 50278"


async def test_threads(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await start_bot(STUB)
    await anna.slash(hall, "thread", name="east")
    east = await hall.wait_for_thread("east")
    assert anna.id in east.thread_members and ben.id not in east.thread_members
    assert ben.sees(await east.wait_for("welcome to east"))
    await anna.slash(hall, "thread", name="council", private=True)
    council = await hall.wait_for_thread("council")
    assert not ben.sees(await council.wait_for("welcome"))
    east.archive()
    assert (await anna.slash(east, "wrong", what="text")).text == "text went through"
    assert not east.model.thread_metadata.archived  # type: ignore[union-attr]
    east.archive(locked=True)
    assert (await anna.slash(east, "wrong", what="text")).text == "text 400 50083"
    await bot.restart()  # threads come back with GUILD_CREATE
    assert (await anna.slash(council, "wrong", what="text")).text == "text went through"


async def test_history_in_pages(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    for number in range(230):
        anna.say(hall, f"n{number}")
    await start_bot(STUB)
    await anna.slash(hall, "post", count=2)
    await hall.wait_for("post-1")
    assert (await anna.slash(hall, "history")).text == (
        "232 in order True, around 5, before 116, nonces ['stub-0', 'stub-1']"
    )
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as web:

        async def page(**query: int) -> list[dict[str, Any]]:
            url = f"{discord.cdn.base_url}/api/v10{hall.messages_path}"
            async with web.get(url, params=query) as answer:
                found: list[dict[str, Any]] = await answer.json()
                return found

        first = int((await page(limit=100, after=0))[-1]["id"])
        assert [m["content"] for m in await page(limit=3, after=first)] == ["n3", "n2", "n1"]
        assert [m["content"] for m in await page(limit=2, before=first)] == []
        last = await page(limit=2)
        assert [(m["content"], m["nonce"]) for m in last] == [("post-1", "stub-1"), ("post-0", "stub-0")]
        discord.limits.nonce_in_history = False
        assert [m["nonce"] for m in await page(limit=2)] == [None, None]
        middle = int((await page(limit=3, after=first))[1]["id"])
        assert [m["content"] for m in await page(limit=3, around=middle)] == ["n3", "n2", "n1"]
        assert (await page(limit=101))["code"] == 50035  # type: ignore[call-overload]


# ----------------------------------------------------------------------------------------- secrets


async def test_seen_by_finds_every_kind_of_leak(discord: Loopback, start_bot: StartBot) -> None:
    guild = discord.guild()
    hall, secret = guild.channel("hall"), guild.channel("war-council")
    anna, ben = guild.members("anna", "ben")
    secret.hide()
    secret.allow("view_channel", to=anna)
    await start_bot(STUB)
    await anna.slash(hall, "order", where="kestrel")  # ephemeral
    await anna.autocomplete(hall, "order", "where", "C19")
    panel = await anna.slash(hall, "panel")
    await anna.press(panel, "Orders")
    await anna.slash(hall, "pm", user=anna, text="osprey")  # a DM with a picture
    await anna.slash(secret, "panel")
    await anna.slash(hall, "thread", name="harrier", private=True)
    discord.assert_no_leak(ben, "kestrel", "C19", "Your orders", "osprey", stub_bot.PNG, "welcome", "harrier")
    kinds = {needle: {s.kind for s in discord.leaks(anna, needle)} for needle in ("kestrel", "C19", "osprey")}
    assert kinds == {"kestrel": {"ephemeral"}, "C19": {"choices"}, "osprey": {"dm"}}
    assert discord.leaks(anna, "Your orders", "orders:side")[0].kind == "modal"
    assert discord.leaks(anna, stub_bot.PNG, "map.png")
    assert {s.kind for s in discord.leaks(ben, "panel:ready")} == {"message"}  # custom ids are received
    assert discord.leaks(ben, "council"), "even hidden channels show their names"

    await ben.slash(hall, "layout")
    (post,) = hall.posts(containing="turn 3")
    discord.backend.delete_message(hall.id, post.id)
    assert discord.leaks(anna, "turn 3"), "deleting does not unsee"
    with pytest.raises(AssertionError, match=r"anna could see .*turn 3 of the war"):
        discord.assert_no_leak(anna, b"nothing", "turn 3")
    late = guild.member("late")
    assert discord.leaks(late, "panel:ready"), "latecomers read back"
    assert not discord.leaks(late, "turn 3")
