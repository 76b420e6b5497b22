"""Looking and learning: /help, /rules, /games, /board, /why"""

from __future__ import annotations

from adjudicator.text import Text

HELP_COMMAND = "How to play, and where to begin"
RULES_COMMAND = "A game's rules, with pictures"
RULES_GAME = "Which game (default: this channel's)"
GAMES_COMMAND = "Your games, those waiting for you first"
BOARD_COMMAND = "Show the board (only you see this)"
BOARD_ZOOM = "Zoom in on this space, on a large board"
BOARD_MINE = "Only the part with your pieces"
WHY_COMMAND = "What happened to a unit, and why (only you see this)"
WHY_UNIT = "A unit (your 3, or hamblet 3) or a space (flushing)"

HELP = Text(
    """### Fieldpost: war games by mail
**New here?** `/learn` teaches you a game in minutes: start with {first}. `/practice` plays it with you, at once.
**With others:** `/game new` in a server channel. Others press **Join**, then **Start**. There is {games}.
**Your turn:** I message you with the board. Choose from the menus or write your order, like {example}; then **Send**.
**Nobody sees your orders** before the turn resolves. Until then you can change them.
**Look:** `/games` your games · `/board` the map · `/history` turn by turn · `/rules`""",
    games="New York 2047, Commander-In-Chief, NME, Nemein, WW3: Military Chess",
    first="Commander-In-Chief",
    example="`e7-e6`",
)
LEARN = "Learn a game"
TOPICS = {
    "playing": "Playing",
    "talking": "Talking",
    "time": "Time",
    "leagues": "Leagues",
    "hosting": "Running a game",
}
HELP_PAGES = {
    "playing": """### Help · Playing
- **My orders** under a turn, or `/orders`, opens your desk; only you see it.
- Write orders to me in direct messages, or use `/order`: legal orders appear as you type. Several: put `;` between them.
- `/ahead` gives orders for later turns, even "if they do this, I do that".
- `/why` explains what happened to a unit. **Fair play**, behind **More…**, says how chance is checked.
- `/draw` offers or accepts a draw; `/concede` gives up.
- In several games? Name one by its code, like `k7f3`.""",
    "talking": """### Help · Talking
- `/press` sends a letter to another player, or to all. `/letters` keeps what you got. (New York 2047)
- NME is played in silence: no letters, and no talk about the game until it's over.""",
    "time": """### Help · Time
- Each turn has a deadline. It ends earlier when everyone is ready.
- Who is ready stays secret where orders are; whoever is late is named after the deadline.
- `/reminders` sets when I remind you, and your quiet hours.
- `/away` announces an absence: your deadlines wait. `/back` ends it.
- `/substitute` finds somebody for your side, or shows you free ones.
- `/vote` asks all players: more time, a pause, a draw, taking a turn back, ending the game.""",
    "leagues": """### Help · Leagues and records
- `/league` sign up, tables, fixtures.
- `/profile` ratings and results; `/leaderboard` the best here.
- `/replay` a game as an animation; `/export` and `/import` its record; `/verify` checks a finished game.""",
    "hosting": """### Help · Running a game
- `/game new` opens one; **Change…** in its lobby sets clock, absence and options.
- **Add a computer** in a lobby, or `/game computer`: nobody else is needed to play.
- `/gm` pauses, extends, takes back, replaces, for a game master who isn't playing. `/log` shows all of it to everyone.
- `/setup` is for the server's admins. `/privacy` shows or deletes your data.""",
}

WHICH_RULES = "### Rules\nOf which game?"
RULES_HEAD = Text(
    "### {game} · {title}\n{text}", game="NME", title="How to play", text="Three armies at war…"
)

GAMES_HEAD = "### Your games"
GAME_OWED = Text("**Your turn** · {game} `{code}` in <#{channel}>", game="NME", code="k7f3", channel=12)
GAME_IDLE = Text("{game} `{code}` in <#{channel}> · waiting for others", game="NME", code="k7f3", channel=12)
GAME_LOBBY = Text("{game} `{code}` in <#{channel}> · not started yet", game="NME", code="k7f3", channel=12)
GAME_NOTES = Text("{line} · {notes}", line="NME `k7f3` in <#12> · waiting for others", notes="missed 1 turn")
SEAT_OFFERED = "your side is offered to others"
GAMES_MORE = Text("… and {n} more", n=3)
GAMES_NONE = "You're in no game now. `/game new` opens one."
OPEN_DESK = "Open"

BROKEN_OFF = "broken off"
NO_RESULT = "The game was broken off: it has no result."
READY_NAMES = "Who is ready stays secret; whoever is late is named after the deadline."
DUE = Text("Due {when}", when="<t:1767312000:R>")
TABLE_CHOICE = Text("{code} · {game} · {status}", code="k7f3", game="NME", status="playing")

WHY_WHICH = "Pick a unit or a battle. Others: `/why unit:hamblet 3`."
WHY_CHOOSE = "Choose a unit"
NOTHING_TO_EXPLAIN = Text("There's nothing to explain in {game}. `/history` shows every turn.", game="Nemein")
NOTHING_RESOLVED = Text("No turn of game `{code}` has been resolved yet.", code="k7f3")
