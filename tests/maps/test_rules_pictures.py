"""The pictures of the rules of every game: as large as agreed, told in words, the same everywhere."""

from __future__ import annotations

import pickle

import pytest

from maps import PAINTERS
from maps.painter import RulesPicture, rules_pictures
from maps.text import MAX_LENGTH
from tests.maps.checks import opened

WIDTH, HIGHEST = 1100, 1400


@pytest.mark.parametrize("key", PAINTERS)
def test_rules_pictures_fit_a_post(key: str) -> None:
    found = rules_pictures(key)
    assert len({picture.name for picture in found}) == len(found)
    for picture in found:
        assert picture.name.isidentifier()
        image = opened(picture.data)
        assert image.format == "PNG"
        assert image.width == WIDTH
        assert image.height <= HIGHEST
        assert 0 < len(picture.alt) <= MAX_LENGTH


def test_no_pictures_of_a_game_without_them() -> None:
    assert rules_pictures("no_such_game") == ()


def test_a_worker_hands_them_over() -> None:
    shown = RulesPicture("opening", b"data", "The board.")
    assert pickle.loads(pickle.dumps(shown)) == shown
