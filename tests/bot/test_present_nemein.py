"""Nemein's words and menus, without Discord."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import CoinFlip, ScriptedChance
from adjudicator.errors import IllegalOrderError, NotUnderstoodError
from adjudicator.game import Declare, Outcome
from adjudicator.nemein import events as ev
from bot.presenters import presenters
from bot.presenters.base import MenuStep
from tests.bot.nemein import MIDDLE
from tests.bot.transcript import Golden
from tests.conformance import GAMES

GAME: Any = GAMES["nemein"]
WORDS: Any = presenters()["nemein"]
NAMES = {"south": "**South** (Ada)", "north": "**North** (Ben)"}


def start(**options: Any) -> Any:
    return GAME.start(options, ScriptedChance()).state


def middle(seat: str | None = "south", **changed: Any) -> Any:
    return GAME.view(GAME.position({**MIDDLE, **changed}), seat)


def setup(seat: str | None = "south", **options: Any) -> Any:
    return GAME.view(start(**options), seat)


def line(view: Any, text: str) -> Any:
    return GAME.join(view, (), GAME.parse(view, text))


def offered(steps: tuple[MenuStep, ...]) -> list[list[str]]:
    return [[choice.value for choice in step.choices] for step in steps]


# -- names, options, phases


def test_options_are_told(said: Golden) -> None:
    said(WORDS.option_lines(GAME.options({})))
    given = {"currency": {"south": "USD", "north": "JPY"}, "quiet_turns": 0, "houses_to_win": 1, "side": 3}
    said(WORDS.option_lines(GAME.options(given)))


def test_the_phase_says_what_is_possible(said: Golden) -> None:
    said(WORDS.phase_line(setup(None)))
    said(WORDS.phase_line(middle(None)))
    said(WORDS.phase_line(middle(None, stage="upgrade")))
    said(WORDS.phase_line(middle(None, stage="end", extra=2)))
    said(WORDS.phase_line(middle(None, offers=["north"])))
    over = {"phase": "over", "outcome": {"reason": "houses", "places": {"south": 1, "north": 2}}}
    said(WORDS.phase_line(middle(None, **over)))


def test_the_task(said: Golden) -> None:
    said(WORDS.task(setup()))
    said(WORDS.task(setup("north")))
    said(WORDS.task(setup()))
    said(WORDS.task(middle()))
    said(WORDS.task(middle("north")))
    said(WORDS.task(middle(stage="split", extra=1)))
    said(WORDS.task(middle(stage="end")))
    said(WORDS.task(middle(offers=["north"])))
    said(WORDS.example(setup()))
    said(WORDS.example(middle()))
    assert WORDS.example(middle(stage="end")) == "end"


# -- what happened

TOLD: list[list[Any]] = [
    [
        ev.Revealed(seat="south", handful=(25, 10, 5), tiles={"a1": (10,), "b2": (5,)}),
        CoinFlip(n=3, heads=True),
        ev.Begins(seat="south"),
    ],
    [
        ev.Attacked(seat="south", coin=10, origin="c3", target="d4", lowest=1, sure=True),
        ev.Won(seat="south", target="d4", taken={"units": (5, 1), "houses": 1}, promoted_to=10),
        ev.Split(seat="south", tile="d4", coin=10, into=5, housed=False),
        ev.TurnEnded(seat="south", extra=1),
    ],
    [
        ev.Attacked(seat="north", coin=1, origin="e3", target="d3", lowest=5, sure=False),
        CoinFlip(n=4, heads=False, seat="north"),
        ev.Repelled(seat="north", coin=1, target="d3"),
        ev.Skipped(seat="north", action="split d3 5", reason="nothing stands on d3"),
        ev.TurnEnded(seat="north", extra=0),
    ],
    [
        ev.DrawLapsed(seats=("north",)),
        ev.Moved(seat="south", coin=5, origin="b2", target="c3"),
        ev.Upgraded(seat="south", tile="c1", coin=5, into=10),
        ev.Housed(seat="south", tile="d4", coin=5, counts=True),
        ev.GameOver(reason="houses", places={"south": 1, "north": 2}),
    ],
    [
        ev.Swapped(seat="south", tile="c1", housed=1, loose=5),
        ev.Split(seat="south", tile="c1", coin=5, into=1, housed=True),
        ev.Housed(seat="south", tile="a1", coin=1, counts=False),
    ],
    [ev.TurnEnded(seat="north", extra=0)],
    [ev.DrawOffered(seat="south", missing=("north",))],
    [ev.DrawOffered(seat="north", missing=())],
    [ev.Conceded(seat="north"), ev.GameOver(reason="conceded", places={})],
]


def test_what_happened(said: Golden) -> None:
    for events in TOLD:
        told = WORDS.narrate(events, NAMES)
        said(told)
        assert WORDS.news("north", middle("north"), events, NAMES) == told


def test_a_win_that_ends_the_game_wins_no_further_turn(said: Golden) -> None:
    won = ev.Won(seat="south", target="d4", taken={"units": [1], "houses": 0}, promoted_to=5)
    over = ev.GameOver(reason="no_units", places={"south": 1, "north": 2})
    said(WORDS.narrate([won, over], NAMES))


def test_every_event_is_told_or_known_to_be_silent() -> None:
    silent = {"started", "game_over"}
    told = {type(event) for events in TOLD for event in events}
    assert {kind for key, kind in GAME.events().items() if key not in silent} <= told


def test_how_they_stand(said: Golden) -> None:
    view = middle(None)
    said(WORDS.standing(view))
    said(WORDS.summary(view, ()))
    assert WORDS.summary(setup(None), ()) == ""
    assert "Quiet turns" not in WORDS.summary(middle(None, quiet=29), ())
    said(WORDS.summary(middle(None, quiet=30), ()))
    assert WORDS.standing(setup(None)) == {}


def test_results(said: Golden) -> None:
    for reason, *ranks in (
        ("no_units", 1, 2),
        ("houses", 2, 1),
        ("conceded", 1, 2),
        ("quiet_turns", 1, 2),
        ("quiet_turns", 1, 1),
        ("agreed", 1, 1),
    ):
        said(WORDS.result(Outcome(reason, dict(zip(("south", "north"), ranks, strict=True))), NAMES))
        assert reason in ev.REASONS


# -- looking


def test_crops_and_places(said: Golden) -> None:
    view = middle()
    assert WORDS.focus(view, "", False) == ()
    assert WORDS.focus(view, " C3 ", False)[0] == "c3" and len(WORDS.focus(view, "c3", False)) == 19
    assert set(WORDS.focus(view, "", True)) >= {"b2", "c3", "d4", "c1"}
    with pytest.raises(NotUnderstoodError, match="no tile of this board"):
        WORDS.focus(view, "c9", False)
    said([choice.label for choice in WORDS.places(view, "e5")])
    assert len(WORDS.places(view, "")) == 25


def test_what_looks_like_an_order() -> None:
    for text in (
        "handful 5x9",
        "place a1=1",
        "move b2-c3",
        "b2-c3 10",
        "split c3",
        "house e5",
        "swap c3",
        "end",
    ):
        assert WORDS.alike.search(text), text
    for text in ("1 move soho", "house of cards", "hello"):
        assert not WORDS.alike.search(text), text


def test_pages_fit() -> None:
    pages = WORDS.pages()
    assert len(pages) <= 5 and all(len(page.text) <= 1900 for page in pages)
    assert all("Ruling" in page.text for page in pages)


# -- orders in words


def test_a_line_in_words(said: Golden) -> None:
    view = middle()
    said(WORDS.sheet(view, line(view, "swap c1; split b2 10; upgrade c1; end")))
    said(WORDS.sheet(view, line(view, "move c3-d4 10; house d4")))
    said(WORDS.sheet(view, line(view, "move c3-d3 10"))[1:])
    said(WORDS.sheet(view, line(view, "house c3; end"))[0])
    described = [WORDS.describe(view, order) for order in (*line(view, "c3-d3"), Declare("draw"))]
    said(described)


def test_a_line_that_wins_needs_no_end() -> None:
    tiles = {"c3": {"seat": "south", "units": [10]}, "d4": {"seat": "north", "units": [1]}}
    view = middle(tiles=tiles)
    assert len(WORDS.sheet(view, line(view, "c3-d4"))) == 1


# -- the desk in a turn


def test_menus_of_a_turn(said: Golden) -> None:
    view = middle()
    units, later = offered(WORDS.menus(view, (), ""))
    said(units)
    assert later[-1] == "end"
    targets = WORDS.menus(view, (), "u.c3.10")[1]
    said([choice.label for choice in targets.choices][:3])
    assert WORDS.marks(view, "u.c3.10") == {
        **{"c3": "chosen", "d4": "attack", "d3": "flip"},
        **dict.fromkeys(("c2", "c4", "b2", "b3"), "move"),
    }
    assert WORDS.marks(view, "") == {} == WORDS.marks(middle("north"), "u.c3.10")
    drafted = line(view, "c3-d3")
    _, _, later = offered(WORDS.menus(view, drafted, ""))
    assert {"split d3 10", "split b2 10", "house d3"} <= set(later)
    said([[tap.label for tap in row] for row in WORDS.taps(view, drafted, "")])
    assert WORDS.taps(view, (), "") == () == WORDS.taps(view, line(view, "c3-d3; end"), "")
    assert WORDS.menus(middle("north"), (), "") == ()
    going = middle(stage="upgrade")
    said(offered(WORDS.menus(going, (), "u.c3.10")))
    said([tap.label for tap in WORDS.taps(going, (), "")[0]])
    said(WORDS.tapped(view, (), "swap c1"))
    assert WORDS.tapped(view, (), "u.c3.10") == ""


# -- the desk in the set-up


def test_the_builder(said: Golden) -> None:
    view = setup(max_coins=5, fraction="1/2")
    _, first, second = WORDS.taps(view, (), "h1.1.1.1")
    assert [("-" if tap.disabled else "") + tap.label for tap in (*first, *second)] == [
        *("− 25", "-+ 25", "− 10", "-+ 10", "− 5", "+ 5", "− 1", "+ 1")
    ], "no more than 50c in all"
    said(WORDS.progress(view, (), "h1.1.1.1"))
    full = WORDS.taps(view, (), "h0.1.1.3")
    assert all(tap.disabled for row in full[1:] for tap in row if tap.label.startswith("+"))
    for picked, wrong in (
        ("h2.0.0.0", "at least one coin must be a unit, not a 25"),
        ("h0.0.0.9", "41c missing"),
    ):
        assert wrong in WORDS.progress(view, (), picked)
    said(WORDS.tapped(view, (), "h1.2.1.0"))
    assert WORDS.tapped(view, (), "h1.1.1.0") == "" == WORDS.tapped(view, (), "h2.0.0.0")
    said([str(order) for order in WORDS.preview(view, (), "h1.1.1.0")])
    draft = line(view, "handful 25 10x2 5")
    assert WORDS.tapped(view, draft, "h1.2.1.0") == "", "it is there already"
    assert WORDS.preview(view, draft, "") == draft and WORDS.progress(view, draft, "") == ""
    assert GAME.parse(view, WORDS.tapped(view, (), "stock")) == GAME.default(view)


@pytest.mark.parametrize("currency", ["USD", "EUR", "GBP", "JPY", "CHF", "AUD"])
def test_every_currency_has_room_and_distinct_buttons(currency: str) -> None:
    view = setup(currency=currency)
    for picked in ("", "stock", "h"):
        rows = WORDS.taps(view, (), picked)
        values = [tap.value for row in rows for tap in row]
        assert len(rows) <= 4 and all(len(row) <= 5 for row in rows)
        assert len(set(values)) == len(values) and max(map(len, values)) <= 50
    draft = line(view, "handful stock")
    assert WORDS.sheet(view, draft)[0].startswith("**Handful:** ") and WORDS.progress(view, draft, "") == ""


def test_placing(said: Golden) -> None:
    view = setup()
    draft = line(view, "handful 25x3 10 5x2 1x5; place a1=10,5,5 a2=1,1,1 b1=1,1")
    assert offered(WORDS.menus(view, draft, "p")) == [["p.a1.10", "p.a1.5", "p.a2.1", "p.b1.1"]]
    [_, targets] = WORDS.menus(view, draft, "p.b1.1")
    values = [choice.value for choice in targets.choices]
    assert "m.b1.1.a1" not in values and {"m.b1.1.b5", "s.b1.1.a1.10"} <= set(values)
    assert WORDS.marks(view, "p.b1.1")["b1"] == "chosen" and len(WORDS.marks(view, "p.b1.1")) == 9
    said(WORDS.tapped(view, draft, "m.b1.1.b5"))
    said(WORDS.tapped(view, draft, "s.b1.1.a1.10"))
    for stale in ("m.b2.1.b5", "m.b1.10.b5", "m.b1.1.a1", "s.b1.1.a1.1", "m.b1", "s.b1.1.a1"):
        assert WORDS.tapped(view, draft, stale) == "", stale
    said(WORDS.tapped(view, draft, "line"))
    assert WORDS.tapped(view, (), "line") == ""
    assert WORDS.menus(view, (), "p") == (), "there is nothing to place"


def test_suggestions_in_the_set_up(said: Golden) -> None:
    view = setup()
    legal = list(GAME.legal(view))
    found = WORDS.suggest(view, (), legal, "handful 25x3")
    said([choice.value for choice in found])
    said(found[0].label)
    assert all(len(choice.label) <= 100 for choice in WORDS.suggest(view, (), legal, ""))


def test_no_menu_is_too_long(said: Golden) -> None:
    board = GAME.view(start(side=6), None).board
    names = board.names
    tiles = {name: {"seat": "south", "units": [10, 5]} for name in names[:40]}
    tiles[names[-1]] = {"seat": "north", "units": [1]}
    view = GAME.view(
        GAME.position({"options": {"side": 6}, "tiles": tiles, "hands": {"south": 1, "north": 0}}), "south"
    )
    first, targets, later = WORDS.menus(view, (), f"u.{names[39]}")
    assert (len(first.choices), len(later.choices)) == (25, 25) and later.choices[-1].value == "end"
    said(first.placeholder)
    said(later.placeholder)
    assert len(targets.choices) <= 18
    assert all(len(choice.description) <= 100 for step in (first, targets, later) for choice in step.choices)


def test_with_many_units_the_tile_is_chosen_first_and_nothing_is_left_out(said: Golden) -> None:
    names = GAME.view(start(side=6), None).board.names
    tiles: dict[str, Any] = {name: {"seat": "south", "units": [10, 5]} for name in names[:13]}
    tiles["a1"] = {"seat": "south", "house": 5, "units": [10]}
    tiles |= {names[-1]: {"seat": "north", "units": [1]}, "c7": {"seat": "north", "units": [5]}}
    at = {"options": {"side": 6}, "tiles": tiles, "hands": {"south": 1, "north": 0}}
    view = GAME.view(GAME.position(at), "south")
    all_of = {str(order) for order in GAME.legal(view) if str(order).startswith(("move", "swap"))}
    first, _ = WORDS.menus(view, (), "")
    said(first.placeholder)
    assert len(first.choices) == 13
    said(first.choices[0].label)
    assert first.choices[0].value == "u.b6"
    said(first.choices[0].description)
    found: set[str] = set()
    for choice in first.choices:
        again, targets, _ = WORDS.menus(view, (), choice.value)
        assert [one.value for one in again.choices if one.chosen] == [choice.value]
        found |= {one.value for one in targets.choices}
    assert found == all_of
    assert WORDS.marks(view, "u.b6") == {
        **{"b6": "chosen", "c7": "attack"},
        **dict.fromkeys(("b5", "b7", "c6", "a5", "a6"), "move"),
    }
    for text in ("swap a1", "b6-c6 10"):
        _, targets, later = WORDS.menus(view, line(view, text), "")
        assert sum(one.chosen for one in targets.choices) == 1 and len(later.choices) == 25
        assert {"house", "end"} <= {one.value.split()[0] for one in later.choices} or text[0] == "s"


@pytest.mark.parametrize(
    ("fraction", "handful", "held_coin"),
    [("5/1", "50x1 20x13 10x13 5x12", 10), ("421/100", "20x12 10x12 5x12 1x1", 1)],
    ids=["pairs", "targets too"],
)
def test_placing_many_coins_leaves_none_out(
    fraction: str, handful: str, held_coin: int, said: Golden
) -> None:
    view = setup(side=6, currency="EUR", max_coins=40, fraction=fraction)
    draft = GAME.join(view, (), line(view, f"handful {handful}"))
    placed = {tile: sorted(set(coins), reverse=True) for tile, coins in draft[1].placed}
    pairs = {f"p.{tile}.{coin}" for tile, coins in placed.items() for coin in coins}
    assert len(pairs) > 25
    [tiles] = WORDS.menus(view, draft, "p")
    said(tiles.placeholder)
    assert [one.label for one in tiles.choices] == list(placed)
    found, reached = set[str](), set[str]()
    for tile in tiles.choices:
        steps = WORDS.menus(view, draft, tile.value)
        held = [one.value for one in steps[1].choices] if steps[1].placeholder[0] == "C" else []
        found |= {*held} or {f"{tile.value}.{coin}" for coin in placed[tile.label]}
    assert found == pairs
    held_pair = next(pair for pair in sorted(pairs) if pair.endswith(f".{held_coin}"))
    [*_, targets] = WORDS.menus(view, draft, held_pair)
    assert any(one.value.startswith("p.") for one in targets.choices) == (held_coin == 1)
    for one in targets.choices:
        if one.value.startswith("p."):
            steps = WORDS.menus(view, draft, one.value)
            assert len(steps) == 3
            assert [each.value for each in steps[1].choices if each.chosen] == [one.value]
            reached |= {each.value for each in steps[2].choices}
        else:
            reached.add(one.value)
    _, tile, coin = held_pair.split(".")
    others = {other: coins for other, coins in placed.items() if other != tile}
    full = {other for other, coins in draft[1].placed if len(coins) == 3}
    wanted = {f"m.{tile}.{coin}.{other}" for other in others if other not in full}
    wanted |= {
        f"s.{tile}.{coin}.{other}.{unit}"
        for other, coins in others.items()
        for unit in coins
        if unit != int(coin)
    }
    assert reached == wanted


# -- what matters first

WINNING: dict[str, Any] = {
    "tiles": {
        "a1": {"seat": "south", "units": [1]},
        "b1": {"seat": "south", "units": [10, 5]},
        "d1": {"seat": "south", "house": 5},
        "e1": {"seat": "south", "house": 5},
        "e4": {"seat": "south", "units": [5]},
        "f4": {"seat": "north", "units": [10]},
        "e5": {"seat": "north", "units": [1]},
    },
    "hands": {"south": 1, "north": 1},
}
"""South has two of three houses; the 5 on e4 may win by a third, attack e5 (sure) or f4 (a coin flip)."""


def test_what_matters_stands_first(said: Golden) -> None:
    view = middle(**WINNING)
    typed = [choice.value for choice in WORDS.suggest(view, (), (), "")]
    said(typed[:5])
    said([choice.value for choice in WORDS.suggest(view, (), (), "house")])
    units, later = WORDS.menus(view, (), "")
    assert units.choices[0].value == "u.e4.5" and later.choices[-1].value == "end"
    said(later.choices[0].value)
    said(later.choices[-2].value)
    with pytest.raises(IllegalOrderError) as refused:
        GAME.check(view, GAME.parse(view, "house b1"))
    said(list(refused.value.instead)[:2])


def test_what_counts_and_what_wins_is_said_where_it_is_sure(said: Golden) -> None:
    view = middle(**WINNING)
    said(WORDS.suggest(view, (), (), "house")[0].label)
    [_, later] = WORDS.menus(view, (), "")
    said(later.choices[0].label)
    said(WORDS.sheet(view, line(view, "house e4")))
    # where a coin decides whether it can be built at all it is not sure
    told = WORDS.sheet(view, line(view, "move e4-f4; house f4"))
    said(told[1])
    [*_, later] = WORDS.menus(view, line(view, "move e4-f4"), "")
    only = next(choice for choice in later.choices if choice.value == "house f4")
    said(only.label)
    said(only.description)
    [typed] = WORDS.suggest(view, (), (), "e4-f4; house f")
    said(typed.label)
    # whatever a coin shows the other house is built
    both = {**WINNING["tiles"], "d2": {"seat": "south", "units": [1]}}
    told = WORDS.sheet(middle(**{**WINNING, "tiles": both}), line(view, "move e4-f4; house d2"))
    two = {**WINNING["tiles"], "e1": {"seat": "south", "units": [5]}}
    said(WORDS.describe(middle(**{**WINNING, "tiles": two}), line(view, "house e4")[0]))


def test_an_attack_on_the_last_units_wins(said: Golden) -> None:
    tiles = {"c3": {"seat": "south", "units": [10]}, "d4": {"seat": "north", "units": [5, 1]}}
    view = middle(tiles=tiles)
    sure = line(view, "c3-d4")
    said(WORDS.describe(view, sure[0]))
    units, targets, _ = WORDS.menus(view, (), "u.c3.10")
    said(units.choices[0].description)
    said(targets.choices[0].description)
    view = middle(tiles={**tiles, "d4": {"seat": "north", "units": [10]}})
    assert "wins the game" not in WORDS.describe(view, sure[0]), "a coin decides"
