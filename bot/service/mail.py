"""Plain text in a direct message: orders and a few words, answered once each, also after a restart."""

from __future__ import annotations

from typing import Any

from bot.service.core import Core
from bot.service.errors import Refused
from bot.service.letterhead import Typed, read_typed
from bot.service.message import plain_name
from bot.service.orders import Given, Orders
from bot.service.press import Press
from bot.service.records import Records
from bot.storage import desks, outbox, people
from bot.storage.database import Tx
from bot.storage.records import Table

HELP = (
    "Write your order here, such as `e7-e6`, or many at once, such as `1 move soho; 2 hold`; or use the "
    "menus of the order desk. Other words: `orders` (the desk again), `ready` or `send`, `not ready`, "
    "`clear`, `draw`, `concede`, `games`, `help`; `press hamblet: …` writes a letter. If you play several "
    "games, begin with the game's code: `k7f3 e7-e6`."
)
SEND = ("send", "ready", "done")
UNSEND = ("not ready", "unready", "unsend")


class Mail:
    def __init__(self, core: Core, orders: Orders, records: Records, press: Press) -> None:
        self.core = core
        self._orders = orders
        self._records = records
        self._press = press

    async def read(self, user_id: int, message_id: int, text: str, reply_to: int | None = None) -> None:
        """Act on a DM, and queue the answer. A message that was answered before changes nothing."""
        async with self.core.lock(f"dm/{user_id}"):
            await self._read(user_id, message_id, text, reply_to)
        self.core.wake()

    async def _read(self, user_id: int, message_id: int, text: str, reply_to: int | None) -> None:
        key = f"dm/{message_id}"
        async with self.core.db.read() as tx:
            if await outbox.by_key(tx, key) is not None:
                return
        table: Table | None = None
        try:
            letter = read_typed(text)
            if letter is not None:
                await self._write(user_id, key, letter)
            else:
                table, rest = await self._which(user_id, text, reply_to)
                await self._act(user_id, key, table, rest)
        except Refused as refused:
            await self._answer(user_id, key, table, str(refused))
        async with self.core.db.begin() as tx:
            await people.set_last_dm(tx, user_id, message_id)

    async def _write(self, user_id: int, key: str, letter: Typed) -> None:
        """A letter; its answer is queued in its transaction."""

        async def answer(tx: Tx, said: str) -> None:
            await self._say(tx, user_id, key, None, said)

        await self._press.write(
            await self._press.pick(user_id, letter.table),
            user_id,
            letter.to,
            letter.text,
            source=key,
            anonymous=letter.unsigned,
            also=answer,
        )

    async def _act(self, user_id: int, key: str, table: Table | None, text: str) -> None:
        word = text.strip().lower()
        if word in ("help", "?", "hi", "hello") or (table is None and not word):
            await self._answer(user_id, key, table, HELP)
        elif word == "games" or table is None:
            mine = await self._records.mine(user_id, await self._orders.owed(user_id))
            await self._answer(user_id, key, table, mine.text + ("" if word == "games" else f"\n{HELP}"))
        elif word in ("orders", "order", "board", ""):
            async with self.core.db.begin() as tx:
                await self._desk(tx, user_id, key, table, "")
        else:
            playing = table

            async def answer(tx: Tx, given: Given) -> None:
                """In the order's transaction: a message that did something counts as answered."""
                if given.resolved:
                    await self._say(tx, user_id, key, playing, given.text)
                else:
                    await self._desk(tx, user_id, key, playing, given.note)

            if word in SEND:
                await self._orders.send(table.id, user_id, also=answer)
            elif word in UNSEND:
                await self._orders.unsend(table.id, user_id, also=answer)
            elif word == "clear":
                await self._orders.clear(table.id, user_id, table.turn, also=answer)
            else:
                await self._orders.give(table.id, user_id, text, also=answer)

    async def _which(self, user_id: int, text: str, reply_to: int | None) -> tuple[Table | None, str]:
        """The game that a message means, and the rest of the text. None: the user plays none. Raises Refused
        when it could be several."""
        owed = await self._orders.owed(user_id)
        tables = {table.id: table for table, _ in owed}
        head, rest = (*text.split(None, 1), "", "")[:2]
        if head.lower().strip(":,") in tables:
            return tables[head.lower().strip(":,")], rest
        if reply_to is not None:
            async with self.core.db.read() as tx:
                for desk in await desks.of_user(tx, user_id):
                    if desk.message_id == reply_to and desk.table_id in tables:
                        return tables[desk.table_id], text
        word = text.strip().lower()
        if word in UNSEND:
            sent = [table for table in tables.values() if (await self._sheet(table, user_id))[1]]
            if len(sent) == 1:
                return sent[0], text
        waiting = [table for table, missing in owed if missing] or list(tables.values())
        if len(waiting) == 1 or not waiting or word in ("help", "games"):
            return (waiting[0] if waiting else None), text
        if word in (*SEND, "clear"):
            sheets = [(table, await self._sheet(table, user_id)) for table in tables.values()]
            drafted = [table for table, (orders, ready) in sheets if orders and not ready]
            if len(drafted) == 1:
                return drafted[0], text
        listed = ", ".join(f"`{table.id}` ({plain_name(table.name)})" for table in waiting)
        raise Refused(
            f"Which game do you mean? You play {listed}. Begin with its code, such as "
            f"`{waiting[0].id} {text.strip()[:40].replace('`', '')}`. Nothing has changed."
        )

    async def _sheet(self, table: Table, user_id: int) -> tuple[int, bool]:
        """How many orders the user has given there, and whether they are sent."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table.id, user_id)
            draft, ready = await self.core.draft(tx, loaded, seat)
        return len(draft), ready

    async def _desk(self, tx: Tx, user_id: int, key: str, table: Table, note: str) -> None:
        loaded, seat = await self.core.seated(tx, table.id, user_id)
        payload = {"kind": "desk", "seat": seat, "turn": loaded.phase.turn, "note": note}
        await self._put(tx, user_id, key, table, payload)

    async def _answer(self, user_id: int, key: str, table: Table | None, text: str) -> None:
        async with self.core.db.begin() as tx:
            await self._say(tx, user_id, key, table, text)

    async def _say(self, tx: Tx, user_id: int, key: str, table: Table | None, text: str) -> None:
        payload: dict[str, Any] = {"kind": "say", "text": text, "mentions": [], "rows": [], "seq": None}
        await self._put(tx, user_id, key, table, payload)

    async def _put(
        self, tx: Tx, user_id: int, key: str, table: Table | None, payload: dict[str, Any]
    ) -> None:
        await outbox.put(
            tx,
            key=key,
            payload=payload,
            created_at=self.core.clock.now(),
            user_id=user_id,
            table_id=table.id if table is not None else None,
        )
