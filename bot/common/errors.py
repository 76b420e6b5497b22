"""What the service refuses: one clear line for the person who asked. Nothing has changed then."""

from __future__ import annotations

from bot.storage.errors import Conflict

__all__ = ["Conflict", "Refused", "StaleTurn"]


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """`str(refused)` is shown to the person as it is."""


class StaleTurn(Refused):
    """The order, button or menu belongs to a turn that is over."""
