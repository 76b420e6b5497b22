"""How long a picture takes, beside what it cannot go below and beside a chess board from SVG.

    python bench/pictures.py [rounds]

limit: the same sprites pasted on the cached base (no text, no arrows, no looking anything up), encoded
with the same settings. svg: python-chess draws its board as SVG, cairosvg makes the PNG. The three take
turns; counted is the process's own time, which a busy machine changes least. Targets: ours ≤ 2 × limit,
svg ≥ 5 × ours.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adjudicator.chance import ScriptedChance
from adjudicator.cic import Cic
from adjudicator.cic.board import EMPTY
from adjudicator.cic.state import View
from bench.measure import first, show, timed
from maps.cic import painting as cic
from maps.cic.layout import Layout
from maps.cic.pieces import piece

SIZE = 1200
NAMES = {"dark": "Marguerite Antoinette", "light": "Bernd"}


def crowded(plies: int = 24) -> View:
    """A middle game: always the legal move that is next in line, by a fixed stride."""
    game = Cic()
    state = game.start({"enhanced": 3}, ScriptedChance()).state
    for ply in range(plies):
        owing = sorted(game.phase(state).owing)
        orders = {}
        for seat in owing:
            legal = list(game.legal(game.view(state, seat)))
            orders[seat] = (legal[(7 * ply) % len(legal)],)
        state = game.resolve(state, orders, ScriptedChance()).state
    return game.view(state, None)


def limit(view: View) -> Callable[[], bytes]:
    """Pastes finished sprites on a copy of the finished base and encodes it."""
    layout = Layout(SIZE, False)
    stamps = []
    for square, letter in enumerate(view.board):
        if letter != EMPTY:
            ground = cic.tile_color(square)
            sprite = piece(letter.upper(), int(letter.isupper()), square in view.enhanced, 146.0, ground)
            stamps.append((sprite, layout.center(square)))
    ground = cic.empty_board(layout)

    def run() -> bytes:
        canvas = ground.copy()
        for sprite, center in stamps:
            canvas.stamp(sprite, center)
        return canvas.png()

    return run


def svg() -> Callable[[], bytes]:
    import cairosvg
    import chess
    import chess.svg

    board = chess.Board()

    def run() -> bytes:
        drawn = chess.svg.board(board, size=SIZE)
        return bytes(cairosvg.svg2png(drawn.encode(), output_width=SIZE, output_height=SIZE))

    return run


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    view = crowded()
    ours = partial(cic.draw, view, size=SIZE, names=NAMES, caption="k7f3 · turn 12")
    first(ours)
    runs: dict[str, Callable[[], bytes]] = {"ours": ours, "limit": limit(view), "svg": svg()}
    times: dict[str, list[float]] = {name: [] for name in runs}
    sizes = {name: len(run()) for name, run in runs.items()}
    for _ in range(rounds):
        for name, run in runs.items():
            timed(run, times[name])
    show(times, sizes)
    mine, least, drawn = (median(times[name]) for name in ("ours", "limit", "svg"))
    print(f"ours / limit {mine / least:5.2f}   (target ≤ 2)")
    print(f"svg / ours   {drawn / mine:5.2f}   (target ≥ 5)")


if __name__ == "__main__":
    main()
