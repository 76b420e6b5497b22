"""docs/schema/fieldpost-game-1.json: what we write fits it, and what is in another form does not."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.codec import canonical
from adjudicator.registry import names
from tests.adjudicator.test_replay import RECORDS
from tests.adjudicator.test_replay_reseed import RECORD, cut, reseed, view_of
from tests.bot import ww3
from tests.bot.clocks import MODERATOR
from tests.bot.newyork import SEVEN, TOWER, all_ready, new_york
from tests.bot.parts import GUEST, HOST, STRANGER, PostOffice

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "docs" / "schema" / "fieldpost-game-1.json").read_text("utf-8"))
CHECK = Draft202012Validator(SCHEMA)


def wrong(record: Any) -> list[str]:
    return [f"{list(error.path)}: {error.message[:200]}" for error in CHECK.iter_errors(record)]


def test_it_is_a_schema_and_knows_every_game() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]["game"]["enum"]) == set(names())


@pytest.mark.parametrize("name", RECORDS)
def test_the_recorded_games(name: str) -> None:
    assert wrong(json.loads(canonical(RECORDS[name]))) == []


def test_the_examples_of_the_page() -> None:
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    [example] = [text for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if '"format"' in text]
    record = json.loads(example)
    for step in record["steps"]:
        step["state"] = step["state"].replace("…", "0" * 64)
    assert wrong(record) == []


async def test_what_is_exported(office: PostOffice) -> None:
    async def exported(code: str, user: int = STRANGER) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            (await office.services.game_export.export(code, user)).files[0].data
        )
        assert wrong(found) == []
        return found

    code = await new_york(office)
    await all_ready(office, code, {TOWER: "1 move harlem"})
    await office.services.gm.undo(code, MODERATOR, "why not")
    assert "view" not in await exported(code)
    await office.services.letters.write(code, TOWER, "all", "Peace", source="1")
    for user in SEVEN[1:]:
        await office.services.orders.declare(code, user, "concede")
    assert {"letters", "players", "status"} < set(await exported(code))
    code, who = await ww3.in_office(office, HOST, GUEST, options="fog=on", channel=501)
    for user in (*who.values(), STRANGER):
        assert "view" in await exported(code, user)


@pytest.mark.parametrize("record", [cut(), reseed(cut()), reseed(cut(), None), view_of(cut(), "south")])
def test_what_goes_on(record: dict[str, Any]) -> None:
    record = copy.deepcopy(record)
    for step in record["steps"]:
        if step["kind"] != "resolve":
            step.pop("orders", None)
    assert wrong(record) == []


LETTER = {"turn": 0, "from": "north", "to": ["*"], "anonymous": False, "text": "Peace"}
UNDONE = {"kind": "undo", "turn": 1, "to": 0, "state": "00" * 32, "events": list[Any]()}

ANEW = UNDONE | {"commitment": "00" * 32, "seed": "00" * 32}


def test_letters_and_undos() -> None:
    record = {**copy.deepcopy(RECORD), "letters": [LETTER, LETTER | {"to": ["south"]}]}
    for undone in (UNDONE, ANEW, ANEW | {"seed": None}):
        assert wrong({**record, "steps": [*record["steps"], undone]}) == []


@pytest.mark.parametrize(
    "lie",
    [
        lambda r: r.update(format="fieldpost-game/2"),
        lambda r: r.update(game="chess"),
        lambda r: r.update(rules_version="1"),
        lambda r: r.update(game_id="a b"),
        lambda r: r.update(seed="x"),
        lambda r: r.update(commitment=None),
        lambda r: r.update(status="maybe"),
        lambda r: r.update(more=1),
        lambda r: r.update(steps=[]),
        lambda r: r.update(view="*"),
        lambda r: r.update(outcome={"reason": "x"}),
        lambda r: r.update(letters=[{"turn": 0}]),
        lambda r: r["steps"].pop(0),
        lambda r: r["steps"][0].pop("state"),
        lambda r: r["steps"][1].pop("orders"),
        lambda r: r["steps"][1].update(kind="rest"),
        lambda r: r["steps"][1].update(to=0),
        lambda r: r["steps"][1].update(seat="south"),
        lambda r: r["steps"][1].update(seals={"south": {"salt": "", "sha256": ""}}),
        lambda r: r["steps"][1].update(orders={"south": "handful"}),
        lambda r: r["steps"][1].update(turn=-1),
        lambda r: r["steps"][1].update(commitment="00" * 32),
        lambda r: r["steps"][1]["events"].append({"n": 1}),
        lambda r: r["steps"][-1].pop("what"),
        lambda r: r["steps"].insert(1, r["steps"][0]),
        lambda r: r["steps"][0].update(more=1),
        lambda r: r.update(commitment=r["commitment"] + "\n"),
        lambda r: r.update(status="playing"),
        lambda r: r.update(letters=[LETTER | {"to": ["*", "south"]}]),
        lambda r: r["steps"].append(UNDONE | {"events": r["steps"][1]["events"]}),
        lambda r: r["steps"].append(UNDONE | {"commitment": "00" * 32}),
        lambda r: r["steps"].append(UNDONE | {"seed": None}),
    ],
)
def test_another_form(lie: Callable[[dict[str, Any]], Any]) -> None:
    record = copy.deepcopy(RECORD)
    assert wrong(record) == []
    lie(record)
    assert wrong(record)
