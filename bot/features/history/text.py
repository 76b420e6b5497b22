"""Looking back: history, replays, records of games"""

from adjudicator.text import Text

# -- commands

HISTORY = "Step through a game turn by turn (only you see this)"
HISTORY_TURN = "Where to begin: 12, spring 2048 or start (default: the newest turn)"
REPLAY = "Watch a game as an animated picture"
REPLAY_SPEED = "How long each turn is shown (default: normal)"
EXPORT = "Download a game's record; while it runs, only what you may know"
IMPORT = "Bring a game here from its record: look at it, or play on"
IMPORT_RECORD = "A file from /export or /verify"
IMPORT_DEADLINE = "If the game goes on: time for each turn (default 24h)"

# -- a page of the history

GONE = Text("{turn}, taken back", turn="turn 4 · Fall 2048")
START = "the start"
TAKEN_BACK = "a turn is taken back"
CAME_HERE = "the game came here"
BEGINS = "The game begins."
PLAYER = Text("- {name}", name="**Dark** (Ada)")
UNDONE = Text("↩ {why}\nThe game is as it was after {turn}.", why="Ada took a turn back.", turn="turn 3")
UNDONE_START = Text("↩ {why}\nThe game is as it was at the start.", why="Ada took a turn back.")
UNDONE_WHY = "A turn was taken back."
RESEEDED = "The game came here from its record and goes on, with a new seed for chance."
ORDERS = "**Orders**"
GIVEN = Text("- {who}: {orders}", who="**Dark** (Ada)", orders="`e7-e6`")
GIVEN_YOU = Text("- You: {orders}", orders="`e7-e6`")
NOTHING = "nothing"
LETTERS = "**Letters**"
IN_FILE = "-# The file has all of it."
FIRST, BACK, NEXT, LAST, JUMP = "⏮ First", "◀ Back", "Next ▶", "Last ⏭", "Jump…"
JUMP_TITLE = "Jump to a turn"
JUMP_LABEL = "Which turn?"
TURNS = Text("{first} to {last}", first=1, last=12)
WORD_START, WORD_END = "start", "end"
NO_TURN = Text(
    "Game `{code}` has no turn “{typed}”. Try one of these: {able}.",
    code="k7f3",
    typed="nine",
    able="1 to 2, start, end",
)

# -- replays

DRAWING = Text("Drawing the replay of game `{code}` … {done} of {all} pictures", code="k7f3", done=6, all=40)
WAIT = "Another replay is being drawn. Yours is next."
WAIT_YOURS = "I'm still drawing a replay for you. Ask again when it's here."
RESTARTING = "I'm restarting. Ask for the replay again in a minute."
UNKNOWN_SPEED = Text("Choose a speed: {speeds}.", speeds="slow, normal or fast")
NOT_OVER = Text("Game `{code}` isn't over. Until then everyone watches their own replay.", code="k7f3")
NOTHING_YET = Text("Nothing has happened in game `{code}` yet.", code="k7f3")
TOO_LARGE = Text("The replay of game `{code}` is too large to send here.", code="k7f3")
REPLAY_HEAD = "replay"
NO_RESULT = "Broken off: the game has no result."
AS_SEEN = Text("As {seat} sees it, up to {turn}.", seat="Dark", turn="turn 2")
AS_ALL_SEE = Text("As everyone sees it, up to {turn}.", turn="turn 2")
RUNS = Text("{n} {n:picture|pictures} · {time}", n=40, time="1:23 min")
RUNS_SOME = Text("{n} {n:picture|pictures}, one of {every} steps · {time}", n=40, every=2, time="1:23 min")
SECONDS = Text("{n} s", n=9)
MINUTES = Text("{n}:{seconds} min", n=1, seconds="23")
REPLAY_ALT = Text(
    "Replay of {game} {code}: {line} {n} {n:picture|pictures}.",
    game="NME",
    code="k7f3",
    line="Black wins.",
    n=40,
)
SHOW_ALL = "Show everyone"
END, BROKEN_OFF, BROKEN_OFF_LINE = "The end", "Broken off", "The game has no result."
NAMED = Text("{seat} ({name})", seat="Dark", name="Ada")
MOMENT = Text("{code} · {moment}", code="k7f3", moment="turn 4 · Fall 2048")

# -- a game's record as a file

RECORD = "record"
RECORD_SO_FAR = "record so far"
RECORD_OVER = Text(
    "All orders and results, with the seed. Check it with `python -m adjudicator verify {name}`, or look at it "
    "in another server with `/import`.",
    name="k7f3-record.json",
)
RECORD_VIEW = (
    "What you saw and ordered so far. The whole record comes at the end; this one can't be played on."
)
RECORD_OPEN = (
    "All orders and results so far. Chance can be checked at the end. `/import` lets the game go on in another "
    "server, with a new seed."
)
RECORD_NOT_YET = Text("Game `{code}` isn't over. Its record comes at the end.", code="k7f3")

# -- a game from its record

NO_FETCH = "I can't fetch that file from Discord now. Try again."
TOO_MANY_MB = Text("A record has at most {mb} MB; this file has more.", mb=4)
CHANNEL_TAKEN = Text(
    "This channel already has a game, `{code}`. Bring this one to another channel.", code="k7f3"
)
HERE_OVER = Text(
    "The game is here: `{code}`. Look at it with `/history`, `/replay`, `/verify` or `/export`. It doesn't "
    "count for ratings.",
    code="k7f3",
)
HERE_GOES_ON = Text(
    "The game is here: `{code}`, and you're its host. When somebody has joined for every side, press **Start**.",
    code="k7f3",
)
HERE_ALREADY = Text("This game is here already: `{code}`.", code="k7f3")
MOST_A_DAY = Text("You brought {n} games here in the last 24 hours. Try again tomorrow.", n=20)
BROUGHT_HEAD = "from its record"
BROUGHT = Text(
    "{host} brought this game here. {checked}", host="@Ada", checked="Its record was replayed: 12 steps."
)
CHECKED = Text("Its record was replayed without a fault: {n} {n:step|steps}.", n=12)
CHANCE_UNCHECKED = "Chance couldn't be checked: the seed isn't in it."
CHANCE_PARTLY = "Not all chance could be checked: a seed isn't in it."
SEEDS = "Its chance comes from several seeds."
SEEDS_CHOSEN = "Its chance comes from several seeds, each chosen in the middle of the game."
NOT_CHECKED = "Nobody here can vouch for names and letters, or saw the seed's SHA-256 before the game."
FALSE = "This record isn't true, so I haven't brought the game here:"
FAULT = Text("- {fault}", fault="step 3: the state differs")
MORE_FAULTS = Text("… and {n} more, all in the file", n=3)
KEEPS_OPTIONS = Text("Game `{code}` keeps the options it began with.", code="k7f3")
CLOSED = Text("Game `{code}` was closed.", code="k7f3")

LOBBY = Text(
    "### {game} `{code}` · a game goes on here · {joined} of {all} players",
    game="NME",
    code="k7f3",
    joined=1,
    all=3,
)
HIDES = "⚠ Whoever has the record knows what players hide from each other."
OPTIONS = Text("-# {options}", options="24h for each turn · 12 steps played · a new seed from here on")
PLAYED = Text("{n} {n:step|steps} played", n=12)
NEW_SEED = "a new seed from here on"
BEFORE = Text("**Until now:** {players}", players="Dark Ada, Light Ben")
BEFORE_PLAYER = Text("{seat} {name}", seat="Dark", name="Ada")
PLAYERS = Text("**Players:** {players}", players="Ada, Dark (host) · Ben")
NO_PLAYERS = "**Nobody has joined yet.**"
JOINED = Text("{name}", name="Ben")
JOINED_HOST = Text("{name} (host)", name="Ada")
JOINED_SEAT = Text("{name}, {seat}", name="Ben", seat="Light")
JOINED_SEAT_HOST = Text("{name}, {seat} (host)", name="Ada", seat="Dark")
PRESS_START = "Everyone is here: press **Start**. Without a choice you get a side that's left."
PRESS_JOIN = "Press **Join**, then choose the side you play on."
JOIN, LEAVE, START_BUTTON, CLOSE = "Join", "Leave", "Start", "Close"
CHOOSE_SEAT, ANY_SEAT = "Choose your side", "Any side"
CHOSEN_BY = Text("chosen by {name}", name="Ben")
WAS_PLAYED_BY = Text("{name} played it", name="Ben")
GOES_ON = Text("the game goes on · {turn}", turn="turn 4")
SEAT = Text("- {name}", name="**Dark** (Cleo)")
SEAT_AFTER = Text("- {name}, after {before}", name="**Dark** (Cleo)", before="Ada")
PHASE = Text("-# {phase}\n{call}", phase="Light to move", call="**Next:** @Ben (Light)")

# -- what can be wrong with a record

HINT = "`/export` makes a file that I can read."
TOO_LONG = "This record takes too long to replay."
CANT_PLAY = Text("I can't replay this record: {why}.", why="step 3 has no orders")
CANT_PLAY_HINT = Text("I can't replay this record ({why}). " + HINT, why="KeyError")
TOO_DEEP = f"This file is nested too deep, or its numbers are too large. {HINT}"
TOO_BIG = Text("A record has at most {mb} MB. " + HINT, mb=4)
NO_JSON = f"This file isn't JSON. {HINT}"
A_LEAGUE = f"This is a league's file: check it with `python -m bot league`. {HINT}"
NO_RECORD = f"This file isn't a game's record. {HINT}"
A_VIEW = (
    "This is what one player knew of a running game, so it can't be replayed. Export the game when it's over."
)
UNKNOWN_GAME = Text(
    "I don't know the game “{game}”. I know {games}.", game="chess", games="cic, nemein or nme"
)
OTHER_RULES = Text(
    "This game was played by version {version} of the rules of {game}, which I don't have.",
    version=3,
    game="NME",
)
GAME_ID = "`game_id` has to be a game's code, like k7f3."
GAME_KEY = "`game` has to be a game's name, like cic."
SHAPE_OPTIONS = Text("`options` has to be an object of at most {most}.", most=100)
SHAPE_PLAYERS = Text("`players` has to be an object: at most {most} names by seat.", most=50)
SHAPE_STATUS = "`status` has to be over or playing."
SHAPE_STEPS = Text("`steps` has to be a list of 1 to {most}.", most=5000)
SHAPE_STEP = Text("Step {n} isn't a step.", n=3)
SHAPE_EVENTS = Text("`events` of step {n} has to be a list of at most {most} objects.", n=3, most=2000)
SHAPE_SEALS = Text("`seals` of step {n} may have at most {most} seats.", n=3, most=50)
SHAPE_ORDERS = Text(
    "`orders` of step {n} may have at most {seats} seats, each with at most {most} texts.",
    n=3,
    seats=50,
    most=300,
)
SHAPE_LETTERS = Text("`letters` has to be a list of at most {most}.", most=20000)
SHAPE_LETTER = Text("Letter {n} doesn't have a letter's form.", n=3)
