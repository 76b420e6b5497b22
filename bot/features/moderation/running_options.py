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
from bot.features.moderation import text
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
        return text.PAGES[page]

    def form(self, page: int, typed: str = "") -> Form:
        form = super().form(page, typed)
        why = Field(REASON, text.WHY, text.EVERYONE_SEES, long=True, most=MOST_REASON)
        title = text.PAGE_TITLE(page=self._title(self._known(page)), code=self._table.id)
        return replace(form, title=title, fields=(*form.fields, why))

    def lines(self) -> list[str]:
        """What holds, a line each."""
        return [
            text.OPTION(option=option.label, value=self._text(option)) for option in self._options.values()
        ]


class Running:
    def __init__(self, context: Context, voting: Voting) -> None:
        self.context = context
        self._voting = voting
        voting.on("options", self._change)

    async def show(self, table_id: str, ruler: Ruler) -> Message:
        """What holds, with a button for each form. Raises Refused."""
        snapshot, forms = await self._forms(table_id, ruler)
        lines = [post_words.headline(snapshot, text.OPTIONS_HEAD), *forms.lines()]
        return Message("\n".join(lines), rows=(buttons(*forms.buttons()),))

    async def form(self, table_id: str, ruler: Ruler, page: int, typed: str) -> Form:
        """One of the forms. Raises Refused."""
        _, forms = await self._forms(table_id, ruler)
        return forms.form(page, typed)

    async def set(self, table_id: str, ruler: Ruler, page: int, values: Mapping[str, str]) -> str:
        """Set what a form says, at once or as soon as all agree. Raises Refused, or WrongForm."""

        def change(tx: Tx) -> str:
            snapshot, now = self._ruled(tx, table_id, ruler), self.context.clock.now()
            _, told = self._read(snapshot, page, values)
            by = named(snapshot.table, ruler)
            deed = Deed(
                kind="options",
                by=by,
                title=text.OPTIONS_VOTE,
                asks=text.WANTS_OPTIONS(changes=told),
                done=text.OPTIONS_CHANGED(by=by, changes=told),
                reason=tidy(values.get(REASON, "")),
                given={"page": page, "values": dict(values)},
            )
            if needs_consent(tx, snapshot, ruler, snapshot.living):
                said = self._voting.propose(tx, snapshot, ruler.user_id, deed)
            else:
                self._change(tx, snapshot, deed, now)
                said = text.YOU_CHANGED(changes=told, channel=snapshot.table.channel_id)
            return said

        return await self.context.write_game(table_id, change)

    def _read(self, snapshot: GameSnapshot, page: int, values: Mapping[str, str]) -> tuple[Table, str]:
        """The table with what a form says, and what that changes, in words. Raises Refused, or WrongForm."""
        forms = self._of(snapshot.table, snapshot)
        mine = {option.key for option in forms.pages[page if page < len(forms.pages) else 0]}
        changed = forms.read(page, {key: value for key, value in values.items() if key in mine})
        after = self._of(changed, snapshot)
        told, league = after.changes(forms.texts()), snapshot.table.origin.get("league")
        if league and after.texts()["vacation"] != forms.texts()["vacation"]:
            raise Refused(text.LEAGUE_VACATION(league=league))
        if league and forms.texts()["absence"] != after.texts()["absence"] == "computer":
            raise Refused(text.LEAGUE_COMPUTERS(league=league))
        if not told:
            raise Refused(text.SAME_OPTIONS)
        return changed, told

    def _change(self, tx: Tx, snapshot: GameSnapshot, deed: Deed, now: float) -> GameSnapshot:
        changed, _ = self._read(snapshot, int(deed.given["page"]), deed.given["values"])
        tables.change(tx, snapshot.table.id, settings=changed.settings)
        tables.change(tx, snapshot.table.id, deadline_spec=changed.deadline_spec)
        posts.log(tx, snapshot.table, "options", deed.said, now)
        then = self._clock(tx, snapshot, replace(snapshot, table=changed), now)
        users = snapshot.users
        lines = [
            post_words.headline(snapshot, text.OPTIONS_CHANGED_HEAD),
            f"⚙ {deed.said}",
            *([then] if then else []),
        ]
        told = "\n".join([*lines, post_words.for_users(users)])
        posts.say(tx, snapshot.table, f"options/{now:.3f}", told, now, mentions=users)
        return self.context.snapshot(tx, snapshot.table.id)

    def _clock(self, tx: Tx, before: GameSnapshot, after: GameSnapshot, now: float) -> str:
        """What becomes of the deadline of the open turn, in words; "" if turns take as long as before."""
        old, new = before.table.deadline_spec or "none", after.table.deadline_spec or "none"
        if old == new:
            return ""
        if new == "none":
            deadlines.drop(tx, after.table.id, "turn", "remind")
            if after.pause is not None:
                save(tx, replace(after.pause, left=None))
            return text.DEADLINE_GONE
        due = timing.due(after, now)
        if old != "none" or due is None:
            return text.DEADLINE_KEPT
        due = timing.put_off(tx, after, due, now)
        return text.NOW_DUE(due=due_words(due)) if after.pause is None else ""

    # -- shared

    async def _forms(self, table_id: str, ruler: Ruler) -> tuple[GameSnapshot, RunningForms]:
        snapshot = await self.context.db.read(self._ruled, table_id, ruler)
        return snapshot, self._of(snapshot.table, snapshot)

    def _of(self, table: Table, snapshot: GameSnapshot) -> RunningForms:
        return RunningForms(snapshot.game, snapshot.presenter, table)

    def _ruled(self, tx: Tx, table_id: str, ruler: Ruler) -> GameSnapshot:
        table = self.context.table(tx, table_id)
        if table.status == "lobby":
            raise Refused(text.IN_LOBBY)
        return ruled(self.context, tx, table.id, ruler)
