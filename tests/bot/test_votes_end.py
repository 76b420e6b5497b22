"""Votes that end a game: a draw that all agree to, and breaking off without a result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.replay import verify
from bot.common.errors import Refused
from bot.features.votes import store
from bot.features.votes import text as vote_text
from bot.features.votes.motions import Act
from bot.presenters.cic import CicPresenter
from bot.storage import deadlines, drafts, tables
from tests.bot.clocks import row
from tests.bot.newyork import SEVEN
from tests.bot.parts import CHANNEL, FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice, labels, post_office
from tests.bot.test_muting import Server
from tests.bot.transactions import looking
from tests.bot.votes import call, cast, held, log, newest, post
from tests.bot.ww3 import in_office

GAMES = [
    ("cic", (HOST, GUEST), ""),
    ("cic", (HOST, GUEST, THIRD, FOURTH), "teams=both"),
    ("nme", (HOST, GUEST, THIRD), ""),
    ("nemein", (HOST, GUEST), ""),
    ("ww3", (HOST, GUEST), "players=2 fog=on"),
    ("newyork2047", SEVEN, ""),
]


async def begun(office: PostOffice, game: str, users: tuple[int, ...], options: str) -> str:
    made = await office.lobby(
        users[0], game_key=game, options=options, seating="lot" if game == "nme" else "choice"
    )
    for user in users[1:]:
        await office.services.lobby.join(made.id, user, f"P{user}")
    await office.services.lobby.start(made.id, users[0])
    return made.id


async def by_all(office: PostOffice, code: str, users: tuple[int, ...], act: Act) -> None:
    await call(office, code, users[0], act)
    for user in users[1:]:
        assert (await office.table(code)).status == "playing"
        await cast(office, code, user)


@pytest.mark.parametrize(("game", "users", "options"), GAMES)
async def test_a_draw_that_all_have_voted_for(
    office: PostOffice, game: str, users: tuple[int, ...], options: str
) -> None:
    code = await begun(office, game, users, options)
    await office.deliver()
    stood = len(office.messenger.texts())
    await by_all(office, code, users, "draw")
    table = await office.table(code)
    assert table.status == "over" and table.outcome is not None and table.outcome["reason"] == "agreed"
    await office.deliver()
    asked, over = office.messenger.texts()[stood:]
    assert "proposes a draw. Everyone still playing must agree." in asked
    assert vote_text.WHY_DRAWN in over and "game over" in over
    assert (await newest(office, code)).status == "passed"
    assert labels(await post(office, code)) == []
    assert "Vote passed: a draw." in (await log(office, code))[-1]
    assert "every result is true" in (await office.services.verification.verified(code)).text


async def test_who_has_offered_a_draw_before_is_counted_once(office: PostOffice) -> None:
    code = await office.game()
    await office.services.orders.declare(code, HOST, "draw")
    await by_all(office, code, (HOST, GUEST), "draw")
    assert (await office.table(code)).status == "over"


async def test_one_no_is_enough(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, options="teams=dark")
    for act in ("draw", "end"):
        await call(office, code, HOST, act)  # type: ignore[arg-type]
        said = await cast(office, code, THIRD, yes=False)
        assert "the vote failed" in said
    assert (await office.table(code)).status == "playing"


@pytest.mark.parametrize(("game", "users", "options"), GAMES)
async def test_a_game_without_a_result(
    office: PostOffice, game: str, users: tuple[int, ...], options: str
) -> None:
    code = await begun(office, game, users, options)
    await office.deliver()
    await by_all(office, code, users, "end")
    table = await office.table(code)
    assert (table.status, table.outcome) == ("over", None) and table.ended_at is not None
    await office.deliver()
    last = office.messenger.channels[CHANNEL][-1][1]
    assert "the game is broken off" in last.words and "Nobody has won or lost" in last.words
    assert labels(last) == ["History", "Replay", "Analysis", "Fair play"]
    seed = await office.read(tables.seed_of, code)
    assert seed is not None and seed not in last.words
    assert seed in (await office.services.fair_play.explained(code, STRANGER)).words
    assert ("The silence is over." in last.words) == (game == "nme")
    assert set(last.mentions) == set(users) and last.picture is not None
    for user in users:
        assert "is over: it was broken off." in office.messenger.dms(user)[-1]
    shown = await office.services.game_views.board(code, users[0])
    assert "broken off" in shown.words and "it has no result" in shown.words
    assert "Due" not in shown.words and "ready" not in shown.words
    assert "the start" in (await office.services.history_pages.page(code, STRANGER, "new")).text
    found = await office.services.verification.verified(code)
    assert "every result is true" in found.text
    record = json.loads(found.files[0].data)
    assert record["outcome"] is None and verify(office.services.context.games, record).ok
    assert await office.services.game_lookup.owed(users[0]) == []


async def test_what_is_left_of_it(office: PostOffice) -> None:
    """Drafts, deadlines, pauses and votes are gone, desks closed, and nothing is taken any more."""
    code = await office.game()
    await office.deliver()
    await office.services.orders.give(code, HOST, "e7-e6")
    await call(office, code, GUEST, "extend")
    await by_all(office, code, (HOST, GUEST), "end")
    async with looking(office.services.context.db) as tx:
        assert drafts.of_table(tx, code, 0) == {}
        assert deadlines.pause_of(tx, code) is None
        for kind in ("turn", "early", "remind", "vote", "resume"):
            assert deadlines.get(tx, code, kind) is None  # type: ignore[arg-type]
        assert store.of_table(tx, code) == []
    assert [vote.status for vote in await held(office, code)] == ["lapsed", "passed"]
    for _ in range(3):
        await office.pass_time(5)
    assert [desk.user_id for desk in office.messenger.retired] == [HOST]
    [open_one] = [
        message
        for _, message in office.messenger.channels[CHANNEL]
        if "vote lapsed: 24h more" in message.text
    ]
    assert labels(open_one) == []
    assert not any("e7-e6" in text or "e7-e6" in text for text in office.messenger.texts())
    for refused in (
        office.send(code, HOST, "e7-e6"),
        office.services.desks.desk(code, HOST),
        call(office, code, HOST, "draw"),
        office.services.orders.declare(code, HOST, "concede"),
    ):
        with pytest.raises(Refused, match="is over"):
            await refused


async def test_a_desk_that_was_on_its_way_does_not_come(office: PostOffice) -> None:
    code = await office.game()
    await by_all(office, code, (HOST, GUEST), "end")
    await office.deliver()
    assert office.messenger.dms(HOST) and not any(
        labels(message) for _, message in office.messenger.channels[office.messenger.dm(HOST)]
    )


async def test_a_paused_game_can_be_ended(office: PostOffice) -> None:
    code = await office.game()
    await by_all(office, code, (HOST, GUEST), "pause")
    await by_all(office, code, (HOST, GUEST), "end")
    assert await row(office, code, "resume") is None
    shown = (await office.services.game_views.board(code, HOST)).words
    assert "Paused" not in shown and "broken off" in shown


async def test_the_silence_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CicPresenter, "silent", True)
    server = Server()
    async with post_office(tmp_path / "f.sqlite3", channel_permissions=server) as office:
        code = await office.game()
        await office.deliver()
        await office.pass_time(1)
        assert any(False in entry.values() for entry in server.entries.values())
        await by_all(office, code, (HOST, GUEST), "end")
        await office.deliver()
        await office.pass_time(1)
        assert not any(False in entry.values() for entry in server.entries.values())


async def test_what_fog_hid_is_open_then(office: PostOffice) -> None:
    code, _ = await in_office(office, HOST, GUEST, options="fog=on")
    async with looking(office.services.context.db) as tx:
        snapshot = office.services.context.snapshot(tx, code)
    open_view = snapshot.game.view(snapshot.game.revealed(snapshot.state), None)
    assert snapshot.view(None) != open_view
    await by_all(office, code, (HOST, GUEST), "end")
    await office.deliver()
    [lock] = await office.fair_play(code)
    assert len(lock.sheets) == 2, "what was sealed until the end"
    assert all(lock.orders(seat)[0].startswith("setup") for seat in lock.sheets)
    office.renderer.painted.clear()
    await office.services.game_views.board(code, STRANGER)
    [(_, view, _)] = office.renderer.painted
    assert view == open_view
