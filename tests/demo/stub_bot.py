"""A small bot with one of everything that the real one uses, for testing the demo by itself.

``/hello`` autocompletes and answers with a button, a select and a picture drawn in a process pool;
DMs are echoed; a background task posts from an outbox in SQLite, woken by an event or a second's pause.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import signal
import sqlite3
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

TOWNS = ("Amsterdam", "Berlin", "Cadiz", "Danzig", "Edinburgh")


def draw(colour: str, height: int = 180, width: int = 320) -> bytes:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), colour)
    ImageDraw.Draw(image).text((20, 20), f"map in {colour}", fill="white")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cheer(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"cheer:(?P<who>[a-z]+)"):
    def __init__(self, who: str) -> None:
        super().__init__(discord.ui.Button(label=f"Cheer {who}", custom_id=f"cheer:{who}"))
        self.who = who

    @classmethod
    async def from_custom_id(cls, interaction, item, match):  # type: ignore[no-untyped-def]
        return cls(match["who"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} cheers {self.who}")


class Order(discord.ui.Modal, title="An order"):
    text: discord.ui.TextInput[Order] = discord.ui.TextInput(label="Order", custom_id="order:text")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Order noted: {self.text.value}", ephemeral=True)


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Write order", custom_id="panel:write", style=discord.ButtonStyle.primary)
    async def write(self, interaction: discord.Interaction, _button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Order())

    @discord.ui.select(
        custom_id="panel:town",
        placeholder="Choose a town",
        options=[discord.SelectOption(label=town) for town in TOWNS],
    )
    async def town(self, interaction: discord.Interaction, select: discord.ui.Select[Panel]) -> None:
        await interaction.response.send_message(f"You chose {select.values[0]}", ephemeral=True)


class Slow(discord.ui.View):
    """Answers put off, in both ways, until they are asked for."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.asked_for = asyncio.Event()

    @discord.ui.button(label="Ponder", custom_id="slow:ponder")
    async def ponder(self, interaction: discord.Interaction, _button: discord.ui.Button[Slow]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.asked_for.wait()
        await interaction.edit_original_response(content="A thought")

    @discord.ui.button(label="Study", custom_id="slow:study")
    async def study(self, interaction: discord.Interaction, _button: discord.ui.Button[Slow]) -> None:
        await asyncio.sleep(0.5)  # before it is acknowledged
        await interaction.response.defer()
        await self.asked_for.wait()
        await interaction.edit_original_response(content="A result")

    @discord.ui.button(label="Answer", custom_id="slow:answer")
    async def answer(self, interaction: discord.Interaction, _button: discord.ui.Button[Slow]) -> None:
        await interaction.response.send_message("Here you are")
        self.asked_for.set()


class Atlas(discord.ui.LayoutView):
    """Components v2: a picture and, below it, a select for several units."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery = discord.ui.MediaGallery[Atlas](discord.MediaGalleryItem("attachment://atlas.png"))
        self.add_item(discord.ui.Container(discord.ui.TextDisplay("## The atlas"), gallery))
        self.add_item(Units())


class Report(discord.ui.LayoutView):
    """Components v2 as the real bot's posts have them: an accent, a picture, sections, rows, small print."""

    def __init__(self, presses: int = 0) -> None:
        super().__init__(timeout=None)
        text = discord.ui.TextDisplay[Report]
        sections = [
            discord.ui.Section[Report](text(f"**Unit {number}** holds."), accessory=Count(presses, number))
            for number in (1, 2)
        ]
        row = discord.ui.ActionRow[Report](Count(presses, 0), Cheer("ben"), Cheer("chris"), Cheer("dana"))
        self.add_item(
            discord.ui.Container(
                text("## Fall 2048\n**Papst 3** takes *Flushing* from **Greene 2**.\nNext: spring 2049."),
                discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://report.png")),
                *sections,
                discord.ui.Separator(),
                Units(),
                row,
                discord.ui.File("attachment://orders.txt"),
                text("-# Game k7f3 · turn 4 · seed 91ab"),
                accent_colour=discord.Colour(0x2F8F4E),
            )
        )


class Count(discord.ui.Button[discord.ui.LayoutView]):
    """Edits its own message; in anybody's window."""

    def __init__(self, presses: int, place: int) -> None:
        style = discord.ButtonStyle.secondary if place else discord.ButtonStyle.success
        super().__init__(label=f"Pressed {presses}", custom_id=f"count:{place}", style=style)

    async def callback(self, interaction: discord.Interaction) -> None:
        assert self.label is not None
        await interaction.response.edit_message(view=Report(int(self.label.split()[1]) + 1))


class Units(discord.ui.ActionRow[Atlas]):
    @discord.ui.select(
        custom_id="atlas:units",
        max_values=3,
        options=[discord.SelectOption(label=f"Unit {number}") for number in range(1, 26)],
    )
    async def units(self, interaction: discord.Interaction, select: discord.ui.Select[Atlas]) -> None:
        await interaction.response.send_message("Moving " + " and ".join(select.values), ephemeral=True)


class Stub(commands.Bot):
    def __init__(self, data: Path) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True, dm_messages=True))
        self.path = data / "stub.sqlite"
        self.wake = asyncio.Event()
        self.pool = ProcessPoolExecutor(1, initializer=ignore_ctrl_c)

    def sql(self, text: str, *values: object) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(self.path)) as connection, connection:
            return connection.execute(text, values).fetchall()

    async def setup_hook(self) -> None:
        await asyncio.to_thread(
            self.sql, "create table if not exists outbox (at real, channel int, text text)"
        )
        await asyncio.to_thread(self.sql, "create table if not exists synced (hash text)")
        self.add_view(Panel())
        self.add_view(Atlas())
        self.add_view(Report())
        self.add_dynamic_items(Cheer)
        self.add_commands()
        if not await asyncio.to_thread(self.sql, "select * from synced"):
            await self.tree.sync()
            await asyncio.to_thread(self.sql, "insert into synced values ('done')")
        self.poster = asyncio.create_task(self.post())

    async def post(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), timeout=1.0)
            self.wake.clear()
            rows = await asyncio.to_thread(
                self.sql, "select rowid, channel, text from outbox where at <= ?", time.time()
            )
            for row, channel, text in rows:
                await self.get_partial_messageable(int(str(channel))).send(str(text))
                await asyncio.to_thread(self.sql, "delete from outbox where rowid = ?", row)

    async def queue(self, delay: float, channel: int, text: str) -> None:
        await asyncio.to_thread(
            self.sql, "insert into outbox values (?, ?, ?)", time.time() + delay, channel, text
        )
        self.wake.set()

    def add_commands(self) -> None:
        group = app_commands.Group(name="stub", description="Try the demo")

        @group.command(description="Show one of everything")
        async def hello(interaction: discord.Interaction, town: str) -> None:
            await interaction.response.defer()
            loop = asyncio.get_running_loop()
            picture = await loop.run_in_executor(self.pool, draw, "darkgreen")
            view = Panel()
            view.add_item(Cheer("ada"))
            await interaction.followup.send(
                f"Hello from {town}", view=view, file=discord.File(io.BytesIO(picture), "map.png")
            )

        @group.command(description="Say something")
        async def say(
            interaction: discord.Interaction, text: str, town: str = "no town", loud: bool = False
        ) -> None:
            said = text.upper() if loud else text
            await interaction.response.send_message(f"{interaction.user.display_name} says {said} in {town}")

        @say.autocomplete("town")
        @hello.autocomplete("town")
        async def towns(_: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
            await asyncio.to_thread(self.sql, "select 1")
            return [app_commands.Choice(name=t, value=t) for t in TOWNS if text.lower() in t.lower()]

        @group.command(description="Post something later, in the channel and by DM")
        async def later(interaction: discord.Interaction, seconds: int) -> None:
            assert interaction.channel_id is not None
            await interaction.response.send_message(f"Wait {seconds} s", ephemeral=True)
            await self.queue(seconds, interaction.channel_id, "Posted later")
            dm = await interaction.user.create_dm()
            await self.queue(seconds, dm.id, "Later, by DM")

        @group.command(description="Components v2")
        async def atlas(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            picture = io.BytesIO(await asyncio.to_thread(draw, "maroon"))
            await interaction.followup.send(view=Atlas(), file=discord.File(picture, "atlas.png"))

        @group.command(description="Components v2 in a container, as a report has them")
        async def turn(interaction: discord.Interaction, big: bool = False) -> None:
            await interaction.response.defer()
            picture = io.BytesIO(await asyncio.to_thread(draw, "navy", 290, 1200 if big else 320))
            files = [
                discord.File(io.BytesIO(b"1 hold\n2 hold\n"), "orders.txt"),
                discord.File(picture, "report.png"),
            ]
            await interaction.followup.send(view=Report(), files=files)

        @group.command(description="A link to a private message, and to this channel")
        async def link(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            dm = await interaction.user.create_dm()
            desk = await dm.send(f"Your desk for <#{interaction.channel_id}>", view=Panel())
            for number in range(30):
                await dm.send(f"later {number}")
            await interaction.followup.send(f"Go to [your desk]({desk.jump_url})")

        @group.command(description="Call somebody")
        async def call(interaction: discord.Interaction, who: discord.Member) -> None:
            await interaction.response.send_message(f"Your turn, {who.mention}")

        @group.command(description="Nothing that one must say")
        async def options(
            interaction: discord.Interaction, town: str = "no town", loud: bool = False
        ) -> None:
            await interaction.response.send_message(f"Options: {town}, {loud}")

        options.autocomplete("town")(towns)

        @group.command(description="A tall post: many lines, a picture and a text to look into")
        async def report(interaction: discord.Interaction, name: str) -> None:
            await interaction.response.defer()
            picture = io.BytesIO(await asyncio.to_thread(draw, "navy", 600))
            text = io.BytesIO("\n".join(f"order {number}" for number in range(30)).encode())
            files = [discord.File(text, "orders.txt"), discord.File(picture, "report.png")]
            lines = [f"{name}, line {number}" for number in range(1, 41)]
            await interaction.followup.send("\n".join(lines), files=files)

        @group.command(description="Take as long as one likes")
        async def slow(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("No hurry", view=Slow())

        @group.command(description="Go wrong")
        async def fail(_: discord.Interaction) -> None:
            raise RuntimeError("as asked")

        @group.command(description="Open a thread")
        async def thread(interaction: discord.Interaction, name: str) -> None:
            await interaction.response.send_message("Opening a thread")
            channel = interaction.channel
            assert isinstance(channel, discord.TextChannel)
            made = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
            await made.send("Welcome to the thread", view=Panel())

        self.tree.add_command(group)

    async def on_message(self, message: discord.Message) -> None:
        if message.guild is None and not message.author.bot:
            await message.channel.send(f"You wrote: {message.content}", view=Panel())

    async def close(self) -> None:
        self.poster.cancel()
        self.pool.shutdown(wait=True)
        await super().close()


def make(data: Path) -> commands.Bot:
    """The factory for ``python -m demo --bot tests.demo.stub_bot:make``."""
    return Stub(data)
