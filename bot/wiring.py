"""Who listens to what the engine and the outbox announce, in the order in which they are called.

A feature that is not here is one that neither ever calls: delete its folder and its lines, and the bot
runs without it.
"""

from bot.engine.context import Context
from bot.engine.desk import Desks
from bot.engine.hooks import Hooks
from bot.engine.post_hooks import engine_hooks
from bot.features.absence import vacation
from bot.features.board_links import links
from bot.features.computers import seats, takeover
from bot.features.conditional_orders import planning, playing
from bot.features.leagues import posts as league_posts
from bot.features.leagues import store as league_store
from bot.features.leagues.season import dates as league_dates
from bot.features.leagues.views.tables import Composing
from bot.features.learn import desk_line
from bot.features.lobby.lobby import Lobby
from bot.features.puzzles import posting as puzzles
from bot.features.reminders import reminders
from bot.features.substitutes import handover, offers
from bot.features.votes import posts as votes
from bot.features.votes import voting
from bot.features.webhooks import webhooks
from bot.outbox.delivery import Outbox
from bot.outbox.messenger import Messenger
from bot.storage.records import Plan


def hooks(web: bool = False) -> Hooks:
    """All features, wired. web: there are pages, where one can open a board and everybody looks at games"""
    return Hooks(
        deadline_setting=[vacation.wait_for_absences],
        deadline_shifted=[vacation.shifted],
        deadline_missed=[offers.offer],
        turn_continued=[vacation.goes_on],
        has_order_ahead=[playing.plays],
        play_ahead=[playing.play],
        seat_acted=[offers.acted],
        game_begun=[webhooks.game_begun] if web else [],
        game_moved=[votes.game_moved, *([webhooks.game_moved] if web else [])],
        turn_taken_back=[vacation.taken_back, playing.taken_back],
        orders_owed=[seats.orders_owed],
        game_over=[
            playing.game_over,
            votes.game_over,
            seats.game_over,
            *([webhooks.game_over] if web else []),
        ],
        player_left=[offers.player_left],
        player_returned=[offers.player_returned],
        seat_abandoned=[takeover.play_on],
        outage_over=[voting.outage_over, league_dates.outage_over],
        brought_back=[voting.brought_back],
        desk_lines=[planning.desk_lines, desk_line.desk_lines],
        desk_buttons=[links.desk_buttons] if web else [],
        rows_by_seat=[Plan],
        code_taken=[league_store.has_code],
    )


def outbox(
    context: Context,
    messenger: Messenger,
    desks: Desks,
    lobby: Lobby,
    leagues: Composing,
    puzzle_posts: puzzles.PuzzlePosts,
    *,
    new_dms_a_minute: int,
) -> Outbox:
    """All kinds of posts, each with what its owner does when one leaves."""
    return Outbox(
        context,
        messenger,
        {
            **engine_hooks(context, desks, messenger, votes.shown),
            **lobby.post_hooks(),
            **reminders.post_hooks(context),
            **leagues.post_hooks(),
            **puzzle_posts.post_hooks(),
        },
        waits=[handover.waits],
        lost=[league_posts.unreachable, puzzles.unreachable],
        new_dms_a_minute=new_dms_a_minute,
    )
