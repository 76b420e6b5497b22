"""What decided a finished game: how each seat stood, which orders cost most, and what chance was worth.

A game is studied step by step, each a function of that step alone (`study`), so that the work can be stopped
and gone on with anywhere; `sum_up` puts the results together. The same game gives the same analysis, on any
machine. Values run from -WIN to WIN, see `engines.engine.WIN`.

A seat's choice is measured against the general's, who saw no more than the seat did. What both led to is
valued alike: a short search of the position after it, with nothing hidden; before a coin is flipped or a die
rolled, the mean over all results. So what an order was worth has no luck in it, and luck has no orders in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from adjudicator.chance import CoinFlip, Die, HmacChance, Lot, in_words
from adjudicator.codec import canonical
from adjudicator.errors import OrderError
from adjudicator.game import Event, Seat, texts
from engines.engine import WIN, Engine, Level, Task

Values = Mapping[Seat, int]
"""How each seat stands, -WIN … WIN."""

MOST_POINTS = 3
"""So many turning points are told."""
LEAST_WORTH = 40
"""What an order must have cost at least to be told of; less is within the error of a short search."""
LEAST_SWING, FEW = 100, 4
"""What it must have cost to be a turning point, where so many play at most: less turns no game. Where more
play, each order moves less."""
FULL = 60
"""So many choices are thought about as long as a general thinks; in longer games each gets less."""
LEAST_SHARE = 8
"""In the longest games a choice gets the general's nodes over this."""
SHORT = 4
"""A position is valued with a choice's nodes over this, and with all if an order seems to be a mistake."""
MOST_COINS, MOST_DRAWS = 10, 8
"""How far chance within one step is followed: coins, and dice that are rolled again because they tied."""

_SEED = 2047
_CONCEDED = "concede"
_DECLARED = ("draw", _CONCEDED)


@dataclass(frozen=True, slots=True)
class Act:
    """A step of a game that is over. Steps that were taken back, and undos, are none.

    number: of the step, as a record counts, from 0;  kind: "start", "resolve" or "declare"
    before: the state before it, None at the start
    orders: canonical texts by seat; a declaration is an order of its seat
    """

    number: int
    kind: str
    before: Any
    after: Any
    orders: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    events: Sequence[Event] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """An order that was not the general's.

    ordered, better: what the seat ordered, and the general
    line:  the general's sentence;  worth: how much better the seat would have stood with the general's orders
    stood: how it stood after its own, before chance had its say
    """

    seat: Seat
    ordered: tuple[str, ...]
    better: tuple[str, ...]
    line: str
    worth: int
    stood: int


@dataclass(frozen=True, slots=True)
class Throw:
    """A flip, a roll or a lot. n: the number of the result;  seat: for whom, None nobody's
    worth: by seat, what it stood after this result over the mean of all"""

    n: int
    seat: Seat | None
    what: str
    result: str
    worth: Values


@dataclass(frozen=True, slots=True)
class Void:
    """A support that counted for nothing: `unit` of `seat` in `space` supported (`of`, `other`) into
    `target`, or its hold there. reason: "attacked" or "unmatched" """

    seat: Seat
    unit: str
    space: str
    of: Seat
    other: str
    target: str
    hold: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Study:
    """What there is to say of one step. number: of the step;  turn: as people count, 0 before the first"""

    number: int
    turn: int
    values: Values
    choices: tuple[Choice, ...] = ()
    throws: tuple[Throw, ...] = ()
    voids: tuple[Void, ...] = ()


# -- one step


def study(engine: Engine, options: Mapping[str, Any], act: Act, decisions: int) -> Study:
    """Study one step. options: of the game;  decisions: how many sheets were resolved in the whole game"""
    return _Student(engine, options, decisions).study(act)


def nodes_for(engine: Engine, decisions: int) -> int:
    """Return how many positions a choice is thought about, in a game of so many."""
    full = engine.nodes(Level.GENERAL)
    return max(full // LEAST_SHARE, full * FULL // max(FULL, decisions), 1)


class _NeedsMoreError(Exception):
    """The script has no result for what is drawn now. of: how many results there are;  coin: it is a coin"""

    def __init__(self, of: int, coin: bool) -> None:
        super().__init__()
        self.of, self.coin = of, coin


class _Script:
    """Chance with known results, each from 0; it says what else is drawn."""

    def __init__(self, results: Sequence[int], n: int) -> None:
        self._results, self.n = list(results), n

    def coin(self) -> bool:
        return self._take(2, True) == 1

    def below(self, n: int) -> int:
        return self._take(n, False)

    def _take(self, of: int, coin: bool) -> int:
        if not self._results:
            raise _NeedsMoreError(of, coin)
        self.n += 1
        return self._results.pop(0)


Sums = dict[Seat, Fraction]


class _Chances:
    """What may come of one step, by the results of chance."""

    def __init__(self, play: Callable[[Sequence[int]], Any], value: Callable[[Any], Values]) -> None:
        """play: the state after the step with these results; value: of a state"""
        self._play, self._value = play, value
        self._known: dict[tuple[int, ...], Values | _NeedsMoreError] = {}

    def mean(self, results: tuple[int, ...] = ()) -> Sums:
        """Return how everyone stands on average once these results are known."""
        for more in range(MOST_DRAWS):
            weight, sums = self._sums(results, more, MOST_COINS)
            if weight:
                return {seat: total / weight for seat, total in sums.items()}
        raise ValueError("chance has no end")

    def _sums(self, results: tuple[int, ...], draws: int, coins: int) -> tuple[Fraction, Sums]:
        """Return the weight of what is decided after so many draws and coins more, and the weighted values.
        Dice that tie are rolled again, and favour nobody: so it is enough to look at those that do not."""
        found = self._after(results)
        if not isinstance(found, _NeedsMoreError):
            return Fraction(1), {seat: Fraction(value) for seat, value in found.items()}
        if (coins if found.coin else draws) <= 0:
            return Fraction(0), {}
        draws, coins = (draws, coins - 1) if found.coin else (draws - 1, coins)
        weight, sums = Fraction(0), Sums()
        for result in range(found.of):
            share, part = self._sums((*results, result), draws, coins)
            weight += share / found.of
            for seat, value in part.items():
                sums[seat] = sums.get(seat, Fraction(0)) + value / found.of
        return weight, sums

    def _after(self, results: tuple[int, ...]) -> Values | _NeedsMoreError:
        if results not in self._known:
            try:
                self._known[results] = self._value(self._play(results))
            except _NeedsMoreError as more:
                self._known[results] = more
        return self._known[results]


class _Student:
    """Studies one step of a game."""

    def __init__(self, engine: Engine, options: Mapping[str, Any], decisions: int) -> None:
        self._engine, self._game = engine, engine.game
        self._seats = self._game.seats(options)
        self._teams = self._game.teams(options)
        self._nodes = nodes_for(engine, decisions)
        self._valued: dict[tuple[int, str], Values] = {}

    def study(self, act: Act) -> Study:
        values = self._value(act.after, self._nodes // SHORT)
        choices, throws = tuple[Choice, ...](), tuple[Throw, ...]()
        if act.kind == "resolve":
            drawn = [event for event in act.events if isinstance(event, (CoinFlip, Die, Lot))]
            throws = tuple(self._throws(act, drawn)) if drawn else ()
            choices = tuple(self._choices(act))
        elif act.kind == "declare" and self._ends(act):
            choices = tuple(self._choices(act))
        return Study(act.number, self._turn(act), values, choices, throws, tuple(_voids(act.events)))

    def _turn(self, act: Act) -> int:
        if act.before is None:
            return 0
        phase = self._game.phase(act.before)
        if phase.number is None:
            return phase.turn + 1
        return 0 if phase.key == "setup" else phase.number

    def _ends(self, act: Act) -> bool:
        """Whether a declaration decided something: an offer of a draw alone does not, what a game master
        ruled was nobody's choice, and who concedes says that the game has turned before."""
        declared = {order for orders in act.orders.values() for order in orders}
        return "draw" in declared and self._game.outcome(act.after) is not None

    # -- values

    def _value(self, state: Any, nodes: int) -> Values:
        """Return how everyone stands, by a search with nothing hidden."""
        state = self._game.revealed(state)
        key = nodes, canonical(self._game.dump(state))
        if key not in self._valued:
            self._valued[key] = self._searched(state, nodes)
        return self._valued[key]

    def _searched(self, state: Any, nodes: int) -> Values:
        game, owing = self._game, sorted(self._game.phase(state).owing)
        if game.outcome(state) is not None or game.phase(state).key == "setup":
            return self._judged(state)
        if len(self._teams) == 2:
            return self._two_sided(state, owing[0], nodes)
        if len(owing) == 1:
            state = self._round_on(state, nodes)
        return self._judged(state)

    def _judged(self, state: Any) -> Values:
        return {seat: _bounded(self._engine.judge(state, seat)) for seat in self._seats}

    def _two_sided(self, state: Any, mover: Seat, nodes: int) -> Values:
        """Where two sides play, one's gain is the other's loss."""
        thought = self._thought(state, mover, nodes)
        value = thought.value
        if thought.orders == ("pass",):
            value = self._engine.judge(state, mover)
        own = next(team for team in self._teams if mover in team)
        return {seat: _bounded(value if seat in own else -value) for seat in self._seats}

    def _round_on(self, state: Any, nodes: int) -> Any:
        """Return the state after a round in which everyone plays well: what hangs is taken."""
        game = self._game
        for _ in self._seats:
            owing = sorted(game.phase(state).owing)
            if game.outcome(state) is not None or len(owing) != 1:
                break
            orders = _played(self._thought(state, owing[0], nodes).orders)
            if not orders:
                break
            sheet = game.parse(game.view(state, owing[0]), "\n".join(orders))
            chance = HmacChance(bytes(32), "analysis", game.drawn(state))
            state = game.resolve(state, {owing[0]: sheet}, chance).state
        return state

    def _thought(self, state: Any, seat: Seat, nodes: int) -> Any:
        view = self._game.show(self._game.view(state, seat))
        return self._engine.think(Task(view, Level.GENERAL, _SEED, max(1, nodes)))

    # -- what else could have been done

    def _sheets(self, act: Act) -> dict[Seat, Sequence[Any]]:
        """Read the orders of a step."""
        return {seat: self._read(act.before, seat, orders) for seat, orders in act.orders.items() if orders}

    def _read(self, state: Any, seat: Seat, orders: Iterable[str]) -> Sequence[Any]:
        return self._game.parse(self._game.view(state, seat), "\n".join(orders))

    def _chances(self, state: Any, sheets: Mapping[Seat, Sequence[Any]], nodes: int) -> _Chances:
        def play(results: Sequence[int]) -> Any:
            return self._game.resolve(state, sheets, _Script(results, self._game.drawn(state))).state

        return _Chances(play, lambda after: self._value(after, nodes))

    def _choices(self, act: Act) -> Iterable[Choice]:
        """Yield what the general would have ordered in place of each seat. Set-ups are left out: which one is
        better no short search can tell."""
        phase = self._game.phase(act.before)
        if phase.key == "setup":
            return
        for seat in sorted(phase.owing):
            sharing = self._game.sharing(act.before, seat)
            if seat not in act.orders and (act.kind == "declare" or not sharing.isdisjoint(act.orders)):
                continue
            found = self._choice(act, seat, tuple(act.orders.get(seat, ())))
            if found is not None:
                yield found

    def _choice(self, act: Act, seat: Seat, ordered: tuple[str, ...]) -> Choice | None:
        thought = self._thought(act.before, seat, self._nodes)
        if not (played := _played(thought.orders)):
            return None
        try:
            sheet = self._read(act.before, seat, played)
            better = tuple(texts(sheet))
            if _same(ordered, better):
                return None
            sharing = self._game.sharing(act.before, seat)
            others = self._sheets(act) if act.kind == "resolve" else {}
            sheets = {other: given for other, given in others.items() if other not in sharing}
            sheets[seat] = sheet
            stood = worth = 0
            for nodes in (self._nodes // SHORT, self._nodes):
                stood = round(self._stood(act, nodes)[seat])
                worth = round(self._chances(act.before, sheets, nodes).mean()[seat]) - stood
                if worth < LEAST_WORTH:
                    return None
        except (
            OrderError
        ):  # the others have declared something, and resolve nothing without this seat's order
            return None
        return Choice(seat, ordered, better, thought.line, worth, stood)

    def _stood(self, act: Act, nodes: int) -> Mapping[Seat, Fraction | int]:
        """Return how everyone stood after the orders that were given: on average, if chance decided."""
        if act.kind != "resolve" or not any(isinstance(event, (CoinFlip, Die, Lot)) for event in act.events):
            return self._value(act.after, nodes)
        return self._chances(act.before, self._sheets(act), nodes).mean()

    def _throws(self, act: Act, drawn: Sequence[Event]) -> Iterable[Throw]:
        """Yield what each result was worth: the mean once it is known, over the mean before. Dice that decide
        together, each seat's for who begins, are one throw."""
        chances = self._chances(act.before, self._sheets(act), self._nodes // SHORT)
        results, mean = tuple[int, ...](), chances.mean()
        for thrown in _together(drawn):
            results += tuple(map(_result, thrown))
            after = chances.mean(results)
            worth = {seat: round(after[seat] - mean[seat]) for seat in self._seats}
            what, told = in_words(thrown[0])[0], ", ".join(in_words(event)[1] for event in thrown)
            seat = getattr(thrown[0], "seat", None) if len(thrown) == 1 else None
            yield Throw(getattr(thrown[0], "n", 0), seat, what, told, worth)
            mean = after


def _together(drawn: Sequence[Event]) -> Iterable[Sequence[Event]]:
    """Yield each coin alone, and the dice between two coins together."""
    dice = list[Event]()
    for event in drawn:
        if not isinstance(event, CoinFlip):
            dice.append(event)
            continue
        if dice:
            yield dice
        yield [event]
        dice = []
    if dice:
        yield dice


def _result(event: Event) -> int:
    """Return a result as `_Script` takes it."""
    if isinstance(event, CoinFlip):
        return int(event.heads)
    if isinstance(event, Die):
        return event.value - 1
    assert isinstance(event, Lot)
    return event.value


def _played(orders: Iterable[str]) -> tuple[str, ...]:
    return tuple(order for order in orders if order not in _DECLARED)


def _same(ordered: Sequence[str], better: Sequence[str]) -> bool:
    """Whether two sheets are the same, or one is the beginning of the other.

    >>> _same(["a", "draw"], ["a"]), _same(["b", "a"], ["a", "b"]), _same(["a"], ["a", "b"]), _same([], ["a"])
    (True, True, True, False)
    """
    played = _played(ordered)
    if not played:
        return False
    short = min(len(played), len(better))
    return set(played) == set(better) or tuple(played[:short]) == tuple(better[:short])


def _bounded(value: int) -> int:
    return max(-WIN, min(WIN, value))


def _voids(events: Iterable[Event]) -> Iterable[Void]:
    """Yield the supports that failed: the events of New York 2047 that say so."""
    for event in events:
        if type(event).__name__ == "SupportFailed":
            yield Void(**{name: getattr(event, name) for name in Void.__slots__})


# -- the whole game


@dataclass(frozen=True, slots=True)
class Turn:
    """How everyone stood at the end of a turn. step: its last step"""

    turn: int
    step: int
    values: Values


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of the choices that cost most."""

    turn: int
    step: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's luck. good, bad: how many results went for and against it;  worth: what all were worth"""

    seat: Seat
    good: int
    bad: int
    worth: int


@dataclass(frozen=True, slots=True)
class VoidSupport:
    """A void support, and when."""

    turn: int
    step: int
    void: Void


@dataclass(frozen=True, slots=True)
class Analysis:
    """What decided a game. turning: the dearest first; luck: by seat, () where nothing was thrown"""

    turns: tuple[Turn, ...]
    turning: tuple[TurningPoint, ...]
    luck: tuple[Balance, ...]
    voids: tuple[VoidSupport, ...]


def sum_up(studies: Sequence[Study]) -> Analysis:
    """Put the studies of a game's steps together, in their order."""
    turns: dict[int, Turn] = {}
    for one in studies:
        turns[one.turn] = Turn(one.turn, one.number, one.values)
    points = [
        TurningPoint(one.turn, one.number, choice)
        for one in studies
        for choice in one.choices
        if _turns(choice, len(one.values))
    ]
    points.sort(key=lambda point: (-point.choice.worth, point.step, point.choice.seat))
    throws = [throw for one in studies for throw in one.throws]
    seats = list(studies[0].values) if studies and throws else []
    voids = [VoidSupport(one.turn, one.number, void) for one in studies for void in one.voids]
    return Analysis(
        tuple(turns[turn] for turn in sorted(turns)),
        tuple(points[:MOST_POINTS]),
        tuple(_balance(seat, throws) for seat in seats),
        tuple(voids),
    )


def _turns(choice: Choice, seats: int) -> bool:
    """Whether a choice may be called a turning point; older versions stored others, too."""
    least = LEAST_SWING if seats <= FEW else LEAST_WORTH
    return choice.worth >= least and _CONCEDED not in choice.ordered


def _balance(seat: Seat, throws: Sequence[Throw]) -> Balance:
    worth = [throw.worth[seat] for throw in throws]
    return Balance(seat, sum(one > 0 for one in worth), sum(one < 0 for one in worth), sum(worth))


# -- as JSON


def study_to_json(one: Study) -> dict[str, Any]:
    """Write a study; `study_from_json` reads it."""
    return {
        "step": one.number,
        "turn": one.turn,
        "values": dict(one.values),
        "choices": [_choice_to_json(choice) for choice in one.choices],
        "throws": [
            {
                "n": throw.n,
                "seat": throw.seat,
                "what": throw.what,
                "result": throw.result,
                "worth": dict(throw.worth),
            }
            for throw in one.throws
        ],
        "voids": [_void_to_json(void) for void in one.voids],
    }


def study_from_json(data: Mapping[str, Any]) -> Study:
    """Read a study. Raises KeyError, TypeError."""
    return Study(
        data["step"],
        data["turn"],
        dict(data["values"]),
        tuple(_choice_from_json(choice) for choice in data["choices"]),
        tuple(Throw(**throw) for throw in data["throws"]),
        tuple(Void(**void) for void in data["voids"]),
    )


def analysis_to_json(found: Analysis) -> dict[str, Any]:
    """Write an analysis as it stands in a record (docs/records.md); `analysis_from_json` reads it."""
    return {
        "turns": [{"turn": one.turn, "step": one.step, "values": dict(one.values)} for one in found.turns],
        "turning_points": [
            {"turn": one.turn, "step": one.step, **_choice_to_json(one.choice)} for one in found.turning
        ],
        "luck": [
            {"seat": one.seat, "for": one.good, "against": one.bad, "worth": one.worth} for one in found.luck
        ],
        "void_supports": [
            {"turn": one.turn, "step": one.step, **_void_to_json(one.void)} for one in found.voids
        ],
    }


def analysis_from_json(data: Mapping[str, Any]) -> Analysis:
    """Read an analysis. Raises KeyError, TypeError."""
    turns = tuple(Turn(one["turn"], one["step"], dict(one["values"])) for one in data["turns"])
    seats = len(turns[-1].values) if turns else 0
    points = (
        TurningPoint(one["turn"], one["step"], _choice_from_json(one)) for one in data["turning_points"]
    )
    return Analysis(
        turns,
        tuple(point for point in points if _turns(point.choice, seats)),
        tuple(Balance(one["seat"], one["for"], one["against"], one["worth"]) for one in data["luck"]),
        tuple(VoidSupport(one["turn"], one["step"], _void_from_json(one)) for one in data["void_supports"]),
    )


def _choice_to_json(choice: Choice) -> dict[str, Any]:
    return {
        "seat": choice.seat,
        "ordered": list(choice.ordered),
        "better": list(choice.better),
        "line": choice.line,
        "worth": choice.worth,
        "stood": choice.stood,
    }


def _choice_from_json(data: Mapping[str, Any]) -> Choice:
    return Choice(
        data["seat"],
        tuple(data["ordered"]),
        tuple(data["better"]),
        data["line"],
        data["worth"],
        data["stood"],
    )


def _void_to_json(void: Void) -> dict[str, Any]:
    return {name: getattr(void, name) for name in Void.__slots__}


def _void_from_json(data: Mapping[str, Any]) -> Void:
    return Void(**{name: data[name] for name in Void.__slots__})
