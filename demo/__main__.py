"""``python -m demo``: the bot, an offline Discord and a page to play on, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import importlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TextIO
from zoneinfo import ZoneInfo

from discord.ext import commands
from simcord.backend import Backend

from bot.storage import backups
from bot.storage.dialect import name_of, url_of
from bot.storage.errors import StorageError
from demo import fieldpost, postgres
from demo import world as worlds
from demo.persist import Store, WorldFileError
from demo.seed import seed
from demo.server import HOST, DemoServer, listening_socket
from demo.upkeep import Upkeep
from demo.views import Views
from demo.walltime import DemoEnv

PORT = 8047
BOT = "demo.fieldpost:make"
BotFactory = Callable[[], commands.Bot]
Seed = Callable[[worlds.World], Awaitable[None]]


def say(text: str) -> None:
    """One line for the person at the terminal."""
    print(text, flush=True)


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    called = Path(sys.argv[0]).name
    program = called if called == "fieldpost-demo" else "python -m demo"
    parser = argparse.ArgumentParser(program, description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help="default %(default)s; 0 takes a free one")
    parser.add_argument("--data", type=Path, help="default var/demo; with PostgreSQL var/demo-postgres")
    parser.add_argument("--fresh", action="store_true", help="begin anew; the old world is set aside")
    parser.add_argument("--bot", default=BOT, help="module:function that takes --data and makes the bot")
    parser.add_argument(
        "--database",
        default="sqlite",
        help="sqlite (default), postgres (a server of its own, in --data), or postgresql://user@host/name",
    )
    options = parser.parse_args(arguments)
    if options.database not in ("sqlite", "postgres") and not options.database.startswith("postgresql://"):
        parser.error("--database is sqlite, postgres or postgresql://user@host/name")
    if options.data is None:
        options.data = Path("var/demo" if options.database == "sqlite" else "var/demo-postgres")
    return options


def factory(spec: str, data: Path, *database: str) -> BotFactory:
    """The function named by ``module:function``, with the data directory and the database filled in."""
    module, _, name = spec.partition(":")
    make: Callable[..., commands.Bot] = getattr(importlib.import_module(module), name)
    return lambda: make(data, *database)


@contextmanager
def database(kind: str, data: Path) -> Iterator[list[str]]:
    """Where the bot has its database, [] for its file. The server in ``data`` runs until the end."""
    if kind != "postgres":
        yield [] if kind == "sqlite" else [kind]
        return
    place = data / "postgresql"
    with postgres.running(place, {}, place / "data") as server:
        yield [server.url()]


def name(kind: str) -> str:
    """What ``--database`` says, without the password."""
    return kind if kind in ("sqlite", "postgres") else name_of(url_of(kind))


def is_taken(kind: str) -> bool:
    """Whether there is something in the database of somebody else's server."""
    if not kind.startswith("postgresql://"):
        return False
    import psycopg  # only who uses it needs it

    with psycopg.connect(kind) as connection:
        return bool(connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").fetchall())


def log_to(path: Path) -> None:
    """Everything into a file; the terminal keeps the few lines that a player needs."""
    logging.basicConfig(
        filename=path,
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        force=True,
    )
    logging.getLogger("asyncio").setLevel(logging.WARNING)


def only_one(data: Path) -> TextIO | None:
    """Hold the data directory; None if another demo has it. Let go when the file is closed."""
    lock = (data / "lock").open("a", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return None
    return lock


def bind(port: int) -> socket.socket:
    """The wanted port, or a free one with a line that says so."""
    try:
        return listening_socket(port)
    except OSError:
        say(f"Port {port} is taken, so I use another one.")
        return listening_socket(0)


def pages_beside(port: int) -> str:
    """The address of the pages: the next port, or a free one."""
    try:
        listener = listening_socket(port + 1 if port else 0)
    except OSError:
        listener = listening_socket(0)
    with listener:
        found: int = listener.getsockname()[1]
    return f"{HOST}:{found}"


def local_timezone() -> str:
    """The machine's time zone by name, UTC if it has none: the page shows times in it."""
    linked = Path("/etc/localtime").resolve().as_posix()
    name = os.environ.get("TZ") or linked.rpartition("/zoneinfo/")[2]
    try:
        ZoneInfo(name)
    except (ValueError, OSError):
        return "UTC"
    return name or "UTC"


def stored_or_new(store: Store, *, fresh: bool) -> tuple[Backend, bool]:
    """The world to play in, and whether it is new. A new one never meets the files of an old one."""
    if not fresh:
        try:
            backend = store.load()
        except WorldFileError as error:
            say(f"I can't read the stored world ({error}), so I make a new one.")
        else:
            if backend is not None:
                return backend, False
    aside = store.set_aside()
    if aside is not None:
        say(f"The old one is in {aside}.")
    return worlds.new_backend(), True


async def serve(
    make_bot: BotFactory, store: Store, backend: Backend, *, new: bool, port: int, sow: Seed | None
) -> bool:
    """Run the demo until SIGINT or SIGTERM; everything is saved when it returns True. False: it was stopped
    while a new world was prepared, which begins anew the next time.

    A new world begins with what ``sow`` plays; it speaks to one particular bot.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    env = DemoEnv(make_bot(), backend)
    world = worlds.build(env) if new else worlds.find(env)
    with env.time_context():
        await env.start()
        try:
            if new and sow is not None:
                say("Preparing the games… about 20 seconds, once.")
                if not await _unless(stop, sow(world)):
                    return False
            await _serve_world(world, store, port, stop)
        finally:
            try:
                await env.stop()
            except Exception:  # it must not keep the world from being saved
                logging.exception("the bot did not stop cleanly")
    store.write(store.snapshot(backend))
    return True


async def _unless(stop: asyncio.Event, job: Awaitable[None]) -> bool:
    """Do it to its end, or until it is to stop; whether it was done."""
    doing, waiting = asyncio.ensure_future(job), asyncio.ensure_future(stop.wait())
    await asyncio.wait({doing, waiting}, return_when=asyncio.FIRST_COMPLETED)
    done = doing.done()
    waiting.cancel()
    if not done:
        doing.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    try:
        await doing
    except asyncio.CancelledError:
        if done:
            raise
    return done


async def _serve_world(world: worlds.World, store: Store, port: int, stop: asyncio.Event) -> None:
    listener = bind(port)
    views = Views(world, port=listener.getsockname()[1], timezone=local_timezone())
    server = DemoServer(world, views, listener)
    upkeep = Upkeep(world.env, views, store)
    await upkeep.save()
    await server.start()
    say("Fieldpost is running. Open this address in a browser (Ctrl-C stops it, your games are kept):")
    say(server.url)
    if fieldpost.pages() is not None:
        say(f"The pages, where one looks at games and touches the board: {server.pages}")
    task = asyncio.create_task(upkeep.run())
    waiting = asyncio.create_task(stop.wait())
    try:
        # If the upkeep fails, the demo must end rather than lose what is played from then on.
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
    finally:
        waiting.cancel()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await server.close()
        await views.close()


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; the exit status."""
    options = parse(arguments)
    data: Path = options.data.absolute()
    data.mkdir(parents=True, exist_ok=True)
    lock = only_one(data)
    if lock is None:
        say(f"A demo is already running with the data in {options.data}.")
        return 1
    log = data / "demo.log"
    log_to(log)
    with lock:
        try:
            store, named = Store(data), name(options.database)
            if not options.fresh and store.database not in (None, named):
                say(
                    f"The games in {options.data} are on {store.database}. Go on with --database "
                    f"{store.database}, begin anew with --fresh, or take another folder with --data."
                )
                return 1
            taken = is_taken(options.database)
            if not (taken and options.fresh):
                backend, new = stored_or_new(store, fresh=options.fresh)
            if taken and (options.fresh or new):
                say(f"There is something in {named} already. A new world needs an empty database.")
                return 1
            with database(options.database, data) as given:
                if new:
                    store.database = named
                os.environ.setdefault("FIELDPOST_WEB", pages_beside(options.port))
                make_bot = factory(options.bot, data, *given)
                sow = seed if options.bot == BOT else None
                games = fieldpost.where(data, *given)
                with backups.in_use(games, bot="alone") if options.bot == BOT else nullcontext():
                    run = serve(make_bot, store, backend, new=new, port=options.port, sow=sow)
                    if not asyncio.run(run):
                        say("Stopped. The next start begins anew.")
                        return 0
        except KeyboardInterrupt:  # before the handlers were installed
            pass
        except (postgres.PostgresError, StorageError) as error:
            say(str(error))
            return 1
        except Exception as error:
            logging.exception("the demo failed")
            say(f"The demo failed: {type(error).__name__}: {error} (details in {log})")
            return 1
    say("Stopped. Your games are saved: the same command goes on with them.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
