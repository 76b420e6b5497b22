"""/privacy forget: nothing of the user is left, and nothing of the others breaks."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from adjudicator.registry import rules
from bot.common.errors import NotAllowed, Refused
from bot.common.message import Button, former, plain_name
from bot.features.absence.absences import Asked
from bot.features.info.text import GAMES_NONE
from bot.features.leagues import store as league_store
from bot.features.leagues.season import text as league_words
from bot.features.leagues.views.tables import LeagueViews
from bot.features.moderation.game_masters import Ruler
from bot.features.privacy import store
from bot.features.privacy import text as privacy_words
from bot.features.ratings import ledger
from bot.features.server_settings.who_may_open import Asker
from bot.features.substitutes.substitution import Taker
from bot.storage import people, players, tables
from bot.storage.league_records import Rating, Sitting
from bot.storage.records import ForgottenSeat, Post
from bot.storage.rows import find, save
from maps.boards import boards
from tests.bot.leagues.league_parts import asker, hall
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, NAMES, STRANGER, THIRD, PostOffice, post_office
from tests.bot.privacy.people import SEVEN, ZEN, ZENOBIA, everything, forget, press_yes, traces
from tests.bot.silent import nme
from tests.bot.test_handover import Doors, with_threads
from tests.bot.test_muting import Server
from tests.bot.transactions import looking, writing
from tests.bot.world import World, buttons, words

WORDS = "Hold Soho, and tell nobody."
NEEDLES = (ZEN, ZENOBIA, plain_name(ZENOBIA))
AGAIN = ZEN + 1
"""Somebody else."""


async def lived(office: PostOffice) -> dict[str, str]:
    """The user plays, has played, writes, votes, rules, hosts and goes away; the games' codes."""
    services, clock = office.services, office.clock
    ended = await office.game(ZEN, GUEST)
    await office.send(ended, ZEN, "e7-e6")
    await services.orders.declare(ended, GUEST, "concede")
    options = "anonymous=yes"
    running = await office.game(*SEVEN, game_key="newyork2047", options=options, channel=CHANNEL + 1)
    await services.letters.write(running, ZEN, "papst", WORDS, source="a")
    await services.letters.write(running, GUEST, "tower", "An answer.", source="b")
    await services.letters.write(running, ZEN, "all", f"I am <@{ZEN}>.", source="c", anonymous=True)
    await services.orders.give(running, ZEN, "1 hold")
    await services.absences.announce(ZEN, Asked("in 2d", "in 9d", "Europe/Rome"))
    await services.voting.call(running, ZEN, "pause", "2d")
    offered = await office.game(THIRD, ZEN, channel=CHANNEL + 2)
    await services.planning.give(offered, ZEN, "if e7-e6 then d2-d3")
    await services.substitutes.ask(offered, ZEN)
    left = await office.game(ZEN, THIRD, channel=CHANNEL + 3)
    await services.substitutes.ask(left, ZEN)
    await services.substitutes.take(left, "dark", Taker(GUEST, NAMES[GUEST], 1))
    await office.lobby(ZEN, GUEST, channel=CHANNEL + 4)
    alone = await office.lobby(ZEN, channel=CHANNEL + 5)
    ruled = await office.game(THIRD, HOST, channel=CHANNEL + 6)
    await services.gm.pause(ruled, Ruler(ZEN, ZENOBIA, 1, True), "a fire")
    async with writing(services.context.db) as tx:
        save(
            tx,
            Rating(
                guild_id=1, game="cic", user_id=ZEN, name=ZENOBIA, mu=25.0, sigma=8.0, games=1, at=clock.now()
            ),
        )
    await office.deliver()
    return {
        "ended": ended,
        "running": running,
        "offered": offered,
        "left": left,
        "alone": alone.id,
        "ruled": ruled,
    }


@pytest.mark.postgresql
async def test_nothing_is_left_and_others_are_as_they_were(office: PostOffice) -> None:
    codes = await lived(office)
    before = {table for table, _, _ in await traces(office, *NEEDLES)}
    assert before > {
        "players",
        "sittings",
        "letters",
        "drafts",
        "votes",
        "ballots",
        "plans",
        "away",
        "people",
    }
    assert before > {"outbox", "log", "former_players", "desks", "tables", "ratings"}
    steps = [place for place in await everything(office) if place[0] in ("steps", "seeds")]
    answer = await forget(office)
    assert answer == privacy_words.DONE(former="a former player 1")
    assert await traces(office, *NEEDLES) == []
    own = [place for place in await everything(office) if place[2] == str(office.messenger.dm(ZEN))]
    assert own == [], "not even the channel of the direct messages"
    assert (await office.table(codes["offered"])).status == "over"
    assert (await office.table(codes["alone"])).status == "closed"
    # The others:
    now = [place for place in await everything(office) if place[0] in ("steps", "seeds")]
    assert set(steps) <= set(now), "no step, order, event or state has changed"
    assert "every result is true" in (await office.services.verification.verified(codes["ended"])).text
    assert (await office.snapshot(codes["ended"])).names()["dark"] == f"**Dark** ({former(-1)})"
    box = await office.services.letterbox.read(codes["running"], GUEST)
    assert WORDS in box.text and f"**Tower** ({former(-1)})" in box.text
    assert await traces(office, "(Ben)"), "Ben keeps his name"
    async with looking(office.services.context.db) as tx:
        sat = [one for one in find(tx, Sitting, table_id=codes["left"]) if one.seat == "dark"]
        assert [(one.user_id, one.name) for one in sat] == [(-1, former(-1)), (GUEST, "Ben")]
        assert {one.user_id for one in find(tx, Rating, guild_id=1, game="cic")} == {GUEST}
    # The logs:
    log = (await office.services.logview.page(codes["ruled"])).text
    assert "a former player 1 (moderator)" in log and "a fire" in log
    away = (await office.services.logview.page(codes["running"])).text
    assert "**Tower** (a former player 1) will be away" in away


async def test_a_running_game_goes_on_without(office: PostOffice) -> None:
    code = await office.game(*SEVEN, game_key="newyork2047")
    await office.deliver()
    await office.services.orders.give(code, ZEN, "1 hold")
    await forget(office)
    snapshot = await office.snapshot(code)
    assert "tower" not in snapshot.living and not snapshot.over and snapshot.player("tower").user_id == -1
    assert await traces(office, "1 hold") == [], "its draft is gone"
    assert snapshot.users == list(SEVEN[1:]), "whom posts notify"
    tried = len(office.messenger.tried)
    for user, seat in zip(SEVEN[1:], snapshot.seats[1:], strict=True):
        assert snapshot.seat_of(user) == seat
        await office.services.orders.send(code, user)
    await office.pass_time(0)
    assert (await office.snapshot(code)).phase.turn > snapshot.phase.turn
    fresh = office.messenger.tried[tried:]
    assert fresh and all(post.user_id is None or post.user_id > 0 for post in fresh)
    shown = [message for place in office.messenger.channels.values() for _, message in place]
    assert all("<@-" not in message.words and min(message.mentions, default=1) > 0 for message in shown)


async def test_everybody_of_a_game_is_forgotten(office: PostOffice) -> None:
    code = await office.game(ZEN, GUEST)
    await forget(office, GUEST, "Ben")
    await forget(office)
    table = await office.table(code)
    assert table.status == "over" and table.host_id == -2
    assert f"({former(-1)})" in (await office.snapshot(code)).names()["light"]
    assert await office.services.forgetting.question(ZEN, "Somebody", None, False)


async def test_two_of_the_same_name_are_told_apart(office: PostOffice) -> None:
    table = await office.lobby(ZEN)
    await office.services.lobby.join(table.id, GUEST, ZENOBIA)
    for user, seat in ((ZEN, "dark"), (GUEST, "light")):
        await office.services.lobby.wish(table.id, user, seat)
    await office.services.lobby.start(table.id, ZEN)
    for user in (ZEN, GUEST):
        await office.services.absences.announce(user, Asked("in 2d", "in 9d"))
    await office.deliver()
    await forget(office)
    log = (await office.services.logview.page(table.id, 0)).text
    assert f"**Light** ({plain_name(ZENOBIA)}) will be away" in log
    assert f"**Dark** ({former(-1)}) will be away" in log


async def test_an_open_lobby_gets_a_new_host(office: PostOffice) -> None:
    table = await office.lobby(ZEN, GUEST, THIRD, game_key="newyork2047")
    await office.deliver()
    await forget(office)
    await office.pass_time(10)
    async with looking(office.services.context.db) as tx:
        assert (await office.table(table.id)).host_id == GUEST
        assert [one.user_id for one in players.of_table(tx, table.id)] == [GUEST, THIRD]
    lobby = office.messenger.texts()[1]
    assert ZENOBIA not in lobby and "Ben (host)" in lobby
    assert any("Ben, who joined first, is the host now" in text for text in office.messenger.texts())


async def test_it_is_asked_again_if_something_changed_meanwhile(office: PostOffice) -> None:
    await office.lobby(ZEN)
    forgetting = office.services.forgetting
    asked = await forgetting.question(ZEN, ZENOBIA, 1, True)
    yes = asked.rows[0][0]
    assert isinstance(yes, Button) and "You leave game `" in asked.text
    code = await office.game(ZEN, GUEST, channel=CHANNEL + 1)
    again = await forgetting.forget(ZEN, ZENOBIA, 1, True, yes.id.rpartition(":")[2])
    assert again.text.startswith(privacy_words.ASK_AGAIN) and f"You concede game `{code}`" in again.text
    assert (await office.table(code)).status == "playing"


async def test_of_a_stranger_nothing_is_stored(office: PostOffice) -> None:
    await office.game()
    told = await office.services.forgetting.question(ZEN, ZENOBIA, 1, True)
    assert told.text == privacy_words.NOTHING and not told.rows
    told = await office.services.forgetting.forget(ZEN, ZENOBIA, 1, True, "x")
    assert told.text == privacy_words.NOTHING


async def test_a_moderator_who_never_played_is_forgotten(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST)
    await office.services.gm.pause(code, Ruler(ZEN, ZENOBIA, 1, True), "a fire")
    await office.deliver()
    await forget(office)
    assert await traces(office, ZENOBIA, plain_name(ZENOBIA)) == []


async def test_nobody_takes_a_game_masters_name_out_of_the_log(office: PostOffice) -> None:
    """Who is called as a moderator of the server is, and is none."""
    played, other = await office.game(ZEN, GUEST), await office.game(HOST, THIRD, channel=CHANNEL + 1)
    for code in (played, other):
        await office.services.gm.pause(code, Ruler(STRANGER, "Eve", 1, True), "a fire")
    async with writing(office.services.context.db) as tx:
        tables.change(tx, played, host_id=GUEST)
        store.rename(tx, "players", "user_id", ZEN, ZEN, name="Eve")
    await forget(office, name="Eve", moderator=False)
    for code in (played, other):
        assert "Eve (moderator)" in (await office.services.logview.page(code)).text


async def test_a_host_takes_no_moderators_name_by_taking_it_on(office: PostOffice) -> None:
    code = await office.game(ZEN, GUEST)
    await office.services.gm.pause(code, Ruler(STRANGER, "Eve", 1, True), "Zenobia_Q is away, says Eve")
    elsewhere = await office.game(HOST, THIRD, channel=CHANNEL + 1)
    async with writing(office.services.context.db) as tx:
        store.rename(tx, "tables", "host_id", ZEN, ZEN, guild_id=2)
    await office.services.gm.pause(elsewhere, Ruler(STRANGER, "Eve", 1, True), "a fire")
    await forget(office, name="Eve", moderator=False)
    for each in (code, elsewhere):
        assert "Eve (moderator)" in (await office.services.logview.page(each)).text
    assert "says Eve" in (await office.services.logview.page(code)).text


async def test_a_moderator_of_one_server_takes_no_names_in_another(office: PostOffice) -> None:
    code = await office.game(ZEN, GUEST)
    await office.services.gm.pause(code, Ruler(STRANGER, "Eve", 1, True), "a fire")
    await forget(office, name="Eve", guild=2)
    assert "Eve (moderator)" in (await office.services.logview.page(code)).text


async def test_what_a_host_ruled_loses_the_name_that_it_was_ruled_by(office: PostOffice) -> None:
    kept, handed = await office.game(), await office.game(channel=CHANNEL + 1)
    async with writing(office.services.context.db) as tx:
        tables.change(tx, kept, host_id=ZEN)
    await office.services.gm.transfer(handed, Ruler(STRANGER, "Eve", 1, True), ZEN, ZENOBIA, "so")
    for code in (kept, handed):
        await office.services.gm.pause(code, Ruler(ZEN, "Queen", 1, False), "a fire")
    await forget(office, name="Queen", moderator=False)
    assert "a former player 1 (host)" in (await office.services.logview.page(kept)).text
    assert "Queen (host)" in (await office.services.logview.page(handed)).text, "that may be the other host"


async def test_whoever_comes_back_is_new_but_takes_no_other_seat_of_that_game(office: PostOffice) -> None:
    code, seats = await nme(office, ZEN, GUEST, THIRD)
    mine, other = (next(seat for seat, user in seats.items() if user == one) for one in (ZEN, GUEST))
    await office.deliver()
    await forget(office)
    assert await traces(office, ZEN) == []
    await office.services.substitutes.ask(code, GUEST)
    with pytest.raises(Refused, match=rf"has played {mine.title()} .* can't play another side"):
        await office.services.substitutes.take(code, other, Taker(ZEN, ZENOBIA, 1))
    await office.services.substitutes.take(code, other, Taker(AGAIN, "Else", 1))
    fresh = await office.game(ZEN, THIRD, channel=CHANNEL + 1)
    await office.deliver()
    assert any("You're in" in text for text in office.messenger.dms(ZEN)[-2:])
    assert await forget(office) and await traces(office, ZEN) == []
    assert (await office.table(fresh)).host_id == -2, "another pseudonym"
    await office.services.orders.declare(code, AGAIN, "concede")
    assert (await office.table(code)).status == "over"
    async with looking(office.services.context.db) as tx:
        assert find(tx, ForgottenSeat) == [], "at once: the seed is published, and it is the key"


async def test_a_message_under_way_brings_nothing_back(office: PostOffice) -> None:
    """A direct message is being sent while its user is forgotten: its channel is not noted again."""
    await office.game(ZEN, GUEST)
    gate, begun, waits, services = asyncio.Event(), asyncio.Event(), asyncio.Event(), office.services

    async def held(post: Post) -> None:
        if post.user_id == ZEN:
            begun.set()
            await gate.wait()
            await services.outbox.dm_opened(ZEN, 4242)

    async def settled(user: int) -> None:
        waits.set()
        await services.outbox.settled(user)

    office.messenger.before, services.forgetting._settled = held, settled
    await services.begin()
    services.outbox.wake()
    await begun.wait()
    task = asyncio.create_task(press_yes(office))
    await waits.wait()
    await asyncio.sleep(0.1)
    assert not task.done()
    gate.set()
    await task
    await office.pass_time(0)
    assert await traces(office, ZEN, 4242) == []


async def test_a_kill_leaves_nothing_undone(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process ends after the one transaction: names in texts are replaced by the next start."""
    code = await office.game(ZEN, GUEST)
    await office.services.absences.announce(ZEN, Asked("in 2d", "in 9d"))
    await office.deliver()
    await office.services.orders.declare(code, GUEST, "draw")

    async def killed(_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("bot.features.privacy.forgetting.finish", killed)
        with pytest.raises(RuntimeError):
            await press_yes(office)
    assert {table for table, _, _ in await traces(office, *NEEDLES)} > {"log", "outbox"}
    await office.services.forgetting.begin()
    task = office.services.forgetting._timer._task
    assert task is not None
    await task
    await office.pass_time(0)
    assert await traces(office, *NEEDLES) == []


async def test_settings_go_even_of_somebody_without_games(office: PostOffice) -> None:
    async with writing(office.services.context.db) as tx:
        people.update_settings(tx, ZEN, {"zone": "Europe/Rome"})
    asked = await office.services.forgetting.question(ZEN, ZENOBIA, None, False)
    assert "You concede" not in asked.text and privacy_words.DELETED in asked.text
    await forget(office)
    assert await traces(office, ZEN) == []


async def test_the_seat_comes_back_by_an_undo_and_is_handed_over(office: PostOffice) -> None:
    """A concession that is taken back: nobody is there, nobody is called, and a new player can take it."""
    code = await office.game(*SEVEN, game_key="newyork2047")
    await office.deliver()
    for user in SEVEN:
        await office.services.orders.send(code, user)
    await forget(office)
    eve = Ruler(STRANGER, "Eve", 1, True)
    await office.services.gm.undo(code, eve, "the seat is to play on")
    snapshot = await office.snapshot(code)
    assert "tower" in snapshot.living and snapshot.player("tower").user_id == -1
    await office.pass_time(2 * DAY)
    assert (await office.snapshot(code)).player("tower").missed == 1
    await office.services.gm.replace(code, eve, "tower", STRANGER + 1, "Fred", "the former one has left")
    await office.pass_time(0)
    assert (await office.snapshot(code)).player("tower").user_id == STRANGER + 1
    assert office.messenger.dms(STRANGER + 1) and await traces(office, ZEN, ZENOBIA) == []
    assert all(post.user_id is None or post.user_id > 0 for post in office.messenger.tried)


async def test_copies_of_ones_games_lose_the_name_too(office: PostOffice) -> None:
    services, asker = office.services, Asker(guild_id=1, user_id=GUEST)
    ended, running = await office.game(ZEN, GUEST), await office.game(ZEN, GUEST, channel=CHANNEL + 1)
    for code in (ended, running):
        await office.send(code, ZEN, "e7-e6")
    await services.orders.declare(ended, GUEST, "concede")
    for number, code in enumerate((ended, running), 2):
        record = (await services.game_export.export(code, ZEN)).files[0].data
        await services.game_import.bring(asker, CHANNEL + number, record)
    elsewhere = record.replace(running.encode(), b"q2q2")
    await services.game_import.bring(asker, CHANNEL + 9, elsewhere)
    await office.deliver()
    await forget(office)
    left = await traces(office, ZEN, ZENOBIA)
    assert [(table, column) for table, column, _ in left] == [("imports", "game")] and "q2q2" in left[0][2]


async def test_silence_is_given_back_and_then_forgotten(tmp_path: Path) -> None:
    server = Server(entries={ZEN: {"send_messages": True}})
    async with post_office(tmp_path / "a.sqlite3", channel_permissions=server) as office:
        await nme(office, ZEN, GUEST, THIRD)
        await office.deliver()
        assert server.entries[ZEN] == {"send_messages": False, "add_reactions": False}
        give_back, tried = server.give_back, 0

        async def refused(*_: object) -> None:
            nonlocal tried
            tried += 1
            raise NotAllowed("I lack **Manage Permissions**")

        server.give_back = refused  # type: ignore[method-assign, assignment]
        await forget(office)
        assert tried and {table for table, _, _ in await traces(office, ZEN)} <= {
            "silences",
            "outbox",
            "forget_jobs",
        }
        server.give_back = give_back  # type: ignore[method-assign]
        await office.pass_time(3700)
        assert server.entries[ZEN]["send_messages"] is True
        assert {table for table, _, _ in await traces(office, ZEN)} <= {"outbox", "forget_jobs"}
        await office.services.forgetting.finish()
        assert await traces(office, ZEN, ZENOBIA) == []
        assert set(server.entries) <= {ZEN, GUEST, THIRD}, "nobody is silenced who is not there"


async def test_private_threads_and_the_desk_are_closed(tmp_path: Path) -> None:
    async with post_office(tmp_path / "a.sqlite3") as office:
        doors = Doors()
        with_threads(office, doors)
        code = await office.game(*SEVEN, game_key="newyork2047", options="press=threads")
        await office.services.letters.write(code, ZEN, "papst rossoni", "A plan.", source="a")
        await office.deliver()
        assert ZEN in doors.members[901]
        await forget(office)
        assert doors.members[901] == {GUEST, THIRD}
        [desk] = [desk for desk in office.messenger.retired if desk.user_id == ZEN]
        assert desk.table_id == code
        assert await traces(office, ZEN, ZENOBIA) == []
        assert CHANNEL in office.messenger.channels


async def test_ratings_are_counted_again_to_the_same(office: PostOffice) -> None:
    services = office.services

    async def played(*users: int) -> None:
        code = await office.game(*users)
        await office.send(code, users[0], "e7-e6")
        await services.orders.declare(code, users[1], "concede")
        await office.pass_time(0)

    await played(ZEN, GUEST)
    await played(THIRD, ZEN)
    running = await office.game(GUEST, ZEN)
    await office.send(running, GUEST, "e7-e6")
    await forget(office)
    await played(GUEST, THIRD)
    async with looking(services.context.db) as tx:
        found = ledger.recount(tx, ledger.by_rules(rules(boards())), 1, "cic")
    assert found.faults() == [] and found.same and found.games == 4
    assert {(one.user_id, one.games) for one in found.ratings} == {(GUEST, 3), (THIRD, 2)}


async def test_in_the_middle_of_a_season(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        office, services = place.office, place.services
        code = await place.league(3, plan="pace=results", start=False)
        await services.signup.join(code, ZEN, ZENOBIA)
        await services.organise.start(code, asker())
        await office.pass_time(0)
        await place.play_round(code)
        season = await place.season(code)
        number = next(one.number for one in season.entrants if one.user_id == ZEN)
        await forget(office)
        assert await traces(office, ZEN, ZENOBIA, "Zenobia") == []
        gone = (await place.season(code)).by_number(number)
        assert (gone.user_id, gone.name, gone.status) == (-1, former(-1), "out")
        assert place.posted(league_words.WITHDREW)
        while (await place.row(code)).status == "running":
            assert await place.play_round(code)
        assert former(-1) in (await LeagueViews(services.context).table(code, 101)).words


async def test_a_league_over_has_the_same_table_but_for_the_name(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        office, services = place.office, place.services
        code = await place.league(3, plan="pace=results", start=False)
        await services.signup.join(code, ZEN, ZENOBIA)
        await services.organise.start(code, asker())
        await office.pass_time(0)
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        views = LeagueViews(services.context)
        before = (await views.table(code, 101)).words.split(" · ")
        await forget(office)
        after = (await views.table(code, 101)).words.split(" · ")
        other = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        assert len(other) == 1 and "Zenobia" in other[0][0] and "former" in other[0][1]
        assert await traces(office, ZEN, ZENOBIA, "Zenobia") == []


async def test_who_signed_up_or_organises_leaves(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        office, services = place.office, place.services
        code = await place.league(3, start=False)
        await services.signup.join(code, ZEN, ZENOBIA, True)
        async with writing(services.context.db) as tx:
            league_store.change_league(tx, code, host_id=ZEN)
        asked = await services.forgetting.question(ZEN, ZENOBIA, 1, True)
        assert f"You leave league `{code}`" in asked.text and "loses its organiser" in asked.text
        await forget(office)
        async with looking(services.context.db) as tx:
            assert [one.user_id for one in league_store.entrants_of(tx, code)] == [101, 102, 103]
        assert (await place.row(code)).host_id == -1
        assert place.posted(league_words.ORGANISER_GONE)
        assert await traces(office, ZEN, ZENOBIA) == []
        await services.organise.start(code, asker())
        await office.pass_time(0)
        assert (await place.row(code)).status == "running"


async def test_a_copy_then_forgotten_then_back(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    said = await ada.slash("privacy export")
    assert said.private and said.text == privacy_words.COPY
    [file] = said.message.attachments
    found = json.loads(await file.read())
    assert file.filename == "fieldpost-your-data.json" and found["games"][0]["code"] == game.code
    asked = await ada.slash("privacy forget")
    assert asked.private and f"You concede game `{game.code}` (Commander-In-Chief in <#" in asked.text
    assert buttons(asked.message) == [privacy_words.YES, privacy_words.NO]
    stays = await ada.click(asked.message, privacy_words.NO)
    assert stays.text == privacy_words.KEPT and buttons(stays.message) == []
    asked = await ada.slash("privacy forget")
    await world.restart()
    done = await ada.click(asked.message, privacy_words.YES)
    assert done.private and done.text.startswith("Done: you're forgotten.") and buttons(done.message) == []
    await world.pass_time(5)
    assert "is over" in words(game.post) or "wins" in words(game.post)
    assert (await ada.slash("games")).text == GAMES_NONE
    assert (await ada.slash("privacy forget")).text == privacy_words.NOTHING
    again = await world.new_game(ada, ben)
    assert again.code != game.code and words(ada.dms[-1])
