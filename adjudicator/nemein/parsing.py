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
from adjudicator.nemein import text
from adjudicator.nemein.actions import lowest_enemy, outcomes, possible
from adjudicator.nemein.board import SEATS, Board
from adjudicator.nemein.explain import rank, why_not
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
STOCK = ("stock", "default", "sensible default")
ENDS = ("end", "end turn", "pass", "done", "skip")
ALIKE = {
    **dict.fromkeys(("attack", "take", "capture", "go"), "move"),
    **dict.fromkeys(("build", "houses"), "house"),
    **dict.fromkeys(("break", "divide"), "split"),
    "promote": "upgrade",
    "exchange": "swap",
}
"""Other words for the verbs."""
FILLERS = frozenset(
    ("a", "an", "at", "by", "from", "in", "into", "my", "on", "onto", "the", "then", "to", "unit", "with")
)
NAMES = {"quarter": 25, "dime": 10, "nickel": 5, "penny": 1, "pennie": 1, "cent": 1}
"""What a dollar's coins are called."""
_NAMED = re.compile(rf"(?:(\d{{1,3}})\s+|\ban?\s+)?\b({'|'.join(NAMES)})s?\b")
_TILE = r"[a-z][0-9]{1,3}"
_MOVE = re.compile(
    rf"(?:move\s+)?({_TILE})\s*(?:->|to\b|[-–—−‑→>x×])?\s*({_TILE})(?:\s*[\s,:=]\s*([^\s,]+))?", re.IGNORECASE
)
_MAX_COINS = 999
"""Limits the coins that an order names: strangers must not fill the memory."""
_SPLIT = re.compile(rf"({_TILE})(?:[\s,:=]+(\S+))?")
_ON_ONE: dict[str, type[Swap | Upgrade | House]] = {"swap": Swap, "upgrade": Upgrade, "house": House}


def parse_text(view: View, written: str) -> tuple[Order, ...]:
    """Read all orders of a message. Raises NotUnderstoodError, also for an empty one."""
    return read_lines(written, _Reader(view).read)


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
        if self.branches[0].phase == "setup" and (word not in WORDS or word == "handful"):
            return self._setup(line, low.removeprefix("handful").strip())
        if low in ENDS:
            return End()
        if word == "handful":
            return self._setup(line, rest)
        if word == "place":
            return self._place(line, rest)
        if match := _MOVE.fullmatch(low):
            origin, target = self._tile(line, match[1]), self._tile(line, match[2])
            coin = self._coin(line, match[3]) if match[3] else self._missing(line, "move", origin, target)
            return Move(origin, target, coin)
        if word == "split" and rest and (match := _SPLIT.fullmatch(rest)):
            tile = self._tile(line, match[1])
            return Split(tile, self._coin(line, match[2]) if match[2] else self._missing(line, "split", tile))
        if word in _ON_ONE and re.fullmatch(_TILE, rest):
            return _ON_ONE[word](self._tile(line, rest))
        return self._nearly(line, low)

    def _setup(self, line: str, rest: str) -> Order:
        """Read a handful, or a placement, without its word too."""
        if rest in STOCK:
            return Handful(self.options.stock(SEATS.index(self.seat)))
        if re.search("[=:]", rest):
            return self._place(line, rest)
        if rest and not line.lower().startswith("handful") and not re.match(r"\d|[qdnp]\b", rest):
            guess = nearest(rest.partition(" ")[0], WORDS)
            raise NotUnderstoodError(line, text.SETUP_HELP(example="handful stock"), guess)
        return Handful(self._coins(line, rest, "handful"))

    def _nearly(self, line: str, low: str) -> Action:
        """Read what is no order, but can only mean one action now: "10 to d4", "hous e5", "upgrade". Raises
        NotUnderstoodError."""
        words = [word for word in re.findall(r"[a-z]+\d+|\d+|[a-z]+", low) if word not in FILLERS]
        read = [self._verb(word) if word.isalpha() else word for word in words]
        verbs = list(dict.fromkeys(word for word in read if word in VERBS.values()))
        tiles = [word for word in read if re.fullmatch(_TILE, word)]
        coins = [int(word) for word in read if word.isdecimal()]
        known = {*verbs, *tiles, *map(str, coins)} >= {*read} and len(verbs) < 2 and len(coins) < 2
        for tile in tiles:
            self._tile(line, tile)
        if known and (verbs or coins):
            fits = [act for act in self._useful() if _meant(act, verbs, tiles, coins)]
            if len(fits) == 1:
                return fits[0]
            if fits:
                why = text.WHICH if tiles or coins else text.WRITE(example=fits[0])
                raise NotUnderstoodError(line, why, [str(act) for act in fits])
        raise NotUnderstoodError(line, *self._help(low, verbs))

    @staticmethod
    def _verb(word: str) -> str:
        """Return the verb that a word is nearly; a word that is nearly none stays."""
        verb: str = next(iter(nearest(word, (*VERBS.values(), *ALIKE), 1)), word)
        return ALIKE.get(verb, verb)

    def _tile(self, line: str, name: str) -> str:
        """Read a tile of this board. Raises NotUnderstoodError with the rows that there are."""
        if name in self.board.index:
            return name
        rows, lengths = sorted({each[0] for each in self.board.index}), self.board.lengths
        if not re.fullmatch(_TILE, name):
            raise NotUnderstoodError(line, text.NOT_TILE(word=name, example=f"{rows[2]}3"))
        if name[0] not in rows:
            raise NotUnderstoodError(line, text.NO_ROW(tile=name, first=rows[0], last=rows[-1]))
        row, last = name[0], lengths[rows.index(name[0])]
        raise NotUnderstoodError(
            line, text.NO_PLACE(tile=name, row=row, first=f"{row}1", last=f"{row}{last}")
        )

    def _coin(self, line: str, word: str) -> int:
        """Read a denomination of the seat's currency: a number, a letter or, of a dollar, a name."""
        letters = {letter: coin for coin, letter in self.money.letters}
        bare = re.sub(r"[c¢]$", "", word)
        coin = letters.get(word, int(bare) if re.fullmatch("[0-9]{1,4}", bare) else 0)
        if coin not in self.money.coins:
            money = self.money
            raise NotUnderstoodError(line, text.NO_COIN(word=word, currency=money.code, coins=money.named()))
        return coin

    def _coins(self, line: str, listed: str, example: str) -> tuple[int, ...]:
        """Read coins from a list such as ``25x2 10, 5 d``: all of them, high to low. example: of one, or the
        word that it begins with"""
        found: list[int] = []
        for part in self._spelled(listed).replace(",", " ").replace("+", " ").split():
            word, sign, number = part.partition("x")
            if sign and not re.fullmatch("[0-9]{1,3}", number):
                raise NotUnderstoodError(line, text.NO_NUMBER(word=part))
            found += [self._coin(line, word)] * (int(number) if sign else 1)
            if len(found) > _MAX_COINS:
                raise NotUnderstoodError(line, text.MANY_COINS(most=_MAX_COINS))
        if not found:
            shown = self._example(example) if example in _EXAMPLES else example
            raise NotUnderstoodError(line, text.NO_COINS(example=shown))
        return tuple(sorted(found, reverse=True))

    def _spelled(self, listed: str) -> str:
        """Write coins as `_coins` reads them: "3 quarters and a dime" is 25x3 10x1."""
        listed = re.sub(r"\s*[x×*]\s*", "x", listed)
        if not self.money.letters:
            return listed
        listed = re.sub(r"\band\b", " ", listed)
        return _NAMED.sub(lambda found: f"{NAMES[found[2]]}x{found[1] or 1}", listed)

    def _place(self, line: str, rest: str) -> Place:
        first, *parts = re.split(rf"({_TILE})\s*[=:]", rest)
        if first.strip(" ,") or not parts:
            raise NotUnderstoodError(line, text.NO_TILES(example=self._example("place")))
        found: dict[str, tuple[int, ...]] = {}
        for name, listed in zip(parts[::2], parts[1::2], strict=True):
            tile = self._tile(line, name)
            if tile in found:
                raise NotUnderstoodError(line, text.TILE_TWICE(tile=tile))
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
            setup = self.branches[0].phase == "setup"
            raise NotUnderstoodError(line, text.SETUP_FIRST if setup else text.NOTHING_THERE(tile=origin))
        wrote = f"{word} {origin}{f'-{target}' if target else ''}"
        units = listing([str(coin) for coin in fits])
        raise NotUnderstoodError(line, text.WHICH_UNIT(coins=units), [f"{wrote} {coin}" for coin in fits])

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

    def _help(self, low: str, verbs: Sequence[str]) -> tuple[str, Sequence[str]]:
        """Explain why a line is no order, and what may be meant."""
        word = low.split(maxsplit=1)[0]
        if re.fullmatch(_TILE, low):
            acts = [str(act) for act in self._useful() if low in (str(act) + " ").split(" ")[1]]
            return text.TILE_HELP(tile=low, example=[*acts, "move b2-c3"][0]), acts
        if low in WORDS or verbs:
            return text.WRITE(example=self._example(low if low in WORDS else verbs[0])), ()
        if self.branches[0].phase == "setup":
            return text.SETUP_FIRST, ()
        return text.TURN_HELP, nearest(word, WORDS)

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


def _meant(action: Action, verbs: Sequence[str], tiles: Sequence[str], coins: Sequence[int]) -> bool:
    """Whether an action is what these words name; one tile of a move is where it leads to."""
    if isinstance(action, End):
        return False
    there = [action.origin, action.target][-len(tiles) :] if isinstance(action, Move) else [action.tile]
    return (
        (not verbs or VERBS[type(action)] in verbs)
        and (not tiles or list(tiles) == there)
        and (not coins or getattr(action, "coin", None) in (None, *coins))
        and (bool(verbs) or isinstance(action, Move))
    )


_EXAMPLES = {
    "handful": "handful 25x2 10x5",
    "place": "place a1=10,10 b2=5",
    "move": "move b2-c3",
    "split": "split c3",
    "upgrade": "upgrade d4",
    "house": "house e5",
    "swap": "swap c3",
    "end": "end",
}
