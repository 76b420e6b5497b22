"""Nemein by the bot's own process, to its end: secret handfuls, attacks, flips, a further turn, a house."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.presenters.nemein import text

from .conftest import StartBot
from .loopback import BotProcess, Loopback, Post, User
from .loopback.limits import REAL_GLOBAL_RATE, REAL_RATES
from .nemein import SETUP, TURNS, Nemein, begin_nemein
from .play import picture, quiet, true_record
from .seated import assert_same, looks
from .test_bot_crashes import dies_during

pytestmark = pytest.mark.soak
TYPED = ("", "handful", "place ")


async def test_a_whole_game(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Handfuls by taps, menus and text, that nobody learns of; then turns in all ways, until a house wins."""
    discord.limits.rates, discord.limits.global_rate = REAL_RATES, REAL_GLOBAL_RATE
    hall = (guild := discord.guild()).channel("hall")
    people = anna, ben, stranger = guild.members("anna", "ben", "stranger")
    bot = await fieldpost(env={"FIELDPOST_LOG_LEVEL": "DEBUG"})
    game = await begin_nemein(discord, hall, anna, ben)
    await the_builder(game, anna, [ben, stranger])
    seen = {user: discord.seen_by(user) for user in people}
    for user in (ben, stranger):
        assert not [line for one in seen[user] for line in told(one.text, SECRET)], (
            "sealed, and read by others"
        )
    assert [line for one in seen[anna] for line in told(one.text, SECRET)], "the judge sees"
    assert not told(bot.output, SECRET), "in a log"

    assert "Sent:" in await game.by_slash(ben, game.of(ben, SETUP))
    revealed = await game.told("the set-up is done")
    assert "): two 25s, four 10s, one 5, five 1s." in revealed.text
    [lock] = await game.fair_play(stranger)
    assert len(lock.sheets) == 2 and not any(name.endswith(".txt") for name in revealed.files)
    assert len(game.flips()) == 1
    winner = await the_turns(game)
    last = await game.told("· game over")
    seat = game.seat_of(winner).title()
    assert f"**{seat} wins:** enough houses" in last.text
    await quiet(discord, bot, tmp_path)
    game.assert_nothing_doubled()
    record = await true_record(game, stranger, tmp_path)
    flips = [each for step in record["steps"] for each in step["events"] if each["type"] == "coin_flip"]
    assert [(each["n"], "heads" if each["heads"] else "tails") for each in flips] == game.coins()


SECRET = (r"25x2 10x4", r"two 25s, four 10s", r"[a-e]\d=10,1")
"""What stands in what Anna has before her, and in nothing that others have before the reveal."""


def told(text: str, patterns: tuple[str, ...]) -> list[str]:
    """Lines of a text with one of these; what is suggested to everybody as an example is none."""
    lines = [re.sub(r"such as `[^`]*`", "", line) for line in text.splitlines()]
    return [line for line in lines if any(re.search(one, line) for one in patterns)]


async def the_builder(game: Nemein, user: User, others: list[User]) -> None:
    """Coins by menus, a change of mind, placing by menus and by text, sent: others see the same as before."""
    desk = await game.desk(user, "the set-up")
    before = await looks(game, *others, typed=TYPED, refused="handful 25x9")
    await game.chosen(user, desk, "h2.5.0.0", "two 25s, five 10s")
    shown = picture(desk)
    await game.chosen(user, desk, "h2.4.2.0", "two 25s, four 10s, two 5s")
    assert picture(desk) != shown, "the handful is drawn"
    await game.tapped(user, desk, text.DEFAULT, "one 25, four 10s, five 5s, ten 1s")
    await game.tapped(user, desk, text.PLACE, "not sent yet")
    unit = await one_choice(game, desk, "p.")
    placed = picture(desk)
    await user.select(desk, *unit)
    await user.select(desk, *await one_choice(game, desk, "m."))
    await game.discord.until(lambda: picture(desk) != placed, what="another placement")
    await game.written(user, game.of(user, SETUP), "Not sent yet")
    await game.written(user, "send", "✓ Sent in")
    await game.desk(user, "Waiting for 1 other player")
    assert_same(before, await looks(game, *others, typed=TYPED, refused="handful 25x9"))


async def the_turns(game: Nemein) -> User:
    """To the end, whoever moves first, in all ways; who has won.

    The first one moves a 1, and the other takes it: that wins a further turn, for a coin flip. Then the turn
    is left open, and ended. The first one builds a house.
    """
    first, second = game.called, game.other
    walk, sure, flip, house = TURNS
    await by_menus(game, first, game.of(first, walk))
    await game.told("· turn 1\n")
    assert game.called == second
    assert "Sent:" in await game.by_slash(second, game.of(second, sure))
    post = await game.told("· turn 2\n")
    assert "**takes" in post.text and text.EXTRA_WON in post.text and game.called == second

    await game.written(second, game.of(second, flip), "coin flip")
    await game.written(second, "send", "See what happened")
    post = await game.told("**Still to move:**")
    assert len(game.flips()) == 2 and f": {game.sides()[1]}! " in post.text
    assert "· turn 3\n" in post.text
    desk = await game.desk(second, "Your turn goes on")
    await game.tapped(second, desk, text.END_TURN, "Sent:")
    await game.told(") ends the turn" if game.sides()[1] == "tails" else "plays an extra turn now")
    if game.sides()[1] == "heads":
        assert game.called == second, "another further turn"
        await game.by_slash(second, "end")
    await game.discord.until(lambda: game.called == first, what="the first one's turn")
    await game.written(first, game.of(first, house), "build a house on")
    await game.written(first, "send", "Sent:")
    return first


async def by_menus(game: Nemein, user: User, order: str) -> None:
    """A unit, where it goes, and the end of the turn."""
    found = re.fullmatch(r"move (\w\d)-\w\d (\d+)", order)
    assert found is not None
    desk = await game.desk(user, text.TURN_TASK)
    for value in (f"u.{found[1]}.{found[2]}", order):
        [key] = await game.discord.until(lambda: menus_with(desk, value), what=f"{value} in a menu")  # noqa: B023
        await user.select(desk, key, value)
    moved = f"1. move the {found[2]} from {found[1]} to"
    await game.discord.until(lambda: moved in desk.text, what="the order on the desk")
    await game.tapped(user, desk, text.SEND_AND_END, "Sent:")


async def one_choice(game: Nemein, desk: Post, prefix: str) -> tuple[str, str]:
    """The id of the menu with such values, and the last of them."""

    def found() -> list[tuple[str, str]]:
        return [
            (key, value)
            for key, offered in desk.choices.items()
            for value in offered
            if value.startswith(prefix)
        ]

    *_, last = await game.discord.until(found, what=f"{prefix} in a menu")
    return last


def menus_with(desk: Post, value: str) -> list[str]:
    """The ids of the menus that offer this."""
    return [key for key, offered in desk.choices.items() if value in offered]


# -- SIGKILL while handfuls are chosen, in the middle of a turn, and about a coin flip


Arm = Callable[[BotProcess, Nemein], object]
POSTED = "the animation is posted, the report is not"
ABOUT_A_FLIP: dict[str, Arm] = {
    "the commit": lambda bot, game: bot.kill_on_log("kind=resolve"),
    POSTED: lambda bot, game: bot.kill_on_call("POST", game.hall.messages_path, when="after"),
}


async def test_killed_in_the_set_up_and_in_turns(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Nonces are forgotten: the marker alone prevents doubles. A flip that was made falls as it fell."""
    discord.limits.forget_nonces()
    guild = discord.guild()
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    for name, arm in ABOUT_A_FLIP.items():
        hall = guild.channel("hall")
        game = await begin_nemein(discord, hall, anna, ben)
        desk = await game.desk(anna, "the set-up")
        await game.chosen(anna, desk, "h2.5.0.0", "two 25s, five 10s")
        if name == POSTED:
            bot.kill_on_call("PATCH", "/webhooks/**")
            await dies_during(bot, anna.press(desk, text.DEFAULT), "a handful")
            await bot.start()
            assert "two 25s, five 10s" in desk.text, "what was not shown is tapped again"
        await game.tapped(anna, desk, text.DEFAULT, "one 25, four 10s, five 5s, ten 1s")
        await game.by_slash(anna, game.of(anna, SETUP))
        await quiet(discord, bot, tmp_path)
        bot.kill_on_log("kind=resolve")
        await dies_during(bot, game.by_slash(ben, game.of(ben, SETUP)), "the reveal")
        await bot.start()
        await quiet(discord, bot, tmp_path)
        if not game.telling("the set-up is done"):  # it was before the commit
            assert not game.locked
            await game.by_slash(ben, game.of(ben, SETUP))
        await game.told("the set-up is done")
        await quiet(discord, bot, tmp_path)

        first, second = game.called, game.other
        walk, sure, flip, _ = TURNS
        await game.by_slash(first, f"{game.of(first, walk)}; end")
        await game.told("· turn 1\n")
        await between_action_and_end(bot, game, second, game.of(second, sure.removesuffix("; end")), tmp_path)
        await about_the_flip(bot, game, second, game.of(second, flip), arm, tmp_path)
        asked = await first.slash(hall, "concede", table=game.table)
        await first.press(asked, "Yes, I concede")
        await game.told("· game over")
        await quiet(discord, bot, tmp_path)
        game.assert_nothing_doubled()
        record = await true_record(game, anna, tmp_path)
        flips = [each for step in record["steps"] for each in step["events"] if each["type"] == "coin_flip"]
        assert [(each["n"], "heads" if each["heads"] else "tails") for each in flips] == game.coins(), name
        assert len(flips) == 2


async def between_action_and_end(
    bot: BotProcess, game: Nemein, user: User, action: str, folder: Path
) -> None:
    """The attack is made once, the turn is still open after the kill, and its end is the user's to say."""
    bot.kill_on_call("POST", game.hall.messages_path, when="after")
    await dies_during(bot, game.by_slash(user, action), "an action")
    await bot.start()
    await quiet(game.discord, bot, folder)
    assert len(game.telling(" **takes ")) == 1
    assert "**Still to move:**" in game.public[-1].text
    assert "Too late to move" in await game.by_slash(user, action)
    assert len(game.telling(" **takes ")) == 1
    await game.by_slash(user, "end")
    await game.told("plays an extra turn now")
    await quiet(game.discord, bot, folder)


async def about_the_flip(
    bot: BotProcess, game: Nemein, user: User, order: str, arm: Arm, folder: Path
) -> None:
    """Flipped once, shown once, told once; the report tells what the animation shows."""
    arm(bot, game)
    await dies_during(bot, game.by_slash(user, order), "a flip")
    [before] = game.flips()[1:] or [None]
    await bot.start()
    await quiet(game.discord, bot, folder)
    if len(game.flips()) == 1:  # the kill was before the commit
        await game.by_slash(user, order)
        await game.told("**Still to move:**")
        await quiet(game.discord, bot, folder)
    _, after = game.flips()
    assert before in (None, after), "flipped again"
    [_] = game.telling(f": {game.sides()[1]}! ")
