"""``python -m bot health``: is the bot that runs here alive, or with --ready, is it ready?

Alive: its event loop answers. Ready: it is connected to Discord, its database answers and has the right
schema, and it holds its leases; each of these is a line. It asks where FIELDPOST_METRICS says. Exit code 0:
it is; 1: it is not; 2: it cannot be asked, since FIELDPOST_METRICS is not set.
"""

from __future__ import annotations

from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException

from bot.commands import DONE, FAULTY, Stop, arguments
from bot.settings import read_metrics

PATIENCE_S = 8.0
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Whoever listens everywhere is asked on this machine."""


def main(argv: Sequence[str]) -> int:
    parser = arguments("health", __doc__)
    parser.add_argument("--ready", action="store_true", help="ready for players, not only alive")
    page = "readyz" if parser.parse_args(argv).ready else "healthz"
    address = read_metrics()
    if address is None:
        raise Stop("FIELDPOST_METRICS is not set; set the same address for the bot and for this command")
    host, port = address
    bot = HTTPConnection(_ANY.get(host, host), port, timeout=PATIENCE_S)
    try:
        bot.request("GET", f"/{page}")
        answer = bot.getresponse()
        told = answer.read(10_000).decode("utf-8", "replace")
    except (OSError, HTTPException) as error:
        raise Stop(f"nobody answers on {host}:{port} ({error})", FAULTY) from None
    finally:
        bot.close()
    print(told, end="")
    return DONE if answer.status == 200 else FAULTY
