"""Plain text in DMs: each message has its effect and its answer once; and what is told to whom."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from adjudicator.cic import events as ev
from adjudicator.codec import event_to_json
from bot.engine import post_words
from bot.storage import drafts, people
from tests.bot.parts import CHANNEL, HOST, STRANGER, PostOffice


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
    assert "`d8-d7`" in (await office.desk(code, HOST)).text
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
    assert "`e7-e6`" in (await office.desk(code, HOST)).text


async def test_words(office: PostOffice) -> None:
    code = await office.game()
    mail = office.services.text_commands
    for number, (word, wanted) in enumerate(
        [
            ("help", "Write your order here"),
            ("  HELP ", "Write your order here"),
            ("games", f"`{code}`"),
            ("orders", "It is your move."),
            ("", "It is your move."),
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
    assert "You play in no game now." in (await answers(office, STRANGER))[-1]
    await mail.read(STRANGER, 51, f"{code} e7-e6")
    assert "You play in no game now." in (await answers(office, STRANGER))[-1]


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
    assert "d8 → d7" in told and "e6" not in told
    assert snapshot.events(None) == [public], "nor in its picture"
    assert "e7 → e6" in "\n".join(snapshot.news("dark")) and "e6" not in "\n".join(snapshot.news("light"))


async def test_two_games_and_a_reply_to_a_desk(office: PostOffice) -> None:
    first = await office.game()
    second = await office.game(channel=CHANNEL + 1)
    await office.deliver()
    place = office.messenger.dm(HOST)
    number = next(
        number for number, text in enumerate(office.messenger.dms(HOST), 1) if f"`{second}` · turn 1" in text
    )
    await office.services.text_commands.read(HOST, 80, "e7-e6")
    assert "Which game do you mean? These wait for you: " in (await answers(office, HOST))[-1]
    await office.services.text_commands.read(HOST, 81, "e7-e6", reply_to=place * 1000 + number)
    assert f"`{second}`" in (await answers(office, HOST))[-1]
    await office.orders.send(second, HOST)
    await office.services.text_commands.read(HOST, 82, "e7-e6")
    assert f"`{first}`" in (await answers(office, HOST))[-1], "the only one that waits for this player"
    await office.orders.send(first, HOST)
    await office.services.text_commands.read(HOST, 83, "e7-e6")
    assert "Which game do you mean? You play " in (await answers(office, HOST))[-1], "none waits"
