"""Playing any game by its rules: whose turn it is and what is legal is read from the bot's own database, and
so is what has become of it. What people did is noted, to be looked for in the end."""

from __future__ import annotations

import json
import re
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.codec import canonical
from adjudicator.game import AnyGame
from adjudicator.registry import games
from adjudicator.text import Text
from bot.engine import text as said
from maps.boards import boards
from tests.bot.leagues.league_parts import like

from .database import ask
from .loopback import User
from .play import Play, assert_stand_once, saying

GAMES = games(boards())
_TAKEN = (
    *(said.UNDERSTOOD, said.YOUR_ORDER, said.YOUR_LINES, said.YOUR_ORDER_SENT, said.YOUR_LINES_SENT),
    *(
        said.YOUR_ORDERS,
        said.YOUR_ORDERS_READY,
        said.SENT_ORDERS,
        said.YOU_ARE_READY,
        said.RESOLVED,
        said.GOES_ON,
    ),
)
ACCEPTED = re.compile("|".join(like(one) if isinstance(one, Text) else re.escape(one) for one in _TAKEN))
"""What the bot says of an order that it has taken."""


@dataclass
class Told:
    """What became of a seat's orders in one turn. sure: the newest that were accepted; maybe: those of later
    attempts without an answer."""

    sure: frozenset[str] | None = None
    maybe: list[frozenset[str]] = field(default_factory=list)

    def fits(self, played: frozenset[str]) -> bool:
        return self.sure is None or any(orders <= played for orders in (self.sure, *self.maybe))


@dataclass
class Clocked(Play):
    """A game in play, with a clock that can be moved."""

    key: str = ""
    folder: Path = Path()
    given: dict[tuple[int, str], Told] = field(default_factory=lambda: defaultdict(Told))
    written: list[tuple[int, str, frozenset[str]]] = field(default_factory=list)
    """Orders in direct messages, with the turn in which they were written."""

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.key]

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return ask(self.folder, query, *values)

    @property
    def turn(self) -> int:
        """How many resolutions there have been, and declarations that end a turn."""
        return int(self.ask("SELECT turn FROM tables WHERE id = ?", self.table)[0][0])

    @property
    def is_over(self) -> bool:
        return bool(self.ask("SELECT status FROM tables WHERE id = ?", self.table)[0][0] == "over")

    def state(self) -> Any:
        query = "SELECT state FROM steps WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        return self.rules.load(json.loads(self.ask(query, self.table)[0][0]))

    def seats(self) -> dict[str, User]:
        """Who sits where."""
        people = {player.id: player for player in self.players}
        query = "SELECT seat, user_id FROM players WHERE table_id = ?"
        return {seat: people[user] for seat, user in self.ask(query, self.table)}

    def sheets(self, dice: Random) -> tuple[int, dict[str, list[str]]]:
        """The open turn, and legal orders of everyone who owes some: one for each unit where a turn is a
        sheet of many."""
        state, found = self.state(), dict[str, list[str]]()
        phase = self.rules.phase(state)
        for seat in sorted(phase.owing):
            legal = list(self.rules.legal(self.rules.view(state, seat)))
            dice.shuffle(legal)
            one: dict[str, str] = {}
            for order in legal if self.key == "newyork2047" else legal[:1]:
                one.setdefault(self.rules.unit_of(order), str(order))
            if one:
                found[seat] = list(one.values())
        return phase.turn, found

    async def order(self, seat: str, orders: Sequence[str], *, send: bool) -> str:
        """Give orders, and note them once the bot has said that it took them; the answer. Until then they may
        be taken or not."""
        kept, before = frozenset(orders), self.turn
        self.given[before, seat].maybe.append(kept)
        answer = await self.seats()[seat].slash(
            self.hall, "order", order="; ".join(orders), table=self.table, send=send, timeout=30
        )
        after = self.turn
        # If the turn has ended meanwhile, they may have been taken in the next one, where they are legal too.
        here = before == after and ACCEPTED.search(answer.text)
        if here or saying(said.RESOLVED, turn=before + 1).search(answer.text):
            self.given[before, seat] = Told(kept)
        return answer.text

    def write(self, seat: str, words: str, orders: Sequence[str] = ()) -> None:
        """Write a direct message, while the bot is off; orders: those in it. It counts in this turn or not at
        all, and not if something that is newer has been accepted."""
        self.seats()[seat].dm(f"{self.table} {words}")
        told, kept = self.given[self.turn, seat], frozenset(orders)
        if words == "clear":
            self.given[self.turn, seat] = Told(None, told.maybe)
        elif kept:
            told.maybe.append(kept)
            self.written.append((self.turn, seat, kept))

    # -- the clock

    def pass_deadline(self, seconds: float) -> None:
        """The open turn's time is up so soon. The bot looks when anything happens, or at its next start."""
        change = "UPDATE deadlines SET due_at = ? WHERE table_id = ? AND kind = 'turn'"
        ask(self.folder, change, time.time() + seconds, self.table)

    def due_at(self) -> float:
        """When the open turn's time is up, in seconds since 1970."""
        query = "SELECT due_at FROM deadlines WHERE table_id = ? AND kind = 'turn'"
        return float(self.ask(query, self.table)[0][0])

    def is_due(self) -> bool:
        """Whether the open turn's time is up."""
        query = "SELECT 1 FROM deadlines WHERE table_id = ? AND kind = 'turn' AND due_at < ?"
        return bool(self.ask(query, self.table, time.time()))

    def all_ready(self) -> bool:
        """Whether everyone who owes orders has said that they are ready."""
        phase = self.rules.phase(self.state())
        query = "SELECT seat FROM drafts WHERE table_id = ? AND turn = ? AND ready"
        ready = {seat for (seat,) in self.ask(query, self.table, phase.turn)}
        return bool(phase.owing) and phase.owing <= ready

    # -- judgement

    def assert_true(self) -> None:
        """Every turn is resolved once, with the orders that were accepted, and comes out the same when it is
        played again; there is a deadline, and no fault."""
        steps = self.ask(
            "SELECT kind, turn, seat, orders, state, seq FROM steps WHERE table_id = ? ORDER BY seq",
            self.table,
        )
        [(seed,)] = self.ask("SELECT seed FROM seeds WHERE table_id = ?", self.table)
        assert [step[5] for step in steps] == list(range(1, len(steps) + 1))
        resolved = [turn for kind, turn, *_ in steps if kind == "resolve"]
        assert len(resolved) == len(set(resolved)), f"a turn was resolved twice: {resolved}"
        for (*_, before, _), (kind, turn, seat, orders, after, _) in pairwise(steps):
            state, told = self.rules.load(json.loads(before)), json.loads(orders)
            if kind == "resolve":
                self._assert_given(turn, told)
                sheets = {
                    seat: [
                        order
                        for text in texts
                        for order in self.rules.parse(self.rules.view(state, seat), text)
                    ]
                    for seat, texts in told.items()
                }
                self._assert_none_from_before(turn, state, told)
                chance = HmacChance(bytes.fromhex(seed), self.table, self.rules.drawn(state))
                again = self.rules.resolve(state, sheets, chance).state
            else:
                [what] = told[seat]
                again = self.rules.declare(state, seat, what).state
            assert canonical(self.rules.dump(again)) == after, f"{self.table}: {kind} of turn {turn}"
        assert not self.ask("SELECT error FROM pauses WHERE table_id = ?", self.table)
        due = self.ask("SELECT 1 FROM deadlines WHERE table_id = ? AND kind = 'turn'", self.table)
        assert bool(due) != self.is_over, "the clock of a game in play runs"

    def _assert_given(self, turn: int, told: dict[str, list[str]]) -> None:
        for seat, played in told.items():
            kept = self.given.get((turn, seat), Told())
            assert kept.fits(frozenset(played)), f"{self.table} turn {turn} {seat}: {played}, given {kept}"

    def _assert_none_from_before(self, turn: int, state: Any, told: dict[str, list[str]]) -> None:
        """What was written in an earlier turn was not played in this one, in which nothing was given."""
        for seat, played in told.items():
            if (turn, seat) not in self.given:
                default = map(str, self.rules.default(self.rules.view(state, seat)) or ())
                own = set(played) - set(default)
                for at, whose, orders in self.written:
                    late = whose == seat and at < turn and orders & own
                    assert not late, f"{self.table} turn {turn} {seat}: {played}, written in turn {at}"

    def assert_posted(self) -> None:
        """Every turn that was resolved is told, every post that was queued stands once where it belongs."""
        reports = [
            payload["seq"]
            for (text,) in self.ask("SELECT payload FROM outbox WHERE table_id = ?", self.table)
            for payload in [json.loads(text)]
            if payload["kind"] == "say" and payload.get("seq") is not None
        ]
        resolved = [
            seq
            for (seq,) in self.ask(
                "SELECT seq FROM steps WHERE table_id = ? AND kind = 'resolve'", self.table
            )
        ]
        assert set(resolved) <= set(reports), f"never told: {set(resolved) - set(reports)}"
        query = "SELECT status, key, sent_channel_id, message_id, nonce, payload FROM outbox"
        posts = self.ask(f"{query} WHERE table_id = ? AND lane NOT LIKE 't:%'", self.table)
        for status, key, *_ in posts:
            assert status in ("sent", "dropped"), f"{key} is {status}\n{self.discord.bot_output()}"
        assert_stand_once(self.discord, [post for status, *post in posts if status == "sent"])
        self.assert_nothing_doubled()
