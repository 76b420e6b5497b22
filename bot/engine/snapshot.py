"""A table in play, or over, as one transaction reads it: its newest state and who plays it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from adjudicator.chance import CHANCE_EVENTS
from adjudicator.codec import event_from_json
from adjudicator.game import AnyGame, Event, Outcome, Phase, Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine import house_rules, text
from bot.engine.hooks import Hooks
from bot.engine.house_rules import HouseRules
from bot.presenters import Presenter
from bot.presenters.base import seats_named
from bot.storage.computers import is_computer
from bot.storage.database import Tx
from bot.storage.records import Pause, Player, Step, Table

AN_UNDO = 100_000
"""What an undo adds to the stamps of turns: more than a game has turns."""
MOST_NEWS = 12
"""So many lines a seat reads at most of what happened to it; the channel has the whole."""


@dataclass(frozen=True)
class GameSnapshot:
    """A table in play (or over), read in one transaction: its newest state and who sits where.

    since: the steps of the turn that is open, from the one that opened it to the newest; after an undo those
           that hold, and the undo
    pause: that of a table whose clock stands still
    hooks: who listens to what happens to the game
    """

    table: Table
    game: AnyGame
    presenter: Presenter
    players: tuple[Player, ...]
    step: Step
    state: Any
    since: tuple[Step, ...] = ()
    pause: Pause | None = None
    hooks: Hooks = field(default_factory=Hooks, compare=False, repr=False)
    coded: ClassVar[bool] = True
    """Whether people know the game by the code of its table."""

    @property
    def mark(self) -> str:
        """The open turn for keys of posts: its number, and after turns were taken back how many."""
        return mark(self.table, self.phase.turn)

    @property
    def stamp(self) -> int:
        """The open turn for ids of buttons, menus and forms, and for desks: see `stamp`."""
        return stamp(self.table, self.phase.turn)

    @property
    def phase(self) -> Phase:
        return self.game.phase(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended, with a result or broken off without one."""
        return self.table.status == "over" or self.outcome is not None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seats(self.table.options)

    @property
    def called(self) -> Step:
        """The step whose post calls for the orders of the open turn: that opened it, or brought it back."""
        return next((step for step in reversed(self.since) if step.kind == "undo"), self.since[0])

    @property
    def house_rules(self) -> HouseRules:
        """The house options of the table."""
        return house_rules.of(self.table.settings)

    @property
    def hides_ready(self) -> bool:
        """Whether nobody is to see who of several has sent orders: the host has chosen that."""
        return self.phase.sealed and len(self.phase.owing) > 1 and not self.house_rules.ready

    @property
    def number(self) -> int:
        """The open turn as people count it, from 1."""
        counted = self.phase.number
        return self.phase.turn + 1 if counted is None else counted

    @property
    def title(self) -> str:
        """The open turn for headlines: "turn 4", "turn 4 · Fall 2048"; "the set-up" where that is no turn."""
        return self.phase_word + (f" · {self.period}" if self.period else "")

    @property
    def phase_word(self) -> str:
        """The open turn in words, "turn 4"; "the set-up" where that is no turn."""
        apart = self.phase.number is not None and self.phase.key == "setup"
        return text.THE_SETUP if apart else text.TURN(n=self.number)

    @property
    def file_word(self) -> str:
        """The open phase in names of files: "turn-4", "set-up"."""
        return self.phase_word.removeprefix("the ").replace(" ", "-")

    @property
    def period(self) -> str:
        """The open turn in the game's own words, "Fall 2048"; "" where its number says all."""
        if not self.presenter.many:
            return ""
        return re.split(r":| · ", self.presenter.phase_line(self.view(None)))[0]

    @property
    def adjusting(self) -> bool:
        """Whether only choices are owed now that end the turn before."""
        return self.phase.key == "adjustment"

    @property
    def moment(self) -> str:
        """When this position stands on the board, for captions: "after turn 3"."""
        if self.outcome is not None:
            return text.THE_END
        if self.step.kind == "start":
            return text.THE_START
        if self.step.kind != "resolve" or self.phase.goes_on:
            return text.TURN(n=self.number)
        if self.phase.number is None:
            return text.AFTER_TURN(n=self.step.turn + 1)
        return text.AFTER_TURN(n=self.number - 1) if self.number > 1 else text.THE_START

    def owed(self, tx: Tx, now: float) -> None:
        """Announce that seats may owe orders which they owed not before."""
        for owed in self.hooks.orders_owed:
            owed(tx, self, now)

    def computer(self, seat: Seat) -> bool:
        """Whether a computer plays a seat."""
        return is_computer(self.player(seat).user_id)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people hold."""
        return tuple(seat for seat in self.seats if not self.computer(seat))

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def player(self, seat: Seat) -> Player:
        return next(player for player in self.players if player.seat == seat)

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats that still play: those that could give up. Also where a game was broken off."""
        return tuple(seat for seat in self.seats if "concede" in self.game.declarations(self.state, seat))

    def plays(self, seat: Seat) -> bool:
        """Whether a seat still plays, in a game that goes on."""
        return not self.over and seat in self.living

    @property
    def users(self) -> list[int]:
        """All players, for posts that notify everybody; but for those who asked to be forgotten."""
        return [player.user_id for player in self.players if player.user_id > 0]

    def seat_of(self, user_id: int) -> Seat | None:
        return next((player.seat for player in self.players if player.user_id == user_id), None)

    def names(self) -> dict[Seat, str]:
        """Each seat with its player, for narration: "**Dark** (Ada)"."""
        return {
            seat: f"**{self.presenter.seat_name(seat)}** ({plain_name(self.player(seat).name)})"
            for seat in self.seats
        }

    def result(self, outcome: Outcome) -> str:
        """How the game ended, with congratulations for people, not for computers."""
        names = self.names()
        return self.presenter.result(outcome, {seat: names[seat] for seat in self.people})

    def named(self, seats: Iterable[Seat], word: str = "and") -> str:
        """Some seats with their players: "**Dark** (Ada) and **Light** (Ben)"."""
        names = self.names()
        return listing([names[seat] for seat in seats], word)

    def seat_names(self) -> dict[Seat, str]:
        """Each seat as people write it, "Dark"; also those of other options: their armies may play."""
        return {seat: self.presenter.seat_name(seat) for seat in (*self.seats, *self.game.seats({}))}

    def plain_names(self) -> dict[Seat, str]:
        """Each seat's player, for pictures."""
        return {player.seat: player.name for player in self.players if player.seat is not None}

    def events(self, seat: Seat | None) -> list[Event]:
        """What the newest step did, as far as the seat may know (None: what everyone may)."""
        return self.seen(self.step, seat)

    def seen(self, step: Step, seat: Seat | None) -> list[Event]:
        """What a step did, as far as the seat may know."""
        kinds = {**self.game.events(), **CHANCE_EVENTS}
        events = [event_from_json(kinds, data) for data in step.events]
        return [event for event in events if event.seen_by is None or seat in event.seen_by]

    def told(self, seat: Seat | None) -> list[str]:
        """What the newest step did, in words, as far as the seat may know."""
        return self.presenter.narrate(self.events(seat), self.names())

    def changes(self, seat: Seat, earlier: Sequence[Step] = ()) -> list[Event]:
        """What was done since the turn before this one was resolved, and in `earlier` steps, as far as the
        seat may know."""
        return [event for step in (*earlier, *self.since) for event in self.seen(step, seat)]

    def news(self, seat: Seat, changes: Sequence[Event] | None = None) -> list[str]:
        """What happened to the seat in these changes; None: in those since the turn before this one."""
        events = self.changes(seat) if changes is None else changes
        return self.presenter.news(seat, self.view(seat), events, self.names())[:MOST_NEWS]

    def warnings(self, seat: Seat, orders: Sequence[Any]) -> list[str]:
        """What is legal but unwise in checked orders: one line each."""
        names = self.seat_names()
        return [seats_named(warning, names) for warning in self.game.warn(self.view(seat), orders)]

    def sheet(self, seat: Seat) -> Seat:
        """The key of the order sheet that a seat fills in, maybe together with others."""
        return min(self.game.sharing(self.state, seat))

    @property
    def brought_back(self) -> bool:
        """Whether the open turn was brought back by an undo: whoever did that wants to look at it."""
        return any(step.kind == "undo" for step in self.since)


def must_be_played(table: Table) -> None:
    """Refuse a game that has ended."""
    if table.status != "playing":
        raise Refused(text.IS_OVER(code=table.id))


def mark(table: Table, turn: int) -> str:
    """A turn for keys of posts: a turn that was taken back comes again, and so do its posts."""
    return f"{turn}~{table.undone}" if table.undone else str(turn)


def stamp(table: Table, turn: int) -> int:
    """As `mark`, a number: a button that was made before an undo does nothing to the turn that came again.
    Games without an undo have the turn's own number."""
    return turn + table.undone * AN_UNDO


# -- Which seat somebody means who names a player


def seat_label(snapshot: GameSnapshot, seat: Seat) -> str:
    """A seat with its player, "Dark (Ada)": as autocomplete shows it, and people may write it."""
    return f"{snapshot.presenter.seat_name(seat)} ({snapshot.player(seat).name})"


def seat_meant(snapshot: GameSnapshot, said: str) -> Seat:
    """The seat that a word means: its name, its player's, both, a mention, or the beginning of one."""
    word = " ".join(said.lower().split())
    if (
        word in snapshot.seats
    ):  # as autocomplete and forms have it; a player may be called like another's seat
        return word
    mention = re.fullmatch(r"<@!?(\d{1,20})>", word)
    if mention and (seat := snapshot.seat_of(int(mention[1]))) is not None:
        return seat
    names: Mapping[Seat, tuple[str, ...]] = {
        seat: tuple(
            " ".join(name.lower().split())
            for name in (
                seat,
                snapshot.presenter.seat_name(seat),
                seat_label(snapshot, seat),
                snapshot.player(seat).name,
            )
        )
        for seat in snapshot.seats
    }
    exact = [seat for seat in snapshot.seats if word in names[seat]]
    near = [seat for seat in snapshot.seats if word and any(name.startswith(word) for name in names[seat])]
    for found in (exact, near):
        if len(found) == 1:
            return found[0]
    listed = snapshot.named(exact or near or snapshot.seats, "or")
    raise Refused(text.WHO_IS(typed=clip(plain_name(said), 40), players=listed))
