"""What `pip install .` installs: the wheel has all that the programs need; they run without this folder."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGES = ("adjudicator", "bot", "demo", "engines", "lessons", "maps")
NOT_INSTALLED = {*PACKAGES, "_typeshed", *sys.stdlib_module_names}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the tree with the setuptools that are installed, without a network."""
    folder = tmp_path_factory.mktemp("package")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / "tree" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / "tree" / name)
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "wheel", "-q", *offline, "-w", str(folder), str(folder / "tree")]
    subprocess.run(command, check=True, timeout=300)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A folder with what the wheel installs."""
    folder = wheel.parent / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, folder: Path, code: str, *arguments: str, typed: str = "") -> str:
    """What a program prints that begins in another folder and knows only the installed files."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("FIELDPOST_", "PYTHON"))}
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(installed)},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return ended.stdout + ended.stderr


def test_the_wheel_has_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    """Code, py.typed, map data, fonts with their licence, migrations, and the demo's page."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    here = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    docs = {f"bot/web/docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert inside == here | docs
    assert {f"{name}/py.typed" for name in ("adjudicator", "bot", "lessons", "maps")} <= inside
    for pattern in (
        r"maps/data/.*\.json",
        r"lessons/data/.*\.toml",
        r"maps/fonts/.*\.otf",
        r"bot/.*/versions/0001_.*\.py",
    ):
        assert any(re.fullmatch(pattern, name) for name in inside), pattern


def test_every_script_names_a_function(installed: Path, tmp_path: Path) -> None:
    [listed] = installed.glob("*.dist-info/entry_points.txt")
    written = dict(line.split(" = ") for line in listed.read_text("utf-8").splitlines() if " = " in line)
    assert written == PROJECT["scripts"]
    for name, target in written.items():
        module, _, function = target.partition(":")
        code = f"import sys; sys.argv[0] = {name!r}; from {module} import {function}; sys.exit({function}())"
        assert f"usage: {name} [" in run(installed, tmp_path, code, "--help")


def test_the_pages_have_the_docs(installed: Path, tmp_path: Path) -> None:
    code = "from bot.web.pages.docs import read, served; print(*(read(page)[0] for page in served()), sep='')"
    told = run(installed, tmp_path, code).strip()
    assert len(told) > 15 and set(told) == {"#"}


def test_the_rules_server_has_its_boards(installed: Path, tmp_path: Path) -> None:
    code = "from adjudicator.__main__ import main; main()"
    told = json.loads(run(installed, tmp_path, code, "serve", typed='{"op": "games"}\n'))
    assert len(told["games"]) == len(list((ROOT / "maps" / "data").glob("*.json"))) + 1  # one needs no file


def test_the_bot_makes_its_database_in_the_folder_where_it_starts(installed: Path, tmp_path: Path) -> None:
    """With all migrations; and a start without a token names the file that belongs in that folder."""
    code = (
        "import asyncio; from bot.settings import read_database; from bot.storage.database import Database\n"
        "async def make(): await (await Database.open(read_database())).close()\n"
        "asyncio.run(make())"
    )
    assert run(installed, tmp_path, code) == ""
    assert (tmp_path / "var" / "fieldpost.sqlite3").is_file()
    told = run(installed, tmp_path, "from bot.__main__ import run; run()")
    assert told.startswith("fieldpost: FIELDPOST_TOKEN is missing") and str(tmp_path / ".env") in told


def imported(folder: Path) -> set[str]:
    """The distributions whose modules a package imports, by their names on an index."""
    owners, found = packages_distributions(), set[str]()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            tops = (
                {name.partition(".")[0] for name in names}
                - sys.stdlib_module_names
                - {*PACKAGES, "_typeshed"}
            )
            found |= {canonicalize_name(owners[top][0]) for top in tops}
    return found


def test_every_package_that_is_imported_is_declared() -> None:
    declared = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    extra, optional = (
        {
            canonicalize_name(Requirement(line).name)
            for name in names
            for line in PROJECT["optional-dependencies"][name]
        }
        for names in (("demo",), ("monitoring", "postgresql", "web"))
    )
    assert imported(ROOT / "adjudicator") | imported(ROOT / "lessons") == set()
    assert imported(ROOT / "maps") | imported(ROOT / "bot") <= declared | optional
    assert imported(ROOT / "demo") <= declared | extra | optional


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        ("requirements.txt", PROJECT["dependencies"]),
        ("requirements-host.txt", PROJECT["optional-dependencies"]["monitoring"]),
        ("requirements-demo.txt", PROJECT["optional-dependencies"]["demo"]),
    ],
)
def test_every_declared_package_is_pinned_to_a_version_that_is_allowed(file: str, lines: list[str]) -> None:
    pinned = {
        canonicalize_name(name): version
        for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / file).read_text("utf-8"), re.M)
    }
    for wanted in map(Requirement, lines):
        assert pinned[canonicalize_name(wanted.name)] in wanted.specifier


def test_the_version_is_that_of_the_newest_section_of_the_changelog() -> None:
    sections = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert sections[0] == "Unreleased"
    versions = [re.fullmatch(r"(0\.\d+\.0) - (\d{4}-\d\d-\d\d)", section) for section in sections[1:]]
    found = [match.groups() for match in versions if match]
    assert len(found) == len(versions) and found[0][0] == PROJECT["version"]
    numbers = [int(version.split(".")[1]) for version, _ in found]
    assert numbers == list(range(len(found), 0, -1))
    assert [date for _, date in found] == sorted((date for _, date in found), reverse=True)
