"""What is sealed reaches nobody before its time: not the other players, not a log, not a file's name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from .conftest import StartBot
from .loopback import BotProcess, Loopback, User
from .play import THREADS, begin, menu, quiet


def told(text: str, squares: Iterable[str]) -> list[str]:
    """The squares that stand in the text as words."""
    return [square for square in squares if re.search(rf"(?<![0-9a-z]){square}(?![0-9a-z])", text.lower())]


def lines(discord: Loopback, user: User) -> set[str]:
    """All that this person could read, line by line: texts, custom ids, captions, names of files."""
    found = set()
    for sighting in discord.seen_by(user):
        found |= {*sighting.text.splitlines(), *(name for name, _ in sighting.files)}
    return found


async def test_a_sealed_choice(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Given by menu and by DM text, changed, through a crash, at LOG_LEVEL=DEBUG in both formats."""
    hall = (guild := discord.guild()).channel("hall")
    anna, ben, stranger = guild.members("anna", "ben", "stranger")
    env = {"FIELDPOST_LOG_LEVEL": "DEBUG", "FIELDPOST_LOG_FORMAT": "json"}
    bot = await fieldpost(env=env)
    game = await begin(discord, hall, anna, ben, options="enhanced=2")
    desk, bens = await game.desk(anna, turn=1), await game.desk(ben, turn=1)
    own = desk.choices[menu(desk, "give")]
    choice = own[2:5]
    before = {user: lines(discord, user) for user in (anna, ben, stranger)}  # captions name every piece
    pictures = [
        (await ben.slash(hall, "orders")).post.files,
        (await stranger.slash(hall, "board")).post.files,
    ]

    await anna.select(desk, menu(desk, "give"), *choice[:2])
    await discord.until(lambda: "Send" in desk.buttons, what="the choice on the desk")
    bot.env["FIELDPOST_LOG_FORMAT"] = "text"
    await bot.restart()
    anna.dm(f"enhance {choice[1]} {choice[2]}")
    desk = await anna.inbox.wait_for(f"enhance {choice[1]} {choice[2]}")
    anna.dm(f"enhance {choice[0]} nonsense")
    await anna.inbox.wait_for("Nothing has changed")
    sent = await anna.press(desk, "Send")
    await discord.until(lambda: "Waiting for" in sent.text, what="the answer to Send")

    assert pictures == [
        (await ben.slash(hall, "orders")).post.files,
        (await stranger.slash(hall, "board")).post.files,
    ], "a picture tells of a sealed choice"
    await ben.slash(hall, "history")
    await stranger.slash(hall, "games")
    await ben.autocomplete(hall, "order", "order", choice[1])

    def learned(user: User) -> list[str]:
        return [line for line in lines(discord, user) - before[user] if told(line, choice)]

    assert learned(anna), "the judge sees"
    assert not learned(ben) and not learned(stranger)

    mine = bens.choices[menu(bens, "give")][:2]
    await ben.select(bens, menu(bens, "give"), *mine)
    await discord.until(lambda: "Send" in bens.buttons, what="the choice on the desk")
    await ben.press(bens, "Send")
    reveal = await hall.wait_for("the set-up is done")
    assert told(reveal.text, own) == sorted(choice[1:], key=own.index), "what was changed stays secret"
    await quiet(discord, bot, tmp_path)
    check_output(bot, discord.token, [*choice, *mine])


def check_output(bot: BotProcess, token: str, squares: list[str]) -> None:
    """Debug logs in both formats, without the choices, then or later, and without the token."""
    assert any(line.startswith("{") for line in bot.lines)
    assert any(" INFO " in line for line in bot.lines)
    assert not told(bot.output, squares)
    assert token not in bot.output


async def test_a_refused_token_is_not_told(discord: Loopback, tmp_path: Path) -> None:
    token = "wrong.but.well-formed"
    bot = BotProcess(discord, "bot", env={**THREADS, "FIELDPOST_TOKEN": token}, cwd=tmp_path)
    await bot.start(ready=False)
    assert await bot.gone() == 2
    assert len(bot.lines) == 1 and "FIELDPOST_TOKEN was refused" in bot.lines[0]
    assert token not in bot.output
