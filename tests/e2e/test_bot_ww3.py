"""WW3 in fog by the bot's own process, to its end: formations, dice, a meeting, seats that go out; and what
nobody may learn before."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.presenters.ww3 import text

from .conftest import StartBot
from .database import ask
from .loopback import Loopback, User
from .play import picture, quiet, true_record
from .seated import Look, assert_same, looks
from .test_bot_crashes import dies_during
from .ww3 import MOVES, SETUPS, Ww3, begin_ww3, told

pytestmark = pytest.mark.soak
TYPED = ("", "d", "setup", "spy")
REFUSED = "e6-e7"
ARMS = {"red": "[d-h][123]", "blue": "[abc][4-8]", "silver": "[d-h](?:9|10|11)"}


async def test_a_war_in_fog(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Formations by menus, text and /order; a meeting; Red takes two Bases. Nobody sees a kind too early."""
    hall = (guild := discord.guild()).channel("hall")
    *people, stranger = guild.members("anna", "ben", "cleo", "stranger")
    bot = await fieldpost(env={"FIELDPOST_LOG_LEVEL": "DEBUG"})
    game = await begin_ww3(discord, hall, *people)
    await the_formations(game, stranger)
    revealed = await game.told("the set-up is done")
    assert text.ALL_PLACED_FOG in revealed.text
    assert not [name for name in revealed.files if name.endswith(".txt")], "opened when the game is over"
    assert "roll for who begins" in str(game.rolled().model.attachments)
    await quiet(discord, bot, tmp_path)
    nobody_knows(game, *game.players, stranger)
    await a_twin(game, stranger, tmp_path)

    queues = {seat: list(moves) for seat, moves in MOVES.items()}
    for number in range(1, 13):
        seat, user = game.seat, game.called
        move = queues[seat].pop(0)
        if number == 2:
            await game.by_menus(user, move) if move.count("-") == 1 else await game.by_slash(user, move)
        elif number == 3:
            await game.desk(user, f"· turn {number + 1}\n")
            await game.written(user, move, "Not sent yet")
            await game.written(user, "send", "is resolved")
        else:
            await game.by_slash(user, move)
        if game.is_over or not queues["red"]:
            break
        await game.told(f"· turn {number + 1}\n")  # the set-up was the first
        await game.discord.until(lambda: len(game.calls) > number, what="the next call")  # noqa: B023
    last = await game.told("· game over")
    assert "**Red wins:** its Base is the last one" in last.text
    await quiet(discord, bot, tmp_path)
    met = [post.text for post in game.public if "Soldier" in post.text and "Spy" in post.text]
    assert met, "the kinds of those who met were told"
    between = [post.text for post in game.public if revealed.id <= post.id < last.id]
    assert not [told for told in between if re.search("Nuclear|Air Craft|Tank|Captain", told)], (
        "none of them met"
    )
    [lock] = await game.fair_play(stranger)
    assert {seat: lock.orders(seat) for seat in lock.sheets} == {
        seat: [setup] for seat, setup in SETUPS.items()
    }
    game.assert_nothing_doubled()
    record = await true_record(game, stranger, tmp_path)
    assert record["outcome"]["places"]["red"] == 1
    assert not [line for line in bot.lines if re.search(r"[NATCPSB]=[a-h]\d", line)], "in a log"


async def the_formations(game: Ww3, stranger: User) -> None:
    """Red by /order, Silver by text, Blue in the menus: while Blue does, all others see the same."""
    red, blue, silver = (game.seats[seat] for seat in SETUPS)
    assert "Waiting for 2 other players" in await game.by_slash(red, "setup stock")
    await game.written(silver, SETUPS["silver"], "Not sent yet")
    await game.written(silver, "send", "✓ Sent in")
    await game.desk(silver, "Waiting for 1 other player")
    before = await looks(game, red, silver, stranger, typed=TYPED, refused="setup nowhere")
    desk = await game.desk(blue, "place your ten units")
    await blue.select(desk, await game.offering(desk, "setup stock"), "setup stock")
    await blue.select(desk, await game.offering(desk, "a7"), "a7")
    drawn = picture(desk)
    key = await game.offering(desk, SETUPS["blue"])
    await blue.select(desk, key, SETUPS["blue"])
    await game.discord.until(
        lambda: f"**{text.OWN_FORMATION}:**" in desk.text, what="the formation on the desk"
    )
    assert picture(desk) != drawn
    assert_same(before, await looks(game, red, silver, stranger, typed=TYPED, refused="setup nowhere"))
    await blue.press(desk, "Send")


def nobody_knows(game: Ww3, *users: User) -> None:
    """No line that reached one of these people names a unit of another seat with its point."""
    for user in users:
        others = [arm for seat, arm in ARMS.items() if game.seats[seat] != user]
        lines = [line for one in game.discord.seen_by(user) for line in told(one.text, *others)]
        assert not [line for line in lines if "such as" not in line], lines
    red = game.seats["red"]
    assert [line for one in game.discord.seen_by(red) for line in told(one.text, ARMS["red"])], (
        "the judge sees"
    )


async def a_twin(game: Ww3, stranger: User, folder: Path) -> None:
    """Two of Red's unknown units change places in the stored state: everything that others can look at is the
    same, to the byte of each picture."""
    others = [user for user in game.players if user != game.seats["red"]] + [stranger]

    async def looked() -> list[Look]:
        return await looks(game, *others, typed=TYPED, refused=REFUSED)

    async def own() -> bytes:
        return picture((await game.seats["red"].slash(game.hall, "board")).post)

    was, drawn = await looked(), await own()
    kept = exchange(folder, game.table, {"N": "S", "S": "N"})
    assert_same(was, await looked())
    assert await own() != drawn, "the judge sees"
    put(folder, game.table, kept)
    assert await own() == drawn


def exchange(folder: Path, table: str, kinds: dict[str, str]) -> str:
    """Red's Nuclear Bomb and its first Soldier change places; the state as it was."""
    [[kept]] = ask(folder, "SELECT state FROM steps WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table)
    state = json.loads(kept)
    pieces = state["pieces"]["red"]
    one, other = (next(point for point, kind in pieces.items() if kind == each) for each in kinds)
    pieces[one], pieces[other] = pieces[other], pieces[one]
    put(folder, table, json.dumps(state))
    return str(kept)


def put(folder: Path, table: str, state: str) -> None:
    """Store this as the newest state."""
    newest = "SELECT max(seq) FROM steps WHERE table_id = ?"
    ask(folder, f"UPDATE steps SET state = ? WHERE table_id = ? AND seq = ({newest})", state, table, table)


# -- SIGKILL while formations are sealed and dice are rolled, and in a war in fog


async def test_killed_about_the_dice(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Killed with one formation in, when the dice are posted but not the report, at a move, at the end."""
    discord.limits.forget_nonces()
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin_ww3(discord, hall, anna, ben, options="players=2 fog=on")
    red, silver = game.seats["red"], game.seats["silver"]
    await game.by_slash(red, SETUPS["red"])
    await bot.crash()
    await bot.start()
    bot.kill_on_call("POST", hall.messages_path, nth=2, when="after")
    await dies_during(bot, game.by_slash(silver, SETUPS["silver"]), "the dice")
    [digest] = game.locked
    thrown = game.rolled()
    [dice] = thrown.files.values()
    assert not game.telling("rolled the highest")
    await bot.start()
    await quiet(discord, bot, tmp_path)
    assert game.rolled() == thrown and game.locked == [digest]
    assert [*game.rolled().files.values()] == [dice], "rolled again"
    report = await game.told("rolled the highest")
    begins = re.search(r"\*\*(\w+)\*\* \(\w+\) rolled the highest", report.text)
    assert begins is not None and "begins" not in thrown.text and game.seat == begins[1].lower()

    first, move = game.called, {"red": "h3-h4", "silver": "e9-e8"}
    bot.kill_on_call("POST", hall.messages_path)
    await dies_during(bot, game.by_slash(first, move[game.seat]), "a move")
    await bot.start()
    await game.told("· turn 2\n")
    await quiet(discord, bot, tmp_path)
    assert game.called != first and len(game.telling("· turn 2\n")) == 1
    assert not [name for post in game.public for name in post.files if name.endswith(".txt")], "still secret"

    asked = await silver.slash(hall, "concede", table=game.table)
    bot.kill_on_call("POST", hall.messages_path)
    await dies_during(bot, silver.press(asked, "Yes, I concede"), "the end")
    await bot.start()
    await game.told("· game over")
    await quiet(discord, bot, tmp_path)
    game.assert_nothing_doubled()
    [lock] = await game.fair_play(anna)
    assert {seat: lock.orders(seat) for seat in lock.sheets} == {
        seat: [SETUPS[seat]] for seat in ("red", "silver")
    }
    record = await true_record(game, red, tmp_path)
    values = [
        str(each["value"]) for step in record["steps"] for each in step["events"] if each["type"] == "die"
    ]
    assert re.findall(r"\*\*(\d)\*\*", report.text) == values
