"""Reading orders of Nemein. Source: Orders.

A denomination that was left out is filled in from the position that the earlier actions of the line make.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.base_game import DECLARATIONS, read_lines
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Seat
from adjudicator.nemein.actions import lowest_enemy, outcomes, possible
from adjudicator.nemein.board import SEATS, Board
from adjudicator.nemein.explain import SETUP_FIRST, rank, why_not
from adjudicator.nemein.money import Currency
from adjudicator.nemein.orders import (
    STAGE_OF,
    VERBS,
    Action,
    End,
    Handful,
    House,
    Move,
    Order,
    Place,
    Split,
    Swap,
    Upgrade,
)
from adjudicator.nemein.setup import stock
from adjudicator.nemein.state import State, View
from adjudicator.text import listing, nearest

WORDS = ("handful", "place", *VERBS.values(), *DECLARATIONS)
STOCK = ("stock", "default")
_TILE = r"[a-z][0-9]{1,3}"
_MOVE = re.compile(
    rf"(?:move\s+)?({_TILE})\s*(?:->|to\b|[-–—−‑→>x×])?\s*({_TILE})(?:\s*[\s,:=]\s*([^\s,]+))?", re.IGNORECASE
)
_MAX_COINS = 999
"""Limits the coins that an order names: strangers must not fill the memory."""
_ON_ONE: dict[str, type[Swap | Upgrade | House]] = {"swap": Swap, "upgrade": Upgrade, "house": House}


def parse_text(view: View, text: str) -> tuple[Order, ...]:
    """Read all orders of a message. Raises NotUnderstoodError, also for an empty one."""
    return read_lines(text, _Reader(view).read)


class _Reader:
    """Reads lines one after another, for the seat of a view, and plays them as far as they are possible.

    branches: what the board may be after them: two states after a coin flip, won and lost
    """

    def __init__(self, view: View) -> None:
        state = view.state
        self.seat: Seat = view.seat if view.seat in SEATS else state.mover
        self.money: Currency = state.money(self.seat)
        self.board: Board = state.board
        if state.phase == "play" and self.seat != state.mover:
            # a seat that waits writes its next turn down early: as if it had it now
            state = replace(state, mover=self.seat, stage=0, extra=0)
        self.branches: tuple[State, ...] = (state,)
        self.options = view.options

    def read(self, line: str) -> Order:
        order = self._order(line)
        if isinstance(order, tuple(STAGE_OF)):
            self._advance(order)  # type: ignore[arg-type]
        return order

    def _advance(self, action: Action) -> None:
        after: list[State] = []
        for state in self.branches:
            after += outcomes(state, action) if why_not(state, action) is None else (state,)
        self.branches = tuple(after[:2])

    def _order(self, line: str) -> Order:
        low = line.lower()
        word, _, rest = low.partition(" ")
        if low in DECLARATIONS:
            return Declare(low)
        if low in ("end", "end turn"):
            return End()
        if word == "handful":
            if rest in STOCK:
                return Handful(self.options.stock(SEATS.index(self.seat)))
            return Handful(self._coins(line, rest, "handful"))
        if word == "place":
            return self._place(line, rest)
        if match := _MOVE.fullmatch(low):
            origin, target = self._tile(line, match[1]), self._tile(line, match[2])
            coin = self._coin(line, match[3]) if match[3] else self._missing(line, "move", origin, target)
            return Move(origin, target, coin)
        if word == "split" and rest:
            name, _, unit = re.sub(r"[\s,:=]+", " ", rest).partition(" ")
            tile = self._tile(line, name)
            return Split(tile, self._coin(line, unit) if unit else self._missing(line, "split", tile))
        if word in _ON_ONE and rest:
            if (match := re.fullmatch(rf"({_TILE}) \S+", rest)) and match[1] in self.board.index:
                raise NotUnderstoodError(line, f"{word} names the tile alone", (f"{word} {match[1]}",))
            return _ON_ONE[word](self._tile(line, rest))
        raise NotUnderstoodError(line, *self._help(low))

    def _tile(self, line: str, name: str) -> str:
        """Read a tile of this board. Raises NotUnderstoodError with the rows that there are."""
        if name in self.board.index:
            return name
        rows, lengths = sorted({each[0] for each in self.board.index}), self.board.lengths
        if not re.fullmatch(_TILE, name):
            raise NotUnderstoodError(line, f"“{name}” is no tile; tiles are written like {rows[2]}3")
        if name[0] not in rows:
            raise NotUnderstoodError(
                line, f"{name} is not on the board; its rows are {rows[0]} to {rows[-1]}"
            )
        last = lengths[rows.index(name[0])]
        raise NotUnderstoodError(
            line, f"{name} is not on the board; row {name[0]} has {name[0]}1 to {name[0]}{last}"
        )

    def _coin(self, line: str, word: str) -> int:
        """Read a denomination of the seat's currency, a number or a letter."""
        letters = {letter: coin for coin, letter in self.money.letters}
        text = re.sub(r"[c¢]$", "", word)
        coin = letters.get(word, int(text) if re.fullmatch("[0-9]{1,4}", text) else 0)
        if coin not in self.money.coins:
            raise NotUnderstoodError(
                line, f"“{word}” is no coin of {self.money.code}; its coins are {self.money.named()}"
            )
        return coin

    def _coins(self, line: str, text: str, example: str) -> tuple[int, ...]:
        """Read coins from a list such as ``25x2 10, 5 d``: all of them, high to low. example: of one, or the
        word that it begins with"""
        found: list[int] = []
        for part in re.sub(r"\s*[x×*]\s*", "x", text).replace(",", " ").replace("+", " ").split():
            word, sign, number = part.partition("x")
            if sign and not (re.fullmatch("[0-9]{1,3}", number)):
                raise NotUnderstoodError(line, f"“{part}” is no number of coins; write such as 10x3")
            found += [self._coin(line, word)] * (int(number) if sign else 1)
            if len(found) > _MAX_COINS:
                raise NotUnderstoodError(line, f"nobody has more than {_MAX_COINS} coins")
        if not found:
            shown = self._example(example) if example in _EXAMPLES else example
            raise NotUnderstoodError(line, f"name the coins, such as {shown}")
        return tuple(sorted(found, reverse=True))

    def _place(self, line: str, text: str) -> Place:
        first, *parts = re.split(rf"({_TILE})\s*[=:]", text)
        if first.strip(" ,") or not parts:
            raise NotUnderstoodError(line, f"name each tile with its coins, such as {self._example('place')}")
        found: dict[str, tuple[int, ...]] = {}
        for name, listed in zip(parts[::2], parts[1::2], strict=True):
            tile = self._tile(line, name)
            if tile in found:
                raise NotUnderstoodError(line, f"{tile} is named twice")
            found[tile] = self._coins(line, listed, f"{tile}=10,5")
        return Place(tuple((tile, found[tile]) for tile in sorted(found, key=self.board.index.__getitem__)))

    def _missing(self, line: str, word: str, origin: str, target: str = "") -> int:
        """Fill in the denomination that was left out of a move or a split, where only one unit fits: in the
        position that the line makes, and after a flip in that if it is won, then in that if it is lost."""
        fitting = [
            tuple(
                action.coin
                for action in possible(state)
                if (isinstance(action, Split) and not target and action.tile == origin)
                or (isinstance(action, Move) and (action.origin, action.target) == (origin, target))
            )
            for state in self.branches
        ]
        # where none can do it any that stands there will do: `check` tells why it cannot
        fitting += [self._standing(state, origin, loose=bool(target))[:1] for state in self.branches]
        # a move that is not in this text, but in a draft, may have brought a unit there
        fitting += [self._arriving(state, origin) for state in self.branches if not target]
        fits = next((coins for coins in fitting if coins), ())
        if len(fits) == 1:
            return fits[0]
        if not fits and (len(self.branches) > 1 or self.branches[0].phase == "over"):
            return self.money.units[0]  # after a flip nothing is refused: any unit says what is skipped
        if not fits:
            reason = (
                SETUP_FIRST if self.branches[0].phase == "setup" else f"no unit of yours stands on {origin}"
            )
            raise NotUnderstoodError(line, reason)
        wrote = f"{word} {origin}{f'-{target}' if target else ''}"
        units = listing([str(coin) for coin in fits])
        raise NotUnderstoodError(
            line, f"which unit? name its denomination, {units}", [f"{wrote} {coin}" for coin in fits]
        )

    def _standing(self, state: State, name: str, *, loose: bool) -> tuple[int, ...]:
        """Return the seat's units on a tile; loose: those before the housed one."""
        stack = state.tiles[self.board.index[name]]
        if stack is None or stack.owner != self.seat:
            return ()
        return stack.loose + stack.units if loose else stack.units

    def _arriving(self, state: State, name: str) -> tuple[int, ...]:
        """Return the denominations that the seat could have on a tile after a move to it."""
        found = set()
        for action in possible(state):
            if isinstance(action, Move) and action.target == name:
                attacks = lowest_enemy(state, action) is not None
                found.add((attacks and self.money.above(action.coin)) or action.coin)
        return tuple(sorted(found, reverse=True))

    def _help(self, low: str) -> tuple[str, Sequence[str]]:
        """Explain why a line is no order, and what may be meant."""
        word = low.split(maxsplit=1)[0]
        if low in WORDS:
            return f"{low} needs more: {self._example(low)}", ()
        if low in ("pass", "done", "skip"):
            return "a turn is ended with end", ("end",)
        if word == "move":
            return f"a move is two tiles, from and to, such as {self._example('move')}", ()
        if re.fullmatch(_TILE, low):
            self._tile(low, low)
            acts = [str(act) for act in self._useful() if low in (str(act) + " ").split(" ")[1]]
            return f"one tile; say what happens there, such as {[*acts, 'move b2-c3'][0]}", acts
        guess = nearest(word, WORDS)
        if self.branches[0].phase == "setup":
            return "not an order. The set-up is a handful and a placement, such as handful 25x2 10x5", guess
        return "not an order. There are move, swap, split, upgrade, house, end, draw and concede", guess

    def _useful(self) -> list[Action]:
        """List what is possible after the line so far, the best first; after a flip in a branch that has
        any."""
        for state in self.branches:
            if found := possible(state):
                return sorted(found, key=lambda action: rank(state, action))
        return []

    def _example(self, word: str) -> str:
        """Show how an order goes on: one that is possible now, if there is one."""
        if self.branches[0].phase == "setup" and word in ("handful", "place"):
            handful, place = stock(self.options, self.seat)
            return str(handful if word == "handful" else place)
        return next((str(act) for act in self._useful() if VERBS[type(act)] == word), _EXAMPLES[word])


_EXAMPLES = {
    "handful": "handful 25x2 10x5",
    "place": "place a1=10,10 b2=5",
    "move": "move b2-c3",
    "split": "split c3",
    "upgrade": "upgrade d4",
    "house": "house e5",
    "swap": "swap c3",
}
