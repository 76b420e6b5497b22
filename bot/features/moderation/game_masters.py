"""Who is a game's master: its host and the moderators of its server, as long as they do not play in it; what
a game master may do alone, and what everybody who still plays must agree to.

Who never played in a game rules alone in it: the moderators of its server, and a host who was there from the
start or whom such a host or a moderator has made. A host whom a player made, or a game master who has played,
may have a side in it: what they do against anybody active needs everyone's consent, also that of the one
concerned, or a moderator does it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import escaped, plain_name
from bot.engine import presence
from bot.engine.context import Context
from bot.engine.presence import gone
from bot.engine.snapshot import GameSnapshot, must_be_played
from bot.features.moderation import text
from bot.features.substitutes import handover
from bot.storage.database import Tx
from bot.storage.league_records import Sitting
from bot.storage.records import Player, Table
from bot.storage.rows import find

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
    return (text.BY_HOST if is_host(table, ruler) else text.BY_MODERATOR)(name=plain_name(ruler.name))


def must_rule(table: Table, players: Collection[Player], ruler: Ruler) -> None:
    """Refuse who is no game master of this table."""
    users = {player.user_id for player in players}
    if ruler.user_id in users:
        raise Refused(text.YOU_PLAY)
    if not is_host(table, ruler) and not moderates(table, ruler):
        if table.host_id > 0 and table.host_id not in users:
            raise Refused(text.NOT_MASTER_HOST(code=table.id, host=table.host_id))
        raise Refused(text.NOT_MASTER(code=table.id))


def ruled(context: Context, tx: Tx, table_id: str, ruler: Ruler, seq: int | None = None) -> GameSnapshot:
    """A table in play that this user rules. Raises Refused; also if it has moved on since step `seq`."""
    snapshot = context.snapshot(tx, table_id)
    must_rule(snapshot.table, snapshot.players, ruler)
    must_be_played(snapshot.table)
    if seq is not None and seq != snapshot.step.seq:
        raise Refused(text.MOVED_ON)
    return snapshot


async def ruled_or_none(context: Context, table_id: str, ruler: Ruler) -> GameSnapshot | None:
    """A table in play that this user rules, for what is offered while somebody types; None: there is none."""
    try:
        return await context.db.read(lambda tx: ruled(context, tx, table_id, ruler))
    except Refused:
        return None


def tidy(reason: str) -> str:
    """The reason as all read it: one line, calling nobody. Raises Refused."""
    told = " ".join(reason.split())
    if not told:
        raise Refused(text.GIVE_REASON)
    if len(told) > MOST_REASON:
        raise Refused(text.REASON_TOO_LONG(most=MOST_REASON, n=len(told)))
    return escaped(told)


def rules_alone(tx: Tx, snapshot: GameSnapshot, ruler: Ruler) -> bool:
    """Whether this game master may rule against anybody without asking."""
    if _has_played(tx, snapshot, ruler.user_id):
        return False
    return moderates(snapshot.table, ruler) or not snapshot.table.host_by_player


def needs_consent(tx: Tx, snapshot: GameSnapshot, ruler: Ruler, against: Collection[Seat]) -> bool:
    """Whether this game master needs consent to do something to these seats. Who is not there is not asked
    about: whoever wants may take that seat."""
    there = any(not gone(snapshot, snapshot.player(seat)) for seat in against)
    return there and not rules_alone(tx, snapshot, ruler)


def _has_played(tx: Tx, snapshot: GameSnapshot, user_id: int) -> bool:
    code = snapshot.table.id
    if snapshot.seat_of(user_id) is not None or handover.held(tx, code, user_id) is not None:
        return True
    if any(sitting.user_id == user_id for sitting in find(tx, Sitting, table_id=code)):
        return True
    return presence.held_seat(tx, code, user_id) is not None
