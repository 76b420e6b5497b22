"""Lessons: learning a game, a task at a time"""

from __future__ import annotations

from adjudicator.text import Text

LEARN = "Learn a game: short lessons on a real board (only you see this)"
LEARN_GAME = "Which game"
ALL_HEAD = """### Learn a game
Short lessons on a real board, a minute each. Pick a game."""
PICK_GAME = "Which game?"
GAME_LINE = Text("{done} of {n} done", done=3, n=10)
GAME_NEW = Text("{n} lessons", n=10)
GAME_ALSO = Text(", with {game}", game="Protect the Ally")
COURSE_HEAD = Text(
    "### Learn {game}\n{done} of {n} {n:lesson|lessons} done.", game="Commander-In-Chief", done=3, n=10
)
PICK_LESSON = "Pick a lesson"
LESSON_LINE = Text("{n}. {title}", n=2, title="Jump with the Bomber")
DONE = "done"
BEGIN = "Begin"
GO_ON = "Go on"
OTHER_GAME = "Other games"
ANEW = "Start over"
TITLE = Text("lesson {n} of {of}: {title}", n=2, of=10, title="Jump with the Bomber")
TASK = Text("**Your task:** {task}", task="Capture the Fighter with your Bomber.")
TASK_OF = Text("**Task {n} of {of}:** {task}", n=2, of=3, task="Capture the Destroyer with your Submarine.")
RIGHT = Text("✅ {why}", why="Your Bomber jumps over two pieces.")
WRONG = Text("❌ {why}", why="That's the Amphibian.")
AS_BEFORE = "-# All is back as it was: try again."
GOES_ON = "👉 Your turn goes on, and the task isn't done yet."
HINT = Text("💡 {hint}", hint="Straight up from b2 are c3, d4 and e5.")
NO_DECLARATION = "Not in a lesson: give an order."
ALL_DONE = Text("🎓 That was the last lesson of {game}. Well done!", game="Nemein")
TRY_PRACTICE = "Play a whole game: `/practice`. Or play with others: `/game new`."
PRACTISE = "Practise"
NEXT = "Next"
AGAIN = "Again"
SKIP = "Skip"
OFFER_DRAW = "Offer a draw"
ALL_LESSONS = "All lessons"
NEW_TO_GAME = Text("-# New to {game}? `/learn` shows how it goes.", game="Nemein")
NO_LESSON = "That lesson isn't there any more. Pick another one with `/learn`."
