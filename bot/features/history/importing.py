"""Bringing a game here by its record: a finished one to look at, another to play on.

Nothing is stored before the whole record has been replayed (`record_reading`). Who played it elsewhere is
nobody here: such players are names with numbers of their own that no user of Discord has. A game that goes
on gets a post where players take their seats; until it starts, its steps wait in `imports`, so nothing takes
the table for a game that has begun.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.chance import commitment
from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import Button, Choice, File, Menu, Message, buttons, clip, custom_id, plain_name
from bot.engine import house_rules, post_words, posts, receipts, timing
from bot.engine.access import free_code
from bot.engine.context import Context
from bot.engine.receipts import game_id, imported
from bot.engine.schedule import read_spec
from bot.engine.snapshot import GameSnapshot
from bot.features.history import text as words
from bot.features.history.record_reading import MOST_BYTES, NOBODY, Brought, examine
from bot.features.server_settings import who_may_open
from bot.features.server_settings.who_may_open import Asker
from bot.presenters import Presenter
from bot.storage import players, tables
from bot.storage.database import Tx
from bot.storage.league_records import Sitting
from bot.storage.records import ACTIVE, Import, Letter, Player, Seed, Step, Table
from bot.storage.rows import append, first, insert, remove, save

MOST_FAULTS = 8
MOST_A_DAY = 20
"""The most finished games that one user may bring to a server in 24 hours."""
_DAY = 86400.0
_NOBODY = 1 << 60
"""Numbers of players who are nobody here are below minus this."""


class GameImport:
    def __init__(self, context: Context) -> None:
        self.context = context
        self._reading = asyncio.Lock()
        """Held while a file is looked at, so that pictures wait for one at the most."""

    async def may(self, asker: Asker, size: int) -> None:
        """Refuse before a file is fetched: who may open games may bring them, and no file is too large."""
        await self.context.db.read(who_may_open.check, asker)
        if size > MOST_BYTES:
            raise Refused(words.TOO_MANY_MB(mb=MOST_BYTES // 1_000_000))

    async def bring(self, asker: Asker, channel_id: int, data: bytes, deadline: str = "24h") -> Message:
        """Check the record and bring its game to this channel. The answer is for the user, a post for all."""
        span = str(read_spec(deadline))
        async with self._reading:
            examined = await self.context.renderer.work(examine, data)
        if examined.refusal:
            raise Refused(examined.refusal)
        if examined.brought is None:
            return _false(examined.faults)
        brought, now = examined.brought, self.context.clock.now()

        def change(tx: Tx) -> Table:
            who_may_open.check(tx, asker)
            _is_new(tx, asker, brought, now)
            for other in () if brought.over else tables.by_channel(tx, channel_id, ACTIVE):
                raise Refused(words.CHANNEL_TAKEN(code=other.id))
            *older, newest = _sources(brought)
            code = free_code(self.context.hooks, tx)
            table = self._table(brought, code, now, asker, channel_id, span, older, newest)
            tables.insert(tx, table)
            if newest["seed"] is not None:
                insert(tx, Seed(table_id=table.id, seed=newest["seed"]))
            if brought.over:
                self._finished(tx, table, brought, now)
            else:
                keep(tx, table.id, brought, examined.kept)
                posts.promise(tx, table, now)
                posts.lobby(tx, table, now)
            return table

        table = await self.context.db.write(change)
        here = words.HERE_OVER if brought.over else words.HERE_GOES_ON
        return Message(here(code=table.id))

    def _table(
        self,
        brought: Brought,
        code: str,
        now: float,
        asker: Asker,
        channel_id: int,
        span: str,
        older: Sequence[Mapping[str, Any]],
        newest: Mapping[str, Any],
    ) -> Table:
        game, over = self.context.rules[brought.game, brought.rules_version], brought.over
        _, settings = house_rules.read(game, self.context.presenters[game.key], "", self.context.defaults)
        return Table(
            id=code,
            game=game.key,
            rules_version=game.rules_version,
            options=brought.options,
            name=game.name,
            guild_id=asker.guild_id,
            channel_id=channel_id,
            host_id=asker.user_id,
            status="over" if over else "lobby",
            commitment=newest["commitment"],
            deadline_spec=span,
            seating="choice",
            turn=brought.turn if over else 0,
            seq=len(brought.steps) if over else 0,
            outcome=brought.outcome,
            created_at=now,
            started_at=now if over else None,
            ended_at=now if over else None,
            settings=settings,
            undone=brought.undone,
            origin={"imported": True, "game_id": brought.game_id, "sources": older, "ended": over},
        )

    def _finished(self, tx: Tx, table: Table, brought: Brought, now: float) -> None:
        """A game that is over, with its players as names."""
        seats: dict[int, Seat] = {}
        for number, (seat, name) in enumerate(brought.players.items()):
            user = _nobody(tx)
            players.join(tx, table.id, user, name=name, joined_at=now + number / 1000, over=True)
            seats[user] = seat
        players.seat_all(tx, table.id, seats)
        store(tx, table.id, brought, {seat: user for user, seat in seats.items()}, now)
        snapshot = self.context.snapshot(tx, table.id)
        if snapshot.outcome is None:
            result = [words.NO_RESULT]
        else:
            result = [snapshot.result(snapshot.outcome)]
            result += post_words.places(snapshot, snapshot.outcome)
        blocks = [
            post_words.headline(snapshot, words.BROUGHT_HEAD),
            words.BROUGHT(host=f"<@{table.host_id}>", checked=checked(brought)),
            "\n".join(result),
        ]
        rows = [post_words.over_buttons(table.id, snapshot.stamp)]
        posts.say(tx, table, "brought", "\n".join(blocks), now, rows=rows, seq=table.seq)


def _is_new(tx: Tx, asker: Asker, brought: Brought, now: float) -> None:
    """Refuse a finished game that was brought here before, and too many in a day: they count in no limit of
    games that are played."""
    copies = tables.imported_to(tx, asker.guild_id) if asker.guild_id is not None else []
    for table in copies if brought.over else ():
        same = [source["commitment"] for source in receipts.promised_seeds(tx, table)] == [
            source["commitment"] for source in brought.sources
        ]
        if same and (game_id(table), table.game) == (brought.game_id, brought.game):
            raise Refused(words.HERE_ALREADY(code=table.id))
    late = [table for table in copies if table.host_id == asker.user_id and table.created_at > now - _DAY]
    if len(late) >= MOST_A_DAY:
        raise Refused(words.MOST_A_DAY(n=MOST_A_DAY))


def _sources(brought: Brought) -> list[dict[str, Any]]:
    """Commitment and seed of every seed. A game that goes on gets a new one: nobody here may know what chance
    holds, and whoever brings it may."""
    found = [dict(source) for source in brought.sources]
    if not brought.over:
        seed = secrets.token_bytes(32)
        found.append({"commitment": commitment(seed), "seed": seed.hex()})
    return found


def _nobody(tx: Tx) -> int:
    """Return a number for somebody who played elsewhere: below zero, and nobody has it yet."""
    while True:
        user = -_NOBODY - secrets.randbelow(_NOBODY)
        if not tables.of_user(tx, user):
            return user


def _false(faults: Sequence[str]) -> Message:
    """Return what is false in a record, a line each; what does not fit is in a file with all of it."""
    lines = [words.FAULT(fault=clip(fault, 180)) for fault in faults[:MOST_FAULTS]]
    files: tuple[File, ...] = ()
    if len(faults) > MOST_FAULTS:
        lines.append(words.MORE_FAULTS(n=len(faults) - MOST_FAULTS))
        files = (File("faults.txt", "".join(f"{fault}\n" for fault in faults).encode()),)
    return Message("\n".join([words.FALSE, *lines]), files=files)


# -- a game that goes on


def waits(table: Table) -> bool:
    """Return whether this table's lobby is for a game that goes on."""
    return imported(table) and table.status == "lobby"


def must_be_new(table: Table) -> None:
    """Refuse other options for a game that has begun elsewhere."""
    if imported(table):
        raise Refused(words.KEEPS_OPTIONS(code=table.id))


def checked(brought: Brought) -> str:
    """Return what the check of the record has shown, and what no check can show."""
    many = len(brought.sources) > 1
    told = [words.CHECKED(n=brought.length)]
    if any(source["seed"] is None for source in brought.sources):
        told.append(words.CHANCE_PARTLY if many else words.CHANCE_UNCHECKED)
    if many:
        all_chosen = brought.chosen == len(brought.sources) - 1
        told.append(words.SEEDS_CHOSEN if all_chosen else words.SEEDS)
    return " ".join([*told, words.NOT_CHECKED])


# -- what waits


def keep(tx: Tx, table_id: str, brought: Brought, steps_kept: str) -> None:
    """Keep the game until it starts. steps_kept: its steps and letters, as JSON"""
    game = json.dumps(dataclasses.asdict(brought))
    save(tx, Import(table_id=table_id, game=game, steps=steps_kept))


def _kept(tx: Tx, table_id: str) -> Import:
    kept = first(tx, Import, table_id=table_id)
    if kept is None:
        raise Refused(words.CLOSED(code=table_id))
    return kept


def _whole(tx: Tx, table_id: str) -> Brought:
    """With its steps and letters."""
    kept = _kept(tx, table_id)
    return dataclasses.replace(_read(kept), **json.loads(kept.steps))


def _read(kept: Import) -> Brought:
    """Return the game without its steps and letters."""
    return Brought(**json.loads(kept.game))


def renamed(tx: Tx, table_id: str, seat: Seat, name: str) -> None:
    """Another name for who sat there before, in a game that waits."""
    kept = first(tx, Import, table_id=table_id)
    if kept is not None:
        game = json.loads(kept.game)
        game["players"][seat] = name
        save(tx, dataclasses.replace(kept, game=json.dumps(game)))


def seated_before(tx: Tx, table_id: str) -> Mapping[Seat, str]:
    """Return who sat where before, by name, in a game that waits; nobody in any other."""
    kept = first(tx, Import, table_id=table_id)
    return {} if kept is None else json.loads(kept.game)["players"]


def drop(tx: Tx, table_id: str) -> None:
    """Nothing of it is needed any more."""
    remove(tx, Import, table_id=table_id)


def store(tx: Tx, table_id: str, brought: Brought, users: Mapping[Seat, int], now: float) -> Sequence[Step]:
    """The steps and letters of a game that was brought here. Their times are just before now: others are not
    known.

    users: who sits on each seat, for what was written there"""
    last = len(brought.steps)
    found = [
        Step(table_id=table_id, at=now - (last - number) / 1000, **step)
        for number, step in enumerate(brought.steps)
    ]
    for step in found:
        insert(tx, step)
    for number, letter in enumerate(brought.letters, 1):
        append(
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


def shown(context: Context, tx: Tx, table: Table) -> Message:
    """Return the post where players take their seats."""
    brought, seated = _read(_kept(tx, table.id)), players.of_table(tx, table.id)
    game, presenter = context.game_of(table), context.presenters[table.game]
    seats = game.seats(table.options)
    taken = {player.wish: player.name for player in seated if player.wish}
    full = len(seated) == len(seats)
    told = words.BROUGHT(host=f"<@{table.host_id}>", checked=checked(brought))
    head = words.LOBBY(game=table.name, code=table.id, joined=len(seated), all=len(seats))
    several = house_rules.at_once(game, table.options)
    options = [
        *presenter.option_lines(table.options),
        timing.spec_of(table).words(),
        words.PLAYED(n=brought.length),
        *house_rules.lines(table.settings, table.deadline_spec, several=several),
        words.NEW_SEED,
    ]
    lines = [words.HIDES] if brought.hides else []
    before = [
        words.BEFORE_PLAYER(seat=presenter.seat_name(seat), name=plain_name(brought.players[seat]))
        for seat in seats
        if brought.players[seat] != NOBODY
    ]
    lines += [words.BEFORE(players=", ".join(before))] if before else []
    there = [_joined(presenter, table, player) for player in seated]
    lines.append(words.PLAYERS(players=" · ".join(there)) if there else words.NO_PLAYERS)
    lines.append(words.OPTIONS(options=" · ".join(options)))
    row = buttons(
        Button(custom_id("join", table.id, None, 0), words.JOIN, "success", disabled=full),
        Button(custom_id("leave", table.id, None, 0), words.LEAVE),
        Button(custom_id("start", table.id, None, 0), words.START_BUTTON, "primary", disabled=not full),
        Button(custom_id("close", table.id, None, 0), words.CLOSE),
    )
    choices = [
        Choice(
            seat,
            presenter.seat_name(seat),
            words.CHOSEN_BY(name=clip(taken[seat], 60)) if seat in taken else _was(brought, seat),
        )
        for seat in seats
    ]
    menu = Menu(
        custom_id("wish", table.id, None, 0, kind="menu"),
        words.CHOOSE_SEAT,
        (Choice("any", words.ANY_SEAT), *choices),
    )
    small = words.PRESS_START if full else words.PRESS_JOIN
    return Message(f"{head}\n{told}", rows=("\n".join(lines), row, menu), small=small)


def _joined(presenter: Presenter, table: Table, player: Player) -> str:
    """Who has joined, with the side that was chosen."""
    name, host = plain_name(player.name), player.user_id == table.host_id
    if not player.wish:
        return (words.JOINED_HOST if host else words.JOINED)(name=name)
    seat = presenter.seat_name(player.wish)
    return (words.JOINED_SEAT_HOST if host else words.JOINED_SEAT)(name=name, seat=seat)


async def with_board(context: Context, shown: Message, table_id: str) -> Message:
    """The post with the position that players would go on from, as everybody may see it; any other lobby as
    it is."""

    def look(tx: Tx) -> tuple[Table, Brought | None]:
        table = context.table(tx, table_id)
        brought = _read(_kept(tx, table.id)) if waits(table) else None
        return table, brought

    table, brought = await context.db.read(look)
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
    """Return who sat there before."""
    name = brought.players[seat]
    return words.WAS_PLAYED_BY(name=clip(name, 60)) if name != NOBODY else ""


def seats_of(seats: Sequence[Seat], seated: Sequence[Player]) -> dict[int, Seat]:
    """Everybody's seat: the one that was chosen, else the next that is left. Not by lot: that would use up
    results of chance which the game has not."""
    chosen = {player.user_id: player.wish for player in seated if player.wish in seats and player.wish}
    left = iter(seat for seat in seats if seat not in chosen.values())
    return {player.user_id: chosen.get(player.user_id) or next(left) for player in seated}


# -- going on


def go_on(context: Context, tx: Tx, table: Table, seated: Sequence[Player]) -> None:
    """Store what was played elsewhere, and open the turn that was open there. Chance comes from the table's
    own seed from here on."""
    brought, now = _whole(tx, table.id), context.clock.now()
    seats = seats_of(context.game_of(table).seats(table.options), seated)
    players.seat_all(tx, table.id, seats)
    users = {seat: user for user, seat in seats.items()}
    steps_there = store(tx, table.id, brought, users, now)
    drop(tx, table.id)
    last = steps_there[-1]
    step = Step(
        table_id=table.id, seq=last.seq + 1, turn=brought.turn, kind="reseed", state=last.state, at=now
    )
    tables.advance(tx, table.id, 0, step.seq, brought.turn)
    insert(tx, step)
    tables.change(tx, table.id, started_at=now)
    snapshot = context.snapshot(tx, table.id)
    for seat in snapshot.seats:
        name = snapshot.player(seat).name
        sitting = Sitting(table_id=table.id, seat=seat, user_id=users[seat], name=name, from_at=now)
        append(tx, sitting)
    due = timing.open_turn(tx, snapshot, now)
    call, calls = post_words.calling(snapshot, due)
    blocks = [
        post_words.headline(snapshot, words.GOES_ON(turn=snapshot.title)),
        "\n".join(
            words.SEAT_AFTER(name=name, before=plain_name(brought.players[seat]))
            if _was(brought, seat)
            else words.SEAT(name=name)
            for seat, name in snapshot.names().items()
        ),
        *post_words.silence(snapshot),
        words.PHASE(phase=snapshot.presenter.phase_line(snapshot.view(None)), call=call),
    ]
    rows = [post_words.turn_buttons(snapshot)]
    posts.report(tx, snapshot, blocks, now, mentions=calls, rows=rows, tally=snapshot.phase.turn)
    posts.desks_to_owing(tx, snapshot, now)
    snapshot.owed(tx, now)
