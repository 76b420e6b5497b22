"""/press and /letters."""

from __future__ import annotations

from discord import app_commands

from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import begin_private_answer, show
from bot.discord.autocomplete import Choice, filled, shown
from bot.discord.client import Interaction
from bot.discord.contexts import with_players
from bot.discord.convert import to_modal
from bot.discord.game_cog import GameCog, GamePicker, any_table
from bot.features.letters.buttons import source
from bot.features.letters.letterbox import Letterbox
from bot.features.letters.writing import Letters


class LetterCommands(GameCog):
    """Letters between players. Every answer is private."""

    def __init__(self, games: GamePicker, letters: Letters, letterbox: Letterbox) -> None:
        super().__init__(games)
        self._letters, self._letterbox = letters, letterbox

    @with_players
    @app_commands.command(
        name="press", description="Send a letter to other players, or to everyone in public"
    )
    @app_commands.describe(
        to="Factions or players, like hamblet greene; or all; or #12, who wrote unsigned letter 12",
        text="Your letter; leave it out to write several lines in a form",
        anonymous="Leave out your name, where the game allows it",
    )
    @any_table
    async def press(
        self,
        interaction: Interaction,
        to: str,
        text: app_commands.Range[str, 1, 1500] | None = None,
        anonymous: bool = False,
        table: str | None = None,
    ) -> None:
        user = interaction.user.id
        if text is None:
            form = await self._letters.form(await self._pick(interaction, table), user, to, anonymous)
            await interaction.response.send_modal(to_modal(form))
            return
        await begin_private_answer(interaction)
        code, key = await self._pick(interaction, table), source(interaction)
        told = await self._letters.write(code, user, to, text, source=key, anonymous=anonymous)
        await show(interaction, Message(told))

    @with_players
    @app_commands.command(name="letters", description="Read your letters; after a game ends, everyone's")
    @app_commands.describe(with_="Only letters to and from this faction")
    @app_commands.rename(with_="with")
    @any_table
    async def letters(
        self, interaction: Interaction, table: str | None = None, with_: str | None = None
    ) -> None:
        await begin_private_answer(interaction)
        code = await self._pick(interaction, table, reading=True)
        await show(interaction, await self._letterbox.read(code, interaction.user.id, with_ or ""))

    async def _pick(self, interaction: Interaction, table: str | None, *, reading: bool = False) -> str:
        """The game that a letter is for: see `Letters.pick`."""
        user, channel = interaction.user.id, interaction.channel_id
        return await self._letters.pick(user, table, channel, reading=reading)

    @press.autocomplete("to")
    async def _names(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            code = await self._pick(interaction, filled(interaction, "table"))
        except Refused:
            return []
        return shown(await self._letters.suggest(code, interaction.user.id, typed))

    @letters.autocomplete("with_")
    async def _others(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            code = await self._pick(interaction, filled(interaction, "table"), reading=True)
        except Refused:
            return []
        return shown(await self._letterbox.factions(code, typed))
