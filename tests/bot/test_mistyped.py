"""A mistyped order of somebody who plays several games is answered by the game that it was meant for."""

from __future__ import annotations

import pytest

from bot.presenters import presenters
from tests.bot.newyork import SEVEN, new_york
from tests.bot.parts import CHANNEL, PostOffice
from tests.bot.silent import nme

WHICH = "Which game do you mean?"
THIRD_CHANNEL = CHANNEL + 2


async def answer(office: PostOffice, user: int, number: int, text: str) -> str:
    await office.services.text_commands.read(user, number, text)
    await office.deliver()
    return office.messenger.dms(user)[-1]


LOOKS = {
    "nme": "I0s-I0n|I9s-I8|p  i4s-i4m|L6-L5s=Q",
    "nme ww3": "S I1xI99|X i1 to i99",
    "nemein nme ww3": "I1-I2 please|i1 to i99|K6-k77",
    "nemein": "handful 25y3|place a1|split|upgrade d44|swap|end it|house e5 please",
    "newyork2047": "1 move sohoo|2 hodl|hamblet 3 suport 1|1 - red hok|disband x|7: soho",
    "cic": "enhance i9|enhance|Ke7 e19",
    "cic nemein nme ww3": "G2-G22|e7-e9|d4xe55|c3 to d0",
    "": "hello|hold|k7f3|k7f3 yes|9|e7|I8s|what now?|a draw, please|\u2014|",
}


@pytest.mark.parametrize("games", LOOKS)
def test_what_looks_like_an_order_of_which_game(games: str) -> None:
    for text in LOOKS[games].split("|"):
        found = sorted(key for key, each in presenters().items() if each.alike.search(text.lower()))
        assert found == games.split(), text


async def test_the_game_that_it_looks_like_says_why(office: PostOffice) -> None:
    """Both games wait for this user."""
    city = await new_york(office)
    code, sits = await nme(office, *SEVEN[:3], channel=CHANNEL + 1)
    user = sits["black"]
    for number, (text, words) in enumerate(
        [
            ("I9s-I8", "there is no star I9s"),
            ("G2-G22", "G22 is not on the board; row G has G1 to"),
            ("S A4-B4", "an Infantry stands on A4"),
            ("I1-I2 please", "not an order. A move is two spaces"),
            ("L5-L9; pass", "L9 is not on the board"),
        ]
    ):
        told = await answer(office, user, 10 + number, text)
        assert words in told and f"`{code}`" in told and WHICH not in told, told
    for number, text in enumerate(["1 move sohoo", "2 hodl"]):
        told = await answer(office, user, 20 + number, text)
        assert "Nothing has changed." in told and f"`{city}`" in told and WHICH not in told, told
    for number, text in enumerate(["please", "send it", "9", "concede", "rules", "history 1"]):
        told = await answer(office, user, 30 + number, text)
        assert WHICH in told and f"`{code}`" in told and f"`{city}`" in told, told


async def test_the_only_game_that_waits_says_why(office: PostOffice) -> None:
    city = await new_york(office)
    code, sits = await nme(office, *SEVEN[:3], channel=CHANNEL + 1)
    for number, (user, asks) in enumerate([(sits["white"], city), (sits["black"], code)]):
        if asks == code:
            await office.orders.send(city, user)
        told = await answer(office, user, 40 + number, "no idea")
        assert f"`{asks}`" in told and WHICH not in told, told


async def test_of_two_games_of_a_kind_the_one_that_waits_says_why(office: PostOffice) -> None:
    await new_york(office)
    first, sits = await nme(office, *SEVEN[:3], channel=CHANNEL + 1)
    second, there = await nme(office, *SEVEN[:3], channel=THIRD_CHANNEL)
    for user in SEVEN[:3]:
        waits = [code for code, who in ((first, sits["black"]), (second, there["black"])) if who == user]
        told = await answer(office, user, 60 + user, "G2-G22")
        if len(waits) == 1:
            assert f"`{waits[0]}`" in told and "G22 is not on the board" in told
        elif len(waits) == 2:
            assert WHICH in told
