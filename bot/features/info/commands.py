"""/help, /rules, /games, /board and /why, and the buttons that show the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import app_commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, begin_private_answer, say, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, any_table, everywhere, shown, with_players
from bot.discord.components import UNKNOWN, button, menu
from bot.features.info.game_views import GameViews, RulePages

_GAMES = [Choice(name=name, value=key) for key, name in names().items()]

EXAMPLES = {
    "cic": "`e7-e6`",
    "newyork2047": "`1 move soho; 2 hold`",
    "nme": "`A4s-A4`",
    "nemein": "`move b2-c3 10; end`",
    "ww3": "`d3-d4`",
}
"""Orders as they are written, by the key of the game."""

HELP = """### Fieldpost: war games by mail
Give your orders when you like. The turn resolves when everyone has, or at the deadline; then the map comes.

**Play**
- `/game new` opens a game in this channel; others press **Join**, and with everyone there **Start**.
- When it is your turn, your order desk comes by direct message: menus, a preview, **Send** or **Ready**.
- Or write orders there, such as {orders}
- Or press **My orders** under the turn, or use `/order`.
- Nobody sees your orders before the turn resolves. You may change or clear them until then.
- `/ahead` orders for turns to come, such as a reply that is played at once
- `/away` announces an absence: deadlines wait for you · `/substitute` finds somebody for your seat
- `/reminders` says when I remind you of a deadline, and in which hours I make no sound

**Talk**
- `/press` writes to other players through me, or to all; `/letters` keeps what you got (New York 2047)
- NME is played in silence: a game master rules on who talks, with `/penalty`

**Look**
- `/games` your games · `/board` the position · `/history` turn by turn · `/replay` all of it, animated ·
  `/why` what became of a unit · `/rules` the rules in short
- `/export` a game's record as a file · `/import` brings one here
- `/league` sign up for a league; its tables and games
- `/profile` a player's ratings and record · `/leaderboard` the best in this server

**End**
- `/draw` offers or accepts a draw · `/concede` gives up · `/verify` checks a finished game
- `/vote` asks all who play: more time, a pause, a draw, the last turn back, or an end without a result

**Game masters** (host or moderator, who do not play)
- `/gm` pauses, extends, takes back, replaces and more · `/log` shows everybody what was done, and why

`/privacy` your data. If you play several games, name one with its code, such as `k7f3`."""


def help_text(games: Sequence[str]) -> str:
    """Return the help with an example of the one game that is meant, else with a line for each game."""
    if len(games) == 1:
        return HELP.format(orders=f"{EXAMPLES[games[0]]}.")
    lines = (f"  - {name}: {EXAMPLES[key]}" for key, name in names().items())
    return HELP.format(orders="\n".join(["these:", *lines]))


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
    @app_commands.command(name="help", description="How to play with this bot")
    async def help(self, interaction: Interaction) -> None:
        await say(interaction, help_text(await self._here(interaction)))

    @everywhere
    @app_commands.command(name="rules", description="Show a game's rules in brief")
    @app_commands.describe(game="Which game (default: this channel's game)")
    @app_commands.choices(game=_GAMES)
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        games = [game] if game else await self._here(interaction)
        one = self._rules.page(games[0], 0) if len(games) == 1 else self._rules.choose(games)
        await say(interaction, one)

    async def _here(self, interaction: Interaction) -> list[str]:
        """The kinds of game in this channel; for a thread without any, in the channel that it is in."""
        channels = [interaction.channel_id] if interaction.channel_id else []
        if isinstance(interaction.channel, discord.Thread):
            channels.append(interaction.channel.parent_id)
        return await self.games.game_lookup.kinds(interaction.user.id, channels)

    @everywhere
    @app_commands.command(name="games", description="List your games, those waiting for you first")
    async def list_games(self, interaction: Interaction) -> None:
        await begin_private_answer(interaction)
        user = interaction.user.id
        mine = await self._game_views.mine(user, await self.games.game_lookup.owed(user))
        await show(interaction, await self._with_leagues(mine, user))

    @with_players
    @app_commands.command(name="board", description="Show the board (only you see this)")
    @app_commands.describe(
        zoom="Zoom in on this space, on a large board", mine="Show only the part with your pieces"
    )
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
    @app_commands.command(name="why", description="What happened to a unit, and why (only you see this)")
    @app_commands.describe(unit="A unit (your 3, or hamblet 3) or a space (flushing)")
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

    @menu("why", looks=True)
    async def why(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await show(interaction, await self._game_views.why(press.table, interaction.user.id, values[0]))

    @button("rules", game=False)
    async def rules(self, interaction: Interaction, press: Press) -> None:
        """Turn the pages of the rules; `table` is the game's key here."""
        if press.table not in self._rules.games or not press.extra.isdecimal():
            raise Refused(UNKNOWN)
        await acknowledge(interaction)
        await show(interaction, self._rules.page(press.table, int(press.extra)))
