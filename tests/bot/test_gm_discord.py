"""/gm and /log on Discord."""

from __future__ import annotations

from tests.bot.test_penalty_discord import moderator
from tests.bot.world import World, buttons


async def test_a_game_master_at_work(world: World) -> None:
    ada, ben, mo = world.player("ada"), world.player("ben"), moderator(world, manage_messages=True)
    game = await world.new_game(ada, ben)
    await game.play("e7-e6", "d2-d3")
    for who, told in ((ada, "You play in this game"), (world.player("cleo"), "Only a game master rules")):
        said = await who.slash("gm undo", reason="I like it better")
        assert said.private and told in said.text

    said = await mo.slash("gm undo", reason="wrong square")
    assert said.modal["title"] == f"Take back turn 2? · {game.code}"
    done = await mo.submit(said, reason="wrong square, he says")
    assert done.private and done.text.startswith("Taken back: turn 2.")
    assert "↩ Mo (moderator) has taken turn 2 back. Reason: wrong square, he says" in game.post.content
    assert buttons(game.post) == ["My orders", "Board", "History"]
    assert "Turn 2 was taken back." in ben.desk.content and "Send" in buttons(ben.desk)
    await ben.click(ben.desk, "Send")
    assert "turn 2" in game.post.content.splitlines()[0] and await game.called() == "dark"

    said = await mo.slash("gm pause", reason="dinner", time="2h")
    assert said.private and "is paused" in said.text and "⏸ Mo (moderator)" in game.post.content
    assert "is paused" in (await mo.slash("gm force", reason="now")).text
    await mo.slash("gm resume", reason="")
    assert "▶ Mo (moderator) lets the game go on." in game.post.content
    assert "gives 2h more" in (await mo.slash("gm extend", time="2h", reason="why"), game.post.content)[1]
    await mo.slash("gm transfer", to=mo.member, reason="the host is away")
    assert "⚑ Mo (moderator) has made Mo the host" in game.post.content

    log = await ben.slash("log")
    lines = log.text.splitlines()
    assert log.private and len(lines) == 6 and "has made Mo the host" in lines[1]
    assert [line.split("> ")[1].split(" ")[0] for line in lines[2:]] == ["Mo"] * 4


async def test_options_are_changed_in_forms(world: World) -> None:
    ada, ben, mo = world.player("ada"), world.player("ben"), moderator(world, manage_guild=True)
    game = await world.new_game(ada, ben)
    shown = await mo.slash("gm options")
    assert shown.private and "- Time for each turn: **24h**" in shown.text
    form = await mo.click(shown.message, "Time and grace")
    assert form.fields == ["deadline", "undo", "takeback", "grace", "reason"]
    given = {"deadline": "3d", "undo": "0", "takeback": "0", "grace": "x", "reason": "slower"}
    wrong = await mo.submit(form, **given)
    assert "is wrong" in wrong.text and buttons(wrong.message) == ["Open the form again"]
    again = await mo.click(wrong.message, "Open the form again")
    done = await mo.submit(again, **given | {"grace": "10"})
    assert done.private and "Time for each turn: 24h → 3d" in done.text
    assert "⚙ Mo (moderator) has changed options: " in game.post.content
    refused = await ada.slash("gm options")
    assert refused.private and "You play in this game" in refused.text


async def test_a_seat_is_given_to_somebody_else(world: World) -> None:
    ada, ben, cleo = world.player("ada"), world.player("ben"), world.player("cleo")
    mo = moderator(world, manage_messages=True)
    game = await world.new_game(ada, ben)
    assert await mo.offered("", "player", "gm replace") == ["dark", "light"]
    assert await ada.offered("", "player", "gm replace") == []
    assert await mo.offered("", "ruling", "gm penalise", player="dark") == ["forfeit"]
    said = await mo.slash("gm replace", player="light", by=cleo.member, reason="ben has left")
    assert said.private and "plays now" in said.text
    assert any("Reason: ben has left" in post.content for post in game.posts)
    said = await mo.slash("gm penalise", player="light", ruling="forfeit", reason="why")
    await mo.submit(said, reason="left, too")
    assert "the game is over" in game.post.content


async def test_a_host_whom_a_player_made_asks_the_players(world: World) -> None:
    """By the buttons of the post; a window says before that a vote follows."""
    ada, ben, cleo = (world.player(name) for name in ("ada", "ben", "cleo"))
    eve = world.player("eve")
    game = await world.new_game(ada, ben)
    await ada.slash("gm transfer", to=eve.member, reason="I play")
    assert "A player made this host" in game.post.content
    await game.play("e7-e6")
    said = await eve.slash("gm replace", player="light", by=cleo.member, reason="ben is slow")
    assert said.private and said.text.startswith("Everyone still playing must agree")
    vote = game.post
    assert "eve (host) wants to put cleo on the seat of **Light** (ben)." in vote.content
    assert buttons(vote) == ["Yes", "No"] and f"<@{ben.id}>" in vote.content
    assert (await eve.click(vote, "Yes")).text == f"You do not play in game `{game.code}`."
    await ada.click(vote, "Yes")
    await ben.click(vote, "No")
    assert "vote failed: putting cleo on Light's seat" in game.post.content
    form = await eve.slash("gm undo", reason="a mistake")
    said = await eve.submit(form, reason="a mistake")
    await ben.click(game.post, "Yes")
    await ada.click(game.post, "Yes")
    await world.pass_time(5)
    assert "eve (host) has taken turn 1 back; everyone agreed. Reason: a mistake" in game.post.content


async def test_players_take_a_turn_back(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    said = await ada.slash("vote undo")
    assert said.private and said.text.startswith("You have asked for taking turn 1 back, and voted yes")
    await ben.click(game.post, "Yes")
    await world.pass_time(5)
    assert "The players have taken turn 1 back; everyone agreed." in game.post.content
