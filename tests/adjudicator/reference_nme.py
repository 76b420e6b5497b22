"""NME and Protect the Ally a second time, as a referee: a game from the rules text alone.

The board and the moves are in `reference_nme_moves`. A game is one mutable object that is copied before
anything happens. Where the rules are silent the choices of the team are marked "Choice".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.adjudicator import reference_nme_moves as on
from tests.adjudicator.reference_nme_moves import ARMIES, Piece, Point, Position

LAST = 5  # Choice: "the loser of a decided game is unplaced (last)" is told as place 5


@dataclass
class Reference:
    """A game. `gray_by`: who moves Gray next (Protect the Ally only); `out`: who is out, in order, and by
    whom."""

    board: dict[Point, Piece]
    players: int = 3
    quiet_rounds: int = 50
    gray_guard: bool = True
    mover: str = "black"
    gray_by: str = "black"
    prisoners: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: {army: [] for army in ARMIES})
    rights: dict[str, dict[Point, Piece]] = field(default_factory=lambda: {army: {} for army in ARMIES})
    out: list[tuple[str, str | None]] = field(default_factory=list)
    passes: int = 0  # successive
    quiet: int = 0  # full rounds
    acted: frozenset[str] = frozenset()  # the armies that had a turn since the round began
    votes: frozenset[str] = frozenset()  # seats
    result: tuple[str, dict[str, int]] | None = None  # reason, places

    def copy(self) -> Reference:
        return replace(
            self,
            board=dict(self.board),
            prisoners={army: list(held) for army, held in self.prisoners.items()},
            rights={army: dict(held) for army, held in self.rights.items()},
            out=list(self.out),
        )

    @property
    def living(self) -> list[str]:
        gone = {army for army, _ in self.out}
        return [army for army in ARMIES if army not in gone]

    @property
    def seats(self) -> list[str]:
        return list(ARMIES) if self.players == 3 else ["black", "white"]


def opening(players: int = 3, quiet_rounds: int = 50, gray_guard: bool = True) -> Reference:
    return Reference(on.setup(), players, quiet_rounds, gray_guard)


def living_seats(game: Reference) -> list[str]:
    return [seat for seat in game.seats if seat in game.living]


def seat_to_move(game: Reference) -> str:
    """Protect the Ally: "Gray is moved by Black, then White, alternately (first Gray turn: Black)"."""
    return game.gray_by if game.players == 2 and game.mover == "gray" else game.mover


def guarded(game: Reference) -> bool:
    """gray_guard: whether the next turn of White's own army (the present one, if it is White's) comes
    directly after a Gray turn that White makes or made."""
    if game.players == 3 or not game.gray_guard:
        return False
    if game.mover == "white":
        return game.gray_by == "black"  # Gray's turns alternate: the last one was White's
    return game.gray_by == "white"


def position(game: Reference) -> Position:
    """What the moves depend on. "whether Gray threatens a President is judged by the seat that moves Gray
    next"."""
    spares = game.gray_by if game.players == 2 else None
    return Position(game.board, game.living, game.prisoners, game.rights, spares, guarded(game))


def legal(game: Reference) -> dict[str, tuple[Point, Point, str] | None]:
    """Every order of the seat to move, with what it means; "a seat with no legal move passes (`pass`, legal
    only then)"."""
    if game.result:
        return {}
    found = {on.written(game.board, *move): move for move in on.moves(position(game), game.mover)}
    return {**found} or {"pass": None}


# ---- what happens


def play(game: Reference, order: str) -> Reference:
    """The game after one order, which must be legal."""
    move = legal(game)[order]
    game = game.copy()
    army, seat = game.mover, seat_to_move(game)
    game.rights[army] = {}  # "on its very next turn … Then the right is lost."
    eventful = False
    if move is None:
        game.passes += 1
    else:
        game.passes = 0
        game.votes -= {seat}  # "a seat's own board move withdraws its vote" (Choice: a pass does not)
        eventful = carry_out(game, *move)
    if game.result:
        return game
    next_turn(game)
    if eventful:
        game.quiet, game.acted = 0, frozenset()
    else:
        game.acted |= {army}
    settle(game)
    return game


def carry_out(game: Reference, start: Point, to: Point, trade: str) -> bool:
    """The move on the board; whether it was "a capture, an Infantry move or a trade"."""
    piece, victim = game.board.pop(start), game.board.get(to)
    game.board[to] = piece
    if trade:
        # "the prisoner appears on that star, the Infantry becomes that army's prisoner"
        [holder] = [army for army in game.living if army != piece.army and to in on.BASES[army]]
        game.prisoners[holder].remove((piece.army, trade))
        game.prisoners[holder].append((piece.army, "I"))
        game.board[to] = Piece(piece.army, trade)
    if victim is not None and victim.army in game.living:
        # "A captured piece becomes a POW of the capturing army." "a piece captured from a dead army is
        # removed"
        game.prisoners[piece.army].append((victim.army, victim.kind))
        if victim.kind == "I" and to in on.HEXES:
            game.rights[victim.army][to] = piece  # flanking
        if victim.kind == "P":
            assassinated(game, victim.army, piece.army)
    return piece.kind == "I" or victim is not None


def assassinated(game: Reference, victim: str, army: str) -> None:
    if game.players == 3:
        fall(game, victim, army)
    elif army == "gray":
        # "A Gray move that captures the opponent's President wins: 1st place."
        decided(game, "assassination", game.gray_by, 1)
    elif victim == "gray":
        # "Capturing the Gray President with one's own army wins 2nd place."
        decided(game, "assassination", army, 2)
    else:
        # "Black or White capturing the other's President with its own army: stalemate, a draw."
        game.result = "stalemate", {"black": 1, "white": 1}


def decided(game: Reference, reason: str, winner: str, place: int) -> None:
    game.result = reason, {seat: place if seat == winner else LAST for seat in game.seats}


def fall(game: Reference, army: str, by: str | None) -> None:
    """An army is out: "its pieces stay …; its POWs are gone for good"."""
    game.out.append((army, by))
    game.prisoners[army] = []
    game.rights[army] = {}
    game.votes -= {army}


def next_turn(game: Reference) -> None:
    """ "Black, Gray, White, skipping the dead." """
    if game.mover == "gray":
        game.gray_by = "white" if game.gray_by == "black" else "black"
    place = ARMIES.index(game.mover)
    game.mover = next(army for army in (ARMIES * 2)[place + 1 :] if army in game.living)


# ---- the end


def settle(game: Reference) -> None:
    """Complete a round, and end the game if it has ended."""
    # "full rounds (a turn or pass of each living army)". Choice: asked after a concession as well
    if set(game.living) <= game.acted:
        game.quiet, game.acted = game.quiet + 1, frozenset()
    if game.players == 3:
        if len(game.living) == 1:  # "The game ends with one President left"
            game.result = "last_president", final_places(game)
            return
        alone = all(piece.kind == "P" for piece in game.board.values() if piece.army in game.living)
        if len(game.living) == 2 and alone:
            # "a Compromise when, after the first assassination, both remaining armies consist of their
            # Presidents only"; "Only Presidents left after a concession: a draw of those two, the conceder
            # 5th."
            game.result = "compromise", compromise(game)
            return
    if game.passes >= len(game.living):  # "a full round of passes is a draw"
        game.result = "passes", draw_places(game)
    elif set(living_seats(game)) <= game.votes:  # "a draw by agreement of the living seats"
        game.result = "agreed", draw_places(game)
    elif game.quiet_rounds and game.quiet >= game.quiet_rounds:
        # "with the places of a Compromise after an assassination, otherwise as a draw"
        game.result = "quiet", compromise(game)


def kills(game: Reference, army: str) -> int:
    return sum(by == army for _, by in game.out)


def final_places(game: Reference) -> dict[str, int]:
    """ "First out is 5th; second out 3rd with an assassination, else 4th; the last standing 1st only with
    two, else 2nd." """
    [last] = game.living
    (first, _), (second, _) = game.out
    return {
        first: 5,
        second: 3 if kills(game, second) else 4,
        last: 1 if kills(game, last) == 2 else 2,
    }


def compromise(game: Reference) -> dict[str, int]:
    """ "Compromise: 2nd the one with an assassination, 3rd the other." Without one it is a draw."""
    if game.players == 2 or not any(by for _, by in game.out):
        return draw_places(game)
    return {game.out[0][0]: 5} | {army: 2 if kills(game, army) else 3 for army in game.living}


def draw_places(game: Reference) -> dict[str, int]:
    """Choice: living seats share place 1. "Whoever was out keeps the place." """
    return {seat: 1 if seat in game.living else 5 for seat in game.seats}


# ---- declarations and penalties


def concede(game: Reference, seat: str) -> Reference:
    """A concession; a forfeit is the same."""
    game = game.copy()
    # "a conceding seat's President is removed, nobody's assassination"
    game.board = {
        point: piece for point, piece in game.board.items() if (piece.army, piece.kind) != (seat, "P")
    }
    if game.players == 2:  # "conceding gives the opponent 2nd place"
        decided(game, "conceded", "white" if seat == "black" else "black", 2)
        return game
    fall(game, seat, None)
    game.passes = 0  # Choice
    if game.mover == seat:
        next_turn(game)
    settle(game)
    return game


def offer_draw(game: Reference, seat: str) -> Reference:
    game = game.copy()
    game.votes |= {seat}
    settle(game)
    return game


def remove_infantry(game: Reference, point: Point) -> Reference:
    """A penalty: "remove an Infantry"."""
    game = game.copy()
    assert game.board.pop(point).kind == "I"
    game.passes = 0  # Choice
    settle(game)
    return game


# ---- counting


def perft(game: Reference, depth: int) -> int:
    """Order sequences of that length; finished games have no orders."""
    orders = legal(game)
    if depth == 1:
        return len(orders)
    return sum(perft(play(game, order), depth - 1) for order in orders)


def divide(game: Reference, depth: int) -> dict[str, int]:
    return {order: 1 if depth == 1 else perft(play(game, order), depth - 1) for order in sorted(legal(game))}
