"""/profile: what somebody has played in a server, how well, and how reliably in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.common.message import MOST_CARD, Message, fit, plain_name
from bot.engine.context import Context
from bot.features.leagues import season_snapshot
from bot.features.leagues import store as league_store
from bot.features.leagues import text as league_words
from bot.features.leagues.league_lookup import titled
from bot.features.leagues.season_snapshot import Season
from bot.features.leagues.season_snapshot import tables as table_of
from bot.features.profiles import text as words
from bot.features.ratings import store
from bot.features.ratings.rating import Skill
from bot.features.ratings.store import Tally
from bot.storage import players, tables
from bot.storage.database import Tx
from bot.storage.league_records import League, Rating
from bot.storage.records import PLAYING, Table
from bot.storage.rows import find

_FEW = 10
"""With fewer turns there is no judgement."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """turns: those in which the player owed orders; missed: deadlines that passed without any"""

    turns: int
    missed: int

    @property
    def percent(self) -> int:
        """Rounded down: 100 is for who has missed nothing.

        >>> Reliability(300, 1).percent, Reliability(300, 0).percent, Reliability(0, 0).percent
        (99, 100, 100)
        """
        return 100 * (self.turns - self.missed) // self.turns if self.turns else 100

    def __str__(self) -> str:
        """
        >>> print(Reliability(412, 12))
        **On time** in 97% of 412 turns (12 missed) · reliable
        >>> print(Reliability(9, 1))
        **On time** in 8 of 9 turns · too few to judge by
        """
        if self.turns < _FEW:
            return words.ON_TIME_FEW(kept=self.turns - self.missed, turns=self.turns)
        word = next(word for least, word in words.RELIABLE.items() if self.percent >= least)
        if self.missed:
            missed = self.missed
            return words.ON_TIME_MISSED(percent=self.percent, turns=self.turns, missed=missed, word=word)
        return words.ON_TIME(percent=self.percent, turns=self.turns, word=word)


def tally(results: Iterable[Tally], sides: int) -> str:
    """What came of these games, in words. sides: of the game; two win or lose, more have places.

    Shared places are counted as such: in a draw of all the place is the first, but nobody has won.
    """
    ended = [result for result in results if result.place]
    if sides == 2:
        drawn = sum(result.games for result in ended if result.shared == result.seats)
        won = sum(result.games for result in ended if result.place == 1) - drawn
        lost = sum(result.games for result in ended) - won - drawn
        parts = [(won, words.WON), (drawn, words.DRAWN), (lost, words.LOST)]
        return ", ".join(word(n=number) for number, word in parts if number)
    places, shared = Counter[int](), Counter[int]()
    for result in ended:
        places[result.place] += result.games
        shared[result.place] += result.games if result.shared > 1 else 0
    return ", ".join(
        words.PLACED_SHARED(place=ordinal(place), n=number, shared=shared[place])
        if shared[place]
        else words.PLACED(place=ordinal(place), n=number)
        for place, number in sorted(places.items())
    )


def ordinal(place: int) -> str:
    """
    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ends.get(place % 10, 'th')}"


MOST_LEAGUES, MOST_RUNNING = 5, 10


@dataclass(frozen=True, slots=True)
class Profile:
    """lines: of finished games, and of reliability;  rated: whether there is a rating, or nothing to rate
    leagues: the newest, each with what is said of it;  in_leagues: how many there are in all
    running: games under way that may be told
    """

    lines: tuple[str, ...]
    rated: bool
    leagues: tuple[tuple[League, str], ...]
    in_leagues: int
    running: tuple[Table, ...]


class Profiles:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def message(
        self, guild_id: int, user_id: int, name: str, public: Callable[[int], bool] | None
    ) -> Message:
        """The user's games in this server as a message, see `look`."""
        found = await self.look(guild_id, user_id, public)
        lines = [*found.lines]
        if found.leagues:
            told = _some([line for _, line in found.leagues], MOST_LEAGUES, found.in_leagues)
            lines.append(words.LEAGUES(leagues=told))
        if running := [self._running(table) for table in found.running]:
            lines.append(words.PLAYING(games=_some(running, MOST_RUNNING, len(running))))
        head, small = words.HEAD(name=plain_name(name)), "" if found.rated else words.RATES
        text = fit("\n".join(lines), MOST_CARD - len(head) - len(small) - 10)
        return Message(head, rows=(text,), small=small)

    async def look(self, guild_id: int, user_id: int, public: Callable[[int], bool] | None) -> Profile:
        """The user's games in this server.

        public: whether everybody in the server can see a channel: of games under way only those there are
                told; None: the user looks, and sees all
        """

        def look(
            tx: Tx,
        ) -> tuple[list[Tally], dict[str, Rating], list[League], list[Season], int, list[Table]]:
            record = store.record_of(tx, guild_id, user_id)
            rated = {one.game: one for one in find(tx, Rating, guild_id=guild_id, user_id=user_id)}
            leagues = league_store.league_history_of(tx, guild_id, user_id)
            seasons = [season_snapshot.read(tx, league) for league in leagues[:MOST_LEAGUES]]
            left = players.games_left_by(tx, guild_id, user_id)
            playing = [seated.table for seated in tables.of_user(tx, user_id, PLAYING)]
            return record, rated, leagues, seasons, left, playing

        record, rated, leagues, seasons, left, playing = await self.context.db.read(look)
        lines = list[str]()
        for game, rows in groupby(sorted(record, key=_game), key=_game):
            lines += self._game(game, list(rows), rated)
        if not record:
            lines.append(words.NO_GAMES)
        reliability = Reliability(sum(one.turns for one in record), sum(one.missed for one in record))
        if reliability.turns:
            lines.append(str(reliability))
        if stepped_in := sum(one.games for one in record if not one.began):
            lines.append(words.STEPPED_IN(n=stepped_in))
        if left:
            lines.append(words.GAVE_UP(n=left))
        told = [(season.league, await self._league(season, user_id)) for season in seasons]
        running = tuple(
            table
            for table in playing
            if table.guild_id == guild_id
            and (public is None or (table.channel_id is not None and public(table.channel_id)))
        )
        return Profile(tuple(lines), bool(rated) or not record, tuple(told), len(leagues), running)

    def _running(self, table: Table) -> str:
        game = {"game": self._name(table.game), "code": table.id}
        if table.channel_id is None:
            return words.GAME(**game)
        return words.GAME_IN(channel=f"<#{table.channel_id}>", **game)

    async def _league(self, season: Season, user_id: int) -> str:
        """One league with the user's place in it: "Cup (finished, place 2 of 8)"."""
        league, own = season.league, next(one for one in season.entrants if one.user_id == user_id)
        about = {"league": titled(league), "status": league_words.STATUS[league.status]}
        if not (own.number and own.division):
            return words.LEAGUE(**about)
        rows = (await table_of(self.context.renderer, season))[own.division - 1]
        rank = next(row.rank for row in rows if row.number == own.number)
        if season.plan.divisions > 1:
            given = {"place": rank, "players": len(rows), "division": own.division}
            return words.LEAGUE_DIVISION(**about, **given)
        return words.LEAGUE_PLACE(place=rank, players=len(rows), **about)

    def _game(self, game: str, rows: Sequence[Tally], rated: Mapping[str, Rating]) -> list[str]:
        """What became of the user's own games, in all and by seat; seats of others that were taken over are
        told elsewhere."""
        own = [row for row in rows if row.began]
        if not own:
            return []
        rating, name = rated.get(game), self._name(game)
        head = words.UNRATED(game=name)
        if rating is not None:
            head = words.RATED(game=name, rating=Skill(rating.mu, rating.sigma), n=rating.games)
        lines = [head]
        # A game of two players is another than that of four.
        for sides, some in groupby(sorted(own, key=self._sides), key=self._sides):
            results = list(some)
            ended = [result for result in results if result.place]
            broken = sum(result.games for result in results if not result.place)
            told = [tally(ended, sides)] if ended else []
            told += [words.BROKEN_OFF(n=broken)] if broken else []
            lines.append(" · ".join(told))
            by_seat = [
                words.AS_SEAT(seat=self._seat(game, seat), results=tally(theirs, sides))
                for seat in sorted({result.seat for result in ended})
                if (theirs := [result for result in ended if result.seat == seat])
            ]
            if by_seat:
                lines.append(words.SEATS(seats=" · ".join(by_seat)))
        return lines

    def _sides(self, row: Tally) -> int:
        """How many sides these games had."""
        game = self.context.rules.get((row.game, row.rules_version))
        # Without a game: by rules that are not there any more.
        return row.seats if game is None else len(game.teams(row.options))

    def _name(self, game: str) -> str:
        known = self.context.games.get(game)
        return known.name if known is not None else game

    def _seat(self, game: str, seat: str) -> str:
        presenter = self.context.presenters.get(game)
        return presenter.seat_name(seat) if presenter is not None else seat


def _game(row: Tally) -> str:
    return row.game


def _some(told: Sequence[str], most: int, total: int) -> str:
    """
    >>> _some(["a", "b", "c"], 2, 3)
    'a, b and 1 more'
    """
    shown = ", ".join(told[:most])
    more = total - len(told[:most])
    return words.AND_MORE(list=shown, n=more) if more else shown
