"""The lobby on Discord."""

from __future__ import annotations

from tests.bot.world import World, buttons


async def test_a_game_from_lobby_to_first_turn(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    post = game.post
    assert f"### Commander-In-Chief `{game.code}` · the game begins" in post.content
    assert buttons(post) == ["My orders", "Board", "History"]
    assert f"You are **Dark** in {world.channel.mention}" in ada.desk.content
    await game.play("e7-e6", "d2-d3")
    assert "Amphibian d2 → d3" in game.post.content
