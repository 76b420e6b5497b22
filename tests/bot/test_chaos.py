"""Everything that people and time can do, at random, at several tables of all games at once.

The towns below are small. For long, as `make soak` has it: `CHAOS_ACTS=3000 pytest tests/bot/test_chaos.py
-m soak -s`: towns with new seeds, one after the other, until so many acts are done; `CHAOS_SEED=5` plays only
that one. A failure prints the last acts (all of them with `CHAOS_ALL=1`) and the seed, which gives the same
acts again as long as nothing else changes, but for what a kill meets.
"""

from __future__ import annotations

import itertools
import os
import random
import time
from pathlib import Path

import pytest

from tests.bot.chaos import Lots, Town
from tests.bot.quick_engine import Quick, anything_legal
from tests.tiers import sample

ACTS = int(os.environ.get("CHAOS_ACTS", "3000"))
A_TOWN = 400


async def play(folder: Path, seed: str, acts: int, monkeypatch: pytest.MonkeyPatch) -> Town:
    monkeypatch.setattr(Quick, "answer", staticmethod(anything_legal))
    monkeypatch.setattr("bot.features.lobby.lobby.secrets", Lots(random.Random(f"lots {seed}")))
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240
    town = Town(folder, seed)
    try:
        await town.run(acts)
    except BaseException:
        print(f"\nseed {seed}, act {town.acts}:")
        print("\n".join(town.told if os.environ.get("CHAOS_ALL") else town.told[-60:]))
        raise
    return town


@pytest.mark.parametrize("seed", sample(["a", "b"], [0]))
async def test_a_town(seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await play(tmp_path, seed, 45, monkeypatch)


@pytest.mark.soak
async def test_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed, done = os.environ.get("CHAOS_SEED"), 0
    for number in itertools.count():
        seed = fixed or f"{int(time.time())}-{number}"
        begun = time.time()
        town = await play(tmp_path / str(number), seed, min(A_TOWN, ACTS), monkeypatch)
        done += town.acts
        if os.environ.get("CHAOS_ALL"):
            print("\n".join(town.told))
        print(
            f"seed {seed}: {town.acts} acts, {time.time() - begun:.0f} s", dict(town.done), dict(town.refused)
        )
        if fixed or done >= ACTS:
            return
