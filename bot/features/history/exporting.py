"""Records of games as files: the whole of a finished game; of one that goes on, what one may know of it."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.codec import digest
from adjudicator.game import AnyGame, Seat
from adjudicator.records import FORMAT, names_seed
from adjudicator.replay import EVERYBODY
from bot.common.errors import Refused
from bot.common.message import File, Message
from bot.engine import post_words, receipts
from bot.engine.context import Context
from bot.engine.receipts import game_id, seals_told
from bot.engine.snapshot import GameSnapshot
from bot.features.history import text as words
from bot.features.letters.reading import archive
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import Analysed, Letter, Step
from bot.storage.rows import find, first

Record = dict[str, Any]
ROOMY = 4_000_000
"""Larger files are written without line breaks."""


class GameExport:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def export(self, table_id: str, user_id: int) -> Message:
        """Return the record as far as the user may know it: of a finished game all."""

        def look(tx: Tx) -> tuple[GameSnapshot, bool, dict[str, Any]]:
            snapshot = self.context.snapshot(tx, table_id)
            seat = snapshot.seat_of(user_id)
            over = snapshot.table.status == "over"
            record = whole(tx, snapshot) if over else so_far(tx, snapshot, seat)
            return snapshot, over, record

        snapshot, over, record = await self.context.db.read(look)
        code = snapshot.table.id
        name = f"{code}-record.json" if over else f"{code}-so-far.json"
        lines = [
            post_words.headline(snapshot, words.RECORD if over else words.RECORD_SO_FAR),
            _told(record, name),
        ]
        return Message("\n".join(lines), files=(File(name, written(record)),))


def _told(record: Record, name: str) -> str:
    if record["status"] == "over":
        return words.RECORD_OVER(name=name)
    return words.RECORD_VIEW if "view" in record else words.RECORD_OPEN


def written(record: Mapping[str, Any]) -> bytes:
    """Return a record as a file."""
    data = json.dumps(record, ensure_ascii=False, indent=1).encode()
    if len(data) <= ROOMY:
        return data
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def whole(tx: Tx, snapshot: GameSnapshot, secrets: bool = False) -> Record:
    """The whole game, once it is over (docs/records.md). Refused before: orders tell secrets, and so do
    hashes of states. secrets: also of a game that goes on, with its seed; for the bot's host alone"""
    table = snapshot.table
    if table.status != "over" and not secrets:
        raise Refused(words.RECORD_NOT_YET(code=table.id))
    found = steps.between(tx, table.id, 1, table.seq)
    told = _all(found)
    written_there = _letters(tx, snapshot, found)
    record = _record(snapshot, receipts.opened_seeds(tx, table), told)
    analysed = first(tx, Analysed, table_id=table.id)
    if analysed is not None and analysed.result is not None:
        record["analysis"] = dict(analysed.result)
    return record | ({"letters": written_there} if written_there else {})


def _letters(tx: Tx, snapshot: GameSnapshot, found: Sequence[Step]) -> list[Record]:
    """The letters, each with the number of the newest step when it was written; a record counts from 0."""
    told = archive(tx, snapshot.table)
    moments = [step.at for step in found]
    kept = find(tx, Letter, table_id=snapshot.table.id) if told else []
    return [
        {**letter, "step": max(bisect_left(moments, stored.at) - 1, 0)}
        for letter, stored in zip(told, kept, strict=True)
    ]


def so_far(tx: Tx, snapshot: GameSnapshot, seat: Seat | None) -> Record:
    """Return a game that goes on, as far as a seat may know it (None: as everybody may). Where the game hides
    nothing that is all but the seed and the letters; otherwise neither states nor what others ordered."""
    table, game = snapshot.table, snapshot.game
    found = steps.between(tx, table.id, 1, table.seq)
    hides, told = _known(game, found, seat)
    record = _record(snapshot, receipts.promised_seeds(tx, table), told)
    return record | ({"view": seat or EVERYBODY} if hides else {})


def _record(snapshot: GameSnapshot, seeded: Sequence[Mapping[str, Any]], told: list[Record]) -> Record:
    """seeded: commitment and seed of the start, then of each step that names another"""
    table, (first, *others) = snapshot.table, seeded
    for step, source in zip(filter(names_seed, told), others, strict=True):
        step |= {"commitment": source["commitment"], "seed": source["seed"]}
    return {
        "format": FORMAT,
        "game": table.game,
        "rules_version": table.rules_version,
        "game_id": game_id(table),
        "options": dict(table.options),
        "commitment": first["commitment"],
        "seed": first["seed"],
        "status": "over" if table.status == "over" else "playing",
        "players": {player.seat: player.name for player in snapshot.players if player.seat is not None},
        "steps": told,
        "outcome": None if table.outcome is None else dict(table.outcome),
    }


def _all(found: Sequence[Step]) -> list[Record]:
    return [_step(step) for step in found]


def _step(step: Step) -> Record:
    item = _moved(step) | {
        "events": [dict(event) for event in step.events],
        "state": digest(json.loads(step.state)),
    }
    if step.kind == "resolve":
        item["orders"] = {seat: list(orders) for seat, orders in step.orders.items()}
    if step.seals:
        item["seals"] = seals_told(step.seals)
    return item


def _moved(step: Step) -> Record:
    """Return what everybody knows of a step: that it was done. Its events come next."""
    item: Record = {"kind": step.kind, "turn": step.turn, "events": []}
    if step.back_to is not None:
        item["to"] = step.back_to - 1  # a record counts from 0
    if step.commitment is not None:
        item["commitment"] = step.commitment
    if step.kind == "declare":
        item |= {"seat": step.seat, "what": step.orders[str(step.seat)][0]}
    return item


# -- a game that goes on


def _known(game: AnyGame, found: Sequence[Step], seat: Seat | None) -> tuple[bool, list[Record]]:
    """Return whether the game hides something from anybody, and its steps as that seat may know them."""
    states = [game.load(json.loads(step.state)) for step in found]
    # Also what was taken back, and what nobody could see any more: what was secret once stays so to the end.
    if not any(game.phase(state).until_end or game.revealed(state) != state for state in states):
        return False, _all(found)
    told, before = [], states[0]
    for step, state in zip(found, states, strict=True):
        told.append(_seen(game, step, before, seat))
        before = state
    return True, told


def _seen(game: AnyGame, step: Step, before: Any, seat: Seat | None) -> Record:
    """A step without what is hidden: the events that the seat saw, and orders that are its own or published.
    Who else saw an event may be a secret too."""
    events = [
        {key: value for key, value in event.items() if key != "seen_by"}
        for event in step.events
        if event.get("seen_by") is None or seat in event["seen_by"]
    ]
    item = _moved(step) | {"events": events}
    if step.kind != "resolve":
        return item
    phase = game.phase(before)
    published = phase.sealed and not phase.until_end
    own = game.sharing(before, seat) if seat is not None else frozenset[Seat]()
    item["orders"] = {who: list(orders) for who, orders in step.orders.items() if published or who in own}
    if published and step.seals:
        item["seals"] = seals_told(step.seals)
    return item
