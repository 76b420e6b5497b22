"""/gm and /log: the clock, the turn, people and options, in the hands of a game master."""

from __future__ import annotations

from typing import Any

import pytest

from bot.common.errors import Refused
from bot.engine.turns import Turns
from bot.features.lobby.options import WrongForm
from bot.features.moderation import text as gm_words
from bot.features.moderation.game_masters import Ruler
from bot.features.substitutes import text as sub_words
from bot.storage import deadlines, players, tables
from bot.storage.records import Away, LogEntry, Pause, Value
from bot.storage.rows import append, save
from tests.bot.clocks import due_in, logged, paused, player, row
from tests.bot.newyork import GREENE, TOWER, new_york
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, NAMES, STRANGER, THIRD, PostOffice, labels
from tests.bot.silent import nme
from tests.bot.transactions import looking, writing
from tests.bot.world import World, buttons, words

EVE = Ruler(STRANGER, "*Eve*", 1, True)
BY = "\\*Eve\\* (moderator)"


async def last(office: PostOffice, code: str, act: str) -> str:
    """The newest line of the log, which is of this act; the channel has read the same."""
    await office.deliver()
    line = (await logged(office, code))[-1]
    assert line.act == act, line
    assert any(line.text in text for text in office.messenger.texts(CHANNEL)), line.text
    return line.text


async def refusal(office: PostOffice, act: Any) -> str:
    """Why an act is refused; nothing has changed then."""
    before = await office.dump()
    with pytest.raises(Refused) as caught:
        await act
    assert await office.dump() == before
    return str(caught.value)


# -- the clock


async def test_a_pause_and_its_end(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    await office.deliver()
    office.clock.time += 10 * HOUR
    said = await gm.pause(code, EVE, "a storm <@11>")
    assert said == gm_words.YOU_PAUSED(code=code)
    text = await last(office, code, "pause")
    assert text == gm_words.PAUSED(by=BY, reason="a storm <@\u200b11\\>")
    post = office.messenger.channels[CHANNEL][-1][1]
    assert gm_words.PAUSE_MEANS in post.text and set(post.mentions) == {HOST, GUEST}
    assert await row(office, code) is None
    await office.send(code, HOST, "e7-e6")
    await office.pass_time(5 * DAY)
    assert (await office.table(code)).turn == 0, "orders are taken, nothing resolves"
    again = await refusal(office, gm.pause(code, EVE, "once more"))
    assert again == gm_words.PAUSED_ALREADY(code=code)
    assert await refusal(office, gm.force(code, EVE, "now")) == gm_words.PAUSED_NOW
    await gm.resume(code, EVE, "it is over")
    await last(office, code, "resume")
    assert (await office.table(code)).turn == 1, "the order that was given resolves it"
    assert await refusal(office, gm.resume(code, EVE)) == gm_words.NOT_PAUSED(code=code)


async def test_what_was_left_runs_on(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    office.clock.time += 10 * HOUR
    await gm.pause(code, EVE, "a storm")
    office.clock.time += 3 * DAY
    assert gm_words.NOW_DUE_PAUSED in await gm.extend(code, EVE, "6h", "it was bad")
    await gm.resume(code, EVE)
    assert await due_in(office, code) == pytest.approx(20 * HOUR, abs=1)
    assert (await last(office, code, "resume")) == gm_words.RESUMED(by=BY)


async def test_a_pause_that_ends_by_itself(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.services.gm.pause(code, EVE, "holidays", "2d")
    stopped = await paused(office, code)
    assert stopped is not None and stopped.until == pytest.approx(office.clock.time + 2 * DAY, abs=1)
    assert " until <t:" in await last(office, code, "pause")
    assert gm_words.PAUSE_UNTIL_MEANS in office.messenger.texts(CHANNEL)[-1]
    await office.pass_time(2 * DAY + 1)
    assert await paused(office, code) is None and await due_in(office, code) > 23 * HOUR


async def test_a_vote_for_a_pause_does_not_bind_a_game_master(office: PostOffice) -> None:
    code, context = await office.game(), office.services.context
    until = office.clock.time + DAY
    async with writing(context.db) as tx:
        deadlines.drop(tx, code)
        save(tx, Pause(table_id=code, cause="vote", why="Voted.", at=0.0, until=until, left=60.0))
    await office.services.gm.pause(code, EVE, "longer")
    stopped = await paused(office, code)
    assert stopped is not None and (stopped.cause, stopped.until, stopped.left) == ("master", None, 60.0)


async def test_more_time(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    said = await gm.extend(code, EVE, "2d 12h", "travelling")
    assert "due <t:" in said and await due_in(office, code) == pytest.approx(84 * HOUR, abs=1)
    text = await last(office, code, "extend")
    assert text == gm_words.EXTENDED(by=BY, span="60h", turn="turn 1", reason="travelling")
    assert office.messenger.channels[CHANNEL][-1][1].mentions == (HOST,), "who owes an order"
    for span, told in (
        ("soon", "I can't read"),
        ("none", "can't read"),
        ("31d", gm_words.TOO_LONG(span="31d", most="30d")),
    ):
        assert told in await refusal(office, gm.extend(code, EVE, span, "why"))
    assert await refusal(office, gm.extend(code, EVE, "1d", " \n")) == gm_words.GIVE_REASON


async def test_more_time_has_an_end(office: PostOffice) -> None:
    """30 days in all, whoever gives them; another turn has its own."""
    code, gm = await office.game(), office.services.gm
    for _ in range(3):
        await gm.extend(code, EVE, "10d", "travelling")
    told = await refusal(office, gm.extend(code, Ruler(98, "Max", 1, True), "1h", "why"))
    assert told == gm_words.ALL_EXTENDED(most="30d")
    await gm.pause(code, EVE, "a storm")
    assert await refusal(office, gm.extend(code, EVE, "1h", "why")) == told
    await gm.resume(code, EVE)
    assert await refusal(office, gm.extend(code, EVE, "1h", "why")) == told
    await gm.shorten(code, EVE, "5d", "back early")
    await gm.extend(code, EVE, "5d", "off again")
    await office.send(code, HOST, "e7-e6")
    await gm.extend(code, EVE, "30d", "why")


async def test_time_that_was_given_is_taken_back(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    assert await refusal(office, gm.shorten(code, EVE, "1h", "why")) == gm_words.NOTHING_ADDED
    await gm.extend(code, EVE, "27d", "a slip of the finger")
    said = await gm.shorten(code, EVE, "25d", "2 days were meant")
    assert "due <t:" in said and await due_in(office, code) == pytest.approx(72 * HOUR, abs=1)
    text = await last(office, code, "shorten")
    assert text == gm_words.SHORTENED(by=BY, span="25d", turn="turn 1", reason="2 days were meant")
    assert office.messenger.channels[CHANNEL][-1][1].mentions == (HOST,)
    await gm.shorten(code, EVE, "10d", "all of it")
    assert await due_in(office, code) == pytest.approx(24 * HOUR, abs=1), "what the turn had before"
    await office.deliver()
    assert await refusal(office, gm.shorten(code, EVE, "", "why")) == gm_words.NOTHING_ADDED


async def test_a_deadline_comes_no_nearer_than_an_hour(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    await gm.extend(code, EVE, "2d", "travelling")
    office.clock.time += 60 * HOUR
    await gm.pause(code, EVE, "a storm")
    office.clock.time += 5 * DAY
    await gm.resume(code, EVE)
    await gm.shorten(code, EVE, "", "back again")
    assert await due_in(office, code) == pytest.approx(HOUR, abs=1)
    office.clock.time += 60
    assert "less than 1h" in await refusal(office, gm.shorten(code, EVE, "", "why"))


async def test_time_taken_back_in_a_pause(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    office.clock.time += 10 * HOUR
    await gm.extend(code, EVE, "2d", "travelling")
    await gm.pause(code, EVE, "a storm")
    office.clock.time += 5 * DAY
    assert "still paused" in await gm.shorten(code, EVE, "", "why")
    await gm.resume(code, EVE)
    assert await due_in(office, code) == pytest.approx(14 * HOUR, abs=1)


async def test_vacation_that_an_extension_cost_comes_back_with_it(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    begins = office.clock.time + 40 * HOUR
    async with writing(office.services.context.db) as tx:
        gone = Away(user_id=HOST, from_at=begins, to_at=begins + 3 * DAY, announced_at=0.0)
        append(tx, gone)
    await gm.extend(code, EVE, "1d", "travelling")
    assert (await player(office, code, HOST)).away_used > DAY
    await gm.shorten(code, EVE, "", "not needed")
    assert await due_in(office, code) == pytest.approx(24 * HOUR, abs=1)
    assert (await player(office, code, HOST)).away_used == pytest.approx(0, abs=1)


async def test_no_time_is_given_to_nobody(office: PostOffice) -> None:
    """An extension is never spent when nobody owes an order."""
    code = await office.game(options="takeback=60")
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    told = await refusal(office, office.services.gm.extend(code, EVE, "1d", "why"))
    assert told == gm_words.ALL_IN


# -- the turn


async def test_a_turn_resolved_now(office: PostOffice) -> None:
    code = await new_york(office)
    await office.services.orders.give(code, TOWER, "1 hold")
    await office.deliver()
    form = await office.services.gm.form("gmforce", code, EVE, "all agree")
    assert form.title == f"Resolve turn 1 · Spring 2047 now? · {code}" and form.id.endswith(":0:1")
    assert await office.services.gm.force(code, EVE, "all agree", 1) == f"Done: see <#{CHANNEL}>."
    text = await last(office, code, "force")
    told = f"{gm_words.FORCED(by=BY, turn='turn 1 · Spring 2047')}. Reason: all agree"
    assert text == told and (await office.table(code)).turn == 1
    texts = office.messenger.texts(CHANNEL)
    assert next(n for n, t in enumerate(texts) if told in t) < next(
        n for n, t in enumerate(texts) if "· turn 1 · Spring 2047\n" in t
    )
    async with looking(office.services.context.db) as tx:
        assert [player.missed for player in players.of_table(tx, code)] == [0] * 7, "nobody was late"
    stale = await refusal(office, office.services.gm.force(code, EVE, "twice", 1))
    assert "moved on since you asked" in stale


async def test_a_turn_that_cannot_be_resolved_names_who_is_in_the_way(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    for act in (gm.force(code, EVE, "why"), gm.form("gmforce", code, EVE, "why")):
        told = await refusal(office, act)
        assert told == gm_words.STUCK(who="**Dark** (Ada)", n=1)
        assert "`/gm extend`" in told and "`/gm replace`" in told and "`/gm penalise`" in told
    await office.services.orders.give(code, HOST, "e7-e6")
    await gm.force(code, EVE, "the draft counts")
    assert (await office.table(code)).turn == 1


async def test_a_fault_is_tried_again(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    code, whole = await office.game(), Turns.resolve

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(Turns, "resolve", broken)
    await office.send(code, HOST, "e7-e6")
    stopped = await paused(office, code)
    assert stopped is not None and stopped.cause == "fault"
    await office.deliver()
    await office.services.gm.resume(code, EVE, "try")
    await office.pass_time(1)
    assert await paused(office, code) is not None
    acts = [line.act for line in await logged(office, code)]
    assert acts == ["fault", "resume", "fault"]
    monkeypatch.setattr(Turns, "resolve", whole)
    await office.services.gm.resume(code, EVE)
    await office.pass_time(1)
    assert (await office.table(code)).turn == 1 and await paused(office, code) is None


# -- people


async def test_somebody_else_on_a_seat(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    said = await gm.replace(code, EVE, "Dark", THIRD, NAMES[THIRD], "Ada is ill")
    await office.deliver()
    assert said.startswith("**Dark** (Cleo) plays now")
    async with looking(office.services.context.db) as tx:
        assert {p.user_id for p in players.of_table(tx, code)} == {THIRD, GUEST}
    line = (await logged(office, code))[-1]
    assert line.act == "replace" and f"{gm_words.REPLACED(by=BY)}. Reason: Ada is ill" in line.text
    assert sub_words.PLAYS_ALREADY(code=code) in await refusal(
        office, gm.replace(code, EVE, "dark", GUEST, "Ben", "why")
    )
    assert [each.value for each in await gm.players(code, EVE, "")] == ["dark", "light"]
    assert await gm.players(code, Ruler(THIRD, "Cleo", 1, True), "") == []


async def test_another_host(office: PostOffice) -> None:
    code, gm = await office.game(), office.services.gm
    ada = Ruler(HOST, "Ada", None, False)
    await gm.transfer(code, ada, THIRD, "Cleo", "I play")
    text = await last(office, code, "transfer")
    assert text == gm_words.TRANSFERRED(by="Ada (host)", name="Cleo", reason="I play")
    assert (await office.table(code)).host_id == THIRD
    assert "You play in this game" in await refusal(office, gm.transfer(code, ada, HOST, "Ada", "why"))
    cleo = Ruler(THIRD, "Cleo", None, False)
    assert gm_words.HOST_ALREADY(name="Cleo") in await refusal(
        office, gm.transfer(code, cleo, THIRD, "Cleo", "why")
    )
    await gm.pause(code, cleo, "I am the game master now")
    assert (await last(office, code, "pause")).startswith("Cleo (host) paused")
    await gm.transfer(code, EVE, GUEST, "Ben", "why")
    await office.deliver()
    assert gm_words.HOST_PLAYS in office.messenger.texts(CHANNEL)[-1]


async def test_the_end_for_a_seat_where_the_rules_have_no_penalties(office: PostOffice) -> None:
    code, penalties = await new_york(office), office.services.penalties
    assert [c.value for c in await penalties.rulings(code, EVE, "")] == ["forfeit"]
    assert await penalties.form(code, EVE, "greene", "forfeit", "", "abuse") is not None
    said = await penalties.rule(code, EVE, "greene", "forfeit", "", "abuse")
    text = await last(office, code, "penalty")
    assert "**Greene** (" in said and "penalised **Greene** (" in text
    assert any(text in told for told in office.messenger.dms(GREENE))
    assert "greene" not in [c.value for c in await penalties.players(code, EVE, "")]
    assert "hamblet" in [c.value for c in await penalties.players(code, EVE, "")]


# -- options


async def test_options_of_a_running_game(office: PostOffice) -> None:
    code, running = await office.game(), office.services.running
    shown = await running.show(code, EVE)
    assert "- Time for each turn: **24h**" in shown.words
    assert labels(shown) == ["Time and grace", "Absence", "Votes and more"]
    form = await running.form(code, EVE, 0, "")
    assert [field.key for field in form.fields] == ["deadline", "undo", "takeback", "grace", "reason"]
    given = {field.key: field.value for field in form.fields} | {"deadline": "3d", "grace": "30"}
    said = await running.set(code, EVE, 0, given | {"reason": "slower", "objective": "points"})
    assert "Time for each turn: 24h → 3d · Minutes of grace after a deadline: 0 → 30." in said
    text = await last(office, code, "options")
    assert text.startswith(f"{BY} changed options: Time for each turn: 24h → 3d · ")
    assert text.endswith(" Reason: slower")
    assert gm_words.DEADLINE_KEPT in office.messenger.texts(CHANNEL)[-1]
    table = await office.table(code)
    assert (table.deadline_spec, table.settings["grace"]) == ("3d", 30)
    assert table.options["objective"] == "commander", "the rules stay"
    assert await due_in(office, code) == DAY
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert await due_in(office, code) > 2.9 * DAY
    told = await refusal(office, running.set(code, EVE, 0, given | {"reason": "slower"}))
    assert told == gm_words.SAME_OPTIONS
    with pytest.raises(WrongForm, match="is wrong"):
        await running.set(code, EVE, 0, given | {"grace": "a lot", "reason": "why"})


async def test_options_of_a_game_of_an_older_version(office: PostOffice) -> None:
    """What was not agreed on then does not come by the way."""
    code, context = await office.game(), office.services.context
    async with writing(context.db) as tx:
        tables.change(tx, code, settings={})
    shown = await office.services.running.show(code, EVE)
    assert "Minutes of grace after a deadline: **0**" in shown.words
    await office.services.running.set(code, EVE, 1, {"extensions": "1", "reason": "why"})
    async with looking(context.db) as tx:
        services = context.snapshot(tx, code).house_rules
    assert (services.extensions, services.grace_minutes, services.undo_seconds) == (1, 0, 0)


async def test_a_deadline_comes_and_goes(office: PostOffice) -> None:
    code, running = await office.game(), office.services.running
    await running.set(code, EVE, 0, {"deadline": "none", "reason": "no hurry"})
    assert await row(office, code) is None
    assert "has no deadline" in await refusal(office, office.services.gm.extend(code, EVE, "1d", "why"))
    await office.services.gm.pause(code, EVE, "why")
    assert "has no deadline" in await refusal(office, office.services.gm.extend(code, EVE, "1d", "why"))
    await office.services.gm.resume(code, EVE)
    await running.set(code, EVE, 0, {"deadline": "12h", "reason": "hurry"})
    assert await due_in(office, code) == pytest.approx(12 * HOUR, abs=1)
    await office.deliver()
    assert " due <t:" in office.messenger.texts(CHANNEL)[-1]


# -- who may, and the log


async def test_who_may(office: PostOffice) -> None:
    code, _ = await nme(office, GUEST, THIRD, 14, host=HOST)
    gm, running = office.services.gm, office.services.running
    seated, stranger = Ruler(GUEST, "Ben", 1, True), Ruler(STRANGER, "Eve", 1, False)
    elsewhere = Ruler(STRANGER, "Eve", 2, True)
    for ruler, told in (
        (seated, "You play in this game"),
        (stranger, "Only a game master"),
        (elsewhere, "Only"),
    ):
        for act in (
            gm.pause(code, ruler, "why"),
            gm.resume(code, ruler),
            gm.extend(code, ruler, "1d", "why"),
            gm.shorten(code, ruler, "1d", "why"),
            gm.force(code, ruler, "why"),
            gm.undo(code, ruler, "why"),
            gm.form("gmundo", code, ruler, "why"),
            gm.replace(code, ruler, "black", STRANGER, "Eve", "why"),
            gm.transfer(code, ruler, STRANGER, "Eve", "why"),
            running.show(code, ruler),
            running.form(code, ruler, 0, ""),
            running.set(code, ruler, 0, {"deadline": "3d", "reason": "why"}),
        ):
            assert told in await refusal(office, act)
    await gm.pause(code, Ruler(HOST, "Ada", None, False), "the host, from a direct message")
    lobby = await office.lobby(HOST, channel=CHANNEL + 1)
    assert "hasn't started" in await refusal(office, gm.pause(lobby.id, EVE, "why"))
    assert await refusal(office, running.show(lobby.id, EVE)) == gm_words.IN_LOBBY


async def test_the_log_is_read_page_by_page(office: PostOffice) -> None:
    code, view = await office.game(), office.services.logview
    empty = await view.page(code)
    assert empty.text.endswith(gm_words.LOG_EMPTY) and empty.rows == ()
    async with writing(office.services.context.db) as tx:
        for number in range(30):
            text = f"line {number} " + "x" * (700 if number == 20 else 20)
            append(tx, LogEntry(table_id=code, at=number, turn=0, act="pause", text=text))
        save(tx, Value(key="unrelated", value="x"))
    seen, skip = list[str](), 0
    for _ in range(9):
        page = await view.page(code, skip)
        assert len(page.text) <= 2000
        lines = page.text.splitlines()[1:]
        seen += [line.split()[3] for line in lines]
        skip += len(lines)
        if skip >= 30:
            break
        assert labels(page)[-1] == f"Older ({30 - skip})"
    assert seen == [str(number) for number in range(29, -1, -1)]
    assert labels(page) == ["Newest"]
    assert (await view.page(code, 999)).text.splitlines()[1].split()[3] == "0"


async def test_a_game_master_at_work(world: World) -> None:
    ada, ben, mo = world.player("ada"), world.player("ben"), world.moderator(manage_messages=True)
    game = await world.new_game(ada, ben)
    await game.play("e7-e6", "d2-d3")
    for who, told in ((ada, "You play in this game"), (world.player("cleo"), "Only a game master")):
        said = await who.slash("gm undo", reason="I like it better")
        assert said.private and told in said.text

    said = await mo.slash("gm undo", reason="wrong square")
    assert said.modal["title"] == f"Take back turn 2? · {game.code}"
    done = await mo.submit(said, reason="wrong square, he says")
    assert done.private and done.text.startswith("Taken back: turn 2.")
    assert "↩ Mo (moderator) took turn 2 back. Reason: wrong square, he says" in words(game.post)
    assert buttons(game.post) == ["My orders", "Board", "History"]
    assert "Turn 2 was taken back." in words(ben.desk) and "Send" in buttons(ben.desk)
    await ben.click(ben.desk, "Send")
    assert "turn 2" in words(game.post).splitlines()[0] and await game.called() == "dark"

    said = await mo.slash("gm pause", reason="dinner", time="2h")
    assert said.private and "is paused" in said.text and "⏸ Mo (moderator)" in words(game.post)
    assert "is paused" in (await mo.slash("gm force", reason="now")).text
    await mo.slash("gm resume", reason="")
    assert f"▶ {gm_words.RESUMED(by='Mo (moderator)')}" in words(game.post)
    assert " 2h " in (await mo.slash("gm extend", time="2h", reason="why"), words(game.post))[1]
    await mo.slash("gm transfer", to=mo.member, reason="the host is away")
    assert "⚑ Mo (moderator) made Mo the host" in words(game.post)

    log = await ben.slash("log")
    lines = log.text.splitlines()
    assert log.private and len(lines) == 6 and "made Mo the host" in lines[1]
    assert [line.split("> ")[1].split(" ")[0] for line in lines[2:]] == ["Mo"] * 4


async def test_options_are_changed_in_forms(world: World) -> None:
    ada, ben, mo = world.player("ada"), world.player("ben"), world.moderator(manage_guild=True)
    game = await world.new_game(ada, ben)
    shown = await mo.slash("gm options")
    form = await mo.click(shown.message, "Time and grace")
    given = {"deadline": "3d", "undo": "0", "takeback": "0", "grace": "x", "reason": "slower"}
    wrong = await mo.submit(form, **given)
    assert "is wrong" in wrong.text and buttons(wrong.message) == ["Open the form again"]
    again = await mo.click(wrong.message, "Open the form again")
    done = await mo.submit(again, **given | {"grace": "10"})
    assert done.private and "Time for each turn: 24h → 3d" in done.text
    assert "⚙ Mo (moderator) changed options: Time for each turn: 24h → 3d" in words(game.post)


async def test_a_seat_is_given_to_somebody_else(world: World) -> None:
    ada, ben, cleo = world.player("ada"), world.player("ben"), world.player("cleo")
    mo = world.moderator(manage_messages=True)
    game = await world.new_game(ada, ben)
    assert await mo.offered("", "player", "gm replace") == ["dark", "light"]
    assert await ada.offered("", "player", "gm replace") == []
    assert await mo.offered("", "ruling", "gm penalise", player="dark") == ["forfeit"]
    said = await mo.slash("gm replace", player="light", by=cleo.member, reason="ben has left")
    assert said.private and "plays now" in said.text
    assert any("Reason: ben has left" in words(post) for post in game.posts)
    said = await mo.slash("gm penalise", player="light", ruling="forfeit", reason="why")
    await mo.submit(said, reason="left, too")
    assert "game over" in words(game.post)
