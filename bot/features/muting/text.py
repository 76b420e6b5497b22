"""Silence: what I couldn't make read-only"""

from __future__ import annotations

from adjudicator.text import Text

PERMISSIONS = {
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "add_reactions": "Add Reactions",
}
LACKING_MANAGE = "I lack **Manage Permissions** there"
LACKING = Text("I lack **{permission}** myself", permission="Send Messages")
NO_PERMISSIONS = "it has no permissions of its own"
NO_CHANNEL = "the game has no channel"
ABOVE = Text(
    "{who} {n:administers|administer} this server, so I can't silence them: please stay silent.",
    who="Ada",
    n=1,
)
CHANNEL_OPEN = Text(
    "I can't make this channel read-only for the players ({why}): please stay silent here.",
    why=LACKING_MANAGE,
)
THREAD_OPEN = Text(
    "I can't make this thread read-only for the players ({why}): please stay silent here.",
    why=LACKING_MANAGE,
)
LEFT_OPEN = Text(
    "I can't take {permissions} from the players, since I lack {n:it|them} myself: please stay silent.",
    permissions="**Add Reactions**",
    n=1,
)
STUCK = Text(
    "I can't give {who} their permissions in <#{channel}> back ({why}). I'll try again every hour; a moderator can "
    "remove their entries from the channel's permissions.",
    who="<@1> and <@2>",
    channel=12,
    why=LACKING_MANAGE,
)
AUDIT = Text("Fieldpost: game {code} is played in silence", code="k7f3")
