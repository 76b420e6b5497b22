"""Mail that was written while the bot was off: it is read first, and nothing older overwrites what was
acknowledged."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.tiers import KILLS, SEED

from .clocked import Clocked
from .conftest import StartBot
from .league import Cup
from .loopback import Channel, Guild, Loopback, User
from .loopback.server import PATIENCE
from .mayhem import Mayhem
from .newyork import PEOPLE
from .play import begin, quiet
from .test_bot_clock_crashes import AT_ONCE, CLOCKS, ClockMayhem, Players

HISTORY = "/channels/*/messages"
LATE = "came in late"


async def test_mail_is_read_before_anything_is_answered(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Orders and "ready" while it is off; after the start a command, while Discord takes its time to tell
    what was written: it is acknowledged at once, and counts after what is older."""
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben, options="enhanced=1")
    if "**Dark**" not in (await game.desk(anna)).text:
        anna, ben = ben, anna
    await ben.slash(hall, "order", order="enhance a1", table=game.table, send=True)
    await quiet(discord, bot, tmp_path)
    await bot.crash()
    anna.dm("enhance e7; ready")
    slow = discord.faults.slow("GET", HISTORY, 3.0)
    await bot.start()
    answer = await anna.slash(hall, "order", order="enhance d8", table=game.table, ack=True)
    assert answer.thinking, "acknowledged in time"
    discord.faults.planned.remove(slow)
    await discord.until(lambda: not answer.thinking, timeout=30, what="the answer")
    assert "Your order:** `enhance d8`" in answer.text and "not sent yet" in answer.text
    await anna.inbox.wait_for("✓ Sent in Commander-In-Chief", timeout=30)
    await quiet(discord, bot, tmp_path)
    shown = await anna.slash(hall, "orders", table=game.table)
    assert "Your order:** `enhance d8`" in shown.text and "not sent yet" in shown.text
    assert game.turns == [], "nothing has resolved"


@pytest.mark.soak
async def test_what_is_read_too_late_does_nothing(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Discord does not tell for so long what was written that the game goes on: to a turn in which the order
    would be legal again."""
    hall = (guild := discord.guild()).channel("hall")
    bot = await fieldpost(env={"FIELDPOST_LOOPBACK_MAIL_WAIT": "0.2"})
    game = await begin(discord, hall, *guild.members("anna", "ben"))
    mover, other = game.called, game.waits
    await game.desk(mover)
    legal = await game.legal(mover)
    first, late = legal[0], next(order for order in legal if order[:2] != legal[0][:2])
    await quiet(discord, bot, tmp_path)
    await bot.crash()
    mover.dm(f"{late}; ready")
    fault = discord.faults.fail("GET", HISTORY, 503, times=None)
    await bot.start()
    await game.by_slash(mover, first)
    await game.told(1)
    await game.by_slash(other)
    await game.told(2)
    assert late in await game.legal(mover), "it would be legal now"
    discord.faults.planned.remove(fault)
    answer = await mover.inbox.wait_for(LATE, timeout=30)
    assert "turn 3 has opened since" in answer.text
    mover.dm("games")
    await mover.inbox.wait_for("Your games")
    await quiet(discord, bot, tmp_path)
    assert game.turns == [1, 2]
    assert "Your order:**" not in (await mover.slash(hall, "orders", table=game.table)).text


# -- SIGKILL at random moments, and mail written while the bot is off


@pytest.mark.soak
async def test_random_kills_with_late_mail(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Three games of all kinds, and one league after the other. Nonces are forgotten; the bot waits
    for mail for a second only, so that much of it is read beside what people do."""
    discord.limits.forget_nonces()
    bot, guild = await fieldpost(env={**CLOCKS, "FIELDPOST_LOOPBACK_MAIL_WAIT": "1"}), discord.guild()
    mayhem = MailMayhem(bot, random.Random(SEED), KILLS, pause=PATIENCE, folder=tmp_path)
    people = guild.members(*PEOPLE)
    organiser, *rest = guild.members("eve", "fay", "gus", "hal", "ida")
    guild.role("organisers", organiser, manage_guild=True)
    mayhem.tables = [Players(mayhem, guild, people, number) for number in range(AT_ONCE)]
    async with asyncio.TaskGroup() as group:
        group.create_task(mayhem.rage())
        for table in mayhem.tables:
            group.create_task(table.play())
        group.create_task(leagues(mayhem, guild, organiser, rest))
    await quiet(discord, bot, tmp_path)  # many answers to the same people
    for game in mayhem.games():
        game.assert_true()
        game.assert_posted()
    for cup in mayhem.cups:
        cup.assert_true()
    turns = sum(game.turn for game in mayhem.games())
    seats = sum(len(game.given) for game in mayhem.games())
    told = sum(len(user.inbox.posts(containing=LATE)) for user in (*people, *rest))
    kinds = {game.key for game in mayhem.games()}
    print(
        f"\nseed {SEED}: {mayhem.kills} kills, {len(mayhem.games())} games of {len(kinds)} kinds, "
        f"{len(mayhem.cups)} leagues, {turns} turns, {mayhem.deadlines} by the clock; {mayhem.messages} "
        f"messages while it was off, {told} told that they came late; {seats} sheets compared, none different"
    )


async def leagues(mayhem: MailMayhem, guild: Guild, organiser: User, people: list[User]) -> None:
    """One after the other, until there were enough kills."""
    while not mayhem.over:
        hall: Channel = guild.channel(f"cup-{len(mayhem.cups)}")
        mayhem.cups.append(Cup(mayhem, hall, organiser, people))
        await mayhem.cups[-1].play()


@dataclass
class MailMayhem(ClockMayhem):
    tables: list[Players] = field(default_factory=list)
    cups: list[Cup] = field(default_factory=list)
    messages: int = 0

    def games(self) -> list[Clocked]:
        of_leagues = [game for cup in self.cups for game in cup.games.values()]
        return [game for table in self.tables for game in table.games] + of_leagues

    async def rage(self) -> None:
        """As ever, saying how far it is."""
        print(f"seed {SEED}: {KILLS} kills", flush=True)
        await Mayhem.rage(self)

    def while_down(self) -> None:
        """People write, and Discord is now and then slow to tell what they wrote."""
        dice, faults = self.dice, self.bot.loopback.faults
        if self.kills % 20 == 0:
            print(f"{self.kills} kills, {self.messages} messages", flush=True)
        going_on = [table.games[-1] for table in self.tables if table.games]
        of_leagues = [game for cup in self.cups[-1:] for game in cup.games.values()]
        for game in going_on + of_leagues:
            if not game.is_over:
                self.write(game)
        what = dice.choice(("well", "well", "slow", "unwell", "limited"))
        if what == "slow":
            faults.slow("GET", HISTORY, dice.uniform(0.5, 3.0), times=dice.randint(1, 8))
        elif what == "unwell":
            faults.fail("GET", HISTORY, 503, times=dice.randint(1, 12))
        elif what == "limited":
            faults.rate_limit("GET", HISTORY, retry_after=0.5, times=dice.randint(1, 4))

    def write(self, game: Clocked) -> None:
        """Some of those who are to give orders write one, two or three messages."""
        dice = self.dice
        for seat in sorted(game.seats()):
            for _ in range(dice.choice((0, 0, 1, 2, 3))):
                _, sheets = game.sheets(dice)
                words = dice.choice(("orders", "orders", "orders", "ready", "clear", "not ready", "orders"))
                orders = sheets.get(seat, []) if words == "orders" else []
                if words == "orders" and not orders:
                    continue
                text = "; ".join(orders) + dice.choice(("", "; ready")) if orders else words
                game.write(seat, text, orders)
                self.messages += 1
