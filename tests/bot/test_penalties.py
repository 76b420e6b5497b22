"""/penalty: who may rule, what, and what becomes of the turn; NME on Discord as a game of silence."""

from __future__ import annotations

import json

import discord
import pytest

from adjudicator.registry import games
from adjudicator.replay import verify
from bot.common.errors import Refused
from bot.features.lobby import text as lobby_words
from bot.features.moderation import text as gm_words
from bot.features.moderation.game_masters import Ruler
from bot.storage import drafts
from maps.boards import boards
from tests.bot.clocks import MODERATOR
from tests.bot.parts import CHANNEL, DAY, FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice
from tests.bot.silent import nme, nme_game
from tests.bot.test_muting import entries, may
from tests.bot.transactions import looking
from tests.bot.world import Game, Player, World, buttons, menus, words


async def rule(
    office: PostOffice,
    code: str,
    player: str,
    ruling: str = "penalty",
    space: str = "",
    reason: str = "talked",
    ruler: Ruler = MODERATOR,
) -> str:
    said = await office.services.penalties.rule(code, ruler, player, ruling, space, reason)
    await office.deliver()
    return said


async def refusal(office: PostOffice, code: str, *given: str, **more: object) -> str:
    """Why a ruling is refused; nothing has changed then."""
    before = await office.dump()
    with pytest.raises(Refused) as caught:
        await rule(office, code, *given, **more)  # type: ignore[arg-type]
    assert await office.dump() == before
    return str(caught.value)


async def shown(office: PostOffice, code: str) -> dict[str, str]:
    async with looking(office.services.context.db) as tx:
        snapshot = office.services.context.snapshot(tx, code)
    return dict(snapshot.game.dump(snapshot.state)["pieces"]["black"])


async def test_an_infantry_is_removed(office: PostOffice) -> None:
    code, sits = await nme(office)
    turn = (await office.table(code)).turn
    said = await rule(office, code, "black", "penalty", "a1", "Told Gray *where* to go <@11>")
    assert "**Black** (" in said and "remove an Infantry on A1" in said
    post = office.messenger.texts(CHANNEL)[-1]
    assert "⚖ Eve (moderator) penalised **Black** (" in post
    assert "**remove an Infantry on A1**" in post and "Told Gray \\*where\\* to go <@\u200b11\\>" in post
    assert office.messenger.channels[CHANNEL][-1][1].picture is not None
    assert set(office.messenger.channels[CHANNEL][-1][1].mentions) == set(sits.values())
    assert "A1" not in await shown(office, code) and "A2" in await shown(office, code)
    assert (await office.table(code)).turn == turn
    assert any("penalised **Black**" in text for text in office.messenger.dms(sits["black"]))
    assert "A1" not in await offered(office, code, "black")


async def offered(office: PostOffice, code: str, player: str, typed: str = "") -> list[str]:
    found = await office.services.penalties.spaces(code, MODERATOR, player, "penalty", typed)
    return [choice.value for choice in found]


async def test_a_draft_that_is_not_legal_any_more_is_taken_back(office: PostOffice) -> None:
    code, sits = await nme(office)
    black = sits["black"]
    await office.services.orders.give(code, black, "A1-B1")
    await office.deliver()
    office.clock.time += DAY / 2
    await rule(office, code, "black", space="A1")
    async with looking(office.services.context.db) as tx:
        assert drafts.of_table(tx, code, 0) == {}
    note = office.messenger.dms(black)[-1]
    assert "`A1-B1` is not legal any more: give a new order." in note and "Your move" in note
    await office.pass_time(DAY * 0.9)
    assert (await office.table(code)).turn == 0, "there is time to think again"
    await office.send(code, black, "A2-B2")
    assert (await office.table(code)).turn == 1


async def test_a_draft_that_is_still_legal_stays(office: PostOffice) -> None:
    code, sits = await nme(office)
    await office.services.orders.give(code, sits["black"], "A2-B2")
    await office.deliver()
    await rule(office, code, "white", space=(await offered(office, code, "white"))[0])
    note = office.messenger.dms(sits["black"])[-1]
    assert "The game master has ruled: look at the board again." in note and "`A2-B2`" in note
    office.clock.time += DAY + 1
    await office.pass_time(1)
    assert (await office.table(code)).turn == 1 and "A2" not in await shown(office, code)


async def test_a_forfeit_of_who_is_to_move(office: PostOffice) -> None:
    code, sits = await nme(office)
    await office.services.orders.give(code, sits["black"], "A1-B1")
    said = await rule(office, code, "black", "forfeit", reason="Spoke twice")
    assert "forfeit the game" in said
    post = office.messenger.texts(CHANNEL)[-1]
    assert "Spoke twice" in post and f"<@{sits['gray']}> (Gray)" in post
    assert "Your move" in office.messenger.dms(sits["gray"])[-1]
    assert (await office.table(code)).turn == 1
    assert " is already out of the game" in await refusal(office, code, "black", "forfeit")
    assert [c.value for c in await office.services.penalties.players(code, MODERATOR, "")] == [
        "gray",
        "white",
    ]


async def test_a_forfeit_of_somebody_else(office: PostOffice) -> None:
    code, _ = await nme(office)
    await rule(office, code, "white", "forfeit")
    assert (await office.table(code)).turn == 0
    await rule(office, code, "gray", "forfeit", reason="Both talked")
    table = await office.table(code)
    assert table.status == "over"
    assert any("Both talked" in text and "game over" in text for text in office.messenger.texts(CHANNEL))
    assert (await refusal(office, code, "black", "forfeit")) == f"Game `{code}` is over."


async def test_the_record_verifies(office: PostOffice) -> None:
    code, sits = await nme(office)
    await office.send(code, sits["black"], "A2-B2")
    await rule(office, code, "gray", space=(await offered(office, code, "gray"))[0])
    await rule(office, code, "black", space="B2")
    await rule(office, code, "gray", "forfeit")
    await rule(office, code, "white", "forfeit")
    shown = await office.services.verification.verified(code)
    assert "every result is true" in shown.words
    record = json.loads(shown.files[0].data)
    assert [step.get("what") for step in record["steps"]][3:] == ["penalty B2", "forfeit", "forfeit"]
    report = verify(games(boards()), record)
    assert report.ok and report.turns == 6, report.faults
    record["steps"][3]["what"] = "penalty A1"
    assert not verify(games(boards()), record).ok


async def test_who_may_rule(office: PostOffice) -> None:
    code, sits = await nme(office, GUEST, THIRD, FOURTH, host=HOST)
    black = sits["black"]
    host = Ruler(HOST, "Ada", None, False)
    said = await rule(office, code, "black", space="A1", ruler=host)
    assert "**Black** (" in said and "⚖ Ada (host) penalised" in office.messenger.texts(CHANNEL)[-1]
    for ruler in (Ruler(black, "Ben", 1, True), Ruler(sits["white"], "Dan", 1, False)):
        assert await refusal(office, code, "gray", "forfeit", ruler=ruler) == gm_words.YOU_PLAY
    only = gm_words.NOT_MASTER_HOST(code=code, host=HOST)
    strangers = (
        Ruler(STRANGER, "Eve", 1, False),
        Ruler(STRANGER, "Eve", 2, True),
        Ruler(STRANGER, "Eve", None, True),
    )
    for ruler in strangers:
        refused = await refusal(office, code, "gray", "forfeit", ruler=ruler)
        assert refused.startswith(only) and "\n" not in refused
        penalties = office.services.penalties
        assert await penalties.players(code, ruler, "") == [] == await penalties.rulings(code, ruler, "")
        assert await penalties.spaces(code, ruler, "black", "penalty", "") == []
        with pytest.raises(Refused, match="Only a game master"):
            await penalties.form(code, ruler, "gray", "forfeit", "", "why")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("nobody", "forfeit"), "Who is “nobody”? Name one player: **Black** ("),
        (("", "forfeit"), "Name one player"),
        (
            ("black", "hanging"),
            "“hanging” isn't a penalty in NME. Choose “remove an Infantry” or “forfeit the game”.",
        ),
        (("black", "penalty"), "space? For **Black** ("),
        (("black", "penalty", "L1"), "`L1`. For **Black** ("),
        (("black", "penalty", "`@here"), "Not possible on `"),
        (("black", "forfeit", "A1"), gm_words.NO_SPACE(ruling="forfeit the game")),
        (("black", "forfeit", "", "  "), gm_words.GIVE_REASON),
        (("black", "forfeit", "", "x" * 301), gm_words.REASON_TOO_LONG(most=300, n=301)),
    ],
)
async def test_what_is_refused(office: PostOffice, given: tuple[str, ...], words: str) -> None:
    code, _ = await nme(office)
    refused = await refusal(office, code, *given)
    assert words in refused and "\n" not in refused and "@here" not in refused


async def test_the_ways_to_name(office: PostOffice) -> None:
    code, sits = await nme(office)
    black = sits["black"]
    name = {HOST: "Ada", GUEST: "Ben", THIRD: "Cleo"}[black]
    spaces = iter(("A1", "A2", "A3", "A4", "A5", "A6"))
    for said in ("BLACK", "bl", name, name[:2].lower(), f"Black ({name})", f"<@{black}>"):
        await rule(office, code, said, "Remove an infantry", next(spaces))
    assert sorted(space for space, piece in (await shown(office, code)).items() if piece == "I") == [
        "A7",
        "A8",
    ]


async def test_games_without_penalties_have_the_end(office: PostOffice) -> None:
    code = await office.game()
    refused = await refusal(office, code, "dark", "penalty")
    assert refused == gm_words.NO_PENALTY(
        said="penalty", game="Commander-In-Chief", rulings="“forfeit the game”"
    )
    await rule(office, code, "dark", "forfeit")
    assert (await office.table(code)).status == "over"
    assert "Reason: talked" in office.messenger.dms(HOST)[-1]
    table = await office.lobby(HOST, channel=CHANNEL + 1, game_key="nme")
    await office.deliver()
    assert "hasn't started" in await refusal(office, table.id, "black", "forfeit")
    assert "I don't know a game" in await refusal(office, "zzzz", "black", "forfeit")


@pytest.mark.parametrize("typed", ["penalty A1", "PENALTY a1", "forfeit", "Forfeit", "forfeit; draw"])
async def test_players_cannot_type_them(office: PostOffice, typed: str) -> None:
    code, sits = await nme(office)
    before = await office.dump()
    for user in sits.values():
        with pytest.raises(Refused):
            await office.services.orders.give(code, user, typed, send=True)
    assert await office.dump() == before
    await office.services.text_commands.read(sits["black"], 777, typed)
    await office.deliver()
    assert "game master" in office.messenger.dms(sits["black"])[-1]
    assert (await office.table(code)).seq == 1


async def test_only_what_ends_a_seat_is_asked_once_more(office: PostOffice) -> None:
    code, _ = await nme(office)
    penalties = office.services.penalties
    assert await penalties.form(code, MODERATOR, "black", "penalty", "A1", "why") is None
    form = await penalties.form(code, MODERATOR, "black", "forfeit", "", "  he   talked ")
    assert form is not None and form.title.startswith("Forfeit the game: Black?") and len(form.title) <= 45
    assert form.fields[0].value == "he talked" and form.id == f"fpf:ruling:{code}:black:0:forfeit"
    with pytest.raises(Refused, match="On which space"):
        await penalties.form(code, MODERATOR, "black", "penalty", "", "why")


async def test_a_player_called_like_another_seat(office: PostOffice) -> None:
    made = await office.lobby(HOST, game_key="nme")
    await office.services.lobby.join(made.id, GUEST, "Black")
    await office.services.lobby.join(made.id, THIRD, "Gray")
    await office.services.lobby.start(made.id, HOST)
    for seat in ("black", "gray", "white"):
        assert await office.services.penalties.spaces(made.id, MODERATOR, seat, "penalty", "")
        assert await office.services.penalties.form(made.id, MODERATOR, seat, "forfeit", "", "talked")
    said = await rule(office, made.id, "gray", "penalty", "E1")
    assert "**Gray** (" in said and "remove an Infantry on E1" in said


@pytest.fixture
def people(world: World) -> list[Player]:
    return [world.player(name) for name in ("ada", "ben", "cleo")]


@pytest.fixture
async def game(world: World, people: list[Player]) -> Game:
    return await nme_game(world, *people)


async def test_seats_are_drawn_by_lot_whatever_the_host_likes(world: World, people: list[Player]) -> None:
    said = await people[0].slash("game new", game="nme", seats="choice")
    assert said.text.endswith(f"\n{lobby_words.ALWAYS_BY_LOT(game='NME')}")
    lobby = world.channel.last_message
    assert lobby is not None and lobby_words.SEATS_DRAWN in words(lobby) and menus(lobby) == []
    assert lobby_words.SILENCE in words(lobby)
    for player in people[1:]:
        await player.click(lobby, "Join")
        assert lobby_words.JOINED_SILENCE(game="NME") in words(player.dms[-1])
    await people[1].click(lobby, "Start")
    first = words(world.channel.history()[-1])
    assert all(name in first for name in ("**Black** (", "**Gray** (", "**White** ("))


async def test_the_first_post_says_what_silence_means(world: World, game: Game) -> None:
    first = words(game.posts[2])
    assert "**NME is played in silence: talking about the game is cheating.**" in first
    assert "read-only for players until the end" in first
    assert "`/penalty`: remove an Infantry or forfeit the game." in first


async def test_an_infantry_is_removed_on_discord(world: World, game: Game) -> None:
    mo = world.moderator(manage_messages=True)
    assert await mo.offered("bl", "player", "penalty") == ["black"]
    assert await mo.offered("", "ruling", "penalty") == ["penalty", "forfeit"]
    spaces = await mo.offered("", "space", "penalty", player="black", ruling="penalty")
    assert spaces == [f"A{number}" for number in range(1, 9)]
    said = await mo.slash("penalty", player="black", ruling="penalty", space="A1", reason="@everyone")
    assert said.private and "**Black**" in said.text
    assert "Reason: @\u200beveryone" in words(game.post) and not game.post.mention_everyone
    assert "My orders" in buttons(game.post) and game.post.attachments
    assert {user.id for user in game.post.mentions} == {player.id for player in game.seats.values()}
    black = game.seats["black"]
    assert "look at the board again" in words(black.desk)
    assert not may(world, black, world.channel) and may(world, mo, world.channel)


async def test_a_forfeit_is_asked_once_more(world: World, game: Game) -> None:
    mo = world.moderator(manage_guild=True)
    given = {"player": "gray", "ruling": "forfeit", "reason": "Told all"}
    again, shown = await mo.slash("penalty", **given), await mo.slash("penalty", **given)
    assert shown.modal["title"].startswith("Forfeit the game: Gray?") and shown.fields == ["reason"]
    assert "'max_length': 300" in str(shown.modal)
    posts = len(game.posts)
    await world.restart()
    assert len(game.posts) == posts
    said = await mo.submit(shown, reason="Told everybody")
    assert said.private and "forfeit the game" in said.text
    assert "Reason: Told everybody" in words(game.post)
    said = await game.seats["gray"].slash("concede")
    assert said.private and said.text == f"You are out of game `{game.code}` already."
    said = await mo.submit(again, reason="Again")
    assert said.private and "out of the game" in said.text
    shown = await mo.slash("penalty", **given | {"player": "white"})
    await mo.submit(shown, reason="Too")
    assert "The silence is over." in words(game.post) and entries(world, world.channel) == {}


async def test_nobody_else_rules(world: World, game: Game) -> None:
    for who in (world.player("eve"), world.moderator(manage_channels=True)):
        said = await who.slash("penalty", player="gray", ruling="forfeit", reason="why")
        assert said.private and said.text.startswith("Only a game master") and "\n" not in said.text
        assert await who.offered("", "player", "penalty") == []
    assert len(game.posts) == 3


async def test_a_moderator_of_another_server(world: World, game: Game) -> None:
    other = world.env.create_guild("Elsewhere")
    role = other.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user("max")
    member = other.add_member(user, roles=[role])
    channel = other.create_text_channel("far")
    given = {"player": "gray", "ruling": "penalty", "space": "E1", "reason": "why", "table": game.code}
    result = await member.slash(channel, "penalty", **given)
    assert result.response is not None and words(result.response).startswith("I don't know a game")
