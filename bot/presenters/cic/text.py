"""Commander-In-Chief: lobby, desk, menus, reports."""

from adjudicator.text import Text

# -- The lobby

CAPTURE_THE_COMMANDER = "Capture the enemy Commander to win"
MOST_POINTS = Text("The higher score after {n} turns wins", n=80)
ENHANCED = Text("Each side secretly picks {n} {n:piece|pieces} that must be attacked twice", n=2)
ENHANCED_UNEQUAL = Text(
    "Pieces that must be attacked twice, picked in secret: Dark {dark}, Light {light}", dark=3, light=1
)
TEAMS_BOTH = "Both sides are teams of two: Surface and Air"
TEAMS_ONE = Text("{side} is a team of two: Surface and Air", side="Dark")
QUIET_DRAW = Text("Draw after {n} turns without a capture, attack or promotion", n=100)
QUIET_POINTS = Text("The higher score wins after {n} turns without a capture, attack or promotion", n=100)

# -- Whose turn it is

CHOOSING = "Both sides choose enhanced pieces"
TO_MOVE = Text("{seat} to move", seat="Dark")
SCORE_NOW = Text("Dark {dark}, Light {light} · {left} {left:turn|turns} left", dark=4, light=0, left=76)
OFFERED = Text("{names} {n:offers|offer} a draw", names="Light", n=1)

# -- Your turn

ENHANCE = Text(
    "Choose {n:a piece|up to {n} pieces} to enhance: the enemy must attack {n:it|each} twice. "
    "Both sides' choices are revealed together.",
    n=2,
)
MOVE_AIR = "Your move, with an Air piece."
MOVE_SURFACE = "Your move, with a Surface piece."
REPLACES = Text("{seat} can't move, so you move instead.", seat="Dark Air")

# -- Menus

CHOOSE_ENHANCED = Text("{n:Choose a piece|Choose up to {n} pieces}", n=2)
CHOOSE_PIECE = "Choose a piece"
WHERE = Text("{piece} {square} to…", piece="Bomber", square="b2")
PIECE = Text("{piece} {square}", piece="Bomber", square="b2")
CAPTURES = Text("{n} {n:capture|captures}", n=3)
ATTACKS = Text("{n} {n:attack|attacks}", n=1)
MOVES = Text("{n} {n:move|moves}", n=5)
TARGET_CAPTURE = Text("{square}: capture {piece}", square="e5", piece="Helicopter")
TARGET_ATTACK = Text("{square}: attack {piece}", square="e5", piece="Helicopter")
LOSES_ENHANCEMENT = "It loses its enhancement"
BECOMES_KING = "Becomes a King Amphibian"
SUGGEST_MOVE = Text("{order} · {piece}", order="e7-e6", piece="Amphibian")
SUGGEST_CAPTURE = Text("{order} · {piece} takes {taken}", order="b2xe5", piece="Bomber", taken="Helicopter")
SUGGEST_ATTACK = Text("{order} · {piece} attacks {hit}", order="b2*e5", piece="Bomber", hit="Helicopter")

# -- Orders in words

ENHANCES = Text("enhance {pieces}", pieces="Amphibian e7 and Bomber g7")
ENHANCES_NOTHING = "enhance nothing"
MOVE = Text("{piece} {origin} to {target}", piece="Amphibian", origin="e7", target="e6")
CAPTURE = Text(
    "{piece} {origin} takes {taken} on {target}", piece="Bomber", origin="b2", taken="Helicopter", target="e5"
)
ATTACK = Text(
    "{piece} {origin} attacks enhanced {hit} on {target}",
    piece="Bomber",
    origin="b2",
    hit="Helicopter",
    target="e5",
)

# -- The report

_MOVER = {"player": "**Light** (Ben)", "piece": "Amphibian", "move": "e6xf7"}
REVEALED = Text("Enhanced: **Dark** {dark}, **Light** {light}.", dark="e7", light="b2 and d2")
NOTHING = "nothing"
REPLACED = Text(
    "{player} can't move: {by} moves instead.", player="**Dark Air** (Ada)", by="**Dark Surface** (Cleo)"
)
MOVED = Text("{player}: {piece} {move}.", **_MOVER | {"move": "e7-e6"})
MOVED_KING = Text("{player}: {piece} {move}, now a King Amphibian.", **_MOVER | {"move": "e6-f7"})
TAKES = Text("{player} takes {taken} on {square} ({piece} {move}).", **_MOVER, taken="Tank", square="f7")
TAKES_KING = Text(
    "{player} takes {taken} on {square} ({piece} {move}, now a King Amphibian).",
    **_MOVER,
    taken="Tank",
    square="f7",
)
ATTACKED = Text(
    "{player} attacks {hit} on {square} ({piece} {move}): no longer enhanced.",
    **_MOVER | {"move": "e6*f7"},
    hit="Tank",
    square="f7",
)
TEAMMATE_CONCEDED = Text(
    "{player} concedes: {by} plays on with both groups.",
    player="**Dark Air** (Ada)",
    by="**Dark Surface** (Cleo)",
)
SCORE = Text("Score: Dark {dark}, Light {light}.", dark=12, light=9)

# -- The end

WON = {
    "commander_captured": Text("**{side} wins** by capturing the Commander.", side="Light"),
    "conceded": Text("**{side} wins:** the other side has conceded.", side="Light"),
    "round_limit": Text("**{side} wins** on points after the last turn.", side="Light"),
    "quiet_rounds": Text("**{side} wins** on points: too long without a capture.", side="Light"),
    "no_legal_move": Text("**{side} wins** on points: no legal move is left.", side="Light"),
}
DRAWN = {
    "agreed": "**Draw** by agreement.",
    "round_limit": "**Draw:** equal scores after the last turn.",
    "quiet_rounds": "**Draw:** too long without a capture.",
    "no_legal_move": "**Draw:** the side to move has no legal move.",
}
