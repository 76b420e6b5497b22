"""The pages of a leaderboard."""

from __future__ import annotations

from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.registry import button
from bot.features.profiles.leaderboard import Leaderboards


class LeaderboardButtons:
    def __init__(self, leaderboards: Leaderboards) -> None:
        self._leaderboards = leaderboards

    @button("leaders", game=False)
    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """Show another page; `table` is the game's key, `turn` the page here."""
        await interaction.response.defer()
        await show(interaction, await leaders(self._leaderboards, interaction, press.table, press.turn))


async def leaders(leaderboards: Leaderboards, interaction: Interaction, game: str, page: int) -> Message:
    """A page of the ratings in the server where this is asked."""
    if interaction.guild_id is None:
        raise Refused("Ratings are those of a server: ask there.")
    return await leaderboards.page(interaction.guild_id, game, page, interaction.user.id)
