"""NME in words: what happened, how things stand, how a game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Outcome
from adjudicator.nme import events as ev
from adjudicator.nme.state import State, View
from adjudicator.registry import games
from bot.presenters import presenters
from bot.presenters.nme import NmePresenter
from maps.boards import boards

GAME = games(boards())["nme"]
WORDS = presenters()["nme"]
NAMES = {"black": "**Black** (Ada)", "gray": "**Gray** (Ben)", "white": "**White** (Cleo)"}
BASES = {"black": {"A4s": "P"}, "gray": {"I0s": "P"}, "white": {"I8s": "P"}}


def state(to_move: str = "black", ally: bool = False, **given: Any) -> State:
    """A position: Presidents at home unless `black`, `gray`, `white` say where an army's pieces stand."""
    pieces = {army: given.pop(army, BASES[army]) for army in BASES}
    options = given.pop("options", {}) | ({"players": 2} if ally else {})
    data = {"pieces": pieces, "to_move": to_move, "options": options, **given}
    found = GAME.position(data)
    assert isinstance(found, State)
    return found


def view(at: State, seat: str | None = None) -> View:
    """As the seat sees it; without one, as the seat that moves."""
    owing = sorted(GAME.phase(at).owing)
    found = GAME.view(at, seat or owing[0])
    assert isinstance(found, View)
    return found


def told(at: State, order: str, you: str = "") -> list[str]:
    """What is said when the seat that moves does that."""
    [seat] = GAME.phase(at).owing
    done = GAME.resolve(at, {seat: GAME.parse(view(at), order)}, ScriptedChance())
    if you:
        return WORDS.news(you, GAME.view(done.state, you), done.events, NAMES)
    return WORDS.narrate(done.events, NAMES)


def test_it_is_registered() -> None:
    assert isinstance(WORDS, NmePresenter)
    assert WORDS.silent and WORDS.by_lot and not WORDS.many and WORDS.house_options == ()
    assert [WORDS.seat_name(seat) for seat in BASES] == ["Black", "Gray", "White"]
    said = {text.partition(" ")[0] for text in GAME.rulings(GAME.start({}, ScriptedChance()).state, "gray")}
    assert said == WORDS.rulings.keys()


def test_options_in_words() -> None:
    assert WORDS.option_lines(GAME.options({})) == [
        "Three armies, one each: the game ends with one President left",
        "After 50 rounds without a capture, an Infantry move or a trade: the end",
    ]
    lines = WORDS.option_lines(GAME.options({"players": 2, "quiet_rounds": 0}))
    assert lines[0].startswith("Protect the Ally") and lines[1].startswith("Guard of Gray: nobody")
    assert len(lines) == 2
    lines = WORDS.option_lines(GAME.options({"players": 2, "gray_guard": "off", "quiet_rounds": 9}))
    assert lines[2] == "After 9 rounds without a capture, an Infantry move or a trade: a draw"
    assert lines[1].startswith("No guard of Gray")


# -- what happened


def test_a_move_and_captures() -> None:
    assert WORDS.narrate(GAME.start({}, ScriptedChance()).events, NAMES) == []
    at = state(black={"A4s": "P", "C4": "A"}, gray={"I0s": "P", "C6": "S"}, white={"I8s": "P", "E4": "I"})
    assert told(at, "C4-C5") == ["**Black** (Ada): Air Force C4 → C5."]
    assert told(at, "C4xC6") == [
        "**Black** (Ada): Air Force C4 captures Gray's Special Force on C6; Black holds it prisoner."
    ]
    at = state(black={"A4s": "P", "C4": "A"}, gray={"I0s": "P", "C6": "I", "B1": "I"})
    assert told(at, "C4xC6", you="gray") == [
        "**Black** (Ada): Air Force C4 captures your Infantry on C6; Black holds it prisoner.",
    ], "a flank stands in the desk's task alone, if it is possible"
    assert len(told(at, "C4xC6")) == 1


def test_the_dead_are_no_prisoners() -> None:
    at = state(black={"A4s": "P", "C4": "A"}, gray={"C6": "I"}, falls=[{"army": "gray", "by": "white"}])
    assert told(at, "C4xC6") == [
        "**Black** (Ada): Air Force C4 captures an Infantry of Gray, which is out, on C6: it is removed."
    ]


def test_naval_one_is_marked_as_in_the_record() -> None:
    at = state(gray={"I0s": "P", "A4n": "S"})
    [line] = told(at, "A4s-A4n")
    assert line == (
        "**Black** (Ada): President A4s captures Gray's Special Force on A4n by Naval One (`A4sxA4n N1`); "
        "Black holds it prisoner."
    )
    at = state(gray={"I0s": "P", "A4": "S"})
    assert told(at, "A4s-A4n") == ["**Black** (Ada): President A4s → A4n by Naval One (`A4s-A4n N1`)."]
    assert told(at, "A4s-A5") == ["**Black** (Ada): President A4s → A5."]


def test_flanking() -> None:
    at = state(
        "gray",
        black={"A4s": "P", "E4": "A"},
        gray={"I0s": "P", "G4": "I"},
        flanks=[{"army": "gray", "hexagon": "E4"}],
    )
    assert WORDS.task(view(at)).splitlines()[1:] == [
        "Flank: your Infantry on G4 may capture Black's Air Force on E4, in this turn only."
    ]
    assert told(at, "G4xE4") == [
        "**Gray** (Ben): Infantry G4 captures Black's Air Force on E4 by flanking; Gray holds it prisoner."
    ]


def test_a_trade() -> None:
    at = state(
        "white",
        black={"B1": "P"},
        white={"I8s": "P", "A5": "I"},
        prisoners={"black": {"white": "SA"}},
    )
    assert (
        "Infiltration: your Infantry A5-A4s may be traded for an Air Force or a Special Force."
        in WORDS.task(view(at))
    )
    assert told(at, "A5-A4s=S") == [
        "**White** (Cleo): Infantry A5 → A4s, traded there for a Special Force; Black holds the Infantry."
    ]
    event = ev.Traded(army="gray", seat="white", origin="A4", target="A4s", piece="A", holder="black")
    assert WORDS.narrate([event], NAMES) == [
        "**Gray**, moved by **White** (Cleo): Infantry A4 → A4s, traded there for an Air Force; "
        "Black holds the Infantry."
    ]


def test_an_assassination() -> None:
    at = state(black={"A4s": "P", "H1": "S", "A1": "I"})
    assert told(at, "H1xI0s") == [
        "**Black** (Ada): Special Force H1 captures Gray's President on I0s: **an assassination**.",
        "**Gray** (Ben) is out. Its pieces stay, without value; the prisoners it held are gone for good.",
    ]
    assert "captures your President on I0s" in told(at, "H1xI0s", you="gray")[0]
    at = state(black={"A4s": "P", "H1": "S"}, falls=[{"army": "white", "by": "black"}], white={})
    lines = told(at, "H1xI0s")
    assert len(lines) == 1, "at the end it is the result that counts"


def test_votes_passes_and_rulings() -> None:
    lines = WORDS.narrate(
        [
            ev.Passed(army="gray", seat="black"),
            ev.DrawOffered(seat="black", missing=("gray", "white")),
            ev.DrawOffered(seat="white", missing=()),
            ev.VoteWithdrawn(seat="black"),
            ev.Penalised(seat="gray", space="C4"),
            ev.Forfeited(seat="gray"),
            ev.Conceded(seat="white"),
            ev.ArmyOut(army="white"),
        ],
        NAMES,
    )
    assert lines == [
        "**Gray**, moved by **Black** (Ada): no legal move, so a pass.",
        "**Black** (Ada) votes for a draw. To agree: **Gray** (Ben) and **White** (Cleo).",
        "**White** (Cleo) votes for a draw too: agreed.",
        "**Black** (Ada) moved, so the vote for a draw is withdrawn.",
        "Penalty: the Infantry of **Gray** (Ben) on C4 is removed.",
        "**Gray** (Ben) forfeits the game: the President is removed, nobody's assassination.",
        "**White** (Cleo) concedes: the President is removed, nobody's assassination.",
        "**White** (Cleo) is out. Its pieces stay, without value; the prisoners it held are gone for good.",
    ]


# -- how things stand


def test_whose_turn_it_is() -> None:
    at = state("gray")
    assert WORDS.phase_line(view(at)) == "Gray to move"
    assert WORDS.phase_line(GAME.view(at, None)) == "Gray to move"
    at = GAME.declare(GAME.declare(at, "black", "draw").state, "white", "draw").state
    assert WORDS.phase_line(view(at)) == "Gray to move · Black and White vote for a draw"
    assert WORDS.task(view(at)) == "It is your move.\nBlack and White vote for a draw: `draw` agrees."
    assert WORDS.task(view(at, "black")) == "You owe no order now."
    own = GAME.declare(state("gray"), "gray", "draw").state
    assert WORDS.task(view(own)) == "It is your move."
    at = GAME.declare(at, "gray", "draw").state
    assert WORDS.phase_line(GAME.view(at, None)) == "The game is over"
    at = GAME.declare(GAME.start({}, ScriptedChance()).state, "white", "concede").state
    assert WORDS.phase_line(view(at, "white")) == "You are out · Black to move"


def test_what_one_might_overlook() -> None:
    at = state("gray", black={"A4s": "P", "H1": "S"})
    assert WORDS.task(view(at)) == (
        "It is your move.\nYour President on I0s is under threat from Black's Special Force on H1: "
        "by Naval One it may go to H1n."
    )


def test_whose_army_it_is_in_protect_the_ally() -> None:
    def task(to_move: str, gray_next: str, guard: str = "on") -> list[str]:
        at = state(to_move, ally=True, gray_next=gray_next, options={"gray_guard": guard})
        return str(WORDS.task(view(at))).splitlines()

    black, white = "**You move your own army, Black, now.** ", "**You move your own army, White, now.** "
    guarded = "You have just moved Gray, so you may not capture its President in this turn."
    assert task("black", "black") == [f"{black}Then Gray moves, moved by you."]
    assert task("black", "white") == [f"{black}Then Gray moves, moved by White."]
    assert task("gray", "black") == [
        "**You move Gray now.** If it captures White's President, you win. Then White moves."
    ]
    assert task("gray", "white") == [
        "**You move Gray now.** If it captures Black's President, you win. Then you move White."
    ]
    assert task("white", "white") == [f"{white}Then Black moves, then Gray, moved by you."]
    assert task("white", "black") == [f"{white}Then Black moves, then Gray, moved by Black.", guarded]
    assert task("white", "black", "off") == [f"{white}Then Black moves, then Gray, moved by Black."]
    at = state("gray", ally=True, gray_next="white")
    assert WORDS.phase_line(view(at)) == "Gray to move, moved by White"
    threatened = state("gray", ally=True, gray_next="black", white={"I8s": "P", "H1": "S"})
    told = "Gray's President on I0s is under threat from White's Special Force on H1: by Naval One"
    assert told in WORDS.task(view(threatened))


def test_how_armies_stand() -> None:
    at = GAME.start({}, ScriptedChance()).state
    assert WORDS.summary(GAME.view(at, None), ()) == ""
    assert set(WORDS.standing(GAME.view(at, None)).values()) == {"15 pieces"}
    at = state(
        black={"A4s": "P", "A1": "I"},
        gray={"C6": "I"},
        prisoners={"black": {"gray": "PIIN", "white": "S"}},
        falls=[{"army": "gray", "by": "black"}],
        quiet=25,
    )
    assert WORDS.summary(GAME.view(at, None), ()) == (
        "-# Black: 2 pieces · holds Gray's Navy, Infantry ×2; White's Special Force · 1 assassination\n"
        "-# Gray: out, assassinated by Black\n"
        "-# White: 1 piece\n"
        "-# Quiet rounds: 25 of 50; then the game ends"
    )
    assert WORDS.standing(GAME.view(at, "white"))["gray"] == "out, assassinated by Black"
    at = GAME.declare(GAME.start({}, ScriptedChance()).state, "white", "concede").state
    assert WORDS.standing(GAME.view(at, "white"))["white"] == "out, President removed"
    assert WORDS.standing(GAME.view(state(ally=True, gray_next="black"), None)).keys() == {"black", "white"}


# -- parts of the board


def test_spaces_to_look_at() -> None:
    at = GAME.start({}, ScriptedChance()).state
    black, public = GAME.view(at, "black"), GAME.view(at, None)
    assert WORDS.focus(black, "", False) == ()
    found = WORDS.focus(public, " c 4 N ", False)
    assert found[0] == "C4n" and {"C4", "D4n", "C5", "D4"} <= set(found) and "F4" not in found
    own = WORDS.focus(black, "", True)
    assert {"A4s", "A8", "B1"} <= set(own) and "D4" not in own
    with pytest.raises(NotUnderstoodError) as wrong:
        WORDS.focus(black, "c99", False)
    assert "a star like C4n" in wrong.value.reason
    with pytest.raises(NotUnderstoodError):
        WORDS.focus(public, "", True)
    assert [choice.value for choice in WORDS.places(public, "c4")] == ["C4", "C4n", "C4s"]
    assert len(WORDS.places(public, "")) == 25
    assert WORDS.places(public, "a4s")[0].label == "A4s · Black's President"


# -- the end


@pytest.mark.parametrize(
    ("reason", "places", "line"),
    [
        (
            "last_president",
            {"black": 1, "gray": 5, "white": 4},
            "**Black wins:** both assassinations. Congratulations, **Black** (Ada)! "
            "White 4th: out second, without one; Gray 5th: first President out.",
        ),
        (
            "last_president",
            {"black": 3, "gray": 5, "white": 2},
            "**White is 2nd**, the last President standing. Black 3rd: out second, "
            "with one assassination; Gray 5th: first President out. Nobody made both assassinations. "
            "Well played, **White** (Cleo)!",
        ),
        (
            "last_president",
            {"black": 4, "gray": 5, "white": 2},
            "**White is 2nd**, the last President standing. Black 4th: out second, without one; "
            "Gray 5th: first President out. Nobody made both assassinations. Well played, **White** (Cleo)!",
        ),
        (
            "compromise",
            {"black": 3, "gray": 5, "white": 2},
            "**A Compromise:** only two Presidents are left. White is 2nd, with the assassination; "
            "Black 3rd; Gray 5th, first President out.",
        ),
        (
            "quiet_rounds",
            {"black": 3, "gray": 5, "white": 2},
            "**A Compromise:** too many rounds without a capture, an Infantry move or a trade. White is 2nd, "
            "with the assassination; Black 3rd; Gray 5th, first President out.",
        ),
        (
            "quiet_rounds",
            {"black": 1, "gray": 1, "white": 1},
            "**A draw**: too many rounds without a capture, an Infantry move or a trade.",
        ),
        (
            "presidents_only",
            {"black": 1, "gray": 5, "white": 1},
            "**A draw** of Black and White: only two Presidents are left.",
        ),
        ("agreed", {"black": 1, "gray": 5, "white": 1}, "**A draw** by agreement of Black and White."),
        ("agreed", {"black": 1, "white": 1}, "**A draw** by agreement."),
        ("all_passed", {"black": 1, "gray": 1, "white": 1}, "**A draw**: no army has a legal move."),
        (
            "gray_assassinated",
            {"black": 5, "white": 1},
            "**White wins:** Gray captured Black's President. Congratulations, **White** (Cleo)!",
        ),
        (
            "ally_assassinated",
            {"black": 2, "white": 5},
            "**Black wins 2nd place:** its own army captured the Gray President. "
            "Congratulations, **Black** (Ada)!",
        ),
        (
            "stalemate",
            {"black": 1, "white": 1},
            "**A draw**: a President was captured by the other's own army, not by Gray.",
        ),
        (
            "conceded",
            {"black": 2, "white": 5},
            "**Black wins 2nd place:** White gave up. Congratulations, **Black** (Ada)!",
        ),
    ],
)
def test_results(reason: str, places: Mapping[str, int], line: str) -> None:
    assert reason in ev.REASONS
    assert WORDS.result(Outcome(reason, places), NAMES) == line


def test_every_reason_has_its_words() -> None:
    tested = {mark.args[1][number][0] for mark in test_results.pytestmark for number in range(14)}  # type: ignore[attr-defined]
    assert tested == set(ev.REASONS)


# -- the rules


def test_the_rules_fit() -> None:
    pages = WORDS.pages()
    assert len(pages) == 5, "so many have a button"
    for page in pages:
        assert len(page.text) <= 1900 and len(page.title) <= 80
        assert page.text.count("**") % 2 == 0 and page.text.count("`") % 2 == 0
    whole = "\n".join(page.text for page in pages)
    assert "talking about the game" in whole and "`/penalty`" in whole and "*Ruling*" in whole


def test_orders_in_words() -> None:
    at = state(black={"A4s": "P", "C4": "A"}, gray={"I0s": "P", "C6": "S"})
    seen = view(at)
    for text, words in (
        ("C4-C5", "Air Force C4 to C5"),
        ("C4xC6", "Air Force C4 captures Gray's Special Force on C6"),
        ("A4s-A4n", "President A4s to A4n by Naval One"),
        ("B2-B3", "nothing on B2 to B3"),
        ("pass", "no legal move: pass"),
        ("draw", "vote for a draw"),
    ):
        [order] = GAME.parse(seen, text)
        assert WORDS.describe(seen, order) == words
    assert WORDS.describe(seen, Declare("concede")) == "concede the game"
    ally = view(state("gray", ally=True, gray_next="white", gray={"I0s": "P", "C6": "S"}))
    [order] = GAME.parse(ally, "I0s-I1")
    assert WORDS.describe(ally, order) == "Gray's President I0s to I1"


def test_places_in_the_final_table() -> None:
    words = presenters()["nme"]
    three = Outcome("last_president", {"black": 5, "gray": 4, "white": 1})
    assert [words.place_word(three, seat) for seat in three.places] == ["5", "4", "1"]
    ally = Outcome("gray_assassinated", {"black": 1, "white": 5})
    assert [words.place_word(ally, seat) for seat in ally.places] == ["1", "unplaced"]
