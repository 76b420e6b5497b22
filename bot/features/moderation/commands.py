"""/gm, /penalty, /log; the forms that ask once more, the forms of options, pages of the public log."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, ask, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, Command, GameCog, GamePicker, any_table, filled, shown, with_players
from bot.discord.components import button, form
from bot.discord.convert import number
from bot.features.lobby.options import WrongForm
from bot.features.moderation import text
from bot.features.moderation.game_masters import MOST_REASON, Ruler
from bot.features.moderation.gm import Gm
from bot.features.moderation.log_view import LogView
from bot.features.moderation.penalties import Penalties
from bot.features.moderation.running_options import Running


def ruler(interaction: Interaction) -> Ruler:
    """The user, and what Discord says of them in the server where they ask. What a single channel grants does
    not count: a game is looked after by who looks after its server."""
    user = interaction.user
    granted = user.guild_permissions if isinstance(user, discord.Member) else discord.Permissions.none()
    moderator = granted.manage_guild or granted.manage_messages
    return Ruler(user.id, user.display_name, interaction.guild_id, moderator)


class GmButtons:
    def __init__(self, gm: Gm, running: Running, penalties: Penalties, log: LogView) -> None:
        self._gm, self._running, self._penalties, self._log = gm, running, penalties, log

    @form("gmundo", "gmforce", public=True)
    async def act_on_turn(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """Take a turn back or resolve it now. The id says which step was the newest when this was asked."""
        await begin_private_answer(interaction)
        reason, step = values.get("reason", ""), number(press.extra, text.OLD_BUTTON)
        deed = self._gm.undo if press.act == "gmundo" else self._gm.force
        await show(interaction, Message(await deed(press.table, ruler(interaction), reason, step)))

    @button("gmoptions", public=True)
    async def options(self, interaction: Interaction, press: Press) -> None:
        asked = await self._running.form(press.table, ruler(interaction), press.turn, press.extra)
        await ask(interaction, asked)

    @form("gmset", public=True)
    async def set_options(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await begin_private_answer(interaction)
        try:
            told = await self._running.set(press.table, ruler(interaction), press.turn, values)
        except WrongForm as wrong:
            await show(interaction, wrong.message)
        else:
            await show(interaction, Message(told))

    @form("ruling", public=True)
    async def penalise(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """Rule against the seat in the id."""
        await begin_private_answer(interaction)
        seat, reason = press.seat or "", values.get("reason", "")
        told = await self._penalties.rule(press.table, ruler(interaction), seat, press.extra, "", reason)
        await show(interaction, Message(told))

    @button("log", looks=True)
    async def log(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, await self._log.page(press.table, number(press.extra, text.OLD_BUTTON)))


Reason = app_commands.Range[str, 1, MOST_REASON]


class PenaltyCog(GameCog):
    """Ruling against a player. The answer is private, the ruling is not. See `penalty_fields`."""

    def __init__(self, games: GamePicker, penalties: Penalties) -> None:
        super().__init__(games)
        self._penalties = penalties

    async def rule(
        self, interaction: Interaction, table: str | None, player: str, ruling: str, space: str, reason: str
    ) -> None:
        """Open the form that asks once more where the ruling has one, else rule at once."""
        who, code = ruler(interaction), await self.games.pick(interaction, table)
        form = await self._penalties.form(code, who, player, ruling, space, reason)
        if form is not None:
            await ask(interaction, form)
            return
        await begin_private_answer(interaction)
        told = await self._penalties.rule(code, who, player, ruling, space, reason)
        await show(interaction, Message(told))

    async def players(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code = await self.games.typing(interaction)
        return shown(await self._penalties.players(code, ruler(interaction), typed))

    async def rulings(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code = await self.games.typing(interaction)
        return shown(await self._penalties.rulings(code, ruler(interaction), typed))

    async def spaces(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code, player = await self.games.typing(interaction), filled(interaction, "player")
        ruling = filled(interaction, "ruling")
        return shown(await self._penalties.spaces(code, ruler(interaction), player, ruling, typed))


def penalty_fields(command: Command) -> Command:
    """Declare the fields of a command of a PenaltyCog: player, ruling, reason and space."""
    app_commands.describe(
        player=text.PENALTY_PLAYER,
        ruling=text.PENALTY_RULING,
        reason=text.REASON_FIELD,
        space=text.PENALTY_SPACE,
    )(command)
    return app_commands.autocomplete(
        player=PenaltyCog.players, ruling=PenaltyCog.rulings, space=PenaltyCog.spaces
    )(command)


class PenaltyCommand(PenaltyCog):
    @with_players
    @app_commands.command(name="penalty", description=text.PENALTY)
    @penalty_fields
    @any_table
    async def penalty(
        self,
        interaction: Interaction,
        player: str,
        ruling: str,
        reason: Reason,
        space: str = "",
        table: str | None = None,
    ) -> None:
        await self.rule(interaction, table, player, ruling, space, reason)


@with_players
class GmCommands(
    PenaltyCog,
    commands.GroupCog,
    group_name="gm",
    group_description=text.GM,
):
    """What a game master does by hand. The answer is private, the act is not."""

    def __init__(self, games: GamePicker, gm: Gm, running: Running, penalties: Penalties) -> None:
        super().__init__(games, penalties)
        self._gm, self._running = gm, running

    # -- the clock

    @app_commands.command(name="pause", description=text.PAUSE)
    @app_commands.describe(reason=text.REASON_FIELD, time=text.PAUSE_TIME)
    @any_table
    async def pause(
        self, interaction: Interaction, reason: Reason, time: str = "", table: str | None = None
    ) -> None:
        code = await self.games.asked(interaction, table)
        await self._done(interaction, self._gm.pause(code, ruler(interaction), reason, time))

    @app_commands.command(name="resume", description=text.RESUME)
    @app_commands.describe(reason=text.REASON_FIELD)
    @any_table
    async def resume(
        self,
        interaction: Interaction,
        reason: app_commands.Range[str, 0, MOST_REASON] = "",
        table: str | None = None,
    ) -> None:
        code = await self.games.asked(interaction, table)
        await self._done(interaction, self._gm.resume(code, ruler(interaction), reason))

    @app_commands.command(name="extend", description=text.EXTEND)
    @app_commands.describe(time=text.EXTEND_TIME, reason=text.REASON_FIELD)
    @any_table
    async def extend(
        self, interaction: Interaction, time: str, reason: Reason, table: str | None = None
    ) -> None:
        code = await self.games.asked(interaction, table)
        await self._done(interaction, self._gm.extend(code, ruler(interaction), time, reason))

    @app_commands.command(name="shorten", description=text.SHORTEN)
    @app_commands.describe(reason=text.REASON_FIELD, time=text.SHORTEN_TIME)
    @any_table
    async def shorten(
        self, interaction: Interaction, reason: Reason, time: str = "", table: str | None = None
    ) -> None:
        code = await self.games.asked(interaction, table)
        await self._done(interaction, self._gm.shorten(code, ruler(interaction), time, reason))

    # -- the turn

    @app_commands.command(name="force", description=text.FORCE)
    @app_commands.describe(reason=text.REASON_FIELD)
    @any_table
    async def force(self, interaction: Interaction, reason: Reason, table: str | None = None) -> None:
        await self._ask(interaction, "gmforce", table, reason)

    @app_commands.command(name="undo", description=text.UNDO)
    @app_commands.describe(reason=text.REASON_FIELD)
    @any_table
    async def undo(self, interaction: Interaction, reason: Reason, table: str | None = None) -> None:
        await self._ask(interaction, "gmundo", table, reason)

    async def _ask(self, interaction: Interaction, act: str, table: str | None, reason: str) -> None:
        """A window that names the turn: it may have gone on since the command was begun."""
        code = await self.games.pick(interaction, table)
        form = await self._gm.form(act, code, ruler(interaction), reason)
        await ask(interaction, form)

    @app_commands.command(name="options", description=text.OPTIONS)
    @any_table
    async def options(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table)
        await show(interaction, await self._running.show(code, ruler(interaction)))

    # -- people

    @app_commands.command(name="replace", description=text.REPLACE)
    @app_commands.describe(player=text.REPLACE_PLAYER, by=text.REPLACE_BY, reason=text.REASON_FIELD)
    @any_table
    async def replace(
        self,
        interaction: Interaction,
        player: str,
        by: discord.User,
        reason: Reason,
        table: str | None = None,
    ) -> None:
        code = await self.games.asked(interaction, table)
        _must_be_here(interaction, by)
        act = self._gm.replace(code, ruler(interaction), player, by.id, by.display_name, reason)
        await self._done(interaction, act)

    @app_commands.command(name="penalise", description=text.PENALISE)
    @penalty_fields
    @any_table
    async def penalise(
        self,
        interaction: Interaction,
        player: str,
        ruling: str,
        reason: Reason,
        space: str = "",
        table: str | None = None,
    ) -> None:
        await self.rule(interaction, table, player, ruling, space, reason)

    @app_commands.command(name="transfer", description=text.TRANSFER)
    @app_commands.describe(to=text.TRANSFER_TO, reason=text.REASON_FIELD)
    @any_table
    async def transfer(
        self, interaction: Interaction, to: discord.User, reason: Reason, table: str | None = None
    ) -> None:
        code = await self.games.asked(interaction, table)
        _must_be_here(interaction, to)
        act = self._gm.transfer(code, ruler(interaction), to.id, to.display_name, reason)
        await self._done(interaction, act)

    # -- shared

    async def _done(self, interaction: Interaction, act: Awaitable[str]) -> None:
        await show(interaction, Message(await act))

    @replace.autocomplete("player")
    async def _seats(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code = await self.games.typing(interaction)
        return shown(await self._gm.players(code, ruler(interaction), typed))


class LogCommand(GameCog):
    """The public log."""

    def __init__(self, games: GamePicker, log: LogView) -> None:
        super().__init__(games)
        self._log = log

    @with_players
    @app_commands.command(name="log", description=text.LOG)
    @any_table
    async def log(self, interaction: Interaction, table: str | None = None) -> None:
        await show(interaction, await self._log.page(await self.games.asked(interaction, table)))


def _must_be_here(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Refuse who cannot play or host here: bots, and who has left the server."""
    if user.bot:
        raise Refused(text.IS_A_BOT)
    if interaction.guild_id is not None and not isinstance(user, discord.Member):
        raise Refused(text.NOT_HERE)
