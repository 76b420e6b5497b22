"""What of a game can be checked: the seals of the orders of its secret phases, with the file that opens them,
and what was promised of the seeds of its chance.

What is hashed, and why, stands in `adjudicator.records`; docs/records.md tells players.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.chance import commitment
from adjudicator.game import Seat
from adjudicator.records import SALT_BYTES, seal_of, sealed_text, seed_after
from bot.engine.snapshot import GameSnapshot
from bot.storage import steps, tables
from bot.storage.database import Tx
from bot.storage.records import Table

_CHECK = """printf %s "$(sed -n '/^-- NAME$/,/^--$/{{//!p;}}' {file})" | sha256sum"""

_GAVE = {"orders": "", "nothing": ": gave no orders, these are the default", "ready": ": took the default"}


@dataclass(frozen=True, slots=True)
class Seal:
    """salt: 32 hex digits, secret until the phase is resolved; sha256: published when it locks."""

    salt: str
    sha256: str


def seal(game_id: str, turn: int, seat: Seat, orders: Sequence[str]) -> Seal:
    """Seal the canonical orders of one sheet with a new salt."""
    salt = secrets.token_hex(SALT_BYTES)
    return Seal(salt, seal_of(game_id, turn, seat, salt, orders))


def make_seals(
    game_id: str,
    turn: int,
    sheets: Mapping[Seat, Sequence[str]],
    defaults: Collection[Seat] = (),
    taken: Collection[Seat] = (),
) -> dict[Seat, dict[str, str]]:
    """A seal for each sheet, as steps keep them: {seat: {"salt", "sha256"}}, and `gave` where a seat gave no
    orders itself: "nothing", or "ready" if it said that it was ready so.

    turn:   of the phase that locks, from 0
    sheets: all that goes into the resolution, defaults too; exactly what the step will have as its orders
    defaults: seats that gave nothing themselves;  taken: those that were ready without orders
    """
    made: dict[Seat, dict[str, str]] = {}
    for seat, orders in sheets.items():
        each = seal(game_id, turn, seat, orders)
        gave = {"gave": "ready"} if seat in taken else {"gave": "nothing"} if seat in defaults else {}
        made[seat] = {"salt": each.salt, "sha256": each.sha256, **gave}
    return made


def seals_told(seals: Mapping[Seat, Mapping[str, str]]) -> dict[Seat, dict[str, str]]:
    """A step's seals as its record has them: {seat: {"salt", "sha256"}}."""
    return {seat: {key: seal[key] for key in ("salt", "sha256")} for seat, seal in seals.items()}


def orders_file_name(snapshot: GameSnapshot, undone: int | None = None) -> str:
    """The file's name: it tells the table and the phase that locks. undone: the number of
    the step, if that was taken back: the phase came again"""
    again = f"-undone-{undone}" if undone is not None else ""
    return f"{snapshot.table.id}-{snapshot.file_word}{again}-orders.txt"


def orders_file(
    snapshot: GameSnapshot,
    seals: Mapping[Seat, Mapping[str, str]],
    orders: Mapping[Seat, Sequence[str]],
    name: str = "",
) -> bytes:
    """All orders of a sealed phase with their salts, for people and for `sha256sum`.

    loaded:   the table before the resolution
    seals:    as `make_seals` gave them for these orders
    name:     of the file, if it is not that of its phase
    """
    table, turn = snapshot.table, snapshot.phase.turn
    lines = [
        f"{snapshot.game.name} {table.id}, {snapshot.phase_word}: all orders",
        "",
        "Each SHA-256 stood in the channel before anybody saw an order. It is that of the lines between",
        '"-- name" and "--", without the last line break. To compute one, put the seat\'s name for NAME:',
        f"    {_CHECK.format(file=name or orders_file_name(snapshot))}",
    ]
    for seat in (seat for seat in snapshot.seats if seat in orders):
        player = " ".join(snapshot.player(seat).name.split())
        gave = _GAVE[seals[seat].get("gave", "orders")]
        lines += [
            "",
            f"{snapshot.presenter.seat_name(seat)} ({player}){gave}",
            f"SHA-256 {seals[seat]['sha256']}",
            f"-- {seat}",
            sealed_text(game_id(table), turn, seat, seals[seat]["salt"], orders[seat]),
            "--",
        ]
    return ("\n".join(lines) + "\n").encode()


# -- Games that were brought here by their record (`importing`): `Table.origin` has "imported": True,
# "game_id": the game's name there, and "sources": the commitment and the seed (None: not known) of every seed
# but the newest, in their order. The newest are the table's own. "ended": True, if it was over when it was
# brought.


def imported(table: Table) -> bool:
    """Whether the game was brought here by its record."""
    return bool(table.origin.get("imported"))


def published(table: Table) -> bool:
    """Whether the SHA-256 of the newest seed was published here, before chance came from it."""
    return not table.origin.get("ended")


def game_id(table: Table) -> str:
    """The name with which results of chance and seals are made: that which the game was begun with."""
    return str(table.origin.get("game_id", table.id))


def older_sources(table: Table) -> Sequence[dict[str, Any]]:
    """The "commitment" and "seed" of each seed that another took the place of."""
    return list(table.origin.get("sources", ()))


# -- The seeds of a table's chance. `Table.commitment` and the row in `seeds` are of the seed that the table
# began with here. When a result is taken back another one takes its place: it follows from that one
# (`seed_after`), so nothing more is to be kept secret, and nobody can choose it. The undo has its SHA-256.


async def promised_seeds(tx: Tx, table: Table) -> list[dict[str, Any]]:
    """The "commitment" of every seed of the game, in their order; their "seed" is None."""
    found = [{**source, "seed": None} for source in older_sources(table)]
    own = [table.commitment, *await _later(tx, table)]
    return [*found, *({"commitment": one, "seed": None} for one in own)]


async def opened_seeds(tx: Tx, table: Table) -> list[dict[str, Any]]:
    """The same, with the seeds that are known. SECRET until the table is over."""
    own = await tables.seed_of(tx, table.id)
    found = [*older_sources(table), {"commitment": table.commitment, "seed": own}]
    for number, told in enumerate(await _later(tx, table), 1):
        seed = seed_after(await _first(tx, table), game_id(table), number)
        found.append({"commitment": told, "seed": seed.hex()})
    return found


async def newest_seed(tx: Tx, table: Table) -> bytes:
    """The seed from which results come now. SECRET"""
    number = len(await _later(tx, table))
    first = await _first(tx, table)
    return seed_after(first, game_id(table), number) if number else first


async def next_commitment(tx: Tx, table: Table) -> str:
    """The SHA-256 of the seed that comes next, for the undo that names it."""
    number = len(await _later(tx, table)) + 1
    return commitment(seed_after(await _first(tx, table), game_id(table), number))


async def _first(tx: Tx, table: Table) -> bytes:
    seed = await tables.seed_of(tx, table.id)
    assert seed is not None
    return bytes.fromhex(seed)


async def _later(tx: Tx, table: Table) -> list[str]:
    """The commitments of the seeds that took the place of the table's own."""
    return await steps.new_seeds(tx, table.id) if table.undone and published(table) else []
