"""Votes: calling one, its card, its result"""

from __future__ import annotations

from adjudicator.text import Text

# -- /vote

COMMAND = "Vote on more time, a pause, a draw, an undo or an early end"
EXTEND = "Call a vote for more time this turn (more than half must agree)"
EXTEND_TIME = "How long, like 12h or 2d; at most the length of a turn"
PAUSE = "Call a vote to pause the game (two thirds must agree)"
PAUSE_TIME = "How long, like 12h or 2d"
RESUME = "Call a vote to end the pause (two thirds must agree)"
DRAW = "Call a vote for a draw (everyone still playing must agree)"
UNDO = "Call a vote to undo the last turn (everyone still playing must agree)"
END = "Call a vote to end the game without a result (everyone still playing must agree)"
LINK = "Call a vote for a link with which anyone can look at this game on the web (everyone must agree)"
LINK_OFF = "Take the link back, at once and without a vote"
LIST = "See the open votes, and vote"

# -- titles

TITLES = {
    "extend": Text("{span} more", span="12h"),
    "pause": Text("a pause of {span}", span="48h"),
    "resume": Text("ending the pause"),
    "draw": Text("a draw"),
    "end": Text("ending the game without a result"),
    "link": Text("a link to look at this game"),
}
UNDO_TITLE = Text("taking {turn} back", turn="turn 4")

# -- the card

HEAD = {
    "open": Text("vote: {title}", title="12h more"),
    "passed": Text("vote passed: {title}", title="12h more"),
    "failed": Text("vote failed: {title}", title="12h more"),
    "lapsed": Text("vote lapsed: {title}", title="12h more"),
}
CALL = Text(
    "Vote in {game} {code}: {title}. Open until {until}.",
    game="New York 2047",
    code="s3e8",
    title="12h more",
    until="Fri 2 Jan, 20:00 UTC",
)
ASKS = {
    "extend": Text(
        "{who} asks for {span} more this turn. More than half must agree.", who="**Dark** (Ada)", span="12h"
    ),
    "pause": Text(
        "{who} asks for a pause of {span}: the clock stops, and no turn resolves. Two thirds must agree.",
        who="**Dark** (Ada)",
        span="48h",
    ),
    "resume": Text("{who} asks to end the pause now. Two thirds must agree.", who="**Dark** (Ada)"),
    "draw": Text("{who} proposes a draw. Everyone still playing must agree.", who="**Dark** (Ada)"),
    "end": Text(
        "{who} proposes to end the game now, without a result. Everyone still playing must agree.",
        who="**Dark** (Ada)",
    ),
    "link": Text(
        "{who} asks for a link with which anyone who has it can look at this game on the web: boards, reports, "
        "your names and the result, never open orders or letters. Everyone still playing must agree.",
        who="**Dark** (Ada)",
    ),
}
DEED_ASKS = Text(
    "{by} {asks} Everyone still playing must agree.", by="Eve (host)", asks="wants to take turn 4 back."
)
UNDO_ASKS = Text("wants to take {turn} back.", turn="turn 4")
UNDO_ASKS_CHANCE = Text(
    "wants to take {turn} back. It had a flip or roll, so later ones will use a new secret seed.",
    turn="turn 4",
)
REASON = Text("Reason: {reason}", reason="Ben's order was lost.")
OPEN = Text("Open until {until}.", until="<t:1767312000:f> (<t:1767312000:R>)")
OPEN_TURN = Text("Open until {until}, or until the turn ends.", until="<t:1767312000:f> (<t:1767312000:R>)")
OPEN_MOVE = Text(
    "Open until {until}, or until the game moves on.", until="<t:1767312000:f> (<t:1767312000:R>)"
)
SECRET = "Nobody will see who votes how."
STATE_YES = Text("**Yes:** {seats} ({n} of {needed} needed)", seats="Dark", n=1, needed=2)
STATE_NO_YES = Text("**Yes:** nobody (0 of {needed} needed)", needed=2)
STATE_OPEN = Text("**Not yet:** {seats}", seats="Gray")
STATE_SECRET = Text("**{done} of {all}** voted · {needed} yes needed", done=1, all=3, needed=2)
VOTED_YES = Text("**Yes:** {seats}", seats="Dark, Light")
VOTED_NO = Text("**No:** {seats}", seats="Light")
YES = "Yes"
NO = "No"
YES_TO = Text("Yes: {title}", title="12h more")
NO_TO = Text("No: {title}", title="12h more")

# -- /vote list

LIST_HEAD = "votes"
LIST_NONE = "No open votes. Call one with `/vote extend`, `pause`, `draw`, `undo`, `link` or `end`."
LISTED = Text("**Vote: {title}**", title="12h more")

# -- private answers

CALLED = {
    "open": Text("Vote called: {title}. You've voted yes; see {channel}.", title="12h more", channel="<#12>"),
    "passed": Text("Your vote passed: {title}. See {channel}.", title="12h more", channel="<#12>"),
    "failed": Text("Your vote failed: {title}. See {channel}.", title="12h more", channel="<#12>"),
    "lapsed": Text("Your vote lapsed: {title}. See {channel}.", title="12h more", channel="<#12>"),
}
PROPOSED = Text(
    "Everyone still playing must agree, so I've called a vote: {title}. See {channel}.",
    title="taking turn 4 back",
    channel="<#12>",
)
SAID_YES = {
    "open": Text("You voted **yes**: {title}.", title="12h more"),
    "passed": Text("You voted **yes**, and the vote passed: {title}.", title="12h more"),
    "failed": Text("You voted **yes**, and the vote failed: {title}.", title="12h more"),
    "lapsed": Text("You voted **yes**, and the vote lapsed: {title}.", title="12h more"),
}
SAID_NO = {
    "open": Text("You voted **no**: {title}.", title="12h more"),
    "passed": Text("You voted **no**, and the vote passed: {title}.", title="12h more"),
    "failed": Text("You voted **no**, and the vote failed: {title}.", title="12h more"),
    "lapsed": Text("You voted **no**, and the vote lapsed: {title}.", title="12h more"),
}
TOO_LATE = {
    "passed": Text("Too late: the vote already passed ({title}).", title="12h more"),
    "failed": Text("Too late: the vote already failed ({title}).", title="12h more"),
    "lapsed": Text("Too late: the vote has lapsed ({title}).", title="12h more"),
}
NO_SUCH_VOTE = "I can't find that vote. `/vote list` shows the open ones."
JUST_ENDED = Text("Another vote has just ended game `{code}`.", code="k7f3")

# -- refusals

YOU_ARE_OUT = "You're out of this game, so you can't vote."
OPEN_ALREADY = "There's already a vote on that: see `/vote list`."
RIVAL_OPEN = Text("Another vote is open ({title}): see `/vote list`.", title="taking turn 4 back")
VOTED_DOWN = "Your vote on that failed this turn. The others may still call one."
COMPUTERS_DECIDE = "Computers don't vote. Offer them a draw with `/draw`: each decides by itself."
NO_UNDO_IN_LEAGUES = "In a league, players can't undo a turn."
NOT_PAUSED = Text("Game `{code}` isn't paused.", code="k7f3")
NO_EXTENSIONS = "This game has no extensions."
IS_PAUSED = "The game is paused: its clock stands still."
NO_DEADLINE = "This turn has no deadline."
EXTENDED_ALREADY = "A vote has already extended this turn: once a turn is the limit."
NO_MORE_EXTENSIONS = Text("Votes have extended this game's turns {n:once|{n} times}: that's the limit.", n=2)
NO_PAUSES = "This game has no pauses by vote."
PAUSED_ALREADY = "The game is already paused."
NO_MORE_PAUSES = Text("Votes have paused this game {n} times: that's the limit.", n=2)
ALL_ORDERS_IN = "All orders are in: nobody needs more time."
TOO_LONG_PAUSE = Text("A pause by vote lasts at most {span}.", span="7d")
TOO_LONG_EXTENSION = Text("You can ask for at most {span} more, the length of a turn.", span="24h")

# -- results, in the channel and in the log

LOGGED = {
    "passed": Text("Vote passed: {title}.", title="12h more"),
    "failed": Text("Vote failed: {title}.", title="12h more"),
    "lapsed": Text("Vote lapsed: {title}.", title="12h more"),
}
TOO_FEW = "Too few voted in time."
IMPOSSIBLE = "It's no longer possible."
TURN_OVER = "The turn is over."
NO_DEADLINE_NOW = "The turn has no deadline any more."
GOES_ON_ALREADY = "The game has already resumed."
MOVED_ON = "The game has moved on."
IS_OUT = Text("{seat} is out of the game.", seat="**Dark** (Ada)")
NEW_PLAYER = "The seat has a new player."
NOW_DUE = Text("The turn is now due {due}.", due="<t:1767312000:f> (<t:1767312000:R>)")
NOW_PAUSED = Text(
    "The clock stands still until {until}. You can still give orders.",
    until="<t:1767312000:f> (<t:1767312000:R>)",
)
WHY_PAUSED = Text("The players voted for a pause of {span}.", span="48h")
WHY_RESUMED = "The players voted to end the pause."
WHY_ENDED = "The players voted to end the game without a result."
WHY_DRAWN = "The players voted for a draw."
UNDONE = Text("The players have taken {turn} back", turn="turn 4")
AGREED = Text("{done}; everyone agreed", done="Eve (host) has taken turn 4 back")
DONE = Text("{done}.", done="Eve (host) has taken turn 4 back")
DONE_REASON = Text(
    "{done}. Reason: {reason}", done="Eve (host) has taken turn 4 back", reason="Ben's order was lost."
)

# -- a link to the game on the web

LINKED_ALREADY = Text("Anyone can look at this game already: <{url}>", url="https://games.example.org/g/k7f3")
LOOKED_AT_ALREADY = "Anyone can look at this game already."
NOW_LINKED = Text(
    "Anyone who has this link can look: <{url}>\n-# `/vote link off:True` takes it back.",
    url="https://games.example.org/g/k7f3-abcdefghijkmnpqrstuv",
)
PLAYERS_UNLINK = "Only those who play in this game, and its host, can take its link back."
NO_LINK = "This game has no link."
UNLINKED = "The link to this game on the web doesn't work any more."
YOU_UNLINKED = "You've taken the link back."
