"""Settings: every wrong key is named in one line, and the token is never shown."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import aiohttp
import discord
import pytest

from bot import logs
from bot.commands import main
from bot.common.errors import SettingsError
from bot.settings import Settings, read_metrics, read_settings
from bot.storage.errors import StorageError

TOKEN = "MTIzNDU2Nzg5.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB"
ROOT = Path(__file__).resolve().parents[2]


def read(tmp_path: Path, *lines: str, **environment: str) -> Settings:
    env = tmp_path / ".env"
    env.write_text("\n".join(lines), encoding="utf-8")
    return read_settings(env, environment)


def refused(tmp_path: Path, *lines: str) -> str:
    with pytest.raises(SettingsError) as caught:
        read(tmp_path, *lines)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_token_alone_is_enough(tmp_path: Path) -> None:
    found = read(tmp_path, f"FIELDPOST_TOKEN={TOKEN}")
    assert found == Settings(token=TOKEN)
    assert (found.log_level, found.log_format, found.guild, found.render_processes) == (
        "INFO",
        "text",
        None,
        1,
    )


def test_every_key_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        f"FIELDPOST_TOKEN='{TOKEN}'",
        "FIELDPOST_DATABASE=data/games.sqlite3",
        "FIELDPOST_GUILD=123456789012345678",
        "FIELDPOST_LOG_LEVEL=debug",
        "FIELDPOST_LOG_FORMAT=JSON",
        "FIELDPOST_RENDER_PROCESSES=3",
        "FIELDPOST_THINK_PROCESSES=2",
        "FIELDPOST_DEFAULTS=undo=30 grace=0, absence=Extend",
        "FIELDPOST_FAULTS=data/faults",
        "FIELDPOST_NEW_DMS_A_MINUTE=60",
        "FIELDPOST_METRICS=9464",
        "FIELDPOST_PROCESS=hall-1",
        "FIELDPOST_SHARDS=8",
        FIELDPOST_RENDER_PROCESSES="0",
    )
    assert found == Settings(
        TOKEN,
        "data/games.sqlite3",
        123456789012345678,
        "DEBUG",
        "json",
        0,
        "undo=30 grace=0, absence=Extend",
        Path("data/faults"),
        60,
        ("127.0.0.1", 9464),
        "hall-1",
        8,
        2,
    )


def test_shards(tmp_path: Path) -> None:
    token = f"FIELDPOST_TOKEN={TOKEN}"
    assert read(tmp_path, token).shards is None
    assert read(tmp_path, token, "FIELDPOST_SHARDS=Auto").shards == 0
    for wrong in ("some", "0", "-1"):
        with pytest.raises(SettingsError, match="FIELDPOST_SHARDS is"):
            read(tmp_path, token, f"FIELDPOST_SHARDS={wrong}")


def test_metrics_are_for_this_machine_unless_told_otherwise(tmp_path: Path) -> None:
    token = f"FIELDPOST_TOKEN={TOKEN}"
    assert read(tmp_path, token).metrics is None
    for written, meant in (
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:80", ("0.0.0.0", 80)),
        ("[::1]:9464", ("::1", 9464)),
        ("fieldpost.internal:9464", ("fieldpost.internal", 9464)),
    ):
        assert read(tmp_path, token, f"FIELDPOST_METRICS={written}").metrics == meant
        assert read_metrics(tmp_path / "none", {"FIELDPOST_METRICS": written}) == meant


def test_a_process_without_a_name_is_that_of_its_machine(tmp_path: Path) -> None:
    found = read(tmp_path, f"FIELDPOST_TOKEN={TOKEN}")
    assert found.process == "" and found.process_name.endswith(f":{os.getpid()}")
    assert replace(found, process="hall-1").process_name == "hall-1"


def test_the_example_lists_exactly_the_keys_that_there_are(tmp_path: Path) -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line.removeprefix("#").strip() if "=" in line else line for line in lines)
    keys = {line.partition("=")[0] for line in text.splitlines() if line.startswith("FIELDPOST_")}
    told = ("TOKEN", "DATABASE", "GUILD", "LOG_LEVEL", "LOG_FORMAT", "RENDER_PROCESSES", "THINK_PROCESSES")
    told += ("DEFAULTS", "FAULTS", "NEW_DMS_A_MINUTE", "METRICS", "PROCESS", "SHARDS", "WEB", "WEB_URL")
    assert keys == {f"FIELDPOST_{key}" for key in told}


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "FIELDPOST_TOKEN is missing"),
        ("FIELDPOST_TOKEN=", "FIELDPOST_TOKEN is missing"),
        ("FIELDPOST_TOKEN=paste-your-token-here", "FIELDPOST_TOKEN is missing"),
        ("FIELDPOST_TOKEN='Bot abc.def.ghi'", "FIELDPOST_TOKEN is malformed"),
        ("FIELDPOST_TOKEN=short", "FIELDPOST_TOKEN is malformed"),
        ("FIELDPOST_GUILD=my server", "FIELDPOST_GUILD is 'my server'"),
        ("FIELDPOST_GUILD=0", "FIELDPOST_GUILD is '0'"),
        ("FIELDPOST_GUILD=-5", "FIELDPOST_GUILD is '-5'"),
        ("FIELDPOST_GUILD=9223372036854775809", "FIELDPOST_GUILD is"),
        ("FIELDPOST_GUILD=١٢٣", "FIELDPOST_GUILD is"),
        ("FIELDPOST_LOG_LEVEL=LOUD", "FIELDPOST_LOG_LEVEL is 'LOUD': it may be DEBUG, INFO, WARNING, ERROR"),
        ("FIELDPOST_LOG_FORMAT=xml", "FIELDPOST_LOG_FORMAT is 'xml'"),
        ("FIELDPOST_RENDER_PROCESSES=many", "FIELDPOST_RENDER_PROCESSES is 'many'"),
        ("FIELDPOST_RENDER_PROCESSES=17", "from 0 to 16"),
        ("FIELDPOST_RENDER_PROCESSES=-1", "from 0 to 16"),
        ("FIELDPOST_THINK_PROCESSES=0", "from 1 to 16"),
        ("FIELDPOST_DEFAULTS=undo=601", "FIELDPOST_DEFAULTS: Option undo: 601 isn't a number from 0 to 600."),
        ("FIELDPOST_DEFAULTS=haste=1", "FIELDPOST_DEFAULTS: Option haste: there's no such house option"),
        ("FIELDPOST_NEW_DMS_A_MINUTE=0", "FIELDPOST_NEW_DMS_A_MINUTE is '0'"),
        ("FIELDPOST_NEW_DMS_A_MINUTE=1001", "from 1 to 1000"),
        ("FIELDPOST_METRICS=yes", "FIELDPOST_METRICS is 'yes': write a port, or address:port"),
        ("FIELDPOST_METRICS=0", "FIELDPOST_METRICS is '0'"),
        ("FIELDPOST_METRICS=127.0.0.1:65536", "FIELDPOST_METRICS is"),
        ("FIELDPOST_PROCESS=a b", "FIELDPOST_PROCESS is 'a b'"),
        ("FIELDPOST_FAULT=x", "FIELDPOST_FAULT: there is no such key"),
        ("FIELDPOST_TOKE=x", "FIELDPOST_TOKE: there is no such key"),
    ],
)
def test_a_wrong_key_is_named_in_one_line(tmp_path: Path, line: str, named: str) -> None:
    lines = [line] if "TOKEN" in line or not line else [f"FIELDPOST_TOKEN={TOKEN}", line]
    text = refused(tmp_path, *lines)
    assert named in text
    assert "abc.def" not in text and TOKEN not in text


def run_bot(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    (folder / ".env").write_text("\n".join(lines), encoding="utf-8")
    clean = {key: value for key, value in os.environ.items() if not key.startswith("FIELDPOST_")}
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env={**clean, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ((), "FIELDPOST_TOKEN"),
        ((f"FIELDPOST_TOKEN={TOKEN}", "FIELDPOST_DATABASE=mysql://h/d"), "FIELDPOST_DATABASE"),
        ((f"FIELDPOST_TOKEN={TOKEN}", "FIELDPOST_DATABASE=.env"), "FIELDPOST_DATABASE"),
    ],
)
def test_the_bot_ends_at_once_with_one_line(tmp_path: Path, lines: tuple[str, ...], named: str) -> None:
    """Before it talks to Discord: no network is needed for that."""
    ended = run_bot(tmp_path, *lines)
    assert ended.returncode == 2
    [line] = ended.stderr.splitlines()
    assert line.startswith("fieldpost: ") and named in line
    assert ended.stdout == "" and TOKEN not in line


def test_an_error_that_is_its_own_cause_is_logged_once() -> None:
    """discord.py wraps an error, and we raise the inner one again: each has the other as its context."""
    secret = "e7" + "-e6"
    try:
        try:
            raise ValueError(secret)
        except ValueError as inner:
            try:
                raise OSError("wrapped") from inner
            except OSError as outer:
                inner.__context__ = outer
                raise inner from outer
    except ValueError as error:
        shown = logs.told(error)
    assert shown.splitlines().count("ValueError") == 1 and "OSError: wrapped" in shown
    assert secret not in shown


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (aiohttp.ClientConnectionError("no route"), "Discord cannot be reached (no route)"),
        (discord.LoginFailure("401"), "FIELDPOST_TOKEN was refused"),
        (discord.PrivilegedIntentsRequired(None), "intent"),
        (StorageError("old.sqlite3: made by\na newer Fieldpost"), "old.sqlite3: made by a newer Fieldpost"),
    ],
)
def test_what_stops_the_start_is_one_line(
    error: Exception,
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def run(settings: Settings) -> None:
        raise error

    monkeypatch.setattr("bot.commands.run._run", run)
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)
    monkeypatch.setenv("FIELDPOST_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)
    # 1: worth another try, 2: not before something is changed (systemd can tell them apart).
    assert main([]) == (1 if isinstance(error, aiohttp.ClientError) else 2)
    [line] = capsys.readouterr().err.splitlines()
    assert named in line


def test_the_token_is_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(token=TOKEN, database="postgresql://user:secret@host/db")
    shown = f"{settings!r} {settings} {settings.__repr__()}"
    assert TOKEN not in shown and "secret" not in shown
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("bot").info("begun", extra={"settings": settings})
    for formatter in (logs.TextFormatter(), logs.JsonFormatter()):
        assert TOKEN not in formatter.format(caplog.records[-1])
