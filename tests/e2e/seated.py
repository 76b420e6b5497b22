"""Playing a game whose seats are drawn by lot, against the loopback: who has which seat, the channel says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.engine import text as said

from .loopback import Channel, Loopback, Post, User
from .play import Play, open_table, pressed


@dataclass
class Seated(Play):
    """What Nemein and WW3 have in common."""

    seats: Mapping[str, User] = field(default_factory=dict)

    @property
    def calls(self) -> list[Post]:
        """The posts that call somebody to move, the oldest first."""
        return [post for post in self.public if re.search(r"\*\*Next:\*\* <@\d+>", post.text)]

    @property
    def called(self) -> User:
        """Whom the newest call in the channel names."""
        found = re.search(r"\*\*Next:\*\* <@(\d+)>", self.calls[-1].text)
        assert found is not None
        return next(player for player in self.players if player.id == int(found[1]))

    @property
    def seat(self) -> str:
        """The seat of whom the channel calls."""
        return self.seat_of(self.called)

    def seat_of(self, user: User) -> str:
        return next(seat for seat, player in self.seats.items() if player == user)

    async def desk(self, user: User, words: str = "", *, timeout: float = 10.0) -> Post:
        """The user's newest order desk, once it says this."""

        def found() -> list[Post]:
            posts = user.inbox.posts(containing=f"`{self.table}`")
            return [post for post in posts if "You are **" in post.text and words in post.text]

        return (await self.discord.until(found, timeout=timeout, what=f"{words!r} on a desk"))[-1]

    async def tapped(self, user: User, desk: Post, button: str, words: str) -> None:
        """Press a button of the desk, until the desk says this."""
        await user.press(desk, button)
        await self.discord.until(lambda: words in desk.text, what=f"{words!r} after {button}: {desk.text}")

    async def by_slash(self, user: User, order: str) -> str:
        """One /order that sends at once; the answer."""
        answer = await user.slash(self.hall, "order", order=order, table=self.table, send=True)
        assert answer.ephemeral, "for one's own eyes"
        return answer.text

    def telling(self, words: str) -> list[Post]:
        """The public posts that say this."""
        return [post for post in self.public if words in post.text]

    async def told(self, words: str, *, count: int = 1) -> Post:
        """Until the channel says this so often; the newest of these posts."""

        def found() -> list[Post]:
            posts = self.telling(words)
            return posts if len(posts) >= count else []

        return (await self.discord.until(found, what=f"{words!r} in the channel"))[-1]


async def begin_seated(
    kind: type[Seated], discord: Loopback, hall: Channel, *people: User, game: str, options: str
) -> Seated:
    """A game that has begun; the first of these people is its host. options: those of the game"""
    table, lobby = await open_table(hall, *people, game=game, options=options)
    await pressed(people[0], lobby, "Start")
    text = (await hall.wait_for(f"`{table}` · {said.GAME_BEGINS}")).text
    drawn = dict(re.findall(r"^- \*\*(\w+)\*\* \((\w+)\)$", text, re.MULTILINE))
    seats = {seat.lower(): next(one for one in people if one.name == name) for seat, name in drawn.items()}
    assert len(seats) == len(people), text
    return kind(discord, hall, table, people, seats=seats)


Look = tuple[str, str, str, tuple[tuple[str, bytes], ...]]
"""What somebody looked at: what it was, words, menus and choices, files."""


async def looks(game: Seated, *users: User, typed: tuple[str, ...], refused: str) -> list[Look]:
    """All that these people can look at. typed: in /order; refused: an order that is none of theirs"""
    found: list[Look] = []
    for user in users:
        for name, options in (
            *(("board", {}), ("history", {}), ("games", {}), ("orders", {})),
            *(("board", {"mine": True}), ("order", {"order": refused})),
        ):
            answer = await user.slash(game.hall, name, **options)
            assert answer.ephemeral, f"/{name} is for one's own eyes"
            found.append(_look(f"{user.name} /{name} {options}", answer.post))
        for words in typed:
            raw = await user.autocomplete_raw(game.hall, "order", "order", words, table=game.table)
            found.append((f"{user.name} types {words!r}", "", str(raw), ()))
    return found


def _look(what: str, post: Post) -> Look:
    """Ids of menus say when they were made, so that none comes twice: that may differ. Ids of files too."""
    ids = re.sub(r"(:\d+)\.[0-9a-f]+\.", r"\1.now.", str(post.model.components))
    ids = re.sub(r"/attachments/\d+/\d+/|'attachment_id': '\d+'", "file", ids)
    return what, post.text, ids, tuple(sorted(post.files.items()))


def assert_same(before: list[Look], after: list[Look]) -> None:
    assert len(before) == len(after)
    for was, now in zip(before, after, strict=True):
        assert was == now, f"{was[0]} tells something: {was[1:3]} became {now[1:3]}"
