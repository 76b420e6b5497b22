"""A Fieldpost without Discord: real use cases on a real SQLite file, a clock that the test turns, a
messenger that writes down what it was given, and pictures that are not drawn."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from bot.common.message import Button, Menu, Message, Section
from bot.engine.access import Sight, Standing
from bot.engine.context import Context
from bot.engine.orders import Given, Orders
from bot.engine.outages import Signs
from bot.engine.snapshot import GameSnapshot
from bot.features.direct_messages.missed_messages import Inbox
from bot.features.leagues.season.game_opening import Places
from bot.features.muting.muting import ChannelPermissions
from bot.outbox.messenger import Sent
from bot.services import Services
from bot.storage import people, tables
from bot.storage.database import Database
from bot.storage.records import Desk, Post, Table
from bot.storage.rows import first
from maps import chance, picture
from tests import fairfile, postgres
from tests.bot.transactions import looking

CHANNEL = 500
HOST, GUEST, THIRD, FOURTH, STRANGER = 11, 12, 13, 14, 99
NAMES = {HOST: "Ada", GUEST: "Ben", THIRD: "Cleo", FOURTH: "Dan", STRANGER: "Eve"}
NAMES |= {15: "Fay", 16: "Gus", 17: "Hal"}
HOUR, DAY = 3600.0, 86400.0
T = TypeVar("T")


class FakeClock:
    """Stands still until the test moves it; two readings differ by a millisecond, as in life."""

    stops_bot = False
    """Whether the bot is stopped while a test moves it, and not just busy with other things."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self.time = start

    def now(self) -> float:
        self.time += 0.001
        return self.time


class StubRenderer:
    """Alt texts are real, pictures are a few bytes. `painted` has every (game, view, extras), `thrown` those
    of flips and rolls."""

    def __init__(
        self,
        processes: int = 0,
        elsewhere: object = None,
        metrics: object = None,
        thinkers: int | None = None,
    ) -> None:
        self.painted: list[tuple[str, Any, dict[str, Any]]] = []
        self.thrown: list[tuple[str, Any, dict[str, Any]]] = []
        self.warmed: list[tuple[Any, ...]] = []
        """What was to be ready before it is thought about: game, version, how many at a time."""
        self.boards: list[tuple[str, int]] = []
        """Games whose boards were to be ready."""

    async def paint(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        self.painted.append((game, view, dict(extras)))
        await asyncio.sleep(0)
        told = {key: extras[key] for key in ("draft", "events", "changes") if key in extras}
        return b"\x89PNG\r\n\x1a\n", picture(game).alt(view, **told)

    async def throw(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        self.thrown.append((game, view, dict(extras)))
        await asyncio.sleep(0)
        return b"GIF89a", chance.alt(extras["events"], extras["seats"])

    async def work(self, job: Callable[..., Any], *args: Any) -> Any:
        """Done at once, here."""
        await asyncio.sleep(0)
        return job(*args)

    async def think(self, job: Callable[..., Any], *args: Any, seconds: float) -> Any:
        return await self.work(job, *args)

    async def study(self, job: Callable[..., Any], *args: Any, seconds: float) -> Any:
        return await self.work(job, *args)

    def studied(self) -> None:
        pass

    def warm(self, job: Callable[..., Any], *args: Any, before: object, processes: int = 1) -> None:
        self.warmed.append((*args, processes))

    def warm_boards(self, games: Iterable[str], size: int = 0) -> None:
        self.boards += [(game, size) for game in games]

    def close(self) -> None:
        pass


@dataclass
class Recorder:
    """A messenger: `channels` has what stands in each channel, in order, as (post id, message).

    before/after: called for each post just before/after it takes effect; may raise.
    """

    channels: dict[int, list[tuple[int, Message]]] = field(default_factory=dict)
    tried: list[Post] = field(default_factory=list)
    retired: list[Desk] = field(default_factory=list)
    farewells: list[str] = field(default_factory=list)
    """What is said on the retired desks."""
    edited: list[tuple[Sent, str]] = field(default_factory=list)
    edit_fault: Exception | None = None
    before: Callable[[Post], Awaitable[None]] | None = None
    after: Callable[[Post], Awaitable[None]] | None = None

    async def send(self, post: Post, message: Message) -> Sent:
        self.tried.append(post)
        if self.before is not None:
            await self.before(post)
        place = post.channel_id if post.channel_id is not None else self.dm(post.user_id or 0)
        here = self.channels.setdefault(place, [])
        here.append((post.id, message))
        if self.after is not None:
            await self.after(post)
        return Sent(place, place * 1000 + len(here))

    async def find(self, post: Post, message: Message) -> Sent | None:
        place = post.channel_id if post.channel_id is not None else self.dm(post.user_id or 0)
        for number, (ident, _) in enumerate(self.channels.get(place, []), 1):
            if ident == post.id:
                return Sent(place, place * 1000 + number)
        return None

    async def replace(self, sent: Sent, post: Post, message: Message) -> None:
        here = self.channels[sent.channel_id]
        here[sent.message_id - sent.channel_id * 1000 - 1] = post.id, message

    async def edit(self, sent: Sent, message: Message) -> None:
        if self.edit_fault is not None:
            raise self.edit_fault
        self.edited.append((sent, message.words))
        here = self.channels[sent.channel_id]
        number = sent.message_id - sent.channel_id * 1000 - 1
        ident, old = here[number]
        now = replace(message, picture=old.picture, pictures=old.pictures, files=old.files)
        here[number] = ident, now

    async def retire(self, desk: Desk, words: str) -> None:
        self.retired.append(desk)
        self.farewells.append(words)

    @staticmethod
    def dm(user_id: int) -> int:
        return 10_000 + user_id

    def texts(self, channel_id: int = CHANNEL) -> list[str]:
        return [message.words for _, message in self.channels.get(channel_id, [])]

    def dms(self, user_id: int) -> list[str]:
        return self.texts(self.dm(user_id))


class Eyes:
    """Discord as it knows people: everybody of the tests' server sees all its channels; `hidden` ones nobody.
    unknown: Discord does not answer"""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.hidden: set[int] = set()
        self.unknown = False
        self.asked = 0

    async def sees(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        return self.at_hand(user_id, guild_id, channel_id)

    async def standing(self, user_id: int, guild_id: int) -> Standing:
        self.asked += 1
        return "unknown" if self.unknown else "left" if user_id in self.gone else "there"

    def at_hand(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        return not self.unknown and user_id not in self.gone and channel_id not in self.hidden


@dataclass
class PostOffice:
    """The house under test with its parts."""

    services: Services
    clock: FakeClock
    messenger: Recorder
    renderer: StubRenderer
    path: Path

    @property
    def context(self) -> Context:
        return self.services.context

    @property
    def orders(self) -> Orders:
        return self.services.orders

    # -- fair play

    async def fair_play(self, code: str, user: int = 99) -> list[fairfile.Lock]:
        """What is in the file that Fair play gives to somebody, each hash of it checked."""
        [file] = (await self.services.fair_play.explained(code, user)).files
        assert file.name == f"{code}-fair-play.txt"
        return fairfile.locks(file.data)

    # -- making games

    async def lobby(self, *users: int, channel: int = CHANNEL, **given: Any) -> Table:
        """A lobby whose host is the first user; the others have joined."""
        asked = {"game_key": "cic", "options": "", "deadline": "24h", "seating": "choice"} | given
        table = await self.services.lobby.create(
            guild_id=1, channel_id=channel, host_id=users[0], host_name=NAMES[users[0]], **asked
        )
        for user in users[1:]:
            await self.services.lobby.join(table.id, user, NAMES[user])
        return table

    async def game(self, *users: int, **given: Any) -> str:
        """A game in play of HOST and GUEST, or these users, on the seats in the game's order (Dark first)."""
        users = users or (HOST, GUEST)
        table = await self.lobby(*users, **given)
        seats = self.services.context.games[table.game].seats(table.options)
        for user, seat in zip(users, seats, strict=True):
            await self.services.lobby.wish(table.id, user, seat)
        await self.services.lobby.start(table.id, users[0])
        return table.id

    async def send(self, table_id: str, user: int, text: str) -> Given:
        return await self.services.orders.give(table_id, user, text, send=True)

    # -- looking

    async def table(self, table_id: str) -> Table:
        async with looking(self.services.context.db) as tx:
            found = tables.get(tx, table_id)
        assert found is not None
        return found

    async def read(self, query: Callable[..., T], *args: Any, **more: Any) -> T:
        """What a query of the storage gives, in a transaction of its own."""
        return await self.context.db.read(query, *args, **more)

    async def write(self, change: Callable[..., T], *args: Any, **more: Any) -> T:
        """Make a change of the storage, in a transaction of its own."""
        return await self.context.db.write(change, *args, **more)

    async def snapshot(self, table_id: str, seq: int | None = None) -> GameSnapshot:
        """The game as it is now, or as it was after a step."""
        return await self.read(self.context.snapshot, table_id, seq)

    async def desk(self, table_id: str, user: int, **given: Any) -> Message:
        return await self.services.desks.desk(table_id, user, **given)

    async def posts(self) -> list[Post]:
        """Every row of the outbox."""
        async with looking(self.services.context.db) as tx:
            found = []
            number = 0
            misses = 0
            while misses < 20:
                number += 1
                post = first(tx, Post, id=number)
                misses = 0 if post else misses + 1
                if post:
                    found.append(post)
        return found

    async def reachable(self, user: int) -> bool | None:
        async with looking(self.services.context.db) as tx:
            return people.get(tx, user).reachable

    async def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table, to compare before and after."""
        return await dump(self.services.context.db)

    # -- the outbox

    async def deliver(self) -> None:
        """Run the outbox until nothing is due any more."""
        box = self.services.outbox
        if not self.services.context.db.has_listeners:
            await self.services.begin()
        box.wake()
        await idle(self.services)

    async def pass_time(self, seconds: float) -> None:
        """Turn the clock of a bot that lives, and let what is due happen."""
        if not self.services.context.db.has_listeners:
            await self.services.begin()
        self.clock.time += seconds
        lives(self.services)
        await self.wake()

    async def sleep(self, seconds: float) -> None:
        """Turn the clock of a bot that is stopped meanwhile (`stops_bot`), and let it go on."""
        if not self.services.context.db.has_listeners:
            await self.services.begin()
        self.clock.time += seconds
        await self.wake()

    async def wake(self) -> None:
        """Let what is due happen."""
        self.services.outbox.wake()
        self.services.deadlines.wake()
        self.services.muting.wake()
        self.services.moving.wake()
        self.services.ledger.wake()
        self.services.seasons.wake()
        self.services.computers.wake()
        self.services.analyses.wake()
        self.services.puzzle_posts.wake()
        await idle(self.services)


def lives(services: Services) -> None:
    """The bot was there all the time."""
    now, uptime = services.context.clock.now(), services.uptime
    uptime._signs = (uptime._signs or Signs(now, now)).at(now)


NEAR = 0.03
"""Seconds: a test's clock moves on a little at each look, so what is due by then may be due a bit later."""


async def idle(services: Services) -> None:
    """Until no job of the services runs or is about to: its timers' tasks and the posts under way, and what
    they start."""
    jobs = (
        services.outbox,
        services.deadlines,
        services.muting,
        services.moving,
        services.seasons,
        services.ledger,
        services.computers,
        services.analyses,
        services.puzzle_posts,
    )
    timers = [*(job._timer for job in jobs), services.uptime._timer, services.uptime._notes]

    def running() -> list[asyncio.Task[None]]:
        tasks = [timer._task for timer in timers if timer._task is not None]
        busy = (*services.outbox._busy.values(), *services.computers._busy.values())
        return [task for task in (*tasks, *busy) if not task.done()]

    loop = asyncio.get_running_loop()
    while True:
        if tasks := running():
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            continue
        ahead = [timer._handle.when() - loop.time() for timer in timers if timer._handle is not None]
        soon = [seconds for seconds in ahead if 0 < seconds < NEAR]
        await asyncio.sleep(min(soon, default=0.0))
        if not soon and not running():
            return


async def dump(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    from bot.storage import schema

    async with looking(db) as tx:
        return {
            table.name: sorted(
                (tuple(str(value) for value in row) for row in tx.execute(table.select())),
            )
            for table in schema.metadata.sorted_tables
        }


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


async def new_database(path: Path) -> str:
    """Put an empty database at `path`, unless there is one; its address. It is made once in a run: a copy is
    ten times as quick as the migrations."""
    if postgres.CURRENT is not None:
        return postgres.CURRENT.at(path)
    if not _FOLDERS:
        folder = tempfile.TemporaryDirectory(prefix="fieldpost-")
        await (await Database.open(Path(folder.name) / "new.sqlite3")).close()
        _FOLDERS.append(folder)
    _copy(Path(_FOLDERS[0].name) / "new.sqlite3", path)
    return str(path)


def _copy(made: Path, path: Path) -> None:
    if not path.exists():
        shutil.copyfile(made, path)


AT_ONCE = {"undo": 0, "grace": 0}
"""Turns resolve as soon as they can: for tests that are not about the clock."""


@asynccontextmanager
async def post_office(
    path: Path,
    clock: FakeClock | None = None,
    messenger: Recorder | None = None,
    channel_permissions: ChannelPermissions | None = None,
    defaults: Mapping[str, Any] = AT_ONCE,
    places: Places | None = None,
    new_dms_a_minute: int = 0,
    sight: Sight | None = None,
    inbox: Inbox | None = None,
) -> AsyncIterator[PostOffice]:
    """A house on the database `path`; the other parts may come from the one before it."""
    clock, messenger, renderer = clock or FakeClock(), messenger or Recorder(), StubRenderer()
    db = await Database.open(await new_database(path))
    faults = path.parent / "faults"
    kept: dict[str, Any] = {"channel_permissions": channel_permissions, "places": places}
    kept |= {"defaults": defaults, "faults": faults}
    kept["new_dms_a_minute"] = new_dms_a_minute
    kept["sight"] = sight or Eyes()
    kept["inbox"] = inbox
    services = Services(db, clock, renderer, messenger, **kept)  # type: ignore[arg-type]
    if not clock.stops_bot:
        look = services.uptime.look
        services.uptime.look = services.deadlines.watch = lambda: (lives(services), look())[1]  # type: ignore
    try:
        yield PostOffice(services, clock, messenger, renderer, path)
    finally:
        await services.close()


def labels(message: Message) -> list[str]:
    """The buttons of a message, `-` before those that cannot be pressed."""
    found: list[Button] = []
    for row in message.rows:
        if isinstance(row, Section) and isinstance(row.beside, Button):
            found.append(row.beside)
        found += row if isinstance(row, tuple) else ()
    return [("-" if button.disabled else "") + button.label for button in found]


def menus(message: Message) -> list[Menu]:
    return [row for row in message.rows if isinstance(row, Menu)]
