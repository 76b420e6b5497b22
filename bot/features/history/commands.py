"""/history, /replay, /export, /import."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.discord.answer import show
from bot.discord.autocomplete import Choice, texts
from bot.discord.client import Interaction
from bot.discord.contexts import in_servers, with_players
from bot.discord.game_cog import GameCog, GamePicker, any_table
from bot.discord.permissions import can_post
from bot.features.history import discord_replays
from bot.features.history.exporting import GameExport
from bot.features.history.importing import GameImport
from bot.features.history.pages import HistoryPages
from bot.features.history.replays import Replays
from bot.features.server_settings.commands import asker


class HistoryCommands(GameCog):
    """Looking back at games, and taking them along."""

    def __init__(
        self,
        games: GamePicker,
        history_pages: HistoryPages,
        replays: Replays,
        game_export: GameExport,
        game_import: GameImport,
        deadlines: Callable[[int, str], Awaitable[list[str]]],
    ) -> None:
        """deadlines: what a user may mean by a deadline typed so far"""
        super().__init__(games)
        self._history_pages, self._replays = history_pages, replays
        self._game_export, self._game_import, self._deadlines = game_export, game_import, deadlines

    @with_players
    @app_commands.command(name="history", description="Step through a game turn by turn (only you see this)")
    @app_commands.describe(turn="Where to begin, like 12, spring 2048 or start (default: the newest turn)")
    @any_table
    async def history(self, interaction: Interaction, table: str | None = None, turn: str = "") -> None:
        code, user = await self.games.asked(interaction, table), interaction.user.id
        history_pages = self._history_pages
        page = await (
            history_pages.jump(code, user, turn) if turn.strip() else history_pages.page(code, user)
        )
        await show(interaction, page)

    @with_players
    @app_commands.command(name="replay", description="Watch a game from its start as an animated picture")
    @app_commands.describe(speed="How long each turn is shown (default: normal)")
    @app_commands.choices(speed=[Choice(name=each, value=each) for each in ("slow", "normal", "fast")])
    @any_table
    async def replay(self, interaction: Interaction, table: str | None = None, speed: str = "normal") -> None:
        code = await self.games.asked(interaction, table)
        await discord_replays.draw(self._replays, interaction, code, speed)

    @with_players
    @app_commands.command(
        name="export", description="Download a game's record; while it runs, only what you may know"
    )
    @any_table
    async def export(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table)
        await show(interaction, await self._game_export.export(code, interaction.user.id))

    @in_servers
    @app_commands.command(
        name="import",
        description="Bring a game here from its record: look at it, or play on if it isn't over",
    )
    @app_commands.describe(
        record="A file from /export or /verify",
        deadline="If the game goes on: time per turn, as in /game new (default 24h)",
    )
    async def bring(
        self, interaction: Interaction, record: discord.Attachment, deadline: str = "24h"
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who, channel = asker(interaction), interaction.channel_id
        await self._game_import.may(who, record.size)
        can_post(interaction)
        try:
            data = await record.read()
        except discord.HTTPException:
            raise Refused("I cannot fetch that file from Discord now. Try again.") from None
        await show(interaction, await self._game_import.bring(who, channel or 0, data, deadline))

    @bring.autocomplete("deadline")
    async def _offered(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(await self._deadlines(interaction.user.id, typed))
