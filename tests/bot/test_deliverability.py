"""Whom the bot may write to: the pace of first messages, and messages that are closed."""

from __future__ import annotations

import itertools
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.common.payloads import queue
from bot.engine import posts
from bot.engine.text import CANNOT_WRITE
from bot.outbox.messenger import NoNewDms, Unreachable, Unsure
from bot.storage import people
from bot.storage.records import Post
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, THIRD, PostOffice, idle, labels, post_office
from tests.bot.transactions import writing

PACE = 6
GAP = 60 / PACE
CROWD = tuple(range(1001, 1021))


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path / "slow.sqlite3", new_dms_a_minute=PACE) as made:
        yield made


async def write(office: PostOffice, *users: int, word: str = "first") -> None:
    """Queue a direct message to each of them."""

    async with writing(office.context.db) as tx:
        for user in users:
            said, now = posts.Say(text=f"{word} for {user}", fallback=""), office.clock.now()
            queue(tx, f"{word}/{user}", said, now, user_id=user)


def reached(office: PostOffice, users: tuple[int, ...] = CROWD) -> int:
    return sum(bool(office.messenger.dms(user)) for user in users)


async def test_they_leave_one_by_one(slow: PostOffice) -> None:
    await write(slow, *CROWD)
    await slow.deliver()
    for number in range(1, len(CROWD) + 1):
        assert reached(slow) == number
        await slow.pass_time(GAP / 2)
        assert reached(slow) == number
        await slow.pass_time(GAP / 2)
    await write(slow, *CROWD, word="second")
    await slow.deliver()
    assert all(len(slow.messenger.dms(user)) == 2 for user in CROWD), "whom it knows it writes to at once"


async def test_they_hold_nobody_up(slow: PostOffice) -> None:
    await write(slow, HOST)
    await slow.deliver()
    await write(slow, *CROWD)
    await write(slow, HOST, word="second")
    await slow.lobby(HOST)
    await slow.deliver()
    assert len(slow.messenger.dms(HOST)) == 2 and slow.messenger.texts(CHANNEL)
    assert reached(slow) == 0


async def test_a_restart_begins_no_burst(tmp_path: Path) -> None:
    path, met = tmp_path / "slow.sqlite3", 0
    clock = messenger = None
    for _ in range(4):
        async with post_office(path, clock, messenger, new_dms_a_minute=PACE) as office:
            clock, messenger = office.clock, office.messenger
            if not met:
                await write(office, *CROWD)
            await office.services.begin()
            await idle(office.services)
            met = met or 1
            assert reached(office) == met
    assert clock is not None
    clock.time += GAP
    async with post_office(path, clock, messenger, new_dms_a_minute=PACE) as office:
        await office.services.begin()
        await idle(office.services)
        assert reached(office) == 2


async def test_who_waits_is_called_in_the_channel(slow: PostOffice) -> None:
    await write(slow, *CROWD)
    await slow.deliver()
    await slow.game()
    await slow.deliver()
    call = slow.messenger.channels[CHANNEL][-1][1]
    assert f"<@{HOST}>" in call.words and call.mentions == (HOST,) and "My orders" in labels(call)
    assert not slow.messenger.dms(HOST), "the first message waits behind those that came before"
    for _ in range(len(CROWD) + 2):
        await slow.pass_time(GAP)
    assert "Your move." in slow.messenger.dms(HOST)[-1]


class Refusing:
    """Discord, which lets the bot begin no conversations."""

    def __init__(self, office: PostOffice, seconds: float = 300.0) -> None:
        self.office, self.seconds, self.on, self.strikes = office, seconds, True, 0
        office.messenger.before = self

    async def __call__(self, post: Post) -> None:
        if self.on and post.user_id in CROWD:
            self.strikes += 1
            raise NoNewDms("403 40003", self.seconds)


async def test_a_refusal_stops_first_messages_and_nothing_else(
    slow: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    await write(slow, HOST)
    await slow.deliver()
    await slow.pass_time(GAP)
    refusing = Refusing(slow)
    await write(slow, *CROWD)
    with caplog.at_level(logging.WARNING):
        await slow.deliver()
        await slow.pass_time(GAP)
        await slow.pass_time(GAP)
    assert refusing.strikes == 1
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) == 1 and lines[0].__dict__["reason"] == "403 40003"
    assert lines[0].__dict__["minutes"] == 5
    await write(slow, HOST, word="second")
    await slow.lobby(HOST)
    await slow.deliver()
    assert len(slow.messenger.dms(HOST)) == 2 and len(slow.messenger.texts()) == 2
    # No player is blamed, and no attempt counts.
    assert [await slow.reachable(user) for user in CROWD] == [None] * len(CROWD)
    waiting = [post for post in await slow.posts() if post.user_id in CROWD]
    assert {(post.status, post.attempts) for post in waiting} == {("queued", 0)}
    refusing.on = False
    await slow.pass_time(300)
    assert reached(slow) == 1
    await slow.pass_time(GAP)
    assert reached(slow) == 2


async def test_it_waits_longer_each_time_and_a_restart_forgets_nothing(tmp_path: Path) -> None:
    path = tmp_path / "slow.sqlite3"
    async with post_office(path, new_dms_a_minute=PACE) as office:
        await write(office, *CROWD)
        clock, messenger = office.clock, office.messenger
        refusing = Refusing(office)
        await office.deliver()
        assert refusing.strikes == 1
        moments = [clock.time]
        for _ in range(50 * 60):
            await office.pass_time(60)
            if refusing.strikes > len(moments):
                moments.append(clock.time)
            if len(moments) == 4:
                break
    gaps = [round((b - a) / 60) for a, b in itertools.pairwise(moments)]
    assert gaps == [5, 10, 20]
    async with post_office(path, clock, messenger, new_dms_a_minute=PACE) as office:
        await office.services.begin()
        await idle(office.services)
        assert refusing.strikes == 4
        refusing.on = False
        await office.pass_time(41 * 60)
        assert reached(office) == 1
        # It went well: the next refusal counts as the first.
        refusing.on = True
        await office.pass_time(GAP)
        refusing.on = False
        await office.pass_time(5 * 60)
        assert (refusing.strikes, reached(office)) == (5, 2)


async def test_refused_in_a_conversation_that_was_opened_and_holds_nothing(slow: PostOffice) -> None:
    """Discord may open the channel and refuse the message: the conversation is still to be begun."""
    box = slow.services.outbox

    async def refuse(post: Post) -> None:
        assert post.user_id is not None
        await box.dm_opened(post.user_id, 10_000 + post.user_id)
        raise NoNewDms("403 20026", 1800.0)

    slow.messenger.before = refuse
    await write(slow, GUEST, THIRD)
    await slow.deliver()
    assert await box.dm_channel(GUEST) is None
    tried = len(slow.messenger.tried)
    await slow.pass_time(GAP)
    assert len(slow.messenger.tried) == tried
    slow.messenger.before = None
    await slow.pass_time(1800)
    assert reached(slow, (GUEST, THIRD)) == 1


async def test_a_known_conversation_that_is_refused_waits_too(slow: PostOffice) -> None:
    await write(slow, GUEST)
    await slow.deliver()
    channel = await slow.services.outbox.dm_channel(GUEST)

    async def refuse(post: Post) -> None:
        raise NoNewDms("403 20026", 1800.0)

    slow.messenger.before = refuse
    await write(slow, GUEST, word="second")
    await slow.deliver()
    assert await slow.services.outbox.dm_channel(GUEST) == channel and await slow.reachable(GUEST) is True
    slow.messenger.before = None
    await slow.pass_time(1800)
    assert len(slow.messenger.dms(GUEST)) == 2


async def test_whose_messages_are_closed_waits_for_nothing(slow: PostOffice) -> None:
    """They are called in the channel: no first message is begun, nor does one hold the call up."""
    await write(slow, *CROWD)
    async with writing(slow.services.context.db) as tx:
        people.found_closed(tx, HOST, slow.clock.now())
    await slow.deliver()
    code = await slow.game()
    async with writing(slow.services.context.db) as tx:  # as if found closed at joining
        people.found_closed(tx, HOST, slow.clock.now())
    await slow.deliver()
    assert CANNOT_WRITE(user=HOST) in slow.messenger.texts()[-1], code


async def test_a_clock_that_was_ahead_stops_nothing(slow: PostOffice) -> None:
    await write(slow, *CROWD)
    await slow.deliver()
    slow.clock.time -= 30 * 86400
    await slow.deliver()
    await write(slow, 5000, word="other")
    await slow.pass_time(1)
    assert slow.messenger.dms(5000)


CALL = CANNOT_WRITE(user=GUEST)


class Closing:
    """A game whose guest takes no direct messages."""

    def __init__(self, office: PostOffice) -> None:
        self.office, self.closed = office, True
        self.office.messenger.before = self._refuse

    async def _refuse(self, post: Post) -> None:
        if self.closed and post.user_id == GUEST:
            raise Unreachable("403 50007")

    async def begin(self) -> None:
        self.code = await self.office.game()
        await self.office.deliver()

    async def round(self) -> None:
        """The host moves, the guest is called and moves."""
        await self.move()
        await self.move()

    async def move(self) -> None:
        snapshot = await self.office.snapshot(self.code)
        [seat] = snapshot.phase.owing
        order = next(iter(snapshot.game.legal(snapshot.view(seat))))
        await self.office.send(self.code, snapshot.player(seat).user_id, str(order))
        await self.office.deliver()

    @property
    def tried(self) -> int:
        return sum(post.user_id == GUEST for post in self.office.messenger.tried)

    @property
    def calls(self) -> int:
        return sum(text.startswith(CALL) for text in self.office.messenger.texts())

    @property
    def got(self) -> list[str]:
        return self.office.messenger.dms(GUEST)


@pytest.fixture
async def game(office: PostOffice) -> Closing:
    made = Closing(office)
    await made.begin()
    return made


async def test_one_attempt_and_then_calls_in_the_channel_alone(game: Closing) -> None:
    assert game.tried == 1, "what came of joining"
    for rounds in (1, 2, 3):
        await game.round()
        assert (game.tried, game.calls) == (1, rounds)
    last = [message for _, message in game.office.messenger.channels[CHANNEL] if CALL in message.text][-1]
    assert labels(last) == ["My orders"] and last.mentions == (GUEST,)
    failed = [post for post in await game.office.posts() if post.status == "failed"]
    assert {post.user_id for post in failed} == {GUEST}
    assert [post.attempts for post in failed] == [1, *[0] * (len(failed) - 1)]


async def test_after_a_press_the_next_message_is_tried(game: Closing) -> None:
    await game.round()
    game.closed = False
    await game.round()
    assert game.tried == 1 and not game.got, "nobody knows that they are open"
    await game.office.services.acted(GUEST)
    await game.move()
    assert "Your move." in game.got[-1]
    assert await game.office.reachable(GUEST) is True


async def test_who_plays_by_buttons_is_not_written_to_each_turn(game: Closing) -> None:
    for _ in range(4):
        await game.office.services.acted(GUEST)
        await game.round()
        await game.office.services.acted(GUEST)
    assert game.tried == 2, "at joining, and after the first press"
    await game.office.pass_time(HOUR)
    await game.office.services.acted(GUEST)
    await game.round()
    assert game.tried == 3
    async with writing(game.office.context.db) as tx:
        assert people.get(tx, GUEST).closed_times == 3
    game.closed = False
    await game.office.services.text_commands.read(GUEST, 900_001, "games")
    await game.office.deliver()
    async with writing(game.office.context.db) as tx:
        assert people.get(tx, GUEST).closed_times == 0


async def test_what_they_write_is_answered(game: Closing) -> None:
    await game.round()
    game.closed = False
    await game.office.services.text_commands.read(GUEST, 900_001, "games")
    await game.office.deliver()
    assert game.code in game.got[-1]


async def test_reminders_are_asked_for(game: Closing) -> None:
    from bot.features.reminders.reminders import Asked

    game.closed = False
    await game.office.services.reminder_settings.ask(GUEST, Asked())
    await game.office.deliver()
    assert game.got[-1].startswith("I can message you")


async def test_once_a_day_the_next_real_message_is_tried(game: Closing) -> None:
    async with writing(game.office.context.db) as tx:
        people.update_settings(tx, GUEST, {"reminders": False})
    await game.round()
    await game.office.pass_time(DAY / 2)
    await game.round()
    assert game.tried == 1
    await game.office.pass_time(DAY / 2)
    assert game.tried == 1, "no message is made for it"
    await game.round()
    await game.round()
    assert game.tried == 2, "one a day"


async def test_only_closed_messages_close(office: PostOffice) -> None:
    """A direct message that is refused for another reason is given up in the end, and closes nobody's."""

    async def wrong(post: Post) -> None:
        if post.user_id == GUEST:
            raise Unsure("400 50035", 1.0, patient=False)

    office.messenger.before = wrong
    await office.lobby(HOST, GUEST)
    await office.deliver()
    for _ in range(15):
        await office.pass_time(300)
    [post] = [post for post in await office.posts() if post.user_id == GUEST]
    assert post.status == "failed" and await office.reachable(GUEST) is None
    assert (await office.read(people.get, GUEST)).closed_at is None


async def test_a_clock_that_was_ahead_closes_nobody_for_long(game: Closing) -> None:
    game.office.clock.time -= 30 * DAY
    tried = game.tried
    await game.round()
    assert game.tried == tried + 1
