"""The file of Fair play, read as a player's own program would read it: with SHA-256, and nothing of ours."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

LOCKED = re.compile(r"^-# Fair play · (\w+) · (.+) locked ([0-9a-f]{64})$", re.MULTILINE)
"""The line of a lock in the channel: the game's code, what was locked, the digest."""
SEED = re.compile(r"^-# Fair play · (\w+) · (?:new )?seed (?:from here on )?([0-9a-f]{64})$", re.MULTILINE)
"""The line of a seed: the game's code, the SHA-256."""


@dataclass(frozen=True)
class Lock:
    """One lock of the file.

    receipts: the SHA-256 of each sheet;  sheets: the lines of those that are open, heads: what is above them
    """

    title: str
    digest: str
    receipts: dict[str, str]
    sheets: dict[str, list[str]]
    heads: list[str]

    def orders(self, seat: str) -> list[str]:
        return self.sheets[seat][1:]

    def salt(self, seat: str) -> str:
        return self.sheets[seat][0].split()[3]


def locks(data: bytes) -> list[Lock]:
    """Every lock of the file. Its digest fits its receipts, and each open sheet fits its receipt, or this
    fails."""
    _, *parts = re.split(r"^== ", data.decode(), flags=re.MULTILINE)
    found = []
    for part in parts:
        title, digest, *listed = part.partition("\n\n")[0].rstrip("\n").split("\n")
        receipts = dict(line.split(" ") for line in listed)
        sheets = {
            seat: text.split("\n")
            for seat, text in re.findall(r"^-- ([\w-]+)\n(.*?)\n--$", part, re.MULTILINE | re.DOTALL)
        }
        heads = re.findall(r"^(.+)\n-- [\w-]+$", part, re.MULTILINE)
        assert digest == "digest " + sha("".join(f"{line}\n" for line in listed)), title
        for seat, lines in sheets.items():
            assert sha("\n".join(lines)) == receipts[seat], (title, seat)
        found.append(Lock(title, digest.removeprefix("digest "), receipts, sheets, heads))
    return found


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
