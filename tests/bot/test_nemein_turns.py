"""Nemein in the service: orders of the other phase, lines that grow, time, absence, draws, the record."""

from __future__ import annotations

import asyncio

import pytest

from adjudicator.nemein import text as rules
from adjudicator.nemein.money import CODES
from bot.common.errors import Refused
from bot.engine import text as words
from bot.features.history import exporting
from bot.presenters.nemein import text
from bot.storage import deadlines, players
from tests.bot.nemein import MIDDLE, in_office
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, PostOffice, labels, menus
from tests.bot.transactions import looking
from tests.conformance import GAMES


async def due(office: PostOffice, code: str) -> float:
    async with looking(office.services.context.db) as tx:
        found = deadlines.get(tx, code)
    assert found is not None
    return found.due_at


async def missed(office: PostOffice, code: str) -> dict[int, int]:
    async with looking(office.services.context.db) as tx:
        return {player.user_id: player.missed for player in players.of_table(tx, code)}


async def test_a_turn_has_one_deadline_however_it_is_given(office: PostOffice) -> None:
    code = await in_office(office)
    at_first = await due(office, code)
    await office.pass_time(3600)
    given = await office.send(code, HOST, "move b2-c2 5")
    assert given.goes_on and await due(office, code) == at_first
    game = await office.snapshot(code)
    assert (game.title, game.moment) == ("turn 1", "turn 1")
    await office.deliver()
    told = office.messenger.channels[500][-1][1]
    assert f"**Still to move:** <@{HOST}> (South)" in told.words and told.mentions == ()
    given = await office.send(code, HOST, "split b2; end")
    assert not given.goes_on and await due(office, code) > at_first + 3000
    game = await office.snapshot(code)
    assert (game.title, game.moment) == ("turn 2", "after turn 1")
    assert sorted(game.phase.owing) == ["north"]
    await office.deliver()
    told = office.messenger.dms(GUEST)[-1]
    assert "· turn 2\n" in told and "**South** (Ada): 5 b2 → c2. The 10 on b2 splits into two 5s." in told


async def test_time_is_up_in_the_middle_of_a_turn(office: PostOffice) -> None:
    code = await in_office(office)
    await office.send(code, HOST, "move b2-c2 5")
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert "**South** (Ada) ends the turn." in office.messenger.texts()[-1]
    assert sorted((await office.snapshot(code)).phase.owing) == ["north"]
    assert await missed(office, code) == {HOST: 0, GUEST: 0}
    await office.pass_time(DAY + 1)
    assert "**North** (Ben) ends the turn." in office.messenger.texts()[-1]
    assert await missed(office, code) == {HOST: 0, GUEST: 1}, "who did nothing at all has missed a turn"


async def test_a_line_that_was_not_sent_counts_and_the_turn_ends(office: PostOffice) -> None:
    code = await in_office(office)
    await office.services.orders.give(code, HOST, "move b2-c2 5; split b2")
    await office.deliver()
    posts = len(office.messenger.texts())
    await office.pass_time(DAY + 1)
    told = office.messenger.texts()[posts:]
    assert len(told) == 1 and "5 b2 → c2." in told[0] and "(North)" in told[0]
    step = (await office.snapshot(code)).step
    assert step.orders == {"south": ("move b2-c2 5", "split b2 10", "end")}
    assert await missed(office, code) == {HOST: 0, GUEST: 0}


async def test_a_line_grows_and_changes(office: PostOffice) -> None:
    code = await in_office(office)

    async def draft(text: str) -> str:
        await office.services.orders.give(code, HOST, text)
        async with looking(office.services.context.db) as tx:
            kept, _ = office.services.context.draft(tx, office.services.context.snapshot(tx, code), "south")
        return "; ".join(map(str, kept))

    assert await draft("b2-c2 5") == "move b2-c2 5"
    assert await draft("upgrade c1") == "move b2-c2 5; upgrade c1"
    assert await draft("split c2") == "move b2-c2 5; split c2 5", (
        "of what the line brings there; upgrade is gone"
    )
    with pytest.raises(Refused, match="Which coin: 10 or 5"):
        await draft("b2-c3")  # not the 10, as if the 5 had moved already
    assert await draft("end") == "move b2-c2 5; split c2 5; end"
    with pytest.raises(Refused, match="Nothing stands on a1"):
        await draft("house a1")
    assert await draft("b2-c2 10") == "move b2-c2 10"
    await office.services.orders.clear(code, HOST, (await office.snapshot(code)).phase.turn)
    assert await draft("end") == "end"
    assert "-Send" not in labels(await office.services.desks.desk(code, HOST))


async def test_a_draw_offer_lapses_when_the_other_acts(office: PostOffice) -> None:
    code = await in_office(office)
    await office.services.orders.declare(code, GUEST, "draw")
    assert text.DRAW_OFFERED(seat="North") in (await office.services.desks.desk(code, HOST)).words
    await office.send(code, HOST, "end")
    await office.deliver()
    assert "The draw offer has lapsed." in office.messenger.texts()[-1]
    await office.services.orders.declare(code, GUEST, "draw")
    await office.services.orders.declare(code, HOST, "draw")
    await office.deliver()
    assert text.AGREED in office.messenger.texts()[-1]


async def test_an_offer_of_a_draw_is_agreed_to_while_the_same_turn_goes_on(office: PostOffice) -> None:
    """The button stands under a post from before the mover's last act."""
    code, orders = await in_office(office), office.services.orders
    with pytest.raises(Refused) as refused:
        await orders.agree(code, GUEST)
    assert str(refused.value) == words.NO_OFFER
    await orders.declare(code, HOST, "draw")
    await office.send(code, HOST, "move b2-c2 5")
    await orders.agree(code, GUEST)
    await office.deliver()
    assert text.AGREED in office.messenger.texts()[-1]


async def test_a_game_is_won_and_verified(office: PostOffice) -> None:
    code = await office.game(game_key="nemein", options="side=3")
    for user in (HOST, GUEST):
        await office.send(code, user, "handful 25x3 10 5x3")
    for _ in range(40):
        game = await office.snapshot(code)
        if game.outcome is not None:
            break
        [seat] = game.phase.owing
        [best, *_] = game.presenter.suggest(game.view(seat), (), (), "")
        await office.send(code, game.player(seat).user_id, f"{best.value}; end")
    else:
        await office.services.orders.declare(code, GUEST, "concede")
    async with looking(office.services.context.db) as tx:
        record = exporting.whole(tx, office.services.context.snapshot(tx, code))
    assert record["outcome"] is not None and record["seed"] is not None
    from adjudicator.replay import verify

    report = verify(office.services.context.games, record)
    assert report.ok, report.faults
    assert report.seals == 2 and report.results


async def test_conceding_in_the_set_up(office: PostOffice) -> None:
    code = await office.game(game_key="nemein")
    await office.services.orders.declare(code, HOST, "concede")
    await office.deliver()
    assert "**North wins:** the other side gave up." in office.messenger.texts()[-1]
    assert office.messenger.channels[500][-1][1].files == ()


async def test_the_last_unit_is_taken(office: PostOffice) -> None:
    tiles = {"c3": MIDDLE["tiles"]["c3"], "d4": MIDDLE["tiles"]["d4"]}
    code = await in_office(office, {**MIDDLE, "tiles": tiles})
    given = await office.send(code, HOST, "move c3-d4; split d4; house d4")
    assert given.resolved
    await office.deliver()
    told = office.messenger.texts()[-1]
    assert "**South wins:** no enemy unit is left on the board." in told and "further turn" not in told
    assert "becomes two" not in told


async def test_the_set_up_s_files_are_named_after_it(office: PostOffice) -> None:
    """It is no turn: turn 1 comes after it."""
    code = await office.game(game_key="nemein")
    desk = await office.services.desks.desk(code, HOST)
    assert desk.picture is not None and desk.picture.name == f"{code}-set-up.png"
    for user in (HOST, GUEST):
        await office.send(code, user, "handful stock")
    await office.deliver()
    report = office.messenger.channels[CHANNEL][-1][1]
    [file] = (await office.services.fair_play.explained(code, HOST)).files
    assert "the set-up" in file.data.decode() and "handful 25x3 10x1 5x2 1x5" in file.data.decode()
    assert report.picture is not None and report.picture.name == f"{code}-turn-1.png"


async def test_a_turn_that_goes_on_and_a_further_one_are_plain_on_the_desk(office: PostOffice) -> None:
    code = await in_office(office)
    further = text.EXTRA_FOLLOWS

    async def desk() -> str:
        return (await office.services.desks.desk(code, HOST)).words

    await office.services.orders.give(code, HOST, "move c3-d3")
    assert text.EXTRA_IF_WON in await desk()
    await office.services.orders.give(code, HOST, "move c3-d4")
    assert further in await desk() and "goes on" not in await desk()
    assert "turn again" not in (await office.services.orders.send(code, HOST)).text
    assert "**Your turn goes on:** split" in await desk()
    assert text.EXTRA_TURNS(n=1) in await desk()
    await office.services.orders.give(code, HOST, "split d4; end")
    assert "**Your turn goes on.**" in await desk() and further in await desk()
    assert (await office.services.orders.send(code, HOST)).text.endswith(" It is your turn again.")
    assert text.YOUR_EXTRA in await desk()
    assert "extra" not in (await desk()).partition(text.YOUR_EXTRA)[2]
    await office.deliver()
    assert text.EXTRA_BEGINS(seat="**South** (Ada)") in office.messenger.texts()[-1]
    given = await office.send(code, HOST, "end")
    assert "again" not in given.text


@pytest.mark.parametrize("send", [False, True])
@pytest.mark.parametrize("draft", ["", "handful stock"])
async def test_a_turn_in_the_set_up(office: PostOffice, draft: str, send: bool) -> None:
    code = await office.game(game_key="nemein")
    if draft:
        await office.services.orders.give(code, HOST, draft)
    before = await office.dump()
    for typed in ("move a1-b1 10", "house e5", "end", "split a1", "handful stock; end", "move a1-a2"):
        with pytest.raises(Refused, match=rules.SETUP_FIRST) as refused:
            await office.services.orders.give(code, HOST, typed, send=send)
        assert f"`{typed.split('; ')[-1]}`: " in str(refused.value)
    assert await office.dump() == before


@pytest.mark.parametrize("send", [False, True])
@pytest.mark.parametrize("draft", ["", "move b2-b3 10"])
async def test_a_set_up_in_a_turn(office: PostOffice, draft: str, send: bool) -> None:
    code = await in_office(office)
    if draft:
        await office.services.orders.give(code, HOST, draft)
    before = await office.dump()
    for typed in ("handful stock", "handful 25x4", "place a1=10", "move b2-c2 5; place a1=10"):
        with pytest.raises(Refused, match=rules.SETUP_OVER) as refused:
            await office.services.orders.give(code, HOST, typed, send=send)
        assert typed.split("; ")[-1].split()[0] in str(refused.value).splitlines()[0]
    assert await office.dump() == before


async def test_a_unit_picked_after_a_swap_takes_its_place_in_the_menu(office: PostOffice) -> None:
    code = await in_office(office)
    await office.services.orders.give(code, HOST, "swap c1")

    async def made(picked: str) -> list[list[str]]:
        desk = await office.services.desks.desk(code, HOST, picked=picked)
        return [[choice.value for choice in menu.choices if choice.chosen] for menu in menus(desk)]

    assert await made("") == [["swap c1"], []]
    assert await made("u.b2.10") == [[], []], "where it may go"
    await office.services.orders.give(code, HOST, "move b2-b3 10")
    assert await made("") == [["move b2-b3 10"], []]
    assert await made("u.c3.10") == [[], []]


async def test_nothing_is_skipped_behind_the_end_of_the_game(office: PostOffice) -> None:
    last = {"c3": {"seat": "south", "units": [1]}, "d3": {"seat": "north", "units": [10]}}
    code = await in_office(office, {**MIDDLE, "tiles": last | {"g4": {"seat": "north", "units": [1]}}})
    await office.services.orders.give(code, HOST, "move c3-d3; end")
    desk = await office.services.desks.desk(code, HOST)
    assert "your last unit and the game" in desk.words and "won't happen" not in desk.words
    code = await in_office(office, channel=777)
    await office.services.orders.give(code, HOST, "move c3-d3; split d3; end")
    desk = await office.services.desks.desk(code, HOST)
    assert f"⚠ {rules.ONLY_HEADS(action='split d3 10')}" in desk.words


async def test_seats_are_written_as_people_write_them(office: PostOffice) -> None:
    code = await in_office(office)
    await office.services.orders.give(code, HOST, "move c3-d3; split d4 5; end")
    desk = await office.services.desks.desk(code, HOST)
    assert "`split d4 5` won't happen. The coins on d4 are North's." in desk.words
    await office.services.orders.send(code, HOST)
    await office.deliver()
    assert text.SKIPPED(actions="`split d4 5`") in office.messenger.texts()[-1]
    [skipped] = [event for event in (await office.snapshot(code)).step.events if event["type"] == "skipped"]
    assert skipped["reason"] == "what stands on d4 is north's", "as records have always had it"


async def test_of_two_quick_taps_none_is_lost(office: PostOffice) -> None:
    code = await office.game(game_key="nemein")
    await office.services.orders.give(code, HOST, "handful stock")
    turn = (await office.table(code)).turn
    taps = [office.services.orders.tap(code, HOST, value, turn) for value in ("m.b3.10.a1", "m.b2.5.a4")]
    given = await asyncio.gather(*taps)
    assert [each.text[:10] for each in given] == ["Understood"] * 2
    desk = await office.services.desks.desk(code, HOST)
    assert desk.picture is not None and "a1=10" in desk.picture.alt and "a4=5" in desk.picture.alt
    assert "b3=1" not in desk.picture.alt
    again = await office.services.orders.tap(code, HOST, "m.b3.10.a1", turn)
    assert again.text == "", "the 10 has gone already"


@pytest.mark.parametrize(("currency", "sum"), [("JPY", "¥2000"), ("CHF", "CHF 2"), ("GBP", "£2")])
async def test_desk_and_refusal_write_the_same_amount(office: PostOffice, currency: str, sum: str) -> None:
    code = await office.game(game_key="nemein", options=f"currency={currency}")
    assert f"exactly **{sum}**" in (await office.services.desks.desk(code, HOST)).words
    game = office.services.context.games["nemein"]
    coins = game.board()["currencies"][currency]["coins"]
    with pytest.raises(Refused, match=f" short of {sum}"):
        await office.services.orders.give(code, HOST, f"handful {coins[0]}x1")


def test_the_table_of_options_has_the_currencies_of_the_board() -> None:
    assert set(CODES) == set(GAMES["nemein"].board()["currencies"])
