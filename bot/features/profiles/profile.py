"""/profile: what somebody has played in a server, how well, and whether in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import MOST_TEXT, Message, fit, plain_name
from bot.engine.context import Context
from bot.features.leagues import store as league_store
from bot.features.leagues.league_lookup import STATUS, titled
from bot.features.leagues.table import season_snapshot
from bot.features.leagues.table.season_snapshot import Season
from bot.features.leagues.table.season_snapshot import tables as table_of
from bot.features.profiles.reliability import Reliability
from bot.features.profiles.results import tally
from bot.features.ratings import store
from bot.features.ratings.rating import Skill
from bot.storage import sittings, tables
from bot.storage.league_records import GameResult, Rating
from bot.storage.records import PLAYING, Table

MOST_LEAGUES, MOST_RUNNING = 5, 10
NOT_RATED = " · not rated yet (games without an order or a result do not count)"
Record = Sequence[tuple[GameResult, Table]]


class Profiles:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def message(
        self, guild_id: int, user_id: int, name: str, public: Callable[[int], bool] | None
    ) -> Message:
        """The user's games in this server.

        public: whether everybody in the server can see a channel: of games under way only those there are
                told; None: the user looks, and sees all
        """
        async with self.context.db.read() as tx:
            record = await store.record_of(tx, guild_id, user_id)
            rated = {one.game: one for one in await store.ratings_of(tx, guild_id, user_id)}
            leagues = await league_store.league_history_of(tx, guild_id, user_id)
            seasons = [await season_snapshot.read(tx, league) for league in leagues[:MOST_LEAGUES]]
            left = await sittings.left_by(tx, guild_id, user_id)
            playing = [seated.table for seated in await tables.of_user(tx, user_id, PLAYING)]
        lines = [f"### {plain_name(name)} in this server"]
        for game, rows in groupby(sorted(record, key=lambda row: row[0].game), key=lambda row: row[0].game):
            lines += self._game(game, list(rows), rated)
        if not record:
            lines.append("No game is finished yet.")
        if record:
            lines.append(f"**Reliability**: {Reliability.of(result for result, _ in record)}")
        stepped_in = sum(not result.began for result, _ in record)
        if stepped_in or left:
            told = [f"stepped in {stepped_in}×"] if stepped_in else []
            told += [f"left a seat to somebody else {left}×"] if left else []
            lines.append(f"**Substitutes**: {', '.join(told)}")
        if leagues:
            told = [await self._league(season, user_id) for season in seasons]
            more = f" and {len(leagues) - len(told)} more" if len(leagues) > len(told) else ""
            lines.append(f"**Leagues**: {', '.join(told)}{more}")
        running = [
            f"`{table.id}` {self._name(table.game)}"
            + (f" in <#{table.channel_id}>" if table.channel_id is not None else "")
            for table in playing
            if table.guild_id == guild_id
            and (public is None or (table.channel_id is not None and public(table.channel_id)))
        ]
        if running:
            lines.append(f"**Playing now**: {_some(running, MOST_RUNNING)}")
        return Message(fit("\n".join(lines), MOST_TEXT))

    async def _league(self, season: Season, user_id: int) -> str:
        """One league with the user's place in it: "Cup `lg4k7` (over, place 2 of 8)"."""
        league, own = season.league, next(one for one in season.entrants if one.user_id == user_id)
        told = STATUS[league.status]
        if own.number and own.division:
            rows = (await table_of(self.context.renderer, season))[own.division - 1]
            rank = next(row.rank for row in rows if row.number == own.number)
            which = f" of division {own.division}" if season.plan.divisions > 1 else ""
            told += f", place {rank} of {len(rows)}{which}"
        return f"{titled(league)} `{league.id}` ({told})"

    def _game(self, game: str, rows: Record, rated: Mapping[str, Rating]) -> list[str]:
        """What became of the user's own games, in all and by seat; seats of others that were taken over are
        told elsewhere."""
        own = [row for row in rows if row[0].began]
        if not own:
            return []
        rating = rated.get(game)
        skill = (
            f" · {Skill(rating.mu, rating.sigma)}, {counted(rating.games, 'game')}" if rating else NOT_RATED
        )
        lines = [f"**{self._name(game)}**{skill}"]
        # A game of two players is another than that of four.
        for sides, some in groupby(sorted(own, key=self._sides), key=self._sides):
            results = [result for result, _ in some]
            ended = [result for result in results if result.place]
            broken = len(results) - len(ended)
            told = [tally(ended, sides)] if ended else []
            told += [f"{broken} broken off"] if broken else []
            lines.append(" · ".join(told))
            by_seat = [
                f"{self._seat(game, seat)}: {tally(theirs, sides)}"
                for seat in sorted({result.seat for result in ended})
                if (theirs := [result for result in ended if result.seat == seat])
            ]
            if by_seat:
                lines.append(f"-# {' · '.join(by_seat)}")
        return lines

    def _sides(self, row: tuple[GameResult, Table]) -> int:
        """How many sides a game had."""
        result, table = row
        try:
            return len(self.context.game_of(table).teams(table.options))
        except Refused:  # by rules that are not there any more
            return result.seats

    def _name(self, game: str) -> str:
        known = self.context.games.get(game)
        return known.name if known is not None else game

    def _seat(self, game: str, seat: str) -> str:
        presenter = self.context.presenters.get(game)
        return presenter.seat_name(seat) if presenter is not None else seat


def _some(told: Sequence[str], most: int) -> str:
    """
    >>> _some(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = f" and {len(told) - most} more" if len(told) > most else ""
    return ", ".join(told[:most]) + more
