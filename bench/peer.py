"""Games of the `diplomacy` package, to measure it beside New York 2047."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr
from io import StringIO
from typing import Any


def movement(rng: random.Random) -> tuple[Any, Mapping[str, Sequence[str]]]:
    """A movement phase with 34 units placed by lot, and the possible orders of each place."""
    with redirect_stderr(StringIO()):
        from diplomacy import Game  # type: ignore[import-untyped]
    game = Game()
    game.clear_units()
    places = [place for place in game.map.locs if place.upper() == place and "/" not in place]
    kinds = [(place, game.map.area_type(place)) for place in places]
    land = rng.sample([place for place, kind in kinds if kind in ("LAND", "COAST")], 24)
    sea = rng.sample([place for place, kind in kinds if kind == "WATER"], 10)
    units = [f"A {place}" for place in land] + [f"F {place}" for place in sea]
    powers = list(game.powers)
    for at, power in enumerate(powers):
        game.set_units(power, units[at :: len(powers)])
    return game, game.get_all_possible_orders()
