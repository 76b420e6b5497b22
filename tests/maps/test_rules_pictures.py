"""The pictures of the rules of every game: as large as agreed, told in words, the same everywhere."""

from __future__ import annotations

import pickle
from importlib import import_module

import pytest

from adjudicator.cic import Cic
from adjudicator.cic.board import INDEX
from adjudicator.cic.explain import legal_moves
from maps import PAINTERS
from maps.canvas import fit, text_width
from maps.cic import rules_pictures as cic_rules
from maps.cic import text as cic_text
from maps.nme import text as nme_text
from maps.painter import RulesPicture, opening_picture, rules_pictures
from maps.rules_sheet import TITLE, WORDS, column
from maps.text import MAX_LENGTH
from maps.ww3.style import LOOKS
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


@pytest.mark.parametrize("key", ["nemein", "ww3"])
def test_pictures_of_pieces_and_of_a_turn(key: str) -> None:
    """The same bytes every time: they are sent with the rules' pages."""
    found = rules_pictures(key)
    assert [picture.name for picture in found][-1] == "turn" and len(found) == 2
    drawn = import_module(f"maps.{key}.rules_pictures").draw()
    assert [picture.data for picture in drawn] == [picture.data for picture in found]
    assert all(len(picture.data) < 300_000 for picture in found)


@pytest.mark.parametrize("key", ["cic", "nme"])
def test_pieces_and_a_turn(key: str) -> None:
    assert [picture.name for picture in rules_pictures(key)] == ["pieces", "turn"]
    told = {"cic": cic_text, "nme": nme_text}[key]
    for title, words in told.MOVES.values():
        assert fit(title, True, TITLE, WORDS, column(3)) == (title, TITLE), "as large as the others"
        assert text_width(words, False, WORDS) < 5 * column(3)


def test_the_panels_show_the_rules() -> None:
    """A mark for each legal move, and none else."""
    pieces = {"light": {"a1": "C", "d4": "H", "c3": "T"}, "dark": {"h8": "C", "c6": "D"}}
    game = Cic()
    view = game.view(game.load({"pieces": pieces, "to_move": "light"}), "light")
    marks = cic_rules._marks(view, "d4")
    legal = {order.target for order in legal_moves(view) if order.origin == INDEX["d4"]}
    assert set(marks) == legal | {INDEX["d4"]}
    assert (marks[INDEX["c6"]], marks[INDEX["b4"]]) == ("capture", "move")


def test_no_pictures_of_a_game_without_them() -> None:
    assert rules_pictures("no_such_game") == ()


def test_a_worker_hands_them_over() -> None:
    shown = RulesPicture("opening", b"data", "The board.")
    assert pickle.loads(pickle.dumps(shown)) == shown


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_opening_has_those_who_play(players: int) -> None:
    image = opened(opening_picture("ww3", f'{{"players":{players}}}').data).convert("RGB")
    colors = {color for _, color in image.getcolors(256) or ()}
    assert sum(look.face in colors for look in LOOKS) == players


def test_the_opening_where_only_one_side_sets_up() -> None:
    assert opening_picture("cic", '{"enhanced":{"dark":1,"light":0}}').data != opening_picture("cic").data


@pytest.mark.parametrize("key", PAINTERS)
def test_the_opening_of_every_game(key: str) -> None:
    """With default options, and each army on its board."""
    shown, image = opening_picture(key), opened(opening_picture(key).data)
    assert (image.width, image.mode) == (WIDTH, "P") and image.height <= HIGHEST
    assert "before the first turn" in shown.alt
    if key == "ww3":
        colors = {color for _, color in image.convert("RGB").getcolors(256) or ()}
        assert all(look.face in colors for look in LOOKS)
