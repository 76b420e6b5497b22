"""Games between engines: played one by one, each a pure function of its number and the match's seed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.errors import GameError, OrderError
from adjudicator.game import AnyGame, Seat
from engines.engine import Letter, Level, Task
from engines.players import Player, player

MOST_TURNS = 5000


class MatchError(GameError):
    """A player gave orders that the rules refuse."""


@dataclass
class Effort:
    """What one player's thinking took. turns: how often it was asked; seconds of this process's time"""

    turns: int = 0
    nodes: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    def add(self, nodes: int, seconds: float) -> None:
        self.turns += 1
        self.nodes += nodes
        self.seconds += seconds
        self.worst = max(self.worst, seconds)

    def include(self, other: Effort) -> None:
        self.turns += other.turns
        self.nodes += other.nodes
        self.seconds += other.seconds
        self.worst = max(self.worst, other.worst)


@dataclass(frozen=True)
class Played:
    """A game that was played. turns: resolutions;  efforts: by player's name"""

    seats: Mapping[Seat, str]
    places: Mapping[Seat, int]
    reason: str
    turns: int
    view: Mapping[str, Any]
    efforts: Mapping[str, Effort] = field(default_factory=dict)


def play(
    game: AnyGame, options: Mapping[str, Any], seats: Mapping[Seat, str], seed: int, talks: bool = False
) -> Played:
    """Play a game to its end. seats: the player's name of each seat, for `engines.players.player`; the same
    seed flips the same coins, whoever plays

    Raises MatchError for orders that are refused, OptionError for options.
    """
    made = {name: player(name, game) for name in sorted(set(seats.values()))}
    try:
        return _play(game, options, seats, made, seed, talks)
    finally:
        for each in made.values():
            each.close()


def _play(
    game: AnyGame,
    options: Mapping[str, Any],
    seats: Mapping[Seat, str],
    made: Mapping[str, Player],
    seed: int,
    talks: bool,
) -> Played:
    secret = hashlib.sha256(f"match {seed}".encode()).digest()
    random = Random(seed)
    state = game.start(options, HmacChance(secret, game.key)).state
    efforts = {name: Effort() for name in made}
    letters: list[tuple[int, Letter]] = []
    turns = 0
    while (outcome := game.outcome(state)) is None:
        turns += 1
        if turns > MOST_TURNS:
            raise MatchError(f"the game has no end after {MOST_TURNS} turns")
        orders: dict[Seat, Any] = {}
        written: list[tuple[int, Letter]] = []
        for seat in sorted(game.phase(state).owing):
            if not game.sharing(state, seat).isdisjoint(orders):
                continue
            view = game.view(state, seat)
            known = tuple(
                letter
                for turn, letter in letters
                if turn >= turns - 1 and (seat in (letter.sender, letter.to) or letter.to == "*")
            )
            task = Task(game.show(view), Level.CAPTAIN, random.getrandbits(31), None, known, talks)
            began = time.process_time()
            thought = made[seats[seat]].think(task)
            efforts[seats[seat]].add(thought.nodes, time.process_time() - began)
            try:
                orders[seat] = game.parse(view, "\n".join(thought.orders))
                game.check(view, orders[seat])
            except OrderError as error:
                raise MatchError(f"{seats[seat]} for {seat}, {thought.orders}: {error}") from error
            written += [(turns, letter) for letter in thought.letters]
        letters += written
        state = game.resolve(state, orders, HmacChance(secret, game.key, game.drawn(state))).state
    shown = game.show(game.view(state, None))
    return Played(dict(seats), dict(outcome.places), outcome.reason, turns, shown, efforts)


def seating(game: AnyGame, options: Mapping[str, Any], one: str, others: str, number: int) -> dict[Seat, str]:
    """Seat `one` at one side, and `others` at all the rest. The sides are taken in turn with the game's
    number."""
    teams = game.teams(game.options(options))
    mine = teams[number % len(teams)]
    return {seat: one if seat in mine else others for team in teams for seat in team}


def score(played: Played, name: str) -> float:
    """Return which share of the other seats one player was ahead of, those level with it by half: 1 for a
    win against one other, 0.5 for a draw."""
    own = [played.places[seat] for seat, who in played.seats.items() if who == name]
    rest = [played.places[seat] for seat, who in played.seats.items() if who != name]
    if not own or not rest:
        return 0.5
    ahead = sum((a < b) + (a == b) / 2 for a in own for b in rest)
    return ahead / (len(own) * len(rest))


def alone_first(played: Played, name: str) -> bool:
    """Return whether the player's side is first, and nobody else's."""
    first = {who for seat, who in played.seats.items() if played.places[seat] == 1}
    return first == {name}
