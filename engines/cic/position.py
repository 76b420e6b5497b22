"""A position of Commander-In-Chief as the search sees it: small, never changed, quickly made."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from adjudicator.cic.board import ALL, EMPTY, GROUPS, REGIONS, VALUES, generate
from adjudicator.cic.state import State
from engines.cic.evaluate import ENOUGH, FORCES, POINT, Tables, forces, tables, weigh
from engines.search import WON

_SOON = 24
"""From so many moves before a limit the moves left are part of what tells positions apart."""
_BY_LETTER = {letter: VALUES[letter.upper()] for side in ALL for letter in side} | {EMPTY: 0}

_AIR = GROUPS["air"]
_SURFACE = GROUPS["surface"]
_IN_AIR = frozenset(_AIR[0] + _AIR[1])


@dataclass(frozen=True, slots=True)
class Rules:
    """What stays the same in a game.

    commander: whether the objective is the Commander;  teams: by side, whether it is one
    quiet, plies: the moves after which the game ends, 0 none: quiet ones in a row, all of them
    """

    commander: bool
    teams: tuple[bool, bool]
    quiet: int
    plies: int
    tables: Tables


class CicPosition:
    """See `engines.search.Position`.

    worth, points: Light less Dark, by the tables and in points captured
    force:    Dark's and Light's, of what can hunt a Commander down
    enhanced: a bit for each enhanced square
    air:      by side, whether the Air group has the next turn of a team
    """

    __slots__ = (
        "air",
        "board",
        "ended",
        "enhanced",
        "force",
        "ply",
        "points",
        "quiet",
        "rules",
        "side",
        "worth",
    )

    def __init__(
        self,
        rules: Rules,
        board: str,
        side: int,
        worth: int,
        points: int,
        force: tuple[int, int],
        enhanced: int,
        air: tuple[bool, bool],
        quiet: int,
        ply: int,
        ended: int | None,
    ) -> None:
        self.rules = rules
        self.board = board
        self.side = side
        self.worth = worth
        self.points = points
        self.force = force
        self.enhanced = enhanced
        self.air = air
        self.quiet = quiet
        self.ply = ply
        self.ended = ended

    def key(self) -> Hashable:
        rules = self.rules
        left = rules.plies - self.ply if rules.plies else 1000
        if rules.quiet:
            left = min(left, rules.quiet - self.quiet)
        return (
            self.board,
            self.side,
            self.enhanced,
            self.air,
            left if left < _SOON else 0,
            0 if rules.commander else self.points,
        )

    def value(self) -> int:
        value = self.worth
        rules = self.rules
        if rules.commander and (force := self.force[value > 0]) < ENOUGH:
            value = value * (force + 2) // (ENOUGH + 2)
        if rules.quiet and 2 * self.quiet > rules.quiet:  # what is not used in time is nothing
            value = value * 2 * (rules.quiet - self.quiet) // rules.quiet
            if not rules.commander:
                value += self.points * POINT * (2 * self.quiet - rules.quiet) // rules.quiet
        return value + 8 if self.side else 8 - value

    def _generated(self) -> list[int]:
        side = self.side
        if not self.rules.teams[side]:
            return generate(self.board, side, ALL[side])
        air, surface = _AIR[side], _SURFACE[side]
        first, second = (air, surface) if self.air[side] else (surface, air)
        return generate(self.board, side, first) or generate(self.board, side, second)

    def moves(self) -> tuple[list[int], list[int]]:
        board, noisy, quiet = self.board, list[int](), list[int]()
        side = self.side
        for move in self._generated():
            if board[move & 63] != EMPTY or (
                board[move >> 6] in "Aa" and REGIONS[move & 63] == ("light", "dark")[side]
            ):
                noisy.append(move)
            else:
                quiet.append(move)
        noisy.sort(key=self._promise, reverse=True)
        worth, sign = self.rules.tables.worth, 1 if side else -1
        quiet.sort(
            key=lambda move: sign * (worth[board[move >> 6]][move >> 6] - worth[board[move >> 6]][move & 63])
        )
        return noisy, quiet

    def noisy(self) -> list[int]:
        board = self.board
        found = [move for move in self._generated() if board[move & 63] != EMPTY]
        found.sort(key=self._promise, reverse=True)
        return found

    def _promise(self, move: int) -> int:
        """Order captures: the dearest victim first, by the cheapest attacker."""
        board, target = self.board, move & 63
        victim = _BY_LETTER[board[target]] * 16
        if self.enhanced >> target & 1:
            victim >>= 2
        return victim - _BY_LETTER[board[move >> 6]]

    def gain(self, move: int) -> int:
        letter = self.board[move & 63]
        if letter in "Cc" and self.rules.commander:
            return WON
        found = self.rules.tables
        if self.enhanced >> (move & 63) & 1:
            return abs(found.enhanced[letter])
        return abs(found.worth[letter][move & 63])

    def stuck(self) -> int:
        return 0 if self.rules.commander else self._scored(1 - self.side, self.points)

    def _scored(self, side: int, points: int) -> int:
        """Return what a game that the points decide is worth, seen by the side that does not `side`."""
        ahead = -points if side else points
        return WON if ahead > 0 else -WON if ahead < 0 else 0

    def make(self, move: int) -> CicPosition:
        rules, board, side = self.rules, self.board, self.side
        origin, target = move >> 6, move & 63
        letter, there = board[origin], board[target]
        enhanced, worth, points, quiet = self.enhanced, self.worth, self.points, self.quiet + 1
        found = rules.tables
        force = self.force
        ended: int | None = None
        if there != EMPTY and enhanced >> target & 1:
            enhanced &= ~(1 << target)
            worth -= found.enhanced[there]
            quiet = 0
        else:
            stands = letter
            table = found.worth
            if there != EMPTY:
                quiet = 0
                gained = _BY_LETTER[there]
                points += gained if side else -gained
                worth -= table[there][target]
                if rules.commander and there in "Cc":
                    ended = -WON
                lost = FORCES[there]
                force = (force[0] - lost, force[1]) if side else (force[0], force[1] - lost)
            if letter == "A":
                if REGIONS[target] == "dark":
                    stands, quiet = "K", 0
            elif letter == "a" and REGIONS[target] == "light":
                stands, quiet = "k", 0
            if stands != letter:
                more = FORCES[stands] - FORCES[letter]
                force = (force[0], force[1] + more) if side else (force[0] + more, force[1])
            worth += table[stands][target] - table[letter][origin]
            if enhanced >> origin & 1:
                enhanced ^= 1 << origin | 1 << target
                worth += found.enhanced[stands] - found.enhanced[letter]
            if origin < target:
                board = board[:origin] + EMPTY + board[origin + 1 : target] + stands + board[target + 1 :]
            else:
                board = board[:target] + stands + board[target + 1 : origin] + EMPTY + board[origin + 1 :]
        air = self.air
        if rules.teams[side]:
            turned = letter not in _IN_AIR
            air = (air[0], turned) if side else (turned, air[1])
        ply = self.ply + 1
        if ended is None and ((rules.plies and ply >= rules.plies) or (rules.quiet and quiet >= rules.quiet)):
            ended = 0 if rules.commander else self._scored(side, points)
        return CicPosition(rules, board, 1 - side, worth, points, force, enhanced, air, quiet, ply, ended)

    def skip(self) -> CicPosition | None:
        if self.rules.plies and self.rules.plies - self.ply < 6:
            return None
        return CicPosition(
            self.rules,
            self.board,
            1 - self.side,
            self.worth,
            self.points,
            self.force,
            self.enhanced,
            self.air,
            self.quiet,
            self.ply,
            None,
        )


def of_state(state: State) -> CicPosition:
    """Make the position of a state in which somebody is to move."""
    options = state.options
    commander = options.objective == "commander"
    enhanced = sum(1 << square for square in state.enhanced)
    found = tables(commander, (state.board.find("c"), state.board.find("C")))
    rules = Rules(
        commander,
        (options.teams in ("dark", "both"), options.teams in ("light", "both")),
        2 * options.quiet_rounds,
        0 if commander else 2 * options.round_limit,
        found,
    )
    dark, light = (sum(VALUES[letter] for letter in lost) for lost in state.lost)
    return CicPosition(
        rules,
        state.board,
        state.side,
        weigh(state.board, enhanced, found),
        dark - light,
        forces(state.board),
        enhanced,
        (state.movers[0] == "surface", state.movers[1] == "surface"),
        state.quiet,
        state.ply,
        None,
    )
