"""NME and Protect the Ally in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Event, Options, Outcome, Seat
from adjudicator.nme.board import ARMIES, ARMY_OF, KIND_OF, KINDS, LETTERS, NAMES, Board
from adjudicator.nme.explain import legal_moves
from adjudicator.nme.moves import guarded, moves_of, origin_of, target_of
from adjudicator.nme.orders import Catalogue, Move, Order
from adjudicator.nme.resolve import UNPLACED
from adjudicator.nme.state import GRAY, WHITE, View, living, read_options
from adjudicator.text import article, listing
from bot.common.message import MOST_CHOICES, Choice
from bot.presenters.base import BETWEEN, MenuStep, OneOrder
from bot.presenters.nme import menus as nme_menus
from bot.presenters.nme import text, words
from bot.presenters.nme.words import order_of_spaces, read_space, result, right_of, victim
from bot.presenters.text import GAME_OVER, NOTHING_OWED, YOUR_MOVE
from maps.nme.words import army_name

_ZOOM = 6
"""How far around a space `/board zoom` shows, in thirds of a row: two hexagons."""
_NEAR = 3
"""The same around one's own pieces: one hexagon."""
_MOST_FOES = 3
"""So many of those that threaten a President are named."""


class NmePresenter(OneOrder):
    """See `Presenter`. board: for names and moves."""

    key = "nme"
    by_lot = True
    silent = True
    rulings: Mapping[str, str] = {"penalty": "remove an Infantry", "forfeit": "forfeit the game"}
    alike = re.compile(rf"(?<![^\W_])[a-z]\d+[a-z]?{BETWEEN}[a-z]\d")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._catalogue = Catalogue(board)

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        return ("A4-B4", "C4-C5", "B5-B6")

    def option_lines(self, options: Options) -> list[str]:
        read = read_options(options)
        lines = [text.THREE_ARMIES]
        if read.ally:
            lines = [text.ALLY, text.GUARD_ON if read.gray_guard else text.GUARD_OFF]
        if read.quiet_rounds:
            lines.append((text.QUIET_DRAW if read.ally else text.QUIET_END)(n=read.quiet_rounds))
        return lines

    def phase_line(self, view: View) -> str:
        if view.mover is None:
            return GAME_OVER
        out = [text.YOU_ARE_OUT] if any(fall.army == view.own for fall in view.state.falls) else []
        return " · ".join([*out, self.to_move(view), *self._votes(view)])

    def to_move(self, view: View) -> str:
        if view.mover is None:
            return GAME_OVER
        told = text.TO_MOVE_GRAY if self._moves_gray(view) else text.TO_MOVE
        return told(seat=army_name(view.mover))

    def aside(self, view: View) -> str:
        return " · ".join([*([self.to_move(view)] if self._moves_gray(view) else []), *self._votes(view)])

    def _moves_gray(self, view: View) -> bool:
        return view.mover is not None and view.mover != ARMIES[view.state.army]

    def _votes(self, view: View) -> list[str]:
        votes = [army_name(seat) for seat in view.seats if seat in view.state.offers]
        return [text.VOTES(names=listing(votes, "and"), n=len(votes))] if votes else []

    def task(self, view: View) -> str:
        if view.seat not in view.phase.owing:
            return NOTHING_OWED
        state = view.state
        lines = self._ally_task(view) if state.gray_next else []
        moves = legal_moves(self._catalogue, view)
        if not moves:
            lines.append(text.MUST_PASS(army=army_name(state.army)))
        lines += self._rights(view, moves)
        votes = [army_name(seat) for seat in view.seats if seat in state.offers and seat != view.seat]
        if votes:
            lines.append(text.TAKE_THE_DRAW(names=listing(votes, "and"), n=len(votes)))
        return "\n".join(lines) or YOUR_MOVE

    def _ally_task(self, view: View) -> list[str]:
        """Protect the Ally: whose army is moved now, for what, and who moves what after it."""
        state = view.state
        if state.army == GRAY:
            white = view.seat == ARMIES[WHITE]
            return [text.MOVE_GRAY_AS_WHITE if white else text.MOVE_GRAY_AS_BLACK]
        you = state.gray_next == view.seat
        if state.army != WHITE:
            return [text.MOVE_BLACK_THEN_GRAY if you else text.MOVE_BLACK]
        lines = [text.MOVE_WHITE_THEN_GRAY if you else text.MOVE_WHITE]
        return [*lines, text.GUARDED] if guarded(state) else lines

    def _rights(self, view: View, moves: Sequence[Move]) -> list[str]:
        """What may be done in this turn that one might overlook."""
        board, state = self._board, view.state
        own = view.mover == ARMIES[state.army]
        naval, flanks, trades = list[str](), list[str](), dict[str, list[str]]()
        for order in moves:
            match right_of(board, view.board, order):
                case "naval_one":
                    naval.append(order.target)
                case "flank":
                    flank = text.FLANK if own else text.FLANK_GRAY
                    taken = victim(board, state, order)
                    flanks.append(flank(origin=order.origin, victim=taken, target=order.target))
                case "trade":
                    prizes = trades.setdefault(f"{order.origin}-{order.target}", [])
                    prizes.append(article(NAMES[order.trade]))
        lines = []
        if naval:
            star = view.board.index(LETTERS[state.army][0])
            foes = self._attackers(view, star)
            named = [*foes[:_MOST_FOES], *([text.OTHER_FOES] if foes[_MOST_FOES:] else [])]
            lines.append(
                (text.THREAT if own else text.THREAT_GRAY)(
                    space=board.names[star],
                    foes=listing(named, "and"),
                    targets=listing(sorted(naval, key=order_of_spaces)),
                )
            )
        trade = text.TRADE if own else text.TRADE_GRAY
        return [
            *lines,
            *flanks,
            *(trade(way=way, pieces=listing(prizes)) for way, prizes in trades.items()),
        ]

    def _attackers(self, view: View, star: int) -> list[str]:
        """Whoever could capture there if it moved now: "Black's Special Force on H1", best pieces first."""
        board, state = self._board, view.state
        found = {
            origin_of(move)
            for army in living(state)
            if army != state.army
            for move in moves_of(board, state, army)
            if target_of(move) == star
        }

        def rank(space: int) -> tuple[int, int, tuple[str, int, str]]:
            letter = view.board[space]
            return ARMY_OF[letter], KINDS.index(KIND_OF[letter]), order_of_spaces(board.names[space])

        told = []
        for space in sorted(found, key=rank):
            letter = view.board[space]
            # In Protect the Ally one threatens with one army whom one moves in the other.
            foe = {"piece": NAMES[KIND_OF[letter]], "space": board.names[space]}
            own = ARMY_OF[letter] == view.own
            told.append(text.OWN_FOE(**foe) if own else text.FOE(**foe, army=army_name(ARMY_OF[letter])))
        return told

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.narrate(events, names)

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.narrate(events, names, you=seat)

    def summary(self, view: View, events: Sequence[Event]) -> str:
        return words.summary(view)

    def standing(self, view: View) -> Mapping[Seat, str]:
        return {seat: words.stands(view.state, ARMIES.index(seat)) for seat in view.seats}

    def focus(self, view: View, zoom: str, mine: bool) -> tuple[str, ...]:
        if zoom.strip():
            return self._around([self._board.index[read_space(self._board, zoom)]], _ZOOM)
        if not mine:
            return ()
        if view.own is None:
            raise NotUnderstoodError("mine", text.NO_ARMY)
        own = LETTERS[view.own]
        return self._around([space for space, letter in enumerate(view.board) if letter in own], _NEAR)

    def _around(self, spaces: Iterable[int], reach: int) -> tuple[str, ...]:
        """The spaces themselves first, then all that are within reach of one, by name."""
        board, first = self._board, list(spaces)
        near = [
            space
            for space, point in enumerate(board.points)
            if any(_distance(point, board.points[other]) <= reach for other in first)
        ]
        return tuple(board.names[space] for space in dict.fromkeys([*first, *near]))

    def places(self, view: View, typed: str) -> list[Choice]:
        wanted = "".join(typed.lower().split())
        fits = [name for name in self._board.names if name.lower().startswith(wanted)]
        found = []
        for name in sorted(fits, key=order_of_spaces)[:MOST_CHOICES]:
            there = view.board[self._board.index[name]]
            stands = f" · {words.piece_there(there)}" if there in KIND_OF else ""
            found.append(Choice(name, f"{name}{stands}"))
        return found

    def suggest(self, view: View, draft: Sequence[Order], legal: Sequence[Order], typed: str) -> list[Choice]:
        return nme_menus.suggest(self._board, view, legal, typed)

    def describe(self, view: View, order: Order) -> str:
        return words.describe(self._board, view, order)

    def menus(self, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
        return nme_menus.menus(self._catalogue, view, draft, picked)

    def marks(self, view: View, picked: str) -> Mapping[int, str]:
        return nme_menus.marks(self._catalogue, view, picked)

    def frame(self, view: View, draft: Sequence[Order], picked: str) -> tuple[str, ...]:
        # A draft's piece is open in the menus too, so the picture stays as it was when that was picked.
        drafted = next((order.origin for order in draft if isinstance(order, Move)), "")
        shown = self.marks(view, picked) or self.marks(view, drafted)
        return tuple(self._board.names[space] for space in shown)

    def named(self, view: View, said: str) -> tuple[str, ...]:
        found = re.findall(r"[A-L]\d+[ns]?", said)
        return tuple(dict.fromkeys(name for name in found if name in self._board.index))

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        return result(outcome, names)

    def place_word(self, outcome: Outcome, seat: Seat) -> str:
        """The loser of a decided game of Protect the Ally is unplaced."""
        place = outcome.places[seat]
        return text.UNPLACED if len(outcome.places) == 2 and place == UNPLACED else str(place)


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Between two points, in thirds of a row."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
