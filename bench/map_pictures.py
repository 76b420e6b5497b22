"""How long a map of New York 2047 takes, beside what it cannot go below and beside `diplomacy`'s.

    python bench/map_pictures.py [rounds]

Each round is the next turn of a game: about 40 units, as many arrows. ours: the picture once more, as for
every desk and question after the first; limit: its ground and finished sprites pasted (no text, no looking
anything up), encoded with the same settings; new turn: the picture when the turn was just resolved, with land
in new colours and every arrow drawn for the first time. diplomacy: the package's renderer with 34 units and
their orders makes an SVG, cairosvg a PNG of as many pixels. All take turns; counted is the process's own
time, which a busy machine changes least. Targets: ours ≤ 2.5 × limit, diplomacy ≥ 10 × ours.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adjudicator.chance import ScriptedChance
from adjudicator.game import Event
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Move, Order
from adjudicator.newyork2047.state import View
from bench import peer
from bench.measure import first, show, timed
from maps import decal
from maps.boards import board
from maps.canvas import Canvas
from maps.newyork2047 import painting as newyork2047
from maps.newyork2047 import words

GAME = NewYork2047(board("newyork2047"))
UNITS = 42
WIDE, HIGH = 1740, 1289
"""The size of the peer's picture: its own proportions, as many pixels as ours."""
NAMES = {"tower": "Marguerite Antoinette", "papst": "Bernd", "greene": "Ann", "hamblet": "Kristjánsson"}
CAPTION = "k7f3 · turn 12"


@dataclass(frozen=True)
class Turn:
    """What there is to draw after a turn."""

    view: View
    events: tuple[Event, ...]

    def draw(self) -> bytes:
        return newyork2047.draw(self.view, names=NAMES, caption=CAPTION, events=self.events)


def turns(seed: int = 2047) -> Iterator[Turn]:
    """Turns of one game: in each, everybody's units are placed anew by lot, in own land and on water, and all
    of them move; land changes hands only by that."""
    rng = random.Random(seed)
    lands = sorted(set(GAME.map.spaces) - GAME.map.water)
    control = {key: SEATS[at * len(SEATS) // len(lands)] for at, key in enumerate(lands)}
    control |= {key: seat for seat, key in GAME.map.homes.items()}
    while True:
        free = sorted(GAME.map.water)
        rng.shuffle(free)
        units: dict[str, dict[str, str]] = {}
        for seat in SEATS:
            own = [key for key in lands if control[key] == seat]
            places = rng.sample(own, min(len(own), UNITS // len(SEATS) - 2))
            while len(places) < UNITS // len(SEATS) and free:
                places.append(free.pop())
            units[seat] = {str(number): key for number, key in enumerate(places, 1)}
        homes = {key: seat for seat, key in GAME.map.homes.items()}
        state = GAME.position(
            {"units": units, "control": {**control, **homes}, "homes": dict(GAME.map.homes)}
        )
        sheets: dict[str, tuple[Order, ...]] = {
            seat: tuple(Move(number, rng.choice(GAME.map.near[space])) for number, space in mine.items())
            for seat, mine in units.items()
        }
        resolution = GAME.resolve(state, sheets, ScriptedChance())
        control |= resolution.state.control
        yield Turn(GAME.view(resolution.state, None), resolution.events)


class Recorder:
    """Notes what is pasted while a picture is drawn, to paste it again without drawing."""

    def __init__(self) -> None:
        self.pasted: list[tuple[decal.Decal, tuple[float, float]]] = []

    def of(self, turn: Turn) -> Callable[[], bytes]:
        """A run that pastes the sprites of this turn on its finished ground, and encodes."""
        put = decal.Decal.put

        def noting(sprite: decal.Decal, canvas: Canvas, center: tuple[float, float]) -> Any:
            self.pasted.append((sprite, center))
            return put(sprite, canvas, center)

        decal.Decal.put = noting  # type: ignore[method-assign]
        try:
            drawn = newyork2047.compose(turn.view, events=turn.events)
        finally:
            decal.Decal.put = put  # type: ignore[method-assign]
        ground = newyork2047.furnished(drawn.frame, turn.view)
        pasted = tuple(self.pasted)

        def run() -> bytes:
            canvas = ground.copy()
            for sprite, center in pasted:
                put(sprite, canvas, center)
            return canvas.png(newyork2047.PAINTER.level)

        return run


def diplomacy(seed: int = 1901) -> Callable[[], bytes]:
    """A movement phase of the `diplomacy` package: 34 units placed by lot, all with orders."""
    import cairosvg

    rng = random.Random(seed)
    game, possible = peer.movement(rng)
    for power in game.powers:
        listed = (possible[unit[2:5]] for unit in game.get_units(power))
        game.set_orders(power, [rng.choice([o for o in them if " - " in o] or them) for them in listed])

    def run() -> bytes:
        drawing = game.render(incl_orders=True).encode()
        return bytes(cairosvg.svg2png(drawing, output_width=WIDE, output_height=HIGH))

    return run


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    source = turns()
    first(next(source).draw)
    theirs = diplomacy()
    times: dict[str, list[float]] = {"new turn": [], "ours": [], "limit": [], "diplomacy": []}
    sizes: dict[str, int] = {}
    units = arrows = 0
    for _ in range(rounds):
        turn = next(source)
        sizes["new turn"] = timed(turn.draw, times["new turn"])
        sizes["ours"] = timed(turn.draw, times["ours"])
        sizes["limit"] = timed(Recorder().of(turn), times["limit"])
        sizes["diplomacy"] = timed(theirs, times["diplomacy"])
        units += len(turn.view.state.units)
        arrows += len(words.summarize(turn.events).paths)
    print(f"units {units / rounds:.1f}, arrows {arrows / rounds:.1f} in a picture")
    show(times, sizes)
    ours, new, least, drawn = (median(times[name]) for name in ("ours", "new turn", "limit", "diplomacy"))
    print(f"ours / limit     {ours / least:5.2f}   (target ≤ 2.5)")
    print(f"diplomacy / ours {drawn / ours:5.2f}   (target ≥ 10; a new turn: {drawn / new:.2f})")


if __name__ == "__main__":
    main()
