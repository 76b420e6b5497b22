"""What a large host's database holds after a year, for `bench.host`."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, product
from time import time
from typing import Any

from adjudicator.chance import commitment
from adjudicator.codec import canonical
from bench.crowd import GAMES, SEED, Position, positions
from bench.services import table_of
from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.league_records import GameResult, Rated, Rating, Sitting
from bot.storage.records import Deadline, Player, Post, Seed, Step, columns

SERVERS, PEOPLE, OPEN, OVER = 10_000, 100_000, 100_000, 3_000_000
COPIES = (1, 15, 150)
"""How many times each game that is over comes, in the three databases."""
STEPS, POSTS, QUEUED, SILENT = 3, 3, 50, 10
YEAR, DAY = 365 * 86400.0, 86400.0
SEATS = {"cic": ("dark", "light"), "nme": ("black", "white")}
LETTERS, DIGITS = "abcdefghjkmnpqrstuvwxyz", "23456789"
PAIRS = ["".join(pair) for pair in product(LETTERS, DIGITS)]


@dataclass(frozen=True)
class Playing:
    """Who has an order to give in an open game, and which; both players have games that are over."""

    code: str
    server: int
    user: int
    order: str


class Host:
    """The servers, their open games, and those that are over, once. The same scale gives the same host."""

    def __init__(self, scale: float) -> None:
        self.servers, self.people, self.open, self.over = (
            max(round(number * scale), 1) for number in (SERVERS, PEOPLE, OPEN, OVER // COPIES[-1])
        )
        self.playing, self._have_played = list[Playing](), set[int]()
        self._rng, self._now, self._ids = random.Random("host"), time(), 0
        self._rows = defaultdict[type, list[dict[str, Any]]](list)
        self._places = {key: positions(key) for key in SEATS}

    def fill(self) -> Iterator[Callable[[Tx], None]]:
        """The transactions that write all of it."""
        short = ["".join(pairs) for pairs in product(PAIRS, repeat=2) if pairs[0] >= "j"]
        self._rng.shuffle(short)
        longer = (f"{code}b2{pair}" for pair, code in product(PAIRS, short))
        for person in range(self.people):
            user, server = self._somebody(person)
            skill = {"mu": self._rng.gauss(25.0, 4.0), "sigma": 3.0, "games": 9}
            self._add(Rating(guild_id=server, game="cic", user_id=user, name="Ada", at=1.0, **skill))
        over = (f"{code}{PAIRS[0]}" for code in short[: self.over])
        for at, code in enumerate(chain(over, islice(chain(short, longer), self.open))):
            self._game(code, over=at < self.over)
            if len(self._rows[Step]) > 5000:
                yield self._write
        yield self._write

    def _somebody(self, person: int) -> tuple[int, int]:
        """A user and the server of theirs: each has one, and some servers are much larger than others."""
        return (1 << 50) + person, 1 + int((person / self.people) ** 2 * self.servers) << 22

    def _add(self, record: Any) -> None:
        values = columns(record)
        if values.get("id") == 0:
            self._ids += 1
            values["id"] = self._ids
        self._rows[type(record)].append(values)

    def _write(self, tx: Tx) -> None:
        for record in schema.of:  # tables of others come before those that name them
            if rows := self._rows.pop(record, []):
                tx.execute(schema.of[record].insert(), rows)

    def _game(self, code: str, *, over: bool) -> None:
        rng, key = self._rng, "cic" if over or self._rng.randrange(SILENT) else "nme"
        place, game = rng.choice(self._places[key]), GAMES[key]
        user, server = self._somebody(rng.randrange(self.people))
        began = self._now - rng.random() * YEAR
        ended = began + 40 * DAY * rng.random() if over else None
        channel = server + (1 + rng.randrange(5) if over else 100 + len(self.playing))
        turn, steps = game.phase(place.state).turn, STEPS if over else 1
        about = {"guild_id": server, "channel_id": channel, "turn": turn, "seq": steps, "counted": over}
        about |= {"status": "over" if over else "playing", "ended_at": ended, "deadline_spec": "24h"}
        about |= {"created_at": began, "started_at": began, "commitment": commitment(SEED)}
        self._add(table_of(game, code, game.options({}), **about))
        self._add(Seed(table_id=code, seed=SEED.hex()))
        users = dict(zip(SEATS[key], (user, user + 1), strict=True))
        for seat, user in users.items():
            who = {"table_id": code, "seat": seat, "user_id": user}
            self._add(Player(name="Ada", joined_at=began, over=over, **who))
            self._add(Sitting(name="Ada", from_at=began, **who))
            if ended is not None:
                result = {"guild_id": server, "game": key, "place": 1, "shared": 2, "seats": 2, "began": True}
                result |= {"mu_before": 25.0, "sigma_before": 8.0, "mu_after": 25.5, "sigma_after": 7.5}
                self._add(GameResult(turns=20, missed=0, ended_at=ended, **who, **result))
        state = canonical(game.dump(place.state))
        for seq in range(1, steps + 1):
            self._add(Step(table_id=code, seq=seq, turn=turn, kind="start", state=state, at=began))
        if ended is not None:
            self._have_played |= set(users.values())
            self._add(Rated(table_id=code, at=ended))
            for number in range(POSTS):
                self._post(code, f"{code}/{number}", channel, ended, sent=True)
        else:
            self._runs(code, server, channel, place, users)

    def _runs(self, code: str, server: int, channel: int, place: Position, users: dict[str, int]) -> None:
        """What an open game has besides."""
        game, phase, soon = place.game, place.game.phase(place.state), self._now + DAY / 8
        for kind in ("turn", "remind"):
            due = {"due_at": soon + self._rng.random() * DAY, "began_at": self._now}
            self._add(Deadline(table_id=code, kind=kind, turn=phase.turn, **due))
        if place.key == "cic" and self._have_played.issuperset(users.values()):
            [owing, *_] = sorted(phase.owing)
            order = next(iter(game.legal(game.view(place.state, owing))))
            self.playing.append(Playing(code, server, users[owing], str(order)))
        if len(self.playing) < QUEUED:
            self._post(code, f"{code}/q", channel, soon, sent=False)

    def _post(self, code: str, key: str, channel: int, at: float, *, sent: bool) -> None:
        said = {"tag": "say", "text": "e7-e6, and what came of it. " * 8}
        about = {"key": key, "nonce": key, "table_id": code, "payload": said, "user_id": None, "error": None}
        about |= {"channel_id": channel, "lane": f"c:{channel}", "not_before": at, "created_at": at}
        about |= {"status": "sent" if sent else "queued", "attempts": int(sent)}
        when = dict.fromkeys(("tried_at", "sent_at"), at if sent else None)
        where = {"sent_channel_id": channel if sent else None, "message_id": self._ids if sent else None}
        self._add(Post(id=0, **about, **when, **where))


def copying(copies: int) -> Iterator[str]:
    """Statements in which each game that is over is copied, until it is there so many times. They have codes
    of three pairs; the third tells the copy."""
    pairs = ", ".join(f"({number}, '{pair}')" for number, pair in enumerate(PAIRS[:copies]) if number)
    yield "CREATE TEMP TABLE copies (n INTEGER, pair TEXT)"
    yield f"INSERT INTO copies VALUES {pairs}"
    yield from _copied(schema.tables, "id", copies)
    for record in (Seed, Player, Step, Sitting, GameResult, Rated, Post):
        yield from _copied(schema.of[record], "table_id", copies)


def _copied(table: Any, code: str, copies: int) -> Iterator[str]:
    changed = {name: f"substr({name}, 1, 4) || pair || substr({name}, 7)" for name in (code, "key", "nonce")}
    changed |= {name: f"{name} - n * {2 * DAY}" for name in ("created_at", "joined_at", "ended_at")}
    changed |= {"message_id": f"message_id * {copies} + n"}
    names = [column.name for column in table.c if column.name != "id" or code == "id"]
    listed = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(changed.get(name, f'"{name}"') for name in names)
    given = f"SELECT * FROM {table.name} WHERE length({code}) = 6 ORDER BY {code}"
    yield f"CREATE TEMP TABLE of_{table.name} AS {given}"
    yield f"INSERT INTO {table.name} ({listed}) SELECT {values} FROM of_{table.name} CROSS JOIN copies"
