"""Playing New York 2047 against the loopback: seven people with sealed sheets of many orders, and letters."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.codec import canonical
from adjudicator.newyork2047 import NewYork2047
from bot.engine import text
from maps.boards import board
from tests import fairfile

from .database import ask, opened
from .loopback import Answer, Channel, Loopback, Post, User
from .play import RESOLVED, Play, has_picture, menu, open_table, pressed, saying

SEATS = {
    "tower": "Tower",
    "papst": "Papst",
    "rossoni": "Rossoni",
    "christofori": "Christofori",
    "dunning": "Dunning",
    "greene": "Greene",
    "hamblet": "Hamblet",
}
"""The factions, and what they are called in short."""

PEOPLE = ("ada", "ben", "cem", "dana", "emil", "fay", "gus")
"""Who plays them, in that order."""

SEASONS: tuple[Mapping[str, str], ...] = (
    {
        "tower": "1 harlem; 2 harlem river",
        "papst": "1 long island city; 2 flushing bay",
        "rossoni": "1 mott haven; 2 normont; 3 co-op city",
        "christofori": "1 mariners harbor; 2 tottenville; 3 new dorp",
        "dunning": "1 bay ridge; 2 gravesend bay",
        "greene": "1 kennedy; 2 forest hills; 3 bayside",
        "hamblet": "1 bayonne; 2 upper bay; 3 hoboken",
    },
    {
        "tower": "1 upper east side; 2 hell gate; 3 harlem river",
        "papst": "1 williamsburg; 2 long island sound; 3 jackson heights",
        "rossoni": "3 throgs neck",
        "christofori": "1 st george; 3 lower bay",
        "dunning": "1 sunset park; 2 lower bay; 3 flatbush",
        "greene": "2 flushing; 3 long island sound",
        "hamblet": "2 lower hudson; 3 cliffside",
    },
    {
        "tower": "1 midtown; 2 astoria; 3 mott haven; 4 harlem",
        "papst": "1 support 4 to long island city; 2 support 3 to flushing; 3 flushing; 4 long island city",
        "rossoni": "1 riverdale; 2 support 6 to mott haven; 3 long island sound; 4 hunts point; 5 co-op; "
        "6 support 2 to co-op city",
        "christofori": "1 upper bay; 2 support 5 to new dorp; 3 lower bay; 4 mariners; 5 support 3 hold",
        "dunning": "1 red hook; 2 lower bay; 3 williamsburg; 4 bay ridge",
        "greene": "1 support 4 hold; 2 support 4 to forest hills; 3 long island sound; 4 forest hills",
        "hamblet": "1 upper bay; 2 support 1 to upper bay; 3 linwood; 4 hoboken; moe support 4 to hoboken",
    },
)
"""Spring 2047, fall 2047, spring 2048. After the last one Papst has to move its home base, to Flushing, Long
Island City or Williamsburg, and Rossoni, with six units, has one too many."""

RULES = NewYork2047(board("newyork2047"))

SHEET = (text.YOUR_ORDERS, text.YOUR_ORDERS_READY)
"""What stands above the orders on a desk."""

Sheet = dict[str, str]
"""Orders by the line that they fill: {"1": "1 move soho", "relocate": "relocate chelsea"}."""


@dataclass
class NewYork(Play):
    """A game of New York 2047."""

    seats: Mapping[str, User] = field(default_factory=dict)
    given: dict[tuple[int, str], Sheet] = field(default_factory=dict)
    """What the bot has said it understood, by turn and seat."""

    # ------------------------------------------------------------------------- what the channel says

    @property
    def turns(self) -> list[int]:
        """The turns whose results have begun to be told, in the order in which they stand there."""
        return [turn for turn in map(self._head, self.public) if turn is not None]

    @property
    def sealed(self) -> list[int]:
        """The turns whose lock stands in the channel, in their order."""
        return [turn for turn in map(self._lock, self.public) if turn is not None]

    @property
    def turn(self) -> int:
        """The open turn, going by the channel."""
        return max(self.turns, default=0) + 1

    def _head(self, post: Post) -> int | None:
        found = re.match(rf"### New York 2047 `{self.table}` · turn (\d+) · ", post.text)
        return int(found[1]) if found else None

    def _lock(self, post: Post) -> int | None:
        found = fairfile.LOCKED.search(post.text)
        turn = re.match(r"turn (\d+)", found[2]) if found and found[1] == self.table else None
        return int(turn[1]) if turn else None

    def results(self, turn: int) -> list[Post]:
        """The posts that tell a turn, from the one with the headline and the picture to the one with the
        buttons; [] until that stands there."""
        found: list[Post] = []
        for post in self.public:
            if found or self._head(post) == turn or self._is_the_end(post, turn):
                if not post.text.startswith("📣"):
                    found.append(post)
                if "History" in post.buttons:
                    return found
        return []

    def _is_the_end(self, post: Post, turn: int) -> bool:
        return turn == self.turn and f"`{self.table}` · {text.GAME_OVER}" in post.text

    async def told(self, turn: int, *, timeout: float = 20.0) -> list[Post]:
        """Until the channel has told all of this turn."""
        return await self.discord.until(
            lambda: self.results(turn), timeout=timeout, what=f"turn {turn} in the channel"
        )

    @property
    def call(self) -> Post:
        """The post that calls those who owe now."""
        return [post for post in self.public if "**Next:**" in post.text][-1]

    @property
    def tally(self) -> str:
        """ "4 of 7", from the post that calls; "" where it does not say."""
        found = re.search(r"(\d of \d) ready", self.call.text)
        return found[1] if found else ""

    async def tallied(self, ready: str, *, timeout: float = 10.0) -> None:
        """Until the channel says "4 of 7"."""
        await self.discord.until(lambda: self.tally == ready, timeout=timeout, what=f"{ready} are ready")

    # ---------------------------------------------------------------------------- giving orders

    async def desk(self, seat: str, *, turn: int | None = None, timeout: float = 10.0) -> Post:
        """The seat's newest order desk of the turn."""
        head = f"`{self.table}` · turn {turn or self.turn} · "

        def arrived() -> list[Post]:
            posts = self.seats[seat].inbox.posts(containing=head)
            return [post for post in posts if text.MORE in post.buttons]

        return (await self.discord.until(arrived, timeout=timeout, what=f"a desk of {seat}"))[-1]

    async def news(self, seat: str, turn: int, *, timeout: float = 10.0) -> Post:
        """The direct message that tells a seat of this turn: its desk for the next one, or a word if it owes
        nothing now."""
        over = f"Game `{self.table}` in <#{self.hall.id}> is over."
        heads = (f"`{self.table}` · turn {turn + 1} · ", f"`{self.table}` · turn {turn} · ", over)

        def arrived() -> list[Post]:
            desk, word, end = (self.seats[seat].inbox.posts(containing=head) for head in heads)
            return [*desk, *(post for post in word if "Not your turn: " in post.text), *end]

        found = await self.discord.until(arrived, timeout=timeout, what=f"news of turn {turn} for {seat}")
        return found[0]

    async def by_text(self, seat: str, orders: str) -> Post:
        """Many orders in one direct message; the answer, with the whole sheet."""
        turn = self.turn
        answer = await self.written(self.seats[seat], orders, f"✓ New York 2047 `{self.table}`:")
        self.accepted(turn, seat, orders)
        return answer

    async def by_slash(self, seat: str, orders: str, *, send: bool = False) -> Answer:
        """One /order; with `send` it makes ready too, and says so once more if asked."""
        turn = self.turn
        user, more = self.seats[seat], {"send": True} if send else {}
        answer = await user.slash(self.hall, "order", order=orders, table=self.table, **more)
        if text.READY_ANYWAY in answer.post.buttons:
            await user.press(answer.post, text.READY_ANYWAY)
            await self.answered_ready(answer.post)
        told = saying(text.RESOLVED, turn=turn).search(answer.text)
        assert told or any(words in answer.text for words in SHEET), answer.text
        assert "✗" not in answer.text, answer.text
        self.accepted(turn, seat, orders)
        return answer

    async def by_form(self, seat: str, orders: str) -> Post:
        """The button Type… under the desk, and its window."""
        turn, desk = self.turn, await self.desk(seat)
        form = await self.seats[seat].press(desk, text.TYPE)
        await self.seats[seat].submit(form, {text.TYPE_LABEL_MANY: orders})
        await self.discord.until(lambda: text.CLEAR in desk.buttons, what="the answer to the form")
        self.accepted(turn, seat, orders)
        return desk

    async def by_menus(self, seat: str, *orders: str, on: Post | None = None) -> Post:
        """Orders as the menus have them ("3 support 1 to soho"), one after the other; the desk."""
        turn, desk = self.turn, on or await self.desk(seat)
        for order in orders:
            await self.pick(seat, desk, order)
            self._accepted(turn, seat, [order])
        return desk

    async def pick(self, seat: str, desk: Post, order: str) -> None:
        """Find one order in the menus, through supports of a space and further pages, and choose it."""
        unit = order.partition(" ")[0]
        if not any(unit in desk.choices[key] for key in desk.choices if ":pick:" in key):
            await self.choose(seat, desk, "pick", ":2")  # the second page of many units
        await self.choose(seat, desk, "pick", unit)
        looked = set[str]()
        while True:
            offered = [value for key in desk.choices if ":do:" in key for value in desk.choices[key]]
            if order in offered:
                await self.choose(seat, desk, "do", order)
                return
            onwards = [value for value in offered if value.startswith("@") and value not in looked]
            assert onwards, f"{order!r} is in no menu of {seat}: {offered}"
            # A page further in the menu of supports comes before the next space.
            value = min(onwards, key=lambda value: ":" not in value)
            looked.add(value)
            await self.choose(seat, desk, "do", value)

    async def choose(self, seat: str, desk: Post, act: str, *values: str) -> None:
        """Choose in the menu of this act that offers these values, as a client would: not once more what is
        chosen already."""
        menus = [key for key in desk.choices if key.startswith(f"fpm:{act}:")]
        fits = [key for key in menus if set(values) <= set(desk.choices[key])]
        assert len(fits) == 1, f"{len(fits)} menus {act} with {values} in {desk.choices}"
        if chosen(desk, fits[0]) == set(values):
            return
        await self.seats[seat].select(desk, fits[0], *values)
        # The id of a menu changes with what is chosen.
        await self.discord.until(lambda: fits[0] not in desk.choices, what=f"the answer to {values}")

    async def ready(self, seat: str, *, on: Post | None = None) -> Post:
        """Press Ready, and once more if asked; the desk, or what stands there when the turn is over."""
        desk = on or await self.desk(seat)
        await self.seats[seat].press(desk, text.READY)
        await self.discord.until(
            lambda: text.READY_ANYWAY in desk.buttons or self.is_ready(desk), what="the answer to Ready"
        )
        if text.READY_ANYWAY in desk.buttons:
            await self.seats[seat].press(desk, text.READY_ANYWAY)
        await self.answered_ready(desk)
        return desk

    async def answered_ready(self, desk: Post) -> None:
        """Until this desk says that its seat is ready, or that the turn is over."""
        await self.discord.until(lambda: self.is_ready(desk), what="the answer to Ready")

    def is_ready(self, desk: Post) -> bool:
        """Whether this desk says that its seat is ready, or that the turn is over."""
        over = saying(text.DESK_OVER, code=self.table), RESOLVED
        return text.YOUR_ORDERS_READY in desk.text or any(told.search(desk.text) for told in over)

    async def unready(self, seat: str) -> Post:
        """Press Not ready; the desk."""
        desk = await self.desk(seat)
        await self.seats[seat].press(desk, text.NOT_READY)
        await self.discord.until(
            lambda: text.READY in desk.buttons, what=f"the answer to Not ready of {seat}"
        )
        return desk

    async def turn_by_slash(self, sheets: Mapping[str, str]) -> int:
        """Everyone gives these orders and is ready, in any order; the turn that was resolved and told."""
        turn = self.turn
        await asyncio.gather(*(self.by_slash(seat, words, send=True) for seat, words in sheets.items()))
        await self.told(turn)
        return turn

    def accepted(self, turn: int, seat: str, words: str) -> None:
        """Note orders that must be on the sheet when the turn is over."""
        self._accepted(turn, seat, [str(order) for order in RULES.notation.parse(seat, words)])

    def _accepted(self, turn: int, seat: str, orders: Sequence[str]) -> None:
        sheet = self.given.setdefault((turn, seat), {})
        for order in orders:
            head = order.partition(" ")[0]
            sheet[order if head == "disband" else head] = order

    # ------------------------------------------------------------------------------- judgement

    async def opened(self, turn: int) -> fairfile.Lock:
        """A turn's sheets, from the file of Fair play."""
        return (await self.fair_play(self.players[0]))[turn - 1]

    async def assert_sealed(self, turn: int) -> None:
        """The digest that stood in the channel first is that of the sheets in the file; each seat's orders
        are those that the bot understood, and what got none holds."""
        opened = await self.opened(turn)
        posts = self.public
        assert self._lock(posts[posts.index(self.results(turn)[0]) - 1]) == turn, "right before the results"
        assert opened.sheets.keys() == opened.receipts.keys()
        for seat, (head, *orders) in opened.sheets.items():
            game, number, whose, salt = head.split(" ")
            assert (game, int(number), whose) == (self.table, turn - 1, seat) and len(salt) == 32
            given = set(self.given.get((turn, seat), {}).values())
            rest = [order for order in orders if order not in given]
            assert given <= set(orders), f"turn {turn}: {seat} gave {given}, sealed is {orders}"
            assert all(order.endswith(" hold") for order in rest), f"{seat} never gave {rest}"

    async def assert_told(self, last: int) -> None:
        """Every turn up to `last` is sealed once and told once, in order, and no post came twice."""
        every = list(range(1, last + 1))
        assert self.sealed == every, self.sealed
        assert self.turns == every[: len(self.turns)] and last - len(self.turns) <= self.is_over
        for turn in every:
            await self.assert_sealed(turn)
            posts = self.results(turn)
            assert has_picture(posts[0]) and not any(has_picture(post) for post in posts[1:])
        self.assert_nothing_doubled()

    def assert_news(self, last: int) -> None:
        """Each seat had a direct message about every turn up to `last`, though it may have been edited since,
        and a desk in the first one."""
        for seat, user in self.seats.items():
            forms = ["\n".join(texts) for texts in self.discord.journal.forms(user.inbox.id).values()]
            for turn in range(last + 1):
                heads = [f"`{self.table}` · turn {turn + 1} · ", f"`{self.table}` · turn {turn} · "]
                heads += [f"`{self.table}` in <#{self.hall.id}> is over."] if turn == last else []
                found = any(head in form and "You " in form for head in heads for form in forms)
                assert found, f"{seat} knows nothing of turn {turn}\n{self.discord.bot_output()}"


def chosen(post: Post, key: str) -> set[str]:
    """What stands as chosen in a menu."""
    options = next(post.components(lambda c: c.get("custom_id") == key))["options"]
    return {option["value"] for option in options if option.get("default")}


def place(folder: Path, table: str, position: Mapping[str, Any]) -> None:
    """Put the pieces so, in the turn that is open, in the database in the bot's folder. (Such a game can be
    played on, but not verified.)"""
    with opened(folder) as run:
        where = "table_id = ? AND seq = (SELECT max(seq) FROM steps WHERE table_id = ?)"
        was = json.loads(run(f"SELECT state FROM steps WHERE {where}", table, table)[0][0])
        kept = {key: was[key] for key in ("turn", "season", "phase", "year")}
        state = canonical(RULES.dump(RULES.position({**kept, **position})))
        run(f"UPDATE steps SET state = ? WHERE {where}", state, table, table)


def pass_deadline(folder: Path, table: str, ago: float = 1.0) -> None:
    """The open turn's time is up, since so many seconds. A bot that runs does not see it before its next
    start."""
    change = "UPDATE deadlines SET due_at = ? WHERE table_id = ? AND kind = 'turn'"
    ask(folder, change, time.time() - ago, table)


async def begin_newyork(discord: Loopback, hall: Channel, people: Sequence[User], **options: str) -> NewYork:
    """A game of seven that has begun, each with the seat of the same number in SEATS; desks may be on their
    way. options: those of /game new"""
    seats = dict(zip(SEATS, people, strict=True))
    host = people[0]
    table, lobby = await open_table(hall, host, *people[1:], game="newyork2047", seats="choice", **options)
    for seat, user in seats.items():
        answer = await user.select(lobby, menu(lobby, "wish"), seat)
        assert SEATS[seat] in (await answer.followup()).text
    assert (await pressed(host, lobby, "Start")).endswith("starts now.")
    game = NewYork(discord, hall, table, people, seats)
    await hall.wait_for(f"`{table}` · {text.GAME_BEGINS}")
    return game
