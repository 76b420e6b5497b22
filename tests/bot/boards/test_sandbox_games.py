"""Sandboxes from games: made of the reader's view, and of nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.codec import canonical
from bot.common.errors import Refused
from bot.common.message import Message
from bot.features.sandbox import text
from bot.storage.records import Step, Table
from bot.storage.rows import first, save
from bot.storage.tables import seed_of
from engines.simple import random_sheet
from tests.bot.parts import GUEST, HOST, STRANGER, THIRD, PostOffice
from tests.bot.quick_engine import real_engines
from tests.bot.test_handover import give_seat
from tests.bot.transactions import writing
from tests.bot.ww3 import in_office

SEED = "5e" * 32


@pytest.fixture(autouse=True)
def engines(engine: object) -> Iterator[None]:
    with real_engines():
        yield


async def opened(office: PostOffice, user: int, code: str, turn: str = "") -> str:
    """As `/sandbox table: turn:` opens it: who may not look at the game is refused before."""
    table = await office.services.looking.must_look(code, user)
    return await office.services.sandbox_origins.game(user, table.id, turn)


async def shown(office: PostOffice, user: int, board: str) -> Message:
    return await office.services.board_desks["sandbox"].desk(board, user)


async def foggy(office: PostOffice) -> tuple[str, dict[str, int]]:
    """WW3 of two in fog, set up by both and a few turns old; and who drew which seat."""
    code, who = await in_office(office, HOST, GUEST, setups=False, options="fog=on")
    await office.send(code, who["red"], "setup bunker")
    await office.send(code, who["silver"], "setup ambush")
    for _ in range(4):
        snapshot = await office.snapshot(code)
        [seat] = snapshot.phase.owing
        order = random_sheet(snapshot.game, snapshot.view(seat), random.Random(5))
        await office.send(code, who[seat], str(order[0]))
    await office.deliver()
    return code, who


# -- what one sees


async def test_a_running_game_as_it_stands(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    for user, side in ((HOST, "Dark sees"), (GUEST, "Light sees"), (STRANGER, "everyone sees")):
        board = await opened(office, user, code)
        found, there = await office.services.boards.read(board, user), await office.snapshot(code)
        assert found.state == there.state and found.board.at == 0
        said = (await shown(office, user, board)).text
        assert f"`{code}`" in said and side in said and text.GUESSED not in said
        assert "You write for **Light**" in said


@pytest.mark.parametrize(
    ("game", "options", "users"),
    [
        ("cic", "teams=both", (HOST, GUEST, THIRD, 14)),
        ("nemein", "", (HOST, GUEST)),
        ("newyork2047", "", (HOST, GUEST, THIRD, 14, 15, 16, 17)),
        ("nme", "players=2", (HOST, GUEST)),
        ("ww3", "players=2 fog=on", (HOST, GUEST)),
    ],
)
async def test_every_game_by_player_and_public(
    office: PostOffice, game: str, options: str, users: tuple[int, ...]
) -> None:
    seating = "lot" if game in ("nme", "ww3") else "choice"
    table = await office.lobby(*users, game_key=game, options=options, seating=seating)
    await office.services.lobby.start(table.id, HOST)
    code = table.id
    for user in (HOST, STRANGER):
        board = await opened(office, user, code)
        assert (await shown(office, user, board)).picture is not None


async def test_a_turn_of_the_past(office: PostOffice) -> None:
    code = await office.game()
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3"), (HOST, "d8-c7")):
        await office.send(code, user, order)
    board = await opened(office, HOST, code, "turn 2")
    found, then = await office.services.boards.read(board, HOST), await office.snapshot(code, 3)
    assert found.state == then.state and "after turn 2" in (await shown(office, HOST, board)).text
    begun = await office.services.boards.read(await opened(office, HOST, code, "start"), HOST)
    assert begun.state == (await office.snapshot(code, 1)).state
    with pytest.raises(Refused, match="turn"):
        await opened(office, HOST, code, "turn 99")
    with pytest.raises(Refused):
        await office.services.sandbox_origins.step(HOST, code, 99)


async def test_a_lobby_has_no_position(office: PostOffice) -> None:
    table = await office.lobby(HOST, GUEST)
    with pytest.raises(Refused, match="hasn't started"):
        await opened(office, HOST, table.id)


async def test_a_game_that_is_over_is_open(office: PostOffice) -> None:
    code, who = await foggy(office)
    await office.services.orders.declare(code, who["silver"], "concede")
    for turn in ("", "turn 1"):
        board = await opened(office, STRANGER, code, turn)
        found = await office.services.boards.read(board, STRANGER)
        seqs = range(1, (await office.table(code)).seq + 1)
        then = [(await office.snapshot(code, seq)).state for seq in seqs]
        said = (await shown(office, STRANGER, board)).text
        assert text.GUESSED not in said and "sees it" not in said
        assert found.state.board in {state.board for state in then}


async def test_who_may_not_look_reads_the_same_as_of_no_game(office: PostOffice) -> None:
    code = await office.game()
    office.services.looking._sight.hidden.add(500)  # type: ignore[attr-defined]
    told = []
    for typed in (code, "zz99"):
        with pytest.raises(Refused) as refused:
            await opened(office, STRANGER, typed)
        told.append(str(refused.value).replace(typed, "CODE"))
    assert told[0] == told[1]


# -- what one does not see


async def test_fog_is_guessed_and_says_so(office: PostOffice) -> None:
    code, who = await foggy(office)
    services, real, user = office.services, await office.snapshot(code), who["red"]
    board = await opened(office, user, code)
    found = await services.boards.read(board, user)
    seen = real.game.show(real.view("red"))
    assert real.game.show(real.game.view(found.state, "red")) == seen
    assert text.GUESSED in (await shown(office, user, board)).text
    assert "?" not in json.dumps(found.game.show(found.view("silver"))["pieces"])
    others = {canonical(real.game.dump(found.state))}
    for _ in range(5):
        board = await services.sandbox_origins.guess_again(user, board)
        again = await services.boards.read(board, user)
        assert real.game.show(real.game.view(again.state, "red")) == seen
        others.add(canonical(real.game.dump(again.state)))
    assert len(others) > 1 and text.GUESSED in (await shown(office, user, board)).text


async def test_the_past_is_as_the_seat_saw_it_then(office: PostOffice) -> None:
    code, who = await foggy(office)
    then = await office.snapshot(code, 3)  # the set-up is one step, the first turn another
    assert then.state.ply == 1
    for user, seat in ((who["red"], "red"), (who["silver"], "silver"), (STRANGER, None)):
        board = await opened(office, user, code, "turn 2")
        found, game = await office.services.boards.read(board, user), then.game
        assert game.show(game.view(found.state, seat)) == game.show(then.view(seat))
        assert "after turn 2" in (await shown(office, user, board)).text


async def twins(office: PostOffice, code: str, seat: str) -> str:
    """The same game with the units that this seat has not met spread anew: a step in place of the newest."""
    snapshot = await office.snapshot(code)
    state = snapshot.state
    view = snapshot.view(seat).board
    hidden = [at for at, (real, seen) in enumerate(zip(state.board, view, strict=True)) if real != seen]
    letters = [state.board[at] for at in hidden]
    moved = letters[1:] + letters[:1]
    assert moved != letters and hidden
    board = list(state.board)
    for at, letter in zip(hidden, moved, strict=True):
        board[at] = letter
    other = replace(state, board="".join(board))
    assert other != state and snapshot.game.view(other, seat) == snapshot.view(seat)
    step = await office.read(first, Step, table_id=code, seq=snapshot.step.seq)
    async with writing(office.context.db) as tx:
        save(tx, replace(step, state=canonical(snapshot.game.dump(other))))
    return canonical(snapshot.game.dump(state))


@pytest.mark.parametrize("seat", ["red", "silver"])
async def test_what_is_hidden_changes_nothing(
    office: PostOffice, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ only in what the seat may not know give the same sandbox, in words, picture and
    text."""
    code, who = await foggy(office)
    user = who[seat]
    origins = replace(office.services.sandbox_origins, new_seed=lambda: SEED)
    monkeypatch.setattr("bot.features.boards.board.secrets.token_hex", lambda n: "ab" * n)
    seen = []
    for number in range(2):
        boards = [
            ("now", lambda: origins.game(user, code)),
            ("what if", lambda: origins.what_if(user, code)),
        ]
        for what, make in boards:
            board = await make()
            found = await office.services.boards.read(board, user)
            message = await shown(office, user, board)
            painted = office.renderer.painted[-1]
            written = await office.services.sandbox_screens.as_text(board, user)
            seen.append(
                (
                    number,
                    what,
                    message.words.replace(board, "B"),
                    painted,
                    written,
                    canonical(found.game.dump(found.state)),
                    found.board.about,
                )
            )
            await office.services.boards.remove(board, user)
        if not number:
            await twins(office, code, seat)
    assert [each[1:] for each in seen[:2]] == [each[1:] for each in seen[2:]]


async def test_a_spectator_and_a_replaced_player_have_what_everyone_sees(office: PostOffice) -> None:
    """By every way into a sandbox: now, an earlier turn, a page of the history, the draft of the desk.
    Whoever takes the seat has what it sees."""
    code, who = await foggy(office)
    origins = office.services.sandbox_origins
    before = await office.snapshot(code)
    [owing] = before.phase.owing
    order = str(random_sheet(before.game, before.view(owing), random.Random(3))[0])
    await office.services.orders.give(code, who[owing], order)
    replaced = who[owing]
    await give_seat(office, code, owing, THIRD)
    await office.deliver()
    snapshot = await office.snapshot(code)
    everyone = snapshot.game.show(snapshot.view(None))
    for user in (STRANGER, replaced):
        for made in (
            await origins.game(user, code),
            await origins.what_if(user, code),
            await origins.step(user, code, snapshot.step.seq),
        ):
            found = await office.services.boards.read(made, user)
            assert json.loads(found.board.about["view"]) == everyone
            assert found.board.drafts == {} and found.board.about["side"] is None
            assert order not in (await shown(office, user, made)).words
        past = await origins.game(user, code, "turn 2")
        then = await office.snapshot(code, 3)
        about = (await office.services.boards.read(past, user)).board.about
        assert json.loads(about["view"]) == then.game.show(then.view(None))
    after = await office.services.boards.read(await origins.what_if(THIRD, code), THIRD)
    assert json.loads(after.board.about["view"]) == snapshot.game.show(snapshot.view(owing))
    with pytest.raises(Refused):
        await origins.guess_again(STRANGER, after.board.id)


async def test_coins_do_not_follow_from_the_game(office: PostOffice) -> None:
    """The seed of a board is its own; that of the game is not even read."""
    code = await office.game(HOST, GUEST, game_key="nemein")
    read = []
    original = office.context.db.read

    async def watched(job: Any, *given: Any, **named: Any) -> Any:
        found = await original(job, *given, **named)
        read.append(repr(found))
        return found

    office.context.db.read = watched  # type: ignore[method-assign]
    board = await opened(office, HOST, code)
    office.context.db.read = original  # type: ignore[method-assign]
    seed = await office.read(seed_of, code)
    found = await office.services.boards.read(board, HOST)
    assert seed and seed not in "".join(read) and found.board.seed != seed
    chance = HmacChance(bytes.fromhex(found.board.seed), board)
    assert chance.n == 0


# -- what if


async def test_what_if_has_the_draft(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, 14, 15, 16, 17, game_key="newyork2047")
    await office.services.orders.give(code, HOST, "1 harlem; 2 hold")
    await office.services.orders.give(code, GUEST, "1 jackson heights")
    board = await office.services.sandbox_origins.what_if(HOST, code)
    found = await office.services.boards.read(board, HOST)
    assert found.board.drafts["orders"] == {"tower": ["1 move harlem", "2 hold"]}
    said = (await shown(office, HOST, board)).words
    assert "Harlem" in said and "Jackson" not in said
    draft = await office.services.orders.give(code, HOST, "3 hold")
    assert draft and (await office.services.boards.read(board, HOST)).board.edits == 0, "they are apart"


async def test_nothing_of_a_sandbox_reaches_the_game(office: PostOffice) -> None:
    code = await office.game()
    before = await office.snapshot(code)
    board = await office.services.sandbox_origins.what_if(HOST, code)
    boards, sandbox = office.services.boards, office.services.sandbox
    await boards.give(board, HOST, 0, "dark", "e7-e6")
    await sandbox.resolve(board, HOST, 1)
    after = await office.snapshot(code)
    assert after.state == before.state and after.step == before.step
    assert (await office.read(first, Table, id=code)).seq == 1
