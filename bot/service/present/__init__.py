"""The words of each game: names, narration, menus, rules in short."""

from __future__ import annotations

from collections.abc import Mapping

from bot.service.present.base import MenuStep, Page, Presenter
from bot.service.present.cic import CicPresenter


def presenters() -> Mapping[str, Presenter]:
    """Every game's presenter by the game's key."""
    found: list[Presenter] = [CicPresenter()]
    return {presenter.key: presenter for presenter in found}


__all__ = ["MenuStep", "Page", "Presenter", "presenters"]
