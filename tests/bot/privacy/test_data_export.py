"""/privacy export: all of one's own, nothing of others that is secret."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from sqlalchemy import update

from bot.common.errors import Refused
from bot.features.absence.absences import Asked
from bot.features.privacy import store
from bot.features.privacy import text as privacy_words
from bot.features.substitutes.substitution import Taker
from bot.storage import outbox, schema, tables
from bot.storage.columns import Personal
from tests.bot.parts import CHANNEL, GUEST, HOST, NAMES, THIRD, PostOffice
from tests.bot.privacy.people import SEVEN, ZEN, ZENOBIA
from tests.bot.transactions import looking, writing

ROOM = 10_000_000


async def test_all_of_ones_own_and_nothing_secret_of_others(office: PostOffice) -> None:
    services = office.services
    code = await office.game(*SEVEN, game_key="newyork2047", options="anonymous=yes")
    await services.letters.write(code, ZEN, "papst", "My own words.", source="a")
    await services.letters.write(code, GUEST, "tower", "Unsigned words to Tower.", source="b", anonymous=True)
    await services.letters.write(code, GUEST, "rossoni", "Words for others.", source="c")
    await services.orders.give(code, ZEN, "1 hold; 2 hold")
    await services.orders.give(code, GUEST, "1 move jackson_heights")
    other = await office.game(THIRD, ZEN, channel=CHANNEL + 1)
    await services.planning.give(other, ZEN, "if e7-e6 then d2-d3")
    await services.planning.give(other, ZEN, "if d7-d6 then d2-d3")
    await services.absences.announce(ZEN, Asked("in 2d", "in 9d", "Europe/Rome"))
    await services.voting.call(code, ZEN, "pause", "2d")
    ended = await office.game(ZEN, HOST, channel=CHANNEL + 2)
    await office.send(ended, ZEN, "e7-e6")
    await services.orders.declare(ended, HOST, "concede")
    await office.deliver()
    made = await services.data_export.export(ZEN, ROOM)
    [file] = made.files
    assert file.name == "fieldpost-your-data.json" and made.text == privacy_words.COPY
    found = json.loads(file.data)
    assert found["user_id"] == str(ZEN) and found["settings"]["settings"] == {"zone": "Europe/Rome"}
    assert found["settings"]["direct_messages_channel"] == str(office.messenger.dm(ZEN))
    assert [sorted(one) for one in found["absences"]] == [["announced_at", "from_at", "to_at"]]
    games = {game["code"]: game for game in found["games"]}
    assert set(games) == {code, other, ended} and games[code]["you_are_the_host"]
    assert games[code]["player"]["name"] == ZENOBIA and games[code]["player"]["seat"] == "tower"
    assert [draft["orders"] for draft in games[code]["drafts"]] == [["1 hold", "2 hold"]]
    letters = {letter["text"]: (letter["from"], letter["to"]) for letter in games[code]["letters"]}
    assert letters == {
        "My own words.": ("You", "Papst"),
        "Unsigned words to Tower.": ("An unsigned letter", "Tower"),
    }
    assert games[other]["orders_ahead"] and games[code]["votes_called"][0]["kind"] == "pause"
    assert games[code]["ballots"] and "will be away" in str(games[code]["log_lines_that_name_you"])
    [order] = games[ended]["orders"]
    assert (order["turn"], order["seat"], order["orders"]) == (1, "dark", ["e7-e6"])
    assert any("order desk" in one["text"] for one in found["messages_to_you"])
    assert any(f"<@{ZEN}>" in one["text"] for one in found["posts_that_call_you"])
    text = file.data.decode()
    async with looking(services.context.db) as tx:
        hidden = [tables.seed_of(tx, game) for game in (code, other)]
    for secret in ("Words for others.", "1 move jackson_heights", *map(str, hidden)):
        assert secret not in text
    assert str(GUEST) not in json.dumps(games[other])


async def test_a_seat_that_was_left_keeps_its_secrets(office: PostOffice) -> None:
    """Who has handed a seat over gets what was written and ordered while sitting there, no more."""
    services = office.services
    code = await office.game(*SEVEN, game_key="newyork2047")
    await services.letters.write(code, ZEN, "papst", "Mine.", source="a")
    await services.letters.write(code, GUEST, "tower", "For Tower, early.", source="b")
    await office.deliver()
    async with writing(services.context.db) as tx:  # on its way when the seat is handed over
        payload = {"kind": "say", "text": "never sent"}
        outbox.put(tx, key="x", payload=payload, created_at=1.0, user_id=ZEN, table_id=code)
        outbox.drop_for(tx, code, ZEN, "the seat was handed over")
    await services.substitutes.ask(code, ZEN)
    await services.substitutes.take(code, "tower", Taker(99, NAMES[99], 1))
    await services.letters.write(code, GUEST, "tower", "For Tower, late.", source="c")
    await services.orders.give(code, 99, "1 hold")
    await office.deliver()
    for user in (99, *SEVEN[1:]):
        await services.orders.send(code, user)
    found = await services.data_export.all(ZEN)
    [game] = found["games"]
    assert [letter["text"] for letter in game["letters"]] == ["Mine."]
    assert "orders" not in game and "drafts" not in game and "player" not in game
    assert game["seats_held"][0]["seat"] == "tower" and game["seats_left"][0]["seat"] == "tower"
    assert "late" not in json.dumps(found) and "never sent" not in json.dumps(found)
    after = (await services.data_export.all(99))["games"][0]
    assert {letter["text"] for letter in after["letters"]} == {
        "Mine.",
        "For Tower, early.",
        "For Tower, late.",
    }
    assert after["orders"]
    assert [letter["from"] for letter in after["letters"] if letter["text"] == "Mine."] == [
        privacy_words.BEFORE_YOU
    ]


async def test_letters_of_a_game_whose_rules_are_gone(office: PostOffice) -> None:
    code = await office.game(*SEVEN, game_key="newyork2047")
    await office.services.letters.write(code, ZEN, "papst", "Mine.", source="a")
    await office.services.letters.write(code, GUEST, "tower", "For Tower.", source="b")
    for user in SEVEN[1:]:
        await office.services.orders.declare(code, user, "concede")
    async with writing(office.services.context.db) as tx:
        tx.execute(update(schema.tables).values(rules_version=7))
    [game] = (await office.services.data_export.all(ZEN))["games"]
    assert [letter["text"] for letter in game["letters"]] == ["Mine."]


async def test_a_large_file_is_packed_and_then_cut(office: PostOffice) -> None:
    await office.game(ZEN, GUEST)
    await office.deliver()
    whole = (await office.services.data_export.export(ZEN, ROOM)).files[0].data
    packed = (await office.services.data_export.export(ZEN, len(whole) - 1)).files[0]
    assert packed.name.endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(packed.data)) as archive:
        inside = archive.read("fieldpost-your-data.json")
    assert json.loads(inside)["user_id"] == str(ZEN)
    found = await office.services.data_export.export(ZEN, len(packed.data) - 60)
    assert found.text == privacy_words.COPY_CUT
    with pytest.raises(Refused, match="too large"):
        await office.services.data_export.export(ZEN, 100)


async def test_of_a_stranger_there_is_little(office: PostOffice) -> None:
    found = await office.services.data_export.export(ZEN, ROOM)
    assert found.text == privacy_words.COPY_LITTLE
    assert json.loads(found.files[0].data)["games"] == []


IDS = (Personal.PSEUDONYM, Personal.DELETED, Personal.GIVEN_BACK)
LOOKS_LIKE_A_USER = ("user_id", "host_id", "_user", "leaver")


def test_a_column_that_looks_like_a_user_is_one() -> None:
    found = [
        (table.name, column.name)
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if column.name.endswith(LOOKS_LIKE_A_USER)
    ]
    assert len(found) == 24
    for table, column in found:
        assert store.kind(table, column) in IDS, f"{table}.{column}"


@pytest.mark.parametrize("kind", list(Personal))
def test_each_kind_is_used(kind: Personal) -> None:
    assert store.columns(kind)


def test_what_a_table_calls_its_user() -> None:
    named = {table.name for table in schema.metadata.sorted_tables if store.name_column(table.name)}
    assert named == {"entrants", "players", "ratings", "sittings"}


def test_columns_of_names_are_marked() -> None:
    for table in schema.metadata.sorted_tables:
        if "name" in table.columns and "user_id" in table.columns:
            assert store.kind(table.name, "name") is Personal.NAME, table.name


def test_single_values_hold_nothing_of_a_person() -> None:
    assert {store.kind("kv", column) for column in ("key", "value")} == {Personal.NOTHING}
