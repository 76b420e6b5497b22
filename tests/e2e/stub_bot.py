"""A tiny bot that touches every corner of the loopback; run as ``python -m tests.e2e.stub_bot``."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
from typing import Any

import aiohttp
import discord
from discord import app_commands

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 64
PLACES = [f"{letter}{number}" for letter in "ABC" for number in range(20)]


def png(name: str = "map.png", description: str | None = None) -> discord.File:
    return discord.File(io.BytesIO(PNG), name, description=description)


class OrdersModal(discord.ui.Modal, title="Orders"):
    text: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Your orders", custom_id="orders:text")
    side: discord.ui.Label[Any] = discord.ui.Label(
        text="Side",
        component=discord.ui.Select(
            custom_id="orders:side",
            options=[discord.SelectOption(label=name, value=name) for name in ("north", "south")],
        ),
    )

    def __init__(self) -> None:
        super().__init__(custom_id="orders")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        side = self.side.component.values[0]  # type: ignore[attr-defined]
        await interaction.response.send_message(f"{side}: {self.text.value}", ephemeral=True)


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Ready", custom_id="panel:ready")
    async def ready(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.edit_message(content=f"ready: {interaction.user.name}")

    @discord.ui.button(label="Orders", custom_id="panel:orders")
    async def orders(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(OrdersModal())

    @discord.ui.button(label="Over", custom_id="panel:over", disabled=True)
    async def over(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None: ...

    @discord.ui.select(
        custom_id="panel:unit",
        placeholder="Unit",
        options=[discord.SelectOption(label=f"Unit {number}", value=f"u{number}") for number in range(25)],
    )
    async def unit(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(f"picked {select.values[0]}", ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="panel:ally", placeholder="Ally")
    async def ally(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"ally {select.values[0].name}", ephemeral=True)


class StubBot(discord.Client):
    def __init__(self) -> None:
        privileged = dict.fromkeys(filter(None, [os.environ.get("STUB_INTENT")]), True)
        super().__init__(intents=discord.Intents(guilds=True, messages=True, **privileged))
        self.tree = app_commands.CommandTree(self)
        commands: list[Any] = [order, show, panel, pm, wait, thread, post, history, wrong, layout]
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGTERM, lambda: asyncio.ensure_future(self.close())
        )
        if not await self.tree.fetch_commands():
            await self.tree.sync()

    async def on_ready(self) -> None:
        print("stub is ready", flush=True)

    async def on_resumed(self) -> None:
        print("stub has resumed", flush=True)

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot or message.guild is not None:
            return
        sizes = [len(await attachment.read()) for attachment in message.attachments]
        await message.channel.send(f"echo {message.content} {sizes}")


@app_commands.command(description="Order something")
async def order(interaction: discord.Interaction, where: str, count: int = 1) -> None:
    await interaction.response.send_message(f"order {where} {count}", ephemeral=True)


@order.autocomplete("where")
async def places(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    found = [place for place in PLACES if place.startswith(typed)]
    return [app_commands.Choice(name=place, value=place) for place in found]  # too many for ""


show = app_commands.Group(name="show", description="Options of all types")


@show.command(name="all", description="All of them")
async def show_all(
    interaction: discord.Interaction,
    text: str,
    ratio: float,
    flag: bool,
    member: discord.Member,
    place: discord.TextChannel,
    role: discord.Role,
    file: discord.Attachment,
) -> None:
    size = len(await file.read())
    await interaction.response.send_message(
        f"{text} {ratio} {flag} {member.name} {place.name} {role.name} {file.filename}:{size}"
    )


@app_commands.command(description="Buttons and selects")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("panel", view=Panel())


@app_commands.command(description="Write to a person")
async def pm(interaction: discord.Interaction, user: discord.User, text: str) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await user.send(text, file=png(description="a map"))
    except discord.HTTPException as error:
        await interaction.edit_original_response(content=f"failed {error.status} {error.code}")
    except Exception as error:
        await interaction.edit_original_response(content=f"failed {type(error).__name__}")
    else:
        await interaction.edit_original_response(content="sent")


@app_commands.command(description="Answer late")
async def wait(interaction: discord.Interaction, seconds: float, defer: bool = False) -> None:
    print("waiting", flush=True)
    if defer:
        await interaction.response.defer()
    await asyncio.sleep(seconds)
    try:
        if defer:
            await interaction.edit_original_response(content="edited")
            await interaction.followup.send("more", ephemeral=True)
        else:
            await interaction.response.send_message("late")
    except discord.NotFound as error:
        print(f"too late {error.code}", flush=True)


@app_commands.command(description="Make a thread")
async def thread(interaction: discord.Interaction, name: str, private: bool = False) -> None:
    await interaction.response.defer(ephemeral=True)
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
    channel: Any = interaction.channel
    try:
        made = await channel.create_thread(name=name, type=kind)
        await made.add_user(interaction.user)
        await made.send(f"welcome to {name}")
    except discord.HTTPException as error:
        await interaction.edit_original_response(content=f"failed {error.status} {error.code}")
    else:
        await interaction.edit_original_response(content=f"made {made.id}")


@app_commands.command(description="Post marked messages, each with a stable nonce, retrying cut connections")
async def post(interaction: discord.Interaction, count: int, file: bool = False) -> None:
    await interaction.response.send_message("posting", ephemeral=True)
    channel: Any = interaction.channel
    for number in range(count):
        for _ in range(3):
            try:
                more = {"file": png()} if file else {}
                await channel.send(f"post-{number}", nonce=f"stub-{number}", **more)
                break
            except (discord.DiscordServerError, OSError, aiohttp.ClientError):
                await asyncio.sleep(0.05)
            except discord.HTTPException as error:
                print(f"post failed {error.status} {error.code}", flush=True)
                break
    print("posting is over", flush=True)


@app_commands.command(description="Read the channel's history in pages")
async def history(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    channel: Any = interaction.channel
    ids = [message.id async for message in channel.history(limit=None, oldest_first=True)]
    pivot = discord.Object(ids[len(ids) // 2])
    around = [message.id async for message in channel.history(around=pivot, limit=5)]
    before = [message.id async for message in channel.history(before=pivot, limit=150)]
    nonces = [message.nonce async for message in channel.history(limit=10) if message.nonce]
    await interaction.edit_original_response(
        content=f"{len(ids)} in order {ids == sorted(set(ids))}, around {len(around)}, "
        f"before {len(before)}, nonces {sorted(nonces)}"
    )


@app_commands.command(description="Do something that Discord refuses, and tell the error")
async def wrong(interaction: discord.Interaction, what: str) -> None:
    await interaction.response.defer(ephemeral=True)
    channel: Any = interaction.channel
    view = discord.ui.View()
    button: discord.ui.Button[Any] = discord.ui.Button(label="x")
    button.custom_id, button._provided_custom_id = "c" * 101, True
    select: discord.ui.Select[Any] = discord.ui.Select(custom_id="s")
    select._underlying.options = [discord.SelectOption(label=str(n), value=str(n)) for n in range(26)]
    http = interaction.client.http
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    attempts: dict[str, Any] = {
        "content": lambda: channel.send("x" * 2001),
        "files": lambda: http.request(
            route,
            form=[{"name": f"files[{n}]", "value": b"x", "filename": f"{n}.txt"} for n in range(11)],
        ),
        "upload": lambda: channel.send(file=discord.File(io.BytesIO(b"x" * 2048), "big.bin")),
        "custom_id": lambda: channel.send(view=view.add_item(button)),
        "options": lambda: channel.send(view=view.add_item(select)),
        "nonce": lambda: channel.send("x", nonce="n" * 26),
        "file": lambda: channel.send(file=png()),
        "embed": lambda: channel.send(embed=discord.Embed(title="x")),
        "text": lambda: channel.send("plain"),
    }
    try:
        await attempts[what]()
    except discord.HTTPException as error:
        await interaction.edit_original_response(content=f"{what} {error.status} {error.code}")
    else:
        await interaction.edit_original_response(content=f"{what} went through")


@app_commands.command(description="Components v2 with a picture")
async def layout(interaction: discord.Interaction) -> None:
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.Container(discord.ui.TextDisplay("turn 3 of the war")))
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://map.png")
    view.add_item(gallery)
    await interaction.response.send_message(view=view, file=png())


if __name__ == "__main__":
    StubBot().run(os.environ["FIELDPOST_TOKEN"], log_level=30)
    sys.exit(0)
