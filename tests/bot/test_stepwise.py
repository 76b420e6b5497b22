"""What the service does for games where a turn takes several resolutions (Commander-In-Chief lends its board:
here a move of each side makes one turn), and where something stays sealed until the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cic import Cic
from adjudicator.game import Phase
from adjudicator.records import check_seals
from bot.common.errors import Refused
from bot.engine import text
from bot.features.history import exporting
from bot.storage import deadlines, players
from tests.bot import ww3
from tests.bot.parts import DAY, GUEST, HOST, NAMES, STRANGER, PostOffice, post_office
from tests.bot.transactions import looking
from tests.fairfile import LOCKED

PHASE, JOIN, DEFAULT = Cic.phase, Cic.join, Cic.default


@pytest.fixture
def stepwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two resolutions make a turn; the second one goes on with it."""

    def phase(self: Cic, state: Any) -> Phase:
        was = PHASE(self, state)
        return replace(was, number=was.turn // 2 + 1, goes_on=was.turn % 2 == 1)

    monkeypatch.setattr(Cic, "phase", phase)


async def due(office: PostOffice, code: str) -> tuple[float, int]:
    found = await office.read(deadlines.get, code)
    assert found is not None
    return found.due_at, found.extended


async def missed(office: PostOffice, code: str) -> dict[int, int]:
    async with looking(office.context.db) as tx:
        return {player.user_id: player.missed for player in players.of_table(tx, code)}


@pytest.mark.usefixtures("stepwise")
async def test_a_turn_that_goes_on_keeps_its_time_and_its_name(office: PostOffice) -> None:
    code = await office.game()
    at_first = await due(office, code)
    await office.deliver()
    await office.pass_time(3600)
    given = await office.send(code, HOST, "e7-e6")
    assert given.text == text.GOES_ON(sent="Sent: `e7-e6`.", channel="<#500>")
    assert await due(office, code) == at_first
    game = await office.snapshot(code)
    assert (game.number, game.title, game.moment) == (1, "turn 1", "turn 1")
    await office.deliver()
    post = office.messenger.texts()[-1]
    assert "· turn 1\n" in post and f"**Still to move:** <@{GUEST}> (Light) · until <t:" in post
    assert office.renderer.painted[-1][2]["caption"] == f"{code} · turn 1"
    assert "· turn 1\n" in office.messenger.dms(GUEST)[-1]
    await office.send(code, GUEST, "d2-d3")
    game = await office.snapshot(code)
    assert (game.number, game.title, game.moment) == (2, "turn 2", "after turn 1")
    later, _ = await due(office, code)
    assert later > at_first[0] + 3000, "a new turn has its whole time"
    await office.deliver()
    assert "· turn 1\n" in office.messenger.texts()[-1]
    assert "goes on" not in office.messenger.texts()[-1]


@pytest.mark.usefixtures("stepwise")
async def test_an_extended_turn_that_goes_on_is_not_extended_again(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(DAY + 1)
    extended = await due(office, code)
    assert extended[1] == 1 and await missed(office, code) == {HOST: 1, GUEST: 0}
    await office.send(code, HOST, "e7-e6")
    assert await due(office, code) == extended
    await office.pass_time(DAY + 10)
    assert (await office.table(code)).status == "over", "who does not go on has had the extension"
    assert await missed(office, code) == {HOST: 1, GUEST: 0}, (
        "an absence in the turn's middle is no missed turn"
    )


@pytest.mark.usefixtures("stepwise")
async def test_when_time_is_up_the_default_ends_the_turn(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined: list[tuple[list[str], list[str]]] = []

    def join(self: Cic, view: Any, draft: Sequence[Any], orders: Sequence[Any]) -> tuple[Any, ...]:
        joined.append(([str(order) for order in draft], [str(order) for order in orders]))
        return tuple(draft) or tuple(orders)

    monkeypatch.setattr(Cic, "join", join)
    code = await office.game()
    await office.orders.give(code, HOST, "e7-e6")
    given = await office.orders.give(code, HOST, "d8-d7")
    assert joined == [([], ["e7-e6"]), (["e7-e6"], ["d8-d7"])], "every game's sheet goes through join"
    assert not given.resolved and "Your order:** `e7-e6`" in (await office.desk(code, HOST)).words
    default = (
        *(await office.snapshot(code)).game.parse((await office.snapshot(code)).view("dark"), "c7-c6"),
    )
    monkeypatch.setattr(Cic, "default", lambda self, view: default)
    joined.clear()
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert joined == [(["e7-e6"], ["c7-c6"])]
    joined.clear()
    await office.send(code, GUEST, "d2-d3")
    assert joined == [([], ["d2-d3"])], "who sends a sheet in time has not ended the turn"


async def test_other_games_do_not_join_a_default(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await office.game()
    await office.orders.give(code, HOST, "e7-e6")
    monkeypatch.setattr(Cic, "default", lambda self, view: ())
    monkeypatch.setattr(Cic, "join", lambda *_: pytest.fail("a sheet of one order needs no join"))
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert "Amphibian e7-e6" in office.messenger.texts()[-1]


@pytest.mark.usefixtures("stepwise")
async def test_a_desk_of_an_earlier_step_does_not_say_that_its_turn_is_over(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    words = office.messenger.farewells
    words.clear()
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert len(words) == 1 and code in words[0] and "You played `e7-e6`." in words[0]


async def test_what_is_sealed_until_the_end_is_opened_then(tmp_path: Path) -> None:
    """WW3 in fog; Silver gives no formation."""
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code, who = await ww3.in_office(office, HOST, GUEST, setups=False, options="fog=on")
        await office.send(code, who["red"], "setup bunker")
        await office.pass_time(DAY + 1)
        texts = [message for _, message in office.messenger.channels[500]]
        [(_, _, digest)] = [each for message in texts for each in LOCKED.findall(message.text)]
        assert all(message.files == () for message in texts)
        for user in (*who.values(), STRANGER):
            [closed] = await office.fair_play(code, user)
            assert (closed.digest, closed.sheets) == (digest, {}) and len(closed.receipts) == 2
        clock, messenger = office.clock, office.messenger
    async with post_office(path, clock, messenger) as office:  # only what is stored is known now
        await office.orders.declare(code, who["silver"], "concede")
        await office.deliver()
        assert all(message.files == () for _, message in messenger.channels[500])
        [lock] = await office.fair_play(code)
        red, silver = NAMES[who["red"]], NAMES[who["silver"]]
        assert lock.heads == [f"Red ({red})", f"Silver ({silver}): gave no orders, these are the default"]
        assert (lock.digest, lock.receipts) == (digest, closed.receipts)
        async with looking(office.context.db) as tx:
            record = exporting.whole(tx, office.context.snapshot(tx, code))
        assert [order[:8] for order in record["steps"][1]["orders"]["red"]] == ["setup N="]
        assert {tuple(seal) for seal in record["steps"][1]["seals"].values()} == {("salt", "sha256")}
        assert check_seals(code, record["steps"][1]) == []
        assert "every result is true" in (await office.services.verification.verified(code)).text


async def test_an_unfinished_game_has_no_record(office: PostOffice) -> None:
    """An Air Craft's order is written otherwise than a Soldier's of the same way: orders tell kinds."""
    code, _ = await ww3.in_office(office, HOST, GUEST, options="fog=on")
    async with looking(office.context.db) as tx:
        game = office.context.snapshot(tx, code)
        with pytest.raises(Refused, match=r"isn't over\. Its record comes at the end"):
            exporting.whole(tx, game)


async def test_otherwise_sheets_are_open_with_the_results(office: PostOffice) -> None:
    code = await office.game(options="enhanced=2")
    await office.send(code, HOST, "enhance e7")
    await office.send(code, GUEST, "enhance none")
    await office.deliver()
    [lock] = await office.fair_play(code)
    assert (lock.orders("dark"), lock.orders("light")) == (["enhance e7"], ["enhance none"])
    await office.orders.declare(code, GUEST, "concede")
    await office.deliver()
    async with looking(office.context.db) as tx:
        record = exporting.whole(tx, office.context.snapshot(tx, code))
    assert json.dumps(record["steps"][1]["orders"]) == '{"dark": ["enhance e7"], "light": ["enhance none"]}'
    assert record["steps"][1]["state"] is not None
    assert await office.fair_play(code) == [lock], "an open turn locks nothing"
