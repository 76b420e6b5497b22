"""A position of NME as the search sees it.

Side 0 is the army that thinks, side 1 all the others. As long as three live, only one of the others answers
each move, whichever harms it most (best-reply search: Schadd and Winands, 2011): so the search sees its own
next moves too, which a paranoid one, where both answer, does not in the same time. With two left, and in
Protect the Ally, the turns are those of the game. There the sides are the two seats, whatever they move.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, LETTERS, NOBODY, Board, sorted_letters
from adjudicator.nme.moves import moves_of
from adjudicator.nme.state import BLACK, GRAY, WHITE, Fall, Flank, NmeOptions, State, living
from engines.nme.evaluate import FIGHTING, Tables, Worths
from engines.search import WON

LATER = 300
"""So much less than the first place the second one is worth, for the last President standing."""
_SHARED = 10_000
"""A place that is shared with one other, when the third is out."""
_COMPROMISE = 8_000
_SECOND_OUT = {True: -5_000, False: -7_000}
"""To be assassinated last, with and without an assassination, while all three live still."""
_KILL = {True: 2_500, False: 1_000}
"""That an army is out, by one's own hand or by another's."""
_FULL = 8_000
"""What two whole armies are worth, about."""
_SOON = 30
_PRESIDENTS = frozenset(letters[0] for letters in LETTERS)
_INFANTRY = frozenset(letters[4] for letters in LETTERS)
_ORDER = {letter: (2000, 62, 43, 33, 9)[kind] for letters in LETTERS for kind, letter in enumerate(letters)}
_ORDER[EMPTY] = 0
_SEAT = {"": NOBODY, "black": BLACK, "white": WHITE}


@dataclass(frozen=True, slots=True)
class Rules:
    """What stays the same in a search.

    me:    the army that thinks;  ally: whether this is Protect the Ally
    duel:  whether an army is out already
    quiet: full rounds without a capture, Infantry move or trade after which the game ends; 0 none
    """

    board: Board
    options: NmeOptions
    me: int
    ally: bool
    duel: bool
    quiet: int
    tables: Tables


class NmePosition:
    """See `engines.search.Position`.

    army:  whose turn it is, with side 1 and three armies that of either enemy
    gray:  in Protect the Ally who makes Gray's next turn, otherwise NOBODY
    worth: by army, by the tables
    quiet: turns since a capture, an Infantry move or a trade
    """

    __slots__ = (
        "army",
        "board",
        "ended",
        "falls",
        "flanks",
        "gray",
        "prisoners",
        "quiet",
        "rules",
        "side",
        "worth",
    )

    def __init__(
        self,
        rules: Rules,
        board: str,
        army: int,
        gray: int,
        prisoners: tuple[str, str, str],
        flanks: frozenset[Flank],
        falls: tuple[Fall, ...],
        worth: tuple[int, int, int],
        quiet: int,
        ended: int | None,
    ) -> None:
        self.rules = rules
        self.board = board
        self.army = army
        self.gray = gray
        self.prisoners = prisoners
        self.flanks = flanks
        self.falls = falls
        self.worth = worth
        self.quiet = quiet
        owner = gray if army == GRAY and gray >= 0 else army
        self.side = 0 if owner == rules.me else 1
        self.ended = ended if ended is None or self.side == 0 else -ended

    def key(self) -> Hashable:
        left = self._quiet_limit() - self.quiet
        return (
            self.board,
            self.army,
            self.gray,
            self.prisoners,
            self.flanks,
            self.falls,
            left if left < _SOON else 0,
        )

    def _quiet_limit(self) -> int:
        return self.rules.quiet * (3 - len(self.falls)) if self.rules.quiet else 1_000_000

    def value(self) -> int:
        rules, worth = self.rules, self.worth
        me = rules.me
        if rules.ally:
            value = worth[me] - worth[WHITE - me]
        elif self.falls:
            value = self._duelled()
        else:
            value = worth[me] - (sum(worth) - worth[me]) // 2
        return value + 5 if self.side == 0 else 5 - value

    def _duelled(self) -> int:
        """Judge a position of two armies: who is ahead gains by every exchange."""
        me, (out, *_) = self.rules.me, self.falls
        mine, other = self.worth[me], self.worth[3 - me - out.army]
        ahead = mine - other
        ahead += ahead * max(0, _FULL - mine - other) // (2 * _FULL)
        return ahead if self.rules.duel else ahead + _KILL[out.by == me]

    def _state(self, army: int) -> State:
        gray = ARMIES[self.gray] if self.gray >= 0 else ""
        return State(
            self.board,
            self.rules.options,
            army=army,
            gray_next=gray,
            prisoners=self.prisoners,
            flanks=self.flanks,
            falls=self.falls,
        )

    def _generated(self) -> list[int]:
        board, me = self.rules.board, self.rules.me
        if self.side == 0 or self.rules.ally or self.falls:
            return moves_of(board, self._state(self.army), self.army)
        return [move for army in range(3) if army != me for move in moves_of(board, self._state(army), army)]

    def moves(self) -> tuple[list[int], list[int]]:
        board, noisy, quiet = self.board, list[int](), list[int]()
        for move in self._generated():
            if move >> 18 or board[move & 511] != EMPTY:
                noisy.append(move)
            else:
                quiet.append(move)
        noisy.sort(key=self._promise, reverse=True)
        quiet.sort(key=self._look)
        return noisy, quiet

    def _look(self, move: int) -> int:
        """Order quiet moves by what they better at first sight."""
        table = self.rules.tables[self.board[move >> 9 & 511]]
        return table[move >> 9 & 511] - table[move & 511]

    def noisy(self) -> list[int]:
        board = self.board
        found = [move for move in self._generated() if board[move & 511] != EMPTY or move >> 18]
        found.sort(key=self._promise, reverse=True)
        return found

    def _promise(self, move: int) -> int:
        if move >> 18:
            return (0, 62, 43, 33, 9)[move >> 18] * 16
        return _ORDER[self.board[move & 511]] * 16 - _ORDER[self.board[move >> 9 & 511]]

    def gain(self, move: int) -> int:
        if move >> 18:
            return FIGHTING["A"]
        there = self.board[move & 511]
        return WON if there in _PRESIDENTS else self.rules.tables[there][move & 511]

    def stuck(self) -> int:
        return self.value()  # it passes; that is so rare that nobody looks further

    def make(self, move: int) -> NmePosition:
        rules, spaces = self.rules, self.board
        found = rules.tables
        origin, target = move >> 9 & 511, move & 511
        letter, there = spaces[origin], spaces[target]
        army = ARMY_OF[letter]
        prisoners, flanks, falls, quiet = self.prisoners, self.flanks, self.falls, self.quiet + 1
        worth = list(self.worth)
        stands, ended = letter, None
        if flanks:
            flanks = frozenset(
                flank for flank in flanks if flank.army != army and flank.hexagon not in (origin, target)
            )
        if there != EMPTY:
            quiet = 0
            victim = ARMY_OF[there]
            worth[victim] -= found[there][target]
            if all(fall.army != victim for fall in falls):
                held = list(prisoners)
                held[army] = sorted_letters(held[army] + there)
                prisoners = (held[0], held[1], held[2])
                if there in _INFANTRY and target < rules.board.hexagons:
                    flanks |= {Flank(victim, target)}
        elif move >> 18:
            quiet = 0
            stands = LETTERS[army][move >> 18]
            held, holder = list(prisoners), rules.board.base_of[target]
            held[holder] = sorted_letters(held[holder].replace(stands, "", 1) + letter)
            prisoners = (held[0], held[1], held[2])
        elif letter in _INFANTRY:
            quiet = 0
        worth[army] += found[stands][target] - found[letter][origin]
        if origin < target:
            board = spaces[:origin] + EMPTY + spaces[origin + 1 : target] + stands + spaces[target + 1 :]
        else:
            board = spaces[:target] + stands + spaces[target + 1 : origin] + EMPTY + spaces[origin + 1 :]
        gray = self.gray
        if there in _PRESIDENTS:
            victim = ARMY_OF[there]
            if rules.ally:
                ended = self._ally_decided(army, victim)
            else:
                falls = (*falls, Fall(victim, army))
                held = list(prisoners)
                held[victim] = ""
                prisoners = (held[0], held[1], held[2])
                flanks = frozenset(flank for flank in flanks if flank.army != victim)
                worth[victim] = 0
                if len(falls) == 2:
                    ended = self._last_president(falls)
        if gray >= 0:
            following = (army + 1) % 3
            if army == GRAY:
                gray = WHITE - gray
        elif falls:
            out = falls[0].army
            following = 3 - out - army if len(falls) == 1 else army
        else:
            following = rules.me if army != rules.me else (army + 1) % 3
        if ended is None and not rules.ally:
            ended = self._quiet_end(board, falls, quiet, there != EMPTY)
        elif ended is None and rules.quiet and quiet >= rules.quiet * 3:
            ended = 0
        return NmePosition(
            rules,
            board,
            following,
            gray,
            prisoners,
            flanks,
            falls,
            (worth[0], worth[1], worth[2]),
            quiet,
            ended,
        )

    def _ally_decided(self, army: int, victim: int) -> int:
        """Return what the capture of a President is worth in Protect the Ally, to side 0."""
        won = WON if army == GRAY else WON - LATER if victim == GRAY else 0
        return won if self.side == 0 else -won

    def _last_president(self, falls: tuple[Fall, ...]) -> int:
        """Return what it is worth to side 0 that one President is left."""
        rules, (first, second) = self.rules, falls
        if rules.me not in (first.army, second.army):
            return WON if first.by == rules.me == second.by else WON - LATER
        if rules.duel or rules.me == first.army:
            return -WON
        return _SECOND_OUT[first.by == rules.me]

    def _quiet_end(self, board: str, falls: tuple[Fall, ...], quiet: int, captured: bool) -> int | None:
        """Return what the end of a game is worth to side 0 that the quiet rounds or a Compromise ended."""
        rules, me = self.rules, self.rules.me
        over = bool(rules.quiet) and quiet >= rules.quiet * (3 - len(falls))
        if not falls:
            return 0 if over else None
        if falls[0].army == me:
            return -WON
        if not over:
            if not captured:
                return None
            out = falls[0].army
            if any(piece in board for army in range(3) if army != out for piece in LETTERS[army][1:]):
                return None
        if falls[0].by == NOBODY:
            return 0 if rules.duel else _SHARED
        if falls[0].by == me:
            return _COMPROMISE
        return -_COMPROMISE if rules.duel else 0

    def skip(self) -> NmePosition | None:
        if self.gray >= 0:
            following = (self.army + 1) % 3
            gray = WHITE - self.gray if self.army == GRAY else self.gray
        elif self.falls:
            following, gray = 3 - self.falls[0].army - self.army, NOBODY
        else:
            following, gray = self.rules.me if self.side else (self.rules.me + 1) % 3, NOBODY
        still = NmePosition(
            self.rules,
            self.board,
            following,
            gray,
            self.prisoners,
            frozenset(flank for flank in self.flanks if flank.army != self.army),
            self.falls,
            self.worth,
            self.quiet,
            None,
        )
        return still if still.side != self.side else None


def of_state(board: Board, worths: Worths, state: State, me: int) -> NmePosition:
    """Make the position of a state that is not over. me: the army whose search it is; in Protect the Ally
    that of the seat"""
    ally = state.options.ally
    alive = living(state)
    if ally:
        targets = {BLACK: {GRAY}, WHITE: {GRAY}, GRAY: {BLACK, WHITE}}
    else:
        targets = {army: set(alive) - {army} for army in alive}
    found = worths.tables(state.board, targets)
    worth = [0, 0, 0]
    for space, letter in enumerate(state.board):
        if letter != EMPTY:
            worth[ARMY_OF[letter]] += found[letter][space]
    rules = Rules(
        board,
        state.options,
        me,
        ally,
        bool(state.falls),
        state.options.quiet_rounds,
        found,
    )
    return NmePosition(
        rules,
        state.board,
        state.army,
        _SEAT[state.gray_next],
        state.prisoners,
        state.flanks,
        state.falls,
        (worth[0], worth[1], worth[2]),
        state.quiet * len(alive) + len(state.round_done & set(alive)),
        None,
    )
