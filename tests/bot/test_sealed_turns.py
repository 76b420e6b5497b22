"""Sealed turns, without Discord: how many are ready, seals, the report, secret set-ups."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.records import check_seals, seal_of
from adjudicator.replay import verify
from bot.engine import post_words, posts, receipts
from bot.engine import text as engine_text
from bot.engine.snapshot import GameSnapshot
from bot.features.history import exporting
from bot.features.integrity import text as fair_text
from bot.outbox.messenger import Unreachable, Unsure
from bot.storage import players, steps
from bot.storage.records import Post
from bot.storage.rows import first
from tests import fairfile
from tests.bot.crashes import Crash, crash_at
from tests.bot.eyes import CODE, Log, received, same, strip
from tests.bot.newyork import (
    PAPST,
    SEVEN,
    TOWER,
    all_ready,
    new_york,
    storm,
)
from tests.bot.parts import CHANNEL, FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice, labels, post_office
from tests.bot.transactions import looking
from tests.bot.world import Game, Player, World, buttons, menus, options, words
from tests.fairfile import LOCKED

SOON = posts.READY_EVERY_S + 1


def locked(words: str) -> tuple[str, ...] | None:
    """What a lock's line says: code, phase, digest; None for other posts."""
    found = LOCKED.fullmatch(words)
    return found.groups() if found else None


def end(office: PostOffice) -> str:
    """The newest public post's last line."""
    return office.messenger.texts()[-1].splitlines()[-1]


class TestTally:
    async def test_it_stands_under_the_post_and_is_edited_there(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.deliver()
        assert end(office) == "0 of 7 ready"
        before = office.messenger.texts()
        for user in SEVEN[:3]:
            await office.orders.send(code, user)
        await office.pass_time(SOON)
        assert end(office) == "3 of 7 ready"
        assert len(office.messenger.edited) <= 2, "what comes close together is one edit"
        after = office.messenger.texts()
        assert len(after) == len(before) and after[:-1] == before[:-1]
        assert after[-1].replace("3 of 7", "0 of 7") == before[-1]
        _, message = office.messenger.channels[CHANNEL][-1]
        assert labels(message) == ["My orders", "Board", "History"] and message.picture is not None
        await office.orders.unsend(code, TOWER)
        await office.pass_time(SOON)
        assert end(office) == "2 of 7 ready"

    async def test_giving_orders_edits_nothing(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.deliver()
        queued = len(await office.posts())
        await office.orders.give(code, TOWER, "1 harlem; 2 hold")
        await office.orders.give(code, TOWER, "3 hold")
        await office.orders.clear(code, TOWER, 0)
        await office.pass_time(SOON)
        assert office.messenger.edited == [] and len(await office.posts()) == queued

    async def test_ready_and_back_in_a_moment_is_seen_by_nobody(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.deliver()
        office.clock.time += posts.READY_EVERY_S - office.clock.time % posts.READY_EVERY_S
        await office.orders.send(code, TOWER)
        await office.orders.unsend(code, TOWER)
        await office.pass_time(SOON)
        assert office.messenger.edited == []

    async def test_it_goes_when_the_turn_is_over(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.deliver()
        await all_ready(office, code)
        await office.pass_time(SOON)
        first = next(text for text in office.messenger.texts() if "the game begins" in text)
        assert "are ready" not in first
        assert end(office) == "0 of 7 ready"

    async def test_after_a_restart(self, tmp_path: Path) -> None:
        path = tmp_path / "f.sqlite3"
        async with post_office(path) as office:
            code = await new_york(office)
            await office.deliver()
            await office.orders.send(code, TOWER)
            clock, messenger = office.clock, office.messenger
        clock.time += SOON
        async with post_office(path, clock, messenger) as office:
            await office.deliver()
            assert end(office) == "1 of 7 ready"
            await office.orders.send(code, PAPST)
            await office.pass_time(SOON)
            assert end(office) == "2 of 7 ready"

    @pytest.mark.parametrize("fault", [Unsure("503", 5.0), Unreachable("404 10008"), TimeoutError()])
    async def test_an_edit_that_fails_is_left_and_the_game_goes_on(
        self, office: PostOffice, fault: Exception
    ) -> None:
        code = await new_york(office)
        await office.deliver()
        office.messenger.edit_fault = fault
        await office.orders.send(code, TOWER)
        for _ in range(5):
            await office.pass_time(60)
        told = [post.status for post in await office.posts() if post.payload["kind"] == "tally"]
        assert told == ["failed"]
        assert all("I cannot" not in text for text in office.messenger.texts())
        office.messenger.edit_fault = None
        for user in SEVEN[1:]:
            await office.orders.send(code, user)
        await office.pass_time(SOON)
        assert "turn 1 · Spring 2047\n" in office.messenger.texts()[-1]

    async def test_it_waits_for_a_post_that_is_late(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.deliver()
        await all_ready(office, code)

        async def late(_: Any) -> None:
            raise Unsure("503", 30.0)

        office.messenger.before = late
        await office.pass_time(0)
        await office.orders.send(code, TOWER)
        await office.pass_time(SOON)
        office.messenger.before = None
        for _ in range(4):
            await office.pass_time(60)
        assert end(office) == "1 of 7 ready"

    async def test_hidden_it_is_told_nowhere(self, office: PostOffice) -> None:
        code = await new_york(office, options="ready=hidden")
        await office.deliver()
        public = office.messenger.texts()
        for user in SEVEN[:6]:
            await office.orders.send(code, user)
        await office.pass_time(SOON)
        assert office.messenger.texts() == public and office.messenger.edited == []
        assert all(post.payload["kind"] != "tally" for post in await office.posts())
        desk = (await office.desk(code, TOWER)).words
        board = (await office.services.game_views.board(code, TOWER)).words
        assert "Waiting for the others." in desk
        for text in (*public, desk, board):
            assert "7** are ready" not in text and "1 other" not in text

    async def test_it_is_on_the_desk_and_the_board(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.orders.send(code, TOWER)
        for user in (TOWER, PAPST, STRANGER):
            assert "1 of 7 ready" in (await office.services.game_views.board(code, user)).words
        assert "1 of 7 ready" in (await office.desk(code, PAPST)).words


class TestSeals:
    async def test_the_channel_gets_a_digest_then_the_results_and_fair_play_opens_it(
        self, office: PostOffice
    ) -> None:
        code = await new_york(office)
        await office.deliver()
        await all_ready(office, code, {TOWER: "1 harlem; 2 hold"})
        await office.deliver()
        *_, (_, sealed), (_, told) = office.messenger.channels[CHANNEL]
        assert sealed.picture is None and sealed.files == () and labels(sealed) == [engine_text.FAIR_PLAY]
        [lock] = await office.fair_play(code)
        assert LOCKED.findall(sealed.text) == [(code, "turn 1 · Spring 2047", lock.digest)]
        assert lock.title == "turn 1" and len(lock.sheets) == len(lock.receipts) == 7
        assert lock.orders("tower") == ["1 move harlem", "2 hold", "3 hold"]
        assert sum(head.endswith("): took the default") for head in lock.heads) == 6
        assert told.files == (), "no file in the flow"
        said = [sealed.words, told.words, (await office.services.game_views.board(code, TOWER)).words]
        assert not any(lock.salt(seat) in words for seat in lock.sheets for words in said)
        answer = (await office.services.fair_play.explained(code, TOWER)).words
        assert lock.digest in answer
        assert fair_text.RECEIPT_OPEN(sha256=lock.receipts["tower"], salt=lock.salt("tower")) in answer

    async def test_the_record_has_them_and_they_verify(self, office: PostOffice) -> None:
        code = await storm(office)
        await all_ready(office, code)
        context = office.context
        async with looking(context.db) as tx:
            snapshot = context.snapshot(tx, code)
            over = replace(snapshot, table=replace(snapshot.table, status="over"))  # as if it ended here
            record = exporting.whole(tx, over)
        assert [sorted(step.get("seals", ())) for step in record["steps"]] == [
            [],
            sorted(snapshot.seats),
            ["greene", "papst"],
        ]
        faults = verify(context.games, record).faults
        assert not any("seal" in fault for fault in faults), faults  # the position of the test is no start
        record["steps"][1]["seals"]["tower"]["salt"] = "00" * 16
        assert any("sealed" in fault for fault in verify(context.games, record).faults)

    async def test_secret_choices_of_other_games_are_sealed_too(self, office: PostOffice) -> None:
        code = await office.game(HOST, GUEST, THIRD, options="teams=dark enhanced=2")
        orders = office.orders
        await orders.give(code, GUEST, "enhance e7", send=True)
        await orders.give(code, THIRD, "enhance b2", send=True)
        await office.deliver()
        *_, (_, sealed), (_, told) = office.messenger.channels[CHANNEL]
        [lock] = await office.fair_play(code)
        assert sorted(lock.sheets) == ["dark-air", "light"], "a team fills in one sheet"
        assert lock.digest in sealed.text
        for user in (HOST, GUEST):
            answer = (await office.services.fair_play.explained(code, user)).words
            assert lock.receipts["dark-air"] in answer, "and has one receipt"
        assert "Enhanced: **Dark** e7, **Light** b2." in told.text
        step = await office.read(steps.newest, code)
        assert step is not None and set(step.seals) == set(step.orders)
        await orders.give(code, HOST, "e7-e6", send=True)
        await office.deliver()
        assert sum("locked" in text for text in office.messenger.texts()) == 1, "open moves are not"

    async def test_no_seal_is_made_twice(self, office: PostOffice) -> None:
        """A turn that could not be stored is sealed anew, and only what is stored is ever posted."""
        code = await new_york(office)
        for user in SEVEN[:6]:
            await office.orders.send(code, user)
        kept = await office.dump()
        number, crashed = 0, True
        while crashed:
            number += 1
            with crash_at(office, number):
                try:
                    await office.orders.send(code, SEVEN[6])
                except Crash:
                    assert await office.dump() == kept
                else:
                    crashed = False
        await office.deliver()
        [lock] = await office.fair_play(code)
        assert [told[2] for told in map(locked, office.messenger.texts()) if told] == [lock.digest]
        assert sum("turn 1 · Spring 2047\n" in text for text in office.messenger.texts()) == 1
        assert number > 15


class TestReport:
    async def test_a_long_one_comes_in_several_posts_each_once(
        self, office: PostOffice, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = await new_york(office)
        await office.deliver()
        lines = [f"**Line {n}** {'word ' * 20}" for n in range(60)]
        monkeypatch.setattr(office.context.presenters["newyork2047"], "narrate", lambda *_: lines)
        before = len(office.messenger.texts())
        await all_ready(office, code)
        await office.deliver()
        parts = [message for _, message in office.messenger.channels[CHANNEL]][before + 1 :]
        assert len(parts) > 3 and all(len(part.text) <= 2000 for part in parts)
        assert [part.picture is not None for part in parts] == [True] + [False] * (len(parts) - 1)
        for part in parts[:-1]:
            assert part.rows == () and part.files == () and part.mentions == ()
        last = parts[-1]
        assert "**Next:** <@" in last.words and last.files == ()
        assert labels(last)[:4] == ["My orders", "Board", "History", "Why?"] and last.mentions == SEVEN
        assert "0 of 7 ready" in last.small
        told = [line for part in parts for line in part.text.splitlines()]
        assert [line for line in told if line.startswith("**Line")] == lines
        await office.orders.send(code, TOWER)
        await office.pass_time(SOON)
        assert "1 of 7 ready" in office.messenger.texts()[-1]
        assert len(office.messenger.texts()) == before + 1 + len(parts)

    def test_what_belongs_together_stays_together(self) -> None:
        block = "```\n" + "\n".join(["row"] * 30) + "\n```"
        assert post_words.split(["x" * 80, block, "call"], 150) == ["x" * 80, block + "\ncall"]
        torn = post_words.split([f"**{'bold ' * 100}**", "```\n" + "row\n" * 100 + "```", "a " * 300], 150)
        assert all(len(part) <= 150 for part in torn)
        for part in torn:
            assert part.count("```") % 2 == 0 and part.count("**") % 2 == 0

    async def test_the_pictures_have_what_happened_and_the_desks_what_is(self, office: PostOffice) -> None:
        code = await new_york(office)
        await all_ready(office, code, {TOWER: "1 harlem"})
        office.renderer.painted.clear()
        await office.deliver()
        by_seat: dict[str | None, list[dict[str, Any]]] = {}
        for _, view, extras in office.renderer.painted:
            by_seat.setdefault(view.seat, []).append(extras)
        [start, told] = by_seat.pop(None)
        assert [type(event).__name__ for event in told["events"] if "Moved" in type(event).__name__]
        assert "after turn 1" in told["caption"] and "the start" in start["caption"]
        assert len(by_seat) == 7
        assert all(extras["events"] == () for listed in by_seat.values() for extras in listed)
        await office.services.history_pages.page(code, TOWER, "new")
        _, view, extras = office.renderer.painted[-1]
        assert view.seat == "tower" and extras["events"] == told["events"]


ORDERS = {"light-air": ["enhance b1", "enhance b2"], "dark-air": ["enhance f6"], "dark-surface": []}


@pytest.fixture
async def snapshot(office: PostOffice) -> GameSnapshot:
    # Its set-up is secret.
    table = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both enhanced=2/1")
    await office.write(players.replace, table, GUEST, GUEST + 50, name="Zoë  \n-- dark-air", joined_at=1.0)
    return await office.snapshot(table)


def test_seals_are_salted_anew_and_true() -> None:
    first, second = (receipts.make_seals("k7f3", 4, ORDERS) for _ in range(2))
    assert list(first) == list(ORDERS)
    salts = [seal["salt"] for made in (first, second) for seal in made.values()]
    assert len(set(salts)) == len(salts) and all(re.fullmatch("[0-9a-f]{32}", salt) for salt in salts)
    for made in (first, second):
        assert check_seals("k7f3", {"turn": 4, "orders": ORDERS, "seals": made}) == []
        assert check_seals("k7f3", {"turn": 5, "orders": ORDERS, "seals": made})
    one = receipts.seal("k7f3", 4, "tower", ["1 hold"])
    assert one.sha256 == seal_of("k7f3", 4, "tower", one.salt, ["1 hold"])


def locked_now(snapshot: GameSnapshot, opened: bool, *defaults: str) -> receipts.Lock:
    """ORDERS as the open phase would lock them."""
    made = receipts.make_seals(snapshot.table.id, snapshot.phase.turn, ORDERS, defaults)
    orders = {seat: tuple(listed) for seat, listed in ORDERS.items()}
    return receipts.Lock(snapshot, replace(snapshot.step, orders=orders, seals=made), opened, False)


def test_the_file_is_for_people(snapshot: GameSnapshot) -> None:
    lock = locked_now(snapshot, True, "dark-surface")
    text = receipts.sheets_file([lock]).decode()
    lines, seals, code = text.splitlines(), lock.step.seals, snapshot.table.id
    assert lines[0] == f"Commander-In-Chief {code}: locked orders" and lines[1] == ""
    at = lines.index(f"== {snapshot.phase_word}")
    # The seats' order is that of the game, not of the sheets.
    seats = [seat for seat in snapshot.seats if seat in ORDERS]
    assert lines[at + 1 : at + 6] == [
        f"digest {lock.digest}",
        *(f"{seat} {seals[seat]['sha256']}" for seat in seats),
        "",
    ]
    at = lines.index("-- light-air")
    assert lines[at - 1 : at + 5] == [
        "Light Air (Dan)",
        "-- light-air",
        f"{code} 0 light-air {seals['light-air']['salt']}",
        "enhance b1",
        "enhance b2",
        "--",
    ]
    assert [line for line in lines if line.startswith("Dark")] == [
        "Dark Surface (Ada): gave no orders, these are the default",
        "Dark Air (Zoë -- dark-air)",
    ]
    assert "light-surface" not in text, "a team fills in one sheet"
    assert text.endswith("\n--\n") and "\r" not in text
    assert [sorted(one.sheets) for one in fairfile.locks(text.encode())] == [sorted(ORDERS)]


def test_of_a_sheet_that_is_not_open_the_file_has_the_sha_256_alone(snapshot: GameSnapshot) -> None:
    lock = locked_now(snapshot, False, "dark-surface")
    text = receipts.sheets_file([lock]).decode()
    [read] = fairfile.locks(text.encode())
    assert (read.digest, read.sheets, set(read.receipts)) == (lock.digest, {}, set(ORDERS))
    assert not re.search(r"enhance|gave no orders|\(", text), "nor who gave it"
    assert not any(seal["salt"] in text for seal in lock.step.seals.values())


def test_the_commands_of_the_page_check_the_file(snapshot: GameSnapshot, tmp_path: Path) -> None:
    """docs/chance.md: they are typed into a shell, with another digest and seat. An earlier lock is in the
    file, and one that is not open behind it."""
    first, middle = locked_now(snapshot, True), locked_now(snapshot, True)
    file = receipts.sheets_file([first, middle, locked_now(snapshot, False)])
    (tmp_path / "k7f3-fair-play.txt").write_bytes(file)
    page = (Path(__file__).parents[2] / "docs" / "chance.md").read_text("utf-8")
    [block] = (one for one in re.findall(r"```console\n(.*?)```", page, re.DOTALL) if "fair-play.txt" in one)
    named, digest, sheet = (line[2:] for line in block.splitlines() if line.startswith("$ "))
    assert re.fullmatch("DIGEST=[0-9a-f]{64}", named)

    def said(command: str, lock: receipts.Lock) -> str:
        typed = f"DIGEST={lock.digest}\n{command}"
        run = subprocess.run(["sh", "-c", typed], cwd=tmp_path, capture_output=True, check=True, timeout=10)
        return run.stdout.decode().split()[0]

    for lock in (first, middle):
        assert said(digest, lock) == lock.digest
        for seat in ORDERS:
            assert said(sheet.replace("tower", seat), lock) == lock.step.seals[seat]["sha256"], seat
    last = fairfile.locks(file)[-1]
    assert said(digest, locked_now(snapshot, False)) != last.digest, "no such digest"
    (tmp_path / "k7f3-fair-play.txt").write_bytes(file.replace(b"enhance b2", b"enhance a2"))
    assert said(sheet.replace("tower", "light-air"), middle) != middle.step.seals["light-air"]["sha256"]


def test_a_seal_says_who_gave_nothing_and_a_record_does_not() -> None:
    made = receipts.make_seals("k7f3", 4, ORDERS, {"dark-air"}, {"dark-surface"})
    assert {seat: seal.get("gave") for seat, seal in made.items()} == {
        "light-air": None,
        "dark-air": "nothing",
        "dark-surface": "ready",
    }
    told = receipts.seals_told(made)
    assert {tuple(seal) for seal in told.values()} == {("salt", "sha256")}
    assert check_seals("k7f3", {"turn": 4, "orders": ORDERS, "seals": told}) == []


DARK = ("e7", "g6")
LIGHT = ("b2", "d2")


async def choose(game: Game, dark: Player, light: Player, squares: tuple[str, ...]) -> None:
    """Dark chooses in every way that there is; the last one counts. Light looks around meanwhile."""
    ben, eve = light, game.world.player("eve")
    await dark.choose(dark.desk, *squares)
    await dark.write("enhance " + " ".join(squares))
    await dark.slash("order", order=f"enhance {squares[0]}")
    said = await dark.click(game.posts[2], "My orders")
    shown = await dark.click(said.message, "Type…")
    await dark.submit(shown, orders="enhance " + " ".join(squares))
    await dark.write("enhance a1")  # a wrong one
    await dark.click(said.message, "Send")
    for player in (ben, eve):
        for command in ("orders", "board", "history", "games"):
            await player.slash(command)
        await player.offered("")
        await player.click(game.posts[2], "My orders")
        await player.click(game.posts[2], "Board")
    await ben.write("orders")


async def test_nothing_is_seen_before_the_reveal(world: World, ada: Player, ben: Player, log: Log) -> None:
    game = await world.new_game(ada, ben, options="enhanced=2")
    before = len(received(world, None))
    bens = await ben.offered("")
    await choose(game, ada, ben, DARK)
    # What both start positions show anyway: names of squares in pictures' words and Light's own menus.
    shown = strip([received(world, ben), received(world, None), bens])
    for square in DARK:
        for near in ("enhance", "enhanced", "chosen", "sent"):
            assert not re.search(rf"{near}[^.\n]{{0,30}}\b{square}\b", shown), (square, near)
    assert "Your order" not in strip(received(world, None))
    logged = CODE.sub("", "\n".join(log.lines))
    for square in DARK:
        assert not re.search(rf"\b{square}\b", logged)
    async with looking(world.bot.services.context.db) as tx:
        for number in range(1, 60):
            post = first(tx, Post, id=number)
            if post is not None and post.user_id != ada.id:
                assert not re.search(rf"\b({'|'.join(DARK)})\b", strip(post.payload))
    assert len(received(world, None)) == before, "nothing public tells that somebody has chosen"
    await ben.write("enhance " + " ".join(LIGHT))
    await ben.write("send")
    assert "Enhanced: **Dark** e7 and g6, **Light** b2 and d2." in words(game.post)
    assert any("bot.engine.turns: step" in line for line in log.lines), "something is logged at all"


async def seen_with(world: World, squares: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What Ben and the public have received when Ada has chosen `squares`; ids and times left out."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, options="enhanced=2")
    await choose(game, ada, ben, squares)
    bodies = [received(world, ben), received(world, None), await ben.offered("")]
    painted = [
        (view, sorted(extras))
        for _, view, extras in world.bot.services.context.renderer.painted  # type: ignore[attr-defined]
        if view.seat != "dark"
    ]
    return [same(bodies), painted]


class TestTwoChoicesLookAlike:
    """The same play with two choices: everything that others receive is the same, byte for byte."""

    kept: list[Any] = []  # noqa: RUF012 - what the two runs found, for the test after them

    @pytest.mark.parametrize("squares", [("e7", "g6"), ("f8", "h5")])
    async def test_(self, world: World, squares: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
        self.kept.append(await seen_with(world, squares, monkeypatch))

    def test_they_do(self) -> None:
        one, other = self.kept  # both were played
        assert one[0] == other[0]
        assert one[1] == other[1]


async def test_both_choose_in_their_own_desks(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, options="enhanced=2")
    assert set(options(menus(ada.desk)[0])).isdisjoint(options(menus(ben.desk)[0]))
    assert "Choose up to 2 pieces to enhance" in words(ada.desk)
    said = await ada.choose(ada.desk, "e7")
    assert "⚠ You can enhance 1 more piece." in said.text
    said = await ada.choose(ada.desk)
    assert "`enhance none`" in said.text
    said = await ada.choose(ada.desk, *DARK)
    said = await ada.click(ada.desk, "Send")
    assert said.text.count("Waiting for 1 other player") == 1
    assert "-Send" in buttons(said.message) and "Clear" in buttons(said.message)
    said = await ada.choose(ada.desk, "f8", "h5")
    assert "not sent yet" in said.text
    await ada.click(ada.desk, "Send")
    posts = len(game.posts)
    await ben.slash("order", order="enhance none", send=True)
    assert len(game.posts) == posts + 2
    sealed, told = game.posts[-2:]
    [digest] = re.findall(r"locked ([0-9a-f]{64})", words(sealed))
    assert [item.filename.partition("-")[2] for item in told.attachments] == ["turn-2.png"]
    shown = await ben.click(sealed, "Fair play")
    [lock] = fairfile.locks(await shown.message.attachments[0].read())
    assert shown.private and lock.digest == digest
    assert lock.orders("dark") == ["enhance f8 h5"] and lock.orders("light") == ["enhance none"]
    assert "Enhanced: **Dark** f8 and h5, **Light** nothing." in words(game.post)


async def test_a_team_shares_one_sheet_and_the_last_choice_counts(world: World) -> None:
    players = [world.player(name) for name in ("ada", "ben", "cleo")]
    game = await world.new_game(*players, options="teams=dark enhanced=2/0")
    ada, ben, cleo = players
    with pytest.raises(IndexError):
        _ = cleo.desk  # Light has nothing to choose
    await ada.write("enhance e7 g6")
    said = await ben.slash("orders")
    assert "`enhance e7 g6`" in said.text
    assert "e7" not in (await cleo.slash("orders")).text.replace(game.code, "")
    said = await ben.slash("order", order="enhance f8 h5", send=True)
    assert said.text.startswith("Sent: `") and "Turn 1 is resolved" in said.text
    assert "**Dark** f8 and h5, **Light** nothing." in words(game.post)
