"""Commander-In-Chief a second time, as a referee: written from rules/cic.md alone, plain and slow.

Nothing here comes from `adjudicator.cic`: no tables, no cleverness, one function per paragraph of the
rules, squares as text, a game as one mutable object that is copied before every move. The tests
compare the two implementations; where they differ, the rules file decides which one is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

FILES = "abcdefgh"
SQUARES = [f"{file}{rank}" for file in FILES for rank in range(1, 9)]
POINTS = {"A": 1, "K": 1, "T": 2, "S": 3, "D": 3, "H": 4, "F": 4, "B": 5, "C": 7}
AIR_LETTERS = "FBH"

# Light's eight directions, as in the rules; Dark's are the negatives.
LIGHT = {
    "Forward": (1, 1),
    "Backward": (-1, -1),
    "Right": (1, -1),
    "Left": (-1, 1),
    "Forward Right": (1, 0),
    "Forward Left": (0, 1),
    "Backward Left": (-1, 0),
    "Backward Right": (0, -1),
}
ORTHOGONAL = ["Forward", "Backward", "Left", "Right"]
DIAGONAL = ["Forward Left", "Forward Right", "Backward Left", "Backward Right"]
ALL_EIGHT = ORTHOGONAL + DIAGONAL

LIGHT_SETUP = {
    "a1": "C", "b1": "F", "a2": "F", "c1": "T", "a3": "T", "b2": "B", "d1": "S", "a4": "S",
    "c2": "H", "b3": "H", "e1": "A", "d2": "A", "b4": "A", "a5": "A", "c3": "D",
}  # fmt: skip


def other(side: str) -> str:
    return "dark" if side == "light" else "light"


def at(f: int, r: int) -> str | None:
    return f"{FILES[f]}{r + 1}" if 0 <= f <= 7 and 0 <= r <= 7 else None


def coordinates(square: str) -> tuple[int, int]:
    return FILES.index(square[0]), int(square[1]) - 1


def turned(square: str) -> str:
    """The square that the other side has in this one's place."""
    f, r = coordinates(square)
    return at(7 - f, 7 - r) or ""


def area(square: str) -> str:
    """ "light" and "dark" for their Land, else "sea"."""
    total = sum(coordinates(square))
    if total <= 4:
        return "light"
    return "dark" if total >= 10 else "sea"


def step(side: str, square: str, direction: str, times: int) -> str | None:
    df, dr = LIGHT[direction]
    sign = 1 if side == "light" else -1
    f, r = coordinates(square)
    return at(f + sign * df * times, r + sign * dr * times)


@dataclass
class Piece:
    side: str
    letter: str
    enhanced: bool = False


@dataclass
class Reference:
    """A game, or a position of one. `plies` counts turns; `quiet` the turns since something happened."""

    board: dict[str, Piece]
    mover: str = "dark"
    objective: str = "commander"
    round_limit: int = 40
    quiet_rounds: int = 50
    teams: tuple[str, ...] = ()  # the sides that are two seats
    group: dict[str, str] = field(default_factory=lambda: {"dark": "surface", "light": "surface"})
    plies: int = 0
    quiet: int = 0
    score: dict[str, int] = field(default_factory=lambda: {"dark": 0, "light": 0})
    gone: frozenset[str] = frozenset()  # conceded seats
    offers: frozenset[str] = frozenset()
    result: tuple[str, str | None] | None = None  # reason, winning side

    def copy(self) -> Reference:
        return replace(
            self,
            board={square: Piece(p.side, p.letter, p.enhanced) for square, p in self.board.items()},
            group=dict(self.group),
            score=dict(self.score),
        )


def opening(**options: object) -> Reference:
    board = {square: Piece("light", letter) for square, letter in LIGHT_SETUP.items()}
    board |= {turned(square): Piece("dark", letter) for square, letter in LIGHT_SETUP.items()}
    return Reference(board, **options)  # type: ignore[arg-type]


# ---- how the pieces move


def targets(game: Reference, start: str) -> set[str]:
    """Where the piece on `start` may move, capture or attack."""
    piece = game.board[start]
    found = {to for to in WAYS[piece.letter](game, piece, start) if to is not None and to != start}
    return {to for to in found if to not in game.board or game.board[to].side != piece.side}


def line(game: Reference, side: str, start: str, direction: str, most: int, jumps: bool) -> list[str | None]:
    """Steps along one line. Without `jumps` any piece passed stops it, with `jumps` only T and B."""
    reached: list[str | None] = []
    for times in range(1, most + 1):
        passed = [step(side, start, direction, n) for n in range(1, times)]
        in_the_way = [game.board[square].letter for square in passed if square in game.board]
        if all(jumps and letter not in "TB" for letter in in_the_way):
            reached.append(step(side, start, direction, times))
    return reached


def amphibian(game: Reference, piece: Piece, start: str) -> list[str | None]:
    return [step(piece.side, start, d, 1) for d in ("Forward", "Forward Left", "Forward Right")]


def king(game: Reference, piece: Piece, start: str) -> list[str | None]:
    return [to for d in ALL_EIGHT for to in line(game, piece.side, start, d, 2, jumps=False)]


def submarine(game: Reference, piece: Piece, start: str) -> list[str | None]:
    if area(start) == piece.side:  # it has not been launched yet
        ways = [step(piece.side, start, "Forward", 1)]
    else:
        ways = [
            to for d in ["Left", "Right", *DIAGONAL] for to in line(game, piece.side, start, d, 2, jumps=True)
        ]
    return [to for to in ways if to is not None and area(to) == "sea"]


def destroyer(game: Reference, piece: Piece, start: str) -> list[str | None]:
    unmoved = area(start) == piece.side
    directions = ["Forward", "Forward Left", "Forward Right"] if unmoved else ALL_EIGHT
    ways = [step(piece.side, start, d, 1) for d in directions]
    return [to for to in ways if to is not None and area(to) == "sea"]


def tank(game: Reference, piece: Piece, start: str) -> list[str | None]:
    ways = [to for d in DIAGONAL for to in line(game, piece.side, start, d, 2, jumps=False)]
    return [to for to in ways if to is not None and area(to) == piece.side]


def helicopter(game: Reference, piece: Piece, start: str) -> list[str | None]:
    f, r = coordinates(start)
    ring = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2]
    barred = set()
    for df, dr in LIGHT.values():
        beside = at(f + df, r + dr)
        if beside in game.board and game.board[beside].letter in "TB":
            centre = (2 * df, 2 * dr)
            barred |= {(x, y) for x, y in ring if abs(x - centre[0]) + abs(y - centre[1]) <= 1}
    return [at(f + x, r + y) for x, y in ring if (x, y) not in barred]


def fighter(game: Reference, piece: Piece, start: str, jumps: bool = False) -> list[str | None]:
    return [to for d in ORTHOGONAL for to in line(game, piece.side, start, d, 3, jumps)] + [
        to for d in DIAGONAL for to in line(game, piece.side, start, d, 2, jumps)
    ]


def bomber(game: Reference, piece: Piece, start: str) -> list[str | None]:
    return fighter(game, piece, start, jumps=True)


def commander(game: Reference, piece: Piece, start: str) -> list[str | None]:
    ways = [step(piece.side, start, d, 1) for d in ALL_EIGHT]
    if area(start) == other(piece.side):
        longer = [to for d in ALL_EIGHT for to in line(game, piece.side, start, d, 2, jumps=False)]
        ways += [to for to in longer if to is not None and area(to) == other(piece.side)]
    return ways


WAYS = {
    "A": amphibian, "K": king, "S": submarine, "D": destroyer, "T": tank,
    "H": helicopter, "F": fighter, "B": bomber, "C": commander,
}  # fmt: skip


# ---- whose turn it is, and with what


def group_of(letter: str) -> str:
    return "air" if letter in AIR_LETTERS else "surface"


def moves_of(game: Reference, side: str, group: str | None = None) -> set[str]:
    """Every order of a side (or of one half of a team), in the canonical form."""
    found = set()
    for start, piece in game.board.items():
        if piece.side == side and (group is None or group_of(piece.letter) == group):
            for to in targets(game, start):
                victim = game.board.get(to)
                sign = "-" if victim is None else "*" if victim.enhanced else "x"
                found.add(f"{start}{sign}{to}")
    return found


def group_to_move(game: Reference) -> str | None:
    """The half whose pieces move now: the one whose turn it is, its teammate if it cannot."""
    if game.mover not in game.teams:
        return None
    group = game.group[game.mover]
    if moves_of(game, game.mover, group):
        return group
    return "air" if group == "surface" else "surface"


def legal(game: Reference) -> set[str]:
    return set() if game.result else moves_of(game, game.mover, group_to_move(game))


def seats(game: Reference) -> list[str]:
    return [
        seat
        for side in ("dark", "light")
        for seat in ([f"{side}-surface", f"{side}-air"] if side in game.teams else [side])
    ]


def side_of(seat: str) -> str:
    return seat.split("-", maxsplit=1)[0]


def seat_to_move(game: Reference) -> str:
    """The seat that gives the order; a teammate plays both halves once its partner has conceded."""
    group = group_to_move(game)
    if group is None:
        return game.mover
    seat = f"{game.mover}-{group}"
    if seat in game.gone:
        seat = f"{game.mover}-{'air' if group == 'surface' else 'surface'}"
    return seat


# ---- what happens


def play(game: Reference, order: str) -> Reference:
    """The game after one order."""
    game = game.copy()
    start, sign, to = order[:2], order[2], order[3:]
    side, enemy = game.mover, other(game.mover)
    piece = game.board[start]
    moved_group = group_of(piece.letter)
    commander_taken = something = False
    if sign == "*":
        game.board[to].enhanced = False
        something = True
    else:
        victim = game.board.pop(to, None)
        if victim is not None:
            game.score[side] += POINTS[victim.letter]
            commander_taken = victim.letter == "C"
            something = True
        del game.board[start]
        game.board[to] = piece
        if piece.letter == "A" and area(to) == enemy:
            piece.letter = "K"
            something = True
    game.plies += 1
    game.quiet = 0 if something else game.quiet + 1
    if side in game.teams:
        game.group[side] = "air" if moved_group == "surface" else "surface"
    game.offers = frozenset(seat for seat in game.offers if side_of(seat) == side)
    game.mover = enemy
    settle(game, side if commander_taken else None)
    return game


def settle(game: Reference, captor: str | None = None) -> None:
    """End the game if it has ended."""
    if captor is not None and game.objective == "commander":
        game.result = ("commander", captor)
    elif game.objective == "points" and game.plies >= 2 * game.round_limit:
        game.result = ("rounds", leader(game))
    elif game.quiet_rounds and game.quiet >= 2 * game.quiet_rounds:
        game.result = ("quiet", leader(game) if game.objective == "points" else None)
    elif not moves_of(game, game.mover):
        game.result = ("stuck", leader(game) if game.objective == "points" else None)


def leader(game: Reference) -> str | None:
    dark, light = game.score["dark"], game.score["light"]
    return None if dark == light else "dark" if dark > light else "light"


def concede(game: Reference, seat: str) -> Reference:
    game = game.copy()
    game.gone |= {seat}
    game.offers -= {seat}
    side = side_of(seat)
    if all(each in game.gone for each in seats(game) if side_of(each) == side):
        game.result = ("conceded", other(side))
    else:
        agree(game)
    return game


def offer_draw(game: Reference, seat: str) -> Reference:
    game = game.copy()
    game.offers |= {seat}
    agree(game)
    return game


def agree(game: Reference) -> None:
    if game.offers and all(seat in game.offers for seat in seats(game) if seat not in game.gone):
        game.result = ("agreed", None)


def places(game: Reference) -> dict[str, int]:
    assert game.result is not None
    winner = game.result[1]
    return {seat: 1 if winner in (None, side_of(seat)) else 2 for seat in seats(game)}


def perft(game: Reference, depth: int) -> int:
    """Order sequences of that length; finished games have no orders."""
    orders = legal(game)
    if depth == 1:
        return len(orders)
    return sum(perft(play(game, order), depth - 1) for order in orders)


def divide(game: Reference, depth: int) -> dict[str, int]:
    return {order: 1 if depth == 1 else perft(play(game, order), depth - 1) for order in sorted(legal(game))}
