"""How long a picture of NME takes, beside what it cannot go below.

    python bench/nme_picture.py [rounds]

Each round is the next position of a game at 1400 pixels, with the newest move's arrow, prisoners, names and a
caption. ours: the picture once more, as for every desk and question after the first; limit: the counters on
the board pasted on the finished base (no text, no arrows, no looking anything up), encoded with the same
settings; new turn: the picture when the move was just made; targets: that for choosing where the piece with
most targets goes. All take turns; counted is the process's own time, which a busy machine changes least.
Target: ours ≤ 2.5 × limit.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adjudicator.chance import ScriptedChance
from adjudicator.nme import Nme
from adjudicator.nme.board import ARMY_OF, EMPTY, KIND_OF
from adjudicator.nme.orders import Move
from adjudicator.nme.state import View
from bench.measure import first, show, timed
from maps.boards import board
from maps.nme import painting as nme
from maps.nme.empty_board import empty_board
from maps.nme.layout import WIDTH, ground, whole
from maps.nme.pieces import counter

GAME = Nme(board("nme"))
NAMES = {"black": "Marguerite Antoinette", "gray": "Bernd", "white": "Kristjánsson"}
CAPTION = "k7f3 · turn 12"
EARLY, LATE = 30, 90
"""The plies between which a position is a middle game."""


def middle_games(seed: int = 2047) -> Iterator[View]:
    """Positions of games played by lot, captures preferred, with all three armies alive."""
    rng = random.Random(seed)
    while True:
        state = GAME.start(GAME.options({}), ScriptedChance()).state
        for ply in range(LATE):
            [seat] = GAME.phase(state).owing
            moves = [order for order in GAME.legal(GAME.view(state, seat)) if isinstance(order, Move)]
            takes = [move for move in moves if move.sign == "x"]
            move = rng.choice(takes if takes and rng.random() < 0.3 else moves)
            state = GAME.resolve(state, {seat: (move,)}, ScriptedChance()).state
            if state.falls:
                break
            if ply >= EARLY:
                yield GAME.view(state, None)


def draw(view: View) -> bytes:
    return nme.draw(view, names=NAMES, caption=CAPTION)


def marked(view: View) -> Callable[[], bytes]:
    """The picture for choosing the target of the piece that has the most."""
    index, found = ground().index, dict[str, dict[int | str, str]]()
    for order in GAME.legal(GAME.view(view.state, view.mover)):
        if isinstance(order, Move):
            marks = found.setdefault(order.origin, {index[order.origin]: "chosen"})
            marks[index[order.target]] = "capture" if order.sign == "x" else "move"
    most = max(found.values(), key=len)
    return lambda: nme.draw(view, names=NAMES, caption=CAPTION, marks=most)


def limit(view: View) -> Callable[[], bytes]:
    """Pastes finished counters on a copy of the finished base and encodes it."""
    frame = whole(WIDTH, 0)
    empty = empty_board(frame, frozenset())
    pasted = [
        (counter(KIND_OF[letter], ARMY_OF[letter], False, frame.scale), frame.at(space))
        for space, letter in enumerate(view.board)
        if letter != EMPTY
    ]

    def run() -> bytes:
        canvas = empty.copy()
        for drawn, center in pasted:
            drawn.put(canvas, center)
        return canvas.png(nme.PAINTER.level)

    return run


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    source = middle_games()
    first(partial(draw, next(source)))
    times: dict[str, list[float]] = {"new turn": [], "ours": [], "targets": [], "limit": []}
    sizes: dict[str, int] = {}
    counters = 0
    for _ in range(rounds):
        view = next(source)
        counters += sum(letter != EMPTY for letter in view.board)
        for name in ("new turn", "ours"):
            sizes[name] = timed(partial(draw, view), times[name])
        sizes["targets"] = timed(marked(view), times["targets"])
        sizes["limit"] = timed(limit(view), times["limit"])
    print(f"counters {counters / rounds:.1f} in a picture")
    show(times, sizes)
    ours, new, targets, least = (median(times[name]) for name in ("ours", "new turn", "targets", "limit"))
    print(f"ours / limit     {ours / least:5.2f}   (target ≤ 2.5)")
    print(f"new turn / limit {new / least:5.2f}   targets / limit {targets / least:5.2f}")


if __name__ == "__main__":
    main()
