"""From states of `adjudicator.cic` to the reference and back, by way of dumps only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.adjudicator import reference_cic as ref

REASONS = {
    "commander": "commander_captured",
    "rounds": "round_limit",
    "quiet": "quiet_rounds",
    "stuck": "no_legal_move",
    "conceded": "conceded",
    "agreed": "agreed",
}


def to_reference(dump: Mapping[str, Any]) -> ref.Reference:
    """The reference's game for a dumped state of a game in play."""
    options = dump["options"]
    board = {
        square: ref.Piece(side, letter, square in dump["enhanced"])
        for side, placed in dump["pieces"].items()
        for square, letter in placed.items()
    }
    teams = {"none": (), "both": ("dark", "light")}.get(options["teams"], (options["teams"],))
    return ref.Reference(
        board,
        mover=dump["to_move"],
        objective=options["objective"],
        round_limit=options["round_limit"],
        quiet_rounds=options["quiet_rounds"],
        teams=teams,
        group={side: "air" if last == "surface" else "surface" for side, last in dump["movers"].items()},
        plies=dump["ply"],
        quiet=dump["quiet"],
        score={
            side: sum(ref.POINTS[letter] for letter in dump["lost"][ref.other(side)])
            for side in ("dark", "light")
        },
        gone=frozenset(dump["conceded"]),
        offers=frozenset(dump["offers"]),
    )


def pieces(game: ref.Reference) -> dict[str, dict[str, str]]:
    """The reference's board in the form of a dump."""
    return {
        side: {square: piece.letter for square, piece in game.board.items() if piece.side == side}
        for side in ("dark", "light")
    }


def facts_of_reference(game: ref.Reference) -> dict[str, Any]:
    """What both implementations must agree on."""
    over = game.result is not None
    return {
        "pieces": pieces(game),
        "enhanced": sorted(square for square, piece in game.board.items() if piece.enhanced),
        "to_move": game.mover,
        "score": dict(game.score),
        "quiet": game.quiet,
        "ply": game.plies,
        "offers": sorted(game.offers),
        "conceded": sorted(game.gone),
        "owing": [] if over else [ref.seat_to_move(game)],
        "outcome": None
        if game.result is None
        else {"reason": REASONS[game.result[0]], "places": ref.places(game)},
    }


def facts_of_view(shown: Mapping[str, Any]) -> dict[str, Any]:
    """The same facts from `Cic.show`."""
    keys = [
        "pieces",
        "enhanced",
        "to_move",
        "score",
        "quiet",
        "ply",
        "offers",
        "conceded",
        "owing",
        "outcome",
    ]
    return {key: shown[key] for key in keys}
