"""One season's orders, all at once. Source: Orders; Resolution.

`Season` is one resolution at work; its state is thrown away afterwards. Its methods stand in the order of
the rules. Spaces are resolved dependencies first, cycles as groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from operator import itemgetter

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, TURRETONS, Board, Key
from adjudicator.newyork2047.contest import Contest, Verdict
from adjudicator.newyork2047.orders import Move, Order, Support
from adjudicator.newyork2047.state import MOST_NUMBER, NUMBERS, Field, Unit


def groups(needs: Mapping[Key, Set[Key]]) -> list[tuple[Key, ...]]:
    """Return the strongly connected groups of a graph (space -> the spaces that it depends on), each after
    those that it depends on; the members of a group are sorted. Tarjan's algorithm.

    >>> groups({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})
    [('b', 'c'), ('a',), ('d',)]
    """
    number: dict[Key, int] = {}
    lowest: dict[Key, int] = {}
    path: list[Key] = []
    waiting: set[Key] = set()
    found: list[tuple[Key, ...]] = []

    def visit(space: Key) -> None:
        number[space] = lowest[space] = len(number)
        path.append(space)
        waiting.add(space)
        for other in sorted(needs[space]) if len(needs[space]) > 1 else needs[space]:
            if other not in needs:
                continue
            if other not in number:
                visit(other)
                lowest[space] = min(lowest[space], lowest[other])
            elif other in waiting:
                lowest[space] = min(lowest[space], number[other])
        if lowest[space] == number[space]:
            group = []
            while True:
                member = path.pop()
                waiting.discard(member)
                group.append(member)
                if member == space:
                    break
            found.append(tuple(sorted(group)))

    for space in needs:
        if space not in number:
            if needs[space]:
                visit(space)
            else:  # most spaces depend on nothing
                number[space] = lowest[space] = len(number)
                found.append((space,))
    return found


def reachable(needs: Mapping[Key, Set[Key]], begin: Iterable[Key]) -> list[Key]:
    """Collect these spaces and everything that they depend on, as far as it is in the graph.

    >>> reachable({"a": {"b"}, "b": {"c", "x"}, "c": set(), "d": {"a"}}, ["a"])
    ['a', 'b', 'c']
    """
    found = list(begin)
    seen = set(found)
    for space in found:
        for other in sorted(needs[space] - seen):
            if other in needs:
                seen.add(other)
                found.append(other)
    return found


NOTHING: Set[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class Moved:
    """What the moves made of a position: units, control of land, loyalties; and the events that tell it."""

    units: tuple[Unit, ...]
    control: dict[Key, Seat]
    turretons: dict[str, Seat | None]
    events: list[Event]


def resolve_moves(field: Field, orders: Mapping[Seat, Sequence[Order]]) -> Moved:
    """Resolve the units' orders of a season; what has no order holds. The orders must be checked."""
    season = Season(field, orders)
    season.count_supports()
    season.reinforce()
    needs = season.dependencies()
    order_of_spaces = groups(needs)
    cycles = [space for group in order_of_spaces if len(group) > 1 for space in group]
    if cycles:  # elsewhere a struck move stays where it is without being struck
        season.strike_hopeless_moves(reachable(needs, cycles))
        order_of_spaces = groups(season.dependencies())
    for group in order_of_spaces:
        if len(group) == 1:
            season.settle(group[0])
        elif not season.rotate(group):
            season.fight_where_they_stand(group)
    return season.result()


class Season:
    """A resolution at work.

    moves:  unit -> where it is ordered to
    into:   space -> the movers that compete for it (reinforcements do not)
    joined: space -> the reinforcements that have come
    bound:  the competing movers whose move is still a dependency: not struck
    fate:   competing mover -> "entered", "lost", or why it stayed
    dead:   units lost where they stood, with who beat them
    """

    def __init__(self, field: Field, orders: Mapping[Seat, Sequence[Order]]) -> None:
        self.field = field
        self.board: Board = field.board
        self.moves: dict[Unit, Key]
        self.supports: list[tuple[Seat, Support, Key]] = []
        self.into: dict[Key, list[Unit]] = {}
        self.joined: dict[Key, list[Unit]] = {}
        self.bound: dict[Unit, Key] = {}
        self.fate: dict[Unit, str] = {}
        self.beaten_by: dict[Unit, Seat] = {}
        self.dead: dict[Unit, Seat] = {}
        self.verdicts: dict[Key, Verdict] = {}
        self.told: list[Event] = []
        units = field.units
        moving: dict[Unit, Key] = {}
        for seat in SEATS:
            helping: list[tuple[int, Support, Key]] = []
            for order in orders.get(seat, ()):
                if isinstance(order, Move):
                    moving[units[seat, order.unit]] = order.target
                elif isinstance(order, Support):
                    helping.append((line(order.unit), order, field.places[seat][order.unit]))
            helping.sort(key=itemgetter(0))
            self.supports += [(seat, order, space) for _, order, space in helping]
        # How a sheet lists its orders decides nothing, not even the order of the events.
        self.moves = {unit: moving[unit] for unit in field.state.units if unit in moving}

    # -- supports

    def count_supports(self) -> None:
        """Find the supports that are not void and not nullified."""
        board, units, moves = self.board, self.field.units, self.moves
        attackers: dict[Key, list[Unit]] = {}
        water = board.water
        for mover, target in moves.items():
            if (mover.space in water) == (target in water):
                attackers.setdefault(target, []).append(mover)
        push: dict[Unit, list[ev.Who]] = {}
        prop: dict[Unit, list[ev.Who]] = {}
        self.push, self.prop = push, prop
        for seat, order, space in self.supports:
            of = order.seat or seat
            other = units[of, order.other]
            target = order.target
            hold = not target
            by: tuple[ev.Who, ...] = ()
            reason = ""
            if moves.get(other) != (target or None):
                reason = "unmatched"
            elif space in attackers:
                by = tuple((foe.seat, _text(foe)) for foe in attackers[space] if foe.seat != seat)
                reason = "attacked" if by else ""
            fields = {
                "seat": seat,
                "unit": order.unit,
                "space": space,
                "of": of,
                "other": order.other,
                "target": target or other.space,
                "hold": hold,
            }
            if reason:
                self.told.append(ev.SupportFailed(**fields, reason=reason, by=by))  # type: ignore[arg-type]
            else:
                (prop if hold else push).setdefault(other, []).append((seat, order.unit))
                self.told.append(ev.Supported(**fields))  # type: ignore[arg-type]

    # -- moves

    def reinforce(self) -> None:
        """Tell reinforcements apart: moves into water or the own home base where own units (or the own
        Turreton) stand at the start always succeed; all others compete. Source: Resolution, 1."""
        standing, loyal, homes = self.field.standing, self.field.loyal, self.field.state.homes
        water = self.board.water
        for mover, target in self.moves.items():
            seat = mover.seat
            if (target in water or homes.get(seat) == target) and (
                loyal.get(target) == seat or (target in standing and standing[target][0].seat == seat)
            ):
                self.joined.setdefault(target, []).append(mover)
            else:
                self.into.setdefault(target, []).append(mover)
                self.bound[mover] = target
        self.gone = {unit for units in self.joined.values() for unit in units}
        self.contest = Contest(self.field, self.into, self.push, self.prop)

    def dependencies(self) -> dict[Key, Set[Key]]:
        """List for each space that somebody wants to enter the spaces that must be resolved before it."""
        found: dict[Key, Set[Key]] = dict.fromkeys(self.into, NOTHING)
        for mover, target in self.bound.items():
            if mover.space in found:
                found[mover.space] |= {target}
        return found

    def strike_hopeless_moves(self, spaces: Iterable[Key]) -> None:
        """Strike every move whose side neither enters nor is beaten at its destination, whichever of the
        units there that want to leave do leave; repeat, because a struck unit stays for certain.

        spaces: where moves go that may matter to a cycle
        """
        struck = True
        while struck:
            struck = False
            for target in spaces:
                hopeful = self._hopeful(target)
                for mover in self.into[target]:
                    if mover in self.bound and mover not in hopeful:
                        del self.bound[mover]
                        struck = True

    def _hopeful(self, target: Key) -> set[Unit]:
        """Return the movers whose side enters or is beaten in some way that the units there may leave. Only
        their
        number matters: no unit that wants to leave can be supported in holding. Where somebody stays, moves
        of other terrain do not occur and are of no side."""
        here = [unit for unit in self.field.standing.get(target, ()) if unit not in self.gone]
        leavers = [unit for unit in here if unit in self.bound]
        certain = [unit for unit in here if unit not in self.bound] + self.joined.get(target, [])
        found: set[Unit] = set()
        for number in range(len(leavers) + 1):
            verdict = self.contest.verdict(target, certain + leavers[:number])
            if verdict.entering or verdict.beaten:
                found.update(verdict.side)
        return found

    def _staying(self, space: Key) -> list[Unit]:
        """Return who stands there now: those who have not left, and the reinforcements."""
        here = self.field.standing.get(space, ())
        fate, gone = self.fate, self.gone
        stay = [unit for unit in here if unit not in gone and fate.get(unit) not in ("entered", "lost")]
        return stay + self.joined[space] if space in self.joined else stay

    def settle(self, space: Key) -> None:
        """Resolve one space whose dependencies are resolved."""
        movers = self.into[space]
        if len(movers) == 1 and space not in self.field.standing and space not in self.field.loyal:
            self.fate[movers[0]] = "entered"  # nobody is there, and nobody else comes: no need to judge
            return
        verdict = self.contest.verdict(space, self._staying(space))
        self.verdicts[space] = verdict
        self._apply(verdict)

    def rotate(self, group: Sequence[Key]) -> bool:
        """Rotate rings: if no two units of the group move into each other's space, all of them leave; when
        every one of them then enters, that is the result."""
        inside = self._inside(group)
        ways = {(unit.space, target) for unit, target in inside.items()}
        if any((target, space) in ways for space, target in ways):
            return False
        tried = {
            space: self.contest.verdict(space, [unit for unit in self._staying(space) if unit not in inside])
            for space in group
        }
        if not all(unit in tried[target].entering for unit, target in inside.items()):
            return False
        for space in group:
            self.verdicts[space] = tried[space]
            self._apply(tried[space])
        return True

    def fight_where_they_stand(self, group: Sequence[Key]) -> None:
        """Resolve a ring where everyone fights where he stands: losing attackers are lost, then wins are
        applied in descending power. Nobody else enters."""
        found = {space: self.contest.verdict(space, self._staying(space), ring=True) for space in group}
        wins: list[Verdict] = []
        for space in group:
            verdict = found[space]
            if verdict.result == "won":
                wins.append(verdict)
                self._stay(verdict)
            else:
                self._apply(verdict)
        self.verdicts.update(found)
        for power in sorted({verdict.power for verdict in wins}, reverse=True):
            equal = [win for win in wins if win.power == power]
            alive = [win for win in equal if any(unit not in self.dead for unit in win.attackers)]
            aims = {win.space for win in alive}
            for win in equal:
                living = [unit for unit in win.attackers if unit not in self.dead]
                stopped = any(unit.space in aims and unit.space != win.space for unit in living)
                if win not in alive or stopped:
                    self.verdicts[win.space] = win.voided()
                    for unit in win.attackers:
                        self.fate[unit] = "void"
            for win in alive:
                if self.verdicts[win.space] is win:
                    self._win(win)

    def _win(self, win: Verdict) -> None:
        """Apply a win: the defenders that are still there are lost, the living attackers enter."""
        living = [unit for unit in win.attackers if unit not in self.dead]
        entering = living if win.all_enter else [min(living)]
        for unit in win.defenders:
            if self.fate.get(unit) != "entered":
                self.dead[unit] = living[0].seat
        for unit in win.attackers:
            if unit in self.dead:
                self.fate[unit] = "void"
            else:
                self.fate[unit] = "entered" if unit in entering else "one_enters"

    def _inside(self, group: Iterable[Key]) -> dict[Unit, Key]:
        """Return the units that move within the group."""
        members = set(group)
        return {
            unit: target
            for space in group
            for unit in self.field.standing.get(space, ())
            if (target := self.bound.get(unit)) is not None and target in members
        }

    def _apply(self, verdict: Verdict) -> None:
        """Carry out a verdict."""
        self._stay(verdict)
        if verdict.result == "won":
            winner = verdict.entering[0].seat
            for unit in verdict.defenders:
                self.dead[unit] = winner
        for unit in verdict.entering:
            self.fate[unit] = "entered"
        for unit in verdict.beaten:
            self.fate[unit] = "lost"
            assert verdict.defender is not None
            self.beaten_by[unit] = verdict.defender

    def _stay(self, verdict: Verdict) -> None:
        """Keep everybody out, for these reasons, until something better is found."""
        self.fate.update(verdict.reasons)

    # -- what came of it

    def result(self) -> Moved:
        """Assemble the position after the moves, with every event in its place."""
        state, board = self.field.state, self.board
        for space in sorted(self.verdicts):
            battle = self.verdicts[space].battle()
            if battle is not None:
                self.told.append(battle)
        units: list[Unit] = []
        control = dict(state.control)
        turretons = dict(state.turretons)
        changes: list[Event] = []
        occupied: dict[Key, Seat] = {}
        for unit in state.units:
            now = self._fate_of(unit)
            if now is None:
                continue
            units.append(now)
            if now.space in board.water:
                occupied[now.space] = now.seat
            elif now is not unit and control.get(now.space) != now.seat:
                before = control.get(now.space)
                changes.append(ev.Taken(space=now.space, seat=now.seat, before=before))
                control[now.space] = now.seat
        for turreton in TURRETONS:
            place = board.places[turreton]
            seat, before = occupied.get(place), turretons[turreton]
            if seat is not None and seat != before:
                turretons[turreton] = seat
                changes.append(ev.TurretonTurned(turreton=turreton, space=place, seat=seat, before=before))
        return Moved(tuple(units), control, turretons, self.told + changes)

    def _fate_of(self, unit: Unit) -> Unit | None:
        """Tell the events about a unit. Returns where it is now, None if it is lost."""
        seat, number, space = unit
        target = self.moves.get(unit)
        if target is None:
            if unit not in self.dead:
                return unit
            self._tell_defeat(unit, space)
            return None
        text = _text(unit)
        fate = self.fate.get(unit, "reinforced")
        if fate == "reinforced":
            self.told.append(ev.Moved(seat=seat, unit=text, origin=space, target=target, how="reinforce"))
            if unit in self.dead:
                self._tell_defeat(unit, target)
                return None
            return Unit(seat, number, target)
        if fate == "entered":
            how = "battle" if target in self.verdicts and self.verdicts[target].contested else "move"
            self.told.append(ev.Moved(seat=seat, unit=text, origin=space, target=target, how=how))
            return Unit(seat, number, target)
        if fate == "lost":
            by = self.beaten_by[unit]
            self.told.append(
                ev.Lost(seat=seat, unit=text, space=space, target=target, reason="attack_failed", by=by)
            )
            return None
        self.told.append(ev.Stayed(seat=seat, unit=text, space=space, target=target, reason=fate))
        if unit in self.dead:
            self._tell_defeat(unit, space)
            return None
        return unit

    def _tell_defeat(self, unit: Unit, space: Key) -> None:
        by = self.dead[unit]
        self.told.append(
            ev.Lost(seat=unit.seat, unit=_text(unit), space=space, target=space, reason="defeated", by=by)
        )


def line(unit: str) -> int:
    """Return the place of a unit or Turreton on a sheet: numbers first."""
    return int(unit) if unit not in TURRETONS else MOST_NUMBER + 1 + TURRETONS.index(unit)


def _text(unit: Unit) -> str:
    number = unit.number
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
