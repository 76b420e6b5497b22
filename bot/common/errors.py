"""What the service refuses: one clear line for the person who asked. Nothing has changed then."""

from __future__ import annotations

from bot.storage.errors import Conflict

__all__ = ["Conflict", "NotAllowed", "Refused", "StaleTurn"]


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """`str(refused)` is shown to the person as it is."""


class StaleTurn(Refused):
    """The order, button or menu belongs to a turn that is over."""


class NotAllowed(Exception):  # noqa: N818 - an answer, not a fault
    """Discord does not let the bot do that. `str` says why, in words: "I lack **Manage Permissions**"."""
