"""House options: reading them beside a game's own, their words for players, what autocomplete offers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.registry import games
from bot.common.errors import Refused
from bot.common.message import clip
from bot.engine import house_rules, timing
from bot.engine import text as words
from bot.engine.house_rules import CLOCK, HOUSE, HouseRules, WrongOption
from bot.presenters import presenters
from maps.boards import boards

GAMES = games(boards())
TALK = {"press": "full", "anonymous": "no", "ready": "shown", "adjustment": 12}
HURRY = {"undo": 60, "takeback": 0, "grace": 60}
ABSENCE = {"absence": "pass", "extensions": 3, "substitutes": 2, "vacation": 14, "votes": "open", "pauses": 7}
TIMES = HURRY | ABSENCE
DEFAULTS = TALK | TIMES


class Words:
    """A presenter, as far as options go."""

    def __init__(self, *keys: str) -> None:
        self.house_options = keys


ALL: Any = Words(*HOUSE)
NEW_YORK = GAMES["newyork2047"]


def read(text: str, words: Any = ALL) -> tuple[Any, Any]:
    return house_rules.read(NEW_YORK, words, text)


@pytest.mark.parametrize(
    ("text", "year", "changed"),
    [
        ("", 2060, {}),
        ("last_year=2055 press=none", 2055, {"press": "none"}),
        ("PRESS=Broadcast, Anonymous = YES", 2060, {"press": "broadcast", "anonymous": "yes"}),
        ("ready=hidden adjustment=168", 2060, {"ready": "hidden", "adjustment": 168}),
        ("adjustment=1 press=threads last_year = 2047", 2047, {"adjustment": 1, "press": "threads"}),
        ("undo=0 Absence=FORFEIT votes=secret", 2060, {"undo": 0, "absence": "forfeit", "votes": "secret"}),
        ("pauses=0 press=none vacation=60", 2060, {"pauses": 0, "press": "none", "vacation": 60}),
    ],
)
def test_both_kinds_in_one_text(text: str, year: int, changed: dict[str, Any]) -> None:
    assert read(text) == ({"last_year": year}, DEFAULTS | changed)


def test_a_game_has_the_house_options_that_its_presenter_names_and_those_of_the_clock() -> None:
    assert read("", Words()) == ({"last_year": 2060}, TIMES)
    assert read("ready=hidden", Words("ready")) == ({"last_year": 2060}, {"ready": "hidden", **TIMES})
    with pytest.raises(Refused, match="New York 2047 has no option “press=none”"):
        read("press=none", Words("ready"))
    for key, presenter in presenters().items():
        assert set(presenter.house_options) <= set(HOUSE)
        own = [option.key for option in GAMES[key].option_table]
        assert not {*own, "deadline"} & {*presenter.house_options, *CLOCK}
        assert list(house_rules.options_of(GAMES[key], presenter)) == [
            *own,
            *presenter.house_options,
            *CLOCK,
        ]


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ("press=loud", "press", "Option press: 'loud' isn't one of its values. Choose full, threads, "),
        (
            "anonymous=1",
            "anonymous",
            "Option anonymous: '1' isn't one of its values. Choose no, yes or until_end.",
        ),
        ("ready=Maybe", "ready", "Option ready: 'maybe' isn't one of its values"),
        ("adjustment=0", "adjustment", "Option adjustment: 0 isn't a number from 1 to 168."),
        ("adjustment=169", "adjustment", "Option adjustment: 169 isn't a number"),
        ("adjustment=2/3", "adjustment", "Option adjustment: '2/3' isn't a number"),
        ("adjustment=-1", "adjustment", "Option adjustment: '-1' isn't a number"),
        ("adjustment=1.5", "adjustment", "Option adjustment: '1.5' isn't a number"),
        ("adjustment=١", "adjustment", "Option adjustment: '١' isn't a number"),
        ("adjustment=", "adjustment", "Option adjustment: it has no value."),
        ("press=none last_year=1999", "last_year", "Option last_year: 1999 isn't a number from 2047 to 2199"),
        ("last_year=1999 press=loud", "last_year", "Option last_year"),
        ("press=loud last_year=1999", "press", "Option press"),
        ("undo=601", "undo", "Option undo: 601 isn't a number from 0 to 600."),
        ("takeback=-1", "takeback", "Option takeback: '-1' isn't a number from 0 to 600."),
        ("grace=1441", "grace", "Option grace: 1441 isn't a number from 0 to 1440."),
        (
            "absence=wait",
            "absence",
            "Option absence: 'wait' isn't one of its values. Choose pass, extend, ",
        ),
        ("extensions=11", "extensions", "Option extensions: 11 isn't a number from 0 to 10."),
        ("votes=public", "votes", "Option votes: 'public' isn't one of its values. Choose open or secret"),
        ("press=@everyone" + "x" * 5000, "press", "Option press: '@\\u200beveryonexxx"),
    ],
)
def test_a_wrong_option_is_named_in_one_line(text: str, key: str, told: str) -> None:
    with pytest.raises(WrongOption) as caught:
        read(text)
    assert caught.value.key == key
    assert str(caught.value).startswith(told), str(caught.value)
    assert len(str(caught.value)) < 200 and "\n" not in str(caught.value) and "@e" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("speed=9", "New York 2047 has no option “speed=9”. Write key=value, with `last_year`, `press`, "),
        ("press", "`press` has no value. Write `press=…`, without spaces."),
        ("full", "New York 2047 has no option “full”"),
    ],
)
def test_what_is_no_option_is_named(text: str, told: str) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    assert str(caught.value).startswith(told)
    assert not isinstance(caught.value, WrongOption)


def test_single_values_change_nothing_else() -> None:
    values = {"press": " None ", "last_year": "2050"}
    held = ({"last_year": 2055}, DEFAULTS | {"ready": "hidden"})
    assert house_rules.read_values(NEW_YORK, ALL, {"press": "none"}, *held) == (
        {"last_year": 2055},
        DEFAULTS | {"ready": "hidden", "press": "none"},
    )
    found = house_rules.read_values(NEW_YORK, ALL, values, *held)
    assert found == ({"last_year": 2050}, DEFAULTS | {"ready": "hidden", "press": "none"})
    assert held == ({"last_year": 2055}, DEFAULTS | {"ready": "hidden"}), "what was given is as it was"
    for wrong in ({"speed": "9"}, {"press": "  "}, {"last_year": ""}):
        with pytest.raises(WrongOption, match=r"no such option|no value"):
            house_rules.read_values(NEW_YORK, ALL, wrong, *held)
    cic = house_rules.read_values(GAMES["cic"], presenters()["cic"], {"enhanced": " 2 / 1 "})[0]
    assert cic["enhanced"] == {"dark": 2, "light": 1}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("currency=eur/JPY", {"currency": {"south": "EUR", "north": "JPY"}}),
        ("currency=EUR", {"fraction": {"south": "2/1", "north": "2/1"}}),
        ("fraction=1/1:3/2", {"fraction": {"south": "1/1", "north": "3/2"}}),
        ("fraction = 3 / 2", {"fraction": {"south": "3/2", "north": "3/2"}}),
        ("max_coins=5 fraction=1/2", {"max_coins": 5}),  # five coins of a whole dollar there are not
        ("fraction=1/8 currency=JPY", {"fraction": {"south": "1/8", "north": "1/8"}}),
    ],
)
def test_values_by_seat_and_values_that_need_each_other(text: str, values: dict[str, Any]) -> None:
    game, words = GAMES["nemein"], Words()
    options, _ = house_rules.read(game, words, text)  # type: ignore[arg-type]
    assert values.items() <= options.items()
    again = {
        option.key: house_rules.held_text(game, option, options)
        for option in game.option_table
        if option.key in options
    }
    assert house_rules.read_values(game, words, again)[0] == options  # type: ignore[arg-type]


def test_a_fraction_that_follows_the_currency_still_does_when_that_is_changed() -> None:
    game, words = GAMES["nemein"], Words()
    options, _ = house_rules.read(game, words, "currency=USD")  # type: ignore[arg-type]
    form = {option.key: house_rules.held_text(game, option, options) for option in game.option_table}
    assert form["fraction"] == "default"
    changed, _ = house_rules.read_values(game, words, form | {"currency": "GBP"}, options)  # type: ignore[arg-type]
    assert changed["fraction"] == {"south": "2/1", "north": "2/1"}


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ("max_coins=3", "max_coins", "No 3 USD coins"),
        ("fraction=1/8", "fraction", "1/8 of 100 USD is no whole number"),
        ("currency=USD/XYZ", "currency", "'xyz' is no currency of the game. Choose USD, EUR"),
        ("currency=XYZ fraction=1/8", "currency", "'xyz' is no currency"),
    ],
)
def test_what_makes_no_handful_is_named(text: str, key: str, told: str) -> None:
    with pytest.raises(WrongOption) as caught:
        house_rules.read(GAMES["nemein"], Words(), text)  # type: ignore[arg-type]
    assert caught.value.key == key
    assert told in str(caught.value)


def test_what_was_read_can_be_written_and_read_again() -> None:
    for text in ("", "last_year=2055 press=none anonymous=yes ready=hidden adjustment=168"):
        options, settings = read(text)
        table = house_rules.options_of(NEW_YORK, ALL)
        again = " ".join(
            f"{key}={house_rules.option_text(table[key], value)}"
            for key, value in {**options, **settings}.items()
        )
        assert read(again) == (options, settings)


def test_the_house_of_a_table() -> None:
    assert house_rules.of({}) == HouseRules() == house_rules.of(TALK | ABSENCE), "older tables had no window"
    assert house_rules.of(DEFAULTS) == HouseRules(undo_seconds=60, takeback_seconds=0, grace_minutes=60)
    agreed = {"undo": 5, "takeback": 6, "grace": 7, "absence": "extend", "extensions": 8}
    agreed |= {"substitutes": 9, "vacation": 10, "votes": "secret", "pauses": 11}
    assert set(agreed) == set(CLOCK)
    assert house_rules.of(agreed) == HouseRules(
        "full", False, True, 12, 5, 6, 7, "extend", 8, 9, 10, True, 11
    )
    given = {"press": "threads", "anonymous": "yes", "ready": "hidden", "adjustment": 3}
    assert house_rules.of(given) == HouseRules("threads", True, False, 3)
    assert house_rules.of({"press": "none"}) == HouseRules("none")


@pytest.mark.parametrize(
    ("hours", "spec", "seconds"),
    [
        (12, "24h", 12 * 3600.0),
        (12, "12h", 12 * 3600.0),
        (12, "90m", 5400.0),
        (168, "3d", 3 * 86400.0),
        (1, "none", None),
        (1, None, None),
    ],
)
def test_choices_never_take_longer_than_a_turn(hours: int, spec: str | None, seconds: float | None) -> None:
    table = SimpleNamespace(deadline_spec=spec)
    rules = HouseRules(adjustment_hours=hours)
    snapshot: Any = SimpleNamespace(house_rules=rules, table=table, adjusting=True)
    due = timing.due(snapshot, 1000.0)
    assert due == (None if seconds is None else 1000.0 + seconds)


def test_the_hosts_defaults_for_new_games() -> None:
    assert house_rules.read_defaults("") == {}
    assert house_rules.read_defaults(" UNDO=30, grace=0 press=None") == {
        "undo": 30,
        "grace": 0,
        "press": "none",
    }
    with pytest.raises(WrongOption, match="undo: 601 isn't a number from 0 to 600"):
        house_rules.read_defaults("grace=0 undo=601")
    with pytest.raises(WrongOption, match=r"speed: there's no such house option. Choose press, "):
        house_rules.read_defaults("speed=1")
    with pytest.raises(WrongOption, match="undo: it has no value"):
        house_rules.read_defaults("undo")
    held = house_rules.read(NEW_YORK, ALL, "grace=5", house_rules.read_defaults("undo=30 grace=0"))
    assert held == ({"last_year": 2060}, DEFAULTS | {"undo": 30, "grace": 5})
    cic = house_rules.read(
        GAMES["cic"], presenters()["cic"], "", house_rules.read_defaults("press=none undo=1")
    )
    assert cic[1] == TIMES | {"undo": 1}, "only those that the game has"


@pytest.mark.parametrize(
    ("settings", "spec", "told"),
    [
        ({}, "24h", []),
        (TALK, "24h", [words.LETTERS["full"], words.CHOICES_TIME(span="12h")]),
        (TALK, "none", [words.LETTERS["full"]]),
        (TALK, "90m", [words.LETTERS["full"], words.CHOICES_TIME(span="90m")]),
        (
            TALK | {"press": "threads", "anonymous": "yes", "ready": "hidden", "adjustment": 1},
            "24h",
            [words.LETTERS["threads, unsigned"], words.READY_HIDDEN, words.CHOICES_TIME(span="1h")],
        ),
        ({"press": "none", "anonymous": "yes"}, "24h", [words.LETTERS["none"]]),
        ({"press": "broadcast"}, None, [words.LETTERS["broadcast"]]),
        *(
            ({"press": press, "anonymous": anonymous}, None, [words.LETTERS[f"{press}, {how}"]])
            for press in ("full", "threads", "broadcast")
            for anonymous, how in (("yes", "unsigned"), ("until_end", "unsigned until the end"))
        ),
        (TIMES, None, [words.UNDO_TIME(n=60)]),
        (TIMES | {"undo": 0}, "none", []),
        (
            TIMES | {"takeback": 1},
            "24h",
            [
                "Miss a deadline and you get 60 minutes' grace, then a default move. If there is none: one "
                "extension, then you're out",
                words.UNDO_TIME(n=60),
                "1 second to take a move back",
            ],
        ),
        *(({"grace": 0, "absence": how}, "24h", [late]) for how, late in words.LATE_NO_GRACE.items()),
        *(
            ({"grace": 60, "absence": how}, "24h", [late(grace="60 minutes'")])
            for how, late in words.LATE_GRACE.items()
        ),
        ({"grace": 1, "absence": "forfeit"}, "3d", [words.LATE_GRACE["forfeit"](grace="1 minute's")]),
        *(
            ({"grace": 60, "absence": "forfeit"}, spec, [words.LATE_GRACE["forfeit"](grace=grace)])
            for spec, grace in (
                ("1m", "15 seconds'"),
                ("2h", "30 minutes'"),
                ("4h", "60 minutes'"),
                ("daily 10:00,14:00 UTC", "60 minutes'"),
                ("daily 10:00,13:00 UTC", "up to 60 minutes'"),
            )
        ),
    ],
)
def test_the_words_for_players(settings: dict[str, Any], spec: str | None, told: list[str]) -> None:
    assert house_rules.lines(settings, spec) == told


def test_what_is_offered_while_typing() -> None:
    def offered(typed: str) -> list[str]:
        return house_rules.offered(NEW_YORK, ALL, typed)

    assert offered("") == [
        "last_year=2060",
        *(f"press={value}" for value in ("full", "threads", "broadcast", "none")),
        "anonymous=no",
        "anonymous=yes",
        "anonymous=until_end",
        "ready=shown",
        "ready=hidden",
        "adjustment=12",
        "undo=60",
        "takeback=0",
        "grace=60",
        *(f"absence={value}" for value in ("pass", "extend", "forfeit", "computer")),
        "extensions=3",
        "substitutes=2",
        "vacation=14",
        "votes=open",
        "votes=secret",
        "pauses=7",
    ]
    assert offered("press=none R") == ["press=none ready=shown", "press=none ready=hidden"]
    assert offered("press=none pr") == [], "it stands there already"
    assert offered("last_year=205") == [f"last_year={year}" for year in range(2050, 2060)]
    assert offered("press=none  adjustment=") == [f"press=none adjustment={hours}" for hours in range(1, 26)]
    assert offered("adjustment=16")[-1] == "adjustment=168"
    assert offered("undo=60")[:2] == ["undo=60", "undo=600"]
    assert offered("pres=") == [] and offered("x") == []
    filler = "x=" + "y" * 83
    assert (
        offered(f"{filler} last") == [f"{filler} last_year=2060"] and len(f"{filler} last_year=2060") == 100
    )
    assert offered(f"{filler}y last") == [], "longer ones cannot be offered"
    assert f"{filler}y press=full" in offered(f"{filler}y ")


@pytest.mark.parametrize("game", GAMES)
def test_everything_offered_is_taken(game: str) -> None:
    words = presenters().get(game, ALL)
    for begun in ("", *(f"{key}=" for key in house_rules.options_of(GAMES[game], words))):
        found = house_rules.offered(GAMES[game], words, begun)
        assert 0 < len(found) <= 25
        for text in found:
            house_rules.read(GAMES[game], words, text)


def test_what_makes_no_handful_is_not_offered() -> None:
    def offered(typed: str) -> list[str]:
        return house_rules.offered(GAMES["nemein"], Words(), typed)  # type: ignore[arg-type]

    assert offered("max_coins=")[0] == "max_coins=6", "a dollar with a unit in it has six coins or more"
    assert offered("fraction=1/2 max_coins=")[0] == "fraction=1/2 max_coins=4"
    assert offered("currency=e") == ["currency=EUR"]


def test_labels_fit_into_a_form() -> None:
    for option in house_rules.ALL.values():
        assert option.label == clip(option.label, 45) and option.decides == clip(option.decides, 100)


@pytest.mark.parametrize(("options", "several"), [("", False), ("enhanced=1", True), ("enhanced=2/0", False)])
def test_who_never_moves_with_others_is_told_of_no_undo(options: str, several: bool) -> None:
    game, presenter = GAMES["cic"], presenters()["cic"]
    rules, settings = house_rules.read(game, presenter, options, {"undo": 30})
    assert house_rules.at_once(game, rules) == several
    told = house_rules.lines(settings, "24h", several=house_rules.at_once(game, rules))
    assert any("to undo" in line for line in told) == several
