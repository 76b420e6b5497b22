"""What `/game new` and the lobby say of each game."""

from __future__ import annotations

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
