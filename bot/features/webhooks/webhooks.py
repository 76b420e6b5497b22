"""Other programs that are told of a server's public games: their addresses, and what is queued for them.

What is queued names a step; what is told of it is composed when it leaves (`bot.web.webhooks`).
"""

from __future__ import annotations

import base64
import ipaddress
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Literal
from urllib.parse import urlsplit

from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Message, clip
from bot.common.payloads import Payload, kind, optional, queue
from bot.engine import text as engine_text
from bot.engine.access import is_public, is_server_public
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.webhooks import text
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.records import Server
from bot.storage.rows import first, save

MOST = 5
"""So many webhooks a server may have."""
LONGEST_URL, LONGEST_SHOWN = 500, 80
SETTING = "webhooks"
"""Key in a server's settings."""
SECRET_BYTES = 24

EventType = Literal["ping", "game.started", "game.turn", "game.taken_back", "game.over"]


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that is told of a server's public games.

    secret:  what is sent is signed with it: "whsec_" and Base64
    stopped: why nothing is sent any more, "" it is
    """

    id: str
    url: str
    secret: str
    stopped: str = ""

    @property
    def lane(self) -> str:
        """The lane of its posts: they arrive in order."""
        return f"{outbox.AWAY}{self.id}"

    @property
    def address(self) -> str:
        """It, for those who manage the server; without its query, which may have a key in it."""
        parts = urlsplit(self.url)
        return f"`{clip(parts.netloc + parts.path, LONGEST_SHOWN).replace('`', '')}`"


@kind("webhook")
@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Payload):
    """What a webhook is told of. guild, webhook: whose;  game, seq: the step, none of a ping"""

    guild: int
    webhook: str
    type: str
    at: float
    game: str | None = optional()
    seq: int | None = optional()


def webhooks_of(tx: Tx, guild_id: int) -> dict[str, Webhook]:
    """Return a server's webhooks, by id."""
    server = first(tx, Server, guild_id=guild_id)
    found = server.settings.get(SETTING, ()) if server is not None else ()
    return {given["id"]: Webhook(**given) for given in found}


def stop(tx: Tx, guild_id: int, ident: str, why: str) -> None:
    """Send nothing more to a webhook, and say why in the server's settings."""
    known = webhooks_of(tx, guild_id)
    if ident in known:
        _store(tx, guild_id, known | {ident: replace(known[ident], stopped=why)})
        outbox.drop_lane(tx, known[ident].lane, why)


def _store(tx: Tx, guild_id: int, webhooks: Mapping[str, Webhook]) -> None:
    server = first(tx, Server, guild_id=guild_id)
    settings = dict(server.settings) if server is not None else {}
    settings[SETTING] = [asdict(each) for each in webhooks.values()]
    save(tx, Server(guild_id=guild_id, settings=settings))


# -- what is queued


def _tell(tx: Tx, snapshot: GameSnapshot, now: float, what: EventType) -> None:
    table = snapshot.table
    if table.guild_id is None:
        return
    told = [each for each in webhooks_of(tx, table.guild_id).values() if not each.stopped]
    if not told or not is_public(tx, table):
        return
    for each in told:
        event = Event(guild=table.guild_id, webhook=each.id, type=what, at=now, game=table.id, seq=table.seq)
        queue(
            tx, f"webhook/{each.id}/{table.id}/{table.seq}/{what}", event, now, channel_id=0, lane=each.lane
        )


game_begun = partial(_tell, what="game.started")
game_over = partial(_tell, what="game.over")


def game_moved(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Tell of a turn, or of a declaration, that lets the game go on; or that a turn was taken back."""
    _tell(tx, after, now, "game.taken_back" if after.step.kind == "undo" else "game.turn")


# -- /setup webhook


class Webhooks:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def add(self, guild_id: int, url: str) -> Message:
        """Tell this address of the server's public games from now on. Who asks manages the server. Raises
        Refused."""
        if not self.context.web:
            raise Refused(engine_text.NO_PAGES)
        url = _address(url)

        def change(tx: Tx) -> Message:
            known = webhooks_of(tx, guild_id)
            if len(known) >= MOST:
                raise Refused(text.FULL(most=MOST))
            made = Webhook(secrets.token_hex(6), url, _secret())
            if any(each.url == url for each in known.values()):
                raise Refused(text.KNOWN(address=made.address))
            _store(tx, guild_id, known | {made.id: made})
            now = self.context.clock.now()
            ping = Event(guild=guild_id, webhook=made.id, type="ping", at=now)
            queue(tx, f"webhook/{made.id}/ping", ping, now, channel_id=0, lane=made.lane)
            which = text.WHICH if is_server_public(tx, guild_id) else text.WHICH_NONE
            docs = f"{self.context.web}/webhooks"
            return Message(text.ADDED(address=made.address, secret=made.secret, which=which, docs=docs))

        return await self.context.db.write(change)

    async def remove(self, guild_id: int, url: str) -> Message:
        """Tell this address nothing more. Raises Refused."""

        def change(tx: Tx) -> Message:
            known = webhooks_of(tx, guild_id)
            gone = next((each for each in known.values() if url.strip() in (each.url, _shown(each))), None)
            if gone is None:
                raise Refused(text.NOT_THERE(known=_listed(known)))
            _store(tx, guild_id, {ident: each for ident, each in known.items() if each is not gone})
            outbox.drop_lane(tx, gone.lane, "the webhook was removed")
            return Message(text.REMOVED(address=gone.address))

        return await self.context.db.write(change)

    async def told(self, guild_id: int) -> str:
        """Say which there are, a line of the server's settings; "" where there are no pages."""
        if not self.context.web:
            return ""
        return text.LINE(webhooks=_listed(await self.context.db.read(webhooks_of, guild_id)))


def _secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def _shown(webhook: Webhook) -> str:
    return webhook.address.strip("`")


def _listed(webhooks: Mapping[str, Webhook]) -> str:
    named = [
        text.STOPPED(address=each.address, why=each.stopped) if each.stopped else each.address
        for each in webhooks.values()
    ]
    return listing(named, "and") or text.NONE


def _address(typed: str) -> str:
    """Return the address that is meant. Raises Refused unless it is one of the open internet, as far as it
    tells; what a name leads to is looked at whenever something is sent."""
    url = typed.strip()
    wrong = Refused(text.BAD_ADDRESS(example="https://bots.example.org/fieldpost"))
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise wrong from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_URL
    if not plain or parts.scheme != "https" or "@" in parts.netloc or not host:
        raise wrong
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a name
        if "." not in host or host.endswith((".local", ".internal", ".localhost")):
            raise Refused(text.LOCAL_ADDRESS) from None
    else:
        if not address.is_global:
            raise Refused(text.LOCAL_ADDRESS)
    return url
