"""The order desk of WW3: stock formations, and units moved about in them; a unit, where it goes, what moves
besides. `picked` is the point of the unit that is chosen, "units" to choose another one, or ""."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.ww3.board import (
    EMPTY,
    FORMATIONS,
    KIND_OF,
    KINDS,
    NAMES,
    SEATS,
    STOCK,
    Board,
    Placed,
    formation,
    name_key,
)
from adjudicator.ww3.explain import legal_moves
from adjudicator.ww3.moves import ATTACKER, DEFENDER, moves_of
from adjudicator.ww3.orders import Catalogue, Move, Order, Setup, code_of, moved, ways_of
from adjudicator.ww3.state import View
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import MenuStep, Tap, by_turns
from bot.presenters.text import NOTHING_THERE
from bot.presenters.ww3 import text
from bot.presenters.ww3.words import UNKNOWN, describe, prospect, target_words, unit_there

_UNITS = "@units"
"""What shows the units again."""
_PLACE = "place"
"""Begins the value of a choice that places a unit anew: "place.c2.d3"."""
_MOST_TEXT = 100
_MIDDLE = 6
"""Column and row of the middle of the board."""


def menus(catalogue: Catalogue, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """The menus of the desk."""
    if view.seat not in view.phase.owing:
        return ()
    if view.phase.key == "setup":
        return _setup_menus(catalogue.board, view, draft, picked)
    moves = legal_moves(catalogue, view)
    return _move_menus(catalogue.board, view, moves, draft, picked) if moves else ()


def taps(catalogue: Catalogue, view: View, draft: Sequence[Order]) -> tuple[tuple[Tap, ...], ...]:
    """The stock formation in one tap; a pass where nothing else is legal."""
    if view.seat not in view.phase.owing or draft:
        return ()
    if view.phase.key == "setup":
        return ((Tap(f"setup {STOCK}", text.DEFAULT, "success"),),)
    if not legal_moves(catalogue, view):
        return ((Tap("pass", text.PASS, "success", sends=True),),)
    return ()


# -- the set-up

_ALL = tuple((name, mirrored) for mirrored in (False, True) for name in FORMATIONS)


def _title(name: str, mirrored: bool) -> str:
    return text.MIRRORED(name=name.capitalize()) if mirrored else name.capitalize()


def title(board: Board, seat: int, placed: Placed) -> str:
    """The name of a stock formation, "Bunker, mirrored"; "" if it is none."""
    same = (one for one in _ALL if formation(board, one[0], seat, one[1]) == placed)
    return next((_title(*one) for one in same), "")


def _setup_menus(board: Board, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """Stock formations, as they are and mirrored; then the units of the draft, or where the picked one may
    stand."""
    seat = SEATS.index(str(view.seat))
    order = next((order for order in draft if isinstance(order, Setup)), None)
    known = "" if order is None else title(board, seat, order.placed)
    choices = []
    for name, mirrored in _ALL:
        written, label = f"setup {name}{' mirrored' if mirrored else ''}", _title(name, mirrored)
        # Two formations may be alike: `title` names only one, so only one is shown as chosen.
        choices.append(Choice(written, label, clip(FORMATIONS[name][1], _MOST_TEXT), label == known))
    first = text.CHOOSE_FORMATION if order is None else text.OTHER_FORMATION
    steps = [MenuStep("do", first, tuple(choices))]
    if order is None:
        return tuple(steps)
    standing = {point: kind for kind, points in zip(KINDS, order.placed, strict=True) for point in points}
    if picked in standing:
        return (*steps, _places(board, seat, order, standing, picked))
    listed = [
        Choice(point, text.UNIT_AT(unit=NAMES[standing[point]], point=point))
        for point in sorted(standing, key=lambda point: (KINDS.index(standing[point]), name_key(point)))
    ]
    return (*steps, MenuStep("pick", text.MOVE_UNIT, tuple(listed)))


def _places(board: Board, seat: int, order: Setup, standing: dict[str, str], picked: str) -> MenuStep:
    """Where the picked unit may stand instead: free points, or those of units to change places with."""
    free, swaps = list[Choice](), list[Choice]()
    for name in sorted((board.names[point] for point in board.regions[seat]), key=name_key):
        other, written = standing.get(name), f"{_PLACE}.{picked}.{name}"
        if other is None:
            free.append(Choice(written, name, text.FREE))
        elif other != standing[picked]:
            swaps.append(Choice(written, text.SWAP(point=name, unit=NAMES[other])))
    back = Choice(_UNITS, text.ANOTHER_UNIT)
    placeholder = text.MOVE_TO(unit=NAMES[standing[picked]], point=picked)
    return MenuStep("lead", placeholder, (*free, *swaps, back))


def tapped(draft: Sequence[Order], value: str) -> str:
    """The order that a button or a choice makes; "" if a quicker press has moved that unit already."""
    kind, *points = value.split(".")
    if kind != _PLACE:
        return value
    order = next((order for order in draft if isinstance(order, Setup)), None)
    if (
        order is None
        or len(points) != 2
        or points[0] not in {each for group in order.placed for each in group}
    ):
        return ""
    return str(Setup(moved(order.placed, *points)))


# -- moves


def _move_menus(
    board: Board, view: View, moves: Sequence[Move], draft: Sequence[Order], picked: str
) -> tuple[MenuStep, ...]:
    """A unit, or where the one that is picked goes, by one step or two; and after a Soldier's one step a
    second Soldier."""
    single: dict[str, dict[str, Move]] = {}
    for (origin, target), order in ways_of(board, view).items():
        single.setdefault(origin, {})[target] = order
    drafted = next((order for order in draft if isinstance(order, Move)), None)
    second = _second(board, view, moves, drafted) if drafted is not None else ()
    if picked not in single and picked != _UNITS[1:]:
        picked = drafted.paths[0][0] if drafted is not None and drafted.paths[0][0] in single else picked
        picked = next(iter(single)) if len(single) == 1 else picked
    if picked not in single:
        return (_units_menu(board, view, single), *second)
    begun = drafted.paths[0] if drafted is not None and drafted.paths[0][0] == picked else ()
    aims, kind = single[picked], KIND_OF[view.board[board.index[picked]]]
    targets = sorted(
        aims,
        key=lambda name: (_tempting(board, view, kind, name), _far(board, aims[name]), name_key(name)),
    )
    listed = [_target(board, view, aims[name], bool(begun) and begun[-1] == name) for name in targets]
    back = [Choice(_UNITS, text.ANOTHER_UNIT)] if len(single) > 1 else []
    placeholder = text.MOVE_TO(unit=NAMES[kind], point=picked)
    return (MenuStep("give", placeholder, (*listed, *back)), *(second if begun else ()))


def _units_menu(board: Board, view: View, single: Mapping[str, Mapping[str, Move]]) -> MenuStep:
    """The units that can move: first those that can win, then those that may, then by rank."""

    def rank(origin: str) -> tuple[int, int, tuple[str, int]]:
        kind = KIND_OF[view.board[board.index[origin]]]
        best = min(_tempting(board, view, kind, name) for name in single[origin])
        return min(best, _QUIET), KINDS.index(kind), name_key(origin)

    listed = tuple(_unit(board, view, origin, single[origin]) for origin in sorted(single, key=rank))
    return MenuStep("pick", text.CHOOSE_UNIT, listed)


_QUIET = 2
"""How tempting a move is that meets nobody."""


def _tempting(board: Board, view: View, kind: str, target: str) -> int:
    """What one looks for first: what wins, what may win, what meets nobody, and last what is lost."""
    letter = view.board[board.index[target]]
    if letter == EMPTY:
        return _QUIET
    return {ATTACKER: 0, UNKNOWN: 1}.get(prospect(kind, KIND_OF[letter]), 3)


def may_go_on(board: Board, view: View, drafted: Move) -> bool:
    """Whether a second Soldier may move besides: the first one moves one step."""
    path = drafted.paths[0]
    return KIND_OF.get(view.board[board.index[path[0]]]) == "S" and len(path) == 2


def _second(board: Board, view: View, moves: Sequence[Move], drafted: Move) -> tuple[MenuStep, ...]:
    """Another Soldier's step after the one that is drafted."""
    begun = drafted.paths[0]
    pairs = [order for order in moves if len(order.paths) == 2 and order.paths[0] == begun]
    if not may_go_on(board, view, drafted) or not pairs:
        return ()
    alone = Move((begun,))
    choices = [Choice(str(alone), text.NO_SECOND, "", drafted == alone)]

    def rank(order: Move) -> tuple[int, list[tuple[str, int]]]:
        names = order.paths[1]
        return _tempting(board, view, "S", names[1]), [name_key(name) for name in names]

    for order in sorted(pairs, key=rank):
        origin, target = order.paths[1]
        # Where the first one stood nothing stands any more.
        there = EMPTY if target == begun[0] else view.board[board.index[target]]
        label = f"{origin}{text.ARROW}{target_words('S', target, there)}"
        bare, stands = f"{origin}{text.ARROW}{target}", _there(there)
        told = stands if label == bare else ""
        choices.append(Choice(str(order), label, told, order == drafted, bare, stands))
    return (MenuStep("give", text.SECOND, tuple(choices)),)  # three others, eight lines each, and this one


def _unit(board: Board, view: View, origin: str, aims: Iterable[str]) -> Choice:
    """ "Soldier d3 · 1 win, 1 loss", and where."""
    kind = KIND_OF[view.board[board.index[origin]]]
    hits = sorted((name for name in aims if view.board[board.index[name]] != EMPTY), key=name_key)
    quiet = sorted((name for name in aims if name not in hits), key=name_key)
    tally = Counter(prospect(kind, KIND_OF[view.board[board.index[name]]]) for name in hits)
    counted = ((text.WINS, ATTACKER), (text.LOSSES, DEFENDER), (text.ATTACKS, UNKNOWN))
    counts = ", ".join(said(n=tally[how]) for said, how in counted if tally[how])
    bare = text.UNIT_AT(unit=NAMES[kind], point=origin)
    label = text.UNIT_HITS(unit=NAMES[kind], point=origin, hits=counts) if counts else bare
    told = [text.MEETS(other=unit_there(view.board[board.index[name]]), point=name) for name in hits]
    told += [text.REACHES(points=" ".join(quiet))] if quiet else []
    return Choice(origin, label, clip("; ".join(told), _MOST_TEXT), bare=bare)


def _target(board: Board, view: View, order: Move, chosen: bool) -> Choice:
    """ "d4", "d4 · falls to Blue's Tank"; and how far that is if it is two steps."""
    path, kind = order.paths[0], KIND_OF[view.board[board.index[order.paths[0][0]]]]
    far = text.TWO_STEPS_BY(point=path[1]) if len(path) == 3 else text.TWO_STEPS
    letter, more = view.board[board.index[path[-1]]], [] if _far(board, order) == 1 else [far]
    label, there = target_words(kind, path[-1], letter), ", ".join([_there(letter), *more])
    return Choice(str(order), label, there if letter == EMPTY else "".join(more), chosen, path[-1], there)


def _there(letter: str) -> str:
    """Who stands on a point."""
    return NOTHING_THERE if letter == EMPTY else unit_there(letter)


def _far(board: Board, order: Move) -> int:
    """How many steps a single move is."""
    return len(code_of(board, order)[0]) - 1


def marks(catalogue: Catalogue, view: View, picked: str) -> dict[int, str]:
    """The picked unit, and where it can go: "move", "second" (by two distances), "capture" ("unknown" under
    fog)."""
    board, found = catalogue.board, dict[int, str]()
    if view.seat not in view.phase.owing or picked not in board.index:
        return found
    if view.phase.key == "setup":
        return {board.index[picked]: "chosen"}
    own = SEATS.index(str(view.seat))
    for code in moves_of(board, view.state, own):
        if len(code) > 1 or code[0][0] != board.index[picked]:
            continue
        letter = view.board[code[0][-1]]
        word = "move" if len(code[0]) == 2 else "second"
        if letter != EMPTY:
            word = "capture" if KIND_OF[letter] in KINDS else "unknown"
        if found.get(code[0][-1]) != "move":
            found[code[0][-1]] = word
    return {board.index[picked]: "chosen", **found} if found else {}


def forward(catalogue: Catalogue, view: View) -> str:
    """A move of one distance that goes as near to the middle as one can; "pass" if there is no move."""
    board = catalogue.board

    def off(order: Move) -> tuple[int, str]:
        x, y = board.places[board.index[order.paths[0][-1]]]
        return max(abs(x - _MIDDLE), abs(y - _MIDDLE)), str(order)

    moves = [move for move in legal_moves(catalogue, view) if len(move.paths) == 1 and _far(board, move) == 1]
    return str(min(moves, key=off)) if moves else "pass"


# -- typing

_SIGN = re.compile(r"\s*(?:->|[-–—−‑→>×]|\bto\b|(?<=\d)x(?=\s*[a-z]\d))\s*")
_JOINED = re.compile(r"(\d)(?=[a-k]\d)")
_NAMED = re.compile(r"([a-z]+(?: [a-z]+)?) (?=[a-k]\d)")
"""A unit's name or letter before its path."""


def suggest(board: Board, view: View, legal: Iterable[Order], typed: str) -> list[Choice]:
    """Orders that fit what is typed: moves of one unit first, then two distances, then pairs; every unit
    comes before a second of its orders. In the set-up the stock formations by their names."""
    low = _JOINED.sub(r"\1-", _SIGN.sub("-", " ".join(typed.lower().split())))
    if view.phase.key == "setup":
        found = [
            Choice(written, clip(f"{written} · {words}", _MOST_TEXT))
            for name, (_, words) in FORMATIONS.items()
            for written in (f"setup {name}", f"setup {name} mirrored")
        ]
        fits = [choice for choice in found if low in choice.label.lower()]
        return sorted(fits, key=lambda choice: "mirrored" in choice.value)[:MOST_CHOICES]
    named = _NAMED.match(low)
    word, path = (named[1], low[named.end() :]) if named else ("", low)
    dashed = path.replace(" ", "-")
    ranks: dict[int, dict[str, list[Order]]] = {}
    for order in legal:
        written = str(order)
        if not isinstance(order, Move):
            ranks.setdefault(0, {}).setdefault(written, []).append(order)
            continue
        letter = KIND_OF[view.board[board.index[order.paths[0][0]]]]
        kind = NAMES[letter].lower()
        begins = written.startswith((path, dashed)) and word in (letter.lower(), kind[: len(word)])
        if not (begins or (low and (kind.startswith(low) or f"-{low.lstrip('-')}" in written))):
            continue
        length = sum(len(path) for path in code_of(board, order)) + 4 * (len(order.paths) - 1)
        ranks.setdefault(length + (0 if begins else 50), {}).setdefault(order.paths[0][0], []).append(order)
    return [
        Choice(str(order), clip(f"{order} · {describe(board, view, order)}", _MOST_TEXT))
        for order in by_turns(ranks)[:MOST_CHOICES]
    ]
