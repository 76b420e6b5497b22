"""The order desk of WW3: stock formations, and units moved about in them; a unit, where it goes, what moves
besides. `picked` is the point of the unit that is chosen, or ""."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from adjudicator.text import counted
from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, NAMES, SEATS, Board, name_key
from adjudicator.ww3.explain import legal_moves
from adjudicator.ww3.formations import FORMATIONS, Placed, formation
from adjudicator.ww3.moves import moves_of
from adjudicator.ww3.orders import Catalogue, Move, Order, Pass, Setup, code_of
from adjudicator.ww3.state import View
from bot.service.message import MOST_CHOICES, Choice, clip
from bot.service.present.base import MenuStep
from bot.service.present.ww3_words import ARROW, describe, prospect, unit_there

_MOST_TEXT = 100


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


def _setup_menus(board: Board, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """Stock formations, as they are and mirrored; then the units of the draft, and where one may stand."""
    seat = SEATS.index(str(view.seat))
    order = next((order for order in draft if isinstance(order, Setup)), None)
    choices: list[Choice] = []
    for mirrored in (False, True):
        for name, (_, words) in FORMATIONS.items():
            text = f"setup {name}{' mirrored' if mirrored else ''}"
            same = order is not None and formation(board, name, seat, mirrored) == order.placed
            label = f"{name.capitalize()}{', mirrored' if mirrored else ''}"
            # Two formations may be alike: only one is shown as chosen.
            chosen = same and not any(choice.chosen for choice in choices)
            choices.append(Choice(text, label, clip(words, _MOST_TEXT), chosen))
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
        label = f"{name}: change with the {NAMES[other]}" if other else f"{name}: free"
        targets.append(Choice(str(Setup(_moved(order.placed, picked, name))), label))
    targets.sort(key=lambda choice: "change" in choice.label)
    return MenuStep("do", f"3. {NAMES[standing[picked]]} {picked} goes to", tuple(targets))


def _moved(placed: Placed, one: str, other: str) -> Placed:
    """A formation in which two points are exchanged."""
    change = {one: other, other: one}
    return tuple(
        tuple(sorted((change.get(each, each) for each in points), key=name_key)) for points in placed
    )


# -- moves


def _move_menus(
    board: Board, view: View, moves: Sequence[Move], draft: Sequence[Order], picked: str
) -> tuple[MenuStep, ...]:
    single: dict[str, list[Move]] = {}
    for order in moves:
        if len(order.paths) == 1:
            single.setdefault(order.paths[0][0], []).append(order)
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
    mine = single[picked]
    soldier = KIND_OF[view.board[board.index[picked]]] == "S"
    starts = [order for order in mine if len(order.paths[0]) == 2] if soldier else mine
    begun = drafted.paths[0][:2] if drafted is not None and drafted.paths[0][0] == picked else ()
    unit = NAMES[KIND_OF[view.board[board.index[picked]]]]
    steps.append(
        MenuStep(
            "give",
            f"2. {unit} {picked} goes to",
            tuple(
                _target(board, view, order, order.paths[0] == begun if soldier else order == drafted)
                for order in _by_target(board, view, starts)
            ),
        )
    )
    if soldier and begun:
        steps += _more(board, view, moves, drafted, begun)
    return tuple(steps)


def _more(
    board: Board, view: View, moves: Sequence[Move], drafted: Move | None, begun: tuple[str, ...]
) -> list[MenuStep]:
    """What may follow the first distance of a Soldier: a second one, or another Soldier's."""
    onward = [order for order in moves if len(order.paths) == 1 and order.paths[0][:2] == begun]
    pairs = [order for order in moves if len(order.paths) == 2 and order.paths[0] == begun]
    steps = []
    if len(onward) > 1:
        choices: list[Choice] = []
        for order in _by_target(board, view, onward):
            if len(order.paths[0]) == 2:
                choices.insert(0, Choice(str(order), f"{begun[1]}: stop here", "", order == drafted))
            else:
                choices.append(_target(board, view, order, order == drafted, "on to "))
        steps.append(MenuStep("give", "3. Go on with this Soldier, if you like", tuple(choices)))
    if pairs:
        choices = []
        for order in sorted(pairs, key=lambda order: tuple(name_key(name) for name in order.paths[1])):
            origin, target = order.paths[1]
            there = "" if target in begun else _there(board, view, target, "S")
            choices.append(Choice(str(order), f"{origin}{ARROW}{target}{there}", "", order == drafted))
        steps.append(MenuStep("give", "Or move a second Soldier too", tuple(choices[:MOST_CHOICES])))
    return steps


def _unit(board: Board, view: View, origin: str, orders: Sequence[Move], chosen: bool) -> Choice:
    """ "Soldier d3 · 6 ways, 1 attack", and where."""
    kind = KIND_OF[view.board[board.index[origin]]]
    hits = sorted({order.paths[0][-1] for order in orders if _enemy(board, view, order)}, key=name_key)
    targets = sorted({order.paths[0][-1] for order in orders}, key=name_key)
    label = f"{NAMES[kind]} {origin} · {counted(len(targets), 'point')}"
    label += f", {counted(len(hits), 'attack')}" if hits else ""
    told = "; ".join(f"{unit_there(view.board[board.index[name]])} on {name}" for name in hits)
    return Choice(origin, label, clip(told or " ".join(targets), _MOST_TEXT), chosen)


def _target(board: Board, view: View, order: Move, chosen: bool, before: str = "") -> Choice:
    """ "d4", "d4: against Blue's Tank", with what comes of it."""
    origin, target = order.paths[0][0], order.paths[0][-1]
    kind = KIND_OF[view.board[board.index[origin]]]
    return Choice(str(order), f"{before}{target}{_there(board, view, target, kind)}", "", chosen)


def _there(board: Board, view: View, target: str, kind: str) -> str:
    """What a unit of that kind meets there, and what comes of it: ": against Blue's Tank, it falls"."""
    letter = view.board[board.index[target]]
    if letter == EMPTY:
        return ""
    return f": against {unit_there(letter)}{prospect(kind, KIND_OF[letter]).replace(':', ',')}"


def _enemy(board: Board, view: View, order: Move) -> bool:
    return view.board[board.index[order.paths[0][-1]]] != EMPTY


def _by_target(board: Board, view: View, orders: Iterable[Move]) -> list[Move]:
    """Attacks first, then by point."""
    return sorted(
        orders,
        key=lambda order: (not _enemy(board, view, order), [name_key(name) for name in order.paths[0][::-1]]),
    )


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


# -- typing

_SIGN = re.compile(r"\s*(?:->|[-–—−‑→>×]|\bto\b|(?<=\d)x(?=\s*[a-z]\d))\s*")


def suggest(board: Board, view: View, legal: Iterable[Order], typed: str) -> list[Choice]:
    """Orders that fit what is typed: moves of one unit first, then two distances, then pairs; every unit
    comes before a second of its orders. In the set-up the stock formations by their names."""
    low = _SIGN.sub("-", " ".join(typed.lower().split()))
    if view.phase.key == "setup":
        found = [
            Choice(text, clip(f"{text} · {words}", _MOST_TEXT))
            for name, (_, words) in FORMATIONS.items()
            for text in (f"setup {name}", f"setup {name} mirrored")
        ]
        fits = [choice for choice in found if low in choice.label.lower()]
        return sorted(fits, key=lambda choice: "mirrored" in choice.value)[:MOST_CHOICES]
    ranks: dict[int, dict[str, list[Order]]] = {}
    for order in legal:
        text = str(order)
        if not isinstance(order, Move):
            ranks.setdefault(0, {}).setdefault(text, []).append(order)
            continue
        kind = NAMES[KIND_OF[view.board[board.index[order.paths[0][0]]]]].lower()
        if not (text.startswith(low) or (low and (kind.startswith(low) or f"-{low.lstrip('-')}" in text))):
            continue
        length = sum(len(path) for path in code_of(board, order)) + 4 * (len(order.paths) - 1)
        ranks.setdefault(length + (0 if text.startswith(low) else 50), {}).setdefault(
            order.paths[0][0], []
        ).append(order)
    chosen: list[Order] = []
    for rank in sorted(ranks):
        queues = list(ranks[rank].values())
        while queues:
            chosen += [queue.pop(0) for queue in queues]
            queues = [queue for queue in queues if queue]
    return [
        Choice(str(order), clip(f"{order} · {describe(board, view, order)}", _MOST_TEXT))
        for order in chosen[:MOST_CHOICES]
    ]
