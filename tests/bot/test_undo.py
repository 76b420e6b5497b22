"""Turns that are taken back: what stays, who learns of it, and that what was shown before does nothing."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import update

from adjudicator.registry import games
from adjudicator.replay import Report, verify
from bot.common.errors import Refused, StaleTurn
from bot.common.message import MOST_ID, Button, Menu, Message, custom_id
from bot.engine.snapshot import GameSnapshot
from bot.engine.undo import Taken, shown
from bot.features.conditional_orders import store
from bot.features.conditional_orders import text as ahead_words
from bot.features.integrity import text as fair_text
from bot.features.integrity.database_check import Findings, look_at_steps
from bot.features.lobby import lobby
from bot.features.moderation import text as gm_words
from bot.features.moderation.game_masters import Ruler
from bot.features.server_settings.who_may_open import Asker
from bot.outbox.messenger import Unsure
from bot.storage import deadlines, drafts, schema, steps
from bot.storage.records import Desk, LogEntry, Plan, Post, Step
from bot.storage.rows import find, first, save
from maps.boards import boards
from tests import fairfile
from tests.bot import nemein, ww3
from tests.bot.clocks import MODERATOR
from tests.bot.newyork import GREENE, HAMBLET, SEVEN, TOWER, all_ready, new_york
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, NAMES, PostOffice
from tests.bot.silent import nme
from tests.bot.transactions import looking, writing
from tests.bot.votes import all_agree
from tests.bot.world import World, buttons, menus, words

GAMES = games(boards())


async def undo(office: PostOffice, code: str, reason: str = "a wrong button") -> str:
    said = await office.services.gm.undo(code, MODERATOR, reason)
    if "must agree" in said:
        await all_agree(office, code)
    await office.deliver()
    return said


async def steps_of(office: PostOffice, code: str) -> list[Step]:
    return await office.read(steps.between, code, 1, 999)


async def verified(office: PostOffice, code: str) -> tuple[dict[str, Any], Report]:
    shown = await office.services.verification.verified(code)
    record = json.loads(shown.files[0].data)
    return record, verify(GAMES, record)


async def test_the_position_is_as_before_and_the_orders_are_drafts(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    await office.deliver()
    before = (await steps_of(office, code))[1]
    office.clock.time += DAY / 2
    said = await undo(office, code)
    assert said == gm_words.YOU_UNDID(turn="turn 2", channel=CHANNEL)
    now = await office.snapshot(code)
    assert (now.phase.turn, now.table.turn, now.table.undone, now.mark) == (1, 1, 1, "1~1")
    assert now.step.kind == "undo" and now.step.back_to == 2 and now.step.state == before.state
    async with looking(office.context.db) as tx:
        [draft] = drafts.of_table(tx, code, 1).values()
        row = deadlines.get(tx, code)
        [line] = find(tx, LogEntry, table_id=code, newest=True)
    assert (draft.seat, draft.orders, draft.ready, draft.user_id) == ("light", ("d2-d3",), False, GUEST)
    assert row is not None and row.turn == 1 and row.due_at > office.clock.time + DAY - 60, "time anew"
    assert (line.act, line.text) == (
        "undo",
        "Eve (moderator) took turn 2 back. Reason: a wrong button",
    )
    message = office.messenger.channels[CHANNEL][-1][1]
    assert "turn 2 is taken back" in message.text and "↩ Eve (moderator) took turn 2 back." in message.text
    assert "drafts again: send yours" in message.words and f"<@{GUEST}> (Light)" in message.words
    assert set(message.mentions) == {HOST, GUEST} and message.picture is not None
    assert "come out" not in message.text, "nothing was left to chance"
    desk, told = office.messenger.dms(GUEST)[-1], office.messenger.dms(HOST)[-1]
    assert "Turn 2 was taken back. Your orders for it are here again, not sent." in desk
    assert "d2-d3" in desk and "Amphibian e7-e6" in desk, "the news of the turn that is open again"
    assert "Turn 2 was taken back." in told and "Not your turn: Light to move." in told


async def test_old_desks_are_closed_and_their_buttons_do_nothing(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    await office.deliver()
    office.messenger.retired.clear()
    await office.orders.give(code, HOST, "d8-d7")
    await undo(office, code)
    assert "Your orders for the turn after it are dropped." in office.messenger.dms(HOST)[-1]
    assert {(desk.user_id, desk.turn) for desk in office.messenger.retired} == {(HOST, 2)}
    with pytest.raises(StaleTurn):
        await office.orders.give(code, HOST, "d8-d7", turn=2)
    await office.send(code, GUEST, "d2-e2")
    await office.deliver()
    desk = office.messenger.dms(HOST)[-1]
    assert "Your move" in desk and "d8-d7" not in desk, "the desk of a turn that came again"
    assert (await office.snapshot(code)).phase.turn == 2


async def test_a_closed_desk_does_not_say_that_the_game_has_gone_on(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    words = office.messenger.farewells
    words.clear()
    await undo(office, code)
    assert not any("gone on" in text for text in words) and "or was taken back." in words[-1]


async def test_the_record_keeps_both(office: PostOffice) -> None:
    code = await office.game()
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3"), (HOST, "d8-d7")):
        await office.send(code, user, order)
    await undo(office, code)
    await undo(office, code)
    await office.send(code, GUEST, "d2-e2")
    await undo(office, code)
    await office.send(code, GUEST, "d2-e2")
    await office.orders.declare(code, HOST, "concede")
    record, report = await verified(office, code)
    assert report.faults == () and report.undone == 3
    shown = await office.services.verification.verified(code)
    assert fair_text.TAKEN_BACK(n=3) in shown.words
    told = [(step["kind"], step["turn"], step.get("to")) for step in record["steps"]]
    assert told == [
        ("start", 0, None),
        ("resolve", 0, None),
        ("resolve", 1, None),
        ("resolve", 2, None),
        ("undo", 3, 2),
        ("undo", 2, 1),
        ("resolve", 1, None),
        ("undo", 2, 1),
        ("resolve", 1, None),
        ("declare", 2, None),
    ]
    record["steps"][5]["to"] = 2
    assert not verify(GAMES, record).ok


SEED = bytes(range(32))


def flip(seed: bytes, code: str, n: int) -> bool:
    """The coin of this number, by hand: docs/chance.md."""
    return bool(hmac.new(seed, f"{code}:{n}".encode(), hashlib.sha256).digest()[3] & 1)


def later_seed(code: str, number: int) -> bytes:
    """By hand, too; 0 is the first."""
    return hmac.new(SEED, f"{code}:seed:{number}".encode(), hashlib.sha256).digest() if number else SEED


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is opened of which all chance is known."""
    monkeypatch.setattr(lobby, "free_code", Mock(return_value="q7f3"))
    monkeypatch.setattr(lobby.secrets, "token_bytes", lambda size: SEED[:size])


async def reveal(office: PostOffice, code: str) -> tuple[int, bool]:
    """The set-up of Nemein; a coin says who begins."""
    for user in (HOST, GUEST):
        await office.send(code, user, "handful stock")
    await office.deliver()
    return flipped(await office.snapshot(code))


async def attack(office: PostOffice, code: str) -> tuple[int, bool]:
    await office.send(code, HOST, "move c3-d3 10")
    await office.deliver()
    return flipped(await office.snapshot(code))


def flipped(snapshot: GameSnapshot) -> tuple[int, bool]:
    """The number of the flip in the newest step, and whether it was heads."""
    [event] = [one for one in snapshot.step.events if one["type"] == "coin_flip"]
    return event["n"], event["heads"]


async def test_a_result_that_was_seen_never_comes_again(office: PostOffice, known: None) -> None:
    """Whoever saw the flip knew what the next attack would meet: three different ones met the same coin."""
    code = await nemein.in_office(office)
    met = [await attack(office, code)]
    for number in range(1, 7):
        await undo(office, code, "again")
        now = await office.snapshot(code)
        promise = hashlib.sha256(later_seed(code, number)).hexdigest()
        assert now.step.commitment == promise
        line, post = office.messenger.texts(CHANNEL)[-2:]
        assert (
            fairfile.SEED.findall(line) == [(code, promise)]
            and "new seed" in line
            and "is taken back" in post
        )
        assert promise in (await office.services.fair_play.explained(code, GUEST)).words
        with pytest.raises(Refused, match=promise):
            await office.services.verification.may(code)
        [draft] = (await office.read(drafts.of_table, code, now.phase.turn)).values()
        assert draft.orders == ("move c3-d3 10",) and not draft.ready
        met.append(await attack(office, code))
    n = met[0][0]
    assert met == [(n, flip(later_seed(code, number), code, n)) for number in range(7)]
    shown = [*office.messenger.texts(CHANNEL), (await office.services.fair_play.explained(code, HOST)).words]
    assert not any(later_seed(code, number).hex() in words for number in range(8) for words in shown)
    assert {heads for _, heads in met} == {True, False}, "or nothing is shown"


async def test_all_seeds_are_published_and_verified_at_the_end(office: PostOffice, known: None) -> None:
    code = await office.game(game_key="nemein")
    for _ in range(2):
        await reveal(office, code)
        await undo(office, code)
    await reveal(office, code)
    for user in (HOST, GUEST):
        sofar = json.loads((await office.services.game_export.export(code, user)).files[0].data)
        assert not any(later_seed(code, number).hex() in json.dumps(sofar) for number in range(4))
        named = [step for step in sofar["steps"] if "commitment" in step]
        assert [step["seed"] for step in named] == [None, None] and verify(GAMES, sofar).ok
    everything = Findings()
    async with looking(office.context.db) as tx:
        assert look_at_steps(office.context, tx, await office.table(code), everything)
    assert everything.faults == []
    pages = [(await office.services.history_pages.page(code, HOST, str(n))).words for n in range(1, 7)]
    promised = [each for text in pages for each in fairfile.SEED.findall(text)]
    assert promised == [(code, hashlib.sha256(later_seed(code, number)).hexdigest()) for number in (1, 2)]
    await office.orders.declare(code, HOST, "concede")
    await office.deliver()
    assert not any(later_seed(code, n).hex() in text for n in range(3) for text in office.messenger.texts())
    told = (await office.services.fair_play.explained(code, HOST)).words
    for number in range(3):
        seed = later_seed(code, number)
        assert fair_text.SEED_OPEN(seed=seed.hex(), digest=hashlib.sha256(seed).hexdigest()) in told
    record, report = await verified(office, code)
    assert [step.get("seed") for step in record["steps"] if step["kind"] == "undo"] == [
        later_seed(code, 1).hex(),
        later_seed(code, 2).hex(),
    ]
    assert report.ok and report.notes == ()
    assert [one.seed for one in report.drawn][-3:] == [later_seed(code, number).hex() for number in range(3)]
    shown = await office.services.verification.verified(code)
    assert "every result is true" in shown.words
    for number in (1, 2):
        assert hashlib.sha256(later_seed(code, number)).hexdigest() in shown.words
        assert f"{code}:seed:{number} | openssl" in shown.files[1].data.decode()
    said = await office.services.game_import.bring(
        Asker(guild_id=1, user_id=HOST), CHANNEL + 1, shown.files[0].data
    )
    there = said.text.split("`")[1]
    again, told = await verified(office, there)
    assert told.ok and again["steps"] == record["steps"] and again["seed"] == record["seed"]


async def test_a_game_that_was_undone_goes_on_elsewhere(office: PostOffice, known: None) -> None:
    """Its new place has a seed of its own; an undo there names one that follows from that."""
    code = await office.game(game_key="nemein")
    await reveal(office, code)
    await undo(office, code)
    sofar = (await office.services.game_export.export(code, HOST)).files[0].data
    said = await office.services.game_import.bring(Asker(guild_id=1, user_id=HOST), CHANNEL + 1, sofar)
    there = said.text.split("`")[1]
    for user, seat in ((HOST, "south"), (GUEST, "north")):
        await office.services.lobby.join(there, user, NAMES[user])
        await office.services.lobby.wish(there, user, seat)
    await office.services.lobby.start(there, HOST)
    with pytest.raises(Refused, match="No turn of game"):
        await undo(office, there)
    await reveal(office, there)
    await undo(office, there)
    await reveal(office, there)
    await office.orders.declare(there, HOST, "concede")
    record, report = await verified(office, there)
    assert report.faults == () and [source.follows for source in report.sources] == [0, 1, 0, 1]
    assert record["steps"][-3]["kind"] == "undo" and record["steps"][-3]["seed"] is not None


async def test_where_nothing_fell_number_and_seed_stay(office: PostOffice, known: None) -> None:
    code = await nemein.in_office(office)
    await office.send(code, HOST, "move b2-c2 10")
    form = await office.services.gm.form("gmundo", code, MODERATOR, "why")
    assert form.fields[0].hint == gm_words.EVERYONE_SEES
    await undo(office, code)
    now = await office.snapshot(code)
    assert now.step.commitment is None and "seed" not in office.messenger.texts(CHANNEL)[-1]
    n, heads = await attack(office, code)
    assert heads == flip(SEED, code, n)
    form = await office.services.gm.form("gmundo", code, MODERATOR, "why")
    hint = form.fields[0].hint
    assert hint == gm_words.CONSENT_NEW_SEED and len(hint) <= 100


async def test_an_undo_goes_behind_an_earlier_one_and_its_seed_stays(office: PostOffice, known: None) -> None:
    code = await nemein.in_office(office)
    await attack(office, code)
    await undo(office, code)
    await office.send(code, HOST, "move b2-c2 10")
    await undo(office, code)  # nothing fell in that one
    assert (await office.snapshot(code)).step.commitment is None
    n, heads = await attack(office, code)
    assert heads == flip(later_seed(code, 1), code, n), "not the first seed, whose result is known"
    await undo(office, code)
    await undo(office, code)  # the set-up, behind the step from which the seed came
    now = await office.snapshot(code)
    assert now.phase.key == "setup"
    assert now.step.commitment == hashlib.sha256(later_seed(code, 3)).hexdigest()
    n, heads = await reveal(office, code)
    assert heads == flip(later_seed(code, 3), code, n)


async def test_a_result_counts_also_if_few_saw_it(office: PostOffice, known: None) -> None:
    code = await nemein.in_office(office)
    await attack(office, code)
    snapshot = await office.snapshot(code)
    hidden = [{**event, "seen_by": ["south"]} for event in snapshot.step.events]
    taken = Taken(snapshot, (replace(snapshot.step, events=hidden),), False)
    assert shown(taken)
    assert not shown(replace(taken, gone=(replace(snapshot.step, events=[]),)))


async def test_in_a_league_a_result_stays(office: PostOffice, known: None) -> None:
    code = await nemein.in_office(office)
    async with writing(office.context.db) as tx:
        where = schema.tables.c.id == code
        tx.execute(update(schema.tables).where(where).values(origin={"league": "cup"}))
    await office.send(code, HOST, "move b2-c2 10")
    await undo(office, code)
    await attack(office, code)
    before = await office.dump()
    for act in (
        office.services.gm.undo(code, MODERATOR, "why"),
        office.services.gm.form("gmundo", code, MODERATOR, "why"),
    ):
        with pytest.raises(Refused, match="In a league such a turn stands"):
            await act
    assert await office.dump() == before


async def test_where_a_turn_has_several_steps_the_last_one_goes(office: PostOffice) -> None:
    code = await nemein.in_office(office)
    await office.send(code, HOST, "move b2-c2 10")
    await office.deliver()
    said = await undo(office, code)
    assert said.startswith("Taken back: the last step of turn ")
    assert "The last step of turn " in office.messenger.dms(HOST)[-1]
    assert (await office.snapshot(code)).phase.owing == {"south"}
    desk = await office.desk(code, HOST)
    assert "b2" in desk.words and "not sent yet" in desk.words
    [draft] = (await office.read(drafts.of_table, code, (await office.snapshot(code)).phase.turn)).values()
    assert draft.orders == ("move b2-c2 10",)
    await office.orders.send(code, HOST)
    await office.send(code, HOST, "end")
    await undo(office, code)
    assert "are drafts again" in office.messenger.texts(CHANNEL)[-1], "it is the default, but was ordered"


async def test_what_was_sealed_and_published_stays_so(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code, {TOWER: "1 hold", HAMBLET: "1 move hoboken"})
    await office.deliver()
    [before] = await office.fair_play(code)
    await undo(office, code, "a fault of mine")
    post = office.messenger.channels[CHANNEL][-1][1]
    assert "Its orders are public, and stay so. Orders given for it are drafts again" in post.text
    assert not post.files and set(post.mentions) == set(SEVEN)
    async with looking(office.context.db) as tx:
        kept = drafts.of_table(tx, code, 0)
        loaded_again = office.context.snapshot(tx, code)
        missing = office.context.missing(tx, loaded_again)
    assert set(kept) == {"hamblet", "tower"}, "what nobody gave is no draft; Tower gave what is the default"
    assert not any(draft.ready for draft in kept.values())
    assert len(missing) == 7
    assert "Your orders for it are here again" in office.messenger.dms(HAMBLET)[-1]
    assert "Your orders for it" not in office.messenger.dms(GREENE)[-1]
    with pytest.raises(Refused, match="No turn of game"):
        await office.services.game_views.why(code, HAMBLET, "1")
    await office.orders.send(code, TOWER)
    await office.deliver()
    await office.pass_time(10)
    counted = [text for text in office.messenger.texts(CHANNEL) if " ready" in text]
    assert len(counted) == 1 and "is taken back" in counted[0] and "1 of 7 ready" in counted[0]
    await all_ready(office, code, {HAMBLET: "1 hold"})
    await office.deliver()
    assert "Hoboken" not in (await office.services.game_views.why(code, HAMBLET, "1")).words
    gone, again = await office.fair_play(code)
    assert (gone.title, again.title) == ("turn 1, taken back", "turn 1")
    assert gone.sheets == before.sheets and again.orders("hamblet")[0] == "1 hold"
    digests = [each[2] for text in office.messenger.texts(CHANNEL) for each in fairfile.LOCKED.findall(text)]
    assert digests == [gone.digest, again.digest] and gone.digest != again.digest, "a lock for each time"


async def test_what_the_rules_would_have_done_comes_back_to_who_ordered_it(office: PostOffice) -> None:
    """Also where nothing is sealed: what is stored of the turn is the same, whoever said it."""
    code = await nemein.in_office(office)
    for given in (False, True):
        snapshot = await office.snapshot(code)
        [seat] = snapshot.phase.owing
        user = snapshot.player(seat).user_id
        if given:
            await office.send(code, user, "end")
        else:
            await office.services.gm.force(code, MODERATOR, "in a hurry")
        newest = (await steps_of(office, code))[-1]
        assert newest.kind == "resolve" and newest.orders == {seat: ("end",)} and not newest.seals
        await undo(office, code)
        kept = await office.read(drafts.of_table, code, snapshot.phase.turn)
        assert [draft.orders for draft in kept.values()] == ([("end",)] if given else [])


async def test_a_secret_set_up_stays_secret_until_the_end(office: PostOffice) -> None:
    code, who = await ww3.in_office(office, HOST, GUEST, options="fog=on")
    await undo(office, code, "wrong seats")
    post = office.messenger.texts(CHANNEL)[-1]
    assert "turn 1 is taken back" in post and "Its orders stay secret until the game is over." in post
    for user in who.values():
        await office.send(code, user, "setup stock")
    await office.deliver()
    texts = "\n".join(office.messenger.texts(CHANNEL))
    salts = [seal["salt"] for step in await steps_of(office, code) for seal in step.seals.values()]
    assert len(set(salts)) == 4 and not any(salt in texts for salt in salts)
    assert not any(message.files for _, message in office.messenger.channels[CHANNEL])
    closed = await office.fair_play(code, who["red"])
    assert [lock.sheets for lock in closed] == [{}, {}]
    digests = [each[2] for text in office.messenger.texts(CHANNEL) for each in fairfile.LOCKED.findall(text)]
    assert [lock.digest for lock in closed] == digests
    await office.orders.declare(code, who["red"], "concede")
    await office.deliver()
    opened = await office.fair_play(code)
    assert [lock.title for lock in opened] == ["turn 1, taken back", "turn 1"]
    assert [lock.digest for lock in opened] == digests
    for number, lock in zip((2, 4), opened, strict=True):
        step = (await steps_of(office, code))[number - 1]
        assert {seat: lock.salt(seat) for seat in lock.sheets} == {
            seat: seal["salt"] for seat, seal in step.seals.items()
        }
    assert (await verified(office, code))[1].faults == ()


async def test_a_concession_of_the_open_turn_goes_with_it(office: PostOffice) -> None:
    code, sits = await nme(office)
    await office.send(code, sits["black"], "A2-B2")
    await office.orders.declare(code, sits["white"], "concede")
    await undo(office, code)
    post = office.messenger.texts(CHANNEL)[-1]
    assert "Taken back with it:\n- **White** (" in post and "concedes" in post
    now = await office.snapshot(code)
    assert now.phase.owing == {"black"} and "concede" in now.game.declarations(now.state, "white")
    await office.orders.declare(code, sits["white"], "draw")
    again = await office.snapshot(code)
    assert [step.kind for step in again.since] == ["start", "undo", "declare"] and again.called.kind == "undo"


async def test_what_was_ordered_ahead_is_dropped(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    async with writing(office.context.db) as tx:
        plan = Plan(table_id=code, seat="dark", lines=["d8-d7"], user_id=HOST, at=office.clock.now())
        save(tx, plan)
    await undo(office, code)
    assert await office.read(store.of_table, code) == {}
    assert ahead_words.TAKEN_BACK in office.messenger.dms(HOST)[-1]
    assert "ahead" not in office.messenger.dms(GUEST)[-1] + office.messenger.texts(CHANNEL)[-1]
    await office.pass_time(60)
    assert (await office.snapshot(code)).phase.turn == 0, "nothing plays itself after an undo"


async def test_looking_back(office: PostOffice) -> None:
    code = await office.game()
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3")):
        await office.send(code, user, order)
    await undo(office, code)
    await office.send(code, GUEST, "d2-e2")
    await office.deliver()
    heads = [
        (await office.services.history_pages.page(code, HOST, str(number))).words.splitlines()
        for number in range(1, 6)
    ]
    assert [", taken back" in head[0] for head in heads] == [False, False, True, False, False]
    assert heads[2][0].endswith("turn 2, taken back") and "d2-d3" in heads[2][1]
    assert heads[3][1] == "↩ Eve (moderator) took turn 2 back. Reason: a wrong button"
    assert heads[3][2] == "The game is as it was after turn 1."
    news = office.messenger.dms(HOST)[-1]
    assert "d2-e2" in news and "d2-d3" not in news, "only what holds"


async def test_news_reach_back_over_an_undo(office: PostOffice) -> None:
    """Of three seats both others are told, as they moved in the end."""
    code, sits = await nme(office)
    await office.send(code, sits["black"], "A2-B2")
    await office.send(code, sits["gray"], "L1-L2")
    await undo(office, code)
    await office.send(code, sits["gray"], "L1-K2")
    await office.deliver()
    desk = office.messenger.dms(sits["white"])[-1]
    assert "A2-B2" in desk and "L1-K2" in desk and "L1-L2" not in desk


async def test_a_fault_is_mended_by_an_undo(office: PostOffice) -> None:
    """A paused game can be taken back, too; its new time waits until it goes on."""
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.services.gm.pause(code, MODERATOR, "look at it")
    await undo(office, code)
    post = office.messenger.texts(CHANNEL)[-1]
    assert "⏸ **Paused.**" in post and " until " not in post.splitlines()[-3]
    assert await office.read(deadlines.get, code) is None
    await office.services.gm.resume(code, MODERATOR)
    row = await office.read(deadlines.get, code)
    assert row is not None and row.turn == 0 and row.due_at > office.clock.time + DAY - 60


async def test_what_is_refused(office: PostOffice) -> None:
    code = await office.game()
    gm = office.services.gm
    for act in (gm.undo(code, MODERATOR, "why"), gm.form("gmundo", code, MODERATOR, "why")):
        with pytest.raises(Refused, match=r"No turn of game .* is resolved yet"):
            await act
    await office.orders.declare(code, HOST, "draw")
    with pytest.raises(Refused, match="nothing to take back"):
        await gm.undo(code, MODERATOR, "why")
    await office.send(code, HOST, "e7-e6")
    form = await gm.form("gmundo", code, MODERATOR, "  why  not ")
    seq = (await office.snapshot(code)).step.seq
    assert form.id == f"fpf:gmundo:{code}:-:1:{seq}" and form.title == f"Take back turn 1? · {code}"
    assert form.fields[0].value == "why not"
    await office.send(code, GUEST, "d2-d3")
    before = await office.dump()
    with pytest.raises(Refused, match="The game has moved on since you asked"):
        await gm.undo(code, MODERATOR, "why", seq)
    with pytest.raises(Refused, match="Give a reason"):
        await gm.undo(code, MODERATOR, " ")
    with pytest.raises(Refused, match="You play in this game"):
        await gm.undo(code, Ruler(HOST, "Ada", 1, True), "I like it better")
    assert await office.dump() == before
    await office.orders.declare(code, HOST, "concede")
    with pytest.raises(Refused, match="is over"):
        await gm.undo(code, MODERATOR, "why")


async def stamp(office: PostOffice, code: str) -> int:
    return (await office.snapshot(code)).stamp


def ids_of(message: Message) -> list[str]:
    shown = [one for row in message.rows for one in (row if isinstance(row, tuple) else (row,))]
    return [one.id for one in shown if isinstance(one, Button | Menu)]


def turns_of(ids: list[str]) -> set[int]:
    return {int(ident.split(":")[4]) for ident in ids}


async def ids_on_desk(office: PostOffice, code: str, user: int) -> list[str]:
    return ids_of(await office.desk(code, user))


async def refused(office: PostOffice, *acts: Awaitable[object], words: str = "earlier turn") -> None:
    """Each is refused with the usual words, and nothing changes."""
    await office.deliver()
    before = await office.dump()
    for act in acts:
        with pytest.raises(Refused, match=words) as told:
            await act
        assert isinstance(told.value, StaleTurn) == (words == "earlier turn")
    assert await office.dump() == before


async def test_stamps(office: PostOffice) -> None:
    """The turn's own number while nothing was taken back; then never one that was there before."""
    code = await office.game()
    seen = []
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3"), (HOST, "d8-d7")):
        seen.append(await stamp(office, code))
        await office.send(code, user, order)
    assert seen == [0, 1, 2]
    assert turns_of(await ids_on_desk(office, code, GUEST)) == {3}
    for wanted in (100_002, 200_001):
        await undo(office, code)
        assert await stamp(office, code) == wanted
        assert turns_of(await ids_on_desk(office, code, HOST)) == {wanted}
    await office.send(code, GUEST, "d2-d3")
    assert await stamp(office, code) == 200_002
    longest = custom_id("concedeyes", "k7f3", "dark-surface", 99 * 100_000 + 999, "x" * 55)
    assert len(longest) <= MOST_ID


async def test_what_was_shown_before_an_undo_is_refused(office: PostOffice) -> None:
    """The game comes to another board with the same turn number, and the old buttons are pressed there."""
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    orders, old = office.orders, await stamp(office, code)
    plan = await office.services.planning.form(code, GUEST)
    asked = await orders.concession(code, GUEST, old)
    await office.services.desks.form(code, GUEST, old)
    assert turns_of([plan.id, ids_of(asked)[0]]) == {old} == {1}
    await undo(office, code)
    await office.send(code, HOST, "d8-d7")
    now = await office.snapshot(code)
    assert (now.phase.turn, now.stamp) == (old, 100_001)
    await office.orders.give(code, GUEST, "d2-e2")
    await refused(
        office,
        orders.give(code, GUEST, "d2-d3", turn=old),
        orders.give(code, GUEST, "d2-d3", turn=old, send=True),
        orders.give_values(code, GUEST, ["d2", "d3"], old),
        orders.tap(code, GUEST, "d2", old),
        orders.send(code, GUEST, old),
        orders.unsend(code, GUEST, old),
        orders.clear(code, GUEST, old),
        orders.declare(code, GUEST, "draw", old),
        orders.declare(code, GUEST, "concede", old),
        orders.concession(code, GUEST, old),
        office.desk(code, GUEST, turn=old, picked="d2"),
        office.services.desks.form(code, GUEST, old),
    )
    written = office.services.planning.give(code, GUEST, "if e7-e6 then d2-d3", turn=old, whole=True)
    await refused(office, written, words="has moved on")
    assert await office.read(store.of_table, code) == {}
    await office.deliver()
    given = await orders.send(code, GUEST, turns_of(await ids_on_desk(office, code, GUEST)).pop())
    assert given.resolved and (await office.snapshot(code)).stamp == 100_002


async def test_two_undos_in_a_row(office: PostOffice) -> None:
    """Desks of the first time and of the second are closed; the third time's work."""
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    for _ in range(2):
        old = await stamp(office, code)
        desk = await office.read(first, Desk, table_id=code, user_id=GUEST)
        assert desk is not None and desk.turn == old
        office.messenger.retired.clear()
        await undo(office, code)
        assert (GUEST, old) in {(one.user_id, one.turn) for one in office.messenger.retired}
        await office.send(code, HOST, "e7-e6")
        await refused(office, office.orders.give(code, GUEST, "d2-d3", turn=old))
        await office.deliver()
    assert await stamp(office, code) == 200_001
    await office.orders.give(code, GUEST, "d2-d3", turn=200_001, send=True)
    await office.deliver()
    assert not any("200001" in text or "100000" in text for text in office.messenger.texts(CHANNEL))


async def test_a_desk_on_its_way_is_dropped(office: PostOffice) -> None:
    """It was queued before the undo, and the same turn number is open again when it would leave."""

    async def busy(post: Post) -> None:
        raise Unsure("busy", 5.0)

    code = await office.game()
    await office.deliver()
    office.messenger.before = busy
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    await office.services.gm.undo(code, MODERATOR, "a wrong button")
    await office.send(code, HOST, "d8-d7")
    office.messenger.before = None
    await office.pass_time(60)
    told = office.messenger.dms(GUEST)
    assert sum("Your move" in text for text in told) == 1 and "d8-d7" in told[-1]
    post = await office.read(first, Post, key=f"{code}/1/desk/light")
    assert post is not None and post.status == "dropped"


async def test_a_sheet_of_many_orders(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code, {HAMBLET: "1 hold"})
    old = await stamp(office, code)
    await undo(office, code)
    await all_ready(office, code, {HAMBLET: "1 move hoboken"})
    assert await stamp(office, code) == old + 100_000
    await refused(
        office,
        office.orders.send(code, HAMBLET, old),
        office.orders.give(code, HAMBLET, "1 hold", turn=old),
    )
    await office.orders.send(code, HAMBLET, old + 100_000)


async def test_old_buttons_on_discord(world: World) -> None:
    """A desk, its form, *Yes, I concede* and a plan's form, pressed on the turn that came again."""
    ada, ben, mo = world.player("ada"), world.player("ben"), world.moderator(manage_messages=True)
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    desk = ben.desk
    typed = await ben.click(desk, "Type…")
    asked = await ben.more(desk, "Concede")
    plan = await ben.more(desk, "Ahead…")
    said = await mo.slash("gm undo", reason="wrong square")
    await mo.submit(said, reason="wrong square")
    await game.play("d8-d7")
    for answer in (
        await ben.submit(typed, orders="d2-d3"),
        await ben.click(asked.message, "Yes, I concede"),
    ):
        assert "was for an earlier turn" in answer.text
    assert "has moved on" in (await ben.submit(plan, lines="if e7-e6 then d2-d3")).text
    assert await game.called() == "light" and ben.desk.id != desk.id
    [closed] = [message for message in ben.dms if message.id == desk.id]
    assert (
        "this turn is over, or was taken back." in words(closed) and not buttons(closed) and not menus(closed)
    )
    await game.play("d2-d3")
    assert await game.called() == "dark"
