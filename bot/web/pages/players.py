"""Players and ratings of servers that show all, because results are those of all their games."""

from __future__ import annotations

from collections.abc import Iterable

from aiohttp import web

from bot.common.message import Message
from bot.engine.access import server_name
from bot.web import values
from bot.web.facts import Asked, Facts
from bot.web.graph import graph
from bot.web.pages.common import cached, looked_at
from bot.web.site import Site

GUILD = r"{guild:[0-9]{1,20}}"
MOST_ROWS = 100
"""So many players are on one page of a leaderboard, and so many results on a player's."""


class PlayerPages:
    def __init__(self, site: Site) -> None:
        self._site, self._services = site, site.services
        self._facts = Facts(site)

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get(f"/s/{GUILD}/ratings/{{game:[a-z0-9]{{2,20}}}}", self._ratings),
            web.get(f"/s/{GUILD}/players/{{user:[0-9]{{1,20}}}}", self._player),
        ]

    async def close(self) -> None:
        """Nothing is under way."""

    async def _ratings(self, request: web.Request) -> web.Response:
        guild, game = int(request.match_info["guild"]), request.match_info["game"]
        asked = Asked(MOST_ROWS, request.query.get("after", ""))
        found = await self._facts.leaders(guild, game, asked)
        name = self._services.context.games[game].name
        page = self._site.page(
            "ratings.html", game=name, key=game, guild=guild, rows=found.items, after=found.next,
            server=await self._site.read(server_name, guild),
        )  # fmt: skip
        return cached(request, page)

    async def _player(self, request: web.Request) -> web.Response:
        guild, user = int(request.match_info["guild"]), int(request.match_info["user"])
        player = await self._facts.player(guild, user)
        found = await self._services.profiles.look(guild, user, lambda _: True)  # all of the server is public
        [card] = await looked_at(self._site, "/l/pictures", Message("\n".join(found.lines)), guild=guild)
        games = self._services.context.games
        shown = [
            {"key": key, "name": games[key].name, "graph": graph(rated)}
            for key in player.ratings
            if key in games and len(rated := over_time(player, key)) > 1
        ]
        page = self._site.page(
            "player.html", guild=guild, server=await self._site.read(server_name, guild), player=player,
            card=card, found=found, graphs=shown,
            results=player.games[:MOST_ROWS], games={key: game.name for key, game in games.items()},
        )  # fmt: skip
        return cached(request, page)


def over_time(player: values.Player, game: str) -> list[values.Played]:
    """The player's games of this kind that counted for the rating, the first one first."""
    return [one for one in reversed(player.games) if one.game == game and one.rating is not None]
