"""The bot as a process of its own: started, waited for, killed at a chosen instant, started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .faults import Fault, When
from .nursery import Child, Nursery
from .server import Loopback

ROOT = Path(__file__).resolve().parents[3]
LAUNCHER = "tests.e2e.loopback.launcher"


PASSED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")
"""Of our environment, what a bot gets."""


@dataclass(eq=False)
class _LogTrap:
    """Runs ``action`` for the first line that fits."""

    pattern: re.Pattern[str]
    action: Callable[[], object]
    sprung: asyncio.Event = field(default_factory=asyncio.Event)


class BotProcess:
    """One bot, possibly run several times. ``async with BotProcess(discord, "bot") as bot:`` starts it, waits
    until it is ready and leaves nothing running.

    ``env`` is added to a small environment (PATH, HOME, PYTHONPATH, the loopback's port, the fake token under
    each of ``token_variables``). ``cwd`` should be a fresh folder, so that no developer's .env is read.
    ``ready_line``: a regular expression that the output must show, besides IDENTIFY and synced commands.
    ``fresh``: a new interpreter, not a child of the nursery, which has the libraries imported already.
    """

    def __init__(
        self,
        loopback: Loopback,
        module: str = "bot",
        *,
        arguments: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        ready_line: str | None = None,
        token_variables: Sequence[str] = ("FIELDPOST_TOKEN", "DISCORD_TOKEN"),
        needs_commands: bool = True,
        fresh: bool = False,
    ) -> None:
        self.loopback, self.module, self.arguments = loopback, module, list(arguments)
        self.fresh = fresh
        self.cwd, self.ready_line, self.needs_commands = cwd or ROOT, ready_line, needs_commands
        self.env = {key: os.environ[key] for key in PASSED_ON if key in os.environ}
        self.env |= {
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "FIELDPOST_LOOPBACK_PORT": str(loopback.port),
            **dict.fromkeys(token_variables, loopback.token),
            **(env or {}),
        }
        self.lines: list[str] = []  # stdout and stderr of all runs, as they came
        self.stdout: list[str] = []
        self.stderr: list[str] = []
        self.runs = 0
        self._killed = False
        self._process: asyncio.subprocess.Process | Child | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._traps: list[_LogTrap] = []
        self._timers: list[asyncio.TimerHandle] = []
        self._first_line = self._identified = 0
        loopback.processes.append(self)

    async def __aenter__(self) -> BotProcess:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # ------------------------------------------------------------------------------ start and end

    async def start(self, *, ready: bool = True, timeout: float = 30.0) -> None:
        """Start a run; by default wait until it is ready. AssertionError when it ends or is too slow."""
        assert not self.is_running, "the bot is running already"
        self._identified = self.loopback.gateway.counts["identify"]
        self._first_line = len(self.lines)
        self._killed = False
        self.runs += 1
        self._process = await self._spawn()
        assert self._process.stdout is not None and self._process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(self._process.stdout, self.stdout)),
            asyncio.create_task(self._read(self._process.stderr, self.stderr)),
        ]
        if ready:
            await self.ready(timeout=timeout)

    async def _spawn(self) -> asyncio.subprocess.Process | Child:
        arguments = [self.module, *self.arguments]
        if not self.fresh and sys.platform == "linux":
            return await Nursery.shared().bear(arguments, cwd=self.cwd, env=self.env)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            LAUNCHER,
            *arguments,
            cwd=self.cwd,
            env=self.env,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )

    async def ready(self, *, timeout: float = 30.0) -> None:
        """Until this run has identified, its commands are synced and the ready line, if any, was printed."""

        def settled() -> bool:
            return self._is_ready() or not self.is_running

        await self.loopback.until(settled, timeout=timeout, what=f"readiness of {self.module}")
        assert self.is_running, (
            f"{self.module} ended with {self.exit_code} before it was ready\n{self.output}"
        )

    def _is_ready(self) -> bool:
        gateway = self.loopback.gateway
        identified = gateway.counts["identify"] > self._identified and gateway.is_connected
        synced = self.loopback.has_commands or not self.needs_commands
        return identified and synced and (self.ready_line is None or self.has_logged(self.ready_line))

    @property
    def is_running(self) -> bool:
        """Started, not ended, and no kill under way."""
        return self._process is not None and self._process.returncode is None and not self._killed

    @property
    def exit_code(self) -> int | None:
        """Of the last run; None while it runs, ``-9`` after a kill."""
        return None if self._process is None else self._process.returncode

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL, now, to the process and its children. Does not wait: see `gone`."""
        if self.is_running:
            self._killed = True
            for kill in (os.kill, os.killpg):
                with contextlib.suppress(ProcessLookupError):
                    kill(self.pid, signal.SIGKILL)

    async def gone(self, *, timeout: float = 90.0) -> int:
        """Until the run has ended and its output is read; its exit code."""
        assert self._process is not None
        try:
            code = await asyncio.wait_for(self._process.wait(), timeout)
        except TimeoutError:
            raise AssertionError(f"{self.module} did not end in {timeout} s\n{self.output}") from None
        with contextlib.suppress(ProcessLookupError, PermissionError):  # children may outlive the leader
            os.killpg(self.pid, signal.SIGKILL)
        await asyncio.gather(*self._readers)
        if not any(process.is_running for process in self.loopback.processes):
            gateway = self.loopback.gateway
            await self.loopback.until(lambda: not gateway.is_connected, what="the gateway's end")
        return code

    async def stop(self, *, timeout: float = 90.0) -> int:
        """SIGTERM, as a service manager does; the exit code."""
        assert self._process is not None
        if self.is_running:
            self._process.send_signal(signal.SIGTERM)
        return await self.gone(timeout=timeout)

    async def crash(self) -> None:
        """`kill` and `gone`."""
        self.kill()
        await self.gone()

    async def restart(self) -> None:
        """Crash, if it still runs, and start again until ready."""
        await self.crash()
        await self.start()

    def freeze(self) -> None:
        """SIGSTOP, to the process and its children, as `docker pause` or the sleep of a machine: it knows
        nothing of it until `thaw`. A kill ends it frozen, too."""
        os.killpg(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        os.killpg(self.pid, signal.SIGCONT)

    async def close(self) -> None:
        """Leave nothing running. Idempotent."""
        if self._process is not None:
            await self.crash()

    # --------------------------------------------------------------------------- chosen instants

    def kill_on_call(
        self, method: str, path: str, *, when: When = "before", nth: int = 1, **more: Any
    ) -> Fault:
        """Kill at the ``nth`` such REST call: before it has any effect, or after the effect, unanswered."""
        return self.loopback.faults.trap(method, path, self.kill, when=when, nth=nth, **more)

    def kill_after(self, seconds: float) -> asyncio.TimerHandle:
        """Kill so long from now: start the interaction as a task right before or after."""
        timer = asyncio.get_running_loop().call_later(seconds, self.kill)
        self._timers.append(timer)
        return timer

    def kill_on_log(self, pattern: str) -> asyncio.Event:
        """Kill at the first coming line of output that fits; the event is set then."""
        trap = _LogTrap(re.compile(pattern), self.kill)
        self._traps.append(trap)
        return trap.sprung

    def forget_traps(self) -> None:
        """Plan no more kills at log lines and moments. For those at calls see ``Faults.clear``."""
        self._traps.clear()
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    # -------------------------------------------------------------------------------------- output

    @property
    def output(self) -> str:
        """stdout and stderr of all runs."""
        return "\n".join(self.lines)

    def has_logged(self, pattern: str) -> bool:
        """A line of the present (or last) run fits this regular expression."""
        return any(re.search(pattern, line) for line in self.lines[self._first_line :])

    async def logged(self, pattern: str, *, timeout: float = 10.0) -> None:
        """Until `has_logged`."""
        await self.loopback.until(
            lambda: self.has_logged(pattern), timeout=timeout, what=f"a line {pattern!r}"
        )

    async def _read(self, stream: asyncio.StreamReader, into: list[str]) -> None:
        rest = b""
        while chunk := await stream.read(1 << 16):
            *full, rest = (rest + chunk).split(b"\n")
            for raw in full:
                self._line(raw.decode(errors="replace"), into)
        if rest:
            self._line(rest.decode(errors="replace"), into)

    def _line(self, line: str, into: list[str]) -> None:
        into.append(line)
        self.lines.append(line)
        for trap in list(self._traps):
            if trap.pattern.search(line):
                self._traps.remove(trap)
                trap.action()
                trap.sprung.set()
        self.loopback.notify()
