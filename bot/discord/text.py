"""Discord: what fails, permissions, threads, commands."""

from adjudicator.text import Text

# -- commands

TABLE = "The game's code (default: this channel's game)"
NOT_YOURS = "You can't use this command here."
CHANGED = "This command has changed since Discord showed it to you: reload Discord."

# -- presses

OLD_BUTTON = "This is from an older version of the bot. `/orders` shows the open turn."
NOT_HERE = "This works only in a message that nobody else sees: `/orders` shows yours."
NOTHING_CHOSEN = "You chose nothing, so nothing has changed."

# -- what fails

QUICKER = "Somebody was quicker: the game has moved on. Nothing has changed."
MY_FAULT = Text(
    "Something went wrong, my fault (error `{number}`). `/orders` shows what I have.", number="3f9a01"
)
WAIT_MINUTES = Text(
    "Discord wants me to slow down: try again in {n} {n:minute|minutes}. `/orders` shows what I have.", n=2
)
WAIT = "Discord wants me to slow down: try again in a few minutes. `/orders` shows what I have."
UNWELL = (
    "Discord had trouble just now. `/orders` shows what I have. If this is not done, try again in a minute."
)
CLOSED = "I can't write to that person: they take no direct messages from this server. `/orders` shows what I have."
FORBIDDEN = Text(
    "I lack a permission here. Ask a moderator for {permissions}. `/orders` shows what I have.",
    permissions="**Send Messages** and **Attach Files**",
)
GONE = "That message, thread or channel has been deleted. `/orders` shows what I have."
TOO_LARGE = "The file in my answer is too large for this channel. `/orders` shows what I have."
REFUSED = Text("Discord refused my answer (its error {code}). `/orders` shows what I have.", code=50035)

# -- permissions, as Discord names them

PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
NO_THREAD_IN_THREAD = "This is a thread, and threads can't hold threads. Use `where:here`."
LACKING = Text(
    "I can't start here. Ask a moderator to grant me {permissions}.", permissions="**Attach Files**"
)

# -- private threads for letters

NO_PRIVATE_THREADS = Text(
    "I can't open private threads in <#{channel}>, so nothing was sent. Games with `press=full` need none.",
    channel=12,
)
NO_THREAD_NOW = "Discord opened no thread just now, so nothing was sent. Try again."
LACK_MANAGE_THREADS = "I lack **Manage Threads** there"
TEXT_CHANNELS_ONLY = (
    "Private threads need a text channel, so nothing was sent. Games with `press=full` need none."
)
LETTERS_LACK = Text(
    "Letters of this game go into private threads. Ask a moderator to grant me {permissions} in <#{channel}>. "
    "Nothing was sent. Games with `press=full` need no threads.",
    permissions="**Create Private Threads**",
    channel=12,
)

# -- why something that was asked of Discord failed

IT_IS_GONE = "it is gone"
