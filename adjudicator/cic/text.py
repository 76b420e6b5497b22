"""Commander-In-Chief: options, warnings, orders that don't work."""

from __future__ import annotations

from adjudicator.text import Text

# -- Options: a label, and what it decides

OBJECTIVE = "Objective"
OBJECTIVE_DECIDES = "Capture the enemy Commander, or score more than the enemy in a set number of turns."
ENHANCED = "Enhanced pieces"
ENHANCED_DECIDES = "How many pieces each side picks in secret that must be attacked twice."
TEAMS = "Teams"
TEAMS_DECIDES = "Two players share a side, one moves Air, one Surface: 3 or 4 players."
ROUND_LIMIT = "Rounds of a points game"
ROUND_LIMIT_DECIDES = "A points game ends after this many rounds (one move of each side)."
QUIET_ROUNDS = "Quiet rounds"
QUIET_ROUNDS_DECIDES = (
    "Rounds (a turn of each side) without a capture, attack or promotion until a draw, or until the scores "
    "decide (0: never)."
)

# -- Warnings

EXPOSED = Text(
    "After this move the {piece} on {square} can capture your Commander.", piece="Bomber", square="g7"
)
MORE_TO_ENHANCE = Text("You can enhance {n} more {n:piece|pieces}.", n=2)

# -- Orders that can't be read

NOT_AN_ORDER = "not an order. A move is two squares, like e7-e6"
OFF_BOARD = Text("there's no square {square}: they run from a1 to h8", square="j9")
SEVERAL = Text("that could be {moves}", moves="d7-e6 or e7-e6")
NONE_GOES = Text("none of your pieces can go to {square}", square="e5")
OTHER_PIECE = Text("{square} is {piece}, not {other}", square="e7", piece="an Amphibian", other="a Bomber")
NO_PIECE = Text("{square} is empty", square="e5")
NAME_THE_PIECES = "name your pieces by their squares, like enhance b2 c2, or write enhance none"
NAMED_TWICE = Text("you named {square} twice", square="b2")

# -- Choosing enhanced pieces

ENHANCE_FIRST = "first choose your enhanced pieces, like enhance b2 c2"
NONE_TO_ENHANCE = "you have no pieces to enhance: waiting for the other side"
TOO_MANY = Text("you can enhance {most} {most:piece|pieces}, not {n}", most=1, n=2)
NOT_YOURS_TO_ENHANCE = Text("{square} isn't one of your start squares", square="e5")

# -- Moves that aren't legal

HAS_CONCEDED = Text("{seat} has conceded", seat="dark-air")
NOT_YOUR_TURN = Text("it's {seat}'s turn", seat="dark")
ENHANCE_NO_MORE = "the enhanced pieces are chosen: now give a move, like e7-e6"
ENEMY_PIECE = Text("the {piece} on {square} is the enemy's", piece="Tank", square="c1")
AIR_PIECE = Text(
    "the {piece} on {square} is an Air piece, and Surface moves this turn", piece="Bomber", square="g7"
)
SURFACE_PIECE = Text(
    "the {piece} on {square} is a Surface piece, and Air moves this turn", piece="Tank", square="f8"
)
WRITE_MOVE = Text("{target} is empty: write {order}", target="e6", order="e7-e6")
WRITE_CAPTURE = Text("that captures the {piece}: write {order}", piece="Amphibian", order="e7xd6")
WRITE_ATTACK = Text("that attacks the enhanced {piece}: write {order}", piece="Amphibian", order="e7*d6")

OTHERS = Text("{n} other {n:square|squares}", n=11)
CANNOT_MOVE = Text("{square} is {piece}: it can't move now", square="a1", piece="a Commander")
_PIECE = {"square": "b2", "piece": "a Bomber"}
CAN = {
    "go": Text("{square} is {piece}: it can go to {go}", **_PIECE, go="c2 or d4"),
    "capture": Text("{square} is {piece}: it can capture on {capture}", **_PIECE, capture="c1 or e5"),
    "attack": Text("{square} is {piece}: it can attack {attack}", **_PIECE, attack="h6"),
    "go, capture": Text(
        "{square} is {piece}: it can go to {go}, or capture on {capture}",
        **_PIECE,
        go="b3, c2, c3 or d4",
        capture="c1 or e5",
    ),
    "go, attack": Text(
        "{square} is {piece}: it can go to {go}, or attack {attack}", **_PIECE, go="c2 or d4", attack="h6"
    ),
    "capture, attack": Text(
        "{square} is {piece}: it can capture on {capture}, or attack {attack}",
        **_PIECE,
        capture="c1 or e5",
        attack="h6",
    ),
    "go, capture, attack": Text(
        "{square} is {piece}: it can go to {go}, capture on {capture}, or attack {attack}",
        **_PIECE,
        go="c2 or d4",
        capture="c1 or e5",
        attack="h6",
    ),
}
"""What a piece can do, by what of it there is."""
