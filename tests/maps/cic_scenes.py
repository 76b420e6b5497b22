"""Views to draw: the real rules give the ordinary ones, `replace` the rare ones."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.chance import ScriptedChance
from adjudicator.cic import Cic
from adjudicator.cic.board import INDEX
from adjudicator.cic.state import LastMove, State, View
from adjudicator.game import Outcome, Phase
from maps.cic import style
from maps.cic.layout import WIDTH, Layout
from tests.maps.pictures import Pictures

GAME = Cic()


def started(**options: object) -> State:
    return GAME.start(options, ScriptedChance()).state


def view(seat: str | None = None, **options: object) -> View:
    return GAME.view(started(**options), seat)


def played(*moves: str, seat: str | None = None, **options: object) -> View:
    """After these moves; with enhancements a first pair of orders chooses none."""
    state = started(**options)
    if GAME.phase(state).key == "setup":
        orders = {s: GAME.parse(GAME.view(state, s), "enhance none") for s in GAME.phase(state).owing}
        state = GAME.resolve(state, orders, ScriptedChance()).state
    for move in moves:
        mover = GAME.view(state, None).mover
        assert mover is not None
        orders = {mover: GAME.parse(GAME.view(state, mover), move)}
        state = GAME.resolve(state, orders, ScriptedChance()).state
    return GAME.view(state, seat)


def board(**pieces: str) -> str:
    """A board from squares and letters: `board(e4="F", d8="k")`."""
    letters = ["."] * 64
    for square, letter in pieces.items():
        letters[INDEX[square]] = letter
    return "".join(letters)


def placed(enhanced: tuple[str, ...] = (), **pieces: str) -> View:
    """The public view of a game in play with these pieces."""
    squares = frozenset(INDEX[square] for square in enhanced)
    return replace(view(), board=board(**pieces), enhanced=squares)


def last(origin: str, target: str, sign: str = "-", taken: str = "", promoted: bool = False) -> LastMove:
    return LastMove("light", INDEX[origin], INDEX[target], sign, "K" if promoted else "F", taken, promoted)


def over(reason: str, dark: int, light: int, base: View | None = None) -> View:
    base = base or view()
    places = {seat: dark if seat.startswith("dark") else light for seat in base.seats}
    phase = Phase("over", 9, frozenset(), False)
    return replace(base, phase=phase, mover=None, outcome=Outcome(reason, places), ply=33)


def fullest(**options: object) -> View:
    """As much text as there can be: everything lost, offers, concessions, quiet rounds."""
    base = played("h4-g3", **(options or {"teams": "both"}))
    lost = "CBFFHHDSSTTAAAA"
    return replace(
        base,
        lost=(lost, lost),
        score=(45, 45),
        quiet=98,
        offers=frozenset(base.seats[1:]),
        conceded=frozenset(base.seats[:1]),
    )


SCENES: dict[str, View] = {
    "start": view(),
    "setup": view("dark", enhanced=5),
    "teams": played("h4-g3", teams="both"),
    "team setup": view(enhanced=2, teams="both"),
    "points": fullest(objective="points"),
    "fullest": fullest(),
    "fullest, turned": replace(fullest(), seat="dark-air"),
    "replaced": replace(fullest(), replaces="light-air"),
    "won": over("commander_captured", 2, 1),
    "won on points": over("round_limit", 1, 2, fullest(objective="points", round_limit=500)),
    "drawn": over("agreed", 1, 1, fullest()),
    "quiet": over("quiet_rounds", 1, 2, fullest(objective="points")),
    "attack": replace(placed(e4="F", e6="a"), last=last("e4", "e6", "*", "A")),
    "capture": replace(placed(e6="F"), last=last("e4", "e6", "x", "C")),
    "promotion": replace(placed(f5="K"), last=last("e4", "f5", "x", "C", True)),
}


def spot(view: View, square: str, dx: float, dy: float) -> tuple[int, int]:
    layout = Layout(WIDTH, view.seat is not None and view.seat.startswith("dark"))
    x, y = layout.center(INDEX[square])
    return round(x + dx), round(y + dy)


SIDES = ("dark", "light", "dark-air", "dark-surface", "light-air", "light-surface")
PICTURES = Pictures("cic", SCENES, SIDES, style.palette(), spot)
