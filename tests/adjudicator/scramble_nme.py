"""Random positions of NME and Protect the Ally, made so that the rare sentences of the rules are at work."""

from __future__ import annotations

import random

from tests.adjudicator import reference_nme as ref
from tests.adjudicator import reference_nme_moves as on
from tests.adjudicator.reference_nme_moves import ARMIES, Piece, Point

ARMY = "PSSAANNIIIIIIII"


def near(point: Point, reach: int) -> list[Point]:
    """The spaces within so many edges of a hexagon."""
    return [space for space in on.SPACES if on.apart(point, space) <= 4 * reach * reach]


def fits(kind: str, point: Point) -> bool:
    return kind != "N" or (point in on.STARS and point not in on.BLACK_STARS)


class Scene:
    """A board in the making, and the pieces that are still in the boxes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.board: dict[Point, Piece] = {}
        self.boxes = {army: list(ARMY) for army in ARMIES}

    def put(self, army: str, kind: str, among: list[Point]) -> None:
        """Such a piece on one of these spaces, if there is one left and a space for it."""
        free = [point for point in among if point not in self.board and fits(kind, point)]
        if free and kind in self.boxes[army]:
            self.boxes[army].remove(kind)
            self.board[self.rng.choice(free)] = Piece(army, kind)

    def fill(self, count: int, among: list[Point], kinds: str = "SSAANNIIII") -> None:
        for _ in range(count):
            self.put(self.rng.choice(ARMIES), self.rng.choice(kinds), among)


def anywhere(scene: Scene) -> None:
    scene.fill(scene.rng.randint(0, 40), on.SPACES)


def presidents_on_stars(scene: Scene) -> None:
    """Threats, Naval One, and threats by Naval One."""
    rng = scene.rng
    centre = rng.choice([*sorted(on.BLACK_STARS), *rng.sample(on.SPACES, 4)])
    stars = [point for point in near(centre, rng.choice([1, 2, 2, 3])) if point in on.STARS]
    for army in rng.sample(ARMIES, rng.choice([2, 2, 3])):
        scene.put(army, "P", stars)
    scene.fill(rng.randint(0, 8), near(centre, 3), "SANNI")
    scene.fill(rng.randint(0, 4), on.SPACES)


def infiltration(scene: Scene) -> None:
    """Infantry before the base of others."""
    rng = scene.rng
    whose, other = rng.sample(ARMIES, 2)
    before = [point for star in on.BASES[whose] for point in near(star, 1)]
    for _ in range(rng.randint(1, 5)):
        scene.put(other, "I", before)
    scene.fill(rng.randint(0, 4), before)
    scene.fill(rng.randint(0, 8), on.SPACES)


def flanking(scene: Scene) -> None:
    """Infantry of one army on a lateral line, and others who can take them."""
    rng = scene.rng
    army = rng.choice(ARMIES)
    row = rng.randint(0, 11)
    line = [point for point in on.HEXES if on.depth(army, point) == 6 * row]
    for _ in range(rng.randint(2, 5)):
        scene.put(army, "I", line)
    around = [space for point in line for space in near(point, 2)]
    for other in [each for each in ARMIES if each != army]:
        for _ in range(rng.randint(0, 4)):
            scene.put(other, rng.choice("PSSAAIII"), rng.choice([line, around]))
    scene.fill(rng.randint(0, 6), on.SPACES)


def stuck(scene: Scene) -> None:
    """Armies that fill the side where their Infantry has no way on: they have to pass, or nearly."""
    rng = scene.rng
    for army in rng.sample(ARMIES, rng.choice([1, 2, 3, 3])):
        far = [point for point in on.HEXES if on.depth(army, point) == 66]
        border = [point for point in on.STARS if on.depth(army, point) > 66]
        scene.put(army, "P", border)
        for point in [*far, *border]:
            if rng.random() < 0.98:
                scene.put(army, "I", [point])
    if rng.random() < 0.4:
        scene.fill(rng.randint(0, 4), on.SPACES)


def played_opening(scene: Scene) -> None:
    """The first position without some of its pieces."""
    missing = scene.rng.random() * 0.8
    for point, piece in on.setup().items():
        if piece.kind == "P" or scene.rng.random() > missing:
            scene.put(piece.army, piece.kind, [point])


THEMES = [
    anywhere,
    presidents_on_stars,
    presidents_on_stars,
    infiltration,
    flanking,
    flanking,
    stuck,
    played_opening,
]


def scramble(rng: random.Random) -> ref.Reference:
    """A random game in play; the end that it may have reached is not asked for."""
    scene = Scene(rng)
    rng.choice(THEMES)(scene)
    for army in ARMIES:
        scene.put(army, "P", on.SPACES)
    game = ref.Reference(
        scene.board,
        players=rng.choice([2, 3, 3]),
        quiet_rounds=rng.choice([0, 1, 2, 3, 50]),
        gray_guard=rng.random() < 0.7,
        gray_by=rng.choice(["black", "white"]),
    )
    if game.players == 3:
        game.gray_by = "black"
        if rng.random() < 0.35:
            somebody_is_out(rng, game, scene)
    game.mover = rng.choice(game.living)
    for army in game.living:
        for other in ARMIES:
            if other != army:
                held = [kind for kind in scene.boxes[other] if rng.random() < 0.3 and kind != "P"]
                for kind in held:
                    scene.boxes[other].remove(kind)
                    game.prisoners[army].append((other, kind))
    remember(rng, game)
    return game


def somebody_is_out(rng: random.Random, game: ref.Reference, scene: Scene) -> None:
    army = rng.choice(ARMIES)
    by = rng.choice([other if other != army else None for other in ARMIES])
    game.out.append((army, by))
    game.board = {
        point: piece for point, piece in game.board.items() if (piece.army, piece.kind) != (army, "P")
    }
    if by is not None:
        game.prisoners[by].append((army, "P"))
    if rng.random() < 0.15:  # a Compromise is near
        ours = [point for point, piece in game.board.items() if piece.army != army and piece.kind != "P"]
        for point in ours[rng.randint(0, 1) :]:
            del game.board[point]


def remember(rng: random.Random, game: ref.Reference) -> None:
    """What came before: flanking rights, votes, rounds."""
    if rng.random() < 0.5:
        owner = game.mover if rng.random() < 0.8 else rng.choice(game.living)
        lines = {
            on.plus(point, way, 2)
            for point, piece in game.board.items()
            if (piece.army, piece.kind) == (owner, "I") and point in on.HEXES
            for way in on.NEXT
        }
        others = [
            point
            for point in sorted(lines if rng.random() < 0.9 else on.HEXES)
            if point in game.board and game.board[point].army != owner and point in on.HEXES
        ]
        for point in rng.sample(others, min(len(others), rng.choice([1, 1, 2]))):
            game.rights[owner][point] = game.board[point]
    game.acted = frozenset(rng.sample(game.living, rng.randint(0, len(game.living) - 1)))
    if game.quiet_rounds > 1:
        game.quiet = rng.choice([0, min(game.quiet_rounds, 3) - 1, game.quiet_rounds - 1])
    game.passes = rng.choice([0, 0, len(game.living) - 1])
    if rng.random() < 0.2:
        seats = ref.living_seats(game)
        game.votes = frozenset(rng.sample(seats, rng.randint(0, len(seats) - 1)))
