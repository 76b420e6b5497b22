"""What the conversations of docs/rules-server.md do not show: chance, seats, and drafts."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance, flip
from adjudicator.cic import Cic
from adjudicator.game import Options, Resolution
from adjudicator.registry import games
from adjudicator.replay import chance_for
from adjudicator.server import Server
from maps.boards import boards


class Coins(Cic):
    """A game that flips a coin at its start."""

    def start(self, options: Options, chance: Any) -> Resolution[Any]:
        begun = super().start(options, chance)
        return Resolution(begun.state, (flip(chance), *begun.events))


SEED = "07" * 32


def first_coin(request: dict[str, Any]) -> Any:
    answer = Server({"cic": Coins()}).answer({"op": "new", "game": "cic", **request})
    return answer["events"][0] if "events" in answer else answer["error"]


@pytest.mark.parametrize("game_id", ["cic", "k7f3", "another"])
def test_chance_comes_from_seed_and_game_id(game_id: str) -> None:
    for seed in (SEED, "ff" * 32):
        heads = HmacChance(bytes.fromhex(seed), game_id).coin()
        assert first_coin({"seed": seed, "game_id": game_id}) == {
            "type": "coin_flip",
            "n": 0,
            "heads": heads,
            "seat": None,
        }


def test_without_a_game_id_it_is_the_games_key() -> None:
    seeds = [f"{number:064x}" for number in range(12)]
    coins = [first_coin({"seed": seed})["heads"] for seed in seeds]
    assert coins == [HmacChance(bytes.fromhex(seed), "cic").coin() for seed in seeds]
    assert len(set(coins)) == 2


def test_chance_without_a_seed_is_asked_for() -> None:
    assert first_coin({}) == {
        "kind": "request",
        "reason": 'chance is needed here: give "seed", 64 hex digits',
        "instead": [],
    }
    assert isinstance(chance_for(None, "x", 3), ScriptedChance)
    assert chance_for(None, "x", 3).n == 3


@pytest.mark.parametrize("seed", ["", "00", "zz" * 32, "00" * 33, 5, [1], {}])
def test_seeds_that_are_none(seed: Any) -> None:
    assert first_coin({"seed": seed})["kind"] == "position"


def test_the_seat_may_be_left_out_where_one_owes() -> None:
    server = Server(games(boards()))
    state = server.answer({"op": "new", "game": "cic"})["state"]
    assert len(server.answer({"op": "legal", "game": "cic", "state": state})["orders"]) == 29
    setup = server.answer({"op": "new", "game": "cic", "options": {"enhanced": 1}})["state"]
    answer = server.answer({"op": "legal", "game": "cic", "state": setup})
    assert answer["error"]["reason"] == "which seat? these owe an order: dark, light"
    answer = server.answer({"op": "legal", "game": "cic", "state": state, "seat": "tower"})
    assert answer["error"]["reason"] == "'tower' is no seat of this game; they are dark, light"
    answer = server.answer({"op": "declare", "game": "cic", "state": setup, "what": "draw"})
    assert answer["error"]["kind"] == "request"


def test_nothing_joins_a_full_draft() -> None:
    server = Server(games(boards()))
    state = server.answer({"op": "new", "game": "cic"})["state"]
    for draft in (["e7-e6"], ["concede"], ["draw", "e7-e6"]):
        assert server.answer({"op": "legal", "game": "cic", "state": state, "draft": draft})["orders"] == []


def test_a_mistake_of_ours_is_answered_too() -> None:
    class Broken(Cic):
        def board(self) -> dict[str, Any]:
            raise ZeroDivisionError("oh")

    server = Server({"cic": Broken()})
    answer = server.answer({"id": 1, "op": "board", "game": "cic"})
    assert answer["error"]["kind"] == "internal"
    assert answer["id"] == 1


def ask(**request: Any) -> dict[str, Any]:
    return Server(games(boards())).answer({"game": "cic", **request})


MATE = {"pieces": {"dark": {"h8": "C", "e5": "K"}, "light": {"a1": "C", "g7": "F"}}, "to_move": "light"}


def test_one_resolution_is_one_turn_also_the_last() -> None:
    """RULE: Whatever one resolution does, the turn grows by one at the most."""
    state = ask(op="position", position=MATE)["state"]
    assert ask(op="resolve", state=state, orders={"light": ["g7xh8"]})["phase"]["turn"] == 1
    assert ask(op="resolve", state=state, orders={"light": ["concede"]})["phase"]["turn"] == 1
    agreed = ask(op="resolve", state=state, orders={"light": ["draw"], "dark": ["draw"]})
    assert (agreed["outcome"]["reason"], agreed["phase"]["turn"]) == ("agreed", 1)
    teams = ask(op="new", options={"teams": "both"})["state"]
    both = ask(op="resolve", state=teams, orders={"dark-air": ["concede"], "dark-surface": ["concede"]})
    assert (both["outcome"]["reason"], both["phase"]["turn"]) == ("conceded", 1)
    assert ask(op="declare", state=teams, seat="dark-surface", what="Concede")["phase"] == {
        "key": "play",
        "turn": 1,
        "owing": ["dark-air"],
        "sealed": False,
    }
    assert ask(op="declare", state=teams, seat="light-air", what="concede")["phase"]["turn"] == 0


def test_an_empty_list_is_no_order() -> None:
    """RULE: A seat with an empty list of orders has given nothing."""
    state = ask(op="new")["state"]
    done = ask(op="resolve", state=state, orders={"dark": ["e7-e6"], "light": []})
    assert done["events"][0]["type"] == "moved"
    refused = ask(op="resolve", state=state, orders={"dark": [], "light": []})["error"]["reason"]
    assert refused == "dark hasn't given an order yet"
    setup = ask(op="new", options={"enhanced": 1})["state"]
    assert ask(op="resolve", state=setup, orders={"dark": [], "light": []})["phase"]["key"] == "play"


def test_a_finished_game_lists_no_orders() -> None:
    over = ask(op="resolve", state=ask(op="position", position=MATE)["state"], orders={"light": "g7xh8"})
    assert ask(op="legal", state=over["state"]) == {"id": None, "orders": []}


@pytest.mark.parametrize(
    ("field", "value"),
    [("lost", {"red": "A"}), ("movers", {"red": ""}), ("movers", {"dark": "sea"})],
)
def test_states_with_unknown_sides_are_refused(field: str, value: Any) -> None:
    error = ask(op="position", position=MATE | {field: value})["error"]
    assert error["kind"] == "position"
    assert "side" in error["reason"] or "sea" in error["reason"]
    assert "may be ," not in error["reason"]


@pytest.mark.parametrize("request_", [{"seed": "ab " * 32}, {"seed": SEED, "game_id": 7}])
def test_chance_is_read_strictly(request_: dict[str, Any]) -> None:
    assert first_coin(request_)["kind"] in ("position", "request")
