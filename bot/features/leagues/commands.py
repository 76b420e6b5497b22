"""/league."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, Command, completing, filled, in_servers, shown, texts
from bot.discord.convert import to_modal
from bot.engine.access import Looking
from bot.features.leagues.buttons import SignUpMessage
from bot.features.leagues.discord_channels import missing
from bot.features.leagues.league_lookup import Asked, Picking
from bot.features.leagues.plan import Plan
from bot.features.leagues.season.dates import begin_words
from bot.features.leagues.season.league_file import LeagueExport
from bot.features.leagues.season.organising import Founding, Organising, split_keys
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.views.overview import MOST_REASON, Overview
from bot.features.leagues.views.tables import LeagueViews
from bot.features.lobby.lobby import Lobby
from bot.features.server_settings.commands import asker
from bot.features.server_settings.who_may_open import Permissions

Reason = app_commands.Range[str, 1, MOST_REASON]

LEAGUE = "Name or code (default: this channel's league, or the only one)"
DIVISION = "Which division (default: yours)"
WHY = "Why; everyone will see it"
_GAMES = [Choice(name=name, value=key) for key, name in names().items()]
_FORMATS = [
    Choice(name="round robin: everybody meets everybody (two seats)", value="roundrobin"),
    Choice(name="Swiss: always somebody with as many points (two seats)", value="swiss"),
    Choice(name="tables drawn anew each round (more seats)", value="tables"),
]
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
    app_commands.describe(league=LEAGUE)(command)
    return app_commands.autocomplete(league=LeagueCog.leagues)(command)


@in_servers
class LeagueCommands(
    LeagueCog,
    group_name="league",
    group_description="Leagues: sign up, see tables and games, organise",
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

    @app_commands.command(name="list", description="List this server's leagues, and which you are in")
    async def list_(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        await show(interaction, await self._overview.all(_guild(interaction), user))

    @app_commands.command(name="show", description="Show a league: how it stands, its dates, its players")
    @about_league
    async def show(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, own=True)
        await show(interaction, await self._views.show(code))

    @app_commands.command(name="join", description="Sign up for a league")
    @about_league
    async def join(self, interaction: Interaction, league: str | None = None) -> None:
        code, user = await self.pick(interaction, league, "signup"), interaction.user
        await self._post.done(interaction, code, self._signup.join(code, user.id, user.display_name))

    @app_commands.command(name="reserve", description="Become a reserve: you are called when a seat is free")
    @about_league
    async def reserve(self, interaction: Interaction, league: str | None = None) -> None:
        code, user = await self.pick(interaction, league, "open"), interaction.user
        deed = self._signup.join(code, user.id, user.display_name, reserve=True)
        await self._post.done(interaction, code, deed)

    @app_commands.command(
        name="withdraw", description="Leave a league (asks you to confirm once it has begun)"
    )
    @about_league
    async def withdraw(self, interaction: Interaction, league: str | None = None) -> None:
        code, user = await self.pick(interaction, league, "open", own=True), interaction.user.id
        question = await self._signup.leaving(code, user)
        if question is not None:
            await show(interaction, question)
        else:
            await self._post.done(interaction, code, self._signup.withdraw(code, user))

    @app_commands.command(name="table", description="Show a league's table, with your own row")
    @app_commands.describe(division=DIVISION)
    @about_league
    async def table(
        self, interaction: Interaction, division: Division | None = None, league: str | None = None
    ) -> None:
        code, user = await self.pick(interaction, league, own=True), interaction.user.id
        await show(interaction, await self._views.table(code, user, division or 0))

    @app_commands.command(name="crosstable", description="Show who played whom in a league, and the results")
    @app_commands.describe(division=DIVISION)
    @about_league
    async def crosstable(
        self, interaction: Interaction, division: Division | None = None, league: str | None = None
    ) -> None:
        code, user = await self.pick(interaction, league, own=True), interaction.user.id
        await show(interaction, await self._views.crosstable(code, user, division or 0))

    @app_commands.command(name="fixtures", description="Show a round's games: players, deadlines, results")
    @app_commands.rename(number="round")
    @app_commands.describe(number="Which round (default: the newest)")
    @about_league
    async def fixtures(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 1, 120] | None = None,
        league: str | None = None,
    ) -> None:
        code, user = await self.pick(interaction, league, own=True), interaction.user.id
        await show(interaction, await self._views.fixtures(code, number or 0, 0, user))

    @app_commands.command(name="log", description="Show what organisers changed in a league, and why")
    @about_league
    async def log(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, own=True)
        await show(interaction, await self._views.log(code))

    @app_commands.command(
        name="export", description="Download a league as a file: players, games, tables, log"
    )
    @about_league
    async def export(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, own=True)
        await show(interaction, await self._game_export.file(code))

    # -- for organisers

    @app_commands.command(name="create", description="Open a league in this channel for players to sign up")
    @app_commands.describe(
        name="The league's name",
        game="Which game",
        format="How players meet (default: what suits the game)",
        rounds="How many rounds; for a round robin, 0 means all (default)",
        calendar="When rounds begin: every 7d (default), or like Mon 20:00 Europe/Rome",
        signup="When sign-up closes: a span, a day or a time (default 7d)",
        deadline="Time per turn (default 24h)",
        options="Game options, like objective=points",
        plan="More of the plan, like divisions=2 substitute=50 where=channels",
    )
    @app_commands.choices(game=_GAMES, format=_FORMATS)
    async def create(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 2, 60],
        game: str,
        format: str = "",
        rounds: app_commands.Range[int, 0, 60] | None = None,
        calendar: str = "",
        signup: str = "7d",
        deadline: str = "24h",
        options: str = "",
        plan: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who, told = asker(interaction), split_keys(plan)
        given = {"format": format, "rounds": "" if rounds is None else str(rounds), "calendar": calendar}
        told |= {key: text for key, text in given.items() if text.strip()}
        await self._permissions.may_organise(who)
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel):
            raise Refused("Leagues are made in a text channel: their games get threads of it, or channels.")
        rights = interaction.app_permissions, channel.guild.me.guild_permissions
        if lacking := missing(*rights, told.get("where", "threads")):  # before anything is made
            raise Refused(f"I lack permissions for a league here: {lacking}. Ask a moderator to grant them.")
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
        text = (
            f"League `{league.id}` is open, with you as its organiser. The post to sign up comes into this "
            "channel now; **Options** under it and `/league edit` change the plan until it begins. "
            "You play only if you **Join**."
        )
        made = Plan.read(league.plan)
        begins = [begin_words(made, league.next_at)] if league.next_at is not None else []
        text = " ".join([text, *begins, *made.doubts()])
        await show(interaction, Message(text))

    @app_commands.command(
        name="start", description="Organisers: close sign-up; used again, begin round 1 now"
    )
    @about_league
    async def start(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open")
        await self._post.done(interaction, code, self._organising.start(code, asker(interaction)))

    @app_commands.command(name="edit", description="Organisers: change the plan; without text, a form opens")
    @app_commands.describe(changes="Like vacation=20 signup=3d name=Spring Cup")
    @about_league
    async def edit(self, interaction: Interaction, changes: str = "", league: str | None = None) -> None:
        if changes.strip():
            code = await self.pick(interaction, league, "open")
            await self._post.done(interaction, code, self._organising.edit(code, asker(interaction), changes))
            return
        code = await self.pick(interaction, league, "open", answers=False)
        form = await self._organising.form(code, asker(interaction))
        await interaction.response.send_modal(to_modal(form))

    @app_commands.command(name="result", description="Organisers: decide how a game counts")
    @app_commands.describe(
        game="The game's code",
        places="The places in the order of the seats, like 1 2; or draw, or none",
        reason=WHY,
    )
    @about_league
    async def result(
        self, interaction: Interaction, game: str, places: str, reason: Reason, league: str | None = None
    ) -> None:
        code = await self.pick(interaction, league, game=game)
        deed = self._organising.result(code, asker(interaction), game, places, reason)
        await self._post.done(interaction, code, deed)

    @app_commands.command(name="remove", description="Organisers: remove a player from the league")
    @app_commands.describe(player="Who", reason=WHY)
    @about_league
    async def remove(
        self, interaction: Interaction, player: discord.User, reason: Reason, league: str | None = None
    ) -> None:
        code = await self.pick(interaction, league, "open")
        deed = self._organising.remove(code, asker(interaction), player.id, reason)
        await self._post.done(interaction, code, deed)

    @app_commands.command(name="back", description="Organisers: bring a player back into the league")
    @app_commands.describe(player="Who", reason=WHY)
    @about_league
    async def back(
        self, interaction: Interaction, player: discord.User, reason: Reason, league: str | None = None
    ) -> None:
        code = await self.pick(interaction, league, "open")
        deed = self._organising.back(code, asker(interaction), player.id, reason)
        await self._post.done(interaction, code, deed)

    @app_commands.command(name="pause", description="Organisers: stop new rounds; games under way go on")
    @app_commands.describe(reason=WHY)
    @about_league
    async def pause(self, interaction: Interaction, reason: Reason, league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open")
        await self._post.done(interaction, code, self._organising.pause(code, asker(interaction), reason))

    @app_commands.command(name="resume", description="Organisers: resume a paused league")
    @app_commands.describe(reason=WHY)
    @about_league
    async def resume(self, interaction: Interaction, reason: str = "", league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open")
        await self._post.done(interaction, code, self._organising.resume(code, asker(interaction), reason))

    @app_commands.command(name="cancel", description="Organisers: cancel the league (asks you to confirm)")
    @about_league
    async def cancel(self, interaction: Interaction, league: str | None = None) -> None:
        code = await self.pick(interaction, league, "open", answers=False)
        form = await self._overview.cancel_form(code, asker(interaction))
        await interaction.response.send_modal(to_modal(form))

    @app_commands.command(name="season", description="Organisers: open the next season of a finished league")
    @app_commands.describe(signup="When sign-up closes (default 7d)", league=LEAGUE)
    async def season(self, interaction: Interaction, signup: str = "7d", league: str | None = None) -> None:
        code = await self.pick(interaction, league, "over")
        made = await self._founding.next_season(code, asker(interaction), signup)
        there = f"its post to sign up comes into <#{made.channel_id}>"
        await show(interaction, Message(f"Season {made.season} is league `{made.id}`: {there}."))

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
        raise Refused("Leagues belong to a server: use this command there.")
    return interaction.guild_id
