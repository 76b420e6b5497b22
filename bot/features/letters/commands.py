"""/press and /letters; the buttons below letters, the form for a letter or an answer, the pages of /letters.

An id holds a letter's number and nothing else of it; the service decides who may do what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from discord import app_commands

from bot.common.errors import Refused
from bot.common.message import Message, Press, clip
from bot.discord.answer import acknowledge, ask, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, any_table, filled, shown, with_players
from bot.discord.components import button, form
from bot.discord.convert import number
from bot.features.letters import text as words
from bot.features.letters.reading import Letterbox
from bot.features.letters.writing import Letters

MOST_KEPT = 1500
"""Characters of a letter that are given back to its writer."""


class LetterCommands(GameCog):
    """Letters between players. Every answer is private."""

    def __init__(self, games: GamePicker, letters: Letters, letterbox: Letterbox) -> None:
        super().__init__(games)
        self._letters, self._letterbox = letters, letterbox

    @with_players
    @app_commands.command(name="press", description=words.PRESS)
    @app_commands.describe(to=words.PRESS_TO, text=words.PRESS_TEXT, anonymous=words.PRESS_ANONYMOUS)
    @any_table
    async def press(
        self,
        interaction: Interaction,
        to: str = "",
        text: app_commands.Range[str, 1, 1500] | None = None,
        anonymous: bool = False,
        table: str | None = None,
    ) -> None:
        user, code = interaction.user.id, await self._pick(interaction, table)
        asked = await self._letters.form(code, user, to, anonymous, text)
        if asked is not None:
            await ask(interaction, asked)
            return
        await begin_private_answer(interaction)
        key = source(interaction)
        told = await self._letters.write(code, user, to, text or "", source=key, anonymous=anonymous)
        await show(interaction, Message(told))

    @with_players
    @app_commands.command(name="letters", description=words.LETTERS)
    @app_commands.describe(with_=words.LETTERS_WITH)
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

    @button("writeletter")
    async def begin(self, interaction: Interaction, press: Press) -> None:
        """Ask for a letter and for whom it is."""
        asked = await self._letters.form(press.table, interaction.user.id, "", anonymous=False)
        if asked is not None:
            await ask(interaction, asked)

    async def _open_form(self, interaction: Interaction, press: Press, *, everyone: bool) -> None:
        letter = _number(press.extra)
        asked = await self._letters.reply_form(press.table, interaction.user.id, letter, everyone)
        await ask(interaction, asked)

    @form("letter", public=True)
    async def write(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """Send a letter; its id says whether it is signed, and whom it is for."""
        await begin_private_answer(interaction)
        sign, _, to = press.extra.partition(".")
        if to == "?":
            to = ",".join(one if one == "all" else f"={one}" for one in values.get("to", "").split(","))
        user, text, key = interaction.user.id, values.get("text", ""), source(interaction)
        with _keeping(text):
            told = await self._letters.write(
                press.table, user, to, text, source=key, anonymous=sign == "unsigned"
            )
        await show(interaction, Message(told))

    @form("answer", "answerall", public=True)
    async def answer(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await begin_private_answer(interaction)
        user, everyone, text = interaction.user.id, press.act == "answerall", values.get("text", "")
        letter, key = _number(press.extra), source(interaction)
        with _keeping(text):
            told = await self._letters.reply(press.table, user, letter, everyone, text, source=key)
        await show(interaction, Message(told))


def _number(text: str) -> int:
    return number(text, words.NO_SUCH_LETTER)


@contextmanager
def _keeping(text: str) -> Iterator[None]:
    """Give somebody back what they wrote in a form if it was not sent."""
    try:
        yield
    except Refused as refused:
        kept = clip(text.replace("`", "'").strip(), MOST_KEPT)
        raise Refused(words.YOUR_LETTER(why=refused, letter=kept) if kept else str(refused)) from None
