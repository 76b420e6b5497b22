"""/league."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import ask, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, Command, completing, filled, in_servers, shown, texts
from bot.engine.access import Looking
from bot.features.leagues import text as words
from bot.features.leagues.buttons import SignUpMessage
from bot.features.leagues.discord_channels import missing
from bot.features.leagues.league_lookup import Asked, Picking, titled
from bot.features.leagues.plan import CHOICES, MOST_ENTRANTS, Plan
from bot.features.leagues.season import text as season_words
from bot.features.leagues.season.league_file import LeagueExport
from bot.features.leagues.season.organising import Founding, Organising, split_keys
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.views.overview import MOST_REASON, Overview
from bot.features.leagues.views.tables import LeagueViews
from bot.features.lobby.lobby import Lobby
from bot.features.server_settings.commands import asker
from bot.features.server_settings.who_may_open import Permissions

Reason = app_commands.Range[str, 1, MOST_REASON]

_GAMES = [Choice(name=name, value=key) for key, name in names().items()]
_FORMATS, _PACES, _WHERE = (
    [Choice(name=words.VALUES[value], value=value) for value in CHOICES[key]]
    for key in ("format", "pace", "where")
)
_UNTIL = ("7d", "3d", "14d", "21d", "fri 20:00", "sun 20:00")
Division = app_commands.Range[int, 1, 20]


class LeagueCog(commands.GroupCog):
    """Commands about one league. See `about_league`."""

    def __init__(self, looking: Looking, picking: Picking) -> None:
        self._looking, self._picking = looking, picking

    async def pick(
        self,
        interaction: Interaction,
        league: str | None,
        asked: Asked = "any",
        *,
        game: str = "",
        own: bool = False,
        answers: bool = True,
    ) -> str:
        """The code of the league that is named or meant; in a thread, that of its game, or of the channel
        above it. Raises Refused.

        own: rather one with the user;  answers: begin a private answer first
        """
        if answers:
            await interaction.response.defer(ephemeral=True, thinking=True)
        channel: Any = interaction.channel
        home = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
        if game and not await self._looking.may_look(game.strip().strip("`"), interaction.user.id):
            game = ""  # it tells nothing, as one that is not there
        return await self._picking.pick(
            _guild(interaction),
            home,
            league,
            asked,
            place=interaction.channel_id,
            game=game,
            user=interaction.user.id if own else 0,
        )

    async def typing(self, interaction: Interaction) -> str:
        """The league that a command means so far, while it is typed; "" if none."""
        try:
            return await self.pick(interaction, filled(interaction, "league"), answers=False)
        except Refused:
            return ""

    async def leagues(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        if interaction.guild_id is None:
            return []
        found = await self._picking.choices(interaction.guild_id, typed)
        return [Choice(name=label, value=code) for code, label in found]


def about_league(command: Command) -> Command:
    """Declare the field `league` of a command of a LeagueCog."""
    app_commands.describe(league=words.LEAGUE_FIELD)(command)
    return app_commands.autocomplete(league=LeagueCog.leagues)(command)


@in_servers
class LeagueCommands(
    LeagueCog,
    group_name="league",
    group_description=words.GROUP,
):
    """Answers are private; what an organiser does is told in the league's channel."""

    def __init__(
        self,
        looking: Looking,
        picking: Picking,
        permissions: Permissions,
        lobby: Lobby,
        founding: Founding,
        organising: Organising,
        post: SignUpMessage,
        signup: SignUp,
        views: LeagueViews,
        overview: Overview,
        exporting: LeagueExport,
    ) -> None:
        super().__init__(looking, picking)
        self._permissions, self._lobby = permissions, lobby
        self._founding, self._organising = founding, organising
        self._post, self._signup = post, signup
        self._views, self._overview, self._game_export = views, overview, exporting

    # -- for everybody

    @app_commands.command(name="list", description=words.LIST)
    async def list_(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        await show(interaction, await self._overview.all(_guild(interaction), user))

    @app_commands.command(name="show", description=words.SHOW)
    @about_league
    async def show(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, own=True)
        await show(interaction, await self._views.show(code))

    @app_commands.command(name="join", description=words.JOIN_COMMAND)
    @about_league
    async def join(self, interaction: Interaction, league: str | None = None) -> None:
        code, user = await self.pick(interaction, league, "signup"), interaction.user
        await self._post.done(interaction, code, self._signup.join(code, user.id, user.display_name))

    @app_commands.command(name="reserve", description=words.RESERVE)
    @about_league
    async def reserve(self, interaction: Interaction, league: str | None = None) -> None:
        code, user = await self.pick(interaction, league, "open"), interaction.user
        deed = self._signup.join(code, user.id, user.display_name, reserve=True)
        await self._post.done(interaction, code, deed)

    @app_commands.command(name="withdraw", description=words.WITHDRAW)
    @about_league
    async def withdraw(self, interaction: Interaction, league: str | None = None) -> None:
        code, user = await self.pick(interaction, league, "open", own=True), interaction.user.id
        question = await self._signup.leaving(code, user)
        if question is not None:
            await show(interaction, question)
        else:
            await self._post.done(interaction, code, self._signup.withdraw(code, user))

    @app_commands.command(name="table", description=words.TABLE)
    @app_commands.describe(division=words.DIVISION_FIELD)
    @about_league
    async def table(
        self, interaction: Interaction, division: Division | None = None, league: str | None = None
    ) -> None:
        code, user = await self.pick(interaction, league, own=True), interaction.user.id
        await show(interaction, await self._views.table(code, user, division or 0))

    @app_commands.command(name="crosstable", description=words.CROSSTABLE)
    @app_commands.describe(division=words.DIVISION_FIELD)
    @about_league
    async def crosstable(
        self, interaction: Interaction, division: Division | None = None, league: str | None = None
    ) -> None:
        code, user = await self.pick(interaction, league, own=True), interaction.user.id
        await show(interaction, await self._views.crosstable(code, user, division or 0))

    @app_commands.command(name="fixtures", description=words.FIXTURES)
    @app_commands.rename(number="round")
    @app_commands.describe(number=words.ROUND_FIELD)
    @about_league
    async def fixtures(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 1, 120] | None = None,
        league: str | None = None,
    ) -> None:
        code, user = await self.pick(interaction, league, own=True), interaction.user.id
        await show(interaction, await self._views.fixtures(code, number or 0, 0, user))

    @app_commands.command(name="log", description=words.LOG)
    @about_league
    async def log(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, own=True)
        await show(interaction, await self._views.log(code))

    @app_commands.command(name="export", description=words.EXPORT)
    @about_league
    async def export(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, own=True)
        await show(interaction, await self._game_export.file(code))

    # -- for organisers

    @app_commands.command(name="create", description=words.CREATE)
    @app_commands.rename(format_="format")
    @app_commands.describe(
        name=words.NAME_FIELD,
        game=words.GAME_FIELD,
        format_=words.FORMAT_FIELD,
        rounds=words.ROUNDS_FIELD,
        pace=words.PACE_FIELD,
        calendar=words.CALENDAR_FIELD,
        signup=words.SIGNUP_FIELD,
        deadline=words.DEADLINE_FIELD,
        most=words.MOST_FIELD,
        where=words.WHERE_FIELD,
        options=words.OPTIONS_FIELD,
        plan=words.PLAN_FIELD,
    )
    @app_commands.choices(game=_GAMES, format_=_FORMATS, pace=_PACES, where=_WHERE)
    async def create(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 2, 60],
        game: str,
        format_: str = "",
        rounds: app_commands.Range[int, 0, 60] | None = None,
        pace: str = "",
        calendar: str = "",
        signup: str = "7d",
        deadline: str = "24h",
        most: app_commands.Range[int, 0, MOST_ENTRANTS] | None = None,
        where: str = "",
        options: str = "",
        plan: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who, told = asker(interaction), split_keys(plan)
        given = {"format": format_, "rounds": rounds, "pace": pace, "calendar": calendar, "most": most}
        given["where"] = where
        told |= {key: str(value) for key, value in given.items() if value not in (None, "")}
        await self._permissions.may_organise(who)
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel):
            raise Refused(words.TEXT_CHANNEL_ONLY)
        rights = interaction.app_permissions, channel.guild.me.guild_permissions
        if lacking := missing(*rights, told.get("where", "threads")):  # before anything is made
            raise Refused(words.BOT_LACKS(permissions=lacking))
        league = await self._founding.create(
            who,
            channel.id,
            name,
            game,
            signup=signup,
            deadline=deadline,
            options=options,
            plan=told,
        )
        head = words.CREATED(league=titled(league), code=league.id)
        head = "\n".join([head, *Plan.read(league.plan).doubts()])
        await show(interaction, await self._organising.settings_page(league.id, who, head))

    @app_commands.command(name="start", description=words.START)
    @about_league
    async def start(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open")
        await self._post.done(interaction, code, self._organising.start(code, asker(interaction)))

    @app_commands.command(name="edit", description=words.EDIT)
    @app_commands.describe(changes=words.CHANGES_FIELD)
    @about_league
    async def edit(self, interaction: Interaction, changes: str = "", league: str | None = None) -> None:
        code, who = await self.pick(interaction, league, "open"), asker(interaction)
        if changes.strip():
            await self._post.done(interaction, code, self._organising.edit(code, who, changes))
        else:
            await show(interaction, await self._organising.settings_page(code, who))

    @app_commands.command(name="result", description=words.RESULT)
    @app_commands.describe(
        game=words.RESULT_GAME_FIELD,
        places=words.PLACES_FIELD,
        reason=words.WHY_FIELD,
    )
    @about_league
    async def result(
        self, interaction: Interaction, game: str, places: str, reason: Reason, league: str | None = None
    ) -> None:
        code = await self.pick(interaction, league, game=game)
        deed = self._organising.result(code, asker(interaction), game, places, reason)
        await self._post.done(interaction, code, deed)

    @app_commands.command(name="remove", description=words.REMOVE)
    @app_commands.describe(player=words.PLAYER_FIELD, reason=words.WHY_FIELD)
    @about_league
    async def remove(
        self, interaction: Interaction, player: discord.User, reason: Reason, league: str | None = None
    ) -> None:
        code = await self.pick(interaction, league, "open")
        deed = self._organising.remove(code, asker(interaction), player.id, reason)
        await self._post.done(interaction, code, deed)

    @app_commands.command(name="back", description=words.BACK)
    @app_commands.describe(player=words.PLAYER_FIELD, reason=words.WHY_FIELD)
    @about_league
    async def back(
        self, interaction: Interaction, player: discord.User, reason: Reason, league: str | None = None
    ) -> None:
        code = await self.pick(interaction, league, "open")
        deed = self._organising.back(code, asker(interaction), player.id, reason)
        await self._post.done(interaction, code, deed)

    @app_commands.command(name="pause", description=words.PAUSE)
    @app_commands.describe(reason=words.WHY_FIELD)
    @about_league
    async def pause(self, interaction: Interaction, reason: Reason, league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open")
        await self._post.done(interaction, code, self._organising.pause(code, asker(interaction), reason))

    @app_commands.command(name="resume", description=words.RESUME)
    @app_commands.describe(reason=words.WHY_FIELD)
    @about_league
    async def resume(self, interaction: Interaction, reason: str = "", league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open")
        await self._post.done(interaction, code, self._organising.resume(code, asker(interaction), reason))

    @app_commands.command(name="cancel", description=words.CANCEL)
    @about_league
    async def cancel(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open", answers=False)
        form = await self._overview.cancel_form(code, asker(interaction))
        await ask(interaction, form)

    @app_commands.command(name="season", description=words.NEXT_SEASON)
    @app_commands.describe(signup=words.SIGNUP_FIELD, league=words.LEAGUE_FIELD)
    async def season(self, interaction: Interaction, signup: str = "7d", league: str | None = None) -> None:
        code = await self.pick(interaction, league, "over")
        made = await self._founding.next_season(code, asker(interaction), signup)
        told = season_words.SEASON_OPEN(league=titled(made), code=made.id, channel=f"<#{made.channel_id}>")
        await show(interaction, Message(told))

    # -- what is offered while somebody types

    @create.autocomplete("deadline")
    @create.autocomplete("calendar")
    async def _times(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self._lobby.deadlines(interaction.user.id, typed)
        return texts(text for text in found if text != "none")

    @create.autocomplete("signup")
    @season.autocomplete("signup")
    async def _until(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return completing(typed, _UNTIL)

    @create.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(self._lobby.options(filled(interaction, "game"), typed))

    @create.autocomplete("plan")
    @edit.autocomplete("changes")
    async def _plan(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(self._founding.options(filled(interaction, "game"), typed))

    @result.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code = await self.typing(interaction)
        return shown(await self._overview.games(code, typed)) if code else []

    @result.autocomplete("places")
    async def _places(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        code, game = await self.typing(interaction), filled(interaction, "game")
        return shown(await self._overview.results(code, game, typed)) if code else []


def _guild(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused(words.ONLY_IN_SERVERS)
    return interaction.guild_id
