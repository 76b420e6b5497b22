"""A town of people who do anything at any time: the driver of test_chaos.py.

`Town` is a house with several tables, a clock and a messenger that loses answers; each method `do_…` is one
random act. What must hold after it is in chaos_checks.py.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from adjudicator.game import texts
from bot.service import absences, breakoff, reminder_settings
from bot.service.core import Loaded
from bot.service.errors import Conflict, Refused
from bot.service.house import House
from bot.service.masters import Ruler
from bot.service.message import Message
from bot.service.outbox import Sent, Unreachable, Unsure
from bot.service.taking import Taker
from bot.storage import publiclog, tables, votes
from bot.storage.database import Database
from bot.storage.records import Post
from tests.bot import chaos_checks as checks
from tests.bot.parts import FakeClock, Recorder, StubRenderer, _copy, _new_database, idle
from tests.conformance import random_orders

USERS = tuple(range(20, 34))
NAMES = dict(zip(USERS, "Abe Bea Col Dot Eli Fay Gus Hal Ida Jon Kim Lou Max Nan".split(), strict=True))
JUDGE = Ruler(99, "Eve", 1, True)
REASON = "chaos"
TABLES = 6
SPANS = (1, 20, 61, 400, 3600, 4 * 3600, 13 * 3600, 25 * 3600, 3 * 86400, 8 * 86400)
SPECS = (
    "24h", "24h", "6h", "3d", "none", "Mon,Thu 20:00 Europe/Rome", "daily 08:00,20:00 UTC",
    "24h except weekends Europe/Rome", "12h except 22:00-08:00 Europe/Rome", "5m",
)  # fmt: skip
GAMES = (
    ("cic", "", 2), ("cic", "round_limit=20 objective=points", 2), ("cic", "enhanced=2", 2),
    ("cic", "teams=both", 4), ("cic", "teams=dark", 3), ("nme", "players=3", 3), ("nme", "players=2", 2),
    ("nemein", "", 2), ("nemein", "side=3 houses_to_win=1", 2), ("ww3", "players=2 fog=on", 2), ("ww3", "players=3", 3),
    ("newyork2047", "", 7), ("newyork2047", "last_year=2048", 7),
)  # fmt: skip


class InjectedFault(Exception):
    """What a game raises now and then, because the town wants it."""


class Post_(Recorder):
    """A messenger that can be cut off, loses answers, and finds some people's direct messages closed."""

    town: Town
    cut = False
    hang = False

    async def send(self, post: Post, message: Message) -> Sent:
        town = self.town
        await checks.leaks(town, post.table_id, post.user_id, message, post)
        if self.cut:
            raise Unsure("cut", 5.0)
        if post.user_id in town.closed:
            raise Unreachable("closed")
        roll = town.luck.random()
        if roll < 0.02:
            raise Unsure("busy", 2.0)
        if self.hang and roll < 0.5:
            await asyncio.Event().wait()
        sent = await super().send(post, message)
        if self.hang:
            await asyncio.Event().wait()
        if roll > 0.98:
            raise Unsure("the answer is lost", 2.0)
        return sent

    async def edit(self, sent: Sent, text: str, *, bare: bool = False) -> None:
        if self.cut:
            raise Unsure("cut", 5.0)
        await checks.leaks(self.town, None, None, Message(text), None)
        await super().edit(sent, text, bare=bare)


class Alarm(logging.Handler):
    """Everything that is logged as an error and was not wanted."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.rung: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        told = f"{record.getMessage()} {record.__dict__.get('error', '')} {record.__dict__.get('kind', '')}"
        if record.exc_info:
            told += "\n" + logging.Formatter().formatException(record.exc_info)
        if "InjectedFault" not in told:
            self.rung.append(told)


class Lots:
    """`secrets` of the lobby, so that a seed gives the same town each time."""

    def __init__(self, rng: random.Random) -> None:
        self.token_bytes, self.choice = rng.randbytes, rng.choice


class Town:
    def __init__(self, folder: Path, seed: str, say: Callable[[str], None] = lambda _: None) -> None:
        self.rng, self.luck = random.Random(f"acts {seed}"), random.Random(f"luck {seed}")
        self.path, self.say = folder / "town.sqlite3", say
        self.clock, self.messenger = FakeClock(), Post_()
        self.messenger.town = self
        self.house: House = None  # type: ignore[assignment]
        self.closed: set[int] = set()
        self.left: dict[tuple[str, int], str] = {}
        self.lost = False
        self.faulty = 0
        self.acts, self.refused, self.done = 0, Counter[str](), Counter[str]()
        self.memory: dict[str, Any] = {}
        self.told: list[str] = []
        self.number = 0
        self.alarm = Alarm()

    # -- the house

    async def open(self) -> None:
        _copy(await _new_database(), self.path)
        db = await Database.open(self.path)
        faults = self.path.parent / "faults"
        renderer: Any = StubRenderer()
        self.house = House(db, self.clock, renderer, self.messenger, faults=faults)
        resolve = self.house.turns.resolve

        async def faulty(*given: Any, **named: Any) -> Loaded:
            if self.faulty > 0:
                self.faulty -= 1
                if self.faulty % 2:
                    await resolve(*given, **named)
                raise InjectedFault
            return await resolve(*given, **named)

        self.house.turns.resolve = faulty  # type: ignore[method-assign]
        self.lost = self.messenger.cut = self.messenger.hang = False
        await self.house.begin()
        await self.settle()

    async def settle(self) -> None:
        """What is due happens, until nothing is."""
        for job in (self.house.outbox, self.house.deadlines, self.house.hush, self.house.moving):
            job.wake()
        await asyncio.wait_for(idle(self.house), 60)

    async def kill(self) -> None:
        """The process is gone, wherever it was."""
        house = self.house
        house.core.woken.clear()
        for job in (house.outbox, house.deadlines, house.hush, house.moving, house.uptime):
            timer = job._timer
            timer._closed = True
            timer._cancel()
            if timer._task is not None:
                timer._task.cancel()
        for task in list(house.outbox._busy.values()):
            task.cancel()
        await asyncio.sleep(0.02)
        await house.core.db.close()

    # -- helpers

    async def loaded(self, code: str) -> Loaded:
        async with self.house.core.db.read() as tx:
            return await self.house.core.loaded(tx, code)

    async def playing(self) -> list[str]:
        async with self.house.core.db.read() as tx:
            return sorted(table.id for table in await tables.with_status(tx, ("playing",)))

    async def use(self, name: str, act: Awaitable[Any], by_hand: str = "") -> Any:
        """One use case. Only Refused and Conflict may leave it. by_hand: the table whose log must tell it"""
        before = await self._lines(by_hand) if by_hand else 0
        self.note(name)
        try:
            given = await act
        except (Refused, Conflict) as error:
            self.refused[name.split()[0]] += 1
            self.note(f"    {type(error).__name__}: {str(error)[:110]!r}")
            return None
        self.done[name.split()[0]] += 1
        if by_hand:
            assert await self._lines(by_hand) > before, f"the log has no line for {name}"
        return given if given is not None else True

    async def _lines(self, code: str) -> int:
        async with self.house.core.db.read() as tx:
            return await publiclog.count(tx, code)

    def note(self, text: str) -> None:
        self.told.append(text)
        self.say(text)

    async def somebody(self) -> tuple[Loaded, str, int] | None:
        """A table in play, a seat (rather one that owes) and its player."""
        found = await self.playing()
        if not found:
            return None
        loaded = await self.loaded(self.rng.choice(found))
        owing = sorted(loaded.phase.owing)
        seat = self.rng.choice(owing if owing and self.rng.random() < 0.8 else list(loaded.seats))
        return loaded, seat, loaded.player(seat).user_id

    def orders_of(self, loaded: Loaded, seat: str) -> list[str]:
        """Random legal orders of a seat that owes."""
        return texts(random_orders(loaded.game, loaded.state, seat, self.rng))

    def some_legal(self, loaded: Loaded, seat: str) -> str:
        found = texts(loaded.game.legal(loaded.view(seat)))
        return self.rng.choice(found) if found else "pass"

    def ruler(self, loaded: Loaded) -> Ruler:
        if self.rng.random() < 0.15:
            user = self.rng.choice(USERS)
            return Ruler(user, NAMES[user], 1, False)
        return JUDGE

    # -- tables

    async def do_new_game(self) -> None:
        if len(await self.playing()) >= TABLES:
            return
        key, options, count = self.rng.choice(GAMES)
        house = self.rng.choice
        given = (
            f"{options} undo={house((0, 0, 30, 60))} takeback={house((0, 0, 30))} grace={house((0, 60, 30))} "
            f"absence={house(('pass', 'extend', 'forfeit'))} extensions={house((0, 1, 3))} "
            f"substitutes={house((0, 1, 2))} vacation={house((0, 2, 14))} votes={house(('open', 'secret'))} "
            f"pauses={house((0, 1, 7))}"
        )
        users = self.rng.sample(USERS, count)
        self.number += 1
        spec = self.rng.choice(SPECS)
        lobby = self.house.lobby
        table = await lobby.create(
            game_key=key, options=given, deadline=spec, seating="choice", guild_id=1,
            channel_id=500 + self.number, host_id=users[0], host_name=NAMES[users[0]],
        )  # fmt: skip
        self.note(f"game {table.id} {key} {given} {spec} {users}")
        for user in users[1:]:
            await lobby.join(table.id, user, NAMES[user])
        await lobby.start(table.id, users[0])
        self.memory[table.id] = {}

    # -- orders

    async def do_orders(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        loaded, seat, user = found
        code, orders = loaded.table.id, self.house.orders
        turn = self.rng.choice((None, None, loaded.phase.turn, loaded.phase.turn - 1))
        roll, send = self.rng.random(), self.rng.random() < 0.6
        if roll < 0.65:
            owes = seat in loaded.phase.owing
            text = "; ".join(self.orders_of(loaded, seat)) if owes else self.some_legal(loaded, seat)
            if self.rng.random() < 0.1:
                text = self.rng.choice(("xyzzy", "e7-e6", "pass", "end", "hold", "", "draw", "setup stock"))
            await self.use(
                f"give {code} {user} {text!r} {send}", orders.give(code, user, text, turn=turn, send=send)
            )
        elif roll < 0.82:
            await self.use(f"send {code} {user}", orders.send(code, user, turn))
        elif roll < 0.9:
            await self.use(f"unsend {code} {user}", orders.unsend(code, user, turn))
        elif roll < 0.95:
            await self.use(f"clear {code} {user}", orders.clear(code, user, loaded.phase.turn))
        else:
            what = "draw" if self.rng.random() < 0.7 else "concede"
            await self.use(f"declare {code} {user} {what}", orders.declare(code, user, what))

    async def do_everybody(self) -> None:
        """All who owe at a table send: so games come along."""
        found = await self.somebody()
        if found is None:
            return
        loaded = found[0]
        for seat in sorted(loaded.phase.owing):
            user = loaded.player(seat).user_id
            text = "; ".join(self.orders_of(loaded, seat))
            call = self.house.orders.give(loaded.table.id, user, text, send=True)
            await self.use(f"give {loaded.table.id} {user} {text!r} True", call)

    async def do_ahead(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        loaded, _, _ = found
        seat = self.rng.choice(loaded.seats)
        user, other = loaded.player(seat).user_id, self.rng.choice(sorted(loaded.phase.owing))
        mine, theirs = self.some_legal(loaded, seat), self.some_legal(loaded, other)
        who = f"{other} " if len(loaded.seats) > 2 else ""
        text = self.rng.choice((
            f"if {who}{theirs} then {mine}", f"queue {mine}", f"queue {mine}; {self.some_legal(loaded, seat)}",
            "clear", "relocate chelsea", "disband 1", "if x then y",
        ))  # fmt: skip
        await self.use(
            f"plan {loaded.table.id} {user} {text!r}", self.house.planning.give(loaded.table.id, user, text)
        )

    async def do_mail(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        loaded, seat, user = found
        owes = seat in loaded.phase.owing
        text = "; ".join(self.orders_of(loaded, seat)) if owes else "ahead"
        text = self.rng.choice(
            (text, text, "send", "orders", "ahead", "unsend", "board", "clear", f"queue {text}")
        )
        self.number += 1
        reply = f"{loaded.table.id} {text}" if self.rng.random() < 0.7 else text
        await self.use(f"mail {user} {reply!r}", self.house.mail.read(user, 10_000 + self.number, reply))

    async def do_letter(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        loaded, seat, user = found
        others = [other for other in loaded.seats if other != seat]
        self.number += 1
        mark = f"Letter-{self.number}-zq"
        to = self.rng.choice(others)
        done = await self.use(
            f"letter {loaded.table.id} {user} {to} {mark}",
            self.house.press.write(loaded.table.id, user, to, mark, source=mark),
        )
        if done:
            self.memory[loaded.table.id].setdefault("letters", {})[mark] = {seat, to}

    # -- votes

    async def do_vote(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        loaded, seat, _ = found
        code, user = loaded.table.id, loaded.player(self.rng.choice(loaded.seats)).user_id
        async with self.house.core.db.read() as tx:
            held = await votes.of_table(tx, code)
        if held and self.rng.random() < 0.8:
            vote = self.rng.choice(held)
            yes = self.rng.random() < 0.8
            await self.use(
                f"ballot {code} {user} {vote.kind} {yes}", self.house.voting.cast(code, user, vote.id, yes)
            )
            return
        act = self.rng.choice(("extend", "extend", "pause", "pause", "resume", "resume", "draw", "end"))
        said = self.rng.choice(("", "", "2h", "1d", "99d", "x"))
        await self.use(f"vote {code} {user} {act} {said!r}", self.house.voting.call(code, user, act, said))

    # -- absence

    async def do_absence(self) -> None:
        user = self.rng.choice(USERS)
        if self.rng.random() < 0.35:
            await self.use(f"back {user}", self.house.absences.back(user))
            return
        asked = absences.Asked(
            self.rng.choice(("", "tomorrow", "in 2d", "fri")), self.rng.choice(("in 3d", "in 5d", "in 20d", "fri 18:00")),
            self.rng.choice(("", "Europe/Rome", "America/New_York")),
        )  # fmt: skip
        await self.use(
            f"away {user} {asked.first!r} {asked.last!r}", self.house.absences.announce(user, asked)
        )

    async def do_substitute(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        loaded, seat, user = found
        code, subs = loaded.table.id, self.house.substitutes
        roll = self.rng.random()
        if roll < 0.25:
            await self.use(f"ask {code} {user}", subs.ask(code, user), code)
        elif roll < 0.35:
            await self.use(f"keep {code} {user}", subs.keep(code, user))
        else:
            offered = [p for p in loaded.players if p.offered_at is not None]
            seat = (self.rng.choice(offered).seat if offered else seat) or seat
            taker = self.rng.choice(USERS)
            before = loaded.player(seat).user_id
            given = subs.take(code, seat, Taker(taker, NAMES[taker], 1))
            if await self.use(f"take {code} {seat} {before}->{taker}", given, code):
                await self.gone(code, before, taker)

    async def gone(self, code: str, before: int, taker: int) -> None:
        """Who has left is refused everywhere."""
        self.left[code, before] = "left"
        self.left.pop((code, taker), None)
        await checks.refused_everywhere(self, code, before)

    # -- game masters

    async def do_master(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        loaded, seat, user = found
        code, gm, ruler = loaded.table.id, self.house.gm, self.ruler(loaded)
        who = f"{code} by {ruler.user_id}"
        act = self.rng.choice(("pause", "resume", "resume", "extend", "force", "undo", "undo", "replace", "options",
                               "penalise", "transfer"))  # fmt: skip
        if act == "pause":
            span = self.rng.choice(("", "1d", "3h", "x"))
            await self.use(f"gm-pause {who} {span}", gm.pause(code, ruler, REASON, span), code)
        elif act == "resume":
            await self.use(f"gm-resume {who}", gm.resume(code, ruler, REASON), code)
        elif act == "extend":
            await self.use(
                f"gm-extend {who}", gm.extend(code, ruler, self.rng.choice(("2h", "2d")), REASON), code
            )
        elif act == "force":
            seq = self.rng.choice((None, loaded.step.seq, loaded.step.seq - 1))
            await self.use(f"gm-force {who}", gm.force(code, ruler, REASON, seq), code)
        elif act == "undo":
            await self.use(f"gm-undo {who}", gm.undo(code, ruler, REASON), code)
        elif act == "replace":
            taker = self.rng.choice(USERS)
            given = gm.replace(code, ruler, seat, taker, NAMES[taker], REASON)
            if await self.use(f"gm-replace {who} {seat} {user}->{taker}", given, code):
                await self.gone(code, user, taker)
        elif act == "options":
            page = self.rng.randrange(3)
            values = {
                "deadline": self.rng.choice(SPECS), "undo": "0", "grace": self.rng.choice(("0", "30")),
                "absence": self.rng.choice(("pass", "extend", "forfeit")), "extensions": "2", "reason": REASON,
                "substitutes": "1", "votes": "open", "pauses": "7", "takeback": "0", "vacation": "7",
            }  # fmt: skip
            try:
                form = await self.house.running.form(code, ruler, page, "")
            except Refused:
                return
            values = {f.key: values.get(f.key, f.value) for f in form.fields}
            await self.use(
                f"gm-options {who} {values}", self.house.running.set(code, ruler, page, values), code
            )
        elif act == "penalise":
            listed = await self.house.penalties.rulings(code, ruler, "")
            kind = self.rng.choice(listed).value if listed else "forfeit"
            space = ""
            if listed and (at := await self.house.penalties.spaces(code, ruler, seat, kind, "")):
                space = self.rng.choice(at).value
            if self.rng.random() < 0.5:
                await self.use(
                    f"penalty {who} {seat} {kind} {space}",
                    self.house.penalties.rule(code, ruler, seat, kind, space, REASON),
                    code,
                )
        elif act == "transfer":
            host = self.rng.choice(USERS)
            await self.use(
                f"gm-transfer {who} {host}", gm.transfer(code, ruler, host, NAMES[host], REASON), code
            )

    # -- the world

    async def do_time(self) -> None:
        seconds = self.rng.choice(SPANS) * self.rng.uniform(0.7, 1.3)
        await self.passes(seconds)

    async def do_next_deadline(self) -> None:
        """Until the next thing is due, and a little more or less."""
        async with self.house.core.db.read() as tx:
            from bot.storage import deadlines

            rows = await deadlines.all_of(tx)
        if rows:
            first = self.rng.choice(sorted(rows, key=lambda row: row.due_at)[:3])
            await self.passes(max(first.due_at - self.clock.time + self.rng.choice((-1, 0.1, 5)), 0.1))

    async def passes(self, seconds: float) -> None:
        self.note(f"time {seconds:.1f}")
        self.clock.time += seconds
        if not self.lost:
            await self.house.uptime._note()
        await self.settle()

    async def do_connection(self) -> None:
        if self.lost:
            self.note("connected")
            self.lost = self.messenger.cut = False
            await self.house.reached()
        elif self.rng.random() < 0.5:
            self.note("lost")
            self.lost = self.messenger.cut = True
            self.house.uptime.lost()

    async def do_restart(self) -> None:
        if self.rng.random() < 0.4:
            self.note("restart")
            await self.house.close()
        else:
            self.note("kill")
            self.messenger.hang = self.rng.random() < 0.7
            act = asyncio.create_task(self.one())
            await asyncio.wait([act], timeout=self.rng.choice((0.001, 0.01, 0.03)))
            for job in (self.house.outbox, self.house.deadlines):
                job.wake()
            await asyncio.sleep(self.rng.choice((0.0, 0.003, 0.02)))
            act.cancel()
            await asyncio.wait([act])
            if not act.cancelled() and act.exception() is not None:
                raise act.exception()  # type: ignore[misc]
            await self.kill()
        self.clock.time += self.rng.choice((1, 30, 5000, 90000))
        await self.open()

    async def do_fault(self) -> None:
        self.faulty = self.rng.choice((1, 1, 2, 3))
        self.note(f"faulty {self.faulty}")

    async def do_doors(self) -> None:
        user = self.rng.choice(USERS)
        self.closed ^= {user}
        self.note(f"door {user} {'closed' if user in self.closed else 'open'}")
        if self.rng.random() < 0.3:
            asked = reminder_settings.Asked(
                before=self.rng.choice(("", "24h 1h", "usual")),
                quiet=self.rng.choice(("", "22:00-08:00", "none")),
            )
            await self.use(f"reminders {user}", self.house.reminder_settings.ask(user, asked))

    async def do_look(self) -> None:
        """Somebody looks at anything; what is shown is for that person."""
        found = await self.somebody()
        if found is None:
            return
        loaded, code = found[0], found[0].table.id
        user = self.rng.choice([*USERS, found[2], found[2]])
        house = self.house
        looks: list[Callable[[], Awaitable[Any]]] = [
            lambda: house.desks.desk(code, user), lambda: house.records.board(code, user),
            lambda: house.voting.listed(code, user), lambda: house.planning.show(code, user),
            lambda: house.records.past(code, user, str(self.rng.randint(1, loaded.step.seq))),
            lambda: house.orders.owed(user), lambda: house.substitutes.free(1), lambda: house.absences.shown(user),
            lambda: house.records.why_menu(code, user),
        ]  # fmt: skip
        number = self.rng.randrange(len(looks))
        shown = await self.use(f"look {code} {user} {number}", looks[number]())
        if isinstance(shown, Message):
            await checks.leaks(self, code, user, shown, None)

    # -- running

    ACTS = (
        ("orders", 30), ("everybody", 14), ("time", 8), ("next_deadline", 12), ("ahead", 8), ("vote", 9), ("master", 9),
        ("substitute", 5), ("absence", 4), ("letter", 3), ("mail", 4), ("look", 5), ("connection", 2), ("doors", 2),
        ("fault", 1.5), ("restart", 1.5), ("new_game", 5),
    )  # fmt: skip
    ALONE = {"time", "next_deadline", "restart", "connection", "new_game"}

    async def one(self) -> None:
        names, weights = zip(*self.ACTS, strict=True)
        [name] = self.rng.choices(
            [n for n in names if n not in self.ALONE], [w for n, w in self.ACTS if n not in self.ALONE]
        )
        await getattr(self, f"do_{name}")()

    async def step(self) -> None:
        """One act, or two at once, and a look at everything after it."""
        self.acts += 1
        names, weights = zip(*self.ACTS, strict=True)
        [name] = self.rng.choices(names, weights)
        if name not in self.ALONE and self.rng.random() < 0.15:
            self.acts += 1
            results = await asyncio.gather(getattr(self, f"do_{name}")(), self.one(), return_exceptions=True)
            for result in results:
                if isinstance(result, BaseException):
                    raise result
        else:
            await getattr(self, f"do_{name}")()
        if self.rng.random() < 0.8:
            await self.settle()
            await checks.everything(self, settled=True)
        else:
            await checks.everything(self, settled=False)

    async def run(self, acts: int) -> None:
        logging.getLogger().addHandler(self.alarm)
        try:
            await self.open()
            for _ in range(TABLES):
                await self.do_new_game()
            while self.acts < acts:
                await self.step()
            await self.finish()
        finally:
            logging.getLogger().removeHandler(self.alarm)
            if self.house is not None:
                await self.house.close()

    async def finish(self) -> None:
        """All games end; their records are true."""
        self.closed.clear()
        self.faulty = 0
        if self.lost:
            await self.do_connection()
        for code in await self.playing():
            async with self.house.core.lock(code), self.house.core.db.begin() as tx:
                loaded = await self.house.core.loaded(tx, code)
                await breakoff.break_off(self.house.turns, tx, loaded, "The town ends.", self.clock.now())
        for _ in range(3):
            await self.passes(4000)
        await checks.everything(self, settled=True)
        await checks.all_sent(self)
        for code in self.memory:
            await checks.verified(self, code)

