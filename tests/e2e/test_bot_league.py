"""SIGKILL at random moments while a league goes on: in the sign-up, between a thread and its game, in pairing
and settling, in posts. Each thread, game, announcement and result is there once, and no game is stuck."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import tiers
from tests.tiers import SEED, SOAK

from .conftest import StartBot
from .league import Cup
from .loopback import Channel, Loopback
from .loopback.faults import When
from .mayhem import Mayhem, Plans
from .play import quiet
from .test_bot_backup import command

KILLS = tiers.KILLS if SOAK else 3
SENDS, THREADS = "/channels/*/messages", "/channels/*/threads"
PEOPLE = ("ada", "ben", "cleo", "dan")


@pytest.mark.soak
async def test_random_kills_of_a_league(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """One league; for long one after the other, until there were enough kills. Nonces are forgotten."""
    discord.limits.forget_nonces()
    bot, guild = await fieldpost(), discord.guild()
    organiser, *people = guild.members("eve", *PEOPLE)
    guild.role("organisers", organiser, manage_guild=True)
    mayhem = LeagueMayhem(bot, random.Random(SEED), KILLS, pause=0.4)
    raging, cups = asyncio.create_task(mayhem.rage()), list[Cup]()
    try:
        while not mayhem.over and (SOAK or not cups):
            mayhem.hall = guild.channel(f"hall-{len(cups)}")
            leaver = mayhem.dice.choice(people) if len(cups) % 2 else None
            cups.append(Cup(mayhem, mayhem.hall, organiser, people, leaver))
            await cups[-1].play()
        await mayhem.peace(raging)
    finally:
        raging.cancel()
    await quiet(discord, bot, tmp_path)
    for cup in cups:
        cup.assert_true()
    code, out, _ = await command(discord, tmp_path, "check")
    assert code == 0 and "all is well" in out, out
    print(f"\n{mayhem.kills} kills, {len(cups)} leagues, {sum(len(cup.games) for cup in cups)} games")


@dataclass
class LeagueMayhem(Mayhem):
    hall: Channel | None = None

    def plans(self) -> Plans:
        bot, dice = self.bot, self.dice
        when: When = dice.choice(("before", "after"))
        return (
            lambda: bot.kill_on_call("*", "/**", nth=dice.randint(1, 12), when=when),
            lambda: self.threads(dice.randint(1, 2), "after"),
            lambda: bot.kill_on_log("kind=declare"),
            lambda: bot.kill_on_log("league="),
            lambda: bot.kill_on_call("POST", SENDS, nth=dice.randint(1, 6), when=when),
            lambda: bot.kill_on_call("PATCH", f"{SENDS}/*", nth=dice.randint(1, 4), when=when),
            lambda: self.threads(1, when),
            lambda: bot.kill_after(dice.uniform(0.0, 0.5)),
        )

    def threads(self, nth: int, when: When) -> None:
        """At the making of a thread, for which it takes patience: there are few."""
        self.patience = 5.0
        self.bot.kill_on_call("POST", THREADS, nth=nth, when=when)

    def while_down(self) -> None:
        """Discord puts quiet threads away."""
        assert self.hall is not None
        for thread in self.hall.threads():
            if self.dice.random() < 0.2:
                thread.archive()
