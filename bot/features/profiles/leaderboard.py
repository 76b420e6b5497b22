"""/leaderboard: who is the strongest in a game, as far as it is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.common.errors import Refused
from bot.common.message import Button, Message, Rows, buttons, custom_id, plain_name
from bot.engine.context import Context
from bot.features.profiles import text as words
from bot.features.ratings.rating import WIDTHS, Skill
from bot.storage.league_records import Rating
from bot.storage.rows import find

PAGE = 15
LEAST_GAMES = 3
"""With fewer games nobody is ranked: their ratings say too little."""


class Leaderboards:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def page(self, guild_id: int, game: str, number: int, user_id: int) -> Message:
        """A page of the ratings in a game of this server, from 0; the viewer's own is told on each. Raises
        Refused."""
        if game not in self.context.games:
            raise Refused(words.UNKNOWN_GAME)
        everybody = await self.context.db.read(find, Rating, guild_id=guild_id, game=game)
        placed = ranking(everybody)
        ranked, places = [one for one, _ in placed], [place for _, place in placed]
        pages = max(-(-len(ranked) // PAGE), 1)
        number = min(max(number, 0), pages - 1)
        name = self.context.games[game].name
        head = words.BOARD(game=name)
        if pages > 1:
            head = words.BOARD_PAGE(game=name, page=number + 1, pages=pages)
        lines = [] if ranked else [words.NOBODY(n=LEAST_GAMES)]
        for at in range(number * PAGE, min((number + 1) * PAGE, len(ranked))):
            lines.append(_line(places[at], ranked[at], own=ranked[at].user_id == user_id))
        lines += _about_viewer(ranked, places, everybody, number, user_id)
        small = [words.SORTED] if ranked else []
        if few := len(everybody) - len(ranked):
            small.append(words.UNRANKED(n=few, least=LEAST_GAMES))
        mine = next((at // PAGE for at, one in enumerate(ranked) if one.user_id == user_id), None)
        rows: Rows = ("\n".join(lines), *_turning(game, number, pages, mine))
        return Message(head, rows=rows, small="\n".join(small))


def ranking(ratings: Iterable[Rating]) -> list[tuple[Rating, int]]:
    """Those who have enough games, best first, each with the place."""
    ranked = sorted((one for one in ratings if one.games >= LEAST_GAMES), key=_worth)
    return list(zip(ranked, _places(ranked), strict=True))


def _worth(rating: Rating) -> tuple[float, float, int]:
    """Best first."""
    return (WIDTHS * rating.sigma - rating.mu, -rating.mu, rating.user_id)


def _places(ranked: Sequence[Rating]) -> list[int]:
    """The place of each; who is level shares it."""
    places: list[int] = []
    for at, rating in enumerate(ranked):
        level = at > 0 and _worth(rating)[:2] == _worth(ranked[at - 1])[:2]
        places.append(places[-1] if level else at + 1)
    return places


def _line(place: int, rating: Rating, *, own: bool) -> str:
    name, skill = plain_name(rating.name), Skill(rating.mu, rating.sigma)
    return (words.ROW_OWN if own else words.ROW)(place=place, name=name, rating=skill, n=rating.games)


def _about_viewer(
    ranked: Sequence[Rating],
    places: Sequence[int],
    everybody: Sequence[Rating],
    number: int,
    user_id: int,
) -> list[str]:
    """The viewer's own place, unless it stands on this page; or what it still takes to have one."""
    for at, rating in enumerate(ranked):
        if rating.user_id == user_id:
            return [] if at // PAGE == number else [words.GAP, _line(places[at], rating, own=True)]
    own = next((rating.games for rating in everybody if rating.user_id == user_id), None)
    if own is None:
        return []
    return [words.YOU_HAVE(n=own, least=LEAST_GAMES)]


def _turning(game: str, number: int, pages: int, mine: int | None) -> tuple[tuple[Button, ...], ...]:
    """The buttons that turn pages."""
    if pages == 1:
        return ()
    # The last word of the id tells the buttons of a page apart.
    found = [(words.FIRST, 0, "first"), (words.BACK, number - 1, "back"), (words.NEXT, number + 1, "next")]
    found += [(words.MINE, mine, "mine")] if mine is not None else []
    return (
        buttons(
            *(
                Button(
                    custom_id("leaders", game, None, min(max(to, 0), pages - 1), mark),
                    label,
                    disabled=to == number or not 0 <= to < pages,
                )
                for label, to, mark in found
            )
        ),
    )
