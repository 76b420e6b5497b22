"""Letters: writing, reading, whom they reach"""

from __future__ import annotations

from adjudicator.text import Text

# -- /press and its forms

PRESS = "Write a letter to other players, or to everyone in public"
PRESS_TO = "Factions or players, like hamblet greene; or all; or #12, who wrote unsigned letter 12"
PRESS_TEXT = "Your letter; leave this out to write it in a form"
PRESS_ANONYMOUS = "Leave out your name, where the game allows it"
TO_ALL_OFFERED = "all (everyone reads it)"
FORM_ASK = Text("Letter · {code}", code="s3e8")
FORM_TO = Text("To {whom} · {code}", whom="Hamblet (hal)", code="s3e8")
FORM_TO_SHORT = Text("To {whom}", whom="Hamblet, Tower and Rossoni")
FIELD_TO = "To"
FIELD_TEXT = "Your letter"
FIELD_HINT = "At most 1,500 characters. You can't take it back."
EVERYONE = "Everyone, in public"
ALL_IN_PUBLIC = "all, in public"
WRITER = Text("the writer of unsigned letter {n}", n=26199)
WRITER_SHORT = Text("the writer of letter {n}", n=26199)

# -- to whom?

TO_WHOM = "To whom?"
UNKNOWN = Text("I don't know “{name}”.", name="zed")
UNKNOWN_NEAR = Text("I don't know “{name}”. Did you mean {near}?", name="dunkin", near="Dunning (fay)")
AMBIGUOUS = Text("“{name}” could be {fits}.", name="chris", fits="Christofori (gus) or Papst (chris)")
ALL_ALONE = "`all` goes alone: everyone reads it."
NOT_A_PLAYER = "The person you mention doesn't play in this game."
YOURSELF = "That's you: pick somebody else."
IS_OUT = Text("{seat} is out of the game.", seat="Greene")
YOU_CAN_WRITE = Text(
    "{why} You can write to {seats}, or in public to `all`. Nothing was sent.",
    why="I don't know “zed”.",
    seats="Papst (ben) and Rossoni (cleo)",
)
YOU_CAN_WRITE_ALL = Text(
    "{why} In this game you can only write to `all`, in public. Nothing was sent.", why="I don't know “zed”."
)
PICK_ONE = Text("Pick one faction: {seats}.", seats="Papst (ben) or Rossoni (cleo)")
WITH_WHOM = Text(
    "{why} Pick one faction: {seats}.", why="I don't know “zed”.", seats="Papst (ben) or Rossoni (cleo)"
)
COLON = "Put a colon after the names: `press hamblet greene: your letter`."

# -- refusals

EMPTY = "The letter is empty. Nothing was sent."
TOO_LONG = Text(
    "A letter has at most {most:,} characters; yours has {n:,}. Nothing was sent.", most=1500, n=1620
)
TOO_MANY_LINES = "Your letter has too many lines: send it in two. Nothing was sent."
YOUR_LETTER = Text("{why}\nThis was your letter:\n```\n{letter}\n```", why=EMPTY, letter="Hold Soho.")
NO_LETTERS = Text(
    "Game `{code}` carries no letters: {game} has no letters.", code="k7f3", game="Commander-In-Chief"
)
LETTERS_OFF = Text("Game `{code}` carries no letters (`press=none`).", code="s3e8")
IS_OVER = Text("Game `{code}` is over: no letters any more.", code="s3e8")
YOU_ARE_OUT = Text("You're out of game `{code}`, so you can't write letters any more.", code="s3e8")
ONLY_PUBLIC = Text("In game `{code}` you can only write to all, in public: use `/press to:all`.", code="s3e8")
SIGNED_ONLY = Text("In game `{code}` every letter is signed.", code="s3e8")
THREADS_SHOW = "This game's letters are private threads, which show who writes there. Only letters to `all` can be unsigned."
NO_THREADS = "There are no private threads here. Nothing was sent."
NO_SUCH_LETTER = "I can't find a letter to you with this number."
OWN_LETTER = "That letter is your own."
WHICH_GAME = Text("Which game? You play {games}. Nothing was sent.", games="`s3e8`, `k7f3`")
WHICH_GAME_READ = Text(
    "Which game's letters? You play {games}. Add `table:{first}`.", games="`s3e8`, `k7f3`", first="s3e8"
)
GAMES_WITHOUT = Text("{games} {n:has|have} no letters.", games="Nemein and NME", n=2)
NO_GAME = "You don't play any game with letters."

# -- sent

SENT = Text(
    "✉ Your letter is on its way to {whom} in game `{code}`.",
    whom="Tower (ada) and Greene (gus)",
    code="s3e8",
)
SENT_ALL = Text(
    "📣 Your broadcast is on its way to {channel} in game `{code}`.", channel="<#12>", code="s3e8"
)
SENT_THREAD = Text(
    "✉ Your letter is on its way to {thread} in game `{code}`. Write there from now on.",
    thread="<#12>",
    code="s3e8",
)
UNSIGNED_FOR_EVER = Text("Nobody will ever learn that no. {n} is yours.", n=26199)
UNSIGNED_TILL_END = Text("Until the game is over, nobody learns that no. {n} is yours.", n=26199)
COPY = "-# `/letters` keeps a copy."

# -- the letter: a locked phone shows how it begins

LETTER = Text(
    "✉ {sender} → {whom} · {game} `{code}` · {season}",
    sender="**Hamblet** (hal)",
    whom="Tower, Greene",
    game="New York 2047",
    code="s3e8",
    season="spring 2047",
)
LETTER_UNSIGNED = Text(
    "✉ {sender} → {whom} · {game} `{code}` · {season} · no. {n}",
    sender="**An unsigned letter**",
    whom="Tower",
    game="New York 2047",
    code="s3e8",
    season="spring 2047",
    n=26199,
)
IN_THREAD = Text(
    "✉ {sender} → {whom} · {season}", sender="**Hamblet** (hal)", whom="Greene", season="spring 2047"
)
BROADCAST = Text("📣 {sender} to all · {season}", sender="**Hamblet** (hal)", season="spring 2047")
BROADCAST_UNSIGNED = Text("📣 **An unsigned broadcast** (no. {n}) · {season}", n=26199, season="spring 2047")
CALL = Text(
    "<@{user}>, you have a letter, but I can't send you direct messages. Press **Read your letters**: only "
    "you will see them.",
    user=1,
)
REPLY = "Reply"
REPLY_ALL = "Reply to all"
REPLY_PRIVATE = "Reply in private"
READ = "Read your letters"
YOU = "**You**"
YOU_UNSIGNED = "**You**, unsigned"
SENDER_UNSIGNED = Text("{name}, unsigned", name="**Hamblet** (hal)")
AN_UNSIGNED = "**An unsigned letter**"
THE_WRITER = Text("**The writer of unsigned letter {n}**", n=26199)
YOU_AND = Text("you, {whom}", whom=WRITER.sample)
ALL = "all"
SECRET_RECIPIENTS = "recipients kept secret"
PERIOD_TURN = Text("turn {n}", n=4)

# -- /letters

LETTERS = "Read your letters; after a game ends, everyone's"
LETTERS_WITH = "Only letters to and from this faction"
YOURS = Text("### Your letters · {game} `{code}`", game="New York 2047", code="s3e8")
EVERYONES = Text("### All letters · {game} `{code}`", game="New York 2047", code="s3e8")
WITH = Text("### Letters with {seat} · {game} `{code}`", seat="Tower", game="New York 2047", code="s3e8")
PAGE = Text("{head} · page {page} of {pages}", head=YOURS.sample, page=1, pages=2)
NONE = Text("{head}\nNo letters.", head=YOURS.sample)
ENTRY = Text(
    "✉ {sender} → {whom} · {season} · {when}",
    sender="**You**",
    whom="Hamblet",
    season="spring 2047",
    when="<t:1767312000:f>",
)
ENTRY_ALL = Text(
    "📣 {sender} → {whom} · {season} · {when}",
    sender="**Hamblet** (hal)",
    whom="all",
    season="spring 2047",
    when="<t:1767312000:f>",
)
ENTRY_NUMBER = Text("{head} · no. {n}", head=ENTRY.sample, n=26199)
REPLY_TO = Text("Reply to {seat}", seat="Hamblet")
REPLY_TO_NUMBER = Text("Reply to no. {n}", n=26199)
NEWEST = "⏮ Newest"
NEWER = "◀ Newer"
OLDER = "Older ▶"
OLDEST = "Oldest ⏭"
STILL_CLOSED = Text("You don't play in game `{code}`. You can read its letters when it's over.", code="s3e8")
