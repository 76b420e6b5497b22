"""Game masters: /gm, /penalty, the public log"""

from __future__ import annotations

from adjudicator.text import Text

# -- commands

GM = "For game masters: the host or a moderator who isn't playing"
REASON_FIELD = "Why; everyone will see it"
PAUSE = "Stop the clock: no time runs, and nothing resolves"
PAUSE_TIME = "How long, like 12h or 2d (default: until /gm resume)"
RESUME = "Resume a paused game, or try again after an error"
EXTEND = "Give this turn more time"
EXTEND_TIME = "How much more, like 12h or 2d"
SHORTEN = "Take back time given with /gm extend"
SHORTEN_TIME = "How much, like 12h or 2d (default: all of it)"
FORCE = "Resolve this turn now, with the orders given so far"
UNDO = "Take the last turn back"
OPTIONS = "Change deadlines and house options of a running game"
REPLACE = "Give a side to another player, with its orders and letters"
REPLACE_PLAYER = "Whose side"
REPLACE_BY = "Who plays it from now on"
PENALISE = "Penalise a player as the rules allow, or end their game"
PENALTY = "Game masters: penalise a player, where the rules allow it"
PENALTY_PLAYER = "Who"
PENALTY_RULING = "Which penalty"
PENALTY_SPACE = "The piece's space, if the penalty needs one"
TRANSFER = "Make someone else the game's host"
TRANSFER_TO = "The new host"
LOG = "What game masters and votes changed in a game, and why"

# -- who may

BY_HOST = Text("{name} (host)", name="Eve")
BY_MODERATOR = Text("{name} (moderator)", name="Eve")
YOU_PLAY = "You play in this game, so you can't rule in it. Ask a moderator, or ask the players with `/vote`."
NOT_MASTER = Text(
    "Only a game master can do that in game `{code}`: a moderator of its server (Manage Server or Manage "
    "Messages) who isn't playing.",
    code="k7f3",
)
NOT_MASTER_HOST = Text(
    "Only a game master can do that in game `{code}`: its host, <@{host}>, or a moderator of its server "
    "(Manage Server or Manage Messages) who isn't playing.",
    code="k7f3",
    host=1,
)
IN_LOBBY = "This game hasn't started. Its host can change the options in the lobby."
MOVED_ON = "The game has moved on since you asked, so nothing has changed. Look at it again."
GIVE_REASON = "Give a reason. Everyone will read it."
REASON_TOO_LONG = Text("A reason has at most {most} characters; yours has {n}.", most=300, n=312)
OLD_BUTTON = "This button is from an older version of me. Nothing has changed."

# -- asking once more

WHY = "Why?"
EVERYONE_SEES = "Everyone will see this."
EVERYONE_SEES_NEW_SEED = "Everyone will see this. Flips and rolls come from a new seed then."
CONSENT = "Everyone still playing must agree: this opens a vote."
CONSENT_NEW_SEED = (
    "Everyone still playing must agree: this opens a vote. Flips and rolls come from a new seed then."
)
NO_UNDO = "Everyone will see this. You can't undo it."
FORCE_TITLE = Text("Resolve {turn} now?", turn="turn 4")
UNDO_TITLE = Text("Take back {turn}?", turn="turn 4")
PENALTY_TITLE = Text("{ruling}: {side}?", ruling="Forfeit the game", side="Dark")

# -- the clock

PAUSED_HEAD = "paused"
PAUSED = Text("{by} paused the game. Reason: {reason}", by="Eve (host)", reason="holidays")
PAUSED_UNTIL = Text(
    "{by} paused the game until {until}. Reason: {reason}",
    by="Eve (host)",
    until="<t:1767312000:f>",
    reason="holidays",
)
PAUSE_MEANS = (
    "No time runs, and nothing resolves; you can still give orders. A game master can resume the game; so can two "
    "thirds of you, with `/vote resume`."
)
PAUSE_UNTIL_MEANS = (
    "Until then no time runs, and nothing resolves; you can still give orders. Two thirds of you can resume "
    "it earlier with `/vote resume`."
)
YOU_PAUSED = Text("Game `{code}` is paused. `/gm resume` ends the pause.", code="k7f3")
PAUSED_ALREADY = Text("Game `{code}` is already paused. `/gm resume` ends the pause.", code="k7f3")
RESUMED = Text("{by} resumed the game.", by="Eve (host)")
RESUMED_WHY = Text("{by} resumed the game. Reason: {reason}", by="Eve (host)", reason="all are back")
YOU_RESUMED = Text("Game `{code}` goes on in <#{channel}>.", code="k7f3", channel=12)
NOT_PAUSED = Text("Game `{code}` isn't paused.", code="k7f3")
PLAYERS_PAUSED = "The players voted for this pause. End it with `/vote resume`, or ask a moderator."
LONGER = "more time"
EXTENDED = Text(
    "{by} added {span} to {turn}. Reason: {reason}",
    by="Eve (host)",
    span="12h",
    turn="turn 4",
    reason="Ada is ill",
)
SHORTER = "less time"
SHORTENED = Text(
    "{by} took {span} back from {turn}. Reason: {reason}",
    by="Eve (host)",
    span="12h",
    turn="turn 4",
    reason="Ada is back",
)
NOW_DUE = Text("This turn is now due {due}.", due="<t:1767312000:f> (<t:1767312000:R>)")
NOW_DUE_PAUSED = "This counts once the game goes on; it's still paused."
POSTED = Text("{told} Posted in <#{channel}>.", told="This turn is now due <t:1767312000:R>.", channel=12)
NO_DEADLINE = "This turn has no deadline."
ALL_IN = "All orders are in: nobody needs more time."
MOST_EXTENDED = Text(
    "Game masters can add at most {most} to a turn: {rest} more for this one.", most="30d", rest="2d"
)
ALL_EXTENDED = Text("Game masters can add at most {most} to a turn, and this one has had it.", most="30d")
NOTHING_ADDED = "No game master has added time to this turn."
MODERATOR_SHORTENS = "Players count on the time they were given: only a moderator can take it back."
TOO_NEAR = Text("This turn is due in less than {notice}: it can't get shorter now.", notice="1h")
TOO_LONG = Text("{span} is too long: at most {most}.", span="40d", most="30d")

# -- the turn

FORCE_VOTE = Text("resolving {turn} now", turn="turn 4")
WANTS_FORCE = Text(
    "wants to resolve {turn} now, before its deadline, with the orders given so far.", turn="turn 4"
)
FORCED_HEAD = Text("{turn} is resolved now", turn="turn 4")
FORCED = Text("{by} resolved {turn} before its deadline", by="Eve (host)", turn="turn 4")
YOU_FORCED = Text("Done: see <#{channel}>.", channel=12)
PAUSED_NOW = "The game is paused, so nothing resolves. `/gm resume` ends the pause."
STUCK = Text(
    "{who} {n:has|have} no order, and there's no default move. `/gm extend` gives more time, `/gm replace` "
    "brings in another player, `/gm penalise` ends their game.",
    who="**Dark** (Ada)",
    n=1,
)
UNDONE = Text("{by} took {turn} back", by="Eve (host)", turn="turn 4")
YOU_UNDID = Text("Taken back: {turn}. Posted in <#{channel}>.", turn="turn 4", channel=12)

# -- options

OPTIONS_HEAD = "options"
OPTION = Text("- {option}: **{value}**", option="Time for each turn", value="24h")
PAGES = ("Time and grace", "Absence", "Votes and more")
PAGE_TITLE = Text("{page} · {code}", page="Time and grace", code="k7f3")
OPTIONS_VOTE = "other options"
WANTS_OPTIONS = Text("wants to change options: {changes}.", changes="Time for each turn: 24h → 48h")
OPTIONS_CHANGED_HEAD = "new options"
OPTIONS_CHANGED = Text(
    "{by} changed options: {changes}", by="Eve (host)", changes="Time for each turn: 24h → 48h"
)
YOU_CHANGED = Text(
    "Changed: {changes}. Posted in <#{channel}>.", changes="Time for each turn: 24h → 48h", channel=12
)
SAME_OPTIONS = "Nothing changed: these are its options already."
LEAGUE_VACATION = Text(
    "Nothing has changed: league `{league}` sets vacation days for its whole season. Change them with "
    "`/league edit`.",
    league="w4rk",
)
LEAGUE_COMPUTERS = Text(
    "Nothing has changed: computers play in league `{league}` only if its organiser has said so from the start.",
    league="w4rk",
)
DEADLINE_GONE = "This turn has no deadline any more."
DEADLINE_KEPT = "This turn keeps its deadline; the next ones have the new time."

# -- people

REPLACE_VOTE = Text("giving {side} to {name}", side="Dark", name="Ben")
WANTS_REPLACE = Text("wants {name} to take over from {who}.", name="Ben", who="**Dark** (Ada)")
REPLACED = Text("{by} decided this", by="Eve (host)")
YOU_REPLACED = Text("{who} plays now. Posted in <#{channel}>.", who="**Dark** (Ben)", channel=12)
ASKED_TO_BE_FORGOTTEN = "The new player has asked to be forgotten."
NEW_HOST = "a new host"
TRANSFERRED = Text(
    "{by} made {name} the host of this game. Reason: {reason}",
    by="Eve (host)",
    name="Ben",
    reason="I'm away",
)
HOST_BY_PLAYER = (
    "A player chose this host. So everyone still playing must agree, or a moderator must do it: replacing or "
    "penalising somebody, resolving early, taking a turn back, changing options."
)
HOST_PLAYS = "This host plays, so only moderators can rule in this game."
YOU_TRANSFERRED = Text("{name} is now the host of game `{code}`.", name="Ben", code="k7f3")
HOST_ALREADY = Text("{name} is already the host.", name="Ben")
IS_A_BOT = "That's a bot. Name a person."
NOT_HERE = "That user isn't in this server."

# -- penalties

FORFEIT = {"forfeit": "forfeit the game"}
PENALTY_VOTE = Text("a penalty for {side}: {ruling}", side="Dark", ruling="forfeit the game")
WANTS_PENALTY = Text(
    "wants to penalise {who}: **{ruling}**.", who="**Dark** (Ada)", ruling="forfeit the game"
)
PENALISED = Text(
    "{by} penalised {who}: **{ruling}**", by="Eve (host)", who="**Dark** (Ada)", ruling="forfeit the game"
)
PENALISED_YOU = Text(
    "⚖ {told}\n-# Game `{code}` in <#{channel}>",
    told="Eve (host) penalised **Dark** (Ada): **forfeit the game**. Reason: no answer",
    code="k7f3",
    channel=12,
)
YOU_PENALISED = Text(
    "{who} is penalised: {ruling}. Posted in <#{channel}>.",
    who="**Dark** (Ada)",
    ruling="forfeit the game",
    channel=12,
)
AFTER_PENALTY = "The game master has ruled"
RULING_ON = Text("{ruling} on {space}", ruling="remove an Infantry", space="B2")
NO_PENALTY = Text(
    "“{said}” isn't a penalty in {game}. Choose {rulings}.",
    said="whip",
    game="NME",
    rulings="“remove an Infantry” or “forfeit the game”",
)
OUT_ALREADY = Text("{who} is already out of the game.", who="**Dark** (Ada)")
NO_SPACE = Text("“{ruling}” needs no space: leave it out.", ruling="forfeit the game")
NOT_POSSIBLE = Text(
    "“{ruling}” isn't possible for {who} now.", ruling="remove an Infantry", who="**Dark** (Ada)"
)
WHICH_SPACE = Text(
    "On which space? For {who}, `space` can be {spaces}.", who="**Dark** (Ada)", spaces="`B2` or `B4`"
)
NOT_ON_SPACE = Text(
    "Not possible on `{said}`. For {who}, `space` can be {spaces}.",
    said="A1",
    who="**Dark** (Ada)",
    spaces="`B2` or `B4`",
)

# -- /log

LOG_HEAD = Text("### {game} `{code}` · log", game="NME", code="k7f3")
LOG_EMPTY = "Nothing yet. What game masters do, votes, more time and new players will be listed here."
LOG_LINE = Text("- {when} {told}", when="<t:1767312000:f>", told="Eve (host) resumed the game.")
NEWEST = "Newest"
OLDER = Text("Older ({n})", n=14)
