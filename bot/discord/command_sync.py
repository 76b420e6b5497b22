"""Tell Discord the slash commands, only when they have changed: it allows that a few times a day.

They are registered in all servers, or in the one that FIELDPOST_GUILD names; from where they were before they
are removed.
"""

from __future__ import annotations

import hashlib
import json
import logging

import discord
from discord.ext import commands

from bot.common.errors import SettingsError
from bot.discord.error_codes import FINAL, TROUBLE, meaning, passes, reason
from bot.storage.database import Database, Tx
from bot.storage.records import Value
from bot.storage.rows import read_value, save

log = logging.getLogger(__name__)

_COMMANDS, _REGISTERED_IN = "commands", "commands_in"
"""Keys: a hash of what was registered; the servers ("" all of them) where it may be."""


async def sync_commands(bot: commands.Bot, db: Database, guild_id: int | None) -> None:
    """Register the bot's command tree where it belongs, and remove it elsewhere.

    guild_id: the one server to register it in; None: all. Raises SettingsError if the bot is not in that
    server, and what discord.py raises if nothing was ever registered and Discord takes nothing now.
    """
    guild = discord.Object(guild_id) if guild_id else None
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    told = [command.to_dict(bot.tree) for command in bot.tree.get_commands(guild=guild)]
    text = json.dumps([bot.application_id, guild_id, told], sort_keys=True, default=str)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    here = str(guild_id or "")

    def look(tx: Tx) -> tuple[str | None, str | None]:
        known = read_value(tx, _COMMANDS)
        kept = read_value(tx, _REGISTERED_IN)
        return known, kept

    known, kept = await db.read(look)
    # Where nothing is kept they may be everywhere: then they would be in one server twice.
    places = json.loads(kept) if kept is not None else [""] * bool(here)
    if known == fingerprint and places == [here]:
        return
    others = sorted({*places} - {here})
    # Before anything is sent: a kill must leave none behind.
    await _remember(db, known or "", [here, *others])
    try:
        await bot.tree.sync(guild=guild)
    except TROUBLE as error:
        if guild is not None and meaning(error) in FINAL:
            raise SettingsError(
                f"FIELDPOST_GUILD is {guild.id}: Discord lets me register no commands there "
                f"({reason(error)}); invite the bot to that server first, with the link in README.md"
            ) from error
        if not passes(error) or not known:
            raise
        log.warning("commands not registered", extra={"reason": type(error).__name__})  # the former stay
        return
    log.info("commands registered", extra={"count": len(told), "server": here or "all"})
    left = [place for place in others if not await _remove(bot, place)]
    await _remember(db, fingerprint, [here, *left])


async def _remember(db: Database, fingerprint: str, places: list[str]) -> None:
    def change(tx: Tx) -> None:
        save(tx, Value(key=_COMMANDS, value=fingerprint))
        save(tx, Value(key=_REGISTERED_IN, value=json.dumps(places)))

    await db.write(change)


async def _remove(bot: commands.Bot, place: str) -> bool:
    """Remove the commands of a server ("": those of all servers). False: the next start tries again."""
    application = bot.application_id or 0
    try:
        if place:
            await bot.http.bulk_upsert_guild_commands(application, int(place), [])
        else:
            await bot.http.bulk_upsert_global_commands(application, [])
    except TROUBLE as error:
        if meaning(error) not in FINAL:  # else we have left that server, and the commands with us
            log.warning("commands not taken back", extra={"reason": reason(error), "server": place})
            return False
    log.info("commands taken back", extra={"server": place or "all"})
    return True
