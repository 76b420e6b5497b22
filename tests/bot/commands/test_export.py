"""`python -m bot export`."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.replay import verify
from bot.commands import main
from tests.bot.parts import GUEST, HOST, FakeClock, new_database, post_office
from tests.conformance import GAMES

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*argv: str | Path) -> tuple[int, str, str]:
        code = main(["export", *(str(word) for word in argv)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


@pytest.fixture
async def codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A game in play that hides something, and one that is over."""
    made = tmp_path / "games.sqlite3"
    async with post_office(made, FakeClock()) as office:
        table = await office.lobby(HOST, GUEST, game_key="ww3", options="players=2 fog=on", seating="lot")
        await office.services.lobby.start(table.id, HOST)
        for user in (HOST, GUEST):
            await office.send(table.id, user, "setup stock")
        over = await office.game(channel=501)
        await office.orders.declare(over, GUEST, "concede")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIELDPOST_DATABASE", await new_database(made))
    return [table.id, over]


def read(path: Path) -> dict[str, Any]:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    assert verify(GAMES, found).faults == ()
    return found


def test_records(codes: list[str], run: Run, tmp_path: Path) -> None:
    playing, over = codes
    assert run(over) == (0, f"{over}-record.json: the whole record\n", "")
    assert read(tmp_path / f"{over}-record.json")["seed"]
    code, told, _ = run(playing, tmp_path / "public.json")
    assert code == 0 and told.endswith("public.json: what everybody may know of a game that goes on\n")
    public = read(tmp_path / "public.json")
    assert (
        public["view"] == "*" and public["seed"] is None and "setup" not in str(public["steps"][1]["orders"])
    )
    code, told, _ = run(playing, tmp_path / "all.json", "--secrets")
    assert code == 0 and "with all its secrets: show it to nobody" in told
    whole = read(tmp_path / "all.json")
    assert whole["seed"] and whole["status"] == "playing" and "view" not in whole
    assert len(whole["steps"][1]["orders"]) == 2 and len(whole["steps"][1]["seals"]) == 2


def test_refused_in_one_line(codes: list[str], run: Run, tmp_path: Path) -> None:
    run(codes[1])
    assert run(codes[1]) == (
        2,
        "",
        f"fieldpost: {codes[1]}-record.json is there already: name another file, or --force\n",
    )
    assert run(codes[1], "--force")[0] == 0
    assert run("nope") == (2, "", "fieldpost: there is no game nope\n")
    code, out, told = run(codes[1], tmp_path / "none" / "x.json")
    assert (code, out) == (2, "") and told.endswith("x.json: No such file or directory\n")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".json") == [
        f"{codes[1]}-record.json"
    ]
