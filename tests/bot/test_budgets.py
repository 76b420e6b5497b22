"""What somebody has used up in a game stays used, whoever sits there meanwhile; a turn taken back costs
nothing; a pause keeps a new player's time, and the days of who is back early."""

from __future__ import annotations

import pytest

from bot.common.message import MOST_TEXT
from bot.engine import timing
from bot.features.substitutes.substitution import Taker
from bot.storage import players
from tests.bot.clocks import MODERATOR, due_in, player
from tests.bot.nemein import in_office
from tests.bot.parts import DAY, GUEST, HOST, HOUR, NAMES, THIRD, PostOffice, labels
from tests.bot.test_away import due, gone, used

ADA, CLEO = Taker(HOST, "Ada", 1), Taker(THIRD, "Cleo", 1)


async def give(office: PostOffice, code: str, leaver: int, taker: Taker) -> None:
    await office.services.substitutes.ask(code, leaver)
    await office.services.substitutes.take(code, "dark", taker)


# -- budgets


async def test_a_seat_given_to_a_friend_and_back_renews_nothing(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 5)
    code = await office.game()
    async with office.services.context.db.begin() as tx:
        await players.add_missed(tx, code, HOST)
        await players.add_extension(tx, code, HOST)
    await give(office, code, HOST, CLEO)
    cleo = await player(office, code, THIRD)
    assert (cleo.missed, cleo.extensions, cleo.away_used) == (0, 0, 0.0), "a budget of her own"
    async with office.services.context.db.begin() as tx:
        await players.add_missed(tx, code, THIRD)
    await office.services.substitutes.ask(code, THIRD)
    asked = await office.services.substitutes.question(code, "dark", ADA)
    assert "for you the count begins at 1" in asked.text
    await office.services.substitutes.take(code, "dark", ADA)
    ada = await player(office, code, HOST)
    assert (ada.missed, ada.extensions, round(ada.away_used / DAY, 3)) == (1, 1, 4.0)
    await give(office, code, HOST, CLEO)
    assert (await player(office, code, THIRD)).missed == 1


async def test_a_new_player_gets_no_days_that_another_one_paid(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 5)
    await gone(office, THIRD, 20, 21)
    code = await office.game()
    await give(office, code, HOST, CLEO)
    await office.services.absences.back(THIRD)
    assert await used(office, code, THIRD) == 0 and await due(office, code) == 5


# -- turns that are taken back


async def test_turns_that_are_taken_back_cost_no_vacation(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await gone(office, HOST, 0.5, 5)
    await office.send(code, GUEST, "d2-d3")
    assert await used(office, code, HOST) == 4
    for _ in range(3):
        await office.services.gm.undo(code, MODERATOR, "once more")
        assert await used(office, code, HOST) == 0
        await office.send(code, GUEST, "d2-d3")
        assert await used(office, code, HOST) == 4 and await due(office, code) == 5
    await office.services.gm.undo(code, MODERATOR, "further")
    await office.services.gm.undo(code, MODERATOR, "back")
    assert await used(office, code, HOST) == 4, "it is Dark's turn again, and Dark is away"


async def test_who_has_left_has_those_days_again_too(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await gone(office, HOST, 0.5, 5)
    await office.send(code, GUEST, "d2-d3")
    await give(office, code, HOST, CLEO)
    await office.services.gm.undo(code, MODERATOR, "x")
    await give(office, code, THIRD, ADA)
    assert await used(office, code, HOST) == 0


async def test_a_turn_of_several_steps_is_paid_for_once(office: PostOffice) -> None:
    code = await in_office(office)
    await gone(office, HOST, 0.5, 5)
    async with office.services.context.db.begin() as tx:
        await timing.wait_for_absences(
            tx, await office.services.context.snapshot(tx, code), office.clock.now()
        )
    assert await used(office, code, HOST) == 4
    for _ in range(2):
        await office.send(code, HOST, "move b2-b3 10")
        assert (await office.snapshot(code)).phase.goes_on
        await office.services.gm.undo(code, MODERATOR, "a step")
        assert await used(office, code, HOST) == 4
    await office.send(code, HOST, "move b2-b3 10")
    await office.services.absences.back(HOST)
    assert await used(office, code, HOST) == 0 and await due(office, code) == 1


# -- pauses


async def test_a_seat_that_is_taken_in_a_pause_has_half_a_turn(office: PostOffice) -> None:
    code = await office.game()
    office.clock.time += DAY - 60
    await office.services.gm.pause(code, MODERATOR, "x")
    await give(office, code, HOST, CLEO)
    await office.deliver()
    [told] = [text for text in office.messenger.texts() if "is played by Cleo now" in text]
    assert "Turn 1 has 12 hours when the game goes on." in told
    await office.pass_time(3 * DAY)
    await office.services.gm.resume(code, MODERATOR)
    assert await due_in(office, code) == pytest.approx(12 * HOUR, abs=1)


async def test_who_is_back_in_a_pause_gets_the_days_back(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 10)
    code = await office.game()
    await office.services.gm.pause(code, MODERATOR, "x")
    office.clock.time += DAY
    assert await used(office, code, HOST) == 9
    await office.services.absences.back(HOST)
    await office.deliver()
    assert await used(office, code, HOST) == 0
    assert (
        office.messenger.texts()[-1]
        .splitlines()[0]
        .endswith("is not away any more. Turn 1 has 1 day when the game goes on.")
    )
    await office.services.gm.resume(code, MODERATOR)
    assert await due(office, code) == 1


async def test_who_is_back_after_a_pause_gets_the_days_back(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 10)
    code = await office.game()
    await office.services.gm.pause(code, MODERATOR, "x")
    office.clock.time += DAY
    await office.services.gm.resume(code, MODERATOR)
    await office.services.absences.back(HOST)
    assert await used(office, code, HOST) == 0 and await due(office, code) == 1


# -- the list


async def test_a_long_list_of_free_seats_fits(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, GUEST, "_" * 32)
    codes = []
    for number in range(12):
        codes.append(await office.game(channel=123456789012345678 + number))
        await office.services.substitutes.ask(codes[-1], GUEST)
    shown = await office.services.substitutes.free(1, HOST)
    listed = shown.text.count("\n- ")
    assert len(shown.text) <= MOST_TEXT and 0 < listed <= 10
    assert labels(shown) == [f"Take Light in {code}" for code in codes[:listed]], "the longest first"
    assert shown.text.endswith(f"… and {12 - listed} more: `/substitute take` finds them.")
    assert len(await office.services.substitutes.choices(1, HOST, "")) == 12
    assert [one.value for one in await office.services.substitutes.choices(1, HOST, codes[11])] == [
        f"{codes[11]} light"
    ]
