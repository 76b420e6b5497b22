"""Many games between two players, in several processes: the score as it grows, and when it is clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

from adjudicator.game import AnyGame
from engines.match import Effort, Played, alone_first, play, score, seating
from engines.statistics import Claim, Interval, elo, interval

Games = Callable[[], Mapping[str, AnyGame]]
"""Makes the games; a function of a module, since each process calls it once."""


@dataclass(frozen=True)
class Contest:
    """What is to be played.

    one, others: players' names; `one` holds one side, `others` all the rest, the sides taken in turn. The
                 games of a turn of sides have the same coins and seeds; if both are the same player, each
                 game has its own, or it would be the same game again.
    most:  games at most;  claim: stop as soon as it is clear
    first: the claim is about the games in which `one` alone is first; otherwise about its score
    """

    games: Games
    key: str
    one: str
    others: str
    most: int = 100
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    claim: Claim | None = None
    first: bool = False
    processes: int = 1
    talks: bool = False


@dataclass
class Score:
    """What a contest has given so far."""

    scores: list[float] = field(default_factory=list)
    firsts: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    places: Counter[int] = field(default_factory=Counter)
    turns: int = 0
    efforts: dict[str, Effort] = field(default_factory=dict)
    verdict: bool | None = None

    @property
    def interval(self) -> Interval:
        return interval(self.scores)

    def add(self, one: str, played: Played) -> None:
        self.scores.append(score(played, one))
        self.firsts.append(float(alone_first(played, one)))
        self.reasons[played.reason] += 1
        self.places[min(place for seat, place in played.places.items() if played.seats[seat] == one)] += 1
        self.turns += played.turns
        for name, effort in played.efforts.items():
            self.efforts.setdefault(name, Effort()).include(effort)


def contest(what: Contest) -> Iterator[Score]:
    """Play, and yield the score after each game, in the games' order whichever ends first."""
    found = Score()
    for played in results(what):
        found.add(what.one, played)
        if what.claim is not None:
            found.verdict = what.claim.verdict(found.firsts if what.first else found.scores)
        yield found
        if found.verdict is not None:
            return


def results(what: Contest) -> Iterator[Played]:
    """Yield the games of a contest, in their order."""
    job = partial(_game, what)
    if what.processes < 2:
        yield from map(job, range(what.most))
        return
    with ProcessPoolExecutor(what.processes, get_context("forkserver")) as pool:
        waiting = [pool.submit(job, number) for number in range(min(what.processes * 2, what.most))]
        numbers = iter(range(len(waiting), what.most))
        try:
            while waiting:
                yield waiting.pop(0).result()
                waiting += [pool.submit(job, number) for number in islice(numbers, 1)]
        finally:
            for future in waiting:
                future.cancel()


def _game(what: Contest, number: int) -> Played:
    game = what.games()[what.key]
    sides = len(game.teams(game.options(what.options)))
    seats = seating(game, what.options, what.one, what.others, number)
    turn = number // sides if what.one != what.others else number
    return play(game, what.options, seats, what.seed * 1_000_003 + turn, what.talks)


def told(what: Contest, found: Score) -> list[str]:
    """Write a score as lines for people."""
    sides = 2 if len(set(found.places)) <= 2 and max(found.places, default=1) <= 2 else 7
    draws = sum(value == 0.5 for value in found.scores)
    share = found.interval
    lines = [
        f"{what.one} against {what.others}: {len(found.scores)} games, score {share}, "
        f"first alone {interval(found.firsts)}"
    ]
    if sides == 2:
        won = sum(value == 1 for value in found.scores)
        lines.append(f"  won {won}, drawn {draws}, lost {len(found.scores) - won - draws}")
    else:
        lines.append("  places: " + ", ".join(f"{n}: {count}" for n, count in sorted(found.places.items())))
    rating = [elo(value) for value in (share.mean, share.low, share.high)]
    lines.append(f"  rating difference {rating[0]:+.0f} ({rating[1]:+.0f} to {rating[2]:+.0f})")
    lines.append("  ends: " + ", ".join(f"{reason} {n}" for reason, n in found.reasons.most_common()))
    lines.append(f"  turns a game {found.turns / max(1, len(found.scores)):.0f}")
    lines += [
        f"  {name}: {effort.seconds / max(1, effort.turns):.3f} s of processor a turn, at most "
        f"{effort.worst:.2f} s; {effort.nodes / max(1, effort.turns):.0f} nodes a turn"
        for name, effort in found.efforts.items()
    ]
    if what.claim is not None:
        said = {True: "holds", False: "does not hold", None: "is not clear yet"}[found.verdict]
        lines.append(f"  “at least {what.claim.share:.0%}” {said}")
    return lines


def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """List who meets whom in a ladder: the better one of two that stand next to each other or one apart is
    named first. names: from the weakest

    >>> pairs(["random", "recruit", "general"])
    [('recruit', 'random'), ('general', 'recruit'), ('general', 'random')]
    """
    found = [(names[i + 1], names[i]) for i in range(len(names) - 1)]
    return found + [(names[i + 2], names[i]) for i in range(len(names) - 2)]
