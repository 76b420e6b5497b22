"""The order desk: what a seat sees of its own orders, and what it may press, choose and type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.game import Event, Seat
from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import (
    MOST_CHOICES,
    MOST_IN_ROW,
    MOST_ROWS,
    Button,
    Choice,
    Field,
    Form,
    Kind,
    Menu,
    Message,
    buttons,
    clip,
    custom_id,
    due_words,
    fit,
    plain_name,
)
from bot.engine import post_words
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.storage import deadlines, drafts
from bot.storage.database import Tx

MOST_DESK = 1940
"""Signs of a desk; what the outbox puts below it still fits."""


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

    @property
    def owes(self) -> bool:
        return self.seat in self.snapshot.phase.owing

    @property
    def waiting(self) -> str:
        """For whom or what a seat that is done waits."""
        if not self.snapshot.house_rules.ready:
            return "Waiting for the others"
        if not self.missing and self.soon is not None:
            return f"The turn {post_words.resolves(self.snapshot, self.soon)}"
        if not self.missing:
            return "All are ready"
        return f"Waiting for {counted(len(self.missing), 'other order')}"


class Desks:
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
        async with self.context.db.read() as tx:
            sheet = await self._read(tx, table_id, user_id, turn, news)
        presenter = sheet.snapshot.presenter
        marks = presenter.marks(sheet.view, picked)
        frame = presenter.frame(sheet.view, sheet.draft, picked)
        shown = tuple(presenter.preview(sheet.view, sheet.draft, picked))
        picture = await self.context.picture(
            sheet.snapshot,
            sheet.seat,
            draft=shown,
            marks=marks,
            changes=sheet.changes,
            focus=frame,
            close=True,
        )
        text = self._many(sheet, note) if presenter.many else self._one(sheet, note, picked)
        return Message(text, picture, self._rows(sheet, kept_words(picked, news)))

    async def form(self, table_id: str, user_id: int, turn: int, kept: str = "") -> Form:
        """The window for typing orders. kept: see `kept_words`"""
        async with self.context.db.read() as tx:
            snapshot, seat = await self.context.seated(tx, table_id, user_id, turn)
        many = snapshot.presenter.many
        hint = f"{'One a line, such' if many else 'Such'} as {example(snapshot, seat)}"
        label = "Your orders" if many else "Your order"
        field = Field("orders", label, clip(hint, 100), long=True)
        ident = custom_id("typed", table_id, seat, turn, kept, kind="form")
        return Form(ident, f"{label} in {snapshot.table.id}", (field,))

    async def suggest(self, table_id: str, user_id: int, typed: str) -> list[Choice]:
        """Up to 25 legal orders that fit what is typed, from the seat's own view alone."""
        try:
            async with self.context.db.read() as tx:
                snapshot, seat = await self.context.seated(tx, table_id, user_id)
                draft, _ = await self.context.draft(tx, snapshot, seat)
        except Refused:
            return []
        view = snapshot.view(seat)
        legal = list(snapshot.game.legal(view))  # what is on the sheet may be replaced
        return snapshot.presenter.suggest(view, draft, legal, typed)[:MOST_CHOICES]

    async def _read(self, tx: Tx, table_id: str, user_id: int, turn: int | None, news: bool) -> Sheet:
        snapshot, seat = await self.context.seated(tx, table_id, user_id, turn)
        draft, ready = await self.context.draft(tx, snapshot, seat)
        kept = await drafts.get(tx, snapshot.table.id, snapshot.sheet(seat), snapshot.phase.turn)
        deadline = await deadlines.get(tx, snapshot.table.id)
        missing, soon = await self.context.missing(tx, snapshot), await self.context.early_at(tx, snapshot)
        changes = await self.context.changes(tx, snapshot, seat)
        giver = ""
        if kept is not None and kept.user_id != user_id:
            giver = next((one.name for one in snapshot.players if one.user_id == kept.user_id), "your team")
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
            ahead=[line for lines in snapshot.hooks.desk_lines for line in await lines(tx, snapshot, seat)],
            left=kept is not None and kept.inherited and bool(draft),
        )

    def _one(self, sheet: Sheet, note: str, picked: str) -> str:
        """The words where a turn is one order, or one line of them."""
        snapshot, presenter, view, draft = sheet.snapshot, sheet.snapshot.presenter, sheet.view, sheet.draft
        table = snapshot.table
        lines = [
            post_words.headline(snapshot, snapshot.title),
            f"You are **{presenter.seat_name(sheet.seat)}** in <#{table.channel_id}>.",
            *sheet.news,
        ]
        if draft:
            said = "; ".join(f"`{order}` ({presenter.describe(view, order)})" for order in draft)
            state = "sent" if sheet.ready else "**not sent yet**: press Send"
            whose = f"Your team's order, given by {plain_name(sheet.giver)}" if sheet.giver else "Your order"
            told = presenter.sheet(view, draft)
            if sheet.left:
                whose, state = "The player before you has left this", "**not yours yet**"
            whose = f"**Your turn goes on.** {whose}" if sheet.owes and snapshot.phase.goes_on else whose
            lines += [f"{whose} ({state}):", *told] if told else [f"{whose}: {said}, {state}."]
            lines += [f"⚠ {warning}" for warning in snapshot.warnings(sheet.seat, draft)]
            lines += [_asks(sheet)] if sheet.left else []
            if sheet.ready and (sheet.missing or sheet.soon is not None):
                lines.append(f"{sheet.waiting}. You may still change yours.")
        elif sheet.owes:
            lines.append(presenter.task(view))
        else:
            lines.append(f"You owe no order now. {presenter.phase_line(view)}.")
        if sheet.owes and (made := presenter.progress(view, draft, picked)):
            lines.append(made)
        lines += sheet.ahead
        if sheet.owes and snapshot.pause is not None:
            lines.append(post_words.paused(snapshot.pause))
        elif sheet.owes and sheet.due_at is not None:
            lines.append(f"-# {_due(sheet.due_at)}")
        if sheet.owes and not draft:
            lines.append(
                "-# Use the menus, press Type…, or write me the order as a direct message, such as "
                f"`{example(snapshot, sheet.seat)}`."
            )
        if note:
            lines.append(note)
        return fit("\n".join(lines), MOST_DESK)

    def _many(self, sheet: Sheet, note: str) -> str:
        """The words where a turn is a sheet of many orders. What is too long gives way in this order: hints,
        news from its end, warnings."""
        snapshot, presenter, view, draft = sheet.snapshot, sheet.snapshot.presenter, sheet.view, sheet.draft
        table = snapshot.table
        head = [
            post_words.headline(snapshot, snapshot.title),
            f"You are **{presenter.seat_name(sheet.seat)}** in <#{table.channel_id}>.",
        ]
        news = sheet.news
        if not sheet.owes:
            told = ["You owe no order now.", f"{presenter.phase_line(view)}.", *([note] if note else [])]
            told += [*sheet.ahead, *([f"-# {sheet.tally}"] if sheet.tally else [])]
            return _fitted(head, news, told, [], [])
        state = "ready" if sheet.ready else "not ready yet"
        whose = f"**Your orders** · {state}"
        whose = "**Orders left by the previous player** · not yours yet" if sheet.left else whose
        told = [whose, *presenter.sheet(view, draft)]
        if not_chosen := _not_chosen(sheet):
            told.append(not_chosen)
        told += sheet.ahead
        warnings = [f"⚠ {warning}" for warning in snapshot.warnings(sheet.seat, draft)] if draft else []
        end = [note] if note else []
        if sheet.left:
            end.append(_asks(sheet))
        elif sheet.ready:
            end.append(f"{sheet.waiting}. You may still change yours: then press Ready again.")
        else:
            end.append("Press **Ready** when you are done.")
        end += [post_words.paused(snapshot.pause)] if snapshot.pause is not None else []
        parts = [sheet.tally] if sheet.tally else []
        parts += [_due(sheet.due_at)] if sheet.due_at is not None else []
        end += [f"-# {' · '.join(parts)}"] if parts else []
        hints = []
        if snapshot.adjusting or (not draft and not sheet.ready):
            told.insert(0, presenter.task(view))
        if not draft and not sheet.ready:
            hints.append("-# Use the menus, press Type…, or write me your orders as a direct message.")
        return _fitted(head, news, told, warnings, end, hints)

    def _rows(self, sheet: Sheet, kept: str) -> tuple[Menu | tuple[Button, ...], ...]:
        """kept: see `kept_words`"""
        snapshot, draft, ready = sheet.snapshot, sheet.draft, sheet.ready
        turn, table_id = snapshot.stamp, snapshot.table.id

        def ident(act: str, extra: str = "", kind: Kind = "button") -> str:
            return custom_id(act, table_id, sheet.seat, turn, extra, kind=kind)

        # Discord shows what was chosen last in a menu of this id, also when it was away in between, and
        # choosing that once more does nothing. So no id comes twice: the menus show what the desk says.
        once = f"{int(self.context.clock.now() * 1000):x}"
        picked, news = read_kept(kept)
        menus = tuple(
            Menu(
                ident(step.act, f"{number}.{once}.{kept}", "menu"),
                step.placeholder,
                step.choices,
                step.least,
                step.most,
            )
            for number, step in enumerate(snapshot.presenter.menus(sheet.view, draft, picked))
        )
        taps = snapshot.presenter.taps(sheet.view, draft, picked) if sheet.owes else ()
        more = []
        for some in taps:
            acts = [("tapsend" if tap.sends else "tap", tap) for tap in some]
            made = (
                Button(ident(act, kept_words(tap.value, news)), tap.label, tap.style, tap.disabled)
                for act, tap in acts
            )
            more.append(buttons(*made))
        row: list[Button] = []
        if sheet.owes:
            if sheet.left:
                row.append(Button(ident("keep", kept), _keep_label(sheet), "success"))
            elif not snapshot.presenter.many:
                shut = not draft or ready or bool(snapshot.presenter.progress(sheet.view, draft, picked))
                row.append(Button(ident("send", kept), "Send", "success", disabled=shut))
            elif ready:
                row.append(Button(ident("unsend", kept), "Not ready"))
            else:
                row.append(Button(ident("send", kept), "Ready", "success"))
            begun, none = (snapshot.presenter.progress(sheet.view, draft, each) for each in (picked, ""))
            # What is no order yet is kept in the ids alone: a press without it empties that, too.
            empty = kept_words("", news) if begun != none else kept
            act = "clear" if draft or begun == none else "tap"
            row.append(Button(ident(act, empty), "Clear", disabled=not draft and begun == none))
            row.append(Button(ident("type", kept), "Type…"))
        said = snapshot.game.declarations(snapshot.state, sheet.seat)
        if "draw" in said:
            row.append(Button(ident("draw"), "Draw"))
        if "concede" in said:
            row.append(Button(ident("concede"), "Concede", "danger"))
        last = [row] if row else []
        ahead, later = Button(ident("ahead"), "Ahead…"), bool(said) and snapshot.phase.key != "setup"
        if later and len(row) < MOST_IN_ROW:
            row.append(ahead)
        elif later and len(menus) + len(more) + 1 < MOST_ROWS:
            last.append([ahead])
        return (*menus, *more, *(buttons(*some) for some in last))


def _keep_label(sheet: Sheet) -> str:
    return "Keep these orders" if len(sheet.draft) > 1 else "Keep this order"


def _asks(sheet: Sheet) -> str:
    """What a new player is asked about orders that were left."""
    it, counts = ("them", "they do not count") if len(sheet.draft) > 1 else ("it", "it does not count")
    return (
        f"Press **{_keep_label(sheet)}** or **Clear**. Until you keep {it}, or give an order of your own, "
        f"{counts}."
    )


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
    told = "; ".join(f"`{order}` ({snapshot.presenter.describe(view, order)})" for order in lacking)
    more = len(default) - len(whole)  # some of a kind are chosen, not all
    if not told and more > 0:
        return f"Not chosen: {more} more; the rules choose if you do not."
    return f"Not chosen, so by default: {told}" if told else ""


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


def _due(moment: float) -> str:
    return f"Due {due_words(moment)}"


def _fitted(
    head: Sequence[str],
    news: Sequence[str],
    told: Sequence[str],
    warnings: Sequence[str],
    end: Sequence[str],
    hints: Sequence[str] = (),
) -> str:
    """The parts of a desk below each other, with what must give way left out."""
    kept_news, kept_warnings, kept_hints = list(news), list(warnings), list(hints)
    while True:
        cut = ["-# … more of it stands in the channel"] if len(kept_news) < len(news) else []
        lines = [*head, *kept_news, *cut, *told, *kept_warnings, *end, *kept_hints]
        text = "\n".join(lines)
        if len(text) <= MOST_DESK:
            return text
        if kept_hints:
            kept_hints.clear()
        elif kept_news:
            kept_news.pop()
        elif kept_warnings:
            kept_warnings.pop()
        else:
            return fit(text, MOST_DESK)
