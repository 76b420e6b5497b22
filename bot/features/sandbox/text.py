"""Sandbox: your own board, on which you move for everyone"""

from __future__ import annotations

from adjudicator.text import Text

# -- the command

SANDBOX = "Your own board: move for everyone, step back, try what if (only you see it)"
GAME = "Begin at this game's start"
OPTIONS = "Options of the game, such as players=2 (with game:)"
TABLE = "Take the position of a game, as you see it; its code"
TURN = "Which turn of that game: 12, spring 2048, start (leave it out for now)"
BOARD = "Open one of your boards"
TEXT = "Begin at a position that you have as text"
FILE = "The same as a file"
ONE_ONLY = "Pick one: a game, a game's `table:`, one of your boards, or a text."
OPTIONS_NEED_GAME = "Options need a game: `/sandbox game: options:`"
NO_FETCH = "I can't fetch that file from Discord now. Try again."

# -- where one begins

HOME = "**Sandbox**\nYour own board: you move for everyone, step back and try again. Only you see it."
HOME_START = "Start from…"
HOME_BOARDS = "Your boards"
HOME_OPEN = "Open a board…"
HOME_NEW = "Start a game…"
PUT_IN = "Put in text…"
HOME_TABLE = "-# A game you can see here: `/sandbox table:`, or **What if…** in `/history` and on your desk."
UNTITLED = Text("{game} · {what}", game="Nemein", what="turn 4")
START_OR_TEXT = "your own"
AT = Text("position {n}", n=3)

# -- the board

TITLE = Text("sandbox, {turn}", turn="turn 4")
KEPT_AS = Text("“{title}”", title="The long flank")
FROM_GAME = Text(
    "From game `{code}`, {moment}, as {side} sees it.", code="k7f3", moment="turn 4", side="Dark"
)
FROM_GAME_PUBLIC = Text("From game `{code}`, {moment}, as everyone sees it.", code="k7f3", moment="turn 4")
FROM_GAME_OVER = Text("From game `{code}`, {moment}.", code="k7f3", moment="turn 4")
GUESSED = "**Hidden pieces are guessed:** they fit what you see, nothing more."
YOU_WRITE = Text("You write for **{side}**.", side="Dark")
CUT = Text("… and {n} more {n:line|lines}", n=3)
WHERE = Text("-# Position {at} of {n}", at=3, n=8)
WHERE_BACK = Text("-# Position {at} of {n}: an order here replaces what follows.", at=3, n=8)
REPLACED = Text("-# This replaces {n} {n:position|positions} that followed.", n=2)
WRITE_FOR = "You write for…"
WRITTEN = "written"
NOT_WRITTEN = "nothing yet"
HOLDS = "nothing yet: the rules' default"
SEND = "Send"
RESOLVE = "Resolve"
LACKING = Text("{sides} {n:needs|need} orders first. Pick a side in **You write for…**", sides="Red", n=1)
BACK = "◀"
ON = "▶"
WHY = "Why?"
WHY_WHICH = "Pick any unit."
WHY_CHOOSE = "Unit…"
NO_WHY = "There's nothing to explain in this position."
MORE = "More…"

# -- coins and dice

COIN = Text("the coin{of}", of=" of Dark")
DIE = Text("the die{of}", of=" of Red")
OF = Text(" of {seat}", seat="Red")
NUMBERED = Text("{what} ({n})", what="the coin", n=2)
HEADS = "heads"
TAILS = "tails"
FELL = Text("{what} fell {result}", what="the coin", result="heads")
SET_IT = Text("{fell}: set it…", fell="The coin fell heads")
MAKE_IT = Text("Make {what} {result}", what="the coin", result="tails")
FALL_AGAIN = "Let it fall again"
NO_FALL = "Nothing fell here."

# -- more

MORE_HEAD = Text("**{game} · sandbox**", game="Nemein")
KEEP_TEXT = "**Keep:** under a title, until you remove it."
KEEP = "Keep…"
RENAME_TEXT = Text("**Kept as** “{title}”.", title="The long flank")
RENAME = "Rename…"
KEEP_TITLE = "Keep this board"
KEEP_LABEL = "Title"
KEEP_HINT = "You find it under this title in /sandbox"
POST_TEXT = "**Post:** everyone in this channel sees the picture, with the orders on it."
POST = "Post picture"
POSTED = Text("**{player}**'s sandbox · {game}, {turn}", player="Ada", game="Nemein", turn="turn 4")
POSTED_GUESSED = "-# Hidden pieces are guessed."
CAPTION = Text("sandbox · {turn}", turn="turn 4")
MAY_NOT_POST = "You can't post pictures in this channel."
TEXT_TEXT = "**Text:** the position, to send to somebody or to put in again."
AS_TEXT = "As text"
TEXT_HEAD = Text("**{game}**, as text. `/sandbox text:` puts it in again.", game="Nemein")
TEXT_FILE = Text("**{game}**, as text. `/sandbox file:` puts it in again.", game="Nemein")
PUT_TEXT = "**Put in:** a new board from a position as text."
PUT_TITLE = "A position as text"
PUT_LABEL = "Position"
PUT_HINT = "JSON, as “As text” writes it"
OPTIONS_TEXT = "**Options:** begin anew with others."
CHANGE_OPTIONS = "Options…"
OPTIONS_TITLE = "Begin with these options"
OPTIONS_LABEL = "Options"
GUESS_TEXT = "**Guess again:** a new board, with other hidden pieces."
GUESS = "Guess again"
REMOVE_TEXT = "**Remove:** the board is gone for good."
REMOVE = "Remove"
REMOVE_ASK = Text("Remove {board}? You can't undo this.", board="“The long flank”")
THIS_BOARD = "this board"
REMOVE_YES = "Yes, remove it"
REMOVED = "Removed."
TO_BOARD = "Back to the board"
OTHERS = "Other boards"

# -- refusals

NO_GUESS = "I can't make up the hidden pieces of that position. Try again."
NO_JSON = (
    'That\'s no position. It looks like `{"game":"cic","pieces":{"dark":{"h8":"C"},"light":{"a1":"C"}}}`.'
)
TEXT_TOO_LONG = Text("A position's text has at most {kb} kB; this has more.", kb=64)
WHICH_GAME = Text(
    'The text must name its game, as in `"game":"cic"`. I know {games}.', games="`cic`, `nemein` or `ww3`"
)
NO_VERSION = Text("I don't have those rules of {game}.", game="Nemein")
NO_POSITION = Text("That's no position of {game}: {why}.", game="Nemein", why="pieces are needed")
STRANGE = "something in it has the wrong form"
UNPLAYABLE = Text("I can't show that position of {game}: something in it contradicts itself.", game="Nemein")
NO_TITLE = "A title needs a letter or a digit."
