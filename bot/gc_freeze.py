"""Keeps Python's garbage collector from stopping the event loop."""

from __future__ import annotations

import gc


def calm() -> None:
    """Take what is there now out of the collector's rounds. Call it once, when everything is imported.

    A full collection looks at every object there is, and most are those of libraries, which stay: that took
    up to 0.15 s, in which nobody got an answer. What the bot makes and drops is collected as before.
    """
    gc.collect()
    gc.freeze()
