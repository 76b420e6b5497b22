"""/press and /letters; the buttons below letters, the form for a letter or an answer, the pages of /letters.

An id holds a letter's number and nothing else of it; the service decides who may do what.
"""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, any_table, filled, shown, with_players
from bot.discord.components import button, form
from bot.discord.convert import number, to_modal
from bot.features.letters.reading import Letterbox
from bot.features.letters.writing import Letters


class LetterCommands(GameCog):
    """Letters between players. Every answer is private."""

    def __init__(self, games: GamePicker, letters: Letters, letterbox: Letterbox) -> None:
        super().__init__(games)
        self._letters, self._letterbox = letters, letterbox

    @with_players
    @app_commands.command(
        name="press", description="Send a letter to other players, or to everyone in public"
    )
    @app_commands.describe(
        to="Factions or players, like hamblet greene; or all; or #12, who wrote unsigned letter 12",
        text="Your letter; leave it out to write several lines in a form",
        anonymous="Leave out your name, where the game allows it",
    )
    @any_table
    async def press(
        self,
        interaction: Interaction,
        to: str,
        text: app_commands.Range[str, 1, 1500] | None = None,
        anonymous: bool = False,
        table: str | None = None,
    ) -> None:
        user = interaction.user.id
        if text is None:
            form = await self._letters.form(await self._pick(interaction, table), user, to, anonymous)
            await interaction.response.send_modal(to_modal(form))
            return
        await begin_private_answer(interaction)
        code, key = await self._pick(interaction, table), source(interaction)
        told = await self._letters.write(code, user, to, text, source=key, anonymous=anonymous)
        await show(interaction, Message(told))

    @with_players
    @app_commands.command(name="letters", description="Read your letters; after a game ends, everyone's")
    @app_commands.describe(with_="Only letters to and from this faction")
    @app_commands.rename(with_="with")
    @any_table
    async def letters(
        self, interaction: Interaction, table: str | None = None, with_: str | None = None
    ) -> None:
        await begin_private_answer(interaction)
        code = await self._pick(interaction, table, reading=True)
        await show(interaction, await self._letterbox.read(code, interaction.user.id, with_ or ""))

    async def _pick(self, interaction: Interaction, table: str | None, *, reading: bool = False) -> str:
        """Return the game that a letter is for: see `Letters.pick`."""
        user, channel = interaction.user.id, interaction.channel_id
        return await self._letters.pick(user, table, channel, reading=reading)

    @press.autocomplete("to")
    async def _names(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            code = await self._pick(interaction, filled(interaction, "table"))
        except Refused:
            return []
        return shown(await self._letters.suggest(code, interaction.user.id, typed))

    @letters.autocomplete("with_")
    async def _others(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            code = await self._pick(interaction, filled(interaction, "table"), reading=True)
        except Refused:
            return []
        return shown(await self._letterbox.factions(code, typed))


def source(interaction: Interaction) -> str:
    """Return a key that keeps one interaction from writing a letter twice."""
    return f"i{interaction.id}"


class LetterButtons:
    def __init__(self, letters: Letters, letterbox: Letterbox) -> None:
        self._letters, self._letterbox = letters, letterbox

    @button("letters", public="new", looks=True)
    async def page(self, interaction: Interaction, press: Press) -> None:
        """Open a private answer if the id ends with "new", as below a call in the channel; else
        "page.faction" turns its pages."""
        user = interaction.user.id
        if press.extra == "new":
            await begin_private_answer(interaction)
            await show(interaction, await self._letterbox.read(press.table, user))
            return
        await acknowledge(interaction)
        at, _, rest = press.extra.partition(".")
        faction = rest.partition(".")[0]
        await show(interaction, await self._letterbox.read(press.table, user, faction, _number(at)))

    @button("reply", public=True)
    async def reply(self, interaction: Interaction, press: Press) -> None:
        await self._open_form(interaction, press, everyone=False)

    @button("replyall", public=True)
    async def reply_to_all(self, interaction: Interaction, press: Press) -> None:
        await self._open_form(interaction, press, everyone=True)

    async def _open_form(self, interaction: Interaction, press: Press, *, everyone: bool) -> None:
        letter = _number(press.extra)
        asked = await self._letters.reply_form(press.table, interaction.user.id, letter, everyone)
        await interaction.response.send_modal(to_modal(asked))

    @form("letter", public=True)
    async def write(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """Send a letter; its id says whether it is signed, and whom it is for."""
        await begin_private_answer(interaction)
        sign, _, to = press.extra.partition(".")
        told = await self._letters.write(
            press.table,
            interaction.user.id,
            to,
            values.get("text", ""),
            source=source(interaction),
            anonymous=sign == "unsigned",
        )
        await show(interaction, Message(told))

    @form("answer", "answerall", public=True)
    async def answer(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await begin_private_answer(interaction)
        user, everyone, text = interaction.user.id, press.act == "answerall", values.get("text", "")
        letter, key = _number(press.extra), source(interaction)
        told = await self._letters.reply(press.table, user, letter, everyone, text, source=key)
        await show(interaction, Message(told))


def _number(text: str) -> int:
    return number(text, "I know no such letter.")
