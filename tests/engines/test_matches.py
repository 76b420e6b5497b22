"""Matches: who sits where, what a score says, when it is clear; and the engines as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.server import Server
from engines.__main__ import all_games, main
from engines.contest import Contest, contest, results
from engines.match import MatchError, Played, alone_first, play, score, seating
from engines.players import CommandError, player
from engines.serve import Serving
from engines.statistics import Claim, elo, interval, ratings
from tests.adjudicator.pages import blocks
from tests.adjudicator.test_docs import fits
from tests.conformance import GAMES

ROOT = Path(__file__).parents[2]
SHORT = {"objective": "points", "round_limit": 4}


def finished(**places: int) -> Played:
    seats = {seat: "one" if seat == "a" else "others" for seat in places}
    return Played(seats, places, "", 1, {})


def test_the_same_seed_is_the_same_game() -> None:
    seats = seating(GAMES["cic"], SHORT, "recruit:30", "random", 0)
    first, again = (play(GAMES["cic"], SHORT, seats, 5) for _ in range(2))
    other = play(GAMES["cic"], SHORT, seats, 6)
    assert first.view == again.view
    assert first.view != other.view


def test_one_holds_a_side_and_the_sides_take_turns() -> None:
    options = {"teams": "dark"}
    assert seating(GAMES["cic"], options, "A", "B", 0) == {"dark-surface": "A", "dark-air": "A", "light": "B"}
    assert seating(GAMES["cic"], options, "A", "B", 1) == {"dark-surface": "B", "dark-air": "B", "light": "A"}
    assert [seating(GAMES["nme"], {}, "A", "B", n)["gray"] for n in range(4)] == ["B", "A", "B", "B"]


def test_the_score_is_the_share_of_those_behind() -> None:
    assert score(finished(a=1, b=2, c=2, d=2), "one") == 1
    assert score(finished(a=2, b=1, c=2, d=4), "one") == 0.5
    assert score(finished(a=1, b=1), "one") == 0.5
    assert alone_first(finished(a=1, b=2), "one")
    assert not alone_first(finished(a=1, b=1), "one")


def test_a_contest_stops_when_it_is_clear() -> None:
    what = Contest(all_games, "cic", "random:1", "random:1", 400, SHORT, claim=Claim(0.95))
    *_, last = contest(what)
    assert last.verdict is False
    assert len(last.scores) < 100


def test_a_player_against_itself_never_plays_the_same_game_again() -> None:
    """Whoever counted it once for each side would be surer than the games allow."""
    games = list(results(Contest(all_games, "nme", "random", "random", 6, {"players": 3})))
    assert len({repr(game.view) for game in games}) == len(games)


def test_processes_give_the_same_games() -> None:
    alone = Contest(all_games, "cic", "greedy", "random", 4, SHORT)
    several = Contest(all_games, "cic", "greedy", "random", 4, SHORT, processes=2)
    scores = [list(contest(what))[-1] for what in (alone, several)]
    assert scores[0].scores == scores[1].scores
    assert scores[0].reasons == scores[1].reasons


def test_figures_say_how_sure_they_are() -> None:
    sure, unsure = interval([1.0] * 100 + [0.0] * 100), interval([1.0, 0.0])
    assert sure.low < 0.5 < sure.high
    assert sure.high - sure.low < unsure.high - unsure.low
    assert elo(0.5) == 0
    rated = ratings({("b", "a"): [1.0] * 30 + [0.0] * 10, ("c", "b"): [1.0] * 30 + [0.0] * 10}, "a")
    assert rated["a"].rating == 0
    assert 150 < rated["b"].rating < 220
    assert rated["c"].rating > rated["b"].rating + 100
    assert rated["c"].error > 50


@pytest.mark.parametrize(("share", "scores", "verdict"), [(0.9, [1.0] * 40, True), (0.9, [0.5] * 40, False)])
def test_a_claim(share: float, scores: list[float], verdict: bool) -> None:
    assert Claim(share).verdict(scores) is verdict
    assert Claim(share).verdict(scores[:3]) is None


def serve(*requests: Any) -> list[dict[str, Any]]:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    return [json.loads(line) for line in Serving(GAMES).lines(lines)]


def cic_view() -> dict[str, Any]:
    from adjudicator.chance import ScriptedChance

    game = GAMES["cic"]
    return game.show(game.view(game.start({}, ScriptedChance()).state, "dark"))


def test_serve_answers_line_by_line() -> None:
    view = cic_view()
    thought, sampled, listed = serve(
        {"id": 1, "op": "think", "game": "cic", "view": view, "level": "recruit", "seed": 3, "nodes": 50},
        {"id": 2, "op": "sample", "game": "cic", "view": view, "count": 2},
        {"id": 3, "op": "engines"},
    )
    assert thought["id"] == 1
    assert len(thought["orders"]) == 1
    assert {"value", "line", "nodes"} <= set(thought)
    assert [state["pieces"] for state in sampled["states"]] == [view["pieces"]] * 2
    assert set(listed["engines"]["cic"]) == {"recruit", "sergeant", "captain", "general"}


def test_serve_says_what_is_wrong_and_goes_on() -> None:
    view = cic_view()
    answers = serve(
        "no json",
        {"id": 1, "op": "dance"},
        {"id": 2, "op": "think", "game": "chess", "view": view},
        {"id": 3, "op": "think", "game": "cic"},
        {"id": 4, "op": "think", "game": "cic", "view": view, "level": "admiral"},
        {"id": 5, "op": "think", "game": "cic", "view": {"seat": "dark"}},
        {"id": 6, "op": "think", "game": "cic", "view": view, "nodes": 20},
    )
    assert all(answer["error"] for answer in answers[:-2])
    assert "admiral" in answers[4]["error"]
    assert [answer["id"] for answer in answers[1:]] == [1, 2, 3, 4, 5, 6]
    assert answers[-1]["orders"]


def test_a_program_plays_as_the_same_level_does() -> None:
    command = f"{sys.executable} -m engines serve"
    seats = {"dark": command, "light": "random"}
    theirs = play(GAMES["cic"], SHORT, seats, 2)
    assert theirs.turns == 8


def test_a_program_that_answers_nonsense_is_named(tmp_path: Path) -> None:
    def saying(code: str) -> dict[str, str]:
        program = tmp_path / "program.py"
        program.write_text(code, "utf-8")
        return {"dark": f"{sys.executable} {program}", "light": "random"}

    for code, said in (("print('hello')", "hello"), ("", "nothing"), ("print('[]')", "answered")):
        with pytest.raises(CommandError, match=said):
            play(GAMES["cic"], SHORT, saying(code), 2)
    with pytest.raises(CommandError, match="cannot"):
        play(GAMES["cic"], SHORT, saying("""print('{"error": "I cannot"}')"""), 2)
    with pytest.raises(MatchError, match="h8-a1"):
        play(GAMES["cic"], SHORT, saying("""print('{"orders": ["h8-a1"]}')"""), 2)
    with pytest.raises(CommandError, match="no level"):
        player("nobody-has-this", GAMES["cic"])


def test_the_conversation_of_the_page() -> None:
    """docs/engines.md: a line to the rules server or to the engines, and its answer; each takes over what
    came before."""
    [text] = blocks("engines.md", "jsonl")
    lines = text.splitlines()
    known: dict[str, Any] = {}
    rules, engines = Server(GAMES), Serving(GAMES)
    for line, told in zip(lines[::2], lines[1::2], strict=True):
        asked = json.loads(line)
        asked |= {key: known[key] for key in ("state", "view") if asked.get(key) == "…"}
        for seat in asked["orders"] if isinstance(asked.get("orders"), dict) else ():
            asked["orders"][seat] = known["orders"]
        if asked["op"] in ("think", "sample", "engines"):
            [written] = engines.lines([json.dumps(asked)])
        else:
            written = rules.line(json.dumps(asked))
        answer = json.loads(written)
        expected = json.loads(told)
        if "error" in expected:
            expected["error"], said = "…", expected["error"]
            assert answer["error"].startswith(said.removesuffix("…"))
        assert fits(expected, answer), f"{line[:200]}\n{written[:1000]}"
        known |= answer


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "cic", "greedy", "random", "--games", "4", "--processes", "1"]) == 0
    told = capsys.readouterr().out
    assert "greedy against random: 4 games, score" in told
    assert main(["match", "cic", "random", "random", "--options", "[]"]) == 2
    assert main(["match", "cic", "admiral", "random", "--games", "1", "--processes", "1"]) == 2
    assert "admiral" in capsys.readouterr().err


def test_the_module_runs() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "engines", "serve"],
        input='{"op": "engines"}\n',
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    assert set(json.loads(run.stdout)["engines"])


def test_the_module_plays_in_several_processes() -> None:
    command = ["match", "cic", "random", "random", "--games", "2", "--processes", "2"]
    run = subprocess.run(
        [sys.executable, "-m", "engines", *command, "--options", json.dumps(SHORT)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    assert "2 games, score" in run.stdout
