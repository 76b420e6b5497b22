"""``python -m demo.cluster``: several bots and a worker on one PostgreSQL, against a Discord on this machine
with eight shards. A view in the terminal shows who holds what; kill any of them and watch.

Nothing of it outlives the end, and no token is needed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psycopg

from bot.cluster.requests import PER_SHARE
from bot.storage.outbox import SLOTS
from demo import postgres

ROOT = Path(__file__).resolve().parents[1]
LAUNCHER = "tests.e2e.loopback.launcher"
SHARDS, BOTS = 8, 3
IDENTIFY_S = 1.0
"""Seconds between two shards that identify: Discord's own 5 make the start long."""
LEGEND = """\
shards: its connections to Discord · sends: its part of all posts · may ask: its part of
Discord's 50 requests a second (45 are given out) · jobs: what it alone does in the background
a worker holds nothing: it draws pictures for the others"""
NOTICED = "The others take over from a killed process 20 seconds after its last sign of life."
TWICE = "×2: a frozen process still has its old connection. Discord tells both, and only one can act on it."
HELP = "kill N · stop N · freeze N · thaw N · add · quit   (then Enter)"
CLEAR = "\x1b[H\x1b[2J"
LAST_LINES = 6
SIGNALS = {
    "kill": signal.SIGKILL,
    "stop": signal.SIGTERM,
    "freeze": signal.SIGSTOP,
    "thaw": signal.SIGCONT,
}
TELLING = ("WARNING", "ERROR", "shard taken", "shard given back", "joined", "taking jobs", "fieldpost:")
"""Lines of the log that the view shows."""


@dataclass(eq=False)
class Running:
    """A bot or worker, and what became of it."""

    number: int
    name: str
    process: asyncio.subprocess.Process
    how: str = "running"

    def state(self) -> str:
        code = self.process.returncode
        return self.how if code is None else "killed" if code == -signal.SIGKILL else f"ended ({code})"


@dataclass
class Cluster:
    url: str
    port: int
    token: str
    folder: Path
    running: list[Running] = field(default_factory=list)
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=LAST_LINES))
    begun: float = field(default_factory=time.monotonic)
    _readers: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self, kind: str, *arguments: str) -> None:
        number = len(self.running) + 1
        name = f"{kind}-{number}"
        folder = self.folder / name
        folder.mkdir()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", LAUNCHER, "bot", *arguments),
            cwd=folder,
            env=self._environment(name),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us
        )
        self.running.append(Running(number, name, process))
        reader = asyncio.create_task(self._read(name, process))
        self._readers.add(reader)
        reader.add_done_callback(self._readers.discard)

    def _environment(self, name: str) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("FIELDPOST_")}
        return kept | {
            "PYTHONPATH": str(ROOT),
            "FIELDPOST_LOOPBACK_PORT": str(self.port),
            "FIELDPOST_LOOPBACK_IDENTIFY": str(IDENTIFY_S),
            "FIELDPOST_TOKEN": self.token,
            "FIELDPOST_DATABASE": self.url,
            "FIELDPOST_SHARDS": "auto",
            "FIELDPOST_PROCESS": name,
            "FIELDPOST_RENDER_PROCESSES": "1" if name.startswith("worker") else "0",
        }

    async def _read(self, name: str, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            told = line.decode(errors="replace").rstrip()
            if any(sign in told for sign in TELLING):
                self.lines.append(f"{name}: {told[11:150]}")

    def do(self, typed: str) -> str | None:
        """Obey a line; what was wrong with it, None if nothing was. "add" and "quit" are the caller's."""
        act, _, which = typed.partition(" ")
        found = [one for one in self.running if which.strip() in (str(one.number), one.name)]
        if act not in SIGNALS or not found or found[0].process.returncode is not None:
            return f"not understood: {typed}"
        [one] = found
        with contextlib.suppress(ProcessLookupError):
            os.killpg(one.process.pid, SIGNALS[act])
            one.how = {"freeze": "frozen", "thaw": "running", "stop": "leaving"}.get(act, one.how)
        return None

    async def end(self) -> None:
        for one in self.running:
            if one.process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(one.process.pid, signal.SIGKILL)
                await one.process.wait()


@contextlib.asynccontextmanager
async def loopback() -> AsyncIterator[Mapping[str, Any]]:
    """A Discord of our own: its port and token."""
    arguments = ("--shards", str(SHARDS), "--identify-seconds", str(IDENTIFY_S * 0.8))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.e2e.loopback", *arguments),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stdin=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        yield json.loads(await process.stdout.readline())
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


class People:
    """A server on each shard, in which somebody asks the bot something now and then."""

    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}/loopback"
        self._session = aiohttp.ClientSession()

    async def close(self) -> None:
        await self._session.close()

    async def state(self) -> Mapping[str, Any]:
        async with self._session.get(f"{self._base}/state") as answer:
            found: Mapping[str, Any] = await answer.json()
            return found

    async def _do(self, act: str, **given: Any) -> Mapping[str, Any]:
        async with self._session.post(f"{self._base}/{act}", json=given) as answer:
            found: Mapping[str, Any] = await answer.json()
            return found

    async def ask(self, shard: int) -> None:
        guild = await self._do("guild", name=f"Server {shard}", shard=shard)
        channel = await self._do("channel", guild=guild["id"], name="hall")
        person = await self._do("member", guild=guild["id"], name=f"anna-{shard}")
        while True:
            await asyncio.sleep(random.uniform(1.0, 3.0))
            with contextlib.suppress(aiohttp.ClientError, TimeoutError):
                await self._do("slash", user=person["id"], channel=channel["id"], name="games")


async def holders(connection: psycopg.AsyncConnection[Any]) -> dict[str, dict[str, list[str]]]:
    """What each process holds, by its name and the kind of lease; "" holds what is free."""
    rows = await connection.execute(
        "SELECT coalesce(processes.name, ''), leases.key FROM leases "
        "LEFT JOIN processes ON processes.id = leases.process WHERE leases.key NOT LIKE 'identify/%'"
    )
    found: dict[str, dict[str, list[str]]] = {}
    for name, key in await rows.fetchall():
        kind, _, which = key.partition("/")
        found.setdefault(name, {}).setdefault(kind, []).append(which)
    return found


def view(cluster: Cluster, held: Mapping[str, Mapping[str, list[str]]], state: Mapping[str, Any]) -> str:
    """The whole of it, as text."""
    seconds = round(time.monotonic() - cluster.begun)
    lines = [f"Fieldpost: {SHARDS} shards, one PostgreSQL · {seconds // 60}:{seconds % 60:02}", ""]
    lines.append(f"     {'process':<10} {'state':<10} {'shards':<18} {'sends':>5} {'may ask':>7}  jobs")
    names = [(one.number, one.name, one.state()) for one in cluster.running]
    for number, name, how in [*names, (0, "", "nobody")]:
        mine = held.get(name, {})
        shards = " ".join(sorted(mine.get("shard", []), key=int))
        posts = f"{len(mine.get('outbox', [])) / SLOTS:.0%}"
        requests = round(len(mine.get("requests", [])) * PER_SHARE)
        if number or mine:
            mark = f"{number:>3}" if number else "  –"
            jobs = " ".join(sorted(mine.get("job", [])))
            lines.append(f" {mark} {name:<10} {how:<10} {shards:<18} {posts:>5} {requests:>5}/s  {jobs}")
    live, told = state.get("live", {}), state.get("interactions", {})
    connected = [f"{shard}{'' if count == 1 else f'×{count}'}" for shard, count in sorted(live.items())]
    lines += [
        "",
        f"Discord: shards {' '.join(connected) or 'none'} connected · {told.get('sent', 0)} commands given, "
        f"{told.get('answered', 0)} answered, {told.get('undelivered', 0)} while nobody held the shard, "
        f"{told.get('delivered_twice', 0)} told to two · "
        f"busiest second so far: {state.get('busiest_second', 0)} of 50 requests",
        *([TWICE] if any(count > 1 for count in live.values()) else []),
        "",
        *cluster.lines,
        "",
        LEGEND,
        *([NOTICED] if any(held.get(name) and how == "killed" for _, name, how in names) else []),
        HELP,
    ]
    return "\n".join(lines)


async def show(cluster: Cluster, people: People, every: float) -> None:
    """Show the view again and again."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(cluster.url, autocommit=True) as connection:
                while True:
                    shown = view(cluster, await holders(connection), await people.state())
                    print(f"{CLEAR if sys.stdout.isatty() else ''}{shown}\n> ", end="", flush=True)
                    await asyncio.sleep(every)
        except (psycopg.Error, aiohttp.ClientError):  # no tables yet
            await asyncio.sleep(0.5)


async def typed() -> AsyncIterator[str]:
    """What is typed, line by line. Whatever the input is, and when it has ended nothing comes any more."""
    loop, lines = asyncio.get_running_loop(), asyncio.Queue[bytes]()

    def read() -> None:
        with io.FileIO(0, closefd=False) as raw, contextlib.suppress(RuntimeError):  # the loop has ended
            for line in raw:
                loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield (await lines.get()).decode(errors="replace").strip()


async def obey(cluster: Cluster) -> None:
    """Do what is typed until "quit"."""
    async for line in typed():
        if line in ("quit", "q", "exit"):
            return
        if line == "add":
            await cluster.start("bot")
        elif line.startswith("wait "):
            await asyncio.sleep(float(line.partition(" ")[2]))
        elif line and (wrong := cluster.do(line)):
            cluster.lines.append(wrong)


async def run(bots: int) -> None:
    with tempfile.TemporaryDirectory(prefix="fieldpost-cluster-") as place, contextlib.ExitStack() as stack:
        Path(place).chmod(0o755)  # noqa: ASYNC240 - as root, the server runs as another user
        server = await asyncio.to_thread(
            stack.enter_context, postgres.running(Path(place) / "postgres", postgres.QUICK)
        )
        async with loopback() as told:
            cluster = Cluster(server.url(), told["port"], told["token"], Path(place))
            people = People(told["port"])
            tasks = list[asyncio.Task[None]]()
            try:
                tasks = [asyncio.create_task(people.ask(shard)) for shard in range(SHARDS)]
                for _ in range(bots):
                    await cluster.start("bot")
                await cluster.start("worker", "worker")
                tasks.append(asyncio.create_task(show(cluster, people, 1.0 if sys.stdout.isatty() else 5.0)))
                await obey(cluster)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await cluster.end()
                await people.close()


def main() -> None:
    parser = argparse.ArgumentParser("python -m demo.cluster", description=__doc__)
    parser.add_argument("--bots", type=int, default=BOTS, help="how many to begin with (default %(default)s)")
    given = parser.parse_args()
    if not postgres.installed():
        raise SystemExit(postgres.MISSING)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(given.bots))


if __name__ == "__main__":
    main()
