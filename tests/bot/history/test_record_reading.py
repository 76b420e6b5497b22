"""Files that somebody made up for /import: each is refused in one line, and nothing is stored."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.features.history import record_reading
from bot.features.history.record_reading import examine
from bot.features.server_settings.permissions import Asker
from tests.adjudicator.test_replay import RECORDS
from tests.bot.parts import STRANGER, PostOffice

RECORD = RECORDS["cic_points"]
LETTER = {"turn": 0, "from": "dark", "to": ["light"], "anonymous": False, "text": "Hello"}


def changed(change: Callable[[dict[str, Any]], Any]) -> bytes:
    record = copy.deepcopy(RECORD)
    change(record)
    return json.dumps(record).encode()


def test_the_true_one() -> None:
    examined = examine(changed(lambda r: r.update(letters=[LETTER], extra={"what": "ever"})))
    assert examined.refusal == "" and examined.faults == ()
    assert examined.brought is not None and examined.brought.over and len(examined.brought.letters) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "This file is no JSON"),
        (b"\xff\xfe\x00{}", "This file is no JSON"),
        (b"PK\x03\x04 a zip", "This file is no JSON"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deep"),
        (b"[]", "no record of a game"),
        (b"7", "no record of a game"),
        (b'{"format": "fieldpost-league/1"}', "the file of a league, not of a game: `python -m bot league`"),
        (b'{"format": "fieldpost-game/2"}', "no record of a game"),
        (b'{"format": "fieldpost-game/1", "x": NaN}', "This file is no JSON"),
        (b'{"format": "fieldpost-game/1", "x": -Infinity}', "This file is no JSON"),
        (b'{"format": "fieldpost-game/1", "x": "\\ud800"}', "This file is no JSON"),
        (b'{"format": "fieldpost-game/1", "x": ' + b"9" * 5000 + b"}", "This file is no JSON"),
        (b" " * (record_reading.MOST_BYTES + 1), "at most 4 MB"),
        (changed(lambda r: r.update(view="dark")), "what one seat knew"),
        (changed(lambda r: r.update(game="chess")), "I know no game “chess”. I know cic"),
        (changed(lambda r: r.update(game="@everyone `x`\n")), "I know no game “@\u200beveryone 'x'?”"),
        (changed(lambda r: r.update(game=["cic"])), "`game` of a record"),
        (changed(lambda r: r.update(rules_version=99)), "by version 99 of the rules of Commander-In-Chief"),
        (changed(lambda r: r.update(rules_version=True)), "by version True"),
        (changed(lambda r: r.update(game_id="a b")), "`game_id` of a record"),
        (changed(lambda r: r.update(game_id=7)), "`game_id` of a record"),
        (changed(lambda r: r.update(options=[])), "`options` of a record"),
        (changed(lambda r: r.update(status="maybe")), "`status` of a record"),
        (changed(lambda r: r.update(players=["Ada"])), "`players` of a record"),
        (changed(lambda r: r.update(steps={})), "`steps` of a record"),
        (changed(lambda r: r.update(steps=[])), "`steps` of a record"),
        (changed(lambda r: r.update(steps=[{"kind": "start"}] * 5001)), "`steps` of a record"),
        (changed(lambda r: r["steps"].append(7)), "is no step"),
        (changed(lambda r: r["steps"][1].update(kind=[1])), "Step 1 of the record is no step"),
        (changed(lambda r: r["steps"][1].update(events="x")), "`events` of step 1"),
        (changed(lambda r: r["steps"][1].update(events=[{}] * 2001)), "`events` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders=[])), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": "e7-e6"})), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": [7]})), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": ["e"] * 301})), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": ["e" * 2001]})), "`orders` of step 1"),
        (changed(lambda r: r.update(letters={})), "`letters` of a record"),
        (changed(lambda r: r.update(letters=[LETTER | {"text": "x" * 2001}])), "Letter 1 of the record"),
        (changed(lambda r: r.update(letters=[LETTER, 7])), "Letter 2 of the record"),
        (changed(lambda r: r.update(letters=[LETTER | {"from": "soho"}])), "Letter 1 of the record"),
        (changed(lambda r: r.update(letters=[LETTER | {"to": ["#12"]}])), "Letter 1 of the record"),
        (changed(lambda r: r.update(letters=[LETTER | {"from": None}])), "Letter 1 of the record"),
        (changed(lambda r: r.update(letters=[LETTER | {"from": ["dark"]}])), "Letter 1 of the record"),
        (
            changed(lambda r: r.update(players=dict.fromkeys(map(str, range(51)), "x"))),
            "`players` of a record",
        ),
        (changed(lambda r: r.update(players={"x" * 65: "x"})), "`players` of a record"),
        (
            changed(lambda r: r.update(options=dict.fromkeys(map(str, range(101)), 1))),
            "`options` of a record",
        ),
        (
            changed(lambda r: r["steps"][1].update(orders={str(seat): [] for seat in range(51)})),
            "`orders` of step 1",
        ),
        (
            changed(lambda r: r["steps"][1].update(seals={str(seat): {} for seat in range(51)})),
            "`seals` of step 1",
        ),
        (changed(lambda r: r.update(letters=[LETTER | {"turn": True}])), "Letter 1 of the record"),
        (changed(lambda r: r.update(letters=[LETTER | {"step": 10**6}])), "Letter 1 of the record"),
    ],
)
def test_in_one_line(data: bytes, told: str) -> None:
    examined = examine(data)
    assert told in examined.refusal and examined.brought is None and examined.faults == ()
    assert "\n" not in examined.refusal and len(examined.refusal) < 400 and "@e" not in examined.refusal


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (changed(lambda r: r["steps"][1].update(orders={"dark": ["z9-z9"]})), "step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"nobody": ["e7-e6"]})), "step 1"),
        (changed(lambda r: r["steps"][1].update(kind="declare")), "another form"),
        (changed(lambda r: r["steps"][1].update(kind="declare", seat=[], what={})), "step 1"),
        (changed(lambda r: r["steps"][1].update(kind="undo", to="x")), "it cannot go back"),
        (
            changed(lambda r: r["steps"][1].update(kind="reseed", commitment=7)),
            "a commitment is 64 hex digits",
        ),
        (changed(lambda r: r["steps"][0].update(kind="resolve")), "begins with its start"),
        (changed(lambda r: r.update(options={"walls": 3})), "option walls"),
        (changed(lambda r: r["steps"][3].update(turn=1.5)), "step 3: its turn is 2"),
        (changed(lambda r: r["steps"][3].update(state=None)), "step 3: the state after it differs"),
        (changed(lambda r: r["steps"][3].update(seals=7)), "step 3: its seals are no object"),
        (changed(lambda r: r.update(seed=7)), "64 hex digits"),
        (changed(lambda r: r.update(commitment=None)), "does not fit"),
        (changed(lambda r: r.update(outcome={"reason": "x", "places": {}})), "the outcome is"),
    ],
)
def test_every_fault_is_named(data: bytes, told: str) -> None:
    examined = examine(data)
    assert examined.brought is None and examined.refusal == ""
    assert any(told in fault for fault in examined.faults), examined.faults
    assert all("\n" not in fault for fault in examined.faults)


async def test_nothing_is_stored(office: PostOffice) -> None:
    who, before = Asker(guild_id=1, user_id=STRANGER), await office.dump()
    with pytest.raises(Refused, match="no record of a game"):
        await office.services.game_import.bring(who, 900, b"{}")
    wrong = changed(lambda r: [step.update(state="00" * 32) for step in r["steps"]])
    said = await office.services.game_import.bring(who, 900, wrong)
    assert said.text.startswith("This record is not true, so nothing was brought here:\n- step 0: the state")
    assert said.text.splitlines()[-1] == f"… and {len(RECORD['steps']) - 8} more, all in the file"
    assert len(said.files[0].data.splitlines()) == len(RECORD["steps"])
    assert await office.dump() == before


def test_one_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reading, "PATIENCE", 0.0)
    assert examine(changed(lambda _: None)).refusal == "This record takes too long to replay."


def test_names_and_letters_are_tamed() -> None:
    name = "A\u202eda\n" + "x" * 100
    letter = LETTER | {"text": "a\x00b\u202ec\nd"}
    examined = examine(changed(lambda r: r.update(players={"dark": name, "light": 7}, letters=[letter])))
    assert examined.brought is not None
    assert examined.brought.players == {"dark": ("A da " + "x" * 100)[:64], "light": "unknown"}
    assert examined.brought.letters[0]["text"] == "a b c\nd"
