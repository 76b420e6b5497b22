"""What of a game can be checked: the seals of the orders of its secret phases, with the file that opens them,
and what was promised of the seeds of its chance.

What is hashed, and why, stands in `adjudicator.records`; docs/records.md tells players.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.chance import commitment
from adjudicator.game import Seat
from adjudicator.records import SALT_BYTES, digest_of, lock_text, seal_of, sealed_text, seed_after
from bot.engine import lineage, text
from bot.engine.snapshot import GameSnapshot
from bot.storage import steps, tables
from bot.storage.database import Tx
from bot.storage.records import Step, Table

_GAVE = {"nothing": text.SHEET_DEFAULT, "ready": text.SHEET_TOOK_DEFAULT}


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


def locks(tx: Tx, snapshot: GameSnapshot) -> list[Lock]:
    """Find every lock of the game so far, oldest first."""
    found, before, taken_back = [], None, lineage.of(tx, snapshot.table)
    kept = steps.between(tx, snapshot.table.id, 0, snapshot.step.seq)
    came = _came(snapshot.table, kept)
    for step in kept:
        if before is not None and step.kind == "resolve" and step.seals:
            then = replace(snapshot, step=before, state=snapshot.game.load(json.loads(before.state)))
            opened = snapshot.over or not then.phase.until_end
            found.append(Lock(then, step, opened, taken_back.gone(step.seq), elsewhere=step.seq < came))
        before = step
    return found


def _came(table: Table, kept: Sequence[Step]) -> int:
    """Return the step with which a game came here by its record; 0: it was begun here."""
    if not imported(table):
        return 0
    here = [step.seq for step in kept if step.kind == "reseed"] if published(table) else []
    return max(here, default=len(kept) + 1)


@dataclass(frozen=True, slots=True)
class Lock:
    """The sheets of a secret phase.

    before: the game when they were locked;  step: what came of them, with orders and salts
    opened: whether the rules show them now;  undone: whether that turn was taken back
    elsewhere: whether that was before the game was brought here, so that nothing was posted here in time
    """

    before: GameSnapshot
    step: Step
    opened: bool
    undone: bool
    elsewhere: bool = False

    @property
    def digest(self) -> str:
        """What was posted when they were locked."""
        return digest_of(self.step.seals, self.before.seats)


def sheets_file(locked: Sequence[Lock]) -> bytes:
    """Write all sheets that are open, with their salts, for people and for `sha256sum`. Of others there is
    the SHA-256 alone."""
    [first, *_] = locked
    table = first.before.table
    away = sum(one.elsewhere for one in locked)
    posted = text.SHEETS_SOME_POSTED if away else text.SHEETS_POSTED
    posted = text.SHEETS_NONE_POSTED if away == len(locked) else posted
    head = text.SHEETS_HEAD(game=first.before.game.name, code=table.id)
    lines = [head, "", posted, text.SHEETS_HOW]
    for one in locked:
        then, seals = one.before, one.step.seals
        notes = [text.SHEETS_UNDONE] if one.undone else []
        notes += [text.SHEETS_ELSEWHERE] if one.elsewhere else []
        lines += ["", f"== {', '.join([then.phase_word, *notes])}", f"digest {one.digest}"]
        lines += lock_text(seals, then.seats).splitlines()
        for seat in (seat for seat in then.seats if seat in one.step.orders and one.opened):
            who = then.presenter.seat_name(seat)
            if not (one.elsewhere and published(table)):  # somebody else played it there
                who = text.SHEET(side=who, player=" ".join(then.player(seat).name.split()))
            gave = _GAVE.get(seals[seat].get("gave", ""))
            orders = one.step.orders[seat]
            sheet = sealed_text(game_id(table), then.phase.turn, seat, seals[seat]["salt"], orders)
            lines += ["", gave(who=who) if gave else who, f"-- {seat}", sheet, "--"]
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


def promised_seeds(tx: Tx, table: Table) -> list[dict[str, Any]]:
    """The "commitment" of every seed of the game, in their order; their "seed" is None."""
    found = [{**source, "seed": None} for source in older_sources(table)]
    own = [table.commitment, *_later(tx, table)]
    return [*found, *({"commitment": one, "seed": None} for one in own)]


def opened_seeds(tx: Tx, table: Table) -> list[dict[str, Any]]:
    """The same, with the seeds that are known. SECRET until the table is over."""
    own = tables.seed_of(tx, table.id)
    found = [*older_sources(table), {"commitment": table.commitment, "seed": own}]
    for number, told in enumerate(_later(tx, table), 1):
        seed = seed_after(_first(tx, table), game_id(table), number)
        found.append({"commitment": told, "seed": seed.hex()})
    return found


def newest_seed(tx: Tx, table: Table) -> bytes:
    """The seed from which results come now. SECRET"""
    number = len(_later(tx, table))
    first = _first(tx, table)
    return seed_after(first, game_id(table), number) if number else first


def next_commitment(tx: Tx, table: Table) -> str:
    """The SHA-256 of the seed that comes next, for the undo that names it."""
    number = len(_later(tx, table)) + 1
    return commitment(seed_after(_first(tx, table), game_id(table), number))


def _first(tx: Tx, table: Table) -> bytes:
    seed = tables.seed_of(tx, table.id)
    assert seed is not None
    return bytes.fromhex(seed)


def _later(tx: Tx, table: Table) -> list[str]:
    """The commitments of the seeds that took the place of the table's own."""
    return steps.new_seeds(tx, table.id) if table.undone and published(table) else []
