"""Puzzles: one a day, found by the engines"""

from __future__ import annotations

from adjudicator.text import Text

# -- /puzzle

PUZZLE = "Solve a puzzle: a position with one clearly best order (only you see this)"
PUZZLE_GAME = "One of this game; leave it out for today's puzzle"
NO_PUZZLES = Text(
    "There are no puzzles of {game}. Pick another game, or use `/puzzle` alone.", game="New York 2047"
)

# -- a puzzle

HEAD = Text("### Puzzle of the day · {game}", game="Commander-In-Chief")
A_PUZZLE = "puzzle"
OF_TODAY = "puzzle of the day"
WIN = "Find the order that wins by force."
GAIN = "One order is worth much more than any other, by what it wins or by what it saves. Find it."
AHEAD = "One order keeps you well ahead; all others lose much. Find it."
HOLD = "One order holds; all others lose much. Find it."
TASK = Text("**Your task:** {task}", task="Find the order that wins by force.")
RIGHT = Text(
    "✅ `{order}`: right! {why} {others}",
    order="c1-b2",
    why="The Commander falls within 2 turns.",
    others="Only one order wins by force.",
)
WRONG = Text("❌ `{order}` isn't it. {others}", order="c1-c2", others="Only one order wins by force.")
WRONG_REPLY = Text(
    "❌ `{order}` isn't it: {seat} answers `{reply}`. {others}",
    order="c1-c2",
    seat="Light",
    reply="d4xc2",
    others="Every order but one loses much.",
)
ONLY_WIN = "Only one order wins by force."
OTHERS_LOSE = "Every order but one loses by force."
OTHERS_LOSE_MUCH = "Every order but one loses much."
OTHERS_LESS = "Every order but one is worth much less."
FIRST_COUNTS = "-# Your first answer counts."
FIRST_COUNTED = "-# That was your first answer, which counts. Try again as often as you like."
NAMED = "-# Right at the first try: the next puzzle's post here names you. `/privacy puzzles named:False` prevents it."
COUNTED = (
    "-# Right at the first try: the next puzzle's post here counts you, without your name, as you wished."
)
WILL_NAME = "Posts of the puzzle of the day name you if you solve it at the first try."
WILL_NOT_NAME = (
    "Posts of the puzzle of the day don't name you. If you solve it at the first try, they only count you."
)
GIVEN_UP = Text(
    "The solution is `{order}`. {why} {others}",
    order="c1-b2",
    why="The Commander falls within 2 turns.",
    others="Only one order wins by force.",
)
THEN = Text("-# Expected then: {orders}", orders="`d5xd4`, `b2xa2`")
NO_DECLARATION = "Not in a puzzle: give an order."
SOLVE = "Solve"
SOLUTION = "Show the solution"
ANOTHER = "Another puzzle"
GONE = "That puzzle isn't there any more. `/puzzle` has today's."

# -- the next day

BEFORE = Text(
    "**The last one** ({game}): `{order}`. {why}",
    game="Commander-In-Chief",
    order="c1-b2",
    why="The Commander falls within 2 turns.",
)
SOLVED_BY = Text("Solved at the first try by {who}.", who="<@5> and <@6>")
MORE = Text("{n} more", n=12)
SOLVED_BY_UNNAMED = Text("Solved at the first try by {n} {n:player|players}.", n=2)
NOBODY = "Nobody here solved it at the first try."

# -- /setup puzzle

SET = Text(
    "I'll post a puzzle each day in {channel}, first {first}.", channel="<#12>", first="<t:0:f> (<t:0:R>)"
)
PLACE = Text("- **Puzzle of the day:** in {channel}, next {next}", channel="<#12>", next="<t:0:f> (<t:0:R>)")
NOWHERE = "- **Puzzle of the day:** not posted"
IS_OFF = "No more puzzles are posted in this server."
WAS_OFF = "No puzzles are posted in this server. Use `/setup puzzle` in the channel that should have them."
