"""Every numbered case of every game (tests/cases), by the one runner of `casefile`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.registry import games
from maps.boards import boards
from tests.adjudicator import (
    bridge_cic,
    bridge_nemein,
    bridge_nme,
    bridge_ww3,
    reference_cic,
    reference_nemein,
    reference_nme,
    reference_ww3,
)
from tests.adjudicator.casefile import Case, Run, read_cases
from tests.adjudicator.casefile_cic import CicRun
from tests.adjudicator.casefile_nemein import NemeinRun
from tests.adjudicator.casefile_newyork2047 import NewYorkRun
from tests.adjudicator.casefile_nme import NmeRun
from tests.adjudicator.casefile_ww3 import Ww3Run

ROOT = Path(__file__).parents[2]
GAMES = games(boards())
RUNS: dict[str, type[Run]] = {
    "cic": CicRun,
    "newyork2047": NewYorkRun,
    "nme": NmeRun,
    "nemein": NemeinRun,
    "ww3": Ww3Run,
}
LEGAL: dict[str, Callable[[Mapping[str, Any]], Iterable[str]]] = {
    "cic": lambda dump: reference_cic.legal(bridge_cic.to_reference(dump)),
    "nemein": lambda dump: reference_nemein.legal(bridge_nemein.to_reference(dump)),
    "nme": lambda dump: reference_nme.legal(bridge_nme.to_reference(dump)),
    "ww3": lambda dump: reference_ww3.legal(bridge_ww3.to_reference(dump)),
}
FILES = {path.stem: read_cases(path) for path in sorted((ROOT / "tests/cases").glob("*.txt"))}


def words(text: str) -> str:
    """Text without Markdown signs and line ends."""
    return " ".join(re.sub(r"[*`]", "", text).split())


@pytest.mark.parametrize(
    ("key", "case"),
    [pytest.param(key, case, id=f"{key}-{case.number}") for key, cases in FILES.items() for case in cases],
)
def test_case(key: str, case: Case) -> None:
    """Where there is a reference that lists what is legal, it is asked at each turn and each list."""
    run = RUNS[key](GAMES[key])
    run.truth = LEGAL.get(key)
    run.run(case)


@pytest.mark.parametrize("key", FILES)
def test_numbers_are_unique_and_every_case_quotes_the_rules(key: str) -> None:
    numbers = [case.number for case in FILES[key]]
    assert len(numbers) == len(set(numbers))
    page = words((ROOT / f"docs/{key}.md").read_text("utf-8") + (ROOT / "docs/rulings.md").read_text("utf-8"))
    for case in FILES[key]:
        assert case.rules, f"{case.number} quotes no rule"
        for rule in case.rules:
            assert words(rule) in page, f"{case.number}: docs/{key}.md does not say: {rule}"


@pytest.mark.parametrize("key", FILES)
def test_every_ruling_has_a_case(key: str) -> None:
    page = (ROOT / f"docs/{key}.md").read_text("utf-8")
    rulings = re.findall(r"^- \*\*Ruling\*\*: (.*?)(?=\n- |\n\n|\Z)", page, re.DOTALL | re.MULTILINE)
    assert rulings
    quoted = [words(rule) for case in FILES[key] for rule in case.rules]
    for ruling in rulings:
        assert any(rule in words(ruling) for rule in quoted), f"no case quotes: {ruling}"


WRONG = {
    "cic": """
        LEGAL | a1 | a1-b2 -> too many
        LEGAL | a1 | a1-b1 a1-a2 a1-b2 a1-c3 a1-c1 -> missing
    """,
    "nme": """
        LEGAL | A4s | A4 -> too many
        LEGAL | A4s | A4 A5 A4n -> missing
        NUMBER | * | 3 -> there are 2
        PIECES | black | PA4s IA1 -> A4s
        AT | A4s | empty -> black P
        HELD | black | gray I -> holds
        RIGHTS | black C4 -> rights
        FALLS | gray by black -> falls
        MAY | black | draw -> declarations
        RULINGS | black | forfeit, penalty A4 -> rulings
        DEFAULT | black | pass -> none
        STAR | A4s | A4 | A4n -> touches
        NOSTAR | A4s -> stars
        BASE | gray | I0s -> its base
        DEPTH | gray | A1=11 -> A1 has 12
        EVENT | moved -> no event is left
    """,
    "ww3": """
        LEGAL | d4 | c4 d3 d5 e4 -> too many
        LEGAL | d4 | c4 d3 d5 e4 e5 f6 -> missing
        LEGAL | * | d4-d5 -> too many
        PAIRS | d4 | h4 | c4 g4 -> missing
        CAN | d4-d6 -> not legal
        CANNOT | d4-d5 -> legal
        NUMBER | 4 -> there are 5
        MEET | S T | wins -> the event is
        MEET | S T | no move -> is legal
        MEET | N N | bounces -> is not legal
        PIECES | red | Td4 -> e1
        SEES | silver | red | ?d4 Be1 -> d4
        AT | d4 | empty -> red T
        FALLEN | red | S -> red lost
        GONE | red | S -> are gone
        WAYS | red 0 1 -> ways
        MAY | red | draw -> declarations
        DEFAULT | red | pass -> none
        WAITS | red -> it may order
        LISTED | red | 4 -> there are 5
        POINT | d4 | d5 -> d4 joins
        NOPOINT | a1 d4 -> points
        TURNED | d2 b8 h10 j5 -> they turn
        EVENT | moved -> no event is left
    """,
    "nemein": """
        LEGAL | * | end -> too many
        LEGAL | end | end, house a1 -> missing
        TILES | south | a1=10 -> a1=1
        AT | a1 | empty -> south 1
        LEFT | south 3 north 2 -> house coins in hand
        PHASE | play | 0 | 2 -> the phase is
        PHASE | play | 0 | 1 | goes on -> the phase is
        MAY | south | draw -> declarations
        RULINGS | south | forfeit -> rulings
        DEFAULT | south | none -> the default is end
        JOIN | south |  | end | house a1 -> the sheet is end
        LEGALSHEET | south | END -> it is
        EXAMPLES | south | end -> it gives
        SEALED | yes -> sealed: no
        WAITS | south -> it may order
        NOWARN | south | house a1 | won't count -> it warns
        UNLOADABLE | outcome | {} -> it was loaded
        BOARD | 3 | 19 | a3 b4 c5 d4 e4 | c | a b | d e -> e3
        NEAR | 4 | a1 | a2 b1 -> its neighbours
        COINS | USD | 100 | 25 10 5 | 1/1 -> it has
        COMPLETED | {} | side | 5 -> side is 4
        EVENT | moved -> no event is left
        DO | south: move a1-a2 1 | heads -> 0 coins were flipped
        SKIPPED | south | end | closed -> no event is left
    """,
}
"""Lines that are not so, and what is said of them."""
BEFORE = {"cic": ["LIGHT | Aa1", 'SET | {"to_move": "light"}'], "ww3": ["RED | Td4"]}
"""What they are said of, if it is not the start."""


@pytest.mark.parametrize(
    ("key", "line"),
    [(key, line.strip()) for key, text in WRONG.items() for line in text.strip().splitlines()],
)
def test_a_wrong_case_fails(key: str, line: str) -> None:
    wrong, _, says = line.partition(" -> ")
    case = Case("X.1", "something that is not so")
    for number, text in enumerate([*BEFORE.get(key, []), wrong], 1):
        word, *parts = (part.strip() for part in text.split("|"))
        case.lines.append((number, word, parts))
    with pytest.raises(AssertionError, match=says):
        RUNS[key](GAMES[key]).run(case)
