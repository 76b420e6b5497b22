"""/gm, /log."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import acknowledge, show
from bot.discord.autocomplete import TABLE, known_tables, shown
from bot.discord.contexts import with_players
from bot.discord.convert import to_modal
from bot.discord.router import Router
from bot.features.moderation.game_masters import MOST_REASON
from bot.features.moderation.penalty_buttons import ruler
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice
Reason = app_commands.Range[str, 1, MOST_REASON]
WHY = "Why; everybody will read it"
SPAN = "How long, such as 12h or 2d"


@with_players
class GmCommands(
    commands.GroupCog,
    group_name="gm",
    group_description="Game masters: the host, or a moderator, who does not play",
):
    """What a game master does by hand. The answer is private, the act is not."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    # -- the clock

    @app_commands.command(name="pause", description="Stop the clock: no time runs, and nothing resolves")
    @app_commands.describe(reason=WHY, time=f"{SPAN}; without it until /gm resume", table=TABLE)
    async def pause(
        self, interaction: Interaction, reason: Reason, time: str = "", table: str | None = None
    ) -> None:
        code = await self._asked(interaction, table)
        await self._done(interaction, self.services.gm.pause(code, ruler(interaction), reason, time))

    @app_commands.command(name="resume", description="Let a paused game go on; try again what went wrong")
    @app_commands.describe(reason=WHY, table=TABLE)
    async def resume(
        self,
        interaction: Interaction,
        reason: app_commands.Range[str, 0, MOST_REASON] = "",
        table: str | None = None,
    ) -> None:
        code = await self._asked(interaction, table)
        await self._done(interaction, self.services.gm.resume(code, ruler(interaction), reason))

    @app_commands.command(name="extend", description="Give more time for the open turn")
    @app_commands.describe(time=f"{SPAN}, more than it has", reason=WHY, table=TABLE)
    async def extend(
        self, interaction: Interaction, time: str, reason: Reason, table: str | None = None
    ) -> None:
        code = await self._asked(interaction, table)
        await self._done(interaction, self.services.gm.extend(code, ruler(interaction), time, reason))

    @app_commands.command(name="shorten", description="Take back time that /gm extend has given")
    @app_commands.describe(reason=WHY, time=f"{SPAN}; without it all of it", table=TABLE)
    async def shorten(
        self, interaction: Interaction, reason: Reason, time: str = "", table: str | None = None
    ) -> None:
        code = await self._asked(interaction, table)
        await self._done(interaction, self.services.gm.shorten(code, ruler(interaction), time, reason))

    # -- the turn

    @app_commands.command(name="force", description="Resolve the open turn now, with the orders there are")
    @app_commands.describe(reason=WHY, table=TABLE)
    async def force(self, interaction: Interaction, reason: Reason, table: str | None = None) -> None:
        await self._ask(interaction, "gmforce", table, reason)

    @app_commands.command(name="undo", description="Take the last turn back, as if it had not been resolved")
    @app_commands.describe(reason=WHY, table=TABLE)
    async def undo(self, interaction: Interaction, reason: Reason, table: str | None = None) -> None:
        await self._ask(interaction, "gmundo", table, reason)

    async def _ask(self, interaction: Interaction, act: str, table: str | None, reason: str) -> None:
        """A window that names the turn: it may have gone on since the command was begun."""
        code = await self._table(interaction, table)
        form = await self.services.gm.form(act, code, ruler(interaction), reason)
        await interaction.response.send_modal(to_modal(form))

    @app_commands.command(name="options", description="Change deadlines and house options of a running game")
    @app_commands.describe(table=TABLE)
    async def options(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self._asked(interaction, table)
        await show(interaction, await self.services.running.show(code, ruler(interaction)))

    # -- people

    @app_commands.command(
        name="replace", description="Put somebody else on a seat, with its orders and letters"
    )
    @app_commands.describe(player="Whose seat", by="Who plays from now on", reason=WHY, table=TABLE)
    async def replace(
        self,
        interaction: Interaction,
        player: str,
        by: discord.User,
        reason: Reason,
        table: str | None = None,
    ) -> None:
        code = await self._asked(interaction, table)
        _must_be_here(interaction, by)
        act = self.services.gm.replace(code, ruler(interaction), player, by.id, by.display_name, reason)
        await self._done(interaction, act)

    @app_commands.command(
        name="penalise", description="Rule against a player: what the rules have, or the end"
    )
    @app_commands.describe(
        player="Against whom",
        ruling="What you rule",
        reason=WHY,
        space="Which piece: the space where it stands, for a ruling that needs one",
        table=TABLE,
    )
    async def penalise(
        self,
        interaction: Interaction,
        player: str,
        ruling: str,
        reason: Reason,
        space: str = "",
        table: str | None = None,
    ) -> None:
        who, penalties = ruler(interaction), self.services.penalties
        code = await self._table(interaction, table)
        form = await penalties.form(code, who, player, ruling, space, reason)
        if form is not None:
            await interaction.response.send_modal(to_modal(form))
            return
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await self._done(interaction, penalties.rule(code, who, player, ruling, space, reason))

    @app_commands.command(name="transfer", description="Make somebody else the game's host")
    @app_commands.describe(to="The new host", reason=WHY, table=TABLE)
    async def transfer(
        self, interaction: Interaction, to: discord.User, reason: Reason, table: str | None = None
    ) -> None:
        code = await self._asked(interaction, table)
        _must_be_here(interaction, to)
        act = self.services.gm.transfer(code, ruler(interaction), to.id, to.display_name, reason)
        await self._done(interaction, act)

    # -- shared

    async def _table(self, interaction: Interaction, said: str | None) -> str:
        return await self.services.which.pick(interaction.user.id, said, interaction.channel_id)

    async def _asked(self, interaction: Interaction, said: str | None) -> str:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        return await self._table(interaction, said)

    async def _done(self, interaction: Interaction, act: Awaitable[str]) -> None:
        await show(interaction, Message(await act))

    async def _typing(self, interaction: Interaction) -> str:
        """The game that is meant so far, "" none."""
        try:
            return await self._table(interaction, getattr(interaction.namespace, "table", None))
        except Refused:
            return ""

    @replace.autocomplete("player")
    async def _seats(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.services.gm.players(await self._typing(interaction), ruler(interaction), typed)
        return shown(found)

    @penalise.autocomplete("player")
    async def _players(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.services.penalties.players(
            await self._typing(interaction), ruler(interaction), typed
        )
        return shown(found)

    @penalise.autocomplete("ruling")
    async def _rulings(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.services.penalties.rulings(
            await self._typing(interaction), ruler(interaction), typed
        )
        return shown(found)

    @penalise.autocomplete("space")
    async def _spaces(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        filled, code = interaction.namespace, await self._typing(interaction)
        player, ruling = (str(getattr(filled, name, None) or "") for name in ("player", "ruling"))
        found = await self.services.penalties.spaces(code, ruler(interaction), player, ruling, typed)
        return shown(found)

    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @extend.autocomplete("table")
    @force.autocomplete("table")
    @undo.autocomplete("table")
    @options.autocomplete("table")
    @replace.autocomplete("table")
    @penalise.autocomplete("table")
    @transfer.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.services, interaction, typed)


class LogCommand(commands.Cog):
    """The public log."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @with_players
    @app_commands.command(
        name="log", description="What was done by hand or by vote in a game, by whom and why"
    )
    @app_commands.describe(table=TABLE)
    async def log(self, interaction: Interaction, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        code = await self.services.which.pick(interaction.user.id, table, interaction.channel_id)
        await show(interaction, await self.services.logview.page(code))

    @log.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.services, interaction, typed)


def _must_be_here(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Refuse who cannot play or host here: bots, and who has left the server."""
    if user.bot:
        raise Refused("That is a bot: name a person.")
    if interaction.guild_id is not None and not isinstance(user, discord.Member):
        raise Refused("That user is not in this server.")
