"""Leagues: the sign-up post, how a league works, commands."""

from adjudicator.text import Text

# -- which league

SEASON = Text("{league}, season {n}", league="Spring Cup", n=2)
STATUS = {
    "signup": "sign-up open",
    "running": "under way",
    "paused": "paused",
    "over": "finished",
    "cancelled": "cancelled",
}
HEADING = Text("### {league} · {what}", league="Spring Cup", what="a seat is free")
CHOICE = Text("{league} · {status} · {code}", league="Spring Cup", status=STATUS["signup"], code="lg4k7")

NO_LEAGUE = "There's no league here yet. `/league create` opens one."
NONE_OPEN = "No league is open here. `/league list` shows the finished ones."
NONE_OVER = "No league has finished here yet. A new season follows a finished one."
UNKNOWN = Text("I don't know a league `{typed}`. `/league list` shows them all.", typed="lg9x9")
UNKNOWN_NAME = Text("No league here is called “{typed}”. `/league list` shows them all.", typed="Sprint")
WHICH = Text("Which league? Fill in `league:` with {leagues}.", leagues="`lg4k7` Spring Cup or `lg8m3` Blitz")
ONLY_IN_SERVERS = "Leagues belong to a server. Use this command there."
NOT_IN = Text("You aren't in {league}.", league="Spring Cup")
OTHER_NOT_IN = Text("That player isn't in {league}.", league="Spring Cup")
ORGANISER_ONLY = Text(
    "Only {organiser}, who runs {league}, or a member with *Manage Server* can do that.",
    organiser="@Mo",
    league="Spring Cup",
)
OVER = Text("{league} is finished.", league="Spring Cup")
CANCELLED = Text("{league} was cancelled.", league="Spring Cup")

# -- the sign-up post

HEAD = Text("### {league}", league="Spring Cup")
GAME = Text("**{game}** league", game="Commander-In-Chief")
UNTIL = Text("**Sign up until {closes}.** Round 1 begins then.", closes="8 January 2026 20:00 (in 7 days)")
UNTIL_THEN = Text(
    "**Sign up until {closes}.** Round 1 begins {begins}.",
    closes="8 January 2026 20:00 (in 7 days)",
    begins="12 January 2026 20:00 (in 11 days)",
)
BEGINS = Text("Sign-up is closed. **Round 1 begins {begins}.**", begins="12 January 2026 20:00 (in 4 days)")
CLOSED = "Sign-up is closed."
PAUSED = "The league is paused."
JOINED = Text("**{n} joined:** {names}", n=3, names="Ada, Ben, Cleo")
NOBODY_JOINED = Text("**Nobody has joined yet.** It takes {least} to begin.", least=3)
JOINED_TOO_FEW = Text("**{n} of {least} needed have joined:** {names}", n=2, least=3, names="Ada, Ben")
JOINED_OF = Text("**{n} of {most} places taken:** {names}", n=3, most=8, names="Ada, Ben, Cleo")
PLAYING = Text("**{n} {n:player|players}:** {names}", n=3, names="Ada, Ben, Cleo")
SUBSTITUTES = Text("Substitutes: {names}", names="Dan")
AND_MORE = Text("{names} and {n} more", names="Ada, Ben", n=12)
SO_MANY = Text("{n} players", n=70)
SEED = Text("Fair play · seed of all draws `{commitment}`", commitment="c19d…")

JOIN, LEAVE, SUBSTITUTE, HOW = "Join", "Leave", "Be a substitute", "How it works"
CHANGE = "Change…"
PAGES = {
    "ltable": "Table",
    "lfix": "Fixtures",
    "lcross": "Crosstable",
    "lmine": "My games",
    "lshow": HOW,
    "llog": "Log",
}
"""Buttons to a league's pages."""

# -- joining and leaving

YOU_ARE_IN = Text(
    "You're in {league}. Round 1 begins {begins}.", league="Spring Cup", begins="8 January 2026 (in 7 days)"
)
WELCOME = Text("You're in **{league}**. I'll message you here when it's your turn.", league="Spring Cup")
YOU_SUBSTITUTE = Text(
    "You're a substitute in {league}. I'll call you in {channel} when a seat is free.",
    league="Spring Cup",
    channel="#war-room",
)
WELCOME_SUBSTITUTE = Text(
    "You're a substitute in **{league}**. I'll message you here when you have a game.", league="Spring Cup"
)
IN_ALREADY = Text("You're in {league} already.", league="Spring Cup")
SUBSTITUTE_ALREADY = Text("You're a substitute in {league} already.", league="Spring Cup")
HAS_BEGUN = Text(
    "{league} has begun. **Be a substitute** to play for somebody who leaves.", league="Spring Cup"
)
FULL = Text(
    "All {most} places are taken. Look again later, or press **Be a substitute** to play for somebody who "
    "leaves.",
    most=8,
)
REMOVED = "The organiser removed you from this league, and can let you back in."
PLAYERS_DONT_SUBSTITUTE = "You play in this league, so you can't be a substitute in it too."
LEAVERS_DONT_SUBSTITUTE = "You left this league, so you can't be a substitute in it this season."
LEAVE_ASKED = Text(
    "Leave **{league}**? You can't undo this: only the organiser can bring you back. Play your open games to "
    "the end, or offer your side with `/substitute ask`.",
    league="Spring Cup",
)
LEAVE_ASKED_EARLY = Text(
    "Leave **{league}**? You can't undo this: only the organiser can bring you back. Play your open games to "
    "the end, or offer your side with `/substitute ask`. Leave before half of the rounds, and none of your "
    "games count for anybody.",
    league="Spring Cup",
)
LEAVE_YES, LEAVE_NO = "Leave the league", "Stay"
YOU_STAY = "You stay in the league."
YOU_LEFT = Text("You left {league}.", league="Spring Cup")
LEFT_ALREADY = Text("You left {league} already.", league="Spring Cup")
OTHER_LEFT_ALREADY = Text("{name} left this league already.", name="Ada")

# -- how it works: the plan in words

ROBIN = "everyone plays everyone"
ROBIN_TWICE = "everyone plays everyone twice"
SWISS = Text("{n} {n:round|rounds} Swiss", n=7)
SWISS_RATED = Text("{n} {n:round|rounds} Swiss, seeded by rating", n=7)
TABLES = Text("{n} {n:round|rounds}, new opponents each round", n=5)
DIVISIONS = Text("{format} in {divisions} divisions", format="everyone plays everyone", divisions=2)
EVERY = Text("a new round every {span}", span="7d")
DATES = Text("a new round {dates}", dates="Mon 20:00 Europe/Rome")
RESULTS = "a new round when all games are over"

SWISS_MEANS = "Swiss: you always play somebody with about as many points as you."
LATE_GO_ON = "Late games go on beside the next round."
LATE_WAIT = "A round also waits for late games."
SEASON_ENDS = Text("The season ends after {days} {days:day|days}; open games are drawn.", days=60)
UP_AND_DOWN = Text("After the season {moves} of each division {moves:goes|go} up and {moves} down.", moves=1)
DUEL_POINTS = Text("{win} for a win, {draw} for a draw, {loss} for a loss.", win="1", draw="½", loss="0")
PLACE_POINTS = Text(
    "Points by place, best first: {points}. Share a place, share its points.", points="4, 3, 2"
)
BYE_POINTS = Text("A bye counts {points}.", points="1")
LEVEL = Text("Level on points? These decide, in order: {ties}.", ties="direct games, Buchholz, lot")
TIES = {
    "direct": "direct games",
    "buchholz": "Buchholz",
    "sonneborn": "Sonneborn-Berger",
    "wins": "first places",
    "missed": "fewer missed deadlines",
    "lot": "lot",
}
VACATION = Text("You have {days} {days:day|days} of vacation for the whole season (`/away`).", days=14)
NO_VACATION = "There's no vacation."
SHARE = Text("A substitute gets {percent}% of the seat's points.", percent=50)
OUT = Text("Lose {n} {n:game|games} by absence and you're out.", n=2)
PLACES = "Each game gets a thread here. I mention you there, and message you when it's your turn."
PLACES_CHANNELS = "Each game gets a channel. I mention you there, and message you when it's your turn."

CALENDAR_UNUSED = "With `pace=results` rounds follow results, so the calendar isn't used."
SEASON_SHORT = Text("Only {n} {n:round|rounds} can begin in {days} {days:day|days}.", n=2, days=20)
SEASON_SHORT_OF = Text(
    "Only {n} of {rounds} rounds can begin in {days} {days:day|days}.", n=2, rounds=5, days=20
)

# -- the plan as organisers type it

WRONG_VALUE = Text("`{key}`: {why}", key="vacation", why="write a number from 0 to 120, not “long”.")
WRONG_FIELD = Text("**{label}**: {why}", label="Vacation", why="write a number from 0 to 120, not “long”.")
NOT_A_KEY = Text(
    "“{key}” isn't part of a league's plan. You can set {keys}.", key="colour", keys="`format`, `rounds`"
)
NO_VALUE = Text("“{typed}” has no value. Write it as `key=value`.", typed="points")
NOT_A_NUMBER = Text("write a number from {least} to {most}, not “{typed}”.", least=0, most=120, typed="long")
NOT_A_CHOICE = Text("write {choices}, not “{typed}”.", choices="dates, wait or results", typed="soon")
NOT_A_CALENDAR = Text(
    "I can't read “{typed}”. Try `7d`, or dates: `Mon 20:00 Europe/Rome`.", typed="sometimes"
)
POINTS_EACH = "write a number for each place, best first: `3,1,0`."
POINTS_FALL = "a better place can't have fewer points than a worse one."
NOT_POINTS = Text("I can't read “{typed}”. Try `3`, `0.5` or `1/2`.", typed="many")
POINTS_RANGE = "points go from 0 to 1000."
NOT_A_TIE = Text(
    "“{typed}” isn't a tie-break. Choose from {ties}.", typed="luck", ties="direct, buchholz, lot"
)
TWO_PLAYERS_ONLY = Text(
    "`{format}` is for two players, and this {game} has {seats}. Use `format=tables`.",
    format="swiss",
    game="NME",
    seats=3,
)
RATING_IS_SWISS = "`rating` works in Swiss leagues only. Use `lot`, or `format=swiss`."
ROUNDS_NEEDED = Text("write how many, 1 to {most}.", most=60)
LEAST_A_GAME = Text("a game has {seats} players, so a league needs as many.", seats=7)
MOST_TOO_FEW = Text("that is fewer than the league needs ({needed}).", needed=8)

# -- threads and channels for the games

NO_CHANNELS_LEFT = Text(
    "This server has {most} channels, the most Discord allows. The other games get threads.", most=500
)
NO_THREADS_LEFT = Text(
    "This server has {most} active threads, the most Discord allows: close some.", most=1000
)
CHANNEL_GONE = "The league's channel is gone."
NOT_A_TEXT_CHANNEL = "The league's channel isn't a text channel."
LACKING = Text("In {place} I need {permissions}.", place="#war-room", permissions="**Create Public Threads**")
LACKING_IN_SERVER = Text("In this server I need {permissions}.", permissions="**Manage Channels**")
NOT_LET = Text("Discord doesn't let me ({code}).", code=50013)
PERMISSIONS = {
    "view_channel": "View Channel",
    "manage_channels": "Manage Channels",
    "create_public_threads": "Create Public Threads",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
UNREACHABLE = Text(
    "I can't post in {channel}, the channel of {league}: it's gone, or I lack a permission. The league goes "
    "on; `/league show` and `/league table` work in every channel.",
    channel="#war-room",
    league="Spring Cup",
)

# -- organisers

TEXT_CHANNEL_ONLY = "Open a league in a text channel: its games get threads there."
BOT_LACKS = Text(
    "I need permissions here: {permissions}. Ask a moderator to grant them.",
    permissions="Attach Files, Create Public Threads",
)
CREATED = Text(
    "### {league} is open\nYou run it; its code is `{code}`. Press **Join** under the sign-up post if you "
    "play too. Until it begins you can change all of this:",
    league="Spring Cup",
    code="lg4k7",
)
CHANGES = Text("### {league} · settings", league="Spring Cup")
SETTINGS = Text("**{title}**\n{settings}", title="Rounds", settings="Rounds: 5 · Rhythm of rounds: 7d")
SETTING = Text("{label}: {value}", label="Rounds", value="5")
GROUPS = {
    "name": "Name and players",
    "rounds": "Rounds",
    "points": "Points",
    "time": "Time",
    "absence": "Absence and places",
}
LABELS = {
    "name": "Name",
    "least": "Fewest players",
    "most": "Most players",
    "divisions": "Divisions",
    "moves": "Up and down after a season",
    "format": "Format",
    "rounds": "Rounds",
    "cycles": "Games of each pair",
    "pace": "A new round begins",
    "calendar": "Rhythm of rounds",
    "points": "Points by place",
    "bye": "Points for a bye",
    "ties": "Tie-breaks",
    "seeding": "Swiss seeding",
    "substitute": "Substitute's share in percent",
    "signup": "Sign-up closes",
    "deadline": "Time for each turn",
    "season": "Days of the season",
    "vacation": "Days of vacation",
    "out": "Out after so many absences",
    "annul": "Early leavers' games",
    "where": "Games get",
}
HINTS = {
    "name": "2 to 60 characters",
    "least": "It doesn't begin with fewer",
    "most": "0: as many as like to (up to 1000)",
    "divisions": "1 to 20, by strength",
    "moves": "Players of each division, 0 to 10",
    "rounds": "0: a whole round robin",
    "calendar": "A span, 7d, or dates: Mon 20:00 Europe/Rome",
    "points": "One for each place, best first: 3,1,0",
    "bye": "3, 0.5 or 1/2",
    "ties": "In order, from direct, buchholz, sonneborn, wins, missed, lot",
    "substitute": "Of the seat's points, 0 to 100",
    "signup": "7d, Fri 20:00 or 2026-12-01 20:00",
    "deadline": "24h, 3d or Mon,Thu 20:00 Europe/Rome",
    "season": "Then open games are drawn. 0: no end",
    "vacation": "For the whole season, 0 to 120",
    "out": "Games lost by absence. 0: never",
    "annul": "Of who leaves a round robin before half of the rounds",
}
VALUES = {
    "roundrobin": "everyone plays everyone (two players)",
    "swiss": "Swiss: opponents with as many points (two players)",
    "tables": "new opponents each round (more players)",
    "1": "one game",
    "2": "two games, seats swapped",
    "dates": "on its date",
    "wait": "on its date, but waits for late games",
    "results": "when all games are over",
    "lot": "by lot",
    "rating": "by rating",
    "yes": "count for nobody",
    "no": "count",
    "threads": "threads in this channel",
    "channels": "channels of their own",
}
ZEROS = {"most": "no limit", "rounds": "all", "season": "no end", "out": "never"}
OPTIONS_TITLE = Text("{title} · {league}", title="Rounds", league="Spring Cup")
REFUSED_FORM = Text(
    "{why}\nNothing has changed. You wrote:\n```\n{typed}\n```",
    why="**Rounds**: write a number from 0 to 60, not “all”.",
    typed="Rounds: all",
)
AGAIN = "Try again"
SETTINGS_BUTTON = "Settings…"

# -- commands

GROUP = "Leagues: sign up, look at tables and games, organise"
LIST = "Show this server's leagues, and which you're in"
SHOW = "How a league works: dates, points, players"
JOIN_COMMAND = "Sign up for a league"
RESERVE = "Become a substitute: I call you when a seat is free"
WITHDRAW = "Leave a league (once it has begun I ask you to confirm)"
TABLE = "Show a league's table"
CROSSTABLE = "Show who played whom, and the results"
FIXTURES = "Show a round's games: players, deadlines, results"
LOG = "Show what organisers changed in a league, and why"
EXPORT = "Download a league as a file"
CREATE = "Open a league in this channel"
START = "Organisers: close sign-up; used again, begin round 1 now"
EDIT = "Organisers: change a league's settings"
RESULT = "Organisers: rule how a game counts"
REMOVE = "Organisers: remove a player from the league"
BACK = "Organisers: let a player back in"
PAUSE = "Organisers: begin no new rounds for a while"
RESUME = "Organisers: go on after a pause"
CANCEL = "Organisers: cancel the league (I ask you to confirm)"
NEXT_SEASON = "Organisers: open the next season of a finished league"

LEAGUE_FIELD = "Name or code (default: this channel's league)"
DIVISION_FIELD = "Which division (default: yours)"
ROUND_FIELD = "Which round (default: the newest)"
WHY_FIELD = "Why; everyone sees it"
NAME_FIELD = "The league's name"
GAME_FIELD = "Which game"
FORMAT_FIELD = "How players meet (default: what suits the game)"
ROUNDS_FIELD = "How many rounds (default: everyone plays everyone, or 5)"
PACE_FIELD = "When a new round begins (default: on its date)"
CALENDAR_FIELD = "A round every 7d (default), or on dates: Mon 20:00 Europe/Rome"
SIGNUP_FIELD = "When sign-up closes: 7d (default), a day or a time"
DEADLINE_FIELD = "Time for each turn (default 24h)"
MOST_FIELD = "Most players (default: no limit)"
WHERE_FIELD = "Where games are played (default: threads in this channel)"
OPTIONS_FIELD = "Options of the game, like objective=points"
PLAN_FIELD = "More settings, like divisions=2 substitute=50"
CHANGES_FIELD = "Like vacation=20 signup=3d; leave it empty to choose from a list"
RESULT_GAME_FIELD = "The game's code"
PLACES_FIELD = "Places in the order of the seats, like 1 2; or draw, or none"
PLAYER_FIELD = "Who"
