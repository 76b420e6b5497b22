"""A Discord on this machine: real HTTP and a real gateway WebSocket in front of SimCord's backend.

See ../README.md for how to use it and for what it does not model.
"""

from simcord.backend.errors import SetupError

from .faults import Call, Fault, Faults, Upload
from .journal import PostCount, Sighting
from .limits import REAL_GLOBAL_RATE, REAL_RATES, Limits, Rate
from .process import BotProcess
from .server import TOKEN, Loopback
from .users import Answer, User
from .world import Channel, Guild, Post

__all__ = [
    "REAL_GLOBAL_RATE",
    "REAL_RATES",
    "TOKEN",
    "Answer",
    "BotProcess",
    "Call",
    "Channel",
    "Fault",
    "Faults",
    "Guild",
    "Limits",
    "Loopback",
    "Post",
    "PostCount",
    "Rate",
    "SetupError",
    "Sighting",
    "Upload",
    "User",
]
