"""The tour's own orders and commands, given to the positions and leagues that the demo begins with."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.game import AnyGame, Event
from adjudicator.nemein import events as nemein
from adjudicator.nme import events as nme
from adjudicator.registry import games
from adjudicator.ww3.events import Met, Moved
from demo import seed
from demo.tour import CALLED, TOUR, Step
from demo.world import CHANNELS, MODERATOR, PLAYERS
from maps.boards import boards

GAMES = games(boards())
NEWYORK, NME, NEMEIN, WW3 = (GAMES[key] for key in ("newyork2047", "nme", "nemein", "ww3"))
DICE = {"red": (6, 1, 1), "blue": (1, 6, 1), "silver": (1, 1, 6)}


STEPS = {f"{part.key}-{number}": step for part in TOUR for number, step in enumerate(part.steps, 1)}


def typed(key: str) -> str:
    """What the step says to type."""
    [code] = re.findall(r"`([^`]+)`", STEPS[key].text)
    return str(code)


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_steps_name_players_places_and_what_completes_them(step: Step) -> None:
    channel = (step.game or step.place).partition("/")[0]
    assert channel in CHANNELS or (channel == "dm" and step.player != CALLED)
    assert step.player in PLAYERS or (step.player == CALLED and step.game)
    pressed = re.findall(r"\*\*([^*]+)\*\*", step.text)
    sent = re.findall(r"`(/[a-z ]+?)(?: [a-z]+:[^`]*)?`", step.text)
    assert step.done == ["", *sent, *pressed][-1]
    assert len(step.text) <= 160, "a sentence or two"


def given(
    game: AnyGame, state: Any, orders: dict[str, str], *thrown: bool | int
) -> tuple[Any, tuple[Event, ...]]:
    """Orders by seat, as text, with coins or dice as they fall."""
    parsed = {seat: game.parse(game.view(state, seat), text) for seat, text in orders.items()}
    resolution = game.resolve(state, parsed, ScriptedChance(*thrown, n=game.drawn(state)))
    return resolution.state, resolution.events


def started(game: AnyGame, **options: Any) -> Any:
    return game.start(game.options(options), ScriptedChance()).state


# -- New York 2047


def test_the_tours_orders_for_new_york() -> None:
    """As the tour says: Emil, whose Greene has just lost Flushing, gives its orders."""
    state = started(NEWYORK)
    for sheets in seed.SEASONS:
        state, _ = given(NEWYORK, state, {seed.SEATS[name]: text for name, text in sheets.items()})
    assert NEWYORK.phase(state).key == "fall"
    view = NEWYORK.view(state, seed.SEATS[STEPS["newyork2047-3"].player])
    sheet = NEWYORK.parse(view, typed("newyork2047-3"))
    assert len(sheet) > 1
    NEWYORK.check(view, sheet)
    assert NEWYORK.warn(view, sheet) == ()


# -- NME


def legal(state: Any) -> list[str]:
    [army] = NME.phase(state).owing
    return [str(order) for order in NME.legal(NME.view(state, army))]


def moved(state: Any, text: str) -> tuple[Any, tuple[Event, ...]]:
    """One order of the army to move."""
    [army] = NME.phase(state).owing
    return given(NME, state, {army: text})


def test_the_position_of_nme() -> None:
    """Gray is called, and may use Naval One, flank and trade."""
    state = started(NME)
    for number, text in enumerate(seed.NME_MOVES):
        assert NME.phase(state).owing == {seed.ARMIES[number % 3]}
        # Nobody leaves a President alone that could be taken: it is a game between people.
        taking = [order for order in legal(state) if "x" in order]
        assert not any(
            isinstance(event, nme.Assassinated) for order in taking for event in moved(state, order)[1]
        )
        assert text in legal(state), "as the record writes it"
        state, _ = moved(state, text)
    assert NME.phase(state).owing == {"gray"}
    assert all(state.prisoners), "every army holds somebody"
    orders = ("I0s-H1n", "F1xH1", "L5-L5s=S")
    naval_one, flank, trade = (moved(state, order)[1][0] for order in orders)
    assert isinstance(naval_one, nme.Moved) and naval_one.naval_one
    assert isinstance(flank, nme.Captured) and flank.flank
    assert isinstance(trade, nme.Traded) and (trade.piece, trade.holder) == ("S", "white")
    assert set(orders) <= set(legal(state))


def test_a_moderator_who_does_not_play_gives_the_penalty() -> None:
    assert STEPS["nme-2"].player == MODERATOR and MODERATOR not in seed.NME_PLAYERS


# -- Nemein


def coins(heads: bool) -> Any:
    """The position after what the demo plays, without the bot. heads: South moves first"""
    state, _ = given(NEMEIN, started(NEMEIN), seed.NEMEIN_SETUPS, heads)
    if not heads:
        state, _ = given(NEMEIN, state, {"north": "end"})
    for number, text in enumerate(seed.NEMEIN_TURNS):
        seat = ("south", "north")[number % 2]
        assert NEMEIN.phase(state).owing == {seat} and not NEMEIN.phase(state).goes_on
        state, _ = given(NEMEIN, state, {seat: text})
    return state


@pytest.mark.parametrize("heads", [True, False])
def test_the_tours_orders_for_nemein(heads: bool) -> None:
    """As the tour says: South is called, and attacks surely or with a coin flip, whoever moved first."""
    state = coins(heads)
    sure, flip = typed("nemein-1"), typed("nemein-2")
    for key in ("nemein-1", "nemein-2"):
        assert NEMEIN.phase(state).owing == {seed.COINS[STEPS[key].player]}
    again, events = given(NEMEIN, state, {"south": sure})
    attack, won, split, upgraded, housed, ended = events
    assert isinstance(attack, nemein.Attacked) and attack.sure and isinstance(won, nemein.Won)
    assert isinstance(split, nemein.Split) and isinstance(upgraded, nemein.Upgraded)
    assert isinstance(housed, nemein.Housed) and housed.counts
    assert isinstance(ended, nemein.TurnEnded) and ended.extra == 1, "another turn, as the tour says"
    for side in (True, False):
        after, events = given(NEMEIN, again, {"south": flip}, side)
        assert isinstance(events[0], nemein.Attacked) and not events[0].sure
        assert any(isinstance(event, nemein.Won) for event in events) is side
        assert NEMEIN.phase(after).owing == ({"south"} if side else {"north"}), "a win is another turn"


def test_the_handful_that_was_sent_is_a_handful() -> None:
    view = NEMEIN.view(started(NEMEIN), "south")
    NEMEIN.check(view, NEMEIN.join(view, (), NEMEIN.parse(view, seed.HANDFUL)))
    assert STEPS["nemein-4"].player == seed.CHOOSING[1]


# -- WW3


def military(begins: str) -> Any:
    """The position after what the demo plays, without the bot."""
    state, _ = given(WW3, started(WW3, players=3), seed.WW3_SETUPS, *DICE[begins])
    for seat, text in seed.ww3_moves(begins):
        assert WW3.phase(state).owing == {seat}
        state, _ = given(WW3, state, {seat: text})
    return state


@pytest.mark.parametrize("begins", seed.WW3_SEATS)
def test_the_position_of_ww3(begins: str) -> None:
    """Red is called, may meet Blue's Air Craft, and move Soldiers in both ways."""
    state = military(begins)
    assert WW3.phase(state).owing == {"red"}
    assert any(state.lost), "somebody has fallen"
    meeting, far, pair = (
        given(WW3, state, {"red": text})[1] for text in ("d6-e7", "d3-d4-e5", "h5-h6 d3-d4")
    )
    assert isinstance(meeting[0], Met) and (meeting[0].of, meeting[0].defender) == ("blue", "A")
    assert [len(event.path) for event in far if isinstance(event, Moved)] == [3]
    assert [len(event.path) for event in pair if isinstance(event, Moved)] == [2, 2]
    assert WW3.view(state, "red").state.ways[0] is not None, "the Air Craft may not fly on as it flew"


def test_the_formation_that_was_sent_is_one() -> None:
    state = started(WW3, players=2, fog="on")
    for seat in WW3.seats(state.options.to_json()):
        view = WW3.view(state, seat)
        WW3.check(view, WW3.parse(view, seed.FORMATION))
    assert STEPS["ww3-2"].player == seed.IN_FOG[1]


def test_positions_are_the_same_whoever_begins() -> None:
    first, second = (NEMEIN.dump(coins(heads)) for heads in (True, False))
    assert {key for key in first if first[key] != second[key]} == {"turn", "number", "ply"}
    first, *others = (WW3.dump(military(begins)) for begins in seed.WW3_SEATS)
    for other in others:
        assert {key for key in first if first[key] != other[key]} <= {"turn", "ply"}


# -- leagues


def test_each_command_of_the_tour_names_one_league() -> None:
    """There are two in that channel, and without a name the bot would ask which."""
    commands = [typed("league-1"), typed("league-5")]
    assert len(seed.LEAGUES) == 2
    for command in commands:
        [word] = re.findall(r"league:(\w+)", command)
        assert sum(word in name.lower() for name in seed.LEAGUES) == 1, command
