"""The receipt of a verified game, and docs/chance.md, whose commands are typed into a shell."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from adjudicator.__main__ import main
from adjudicator.chance import CoinFlip, HmacChance, Proof
from adjudicator.receipt import receipt, short
from adjudicator.replay import Drawn, Report, replay, verify
from tests.adjudicator.test_chance_known import COMMITMENT, OPENSSL, SEED
from tests.conformance import GAMES
from tests.playthroughs.record import Plan, record_of

PAGE = (Path(__file__).parents[2] / "docs" / "chance.md").read_text("utf-8")
RECORD = record_of(Plan("nemein", {}, "n2", most=60, ending="concede"))
"""A flip for the first mover, and flips of attacks."""


def chance_events(record: dict[str, Any]) -> list[dict[str, Any]]:
    kinds = ("coin_flip", "die", "lot")
    return [event for step in record["steps"] for event in step["events"] if event["type"] in kinds]


def test_every_result_has_its_line() -> None:
    report = verify(GAMES, RECORD)
    assert report.ok and len(report.drawn) > 2
    text = receipt(report)
    game = GAMES["nemein"]
    chance = HmacChance(bytes.fromhex(RECORD["seed"]), "n2")
    numbers = _numbers(game)
    for one, event in zip(report.drawn, chance_events(RECORD), strict=True):
        [word] = chance.read(event["n"], 2)
        when = "set-up" if one.step == 1 else f"turn {numbers[one.step]}"
        side = "heads" if event["heads"] else "tails"
        columns = [f"#{event['n']} flip", when, event["seat"] or "-", f"n2:{event['n']}", f"{word:08x}", side]
        assert re.search("^" + " +".join(columns) + "$", text, re.MULTILINE), columns
    assert text.startswith(f"nemein n2: {len(RECORD['steps'])} steps, {len(report.drawn)} chance results, 0 ")
    assert f"\ncommitment  {RECORD['commitment']}\nseed        {RECORD['seed']}\n" in text
    assert text.endswith("\n\nAll is true.\n") and all(len(line) <= 200 for line in text.splitlines())
    assert short(report).splitlines() == [text.splitlines()[0], "All is true."]


def _numbers(game: Any) -> list[int]:
    """The turn as people count it in which each step was done."""

    states = [resolution.state for resolution in replay(GAMES, RECORD)]
    return [0, *(game.phase(state).number for state in states[:-1])]


def test_a_changed_result_is_told_in_its_line() -> None:
    record = copy.deepcopy(RECORD)
    flip = chance_events(record)[1]
    flip["heads"] = not flip["heads"]
    report = verify(GAMES, record)
    truth = "tails" if flip["heads"] else "heads"
    text = receipt(report)
    assert re.search(rf"^#1 flip .* WRONG, the seed gives {truth}$", text, re.MULTILINE)
    assert text.count("WRONG, ") == 1 and text.endswith("\nThis record is not true.\n")
    assert [one.proof.ok for one in report.drawn].count(False) == 1


@pytest.mark.parametrize(
    "lie",
    [
        {"type": "lot", "n": 0, "of": "x", "value": None},
        {"type": "lot", "n": 0, "of": 0, "value": 0},
        {"type": "lot", "n": 0, "of": 2**40, "value": 0},
        {"type": "die", "n": {}, "value": []},
        {"type": "die", "n": 0, "value": 2, "seat": ["a\nAll is true."]},
        {"type": "coin_flip", "n": "\n", "heads": "\n"},
        {"type": "coin_flip", "n": 0, "heads": True, "seat": "x\nAll is true."},
    ],
)
def test_whatever_a_record_says_stays_on_its_line(lie: dict[str, Any]) -> None:
    record = copy.deepcopy(RECORD)
    record["steps"][1]["events"].insert(0, lie)
    text = receipt(verify(GAMES, record))
    assert not any(line.startswith("All is true.") for line in text.splitlines())
    assert text.endswith("\nThis record is not true.\n")


def test_no_command_is_smuggled_into_the_receipt() -> None:
    """Its lines are typed into shells."""
    flip = CoinFlip(n=0, heads=True)
    proof = Proof(0, "x'; echo gone; ':0", (1,), flip, flip)
    report = Report("cic", "x", 1, ("",), (), 0, (Drawn(0, "start", None, proof),), COMMITMENT, SEED.hex())
    line = next(line for line in receipt(report).splitlines() if "HMAC -macopt" in line)
    said = subprocess.run(["sh", "-c", line.partition("|")[0]], capture_output=True, text=True, check=True)
    assert said.stdout == "x'; echo gone; ':0"


@pytest.mark.parametrize("record", [None, [], {}, {"steps": 7, "seed": "xyz"}])
def test_what_is_no_record_has_a_receipt_too(record: Any) -> None:
    text = receipt(verify(GAMES, record))
    assert "WRONG: " in text and text.endswith("\nThis record is not true.\n")


def test_without_a_seed() -> None:
    text = receipt(verify(GAMES, RECORD | {"seed": None}))
    assert "the seed is not in the record" in text and "printf" not in text and "Nothing in this" not in text


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORD), "utf-8")
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == receipt(verify(GAMES, RECORD))
    assert main(["verify", "--short", str(file)]) == 0
    assert capsys.readouterr().out == short(verify(GAMES, RECORD))
    file.write_text(json.dumps(RECORD | {"commitment": "00" * 32}), "utf-8")
    assert main(["verify", "--short", str(file)]) == 1
    assert "WRONG: the seed does not fit" in capsys.readouterr().out
    file.write_text(json.dumps({"format": "fieldpost-league/1", "seed": None}), "utf-8")
    assert main(["verify", str(file)]) == main(["replay", str(file)]) == 2
    assert "the file of a league, not of a game" in capsys.readouterr().err


# -- the page


@pytest.mark.skipif(
    shutil.which("openssl") is None or shutil.which("xxd") is None, reason="openssl or xxd is not here"
)
def test_the_commands_of_the_page(tmp_path: Path) -> None:
    """The file of Fair play is the lock that the page shows."""
    [lock] = re.findall(r"```\n(== turn 3\n.*?)```", PAGE, re.DOTALL)
    (tmp_path / "k7f3-fair-play.txt").write_text(f"New York 2047 k7f3: locked orders\n\n{lock}", "utf-8")
    lines = [
        line for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
    ]
    typed = [line[2:] for line in lines if line.startswith("$ ")]
    said = subprocess.run(
        ["sh", "-c", "\n".join(typed)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    assert said.stdout.splitlines() == [line for line in lines if not line.startswith("$ ")]
    assert len(typed) == 8 and OPENSSL["k7f3:5"] in said.stdout and COMMITMENT in said.stdout


def test_the_receipt_of_the_page() -> None:
    """Its two flips are those of the example's seed, laid out as the program does it."""
    [shown] = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    proofs = [
        Proof(n, f"k7f3:{n}", HmacChance(SEED, "k7f3").read(n, 2), flip, flip)
        for n, flip in enumerate((CoinFlip(n=0, heads=True), CoinFlip(n=1, heads=True, seat="south")))
    ]
    drawn = (Drawn(1, "set-up", None, proofs[0]), Drawn(4, "turn 3", "south", proofs[1]))
    made = receipt(Report("nemein", "k7f3", 9, ("", ""), (), 2, drawn, COMMITMENT, SEED.hex()))
    assert made.startswith(shown)
    chance = HmacChance(SEED, "k7f3")
    assert [chance.coin(), chance.coin()] == [True, True]
