"""Substitutes: sides that change hands"""

from __future__ import annotations

from adjudicator.text import Text

# -- /substitute

SUBSTITUTE = "Find or take a free side, or offer yours"
LIST = "List the free sides in this server"
ASK = "Offer your side; you play on until someone takes it"
KEEP = "Stop offering your side"
TAKE = "Take over a free side (I'll ask you to confirm)"
TAKE_SEAT = "Which side; free ones appear as you type"

# -- why a side is free

WHY_ASKED = "the player asked for a substitute"
WHY_LEFT = "the player has left the server"
WHY_PLAYED_ON = "a computer plays it"

# -- a side is offered

FREE_HEAD = "a side is free"
FREE = Text(
    "{who} needs a substitute: {why}. Take over and you get the orders and letters at once. An order from "
    "the player ends this offer.",
    who="**Dark** (Ada)",
    why="2 deadlines missed in a row",
)
FREE_ASKED = Text(
    "{who} asks for a substitute. Take over and you get the orders and letters at once. Until then the "
    "player plays on.",
    who="**Dark** (Ada)",
)
FREE_LEFT = Text(
    "{who} has left the server. Take over and you get the orders and letters at once. If the player comes "
    "back, this offer ends.",
    who="**Dark** (Ada)",
)
OFFERED = Text("{who} needs a substitute: {why}.", who="**Dark** (Ada)", why="2 deadlines missed in a row")
TAKE_SIDE = Text("Take {side}", side="Dark")
TAKE_SIDE_IN = Text("Take {side} in {code}", side="Dark", code="k7f3")
IS_BACK = Text("{who} is back: the side isn't free any more.", who="**Dark** (Ada)")
PLAYS_ON = Text("{who} plays on: the side isn't free any more.", who="**Dark** (Ada)")
RESERVES = Text(
    "{called}: in round {round}, board {board}, {who} needs a substitute: {why}. The first of you to press "
    "takes over. The game is `{code}` in <#{channel}>.",
    called="<@1> and <@2>",
    round=3,
    board=2,
    who="**Dark** (Ada)",
    why="2 deadlines missed in a row",
    code="k7f3",
    channel=12,
)

# -- the list

LIST_HEAD = "### Free sides"
LIST_LINE = Text(
    "- **{side}** ({player}) · {game} `{code}` in <#{channel}>, {turn} · free since {when}: {why}",
    side="Dark",
    player="Ada",
    game="NME",
    code="k7f3",
    channel=12,
    turn="turn 4",
    when="<t:1767312000:f>",
    why="2 deadlines missed in a row",
)
LIST_CHOICE = Text("{code} · {game} · {side}", code="k7f3", game="NME", side="Dark (Ada)")
LIST_MORE = Text("-# … and {n} more: `/substitute take` finds them.", n=3)
LIST_NONE = (
    "No side is free in this server. Sides become free after missed deadlines, or when players offer them "
    "with `/substitute ask`."
)
LIST_HERE = "Use this in a server: it lists the free sides there."

# -- one's own side

YOU_OFFER = Text(
    "Your side in game `{code}` is on offer in <#{channel}>. You play on until somebody takes it; "
    "`/substitute keep` ends the offer.",
    code="k7f3",
    channel=12,
)
OFFERED_ALREADY = "Your side is already on offer."
YOU_ARE_OUT = Text("You're out of game `{code}`: there's nothing to take over.", code="k7f3")
YOU_KEEP = Text("You keep your side in game `{code}`.", code="k7f3")
NOT_OFFERED = "Your side isn't on offer."

# -- taking one

QUESTION = Text(
    "Take over **{side}** in {game} `{code}`? You play it to the end, with its orders and letters.",
    side="Dark",
    game="NME",
    code="k7f3",
)
QUESTION_NOW = Text("It's {turn}. {phase}.", turn="turn 4", phase="Dark to move")
QUESTION_NOW_DUE = Text(
    "It's {turn}, due {due}. {phase}.", turn="turn 4", due="<t:1767312000:R>", phase="Dark to move"
)
QUESTION_MISSED = Text(
    "{n} {n:deadline|deadlines} missed so far; your own count starts at {own}.", n=2, own=0
)
POINTS_NONE = Text(
    "In **{league}**, {name} began this game and gets all its points.", league="Winter cup", name="Ada"
)
POINTS_NOT_IN = Text(
    "In **{league}**, {name} began this game and gets {share}% of its points. You aren't in the league, "
    "so nobody gets the rest.",
    league="Winter cup",
    name="Ada",
    share=50,
)
POINTS_SHARED = Text(
    "In **{league}**, you get {share}% of the points; {name}, who began this game, gets the rest.",
    league="Winter cup",
    share=50,
    name="Ada",
)
POINTS_ALL = Text(
    "In **{league}**, you get all the points; {name}, who began this game, gets none.",
    league="Winter cup",
    name="Ada",
)
YES = "Yes, take over"
NO = "No"
NOT_TAKEN = "You haven't taken over: nothing has changed."
YOU_PLAY = Text(
    "You now play **{side}** in game `{code}`, in <#{channel}>. I'm messaging you your desk; `/orders` shows "
    "it too.",
    side="Dark",
    code="k7f3",
    channel=12,
)
PRESS_THERE = Text(
    "You can only take a side in its game's server: press the button in <#{channel}>.", channel=12
)
NOT_FREE = Text(
    "This side of game `{code}` isn't free now. `/substitute list` shows the free ones.", code="k7f3"
)
WHICH = Text("Which side of game `{code}`? Free: {sides}.", code="k7f3", sides="Dark and Light")
OUT = Text("{who} is out of game `{code}`: there's nothing to take over.", who="**Dark** (Ada)", code="k7f3")
PLAYS_ALREADY = Text("Nobody can play two sides in game `{code}`.", code="k7f3")
KNOWS_SECRETS = Text(
    "Not possible: anybody who has played {side} in game `{code}` knows its secrets and can't play another "
    "side.",
    side="Dark",
    code="k7f3",
)
HOST_RULES = Text("The host of game `{code}` is its game master and can't play in it.", code="k7f3")

# -- the side has changed hands

NEW_PLAYER_HEAD = "a new player"
NEW_PLAYER = Text(
    "{name} now plays **{side}** in place of {before}: {why}.",
    name="Ben",
    side="Dark",
    before="Ada",
    why="2 deadlines missed in a row",
)
NEW_PLAYER_ASKED = Text(
    "{name} now plays **{side}** in place of {before}, who asked for a substitute.",
    name="Ben",
    side="Dark",
    before="Ada",
)
NEW_PLAYER_BACK = Text(
    "{name} now plays **{side}** in place of {before}.", name="Ben", side="Dark", before="Computer captain"
)
NEW_PLAYER_RULED = Text(
    "{name} now plays **{side}** in place of {before}. {why}",
    name="Ben",
    side="Dark",
    before="Ada",
    why="Eve (host) decided this. Reason: no answer",
)
KEEPS_ALL = "Orders and letters stay with the side."
MORE_TIME = Text("{due} That gives the new player time.", due="Turn 4 is due <t:1767312000:f>.")
TAKEN = Text(
    "{name} has taken over **{side}** in game `{code}` in <#{channel}>: {why}. You don't play there any more.",
    name="Ben",
    side="Dark",
    code="k7f3",
    channel=12,
    why="2 deadlines missed in a row",
)
TAKEN_ASKED = Text(
    "As you asked, {name} has taken over **{side}** in game `{code}` in <#{channel}>. You don't play there "
    "any more.",
    name="Ben",
    side="Dark",
    code="k7f3",
    channel=12,
)
TAKEN_RULED = Text(
    "{name} has taken over **{side}** in game `{code}` in <#{channel}>. You don't play there any more. {why}",
    name="Ben",
    side="Dark",
    code="k7f3",
    channel=12,
    why="Eve (host) decided this. Reason: no answer",
)
WELCOME_HEAD = "you take over"
WELCOME = Text(
    "You now play **{side}** in <#{channel}>, in place of {before}. `/board` and `/history` show the game "
    "from your side.",
    side="Dark",
    channel=12,
    before="Ada",
)
WELCOME_LETTERS = Text(
    "You now play **{side}** in <#{channel}>, in place of {before}. `/board` and `/history` show the game "
    "from your side; `/letters` has {n} {n:letter|letters}.",
    side="Dark",
    channel=12,
    before="Ada",
    n=5,
)
LEFT_ORDER = Text("{before} has left an order for this turn: look at your desk below.", before="Ada")
LEFT_ORDERS = Text("{before} has left orders for this turn: look at your desk below.", before="Ada")
TEAM_ORDER = "Your team's order for this turn is on your desk below. It isn't sent yet: look at it first."
AHEAD_DROPPED = "Orders ahead are dropped."
THREAD_OPEN = Text(
    "I can't remove a former player from <#{thread}> of game `{code}` ({why}): they can still read it. Your "
    "next letter opens a new thread; write there.",
    thread=12,
    code="k7f3",
    why="I lack a permission",
)
