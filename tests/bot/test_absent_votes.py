"""Who is there counts: a seat offered by its player is played on; a vote that a free seat decides is over."""

from __future__ import annotations

from bot.features.substitutes.substitution import Taker
from bot.storage import players
from tests.bot.clocks import player
from tests.bot.parts import DAY, FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice
from tests.bot.votes import call, cast, held, newest, post

EVE = Taker(STRANGER, "Eve", 1)


async def free(office: PostOffice, code: str, user: int, *, there: bool = False) -> None:
    """The seat is offered for missed deadlines, or its player is back."""
    from bot.features.substitutes import offers

    context = office.services.context
    async with context.lock(code), context.db.begin() as tx:
        snapshot = await context.snapshot(tx, code)
        seat = str(snapshot.seat_of(user))
        if there:
            await offers.withdraw(tx, snapshot, seat, "is back", context.clock.now())
        else:
            await offers.offer(tx, snapshot, seat, "2 deadlines missed in a row", context.clock.now())
    context.db.wake_all()


async def test_who_asks_for_a_substitute_has_grace_and_a_vote(office: PostOffice) -> None:
    code = await office.game(options="grace=60 substitutes=2")
    await office.services.substitutes.ask(code, HOST)
    await office.deliver()
    assert (await call(office, code, GUEST, "pause", "2d")).status == "open", "Dark plays on, and votes"
    await office.pass_time(DAY + 1)
    assert any("as grace" in text for text in office.messenger.texts())
    assert (await player(office, code, HOST)).missed == 0


async def test_who_asks_and_then_stays_away_is_absent_as_others_are(office: PostOffice) -> None:
    code = await office.game(options="substitutes=1 grace=0")
    await office.services.substitutes.ask(code, HOST)
    await office.deliver()
    await call(office, code, GUEST, "extend", "6h")
    assert (await newest(office, code)).status == "open"
    await office.pass_time(DAY + 1)
    async with office.services.context.db.read() as tx:
        [ada] = [one for one in await players.of_table(tx, code) if one.user_id == HOST]
    assert ada.missed == 1 and (await newest(office, code)).status != "open"


async def test_a_vote_that_a_free_seat_decides_is_carried_out_at_once(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    assert (await call(office, code, HOST, "pause", "2d")).status == "open"
    await free(office, code, GUEST)
    await office.pass_time(1)
    assert (await newest(office, code)).status == "passed"
    assert (await office.snapshot(code)).pause is not None


async def test_posts_of_votes_say_who_decides_now(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both")
    await office.deliver()
    await call(office, code, HOST, "pause", "2d")
    assert "**1 of 3 needed" in (await post(office, code)).text
    await free(office, code, GUEST)
    assert "**1 of 2 needed" in (await post(office, code)).text
    await free(office, code, GUEST, there=True)
    assert "**1 of 3 needed" in (await post(office, code)).text


async def test_posts_of_votes_forget_the_ballot_of_who_leaves(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both")
    await office.deliver()
    await call(office, code, GUEST, "end")
    assert "**1 of 4 needed" in (await post(office, code)).text
    await office.services.substitutes.ask(code, GUEST)
    seat = str((await office.snapshot(code)).seat_of(GUEST))
    await office.services.substitutes.take(code, seat, EVE)
    assert "**0 of 4 needed" in (await post(office, code)).text
    assert (await newest(office, code)).status == "open"


async def test_a_vote_that_is_decided_when_somebody_is_out_is_carried_out(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both")
    await office.deliver()
    await call(office, code, GUEST, "pause", "2d")
    await cast(office, code, THIRD)
    assert (await newest(office, code)).status == "open", "2 of 4"
    await office.services.orders.declare(code, FOURTH, "concede")
    await office.pass_time(1)
    assert (await newest(office, code)).status == "passed", "2 of 3"


async def test_nothing_is_asked_in_a_game_that_a_decided_vote_ends(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both")
    await call(office, code, HOST, "draw")
    for user in (GUEST, THIRD):
        await cast(office, code, user)
    await office.services.orders.declare(code, FOURTH, "concede")
    said = await office.services.voting.call(code, HOST, "end")
    assert said == f"Another vote has ended game `{code}` just now."
    assert [(vote.kind, vote.status) for vote in await held(office, code)] == [("draw", "passed")]
    await office.pass_time(1)
    assert (await office.snapshot(code)).over
