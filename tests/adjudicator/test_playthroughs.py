"""The golden playthroughs, line by line, and the records made of the same games."""

from __future__ import annotations

import pytest

from tests.playthroughs.record import FOLDER, PLANS, text_of


@pytest.mark.parametrize("name", PLANS)
def test_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.json").read_text("utf-8").splitlines()
    played = text_of(PLANS[name]).splitlines()
    for number, (old, new) in enumerate(zip(golden, played, strict=False), 1):
        assert new == old, f"{name}.json, line {number} (`python -m tests.playthroughs` writes it again)"
    assert len(played) == len(golden)


def test_every_file_has_its_plan() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(PLANS)
