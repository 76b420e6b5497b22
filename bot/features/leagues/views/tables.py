"""Show a league's tables and crosstables, on request and in posts. Everything is computed on each look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.text import counted
from bot.common.message import (
    MOST_TEXT,
    Message,
    Picture,
    Press,
    Rows,
    clip,
    due_words,
    fit,
    plain_name,
)
from bot.common.payloads import HooksByKind, PostHooks, Sent
from bot.engine.context import Context
from bot.features.leagues import season_snapshot, store
from bot.features.leagues.league_lookup import heading, league_of, named
from bot.features.leagues.plan import Format, is_duel, points_text
from bot.features.leagues.posts import SignUpPost, StandingsPost
from bot.features.leagues.scoring import Played
from bot.features.leagues.season import dates
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.season_snapshot import Season, compute, look_up, tables
from bot.features.leagues.standings import Row, stepped_in
from bot.features.leagues.views.overview import FROM_ELSEWHERE, LeaguePages, Turn, page_links, turning
from bot.features.leagues.views.table_format import RANKS, alt_of, cross, cross_grid, lines, table_grid, zones
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.records import Post
from maps.league import Grid, draw

PAGE = 16
"""So many rows of a table are on one page."""
MOST_ALT = 1024
MOST_CROSS_NAME = 20
COLUMNS: Mapping[Format, int] = {"roundrobin": 12, "swiss": 8, "tables": 10}
"""So many columns of a crosstable are on one page."""
POSTED = 10
"""So many rows are told in a post: the picture has more."""
MOST_STEPPED = 8
MOST_POSTED = 900
"""Signs of these rows: other words stand before them."""


@dataclass(frozen=True)
class Table:
    """The table of one division, as one transaction reads it.

    tables: of all divisions;  played: the games of all of them
    """

    season: Season
    division: int
    tables: tuple[tuple[Row, ...], ...]
    played: tuple[Played, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.tables[self.division - 1]

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.rows) // PAGE))

    def page_of(self, number: int) -> int:
        """The page with this entrant's row; the first one if there is none."""
        return next((at // PAGE for at, row in enumerate(self.rows) if row.number == number), 0)

    def shown(self, page: int) -> tuple[Row, ...]:
        return self.rows[page * PAGE : (page + 1) * PAGE]

    @property
    def names(self) -> dict[int, str]:
        return {entrant.number: entrant.name for entrant in self.season.numbered}

    @property
    def which(self) -> str:
        """Which division it is, where there are several."""
        return f", division {self.division}" if len(self.tables) > 1 else ""


class LeagueViews(LeaguePages):
    """All that a league shows."""

    async def pressed(self, press: Press, user_id: int) -> Message:
        """What a button of these messages shows. Raises Refused."""
        head = press.extra.partition(".")[0]
        number = int(head) if head.isascii() and head.isdecimal() else 0
        # A button from elsewhere opens the page with the user's own row; the others name a page.
        page = -1 if press.extra.endswith(FROM_ELSEWHERE) else press.turn
        if press.act == "lcross":
            return await self.crosstable(press.table, user_id, number, page)
        if press.act == "lfix":
            return await self.fixtures(press.table, number, press.turn, user_id)
        if press.act == "llog":
            return await self.log(press.table, press.turn)
        if press.act == "lshow":
            return await self.show(press.table)
        return await self.table(press.table, user_id, number, page)

    async def table(self, league_id: str, user_id: int, division: int = 0, page: int = -1) -> Message:
        """The table of a division with the user's own row marked. Raises Refused.

        division: 0 the user's own, or the first;  page: from 0; -1: the one with the user's row
        """
        season = await look_up(self.context, league_id)
        league, table = season.league, await self._table(season, division, user_id)
        own = next((one.number for one in table.season.numbered if one.user_id == user_id), 0)
        page = table.page_of(own) if page < 0 else min(page, table.pages - 1)
        head, small = heading(league, f"table{table.which}"), _small(table)
        shown = table.shown(page)
        shown += tuple(row for row in table.rows if row.number == own and row not in shown)
        told = lines(table.season.plan, shown, table.names, MOST_TEXT - len(head) - len(small) - 2, own=own)
        if not told:
            told = ["Nobody has a place yet: the season has not begun."]
            if league.previous:
                told.append(
                    f"`/league table league:{league.previous}` is that of season {league.season - 1}."
                )
        picture = await self._picture(table, page, own) if table.rows else None
        return Message("\n".join([head, *told, small]), picture, _turns(table, page, table.pages, "ltable"))

    async def crosstable(self, league_id: str, user_id: int, division: int = 0, page: int = -1) -> Message:
        """Everybody against everybody, or round by round. Raises Refused.

        division: 0 the user's own, or the first;  page: from 0; -1: the first with the user's row
        """
        season = await look_up(self.context, league_id)
        league, table = season.league, await self._table(season, division, user_id)
        own = next((one.number for one in season.numbered if one.user_id == user_id), 0)
        if not league.round:
            return Message(f"{heading(league, f'crosstable{table.which}')}\nNo round has begun yet.")
        given = (season.plan, table.rows, table.played)
        found = await compute(self.context.renderer, season, cross, *given)
        wide = COLUMNS[season.plan.format]
        across = max(1, -(-len(found.heads) // wide))
        pages = table.pages * across
        page = table.page_of(own) * across if page < 0 else min(page, pages - 1)
        down, right = divmod(page, across)
        rows = slice(down * PAGE, (down + 1) * PAGE)
        columns = slice(right * wide, (right + 1) * wide)
        told = [heading(league, f"crosstable{table.which}")]
        for row, marks in found.lines[rows]:
            name = plain_name(clip(table.names[row.number], MOST_CROSS_NAME))
            said = " ".join(mark.said for mark in marks[columns] if mark.said)
            name = f"**{name}** (you)" if row.number == own else name
            told.append(f"**{row.rank}.** {name}: {said or '–'}")
        told.append(f"-# {RANKS if is_duel(season.plan) else found.keys}")
        grid = cross_grid(
            found,
            rows,
            columns,
            table.names,
            title=f"{named(league)}{table.which}",
            caption=f"{league.id} · {_moment(season)}",
            own=own,
        )
        picture = await self._drawn(grid, "Crosstable", f"{league.id}-crosstable-{table.division}-{page + 1}")
        rows_ = _turns(table, page, pages, "lcross")
        return Message(fit("\n".join(told), MOST_TEXT), picture, rows_)

    async def table_message(
        self, league: League, division: int = 1, *, small: bool = True, after: int = 0
    ) -> Message:
        """The top of a division's table, for a post. small: with a line that says how far the season is

        after: as it was after this round, although the next one has begun; 0: as it is
        """
        async with self.context.db.read() as tx:
            season = await season_snapshot.read(tx, league)
        if after:
            known = tuple(fixture for fixture in season.fixtures if fixture.round <= after)
            season = replace(season, league=replace(league, round=after), fixtures=known)
        table = await self._table(season, division)
        told = lines(table.season.plan, table.rows[:POSTED], table.names, MOST_POSTED)
        foot = [_small(table)] if small else []
        if len(table.rows) > POSTED:
            foot.append(f"-# The first {POSTED} of {len(table.rows)}")
        text = "\n".join([f"**Table{table.which}**", *told, *foot])
        return Message(
            text,
            await self._picture(table) if table.rows else None,
            (page_links(league, "", table.division),),
        )

    async def _table(self, season: Season, division: int, user_id: int = 0) -> Table:
        """division: 0 the user's own, or the first"""
        found = await tables(self.context.renderer, season)
        own = next((one.division for one in season.numbered if one.user_id == user_id), 1)
        return Table(season, min(max(division or own, 1), len(found)), found, season.played())

    async def _picture(self, table: Table, page: int = 0, own: int = 0) -> Picture:
        season = table.season
        grid = table_grid(
            season.plan,
            table.shown(page),
            table.names,
            zones(season.plan, table.tables),
            title=f"{named(season.league)}{table.which}",
            caption=f"{season.league.id} · {_moment(season)}",
            own=own,
        )
        return await self._drawn(grid, "Table", f"{season.league.id}-table-{table.division}-{page + 1}")

    async def _drawn(self, grid: Grid, what: str, name: str) -> Picture:
        """Drawn in a worker; name: of the file."""
        data = await self.context.renderer.work(draw, grid)
        return Picture(f"{name}.png", data, clip(alt_of(grid, what), MOST_ALT))


def _small(table: Table) -> str:
    """How far the season is, and what those have who play for others alone."""
    season, league = table.season, table.season.league
    told = [_moment(season)]
    if season.unfinished():
        told.append(f"{counted(len(season.unfinished()), 'game')} under way")
    begins = dates.next_round(league, season.plan, season.total)
    if begins is not None and not season.unfinished():
        told.append(f"next: {due_words(begins)}")
    names = {one.number: plain_name(clip(one.name, MOST_CROSS_NAME)) for one in season.entrants}
    stepped = [
        f"{names.get(number, 'somebody')} {points_text(points)}"
        for number, points in stepped_in(season.plan, season.entrants, table.played).items()
    ]
    if stepped:
        told.append(f"stepped in: {', '.join(stepped[:MOST_STEPPED])}")
    return f"-# {' · '.join(told)}"


def _moment(season: Season) -> str:
    if not season.league.round:
        return "before the first round"
    return f"{'round' if season.unfinished() else 'after round'} {season.league.round}"


def _turns(table: Table, page: int, pages: int, act: str) -> Rows:
    """Buttons to the other pages and divisions, and to what else there is to look at."""
    league, division = table.season.league, table.division
    found: list[Turn] = []
    if pages > 1:
        found.append(("◀ Back", division, max(0, page - 1), "b", page == 0))
        found.append(("Next ▶", division, min(pages - 1, page + 1), "n", page == pages - 1))
    if len(table.tables) > 1:
        up, down = max(1, division - 1), min(len(table.tables), division + 1)
        found.append((f"▲ Division {up}", up, 0, "u", division == up))
        found.append((f"▼ Division {down}", down, 0, "d", division == down))
    return (*turning(act, league, found), page_links(league, act, division))


MOST_BELOW = 100
"""Characters kept free for what the outbox adds below."""


class Composing:
    def __init__(self, context: Context, signup: SignUp, views: LeagueViews) -> None:
        self.context = context
        self._signup = signup
        self._views = views

    def post_hooks(self) -> HooksByKind:
        """Return how the posts of leagues leave that are more than words."""
        return {
            SignUpPost: PostHooks(message=self.sign_up, edited=self.sign_up, arrived=_sign_up_arrived),
            StandingsPost: PostHooks(message=self.standings),
        }

    async def sign_up(self, post: Post, said: SignUpPost) -> Message:
        """Compose the sign-up post. Raises Refused."""
        return await self._signup.message(said.league)

    async def standings(self, post: Post, said: StandingsPost) -> Message:
        """Compose the text, then the table. Raises Refused."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, said.league)
        # What is complete is told with the table: the next round has begun when the post leaves.
        table = await self._views.table_message(league, said.division, small=not said.after, after=said.after)
        text = "\n".join(part for part in (said.text, table.text) if part)
        return replace(table, text=fit(text, MOST_TEXT - MOST_BELOW))


async def _sign_up_arrived(tx: Tx, post: Post, said: SignUpPost, sent: Sent) -> None:
    await store.change_league(tx, said.league, message_id=sent.message_id)
