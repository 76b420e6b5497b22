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
from bot.presenters.nemein import text
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
        assert len(told) <= 3
        said(WORDS.news("north", middle("north"), events, NAMES))


def test_the_news_of_many_turns_are_three_lines(said: Golden) -> None:
    many = [event for events in TOLD[1:4] for event in events if not isinstance(event, ev.GameOver)]
    told = WORDS.news("south", middle(), [*TOLD[0], *many, *many], NAMES)
    assert len(told) == 3
    said(told)


def test_a_win_that_ends_the_game_wins_no_further_turn(said: Golden) -> None:
    attack = ev.Attacked(seat="south", coin=5, origin="c3", target="d4", lowest=1, sure=True)
    won = ev.Won(seat="south", target="d4", taken={"units": [1], "houses": 0}, promoted_to=10)
    over = ev.GameOver(reason="no_units", places={"south": 1, "north": 2})
    told = WORDS.narrate([attack, won, over], NAMES)
    said(told)
    assert text.EXTRA_WON not in told[0] and text.PROMOTED(into=10) in told[0]


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
    for order in (
        "handful 5x9",
        "place a1=1",
        "move b2-c3",
        "b2-c3 10",
        "split c3",
        "house e5",
        "swap c3",
        "end",
    ):
        assert WORDS.alike.search(order), order
    for other in ("1 move soho", "house of cards", "hello"):
        assert not WORDS.alike.search(other), other


def test_pages_fit() -> None:
    pages = WORDS.pages()
    assert len(pages) <= 6 and all(len(page.text) <= 1900 for page in pages)
    *others, rulings = pages
    assert rulings.title == "Rulings"
    for number, mark in enumerate("¹²³⁴⁵⁶⁷⁸⁹", 1):
        used = any(mark in page.text for page in others)
        assert used == (mark in rulings.text), number


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
    targets, _ = WORDS.menus(view, (), "u.c3.10")
    said([choice.label for choice in targets.choices][:3])
    assert targets.choices[-1].value == "@units:1"
    assert offered(WORDS.menus(view, (), "units:1"))[0] == units
    assert WORDS.marks(view, "u.c3.10") == {
        **{"c3": "chosen", "d4": "attack", "d3": "flip"},
        **dict.fromkeys(("c2", "c4", "b2", "b3"), "move"),
    }
    assert WORDS.marks(view, "") == {} == WORDS.marks(middle("north"), "u.c3.10")
    drafted = line(view, "c3-d3")
    targets, later = WORDS.menus(view, drafted, "")
    assert [one.value for one in targets.choices if one.chosen] == ["move c3-d3 10"]
    assert {"split d3 10", "split b2 10", "house d3"} <= {one.value for one in later.choices}
    assert offered(WORDS.menus(view, drafted, "units:1"))[0] == units, "another unit can be chosen"
    said([[tap.label for tap in row] for row in WORDS.taps(view, drafted, "")])
    assert WORDS.taps(view, (), "") == () == WORDS.taps(view, line(view, "c3-d3; end"), "")
    assert WORDS.menus(middle("north"), (), "") == ()
    going = middle(stage="upgrade")
    said(offered(WORDS.menus(going, (), "u.c3.10")))
    said([tap.label for tap in WORDS.taps(going, (), "")[0]])
    said(WORDS.tapped(view, (), "swap c1"))
    assert WORDS.tapped(view, (), "u.c3.10") == ""


def test_the_picture_is_cropped_to_what_is_near() -> None:
    view = middle()
    assert WORDS.frame(view, (), "") == () == WORDS.frame(middle("north"), (), "u.c3.10")
    near = set(WORDS.frame(view, (), "u.c3.10"))
    assert {"c3", "d4", "d3", "b2", "e4"} <= near and not {"g4", "c6"} & near
    assert WORDS.frame(view, line(view, "c3-d4; split d4"), "")[:2] == ("c3", "d4")
    assert "c1" in WORDS.frame(view, line(view, "upgrade c1"), "")
    for seat, back in (("south", "a"), ("north", "g")):
        assert set(WORDS.frame(setup(seat), (), "")) == {f"{back}{number}" for number in range(1, 5)}


# -- the desk in the set-up


def test_handfuls_to_choose_from(said: Golden) -> None:
    view = setup(max_coins=5, fraction="1/2")
    [sets] = WORDS.menus(view, (), "")
    said([f"{choice.label}: {choice.description}" for choice in sets.choices])
    for choice in sets.choices:
        draft = line(view, WORDS.tapped(view, (), choice.value))
        GAME.check(view, draft)
        again, *_ = WORDS.menus(view, draft, choice.value)
        assert [one.value for one in again.choices if one.chosen] == [choice.value]
    draft = line(view, "handful 25 10x2 5")
    _, changes = WORDS.menus(view, draft, "")
    said([f"{choice.label}: {choice.description}" for choice in changes.choices])
    for choice in changes.choices:
        GAME.check(view, line(view, WORDS.tapped(view, draft, choice.value)))
    for wrong in ("h1.1.1.0", "h2.0.0.0", "h1.2", "hx.1.1.1", "h1.2.1.0"):
        assert WORDS.tapped(view, draft, wrong) == "", "not worth 50c, or no handful, or there already"
    assert GAME.parse(view, WORDS.tapped(view, (), "stock")) == GAME.default(view)


def test_every_handful_can_be_reached_by_changing_single_coins() -> None:
    view = setup()
    todo = [WORDS.tapped(view, (), "stock").partition(";")[0]]
    seen = set(todo)
    while todo:
        draft = line(view, todo.pop())
        for choice in WORDS.menus(view, draft, "")[1].choices:
            text = WORDS.tapped(view, draft, choice.value)
            todo += [text] if text not in seen else []
            seen.add(text)
    sets = [(q, d, n, 100 - 25 * q - 10 * d - 5 * n) for q in range(5) for d in range(11) for n in range(21)]
    legal = [each for each in sets if each[3] >= 0 and sum(each) <= 20 and sum(each[1:])]
    assert len(seen) == len(legal)


@pytest.mark.parametrize("currency", ["USD", "EUR", "GBP", "JPY", "CHF", "AUD"])
def test_every_currency_has_few_rows_and_distinct_choices(currency: str) -> None:
    view = setup(currency=currency)
    draft = line(view, "handful stock")
    for given, picked in (((), ""), (draft, ""), (draft, "p")):
        steps, rows = WORDS.menus(view, given, picked), WORDS.taps(view, given, picked)
        assert len(steps) + len(rows) <= 3 and all(len(row) <= 5 for row in rows)
        for values in ([tap.value for row in rows for tap in row], *offered(steps)):
            assert len(set(values)) == len(values) <= 25 and max(map(len, values)) <= 50


def test_placing(said: Golden) -> None:
    view = setup()
    draft = line(view, "handful 25x3 10 5x2 1x5; place a1=10,5,5 a2=1,1,1 b1=1,1")
    assert offered(WORDS.menus(view, draft, "p")) == [["p.a1.10", "p.a1.5", "p.a2.1", "p.b1.1"]]
    [targets] = WORDS.menus(view, draft, "p.b1.1")
    values = [choice.value for choice in targets.choices]
    assert "m.b1.1.a1" not in values and {"m.b1.1.b5", "s.b1.1.a1.10"} <= set(values)
    assert values[-1] == "@units:1" and offered(WORDS.menus(view, draft, "units:1"))[0][0] == "p.a1.10"
    assert WORDS.marks(view, "p.b1.1")["b1"] == "chosen" and len(WORDS.marks(view, "p.b1.1")) == 9
    said(WORDS.tapped(view, draft, "m.b1.1.b5"))
    said(WORDS.tapped(view, draft, "s.b1.1.a1.10"))
    for stale in ("m.b2.1.b5", "m.b1.10.b5", "m.b1.1.a1", "s.b1.1.a1.1", "m.b1", "s.b1.1.a1"):
        assert WORDS.tapped(view, draft, stale) == "", stale
    said(WORDS.tapped(view, draft, "line"))
    assert WORDS.tapped(view, (), "line") == ""
    assert len(WORDS.menus(view, (), "p")) == 1, "there is nothing to place: coins are chosen first"


def test_suggestions_in_the_set_up(said: Golden) -> None:
    view = setup()
    legal = list(GAME.legal(view))
    found = WORDS.suggest(view, (), legal, "handful 25x3")
    said([choice.value for choice in found])
    said(found[0].label)
    assert all(len(choice.label) <= 100 for choice in WORDS.suggest(view, (), legal, ""))


def pages(view: Any, draft: Any, picked: str, which: int) -> list[Any]:
    """All choices of a menu that has pages."""
    found: list[Any] = []
    while True:
        step = WORDS.menus(view, draft, picked)[which]
        assert len(step.choices) <= 25 and all(len(choice.description) <= 100 for choice in step.choices)
        found += [
            choice for choice in step.choices if not choice.value.startswith("@") and choice not in found
        ]
        more = next((one.value[1:] for one in step.choices if one.label.startswith("More…")), "")
        if not more or more.endswith(":1"):
            return found
        picked = more


def test_long_menus_have_pages_and_nothing_is_left_out() -> None:
    names = GAME.view(start(side=6), None).board.names
    tiles: dict[str, Any] = {name: {"seat": "south", "units": [10, 5]} for name in names[:13]}
    tiles["a1"] = {"seat": "south", "house": 5, "units": [10]}
    tiles |= {names[-1]: {"seat": "north", "units": [1]}, "c7": {"seat": "north", "units": [5]}}
    at = {"options": {"side": 6}, "tiles": tiles, "hands": {"south": 1, "north": 0}}
    view = GAME.view(GAME.position(at), "south")
    legal = {str(order) for order in GAME.legal(view)}
    units = pages(view, (), "", 0)
    assert units[0].value == "u.b6.10", "an attack comes first"
    found: set[str] = set()
    for choice in units:
        [targets, _] = WORDS.menus(view, (), choice.value) if choice.value[0] == "u" else [None, None]
        found |= {one.value for one in targets.choices[:-1]} if targets else {choice.value}
    assert found == {text for text in legal if text.startswith(("move", "swap"))}
    for picked in ("", "later:2"):
        assert WORDS.menus(view, (), picked)[1].choices[-1].value == "end", "on each page"
    later = {choice.value for choice in pages(view, (), "", 1)}
    assert later == {text for text in legal if not text.startswith(("move", "swap"))}


@pytest.mark.parametrize(
    ("fraction", "handful", "coin"),
    [("5/1", "50x1 20x13 10x13 5x12", 10), ("421/100", "20x12 10x12 5x12 1x1", 1)],
    ids=["pairs", "targets too"],
)
def test_placing_many_coins_leaves_none_out(fraction: str, handful: str, coin: int) -> None:
    view = setup(side=6, currency="EUR", max_coins=40, fraction=fraction)
    draft = GAME.join(view, (), line(view, f"handful {handful}"))
    placed = {tile: sorted(set(coins), reverse=True) for tile, coins in draft[1].placed}
    pairs = {f"p.{tile}.{coin}" for tile, coins in placed.items() for coin in coins}
    assert {choice.value for choice in pages(view, draft, "p", 0)} == pairs and len(pairs) > 25
    held = next(pair for pair in sorted(pairs) if pair.endswith(f".{coin}"))
    _, tile, _ = held.split(".")
    others = {other: coins for other, coins in placed.items() if other != tile}
    full = {other for other, coins in draft[1].placed if len(coins) == 3}
    wanted = {f"m.{tile}.{coin}.{other}" for other in others if other not in full}
    wanted |= {
        f"s.{tile}.{coin}.{other}.{unit}" for other, coins in others.items() for unit in coins if unit != coin
    }
    assert {choice.value for choice in pages(view, draft, held, 0)} == wanted


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
    units, _ = WORDS.menus(view, (), "")
    said(units.choices[0].description)
    targets, _ = WORDS.menus(view, (), "u.c3.10")
    said(targets.choices[0].label)
    assert "wins the game" in targets.choices[0].label
    view = middle(tiles={**tiles, "d4": {"seat": "north", "units": [10]}})
    assert "wins the game" not in WORDS.describe(view, sure[0]), "a coin decides"
