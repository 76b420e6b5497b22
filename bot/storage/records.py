"""What rows become: frozen values, one class a table, one field a column (see `columns`).

JSON comes back as dicts and lists; the lists of orders and events are tuples, however they were given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Annotated, Any, Literal

from .columns import ADDED, BIG, COUNTED, INDEXED, KEY, SERIAL, UNIQUE, Personal, Ref

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

TableStatus = Literal["lobby", "playing", "over", "closed"]
LOBBY: tuple[TableStatus, ...] = ("lobby",)
PLAYING: tuple[TableStatus, ...] = ("playing",)
OVER: tuple[TableStatus, ...] = ("over",)
ACTIVE: tuple[TableStatus, ...] = (*LOBBY, *PLAYING)
"""What is still to come, or under way."""
Seating = Literal["lot", "choice"]
StepKind = Literal["start", "resolve", "declare", "undo", "reseed"]
ChangeOf = Literal["sheet", "ahead"]
DeadlineKind = Literal["turn", "early", "remind", "vote", "resume"]
PauseCause = Literal["vote", "master", "fault"]
VoteKind = Literal[
    "extend", "pause", "draw", "end", "undo", "force", "replace", "penalise", "options", "link"
]
VoteStatus = Literal["open", "passed", "failed", "lapsed"]
PostStatus = Literal["queued", "sending", "sent", "failed", "dropped"]

SilenceStatus = Literal["begun", "set", "refused"]
ThreadState = Literal["open", "lost", "given_up"]
BoardKind = Literal["practice", "sandbox", "lesson", "puzzle"]

EVERYONE = "*"
"""The recipient of a public letter."""
RESTORED = "restored"
"""Key of a `Value`: a name for the time since a backup was put back, see `bot.storage.backups`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One game table, from its lobby to its end. The seed is elsewhere: see `seeds`."""

    id: Annotated[str, KEY]
    """Short code that people type, such as 'k7f3'."""
    game: str
    rules_version: int
    options: Mapping[str, Any]
    name: str
    guild_id: Annotated[int | None, BIG]
    channel_id: Annotated[int | None, BIG]
    """Where the table is posted: a channel or a thread."""
    host_id: Annotated[int, BIG, Personal.PSEUDONYM]
    status: TableStatus = "lobby"
    commitment: str
    """Hex; published at the start, so that the seed can be checked at the end."""
    deadline_spec: str | None
    """As the host gave it, such as '24h'; None: no deadline."""
    seating: Seating = "lot"
    lobby_message_id: Annotated[int | None, BIG] = None
    turn: int = 0
    seq: int = 0
    """Number of the newest step; 0: none yet."""
    outcome: Mapping[str, Any] | None = None
    created_at: float
    started_at: float | None = None
    ended_at: float | None = None
    settings: Annotated[Mapping[str, Any], ADDED] = field(default_factory=dict)
    """The house options, which are no rules: see `bot.engine.house_rules`."""
    undone: Annotated[int, ADDED] = 0
    """How many times a turn was taken back: its number comes again, so keys of posts have this too."""
    origin: Annotated[Mapping[str, Any], ADDED, Personal.VALUES] = field(default_factory=dict)
    """Where the table comes from, {} if somebody opened it: "league", "round" and "board" of a league's game;
    "imported" and what the record brought with it (see `bot.features.history.importing`)."""
    host_by_player: Annotated[bool, ADDED] = False
    """Whether the host became that during the game by the hand of a player, or of a host like that."""
    counted: Annotated[bool, ADDED] = False
    """Whether the ledger of ratings has looked at the game, once it was over: see `Rated`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """A game's secret seed. Apart from `Table`, so that no SELECT of a table can carry it."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    table_id: Annotated[str, KEY, Ref("tables.id")]
    user_id: Annotated[int, KEY, BIG, Personal.PSEUDONYM]
    name: Annotated[str, Personal.NAME]
    """Display name at joining."""
    wish: str | None = None
    """The seat asked for in the lobby."""
    seat: str | None = None
    """None until the start."""
    joined_at: float
    missed: int = 0
    """Deadlines missed."""
    streak: Annotated[int, ADDED] = 0
    """How many of them in a row, up to now."""
    extensions: Annotated[int, ADDED] = 0
    """How many times a turn was put off because this seat gave nothing."""
    away_used: Annotated[float, ADDED] = 0.0
    """Seconds by which deadlines were moved for this seat's announced absences."""
    offered_at: float | None = None
    """Since when a substitute may take the seat; None: it is not offered."""
    offered_why: Annotated[str, ADDED] = ""
    forfeited_at: float | None = None
    """When the seat was out because nothing came from it in time."""
    left_at: float | None = None
    """Since when the player is known not to be in the game's server; None: is there, as far as is known."""
    over: Annotated[bool, ADDED] = False
    """Whether the game is over, or its lobby closed: its table says the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A table as one of its players sees it in a list."""

    table: Table
    seat: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that moved a game on, with the whole state after it."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seq: Annotated[int, KEY]
    """1 is the start; no gaps."""
    turn: int
    """The turn number before the step."""
    kind: StepKind
    seat: str | None = None
    """Who declared; None for the other kinds."""
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Canonical order texts by seat."""
    events: Sequence[Mapping[str, Any]] = ()
    state: str
    """Canonical JSON text, kept byte for byte. Secret: it holds every seat's sealed things."""
    at: float
    seals: Annotated[Mapping[str, Mapping[str, str]], ADDED] = field(default_factory=dict)
    """By seat, {"salt", "sha256"} of what was sealed when a secret phase locked: see `engine.receipts`."""
    back_to: int | None = None
    """Of an undo: the number of the step whose state holds again."""
    commitment: str | None = None
    """Of an undo that took back a result of chance: the SHA-256 (hex) of the seed that holds from then on."""

    def __post_init__(self) -> None:
        orders = {seat: tuple(texts) for seat, texts in self.orders.items()}
        object.__setattr__(self, "orders", orders)
        object.__setattr__(self, "events", tuple(self.events))


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Orders of one seat for one turn, not yet resolved. Secret."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seat: Annotated[str, KEY]
    turn: int
    orders: Sequence[str]
    ready: bool
    user_id: Annotated[int, BIG, Personal.PSEUDONYM]
    """Who gave it."""
    at: float
    inherited: Annotated[bool, ADDED] = False
    """The player before gave it, and who has the seat now has not said whether it is to count."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "orders", tuple(self.orders))


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """When a seat's sheet was last changed. Apart from `Draft`: one that was cleared was changed, too."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seat: Annotated[str, KEY]
    what: Annotated[ChangeOf, KEY]
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """A moment when something is to be done for a table; one of each kind."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    kind: Annotated[DeadlineKind, KEY] = "turn"
    """'turn': time is up; 'early': all are ready, or the turn plays itself; 'remind': somebody is to be
    reminded; 'vote': a vote lapses; 'resume': a pause ends."""
    turn: int
    due_at: Annotated[float, INDEXED]
    extended: int = 0
    """How many times it was put off because somebody gave nothing."""
    began_at: float | None = None
    """When the time that runs began: reminders come after a part of it. None in rows of older versions."""
    data: Annotated[Mapping[str, Any], ADDED] = field(default_factory=dict)
    """Of a turn: "grace" (it is the grace period), "voted" (how many times a vote put it off), "set" (when
    `due_at` was set last)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """A seat whose computer is to think, until its orders are given. One row a seat."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seat: Annotated[str, KEY]
    turn: int
    """The stamp of the open turn."""
    due_at: Annotated[float, INDEXED]
    tries: int = 0
    """How many of its thoughts have failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """What decided a finished game: asked for, under way, or there."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    asked_at: float
    due_at: Annotated[float | None, INDEXED]
    """When its next step is to be studied; None: it is done, or given up."""
    tries: int = 0
    """How many times the step that is next has failed."""
    result: Mapping[str, Any] | None = None
    """As a record has it: docs/records.md. It holds seats, and nothing of people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedStep:
    """What there is to say of one step of a game whose analysis is under way."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seq: Annotated[int, KEY]
    study: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A table whose clock stands still. Orders may be given; nothing resolves."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    cause: PauseCause
    why: Annotated[str, Personal.WORDS]
    """Who stopped it and why, for all to read."""
    at: float
    until: float | None = None
    """When it goes on by itself; None: when somebody says so."""
    left: float | None = None
    """Seconds that were left of the turn; None: it had no deadline."""
    data: Annotated[Mapping[str, Any], ADDED] = field(default_factory=dict)
    """What else the turn's deadline row held: "extended", "began_ago", "data"."""
    error: Annotated[str, ADDED] = ""
    """Of a fault: its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    id: Annotated[int, SERIAL] = 0
    """0: not stored yet."""
    table_id: Annotated[str, Ref("tables.id")]
    kind: VoteKind
    turn: int
    """The turn in which it was called."""
    caller_seat: str = ""
    """"": a game master asks, who has no seat."""
    caller_user: Annotated[int, BIG, Personal.PSEUDONYM]
    amount: float | None = None
    """Seconds, of an extension or a pause."""
    secret: bool = False
    """Whether nobody learns who voted how."""
    status: VoteStatus = "open"
    opened_at: float
    lapses_at: float
    closed_at: float | None = None
    deed: Annotated[Mapping[str, Any], ADDED, Personal.VALUES] = field(default_factory=dict)
    """What is done once all agree: see `bot.features.votes.motions`; {}: the kind says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    vote_id: Annotated[int, KEY, BIG, Ref("votes.id")]
    seat: Annotated[str, KEY]
    user_id: Annotated[int, BIG, Personal.PSEUDONYM]
    yes: bool
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """A line of a table's public log."""

    id: Annotated[int, SERIAL] = 0
    """0: not stored yet."""
    table_id: Annotated[str, Ref("tables.id")]
    at: float
    turn: int
    act: str
    """What it was, a word: "pause", "extend", "undo", …"""
    text: Annotated[str, Personal.WORDS]
    """As everybody reads it, with who did it and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Orders that a seat gave ahead. Secret."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seat: Annotated[str, KEY]
    lines: Sequence[Any]
    """See `bot.features.conditional_orders.playing`."""
    user_id: Annotated[int, BIG, Personal.DELETED]
    """Who gave them."""
    at: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(self.lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """An absence that a user announced, for all tables."""

    id: Annotated[int, SERIAL] = 0
    """0: not stored yet."""
    user_id: Annotated[int, BIG, INDEXED, Personal.DELETED]
    from_at: float
    to_at: float
    announced_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """What `/setup` has set for a server."""

    guild_id: Annotated[int, KEY, BIG]
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One message on its way out: to a channel, or to a user's DM."""

    id: Annotated[int, SERIAL]
    key: Annotated[str, UNIQUE, Personal.WORDS]
    """What the post is, such as 'k7f3/12/result'; the same key is never queued twice."""
    table_id: Annotated[str | None, Ref("tables.id")]
    user_id: Annotated[int | None, BIG, Personal.DELETED]
    channel_id: Annotated[int | None, BIG]
    lane: Annotated[str, Personal.WORDS]
    """Posts of one lane leave one at a time, in the order of id."""
    payload: Annotated[Mapping[str, Any], Personal.VALUES]
    nonce: Annotated[str, UNIQUE]
    """At most 25 characters; the same for every attempt, so that Discord and we can tell a repeat."""
    status: PostStatus
    attempts: int
    not_before: float
    tried_at: float | None
    """When the newest attempt began."""
    error: str | None
    sent_channel_id: Annotated[int | None, BIG, Personal.PLACE]
    message_id: Annotated[int | None, BIG, Personal.PLACE]
    created_at: float
    sent_at: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    user_id: Annotated[int, KEY, BIG, Personal.DELETED]
    dm_channel_id: Annotated[int | None, BIG, INDEXED, Personal.PLACE] = None
    last_dm_id: Annotated[int | None, BIG, Personal.PLACE] = None
    """Newest DM message that was dealt with; after a restart, fetch what came later."""
    reachable: bool | None = None
    """Whether the newest DM went through; None: never tried."""
    closed_at: float | None = None
    """When the user's messages were found closed. None: they were not, or the user has acted since."""
    closed_times: Annotated[int, ADDED] = 0
    """How often they were found closed in a row."""
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The newest order-desk message of a player, in the player's DM. turn: the stamp of its turn (see
    service/loaded.py), that of the buttons on it."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    user_id: Annotated[int, KEY, BIG, INDEXED, Personal.GIVEN_BACK]
    seat: str
    turn: int
    channel_id: Annotated[int, BIG, Personal.PLACE]
    message_id: Annotated[int, BIG, Personal.PLACE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A letter between seats. Only its recipients may see it, and who sent it only if it is not anonymous."""

    id: Annotated[int, SERIAL] = 0
    """Counts up through all tables; 0: not stored yet. Shown to nobody: it tells how many there are."""
    table_id: Annotated[str, Ref("tables.id")]
    number: int
    """What people call it, unique in its table, and no count."""
    turn: int
    sender_seat: str
    sender_user: Annotated[int, BIG, Personal.PSEUDONYM]
    recipients: Sequence[str]
    """Seats; EVERYONE alone for a public letter. Signs of the service may follow: "#12", "~12"."""
    anonymous: bool = False
    text: Annotated[str, Personal.THEIRS]
    at: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "recipients", tuple(self.recipients))


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """What a table has taken from one of its players in a channel, and what stood there before."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    user_id: Annotated[int, KEY, BIG, INDEXED, Personal.GIVEN_BACK]
    channel_id: Annotated[int, BIG]
    """Where the permissions are: the table's channel, or the one that its thread is in."""
    before: Mapping[str, bool | None] = field(default_factory=dict)
    """By permission: what the player's own entry said before any table changed it; None: nothing."""
    made: bool = False
    """Whether the player had no entry of that kind in the channel before."""
    status: SilenceStatus = "begun"
    """'begun': it may be taken already, or not yet; 'refused': it cannot be, and `why` says so."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleSeats:
    """The seats that gave nothing in the turn that a step resolved: its orders do not show it."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seq: Annotated[int, KEY]
    seats: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPlayer:
    """Somebody who has left a seat: which, and what of a player's budgets was used until then."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    user_id: Annotated[int, KEY, BIG, INDEXED, Personal.PSEUDONYM]
    seat: str | None
    """None: in rows of older versions, where it is not known."""
    missed: int = 0
    extensions: int = 0
    away_used: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenSeat:
    """The seat that somebody held before being forgotten, in a game in play: see `engine.forgotten_seats`."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    user_hash: Annotated[str, KEY]
    """A keyed hash, hex."""
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """What is still to be done in Discord for somebody who left a seat."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    seat: Annotated[str, KEY]
    leaver: Annotated[int, KEY, BIG, Personal.GIVEN_BACK]
    threads: Sequence[int]
    """Private ones that the seat writes in."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "threads", tuple(self.threads))


@dataclass(frozen=True, slots=True, kw_only=True)
class VacationUse:
    """What deadlines have waited for announced absences in a game."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    noted: Annotated[Mapping[str, Any], Personal.VALUES]
    """See `features.absence.vacation`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterThread:
    """A private thread of some seats."""

    thread_id: Annotated[int, KEY, BIG]
    table_id: Annotated[str, INDEXED, Ref("tables.id")]
    seats: str
    """In order, with commas between them."""
    state: ThreadState = "open"
    """'lost': it was gone, and another was opened; 'given_up': somebody who left could not be taken out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChange:
    """A lobby's options that were changed after players had joined, as they were when those came."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    before: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """A game that was brought here before its end, until it starts: see `features.history.importing`."""

    table_id: Annotated[str, KEY, Ref("tables.id")]
    game: Annotated[str, Personal.THEIRS]
    """JSON: what its post shows."""
    steps: Annotated[str, Personal.THEIRS]
    """JSON: its steps and letters, which are much larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSession:
    """A person's way to one board on the pages: first a link that works once, then a session."""

    digest: Annotated[str, KEY]
    """SHA-256 of what the link or the cookie holds, hex: who reads the database cannot use it."""
    user_id: Annotated[int, BIG, INDEXED, Personal.DELETED]
    place: Annotated[str, INDEXED]
    """A game's code, or the id of a board of one's own."""
    seat: str | None
    """The seat that the person has in the game; None: a board of one's own, or only to look."""
    entered: bool
    """Whether the link was used, and this is the session."""
    expires_at: Annotated[float, INDEXED]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board of somebody's own: a game against computers, a sandbox, a lesson. Nobody else sees it."""

    id: Annotated[str, KEY]
    user_id: Annotated[int, BIG, INDEXED, Personal.DELETED]
    kind: BoardKind
    game: str
    rules_version: int
    options: Mapping[str, Any]
    seed: str
    """What its coins and dice follow from; hex."""
    title: Annotated[str, Personal.THEIRS] = ""
    """Under which its owner keeps it; "": it goes when there are too many."""
    about: Annotated[Mapping[str, Any], Personal.VALUES] = field(default_factory=dict)
    """What its kind alone needs: who plays which seat, which lesson it is."""
    at: int = 0
    """The number of the step that is shown; later ones were taken back, and may come again."""
    edits: int = 0
    """Grows with every change: buttons made before it show the board anew and do nothing."""
    drafts: Annotated[Mapping[str, Any], Personal.THEIRS] = field(default_factory=dict)
    """The open turn's orders by seat, as texts, and under "ready" the seats whose sheets are sent."""
    created_at: float
    changed_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStep:
    """A position on somebody's own board, and how it came about."""

    board_id: Annotated[str, KEY]
    seq: Annotated[int, KEY]
    """0 is where the board begins; no gaps."""
    user_id: Annotated[int, BIG, INDEXED, Personal.DELETED]
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    events: Sequence[Mapping[str, Any]] = ()
    state: str
    """The whole state, as canonical JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonDone:
    """A lesson that somebody has solved."""

    user_id: Annotated[int, KEY, BIG, Personal.DELETED]
    game: Annotated[str, KEY]
    lesson: Annotated[str, KEY]
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePlace:
    """Where a server gets a puzzle each day. Days are counted from 1970, UTC."""

    guild_id: Annotated[int, KEY, BIG]
    channel_id: Annotated[int, BIG]
    hour: int
    """0 to 23, UTC."""
    next_at: Annotated[float, INDEXED]
    """When the next one is due."""
    day: int = 0
    """Of the newest one; 0: there was none."""
    puzzle: str = ""
    """The newest one's key."""
    failed: int = 0
    """How many posts in a row could not be delivered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleAnswer:
    """Somebody's first answer to the puzzle of a day."""

    user_id: Annotated[int, KEY, BIG, Personal.DELETED]
    day: Annotated[int, KEY, INDEXED]
    guild_id: Annotated[int | None, BIG]
    """Where it was given; None: in direct messages."""
    solved: bool
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetJob:
    """What is still to be done for somebody who is being forgotten: see `features.privacy.renaming`."""

    number: Annotated[int, KEY]
    """The pseudonym's."""
    job: Annotated[Mapping[str, Any], Personal.JOB]


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """One of several processes of the bot, see `bot.cluster`. Moments are of the database's clock."""

    id: Annotated[int, SERIAL]
    """Never given out again: a process that was taken for dead joins anew, under another one."""
    name: str
    version: str
    schema: str
    """The revision that it needs."""
    shards: int
    """As how many it counts the bot's shards."""
    until: float
    """It is dead if it has not renewed this by then."""
    reaches: bool = False
    """Whether it has a connection to Discord."""
    leaving: bool = False
    """It hands over what it holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Something that one process does at a time, such as a shard."""

    key: Annotated[str, KEY]
    """Its kind and its name: "shard/3"."""
    process: Annotated[int | None, COUNTED, INDEXED, Ref("processes.id")] = None
    """Who holds it; None: it is free."""
    term: int = 0
    """Grows whenever somebody takes it."""
    until: float | None = None
    """Of a lease that ends by itself."""
    alive_at: float | None = None
    """Of a shard: when it was last seen connected."""
    session: Mapping[str, Any] | None = None
    """Of a shard that was handed over: where it can go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A single value that belongs to no table, such as the hash of the synced commands."""

    key: Annotated[str, KEY]
    value: str


def columns(record: "DataclassInstance") -> dict[str, Any]:
    """The record as column values: {name: value}, not copied."""
    return {column.name: getattr(record, column.name) for column in fields(record)}
