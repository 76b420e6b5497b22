"""Who is a game's master: its host and the moderators of its server, as long as they do not play in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.common.errors import Refused
from bot.common.message import escaped, plain_name
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot, must_be_played
from bot.storage.database import Tx
from bot.storage.records import Player, Table

MOST_REASON = 300


@dataclass(frozen=True, slots=True)
class Ruler:
    """Who wants to rule. guild_id: the server where this was asked, None in direct messages;
    moderator: whether there the user may manage the server, or messages"""

    user_id: int
    name: str
    guild_id: int | None
    moderator: bool


def is_host(table: Table, ruler: Ruler) -> bool:
    return ruler.user_id == table.host_id


def moderates(table: Table, ruler: Ruler) -> bool:
    """Whether the table's server is looked after by this user."""
    return ruler.moderator and ruler.guild_id is not None and ruler.guild_id == table.guild_id


def named(table: Table, ruler: Ruler) -> str:
    """Who it is, as all read it: "Eve (moderator)"."""
    return f"{plain_name(ruler.name)} ({'host' if is_host(table, ruler) else 'moderator'})"


def must_rule(table: Table, players: Collection[Player], ruler: Ruler) -> None:
    """Refuse who is no game master of this table."""
    users = {player.user_id for player in players}
    if ruler.user_id in users:
        raise Refused(
            "You play in this game, so you can't rule in it: ask a moderator, or the players with `/vote`."
        )
    if not is_host(table, ruler) and not moderates(table, ruler):
        there = table.host_id > 0 and table.host_id not in users
        host = f"its host, <@{table.host_id}>, or " if there else ""
        raise Refused(
            f"Only a game master rules in game `{table.id}`: {host}a moderator of its server "
            "(Manage Server or Manage Messages), who does not play in it."
        )


async def ruled(
    context: Context, tx: Tx, table_id: str, ruler: Ruler, seq: int | None = None
) -> GameSnapshot:
    """A table in play that this user rules. Raises Refused; also if it has moved on since step `seq`."""
    snapshot = await context.snapshot(tx, table_id)
    must_rule(snapshot.table, snapshot.players, ruler)
    must_be_played(snapshot.table)
    if seq is not None and seq != snapshot.step.seq:
        raise Refused("The game has moved on since you asked. Look at it again; nothing has changed.")
    return snapshot


def tidy(reason: str) -> str:
    """The reason as all read it: one line, calling nobody. Raises Refused."""
    text = " ".join(reason.split())
    if not text:
        raise Refused("Give a reason: everybody will read it.")
    if len(text) > MOST_REASON:
        raise Refused(f"A reason has at most {MOST_REASON} characters; this one has {len(text)}.")
    return escaped(text)
