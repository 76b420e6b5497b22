"""The options of a game that is under way: what does not touch its rules, and how long turns take, may still
be changed by a game master."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.game import AnyGame
from bot.common.errors import Refused
from bot.common.message import Field, Form, Message, buttons, due_words
from bot.engine import post_words, posts, timing
from bot.engine.context import Context
from bot.engine.house_rules import CLOCK, HOUSE, NO_HURRY
from bot.engine.snapshot import GameSnapshot
from bot.features.lobby.options import TIME, HostForms
from bot.features.moderation.game_masters import (
    MOST_REASON,
    Ruler,
    named,
    needs_consent,
    ruled,
    tidy,
)
from bot.features.votes.motions import Deed
from bot.features.votes.voting import Voting
from bot.presenters import Presenter
from bot.storage import deadlines, tables
from bot.storage.database import Tx
from bot.storage.records import Table
from bot.storage.rows import save

REASON = "reason"
PAGE = 4
"""So many options a form has: its last line is for the reason."""
TITLES = ("Time and grace", "Absence", "Votes and more")
KEPT = ("press", "anonymous")
"""What was agreed on about letters stays: some are written."""


class RunningForms(HostForms):
    opens, sends = "gmoptions", "gmset"

    def __init__(self, game: AnyGame, presenter: Presenter, table: Table) -> None:
        known = {option.key: option for option in CLOCK.values()}
        known |= {key: HOUSE[key] for key in presenter.house_options if key not in KEPT}
        held = {key: NO_HURRY.get(key, option.default) for key, option in known.items()}
        super().__init__(game, presenter, replace(table, settings={**held, **table.settings}))
        lines = [TIME, *known.values()]
        self._options = {option.key: option for option in lines}
        self.pages = [lines[at : at + PAGE] for at in range(0, len(lines), PAGE)]

    def _title(self, page: int) -> str:
        return TITLES[page]

    def form(self, page: int, typed: str = "") -> Form:
        form = super().form(page, typed)
        why = Field(REASON, "Why?", "Everyone will see this.", long=True, most=MOST_REASON)
        return replace(
            form, title=f"{self._title(self._known(page))} · {self._table.id}", fields=(*form.fields, why)
        )

    def lines(self) -> list[str]:
        """What holds, a line each."""
        return [f"- {option.label}: **{self._text(option)}**" for option in self._options.values()]


class Running:
    def __init__(self, context: Context, voting: Voting) -> None:
        self.context = context
        self._voting = voting
        voting.on("options", self._change)

    async def show(self, table_id: str, ruler: Ruler) -> Message:
        """What holds, with a button for each form. Raises Refused."""
        snapshot, forms = await self._forms(table_id, ruler)
        lines = [post_words.headline(snapshot, "options"), *forms.lines()]
        return Message("\n".join(lines), rows=(buttons(*forms.buttons()),))

    async def form(self, table_id: str, ruler: Ruler, page: int, typed: str) -> Form:
        """One of the forms. Raises Refused."""
        _, forms = await self._forms(table_id, ruler)
        return forms.form(page, typed)

    async def set(self, table_id: str, ruler: Ruler, page: int, values: Mapping[str, str]) -> str:
        """Set what a form says, at once or as soon as all agree. Raises Refused, or WrongForm."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            snapshot, now = await self._ruled(tx, table_id, ruler), self.context.clock.now()
            _, told = self._read(snapshot, page, values)
            by = named(snapshot.table, ruler)
            deed = Deed(
                kind="options",
                by=by,
                title="other options",
                asks=f"wants to change options: {told}.",
                done=f"{by} has changed options: {told}",
                reason=tidy(values.get(REASON, "")),
                given={"page": page, "values": dict(values)},
            )
            if await needs_consent(tx, snapshot, ruler, snapshot.living):
                said = await self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                await self._change(tx, snapshot, deed, now)
                said = f"Posted in <#{snapshot.table.channel_id}>: {told}."
        return said

    def _read(self, snapshot: GameSnapshot, page: int, values: Mapping[str, str]) -> tuple[Table, str]:
        """The table with what a form says, and what that changes, in words. Raises Refused, or WrongForm."""
        forms = self._of(snapshot.table, snapshot)
        mine = {option.key for option in forms.pages[page if page < len(forms.pages) else 0]}
        changed = forms.read(page, {key: text for key, text in values.items() if key in mine})
        after = self._of(changed, snapshot)
        told, league = after.changes(forms.texts()), snapshot.table.origin.get("league")
        if league and after.texts()["vacation"] != forms.texts()["vacation"]:
            raise Refused(
                f"The days of vacation are those of league `{league}`, for its whole season: "
                "`/league edit` changes them. Nothing has changed."
            )
        if not told:
            raise Refused("Nothing has changed: that holds already.")
        return changed, told

    async def _change(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        changed, _ = self._read(snapshot, int(deed.given["page"]), deed.given["values"])
        await tables.change(tx, snapshot.table.id, settings=changed.settings)
        await tables.change(tx, snapshot.table.id, deadline_spec=changed.deadline_spec)
        await posts.log(tx, snapshot.table, "options", deed.said, now)
        then = await self._clock(tx, snapshot, replace(snapshot, table=changed), now)
        users = snapshot.users
        lines = [post_words.headline(snapshot, "other options"), f"⚙ {deed.said}", *([then] if then else [])]
        text = "\n".join([*lines, post_words.for_users(users)])
        await posts.say(tx, snapshot.table, f"options/{now:.3f}", text, now, mentions=users)
        return await self.context.snapshot(tx, snapshot.table.id)

    async def _clock(self, tx: Tx, before: GameSnapshot, after: GameSnapshot, now: float) -> str:
        """What becomes of the deadline of the open turn, in words; "" if turns take as long as before."""
        old, new = before.table.deadline_spec or "none", after.table.deadline_spec or "none"
        if old == new:
            return ""
        if new == "none":
            await deadlines.drop(tx, after.table.id, "turn", "remind")
            if after.pause is not None:
                await save(tx, replace(after.pause, left=None))
            return "The open turn has no deadline any more."
        due = timing.due(after, now)
        if old != "none" or due is None:
            return "The open turn keeps its deadline; the next ones have the new time."
        due = await timing.put_off(tx, after, due, now)
        return f"The open turn is due {due_words(due)}." if after.pause is None else ""

    # -- shared

    async def _forms(self, table_id: str, ruler: Ruler) -> tuple[GameSnapshot, RunningForms]:
        async with self.context.db.read() as tx:
            snapshot = await self._ruled(tx, table_id, ruler)
        return snapshot, self._of(snapshot.table, snapshot)

    def _of(self, table: Table, snapshot: GameSnapshot) -> RunningForms:
        return RunningForms(snapshot.game, snapshot.presenter, table)

    async def _ruled(self, tx: Tx, table_id: str, ruler: Ruler) -> GameSnapshot:
        table = await self.context.table(tx, table_id)
        if table.status == "lobby":
            raise Refused("This game has not begun: its host has buttons for the options in the lobby.")
        return await ruled(self.context, tx, table.id, ruler)
