"""Leagues: what is posted during a season, and what organisers are told."""

from adjudicator.text import Text

# -- the season begins

BEGINS = Text("### {league} begins with {n} {n:player|players}", league="Spring Cup", n=12)
BEGINS_LATER = Text(
    "### {league} begins with {n} {n:player|players}\nRound 1 begins {begins}.",
    league="Spring Cup",
    n=12,
    begins="12 January 2026 20:00 (in 4 days)",
)
DRAWN = Text("-# Drawn by lot: {names}", names="1 Ada, 2 Ben, 3 Cleo")
DRAWN_MORE = Text("-# {names}", names="4 Dan, 5 Fay, 6 Gus")
NUMBER = Text("{number} {name}", number=1, name="Ada")
DIVISION = Text("**Division {n}**", n=1)
MEET_AGAIN = Text("-# So few of you: from round {n} on some meet again.", n=6)
TOO_FEW = Text(
    "### {league}: more players needed\n{n} of {least} have signed up. Sign-up stays open until {until}.",
    league="Spring Cup",
    n=2,
    least=3,
    until="11 January 2026 20:00 (in 3 days)",
)
TOO_FEW_AGAIN = Text(
    "### {league} is cancelled\nOnly {n} of {least} players signed up.", league="Spring Cup", n=2, least=3
)

# -- rounds

ROUND = Text("### {league} · round {n} of {total}", league="Spring Cup", n=1, total=3)
GAME = Text("- {players}", players="Cleo (Dark) – Ada (Light)")
PLAYER = Text("{name} ({seat})", name="Cleo", seat="Dark")
BYE = Text("- {name} has a bye", name="Ben")
WALKOVER = Text("- {name} has a walkover: the opponent has left", name="Ben")
WALKOVER_VOID = Text("- {name} has a walkover that counts for nobody: the opponent left early", name="Ben")
THREADS_OPEN = "-# Each game's thread opens now; I mention you there."
CHANNELS_OPEN = "-# Each game's channel opens now; I mention you there."
NEXT_ROUND = Text("Round {n} begins {begins}.", n=2, begins="19 January 2026 20:00 (in 7 days)")
CALL = Text(
    "{league}, round {n}: {players} play {game} in {place}, first turn until {due}.",
    league="Spring Cup",
    n=1,
    players="@Cleo (Dark) and @Ada (Light)",
    game="Commander-In-Chief",
    place="#s3e8 R1 Cleo – Ada",
    due="Fri 2 Jan, 20:00 UTC",
)
CALL_DIVISION = Text(
    "{league}, division {division}, round {n}: {players} play {game} in {place}, first turn until {due}.",
    league="Spring Cup",
    division=2,
    n=1,
    players="@Cleo (Dark) and @Ada (Light)",
    game="Commander-In-Chief",
    place="#s3e8 R1 Cleo – Ada",
    due="Fri 2 Jan, 20:00 UTC",
)
GONE_WALKOVER = Text(
    "{gone} left before round {n} began: {names} wins by walkover.", gone="Ada", n=2, names="Ben"
)
GONE_BYE = Text(
    "{gone} left before round {n} began: {names} have a bye.", gone="Ada", n=2, names="Ben and Cleo"
)
GONE_ALL = Text("{gone} left before round {n} began.", gone="Ada and Ben", n=2)
NO_GAME = Text(
    "### {league} · no game\n{why}\n-# {users}: you have no game in this round.",
    league="Spring Cup",
    why="Ada left before round 2 began: Ben wins by walkover.",
    users="@Ben",
)
NO_GAME_ALL = Text("### {league} · no game\n{why}", league="Spring Cup", why="Ada left before round 2 began.")
CANT_OPEN = Text(
    "### {league}: I can't open the games of round {n}\n{why} I try again every ten minutes.",
    league="Spring Cup",
    n=1,
    why="In #war-room I need **Create Public Threads**.",
)
PLACES = Text("### {league}\n{note}", league="Spring Cup", note="This server has 500 channels.")

# -- results

WON = Text(
    "Round {n}: **{winner}** beats {loser}, {points}–{rest}.",
    n=2,
    winner="Ben",
    loser="Ada",
    points="1",
    rest="0",
)
DRAW = Text("Round {n}: {names} draw, {points} each.", n=2, names="Ada and Ben", points="½")
PLACED = Text("Round {n}: {standing}.", n=2, standing="**Ada** 3, Ben 1, Cleo 0")
NO_RESULT = Text("Round {n}: {names} have no result.", n=2, names="Ada and Ben")
SCORE = Text("{name} {points}", name="Ben", points="1")
BEST = Text("**{name}** {points}", name="Ada", points="3")
COUNTS_FOR_NOBODY = "It counts for nobody: a player in it left early."
A_RULING = "By the organiser's ruling."
RESULT = Text("**{league}** · {result}", league="Spring Cup", result="Round 2: **Ben** beats Ada, 1–0.")
ROUND_OVER = Text("### {league} after round {n}", league="Spring Cup", n=2)
ROUND_OVER_DIVISION = Text(
    "### {league}, division {division}, after round {n}", league="Spring Cup", division=2, n=2
)
WEEK = Text(
    "### {league} · this week\n{n} {n:result|results}; {open} {open:game|games} under way.",
    league="Spring Cup",
    n=4,
    open=2,
)
WEEK_DIVISION = Text("### {league}, division {division}", league="Spring Cup", division=2)
LATE = Text("{n} {n:game|games} of earlier rounds still under way.", n=2)
MORE_RESULTS = Text("… and {n} more", n=3)
FINAL = Text("### {won}", won="🏆 Ben wins Spring Cup!")
WINNER = Text("🏆 {name} wins {league}!", name="Ben", league="Spring Cup")
WINNER_DIVISION = Text(
    "🏆 {name} wins division {division} of {league}!", name="Ben", division=2, league="Spring Cup"
)
NOBODY_LEFT = Text("{league} is over: nobody is left.", league="Spring Cup")
NOBODY_LEFT_DIVISION = Text(
    "Division {division} of {league} is over: nobody is left.", division=2, league="Spring Cup"
)
CORRECTED = "-# The final table, corrected after a ruling."
TOP = Text("{place} {name}", place="🥇", name="Ben")
MEDALS = ("🥇", "🥈", "🥉")
SEED = Text(
    "-# {league} is over. The seed of its draws was `{seed}`; `/league export` has all to check them. "
    "`/league season` opens the next season.",
    league="Spring Cup",
    seed="868d…",
)
SEED_CANCELLED = Text(
    "-# The seed of the draws of {league} was `{seed}`; `/league export` has all to check them.",
    league="Spring Cup",
    seed="868d…",
)
SEASON_UP = "The league's season is over, so this game ends as a draw of those still playing."
SEASON_OVER = "The league's season is over."
CANT_END = Text(
    "### {league}: a game doesn't end\nThe season is over, but I couldn't end game `{code}`: something went "
    "wrong on my side. I try again every ten minutes; the organiser can rule it with `/league result`.",
    league="Spring Cup",
    code="s3e8",
)
CANT_READ = Text(
    "### {league}: a result is missing\nGame `{code}` is over, but I couldn't note its result: something "
    "went wrong on my side. I try again every ten minutes; the organiser can rule it with `/league result`.",
    league="Spring Cup",
    code="s3e8",
)
FAULT = Text(
    "### {league} stops\nSomething went wrong on my side. Nothing is lost, and open games go on. My host "
    "finds the reason in the log; `/league resume` (or `/league start`) tries again.",
    league="Spring Cup",
)
AWAY_SIGN_UP = Text(
    "### {league}: I was away\nNobody could reach me for {away}. You get that time back: sign up until "
    "{until}.",
    league="Spring Cup",
    away="40m",
    until="8 January 2026 20:40 (in 7 days)",
)
AWAY_SEASON = Text(
    "### {league}: I was away\nNobody could reach me for {away}. You get that time back: the season lasts "
    "until {until}.",
    league="Spring Cup",
    away="40m",
    until="8 March 2026 20:40 (in 60 days)",
)

# -- who comes and goes

WITHDREW = Text("{name} leaves {league}, and plays in no more rounds.", name="Ada", league="Spring Cup")
ABSENT = Text(
    "{name} is out of {league}: {n} {n:game|games} lost by absence.", name="Ada", league="Spring Cup", n=2
)
TAKEN_OUT = Text(
    "{organiser} removed {name} from {league}.", organiser="@Mo", name="Ada", league="Spring Cup"
)
NO_SUBSTITUTE = Text("{name} isn't a substitute any more.", name="Dan")
IS_SUBSTITUTE = Text("{name} is a substitute now.", name="Dan")
BACK_IN = Text(
    "{organiser} lets {name} play in {league} again, from the next round on. Byes and walkovers in "
    "between stay.",
    organiser="@Mo",
    name="Ada",
    league="Spring Cup",
)
MAY_COME_BACK = Text(
    "{organiser} lets {name} sign up for {league} again.", organiser="@Mo", name="Ada", league="Spring Cup"
)
ORGANISER_GONE = Text(
    "The organiser of {league} has left. Members with *Manage Server* run it now.", league="Spring Cup"
)
REASON = Text("{what} Reason: {why}", what="@Mo pauses Spring Cup: no new rounds begin.", why="holidays")

# -- the log

LOG_CREATED = "Sign-up opened."
LOG_SEASON = Text("Sign-up opened, after season {n} (`{code}`).", n=1, code="lg4k7")
LOG_BEGINS = Text(
    "The season began with {n} {n:player|players}. Drawn by lot: {names}", n=2, names="1 Ada, 2 Ben"
)
LOG_CLOSED = Text("{organiser} closed sign-up.", organiser="@Mo")
LOG_BEGUN = Text("{organiser} began round 1 before its date.", organiser="@Mo")
LOG_ROUND = Text("Round {n} began: {games} {games:game|games}.", n=1, games=6)
LOG_OVER = "The season ended."
LOG_FAULT = "The league stopped: something went wrong on my side."

# -- organisers

ROUND_1_NOW = "Round 1 begins now."
HAS_BEGUN = Text("{league} has begun.", league="Spring Cup")
TOO_FEW_YET = Text("{n} of {least} players have signed up. Wait for more.", n=1, least=3)
TOO_FEW_LOWER = Text(
    "{n} of {least} players have signed up. Wait for more, or lower *Fewest players* with `/league edit`.",
    n=2,
    least=3,
)
CLOSED_NOW = "Sign-up is closed, and round 1 begins."
CLOSED_LATER = Text(
    "Sign-up is closed. Round 1 begins {begins}; to begin it now, use `/league start` again.",
    begins="12 January 2026 20:00 (in 4 days)",
)
NOT_UNDER_WAY = Text("{league} isn't under way.", league="Spring Cup")
PAUSES = Text(
    "{organiser} pauses {league}: no new rounds begin. Open games go on.",
    organiser="@Mo",
    league="Spring Cup",
)
PAUSED = "Paused: no new rounds begin."
NOT_PAUSED = Text("{league} isn't paused.", league="Spring Cup")
RESUMES = Text("{organiser} resumes {league}.", organiser="@Mo", league="Spring Cup")
RESUMED = "The league goes on."
CANCELS = Text(
    "{organiser} cancels {league}. Open games go on, outside it.", organiser="@Mo", league="Spring Cup"
)
CANCELLED = "The league is cancelled."
CANCEL_TITLE = Text("Cancel {league}?", league="Spring Cup")
CANCEL_WHY = "Why"
CANCEL_HINT = "Everyone sees it. Open games go on, outside the league."
IS_OUT = Text("{name} is out of the league.", name="Ada")
PLAYS_AGAIN = Text("{name} plays again from the next round on.", name="Ada")
MAY_SIGN_UP = Text("{name} can sign up again.", name="Ada")
SAY_WHY = "Say why: everyone sees it in the log."
HASNT_LEFT = Text("{name} hasn't left this league.", name="Ada")
YOU_PLAY_IT = "You play in this game. Somebody with *Manage Server* has to rule it."
RULED = Text(
    "{organiser} rules game `{code}`. {result}",
    organiser="@Mo",
    code="s3e8",
    result="Round 1: Ada and Ben draw, ½ each.",
)
RULED_OWN = Text(
    "{organiser}, who plays in it, rules game `{code}`. {result}",
    organiser="@Mo",
    code="s3e8",
    result="Round 1: Ada and Ben draw, ½ each.",
)
RULED_HERE = Text(
    "{users}\n{ruling}\n-# So the league counts this game, whatever happens on the board. `/vote` or `/gm` "
    "can end it.",
    users="@Ada @Ben",
    ruling="@Mo rules game `s3e8`. Round 1: Ada and Ben draw, ½ each.",
)
RULED_POST = Text(
    "**{league}** · {ruling}",
    league="Spring Cup",
    ruling="@Mo rules game `s3e8`. Round 1: Ada and Ben draw, ½ each.",
)
RULED_SAID = Text("Ruled. {result}", result="Round 1: Ada and Ben draw, ½ each.")
NOT_RULABLE = Text(
    "{league} is finished, and its next season `{code}` has begun from its table.",
    league="Spring Cup",
    code="lg8m3",
)
NOT_PLAYED = Text("Game `{code}` wasn't played: somebody had left.", code="s3e8")
NO_GAME_CODE = Text(
    "{league} has no game `{code}`. `/league fixtures` shows them.", league="Spring Cup", code="z9z9"
)
WRITE_PLACES = Text(
    "Write each seat's place, in the order of the seats: `{example}`. Or `draw`, or `none`.", example="1 2"
)
WRITE_PLACES_UP_TO = Text(
    "Write each seat's place from 1 to {most}, in the order of the seats: `{example}`. Or `draw`, or `none`.",
    most=5,
    example="1 2 3",
)
TEAM_PLACES = "Players of one team share a place: `1 1 2 2`."
UNKNOWN_GAME = Text("I don't know the game “{game}”.", game="chess")
NAME_LENGTH = Text("A league's name has 2 to {most} characters.", most=60)
DEADLINE_NEEDED = "Games of a league need a deadline, so that rounds end. Try `24h` or `3d`."
SIGN_UP_RANGE = "Sign-up has to close within 90 days. Try `7d`, `60d` or `2026-12-01 20:00`."
SIGN_UP_CLOSED = "Sign-up is closed."
CANCELLED_HAS_NO_SEASON = Text(
    "{league} was cancelled, so no season follows. `/league create` opens a new league.", league="Spring Cup"
)
SEASON_NOT_OVER = Text("{league} isn't finished yet. Its next season comes after it.", league="Spring Cup")
NEWER_OVER = Text(
    "Season {n} is finished too. To follow it, use `/league season league:{code}`.", n=2, code="lg8m3"
)
NEWER = Text("Season {n} is here already: `{code}`.", n=2, code="lg8m3")
SEASON_OPEN = Text(
    "{league} is open: `{code}`. Its sign-up post is in {channel}.",
    league="Spring Cup, season 2",
    code="lg8m3",
    channel="#war-room",
)
CHANGED = Text(
    "{organiser} changes {league}: {changes}.",
    organiser="@Mo",
    league="Spring Cup",
    changes="Rounds: 7; Days of vacation: 20",
)
CHANGED_SAID = Text("Changed. {changes}.", changes="Rounds: 7; Days of vacation: 20")
NOTHING_CHANGED = "Nothing has changed."
FIXED = Text(
    "{keys} can't change any more: the league has begun. You can still change {open}.",
    keys="`points`",
    open="`vacation`, `out` and `where`",
)
MORE_THERE = Text("{n} players have signed up already, more than {most}.", n=9, most=8)
SEASON_TOO_SHORT = Text("it has lasted longer already. Write {days} or more, or 0 for no end.", days=21)
CHANGE = Text("{label}: {value}", label="Rounds", value="7")
CHANGE_DEADLINE = Text("{label}: {value}, from the next round on", label="Time for each turn", value="48h")
CHANGE_ROUND = Text("the next round begins {begins}", begins="19 January 2026 20:00 (in 7 days)")
CHANGE_END = Text("the season ends {ends}", ends="8 March 2026 20:40 (in 60 days)")

# -- a league's file, and what its check finds (`python -m bot league`)

FILE = Text(
    "{league}: players, games, results and table. Check it with `python -m bot league {code}.json`.",
    league="Spring Cup",
    code="lg4k7",
)
THE_ORGANISER, SOMEBODY = "the organiser", "somebody"
NO_FILE = Text("this isn't a league's file ({format})", format="fieldpost-league/2")
UNREADABLE = Text("it can't be read: {why}", why="KeyError 'plan'")
SEED_MISSING = "the season is over, but the seed is missing"
NUMBERS_SEALED = "the players' numbers: the seed is published when the season is over"
WRONG_SEED = "the seed doesn't fit the SHA-256 in the sign-up post"
WRONG_NUMBER = Text("{name} has number {n}, but the draw gives {lot}", name="Ada", n=2, lot=3)
ROUNDS_UNKNOWN = Text(
    "{n:round|rounds} {rounds}: an older version didn't keep what they were paired from",
    n=2,
    rounds="1 and 2",
)
ROUNDS_SEALED = Text("{n:round|rounds} {rounds}: pairing needs the seed", n=2, rounds="1 and 2")
WRONG_LOT = Text("round {n} is drawn with lot {lot}, but lot {next} comes next", n=2, lot=7, next=5)
WRONG_BOARDS = Text("round {n} has {boards} boards, but the draw gives {drawn}", n=2, boards=3, drawn=4)
WRONG_RESULT = Text("round {n}, board {board}: its result isn't the one that was noted", n=2, board=1)
WRONG_TABLES = Text("there are {divisions} divisions, but {tables} tables", divisions=2, tables=1)
WRONG_TABLE = Text("the table of division {division} doesn't follow from the results", division=1)
WRONG_PAIR = Text(
    "round {n}, board {board}: {players}, but the draw gives {drawn}",
    n=2,
    board=1,
    players="1 – 4",
    drawn="1 – 3",
)
ALONE = Text("{n} alone", n=5)
NO_BYE = Text("round {n}, board {board}: this isn't the bye that the draw gives", n=2, board=3)
NO_WALKOVER = Text("round {n}, board {board}: this isn't the walkover that the draw gives", n=2, board=3)
