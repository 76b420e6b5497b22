"""A turn of Nemein at the order desk: menus that add actions to the line, what is marked in the picture, and
whole lines while they are being typed.

What is picked is "u.b2.10", the 10 on b2, or the action that was added last; "units:2" and "later:2" are
pages of the two menus; all else is in the draft.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.errors import OrderError
from adjudicator.nemein.actions import flips, lowest_enemy, possible
from adjudicator.nemein.explain import check_line, rank, wins
from adjudicator.nemein.orders import STAGE_OF, VERBS, Action, End, House, Move, Order, Split, Swap, Upgrade
from adjudicator.nemein.parsing import parse_text
from adjudicator.nemein.state import MOVE, State, View, counting
from bot.common.message import MOST_CHOICES, Choice, clip
from bot.presenters.base import MenuStep, Tap
from bot.presenters.nemein import text
from bot.presenters.nemein.words import (
    actions_of,
    branches,
    describe,
    odds,
    stack_text,
    still,
    sure_in,
    verbs,
)
from bot.presenters.pages import page_of, paged
from bot.presenters.text import NOTHING_THERE
from maps.text import seat_name

_MOST_TEXT = 100
_UNITS, _LATER = "@units:", "@later:"
"""What turns the pages of the menus."""


def by_unit(state: State) -> dict[tuple[str, int], list[Move]]:
    """The moves by unit. Units and targets that can attack come first, then those forward."""
    found: dict[tuple[str, int], list[Move]] = {}
    for action in sorted(possible(state), key=lambda each: rank(state, each)):
        if isinstance(action, Move):
            found.setdefault((action.origin, action.coin), []).append(action)
    return found


def plain(words: str) -> str:
    """Without Markdown: menus and autocomplete show none."""
    return words.replace("**", "").replace("`", "")


def _clipped(words: str) -> str:
    return clip(plain(words), _MOST_TEXT)


# -- menus


def menus(view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
    """The move, then what may follow it. A unit that is chosen gives way to where it may go."""
    state, steps = view.state, list[MenuStep]()
    if state.stage == MOVE:
        moves = by_unit(state)
        swaps = [action for action in possible(state) if isinstance(action, Swap)]
        held = _held(moves, draft, picked)
        if held is not None:
            steps.append(_targets_menu(state, held, moves[held], draft))
        elif moves or swaps:
            steps.append(_units_menu(state, moves, swaps, draft, picked))
    if later := _later(view, draft):
        steps.append(_later_menu(view, draft, later, picked))
    return tuple(steps)


def _held(
    moves: dict[tuple[str, int], list[Move]], draft: Sequence[Order], picked: str
) -> tuple[str, int] | None:
    """The unit whose targets are shown: the one picked, or the one that the draft moves."""
    kind, *rest = picked.split(".")
    if kind == "u" and len(rest) == 2 and rest[1].isdecimal() and (rest[0], int(rest[1])) in moves:
        return rest[0], int(rest[1])
    if picked.startswith(_UNITS.removeprefix("@")):
        return None
    return next(
        ((o.origin, o.coin) for o in draft if isinstance(o, Move) and (o.origin, o.coin) in moves), None
    )


def _units_menu(
    state: State,
    moves: dict[tuple[str, int], list[Move]],
    swaps: Sequence[Swap],
    draft: Sequence[Order],
    picked: str,
) -> MenuStep:
    """Units that may move, attackers first, and swaps, which stand in a move's place."""
    choices = [
        Choice(f"u.{tile}.{coin}", unit, _leads(state, actions), bare=unit)
        for (tile, coin), actions in moves.items()
        for unit in (text.MOVE_CHOICE(coin=coin, tile=tile),)
    ]
    choices += [
        Choice(
            str(swap),
            text.SWAP_CHOICE(tile=swap.tile),
            text.TAKES_PLACE(loose=stack.loose[0], housed=stack.housed),
            swap in draft,
            text.SWAP_CHOICE(tile=swap.tile),
        )
        for swap in swaps
        if (stack := state.tiles[state.board.index[swap.tile]]) is not None
    ]
    return MenuStep("lead", text.MOVE_UNIT, paged(choices, page_of(picked, _UNITS), _UNITS))


def _leads(state: State, moves: Sequence[Move]) -> str:
    """What a unit's moves attack, else where they lead to."""
    hits = [text.HIT(tile=move.target, odds=how) for move in moves if (how := odds(state, move))]
    if hits:
        return _clipped(text.ATTACKS(tiles=", ".join(hits)))
    return text.REACHES(tiles=", ".join(move.target for move in moves))


def _targets_menu(
    state: State, held: tuple[str, int], moves: Sequence[Move], draft: Sequence[Order]
) -> MenuStep:
    tile, coin = held
    choices = [_target(state, move, move in draft) for move in moves]
    choices.append(Choice(f"{_UNITS}1", text.ANOTHER_UNIT))
    return MenuStep("lead", text.MOVE_TARGET(coin=coin, tile=tile), tuple(choices))


def _target(state: State, move: Move, chosen: bool) -> Choice:
    """ "d4 · sure win", and why."""
    how, stack = odds(state, move), state.tiles[state.board.index[move.target]]
    there = text.STACK_OF(seat=seat_name(stack.owner), coins=stack_text(stack)) if stack else NOTHING_THERE
    if how:
        told = (text.FLIPS if flips(state, move) else text.BEATS)(
            coin=move.coin, lowest=lowest_enemy(state, move)
        )
        return Choice(str(move), text.TARGET(tile=move.target, odds=how), told, chosen, move.target, there)
    joins = text.JOINS(coins=stack_text(stack)) if stack else NOTHING_THERE
    return Choice(str(move), move.target, joins, chosen, move.target, there)


def _later_menu(
    view: View, draft: Sequence[Order], later: Sequence[tuple[Action, State, str]], picked: str
) -> MenuStep:
    able = ", ".join(verbs(action for action, _, _ in later))  # a phone cuts longer ones off
    if len(later) == 1:
        placeholder = text.ONLY_END_MENU
    else:
        placeholder = (text.THEN if draft or view.state.stage else text.OR)(acts=able)
    after = branches(view, draft)
    choices = [_next(one, action, only, sure_in(after, action)) for action, one, only in later]
    return MenuStep("lead", placeholder, paged(choices[:-1], page_of(picked, _LATER), _LATER, choices[-1:]))


def _later(view: View, draft: Sequence[Order]) -> list[tuple[Action, State, str]]:
    """What may follow the draft besides a move, the end last: each with the state in which it is possible,
    and "won" or "lost" where that is so after one side of the flip alone."""
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


def _next(state: State, action: Action, only: str, sure: bool) -> Choice:
    label, told = _labels(state, action, sure)
    if only:
        told = (text.IF_WON if only == "won" else text.IF_LOST)(told=told)
    bare = text.HOUSE_CHOICE(tile=action.tile) if isinstance(action, House) else ""
    return Choice(str(action), label, _clipped(told), bare=bare)


def _labels(state: State, action: Action, sure: bool) -> tuple[str, str]:
    """What an action does, and what comes of it."""
    match action:
        case Split(tile=tile, coin=coin):
            into = state.money(state.mover).below(coin)
            return text.SPLIT_CHOICE(coin=coin, tile=tile), text.INTO_TWO(coin=into)
        case Upgrade(tile=tile):
            stack = state.tiles[state.board.index[tile]]
            coin = stack.housed if stack is not None else 0
            into = state.money(state.mover).above(coin)
            return text.UPGRADE_CHOICE(coin=coin, tile=tile), text.TO_A(coin=into)
        case House(tile=tile) if not state.board.counts(state.board.index[tile], state.mover):
            return text.HOUSE_CHOICE(tile=tile), text.HOUSE_NEAR
        case House(tile=tile):
            label = text.HOUSE_WINS_CHOICE if sure and wins(state, action) else text.HOUSE_CHOICE
            n = counting(state, state.mover) + 1
            return label(tile=tile), text.HOUSE_COUNTS(n=n, needed=state.options.houses_to_win)
    return text.END_CHOICE, ""


def taps(view: View, draft: Sequence[Order]) -> tuple[tuple[Tap, ...], ...]:
    """To end the turn in one tap: with what is in the draft, or a turn that goes on."""
    if any(isinstance(order, End) for order in draft):
        return ()
    if draft or view.phase.goes_on:
        return ((Tap("end", text.SEND_AND_END if draft else text.END_TURN, "success", sends=True),),)
    return ()


def marks(view: View, picked: str) -> dict[str, str]:
    """The picked unit's tile ("chosen") and where it may go: "move", "attack" (sure) or "flip"."""
    state = view.state
    moves = by_unit(state) if state.stage == MOVE else {}
    held = _held(moves, (), picked)
    if held is None:
        return {}
    found = {held[0]: "chosen"}
    for move in moves[held]:
        attack = "flip" if flips(state, move) else "attack"
        found[move.target] = attack if odds(state, move) else "move"
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
        _line([*before, action], describe(state, action, sure_in(states, action))) for state, action in fits
    ]
    whole = _exact(view, head, sign, last)
    if whole is not None:
        ended = isinstance(whole[-1], End)
        after = check_line(view.state, whole)
        more = [] if ended else _following(after)
        more.sort(key=lambda each: not isinstance(each[1], End))
        found = [
            _line(whole, text.WHOLE_LINE if ended else text.STAYS_OPEN_LINE),
            *(
                _line([*whole, action], describe(state, action, sure_in(after, action)))
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
    written = str(action)
    bare = written.partition(" ")[2]
    if written.startswith(low) or (bare and bare.startswith(low)):
        return True
    tight = low.replace(" ", "").replace("-", "")
    if written.replace(" ", "").replace("-", "").startswith(tight):
        return True
    if isinstance(action, Move) and f"-{low} " in written:  # by where it leads to
        return True
    named = any(verb.startswith(low.split()[0]) for verb in VERBS.values()) if low else False
    return len(low) > 2 and not named and low in plain(describe(state, action)).lower()


def _line(line: Sequence[Action], words: str) -> Choice:
    whole = "; ".join(str(action) for action in line)
    return Choice(whole, _clipped(f"{whole} · {words}"))


def task(view: View) -> list[str]:
    """What the mover can do."""
    state = view.state
    told = [text.TURN_TASK]
    if view.phase.goes_on:
        able = still(state)
        told = [text.ONLY_END if able == text.ACTS["end"] else text.GOES_ON(acts=able)]
    return [*told, text.EXTRA_TURNS(n=state.extra)] if state.extra else told
