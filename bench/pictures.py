"""How long pictures take, beside what they cannot go below and beside what others draw.

    python -m bench.pictures [rounds] [game …]

new turn: the picture when a turn was just resolved;  ours: the same once more, as for every desk and question
after the first;  limit: finished sprites pasted on the finished ground (no text, nothing looked up), encoded
with the same settings;  targets: what is shown to choose where a piece of NME goes;  encoding: the finished
picture to PNG again. Others: python-chess draws its board as SVG, and the `diplomacy` package a map with 34
units and their orders; cairosvg makes PNGs of them, with as many pixels as ours. All take turns.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import repeat
from typing import Any

from PIL import Image

from adjudicator.chance import ScriptedChance
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Move
from adjudicator.nme.board import ARMY_OF, EMPTY, KIND_OF
from bench import measure
from bench.measure import Runs, ratio
from bench.rules import GAMES, middle_games, turn
from bench.turns import movement
from maps import picture
from maps.canvas import Canvas
from maps.cic import painting as cic
from maps.cic.layout import Layout
from maps.cic.pieces import piece
from maps.decal import Decal
from maps.newyork2047 import painting as newyork2047
from maps.nme import layout as nme
from maps.nme.empty_board import empty_board
from maps.nme.pieces import counter

CAPTION = "k7f3 · turn 12"
UNITS = 42
NAMES = ("Marguerite Antoinette", "Bernd", "Kristjánsson", "Ann")
Draw = Callable[[], bytes]


def drawing(key: str, view: Any, **more: Any) -> Draw:
    """Return a run that draws a view with names and a caption."""
    names = dict(zip(GAMES[key].seats(GAMES[key].options({})), NAMES, strict=False))
    return partial(picture(key).draw, view, names=names, caption=CAPTION, **more)


def pasting(ground: Canvas, paste: Iterable[Callable[[Canvas], object]], level: int) -> Draw:
    """Return a run that pastes finished sprites on a copy of a finished ground, and encodes it."""
    pasted = list(paste)

    def run() -> bytes:
        canvas = ground.copy()
        for put in pasted:
            put(canvas)
        return canvas.png(level)

    return run


def commander() -> Iterator[Runs]:
    """Yield the same middle game: always the legal move that is next in line, by a fixed stride."""
    import cairosvg
    import chess.svg

    game, size = GAMES["cic"], 1200
    state = game.start({"enhanced": 3}, ScriptedChance()).state
    for ply in range(24):
        legal = {seat: list(game.legal(game.view(state, seat))) for seat in sorted(game.phase(state).owing)}
        orders = {seat: (found[(7 * ply) % len(found)],) for seat, found in legal.items()}
        state = game.resolve(state, orders, ScriptedChance()).state
    view, layout = game.view(state, None), Layout(size, False)
    stamps = []
    for square, letter in enumerate(view.board):
        if letter != EMPTY:
            look = letter.upper(), int(letter.isupper()), square in view.enhanced
            sprite = piece(*look, 146.0, cic.tile_color(square))
            stamps.append(partial(Canvas.stamp, stamped=sprite, center=layout.center(square)))

    def svg() -> bytes:
        drawn = chess.svg.board(chess.Board(), size=size).encode()
        return bytes(cairosvg.svg2png(drawn, output_width=size, output_height=size))

    limit = pasting(cic.empty_board(layout), stamps, cic.PAINTER.level)
    yield from repeat((("ours", drawing("cic", view, size=size)), ("limit", limit), ("svg", svg)))


def armies(seed: int = 2047) -> Iterator[Runs]:
    """Yield positions of NME played by lot, captures preferred, with all three armies alive."""
    rng, game = random.Random(seed), GAMES["nme"]
    while True:
        state = game.start(game.options({}), ScriptedChance()).state
        for ply in range(90):
            state = turn(game, state, rng, 0.3)
            if state.falls:
                break
            if ply >= 30:
                yield army_runs(game.view(state, None))


def army_runs(view: Any) -> Runs:
    """Yield what is drawn of a position of NME."""
    draw = drawing("nme", view)
    yield from (("new turn", draw), ("ours", draw))
    found = dict[str, dict[str, str]]()
    for order in GAMES["nme"].legal(GAMES["nme"].view(view.state, view.mover)):
        if hasattr(order, "sign"):
            marks = found.setdefault(order.origin, {order.origin: "chosen"})
            marks[order.target] = "capture" if order.sign == "x" else "move"
    yield "targets", drawing("nme", view, marks=max(found.values(), key=len))
    frame = nme.whole(nme.WIDTH, 0)
    standing = ((space, letter) for space, letter in enumerate(view.board) if letter != EMPTY)
    put = (
        partial(counter(KIND_OF[letter], ARMY_OF[letter], False, frame.scale).put, center=frame.at(space))
        for space, letter in standing
    )
    yield "limit", pasting(empty_board(frame, frozenset()), put, picture("nme").level)


def factions(seed: int = 2047) -> Iterator[Runs]:
    """Yield turns of New York 2047: in each, everybody's units are placed anew by lot, in own land and on
    water, and all of them move; land changes hands only by that."""
    rng, game = random.Random(seed), GAMES["newyork2047"]
    board: Any = game.map  # type: ignore[attr-defined]
    homes = {key: seat for seat, key in board.homes.items()}
    lands = sorted(set(board.spaces) - board.water)
    control = {key: SEATS[at * len(SEATS) // len(lands)] for at, key in enumerate(lands)} | homes
    theirs = diplomacy()
    while True:
        free = sorted(board.water)
        rng.shuffle(free)
        units: dict[str, dict[str, str]] = {}
        for seat in SEATS:
            own = [key for key in lands if control[key] == seat]
            places = rng.sample(own, min(len(own), UNITS // len(SEATS) - 2))
            while len(places) < UNITS // len(SEATS) and free:
                places.append(free.pop())
            units[seat] = {str(number): key for number, key in enumerate(places, 1)}
        state = game.position({"units": units, "control": control | homes, "homes": dict(board.homes)})
        sheets = {
            seat: tuple(Move(number, rng.choice(board.near[space])) for number, space in mine.items())
            for seat, mine in units.items()
        }
        resolution = game.resolve(state, sheets, ScriptedChance())
        control |= resolution.state.control
        yield faction_runs(game.view(resolution.state, None), resolution.events, theirs)


def faction_runs(view: Any, events: Any, theirs: Draw) -> Runs:
    """Yield what is drawn of a turn of New York 2047."""
    draw = drawing("newyork2047", view, events=events)
    yield from (("new turn", draw), ("ours", draw))
    put, pasted = Decal.put, list[Callable[[Canvas], object]]()

    def noting(sprite: Decal, canvas: Canvas, center: tuple[float, float]) -> Any:
        pasted.append(partial(put, sprite, center=center))
        return put(sprite, canvas, center)

    Decal.put = noting  # type: ignore[method-assign]
    try:
        drawn = newyork2047.compose(view, events=events)
    finally:
        Decal.put = put  # type: ignore[method-assign]
    yield "limit", pasting(newyork2047.furnished(drawn.frame, view), pasted, newyork2047.PAINTER.level)
    yield "diplomacy", theirs


def diplomacy(seed: int = 1901) -> Draw:
    """Return a run that draws a movement phase of the `diplomacy` package, all its units with orders."""
    import cairosvg

    rng = random.Random(seed)
    game, possible = movement(rng)
    for power in game.powers:
        listed = (possible[unit[2:5]] for unit in game.get_units(power))
        game.set_orders(power, [rng.choice([o for o in them if " - " in o] or them) for them in listed])

    def run() -> bytes:
        svg = game.render(incl_orders=True).encode()
        return bytes(cairosvg.svg2png(svg, output_width=1740, output_height=1289))  # its own proportions

    return run


def others(key: str, options: dict[str, Any]) -> Iterator[Runs]:
    """Yield middle games of a game by lot."""
    for state in middle_games(GAMES[key], options, 30):
        yield other_runs(drawing(key, GAMES[key].view(state, None)))


def other_runs(draw: Draw) -> Runs:
    """Yield a picture, the same again, and its encoding alone."""
    yield from (("new turn", draw), ("ours", draw))
    image = Image.open(BytesIO(draw()))
    image.load()

    def encode() -> bytes:
        out = BytesIO()
        image.save(out, "PNG", compress_level=1)
        return out.getvalue()

    yield "encoding", encode


TURNS: dict[str, Callable[[], Iterator[Runs]]] = {
    "cic": commander,
    "nme": armies,
    "newyork2047": factions,
    "nemein": partial(others, "nemein", {}),
    "ww3": partial(others, "ww3", {"players": 4}),
}


def told(key: str, found: dict[str, float]) -> bool:
    """Print a game's ratios; returns whether its targets are reached."""
    reached = []
    if "limit" in found:
        most = 2.0 if key == "cic" else 2.5
        reached.append(ratio("ours / limit", found["ours"] / found["limit"], most=most))
        for name in ("new turn", "targets"):
            if name in found:
                ratio(f"{name} / limit", found[name] / found["limit"])
    for name, least in (("svg", 5.0), ("diplomacy", 10.0)):
        if name in found:
            reached.append(ratio(f"{name} / ours", found[name] / found["ours"], least=least))
    if "encoding" in found:
        reached.append(ratio("new turn / encoding", found["new turn"] / found["encoding"], most=3.0))
    return all(reached)


def main(rounds: int, keys: Iterable[str]) -> int:
    """Measure these games; the exit code is 1 if a target is missed."""
    reached = True
    for key in keys:
        print(f"-- {key}", flush=True)
        reached &= told(key, measure.pictures(rounds, TURNS[key]()))
    return int(not reached)


if __name__ == "__main__":
    sys.exit(main(measure.argument(25), sys.argv[2:] or TURNS))
