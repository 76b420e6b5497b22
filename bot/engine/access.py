"""Who may look at a game, and who may act in it: every code that somebody names goes through here.

A game may be looked at by its host, by whoever plays or has played it, and by whoever can see its channel
now. Everybody else is refused as if there were no such game, in the same words and after the same time: so
nobody finds out which codes there are.

On the web everybody may look at the games of those channels that a server's moderators have named, and at no
others: `is_public`. Besides, anyone who has the link may look at a game that has one (`make_link`): nothing
lists it. They see what everybody sees, whoever they are.

Who acts in a game must still be in its server: the seat of a player who has left it, or was banned, counts as
absent until they are back. That is found out when somebody acts.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Literal, Protocol

from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import plain_name
from bot.engine import posts, text
from bot.engine.context import Context, unknown
from bot.engine.hooks import Hooks
from bot.storage import players, tables
from bot.storage.database import Tx
from bot.storage.league_records import League, Sitting
from bot.storage.records import LOBBY, OVER, PLAYING, Player, Server, Table
from bot.storage.rows import find, first

EVEN = 1.0
"""Seconds until a code is refused. Discord may have to be asked of a game that is there, never of one that is
not: without this the time would tell them apart."""

Standing = Literal["there", "left", "unknown"]
"""Whether somebody is in a server: "unknown" where Discord does not say."""


class Sight(Protocol):
    """What Discord knows of who can see what. Nothing here raises. The first two may ask Discord, so they are
    called in no transaction, and they answer in less than EVEN seconds."""

    async def sees(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        """Whether the user can see this channel or thread now; False also where Discord does not say."""

    async def standing(self, user_id: int, guild_id: int) -> Standing:
        """Whether the user is in this server."""

    def at_hand(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        """As `sees`, from what is known without asking Discord: for lists, whose time tells nothing then."""


class Blind:
    """Discord is not there: who played a game may look at it, and nobody is known to have left."""

    async def sees(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        return False

    async def standing(self, user_id: int, guild_id: int) -> Standing:
        return "unknown"

    def at_hand(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        return False


class Looking:
    def __init__(self, context: Context, sight: Sight | None = None) -> None:
        self.context = context
        self._sight: Sight = sight or Blind()

    async def must_look(self, typed: str, user_id: int, *, acting: bool = False) -> Table:
        """The game of this code, if the user may look at it. Raises Refused, always in the same words.

        acting: to act in it, see `must_not_have_left`
        """
        loop = asyncio.get_running_loop()
        began = loop.time()

        def look(tx: Tx) -> tuple[Table | None, Player | None, bool]:
            table = tables.get(tx, typed.strip().lower())
            if table is None:
                return None, None, False
            player = first(tx, Player, table_id=table.id, user_id=user_id)
            return table, player, _was_there(tx, table, player, user_id)

        table, player, own = await self.context.db.read(look)
        if table is not None and (own or await self._sees(table, user_id)):
            if acting:
                await self.must_not_have_left(table, player)
            return table
        await asyncio.sleep(max(0.0, began + EVEN - loop.time()))
        raise Refused(unknown(typed))

    async def may_look(self, typed: str, user_id: int) -> bool:
        """Whether there is such a game, for this user."""
        try:
            await self.must_look(typed, user_id)
        except Refused:
            return False
        return True

    async def must_be_there(self, table_id: str, user_id: int) -> None:
        """The same as `must_not_have_left`, for whoever knows only the code of the game."""

        def look(tx: Tx) -> tuple[Table | None, Player | None]:
            return tables.get(tx, table_id), first(tx, Player, table_id=table_id, user_id=user_id)

        table, player = await self.context.db.read(look)
        if table is not None:
            await self.must_not_have_left(table, player)

    async def must_not_have_left(self, table: Table, player: Player | None) -> None:
        """Refuse a player who wants to act and has left the game's server, and note that; a return is noted,
        too. Where Discord does not say, the player plays on. player: None: who acts does not play"""
        if table.guild_id is None or table.status != "playing" or player is None or player.seat is None:
            return
        user_id = player.user_id
        standing = await self._sight.standing(user_id, table.guild_id)
        if standing == "left":
            if player.left_at is None:
                await note_left(self.context, table.id, user_id)
            raise Refused(text.YOU_HAVE_LEFT(code=table.id))
        if standing == "there" and player.left_at is not None:
            await note_returned(self.context, table.id, user_id)

    async def listed(self, found: Iterable[Table], user_id: int) -> list[Table]:
        """Those of these games that may be offered to the user: Discord is not asked for that."""
        tables = list(found)
        codes = [table.id for table in tables if not self._at_hand(table, user_id)]
        theirs = await self.context.db.read(players.played, user_id, codes) if codes else ()
        hidden = set(codes).difference(theirs)
        return [table for table in tables if table.host_id == user_id or table.id not in hidden]

    async def _sees(self, table: Table, user_id: int) -> bool:
        guild, channel = table.guild_id, table.channel_id
        return guild is not None and channel is not None and await self._sight.sees(user_id, guild, channel)

    def _at_hand(self, table: Table, user_id: int) -> bool:
        guild, channel = table.guild_id, table.channel_id
        return guild is not None and channel is not None and self._sight.at_hand(user_id, guild, channel)


PAGES = "pages"
"""Key in a server's settings: the channels and categories whose games everybody may look at on the web."""
EVERYWHERE = 0
"""In the place of a channel: all of them."""


def is_public(tx: Tx, table: Table) -> bool:
    """Whether everybody may look at this game on the web, because the server's moderators have said so of its
    channel, of the one that it is a thread of, of their category, or of its league's channel."""
    league = first(tx, League, id=table.origin["league"]) if "league" in table.origin else None
    places = {table.channel_id, *table.origin.get("places", ())}
    return _shown(tx, table.guild_id, places | ({league.channel_id} if league is not None else set()))


LINK = "link"
"""Key in `Table.origin`: what stands behind the code in the address of a game that is not listed."""
_LINK_SIGNS, _LINK_LENGTH = "abcdefghijkmnpqrstuvwxyz23456789", 20
LINK_PATTERN = rf"-[{_LINK_SIGNS}]{{{_LINK_LENGTH}}}"


def new_link() -> str:
    """100 random bits, for the origin of a game that anyone with the link may look at."""
    return "".join(secrets.choice(_LINK_SIGNS) for _ in range(_LINK_LENGTH))


def set_link(tx: Tx, table: Table, link: str | None) -> Table:
    """Let those look at a game who have this link; None: take the link back. Returns the table as it is."""
    origin = {key: value for key, value in table.origin.items() if key != LINK}
    origin |= {LINK: link} if link is not None else {}
    tables.change(tx, table.id, origin=origin)
    return replace(table, origin=origin)


def name_on_the_web(tx: Tx, table: Table) -> str:
    """What addresses of its pages call a game: its code, or that with its link; "": nobody may look."""
    if is_public(tx, table):
        return table.id
    return f"{table.id}-{table.origin[LINK]}" if table.origin.get(LINK) else ""


def on_the_web(tx: Tx, name: str) -> Table | None:
    """Return the game of which everybody may see the pages with this name, None for all others."""
    code, _, link = name.partition("-")
    table = tables.get(tx, code)
    if table is None:
        return None
    if link:
        return table if hmac.compare_digest(str(table.origin.get(LINK, "")), link) else None
    return table if is_public(tx, table) else None


def is_league_public(tx: Tx, league: League) -> bool:
    """The same of a league, by its channel."""
    return _shown(tx, league.guild_id, {league.channel_id})


def is_server_public(tx: Tx, guild_id: int) -> bool:
    """Whether a server shows anything on the web."""
    return bool(public_channels(tx, guild_id))


def whole_servers(tx: Tx) -> list[int]:
    """The servers all of whose games everybody may look at: the front page lists them, and no others."""
    return [one.guild_id for one in find(tx, Server) if EVERYWHERE in one.settings.get(PAGES, ())]


SERVER_NAME = "pages_name"
"""Key in a server's settings: what it is called, as far as the bot has heard."""


def server_name(tx: Tx, guild_id: int | None) -> str:
    """What pages call a server, "" where nothing of it is public."""
    server = first(tx, Server, guild_id=guild_id) if guild_id is not None else None
    if server is None or not server.settings.get(PAGES):
        return ""
    return str(server.settings.get(SERVER_NAME) or text.SOME_SERVER)


def public_channels(tx: Tx, guild_id: int) -> frozenset[int]:
    """The channels and categories that a server shows on the web; `EVERYWHERE` for all."""
    server = first(tx, Server, guild_id=guild_id)
    return frozenset(server.settings.get(PAGES, ())) if server is not None else frozenset()


def _shown(tx: Tx, guild_id: int | None, places: Collection[int | None]) -> bool:
    if guild_id is None:
        return False
    shown = public_channels(tx, guild_id)
    return EVERYWHERE in shown or not shown.isdisjoint(places)


async def note_left(context: Context, table_id: str, user_id: int) -> None:
    """Note that a player has left the game's server, and tell the host once."""

    def change(tx: Tx) -> None:
        snapshot, now = context.snapshot(tx, table_id), context.clock.now()
        seat = snapshot.seat_of(user_id)
        if seat is None or snapshot.player(seat).left_at is not None or not snapshot.plays(seat):
            return
        players.change(tx, table_id, user_id, left_at=now)
        snapshot, table = context.snapshot(tx, table_id), snapshot.table
        name = snapshot.names()[seat]
        posts.log(tx, table, "left", text.HAS_LEFT(player=name), now)
        if table.host_id not in (user_id, 0):
            told = text.HAS_LEFT_HOST(game=plain_name(table.name), code=table.id, player=name)
            fallback = text.HAS_LEFT_CALL(host=table.host_id, player=name)
            posts.tell(tx, table, table.host_id, f"left/{seat}/{now:.3f}", told, now, fallback)
        for left in snapshot.hooks.player_left:
            left(tx, snapshot, seat, now)

    await context.write_game(table_id, change)


async def note_returned(context: Context, table_id: str, user_id: int) -> None:
    """Note that a player is in the game's server again."""

    def change(tx: Tx) -> None:
        snapshot, now = context.snapshot(tx, table_id), context.clock.now()
        seat = snapshot.seat_of(user_id)
        if seat is None or snapshot.player(seat).left_at is None:
            return
        players.change(tx, table_id, user_id, left_at=None)
        snapshot = context.snapshot(tx, table_id)
        line = text.IS_BACK(player=snapshot.names()[seat])
        posts.log(tx, snapshot.table, "left", line, now)
        for returned in snapshot.hooks.player_returned:
            returned(tx, snapshot, seat, now)

    await context.write_game(table_id, change)


def _was_there(tx: Tx, table: Table, player: Player | None, user_id: int) -> bool:
    """Whether the user hosts this game, plays in it or has played in it."""
    if table.host_id == user_id or player is not None:
        return True
    return any(sitting.user_id == user_id for sitting in find(tx, Sitting, table_id=table.id))


# -- Which game somebody means


class GameLookup:
    def __init__(self, context: Context, looking: Looking) -> None:
        self.context = context
        self._looking = looking

    async def owed(self, user_id: int) -> list[tuple[Table, bool]]:
        """The user's games in play, each with whether an order of theirs is missing; those first."""

        def look(tx: Tx) -> list[tuple[Table, bool]]:
            found = []
            for seated in tables.of_user(tx, user_id, PLAYING):
                snapshot = self.context.snapshot(tx, seated.table.id)
                seat = seated.seat or ""
                missing = seat in snapshot.phase.owing and seat in self.context.missing(tx, snapshot)
                found.append((seated.table, missing))
            return found

        found = await self.context.db.read(look)
        return sorted(found, key=lambda item: not item[1])

    async def pick(self, user_id: int, said: str | None, channel_id: int | None, *, own: bool = False) -> str:
        """Which game is meant: the one named, the channel's, or the user's only one. Refused if there is
        none, or none for this user. own: one to act in"""
        if said and said.strip():
            return (await self._looking.must_look(said.split()[0], user_id, acting=own)).id
        here, player, others = await self.context.db.read(_of_channel, user_id, channel_id, own=own)
        if here is not None:
            if own:
                await self._looking.must_not_have_left(here, player)
            return here.id
        code = await self._only_one(user_id, others)
        if own:
            await self._looking.must_be_there(code, user_id)
        return code

    async def _only_one(self, user_id: int, others: str) -> str:
        """The user's only game that waits for them, or their only one. Raises Refused. others: the code of
        the channel's game, in which they do not play"""
        mine = await self.owed(user_id)
        owing = [table for table, missing in mine if missing]
        waiting = owing or [table for table, _ in mine]
        if len(waiting) == 1:
            return waiting[0].id
        if not waiting and others:
            raise Refused(text.NOT_A_PLAYER(code=others))
        if not waiting:
            raise Refused(text.NO_GAME_HERE)
        which = {"codes": listing([f"`{table.id}`" for table in waiting], "and"), "code": waiting[0].id}
        if others:
            told = text.NOT_THIS_WAITING if owing else text.NOT_THIS_PLAYED
            raise Refused(told(other=others, **which))
        raise Refused((text.WHICH_WAITING if owing else text.WHICH_PLAYED)(**which))

    async def kinds(self, user_id: int, channels: Iterable[int]) -> list[str]:
        """The kinds of game that somebody may mean here, by their keys: that of the first of these channels
        that has or had a game; else those of the user's games in play."""

        def look(tx: Tx) -> list[str]:
            for channel in channels:
                for statuses in (PLAYING, LOBBY, OVER):
                    if (table := tables.newest_in(tx, channel, statuses)) is not None:
                        return [table.game]
            return []

        here = await self.context.db.read(look)
        return here or sorted({table.game for table, _ in await self.owed(user_id)})


def _of_channel(
    tx: Tx, user_id: int, channel_id: int | None, *, own: bool
) -> tuple[Table | None, Player | None, str]:
    """The channel's game that is meant, with its player, and the code of one in which the user does not play;
    "" none. own: see `pick`"""
    others = ""
    # Orders are for games to come, looking back for those that were.
    for statuses in (PLAYING, LOBBY, OVER) if own else (PLAYING, OVER, LOBBY):
        if channel_id is None:
            break
        if (mine := tables.newest_in(tx, channel_id, statuses, seated=user_id if own else None)) is not None:
            player = first(tx, Player, table_id=mine.id, user_id=user_id) if own else None
            return mine, player, ""
        if own and not others and (other := tables.newest_in(tx, channel_id, statuses)) is not None:
            others = other.id
    return None, None, others


# -- Codes of games are never used again, so that old links and files go on meaning what they meant; when the
# short ones run out, longer ones of the same pattern follow.


_LETTERS = "abcdefghjkmnpqrstuvwxyz"
_DIGITS = "23456789"
SHORT_CODE, LONG_CODE = 2, 4
"""Pairs of a letter and a digit. There are 22,080 codes of two, 4 million of three, 750 million of four."""
TRIES = 6
"""So many codes are drawn before a longer one: where these are all taken, most of that length are."""
CODE_PATTERN = rf"(?:[a-z]\d){{{SHORT_CODE},{LONG_CODE}}}"
"""What a code looks like, for those who look for one in a text."""


def new_code(pairs: int = SHORT_CODE) -> str:
    """A game's code: signs that nobody confuses, letters and digits in turn, such as k7f3 or k7f3m2.

    It never looks like an order: those begin with the name of a square, a to h.
    """
    first, *others = (_LETTERS[8:], *[_LETTERS] * (pairs - 1))
    return "".join(secrets.choice(letters) + secrets.choice(_DIGITS) for letters in (first, *others))


def free_code(hooks: Hooks, tx: Tx, taken: Collection[str] = ()) -> str:
    """A code that no game has, nor one that is still to be opened. taken: nor one of these"""
    tried = 0
    while True:
        code = new_code(min(SHORT_CODE + tried // TRIES, LONG_CODE))
        tried += 1
        spoken_for = code in taken or any(told(tx, code) for told in hooks.code_taken)
        if not spoken_for and tables.get(tx, code) is None:
            return code
