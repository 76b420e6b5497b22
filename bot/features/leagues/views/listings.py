"""Lists of a league: the games of a round with their players, places and results; the public log."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.text import counted
from bot.common.message import MOST_TEXT, Button, Message, buttons, clip, custom_id, fit, plain_name, when
from bot.engine.context import Context
from bot.features.leagues.model.league_lookup import heading, league_of
from bot.features.leagues.model.matches import Result, points_text
from bot.features.leagues.store import leagues
from bot.features.leagues.table import season_snapshot
from bot.features.leagues.table.scoring import counts, points_of
from bot.features.leagues.table.season_snapshot import Season
from bot.features.leagues.table.standings import annulled
from bot.features.leagues.views.navigation import doors
from bot.storage import deadlines, pauses
from bot.storage.database import Tx
from bot.storage.league_records import Fixture, League

GAMES = {2: 12, 3: 7, 4: 6}
"""By seats, so many games are on one page, with the longest names."""
FEWEST = 4
MOST_NAME = 24
LOG_LINES, LOG_LINE = 12, 900


class Listings:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def fixtures(self, league_id: str, round_: int = 0, page: int = 0, user_id: int = 0) -> Message:
        """The games of a round, those of the user marked. Raises Refused.

        round_: 0 the newest;  page: from 0
        """
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            season = await season_snapshot.read(tx, league)
            number = min(max(round_ or league.round, 1), max(league.round, 1))
            found = [fixture for fixture in season.fixtures if fixture.round == number]
            found.sort(key=lambda fixture: (fixture.division, fixture.board))
            seats = self._seats(league)
            size = GAMES.get(len(seats), FEWEST)
            pages = max(1, -(-len(found) // size))
            page = min(max(page, 0), pages - 1)
            lines = [heading(league, f"round {number}")]
            division = 0
            for fixture in found[page * size : (page + 1) * size]:
                if season.plan.divisions > 1 and fixture.division != division:
                    division = fixture.division
                    lines.append(f"**Division {division}**")
                lines.append(await self._line(tx, season, fixture, seats, user_id))
        if not found:
            lines.append("No round has begun yet.")
        games = [fixture for fixture in found if fixture.code is not None]  # byes are none
        done = sum(fixture.status == "done" for fixture in games)
        if found:
            lines.append(f"-# {done} of {counted(len(games), 'game')} done · page {page + 1} of {pages}")
        return Message(
            fit("\n".join(lines), MOST_TEXT),
            rows=(*_turns(league, number, page, pages), doors(league, "lfix")),
        )

    def _seats(self, league: League) -> list[str]:
        presenter, game = self.context.presenters[league.game], self.context.games[league.game]
        return [presenter.seat_name(seat) for seat in game.seats(league.options)]

    async def _line(
        self, tx: Tx, season: Season, fixture: Fixture, seats: Sequence[str], user_id: int
    ) -> str:
        """One game: "- 3. **Ada** (Dark) 1 – Ben (Light) 0 · <#place>"."""
        playing = [season.by_number(number) for number in fixture.numbers]
        mine = "▸ " if any(entrant.user_id == user_id for entrant in playing) else ""
        names = [plain_name(clip(entrant.name, MOST_NAME)) for entrant in playing]
        result = Result.read(fixture.result) if fixture.result is not None else None
        if result is not None and result.kind in ("bye", "walkover"):
            what = "a bye" if result.kind == "bye" else "a walkover: the opponent has left"
            what += " (counts for nobody)" if season.annuls(fixture) else ""
            return f"- {mine}{', '.join(names)}: {what}"
        told = [_player(season, fixture, at, name, seats) for at, name in enumerate(names)]
        end = [*([f"<#{fixture.place_id}>"] if fixture.place_id else []), *self._how(season, fixture, result)]
        if result is None:
            end += await self._now(tx, fixture)
        line = " · ".join([" – ".join(told), *end])
        return f"- **{fixture.board}** {mine}{line}"

    @staticmethod
    def _how(season: Season, fixture: Fixture, result: Result | None) -> list[str]:
        """The game's code, and what is unusual about its result."""
        found = [f"`{fixture.code}`"] if fixture.code else []
        if result is None:
            return found
        if annulled(season.plan, season.numbered) & set(fixture.numbers) or result.kind == "annulled":
            return [*found, "counts for nobody"]
        if result.kind == "none":
            return [*found, "no result"]
        return [*found, "ruled"] if result.kind == "ruled" else found

    async def _now(self, tx: Tx, fixture: Fixture) -> list[str]:
        """What a game without a result waits for."""
        if fixture.table_id is None:
            return ["is being opened"]
        if await pauses.get(tx, fixture.table_id) is not None:
            return ["paused"]
        deadline = await deadlines.get(tx, fixture.table_id)
        return [f"turn due {when(deadline.due_at)}"] if deadline is not None else ["under way"]

    async def log(self, league_id: str, skip: int = 0) -> Message:
        """The public log, the newest line first. skip: so many newer ones are left out. Raises Refused."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            total = await leagues.log_length(tx, league.id)
            skip = max(0, min(skip, total - 1))
            entries = await leagues.log_of(tx, league.id, LOG_LINES, skip)
        lines = [heading(league, "log")]
        room = MOST_TEXT - len(lines[0])
        for entry in entries:
            line = clip(f"- {when(entry.at, 'f')} {' '.join(entry.text.split())}", LOG_LINE)
            room -= len(line) + 1
            if room < 0:
                break
            lines.append(line)
        older = skip + len(lines) - 1
        if not entries:
            lines.append("Nothing yet. What happens by hand, and who comes and goes, will stand here.")
        row = []
        if skip:
            row.append(Button(custom_id("llog", league.id, None, 0, "new"), "Newest"))
        if older < total:
            row.append(Button(custom_id("llog", league.id, None, older, "old"), f"Older ({total - older})"))
        return Message("\n".join(lines), rows=(*((buttons(*row),) if row else ()), doors(league, "llog")))


def _player(season: Season, fixture: Fixture, at: int, name: str, seats: Sequence[str]) -> str:
    """A player of a game with the seat, and what it brought."""
    seat = f" ({seats[at]})" if at < len(seats) else ""
    result = Result.read(fixture.result) if fixture.result is not None else None
    if result is None or not counts(result):
        return f"{name}{seat}"
    points = points_of(season.plan, result, tuple(fixture.numbers)).get(fixture.numbers[at], Fraction(0))
    best = result.places[at] == min(result.places)
    substitute = result.subs[at] if result.subs else None
    stepped = ", a substitute played" if substitute not in (None, fixture.numbers[at]) else ""
    return f"{f'**{name}**' if best else name}{seat} {points_text(points)}{stepped}"


def _turns(league: League, number: int, page: int, pages: int) -> tuple[tuple[Button, ...], ...]:
    """Buttons to other rounds, and to the other pages of this one."""

    def to(label: str, round_: int, at: int, mark: str, disabled: bool) -> Button:
        return Button(custom_id("lfix", league.id, None, at, f"{round_}.{mark}"), label, disabled=disabled)

    found = []
    if league.round > 1:
        before, after = max(1, number - 1), min(league.round, number + 1)
        found.append(to(f"◀ Round {before}", before, 0, "r", number == 1))
        found.append(to(f"Round {after} ▶", after, 0, "s", number == league.round))
    if pages > 1:
        found.append(to("▲ Back", number, max(0, page - 1), "b", page == 0))
        found.append(to("▼ More", number, min(pages - 1, page + 1), "n", page == pages - 1))
    return (buttons(*found),) if found else ()
