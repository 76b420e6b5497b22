"""Export a league as one JSON file, and check such a file; docs/leagues.md has the format.

A check shows that the seed is the promised one, the numbers are its lots, each round comes out again when it
is drawn from what was known then, and the table follows from the results. Nobody can see from the file alone
whether its results are those of the games; their records show that. What the file cannot say, because the
seed is not published yet or an older version did not keep what rounds were paired from, is no fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from adjudicator.chance import HmacChance, commitment, shuffle
from adjudicator.text import listing
from bot.common.message import File, Message, former
from bot.engine.context import Context
from bot.features.leagues import season_snapshot, store
from bot.features.leagues.league_lookup import league_of, titled
from bot.features.leagues.pairing.rounds import pair_round
from bot.features.leagues.plan import Plan
from bot.features.leagues.scoring import Entering, Match, Played, Result, teams_of
from bot.features.leagues.season import text as words
from bot.features.leagues.season_snapshot import Season, compute
from bot.features.leagues.standings import standings
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, League, LeagueLogEntry, Round, Settlement
from bot.storage.rows import find

FORMATS = ("fieldpost-league/1", "fieldpost-league/2")
"""Those that can be read; the last is encoded. The first does not say from what rounds were paired."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a season went: from what its rounds were paired, and how its games got their results.

    teams: for each seat of a game the number of its team
    """

    teams: tuple[int, ...]
    rounds: tuple[Round, ...]
    settlements: tuple[Settlement, ...]


def course_of(context: Context, tx: Tx, league: League) -> Course:
    """All that is kept of it."""
    return Course(
        teams_of(context.games[league.game], league.options),
        tuple(find(tx, Round, league_id=league.id)),
        tuple(find(tx, Settlement, league_id=league.id)),
    )


class LeagueExport:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def file(self, league_id: str) -> Message:
        """The league's file. While it runs its seed is not in it, because lots are still to come."""

        def look(tx: Tx) -> tuple[League, Season, str | None, list[LeagueLogEntry], Course]:
            league = league_of(tx, league_id)
            season = season_snapshot.read(tx, league)
            ended = league.started_at is not None and league.status not in OPEN
            seed = store.seed_of(tx, league.id) if ended else None
            lines = find(tx, LeagueLogEntry, league_id=league.id, limit=10_000, newest=True)
            course = course_of(self.context, tx, league)
            return league, season, seed, lines, course

        league, season, seed, lines, course = await self.context.db.read(look)
        data = await compute(self.context.renderer, season, encoded, season, course, seed, lines)
        text = words.FILE(league=titled(league), code=league.id)
        return Message(text, files=(File(f"{league.id}.json", data),))


def encoded(season: Season, course: Course, seed: str | None, lines: Sequence[LeagueLogEntry]) -> bytes:
    """The file. lines: of the log, the newest first. Runs in a worker where many take part."""
    names = {entrant.user_id: entrant.name for entrant in season.entrants}
    names.setdefault(season.league.host_id, words.THE_ORGANISER)
    log = [
        {"at": _iso(line.at), "round": line.round, "act": line.act, "text": _plain(line.text, names)}
        for line in lines
    ]
    return json.dumps(
        {**as_json(season, course, seed), "log": log[::-1]}, ensure_ascii=False, indent=1
    ).encode()


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _plain(text: str, names: Mapping[int, str]) -> str:
    """A line for who reads it outside Discord, where ids and Discord's times say nothing.

    >>> _plain("<@11> began it <t:0:R>, and <@12> or <@-3> ruled", {11: "Ada"})
    'Ada began it 1970-01-01T00:00:00+00:00, and somebody or a former player 3 ruled'
    """

    def named(found: re.Match[str]) -> str:
        user = int(found[1])
        return former(user) if user < 0 else names.get(user, words.SOMEBODY)

    text = re.sub(r"<@!?(-?\d{1,20})>", named, text)
    return re.sub(r"<t:(-?\d{1,11})(?::\w)?>", lambda found: _iso(float(found[1])), text)


def as_json(season: Season, course: Course, seed: str | None) -> Mapping[str, Any]:
    """The league as JSON values."""
    league = season.league
    settled: dict[int, list[dict[str, Any]]] = {fixture.id: [] for fixture in season.fixtures}
    for one in course.settlements:
        settled[one.fixture_id].append(
            {
                "at": _iso(one.at),
                "round": one.round,
                "cause": one.cause,
                "numbers": list(one.numbers),
                "result": dict(one.result),
            }
        )
    order = sorted(season.numbered, key=lambda entrant: (entrant.joined_at, entrant.user_id))
    tables = standings(season.plan, season.numbered, season.played())
    return {
        "format": FORMATS[-1],
        "league": league.id,
        "name": league.name,
        "season": league.season,
        "game": league.game,
        "options": dict(league.options),
        "teams": list(course.teams),
        "plan": season.plan.stored(),
        "status": league.status,
        "commitment": league.commitment,
        "seed": seed,
        "entrants": [
            {
                "name": entrant.name,
                "number": entrant.number,
                "division": entrant.division,
                "left_round": entrant.left_round,
                "rating": entrant.rating,
            }
            for entrant in order
        ],
        "rounds": [
            {"round": each.round, "at": _iso(each.at), "drawn": each.drawn, "out": list(each.out)}
            for each in course.rounds
        ],
        "games": [
            {
                "round": fixture.round,
                "board": fixture.board,
                "division": fixture.division,
                "numbers": list(fixture.numbers),
                "code": fixture.code,
                "result": None if fixture.result is None else dict(fixture.result),
                "settled": settled[fixture.id],
            }
            for fixture in season.fixtures
        ],
        "table": [
            [{"rank": row.rank, "number": row.number, "points": str(row.points)} for row in rows]
            for rows in tables
        ],
    }


_NO_SEED = "00" * 32
"""For rounds that are drawn without lots."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, in lines.

    faults: what is wrong;  limits: what cannot be checked;  drawn: how many rounds were drawn again
    """

    faults: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class _Entered:
    number: int
    division: int
    left_round: int | None


def checked(told: object) -> Checked:
    """What a league's file says, compared with itself. Never raises."""
    if not isinstance(told, Mapping) or told.get("format") not in FORMATS:
        return Checked([words.NO_FILE(format=FORMATS[-1])])
    try:
        look = _Look(told)
        look.lots()
        look.rounds()
        look.results()
        look.table()
    except Exception as error:  # a file may hold anything
        return Checked([words.UNREADABLE(why=f"{type(error).__name__} {error}")])
    return Checked(look.faults, look.limits, look.drawn)


class _Look:
    """One file.

    next: how many chance results were used when the next round was drawn; None: not known
    paired: the numbers of each game as its round was drawn, by round and board
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        self.plan = Plan.read(told["plan"])
        self.seed: str | None = told["seed"]
        self.faults: list[str] = []
        self.limits: list[str] = []
        self.drawn = 0
        self.next: int | None = None
        self.paired: dict[tuple[int, int], tuple[int, ...]] = {}

    def lots(self) -> None:
        """The numbers are those of the seed, and the seed that of the sign-up post."""
        if self.seed is None:
            if self.told["status"] == "over":
                self.faults.append(words.SEED_MISSING)
            else:
                self.limits.append(words.NUMBERS_SEALED)
            return
        seed = bytes.fromhex(self.seed)
        if commitment(seed) != self.told["commitment"]:
            self.faults.append(words.WRONG_SEED)
            return
        entrants, chance = list(self.told["entrants"]), HmacChance(seed, self.told["league"], 0)
        order, _ = shuffle(chance, list(range(len(entrants))))
        self.next = chance.n
        self.faults += [
            words.WRONG_NUMBER(name=entrants[at]["name"], n=entrants[at]["number"], lot=number)
            for number, at in enumerate(order, 1)
            if entrants[at]["number"] != number
        ]

    def rounds(self) -> None:
        """Each round comes out again when it is drawn from what was known then."""
        kept = {each["round"]: each for each in self.told.get("rounds", ())}
        unknown, sealed = [], []
        for number in sorted({*kept, *(game["round"] for game in self.told["games"])}):
            if number not in kept:
                unknown.append(str(number))
                self.next = None
            elif self.seed is None and self.plan.format != "roundrobin":
                sealed.append(str(number))
            else:
                self._round(number, kept[number])
        if unknown:
            self.limits.append(words.ROUNDS_UNKNOWN(rounds=listing(unknown, "and"), n=len(unknown)))
        if sealed:
            self.limits.append(words.ROUNDS_SEALED(rounds=listing(sealed, "and"), n=len(sealed)))

    def _round(self, number: int, kept: Mapping[str, Any]) -> None:
        if self.seed is not None and self.next not in (None, kept["drawn"]):
            self.faults.append(words.WRONG_LOT(n=number, lot=kept["drawn"], next=self.next))
        matches, self.next = pair_round(
            self.plan,
            self._entering(kept["out"]),
            [self._known(game, number) for game in self.told["games"] if game["round"] < number],
            number,
            len(self.told["teams"]),
            self.seed or _NO_SEED,
            self.told["league"],
            kept["drawn"],
            self.told["teams"],
        )
        self.drawn += 1
        games = sorted(
            (game for game in self.told["games"] if game["round"] == number), key=lambda game: game["board"]
        )
        if len(games) != len(matches):
            self.faults.append(words.WRONG_BOARDS(n=number, boards=len(games), drawn=len(matches)))
        for game, match in zip(games, matches, strict=False):
            self.paired[number, game["board"]] = match.numbers
            self.faults += _otherwise(game, match)

    def _entering(self, out: Sequence[int]) -> list[Entering]:
        return [
            Entering(each["number"], each["division"], each["number"] not in out, rating=each["rating"])
            for each in self.told["entrants"]
        ]

    def _known(self, game: Mapping[str, Any], number: int) -> Played:
        """A game as it stood when this round was paired."""
        before = [each for each in game["settled"] if each["round"] < number]
        if before:
            numbers, result = before[-1]["numbers"], Result.read(before[-1]["result"])
        else:
            numbers, result = self.paired.get((game["round"], game["board"]), game["numbers"]), None
        return Played(game["round"], game["board"], tuple(numbers), game["division"], result)

    def results(self) -> None:
        """The results are the last ones that were noted."""
        for game in self.told["games"]:
            if "settled" not in game:
                continue
            noted = [each["round"] for each in game["settled"]]
            last = game["settled"][-1]["result"] if noted else None
            if last != game["result"] or noted != sorted(noted) or min(noted, default=99) < game["round"]:
                self.faults.append(words.WRONG_RESULT(n=game["round"], board=game["board"]))

    def table(self) -> None:
        """The table follows from the results."""
        entered = [
            _Entered(each["number"], each["division"], each["left_round"]) for each in self.told["entrants"]
        ]
        again = standings(self.plan, entered, list(self._played()))
        if len(again) != len(self.told["table"]):
            self.faults.append(words.WRONG_TABLES(divisions=len(again), tables=len(self.told["table"])))
            return
        for division, (rows, kept) in enumerate(zip(again, self.told["table"], strict=True), 1):
            right = [{"rank": row.rank, "number": row.number, "points": str(row.points)} for row in rows]
            if right != list(kept):
                self.faults.append(words.WRONG_TABLE(division=division))

    def _played(self) -> Iterator[Played]:
        for game in self.told["games"]:
            result = None if game["result"] is None else Result.read(game["result"])
            yield Played(game["round"], game["board"], tuple(game["numbers"]), game["division"], result)


def _otherwise(game: Mapping[str, Any], match: Match) -> Iterator[str]:
    """What differs between a game and the one that was drawn for this board."""
    here, settled = tuple(game["numbers"]), game["settled"]
    where = {"n": game["round"], "board": game["board"]}
    some_left = any(each["cause"] == "left" for each in settled)
    if some_left and set(here) <= set(match.numbers):
        here = match.numbers
    if here != match.numbers or game["division"] != match.division:
        yield words.WRONG_PAIR(players=_players(here), drawn=_players(match.numbers), **where)
    elif len(match.numbers) == 1:
        kind = "walkover" if match.walkover else "bye"
        if not settled or settled[0]["result"]["kind"] != kind:
            yield (words.NO_WALKOVER if match.walkover else words.NO_BYE)(**where)


def _players(numbers: Sequence[int]) -> str:
    return " – ".join(str(number) for number in numbers) if len(numbers) > 1 else words.ALONE(n=numbers[0])
