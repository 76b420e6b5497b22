"""What the loopback Discord refuses, breaks and cuts, and what discord.py makes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from .loopback import REAL_RATES, BotProcess, Limits, Loopback, Rate
from .loopback.faults import path_matches

STUB = "tests.e2e.stub_bot"
SENDS = "/channels/*/messages"
StartBot = Callable[..., Awaitable[BotProcess]]


# ------------------------------------------------------------------------------ limits and refusals


async def test_limits_that_simcord_leaves_to_us(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    discord.limits.upload_bytes = 1024
    await start_bot(STUB)
    assert await anna.autocomplete(hall, "order", "where", "") == []  # the bot offers 60
    for what, refusal in {
        "content": "400 50035",
        "files": "400 50035",
        "upload": "413 40005",
        "custom_id": "400 50035",
        "options": "400 50035",
        "nonce": "400 50035",
        "file": "went through",
        "embed": "went through",
    }.items():
        assert (await anna.slash(hall, "wrong", what=what)).text == f"{what} {refusal}"


async def test_missing_permissions(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    await start_bot(STUB)

    async def outcome(what: str) -> str:
        return (await anna.slash(hall, "wrong", what=what)).text

    hall.deny("attach_files", "embed_links")
    assert await outcome("file") == "file 403 50013"
    assert await outcome("embed") == "embed 403 50013"
    assert await outcome("text") == "text went through"
    hall.deny("send_messages")
    assert await outcome("text") == "text 403 50013"
    hall.deny("view_channel")
    assert await outcome("text") == "text 403 50001"
    hall.deny("create_public_threads")
    assert (await anna.slash(hall, "thread", name="x")).text == "failed 403 50013"
    hall.allow("create_public_threads")
    assert (await anna.slash(hall, "thread", name="x")).text.startswith("made")


async def test_real_rates_are_paced_by_discord_py(tmp_path: Path) -> None:
    limits = Limits(rates=[Rate("send", "POST", SENDS, 4, 0.2)], global_rate=6)
    async with Loopback(limits=limits) as discord:
        hall = (guild := discord.guild()).channel("hall")
        anna = guild.member("anna")
        async with BotProcess(discord, STUB, cwd=tmp_path):
            await anna.slash(hall, "post", count=12)
            await hall.wait_for("post-11")
            discord.assert_posted_once(hall, [f"post-{number}" for number in range(12)])
            assert [call.status for call in discord.calls_to("POST", SENDS)].count(429) >= 1


async def test_rate_limit_headers() -> None:
    async with Loopback(limits=Limits(rates=REAL_RATES)) as discord:
        hall = discord.guild().channel("hall")
        head = {"Authorization": f"Bot {discord.token}"}
        async with aiohttp.ClientSession(headers=head) as web:
            for left in (4, 3, 2, 1, 0, None):
                url = f"{discord.cdn.base_url}/api/v10{hall.messages_path}"
                async with web.post(url, json={"content": "x"}) as answer:
                    body = await answer.json()
                    if left is not None:
                        assert answer.headers["X-RateLimit-Remaining"] == str(left)
                        continue
                    assert answer.status == 429
                    assert {"Via", "Retry-After", "X-RateLimit-Bucket"} <= set(answer.headers)
                    assert 0 < body["retry_after"] <= 5 and body["global"] is False


# --------------------------------------------------------------------------------------- mishaps


async def test_injected_errors(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    await start_bot(STUB)
    faults = discord.faults

    async def outcome() -> str:
        return (await anna.slash(hall, "pm", user=ben, text="x")).text

    fault = faults.rate_limit("POST", ben.inbox.messages_path, times=2, retry_after=0.1)
    assert await outcome() == "sent" and fault.strikes == 2
    faults.rate_limit("POST", ben.inbox.messages_path, via=False)
    assert await outcome() == "failed 429 0"
    faults.rate_limit("POST", ben.inbox.messages_path, everywhere=True, retry_after=0.1)
    assert await outcome() == "sent"
    faults.fail("POST", ben.inbox.messages_path, 502, body="Bad gateway")
    assert await outcome() == "sent"  # retried by discord.py
    faults.fail("POST", ben.inbox.messages_path, 503, body="Unavailable")
    assert await outcome() == "failed 503 0"  # not retried
    faults.fail("POST", ben.inbox.messages_path, 403, code=50007, nth=2)
    assert [await outcome(), await outcome(), await outcome()] == ["sent", "failed 403 50007", "sent"]
    slow = faults.slow("POST", ben.inbox.messages_path, 0.2)
    answer = asyncio.create_task(outcome())
    await slow.wait()
    assert not answer.done() and await answer == "sent"


async def test_a_cut_connection_and_the_nonce(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await start_bot(STUB)
    cut = discord.faults.drop("POST", hall.messages_path, nth=2)
    await anna.slash(hall, "post", count=3)
    await bot.logged("posting is over")
    assert cut.strikes == 1
    assert len(discord.calls_to("POST", SENDS)) == 4  # one of them twice
    discord.assert_posted_once(hall, ["post-0", "post-1", "post-2"], pattern=r"post-\d+")
    assert [post.nonce for post in hall.posts(containing="post-")] == ["stub-0", "stub-1", "stub-2"]


async def test_doubled_and_lost_posts_are_found(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await start_bot(STUB)
    discord.limits.nonce_seconds = 0  # the retry comes too late for the nonce
    discord.faults.drop("POST", hall.messages_path, where=lambda call: call.json["content"] == "post-1")
    discord.faults.fail("POST", hall.messages_path, 403, code=50013, nth=4)
    await anna.slash(hall, "post", count=4)
    await bot.logged("posting is over")
    count = discord.count_posts(hall, ["post-0", "post-1", "post-2"], pattern=r"post-\d+")
    assert (count.lost, count.doubled, count.unexpected) == (("post-2",), ("post-1",), ("post-3",))
    with pytest.raises(AssertionError, match="doubled"):
        discord.assert_posted_once(hall, ["post-1"])


@pytest.mark.parametrize(("when", "there"), [("before", 1), ("after", 2)])
async def test_kill_at_the_second_post(discord: Loopback, start_bot: StartBot, when: str, there: int) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await start_bot(STUB)
    killed = bot.kill_on_call("POST", hall.messages_path, nth=2, when=when)  # type: ignore[arg-type]
    await anna.slash(hall, "post", count=3)
    await killed.wait()
    assert await bot.gone() == -9
    assert len(hall.posts(containing="post-")) == there
    await bot.start()
    await anna.slash(hall, "post", count=3)
    await bot.logged("posting is over")
    discord.assert_posted_once(hall, ["post-0", "post-1", "post-2"])


async def test_kill_at_a_log_line_or_an_instant_and_persistent_views(
    discord: Loopback, start_bot: StartBot
) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await start_bot(STUB)
    panel = await anna.slash(hall, "panel")
    discord.limits.interaction_seconds = 1.0
    killed = bot.kill_on_log("^waiting")
    answer = await anna.slash(hall, "wait", seconds=20)
    assert killed.is_set() and not answer.answered
    assert await bot.gone() == -9
    assert not (await anna.press(panel, "Ready", timeout=0.1)).answered  # a click while it was down
    discord.limits.interaction_seconds = 3.0
    await bot.start()
    assert (await anna.press(panel, "Ready")).text == "ready: anna"
    answer = await anna.slash(hall, "wait", seconds=20, defer=True, ack=True)
    bot.kill_after(0.02)
    assert await bot.gone() == -9
    assert answer.thinking


# --------------------------------------------------------------------------------------- gateway


async def test_resume_replays_and_a_forgotten_session_does_not(
    discord: Loopback, start_bot: StartBot
) -> None:
    discord.gateway.heartbeat_seconds = 0.2
    anna = discord.guild().member("anna")
    bot = await start_bot(STUB)
    counts = discord.gateway.counts
    await discord.until(lambda: counts["heartbeat"] >= 3, what="three heartbeats")

    await discord.gateway.drop()
    assert not discord.gateway.is_connected
    anna.dm("while away")
    await anna.inbox.wait_for("echo while away")
    assert (counts["resume"], counts["identify"]) == (1, 1) and counts["replayed"] >= 1
    await bot.logged("stub has resumed")

    discord.gateway.ask_to_reconnect()
    await discord.until(lambda: counts["resume"] == 2, what="a RESUME after op 7")

    await discord.gateway.drop(forget=True)
    anna.dm("lost")
    await discord.until(lambda: counts["identify"] == 2, timeout=20, what="another IDENTIFY")
    anna.dm("heard")
    await anna.inbox.wait_for("echo heard")
    assert not anna.inbox.posts(containing="echo lost")


async def test_outage(discord: Loopback, start_bot: StartBot) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    await start_bot(STUB)
    await discord.start_outage()
    refused = asyncio.create_task(anna.slash(hall, "order", where="A1", timeout=0.3))
    assert not (await refused).answered
    discord.end_outage()
    await discord.until(lambda: discord.gateway.is_connected, timeout=20, what="a reconnect")
    assert (await anna.slash(hall, "order", where="A2")).text == "order A2 1"


async def test_unapproved_intents_are_refused(discord: Loopback, start_bot: StartBot) -> None:
    discord.limits.approved_intents.members = False
    discord.guild()
    with pytest.raises(AssertionError, match="PrivilegedIntentsRequired"):
        await start_bot(STUB, env={"STUB_INTENT": "members"})
    await start_bot(STUB)


# ------------------------------------------------------------------------------------------ pieces


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ({"name": "Big", "description": "x"}, "name is invalid"),
        ({"name": "a", "description": "x" * 101}, "description"),
        ({"name": "a", "description": "x", "options": [{"name": "b", "description": ""}]}, "a b: desc"),
        ({"name": "a", "description": "x", "options": [{"name": "b", "description": "x"}] * 2}, "unique"),
        (
            {
                "name": "a",
                "description": "x",
                "options": [
                    {"name": "b", "description": "x"},
                    {"name": "c", "description": "x", "required": True},
                ],
            },
            "Required options",
        ),
        (
            {
                "name": "a",
                "description": "x",
                "options": [{"name": f"o{n}", "description": "x"} for n in range(26)],
            },
            "25 or fewer",
        ),
    ],
)
async def test_command_limits(command: dict[str, Any], reason: str) -> None:
    async with Loopback() as discord:
        url = f"{discord.cdn.base_url}/api/v10/applications/1/commands"
        head = {"Authorization": f"Bot {discord.token}"}
        async with aiohttp.ClientSession(headers=head) as web, web.put(url, json=[command]) as answer:
            assert answer.status == 400
            assert reason in (await answer.json())["message"]


def test_path_patterns() -> None:
    assert path_matches("/channels/*/messages", "/channels/1/messages")
    assert not path_matches("/channels/*/messages", "/channels/1/messages/2")
    assert path_matches("/channels/**", "/channels/1/messages/2")
    assert path_matches("**", "/anything/at/all")
