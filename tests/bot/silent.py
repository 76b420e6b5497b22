"""Games of NME for tests: who sits where is drawn by lot, so it is looked up."""

from __future__ import annotations

from bot.storage import players
from tests.bot.parts import CHANNEL, GUEST, HOST, NAMES, THIRD, PostOffice
from tests.bot.transactions import looking
from tests.bot.world import CODE, Game, Player, World, words

SEATS = ("black", "gray", "white")


async def nme(
    office: PostOffice, *users: int, channel: int = CHANNEL, host: int | None = None, options: str = ""
) -> tuple[str, dict[str, int]]:
    """A game in play of three users (HOST, GUEST, THIRD), its code and who sits where. host: somebody else
    who has made it and left"""
    users = users or (HOST, GUEST, THIRD)
    made = await office.lobby(host or users[0], channel=channel, game_key="nme", options=options)
    if host:
        await office.services.lobby.leave(made.id, host)
    for user in users if host else users[1:]:
        await office.services.lobby.join(made.id, user, NAMES[user])
    await office.services.lobby.start(made.id, users[0])
    return made.id, await seated(office, made.id)


async def seated(office: PostOffice, code: str) -> dict[str, int]:
    async with looking(office.services.context.db) as tx:
        return {str(player.seat): player.user_id for player in players.of_table(tx, code)}


async def nme_game(world: World, *people: Player, **given: str) -> Game:
    """A game of NME in play in the channel, or in a new thread of it."""
    said = await people[0].slash("game new", game="nme", **given)
    assert said.text.startswith("Game `"), said.text
    channel = world.channel.threads[-1] if given.get("where") == "thread" else world.channel
    lobby = channel.last_message
    assert lobby is not None
    for player in people[1:]:
        await player.click(lobby, "Join")
    await people[-1].click(lobby, "Start")
    match = CODE.search(words(lobby))
    assert match is not None
    async with looking(world.bot.services.context.db) as tx:
        sits = {str(player.seat): player.user_id for player in players.of_table(tx, match[1])}
    by_id = {player.id: player for player in people}
    return Game(world, match[1], channel, {seat: by_id[sits[seat]] for seat in SEATS if seat in sits})
