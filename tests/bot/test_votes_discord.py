"""Votes on Discord: the command, the buttons, the list."""

from __future__ import annotations

from tests.bot.world import World, buttons


async def test_a_vote_from_the_command_to_its_result(world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben)
    assert await ada.offered("1", "time", "vote extend") == ["12h"]
    said = await ada.slash("vote extend", time="12h")
    assert said.private and said.text.startswith("You have asked for 12h more, and voted yes")
    post = game.post
    assert "vote: 12h more" in post.content and "**1 of 2 needed** yes: Dark" in post.content
    assert f"<@{ben.id}>" in post.content and buttons(post) == ["Yes", "No"]
    said = await eve.click(post, "Yes")
    assert said.private and "do not play" in said.text
    said = await ben.slash_dm("vote list", table=game.code)
    assert buttons(said.message) == ["Yes", "No"]
    said = await ben.click(said.message, "Yes")
    assert said.private and said.text == "You have voted yes on 12h more: the vote has passed."
    await world.pass_time(5)
    [post] = [each for each in game.posts if each.id == post.id]
    assert "**Passed.** **2** yes: Dark, Light" in post.content and buttons(post) == []
    assert "vote passed: 12h more" in game.post.content


async def test_a_game_is_ended_without_a_result(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await ada.slash("vote end")
    await world.restart()
    said = await ben.click(game.post, "Yes")
    assert said.text == "You have voted yes on an end without a result: the vote has passed."
    await world.pass_time(5)
    assert "the game is broken off" in game.post.content and buttons(game.post) == [
        "History",
        "Replay",
        "Verify",
    ]
    assert "broken off" in ada.dms[-1].content
    said = await ben.click(game.post, "Verify")
    assert "every result is true" in said.text
    said = await ada.slash("vote pause")
    assert said.private and "is over" in said.text
