"""Nemein a second time, as a referee: a game from the rules text alone.

The board and the coins are in `reference_nemein_board`. The coins on a tile are a plain list that begins with
"house" if there is one, and the unit after it is the housed one. An action is a tuple of words, tiles and
numbers. A game is one mutable object that is copied before anything happens. Where the rules are silent the
choices of the team are marked "Choice".
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.adjudicator import reference_nemein_board as land
from tests.adjudicator.reference_nemein_board import SEATS, Tile, other

Action = tuple[Any, ...]  # ("move", tile, tile, coin), ("split", tile, coin), ("house", tile), ("end",), …

HOUSE = "house"
ORDER = ["move", "split", "upgrade", "house", "end"]  # a swap stands for a move


# ---- A game


class Game:
    """tiles: the owner of each tile that has coins, and its coins; stage: the first kind of action in ORDER
    that is still open; extra: further turns won; story: what the newest actions told."""

    def __init__(
        self,
        side: int = 4,
        currency: Mapping[str, str] | None = None,
        houses_to_win: int = 3,
        quiet_turns: int = 60,
    ) -> None:
        self.side = side
        self.currency = dict(currency or dict.fromkeys(SEATS, "USD"))
        self.houses_to_win, self.quiet_turns = houses_to_win, quiet_turns
        self.tile_of = land.names(side)
        self.name_of = {tile: name for name, tile in self.tile_of.items()}
        self.tiles: dict[Tile, tuple[str, list[Any]]] = {}
        self.hands = dict.fromkeys(SEATS, 0)
        self.mover: str | None = None  # None: the setup
        self.stage = 0
        self.extra = 0
        self.busy = False
        self.quiet = 0
        self.number = 1
        self.offers: set[str] = set()
        self.result: tuple[str, dict[str, int]] | None = None
        self.story: list[tuple[Any, ...]] = []

    def after(self) -> Game:
        again = copy.copy(self)
        again.tiles = {tile: (seat, list(coins)) for tile, (seat, coins) in self.tiles.items()}
        again.hands, again.offers, again.story = dict(self.hands), set(self.offers), []
        return again

    def value(self, seat: str, coin: int) -> Fraction:
        """ "its fraction of one whole" """
        return Fraction(coin, land.WHOLE[self.currency[seat]])

    def units(self, seat: str) -> list[tuple[Tile, int]]:
        return [(t, c) for t, (of, coins) in self.tiles.items() if of == seat for c in coins if c != HOUSE]

    def here(self, tile: Tile) -> list[Any]:
        """The mover's coins on a tile."""
        return self.tiles[tile][1] if tile in self.tiles and self.tiles[tile][0] == self.mover else []

    def counting(self, seat: str) -> int:
        """Houses "on the middle row or beyond it, seen from its owner" """
        middle = self.side - 1
        far = (lambda row: row >= middle) if seat == "south" else (lambda row: row <= middle)
        return sum(of == seat and coins[0] == HOUSE and far(t[1]) for t, (of, coins) in self.tiles.items())


def begin(
    game: Game,
    handful: Mapping[str, Mapping[int, int]],
    placed: Mapping[str, Mapping[Tile, Sequence[int]]],
    flip: Callable[[], bool],
) -> Game:
    """Handfuls and placements revealed; "The seat that moves first is flipped: heads = south" """
    game = game.after()
    for seat in SEATS:
        house = land.COINS[game.currency[seat]][0]
        game.hands[seat] = handful[seat].get(house, 0)
        told = {}
        for tile, coins in placed[seat].items():
            game.tiles[tile] = seat, list(coins)
            told[game.name_of[tile]] = sorted(coins, reverse=True)
        held = sorted((coin for coin, n in handful[seat].items() for _ in range(n)), reverse=True)
        game.story.append(("revealed", seat, held, told))
    heads = flip()
    game.mover = "south" if heads else "north"
    game.story += [("flip", None, heads), ("begins", game.mover)]
    return game


# ---- What may be done


def higher(game: Game, coin: int) -> int | None:
    """The next higher unit denomination of the mover; None for its highest unit."""
    units = land.COINS[game.currency[game.mover or ""]][1:]
    at = units.index(coin)
    return units[at - 1] if at else None


def lower(game: Game, coin: int) -> int | None:
    units = land.COINS[game.currency[game.mover or ""]][1:]
    return units[units.index(coin) + 1] if coin != units[-1] else None


def stage_of(action: Action) -> int:
    return ORDER.index("move" if action[0] == "swap" else action[0])


def possible(game: Game, action: Action) -> bool:
    """Whether the mover may do this now."""
    what, *told = action
    if game.result or game.mover is None or stage_of(action) < game.stage:
        return False
    if what == "end":
        return True
    if any(tile not in game.name_of for tile in told if isinstance(tile, tuple)):
        return False
    coins = game.here(told[0])
    housed = bool(coins) and coins[0] == HOUSE
    if what == "move":
        _, target, coin = told
        crowd = len(game.tiles[target][1]) if target in game.tiles else 0
        return coin in (coins[2:] if housed else coins) and land.adjacent(told[0], target) and crowd < 3
    if what == "swap":
        return housed and len(coins) == 3
    if what == "split":
        # "with at most one other friendly unit"; "never more than three coins stand on a tile"
        return told[1] in coins and told[1] != HOUSE and len(coins) < 3 and lower(game, told[1]) is not None
    if what == "upgrade":
        return housed and higher(game, coins[1]) is not None
    assert what == "house"
    return len(coins) == 1 and game.hands[game.mover] > 0


def text(game: Game, action: Action) -> str:
    """ "Canonical: `move` and `split` name the denomination, the others do not." """
    what, *told = action
    words = [game.name_of[each] if isinstance(each, tuple) else str(each) for each in told]
    return " ".join([what, "-".join(words[:2]), words[2]] if what == "move" else [what, *words])


def conceivable(game: Game) -> Iterator[Action]:
    """Every action that a tile and a coin of the mover could be named in."""
    for tile in game.tiles:
        for coin in set(game.here(tile)) - {HOUSE}:
            yield from (("move", tile, (tile[0] + x, tile[1] + y), coin) for x, y in land.SIX)
            yield ("split", tile, coin)
        yield from ((what, tile) for what in ("swap", "upgrade", "house"))
    yield ("end",)


def legal(game: Game) -> dict[str, Action]:
    return {text(game, action): action for action in conceivable(game) if possible(game, action)}


def attacks(game: Game, action: Action) -> bool:
    """ "a move onto a tile with enemy coins" """
    return action[0] == "move" and action[2] in game.tiles and game.tiles[action[2]][0] != game.mover


def is_flip(game: Game, action: Action) -> bool:
    """ "Attacker's value greater than the lowest enemy coin's: it wins. Otherwise a coin flip" """
    if not attacks(game, action) or game.mover is None:
        return False
    enemy, coins = game.tiles[action[2]]
    lowest = min(game.value(enemy, coin) for coin in coins if coin != HOUSE)
    return not game.value(game.mover, action[3]) > lowest


# ---- What happens


def do(game: Game, action: Action, flip: Callable[[], bool]) -> None:
    """One possible action, on this very game."""
    what, *told = action
    seat = game.mover
    assert seat is not None and possible(game, action)
    if lapsed := game.offers - {seat}:  # Choice: an offer lapses when the other seat acts
        game.offers -= lapsed
        game.story.append(("lapsed", sorted(lapsed)))
    if what == "end":
        end_turn(game, seat)
        return
    game.stage = stage_of(action) + 1
    coins = game.here(told[0])
    if what == "move":
        move(game, seat, action, flip)
    elif what == "swap":
        coins[1], coins[2] = coins[2], coins[1]
        game.story.append((what, seat, game.name_of[told[0]], coins[1], coins[2]))
    elif what == "split":
        small = lower(game, told[1])
        at = coins.index(told[1])
        coins[at : at + 1] = [small, small]
        game.story.append((what, seat, game.name_of[told[0]], told[1], small, coins[0] == HOUSE))
    elif what == "upgrade":
        before, coins[1] = coins[1], higher(game, coins[1])
        game.story.append((what, seat, game.name_of[told[0]], before, coins[1]))
    else:
        before = game.counting(seat)
        coins.insert(0, HOUSE)
        game.hands[seat] -= 1
        game.busy = True
        counts = game.counting(seat) > before
        game.story.append((what, seat, game.name_of[told[0]], coins[1], counts))
    # "Victory is checked after every action."
    for winner in (seat, other(seat)):
        if not game.units(other(winner)):
            finish(game, "units", winner)
        elif game.counting(winner) >= game.houses_to_win:
            finish(game, "houses", winner)


def move(game: Game, seat: str, action: Action, flip: Callable[[], bool]) -> None:
    _, origin, target, coin = action
    attack, risky = attacks(game, action), is_flip(game, action)
    coins = game.here(origin)
    coins.reverse()  # the housed unit comes last now: "Housed units do not move"
    coins.remove(coin)
    coins.reverse()
    if not coins:
        del game.tiles[origin]
    story = seat, coin, game.name_of[origin], game.name_of[target]
    if not attack:
        game.story.append(("moved", *story))
    else:
        game.busy = True
        theirs = game.tiles[target][1]
        lowest = min(each for each in theirs if each != HOUSE)
        game.story.append(("attacked", *story, lowest, not risky))
        if risky:
            heads = flip()
            game.story.append(("flip", seat, heads))
            if not heads:
                game.story.append(("repelled", seat, coin, game.name_of[target]))
                return
        del game.tiles[target]
        game.extra += 1
        coin = higher(game, coin) or coin
        units = sorted((each for each in theirs if each != HOUSE), reverse=True)
        game.story.append(("won", seat, game.name_of[target], units, theirs.count(HOUSE), coin))
    game.tiles.setdefault(target, (seat, []))[1].append(coin)


def end_turn(game: Game, seat: str) -> None:
    game.quiet = 0 if game.busy else game.quiet + 1
    game.story.append(("end", seat, game.extra))
    if game.quiet_turns and game.quiet >= game.quiet_turns:
        # "the seat with more counting houses wins, equal is a draw"
        south, north = (game.counting(each) for each in SEATS)
        finish(game, "quiet", None if south == north else "south" if south > north else "north")
        return
    if game.extra:
        game.extra -= 1
    else:
        game.mover = other(seat)
    game.stage, game.busy = 0, False
    game.number += 1


def finish(game: Game, reason: str, winner: str | None) -> None:
    if not game.result:
        game.result = reason, {seat: 1 if winner in (seat, None) else 2 for seat in SEATS}


# ---- Lines of actions


def accepts(game: Game, line: Sequence[Action]) -> bool:
    """ "Before a flip a line with an impossible action is refused whole." """
    if not line or ("end",) in line[:-1]:  # "nothing may follow it in a line"
        return False
    trial = game.after()
    for action in line:
        if trial.result:
            return True
        if not possible(trial, action):
            return False
        if is_flip(trial, action):
            return True
        do(trial, action, lambda: False)
    return True


def play(game: Game, line: Sequence[Action], flip: Callable[[], bool]) -> Game:
    """The game after a line that is accepted."""
    assert accepts(game, line)
    game = game.after()
    for action in line:
        if game.result:
            break
        if possible(game, action):
            do(game, action, flip)
        else:  # "later actions in the line that are no longer possible are reported and skipped"
            game.story.append(("skipped", game.mover, text(game, action)))
    return game


# ---- Declarations


def concede(game: Game, seat: str) -> Game:
    game = game.after()
    finish(game, "conceded", other(seat))
    return game


def offer_draw(game: Game, seat: str) -> Game:
    game = game.after()
    game.offers.add(seat)
    if len(game.offers) == 2:
        finish(game, "agreed", None)
    return game


# ---- counting


def perft(game: Game, depth: int) -> int:
    """Sequences of single actions of that length; both sides of a coin count; finished games have none."""
    if depth == 0:
        return 1
    total = 0
    for action in legal(game).values():
        for heads in (True, False) if is_flip(game, action) else (True,):
            total += perft(play(game, [action], lambda heads=heads: heads), depth - 1)  # type: ignore[misc]
    return total


def divide(game: Game, depth: int) -> dict[str, int]:
    found = {}
    for order, action in sorted(legal(game).items()):
        sides = (True, False) if is_flip(game, action) else (True,)
        found[order] = sum(perft(play(game, [action], lambda s=s: s), depth - 1) for s in sides)  # type: ignore
    return found
