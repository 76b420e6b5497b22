"""Plain text in direct messages: orders, words of commands, which game is meant, and what is answered."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from adjudicator.cic import events as ev
from adjudicator.codec import event_to_json
from bot.common.errors import Refused
from bot.common.message import Button
from bot.engine import post_words
from bot.engine import text as sheet_words
from bot.features.direct_messages import text as chat
from bot.features.integrity import text as fair_words
from bot.presenters import presenters
from bot.presenters.newyork2047 import text as sentences
from bot.storage import drafts, people
from tests.bot.newyork import GREENE, PAPST, SEVEN, TOWER, all_ready, new_york, storm
from tests.bot.parts import CHANNEL, GUEST, HOST, STRANGER, PostOffice, menus
from tests.bot.silent import nme
from tests.bot.test_sheets import sheet


async def answers(office: PostOffice, user: int) -> list[str]:
    await office.deliver()
    return office.messenger.dms(user)


async def test_a_message_that_comes_twice_is_read_once(office: PostOffice) -> None:
    """From the gateway and from the history after a restart."""
    code = await office.game()
    mail = office.services.text_commands
    await mail.read(HOST, 10, "e7-e6")
    await office.orders.give(code, HOST, "d8-d7")
    told = len(await answers(office, HOST))
    await mail.read(HOST, 10, "e7-e6")
    assert "`d8-d7`" in (await office.desk(code, HOST)).words
    assert len(await answers(office, HOST)) == told
    assert (await office.read(people.get, HOST)).last_dm_id == 10
    await asyncio.gather(*(mail.read(HOST, 11, "send") for _ in range(4)))
    assert (await office.table(code)).turn == 1
    assert sum("Sent" in text for text in await answers(office, HOST)) == 1


async def test_messages_of_one_user_are_read_in_order(office: PostOffice) -> None:
    code = await office.game()
    words = ["e7-e6", "d8-d7", "clear", "d8-d7", "e7-e6"]
    await asyncio.gather(
        *(office.services.text_commands.read(HOST, 20 + n, word) for n, word in enumerate(words))
    )
    assert "`e7-e6`" in (await office.desk(code, HOST)).words


async def test_words(office: PostOffice) -> None:
    code = await office.game()
    mail = office.services.text_commands
    for number, (word, wanted) in enumerate(
        [
            ("help", chat.HELP),
            ("  HELP ", chat.HELP),
            ("games", "Your games"),
            ("orders", "Your move."),
            ("", "Your move."),
            ("ready", "There is no order to send yet."),
            ("e7-e9", "Nothing has changed."),
            (f"{code}: e7-e6", "`e7-e6`"),
            (f"{code.upper()}", "`e7-e6`"),
            ("concede now", "Nothing has changed."),
        ]
    ):
        await mail.read(HOST, 30 + number, word)
        assert wanted in (await answers(office, HOST))[-1], word
    await mail.read(STRANGER, 50, "e7-e6")
    assert "in no game now." in (await answers(office, STRANGER))[-1]
    await mail.read(STRANGER, 51, f"{code} e7-e6")
    assert "in no game now." in (await answers(office, STRANGER))[-1]


async def test_very_long_and_odd_messages_are_answered(office: PostOffice) -> None:
    await office.game()
    for number, text in enumerate(("x" * 4000, "`" * 300, "@everyone", "\x00", "💥\n" * 200, ";" * 500)):
        await office.services.text_commands.read(HOST, 60 + number, text)
    told = (await answers(office, HOST))[-6:]
    assert len(told) == 6 and all(len(text) <= 2000 for text in told)


async def test_no_draft_outlives_its_turn(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    assert await office.read(drafts.of_table, code, 0) == {}


async def test_what_one_seat_alone_may_know_is_in_no_public_words(office: PostOffice) -> None:
    code = await office.game()
    snapshot = await office.snapshot(code)
    secret = ev.Moved(seat="dark", piece="A", origin="e7", target="e6", seen_by=frozenset({"dark"}))
    public = ev.Moved(seat="dark", piece="A", origin="d8", target="d7")
    step = replace(snapshot.step, events=[event_to_json(event) for event in (secret, public)])
    snapshot = replace(snapshot, step=step, since=(step,))
    told = "\n".join(post_words.narration(snapshot, "turn 1"))
    assert "d8-d7" in told and "e6" not in told
    assert snapshot.events(None) == [public], "nor in its picture"
    assert "e7-e6" in "\n".join(snapshot.news("dark")) and "e6" not in "\n".join(snapshot.news("light"))


async def test_two_games_and_a_reply_to_a_desk(office: PostOffice) -> None:
    first = await office.game()
    second = await office.game(channel=CHANNEL + 1)
    await office.deliver()
    place = office.messenger.dm(HOST)
    number = next(
        number for number, text in enumerate(office.messenger.dms(HOST), 1) if f"`{second}` · turn 1" in text
    )
    await office.services.text_commands.read(HOST, 80, "e7-e6")
    assert "Which game do you mean? It could be " in (await answers(office, HOST))[-1]
    await office.services.text_commands.read(HOST, 81, "e7-e6", reply_to=place * 1000 + number)
    assert "`e7-e6`" in (await office.desk(second, HOST)).words
    await office.orders.send(second, HOST)
    await office.services.text_commands.read(HOST, 82, "e7-e6")
    assert "`e7-e6`" in (await office.desk(first, HOST)).words, "the only one that waits for this player"
    await office.orders.send(first, HOST)
    await office.services.text_commands.read(HOST, 83, "e7-e6")
    assert "Which game do you mean? It could be " in (await answers(office, HOST))[-1], "none waits"


async def test_an_order_that_one_game_alone_allows_is_for_that_game(office: PostOffice) -> None:
    first, second = await office.game(), await office.game(channel=CHANNEL + 1)
    await office.send(second, HOST, "e7-e6")
    await office.send(second, GUEST, "d2-d3")
    await office.services.text_commands.read(HOST, 80, "e7-e6; send")
    assert "Which game do you mean? It could be " in (await answers(office, HOST))[-1], "sending is final"
    await office.services.text_commands.read(HOST, 81, "e7-e6")
    assert f"`{first}`: `e7-e6`" in (await answers(office, HOST))[-1]
    assert "**Your order:** `e7-e6`" in (await office.desk(first, HOST)).words


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
    "text", ["1 harlem; 2 hold; 3 hold; ready", "1 harlem\n2 hold, 3 h\nSend", "1 harlem; 2 hold; 3 h\ndone"]
)
async def test_ready_below_orders(office: PostOffice, text: str) -> None:
    code = await new_york(office)
    told = await Writer(office)(text)
    assert sheet_words.YOUR_ORDERS_READY in told
    assert await sheet(office, code) == (["1 move harlem", "2 hold", "3 hold"], True)


async def test_ready_below_orders_that_lack_one_asks(office: PostOffice) -> None:
    code = await new_york(office)
    write = Writer(office)
    told = await write("1 harlem; 2 hold; ready")
    assert sheet_words.FORGOTTEN(n=1, units="3") in told and "Understood: `1 move Harlem`" in told
    assert await sheet(office, code) == (["1 move harlem", "2 hold"], False)
    assert f"✓ Sent in New York 2047 `{code}`" in await write("ready anyway")
    assert await sheet(office, code) == (["1 move harlem", "2 hold"], True)


async def test_ready_below_a_wrong_order_waits(office: PostOffice) -> None:
    code = await new_york(office)
    write = Writer(office)
    for text in ("1 harlem; 2 nowhere; ready", "1 harlem; draw; send"):
        assert sheet_words.KEPT_NOT_SENT in await write(text)
        assert await sheet(office, code) == (["1 move harlem"], False) and (await office.table(code)).seq == 1
        await office.orders.clear(code, TOWER, 0)


async def test_nothing_is_half_applied(office: PostOffice) -> None:
    code = await new_york(office)
    assert "Nothing has changed." in await Writer(office)("draw; ready")
    assert await sheet(office, code) == ([], False) and (await office.table(code)).seq == 1


# -- small talk


@pytest.mark.parametrize(
    "text",
    [
        "thanks!",
        "lol what",
        "how do I win?",
        "Good morning",
        "💥",
        "no idea, sorry",
        "can we start at 20:00?",
    ],
)
async def test_small_talk(office: PostOffice, text: str) -> None:
    """Whatever one plays, it belongs to no game, changes nothing and is never echoed."""
    write = Writer(office)
    for channel in (CHANNEL, CHANNEL + 1):
        told = await write(text)
        assert told == (chat.WELCOME if "thanks" in text else chat.CHAT) and "/help" in told
        await new_york(office, channel=channel)
    await office.game(channel=CHANNEL + 2)
    assert await write(text) in (chat.WELCOME, chat.CHAT)


@pytest.mark.parametrize("text", ["relocat chelsea", "surrendr", "hld", "reddy", "clera", "moee hold"])
async def test_a_mistyped_word_is_no_small_talk(office: PostOffice, text: str) -> None:
    await new_york(office)
    assert await Writer(office)(text) != chat.CHAT or text == "hld"


async def test_an_order_and_send_in_one_message(office: PostOffice) -> None:
    code = await office.game()
    told = await Writer(office, HOST)("e7-e6; send")
    assert "Sent: `e7-e6`. Turn 1 is resolved" in told and (await office.table(code)).turn == 1


async def test_the_answer_stands_above_the_next_desk(office: PostOffice) -> None:
    code = await new_york(office)
    for user in SEVEN[1:]:
        await office.orders.send(code, user)
    newest = await Writer(office)("ready anyway")
    assert "turn 2 · Fall 2047" in newest and "You are **Tower** in" in newest
    assert "You are ready. Turn 1 is resolved" in office.messenger.dms(TOWER)[-2]


# -- which game


async def test_games_of_different_kinds_by_their_orders(office: PostOffice) -> None:
    city = await new_york(office)
    cic = await office.game(channel=CHANNEL + 1)
    write = Writer(office, HOST)
    assert f"`{cic}` · turn 1" in await write("e7-e6")
    assert f"✓ New York 2047 `{city}`" in await write("1 harlem")
    assert "Which game do you mean?" in await write("draw")
    assert f"✓ Sent in New York 2047 `{city}`" in await write("2 hold; 3 hold; ready")
    assert "No turn of game" in await write("why 2"), "there is no why in the other game"
    assert await sheet(office, city) == (["1 move harlem", "2 hold", "3 hold"], True)
    assert (await sheet(office, cic, "dark"))[0] == ["e7-e6"]


async def test_a_game_that_is_over(office: PostOffice) -> None:
    code = await new_york(office, options="last_year=2047")
    await all_ready(office, code)
    await all_ready(office, code, {TOWER: "1 harlem"})
    await new_york(office, channel=CHANNEL + 1)
    write = Writer(office)
    for text in (f"{code} ready", f"{code.upper()}: 1 hold", code, f"{code} board", f"/orders table:{code}"):
        assert f"Game `{code}` is over." in await write(text), text
    assert "**Tower 1** moved from Cloisters to Harlem" in await write(f"{code} why 1")
    assert "**Tower 1** moved" in await write(f"/why unit:tower 1 table:{code}")
    assert "in no game now" in await Writer(office, 99)(f"{code} ready"), "strangers learn nothing of it"
    message = await office.services.verification.verified(code)
    assert fair_words.LOCKED(n=14) in message.text.splitlines()


async def test_no_seals_no_word_of_them(office: PostOffice) -> None:
    code = await office.game()
    await office.orders.declare(code, HOST, "concede")
    told = (await office.services.verification.verified(code)).text
    assert fair_words.REPLAYED(n=2) in told and "sheet" in fair_words.LOCKED.template and "sheet" not in told


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
        assert "**Tower 1** moved from Cloisters to Harlem" in await write(text), text
    assert chat.WHICH_UNIT(examples="`why 1`, `why 2`, `why 3`") in await write("/why")
    assert "Nothing has changed" not in await write("why 99")
    for text in ("board", "/board", "/board zoom:soho"):
        assert "You are **Tower** in" in await write(text), text
        place = office.messenger.dm(TOWER)
        assert office.messenger.channels[place][-1][1].picture is not None
    for word in ("history", "letters", "rules"):
        for text in (word, f"/{word}", f"/{word.upper()} x:1"):
            assert f"`/{word}` " in await write(text), text
    for text in ("/orders", f"/orders table:{code}"):
        assert "You are **Tower** in" in await write(text)
    await write("/order order:1 hold; 2 hold; 3 hold send:True")
    assert await sheet(office, code) == (["1 hold", "2 hold", "3 hold"], True)
    assert "No orders now" in await write("/clear")


# -- the desk


async def test_news_are_told_once_and_on_request(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code, {TOWER: "1 harlem"})
    await office.deliver()
    news, write = sentences.YOU_TOOK(spaces="Harlem ★"), Writer(office)
    assert news in office.messenger.dms(TOWER)[-1]
    for text in ("1 hold", "ready anyway", "not ready", "clear"):
        told, place = await write(text), office.messenger.dm(TOWER)
        desk = [message for _, message in office.messenger.channels[place] if message.controls][-1]
        assert news not in told and news not in desk.words
        assert "You are **Tower** in" in desk.words and desk.picture is not None
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
    assert [ident.rpartition(":")[2] for ident in kept] == ["3@harlem~"] * 2 + [""]


# -- refusals and wording


async def test_refusals_are_short_and_name_own_units_first(office: PostOffice) -> None:
    code = await storm(office)
    await all_ready(office, code)
    for text in ("1 support 9 to harlem", "1 red_hook", "1", "9 hold", "1 xyzzy", "1 support papst 9 hold"):
        with pytest.raises(Refused) as caught:
            await office.orders.give(code, GREENE, text)
        said = str(caught.value)
        assert said.endswith(f"Nothing has changed.\n-# Game `{code}`"), said
        _, _, offered = said.partition(" Try ")
        words = offered.partition("\n")[0].split("`")[1::2]
        assert len(words) <= 4 and " … " not in offered, said
        foreign = [any(part in SEATS for part in word.split()) for word in words]
        assert foreign == sorted(foreign), said


SEATS = ("tower", "papst", "rossoni", "christofori", "dunning", "hamblet")


async def test_ready_without_a_choice_takes_the_default(office: PostOffice) -> None:
    code = await storm(office)
    desk = (await office.desk(code, PAPST)).words
    assert sheet_words.NOT_CHOSEN(told="`relocate Flushing` (your home base moves to Flushing)") in desk
    await office.orders.give(code, GREENE, "disband 1")
    desk = (await office.desk(code, GREENE)).words
    assert "Unit 1 is disbanded." in desk and sheet_words.NOT_CHOSEN_MORE(n=1) in desk
    await office.orders.give(code, GREENE, "disband 1; disband 2")
    assert "more to choose" not in (await office.desk(code, GREENE)).words
    await office.orders.clear(code, GREENE, 1)
    given = await office.orders.send(code, PAPST)
    assert given.note.startswith("You chose nothing, so these count: `relocate ")
    await office.pass_time(13 * 3600)
    told = (await office.services.fair_play.explained(code, PAPST)).files[0].data.decode()
    assert "Papst (Ben): took the default\n" in told
    assert "Greene (Gus): gave no orders, these are the default\n" in told


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
            ("I9s-I8", "There's no star I9s"),
            ("G2-G22", "There's no G22: row G runs from G1 to"),
            ("S A4-B4", "A4 is an Infantry, not a Special Force"),
            ("I1-I2 please", "The Infantry on I1 is Gray's"),
            ("L5-L9; pass", "there's no L9"),
        ]
    ):
        told = await answer(office, user, 10 + number, text)
        assert words.lower() in told.lower() and f"`{code}`" in told and WHICH not in told, told
    for number, text in enumerate(["1 move sohoo", "2 hodl"]):
        told = await answer(office, user, 20 + number, text)
        assert "Nothing has changed." in told and f"`{city}`" in told and WHICH not in told, told
    for number, text in enumerate(["send it", "9", "concede", "rules", "history 1"]):
        told = await answer(office, user, 30 + number, text)
        assert WHICH in told and f"`{code}`" in told and f"`{city}`" in told, told


async def test_the_only_game_that_waits_says_why(office: PostOffice) -> None:
    city = await new_york(office)
    code, sits = await nme(office, *SEVEN[:3], channel=CHANNEL + 1)
    for number, (user, asks) in enumerate([(sits["white"], city), (sits["black"], code)]):
        if asks == code:
            await office.orders.send(city, user)
        told = await answer(office, user, 40 + number, "9")
        assert f"`{asks}`" in told and WHICH not in told, told


async def test_of_two_games_of_a_kind_the_one_that_waits_says_why(office: PostOffice) -> None:
    await new_york(office)
    first, sits = await nme(office, *SEVEN[:3], channel=CHANNEL + 1)
    second, there = await nme(office, *SEVEN[:3], channel=THIRD_CHANNEL)
    for user in SEVEN[:3]:
        waits = [code for code, who in ((first, sits["black"]), (second, there["black"])) if who == user]
        told = await answer(office, user, 60 + user, "G2-G22")
        if len(waits) == 1:
            assert f"`{waits[0]}`" in told and "There's no G22" in told
        elif len(waits) == 2:
            assert WHICH in told
