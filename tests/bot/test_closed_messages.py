"""Who takes no direct messages is not written to each turn, but called in the channel; after pressing or
writing, or a day, the next message is tried."""

from __future__ import annotations

import pytest

from bot.outbox.messenger import Unreachable, Unsure
from bot.storage import people
from bot.storage.records import Post
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, PostOffice, labels

CALL = f"<@{GUEST}>, I cannot send you direct messages."


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
    assert "It is your move." in game.got[-1]
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
    async with game.office.context.db.begin() as tx:
        assert (await people.get(tx, GUEST)).closed_times == 3
    game.closed = False
    await game.office.services.text_commands.read(GUEST, 900_001, "games")
    await game.office.deliver()
    async with game.office.context.db.begin() as tx:
        assert (await people.get(tx, GUEST)).closed_times == 0


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
    assert game.got[-1].startswith("I can write to you")


async def test_once_a_day_the_next_real_message_is_tried(game: Closing) -> None:
    async with game.office.context.db.begin() as tx:
        await people.update_settings(tx, GUEST, {"reminders": False})
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
