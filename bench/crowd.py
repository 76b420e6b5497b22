"""Fills a database with games of all kinds in the middle of play, everybody's orders in, the same deadline.

    python -m bench.crowd FILE GAMES

Run apart, so that what it needs is not measured: `bench.clock` does. Every position comes from random play;
each table has drafts of its own, so that no two turns are alike. Rows are stored as the bot stores them.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import update

from adjudicator.chance import HmacChance, commitment
from adjudicator.codec import canonical
from adjudicator.game import AnyGame, texts
from adjudicator.registry import games
from bench.services import table_of
from bot.storage import deadlines, drafts, players, schema, tables
from bot.storage.database import Database, Tx
from bot.storage.records import Draft, Seed, Step
from bot.storage.rows import insert
from maps.boards import boards

GAMES = games(boards())
SHARES = {"cic": 35, "nme": 20, "nemein": 20, "ww3": 20, "newyork2047": 5}
"""Of a hundred games."""
OPTIONS: dict[str, dict[str, Any]] = {"ww3": {"players": 3}}
POSITIONS = {"newyork2047": 12}
SOME = 24
"""So many positions of a kind, unless POSITIONS says otherwise: they come again in other channels."""
EARLY, LATE = 6, 40
GUILD, CHANNELS, USERS = 1, 10_000, 1_000_000
BUSY, THEIR_GAMES = 3, 40
"""So many people play in so many games; all others in about two."""
SEED = bytes(range(32))
DAY, NEVER = 86400.0, 1e12
NAMES = ("Ada", "Marguerite Antoinette", "Bernd", "Kristjánsson", "Zoë", "Hal", "Cleo")


@dataclass(frozen=True)
class Position:
    key: str
    state: Any

    @property
    def game(self) -> AnyGame:
        return GAMES[self.key]


def kinds(number: int) -> Iterator[str]:
    """The kind of each game, well mixed."""
    found = [key for key, share in SHARES.items() for _ in range(max(1, round(number * share / 100)))]
    random.Random(number).shuffle(found)
    yield from (found * 2)[:number]


def positions(key: str) -> list[Position]:
    """Some of random play, not over."""
    game, rng, found = GAMES[key], random.Random(f"crowd {key}"), list[Position]()
    most = POSITIONS.get(key, SOME)
    while len(found) < most:
        options = game.options(OPTIONS.get(key, {}))
        state = game.start(options, HmacChance(SEED, key)).state
        for turn in range(LATE):
            chance = HmacChance(SEED, key, game.drawn(state))
            state = game.resolve(state, sheets(game, state, rng), chance).state
            if game.outcome(state) is not None:
                break
            if turn >= EARLY and rng.random() < 0.3:
                found.append(Position(key, state))
    return found[:most]


def sheets(game: AnyGame, state: Any, rng: random.Random) -> dict[str, Sequence[Any]]:
    """Orders of everyone who owes some, drawn from what is legal; a sheet of many has one for each unit."""
    found: dict[str, Sequence[Any]] = {}
    for seat in sorted(game.phase(state).owing):
        view = game.view(state, seat)
        legal = list(game.legal(view))
        if game.phase(state).sealed and game.default(view) is not None and game.key != "newyork2047":
            continue  # a secret set-up: the default of the rules
        if not legal:
            continue
        rng.shuffle(legal)
        one: dict[str, Any] = {}
        for order in legal if game.key == "newyork2047" else legal[:1]:
            one.setdefault(game.unit_of(order), order)
        found[seat] = tuple(one.values())
    return found


async def fill(path: str, number: int) -> None:
    known = {key: positions(key) for key in SHARES}
    rng, db = random.Random(number), await Database.open(path)
    busy = [USERS + at for at in range(BUSY) for _ in range(THEIR_GAMES)] if number >= 1000 else []

    def change(tx: Tx) -> None:
        for at, key in enumerate(kinds(number)):
            position = known[key][at % len(known[key])]
            table(tx, f"t{at:04}", at, position, rng, busy)

    await db.write(change)
    await db.close()


def table(tx: Tx, code: str, at: int, position: Position, rng: random.Random, busy: list[int]) -> None:
    """A table with its players, its newest step, drafts and deadline."""
    game, state = position.game, position.state
    options = game.options(OPTIONS.get(position.key, {}))
    turn = game.phase(state).turn
    about = {"guild_id": GUILD, "channel_id": CHANNELS + at, "deadline_spec": "24h", "turn": turn, "seq": 1}
    row = table_of(
        game, code, options, status="playing", commitment=commitment(SEED), started_at=1.0, **about
    )
    tables.insert(tx, row)
    insert(tx, Seed(table_id=code, seed=SEED.hex()))
    seated: dict[int, str] = {}
    for seat in game.seats(options):
        user = busy.pop() if busy and busy[-1] not in seated and rng.random() < 0.2 else 0
        while not user or user in seated:
            user = USERS + BUSY + rng.randrange(2500)
        seated[user] = seat
        players.join(tx, code, user, name=NAMES[user % len(NAMES)], joined_at=1.0)
    players.seat_all(tx, code, seated)
    users = {seat: user for user, seat in seated.items()}
    stored = canonical(game.dump(state))
    assert game.load(json.loads(stored)) == state
    insert(tx, Step(table_id=code, seq=1, turn=turn, kind="start", state=stored, at=1.0))
    for seat, orders in sheets(game, state, rng).items():
        kept = {"table_id": code, "seat": seat, "turn": turn, "user_id": users[seat]}
        told = Draft(orders=texts(orders), ready=False, at=1.0, **kept)
        drafts.put(tx, told)
    deadlines.set(tx, code, turn, NEVER)


def due(tx: Tx, moment: float) -> None:
    """Let the deadline of all tables come in this moment."""
    tx.execute(update(schema.deadlines).values(due_at=moment, began_at=moment - DAY))


if __name__ == "__main__":
    asyncio.run(fill(sys.argv[1], int(sys.argv[2])))
