"""The buttons of a lobby, its menu of seats, and the host's form of options."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Mapping, Sequence

from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, say, show
from bot.discord.client import Interaction
from bot.discord.convert import to_edit, to_modal
from bot.discord.error_codes import TROUBLE
from bot.discord.registry import button, form, is_private, menu
from bot.engine.context import Context
from bot.features.lobby.lobby import Lobby
from bot.features.lobby.options import WrongForm

log = logging.getLogger(__name__)


class LobbyButtons:
    def __init__(self, context: Context, lobby: Lobby) -> None:
        self._context, self._lobby = context, lobby

    @button("join", public=True)
    async def join(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user = interaction.user
        await self._done(interaction, press, self._lobby.join(press.table, user.id, user.display_name))

    @button("leave", public=True)
    async def leave(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._done(interaction, press, self._lobby.leave(press.table, interaction.user.id))

    @button("start", public=True)
    async def start(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._done(interaction, press, self._lobby.start(press.table, interaction.user.id))

    @button("close", public=True)
    async def close(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._done(interaction, press, self._lobby.close(press.table, interaction.user.id))

    @menu("wish", public=True)
    async def wish(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        seat = None if values[0] == "any" else values[0]
        await self._done(interaction, press, self._lobby.wish(press.table, interaction.user.id, seat))

    @button("options", public=True)
    async def options(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user.id
        asked = await self._lobby.options_form(press.table, user, press.extra, press.turn)
        await interaction.response.send_modal(to_modal(asked))

    @form("setoptions", public=True)
    async def set_options(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        deed = self._lobby.set_options(press.table, interaction.user.id, values, press.turn)
        await self._done(interaction, press, deed)

    async def _done(self, interaction: Interaction, press: Press, deed: Awaitable[str]) -> None:
        """Do this, show the lobby anew, and tell the user privately. A refusal shows it anew too: the message
        may be behind, because a quicker click or a crash came between a deed and its showing."""
        try:
            answer = Message(await deed)
        except WrongForm as wrong:
            answer = wrong.message
        except Refused as refused:
            answer = Message(str(refused))
        await self._refresh(interaction, press.table)
        # The form that a refusal opened again belongs to that private message, not to the lobby.
        await (show if is_private(interaction) else say)(interaction, answer)

    async def _refresh(self, interaction: Interaction, table_id: str) -> None:
        """Show the lobby anew where it stands. If Discord is unwell the next press mends it."""
        pressed = interaction.message
        async with self._context.lock(f"lobby/{table_id}"):  # so that the newest is shown last
            lobby, place = await self._lobby.message(table_id), await self._lobby.place(table_id)
            try:
                if pressed is not None and place is not None and pressed.id == place[1]:
                    await show(interaction, lobby)
                elif place is not None:
                    channel = interaction.client.get_partial_messageable(place[0])
                    await channel.get_partial_message(place[1]).edit(**to_edit(lobby))
            except TROUBLE as error:
                log.info("lobby not shown", extra={"table": table_id, "reason": type(error).__name__})
