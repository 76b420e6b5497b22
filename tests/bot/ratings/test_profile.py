"""What /profile and /leaderboard say."""

from __future__ import annotations

import discord
import pytest

from bot.common.errors import Refused
from bot.common.message import MOST_CARD, Button, Message
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import default
from bot.features.profiles import text as words
from bot.features.profiles.leaderboard import PAGE
from bot.features.profiles.profile import Reliability
from bot.storage import players, tables
from bot.storage.league_records import Entrant, League, Rating, Sitting
from bot.storage.rows import append, save
from tests.bot.parts import GUEST, HOST, NAMES, STRANGER, THIRD, PostOffice, labels
from tests.bot.ratings.finished import GUILD, write
from tests.bot.transactions import writing
from tests.bot.world import World, buttons
from tests.conformance import GAMES

START = 1_800_000_000.0


async def profile(office: PostOffice, user: int, *, own: bool = False, public: bool = True) -> list[str]:
    found = await office.services.profiles.message(
        GUILD, user, NAMES[user], None if own else lambda _: public
    )
    assert len(found.words) <= MOST_CARD
    return found.words.splitlines()


async def cic(office: PostOffice, number: int, dark: int, light: int) -> None:
    """A game of HOST, Dark, and GUEST that ended with these places."""
    seats, places = {"dark": HOST, "light": GUEST}, {"dark": dark, "light": light}
    await write(office.services.context, f"c{number}", seats, places, ended_at=START + number)


async def test_wins_draws_and_losses_by_seat(office: PostOffice) -> None:
    for number, (dark, light) in enumerate([(1, 2), (1, 2), (2, 1), (1, 1)]):
        await cic(office, number, dark, light)
    team = {"dark-surface": HOST, "dark-air": GUEST, "light": THIRD}
    won = {"dark-surface": 1, "dark-air": 1, "light": 2}
    await write(office.services.context, "t1", team, won, options={"teams": "dark"}, ended_at=START + 5)
    seats = {"dark": HOST, "light": GUEST}
    await write(office.services.context, "b1", seats, {}, outcome=None, ended_at=START + 6)
    await office.deliver()
    head, game, record, by_seat, reliable = await profile(office, HOST)
    assert head == words.HEAD(name="Ada")
    assert game.startswith("**Commander-In-Chief** · 1") and game.endswith(", 5 games") and " ± " in game
    assert record == "3 won, 1 drawn, 1 lost · 1 broken off"
    assert by_seat == "-# As Dark: 2 won, 1 drawn, 1 lost · Dark Surface: 1 won"
    assert reliable == words.ON_TIME_FEW(kept=6, turns=6)
    assert "1 won, 1 drawn, 2 lost" not in record
    _, _, record, by_seat, *_ = await profile(office, GUEST)
    assert record == "2 won, 1 drawn, 2 lost · 1 broken off"
    assert by_seat == "-# As Dark Air: 1 won · Light: 1 won, 1 drawn, 2 lost"


async def test_places_where_there_are_more_sides(office: PostOffice) -> None:
    for number, places in enumerate([(1, 5, 3), (2, 5, 3), (1, 1, 1)]):
        seats = dict(zip(("black", "gray", "white"), (HOST, GUEST, THIRD), strict=True))
        placed = dict(zip(seats, places, strict=True))
        await write(office.services.context, f"n{number}", seats, placed, game="nme", ended_at=START + number)
    await office.deliver()
    assert (await profile(office, HOST))[2] == "1st 2× (1 shared), 2nd 1×"
    assert (await profile(office, GUEST))[3] == "-# As Gray: 1st 1× (1 shared), 5th 2×"


async def test_nobody_has_a_profile_from_nothing(office: PostOffice) -> None:
    assert await profile(office, STRANGER) == [words.HEAD(name="Eve"), words.NO_GAMES]


async def test_games_under_way_only_where_everybody_sees_them(office: PostOffice) -> None:
    code = await office.game()
    elsewhere = await office.game(channel=501)
    async with writing(office.services.context.db) as tx:
        tables.change(tx, elsewhere, channel_id=501, guild_id=2)
    line = f"**Playing now:** Commander-In-Chief `{code}` in <#500>"
    assert line in await profile(office, HOST) and line in await profile(office, HOST, own=True)
    hidden = "\n".join(await profile(office, HOST, public=False))
    assert code not in hidden and elsewhere not in "\n".join(await profile(office, HOST))


async def test_substitutes_and_leagues(office: PostOffice) -> None:
    given = {"guild_id": GUILD, "channel_id": 2, "host_id": 3, "commitment": "c0", "created_at": 1.0}
    plan = default(GAMES["cic"], {}).stored()
    cup = League(id="lg4k7", name="*Cup*", game="cic", options={}, status="over", plan=plan, **given)
    async with writing(office.services.context.db) as tx:
        league_store.insert_league(tx, cup, "5eed")
        league_store.add_entrant(tx, Entrant(league_id="lg4k7", user_id=GUEST, name="Ben", joined_at=1.0))
        league_store.add_entrant(tx, Entrant(league_id="lg4k7", user_id=HOST, name="Ada", joined_at=2.0))
        league_store.number_entrants(tx, "lg4k7", {HOST: (1, 1), GUEST: (2, 1)})
    await cic(office, 1, 1, 2)
    async with writing(office.services.context.db) as tx:
        players.rise(tx, "c1", GUEST, 1.5, 2)
        stepped_in = Sitting(table_id="c1", seat="light", user_id=THIRD, name="Cleo", from_at=1.5)
        append(tx, stepped_in)
    await office.deliver()
    left = await profile(office, GUEST)
    assert words.GAVE_UP(n=1) in left
    assert "**Leagues:** \\*Cup\\* (finished, place 2 of 2)" in left
    assert words.ON_TIME_FEW(kept=0, turns=1) in left
    came = await profile(office, THIRD)
    assert words.STEPPED_IN(n=1) in came and not any("lost" in line for line in came)


def test_one_bad_turn_weighs_once() -> None:
    """However often it was extended for who gave nothing."""
    assert str(Reliability(200, 2)).endswith("99% of 200 turns (2 missed) · very reliable")
    assert [Reliability(100, missed).percent for missed in (0, 1, 100)] == [100, 99, 0]


# -- leaderboards


async def fill(office: PostOffice, many: int, games: int = 3) -> None:
    """So many ratings, the first the best; who has an even number is as sure as can be."""
    async with writing(office.services.context.db) as tx:
        for user in range(1, many + 1):
            sigma = 2.0 if user % 2 else 1.0
            mu = 100.0 - user + 2 * sigma
            made = {"name": f"P{user}", "mu": mu, "sigma": sigma, "games": games, "at": 1.0}
            save(tx, Rating(guild_id=GUILD, game="cic", user_id=user, **made))


async def board(office: PostOffice, number: int = 0, user: int = STRANGER) -> Message:
    found = await office.services.leaderboards.page(GUILD, "cic", number, user)
    assert len(found.words) <= MOST_CARD
    return found


def names(message: Message) -> list[str]:
    return [line.split()[1].strip("*") for line in message.words.splitlines() if "\\." in line]


async def test_pages_are_sorted_by_what_is_sure(office: PostOffice) -> None:
    await fill(office, 2 * PAGE + 1)
    first, second, last = [await board(office, number) for number in range(3)]
    assert names(first) + names(second) + names(last) == [f"P{user}" for user in range(1, 2 * PAGE + 2)]
    assert "page 2 of 3" in second.text and f"{PAGE + 1}\\. P{PAGE + 1} · " in second.words
    assert labels(first) == ["-First", "-Back", "Next"] and labels(last) == ["First", "Back", "-Next"]
    assert names(await board(office, 99)) == names(last) and names(await board(office, 10**17)) == names(last)


async def test_the_own_place_is_told_on_each_page(office: PostOffice) -> None:
    await fill(office, 2 * PAGE + 1)
    mine = await board(office, 0, PAGE + 2)
    assert mine.words.splitlines()[-2].startswith(f"{PAGE + 2}\\. **P{PAGE + 2}** · ")
    assert labels(mine)[-1] == "Mine" and labels(await board(office, 1, PAGE + 2))[-1] == "-Mine"
    ids = [button.id for row in mine.controls for button in row if isinstance(button, Button)]
    assert len(ids) == len(set(ids)) == 4
    assert names(await board(office, 1, PAGE + 2)).count(f"P{PAGE + 2}") == 1


async def test_few_games_have_no_place(office: PostOffice) -> None:
    await fill(office, 2, games=2)
    found = await board(office, user=2)
    assert names(found) == [] and labels(found) == []
    assert found.words.splitlines()[1:] == [
        words.NOBODY(n=3),
        words.YOU_HAVE(n=2, least=3),
        words.UNRANKED(n=2, least=3),
    ]
    with pytest.raises(Refused, match=words.UNKNOWN_GAME):
        await office.services.leaderboards.page(GUILD, "chess", 0, 1)


async def test_long_names_fit_and_do_no_harm(office: PostOffice) -> None:
    async with writing(office.services.context.db) as tx:
        for user in range(1, PAGE + 2):
            made = {"name": "[@everyone]" * 8, "mu": 25.0, "sigma": 3.0, "games": 12345, "at": 1.0}
            save(tx, Rating(guild_id=GUILD, game="cic", user_id=user, **made))
    found = await board(office, 0, PAGE + 1)
    assert "@everyone" not in found.words and found.words.count("\n1\\. ") == PAGE + 1, "who is level shares"


# -- on Discord


async def test_both_commands(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    asked = await ben.slash("concede", table=game.code)
    await ben.click(asked.message, "Yes, I concede")
    running = await world.new_game(ada, ben)
    said = await ada.slash("profile")
    assert said.private and "**Commander-In-Chief** · 1" in said.text and "1 won" in said.text
    other = await ben.slash("profile", user=ada.user)
    assert other.private and other.text == said.text and f"`{running.code}`" in said.text
    top = await ben.slash("leaderboard", game="cic")
    assert top.private and words.YOU_HAVE(n=1, least=3) in top.text


async def test_buttons_turn_the_pages(world: World) -> None:
    ada = world.player("ada")
    async with writing(world.bot.services.context.db) as tx:
        for user in range(1, 20):
            made = {"name": f"P{user}", "mu": 25.0 - user, "sigma": 2.0, "games": 5, "at": 1.0}
            rating = Rating(guild_id=world.guild.id, game="cic", user_id=user, **made)
            save(tx, rating)
    first = await ada.slash("leaderboard", game="cic")
    assert buttons(first.message) == ["-First", "-Back", "Next"]
    await world.restart()
    second = await ada.click(first.message, "Next")
    assert "page 2 of 2" in second.text and "19\\. P19 · " in second.text


async def test_a_private_channel_is_not_told_of(world: World) -> None:
    """Neither is a thread of it; who plays there sees it in the own profile."""
    ada, ben = world.player("ada"), world.player("ben")
    closed = discord.PermissionOverwrite(view_channel=False)
    opened = discord.PermissionOverwrite(view_channel=True)
    who = dict.fromkeys((world.bot.user, ada.user, ben.user), opened)
    cabinet = world.guild.create_text_channel("cabinet", overwrites={world.guild.default_role: closed, **who})
    game = await world.new_game(ada, ben, channel=cabinet)
    await ada.slash("game new", world.channel, game="cic", where="thread")
    lobby = world.channel.threads[-1].last_message
    assert lobby is not None
    await ben.click(lobby, "Join")
    await ben.click(lobby, "Start")
    told = (await ben.slash("profile", user=ada.user)).text
    assert lobby.channel.name[:4] in told and game.code not in told
    assert game.code in (await ben.slash("profile")).text
