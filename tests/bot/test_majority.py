"""Who decides in a vote, how many must agree, and when it is decided."""

from __future__ import annotations

from itertools import product

import pytest

from bot.features.votes.motions import Act, act_of, count, needed
from bot.storage.records import Vote

SEATS = ("a", "b", "c", "d", "e", "f", "g")
ACTS: tuple[Act, ...] = ("extend", "pause", "resume", "draw", "end")


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("seats", range(1, 8))
def test_the_majorities(act: Act, seats: int) -> None:
    part = {"extend": 1 / 2, "pause": 2 / 3, "resume": 2 / 3, "draw": 1, "end": 1}[act]
    enough = [votes for votes in range(seats + 1) if votes > seats * part - 1e-9]
    if act == "extend":
        enough = [votes for votes in enough if votes > seats / 2]
    assert needed(act, seats) == enough[0]


@pytest.mark.parametrize("act", ACTS)
def test_a_vote_is_decided_as_soon_as_the_rest_cannot_change_it_and_never_before(act: Act) -> None:
    living = SEATS[:4]
    for said in product((True, False, None), repeat=4):
        ballots = {seat: yes for seat, yes in zip(living, said, strict=True) if yes is not None}
        rest = [seat for seat in living if seat not in ballots]
        ends = set()
        for more in product((True, False), repeat=len(rest)):
            whole = count(act, living, (), ballots | dict(zip(rest, more, strict=True)))
            ends.add(len(whole.yes) >= needed(act, 4))
        expected = None if len(ends) == 2 else "passed" if ends == {True} else "failed"
        assert count(act, living, (), ballots).verdict == expected


def test_an_absent_seat_blocks_neither_more_time_nor_a_pause_but_no_draw_is_made_without_it() -> None:
    yes = {"a": True, "b": True}
    assert count("extend", SEATS[:5], ("c", "d", "e"), yes).verdict == "passed"
    assert count("pause", SEATS[:4], ("c", "d"), yes).verdict == "passed"
    assert count("resume", SEATS[:4], ("c", "d"), yes).verdict == "passed"
    for act in ("draw", "end"):
        assert count(act, SEATS[:3], ("c",), yes).verdict is None  # type: ignore[arg-type]


def test_an_absent_seat_that_votes_counts() -> None:
    stands = count("extend", SEATS[:3], ("c",), {"a": True, "c": False})
    assert stands.deciding == {"a", "b", "c"} and stands.verdict is None and stands.open == {"b"}


def test_who_is_out_of_the_game_does_not_count() -> None:
    stands = count("draw", ("a", "b"), (), {"a": True, "b": True, "c": False})
    assert stands.verdict == "passed" and stands.no == frozenset()


def test_going_on_is_stored_as_a_pause_of_no_time() -> None:
    made = {
        "table_id": "k7f3",
        "turn": 1,
        "caller_seat": "a",
        "caller_user": 1,
        "opened_at": 0.0,
        "lapses_at": 1.0,
    }
    assert act_of(Vote(kind="pause", amount=0.0, **made)) == "resume"  # type: ignore[arg-type]
    assert act_of(Vote(kind="pause", amount=3600.0, **made)) == "pause"  # type: ignore[arg-type]
    assert act_of(Vote(kind="draw", **made)) == "draw"  # type: ignore[arg-type]
