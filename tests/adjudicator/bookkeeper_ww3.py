"""Follows games of WW3 by their public events, and finds every state, and what the public sees, to be what
they say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from adjudicator.game import Resolution
from maps.boards import board
from tests.adjudicator.bookkeeper import GAMES, Bookkeeper, Json

GAME = GAMES["ww3"]
FILE = board("ww3")
CLOCKWISE = ("red", "blue", "silver", "olive")
ARMY = Counter("NATCPSSSSB")
LINES = {frozenset(line) for line in FILE["lines"]}


def units_of(dump: Json) -> dict[str, tuple[str, str]]:
    """Who stands on each point, and which kind."""
    placed = [(name, (seat, kind)) for seat, units in dump["pieces"].items() for name, kind in units.items()]
    assert len(dict(placed)) == len(placed)
    return dict(placed)


def everything(dump: Json) -> dict[str, Counter[str]]:
    """By seat, its units on the board, fallen and gone."""
    return {
        seat: Counter(units.values()) + Counter(dump["lost"][seat]) + Counter(dump["gone"][seat])
        for seat, units in dump["pieces"].items()
    }


def living(dump: Json) -> list[str]:
    return [seat for seat in dump["pieces"] if seat not in dump["out"]]


def public(state: Any) -> Json:
    return GAME.show(GAME.view(state, None))


class Ww3Bookkeeper(Bookkeeper):
    """Follows a game by its events, and finds the state to be what they say.

    board: what somebody knows who reads the events and nothing else: "?" is a kind that they did not tell
    """

    game = GAME

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.total = everything(self.dump)
        self.board = units_of(public(state))
        self.bases = {name for name, (_, kind) in units_of(self.dump).items() if kind == "B"}

    def look(self, before: Json, after: Json, events: list[Json], resolution: Resolution[Any]) -> None:
        assert all(event.seen_by is None for event in resolution.events)
        if any(event["type"] == "deployed" for event in events):
            self.deployed(after, events)
        self.rebuild(events)
        self.board_is_what_was_told(resolution.state, after)
        assert everything(after) == self.total
        seats_live_with_their_bases(after, self.bases)
        moves_are_moves(before, events)
        turns_follow_each_other(before, after, events)
        ways_last_a_turn(before, after, events)
        offers_stand(before, after, events)
        if before["phase"] == "play":
            rounds_are_counted(before, after, events)
        assert (after["outcome"] is not None) == any(event["type"] == "game_over" for event in events)

    def deployed(self, after: Json, events: list[Json]) -> None:
        """Ten units of each living seat in its region; the dice say who begins."""
        self.total = everything(after)
        for seat, units in after["pieces"].items():
            assert Counter(units.values()) == (ARMY if seat in living(after) else Counter())
            assert set(units) <= set(FILE["regions"][seat])
        self.bases = {name for name, (_, kind) in units_of(after).items() if kind == "B"}
        rolling, dice = living(after), [event for event in events if event["type"] == "die"]
        while len(rolling) > 1:
            thrown, dice = dice[: len(rolling)], dice[len(rolling) :]
            assert [die["seat"] for die in thrown] == rolling
            highest = max(die["value"] for die in thrown)
            rolling = [die["seat"] for die in thrown if die["value"] == highest]
        assert not dice
        assert rolling == [after["to_move"]] == [e["seat"] for e in events if e["type"] == "begins"]

    def rebuild(self, events: list[Json]) -> None:
        for event in events:
            if event["type"] == "deployed":
                told = {name: event["pieces"].get(name, "?") for name in event["points"]}
                self.board |= {name: (event["seat"], kind) for name, kind in told.items()}
            elif event["type"] in ("moved", "met"):
                first, last = event["path"][0], event["path"][-1]
                seat, kind = self.board.pop(first)
                assert seat == event["seat"]
                assert kind in ("?", event["piece"])  # never told and then forgotten
                attacker = seat, event["piece"] or "?"
                if event["type"] == "moved":
                    assert last not in self.board
                    self.board[last] = attacker
                    continue
                of, there = self.board[last]
                assert of == event["of"] != seat
                assert there in ("?", event["defender"])
                self.board[last] = of, event["defender"]
                if event["winner"] == "attacker":
                    self.board[last] = attacker
                elif event["winner"] == "none":
                    self.board[first] = attacker
            elif event["type"] == "seat_out":
                left = {name: self.board.pop(name)[1] for name in event["points"]}
                assert {name: kind for name, kind in left.items() if kind != "?"} == event["pieces"]

    def board_is_what_was_told(self, state: Any, after: Json) -> None:
        fog, over = after["options"]["fog"] == "on", after["outcome"] is not None
        full = units_of(after)
        told = {
            name: (seat, kind if kind != "?" else full[name][1]) for name, (seat, kind) in self.board.items()
        }
        assert told == full
        hidden = {name for name, (_, kind) in self.board.items() if kind == "?"}
        assert set(after["known"]) == (set(self.board) - hidden if fog else set())
        if not over:
            assert units_of(public(state)) == self.board
            for seat in after["pieces"]:
                shown = units_of(GAME.show(GAME.view(state, seat)))
                assert shown == {
                    name: unit if unit[0] == seat else self.board[name] for name, unit in full.items()
                }


def seats_live_with_their_bases(after: Json, bases: set[str]) -> None:
    """Who is out has nothing on the board; who lives has the Base where it always stood."""
    if after["phase"] == "setup":
        return
    for seat, units in after["pieces"].items():
        standing = {name for name, kind in units.items() if kind == "B"}
        if seat in living(after):
            assert len(standing) == 1
            assert standing <= bases
        else:
            assert not units


def moves_are_moves(before: Json, events: list[Json]) -> None:
    """Along lines over empty points, as far as each kind goes."""
    board = dict(units_of(before))
    told = [event for event in events if event["type"] in ("moved", "met", "skipped")]
    for event in told:
        path = event["path"]
        assert event["seat"] == before["to_move"]
        if event["type"] == "skipped":
            assert event is told[1]
            continue
        kind = board[path[0]][1]
        assert kind != "B"
        assert event["piece"] in ("", kind)
        assert all(frozenset(pair) in LINES for pair in pairwise(path))
        assert not set(path[1:-1]) & set(board)
        assert len(path) == 2 or (kind in "SA" and len(path) == 3 and path[0] != path[2])
        assert len(told) == 1 or (kind == "S" and len(path) == 2 and len(told) == 2)
        if event["type"] == "moved":
            assert path[-1] not in board
            board[path[-1]] = board.pop(path[0])
            continue
        assert (event["seat"], event["piece"]) == board[path[0]]
        assert (event["of"], event["defender"]) == board[path[-1]]
        winner = the_winner(event["piece"], event["defender"])
        assert event["winner"] == winner
        if winner == "attacker":
            board[path[-1]] = board.pop(path[0])
        elif winner == "defender":
            del board[path[0]]
        else:
            assert before["options"]["fog"] == "on"
        if event["defender"] == "B":  # its units leave
            board = {name: unit for name, unit in board.items() if unit[0] != event["of"]}


def the_winner(attacker: str, defender: str) -> str:
    """ "Order N > A > T > C >= P > S > B"; the Spy takes the Nuclear Bomb."""
    if {attacker, defender} == {"N", "P"}:
        return "attacker" if attacker == "P" else "defender"
    if attacker == defender == "N":
        return "none"
    rank = {"N": 6, "A": 5, "T": 4, "C": 3, "P": 3, "S": 1, "B": 0}
    return "attacker" if rank[attacker] >= rank[defender] else "defender"


def turns_follow_each_other(before: Json, after: Json, events: list[Json]) -> None:
    """Clockwise past the seats that are out; who goes out goes out for a reason, in that order."""
    told = [event["type"] for event in events]
    turn = before["phase"] == "play" and bool({"moved", "met", "passed"} & set(told))
    assert after["ply"] == before["ply"] + turn
    new = [event["seat"] for event in events if event["type"] == "seat_out"]
    assert after["out"] == before["out"] + new
    fallen = [event["of"] for event in events if event["type"] == "met" and event["defender"] == "B"]
    assert new == [event["seat"] for event in events if event["type"] == "conceded"] + fallen
    if after["outcome"] is not None:
        places_are_fair(after)
        return
    if before["phase"] == "setup":
        return
    skipped = before["to_move"] not in living(after)
    order = (CLOCKWISE * 2)[CLOCKWISE.index(before["to_move"]) + 1 :]
    following = next(seat for seat in order if seat in living(after))
    assert after["to_move"] == (following if turn or skipped else before["to_move"])


def ways_last_a_turn(before: Json, after: Json, events: list[Json]) -> None:
    """The way of an Air Craft is that of its seat's newest turn; "a pass frees it"."""
    ways = dict(before["ways"])
    moved = [event for event in events if event["type"] in ("moved", "met", "passed", "skipped")]
    if moved:
        mover = before["to_move"]
        ways.pop(mover, None)
        path = moved[0].get("path", ())
        if path and before["pieces"][mover][path[0]] == "A":
            (x, y), (u, v) = (FILE["points"][name] for name in path[:2])
            assert before["ways"].get(mover) != [u - x, v - y]
            ways[mover] = [u - x, v - y]
            if len(path) == 3:
                assert FILE["points"][path[2]] == [2 * u - x, 2 * v - y]
    assert after["ways"] == ways


def offers_stand(before: Json, after: Json, events: list[Json]) -> None:
    """An offer lapses when another seat moves, or its own goes out; a pass lets none lapse."""
    offers = set(before["offers"]) | {event["seat"] for event in events if event["type"] == "draw_offered"}
    moved = any(event["type"] in ("moved", "met") for event in events)
    if moved:
        offers &= {before["to_move"]}
    offers -= {event["seat"] for event in events if event["type"] == "seat_out"}
    assert set(after["offers"]) == offers


def rounds_are_counted(before: Json, after: Json, events: list[Json]) -> None:
    """The quiet rounds: none is lost, and the game ends with the last of them."""
    done, quiet = set(before["round_done"]), before["quiet"]
    left = any(e["type"] == "seat_out" or (e["type"] == "met" and e["winner"] != "none") for e in events)
    if left:
        done, quiet = set(), 0
    elif any(event["type"] in ("moved", "met", "passed") for event in events):
        done.add(before["to_move"])
    full = bool(done) and done >= set(living(after))
    over = after["outcome"]["reason"] if after["outcome"] else ""
    if over not in ("last_base", "conceded", "agreed"):
        assert after["quiet"] == quiet + full
        assert set(after["round_done"]) == (set() if full else done)
        most = after["options"]["quiet_rounds"]
        lonely = all(kind == "B" for _, kind in units_of(after).values())
        assert over == ("only_bases" if lonely else "quiet_rounds" if most and quiet + full >= most else "")


def places_are_fair(dump: Json) -> None:
    """The living share the first place; who went out first has the last one."""
    places = dump["outcome"]["places"]
    assert {seat for seat, place in places.items() if place == 1} == set(living(dump))
    seats = len(dump["pieces"])
    assert [places[seat] for seat in dump["out"]] == [seats - number for number in range(len(dump["out"]))]
    won = dump["outcome"]["reason"] in ("last_base", "conceded")
    assert won == (len(living(dump)) == 1)
