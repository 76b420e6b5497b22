"""A practice game is its owner's alone, and nobody in it knows more than a seat may: ids are made up, and
positions differ in what is hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from adjudicator.codec import canonical
from adjudicator.game import texts
from bot.common.errors import Refused
from bot.common.message import Kind, Press
from bot.features.boards import text as board_words
from bot.features.practice.practice import own_seat
from bot.storage.records import Board, BoardKind, BoardStep
from bot.storage.rows import find
from engines.engine import Level
from tests.bot.parts import HOST, PostOffice
from tests.bot.quick_engine import Quick, _real, anything_legal
from tests.bot.world import Player, World
from tests.conformance import random_orders

SECRET = "a title that nobody else reads"
ORDER = "b2 b3"
OWN: tuple[tuple[Kind, str], ...] = (
    *(("menu", name) for name in ("bpick", "blead", "bdo", "bgive")),
    *(("button", name) for name in ("btap", "btapsend", "btype", "bclear", "bsend")),
    ("form", "btyped"),
)
"""What writes on a sheet, and sends it."""


async def act(world: World, user: int, kind: Kind, press: Press, values: Any = ()) -> str:
    """Use an id that was made up; all that comes back."""
    interaction = MagicMock(guild_id=None, message=None, client=world.bot)
    interaction.user.id = user
    interaction.response.is_done = lambda: False
    calls = [AsyncMock() for _ in range(4)]
    for name, call in zip(("defer", "send_message", "send_modal", "edit_message"), calls, strict=True):
        setattr(interaction.response, name, call)
    for name in ("edit_original_response", "delete_original_response"):
        setattr(interaction, name, AsyncMock())
        calls.append(getattr(interaction, name))
    interaction.followup.send = AsyncMock()
    calls.append(interaction.followup.send)
    await world.bot.run_act(interaction, kind, press, values)
    told = [str(one) for call in calls for one in call.call_args_list]
    views = [one.kwargs.get("view") for call in calls for one in call.call_args_list]
    told += [json.dumps(view.to_components()) for view in views if view is not None]
    return re.sub(r" at 0x[0-9a-f]+|[0-9a-f]{11}\.|\[<discord.file[^]]*", "[<", "\n".join(told))


async def boards_of(world: World, user: int) -> list[Any]:
    read = world.bot.services.context.db.read
    return [await read(find, Board, user_id=user), await read(find, BoardStep, user_id=user)]


async def test_what_somebody_else_presses(world: World, ada: Player, eve: Player) -> None:
    """Every button, menu and form that there is, with the id of somebody's board in every place."""
    services = world.bot.services
    ident = await services.practice.open(ada.id, "newyork2047", Level.RECRUIT)
    await services.boards.change(ident, ada.id, 0, title=SECRET)
    found = await services.boards.read(ident, ada.id)
    seat, edits = own_seat(found), found.board.edits
    await services.boards.give(ident, ada.id, edits, seat, "1 hold")
    edits += 1
    before = await boards_of(world, ada.id)
    [step] = before[1]
    acts = [one for one in world.bot.dispatcher.acts if not one.game]
    assert len([one for one in acts if one.name.startswith("b")]) > 20
    for one in sorted(acts, key=lambda each: (each.kind, each.name)):
        for extra, chosen in (("", ident), (ident, "@1")):
            press = Press(one.name, ident, seat, edits, extra)
            values: Any = {"button": (), "menu": [chosen], "form": {"orders": chosen, "title": "x"}}
            told = await act(world, eve.id, one.kind, press, values[one.kind])
            assert SECRET not in told and step.state not in told and "attachments=[<" not in told, (one, told)
    assert await boards_of(world, ada.id) == before
    assert all(board.id != ident for board in (await boards_of(world, eve.id))[0])


async def test_what_somebody_else_asks_for(world: World, ada: Player, eve: Player) -> None:
    services = world.bot.services
    ident = await services.practice.open(ada.id, "cic", Level.RECRUIT)
    await services.boards.change(ident, ada.id, 0, title=SECRET)
    said = await eve.slash("practice")
    assert said.private and SECRET not in said.text and ident not in str(said.message.components)
    assert await eve.offered("", "board", "sandbox") == []
    assert (await eve.slash("sandbox", board=ident)).text == board_words.GONE
    for command, given in (("board", {"table": ident}), ("history", {"table": ident})):
        said = await eve.slash(command, **given)
        assert said.private and SECRET not in said.text and not said.message.attachments


async def test_its_owner_writes_for_no_other_seat(world: World, ada: Player) -> None:
    """Else what is refused would tell what the computers see; and they would play as one likes."""
    services = world.bot.services
    ident = await services.practice.open(ada.id, "ww3", Level.RECRUIT)
    found = await services.boards.read(ident, ada.id)
    seat = own_seat(found)
    for other in set(found.seats) - {seat}:
        edits = (await services.boards.read(ident, ada.id)).board.edits
        for kind, name in OWN:
            press = Press(name, ident, other, edits, "1")
            values: Any = {"button": (), "menu": ["@1"], "form": {"orders": ORDER}}
            told = await act(world, ada.id, kind, press, values[kind])
            if name == "btyped":
                assert told == await act(world, ada.id, kind, replace(press, seat=seat), values[kind])
    found = await services.boards.read(ident, ada.id)
    assert set(found.board.drafts.get("orders", {})) <= {seat} and not found.ready


async def test_a_hint_is_for_games_against_computers(office: PostOffice) -> None:
    """Not for a puzzle, a sandbox or a task of a lesson, whatever the id says."""
    services = office.services
    kinds: tuple[BoardKind, ...] = ("sandbox", "lesson", "puzzle")
    for kind in kinds:
        ident = await services.boards.open(
            HOST, kind, services.context.games["cic"], about={"seats": ["dark"]}
        )
        for deed in (
            services.practice.hint(ident, HOST),
            services.practice.take_back(ident, HOST, 0),
            services.practice.give_up(ident, HOST, 0),
            services.practice.again(ident, HOST, other_side=False),
        ):
            with pytest.raises(Refused, match="isn't there"):
                await deed


SEALED: Mapping[str, tuple[str, dict[str, Any], tuple[str, str]]] = {
    "Commander-In-Chief": ("cic", {"enhanced": 1}, ("enhance e7", "enhance d8")),
    "Nemein": ("nemein", {}, ("handful 25x3 5x5", "handful 5x20")),
    "WW3": ("ww3", {"fog": "on"}, ("", "")),
    "New York 2047": ("newyork2047", {}, ("", "")),
}


@pytest.mark.parametrize("name", SEALED)
async def test_what_a_person_hides_changes_no_computers_orders(
    office: PostOffice, engine: type[Quick], name: str
) -> None:
    """Neither while it is sealed nor afterwards: an engine is shown what its own seat sees, and no more."""
    services, asked = office.services, list[tuple[Any, ...]]()
    think = office.renderer.think

    async def noted(job: Any, *args: Any, **more: Any) -> Any:
        asked.append(args)
        return await think(job, *args, **more)

    office.renderer.think = noted  # type: ignore[method-assign]
    engine.answer = anything_legal
    key, options, secrets = SEALED[name]
    ident = await practice(office, key, options)
    found = await services.boards.read(ident, HOST)
    seat, thoughts = own_seat(found), list[list[tuple[Any, ...]]]()
    together = found.phase.owing - {seat}
    assert together, "they order at the same time"
    rng = Random(3)
    for secret in secrets:
        found = await services.boards.read(ident, HOST)
        orders = secret or "; ".join(texts(random_orders(found.game, found.state, seat, rng)))
        await services.boards.give(ident, HOST, found.board.edits, seat, orders)
        await services.boards.ready(ident, HOST, found.board.edits + 1, seat)
        asked.clear()
        await services.practice.ready(ident, HOST)
        thoughts.append(asked[: len(together)])
        assert {json.loads(args[2])["seat"] for args in thoughts[-1]} == together
        last = await services.boards.read(ident, HOST)
        await services.practice.take_back(ident, HOST, last.board.edits)
    assert thoughts[0] == thoughts[1]
    differs = 0
    for other in sorted(set(last.seats) - {seat}):
        shown = json.loads(canonical(last.game.show(last.view(other))))
        drawn = _real(key, last.table.rules_version).sample(shown, Random(1))
        differs += canonical(last.game.dump(drawn)) != canonical(last.game.dump(last.state))
        level = Level.RECRUIT
        hidden = replace(last, state=drawn)
        assert services.practice._task(hidden, other, level) == services.practice._task(last, other, level)
    assert differs or name != "WW3", "something stays hidden in fog"


async def practice(office: PostOffice, key: str, options: Mapping[str, Any]) -> str:
    """Begin a practice game with these options, on the first seat."""
    game = office.services.context.games[key]
    seat, *_ = seats = game.seats(game.options(options))
    about = {"seats": [seat], "players": dict.fromkeys(seats, "x"), "level": 1, "variant": key}
    return await office.services.boards.open(HOST, "practice", game, options=options, about=about)
