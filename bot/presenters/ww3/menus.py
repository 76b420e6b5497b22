"""The order desk of WW3: stock formations, and units moved about in them; a unit, where it goes, what moves
besides. `picked` is the point of the unit that is chosen, or ""."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from adjudicator.base_game import Pass
from adjudicator.ww3.board import (
    EMPTY,
    FORMATIONS,
    KIND_OF,
    KINDS,
    NAMES,
    SEATS,
    Board,
    Placed,
    formation,
    name_key,
)
from adjudicator.ww3.explain import legal_moves
from adjudicator.ww3.moves import moves_of
from adjudicator.ww3.orders import Catalogue, Move, Order, Setup, code_of
from adjudicator.ww3.state import View
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import MenuStep, by_turns
from bot.presenters.ww3.words import ARROW, describe, prospect, unit_there

_MOST_TEXT = 100
_MANY = {"win": "s", "loss": "es", "attack": "s"}
"""What an attack may bring, and what makes it many; what bounces back is not counted."""
_MIDDLE = 6
"""Column and row of the middle of the board."""


def menus(catalogue: Catalogue, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """The menus of the desk."""
    if view.seat not in view.phase.owing:
        return ()
    if view.phase.key == "setup":
        return _setup_menus(catalogue.board, view, draft, picked)
    moves = legal_moves(catalogue, view)
    if not moves:
        choice = Choice("pass", "Pass", "There is no legal move", chosen=Pass() in draft)
        return (MenuStep("do", "No legal move: pass", (choice,)),)
    return _move_menus(catalogue.board, view, moves, draft, picked)


# -- the set-up

_STOCK = tuple((name, mirrored) for mirrored in (False, True) for name in FORMATIONS)


def _title(name: str, mirrored: bool) -> str:
    return f"{name.capitalize()}{', mirrored' if mirrored else ''}"


def title(board: Board, seat: int, placed: Placed) -> str:
    """The name of a stock formation, "Bunker, mirrored"; "" if it is none."""
    same = (one for one in _STOCK if formation(board, one[0], seat, one[1]) == placed)
    return next((_title(*one) for one in same), "")


def _setup_menus(board: Board, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """Stock formations, as they are and mirrored; then the units of the draft, and where one may stand."""
    seat = SEATS.index(str(view.seat))
    order = next((order for order in draft if isinstance(order, Setup)), None)
    known = "" if order is None else title(board, seat, order.placed)
    choices = []
    for name, mirrored in _STOCK:
        text, label = f"setup {name}{' mirrored' if mirrored else ''}", _title(name, mirrored)
        # Two formations may be alike: `title` names only one, so only one is shown as chosen.
        choices.append(Choice(text, label, clip(FORMATIONS[name][1], _MOST_TEXT), label == known))
    first = "1. Choose a formation" if order is None else "Another formation"
    steps = [MenuStep("do", first, tuple(choices))]
    if order is None:
        return tuple(steps)
    standing = {point: kind for kind, points in zip(KINDS, order.placed, strict=True) for point in points}
    listed = [
        Choice(point, f"{NAMES[standing[point]]} {point}", "", point == picked)
        for point in sorted(standing, key=lambda point: (KINDS.index(standing[point]), name_key(point)))
    ]
    steps.append(MenuStep("pick", "2. Move a unit, if you like", tuple(listed)))
    if picked in standing:
        steps.append(_places(board, seat, order, standing, picked))
    return tuple(steps)


def _places(board: Board, seat: int, order: Setup, standing: dict[str, str], picked: str) -> MenuStep:
    """Where the picked unit may stand instead: free points, or those of units to change places with."""
    targets = []
    for name in sorted((board.names[point] for point in board.regions[seat]), key=name_key):
        other = standing.get(name)
        if name == picked or other == standing[picked]:
            continue
        label = f"{name}: swap with the {NAMES[other]}" if other else f"{name}: free"
        targets.append(Choice(str(Setup(_moved(order.placed, picked, name))), label))
    targets.sort(key=lambda choice: ": swap" in choice.label)
    return MenuStep("do", f"3. {NAMES[standing[picked]]} {picked} goes to", tuple(targets))


def _moved(placed: Placed, one: str, other: str) -> Placed:
    """A formation in which two points are exchanged."""
    change = {one: other, other: one}
    return tuple(
        tuple(sorted((change.get(each, each) for each in points), key=name_key)) for points in placed
    )


# -- moves

Aims = dict[str, Move]
"""By target the order that leads there. Of two ways to a point the shorter one is meant, else the first:
where a unit passed makes no difference."""


def _move_menus(
    board: Board, view: View, moves: Sequence[Move], draft: Sequence[Order], picked: str
) -> tuple[MenuStep, ...]:
    """A unit, where it goes, by one distance or two; and after a Soldier's one distance a second Soldier."""
    single: dict[str, Aims] = {}
    for order in moves:
        if len(order.paths) == 1:
            aims, target = single.setdefault(order.paths[0][0], {}), order.paths[0][-1]
            if target not in aims or len(order.paths[0]) < len(aims[target].paths[0]):
                aims[target] = order
    drafted = next((order for order in draft if isinstance(order, Move)), None)
    if picked not in single:
        picked = drafted.paths[0][0] if drafted is not None and drafted.paths[0][0] in single else ""
    if not picked and len(single) == 1:
        picked = next(iter(single))

    def rank(origin: str) -> tuple[int, tuple[str, int]]:
        return KINDS.index(KIND_OF[view.board[board.index[origin]]]), name_key(origin)

    listed = tuple(
        _unit(board, view, origin, single[origin], origin == picked) for origin in sorted(single, key=rank)
    )
    steps = [MenuStep("pick", "1. Choose a unit", listed)]
    if not picked:
        return tuple(steps)
    kind = KIND_OF[view.board[board.index[picked]]]
    begun = drafted.paths[0] if drafted is not None and drafted.paths[0][0] == picked else ()
    aims = single[picked]
    targets = sorted(
        aims, key=lambda name: (not _enemy(board, view, name), _far(board, aims[name]), name_key(name))
    )
    steps.append(
        MenuStep(
            "give",
            f"2. {NAMES[kind]} {picked} goes to",
            tuple(_target(board, view, aims[name], bool(begun) and begun[-1] == name) for name in targets),
        )
    )
    if drafted is not None and begun and may_go_on(board, view, drafted):
        steps += _second(board, view, moves, drafted)
    return tuple(steps)


def may_go_on(board: Board, view: View, drafted: Move) -> bool:
    """Whether a second Soldier may move besides: the first one moves one distance."""
    path = drafted.paths[0]
    return KIND_OF.get(view.board[board.index[path[0]]]) == "S" and len(path) == 2


def _second(board: Board, view: View, moves: Sequence[Move], drafted: Move) -> list[MenuStep]:
    """Another Soldier's distance after the one that is drafted."""
    begun = drafted.paths[0]
    pairs = [order for order in moves if len(order.paths) == 2 and order.paths[0] == begun]
    if not pairs:
        return []
    alone = Move((begun,))
    choices = [Choice(str(alone), "No second Soldier", "", drafted == alone)]
    for order in sorted(pairs, key=lambda order: tuple(name_key(name) for name in order.paths[1])):
        origin, target = order.paths[1]
        # Where the first one stood nothing stands any more.
        there = "" if target == begun[0] else _there(board, view, target, "S")
        choices.append(Choice(str(order), f"{origin}{ARROW}{target}{there}", "", order == drafted))
    return [MenuStep("give", "3. Move a second Soldier too, if you like", tuple(choices[:MOST_CHOICES]))]


def _unit(board: Board, view: View, origin: str, aims: Collection[str], chosen: bool) -> Choice:
    """ "Soldier d3 · 1 win, 1 loss", and where."""
    kind = KIND_OF[view.board[board.index[origin]]]
    hits = sorted((name for name in aims if _enemy(board, view, name)), key=name_key)
    quiet = sorted((name for name in aims if name not in hits), key=name_key)
    met = [KIND_OF[view.board[board.index[name]]] for name in hits]
    tally = Counter(prospect(kind, each).removeprefix(": a ") if each in KINDS else "attack" for each in met)
    counts = [f"{n} {word}{'' if n == 1 else _MANY[word]}" for word in _MANY if (n := tally[word])]
    label = f"{NAMES[kind]} {origin}" + (f" · {', '.join(counts)}" if counts else "")
    told = [f"{unit_there(view.board[board.index[name]])} on {name}" for name in hits]
    told += [f"to {' '.join(quiet)}"] if quiet else []
    return Choice(origin, label, clip("; ".join(told), _MOST_TEXT), chosen)


def _target(board: Board, view: View, order: Move, chosen: bool) -> Choice:
    """ "d4", "d4: against Blue's Tank, a loss"; and how far that is if it is two distances."""
    path, kind = order.paths[0], KIND_OF[view.board[board.index[order.paths[0][0]]]]
    far = "" if _far(board, order) == 1 else "two distances"
    far += f", by {path[1]}" if len(path) == 3 else ""
    return Choice(str(order), f"{path[-1]}{_there(board, view, path[-1], kind)}", far, chosen)


def _far(board: Board, order: Move) -> int:
    """How many distances a single move is."""
    return len(code_of(board, order)[0]) - 1


def _there(board: Board, view: View, target: str, kind: str) -> str:
    """What a unit of that kind meets there, and what comes of it: ": against Blue's Tank, a loss"."""
    letter = view.board[board.index[target]]
    if letter == EMPTY:
        return ""
    return f": against {unit_there(letter)}{prospect(kind, KIND_OF[letter]).replace(':', ',')}"


def _enemy(board: Board, view: View, target: str) -> bool:
    return view.board[board.index[target]] != EMPTY


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
            Choice(text, clip(f"{text} · {words}", _MOST_TEXT))
            for name, (_, words) in FORMATIONS.items()
            for text in (f"setup {name}", f"setup {name} mirrored")
        ]
        fits = [choice for choice in found if low in choice.label.lower()]
        return sorted(fits, key=lambda choice: "mirrored" in choice.value)[:MOST_CHOICES]
    named = _NAMED.match(low)
    word, path = (named[1], low[named.end() :]) if named else ("", low)
    dashed = path.replace(" ", "-")
    ranks: dict[int, dict[str, list[Order]]] = {}
    for order in legal:
        text = str(order)
        if not isinstance(order, Move):
            ranks.setdefault(0, {}).setdefault(text, []).append(order)
            continue
        letter = KIND_OF[view.board[board.index[order.paths[0][0]]]]
        kind = NAMES[letter].lower()
        begins = text.startswith((path, dashed)) and word in (letter.lower(), kind[: len(word)])
        if not (begins or (low and (kind.startswith(low) or f"-{low.lstrip('-')}" in text))):
            continue
        length = sum(len(path) for path in code_of(board, order)) + 4 * (len(order.paths) - 1)
        ranks.setdefault(length + (0 if begins else 50), {}).setdefault(order.paths[0][0], []).append(order)
    return [
        Choice(str(order), clip(f"{order} · {describe(board, view, order)}", _MOST_TEXT))
        for order in by_turns(ranks)[:MOST_CHOICES]
    ]
