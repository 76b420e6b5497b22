"""A league of Commander-In-Chief, from `/league create` to the final table, by people who do again whatever
they are not sure of. How far it is, and what became of it, is read from the bot's own database."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from adjudicator.text import Text
from bot.features.leagues.season import text as words
from tests.bot.leagues.league_parts import like

from .clocked import Clocked
from .database import ask
from .loopback import Channel, Post, User
from .mayhem import Mayhem
from .play import assert_nothing_doubled, assert_stand_once

PATIENT, LONGEST = 15.0, 30.0
"""A league that has not gone on for so many seconds is killed no more until it does; if it does not
even then, it is stuck."""
MOST_TURNS = 3


@dataclass
class Cup:
    """A league in a channel of its own."""

    mayhem: Mayhem
    hall: Channel
    organiser: User
    people: Sequence[User]
    leaver: User | None = None
    """Leaves in the middle of the league."""
    name: str = "Spring Cup"
    code: str = ""
    games: dict[str, Clocked] = field(default_factory=dict)

    # -- what people do

    async def play(self) -> None:
        """From the first command to the final table."""
        await self.create()
        await asyncio.gather(*(self.join(user) for user in self.people))
        await self.start()
        while (status := self.status) != "over":
            assert status == "running", status
            before = self.stand()  # looked at first: games may be opened between two looks
            fixtures = self.playing()
            if fixtures:
                await asyncio.gather(*(self.finish(*fixture) for fixture in fixtures))
            else:
                await self.something(before)

    async def create(self) -> None:
        found = self.ask("SELECT id FROM leagues WHERE channel_id = ?", self.hall.id)
        options = {"name": self.name, "game": "cic", "plan": "pace=results"}
        while not found:
            await self.mayhem.alive(lambda: self.organiser.slash(self.hall, "league create", **options))
            found = self.ask("SELECT id FROM leagues WHERE channel_id = ?", self.hall.id)
        self.code = found[0][0]  # asked again because nobody answered, there may be two

    async def join(self, user: User) -> None:
        """Press Join until it is so; some leave and come again."""
        if self.mayhem.dice.random() < 0.3:
            await self.pressed(user, "Join", "in")
            await self.pressed(user, "Leave", None)
        await self.pressed(user, "Join", "in")

    async def pressed(self, user: User, button: str, wanted: str | None) -> None:
        while self.standing(user) != wanted:
            await self.mayhem.alive(lambda: self.press(user, button))

    async def press(self, user: User, button: str) -> None:
        """A button of the post to sign up, when it is there."""

        def standing() -> Post | None:
            posts = (post for post in self.hall.posts() if f":{self.code}:" in post.buttons.get(button, ""))
            return next(posts, None)

        post = await self.mayhem.bot.loopback.until(standing, timeout=30, what="the post to sign up")
        assert post is not None
        await (await user.press(post, button)).followup()

    def standing(self, user: User) -> str | None:
        query = "SELECT status FROM entrants WHERE league_id = ? AND user_id = ?"
        found = self.ask(query, self.code, user.id)
        return str(found[0][0]) if found else None

    async def start(self) -> None:
        """Close the sign-up. An outage after that may have opened it again, to give its time back."""

        def begun() -> bool:
            query = "SELECT 1 FROM leagues WHERE id = ? AND (status != 'signup' OR next_at <= ?)"
            return bool(self.ask(query, self.code, time.time()))

        def moved() -> bool:
            return self.status != "signup" or not begun()

        while self.status == "signup":
            if begun():
                await self.mayhem.bot.loopback.until(moved, timeout=4 * LONGEST, what="the start")
                continue
            await self.mayhem.alive(lambda: self.organiser.slash(self.hall, "league start", league=self.code))

    async def finish(self, number: int, code: str, place: int) -> None:
        """Play a game: some turns, then somebody gives up. number: the round"""
        mayhem = self.mayhem
        thread = next(thread for thread in self.hall.threads() if thread.id == place)
        game = self.games.setdefault(
            code, Clocked(mayhem.bot.loopback, thread, code, self.people, key="cic", folder=mayhem.bot.cwd)
        )
        for _ in range(mayhem.dice.randint(0, MOST_TURNS)):
            turn, sheets = game.sheets(mayhem.dice)
            for seat, orders in sheets.items():
                while game.turn == turn and not game.is_over:
                    await mayhem.alive(lambda: game.order(seat, orders, send=True))  # noqa: B023
        if self.leaver in game.seats().values() and number == 2 and self.standing(self.leaver) == "in":
            await self.leave(self.leaver)
        loser = mayhem.dice.choice(sorted(game.seats()))
        while not game.is_over:
            await mayhem.alive(lambda: self.concede(game, game.seats()[loser]))

    async def concede(self, game: Clocked, user: User) -> None:
        asked = await user.slash(game.hall, "concede", table=game.table)
        if "Yes, I concede" in asked.post.buttons:
            await user.press(asked, "Yes, I concede")

    async def leave(self, user: User) -> None:
        async def once() -> None:
            asked = await user.slash(self.hall, "league withdraw", league=self.code)
            if "Leave the league" in asked.post.buttons:
                await user.press(asked, "Leave the league")

        while self.standing(user) != "out":
            await self.mayhem.alive(once)

    # -- how far it is

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return ask(self.mayhem.bot.cwd, query, *values)

    @property
    def status(self) -> str:
        return str(self.ask("SELECT status FROM leagues WHERE id = ?", self.code)[0][0])

    @property
    def round(self) -> int:
        return int(self.ask("SELECT round FROM leagues WHERE id = ?", self.code)[0][0])

    def open(self) -> list[tuple[Any, ...]]:
        """Fixtures without a result: round, status, code, place."""
        query = "SELECT round, status, code, place_id FROM fixtures WHERE league_id = ? AND status != 'done'"
        return self.ask(query, self.code)

    def playing(self) -> list[tuple[int, str, int]]:
        """Games that go on: round, code, place."""
        query = (
            "SELECT f.round, f.code, f.place_id FROM fixtures f JOIN tables t ON t.id = f.table_id "
            "WHERE f.league_id = ? AND t.status = 'playing' ORDER BY f.id"
        )
        return self.ask(query, self.code)  # type: ignore[return-value]

    def stand(self) -> tuple[str, int, list[tuple[Any, ...]]]:
        """Its status, its round, the fixtures without a result."""
        return self.status, self.round, self.open()

    async def something(self, before: object) -> None:
        """Until the league goes on by itself. On a busy machine nobody kills it for ever.

        before: how it stood when there was nothing to do
        """
        loopback, what = self.mayhem.bot.loopback, f"round {self.round}, not as {before}"

        def moved() -> bool:
            return self.stand() != before

        with suppress(AssertionError):
            await loopback.until(moved, timeout=PATIENT, what=what)
        if not moved():
            self.mayhem.opening += 1
            await loopback.until(moved, timeout=LONGEST, what=f"more than {what}")
            self.mayhem.opening -= 1

    # -- judgement

    def assert_true(self) -> None:
        """Each thread, game, announcement and result is there once; everything that was queued stands."""
        query = "SELECT round, code, table_id, place_id, status, numbers FROM fixtures WHERE league_id = ?"
        fixtures = self.ask(f"{query} ORDER BY id", self.code)
        assert all(status == "done" for *_, status, _ in fixtures), fixtures
        played = [(number, table, place) for number, _, table, place, _, _ in fixtures if table]
        self._threads({str(code) for _, code, *_ in fixtures if code}, played)
        for _, table, _ in played:
            self.games[table].assert_true()
            self.games[table].assert_posted()
        self._posts(len(played))
        self._counted([table for _, table, _ in played])

    def _threads(self, codes: set[str], played: Sequence[tuple[int, str, int]]) -> None:
        """A thread for each game that was played; those of games that nobody came to, at most one each."""
        threads = Counter((thread.name or "").split()[0] for thread in self.hall.threads())
        assert set(threads.values()) <= {1} and set(threads) <= codes, threads
        for number, table, place in played:
            thread = next(thread for thread in self.hall.threads() if thread.id == place)
            assert (thread.name or "").startswith(f"{table} R{number} "), thread
            calls = thread.posts(containing=f"{self.name}, round {number}: ")
            assert len(calls) == 1, f"{thread}: {calls}"
            assert thread.thread_members >= {user.id for user in self.games[table].seats().values()}

    def _posts(self, games: int) -> None:
        loopback = self.mayhem.bot.loopback
        assert_nothing_doubled(loopback, self.hall)
        query = "SELECT status, key, sent_channel_id, message_id, nonce, payload FROM outbox"
        posts = self.ask(f"{query} WHERE key LIKE ? AND lane NOT LIKE 't:%'", f"league/{self.code}/%")
        for status, key, *_ in posts:
            assert status == "sent", f"{key} is {status}\n{self.mayhem.bot.output[-6000:]}"
        assert_stand_once(loopback, [post for _, *post in posts])
        shown = [post.text for post in self.hall.posts() if not post.ephemeral]

        def told(text: Text, **values: object) -> int:
            return sum(bool(re.match(like(text, league=self.name, **values), one)) for one in shown)

        assert told(words.RESULT) == games, shown
        assert [told(words.ROUND, n=number) for number in (1, 2, 3)] == [1, 1, 1], shown
        assert [told(words.ROUND_OVER, n=number) for number in (1, 2)] == [1, 1], shown
        assert told(words.BEGINS) == told(words.SEED) == 1, shown
        assert len(self.hall.posts(containing=f"wins {self.name}!")) == 1, shown

    def _counted(self, tables: Sequence[str]) -> None:
        """Ratings have counted each game once."""
        for table in tables:
            [(rated,)] = self.ask("SELECT count(*) FROM rated WHERE table_id = ?", table)
            [(results,)] = self.ask("SELECT count(*) FROM results WHERE table_id = ?", table)
            assert (rated, results) == (1, 2), f"{table}: {rated} {results}"
