"""Votes: who decides, who may ask, what follows, when they lapse, what they cannot do."""

from __future__ import annotations

import asyncio
import re
from itertools import product
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.features.substitutes import text as sub_words
from bot.features.substitutes.substitution import Taker
from bot.features.votes import text as vote_text
from bot.features.votes.motions import Act, count, needed
from bot.features.votes.posts import LAPSES
from bot.presenters.colours import seat_colour
from bot.storage import players
from tests.bot.clocks import due, player, row
from tests.bot.nemein import in_office
from tests.bot.parts import (
    CHANNEL,
    DAY,
    FOURTH,
    GUEST,
    HOST,
    HOUR,
    STRANGER,
    THIRD,
    PostOffice,
    labels,
    post_office,
)
from tests.bot.silent import nme
from tests.bot.transactions import looking, writing
from tests.bot.votes import call, cast, held, log, newest, post
from tests.bot.world import World, buttons, words

SEATS = ("a", "b", "c", "d", "e", "f", "g")
ACTS: tuple[Act, ...] = ("extend", "pause", "resume", "draw", "end")


@pytest.mark.parametrize("act", ACTS)
def test_a_vote_is_decided_as_soon_as_the_rest_cannot_change_it_and_never_before(act: Act) -> None:
    living = SEATS[:4]
    for said in product((True, False, None), repeat=4):
        ballots = {seat: yes for seat, yes in zip(living, said, strict=True) if yes is not None}
        rest = [seat for seat in living if seat not in ballots]
        ends = set()
        for more in product((True, False), repeat=len(rest)):
            whole = count(act, living, (), ballots | dict(zip(rest, more, strict=True)))
            ends.add(len(whole.yes) >= needed(act, 4))
        expected = None if len(ends) == 2 else "passed" if ends == {True} else "failed"
        assert count(act, living, (), ballots).verdict == expected


def test_an_absent_seat_blocks_neither_more_time_nor_a_pause_but_no_draw_is_made_without_it() -> None:
    yes = {"a": True, "b": True}
    assert count("extend", SEATS[:5], ("c", "d", "e"), yes).verdict == "passed"
    assert count("pause", SEATS[:4], ("c", "d"), yes).verdict == "passed"
    assert count("resume", SEATS[:4], ("c", "d"), yes).verdict == "passed"
    for act in ("draw", "end"):
        assert count(act, SEATS[:3], ("c",), yes).verdict is None  # type: ignore[arg-type]
    stands = count("extend", SEATS[:3], ("c",), {"a": True, "c": False})  # it votes, and so it counts
    assert stands.deciding == {"a", "b", "c"} and stands.verdict is None and stands.open == {"b"}
    stands = count("draw", ("a", "b"), (), yes | {"c": False})  # who is out of the game does not
    assert stands.verdict == "passed" and stands.no == frozenset()


async def four(office: PostOffice, options: str = "") -> str:
    """A game of four seats: Commander-In-Chief in teams."""
    return await office.game(HOST, GUEST, THIRD, FOURTH, options=f"teams=both {options}".strip())


# -- more time


async def test_more_time_by_more_than_half(office: PostOffice) -> None:
    code = await office.game()
    before = await due(office, code)
    said = await office.services.voting.call(code, HOST, "extend", "12h")
    assert said == vote_text.CALLED["open"](title="12h more", channel=f"<#{CHANNEL}>")
    shown = await post(office, code)
    assert "vote: 12h more" in shown.text and "**Dark** (Ada) asks for 12h more" in shown.text
    assert "**Yes:** Dark (1 of 2 needed) · **Not yet:** Light" in shown.words
    assert not shown.classic and shown.accent == seat_colour("cic", "dark")
    assert "12h more" in shown.call, "a locked phone shows it"
    assert shown.mentions == (GUEST,) and labels(shown) == ["Yes", "No"]
    assert await due(office, code) == before
    assert await cast(office, code, GUEST) == vote_text.SAID_YES["passed"](title="12h more")
    assert await due(office, code) == before + 12 * HOUR
    shown = await post(office, code)
    assert "vote passed: 12h more" in shown.text and "**Yes:** Dark, Light" in shown.words
    assert labels(shown) == [] and f"<@{GUEST}>" not in shown.words
    text = office.messenger.texts()[-1]
    assert "vote passed: 12h more\nThe turn is now due <t:" in text
    assert "Vote passed: 12h more." in (await log(office, code))[-1]


async def test_a_vote_that_cannot_pass_any_more_is_over_at_once(office: PostOffice) -> None:
    code = await office.game()
    before = await due(office, code)
    await call(office, code, HOST, "extend")
    told = vote_text.SAID_NO["failed"](title="24h more")
    assert await cast(office, code, GUEST, yes=False) == told
    assert await due(office, code) == before
    shown = await post(office, code)
    assert "vote failed: 24h more" in shown.text and labels(shown) == []
    assert "**Yes:** Dark · **No:** Light" in shown.words
    with pytest.raises(Refused, match="already failed"):
        await cast(office, code, GUEST)
    assert (await log(office, code))[-1].startswith("Vote failed: 24h more.")


async def test_who_was_voted_down_does_not_ask_again_in_that_turn(office: PostOffice) -> None:
    code = await office.game()
    await call(office, code, HOST, "extend")
    await cast(office, code, GUEST, yes=False)
    with pytest.raises(Refused, match=re.escape(vote_text.VOTED_DOWN)):
        await call(office, code, HOST, "extend")
    await call(office, code, GUEST, "extend")
    with pytest.raises(Refused, match="already a vote on that"):
        await call(office, code, HOST, "extend")
    await cast(office, code, HOST, yes=False)
    await office.send(code, HOST, "e7-e6")
    await call(office, code, HOST, "extend")


async def test_a_ballot_may_be_changed_while_the_vote_is_open(office: PostOffice) -> None:
    code = await four(office)
    await call(office, code, HOST, "extend")
    await cast(office, code, GUEST, yes=False)
    assert "**Yes:** Dark Surface (1 of 3 needed)" in (await post(office, code)).words
    await cast(office, code, GUEST)
    assert (await newest(office, code)).status == "open"
    await cast(office, code, THIRD)
    assert (await newest(office, code)).status == "passed"


async def test_a_turn_is_extended_once_by_vote_and_a_game_so_often_as_agreed(office: PostOffice) -> None:
    code = await office.game(options="extensions=2")
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3")):
        await call(office, code, HOST, "extend", "1h")
        await cast(office, code, GUEST)
        with pytest.raises(Refused, match="once a turn"):
            await call(office, code, GUEST, "extend", "1h")
        await office.send(code, user, order)
    with pytest.raises(Refused, match="2 times: that's the limit"):
        await call(office, code, GUEST, "extend", "1h")


@pytest.mark.parametrize(
    ("act", "given", "said", "why"),
    [
        ("extend", {"options": "extensions=0"}, "", "no extensions"),
        ("extend", {"deadline": "none"}, "", "no deadline"),
        ("extend", {}, "25h", "at most 24h more"),
        ("extend", {}, "soon", "I can't read"),
        ("extend", {}, "none", "I can't read"),
        ("pause", {"options": "pauses=0"}, "", "no pauses by vote"),
        ("pause", {"deadline": "none"}, "", "no deadline"),
    ],
)
async def test_what_cannot_be_asked_for(
    office: PostOffice, act: Act, given: dict[str, str], said: str, why: str
) -> None:
    code = await office.game(**given)
    with pytest.raises(Refused, match=why):
        await call(office, code, HOST, act, said)
    assert await held(office, code) == []


async def test_nobody_asks_for_time_when_all_orders_are_in(office: PostOffice) -> None:
    code = await office.game(options="takeback=600")
    await office.send(code, HOST, "e7-e6")
    for act in ("extend", "pause"):
        with pytest.raises(Refused, match="All orders are in"):
            await call(office, code, GUEST, act)  # type: ignore[arg-type]


async def test_an_extension_is_not_spent_when_the_last_order_comes_first(office: PostOffice) -> None:
    code = await office.game(options="takeback=600 extensions=1")
    before = await due(office, code)
    await call(office, code, HOST, "extend")
    await office.send(code, HOST, "e7-e6")
    said = await cast(office, code, GUEST)
    assert said == vote_text.SAID_YES["lapsed"](title="24h more")
    assert "nobody needs more time" in (await log(office, code))[-1]
    assert await due(office, code) == before
    await office.deliver()
    await office.pass_time(601)
    await call(office, code, HOST, "extend")


async def test_a_vote_for_more_time_lapses_with_its_turn(office: PostOffice) -> None:
    code = await office.game()
    await call(office, code, HOST, "extend")
    await office.deliver()
    await office.send(code, HOST, "e7-e6")
    await office.pass_time(1)
    assert (await newest(office, code)).status == "lapsed"
    assert "Vote lapsed: 24h more. The turn is over." in (await log(office, code))[-1]
    assert await row(office, code, "vote") is None


async def test_a_button_of_a_turn_that_is_over_extends_nothing(office: PostOffice) -> None:
    """Also if it is pressed before the bot has looked at the vote."""
    code = await office.game()
    await call(office, code, HOST, "extend")
    await office.send(code, HOST, "e7-e6")
    before = await due(office, code)
    assert await cast(office, code, GUEST) == vote_text.TOO_LATE["lapsed"](title="24h more")
    assert await due(office, code) == before


async def test_it_outlives_the_steps_of_a_turn_that_goes_on(office: PostOffice) -> None:
    code = await in_office(office)
    before = await due(office, code)
    await call(office, code, GUEST, "extend", "1h")
    assert (await office.send(code, HOST, "move b2-c2 5")).goes_on
    await office.deliver()
    await office.pass_time(1)
    assert (await newest(office, code)).status == "open"
    await cast(office, code, HOST)
    assert await due(office, code) == before + HOUR
    await office.send(code, HOST, "split b2")
    with pytest.raises(Refused, match="once a turn"):
        await call(office, code, GUEST, "extend", "1h")
    await office.send(code, HOST, "end")
    await call(office, code, GUEST, "extend", "1h")


async def test_days_that_do_not_count_do_not_count_here(office: PostOffice) -> None:
    code = await office.game(deadline="24h except Sun UTC")  # it is Friday
    before = await due(office, code)
    await call(office, code, HOST, "extend", "24h")
    await cast(office, code, GUEST)
    assert await due(office, code) == before + 2 * DAY, "from Saturday morning to Monday morning"


# -- who votes


async def test_strangers_and_wrong_games_have_no_vote(office: PostOffice) -> None:
    code, other = await office.game(), await office.game(channel=CHANNEL + 1)
    with pytest.raises(Refused, match="don't play"):
        await call(office, code, STRANGER, "extend")
    vote = await call(office, code, HOST, "extend")
    with pytest.raises(Refused, match="don't play"):
        await cast(office, code, STRANGER)
    for table_id, ident in ((other, vote.id), (code, vote.id + 1)):
        with pytest.raises(Refused, match="can't find that vote"):
            await office.services.voting.cast(table_id, GUEST, ident, True)


async def test_who_is_out_of_the_game_has_no_vote_and_is_not_waited_for(office: PostOffice) -> None:
    code, sits = await nme(office)
    await office.services.orders.declare(code, sits["gray"], "concede")
    with pytest.raises(Refused, match="so you can't vote"):
        await call(office, code, sits["gray"], "draw")
    await call(office, code, sits["black"], "draw")
    with pytest.raises(Refused, match="so you can't vote"):
        await cast(office, code, sits["gray"])
    await cast(office, code, sits["white"])
    assert (await office.table(code)).status == "over"


async def test_a_concession_may_decide_what_the_others_voted(office: PostOffice) -> None:
    code = await four(office)
    await call(office, code, HOST, "pause")
    await cast(office, code, GUEST)
    assert (await newest(office, code)).status == "open", "2 of 4 are no two thirds"
    await office.deliver()
    await office.services.orders.declare(code, THIRD, "concede")
    await office.pass_time(1)
    assert (await newest(office, code)).status == "passed", "2 of 3 are"


async def test_an_offered_seat_is_not_waited_for_unless_it_votes(office: PostOffice) -> None:
    code = await four(office)
    async with writing(office.services.context.db) as tx:
        for user in (THIRD, FOURTH):
            players.change(tx, code, user, offered_at=1.0, offered_why="away")
    await call(office, code, HOST, "extend")
    assert "Light" not in (await post(office, code)).words
    await cast(office, code, FOURTH, yes=False)
    await cast(office, code, GUEST)
    assert (await newest(office, code)).status == "passed", "2 of 3"


@pytest.mark.postgresql
async def test_two_ballots_at_once_pass_once(office: PostOffice) -> None:
    code = await four(office)
    before = await due(office, code)
    await call(office, code, HOST, "extend", "1h")
    await cast(office, code, GUEST)
    done = await asyncio.gather(
        *(cast(office, code, user) for user in (THIRD, FOURTH, THIRD)), return_exceptions=True
    )
    assert sum(isinstance(one, Refused) for one in done) == 2
    assert await due(office, code) == before + HOUR


# -- a pause


async def test_a_pause_stops_the_clock_and_ends_by_itself(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(20 * HOUR)
    await call(office, code, HOST, "pause", "2d")
    await cast(office, code, GUEST)
    assert await row(office, code) is None
    assert "The clock stands still until <t:" in office.messenger.texts()[-1] or await post(office, code)
    assert vote_text.WHY_PAUSED(span="48h") in (await office.services.game_views.board(code, HOST)).words
    given = await office.send(code, HOST, "e7-e6")
    assert not given.resolved, "orders are taken, and nothing resolves"
    await office.services.orders.clear(code, HOST, 0)
    await office.pass_time(2 * DAY - HOUR)
    assert (await office.table(code)).turn == 0 and await row(office, code) is None
    await office.pass_time(HOUR)
    assert abs(await due(office, code) - office.clock.time - 4 * HOUR) < 60, "what was left"
    text = office.messenger.texts()[-1]
    assert "the game goes on" in text and f"<@{HOST}>" in text
    assert (await log(office, code))[-1] == "The pause is over."


async def test_orders_that_came_in_a_pause_resolve_at_its_end(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await call(office, code, HOST, "pause", "1d")
    await cast(office, code, GUEST)
    await office.send(code, HOST, "e7-e6")
    await office.pass_time(DAY + 1)
    assert (await office.table(code)).turn == 1
    [called] = [message for _, message in office.messenger.channels[CHANNEL] if "goes on" in message.text]
    assert called.mentions == (), "nobody need come for it"


async def test_the_caps_of_pauses(office: PostOffice) -> None:
    code = await office.game(options="pauses=2")
    with pytest.raises(Refused, match="at most 48h"):
        await call(office, code, HOST, "pause", "3d")
    for _ in range(2):
        vote = await call(office, code, HOST, "pause")
        assert vote.amount == 2 * DAY, "3 days, or the most"
        await cast(office, code, GUEST)
        with pytest.raises(Refused, match="already paused"):
            await call(office, code, HOST, "pause")
        with pytest.raises(Refused, match="clock stands still"):
            await call(office, code, HOST, "extend")
        await call(office, code, GUEST, "resume")
        await cast(office, code, HOST)
        assert await row(office, code) is not None
    with pytest.raises(Refused, match="2 times"):
        await call(office, code, HOST, "pause")


async def test_a_pause_ends_by_vote_before_its_time(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    with pytest.raises(Refused, match="isn't paused"):
        await call(office, code, HOST, "resume")
    await call(office, code, HOST, "pause")
    await cast(office, code, GUEST)
    await office.pass_time(HOUR)
    await call(office, code, GUEST, "resume")
    await cast(office, code, HOST)
    assert await row(office, code, "resume") is None
    await office.deliver()
    assert f"▶ {vote_text.WHY_RESUMED}" in office.messenger.texts()[-1]
    assert abs(await due(office, code) - office.clock.time - DAY) < 60


async def test_a_vote_to_go_on_lapses_when_the_pause_is_over(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await call(office, code, HOST, "pause", "1h")
    await cast(office, code, GUEST)
    await call(office, code, HOST, "resume")
    await office.pass_time(2 * HOUR)
    assert await cast(office, code, GUEST) == vote_text.TOO_LATE["lapsed"](title="ending the pause")


# -- time, secrets, looking


@pytest.mark.postgresql
async def test_a_vote_lapses_after_a_day_also_over_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await office.game(deadline="3d")
        await call(office, code, HOST, "draw")
        await office.deliver()
        clock, messenger = office.clock, office.messenger
    clock.time += LAPSES / 2
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await office.pass_time(1)
        assert (await newest(office, code)).status == "open"
        await office.pass_time(LAPSES / 2)
        assert (await newest(office, code)).status == "lapsed"
        assert f"vote lapsed: a draw\n{vote_text.TOO_FEW}" in messenger.texts()[-1]
        assert labels(await post(office, code)) == []
        assert (await office.table(code)).status == "playing"


async def test_of_secret_ballots_nothing_is_told_but_the_result(office: PostOffice) -> None:
    code, sits = await nme(office, options="votes=secret")
    await call(office, code, sits["black"], "extend")
    await cast(office, code, sits["gray"], yes=False)
    shown = (await post(office, code)).words
    assert "**2 of 3** voted · 2 yes needed" in shown and vote_text.SECRET in shown
    assert "Gray" not in shown.split("**2 of 3**")[1] and "No:" not in shown
    assert "No:" not in (await office.services.voting.listed(code, sits["white"])).words
    await cast(office, code, sits["white"])
    shown = (await post(office, code)).words
    assert "vote passed" in shown
    told = [shown, *office.messenger.texts()[-2:], *await log(office, code)]
    for text in told:
        assert "Yes:" not in text and "No:" not in text and "(1 of" not in text and "(2 of" not in text


async def test_the_list_has_the_buttons_for_those_who_vote(office: PostOffice) -> None:
    code = await office.game()
    assert vote_text.LIST_NONE in (await office.services.voting.listed(code, HOST)).words
    await call(office, code, HOST, "extend", "6h")
    await call(office, code, GUEST, "draw")
    shown = await office.services.voting.listed(code, GUEST)
    assert "**Vote: 6h more**" in shown.words and "**Vote: a draw**" in shown.words
    assert labels(shown) == ["Yes: 6h more", "No: 6h more", "Yes: a draw", "No: a draw"]
    assert labels(await office.services.voting.listed(code, STRANGER)) == []


async def test_spans_are_offered_up_to_the_most(office: PostOffice) -> None:
    code = await office.game(options="pauses=5")
    found = await office.services.voting.spans(code, HOST, "extend", "")
    assert [choice.value for choice in found] == ["6h", "12h", "24h"]
    found = await office.services.voting.spans(code, HOST, "pause", "")
    assert found[-1].value == "5d"
    assert await office.services.voting.spans(code, STRANGER, "pause", "") == []


EVE = Taker(STRANGER, "Eve", 1)


async def free(office: PostOffice, code: str, user: int, *, there: bool = False) -> None:
    """The seat is offered for missed deadlines, or its player is back."""
    from bot.features.substitutes import offers

    context = office.services.context
    async with context.lock(code), writing(context.db) as tx:
        snapshot = context.snapshot(tx, code)
        seat = str(snapshot.seat_of(user))
        if there:
            offers.withdraw(tx, snapshot, seat, sub_words.IS_BACK, context.clock.now())
        else:
            offers.offer(tx, snapshot, seat, "2 deadlines missed in a row", context.clock.now())
    context.db.wake_all()


async def test_who_asks_for_a_substitute_has_grace_and_a_vote(office: PostOffice) -> None:
    code = await office.game(options="grace=60 substitutes=2")
    await office.services.substitutes.ask(code, HOST)
    await office.deliver()
    assert (await call(office, code, GUEST, "pause", "2d")).status == "open", "Dark plays on, and votes"
    await office.pass_time(DAY + 1)
    assert any("Send your orders before" in text for text in office.messenger.texts())
    assert (await player(office, code, HOST)).missed == 0


async def test_who_asks_and_then_stays_away_is_absent_as_others_are(office: PostOffice) -> None:
    code = await office.game(options="substitutes=1 grace=0")
    await office.services.substitutes.ask(code, HOST)
    await office.deliver()
    await call(office, code, GUEST, "extend", "6h")
    assert (await newest(office, code)).status == "open"
    await office.pass_time(DAY + 1)
    async with looking(office.services.context.db) as tx:
        [ada] = [one for one in players.of_table(tx, code) if one.user_id == HOST]
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
    assert "(1 of 3 needed)" in (await post(office, code)).words
    await free(office, code, GUEST)
    assert "(1 of 2 needed)" in (await post(office, code)).words
    await free(office, code, GUEST, there=True)
    assert "(1 of 3 needed)" in (await post(office, code)).words


async def test_posts_of_votes_forget_the_ballot_of_who_leaves(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both")
    await office.deliver()
    await call(office, code, GUEST, "end")
    assert "(1 of 4 needed)" in (await post(office, code)).words
    await office.services.substitutes.ask(code, GUEST)
    seat = str((await office.snapshot(code)).seat_of(GUEST))
    await office.services.substitutes.take(code, seat, EVE)
    assert "(0 of 4 needed)" in (await post(office, code)).words
    assert (await newest(office, code)).status == "open"


async def test_nothing_is_asked_in_a_game_that_a_decided_vote_ends(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both")
    await call(office, code, HOST, "draw")
    for user in (GUEST, THIRD):
        await cast(office, code, user)
    await office.services.orders.declare(code, FOURTH, "concede")
    said = await office.services.voting.call(code, HOST, "end")
    assert said == vote_text.JUST_ENDED(code=code)
    assert [(vote.kind, vote.status) for vote in await held(office, code)] == [("draw", "passed")]
    await office.pass_time(1)
    assert (await office.snapshot(code)).over


async def test_a_vote_from_the_command_to_its_result(world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben)
    assert await ada.offered("1", "time", "vote extend") == ["12h"]
    said = await ada.slash("vote extend", time="12h")
    assert said.private and said.text.startswith("Vote called: 12h more.")
    post = game.post
    assert "vote: 12h more" in words(post) and "**Yes:** Dark (1 of 2 needed)" in words(post)
    assert f"<@{ben.id}>" in words(post) and buttons(post) == ["Yes", "No"]
    assert world.env.backend.get_message(post.channel.id, post.id).ping_user_ids == [ben.id]
    said = await eve.click(post, "Yes")
    assert said.private and "don't play" in said.text
    said = await ben.slash_dm("vote list", table=game.code)
    assert buttons(said.message) == ["Yes", "No"]
    said = await ben.click(said.message, "Yes")
    assert said.private and said.text == vote_text.SAID_YES["passed"](title="12h more")
    await world.pass_time(5)
    [post] = [each for each in game.posts if each.id == post.id]
    assert "**Yes:** Dark, Light" in words(post) and buttons(post) == []
    assert "vote passed: 12h more" in words(game.post)


async def test_each_command_asks_for_its_own(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    for command, title, answer in (
        ("draw", "a draw", "No"),
        ("undo", "taking turn 1 back", "No"),
        ("end", "ending the game without a result", "No"),
        ("pause", "a pause of 3d", "Yes"),
        ("resume", "ending the pause", "Yes"),
    ):
        said = await ada.slash(f"vote {command}")
        assert said.private and said.text.startswith(f"Vote called: {title}.")
        await ben.click(game.post, answer)
