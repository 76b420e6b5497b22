"""What pairing and standings know of a league: numbers of entrants, games and their results.

Entrants are numbers from 1, given by lot at the start. `numbers` of a game are in the order of its seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from adjudicator.game import AnyGame

Kind = Literal["played", "bye", "walkover", "none", "ruled", "annulled"]


def teams_of(game: AnyGame, options: Mapping[str, Any]) -> tuple[int, ...]:
    """For each seat the number of its team, as in `Result.teams`."""
    teams = {seat: at for at, team in enumerate(game.teams(options)) for seat in team}
    return tuple(teams[seat] for seat in game.seats(options))


@dataclass(frozen=True, slots=True)
class Entering:
    """An entrant as one round sees it.

    active: whether the player still takes part
    place:  in the order from which tables are drawn; 0 where that of the numbers is
    rating: by which a Swiss league is seeded; None where it is not
    """

    number: int
    division: int = 1
    active: bool = True
    place: int = 0
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played; one number alone has a bye, or a walkover, where in a round robin the opponent has
    left."""

    numbers: tuple[int, ...]
    division: int = 1
    walkover: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What a game was for the league.

    kind:    "played" to its end; "bye"; "walkover" (a bye because the opponent has left); "none": broken off,
             nobody scores; "ruled" by the organiser; "annulled": counts for nobody
    places:  the natural place of each seat, in the order of `numbers`; () where nobody has one
    teams:   for each seat the number of its team (0, 1, …), equal for those who win and lose together
    subs:    for each seat the number of the entrant who sat there at the end in another's place; 0 somebody
             from outside the league; None: the entrant's own
    forfeits: for each seat whether it was out because nothing came from it in time
    missed:  for each seat the deadlines that the entrant missed
    """

    kind: Kind
    places: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    subs: tuple[int | None, ...] = ()
    forfeits: tuple[bool, ...] = ()
    missed: tuple[int, ...] = ()

    def stored(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "kind": self.kind,
            "places": list(self.places),
            "teams": list(self.teams),
            "subs": list(self.subs),
            "forfeits": list(self.forfeits),
            "missed": list(self.missed),
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Result:
        """A stored result.

        >>> Result.read(Result("played", (1, 2), (0, 1)).stored())
        Result(kind='played', places=(1, 2), teams=(0, 1), subs=(), forfeits=(), missed=())
        """
        lists = {key: tuple(stored.get(key, ())) for key in ("places", "teams", "subs", "forfeits", "missed")}
        return cls(stored["kind"], **lists)


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a league, or a bye. result: None while it is not finished"""

    round: int
    board: int
    numbers: tuple[int, ...]
    division: int = 1
    result: Result | None = None


def read_points(text: str) -> Fraction:
    """Points as people write them: ``3``, ``1/2``, ``0.5``. Raises ValueError.

    >>> read_points("1/2"), read_points("0.25")
    (Fraction(1, 2), Fraction(1, 4))
    """
    return Fraction(text.strip().replace("½", "1/2"))


def points_text(points: Fraction) -> str:
    """Points for a table: halves and quarters as signs, others with two decimals.

    >>> [points_text(Fraction(n)) for n in ("3", "1/2", "7/2", "10/3", "1/4")]
    ['3', '½', '3½', '3.33', '¼']
    """
    whole, rest = divmod(points, 1)
    signs = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    if not rest:
        return str(whole)
    if rest in signs and points > 0:
        return f"{whole or ''}{signs[rest]}"
    return f"{float(points):.2f}"
