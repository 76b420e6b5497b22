"""Whole games on Discord: what is posted after each turn, looking around, and the end."""

from __future__ import annotations

import hashlib
import re

from adjudicator.chance import HmacChance, shuffle
from tests.bot.world import CODE, Game, Player, World, alt, buttons, text, words

TO_THE_COMMANDER = ("f7-e5", "b2xe5", "g7-f7", "e5xh8")
EVERYTHING = ("e7-d6", "b3-d5", "d6-c5", "d5xf6", "c5xb4", "b2*b4", "b4xb2", "f6*d8", "b2xa1")
"""With e7, d8 and e1, d2 enhanced: a promotion, attacks, captures, and a Commander at the end."""


async def test_a_turn_is_told_drawn_and_the_next_seat_called(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    post = await game.play("e7-e6")
    lines = words(post).splitlines()
    assert lines[0] == f"### Commander-In-Chief `{game.code}` · turn 1"
    assert lines[1] == "**Dark** (ada): Amphibian e7-e6."
    assert f"<@{ben.id}> (Light)" in lines[2] and "<t:" in lines[2]
    assert "Round" not in words(post) and "to move" not in words(post), "who is next is said once"
    assert buttons(post) == ["My orders", "Board", "History"]
    assert "e7" in alt(post) and "Light" in alt(post)
    [file] = post.attachments
    assert file.filename == f"{game.code}-turn-2.png"
    stored = world.env.backend.get_message(game.channel.id, post.id)
    assert stored.ping_user_ids == [ben.id] and not stored.mention_everyone
    line = next(
        body for body in reversed(world.sent()) if str(body.get("content")).startswith(f"<@{ben.id}>")
    )
    assert game.code in line["content"], (
        "an edit notifies nobody: the line that it was first names its player"
    )
    body = next(body for body in world.sent() if text(body) == words(post))
    assert body["allowed_mentions"]["users"] == [str(ben.id)] or body["allowed_mentions"]["users"] == [ben.id]
    assert body["allowed_mentions"]["parse"] == []


async def test_attacks_captures_and_promotions_in_words_to_the_last_picture(
    world: World, ada: Player, ben: Player
) -> None:
    game = await world.new_game(ada, ben, options="enhanced=2")
    await ada.slash("order", order="enhance e7 d8", send=True)
    await ben.slash("order", order="enhance b4 d2", send=True)
    assert "the set-up is done" in words(game.post)
    assert "Enhanced: **Dark** d8 and e7, **Light** b4 and d2." in words(game.post)
    await game.play("e7-d6", "b3-d5", "d6-c5", "d5xf6")
    assert "takes " in words(game.post)
    await game.play("c5*b4")
    text = words(game.post)
    assert "attacks Amphibian on b4 (Amphibian c5*b4): no longer enhanced." in text
    await game.play("f6*d8", "c5xb4")
    assert "now a King Amphibian" in words(game.post)


async def test_the_end_by_capturing_the_commander(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    post = await game.play(*TO_THE_COMMANDER)
    text = words(post)
    stored = world.env.backend.get_message(game.channel.id, post.id)
    assert sorted(stored.ping_user_ids) == sorted([ada.id, ben.id])
    fair = await ben.click(post, "Fair play")
    seed = re.search(r"Seed: `([0-9a-f]{64})`", fair.text)
    assert seed and hashlib.sha256(bytes.fromhex(seed[1])).hexdigest() in words(game.posts[0])
    assert seed[1] not in text
    await _nothing_more(game, ada, ben)
    said = await ben.click(fair.message, "Check it now")
    assert not said.private and "every result is true" in said.text
    said = await ada.slash("game new", game="cic")
    assert said.text.startswith("Game `"), "the channel is free for the next game"


async def _nothing_more(game: Game, *players: Player) -> None:
    """Whatever is tried after the end is refused in one private line, and nothing is posted."""
    posts = len(game.posts)
    for player in players:
        for command, given in (
            ("order", {"order": "e7-e6", "send": True}),
            ("orders", {}),
            ("draw", {}),
            ("concede", {}),
        ):
            said = await player.slash(command, table=game.code, **given)
            assert said.private and said.text == f"Game `{game.code}` is over.", command
        assert await player.offered("", table=game.code) == []
        for post in game.posts:
            if "My orders" in buttons(post):
                said = await player.click(post, "My orders")
                assert said.private and said.text == f"Game `{game.code}` is over."
        assert "You're in no game now." in await player.write("e7-e6")
    assert len(game.posts) == posts


async def test_the_end_by_agreement(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    said = await ben.slash("draw")
    assert said.private and said.text == "You have offered a draw."
    assert "**Light** (ben) offers a draw. **Dark** (ada) can accept it." in words(game.post)
    assert buttons(game.post) == ["Agree to the draw"]
    stored = world.env.backend.get_message(game.channel.id, game.post.id)
    assert stored.ping_user_ids == [ada.id]
    said = await ben.click(game.post, "Agree to the draw")
    assert said.private and "already" in said.text
    eve = world.player("eve")
    said = await eve.click(game.post, "Agree to the draw")
    assert said.private and "You don't play" in said.text
    await ada.click(game.post, "Agree to the draw")
    assert "**Draw** by agreement." in words(game.post)
    await _nothing_more(game, ada, ben)


async def test_the_end_of_a_points_game(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, options="objective=points round_limit=2")
    await game.play(*TO_THE_COMMANDER[:2])
    assert "-# Dark 0, Light 4 · 2 turns left" in words(game.post)
    assert "Turn 3 of 4" in alt(game.post)
    await game.play(*TO_THE_COMMANDER[2:])
    text = words(game.post)
    assert "**Light wins** on points after the last turn" in text


async def test_four_players_to_the_end(world: World) -> None:
    players = [world.player(name) for name in ("ada", "ben", "cleo", "dan")]
    game = await world.new_game(*players, options="teams=both")
    assert list(game.seats) == ["dark-surface", "dark-air", "light-surface", "light-air"]
    await game.play("e7-e6")
    assert f"<@{players[2].id}> (Light Surface)" in words(game.post)
    await game.play("e1-e2")
    assert f"<@{players[1].id}> (Dark Air)" in words(game.post)
    said = await players[0].slash("order", order="d8-d7")
    assert said.private and "'s turn" in said.text
    said = await players[1].slash("concede")
    await players[1].click(said.message, "Yes, I concede")
    assert "plays on with both groups" in words(game.post)
    said = await players[0].slash("concede")
    await players[0].click(said.message, "Yes, I concede")
    assert "**Light wins:**" in words(game.post)
    assert "**1** · **Light Surface** (cleo)\n**1** · **Light Air** (dan)" in words(game.post)


async def test_seats_by_lot_can_be_checked_at_the_end(world: World) -> None:
    players = [world.player(name) for name in ("ada", "ben", "cleo")]
    lobby = await world.lobby(*players, seats="lot", options="teams=dark")
    await players[2].click(lobby, "Start")
    begun = world.channel.last_message
    assert begun is not None
    code = CODE.findall(words(begun))[0]
    for player in players:
        said = await player.slash("concede")
        if buttons(said.message):
            await player.click(said.message, "Yes, I concede")
    fair = await players[0].click(world.channel.history()[-1], "Fair play")
    seed = re.search(r"Seed: `([0-9a-f]{64})`", fair.text)
    assert seed
    drawn, _ = shuffle(HmacChance(bytes.fromhex(seed[1]), code), ["dark-surface", "dark-air", "light"])
    names = {"dark-surface": "Dark Surface", "dark-air": "Dark Air", "light": "Light"}
    for player, seat in zip(players, drawn, strict=True):
        assert f"**{names[seat]}** ({player.user.name})" in words(begun)
    said = await players[0].slash("verify")
    assert "every result is true" in said.text and "2 chance results" in said.text
