"""What a player is told about fair play: what was promised, the own receipt, and all sheets that are open."""

from __future__ import annotations

from adjudicator.text import Text
from bot.common.message import Button, File, Message, Row, buttons, custom_id
from bot.engine import receipts
from bot.engine.context import Context
from bot.features.integrity import text
from bot.presenters.colours import BRAND
from bot.storage.database import Tx
from bot.storage.records import Table


class FairPlay:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def explained(self, table_id: str, user_id: int) -> Message:
        """Explain in private how a game is checked. Seeds and sheets stand in it only if the rules have
        opened them."""
        return await self.context.db.read(self._explained, table_id, user_id)

    def _explained(self, tx: Tx, table_id: str, user_id: int) -> Message:
        table = self.context.table(tx, table_id)
        head = _head(table)(game=table.name, code=table.id)
        if table.seq == 0:  # still in its lobby
            told = text.SEED_PROMISE(digest=table.commitment)
            return Message(head, rows=(told,), small=text.CHECK_LATER, accent=BRAND)
        snapshot = self.context.snapshot(tx, table_id)
        known = receipts.opened_seeds if table.status == "over" else receipts.promised_seeds
        seeds, locked = known(tx, table), receipts.locks(tx, snapshot)
        lines = []
        for each in seeds:
            opened = each["seed"] is not None
            told = text.SEED_OPEN(seed=each["seed"], digest=each["commitment"]) if opened else ""
            lines.append(told or text.SEED_PROMISE(digest=each["commitment"]))
        if locked:
            newest = locked[-1]
            lines.append(text.LOCK(what=newest.before.phase_word, digest=newest.digest))
            seat = snapshot.seat_of(user_id)
            seal = newest.step.seals.get(newest.before.sheet(seat)) if seat is not None else None
            if seal is not None and newest.opened:
                lines.append(text.RECEIPT_OPEN(sha256=seal["sha256"], salt=seal["salt"]))
            elif seal is not None:
                lines.append(text.RECEIPT(sha256=seal["sha256"]))
            lines.append(text.FILE)
        rows: list[Row] = ["\n".join(lines)]
        over = table.status == "over"
        if over:
            check = Button(custom_id("verify", table.id, None, 0), text.CHECK, "primary")
            rows.append(buttons(check))
        return Message(
            head,
            rows=tuple(rows),
            files=(File(f"{table.id}-fair-play.txt", receipts.sheets_file(locked)),) if locked else (),
            small="" if over else text.CHECK_LATER,
            accent=BRAND,
        )


def _head(table: Table) -> Text:
    """What was promised in time, which is less of a game that was brought here by its record."""
    if not receipts.imported(table):
        return text.FAIR
    return text.FAIR_GOES_ON if receipts.published(table) else text.FAIR_ELSEWHERE
