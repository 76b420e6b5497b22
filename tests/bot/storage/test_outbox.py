from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, event
from sqlalchemy.exc import IntegrityError

from bot.storage import outbox, people, schema
from bot.storage.database import Database, Tx
from bot.storage.errors import Conflict
from bot.storage.records import Post
from bot.storage.rows import find, first
from tests.bot.crashes import writer
from tests.bot.transactions import looking, writing

from . import make


def put(tx: Tx, key: str, **given: Any) -> Post:
    given = {"payload": {"text": key}, "created_at": 1.0, "channel_id": 20} | given
    outbox.put(tx, key=key, **given)
    post = first(tx, Post, key=key)
    assert post is not None
    return post


def keys(posts: list[Post]) -> list[str]:
    return [post.key for post in posts]


async def test_a_post_comes_back_as_it_was_put(db: Database) -> None:
    async with writing(db) as tx:
        make.seated_table(tx)
        channel = put(tx, "k7f3/1/result", table_id="k7f3", payload={"text": "é", "files": [1]})
        dm = put(tx, "x", channel_id=None, user_id=make.BIG, nonce="n" * 25, not_before=9.5)
        own_lane = put(tx, "y", lane="slow")
    async with looking(db) as tx:
        assert first(tx, Post, id=channel.id) == channel
        assert first(tx, Post, id=999) is None
    assert channel == Post(
        id=channel.id,
        key="k7f3/1/result",
        table_id="k7f3",
        user_id=None,
        channel_id=20,
        lane="c:20",
        payload={"text": "é", "files": [1]},
        nonce=channel.nonce,
        status="queued",
        attempts=0,
        not_before=1.0,
        tried_at=None,
        error=None,
        sent_channel_id=None,
        message_id=None,
        created_at=1.0,
        sent_at=None,
    )
    assert (dm.lane, dm.user_id, dm.channel_id, dm.not_before) == (f"u:{make.BIG}", make.BIG, None, 9.5)
    assert (dm.nonce, own_lane.lane) == ("n" * 25, "slow")
    assert 20 <= len(channel.nonce) <= 25 and channel.nonce != own_lane.nonce


async def test_a_key_is_queued_once_even_after_it_was_sent(db: Database) -> None:
    async with writing(db) as tx:
        post = put(tx, "a")
        outbox.put(tx, key="a", payload={"text": "other"}, created_at=2.0, channel_id=21)
        outbox.mark_sending(tx, post.id, 3.0)
        outbox.mark_sent(tx, post.id, 20, 500, 4.0)
        outbox.put(tx, key="a", payload={}, created_at=5.0, channel_id=20)
        assert outbox.next_due(tx, 99.0) == []
        assert (first(tx, Post, id=post.id) or post).payload == {"text": "a"}


async def test_posts_of_a_transaction_are_one_statement_in_their_order(db: Database) -> None:
    async with writing(db) as tx:
        put(tx, "known", payload={"text": "first"})
    said: list[str] = []
    listen = lambda *given: said.append(given[2])  # noqa: E731
    engine = writer(db)
    event.listen(engine, "before_cursor_execute", listen)
    async with writing(db) as tx:
        for key in ("z", "known", "a"):
            outbox.put(tx, key=key, payload={"text": key}, created_at=1.0, channel_id=20)
        outbox.put(tx, key="forgotten", payload={}, created_at=1.0, user_id=-3)
        outbox.put(tx, key="m", payload={"text": "m"}, created_at=1.0, user_id=3)
        outbox.put(tx, key="z", payload={"text": "twice"}, created_at=1.0, channel_id=20)
    event.remove(engine, "before_cursor_execute", listen)
    assert [text.split()[0] for text in said if "BEGIN" not in text] == ["INSERT"]
    async with looking(db) as tx:
        found = sorted(outbox.next_due(tx, 9.0, limit=99), key=lambda post: post.id)
        everything = [first(tx, Post, key=key) for key in ("known", "z", "a", "m")]
    assert keys(found) == ["known", "m"], "one of each lane"
    stored = [post for post in everything if post is not None]
    assert [post.payload["text"] for post in stored] == ["first", "z", "a", "m"]
    assert [post.id for post in stored] == sorted(post.id for post in stored)


async def test_of_posts_in_a_savepoint_none_is_queued_if_one_fails(db: Database) -> None:
    """Those from before it stay, also if somebody has read the outbox in between."""
    async with writing(db) as tx:
        outbox.put(tx, key="before", payload={}, created_at=1.0, channel_id=20)
        with pytest.raises(ValueError, match="one of the two"), tx.begin_nested():
            outbox.put(tx, key="a", payload={}, created_at=1.0, channel_id=20)
            assert first(tx, Post, key="before") is not None
            outbox.put(tx, key="b", payload={}, created_at=1.0)
        assert first(tx, Post, key="a") is None
        outbox.put(tx, key="c", payload={}, created_at=1.0, channel_id=20)
        assert first(tx, Post, key="c") is not None
    async with looking(db) as tx:
        assert first(tx, Post, key="before") is not None


async def test_a_nonce_is_never_shared(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with writing(db) as tx:
            put(tx, "a", nonce="same")
            put(tx, "b", nonce="same")


@pytest.mark.parametrize("wrong", [{"channel_id": None}, {"user_id": 1}, {"nonce": "n" * 26}])
async def test_a_post_that_cannot_be_sent_is_refused(db: Database, wrong: dict[str, Any]) -> None:
    async with writing(db) as tx:
        with pytest.raises(ValueError):
            put(tx, "a", **wrong)


async def test_a_lane_is_held_up_by_its_oldest_post(db: Database) -> None:
    async with writing(db) as tx:
        a1 = put(tx, "a1")
        a2 = put(tx, "a2")
        put(tx, "b1", channel_id=30, not_before=50.0)
        put(tx, "b2", channel_id=30)
        assert keys(outbox.next_due(tx, 10.0)) == ["a1"]
        assert outbox.next_due(tx, 10.0, {"c:20"}) == []
        assert keys(outbox.next_due(tx, 50.0, {"c:20", "c:99"})) == ["b1"]
        assert outbox.earliest_due(tx) == 1.0
        assert outbox.earliest_due(tx, ["c:20"]) == 50.0
        outbox.mark_sending(tx, a1.id, 10.0)
        assert outbox.next_due(tx, 10.0) == []  # a1 is under way: a2 must not overtake it
        assert outbox.earliest_due(tx) == 50.0
        assert keys(find(tx, Post, status="sending")) == ["a1"]
        outbox.retry(tx, a1.id, 60.0, "503")
        assert outbox.next_due(tx, 59.0, {"c:30"}) == []
        assert keys(outbox.next_due(tx, 60.0, {"c:30"})) == ["a1"]
        outbox.fail(tx, a1.id, "forbidden")
        assert keys(outbox.next_due(tx, 60.0, {"c:30"})) == ["a2"]
        outbox.drop(tx, a2.id, "table closed")
        assert keys(outbox.next_due(tx, 60.0)) == ["b1"]


async def test_the_way_of_a_post(db: Database) -> None:
    async with writing(db) as tx:
        post = put(tx, "a")
        outbox.mark_sending(tx, post.id, 10.0)
        outbox.retry(tx, post.id, 20.0, "x" * 9999)
        waiting = first(tx, Post, id=post.id)
        assert waiting is not None and waiting.error == "x" * 500
        assert (waiting.status, waiting.attempts, waiting.not_before) == ("queued", 1, 20.0)
        outbox.mark_sending(tx, post.id, 21.0)
        outbox.mark_sent(tx, post.id, make.BIG, make.BIG + 1, 22.5)
        sent = first(tx, Post, id=post.id)
        assert sent is not None and sent.nonce == post.nonce
        assert (sent.status, sent.attempts, sent.tried_at, sent.error) == ("sent", 2, 21.0, None)
        assert (sent.sent_channel_id, sent.message_id, sent.sent_at) == (make.BIG, make.BIG + 1, 22.5)


async def test_only_the_steps_of_the_way_are_allowed(db: Database) -> None:
    def to(tx: Tx, post: Post, status: str) -> None:
        match status:
            case "sending":
                outbox.mark_sending(tx, post.id, 1.0)
            case "sent":
                outbox.mark_sent(tx, post.id, 1, 2, 3.0)
            case "queued":
                outbox.retry(tx, post.id, 1.0, "again")
            case "failed":
                outbox.fail(tx, post.id, "no")
            case "dropped":
                outbox.drop(tx, post.id, "no")

    ways: dict[tuple[str, ...], set[str]] = {
        (): {"sending", "failed", "dropped"},
        ("sending",): {"sent", "queued", "failed"},
        ("sending", "sent"): set(),
        ("failed",): set(),
        ("dropped",): set(),
    }
    async with writing(db) as tx:
        for way, allowed in ways.items():
            for status in ("sending", "sent", "queued", "failed", "dropped"):
                post = put(tx, f"{way} {status}")
                for passed in way:
                    to(tx, post, passed)
                before = first(tx, Post, id=post.id)
                if status in allowed:
                    to(tx, post, status)
                    after = first(tx, Post, id=post.id)
                    assert after is not None and after.status == status
                else:
                    with pytest.raises(Conflict, match=str(post.id)):
                        to(tx, post, status)
                    assert first(tx, Post, id=post.id) == before


async def test_an_id_is_never_used_again(db: Database) -> None:
    async with writing(db) as tx:
        post = put(tx, "a")
        tx.execute(delete(schema.outbox))
        assert put(tx, "a").id > post.id


LANES = st.lists(st.integers(0, 4), min_size=1, max_size=25)


async def test_posts_that_begin_a_conversation_are_apart(db: Database) -> None:
    async with writing(db) as tx:
        people.set_dm_channel(tx, 2, 50)
        people.found_closed(tx, 3, 7.0)
        for user in (1, 2, 3):
            put(tx, f"to {user}", channel_id=None, user_id=user, created_at=float(user))
            put(tx, f"again {user}", channel_id=None, user_id=user)
        put(tx, "hall")

        async def due(first: bool | None, since: float) -> list[str]:
            return sorted(keys(outbox.next_due(tx, 9.0, first=first, closed_since=since)))

        assert await due(True, 6.0) == ["to 1"]
        assert await due(False, 6.0) == ["hall", "to 2", "to 3"]
        assert await due(True, 7.0) == ["to 1", "to 3"], "closed too long ago"
        assert await due(False, 7.0) == ["hall", "to 2"]
        assert await due(None, 6.0) == ["hall", "to 1", "to 2", "to 3"]
        assert outbox.earliest_due(tx, first=True, closed_since=7.0) == 1.0
        assert outbox.earliest_due(tx, ("c:20",), first=False, closed_since=7.0) == 2.0
        people.set_dm_channel(tx, 1, 51)
        assert outbox.earliest_due(tx, first=True, closed_since=6.0) is None


async def test_an_attempt_that_counts_for_nothing(db: Database) -> None:
    async with writing(db) as tx:
        post = put(tx, "x")
        outbox.mark_sending(tx, post.id, 2.0)
        outbox.hold(tx, post.id, 5.0, "40003")
        held = first(tx, Post, id=post.id)
        assert held is not None
        assert (held.status, held.attempts, held.not_before, held.error) == ("queued", 0, 5.0, "40003")
        with pytest.raises(Conflict):
            outbox.hold(tx, post.id, 5.0, "not being sent")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lanes=LANES, answers=st.lists(st.sampled_from(["ok", "ok", "later", "fail"])), limit=st.integers(1, 4))
async def test_lanes_keep_their_order_and_take_turns(
    db: Database, lanes: list[int], answers: list[str], limit: int
) -> None:
    """In each lane: strictly by id. Between lanes: nobody is served twice while another waits unserved."""
    async with writing(db) as tx:
        tx.execute(delete(schema.outbox))
        for number, lane in enumerate(lanes):
            put(tx, f"{number}", channel_id=lane)
        now = 10.0
        served: list[Post] = []
        waited = dict.fromkeys(range(5), 0)  # how many others were served while the lane had something due
        for _ in range(len(lanes) + len(answers) + 1):
            posts = outbox.next_due(tx, now, limit=limit)
            ready = {post.channel_id for post in outbox.next_due(tx, now, limit=99)}
            assert len(posts) == min(limit, len(ready))
            for post in posts:
                now += 1.0
                outbox.mark_sending(tx, post.id, now)
                answer = answers.pop() if answers else "ok"
                if answer == "later":
                    outbox.retry(tx, post.id, now, "later")
                    continue
                served.append(post)
                if answer == "fail":
                    outbox.fail(tx, post.id, "no")
                else:
                    outbox.mark_sent(tx, post.id, 1, 2, now)
            taken = {post.channel_id for post in posts}
            for lane in waited:
                waited[lane] = waited[lane] + len(taken) if lane in ready - taken else 0
                assert waited[lane] < len(set(lanes)) + limit
        assert outbox.earliest_due(tx) is None
        assert len(served) == len(lanes)
        for lane in set(lanes):
            own = [post.id for post in served if post.channel_id == lane]
            assert own == sorted(own)


async def test_a_long_queue_does_not_starve_a_short_one(db: Database) -> None:
    async with writing(db) as tx:
        for number in range(5):
            put(tx, f"long {number}", channel_id=1)
        put(tx, "short 0", channel_id=2)
        put(tx, "short 1", channel_id=2)
        order = []
        for now in range(10, 17):
            (post,) = outbox.next_due(tx, float(now), limit=1)
            outbox.mark_sending(tx, post.id, float(now))
            outbox.mark_sent(tx, post.id, 1, 2, float(now))
            order.append(post.key)
    assert order == ["long 0", "short 0", "long 1", "short 1", "long 2", "long 3", "long 4"]


async def test_what_is_dropped_for_a_user_of_a_table_is_not_tried_again(db: Database) -> None:
    async with writing(db) as tx:
        make.seated_table(tx)
        mine = {"channel_id": None, "user_id": 7, "table_id": "k7f3"}
        waiting, sending, sent = [put(tx, key, **mine) for key in ("a", "b", "c")]
        others = [
            put(tx, "d", channel_id=None, user_id=8, table_id="k7f3"),
            put(tx, "e", channel_id=None, user_id=7),
            put(tx, "f", table_id="k7f3"),
        ]
        for post in (sending, sent):
            outbox.mark_sending(tx, post.id, 2.0)
        outbox.mark_sent(tx, sent.id, 1, 2, 3.0)
        assert outbox.drop_for(tx, "k7f3", 7, "left") == 2
        found = [first(tx, Post, id=post.id) for post in (waiting, sending, sent, *others)]
        assert [post.status for post in found if post] == ["dropped", "dropped", "sent", *["queued"] * 3]
        with pytest.raises(Conflict):
            outbox.mark_sent(tx, sending.id, 1, 2, 3.0)
        with pytest.raises(Conflict):
            outbox.retry(tx, sending.id, 3.0, "?")


async def test_posts_to_channels_may_be_changed_and_put_off_until_they_are_sent(db: Database) -> None:
    async with writing(db) as tx:
        make.seated_table(tx)
        post = put(tx, "a", table_id="k7f3")
        put(tx, "b", channel_id=None, user_id=7, table_id="k7f3")
        put(tx, "c")
        assert keys(outbox.unfinished(tx, "k7f3")) == ["a"]
        outbox.set_payload(tx, post.id, {"text": "new"})
        outbox.put_off(tx, post.id, 5.0)
        changed = first(tx, Post, id=post.id)
        assert changed is not None and changed.payload == {"text": "new"} and changed.attempts == 0
        assert "a" not in keys(outbox.next_due(tx, 4.0)) and "a" in keys(outbox.next_due(tx, 5.0))
        outbox.mark_sending(tx, post.id, 6.0)
        with pytest.raises(Conflict):
            outbox.put_off(tx, post.id, 9.0)
        outbox.mark_sent(tx, post.id, 1, 2, 7.0)
        assert outbox.unfinished(tx, "k7f3") == []
        with pytest.raises(Conflict):
            outbox.set_payload(tx, post.id, {})
