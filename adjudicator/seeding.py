"""Where the chance of each step of a record comes from: the seed of its start, until a step names another.

A game that was brought to another place goes on with a new seed, because nobody there knows the old one. The
step that says so has the new commitment:

    {"kind": "reseed", "turn": 4, "events": [], "state": "<sha-256>",
     "commitment": "<hex>", "seed": "<hex>" | null}

Chance from there on is HMAC-SHA256(new seed, "game_id:n"); n counts on.

An undo that takes back what showed a result names a new seed, too: whoever saw the result knows what the old
one holds. It is an undo with a "commitment" and a "seed". Nobody chooses it: it follows from the seed of the
start, or of the newest reseed, see `seed_after`. n goes back with the position, as in every undo.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.chance import SEED_BYTES, commitment
from adjudicator.course import RESEED, UNDO
from adjudicator.errors import PositionError

_HEX = re.compile(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


@dataclass(frozen=True)
class Source:
    """A seed, and the number of the first step whose chance comes from it. seed: None, if the record does not
    have it; commitment: as the record has it; follows: 0 for that of the start and of a reseed; those that
    follow from it are numbered from 1"""

    step: int
    commitment: str
    seed: bytes | None
    follows: int = 0


def seed_after(seed: bytes, game_id: str, number: int) -> bytes:
    """Derive the seed that comes next when what showed a result is taken back.

    seed: that of the start, or of the newest reseed;  number: how many follow from it then

    >>> seed_after(bytes(32), "k7f3", 1).hex()[:16]
    'c3fda28ecb36e802'
    """
    return hmac.new(seed, f"{game_id}:seed:{number}".encode(), hashlib.sha256).digest()


def names_seed(step: Mapping[str, Any]) -> bool:
    """Return whether chance comes from another seed from this step on."""
    return step.get("kind") == RESEED or (
        step.get("kind") == UNDO and bool({"commitment", "seed"} & set(step))
    )


def sources(record: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> tuple[Source, ...]:
    """List the source of the start, then one for each step that names another seed. Raises PositionError for
    a seed that is none."""
    found = [Source(0, str(record.get("commitment")), read_seed(record.get("seed")))]
    for number, step in enumerate(steps):
        if names_seed(step):
            follows = found[-1].follows + 1 if step.get("kind") == UNDO else 0
            found.append(Source(number, str(step.get("commitment")), read_seed(step.get("seed")), follows))
    return tuple(found)


def source_of(found: Sequence[Source], number: int) -> Source:
    """Find the source of a step's chance."""
    return next(source for source in reversed(found) if source.step <= number)


def check_sources(found: Sequence[Source], game_id: str, ended: bool) -> tuple[list[str], list[str]]:
    """Check the seeds of a record: what is wrong, and what cannot be checked because a seed is not
    there: a line each. ended: whether the record has a result, so that the seed must be published"""
    faults, notes = [], []
    first = found[0]
    for source, after in zip(found, [*found[1:], None], strict=True):
        first = first if source.follows else source
        at = f"step {source.step}: " if source.step else ""
        if source.seed is not None:
            if commitment(source.seed) != source.commitment:
                faults.append(f"{at}the seed does not fit the commitment that was published")
            elif source.follows and first.seed is not None:
                if source.seed != seed_after(first.seed, game_id, source.follows):
                    faults.append(f"{at}the seed does not follow from that of step {first.step}")
            elif source.step:
                notes.append(
                    f"whether the seed from step {source.step} on was chosen to please: compare its SHA-256 "
                    "with the one that stood in the channel before that step"
                )
        elif not _HEX.fullmatch(source.commitment):
            faults.append(f"{at}a commitment is {2 * SEED_BYTES} hex digits")
        elif after is not None and any(later.step > source.step and not later.follows for later in found):
            last = after.step - 1
            steps = f"steps {source.step} to {last}" if last > source.step else f"step {last}"
            notes.append(
                f"the seed of {steps} is not in the record, so the chance there cannot be checked; another "
                "seed took its place"
            )
        elif ended or (source.follows and first.seed is not None):
            faults.append(f"{at}the seed is not in the record, so its chance cannot be checked")
        else:
            notes.append(
                f"chance{f' from step {source.step} on' if source.step else ''} is not checkable yet: "
                "the seed is published when the game is over"
            )
    return faults, notes


def read_seed(text: object) -> bytes | None:
    """Read a seed from hex, None from None; raises PositionError."""
    if text is None:
        return None
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise PositionError(f"a seed is {2 * SEED_BYTES} hex digits")
    return bytes.fromhex(text)
