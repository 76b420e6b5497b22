"""WW3 in words: what happened, how things stand, what a desk says, how a game ends."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import Die, ScriptedChance
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Outcome
from adjudicator.registry import games
from adjudicator.ww3 import events as ev
from adjudicator.ww3.state import State, View
from bot.presenters import presenters
from bot.presenters.ww3 import Ww3Presenter
from maps.boards import boards

GAME = games(boards())["ww3"]
WORDS = presenters()["ww3"]
NAMES = {"red": "**Red** (Ada)", "blue": "**Blue** (Ben)", "silver": "**Silver** (Cleo)"}
HOME = {"red": {"e1": "B"}, "blue": {"a7": "B"}, "silver": {"g11": "B"}}
FOG = {"players": 3, "fog": "on"}


def state(to_move: str = "red", **given: Any) -> State:
    """A position of three; `red`, `blue`, `silver`: where units stand besides the Base at home."""
    pieces = {seat: base | given.pop(seat, {}) for seat, base in HOME.items()}
    data = {"options": {"players": 3}, "pieces": pieces, "to_move": to_move, **given}
    data["pieces"] = {seat: at for seat, at in pieces.items() if seat not in given.get("out", ())}
    found = GAME.position(data)
    assert isinstance(found, State)
    return found


def view(at: State, seat: str | None = None) -> View:
    """As the seat sees it; without one, as the seat that moves."""
    found = GAME.view(at, seat or sorted(GAME.phase(at).owing)[0])
    assert isinstance(found, View)
    return found


def begun(**options: Any) -> State:
    found = GAME.start(GAME.options({"players": 3} | options), ScriptedChance()).state
    assert isinstance(found, State)
    return found


def told(at: State, order: str, you: str = "") -> list[str]:
    """What is said when the seat that moves does that."""
    [seat] = GAME.phase(at).owing
    done = GAME.resolve(at, {seat: GAME.parse(view(at), order)}, ScriptedChance())
    if you:
        return WORDS.news(you, GAME.view(done.state, you), done.events, NAMES)
    return WORDS.narrate(done.events, NAMES)


def test_it_is_registered() -> None:
    assert isinstance(WORDS, Ww3Presenter)
    assert WORDS.by_lot and not (WORDS.many or WORDS.silent or WORDS.house_options or WORDS.rulings)
    assert [WORDS.seat_name(seat) for seat in HOME] == ["Red", "Blue", "Silver"]
    at = view(state(red={"d4": "S"}))
    assert WORDS.why(at, (), "d4") == [] == WORDS.units(at, (), "")


def test_options_in_words() -> None:
    assert WORDS.option_lines({"players": 2, "fog": "on", "quiet_rounds": 0}) == [
        "Red (China) and Silver (North Korea): the last Base wins",
        "Fog: enemy kinds stay hidden until they meet. The winner of a meeting is shown, and the loser as it "
        "leaves",
    ]
    assert WORDS.option_lines({})[0].startswith("Red (China), Blue (Russia), Silver (North Korea) and Olive")
    assert WORDS.option_lines({})[1:] == ["A draw after 50 rounds in which no unit left the board"]


# -- what happened


def test_the_set_up_and_the_dice() -> None:
    at = begun()
    chance = ScriptedChance(5, 2, 5, 3, 4)
    done = GAME.resolve(at, {}, chance)
    lines = WORDS.narrate(done.events, NAMES)
    assert lines[0] == (
        "**Red** (Ada): Nuclear Bomb d2, Air Craft e3, Tank f3, Captain g2, Spy f1, Soldiers d3, e2, g3 "
        "and h3, Base e1."
    )
    dice = [event.value for event in done.events if isinstance(event, Die)]
    assert lines[3:] == [
        f"🎲 Dice: Red **{dice[0]}** · Blue **{dice[1]}** · Silver **{dice[2]}** (#0 to #2)",
        f"🎲 A tie, so again: Red **{dice[3]}** · Silver **{dice[4]}** (#3 to #4)",
        "**Silver** (Cleo) rolled the highest and begins.",
    ]
    assert WORDS.news("silver", view(done.state), done.events, NAMES)[-1] == (
        "You rolled the highest and begin."
    )
    assert len(WORDS.news("red", view(done.state, "red"), done.events, NAMES)) == 3, (
        "the picture has the rest"
    )
    hidden = GAME.resolve(begun(fog="on"), {}, ScriptedChance(6, 1, 1))
    assert WORDS.narrate(hidden.events, NAMES)[:1] == ["**Red** (Ada) has placed 10 units."]


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("d4-e4", "**Red** (Ada): Tank d4 → e4."),
        ("d4-d5", "**Red** (Ada): Tank d4 → d5 **takes** Blue's Captain."),
        ("d4-e5", "**Red** (Ada): Tank d4 → e5 **falls** to Silver's Nuclear Bomb."),
        ("f3-f4-g4", "**Red** (Ada): Soldier f3 → f4 → g4."),
        ("h5-h7", "**Red** (Ada): Air Craft h5 → h6 → h7."),
    ],
)
def test_moves_and_meetings(order: str, line: str) -> None:
    at = state(red={"d4": "T", "f3": "S", "h5": "A"}, blue={"d5": "C"}, silver={"e5": "N"})
    assert told(at, order) == [line]


def test_a_meeting_in_the_news_of_the_one_who_was_met() -> None:
    at = state(red={"d4": "T"}, blue={"d5": "C"})
    assert told(at, "d4-d5", you="blue") == ["**Red** (Ada): Tank d4 → d5 **takes** your Captain."]


def test_a_base_falls() -> None:
    at = state(red={"b7": "S"}, blue={"c4": "T", "c5": "S", "c6": "S"})
    assert told(at, "b7-a7") == [
        "**Red** (Ada): Soldier b7 → a7 **takes** Blue's **Base**.",
        "**Blue is out**: its Tank and Soldier ×2 left the board.",
    ]
    assert told(at, "b7-a7", you="blue") == [
        "**Red** (Ada): Soldier b7 → a7 **takes** your **Base**.",
        "**You are out**: your Tank and Soldier ×2 left the board.",
    ]
    at = state(red={"b7": "S"})
    assert told(at, "b7-a7")[1] == "**Blue is out**."


def test_in_fog_nothing_is_said_that_nobody_knows() -> None:
    at = state(
        red={"b7": "S", "d4": "A", "f4": "N"}, blue={"c4": "T", "c5": "S"}, silver={"f5": "N"}, options=FOG
    )
    assert told(at, "d4-d6") == ["**Red** (Ada): a unit d4 → d5 → d6."]
    assert told(at, "b7-b8-c8") == ["**Red** (Ada): a unit b7 → b8 → c8."]
    assert told(at, "b7-a7")[1] == "**Blue is out**: its 2 units left the board."
    assert told(at, "f4-f5") == [
        "**Red** (Ada): Nuclear Bomb f4 → f5 meets Silver's Nuclear Bomb: neither takes the other, and it is "
        "back on f4."
    ]
    one = state(red={"b7": "S"}, blue={"c4": "T"}, options=FOG)
    assert told(one, "b7-a7", you="blue")[1] == "**You are out**: your unit left the board."


def test_a_second_soldier_that_stays() -> None:
    at = state(red={"d4": "S", "d5": "S"}, blue={"e5": "S"}, options=FOG)
    assert told(at, "d4-e5 d5-e5")[1] == (
        "**Red** (Ada): the Soldier on d5 stays, for the first one stands on e5 now."
    )


def test_votes_and_concessions() -> None:
    assert WORDS.narrate(
        (
            ev.DrawOffered(seat="red", missing=("blue", "silver")),
            ev.DrawOffered(seat="silver", missing=()),
            ev.DrawLapsed(seats=("red",)),
            ev.Conceded(seat="blue"),
            ev.Passed(seat="red"),
        ),
        NAMES,
    ) == [
        "**Red** (Ada) offers a draw. To agree: **Blue** (Ben) and **Silver** (Cleo).",
        "**Silver** (Cleo) agrees to the draw.",
        "The draw offer has lapsed.",
        "**Blue** (Ben) concedes.",
        "**Red** (Ada): no legal move, so a pass.",
    ]


# -- how things stand


def test_what_is_to_do() -> None:
    assert WORDS.task(view(begun(), "red")).startswith("Place your ten units on your arm, in secret: ")
    assert "fog" not in WORDS.task(view(begun(), "red"))
    assert "In this game of fog only where units stand is revealed." in WORDS.task(
        view(begun(fog="on"), "red")
    )
    at = state(red={"d4": "A"}, ways={"red": [0, 1]}, offers=["blue", "silver"])
    assert WORDS.task(view(at)).splitlines() == [
        "It is your move.",
        "Your Air Craft flew north on your last turn, so not again now.",
        "Blue and Silver offer a draw: `draw` agrees, a move declines.",
    ]
    assert WORDS.task(view(at, "blue")) == "You owe no order now."
    lost = state(red={"d4": "S"}, ways={"red": [0, 1]})
    assert WORDS.task(view(lost)) == "It is your move.", "no Air Craft any more"
    stuck = state(blue={"c4": "S"})
    assert WORDS.task(view(stuck)) == "You have no legal move, so you `pass`."


def test_what_the_game_waits_for() -> None:
    at = state("silver", red={"d4": "S"}, out=["blue"], offers=["red"])
    assert WORDS.phase_line(view(at)) == "Silver to move · Red offers a draw"
    assert WORDS.phase_line(view(at, "blue")).startswith("You are out · Silver to move")
    assert WORDS.phase_line(view(begun(), "red")) == "Everyone places ten units in secret"


def test_how_seats_stand() -> None:
    at = state(red={"d4": "A"}, lost={"red": "SSN", "blue": "STB"}, out=["blue"], quiet=26)
    assert WORDS.standing(view(at)) == {
        "red": "2 units · lost Nuclear Bomb, Soldier ×2",
        "blue": "out, Base taken · lost Tank, Soldier",
        "silver": "1 unit",
    }
    lines = WORDS.summary(view(at), ()).splitlines()
    assert lines[0] == "-# Red: 2 units · lost Nuclear Bomb, Soldier ×2"
    assert lines[3:] == ["-# Quiet rounds: 26 of 50; then it is a draw"]
    assert (
        WORDS.summary(view(state(red={"d4": "A"})), ()) == "" and WORDS.standing(view(begun(), "red")) == {}
    )
    assert WORDS.standing(view(state(red={"d4": "A"}, out=["blue"])))["blue"] == "out, conceded"


def test_where_to_look() -> None:
    at = state(red={"d4": "A"})
    near = WORDS.focus(view(at), " D 4 ", False)
    assert near[0] == "d4" and {"f6", "d3", "b5"} <= set(near) and not {"d7", "g4"} & set(near)
    mine = WORDS.focus(view(at), "", True)
    assert set(mine[:2]) == {"d4", "e1"} and "e5" in mine and "e6" not in mine
    assert WORDS.focus(view(at), "", False) == ()
    with pytest.raises(NotUnderstoodError, match="no point; they are written like d4"):
        WORDS.focus(view(at), "z9", False)
    with pytest.raises(NotUnderstoodError, match="no units"):
        WORDS.focus(GAME.view(at, None), "", True)
    assert [choice.label for choice in WORDS.places(view(at), "d")[:4]] == [
        *("d1", "d2", "d3", "d4 · Red's Air Craft")
    ]
    hidden = state(silver={"d4": "A"}, options=FOG)
    assert WORDS.places(view(hidden), "d4")[0].label == "d4 · Silver's unit"


# -- orders in words


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("d4-e4", "Soldier d4 → e4"),
        ("d4-e5", "Soldier d4 → e5, against Silver's Spy: a loss"),
        ("d4-d5", "Soldier d4 → d5, against Blue's Soldier: a win"),
        ("f4-f6", "Air Craft f4 → f5 → f6"),
        ("d4-d5 f3-f2", "Soldier d4 → d5, against Blue's Soldier: a win; then Soldier f3 → f2"),
        ("d4-e4 d3-d4", "Soldier d4 → e4; then Soldier d3 → d4"),
    ],
)
def test_an_order_in_words(order: str, words: str) -> None:
    red = {"d4": "S", "d3": "S", "f3": "S", "f4": "A"}
    at = view(state(red=red, blue={"d5": "S"}, silver={"e5": "P"}))
    [each] = GAME.parse(at, order)
    assert WORDS.describe(at, each) == words


def test_in_fog_an_order_foretells_nothing() -> None:
    at = state(red={"d4": "S"}, blue={"d5": "S"}, options=FOG)
    [order] = GAME.parse(view(at), "d4-d5")
    assert WORDS.describe(view(at), order) == "Soldier d4 → d5, against Blue's unit"
    bombs = state(red={"d4": "N"}, blue={"d5": "N"}, options=FOG, known=["d5"])
    [order] = GAME.parse(view(bombs), "d4-d5")
    assert WORDS.describe(view(bombs), order).endswith("Blue's Nuclear Bomb: bounces back")


def test_other_orders_in_words() -> None:
    seen = view(begun(), "blue")
    [setup] = GAME.parse(seen, "setup bunker mirrored")
    assert WORDS.describe(seen, setup).startswith("Nuclear Bomb c6, Air Craft c5, ")
    head, text = WORDS.sheet(seen, (setup,))
    assert head.startswith("**Bunker, mirrored:** Nuclear Bomb c6, ") and text == f"-# `{setup}`"
    own = GAME.parse(seen, str(setup).replace("c6", "X").replace("c5", "c6").replace("X", "c5"))
    assert WORDS.sheet(seen, own)[0].startswith("**Your own formation:** ")
    assert WORDS.sheet(seen, ()) == []
    assert WORDS.describe(seen, Declare("draw")) == "offer or accept a draw"
    assert WORDS.describe(seen, Declare("concede")) == "concede the game"


def test_examples() -> None:
    assert WORDS.example(view(begun(), "red")) == "setup stock"
    assert WORDS.example(view(state(red={"d2": "S", "d3": "T"}))) == "d3-d4", "forward"
    assert WORDS.example(view(state(blue={"c4": "S"}))) == "pass"


# -- the end


@pytest.mark.parametrize(
    ("reason", "places", "line"),
    [
        ("last_base", {"red": 1, "blue": 3, "silver": 2}, "**Red wins:** its Base is the last one. Cong"),
        ("conceded", {"red": 3, "blue": 1, "silver": 2}, "**Blue wins:** all others are out. Cong"),
        (
            "conceded",
            {"red": 1, "silver": 2},
            "**Red wins:** the other side gave up. Congratulations, **Red**",
        ),
        ("agreed", {"red": 1, "silver": 1}, "**A draw** by agreement."),
        ("agreed", {"red": 1, "blue": 3, "silver": 1}, "**A draw** by agreement of Red and Silver."),
        ("only_bases", {"red": 1, "silver": 1}, "**A draw**: only Bases are left."),
        (
            "quiet_rounds",
            {"red": 1, "blue": 3, "silver": 1},
            "**A draw** of Red and Silver: too many rounds in which no unit left the board.",
        ),
    ],
)
def test_the_end(reason: str, places: dict[str, int], line: str) -> None:
    assert WORDS.result(Outcome(reason, places), NAMES).startswith(line)


def test_the_pages_fit() -> None:
    pages = WORDS.pages()
    assert 1 <= len(pages) <= 5 and all(len(page.text) <= 1900 and len(page.title) <= 80 for page in pages)
    assert "setup bunker mirrored" in pages[-1].text
