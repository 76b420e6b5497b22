"""/profile: what somebody has played in a server, how well, and how reliably in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import MOST_TEXT, Message, fit, plain_name
from bot.engine.context import Context
from bot.features.leagues import season_snapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.league_lookup import STATUS, titled
from bot.features.leagues.season_snapshot import Season
from bot.features.leagues.season_snapshot import tables as table_of
from bot.features.ratings import store
from bot.features.ratings.rating import Skill
from bot.storage import players, tables
from bot.storage.league_records import GameResult, Rating
from bot.storage.records import PLAYING, Table
from bot.storage.rows import find

_FEW = 10
"""With fewer turns nothing is said."""
_WORDS = ((98, "very reliable"), (95, "reliable"), (85, "mostly reliable"), (0, "often late"))
"""From so many percent on."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """turns: those in which the player owed orders; missed: deadlines that passed without any"""

    turns: int
    missed: int

    @classmethod
    def of(cls, results: Iterable[GameResult]) -> Reliability:
        """That of finished games. A turn is missed once, however often it was extended: else one bad turn
        would weigh as several."""
        all_of = [(max(result.turns, min(result.missed, 1)), result.missed) for result in results]
        return cls(sum(turns for turns, _ in all_of), sum(min(turns, missed) for turns, missed in all_of))

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
        reliable · in time in 97% of 412 turns (12 missed)
        >>> print(Reliability(9, 0))
        too few turns to say · in time in 100% of 9 turns
        >>> print(Reliability(0, 0))
        no turns yet
        """
        if not self.turns:
            return "no turns yet"
        word = next(word for least, word in _WORDS if self.percent >= least)
        told = word if self.turns >= _FEW else "too few turns to say"
        missed = f" ({self.missed} missed)" if self.missed else ""
        return f"{told} · in time in {self.percent}% of {counted(self.turns, 'turn')}{missed}"


def tally(results: Iterable[GameResult], sides: int) -> str:
    """What came of these games, in words. sides: of the game; two win or lose, more have places.

    Shared places are counted as such: in a draw of all the place is the first, but nobody has won.
    """
    ended = [result for result in results if result.place]
    if sides == 2:
        drawn = sum(result.shared == result.seats for result in ended)
        won = sum(result.place == 1 for result in ended) - drawn
        parts = [(won, "won"), (drawn, "drawn"), (len(ended) - won - drawn, "lost")]
        return ", ".join(f"{number} {word}" for number, word in parts if number)
    places = Counter(result.place for result in ended)
    shared = Counter(result.place for result in ended if result.shared > 1)
    return ", ".join(
        f"{ordinal(place)} {number}×" + (f" ({shared[place]} shared)" if shared[place] else "")
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
            rated = {one.game: one for one in await find(tx, Rating, guild_id=guild_id, user_id=user_id)}
            leagues = await league_store.league_history_of(tx, guild_id, user_id)
            seasons = [await season_snapshot.read(tx, league) for league in leagues[:MOST_LEAGUES]]
            left = await players.games_left_by(tx, guild_id, user_id)
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
