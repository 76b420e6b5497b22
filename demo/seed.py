"""What a new world begins with."""

from __future__ import annotations

from demo.walltime import DemoEnv
from demo.world import World


async def seed(env: DemoEnv, world: World) -> None:
    """Play the first moves of a new world through the bot's own commands.

    Runs once, with the bot started and before the page is served; an error here stops the demo and
    nothing is stored. Actions return when they are answered; use ``world.until`` for later posts.
    """
