"""Permissions of a channel, as the loopback Discord keeps them."""

from __future__ import annotations

import aiohttp
import pytest
from discord import Permissions
from simcord.backend.errors import SetupError

from .loopback import Loopback


async def test_permissions_of_a_channel() -> None:
    """Who may set them, which, and where: as Discord documents it."""
    async with Loopback() as discord:
        hall = (guild := discord.guild()).channel("hall")
        anna = guild.member("anna")
        thread = discord.backend.create_thread(hall.id, "aside", owner_id=anna.id)
        head = {"Authorization": f"Bot {discord.token}"}
        async with aiohttp.ClientSession(f"{discord.cdn.base_url}/", headers=head) as web:

            async def outcome(method: str, *denied: str, place: int = hall.id) -> str:
                url = f"/api/v10/channels/{place}/permissions/{anna.id}"
                deny = Permissions(**dict.fromkeys(denied, True)).value
                body = {"type": 1, "allow": "0", "deny": str(deny)} if method == "PUT" else None
                async with web.request(method, url, json=body) as answer:
                    told = await answer.json() if answer.status != 204 else {}
                    return f"{answer.status} {told.get('code', '')}".strip()

            anna.say(hall, "hello")
            assert await outcome("PUT", "send_messages", "add_reactions") == "204"
            assert hall.entry(anna) == ([], ["add_reactions", "send_messages"])
            with pytest.raises(SetupError, match="send_messages"):
                anna.say(hall, "hello?")
            assert await outcome("DELETE") == "204"
            assert hall.entry(anna) is None
            assert await outcome("DELETE") == "404 10009"
            assert await outcome("PUT", "send_messages", place=thread.id) == "400 50024"

            guild.invite_bot(Permissions(send_messages=True).value)
            assert await outcome("PUT", "send_messages") == "403 50013"  # without Manage Roles
            guild.invite_bot(Permissions(manage_roles=True).value)
            assert await outcome("PUT", "send_messages") == "204"  # which everyone has, so the bot too
            assert await outcome("PUT", "send_messages", "ban_members") == "403 50013"
            guild.invite_bot(0)
            hall.allow("manage_roles")
            assert await outcome("PUT", "send_messages", "ban_members") == "204"


async def test_kinds_of_threads() -> None:
    """Which kinds a channel may have: as Discord documents it."""
    async with Loopback() as discord:
        guild = discord.guild()
        head = {"Authorization": f"Bot {discord.token}"}
        async with aiohttp.ClientSession(f"{discord.cdn.base_url}/", headers=head) as web:

            async def outcome(place: int, kind: int) -> str:
                body = {"name": "aside", "type": kind}
                async with web.post(f"/api/v10/channels/{place}/threads", json=body) as answer:
                    return f"{answer.status} {(await answer.json()).get('code', '')}".strip()

            hall, news = guild.channel("hall"), guild.channel("news", news=True)
            for place, right in ((hall, (11, 12)), (news, (10,))):
                for kind in (10, 11, 12):
                    assert await outcome(place.id, kind) == ("200" if kind in right else "400 50024")
