"""Leagues in Discord: the buttons of the sign-up post, pages to look at, the organiser's forms."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.common.errors import Refused
from bot.common.message import MOST_TEXT, Button, Message, Press, buttons, custom_id, fit
from bot.discord.answer import say, show
from bot.discord.convert import to_edit, to_modal
from bot.discord.error_codes import TROUBLE
from bot.features.server_settings.asker import asker
from bot.services import Services

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

LEAGUE_FORMS = frozenset({"lset", "lcancel"})


async def submitted(
    services: Services, interaction: Interaction, press: Press, values: Mapping[str, str]
) -> None:
    """An organiser's form was sent."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    who = asker(interaction)
    if press.act == "lcancel":
        deed = services.organise.cancel(press.table, who, values.get("why", ""))
        await done(services, interaction, press.table, deed)
        return
    try:
        await done(services, interaction, press.table, services.organise.submit(press.table, who, values))
    except Refused as refused:
        # A form that is sent is gone: without this a long plan would have to be typed again.
        again = buttons(Button(custom_id("loptions", press.table, None, 0), "Options"))
        lines = [f"{key}={text}" for key, text in values.items() if key != "plan"]
        typed = "\n".join([*lines, values.get("plan", "")]).replace("```", "")
        text = f"{refused}\nNothing has changed. What you wrote:\n```\n{typed}\n```"
        await show(interaction, Message(fit(text, MOST_TEXT), rows=(again,)))


async def done(services: Services, interaction: Interaction, league_id: str, deed: Awaitable[str]) -> None:
    """Do this, show the sign-up post anew, and tell the user in place of the deferred private answer."""
    try:
        said = await deed
    finally:  # a refusal too may come from a post that is behind
        await refresh(services, interaction, league_id)
    await show(interaction, Message(said))


async def refresh(
    services: Services, interaction: Interaction, league_id: str, *, pressed: bool = False
) -> None:
    """Show the sign-up post anew where it stands. It may be gone, or Discord unwell: the next press mends it.

    pressed: a button of the post itself, so that it is shown in answer to that
    """
    async with services.context.lock(f"signup/{league_id}"):  # so that the newest is shown last
        place, message = await services.signup.place(league_id), await services.signup.message(league_id)
        try:
            if pressed and interaction.message is not None and place == _where(interaction.message):
                await show(interaction, message)
            elif place is not None:
                channel = interaction.client.get_partial_messageable(place[0])
                await channel.get_partial_message(place[1]).edit(**to_edit(message))
        except TROUBLE as error:
            log.info("sign-up post not shown", extra={"league": league_id, "reason": type(error).__name__})


def _where(message: discord.Message) -> tuple[int, int]:
    return message.channel.id, message.id


# -- signing up


async def _signed(services: Services, interaction: Interaction, press: Press, deed: Awaitable[str]) -> None:
    """A button of the sign-up post: do this, show the post anew, and tell the user privately."""
    await interaction.response.defer()
    try:
        said = await deed
    except Refused as refused:
        said = str(refused)
    await refresh(services, interaction, press.table, pressed=True)
    await say(interaction, said)


async def _join(services: Services, interaction: Interaction, press: Press) -> None:
    user = interaction.user
    await _signed(services, interaction, press, services.signup.join(press.table, user.id, user.display_name))


async def _reserve(services: Services, interaction: Interaction, press: Press) -> None:
    user = interaction.user
    deed = services.signup.join(press.table, user.id, user.display_name, reserve=True)
    await _signed(services, interaction, press, deed)


async def _leave(services: Services, interaction: Interaction, press: Press) -> None:
    asked = await services.signup.leaving(press.table, interaction.user.id)
    if asked is not None:
        await say(interaction, asked)
    else:
        await _signed(
            services, interaction, press, services.signup.withdraw(press.table, interaction.user.id)
        )


async def _leave_yes(services: Services, interaction: Interaction, press: Press) -> None:
    await interaction.response.defer()
    deed = services.signup.withdraw(press.table, interaction.user.id)
    await done(services, interaction, press.table, deed)


async def _leave_no(services: Services, interaction: Interaction, press: Press) -> None:
    await interaction.response.defer()
    await show(interaction, Message("You stay in the league."))


async def _options(services: Services, interaction: Interaction, press: Press) -> None:
    form = await services.organise.form(press.table, asker(interaction))
    await interaction.response.send_modal(to_modal(form))


# -- looking


async def _look(services: Services, interaction: Interaction, press: Press) -> None:
    """Under a post a button opens a private answer, and in that one it turns the page."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
    await show(interaction, await services.league_views.pressed(press, interaction.user.id))


LEAGUE_PRESSES: Mapping[str, Callable[[Services, Interaction, Press], Awaitable[None]]] = {
    "ljoin": _join,
    "lreserve": _reserve,
    "lleave": _leave,
    "lleaveyes": _leave_yes,
    "lleaveno": _leave_no,
    "loptions": _options,
    **dict.fromkeys(("ltable", "lcross", "lfix", "llog", "lshow"), _look),
}
"""What each button of a league does, by its act."""
