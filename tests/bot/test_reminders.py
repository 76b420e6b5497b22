"""Reminders: only to those who owe and have not sent, once each, and never stale; when somebody is reminded;
/reminders on Discord."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine import timing
from bot.engine.time_words import QuietHours, Wishes, read_leads
from bot.features.reminders.reminders import Asked
from bot.outbox.messenger import Sent, Unreachable
from bot.storage import deadlines, players
from bot.storage.records import Post
from tests.bot.newyork import GREENE, HAMBLET, PAPST, ROSSONI, TOWER, new_york
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, THIRD, PostOffice, labels
from tests.bot.transactions import writing
from tests.bot.world import World, words

ROME = ZoneInfo("Europe/Rome")
NIGHT = QuietHours.read("22:00-08:00")


def at(day: int, hour: int, minute: int = 0, month: int = 6) -> float:
    return datetime(2026, month, day, hour, minute, tzinfo=ROME).timestamp()


def left(wishes: Wishes, began: float, due: float) -> list[float]:
    """Hours before the deadline."""
    return [round((due - moment.at) / HOUR, 2) for moment in wishes.moments(began, due)]


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        (72, [18, 1]),
        (24, [6, 1]),
        (9, [2.25, 1]),
        (8, [1]),
        (4, [1]),
        (1, [0.25]),  # as in a time of grace
        (0, []),
        (-1, []),
    ],
)
def test_a_quarter_of_the_time_and_the_last_hour(hours: float, expected: list[float]) -> None:
    assert left(Wishes(), 1000.0, 1000.0 + hours * HOUR) == expected


def test_chosen_leads_but_none_just_after_the_turn_opened() -> None:
    wishes = Wishes(leads=(48 * 3600, 12 * 3600, 3600))
    assert left(wishes, 0, 72 * HOUR) == [48, 12, 1]
    assert left(wishes, 0, 48.5 * HOUR) == [12, 1]
    assert left(wishes, 0, 10 * HOUR) == [1]
    assert left(wishes, 0, HOUR) == []
    assert left(Wishes(on=False, leads=(3600,)), 0, 72 * HOUR) == []


def test_in_quiet_hours_they_wait_for_their_end() -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    [first, last] = wishes.moments(at(2, 10), at(3, 10))
    assert first.at == at(3, 8), "not at four in the morning"
    assert last.at == at(3, 9)


def test_what_would_be_too_late_after_them_comes_before_them() -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    [only] = wishes.moments(at(2, 7), at(3, 7))
    assert only.at == at(2, 22) - 60, "6 h and 1 h before: both in the night, so both are one"
    assert only.lead == HOUR
    assert [moment.at for moment in wishes.moments(at(2, 8, 20), at(3, 8, 20))] == [only.at], "20 minutes"
    assert [moment.at for moment in wishes.moments(at(2, 9), at(3, 8, 45))] == [at(3, 8)], "45 minutes"


def test_a_turn_that_lies_in_quiet_hours_has_none() -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    assert wishes.moments(at(2, 23), at(3, 7)) == []
    assert wishes.moments(at(2, 21, 55), at(3, 7)) == [], "nor is it called out five minutes after it opened"


@pytest.mark.parametrize(("month", "day"), [(3, 29), (10, 25)])
def test_quiet_hours_follow_the_clocks(month: int, day: int) -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    moments = wishes.moments(at(day - 1, 10, month=month), at(day, 12, month=month))
    assert [moment.at for moment in moments] == [at(day, 8, month=month), at(day, 11, month=month)]


def test_quiet_hours_are_those_of_the_zone() -> None:
    there = Wishes(quiet=NIGHT, zone="America/New_York")
    assert not there.is_quiet(at(2, 23)) and there.is_quiet(at(2, 5))
    assert not Wishes().is_quiet(at(2, 23))


def test_what_is_stored_reads_back() -> None:
    stored = {
        "reminders": False,
        "leads": [7200],
        "quiet": "22:00-08:00",
        "zone": "Asia/Tokyo",
        "leads_at": 5.0,
    }
    assert Wishes.of(stored) == Wishes(False, (7200,), NIGHT, "Asia/Tokyo", 5.0)
    assert Wishes.of({}) == Wishes()


@pytest.mark.parametrize("text", ["", "soon", "12h soon", "1m", "31d", "1h 2h 3h 4h 5h", "12"])
def test_wrong_leads_say_what_would_work(text: str) -> None:
    with pytest.raises(Refused, match="`12h 1h`, or `usual`"):
        read_leads(text)


SIGN = "⏰"


def reminders(office: PostOffice, place: int = 0) -> list[str]:
    """All that reached this user, or the channel."""
    texts = office.messenger.dms(place) if place else office.messenger.texts()
    return [text for text in texts if SIGN in text]


async def everyone(office: PostOffice) -> list[str]:
    return [text for user in (HOST, GUEST, THIRD) for text in reminders(office, user)] + reminders(office)


async def queued(office: PostOffice) -> list[Post]:
    """All that were queued, whatever became of them."""
    return [post for post in await office.posts() if post.payload["kind"] == "remind"]


async def wish(office: PostOffice, user: int, **said: object) -> str:
    return (await office.services.reminder_settings.ask(user, Asked(**said))).text  # type: ignore[arg-type]


def shut(office: PostOffice, *users: int) -> None:
    async def fault(post: Post) -> None:
        if post.user_id in users:
            raise Unreachable("403 50007")

    office.messenger.before = fault


def heard(office: PostOffice, keep: Callable[[Post, Message], Awaitable[None]]) -> None:
    """Have every message told to `keep` before it is sent."""
    send = office.messenger.send

    async def told(post: Post, message: Message) -> Sent:
        await keep(post, message)
        return await send(post, message)

    office.messenger.send = told  # type: ignore[method-assign]


async def test_two_before_a_deadline_of_a_day_each_once(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(17.9 * HOUR)
    assert await everyone(office) == []
    await office.pass_time(0.2 * HOUR)
    [text] = reminders(office, HOST)
    due = int(office.clock.time + 5.9 * HOUR)
    assert text.startswith(f"⏰ Commander-In-Chief `{code}`: your order is due in ")
    assert f"(<t:{due}:f>)." in text
    assert "I don't have it yet: [your desk](https://discord.com/channels/@me/" in text
    assert f"or write it here, for example `{code} " in text
    for _ in range(3):
        await office.pass_time(HOUR)
    assert len(await everyone(office)) == 1, "Light owes nothing"
    await office.pass_time(2 * HOUR)
    assert len(reminders(office, HOST)) == 2, "the last hour"
    await office.pass_time(0.5 * HOUR)
    assert len(await everyone(office)) == 2


async def test_who_has_sent_is_not_reminded_and_who_takes_it_back_is(office: PostOffice) -> None:
    code = await office.game(options="enhanced=2")
    await office.deliver()
    await office.send(code, HOST, "enhance e7")
    await office.pass_time(18.1 * HOUR)
    assert reminders(office, HOST) == [] and len(reminders(office, GUEST)) == 1
    await office.services.orders.unsend(code, HOST, 0)
    await office.pass_time(0)
    await wish(office, GUEST, before="usual")
    await office.pass_time(0)
    assert reminders(office, HOST) == [], "who has just been there needs none"
    assert [post.user_id for post in await queued(office)] == [GUEST]
    await office.pass_time(5 * HOUR)
    assert "Your draft is **not sent yet**: press **Send** on [your desk]" in reminders(office, HOST)[0]
    assert len(reminders(office, HOST)) == 1


async def test_of_several_that_have_passed_only_the_newest_goes_out(office: PostOffice) -> None:
    await office.game()
    await office.deliver()
    await office.pass_time(23.5 * HOUR)
    [text] = reminders(office, HOST)
    assert [post.payload["lead"] for post in await queued(office)] == [HOUR]
    await office.pass_time(0.2 * HOUR)
    assert reminders(office, HOST) == [text]


async def test_none_after_the_deadline(office: PostOffice) -> None:
    await office.game()
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert await everyone(office) == []
    assert "There is one extension" in office.messenger.texts()[-2]
    await office.pass_time(18.1 * HOUR)
    assert len(reminders(office, HOST)) == 1, "the extension is a day, and has its own"


async def test_a_new_turn_begins_anew(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(18.1 * HOUR)
    await office.send(code, HOST, "e7-e6")
    await office.pass_time(0)
    await office.pass_time(2 * HOUR)
    assert [len(reminders(office, user)) for user in (HOST, GUEST)] == [1, 0]
    await office.pass_time(16.1 * HOUR)
    assert [len(reminders(office, user)) for user in (HOST, GUEST)] == [1, 1]


async def held_up(office: PostOffice, options: str = "") -> str:
    """A game whose first reminders are on their way, and do not leave before `let_go`."""
    code = await office.game(options=options)
    await office.deliver()
    office.services.outbox.wake = lambda: None  # type: ignore[method-assign]
    office.services.context.db.off()
    await office.pass_time(18.1 * HOUR)
    assert {post.status for post in await queued(office)} == {"queued"}
    return code


async def let_go(office: PostOffice) -> list[str]:
    """Send what is on its way; what became of the reminders."""
    del office.services.outbox.wake  # type: ignore[method-assign]
    await office.deliver()
    return [post.status for post in await queued(office)]


@pytest.mark.parametrize("what", ["sent", "moved", "paused", "handed over", "over", "passed"])
async def test_what_became_stale_on_its_way_is_dropped(office: PostOffice, what: str) -> None:
    code = await held_up(office)
    context, clock = office.services.context, office.clock
    if what == "sent":
        await office.send(code, HOST, "e7-e6")
    elif what == "over":
        await office.services.orders.declare(code, HOST, "concede")
    elif what == "passed":
        clock.time += 6 * HOUR
    else:
        async with writing(context.db) as tx:
            snapshot = context.snapshot(tx, code)
            if what == "moved":
                timing.put_off(tx, snapshot, clock.now() + DAY, clock.now())
            elif what == "paused":
                timing.pause(tx, snapshot.table, "master", "Supper.", clock.now())
            else:
                players.replace(tx, code, HOST, THIRD, name="Cleo", joined_at=clock.now())
    assert await let_go(office) == ["dropped"] and await everyone(office) == []


async def test_whoever_sends_while_it_is_on_its_way_gets_none(office: PostOffice) -> None:
    """Where the turn goes on after that: others owe, too."""
    code = await held_up(office, "enhanced=2")
    await office.send(code, HOST, "enhance e7")
    assert await let_go(office) == ["dropped", "sent"]


async def test_of_two_that_were_held_up_only_the_newer_goes_out(office: PostOffice) -> None:
    await held_up(office)
    await office.pass_time(5 * HOUR)
    assert await let_go(office) == ["dropped", "sent"] and len(await everyone(office)) == 1


async def test_a_paused_game_reminds_nobody_and_a_resumed_one_does(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    context, clock = office.services.context, office.clock
    async with writing(context.db) as tx:
        timing.pause(tx, await office.table(code), "master", "Supper.", clock.now())
    await office.pass_time(23 * HOUR)
    assert await everyone(office) == []
    async with writing(context.db) as tx:
        timing.resume(tx, context.snapshot(tx, code), clock.now())
    await office.pass_time(18.1 * HOUR)
    assert len(await everyone(office)) == 1


async def test_with_closed_direct_messages_it_is_a_mention_with_a_button(office: PostOffice) -> None:
    code = await office.game()
    shut(office, HOST)
    await office.deliver()
    await office.pass_time(18.1 * HOUR)
    [text] = await everyone(office)
    assert text in reminders(office)
    assert f"<@{HOST}> (Dark): ⏰ Commander-In-Chief" in text and "your order is due in" in text
    assert "Press **My orders**; only you will see the answer." in text
    _, message = office.messenger.channels[CHANNEL][-1]
    assert message.mentions == (HOST,) and labels(message) == ["My orders"]
    assert message.rows[0][0].id == f"fpb:desk:{code}:-:0:"  # type: ignore[union-attr,index]


async def test_where_nobody_is_to_see_who_is_ready_a_mention_does_not_tell(office: PostOffice) -> None:
    code = await new_york(office, options="ready=hidden")
    shut(office, TOWER, PAPST, ROSSONI)
    await office.deliver()
    await office.services.orders.send(code, TOWER, 0)
    await office.services.orders.send(code, GREENE, 0)
    await office.pass_time(18.1 * HOUR)
    told = reminders(office)
    assert len(told) == 3, "all who cannot be written to, ready or not"
    plain = {re.sub(r"\(.*\)|<@\d+>|-#.*", "", text) for text in told}
    assert len(plain) == 1 and "If you're not ready yet, press **My orders**" in plain.pop()
    assert reminders(office, GREENE) == []
    [text] = reminders(office, HAMBLET)
    assert "your orders are due" in text and "I don't have them yet" in text


async def test_where_it_is_hidden_a_message_that_fails_is_not_called_out(office: PostOffice) -> None:
    await new_york(office, options="ready=hidden")
    await office.deliver()
    shut(office, TOWER)
    await office.pass_time(18.1 * HOUR)
    assert reminders(office) == [] and reminders(office, TOWER) == []
    await office.pass_time(5 * HOUR)
    assert len(reminders(office)) == 1, "from then on, ready or not"


async def test_grace_is_named(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    context, clock = office.services.context, office.clock
    async with writing(context.db) as tx:
        snapshot = context.snapshot(tx, code)
        timing.put_off(tx, snapshot, clock.now() + HOUR, clock.now(), grace=True)
    await office.pass_time(0.8 * HOUR)
    assert (
        "The deadline has passed; this is your grace time. I don't have it yet" in reminders(office, HOST)[0]
    )


# -- what somebody wishes


async def test_settings_are_shown_and_changed(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    text = await wish(office, HOST)
    assert "**Reminders are on:** when a quarter of the time is left, and in the last hour" in text
    assert "**Quiet hours:** none." in text and "I can message you." in text
    text = await wish(office, HOST, before="20h 2h", zone="rome", quiet="10pm-8am")
    assert "**Reminders are on:** 20h and 2h before the deadline" in text
    assert "**Quiet hours:** 22:00-08:00, Europe/Rome (it's " in text
    assert await wish(office, HOST) == text
    text = await wish(office, HOST, before="usual", quiet="none")
    assert "when a quarter of the time is left" in text and "**Quiet hours:** none." in text
    assert "**Reminders are off.**" in await wish(office, HOST, on=False)
    await office.pass_time(23.5 * HOUR)
    assert await everyone(office) == []
    assert "**Reminders are on:**" in await wish(office, HOST, on=True)
    await office.pass_time(0)
    assert await everyone(office) == [], f"what was before that in {code} is past"


async def test_changed_wishes_hold_for_the_open_turn(office: PostOffice) -> None:
    await office.game()
    await office.deliver()
    await office.pass_time(2 * HOUR)
    await office.pass_time(3 * HOUR)
    await wish(office, HOST, before="20h 17h")
    await office.pass_time(0)
    assert await everyone(office) == [], "20 h before is past"
    await office.pass_time(2.1 * HOUR)
    assert len(await everyone(office)) == 1


async def test_quiet_hours_without_a_zone_are_kept_in_utc(office: PostOffice) -> None:
    told = await wish(office, HOST, quiet="23:00-7:00")
    assert "23:00-07:00 in UTC" in told and "`/reminders zone:Europe/Rome`" in told
    told = await wish(office, HOST, zone="Europe/Berlin")
    assert "23:00-07:00" in told and "Europe/Berlin" in told and "UTC" not in told


async def test_wrong_words_change_nothing(office: PostOffice) -> None:
    for said in ({"quiet": "late"}, {"zone": "Atlantis"}, {"before": "soon"}):
        with pytest.raises(Refused):
            await wish(office, HOST, on=False, **said)
    assert "**Reminders are on:**" in await wish(office, HOST)


async def test_in_quiet_hours_nothing_makes_a_sound(office: PostOffice) -> None:
    sent: dict[str, bool] = {}

    async def keep(post: Post, message: Message) -> None:
        sent[f"{post.user_id}/{post.payload['kind']}"] = message.silent

    heard(office, keep)
    hour = (office.clock.time // HOUR) % 24
    await wish(office, HOST, quiet=f"{hour:.0f}:00-{(hour + 2) % 24:.0f}:00", zone="UTC")
    await office.game()
    await office.deliver()
    assert sent[f"{HOST}/desk"] and sent[f"{HOST}/say"] and not sent[f"{GUEST}/say"]
    await office.pass_time(18.1 * HOUR)
    assert not sent[f"{HOST}/remind"]


# -- who can be written to


async def test_the_lobby_marks_who_cannot_be_written_to(office: PostOffice) -> None:
    shut(office, GUEST)
    table = await office.lobby(HOST, GUEST)
    await office.deliver()
    await office.pass_time(3)  # an edit waits until what it edits is there
    [_, lobby, called] = office.messenger.texts()
    assert "Ada (host) · ⚠ Ben" in lobby
    assert "⚠ I can't message these players. " in lobby
    assert "I can't message you" in called and "use `/reminders`" in called
    [text] = office.messenger.dms(HOST)
    assert "I'll message you here when it's your turn" in text

    assert "I'm trying again now" in await wish(office, GUEST)
    await office.deliver()
    assert await office.reachable(GUEST) is False
    office.messenger.before = None
    await wish(office, GUEST)
    await office.deliver()
    assert office.messenger.dms(GUEST) == [
        text for text in office.messenger.dms(GUEST) if text.startswith("I can message you")
    ]
    lobby = office.messenger.texts()[1]
    assert "Ada (host) · Ben" in lobby and "⚠" not in lobby and f"`{table.id}`" in lobby
    assert "**Direct messages:** I can message you." in await wish(office, GUEST)


async def test_a_table_of_an_older_version_gets_its_row(office: PostOffice) -> None:
    code = await office.game()
    async with writing(office.services.context.db) as tx:
        deadlines.drop(tx, code, "remind")
    await office.deliver()
    await office.pass_time(23.5 * HOUR)
    assert len(await everyone(office)) == 1


SOON = 46 * 60.0
"""A quarter of an hour is left."""


async def test_a_reminder_comes_and_says_how_to_answer(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, deadline="1h")
    await world.pass_time(SOON)
    text = words(ada.dms[-1])
    assert "⏰ Commander-In-Chief" in text and not any("⏰" in words(message) for message in ben.dms)
    link = f"https://discord.com/channels/@me/{ada.user.dm_channel.id}/{ada.desk.id}"
    assert f"[your desk]({link})" in text
    example = text.split("for example `")[1].split("`")[0]
    answer = await ada.write(example)
    assert example.removeprefix(f"{game.code} ") in answer and "Not sent yet" in answer


async def test_the_command_also_in_direct_messages(world: World) -> None:
    ada = world.player("ada")
    said = await ada.slash("reminders", before="24h, 2h", zone="europe/rome", quiet="22-8")
    assert said.private and "24h and 2h before the deadline" in said.text
    assert "22:00-08:00, Europe/Rome" in said.text and "to see if I can" in said.text
    await world.settle()
    assert "I can message you" in words(ada.dms[-1])
    assert "**Reminders are off.**" in (await ada.slash_dm("reminders", on=False)).text
    said = await ada.slash("reminders", before="soon")
    assert said.private and "`12h 1h`" in said.text
    assert await ada.offered("new y", "zone", "reminders") == ["America/New_York"]
    assert "12h 1h" in await ada.offered("12", "before", "reminders")
