"""The whole check, on a database that nobody writes to meanwhile: a copy of the one that is in use.

Every game is replayed, and its rows are compared with each other: status, seats, clock. Every league is
compared with its seed and its games, and all ratings are computed again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from adjudicator.chance import commitment
from adjudicator.codec import canonical
from adjudicator.game import AnyGame
from adjudicator.registry import for_record
from adjudicator.replay import verify
from adjudicator.text import Text
from bot.common.errors import Refused
from bot.engine import timing
from bot.engine.context import Context
from bot.engine.receipts import imported
from bot.engine.schedule import read_spec
from bot.engine.snapshot import GameSnapshot
from bot.features.history import exporting
from bot.features.integrity import store as sanity
from bot.features.integrity import text
from bot.features.leagues import season_snapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import RULES, read_plan
from bot.features.leagues.season.league_file import as_json, checked, course_of
from bot.features.leagues.season.results import result_of
from bot.features.leagues.season_snapshot import Season
from bot.features.ratings import store
from bot.features.ratings.ledger import by_rules, recount
from bot.storage import deadlines, players, steps, tables
from bot.storage.database import Tx
from bot.storage.league_records import Fixture, League, LeagueLogEntry, Sitting
from bot.storage.records import ACTIVE, Step, Table
from bot.storage.rows import find, first


@dataclass
class Findings:
    """faults: one line each; notes: what could not be looked at, and is no fault"""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    games: int = 0
    steps: int = 0
    leagues: int = 0
    ratings: int = 0

    def fault(self, where: str, what: str) -> None:
        self.faults.append(text.FOUND(where=where, what=what))

    def note(self, where: str, what: str) -> None:
        self.notes.append(text.FOUND(where=where, what=what))

    def broken(self, where: str, what: Text, error: Exception) -> None:
        """Something that cannot even be read. The error's words may hold orders, so its kind is all that is
        told."""
        self.fault(where, what(error=type(error).__name__))

    def lines(self) -> list[str]:
        """Return what there is to read, one line each: the notes, then the faults."""
        return [*(text.NOTE(note=note) for note in self.notes), *self.faults]


_HARMLESS = "the seed does not f(?:it|ollow)|a commitment is|the state after it"
"""What is said of a step and tells nothing of it."""
MOST = 2**31 - 1
"""More than a game has steps."""
MOST_LINES = 10_000
"""More than the log of a league has."""
Progress = Callable[[str, int, int], None]
"""What is looked at, how many of them are done, and how many there are."""


def look_at_steps(context: Context, tx: Tx, table: Table, found: Findings) -> bool:
    """Replay the game; False if it cannot be read, so that nothing else can be said of it."""
    where = text.GAME(code=table.id)
    try:
        context.game_of(table)
    except Refused:
        version = {"version": table.rules_version, "game": table.game}
        if table.status in ACTIVE:
            found.fault(where, text.NO_RULES(**version))
        else:
            found.note(where, text.NO_RULES_OVER(**version))
        return False
    try:
        kept = steps.between(tx, table.id, 0, MOST)
        told_seqs = [step.seq for step in kept]
        if told_seqs != list(range(1, table.seq + 1)):
            found.fault(where, text.STEPS(last=table.seq, found=_numbers(told_seqs)))
            return False
        if not kept:  # a lobby, or one that was closed
            _look_at_seed(tx, table, found)
            return True
        for fault in written_otherwise(kept):
            found.fault(where, fault)
        undone = sum(step.kind == "undo" for step in kept)
        if undone != table.undone:
            found.fault(where, text.UNDONE(n=undone, told=table.undone))
        snapshot = context.snapshot(tx, table.id)
        record = exporting.whole(tx, snapshot, secrets=True)
        report = verify(for_record(context.rules, record), record)
    except Exception as error:
        found.broken(where, text.UNREADABLE, error)
        return False
    found.steps += report.turns
    faults = list(report.faults)
    if table.status != "over":
        faults = _without_orders(faults)
    for fault in faults:
        found.fault(where, fault)
    for note in report.notes:
        found.note(where, note)
    return True


def _look_at_seed(tx: Tx, table: Table, found: Findings) -> None:
    """What was published before the start still binds."""
    seed = tables.seed_of(tx, table.id)
    if seed is None or commitment(bytes.fromhex(seed)) != table.commitment:
        found.fault(text.GAME(code=table.id), text.SEED_WRONG)


def written_otherwise(kept: Sequence[Step]) -> list[str]:
    """States that are not stored as they are written now: the same, but in other bytes.

    >>> step = Step(table_id="k7f3", seq=3, turn=1, kind="resolve", state='{"a":1}', at=0.0)
    >>> from dataclasses import replace
    >>> written_otherwise([step, replace(step, seq=4, state='{"a": 1}')])
    ["step 3: its state isn't in canonical form"]
    """
    return [
        text.NOT_CANONICAL(step=step.seq - 1)
        for step in kept
        if canonical(json.loads(step.state)) != step.state
    ]


def _without_orders(faults: Sequence[str]) -> list[str]:
    """Of a game that goes on: which steps are wrong, and not what they hold. Whoever hosts the bot may play
    in it.

    >>> _without_orders(["step 3: the events differ: [] is right", "step 3: e7 is yours", "no seed"])
    ['step 3: replayed, it differs from what is stored', 'no seed']
    >>> _without_orders(["step 3: the seed does not fit the commitment that was published"])
    ['step 3: the seed does not fit the commitment that was published']
    """
    told = []
    for fault in faults:
        step = re.match(rf"step (\d+):(?! (?:{_HARMLESS}))", fault)
        told.append(text.REPLAY_DIFFERS(step=step[1]) if step else fault)
    return list(dict.fromkeys(told))


def _numbers(seqs: Sequence[int]) -> str:
    """Numbers as people write them.

    >>> _numbers([1, 2, 3, 5, 7, 8]), _numbers([])
    ('1 to 3, 5, 7 to 8', 'none')
    """
    runs: list[list[int]] = []
    for seq in seqs:
        if runs and seq == runs[-1][-1] + 1:
            runs[-1][1:] = [seq]
        else:
            runs.append([seq])
    told = [text.RUN(first=run[0], last=run[-1]) if len(run) > 1 else str(run[0]) for run in runs]
    return ", ".join(told) or text.NO_STEPS


def look_at_rows(context: Context, tx: Tx, table: Table, found: Findings) -> None:
    """Compare them; the game's steps have been looked at."""
    where = text.GAME(code=table.id)
    try:
        game = context.game_of(table)
        if canonical_options(game, table) != dict(table.options):
            found.fault(where, text.OPTIONS_WRONG)
        look_at_deadline(table.deadline_spec, where, found)
        league = table.origin.get("league")
        if league is not None and first(tx, Fixture, table_id=table.id) is None:
            found.fault(where, text.LEAGUE_UNAWARE(league=league))
        over = table.status in ("over", "closed")
        if any(player.over != over for player in players.of_table(tx, table.id)):
            found.fault(where, text.LISTED_WRONG(status=repr(table.status)))
        begun = table.seq > 0
        if begun != (table.status in ("playing", "over")):
            found.fault(where, text.STATUS_WRONG(status=repr(table.status), n=table.seq))
        elif begun:
            snapshot = context.snapshot(tx, table.id)
            _look_at_seats(tx, snapshot, found)
            _look_at_status(snapshot, found)
        if table.status == "playing" and begun:
            _look_at_clock(context, tx, context.snapshot(tx, table.id), found)
        else:
            _look_for_clock(tx, table, found)
    except Exception as error:
        found.broken(where, text.ROWS_UNREADABLE, error)


def look_at_deadline(spec: str | None, where: str, found: Findings) -> None:
    """How long turns take, as it is stored, is what the bot itself would write."""
    try:
        same = spec is None or str(read_spec(spec)) == spec
    except Refused:
        same = False
    if not same:
        found.fault(where, text.DEADLINE_WRONG(spec=repr(spec)))


def canonical_options(game: AnyGame, table: Table) -> dict[str, object]:
    """Return the options as the game completes them."""
    return dict(game.options(table.options))


def _look_at_status(snapshot: GameSnapshot, found: Findings) -> None:
    table, where = snapshot.table, text.GAME(code=snapshot.table.id)
    if snapshot.phase.turn != table.turn:
        found.fault(where, text.TURN_WRONG(turn=snapshot.phase.turn, told=table.turn))
    over = table.status == "over"
    if table.started_at is None:
        found.fault(where, text.NO_START)
    if over != (table.ended_at is not None):
        found.fault(where, text.NO_END if over else text.HAS_END(status=repr(table.status)))
    if not over and (snapshot.outcome is not None or table.outcome is not None):
        found.fault(where, text.HAS_RESULT)


def _look_at_seats(tx: Tx, snapshot: GameSnapshot, found: Findings) -> None:
    """Every seat has one player, who sits there according to the list of sittings too."""
    table, where = snapshot.table, text.GAME(code=snapshot.table.id)
    if imported(table) and table.status == "over":  # nobody here has played it
        return
    seated = players.of_table(tx, table.id)
    taken = sorted(str(player.seat) for player in seated)
    if taken != sorted(snapshot.seats):
        found.fault(where, text.SEATS_WRONG(seats=sorted(snapshot.seats), taken=taken))
        return
    sat = find(tx, Sitting, table_id=table.id)
    for player in seated:
        mine = [sitting for sitting in sat if sitting.seat == player.seat]
        now = [sitting.user_id for sitting in mine if sitting.until_at is None]
        if now != [player.user_id]:
            found.fault(where, text.SITTING_WRONG(seat=player.seat))


def _look_at_clock(context: Context, tx: Tx, snapshot: GameSnapshot, found: Findings) -> None:
    """A turn with a time limit has a deadline, a paused one has none: so no game stands still unseen."""
    where = text.GAME(code=snapshot.table.id)
    row = deadlines.get(tx, snapshot.table.id)
    early = deadlines.get(tx, snapshot.table.id, "early")
    if snapshot.pause is not None:
        if row is not None or early is not None:
            found.fault(where, text.CLOCK_RUNS)
        return
    if row is not None and row.turn != snapshot.phase.turn:
        found.fault(where, text.DEADLINE_OF_OTHER(turn=snapshot.phase.turn, other=row.turn))
    limited = timing.due(snapshot, context.clock.now()) is not None
    if row is None and limited and snapshot.outcome is None:
        found.fault(where, text.NO_DEADLINE)


def _look_for_clock(tx: Tx, table: Table, found: Findings) -> None:
    """Where nothing is played nothing is due."""
    where = text.GAME(code=table.id)
    for kind in deadlines.KINDS:
        if deadlines.get(tx, table.id, kind) is not None:
            found.fault(where, text.IDLE_DEADLINE(kind=kind))
    if deadlines.pause_of(tx, table.id) is not None:
        found.fault(where, text.IDLE_PAUSE)


# -- leagues


def look_at_league(context: Context, tx: Tx, league: League, found: Findings) -> None:
    """Compare all of its rows, and compute the results of its games again."""
    where = text.LEAGUE(code=league.id)
    try:
        seed = league_store.seed_of(tx, league.id)
        if seed is None or commitment(bytes.fromhex(seed)) != league.commitment:
            found.fault(where, text.SEED_WRONG)
        look_at_deadline(league.deadline_spec, where, found)
        season = season_snapshot.read(tx, league)
        _look_at_plan(context, season, found)
        _look_at_log(tx, league, found)
        _look_at_numbers(season, found)
        if seed is not None and season.numbered:
            course = course_of(context, tx, league)
            for fault in checked(as_json(season, course, seed)).faults:
                found.fault(where, fault)
        for fixture in season.fixtures:
            _look_at_fixture(context, tx, season, fixture, found)
    except Exception as error:
        found.broken(where, text.UNREADABLE, error)


def _look_at_plan(context: Context, season: Season, found: Findings) -> None:
    """The stored plan is one that an organiser could have made."""
    league, plan = season.league, season.plan
    texts = {key: _text(value) for key, value in league.plan.items() if key != "rules"}
    try:
        again = read_plan(context.games[league.game], league.options, texts)
    except Refused as error:
        found.fault(text.LEAGUE(code=league.id), text.PLAN_WRONG(why=error))
        return
    # No organiser gives the rules: they are the newest when a season opens.
    again = replace(again, rules=min(max(plan.rules, 1), RULES))
    wrong = [key for key, value in plan.stored().items() if again.stored()[key] != value]
    if wrong:
        found.fault(text.LEAGUE(code=league.id), text.PLAN_DIFFERS(keys=", ".join(wrong)))


def _text(value: object) -> str:
    """Return a value of a stored plan as an organiser writes it.

    >>> _text(True), _text([3, "1/2"]), _text(7)
    ('yes', '3,1/2', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _look_at_log(tx: Tx, league: League, found: Findings) -> None:
    """Rounds only go on, so the entries of the log do, too; none is of a round that was not opened."""
    before = 0
    for line in reversed(find(tx, LeagueLogEntry, league_id=league.id, limit=MOST_LINES, newest=True)):
        if not before <= line.round <= league.round:
            told = text.LOG_WRONG(round=line.round, before=before, opened=league.round)
            found.fault(text.LEAGUE(code=league.id), told)
            return
        before = line.round


def _look_at_numbers(season: Season, found: Findings) -> None:
    """Everybody has one number, and plays once in a round."""
    where = text.LEAGUE(code=season.league.id)
    numbers = sorted(entrant.number for entrant in season.numbered)
    if numbers != list(range(1, len(numbers) + 1)):
        found.fault(where, text.NUMBERS_WRONG(numbers=numbers))
    divisions = {entrant.number: entrant.division for entrant in season.numbered}
    for fixture in season.fixtures:
        theirs = {divisions.get(number, fixture.division) for number in fixture.numbers}
        if theirs != {fixture.division}:
            place = text.ROUND(code=season.league.id, round=fixture.round)
            found.fault(place, text.DIVISION_WRONG(board=fixture.board, division=fixture.division))
    for round_ in sorted({fixture.round for fixture in season.fixtures}):
        games = [fixture for fixture in season.fixtures if fixture.round == round_]
        if round_ > season.league.round:
            found.fault(where, text.NEVER_OPENED(round=round_))
        playing = Counter(number for fixture in games for number in fixture.numbers)
        for number, times in sorted(playing.items()):
            if number not in numbers:
                found.fault(where, text.NOBODY(round=round_, number=number))
            if times > 1:
                found.fault(where, text.PLAYS_TWICE(number=number, times=times, round=round_))


def _look_at_fixture(context: Context, tx: Tx, season: Season, fixture: Fixture, found: Findings) -> None:
    """A game that the league has noted came out so."""
    where = text.BOARD(code=season.league.id, round=fixture.round, board=fixture.board)
    if (fixture.status == "done") != (fixture.result is not None):
        told = text.HAS_A_RESULT if fixture.result else text.LACKS_A_RESULT
        found.fault(where, told(status=repr(fixture.status)))
    if fixture.table_id is None:
        if fixture.status == "playing":
            found.fault(where, text.NO_GAME)
        return
    table = tables.get(tx, fixture.table_id)
    origin = {"league": season.league.id, "round": fixture.round, "board": fixture.board}
    if table is None or {key: table.origin.get(key) for key in origin} != origin:
        found.fault(where, text.NOT_ITS_GAME(code=fixture.table_id))
        return
    if (table.game, table.rules_version) not in context.rules or table.seq == 0:
        return
    sat = find(tx, Sitting, table_id=table.id)
    snapshot = context.snapshot(tx, table.id)
    numbers = {entrant.user_id: entrant.number for entrant in season.numbered}
    first = [next((s.user_id for s in sat if s.seat == seat), None) for seat in snapshot.seats]
    if [numbers.get(user or 0) for user in first] != list(fixture.numbers):
        found.fault(where, text.OTHERS_BEGAN(code=table.id))
    if fixture.result is None or fixture.result.get("kind") not in ("played", "none"):
        return  # not noted yet, or ruled by hand
    if table.status != "over" or result_of(snapshot, season, fixture, sat).stored() == dict(fixture.result):
        return
    if fixture.result["kind"] != "none" or not _is_ruled(tx, season.league, table.id):
        found.fault(where, text.RESULT_DIFFERS(code=table.id))


def _is_ruled(tx: Tx, league: League, code: str) -> bool:
    """Whether the league's log tells of a ruling on this game: one without a result says so nowhere else."""
    lines = find(tx, LeagueLogEntry, league_id=league.id, limit=MOST_LINES, newest=True)
    return any(line.act == "result" and f"`{code}`" in line.text for line in lines)


# -- everything


def check(context: Context, tx: Tx, progress: Progress) -> Findings:
    """Look at everything. Nothing that is stored makes it fail: what cannot be read is a fault."""
    found = Findings()
    found.faults += sanity.below_zero(tx)
    there = tables.codes(tx)
    for number, code in enumerate(there, 1):
        _look_at_game(context, tx, code, found)
        found.games += 1
        progress(text.PROGRESS_GAMES, number, len(there))
    seasons = league_store.league_codes(tx)
    for number, code in enumerate(seasons, 1):
        try:
            league = first(tx, League, id=code)
        except Exception as error:
            found.broken(text.LEAGUE(code=code), text.ROW_UNREADABLE, error)
        else:
            if league is not None:
                look_at_league(context, tx, league, found)
        found.leagues += 1
        progress(text.PROGRESS_LEAGUES, number, len(seasons))
    look_at_ratings(context, tx, found, progress)
    return found


def _look_at_game(context: Context, tx: Tx, code: str, found: Findings) -> None:
    try:
        table = tables.get(tx, code)
    except Exception as error:
        found.broken(text.GAME(code=code), text.ROW_UNREADABLE, error)
        return
    if table is not None and look_at_steps(context, tx, table, found):
        look_at_rows(context, tx, table, found)


def look_at_ratings(context: Context, tx: Tx, found: Findings, progress: Progress) -> None:
    """Compute all of them again from the stored games."""
    try:
        kinds = store.kinds(tx)
    except Exception as error:
        found.broken(text.RATINGS, text.RATINGS_UNREADABLE, error)
        return
    for number, (guild_id, game) in enumerate(kinds, 1):
        try:
            ledgers = recount(tx, by_rules(context.rules), guild_id, game)
        except Exception as error:
            found.broken(text.RATINGS_OF(game=game, server=guild_id), text.RATINGS_WRONG, error)
        else:
            found.faults += ledgers.faults()
            found.ratings += len(ledgers.stored_ratings)
        progress(text.PROGRESS_RATINGS, number, len(kinds))


def summary(found: Findings) -> str:
    """One line: what was looked at, and what came out."""
    counts = {
        "games": found.games,
        "steps": found.steps,
        "leagues": found.leagues,
        "ratings": found.ratings,
    }
    faults = len(found.faults)
    return text.FAULTS(**counts, n=faults) if faults else text.ALL_WELL(**counts)
