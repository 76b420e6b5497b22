"""Sealing the orders of a secret phase at the moment it locks, and the file that opens the seals again.

What is hashed, and why, stands in `adjudicator.seals`; docs/records.md tells players.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.seals import SALT_BYTES, seal_of, sealed_text
from bot.engine.origin import game_id
from bot.engine.snapshot import GameSnapshot

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
