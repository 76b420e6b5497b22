"""Playing NME against the loopback: three people, or two, who may not say a word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot.engine import text as said

from .database import ask
from .loopback import Channel, Loopback, Post, SetupError, User
from .play import FIRST, RESOLVED, Game, drafted, menu, open_table, pressed

SEATS = ("black", "gray", "white")
"""In the order of play."""

SILENCED = [
    "add_reactions",
    "create_private_threads",
    "create_public_threads",
    "send_messages",
    "send_messages_in_threads",
]
"""What is taken from the players in the channel."""

MOVES = ("A5s-C7", "H0s-F3", "H9-G9", "C7-F8", "H1-G2", "I8s-H9", "F8xH9")
"""Black's, Gray's and White's in turn: White's President walks out, and Black captures it."""

ALLY_MOVES = ("A5-B6", "J0s-H3", "I8-H8", "A4s-A5", "H3-I5", "I8s-I8", "A5-B5", "I5xI8")
"""Black, Gray (by Black), White, Black, Gray (by White), White, Black, Gray (by Black): it captures White's
President, and Black wins."""


@dataclass
class Nme(Game):
    """A game of NME or Protect the Ally. Seats are drawn by lot: who has which one, the channel says."""

    seats: Mapping[str, User] = field(default_factory=dict)

    @property
    def turns(self) -> list[int]:
        """The turns that were told in the channel; what is ruled in a turn does not end it."""
        heads = (re.match(rf"### .*`{self.table}` · turn (\d+)", post.text) for post in self._told)
        return [int(head[1]) for head in heads if head]

    async def told(self, turn: int, *, timeout: float = 10.0) -> Post:
        """Until the channel tells this turn."""

        def found() -> list[Post]:
            return [post for post in self._told if f"`{self.table}` · turn {turn}\n" in post.text]

        return (await self.discord.until(found, timeout=timeout, what=f"turn {turn} in the channel"))[0]

    @property
    def _told(self) -> list[Post]:
        return [post for post in self.public if "⚖" not in post.text]

    @property
    def called(self) -> User:
        """Whom the newest call in the channel names."""
        calls = [found for post in self.public if (found := re.search(r"\*\*Next:\*\* <@(\d+)>", post.text))]
        return next(player for player in self.players if player.id == int(calls[-1][1]))

    async def by_desk(
        self, user: User, order: str | None = None, dice: Random = FIRST, turn: int | None = None
    ) -> str:
        """The menus of the desk in the DM, then Send; the order."""
        order = order or dice.choice(await self.legal(user))
        desk = await self.drafted(user, order, turn=turn)
        await user.press(desk, "Send")
        await self.discord.until(lambda: RESOLVED.search(desk.text), what="the answer to Send")
        self._sent(desk.text, order)
        return order

    async def drafted(self, user: User, order: str, *, turn: int | None = None) -> Post:
        """Found in the menus of the desk: first the piece, then where it goes. Not sent; the desk."""
        desk, origin = await self.desk(user, turn=turn), re.split("[-x]", order)[0]
        await user.select(desk, menu(desk, "pick"), origin)

        def offered() -> list[str]:
            return [key for key in desk.choices if ":give:" in key and order in desk.choices[key]]

        [key] = await self.discord.until(offered, what=f"{order} in the menus of {origin}")
        await user.select(desk, key, order)
        await self.discord.until(
            lambda: drafted(order).search(desk.text),
            what="the order on the desk",
        )
        return desk

    async def play(self, *orders: str) -> None:
        """Each by whose turn it is, with one /order; until all are told."""
        for order in orders:
            turn = self.turn
            await self.by_slash(self.called, order)
            await self.told(turn)

    async def concedes(self, user: User) -> None:
        """/concede, and yes, and it is done."""
        asked = await user.slash(self.hall, "concede", table=self.table)
        await user.press(asked, said.CONCEDE_YES)
        await self.discord.until(lambda: said.CONCEDE_YES not in asked.post.buttons, what="a concession")

    def assert_told_once(self, last: int) -> None:
        """Every turn up to `last` is told once, in order, and no post came twice, in the channel or a DM."""
        assert self.turns == list(range(1, last + 1)), self.turns
        self.assert_nothing_doubled()

    # ------------------------------------------------------------------------------------- silence

    async def silent(self, *, timeout: float = 10.0) -> None:
        """Until the channel is read-only for everyone who plays."""

        def silenced() -> bool:
            return all(self.hall.entry(player) == ([], SILENCED) for player in self.players)

        await self.discord.until(silenced, timeout=timeout, what="silence")
        for player in self.players:
            with pytest.raises(SetupError, match="send_messages"):
                player.say(self.hall, "psst")

    async def loud(self, *, timeout: float = 10.0) -> None:
        """Until nobody has an entry of silence any more: not in the channel, nor in the bot's database."""
        free = lambda: all(self.hall.entry(player) is None for player in self.players)  # noqa: E731
        await self.discord.until(free, timeout=timeout, what="the end of silence")
        for player in self.players:
            player.say(self.hall, "At last!")


def kept_silences(folder: Path) -> list[tuple[str, str]]:
    """What the database in the bot's folder knows of silence: tables with the state of each entry."""
    return [(table, status) for table, status in ask(folder, "SELECT table_id, status FROM silences")]


async def begin_nme(discord: Loopback, hall: Channel, *people: User, **options: str) -> Nme:
    """A game that has begun; the first of these people is its host. options: those of /game new"""
    if len(people) == 2:
        options = {"options": "players=2", **options}
    table, lobby = await open_table(hall, *people, game="nme", **options)
    await pressed(people[0], lobby, "Start")
    return await begun(discord, hall, table, *people)


async def begun(discord: Loopback, hall: Channel, table: str, *people: User) -> Nme:
    """The game of this table, once the channel tells that it has begun."""
    text = (await hall.wait_for(f"`{table}` · {said.GAME_BEGINS}")).text
    drawn = dict(re.findall(r"^- \*\*(\w+)\*\* \((\w+)\)$", text, re.MULTILINE))
    seats = {seat.lower(): next(one for one in people if one.name == name) for seat, name in drawn.items()}
    assert len(seats) == len(people), text
    return Nme(discord, hall, table, people, seats=seats)
