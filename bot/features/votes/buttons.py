"""The buttons Yes and No of a vote."""

from __future__ import annotations

from bot.common.message import Message, Press
from bot.discord.answer import begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.items import number
from bot.discord.registry import button
from bot.features.votes.voting import Voting


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
        vote = number(press.extra, "I do not know that vote. `/vote list` shows what is being voted on.")
        await begin_private_answer(interaction)
        told = await self._voting.cast(press.table, interaction.user.id, vote, yes)
        await show(interaction, Message(told))
