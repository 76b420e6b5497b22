"""New York 2047 in words: reports, news, why, the order desk, suggestions, over made-up and random turns."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.codec import canonical, event_from_json, event_to_json
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Outcome, Resolution
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.check import unit_orders
from adjudicator.newyork2047.field import Field
from adjudicator.newyork2047.orders import Disband, Move, Order, Relocate, Support
from adjudicator.newyork2047.state import State, View
from bot.service.message import MOST_CHOICES
from bot.service.present import presenters
from bot.service.present.newyork2047 import NewYorkPresenter
from bot.service.present.newyork2047_story import Story
from bot.service.present.newyork2047_why import battle_lines, known_units
from maps.boards import board

GAME = NewYork2047(board("newyork2047"))
WORDS = NewYorkPresenter(GAME.map)
NAMES = {seat: f"**{WORDS.seat_name(seat)}** (Ada)" for seat in SEATS}
Turn = tuple[State, Mapping[str, Sequence[Order]], Resolution[State]]


def sheets(rng: random.Random, state: State) -> dict[str, tuple[Order, ...]]:
    """Orders for everybody: many moves, and supports that mostly fit them."""
    field = Field(GAME.map, state)
    options = {
        (seat, unit): list(unit_orders(field, seat, unit))
        for seat, own in field.places.items()
        for unit in own
    }
    moves: dict[tuple[str, str], Move] = {}
    for who, orders in options.items():
        ways = [order for order in orders if isinstance(order, Move)]
        if ways and rng.random() < 0.6:
            moves[who] = rng.choice(ways)

    def matches(seat: str, order: Order) -> bool:
        if not isinstance(order, Support):
            return False
        moving = moves.get((order.seat or seat, order.other))
        return moving.target == order.target if moving else not order.target

    found: dict[str, list[Order]] = {}
    for (seat, unit), orders in options.items():
        fitting = [order for order in orders if matches(seat, order)]
        chosen = fitting if fitting and rng.random() < 0.75 else orders
        found.setdefault(seat, []).append(moves.get((seat, unit)) or rng.choice(chosen))
    return {seat: tuple(sheet) for seat, sheet in found.items() if seat not in state.ended}


def game(seed: int) -> Iterator[Turn]:
    """A random game, resolution by resolution: (before, orders, after)."""
    rng = random.Random(seed)
    state = GAME.start({}, ScriptedChance()).state
    while state.outcome is None:
        orders = {} if state.phase == "adjustment" else sheets(rng, state)
        resolution = GAME.resolve(state, orders, ScriptedChance())
        yield state, orders, resolution
        state = resolution.state


@cache
def turns(games: int) -> tuple[Turn, ...]:
    return tuple(turn for seed in range(games) for turn in islice(game(seed), 60))


def position(**given: Any) -> State:
    return GAME.position({"units": {}, **given})


def resolved(units: Mapping[str, Mapping[str, str]], orders: Mapping[str, str], **given: Any) -> Any:
    """The resolution of a position with orders as text."""
    state = position(units=units, **given)
    sheet = {seat: GAME.parse(GAME.view(state, seat), text) for seat, text in orders.items()}
    return GAME.resolve(state, sheet, ScriptedChance())


def told(resolution: Any) -> list[str]:
    return WORDS.narrate(resolution.events, NAMES)


# -- the report


def test_it_is_registered() -> None:
    assert isinstance(presenters()["newyork2047"], NewYorkPresenter)
    assert WORDS.many
    assert [WORDS.seat_name(seat) for seat in SEATS] == [
        *("Tower", "Papst", "Rossoni", "Christofori", "Dunning", "Greene", "Hamblet")
    ]


def test_the_start() -> None:
    events = GAME.start({}, ScriptedChance()).events
    [line] = WORDS.narrate(events, NAMES)
    for seat in SEATS:
        assert f"**{GAME.map.names[seat]}** in {GAME.map.name(GAME.map.homes[seat])}" in line
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "greene")
    assert WORDS.news("greene", view, events, NAMES) == [
        "You lead **The Greene Berets**. Your home base is Jamaica; your units 1, 2 and 3 stand there."
    ]


def test_a_battle_names_every_helper() -> None:
    done = resolved(
        {
            "hamblet": {"1": "midtown", "2": "lower_hudson", "3": "lower_east_side"},
            "tower": {"1": "chelsea", "2": "chelsea"},
            "greene": {"4": "soho"},
        },
        {
            "hamblet": "1 move chelsea; 2 support 1 to chelsea; 3 s 1 chelsea; moe support 1 to chelsea",
            "greene": "4 support hamblet 1 to chelsea",
        },
        homes={**GAME.map.homes, "tower": "chelsea"},
        control={"cloisters": "tower"},
    )
    assert told(done)[:3] == [
        "⚔ **Chelsea**: Hamblet 1 from Midtown attacks Tower 1 & 2: 5 with Greene 4, Hamblet 2 & 3 and Moe "
        "against 3 with the home base. Tower 1 & 2 are lost; Hamblet 1 enters.",
        "**Hamblet** — gains Chelsea ★ (Tower's).",
        "**Tower** loses its home base Chelsea to Hamblet; it moves to Cloisters.",
    ]


def test_a_standoff_and_a_support_that_fails() -> None:
    done = resolved(
        {
            "hamblet": {"1": "hoboken", "2": "lower_hudson"},
            "tower": {"2": "chelsea"},
            "greene": {"4": "midtown"},
        },
        {"hamblet": "1 move cliffside; moe support 1 hold", "greene": "4 move chelsea"},
    )
    assert told(done) == [
        "⚔ **Chelsea**: Greene 4 from Midtown attacks Tower 2: 1 against 1. "
        "Equal: a standoff, nobody is lost.",
        "**Hamblet** — 1 Hoboken → Cliffside; Moe's support fails (Hamblet 1 did something else); "
        "gains Cliffside.",
    ]


def test_a_contested_empty_space_and_a_landing() -> None:
    done = resolved(
        {"hamblet": {"1": "jersey_city"}, "greene": {"2": "soho"}},
        {"hamblet": "1 move upper_bay", "greene": "2 move upper_bay"},
    )
    assert told(done)[0] == (
        "⚔ **Upper Bay**: Greene 2 from Soho has 1; Hamblet 1 from Jersey City has 1. A tie: nobody enters."
    )
    done = resolved(
        {"hamblet": {"1": "upper_bay", "2": "lower_hudson"}, "greene": {"2": "chelsea"}},
        {"hamblet": "1 move soho; 2 support 1 to soho", "greene": "2 move soho"},
    )
    assert told(done)[0] == (
        "⚔ **Soho**: Greene 2 from Chelsea has 1; Hamblet 1 from Upper Bay has 2 with Hamblet 2. "
        "Nobody enters: a unit from water lands only where no other faction wants to go."
    )


def test_moves_supports_land_and_turretons_by_faction() -> None:
    done = resolved(
        {"hamblet": {"1": "upper_bay", "2": "hoboken"}, "greene": {"2": "soho", "3": "chelsea"}},
        {"hamblet": "1 move lower_hudson; 2 move jersey_city", "greene": "2 move lower_hudson; 3 move soho"},
    )
    assert told(done) == [
        "⚔ **Lower Hudson River**: Greene 2 from Soho has 1; Hamblet 1 from Upper Bay has 1. "
        "A tie: nobody enters.",
        "**Greene** — 3 stays in Chelsea (an own unit stays in Soho).",
        "**Hamblet** — 2 Hoboken → Jersey City.",
    ]
    done = resolved(
        {"hamblet": {"1": "upper_bay"}, "greene": {"3": "chelsea"}},
        {"hamblet": "1 move lower_hudson", "greene": "3 move midtown"},
        control={"midtown": "papst"},
    )
    assert told(done) == [
        "**Greene** — 3 Chelsea → Midtown; gains Midtown ★ (Papst's).",
        "**Hamblet** — 1 Upper Bay → Lower Hudson River.",
        "**Moe** serves Hamblet now.",
    ]


def test_an_elimination_names_the_player_and_the_heir() -> None:
    done = resolved(
        {
            "hamblet": {"1": "hoboken"},
            "greene": {"1": "soho", "2": "forest_hills"},
            "papst": {"1": "bayside"},
        },
        {"papst": "1 move jamaica"},
        control={"howard_beach": "greene"},
    )
    assert told(done)[-2:] == [
        "**Papst** — 1 Bayside → Jamaica; gains Jamaica ★ (Greene's).",
        "**Greene** (Ada) is out of the game: its home base Jamaica falls to Papst, and it has no other star "
        "space on land. Its units 1 and 2 vanish; Papst inherits Forest Hills, Howard Beach and Soho.",
    ]
    view = GAME.view(done.state, "greene")
    assert WORDS.news("greene", view, done.events, NAMES) == [
        "**Your home base Jamaica is lost to Papst.**",
        "**Your faction is out of the game.** Its units 1 and 2 vanish; Papst inherits Forest Hills, Howard "
        "Beach and Soho.",
        "Land: lost Jamaica ★ (to Papst).",
    ]
    assert "Greene          0     −1   out" in WORDS.summary(view, done.events)


def test_an_adjustment() -> None:
    done = resolved(
        {"greene": {str(n): "jamaica_bay" for n in range(1, 8)}, "papst": {"1": "bayside"}},
        {"papst": "1 move jamaica"},
        control={"kennedy": "greene", "flushing": "greene"},
    )
    assert done.state.phase == "adjustment"
    assert told(done)[-2:] == [
        "**Greene** loses its home base Jamaica to Papst.",
        "**To choose now** — Greene a new home base (Flushing or Kennedy) and 3 units to give up.",
    ]
    view = GAME.view(done.state, "greene")
    assert WORDS.phase_line(view) == (
        "Adjustment after spring 2047: Greene moves its home base and gives up 3 units"
    )
    assert WORDS.task(view) == (
        "Your home base is lost. Choose where it moves: Flushing or Kennedy (`relocate flushing`, which is "
        "also what happens if you choose nothing). You are above your limit. Give up 3 units (`disband 5; "
        "disband 6; disband 7`, which is also what happens if you choose nothing)."
    )
    assert WORDS.task(GAME.view(done.state, "papst")) == "You owe no order now."
    draft = (Relocate("kennedy"), Disband("2"))
    home, units = WORDS.menus(view, draft, "")
    assert [(choice.value, choice.chosen) for choice in home.choices] == [
        ("relocate flushing", False),
        ("relocate kennedy", True),
    ]
    assert (home.act, units.act, units.least, units.most) == ("give", "give", 3, 3)
    assert [choice.value for choice in units.choices if choice.chosen] == ["disband 2"]
    text = WORDS.order_text(view, [choice.value for choice in units.choices][:3])
    assert text == "disband 1; disband 2; disband 3"
    GAME.check(view, GAME.parse(view, text))
    assert WORDS.sheet(view, draft) == [
        "`relocate kennedy` the home base goes to Kennedy",
        "`disband 2` unit 2 is given up",
    ]
    assert not WORDS.menus(GAME.view(done.state, "papst"), (), "")
    after = GAME.resolve(done.state, {"greene": draft}, ScriptedChance())
    assert told(after) == [
        "**Greene** moves its home base from Jamaica to Kennedy.",
        "**Given up** — Greene 2 & 6 & 7.",
    ]


def test_declarations_and_results() -> None:
    state = GAME.start({}, ScriptedChance()).state
    offered = GAME.declare(state, "tower", "draw")
    assert told(offered)[0].startswith("**Tower** (Ada) offers a draw. To agree: **Papst** (Ada), ")
    assert WORDS.phase_line(GAME.view(offered.state, None)) == (
        "Spring 2047: everyone writes orders · Tower offers a draw"
    )
    gone = GAME.declare(offered.state, "greene", "concede")
    assert told(gone) == ["**Greene** (Ada) concedes: its units hold from now on, and it gets no new ones."]
    shared = {**dict.fromkeys(SEATS, 3), "papst": 1, "dunning": 1}
    assert WORDS.result(Outcome("last_year", shared), NAMES) == (
        "**Papst and Dunning share the win:** most stars after the last year, then most units. "
        "Congratulations, **Papst** (Ada) and **Dunning** (Ada)!"
    )
    alone = {**dict.fromkeys(SEATS, 2), "hamblet": 1}
    assert WORDS.result(Outcome("stars", alone), NAMES).startswith(
        "**Hamblet wins:** more than 10 star spaces"
    )
    assert WORDS.result(Outcome("agreed", shared), NAMES) == (
        "**A draw** by agreement of all factions that still play: Papst and Dunning."
    )
    for reason in ev.REASONS:
        assert reason not in WORDS.result(Outcome(reason, alone), NAMES).replace("agreement", "")


def test_the_star_table() -> None:
    state = position(
        units={"tower": {"1": "cloisters"}, "greene": {"1": "kennedy", "2": "jamaica"}}, counted={"greene": 3}
    )
    assert WORDS.summary(GAME.view(state, None), ()).splitlines()[:4] == [
        "```",
        "            Stars Change Units Limit",
        "Greene          2     −1     2     4",
        "Tower           1      ·     1     3",
    ]


# -- over random games


def test_lengths_and_limits_of_reports() -> None:
    most = 0
    for before, _, done in turns(40):
        lines = told(done)
        most = max(most, len("\n".join(lines)))
        assert all(line and "\n" not in line and len(line) < 1000 for line in lines)
        # What is stored and read again reads the same.
        kinds = GAME.events()
        again = [event_from_json(kinds, json.loads(json.dumps(event_to_json(e)))) for e in done.events]
        assert WORDS.narrate(again, NAMES) == lines
        public = GAME.view(done.state, None)
        table = WORDS.summary(public, done.events).splitlines()
        assert len(table) == 10
        assert max(map(len, table)) == 36
        assert len(WORDS.phase_line(public)) < 300
        for seat in SEATS:
            view = GAME.view(done.state, seat)
            news = WORDS.news(seat, view, done.events, NAMES)
            assert len(news) <= 12
            assert len("\n".join(news)) < 1800
        assert before.turn < done.state.turn
    assert 1800 < most < 3500


def test_every_loss_and_change_is_in_the_report() -> None:
    for _, _, done in turns(20):
        text = "\n".join(told(done))
        for event in done.events:
            match event:
                case ev.Lost(seat=seat, unit=unit):
                    pattern = rf"{WORDS.seat_name(seat)} (\d+ & )*{unit}\b[^.;]* (is|are) lost"
                    assert re.search(pattern, text), (event, text)
                case ev.Moved(seat=seat, target=target) | ev.Taken(seat=seat, space=target):
                    assert GAME.map.name(target) in text
                case ev.Appeared(space=space):
                    assert f"in {GAME.map.name(space)}" in text


def powers(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The power that each line says, and the sum of the points that it lists."""
    for line in lines:
        match = re.match(r"- \w+ (?:attacks|comes|defends) with \*\*(\d+)\*\*: (.*)", line)
        if match is not None:
            points = re.findall(r"(?:^|, )\+(\d) ", match[2])
            yield int(match[1]), sum(map(int, points))


def test_why_accounts_for_every_point() -> None:
    battles = 0
    for _, _, done in turns(60):
        story = Story(GAME.map, done.events)
        for battle in story.battles.values():
            found = list(powers(battle_lines(story, battle)))
            expected = [side["power"] for side in battle.sides]
            if battle.defender is not None:
                expected.append(battle.defense)
            assert found == [(power, power) for power in expected], battle
            battles += 1
    assert battles > 3000


def test_why_knows_every_unit() -> None:
    rng = random.Random(1)
    for before, _, done in turns(12):
        view = GAME.view(done.state, rng.choice(SEATS))
        known = known_units(view, done.events)
        assert {(unit.seat, str(unit.number)) for unit in before.units} <= known.keys()
        choices = WORDS.units(view, done.events, "")
        assert len(choices) <= MOST_CHOICES
        for seat, unit in known:
            text = f"{seat} {unit}".strip()
            lines = WORDS.why(view, done.events, text)
            assert len("\n".join(lines)) < 1900, lines
            assert all(power == points for power, points in powers(lines))
            fates = [e for e in done.events if isinstance(e, (ev.Lost, ev.Stayed, ev.Moved))]
            mine = [event for event in fates if (event.seat, event.unit) == (seat, unit)]
            if any(isinstance(event, ev.Lost) for event in mine):
                assert "is lost" in lines[0]
            elif any(isinstance(event, ev.Moved) for event in mine):
                assert "went from" in lines[0]
            elif mine:
                assert "stayed in" in lines[0]
        for choice in choices:
            WORDS.why(view, done.events, choice.value)


def test_why_in_full() -> None:
    done = resolved(
        {
            "hamblet": {"1": "midtown", "2": "lower_hudson"},
            "tower": {"2": "chelsea", "3": "harlem"},
            "greene": {"4": "lower_east_side", "5": "east_river"},
            "papst": {"1": "hell_gate"},
        },
        {
            "hamblet": "1 move chelsea; moe support 1 to chelsea",
            "greene": "4 support hamblet 1 to chelsea; 5 hold",
            "tower": "2 hold",
            "papst": "1 move east_river",
        },
    )
    view = GAME.view(done.state, "hamblet")
    assert WORDS.why(view, done.events, "1") == [
        "**Hamblet 1** went from Midtown to Chelsea.",
        "**Chelsea**: Tower 2 is lost; Hamblet 1 enters.",
        "- Hamblet attacks with **3**: +1 unit 1 from Midtown, +1 support of Greene 4, +1 support of Moe",
        "- Tower defends with **1**: +1 unit 2",
    ]
    assert WORDS.why(view, done.events, "Tower2")[0] == (
        "**Tower 2** is lost in Chelsea: Hamblet attacked with more power."
    )
    assert WORDS.why(view, done.events, "moe")[:2] == [
        "**Moe** in Lower Hudson River serves Hamblet.",
        "It supported Hamblet 1 to Chelsea.",
    ]
    assert WORDS.why(view, done.events, "gre 4")[:2] == [
        "**Greene 4** made no move. It stands in Lower East Side; nobody attacked it.",
        "It supported Hamblet 1 to Chelsea.",
    ]


@pytest.mark.parametrize(
    ("typed", "seat", "words", "instead"),
    [
        ("9", "hamblet", "Hamblet has no unit 9", "hamblet 1"),
        ("hamblat 1", None, "did you mean hamblet?", "hamblet"),
        ("1", None, "name the faction too", "tower 1"),
        ("greene", "hamblet", "Greene has several units: add a number", "greene 1"),
        ("wilbur 2", "hamblet", "“wilbur” is no faction", "tower"),
    ],
)
def test_why_of_what_is_no_unit(typed: str, seat: str | None, words: str, instead: str) -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, seat)
    with pytest.raises(NotUnderstoodError, match=re.escape(words)) as caught:
        WORDS.why(view, (), typed)
    assert instead in caught.value.instead


# -- the desk


def reachable(view: View, draft: Sequence[Order]) -> set[str]:
    """Every order that the menus offer, however far one picks; their limits are checked on the way."""
    orders: set[str] = set()
    seen, queue = {""}, [""]
    while queue:
        steps = WORDS.menus(view, draft, queue.pop())
        assert len(steps) <= 3
        for step in steps:
            values = [choice.value for choice in step.choices]
            assert 0 < len(values) <= MOST_CHOICES
            assert len(set(values)) == len(values)
            assert len(step.placeholder) <= 100
            for choice in step.choices:
                assert 0 < len(choice.value) <= 100 and 0 < len(choice.label) <= 100
                assert len(choice.description) <= 100
                if step.act == "pick" or choice.value.startswith("@"):
                    onwards = choice.value.removeprefix("@")
                    if onwards not in seen:
                        seen.add(onwards)
                        queue.append(onwards)
                else:
                    orders.add(choice.value)
    return orders


def test_the_menus_offer_what_is_legal_and_nothing_else() -> None:
    rng = random.Random(2)
    for before, orders, _ in rng.sample(turns(20), 60):
        seat = rng.choice(sorted(GAME.phase(before).owing))
        view = GAME.view(before, seat)
        draft = orders.get(seat, ())[: rng.randint(0, 3)]
        assert reachable(view, draft) == {str(order) for order in GAME.legal(view)}


def test_long_menus_have_pages() -> None:
    crowd = {
        seat: {str(n): "upper_bay" if seat == "hamblet" else GAME.map.homes[seat] for n in range(1, 4)}
        for seat in SEATS
    }
    crowd["hamblet"] = {str(n): "upper_bay" for n in range(1, 28)}
    crowd["tower"] = {"1": "soho"}
    view = GAME.view(position(units=crowd), "hamblet")
    offered = reachable(view, ())
    assert offered == {str(order) for order in GAME.legal(view)}
    assert len(offered) > 700
    [units, *_] = WORDS.menus(view, (), "")
    assert len(units.choices) == MOST_CHOICES
    assert units.choices[-1].label == "More… (page 2 of 2)"
    first = WORDS.menus(view, (), "26")[0]
    assert [choice.value for choice in first.choices if choice.chosen] == ["26"]


def test_the_first_unit_without_an_order_is_open() -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")
    draft = GAME.parse(view, "1 move harlem; 3 support 1 to harlem")
    units, orders = WORDS.menus(view, draft, "")
    assert [(choice.value, choice.description) for choice in units.choices] == [
        ("1", "move to Harlem"),
        ("2", "no order: holds"),
        ("3", "support 1 to Harlem"),
    ]
    assert orders.placeholder == "2. What does unit 2 in Cloisters do?"
    assert [choice.value for choice in orders.choices] == [
        *("2 hold", "2 move harlem", "2 move harlem_river", "2 move morningside", "2 move upper_hudson"),
        *("@2@harlem", "@2@morningside"),
    ]
    *_, supports = WORDS.menus(view, draft, "2@harlem")
    assert [(choice.value, choice.description) for choice in supports.choices] == [
        ("2 support 1 to harlem", "from Cloisters: your sheet says so"),
        ("2 support 3 to harlem", "from Cloisters"),
    ]
    full = GAME.join(view, draft, GAME.parse(view, "2 hold"))
    assert len(WORDS.menus(view, full, "")) == 1
    assert WORDS.sheet(view, draft) == [
        "` 1` Cloisters: **move to Harlem**",
        "` 2` Cloisters: hold",
        "` 3` Cloisters: **support 1 to Harlem**",
    ]
    assert WORDS.marks(view, "2") == {
        "cloisters": "chosen",
        **dict.fromkeys(("harlem", "harlem_river", "morningside", "upper_hudson"), "move"),
    }
    assert WORDS.marks(view, "2@harlem") == {"cloisters": "chosen", "harlem": "support"}
    assert WORDS.marks(view, "") == WORDS.marks(view, "@@") == {}
    [*_, orders, supports] = WORDS.menus(view, draft, "3")
    assert [choice.value for choice in orders.choices if choice.chosen] == ["@3@harlem"]
    assert [choice.value for choice in supports.choices if choice.chosen] == ["3 support 1 to harlem"]
    for strange in ("99", "2@nowhere", ":7", "2@harlem:9", "@@@", "x" * 200):
        assert WORDS.menus(view, draft, strange)


def test_a_desk_tells_of_its_own_faction_alone() -> None:
    """What others have on their sheets is nowhere to be had: a view is the same whatever they wrote."""
    for before, orders, _ in turns(2):
        for seat in GAME.phase(before).owing:
            view = GAME.view(before, seat)
            lines = WORDS.sheet(view, orders.get(seat, ()))
            if before.phase != "adjustment":
                assert len(lines) == len(view.units(seat)) + len(view.turretons(seat))
            assert not WORDS.sheet(GAME.view(before, None), ())
            assert canonical(GAME.show(view)) == canonical(
                {**GAME.show(GAME.view(before, None)), "seat": seat}
            )


def test_orders_in_words() -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")

    def words(text: str) -> str:
        [order] = GAME.parse(view, text)
        return WORDS.describe(view, order)

    assert words("1 harlem") == "1 in Cloisters: move to Harlem"
    assert words("2 hold") == "2 in Cloisters: hold"
    assert words("2 s papst 3 to harlem") == "2 in Cloisters: support Papst 3 to Harlem"
    assert words("moe s 3 hold") == "Moe: support 3's hold"
    assert words("relocate chelsea") == "the home base goes to Chelsea if you must choose"
    assert words("disband 3") == "unit 3 is given up if you must choose"
    assert words("concede") == "concede the game"
    assert WORDS.describe(view, Declare("draw")) == "offer or accept a draw"
    assert WORDS.task(view) == (
        "Write orders for your 3 units: move, hold or support. What has no order holds. Such as "
        "`1 move harlem`, or several at once with `;` between them."
    )


# -- typing


def suggested(view: View, typed: str, draft: Sequence[Order] = ()) -> list[str]:
    found = WORDS.suggest(view, draft, list(GAME.legal(view)), typed)
    assert len(found) <= MOST_CHOICES
    assert all(choice.value == choice.label and len(choice.value) <= 100 for choice in found)
    return [choice.value for choice in found]


def test_suggestions_complete_the_last_order() -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")
    assert suggested(view, "")[:4] == [
        "1 move harlem",
        "2 move harlem",
        "3 move harlem",
        "1 move harlem_river",
    ]
    assert suggested(view, "2 har")[:2] == ["2 move harlem", "2 move harlem_river"]
    assert suggested(view, "2 s 1 har")[0] == "2 support 1 to harlem"
    assert suggested(view, "2 to mor") == ["2 move morningside", *suggested(view, "2 support to mor")]
    assert suggested(view, "1 harlem; 2 hol") == ["1 harlem; 2 hold"]
    assert all(value.split("; ")[1][0] in "23" for value in suggested(view, "1 move harlem;"))
    draft = GAME.parse(view, "1 move harlem")
    assert suggested(view, "", draft)[0] == "2 move harlem"
    assert suggested(view, "nonsense") == []


def test_long_suggestions_shorten_what_stands_before() -> None:
    done = 0
    rng = random.Random(4)
    for before, orders, _ in rng.sample(turns(20), 80):
        for seat in GAME.phase(before).owing:
            view, sheet = GAME.view(before, seat), orders.get(seat, ())
            if before.phase == "adjustment" or len(sheet) < 5:
                continue
            *first, last = sheet
            text = "; ".join(map(str, first))
            piece = GAME.unit_of(last)
            for value in suggested(view, f"{text}; {piece} "):
                read = GAME.parse(view, value)
                assert list(read[:-1]) == list(first)
                assert GAME.unit_of(read[-1]) == piece
                done += len(text) > 100
    assert done > 100


def test_spaces_and_focus() -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "greene")
    assert [choice.label for choice in WORDS.places(view, "hud")] == [
        "Lower Hudson River",
        "Upper Hudson River",
    ]
    assert [choice.label for choice in WORDS.places(view, "UES")] == ["Upper East Side"]
    assert len(WORDS.places(view, "")) == MOST_CHOICES
    assert WORDS.focus(view, "red hook", mine=False)[0] == "red_hook"
    assert WORDS.focus(view, "kennedy", mine=True) == ("kennedy", "jamaica", "jamaica_bay", "rockaways")
    assert set(WORDS.focus(view, "", mine=True)) == {"jamaica", *GAME.map.near["jamaica"]}
    assert WORDS.focus(view, " ", mine=False) == ()
    with pytest.raises(NotUnderstoodError, match="did you mean Red Hook"):
        WORDS.focus(view, "rde hook", mine=False)
    with pytest.raises(NotUnderstoodError, match="no faction"):
        WORDS.focus(GAME.view(view.state, None), "", mine=True)


# -- the rules in short


def test_pages_fit_and_name_everyone() -> None:
    pages = WORDS.pages()
    assert len(pages) <= 5
    assert all(len(page.text) <= 1900 and len(page.title) <= 40 for page in pages)
    for seat in SEATS:
        assert f"**{GAME.map.names[seat]}** ({WORDS.seat_name(seat)}): " in pages[0].text
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")
    for text in re.findall(r"`([^`/]+)`", pages[4].text):
        if text not in (";", "upper b", "ues"):
            GAME.parse(view, text)


def test_options_that_players_must_know() -> None:
    assert "Last year: 2055; after its fall the factions rank by stars, then units" in WORDS.option_lines(
        {"last_year": 2055}
    )


def test_events_all_have_words_or_none_on_purpose() -> None:
    """A new kind of event must be thought of here."""
    silent = {ev.Supported, ev.SeasonOver, ev.GameOver}
    seen: set[type[Event]] = set()
    for _, _, done in turns(40):
        seen.update(map(type, done.events))
    declared = {ev.Started, ev.DrawOffered, ev.DrawLapsed, ev.Conceded}
    assert set(ev.EVENTS) - declared - silent <= seen
