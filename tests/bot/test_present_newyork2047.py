"""New York 2047 in words: reports, news and the star table, over made-up and random turns."""

from __future__ import annotations

import json
import re

from adjudicator.chance import ScriptedChance
from adjudicator.codec import event_from_json, event_to_json
from adjudicator.game import Event, Outcome
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Disband, Relocate
from bot.presenters import presenters
from bot.presenters.newyork2047 import NewYorkPresenter
from tests.bot.newyork2047_turns import GAME, NAMES, WORDS, position, resolved, told, turns

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
    assert told(done)[:4] == [
        "**Tower loses its home base Chelsea to Hamblet.**",
        "⚔ **Chelsea**: Hamblet 1 from Midtown attacks Tower 1 & 2: 5 with Greene 4, Hamblet 2 & 3 and Moe "
        "against 3 with the home base. Tower 1 & 2 are lost; Hamblet 1 enters.",
        "**Hamblet** — gains Chelsea ★ (Tower's).",
        "**Tower** moves its home base to Cloisters (the only star space on land that it has left).",
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
    assert told(done) == [
        "**Greene is out of the game: its home base Jamaica falls to Papst.**",
        "**Papst** — 1 Bayside → Jamaica; gains Jamaica ★ (Greene's).",
        "**Greene** (Ada) has no other star space on land. Its units 1 and 2 vanish; Papst inherits Forest "
        "Hills, Howard Beach and Soho.",
    ]
    view = GAME.view(done.state, "greene")
    assert WORDS.news("greene", view, done.events, NAMES) == [
        "**In spring 2047:**",
        "**Your home base Jamaica is lost to Papst.**",
        "**Your faction is out of the game.** Its units 1 and 2 vanish; Papst inherits Forest Hills, Howard "
        "Beach and Soho.",
        "Land: lost Jamaica ★ (to Papst).",
    ]
    assert "Greene         0  -1   out" in WORDS.summary(view, done.events)


def test_headlines_are_two_lines_at_most_and_nothing_is_told_twice() -> None:
    events = [
        ev.HomeLost(seat="tower", space="cloisters", by="rossoni"),
        ev.HomeLost(seat="papst", space="astoria", by="hamblet"),
        ev.HomeLost(seat="greene", space="jamaica", by="papst"),
        ev.Eliminated(seat="greene", by="papst", units=("1",), lands=("soho",)),
        ev.Relocated(seat="tower", origin="cloisters", target="harlem", how="only"),
        ev.Owes(seat="papst", relocate=("chelsea", "flushing"), disband=0),
    ]
    assert WORDS.narrate(events, NAMES) == [
        "**Greene is out of the game: its home base Jamaica falls to Papst.**",
        "**Tower loses its home base Cloisters to Rossoni; Papst loses its home base Astoria to Hamblet.**",
        "**Greene** (Ada) has no other star space on land. Its unit 1 vanishes; Papst inherits Soho.",
        "**Tower** moves its home base to Harlem (the only star space on land that it has left).",
        "**To choose now** — Papst a new home base (Chelsea or Flushing).",
    ]
    assert WORDS.narrate(events[:2], NAMES) == [
        "**Tower loses its home base Cloisters to Rossoni.**",
        "**Papst loses its home base Astoria to Hamblet.**",
    ]


def test_a_win_is_the_headline() -> None:
    over = ev.GameOver(reason="stars", places={**dict.fromkeys(SEATS, 2), "hamblet": 1})
    assert WORDS.narrate([over], NAMES) == ["**Hamblet wins the game.**"]
    shared = {**dict.fromkeys(SEATS, 3), "papst": 1, "dunning": 1}
    over = ev.GameOver(reason="last_year", places=shared)
    assert WORDS.narrate([over], NAMES) == ["**Papst and Dunning share the win.**"]
    assert WORDS.narrate([ev.GameOver(reason="agreed", places=shared)], NAMES) == []


def test_a_new_unit_with_the_number_of_a_lost_one() -> None:
    lost = ev.Lost(seat="greene", unit="2", space="soho", target="soho", reason="defeated", by="tower")
    new = [ev.Appeared(seat="greene", unit=unit, space="jamaica") for unit in ("2", "4")]
    other = ev.Appeared(seat="tower", unit="4", space="cloisters")
    events = [lost, *new, other]
    assert WORDS.narrate(events, NAMES) == [
        "**New units** — Tower gets unit 4 in Cloisters; Greene gets unit 4 and a new 2 in Jamaica.",
    ]
    assert WORDS.narrate([lost, new[0]], NAMES) == ["**New units** — Greene gets a new 2 in Jamaica."]
    view = GAME.view(GAME.start({}, ScriptedChance()).state, "greene")
    assert WORDS.news("greene", view, [lost, new[0]], NAMES) == [
        "Lost: 2 in Soho (beaten by Tower).",
        "You get a new 2 in Jamaica.",
    ]


def test_an_adjustment() -> None:
    done = resolved(
        {"greene": {str(n): "jamaica_bay" for n in range(1, 8)}, "papst": {"1": "bayside"}},
        {"papst": "1 move jamaica"},
        control={"kennedy": "greene", "flushing": "greene"},
    )
    assert done.state.phase == "adjustment"
    assert told(done) == [
        "**Greene loses its home base Jamaica to Papst.**",
        "**Papst** — 1 Bayside → Jamaica; gains Jamaica ★ (Greene's).",
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
        "           Stars +/- Units Max",
        "Greene         2  -1     2   4",
        "Tower          1   0     1   3",
    ]


def test_how_each_faction_stands() -> None:
    state = position(
        units={"tower": {"1": "cloisters"}, "greene": {"1": "kennedy", "2": "jamaica"}},
        homes={seat: GAME.map.homes[seat] for seat in SEATS if seat != "papst"},
        ended={"papst": 0},
    )
    found = WORDS.standing(GAME.view(GAME.declare(state, "tower", "concede").state, None))
    assert found["greene"] == "2★ · 2 of 4 units · home Jamaica"
    assert found["tower"] == "1★ · 1 of 3 units · home Cloisters · conceded"
    assert found["papst"] == "out of the game"
    assert list(found) == list(SEATS)


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
        assert max(map(len, table)) == 30 and "\n".join(table).isascii()
        assert len(WORDS.phase_line(public)) < 300
        for seat in SEATS:
            view = GAME.view(done.state, seat)
            news = WORDS.news(seat, view, done.events, NAMES)
            assert len(news) <= 12
            if news:
                assert news[0] == f"**In {before.season} {before.year}:**" and len(news) > 1
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
