"""`python -m bot COMMAND`."""

from importlib import import_module
from pathlib import Path

import pytest

from bot import commands
from bot.commands import COMMANDS, Stop, main
from bot.common.errors import SettingsError
from bot.storage.errors import StorageError


def test_every_module_is_a_command_and_every_command_a_module() -> None:
    folder = Path(commands.__file__).parent
    assert sorted(COMMANDS) == sorted(
        path.stem
        for path in folder.glob("[!_]*.py")
        if hasattr(import_module(f"bot.commands.{path.stem}"), "main")
    )


@pytest.mark.parametrize("asked", ["--help", "-h", "help"])
def test_help_names_all(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([asked]) == 0
    told = capsys.readouterr().out
    assert all(f"  {name} " in told and words in told for name, words in COMMANDS.items())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_refuses_what_it_does_not_know(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0 and f"python -m bot {name}" in capsys.readouterr().out
    with pytest.raises(SystemExit) as end:
        main([name, "--no-such-thing"])
    assert end.value.code == 2 and f"usage: python -m bot {name}" in capsys.readouterr().err


@pytest.mark.parametrize(("typed", "told"), [("rnu", "did you mean run?"), ("zzzz", "--help lists them")])
def test_an_unknown_command_is_one_line(typed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([typed]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("fieldpost: ") and repr(typed) in line and told in line


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Stop("so\nit is", 1), 1),
        (Stop("so it is"), 2),
        (SettingsError("so it is"), 2),
        (StorageError("so it is"), 2),
    ],
)
def test_what_stops_a_command_is_one_line(
    error: Exception, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(argv: list[str]) -> int:
        assert argv == ["a", "b"]
        raise error

    monkeypatch.setattr("bot.commands.run.main", fail)
    assert main(["run", "a", "b"]) == code
    assert capsys.readouterr().err == "fieldpost: so it is\n"
