"""/help, /rules, /games, /board and /why, and the buttons that show the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import app_commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Button, Message, Press, buttons, custom_id
from bot.discord.answer import acknowledge, begin_private_answer, say, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, any_table, everywhere, shown, with_players
from bot.discord.components import button, menu
from bot.discord.text import OLD_BUTTON
from bot.features.info import text
from bot.features.info.game_views import GameViews, RulePages
from bot.presenters.colours import BRAND

_GAMES = [Choice(name=name, value=key) for key, name in names().items()]

EXAMPLES = {
    "cic": "`e7-e6`",
    "newyork2047": "`1 soho; 3 s 1 soho`",
    "nme": "`A4s-A4`",
    "nemein": "`move b2-c3 10; end`",
    "ww3": "`d3-d4`",
}
"""Orders as they are written, by the key of the game."""
FIRST = "cic"
"""The game to begin with."""


def help_page(games: Sequence[str], topic: str = "") -> Message:
    """Return the help in six lines, or a topic of it, with buttons to the others.

    games: the kinds of game of this channel: one gives the example
    """
    known, one = names(), games[0] if len(games) == 1 else FIRST
    head = text.HELP_PAGES.get(topic) or text.HELP(
        games=", ".join(known.values()), first=known[FIRST], example=EXAMPLES[one]
    )
    row = (
        Button(custom_id("help", "help", None, 0, key), label, disabled=key == topic)
        for key, label in text.TOPICS.items()
    )
    learn = Button(custom_id("learnall", "learn", None, 0), text.LEARN, "success")
    return Message(head, rows=(buttons(learn), buttons(*row)), accent=BRAND)


class InfoCommands(GameCog):
    """Looking at games and their rules."""

    def __init__(
        self,
        games: GamePicker,
        game_views: GameViews,
        rules: RulePages,
        with_leagues: Callable[[Message, int], Awaitable[Message]],
    ) -> None:
        """with_leagues: adds the leagues of a user to the list of their games"""
        super().__init__(games)
        self._game_views, self._rules, self._with_leagues = game_views, rules, with_leagues

    @everywhere
    @app_commands.command(name="help", description=text.HELP_COMMAND)
    async def help(self, interaction: Interaction) -> None:
        await say(interaction, help_page(await self._here(interaction)))

    @everywhere
    @app_commands.command(name="rules", description=text.RULES_COMMAND)
    @app_commands.describe(game=text.RULES_GAME)
    @app_commands.choices(game=_GAMES)
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        await begin_private_answer(interaction)
        games = [game] if game else await self._here(interaction)
        one = await self._rules.page(games[0], 0) if len(games) == 1 else self._rules.choose(games)
        await show(interaction, one)

    async def _here(self, interaction: Interaction) -> list[str]:
        """The kinds of game in this channel; for a thread without any, in the channel that it is in."""
        channels = [interaction.channel_id] if interaction.channel_id else []
        if isinstance(interaction.channel, discord.Thread):
            channels.append(interaction.channel.parent_id)
        return await self.games.game_lookup.kinds(interaction.user.id, channels)

    @everywhere
    @app_commands.command(name="games", description=text.GAMES_COMMAND)
    async def list_games(self, interaction: Interaction) -> None:
        await begin_private_answer(interaction)
        user = interaction.user.id
        mine = await self._game_views.mine(user, await self.games.game_lookup.owed(user))
        await show(interaction, await self._with_leagues(mine, user))

    @with_players
    @app_commands.command(name="board", description=text.BOARD_COMMAND)
    @app_commands.describe(zoom=text.BOARD_ZOOM, mine=text.BOARD_MINE)
    @any_table
    async def board(
        self, interaction: Interaction, table: str | None = None, zoom: str = "", mine: bool = False
    ) -> None:
        code = await self.games.asked(interaction, table)
        await show(interaction, await self._game_views.board(code, interaction.user.id, zoom, mine))

    @board.autocomplete("zoom")
    async def _places(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code = await self.games.typing(interaction)
        return shown(await self._game_views.places(code, interaction.user.id, typed)) if code else []

    @with_players
    @app_commands.command(name="why", description=text.WHY_COMMAND)
    @app_commands.describe(unit=text.WHY_UNIT)
    @any_table
    async def why(self, interaction: Interaction, unit: str, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table)
        await show(interaction, await self._game_views.why(code, interaction.user.id, unit))

    @why.autocomplete("unit")
    async def _units(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code = await self.games.typing(interaction)
        return shown(await self._game_views.units(code, interaction.user.id, typed)) if code else []


class InfoButtons:
    def __init__(self, game_views: GameViews, rules: RulePages) -> None:
        self._game_views, self._rules = game_views, rules

    @button("board", public=True, looks=True)
    async def board(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._game_views.board(press.table, interaction.user.id))

    @button("explain", public=True, looks=True)
    async def explain(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._game_views.why_menu(press.table, interaction.user.id))

    @button("details", public="new", looks=True)
    async def details(self, interaction: Interaction, press: Press) -> None:
        """Open a private answer if the id ends with "new", as below public posts; else turn its pages."""
        if press.extra == "new":
            await begin_private_answer(interaction)
        else:
            await acknowledge(interaction)
        page = int(press.extra) if press.extra.isdecimal() else 0
        await show(
            interaction, await self._game_views.details(press.table, interaction.user.id, press.turn, page)
        )

    @menu("why", looks=True)
    async def why(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await show(interaction, await self._game_views.why(press.table, interaction.user.id, values[0]))

    @button("rules", game=False)
    async def rules(self, interaction: Interaction, press: Press) -> None:
        """Turn the pages of the rules; `table` is the game's key here."""
        if press.table not in self._rules.games or not press.extra.isdecimal():
            raise Refused(OLD_BUTTON)
        await acknowledge(interaction)
        await show(interaction, await self._rules.page(press.table, int(press.extra)))

    @button("learn", public=True, game=False)
    async def learn(self, interaction: Interaction, press: Press) -> None:
        """Show the rules of the game `table`, or how it is played, below a lobby."""
        if press.table not in self._rules.games:
            raise Refused(OLD_BUTTON)
        await begin_private_answer(interaction)
        rules = press.extra == "rules"
        await show(interaction, await self._rules.page(press.table, 0) if rules else help_page([press.table]))

    @button("help", game=False)
    async def help(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, help_page([], press.extra))
