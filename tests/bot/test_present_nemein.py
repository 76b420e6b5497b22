"""Nemein's words and menus, without Discord."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import CoinFlip, ScriptedChance
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Outcome
from adjudicator.nemein import events as ev
from bot.presenters import presenters
from bot.presenters.base import MenuStep
from tests.bot.nemein import MIDDLE
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


def test_options_are_told() -> None:
    assert WORDS.option_lines(GAME.options({})) == [
        "A handful of USD coins (25 10 5 1) worth 100c, at most 20 of them",
        "Board of side 4: 37 tiles",
        "To win: 3 houses on the middle row or beyond it, or no enemy unit left",
        "After 60 turns without an attack or a new house: more counting houses win",
    ]
    given = {"currency": {"south": "USD", "north": "JPY"}, "quiet_turns": 0, "houses_to_win": 1, "side": 3}
    assert WORDS.option_lines(GAME.options(given)) == [
        "South: a handful of USD coins (25 10 5 1) worth 100c; North: JPY coins (500 100 50 10 5 1) worth "
        "2000 yen; at most 20 of them",
        "Board of side 3: 19 tiles",
        "To win: 1 house on the middle row or beyond it, or no enemy unit left",
    ]


def test_the_phase_says_what_is_possible() -> None:
    assert WORDS.phase_line(setup(None)) == "Both players choose their coins in secret"
    assert WORDS.phase_line(middle(None)) == "South to move: move, swap, split, upgrade, house or end"
    assert WORDS.phase_line(middle(None, stage="upgrade")) == "South to move: upgrade, house or end"
    assert WORDS.phase_line(middle(None, stage="end", extra=2)) == "South to move: end · 2 further turns won"
    assert "· North offers a draw" in WORDS.phase_line(middle(None, offers=["north"]))
    over = {"phase": "over", "outcome": {"reason": "houses", "places": {"south": 1, "north": 2}}}
    assert WORDS.phase_line(middle(None, **over)) == "The game is over"


def test_the_task() -> None:
    assert "worth exactly **100c**, at most 20" in WORDS.task(setup())
    assert "home rows f and g" in WORDS.task(setup("north")) and "A 25 is a *house coin*" in WORDS.task(
        setup()
    )
    assert WORDS.task(middle()).startswith("It is your turn: move or swap, split, upgrade, house")
    assert WORDS.task(middle("north")) == "You owe no order now."
    assert WORDS.task(middle(stage="split", extra=1)) == (
        "**Your turn goes on:** split, upgrade, house or end. You have won a further turn, which comes after "
        "this one."
    )
    assert "Nothing else is possible: press **End turn**." in WORDS.task(middle(stage="end"))
    assert WORDS.task(middle(offers=["north"])).endswith("North offers a draw: `draw` agrees.")
    assert WORDS.example(setup()) == "handful 25x3 10x1 5x2 1x5"
    assert WORDS.example(middle()) == "move c3-d4 10; end" and WORDS.example(middle(stage="end")) == "end"


# -- what happened

TOLD: list[tuple[list[Any], list[str]]] = [
    (
        [
            ev.Revealed(seat="south", handful=(25, 10, 5), tiles={"a1": (10,), "b2": (5,)}),
            CoinFlip(n=3, heads=True),
            ev.Begins(seat="south"),
        ],
        [
            "**South** (Ada) plays 25×1 · 10×1 · 5×1: 2 units on the board, 1 house coin in hand.",
            "Coin flip #3: **heads**. **South** (Ada) moves first.",
        ],
    ),
    (
        [
            ev.Attacked(seat="south", coin=10, origin="c3", target="d4", lowest=1, sure=True),
            ev.Won(seat="south", target="d4", taken={"units": (5, 1), "houses": 1}, promoted_to=10),
            ev.Split(seat="south", tile="d4", coin=10, into=5, housed=False),
            ev.TurnEnded(seat="south", extra=1),
        ],
        [
            "**South** (Ada): 10 c3 → d4, **an attack**. It is more than 1, the lowest there: a sure win.",
            "The attack on d4 **wins**: 5, 1 and a house are removed, and a 10 stands there now. This wins a "
            "further turn.",
            "The 10 on d4 becomes two 5s.",
            "**South** (Ada): the turn ends; now comes a further one, won by an attack.",
        ],
    ),
    (
        [
            ev.Attacked(seat="north", coin=1, origin="e3", target="d3", lowest=5, sure=False),
            CoinFlip(n=4, heads=False, seat="north"),
            ev.Repelled(seat="north", coin=1, target="d3"),
            ev.Skipped(seat="north", action="split d3 5", reason="nothing stands on d3"),
            ev.TurnEnded(seat="north", extra=0),
        ],
        [
            "**North** (Ben): 1 e3 → d3, **an attack**. It is not more than 5, the lowest there: a coin flip "
            "decides, heads wins.",
            "Coin flip #4: **tails**. The attack on d3 is lost, and so is the 1; the defenders stay.",
            "`split d3 5` was skipped: nothing stands on d3.",
        ],
    ),
    (
        [
            ev.DrawLapsed(seats=("north",)),
            ev.Moved(seat="south", coin=5, origin="b2", target="c3"),
            ev.Upgraded(seat="south", tile="c1", coin=5, into=10),
            ev.Housed(seat="south", tile="d4", coin=5, counts=True),
            ev.GameOver(reason="houses", places={"south": 1, "north": 2}),
        ],
        [
            "The draw offer has lapsed.",
            "**South** (Ada): 5 b2 → c3.",
            "The housed 5 on c1 becomes a 10.",
            "**A house** beneath the 5 on d4; it counts.",
        ],
    ),
    (
        [
            ev.Swapped(seat="south", tile="c1", housed=1, loose=5),
            ev.Split(seat="south", tile="c1", coin=5, into=1, housed=True),
            ev.Housed(seat="south", tile="a1", coin=1, counts=False),
        ],
        [
            "**South** (Ada): on c1 the 1 is housed now, the 5 is not any more.",
            "The 5 on c1 becomes two 1s, one of them housed.",
            "**A house** beneath the 1 on a1; it does not count, so near to home.",
        ],
    ),
    ([ev.TurnEnded(seat="north", extra=0)], ["**North** (Ben): the turn ends."]),
    (
        [ev.DrawOffered(seat="south", missing=("north",))],
        ["**South** (Ada) offers a draw. To agree: **North** (Ben)."],
    ),
    ([ev.DrawOffered(seat="north", missing=())], ["**North** (Ben) agrees to the draw."]),
    ([ev.Conceded(seat="north"), ev.GameOver(reason="conceded", places={})], ["**North** (Ben) concedes."]),
]


@pytest.mark.parametrize(("events", "told"), TOLD)
def test_what_happened(events: list[Any], told: list[str]) -> None:
    assert WORDS.narrate(events, NAMES) == told
    assert WORDS.news("north", middle("north"), events, NAMES) == told


def test_a_win_that_ends_the_game_wins_no_further_turn() -> None:
    won = ev.Won(seat="south", target="d4", taken={"units": [1], "houses": 0}, promoted_to=5)
    over = ev.GameOver(reason="no_units", places={"south": 1, "north": 2})
    assert WORDS.narrate([won, over], NAMES) == [
        "The attack on d4 **wins**: 1 is removed, and a 5 stands there now."
    ]


def test_every_event_is_told_or_known_to_be_silent() -> None:
    silent = {"started", "game_over"}
    told = {type(event) for events, _ in TOLD for event in events}
    assert {kind for key, kind in GAME.events().items() if key not in silent} <= told


def test_how_they_stand() -> None:
    view = middle(None)
    assert WORDS.standing(view) == {
        "south": "5 units (10×2 · 5×2 · 1×1) · houses 0 of 3 · 1 too near to home to count · "
        "2 house coins in hand",
        "north": "5 units (10×1 · 5×2 · 1×2) · houses 0 of 3 · 1 too near to home to count · "
        "1 house coin in hand",
    }
    assert WORDS.summary(view, ()).startswith("-# South: 5 units") and WORDS.summary(setup(None), ()) == ""
    assert "Quiet turns" not in WORDS.summary(middle(None, quiet=29), ())
    assert WORDS.summary(middle(None, quiet=30), ()).endswith(
        "-# Quiet turns: 30 of 60; then the houses that count decide"
    )
    assert WORDS.standing(setup(None)) == {}


@pytest.mark.parametrize(
    ("reason", "places", "told"),
    [
        ("no_units", (1, 2), "**South wins:** no enemy unit is left on the board. Congratulations, "),
        ("houses", (2, 1), "**North wins:** enough houses stand on the middle row or beyond it."),
        ("conceded", (1, 2), "**South wins:** the other side has given up."),
        ("quiet_turns", (1, 2), "**South wins:** too many turns without"),
        ("quiet_turns", (1, 1), "**A draw:** too many turns without"),
        ("agreed", (1, 1), "**A draw** by agreement."),
    ],
)
def test_results(reason: str, places: tuple[int, int], told: str) -> None:
    outcome = Outcome(reason, dict(zip(("south", "north"), places, strict=True)))
    assert WORDS.result(outcome, NAMES).startswith(told)
    assert reason in ev.REASONS


# -- looking


def test_crops_and_places() -> None:
    view = middle()
    assert WORDS.focus(view, "", False) == ()
    assert WORDS.focus(view, " C3 ", False)[0] == "c3" and len(WORDS.focus(view, "c3", False)) == 19
    assert set(WORDS.focus(view, "", True)) >= {"b2", "c3", "d4", "c1"}
    with pytest.raises(NotUnderstoodError, match="no tile of this board"):
        WORDS.focus(view, "c9", False)
    assert [choice.label for choice in WORDS.places(view, "e5")] == ["e5 · North: house with 5, beside it 1"]
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


def test_a_line_in_words() -> None:
    view = middle()
    assert WORDS.sheet(view, line(view, "swap c1; split b2 10; upgrade c1; end")) == [
        "1. `swap c1`: on c1 the 1 takes the place of the 5 on the house",
        "2. `split b2 10`: the 10 on b2 becomes two 5s",
        "3. `upgrade c1`: the housed 1 on c1 becomes a 5",
        "4. `end`: end the turn",
    ]
    assert WORDS.sheet(view, line(view, "move c3-d4 10; house d4")) == [
        "1. `move c3-d4 10`: the 10 on c3 attacks d4: **a sure win**",
        "2. `house d4`: a house on d4, which counts (1 of 3)",
        "-# Without `end` your turn stays open: you may still end.",
        "-# After this turn a further one of yours comes.",
    ]
    assert WORDS.sheet(view, line(view, "move c3-d3 10"))[1:] == [
        "-# Without `end` your turn stays open: after the flip you may still split, upgrade, house or end.",
        "-# If the flip is won, a further turn of yours comes after this one.",
    ]
    assert WORDS.sheet(view, line(view, "house c3; end"))[0].endswith("which does not count so near to home")
    described = [WORDS.describe(view, order) for order in (*line(view, "c3-d3"), Declare("draw"))]
    assert described == ["the 10 on c3 attacks d3: a coin flip", "offer or accept a draw"]


def test_a_line_that_wins_needs_no_end() -> None:
    tiles = {"c3": {"seat": "south", "units": [10]}, "d4": {"seat": "north", "units": [1]}}
    view = middle(tiles=tiles)
    assert len(WORDS.sheet(view, line(view, "c3-d4"))) == 1


# -- the desk in a turn


def test_menus_of_a_turn() -> None:
    view = middle()
    units, later = offered(WORDS.menus(view, (), ""))
    assert units == ["u.c3.10", "u.c1.1", "u.b2.10", "u.b2.5", "swap c1"] and later[-1] == "end"
    targets = WORDS.menus(view, (), "u.c3.10")[1]
    assert [choice.label for choice in targets.choices][:3] == [
        "d4: attack 5, 1 · sure win",
        "d3: attack 10 · coin flip",
        "c2",
    ]
    assert WORDS.marks(view, "u.c3.10") == {
        **{"c3": "chosen", "d4": "attack", "d3": "flip"},
        **dict.fromkeys(("c2", "c4", "b2", "b3"), "move"),
    }
    assert WORDS.marks(view, "") == {} == WORDS.marks(middle("north"), "u.c3.10")
    drafted = line(view, "c3-d3")
    _, _, later = offered(WORDS.menus(view, drafted, ""))
    assert {"split d3 10", "split b2 10", "house d3"} <= set(later)
    assert [[tap.label for tap in row] for row in WORDS.taps(view, drafted, "")] == [["Send and end turn"]]
    assert WORDS.taps(view, (), "") == () == WORDS.taps(view, line(view, "c3-d3; end"), "")
    assert WORDS.menus(middle("north"), (), "") == ()
    going = middle(stage="upgrade")
    assert offered(WORDS.menus(going, (), "u.c3.10")) == [["upgrade c1", "house c3", "end"]]
    assert [tap.label for tap in WORDS.taps(going, (), "")[0]] == ["End turn"]
    assert WORDS.tapped(view, (), "u.c3.10") == "" and WORDS.tapped(view, (), "swap c1") == "swap c1"


# -- the desk in the set-up


def test_the_builder() -> None:
    view = setup(max_coins=5, fraction="1/2")
    _, first, second = WORDS.taps(view, (), "h1.1.1.1")
    assert [("-" if tap.disabled else "") + tap.label for tap in (*first, *second)] == [
        *("− 25", "-+ 25", "− 10", "-+ 10", "− 5", "+ 5", "− 1", "+ 1")
    ], "no more than 50c in all"
    assert "**41c of 50c, 4 of 5 coins: 9c missing**" in WORDS.progress(view, (), "h1.1.1.1")
    full = WORDS.taps(view, (), "h0.1.1.3")
    assert all(tap.disabled for row in full[1:] for tap in row if tap.label.startswith("+"))
    for picked, wrong in (
        ("h2.0.0.0", "at least one coin must be a unit, not a 25"),
        ("h0.0.0.9", "41c missing"),
    ):
        assert wrong in WORDS.progress(view, (), picked)
    assert WORDS.tapped(view, (), "h1.2.1.0") == "handful 25x1 10x2 5x1"
    assert WORDS.tapped(view, (), "h1.1.1.0") == "" == WORDS.tapped(view, (), "h2.0.0.0")
    assert [str(order) for order in WORDS.preview(view, (), "h1.1.1.0")] == ["handful 25x1 10x1 5x1"]
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


def test_placing() -> None:
    view = setup()
    draft = line(view, "handful 25x3 10 5x2 1x5; place a1=10,5,5 a2=1,1,1 b1=1,1")
    assert offered(WORDS.menus(view, draft, "p")) == [["p.a1.10", "p.a1.5", "p.a2.1", "p.b1.1"]]
    [_, targets] = WORDS.menus(view, draft, "p.b1.1")
    values = [choice.value for choice in targets.choices]
    assert "m.b1.1.a1" not in values and {"m.b1.1.b5", "s.b1.1.a1.10"} <= set(values)
    assert WORDS.marks(view, "p.b1.1")["b1"] == "chosen" and len(WORDS.marks(view, "p.b1.1")) == 9
    assert WORDS.tapped(view, draft, "m.b1.1.b5") == "place a1=10,5,5 a2=1,1,1 b1=1 b5=1"
    assert WORDS.tapped(view, draft, "s.b1.1.a1.10") == "place a1=5,5,1 a2=1,1,1 b1=1,10"
    for stale in ("m.b2.1.b5", "m.b1.10.b5", "m.b1.1.a1", "s.b1.1.a1.1", "m.b1", "s.b1.1.a1"):
        assert WORDS.tapped(view, draft, stale) == "", stale
    assert WORDS.tapped(view, draft, "line").startswith("place a1=1") and WORDS.tapped(view, (), "line") == ""
    assert WORDS.menus(view, (), "p") == (), "there is nothing to place"


def test_suggestions_in_the_set_up() -> None:
    view = setup()
    legal = list(GAME.legal(view))
    found = WORDS.suggest(view, (), legal, "handful 25x3")
    assert [choice.value for choice in found] == ["handful 25x3 10x1 5x2 1x5"]
    assert found[0].label.endswith("· 100c of 100c, 11 of 20 coins")
    assert all(len(choice.label) <= 100 for choice in WORDS.suggest(view, (), legal, ""))
