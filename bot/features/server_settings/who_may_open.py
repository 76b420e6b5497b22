"""Who may open games and make leagues in a server, where, and how many: what its admins set with /setup.

Whoever may manage the server always may, whatever roles are set; places and limits hold for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.text import counted, listing
from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine.context import Context
from bot.storage import tables
from bot.storage.database import Tx
from bot.storage.records import ACTIVE, Server, Table
from bot.storage.rows import first, save

MOST = 25
"""So many roles, and so many channels, may be named."""
MOST_GAMES = 1000
MOST_NAMED = 10
"""So many of a host's games a refusal names."""
_ROLES, _CHANNELS, _GAMES, _HOSTED = "open_roles", "open_channels", "most_games", "most_hosted"
_ORGANISERS = "open_leagues"
_MANAGERS = "whoever may manage the server"


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, in which server and where.

    roles:   the ids of the user's roles
    manager: whether the user may manage the server
    places:  the ids of the channel, of the one that a thread is in, and of their category
    known:   the ids of all roles that the server has now: others were deleted
    """

    guild_id: int
    user_id: int
    roles: frozenset[int] = frozenset()
    manager: bool = False
    places: frozenset[int] = frozenset()
    known: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds in a server. No roles: everyone; no channels: anywhere; 0 games: no limit; no organisers:
    only who may manage the server."""

    roles: tuple[int, ...] = ()
    channels: tuple[int, ...] = ()
    games: int = 0
    hosted: int = 0
    organisers: tuple[int, ...] = ()
    other: Mapping[str, Any] = field(default_factory=dict)
    """What else is set for the server, by other parts of the bot."""

    @classmethod
    def read(cls, settings: Mapping[str, Any]) -> Rules:
        own = {_ROLES, _CHANNELS, _GAMES, _HOSTED, _ORGANISERS}
        return cls(
            roles=tuple(settings.get(_ROLES, ())),
            channels=tuple(settings.get(_CHANNELS, ())),
            games=settings.get(_GAMES, 0),
            hosted=settings.get(_HOSTED, 0),
            organisers=tuple(settings.get(_ORGANISERS, ())),
            other={key: value for key, value in settings.items() if key not in own},
        )

    def stored(self) -> dict[str, Any]:
        own = {_ROLES: self.roles, _CHANNELS: self.channels, _GAMES: self.games, _HOSTED: self.hosted}
        return {**self.other, **own, _ORGANISERS: self.organisers}

    # -- in words

    def who(self, known: Collection[int]) -> str:
        """Who may open games. known: the roles that there are"""
        return _named(self.roles, known) if self.roles else "everyone"

    def organising(self, known: Collection[int]) -> str:
        """Who may run leagues."""
        return _named(self.organisers, known)

    def where(self) -> str:
        if not self.channels:
            return "in every channel"
        return f"in {listing([f'<#{place}>' for place in self.channels], 'and')}, with the threads there"

    def limits(self) -> str:
        server = f"at most {self.games} in this server" if self.games else "no limit for the server"
        host = f"at most {self.hosted} for each host" if self.hosted else "no limit for a host"
        return f"{server}, {host}"


async def check(tx: Tx, asker: Asker) -> None:
    """Raise Refused, in a line that says who or where would do, if this user may not open a game here now."""
    rules = await _rules(tx, asker.guild_id)
    if rules.roles and not asker.manager and not asker.roles & set(rules.roles):
        raise Refused(f"You may not open games in this server. Those who may: {rules.who(asker.known)}.")
    _must_be_where(rules, asker, "/game new")
    if rules.games and await _opened(tx, asker.guild_id) >= rules.games:
        raise Refused(
            f"This server allows {counted(rules.games, 'game')} at a time, open or in play, and has as many. "
            "Wait until one is over, or ask somebody who may manage the server to raise the limit."
        )
    if rules.hosted:
        hosted = await tables.hosted(tx, asker.guild_id, asker.user_id, ACTIVE)
        mine = [table for table in hosted if "league" not in table.origin]
        if len(mine) >= rules.hosted:
            raise Refused(
                f"A host may have {counted(rules.hosted, 'game')} at a time in this server, open or in play, "
                f"and you have {_codes(mine)}. Wait until one is over, or let somebody else open the game."
            )


async def may_organise(tx: Tx, asker: Asker) -> None:
    """Raise Refused, in a line that says who or where would do, if this user may not make a league here."""
    rules = await _rules(tx, asker.guild_id)
    if not asker.manager and not asker.roles & set(rules.organisers):
        raise Refused(
            f"You may not make leagues in this server. Those who may: {rules.organising(asker.known)}. "
            "A manager lets a role do it with `/setup organisers`."
        )
    _must_be_where(rules, asker, "/league create")


def _must_be_where(rules: Rules, asker: Asker, command: str) -> None:
    if rules.channels and not asker.places & set(rules.channels):
        named = listing([f"<#{place}>" for place in rules.channels], "or")
        raise Refused(f"No games are opened in this channel. Use `{command}` in {named}.")


async def _rules(tx: Tx, guild_id: int) -> Rules:
    """Return what the server's admins have set; the defaults if they set nothing."""
    server = await first(tx, Server, guild_id=guild_id)
    return Rules.read(server.settings if server is not None else {})


async def _opened(tx: Tx, guild_id: int) -> int:
    """How many games are open or in play that somebody opened: leagues open theirs by themselves."""
    found = await tables.of_guild(tx, guild_id, ACTIVE)
    return sum("league" not in table.origin for table in found)


class Permissions:
    """The use cases of /setup. Each answer says what holds now."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def may_open(self, asker: Asker) -> None:
        """Raise Refused as `check` does: before a thread is made for a game that may not be."""
        async with self.context.db.read() as tx:
            await check(tx, asker)

    async def may_organise(self, asker: Asker) -> None:
        """Raise Refused as `may_organise` does."""
        async with self.context.db.read() as tx:
            await may_organise(tx, asker)

    async def roles(
        self, asker: Asker, add: int | None = None, remove: int | None = None, everyone: bool = False
    ) -> Message:
        """Who may open games: one role more, one less, or everyone. Roles that were deleted are forgotten."""

        def change(rules: Rules) -> Rules:
            _one_thing("role", add, remove, everyone=everyone)
            kept = tuple(role for role in rules.roles if role in asker.known)
            # The role that all members have is the server's own number.
            if everyone or add == asker.guild_id:
                return replace(rules, roles=_changed((), None, remove, rules.roles, "role", "<@&{}>"))
            return replace(rules, roles=_changed(kept, add, remove, rules.roles, "role", "<@&{}>"))

        return await self._change(asker, change)

    async def channels(
        self, asker: Asker, add: int | None = None, remove: int | None = None, anywhere: bool = False
    ) -> Message:
        """Where games may be opened: one channel (thread, category) more, one less, or anywhere."""

        def change(rules: Rules) -> Rules:
            _one_thing("channel", add, remove, anywhere=anywhere)
            kept = () if anywhere else rules.channels
            return replace(rules, channels=_changed(kept, add, remove, rules.channels, "channel", "<#{}>"))

        return await self._change(asker, change)

    async def organisers(
        self, asker: Asker, add: int | None = None, remove: int | None = None, nobody: bool = False
    ) -> Message:
        """Who may make leagues beside the managers: one role more, one less, or nobody."""

        def change(rules: Rules) -> Rules:
            _one_thing("role", add, remove, nobody=nobody)
            kept = () if nobody else tuple(role for role in rules.organisers if role in asker.known)
            changed = _changed(kept, add, remove, rules.organisers, "role", "<@&{}>")
            return replace(rules, organisers=changed)

        return await self._change(asker, change)

    async def limits(self, asker: Asker, games: int | None = None, hosted: int | None = None) -> Message:
        """How many games at a time: in the server, and of one host. 0: no limit; None: as before."""

        def change(rules: Rules) -> Rules:
            given: dict[str, Any] = {
                key: most for key, most in (("games", games), ("hosted", hosted)) if most is not None
            }
            if not given:
                raise Refused("Give a number for `server`, for `host`, or both; 0 is no limit.")
            if not all(0 <= most <= MOST_GAMES for most in given.values()):
                raise Refused(f"A limit is a number from 1 to {MOST_GAMES}, or 0 for none.")
            return replace(rules, **given)

        return await self._change(asker, change)

    async def _change(self, asker: Asker, change: Callable[[Rules], Rules]) -> Message:
        async with self.context.db.begin() as tx:
            rules = change(await self._changing(tx, asker))
            await save(tx, Server(guild_id=asker.guild_id, settings=rules.stored()))
            return await self._shown(tx, asker, rules)

    async def show(self, asker: Asker) -> Message:
        """What holds."""
        async with self.context.db.read() as tx:
            return await self._shown(tx, asker, await self._changing(tx, asker))

    async def _changing(self, tx: Tx, asker: Asker) -> Rules:
        """What holds, for those who may change it. An admin may have let others use /setup in Discord's own
        settings; but whom it lets create games is not for everyone to say."""
        if not asker.manager:
            raise Refused("Only members with *Manage Server* set up who may open games.")
        return await _rules(tx, asker.guild_id)

    async def _shown(self, tx: Tx, asker: Asker, rules: Rules) -> Message:
        now = await _opened(tx, asker.guild_id)
        lines = [
            "### Games in this server",
            f"- **Who may open them:** {rules.who(asker.known)}",
            f"- **Where:** {rules.where()}",
            f"- **At a time:** {rules.limits()}; now {counted(now, 'game')} open or in play",
            f"- **Who may make leagues:** {rules.organising(asker.known)}",
            "-# Change it with `/setup roles`, `channels`, `limits`, `organisers`. What is under way stays.",
        ]
        return Message("\n".join(lines))


def _named(roles: Sequence[int], known: Collection[int]) -> str:
    """These roles, and who may manage the server, as mentions."""
    names = [f"<@&{role}>" for role in roles if role in known]
    gone = len(roles) - len(names)
    deleted = [counted(gone, "deleted role")] if gone else []
    return listing([*names, *deleted, _MANAGERS], "and")


def _one_thing(what: str, add: int | None, remove: int | None, **all_: bool) -> None:
    """Raise Refused if nothing is to be changed, or two things that contradict each other."""
    [(name, chosen)] = all_.items()
    named = add is not None or remove is not None
    if not named and not chosen:
        raise Refused(f"Name a {what} to `add` or to `remove`, or choose `{name}: True`.")
    if named and chosen:
        raise Refused(f"`{name}: True` forgets every {what}: choose it alone, or leave it out.")


def _codes(hosted: Sequence[Table]) -> str:
    named = [f"`{table.id}`" for table in hosted[:MOST_NAMED]]
    return listing([*named, "others"] if len(hosted) > len(named) else named, "and")


def _changed(
    kept: tuple[int, ...],
    add: int | None,
    remove: int | None,
    before: tuple[int, ...],
    what: str,
    mention: str,
) -> tuple[int, ...]:
    """A list with one id more and one less, in the order in which they came. Raises Refused."""
    if remove is not None and remove not in before:
        named = listing([mention.format(one) for one in before], "and")
        there = f"The list has {named}." if before else "The list is empty."
        raise Refused(f"{mention.format(remove)} is not on the list. {there}")
    kept = tuple(one for one in kept if one != remove)
    if add is None or add in kept:
        return kept
    if len(kept) == MOST:
        raise Refused(f"There are {MOST} {what}s on the list already, and no more can be. Remove one first.")
    return (*kept, add)
