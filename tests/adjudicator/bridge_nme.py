"""From a dumped state of NME to the reference's game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.adjudicator import reference_nme as ref
from tests.adjudicator.reference_nme_moves import ARMIES, POINTS, Piece


def to_reference(dump: Mapping[str, Any]) -> ref.Reference:
    """The same game in play; its flanking rights are to the pieces that stand there."""
    options = dump["options"]
    board = {
        POINTS[name]: Piece(army, kind)
        for army, placed in dump["pieces"].items()
        for name, kind in placed.items()
    }
    game = ref.Reference(
        board,
        players=options["players"],
        quiet_rounds=options["quiet_rounds"],
        gray_guard=options["gray_guard"] == "on",
        mover=dump["to_move"],
        gray_by=dump["gray_next"] or "black",
        prisoners={
            holder: [(army, kind) for army, kinds in dump["prisoners"][holder].items() for kind in kinds]
            for holder in ARMIES
        },
        out=[(fall["army"], fall["by"]) for fall in dump["falls"]],
        passes=dump["passes"],
        quiet=dump["quiet"],
        acted=frozenset(dump["round_done"]),
        votes=frozenset(dump["offers"]),
    )
    for right in dump["flanks"]:
        point = POINTS[right["hexagon"]]
        game.rights[right["army"]][point] = board[point]
    return game
