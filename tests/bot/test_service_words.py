"""Words of commands in direct messages, "ready" below orders, several games at once, and short refusals."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.common.message import Button
from tests.bot.newyork import GREENE, PAPST, SEVEN, TOWER, all_ready, new_york, storm
from tests.bot.parts import CHANNEL, HOST, PostOffice, menus
from tests.bot.test_sheets import sheet


class Writer:
    """Writes direct messages, and reads the answers."""

    def __init__(self, office: PostOffice, user: int = TOWER) -> None:
        self.office, self.user, self.number = office, user, user * 100

    async def __call__(self, text: str) -> str:
        self.number += 1
        await self.office.services.text_commands.read(self.user, self.number, text)
        await self.office.deliver()
        return self.office.messenger.dms(self.user)[-1]


# -- ready below orders


@pytest.mark.parametrize(
    "text", ["1 harlem; 2 hold; ready", "1 harlem\n2 hold\nSend", "1 harlem; 2 hold\ndone"]
)
async def test_ready_below_orders(office: PostOffice, text: str) -> None:
    code = await new_york(office)
    told = await Writer(office)(text)
    assert "Understood: `1 move harlem`, `2 hold`." in told and "**Your orders** · ready" in told
    assert await sheet(office, code) == (["1 move harlem", "2 hold"], True)


@pytest.mark.parametrize(
    "text", ["1 harlem; 2 nowhere; ready", "draw; ready", "1 harlem; draw; send", "ready; 1 hold"]
)
async def test_nothing_is_half_applied(office: PostOffice, text: str) -> None:
    code = await new_york(office)
    assert "Nothing has changed." in await Writer(office)(text)
    assert await sheet(office, code) == ([], False) and (await office.table(code)).seq == 1


async def test_an_order_and_send_in_one_message(office: PostOffice) -> None:
    code = await office.game()
    told = await Writer(office, HOST)("e7-e6; send")
    assert "Sent: `e7-e6`. Turn 1 is resolved" in told and (await office.table(code)).turn == 1


async def test_the_answer_stands_above_the_next_desk(office: PostOffice) -> None:
    code = await new_york(office)
    for user in SEVEN[1:]:
        await office.orders.send(code, user)
    newest = await Writer(office)("ready")
    assert "turn 2 · Fall 2047" in newest and "not ready yet" in newest
    assert "You are ready. Turn 1 is resolved" in office.messenger.dms(TOWER)[-2]


# -- which game


async def test_games_of_different_kinds_by_their_orders(office: PostOffice) -> None:
    city = await new_york(office)
    cic = await office.game(channel=CHANNEL + 1)
    write = Writer(office, HOST)
    assert f"`{cic}` · turn 1" in await write("e7-e6")
    assert f"`{city}` · turn 1" in await write("1 harlem")
    assert "Which game do you mean?" in await write("draw")
    assert f"`{city}` · turn 1" in await write("2 hold; ready")
    assert "No turn of game" in await write("why 2"), "there is no why in the other game"
    assert await sheet(office, city) == (["1 move harlem", "2 hold"], True)
    assert (await sheet(office, cic, "dark"))[0] == ["e7-e6"]


async def test_a_game_that_is_over(office: PostOffice) -> None:
    code = await new_york(office, options="last_year=2047")
    await all_ready(office, code)
    await all_ready(office, code, {TOWER: "1 harlem"})
    await new_york(office, channel=CHANNEL + 1)
    write = Writer(office)
    for text in (f"{code} ready", f"{code.upper()}: 1 hold", code, f"{code} board", f"/orders table:{code}"):
        assert f"Game `{code}` is over." in await write(text), text
    assert "**Tower 1** went from Cloisters to Harlem" in await write(f"{code} why 1")
    assert "**Tower 1** went" in await write(f"/why unit:tower 1 table:{code}")
    assert "in no game now" in await Writer(office, 99)(f"{code} ready"), "strangers learn nothing of it"
    message = await office.services.verification.verified(code)
    assert "- 14 sealed sheets fit their SHA-256\n" in message.text


async def test_no_seals_no_word_of_them(office: PostOffice) -> None:
    code = await office.game()
    await office.orders.declare(code, HOST, "concede")
    assert "sealed" not in (await office.services.verification.verified(code)).text


# -- words of commands


async def test_words_of_commands(office: PostOffice) -> None:
    code = await new_york(office)
    write = Writer(office)
    assert "No turn of game" in await write("why 1")
    assert "No turn of game" in await write("why")
    await all_ready(office, code, {TOWER: "1 harlem"})
    for text in (
        "why 1",
        "Why tower 1",
        "/why unit:1",
        "/why unit: tower 1",
        "/why 1",
        f"{code} /why unit:1",
    ):
        assert "**Tower 1** went from Cloisters to Harlem" in await write(text), text
    assert "Which unit? Such as `why 1`, `why 2`, `why 3`." in await write("/why")
    assert "Nothing has changed" not in await write("why 99")
    for text in ("board", "/board", "/board zoom:soho"):
        assert "**Your orders** · not ready yet" in await write(text), text
        place = office.messenger.dm(TOWER)
        assert office.messenger.channels[place][-1][1].picture is not None
    for word in ("history", "letters", "rules"):
        for text in (word, f"/{word}", f"/{word.upper()} x:1"):
            assert f"`/{word}` " in await write(text), text
    for text in ("/orders", f"/orders table:{code}"):
        assert "**Your orders** · not ready yet" in await write(text)
    await write("/order order:1 hold; 2 hold send:True")
    assert await sheet(office, code) == (["1 hold", "2 hold"], True)
    assert "not ready yet" in await write("/clear")


# -- the desk


async def test_news_are_told_once_and_on_request(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code, {TOWER: "1 harlem"})
    await office.deliver()
    news, write = "Moved: 1 to Harlem.", Writer(office)
    assert news in office.messenger.dms(TOWER)[-1]
    for text in ("1 hold", "ready", "not ready", "clear"):
        told = await write(text)
        assert news not in told and "**Your orders**" in told
        place = office.messenger.dm(TOWER)
        assert office.messenger.channels[place][-1][1].picture is not None
    assert news in await write("orders")


async def test_no_id_of_a_menu_comes_twice(office: PostOffice) -> None:
    code = await new_york(office)
    desks, seen = office.services.desks, list[str]()
    for _ in range(3):
        for picked, news in (("", True), ("3", True), ("3", False)):
            seen += [menu.id for menu in menus(await desks.desk(code, TOWER, picked=picked, news=news))]
    assert len(seen) == len(set(seen)) and max(map(len, seen)) <= 100
    desk = await desks.desk(code, TOWER, picked="3@harlem", news=False)
    kept = [
        each.id for row in desk.rows if isinstance(row, tuple) for each in row if isinstance(each, Button)
    ]
    assert [ident.rpartition(":")[2] for ident in kept] == ["3@harlem~"] * 3 + [""] * 3


# -- refusals and wording


async def test_refusals_are_short_and_name_own_units_first(office: PostOffice) -> None:
    code = await storm(office)
    await all_ready(office, code)
    for text in ("1 support 9 to harlem", "1 red_hook", "1", "9 hold", "1 xyzzy", "1 support papst 9 hold"):
        with pytest.raises(Refused) as caught:
            await office.orders.give(code, GREENE, text)
        said = str(caught.value)
        assert said.endswith(f"Nothing has changed.\n-# Game `{code}`"), said
        _, _, offered = said.partition("This would work")
        words = offered.partition("\n")[0].split("`")[1::2]
        assert len(words) <= 4 and " … " not in offered, said
        foreign = [any(part in SEATS for part in word.split()) for word in words]
        assert foreign == sorted(foreign), said


SEATS = ("tower", "papst", "rossoni", "christofori", "dunning", "hamblet")


async def test_ready_without_a_choice_takes_the_default(office: PostOffice) -> None:
    code = await storm(office)
    desk = (await office.desk(code, PAPST)).text
    assert "\nNot chosen, so by default: `relocate flushing` (the home base goes to Flushing)\n" in desk
    await office.orders.give(code, GREENE, "disband 1")
    desk = (await office.desk(code, GREENE)).text
    assert "`disband 1` unit 1 is given up\nNot chosen: 1 more; the rules choose if you do not.\n" in desk
    await office.orders.give(code, GREENE, "disband 1; disband 2")
    assert "Not chosen" not in (await office.desk(code, GREENE)).text
    await office.orders.clear(code, GREENE, 1)
    given = await office.orders.send(code, PAPST)
    assert given.note.startswith("You chose nothing, so these count: `relocate ")
    await office.pass_time(13 * 3600)
    [told] = [
        message.files[0].data.decode()
        for _, message in office.messenger.channels[CHANNEL]
        if message.files and message.files[0].name == f"{code}-turn-2-orders.txt"
    ]
    assert "Papst (Ben): took the default\n" in told
    assert "Greene (Gus): gave no orders, these are the default\n" in told
