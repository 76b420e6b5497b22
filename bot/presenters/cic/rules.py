"""The rules of Commander-In-Chief in short, for `/rules`; "Ruling" marks what is not the publisher's."""

from __future__ import annotations

from bot.presenters.base import Page

PAGES = (
    Page(
        "The game",
        "Two armed forces, **Dark** and **Light**, of fifteen pieces each, on a checkerboard turned into a "
        "diamond: `a1` is Light's corner at the bottom, `h8` Dark's at the top. Dark moves first; then one "
        "move each.\n"
        "- **Land**: each side's fifteen start squares. **Sea**: the 34 squares between. **Air**: all 64.\n"
        "- A piece moves to an empty square, or captures the enemy piece on the square it goes to.\n"
        "- **Forward** is towards the enemy's corner: for Light from `c3` to `d4`. Forward, Backward, Left "
        "and Right (*orthogonal*) join squares of one colour; the four directions between them "
        "(*diagonal*, such as `c3` to `d3`) run along the files and ranks.\n"
        "- Pieces move in a straight line and stop at the first piece, unless they jump. **Tanks and "
        "Bombers block**: nothing jumps over them.\n\n"
        "**How to win.** Objective *commander*: capture the enemy Commander. Objective *points*: the higher "
        "score of captured pieces when the rounds are over; capturing the Commander scores 7 and play goes "
        "on. Or the other side concedes.",
    ),
    Page(
        "Land and Sea pieces",
        "**Amphibian** (A, 1 point): Land and Sea, 1 step Forward, Forward Left or Forward Right. On the "
        "enemy's Land it becomes a **King Amphibian** (K, 1 point): 1 or 2 steps in any of 8 directions.\n"
        "**Tank** (T, 2 points): own Land only, 1 or 2 steps diagonally. It blocks.\n"
        "**Submarine** (S, 3 points): Sea only. Its first move is exactly 1 step Forward. Later 1 or 2 "
        "steps Left, Right or diagonally; on 2 steps it may jump.\n"
        "**Destroyer** (D, 3 points): Sea only. Its first move is 1 step Forward, Forward Left or Forward "
        "Right; later 1 step in any direction.\n"
        "**Commander** (C, 7 points): Land and Sea, 1 step in any direction; where start and end both lie "
        "on the enemy's Land, 1 or 2 steps.\n\n"
        "*Ruling*: each Submarine and Destroyer has its own first-move duty until it has moved.",
    ),
    Page(
        "Air pieces",
        "**Fighter** (F, 4 points): everywhere, 1 to 3 steps orthogonally or 1 to 2 diagonally.\n"
        "**Bomber** (B, 5 points): as the Fighter, and it jumps over any number of pieces, blockers "
        "excepted. It blocks.\n"
        "**Helicopter** (H, 4 points): to any of the 16 squares exactly two squares away, over anything but "
        "a blocker. A blocker next to it in one direction forbids the square straight behind it and the two "
        "squares of the ring beside that one.",
    ),
    Page(
        "Options",
        "**Enhanced pieces**: before the first move each side secretly names up to so many of its pieces; "
        "both choices are revealed together. An attack on an enhanced piece moves nothing: the piece loses "
        "its enhancement and the turn is over. Afterwards it is captured as usual.\n"
        "**Teams**: a side may be two seats, *Air* (Fighters, Bomber, Helicopters) and *Surface* (the other "
        "ten). Surface makes the side's first move; then they alternate. A seat without a legal move is "
        "replaced by its teammate for that turn. Teammates may not discuss strategy once play begins.\n"
        "*Ruling*: a conceding seat concedes for its side once its teammate agrees; otherwise the teammate "
        "plays both groups.\n"
        "**Draws**: by agreement of all seats that have not conceded; an offer lapses when the other side "
        "moves (*Ruling*). *Rulings*: a side to move without a legal move is a draw (in a points game the "
        "scores decide), and so is the limit of quiet rounds.",
    ),
    Page(
        "Writing orders",
        "- `e7-e6` a move, `e7xe6` a capture, `e7*e6` an attack on an enhanced piece. Without a sign, "
        "`e7 e6` or `e7e6`, the right one is filled in. A sign that you write must be right (*Ruling*): that "
        "protects a move that you stored earlier.\n"
        "- `enhance b2 c2 a1` or `enhance none` in the set-up.\n"
        "- `draw` offers or accepts a draw, `concede` gives up.\n"
        "Capitals and spaces never matter. You may replace an order until the turn resolves.",
    ),
)
