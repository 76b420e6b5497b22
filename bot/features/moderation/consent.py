"""What a game master may do alone, and what everybody who still plays must agree to.

Who never played in a game rules alone in it: the moderators of its server, and a host who was there from the
start or whom such a host or a moderator has made. A host whom a player made, or a game master who has played,
may have a side in it: what they do against anybody active needs everyone's consent, also that of the one
concerned, or a moderator does it.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.game import Seat
from bot.engine import forgotten_seats
from bot.engine.presence import gone
from bot.engine.snapshot import GameSnapshot
from bot.features.moderation.game_masters import Ruler, moderates
from bot.features.substitutes import handover
from bot.storage import sittings
from bot.storage.database import Tx

NEEDED = "Everyone still playing must agree: this opens a vote."
BY_PLAYER = (
    "A player made this host: to replace or penalise somebody, resolve a turn early, take one back or change "
    "options, everyone still playing must agree, or a moderator does it."
)


async def alone(tx: Tx, snapshot: GameSnapshot, ruler: Ruler) -> bool:
    """Whether this game master may rule against anybody without asking."""
    if await _has_played(tx, snapshot, ruler.user_id):
        return False
    return moderates(snapshot.table, ruler) or not snapshot.table.host_by_player


async def must_ask(tx: Tx, snapshot: GameSnapshot, ruler: Ruler, against: Collection[Seat]) -> bool:
    """Whether this game master needs consent to do something to these seats. Who is not there is not asked
    about: whoever wants may take that seat."""
    there = any(not gone(snapshot, snapshot.player(seat)) for seat in against)
    return there and not await alone(tx, snapshot, ruler)


async def _has_played(tx: Tx, snapshot: GameSnapshot, user_id: int) -> bool:
    code = snapshot.table.id
    if snapshot.seat_of(user_id) is not None or await handover.held(tx, code, user_id) is not None:
        return True
    if any(sitting.user_id == user_id for sitting in await sittings.of_table(tx, code)):
        return True
    return await forgotten_seats.held(tx, code, user_id) is not None
