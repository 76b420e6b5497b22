from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from bot.features.letters import store
from bot.storage import tables
from bot.storage.database import Database
from bot.storage.records import EVERYONE, Letter

from . import make


async def stored(db: Database, *given: Letter) -> list[Letter]:
    """A table "k7f3" and another, with these letters, as they come back."""
    async with db.begin() as tx:
        await tables.insert(tx, make.table())
        await tables.insert(tx, make.table("other"))
        return [replace(letter, id=await store.add(tx, letter)) for letter in given]


async def test_a_letter_comes_back_as_it_was_sent(db: Database) -> None:
    text = "Meet me at “Coney”…\n\n> 50 %_\\ '; DROP TABLE letters; --"
    [plain, secret] = await stored(
        db,
        make.letter(),
        make.letter(text, turn=0, sender_seat="north", recipients=["south", "west"], anonymous=True),
    )
    async with db.read() as tx:
        assert await store.get(tx, "k7f3", plain.number) == plain
        assert await store.get(tx, "k7f3", secret.number) == secret
        assert await store.get(tx, "k7f3", 99) is None
    assert 0 < plain.id < secret.id
    assert plain.recipients == ("north",) and secret.recipients == ("south", "west")
    assert not plain.anonymous and secret.anonymous


async def test_a_seat_has_what_it_sent_what_it_got_and_what_all_got(db: Database) -> None:
    sent, got, _, public, own, _ = given = await stored(
        db,
        make.letter("sent", sender_seat="south", recipients=["north", "east"]),
        make.letter("got", sender_seat="north", recipients=["east", "south"]),
        make.letter("not for it", sender_seat="north", recipients=["east", "deep-south", "south-2", "sout"]),
        make.letter("public", sender_seat="east", recipients=[EVERYONE]),
        make.letter("own public", sender_seat="south", recipients=[EVERYONE]),
        make.letter("elsewhere", table_id="other", sender_seat="south", recipients=["south"]),
    )
    async with db.read() as tx:
        assert await store.of_seat(tx, "k7f3", "south") == [own, public, got, sent]
        assert await store.of_seat(tx, "k7f3", "sou_h") == [own, public], "no wildcards"
        assert await store.of_seat(tx, "k7f3", "%") == [own, public]
        assert await store.of_seat(tx, "k7f3", "south", 2) == [own, public]
        assert await store.of_seat(tx, "k7f3", "south", 2, before=public.id) == [got, sent]
        assert await store.of_seat(tx, "k7f3", "south", 2, before=sent.id) == []
        assert await store.of_seat(tx, "nope", "south") == []
        assert await store.of_table(tx, "k7f3") == given[:5], "oldest first"
        assert await store.of_table(tx, "other") == given[5:]


async def test_a_letter_belongs_to_a_table(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with db.begin() as tx:
            await store.add(tx, make.letter())
