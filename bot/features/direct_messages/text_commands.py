"""Plain text in a direct message: orders and a few words, answered once each, also after a restart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.errors import OrderError
from adjudicator.game import Declare
from adjudicator.text import Text, lines, nearest
from bot.common.errors import Refused
from bot.common.message import Message, plain_name
from bot.common.payloads import Payload, queue
from bot.engine import posts
from bot.engine.access import GameLookup, Looking
from bot.engine.context import Context
from bot.engine.order_sheets import Said
from bot.engine.orders import Given, Orders
from bot.engine.snapshot import stamp
from bot.features.conditional_orders.lines import is_ahead
from bot.features.conditional_orders.planning import Planning
from bot.features.direct_messages import text as words
from bot.features.info import text as info_words
from bot.features.info.game_views import GameViews
from bot.features.letters.addressing import Typed, read_typed
from bot.features.letters.writing import Letters
from bot.features.substitutes import handover
from bot.storage import people, tables
from bot.storage.database import Tx
from bot.storage.records import Desk, Player, Post, Table
from bot.storage.rows import find, first

SEND = ("send", "ready", "done")
SURE = "ready anyway"
UNSEND = ("not ready", "unready", "unsend")
LOOKS = ("why", *words.LOOKS)
"""Words of commands that only look."""
_ONLY_LOOKS = ("help", "?", "hi", "hello", "games")
_NUMBER = re.compile(r"[0-9]+(?:[:.][0-9]+)?(?:am|pm|h|d|st|nd|rd|th)?[.,!?]*")
"""A number as people say it in a sentence, "8pm": no place on a board."""
_OPTION = re.compile(r"(?:^|\s)([a-z]+):\s*")
_COMMANDS = (*LOOKS, "ahead", "orders", "order", "games", "help", "clear", "keep", *SEND)


def plain(text: str) -> str:
    """Return what somebody wrote as if it were a command, as words.

    >>> plain("/why unit:2 table:k7f3"), plain("why unit: greene 2"), plain("/order order:1 hold; 2 hold")
    ('k7f3 why 2', 'why greene 2', '1 hold; 2 hold')
    >>> plain("/order 1 hold send:True"), plain("/Board"), plain("e7-e6"), plain("/e7-e6")
    ('1 hold; ready', 'board', 'e7-e6', '/e7-e6')
    """
    head, rest = (*text.strip().split(None, 1), "", "")[:2]
    word = head.lower().removeprefix("/")
    if word not in _COMMANDS or (word == head.lower() and word not in LOOKS):
        return text
    first, *found = _OPTION.split(rest)
    options = dict(zip(found[::2], (value.strip() for value in found[1::2]), strict=True))
    table = options.pop("table", "")
    send = options.pop("send", "").lower() == "true"
    said = " ".join(part for part in (first.strip(), *options.values()) if part)
    if word == "order" and said:
        word, said = "", f"{said}; ready" if send else said
    return " ".join(part for part in (table, word, said) if part)


def look(text: str) -> tuple[str, str]:
    """Return a word that looks, and what it is to look at; "" if the text is none.

    >>> look("Why greene 2"), look("board"), look("1 hold")
    (('why', 'greene 2'), ('board', ''), ('', ''))
    """
    head, rest = (*text.split(None, 1), "", "")[:2]
    return (head.lower(), rest.strip()) if head.lower() in LOOKS else ("", "")


def unsent(text: str) -> tuple[str, bool]:
    """Orders without the "ready" that ends them, and whether there was one.

    >>> unsent("1 hold; 2 soho\\nReady"), unsent("ready"), unsent("1 hold")
    (('1 hold; 2 soho', True), ('ready', False), ('1 hold', False))
    """
    parts = lines(text)
    if len(parts) < 2 or parts[-1].lower() not in SEND:
        return text, False
    return "; ".join(parts[:-1]), True


class TextCommands:
    def __init__(
        self,
        context: Context,
        looking: Looking,
        game_lookup: GameLookup,
        orders: Orders,
        game_views: GameViews,
        letters: Letters,
        planning: Planning,
    ) -> None:
        self.context = context
        self._looking = looking
        self._game_lookup = game_lookup
        self._orders = orders
        self._game_views = game_views
        self._letters = letters
        self._planning = planning

    async def read(
        self,
        user_id: int,
        message_id: int,
        text: str,
        reply_to: int | None = None,
        *,
        said: Said | None = None,
        last: bool = True,
    ) -> None:
        """Act on a DM, and queue the answer. A message that was answered before changes nothing.

        said: when it was written; an order that comes late does nothing (see `bot.engine.order_sheets`)
        last: nothing older of this user is to be read any more, so it is `seen`
        """
        async with self.context.lock(f"dm/{user_id}"):
            await self._read(user_id, message_id, text, reply_to, said)
            if last:
                await self.seen(user_id, message_id)

    async def seen(self, user_id: int, message_id: int) -> None:
        """What the user wrote up to this message is dealt with."""
        await self.context.db.write(people.set_last_dm, user_id, message_id)

    async def _read(
        self, user_id: int, message_id: int, text: str, reply_to: int | None, said: Said | None
    ) -> None:
        key = f"dm/{message_id}"
        if await self.context.db.read(first, Post, key=key) is not None:
            return
        table: Table | None = None
        try:
            letter = read_typed(text)
            if letter is not None:
                await self._write(user_id, key, letter)
            elif await self._chats(user_id, plain(text)):
                thanked = text.strip().lower().startswith(words.THANKS)
                await self._answer(user_id, key, None, words.WELCOME if thanked else words.CHAT)
            else:
                table, rest = await self._which(user_id, plain(text), reply_to)
                await self._act(user_id, key, table, plain(rest), said)
        except Refused as refused:
            await self._answer(user_id, key, table, str(refused))

    async def _write(self, user_id: int, key: str, letter: Typed) -> None:
        """A letter; its answer is queued in its transaction."""
        await self._letters.write(
            await self._letters.pick(user_id, letter.table),
            user_id,
            letter.to,
            letter.text,
            source=key,
            anonymous=letter.unsigned,
            also=lambda tx, said: self._say(tx, user_id, key, None, said),
        )

    async def _act(self, user_id: int, key: str, table: Table | None, text: str, said: Said | None) -> None:
        word = text.strip().lower()
        if table is not None and word not in _ONLY_LOOKS and not look(text)[0]:
            await self._looking.must_be_there(table.id, user_id)
        if word in ("help", "?", "hi", "hello") or (table is None and not word):
            await self._answer(user_id, key, table, words.HELP)
        elif word == "games" or table is None:
            mine = await self._game_views.mine(user_id, await self._game_lookup.owed(user_id))
            await self._answer(
                user_id, key, table, mine.words + ("" if word == "games" else f"\n{words.HELP}")
            )
        elif is_ahead(text):
            await self._planning.give(
                table.id,
                user_id,
                text,
                also=lambda tx, plan: self._say(tx, user_id, key, table, plan),
                said=said,
            )
        elif look(text)[0]:
            await self._look(user_id, key, table, *look(text))
        elif word in ("orders", "order", ""):
            await self.context.db.write(self._desk, user_id, key, table, "", news=True)
        else:
            playing = table

            def answer(tx: Tx, given: Given) -> None:
                """In the order's transaction: a message that did something counts as answered."""
                if given.asks is not None:
                    self._say(tx, user_id, key, playing, given.asks)
                elif given.resolved:
                    self._say(tx, user_id, key, playing, given.text)
                else:
                    self._taken(tx, user_id, key, playing, given)

            if word in (*SEND, SURE):
                await self._orders.send(table.id, user_id, asks=word != SURE, also=answer, said=said)
            elif word in UNSEND:
                await self._orders.unsend(table.id, user_id, also=answer, said=said)
            elif word == "keep":
                await self._orders.take_over(table.id, user_id, also=answer, said=said)
            elif word == "clear":
                open_turn = stamp(table, table.turn)
                await self._orders.clear(table.id, user_id, open_turn, also=answer, said=said)
            else:
                orders, send = unsent(text)
                if send and all(part.lower() in ("draw", "concede") for part in lines(orders)):
                    raise Refused(words.ALONE(word=lines(orders)[0].lower()))
                await self._orders.give(
                    table.id, user_id, orders, send=send, asks=True, also=answer, said=said
                )

    async def _look(self, user_id: int, key: str, table: Table, word: str, what: str) -> None:
        """Answer a word that only looks."""
        if word == "why":
            text = await self._why(table, user_id, what)
        else:
            told = words.LOOKS[word]
            text = told(channel=table.channel_id) if told.samples else told()
        if word != "board":
            await self._answer(user_id, key, table, text)
            return

        # the desk has the map as this player sees it
        def change(tx: Tx) -> None:
            self._desk(tx, user_id, key, table, f"-# {text}", news=True)

        await self.context.db.write(change)

    async def _why(self, table: Table, user_id: int, unit: str) -> str:
        if unit:
            return (await self._game_views.why(table.id, user_id, unit)).text
        known = await self._game_views.units(table.id, user_id, "")
        if not known:
            raise Refused(info_words.NOTHING_RESOLVED(code=table.id))
        return words.WHICH_UNIT(examples=", ".join(f"`why {choice.value}`" for choice in known[:3]))

    async def _which(self, user_id: int, text: str, reply_to: int | None) -> tuple[Table | None, str]:
        """The game that a message means, and the rest of the text. None: the user plays none. Raises Refused
        when it could be several."""
        owed = await self._game_lookup.owed(user_id)
        tables = {table.id: table for table, _ in owed}
        head, rest = (*text.split(None, 1), "", "")[:2]
        code = head.lower().strip(":,")
        if code in tables:
            return tables[code], rest
        ended = await self._over(user_id, code)
        if ended is not None and look(plain(rest))[0] not in ("", "board"):
            return ended, rest
        if ended is not None:
            raise Refused(words.IS_OVER(code=ended.id))
        await self._must_not_be_anothers(user_id, code)
        if reply_to is not None:
            for desk in await self.context.db.read(find, Desk, user_id=user_id):
                if desk.message_id == reply_to and desk.table_id in tables:
                    return tables[desk.table_id], text
        if is_ahead(text):
            fitting = [
                table for table in tables.values() if await self._planning.reads(table.id, user_id, text)
            ]
            if len(fitting) == 1:
                return fitting[0], text
            if fitting:  # not the one that waits for an order: this is for later, in any of them
                raise Refused(_which_of(fitting, words.WHICH_READS, text))
        word = text.strip().lower()
        if look(text)[0] == "why":  # of no use in games without it
            those = [table for table in tables.values() if self.context.presenters[table.game].many]
            if len(those) == 1:
                return those[0], text
        if word in UNSEND:
            sent = [table for table in tables.values() if (await self._sheet(table, user_id))[1]]
            if len(sent) == 1:
                return sent[0], text
        owing = [table for table, missing in owed if missing]
        waiting = owing or list(tables.values())
        if len(tables) > 1:  # `e7-e6` is no order of New York, `1 soho` none of Commander-In-Chief
            fitting = [table for table in tables.values() if await self._reads(table, user_id, text)]
            fitting = [table for table in fitting if table in waiting] or fitting
            if len(fitting) > 1 and not unsent(text)[1]:  # what is sent at once must not be a guess
                legal = [table for table in fitting if await self._reads(table, user_id, text, legal=True)]
                fitting = legal if len(legal) == 1 else fitting
            if len(fitting) == 1:
                return fitting[0], text
            if fitting and not look(text)[0] and word not in (*SEND, SURE):
                raise Refused(_which_of(fitting, words.WHICH_READS, text))
        if len(tables) > 1 and len(waiting) != 1 and not look(text)[0]:  # mistyped: one game knows why
            alike = [table for table in tables.values() if self._alike(table, text)]
            alike = [table for table in alike if table in waiting] or alike
            if len(alike) == 1:
                return alike[0], text
        if len(waiting) == 1 or not waiting or word in ("help", "games"):
            return (waiting[0] if waiting else None), text
        if word in (*SEND, SURE, "clear", "keep"):
            sheets = [(table, await self._sheet(table, user_id)) for table in tables.values()]
            drafted = [table for table, (orders, ready) in sheets if orders and not ready]
            if len(drafted) == 1:
                return drafted[0], text
        raise Refused(_which_of(waiting, words.WHICH_WAITS if owing else words.WHICH_PLAYED, text))

    async def _chats(self, user_id: int, text: str) -> bool:
        """Return whether a text is small talk: like no word that is known here and no order of the user's
        games, and without a number unless it is a sentence. What is like one is answered by its game."""
        word = text.strip().lower()
        head = (word.split() or [""])[0]
        if not head or is_ahead(text):
            return False
        numbers = [part for part in word.split() if any(sign.isdigit() for sign in part)]
        if numbers and (len(word.split()) < 4 or not all(map(_NUMBER.fullmatch, numbers))):
            return False
        tables = [table for table, _ in await self._game_lookup.owed(user_id)]
        known = {*_COMMANDS, *_ONLY_LOOKS, *UNSEND, "not", "draw", "concede", "resign", "surrender"}
        for table in tables:
            presenter = self.context.presenters[table.game]
            known |= {*presenter.setup_words, *presenter.ahead_words, *presenter.rulings}
        if head in known or (len(head) > 3 and nearest(head, known)):
            return False
        return not any(
            [self._alike(table, text) or await self._reads(table, user_id, text) for table in tables]
        )

    async def _reads(self, table: Table, user_id: int, text: str, *, legal: bool = False) -> bool:
        """Return whether a text is an order in that game, and a `legal` one if that is asked; declarations
        are orders in every game."""
        snapshot, seat = await self.context.db.read(self.context.seated, table.id, user_id)
        view = snapshot.view(seat)
        try:
            orders = snapshot.game.parse(view, unsent(text)[0])
            if legal:
                snapshot.game.check(view, orders)
        except OrderError:
            return False
        return not all(isinstance(order, Declare) for order in orders)

    def _alike(self, table: Table, text: str) -> bool:
        """Return whether a text was meant as an order of that game, though it may be none."""
        alike = self.context.presenters[table.game].alike
        return any(alike.search(line.lower()) for line in lines(text))

    async def _over(self, user_id: int, code: str) -> Table | None:
        """Return the user's finished game of this code."""

        def look(tx: Tx) -> Table | None:
            table = tables.get(tx, code)
            over = table is not None and table.status == "over"
            return table if over and first(tx, Player, table_id=code, user_id=user_id) else None

        return await self.context.db.read(look)

    async def _must_not_be_anothers(self, user_id: int, code: str) -> None:
        """Refuse the code of a game which the user does not play yet, or any more: no other game is meant. No
        order looks like a code. Strangers do not learn here which codes there are."""

        def look(tx: Tx) -> None:
            table = tables.get(tx, code)
            if table is None:
                return
            if first(tx, Player, table_id=code, user_id=user_id) is not None:
                why = words.WAS_CLOSED if table.status == "closed" else words.NOT_BEGUN
                raise Refused(why(code=code))
            if handover.held(tx, code, user_id):
                raise Refused(words.NOT_YOURS(code=code))

        await self.context.db.read(look)

    async def _sheet(self, table: Table, user_id: int) -> tuple[int, bool]:
        """Return how many orders the user has given there, and whether they are sent."""

        def look(tx: Tx) -> tuple[int, bool]:
            snapshot, seat = self.context.seated(tx, table.id, user_id)
            draft, ready = self.context.draft(tx, snapshot, seat)
            return len(draft), ready

        return await self.context.db.read(look)

    def _desk(
        self,
        tx: Tx,
        user_id: int,
        key: str,
        table: Table,
        note: str,
        *,
        news: bool = False,
        live: bool | None = None,
    ) -> None:
        snapshot, seat = self.context.seated(tx, table.id, user_id)
        desk = posts.DeskPost(seat=seat, turn=snapshot.stamp, note=note, news=news, live=live)
        self._put(tx, user_id, key, table, desk)

    def _taken(self, tx: Tx, user_id: int, key: str, table: Table, given: Given) -> None:
        """Show the sheet on the desk that stands, and answer below what was written."""
        snapshot, seat = self.context.seated(tx, table.id, user_id)
        draft, ready = self.context.draft(tx, snapshot, seat)
        desk = first(tx, Desk, table_id=table.id, user_id=user_id)
        if desk is None or desk.turn != snapshot.stamp:  # there is none to look at
            self._desk(tx, user_id, key, table, given.note)
            return
        self._desk(tx, user_id, f"{key}/desk", table, given.note, live=True)
        many, link = snapshot.presenter.many, words.LINK(channel=desk.channel_id, message=desk.message_id)
        view = snapshot.view(seat)
        sheet = snapshot.presenter.sheet(view, draft) if many else []
        told = "\n".join(
            sheet or [f"`{order}` {snapshot.presenter.describe(view, order)}" for order in draft]
        )
        named = {"game": snapshot.game.name, "code": table.id}
        if ready:
            said = words.TAKEN_SENT(**named, orders=told or given.note, desk=link)
        elif not draft:
            said = words.TAKEN_NONE(**named, desk=link)
        else:
            said = (words.TAKEN_MANY if many else words.TAKEN)(**named, orders=told, desk=link)
        self._say(tx, user_id, key, table, "\n".join([said, *([given.note] if given.note else [])]))

    async def _answer(self, user_id: int, key: str, table: Table | None, text: str) -> None:
        await self.context.db.write(self._say, user_id, key, table, text)

    def _say(self, tx: Tx, user_id: int, key: str, table: Table | None, said: str | Message) -> None:
        """said: words, or words with buttons below them"""
        said = Message(said) if isinstance(said, str) else said
        rows = tuple(row for row in said.rows if isinstance(row, tuple))
        self._put(tx, user_id, key, table, posts.Say(text=said.words, rows=rows))

    def _put(self, tx: Tx, user_id: int, key: str, table: Table | None, payload: Payload) -> None:
        people.acted(tx, user_id)
        table_id = table.id if table is not None else None
        queue(tx, key, payload, self.context.clock.now(), user_id=user_id, table_id=table_id)


def _which_of(tables: Sequence[Table], told: Text, text: str) -> str:
    games = ", ".join(words.GAME(code=table.id, game=plain_name(table.name)) for table in tables)
    return told(games=games, example=f"{tables[0].id} {text.strip()[:40].replace('`', '')}")
