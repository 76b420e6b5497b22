"""The words of each game: names, narration, menus, rules in short."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.nemein.money import read_currencies
from adjudicator.newyork2047.board import read_board
from adjudicator.nme.board import read_board as read_nme_board
from adjudicator.ww3.board import read_board as read_ww3_board
from bot.presenters.base import MenuStep, Page, Pitch, Presenter, Tap
from bot.presenters.cic import CicPresenter
from bot.presenters.nemein import NemeinPresenter
from bot.presenters.newyork2047 import NewYorkPresenter
from bot.presenters.nme import NmePresenter
from bot.presenters.ww3 import Ww3Presenter
from maps.boards import board


def presenters() -> Mapping[str, Presenter]:
    """Every game's presenter by the game's key."""
    found: list[Presenter] = [
        CicPresenter(),
        NemeinPresenter(read_currencies(board(NemeinPresenter.key))),
        NewYorkPresenter(read_board(board(NewYorkPresenter.key))),
        NmePresenter(read_nme_board(board(NmePresenter.key))),
        Ww3Presenter(read_ww3_board(board(Ww3Presenter.key))),
    ]
    return {presenter.key: presenter for presenter in found}


__all__ = ["MenuStep", "Page", "Pitch", "Presenter", "Tap", "presenters"]
