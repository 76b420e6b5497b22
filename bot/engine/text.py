"""Turns, desks and calls: what all games say alike."""

from __future__ import annotations

from adjudicator.text import Text

# -- the head of a post

HEADLINE = Text("### {game} `{code}` · {what}", game="Commander-In-Chief", code="k7f3", what="turn 4")
GAME_BEGINS = "the game begins"
SET_UP_DONE = "the set-up is done"
GAME_OVER = "game over"

# -- calls: a locked phone shows these lines, so they are plain

CALL = Text(
    "Your turn in {game} {code}: {what}, until {when}.",
    game="New York 2047",
    code="s3e8",
    what="turn 4 · Fall 2048",
    when="Fri 2 Jan, 20:00 UTC",
)
CALL_NO_DEADLINE = Text("Your turn in {game} {code}: {what}.", game="Nemein", code="y5v7", what="turn 4")
CALL_OVER = Text("{game} {code} is over.", game="Nemein", code="y5v7")

# -- who is next

NEXT = Text("**Next:** {who} · until {due}", who="<@1> (Dark)", due="<t:1767312000:f> (<t:1767312000:R>)")
NEXT_NO_DEADLINE = Text("**Next:** {who}", who="<@1> (Dark)")
NEXT_GOES_ON = Text(
    "**Still to move:** {who} · until {due}", who="<@1> (South)", due="<t:1767312000:f> (<t:1767312000:R>)"
)
NEXT_GOES_ON_NO_DEADLINE = Text("**Still to move:** {who}", who="<@1> (South)")
READY_COUNT = Text("{done} of {all} ready", done=3, all=7)
READY_SOON = Text("All {all} ready · {resolves}", all=7, resolves="resolves <t:1767312000:R>")
RESOLVES = Text("resolves {when}", when="<t:1767312000:R>")
RESOLVES_UNLESS = Text("resolves {when} unless somebody changes orders", when="<t:1767312000:R>")
FOR = Text("-# For {who}", who="<@1> and <@2>")

# -- the desk

DESK_SEAT = Text(
    "You are **{seat}** in <#{channel}> · due {due}", seat="Dark", channel=12, due="<t:1767312000:R>"
)
DESK_SEAT_NO_DEADLINE = Text("You are **{seat}** in <#{channel}>", seat="Dark", channel=12)
NOT_YOUR_TURN = Text("Not your turn: {phase}.", phase="Light to move")
YOUR_ORDER = Text("**Your order:** {order} · not sent yet", order="`e7-e6` (Amphibian e7 to e6)")
YOUR_LINES = Text(
    "**Your order** · not sent yet\n{lines}", lines="1. attack d4 with the 10 from c3\n2. end the turn"
)
YOUR_LINES_SENT = Text("**Sent:**\n{lines}", lines="1. attack d4 with the 10 from c3\n2. end the turn")
YOUR_ORDER_SENT = Text("**Sent:** {order}", order="`e7-e6` (Amphibian e7 to e6)")
TEAM_ORDER = Text(
    "**Your team's order**, by {player}: {order} · not sent yet",
    player="Ada",
    order="`e7-e6` (Amphibian e7 to e6)",
)
TEAM_ORDER_SENT = Text("**Sent by {player}:** {order}", player="Ada", order="`e7-e6` (Amphibian e7 to e6)")
LEFT_ORDER = Text("**The player before you left this order:** {order}", order="`e7-e6` (Amphibian e7 to e6)")
YOUR_ORDERS = "**Your orders** · not ready yet"
YOUR_ORDERS_READY = "**Your orders** · ready"
LEFT_ORDERS = "**Orders the player before you left**"
NOT_SENT = "not sent yet"
TURN_GOES_ON = "**Your turn goes on.**"
KEEP_ORDERS = "Keep these orders"
KEEP_ORDER = "Keep this order"
ASK_KEEP = Text(
    "Press **{keep}** or **Clear**. Until you keep it or give your own, it doesn't count.", keep=KEEP_ORDER
)
ASK_KEEP_ALL = Text(
    "Press **{keep}** or **Clear**. Until you keep them or give your own, they don't count.", keep=KEEP_ORDERS
)
MAY_CHANGE = Text("{waiting}. You can still change yours.", waiting="Waiting for 2 other orders")
MAY_CHANGE_READY = Text(
    "{waiting}. You can still change your orders; then press **Ready** again.",
    waiting="Waiting for 2 other orders",
)
WAITING = "Waiting for the others"
WAITING_FOR = Text("Waiting for {n} other {n:order|orders}", n=2)
ALL_READY = "All are ready"
TURN_RESOLVES = Text("The turn {resolves}", resolves="resolves <t:1767312000:R>")
NOT_CHOSEN = Text(
    "Not chosen yet; by default: {told}", told="`relocate harlem` (move your home base to Harlem)"
)
NOT_CHOSEN_MORE = Text("{n} more to choose, or the rules choose for you.", n=2)
HINT = Text("Or write the order to me, for example `{example}`", example="e7-e6")
HINT_MANY = Text("Or write your orders to me, for example `{example}`", example="1 soho; 3 s 1 soho")
NEWS_CUT = "-# … the rest is in the channel"

SEND = "Send"
READY = "Ready"
NOT_READY = "Not ready"
CLEAR = "Clear"
TYPE = "Type…"
MORE = "More…"
TYPE_TITLE = Text("Your order · {code}", code="k7f3")
TYPE_TITLE_MANY = Text("Your orders · {code}", code="s3e8")
TYPE_LABEL = "Your order"
TYPE_LABEL_MANY = "Your orders"
TYPE_HINT = Text("Example: {example}", example="e7-e6")
TYPE_HINT_MANY = Text("One a line. Example: {example}", example="1 soho; 3 s 1 soho")

MORE_TITLE = Text("### {game} `{code}` · more", game="Nemein", code="y5v7")
DRAW = "Draw"
DRAW_TEXT = "**Draw:** offer one, or accept the one that is offered."
CONCEDE = "Concede"
CONCEDE_TEXT = "**Concede:** give up this game. I'll ask again first."
AHEAD = "Ahead…"
AHEAD_TEXT = "**Orders ahead:** played for you when your turn comes."
WHOLE_BOARD = "Board"
WHOLE_BOARD_TEXT = "**Board:** the whole map, as you see it."

DESK_OVER = Text("-# {game} `{code}` · {what} is over.", game="Nemein", code="y5v7", what="turn 4")
DESK_OVER_ORDERS = Text(
    "-# {game} `{code}` · {what} is over. You played {orders}.",
    game="Nemein",
    code="y5v7",
    what="turn 4",
    orders="`move b2-b3 10`",
)
DESK_BACK = Text("-# {game} `{code}` · this turn is over, or was taken back.", game="Nemein", code="y5v7")
DESK_ELSEWHERE = Text("-# {game} `{code}` · your newest desk is further down.", game="Nemein", code="y5v7")
DESK_CLOSED = Text("-# You don't play in game `{code}` any more.", code="y5v7")
CANNOT_WRITE = Text(
    "<@{user}>, I can't send you direct messages. Press **My orders** here: only you will see the answer.",
    user=1,
)
CANNOT_POST = Text(
    "I can't post in <#{channel}>: I lack a permission there, or it's gone. This was the post:\n{text}",
    channel=12,
    text="### Nemein `y5v7` · turn 4",
)

# -- buttons under a turn

MY_ORDERS = "My orders"
BOARD = "Board"
HISTORY = "History"
WHY = "Why?"
DETAILS = "Details"
AGREE_DRAW = "Agree to the draw"
REPLAY = "Replay"
FAIR_PLAY = "Fair play"

PAUSED = Text("⏸ **Paused.** {why}", why="The players voted for it.")
PAUSED_UNTIL = Text(
    "⏸ **Paused** until {until}. {why}", until="<t:1767312000:R>", why="The players voted for it."
)

# -- Orders as understood

UNDERSTOOD = Text("Understood: {orders}.", orders="`1 move harlem`, `2 hold`")
MEANING = Text("`{order}`: {meaning}", order="e7-e6", meaning="Amphibian e7 to e6")
TOLD_BACK = Text("`{typed}`: {meaning}.", typed="2 s 3", meaning="unit 2 supports unit 3 to Soho")
NOT_KEPT = Text("✗ {wrong}", wrong="`3 harlm`: No space is called “harlm”. Did you mean Harlem?")
KEPT_NOT_SENT = "You are not ready yet: first put right what is wrong."

# -- Orders that are refused

WRONG = Text("`{order}`: {reason}", order="9 hold", reason="You have no unit 9. Yours: 1, 2 and 3.")
TRY = Text("{wrong} Try {orders}.", wrong=WRONG.sample, orders="`1 hold` or `2 move soho`")
WRITTEN_SO = Text("{wrong} Write it like {orders}.", wrong="`if`: If what?", orders="`if e7-e6 then d2-d3`")
MORE_WRONG = Text("… and {n} more.", n=3)
UNCHANGED = "Nothing has changed."
OF_GAME = Text("-# Game `{table}`", table="k7f3")
STANDS_ALONE = Text("Send `{order}` alone, in a message without other orders.", order="draw")
LATE = Text(
    "Your message from {moment} came in late: {phase} has opened since, so I did nothing with it.",
    moment="12:00",
    phase="turn 2",
)
LATE_CHANGED = Text(
    "Your message from {moment} came in late: your orders were changed after it, so I left them as they are.",
    moment="12:00",
)
LATE_AHEAD = Text(
    "Your message from {moment} came in late: your orders ahead were changed after it, so I left them.",
    moment="12:00",
)
NOT_LEGAL = Text(
    "{why}, and {orders} {n:is|are} not legal any more: give a new order.",
    why="**Black** (Ann) has conceded",
    orders="`I0s-H1n`",
    n=1,
)
LOOK_AGAIN = Text("{why}: look at the board again.", why="The game master has ruled")
HAS_CONCEDED = Text("{name} has conceded", name="**Black** (Ann)")

# -- Clearing, keeping, sending

NOTHING_TO_CLEAR = "There is no order to clear."
CLEARED = "Your order is cleared."
CLEARED_ALL = "Your orders are cleared."
YOURS_ALREADY = "Nothing to keep: these orders are yours."
KEPT = "You keep the orders of the player before you."
WAS_NOT_READY = "You are not ready, so there is nothing to take back."
NO_LONGER_READY = "You are not ready any more. Your orders are kept."
NOTHING_TO_SEND = "There is no order to send yet."
FORGOTTEN = Text(
    "{n:Unit|Units} {units} {n:has no order|have no orders} and will hold. Ready anyway?",
    n=2,
    units="2 and 4",
)
FORGOTTEN_ALL = "You gave no orders: all your units will hold. Ready anyway?"
READY_ANYWAY = "Ready anyway"
BACK = "Back to my orders"
YOU_ARE_READY = "You are ready."
NOTHING_GIVEN = "You gave no orders: all your units hold."
NOTHING_CHOSEN = Text("You chose nothing, so these count: {orders}.", orders="`relocate soho`")
SENT_ORDERS = Text("Sent: {orders}.", orders="`e7-e6`")
RESOLVED = Text(
    "{sent} Turn {turn} is resolved: see {channel}.", sent="Sent: `e7-e6`.", turn=1, channel="#table"
)
GOES_ON = Text("{sent} See what happened: {channel}.", sent="Sent: `move b2-c2 5`.", channel="#table")
YOUR_TURN_AGAIN = Text("{told} It is your turn again.", told=RESOLVED.sample)
WAITS = Text(
    "{sent} Waiting for {n} other {n:order|orders}; you may still change yours.", sent="Sent: `e7-e6`.", n=2
)
WAITS_RESOLVES = Text(
    "{sent} The turn {resolves}; you may still change yours.",
    sent="Sent: `e7-e6`.",
    resolves="resolves in a minute unless somebody changes orders",
)
WAITS_PAUSED = Text("{sent} The game is paused; you may still change yours.", sent="Sent: `e7-e6`.")
FAULT = Text(
    "{sent} {fault}", sent="Sent: `e7-e6`.", fault="The turn could not be resolved, by a fault of mine."
)

# -- Draws and concessions

ENDED_NOW = Text("Done. Game `{table}` is over.", table="k7f3")
DRAW_OFFERED = "You have offered a draw."
CONCEDED = "You have conceded."
OUT_ALREADY = Text("You are out of game `{table}` already.", table="k7f3")
ASK_CONCEDE = Text("Concede **{game}** `{table}`? You can't undo this.", game="Nemein", table="y5v7")
CONCEDE_YES = "Yes, I concede"
CONCEDE_NO = "No, I play on"
# -- fair play: small print that is posted before it matters, and never edited

FAIR_SEED = Text("-# Fair play · {code} · seed {digest}", code="k7f3", digest="630dcd2966c4…")
FAIR_NEW_SEED = Text(
    "-# Fair play · {code} · new seed from here on {digest}", code="k7f3", digest="630dcd2966c4…"
)
FAIR_LOCK = Text(
    "-# Fair play · {code} · {what} locked {digest}", code="k7f3", what="turn 3", digest="630dcd2966c4…"
)

# -- the file of fair play

SHEETS_HEAD = Text("{game} {code}: locked orders", game="New York 2047", code="s3e8")
SHEETS_POSTED = "Each digest was posted in the channel before anybody saw an order."
SHEETS_SOME_POSTED = """Turns marked "played elsewhere" come from the record of this game: nobody here saw their digests in
time. Each other digest was posted in the channel before anybody saw an order."""
SHEETS_NONE_POSTED = """This game was played elsewhere and brought here from its record: nobody here saw these digests before
the orders."""
SHEETS_HOW = """A digest is the SHA-256 of the lines "seat sha256" below it. Each of those is the SHA-256 of the lines
between "-- seat" and "--", without the last line break. docs/chance.md shows how to compute both."""
SHEETS_UNDONE = "taken back"
SHEETS_ELSEWHERE = "played elsewhere"
SHEET = Text("{side} ({player})", side="Dark Air", player="Ada")
SHEET_DEFAULT = Text("{who}: gave no orders, these are the default", who="Dark Air (Ada)")
SHEET_TOOK_DEFAULT = Text("{who}: took the default", who="Dark Air (Ada)")

# -- flips and rolls: said beside the animation, before it has landed

FLIP = Text("Coin flip #{n}", n=5)
FLIP_FOR = Text("Coin flip #{n} for {who}", n=5, who="**South** (Ada)")
ROLL = Text("Dice roll #{n}", n=5)
ROLL_FOR = Text("Dice roll #{n} for {who}", n=5, who="**Red** (Ada)")
ROLLS = Text("Dice rolls #{first} to #{last}", first=0, last=3)
