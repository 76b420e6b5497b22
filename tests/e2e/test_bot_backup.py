"""A backup is taken while people play, and put back later: the bot goes on with it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from .clocked import Clocked
from .conftest import StartBot
from .database import FILE
from .loopback import BotProcess, Loopback
from .play import open_table, pressed

pytestmark = pytest.mark.soak

COPY = "copy.sqlite3"


async def command(discord: Loopback, folder: Path, *words: str) -> tuple[int, str, str]:
    """`python -m bot …` beside the bot: its exit code and what it printed."""
    ran = BotProcess(discord, "bot", arguments=words, cwd=folder)
    await ran.start(ready=False)
    return await ran.gone(timeout=60), "\n".join(ran.stdout), "\n".join(ran.stderr)


async def turn(game: Clocked, dice: Random) -> None:
    """Everybody who owes one gives an order, until the turn is resolved."""
    before, sheets = game.sheets(dice)
    for seat, orders in sheets.items():
        await game.order(seat, orders, send=True)
    await game.discord.until(lambda: game.turn != before, what=f"turn {before} resolved")


async def test_a_backup_of_a_running_bot_is_put_back(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    dice, guild = Random(7), discord.guild()
    people = guild.members("anna", "ben")
    bot = await fieldpost()
    halls = [guild.channel(name) for name in ("duel", "coins")]
    games = []
    for hall, key in zip(halls, ("cic", "nemein"), strict=True):
        table, lobby = await open_table(hall, *people, game=key, deadline="24h")
        await pressed(people[0], lobby, "Start")
        await hall.wait_for(f"`{table}` · the game begins")
        games.append(Clocked(discord, hall, table, people, key=key, folder=tmp_path))
    for game in games:
        await turn(game, dice)

    # Turns go on while it is taken, as fast as people can.
    taken = asyncio.create_task(command(discord, tmp_path, "backup", COPY))
    while not taken.done():
        await turn(games[0], dice)
    code, out, err = await taken
    assert (code, err) == (0, "") and out.startswith(f"{COPY}: 2 games")
    await turn(games[1], dice)
    kept = Clocked(discord, halls[0], games[0].table, people, key="cic", folder=tmp_path)
    then = {game.table: game.turn for game in games}

    code, out, _ = await command(discord, tmp_path, "check")  # beside the bot
    assert code == 0 and "all is well" in out, out
    code, out, err = await command(discord, tmp_path, "restore", COPY)
    assert (code, out) == (2, "") and "stop the bot" in err
    await turn(games[0], dice)
    then[games[0].table] += 1

    assert await bot.stop() == 0
    code, out, err = await command(discord, tmp_path, "restore", COPY)
    assert (code, err) == (0, "") and f"{FILE}.before-restore" in out
    assert {game.table: game.turn for game in games} != then
    first = kept.turn
    assert 1 <= first < then[kept.table], "from before the end"
    before = len(halls[0].posts(containing=f"`{kept.table}` · turn {first + 1}\n"))

    await bot.start()
    for game in (kept, games[1]):
        game.given.clear()
        await turn(game, Random(8))  # other orders than the first time
    await halls[0].wait_for(f"`{kept.table}` · turn {first + 1}\n", count=before + 1)
    await turn(kept, dice)
    code, out, _ = await command(discord, tmp_path, "check")
    assert code == 0 and "all is well" in out, out
    assert await bot.stop() == 0
    for game in (kept, games[1]):
        game.assert_true()
