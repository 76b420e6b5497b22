"""SIGKILL while seven people give orders and write letters, while a turn locks, resolves and is told: no
accepted order is lost, no turn resolved twice, no post or letter lost or doubled, and the tally is right."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.engine import text
from tests import tiers
from tests.tiers import SEED

from .conftest import StartBot
from .database import ask
from .loopback import BotProcess, Channel, Guild, Loopback
from .newyork import PEOPLE, RULES, SEASONS, SEATS, NewYork, begin_newyork
from .play import quiet, true_record
from .test_bot_crashes import dies_during

pytestmark = pytest.mark.soak
KILLS = tiers.KILLS // 2
"""Each takes longer than one in test_bot_crashes.py: a season is played by seven."""
SENDS = "/channels/*/messages"
EDITS = "/channels/*/messages/*"


async def start(
    discord: Loopback, guild: Guild, fieldpost: StartBot, **options: str
) -> tuple[BotProcess, NewYork]:
    """Nonces are forgotten: the marker alone prevents doubles."""
    discord.limits.forget_nonces()
    bot = await fieldpost()
    return bot, await begin_newyork(discord, guild.channel("hall"), guild.members(*PEOPLE), **options)


def ready_in(folder: Path, game: NewYork) -> set[str]:
    """The seats that are ready, from the database in the bot's folder."""
    query = (
        "SELECT seat FROM drafts JOIN tables ON tables.id = table_id AND tables.turn = drafts.turn "
        "WHERE table_id = ? AND ready"
    )
    return {seat for (seat,) in ask(folder, query, game.table)}


def copies(place: Channel, letter: str) -> int:
    """In how many of the bot's posts this letter stands here."""
    return sum(f"> {letter}" in post.text for post in place.posts())


async def test_killed_at_each_step_of_a_sealed_turn(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    bot, game = await start(discord, discord.guild(), fieldpost)
    for number in (0, 1):
        await game.turn_by_slash(SEASONS[number])
    await quiet(discord, bot, tmp_path, tallies=False)
    tower, papst, greene = (game.seats[seat] for seat in ("tower", "papst", "greene"))

    # An order by direct message: stored, but its answer is cut off.
    bot.kill_on_call("POST", tower.inbox.messages_path)
    answer = asyncio.create_task(game.by_text("tower", SEASONS[2]["tower"]))
    assert await bot.gone() == -9
    discord.faults.clear()
    await bot.start()
    assert "Astoria" in (await answer).text

    # A letter to two: one has it when the bot dies. Then one that was never accepted.
    bot.kill_on_call("POST", greene.inbox.messages_path, when="after")
    await dies_during(bot, tower.slash(game.hall, "press", to="papst greene", text="Hush"), "a letter")
    await bot.start()
    await quiet(discord, bot, tmp_path, tallies=False)
    assert [copies(user.inbox, "Hush") for user in (papst, greene)] == [1, 1]
    bot.kill_on_call("POST", "/interactions/**")
    await dies_during(bot, tower.slash(game.hall, "press", to="papst", text="Unsaid"), "no letter")

    # How many are ready: the edit that says so is cut off.
    await bot.start()
    is_told = lambda call: "1 of 7" in str(call.json)  # noqa: E731
    bot.kill_on_call("PATCH", f"{game.hall.messages_path}/*", where=is_told)
    await dies_during(bot, game.ready("tower"), "the tally")
    await bot.start()
    await game.tallied("1 of 7")
    assert copies(papst.inbox, "Unsaid") == 0

    # The last one is ready: killed about the commit, and then again and again while the turn is told.
    for seat in ("papst", "rossoni", "christofori", "dunning", "greene"):
        await game.by_slash(seat, SEASONS[2][seat], send=True)
    bot.kill_on_log("kind=resolve")
    deed = game.seats["hamblet"].slash(game.hall, "order", order=SEASONS[2]["hamblet"], send=True)
    await dies_during(bot, deed, "the commit")
    discord.faults.drop("POST", game.hall.messages_path, when="before", times=None)
    bot.kill_on_call("POST", papst.inbox.messages_path, when="after")  # its desk for the choices
    await bot.start(ready=False)
    if ready_in(tmp_path, game):  # it was before the commit: nothing has happened
        await bot.ready()
        assert len(ready_in(tmp_path, game)) == 6 and game.turn == 3 and game.sealed == [1, 2]
        await game.seats["hamblet"].slash(
            game.hall, "order", order=SEASONS[2]["hamblet"], send=True, timeout=1, ack=True
        )
    game.accepted(3, "hamblet", SEASONS[2]["hamblet"])
    assert await bot.gone() == -9
    kills = 0
    while not game.results(3):
        discord.faults.clear()
        bot.kill_on_call("POST", game.hall.messages_path, when="after")
        bot.kill_on_call("PATCH", f"{game.hall.messages_path}/*", when="after")
        await bot.start(ready=False)
        await discord.until(lambda: game.results(3) or not bot.is_running, timeout=20, what="the results")
        kills += 1
    assert kills > 1, "the lock, the line that calls, its card"
    discord.faults.clear()
    if not bot.is_running:
        await bot.gone()
        await bot.start()
    await quiet(discord, bot, tmp_path)
    assert game.tally == "0 of 2"
    await game.assert_told(3)
    game.assert_news(3)


# -------------------------------------------------------------------------------------------- random


async def test_random_kills_of_seven(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Short games in which people go on when the bot dies: whoever got no answer tries again."""
    bot, game = await start(discord, guild := discord.guild(), fieldpost, options="last_year=2047")
    mayhem, rounds = Mayhem(bot, random.Random(SEED), tmp_path), 1
    await play(game, mayhem)
    while mayhem.kills < KILLS:
        rounds += 1
        hall = guild.channel(f"hall-{rounds}")
        await play(await begin_newyork(discord, hall, game.players, options="last_year=2047"), mayhem)


WAYS = ("text", "text", "form", "slash", "menus")


async def play(game: NewYork, mayhem: Mayhem) -> None:
    """Two seasons to the end; then everything that was accepted is there, once."""
    dice, letters = mayhem.dice, list[Deed]()
    for turn, sheets in enumerate(SEASONS[:2], 1):
        seats = dice.sample(list(SEATS), 7)
        # Some give orders early and are ready later, some do both at once.
        early, ready = seats[:5], dice.sample(seats, 7)
        given = [Deed(game, seat, dice.choice(WAYS), sheets[seat]) for seat in early]
        made = [
            Deed(game, seat, "ready") if seat in early else Deed(game, seat, "send", sheets[seat])
            for seat in ready
        ]
        for number in range(4):
            sender, *to = dice.sample(seats, dice.randint(1, 4))
            letters.append(Deed(game, sender, "letter", f"Letter {turn}{number} of {game.table}", tuple(to)))
        todo = [*letters[-4:-2], *given]
        dice.shuffle(todo)
        done, tallied = set[str](), ""
        for batch in [*batches(todo, dice), letters[-2:], *batches(made, dice)]:
            mayhem.arm()
            await mayhem.carry_out(batch, turn)
            done |= {deed.seat for deed in batch if deed.way in ("ready", "send")}
            if len(done) < 7:  # so the turn is open
                assert ready_in(mayhem.folder, game) == done
            if turn == 1 and 2 < len(done) < 7 and not tallied:
                tallied = told = f"{len(done)} of 7"
                await mayhem.until(lambda: game.tally == told, f"{told} are ready")  # noqa: B023
        await mayhem.until(lambda: game.results(turn), f"turn {turn}")  # noqa: B023
    mayhem.disarm()
    await quiet(game.discord, mayhem.bot, mayhem.folder)
    await game.assert_told(2)
    game.assert_news(2)
    record = await true_record(game, game.players[0], mayhem.folder)
    assert len([step for step in record["steps"] if step["kind"] == "resolve"]) == 2
    written = sorted((deed.seat, deed.words, list(deed.to or "*")) for deed in letters)
    kept = sorted((letter["from"], letter["text"], letter["to"]) for letter in record["letters"])
    assert kept == written
    for letter in letters:
        assert letter.happened(2)
        for seat in set(SEATS) - set(letter.to):
            assert not copies(game.seats[seat].inbox, letter.words)


def batches(deeds: Sequence[Deed], dice: random.Random) -> list[list[Deed]]:
    """One to three at once."""
    found, rest = [], list(deeds)
    while rest:
        number = dice.randint(1, 3)
        found.append(rest[:number])
        rest = rest[number:]
    return found


@dataclass(eq=False)
class Deed:
    """What somebody in New York wants, and the way to it; letters: to whom, () to all."""

    game: NewYork
    seat: str
    way: str
    words: str = ""
    to: tuple[str, ...] = ()

    async def attempt(self, again: bool) -> None:
        """Do it, until the bot has answered."""
        game, seat, words = self.game, self.seat, self.words
        match self.way:
            case "text":
                await game.by_text(seat, words)
            case "form":
                await game.by_form(seat, words)
            case "slash" | "send":
                await game.by_slash(seat, words, send=self.way == "send")
            case "menus":
                orders = [str(order) for order in RULES.notation.parse(seat, words)]
                await game.by_menus(seat, *orders)
            case "ready":
                await self._ready(again)
            case "letter":
                names = ", ".join(self.to) or "all"
                answer = await game.seats[seat].slash(game.hall, "press", to=names, text=words)
                assert "on its way" in answer.text, answer.text

    async def _ready(self, again: bool) -> None:
        """Under the desk in the DM; who is not sure looks at /orders first."""
        game, user = self.game, self.game.seats[self.seat]
        if not again:
            await game.ready(self.seat)
            return
        desk = (await user.slash(game.hall, "orders", table=game.table)).post
        if text.READY in desk.buttons:
            await game.ready(self.seat, on=desk)
        assert game.is_ready(desk), desk.text

    def happened(self, turn: int) -> bool:
        """Whether an attempt without an answer had its effect all the same: all of it, or nothing."""
        game = self.game
        if self.way == "letter":
            places = [game.seats[seat].inbox for seat in self.to] or [game.hall]
            got = [copies(place, self.words) for place in places]
            assert got in ([0] * len(got), [1] * len(got)), f"{self}: {got}\n{game.discord.bot_output()}"
            return got[0] == 1
        over = turn in game.sealed
        if over and self.words:
            game.accepted(turn, self.seat, self.words)
        return over


@dataclass
class Mayhem:
    """Kills a bot at random moments, and starts it again."""

    bot: BotProcess
    dice: random.Random
    folder: Path
    kills: int = 0
    armed: bool = False

    def arm(self) -> None:
        """Plan a kill, unless one is planned or there have been enough."""
        bot, dice = self.bot, self.dice
        if self.armed or self.kills >= KILLS or dice.random() < 0.4:
            return
        self.armed = True
        when = dice.choice(("before", "after"))
        number = dice.randint(1, 4)
        plans: Sequence[Callable[[], object]] = (
            lambda: bot.kill_after(dice.uniform(0.0, 0.4)),
            lambda: bot.kill_on_call("*", "/**", nth=dice.randint(1, 10), when=when),
            lambda: bot.kill_on_call("POST", SENDS, nth=number, when=when),
            lambda: bot.kill_on_call("PATCH", EDITS, when=when),
            lambda: bot.kill_on_log("kind=resolve"),
            lambda: bot.kill_on_log("letter table"),
        )
        dice.choice(plans)()

    def disarm(self) -> None:
        self.armed = False
        self.bot.loopback.faults.clear()
        self.bot.forget_traps()

    async def revive(self) -> None:
        """After a kill: start again, until it lives and has sent what waited."""
        bot = self.bot
        while True:
            await bot.gone()
            self.disarm()
            self.kills += 1
            if self.dice.random() < 0.4:
                self.arm()
            with contextlib.suppress(AssertionError):
                await bot.start(timeout=20)
                await quiet(bot.loopback, bot, self.folder, tallies=False)
            if bot.is_running:
                return

    async def until(self, condition: Callable[[], object], what: str) -> None:
        while not condition():
            await self.bot.loopback.until(
                lambda: condition() or not self.bot.is_running, timeout=30, what=what
            )
            if not self.bot.is_running:
                await self.revive()

    async def carry_out(self, deeds: Sequence[Deed], turn: int) -> None:
        """All of these at once, however often the bot dies of it."""
        again, wanted = False, list(deeds)
        while wanted:
            tasks = {deed: asyncio.create_task(deed.attempt(again)) for deed in wanted}

            def over() -> bool:
                return all(task.done() for task in tasks.values()) or not self.bot.is_running  # noqa: B023

            await self.bot.loopback.until(over, timeout=60, what=f"an answer to {wanted}")
            if self.bot.is_running:
                for task in tasks.values():
                    task.result()
                return
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
            await self.revive()
            answered = {d for d, task in tasks.items() if not task.cancelled() and not task.exception()}
            wanted = [deed for deed in wanted if deed not in answered and not deed.happened(turn)]
            again = True
