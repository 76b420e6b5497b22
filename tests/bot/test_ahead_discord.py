"""Orders given ahead through Discord: the command, the button on the desk, the window, and who sees what."""

from __future__ import annotations

from tests.bot.world import World, buttons


async def test_the_window_the_command_and_direct_messages(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    looking = await ben.slash("orders")
    assert buttons(looking.message) == ["Draw", "Concede", "Ahead…"]
    shown = await ben.click(looking.message, "Ahead…")
    said = await ben.submit(shown, lines="if e7-e6 then d2-d3\nqueue c2-c4")
    assert said.private and "- `if e7-e6 then d2-d3`\n- `queue c2-c4`" in said.text
    shown = await ben.click(said.message, "Write…")
    assert "queue c2-c4" in str(shown.modal), "what is there may be changed"
    assert "begins with if or with queue" in (await ben.submit(shown, lines="c2-c4")).text
    assert "Given ahead: `if e7-e6 then d2-d3` · `queue c2-c4`" in await ben.write("orders")
    said = await ben.slash("ahead", orders="if d8-d7 then a5-a6")
    assert said.private and said.text.count("\n- ") == 3
    assert "Nothing is given ahead." in (await ada.slash("ahead")).text
    assert not any("ahead" in post.content.lower() for post in (*game.posts, *ada.dms))
    open_window = await ben.click(said.message, "Write…")
    await ada.slash("order", order="e7-e6", send=True)
    await world.pass_time(2)
    assert "Amphibian d2 → d3" in game.post.content
    assert "I sent `d2-d3` for you" in ben.dms[-1].content
    said = await ben.slash("ahead")
    assert said.text.count("\n- ") == 1
    said = await ben.click(said.message, "Clear")
    assert "Cleared" in said.text and buttons(said.message) == ["Write…", "-Clear"]
    assert (
        "Which game" not in await ben.write("queue a5-a6")
        and (await ben.slash("ahead")).text.count("\n- ") == 1
    )
    late = await ben.submit(open_window, lines="queue b4-c4")
    assert "has gone on meanwhile" in late.text and "queue b4-c4" in late.text
