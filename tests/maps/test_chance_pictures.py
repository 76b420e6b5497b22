"""Flips and rolls as a GIF: what it rests on is the truth, and nothing tells it before."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.chance import CoinFlip, Die, Lot
from adjudicator.game import Event
from adjudicator.nemein import events as nemein
from adjudicator.ww3 import events as ww3
from maps.chance import Thrown, acts, alt, stake, text, thrown, verdict
from maps.chance.animation import COIN, DIE, WIDTH, ThrowScene, Words, coins, draw
from maps.chance.dice_and_coins import Coin, look
from tests.tiers import sample

SEATS = {
    "red": "Red",
    "blue": "Blue",
    "silver": "Silver",
    "olive": "Olive",
    "south": "South",
    "north": "North",
}
NAMES = {"red": "Ada", "blue": "W" * 40, "silver": "将军 \U0001f680", "olive": "Dan of Ölsburg-Hinterstraße"}
FOUR = ("red", "blue", "silver", "olive")


def dice(*rounds: str, begins: str = "red") -> list[Event]:
    """Rounds such as "6266", a "-" for a seat that does not roll, and who begins."""
    found: list[Event] = []
    for values in rounds:
        for seat, value in zip(FOUR, values, strict=False):
            if value != "-":
                found.append(Die(n=len(found), value=int(value), seat=seat))
    return [*found, ww3.Begins(seat=begins)]


def money(*codes: str) -> Any:
    return SimpleNamespace(
        seats=("south", "north"),
        options=SimpleNamespace(money=[SimpleNamespace(code=code) for code in codes]),
    )


def gif(events: Sequence[Event], game: str = "ww3", view: Any = None) -> bytes:
    return draw(game, view, events=events, seats=SEATS, names=NAMES, caption="WW3 · k7f3")


def frames(data: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(data))
    found = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append(image.convert("RGB"))
    return found


def scene(events: Sequence[Event], game: str = "ww3", view: Any = None) -> ThrowScene:
    made = ThrowScene(
        thrown(events),
        Words(SEATS, NAMES, "WW3 · k7f3", stake(events, SEATS, "south"), verdict(events, SEATS)),
        coins(game, view),
    )
    list(made.frames())
    return made


def differ(one: Image.Image, other: Image.Image) -> float:
    return float(sum(ImageStat.Stat(ImageChops.difference(one, other)).mean))


TIE = dice("6266", "5-51", "3-4", begins="silver")
FLIP: list[Event] = [
    nemein.Attacked(seat="north", coin=10, origin="d4", target="d3", lowest=10, sure=False),
    CoinFlip(n=12, heads=True, seat="north"),
    nemein.Repelled(seat="north", coin=10, target="d3"),
]
EVERY: dict[str, tuple[list[Event], str, Any]] = {
    "tie": (TIE, "ww3", None),
    "two": (dice("1-6", begins="silver"), "ww3", None),
    "nobody": ([Die(n=n, value=n + 1) for n in range(6)], "cic", None),
    "coin": ([CoinFlip(n=0, heads=False), nemein.Begins(seat="north")], "nemein", money("USD", "USD")),
    "attack": (FLIP, "nemein", money("EUR", "JPY")),
    "two coins": (
        [CoinFlip(n=n, heads=not n, seat="south") for n in range(2)],
        "nemein",
        money("GBP", "CHF"),
    ),
    "of no currency": ([CoinFlip(n=7, heads=True)], "cic", None),
    "mixed": ([CoinFlip(n=7, heads=True), Die(n=8, value=3, seat="red")], "ww3", None),
}
every = pytest.mark.parametrize("name", EVERY)


@cache
def shown(name: str) -> bytes:
    events, game, view = EVERY[name]
    return gif(events, game, view)


# -- the file


@every
def test_it_plays_once_and_rests_on_its_last_frame(name: str) -> None:
    data = shown(name)
    assert data[:6] == b"GIF89a" and b"NETSCAPE" not in data, "without a loop count it plays once"
    image = Image.open(io.BytesIO(data))
    assert "loop" not in image.info
    found = frames(data)
    assert len(found) > 5 and image.size[0] == WIDTH == 360
    assert all(frame.tobytes() != found[-1].tobytes() for frame in found[:5]), "no glimpse of it"
    image.seek(0)
    assert 500 <= image.info["duration"] <= 2000, "time to read what is at stake"
    image.seek(len(found) - 1)
    assert image.info["duration"] >= 30_000


@every
def test_it_is_small(name: str) -> None:
    assert len(shown(name)) <= 200_000


def test_a_tie_that_goes_on_is_small_too() -> None:
    """Seven ties of all four, one after the other: rarer than one game in 10**16."""
    data = gif(dice(*["6666"] * 7, "1234"))
    assert len(data) <= 200_000 and len(frames(data)) < 60


def test_of_a_tie_without_end_the_last_rounds_are_shown() -> None:
    """The words tell all of them."""
    events = dice(*["6666"] * 40, "1234")
    assert [row[0].thrown.n for row in scene(events).rows] == [4 * n for n in range(33, 41)]
    assert scene(events).canvas.entries.height == scene(dice("1234")).canvas.entries.height
    assert len(gif(events)) <= 200_000 and len(frames(gif(events))) < 60


@pytest.mark.parametrize("name", ["tie", "attack"])
def test_the_same_bytes_again(name: str) -> None:
    events, game, view = EVERY[name]
    assert gif(events, game, view) == shown(name)


# -- what it shows


def pips(image: Image.Image, color: tuple[int, int, int]) -> int:
    """How many spots of a colour there are: found by filling each."""
    wide, high = image.size
    pixels = image.tobytes()
    ink = set()
    for place in range(wide * high):
        parts = zip(pixels[3 * place : 3 * place + 3], color, strict=True)
        if sum(abs(one - other) for one, other in parts) < 60:
            ink.add((place % wide, place // wide))
    count = 0
    while ink:
        count += 1
        edge = [ink.pop()]
        while edge:
            x, y = edge.pop()
            for spot in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if spot in ink:
                    ink.remove(spot)
                    edge.append(spot)
    return count


@pytest.mark.parametrize("name", ["tie", "two", "nobody"])
def test_each_die_rests_on_its_value(name: str) -> None:
    last = frames(shown(name))[-1]
    for spot in scene(*EVERY[name]).rows[-1]:
        half = DIE / 2 - 6
        die = last.crop((int(spot.x - half), int(spot.y - half), int(spot.x + half), int(spot.y + half)))
        assert isinstance(spot.thrown, Die)
        assert pips(die, look(spot.thrown.seat).pip) == spot.thrown.value, spot.thrown


@pytest.mark.parametrize("seat", sample(FOUR, [0]))
def test_all_faces_of_all_dice(seat: str) -> None:
    for value in range(1, 7):
        events = [Die(n=0, value=value, seat=seat)]
        last, [[spot]] = frames(gif(events))[-1], scene(events).rows
        half = DIE / 2 - 6
        die = last.crop((int(spot.x - half), int(spot.y - half), int(spot.x + half), int(spot.y + half)))
        assert pips(die, look(seat).pip) == value


@pytest.mark.parametrize("name", ["coin", "attack", "two coins", "of no currency"])
def test_each_coin_rests_on_its_side(name: str) -> None:
    events, game, view = EVERY[name]
    last = frames(shown(name))[-1]
    [spot] = scene(events, game, view).rows[-1]
    one = spot.thrown
    assert isinstance(one, CoinFlip)
    left, top = round(spot.x - COIN / 2), round(spot.y - COIN / 2)
    seen = last.crop((left, top, left + COIN, top + COIN))
    sides = {}
    for heads in (True, False):
        sides[heads] = seen.copy()
        face = coins(game, view)(one.seat).face(heads, COIN)
        sides[heads].paste(face, (0, 0), face)
    assert differ(seen, sides[one.heads]) < 8 < 20 < differ(seen, sides[not one.heads])


def test_nothing_is_given_away_before() -> None:
    """While a coin is in the air the picture is the same whatever comes, but for how it is turned."""
    first, second = (
        frames(gif([CoinFlip(n=5, heads=heads, seat="south")], "nemein", money("USD", "USD")))
        for heads in (True, False)
    )
    right = (18 + COIN + 2, 0, WIDTH, first[0].height)
    assert len(first) == len(second)
    assert first[0].tobytes() == second[0].tobytes(), "what is seen where nothing plays"
    for one, other in zip(first[1:-2], second[1:-2], strict=True):
        assert one.crop(right).tobytes() == other.crop(right).tobytes()
    assert first[-1].crop(right).tobytes() != second[-1].crop(right).tobytes(), "it says heads or tails"
    tie, longer, alone = (
        frames(gif(dice(*rounds, begins="silver")))
        for rounds in (("6266", "5-51", "3-4"), ("6266", "4-41", "3-4"), ("1234",))
    )
    assert tie[0].size == alone[0].size, "not even how often they roll"
    assert all(a.tobytes() == b.tobytes() for a, b in zip(tie[:11], longer[:11], strict=True))


def test_what_is_at_stake_is_told_before() -> None:
    events, game, view = EVERY["attack"]
    made = ThrowScene(
        thrown(events), Words(SEATS, NAMES, "", stake(events, SEATS, "south"), ""), coins(game, view)
    )
    list(made.frames())
    assert "Heads: North takes d3" in [box.text for box in made.canvas.boxes]
    assert stake(EVERY["coin"][0], SEATS, "south") == "Heads: South begins"
    assert stake(TIE, SEATS, "") == "The highest roll begins"
    assert stake([CoinFlip(n=1, heads=True)], SEATS, "") == ""


@every
def test_words_fit_and_do_not_collide(name: str) -> None:
    made = scene(*EVERY[name])
    boxes = made.canvas.boxes
    high = made.canvas.entries.height
    for place, box in enumerate(boxes):
        assert box.left >= 0 and box.right <= WIDTH and box.top >= 0 and box.bottom <= high, box
        for other in boxes[:place]:
            apart = (
                box.right <= other.left
                or other.right <= box.left
                or box.bottom <= other.top
                or other.bottom <= box.top
            )
            assert apart, (box, other)
    said = [box.text for box in boxes]
    for spot in made.rows[-1]:
        assert said.count(f"#{spot.thrown.n}") == 1
    assert "WW3 · k7f3" in said


def test_names_of_seats_and_players() -> None:
    said = [box.text for box in scene(TIE).canvas.boxes]
    assert {"Red", "Blue", "Silver", "Olive", "Ada", "Silver begins"} <= set(said)
    assert any(part.startswith("WWW") and part.endswith("…") for part in said)
    said = [box.text for box in scene(*EVERY["attack"]).canvas.boxes]
    assert {"#12", "Heads", "North", "North loses the attack on d3"} <= set(said)


# -- which events


def test_rounds() -> None:
    found = acts(thrown(TIE))
    assert [[one.n for one in act] for act in found] == [[0, 1, 2, 3], [4, 5, 6], [7, 8]]
    mixed: list[Thrown] = [
        CoinFlip(n=0, heads=True),
        CoinFlip(n=1, heads=True),
        Die(n=2, value=1),
        Die(n=3, value=1),
    ]
    assert [len(act) for act in acts(mixed)] == [1, 1, 2]
    assert acts([]) == []
    assert [len(act) for act in acts([Die(n=n, value=1) for n in range(6)])] == [4, 2]


def test_alt_text() -> None:
    """What is flipped or rolled, not what comes."""
    assert alt(EVERY["coin"][0], SEATS) == text.ALT_FLIP_FOR_FIRST
    assert alt(EVERY["attack"][0], SEATS) == text.ALT_FLIP_FOR_TILE(seat="North", target="d3")
    assert alt(EVERY["of no currency"][0], SEATS) == text.ALT_FLIPS
    assert alt(dice("52"), SEATS) == text.ALT_ROLL_FOR_FIRST(seats="Red and Blue") == alt(dice("25"), SEATS)
    assert alt(EVERY["nobody"][0], SEATS) == text.ALT_ROLLS
    assert thrown([Lot(n=0, of=2, value=1), ww3.Begins(seat="red")]) == []


def test_verdicts() -> None:
    assert verdict(TIE, SEATS) == "Silver begins"
    assert verdict([ww3.Begins(seat="red")], SEATS) == "", "nothing was rolled"
    won = nemein.Won(seat="south", target="d4", taken={"units": (5,), "houses": 0}, promoted_to=10)
    assert verdict([CoinFlip(n=1, heads=True, seat="south"), won], SEATS) == "South takes d4"
    assert verdict([CoinFlip(n=1, heads=True, seat="south")], SEATS) == ""
    later = [CoinFlip(n=1, heads=True), ww3.Passed(seat="red"), won]
    assert verdict(later, SEATS) == "", "only what stands right behind it"


def test_the_coin_of_the_seat() -> None:
    of = coins("nemein", money("EUR", "JPY"))
    assert of("north") == Coin("JPY") and of("south") == of(None) == Coin("EUR")
    assert coins("ww3", None)("red") == Coin()
