"""Practice: a game against computers, in private"""

from __future__ import annotations

from adjudicator.text import Text

PRACTICE = "Play against the computer, in private: no lobby, no deadline, no rating"
GAME = "Which game; leave it out to go on with your last one"
LEVEL = "How strong the computer plays (recruit is the easiest)"
AS = "Which side you play"
VARIANT = Text("{game}, {what}", game="WW3: Military Chess", what="2 players")
PLAYERS = Text("{n} players", n=2)
NO_GAME = """### Practice
A game against a recruit, at once and in private. `/practice level:` takes stronger ones."""
PICK_GAME = "Which game?"
NO_SIDE = Text(
    "{game} has no side called “{typed}”. Pick one of {sides}.", game="Nemein", typed="x", sides="A"
)
TITLE = Text("practice, {turn}", turn="turn 4")
TITLE_AS = Text("practice, {turn}, you are {side}", turn="turn 4", side="Dark")
YOU_PLAY = Text("You play **{side}** against {others}.", side="Dark", others="Light (Computer recruit)")
OTHER = Text("{side} ({name})", side="Light", name="Computer recruit")
AGREED = Text("-# {lines}", lines="Capture the enemy Commander to win")
AGAINST_ALL = Text("{n} computers ({level})", n=6, level="recruit")
CUT = Text("… and {n} more {n:line|lines}", n=3)
WON = Text("{result} Well played!", result="**Dark wins** by capturing the Commander.")
LOST = Text(
    "{result} **Take back** your last order and try another one, or play **Again**.",
    result="**Light wins** by capturing the Commander.",
)
OUT = "You're out of this one. **Take back** your last order and try another one, or play **Again**."
GIVEN_UP = "You gave up."
TAKE_BACK = "Take back"
HINT = "Hint"
GIVE_UP = "Give up"
AGAIN = "Again"
CHANGED_SIDES = "Again, other side"
HINT_IS = Text("Try {orders}: {why}", orders="`e7-e6`", why="wins a Tank.")
HINT_SHEET = Text(
    "A General would order this. {why}\n{orders}", why="Goes for Midtown.", orders="`2` Soho → **Midtown ★**"
)
HINT_USED = Text("That's the hint. {why}", why="Goes for Midtown.")
USE_HINT = "Use it"
HINT_DRAW = "A General would settle for a draw here. There are none in practice: play on, or give up."
NO_HINT = "No hint now: it isn't your turn."
HINT_FAILED = "I couldn't find a hint in time. Press **Hint** once more, or play on."
NO_DRAW = "Draws aren't needed in practice: press **Give up**, or play on."
WEAKER = "This machine is busy: some computers thought only like sergeants this turn."
THINKING = "The computer hasn't answered. Press **Go on** to try again."
GO_ON = "Go on"
