"""A post that many people change, shown anew where it stands: a lobby, a sign-up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.common.message import Message
from bot.common.payloads import Sent
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.messenger import revise

MOST_SHOWN = 3
"""So often a post is shown anew because another process has changed it meanwhile."""


async def show_newest(
    interaction: Interaction,
    place: Sent,
    message: Message,
    again: Callable[[], Awaitable[Message]] | None,
    *,
    pressed: bool,
) -> None:
    """Show the message in place of the post. Raises what Discord answers.

    again: reads it anew; given where several processes show it, because what another one has shown meanwhile
    may stand below this
    pressed: the interaction is with the post itself, and shows it in its answer
    """
    for _ in range(MOST_SHOWN):
        if pressed:
            await show(interaction, message, keep=True)
        else:
            await revise(interaction.client, place, message)
        if again is None or message == (message := await again()):
            return
