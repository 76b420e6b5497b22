"""Leagues: the buttons of the sign-up post, pages to look at, the organiser's forms."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Mapping
from functools import partial

import discord

from bot.common.errors import Refused
from bot.common.message import MOST_TEXT, Message, Press, buttons, fit
from bot.common.payloads import Sent
from bot.discord.answer import ask, say, show
from bot.discord.client import Interaction
from bot.discord.components import button, form
from bot.discord.error_codes import TROUBLE
from bot.discord.shared_post import show_newest
from bot.engine.context import Context
from bot.features.leagues import text as words
from bot.features.leagues.season.organising import Organising
from bot.features.leagues.season.settings import again
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.views.tables import LeagueViews
from bot.features.server_settings.commands import asker

log = logging.getLogger(__name__)


class SignUpMessage:
    """The post where players sign up: shown anew after everything that may have changed it."""

    def __init__(self, context: Context, signup: SignUp) -> None:
        self._context, self._signup = context, signup

    async def done(self, interaction: Interaction, league_id: str, deed: Awaitable[str]) -> None:
        """Do this, show the post anew, and tell the user in place of the deferred private answer."""
        try:
            said = await deed
        finally:  # a refusal too may come from a post that is behind
            await self.refresh(interaction, league_id)
        await show(interaction, Message(said))

    async def pressed(self, interaction: Interaction, league_id: str, deed: Awaitable[str]) -> None:
        """Do what a button of the post says, show the post anew, and tell the user privately."""
        await interaction.response.defer()
        try:
            said = await deed
        except Refused as refused:
            said = str(refused)
        await self.refresh(interaction, league_id, pressed=True)
        await say(interaction, said)

    async def refresh(self, interaction: Interaction, league_id: str, *, pressed: bool = False) -> None:
        """Show the post anew where it stands. It may be gone, or Discord unwell: the next press mends it.

        pressed: a button of the post itself, so that it is shown in answer to that
        """
        async with self._context.lock(f"signup/{league_id}"):  # so that the newest is shown last
            place = await self._signup.place(league_id)
            if place is None:
                return
            read = partial(self._signup.message, league_id)
            own = pressed and interaction.message is not None and place == _where(interaction.message)
            message, anew = await read(), read if self._context.shared else None
            try:
                await show_newest(interaction, Sent(*place), message, anew, pressed=own)
            except TROUBLE as error:
                told = {"league": league_id, "reason": type(error).__name__}
                log.info("sign-up post not shown", extra=told)


def _where(message: discord.Message) -> tuple[int, int]:
    return message.channel.id, message.id


class LeagueButtons:
    """In the ids of a league's acts `table` is the league's code."""

    def __init__(
        self, post: SignUpMessage, signup: SignUp, organising: Organising, views: LeagueViews
    ) -> None:
        self._post, self._signup, self._organising, self._views = post, signup, organising, views

    # -- signing up

    @button("ljoin", "lreserve", public=True, game=False)
    async def join(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user
        deed = self._signup.join(press.table, user.id, user.display_name, press.act == "lreserve")
        await self._post.pressed(interaction, press.table, deed)

    @button("lleave", public=True, game=False)
    async def leave(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user.id
        asked = await self._signup.leaving(press.table, user)
        if asked is not None:
            await say(interaction, asked)
        else:
            await self._post.pressed(interaction, press.table, self._signup.withdraw(press.table, user))

    @button("lleaveyes", game=False)
    async def leave_yes(self, interaction: Interaction, press: Press) -> None:
        await interaction.response.defer()
        deed = self._signup.withdraw(press.table, interaction.user.id)
        await self._post.done(interaction, press.table, deed)

    @button("lleaveno", game=False)
    async def leave_no(self, interaction: Interaction, press: Press) -> None:
        await interaction.response.defer()
        await show(interaction, Message(words.YOU_STAY))

    # -- looking

    @button("ltable", "lcross", "lfix", "lmine", "llog", "lshow", public=True, game=False)
    async def look(self, interaction: Interaction, press: Press) -> None:
        """Open a private answer below a post; in that one turn the page."""
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await self._views.pressed(press, interaction.user.id))

    # -- organising

    @button("loptions", public=True, game=False)
    async def options(self, interaction: Interaction, press: Press) -> None:
        """Open one of the forms; below posts of before, the page of them all."""
        if not press.extra:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await show(interaction, await self._organising.settings_page(press.table, asker(interaction)))
            return
        asked = await self._organising.form(press.table, asker(interaction), press.extra)
        await ask(interaction, asked)

    @form("lset", public=True, game=False)
    async def set_options(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """Show the page anew from which the form was opened; a refusal below it."""
        who, page = asker(interaction), interaction.message
        in_place = page is not None and page.flags.ephemeral
        if in_place:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            told = await self._organising.submit(press.table, who, values)
        except Refused as refused:
            # A form that is sent is gone: what was typed stands here.
            typed = [f"{words.LABELS.get(key, key)}: {text}" for key, text in values.items()]
            text = words.REFUSED_FORM(why=refused, typed="\n".join(typed).replace("```", ""))
            message = Message(fit(text, MOST_TEXT), rows=(buttons(again(press.table, press.extra)),))
            await (say if in_place else show)(interaction, message)
            return
        await self._post.refresh(interaction, press.table)
        await show(interaction, await self._organising.settings_page(press.table, who, told))

    @form("lcancel", public=True, game=False)
    async def cancel(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        deed = self._organising.cancel(press.table, asker(interaction), values.get("why", ""))
        await self._post.done(interaction, press.table, deed)
