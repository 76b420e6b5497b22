"""Flips and rolls in the channel: an animation with the report of its step, in a post of its own."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from sqlalchemy import update

from adjudicator.chance import CoinFlip, Die, HmacChance
from bot.common.message import Message, Picture
from bot.common.workers import Renderer
from bot.discord.convert import to_edit, to_files, to_send
from bot.engine import post_words, text
from bot.engine.snapshot import GameSnapshot
from bot.storage import schema, tables
from maps.chance import text as chance_text
from tests.bot import nemein
from tests.bot.parts import CHANNEL, FOURTH, GUEST, HOST, NAMES, THIRD, PostOffice, labels
from tests.bot.transactions import writing
from tests.bot.world import World, alt, words
from tests.fairfile import LOCKED


def stands(office: PostOffice, channel: int = CHANNEL) -> list[Message]:
    return [message for _, message in office.messenger.channels[channel]]


async def snapshot(office: PostOffice, code: str, seq: int | None = None) -> GameSnapshot:
    return await office.snapshot(code, seq)


async def chance(office: PostOffice, code: str, n: int) -> HmacChance:
    seed = await office.read(tables.seed_of, code)
    assert seed is not None
    return HmacChance(bytes.fromhex(seed), code, n)


async def military(office: PostOffice, *users: int, channel: int = CHANNEL) -> str:
    """WW3 past its set-up: the dice for the order are rolled."""
    table = await office.lobby(*users, game_key="ww3", options=f"players={len(users)}", channel=channel)
    await office.services.lobby.start(table.id, users[0])
    for user in users:
        await office.send(table.id, user, "setup stock")
    await office.deliver()
    return table.id


async def test_the_order_roll_of_ww3(office: PostOffice) -> None:
    code = await military(office, HOST, GUEST, THIRD, FOURTH)
    sealed, thrown, report = stands(office)[-3:]
    assert LOCKED.fullmatch(sealed.text) and "the set-up is done" in report.text
    assert thrown.picture is not None and thrown.pictures == () and thrown.files == ()
    assert labels(thrown) == [text.FAIR_PLAY]
    assert thrown.mentions == (), "it calls nobody: the report does"
    dice = [event for event in (await snapshot(office, code)).events(None) if isinstance(event, Die)]
    assert len(dice) >= 4 and dice[0].n == 3, "the lots for the seats were the first results"
    assert thrown.picture.name == f"{code}-result-3.gif"
    everybody = "Red, Blue, Silver and Olive"
    assert thrown.picture.alt == chance_text.ALT_ROLL_FOR_FIRST(seats=everybody), "no result before it lands"
    begins = re.search(r"\*\*(\w+)\*\* \(\w+\) rolled the highest", report.text)
    assert begins is not None and begins[1] not in thrown.text
    for die in dice:
        assert (await chance(office, code, die.n)).below(6) + 1 == die.value
    rounds = thrown.text.splitlines()
    assert rounds[0] == text.ROLLS(first=3, last=6) and (len(rounds) > 1) == (len(dice) > 4)
    assert report.picture is not None and report.picture.name.endswith(".png") and report.pictures == ()


async def test_what_the_worker_gets_is_public(office: PostOffice) -> None:
    code = await military(office, HOST, GUEST)
    [(game, view, extras)] = office.renderer.thrown
    table = await snapshot(office, code)
    assert (game, view) == ("ww3", table.view(None))
    assert set(extras) == {"events", "seats", "names", "caption"}
    assert set(extras["names"].values()) == {NAMES[HOST], NAMES[GUEST]}
    assert list(extras["events"]) == table.events(None) and all(e.seen_by is None for e in extras["events"])
    assert code in extras["caption"]


async def test_the_first_mover_and_an_attack_of_nemein(office: PostOffice) -> None:
    code = await nemein.in_office(office)
    await office.deliver()
    flips = [event for event in (await snapshot(office, code)).events(None) if isinstance(event, CoinFlip)]
    side = "heads" if flips[0].heads else "tails"
    first = "South" if flips[0].heads else "North"
    *_, sealed, thrown, report = stands(office)
    assert thrown.text == text.FLIP(n=0) and LOCKED.fullmatch(sealed.text), "no result before it lands"
    assert thrown.picture is not None and thrown.picture.name == f"{code}-result-0.gif"
    assert f"{side.title()}: **{first}**" in report.text
    await office.send(code, HOST, "move c3-d3 10")
    await office.deliver()
    heads = (await chance(office, code, 1)).coin()
    thrown, report = stands(office)[-2:]
    assert thrown.text == text.FLIP_FOR(n=1, who="**South** (Ada)")
    assert thrown.picture is not None and thrown.picture.name == f"{code}-result-1.gif"
    assert thrown.picture.alt == chance_text.ALT_FLIP_FOR_TILE(seat="South", target="d3")
    assert f": {'heads! ' if heads else 'tails! '}" in report.text and report.picture is not None


async def test_a_step_without_chance_has_none(office: PostOffice) -> None:
    code = await nemein.in_office(office)
    await office.send(code, HOST, "move c3-d4 10; end")  # 10 against 1: sure
    plain = await office.game(channel=CHANNEL + 1)
    await office.send(plain, HOST, "e7-e6")
    await office.deliver()
    assert [message.text.startswith(text.FLIP(n="")) for message in stands(office)].count(True) == 1
    names = [p.name for message in stands(office, CHANNEL + 1) for p in message.attached]
    assert names and all(name.endswith(".png") for name in names)
    thrown = [post for post in await office.posts() if post.payload.get("thrown")]
    assert [post.key for post in thrown] == [f"{code}/step/2/thrown"]
    lots = await office.lobby(HOST, GUEST, seating="lot", channel=CHANNEL + 2)
    await office.services.lobby.start(lots.id, HOST)
    assert len([post for post in await office.posts() if post.payload.get("thrown")]) == 1, "lots are words"


async def test_history_shows_it_with_the_board(office: PostOffice) -> None:
    code = await nemein.in_office(office)
    for user in (HOST, 99):
        shown = await office.services.history_pages.page(code, user, "2")
        assert shown.picture is not None and shown.picture.name.endswith(".png")
        assert [picture.name for picture in shown.pictures] == [f"{code}-result-0.gif"]
        assert "moves first" in shown.words
    assert (await office.services.history_pages.page(code, HOST, "1")).pictures == ()


async def test_what_only_one_seat_may_see_is_neither_told_nor_drawn(office: PostOffice) -> None:
    code = await nemein.in_office(office)
    step = (await snapshot(office, code)).step
    events = [dict(event) for event in step.events]
    hidden = [event | ({"seen_by": ["south"]} if event["type"] == "coin_flip" else {}) for event in events]
    async with writing(office.context.db) as tx:
        where = schema.steps.c.table_id == code, schema.steps.c.seq == step.seq
        tx.execute(update(schema.steps).where(*where).values(events=hidden))
    assert post_words.thrown(await snapshot(office, code)) == ""
    await office.deliver()
    assert office.renderer.thrown == []
    shown = await office.services.history_pages.page(code, HOST, "2")
    assert shown.pictures == ()


async def test_words_suffice_where_it_cannot_be_drawn_or_attached(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> tuple[bytes, str]:
        raise ValueError("no picture")

    monkeypatch.setattr(office.renderer, "throw", broken)
    await nemein.in_office(office)
    await office.deliver()
    for _ in range(5):
        await office.pass_time(100)
    told = next(message for message in stands(office) if message.text == text.FLIP(n=0))
    assert told.attached == ()
    assert "moves first" in stands(office)[-1].text, "the result is in the report"
    assert "the set-up is done" in stands(office)[-1].text and stands(office)[-1].picture is not None
    gif = Picture("a-result-0.gif", b"GIF89a", "flip #0: heads.")
    bare = Message("Flip #0: **heads**", gif, pictures=(gif,)).without_files()
    assert bare.attached == () and bare.text == "Flip #0: **heads**"


def test_all_pictures_are_sent() -> None:
    board, gif = Picture("a.png", b"png", "board"), Picture("b.gif", b"gif", "flip")
    for message in (Message("x", board, pictures=(gif,)), Message("x", pictures=(board, gif))):
        assert message.attached == (board, gif)
        sent = [(file.filename, file.description, file.fp.read()) for file in to_files(message)]
        assert sent == [("a.png", "board", b"png"), ("b.gif", "flip", b"gif")]
        assert len(to_send(message)["files"]) == len(to_edit(message)["attachments"]) == 2


async def test_the_real_picture(office: PostOffice) -> None:
    """Drawn by the renderer itself, in a thread, never on the event loop."""
    code = await nemein.in_office(office)
    renderer = Renderer(0)
    office.context.renderer = renderer
    shown = await office.services.history_pages.page(code, HOST, "2")
    renderer.close()
    [gif] = shown.pictures
    assert gif.data[:6] == b"GIF89a" and len(gif.data) <= 200_000
    assert json.dumps(gif.alt).isascii()


async def test_on_discord(world: World) -> None:
    """The animation with its alt text in the channel, and beside the board in the private /history."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await nemein.in_world(world, ada, ben)
    thrown, report = game.posts[-2:]
    [gif] = thrown.attachments
    assert gif.filename == f"{game.code}-result-0.gif" and alt(thrown) == chance_text.ALT_FLIP_FOR_FIRST
    kinds = [file.filename.rpartition(".")[2] for file in report.attachments]
    assert "the set-up is done" in words(report) and kinds == ["png"]
    said = await ada.slash("history")
    names = [file.filename for file in said.message.attachments]
    assert said.private and len(names) == 2 and names[1] == gif.filename
