"""Announced absences: deadlines wait for them, within the days of vacation, and everybody is told once. What
somebody has used up in a game stays used, whoever sits there meanwhile; a turn taken back costs nothing."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.engine import timing
from bot.features.absence import text as away_words
from bot.features.absence import vacation
from bot.features.absence.absences import Asked
from bot.features.substitutes.substitution import Taker
from bot.storage import people, players
from bot.storage.records import Away
from bot.storage.rows import append
from tests.bot.clocks import MODERATOR, due_in, player
from tests.bot.nemein import in_office
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, STRANGER, THIRD, PostOffice
from tests.bot.transactions import looking, writing
from tests.bot.world import World, words


async def due(office: PostOffice, code: str) -> float:
    """Days from now until the deadline."""
    return round(await due_in(office, code) / DAY, 3)


async def used(office: PostOffice, code: str, user: int) -> float:
    """Days of vacation."""
    return round((await player(office, code, user)).away_used / DAY, 3)


async def gone(office: PostOffice, user: int, first: float, last: float) -> None:
    """Announced long ago: away between these days from now."""
    now = office.clock.time
    async with writing(office.services.context.db) as tx:
        row = Away(user_id=user, from_at=now + first * DAY, to_at=now + last * DAY, announced_at=now - DAY)
        append(tx, row)


async def test_a_new_turn_waits_for_who_owes_an_order(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 4)
    await gone(office, GUEST, 0.5, 6)
    code = await office.game()
    assert await due(office, code) == 4 and await used(office, code, HOST) == 3
    assert await used(office, code, GUEST) == 0, "who owes nothing pays nothing"
    await office.deliver()
    [told] = [text for text in office.messenger.texts() if "as announced" in text]
    assert told.startswith("**Dark** (Ada) is away, as announced: turn 1 is now due <t:")
    await office.send(code, HOST, "e7-e6")
    assert await due(office, code) == 6 and await used(office, code, GUEST) == 5


async def test_the_days_of_vacation_are_a_limit(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 40)
    code = await office.game(options="vacation=2")
    assert await due(office, code) == 3 and await used(office, code, HOST) == 2
    await office.deliver()
    [told] = [text for text in office.messenger.texts() if "as announced" in text]
    assert "no vacation left" in told
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    assert await due(office, code) == 1 and await used(office, code, HOST) == 2
    other = await office.game(options="vacation=0", channel=CHANNEL + 1)
    assert await due(office, other) == 1


def test_several_absences() -> None:
    def absence(first: float, last: float) -> Away:
        return Away(user_id=1, from_at=first, to_at=last, announced_at=0.0)

    both = {"a": [absence(0, 20)], "b": [absence(15, 30), absence(30, 40)]}
    plenty = {"a": 100.0, "b": 100.0}
    assert vacation.move(10.0, [["a"], ["b"]], both, plenty) == (40.0, {"a": 10.0, "b": 20.0})
    assert vacation.move(10.0, [["a"], ["b"]], both, plenty | {"b": 5.0}) == (25.0, {"a": 10.0, "b": 5.0})
    assert vacation.move(10.0, [["b"]], both, plenty) == (10.0, {}), "not away then"
    assert vacation.move(40.0, [["b"]], both, plenty) == (40.0, {}), "back again"


async def test_an_absence_is_announced_and_moves_the_turn_that_it_covers(office: PostOffice) -> None:
    code = await office.game(deadline="3d")
    said = await office.services.absences.announce(HOST, Asked("in 2d", "in 5d"))
    assert f"`{code}` waits for you, up to 14 days" in said and "Days in UTC" in said
    assert await due(office, code) == 5 and await used(office, code, HOST) == 2
    await office.deliver()
    told = office.messenger.texts()
    assert any(text.startswith("**Dark** (Ada) will be away from <t:") for text in told)
    assert sum("as announced" in text for text in told) == 1
    assert "**Dark** (Ada) · away from <t:" in (await office.services.game_views.board(code, STRANGER)).words
    shown = await office.services.absences.shown(HOST)
    assert "You're away from <t:" in shown and "12 days of vacation left" in shown


async def test_who_has_sent_needs_no_time(office: PostOffice) -> None:
    code = await office.game(deadline="3d", options="enhanced=1")
    await office.send(code, HOST, "enhance e7")
    await office.services.absences.announce(HOST, Asked("in 2d", "in 5d"))
    assert await due(office, code) == 3


async def test_back_early(office: PostOffice) -> None:
    """The deadline comes as if the turn began now, and the rest of the days is given back."""
    code = await office.game(deadline="3d")
    await office.services.absences.announce(HOST, Asked("in 2d", "in 10d"))
    assert await used(office, code, HOST) == 7
    office.clock.time += 4 * DAY
    assert "Welcome back" in await office.services.absences.back(HOST)
    assert await due(office, code) == 3 and await used(office, code, HOST) == 4
    with pytest.raises(Refused, match="haven't announced an absence"):
        await office.services.absences.back(HOST)
    await office.deliver()
    assert "is not away any more. Turn 1 is due" in office.messenger.texts()[-1]


async def test_what_is_refused(office: PostOffice) -> None:
    announce = office.services.absences.announce
    for asked, told in (
        (Asked("in 2d"), "When are you back"),
        (Asked("in 3d", "in 2d"), "before it begins"),
        (Asked("in 2h", "in 5h"), "24 hours ahead"),
        (Asked("in 2d", "2031-01-01"), "at most 60 days"),
        (Asked("soon", "in 3d"), "I can't read"),
        (Asked("in 2d", "in 3d", "Rome upon Tyne"), "know a time zone"),
    ):
        with pytest.raises(Refused, match=told):
            await announce(STRANGER, asked)
    for number in range(5):
        await announce(STRANGER, Asked("in 2d", f"in {number + 3}d"))
    with pytest.raises(Refused, match="announced 5 absences"):
        await announce(STRANGER, Asked("in 2d", "in 3d"))


async def test_one_that_is_announced_late_counts_from_a_day_ahead(office: PostOffice) -> None:
    said = await office.services.absences.announce(HOST, Asked("in 2h", "in 3d", "europe/rome"))
    assert away_words.COUNTS_LATER in said and "Days in Europe/Rome" in said
    async with looking(office.services.context.db) as tx:
        [kept] = people.absences(tx, [HOST], office.clock.time)
    assert abs(kept.from_at - office.clock.time - DAY) < 1
    assert "Days in Europe/Rome" in await office.services.absences.shown(HOST), "the zone is remembered"


ADA, CLEO = Taker(HOST, "Ada", 1), Taker(THIRD, "Cleo", 1)


async def give(office: PostOffice, code: str, leaver: int, taker: Taker) -> None:
    await office.services.substitutes.ask(code, leaver)
    await office.services.substitutes.take(code, "dark", taker)


# -- budgets


async def test_a_seat_given_to_a_friend_and_back_renews_nothing(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 5)
    code = await office.game()
    async with writing(office.services.context.db) as tx:
        players.add_missed(tx, code, HOST)
        players.add_extension(tx, code, HOST)
    await give(office, code, HOST, CLEO)
    cleo = await player(office, code, THIRD)
    assert (cleo.missed, cleo.extensions, cleo.away_used) == (0, 0, 0.0), "a budget of her own"
    async with writing(office.services.context.db) as tx:
        players.add_missed(tx, code, THIRD)
    await office.services.substitutes.ask(code, THIRD)
    asked = await office.services.substitutes.question(code, "dark", ADA)
    assert "your own count starts at 1" in asked.text
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
    async with writing(office.services.context.db) as tx:
        timing.wait_for_absences(tx, office.services.context.snapshot(tx, code), office.clock.now())
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
    [told] = [text for text in office.messenger.texts() if "Cleo now plays **" in text]
    assert "Turn 1 has 12 hours left when the game goes on." in told
    await office.pass_time(3 * DAY)
    await office.services.gm.resume(code, MODERATOR)
    assert await due_in(office, code) == pytest.approx(12 * HOUR, abs=1)


@pytest.mark.parametrize("goes_on_first", [False, True])
async def test_who_is_back_in_or_after_a_pause_gets_the_days_back(
    office: PostOffice, goes_on_first: bool
) -> None:
    await gone(office, HOST, 0.5, 10)
    code = await office.game()
    await office.services.gm.pause(code, MODERATOR, "x")
    office.clock.time += DAY
    assert await used(office, code, HOST) == 9
    if goes_on_first:
        await office.services.gm.resume(code, MODERATOR)
    await office.services.absences.back(HOST)
    await office.deliver()
    assert await used(office, code, HOST) == 0
    if not goes_on_first:
        told = office.messenger.texts()[-1].splitlines()[0]
        assert told.endswith("is not away any more. Turn 1 has 1 day left when the game goes on.")
        await office.services.gm.resume(code, MODERATOR)
    assert await due(office, code) == 1


async def test_a_turn_waits_after_a_pause_too(office: PostOffice) -> None:
    code = await office.game()
    await office.services.gm.pause(code, MODERATOR, "Holidays")
    await gone(office, HOST, 5.5, 8)
    office.clock.time += 5 * DAY
    await office.services.gm.resume(code, MODERATOR)
    assert await due(office, code) == 3 and await used(office, code, HOST) == 2


async def test_away_and_back(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, deadline="3d")
    said = await ada.slash("away")
    assert said.private and away_words.NO_ABSENCE in said.text
    said = await ada.slash("away", **{"from": "in 2d", "to": "in 5d", "zone": "europe/rome"})
    assert said.private and "waits for you, up to 14 days" in said.text
    assert any("is away, as announced: turn 1 is now due" in words(message) for message in game.posts)
    assert "Europe/Rome" in await ada.offered("rom", "zone", "away")
    assert "fri" in await ada.offered("fr", "to", "away")
    said = await ada.slash("back")
    assert said.text == away_words.TAKEN_BACK
    assert "is not away any more" in words(game.post)
    said = await ben.slash("away", to="in 1h")
    assert said.private and "24 hours ahead" in said.text
