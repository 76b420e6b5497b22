"""The order desk: what a seat sees of its own orders, and what it may press, choose and type."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypedDict

from adjudicator.game import Event, Seat
from bot.common.errors import Refused
from bot.common.message import (
    MOST_CHOICES,
    Button,
    Choice,
    Field,
    Form,
    Kind,
    Menu,
    Message,
    Picture,
    Row,
    Rows,
    Section,
    Style,
    buttons,
    clip,
    custom_id,
    plain_name,
    when,
)
from bot.engine import post_words, text
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.engine.time_words import Wishes
from bot.presenters import Presenter
from bot.presenters.colours import seat_colour
from bot.storage import deadlines, drafts, people
from bot.storage.database import Tx

MOST_NEWS, MOST_WARNINGS = 6, 4
"""Lines of a desk: it is to fit a screen."""


@dataclass(frozen=True)
class Sheet:
    """What a seat's desk is made of, read in one transaction.

    draft, ready: its orders so far, and whether they are sent
    giver:        who filled in the sheet, if it was somebody else
    missing:      the owing seats whose sheet is not sent
    tally:        "4 of 7 are ready", or "" where that is not told
    changes:      what was done since the seat's own last turn
    news:         what happened to the seat in the turn before, where that is to be told
    soon:         when the turn resolves because all are ready, None: somebody is not
    ahead:        what the seat has given ahead, in words
    left:         whether the player before has left the draft, and nobody has said to keep it
    """

    snapshot: GameSnapshot
    seat: Seat
    view: Any
    draft: tuple[Any, ...]
    ready: bool
    giver: str
    due_at: float | None
    missing: frozenset[Seat]
    tally: str
    changes: Sequence[Event]
    news: Sequence[str]
    soon: float | None = None
    ahead: Sequence[str] = ()
    left: bool = False
    zone: str = ""
    """Where its player lives, "" not known."""

    @property
    def owes(self) -> bool:
        return self.seat in self.snapshot.phase.owing

    @property
    def waiting(self) -> str:
        """For whom or what a seat that is done waits."""
        if not self.snapshot.house_rules.ready:
            return text.WAITING
        if not self.missing and self.soon is not None:
            return text.TURN_RESOLVES(resolves=post_words.resolves(self.snapshot, self.soon))
        if not self.missing:
            return text.ALL_READY
        return text.WAITING_FOR(n=len(self.missing))


class Desks:
    hints = text.HINT, text.HINT_MANY
    """How orders may be written instead: of games with one order a turn, and with many."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def desk(
        self,
        table_id: str,
        user_id: int,
        *,
        turn: int | None = None,
        picked: str = "",
        note: str = "",
        news: bool = True,
    ) -> Message:
        """The order desk of the user's seat: what is to do, the orders so far, a preview, menus.

        picked: what was chosen in a menu that leads on;  note: a line about what was done just now
        news: with what happened to the seat in the turn before
        """
        sheet = await self.context.db.read(self._read, table_id, user_id, turn, news)
        picture = await self.picture(sheet, picked)
        told = told_orders(sheet, note, picked)
        rows: tuple[Row, ...] = (told,) if told else ()
        return Message(
            _head(sheet),
            picture,
            (*rows, *self._rows(sheet, kept_words(picked, news))),
            small=self._small(sheet),
            accent=seat_colour(sheet.snapshot.game.key, sheet.seat),
            call=post_words.call(sheet.snapshot, sheet.due_at, sheet.zone),
        )

    async def picture(self, sheet: Sheet, picked: str) -> Picture:
        """The board with the orders so far, cropped to what is picked or ordered."""
        frame = sheet.snapshot.presenter.frame(sheet.view, sheet.draft, picked)
        shown = sheet_drawing(sheet, picked)
        return await self.context.picture(sheet.snapshot, sheet.seat, focus=frame, close=True, **shown)

    async def more(self, table_id: str, user_id: int, turn: int) -> Message:
        """What one does rarely: offer a draw, concede, give orders ahead, look at the whole board."""
        snapshot, seat = await self.context.db.read(self.context.seated, table_id, user_id, turn)
        said = snapshot.game.declarations(snapshot.state, seat)

        def beside(words: str, act: str, label: str, extra: str = "") -> Section:
            whose = seat if act in ("draw", "concede", "ahead") else None
            return Section(words, Button(custom_id(act, table_id, whose, snapshot.stamp, extra), label))

        rows: list[Row] = [beside(text.WHOLE_BOARD_TEXT, "board", text.WHOLE_BOARD)]
        rows.append(beside(text.WHAT_IF_TEXT, "whatif", text.WHAT_IF))
        if said and snapshot.phase.key != "setup":
            rows.append(beside(text.AHEAD_TEXT, "ahead", text.AHEAD))
        rows.append(Section(text.FAIR_TEXT, post_words.fair_button(table_id)))
        learn = custom_id("learnnew", "learn", None, 0, snapshot.game.key)
        rows.append(Section(text.LEARN_TEXT, Button(learn, text.LEARN)))
        if "draw" in said:
            rows.append(beside(text.DRAW_TEXT, "draw", text.DRAW))
        if "concede" in said:
            rows.append(beside(text.CONCEDE_TEXT, "concede", text.CONCEDE))
        head = text.MORE_TITLE(game=snapshot.game.name, code=table_id)
        return Message(head, rows=tuple(rows), accent=seat_colour(snapshot.game.key, seat))

    async def form(self, table_id: str, user_id: int, turn: int, kept: str = "") -> Form:
        """The window for typing orders. kept: see `kept_words`"""
        snapshot, seat = await self.context.db.read(self.context.seated, table_id, user_id, turn)
        many = snapshot.presenter.many
        hint = (text.TYPE_HINT_MANY if many else text.TYPE_HINT)(example=example(snapshot, seat))
        label = text.TYPE_LABEL_MANY if many else text.TYPE_LABEL
        field = Field("orders", label, clip(hint, 100), long=True)
        ident = custom_id("typed", table_id, seat, turn, kept, kind="form")
        title = (text.TYPE_TITLE_MANY if many else text.TYPE_TITLE)(code=snapshot.table.id)
        return Form(ident, title, (field,))

    async def suggest(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Up to 25 legal orders that fit what is typed, from the seat's own view alone."""
        try:

            def look(tx: Tx) -> tuple[str, GameSnapshot, tuple[Any, ...]]:
                snapshot, seat = self.context.seated(tx, table_id, user_id)
                draft, _ = self.context.draft(tx, snapshot, seat)
                return seat, snapshot, draft

            seat, snapshot, draft = await self.context.db.read(look)
        except Refused:
            return []
        view = snapshot.view(seat)
        legal = list(snapshot.game.legal(view))  # what is on the sheet may be replaced
        return snapshot.presenter.suggest(view, draft, legal, typed)[:MOST_CHOICES]

    def _read(self, tx: Tx, table_id: str, user_id: int, turn: int | None, news: bool) -> Sheet:
        snapshot, seat = self.context.seated(tx, table_id, user_id, turn)
        draft, ready = self.context.draft(tx, snapshot, seat)
        kept = drafts.get(tx, snapshot.table.id, snapshot.sheet(seat), snapshot.phase.turn)
        deadline = deadlines.get(tx, snapshot.table.id)
        missing, soon = self.context.missing(tx, snapshot), self.context.early_at(tx, snapshot)
        changes = self.context.changes(tx, snapshot, seat)
        giver = ""
        if kept is not None and kept.user_id != user_id:
            named = (one.name for one in snapshot.players if one.user_id == kept.user_id)
            giver = next(named, text.YOUR_TEAM)
        return Sheet(
            snapshot=snapshot,
            seat=seat,
            view=snapshot.view(seat),
            draft=draft,
            ready=ready,
            giver=giver,
            due_at=deadline.due_at if deadline is not None else None,
            missing=missing,
            tally=post_words.ready_count(snapshot, missing, None if ready else soon),
            soon=soon,
            changes=changes,
            news=snapshot.news(seat, changes) if news else (),
            ahead=[line for lines in snapshot.hooks.desk_lines for line in lines(tx, snapshot, seat)],
            left=kept is not None and kept.inherited and bool(draft),
            zone=Wishes.of(people.get(tx, user_id).settings).zone,
        )

    def _small(self, sheet: Sheet) -> str:
        """The small print: how many are ready, and how to write an order."""
        snapshot, (one, many) = sheet.snapshot, self.hints
        parts = [sheet.tally] if sheet.tally else []
        if sheet.owes and not sheet.draft and not sheet.ready and (said := example(snapshot, sheet.seat)):
            parts.append((many if snapshot.presenter.many else one)(example=said))
        return " · ".join(parts)

    def _rows(self, sheet: Sheet, kept: str) -> Rows:
        """kept: see `kept_words`"""
        snapshot, draft, ready = sheet.snapshot, sheet.draft, sheet.ready
        turn, table_id = snapshot.stamp, snapshot.table.id

        def ident(act: str, extra: str = "", kind: Kind = "button") -> str:
            return custom_id(act, table_id, sheet.seat, turn, extra, kind=kind)

        # Discord shows what was chosen last in a menu of this id, also when it was away in between, and
        # choosing that once more does nothing. So no id comes twice: the menus show what the desk says.
        once = f"{int(self.context.clock.now() * 1000):x}"
        picked, news = read_kept(kept)
        choices = order_rows(
            snapshot.presenter, sheet.view, draft, picked, ident, f"{once}.{kept}", news=news, owes=sheet.owes
        )
        row: list[Button] = []
        if sheet.owes:
            if sheet.left:
                row.append(Button(ident("keep", kept), _keep_label(sheet), "success"))
            elif not snapshot.presenter.many:
                shut = not draft or ready or bool(snapshot.presenter.progress(sheet.view, draft, picked))
                label, style = send_words(snapshot.presenter, sheet.view, draft, picked)
                row.append(Button(ident("send", kept), label, style, disabled=shut))
            elif ready:
                row.append(Button(ident("unsend", kept), text.NOT_READY))
            else:
                row.append(Button(ident("send", kept), text.READY, "success"))
            begun, none = (snapshot.presenter.progress(sheet.view, draft, each) for each in (picked, ""))
            # What is no order yet is kept in the ids alone: a press without it empties that, too.
            empty = kept_words("", news) if begun != none else kept
            act = "clear" if draft or begun == none else "tap"
            if draft or begun != none:
                row.append(Button(ident(act, empty), text.CLEAR))
            row.append(Button(ident("type", kept), text.TYPE))
        row += more_buttons(snapshot, sheet.seat)
        row.append(Button(ident("more"), text.MORE))
        return (*choices, buttons(*row))


class Drawing(TypedDict):
    """What the picture of a desk shows, see `Context.picture`."""

    draft: tuple[Any, ...]
    marks: Mapping[Any, str]
    changes: Sequence[Event]
    bare: bool


def sheet_drawing(sheet: Sheet, picked: str) -> Drawing:
    """The orders so far, and what is marked while a piece is picked."""
    presenter = sheet.snapshot.presenter
    return Drawing(
        draft=tuple(presenter.preview(sheet.view, sheet.draft, picked)),
        marks=presenter.marks(sheet.view, picked),
        changes=sheet.changes,
        bare=True,
    )


class Ident(Protocol):
    """Makes the id of a button or menu on a desk."""

    def __call__(self, act: str, extra: str = "", kind: Kind = "button") -> str: ...


def order_rows(
    presenter: Presenter,
    view: Any,
    draft: Sequence[Any],
    picked: str,
    ident: Ident,
    once: str,
    *,
    news: bool = True,
    owes: bool = True,
    bare: bool = False,
) -> Rows:
    """The game's own menus and buttons, with which orders are given.

    once: what tells the ids of these menus from those shown before;  news: see `Desks.desk`
    owes: whether the seat owes orders: without that there are no buttons
    bare: whether no choice tells what comes of it, as in a task that somebody is to solve
    """
    menus = tuple(
        Menu(
            ident(step.act, f"{number}.{once}", "menu"),
            step.placeholder,
            _bare(step.choices) if bare else step.choices,
            step.least,
            step.most,
            step.counted,
        )
        for number, step in enumerate(presenter.menus(view, draft, picked))
    )
    taps = tuple(
        buttons(
            *(
                Button(
                    ident("tapsend" if tap.sends else "tap", kept_words(tap.value, news)),
                    tap.label,
                    tap.style,
                    tap.disabled,
                )
                for tap in some
            )
        )
        for some in (presenter.taps(view, draft, picked) if owes else ())
    )
    return (*menus, *taps)


def _bare(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Choices without what comes of them; nor does their order tell it."""

    def rank(choice: Choice) -> list[str | int]:
        return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", choice.bare)]

    ranked = iter(sorted((choice for choice in choices if choice.bare), key=rank))
    shown = [next(ranked) if choice.bare else choice for choice in choices]
    return tuple(replace(one, label=one.bare, description=one.there) if one.bare else one for one in shown)


def told_orders(sheet: Sheet, note: str = "", picked: str = "", *, bare: bool = False) -> str:
    """What is ordered, or what is to do. bare: see `order_rows`"""
    many = sheet.snapshot.presenter.many
    return _many(sheet, note) if many else _one(sheet, note, picked, bare)


def _head(sheet: Sheet) -> str:
    """Whose desk it is, until when, and what has happened."""
    snapshot = sheet.snapshot
    seat, channel = snapshot.presenter.seat_name(sheet.seat), snapshot.table.channel_id
    you = post_words.you_are(snapshot, sheet.seat)
    if sheet.owes and snapshot.pause is None and sheet.due_at is not None:
        you = text.DESK_SEAT(seat=seat, channel=channel, due=when(sheet.due_at))
    news = list(sheet.news[:MOST_NEWS])
    if len(sheet.news) > MOST_NEWS:
        news.append(text.NEWS_CUT)
    paused = [post_words.paused(snapshot.pause)] if snapshot.pause is not None else []
    return "\n".join([post_words.headline(snapshot, snapshot.title), you, *paused, *news])


def _warnings(sheet: Sheet) -> list[str]:
    found = sheet.snapshot.warnings(sheet.seat, sheet.draft) if sheet.draft else []
    return [f"⚠ {warning}" for warning in found[:MOST_WARNINGS]]


def _one(sheet: Sheet, note: str, picked: str, bare: bool) -> str:
    """What is ordered, where a turn is one order, or one line of them."""
    snapshot, presenter, view, draft = sheet.snapshot, sheet.snapshot.presenter, sheet.view, sheet.draft
    lines = []
    if draft:
        if bare and snapshot.phase.key != "setup":
            told, said = [], "; ".join(f"`{order}`" for order in draft)
        else:
            told = presenter.sheet(view, draft)
            said = "; ".join(f"`{order}` ({presenter.describe(view, order)})" for order in draft)
        said = "\n".join(["", *told]) if told else said
        if sheet.left:
            state = text.LEFT_ORDER(order=said)
        elif sheet.giver:
            give = text.TEAM_ORDER_SENT if sheet.ready else text.TEAM_ORDER
            state = give(player=plain_name(sheet.giver), order=said)
        elif told:
            state = (text.YOUR_LINES_SENT if sheet.ready else text.YOUR_LINES)(lines="\n".join(told))
        else:
            state = (text.YOUR_ORDER_SENT if sheet.ready else text.YOUR_ORDER)(order=said)
        goes_on = sheet.owes and snapshot.phase.goes_on
        lines += [text.TURN_GOES_ON] if goes_on else []
        lines += [state, *_warnings(sheet)]
        lines += [_asks(sheet)] if sheet.left else []
        if sheet.ready and (sheet.missing or sheet.soon is not None):
            lines.append(text.MAY_CHANGE(waiting=sheet.waiting))
    elif sheet.owes:
        lines.append(presenter.task(view))
    else:
        lines.append(post_words.waiting(snapshot, sheet.seat))
    if sheet.owes and (made := presenter.progress(view, draft, picked)):
        lines.append(made)
    return "\n".join([*lines, *sheet.ahead, *([note] if note else [])])


def _many(sheet: Sheet, note: str) -> str:
    """What is ordered, where a turn is a sheet of many orders."""
    snapshot, presenter, view, draft = sheet.snapshot, sheet.snapshot.presenter, sheet.view, sheet.draft
    noted = [note] if note else []
    if not sheet.owes:
        return "\n".join([post_words.waiting(snapshot, sheet.seat), *noted, *sheet.ahead])
    lines = [presenter.task(view)] if snapshot.adjusting or (not draft and not sheet.ready) else []
    whose = text.YOUR_ORDERS_READY if sheet.ready else text.YOUR_ORDERS
    if draft or sheet.ready:
        lines.append(text.LEFT_ORDERS if sheet.left else whose)
    lines += presenter.sheet(view, draft)
    if not_chosen := _not_chosen(sheet):
        lines.append(not_chosen)
    lines += [*sheet.ahead, *_warnings(sheet), *noted]
    if sheet.left:
        lines.append(_asks(sheet))
    elif sheet.ready:
        lines.append(text.MAY_CHANGE_READY(waiting=sheet.waiting))
    return "\n".join(lines)


def _keep_label(sheet: Sheet) -> str:
    return text.KEEP_ORDERS if len(sheet.draft) > 1 else text.KEEP_ORDER


def _asks(sheet: Sheet) -> str:
    """What a new player is asked about orders that were left."""
    return (text.ASK_KEEP_ALL if len(sheet.draft) > 1 else text.ASK_KEEP)(keep=_keep_label(sheet))


def send_words(presenter: Presenter, view: Any, draft: Sequence[Any], picked: str) -> tuple[str, Style]:
    """How the button that sends one order looks: where the game's own button sends as well, and ends the
    turn, that is the one to press first."""
    if draft and any(tap.sends for some in presenter.taps(view, draft, picked) for tap in some):
        return text.SEND_ONLY, "secondary"
    return text.SEND, "success"


def more_buttons(snapshot: GameSnapshot, seat: Seat) -> list[Button]:
    """What features add to the buttons of a desk."""
    return [button for made in snapshot.hooks.desk_buttons for button in made(snapshot, seat)]


def kept_words(picked: str, news: bool) -> str:
    """What the ids on a desk keep of how it is shown, for when it is shown anew after a press.

    >>> kept_words("3@soho", True), kept_words("", False)
    ('3@soho', '~')
    """
    return picked if news else f"{picked}~"


def read_kept(kept: str) -> tuple[str, bool]:
    """What was picked, and whether the desk has news.

    >>> read_kept("3@soho"), read_kept("~")
    (('3@soho', True), ('', False))
    """
    return kept.removesuffix("~"), not kept.endswith("~")


def _not_chosen(sheet: Sheet) -> str:
    """Which choices of an adjustment the seat has not made, and what counts for them; "" none."""
    snapshot, view = sheet.snapshot, sheet.view
    default = snapshot.game.default(view) if snapshot.adjusting else None
    if not default:
        return ""
    whole = snapshot.game.join(view, default, sheet.draft) if sheet.draft else default
    lacking = [order for order in whole if order not in sheet.draft]
    presenter = snapshot.presenter
    told = "; ".join(
        f"`{presenter.spelled(str(order))}` ({presenter.describe(view, order)})" for order in lacking
    )
    more = len(default) - len(whole)  # some of a kind are chosen, not all
    if not told and more > 0:
        return text.NOT_CHOSEN_MORE(n=more)
    return text.NOT_CHOSEN(told=told) if told else ""


def example(snapshot: GameSnapshot, seat: Seat) -> str:
    """Orders that the seat could give now, as one would write them; "" if it owes none."""
    view = snapshot.view(seat)
    if seat in snapshot.phase.owing and (said := snapshot.presenter.example(view)):
        return said
    found: dict[str, list[str]] = {}
    for order in snapshot.game.legal(view):
        unit = snapshot.game.unit_of(order)
        found.setdefault(unit, []).append(str(order))
    if list(found) == [""]:
        return min(found[""], key=len)  # the plainest
    # Not the first, which is to hold; and two units shall not do the same.
    some = list(found.values())[:2]
    return "; ".join(orders[: number + 2][-1] for number, orders in enumerate(some))
