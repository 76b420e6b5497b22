"""/vote, and the buttons Yes and No of a vote."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.common.message import Message, Press
from bot.discord.answer import begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, own_table, shown, with_players
from bot.discord.components import button
from bot.discord.convert import number
from bot.features.votes import text
from bot.features.votes.motions import Act
from bot.features.votes.voting import Voting


@with_players
class VoteCommands(
    GameCog,
    commands.GroupCog,
    group_name="vote",
    group_description=text.COMMAND,
):
    """What the players of a game decide together. Answers are private, votes and results are not."""

    def __init__(self, games: GamePicker, voting: Voting) -> None:
        super().__init__(games)
        self._voting = voting

    @app_commands.command(name="extend", description=text.EXTEND)
    @app_commands.describe(time=text.EXTEND_TIME)
    @own_table
    async def extend(self, interaction: Interaction, time: str = "", table: str | None = None) -> None:
        await self._call(interaction, "extend", table, time)

    @app_commands.command(name="pause", description=text.PAUSE)
    @app_commands.describe(time=text.PAUSE_TIME)
    @own_table
    async def pause(self, interaction: Interaction, time: str = "", table: str | None = None) -> None:
        await self._call(interaction, "pause", table, time)

    @app_commands.command(name="resume", description=text.RESUME)
    @own_table
    async def resume(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "resume", table)

    @app_commands.command(name="draw", description=text.DRAW)
    @own_table
    async def draw(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "draw", table)

    @app_commands.command(name="undo", description=text.UNDO)
    @own_table
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "undo", table)

    @app_commands.command(name="link", description=text.LINK)
    @app_commands.describe(off=text.LINK_OFF)
    @own_table
    async def link(self, interaction: Interaction, off: bool = False, table: str | None = None) -> None:
        if not off:
            await self._call(interaction, "link", table)
            return
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, Message(await self._voting.unlink(code, interaction.user.id)))

    @app_commands.command(name="end", description=text.END)
    @own_table
    async def end(self, interaction: Interaction, table: str | None = None) -> None:
        await self._call(interaction, "end", table)

    @app_commands.command(name="list", description=text.LIST)
    @own_table
    async def listed(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, await self._voting.listed(code, interaction.user.id))

    async def _call(self, interaction: Interaction, act: Act, table: str | None, time: str = "") -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, Message(await self._voting.call(code, interaction.user.id, act, time)))

    @extend.autocomplete("time")
    async def _more(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._spans(interaction, "extend", typed)

    @pause.autocomplete("time")
    async def _long(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._spans(interaction, "pause", typed)

    async def _spans(self, interaction: Interaction, act: Act, typed: str) -> list[Choice[str]]:
        code = await self.games.typing(interaction, own=True)
        return shown(await self._voting.spans(code, interaction.user.id, act, typed)) if code else []


class VoteButtons:
    """The answer is private; the outbox updates the post."""

    def __init__(self, voting: Voting) -> None:
        self._voting = voting

    @button("voteyes", public=True)
    async def yes(self, interaction: Interaction, press: Press) -> None:
        await self._cast(interaction, press, yes=True)

    @button("voteno", public=True)
    async def no(self, interaction: Interaction, press: Press) -> None:
        await self._cast(interaction, press, yes=False)

    async def _cast(self, interaction: Interaction, press: Press, *, yes: bool) -> None:
        vote = number(press.extra, text.NO_SUCH_VOTE)
        await begin_private_answer(interaction)
        told = await self._voting.cast(press.table, interaction.user.id, vote, yes)
        await show(interaction, Message(told))
