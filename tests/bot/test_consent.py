"""What a game master may not do alone: a host whom a player made, or who has played, against somebody active;
and nobody may take back a turn that showed a result. The players vote on it, and what passes is done at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import update

from bot.common.errors import Refused
from bot.features.moderation import text as gm_words
from bot.features.moderation.game_masters import Ruler
from bot.features.substitutes.substitution import Taker
from bot.features.votes import text as vote_text
from bot.storage import drafts, players, schema
from bot.storage.records import Draft
from tests.bot.clocks import MODERATOR, NEAR, due_in, logged, paused, player, turn
from tests.bot.nemein import in_office
from tests.bot.newyork import GREENE, PAPST, all_ready, new_york
from tests.bot.parts import (
    CHANNEL,
    DAY,
    FOURTH,
    GUEST,
    HOST,
    HOUR,
    NAMES,
    STRANGER,
    THIRD,
    PostOffice,
    labels,
)
from tests.bot.silent import nme
from tests.bot.transactions import looking, writing
from tests.bot.votes import all_agree, call, cast, held, newest, post

FRIEND, SECOND = STRANGER, 98
NAMES_OF = {**NAMES, SECOND: "Ned"}


def host(user: int) -> Ruler:
    """A user without any permission in the server."""
    return Ruler(user, NAMES_OF[user], 1, False)


async def hand_on(office: PostOffice, code: str, giver: int = HOST, to: int = FRIEND) -> Ruler:
    await office.services.gm.transfer(code, host(giver), to, NAMES_OF[to], "I have no time")
    return host(to)


async def users(office: PostOffice, code: str) -> set[int]:
    async with looking(office.services.context.db) as tx:
        return {player.user_id for player in players.of_table(tx, code)}


async def sheets(office: PostOffice, code: str) -> dict[str, Draft]:
    async with looking(office.services.context.db) as tx:
        return dict(drafts.of_table(tx, code, (await office.snapshot(code)).phase.turn))


# -- the friend's account: nothing of it reaches a sealed sheet


async def by_transfer(office: PostOffice, code: str) -> Ruler:
    return await hand_on(office, code)


async def by_a_chain(office: PostOffice, code: str) -> Ruler:
    await hand_on(office, code)
    return await hand_on(office, code, FRIEND, SECOND)


async def by_leaving_the_seat(office: PostOffice, code: str) -> Ruler:
    """The host gives the seat to a friend, and plays no more."""
    await office.services.substitutes.ask(code, HOST)
    await office.services.substitutes.take(code, "tower", Taker(FRIEND, "Eve", 1))
    return host(HOST)


async def by_a_player_who_left(office: PostOffice, code: str) -> Ruler:
    """Somebody else who played, left, and is made the host by a moderator."""
    await office.services.substitutes.ask(code, GREENE)
    await office.services.substitutes.take(code, "greene", Taker(FRIEND, "Eve", 1))
    await office.services.gm.transfer(code, Ruler(97, "Mo", 1, True), GREENE, NAMES[GREENE], "why")
    return host(GREENE)


WAYS = (by_transfer, by_a_chain, by_leaving_the_seat, by_a_player_who_left)


@pytest.mark.parametrize("way", WAYS)
async def test_a_friends_account_reaches_no_sealed_sheet(
    office: PostOffice, way: Callable[[PostOffice, str], Awaitable[Ruler]]
) -> None:
    """Every road: a seat given away, a forfeit, a turn resolved now or taken back, a deadline of a minute.
    Each is a vote that the one concerned stops."""
    code, services = await new_york(office), office.services
    await all_ready(office, code)
    await services.orders.give(code, PAPST, "1 move jackson_heights")
    eve, at = await way(office, code), await turn(office, code)
    await office.deliver()
    before, sheet, due = await users(office, code), await sheets(office, code), await due_in(office, code)
    form = await services.running.form(code, eve, 0, "")
    values = {field.key: field.value for field in form.fields} | {"deadline": "1m", "reason": "quick"}
    for ask in (
        services.gm.replace(code, eve, "papst", 96, "Sue", "he is slow"),
        services.penalties.rule(code, eve, "papst", "forfeit", "", "he is slow"),
        services.gm.force(code, eve, "he is slow"),
        services.gm.undo(code, eve, "a mistake"),
        services.running.set(code, eve, 0, values),
    ):
        said = await ask
        assert "must agree" in said, said
        for user in sorted(before - {PAPST}):
            await cast(office, code, user)
        assert (await newest(office, code)).status == "open", "the one concerned is asked, too"
        await cast(office, code, PAPST, yes=False)
        assert (await newest(office, code)).status == "failed"
    assert await users(office, code) == before and await turn(office, code) == at
    assert await sheets(office, code) == sheet and abs(await due_in(office, code) - due) < 2
    assert (await office.table(code)).deadline_spec == "24h"
    told = [text for user in (FRIEND, SECOND, 96) for text in office.messenger.dms(user)]
    assert not any("1 move jackson" in text for text in told)
    with pytest.raises(Refused, match="don't play"):
        await services.orders.give(code, 96, "1 hold")


async def test_of_two_players_the_other_one_is_asked(office: PostOffice) -> None:
    """All others but the one concerned would be the host's friend alone."""
    code = await office.game()
    eve = await hand_on(office, code)
    await office.services.gm.replace(code, eve, "light", THIRD, "Cleo", "why")
    await cast(office, code, HOST)
    assert await users(office, code) == {HOST, GUEST}
    await cast(office, code, GUEST, yes=False)
    assert await users(office, code) == {HOST, GUEST}


# -- who rules alone, as ever


async def test_a_moderator_and_a_host_who_never_played_rule_alone(office: PostOffice) -> None:
    code, seats = await nme(office, GUEST, THIRD, FOURTH, host=HOST)
    await office.services.gm.replace(code, host(HOST), "white", 15, "Fay", "why")
    assert 15 in await users(office, code)
    await office.services.gm.transfer(code, host(HOST), STRANGER, "Eve", "why")
    await office.services.gm.replace(code, host(STRANGER), "gray", 16, "Gus", "a host made by such a host")
    assert 16 in await users(office, code)
    mo = Ruler(97, "Mo", 1, True)
    await office.services.penalties.rule(code, mo, "black", "forfeit", "", "why")
    assert await held(office, code) == [] and seats["black"] in await users(office, code)


async def test_a_moderator_confirms_a_host_whom_a_player_made(office: PostOffice) -> None:
    code = await office.game()
    eve = await hand_on(office, code)
    assert (await office.table(code)).host_by_player
    with pytest.raises(Refused, match="already the host"):
        await office.services.gm.transfer(code, eve, FRIEND, "Eve", "myself")
    await office.services.gm.transfer(code, Ruler(97, "Mo", 1, True), FRIEND, "Eve", "I know her")
    assert not (await office.table(code)).host_by_player
    await office.services.gm.replace(code, eve, "light", THIRD, "Cleo", "why")
    assert await users(office, code) == {HOST, THIRD}


async def test_a_moderator_who_played_in_the_game_asks(office: PostOffice) -> None:
    code = await office.game()
    await office.services.substitutes.ask(code, HOST)
    await office.services.substitutes.take(code, "dark", Taker(FRIEND, "Eve", 1))
    ada = Ruler(HOST, "Ada", 1, True)
    assert "must agree" in await office.services.gm.replace(code, ada, "light", THIRD, "Cleo", "why")
    assert await users(office, code) == {FRIEND, GUEST}


async def test_nobody_is_asked_about_a_seat_that_is_free(office: PostOffice) -> None:
    """Anybody could take it: its player asks for that, or has missed deadlines."""
    code = await office.game()
    eve = await hand_on(office, code)
    await office.services.substitutes.ask(code, GUEST)
    await office.services.gm.replace(code, eve, "light", THIRD, "Cleo", "he asks for it")
    assert await users(office, code) == {HOST, THIRD} and await held(office, code) == []


async def test_who_has_missed_deadlines_is_not_active(office: PostOffice) -> None:
    code = await office.game(options="substitutes=1 absence=pass extensions=2")
    eve = await hand_on(office, code)
    await office.pass_time(DAY + 1)
    assert (await player(office, code, HOST)).offered_at is not None
    await office.services.penalties.rule(code, eve, "dark", "forfeit", "", "gone")
    assert (await office.table(code)).status == "over"


async def test_the_clock_is_a_hosts_alone_but_for_a_pause_that_was_voted(office: PostOffice) -> None:
    code = await office.game()
    eve = await hand_on(office, code)
    await office.services.gm.pause(code, eve, "a storm")
    await office.services.gm.resume(code, eve)
    await call(office, code, HOST, "pause", "2d")
    await cast(office, code, GUEST)
    with pytest.raises(Refused, match="`/vote resume`"):
        await office.services.gm.resume(code, eve)
    await office.services.gm.resume(code, MODERATOR)
    assert await paused(office, code) is None


# -- the vote


async def test_what_all_agree_to_is_done_at_once(office: PostOffice) -> None:
    code = await office.game()
    eve = await hand_on(office, code)
    said = await office.services.gm.replace(code, eve, "Light", THIRD, "Cleo", "Ben is ill")
    title, channel = "giving Light to Cleo", f"<#{CHANNEL}>"
    assert said == vote_text.PROPOSED(title=title, channel=channel)
    shown = await post(office, code)
    assert "vote: giving Light to Cleo" in shown.words
    assert "Eve (host) wants Cleo to take over from **Light** (Ben)." in shown.words
    assert "Reason: Ben is ill" in shown.words and "Everyone still playing must agree." in shown.words
    assert "(0 of 2 needed) · **Not yet:** Dark, Light" in shown.words
    assert set(shown.mentions) == {HOST, GUEST} and labels(shown) == ["Yes", "No"]
    await cast(office, code, GUEST)
    told = await cast(office, code, HOST)
    assert told == vote_text.SAID_YES["passed"](title=title)
    assert await users(office, code) == {HOST, THIRD}
    shown = await post(office, code)
    assert "vote passed" in shown.text and "**Yes:** Dark, Light" in shown.words and labels(shown) == []
    lines = [line.text for line in await logged(office, code)]
    assert any("Eve (host) decided this; everyone agreed. Reason: Ben is ill" in line for line in lines)
    assert any(line.startswith("Vote passed: giving Light to Cleo.") for line in lines)


async def test_each_deed_is_done_by_vote(office: PostOffice) -> None:
    code = await new_york(office)
    eve = await hand_on(office, code)

    await office.services.gm.force(code, eve, "all agree")
    await all_agree(office, code)
    await office.deliver()
    assert await turn(office, code) == 1
    told = gm_words.FORCED(by="Eve (host)", turn="turn 1 · Spring 2047")
    told += "; everyone agreed. Reason: all agree"
    assert any(told in text for text in office.messenger.texts())
    await office.services.gm.undo(code, eve, "a mistake")
    await all_agree(office, code)
    await office.deliver()
    assert await turn(office, code) == 0
    assert any("; everyone agreed. Reason: a mistake" in text for text in office.messenger.texts())
    values = {"deadline": "3d", "reason": "slower"}
    form = await office.services.running.form(code, eve, 0, "")
    await office.services.running.set(code, eve, 0, {f.key: f.value for f in form.fields} | values)
    assert "24h → 3d" in (await post(office, code)).words
    await all_agree(office, code)
    await office.deliver()
    assert (await office.table(code)).deadline_spec == "3d"
    await office.services.penalties.rule(code, eve, "greene", "forfeit", "", "abuse")
    await all_agree(office, code)
    await office.deliver()
    assert "greene" not in (await office.snapshot(code)).living


async def test_a_vote_on_a_turn_lapses_when_the_game_moves_on(office: PostOffice) -> None:
    code = await office.game()
    eve = await hand_on(office, code)
    await office.send(code, HOST, "e7-e6")
    await office.services.gm.undo(code, eve, "why")
    assert "taking turn 1 back" in (await post(office, code)).words
    await cast(office, code, HOST)
    await office.send(code, GUEST, "d2-d3")
    await office.pass_time(1)
    assert (await newest(office, code)).status == "lapsed" and await turn(office, code) == 2
    assert "The game has moved on." in office.messenger.texts()[-1]


async def test_a_vote_on_a_seat_outlives_turns_but_not_its_player(office: PostOffice) -> None:
    code = await office.game()
    eve = await hand_on(office, code)
    await office.services.gm.replace(code, eve, "light", THIRD, "Cleo", "why")
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    await office.pass_time(1)
    assert (await newest(office, code)).status == "open"
    await office.services.gm.replace(code, MODERATOR, "light", FOURTH, "Dan", "I decide")
    await office.pass_time(1)
    assert (await newest(office, code)).status == "lapsed"
    assert vote_text.NEW_PLAYER in office.messenger.texts()[-1]
    assert await users(office, code) == {HOST, FOURTH}


async def test_what_is_not_possible_any_more_lapses(office: PostOffice) -> None:
    """The one who was to sit there has taken another seat meanwhile."""
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both")
    eve = await hand_on(office, code)
    seats = {p.user_id: p.seat for p in (await office.snapshot(code)).players}
    await office.services.gm.replace(code, eve, str(seats[GUEST]), SECOND, "Ned", "why")
    await office.services.substitutes.ask(code, THIRD)
    await office.services.substitutes.take(code, str(seats[THIRD]), Taker(SECOND, "Ned", 1))
    for user in (HOST, GUEST, SECOND):
        await cast(office, code, user)
    told = await cast(office, code, FOURTH)
    assert "the vote lapsed" in told and GUEST in await users(office, code)
    await office.deliver()
    assert vote_text.IMPOSSIBLE in office.messenger.texts()[-1]


async def test_one_at_a_time_and_none_twice_in_a_turn(office: PostOffice) -> None:
    code = await office.game()
    eve = await hand_on(office, code)
    await office.services.gm.replace(code, eve, "light", THIRD, "Cleo", "why")
    with pytest.raises(Refused, match="Another vote is open"):
        await office.services.penalties.rule(code, eve, "dark", "forfeit", "", "why")
    await cast(office, code, GUEST, yes=False)
    with pytest.raises(Refused, match="failed this turn"):
        await office.services.gm.replace(code, eve, "light", FOURTH, "Dan", "why")


async def test_a_vote_tells_nothing_of_who_has_sent_orders(office: PostOffice) -> None:
    """To resolve a turn now is asked in the same words whoever is ready."""
    shown = []
    for ready in ((), (PAPST, GREENE)):
        code = await new_york(office, channel=CHANNEL + len(shown))
        eve = await hand_on(office, code)
        for user in ready:
            await office.services.orders.send(code, user)
        said = await office.services.gm.force(code, eve, "why")
        vote = await newest(office, code)
        shown.append((said.replace(str(CHANNEL + len(shown)), ""), {**vote.deed}))
    assert shown[0] == shown[1]


# -- a turn that showed a result


async def test_a_result_is_taken_back_with_the_consent_of_all_alone(office: PostOffice) -> None:
    """Whoever asks: a moderator, too."""
    code = await in_office(office)
    await office.send(code, HOST, "c3-d3")
    snapshot = await office.snapshot(code)
    form = await office.services.gm.form("gmundo", code, MODERATOR, "why")
    assert "must agree" in form.fields[0].hint
    said = await office.services.gm.undo(code, MODERATOR, "why", snapshot.step.seq)
    assert "must agree" in said and (await office.snapshot(code)).step.seq == snapshot.step.seq
    assert "had a flip or roll" in (await post(office, code)).words
    await cast(office, code, HOST)
    assert (await newest(office, code)).status == "open"
    await cast(office, code, GUEST)
    assert (await office.snapshot(code)).step.kind == "undo"


async def test_a_seat_where_nobody_is_counts_there_too(office: PostOffice) -> None:
    code = await in_office(office)
    await office.send(code, HOST, "c3-d3")
    snapshot = await office.snapshot(code)
    async with writing(office.services.context.db) as tx:
        players.change(tx, code, GUEST, offered_at=1.0, offered_why="2 deadlines missed in a row")
    await office.services.gm.undo(code, MODERATOR, "why")
    await cast(office, code, HOST)
    assert (await newest(office, code)).status == "open"
    assert (await office.snapshot(code)).step.seq == snapshot.step.seq


async def test_a_turn_in_which_nothing_fell_is_taken_back_as_ever(office: PostOffice) -> None:
    code = await in_office(office)
    await office.send(code, HOST, "c3-c4")
    assert (await office.services.gm.undo(code, MODERATOR, "why")).startswith("Taken back: ")


async def test_players_ask_for_a_turn_back(office: PostOffice) -> None:
    code = await in_office(office)
    await office.send(code, HOST, "c3-d3")
    said = await office.services.voting.call(code, HOST, "undo")
    assert said.startswith("Vote called: taking ")
    assert "had a flip or roll" in (await post(office, code)).words
    await cast(office, code, GUEST)
    await office.deliver()
    assert (await office.snapshot(code)).step.kind == "undo"
    assert any("; everyone agreed." in text for text in office.messenger.texts())


async def test_in_a_league_no_result_is_taken_back(office: PostOffice) -> None:
    code = await in_office(office)
    await office.send(code, HOST, "c3-d3")
    async with writing(office.services.context.db) as tx:
        t = schema.tables
        tx.execute(update(t).where(t.c.id == code).values(origin={"league": "spring"}))
    for act in (
        office.services.gm.undo(code, MODERATOR, "why"),
        office.services.gm.form("gmundo", code, MODERATOR, "why"),
        office.services.voting.call(code, HOST, "undo"),
    ):
        with pytest.raises(Refused, match=r"[Ii]n a league"):
            await act


# -- a game master's pause


@pytest.mark.parametrize("span", ["", "10d"])
async def test_the_players_end_a_pause_by_vote(office: PostOffice, span: str) -> None:
    code = await office.game()
    await office.services.gm.pause(code, MODERATOR, "a storm", span)
    assert "`/vote resume`" in (await _newest_text(office))
    await call(office, code, HOST, "resume")
    assert await paused(office, code) is not None
    await cast(office, code, GUEST)
    assert await paused(office, code) is None
    assert await due_in(office, code) > HOUR - NEAR


async def _newest_text(office: PostOffice) -> str:
    await office.deliver()
    return office.messenger.texts()[-1]


async def test_time_that_such_a_host_gave_is_not_taken_back_alone(office: PostOffice) -> None:
    """Who relies on two days more would miss the deadline, and the seat would soon be free for a friend."""
    code = await office.game()
    eve = await hand_on(office, code)
    await office.services.gm.extend(code, eve, "2d", "take your time")
    office.clock.time += DAY
    before = await due_in(office, code)
    with pytest.raises(Refused, match="a moderator"):
        await office.services.gm.shorten(code, eve, "", "too long")
    assert abs(await due_in(office, code) - before) < 2
    await office.services.gm.shorten(code, MODERATOR, "", "too long")
    assert await due_in(office, code) < before
