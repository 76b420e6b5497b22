"""What each act of a button, menu or form needs before it is done, see `bot.discord.router`."""

from __future__ import annotations

from bot.features.leagues.buttons import LEAGUE_FORMS, LEAGUE_PRESSES

_LOBBY = {"join", "leave", "start", "close", "wish", "options", "setoptions"}
_ASIDE = {
    "desk",
    "board",
    "explain",
    "draw",
    "concede",
    "voteyes",
    "voteno",
    "takeseat",
    "replayed",
    "verify",
}
_LETTERS = {"reply", "replyall", "letter", "answer", "answerall"}
_WINDOWS = {"ahead", "plan", "ruling", "gmundo", "gmforce", "gmset", "gmoptions"}
_LEAGUES = {"ljoin", "lreserve", "lleave", "loptions", "lset", "lcancel"}
_LEAGUES |= {"ltable", "lcross", "lfix", "llog", "lshow"}

PUBLIC = frozenset(_LOBBY | _ASIDE | _LETTERS | _WINDOWS | _LEAGUES)
"""What may be pressed below a message that others see too: it answers aside, or brings a lobby or a sign-up
post up to date. All else puts a private answer in the place of its message."""
OPENS = frozenset({"past", "letters"})
"""These open a new private message if they say "new"; else they turn its pages."""
NO_GAME = LEAGUE_FORMS | LEAGUE_PRESSES.keys() | {"rules", "leaders", "forgetyes", "forgetno"}
"""Acts whose `table` is no game's code."""
LOOKS = OPENS | {"board", "explain", "why", "pastjump", "pastgo", "replayed", "replay", "verify", "log"}
"""Acts that only look: also for players who have left the server."""
