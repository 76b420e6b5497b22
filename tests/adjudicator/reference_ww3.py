"""WW3 a second time, as a referee: a game from the rules text alone.

The board is in `reference_ww3_board`. A position is a dict from points to (seat, kind), an order is a list of
walks (the points that one unit stands on, one after another). A game is one mutable object that is copied
before anything happens. Where the rules are silent the choices of the team are marked "Choice".
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping

from tests.adjudicator import reference_ww3_board as land
from tests.adjudicator.reference_ww3_board import Point

Unit = tuple[str, str]  # seat, kind
Walk = list[Point]

PLAYING = {2: ["red", "silver"], 3: ["red", "blue", "silver"], 4: land.CLOCKWISE}
ARMY = "NATCPSSSSB"

# ---- A game


class Game:
    """shown: the points whose unit everybody knows (fog); way: the direction of the Air Craft's move on
    the seat's newest turn; done: the seats that had a turn in this round; story: what the turn told."""

    def __init__(self, players: int = 4, fog: bool = False, quiet_rounds: int = 50) -> None:
        self.players, self.fog, self.quiet_rounds = players, fog, quiet_rounds
        self.seats = PLAYING[players]
        self.units: dict[Point, Unit] = {}
        self.shown: set[Point] = set()
        self.lost: dict[str, str] = dict.fromkeys(self.seats, "")  # in meetings
        self.left: dict[str, str] = dict.fromkeys(self.seats, "")  # with their Base
        self.out: list[str] = []
        self.way: dict[str, Point | None] = dict.fromkeys(self.seats)
        self.mover: str | None = None  # None: the setup
        self.quiet = 0
        self.done: set[str] = set()
        self.offers: set[str] = set()
        self.plies = 0
        self.result: tuple[str, dict[str, int]] | None = None
        self.story: list[tuple[object, ...]] = []

    @property
    def living(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.out]

    def enemy(self, point: Point) -> bool:
        return point in self.units and self.units[point][0] != self.mover

    def own(self, point: Point) -> bool:
        return point in self.units and self.units[point][0] == self.mover

    def after(self) -> Game:
        again = copy.copy(self)
        again.units, again.shown, again.done = dict(self.units), set(self.shown), set(self.done)
        again.lost, again.left, again.way = dict(self.lost), dict(self.left), dict(self.way)
        again.out, again.offers, again.story = list(self.out), set(self.offers), []
        return again


# ---- Setup


def setup_fits(seat: str, placed: Mapping[Point, str]) -> bool:
    """ "its ten units on ten of its fifteen points" """
    return sorted(placed.values()) == sorted(ARMY) and set(placed) <= land.REGIONS[seat]


def corners(seat: str) -> set[Point]:
    """The front corners of an arm."""
    return {land.turned((x, 3), land.CLOCKWISE.index(seat)) for x in (4, 8)}


def deploy(game: Game, given: Mapping[str, Mapping[Point, str]], roll: Callable[[], int]) -> Game:
    """Everybody's setup revealed, and the dice; "Missing setup at the deadline: the stock formation"."""
    game = game.after()
    for seat in game.living:
        placed = given.get(seat) or land.stock(seat)
        assert setup_fits(seat, placed)
        game.units |= {point: (seat, kind) for point, kind in placed.items()}
        told = sorted((land.name(point), "" if game.fog else kind) for point, kind in placed.items())
        game.story.append(("deployed", seat, told))
    rolling = game.living
    while len(rolling) > 1:  # "those who tie for it roll again, in that order"
        faces = [roll() for _ in rolling]
        game.story += [("die", seat, face) for seat, face in zip(rolling, faces, strict=True)]
        rolling = [seat for seat, face in zip(rolling, faces, strict=True) if face == max(faces)]
    [game.mover] = rolling
    game.story.append(("begins", game.mover))
    return game


# ---- What may be ordered


def written(walk: Walk, kind: str) -> str:
    """ "two distances d3-d4-e4, air craft e3-e5 (canonical)" """
    return "-".join(land.name(point) for point in (walk[:: len(walk) - 1] if kind == "A" else walk))


def may_enter(game: Game, kind: str, point: Point) -> bool:
    """ "to the next point, empty or enemy"; "Nuclear Bomb against Nuclear Bomb: no legal move", but fog"""
    if game.own(point):
        return False
    clash = point in game.units and kind == "N" == game.units[point][1]
    return game.fog or not clash


def walks(game: Game, start: Point) -> Iterator[Walk]:
    """What one unit may do alone."""
    kind = game.units[start][1]
    if kind == "B":
        return
    for way in land.WAYS:
        there = land.on(start, way)
        if there is None or (kind == "A" and way == game.way[game.mover or ""]):
            continue
        if not may_enter(game, kind, there):
            continue
        yield [start, there]
        if there in game.units:
            continue  # "The first distance of two must end on an empty point to go on"
        if kind == "A":
            far = land.on(there, way)
            if far is not None and may_enter(game, kind, far):
                yield [start, there, far]
        if kind == "S":
            yield from (
                [start, there, far] for far in land.lines(there) if far != start and not game.own(far)
            )


def legal(game: Game) -> dict[str, list[Walk]]:
    """Every order of the seat to move: its text, and the walks that it is; a pass is none."""
    if game.result or game.mover is None:
        return {}
    own = sorted(point for point in game.units if game.own(point))
    found = {}
    for point in own:
        for walk in walks(game, point):
            found[written(walk, game.units[point][1])] = [walk]
    soldiers = [point for point in own if game.units[point][1] == "S"]
    for first in soldiers:
        for there in land.lines(first):
            if game.own(there):
                continue
            for walk in seconds(game, [first, there], [point for point in soldiers if point != first]):
                found[f"{written([first, there], 'S')} {written(walk, 'S')}"] = [[first, there], walk]
    return found or {"pass": []}


def seconds(game: Game, first: Walk, others: list[Point]) -> list[Walk]:
    """What a second soldier may do after the first one's distance."""
    if game.fog:
        # Legality must not tell a kind: whoever is on an enemy's point after a meeting is open.
        start, there = first
        open_point = there if game.enemy(there) else None
        return [
            [point, far]
            for point in others
            for far in land.lines(point)
            if far in (start, open_point) or not (game.own(far) or far == there)
        ]
    board = game.after()
    carry_out(board, first)
    if len(board.living) == 1:  # "no longer moves once the last enemy Base fell"
        return []
    return [[point, far] for point in others for far in land.lines(point) if not board.own(far)]


# ---- What happens


def carry_out(game: Game, walk: Walk) -> bool:
    """One walk on the board; whether a unit left the board."""
    start, end = walk[0], walk[-1]
    seat, kind = game.units[start]
    known, path = start in game.shown, [land.name(point) for point in walk]
    if end not in game.units:
        game.story.append(("moved", seat, kind if is_known(game, start) else "", path))
        put(game, start, end, known)
        return False
    of, other = game.units[end]
    left = land.meeting(kind, other)
    game.story.append(("met", seat, kind, path, of, other, left))
    if game.fog:  # "the winner of a meeting is shown"; a bounce: "both are shown"
        game.shown.add(end)
    if left == "both":
        if game.fog:
            game.shown.add(start)
        return False
    if left == "Y":
        del game.units[start]
        game.shown.discard(start)
        game.lost[seat] += kind
        return True
    put(game, start, end, game.fog)
    game.lost[of] += other
    if other == "B":
        goes_out(game, of, seat)
    return True


def is_known(game: Game, point: Point) -> bool:
    return not game.fog or point in game.shown


def put(game: Game, start: Point, end: Point, known: bool) -> None:
    game.units[end] = game.units.pop(start)
    game.shown -= {start, end}
    if known:
        game.shown.add(end)


def goes_out(game: Game, seat: str, by: str | None) -> None:
    """ "a seat whose Base is taken is out: its other units leave the board" """
    game.out.append(seat)
    if by is None:
        game.story.append(("conceded", seat))
    leaving = {point: kind for point, (of, kind) in game.units.items() if of == seat}
    game.left[seat] = "".join(sorted(leaving.values()))
    told = sorted((land.name(point), kind) for point, kind in leaving.items() if is_known(game, point))
    game.story.append(("out", seat, by, sorted(land.name(point) for point in leaving), told))
    for point in leaving:
        del game.units[point]
        game.shown.discard(point)
    game.offers.discard(seat)
    game.done.discard(seat)
    game.way[seat] = None
    if len(game.living) == 1:
        finish(game, "won" if by else "conceded")


def finish(game: Game, reason: str) -> None:
    """ "places in the reverse order of going out"; the living share the first place"""
    places = dict.fromkeys(game.living, 1)
    for number, seat in enumerate(game.out):
        places[seat] = len(game.seats) - number
    game.result = reason, places


def play(game: Game, order: str) -> Game:
    """The game after one order, which must be legal."""
    walked = legal(game)[order]
    game = game.after()
    seat = game.mover
    assert seat is not None
    kind = game.units[walked[0][0]][1] if walked else ""
    fewer = False
    for number, walk in enumerate(walked):
        if number and game.result:  # fog: a pair is accepted, and the first took the last Base
            break
        if number and game.own(walk[-1]):  # fog: the first soldier won and stands there
            game.story.append(("skipped", seat, [land.name(point) for point in walk]))
            break
        fewer |= carry_out(game, walk)
    if not walked:
        game.story.append(("passed", seat))
    elif lapsed := game.offers - {seat}:  # "an offer lapses when another seat moves" (Choice: no pass)
        game.offers -= lapsed
        game.story.append(("lapsed", sorted(lapsed)))
    game.way[seat] = None  # "a pass frees it"
    if kind == "A":
        start, there = walked[0][:2]
        game.way[seat] = there[0] - start[0], there[1] - start[1]
    game.plies += 1
    if game.result:
        return game
    after_turn(game, seat, fewer)
    return game


def after_turn(game: Game, seat: str, fewer: bool) -> None:
    if fewer:  # "counting starts again after the turn in which a unit left"
        game.quiet, game.done = 0, set()
    else:
        game.done.add(seat)
        if set(game.living) <= game.done:
            game.quiet, game.done = game.quiet + 1, set()
    game.mover = following(game, seat)
    settle(game)


def following(game: Game, seat: str) -> str:
    """The next living seat, clockwise."""
    round_table = land.CLOCKWISE[land.CLOCKWISE.index(seat) + 1 :] + land.CLOCKWISE
    return next(other for other in round_table if other in game.living)


def settle(game: Game) -> None:
    """The draws. Choice: which reason is told first, where there are two."""
    if set(game.living) <= game.offers:
        finish(game, "agreed")
    elif all(kind == "B" for _, kind in game.units.values()) and game.units:
        finish(game, "bases")
    elif game.quiet_rounds and game.quiet >= game.quiet_rounds:
        finish(game, "quiet")


# ---- Declarations


def concede(game: Game, seat: str) -> Game:
    """ "Concession (also during the setup) = its Base and units leave" """
    game = game.after()
    goes_out(game, seat, None)
    if game.result:
        return game
    if game.mover is not None:
        game.quiet, game.done = 0, set()  # Choice: units left the board
        if game.mover == seat:
            game.mover = following(game, seat)
    settle(game)
    return game


def offer_draw(game: Game, seat: str) -> Game:
    game = game.after()
    game.offers.add(seat)
    settle(game)
    return game


# ---- Fog


def seen(game: Game, seat: str | None) -> dict[Point, Unit]:
    """The board as a seat sees it (None: everybody): "enemy kinds stay hidden until they meet"."""
    open_to_all = not game.fog or game.result is not None
    return {
        point: (of, kind if open_to_all or of == seat or point in game.shown else "?")
        for point, (of, kind) in game.units.items()
    }


# ---- counting


def perft(game: Game, depth: int) -> int:
    """Order sequences of that length; finished games have no orders."""
    orders = legal(game)
    if depth == 1:
        return len(orders)
    return sum(perft(play(game, order), depth - 1) for order in orders)


def divide(game: Game, depth: int) -> dict[str, int]:
    return {order: 1 if depth == 1 else perft(play(game, order), depth - 1) for order in sorted(legal(game))}
