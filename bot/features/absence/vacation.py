"""Deadlines wait for announced absences, as far as each player's days of vacation go; and what was used up of
those, by turn, also by players who have left their seat.

A turn that is taken back costs no vacation. Whoever comes back to a seat begins with what was used before.
In a league the days are those of its plan, for all of its games together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.game import Seat, shared_complete
from adjudicator.text import listing
from bot.common.clock import DAY, span_words
from bot.common.message import due_words, when
from bot.engine import posts
from bot.engine.schedule import read_spec
from bot.engine.snapshot import GameSnapshot
from bot.features.absence import text
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import Plan
from bot.storage import drafts, people, players
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.records import Away, FormerPlayer, Player, VacationUse
from bot.storage.rows import first, save

_LEAST = 1.0
"""Seconds: for less no deadline moves. What is left of a vacation is a float."""


def wait_for_absences(tx: Tx, snapshot: GameSnapshot, due: float, now: float) -> float:
    """Return when a turn is due that would be at `due`: after the absences that cover that moment, of those
    whose orders are missing. The days are taken off their vacation, and everybody is told. Where nobody may
    see who has sent orders it waits for all who owe some: that it moves, or does not, would tell."""
    users = {snapshot.player(seat).user_id: seat for seat in snapshot.phase.owing}
    announced: dict[Seat, list[Away]] = {seat: [] for seat in snapshot.phase.owing}
    for absence in people.absences(tx, list(users), now):
        announced[users[absence.user_id]].append(absence)
    if not any(announced.values()):
        return due
    sheets = drafts.of_table(tx, snapshot.table.id, snapshot.phase.turn)
    sent = {seat for seat, sheet in sheets.items() if sheet.ready}
    owing = shared_complete(snapshot.game, snapshot.state, sent)
    if owing and snapshot.hides_ready:
        owing = snapshot.phase.owing
    rest = {seat: left(tx, snapshot, seat) for seat in owing}
    moved, used = move(due, _sheets(snapshot, owing), announced, rest)
    if moved - due < _LEAST:
        return due
    # Not in hours or on days in which nothing is due here; what that adds costs nobody anything.
    moved = read_spec(snapshot.table.deadline_spec or "none").after(moved, 0.0)
    paid = {snapshot.player(seat).user_id: seconds for seat, seconds in used.items()}
    pay(tx, snapshot, due, moved, paid)
    spent = [seat for seat in sorted(used) if rest[seat] - used[seat] < _LEAST]
    _tell(tx, snapshot, used, spent, moved, now)
    return moved


def move(
    due: float,
    sheets: Collection[Collection[Seat]],
    announced: Mapping[Seat, Collection[Away]],
    left: Mapping[Seat, float],
) -> tuple[float, dict[Seat, float]]:
    """Where a deadline moves, and the seconds that each seat pays for it.

    sheets: the seats that fill in one sheet together: while one of them is there, nobody waits
    left:   the seconds of vacation that each seat has

    >>> gone = Away(user_id=1, from_at=100.0, to_at=200.0, announced_at=0.0)
    >>> move(150.0, [["dark"]], {"dark": [gone]}, {"dark": 1000.0})
    (200.0, {'dark': 50.0})
    >>> move(150.0, [["dark"]], {"dark": [gone]}, {"dark": 20.0})
    (170.0, {'dark': 20.0})
    >>> move(150.0, [["dark", "air"]], {"dark": [gone], "air": []}, {"dark": 1000.0, "air": 1000.0})
    (150.0, {})
    """
    used: dict[Seat, float] = {}
    while True:
        targets: dict[Seat, float] = {}
        for sheet in sheets:
            ends = [_end(due, announced[seat], left[seat] - used.get(seat, 0.0)) for seat in sheet]
            targets |= dict.fromkeys(sheet, min(ends))
        later = max(targets.values(), default=due)
        if later <= due:
            return due, used
        for seat, target in targets.items():
            if target > due:
                used[seat] = used.get(seat, 0.0) + target - due
        due = later


def _end(due: float, announced: Collection[Away], left: float) -> float:
    """How long a deadline waits for one player: `due` itself if it does not."""
    ends = [absence.to_at for absence in announced if absence.from_at <= due < absence.to_at]
    return max(min(max(ends, default=due), due + left), due)


def _sheets(snapshot: GameSnapshot, owing: Collection[Seat]) -> list[list[Seat]]:
    sheets: dict[Seat, list[Seat]] = {}
    for seat in sorted(owing):
        sheets.setdefault(snapshot.sheet(seat), []).append(seat)
    return list(sheets.values())


def _tell(
    tx: Tx,
    snapshot: GameSnapshot,
    used: Mapping[Seat, float],
    spent: Sequence[Seat],
    moved: float,
    now: float,
) -> None:
    """spent: whose vacation is used up with that"""
    names, n, due = snapshot.named(sorted(used)), len(used), due_words(moved)
    told = [text.WAITS(who=names, n=n, turn=snapshot.phase_word, due=due)]
    if spent:
        given, league = {"who": snapshot.named(spent), "n": len(spent)}, league_of(tx, snapshot)
        told.append(text.SPENT_LEAGUE(**given, league=league) if league else text.SPENT(**given))
    key = f"away/{snapshot.mark}/{now:.3f}/{round(moved)}"
    posts.say(tx, snapshot.table, key, " ".join(told), now)
    paid = listing([f"{snapshot.names()[seat]} {span_words(used[seat])}" for seat in sorted(used)], "and")
    line = text.LOGGED(turn=snapshot.phase_word.capitalize(), until=when(moved, "f"), paid=paid)
    posts.log(tx, snapshot.table, "away", line, now)


# -- players who leave, and may come back


def leave(tx: Tx, player: Player, seat: Seat) -> None:
    """Remember who leaves a seat, and what the player has used."""
    former = FormerPlayer(
        table_id=player.table_id,
        user_id=player.user_id,
        seat=seat,
        missed=player.missed,
        extensions=player.extensions,
        away_used=player.away_used,
    )
    save(tx, former)


def before(tx: Tx, table_id: str, user_id: int) -> FormerPlayer:
    """Return what the user used in this game, before leaving a seat of it."""
    blank = FormerPlayer(table_id=table_id, user_id=user_id, seat=None)
    return first(tx, FormerPlayer, table_id=table_id, user_id=user_id) or blank


# -- what is left


def left(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> float:
    """Return the seconds of vacation that a seat's player has left: in this game, or its league's season."""
    player = snapshot.player(seat)
    league = _league(tx, snapshot)
    if league is None:
        return max(snapshot.house_rules.vacation_days * DAY - player.away_used, 0.0)
    used = player.away_used + league_store.away_used(tx, league.id, player.user_id, snapshot.table.id)
    for code in league_store.games_left_by(tx, league.id, player.user_id):
        used += before(tx, code, player.user_id).away_used
    return max(Plan.read(league.plan).vacation * DAY - used, 0.0)


def league_of(tx: Tx, snapshot: GameSnapshot) -> str:
    """The code of the league whose games share one budget with this game; "": none."""
    league = _league(tx, snapshot)
    return "" if league is None else league.id


def _league(tx: Tx, snapshot: GameSnapshot) -> League | None:
    code = snapshot.table.origin.get("league")
    return None if code is None else first(tx, League, id=str(code))


# -- vacation, by turn


def pay(tx: Tx, snapshot: GameSnapshot, was: float, due: float, used: Mapping[int, float]) -> None:
    """The open turn's deadline moves from `was` to `due`, and these users pay so many seconds for it."""
    noted, turn = _noted(tx, snapshot.table.id), str(snapshot.phase.turn)
    for user_id, seconds in used.items():
        players.use_away(tx, snapshot.table.id, user_id, seconds)
    by_turn = noted.get("turns", {})
    by_turn[turn] = _sum(by_turn.get(turn, {}), used)
    paid = noted.get("paid", {})
    again = (
        noted.get("mark") == snapshot.mark and noted.get("due") == was and set(paid) == set(map(str, used))
    )
    waits = {"mark": snapshot.mark, "due": due, "paid": _sum(paid if again else {}, used)}
    _note(tx, snapshot.table.id, {**waits, "turns": by_turn})


def waiting(tx: Tx, snapshot: GameSnapshot, due: float | None) -> dict[int, float]:
    """Who has paid for it that the open turn is due then, and how many seconds; {} nobody."""
    noted = _noted(tx, snapshot.table.id)
    if due is None or noted.get("mark") != snapshot.mark or noted.get("due") != due:
        return {}
    return {int(user): float(seconds) for user, seconds in noted["paid"].items()}


def give_back(tx: Tx, snapshot: GameSnapshot, user_id: int, seconds: float) -> None:
    """The open turn has not waited so long for this player."""
    noted, turn = _noted(tx, snapshot.table.id), str(snapshot.phase.turn)
    by_turn = noted.get("turns", {})
    by_turn[turn] = _sum(by_turn.get(turn, {}), {user_id: -seconds})
    players.use_away(tx, snapshot.table.id, user_id, -seconds)
    _note(tx, snapshot.table.id, {"turns": by_turn})


def shifted(tx: Tx, table_id: str, was: float | None, due: float) -> None:
    """The same time of the same turn ends at another moment, after a pause."""
    noted = _noted(tx, table_id)
    if was is not None and noted.get("due") == was:
        _note(tx, table_id, {**noted, "due": due})


def goes_on(tx: Tx, after: GameSnapshot, turn: int) -> None:
    """The turn with that number goes on, with another number, and the same time."""
    noted = _noted(tx, after.table.id)
    by_turn = noted.get("turns", {})
    if str(turn) in by_turn:
        by_turn[str(after.phase.turn)] = by_turn.pop(str(turn))
        _note(tx, after.table.id, {**noted, "mark": after.mark, "turns": by_turn})


def taken_back(tx: Tx, table_id: str, turn: int) -> dict[int, str]:
    """Give the vacation paid for this turn, or a later one, back: the game goes back. Nobody is told."""
    by_turn = _noted(tx, table_id).get("turns", {})
    total: dict[str, float] = {}
    for number in [number for number in by_turn if int(number) >= turn]:
        total = _sum(total, by_turn.pop(number))
    for user, seconds in total.items():
        player = first(tx, Player, table_id=table_id, user_id=int(user))
        if player is not None:
            players.use_away(tx, table_id, player.user_id, -min(seconds, player.away_used))
        else:
            used = before(tx, table_id, int(user))
            rest = replace(used, away_used=max(used.away_used - seconds, 0.0))
            save(tx, rest)
    if total:
        _note(tx, table_id, {"turns": by_turn})
    return {}


def _noted(tx: Tx, table_id: str) -> dict[str, Any]:
    """ "turns": the seconds that each user paid, by turn; "mark", "due", "paid": what the open turn
    waits for, if it does."""
    found = first(tx, VacationUse, table_id=table_id)
    return dict(found.noted) if found is not None else {}


def _note(tx: Tx, table_id: str, noted: Mapping[str, Any]) -> None:
    save(tx, VacationUse(table_id=table_id, noted=noted))


def _sum(one: Mapping[str, float], other: Mapping[Any, float]) -> dict[str, float]:
    """
    >>> _sum({"11": 5.0}, {11: 2.0, 12: 1.0})
    {'11': 7.0, '12': 1.0}
    """
    found = dict(one)
    for user, seconds in other.items():
        found[str(user)] = found.get(str(user), 0.0) + seconds
    return found
