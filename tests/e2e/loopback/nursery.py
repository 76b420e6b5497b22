"""Bots that start at once: a process that has imported what they need, and forks.

To import the libraries and the bot takes nearly two seconds of processor time, and the tests start the bot
dozens of times. The child is in all else a fresh run of the launcher: own session, environment, working
folder, standard streams, and ``sys.path`` as ``python -m`` makes it.

The nursery serves one Unix socket. A request is one line of JSON with two file descriptors (stdout, stderr);
the answers are the child's pid and, when it has ended, its exit code as `subprocess` counts it.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import gc
import importlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from . import launcher

ROOT = Path(__file__).resolve().parents[3]

MODULES = (
    "aiohttp",
    "aiosqlite",
    "alembic.command",
    "alembic.config",
    "alembic.runtime.migration",
    "discord.ext.commands",
    "dotenv",
    "PIL.Image",
    "PIL.ImageDraw",
    "PIL.ImageFont",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.ext.asyncio",
    "bot.app",
    "bot.commands.run",
    "bot.storage.postgresql",
    "bot.web.server",
)
MOST = 1 << 16


def serve(path: str) -> NoReturn:
    """Until the process that started us is gone (the launcher's ``die_with_parent``)."""
    launcher.die_with_parent()
    for name in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()  # the children share what is there
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    children: dict[int, tuple[int, socket.socket]] = {}  # by pidfd
    while True:
        for ready in select.select([listener, *children], [], [])[0]:
            if ready is not listener:
                pid, asker = children.pop(ready)
                os.close(ready)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                with contextlib.suppress(OSError):
                    asker.sendall(f"{code}\n".encode())
                asker.close()
                continue
            asker, _ = listener.accept()
            text, streams, _, _ = socket.recv_fds(asker, MOST, 2)
            pid = os.fork()
            if pid == 0:
                listener.close()
                asker.close()
                for pidfd, (_, other) in children.items():
                    os.close(pidfd)
                    other.close()
                _become(json.loads(text), streams)
            for stream in streams:
                os.close(stream)
            asker.sendall(f"{pid}\n".encode())
            children[os.pidfd_open(pid)] = (pid, asker)


def _become(request: dict[str, Any], streams: list[int]) -> NoReturn:
    """Run the launcher as if started afresh."""
    code: Any = 1
    try:
        os.setsid()
        for target, stream in zip((1, 2), streams, strict=True):
            os.dup2(stream, target)
            os.close(stream)
        os.environ.clear()
        os.environ.update(request["env"])
        os.chdir(request["cwd"])
        sys.path[0] = request["cwd"]
        sys.argv = ["launcher", *request["arguments"]]
        signal.set_wakeup_fd(-1)
        launcher.main()
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    _leave(code)


def _leave(code: Any) -> NoReturn:
    """End as the interpreter does: threads are waited for, exit handlers run, streams are flushed."""
    if isinstance(code, str):
        print(code, file=sys.stderr)
        code = 1
    with contextlib.suppress(Exception):
        threading._shutdown()  # type: ignore[attr-defined]  # also runs what concurrent.futures registered
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(int(code or 0))


class Nursery:
    """One for all tests, started when first needed."""

    _shared: Nursery | None = None

    def __init__(self) -> None:
        self.path = str(Path(tempfile.mkdtemp(prefix="fieldpost-nursery-")) / "socket")
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import serve; serve({self.path!r})"], cwd=ROOT, env=env
        )
        atexit.register(self._end)

    @classmethod
    def shared(cls) -> Nursery:
        if cls._shared is None or cls._shared._process.poll() is not None:
            cls._shared = cls()
        return cls._shared

    def _end(self) -> None:
        self._process.kill()
        shutil.rmtree(Path(self.path).parent, ignore_errors=True)

    async def bear(self, arguments: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> Child:
        """A new child that runs the launcher with these arguments."""
        asker = socket.socket(socket.AF_UNIX)
        while True:
            try:
                asker.connect(self.path)
                break
            except OSError:
                assert self._process.poll() is None, "the nursery has ended"
                await asyncio.sleep(0.02)
        loop, readers, ends = asyncio.get_running_loop(), [], []
        for _ in range(2):
            mine, its = os.pipe()
            reader = asyncio.StreamReader()
            pipe = open(mine, "rb", buffering=0)  # noqa: ASYNC230, PTH123, SIM115 - a pipe's end
            await loop.connect_read_pipe(partial(asyncio.StreamReaderProtocol, reader), pipe)
            readers.append(reader)
            ends.append(its)
        request = {"arguments": list(arguments), "cwd": str(cwd), "env": dict(env)}
        socket.send_fds(asker, [json.dumps(request).encode()], ends)
        for end in ends:
            os.close(end)
        answers, writer = await asyncio.open_unix_connection(sock=asker)
        return Child(int(await answers.readline()), readers[0], readers[1], answers, writer)


class Child:
    """A forked bot, with what `BotProcess` uses of ``asyncio.subprocess.Process``."""

    def __init__(
        self,
        pid: int,
        stdout: asyncio.StreamReader,
        stderr: asyncio.StreamReader,
        answers: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.pid, self.stdout, self.stderr = pid, stdout, stderr
        self.returncode: int | None = None
        self._writer = writer
        self._end = asyncio.create_task(self._wait(answers))

    async def _wait(self, answers: asyncio.StreamReader) -> int:
        line = await answers.readline()
        self.returncode = int(line) if line else -signal.SIGKILL  # with the nursery
        self._writer.close()
        return self.returncode

    async def wait(self) -> int:
        return await asyncio.shield(self._end)

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)
