"""Random positions of WW3, made so that the rare sentences of the rules are at work."""

from __future__ import annotations

import random

from tests.adjudicator import reference_ww3 as ref
from tests.adjudicator import reference_ww3_board as land
from tests.adjudicator.reference_ww3 import Game
from tests.adjudicator.reference_ww3_board import Point

FIGHTERS = "NATCPSSSS"


def near(point: Point, reach: int) -> list[Point]:
    """The points within so many lines of one."""
    found = {point}
    for _ in range(reach):
        found |= {there for each in found for there in land.lines(each)}
    return sorted(found)


class Scene:
    """A board in the making, and the units that are still in the boxes."""

    def __init__(self, rng: random.Random, game: Game) -> None:
        self.rng, self.game = rng, game
        self.boxes = {seat: sorted(FIGHTERS) for seat in game.seats}

    def put(self, seat: str, kind: str, among: list[Point]) -> None:
        """Such a unit on one of these points, if there is one left and a point for it."""
        free = [point for point in among if point not in self.game.units]
        if free and kind in self.boxes[seat]:
            self.boxes[seat].remove(kind)
            self.game.units[self.rng.choice(free)] = (seat, kind)

    def fill(self, count: int, among: list[Point], kinds: str = FIGHTERS) -> None:
        for _ in range(count):
            self.put(self.rng.choice(self.game.living), self.rng.choice(kinds), among)

    def base(self, seat: str, among: set[Point]) -> None:
        """A Base never moves: it stands in its own region."""
        free = sorted(point for point in among & land.REGIONS[seat] if point not in self.game.units)
        self.game.units[self.rng.choice(free or sorted(land.REGIONS[seat]))] = (seat, "B")

    def bases(self, at_the_front: float = 0.3) -> None:
        for seat in self.game.living:
            front = self.rng.random() < at_the_front
            self.base(seat, ref.corners(seat) if front else land.REGIONS[seat])

    def base_of(self, seat: str) -> Point:
        [found] = [point for point, unit in self.game.units.items() if unit == (seat, "B")]
        return found


def everywhere() -> list[Point]:
    return sorted(land.POINTS)


def anywhere(scene: Scene) -> None:
    scene.bases()
    scene.fill(scene.rng.randint(0, 30), everywhere())


def brawl(scene: Scene) -> None:
    """Many units on few points, most in the block with its diagonals."""
    scene.bases()
    centre = scene.rng.choice([*sorted(land.BLOCK), *sorted(land.POINTS)])
    scene.fill(scene.rng.randint(4, 30), near(centre, scene.rng.choice([1, 2, 2, 3])))
    scene.fill(scene.rng.randint(0, 6), everywhere())


def siege(scene: Scene) -> None:
    """Soldiers before Bases: one or two fall in a turn, perhaps the last."""
    rng = scene.rng
    scene.bases(0.7)
    attackers = rng.sample(scene.game.living, rng.choice([1, 1, 2]))
    for seat in scene.game.living:
        around = near(scene.base_of(seat), rng.choice([1, 1, 2]))
        for attacker in attackers:
            if attacker != seat:
                for _ in range(rng.choice([0, 1, 1, 2])):
                    scene.put(attacker, rng.choice("SSSSNAP"), around)
        scene.fill(rng.choice([0, 0, 1, 3]), around)
    scene.fill(rng.choice([0, 0, 4]), everywhere())


def two_bases(scene: Scene) -> None:
    """Two soldiers of the mover, each before another's Base."""
    rng, game = scene.rng, scene.game
    scene.bases(0.5)
    game.mover = rng.choice(game.living)
    others = [seat for seat in game.living if seat != game.mover]
    for seat in rng.sample(others, min(2, len(others))):
        scene.put(game.mover, "S", near(scene.base_of(seat), 1))
        if rng.random() < 0.5:
            scene.fill(rng.randint(0, 3), near(scene.base_of(seat), 1))
    scene.fill(rng.choice([0, 0, 4]), everywhere())


def soldiers(scene: Scene) -> None:
    """Lines of soldiers who can go two distances, in pairs, into each other."""
    rng = scene.rng
    scene.bases()
    about = near(rng.choice(everywhere()), 3)
    for seat in rng.sample(scene.game.living, min(2, len(scene.game.living))):
        for _ in range(4):
            scene.put(seat, "S", about)
    scene.fill(rng.randint(0, 10), about, "NATCPSS")


def bombs(scene: Scene) -> None:
    """Nuclear Bombs and Spies that meet; corners where a bomb is stuck between bombs."""
    rng = scene.rng
    scene.bases(0.1)
    corner = rng.choice([point for point in everywhere() if len(land.lines(point)) == 2])
    about = near(rng.choice([corner, rng.choice(everywhere())]), rng.choice([1, 1, 2]))
    for seat in scene.game.living:
        scene.put(seat, "N", about)
        if rng.random() < 0.4:
            scene.put(seat, "P", about)
    scene.fill(rng.choice([0, 0, 2, 5, 5]), about, "PPCCS")


def stuck(scene: Scene) -> None:
    """A bomb in a corner of the board behind its own Base, and the bomb of another before it: its seat
    passes, without fog."""
    rng, game = scene.rng, scene.game
    seat, other = rng.sample(game.living, 2)
    corner = rng.choice(sorted(point for point in land.REGIONS[seat] if len(land.lines(point)) == 2))
    doors = land.lines(corner)
    rng.shuffle(doors)
    scene.base(seat, {doors[0]})
    scene.put(seat, "N", [corner])
    scene.put(other, "N", [doors[1]])
    for each in game.living:
        if each != seat:
            scene.base(each, land.REGIONS[each])
    if rng.random() < 0.3:
        scene.fill(rng.randint(0, 3), everywhere())


def grounded(scene: Scene) -> None:
    """An Air Craft with its Base, a bomb among bombs, and a forbidden way about it: a pass frees it. No game
    comes there."""
    rng, game = scene.rng, scene.game
    if len(game.living) < 4:
        stuck(scene)
        return
    game.mover = seat = rng.choice(game.living)
    turns, mirrored = land.CLOCKWISE.index(seat), rng.random() < 0.5
    spots = {"d1": "B", "e1": "A", "e2": "N", "d2": "", "f2": "", "e3": ""}
    others = [other for other in game.living if other != seat]
    for where, kind in spots.items():
        x, y = land.NAMED[where]
        point = land.turned((12 - x if mirrored else x, y), turns)
        game.units[point] = (seat, kind) if kind else (others.pop(), "N")
        if kind == "A":
            game.way[seat] = land.turned((6 + (-1 if mirrored else 1), 6), turns)
    x, y = game.way[seat] or (6, 6)
    game.way[seat] = x - 6, y - 6
    scene.boxes = {other: [] for other in game.living}
    for other in game.living:
        if other != seat:
            scene.base(other, land.REGIONS[other])


def few(scene: Scene) -> None:
    """Bases and hardly anything else: only Bases left, passes, quiet rounds."""
    rng = scene.rng
    scene.bases()
    about = near(rng.choice(everywhere()), rng.choice([1, 2, 9]))
    if rng.random() < 0.5:
        scene.fill(rng.choice([0, 1, 1, 2, 2, 3]), about, rng.choice(["NATCPS", "S", "A", "SA", "NP"]))
    if not any(kind != "B" for _, kind in scene.game.units.values()):
        scene.put(rng.choice(scene.game.living), rng.choice(FIGHTERS), everywhere())


def formations(scene: Scene) -> None:
    """Full regions, with some units gone and some away."""
    rng = scene.rng
    gone, away = rng.choice([0, 0, 0.2, 0.6]), rng.choice([0, 0, 0.3])
    scene.bases()
    for seat in scene.game.living:
        for kind in FIGHTERS:
            if rng.random() >= gone:
                scene.put(seat, kind, everywhere() if rng.random() < away else sorted(land.REGIONS[seat]))


THEMES = [
    anywhere,
    brawl,
    brawl,
    siege,
    two_bases,
    soldiers,
    soldiers,
    bombs,
    stuck,
    grounded,
    few,
    few,
    formations,
]


def scramble(rng: random.Random) -> Game:
    """A random game in play that is not over."""
    game = Game(
        rng.choice([2, 2, 3, 4, 4]), fog=rng.random() < 0.45, quiet_rounds=rng.choice([0, 1, 2, 3, 50])
    )
    game.out = rng.sample(game.seats, rng.randint(0, len(game.seats) - 2))
    scene = Scene(rng, game)
    for seat in game.out:
        scene.boxes[seat] = []
    rng.choice(THEMES)(scene)
    if all(kind == "B" for _, kind in game.units.values()):
        return scramble(rng)
    game.mover = game.mover or rng.choice(game.living)
    remember(rng, game, scene)
    return game


def remember(rng: random.Random, game: Game, scene: Scene) -> None:
    """What came before: losses, ways, shown units, offers, rounds."""
    for seat in game.seats:
        army = sorted(scene.boxes[seat] if seat not in game.out else FIGHTERS)
        rng.shuffle(army)
        if seat in game.out:
            fell = rng.randint(0, len(army))
            base = rng.choice(["lost", "left"])
            game.lost[seat] = "".join(army[:fell]) + ("B" if base == "lost" else "")
            game.left[seat] = "".join(sorted(army[fell:] + (["B"] if base == "left" else [])))
        else:
            game.lost[seat] = "".join(army)
    for point, (seat, kind) in game.units.items():
        came = [way for way in land.WAYS if land.on(point, (-way[0], -way[1])) is not None]
        if kind == "A" and not game.way[seat] and rng.random() < 0.7:
            game.way[seat] = rng.choice(came)
    if game.fog:
        often = rng.choice([0, 0.3, 0.7, 1])
        game.shown = {
            point for point, (_, kind) in game.units.items() if kind != "B" and rng.random() < often
        }
    before = game.mover
    behind = []  # the living seats before the mover, from the nearest back
    for _ in game.living[1:]:
        before = next(seat for seat in game.living if ref.following(game, seat) == before)
        behind.append(before)
    game.done = set(behind[: rng.randint(0, len(behind))])
    if game.quiet_rounds > 1:
        game.quiet = rng.choice([0, min(game.quiet_rounds, 3) - 1, game.quiet_rounds - 1])
    if rng.random() < 0.2:
        game.offers = set(rng.sample(game.living, rng.randint(0, len(game.living) - 1)))


# ---- Setups


def random_setup(rng: random.Random, seat: str) -> tuple[str, dict[Point, str]]:
    """A setup as text, and what it says; some are wrong."""
    army = list(ref.ARMY)
    points = rng.sample(sorted(land.REGIONS[seat]), 10)
    fault = rng.random()
    if fault < 0.05:
        points[rng.randrange(10)] = rng.choice(sorted(land.POINTS))
    elif fault < 0.1:
        army[rng.randrange(10)] = rng.choice(ref.ARMY)
    elif fault < 0.15:
        points[rng.randrange(10)] = rng.choice(points)
    elif fault < 0.2:
        army, points = army[:-1], points[:-1]
    if rng.random() < 0.1:
        army, points = army[::-1], points[::-1]
    text = " ".join(
        f"{kind}={','.join(land.name(p) for p, k in zip(points, army, strict=True) if k == kind)}"
        for kind in sorted(set(army), key=army.index)
    )
    doubled = len(set(points)) < len(points)
    return f"setup {text}", {} if doubled else dict(zip(points, army, strict=True))
