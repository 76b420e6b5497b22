"""Permissions of a channel, as the loopback Discord keeps them."""

from __future__ import annotations

import aiohttp
import pytest
from discord import Permissions
from simcord.backend.errors import SetupError

from .loopback import Loopback

pytestmark = [pytest.mark.e2e, pytest.mark.filterwarnings("ignore:'audioop'")]


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
