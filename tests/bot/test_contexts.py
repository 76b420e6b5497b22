"""Where each command can be used, and for whom it can be installed: declared, documented, and true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.backend import serializers

from tests.bot.test_refusals import Person, leaves, sentence
from tests.bot.test_refusals import person as person  # noqa: PLC0414 - a fixture
from tests.bot.world import World

ROOT = Path(__file__).parents[2]
SERVER, BOT_DM, PRIVATE = 0, 1, 2
FOR_SERVERS, FOR_USERS = 0, 1
ELSEWHERE = 777_000_000_000_000_000
"""A server that the bot is not in, and a channel there; a group of friends."""


def declared(world: World) -> dict[str, tuple[list[int], list[int]]]:
    """Contexts and installations of each command, as Discord is told."""
    found = {}
    for command in world.bot.tree.get_commands():
        told: dict[str, Any] = command.to_dict(world.bot.tree)
        found[told["name"]] = told["contexts"], told["integration_types"]
    return found


def test_every_command_declares_both(world: World) -> None:
    for name, (contexts, installs) in declared(world).items():
        assert contexts and installs, f"/{name} declares neither where nor for whom it is"
        assert SERVER in contexts and FOR_SERVERS in installs, name
        assert (PRIVATE in contexts) is (FOR_USERS in installs), (
            f"/{name}: without the bot there is no other way"
        )
        assert PRIVATE not in contexts or BOT_DM in contexts, name


def test_the_docs_list_them(world: World) -> None:
    told = (ROOT / "docs" / "hosting.md").read_text("utf-8").partition("## Where commands work")[2]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", told.partition("\n## ")[0], re.MULTILINE)
    listed = {}
    for where, whom, names in rows[1:]:
        contexts = [SERVER] + [BOT_DM] * ("direct messages" in where) + [PRIVATE] * ("anywhere" in where)
        installs = [FOR_SERVERS] + [FOR_USERS] * ("yourself" in whom)
        for name in re.findall(r"`/([a-z]+)`", names):
            listed[name] = contexts, installs
    assert listed == declared(world)


@contextmanager
def typed_elsewhere(monkeypatch: pytest.MonkeyPatch, how: str) -> Iterator[None]:
    """Until the end commands that are typed in direct messages come from another place, by somebody who has
    installed the bot for themselves. how: "group" or "server", which the bot is not in"""
    made = interactions.base_payload

    def moved(backend: Any, **given: Any) -> Any:
        record, payload = made(backend, **given)
        user = payload["user"]
        payload["authorizing_integration_owners"] = {"1": user["id"]}
        payload["channel_id"] = str(ELSEWHERE + 1)
        channel = {"id": payload["channel_id"], "name": "elsewhere", "flags": 0, "last_message_id": None}
        if how == "group":
            payload["context"] = PRIVATE
            payload["channel"] = {
                **channel,
                "type": 3,
                "icon": None,
                "owner_id": user["id"],
                "recipients": [],
            }
            return record, payload
        payload["context"] = SERVER
        payload["channel"] = {**channel, "type": 0, "position": 0, "permissions": "0", "nsfw": False}
        payload["guild_id"] = str(ELSEWHERE)
        payload["guild"] = {"id": str(ELSEWHERE), "locale": "en-US", "features": []}
        member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
        rights = discord.Permissions(manage_guild=True).value
        payload["member"] = {**member, "deaf": False, "mute": False, "permissions": str(rights)}
        del payload["user"]
        return record, payload

    with monkeypatch.context() as patch:
        patch.setattr(interactions, "base_payload", moved)
        yield


async def test_each_answers_wherever_it_can_be_typed(
    world: World, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = declared(world)
    for command in leaves(world):
        contexts, _ = places[command.split()[0]]
        assert sentence(await person.types(command))
        if BOT_DM in contexts:
            assert sentence(await person.types(command, where="dm"))
        if PRIVATE in contexts:
            for how in ("group", "server"):
                with typed_elsewhere(monkeypatch, how):
                    said = await person.types(command, where="dm")
                read = sentence(said)
                assert said.private and "Something went wrong" not in read, (command, how, read)


async def test_elsewhere_a_stranger_learns_nothing(
    world: World, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who never played, and manages that other server."""
    eve = Person(world, world.player("eve"), world.player("fay"))
    [code] = [found.id for found, _ in await world.bot.services.game_lookup.owed(person.player.id)]
    for command in leaves(world):
        if PRIVATE not in declared(world)[command.split()[0]][0]:
            continue
        with typed_elsewhere(monkeypatch, "server"):
            said = await eve.types(command, where="dm")
        known = [str(serializers.message_payload(world.env.backend, said.message._message))]
        known += [data.decode(errors="replace") for data in attached(world, said)]
        for secret in (code, str(person.player.id), str(world.channel.id)):
            assert not any(secret in text for text in known), (command, secret)


def attached(world: World, said: Any) -> list[bytes]:
    found = [world.env.backend.cdn.get(item["url"]) for item in said.message._message.attachments]
    return [data for data in found if data is not None]


def test_the_invitation_asks_for_what_is_needed_and_no_more() -> None:
    told = (ROOT / "README.md").read_text("utf-8")
    names = ["view_channel", "send_messages", "attach_files", "read_message_history"]
    names += ["create_public_threads", "send_messages_in_threads"]
    needed = discord.Permissions(**dict.fromkeys(names, True))
    link = re.search(r"oauth2/authorize\?client_id=APPLICATION_ID&scope=(\S+?)&permissions=(\d+)`", told)
    assert link is not None and link[1] == "bot+applications.commands" and int(link[2]) == needed.value
    more = [int(number) for number in re.findall(r"`permissions=(\d+)`", told)]
    for number, extra in zip(more, ("create_private_threads", "manage_channels"), strict=True):
        assert number == needed.value | discord.Permissions(**{extra: True}).value
    own = re.search(r"oauth2/authorize\?client_id=APPLICATION_ID&integration_type=1&scope=(\S+)`", told)
    assert own is not None and own[1] == "applications.commands"
