"""/replay on SimCord: a private answer that tells how far it is, and a button that shows it to all."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.service.archive import replaying
from bot.ui import replays
from tests.bot.world import Game, Player, World, buttons

MOVES = ("e7-e6", "d2-d3", "d8-d7")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pictures, in parts of one."""
    monkeypatch.setattr(replaying, "WIDTHS", (120,))
    monkeypatch.setattr(replaying, "PART", 1)


async def played(world: World) -> tuple[Game, Player, Player]:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play(*MOVES)
    return game, ada, ben


async def test_the_answer_becomes_the_animation(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "EVERY", 0.0)
    game, ada, _ = await played(world)
    before = len(world.sent())
    said = await ada.slash("replay", speed="fast")
    assert said.private and f"`{game.code}` · replay\nAs Dark sees it, up to turn 4." in said.text
    [file] = said.message.attachments
    assert file.filename == f"{game.code}-replay.gif" and str(file.description).startswith("Replay of")
    assert buttons(said.message) == []
    told = [str(body.get("content")) for body in world.sent()[before:]]
    drawing = [text for text in told if text.startswith("Drawing the replay")]
    assert drawing[0].endswith("0 of 4 pictures.") and drawing[-1].endswith("3 of 4 pictures.")
    assert await ada.offered(game.code[:2], "table", "replay") == [game.code]


async def test_it_is_not_told_all_the_time(world: World) -> None:
    _, ada, _ = await played(world)
    before = len(world.sent())
    await ada.slash("replay")
    told = [str(body.get("content")) for body in world.sent()[before:]]
    [once] = [text for text in told if text.startswith("Drawing")]
    assert once.endswith("0 of 4 pictures."), "at once, and not again for some seconds"


async def test_a_finished_one_is_shown_to_everybody(world: World) -> None:
    game, ada, ben = await played(world)
    await ada.click((await ada.slash("concede")).message, "Yes, I concede")
    said = await ben.slash("replay", table=game.code, speed="slow")
    assert said.private and buttons(said.message) == ["Show everybody"]
    posts = len(game.posts)
    shown = await ben.click(said.message, "Show everybody")
    assert not shown.private and buttons(shown.message) == []
    assert len(game.posts) == posts + 1 and game.post.attachments[0].filename == f"{game.code}-replay.gif"
    assert game.post.content == said.text and " in 0:18 min" in said.text, "the same, as slow"


async def test_what_is_refused(world: World) -> None:
    ada = world.player("ada")
    said = await ada.slash("replay", table="z9z9")
    assert said.private and said.text.startswith("I know no game `z9z9`.")


async def test_an_answer_that_came_too_late_comes_by_direct_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ada, _ = await played(world)
    monkeypatch.setattr(discord.Interaction, "is_expired", lambda _: True)
    before = len(ada.dms)
    await ada.slash("replay", table=game.code)
    [late] = ada.dms[before:]
    assert "As Dark sees it" in late.content and late.attachments[0].filename == f"{game.code}-replay.gif"


async def test_progress_that_cannot_be_shown_stops_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "EVERY", 0.0)
    _, ada, _ = await played(world)
    edit = discord.Interaction.edit_original_response

    async def unwell(self: Any, **given: Any) -> Any:
        if "attachments" not in given:
            raise discord.HTTPException(_Gone(), "unwell")  # type: ignore[arg-type]
        return await edit(self, **given)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", unwell)
    said = await ada.slash("replay")
    assert len(said.message.attachments) == 1


class _Gone:
    status, reason = 500, "unwell"
