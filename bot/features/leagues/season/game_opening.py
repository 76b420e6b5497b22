"""Open the games of a round: a thread or channel for each, then the game itself begins there.

The place is made first, outside any transaction, under a name with the game's code: asked for again after a
kill, it is found. The game begins in one transaction, and only once (`store.begin_game`).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from adjudicator.chance import HmacChance, commitment
from adjudicator.text import listing
from bot.common.errors import NotAllowed
from bot.common.message import clip, plain_name
from bot.engine import posts as table_posts
from bot.engine.access import free_code
from bot.engine.context import Context
from bot.engine.schedule import read_spec
from bot.engine.time_words import plain_moment
from bot.engine.turns import Turns
from bot.features.leagues import posts, season_snapshot, store
from bot.features.leagues.league_lookup import league_of, named, titled
from bot.features.leagues.plan import Where
from bot.features.leagues.scoring import Kind, Result
from bot.features.leagues.season import results
from bot.features.leagues.season import text as words
from bot.features.leagues.season_snapshot import Season
from bot.outbox.messenger import Unsure
from bot.storage import players, tables
from bot.storage.database import Tx
from bot.storage.league_records import Entrant, Fixture, League
from bot.storage.records import Seed, Table
from bot.storage.rows import first, insert


@dataclass(frozen=True, slots=True)
class Made:
    """A channel or thread for a game. note: what the organiser should know, such as that the server has no
    room for more channels, so that it became a thread; "" nothing"""

    place_id: int
    note: str = ""


class Places(Protocol):
    """Discord, as leagues need it."""

    async def make(
        self, guild_id: int, channel_id: int, name: str, where: Where, category: str, members: Sequence[int]
    ) -> Made:
        """A thread of the league's channel, or a channel in a category, for these members; the one that has
        this name already, if there is one: so it may be asked for again after a kill.

        Raises NotAllowed with what to grant, or Unsure."""


log = logging.getLogger(__name__)

AT_ONCE = 4
PATIENCE = 60.0
SOON, LATER = 5.0, 600.0
"""Seconds until it is tried again: after a fault of Discord's, and where the bot may not."""
MOST_NAME = 90


class Opening:
    def __init__(self, context: Context, turns: Turns, places: Places | None) -> None:
        self.context = context
        self.turns = turns
        self._places = places
        self._rest: dict[int, tuple[float, int]] = {}
        """Fixtures that wait after a failure: until when, and after how many."""

    async def open_some(self) -> float | None:
        """Open a few of the games that are to be opened, so that nothing waits long where Discord is slow.
        When to go on: at once if there may be more, later after failures; None: when woken."""
        now = self.context.clock.now()
        found = await self.context.db.read(store.fixtures_to_open, 1000 if self._rest else AT_ONCE)
        known = {fixture.id for fixture in found}
        self._rest = {ident: rest for ident, rest in self._rest.items() if ident in known}
        ready = [fixture for fixture in found if self._rest.get(fixture.id, (0.0, 0))[0] <= now]
        if not ready:
            return min((until for until, _ in self._rest.values()), default=None)
        await asyncio.gather(*(self._try(fixture) for fixture in ready[:AT_ONCE]))
        return now

    async def _try(self, fixture: Fixture) -> None:
        wait, reason = SOON, ""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._one(fixture)
                self._rest.pop(fixture.id, None)
                return
        except NotAllowed as refused:
            wait, reason = LATER, str(refused)
            await self._blocked(fixture, reason)
        except Unsure as unsure:
            wait, reason = max(SOON, unsure.seconds), str(unsure)
        except TimeoutError:
            reason = "no answer"
        except Exception as error:  # the other games are opened, whatever this one does
            log.exception("game not opened", extra={"league": fixture.league_id, "fixture": fixture.id})
            reason = type(error).__name__
        failures = self._rest.get(fixture.id, (0.0, 0))[1]
        until = self.context.clock.now() + min(wait * 2 ** min(failures, 6), LATER)
        self._rest[fixture.id] = until, failures + 1
        log.warning("game put off", extra={"league": fixture.league_id, "reason": reason})

    async def _one(self, fixture: Fixture) -> None:
        def look(tx: Tx) -> tuple[League, Season]:
            league = first(tx, League, id=fixture.league_id)
            assert league is not None
            season = season_snapshot.with_entrants(tx, league, fixture.numbers)
            return league, season

        league, season = await self.context.db.read(look)
        playing = [season.by_number(number) for number in fixture.numbers]
        if any(entrant.status == "out" for entrant in playing):
            await self.context.write_league(league.id, self._gone, season, fixture, playing)
            return
        place = fixture.place_id
        if place is None:
            fixture = await self.context.db.write(self._coded, fixture)
            place = await self._place(season, fixture, playing)
        await self.context.write_league(league.id, self._open, league.id, fixture.id, place)

    def _open(self, tx: Tx, league_id: str, fixture_id: int, place: int) -> None:
        fresh = first(tx, Fixture, id=fixture_id)
        if fresh is None or fresh.status != "planned":
            return
        # Somebody may have left, or been forgotten, while the place was made.
        season = season_snapshot.with_entrants(tx, league_of(tx, league_id), fresh.numbers)
        playing = [season.by_number(number) for number in fresh.numbers]
        if any(entrant.status == "out" for entrant in playing):
            self._gone(tx, season, fresh, playing)
        else:
            self._begin(tx, season, self._coded(tx, fresh), playing, place)

    def _coded(self, tx: Tx, fixture: Fixture) -> Fixture:
        """The fixture with a code of its own: a lobby may have got the same one while it was made."""
        if tables.get(tx, str(fixture.code)) is None:
            return fixture
        code = free_code(self.context.hooks, tx)
        store.change_fixture(tx, fixture.id, code=code)
        return replace(fixture, code=code)

    async def _place(self, season: Season, fixture: Fixture, playing: list[Entrant]) -> int:
        league = season.league
        if self._places is None:
            return league.channel_id
        each = (MOST_NAME - 14) // len(playing) - 3 if len(playing) > 3 else MOST_NAME
        names = " – ".join(clip(" ".join(entrant.name.split()), each) for entrant in playing)
        made = await self._places.make(
            league.guild_id,
            league.channel_id,
            clip(f"{fixture.code} R{fixture.round} {' '.join(names.split())}", MOST_NAME),
            season.plan.where,
            clip(named(league), MOST_NAME),
            [entrant.user_id for entrant in playing],
        )

        def change(tx: Tx) -> None:
            store.change_fixture(tx, fixture.id, place_id=made.place_id)
            if made.note:
                text = words.PLACES(league=titled(league), note=made.note)
                key = f"place/{league.round}/{_digest(made.note)}"
                posts.say(tx, league, key, text, self.context.clock.now())

        await self.context.db.write(change)
        return made.place_id

    def _begin(self, tx: Tx, season: Season, fixture: Fixture, playing: list[Entrant], place: int) -> None:
        league, now = season.league, self.context.clock.now()
        game, code, seed = self.context.games[league.game], str(fixture.code), secrets.token_bytes(32)
        table = Table(
            id=code,
            game=league.game,
            rules_version=game.rules_version,
            options=league.options,
            name=game.name,
            guild_id=league.guild_id,
            channel_id=place,
            host_id=league.host_id,
            commitment=commitment(seed),
            deadline_spec=league.deadline_spec,
            created_at=now,
            settings=league.settings,
            origin={"league": league.id, "round": fixture.round, "board": fixture.board},
        )
        tables.insert(tx, table)
        insert(tx, Seed(table_id=code, seed=seed.hex()))
        seats = dict(zip((entrant.user_id for entrant in playing), game.seats(league.options), strict=True))
        for entrant in playing:
            players.join(tx, code, entrant.user_id, name=entrant.name, joined_at=now)
        players.seat_all(tx, code, seats)
        self._call(tx, season, fixture, table, playing, now)
        table_posts.promise(tx, table, now)
        self.turns.begin(tx, table, (), HmacChance(seed, code))
        store.begin_game(tx, fixture.id, code, now)

    def _call(
        self, tx: Tx, season: Season, fixture: Fixture, table: Table, playing: list[Entrant], now: float
    ) -> None:
        """The first post of the game's own place, on one plain line, as a locked phone shows it: who plays,
        with mentions that bring them in, what, where, until when."""
        presenter, game = self.context.presenters[table.game], self.context.games[table.game]
        seats = [presenter.seat_name(seat) for seat in game.seats(table.options)]
        told = [
            words.PLAYER(name=f"<@{entrant.user_id}>", seat=seat)
            for entrant, seat in zip(playing, seats, strict=True)
        ]
        due = read_spec(str(table.deadline_spec)).due(now)
        given = {
            "league": titled(season.league),
            "n": fixture.round,
            "players": listing(told, "and"),
            "game": game.name,
            "place": f"<#{table.channel_id}>",
            "due": plain_moment(due or now),
        }
        text = words.CALL(**given)
        if season.plan.divisions > 1:
            text = words.CALL_DIVISION(division=fixture.division, **given)
        users = [entrant.user_id for entrant in playing]
        table_posts.say(tx, table, "league", text, now, mentions=users)

    def _gone(self, tx: Tx, season: Season, fixture: Fixture, playing: list[Entrant]) -> None:
        """Somebody has left between pairing and opening: the others have a bye."""
        league, now = season.league, self.context.clock.now()
        rest = [entrant for entrant in playing if entrant.status != "out"]
        kind: Kind = "walkover" if len(playing) == 2 else "bye"
        if rest:
            store.change_fixture(tx, fixture.id, numbers=[entrant.number for entrant in rest])
        store.settle(tx, fixture.id, Result(kind if rest else "none").stored(), now, "left")
        out = [plain_name(entrant.name) for entrant in playing if entrant.status == "out"]
        gone, names = listing(out, "and"), listing([plain_name(entrant.name) for entrant in rest], "and")
        if not rest:
            text = words.GONE_ALL(gone=gone, n=fixture.round)
        else:
            left = words.GONE_WALKOVER if kind == "walkover" else words.GONE_BYE
            text = left(gone=gone, n=fixture.round, names=names)
        posts.note(tx, league, "walkover", text, now)
        called = [entrant.user_id for entrant in rest]
        said = words.NO_GAME_ALL(league=titled(league), why=text)
        if called:
            users = " ".join(f"<@{user}>" for user in called)
            said = words.NO_GAME(league=titled(league), why=text, users=users)
        posts.say(tx, league, f"gone/{fixture.id}", said, now, mentions=called)
        whole = season_snapshot.read(tx, league, fixture.round)
        results.complete(tx, whole, fixture.round, now)
        tx.wakes("leagues", league.id)

    async def _blocked(self, fixture: Fixture, reason: str) -> None:
        """The bot may not make the place: the organiser is told, once for each reason."""
        now = self.context.clock.now()

        def change(tx: Tx) -> None:
            league: League | None = first(tx, League, id=fixture.league_id)
            assert league is not None
            text = words.CANT_OPEN(league=titled(league), n=fixture.round, why=reason)
            key = f"blocked/{fixture.round}/{_digest(reason)}"
            posts.tell(tx, league, league.host_id, f"{key}/organiser", text, now)
            posts.say(tx, league, key, text, now)

        await self.context.db.write(change)


def _digest(text: str) -> str:
    """Tell texts apart in the keys of posts."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
