"""A game as an animation: what a program decodes is what the painters drew, however the work was cut up."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image, ImageChops

from adjudicator.chance import HmacChance
from maps import PAINTERS, picture
from maps.canvas import to_colors
from maps.palette import Palette
from maps.replay import Reel, Shot, Still
from maps.replay.frames import KEPT, drawn, frame, part, whole
from tests.conformance import GAMES, SEED, random_turn

WIDTH = 200
every = pytest.mark.parametrize("game", PAINTERS)


@cache
def shots(key: str, steps: int = 5) -> tuple[Shot, ...]:
    """The first steps of a random game, as everybody sees them."""
    game, rng = GAMES[key], random.Random(key)
    resolution = game.start({}, HmacChance(SEED, key))
    found: list[Shot] = []
    for number in range(1, steps + 1):
        events = tuple(event for event in resolution.events if event.seen_by is None)
        view, caption = game.view(resolution.state, None), f"k7f3 · after turn {number}"
        found.append(Shot(view, events, caption, f"Turn {number}", f"It is said: {number}", number, 120))
        resolution = random_turn(game, resolution.state, rng).resolution
    return tuple(found)


def reel(game: str, width: int = WIDTH, of: int = 5) -> Reel:
    return Reel(game, width, dict.fromkeys(GAMES[game].seats({}), "Ada"), of)


@cache
def film(game: str) -> bytes:
    made = part(reel(game), shots(game))
    return whole(made.last, made.frames)


def decoded(data: bytes) -> list[tuple[Image.Image, int]]:
    """The frames as they are shown, with their milliseconds."""
    image = Image.open(io.BytesIO(data))
    found = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append((image.convert("RGB"), int(image.info["duration"])))
    return found


def colored(game: str, shot: Shot) -> Image.Image:
    return to_colors(*drawn(reel(game), shot))


# -- the file


@every
def test_every_frame_is_what_was_drawn(game: str) -> None:
    found = decoded(film(game))
    assert len(found) == 5 and len({frame.tobytes() for frame, _ in found}) == 5
    for (shown, ms), shot in zip(found, shots(game), strict=True):
        assert ImageChops.difference(shown, colored(game, shot)).getbbox() is None
        assert ms == 120


@every
def test_the_board_is_the_painters_picture(game: str) -> None:
    shot = shots(game)[3]
    png = picture(game).draw(
        shot.view, size=WIDTH, names=reel(game).names, caption=shot.caption, events=shot.events
    )
    board = Image.open(io.BytesIO(png)).convert("RGB")
    shown = colored(game, shot)
    assert shown.width == board.width and shown.height > board.height
    assert ImageChops.difference(shown.crop((0, 0, *board.size)), board).getbbox() is None


def test_it_plays_again_and_again() -> None:
    assert Image.open(io.BytesIO(film("cic"))).info["loop"] == 0


@pytest.mark.parametrize("game", ["cic", "nme"])
def test_parts_of_any_length_make_the_same_file(game: str) -> None:
    for lengths in ((1, 1, 1, 1, 1), (2, 3)):
        rest, frames, last = list(shots(game)), list[bytes](), None
        for length in lengths:
            made = part(reel(game), rest[:length], last)
            rest, frames, last = rest[length:], [*frames, *made.frames], made.last
        assert last is not None
        assert whole(last, frames) == film(game)


def test_what_stays_takes_no_room() -> None:
    first, *others = part(reel("nme", 600), shots("nme")).frames
    assert all(len(each) < len(first) / 5 for each in others)
    same = part(reel("nme", 600), [shots("nme")[0]] * 2).frames
    assert len(same[1]) < 40, "one pixel, which stays"


# -- what cannot be encoded


def plain(entry: int, size: tuple[int, int] = (4, 4)) -> Image.Image:
    return Image.new("L", size, entry)


def test_the_entry_for_what_stays_is_nobodys_colour() -> None:
    with pytest.raises(ValueError, match="no palette entry is left"):
        frame(plain(KEPT), None, 100)


def test_all_frames_have_one_size() -> None:
    with pytest.raises(ValueError, match="a frame of"):
        frame(plain(1), plain(1, (4, 5)), 100)


def test_equal_frames_keep_their_time() -> None:
    palette = Palette([(0, 0, 0), (252, 0, 0)])
    frames = [frame(plain(1), None, 500), frame(plain(1), plain(1), 700), frame(plain(0), plain(1), 90)]
    [(red, _), *_, (black, _)] = found = decoded(
        whole(Still((4, 4), b"", palette.data.ljust(768, b"\0")), frames)
    )
    assert sum(ms for _, ms in found) == 1290
    assert red.getpixel((3, 3)) == (252, 0, 0) and black.getpixel((0, 0)) == (0, 0, 0)


# -- the strip


def strip(shot: Shot, of: int = 5, width: int = 400) -> Image.Image:
    board = Image.open(io.BytesIO(picture("cic").draw(shot.view, size=width)))
    entries, palette = drawn(reel("cic", width, of), shot)
    return to_colors(entries, palette).crop((0, board.height, width, entries.height))


def bright(image: Image.Image, box: Sequence[int]) -> int:
    """How many pixels of a box are nearly white."""
    left, top, right, bottom = box
    grey = image.crop((left, top, right, bottom)).convert("L")
    return sum(grey.histogram()[230:])


def test_the_strip_is_equally_high_in_all_frames() -> None:
    shot = shots("cic")[1]
    assert (
        strip(replace(shot, line="")).height == strip(shot).height == strip(replace(shot, heading="")).height
    )


@pytest.mark.parametrize("width", [400, 1000])
def test_long_words_are_cut_and_reach_nothing_else(width: int) -> None:
    shot = replace(shots("cic")[1], heading="W" * 300, line="W" * 300)
    shown = strip(shot, width=width)
    side, bar = round(0.02 * width), round(0.012 * width)
    assert bright(shown, (0, 0, side, shown.height - bar)) == 0
    assert bright(shown, (width - side, 0, width, shown.height - bar)) == 0
    counted = strip(replace(shot, heading="", line=""), width=width)
    box = (width - round(0.09 * width), 0, width, round(0.05 * width))
    assert ImageChops.difference(shown.crop(box), counted.crop(box)).getbbox() is None, "the count is free"


def test_the_bar_tells_how_far_the_game_has_come() -> None:
    for number in (1, 4, 5):
        shown = strip(replace(shots("cic")[1], number=number))
        row = [shown.getpixel((x, shown.height - 2)) for x in range(shown.width)]
        assert row.count(row[0]) == 400 * number // 5 and len(set(row)) == (2 if number < 5 else 1)


def test_names_that_no_font_has_are_no_trouble() -> None:
    shot = shots("cic")[1]
    shown = strip(replace(shot, line="将军 \U0001f680 → e5\nx"))
    assert shown.tobytes() == strip(replace(shot, line="→ e5 x")).tobytes()
