"""What each button, menu and form does. One method an act; the ids say which table, seat and turn."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

import discord

from bot.common.errors import Refused
from bot.common.message import FORM_ACTS, MENU_ACTS, Button, Message, Press, buttons, custom_id
from bot.discord.access import DiscordSight
from bot.discord.acts import LOOKS, NO_GAME, OPENS, PUBLIC
from bot.discord.answer import acknowledge, guarded, said, say, show
from bot.discord.convert import to_edit, to_modal
from bot.discord.error_codes import TROUBLE
from bot.engine.desk import kept_words, read_kept
from bot.engine.interaction_source import Pressed
from bot.engine.orders import Given
from bot.features.conditional_orders import buttons as plans
from bot.features.history import replay_buttons
from bot.features.leagues import buttons as leagues
from bot.features.letters import buttons as letters
from bot.features.lobby.options import WrongForm
from bot.features.moderation import buttons as gm
from bot.features.moderation import penalty_buttons
from bot.features.privacy import buttons as privacy
from bot.features.profiles import buttons as ratings
from bot.features.substitutes import buttons as seats
from bot.features.votes import buttons as votes
from bot.services import Services

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


_UNKNOWN = "This is from another version of me. `/orders` shows what is open now."
_NOT_HERE = "That works only in a message that you alone see: `/orders` shows yours."
_NOTHING = "You have chosen nothing, so nothing has changed."


class Router:
    def __init__(self, services: Services, sight: DiscordSight) -> None:
        self.services = services
        self._sight = sight

    async def _let_in(self, interaction: Interaction, press: Press) -> None:
        """Before anything that an id asks for, whoever made it: is it for this message, and its game for this
        user? Raises Refused."""
        self._sight.met(interaction)
        opens = press.act in OPENS and press.extra == "new"
        if not (press.act in PUBLIC or opens or _private(interaction)):
            raise Refused(_NOT_HERE)
        if press.act in NO_GAME:
            return
        table = await self.services.looking.must_look(press.table, interaction.user.id)
        if press.act not in LOOKS:
            await self.services.looking.must_be_there(table.id, interaction.user.id)

    async def press(self, interaction: Interaction, press: Press) -> None:
        """A button was pressed."""
        act = getattr(self, f"_on_{press.act}", None)
        async with guarded(interaction, f"button {press.act}"):
            if act is None and press.act not in leagues.LEAGUE_PRESSES:
                raise Refused(_UNKNOWN)
            await self._let_in(interaction, press)
            if act is None:
                await leagues.LEAGUE_PRESSES[press.act](self.services, interaction, press)
                return
            await act(interaction, press)

    async def choose(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Something was chosen in a menu."""
        user = interaction.user.id
        async with guarded(interaction, f"menu {press.act}"):
            if press.act not in MENU_ACTS:
                raise Refused(_UNKNOWN)
            await self._let_in(interaction, press)
            if not values and press.act != "give":  # of some orders none is a choice
                raise Refused(_NOTHING)
            await acknowledge(interaction)
            if press.act == "wish":
                seat = None if values[0] == "any" else values[0]
                await self._lobby(interaction, press.table, self.services.lobby.wish(press.table, user, seat))
            elif press.act == "why":
                await show(interaction, await self.services.records.why(press.table, user, values[0]))
            elif press.act == "pick":
                await self._desk(interaction, press, picked=values[0])
            elif values and values[0].startswith("@"):  # it leads on to another menu
                await self._desk(interaction, press, picked=values[0][1:])
            elif press.act == "lead":
                await self._tap(interaction, press, values[0])
            elif press.act == "do":
                await self.services.orders.give(
                    press.table, user, values[0], turn=press.turn, said=said(interaction)
                )
                await self._desk(interaction, press)
            else:
                await self.services.orders.give_values(
                    press.table, user, values, press.turn, said(interaction)
                )
                await self._desk(interaction, press)

    async def submit(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """A form was sent."""
        async with guarded(interaction, f"form {press.act}"):
            if press.act not in FORM_ACTS:
                raise Refused(_UNKNOWN)
            await self._let_in(interaction, press)
            if press.act in letters.LETTER_FORMS:
                await letters.submitted(self.services, interaction, press, values)
                return
            if press.act in gm.GM_FORMS:
                await gm.submitted(self.services, interaction, press, values)
                return
            if press.act in leagues.LEAGUE_FORMS:
                await leagues.submitted(self.services, interaction, press, values)
                return
            if press.act == "ruling":
                await penalty_buttons.submitted(self.services, interaction, press, values)
                return
            if press.act == "plan":
                await plans.submitted(self.services, interaction, press, values)
                return
            await acknowledge(interaction)
            if press.act == "pastgo":
                turn = values.get("turn", "")
                await show(
                    interaction, await self.services.stepping.jump(press.table, interaction.user.id, turn)
                )
            elif press.act == "setoptions":
                deed = self.services.lobby.set_options(press.table, interaction.user.id, values, press.turn)
                await self._lobby(interaction, press.table, deed)
            else:
                given = await self.services.orders.give(
                    press.table,
                    interaction.user.id,
                    values.get("orders", ""),
                    turn=press.turn,
                    said=said(interaction),
                )
                await self._given(interaction, press, given)

    # -- the lobby

    async def _lobby(self, interaction: Interaction, table_id: str, deed: Awaitable[str]) -> None:
        """Do this, show the lobby anew, and tell the user privately. A refusal shows it anew too: the message
        may be behind, because a quicker click or a crash came between a deed and its showing."""
        try:
            answer = Message(await deed)
        except WrongForm as wrong:
            answer = wrong.message
        except Refused as refused:
            answer = Message(str(refused))
        pressed = interaction.message
        async with self.services.context.lock(f"lobby/{table_id}"):  # so that the newest is shown last
            lobby, place = (
                await self.services.lobby.message(table_id),
                await self.services.lobby.place(table_id),
            )
            try:
                if pressed is not None and place is not None and pressed.id == place[1]:
                    await show(interaction, lobby)
                else:
                    await self._show_lobby(interaction, place, lobby)
            except TROUBLE as error:  # the next press mends it; the deed is done, and its answer comes
                log.info("lobby not shown", extra={"table": table_id, "reason": type(error).__name__})
        # The form that a refusal opened again belongs to that private message, not to the lobby.
        await (show if _private(interaction) else say)(interaction, answer)

    async def _show_lobby(
        self, interaction: Interaction, place: tuple[int, int] | None, lobby: Message
    ) -> None:
        """Show the lobby anew where it stands."""
        if place is not None:
            channel_id, message_id = place
            there = interaction.client.get_partial_messageable(channel_id).get_partial_message(message_id)
            await there.edit(**to_edit(lobby))

    async def _on_join(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user = interaction.user
        deed = self.services.lobby.join(press.table, user.id, user.display_name)
        await self._lobby(interaction, press.table, deed)

    async def _on_leave(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        deed = self.services.lobby.leave(press.table, interaction.user.id)
        await self._lobby(interaction, press.table, deed)

    async def _on_start(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        deed = self.services.lobby.start(press.table, interaction.user.id)
        await self._lobby(interaction, press.table, deed)

    async def _on_close(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        deed = self.services.lobby.close(press.table, interaction.user.id)
        await self._lobby(interaction, press.table, deed)

    async def _on_options(self, interaction: Interaction, press: Press) -> None:
        form = await self.services.lobby.options_form(
            press.table, interaction.user.id, press.extra, press.turn
        )
        await interaction.response.send_modal(to_modal(form))

    # -- the order desk

    async def _desk(self, interaction: Interaction, press: Press, picked: str = "", note: str = "") -> None:
        """Show the desk anew where it stands, with news if it had them."""
        _, news = read_kept(press.extra)
        message = await self.services.desks.desk(
            press.table, interaction.user.id, turn=press.turn, picked=picked, note=note, news=news
        )
        await show(interaction, message)

    async def _same(self, interaction: Interaction, press: Press, note: str = "") -> None:
        """As `_desk`; what was picked stays so."""
        picked, _ = read_kept(press.extra)
        await self._desk(interaction, press, picked, note)

    async def _given(self, interaction: Interaction, press: Press, given: Given) -> None:
        if given.asks is not None:  # below the desk, which stays as it is
            await say(interaction, given.asks)
        elif given.resolved and given.goes_on and self._pressed(interaction).private:
            await show(interaction, await self.services.desks.desk(press.table, interaction.user.id))
        elif given.resolved:
            board = await self.services.records.board(press.table, interaction.user.id)
            await show(interaction, Message(given.text, board.picture))
        else:
            await self._desk(interaction, press, note=given.note)

    @staticmethod
    def _pressed(interaction: Interaction) -> Pressed:
        """The message that this is about; private: in a channel."""
        message = interaction.message
        return Pressed(message.id, message.flags.ephemeral) if message is not None else Pressed()

    async def _on_desk(self, interaction: Interaction, press: Press) -> None:
        """A private desk, for everyone who plays; it is always of the turn that is open now."""
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await show(interaction, await self.services.desks.desk(press.table, interaction.user.id))

    async def _on_send(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        pressed = self._pressed(interaction)
        given = await self.services.orders.send(
            press.table, interaction.user.id, press.turn, pressed=pressed, said=said(interaction)
        )
        if given.resolved:
            await self._given(interaction, press, given)
        else:
            await self._same(interaction, press, given.note)

    async def _on_tap(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._tap(interaction, press, read_kept(press.extra)[0])

    async def _on_tapsend(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._tap(interaction, press, read_kept(press.extra)[0], send=True)

    async def _tap(self, interaction: Interaction, press: Press, value: str, *, send: bool = False) -> None:
        """A button or a menu of the presenter's own: what it orders, then the desk with it picked."""
        pressed = self._pressed(interaction)
        given = await self.services.orders.tap(
            press.table,
            interaction.user.id,
            value,
            press.turn,
            send=send,
            pressed=pressed,
            said=said(interaction),
        )
        if given.resolved or given.asks is not None:
            await self._given(interaction, press, given)
        else:
            await self._desk(interaction, press, value, given.note)

    async def _on_unsend(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self.services.orders.unsend(
            press.table, interaction.user.id, press.turn, said=said(interaction)
        )
        await self._same(interaction, press)

    async def _on_clear(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self.services.orders.clear(press.table, interaction.user.id, press.turn, said=said(interaction))
        await self._same(interaction, press)

    async def _on_keep(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self.services.orders.take_over(
            press.table, interaction.user.id, press.turn, said=said(interaction)
        )
        await self._same(interaction, press)

    async def _on_type(self, interaction: Interaction, press: Press) -> None:
        _, news = read_kept(press.extra)
        form = await self.services.desks.form(
            press.table, interaction.user.id, press.turn, kept_words("", news)
        )
        await interaction.response.send_modal(to_modal(form))

    async def _on_draw(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        given = await self.services.orders.declare(press.table, interaction.user.id, "draw", press.turn)
        await show(interaction, Message(given.text))

    async def _on_concede(self, interaction: Interaction, press: Press) -> None:
        asked = await self.services.orders.concession(press.table, interaction.user.id, press.turn)
        await say(interaction, asked)

    async def _on_playon(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, Message(f"You play on in game `{press.table}`."))

    async def _on_concedeyes(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        given = await self.services.orders.declare(press.table, interaction.user.id, "concede", press.turn)
        await show(interaction, Message(given.text))

    # -- votes

    async def _on_voteyes(self, interaction: Interaction, press: Press) -> None:
        await votes.cast(self.services, interaction, press, yes=True)

    async def _on_voteno(self, interaction: Interaction, press: Press) -> None:
        await votes.cast(self.services, interaction, press, yes=False)

    # -- game masters

    async def _on_gmoptions(self, interaction: Interaction, press: Press) -> None:
        await gm.open_options(self.services, interaction, press)

    async def _on_log(self, interaction: Interaction, press: Press) -> None:
        await gm.turn_log(self.services, interaction, press)

    # -- seats

    async def _on_takeseat(self, interaction: Interaction, press: Press) -> None:
        await seats.ask(self.services, interaction, press)

    async def _on_takeyes(self, interaction: Interaction, press: Press) -> None:
        await seats.take(self.services, interaction, press)

    async def _on_ahead(self, interaction: Interaction, press: Press) -> None:
        await plans.open_form(self.services, interaction, press)

    async def _on_aheadclear(self, interaction: Interaction, press: Press) -> None:
        await plans.clear(self.services, interaction, press)

    # -- privacy

    async def _on_forgetyes(self, interaction: Interaction, press: Press) -> None:
        await privacy.forget(self.services, interaction, press)

    async def _on_forgetno(self, interaction: Interaction, press: Press) -> None:
        await privacy.stay(interaction)

    # -- letters

    async def _on_letters(self, interaction: Interaction, press: Press) -> None:
        await letters.open_pages(self.services, interaction, press)

    async def _on_reply(self, interaction: Interaction, press: Press) -> None:
        await letters.open_form(self.services, interaction, press)

    async def _on_replyall(self, interaction: Interaction, press: Press) -> None:
        await letters.open_form(self.services, interaction, press, everyone=True)

    # -- looking

    async def _on_board(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await show(interaction, await self.services.records.board(press.table, interaction.user.id))

    async def _on_explain(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await show(interaction, await self.services.records.why_menu(press.table, interaction.user.id))

    async def _on_past(self, interaction: Interaction, press: Press) -> None:
        """ "new" stands under public posts and opens a private answer; numbers turn its pages."""
        if press.extra == "new":
            await acknowledge(interaction, ephemeral=True, thinking=True)
        else:
            await acknowledge(interaction)
        await show(
            interaction, await self.services.stepping.page(press.table, interaction.user.id, press.extra)
        )

    async def _on_pastjump(self, interaction: Interaction, press: Press) -> None:
        form = await self.services.stepping.form(press.table)
        await interaction.response.send_modal(to_modal(form))

    async def _on_replayed(self, interaction: Interaction, press: Press) -> None:
        """Under the end of a game: it is drawn for who pressed."""
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await replay_buttons.draw(self.services, interaction, press.table, "normal")

    async def _on_replay(self, interaction: Interaction, press: Press) -> None:
        await replay_buttons.publish(self.services, interaction, press)

    async def _on_verify(self, interaction: Interaction, press: Press) -> None:
        await self.services.verifying.may(press.table)
        await acknowledge(interaction, thinking=True)
        await show(interaction, await self.services.verifying.verified(press.table))

    async def _on_leaders(self, interaction: Interaction, press: Press) -> None:
        await ratings.turn_page(self.services, interaction, press)

    async def _on_rules(self, interaction: Interaction, press: Press) -> None:
        """Turn the pages of the rules; `table` is the game's key here."""
        if press.table not in self.services.context.presenters or not press.extra.isdecimal():
            raise Refused(_UNKNOWN)
        await acknowledge(interaction)
        await show(interaction, self.rules(press.table, int(press.extra)))

    def which_rules(self, games: Sequence[str]) -> Message:
        """A button for each of these games, or for all if there are none."""
        known = self.services.context.games
        chosen = [key for key in known if key in games] or list(known)
        row = buttons(*(Button(custom_id("rules", key, None, 0, "0"), known[key].name) for key in chosen))
        return Message("The rules of which game?", rows=(row,))

    def rules(self, game: str, number: int) -> Message:
        """One page of a game's rules in short."""
        pages = self.services.context.presenters[game].pages()
        number = min(max(number, 0), len(pages) - 1)
        page = pages[number]
        row = buttons(
            *(
                Button(custom_id("rules", game, None, 0, str(at)), other.title, disabled=at == number)
                for at, other in enumerate(pages[:5])
            )
        )
        return Message(
            f"### {self.services.context.games[game].name}: {page.title}\n{page.text}", rows=(row,)
        )


def _private(interaction: Interaction) -> bool:
    """Whether nobody but the user sees the message that this is about, or there is none."""
    message = interaction.message
    elsewhere = interaction.guild_id is None and not interaction.context.private_channel
    return message is None or message.flags.ephemeral or elsewhere
