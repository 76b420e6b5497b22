"""A game that was brought here before its end: a post where players take their seats, and how it goes on.

Until it starts, its steps wait in `imports`: so nothing takes the table for a game that has begun.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Mapping, Sequence

from adjudicator.game import Seat
from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import Button, Choice, Menu, Message, buttons, clip, custom_id, plain_name
from bot.engine import chance_posts, desk_posts, house_rules, post_words, posts, timing
from bot.engine.context import Context
from bot.engine.origin import imported
from bot.engine.snapshot import GameSnapshot
from bot.features.history.record_reading import NOBODY, Brought
from bot.features.letters import store as letters
from bot.storage import players, sittings, steps, tables
from bot.storage.database import Tx
from bot.storage.league_records import Sitting
from bot.storage.records import Import, Letter, Player, Step, Table
from bot.storage.rows import first, remove, save


def waits(table: Table) -> bool:
    """Whether this table's lobby is for a game that goes on."""
    return imported(table) and table.status == "lobby"


def must_be_new(table: Table) -> None:
    """Refuse other options for a game that has begun elsewhere."""
    if imported(table):
        raise Refused(f"Game `{table.id}` goes on with the options that it was begun with.")


def checked(brought: Brought) -> str:
    """What the check of the record has shown, and what no check can show."""
    many = len(brought.sources) > 1
    told = [f"Its record was played again without a fault: {counted(brought.length, 'step')}."]
    if any(source["seed"] is None for source in brought.sources):
        told.append(f"Chance could not be checked{' in all of it' if many else ''}: the seed is not in it.")
    if many:
        later = len(brought.sources) - 1
        chosen = ", each chosen in the middle of the game" if brought.chosen == later else ""
        told.append(f"Its chance comes from several seeds{chosen}.")
    told.append(
        "Names and letters are as the file has them, and nobody here has seen the SHA-256 of its "
        f"seed{'s' if many else ''} before the game."
    )
    return " ".join(told)


# -- what waits


async def keep(tx: Tx, table_id: str, brought: Brought, steps_kept: str) -> None:
    """Keep the game until it starts. steps_kept: its steps and letters, as JSON"""
    game = json.dumps(dataclasses.asdict(brought))
    await save(tx, Import(table_id=table_id, game=game, steps=steps_kept))


async def _kept(tx: Tx, table_id: str) -> Import:
    kept = await first(tx, Import, table_id=table_id)
    if kept is None:
        raise Refused(f"Game `{table_id}` was closed.")
    return kept


async def _whole(tx: Tx, table_id: str) -> Brought:
    """With its steps and letters."""
    kept = await _kept(tx, table_id)
    return dataclasses.replace(_read(kept), **await asyncio.to_thread(json.loads, kept.steps))


def _read(kept: Import) -> Brought:
    """The game without its steps and letters."""
    return Brought(**json.loads(kept.game))


async def renamed(tx: Tx, table_id: str, seat: Seat, name: str) -> None:
    """Another name for who sat there before, in a game that waits."""
    kept = await first(tx, Import, table_id=table_id)
    if kept is not None:
        game = json.loads(kept.game)
        game["players"][seat] = name
        await save(tx, dataclasses.replace(kept, game=json.dumps(game)))


async def seated_before(tx: Tx, table_id: str) -> Mapping[Seat, str]:
    """Who sat where before, by name, in a game that waits; nobody in any other."""
    kept = await first(tx, Import, table_id=table_id)
    return {} if kept is None else json.loads(kept.game)["players"]


async def drop(tx: Tx, table_id: str) -> None:
    """Nothing of it is needed any more."""
    await remove(tx, Import, table_id=table_id)


async def store(
    tx: Tx, table_id: str, brought: Brought, users: Mapping[Seat, int], now: float
) -> Sequence[Step]:
    """The steps and letters of a game that was brought here. Their times are just before now: others are not
    known.

    users: who sits on each seat, for what was written there"""
    last = len(brought.steps)
    found = [
        Step(table_id=table_id, at=now - (last - number) / 1000, **step)
        for number, step in enumerate(brought.steps)
    ]
    for step in found:
        await steps.append(tx, step)
    for number, letter in enumerate(brought.letters, 1):
        await letters.add(
            tx,
            Letter(
                table_id=table_id,
                number=number,
                turn=letter["turn"],
                sender_seat=letter["from"] or "",
                sender_user=users.get(letter["from"], 0),  # nobody: the record does not tell
                recipients=letter["to"],
                anonymous=letter["anonymous"],
                text=letter["text"],
                at=now - (last - letter["step"] - 0.5) / 1000,
            ),
        )
    return found


# -- the lobby


async def shown(context: Context, tx: Tx, table: Table) -> Message:
    """The post where players take their seats."""
    brought, seated = _read(await _kept(tx, table.id)), await players.of_table(tx, table.id)
    game, presenter = context.game_of(table), context.presenters[table.game]
    seats = game.seats(table.options)
    taken = {player.wish: player.name for player in seated if player.wish}
    lines = [f"### {table.name} `{table.id}` · a game goes on here"]
    lines.append(f"<@{table.host_id}> has brought it by its record. {checked(brought)}")
    if brought.hides:
        lines.append("⚠ The record holds what seats hide from each other: whoever has it knows all of it.")
    lines += [f"- {line}" for line in presenter.option_lines(table.options)]
    spec = timing.spec_of(table)
    lines.append(f"- {spec.words()[:1].upper()}{spec.words()[1:]} · {counted(brought.length, 'step')} played")
    lines += [
        f"- {line}"
        for line in house_rules.lines(
            table.settings, table.deadline_spec, several=house_rules.at_once(game, table.options)
        )
    ]
    lines.append(f"\nChance comes from a new seed now.\n{chance_posts.commitment(table)}")
    before = [
        f"{presenter.seat_name(seat)} {plain_name(brought.players[seat])}"
        for seat in seats
        if brought.players[seat] != NOBODY
    ]
    if before:
        lines.append(f"Until now: {', '.join(before)}")
    lines.append(f"\n**Players {len(seated)} of {len(seats)}**")
    for player in seated:
        seat = f" · {presenter.seat_name(player.wish)}" if player.wish else ""
        lines.append(
            f"- {plain_name(player.name)}{seat}{' · host' if player.user_id == table.host_id else ''}"
        )
    full = len(seated) == len(seats)
    lines.append(
        "\n-# Everyone is here: press Start. Who has chosen no seat gets one of those left, in their order."
        if full
        else "\n-# Press Join, then choose the seat that you go on with."
    )
    row = buttons(
        Button(custom_id("join", table.id, None, 0), "Join", "success", disabled=full),
        Button(custom_id("leave", table.id, None, 0), "Leave"),
        Button(custom_id("start", table.id, None, 0), "Start", "primary", disabled=not full),
        Button(custom_id("close", table.id, None, 0), "Close", "danger"),
    )
    choices = [
        Choice(
            seat,
            presenter.seat_name(seat),
            f"chosen by {clip(taken[seat], 60)}" if seat in taken else _was(brought, seat),
        )
        for seat in seats
    ]
    menu = Menu(
        custom_id("wish", table.id, None, 0, kind="menu"),
        "Choose your seat",
        (Choice("any", "Any seat"), *choices),
    )
    return Message("\n".join(lines), rows=(row, menu))


async def with_board(context: Context, shown: Message, table_id: str) -> Message:
    """The post with the position that players would go on from, as everybody may see it; any other lobby as
    it is."""
    async with context.db.read() as tx:
        table = await context.table(tx, table_id)
        brought = _read(await _kept(tx, table.id)) if waits(table) else None
    if brought is None or not brought.state:
        return shown
    game = context.game_of(table)
    step = Step(table_id=table.id, seq=brought.length, turn=brought.turn, kind="reseed", state="", at=0.0)
    seated = tuple(
        Player(table_id=table.id, user_id=-1, name=name, joined_at=0.0, seat=seat)
        for seat, name in brought.players.items()
    )
    state = game.load(json.loads(brought.state))
    presenter = context.presenters[table.game]
    snapshot = GameSnapshot(table, game, presenter, seated, step, state, (step,))
    return dataclasses.replace(shown, picture=await context.picture(snapshot, None))


def _was(brought: Brought, seat: Seat) -> str:
    """Who sat there before."""
    name = brought.players[seat]
    return f"{clip(name, 60)} was it" if name != NOBODY else ""


def seats_of(seats: Sequence[Seat], seated: Sequence[Player]) -> dict[int, Seat]:
    """Everybody's seat: the one that was chosen, else the next that is left. Not by lot: that would use up
    results of chance which the game has not."""
    chosen = {player.user_id: player.wish for player in seated if player.wish in seats and player.wish}
    left = iter(seat for seat in seats if seat not in chosen.values())
    return {player.user_id: chosen.get(player.user_id) or next(left) for player in seated}


# -- going on


async def go_on(context: Context, tx: Tx, table: Table, seated: Sequence[Player]) -> None:
    """Store what was played elsewhere, and open the turn that was open there. Chance comes from the table's
    own seed from here on."""
    brought, now = await _whole(tx, table.id), context.clock.now()
    seats = seats_of(context.game_of(table).seats(table.options), seated)
    await players.seat_all(tx, table.id, seats)
    users = {seat: user for user, seat in seats.items()}
    steps_there = await store(tx, table.id, brought, users, now)
    await drop(tx, table.id)
    last = steps_there[-1]
    step = Step(
        table_id=table.id, seq=last.seq + 1, turn=brought.turn, kind="reseed", state=last.state, at=now
    )
    await tables.advance(tx, table.id, 0, step.seq, brought.turn)
    await steps.append(tx, step)
    await tables.set_started(tx, table.id, now)
    snapshot = await context.snapshot(tx, table.id)
    for seat in snapshot.seats:
        name = snapshot.player(seat).name
        sitting = Sitting(table_id=table.id, seat=seat, user_id=users[seat], name=name, from_at=now)
        await sittings.sit(tx, sitting)
    due = await timing.open_turn(tx, snapshot, now)
    call, calls = post_words.calling(snapshot, due)
    blocks = [
        post_words.headline(snapshot, f"the game goes on · {snapshot.title}"),
        "\n".join(
            f"- {name}{f', after {plain_name(brought.players[seat])}' if _was(brought, seat) else ''}"
            for seat, name in snapshot.names().items()
        ),
        *post_words.silence(snapshot),
        chance_posts.commitment(snapshot.table),
        f"-# {snapshot.presenter.phase_line(snapshot.view(None))}\n{call}",
    ]
    rows = [post_words.turn_buttons(snapshot)]
    await posts.report(tx, snapshot, blocks, now, mentions=calls, rows=rows, tally=snapshot.phase.turn)
    await desk_posts.to_owing(tx, snapshot, now)
