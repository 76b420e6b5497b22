"""After a sealed turn, without Discord: what each seat is told, choices that are owed, concessions, and
looking back."""

from __future__ import annotations

import json

import pytest

from adjudicator.codec import digest
from bot.common.errors import Refused
from bot.engine import posts
from tests.bot.clocks import due, row
from tests.bot.newyork import (
    CHRISTOFORI,
    DUNNING,
    GREENE,
    PAPST,
    SEVEN,
    STORM,
    TOWER,
    TROUBLE,
    all_ready,
    new_york,
    place,
    storm,
)
from tests.bot.parts import CHANNEL, DAY, HOST, HOUR, STRANGER, PostOffice, menus

SOON = posts.READY_EVERY_S + 1


class TestNews:
    async def test_each_faction_is_told_what_happened_to_it_and_what_it_owes(
        self, office: PostOffice
    ) -> None:
        code = await storm(office)
        newest = {user: office.messenger.dms(user)[-1] for user in SEVEN}
        assert "Your home base Astoria is lost to Tower" in newest[PAPST]
        assert "Choose where it moves" in newest[PAPST] and "**Your orders** · not ready" in newest[PAPST]
        assert "Give up 2 units" in newest[GREENE]
        assert "Your faction is out of the game" in newest[DUNNING]
        for user in (TOWER, CHRISTOFORI, DUNNING):
            assert newest[user].startswith(f"### New York 2047 `{code}` · turn 1 · Spring 2047")
            assert "You owe no order now." in newest[user]
        assert "Adjustment after spring 2047" in newest[PAPST].splitlines()[0]

    async def test_who_is_out_reads_no_more_of_it(self, office: PostOffice) -> None:
        code = await storm(office)
        await all_ready(office, code)
        await office.deliver()
        count = len(office.messenger.dms(DUNNING))
        await all_ready(office, code)
        await office.deliver()
        assert len(office.messenger.dms(DUNNING)) == count

    async def test_a_draw_offer_does_not_hide_what_happened(self, office: PostOffice) -> None:
        code = await storm(office)
        await office.orders.declare(code, TOWER, "draw")
        desk = (await office.desk(code, PAPST)).text
        assert "Your home base Astoria is lost" in desk and "offers a draw" in desk

    async def test_at_the_end_too(self, office: PostOffice) -> None:
        code = await new_york(office, options="last_year=2047")
        await all_ready(office, code)
        await all_ready(office, code, {TOWER: "1 harlem"})
        await office.deliver()
        texts = [message for _, message in office.messenger.channels[CHANNEL]]
        assert "the game is over" in texts[-1].text and len(texts[-1].files) == 1
        assert "**Tower wins:**" in office.messenger.dms(PAPST)[-1]
        assert "Moved: 1 to Harlem." in office.messenger.dms(TOWER)[-1]
        message = await office.services.verification.verified(code)
        assert "every result is true" in message.text
        record = json.loads(message.files[0].data)
        assert record["steps"][-1]["seals"].keys() == record["steps"][-1]["orders"].keys()
        assert digest(record) and message.picture is None


class TestAdjustment:
    async def test_its_deadline_is_its_own(self, office: PostOffice) -> None:
        for given, hours in ((("24h", ""), 12), (("24h", "adjustment=2"), 2), (("3h", ""), 3)):
            channel = CHANNEL + hours
            code = await storm(office, deadline=given[0], options=given[1], channel=channel)
            assert abs(await due(office, code) - office.clock.time - hours * HOUR) < 60
            await all_ready(office, code)
            span = 24 if given[0] == "24h" else 3
            assert abs(await due(office, code) - office.clock.time - span * HOUR) < 60
        code = await storm(office, deadline="none", channel=CHANNEL + 100)
        assert await row(office, code) is None

    async def test_only_who_owes_is_called(self, office: PostOffice) -> None:
        code = await storm(office)
        _, call = office.messenger.channels[CHANNEL][-1]
        assert sorted(call.mentions) == [PAPST, GREENE] and "-# **0 of 2** are ready" in call.text
        await office.orders.give(code, PAPST, "relocate mott_haven", send=True)
        assert (await office.orders.send(code, GREENE)).resolved
        await office.deliver()
        told = office.messenger.texts()[-1]
        assert "turn 2 · Adjustment after spring 2047\n" in told and "Fall 2047" in told
        assert await office.table(code) and len(office.messenger.dms(TOWER)[-1].splitlines()) > 5

    async def test_at_the_deadline_the_default_counts(self, office: PostOffice) -> None:
        code = await storm(office)
        await office.pass_time(12 * HOUR + 60)
        snapshot = await office.snapshot(code)
        assert snapshot.phase.key == "fall" and snapshot.phase.turn == 2
        assert sorted(snapshot.step.orders) == ["greene", "papst"]
        missed = {player.user_id: player.missed for player in snapshot.players}
        assert missed[PAPST] == missed[GREENE] == 1 and missed[TOWER] == 0
        file = office.messenger.channels[CHANNEL][-1][1].files[0].data.decode()
        assert file.count("gave no orders, these are the default") == 2

    async def test_choices_given_ahead(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        await all_ready(
            office, code, STORM | {PAPST: "relocate mott_haven", GREENE: "disband 1; disband 3; 2 hold"}
        )
        snapshot = await office.snapshot(code)
        assert snapshot.phase.key == "fall", "nothing is left to choose"
        assert snapshot.state.homes["papst"] == "mott_haven"
        assert [unit.number for unit in snapshot.view("greene").units("greene")] == [2, 4, 5]


class TestTheLastOneMissing:
    async def test_a_concession_lets_the_turn_resolve(self, office: PostOffice) -> None:
        code = await new_york(office)
        for user in SEVEN[:6]:
            await office.orders.send(code, user)
        given = await office.orders.declare(code, SEVEN[6], "concede")
        assert given.resolved and "Turn 1 is resolved" in given.text
        snapshot = await office.snapshot(code)
        assert snapshot.phase.turn == 1 and len(snapshot.phase.owing) == 6
        await office.deliver()
        texts = office.messenger.texts()
        assert "concedes" in texts[-3] and "is sealed" in texts[-2] and "turn 1" in texts[-1]

    async def test_others_are_still_waited_for(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.orders.give(code, TOWER, "1 harlem", send=True)
        await office.deliver()
        given = await office.orders.declare(code, PAPST, "concede")
        assert not given.resolved
        assert "1 move harlem" in str((await office.dump())["drafts"])
        await office.pass_time(SOON)
        edited = [text for _, text in office.messenger.edited]
        assert "-# **1 of 6** is ready" in edited[-1]
        given = await office.orders.declare(code, GREENE, "draw")
        assert not given.resolved and given.note == "You have offered a draw."

    async def test_a_draw_that_all_agree_to_ends_it(self, office: PostOffice) -> None:
        code = await new_york(office)
        for user in SEVEN:
            given = await office.orders.declare(code, user, "draw")
        assert given.resolved and (await office.table(code)).status == "over"

    async def test_an_absent_one_does_not_hold_the_game(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.orders.give(code, TOWER, "1 harlem")
        await office.pass_time(DAY + 60)
        snapshot = await office.snapshot(code)
        assert snapshot.phase.turn == 1, "drafts count, sent or not"
        assert snapshot.step.orders["tower"][0] == "1 move harlem"
        assert {player.user_id for player in snapshot.players if player.missed} == set(SEVEN) - {TOWER}


class TestLookingBack:
    async def test_why(self, office: PostOffice) -> None:
        code = await storm(office)
        why = office.services.game_views.why
        told = (await why(code, PAPST, "tower 2")).text
        assert told.startswith(f"### New York 2047 `{code}` · turn 1 · Spring 2047") and "Astoria" in told
        assert "Astoria" in (await why(code, TOWER, "2")).text, "one's own by its number"
        await all_ready(office, code)
        assert "turn 1 · Spring" in (await why(code, TOWER, "2")).text, "choices belong to their turn"
        assert "given up" in (await why(code, TOWER, "greene 5")).text
        await all_ready(office, code)
        assert "turn 3 · Fall" in (await why(code, TOWER, "2")).text
        assert "turn 1 · Spring" in (await why(code, TOWER, "greene 5")).text, "when it was last there"
        with pytest.raises(Refused, match="name the faction too"):
            await why(code, STRANGER, "2")
        with pytest.raises(Refused, match="did you mean tower"):
            await why(code, PAPST, "towr 2")

    async def test_why_before_anything_happened_and_in_other_games(self, office: PostOffice) -> None:
        code = await new_york(office)
        with pytest.raises(Refused, match="No turn of game"):
            await office.services.game_views.why(code, TOWER, "1")
        assert await office.services.game_views.units(code, TOWER, "") == []
        with pytest.raises(Refused, match="No turn of game"):
            await office.services.game_views.why_menu(code, TOWER)
        chess = await office.game(channel=CHANNEL + 1)
        await office.send(chess, HOST, "e7-e6")
        with pytest.raises(Refused, match="nothing to explain"):
            await office.services.game_views.why(chess, HOST, "e7")

    async def test_units_are_offered_own_first(self, office: PostOffice) -> None:
        code = await storm(office)
        found = await office.services.game_views.units(code, GREENE, "")
        assert found[0].value == "1" and len(found) <= 25
        assert [c.value for c in await office.services.game_views.units(code, GREENE, "tower")] == [
            "tower 1",
            "tower 2",
        ]
        [menu] = menus(await office.services.game_views.why_menu(code, GREENE))
        assert menu.choices == tuple(found) and menu.id.startswith("fpm:why:")
        assert await office.services.game_views.units("x9x9", GREENE, "") == []

    async def test_the_board_around_a_space_or_ones_own_front(self, office: PostOffice) -> None:
        code = await new_york(office)
        board = office.services.game_views.board
        await board(code, TOWER, zoom="soh")
        assert "soho" in office.renderer.painted[-1][2]["focus"]
        await board(code, TOWER, mine=True)
        assert "cloisters" in office.renderer.painted[-1][2]["focus"]
        assert office.renderer.painted[-1][2]["draft"] == ()
        assert ") · 1★ · 3 of 3 units · home Cloisters\n" in (await board(code, STRANGER)).text
        _, view, extras = office.renderer.painted[-1]
        assert extras["focus"] == () and view.seat is None
        with pytest.raises(Refused, match="did you mean Red Hook") as caught:
            await board(code, TOWER, zoom="redd hok")
        assert "Nothing has changed" not in str(caught.value) and "\n" not in str(caught.value)
        with pytest.raises(Refused, match="You do not play"):
            await board(code, STRANGER, mine=True)
        places = await office.services.game_views.places(code, STRANGER, "red")
        assert [choice.value for choice in places] == ["red_hook"]
        chess = await office.game(channel=CHANNEL + 1)
        with pytest.raises(Refused, match="always shown whole"):
            await board(chess, HOST, zoom="e7")
        assert await office.services.game_views.places(chess, HOST, "e") == []

    async def test_history_fits_and_ends_with_the_table(
        self, office: PostOffice, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = await new_york(office)
        await all_ready(office, code)
        presenter = office.context.presenters["newyork2047"]
        monkeypatch.setattr(presenter, "narrate", lambda *_: ["**Tower** went on and on"] * 200)
        message = await office.services.history_pages.page(code, TOWER, "new")
        assert len(message.text) <= 2000 and "Stars" in message.text and "\n…\n" in message.text
