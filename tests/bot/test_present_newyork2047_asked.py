"""New York 2047, what players ask: why, the order desk, suggestions, the rules in short."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.codec import canonical
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Order
from adjudicator.newyork2047.state import View
from bot.common.message import MOST_CHOICES
from bot.presenters.newyork2047.story import Story
from bot.presenters.newyork2047.why import battle_lines, known_units
from tests.bot.newyork2047_turns import GAME, WORDS, position, resolved, turns

# -- why


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
    assert battles > 300


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


def test_why_of_a_space() -> None:
    done = resolved(
        {
            "hamblet": {"1": "midtown", "2": "lower_hudson"},
            "tower": {"2": "chelsea", "3": "harlem"},
            "greene": {"4": "kennedy", "5": "jamaica"},
        },
        {
            "hamblet": "1 move chelsea; moe support 1 to chelsea",
            "greene": "4 move jamaica",
        },
    )
    view = GAME.view(done.state, "hamblet")
    for typed in ("chelsea", "CHE", "Chels"):
        assert WORDS.why(view, done.events, typed) == [
            "**Chelsea**: Tower 2 is lost; Hamblet 1 enters.",
            "- Hamblet attacks with **2**: +1 unit 1 from Midtown, +1 support of Moe",
            "- Tower defends with **1**: +1 unit 2",
            "Hamblet 1 stands there now.",
        ]
    assert WORDS.why(view, done.events, "jam") == [
        "**Jamaica**: nothing was fought there.",
        "Greene 4 went there from Kennedy.",
        "Greene 4 & 5 stand there now.",
    ]
    assert WORDS.why(view, done.events, "kennedy") == [
        "**Kennedy**: nothing was fought there.",
        "Nobody stands there; Greene controls it.",
    ]
    assert WORDS.why(view, done.events, "red hook") == ["**Red Hook**: nothing was fought there."]
    last = WORDS.units(view, done.events, "")[-1]
    assert (last.value, last.label) == ("chelsea", "Chelsea · the battle there")
    assert [choice.value for choice in WORDS.units(view, done.events, "che")] == ["chelsea"]


def test_every_space_can_be_asked_for() -> None:
    for _, _, done in turns(1)[:6]:
        view = GAME.view(done.state, None)
        battles = Story(GAME.map, done.events).battles
        for key, space in GAME.map.spaces.items():
            lines = WORDS.why(view, done.events, key)
            assert lines == WORDS.why(view, done.events, space.abbr)
            assert lines == WORDS.why(view, done.events, space.name)
            assert lines[0].startswith(f"**{space.name}**")
            assert ("nothing was fought" in lines[0]) == (key not in battles)
            assert len("\n".join(lines)) < 1900
            assert all(power == points for power, points in powers(lines))


@pytest.mark.parametrize(
    ("typed", "seat", "words", "instead"),
    [
        ("9", "hamblet", "Hamblet has no unit 9", "hamblet 1"),
        ("hamblat 1", None, "did you mean hamblet?", "hamblet"),
        ("1", None, "name the faction too", "tower 1"),
        ("greene", "hamblet", "Greene has several units: add a number", "greene 1"),
        ("hamblat", "hamblet", "did you mean hamblet?", "hamblet"),
        ("flushng", "hamblet", "did you mean Flushing", "flushing"),
        ("hud", "hamblet", "could be Lower Hudson River or Upper Hudson River", "lower_hudson"),
        ("qqqq", "hamblet", "“qqqq” is no faction", "tower"),
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
    assert words("moe s 3 hold") == "Moe: support 3 holding in Cloisters"
    assert words("1 s papst 3 hold") == "1 in Cloisters: support Papst 3 holding in Astoria"
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
