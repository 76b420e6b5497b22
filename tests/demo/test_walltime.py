"""What the demo's log calls an error."""

from __future__ import annotations

import logging
from typing import Any, cast

import pytest
from discord import app_commands

from bot.common.errors import Refused
from demo.walltime import DemoEnv


def test_a_refusal_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    env = cast(DemoEnv, object.__new__(DemoEnv))
    command: Any = type("Command", (), {"name": "table"})()
    refused = Refused("Which league?")
    with caplog.at_level(logging.INFO, logger="demo.walltime"):
        env._record_error(refused)
        env._record_error(app_commands.CommandInvokeError(command, refused))
        env._record_error(RuntimeError("as asked"))
    assert [(each.levelname, each.exc_info is None) for each in caplog.records] == [
        ("INFO", True),
        ("INFO", True),
        ("ERROR", False),
    ]
