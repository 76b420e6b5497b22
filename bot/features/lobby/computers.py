"""Computers in a lobby: its host adds them, and takes them out again."""

from __future__ import annotations

import secrets

from bot.common.errors import Refused
from bot.common.message import Choice, Menu, Message, Row, custom_id
from bot.engine import posts
from bot.engine.computers import has_engine, new_computer
from bot.features.history import importing
from bot.features.lobby import text
from bot.features.lobby.lobby import Lobby, shown_name
from bot.presenters.colours import seat_colour
from bot.storage import players, tables
from bot.storage.computers import is_computer, name_of
from bot.storage.database import Tx
from bot.storage.records import LOBBY, Player, Table
from bot.storage.rows import remove
from engines.engine import Level


class LobbyComputers:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby, self._context = lobby, lobby.context

    async def panel(self, table_id: str, user_id: int, done: str = "") -> Message:
        """Show the host which computers there are, with menus to add and to remove one. Raises Refused.

        done: what was done just now
        """
        table, there = await self._context.db.read(self._host, table_id, user_id)
        missing, rows = self._lobby.size(table) - len(there), list[Row]()
        if missing > 0:
            levels = tuple(Choice(str(level), *text.LEVELS[level]) for level in Level)
            rows.append(Menu(_ident("addcomputer", table), text.ADD_WHICH, levels))
        computers = [player for player in there if is_computer(player.user_id)]
        if computers:
            held = tuple(Choice(str(player.user_id), name_of(player.user_id)) for player in computers)
            rows.append(Menu(_ident("dropcomputer", table), text.REMOVE_WHICH, held))
        head = [text.COMPUTERS_HEAD(game=table.name, code=table.id)]
        head.append(done or (text.COMPUTERS_HINT if missing > 0 else text.FULL(code=table.id)))
        return Message("\n".join(head), rows=tuple(rows), accent=seat_colour(table.game, None))

    async def add(self, table_id: str, user_id: int, level: str) -> str:
        """Let a computer join; the answer to the host. Raises Refused."""

        def change(tx: Tx) -> str:
            table, there = self._host(tx, table_id, user_id)
            if len(there) >= self._lobby.size(table):
                raise Refused(text.FULL(code=table.id))
            ident, now = new_computer(tx, table.id, _level(level)), self._context.clock.now()
            players.join(tx, table.id, ident, name=name_of(ident), joined_at=now)
            posts.edit_lobby(tx, table, now)
            tx.wakes("computers", table.id)  # who lets them think gets ready for it
            return text.COMPUTER_ADDED(computer=shown_name(ident))

        return await self._context.write_game(table_id, change)

    async def remove(self, table_id: str, user_id: int, which: str = "") -> str:
        """Take a computer out again; the answer to the host. Raises Refused.

        which: its id; "": the newest
        """

        def change(tx: Tx) -> str:
            table, there = self._host(tx, table_id, user_id)
            found = [
                player.user_id
                for player in there
                if is_computer(player.user_id) and which in ("", str(player.user_id))
            ]
            if not found:
                raise Refused(text.NO_COMPUTER)
            remove(tx, Player, table_id=table.id, user_id=found[-1])
            posts.edit_lobby(tx, table, self._context.clock.now())
            return text.COMPUTER_REMOVED(computer=shown_name(found[-1]))

        return await self._context.write_game(table_id, change)

    async def lobby_in(self, channel_id: int) -> str:
        """Return the game of a channel that is open for players. Raises Refused."""
        found = await self._context.db.read(tables.by_channel, channel_id, LOBBY)
        if not found:
            raise Refused(text.NO_LOBBY)
        return found[0].id

    def _host(self, tx: Tx, table_id: str, user_id: int) -> tuple[Table, list[Player]]:
        table = self._lobby.must_be_host(tx, table_id, user_id)
        importing.must_be_new(table)
        if not has_engine(self._context.game_of(table)):
            raise Refused(text.NO_ENGINE(game=table.name))
        return table, players.of_table(tx, table.id)


def _ident(act: str, table: Table) -> str:
    """Another one each time: in a menu with the same id what was chosen cannot be chosen again."""
    return custom_id(act, table.id, None, 0, secrets.token_hex(3), kind="menu")


def _level(said: str) -> Level:
    """Raises Refused: an id may be of another version, or made up."""
    found = next((level for level in Level if str(level) == said), None)
    if found is None:
        raise Refused(text.NO_LEVEL)
    return found
