"""What everybody may know, as values: pages show them, `/api/v1` tells them as JSON, and its description is
made from them (`bot.web.openapi`).

Moments are ISO 8601 in UTC. Ids of Discord are texts, because JavaScript cannot hold them as numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Doc:
    """What is said of a field: a sentence, and an example."""

    text: str
    example: Any


Moment = Annotated[str, Doc("a moment, UTC", "2026-01-05T18:30:00Z")]
Code = Annotated[str, Doc("the game's code, as in Discord", "k7f3")]
LeagueCode = Annotated[str, Doc("the league's code, as in Discord", "lg4k7")]
Key = Annotated[str, Doc("the key of a kind of game", "cic")]
Url = Annotated[str, Doc("the page for people", "https://games.example.org/g/k7f3")]
Name = Annotated[str, Doc("as the player was called when joining", "Ada")]
Known = Annotated[
    str | None,
    Doc(
        "the player's id in Discord; null of who has no page: no game there, or not all of it is public",
        None,
    ),
]
GameStatus = Literal["lobby", "playing", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Error:
    error: Annotated[str, Doc("what was wrong, in a sentence", "There's nothing here, or it isn't public.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Generic[T]):
    """A page of a list. next: give it as `cursor` for the page after this one; null: this is the last"""

    items: tuple[T, ...]
    next: Annotated[str | None, Doc("give it as `cursor` for the next page; null: there is none", None)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    key: Key
    name: Annotated[str, Doc("what people call it", "Commander-In-Chief")]
    sentence: Annotated[str, Doc("what one does in it", "Take the enemy's headquarters.")]
    players: Annotated[str, Doc("how many play", "2")]
    length: Annotated[str, Doc("how long it takes", "about 40 turns")]
    difficulty: Annotated[str, Doc("how hard it is", "like draughts")]
    rules_version: Annotated[int, Doc("of the rules that new games are played by", 1)]
    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    title: Annotated[str, Doc("of the page", "Moving")]
    text: Annotated[str, Doc("Markdown", "Each turn you move one unit.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesText:
    about: Rules
    pages: tuple[RulesPage, ...]
    balance: Annotated[
        tuple[str, ...],
        Doc("which sides win more than their share", ("Between computers Black wins 79 of 100 games.",)),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """The puzzle of a day. Its solution is told on the second day after it, when every server has had it."""

    day: Annotated[int, Doc("counted from 1970, UTC", 20458)]
    date: Annotated[str, Doc("the same as a date", "2026-01-05")]
    game: Key
    name: Annotated[str, Doc("of the game", "Commander-In-Chief")]
    to_move: Annotated[str, Doc("who is to order", "Dark to move")]
    task: Annotated[str, Doc("what is to be found", "Find the order that wins by force.")]
    position: Annotated[
        Mapping[str, Any], Doc("what the seat sees, as the rules tell it", {"to_move": "light"})
    ]
    board: Annotated[str, Doc("the board in words", "e6 dark Amphibian")]
    picture: Annotated[str, Doc("address of the drawn board", "https://games.example.org/puzzles/pictures/…")]
    solution: Annotated[str | None, Doc("the order; null: not told yet", None)]
    why: Annotated[str | None, Doc("what it is for; null: not told yet", None)]
    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    id: Annotated[str, Doc("the server's id in Discord", "123456789012345678")]
    whole: Annotated[bool, Doc("whether all of it is public; players and ratings are only then", True)]
    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    name: Name
    seat: Annotated[str | None, Doc("the seat's key; null before the start", "dark")]
    side: Annotated[str, Doc("the seat in words", "Dark")]
    standing: Annotated[str, Doc("how the seat stands, where the game counts that", "12 coins")]
    place: Annotated[int | None, Doc("1 is best, equal ones share; null without a result", 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    code: Code
    game: Key
    rules_version: Annotated[int, Doc("of the rules that it is played by", 1)]
    options: Annotated[Mapping[str, Any], Doc("the rules' options", {"quiet_rounds": 50})]
    name: Annotated[str, Doc("what the host called it", "Commander-In-Chief")]
    status: GameStatus
    players: tuple[Seated, ...]
    turn: Annotated[str | None, Doc("the open turn in words; null: none is", "turn 4 · Fall 2048")]
    waits_for: Annotated[str | None, Doc("the same of what it waits for", "Light to move · round 2")]
    due: Annotated[str | None, Doc("the deadline of that turn, a moment, UTC", "2026-01-06T18:30:00Z")]
    result: Annotated[str | None, Doc("why it ended; null: under way, or broken off", "conceded")]
    league: Annotated[str | None, Doc("the code of its league, if that is public", None)]
    created: Moment
    started: Annotated[str | None, Doc("a moment, UTC", "2026-01-05T18:30:00Z")]
    ended: Annotated[str | None, Doc("a moment, UTC", None)]
    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    name: Annotated[str, Doc("in addresses; turns are only ever added, and their names stay", "1")]
    title: Annotated[str, Doc("what people call it", "turn 1")]
    kind: Annotated[str, Doc("start, resolve, declare, undo or reseed", "resolve")]
    taken_back: Annotated[bool, Doc("whether it was taken back later", False)]
    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    of: Annotated[str, Doc("a unit, or a space", "Hamblet 3")]
    told: Annotated[tuple[str, ...], Doc("a line each", ("It moved from Flushing to Corona.",))]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTold:
    turn: Turn
    report: Annotated[tuple[str, ...], Doc("what happened, a line each", ("Amphibian e7-e6.",))]
    events: Annotated[
        tuple[Mapping[str, Any], ...],
        Doc("what happened, as in records (docs/records.md)", ({"type": "moved", "unit": "amphibian"},)),
    ]
    orders: Annotated[
        Mapping[str, tuple[str, ...]],
        Doc("by seat, in the game's notation; empty while the game goes on", {"dark": ("e7-e6",)}),
    ]
    position: Annotated[
        Mapping[str, Any], Doc("what everybody may see after it, as the rules tell it", {"to_move": "light"})
    ]
    waits_for: Annotated[str, Doc("what the game waited for then", "Light to move · round 1")]
    why: Annotated[
        tuple[Why, ...],
        Doc("what became of each unit, and what was fought where; empty where the report tells all", ()),
    ]
    board: Annotated[str, Doc("the board in words", "e6 dark Amphibian")]
    picture: Annotated[str, Doc("address of the drawn board", "https://games.example.org/g/k7f3/2/board/…")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldOf:
    server: Annotated[str, Doc("the server's id in Discord", "123456789012345678")]
    game: Annotated[Game | None, Doc("as it is when this is sent; null of a ping", None)]
    turn: Annotated[TurnTold | None, Doc("what happened; null of a ping", None)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a webhook is told."""

    type: Literal["ping", "game.started", "game.turn", "game.taken_back", "game.over"]
    timestamp: Annotated[str, Doc("when it happened, a moment, UTC", "2026-01-05T18:30:00Z")]
    data: ToldOf


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueDate:
    kind: Literal["sign-up closes", "round", "season ends"]
    round: Annotated[int | None, Doc("of a round, its number", 2)]
    at: Moment
    state: Annotated[
        Literal["past", "set", "planned"], Doc("planned: as the calendar has it now; it may change", "past")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    code: LeagueCode
    season: Annotated[int, Doc("from 1", 1)]
    status: Annotated[str, Doc("signup, running, paused, over or cancelled", "running")]
    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    code: LeagueCode
    name: Annotated[str, Doc("what its organiser called it", "Spring Cup")]
    season: Annotated[int, Doc("from 1", 1)]
    game: Key
    format: Annotated[str, Doc("roundrobin, swiss or tables", "roundrobin")]
    status: Annotated[str, Doc("signup, running, paused, over or cancelled", "running")]
    divisions: Annotated[int, Doc("how many", 1)]
    players: Annotated[int, Doc("how many take part", 8)]
    round: Annotated[int, Doc("the newest that has begun; 0: none", 2)]
    rounds: Annotated[int | None, Doc("in the whole season; null before it begins", 7)]
    dates: tuple[LeagueDate, ...]
    seasons: tuple[Season, ...]
    created: Moment
    ended: Annotated[str | None, Doc("a moment, UTC", None)]
    url: Url


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    division: Annotated[int, Doc("from 1, the highest", 1)]
    rank: Annotated[int, Doc("from 1", 1)]
    name: Name
    player: Known
    points: Annotated[str, Doc("exact", "1½")]
    games: Annotated[int, Doc("that count", 2)]
    won: Annotated[int, Doc("alone", 1)]
    drawn: Annotated[int, Doc("with a shared best place", 1)]
    lost: Annotated[int, Doc("with a worse place", 0)]
    byes: Annotated[int, Doc("and walkovers", 0)]
    missed: Annotated[int, Doc("deadlines", 0)]
    left: Annotated[int | None, Doc("the first round without this player", None)]
    moves: Annotated[Literal["", "up", "down"], Doc("the division after this season", "up")]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    rank: Annotated[int, Doc("from 1", 1)]
    name: Name
    player: Known
    marks: Annotated[tuple[str, ...], Doc("one a column", ("", "1", "½"))]
    points: Annotated[str, Doc("exact", "1½")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstable:
    division: Annotated[int, Doc("from 1, the highest", 1)]
    heads: Annotated[tuple[str, ...], Doc("of the columns: ranks, or rounds", ("1", "2", "3"))]
    rows: tuple[CrossRow, ...]
    keys: Annotated[str, Doc("what the signs mean", "… under way")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturePlayer:
    name: Name
    player: Known
    side: Annotated[str, Doc("the seat in words; empty of a bye", "Dark")]
    points: Annotated[str | None, Doc("that the game brought; null: none yet", "1")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    round: Annotated[int, Doc("from 1", 1)]
    division: Annotated[int, Doc("from 1, the highest", 1)]
    board: Annotated[int, Doc("from 1", 1)]
    players: tuple[FixturePlayer, ...]
    status: Annotated[str, Doc("opening, playing, played, ruled, bye, walkover, none or annulled", "playing")]
    game: Annotated[str | None, Doc("the code of its game, once that has begun", "k7f3")]
    settled: Annotated[str | None, Doc("a moment, UTC", None)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    player: Annotated[
        str | None,
        Doc("the player's id in Discord; null of who has asked to be forgotten", "223456789012345678"),
    ]
    name: Name
    place: Annotated[int | None, Doc("from 1; null with too few games", 1)]
    rating: Annotated[int, Doc("1500 is where everybody begins", 1510)]
    margin: Annotated[int, Doc("how far the true strength may be from it", 120)]
    games: Annotated[int, Doc("that counted", 5)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A finished game of a player."""

    code: Code
    game: Key
    side: Annotated[str, Doc("the seat in words", "Dark")]
    place: Annotated[int | None, Doc("1 is best; null: broken off", 1)]
    shared: Annotated[int, Doc("how many had that place", 1)]
    seats: Annotated[int, Doc("how many played", 2)]
    substitute: Annotated[bool, Doc("whether the player stepped in for another", False)]
    rating: Annotated[int | None, Doc("after the game; null: it did not count", 1566)]
    margin: Annotated[int | None, Doc("of that rating", 403)]
    ended: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    turns: Annotated[int, Doc("in which orders were owed", 412)]
    missed: Annotated[int, Doc("deadlines that passed without any", 12)]
    percent: Annotated[int, Doc("in time", 97)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    player: Annotated[str, Doc("the player's id in Discord", "223456789012345678")]
    name: Name
    ratings: Annotated[Mapping[str, Rated], Doc("by the key of the game", {})]
    reliability: Reliability
    games: tuple[Played, ...]
    url: Url
