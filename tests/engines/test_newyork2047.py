"""The computer opponent of New York 2047: its view of the rules, what it finds in positions, what it says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.adjust import after_moves
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.resolve import resolve_moves
from adjudicator.newyork2047.state import Field, State
from engines.engine import Letter, Level, Task, Thought
from engines.newyork2047.ahead import look, plan
from engines.newyork2047.engine import NewYorkEngine
from engines.newyork2047.letters import Help, Said, agree_to_peace, offer_peace, read, talks
from engines.simple import random_sheet
from maps.boards import board

CHANCE = HmacChance(bytes(32), "test")


@cache
def engine() -> NewYorkEngine:
    return NewYorkEngine(NewYork2047(board("newyork2047")))


def orders(position: Mapping[str, Any], seat: str, level: Level = Level.GENERAL, **task: Any) -> set[str]:
    """Return what the engine orders in a position."""
    game = engine().game
    view = game.show(game.view(game.position(position), seat))
    return set(engine().think(Task(view, level, **task)).orders)


@cache
def random_game(seed: int, turns: int) -> list[State]:
    """Return the states of a game in which everybody orders anything."""
    game, random = engine().game, Random(seed)
    states = [game.start({}, CHANCE).state]
    while len(states) < turns and states[-1].outcome is None:
        state = states[-1]
        owing = sorted(game.phase(state).owing)
        sheets = {seat: random_sheet(game, game.view(state, seat), random) for seat in owing}
        states.append(game.resolve(state, sheets, CHANCE).state)
    return states


@pytest.mark.parametrize("seed", range(3))
def test_looking_ahead_gives_the_position_that_the_rules_give(seed: int) -> None:
    """Units, control and loyalties after the moves are the adjudicator's, eliminations too."""
    game, random = engine().game, Random(seed)
    map_ = engine().chart.board
    for state in random_game(seed, 14):
        if state.phase not in ("spring", "fall"):
            continue
        for _ in range(3):
            sheets = {
                seat: random_sheet(game, game.view(state, seat), random)
                for seat in sorted(game.phase(state).owing)
            }
            field = Field(map_, state)
            moved = resolve_moves(field, sheets)
            seen = look(field, [plan(field, seat, sheets[seat]) for seat in SEATS if seat in sheets])
            ended = after_moves(map_, state, moved, sheets).state
            gone = set(state.homes) - set(ended.homes)
            assert set(seen.gone) == gone
            assert seen.control == ended.control
            assert seen.turretons == ended.turretons
            assert seen.units == [unit for unit in moved.units if unit.seat not in gone]


# -- positions with one right answer

ALONE = {
    "tower": {"1": "cloisters"},
    "papst": {"1": "astoria"},
    "rossoni": {"1": "arthur_avenue"},
    "christofori": {"1": "fresh_kills"},
    "dunning": {"1": "coney_island"},
    "greene": {"1": "jamaica"},
    "hamblet": {"1": "jersey_city"},
}
"""One unit in each home base, where a position does not say otherwise."""

TEN = (
    *("jamaica", "kennedy", "flushing", "east_new_york", "williamsburg"),
    *("bay_ridge", "long_island_city", "midtown", "chelsea", "harlem"),
)


def position(control: Mapping[str, str] | None = None, /, gone: str = "", **more: Any) -> dict[str, Any]:
    """Make a position. control: space -> seat;  gone: a seat that has conceded, so that its units hold;
    more: units by seat, or fields of a position"""
    units = {seat: more.pop(seat) for seat in SEATS if seat in more}
    ended = {"ended": {gone: 0}, "conceded": [gone]} if gone else {}
    return {"units": {**ALONE, **units}, "control": dict(control or {}), **ended, **more}


LEVELS = tuple(Level)
STRONG = (Level.CAPTAIN, Level.GENERAL)


def always(asked: Mapping[str, Any], seat: str, level: Level) -> list[set[str]]:
    """Return what the engine orders, by several seeds, with few nodes."""
    nodes = min(400, engine().nodes(level))
    return [orders(asked, seat, level, seed=seed, nodes=nodes) for seed in range(3)]


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_star_that_nobody_can_dispute(level: Level) -> None:
    asked = position({"kennedy": "dunning"}, greene={"1": "howard_beach"})
    for sheet in always(asked, "greene", level):
        assert "1 move east_new_york" in sheet


@pytest.mark.parametrize("level", LEVELS)
def test_it_wins_by_the_eleventh_star(level: Level) -> None:
    control = dict.fromkeys(TEN, "greene")
    asked = position(control, greene={"1": "jamaica", "2": "bayside"}, season="fall", year=2050)
    for sheet in always(asked, "greene", level):
        assert "2 move long_island_sound" in sheet


@pytest.mark.parametrize("level", STRONG)
def test_it_disputes_the_eleventh_star_of_another(level: Level) -> None:
    """Curly would be Greene's eleventh star, and nothing else stops it: Co-op City is Papst's own."""
    control = dict.fromkeys(TEN, "greene") | {
        "co_op_city": "papst",
        "long_island_city": "tower",
        "normont": "greene",
    }
    asked = position(
        control,
        greene={"1": "jamaica", "2": "bayside"},
        papst={"1": "astoria", "2": "eastchester_bay"},
        season="fall",
        year=2050,
    )
    for sheet in always(asked, "papst", level):
        assert "2 move long_island_sound" in sheet


@pytest.mark.parametrize("level", LEVELS)
def test_two_units_take_a_star_that_one_unit_holds(level: Level) -> None:
    asked = position(
        {"elizabeth": "hamblet"},
        gone="christofori",
        christofori={"1": "fresh_kills", "2": "bayonne"},
        hamblet={"1": "jersey_city", "2": "newark_bay"},
    )
    for sheet in always(asked, "hamblet", level):
        assert sheet == {"1 move bayonne", "2 support 1 to bayonne"}


@pytest.mark.parametrize("level", LEVELS)
def test_three_units_take_a_home_base(level: Level) -> None:
    """All count, whether they move or support; from the water nobody attacks land, so unit 3 supports."""
    asked = position(
        {"mariners_harbor": "dunning", "elizabeth": "dunning"},
        gone="christofori",
        dunning={"1": "new_dorp", "2": "tottenville", "3": "arthur_kill"},
    )
    for sheet in always(asked, "dunning", level):
        assert "3 support" in " ".join(sheet)
        assert all(order.endswith((" to fresh_kills", " move fresh_kills")) for order in sheet)


@pytest.mark.parametrize("level", LEVELS)
def test_one_unit_does_not_die_on_a_home_base(level: Level) -> None:
    control = {"mariners_harbor": "dunning", "tottenville": "dunning"}
    asked = position(control, gone="christofori", dunning={"1": "new_dorp"})
    for sheet in always(asked, "dunning", level):
        assert "1 move fresh_kills" not in sheet


@pytest.mark.parametrize("level", LEVELS)
def test_moe_supports_the_attack_on_chelsea(level: Level) -> None:
    asked = position(
        {"jersey_city": "hamblet", "midtown": "hamblet"},
        gone="tower",
        tower={"1": "cloisters", "2": "chelsea"},
        hamblet={"1": "soho"},
        turretons={"moe": "hamblet", "larry": None, "curly": None},
    )
    for sheet in always(asked, "hamblet", level):
        assert sheet == {"1 move chelsea", "moe support 1 to chelsea"}


@pytest.mark.parametrize("level", STRONG)
def test_a_unit_at_sea_does_not_try_to_land_where_somebody_stands(level: Level) -> None:
    """Bayonne and Elizabeth are held; so it goes home, which lies open."""
    asked = position(
        gone="christofori",
        christofori={"1": "fresh_kills", "2": "bayonne", "3": "elizabeth"},
        hamblet={"1": "newark_bay"},
    )
    for sheet in always(asked, "hamblet", level):
        assert sheet == {"1 move jersey_city"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_star_of_the_last_fall_is_worth_a_place(level: Level) -> None:
    asked = position(
        {"kennedy": "greene", "east_new_york": "dunning", "bay_ridge": "dunning"},
        greene={"1": "jamaica", "2": "howard_beach"},
        season="fall",
        year=2060,
    )
    for sheet in always(asked, "greene", level):
        assert "2 move east_new_york" in sheet


HOMES = {seat: space["1"] for seat, space in ALONE.items()}


@pytest.mark.parametrize("level", LEVELS)
def test_the_home_base_moves_to_where_it_is_safe(level: Level) -> None:
    """Kennedy is empty, and the enemy next to it; in Williamsburg stands a unit, with another beside it."""
    asked = position(
        {"williamsburg": "greene", "kennedy": "greene"},
        greene={"1": "williamsburg", "2": "red_hook"},
        papst={"1": "jamaica", "2": "howard_beach", "3": "bayside"},
        homes=HOMES,
        phase="adjustment",
        owed={"greene": {"relocate": ["kennedy", "williamsburg"], "disband": 0}},
    )
    for sheet in always(asked, "greene", level):
        assert sheet == {"relocate williamsburg"}


@pytest.mark.parametrize("level", LEVELS)
def test_it_keeps_the_unit_that_guards_the_home_base(level: Level) -> None:
    asked = position(
        {"kennedy": "papst", "east_new_york": "papst", "flushing": "papst"},
        greene={"1": "jamaica", "2": "rockaways"},
        papst={"1": "astoria", "2": "forest_hills", "3": "bayside"},
        phase="adjustment",
        owed={"greene": {"relocate": [], "disband": 1}},
    )
    for sheet in always(asked, "greene", level):
        assert sheet == {"disband 2"}


def test_it_agrees_to_a_draw_that_all_others_want_unless_it_leads() -> None:
    others = [seat for seat in SEATS if seat != "greene"]
    assert "draw" in orders(position(offers=others), "greene", Level.RECRUIT)
    assert "draw" not in orders(position(offers=others[1:]), "greene", Level.RECRUIT)
    assert "draw" not in orders(position({"kennedy": "greene"}, offers=others), "greene", Level.RECRUIT)


# -- every answer is legal


@pytest.mark.parametrize("level", LEVELS)
def test_what_it_orders_is_legal_and_always_the_same(level: Level) -> None:
    game = engine().game
    for number, state in enumerate(random_game(7, 14)):
        for seat in sorted(game.phase(state).owing)[:2]:
            view = game.view(state, seat)
            task = Task(game.show(view), level, seed=number, nodes=40, talks=True)
            thought = engine().think(task)
            assert thought == engine().think(task)
            game.check(view, [order for text in thought.orders for order in game.parse(view, text)])
            assert -1000 <= thought.value <= 1000
            assert game.show(game.view(engine().sample(task.view, Random(0)), seat)) == task.view


@pytest.mark.parametrize("level", LEVELS)
def test_it_looks_at_no_more_positions_than_it_may(level: Level) -> None:
    state = random_game(3, 8)[-1]
    game = engine().game
    for seat in sorted(game.phase(state).owing):
        for nodes in (1, 10, 100):
            thought = engine().think(Task(game.show(game.view(state, seat)), level, nodes=nodes))
            assert thought.nodes <= nodes


# -- letters

BORDER = position(
    greene={"1": "jamaica", "2": "forest_hills"},
    papst={"1": "astoria", "2": "jackson_heights"},
    dunning={"1": "coney_island", "2": "flushing"},
)
"""Papst's second unit and Greene's stand side by side, and both beside Flushing, where Dunning is."""


def answers(
    level: Level, text: str, asked: Mapping[str, Any] = BORDER, number: int = 30, nodes: int = 30
) -> list[Thought]:
    """Return what Greene answers to a letter from Papst, by several seeds."""
    game = engine().game
    view = game.show(game.view(game.position(asked), "greene"))
    letters = (Letter("papst", "greene", text),)
    return [engine().think(Task(view, level, seed, nodes, letters, talks=True)) for seed in range(number)]


PEACE = Said(peace=True)
CHELSEA = Help("greene", "3", "chelsea")
SOHO = Help("papst", "2", "soho")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Peace between us this season? I leave Soho alone.", PEACE),
        ("Agreed: peace between us this season.", Said(peace=True, yes=True)),
        ("hey greene, how about a TRUCE for now??", PEACE),
        ("Non-aggression pact?", PEACE),
        ("ok", Said(yes=True)),
        ("Deal!", Said(yes=True)),
        ("No peace with you.", Said(no=True)),
        ("Sorry, no.", Said(no=True)),
        ("I support your unit 3 into Chelsea this season.", Said(offers=(CHELSEA,))),
        ("Agreed: I support your unit 3 into Chelsea.", Said(yes=True, offers=(CHELSEA,))),
        ("I'll support 3 to chelsea", Said(offers=(CHELSEA,))),
        ("i can support greene 3 to che", Said(offers=(CHELSEA,))),
        ("I support your 3 to hold.", Said(offers=(Help("greene", "3", ""),))),
        ("Could you support my unit 2 into Soho, please?", Said(asks=(SOHO,))),
        ("please support 2 to soho", Said(asks=(SOHO,))),
        ("support papst 2 to soho", Said(asks=(SOHO,))),
        ("Support me into Atlantis with 3!", Said()),
        ("Nice weather in Astoria.", Said()),
        ("", Said()),
    ],
)
def test_it_reads_what_people_write(text: str, said: Said) -> None:
    assert read(engine().chart.board, Letter("papst", "greene", text), "greene") == said


@pytest.mark.parametrize(("level", "least", "most"), [(Level.GENERAL, 24, 30), (Level.RECRUIT, 8, 22)])
def test_it_agrees_to_peace_and_keeps_it(level: Level, least: int, most: int) -> None:
    """A general more often than a recruit. Whoever agrees goes nowhere where Papst is."""
    agreed = 0
    for thought in answers(level, "Truce?"):
        if [letter.text for letter in thought.letters if letter.to == "papst"] == [
            "Agreed: peace between us this season."
        ]:
            agreed += 1
            for order in thought.orders:
                assert not order.endswith((" jackson_heights", " astoria"))
    assert least <= agreed <= most


def test_it_gives_the_support_that_it_agrees_to_give() -> None:
    agreed = 0
    for thought in answers(Level.GENERAL, "please support 2 to flushing"):
        said = Letter("greene", "papst", "Agreed: I support your unit 2 into Flushing.") in thought.letters
        assert said == ("2 support papst 2 to flushing" in thought.orders)
        agreed += said
    assert agreed >= 24


def test_it_helps_nobody_against_itself() -> None:
    for thought in answers(Level.GENERAL, "support 2 to forest hills"):
        assert not any("support papst 2 to forest" in order for order in thought.orders)


def test_it_uses_a_support_that_it_was_offered() -> None:
    """Flushing takes two, and nothing else is to be had."""
    taken = {"kennedy": "dunning", "east_new_york": "dunning"}
    asked = {**BORDER, "control": taken, "ended": {"dunning": 0}, "conceded": ["dunning"]}
    asked["units"] = {**BORDER["units"], "greene": {"2": "bayside"}, "papst": {"2": "jackson_heights"}}
    asked["turretons"] = {"moe": None, "larry": None, "curly": "rossoni"}
    found = answers(Level.CAPTAIN, "I support your unit 2 into Flushing this season.", asked, 8, 400)
    assert sum("2 move flushing" in thought.orders for thought in found) >= 6


def test_it_does_what_it_writes_and_writes_little() -> None:
    """Two letters at most, each to one seat that it has not written to; a support that is promised is
    ordered."""
    game = engine().game
    for number, state in enumerate(random_game(7, 14)[::2]):
        for seat in sorted(game.phase(state).owing):
            shown = game.show(game.view(state, seat))
            thought = engine().think(Task(shown, Level.SERGEANT, number, nodes=30, talks=True))
            assert len(thought.letters) <= 2
            assert len({letter.to for letter in thought.letters}) == len(thought.letters)
            for letter in thought.letters:
                assert letter.sender == seat
                assert letter.to in SEATS
                assert letter.to != seat
                for help_ in read(engine().chart.board, letter, letter.to).offers:
                    wanted = f"support {letter.to} {help_.unit} to {help_.target}"
                    assert any(order.endswith(wanted) for order in thought.orders)
            again = Task(shown, Level.SERGEANT, number, nodes=30, letters=thought.letters, talks=True)
            assert not {letter.to for letter in engine().think(again).letters} & {
                letter.to for letter in thought.letters
            }


def test_two_engines_make_peace() -> None:
    """One offers, the other agrees; both know it then."""
    board = engine().chart.board
    offer = offer_peace("papst", "greene", "Forest Hills")
    answer = agree_to_peace("greene", "papst")
    for one, other in (("papst", "greene"), ("greene", "papst")):
        assert talks(board, one, [offer, answer])[other].agreed
        assert not talks(board, one, [offer])[other].agreed


def test_it_says_nothing_where_nobody_writes() -> None:
    game = engine().game
    view = game.show(game.view(game.position(BORDER), "greene"))
    letter = Letter("papst", "greene", "Truce?")
    plain = engine().think(Task(view, Level.GENERAL, 1, nodes=60))
    assert plain.letters == ()
    assert engine().think(Task(view, Level.GENERAL, 1, nodes=60, letters=(letter,))) == plain
