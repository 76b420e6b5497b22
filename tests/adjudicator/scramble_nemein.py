"""Random positions, handfuls and lines of Nemein, made so that rare sentences of the rules are at work."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.adjudicator import reference_nemein as ref
from tests.adjudicator import reference_nemein_board as land
from tests.adjudicator.reference_nemein import HOUSE, Action, Game
from tests.adjudicator.reference_nemein_board import SEATS, Tile


def near(game: Game, tile: Tile, reach: int) -> list[Tile]:
    found = {tile}
    for _ in range(reach):
        found |= {each for each in game.name_of for one in found if land.adjacent(one, each)}
    return sorted(found)


def stack(rng: random.Random, game: Game, seat: str, houses: float, full: float) -> list[Any]:
    """Coins of one seat: one to three, perhaps a house beneath the first."""
    units = land.COINS[game.currency[seat]][1:]
    count = 3 if rng.random() < full else rng.choice([1, 1, 2])
    few = rng.sample(units, rng.choice([1, 2, len(units)]))
    coins: list[Any] = [rng.choice(few) for _ in range(count)]
    if rng.random() < houses:
        coins = [HOUSE, *coins[: max(1, count - 1)]]
    return coins


def put(rng: random.Random, game: Game, count: int, among: list[Tile], houses: float, full: float) -> None:
    share = rng.choice([0.5, 0.5, 0.8, 0.2])
    for tile in rng.sample(among, min(count, len(among))):
        seat = "south" if rng.random() < share else "north"
        game.tiles[tile] = seat, stack(rng, game, seat, houses, full)


def anywhere(rng: random.Random, game: Game) -> None:
    put(rng, game, rng.randint(2, 30), sorted(game.name_of), rng.choice([0, 0.2, 0.6]), rng.choice([0, 0.3]))


def brawl(rng: random.Random, game: Game) -> None:
    """Both seats side by side: sure attacks and flips, full tiles that nobody can enter."""
    about = near(game, rng.choice(sorted(game.name_of)), rng.choice([1, 1, 2, 3]))
    put(rng, game, rng.randint(2, 19), about, rng.choice([0, 0.2, 0.5]), rng.choice([0, 0.2, 0.6]))


def duel(rng: random.Random, game: Game) -> None:
    """A few tiles: the last unit attacks, is attacked, splits."""
    about = near(game, rng.choice(sorted(game.name_of)), rng.choice([1, 2]))
    if rng.random() < 0.5:
        put(rng, game, rng.randint(2, 4), about, rng.choice([0, 0.3]), 0)
        return
    for seat, tile in zip(rng.sample(SEATS, 2), rng.sample(about, 2), strict=True):
        game.tiles[tile] = seat, stack(rng, game, seat, 0.2, 0)[:2]


def settled(rng: random.Random, game: Game) -> None:
    """Many houses, single coins that could be housed."""
    put(rng, game, rng.randint(3, 18), sorted(game.name_of), 0.4, rng.choice([0, 0.1]))
    game.houses_to_win = rng.choice([2, 3, 4, 6])


def two_rows(rng: random.Random, game: Game) -> None:
    """An opening, some turns on."""
    for seat in SEATS:
        for tile in sorted(land.home(game.side, seat)):
            if rng.random() < 0.8:
                game.tiles[tile] = seat, stack(rng, game, seat, 0, 0.5)


THEMES = [anywhere, brawl, brawl, brawl, duel, duel, settled, two_rows]


def currencies(rng: random.Random) -> dict[str, str]:
    found = [rng.choice(list(land.COINS))] * 2
    if rng.random() < 0.5:  # the numbers on yen say something else than their values
        found = rng.sample([found[0], rng.choice(list(land.COINS)), "JPY"], 2)
    return dict(zip(SEATS, found, strict=True))


def scramble(rng: random.Random) -> Game:
    """A random game in play that is not over."""
    game = Game(
        rng.choice([3, 3, 4, 4, 4, 5, 6]),
        currencies(rng),
        rng.choice([1, 2, 3, 3, 5]),
        rng.choice([0, 1, 2, 3, 60]),
    )
    rng.choice(THEMES)(rng, game)
    if any(not game.units(seat) or game.counting(seat) >= game.houses_to_win for seat in SEATS):
        return scramble(rng)
    game.mover = rng.choice(SEATS)
    game.hands = {seat: rng.choice([0, 0, 1, 2, 5]) for seat in SEATS}
    game.stage = rng.choice([0, 0, 0, 0, 1, 2, 3, 4])
    game.extra = rng.choice([0, 0, 0, 1, 2])
    game.busy = game.stage > 0 and rng.random() < 0.3
    if game.quiet_turns > 1:
        game.quiet = rng.choice([0, min(game.quiet_turns, 3) - 1, game.quiet_turns - 1])
    game.number = rng.randint(1, 30)
    if rng.random() < 0.2:
        game.offers = {rng.choice(SEATS)}
    return game


# ---- Lines


def sharp(rng: random.Random, game: Game, open_to: Sequence[Action]) -> Action:
    """One of these actions; those that matter more often than their number."""
    kinds = sorted({("attack" if ref.attacks(game, action) else action[0]) for action in open_to})
    kind = rng.choice([each for each in kinds if each != "end"] or ["end"])
    return rng.choice([a for a in open_to if ("attack" if ref.attacks(game, a) else a[0]) == kind])


def any_action(rng: random.Random, game: Game) -> Action:
    """An action that is most often impossible, of coins that the game has."""
    tiles = sorted(game.name_of)
    own = [tile for tile in tiles if game.here(tile)] or tiles
    tile = rng.choice(own if rng.random() < 0.8 else tiles)
    units = land.COINS[game.currency[game.mover or "south"]][1:]
    coins = [coin for coin in game.here(tile) if coin != HOUSE] if rng.random() < 0.8 else []
    coin = rng.choice(coins or units)
    beside = [each for each in tiles if land.adjacent(tile, each)]
    return rng.choice(
        [
            ("move", tile, rng.choice(beside if rng.random() < 0.8 else tiles), coin),
            ("split", tile, coin),
            ("upgrade", tile),
            ("house", tile),
            ("swap", tile),
            ("end",),
        ]
    )


def line(rng: random.Random, game: Game) -> list[Action]:
    """A line of actions: it goes on from an imagined result of the flip, so that some of it may become
    impossible; now and then an action that is impossible from the beginning."""
    risks = [action for action in ref.legal(game).values() if ref.attacks(game, action)]
    if risks and rng.random() < 0.2:  # a second action of the same kind: refused, if no flip comes before it
        attack = rng.choice(risks)
        return [attack, ("swap", attack[1])]
    imagined, found = game.after(), list[Action]()
    heads = rng.random() < 0.5
    flipped = None
    for _ in range(rng.choice([1, 1, 2, 3, 4, 5])):
        wild = 0.25 if flipped else 0.06
        if rng.random() < wild or imagined.result or imagined.mover != game.mover:
            found.append(any_action(rng, game))
            continue
        open_to = list(ref.legal(imagined).values())
        about = [action for action in open_to if action[1:2] == (flipped,)]
        action = sharp(rng, imagined, about if about and rng.random() < 0.7 else open_to)
        if action == ("end",) and rng.random() < 0.9:
            break
        flipped = action[2] if ref.is_flip(imagined, action) else flipped
        found.append(action)
        ref.do(imagined, action, lambda: heads)
    if not found or rng.random() < 0.5:
        found.append(("end",))
    return found


# ---- Setups


def random_handful(rng: random.Random, currency: str, fraction: Any, most: int) -> dict[int, int]:
    """A handful that adds up, and often one that does not; some of many coins, some of houses only."""
    coins = land.COINS[currency]
    if rng.random() < 0.1:
        return {coins[0]: max(1, int(fraction * land.WHOLE[currency] / coins[0]))}
    most += rng.choice([0, 0, 0, 1, 5])
    rest, found = fraction * land.WHOLE[currency], Counter[int]()
    small = rng.random()
    while rest >= coins[-1]:
        fitting = [coin for coin in coins if coin <= rest]
        left = most - sum(found.values())
        need = [coin for coin in fitting if coin * left >= rest]
        coin = rng.choice(need or fitting) if rng.random() > small else (need or fitting)[-1]
        found[coin] += 1
        rest -= coin
    if rng.random() < 0.25:
        found[rng.choice(coins)] += rng.choice([1, 1, -1])
    return {coin: found[coin] for coin in coins if found[coin] > 0}


def random_placement(
    rng: random.Random, side: int, seat: str, units: Sequence[int], shuffle: Callable[[list[Any]], None]
) -> dict[Tile, list[int]]:
    """Units on home tiles, at most three a tile; often with a fault."""
    tiles = sorted(land.home(side, seat))
    places = [tile for tile in tiles for _ in range(3)]
    shuffle(places)
    if rng.random() < 0.3:
        places = sorted(places)
    found: dict[Tile, list[int]] = {}
    for unit, tile in zip(units, places, strict=False):
        found.setdefault(tile, []).append(unit)
    if found and rng.random() < 0.25:
        tile = rng.choice(sorted(found))
        fault = rng.randrange(4)
        if fault == 0:
            found[rng.choice(sorted(land.names(side).values()))] = found.pop(tile)
        elif fault == 1:
            found[tile].append(rng.choice(list(units)))
        elif fault == 2 and len(found[tile]) > 1:
            found[tile].pop()
        else:  # two stacks on one tile
            found[tile] += found.pop(rng.choice([each for each in sorted(found) if each != tile] or [tile]))
    return found
