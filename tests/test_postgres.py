"""The PostgreSQL that the tests start: its databases, and that it goes when nobody needs it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from demo import postgres as servers
from tests.postgres import GIVEN, Databases

own = pytest.mark.skipif(GIVEN is not None, reason="another server is used")


def setting(url: str, name: str) -> str:
    with psycopg.connect(url) as connection:
        return str(connection.execute(f"SHOW {name}").fetchone()[0])  # type: ignore[index]


def names(databases: Databases) -> set[str]:
    with psycopg.connect(databases.url) as connection:
        return {name for [name] in connection.execute("SELECT datname FROM pg_database")}


def test_a_database_is_new_and_is_dropped_though_somebody_uses_it(postgres: Databases) -> None:
    with postgres.one() as url, postgres.one() as other:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE games (id int)")
        with psycopg.connect(other) as connection:
            assert not connection.execute("SELECT 1 FROM pg_tables WHERE tablename = 'games'").fetchall()
        left_open = psycopg.connect(url)
        name = left_open.info.dbname
        assert name in names(postgres)
    assert name not in names(postgres)
    left_open.close()


def test_only_databases_of_tests_are_dropped(postgres: Databases) -> None:
    with pytest.raises(AssertionError, match="postgres"):
        postgres.drop(postgres.url)


@own
def test_only_crash_tests_wait_for_the_disk(postgres: Databases, durable_postgres: Databases) -> None:
    assert [setting(postgres.url, name) for name in servers.QUICK] == ["off"] * 3
    assert [setting(durable_postgres.url, name) for name in servers.QUICK] == ["on"] * 3


USER = """
import sys
from pathlib import Path
from demo import postgres
server = postgres.join(Path(sys.argv[1]), postgres.QUICK)
print(server.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def user(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts processes that use the server of a folder until their input ends."""
    started = list[subprocess.Popen[str]]()

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", USER, str(tmp_path)]
        root = Path(__file__).parents[1]
        started.append(
            subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root)
        )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def pid(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


def runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def until(true: Callable[[], bool]) -> None:
    limit = time.monotonic() + 60
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.01)


@own
def test_processes_share_a_server_and_the_last_one_stops_it_though_all_are_killed(
    user: Callable[[], subprocess.Popen[str]], tmp_path: Path
) -> None:
    first, second = user(), user()
    server = pid(first)
    assert pid(second) == server
    first.send_signal(signal.SIGKILL)
    first.wait()
    third = user()
    assert pid(third) == server
    second.communicate("")
    assert runs(server)
    sockets = Path((tmp_path / "server").read_text("utf-8").splitlines()[0])
    third.send_signal(signal.SIGKILL)
    until(lambda: not runs(server))
    fourth = user()  # comes while what is left is tidied up
    again = pid(fourth)
    assert again != server
    until(lambda: not sockets.exists())
    shutil.rmtree(tmp_path)
    fourth.kill()
    until(lambda: not runs(again))


@own
def test_data_in_a_folder_that_is_given_stay() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o711)  # root's server runs as nobody
        for statement in ("CREATE TABLE games (id int)", "SELECT id FROM games"):
            server = servers.join(place, servers.QUICK, place / "data")
            number = server.pid
            with psycopg.connect(server.url()) as connection:
                connection.execute(statement)
            server.leave()
        assert number
        until(lambda: not (place / "server").exists())
        until(lambda: not runs(number))
