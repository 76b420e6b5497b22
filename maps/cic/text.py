"""Commander-In-Chief: pictures"""

from __future__ import annotations

from adjudicator.text import Text

# Beside the board

SETUP = "Setup in secret"
ENHANCES = Text("{side} enhances up to {count}", side="Dark", count=3)
TO_MOVE = Text("{seat} to move", seat="Dark Air")
WITH_AIR = "moves aircraft"
WITH_SURFACE = "moves surface pieces"
CANNOT_MOVE = Text("{seat} cannot move", seat="Dark Air")
POINTS = Text("{count} {count:point|points}", count=6)
SIDE_POINTS = Text("{side} · {count} {count:point|points}", side="Dark", count=6)
YOUR_ORDER = "your order, private"

# The newest move, in two rows: who, and what it did

MOVER = Text("{side} {piece} {square}", side="Dark", piece="Amphibian", square="e7")
WENT = Text("to {square}", square="e6")
WENT_KING = Text("to {square}, now King", square="c2")
TOOK = Text("took {piece} {square}", piece="Tank", square="d6")
TOOK_KING = Text("took {piece} {square}, now King", piece="Tank", square="c2")
HIT = Text("hit the enhanced {piece} {square}", piece="Tank", square="d6")

# What is going on

TURN = Text("Turn {turn}", turn=5)
TURN_OF = Text("Turn {turn} of {last}", turn=5, last=80)
ENDED = Text("Ended in turn {turn}", turn=23)
POINTS_WIN = "Most points win"
COMMANDER_WINS = "Capture the Commander"
HAS_CONCEDED = Text("{seat} has conceded", seat="Dark Air")

# How it ended

WINS = Text("{side} wins", side="Light")
DRAW = "Draw"
COMMANDER_CAPTURED = "Commander captured"
CONCEDED = Text("{side} conceded", side="Dark")
AGREED = "By agreement"
ALL_TURNS = Text("All turns played: {score}", score="Light 9, Dark 12")
QUIET = Text("{limit} quiet turns", limit=100)
QUIET_SCORE = Text("{limit} quiet turns: {score}", limit=100, score="Light 9, Dark 12")
NO_MOVE = "No legal move left"
NO_MOVE_SCORE = Text("No legal move left: {score}", score="Light 9, Dark 12")
SCORE = Text("Light {light}, Dark {dark}", light=9, dark=12)

# In a description

GAME = "Commander-In-Chief"
SETTING_UP = Text("Choosing enhanced pieces: {seats}.", seats="Dark (Ada), Light (Ben)")
SEAT_TO_MOVE = Text("{seat} to move.", seat="Dark Air (Ada)")
AIR_TO_MOVE = Text("{seat} to move, an Air piece.", seat="Dark Air (Ada)")
SURFACE_TO_MOVE = Text("{seat} to move, a Surface piece.", seat="Dark Surface (Cleo)")
INSTEAD = Text("{seat} can't move.", seat="Dark Air")
LAST = Text("Last: {who} {what}.", who="Dark Amphibian e7", what="to e6")
SCORE_IS = Text("Score: Light {light}, Dark {dark}.", light=9, dark=12)
CAPTURED = Text("Captured: {light} by Light, {dark} by Dark.", light="A H", dark="nothing")
NOTHING = "nothing"
PIECES_OF = Text("Light: {light}. Dark: {dark}.", light="C a1, F a2 b1", dark="C h8, T f8")
NO_PIECES = "none"
PLUS = "+ means enhanced."

YOU_LOST = Text("You lost: {pieces}.", pieces="Destroyer c5")
IN_DANGER = Text("In danger: {pieces}.", pieces="Amphibian d2 and Tank c3")

# The pictures of the rules

PIECES = "Commander-In-Chief: pieces and points"
MOVES = {
    "C": ("Commander (7)", "One step any way. Lose it and you lose."),
    "F": ("Fighter (4)", "Up to 3 steps straight or 2 slantwise."),
    "B": ("Bomber (5)", "Like a Fighter. Jumps all but T and B."),
    "H": ("Helicopter (4)", "Exactly 2 away. Jumps all but T and B."),
    "T": ("Tank (2)", "Up to 2 slantwise, on its own land."),
    "S": ("Submarine (3)", "Sea only. Up to 2 sideways or slantwise."),
    "D": ("Destroyer (3)", "Sea only. One step any way."),
    "A": ("Amphibian (1)", "One step ahead. On enemy land: a King."),
    "K": ("King Amphibian (1)", "Up to 2 steps any way, on land and sea."),
}
PIECES_ALT = (
    "How each piece of Commander-In-Chief moves. Commander: one step. Fighter: up to three steps straight, two "
    "slantwise. Bomber: the same, and it jumps pieces. Helicopter: exactly two away, over anything but Tanks and "
    "Bombers. Tank: up to two steps slantwise on its own land. Submarine: at sea, up to two steps sideways or "
    "slantwise. Destroyer: at sea, one step. Amphibian: one step ahead; on the enemy's land it becomes a King "
    "Amphibian, which moves up to two steps in any direction."
)
EXAMPLE = "Commander-In-Chief: a few moves"
EXAMPLE_STEPS = (
    ("1. Dark picks a piece", "Green: where the Helicopter may go. Red: what it can capture."),
    ("2. It captures", "Helicopter e6 takes the Destroyer on d4: 3 points for Dark."),
    ("3. Light captures back", "Fighter b4 takes the Helicopter on d4: 4 points for Light."),
    ("4. A King is made", "Amphibian d3 lands on c2, Light's land: now it moves two steps."),
)
EXAMPLE_ALT = (
    "Four pictures of a game. Dark picks the Helicopter on e6; it takes the Destroyer on d4; Light's Fighter from "
    "b4 takes it back; Dark's Amphibian goes from d3 to c2, on Light's land, and becomes a King Amphibian."
)
