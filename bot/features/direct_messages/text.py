"""Direct messages: what is answered to what one writes."""

from __future__ import annotations

from adjudicator.text import Text

LINK = Text("https://discord.com/channels/@me/{channel}/{message}", channel=12, message=34)
TAKEN = Text(
    "✓ {game} `{code}`: {orders}\nNot sent yet: write `send`, or press **Send** on [your desk]({desk}).",
    game="Nemein",
    code="y5v7",
    orders="`e7-e6` Amphibian e7 to e6",
    desk="https://…",
)
TAKEN_MANY = Text(
    "✓ {game} `{code}`:\n{orders}\nNot ready yet: write `ready`, or press **Ready** on [your desk]({desk}).",
    game="Nemein",
    code="y5v7",
    orders="`1 soho` unit 1 to Soho",
    desk="https://…",
)
TAKEN_SENT = Text(
    "✓ Sent in {game} `{code}`: {orders}\nYou can still change it until the turn resolves: [your desk]({desk}).",
    game="Nemein",
    code="y5v7",
    orders="`e7-e6` Amphibian e7 to e6",
    desk="https://…",
)
TAKEN_NONE = Text(
    "✓ No orders now in {game} `{code}`. [Your desk]({desk})", game="Nemein", code="y5v7", desk="https://…"
)

# -- small talk

CHAT = "I'm only the referee: I read orders here. `/help` shows what I can do."
WELCOME = "You're welcome! `/help` shows what I can do."
THANKS = ("thanks", "thank you", "thx", "ty", "cheers")
"""Beginnings of messages that say thank you."""

# -- help, and words that only look

HELP = """### Writing to me
- **Orders:** `e7-e6`, or several: `1 soho; 2 hold`. End with `ready` to send them at once.
- `orders` your desk · `ready` · `not ready` · `clear` · `games` your games
- `keep` takes over the orders of the player before you.
- `draw`, `concede` (I'll ask again first)
- `why 2` what happened to unit 2, and why
- `if e7-e6 then d2-d3`, `queue d2-d3; c2-c4` orders for later turns; `ahead` shows them
- `press hamblet: Hold Soho.` sends a letter
- In several games? Begin with the code: `k7f3 e7-e6`
-# `/help` explains the rest."""
LOOKS = {
    "board": Text("`/board` also zooms in."),
    "history": Text(
        "`/history` shows every turn with its picture. Use it here or in <#{channel}>.", channel=12
    ),
    "letters": Text("`/letters` shows your letters. Use it here or in <#{channel}>.", channel=12),
    "rules": Text("`/rules` shows the rules. Use it here or in <#{channel}>.", channel=12),
}
WHICH_UNIT = Text("Which unit? Example: {examples}.", examples="`why 1`, `why 2`, `why 3`")

# -- which game, and refusals

WHICH_WAITS = Text(
    "Which game do you mean? Waiting for you: {games}. Begin with its code, like `{example}`. Nothing has "
    "changed.",
    games="`k7f3` (Nemein), `s3e8` (New York 2047)",
    example="k7f3 draw",
)
WHICH_PLAYED = Text(
    "Which game do you mean? You play {games}. Begin with its code, like `{example}`. Nothing has changed.",
    games="`k7f3` (Nemein), `s3e8` (New York 2047)",
    example="k7f3 draw",
)
WHICH_READS = Text(
    "Which game do you mean? It could be {games}. Begin with its code, like `{example}`. Nothing has changed.",
    games="`k7f3` (Nemein), `s3e8` (Nemein)",
    example="k7f3 queue move b2-b3 10; end",
)
GAME = Text("`{code}` ({game})", code="k7f3", game="Nemein")
ALONE = Text("Send `{word}` alone. Nothing has changed.", word="draw")
IS_OVER = Text("Game `{code}` is over.", code="k7f3")
NOT_BEGUN = Text("Game `{code}` hasn't started yet. Nothing has changed.", code="k7f3")
WAS_CLOSED = Text("Game `{code}` was closed. Nothing has changed.", code="k7f3")
NOT_YOURS = Text("You don't play in game `{code}` any more. Nothing has changed.", code="k7f3")
SORRY = "Something went wrong on my side. Please send that again."
