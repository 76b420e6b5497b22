"""What the rows of leagues, sittings, results and ratings become: frozen values, as in `records`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from .columns import ADDED, BIG, COUNTED, INDEXED, KEY, SERIAL, Personal, Ref

LeagueStatus = Literal["signup", "running", "paused", "over", "cancelled"]
OPEN: tuple[LeagueStatus, ...] = ("signup", "running", "paused")
EntrantStatus = Literal["in", "reserve", "out"]
FixtureStatus = Literal["planned", "playing", "done"]
Cause = Literal["game", "ruling", "bye", "left", "end", "before"]


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """One season of a league, from its sign-up to its final table. The seed is elsewhere."""

    id: Annotated[str, KEY]
    """Short code that people type, such as 'lg4k'."""
    guild_id: Annotated[int, BIG, INDEXED]
    channel_id: Annotated[int, BIG]
    """Where it is announced, and where its threads are made."""
    name: Annotated[str, Personal.THEIRS]
    game: str
    options: Mapping[str, Any]
    """Of the game."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The house options of its tables."""
    deadline_spec: str | None = None
    host_id: Annotated[int, BIG, Personal.PSEUDONYM]
    """The organiser."""
    status: Annotated[LeagueStatus, INDEXED] = "signup"
    plan: Mapping[str, Any] = field(default_factory=dict)
    """See `bot.features.leagues.plan.Plan`."""
    commitment: str
    drawn: int = 0
    """How many chance results are used: the number of the next one."""
    round: int = 0
    """The newest round that was opened; 0: none yet."""
    season: int = 1
    previous: str | None = None
    """The league of the season before."""
    next_at: float | None = None
    """When sign-up closes, or the next round begins; None: when results say so, or somebody."""
    digest_at: float | None = None
    message_id: Annotated[int | None, BIG] = None
    """The message with the buttons for signing up."""
    created_at: float
    started_at: float | None = None
    ended_at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSeed:
    """A league's secret seed."""

    league_id: Annotated[str, KEY, Ref("leagues.id")]
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    league_id: Annotated[str, KEY, Ref("leagues.id")]
    user_id: Annotated[int, KEY, BIG, INDEXED, Personal.PSEUDONYM]
    """Negative once the user has asked to be forgotten."""
    name: Annotated[str, Personal.NAME]
    status: EntrantStatus = "in"
    """'out': takes part in no more rounds."""
    number: int = 0
    """By lot, from 1; what fixtures and standings know. 0 until the start, and for reserves."""
    division: int = 0
    """From 1, the highest; 0 until the start."""
    joined_at: float
    left_round: int | None = None
    """The first round without this player; None: takes part."""
    why: Annotated[str, ADDED, Personal.WORDS] = ""
    """Why the player left, for all to read."""
    rating: int | None = None
    """When sign-up closed, in a league that is seeded by rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One game of a league's round, or somebody's bye."""

    id: Annotated[int, SERIAL] = 0
    """0: not stored yet."""
    league_id: Annotated[str, Ref("leagues.id")]
    round: int
    division: int
    board: int
    """From 1, unique in the round; byes have one too."""
    numbers: Sequence[int]
    """The entrants' numbers, in the order of the game's seats; one alone has a bye."""
    code: Annotated[str | None, INDEXED] = None
    """The code that its table has, or will have; None: a bye."""
    place_id: Annotated[int | None, BIG] = None
    """The channel or thread that was made for it."""
    table_id: Annotated[str | None, Ref("tables.id")] = None
    status: Annotated[FixtureStatus, INDEXED] = "planned"
    result: Mapping[str, Any] | None = None
    """See `bot.features.leagues.scoring.Result`; None: not known yet."""
    opened_at: float | None = None
    settled_at: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", tuple(self.numbers))


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """When a round was paired, and from what, beside the games that had a result then."""

    league_id: Annotated[str, KEY, Ref("leagues.id")]
    round: Annotated[int, KEY]
    at: float
    drawn: int
    """How many chance results were used before."""
    out: Sequence[int]
    """The numbers of those who had left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A game got a result, the first one or another."""

    id: Annotated[int, SERIAL] = 0
    league_id: Annotated[str, Ref("leagues.id")]
    fixture_id: Annotated[int, Ref("fixtures.id"), COUNTED]
    round: int
    """The newest round at that moment: those after it were paired from this result."""
    at: float
    cause: Cause
    """'left': a player before it was opened; 'end': time was up, or the league cancelled; 'before': it was
    there when settlements began to be kept."""
    numbers: Sequence[int]
    """Who was in the game then; fewer than were paired if somebody had left."""
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLogEntry:
    """A line of a league's public log."""

    id: Annotated[int, SERIAL] = 0
    league_id: Annotated[str, Ref("leagues.id")]
    at: float
    round: int
    act: str
    text: Annotated[str, Personal.WORDS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Somebody's time on a seat. The first of a seat began the game."""

    id: Annotated[int, SERIAL] = 0
    table_id: Annotated[str, Ref("tables.id")]
    seat: str
    user_id: Annotated[int, BIG, INDEXED, Personal.PSEUDONYM]
    name: Annotated[str, Personal.NAME]
    from_at: float
    until_at: float | None = None
    """When the seat was handed over; None: it was not."""
    missed: Annotated[int, ADDED] = 0
    """Deadlines missed until then; of who still sits there see `players`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """What a finished game was for one user on one seat."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seat: Annotated[str, KEY]
    user_id: Annotated[int, KEY, BIG, Personal.PSEUDONYM]
    guild_id: Annotated[int, BIG]
    game: str
    place: int
    """The seat's natural place; 0: the game was broken off, nobody has one."""
    shared: int
    """How many seats (of other teams too) have this place; 0: nobody has one."""
    seats: int
    began: bool
    """Whether the user sat there when the game began; others are substitutes, whom it does not rate."""
    turns: int
    """Turns in which the user owed an order."""
    missed: int
    mu_before: float | None = None
    """None: the game does not count for the user's rating."""
    sigma_before: float | None = None
    mu_after: float | None = None
    sigma_after: float | None = None
    ended_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    guild_id: Annotated[int, KEY, BIG]
    game: Annotated[str, KEY]
    user_id: Annotated[int, KEY, BIG, INDEXED, Personal.DELETED]
    name: Annotated[str, Personal.NAME]
    """Display name in the newest rated game."""
    mu: float
    sigma: float
    games: int
    at: float
    """When the newest of them ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A finished game that the ledger has looked at: no restart counts it twice."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    at: float
