"""Orders ahead: writing them, and playing them"""

from __future__ import annotations

from adjudicator.text import Text

# -- /ahead, its card and its form

COMMAND = "Plan orders for later turns: see, add or clear them (only you see this)"
COMMAND_ORDERS = "For example: if e7-e6 then d2-d3 · queue d2-d3; c2-c4 · clear"
HEAD = "orders ahead"
YOU_ARE = Text("You are **{seat}** in <#{channel}>. Only you see this.", seat="Light", channel=12)
LINE = Text("- `{line}`", line="if e7-e6 then d2-d3")
NONE = "No orders ahead."
EXAMPLES = Text("-# Examples: {examples}", examples="`if e7-e6 then d2-d3` · `queue d2-d3; c2-c4`")
WRITE = "Write…"
CLEAR = "Clear"
FORM_TITLE = Text("Orders ahead · {code}", code="k7f3")
FORM_LABEL = "Your orders ahead"
FORM_HINT = Text("One a line. Example: {example}", example="if e7-e6 then d2-d3")
STORED = "Stored."
STORED_NOW = "Stored for later turns: it's your turn now, so send an order too."
STORED_CHOICES = "Stored: I'll use these when they're needed and possible."
THIS_TURN_ONLY = Text("For this turn only: {lines}.", lines="`disband 3`")
OPEN_ENDED = "A turn without `end` will stop there and wait for you."
CHECKED_LATER = "I check whether an order is legal when its turn comes."
CLEARED = "Cleared: you have no orders ahead any more."

# -- on the desk

ON_DESK = Text("**Ahead:** {lines}", lines="`if e7-e6 then d2-d3` · `queue c2-c4`")
ON_DESK_MORE = Text("**Ahead:** {lines} · more: `/ahead`", lines="`if e7-e6 then d2-d3` · `queue c2-c4`")
GONE = Text("These orders ahead no longer fit, so I dropped them: {lines}.", lines="`if e7-e6 then d2-d3`")
GONE_WHY = Text(
    "These orders ahead no longer fit, so I dropped them: {lines}. {why}",
    lines="`queue d3-d4`",
    why="`d3-d4` isn't possible now: your own unit stands on d4.",
)
NOT_POSSIBLE = Text("`{orders}` isn't possible now: {why}.", orders="d3-d4", why="your own unit stands on d4")
HELD_CHOICE = Text("I've filled in what you ordered ahead: `{line}`. Choose the rest.", line="disband 3")
HELD_DRAW = Text(
    "You've been offered a draw, so I haven't sent what you ordered ahead: `{line}`.",
    line="if e7-e6 then d2-d3",
)

# -- played

PLAYED = Text(
    "Game `{code}` in <#{channel}>, {what}: I sent {orders} for you, as you ordered ahead (`{line}`). "
    "Still ahead: {left}.",
    code="k7f3",
    channel=12,
    what="turn 4",
    orders="`d2-d3`",
    line="if e7-e6 then d2-d3 if d8-d7 then c2-c4",
    left="`if d8-d7 then c2-c4`",
)
PLAYED_LAST = Text(
    "Game `{code}` in <#{channel}>, {what}: I sent {orders} for you, as you ordered ahead (`{line}`). "
    "You have no more orders ahead.",
    code="k7f3",
    channel=12,
    what="turn 4",
    orders="`d2-d3`",
    line="if e7-e6 then d2-d3",
)
TAKEN_BACK = "Your orders ahead are dropped."

# -- refusals

MOVED_ON = Text(
    "Game `{code}` has moved on, so I stored nothing. You wrote:\n```\n{typed}\n```",
    code="k7f3",
    typed="if e7-e6 then d2-d3",
)
YOU_ARE_OUT = Text("You're out of game `{code}`: there's nothing to order ahead.", code="k7f3")
TOO_MUCH = Text(
    "That would be {n} lines: the limit is {lines} lines and {characters:,} characters. `ahead clear` "
    "removes the old ones. Nothing has changed.\n-# Game `{code}`",
    n=14,
    lines=12,
    characters=1500,
    code="k7f3",
)
BEGINS = "Orders ahead begin with `if` or `queue`"
QUEUE_WHAT = "Name the orders, one for each turn, with ; between them"
ONE_THEN = "Each `if` has one `then`"
IF_WHAT = "After `if` write their order, then `then` and yours"
WHICH_ORDER = Text("Which order of {whom}?", whom="gray")
NOT_YOUR_OWN = "Wait for another side's order, not for your own"
WHOSE = Text("Whose order is `{order}`? Write {sides} before it", order="e7-e6", sides="`black` or `gray`")
EMPTY = "There's nothing in it"
TOO_MANY_LINES = Text("At most {most} lines", most=12)
TOO_MANY_TURNS = Text("One line has {n} turns: {most} is the limit", n=12, most=10)
TOO_LONG = Text("At most {most:,} characters in all", most=1500)
ONLY_CHOICES = "Everyone gives orders at once here, so you can only order the choices after the moves ahead"
NAME_THE_COIN = Text(
    "{why} now. Name the coin as well, and I'll read it when its turn comes",
    why="No unit of yours stands on e2",
)
NO_DECLARATIONS = "You can't order a draw or a concession ahead, nor wait for one"
NO_SETUP = "You can't order the set-up ahead, nor wait for it"
ONE_ORDER = "A turn is one order here: write the next turn as another if, or as a queue"
