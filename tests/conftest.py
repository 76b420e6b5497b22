"""Which tests run: see `tiers.py`. Databases on PostgreSQL: see `postgres.py`."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from demo.postgres import QUICK
from tests import postgres as pg
from tests.postgres import Databases, Places, databases
from tests.statements import compile_once
from tests.tiers import SOAK

GARBAGE = 10_000
"""So many new objects the garbage collector looks at together. Python has 700."""


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: much of what runs waits for processes, a browser or a timer."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what waits for processes and browsers, so that none of it is left over for one worker at
    the end; leave out what only soaks, unless a mark was asked for."""
    waiting = ("cluster", "demo", "e2e", "queue")
    items.sort(
        key=lambda item: item.path.parent.name not in waiting and not item.get_closest_marker("browser")
    )
    if SOAK or config.option.markexpr:
        return
    soaking = [item for item in items if item.get_closest_marker("soak")]
    items[:] = [item for item in items if not item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=soaking)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """The garbage collector would look at half a million objects that stay, dozens of times while they come
    and in every test: it does neither."""
    gc.disable()
    try:
        if hasattr(session.config, "workerinput"):
            begin_elsewhere(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(GARBAGE, 20, 20)


def begin_elsewhere(config: pytest.Config) -> None:
    """Each process imports another part of the test modules first. In a new clone pytest compiles them: so
    none is compiled by every process."""
    given: dict[str, str | int] = config.workerinput  # type: ignore[attr-defined]
    number = int(str(given["workerid"]).removeprefix("gw"))
    found = [file for arg in config.args for file in sorted(Path(arg).absolute().rglob("test_*.py"))]
    start = len(found) * number // int(given["workercount"])
    for file in (found[start:] + found[:start])[: len(found) - start if number else 0]:
        name = ".".join(file.relative_to(config.rootpath).with_suffix("").parts)
        with contextlib.suppress(Exception, pytest.skip.Exception):  # told when it is collected
            importlib.import_module(name)


@pytest.fixture(autouse=True, scope="session")
def statements_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        compile_once(patch)
        yield


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def postgres(run_folder: Path) -> Iterator[Databases]:
    """The run's PostgreSQL. It does not wait for the disk."""
    with databases(run_folder / "postgres", {**QUICK, "deadlock_timeout": "50ms"}) as made:
        yield made


@pytest.fixture(scope="session")
def durable_postgres(run_folder: Path) -> Iterator[Databases]:
    """Another one, which has on the disk what it has committed: for tests of crashes."""
    with databases(run_folder / "durable", {}) as made:
        yield made


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What has a database runs on PostgreSQL too: in `make test` the storage, and what has the mark
    `postgresql`. But for what is about SQLite's file, and for what the bot says, which is the same. A test
    may say on which alone."""
    names = set(metafunc.fixturenames)
    if "database" not in names or names & {"file", "said"}:
        return
    if metafunc.definition.get_closest_marker("sqlite"):
        return
    if any(mark.args[0] == "database" for mark in metafunc.definition.iter_markers("parametrize")):
        return
    if SOAK or "where" in names or metafunc.definition.get_closest_marker("postgresql"):
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Which database the test has: "sqlite", or "postgresql" in place of its files. With the mark `durable`
    the server has on the disk what it has committed."""
    kind: str = getattr(request, "param", "sqlite")
    if kind == "sqlite":
        yield kind
        return
    durable = request.node.get_closest_marker("durable")
    places = Places(request.getfixturevalue("durable_postgres" if durable else "postgres"))
    monkeypatch.setattr(pg, "CURRENT", places)
    yield kind
    places.clear()


@pytest.fixture
def postgres_url(postgres: Databases) -> Iterator[str]:
    """The address of an empty database of the test's own."""
    with postgres.one() as url:
        yield url
