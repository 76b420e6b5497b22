"""The lobby: opening a game, joining, options, starting"""

from __future__ import annotations

from adjudicator.text import Text

# -- /game new

GAME = "Open a game"
NEW = "Open a new game in this channel"
NEW_GAME = "Which game"
NEW_DEADLINE = "Time for each turn: 24h, 3d, or Mon,Thu 20:00 Europe/Rome (default: 24h)"
NEW_SEATS = "Draw the sides by lot, or let players choose (default: by lot)"
NEW_WHERE = "In this channel, or in a new thread (default: here)"
NEW_LINK = "Let anyone who has the game's link look at it on the web; who joins is told"
NEW_OPTIONS = "Options of the game; you can change them in the lobby too"
GAME_CHOICE = Text(
    "{name} · {players} players · {length} · {difficulty}",
    name="Nemein",
    players="2",
    length="about 15 turns each",
    difficulty="like draughts, with coin flips",
)
BY_LOT = "drawn by lot"
BY_CHOICE = "chosen by players"
HERE = "here"
THREAD = "a new thread"
OPENED = Text("Game `{code}` is open, and you've joined as its host.", code="k7f3")
OPENED_THREAD = Text(
    "Game `{code}` is open in {thread}, and you've joined as its host.", code="k7f3", thread="<#12>"
)
ALWAYS_BY_LOT = Text("In {game} the sides are always drawn by lot.", game="NME")
SERVERS_ONLY = "Open games in a server's channel."
CHANNEL_TAKEN = Text("This channel already has a game, `{code}`. Add `where:a new thread`.", code="k7f3")
NO_SUCH_GAME = Text("I don't know a game called {name}.", name="Risk")
THREAD_PLACE = "Threads only work in text channels. Use `where:here`."
THREAD_RIGHT = "I'm not allowed to make threads here. Use `where:here`."
THREAD_FULL = "This server has as many active threads as Discord allows. Use `where:here`, or close some."

# -- the card

OPEN = Text("### {game} `{code}` · {joined} of {all} players", game="NME", code="k7f3", joined=2, all=3)
UNDER_WAY = Text("### {game} `{code}` · under way", game="NME", code="k7f3")
CLOSED = Text("### {game} `{code}` · closed", game="NME", code="k7f3")
FACTS = Text(
    "-# {players} players · {length} · {difficulty}",
    players="2 or 3",
    length="about 30 moves each",
    difficulty="harder than chess",
)
LINKED = "Anyone who has this game's link can look at it on the web. I'll post the link when it begins."
SILENCE = "-# Silence is a rule: no letters, and nobody talks about the game."
PLAYERS = Text("**Players:** {players}", players="Ada (host) · Ben, Gray")
PLAYER = Text("{name}", name="Ben")
PLAYER_HOST = Text("{name} (host)", name="Ada")
PLAYER_SEAT = Text("{name}, {seat}", name="Ben", seat="Gray")
PLAYER_SEAT_HOST = Text("{name}, {seat} (host)", name="Ada", seat="Gray")
UNREACHABLE = Text("⚠ {name}", name="Ben")
UNREACHABLE_HINT = Text(
    "⚠ I can't message these players. {remedy}",
    remedy="Allow direct messages in this server's privacy settings.",
)
CHANGED = Text("**{host} changed** {changes}", host="Ada", changes="Time for each turn: 24h → 48h")
THE_HOST = "The host"
CLOCK_FOR_YOU = Text(
    "{clock}, {yours} for you", clock="each turn ends at 20:00 (Europe/Rome)", yours="<t:1767312000:t>"
)
SEATS_CHOSEN = "you choose your side"
SEATS_DRAWN = "sides drawn by lot"
START_WAITS = Text("Waiting for {n} more {n:player|players}.", n=2)
START_READY = "Everyone is here."
JOIN = "Join"
LEAVE = "Leave"
START = "Start"
RULES = "Rules"
HOW_TO = "How to play"
CHANGE = "Change…"
CLOSE = "Close this game"
CHOOSE_SEAT = "Choose your side"
ANY_SEAT = "Any side"
TAKEN = Text("chosen by {name}", name="Ben")

# -- joining and leaving

JOINED = Text("You're in. I'll message you when game `{code}` starts.", code="k7f3")
JOINED_DM = Text(
    "You're in: **{game}** `{code}` in <#{channel}>. I'll message you here when it's your turn.",
    game="NME",
    code="k7f3",
    channel=12,
)
JOINED_SILENCE = Text("{game} is played in silence: don't talk about the game until it's over.", game="NME")
JOINED_CLOSED = Text(
    "<@{user}>, I can't message you. {remedy}",
    user=1,
    remedy="Allow direct messages in this server's privacy settings.",
)
ALREADY_IN = Text("You're already in game `{code}`.", code="k7f3")
FULL = Text("Game `{code}` is full.", code="k7f3")
LEFT = Text("You've left game `{code}`.", code="k7f3")
NOT_IN = Text("You haven't joined game `{code}`.", code="k7f3")
YOUR_SEAT = Text("Your side: {seat}.", seat="Gray")
YOUR_SEAT_ANY = "Your side: any."
SEATS_BY_LOT = "The sides of this game are drawn by lot."
JOIN_FIRST = "Join first, then choose your side."
NO_SUCH_SEAT = Text("This game has no side called {seat}.", seat="Purple")
SEAT_TAKEN = Text("{name} has chosen that side.", name="Ben")

# -- computers

ADD_COMPUTER = "Add a computer"
COMPUTER = Text("Computer ({level})", level="captain")
COMPUTERS_HEAD = Text("### {game} `{code}` · computers", game="NME", code="k7f3")
COMPUTERS_HINT = "A computer plays any free side."
FAVOURED = Text(
    "-# Between equal computers {side} wins {percent} of 100 games; {fair} would be fair.",
    side="Black",
    percent=79,
    fair=50,
)
COMPUTERS_UNRATED = "-# Games with computers don't count for ratings."
ADD_WHICH = "Add a computer"
REMOVE_WHICH = "Remove a computer"
LEVELS = {
    1: ("Recruit", "Makes beginner's mistakes"),
    2: ("Sergeant", "Plays a fair game"),
    3: ("Captain", "Plays well"),
    4: ("General", "Plays as well as it can"),
}
COMPUTER_ADDED = Text("{computer} has joined.", computer="Computer (captain)")
COMPUTER_REMOVED = Text("{computer} has left.", computer="Computer (captain)")
NO_COMPUTER = "This lobby has no such computer."
NO_LEVEL = "There's no such level. Choose recruit, sergeant, captain or general."
NO_LOBBY = "This channel has no game that is open for players. `/game new` opens one."
NO_ENGINE = Text("Computers can't play {game} yet.", game="NME")
NEEDS_PEOPLE = "A game needs at least one person."
COMPUTER_COMMAND = "Add a computer to the game that is open in this channel, or remove one (host only)"
COMPUTER_LEVEL = "How well it plays"
REMOVE_NEWEST = "remove the newest computer"

# -- the host

CHANGE_HEAD = Text("### {game} `{code}` · settings", game="NME", code="k7f3")
CHANGE_HINT = "Everyone who has joined sees what you change."
HOST_ONLY = Text("Only the host, <@{host}>, can do that.", host=1)
OPTIONS_CHANGED = Text("Changed: {changes}.", changes="Time for each turn: 24h → 48h")
OPTIONS_SAME = "Nothing changed."
TOO_FEW_SEATS = Text("These options leave {n} {n:place|places}, but {joined} have joined.", n=2, joined=3)
GAME_CLOSED = Text("Game `{code}` is closed.", code="k7f3")
WAS_CLOSED = Text("The host has closed game `{code}`.", code="k7f3")
HAS_BEGUN = Text("Game `{code}` has already started.", code="k7f3")
BEGINS = Text("Game `{code}` starts now.", code="k7f3")
PLAYERS_START = "Only its players and the host can start a game."
PLACES_FREE = Text("It starts with {all} players: {n} {n:place|places} still free.", all=3, n=1)
FORM_WRONG = Text("{why}\nNothing has changed.", why="**Grace** is wrong. Write a number from 0 to 1440.")
FORM_FIELD_WRONG = Text("**{field}** is wrong. {why}", field="Grace", why="Write a number from 0 to 1440.")
FORM_TYPED = Text("{why}\nYou typed: `{typed}`", why="**Grace** is wrong.", typed="grace=lots")
FORM_AGAIN = "Open the form again"
FORM_OPTIONS = "Options"
FORM_OPTIONS_TITLE = "Options of the game"
FORM_MORE = "More options"
FORM_MORE_N = Text("More options {n}", n=2)
FORM_CLOCK = "Clock"
FORM_ABSENCE = "Absence and votes"
HINT_BY_SIDE = Text(
    "{choices}, or one a side, {sides}: {example}",
    choices="USD, EUR, GBP",
    sides="south/north",
    example="USD/EUR",
)
HINT_NUMBER = Text("{least} to {most}", least=1, most=500)
HINT_NUMBER_DECIDES = Text(
    "{least} to {most}. {decides}",
    least=0,
    most=60,
    decides="So many days deadlines wait for a player who announced an absence.",
)
HINT_FRACTION = Text("A number like 1 or 3/2, or one a side, {sides}: 1/1:3/2", sides="south/north")
HINT_PER_SIDE = Text("{least} to {most}, or one a side, {sides}: 2/0", least=0, most=5, sides="dark/light")
TIME_LABEL = "Time for each turn"
TIME_HINT = "24h · 24h except weekends Europe/Rome · Mon,Thu 20:00 Europe/Rome · none"
