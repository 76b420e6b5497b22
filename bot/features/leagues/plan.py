"""The plan of a league: how its season goes. Read from ``key=value`` texts, kept as JSON, told in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from typing import Any, Literal, get_args

from adjudicator.game import AnyGame
from adjudicator.text import listing
from bot.common.clock import DAY, span_words
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.schedule import Span, Spec, Weekly, read_spec
from bot.features.leagues import text as words

Format = Literal["roundrobin", "swiss", "tables"]
Pace = Literal["dates", "wait", "results"]
Where = Literal["threads", "channels"]
Seeding = Literal["lot", "rating"]
Tie = Literal["direct", "buchholz", "sonneborn", "wins", "missed", "lot"]

RULES = 2
"""The newest rules for byes.

1: in tie-breaks a bye counts as an opponent with one's own points, and as no win; tables are drawn by the
numbers, and so who has a bye there.
2: a bye counts as in `standings.by_games`; tables are drawn by places, which are another lot.
"""
CALENDAR = "7d"
MOST_ENTRANTS, MOST_ROUNDS, MOST_DIVISIONS = 1000, 60, 20

NATURAL: Mapping[tuple[str, int], tuple[str, ...]] = {
    ("nme", 3): ("4", "3", "2", "1", "0"),
    ("nme", 2): ("1", "1", "1/2", "0", "0"),  # Protect the Ally: who wins has place 1 or 2, who loses has 5
}
"""The usual points of games whose places are not just 1, 2, …, by game and seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a season goes.

    format:     "roundrobin" and "swiss" for two seats, "tables" (drawn) for more
    rounds:     how many; 0: as many as a round robin has
    cycles:     of a round robin: 1 everybody once, 2 twice, with the seats exchanged
    calendar:   when rounds begin: a span ("7d") or dates ("Mon 20:00 Europe/Rome")
    pace:       "dates": at them, late games go on beside; "wait": at them, but never before all results;
                "results": as soon as all results are there
    season:     days from the start; games that still go on then end as draws of who still plays; 0: no end
    divisions:  how many;  moves: how many go up, and down, after the season
    points:     for each natural place, best first; those who share places share their points; later places
                have the last of them
    bye:        points of a bye
    ties:       tie-breaks, in their order; the last is always the lot
    seeding:    of a Swiss league: what decides among those with the same points at last: "lot", or "rating":
                the upper half meets the lower half
    vacation:   days of vacation a player has in the whole season
    substitute: percent of a seat's points that who stepped in gets; the rest is the entrant's
    out:        games lost by absence after which a player takes part no more; 0: never
    annul:      whether in a round robin the games of who leaves before half of the rounds count for nobody
    where:      games get threads, or channels of their own
    least, most: entrants
    rules:      by which of `RULES` it is ranked and paired, so that a season keeps what it began with
    """

    format: Format
    rounds: int
    cycles: int = 1
    calendar: str = CALENDAR
    pace: Pace = "dates"
    season: int = 0
    divisions: int = 1
    moves: int = 1
    points: tuple[str, ...]
    bye: str
    ties: tuple[Tie, ...]
    seeding: Seeding = "lot"
    vacation: int = 14
    substitute: int = 0
    out: int = 2
    annul: bool = True
    where: Where = "threads"
    least: int
    most: int = 0
    rules: int = 1

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The points for places 1, 2, …"""
        return tuple(read_points(text) for text in self.points)

    @property
    def bye_points(self) -> Fraction:
        return read_points(self.bye)

    @property
    def spec(self) -> Spec:
        return read_spec(self.calendar)

    def stored(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Plan:
        """A stored plan; what an older version did not have has its default."""
        known = {field.name for field in fields(cls)}
        given: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in stored.items()
        }
        return cls(**{key: value for key, value in given.items() if key in known})

    def facts(self) -> list[str]:
        """How players meet, and when: what decides whether one signs up."""
        found = self._format()
        if self.divisions > 1:
            found = words.DIVISIONS(format=found, divisions=self.divisions)
        return [found, self._rhythm()]

    def terms(self) -> list[str]:
        """The rest that players must know, a line each."""
        found = [words.SWISS_MEANS] if self.format == "swiss" else []
        if self.divisions > 1:
            found.append(words.UP_AND_DOWN(moves=self.moves))
        if self.pace != "results":
            found.append(words.LATE_WAIT if self.pace == "wait" else words.LATE_GO_ON)
        if self.season:
            found.append(words.SEASON_ENDS(days=self.season))
        found.append(self._points())
        if self.format != "roundrobin":
            found.append(words.BYE_POINTS(points=points_text(self.bye_points)))
        found.append(words.LEVEL(ties=", ".join(words.TIES[tie] for tie in self.ties)))
        found.append(words.VACATION(days=self.vacation) if self.vacation else words.NO_VACATION)
        if self.substitute:
            found.append(words.SHARE(percent=self.substitute))
        if self.out:
            found.append(words.OUT(n=self.out))
        return [*found, words.PLACES if self.where == "threads" else words.PLACES_CHANNELS]

    def doubts(self) -> list[str]:
        """What goes together, but hardly as it was meant."""
        spec = self.spec
        if self.pace == "results" and self.calendar != CALENDAR:
            return [words.CALENDAR_UNUSED]
        if not self.season or self.pace == "results" or not isinstance(spec, Span):
            return []
        fit = int(1 + (self.season * DAY - 1) // spec.seconds)
        if fit >= (self.rounds or 2):
            return []
        if self.rounds:
            return [words.SEASON_SHORT_OF(n=fit, rounds=self.rounds, days=self.season)]
        return [words.SEASON_SHORT(n=fit, days=self.season)]

    def _format(self) -> str:
        if self.format == "roundrobin":
            return words.ROBIN_TWICE if self.cycles == 2 else words.ROBIN
        if self.format == "swiss":
            return (words.SWISS_RATED if self.seeding == "rating" else words.SWISS)(n=self.rounds)
        return words.TABLES(n=self.rounds)

    def _rhythm(self) -> str:
        if self.pace == "results":
            return words.RESULTS
        spec = self.spec
        if isinstance(spec, Weekly):
            return words.DATES(dates=spec)
        if isinstance(spec, Span) and not spec.zone:
            return words.EVERY(span=span_words(spec.seconds))
        return words.EVERY(span=spec)

    def _points(self) -> str:
        values = self.values
        if is_duel(self) and len(values) == 2:
            win, loss = values
            draw = points_text((win + loss) / 2)
            return words.DUEL_POINTS(win=points_text(win), draw=draw, loss=points_text(loss))
        return words.PLACE_POINTS(points=", ".join(points_text(points) for points in values))


def default(game: AnyGame, options: Mapping[str, Any], form: Format | None = None) -> Plan:
    """The plan of a league of this game, where its organiser says nothing."""
    seats = len(game.seats(options))
    shape: Format = form or ("roundrobin" if seats == 2 else "tables")
    sides = len(game.teams(options))
    points = NATURAL.get((game.key, seats), tuple(str(points) for points in range(sides - 1, -1, -1)))
    values = [Fraction(text) for text in points]
    bye = (
        values[0] if seats == 2 else sum(values, Fraction(0)) / len(values)
    )  # who cannot play wins, or draws
    ties: tuple[Tie, ...] = ("direct", "sonneborn", "wins", "missed", "lot")
    if shape == "swiss":
        ties = ("buchholz", "direct", "sonneborn", "missed", "lot")
    elif shape == "tables":
        ties = ("wins", "buchholz", "missed", "lot")
    rounds = 0 if shape == "roundrobin" else 5
    return Plan(
        format=shape, rounds=rounds, points=points, bye=str(bye), ties=ties, least=max(seats, 3), rules=RULES
    )


KEYS = (
    "format", "rounds", "cycles", "calendar", "pace", "season", "divisions", "moves", "points", "bye", "ties",
    "seeding", "vacation", "substitute", "out", "annul", "where", "least", "most",
)  # fmt: skip
"""The keys of a plan as people write them; docs/leagues.md says what each takes."""

_NUMBERS: Mapping[str, tuple[int, int]] = {
    "rounds": (0, MOST_ROUNDS),
    "cycles": (1, 2),
    "season": (0, 730),
    "divisions": (1, MOST_DIVISIONS),
    "moves": (0, 10),
    "vacation": (0, 120),
    "substitute": (0, 100),
    "out": (0, 20),
    "least": (2, MOST_ENTRANTS),
    "most": (0, MOST_ENTRANTS),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "format": get_args(Format),
    "pace": get_args(Pace),
    "seeding": get_args(Seeding),
    "where": get_args(Where),
    "annul": ("yes", "no"),
}


class WrongValue(Refused):
    """A value of a plan that cannot be. key: which;  why: in words, to follow its name"""

    def __init__(self, key: str, why: str) -> None:
        self.key, self.why = key, why
        super().__init__(words.WRONG_VALUE(key=key, why=why))


def read_plan(
    game: AnyGame, options: Mapping[str, Any], given: Mapping[str, str], before: Plan | None = None
) -> Plan:
    """A plan from texts by key (see `KEYS`); what is not given is as in `before`, or as usual. Raises
    Refused."""
    for key in given:
        if key not in KEYS:
            known = listing([f"`{known}`" for known in KEYS], "and")
            raise Refused(words.NOT_A_KEY(key=clip(plain_name(key), 40), keys=known))
    form = _choice("format", given["format"]) if "format" in given else None
    plan = before
    if plan is None or (form is not None and form != plan.format):
        plan = default(game, options, form)  # type: ignore[arg-type]
    changed: dict[str, Any] = {key: _value(key, text) for key, text in given.items()}
    plan = replace(plan, **changed)
    _fits(game, options, plan)
    return plan


def _value(key: str, text: str) -> Any:
    if key in _NUMBERS:
        least, most = _NUMBERS[key]
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise WrongValue(key, words.NOT_A_NUMBER(least=least, most=most, typed=_said(text)))
        return int(text)
    if key in CHOICES:
        chosen = _choice(key, text)
        return chosen == "yes" if key == "annul" else chosen
    if key == "calendar":
        try:
            spec = str(read_spec(text))
        except Refused:
            spec = "none"
        if spec == "none":
            raise WrongValue(key, words.NOT_A_CALENDAR(typed=_said(text)))
        return spec
    if key == "bye":
        return str(_points(key, text))
    parts = [part for part in text.replace(";", ",").replace(" ", ",").split(",") if part]
    if key == "points":
        if not 1 <= len(parts) <= 12:
            raise WrongValue(key, words.POINTS_EACH)
        values = [_points(key, part) for part in parts]
        if values != sorted(values, reverse=True):
            raise WrongValue(key, words.POINTS_FALL)
        return tuple(str(value) for value in values)
    ties = [part.lower() for part in parts]
    for tie in ties:
        if tie not in words.TIES:
            raise WrongValue(key, words.NOT_A_TIE(typed=_said(tie), ties=", ".join(words.TIES)))
    return (*dict.fromkeys(tie for tie in ties if tie != "lot"), "lot")


def _choice(key: str, text: str) -> str:
    said = text.strip().lower().replace("-", "").replace(" ", "")
    if said not in CHOICES[key]:
        raise WrongValue(key, words.NOT_A_CHOICE(choices=listing(CHOICES[key]), typed=_said(text)))
    return said


def _points(key: str, text: str) -> Fraction:
    try:
        value = read_points(text)
    except (ValueError, ZeroDivisionError):
        raise WrongValue(key, words.NOT_POINTS(typed=_said(text))) from None
    if not 0 <= value <= 1000 or value.denominator > 1000:
        raise WrongValue(key, words.POINTS_RANGE)
    return value


def _said(text: str) -> str:
    return clip(plain_name(text), 30)


def _fits(game: AnyGame, options: Mapping[str, Any], plan: Plan) -> None:
    """Refuse what does not go together."""
    seats = len(game.seats(options))
    if plan.format in ("roundrobin", "swiss") and seats != 2:
        told = words.TWO_PLAYERS_ONLY(format=plan.format, game=game.name, seats=seats)
        raise WrongValue("format", told)
    if plan.seeding == "rating" and plan.format != "swiss":
        raise WrongValue("seeding", words.RATING_IS_SWISS)
    if plan.format != "roundrobin" and not plan.rounds:
        raise WrongValue("rounds", words.ROUNDS_NEEDED(most=MOST_ROUNDS))
    if plan.least < seats:
        raise WrongValue("least", words.LEAST_A_GAME(seats=seats))
    if plan.most and plan.most < max(plan.least, plan.divisions * seats):
        raise WrongValue("most", words.MOST_TOO_FEW(needed=max(plan.least, plan.divisions * seats)))


def is_duel(plan: Plan) -> bool:
    """Whether games are won, drawn or lost; else there are places."""
    return plan.format != "tables"


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
