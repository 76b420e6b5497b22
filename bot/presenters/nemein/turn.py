"""A turn of Nemein at the order desk: menus that add actions to the line, what is marked in the picture, and
whole lines while they are being typed.

What is picked is "u.b2.10", the 10 on b2 ("u.b2", any unit there, where a menu has no room for all), or the
action that was added last; all else is in the draft.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.errors import OrderError
from adjudicator.nemein.actions import lowest_enemy, possible
from adjudicator.nemein.explain import check_line, rank, wins
from adjudicator.nemein.orders import STAGE_OF, VERBS, Action, End, House, Move, Order, Split, Swap, Upgrade
from adjudicator.nemein.parsing import parse_text
from adjudicator.nemein.state import MOVE, State, View
from adjudicator.text import counted
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import MenuStep, Tap
from bot.presenters.nemein.words import (
    actions_of,
    branches,
    describe,
    kinds,
    odds,
    stack_text,
    still,
    sure_in,
)

_MOST_TEXT = 100


def by_unit(state: State) -> dict[tuple[str, int], list[Move]]:
    """The moves by unit. Units and targets that can attack come first, then those forward."""
    found: dict[tuple[str, int], list[Move]] = {}
    for action in sorted(possible(state), key=lambda each: rank(state, each)):
        if isinstance(action, Move):
            found.setdefault((action.origin, action.coin), []).append(action)
    return found


def plain(text: str) -> str:
    """Without Markdown: menus and autocomplete show none."""
    return text.replace("**", "").replace("`", "")


# -- menus


def menus(view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    state, steps = view.state, list[MenuStep]()
    if state.stage == MOVE:
        moves = by_unit(state)
        held = _held(moves, draft, picked)
        swaps = [action for action in possible(state) if isinstance(action, Swap)]
        if len(moves) + len(swaps) > MOST_CHOICES:
            steps += _by_tile(state, moves, swaps, draft, picked)
        elif moves:
            steps.append(_units_menu(state, moves, swaps, held, draft))
            if held is not None:
                choices = tuple(_target(state, move, move in draft) for move in moves[held])
                steps.append(MenuStep("lead", f"The {held[1]} on {held[0]} goes to", choices))
    later = _later(view, draft)
    if later:
        words = [word for word in kinds(action for action, _, _ in later) if word != "end"]
        then = f"Then: {', '.join(words)} or end" if words else "Then: end the turn"
        then += " (those not here: type them)" if len(later) > MOST_CHOICES else ""
        after = branches(view, draft)
        choices = tuple(
            _next(one, action, only, sure_in(after, action)) for action, one, only in _fitting(later)
        )
        steps.append(MenuStep("lead", then if draft or state.stage else f"Or {then[6:]}", choices))
    return tuple(steps)


def _held(
    moves: dict[tuple[str, int], list[Move]], draft: Sequence[Order], picked: str
) -> tuple[str, int] | None:
    """The unit whose targets are shown: the one picked, or the one that the draft moves."""
    kind, *rest = picked.split(".")
    if kind == "u" and len(rest) == 2 and rest[1].isdecimal() and (rest[0], int(rest[1])) in moves:
        return rest[0], int(rest[1])
    return next(
        ((o.origin, o.coin) for o in draft if isinstance(o, Move) and (o.origin, o.coin) in moves), None
    )


def _units_menu(
    state: State,
    moves: dict[tuple[str, int], list[Move]],
    swaps: Sequence[Swap],
    held: tuple[str, int] | None,
    draft: Sequence[Order],
) -> MenuStep:
    """Units that may move, and swaps, which stand in a move's place."""
    choices = []
    for (tile, coin), actions in moves.items():
        label = f"{coin} on {tile} · {counted(len(actions), 'tile')}"
        choices.append(Choice(f"u.{tile}.{coin}", label, _leads(state, actions), (tile, coin) == held))
    for swap in swaps:
        # one choice at most is shown as made: a unit that is picked comes in the place of a drafted swap
        choices.append(_swap(state, swap, held is None and swap in draft))
    return MenuStep("lead", "Move: choose a unit", tuple(choices))


def _leads(state: State, actions: Sequence[Action]) -> str:
    """What moves attack, else where they lead to."""
    moves = [action for action in actions if isinstance(action, Move)]
    hits = dict.fromkeys(
        f"{move.target} ({'wins the game' if wins(state, move) else how})"
        for move in moves
        if (how := odds(state, move))
    )
    told = f"attacks {', '.join(hits)}" if hits else " ".join(dict.fromkeys(move.target for move in moves))
    return clip(told, _MOST_TEXT)


def _swap(state: State, swap: Swap, chosen: bool) -> Choice:
    return Choice(str(swap), f"Swap on {swap.tile}", clip(describe(state, swap), _MOST_TEXT), chosen)


def _by_tile(
    state: State,
    moves: dict[tuple[str, int], list[Move]],
    swaps: Sequence[Swap],
    draft: Sequence[Order],
    picked: str,
) -> list[MenuStep]:
    """Where there are more units than a menu has room for: the tile first, then all that its units may do."""
    tiles: dict[str, list[Move | Swap]] = {}
    for (tile, _), actions in moves.items():
        tiles.setdefault(tile, []).extend(actions)
    for swap in swaps:
        tiles.setdefault(swap.tile, []).append(swap)
    drafted = (_start(order) for order in draft if isinstance(order, (Move, Swap)))
    kind, *rest = picked.split(".")
    held = rest[0] if kind == "u" and rest and rest[0] in tiles else next(drafted, "")
    words = "Move: choose a tile" + (" (those not here: type them)" if len(tiles) > MOST_CHOICES else "")
    choices = []
    for tile in [*tiles][:MOST_CHOICES]:
        stack = state.tiles[state.board.index[tile]]
        label = f"{tile} · {stack_text(stack) if stack else ''}"
        choices.append(Choice(f"u.{tile}", label, _leads(state, tiles[tile]), tile == held))
    steps = [MenuStep("lead", words, tuple(choices))]
    if held in tiles:
        acts = [
            _swap(state, act, act in draft)
            if isinstance(act, Swap)
            else _target(state, act, act in draft, f"{act.coin} to ")
            for act in tiles[held]
        ]
        steps.append(MenuStep("lead", f"From {held}", tuple(acts)))
    return steps


def _start(action: Move | Swap) -> str:
    return action.origin if isinstance(action, Move) else action.tile


def _target(state: State, move: Move, chosen: bool, before: str = "") -> Choice:
    """ "d4: attack 5, 1 · coin flip"."""
    stack = state.tiles[state.board.index[move.target]]
    how = odds(state, move)
    if not how:
        told = f"beside {stack_text(stack)}" if stack is not None else ""
        return Choice(str(move), f"{before}{move.target}", told, chosen)
    lowest = lowest_enemy(state, move)
    more = "more than" if how == "sure win" else "not more than"
    there = stack_text(stack) if stack is not None else ""
    told = f"{move.coin} is {more} {lowest}, the lowest coin there"
    told = f"wins the game: {told}" if wins(state, move) else told
    return Choice(str(move), f"{before}{move.target}: attack {there} · {how}", told, chosen)


def _later(view: View, draft: Sequence[Order]) -> list[tuple[Action, State, str]]:
    """What may follow the draft besides a move: each with the state in which it is possible, and "won" or
    "lost" where that is so after one side of the flip alone."""
    if any(isinstance(order, End) for order in draft):
        return []
    states = [state for state in branches(view, draft) if state.phase == "play"]
    # After a lost flip a drafted split is skipped, and another is possible; but it would replace that one.
    stage = max((STAGE_OF[type(action)] for action in actions_of(draft)), default=MOVE)
    found: dict[Action, list[State]] = {}
    for state in states:
        for action in possible(state):
            if STAGE_OF[type(action)] > stage:
                found.setdefault(action, []).append(state)
    only = {0: "won", 1: "lost"}
    listed = []
    for action, where in found.items():
        one_sided = len(states) > 1 and len(where) == 1
        listed.append((action, where[0], only[states.index(where[0])] if one_sided else ""))
    return sorted(listed, key=lambda each: (rank(each[1], each[0])[0], bool(each[2]), rank(each[1], each[0])))


def _fitting(later: list[tuple[Action, State, str]]) -> list[tuple[Action, State, str]]:
    """As many as a menu has room for: of the splits, which are most, some are left out first; `end` is always
    there, and comes last."""
    splits = [each for each in later if isinstance(each[0], Split)]
    others = [each for each in later[:-1] if not isinstance(each[0], Split)][: MOST_CHOICES - 1]
    kept = [*splits[: MOST_CHOICES - 1 - len(others)], *others, later[-1]]
    return [each for each in later if each in kept]


def _next(state: State, action: Action, only: str, sure: bool) -> Choice:
    told = describe(state, action, sure)
    told += f"; only if the flip is {only}" if only else ""
    match action:
        case Split(tile=tile, coin=coin):
            label = f"Split the {coin} on {tile}"
        case Upgrade(tile=tile):
            label = f"Upgrade on {tile}"
        case House(tile=tile):
            label = f"House on {tile}" + (" · wins the game" if sure and wins(state, action) else "")
        case _:
            label, told = "End the turn", "Nothing more in this turn"
    return Choice(str(action), label, clip(plain(told), _MOST_TEXT))


def taps(view: View, draft: Sequence[Order]) -> tuple[tuple[Tap, ...], ...]:
    """To end the turn in one tap: with what is in the draft, or a turn that goes on."""
    if any(isinstance(order, End) for order in draft):
        return ()
    if draft or view.phase.goes_on:
        return ((Tap("end", "Send and end turn" if draft else "End turn", "success", sends=True),),)
    return ()


def marks(view: View, picked: str) -> dict[str, str]:
    """The picked unit's tile ("chosen") and where it may go: "move", "attack" (sure) or "flip"."""
    state = view.state
    if state.stage != MOVE:
        return {}
    moves = by_unit(state)
    kind, *rest = picked.split(".")
    if kind != "u" or not rest:
        return {}
    unit = [tile_coin for tile_coin in moves if [tile_coin[0], str(tile_coin[1])][: len(rest)] == rest]
    words = {"": "move", "sure win": "attack", "coin flip": "flip"}
    found = {tile: "chosen" for tile, _ in unit}
    for move in (move for held in unit for move in moves[held]):
        found.setdefault(move.target, words[odds(state, move)])  # of several units what is best
    return found


def example(view: View) -> str:
    """A turn as one would write it."""
    states = possible(view.state)
    moves = sorted(
        (each for each in states if not isinstance(each, End)), key=lambda each: rank(view.state, each)
    )
    return f"{moves[0]}; end" if moves else "end"


# -- typing


def suggest(view: View, draft: Sequence[Order], typed: str) -> list[Choice]:
    """Whole lines that begin as typed: what stands before the last ";" is kept, what follows it is offered.
    A line that is complete is offered as it is and with what may follow it."""
    head, sign, last = typed.rpartition(";")
    try:
        before = actions_of(parse_text(view, head)) if head.strip() else []
        states = check_line(view.state, before)
    except OrderError:
        return []
    fits = [(state, action) for state, action in _following(states) if _fits(state, action, last)]
    found = [
        _line(view, [*before, action], describe(state, action, sure_in(states, action)))
        for state, action in fits
    ]
    whole = _exact(view, head, sign, last)
    if whole is not None:
        ended = isinstance(whole[-1], End)
        after = check_line(view.state, whole)
        more = [] if ended else _following(after)
        more.sort(key=lambda each: not isinstance(each[1], End))
        found = [
            _line(
                view, whole, "your turn stays open" if not isinstance(whole[-1], End) else "the whole turn"
            ),
            *(
                _line(view, [*whole, action], describe(state, action, sure_in(after, action)))
                for state, action in more
            ),
        ]
    return [choice for choice in found if len(choice.value) <= _MOST_TEXT][:MOST_CHOICES]


def _following(states: Iterable[State]) -> list[tuple[State, Action]]:
    found: dict[Action, State] = {}
    for state in states:
        for action in sorted(possible(state), key=lambda each: rank(state, each)):
            found.setdefault(action, state)
    return [(state, action) for action, state in found.items()]


def _exact(view: View, head: str, sign: str, last: str) -> list[Action] | None:
    """The line as it is typed, if it is one that may be sent; None if its last action is not complete."""
    if not last.strip():
        return None
    try:
        line = actions_of(parse_text(view, f"{head}{sign}{last}"))
        check_line(view.state, line)
    except OrderError:
        return None
    # "move b2-c3" could be any of the units there: those are offered instead
    written = " ".join(last.lower().split())
    return line if line and written == str(line[-1]) else None


def _fits(state: State, action: Action, typed: str) -> bool:
    """Whether an action begins as typed, with or without its verb."""
    low = " ".join(typed.lower().split())
    for sign in ("->", "–", "→", ">", " to "):
        low = low.replace(sign, "-")
    text = str(action)
    bare = text.partition(" ")[2]
    if text.startswith(low) or (bare and bare.startswith(low)):
        return True
    tight = low.replace(" ", "").replace("-", "")
    if text.replace(" ", "").replace("-", "").startswith(tight):
        return True
    if isinstance(action, Move) and f"-{low} " in text:  # by where it leads to
        return True
    named = any(verb.startswith(low.split()[0]) for verb in VERBS.values()) if low else False
    return len(low) > 2 and not named and low in plain(describe(state, action)).lower()


def _line(view: View, line: Sequence[Action], words: str) -> Choice:
    text = "; ".join(str(action) for action in line)
    return Choice(text, clip(f"{text} · {plain(words)}", _MOST_TEXT))


def task(view: View) -> list[str]:
    """What the mover can do."""
    state = view.state
    further = " You have won a further turn, which comes after this one." if state.extra == 1 else ""
    if state.extra > 1:
        further = f" You have won {state.extra} further turns, which come after this one."
    if view.phase.goes_on:
        able = still(state)
        nothing = " Nothing else is possible: press **End turn**." if able == "end" else ""
        return [f"**Your turn goes on:** {able}.{nothing}{further}"]
    return [
        "It is your turn: move or swap, split, upgrade, house, each once at most and in this order; then end."
        + further
    ]
