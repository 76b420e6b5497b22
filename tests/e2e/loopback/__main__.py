"""A loopback Discord in a process of its own, until SIGTERM or Ctrl-C.

    python -m tests.e2e.loopback --shards 8

It prints one line of JSON: port, token and shards. A bot is started against it by

    FIELDPOST_LOOPBACK_PORT=<port> FIELDPOST_TOKEN=<token> python -m tests.e2e.loopback.launcher bot

and people act through what `control` has. It ends with the process that started it (Linux).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal

from .control import Control
from .launcher import die_with_parent
from .limits import REAL_GLOBAL_RATE, REAL_RATES, Limits
from .server import Loopback

CALLS_KEPT = 2000


async def serve(limits: Limits, port: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    world = Loopback(limits=limits, port=port)
    world.rest.keep = CALLS_KEPT
    Control(world)
    async with world:
        told = {"port": world.port, "token": world.token, "shards": limits.shards}
        print(json.dumps(told), flush=True)
        await stop.wait()


def main() -> None:
    die_with_parent()
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.loopback", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="default: a free one")
    parser.add_argument("--shards", type=int, default=1, help="as many as GET /gateway/bot recommends")
    parser.add_argument("--max-concurrency", type=int, default=1)
    parser.add_argument("--identify-seconds", type=float, default=5.0)
    parser.add_argument(
        "--global-rate", type=int, default=REAL_GLOBAL_RATE, help="calls a second; 0: no rate limits at all"
    )
    given = parser.parse_args()
    limits = Limits(
        shards=given.shards,
        max_concurrency=given.max_concurrency,
        identify_seconds=given.identify_seconds,
        rates=REAL_RATES if given.global_rate else (),
        global_rate=given.global_rate or None,
    )
    asyncio.run(serve(limits, given.port))


if __name__ == "__main__":
    main()
