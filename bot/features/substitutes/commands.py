"""/substitute; the button below an offered seat asks once more, the next one takes the seat."""

from __future__ import annotations

from discord import app_commands

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, begin_private_answer, say, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, own_table, shown, with_players
from bot.discord.components import button
from bot.engine.access import Looking
from bot.features.substitutes import text
from bot.features.substitutes.substitution import Substitutes, Taker


def taker(interaction: Interaction) -> Taker:
    """The user, and the server where they ask."""
    return Taker(interaction.user.id, interaction.user.display_name, interaction.guild_id)


class SubstituteButtons:
    def __init__(self, substitutes: Substitutes) -> None:
        self._substitutes = substitutes

    @button("takeseat", public=True)
    async def ask(self, interaction: Interaction, press: Press) -> None:
        asked = await self._substitutes.question(press.table, press.seat or "", taker(interaction))
        await say(interaction, asked)

    @button("takeyes")
    async def take(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        told = await self._substitutes.take(press.table, press.seat or "", taker(interaction))
        await show(interaction, Message(told))

    @button("takeno")
    async def leave(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, Message(text.NOT_TAKEN))


class SubstituteCommands(GameCog):
    """Seats that change hands. Answers are private, the game's channel is told."""

    substitute = with_players(app_commands.Group(name="substitute", description=text.SUBSTITUTE))

    def __init__(self, games: GamePicker, looking: Looking, substitutes: Substitutes) -> None:
        super().__init__(games)
        self._looking, self._substitutes = looking, substitutes

    @substitute.command(name="list", description=text.LIST)
    async def free(self, interaction: Interaction) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._substitutes.free(interaction.guild_id, interaction.user.id))

    @substitute.command(name="ask", description=text.ASK)
    @own_table
    async def ask(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, Message(await self._substitutes.ask(code, interaction.user.id)))

    @substitute.command(name="keep", description=text.KEEP)
    @own_table
    async def keep(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table, own=True)
        await show(interaction, Message(await self._substitutes.keep(code, interaction.user.id)))

    @substitute.command(name="take", description=text.TAKE)
    @app_commands.describe(seat=text.TAKE_SEAT)
    async def take(self, interaction: Interaction, seat: str) -> None:
        await begin_private_answer(interaction)
        typed, _, which = seat.strip().partition(" ")
        code = (await self._looking.must_look(typed, interaction.user.id)).id
        await show(interaction, await self._substitutes.question(code, which, taker(interaction)))

    @take.autocomplete("seat")
    async def _free(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return shown(await self._substitutes.choices(interaction.guild_id, interaction.user.id, typed))
