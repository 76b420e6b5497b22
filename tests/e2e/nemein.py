"""Playing Nemein against the loopback: two people, a secret handful, and coins that fall as they like.

The same whole game whoever moves first: tiles are written as for South, and turned for North.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .loopback import Channel, Loopback, Post, User
from .seated import Seated, begin_seated

OPTIONS = "side=3 houses_to_win=1"
LENGTHS = {"a": 3, "b": 4, "c": 5, "d": 4, "e": 3}
SETUP = "handful 25x2 10x4 5x1 1x5; place a1=10,1 a2=1,1 a3=10,1 b2=10,1 b3=5 b4=10"
"""Both seats'. Then the first to move may put a 1 where the other surely takes it, and a 10 beside that."""
TURNS = ("move b2-c2 1", "move b3-c4 5; end", "move c4-d3 10", "move b3-c3 5; house c3")
"""The first one's, the other's sure attack and its coin flip in the further turn; the first one's house wins.
Each as it is seen from South."""


@dataclass
class Nemein(Seated):
    """A game of Nemein on the smallest board."""

    @property
    def other(self) -> User:
        """The one who is not called."""
        return next(player for player in self.players if player != self.called)

    def of(self, user: User, text: str) -> str:
        """Orders as this user writes them: on the other side of the board the tiles are turned about.

        South's b2 is North's d3.
        """
        return text if self.seat_of(user) == "south" else turned(text)

    async def chosen(self, user: User, desk: Post, value: str, words: str) -> None:
        """Choose that in a menu of the desk, until the desk says this."""
        [key] = await self.discord.until(
            lambda: [key for key, offered in desk.choices.items() if value in offered],
            what=f"{value} offered",
        )
        await user.select(desk, key, value)
        await self.discord.until(lambda: words in desk.text, what=f"{words!r} after {value}: {desk.text}")

    def flips(self) -> list[tuple[int, bytes]]:
        """Number and animation of all coins: the words beside one do not tell how it falls."""
        found = []
        for post in self.public:
            if flip := re.match(r"Coin flip #(\d+)", post.text):
                [(name, data)] = post.files.items()
                assert name.endswith(".gif") and data.startswith(b"GIF89a"), name
                assert not re.search("heads|tails", post.text, re.IGNORECASE), post.text
                found.append((int(flip[1]), data))
        return found

    def sides(self) -> list[str]:
        """How the coins fell, as the reports tell it."""
        told = [re.findall(r"\b(heads|tails)(?:!|: )", post.text, re.IGNORECASE) for post in self.public]
        return [side.lower() for each in told for side in each]

    def coins(self) -> list[tuple[int, str]]:
        """Number and side of all coins."""
        return [(number, side) for (number, _), side in zip(self.flips(), self.sides(), strict=True)]


def turned(text: str) -> str:
    """The tiles turned by half a circle.

    >>> turned("move b2-c2 10")
    'move d3-c4 10'
    """

    def other(tile: re.Match[str]) -> str:
        row, number = tile[0][0], int(tile[0][1:])
        return f"{chr(ord('a') + ord('e') - ord(row))}{LENGTHS[row] + 1 - number}"

    return re.sub(r"\b[a-e]\d\b", other, text)


async def begin_nemein(discord: Loopback, hall: Channel, *people: User, options: str = OPTIONS) -> Nemein:
    game = await begin_seated(Nemein, discord, hall, *people, game="nemein", options=options)
    assert isinstance(game, Nemein)
    return game
