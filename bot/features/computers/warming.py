"""Processes that think are started before they are needed: the first answer comes as soon as any."""

from __future__ import annotations

from adjudicator.game import AnyGame
from bot.engine.computers import has_engine
from bot.engine.context import Context
from bot.features.computers.thinking import prepare, think


def warm(context: Context, game: AnyGame, computers: int) -> None:
    """Get ready in the background for a game in which so many computers think at the same time."""
    if has_engine(game):
        context.renderer.warm(prepare, game.key, game.rules_version, before=think, processes=computers)
