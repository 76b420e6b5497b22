"""Turns, desks, clocks and house rules: what all games say alike."""

from __future__ import annotations

from adjudicator.text import Text

# -- the head of a post

HEADLINE = Text("### {game} `{code}` · {what}", game="Commander-In-Chief", code="k7f3", what="turn 4")
GAME_BEGINS = "the game begins"
SET_UP_DONE = "the set-up is done"
GAME_OVER = "game over"
BROKEN_OFF = "the game is broken off"
TAKEN_BACK = Text("{what} is taken back", what="turn 4")
DEADLINE_PASSED = "the deadline has passed"
GAME_GOES_ON = "the game goes on"
I_WAS_AWAY = "I was away"
THE_CLOCK = "the clock"

# -- turns by name, in heads, sentences and captions

TURN = Text("turn {n}", n=4)
THE_SETUP = "the set-up"
THAT_TURN = "that turn"
LAST_STEP = Text("the last step of {what}", what="turn 4")
AFTER_TURN = Text("after turn {n}", n=3)
THE_START = "the start"
THE_END = "the end"
SOME_SERVER = "A Discord server"

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
ASIDE = Text("{next}\n-# {aside}", next=NEXT_NO_DEADLINE.sample, aside="Round 3")

# -- the desk

DESK_SEAT = Text(
    "You are **{seat}** in <#{channel}> · due {due}", seat="Dark", channel=12, due="<t:1767312000:R>"
)
DESK_SEAT_NO_DEADLINE = Text("You are **{seat}** in <#{channel}>", seat="Dark", channel=12)
NOT_YOUR_TURN = Text("Not your turn: {next}.", next="Light to move")
YOU_ARE_OUT = Text("You're out of the game. {next}.", next="Light to move")
WITHOUT_YOU = Text("The game goes on without you: {next}.", next="Light to move")
YOUR_DESK = "(your order desk)"
YOUR_TEAM = "your team"
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
MAY_CHANGE = Text("{waiting}. You can still change yours.", waiting="Waiting for 2 other players")
MAY_CHANGE_READY = Text(
    "{waiting}. You can still change your orders; then press **Ready** again.",
    waiting="Waiting for 2 other players",
)
WAITING = "Waiting for the others"
WAITING_FOR = Text("Waiting for {n} other {n:player|players}", n=2)
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
SEND_ONLY = "Send, go on"
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
TYPE_HINT_MANY = Text("One a line, or ; between them. Example: {example}", example="1 soho; 3 s 1 soho")

MORE_TITLE = Text("### {game} `{code}` · more", game="Nemein", code="y5v7")
DRAW = "Draw"
DRAW_TEXT = "**Draw:** offer one, or accept the one that is offered."
CONCEDE = "Concede"
CONCEDE_TEXT = "**Concede:** give up this game. I'll ask again first."
FAIR_TEXT = "**Fair play:** how chance and secret orders are kept honest, and how to check."
AHEAD = "Ahead…"
AHEAD_TEXT = "**Orders ahead:** played for you when your turn comes."
WHAT_IF = "What if…"
NO_PAGES = "This bot has no pages on the web. Whoever hosts it can turn them on with `FIELDPOST_WEB`."
ON_THE_WEB = Text("[Look at it on the web]({url})", url="https://games.example.org/g/k7f3")
WHAT_IF_TEXT = "**What if…:** a board of your own with your view and your orders: move for everyone."
WHOLE_BOARD = "Board"
LEARN_TEXT, LEARN = "**Lessons:** this game on a real board, step by step.", "How to play"
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
ANALYSIS = "Analysis"
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
    "{sent} Waiting for {n} other {n:player|players}; you can still change yours.", sent="Sent: `e7-e6`.", n=2
)
WAITS_RESOLVES = Text(
    "{sent} The turn {resolves}; you can still change yours.",
    sent="Sent: `e7-e6`.",
    resolves="resolves in a minute unless somebody changes orders",
)
WAITS_PAUSED = Text("{sent} The game is paused; you can still change yours.", sent="Sent: `e7-e6`.")
FAULT = Text(
    "{sent} {fault}", sent="Sent: `e7-e6`.", fault="The turn could not be resolved, by a fault of mine."
)

# -- Draws and concessions

ENDED_NOW = Text("Done. Game `{table}` is over.", table="k7f3")
DRAW_OFFERED = "You have offered a draw."
CONCEDED = "You have conceded."
NO_OFFER = "Nobody offers a draw now."
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

# -- silent games

SILENCE = Text("{game} is played in silence: talking about the game is cheating.", game="NME")
SILENCE_BEGINS = Text(
    "**{silence}** If I may, I make this channel read-only for players until the end. Buttons and direct "
    "messages to me work as always.",
    silence=SILENCE.sample,
)
SILENCE_PENALTIES = Text(
    "{begins} The game master can rule a penalty with `/penalty`: {penalties}.",
    begins=SILENCE_BEGINS.sample,
    penalties="remove an Infantry or forfeit the game",
)
SILENCE_OVER = "The silence is over."

# -- a deadline is missed

GRACE = Text(
    "{users}: you missed the deadline. Send your orders before {until}.",
    users="<@1>",
    until="<t:1767312000:f> (<t:1767312000:R>)",
)
_EXTENDED = {"users": "<@1>", "until": "<t:1767312000:f> (<t:1767312000:R>)"}
EXTENDED_THEN_DEFAULT = Text(
    "{users} missed the deadline. There is one extension, until {until}; after it, a default move.",
    **_EXTENDED,
)
EXTENDED_THEN_OUT = Text(
    "{users} missed the deadline. There is one extension, until {until}. Miss that too, and you're out.",
    **_EXTENDED,
)
MISSED_DEADLINE = Text("{players} missed the deadline.", players="**Black** (Ann)")
LOG_EXTENDED = Text("The turn was extended once, for {players}.", players="**Black** (Ann)")
OUT_TOO_LATE = Text("{player} missed the deadline and is out of the game.", player="**Black** (Ann)")
ALL_TOO_LATE = "Nobody who still plays met the deadline."
ARE_OUT = Text("{players} {n:is|are} out", players="**Black** (Ann)", n=1)
IN_A_ROW = Text("{n} {n:deadline|deadlines} missed in a row", n=2)
LAST_EXTENSION = "the last extension is running"

# -- players who are not there

MISSED_TURNS = Text("{n} missed {n:turn|turns}", n=3)
MISSED_TURNS_ROW = Text("{n} missed turns, {row} in a row", n=3, row=2)
AWAY_UNTIL = Text("away until {until}", until="<t:1767312000:f>")
AWAY_FROM = Text("away from {begins} to {until}", begins="<t:1767312000:d>", until="<t:1767312000:f>")
LEFT_THE_SERVER = "has left the server"
FREE_SEAT = "free for a substitute"
HAS_LEFT = Text("{player} has left the server and counts as absent.", player="**Black** (Ann)")
HAS_LEFT_HOST = Text(
    "{game} `{code}`: {player} has left the server and counts as absent until they return. To give the seat "
    "to somebody else: `/gm replace`.",
    game="NME",
    code="k7f3",
    player="**Black** (Ann)",
)
HAS_LEFT_CALL = Text("<@{host}>, {player} has left the server and counts as absent.", host=1, player="Black")
IS_BACK = Text("{player} is back in the server.", player="**Black** (Ann)")
CAN_WRITE = "I can message you: your desks and reminders come here."
ALLOW_MESSAGES = (
    "Allow direct messages in this server's privacy settings, then use `/reminders` and I'll try again. "
    "Without them you can play with **My orders** under each turn."
)

# -- which game, who may act in it

UNKNOWN_GAME = Text(
    "I don't know a game `{code}` here. `/games` lists yours; ask about others in their channel.", code="x9x9"
)
NO_GAME_HERE = "There's no game here. Add `table:` and a game's code; `/games` lists yours."
_WHICH = {"codes": "`k7f3` and `y5v7`", "code": "k7f3"}
WHICH_WAITING = Text("Which game? Waiting for you: {codes}. Add `table:{code}`.", **_WHICH)
WHICH_PLAYED = Text("Which game? You play {codes}. Add `table:{code}`.", **_WHICH)
NOT_THIS_WAITING = Text(
    "You don't play in game `{other}`. Waiting for you: {codes}. Add `table:{code}`.", other="s3e8", **_WHICH
)
NOT_THIS_PLAYED = Text(
    "You don't play in game `{other}`. You play {codes}. Add `table:{code}`.", other="s3e8", **_WHICH
)
NOT_A_PLAYER = Text("You don't play in game `{code}`.", code="k7f3")
YOU_HAVE_LEFT = Text("You've left the server of game `{code}`. Join it again to play on.", code="k7f3")
NOT_BEGUN = Text("Game `{code}` hasn't started yet.", code="k7f3")
IS_OVER = Text("Game `{code}` is over.", code="k7f3")
OLD_TURN = Text(
    "That was for an earlier turn of game `{code}`, so nothing has changed. `/orders` shows the open turn.",
    code="k7f3",
)
WHO_IS = Text(
    "Who is “{typed}”? Name one player: {players}.", typed="Al", players="**Dark** (Alan) or **Light** (Alma)"
)
NO_RULES = Text(
    "Game `{code}` was played by version {version} of the rules of {game}, which I don't have: I can't show "
    "or replay it.",
    code="k7f3",
    version=1,
    game="NME",
)

# -- the end

BROKEN_OFF_SO = Text(
    "{why} Nobody has won or lost. Orders for {what} are thrown away.",
    why="The players voted for it.",
    what="turn 4",
)
OVER_BROKEN_OFF = Text(
    "Game `{code}` in <#{channel}> is over: it was broken off. {why}",
    code="k7f3",
    channel=12,
    why="The players voted for it.",
)
OVER = Text(
    "Game `{code}` in <#{channel}> is over. {result}",
    code="k7f3",
    channel=12,
    result="**Dark wins:** the enemy Commander is captured.",
)

# -- a turn is taken back

OVER_NOTHING_BACK = Text("Game `{code}` is over: nothing can be taken back.", code="k7f3")
NOTHING_RESOLVED = Text(
    "No turn of game `{code}` is resolved yet: there's nothing to take back.", code="k7f3"
)
LEAGUE_KEEPS_CHANCE = Text(
    "Coins were flipped or dice rolled in {what}. In a league such a turn stands: nobody gets a second throw.",
    what="turn 4",
)
BECAUSE_BACK = Text("↩ {why}", why="The players voted for it.")
BACK_WITH_IT = Text("Taken back with it:\n{lines}", lines="- **Dark** (Ann) offers a draw.")
STAYS_SECRET = "Its orders stay secret until the game is over."
STAYS_PUBLIC = "Its orders are public, and stay so."
DRAFTS_AGAIN = "Orders given for it are drafts again: send yours, or change them."
WAS_TAKEN_BACK = Text("{what} was taken back.", what="Turn 4")
YOURS_AGAIN = "Your orders for it are here again, not sent."
THEIRS_AGAIN = "The orders of the player before you are here again, not sent."
DROPPED = "Your orders for the turn after it are dropped."

# -- faults and pauses

FAULT_TOLD = "I couldn't resolve the turn: my fault. Nothing is lost; the channel tells more."
FAULT_WHY = Text("I couldn't resolve a turn: my fault (`{number}`).", number="3f9a01bc")
FAULT_LOG = Text("The turn couldn't be resolved (`{number}`); paused.", number="3f9a01bc")
_FAULT = {"game": "NME", "code": "k7f3", "number": "3f9a01bc"}
FAULT_POST = Text(
    "### {game} `{code}` · paused: I couldn't resolve the turn\n"
    "My fault, number `{number}`. Nothing is lost: all orders are kept, and no time runs.\n"
    "To try again, send your orders once more. Players can vote to go on with `/vote resume`. A game master "
    "can use `/gm resume`, or take the last turn back with `/gm undo`.",
    **_FAULT,
)
FAULT_POST_FILE = Text(
    "{post} The bot's host can send `{number}.json` to Fieldpost's makers.",
    post=FAULT_POST.sample,
    number="3f9a01bc",
)
GOES_ON_BECAUSE = Text("▶ {why}", why="The pause is over.")
PAUSE_OVER = "The pause is over."

# -- the clock

AWAY_PASSED = Text(
    "Nobody could reach me for {span}, and the deadline passed. You get that time back: {what} is now due "
    "{due}.",
    span="42m",
    what="turn 4",
    due="<t:1767312000:f> (<t:1767312000:R>)",
)
AWAY_CLOSE = Text(
    "Nobody could reach me for {span}, and the deadline is close. You get that time back: {what} is now due "
    "{due}.",
    span="42m",
    what="turn 4",
    due="<t:1767312000:f> (<t:1767312000:R>)",
)
LOG_AWAY = Text("Nobody could reach me for {span}: the deadline moved.", span="42m")
CLOCK_TURN = Text(
    "My clock was ahead, and is right again: {what} is now due {due}.",
    what="turn 4",
    due="<t:1767312000:f> (<t:1767312000:R>)",
)
CLOCK_PAUSE = Text(
    "My clock was ahead, and is right again: the pause now ends {until}.",
    until="<t:1767312000:f> (<t:1767312000:R>)",
)
IS_DUE = Text("{what} is due {due}.", what="Turn 4", due="<t:1767312000:f> (<t:1767312000:R>)")
HAS_TIME = Text("{what} has {span} left when the game goes on.", what="Turn 4", span="5 hours")

# -- deadlines as the lobby tells them

NO_DEADLINE = "no deadline"
SPAN = Text("{span} for each turn", span="24h")
_SPAN = {"span": "24h", "zone": "Europe/Rome"}
_NIGHT = {"begins": "22:00", "ends": "08:00"}
SPAN_DAYS_OFF = Text("{span} for each turn, not counting {days} ({zone})", days="weekends", **_SPAN)
SPAN_NIGHT = Text("{span} for each turn, never ending from {begins} to {ends} ({zone})", **_NIGHT, **_SPAN)
SPAN_DAYS_OFF_NIGHT = Text(
    "{span} for each turn, not counting {days}, never ending from {begins} to {ends} ({zone})",
    days="weekends",
    **_NIGHT,
    **_SPAN,
)
DATES = Text("each turn ends {dates} ({zone})", dates="Mon or Thu at 20:00", zone="Europe/Rome")
DATE_DAILY = Text("at {times}", times="08:00 or 20:00")
DATE = Text("{days} at {times}", days="Mon or Thu", times="20:00")
WEEKENDS = "weekends"
DAYS_FROM_TO = Text("{first} to {last}", first="Mon", last="Fri")

# -- deadlines, times and hours that can't be read

NOT_A_DEADLINE = Text(
    "I can't read “{typed}”. Try `24h`, `3d`, `Mon,Thu 20:00 Europe/Rome`, "
    "`24h except weekends 22:00-08:00 Europe/Rome` or `none`.",
    typed="5 bananas",
)
TOO_MANY_DATES = "Those are too many dates for one deadline: use fewer days or times."
NOT_A_TIME = Text("“{typed}” isn't a time of day. Times run from 00:00 to 23:59.", typed="25:00")
DATES_ARE_EXACT = "Between dates you can leave out days only: `daily 20:00 except Sun Europe/Rome`."
AT_WHAT_TIME = "At what time? Add it after the days: `Mon,Thu 20:00 Europe/Rome`."
NO_DAY_LEFT = "That leaves out every day: keep at least one."
NONE_ALONE = "Without a deadline there's nothing to leave out: write only `none`."
LEAVE_OUT_WHAT = Text(
    "Leave out what? Add days, hours or both: `{span} except weekends 22:00-08:00 Europe/Rome`.", span="24h"
)
ONE_NIGHT = Text("You can leave out one stretch of hours. You have {hours} already.", hours="22:00-08:00")
WHICH_ZONE = Text(
    "Which time zone is meant by “{shown}”? Add it at the end: `Europe/Rome` or `UTC`.", shown="22:00-08:00"
)
NOT_A_ZONE = Text(
    "I don't know a time zone “{typed}”. Try `Europe/Rome`, `America/New_York` or `UTC`.", typed="xyzzy"
)
NOT_A_ZONE_NEAR = Text(
    "I don't know a time zone “{typed}”. Did you mean {zones}?", typed="rome", zones="`Europe/Rome`"
)
NOT_HOURS = Text("I can't read “{typed}”. Write hours like `22:00-08:00`.", typed="at night")
SAME_HOURS = "Hours need a beginning and a different end: `22:00-08:00`."
NOT_A_MOMENT = Text(
    "I can't read “{typed}”. Try `2026-12-01`, `1 dec`, `tomorrow`, `fri 18:00` or `in 3d`.", typed="soon"
)
NOT_LEADS = Text(
    "I can't read “{typed}”. Write up to {most} times from 5m to 30d, like `12h 1h`, or `usual`.",
    typed="often",
    most=4,
)
LEADS_USUAL = "when a quarter of the time is left, and in the last hour"
LEADS = Text("{leads} before the deadline", leads="12h and 1h")

# -- house rules as the lobby tells them

LETTERS = {
    "full": "Letters through me, to anyone",
    "full, unsigned": "Letters through me, to anyone, signed or not: unsigned ones stay so",
    "full, unsigned until the end": "Letters through me, to anyone, signed or not: the end tells who wrote them",
    "threads": "Letters through me, in private threads",
    "threads, unsigned": "Letters through me, in private threads; to everyone, unsigned too: those stay so",
    "threads, unsigned until the end": (
        "Letters through me, in private threads; to everyone, unsigned too: the end tells who wrote them"
    ),
    "broadcast": "Letters through me, to everyone at once only",
    "broadcast, unsigned": "Letters through me, to everyone at once only, signed or not: unsigned ones stay so",
    "broadcast, unsigned until the end": (
        "Letters through me, to everyone at once only, signed or not: the end tells who wrote them"
    ),
    "none": "No letters through me",
}
READY_HIDDEN = "Nobody sees how many are ready"
CHOICES_TIME = Text("{span} for choices after a turn", span="12h")
_GRACE = {"grace": "60 minutes'"}
LATE_GRACE = {
    "pass": Text(
        "Miss a deadline and you get {grace} grace, then a default move. If there is none: one extension, "
        "then you're out",
        **_GRACE,
    ),
    "extend": Text(
        "Miss a deadline and you get {grace} grace, then one extension, then a default move. If there is "
        "none, you're out",
        **_GRACE,
    ),
    "forfeit": Text("Miss a deadline and you get {grace} grace, then you're out", **_GRACE),
    "computer": Text(
        "Miss a deadline and you get {grace} grace, then a default move. If you stay away, a computer plays "
        "for you",
        **_GRACE,
    ),
}
LATE_NO_GRACE = {
    "pass": "Miss a deadline and you get a default move. If there is none: one extension, then you're out",
    "extend": "Miss a deadline and you get one extension, then a default move. If there is none, you're out",
    "forfeit": "Miss a deadline and you're out",
    "computer": "Miss a deadline and you get a default move. If you stay away, a computer plays for you",
}
MINUTES_OF = Text("{n} {n:minute's|minutes'}", n=60)
SECONDS_OF = Text("{n} {n:second's|seconds'}", n=15)
UP_TO = Text("up to {span}", span="60 minutes'")
UNDO_TIME = Text("{n} {n:second|seconds} to undo once all are ready", n=60)
TAKEBACK_TIME = Text("{n} {n:second|seconds} to take a move back", n=60)

# -- house options: a label, and what it decides

HOUSE_OPTIONS = {
    "press": (
        "Letters through the bot",
        "To anyone (full), in private threads, to everyone at once (broadcast), or none.",
    ),
    "anonymous": (
        "Unsigned letters",
        "Letters need no name: for ever (yes), or until the game ends (until_end).",
    ),
    "ready": ("How many are ready", "Whether the channel shows how many players are ready."),
    "adjustment": (
        "Hours for choices after a turn",
        "For example a new home base. Never longer than a turn.",
    ),
    "undo": (
        "Seconds to undo, when all are ready",
        "If several order at once: how long the last one ready can still take that back.",
    ),
    "takeback": (
        "Seconds to take a move back",
        "If one player moves at a time: how long you can take a move back after Send.",
    ),
    "grace": (
        "Minutes of grace after a deadline",
        "For players who sent no orders. Never more than a quarter of the turn.",
    ),
    "absence": (
        "Who misses a deadline",
        "pass: default move, or one extension, then out. extend: extension first. computer: it plays on.",
    ),
    "extensions": (
        "Most extensions in a game",
        "Each player gets this many automatically; players can vote for as many.",
    ),
    "substitutes": (
        "Substitutes after missed deadlines",
        "A substitute can take over after this many in a row. 0: never.",
    ),
    "vacation": (
        "Days of vacation",
        "Deadlines wait this many days in all for a player who is /away.",
    ),
    "votes": ("Votes", "Whether everyone sees who voted how. Results are always public."),
    "pauses": ("Days that a vote may pause", "The longest pause by vote. 0: none."),
}

# -- options that can't be read

OPTION_WRONG = Text("Option {key}: {why}", key="undo", why="601 isn't a number from 0 to 600.")
OPTION_REASON = Text("{reason}.", reason="601 isn't a number from 0 to 600")
OPTION_INSTEAD = Text(
    "{reason}. Choose {values}.", reason="'maybe' isn't one of its values", values="yes or no"
)
NO_HOUSE_OPTION = Text("there's no such house option. Choose {keys}.", keys="undo, grace or votes")
NO_OPTION_VALUE = "it has no value"
OPTION_NEEDS_VALUE = Text("`{key}` has no value. Write `{key}=…`, without spaces.", key="undo")
NOT_AN_OPTION = Text(
    "{game} has no option “{typed}”. Write key=value, with {keys}.",
    game="NME",
    typed="speed=3",
    keys="`players`, `undo` or `votes`",
)
