"""How long a replay takes, how large it is, and how long anybody else waits meanwhile.

    python -m bench.replay [turns]

A game of New York 2047 of 60 turns by random legal orders, in a database as the bot keeps it, is drawn as for
`/replay`, in a worker process; a picture of a turn is asked for again and again meanwhile, and a ticker looks
at the event loop. Then the same frames by other methods, at several widths. Targets: under 20 s, under 10 MB.
"""

from __future__ import annotations

import asyncio
import io
import json
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any

from PIL import Image
from sqlalchemy import update

from adjudicator.codec import canonical, event_to_json
from bench.measure import argument, target
from bench.services import begun, opened
from bench.turns import CHANCE, GAME, coordinated_sheets, random_sheets
from bench.watch import Watch
from bot.common.workers import Renderer
from bot.features.history import replays
from bot.services import Services
from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.records import Step
from bot.storage.rows import insert
from maps.palette import Palette
from maps.replay import Reel, Shot, Still
from maps.replay.frames import drawn, frame, whole

MiB = 1024 * 1024
LIMIT = 10 * MiB
SECONDS = 20.0


def game(turns: int, seed: str = "replay") -> list[dict[str, Any]]:
    """The steps of a game: in half of the turns orders fit each other."""
    rng = random.Random(seed)
    resolution = GAME.start({"last_year": 2047 + turns}, CHANCE)
    found = [step("start", 0, {}, resolution)]
    done = 0
    while done < turns and resolution.state.outcome is None:
        state, sheets = resolution.state, {}
        if state.phase != "adjustment":
            sheets = (coordinated_sheets if done % 2 else random_sheets)(state, rng)
            done += 1
        resolution = GAME.resolve(state, sheets, CHANCE)
        found.append(step("resolve", GAME.phase(state).turn, sheets, resolution))
    return found


def step(kind: str, turn: int, sheets: dict[str, Any], resolution: Any) -> dict[str, Any]:
    return {
        "turn": turn,
        "kind": kind,
        "orders": {seat: tuple(map(str, sheet)) for seat, sheet in sheets.items()},
        "events": [event_to_json(event) for event in resolution.events],
        "state": canonical(GAME.dump(resolution.state)),
    }


async def stored(services: Services, turns: int) -> str:
    """Store a table in play with those steps; returns its code."""
    seats = dict.fromkeys(range(1, 8), "")
    code = await begun(services, seats, "newyork2047", deadline="none", seating="lot")
    played = game(turns)
    s, t = schema.steps, schema.tables

    def change(tx: Tx) -> None:
        first, *others = played
        where = (s.c.table_id == code, s.c.seq == 1)
        tx.execute(update(s).where(*where).values(state=first["state"]))
        for seq, each in enumerate(others, 2):
            insert(tx, Step(table_id=code, seq=seq, at=float(seq), **each))
        newest = GAME.phase(GAME.load(json.loads(played[-1]["state"]))).turn
        tx.execute(update(t).where(t.c.id == code).values(seq=len(played), turn=newest))

    await services.context.db.write(change)
    return code


async def replayed(services: Services, code: str) -> bool:
    """The replay with pictures of turns between, and what it took."""
    context = services.context
    snapshot = await context.db.read(context.snapshot, code)
    await context.picture(snapshot, None)  # the worker has begun
    alone = [await waited(lambda: context.picture(snapshot, None, events=True)) for _ in range(5)]
    taken: list[float] = []
    watch, done = Watch(), asyncio.Event()

    async def pictures() -> None:
        while not done.is_set():
            taken.append(await waited(lambda: context.picture(snapshot, None, events=True)))
            await asyncio.sleep(0.25)

    async def progress(_: str) -> None:
        pass

    watch.start()
    beside = asyncio.create_task(pictures())
    start = perf_counter()
    shown = await services.replays.replay(code, 1, "normal", LIMIT, progress)
    seconds = perf_counter() - start
    done.set()
    await beside
    watch.stop()
    assert shown.picture is not None
    size = len(shown.picture.data)
    image = Image.open(io.BytesIO(shown.picture.data))
    frames = getattr(image, "n_frames", 1)
    print(f"{frames} frames of {image.width} × {image.height}: {seconds:.1f} s, {size / MiB:.1f} MiB")
    late, own = watch.longest()
    print(f"event loop: longest block {late * 1000:.0f} ms, of that computed {own * 1000:.0f} ms")
    for line in watch.culprits(3):
        print(f"  {line}")
    usual, most, free = (1000 * value for value in (median(taken), max(taken), median(alone)))
    print(f"a turn's picture meanwhile: median {usual:.0f} ms, longest {most:.0f} ms; alone {free:.0f} ms")
    return target("replay", seconds < SECONDS and size < LIMIT, f"under {SECONDS:.0f} s and 10 MiB")


async def waited(act: Callable[[], Any]) -> float:
    start = perf_counter()
    await act()
    return perf_counter() - start


# -- the same frames by other methods


def by_us(frames: Sequence[Image.Image], palette: Palette) -> bytes:
    made = [
        frame(entries, before, 1000) for entries, before in zip(frames, [None, *frames[:-1]], strict=True)
    ]
    return whole(Still(frames[0].size, b"", palette.data), made)


def animated(frames: Sequence[Image.Image], palette: Palette, kind: str, **how: Any) -> bytes:
    shown = []
    for entries in frames:
        image = entries.copy()
        image.putpalette(palette.data)
        shown.append(image if kind == "GIF" else image.convert("RGB"))
    out = io.BytesIO()
    shown[0].save(out, kind, save_all=True, append_images=shown[1:], duration=1000, **how)
    return out.getvalue()


def compared(shots: Sequence[Shot], names: dict[str, str]) -> None:
    """The process's own time for drawing, then for encoding."""
    for width in (1400, 1000, 800, 600, 400):
        reel = Reel("newyork2047", width, names, len(shots))
        start = process_time()
        pictures = [drawn(reel, shot) for shot in shots]
        print(f"{width:4} wide: drawing {(process_time() - start) / len(shots) * 1000:.1f} ms a frame")
        frames, palette = [entries for entries, _ in pictures], pictures[0][1]
        for name, method in methods(frames, palette, all_of_them=width == 1000).items():
            start = process_time()
            size = len(method())
            spent = (process_time() - start) / len(frames) * 1000
            print(f"     {name:26} encoding {spent:6.1f} ms a frame, {size / MiB:5.2f} MiB")


def methods(
    frames: Sequence[Image.Image], palette: Palette, all_of_them: bool
) -> dict[str, Callable[[], bytes]]:
    """Return ways to encode frames, by name."""
    gif, webp = (partial(animated, frames, palette, kind) for kind in ("GIF", "WEBP"))
    ours = {"changes as GIF (ours)": partial(by_us, frames, palette)}
    others = {
        "GIF by Pillow": partial(gif, optimize=False, disposal=1),
        "WebP lossless, method 0": partial(webp, lossless=True, quality=0, method=0),
        "WebP lossless, method 4": partial(webp, lossless=True, quality=50, method=4),
        "WebP quality 60, method 0": partial(webp, quality=60, method=0),
    }
    return ours | others if all_of_them else dict(ours)


async def run(turns: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="fieldpost-") as folder:
        services = await opened(f"{folder}/bench.sqlite3", Renderer(1))
        try:
            code = await stored(services, turns)
            good = await replayed(services, code)
            timeline = await services.context.db.read(
                lambda tx: replays.timeline_of(services.context, tx, code, 99, "normal")
            )
            shots = await replays.shots_at(services.context, timeline, range(len(timeline.line)))
            names = timeline.newest.plain_names()
        finally:
            await services.close()
    compared(shots, names)
    return good


if __name__ == "__main__":
    sys.exit(int(not asyncio.run(run(argument(60)))))
