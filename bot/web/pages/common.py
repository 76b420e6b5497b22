"""What the pages that everybody may look at have in common."""

from __future__ import annotations

import hashlib

from aiohttp import web

from bot.common.message import Message
from bot.storage.database import Tx
from bot.web.cards import Cards, Values, names_in
from bot.web.facts import with_pages
from bot.web.pictures import kind_of
from bot.web.site import Site

NOBODY = 0
"""The user who looks: somebody without a seat, as everybody is here."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK = "public, no-cache"
"""What a browser is told of a page that changes with the game: to ask whether it has."""


async def looked_at(
    site: Site, pictures: str, *messages: Message, guild: int | None = None, links: bool = True
) -> list[Values]:
    """Cards without controls.

    pictures: the path under which their pictures are fetched
    guild: the server that they are of, whose members they mention
    links: whether names lead to the pages there
    """

    def look(tx: Tx) -> tuple[dict[int, str], set[int]]:
        people = names_in(tx, guild, [f"{each.text}\n{each.words}" for each in messages])
        return people, with_pages(tx, guild, people) if links else set()

    people, known = await site.read(look)
    homes = {user: site.url(f"/s/{guild}/players/{user}") for user in known}
    cards = Cards(site, pictures, "", people, homes=homes)
    return [cards.card(message.bare) for message in messages]


async def picture(site: Site, name: str) -> web.Response:
    """A picture that everybody may see, by its name. Raises HTTPNotFound."""
    data = await site.pictures.get(name)
    if data is None:
        raise web.HTTPNotFound
    return web.Response(body=data, content_type=kind_of(data), headers={"Cache-Control": FOR_EVER})


def cached(request: web.Request, answer: web.Response) -> web.Response:
    """Let it be kept for a moment; whoever has it already is told so (ETag)."""

    body = answer.body
    assert isinstance(body, bytes)
    tag = hashlib.sha256(body).hexdigest()[:24]
    if tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers={"ETag": f'"{tag}"', "Cache-Control": ASK})
    answer.headers["ETag"] = f'"{tag}"'
    answer.headers["Cache-Control"] = ASK
    return answer
