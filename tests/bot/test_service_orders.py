"""Orders without Discord: giving, replacing, clearing, sending; suggestions; declarations; which game."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from adjudicator.cic import Cic
from bot.common.errors import Refused, StaleTurn
from bot.storage import drafts, steps
from tests.bot.parts import CHANNEL, FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice, labels, menus


async def values(office: PostOffice, code: str, user: int, typed: str) -> list[str]:
    return [choice.value for choice in await office.services.desks.suggest(code, user, typed)]


async def legal(office: PostOffice, code: str) -> list[str]:
    snapshot = await office.snapshot(code)
    [seat] = snapshot.phase.owing
    return [str(order) for order in snapshot.game.legal(snapshot.view(seat))]


@pytest.mark.postgresql
async def test_an_order_is_kept_replaced_cleared_and_sent(office: PostOffice) -> None:
    code = await office.game()
    orders = office.orders
    desk = await office.desk(code, HOST)
    assert labels(desk) == ["-Send", "Type…", "More…"]
    given = await orders.give(code, HOST, " E7  e6 ")
    assert not given.resolved
    desk = await office.desk(code, HOST)
    assert "Your order:** `e7-e6` (Amphibian e7 to e6) · not sent yet" in desk.words
    assert labels(desk)[:2] == ["Send", "Clear"]
    await orders.give(code, HOST, "d8d7")
    desk = await office.desk(code, HOST)
    assert "`d8-d7`" in desk.words and "e7-e6" not in desk.words
    await orders.clear(code, HOST, 0)
    assert labels(await office.desk(code, HOST))[:2] == ["-Send", "Type…"]
    for refused in (orders.clear(code, HOST, 0), orders.send(code, HOST, 0)):
        with pytest.raises(Refused, match="There is no order to"):
            await refused
    await orders.give(code, HOST, "e7-e6")
    given = await orders.send(code, HOST, 0)
    assert given.resolved and given.text == f"Sent: `e7-e6`. Turn 1 is resolved: see <#{CHANNEL}>."
    step = await office.read(steps.newest, code)
    assert step is not None and step.orders == {"dark": ("e7-e6",)}


@pytest.mark.postgresql
async def test_orders_count_as_they_were_given_though_the_first_takes_longer(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its transaction has to run again, because of another game's."""
    code, db = await office.game(), office.context.db
    write, waits = db.write_locking, True

    async def slow(*given: Any) -> Any:
        nonlocal waits
        if waits:
            waits = False
            for _ in range(1000):  # the second one would have begun long ago
                await asyncio.sleep(0)
            await asyncio.to_thread(lambda: None)
        return await write(*given)

    monkeypatch.setattr(db, "write_locking", slow)
    async with asyncio.TaskGroup() as group:
        for order in ("e7-e6", "d8-d7"):
            group.create_task(office.orders.give(code, HOST, order))
    kept = await office.read(drafts.get, code, "dark", 0)
    assert kept is not None and kept.orders == ("d8-d7",)


async def test_the_desk_leads_from_piece_to_target_to_preview(office: PostOffice) -> None:
    code = await office.game()
    orders = office.orders
    [pieces] = menus(await office.desk(code, HOST))
    assert {choice.value for choice in pieces.choices} == {text[:2] for text in await legal(office, code)}
    desk = await office.desk(code, HOST, turn=0, picked="e7")
    targets = menus(desk)[1]
    assert [c.value for c in targets.choices] == [t for t in await legal(office, code) if t[:2] == "e7"]
    assert office.renderer.painted[-1][2]["marks"]
    await orders.give_values(code, HOST, ["e7-e6"], 0)
    desk = await office.desk(code, HOST, turn=0)
    assert [str(order) for order in office.renderer.painted[-1][2]["draft"]] == ["e7-e6"]
    assert desk.picture is not None and "e7" not in desk.picture.name


async def test_a_wrong_order_names_itself_why_and_what_would_work(office: PostOffice) -> None:
    code = await office.game()
    await office.orders.give(code, HOST, "e7-e6")
    before = await office.dump()
    cases = {
        "e7-e1": ("`e7-e1`", "e7 is an Amphibian"),
        "e7xe6": ("`e7xe6`",),
        "a1-a2": ("`a1-a2`",),
        "d4-d5": ("`d4-d5`",),
        "castle": ("`castle`",),
        "e7-e6; d8-d7": ("`d8-d7`", "One order a turn"),
        "enhance a1": ("`enhance a1`",),
        "": ("order",),
        "`rm -rf` @everyone": ("'rm -rf'",),
        "x" * 1500: ("…",),
    }
    for text, wanted in cases.items():
        with pytest.raises(Refused) as caught:
            await office.orders.give(code, HOST, text, send=True)
        said = str(caught.value)
        assert all(word in said for word in wanted), said
        assert said.endswith(f"Nothing has changed.\n-# Game `{code}`")
        assert len(said) < 900
        assert await office.dump() == before
    with pytest.raises(Refused, match="It's Dark's turn"):
        await office.orders.give(code, GUEST, "d2-d3")
    assert await office.dump() == before


async def test_a_line_that_is_nearly_a_move_is_told_back(office: PostOffice) -> None:
    code = await office.game()
    cases = (("e76", "e7-e6", True), ("Ad6", "e7-d6", True), ("e7 to e6", "e7-e6", False))
    for typed, order, told in cases:
        given = await office.orders.give(code, HOST, typed)
        assert (f"`{typed}`" in given.note) == told
        assert f"`{order}`" in (await office.desk(code, HOST)).words
    with pytest.raises(Refused, match=r"`e6`: .*e7-e6, f6-e6 or g6-e6"):
        await office.orders.give(code, HOST, "e6")


async def test_what_would_work_does_work(office: PostOffice) -> None:
    """The alternatives that an error shows can be given as they are."""
    code = await office.game()
    with pytest.raises(Refused) as caught:
        await office.orders.give(code, HOST, "e7-e1")
    shown = [word for word in str(caught.value).split("`") if "-" in word and len(word) == 5][1:]
    for order in shown:
        assert not (await office.orders.give(code, HOST, order)).resolved


async def test_warnings_do_not_stop_an_order(office: PostOffice) -> None:
    code = await office.game()
    for order in ("f7-e5", "b2xe5", "g7-f7"):
        user = HOST if (await office.table(code)).turn % 2 == 0 else GUEST
        if order == "g7-f7":
            await office.orders.give(code, user, order)
            text = (await office.desk(code, user)).words
            assert "can capture your Commander." in text
        assert (await office.send(code, user, order)).resolved


async def test_suggestions_are_legal_few_and_narrow_as_one_types(office: PostOffice) -> None:
    code = await office.game()
    all_legal = await legal(office, code)
    offered = await values(office, code, HOST, "")
    assert len(offered) == 25 < len(all_legal) and set(offered) < set(all_legal)
    assert {text[:2] for text in offered} == {text[:2] for text in all_legal}, "every piece that may move"
    assert await values(office, code, HOST, "e7") == [text for text in all_legal if text[:2] == "e7"]
    for typed in ("e7-e6", "E7 E6", "e7e6", " e7 -> e6", "e7–e6"):
        assert await values(office, code, HOST, typed) == ["e7-e6"], typed
    helicopters = await office.services.desks.suggest(code, HOST, "helicopter")
    assert helicopters and all("Helicopter" in choice.label for choice in helicopters)
    assert await values(office, code, HOST, "zz") == []
    assert await values(office, code, GUEST, "") == [], "not this player's turn"
    assert await values(office, code, STRANGER, "") == []
    assert await values(office, "x9x9", HOST, "") == []
    await office.orders.declare(code, HOST, "concede")
    assert await values(office, code, GUEST, "") == []


async def test_every_suggestion_of_a_whole_game_is_legal_and_accepted(office: PostOffice) -> None:
    code = await office.game()
    for turn in range(12):
        user = (HOST, GUEST)[turn % 2]
        offered = await office.services.desks.suggest(code, user, "")
        wanted = await legal(office, code)
        assert {choice.value[:2] for choice in offered} == {text[:2] for text in wanted}
        assert {choice.value for choice in offered} <= set(wanted) and len(offered) <= 25
        assert all(len(choice.label) <= 100 for choice in offered)
        choice = offered[(turn * 7) % len(offered)]
        if (await office.send(code, user, choice.value)).resolved and (await office.table(code)).outcome:
            return


async def test_an_old_turn_is_refused_and_nothing_changes(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    await office.orders.give(code, HOST, "d8-d7")
    before = await office.dump()
    orders = office.orders
    for attempt in (
        orders.give(code, HOST, "e6-e5", turn=0),
        orders.give_values(code, HOST, ["e6-e5"], 0),
        orders.send(code, HOST, 0),
        orders.clear(code, HOST, 0),
        orders.declare(code, HOST, "concede", 0),
        orders.declare(code, HOST, "draw", 1),
        office.desk(code, HOST, turn=0),
    ):
        with pytest.raises(StaleTurn, match="earlier turn"):
            await attempt
    assert await office.dump() == before


@pytest.mark.postgresql
async def test_sending_twice_at_once_resolves_once(office: PostOffice) -> None:
    code = await office.game()
    await office.orders.give(code, HOST, "e7-e6")
    sent = await asyncio.gather(
        *(office.orders.send(code, HOST, 0) for _ in range(5)), return_exceptions=True
    )
    assert sum(not isinstance(result, Exception) for result in sent) == 1
    assert all(isinstance(result, StaleTurn) for result in sent if isinstance(result, Exception))
    assert (await office.table(code)).turn == 1


async def test_strangers_and_finished_games(office: PostOffice) -> None:
    code = await office.game()
    orders = office.orders
    for attempt in (
        orders.give(code, STRANGER, "e7-e6"),
        orders.send(code, STRANGER),
        orders.clear(code, STRANGER, 0),
        orders.declare(code, STRANGER, "concede"),
        office.desk(code, STRANGER),
    ):
        with pytest.raises(Refused, match=f"You don't play in game `{code}`"):
            await attempt
    await orders.declare(code, GUEST, "concede")
    before = await office.dump()
    for user in (HOST, GUEST):
        for attempt in (
            orders.give(code, user, "e7-e6", send=True),
            orders.send(code, user),
            orders.clear(code, user, 0),
            orders.declare(code, user, "draw"),
            office.desk(code, user),
        ):
            with pytest.raises(Refused, match=f"Game `{code}` is over"):
                await attempt
    assert await office.dump() == before


async def test_a_draw_is_offered_seen_and_agreed(office: PostOffice) -> None:
    code = await office.game()
    orders = office.orders
    assert (await orders.declare(code, HOST, "draw")).text == "You have offered a draw."
    with pytest.raises(Refused, match="already offered a draw"):
        await orders.declare(code, HOST, "draw")
    turn = (await office.table(code)).turn
    assert "Draw" not in labels(await office.services.desks.more(code, HOST, turn))
    assert "offers a draw" in (await office.desk(code, GUEST)).words
    await office.send(code, HOST, "e7-e6")
    desk = await office.desk(code, GUEST)
    assert "offers a draw" in desk.words, "it lapses only when the other side moves"
    given = await orders.give(code, GUEST, "draw")
    assert given.resolved and given.text == f"Done. Game `{code}` is over."
    assert (await office.table(code)).outcome == {"reason": "agreed", "places": {"dark": 1, "light": 1}}


async def test_a_word_for_what_was_declared_by_text(office: PostOffice) -> None:
    """`draw` typed into the desk or /order is answered; the desk alone would not tell."""
    code = await office.game()
    given = await office.orders.give(code, GUEST, "draw")
    assert given.note == "You have offered a draw."
    given = await office.orders.give(code, HOST, "e7-e6")
    assert given.note == ""


async def test_a_lapsed_offer_is_told(office: PostOffice) -> None:
    code = await office.game()
    await office.orders.declare(code, GUEST, "draw")
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert "The draw offer has lapsed." in office.messenger.texts()[-1]


async def test_teammates_fill_in_one_sheet_in_the_setup(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, options="teams=dark enhanced=2")
    orders = office.orders
    await orders.give(code, HOST, "enhance e7", send=True)
    assert "`enhance e7`" in (await office.desk(code, GUEST)).words
    assert "enhance e7" not in (await office.desk(code, THIRD)).words
    await orders.give(code, GUEST, "enhance d8 f7", send=True)
    assert "`enhance d8 f7`" in (await office.desk(code, HOST)).words
    given = await orders.give(code, THIRD, "enhance none", send=True)
    assert given.resolved
    await office.deliver()
    assert "Enhanced: **Dark** d8 and f7, **Light** nothing." in office.messenger.texts()[-1]


async def test_the_last_one_sent_waits_for_the_others(office: PostOffice) -> None:
    code = await office.game(options="enhanced=1")
    orders = office.orders
    given = await orders.give(code, HOST, "enhance e7", send=True)
    assert not given.resolved
    assert given.text == "Sent: `enhance e7`. Waiting for 1 other player; you can still change yours."
    desk = await office.desk(code, HOST)
    assert "-Send" in labels(desk) and "Clear" in labels(desk)
    assert "Waiting for 1 other player. You can still change yours." in desk.words
    await orders.give(code, HOST, "enhance d8")
    desk = await office.desk(code, HOST)
    assert "not sent yet" in desk.words, "a change is a draft again"
    assert not (await orders.give(code, GUEST, "enhance e1", send=True)).resolved
    assert (await orders.send(code, HOST)).resolved


async def test_which_game_is_meant(office: PostOffice) -> None:
    pick = office.services.game_lookup.pick
    with pytest.raises(Refused, match="There's no game here"):
        await pick(HOST, None, CHANNEL)
    first = await office.game()
    second = await office.game(GUEST, HOST, channel=CHANNEL + 1)
    assert await pick(HOST, f" {first.upper()} extra", CHANNEL + 1) == first
    assert await pick(STRANGER, None, CHANNEL) == first
    assert await pick(HOST, None, CHANNEL + 1) == second
    assert await pick(HOST, None, 999) == first, "the only one that waits for this user"
    assert await pick(HOST, "  ", 999) == first
    await office.send(first, HOST, "e7-e6")
    with pytest.raises(Refused, match=r"Which game\? You play "):
        await pick(HOST, None, 999)
    owed = await office.services.game_lookup.owed(GUEST)
    assert [(table.id, missing) for table, missing in owed] == [(second, True), (first, True)]
    third = await office.game(channel=CHANNEL + 2)
    fourth = await office.game(channel=CHANNEL + 3)
    with pytest.raises(Refused, match=r"Which game\? Waiting for you: ") as refused:
        await pick(HOST, None, 999)
    assert third in str(refused.value) and fourth in str(refused.value) and first not in str(refused.value)


async def test_a_list_of_very_many_games_still_fits(office: PostOffice) -> None:
    for number in range(45):
        await office.lobby(HOST, channel=1_400_000_000_000_000_000 + number)
    text = (await office.services.game_views.mine(HOST, await office.services.game_lookup.owed(HOST))).words
    assert len(text) <= 2000
    assert "more" in text.splitlines()[-1]


async def test_four_players_move_in_their_order(office: PostOffice) -> None:
    users = {"dark-surface": HOST, "dark-air": GUEST, "light-surface": THIRD, "light-air": FOURTH}
    code = await office.game(*users.values(), options="teams=both")
    for seat in ("dark-surface", "light-surface", "dark-air", "light-air", "dark-surface"):
        snapshot = await office.snapshot(code)
        assert snapshot.phase.owing == {seat}
        order = next(iter(Cic().legal(snapshot.view(seat))))
        assert (await office.send(code, users[seat], str(order))).resolved
