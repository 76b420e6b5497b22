"""Playing WW3 against the loopback: three people in fog, who all know what they will do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.engine import text

from .loopback import Channel, Loopback, Post, User
from .play import RESOLVED
from .seated import Seated, begin_seated

OPTIONS = "players=3 fog=on"
SETUPS = {
    "red": "setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1",
    "blue": "setup N=b8 A=c7 T=c6 C=b5 P=a6 S=a7,b7,c5,c8 B=c4",
    "silver": "setup N=h10 A=g9 T=f9 C=e10 P=d9 S=e9,f11,g10,g11 B=h9",
}
"""Red's is stock; Blue's has the Base in front, Silver's too, and its Spy stands where Blue attacks it."""

MOVES = {
    "red": ("h3-h4-h5", "h5-h6-h7", "d3-d4-c4", "h7-h8-h9"),
    "blue": ("c8-d8-d9", "c7-d7", "c6-d6"),
    "silver": ("e9-e8", "e8-e7", "f9-f8", "g9-g8"),
}
"""A Soldier of Blue falls by Silver's Spy; Red takes Blue's Base, then Silver's. Whoever begins: no seat's
moves get in another's way."""

KINDS = ("Nuclear Bomb", "Air Craft", "Tank", "Captain", "Spy", "Soldier", "Base")


@dataclass
class Ww3(Seated):
    """A game of WW3."""

    def rolled(self) -> Post:
        """The post with the dice."""
        [post] = [post for post in self.public if post.text.startswith("Dice roll")]
        [(name, data)] = post.files.items()
        assert name.endswith(".gif") and data.startswith(b"GIF89a"), name
        return post

    async def by_menus(self, user: User, order: str) -> None:
        """A unit and where it goes, then Send."""
        desk = await self.desk(user, "**Your move.**")
        for value in (order.partition("-")[0], order):
            key = await self.offering(desk, value)
            await user.select(desk, key, value)
        await self.discord.until(lambda: f"`{order}`" in desk.text, what="the order on the desk")
        await user.press(desk, text.SEND)
        await self.discord.until(lambda: RESOLVED.search(desk.text), what="the answer to Send")

    async def offering(self, desk: Post, value: str) -> str:
        """The id of the menu that offers this, once there is one."""

        def found() -> list[str]:
            return [key for key, offered in desk.choices.items() if value in offered]

        return (await self.discord.until(found, what=f"{value} in a menu: {desk!r}"))[0]


def told(words: str, *points: str) -> list[str]:
    """Lines that name a kind together with one of these points, or write a formation that has one."""
    kinds, places = "|".join(KINDS), "|".join(points)
    pattern = re.compile(
        rf"(?:{kinds}).*\b(?:{places})\b|\b(?:{places})\b.*(?:{kinds})|[NATCPSB]=(?:{places})\b"
    )
    return [line for line in words.splitlines() if pattern.search(line)]


async def begin_ww3(discord: Loopback, hall: Channel, *people: User, options: str = OPTIONS) -> Ww3:
    game = await begin_seated(Ww3, discord, hall, *people, game="ww3", options=options)
    assert isinstance(game, Ww3)
    return game
