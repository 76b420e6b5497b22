"""What every game owes (design: architecture), over all games and several option sets of each."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from adjudicator.base_game import leaves
from adjudicator.chance import CHANCE_EVENTS, HmacChance
from adjudicator.codec import canonical, event_from_json, event_to_json
from adjudicator.errors import GameError, IllegalOrderError, NotUnderstoodError, OptionError, PositionError
from adjudicator.game import AnyGame, Declare, Event, shared_complete, texts
from tests.conformance import (
    GAMES,
    OPTION_SETS,
    SCENARIOS,
    SEED,
    TURN_BOUND,
    begin,
    chance,
    played,
    random_orders,
    random_play,
    random_turn,
    states,
)
from tests.tiers import sample

every_scenario = pytest.mark.parametrize(("key", "number"), SCENARIOS)
every_game = pytest.mark.parametrize("key", GAMES)


@pytest.fixture
def game(key: str) -> AnyGame:
    return GAMES[key]


def events_text(events: Sequence[Event]) -> str:
    return canonical([event_to_json(event) for event in events])


def everybody(game: AnyGame, state: Any) -> list[str | None]:
    return [None, *game.seats(game.dump(state)["options"])]


def test_every_game_has_option_sets() -> None:
    assert set(OPTION_SETS) == set(TURN_BOUND) == set(GAMES)


@every_scenario
def test_owing_is_empty_exactly_when_there_is_an_outcome(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number):
        phase = game.phase(state)
        outcome = game.outcome(state)
        assert (not phase.owing) == (outcome is not None)
        assert (phase.key == "over") == (outcome is not None)
        assert phase.owing <= set(game.seats(game.dump(state)["options"]))
        if outcome is not None:
            assert set(outcome.places) == set(game.seats(game.dump(state)["options"]))
            assert min(outcome.places.values()) == 1


@every_scenario
def test_legal_is_sorted_unique_and_there_for_those_who_owe(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number):
        for seat in everybody(game, state):
            orders = texts(game.legal(game.view(state, seat)))
            assert orders == sorted(set(orders))
            assert bool(orders) == (seat in game.phase(state).owing)


@every_scenario
def test_text_of_legal_orders_is_read_back_and_passes_check(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[::5]:
        for seat in sorted(game.phase(state).owing):
            view = game.view(state, seat)
            for order in game.legal(view):
                assert game.parse(view, str(order)) == (order,)
                assert game.parse(view, f"  {str(order).upper()} ") == (order,)
                game.check(view, (order,))
                assert isinstance(game.warn(view, (order,)), tuple)


@every_scenario
def test_what_may_join_a_draft_is_legal_with_it(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[:6]:
        for seat in sorted(game.phase(state).owing):
            view = game.view(state, seat)
            drafts = [(Declare(what),) for what in game.declarations(state, seat)]
            drafts += [(next(iter(game.legal(view))),), random_orders(game, state, seat, random.Random(1))]
            for draft in drafts:
                for order in game.legal(view, draft):
                    game.check(view, (*draft, order))


@every_scenario
def test_joining_a_draft_loses_no_new_order(game: AnyGame, key: str, number: int) -> None:
    """Also none of another phase or of long ago: `check` refuses what does not belong in the sheet."""
    turns = played(key, number)
    given = {str(order): order for turn in turns for sheet in turn.orders.values() for order in sheet}
    for turn in [*turns[:3], *turns[3::6]]:
        for seat, own in turn.orders.items():
            view = game.view(turn.state, seat)
            for draft in ((), own):
                for order in given.values():
                    assert order in game.join(view, draft, (order,))
                assert set(own) <= set(game.join(view, draft, own))


@every_scenario
def test_resolve_leaves_its_input_alone_and_grows_the_turn(game: AnyGame, key: str, number: int) -> None:
    for turn in played(key, number):
        before = canonical(game.dump(turn.state))
        orders = dict(turn.orders)
        again = game.resolve(turn.state, orders, chance(game, turn.state))
        assert canonical(game.dump(turn.state)) == before
        assert orders == turn.orders
        assert game.phase(again.state).turn > game.phase(turn.state).turn
        assert game.drawn(again.state) >= game.drawn(turn.state)


@every_scenario
def test_the_same_orders_give_the_same_bytes_in_any_order(game: AnyGame, key: str, number: int) -> None:
    for turn in played(key, number):
        backwards = dict(reversed(turn.orders.items()))
        again = game.resolve(turn.state, backwards, chance(game, turn.state))
        assert canonical(game.dump(again.state)) == canonical(game.dump(turn.resolution.state))
        assert events_text(again.events) == events_text(turn.resolution.events)


@every_scenario
def test_the_number_of_the_next_result_is_what_the_events_say(game: AnyGame, key: str, number: int) -> None:
    for turn in played(key, number):
        drawn = [event.n for event in turn.resolution.events if type(event) in CHANCE_EVENTS.values()]  # type: ignore[attr-defined]
        first = game.drawn(turn.state)
        assert drawn == list(range(first, first + len(drawn)))
        assert game.drawn(turn.resolution.state) == first + len(drawn)


@every_scenario
def test_states_go_through_json(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number):
        text = canonical(game.dump(state))
        again = game.load(json.loads(text))
        assert again == state
        assert canonical(game.dump(again)) == text
        assert game.phase(again) == game.phase(state)


@every_scenario
def test_events_go_through_json_and_are_documented(game: AnyGame, key: str, number: int) -> None:
    kinds = {**game.events(), **CHANCE_EVENTS}
    seen: list[Event] = list(begin(key, number).events)
    for turn in played(key, number):
        seen += turn.resolution.events
    for event in seen:
        data = event_to_json(event)
        assert kinds[data["type"]] is type(event)
        assert type(event).__doc__
        assert event_from_json(kinds, json.loads(canonical(data))) == event
        assert event.seen_by is None or event.seen_by <= set(game.seats(OPTION_SETS[key][number]))


@every_scenario
def test_views_are_shown_as_json_and_name_their_seat(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number):
        for seat in everybody(game, state):
            shown = game.show(game.view(state, seat))
            assert json.loads(canonical(shown)) == shown
            assert shown["seat"] == seat


@every_scenario
def test_what_is_revealed_is_the_same_position(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number):
        shown = game.revealed(state)
        was, now = game.phase(state), game.phase(shown)
        assert (now.key, now.turn, now.owing) == (was.key, was.turn, was.owing)
        assert game.outcome(shown) == game.outcome(state) and game.drawn(shown) == game.drawn(state)
        views = [game.show(game.view(shown, seat)) for seat in everybody(game, state)]
        assert "?" not in canonical([view.get("pieces") for view in views]), "nothing is masked"


@every_scenario
def test_default_is_legal(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number):
        for seat in everybody(game, state):
            view = game.view(state, seat)
            orders = game.default(view)
            if seat not in game.phase(state).owing:
                assert orders is None
            elif orders is not None:
                game.check(view, orders)


@every_scenario
def test_missing_orders_take_the_default_or_are_refused(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[:5]:
        if game.outcome(state) is not None:
            continue
        defaults = {seat: game.default(game.view(state, seat)) for seat in sorted(game.phase(state).owing)}
        if None in defaults.values():
            with pytest.raises(IllegalOrderError, match="hasn't given an order yet"):
                game.resolve(state, {}, chance(game, state))
        else:
            without = game.resolve(state, {}, chance(game, state))
            assert without == game.resolve(state, defaults, chance(game, state))  # type: ignore[arg-type]


@pytest.mark.parametrize(("key", "number"), sample(SCENARIOS, range(0, len(SCENARIOS), 2)))
def test_random_play_ends(game: AnyGame, key: str, number: int) -> None:
    *_, last = islice(random_play(key, number), TURN_BOUND[key])
    assert game.outcome(last.resolution.state) is not None
    assert events_text(last.resolution.events)
    with pytest.raises(GameError):
        game.resolve(last.resolution.state, {}, HmacChance(SEED, key))
    for seat in everybody(game, last.resolution.state)[1:]:
        assert game.declarations(last.resolution.state, str(seat)) == ()


@every_scenario
def test_the_order_sheet_of_one_sharing_seat_is_enough(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[:5]:
        for seat in sorted(game.phase(state).owing):
            shared = game.sharing(state, seat)
            assert seat in shared
            assert all(game.sharing(state, other) == shared for other in shared)
            assert shared.isdisjoint(shared_complete(game, state, {seat}))
        assert not shared_complete(game, state, game.phase(state).owing)


@every_scenario
def test_declarations_are_what_can_be_declared(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[:8]:
        for seat in everybody(game, state)[1:]:
            allowed = game.declarations(state, str(seat))
            for what in {"concede", "draw", "penalty", *allowed}:
                if what in allowed:
                    before = canonical(game.dump(state))
                    after = game.declare(state, str(seat), what)
                    assert after.events
                    assert canonical(game.dump(state)) == before
                    assert game.load(game.dump(after.state)) == after.state
                    owing = game.phase(after.state).owing
                    changed = bool(owing - game.phase(state).owing) or not owing
                    assert (game.phase(after.state).turn > game.phase(state).turn) == changed
                    assert game.parse(game.view(state, str(seat)), what) == (Declare(what),)
                else:
                    with pytest.raises(IllegalOrderError):
                        game.declare(state, str(seat), what)


@every_scenario
def test_rulings_are_the_game_masters_alone(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[::8]:
        for seat in map(str, everybody(game, state)[1:]):
            view = game.view(state, seat)
            for what in game.rulings(state, seat)[:3]:
                before = canonical(game.dump(state))
                after = game.declare(state, seat, what)
                assert after.events
                assert canonical(game.dump(state)) == before
                assert game.load(game.dump(after.state)) == after.state
                owing = game.phase(after.state).owing
                changed = bool(owing - game.phase(state).owing) or not owing
                assert (game.phase(after.state).turn > game.phase(state).turn) == changed
                with pytest.raises(NotUnderstoodError):
                    game.parse(view, what)
                with pytest.raises(IllegalOrderError):
                    game.check(view, (Declare(what),))
                with pytest.raises(IllegalOrderError):
                    game.resolve(state, {seat: (Declare(what),)}, chance(game, state))
            if game.outcome(state) is not None:
                assert game.rulings(state, seat) == ()


@every_scenario
def test_everybody_conceding_ends_the_game(game: AnyGame, key: str, number: int) -> None:
    state = begin(key, number).state
    for seat in everybody(game, state)[1:]:
        if "concede" in game.declarations(state, str(seat)):
            state = game.declare(state, str(seat), "concede").state
        if game.outcome(state) is None:  # play goes on with those who are left
            state = random_turn(game, state, random.Random(2)).resolution.state
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.places[str(everybody(game, state)[1])] > 1


@every_scenario
def test_a_wrong_order_changes_nothing_and_says_what_would_work(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[:6]:
        for seat in everybody(game, state)[1:]:
            view = game.view(state, seat)
            for text in ("", "?", "no such order", "\x00", "1" * 500):
                with pytest.raises(NotUnderstoodError) as not_understood:
                    game.parse(view, text)
                assert "\n" not in str(not_understood.value)
            with pytest.raises(IllegalOrderError):
                game.check(view, ())


@every_scenario
def test_one_order_that_is_not_legal_refuses_the_whole_resolution(
    game: AnyGame, key: str, number: int
) -> None:
    for turn in played(key, number)[:10]:
        before = canonical(game.dump(turn.state))
        for seat in everybody(game, turn.state)[1:]:
            with pytest.raises(IllegalOrderError):
                wrong = {**turn.orders, str(seat): (Declare("nothing"),)}
                game.resolve(turn.state, wrong, chance(game, turn.state))
        assert canonical(game.dump(turn.state)) == before


@every_scenario
def test_perft_counts_the_order_tree(game: AnyGame, key: str, number: int) -> None:
    for state in states(key, number)[4:5]:
        phase = game.phase(state)
        if len(phase.owing) != 1 or phase.sealed:
            continue
        for depth in (0, 1, 2):
            assert game.perft(state, depth) == leaves(game, state, depth)


@every_game
def test_the_state_of_a_started_game_keeps_its_options(game: AnyGame, key: str) -> None:
    for given in OPTION_SETS[key]:
        full = game.options(given)
        assert game.options(full) == full
        assert set(full) == {option.key for option in game.option_table}
        assert canonical(game.dump(game.start(given, HmacChance(SEED, key)).state)["options"]) == canonical(
            full
        )
        assert len(set(game.seats(full))) == len(game.seats(full)) >= 2
        assert game.seats(given) == game.seats(full)


@every_game
def test_every_option_has_its_sentence_and_a_default_that_is_right(game: AnyGame, key: str) -> None:
    for option in game.option_table:
        assert option.decides.endswith(".")
        assert option.label
        assert canonical(game.options({option.key: option.default})) == canonical(game.options({}))
        with pytest.raises(OptionError):
            game.options({option.key: object()})
    with pytest.raises(OptionError):
        game.options({"no such option": 1})


@every_game
def test_what_is_no_state_is_refused(game: AnyGame, key: str) -> None:
    good = game.dump(begin(key, 0).state)
    wrong: list[tuple[str, Any]] = [("", {}), ("no", {"no": 1}), ("another", {**good, "another": 1})]
    for field in good:
        wrong += [(field, {**good, field: value}) for value in ("?", 10**30, [["?"]], {"?": "?"}, 1.5)]
    for field, data in wrong:
        try:
            state = game.load(data)
        except PositionError as error:
            assert (field if field != "options" else "option") in str(error)
            continue
        assert game.load(game.dump(state)) == state, data


@every_game
def test_the_game_describes_itself(game: AnyGame, key: str) -> None:
    assert game.key == key
    assert game.name
    assert game.rules_version >= 1
    assert json.loads(canonical(game.board())) == game.board()
    assert set(game.events()).isdisjoint(CHANCE_EVENTS)
