"""/setup webhook: other programs that are told of a server's public games"""

from __future__ import annotations

from adjudicator.text import Text

TITLE = "Webhooks"
HOW = (
    "With `/setup webhook add:https://…` somebody who manages a server has its public games told to another "
    "program, as they happen. The program gets a POST with JSON:\n"
    '```json\n{"type": "game.turn",\n "timestamp": "2026-01-05T18:30:00Z",\n "data": {"server": '
    '"123456789012345678",\n          "game": {…},\n          "turn": {…}}}\n```\n'
    "- **type** is `game.started`, `game.turn` (a turn, or a declaration such as an offered draw), "
    "`game.taken_back`, `game.over`, or `ping` when the webhook is added.\n"
    "- **game** and **turn** are what `/api/v1/games/CODE` and `/api/v1/games/CODE/turns/12` give. Of a ping "
    "they are null. What isn't public is never in them: no open orders, no letters.\n"
    "### Is it from here?\n"
    "It is signed as standardwebhooks.com has it, and there are libraries for most languages. By hand: take "
    "the header `webhook-id`, a dot, the header `webhook-timestamp`, a dot, and the body as it came; make the "
    "HMAC-SHA256 of that with the secret (without `whsec_`, Base64 decoded); write it in Base64 after `v1,`. That "
    "must be the header `webhook-signature`. Refuse what is older than five minutes.\n"
    "```python\nkey = base64.b64decode(secret.removeprefix('whsec_'))\n"
    "signed = f\"{headers['webhook-id']}.{headers['webhook-timestamp']}.\".encode() + body\n"
    "mine = 'v1,' + base64.b64encode(hmac.digest(key, signed, 'sha256')).decode()\n"
    "assert hmac.compare_digest(mine, headers['webhook-signature'])\n```\n"
    "### What to answer\n"
    "- Anything from 200 to 299, within 10 seconds. Everything else is tried again, after 5 seconds at first, "
    "then less and less often, for about a day; later ones wait, so they come in order.\n"
    "- The same `webhook-id` may come twice, after a fault: skip what you have.\n"
    "- 410 ends it at once. After a day without success it is stopped too, and `/setup show` says why: remove "
    "it and add it again."
)

LINE = Text("- **Webhooks:** {webhooks}", webhooks="`bots.example.org/fieldpost`")
NONE = "none"
STOPPED = Text(
    "{address} (stopped: {why})", address="`bots.example.org/fieldpost`", why="no answer for a day"
)
ADDED = Text(
    "### A new webhook\nI'll tell {address} of every turn of this server's public games, and a `ping` is on its "
    "way now.\nIts secret is ||`{secret}`||\nCheck the signature of what arrives with it. I won't show it again, "
    "so keep it now.\n{which}\n-# How to read what arrives, with examples: <{docs}>",
    address="`bots.example.org/fieldpost`",
    secret="whsec_…",
    which="Public games are those that `/setup web` shows.",
    docs="https://games.example.org/webhooks",
)
WHICH = "Public games are those that `/setup web` shows."
WHICH_NONE = "This server shows no games yet: choose channels with `/setup web`."
REMOVED = Text("{address} gets nothing more.", address="`bots.example.org/fieldpost`")
NOT_THERE = Text("That address isn't among this server's webhooks. These are: {known}.", known="none")
KNOWN = Text(
    "{address} is among this server's webhooks already. Remove it first.", address="`bots.example.org`"
)
FULL = Text("A server can have {most} webhooks. Remove one first.", most=5)
BAD_ADDRESS = Text(
    "A webhook's address begins with `https://` and has no user name or password in it, as in `{example}`.",
    example="https://bots.example.org/fieldpost",
)
LOCAL_ADDRESS = "A webhook goes to the open internet: that address belongs to a private network."
GIVEN_UP = Text("given up after {hours} hours: {why}", hours=27, why="it answered 500")
GONE = "it answered 410, gone"
