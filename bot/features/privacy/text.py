"""Privacy: your data, a copy of it, being forgotten"""

from __future__ import annotations

from adjudicator.text import Text

# -- /privacy

PRIVACY = "Your data: get a copy, be forgotten, or stay unnamed"
EXPORT = "Download everything I store about you"
PUZZLES = "Whether posts of the puzzle of the day name you if you solved it"
PUZZLES_NAMED = "True: they name you (as they do unless you say otherwise). False: they only count you"
FORGET = "Be forgotten: shows what will happen, and asks you to confirm"

# -- a copy

COPY = "This file has everything I store about you. `/privacy forget` deletes what can be deleted."
COPY_LITTLE = (
    "This file has everything I store about you. It isn't much: you haven't played here. `/privacy forget` "
    "deletes what can be deleted."
)
COPY_CUT = (
    "This file has everything I store about you, except your older messages: with them it would be too "
    "large. `/privacy forget` deletes what can be deleted."
)
TOO_LARGE = "Your data is too large to send here. Ask whoever runs this bot for it."
ABOUT_FILE = (
    "Everything this bot stores about you. Times are in UTC. Ids are Discord's. Games and leagues have "
    "codes. See docs/privacy.md of Fieldpost."
)
LEFT_OUT = Text("All but the newest {n} messages: the file would have been too large.", n=1000)
YOU_WROTE = "You"
YOU_WROTE_UNSIGNED = "You, unsigned"
BEFORE_YOU = "Who had your side before"
BEFORE_YOU_UNSIGNED = "Who had your side before, unsigned"

# -- being forgotten

NOTHING = "I store nothing about you, so there's nothing to forget."
ASK = "**Do you want to be forgotten?** You can't undo this."
ASK_AGAIN = "Something has changed since you asked. **Do you want to be forgotten?** You can't undo this."
CONCEDES = Text("- You concede {n:game|games} {games}, at once and for good.", n=2, games="`k7f3` and `y5v7`")
CONCEDES_MANY = Text("- You concede {n} games, at once and for good.", n=16)
LEAVES_GAMES = Text(
    "- You leave {n:game|games} {games} before the start.", n=1, games="`k7f3` (NME in <#12>)"
)
LEAVES_GAMES_MANY = Text("- You leave {n} games before the start.", n=16)
LEAVES_LEAGUES = Text("- You leave {n:league|leagues} {leagues}.", n=1, leagues="`w4rk` (Spring Cup)")
LEAVES_LEAGUES_MANY = Text("- You leave {n} leagues.", n=16)
HOSTLESS = Text(
    "- {games} {n:loses its|lose their} host: moderators look after {n:it|them}.", games="`k7f3`", n=1
)
HOSTLESS_MANY = Text("- {n} games lose their host: moderators look after them.", n=16)
UNORGANISED = Text(
    "- {leagues} {n:loses its|lose their} organiser: members with *Manage Server* run {n:it|them}.",
    leagues="`w4rk` (Spring Cup)",
    n=1,
)
UNORGANISED_MANY = Text("- {n} leagues lose their organiser: members with *Manage Server* run them.", n=16)
LABELLED = Text("`{code}` ({label})", code="k7f3", label="NME in <#12>")
PLACE = Text("{game} in <#{channel}>", game="NME", channel=12)
DELETED = (
    "- I delete your settings, time zone, absences, ratings, drafts, orders ahead, and my copies of what I "
    "wrote to you. Reminders stop."
)
STAYS = (
    "**What stays:** games with their orders and letters, league tables and results. In them you get a name "
    "like “a former player 12”; nothing leads from it back to you. Messages already in Discord stay there. "
    "For a copy of your data, use `/privacy export` first."
)
YES = "Yes, forget me"
NO = "No, I stay"
KEPT = "Nothing has changed: I still know you."
STUCK = "You're still in a game or league that I can't take you out of. Try again."
DONE = Text(
    "Done: you're forgotten. In what stays you're “{former}”. If you play again, I won't know you.",
    former="a former player 12",
)

# -- what the others read

NEW_HOST_HEAD = Text("### {game} `{code}` · a new host", game="NME", code="k7f3")
NEW_HOST = Text("The host has left. {name}, who joined first, is the host now.", name="Ben")
NO_HOST_HEAD = Text("### {game} `{code}` · no host", game="NME", code="k7f3")
NO_HOST = "The host has left. Moderators of this server look after this game now, and can name a new host."
