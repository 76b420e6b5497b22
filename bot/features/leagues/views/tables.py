"""Show a league's tables and crosstables, on request and in posts. Everything is computed on each look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.text import Text
from bot.common.message import Message, Picture, Press, Rows, clip, due_words, plain_name
from bot.common.payloads import HooksByKind, PostHooks, Sent
from bot.engine.context import Context
from bot.features.leagues import season_snapshot, store
from bot.features.leagues.league_lookup import ACCENTS, league_of, named, titled
from bot.features.leagues.links import FROM_ELSEWHERE, page_links
from bot.features.leagues.plan import Format, is_duel, points_text
from bot.features.leagues.posts import SignUpPost, StandingsPost
from bot.features.leagues.scoring import Played
from bot.features.leagues.season import dates
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.season_snapshot import Season, compute, look_up, tables
from bot.features.leagues.standings import Row, stepped_in
from bot.features.leagues.views import text as words
from bot.features.leagues.views.overview import LeaguePages, Turn, turning
from bot.features.leagues.views.table_format import (
    alt_of,
    cross,
    cross_grid,
    lines,
    said_in,
    table_grid,
    zones,
)
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.records import Post
from maps.league import Grid, draw
from maps.text import capitalized

PAGE = 16
"""So many rows of a table are on one page."""
MOST_ALT = 1024
MOST_CROSS_NAME = 20
COLUMNS: Mapping[Format, int] = {"roundrobin": 7, "swiss": 5, "tables": 7}
"""So many columns of a crosstable are on one page."""
POSTED = 10
"""So many rows are told in a post: the picture has more."""
MOST_STEPPED = 8


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
    def title(self) -> str:
        """Of its pictures."""
        name = named(self.season.league)
        if len(self.tables) == 1:
            return name
        return words.PICTURE_DIVISION(league=name, division=self.division)

    def head(self, whole: Text, of_division: Text) -> str:
        """The first line of a page: one of these."""
        league = titled(self.season.league)
        return (
            whole(league=league)
            if len(self.tables) == 1
            else of_division(league=league, division=self.division)
        )


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
        if press.act == "lmine":
            return await self.own_games(press.table, user_id)
        if press.act == "llog":
            return await self.log(press.table, press.turn)
        if press.act == "lshow":
            return await self.show(press.table, user_id)
        return await self.table(press.table, user_id, number, page)

    async def table(self, league_id: str, user_id: int, division: int = 0, page: int = -1) -> Message:
        """The table of a division with the user's own row marked. Raises Refused.

        division: 0 the user's own, or the first;  page: from 0; -1: the one with the user's row
        """
        season = await look_up(self.context, league_id)
        league, table = season.league, await self._table(season, division, user_id)
        own = next((one.number for one in season.numbered if one.user_id == user_id), 0)
        page = table.page_of(own) if page < 0 else min(page, table.pages - 1)
        shown = table.shown(page)
        shown += tuple(row for row in table.rows if row.number == own and row not in shown)
        told = lines(season.plan, shown, table.names, own=own)
        if not told:
            told = words.NO_TABLE
            if league.previous:
                told = words.NO_TABLE_YET(n=league.season - 1, code=league.previous)
        return Message(
            table.head(words.TABLE, words.TABLE_DIVISION),
            await self._picture(table, page, own) if table.rows else None,
            rows=(told, *_turns(table, page, table.pages, "ltable")),
            small=_small(table),
            accent=ACCENTS[league.status],
        )

    async def crosstable(self, league_id: str, user_id: int, division: int = 0, page: int = -1) -> Message:
        """Everybody against everybody, or round by round. Raises Refused.

        division: 0 the user's own, or the first;  page: from 0; -1: the first with the user's row
        """
        season = await look_up(self.context, league_id)
        league, table = season.league, await self._table(season, division, user_id)
        own = next((one.number for one in season.numbered if one.user_id == user_id), 0)
        if not league.round:
            return Message(words.NO_ROUND, rows=(page_links(league, "lcross"),))
        given = (season.plan, table.rows, table.played)
        found = await compute(self.context.renderer, season, cross, *given)
        wide = COLUMNS[season.plan.format]
        across = max(1, -(-len(found.heads) // wide))
        pages = table.pages * across
        page = table.page_of(own) * across if page < 0 else min(page, pages - 1)
        down, right = divmod(page, across)
        rows = slice(down * PAGE, (down + 1) * PAGE)
        columns = slice(right * wide, (right + 1) * wide)
        mine = next((one for one in found.lines if one[0].number == own), None)
        own_row: Rows = (words.CROSS_OWN(marks=said_in(mine[1]) or "–"),) if mine is not None else ()
        grid = cross_grid(
            found,
            rows,
            columns,
            table.names,
            title=table.title,
            caption=f"{league.id} · {_moment(season)}",
            own=own,
        )
        told = "; ".join(
            words.CROSS_ROW(
                rank=row.rank,
                name=clip(table.names[row.number], MOST_CROSS_NAME),
                marks=said_in(marks[columns]) or "–",
            )
            for row, marks in found.lines[rows]
        )
        alt = words.CROSSTABLE_ALT(title=table.title, rows=told)
        name = f"{league.id}-crosstable-{table.division}-{page + 1}"
        return Message(
            table.head(words.CROSSTABLE, words.CROSSTABLE_DIVISION),
            await self._drawn(grid, alt, name),
            rows=(*own_row, *_turns(table, page, pages, "lcross")),
            small=words.RANKS if is_duel(season.plan) else found.keys,
            accent=ACCENTS[league.status],
        )

    async def table_message(
        self, league: League, division: int = 1, *, small: bool = True, after: int = 0
    ) -> Message:
        """The top of a division's table, for a post. small: with a line that says how far the season is

        after: as it was after this round, although the next one has begun; 0: as it is
        """
        season = await self.context.db.read(season_snapshot.read, league)
        if after:
            known = tuple(fixture for fixture in season.fixtures if fixture.round <= after)
            season = replace(season, league=replace(league, round=after), fixtures=known)
        table = await self._table(season, division)
        foot = [_small(table)] if small else []
        if len(table.rows) > POSTED:
            foot.append(words.FIRST_ROWS(n=POSTED, all=len(table.rows)))
        told = lines(season.plan, table.rows[:POSTED], table.names)
        return Message(
            "",
            await self._picture(table) if table.rows else None,
            rows=(*([told] if told else []), page_links(league, "", table.division)),
            small=" · ".join(foot),
            accent=ACCENTS[league.status],
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
            title=table.title,
            caption=f"{season.league.id} · {_moment(season)}",
            own=own,
        )
        alt = words.TABLE_ALT(title=table.title, rows=alt_of(grid))
        return await self._drawn(grid, alt, f"{season.league.id}-table-{table.division}-{page + 1}")

    async def _drawn(self, grid: Grid, alt: str, name: str) -> Picture:
        """Drawn in a worker; name: of the file."""
        data = await self.context.renderer.work(draw, grid)
        return Picture(f"{name}.png", data, clip(alt, MOST_ALT))


def _small(table: Table) -> str:
    """How far the season is, and what those have who play for others alone."""
    season, league = table.season, table.season.league
    told = [_moment(season)]
    if season.unfinished():
        told.append(words.UNDER_WAY(n=len(season.unfinished())))
    begins = dates.next_round(league, season.plan, season.total)
    if begins is not None and not season.unfinished():
        told.append(words.NEXT_ROUND(begins=due_words(begins)))
    names = {one.number: plain_name(clip(one.name, MOST_CROSS_NAME)) for one in season.entrants}
    stepped = [
        words.SUBSTITUTE(name=names.get(number, words.SOMEBODY), points=points_text(points))
        for number, points in stepped_in(season.plan, season.entrants, table.played).items()
    ]
    if stepped:
        told.append(words.STEPPED_IN(names=", ".join(stepped[:MOST_STEPPED])))
    return capitalized(" · ".join(told))


def _moment(season: Season) -> str:
    n = season.league.round
    if not n:
        return words.BEFORE
    return (words.IN_ROUND if season.unfinished() else words.AFTER_ROUND)(n=n)


def _turns(table: Table, page: int, pages: int, act: str) -> Rows:
    """Buttons to the other pages and divisions, and to what else there is to look at."""
    league, division = table.season.league, table.division
    found: list[Turn] = []
    if pages > 1:
        found.append((words.PAGE_BACK, division, max(0, page - 1), "b", page == 0))
        found.append((words.PAGE_NEXT, division, min(pages - 1, page + 1), "n", page == pages - 1))
    if len(table.tables) > 1:
        up, down = max(1, division - 1), min(len(table.tables), division + 1)
        found.append((words.DIVISION_UP(n=up), up, 0, "u", division == up))
        found.append((words.DIVISION_DOWN(n=down), down, 0, "d", division == down))
    return (*turning(act, league, found), page_links(league, act, division))


class Composing:
    def __init__(self, context: Context, signup: SignUp, views: LeagueViews) -> None:
        self.context = context
        self._signup = signup
        self._views = views

    def post_hooks(self) -> HooksByKind:
        """Return how the posts of leagues leave that are more than words."""
        return {
            SignUpPost: PostHooks(
                message=self.sign_up, edited=self._sign_up_edited, arrived=_sign_up_arrived
            ),
            StandingsPost: PostHooks(message=self.standings),
        }

    async def sign_up(self, post: Post, said: SignUpPost) -> Message:
        """Compose the sign-up post, with the board before the first turn. Raises Refused."""
        league = await self.context.db.read(league_of, said.league)
        picture = await self.context.opening(league.game, league.options)
        return replace(await self._signup.message(said.league), picture=picture)

    async def _sign_up_edited(self, post: Post, said: SignUpPost) -> Message:
        return await self._signup.message(said.league)

    async def standings(self, post: Post, said: StandingsPost) -> Message:
        """Compose the text, then the table. Raises Refused."""
        league = await self.context.db.read(league_of, said.league)
        # What is complete is told with the table: the next round has begun when the post leaves.
        table = await self._views.table_message(league, said.division, small=not said.after, after=said.after)
        return replace(table, text=said.text)


def _sign_up_arrived(tx: Tx, post: Post, said: SignUpPost, sent: Sent) -> None:
    store.change_league(tx, said.league, message_id=sent.message_id)
