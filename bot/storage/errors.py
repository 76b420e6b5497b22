"""What can go wrong in storage, by what the caller should do about it.

Workers know these too, and start sooner without a database's packages: what the database itself raises is
`bot.storage.database.DatabaseFault`.
"""


class StorageError(Exception):
    """The database cannot be used as it is. One line: which file, why, and what to do about it."""


class Conflict(Exception):  # noqa: N818 - not always an error: often just the slower of two
    """The row is not in the state that the caller believed; nothing was written.

    Somebody else was faster, or the caller holds something old. Let it leave the transaction (which undoes
    the rest), read again, and decide anew.
    """


class Busy(Conflict):
    """Another process is at it now."""


class Fenced(Conflict):
    """This process was taken for dead: what it writes is not stored until it has joined the others anew."""
