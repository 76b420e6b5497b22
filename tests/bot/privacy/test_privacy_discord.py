"""/privacy on Discord."""

from __future__ import annotations

import json

from tests.bot.world import World, buttons


async def test_a_copy_then_forgotten_then_back(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    said = await ada.slash("privacy export")
    assert said.private and said.text.startswith("Everything that I store about you is in this file")
    [file] = said.message.attachments
    found = json.loads(await file.read())
    assert file.filename == "fieldpost-your-data.json" and found["games"][0]["code"] == game.code
    asked = await ada.slash("privacy forget")
    assert asked.private and f"you give up game `{game.code}` (Commander-In-Chief in <#" in asked.text
    assert buttons(asked.message) == ["Yes, forget me", "No, I stay"]
    stays = await ada.click(asked.message, "No, I stay")
    assert stays.text == "Nothing is forgotten: all is as it was." and buttons(stays.message) == []
    asked = await ada.slash("privacy forget")
    await world.restart()
    done = await ada.click(asked.message, "Yes, forget me")
    assert done.private and done.text.startswith("Done: you are forgotten.") and buttons(done.message) == []
    await world.pass_time(5)
    assert "is over" in game.post.content or "wins" in game.post.content
    assert (await ada.slash("games")).text.startswith("You play")
    assert "nothing is stored" in (await ada.slash("privacy forget")).text
    again = await world.new_game(ada, ben)
    assert again.code != game.code and ada.dms[-1].content
