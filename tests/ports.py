"""Ports for servers that a test starts in another process."""

from __future__ import annotations

import os
import random
import socket

FIRST, LAST = 20_000, 32_000
"""Below those that the system hands out itself: no other test's connection can take one first."""
_lot = random.Random(os.getpid())


def free_port() -> int:
    """A port that nobody listens on."""
    while True:
        port = _lot.randrange(FIRST, LAST)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
