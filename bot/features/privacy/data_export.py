"""/privacy export: everything that is stored of a user, readable, in one file.

What others wrote to the user's seat is in it as the user may read it; other people's secrets are not: no
orders, drafts or letters of others, no names of who wrote unsigned letters, no states and no seeds.
"""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.common.errors import Refused
from bot.common.message import File, Message
from bot.common.payloads import load
from bot.engine.context import Context
from bot.engine.posts import Say
from bot.features.letters.addressing import may_read, reader_of, recipients, sender
from bot.features.privacy import store as privacy
from bot.features.privacy import text
from bot.features.privacy.pseudonyms import Pseudonymizer
from bot.storage import people, steps, tables
from bot.storage.database import Tx
from bot.storage.league_records import League, Sitting
from bot.storage.records import Letter, Player, Table, columns
from bot.storage.rows import find, first

NAME = "fieldpost-your-data"
ALL = 1_000_000
AT_ONCE = 50
"""Steps read at a time."""
KEPT = (5000, 1000, 200, 0)
"""How many messages are kept, tried in this order, if the file would be too large with all of them."""

Values = dict[str, Any]


class DataExport:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def export(self, user_id: int, limit: int) -> Message:
        """Return the user's data as a file of at most `limit` bytes. Raises Refused."""
        found = await self.all(user_id)
        file = await asyncio.to_thread(_file, found, limit)
        if file is None:
            raise Refused(text.TOO_LARGE)
        if found.get("left_out"):
            return Message(text.COPY_CUT, files=(file,))
        played = found["games"] or found["leagues"]
        return Message(text.COPY if played else text.COPY_LITTLE, files=(file,))

    async def all(self, user_id: int) -> Values:
        """Return the same as values."""
        now = self.context.clock.now()

        def mine(tx: Tx, table: str) -> list[Values]:
            return [_plain(row, "user_id") for row in privacy.of_user(tx, table, "user_id", user_id)]

        def look(tx: Tx) -> tuple[Values, set[str]]:
            about: Values = {
                "about": text.ABOUT_FILE,
                "user_id": str(user_id),
                "made_at": _moment(now),
                "settings": self._settings(tx, user_id),
                "absences": [
                    {key: _moment(row[key]) for key in ("from_at", "to_at", "announced_at")}
                    for row in privacy.of_user(tx, "away", "user_id", user_id)
                ],
            }
            return about, self._codes(tx, user_id)

        def also(tx: Tx) -> Values:
            return {
                "leagues": self._leagues(tx, user_id),
                "ratings": mine(tx, "ratings"),
                "messages_to_you": [
                    _post(row)
                    for row in privacy.of_user(tx, "outbox", "user_id", user_id)
                    if row["status"] != "dropped"
                ],
                "posts_that_call_you": self._called(tx, user_id),
                "order_desks": mine(tx, "desks"),
                "taken_for_silence": mine(tx, "silences"),
                "boards": self._boards(tx, user_id),
                "open_on_the_web": [
                    {"place": row["place"], "seat": row["seat"], "until": _moment(row["expires_at"])}
                    for row in privacy.of_user(tx, "web_sessions", "user_id", user_id)
                ],
            }

        found, codes = await self.context.db.read(look)
        found["games"] = [await self._game(code, user_id) for code in sorted(codes)]
        return found | await self.context.db.read(also)

    def _settings(self, tx: Tx, user_id: int) -> Values:
        person = people.get(tx, user_id)
        return {
            "settings": dict(person.settings),
            "can_be_written_to": person.reachable,
            "messages_found_closed_at": _moment(person.closed_at),
            "messages_found_closed_times": person.closed_times,
            "direct_messages_channel": _id(person.dm_channel_id),
            "newest_direct_message": _id(person.last_dm_id),
        }

    def _codes(self, tx: Tx, user_id: int) -> set[str]:
        found = {seated.table.id for seated in tables.of_user(tx, user_id)}
        for table, column in (("sittings", "user_id"), ("letters", "sender_user"), ("votes", "caller_user")):
            found |= set(privacy.distinct(tx, table, "table_id", column, user_id))
        return found | set(privacy.distinct(tx, "tables", "id", "host_id", user_id))

    def _boards(self, tx: Tx, user_id: int) -> list[Values]:
        """Return the user's own boards: every turn on them, and the position where each begins and the one
        that it shows."""
        turns: dict[str, list[Values]] = {}
        for row in privacy.of_user(tx, "board_steps", "user_id", user_id):
            turns.setdefault(row["board_id"], []).append(dict(row))
        found = []
        for board in privacy.of_user(tx, "boards", "user_id", user_id):
            steps = sorted(turns.get(board["id"], ()), key=lambda row: row["seq"])
            found.append(
                _plain(board, "user_id", "seed")
                | {
                    "turns": [{"orders": row["orders"], "events": row["events"]} for row in steps],
                    "positions": [
                        {"number": row["seq"], "position": json.loads(row["state"])}
                        for row in steps
                        if row["seq"] in (0, board["at"])
                    ],
                }
            )
        return found

    # -- games

    async def _game(self, code: str, user_id: int) -> Values:
        def look(tx: Tx) -> tuple[Table, Player | None, list[Sitting], dict[str, Any]]:
            table = self.context.table(tx, code)
            player = first(tx, Player, table_id=code, user_id=user_id)
            sat = [one for one in find(tx, Sitting, table_id=code) if one.user_id == user_id]
            found = _table(table, user_id)
            if player is not None:
                found["player"] = _plain(columns(player), "table_id", "user_id")
            found["seats_held"] = [_plain(columns(one), "id", "table_id", "user_id") for one in sat]
            found["results"] = self._rows(tx, "results", "user_id", user_id, code)
            found["votes_called"] = self._rows(tx, "votes", "caller_user", user_id, code)
            found["ballots"] = self._ballots(tx, user_id, code)
            found["drafts"] = self._rows(tx, "drafts", "user_id", user_id, code)
            found["orders_ahead"] = self._rows(tx, "plans", "user_id", user_id, code)
            found["seats_left"] = self._rows(tx, "former_players", "user_id", user_id, code)
            names = {one.name for one in sat} | ({player.name} if player is not None else set())
            found["log_lines_that_name_you"] = self._log(tx, table, user_id, names)
            found["letters"] = self._letters(tx, table, player, user_id)
            return table, player, sat, found

        table, player, sat, found = await self.context.db.read(look)
        found["orders"] = await self._orders(table, player, sat)
        return {key: value for key, value in found.items() if value not in ([], {}, None)}

    def _rows(self, tx: Tx, table: str, column: str, user_id: int, code: str) -> list[Values]:
        rows = privacy.of_user(tx, table, column, user_id)
        return [_plain(row, column, "table_id") for row in rows if row["table_id"] == code]

    def _ballots(self, tx: Tx, user_id: int, code: str) -> list[Values]:
        cast = privacy.of_user(tx, "ballots", "user_id", user_id)
        held = privacy.distinct(tx, "votes", "id", "table_id", code) if cast else []
        return [_plain(row, "user_id") for row in cast if row["vote_id"] in held]

    def _log(self, tx: Tx, table: Table, user_id: int, names: set[str]) -> list[Values]:
        """Lines of the public log with the user's name or mention in them."""
        naming = Pseudonymizer(user_id, -1, tuple(sorted(names)))
        rows = privacy.of_user(tx, "log", "table_id", table.id)
        return [
            {"at": _moment(row["at"]), "text": row["text"]}
            for row in rows
            if naming.text(row["text"]) != row["text"]
        ]

    def _letters(self, tx: Tx, table: Table, player: Player | None, user_id: int) -> list[Values]:
        """Those that the user wrote, and those that the user's seat may read."""
        kept = find(tx, Letter, table_id=table.id)
        if not kept:
            return []
        try:
            snapshot = self.context.snapshot(tx, table.id)
        except Refused:  # over, and its rules are gone: who is who is not known
            mine = (letter for letter in kept if letter.sender_user == user_id)
            return [
                {"number": letter.number, "at": _moment(letter.at), "text": letter.text} for letter in mine
            ]
        seat = player.seat if player is not None else None
        reader = reader_of(snapshot, seat, snapshot.over)
        found = []
        for letter in kept:
            own = letter.sender_user == user_id
            if not own and (seat is None or not may_read(letter, seat)):
                continue
            writes = _bare(sender(letter, reader))
            if own:  # also of a seat that the user has left since
                writes = text.YOU_WROTE_UNSIGNED if letter.anonymous else text.YOU_WROTE
            elif letter.sender_seat == seat and not reader.revealed:
                writes = text.BEFORE_YOU_UNSIGNED if letter.anonymous else text.BEFORE_YOU
            # The writer knows whom it is for, too, of a seat left since.
            knows = reader_of(snapshot, letter.sender_seat if own else seat, snapshot.over)
            found.append(
                {
                    "number": letter.number,
                    "at": _moment(letter.at),
                    "turn": letter.turn + 1,
                    "from": writes,
                    "to": _bare(recipients(letter, knows)),
                    "text": letter.text,
                }
            )
        return found

    async def _orders(self, table: Table, player: Player | None, sat: Sequence[Sitting]) -> list[Values]:
        """Return what the user's seats did while the user sat there."""
        spans = [(one.seat, one.from_at, one.until_at) for one in sat]
        if not spans and player is not None and player.seat is not None:  # from before sittings were kept
            spans = [(player.seat, player.joined_at, None)]
        found = []
        for since in range(1, table.seq + 1 if spans else 0, AT_ONCE):
            some = await self.context.db.read(
                steps.between, table.id, since, min(since + AT_ONCE - 1, table.seq)
            )
            for step in some:
                for seat, begun, ended in spans:
                    there = begun <= step.at and (ended is None or step.at < ended)
                    if there and step.orders.get(seat):
                        values = {"at": _moment(step.at), "turn": step.turn + 1, "seat": seat}
                        found.append({**values, "orders": list(step.orders[seat])})
        return found

    # -- leagues and posts

    def _leagues(self, tx: Tx, user_id: int) -> list[Values]:
        found: dict[str, Values] = {}
        for row in privacy.of_user(tx, "entrants", "user_id", user_id):
            found[row["league_id"]] = _plain(row, "user_id", "league_id")
        for row in privacy.of_user(tx, "leagues", "host_id", user_id):
            found.setdefault(row["id"], {})["organiser"] = True
        shown = []
        for code, values in sorted(found.items()):
            league = first(tx, League, id=code)
            assert league is not None
            about = {"code": code, "name": league.name, "season": league.season, "game": league.game}
            shown.append({**about, "status": league.status, **values})
        return shown

    def _called(self, tx: Tx, user_id: int) -> list[Values]:
        """Posts in channels that mention the user."""
        rows = privacy.holding(tx, "outbox", ["payload"], [str(user_id)])
        found = []
        for row in rows:
            payload = load(row["payload"])
            said = payload if isinstance(payload, Say) else Say(text=payload.told)
            called = user_id in said.mentions or f"<@{user_id}>" in said.told
            if (
                row["user_id"] is None
                and row["status"] == "sent"
                and called
                and (not said.only or user_id in said.only)
            ):
                found.append({"channel": _id(row["channel_id"]), **_post(row)})
        return found


def _table(table: Table, user_id: int) -> Values:
    return {
        "code": table.id,
        "game": table.game,
        "status": table.status,
        "server": _id(table.guild_id),
        "channel": _id(table.channel_id),
        "you_are_the_host": table.host_id == user_id,
        "created_at": _moment(table.created_at),
        "started_at": _moment(table.started_at),
        "ended_at": _moment(table.ended_at),
        "league": table.origin.get("league"),
    }


def _post(row: Mapping[str, Any]) -> Values:
    moment, told = row["sent_at"] or row["created_at"], load(row["payload"]).told
    return {"at": _moment(moment), "status": row["status"], "game": row["table_id"], "text": told}


def _plain(row: Mapping[str, Any], *without: str) -> Values:
    """Return a row as people read it: moments as dates, ids as texts; without what says nothing."""
    found: Values = {}
    for key, value in row.items():
        if key in without or value is None or value == "":
            continue
        moment = isinstance(value, float) and (key == "at" or key.endswith("_at"))
        ident = isinstance(value, int) and key.endswith("_id") and key != "vote_id"
        found[key] = _moment(value) if moment else _id(value) if ident else value
    return found


def _moment(at: float | None) -> str | None:
    """
    >>> _moment(0.0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at is not None else None


def _id(number: int | None) -> str | None:
    """Return an id as a text: it has more digits than some programs keep of a number."""
    return str(number) if number is not None else None


def _bare(told: str) -> str:
    return told.replace("**", "")


# -- the file


def _file(found: Values, limit: int) -> File | None:
    """Return the file, packed if it must be; with fewer messages if it must be."""
    data = _json(found)
    if len(data) <= limit:
        return File(f"{NAME}.json", data)
    messages, posts = found["messages_to_you"], found["posts_that_call_you"]
    for kept in (ALL, *KEPT):
        if kept != ALL:
            found["left_out"] = text.LEFT_OUT(n=kept)
        found["messages_to_you"] = messages[-kept:] if kept else []
        found["posts_that_call_you"] = posts[-kept:] if kept else []
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"{NAME}.json", _json(found))
        if packed.tell() <= limit:
            return File(f"{NAME}.zip", packed.getvalue())
    return None


def _json(found: Values) -> bytes:
    return json.dumps(found, ensure_ascii=False, indent=1).encode()
