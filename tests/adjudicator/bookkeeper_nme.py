"""Follows games of NME and Protect the Ally by their events, and finds every state to be what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from adjudicator.game import Resolution
from maps.boards import board
from tests.adjudicator.bookkeeper import GAMES, Bookkeeper, Json

GAME = GAMES["nme"]
FILE = board("nme")
ARMIES = ("black", "gray", "white")


class NmeBookkeeper(Bookkeeper):
    """Follows a game by its events, and finds the state to be what they say."""

    game = GAME

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.gone = Counter[tuple[str, str]]()
        self.total = everywhere(self.dump)

    def look(self, before: Json, after: Json, events: list[Json], resolution: Resolution[Any]) -> None:
        told = {event["type"] for event in events}
        self.no_piece_is_lost(before, after, events)
        pieces_stand_where_they_can(after)
        armies_live_with_their_presidents(after, before, events)
        rights_last_a_turn(before, after, events)
        if after["outcome"] is None:
            turns_follow_each_other(before, after, told)
            votes_stand(before, after, events)
        rounds_are_counted(before, after, told, events)

    def no_piece_is_lost(self, before: Json, after: Json, events: list[Json]) -> None:
        """A piece is on the board, a prisoner, or gone for a reason that an event names."""
        for event in events:
            if event["type"] == "captured" and event["dead"]:
                self.gone[event["of"], event["taken"]] += 1
            elif event["type"] in ("conceded", "forfeited"):
                self.gone[event["seat"], "P"] += 1
            elif event["type"] == "penalised":
                self.gone[event["seat"], "I"] += 1
            elif event["type"] == "army_out":
                self.gone.update(held_by(before, event["army"]))
        assert everywhere(after) + self.gone == self.total


def held_by(dump: Json, army: str) -> Iterator[tuple[str, str]]:
    return ((lost, kind) for lost, kinds in dump["prisoners"][army].items() for kind in kinds)


def everywhere(dump: Json) -> Counter[tuple[str, str]]:
    """Pieces on the board and prisoners, by colour and kind."""
    found = Counter((army, kind) for army, placed in dump["pieces"].items() for kind in placed.values())
    for holder in ARMIES:
        found.update(held_by(dump, holder))
    return found


def living(dump: Json) -> list[str]:
    return [army for army in ARMIES if army not in [fall["army"] for fall in dump["falls"]]]


def pieces_stand_where_they_can(dump: Json) -> None:
    standing = [name for placed in dump["pieces"].values() for name in placed]
    assert len(standing) == len(set(standing))
    black_stars = {army["black_star"] for army in FILE["armies"].values()}
    for placed in dump["pieces"].values():
        for name, kind in placed.items():
            assert name in FILE["stars"] or (name in FILE["hexagons"] and kind != "N")
            assert kind != "N" or name not in black_stars


def armies_live_with_their_presidents(after: Json, before: Json, events: list[Json]) -> None:
    """A President on the board is a living army; who is out holds no prisoners and owes nothing."""
    with_president = [army for army in ARMIES if "P" in after["pieces"][army].values()]
    if after["options"]["players"] == 3:
        assert with_president == living(after)
    assert [fall["army"] for fall in after["falls"][: len(before["falls"])]] == [
        fall["army"] for fall in before["falls"]
    ]
    new = {fall["army"]: fall["by"] for fall in after["falls"][len(before["falls"]) :]}
    assert set(new) == {event["army"] for event in events if event["type"] == "army_out"}
    by = {event["army"]: event["by"] for event in events if event["type"] == "assassinated"}
    for army, killer in new.items():
        assert killer == by.get(army)
        assert not after["prisoners"][army]


def rights_last_a_turn(before: Json, after: Json, events: list[Json]) -> None:
    """A right to flank comes with the capture of an Infantry on a hexagon, is used on the next turn of its
    owner or not at all, and is to a piece that stands there."""
    new = [{"army": e["army"], "hexagon": e["hexagon"]} for e in events if e["type"] == "flank_right"]
    taken = [
        {"army": e["of"], "hexagon": e["target"]}
        for e in events
        if e["type"] == "captured" and e["taken"] == "I" and e["target"] in FILE["hexagons"] and not e["dead"]
    ]
    assert new == taken
    moved = any(e["type"] in ("moved", "captured", "traded", "passed") for e in events)
    left_or_taken = {event[end] for event in events for end in ("origin", "target") if end in event}
    for right in after["flanks"]:
        assert right in new or (right in before["flanks"] and right["hexagon"] not in left_or_taken)
        assert not (moved and right["army"] == before["to_move"])
        foes = [name for army in ARMIES if army != right["army"] for name in after["pieces"][army]]
        assert right["hexagon"] in foes
        assert right["army"] in living(after)
    for event in events:
        if event["type"] == "captured" and event["flank"]:
            assert {"army": event["army"], "hexagon": event["target"]} in before["flanks"]


def turns_follow_each_other(before: Json, after: Json, told: set[str]) -> None:
    """Clockwise, the dead left out; in Protect the Ally Black and White move Gray in turn."""
    alive = living(after)
    moved = bool(told & {"moved", "captured", "traded", "passed"})
    assert after["ply"] == before["ply"] + moved
    skipped = before["to_move"] not in alive  # it conceded in its turn
    order = (ARMIES * 2)[ARMIES.index(before["to_move"]) + 1 :]
    following = next(army for army in order if army in alive)
    assert after["to_move"] == (following if moved or skipped else before["to_move"])
    if after["options"]["players"] == 2:
        changed = moved and before["to_move"] == "gray"
        assert (after["gray_next"] != before["gray_next"]) == changed
    else:
        assert after["gray_next"] is None


def votes_stand(before: Json, after: Json, events: list[Json]) -> None:
    """A vote for a draw stands until its seat moves a piece or is out."""
    votes = set(before["offers"]) | {e["seat"] for e in events if e["type"] == "draw_offered"}
    movers = {e["seat"] for e in events if e["type"] in ("moved", "captured", "traded")}
    votes -= movers
    votes -= {e["army"] for e in events if e["type"] == "army_out"}
    assert set(after["offers"]) == votes
    withdrawn = {e["seat"] for e in events if e["type"] == "vote_withdrawn"}
    assert withdrawn == set(before["offers"]) & movers


def rounds_are_counted(before: Json, after: Json, told: set[str], events: list[Json]) -> None:
    """The quiet rounds: none is lost, and the game ends with the last of them."""
    lively = any(
        e["type"] in ("captured", "traded") or (e["type"] == "moved" and e["piece"] == "I") for e in events
    )
    done, quiet = set(before["round_done"]), before["quiet"]
    if lively:
        done, quiet = set(), 0
    elif told & {"moved", "passed"}:
        done.add(before["to_move"])
    alive = set(living(after)) if after["options"]["players"] == 3 else set(ARMIES)
    over = after["outcome"] is not None
    full = bool(done) and done >= alive
    if not over or after["outcome"]["reason"] == "quiet_rounds":
        assert after["quiet"] == quiet + full
        assert set(after["round_done"]) == (set() if full else done)
        limit = after["options"]["quiet_rounds"]
        assert over == bool(limit and after["quiet"] >= limit)
    if not over:
        quietly = told & {"passed"} or not told & {
            "moved",
            "captured",
            "traded",
            "conceded",
            "forfeited",
            "penalised",
        }
        assert after["passes"] == (before["passes"] + ("passed" in told) if quietly else 0)


def places_are_fair(dump: Json) -> None:
    """Every seat has a place; the places that the rules know."""
    reason, places = dump["outcome"]["reason"], dump["outcome"]["places"]
    found = sorted(places.values())
    if dump["options"]["players"] == 2:
        assert set(places) == {"black", "white"}
        assert found in ([1, 1], [1, 5], [2, 5])
        decided = {"gray_assassinated": [1, 5], "ally_assassinated": [2, 5], "conceded": [2, 5]}
        assert found == decided.get(reason, [1, 1])
        return
    assert set(places) == set(ARMIES)
    falls = [fall["army"] for fall in dump["falls"]]
    assert not falls or places[falls[0]] == 5
    killers = [fall["by"] for fall in dump["falls"] if fall["by"]]
    if 1 not in found:
        assert len(killers) < 2 or killers[0] != killers[1]
        assert all(places[army] in (2, 3) for army in killers)
        assert reason == "last_president" or places[killers[0]] == 2
    known = {
        "last_president": ([1, 4, 5], [2, 3, 5], [2, 4, 5]),
        "compromise": ([2, 3, 5],),
        "quiet_rounds": ([2, 3, 5], [1, 1, 1], [1, 1, 5]),
    }
    assert found in known.get(reason, ([1, 1, 1], [1, 1, 5]))
