"""Game masters: the forms that ask once more, the forms of options, pages of the public log."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.convert import to_modal
from bot.discord.items import number
from bot.discord.registry import button, form
from bot.features.lobby.options import WrongForm
from bot.features.moderation.game_masters import Ruler
from bot.features.moderation.gm import Gm
from bot.features.moderation.log_view import LogView
from bot.features.moderation.penalties import Penalties
from bot.features.moderation.running_options import Running

_UNKNOWN = "This is from an older version of the bot. Nothing has changed."


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
        reason, step = values.get("reason", ""), number(press.extra, _UNKNOWN)
        deed = self._gm.undo if press.act == "gmundo" else self._gm.force
        await show(interaction, Message(await deed(press.table, ruler(interaction), reason, step)))

    @button("gmoptions", public=True)
    async def options(self, interaction: Interaction, press: Press) -> None:
        asked = await self._running.form(press.table, ruler(interaction), press.turn, press.extra)
        await interaction.response.send_modal(to_modal(asked))

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
        await show(interaction, await self._log.page(press.table, number(press.extra, _UNKNOWN)))
