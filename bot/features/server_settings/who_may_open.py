"""Who may open games and make leagues in a server, where, and how many: what its admins set with /setup.

Whoever may manage the server always may, whatever roles are set; places and limits hold for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.text import Text, listing
from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine import text as engine_text
from bot.engine.access import EVERYWHERE, PAGES, SERVER_NAME
from bot.engine.context import Context
from bot.features.server_settings import text
from bot.storage import tables
from bot.storage.database import Tx
from bot.storage.records import Server, Table
from bot.storage.rows import find, first, save

MOST = 25
"""So many roles, and so many channels, may be named."""
MOST_GAMES = 1000
MOST_NAMED = 10
"""So many of a host's games a refusal names."""
_ROLES, _CHANNELS, _GAMES, _HOSTED = "open_roles", "open_channels", "most_games", "most_hosted"
_ORGANISERS = "open_leagues"


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, in which server and where.

    roles:   the ids of the user's roles
    manager: whether the user may manage the server
    places:  the ids of the channel, of the one that a thread is in, and of their category
    known:   the ids of all roles that the server has now: others were deleted
    server:  what the server is called
    """

    guild_id: int
    user_id: int
    roles: frozenset[int] = frozenset()
    manager: bool = False
    places: frozenset[int] = frozenset()
    known: frozenset[int] = frozenset()
    server: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds in a server. No roles: everyone; no channels: anywhere; 0 games: no limit; no organisers:
    only who may manage the server."""

    roles: tuple[int, ...] = ()
    channels: tuple[int, ...] = ()
    games: int = 0
    hosted: int = 0
    organisers: tuple[int, ...] = ()
    pages: tuple[int, ...] = ()
    """Whose games everybody may look at on the web, see `bot.engine.access.is_public`."""
    name: str = ""
    """What the web calls the server, if anything is public."""
    other: Mapping[str, Any] = field(default_factory=dict)
    """What else is set for the server, by other parts of the bot."""

    @classmethod
    def read(cls, settings: Mapping[str, Any]) -> Rules:
        own = {_ROLES, _CHANNELS, _GAMES, _HOSTED, _ORGANISERS, PAGES, SERVER_NAME}
        return cls(
            roles=tuple(settings.get(_ROLES, ())),
            channels=tuple(settings.get(_CHANNELS, ())),
            games=settings.get(_GAMES, 0),
            hosted=settings.get(_HOSTED, 0),
            organisers=tuple(settings.get(_ORGANISERS, ())),
            pages=tuple(settings.get(PAGES, ())),
            name=settings.get(SERVER_NAME, ""),
            other={key: value for key, value in settings.items() if key not in own},
        )

    def stored(self) -> dict[str, Any]:
        own = {_ROLES: self.roles, _CHANNELS: self.channels, _GAMES: self.games, _HOSTED: self.hosted}
        named = {SERVER_NAME: self.name} if self.pages and self.name else {}
        return {**self.other, **own, _ORGANISERS: self.organisers, PAGES: self.pages, **named}

    # -- in words

    def who(self, known: Collection[int]) -> str:
        """Who may open games. known: the roles that there are"""
        return _named(self.roles, known) if self.roles else text.EVERYONE

    def organising(self, known: Collection[int]) -> str:
        """Who may run leagues."""
        return _named(self.organisers, known)

    def where(self) -> str:
        if not self.channels:
            return text.EVERYWHERE
        return text.IN_CHANNELS(channels=listing([f"<#{place}>" for place in self.channels], "and"))

    def shown(self) -> str:
        """Whose games everybody may look at on the web."""
        if EVERYWHERE in self.pages:
            return text.PAGES_EVERYWHERE
        named = listing([f"<#{place}>" for place in self.pages], "and")
        return text.PAGES_OF(channels=named) if named else text.PAGES_NONE

    def limits(self) -> str:
        if self.games and self.hosted:
            return text.BOTH_LIMITS(server=self.games, host=self.hosted)
        if self.games:
            return text.SERVER_LIMIT(server=self.games)
        return text.HOST_LIMIT(host=self.hosted) if self.hosted else text.NO_LIMITS


def check(tx: Tx, asker: Asker) -> None:
    """Raise Refused, in a line that says who or where would do, if this user may not open a game here now."""
    rules = _rules(tx, asker.guild_id)
    if rules.roles and not asker.manager and not asker.roles & set(rules.roles):
        raise Refused(text.MAY_NOT_OPEN(who=rules.who(asker.known)))
    _must_be_where(rules, asker, "/game new")
    if rules.games and _opened(tx, asker.guild_id) >= rules.games:
        raise Refused(text.SERVER_FULL(n=rules.games))
    if rules.hosted:
        here = tables.open_in(tx, asker.guild_id)
        mine = [one for one in here if one.host_id == asker.user_id and "league" not in one.origin]
        if len(mine) >= rules.hosted:
            raise Refused(text.HOST_FULL(n=rules.hosted, codes=_codes(mine)))


def may_organise(tx: Tx, asker: Asker) -> None:
    """Raise Refused, in a line that says who or where would do, if this user may not make a league here."""
    rules = _rules(tx, asker.guild_id)
    if not asker.manager and not asker.roles & set(rules.organisers):
        raise Refused(text.MAY_NOT_ORGANISE(who=rules.organising(asker.known)))
    _must_be_where(rules, asker, "/league create")


def _must_be_where(rules: Rules, asker: Asker, command: str) -> None:
    if rules.channels and not asker.places & set(rules.channels):
        named = listing([f"<#{place}>" for place in rules.channels], "or")
        raise Refused(text.NOT_HERE(command=command, channels=named))


def _rules(tx: Tx, guild_id: int) -> Rules:
    """Return what the server's admins have set; the defaults if they set nothing."""
    server = first(tx, Server, guild_id=guild_id)
    return Rules.read(server.settings if server is not None else {})


def _opened(tx: Tx, guild_id: int) -> int:
    """How many games are open or in play that somebody opened: leagues open theirs by themselves."""
    return sum("league" not in table.origin for table in tables.open_in(tx, guild_id))


class Permissions:
    """The use cases of /setup. Each answer says what holds now."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def may_open(self, asker: Asker) -> None:
        """Raise Refused as `check` does: before a thread is made for a game that may not be."""
        await self.context.db.read(check, asker)

    async def may_organise(self, asker: Asker) -> None:
        """Raise Refused as `may_organise` does."""
        await self.context.db.read(may_organise, asker)

    async def roles(
        self, asker: Asker, add: int | None = None, remove: int | None = None, everyone: bool = False
    ) -> Message:
        """Who may open games: one role more, one less, or everyone. Roles that were deleted are forgotten."""

        def change(rules: Rules) -> Rules:
            _one_thing(text.NAME_ROLE, add, remove, everyone=everyone)
            kept = tuple(role for role in rules.roles if role in asker.known)
            # The role that all members have is the server's own number.
            if everyone or add == asker.guild_id:
                return replace(rules, roles=_changed((), None, remove, rules.roles, "<@&{}>"))
            return replace(rules, roles=_changed(kept, add, remove, rules.roles, "<@&{}>"))

        return await self._change(asker, change)

    async def channels(
        self, asker: Asker, add: int | None = None, remove: int | None = None, anywhere: bool = False
    ) -> Message:
        """Where games may be opened: one channel (thread, category) more, one less, or anywhere."""

        def change(rules: Rules) -> Rules:
            _one_thing(text.NAME_CHANNEL, add, remove, anywhere=anywhere)
            kept = () if anywhere else rules.channels
            return replace(rules, channels=_changed(kept, add, remove, rules.channels, "<#{}>"))

        return await self._change(asker, change)

    async def pages(
        self,
        asker: Asker,
        add: int | None = None,
        remove: int | None = None,
        everywhere: bool = False,
        off: bool = False,
    ) -> Message:
        """Whose games everybody may look at on the web: one channel more, one less, all, or none. Raises
        Refused where the bot has no pages."""
        if not self.context.web:
            raise Refused(engine_text.NO_PAGES)

        def change(rules: Rules) -> Rules:
            if off or everywhere:
                _one_thing(text.NAME_PAGES, add, remove, **{"off" if off else "everywhere": True})
                return replace(rules, pages=() if off else (EVERYWHERE,), name=asker.server)
            _one_thing(text.NAME_PAGES, add, remove, everywhere=False)
            kept = tuple(place for place in rules.pages if place != EVERYWHERE)
            pages = _changed(kept, add, remove, rules.pages, "<#{}>")
            return replace(rules, pages=pages, name=asker.server)

        shown = await self._change(asker, change)
        if off:
            return shown
        address = f"{self.context.web}/s/{asker.guild_id}"
        return replace(shown, text=f"{shown.text}\n{text.PAGES_AT(url=address)}")

    async def called(self, names: Mapping[int, str]) -> None:
        """Have pages call servers as Discord does now. names: of servers, of which most show nothing"""

        def stale(tx: Tx) -> list[Server]:
            # After a start all are read together; one that has a new name is read alone.
            some = find(tx, Server) if len(names) > 1 else find(tx, Server, guild_id=min(names))
            shown = [one for one in some if one.guild_id in names and one.settings.get(PAGES)]
            return [one for one in shown if one.settings.get(SERVER_NAME) != names[one.guild_id]]

        def store(tx: Tx) -> None:
            for one in stale(tx):
                save(tx, replace(one, settings={**one.settings, SERVER_NAME: names[one.guild_id]}))

        if not names:
            return
        if await self.context.db.read(stale):
            await self.context.db.write(store)

    async def organisers(
        self, asker: Asker, add: int | None = None, remove: int | None = None, nobody: bool = False
    ) -> Message:
        """Who may make leagues beside the managers: one role more, one less, or nobody."""

        def change(rules: Rules) -> Rules:
            _one_thing(text.NAME_ROLE, add, remove, nobody=nobody)
            kept = () if nobody else tuple(role for role in rules.organisers if role in asker.known)
            changed = _changed(kept, add, remove, rules.organisers, "<@&{}>")
            return replace(rules, organisers=changed)

        return await self._change(asker, change)

    async def limits(self, asker: Asker, games: int | None = None, hosted: int | None = None) -> Message:
        """How many games at a time: in the server, and of one host. 0: no limit; None: as before."""

        def change(rules: Rules) -> Rules:
            given: dict[str, Any] = {
                key: most for key, most in (("games", games), ("hosted", hosted)) if most is not None
            }
            if not given:
                raise Refused(text.GIVE_NUMBER)
            if not all(0 <= most <= MOST_GAMES for most in given.values()):
                raise Refused(text.BAD_NUMBER(most=MOST_GAMES))
            return replace(rules, **given)

        return await self._change(asker, change)

    async def _change(self, asker: Asker, change: Callable[[Rules], Rules]) -> Message:
        def store(tx: Tx) -> Message:
            rules = change(self._changing(tx, asker))
            save(tx, Server(guild_id=asker.guild_id, settings=rules.stored()))
            return self._shown(tx, asker, rules)

        return await self.context.db.write(store)

    async def show(self, asker: Asker) -> Message:
        """What holds."""
        return await self.context.db.read(lambda tx: self._shown(tx, asker, self._changing(tx, asker)))

    def _changing(self, tx: Tx, asker: Asker) -> Rules:
        """What holds, for those who may change it. An admin may have let others use /setup in Discord's own
        settings; but whom it lets create games is not for everyone to say."""
        if not asker.manager:
            raise Refused(text.MANAGERS_ONLY)
        return _rules(tx, asker.guild_id)

    def _shown(self, tx: Tx, asker: Asker, rules: Rules) -> Message:
        now = _opened(tx, asker.guild_id)
        lines = [
            text.HEAD,
            text.WHO(who=rules.who(asker.known)),
            text.WHERE(where=rules.where()),
            text.LIMIT(limits=rules.limits(), n=now),
            text.LEAGUES(who=rules.organising(asker.known)),
            *([text.PAGES_SHOWN(what=rules.shown())] if self.context.web else []),
            text.HINT,
        ]
        return Message("\n".join(lines))


def _named(roles: Sequence[int], known: Collection[int]) -> str:
    """These roles, and who may manage the server, as mentions."""
    names = [f"<@&{role}>" for role in roles if role in known]
    gone = len(roles) - len(names)
    deleted = [text.DELETED_ROLES(n=gone)] if gone else []
    return listing([*names, *deleted, text.MANAGERS], "and")


def _one_thing(ask: Text, add: int | None, remove: int | None, **all_: bool) -> None:
    """Raise Refused if nothing is to be changed, or two things that contradict each other."""
    [(name, chosen)] = all_.items()
    named = add is not None or remove is not None
    if not named and not chosen:
        raise Refused(ask(all=name))
    if named and chosen:
        raise Refused(text.ALL_ALONE(all=name))


def _codes(hosted: Sequence[Table]) -> str:
    named = [f"`{table.id}`" for table in hosted[:MOST_NAMED]]
    return listing([*named, text.OTHERS] if len(hosted) > len(named) else named, "and")


def _changed(
    kept: tuple[int, ...],
    add: int | None,
    remove: int | None,
    before: tuple[int, ...],
    mention: str,
) -> tuple[int, ...]:
    """A list with one id more and one less, in the order in which they came. Raises Refused."""
    if remove is not None and remove not in before:
        one, listed = mention.format(remove), listing([mention.format(one) for one in before], "and")
        raise Refused(text.NOT_LISTED(one=one, listed=listed) if before else text.LIST_EMPTY(one=one))
    kept = tuple(one for one in kept if one != remove)
    if add is None or add in kept:
        return kept
    if len(kept) == MOST:
        raise Refused(text.LIST_FULL(most=MOST))
    return (*kept, add)
