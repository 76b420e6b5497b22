"""NME: pictures"""

from __future__ import annotations

from adjudicator.text import Text

# Beside the board

OUT = "out"
TAKEN_BY = Text("taken by {army}", army="White")
ALLY = "the ally"
MOVES_NOW = Text("now: {army}", army="Black")
MOVES_NEXT = Text("next: {army}", army="White")
YOUR_ORDER = "your order"
YOUR_ORDER_IS = Text("your order: {order}", order="A4-B4")
VOTE = Text("Draw? {armies}", armies="Black, Gray")
FLANK = Text("{army}: flank {space}", army="Black", space="C4")
QUIET = Text("quiet: {count} of {limit}", count=30, limit=50)

# The newest move

_MOVE = {"army": "Black", "piece": "Special Force", "origin": "F3", "target": "F6"}
_TAKEN = {"of": "Gray", "taken": "Infantry"}
MOVED = Text("{army} {piece} {origin} to {target}", **_MOVE)
MOVED_NAVAL = Text("{army} {piece} {origin} to {target} by Naval One", **_MOVE)
TOOK = Text("{army} {piece} {origin} took {of} {taken} {target}", **_MOVE, **_TAKEN)
TOOK_NAVAL = Text("{army} {piece} {origin} took {of} {taken} {target} by Naval One", **_MOVE, **_TAKEN)
TOOK_FLANK = Text("{army} {piece} {origin} took {of} {taken} {target} by flanking", **_MOVE, **_TAKEN)
TRADED = Text("{army} {piece} {origin} to {target}, traded for {prize}", **_MOVE, prize="Navy")

# What is going on, and how it ended

TO_MOVE = Text("{army} to move", army="Gray")
TO_MOVE_GRAY = Text("{seat} to move Gray", seat="Black")
VOTES = Text("{army} votes for a draw", army="Black")
MAY_FLANK = Text("{army} may flank {space}", army="Black", space="C4")
DRAW = "Draw"
WINS = Text("{army} wins", army="Black")
PLACED = Text("{army} is {place}", army="Black", place="2nd")
ENDED = Text("{reason}: {places}", reason="One President is left", places="Black 1st, White 4th, Gray 5th")
PLACE = Text("{army} {place}", army="Black", place="1st")
DRAWS = Text("{army} draws", army="Black")
UNPLACED = Text("{army} unplaced", army="White")
REASONS = {
    "last_president": "One President is left",
    "compromise": "Compromise",
    "presidents_only": "Only Presidents are left",
    "agreed": "By agreement",
    "all_passed": "Every army passed",
    "quiet_rounds": "Too many quiet rounds",
    "gray_assassinated": "Gray took the President",
    "ally_assassinated": "Gray's President is taken",
    "stalemate": "Stalemate",
    "conceded": "The opponent conceded",
}

# In a description

GAME = "NME"
ALLY_GAME = "Protect the Ally"
LAST = Text("Last: {move}.", move="Black Special Force F3 to F6")
ARMY = Text("{army}: {pieces}.", army="Black (Ada)", pieces="P A4s, A A2s A6s")
ARMY_HOLDS = Text(
    "{army}: {pieces}; holds {prisoners}.",
    army="Black (Ada)",
    pieces="P A4s, A A2s A6s",
    prisoners="2 Gray I, 1 White N",
)
ARMY_OUT = Text("{army}, out: {pieces}.", army="Gray (Ben)", pieces="A G0s K0s")
ARMY_TAKEN = Text("{army}, out, taken by {by}: {pieces}.", army="Gray (Ben)", by="Black", pieces="A G0s K0s")
NO_PIECES = "none"

YOU_LOST = Text("You lost: {pieces}.", pieces="Navy F6")
IN_DANGER = Text("In danger: {pieces}.", pieces="Air Force F9 and Infantry C4")

# The pictures of the rules

PIECES = "NME: how the pieces move"
MOVES = {
    "P": ("President", "One space. From a star only to a hexagon. Lose it, and your army is out."),
    "I": (
        "Infantry",
        "One space, sideways or forward, never back. Captures only sideways, from hexagon to hexagon.",
    ),
    "A": ("Air Force", "Any distance over hexagons, or to a star beside it. Pieces stop it."),
    "N": ("Navy", "Stars only, in straight lines along edges and across hexagons. Pieces stop it."),
    "S": ("Special Force", "Exactly three hexagons away, over anything; or to a star beside it."),
    "naval_one": (
        "Naval One",
        "A President in danger on a star may step to the next star, and capture there.",
    ),
}
PIECES_ALT = (
    "How each piece of NME moves. President: one space, from a star only to a hexagon. Infantry: one space "
    "sideways or forward; it captures only sideways. Air Force: any distance over hexagons, or to a star beside "
    "it. Navy: along lines of stars. Special Force: exactly three hexagons away, over anything, or to a star "
    "beside it. Naval One: a President in danger on a star may step to the next star."
)
ROUND = "NME: a round, one move each"
ROUND_STEPS = (
    (
        "1. Black: Special Force F3 takes Infantry F6",
        "It jumps exactly three hexagons. The Infantry is Black's prisoner.",
    ),
    (
        "2. Gray: Infantry H6 takes Special Force F6",
        "Flanking: two hexagons to the side, on the very next turn.",
    ),
    ("3. White: Air Force F8 takes Infantry F6", "Who strikes last stays. Nobody had to say a word."),
)
ROUND_ALT = (
    "A round of NME. Black's Special Force jumps from F3 to F6 and takes Gray's Infantry. Gray's Infantry on H6 "
    "flanks and takes it back. White's Air Force flies from F8 to F6 and takes that Infantry."
)
