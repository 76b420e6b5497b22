"""League posts that are made up when they leave: the sign-up post, and tables as they stand then."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from bot.common.message import MOST_TEXT, Message, Rows, fit
from bot.common.payloads import HooksByKind, PostHooks, Sent
from bot.engine.context import Context
from bot.features.leagues.model.league_lookup import league_of
from bot.features.leagues.model.posts import SignUpPost, StandingsPost
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.store import leagues
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.records import Post

ROOM = 100
"""Signs left for what the outbox puts below."""


class Tables(Protocol):
    """What shows a division's table: see `bot.features.leagues.views.views`."""

    async def table_message(self, league: League, division: int, *, small: bool, after: int) -> Message: ...


class Composing:
    def __init__(self, context: Context, signup: SignUp, views: Tables) -> None:
        self.context = context
        self._signup = signup
        self._views = views

    def post_hooks(self) -> HooksByKind:
        """Return how the posts of leagues leave that are more than words."""
        return {
            SignUpPost: PostHooks(
                message=self.sign_up, edited=self._sign_up_edited, arrived=_sign_up_arrived
            ),
            StandingsPost: PostHooks(message=self.standings),
        }

    async def sign_up(self, post: Post, said: SignUpPost) -> Message:
        """Compose the sign-up post. Raises Refused."""
        return await self._signup.message(said.league)

    async def _sign_up_edited(self, post: Post, said: SignUpPost) -> tuple[str, Rows]:
        message = await self.sign_up(post, said)
        return message.text, message.rows

    async def standings(self, post: Post, said: StandingsPost) -> Message:
        """Compose the text, then the table. Raises Refused."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, said.league)
        # What is complete is told with the table: the next round has begun when the post leaves.
        table = await self._views.table_message(league, said.division, small=not said.after, after=said.after)
        text = "\n".join(part for part in (said.text, table.text) if part)
        return replace(table, text=fit(text, MOST_TEXT - ROOM))


async def _sign_up_arrived(tx: Tx, post: Post, said: SignUpPost, sent: Sent) -> None:
    await leagues.change(tx, said.league, message_id=sent.message_id)
