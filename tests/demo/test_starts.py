"""``python -m demo`` in a process of its own: what it makes at the start of what is there already."""

from __future__ import annotations

import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)

from bot.storage import files
from bot.storage.errors import StorageError
from tests.demo.page import ROOT, running
from tests.ports import free_port

BOT = "tests.demo.stub_bot:make"


@pytest.mark.soak
def test_an_unreadable_world_is_set_aside_with_the_bots_database(tmp_path: Path) -> None:
    with running(tmp_path, BOT) as demo:
        assert demo.stop() == 0
    with sqlite3.connect(tmp_path / "stub.sqlite") as connection:
        connection.execute("insert into outbox values (0, 1, 'for the old world')")
    (tmp_path / "world.pickle").write_bytes(b"not a world")
    with running(tmp_path, BOT) as demo:
        assert "can't read the stored world" in demo.lines[0]
        (aside,) = tmp_path.glob("aside-*")
        assert {"stub.sqlite", "world.pickle"} <= {path.name for path in aside.iterdir()}
        assert demo.stop() == 0
    with sqlite3.connect(tmp_path / "stub.sqlite") as connection:
        assert connection.execute("select * from outbox").fetchall() == []


def test_ctrl_c_while_a_world_is_prepared(tmp_path: Path) -> None:
    """It ends at once, and the next start begins anew. Meanwhile nobody moves its games."""
    demo = subprocess.Popen(
        [sys.executable, "-u", "-m", "demo", "--port", str(free_port()), "--data", str(tmp_path)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert demo.stdout is not None
    try:
        assert "Preparing the games" in demo.stdout.readline()
        locked = files.locked(tmp_path / "fieldpost.sqlite3", fcntl.LOCK_EX, "in use")
        with pytest.raises(StorageError, match="in use"), locked:
            pass
        os.killpg(demo.pid, signal.SIGINT)
        assert demo.communicate(timeout=60)[0].splitlines() == ["Stopped. The next start begins anew."]
    finally:
        demo.kill()
        demo.wait()
    assert demo.returncode == 0 and not (tmp_path / "world.pickle").exists()


@pytest.mark.soak
def test_a_taken_port_and_a_second_demo(tmp_path: Path) -> None:
    with running(tmp_path / "one", BOT) as first:
        with running(tmp_path / "two", BOT, "--port", str(first.port)) as second:
            assert "taken" in second.lines[0]
            assert second.url != first.url
        with pytest.raises(AssertionError, match="already running"), running(tmp_path / "one", BOT):
            pass
