"""Reads what everybody may know, as `bot.web.values`. What is not public is not found, in the same words.

Who may look is for `bot.engine.access` to say: players, their ratings and results are shown only where all
of a server is, because they come of all its games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, TypeVar

from aiohttp import web

from bot.common.clock import DAY
from bot.common.errors import Refused
from bot.common.message import former
from bot.engine.access import (
    EVERYWHERE,
    is_league_public,
    is_public,
    is_server_public,
    public_channels,
)
from bot.features.history.pages import Page
from bot.features.leagues import season_snapshot
from bot.features.leagues.plan import points_text
from bot.features.leagues.scoring import Result, counts, points_of
from bot.features.leagues.season import dates
from bot.features.leagues.season_snapshot import Season, compute, tables
from bot.features.leagues.views.table_format import Cross, cross, zones
from bot.features.lobby.balance import FAVOURS
from bot.features.lobby.text import FAVOURED
from bot.features.profiles.leaderboard import ranking
from bot.features.profiles.profile import Reliability
from bot.features.puzzles.posting import puzzle_picture
from bot.features.puzzles.solving import task_of
from bot.features.puzzles.stock import day_of, of_day
from bot.features.ratings import store as ratings
from bot.features.ratings.rating import Skill
from bot.features.webhooks.webhooks import Event
from bot.storage import deadlines
from bot.storage import players as seats
from bot.storage import tables as game_rows
from bot.storage.database import Tx
from bot.storage.league_records import GameResult, League, Rating, Round
from bot.storage.records import Player, Table, TableStatus
from bot.storage.rows import find, first
from bot.web import text, values
from bot.web.board import SIZE, BoardPicture
from bot.web.cards import names_in
from bot.web.history import PublicHistory
from bot.web.markdown import to_line
from bot.web.site import Site

T = TypeVar("T")
MOST = 100
"""Most entries on one page of a list."""
USUAL = 50
BIG = 2**63
PUZZLE_DAYS, PUZZLE_TOLD = 15, 2
"""So many days of puzzles are shown; and after so many the solution is: servers post it at their own hour."""
LISTED: tuple[TableStatus, ...] = ("lobby", "playing", "over")


def moment(at: float) -> str:
    """
    >>> moment(0.0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(int(at), UTC).isoformat().replace("+00:00", "Z")


def moment_or_none(at: float | None) -> str | None:
    return None if at is None else moment(at)


@dataclass(frozen=True, slots=True)
class Asked:
    """A page of a list. limit: most entries;  cursor: `next` of the page before, "" the first page"""

    limit: int = USUAL
    cursor: str = ""

    def page(self, found: Sequence[T], mark: Callable[[T], str]) -> values.Listing[T]:
        """This page of a list that is known as a whole. mark: what tells an entry from others"""
        start = 0
        if self.cursor:
            at = next((at for at, one in enumerate(found) if mark(one) == self.cursor), None)
            if at is None:
                raise web.HTTPNotFound
            start = at + 1
        shown = tuple(found[start : start + self.limit])
        more = start + self.limit < len(found)
        return values.Listing(items=shown, next=mark(shown[-1]) if more and shown else None)


class Facts:
    def __init__(self, site: Site) -> None:
        self._site, self._services, self._context = site, site.services, site.services.context
        self.history = PublicHistory(self._context)

    # -- rules

    def games(self) -> list[values.Rules]:
        """All kinds of game."""
        return [self._rules(key) for key in self._context.games]

    def _rules(self, key: str) -> values.Rules:
        game, pitch = self._context.games[key], self._context.presenters[key].pitch
        return values.Rules(
            key=key,
            name=game.name,
            sentence=pitch.sentence,
            players=pitch.players,
            length=pitch.length,
            difficulty=pitch.difficulty,
            rules_version=game.rules_version,
            url=self._site.absolute(f"/rules/{key}"),
        )

    def rules(self, key: str) -> values.RulesText:
        """The rules of a game in short. Raises HTTPNotFound."""
        if key not in self._context.games:
            raise web.HTTPNotFound
        pages = self._context.presenters[key].pages()
        return values.RulesText(
            about=self._rules(key),
            pages=tuple(values.RulesPage(title=page.title, text=page.text) for page in pages),
            balance=tuple(balance(self._context.presenters[key], key)),
        )

    # -- puzzles

    def puzzles(self) -> list[values.Puzzle]:
        """Today's, and those of the days before it, the newest first."""
        today = day_of(self._context.clock.now())
        return [self.puzzle(day) for day in range(today, today - PUZZLE_DAYS, -1)]

    def puzzle(self, day: int) -> values.Puzzle:
        """The puzzle of a day. Raises HTTPNotFound for days to come and for those long past."""
        today = day_of(self._context.clock.now())
        if not today - PUZZLE_DAYS < day <= today:
            raise web.HTTPNotFound
        puzzle = of_day(day)
        game = self._context.rules[puzzle.game, puzzle.rules_version]
        presenter = self._context.presenters[puzzle.game]
        view, told = game.view(game.position(puzzle.position), puzzle.seat), day <= today - PUZZLE_TOLD
        extras = puzzle_picture(text.OF_DAY(date=_date(day)), SIZE)
        board = BoardPicture.of(f"puzzle-{puzzle.key}.png", game.key, view, extras, presenter)
        name = self._site.pictures.ask(board.game, board.view, board.extras)
        return values.Puzzle(
            day=day,
            date=_date(day),
            game=game.key,
            name=game.name,
            to_move=to_line(presenter.to_move(view)),
            task=task_of(puzzle),
            position=game.show(view),
            board=board.alt,
            picture=self._site.absolute(f"/puzzles/pictures/{name}"),
            solution=puzzle.solution if told else None,
            why=puzzle.line if told else None,
            url=self._site.absolute(f"/puzzles/{day}"),
        )

    # -- servers

    async def server(self, guild: int) -> values.Server:
        """What a server shows. Raises HTTPNotFound: nothing."""
        channels = await self._site.read(public_channels, guild) if guild < BIG else ()
        if not channels:
            raise web.HTTPNotFound
        return values.Server(
            id=str(guild), whole=EVERYWHERE in channels, url=self._site.absolute(f"/s/{guild}")
        )

    async def games_of(
        self, guild: int, statuses: Sequence[TableStatus], asked: Asked
    ) -> values.Listing[values.Game]:
        """A server's games, newest first. Raises HTTPNotFound."""

        def look(tx: Tx) -> values.Listing[values.Game] | None:
            if guild >= BIG or not is_server_public(tx, guild):
                return None
            before = first(tx, Table, id=asked.cursor, guild_id=guild) if asked.cursor else None
            if asked.cursor and (before is None or not is_public(tx, before)):
                return None
            found: list[Table] = []
            while len(found) <= asked.limit:
                some = game_rows.listed(tx, guild, statuses, before, asked.limit + 1)
                found += [table for table in some if is_public(tx, table)]
                if len(some) <= asked.limit:
                    break
                before = some[-1]
            shown = found[: asked.limit]
            more = len(found) > asked.limit
            return values.Listing(
                items=tuple(self._game(tx, table) for table in shown), next=shown[-1].id if more else None
            )

        found: values.Listing[values.Game] = _there(await self._site.read(look))
        return found

    async def leagues_of(self, guild: int, asked: Asked) -> values.Listing[values.League]:
        """A server's leagues, newest first. Raises HTTPNotFound."""

        def look(tx: Tx) -> list[League] | None:
            if guild >= BIG or not is_server_public(tx, guild):
                return None
            found = [league for league in find(tx, League, guild_id=guild) if is_league_public(tx, league)]
            return sorted(found, key=lambda league: (-league.created_at, league.id))

        page = asked.page(_there(await self._site.read(look)), lambda league: league.id)
        told = [await self.league(league.id) for league in page.items]
        return values.Listing(items=tuple(told), next=page.next)

    # -- a game

    async def table(self, code: str) -> Table:
        """A game that everybody may look at. Raises HTTPNotFound for all others."""

        def look(tx: Tx) -> Table | None:
            table = game_rows.get(tx, code)
            return table if table is not None and is_public(tx, table) else None

        table: Table = _there(await self._site.read(look))
        if table.status not in LISTED:
            raise web.HTTPNotFound
        return table

    async def begun(self, code: str) -> Table:
        """The same of a game that has begun."""
        table = await self.table(code)
        if table.status == "lobby":
            raise web.HTTPNotFound
        return table

    async def game(self, code: str) -> values.Game:
        """A game, also one that waits for players. Raises HTTPNotFound."""
        table = await self.table(code)
        found: values.Game = await self._site.read(self._game, table)
        return found

    def _game(self, tx: Tx, table: Table) -> values.Game:
        presenter = self._context.presenters.get(table.game)
        outcome = table.outcome or {}
        there = sorted(find(tx, Player, table_id=table.id), key=lambda one: (one.seat or "", one.joined_at))
        league = first(tx, League, id=table.origin["league"]) if "league" in table.origin else None
        now = self._context.snapshot(tx, table.id) if table.status == "playing" else None
        view = now.view(None) if now is not None else None
        standing = now.presenter.standing(view) if now is not None else {}
        due = deadlines.get(tx, table.id) if now is not None else None
        return values.Game(
            code=table.id,
            game=table.game,
            rules_version=table.rules_version,
            options=dict(table.options),
            name=table.name,
            status=table.status,  # type: ignore[arg-type]  # never a closed lobby
            players=tuple(
                values.Seated(
                    name=one.name,
                    seat=one.seat,
                    side=presenter.seat_name(one.seat) if presenter is not None and one.seat else "",
                    standing=standing.get(one.seat or "", ""),
                    place=outcome.get("places", {}).get(one.seat),
                )
                for one in there
                if one.seat is not None or table.status == "lobby"
            ),
            turn=now.title if now is not None else None,
            waits_for=to_line(now.presenter.phase_line(view)) if now is not None else None,
            due=moment(due.due_at) if due is not None else None,
            result=outcome.get("reason"),
            league=league.id if league is not None and is_league_public(tx, league) else None,
            created=moment(table.created_at),
            started=moment_or_none(table.started_at),
            ended=moment_or_none(table.ended_at),
            url=self._site.absolute(f"/g/{table.id}"),
        )

    async def turns(self, code: str, asked: Asked) -> values.Listing[values.Turn]:
        """The turns of a game, the first one first. Raises HTTPNotFound."""
        table = await self.begun(code)
        found = await self._pages(table.id)
        turns = [self._turn(table.id, name, page) for name, page in found.items()]
        return asked.page(turns, lambda turn: turn.name)

    async def _pages(self, code: str) -> dict[str, Page]:
        try:
            return await self.history.turns(code)
        except Refused:
            raise web.HTTPNotFound from None

    def _turn(self, code: str, name: str, page: Page) -> values.Turn:
        url = self._site.absolute(f"/g/{code}/{name}")
        return values.Turn(name=name, title=page.heading, kind=page.kind, taken_back=page.gone, url=url)

    async def turn(self, code: str, turn: str) -> values.TurnTold:
        """One turn as everybody sees it. Raises HTTPNotFound."""
        table = await self.begun(code)
        pages = await self._pages(table.id)
        if turn not in pages:
            raise web.HTTPNotFound
        shown, told = _there(await self.history.turn(table.id, list(pages).index(turn) + 1))
        last, over = shown[-1], table.status == "over"
        view = last.view(None)
        board = self.history.board(shown, None)
        name = self._site.pictures.ask(board.game, board.view, board.extras)
        people = await self._site.read(names_in, table.guild_id, told)
        orders: dict[str, tuple[str, ...]] = {}
        for one in shown if over else ():
            for seat, given in one.step.orders.items():
                orders[seat] = (*orders.get(seat, ()), *given)
        return values.TurnTold(
            turn=self._turn(table.id, turn, pages[turn]),
            report=tuple(to_line(line, people) for block in told for line in block.split("\n") if line),
            events=tuple(
                {key: value for key, value in event.items() if key != "seen_by"}
                for one in shown
                for event in one.step.events
                if event.get("seen_by") is None
            ),
            orders=orders,
            position=last.game.show(view),
            waits_for=to_line(last.presenter.phase_line(view)),
            why=tuple(
                values.Why(of=each.of, told=tuple(to_line(line, people) for line in each.told))
                for each in self.history.explained(shown).why
            ),
            board=board.alt,
            picture=self._site.absolute(f"/g/{table.id}/{turn}/board/{name}"),
        )

    async def told(self, event: Event) -> values.Told | None:
        """What a webhook is told of an event; None: everybody may not know of it any more."""
        game = turn = None
        if event.game is not None:
            try:
                game = await self.game(event.game)
                pages = await self._pages(event.game)
                [name] = [name for name, page in pages.items() if event.seq in page.seqs]
                turn = await self.turn(event.game, name)
            except web.HTTPNotFound:
                return None
        return values.Told(
            type=event.type,  # type: ignore[arg-type]  # an EventType
            timestamp=moment(event.at),
            data=values.ToldOf(server=str(event.guild), game=game, turn=turn),
        )

    # -- a league

    async def season(self, code: str) -> tuple[Season, list[Round], list[League], set[int]]:
        """A league with its rounds, all of its seasons that are public, and which of its players have pages.
        Raises HTTPNotFound."""

        def look(tx: Tx) -> tuple[Season, list[Round], list[League], set[int]] | None:
            league = first(tx, League, id=code)
            if league is None or not is_league_public(tx, league):
                return None
            chain = [one for one in _seasons(tx, league) if is_league_public(tx, one)]
            season = season_snapshot.read(tx, league)
            known = with_pages(tx, league.guild_id, [one.user_id for one in season.entrants])
            return season, find(tx, Round, league_id=league.id), chain, known

        found: tuple[Season, list[Round], list[League], set[int]] = _there(await self._site.read(look))
        return found

    async def league(self, code: str) -> values.League:
        """What a league is, and its dates. Raises HTTPNotFound."""
        season, rounds, chain, _ = await self.season(code)
        league = season.league
        return values.League(
            code=league.id,
            name=league.name,
            season=league.season,
            game=league.game,
            format=season.plan.format,
            status=league.status,
            divisions=season.plan.divisions,
            players=len(season.numbered or [one for one in season.entrants if one.status == "in"]),
            round=league.round,
            rounds=season.total if season.numbered else None,
            dates=tuple(
                values.LeagueDate(kind=each.kind, round=each.round, at=moment(each.at), state=each.state)
                for each in dates.calendar(season, rounds)
            ),
            seasons=tuple(
                values.Season(
                    code=one.id, season=one.season, status=one.status, url=self._site.absolute(f"/l/{one.id}")
                )
                for one in chain
            ),
            created=moment(league.created_at),
            ended=moment_or_none(league.ended_at),
            url=self._site.absolute(f"/l/{league.id}"),
        )

    async def standings(self, code: str) -> list[values.Row]:
        """The tables of all divisions, the highest first. Raises HTTPNotFound."""
        season, _, _, known = await self.season(code)
        found = await tables(self._context.renderer, season)
        names, moves = _names(season, known), zones(season.plan, found)
        return [
            values.Row(
                division=row.division,
                rank=row.rank,
                **names[row.number],
                points=points_text(row.points),
                games=row.record.games,
                won=row.record.wins,
                drawn=row.record.draws,
                lost=row.record.losses,
                byes=row.record.byes,
                missed=row.record.missed,
                left=row.left,
                moves=moves.get(row.number, ""),
            )
            for rows in found
            for row in rows
        ]

    async def crosstables(self, code: str) -> list[values.Crosstable]:
        """Everybody against everybody, or round by round, for each division. Raises HTTPNotFound."""
        season, _, _, known = await self.season(code)
        if not season.league.round:
            return []
        names, told = _names(season, known), []
        for division, rows in enumerate(await tables(self._context.renderer, season), 1):
            given = (season.plan, rows, season.played())
            found: Cross = await compute(self._context.renderer, season, cross, *given)
            lines = tuple(
                values.CrossRow(
                    rank=row.rank,
                    **names[row.number],
                    marks=tuple(mark.text for mark in marks),
                    points=points_text(row.points),
                )
                for row, marks in found.lines
            )
            told.append(values.Crosstable(division=division, heads=found.heads, rows=lines, keys=found.keys))
        return told

    async def fixtures(self, code: str, number: int = 0) -> list[values.Fixture]:
        """The games of a league, by round and board. number: of one round alone. Raises HTTPNotFound."""
        season, _, _, known = await self.season(code)
        league, names = season.league, _names(season, known)
        presenter = self._context.presenters[league.game]
        sides = [presenter.seat_name(seat) for seat in self._context.games[league.game].seats(league.options)]
        found = [one for one in season.fixtures if number in (0, one.round)]
        told = []
        for fixture in sorted(found, key=lambda one: (one.round, one.division, one.board)):
            result = Result.read(fixture.result) if fixture.result is not None else None
            points: Mapping[int, Fraction] = {}
            if result is not None and counts(result):
                points = points_of(season.plan, result, tuple(fixture.numbers))
            going = "playing" if fixture.table_id else "opening"
            several = len(fixture.numbers) > 1
            told.append(
                values.Fixture(
                    round=fixture.round,
                    division=fixture.division,
                    board=fixture.board,
                    players=tuple(
                        values.FixturePlayer(
                            **names[who],
                            side=sides[at] if several and at < len(sides) else "",
                            points=points_text(points[who]) if who in points else None,
                        )
                        for at, who in enumerate(fixture.numbers)
                    ),
                    status=result.kind if result is not None else going,
                    game=fixture.table_id,
                    settled=moment_or_none(fixture.settled_at),
                )
            )
        return told

    # -- players

    async def whole(self, guild: int) -> None:
        """Raise HTTPNotFound unless all of a server is public."""
        if guild >= BIG or EVERYWHERE not in await self._site.read(public_channels, guild):
            raise web.HTTPNotFound

    async def leaders(self, guild: int, game: str, asked: Asked) -> values.Listing[values.Rated]:
        """The ratings in a game, as the leaderboard in Discord has them: best first, then those with too few
        games. Raises HTTPNotFound."""
        await self.whole(guild)
        if game not in self._context.games:
            raise web.HTTPNotFound
        everybody: list[Rating] = await self._site.read(_ratings, guild, game)
        placed = ranking(everybody)
        ranked = {one.user_id for one, _ in placed}
        rest: list[tuple[Rating, int | None]] = [
            (one, None) for one in everybody if one.user_id not in ranked
        ]
        rest.sort(key=lambda each: (-each[0].games, each[0].user_id))
        page = asked.page([*placed, *rest], lambda each: str(each[0].user_id))
        return values.Listing(items=tuple(_rated(one, place) for one, place in page.items), next=page.next)

    async def player(self, guild: int, user: int) -> values.Player:
        """Somebody's ratings, results and reliability in a server. Raises HTTPNotFound."""
        await self.whole(guild)
        if not 0 < user < BIG:
            raise web.HTTPNotFound

        def look(tx: Tx) -> Any:
            if not with_pages(tx, guild, [user]):
                return None
            name = seats.names_in(tx, guild, [user]).get(user, text.SOMEBODY)
            results = find(tx, GameResult, guild_id=guild, user_id=user)
            mine = find(tx, Rating, guild_id=guild, user_id=user)
            places = {
                one.game: place
                for one in mine
                for each, place in ranking(_ratings(tx, guild, one.game))
                if each.user_id == user
            }
            return results, name, mine, places, ratings.record_of(tx, guild, user)

        results, name, mine, places, record = _there(await self._site.read(look))
        newest = max(mine, key=lambda one: one.at, default=None)
        kept = Reliability(sum(one.turns for one in record), sum(one.missed for one in record))
        return values.Player(
            player=str(user),
            name=newest.name if newest is not None else name,
            ratings={one.game: _rated(one, places.get(one.game)) for one in mine},
            reliability=values.Reliability(turns=kept.turns, missed=kept.missed, percent=kept.percent),
            games=tuple(self._played(one) for one in sorted(results, key=lambda one: -one.ended_at)),
            url=self._site.absolute(f"/s/{guild}/players/{user}"),
        )

    def _played(self, result: GameResult) -> values.Played:
        presenter = self._context.presenters.get(result.game)
        after = None
        if result.mu_after is not None and result.sigma_after is not None:
            after = Skill(result.mu_after, result.sigma_after)
        return values.Played(
            code=result.table_id,
            game=result.game,
            side=presenter.seat_name(result.seat) if presenter is not None else result.seat,
            place=result.place or None,
            shared=result.shared,
            seats=result.seats,
            substitute=not result.began,
            rating=after.points if after is not None else None,
            margin=after.margin if after is not None else None,
            ended=moment(result.ended_at),
        )


def _date(day: int) -> str:
    return moment(day * DAY)[:10]


def balance(presenter: Any, key: str) -> list[str]:
    """Which sides of a game win more than their share, as the lobby tells it."""
    return [
        to_line(FAVOURED(side=presenter.seat_name(one.seat), percent=one.percent, fair=one.fair)[3:])
        for one in FAVOURS
        if one.game == key
    ]


def with_pages(tx: Tx, guild: int | None, users: Iterable[int]) -> set[int]:
    """Those of these users who have a page in this server: where all of it is public, who plays or has played
    there."""
    if guild is None or EVERYWHERE not in public_channels(tx, guild):
        return set()
    asked = {user for user in users if user > 0}  # others have asked to be forgotten
    return ratings.with_results(tx, guild, asked) | seats.seated_in(tx, guild, asked)


def _there(found: Any) -> Any:
    """What was found. Raises HTTPNotFound for None."""
    if found is None:
        raise web.HTTPNotFound
    return found


def _ratings(tx: Tx, guild: int, game: str) -> list[Rating]:
    return find(tx, Rating, guild_id=guild, game=game)


def _rated(one: Rating, place: int | None) -> values.Rated:
    skill = Skill(one.mu, one.sigma)
    return values.Rated(
        player=str(one.user_id) if one.user_id > 0 else None,
        name=one.name if one.user_id > 0 else former(one.user_id),
        place=place,
        rating=skill.points,
        margin=skill.margin,
        games=one.games,
    )


def _names(season: Season, known: Collection[int]) -> dict[int, dict[str, Any]]:
    """The names and pages of a league's players, by number. known: who has a page"""
    return {
        one.number: {"name": one.name, "player": str(one.user_id) if one.user_id in known else None}
        for one in season.entrants
        if one.number
    }


def _seasons(tx: Tx, league: League) -> list[League]:
    """All seasons of a league, the first one first."""
    found = [league]
    while found[0].previous and (before := first(tx, League, id=found[0].previous)) is not None:
        found.insert(0, before)
    while (after := first(tx, League, previous=found[-1].id)) is not None:
        found.append(after)
    return found
