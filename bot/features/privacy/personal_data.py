"""The one list of every place where something of a user is stored: each column of each table with what it
may hold of a person, and each kind of key in `kv`. Tests compare it with the schema and with the code, so
whoever adds a column or a key says here what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Kind(Enum):
    """What a column may hold of a user, and what becomes of it when the user is forgotten."""

    NOTHING = "nothing"
    USER = "a user's id: the row stays, with a pseudonym in its place"
    GONE = "a user's id: the row is deleted"
    GIVEN_BACK = "a user's id: the row goes as soon as Discord has done what it stands for"
    NAME = "the display name of the row's user: the pseudonym's takes its place"
    WORDS = "what the bot says, with names and mentions: the pseudonym's take their place"
    VALUES = "JSON that may hold the same, and ids"
    THEIRS = "what people wrote: it stays as it is, but for mentions"
    PLACE = "a channel or message of a user's own direct messages: it goes with the row, or is forgotten"


NOTHING, USER, GONE, GIVEN_BACK, NAME = Kind.NOTHING, Kind.USER, Kind.GONE, Kind.GIVEN_BACK, Kind.NAME
WORDS, VALUES, THEIRS, PLACE = Kind.WORDS, Kind.VALUES, Kind.THEIRS, Kind.PLACE


def _columns(nothing: str, **held: Kind) -> dict[str, Kind]:
    """The columns of a table; nothing: those that hold nothing of a user, with spaces between them."""
    return {**dict.fromkeys(nothing.split(), NOTHING), **held}


COLUMNS: Mapping[str, Mapping[str, Kind]] = {
    "tables": _columns(
        "id game rules_version options name guild_id channel_id status commitment deadline_spec seating "
        "lobby_message_id turn seq outcome created_at started_at ended_at settings undone host_by_player",
        host_id=USER,
        origin=VALUES,
    ),
    "seeds": _columns("table_id seed"),
    "players": _columns(
        "table_id wish seat joined_at missed streak extensions away_used offered_at offered_why forfeited_at "
        "left_at",
        user_id=USER,
        name=NAME,
    ),
    "steps": _columns("table_id seq turn kind seat orders events state at seals back_to commitment"),
    "drafts": _columns("table_id seat turn orders ready at inherited", user_id=USER),
    "changes": _columns("table_id seat what at"),
    "deadlines": _columns("table_id kind turn due_at extended began_at data"),
    "pauses": _columns("table_id cause at until left data error", why=WORDS),
    "votes": _columns(
        "id table_id kind turn caller_seat amount secret status opened_at lapses_at closed_at",
        caller_user=USER,
        deed=VALUES,
    ),
    "ballots": _columns("vote_id seat yes at", user_id=USER),
    "log": _columns("id table_id at turn act", text=WORDS),
    "plans": _columns("table_id seat lines at", user_id=GONE),
    "away": _columns("id from_at to_at announced_at", user_id=GONE),
    "servers": _columns("guild_id settings"),
    "outbox": _columns(
        "id table_id channel_id nonce status attempts not_before tried_at error created_at sent_at",
        key=WORDS,
        lane=WORDS,
        user_id=GONE,
        payload=VALUES,
        sent_channel_id=PLACE,
        message_id=PLACE,
    ),
    "people": _columns(
        "reachable closed_at closed_times settings", user_id=GONE, dm_channel_id=PLACE, last_dm_id=PLACE
    ),
    "desks": _columns("table_id seat turn", user_id=GIVEN_BACK, channel_id=PLACE, message_id=PLACE),
    "letters": _columns(
        "id table_id number turn sender_seat recipients anonymous at", sender_user=USER, text=THEIRS
    ),
    "silences": _columns("table_id channel_id before made status why", user_id=GIVEN_BACK),
    "kv": _columns("", key=WORDS, value=VALUES),
    "leagues": _columns(
        "id guild_id channel_id game options settings deadline_spec status plan commitment drawn round "
        "season previous next_at digest_at message_id created_at started_at ended_at",
        host_id=USER,
        name=THEIRS,
    ),
    "league_seeds": _columns("league_id seed"),
    "entrants": _columns(
        "league_id status number division joined_at left_round rating",
        user_id=USER,
        name=NAME,
        why=WORDS,
    ),
    "fixtures": _columns(
        "id league_id round division board numbers code place_id table_id status result opened_at settled_at"
    ),
    "league_rounds": _columns("league_id round at drawn out"),
    "settlements": _columns("id league_id fixture_id round at cause numbers result"),
    "league_log": _columns("id league_id at round act", text=WORDS),
    "sittings": _columns("id table_id seat from_at until_at missed", user_id=USER, name=NAME),
    "results": _columns(
        "table_id seat guild_id game place shared seats began turns missed mu_before sigma_before mu_after "
        "sigma_after ended_at",
        user_id=USER,
    ),
    "ratings": _columns("guild_id game mu sigma games at", user_id=GONE, name=NAME),
    "rated": _columns("table_id at"),
    "alembic_version": _columns("version_num"),
}
"""Every column of every table."""

KEYS: Mapping[str, Kind] = {
    "commands": NOTHING,
    "commands_in": NOTHING,
    "starts": NOTHING,
    "alive": NOTHING,
    "idle": NOTHING,
    "new-dms": NOTHING,
    "press": NOTHING,
    "press-again": NOTHING,
    "press-thread": NOTHING,
    "changed": NOTHING,
    "brought": THEIRS,
    "brought-steps": THEIRS,
    "away": VALUES,
    "used": USER,
    "held": USER,
    "handover": GIVEN_BACK,
    "left-seat": NOTHING,
    "former": NOTHING,
    "forgetting": GONE,
}
"""Every kind of key in `kv`, as it begins: "used/k7f3/12"."""


def columns(*kinds: Kind) -> list[tuple[str, str]]:
    """The columns of these kinds, as (table, column)."""
    return [
        (table, column) for table, held in COLUMNS.items() for column, kind in held.items() if kind in kinds
    ]


def named(table: str) -> str | None:
    """The column with the display name of the row's user."""
    return next((column for column, kind in COLUMNS[table].items() if kind is NAME), None)
