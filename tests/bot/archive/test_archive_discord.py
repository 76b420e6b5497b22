"""/history, /export and /import in Discord: pages and the window to jump, files there and back."""

from __future__ import annotations

import json

from tests.bot.world import World, buttons, menus, options


async def test_there_and_back(world: World) -> None:
    ada, ben, eve = world.player("ada"), world.player("ben"), world.player("eve")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6", "d2-d3")
    said = await eve.slash("history", turn="start")
    assert said.private and "the start · page 1 of 3" in said.text
    form = await eve.click(said.message, "Jump…")
    said = await eve.submit(form, turn="2")
    assert "turn 2 · page 3 of 3" in said.text and "-Last ⏭" in buttons(said.message)
    said = await eve.submit(await eve.click(said.message, "Jump…"), turn="nine")
    assert said.private and "has no turn “nine”. What there is: 1 to 2, start, end, page 1 to 3." in said.text
    said = await eve.slash("history", turn="nine")
    assert said.private and "has no turn" in said.text

    said = await eve.slash("export")
    [file] = said.message.attachments
    assert said.private and file.filename == f"{game.code}-so-far.json"
    data = await file.read()
    assert json.loads(data)["seed"] is None
    assert await eve.offered(game.code[:2], "table", "export") == [game.code]

    said = await eve.slash("import", record=("x.json", b"{}"))
    assert said.private and said.text.startswith("This file is no record of a game.")
    said = await eve.slash("import", record=("x.json", data))
    assert said.private and f"Game `{game.code}` is already in this channel" in said.text

    await ben.click((await ben.slash("concede")).message, "Yes, I concede")
    said = await eve.slash("import", record=("x.json", data), deadline="2d")
    assert said.private and "with you as its host" in said.text
    await world.settle()
    post = world.channel.last_message
    assert post is not None and "a game goes on here" in post.content
    assert buttons(post) == ["Join", "Leave", "-Start", "Close"]
    for player, seat in ((ben, "dark"), (eve, "light")):
        await player.click(post, "Join")
        await player.choose(post, seat)
    assert options(menus(post)[0]) == ["any", "dark", "light"]
    await eve.click(post, "Start")
    await world.settle()
    last = world.channel.last_message
    assert last is not None and "the game goes on · turn 3" in last.content and "**Next:** <@" in last.content
    said = await ben.slash("order", order="e6-e5")
    assert "e6" in said.text
    said = await ada.slash("export", table=game.code)
    [file] = said.message.attachments
    said = await eve.slash("import", record=("x.json", await file.read()))
    assert "It counts for no rating." in said.text
