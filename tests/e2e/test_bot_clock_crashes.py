"""SIGKILL at random moments while several games of all kinds go on: orders, Ready with a time to undo,
deadlines with and without orders, posts. No accepted order is lost, no turn resolved twice, no post lost or
doubled, no game stands still."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.engine import text as said
from tests.tiers import KILLS, SEED

from .clocked import Clocked
from .conftest import StartBot
from .loopback import Guild, Loopback, User
from .loopback.faults import Call
from .loopback.server import PATIENCE
from .mayhem import Mayhem, Plans
from .newyork import PEOPLE
from .play import open_table, pressed, quiet

pytestmark = pytest.mark.soak
SENDS, EDITS = "/channels/*/messages", "/channels/*/messages/*"
KINDS = {"cic": 2, "nme": 3, "newyork2047": 7, "ww3": 2, "nemein": 2}
"""The games, and how many play."""
OPTIONS = {"ww3": "players=2", "newyork2047": "last_year=2049"}
CLOCKS = {"FIELDPOST_DEFAULTS": "undo=1 grace=0 substitutes=0"}
AT_ONCE = 3
"""So many games go on side by side."""
TURNS = 12
"""After so many a table begins another game, of another kind."""
LONGEST = 180.0 * PATIENCE
"""A turn that has not ended after so many seconds, kills or not, is stuck."""


async def test_random_kills_of_the_clock(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Nonces are forgotten: the marker alone prevents doubles."""
    discord.limits.forget_nonces()
    bot, guild = await fieldpost(env=CLOCKS), discord.guild()
    mayhem = ClockMayhem(bot, random.Random(SEED), KILLS, folder=tmp_path)
    people = guild.members(*PEOPLE)
    tables = [Players(mayhem, guild, people, number) for number in range(AT_ONCE)]
    async with asyncio.TaskGroup() as group:
        group.create_task(mayhem.rage())
        for table in tables:
            group.create_task(table.play())
    await quiet(discord, bot, tmp_path)
    played = [game for table in tables for game in table.games]
    for game in played:
        game.assert_true()
        game.assert_posted()
    turns = sum(game.turn for game in played)
    print(f"\n{mayhem.kills} kills, {len(played)} games, {turns} turns, {mayhem.deadlines} by the clock")


@dataclass
class ClockMayhem(Mayhem):
    folder: Path = Path()
    deadlines: int = 0

    def plans(self) -> Plans:
        bot, dice = self.bot, self.dice
        when = dice.choice(("before", "after"))
        return (
            lambda: bot.kill_after(dice.uniform(0.0, 0.8)),
            lambda: bot.kill_on_call("*", "/**", nth=dice.randint(1, 12), when=when),
            lambda: bot.kill_on_call("POST", SENDS, nth=dice.randint(1, 6), when=when),
            lambda: bot.kill_on_call("PATCH", EDITS, when=when),
            lambda: bot.kill_on_log("kind=resolve"),
            lambda: bot.kill_on_log("kind="),
            # In the time to undo: what says when it ends has just arrived.
            lambda: bot.kill_on_call("PATCH", "/webhooks/**", when="after", where=_is_window),
        )


def _is_window(call: Call) -> bool:
    return said.RESOLVES(when="<t:") in str(call.json)


@dataclass
class Players:
    """Those who sit at one table, and after that game at another."""

    mayhem: ClockMayhem
    guild: Guild
    people: Sequence[User]
    number: int
    games: list[Clocked] = field(default_factory=list)

    async def play(self) -> None:
        """Turn after turn, until there were enough kills; then one more turn, undisturbed."""
        while not self.mayhem.over:
            game = await self.open()
            self.games.append(game)
            while not self.mayhem.over and not game.is_over and game.turn < TURNS:
                await self.turn(game)
        if not self.games[-1].is_over:
            await self.turn(self.games[-1])

    async def open(self) -> Clocked:
        """A new game. The lobby has tests of its own: nobody is killed there."""
        mayhem, names = self.mayhem, list(KINDS)
        key = names[(self.number + AT_ONCE * len(self.games)) % len(names)]
        table = None
        mayhem.opening += 1
        while table is None:
            people = mayhem.dice.sample(list(self.people), KINDS[key])
            hall = self.guild.channel(f"hall-{self.number}-{len(self.games)}-{mayhem.kills}")
            table = await mayhem.alive(lambda: self._begin(hall, people, key))  # noqa: B023
        mayhem.opening -= 1
        return Clocked(mayhem.bot.loopback, hall, table, people, key=key, folder=mayhem.folder)

    async def _begin(self, hall: Any, people: Sequence[User], key: str) -> str:
        # Where one seat moves alone, half of the games leave a second to take a move back.
        options = f"takeback={self.mayhem.dice.randint(0, 1)} {OPTIONS.get(key, '')}"
        table, lobby = await open_table(hall, *people, game=key, deadline="24h", options=options)
        await pressed(people[0], lobby, "Start")
        await hall.wait_for(f"`{table}` · {said.GAME_BEGINS}", timeout=60)
        return table

    async def turn(self, game: Clocked) -> None:
        """One turn: by orders of all, or by the clock."""
        mayhem, turn = self.mayhem, game.turn
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST

        def moved() -> bool:
            return game.turn != turn or game.is_over

        def waits() -> bool:
            """Whether the turn must end now without anybody's doing, or get another time."""
            return not moved() and (game.is_due() or game.all_ready())

        while not moved():
            assert loop.time() < end, f"{game.key} {game.table} does not go on\n{mayhem.bot.output[-6000:]}"
            if mayhem.dice.random() < 0.4:
                await self.by_the_clock(game)
            else:
                await self.by_orders(game)
            asked = loop.time() + 5
            while waits():
                assert loop.time() < end, f"{game.key} {game.table} is stuck\n{mayhem.bot.output[-6000:]}"
                await asyncio.sleep(0.1)
                # Nothing tells the bot that a row was moved behind its back; the next kill lets it look.
                if mayhem.over and mayhem.up.is_set() and loop.time() > asked:
                    await mayhem.restart()
                    asked = loop.time() + 5

    async def by_orders(self, game: Clocked) -> None:
        """Everyone sends, some at once; now and then somebody thinks again."""
        dice = self.mayhem.dice
        turn, sheets = game.sheets(dice)
        await self.all_give(game, sheets, list(sheets), True)
        if sheets and game.turn == turn and dice.random() < 0.2:
            seat, (_, others) = dice.choice(list(sheets)), game.sheets(dice)
            if seat in others and game.turn == turn:
                await self.given(game, seat, others[seat], False)
                await self.given(game, seat, others[seat], True)

    async def by_the_clock(self, game: Clocked) -> None:
        """Some give orders, not ready; then the time is up."""
        mayhem, dice = self.mayhem, self.mayhem.dice
        _, sheets = game.sheets(dice)
        await self.all_give(game, sheets, [seat for seat in sheets if dice.random() < 0.7], False)
        game.pass_deadline(dice.uniform(0.0, 0.3))
        mayhem.deadlines += 1
        await asyncio.sleep(0.3)  # then somebody orders who is late
        seat = dice.choice(list(sheets)) if sheets else None
        if seat is not None:
            await self.given(game, seat, sheets[seat], False)

    async def all_give(
        self, game: Clocked, sheets: Mapping[str, Sequence[str]], seats: Sequence[str], send: bool
    ) -> None:
        """These seats give orders, in any order, up to three at once, while the turn lasts."""
        turn, left = game.turn, self.mayhem.dice.sample(seats, len(seats))
        while left and game.turn == turn:
            some, left = left[:3], left[3:]
            await asyncio.gather(*(self.given(game, seat, sheets[seat], send) for seat in some))

    async def given(self, game: Clocked, seat: str, orders: Sequence[str], send: bool) -> None:
        """Once, with an answer or without: who is not sure tries again, when the turn is still open."""
        for _ in range(2):
            turn = game.turn
            answer = await self.mayhem.alive(lambda: game.order(seat, orders, send=send))
            if answer is not None or game.turn != turn:
                return
