"""Settle finished games, rule on games, and end the season: draws for the rest, final tables, the seed."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import compress

from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.features.leagues import posts, season_snapshot, store
from bot.features.leagues import text as league_words
from bot.features.leagues.league_lookup import titled
from bot.features.leagues.plan import points_text
from bot.features.leagues.scoring import Result, points_of, teams_of
from bot.features.leagues.season import dates, signup
from bot.features.leagues.season import text as words
from bot.features.leagues.season_snapshot import Season, tables
from bot.features.leagues.standings import Row, annulled
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Fixture, League, Sitting
from bot.storage.records import PLAYING, Pause
from bot.storage.rows import find, first, remove

log = logging.getLogger(__name__)

ABSENT = "lost games by absence"
"""Why somebody is out whom nobody took out."""
AGAIN = 600.0
"""So many seconds until a game that could not be ended is tried again."""


def result_line(season: Season, fixture: Fixture, *, ruling: bool = True) -> str:
    """A result for people: "Round 2: **Ada** beats Ben, 1–0." ruling: say so if it is one"""
    result = Result.read(fixture.result or {"kind": "none"})
    points = points_of(season.plan, result, tuple(fixture.numbers))
    names = season.names(fixture.numbers)
    line = _line(fixture, result, names, [points.get(number) for number in fixture.numbers])
    void = result.kind == "annulled" or annulled(season.plan, season.numbered) & set(fixture.numbers)
    if void and result.kind != "none":
        return f"{line} {words.COUNTS_FOR_NOBODY}"
    return f"{line} {words.A_RULING}" if result.kind == "ruled" and ruling else line


def _line(fixture: Fixture, result: Result, names: Sequence[str], points: Sequence[Fraction | None]) -> str:
    """Who won, by names and points in the order of the seats."""
    n, places = fixture.round, result.places
    if result.kind == "none" or len(places) != len(names):
        return words.NO_RESULT(n=n, names=listing(names, "and"))
    told = [points_text(one) if one is not None else "–" for one in points]
    if len(names) == 2 and places[0] != places[1]:
        (win, winner), (lose, loser) = zip(told, names, strict=True)
        if places[0] > places[1]:
            (win, winner), (lose, loser) = (lose, loser), (win, winner)
        return words.WON(n=n, winner=winner, loser=loser, points=win, rest=lose)
    if len({*places}) == len({*told}) == 1:
        return words.DRAW(n=n, names=listing(names, "and"), points=told[0])
    best = min(places)
    scores = [
        (words.BEST if place == best else words.SCORE)(name=name, points=score)
        for name, score, place in sorted(zip(names, told, places, strict=True), key=lambda one: one[2])
    ]
    return words.PLACED(n=n, standing=", ".join(scores))


async def draw_rest(context: Context, turns: Turns, season: Season, now: float) -> None:
    """Time is up: games under way end as draws of those who still play; what was not opened has no result.

    A game that cannot be ended, because of a fault of ours, is tried again later; the organiser may rule it.
    """
    stuck = list[Fixture]()
    for fixture in season.unfinished():
        if fixture.table_id is None:
            await context.db.write(_not_played, fixture, now)
            continue
        try:
            done = await context.write_game(fixture.table_id, _draw, context, turns, fixture, now)
        except Exception:  # the others end
            log.exception("game not ended", extra={"league": season.league.id, "table": fixture.table_id})
            done = False
        stuck += [] if done else [fixture]
    if stuck:
        await context.db.write(_tell_stuck, season, stuck, now)


def _tell_stuck(tx: Tx, season: Season, stuck: Sequence[Fixture], now: float) -> None:
    store.change_league(tx, season.league.id, next_at=now + AGAIN)
    for fixture in stuck:
        text = words.CANT_END(league=titled(season.league), code=fixture.code)
        posts.say(tx, season.league, f"stuck/{fixture.id}", text, now)


def _not_played(tx: Tx, fixture: Fixture, now: float) -> None:
    if first(tx, Fixture, id=fixture.id) != fixture:  # ruled meanwhile
        return
    store.settle(tx, fixture.id, Result("none").stored(), now, "end")
    tx.wakes("leagues", fixture.league_id)


def _draw(tx: Tx, context: Context, turns: Turns, fixture: Fixture, now: float) -> bool:
    """Whether it was under way, and has ended."""
    snapshot = context.snapshot(tx, str(fixture.table_id))
    if snapshot.table.status not in PLAYING:
        return False
    remove(tx, Pause, table_id=snapshot.table.id)
    tx.wakes("leagues", fixture.league_id)
    for seat in snapshot.living:
        if snapshot.outcome is None and "draw" in snapshot.game.declarations(snapshot.state, seat):
            snapshot = turns.declare(tx, snapshot, seat, "draw", words.SEASON_UP, told=False)
    if snapshot.outcome is None:
        turns.break_off(tx, snapshot, words.SEASON_OVER, now)
    return True


async def finish(context: Context, season: Season, now: float) -> None:
    """All results are there: the final tables, who moves, the secret seed."""
    league, found = season.league, await tables(context.renderer, season)

    def change(tx: Tx) -> None:
        store.change_league(tx, league.id, status="over", next_at=None, digest_at=None, ended_at=now)
        won = post_tables(tx, season, "final", now, found)
        posts.note(tx, league, "over", " ".join([words.LOG_OVER, *won]), now)
        posts.refresh_sign_up(tx, league, now)
        publish_seed(tx, league, now)

    await season_snapshot.write_unchanged(context, season, change)


def post_tables(
    tx: Tx, season: Season, key: str, now: float, found: Sequence[Sequence[Row]], *, corrected: bool = False
) -> list[str]:
    """Post the table of each division as the last one; who has won, in lines. Who has left before the last
    round has not.

    found: the tables;  corrected: they were posted before, and a game was ruled since"""
    league, plan = season.league, season.plan
    ends = dates.season_ends(league, plan)
    last = league.round if ends is not None and ends <= (league.ended_at or now) else season.total
    winners = []
    for division, rows in enumerate(found, 1):
        there = [row.number for row in rows if row.left is None or row.left > last]
        names = season.names(there[:3])
        won = _won(league, names, division if plan.divisions > 1 else 0)
        top = [words.TOP(place=medal, name=name) for medal, name in zip(words.MEDALS, names, strict=False)]
        lines = [words.FINAL(won=won), *([" · ".join(top)] if top else [])]
        lines += [words.CORRECTED] if corrected else []
        posts.standings(tx, league, f"{key}/{division}", "\n".join(lines), now, division)
        winners.append(won)
    return winners


def _won(league: League, names: Sequence[str], division: int) -> str:
    """Who has won. division: 0 there is but one"""
    of = {"league": titled(league)} | ({"division": division} if division else {})
    if not names:
        return (words.NOBODY_LEFT_DIVISION if division else words.NOBODY_LEFT)(**of)
    return (words.WINNER_DIVISION if division else words.WINNER)(name=names[0], **of)


def publish_seed(tx: Tx, league: League, now: float) -> None:
    """Publish the secret seed: no more lots are drawn from it."""
    seed = store.seed_of(tx, league.id)
    text = words.SEED_CANCELLED if league.status == "cancelled" else words.SEED
    posts.say(tx, league, "seed", text(league=titled(league), seed=seed), now)


TOLD_SINGLY = 20
"""In rounds of at most so many games each result gets a line in the channel; the digest has all."""


class Settling:
    def __init__(self, context: Context) -> None:
        self.context = context
        self._left: dict[int, float] = {}
        """Games that could not be settled, because of a fault of ours: until when they wait."""

    async def settle_all(self) -> None:
        """Take note of every game that is over."""
        while True:
            now = self.context.clock.now()
            over = await self.context.db.read(store.fixtures_to_settle, 50 + len(self._left))
            over = [fixture for fixture in over if self._left.get(fixture.id, 0.0) <= now]
            if not over:
                return
            for fixture in over:
                await self._try(fixture)

    async def _try(self, fixture: Fixture) -> None:
        try:

            def change(tx: Tx) -> None:
                self._settle(tx, fixture.id)
                tx.wakes("leagues", fixture.league_id)
                self._left.pop(fixture.id, None)

            await self.context.write_league(fixture.league_id, change)
        except Exception:  # one game must not keep the others from counting
            first = fixture.id not in self._left
            self._left[fixture.id] = self.context.clock.now() + AGAIN
            log.exception("game not settled", extra={"league": fixture.league_id, "fixture": fixture.id})
            if first:
                await self._tell(fixture)

    async def _tell(self, fixture: Fixture) -> None:
        """The organiser can do by hand what I cannot."""

        def change(tx: Tx) -> None:
            league = first(tx, League, id=fixture.league_id)
            if league is not None and league.status in OPEN:
                text = words.CANT_READ(league=titled(league), code=fixture.code)
                posts.say(tx, league, f"unread/{fixture.id}", text, self.context.clock.now())

        await self.context.db.write(change)

    def _settle(self, tx: Tx, fixture_id: int) -> None:
        fixture, now = first(tx, Fixture, id=fixture_id), self.context.clock.now()
        if fixture is None or fixture.status != "playing" or fixture.table_id is None:
            return  # ruled meanwhile
        league = first(tx, League, id=fixture.league_id)
        assert league is not None
        snapshot = self.context.snapshot(tx, fixture.table_id)
        season = season_snapshot.read(tx, league, fixture.round)
        season = stepped_in(tx, season, snapshot)
        result = result_of(snapshot, season, fixture, find(tx, Sitting, table_id=snapshot.table.id))
        store.settle(tx, fixture.id, result.stored(), now, "game")
        if league.status not in OPEN:
            return
        settled = replace(fixture, result=result.stored(), status="done", settled_at=now)
        if len(season.fixtures) <= TOLD_SINGLY:
            text = words.RESULT(league=titled(league), result=result_line(season, settled))
            posts.say(tx, league, f"result/{fixture.id}", text, now)
        if season.plan.out and any(result.forfeits):
            self._out(tx, season_snapshot.read(tx, league), settled, result, now)
        complete(tx, season, fixture.round, now)

    def _out(self, tx: Tx, season: Season, fixture: Fixture, result: Result, now: float) -> None:
        """Take out who has lost too many games by absence."""
        lost = Counter(
            number
            for played in season.played()
            if played.result is not None
            for number in compress(played.numbers, played.result.forfeits)
        )
        for number in compress(fixture.numbers, result.forfeits):
            entrant = season.by_number(number)
            if lost[number] >= season.plan.out and entrant.status == "in":
                name, league = plain_name(entrant.name), titled(season.league)
                text = words.ABSENT(name=name, league=league, n=lost[number])
                signup.leave(tx, season.league, entrant, ABSENT, text, now)


def complete(tx: Tx, season: Season, number: int, now: float) -> None:
    """Post the table if the newest round has all its results, and no earlier one lacks any."""
    league = season.league
    # After the last round comes the final table.
    if number != league.round or number >= season.total or store.count_unsettled(tx, league.id):
        return
    several = season.plan.divisions > 1
    for division in range(1, season.plan.divisions + 1):
        text = words.ROUND_OVER(league=titled(league), n=number)
        if several:
            text = words.ROUND_OVER_DIVISION(league=titled(league), division=division, n=number)
        posts.standings(tx, league, f"complete/{number}/{division}", text, now, division, after=number)


def stepped_in(tx: Tx, season: Season, snapshot: GameSnapshot) -> Season:
    """A reserve who has played for somebody gets a number: points go to numbers."""
    there = {player.user_id for player in snapshot.players}
    found = list(season.entrants)
    for at, entrant in enumerate(found):
        if not entrant.number and entrant.user_id in there:
            number = 1 + max(other.number for other in found)
            store.number_entrants(tx, season.league.id, {entrant.user_id: (number, 0)})
            found[at] = replace(entrant, number=number)
    return replace(season, entrants=tuple(found))


def result_of(snapshot: GameSnapshot, season: Season, fixture: Fixture, sat: list[Sitting]) -> Result:
    """What a finished game was for its league."""
    numbers = {entrant.user_id: entrant.number for entrant in season.entrants}
    subs: list[int | None] = []
    missed, forfeits = [], []
    for seat in snapshot.seats:
        player = snapshot.player(seat)
        mine = [sitting for sitting in sat if sitting.seat == seat]
        own = not mine or mine[-1].user_id == mine[0].user_id
        subs.append(None if own else numbers.get(player.user_id, 0))
        gone = sum(
            sitting.missed
            for sitting in mine
            if sitting.until_at is not None and sitting.user_id == mine[0].user_id
        )
        missed.append(gone + (player.missed if own else 0))
        forfeits.append(player.forfeited_at is not None and own)
    outcome = snapshot.table.outcome
    places = tuple(outcome["places"][seat] for seat in snapshot.seats) if outcome is not None else ()
    return Result(
        "played" if outcome is not None else "none",
        places,
        teams_of(snapshot.game, snapshot.table.options),
        tuple(subs),
        tuple(forfeits),
        tuple(missed),
    )


_NOT_PLAYED = ("bye", "walkover")


def must_be_rulable(tx: Tx, league: League) -> None:
    """Refuse a ruling that would change what others have built on: promotion, once a next season began."""
    if league.status == "cancelled":
        raise Refused(league_words.CANCELLED(league=titled(league)))
    if league.status in OPEN:
        return
    for after in store.leagues_of_guild(tx, league.guild_id, (*OPEN, "over")):
        if after.previous == league.id and after.status != "signup":
            raise Refused(words.NOT_RULABLE(league=titled(league), code=after.id))


def game_of(season: Season, game: str, seats: int) -> Fixture:
    """The game of this code. Raises Refused."""
    code = game.strip().strip("`").lower()
    for fixture in season.fixtures:
        if fixture.code == code:
            kind = fixture.result["kind"] if fixture.result else ""
            if len(fixture.numbers) != seats or kind in _NOT_PLAYED:
                raise Refused(words.NOT_PLAYED(code=code))
            return fixture
    unknown = clip(plain_name(code), 20)
    raise Refused(words.NO_GAME_CODE(league=titled(season.league), code=unknown))


def has_played(tx: Tx, season: Season, fixture: Fixture, user_id: int) -> bool:
    """Whether the user is in this game, or was."""
    if any(season.by_number(number).user_id == user_id for number in fixture.numbers):
        return True
    if fixture.table_id is None:
        return False
    return any(sat.user_id == user_id for sat in find(tx, Sitting, table_id=fixture.table_id))


def ruled_result(
    context: Context, tx: Tx, season: Season, fixture: Fixture, places: tuple[int, ...]
) -> Result:
    """The game with these places; () nobody scores. Who sits there for somebody else has the part of the
    points that the plan says, and missed deadlines stay missed."""
    kept = Result("ruled")
    if fixture.result is not None:
        kept = Result.read(fixture.result)
    elif fixture.table_id is not None:
        try:
            snapshot = context.snapshot(tx, fixture.table_id)
            season = stepped_in(tx, season, snapshot)
            kept = result_of(snapshot, season, fixture, find(tx, Sitting, table_id=fixture.table_id))
        except Exception:  # a ruling is the way out just where a game cannot be read
            log.exception("game not read", extra={"league": season.league.id, "table": fixture.table_id})
    teams = teams_of(context.games[season.league.game], season.league.options)
    return replace(kept, kind="ruled" if places else "none", places=places, teams=teams)


def read_places(text: str, teams: Sequence[int], most: int = 0) -> tuple[int, ...]:
    """Places in the order of the seats; () for no result. Raises Refused.

    teams: of each seat its team;  most: the last place where a game has places of its own, which stay as they
    are; 0: the places only say who was before whom, and the best is 1

    >>> read_places("1 2", (0, 1)), read_places("draw", (0, 1, 2)), read_places("none", (0, 1))
    ((1, 2), (1, 1, 1), ())
    >>> read_places("9 5 5", (0, 1, 1)), read_places("4 2 2 7", (0, 1, 2, 3))
    ((2, 1, 1), (3, 1, 1, 4))
    >>> read_places("2 3 5", (0, 1, 2), 5)
    (2, 3, 5)
    """
    seats = len(teams)
    said = text.strip().lower()
    if said in ("none", "no result"):
        return ()
    if said == "draw":
        return (1,) * seats
    parts = said.replace(",", " ").replace("-", " ").split()
    highest = most or 20
    if len(parts) != seats or not all(
        part.isascii() and part.isdecimal() and 1 <= int(part) <= highest for part in parts
    ):
        example = " ".join(str(place) for place in range(1, seats + 1))
        if most:
            raise Refused(words.WRITE_PLACES_UP_TO(most=most, example=example))
        raise Refused(words.WRITE_PLACES(example=example))
    places = tuple(int(part) for part in parts)
    sides = dict(zip(teams, places, strict=True))
    if any(sides[team] != place for team, place in zip(teams, places, strict=True)):
        raise Refused(words.TEAM_PLACES)
    if most:
        return places
    return tuple(1 + sum(other < place for other in sides.values()) for place in places)
