"""New York 2047 in words: reports, news, the star table, why; the desk, suggestions, the rules in short."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.codec import canonical, event_from_json, event_to_json
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Event, Outcome, texts
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Disband, Notation, Order, Relocate
from adjudicator.newyork2047.state import View
from bot.common.message import MOST_CHOICES
from bot.presenters import presenters
from bot.presenters.newyork2047 import NewYorkPresenter
from bot.presenters.newyork2047 import text as words
from bot.presenters.newyork2047.report import MOST_LINES, MOST_NEWS
from bot.presenters.newyork2047.story import Story
from bot.presenters.newyork2047.why import battle_lines, known_units
from tests.bot.newyork2047_turns import GAME, NAMES, WORDS, position, resolved, told, turns
from tests.bot.transcript import Golden

# -- the report


def test_it_is_registered() -> None:
    assert isinstance(presenters()["newyork2047"], NewYorkPresenter)
    assert WORDS.many
    assert [WORDS.seat_name(seat) for seat in SEATS] == [
        *("Tower", "Papst", "Rossoni", "Christofori", "Dunning", "Greene", "Hamblet")
    ]


def test_the_start(said: Golden) -> None:
    events = GAME.start({}, ScriptedChance()).events
    assert WORDS.narrate(events, NAMES) == [words.STARTED(year=2047)]
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "greene")
    said(WORDS.news("greene", view, events, NAMES))


def test_a_battle_names_every_helper(said: Golden) -> None:
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
    said(told(done)[:4])


def test_a_standoff_and_a_support_that_fails(said: Golden) -> None:
    done = resolved(
        {
            "hamblet": {"1": "hoboken", "2": "lower_hudson"},
            "tower": {"2": "chelsea"},
            "greene": {"4": "midtown"},
        },
        {"hamblet": "1 move cliffside; moe support 1 hold", "greene": "4 move chelsea"},
    )
    said(told(done))


def test_a_contested_empty_space_and_a_landing(said: Golden) -> None:
    done = resolved(
        {"hamblet": {"1": "jersey_city"}, "greene": {"2": "soho"}},
        {"hamblet": "1 move upper_bay", "greene": "2 move upper_bay"},
    )
    said(told(done)[0])
    done = resolved(
        {"hamblet": {"1": "upper_bay", "2": "lower_hudson"}, "greene": {"2": "chelsea"}},
        {"hamblet": "1 move soho; 2 support 1 to soho", "greene": "2 move soho"},
    )
    said(told(done)[0])


def test_moves_supports_land_and_turretons_by_faction(said: Golden) -> None:
    done = resolved(
        {"hamblet": {"1": "upper_bay", "2": "hoboken"}, "greene": {"2": "soho", "3": "chelsea"}},
        {"hamblet": "1 move lower_hudson; 2 move jersey_city", "greene": "2 move lower_hudson; 3 move soho"},
    )
    said(told(done))
    done = resolved(
        {"hamblet": {"1": "upper_bay"}, "greene": {"3": "chelsea"}},
        {"hamblet": "1 move lower_hudson", "greene": "3 move midtown"},
        control={"midtown": "papst"},
    )
    said(told(done))


def test_an_elimination_names_the_player_and_the_heir(said: Golden) -> None:
    done = resolved(
        {
            "hamblet": {"1": "hoboken"},
            "greene": {"1": "soho", "2": "forest_hills"},
            "papst": {"1": "bayside"},
        },
        {"papst": "1 move jamaica"},
        control={"howard_beach": "greene"},
    )
    said(told(done))
    view = GAME.view(done.state, "greene")
    said(WORDS.news("greene", view, done.events, NAMES))
    said(WORDS.summary(view, done.events))


def test_headlines_are_two_lines_at_most_and_nothing_is_told_twice(said: Golden) -> None:
    events = [
        ev.HomeLost(seat="tower", space="cloisters", by="rossoni"),
        ev.HomeLost(seat="papst", space="astoria", by="hamblet"),
        ev.HomeLost(seat="greene", space="jamaica", by="papst"),
        ev.Eliminated(seat="greene", by="papst", units=("1",), lands=("soho",)),
        ev.Relocated(seat="tower", origin="cloisters", target="harlem", how="only"),
        ev.Owes(seat="papst", relocate=("chelsea", "flushing"), disband=0),
    ]
    said(WORDS.narrate(events, NAMES))
    said(WORDS.narrate(events[:2], NAMES))


def test_a_win_is_the_headline(said: Golden) -> None:
    over = ev.GameOver(reason="stars", places={**dict.fromkeys(SEATS, 2), "hamblet": 1})
    said(WORDS.narrate([over], NAMES))
    shared = {**dict.fromkeys(SEATS, 3), "papst": 1, "dunning": 1}
    over = ev.GameOver(reason="last_year", places=shared)
    assert WORDS.narrate([ev.GameOver(reason="agreed", places=shared)], NAMES) == []


def test_a_new_unit_with_the_number_of_a_lost_one(said: Golden) -> None:
    lost = ev.Lost(seat="greene", unit="2", space="soho", target="soho", reason="defeated", by="tower")
    new = [ev.Appeared(seat="greene", unit=unit, space="jamaica") for unit in ("2", "4")]
    other = ev.Appeared(seat="tower", unit="4", space="cloisters")
    events = [lost, *new, other]
    said(WORDS.narrate(events, NAMES))
    said(WORDS.narrate([lost, new[0]], NAMES))
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "greene")
    said(WORDS.news("greene", view, [lost, new[0]], NAMES))


def test_an_adjustment(said: Golden) -> None:
    done = resolved(
        {"greene": {str(n): "jamaica_bay" for n in range(1, 8)}, "papst": {"1": "bayside"}},
        {"papst": "1 move jamaica"},
        control={"kennedy": "greene", "flushing": "greene"},
    )
    assert done.state.phase == "adjustment"
    said(told(done))
    view = GAME.view(done.state, "greene")
    said(WORDS.phase_line(view))
    said(WORDS.task(view))
    said(WORDS.task(GAME.view(done.state, "papst")))
    draft = (Relocate("kennedy"), Disband("2"))
    home, units = WORDS.menus(view, draft, "")
    said([(choice.value, choice.chosen) for choice in home.choices])
    assert (home.act, units.act, units.least, units.most) == ("give", "give", 3, 3)
    said([choice.value for choice in units.choices if choice.chosen])
    text = WORDS.order_text(view, [choice.value for choice in units.choices][:3])
    said(text)
    GAME.check(view, GAME.parse(view, text))
    said(WORDS.sheet(view, draft))
    assert not WORDS.menus(GAME.view(done.state, "papst"), (), "")
    after = GAME.resolve(done.state, {"greene": draft}, ScriptedChance())
    said(told(after))


def test_declarations_and_results(said: Golden) -> None:
    state = GAME.start({}, ScriptedChance()).state
    offered = GAME.declare(state, "tower", "draw")
    said(told(offered)[0])
    said(WORDS.phase_line(GAME.view(offered.state, None)))
    gone = GAME.declare(offered.state, "greene", "concede")
    said(told(gone))
    shared = {**dict.fromkeys(SEATS, 3), "papst": 1, "dunning": 1}
    said(WORDS.result(Outcome("last_year", shared), NAMES))
    alone = {**dict.fromkeys(SEATS, 2), "hamblet": 1}
    said(WORDS.result(Outcome("stars", alone), NAMES))
    said(WORDS.result(Outcome("agreed", shared), NAMES))
    for reason in ev.REASONS:
        assert reason not in WORDS.result(Outcome(reason, alone), NAMES).replace("agreement", "")


def test_the_star_table(said: Golden) -> None:
    state = position(
        units={"tower": {"1": "cloisters"}, "greene": {"1": "kennedy", "2": "jamaica"}}, counted={"greene": 3}
    )
    said(WORDS.summary(GAME.view(state, None), ()).splitlines()[:4])


def test_how_each_faction_stands(said: Golden) -> None:
    state = position(
        units={"tower": {"1": "cloisters"}, "greene": {"1": "kennedy", "2": "jamaica"}},
        homes={seat: GAME.map.homes[seat] for seat in SEATS if seat != "papst"},
        ended={"papst": 0},
    )
    found = WORDS.standing(GAME.view(GAME.declare(state, "tower", "concede").state, None))
    said(found["greene"])
    said(found["tower"])
    said(found["papst"])
    assert list(found) == list(SEATS)


# -- over random games


def test_lengths_and_limits_of_reports() -> None:
    most = 0
    for before, _, done in turns(40):
        lines = told(done)
        most = max(most, len("\n".join(lines)))
        assert len(lines) <= MOST_LINES
        assert all(line and "\n" not in line and len(line) < 500 for line in lines)
        # What is stored and read again reads the same.
        kinds = GAME.events()
        again = [event_from_json(kinds, json.loads(json.dumps(event_to_json(e)))) for e in done.events]
        assert WORDS.narrate(again, NAMES) == lines
        public = GAME.view(done.state, None)
        table = WORDS.summary(public, done.events).splitlines()
        assert len(table) == 10
        assert max(map(len, table)) == 30 and "\n".join(table).isascii()
        assert len(WORDS.phase_line(public)) < 300
        for seat in SEATS:
            view = GAME.view(done.state, seat)
            news = WORDS.news(seat, view, done.events, NAMES)
            assert len(news) <= MOST_NEWS
            if news:
                said = words.IN_SEASON(season=before.season.capitalize(), year=before.year, news="")
                assert news[0].startswith(said) or news == [*news[-1:]]
            assert len("\n".join(news)) < 1000
        assert before.turn < done.state.turn
    assert 500 < most < 1500


def test_every_loss_and_change_is_in_the_report() -> None:
    for _, _, done in turns(20):
        text = "\n".join(told(done))
        for event in done.events:
            match event:
                case ev.Lost(seat=seat, unit=unit):
                    pattern = rf"Lost: .*{WORDS.seat_name(seat)} (\d+(, | & ))*{unit}\b"
                    assert re.search(pattern, text), (event, text)
                case ev.Taken(space=target) if GAME.map.spaces[target].star:
                    assert GAME.map.name(target) in text
                case ev.TurretonTurned(turreton=turreton):
                    assert turreton.capitalize() in text
                case ev.Appeared(space=space):
                    assert f"in {GAME.map.name(space)}" in text


def test_options_that_players_must_know(said: Golden) -> None:
    said(WORDS.option_lines({"last_year": 2055}))


def test_events_all_have_words_or_none_on_purpose() -> None:
    """A new kind of event must be thought of here."""
    silent = {ev.Supported, ev.SupportFailed, ev.SeasonOver, ev.GameOver}
    seen: set[type[Event]] = set()
    for _, _, done in turns(40):
        seen.update(map(type, done.events))
    declared = {ev.Started, ev.DrawOffered, ev.DrawLapsed, ev.Conceded}
    assert set(ev.EVENTS) - declared - silent <= seen


# -- why


def powers(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The power that each line says, and the sum of the points that it lists."""
    for line in lines:
        match = re.match(r"- \w+ (?:attacks|moves in|defends) with \*\*(\d+)\*\*: (.*)", line)
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
        lost = {e.unit for e in done.events if isinstance(e, ev.Lost) and e.seat == view.seat}
        assert {choice.value for choice in choices[: len(lost)]} == lost, "those lost stand first"
        assert all("lost in" in choice.label for choice in choices[: len(lost)])
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
                assert "moved from" in lines[0]
            elif mine:
                assert "stayed in" in lines[0]
        for choice in choices:
            WORDS.why(view, done.events, choice.value)


def test_why_in_full(said: Golden) -> None:
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
    said(WORDS.why(view, done.events, "1"))
    said(WORDS.why(view, done.events, "Tower2")[0])
    said(WORDS.why(view, done.events, "moe")[:2])
    said(WORDS.why(view, done.events, "gre 4")[:2])


def test_why_of_a_space(said: Golden) -> None:
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
    lines = WORDS.why(view, done.events, "chelsea")
    said(lines)
    assert WORDS.why(view, done.events, "CHE") == WORDS.why(view, done.events, "Chels") == lines
    said(WORDS.why(view, done.events, "jam"))
    said(WORDS.why(view, done.events, "kennedy"))
    said(WORDS.why(view, done.events, "red hook"))
    last = WORDS.units(view, done.events, "")[-1]
    said((last.value, last.label))
    assert [choice.value for choice in WORDS.units(view, done.events, "che")] == ["chelsea"]


def test_every_space_can_be_asked_for() -> None:
    for _, _, done in turns(1)[:6]:
        view = GAME.view(done.state, None)
        battles = Story(GAME.map, done.events).battles
        for key, space in GAME.map.spaces.items():
            lines = WORDS.why(view, done.events, key)
            assert lines == WORDS.why(view, done.events, space.abbr)
            assert lines == WORDS.why(view, done.events, space.name)
            assert space.name in lines[0]
            assert (lines[0] == words.NO_BATTLE(space=space.name)) == (key not in battles)
            assert len("\n".join(lines)) < 1900
            assert all(power == points for power, points in powers(lines))


@pytest.mark.parametrize(
    ("typed", "seat", "words", "instead"),
    [
        ("9", "hamblet", "Hamblet has no unit 9", "hamblet 1"),
        ("hamblat 1", None, "Did you mean hamblet?", "hamblet"),
        ("1", None, "Name the faction too", "tower 1"),
        ("greene", "hamblet", "Add the number.", "greene 1"),
        ("hamblat", "hamblet", "Did you mean hamblet?", "hamblet"),
        ("flushng", "hamblet", "Did you mean Flushing", "flushing"),
        ("hud", "hamblet", "could be Lower Hudson River or Upper Hudson River", "lower_hudson"),
        ("qqqq", "hamblet", "“qqqq” is not a faction", "tower"),
        ("wilbur 2", "hamblet", "“wilbur” is not a faction", "tower"),
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


def test_long_menus_have_pages(said: Golden) -> None:
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
    said(units.choices[-1].label)
    first = WORDS.menus(view, (), "26")[0]
    assert [choice.value for choice in first.choices if choice.chosen] == ["26"]


def test_the_first_unit_without_an_order_is_open(said: Golden) -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")
    draft = GAME.parse(view, "1 move harlem; 3 support 1 to harlem")
    units, orders = WORDS.menus(view, draft, "")
    said([(choice.value, choice.description) for choice in units.choices])
    said(orders.placeholder)
    assert [choice.value for choice in orders.choices] == [
        *("2 move harlem", "2 move harlem_river", "2 move morningside", "2 move upper_hudson", "2 hold"),
        *("2 support 1 to harlem", "2 support 3 to harlem", "@2@morningside"),
    ]
    *_, supports = WORDS.menus(view, draft, "2@morningside")
    said([(choice.value, choice.description) for choice in supports.choices])
    full = GAME.join(view, draft, GAME.parse(view, "2 hold"))
    assert len(WORDS.menus(view, full, "")) == 1
    said(WORDS.sheet(view, draft))
    assert WORDS.marks(view, "2") == {
        "cloisters": "chosen",
        **dict.fromkeys(("harlem", "harlem_river", "morningside", "upper_hudson"), "move"),
    }
    assert WORDS.marks(view, "2@harlem") == {"cloisters": "chosen", "harlem": "support"}
    assert WORDS.marks(view, "") == WORDS.marks(view, "@@") == {}
    [_, orders] = WORDS.menus(view, draft, "3")
    assert [choice.value for choice in orders.choices if choice.chosen] == ["3 support 1 to harlem"]
    other = GAME.parse(view, "1 move harlem; 3 support 2 to morningside")
    [_, orders, supports] = WORDS.menus(view, other, "3")
    assert [choice.value for choice in orders.choices if choice.chosen] == ["@3@morningside"]
    said([choice.value for choice in supports.choices if choice.chosen])


def test_stars_come_first_and_counts_are_right() -> None:
    for before, orders, _ in turns(4)[::3]:
        for seat in GAME.phase(before).owing:
            if before.phase == "adjustment":
                continue
            view = GAME.view(before, seat)
            for unit in view.units(seat):
                [_, menu, *_] = WORDS.menus(view, orders.get(seat, ())[:2], str(unit.number))
                moves = [each.value.split()[2] for each in menu.choices if " move " in each.value]
                gains = [_gains(view, key) for key in moves]
                assert gains == sorted(gains, reverse=True), (moves, gains)
                for choice in menu.choices:
                    if choice.value.startswith("@"):
                        _, _, third = WORDS.menus(view, orders.get(seat, ())[:2], choice.value[1:])
                        n, listed = len(third.choices), {each.value for each in menu.choices}
                        counted = words.POSSIBLE_SUPPORTS(n=n), words.MORE_SUPPORTS(n=n)
                        assert n == MOST_CHOICES or choice.description in counted
                        assert not listed & {each.value for each in third.choices}, "each is listed once"


def _gains(view: View, key: str) -> bool:
    """Whether a star is there that is not one's own."""
    space = view.board.spaces[key]
    holder = view.state.turretons[space.turreton] if space.turreton else view.state.control.get(key)
    return space.star and holder != view.seat


def test_menus_of_an_odd_choice() -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")
    draft = GAME.parse(view, "1 move harlem; 3 support 1 to harlem")
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


def test_orders_in_words(said: Golden) -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")

    def words(text: str) -> str:
        [order] = GAME.parse(view, text)
        return WORDS.describe(view, order)

    said(words("1 harlem"))
    said(words("2 hold"))
    said(words("2 s papst 3 to harlem"))
    said(words("moe s 3 hold"))
    said(words("1 s papst 3 hold"))
    said(words("relocate chelsea"))
    said(words("disband 3"))
    said(words("concede"))
    said(WORDS.describe(view, Declare("draw")))
    said(WORDS.task(view))


# -- typing


def suggested(view: View, typed: str, draft: Sequence[Order] = ()) -> list[str]:
    found = WORDS.suggest(view, draft, list(GAME.legal(view)), typed)
    assert len(found) <= MOST_CHOICES
    assert all(choice.value == choice.label and len(choice.value) <= 100 for choice in found)
    return [choice.value for choice in found]


def test_suggestions_complete_the_last_order(said: Golden) -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")
    said(suggested(view, "")[:4])
    said(suggested(view, "2 har")[:2])
    said(suggested(view, "2 s 1 har")[0])
    assert suggested(view, "2 to mor") == ["2 move morningside", *suggested(view, "2 support to mor")]
    said(suggested(view, "1 harlem; 2 hol"))
    assert all(value.split("; ")[1][0] in "23" for value in suggested(view, "1 move harlem;"))
    draft = GAME.parse(view, "1 move harlem")
    said(suggested(view, "", draft)[0])
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


def test_spaces_and_focus(said: Golden) -> None:
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "greene")
    said([choice.label for choice in WORDS.places(view, "hud")])
    said([choice.label for choice in WORDS.places(view, "UES")])
    assert len(WORDS.places(view, "")) == MOST_CHOICES
    assert WORDS.focus(view, "red hook", mine=False)[0] == "red_hook"
    assert WORDS.focus(view, "kennedy", mine=True) == ("kennedy", "jamaica", "jamaica_bay", "rockaways")
    assert set(WORDS.focus(view, "", mine=True)) == {"jamaica", *GAME.map.near["jamaica"]}
    assert WORDS.focus(view, " ", mine=False) == ()
    with pytest.raises(NotUnderstoodError, match="Did you mean Red Hook"):
        WORDS.focus(view, "rde hook", mine=False)
    with pytest.raises(NotUnderstoodError, match="no faction in this game"):
        WORDS.focus(GAME.view(view.state, None), "", mine=True)


# -- the rules in short


def test_pages_fit_and_name_everyone() -> None:
    pages = WORDS.pages()
    assert all(len(page.text) <= 1900 and len(page.title) <= 40 for page in pages)
    for seat in SEATS:
        assert f"**{GAME.map.names[seat]}** ({WORDS.seat_name(seat)}): " in pages[0].text
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "tower")
    for text in re.findall(r"`([^`/]+)`", pages[1].text):
        if text not in (";", "upper b", "ues", "3 s 1"):
            GAME.parse(view, text)
    assert [page.title for page in pages][-1] == "Rulings"
    assert not any("ruling" in page.text.lower() for page in pages[:-1])


def test_the_worked_turn_of_the_rules_goes_as_it_says() -> None:
    [page] = [page for page in WORDS.pages() if page.title == "A turn"]
    units = {
        "papst": {"3": "jackson_heights", "2": "forest_hills"},
        "greene": {"2": "flushing", "4": "bayside", "5": "howard_beach"},
    }
    attack = {"papst": "3 flushing; 2 s 3 flushing"}
    for greene, result in (
        ("2 hold", "Papst 3 takes Flushing"),
        ("2 hold; 4 s 2 hold", "Standoff in Flushing"),
        ("2 hold; 4 s 2 hold; 5 forest hills", "Greene 2 holds Flushing"),
    ):
        assert all(f"`{order}`" in page.text for order in [*attack["papst"].split("; "), *greene.split("; ")])
        lines = told(resolved(units, {**attack, "greene": greene}))
        [line] = [line for line in lines if line.startswith(result)]
        assert line.startswith("Standoff") or f"**{line.replace(' ★', '')}**" in page.text


def test_orders_are_read_with_the_names_of_spaces() -> None:
    """In warnings and choices, too; and what is spelled so may be written so."""
    notation = Notation(GAME.map)
    for key, space in GAME.map.spaces.items():
        for order in (f"1 move {key}", f"2 support hamblet 1 to {key}", f"relocate {key}"):
            told = WORDS.spelled(order)
            assert told.endswith(space.name) and "_" not in told
            assert texts(notation.parse("greene", told)) == [order]
    assert WORDS.spelled("1 hold; disband 2") == "1 hold; disband 2"
    state = GAME.position({"units": {"greene": {"1": "east_new_york", "2": "forest_hills"}}})
    view = GAME.view(state, "greene")
    [warning] = GAME.warn(view, GAME.parse(view, "1 hold; 2 support 1 to howard_beach"))
    assert warning == "`2 support 1 to Howard Beach` does nothing: your unit 1 holds."
