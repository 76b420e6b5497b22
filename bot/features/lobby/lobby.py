"""The lobby: a table is made, players join, seats are drawn or chosen, the game begins."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from adjudicator.chance import HmacChance, Lot, commitment, shuffle
from adjudicator.game import AnyGame, Options, Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import (
    MOST_IN_ROW,
    Button,
    Choice,
    Form,
    Menu,
    Message,
    Row,
    Section,
    Style,
    buttons,
    clip,
    custom_id,
    plain_name,
    when,
)
from bot.common.payloads import HooksByKind, PostHooks, Sent
from bot.engine import house_rules, posts, timing
from bot.engine import text as engine_text
from bot.engine.access import LINK, free_code, new_link
from bot.engine.computers import has_engine
from bot.engine.context import Context
from bot.engine.posts import LobbyPost
from bot.engine.schedule import offered, read_spec
from bot.engine.text import ALLOW_MESSAGES
from bot.engine.turns import Turns
from bot.features.history import importing
from bot.features.lobby import options as lobby_options
from bot.features.lobby import text
from bot.features.lobby.balance import favours
from bot.features.lobby.options import HostForms
from bot.features.server_settings import who_may_open
from bot.features.server_settings.who_may_open import Asker
from bot.outbox import deliverability
from bot.presenters import Presenter
from bot.presenters.colours import seat_colour
from bot.storage import people, players, tables
from bot.storage.computers import is_computer, level_of
from bot.storage.database import Tx
from bot.storage.records import ACTIVE, Player, Post, Seed, Table
from bot.storage.rows import insert, remove


def _guests(table: Table, seated: Sequence[Player]) -> bool:
    """Whether somebody has joined besides the host."""
    return any(player.user_id != table.host_id for player in seated if not is_computer(player.user_id))


def shown_name(computer: int) -> str:
    """What a computer is called in a lobby: "Computer (captain)"."""
    return text.COMPUTER(level=level_of(computer))


def _player(presenter: Presenter, table: Table, player: Player, closed: Collection[int]) -> str:
    """A player in the list of those who have joined. closed: the users whom I cannot write to"""
    if is_computer(player.user_id):
        return shown_name(player.user_id)
    name, host = plain_name(player.name), player.user_id == table.host_id
    if player.wish:
        seat = presenter.seat_name(player.wish)
        said = (text.PLAYER_SEAT_HOST if host else text.PLAYER_SEAT)(name=name, seat=seat)
    else:
        said = (text.PLAYER_HOST if host else text.PLAYER)(name=name)
    return text.UNREACHABLE(name=said) if player.user_id in closed else said


class Lobby:
    def __init__(self, context: Context, turns: Turns) -> None:
        self.context = context
        self.turns = turns

    async def create(
        self,
        *,
        game_key: str,
        options: str,
        deadline: str,
        seating: str,
        guild_id: int | None,
        channel_id: int,
        host_id: int,
        host_name: str,
        code: str | None = None,
        asker: Asker | None = None,
        link: bool = False,
    ) -> Table:
        """Make a table in a channel with no other in the lobby or in play; its host (`asker`) has joined.
        link: anyone who has its link may look at the game on the web. Raises Refused."""
        context, now = self.context, self.context.clock.now()
        game, read, settings, span = self._read(game_key, options, deadline)
        seed = secrets.token_bytes(32)

        if link and not self.context.web:
            raise Refused(engine_text.NO_PAGES)

        def change(tx: Tx) -> Table:
            if asker is not None:
                who_may_open.check(tx, asker)
            for other in tables.by_channel(tx, channel_id, ACTIVE):
                raise Refused(text.CHANNEL_TAKEN(code=other.id))
            table = Table(
                id=code or free_code(self.context.hooks, tx),
                game=game_key,
                rules_version=game.rules_version,
                options=read,
                name=game.name,
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host_id,
                commitment=commitment(seed),
                deadline_spec=span,
                seating="choice" if seating == "choice" and not self.by_lot(game_key) else "lot",
                created_at=now,
                settings=settings,
                origin={
                    **({"places": sorted(asker.places)} if asker is not None and asker.places else {}),
                    **({LINK: new_link()} if link else {}),
                },
            )
            tables.insert(tx, table)
            insert(tx, Seed(table_id=table.id, seed=seed.hex()))
            players.join(tx, table.id, host_id, name=host_name, joined_at=now)
            posts.promise(tx, table, now)
            posts.lobby(tx, table, now)
            if people.get(tx, host_id).reachable is not True:
                self._tell_joined(tx, table, host_id, now)
            return table

        return await context.db.write(change)

    def by_lot(self, game_key: str) -> bool:
        """Whether the rules of this game draw its seats by lot, whatever the host would like."""
        presenter = self.context.presenters.get(game_key)
        return presenter is not None and presenter.by_lot

    async def free_code(self) -> str:
        """A code for a new table, for those who need to know it before the table is made."""
        return await self.context.db.read(lambda tx: free_code(self.context.hooks, tx))

    async def deadlines(self, user_id: int, typed: str) -> list[str]:
        """Complete a deadline typed so far, in this user's time zone if it is known."""
        settings = await self.context.db.read(lambda tx: people.get(tx, user_id).settings)
        return offered(typed, str(settings.get("zone") or ""))

    def options(self, game_key: str, typed: str) -> list[str]:
        """Complete what is typed of a game's options by the next `key=value`: those of the game first."""
        if game_key not in self.context.games:
            return []
        return house_rules.offered(self.context.games[game_key], self.context.presenters[game_key], typed)

    def check(self, game_key: str, options: str, deadline: str) -> None:
        """Raise Refused, as `create` would, if these do not do. Nothing is made."""
        self._read(game_key, options, deadline)

    def _read(
        self, game_key: str, options: str, deadline: str
    ) -> tuple[AnyGame, Options, house_rules.Settings, str]:
        """The game, its options, those of the house, and the deadline's canonical text."""
        if game_key not in self.context.games:
            raise Refused(text.NO_SUCH_GAME(name=plain_name(game_key)))
        game = self.context.games[game_key]
        read, settings = house_rules.read(
            game, self.context.presenters[game_key], options, self.context.defaults
        )
        return game, read, settings, str(read_spec(deadline))

    async def join(self, table_id: str, user_id: int, name: str) -> str:
        """Take a place. The answer is for the player."""

        def change(tx: Tx) -> Table:
            table = self._open(tx, table_id)
            seated = players.of_table(tx, table.id)
            if any(player.user_id == user_id for player in seated):
                raise Refused(text.ALREADY_IN(code=table.id))
            if len(seated) >= self.size(table):
                raise Refused(text.FULL(code=table.id))
            now = self.context.clock.now()
            players.join(tx, table.id, user_id, name=name, joined_at=now)
            self._tell_joined(tx, table, user_id, now)
            return table

        table = await self.context.write_game(table_id, change)
        return text.JOINED(code=table.id)

    def _tell_joined(self, tx: Tx, table: Table, user_id: int, now: float) -> None:
        """Queue a direct message, which shows whether somebody can be written to."""
        told = text.JOINED_DM(game=table.name, code=table.id, channel=table.channel_id)
        if self.context.presenters[table.game].silent:
            told += f"\n{text.JOINED_SILENCE(game=table.name)}"
        fallback = text.JOINED_CLOSED(user=user_id, remedy=ALLOW_MESSAGES)
        people.acted(tx, user_id)
        posts.tell(tx, table, user_id, f"joined/{user_id}/{now:.3f}", told, now, fallback)

    async def leave(self, table_id: str, user_id: int) -> str:
        def change(tx: Tx) -> Table:
            table = self._open(tx, table_id)
            if not remove(tx, Player, table_id=table.id, user_id=user_id):
                raise Refused(text.NOT_IN(code=table.id))
            if not _guests(table, players.of_table(tx, table.id)):
                lobby_options.forget(tx, table.id)
            return table

        table = await self.context.write_game(table_id, change)  # nobody is there who came before a change
        return text.LEFT(code=table.id)

    async def wish(self, table_id: str, user_id: int, seat: Seat | None) -> str:
        """Choose a seat (None: any). Where seats are by lot there is nothing to choose."""

        def change(tx: Tx) -> Table:
            table = self._open(tx, table_id)
            if table.seating != "choice":
                raise Refused(text.SEATS_BY_LOT)
            seated = players.of_table(tx, table.id)
            if all(player.user_id != user_id for player in seated):
                raise Refused(text.JOIN_FIRST)
            seats = self.context.game_of(table).seats(table.options)
            if seat is not None and seat not in seats:
                raise Refused(text.NO_SUCH_SEAT(seat=plain_name(seat)))
            for player in seated:
                if seat is not None and player.wish == seat and player.user_id != user_id:
                    raise Refused(text.SEAT_TAKEN(name=plain_name(player.name)))
            players.change(tx, table.id, user_id, wish=seat)
            return table

        table = await self.context.write_game(table_id, change)
        presenter = self.context.presenters[table.game]
        return text.YOUR_SEAT(seat=presenter.seat_name(seat)) if seat else text.YOUR_SEAT_ANY

    async def set_options(self, table_id: str, user_id: int, values: Mapping[str, str], page: int = 0) -> str:
        """Set options and the time for each turn, by key, from one of the host's forms; others stay. Wishes
        for seats that are gone lapse. Raises WrongForm if a value is wrong."""

        def change(tx: Tx) -> tuple[HostForms, HostForms]:
            table = self._open(tx, table_id)
            self._only_host(table, user_id)
            importing.must_be_new(table)
            forms = self._forms(table)
            after = forms.read(page, values)
            seated = players.of_table(tx, table.id)
            seats = self.context.game_of(table).seats(after.options)
            if len(seated) > len(seats):
                why = text.TOO_FEW_SEATS(n=len(seats), joined=len(seated))
                raise forms.wrong(page, values, why)
            tables.update_options(tx, table.id, after.options, after.settings)
            tables.change(tx, table.id, deadline_spec=after.deadline_spec)
            forms_after = self._forms(after)
            if _guests(table, seated):
                lobby_options.note(tx, table.id, forms.texts(), forms_after.texts())
            for player in seated:
                if player.wish is not None and player.wish not in seats:
                    players.change(tx, table.id, player.user_id, wish=None)
            return forms, forms_after

        forms, forms_after = await self.context.write_game(table_id, change)
        changed = forms_after.changes(forms.texts())
        return text.OPTIONS_CHANGED(changes=changed) if changed else text.OPTIONS_SAME

    async def close(self, table_id: str, user_id: int) -> str:
        """The host gives the table up before the game begins."""

        def change(tx: Tx) -> Table:
            table = self._open(tx, table_id)
            self._only_host(table, user_id)
            tables.set_status(tx, table.id, "closed")
            importing.drop(tx, table.id)
            lobby_options.forget(tx, table.id)
            return table

        table = await self.context.write_game(table_id, change)
        return text.GAME_CLOSED(code=table.id)

    async def start(self, table_id: str, user_id: int) -> str:
        """Seat everyone and begin. Any player of a full table may."""

        def change(tx: Tx) -> Table:
            table = self._open(tx, table_id)
            seated = players.of_table(tx, table.id)
            if user_id != table.host_id and all(player.user_id != user_id for player in seated):
                raise Refused(text.PLAYERS_START)
            missing = self.size(table) - len(seated)
            if missing:
                raise Refused(text.PLACES_FREE(all=self.size(table), n=missing))
            if all(is_computer(player.user_id) for player in seated):
                raise Refused(text.NEEDS_PEOPLE)
            if importing.waits(table):
                importing.go_on(self.context, tx, table, seated)
            else:
                seed = tables.seed_of(tx, table.id)
                assert seed is not None
                chance = HmacChance(bytes.fromhex(seed), table.id)
                seats, lots = self._seat(table, seated, chance)
                players.seat_all(tx, table.id, seats)
                lobby_options.forget(tx, table.id)
                self.turns.begin(tx, table, lots, chance)
            return table

        table = await self.context.write_game(table_id, change)
        return text.BEGINS(code=table.id)

    def _seat(
        self, table: Table, seated: Sequence[Player], chance: HmacChance
    ) -> tuple[dict[int, Seat], tuple[Lot, ...]]:
        """Seat who chose where seats are chosen; the others, in the order they joined, as the lots fall."""
        seats = self.context.game_of(table).seats(table.options)
        chosen = {
            player.user_id: player.wish
            for player in seated
            if table.seating == "choice" and player.wish in seats and player.wish is not None
        }
        rest = [player.user_id for player in seated if player.user_id not in chosen]
        free, lots = shuffle(chance, [seat for seat in seats if seat not in chosen.values()])
        return chosen | dict(zip(rest, free, strict=True)), lots

    async def message(self, table_id: str) -> Message:
        """The lobby as it stands, with a picture of the opening, or of the position that an imported game is
        played on from."""

        def look(tx: Tx) -> tuple[Message, Table]:
            shown = self.shown(tx, table_id)
            table = self.context.table(tx, table_id)
            return shown, table

        shown, table = await self.context.db.read(look)
        if importing.waits(table):
            return await importing.with_board(self.context, shown, table_id)
        return replace(shown, picture=await self.context.opening(table.game, table.options))

    def shown(self, tx: Tx, table_id: str) -> Message:
        """The same, inside a transaction."""
        table = self.context.table(tx, table_id)
        if importing.waits(table):
            return importing.shown(self.context, tx, table)
        seated = players.of_table(tx, table.id)
        before = lobby_options.agreed(tx, table.id)
        closed = deliverability.unreachable(tx, [player.user_id for player in seated])
        return self._message(table, seated, before, closed)

    def post_hooks(self) -> HooksByKind:
        """Return how the lobby's posts leave."""
        return {LobbyPost: PostHooks(message=self._sent, edited=self._edited, arrived=self._arrived)}

    async def _sent(self, post: Post, said: LobbyPost) -> Message:
        return await self.message(post.table_id or "")

    async def _edited(self, post: Post, said: LobbyPost) -> Message:
        return await self.context.db.read(self.shown, post.table_id or "")

    def _arrived(self, tx: Tx, post: Post, said: LobbyPost, sent: Sent) -> None:
        tables.change(tx, post.table_id or "", lobby_message_id=sent.message_id)

    async def place(self, table_id: str) -> tuple[int, int] | None:
        """The channel and the id of the message that shows the lobby, if it stands."""
        table = await self.context.db.read(self.context.table, table_id)
        if table.channel_id is None or table.lobby_message_id is None:
            return None
        return table.channel_id, table.lobby_message_id

    async def show_later(self, table_id: str) -> None:
        """Show the lobby anew once its post is known to stand: its words may be from before a quick press."""

        def change(tx: Tx) -> None:
            posts.edit_lobby(tx, self.context.table(tx, table_id), self.context.clock.now())

        await self.context.db.write(change)

    def _message(
        self, table: Table, seated: Sequence[Player], before: Mapping[str, str], closed: Collection[int]
    ) -> Message:
        """closed: the users whom I cannot write to"""
        presenter = self.context.presenters[table.game]
        seats = self.context.game_of(table).seats(table.options)
        named = {"game": table.name, "code": table.id}
        pitch, accent = presenter.pitch, seat_colour(table.game, None)
        players = text.PLAYERS(players=" · ".join(_player(presenter, table, one, closed) for one in seated))
        if table.status != "lobby":
            over = (text.CLOSED if table.status == "closed" else text.UNDER_WAY)(**named)
            return Message(f"{over}\n{pitch.sentence}", rows=(players,), accent=accent)
        head = [text.OPEN(**named, joined=len(seated), all=len(seats)), pitch.sentence]
        facts = {"players": pitch.players, "length": pitch.length, "difficulty": pitch.difficulty}
        head += [text.FACTS(**facts), *([text.SILENCE] if presenter.silent else [])]
        head += [text.LINKED] if LINK in table.origin else []
        for favour in favours(table.game, table.options):
            named_seat = {"side": presenter.seat_name(favour.seat), "fair": favour.fair}
            head.append(text.FAVOURED(**named_seat, percent=favour.percent))
        lines = [players]
        if closed:
            lines.append(text.UNREACHABLE_HINT(remedy=ALLOW_MESSAGES))
        if changed := self._forms(table).changes(before):
            hosts = [plain_name(player.name) for player in seated if player.user_id == table.host_id]
            lines.append(text.CHANGED(host=(hosts or [text.THE_HOST])[0], changes=changed))
        if any(is_computer(player.user_id) for player in seated):
            lines.append(text.COMPUTERS_UNRATED)
        missing = len(seats) - len(seated)
        adds = has_engine(self.context.game_of(table))

        def press(act: str, label: str, style: Style = "secondary", extra: str = "", **more: bool) -> Button:
            return Button(custom_id(act, table.id, None, 0, extra), label, style, **more)

        start = press("start", text.START, "primary", disabled=missing > 0)
        rows: list[Row] = [
            "\n".join(lines),
            Section(text.START_WAITS(n=missing) if missing else text.START_READY, start),
            buttons(
                press("join", text.JOIN, "success", disabled=not missing),
                press("leave", text.LEAVE),
                Button(custom_id("learn", table.game, None, 0, "rules"), text.RULES),
                Button(custom_id("learnnew", "learn", None, 0, table.game), text.HOW_TO),
                *([press("computers", text.ADD_COMPUTER)] if adds else []),
            ),
            *([self._seat_menu(table, seated, seats)] if table.seating == "choice" else []),
            Section(self._settings(table), press("change", text.CHANGE)),
        ]
        return Message("\n".join(head), rows=tuple(rows), accent=accent)

    def _settings(self, table: Table) -> str:
        """What was agreed on, as a line of small print."""
        spec = timing.spec_of(table)
        yours = listing(when(moment, "t") for moment in spec.clocks(self.context.clock.now()))
        several = house_rules.at_once(self.context.game_of(table), table.options)
        told = [
            text.CLOCK_FOR_YOU(clock=spec.words(), yours=yours) if yours else spec.words(),
            text.SEATS_CHOSEN if table.seating == "choice" else text.SEATS_DRAWN,
            *self.context.presenters[table.game].option_lines(table.options),
            *house_rules.lines(table.settings, table.deadline_spec, several=several),
        ]
        return f"-# {' · '.join(told)}"

    def _seat_menu(self, table: Table, seated: Sequence[Player], seats: Sequence[Seat]) -> Menu:
        presenter = self.context.presenters[table.game]
        taken = {player.wish: player.name for player in seated if player.wish}
        choices = tuple(
            Choice(
                seat,
                presenter.seat_name(seat),
                text.TAKEN(name=clip(taken[seat], 60)) if seat in taken else "",
            )
            for seat in seats
        )
        ident = custom_id("wish", table.id, None, 0, kind="menu")
        return Menu(ident, text.CHOOSE_SEAT, (Choice("any", text.ANY_SEAT), *choices))

    async def settings(self, table_id: str, user_id: int) -> Message:
        """What only the host may do: the forms of all options, and closing the game. Raises Refused."""
        table = await self.context.db.read(self._open, table_id)
        self._only_host(table, user_id)
        importing.must_be_new(table)
        close = Button(custom_id("close", table.id, None, 0), text.CLOSE, "danger")
        head = text.CHANGE_HEAD(game=table.name, code=table.id)
        told = self._settings(table).removeprefix("-# ").replace(" · ", "\n- ")
        return Message(
            f"{head}\n- {told}",
            rows=(buttons(*self._forms(table).buttons()[:MOST_IN_ROW]), buttons(close)),
            small=text.CHANGE_HINT,
            accent=seat_colour(table.game, None),
        )

    async def options_form(self, table_id: str, user_id: int, typed: str = "", page: int = 0) -> Form:
        """One of the host's forms; see `HostForms.form`."""
        table = await self.context.db.read(self._open, table_id)
        self._only_host(table, user_id)
        importing.must_be_new(table)
        return self._forms(table).form(page, typed)

    def _forms(self, table: Table) -> HostForms:
        return HostForms(self.context.game_of(table), self.context.presenters[table.game], table)

    def _open(self, tx: Tx, table_id: str) -> Table:
        table = self.context.table(tx, table_id)
        if table.status == "closed":
            raise Refused(text.WAS_CLOSED(code=table.id))
        if table.status != "lobby":
            raise Refused(text.HAS_BEGUN(code=table.id))
        return table

    def must_be_host(self, tx: Tx, table_id: str, user_id: int) -> Table:
        """A table that is open for players, for its host. Raises Refused."""
        table = self._open(tx, table_id)
        self._only_host(table, user_id)
        return table

    def _only_host(self, table: Table, user_id: int) -> None:
        if user_id != table.host_id:
            raise Refused(text.HOST_ONLY(host=table.host_id))

    def size(self, table: Table) -> int:
        """How many players a table has."""
        return len(self.context.game_of(table).seats(table.options))
