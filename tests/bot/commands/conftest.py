"""Commands, run as from a shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands import main
from tests.bot.commands.wholes import Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A command's exit code and what it printed."""

    def run(*argv: str | Path) -> tuple[int, str, str]:
        code = main([str(word) for word in argv])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run
