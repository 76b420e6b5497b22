"""Buttons, menus and forms: each is declared once, beside its handler, and one dispatcher calls them all.

    class VoteButtons:
        @button("voteyes", public=True)
        async def yes(self, interaction: Interaction, press: Press) -> None: ...

An id says which act it is, and which game, seat and turn it belongs to, so posts of yesterday work after a
restart. Anybody can make up an id: what one may ask for is checked here, before its handler runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from bot.common.errors import Refused
from bot.common.message import Kind, Press
from bot.discord import text
from bot.discord.answer import acknowledge, guarded
from bot.discord.client import Interaction
from bot.engine.access import Looking

Values = Sequence[str] | Mapping[str, str]
"""What was chosen in a menu, or filled into a form by the keys of its fields; of a button ()."""
Handler = Callable[..., Awaitable[None]]
Pressed = TypeVar("Pressed", bound=Callable[[Any, Interaction, Press], Awaitable[None]])
Chosen = TypeVar("Chosen", bound=Callable[[Any, Interaction, Press, Sequence[str]], Awaitable[None]])
Filled = TypeVar("Filled", bound=Callable[[Any, Interaction, Press, Mapping[str, str]], Awaitable[None]])

_DECLARED = "_declared_acts"


@dataclass(frozen=True, slots=True)
class Act:
    """How a button, menu or form may be used.

    name:   the act in its id
    public: it may be used below a message that others see too, because it answers aside, or updates a lobby
            or a sign-up post; "new": only while its id says that it opens a new private answer. All else puts
            a private answer in the place of its message
    looks:  it only looks: players who have left the server may use it
    game:   `Press.table` is a game's code
    empty:  of a menu: choosing nothing is a choice
    """

    kind: Kind
    name: str
    public: bool | Literal["new"] = False
    looks: bool = False
    game: bool = True
    empty: bool = False


def button(
    *names: str, public: bool | Literal["new"] = False, looks: bool = False, game: bool = True
) -> Callable[[Pressed], Pressed]:
    """Declare the handler of the buttons with these acts."""
    return _declare(*(Act("button", name, public, looks, game) for name in names))


def menu(
    name: str, *, public: bool = False, looks: bool = False, game: bool = True, empty: bool = False
) -> Callable[[Chosen], Chosen]:
    """Declare the handler of a menu. The choice is acknowledged before it runs."""
    return _declare(Act("menu", name, public, looks, game, empty))


def form(
    *names: str, public: bool = False, looks: bool = False, game: bool = True
) -> Callable[[Filled], Filled]:
    """Declare the handler of the forms with these acts."""
    return _declare(*(Act("form", name, public, looks, game) for name in names))


def _declare(*acts: Act) -> Callable[[Any], Any]:
    def marked(handler: Any) -> Any:
        setattr(handler, _DECLARED, (*getattr(handler, _DECLARED, ()), *acts))
        return handler

    return marked


def _declared(owner: object) -> Iterator[tuple[Act, Handler]]:
    for name, method in inspect.getmembers(type(owner), inspect.isfunction):
        for act in getattr(method, _DECLARED, ()):
            yield act, getattr(owner, name)


class Eyes(Protocol):
    """Learns from an interaction who sees what."""

    def met(self, interaction: Interaction) -> None:
        """Note who acts here."""


class Dispatcher:
    """Finds the handler of an act, checks whether the user may use it here, and runs it."""

    def __init__(self, looking: Looking, sight: Eyes, owners: Iterable[object]) -> None:
        """owners: objects with declared handlers. Raises ValueError if two declare the same act."""
        self._looking = looking
        self._sight = sight
        self._handlers: dict[tuple[Kind, str], tuple[Act, Handler]] = {}
        for owner in owners:
            for act, handler in _declared(owner):
                if (act.kind, act.name) in self._handlers:
                    raise ValueError(f"the {act.kind} {act.name!r} is declared twice")
                self._handlers[act.kind, act.name] = act, handler

    @property
    def acts(self) -> frozenset[Act]:
        return frozenset(act for act, _ in self._handlers.values())

    async def run(self, interaction: Interaction, kind: Kind, press: Press, values: Values = ()) -> None:
        """Do what the id of a button, menu or form says. Whatever is refused or breaks is answered."""
        async with guarded(interaction, f"{kind} {press.act}"):
            act, handler = self._handlers.get((kind, press.act), (None, None))
            if act is None or handler is None:
                raise Refused(text.OLD_BUTTON)
            await self._let_in(interaction, press, act)
            if kind == "button":
                await handler(interaction, press)
                return
            if kind == "menu":
                if not values and not act.empty:
                    raise Refused(text.NOTHING_CHOSEN)
                await acknowledge(interaction)
            await handler(interaction, press, values)

    async def _let_in(self, interaction: Interaction, press: Press, act: Act) -> None:
        """Check that the act may be used below this message, and its game by this user. Raises Refused."""
        self._sight.met(interaction)
        public = press.extra == "new" if act.public == "new" else act.public
        if not (public or is_private(interaction)):
            raise Refused(text.NOT_HERE)
        if not act.game:
            return
        await self._looking.must_look(press.table, interaction.user.id, acting=not act.looks)


def is_private(interaction: Interaction) -> bool:
    """Whether the user alone sees the message that this is about, or there is none."""
    message = interaction.message
    elsewhere = interaction.guild_id is None and not interaction.context.private_channel
    return message is None or message.flags.ephemeral or elsewhere
