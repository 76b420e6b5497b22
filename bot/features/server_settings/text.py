"""Server settings: /setup, and who may open games"""

from __future__ import annotations

from adjudicator.text import Text

# -- /setup

SETUP = "Set who may open games in this server, where, and how many"
ROLES = "Choose who may open games: members with some roles, or everyone"
ROLES_ADD = "Allow members with this role"
ROLES_REMOVE = "No longer allow this role"
ROLES_EVERYONE = "Forget all roles: everyone may"
CHANNELS = "Choose where games may be opened: in some channels, or anywhere"
CHANNELS_ADD = "Allow this channel with its threads, this category, or this one thread"
CHANNELS_REMOVE = "No longer allow this channel"
CHANNELS_ANYWHERE = "Forget all channels: games may be opened anywhere"
LIMITS = "Limit how many games may be open or running at a time"
LIMITS_SERVER = "In this server; 0 means no limit"
LIMITS_HOST = "Per host; 0 means no limit"
ORGANISERS = "Choose who may make leagues, besides those who manage the server"
ORGANISERS_ADD = "Allow members with this role"
ORGANISERS_REMOVE = "No longer allow this role"
ORGANISERS_NOBODY = "Forget all roles: only those who manage the server may"
PUZZLE = "Post a puzzle each day in a channel, or stop it"
PUZZLE_CHANNEL = "Where; leave it out for this channel"
PUZZLE_HOUR = "At which hour, UTC: 0 to 23 (default 18)"
PUZZLE_OFF = "Post no more puzzles"
PUZZLE_LACKS = Text(
    "I can't post in {channel}: give me **View Channel**, **Send Messages** and **Attach Files** there.",
    channel="<#12>",
)
WEB = "Choose whose games everybody may look at on the web: some channels, all, or none"
WEB_ADD = "Show the games of this channel with its threads, or of this category"
WEB_REMOVE = "No longer show the games of this channel"
WEB_EVERYWHERE = "Show the games of all channels, private ones too"
WEB_OFF = "Show nothing"
WEBHOOK = "Tell other programs of this server's public games, as they happen"
WEBHOOK_ADD = "Tell this address, which begins with https://"
WEBHOOK_REMOVE = "Tell this address nothing more"
SHOW = "Show this server's settings"

# -- the settings

HEAD = "### Games in this server"
WHO = Text("- **Who may open them:** {who}", who="<@&5> and members with *Manage Server*")
WHERE = Text("- **Where:** {where}", where="in <#12> and <#13>, and their threads")
LIMIT = Text(
    "- **At a time:** {limits} ({n} now)",
    limits="20 in this server, 2 for each host",
    n=7,
)
LEAGUES = Text("- **Who may make leagues:** {who}", who="members with *Manage Server*")
PAGES_SHOWN = Text("- **On the web:** {what}", what="the games of <#12>")
PAGES_NONE = "nothing"
PAGES_EVERYWHERE = "the games of all channels; the front page lists this server"
PAGES_OF = Text("the games of {channels}, and their threads", channels="<#12> and <#13>")
PAGES_AT = Text(
    "Everybody can look at them at <{url}>: boards, reports, players' names, results. Never at orders before "
    "they are revealed, nor at letters.",
    url="https://games.example.org/s/1",
)
NAME_ADDRESS = "Give one address: to `add`, or to `remove`."
NAME_PAGES = Text("Choose a channel to `add` or `remove`, or `{all}: True`.", all="everywhere")
HINT = "-# Change this with `/setup roles`, `channels`, `limits`, `organisers`, `puzzle`, `web`, `webhook`. Games under way aren't affected."
EVERYONE = "everyone"
MANAGERS = "members with *Manage Server*"
DELETED_ROLES = Text("{n} deleted {n:role|roles}", n=1)
EVERYWHERE = "in every channel"
IN_CHANNELS = Text("in {channels}, and their threads", channels="<#12> and <#13>")
NO_LIMITS = "no limit"
SERVER_LIMIT = Text("{server} in this server", server=20)
HOST_LIMIT = Text("{host} for each host", host=2)
BOTH_LIMITS = Text("{server} in this server, {host} for each host", server=20, host=2)

# -- settings that I refuse

MANAGERS_ONLY = "Only members with *Manage Server* can use `/setup`."
SERVERS_ONLY = "Use this in a server's channel."
NAME_ROLE = Text("Choose a role to `add` or `remove`, or `{all}: True`.", all="everyone")
NAME_CHANNEL = Text("Choose a channel to `add` or `remove`, or `{all}: True`.", all="anywhere")
ALL_ALONE = Text("`{all}: True` clears the whole list, so use it alone.", all="everyone")
NOT_LISTED = Text("{one} isn't on the list. On it: {listed}.", one="<@&7>", listed="<@&5> and <@&6>")
LIST_EMPTY = Text("{one} isn't on the list: it's empty.", one="<@&7>")
LIST_FULL = Text("The list has {most} entries, and that's the most. Remove one first.", most=25)
GIVE_NUMBER = "Give a number for `server`, `host` or both; 0 means no limit."
BAD_NUMBER = Text("A limit is a number from 1 to {most}, or 0 for none.", most=1000)

# -- games that may not be opened

MAY_NOT_OPEN = Text(
    "You can't open games in this server. Only these can: {who}.",
    who="<@&5> and members with *Manage Server*",
)
MAY_NOT_ORGANISE = Text(
    "You can't make leagues in this server. Only these can: {who}. A manager can allow a role with "
    "`/setup organisers`.",
    who="members with *Manage Server*",
)
NOT_HERE = Text(
    "Games can't be opened in this channel. Use `{command}` in {channels}.",
    command="/game new",
    channels="<#12> or <#13>",
)
SERVER_FULL = Text(
    "This server has {n} {n:game|games} open or running, as many as it allows. Wait until one is over, or "
    "ask a member with *Manage Server* to raise the limit.",
    n=20,
)
HOST_FULL = Text(
    "In this server you can host {n} {n:game|games} at a time, and you have {codes}. Wait until one is over, "
    "or let somebody else open this game.",
    n=2,
    codes="`k7f3` and `y5v7`",
)
OTHERS = "others"
