"""What a record says beside its moves: its game, which steps hold, where chance comes from, its seals.

Undone turns: nothing goes back behind a reseed, since what was before it was played elsewhere.

Seeds: the chance of each step comes from the seed of the start, until a step names another. A game that was
brought to another place goes on with a new seed, because nobody there knows the old one. The step that says
so has the new commitment, and n counts on:

    {"kind": "reseed", "turn": 4, "events": [], "state": "<sha-256>",
     "commitment": "<hex>", "seed": "<hex>" | null}

An undo that takes back what showed a result names a new seed, too: whoever saw the result knows what the old
one holds. Nobody chooses it: it follows from the seed of the start, or of the newest reseed, see
`seed_after`. It holds on, wherever a later undo goes back to; n goes back with the position, as in every
undo.

Seals: a SHA-256 for each order sheet of a secret phase, published before anybody sees an order. Whoever sees
the orders and salts afterwards can check that nothing was changed. The salt keeps anybody from finding the
orders by trying: a unit has few.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.chance import CHANCE_EVENTS, SEED_BYTES, Lot, commitment, in_words
from adjudicator.codec import canonical, event_from_json, event_to_json
from adjudicator.errors import PositionError
from adjudicator.game import AnyGame, Event, Seat
from adjudicator.registry import game_named

UNDO = "undo"
RESEED = "reseed"
"""Chance comes from another seed from here on; see adjudicator/records.py."""


class Course:
    """Steps are numbered from 0, as in a record.

    holding: the steps whose changes hold, oldest first: all but the undos and what they took back

    >>> course = Course()
    >>> for step in ({"kind": "start"}, {"kind": "resolve"}, {"kind": "resolve"}, {"kind": "undo", "to": 1}):
    ...     course.add(step)
    >>> course.holding
    [0, 1]
    """

    def __init__(self) -> None:
        self.holding: list[int] = []
        self._number = self._floor = 0

    def add(self, step: Mapping[str, Any]) -> None:
        """Add the next step. Raises PositionError for an undo that goes back to a step that does not hold, or
        takes nothing back; then everything holds on."""
        number, self._number = self._number, self._number + 1
        if step.get("kind") != UNDO:
            self.holding.append(number)
            self._floor = number if step.get("kind") == RESEED else self._floor
            return
        to, before = step.get("to"), [held for held in self.holding[:-1] if held >= self._floor]
        if type(to) is not int or to not in before:
            able = ", ".join(map(str, before))
            raise PositionError(
                f"it cannot go back to step {to!r}; those before it that hold are {able or 'none'}"
            )
        del self.holding[self.holding.index(to) + 1 :]


def gone(steps: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """Return the numbers of the steps that were taken back.

    >>> gone([{"kind": "start"}, {"kind": "resolve"}, {"kind": "undo", "to": 0}, {"kind": "resolve"}])
    frozenset({1})
    """
    course, moves = Course(), set()
    for number, step in enumerate(steps):
        course.add(step)
        if step.get("kind") != UNDO:
            moves.add(number)
    return frozenset(moves - set(course.holding))


def first_results(steps: Sequence[Mapping[str, Any]], drawn: Sequence[int]) -> list[int]:
    """Number the first chance result of each step: an undo takes that back, too.

    drawn: how many results each step has. An undo that goes nowhere changes nothing: whoever plays the
    record again finds it.

    >>> steps = [{"kind": "start"}, {"kind": "resolve"}, {"kind": "undo", "to": 0}, {"kind": "resolve"}]
    >>> first_results(steps, [1, 2, 0, 3])
    [0, 1, 3, 1]
    """
    course, found, after = Course(), [], dict[int, int]()
    n = 0
    for number, (step, count) in enumerate(zip(steps, drawn, strict=True)):
        found.append(n)
        try:
            course.add(step)
        except PositionError:
            continue
        n += count
        if step.get("kind") == UNDO:
            n = after[course.holding[-1]]
        after[number] = n
    return found


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


SALT_BYTES = 16
# Nothing but this: a salt with a line break could hold orders, and so let them be told otherwise later.
_SALT = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")


def sealed_text(game_id: str, turn: int, seat: Seat, salt: str, orders: Sequence[str]) -> str:
    """Make the text that is hashed: a line that names the sheet and has its salt, then a line for each order.
    No line break at the end.

    turn:   as in the record: of the phase that is sealed, from 0
    orders: canonical texts, in the order of the record

    >>> sealed_text("k7f3", 2, "tower", "00" * 16, ["1 hold", "2 move soho"])
    'k7f3 2 tower 00000000000000000000000000000000\\n1 hold\\n2 move soho'
    """
    return "\n".join([f"{game_id} {turn} {seat} {salt}", *orders])


def seal_of(game_id: str, turn: int, seat: Seat, salt: str, orders: Sequence[str]) -> str:
    """Hash that text in UTF-8: SHA-256, in hex."""
    return hashlib.sha256(sealed_text(game_id, turn, seat, salt, orders).encode()).hexdigest()


def digest_of(seals: Mapping[Seat, Mapping[str, str]], seats: Sequence[Seat]) -> str:
    """Hash all seals of a lock together: SHA-256, in hex, of a line "seat sha256" for each, with a line feed
    at its end, in the order of the game's seats.

    >>> digest_of({"light": {"sha256": "b2"}, "dark": {"sha256": "a1"}}, ("dark", "light"))[:16]
    'e9bfa4a3ae6298e3'
    """
    return hashlib.sha256(lock_text(seals, seats).encode()).hexdigest()


def lock_text(seals: Mapping[Seat, Mapping[str, str]], seats: Sequence[Seat]) -> str:
    """Return the text that is hashed for a lock."""
    return "".join(f"{seat} {seals[seat]['sha256']}\n" for seat in seats if seat in seals)


def seals_of(step: Mapping[str, Any]) -> Mapping[str, Any]:
    """Find the seals of a record's step by seat; none if it has none, or something else in their place."""
    seals = step.get("seals")
    return seals if isinstance(seals, Mapping) else {}


def check_seals(game_id: str, step: Mapping[str, Any]) -> list[str]:
    """Check the seals of one step of a record. Returns a line for each fault. A step without seals has none
    wrong.

    May raise KeyError, TypeError or AttributeError if the step itself is none.
    """
    seals, orders = seals_of(step), step.get("orders", {})
    if not seals:
        return ["its seals are no object"] if step.get("seals") else []
    faults = [f"the orders of {seat} have no seal" for seat in orders if seat not in seals]
    for seat, seal in seals.items():
        salt = seal.get("salt") if isinstance(seal, Mapping) else None
        if seat not in orders:
            faults.append(f"the seal of {seat} has no orders")
        elif not isinstance(salt, str) or not _SALT.fullmatch(salt):
            faults.append(f"the salt of {seat} is not {2 * SALT_BYTES} hex digits in lower case")
        elif seal_of(game_id, step["turn"], seat, salt, orders[seat]) != seal.get("sha256"):
            faults.append(f"the orders of {seat} are not those that were sealed")
    return faults


FORMAT = "fieldpost-game/1"
CHANCE_TYPES = tuple(CHANCE_EVENTS.values())


def game_of(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> AnyGame:
    """Find the game of a record. Raises GameError if it is none, or of other rules."""
    if record.get("format") != FORMAT:
        raise PositionError(f"no record: format is {record.get('format')!r}, not {FORMAT}")
    game = game_named(all_games, record.get("game"))
    version = record.get("rules_version")
    if type(version) is not int or version != game.rules_version:
        raise PositionError(f"the record is of rules version {version}, this is {game.rules_version}")
    return game


def events_of(game: AnyGame, steps: Iterable[Mapping[str, Any]]) -> list[list[Event]]:
    """Read the events of each step. Raises PositionError for one that the game does not know."""
    kinds = {**game.events(), **CHANCE_EVENTS}
    return [[event_from_json(kinds, data) for data in step.get("events", ())] for step in steps]


def results_of(by_step: Iterable[Iterable[Event]]) -> list[str]:
    """Write the chance events as JSON, one line each."""
    told = (event for events in by_step for event in events if isinstance(event, CHANCE_TYPES))
    return [canonical(event_to_json(event)) for event in told]


def check_status(record: Mapping[str, Any], *, ended: bool) -> list[str]:
    """Check what a record says of itself: that the game was over, or went on, when it was made. Older records
    say nothing. One that is over may have no result: it was broken off.

    >>> check_status({"status": "playing"}, ended=True)
    ['the game is over, the record says that it is playing']
    >>> check_status({"status": "over"}, ended=False), check_status({}, ended=True)
    ([], [])
    """
    if "status" not in record:
        return []
    status = record["status"]
    if status not in ("over", "playing"):
        return [f"its status is over or playing, the record says {status!r}"]
    if ended and status == "playing":
        return ["the game is over, the record says that it is playing"]
    return []


def check_repeated(by_step: Mapping[int, Sequence[Event]], source: Callable[[int], Source]) -> list[str]:
    """Find results of one number that differ though they come from the same seed, which is not known. source:
    where the chance of a step comes from"""
    faults, known = [], dict[tuple[int, str], tuple[int, str]]()
    for number, event in ((number, event) for number, events in by_step.items() for event in events):
        if not isinstance(event, CHANCE_TYPES):
            continue
        kind, result = in_words(event)
        what = f"{kind} #{getattr(event, 'n', None)!r}" + (
            f" of {event.of!r}" if isinstance(event, Lot) else ""
        )
        first, before = known.setdefault((source(number).step, what), (number, result))
        if before != result:
            faults.append(f"step {number}: {what} gave {result}; in step {first} it gave {before}")
    return faults
