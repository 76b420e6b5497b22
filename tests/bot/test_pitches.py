"""What `/game new`, the lobby and `/rules` say of each game."""

from __future__ import annotations

import re

import pytest

from adjudicator.registry import games
from bot.presenters import presenters
from maps.boards import boards


@pytest.mark.parametrize("key", presenters())
def test_a_pitch_is_short_and_its_players_are_those_of_the_rules(key: str) -> None:
    """A choice of `/game new` holds 100 characters, and so does a menu's description."""
    pitch, game = presenters()[key].pitch, games(boards())[key]
    assert pitch.sentence.endswith(".") and len(pitch.sentence) <= 100
    assert len(" · ".join((pitch.players, pitch.length, pitch.difficulty))) <= 100
    assert str(len(game.seats(game.options({})))) in pitch.players


@pytest.mark.parametrize("key", ["cic", "nme"])
def test_the_rules_fit_and_rulings_stand_last(key: str) -> None:
    pages = presenters()[key].pages()
    assert [page.title for page in pages][:2] == ["The game", "A turn"], "these two have pictures"
    assert pages[-1].title == "Rulings"
    for page in pages:
        assert len(page.text) <= 1900 and len(page.title) <= 40
        assert page.text.count("**") % 2 == 0 and page.text.count("`") % 2 == 0


@pytest.mark.parametrize("key", ["cic", "nme"])
def test_moves_in_the_rules_are_read_as_orders(key: str) -> None:
    """What stands in code looks like an order of that game, or is a command or a word."""
    presenter, text = presenters()[key], "".join(page.text for page in presenters()[key].pages())
    moves = re.findall(r"`(\w+[-x*]\w+)`", text)
    assert moves and all(presenter.alike.search(move.lower()) for move in moves)
