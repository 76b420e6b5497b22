"""Letters through the bot: who gets what, what nobody learns, what is refused. Seven seats, no Discord."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot import logs
from bot.common.errors import Refused
from bot.common.message import MOST_TEXT, Message
from bot.features.history import exporting
from bot.features.letters import text as letter_text
from bot.features.letters.addressing import MOST_QUOTED, MOST_SIGNS, quoted, read_names, tidy
from bot.features.letters.reading import archive
from bot.outbox.messenger import Unreachable, Unsure
from bot.storage.records import Letter, Post
from bot.storage.rows import find
from tests.bot import parts
from tests.bot.crashes import Crash, crash_at, crash_in_commit
from tests.bot.parts import CHANNEL, STRANGER, PostOffice, labels, post_office
from tests.bot.transactions import looking, writing

SEATS = ("tower", "papst", "rossoni", "christofori", "dunning", "greene", "hamblet")
USERS = dict(zip(SEATS, range(21, 28), strict=True))
PEOPLE = dict(zip(SEATS, ("Tess", "Pia", "Rolf", "Chris", "Dora", "Gil", "Hank"), strict=True))
TOWER, PAPST, ROSSONI, CHRISTOFORI, DUNNING, GREENE, HAMBLET = USERS.values()
SECRET = "Zanzibar at dawn"


class Sheet:
    """A board without a picture: letters have none."""

    def alt(self, view: Any, **_: Any) -> str:
        return "A board."


@pytest.fixture(autouse=True)
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "NAMES", parts.NAMES | {USERS[seat]: PEOPLE[seat] for seat in SEATS})
    monkeypatch.setattr(parts, "picture", lambda _: Sheet())


class FakeThreads:
    """Opens threads 900, 901, …; `refusal`: what it says instead; `gone`: those that are no more."""

    def __init__(self) -> None:
        self.opened: list[tuple[int, str]] = []
        self.gone: set[int] = set()
        self.refusal = ""

    async def open(self, channel_id: int, name: str, known: int | None) -> int:
        if self.refusal:
            raise Refused(self.refusal)
        if known is not None and known not in self.gone:
            return known
        self.opened.append((channel_id, name))
        return 899 + len(self.opened)


async def table(office: PostOffice, options: str = "", **given: Any) -> str:
    """A game of the seven in play, with everything posted that its start posts."""
    code = await office.game(*USERS.values(), game_key="newyork2047", options=options, **given)
    await office.deliver()
    return code


@pytest.fixture
async def code(office: PostOffice) -> str:
    """A game of the seven with the usual options."""
    return await table(office)


async def write(
    office: PostOffice,
    code: str,
    user: int,
    to: str,
    text: str = SECRET,
    *,
    unsigned: bool = False,
    n: int = 0,
) -> str:
    write.number += 1  # type: ignore[attr-defined]
    source = f"i{n or write.number}"  # type: ignore[attr-defined]
    said = await office.services.letters.write(code, user, to, text, source=source, anonymous=unsigned)
    await office.deliver()
    return said


write.number = 1000  # type: ignore[attr-defined]


async def reply(
    office: PostOffice, code: str, user: int, number: int, text: str = SECRET, *, everyone: bool = False
) -> str:
    write.number += 1  # type: ignore[attr-defined]
    source = f"i{write.number}"  # type: ignore[attr-defined]
    said = await office.services.letters.reply(code, user, number, everyone, text, source=source)
    await office.deliver()
    return said


async def kept(office: PostOffice, code: str) -> list[Letter]:
    async with looking(office.services.context.db) as tx:
        return find(tx, Letter, table_id=code)


async def written(*given: Any, **named: Any) -> Letter:
    """Write, as `write` does; the letter."""
    await write(*given, **named)
    return (await kept(*given[:2]))[-1]


def last(office: PostOffice, user: int) -> Message:
    return office.messenger.channels[office.messenger.dm(user)][-1][1]


def holds(office: PostOffice, text: str = SECRET) -> dict[int, int]:
    """How many messages hold the text, by channel."""
    found = {place: sum(text in m.text for _, m in here) for place, here in office.messenger.channels.items()}
    return {place: count for place, count in found.items() if count}


def dms(*users: int) -> dict[int, int]:
    return {parts.Recorder.dm(user): 1 for user in users}


async def end(office: PostOffice, code: str) -> None:
    """Everyone agrees to a draw."""
    for user in USERS.values():
        await office.services.orders.declare(code, user, "draw")
    await office.deliver()


@pytest.fixture
def log() -> Iterator[list[str]]:
    """Every line that a host sees who has set FIELDPOST_LOG_LEVEL=DEBUG, in both formats."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.extend([logs.TextFormatter().format(record), logs.JsonFormatter().format(record)])

    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    names = ("discord", "aiosqlite", "sqlalchemy", "alembic", "asyncio", "PIL")
    levels = {name: logging.getLogger(name).level for name in names}
    logs.set_up("DEBUG", "text")
    root.handlers[:] = [*handlers, Kept(logging.DEBUG)]
    yield lines
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, old in levels.items():
        logging.getLogger(name).setLevel(old)


class TestDelivery:
    async def test_the_longest_letter_fits(self, office: PostOffice) -> None:
        code = await table(office, options="anonymous=yes")
        line = "w" * 49 + "\n"
        text = (line * 30)[:MOST_SIGNS]
        await write(office, code, CHRISTOFORI, "tower papst rossoni dunning greene hamblet", text)
        shown = last(office, TOWER).text
        assert len(shown) <= MOST_TEXT and "…" not in shown
        assert shown.count("w" * 49) == 30
        await write(office, code, CHRISTOFORI, "tower", text, unsigned=True)
        page = await office.services.letterbox.read(code, TOWER)
        assert len(page.text) <= MOST_TEXT - 60

    async def test_the_form_of_a_reply(self, office: PostOffice, code: str) -> None:
        first = await written(office, code, HAMBLET, "tower greene rossoni", "First")
        form = await office.services.letters.reply_form(code, GREENE, first.number, True)
        assert form.title == f"To Hamblet, Tower and Rossoni · {code}" and form.id.endswith(
            f":{first.number}"
        )
        with pytest.raises(Refused, match="your own"):
            await reply(office, code, HAMBLET, first.number)

    async def test_a_channel_that_is_gone(self, office: PostOffice, code: str) -> None:
        """A broadcast that cannot be posted comes to everyone as a message."""

        async def gone(post: Post) -> None:
            if post.channel_id is not None:
                raise Unreachable("404 10003")

        office.messenger.before = gone
        await write(office, code, HAMBLET, "all")
        assert holds(office) == dms(*USERS.values())


class TestUnsigned:
    """Nothing that others have in front of them tells who wrote it."""

    async def test_numbers_are_drawn(self, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
        """They do not count the letters that went to others, and none comes twice in a game."""
        drawn = iter((48_313, 48_313, 20_117))
        monkeypatch.setattr("bot.features.letters.writing.new_number", lambda: next(drawn))
        code = await table(office, options="anonymous=yes")
        await write(office, code, HAMBLET, "tower", unsigned=True)
        await write(office, code, HAMBLET, "tower", unsigned=True)
        assert [letter.number for letter in await kept(office, code)] == [48_313, 20_117]

    async def test_two_senders_look_alike(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same letter by two writers: whatever others receive is the same, but for codes and moments."""
        seen: list[tuple[Any, ...]] = []
        for seat in ("hamblet", "papst"):
            monkeypatch.setattr("bot.features.letters.writing.new_number", partial(next, count(10_000)))
            async with post_office(tmp_path / f"{seat}.sqlite3") as office:
                code = await table(office, options="anonymous=yes", code="k7f3")
                await write(office, code, USERS[seat], "tower, rossoni", unsigned=True, n=7)
                await write(office, code, USERS[seat], "all", unsigned=True, n=8)
                [one, other] = await kept(office, code)
                await reply(office, code, TOWER, one.number, "Who are you?")
                await reply(office, code, GREENE, other.number, "And you?")
                for reader in (TOWER, ROSSONI, GREENE):
                    for with_ in ("", "hamblet", "papst", "tower"):
                        page = await office.services.letterbox.read(code, reader, with_)
                        seen.append((seat, page.text, labels(page), page.rows))
                for user in (TOWER, ROSSONI, GREENE):
                    here = office.messenger.channels[office.messenger.dm(user)]
                    seen.append((seat, here[2:]))
                seen.append((seat, office.messenger.channels[CHANNEL][2:]))
        half = len(seen) // 2
        strip = [repr(item[1:]).replace("`", "") for item in seen]
        assert strip[:half] == strip[half:]
        assert SECRET in repr(seen)

    async def test_the_post_itself_knows_nothing(self, office: PostOffice, log: list[str]) -> None:
        code = await table(office, options="anonymous=yes")
        before = len(await office.posts())
        said = await write(office, code, HAMBLET, "tower rossoni", unsigned=True)
        [letter] = await kept(office, code)
        assert f"no. {letter.number} is yours" in said
        for post in (await office.posts())[before:]:
            told = json.dumps([post.payload, post.key, post.nonce, post.lane]).lower()
            assert not any(word in told for word in ("hamblet", "hank", f"@{HAMBLET}", f"u:{HAMBLET}"))
        for user in (TOWER, ROSSONI):
            message = last(office, user)
            assert message.text.startswith(
                f"✉ **An unsigned letter** → {'Tower' if user == TOWER else 'Rossoni'} ·"
            )
            assert f"· no. {letter.number}\n> {SECRET}" in message.text
            assert labels(message) == ["Reply"], "to all would name those who did not write it"
        logged = "\n".join(log)
        assert SECRET not in logged and "hamblet" not in logged.lower() and "Hank" not in logged
        assert "bot.features.letters.writing" in logged, "that there was a letter is logged"

    async def test_an_exchange_with_somebody_unknown(self, office: PostOffice) -> None:
        code = await table(office, options="anonymous=yes")
        first = await written(office, code, HAMBLET, "tower", "Guess who", unsigned=True)
        known = f"the writer of unsigned letter {first.number}"
        said = await reply(office, code, TOWER, first.number, "Name yourself")
        assert said.startswith(f"✉ Your letter is on its way to {known} in game `{code}`.")
        assert holds(office, "Name yourself") == dms(HAMBLET)
        assert f"✉ **Tower** (Tess) → {known} · New York" in last(office, HAMBLET).text
        second = (await kept(office, code))[-1]
        await reply(office, code, HAMBLET, second.number, "Never")
        third = (await kept(office, code))[-1]
        assert third.anonymous, "an answer as the unknown writer is unsigned by itself"
        assert last(office, TOWER).text.startswith(
            f"✉ **The writer of unsigned letter {first.number}** → Tower ·"
        )
        said = await reply(office, code, TOWER, third.number, "Fine")
        assert known in said and "amblet" not in said
        assert holds(office, "> Fine") == dms(HAMBLET)
        form = await office.services.letters.reply_form(code, TOWER, third.number, False)
        assert form.title == f"To {known} · {code}"
        mine = (await office.services.letterbox.read(code, TOWER)).text
        assert "amblet" not in mine and mine.count(f"→ {known} ·") == 2
        theirs = (await office.services.letterbox.read(code, HAMBLET)).text
        assert theirs.count("**You**, unsigned → Tower") == 2
        assert theirs.count(f"**Tower** (Tess) → you, {known}") == 2
        said = await write(office, code, TOWER, f"#{first.number}", "By number")
        assert holds(office, "By number") == dms(HAMBLET) and known in said

    async def test_no_list_points_at_the_writer(self, office: PostOffice) -> None:
        code = await table(office, options="anonymous=yes")
        first = await written(office, code, HAMBLET, "tower rossoni", "Unsigned", unsigned=True)
        await reply(office, code, TOWER, first.number, "Answer")
        read = office.services.letterbox.read
        for other in ("hamblet", "rossoni"):
            assert "No letters." in (await read(code, TOWER, other)).text
        assert "Unsigned" in (await read(code, HAMBLET, "tower")).text
        assert "Answer" in (await read(code, HAMBLET, "tower")).text
        assert "No letters." in (await read(code, GREENE)).text
        assert "Rossoni" not in (await read(code, TOWER)).text, "who else got it narrows down who wrote it"

    async def test_a_writer_with_closed_messages_is_not_called_in_the_channel(
        self, office: PostOffice
    ) -> None:
        code = await table(office, options="anonymous=yes")
        first = await written(office, code, HAMBLET, "tower", unsigned=True)

        async def closed(post: Post) -> None:
            if post.user_id == HAMBLET:
                raise Unreachable("403 50007")

        office.messenger.before = closed
        posts = len(office.messenger.texts())
        await reply(office, code, TOWER, first.number, "Answer")
        assert len(office.messenger.texts()) == posts
        assert "Answer" in (await office.services.letterbox.read(code, HAMBLET)).text

    async def test_a_writer_who_is_out_is_answered_like_any_other(self, office: PostOffice) -> None:
        code = await table(office, options="anonymous=yes")
        first = await written(office, code, HAMBLET, "tower", unsigned=True)
        await office.services.orders.declare(code, HAMBLET, "concede")
        said = await reply(office, code, TOWER, first.number, "Answer")
        assert "is on its way to the writer" in said and holds(office, "> Answer") == dms(HAMBLET)


class TestRefused:
    @pytest.mark.parametrize(
        ("to", "words"),
        [
            ("hamlot", "I don't know “hamlot”. Did you mean Hamblet (Hank)?"),
            (
                "xyzzy",
                "You can write to Papst (Pia), Rossoni (Rolf), Christofori (Chris), Dunning (Dora), ",
            ),
            ("tower", letter_text.YOURSELF),
            ("greene tower", letter_text.YOURSELF),
            ("greene all", letter_text.ALL_ALONE),
            (" , and ", "To whom?"),
            ("#99", letter_text.NO_SUCH_LETTER),
            (f"<@{STRANGER}>", letter_text.NOT_A_PLAYER),
        ],
    )
    async def test_names(self, office: PostOffice, code: str, to: str, words: str) -> None:
        before = await office.dump()
        with pytest.raises(Refused) as refused:
            await write(office, code, TOWER, to)
        assert words in str(refused.value) and SECRET not in str(refused.value)
        assert await office.dump() == before

    async def test_texts(self, office: PostOffice, code: str) -> None:
        for text, words in (
            (" \n ", "is empty"),
            ("x" * (MOST_SIGNS + 1), "at most 1,500 characters; yours has 1,501"),
            ("x\n" * 700, "too many lines"),
        ):
            with pytest.raises(Refused, match=words):
                await write(office, code, TOWER, "greene", text)
        assert await kept(office, code) == []

    @pytest.mark.parametrize(
        ("options", "to", "words"),
        [
            ("press=none", "greene", r"carries no letters \(`press=none`\)"),
            ("press=none", "all", r"carries no letters \(`press=none`\)"),
            ("press=broadcast", "greene", "only write to all, in public"),
        ],
    )
    async def test_settings(self, office: PostOffice, options: str, to: str, words: str) -> None:
        code = await table(office, options=options)
        with pytest.raises(Refused, match=words):
            await write(office, code, TOWER, to)
        assert holds(office) == {}

    async def test_only_broadcasts(self, office: PostOffice) -> None:
        code = await table(office, options="press=broadcast anonymous=yes")
        await write(office, code, TOWER, "all", "Hear me")
        await write(office, code, TOWER, "all", unsigned=True)
        assert all(labels(message) == [] for _, message in office.messenger.channels[CHANNEL][-2:])
        for letter in await kept(office, code):
            with pytest.raises(Refused, match="only write to all"):
                await reply(office, code, GREENE, letter.number)
        assert labels(await office.services.letterbox.read(code, GREENE)) == []

    async def test_unsigned_where_all_is_signed(self, office: PostOffice, code: str) -> None:
        with pytest.raises(Refused, match="every letter is signed"):
            await write(office, code, TOWER, "greene", unsigned=True)

    async def test_a_game_without_letters(self, office: PostOffice) -> None:
        code = await office.game()
        for act in (
            write(office, code, parts.HOST, "light"),
            office.services.letterbox.read(code, parts.HOST),
        ):
            with pytest.raises(Refused, match="Commander-In-Chief has no letters"):
                await act

    async def test_who_is_out(self, office: PostOffice, code: str) -> None:
        first = await written(office, code, GREENE, "tower", "Early")
        await office.services.orders.declare(code, GREENE, "concede")
        with pytest.raises(Refused, match="You're out of game"):
            await write(office, code, GREENE, "tower")
        with pytest.raises(Refused, match="Greene is out of the game"):
            await write(office, code, TOWER, "greene")
        with pytest.raises(Refused, match="Greene is out of the game"):
            await reply(office, code, TOWER, first.number)
        assert "Early" in (await office.services.letterbox.read(code, GREENE)).text, "one's own letters stay"

    async def test_reply_to_all_leaves_out_who_is_out(self, office: PostOffice, code: str) -> None:
        first = await written(office, code, HAMBLET, "tower greene rossoni", "First")
        await office.services.orders.declare(code, GREENE, "concede")
        await reply(office, code, TOWER, first.number, everyone=True)
        assert holds(office) == dms(HAMBLET, ROSSONI)

    async def test_strangers_and_others(self, office: PostOffice, code: str) -> None:
        first = await written(office, code, HAMBLET, "tower")
        with pytest.raises(Refused, match="You don't play"):
            await write(office, code, STRANGER, "tower")
        with pytest.raises(Refused, match="when it's over"):
            await office.services.letterbox.read(code, STRANGER)
        with pytest.raises(Refused, match=letter_text.NO_SUCH_LETTER) as strange:
            await reply(office, code, GREENE, first.number)
        with pytest.raises(Refused) as nothing:
            await reply(office, code, GREENE, 999_999)
        assert str(strange.value) == str(nothing.value), "nobody learns which letters there are"
        with pytest.raises(Refused, match=letter_text.NO_SUCH_LETTER):
            await office.services.letters.reply_form(code, GREENE, first.number, False)

    async def test_after_the_end(self, office: PostOffice, code: str) -> None:
        first = await written(office, code, HAMBLET, "tower", "Early")
        await end(office, code)
        with pytest.raises(Refused, match="is over"):
            await write(office, code, TOWER, "greene")
        with pytest.raises(Refused, match="is over"):
            await reply(office, code, TOWER, first.number)


class TestNames:
    NAMES = {seat: seat.capitalize() for seat in SEATS}  # noqa: RUF012

    @pytest.mark.parametrize(
        ("typed", "seats"),
        [
            ("hamblet", "hamblet"),
            ("HAMBLET gre", "hamblet greene"),
            ("h, g and t", "hamblet greene tower"),
            ("hamlet", "hamblet"),
            ("Rosoni; christoferi", "rossoni christofori"),
            ("greene greene", "greene"),
            ("@Tower", "tower"),
            (f"<@{DUNNING}> <@!{PAPST}>", "dunning papst"),
        ],
    )
    def test_whom(self, typed: str, seats: str) -> None:
        users = {user: seat for seat, user in USERS.items()}
        assert read_names(typed, self.NAMES, users).seats == tuple(seats.split())

    @pytest.mark.parametrize("typed", ["all", " ALL ", "everyone", "*"])
    def test_everyone(self, typed: str) -> None:
        assert read_names(typed, self.NAMES, {}).everyone

    def test_a_doubtful_beginning(self) -> None:
        names = {"dark": "Dark", "dark-air": "Dark Air", "dim": "Dim"}
        with pytest.raises(Refused, match="“d” could be Dark, Dark Air or Dim"):
            read_names("d", names, {})
        assert read_names("dark air, dim", names, {}).seats == ("dark-air", "dim")

    def test_whatever_is_typed_is_refused_in_words(self) -> None:
        for typed in ("`@everyone`", "**", "#", "#0x", "<@&5>", "\\", "a" * 500):
            with pytest.raises(Refused) as refused:
                read_names(typed, self.NAMES, {})
            assert "@everyone" not in str(refused.value) and len(str(refused.value)) < 400

    def test_what_a_letter_may_not_smuggle(self) -> None:
        assert tidy("a\u202eb\x07\tc\r\nd  ") == "a b  c\nd"
        assert quoted("@here <@&5> <@!7>") == "> @\u200bhere <@\u200b&5> <@\u200b!7>"
        assert len(quoted(tidy("<@" * 500))) <= MOST_QUOTED
        with pytest.raises(Refused):
            tidy("<@" * 740)


class TestReading:
    async def test_pages(self, office: PostOffice, code: str) -> None:
        for number in range(12):
            await write(
                office,
                code,
                HAMBLET if number % 2 else TOWER,
                "tower" if number % 2 else "hamblet",
                f"No {number}.",
            )
        read = office.services.letterbox.read
        page = await read(code, TOWER)
        assert "page 1 of 3" in page.text and [f"No {n}." in page.text for n in (11, 7, 6)] == [
            True,
            True,
            False,
        ]
        assert page.text.index("No 11.") < page.text.index("No 10.")
        assert labels(page) == ["Reply to Hamblet"] * 3 + ["-⏮ Newest", "-◀ Newer", "Older ▶", "Oldest ⏭"]
        older = page.rows[1][2]  # type: ignore[index]
        anchor = int(older.id.split(":")[5].split(".")[0])
        await write(office, code, HAMBLET, "tower", "Meanwhile")
        page = await read(code, TOWER, at=anchor)
        assert "No 6." in page.text
        page = await read(code, TOWER, at=(await kept(office, code))[0].number)
        assert "No 0." in page.text and "page 3 of 3" in page.text
        idents = [button.id for row in page.rows for button in row]  # type: ignore[union-attr]
        assert len(set(idents)) == len(idents)

    async def test_with(self, office: PostOffice, code: str) -> None:
        await write(office, code, HAMBLET, "tower greene", "Ours")
        await write(office, code, PAPST, "tower", "Theirs")
        page = await office.services.letterbox.read(code, TOWER, "ham")
        assert "### Letters with Hamblet" in page.text and "Ours" in page.text and "Theirs" not in page.text
        page = await office.services.letterbox.read(code, TOWER, "greene")
        assert "Ours" in page.text
        with pytest.raises(Refused, match="Pick one faction"):
            await office.services.letterbox.read(code, TOWER, "all")

    async def test_unsigned_letters_stay_so_after_the_end(self, office: PostOffice) -> None:
        """Nor is there anything from which one could conclude who wrote: in lists, pages, records, copies."""
        code = await table(office, options="anonymous=yes")
        said = await write(office, code, HAMBLET, "tower rossoni", "One", unsigned=True)
        assert "Nobody will ever learn that no. " in said
        [first] = await kept(office, code)
        await reply(office, code, TOWER, first.number, "Two")
        await write(office, code, HAMBLET, "all", "Three", unsigned=True)
        await write(office, code, GREENE, "papst", "Four")
        await end(office, code)
        for reader, own in ((STRANGER, False), (PAPST, False), (TOWER, False), (HAMBLET, True)):
            text = (await office.services.letterbox.read(code, reader)).text
            page = "".join([(await office.services.history_pages.page(code, reader, "2")).text, text])
            assert "### All letters" in text and all(word in text for word in ("One", "Two", "Three", "Four"))
            assert "✉ **Greene** (Gil) → Papst" in text
            assert ("**You**, unsigned → " in text) == own
            assert ("Hamblet" in text.replace("### ", "")) == (reader == HAMBLET and "→ Hamblet" in text), (
                text
            )
            if reader in (STRANGER, PAPST):
                assert "✉ **An unsigned letter** → recipients kept secret" in page
            assert f"the writer of unsigned letter {first.number}" in text
        assert "No letters." in (await office.services.letterbox.read(code, STRANGER, "hamblet")).text
        async with looking(office.services.context.db) as tx:
            record = exporting.whole(tx, office.services.context.snapshot(tx, code))
        assert [(letter["from"], letter["to"], letter["text"]) for letter in record["letters"]] == [
            (None, [], "One"),
            ("tower", [], "Two"),
            (None, ["*"], "Three"),
            ("greene", ["papst"], "Four"),
        ]
        copy = await office.services.data_export.all(TOWER)
        [game] = copy["games"]
        assert "Hamblet" not in str(game["letters"])

    async def test_after_the_end_everyone_reads_all_with_writers_if_the_table_says_so(
        self, office: PostOffice
    ) -> None:
        code = await table(office, options="anonymous=until_end")
        first = await written(office, code, HAMBLET, "tower rossoni", "One", unsigned=True)
        await reply(office, code, TOWER, first.number, "Two")
        await write(office, code, GREENE, "all", "Three")
        async with looking(office.services.context.db) as tx:
            snapshot = office.services.context.snapshot(tx, code)
            assert archive(tx, snapshot.table) == []
        await end(office, code)
        for reader in (STRANGER, PAPST, TOWER):
            page = await office.services.letterbox.read(code, reader)
            assert "### All letters" in page.text and labels(page) == []
            assert "✉ **Hamblet** (Hank), unsigned → Tower, Rossoni · spring 2047" in page.text
            assert "✉ **Tower** (Tess) → Hamblet · spring 2047" in page.text
            assert "📣 **Greene** (Gil) → all" in page.text
        page = await office.services.letterbox.read(code, STRANGER, "hamblet")
        assert "One" in page.text and "Two" in page.text and "Three" not in page.text
        async with looking(office.services.context.db) as tx:
            snapshot = office.services.context.snapshot(tx, code)
            told = archive(tx, snapshot.table)
        assert told == [
            {"turn": 0, "from": "hamblet", "to": ["tower", "rossoni"], "anonymous": True, "text": "One"},
            {"turn": 0, "from": "tower", "to": ["hamblet"], "anonymous": False, "text": "Two"},
            {"turn": 0, "from": "greene", "to": ["*"], "anonymous": False, "text": "Three"},
        ]

    async def test_what_is_offered_while_one_types(self, office: PostOffice, code: str) -> None:

        async def offered(typed: str, user: int = TOWER) -> list[str]:
            return [choice.value for choice in await office.services.letters.suggest(code, user, typed)]

        assert await offered("") == ["Papst", "Rossoni", "Christofori", "Dunning", "Greene", "Hamblet", "all"]
        assert await offered("ha") == ["Hamblet"]
        assert await offered("hamblet, gr") == ["Hamblet, Greene"]
        assert (await offered("hamblet "))[:2] == ["Hamblet", "Hamblet, Papst"]
        assert await offered("hamblet") == [
            "Hamblet",
            *(f"Hamblet, {name}" for name in ("Papst", "Rossoni", "Christofori", "Dunning", "Greene")),
        ]
        assert await offered("nobody gr") == [] and await offered("all ") == [] and await offered("#5 ") == []
        assert await offered("", STRANGER) == []
        await office.services.orders.declare(code, GREENE, "concede")
        assert "Greene" not in await offered("") and await offered("", GREENE) == []
        assert [c.value for c in await office.services.letterbox.factions(code, "g")] == ["Greene"]
        assert await office.services.letterbox.factions("nope", "") == []
        code = await table(office, options="press=broadcast", channel=CHANNEL + 1)
        assert await offered("") == ["all"]


class TestOnce:
    async def test_one_interaction_twice(self, office: PostOffice, code: str) -> None:
        first = await write(office, code, HAMBLET, "tower greene", n=77)
        assert await write(office, code, HAMBLET, "tower greene", n=77) == first
        assert holds(office) == dms(TOWER, GREENE) and len(await kept(office, code)) == 1
        assert await write(office, code, HAMBLET, "tower greene", n=78) == first
        assert len(await kept(office, code)) == 2, "the same words may be meant twice"

    async def test_all_or_nothing(self, office: PostOffice, code: str) -> None:

        async def act() -> str:
            return await office.services.letters.write(code, HAMBLET, "tower greene", SECRET, source="i5")

        before = await office.dump()
        with crash_in_commit(office), pytest.raises(Crash):
            await act()
        assert await office.dump() == before
        number, crashed = 0, True
        while crashed:
            number += 1
            with crash_at(office, number):
                try:
                    await act()
                except Crash:
                    assert await office.dump() == before
                else:
                    crashed = False
        assert number > 3
        await office.deliver()
        assert holds(office) == dms(TOWER, GREENE)

    async def test_a_crash_between_commit_and_sending(self, tmp_path: Path) -> None:
        """Two kills: before anything is sent, and when a letter has arrived but its answer has not."""
        path = tmp_path / "fieldpost.sqlite3"
        async with post_office(path) as office:
            code = await table(office)
            office.services.context.db.off()
            await office.services.letters.write(code, HAMBLET, "tower greene", SECRET, source="i5")
            assert holds(office) == {}
        arrived: list[int] = []

        async def cut(post: Post) -> None:
            arrived.append(post.id)
            raise Unsure("ConnectionError", 60.0)

        async with post_office(path, office.clock, office.messenger) as office:
            office.messenger.after = cut
            await office.deliver()
            assert holds(office) == dms(TOWER, GREENE) and len(arrived) == 2
        office.messenger.after = None
        async with post_office(path, office.clock, office.messenger) as office:
            await office.deliver()
            await office.pass_time(600)
            assert holds(office) == dms(TOWER, GREENE), "it is looked for before it is sent again"
            said = await office.services.letters.write(code, HAMBLET, "tower greene", SECRET, source="i5")
            assert "on its way" in said and len(await kept(office, code)) == 1


class TestTyped:
    """Letters typed to the bot as a direct message."""

    async def mail(self, office: PostOffice, user: int, number: int, text: str) -> str:
        await office.services.text_commands.read(user, number, text)
        await office.deliver()
        return last(office, user).text

    @pytest.mark.parametrize(
        "typed",
        [
            "press hamblet greene: {}",
            "Press to hamblet, gre: {}",
            "letter to Hamblet and Greene: {}",
            "to hamblet greene:\n{}",
            "{code} press hamblet greene: {}",
            "{code}: to hamblet greene: {}",
        ],
    )
    async def test_words(self, office: PostOffice, code: str, typed: str) -> None:
        said = await self.mail(office, TOWER, 5, typed.replace("{code}", code).replace("{}", SECRET))
        assert said.startswith("✉ Your letter is on its way to Hamblet (Hank) and Greene (Gil) in")
        assert holds(office) == dms(HAMBLET, GREENE)
        await office.services.text_commands.read(TOWER, 5, typed.replace("{}", SECRET))
        await office.deliver()
        assert holds(office) == dms(HAMBLET, GREENE), "a message read twice is one letter"

    async def test_unsigned_and_all(self, office: PostOffice) -> None:
        code = await table(office, options="anonymous=yes")
        await self.mail(office, TOWER, 5, f"unsigned letter to hamblet: {SECRET}")
        assert [letter.anonymous for letter in await kept(office, code)] == [True]
        await self.mail(office, TOWER, 6, "press all: Peace: now")
        assert "> Peace: now" in office.messenger.texts()[-1]

    async def test_half_a_letter(self, office: PostOffice) -> None:
        await table(office)
        said = await self.mail(office, TOWER, 5, f"press hamblet {SECRET}")
        assert said == letter_text.COLON and holds(office) == {}
        said = await self.mail(office, TOWER, 6, "to hamlot: hi")
        assert "Did you mean Hamblet (Hank)?" in said

    async def test_never_a_guess_between_games(self, office: PostOffice, code: str) -> None:
        other = await table(office, channel=CHANNEL + 1)
        cic = await office.game(TOWER, PAPST, channel=CHANNEL + 2)
        said = await self.mail(office, TOWER, 5, f"to hamblet: {SECRET}")
        assert said.startswith("Which game?") and code in said and other in said and cic not in said
        assert holds(office) == {}
        said = await self.mail(office, TOWER, 6, f"{other} to hamblet: {SECRET}")
        assert [len(await kept(office, each)) for each in (code, other)] == [0, 1]
        pick = office.services.letters.pick
        assert (
            await pick(TOWER, None, CHANNEL + 1) == other
            and await pick(TOWER, f" {code.upper()} ", 1) == code
        )
        with pytest.raises(Refused, match="Which game"):
            await pick(TOWER, None, 4)

    async def test_who_plays_no_such_game(self, office: PostOffice) -> None:
        await office.game()
        said = await self.mail(office, parts.HOST, 5, f"to light: {SECRET}")
        assert said.startswith("Commander-In-Chief has no letters.")
        said = await self.mail(office, STRANGER, 6, f"to light: {SECRET}")
        assert said == letter_text.NO_GAME

    async def test_a_crash_anywhere_leaves_one_letter_and_one_answer(
        self, office: PostOffice, code: str
    ) -> None:
        number, crashed = 0, True
        while crashed:
            number += 1
            with crash_at(office, number):
                try:
                    await office.services.text_commands.read(TOWER, 5, f"to hamblet: {SECRET}")
                except Crash:
                    continue
                crashed = False
        assert number > 5
        await office.deliver()
        assert len(await kept(office, code)) == 1 and holds(office) == dms(HAMBLET)
        assert sum("on its way" in text for text in office.messenger.dms(TOWER)) == 1


class TestThreads:
    @pytest.fixture
    def threads(self, office: PostOffice) -> FakeThreads:
        office.services.letters.threads = found = FakeThreads()
        return found

    async def test_what_is_missing(self, office: PostOffice, threads: FakeThreads) -> None:
        code = await table(office, options="press=threads")
        threads.refusal = "I lack Create Private Threads"
        with pytest.raises(Refused, match="I lack"):
            await write(office, code, HAMBLET, "greene")
        assert await kept(office, code) == []
        office.services.letters.threads = None
        with pytest.raises(Refused, match="no private threads here"):
            await write(office, code, HAMBLET, "greene")

    async def test_lost_on_the_way_it_comes_to_its_people_alone(
        self, office: PostOffice, threads: FakeThreads
    ) -> None:
        code = await table(office, options="press=threads")

        async def gone(post: Post) -> None:
            if post.channel_id == 900:
                raise Unreachable("404 10003")

        office.messenger.before = gone
        await write(office, code, HAMBLET, "greene")
        assert holds(office) == dms(HAMBLET, GREENE)

    async def test_unsigned_ones_go_to_all(self, office: PostOffice, threads: FakeThreads) -> None:
        code = await table(office, options="press=threads anonymous=yes")
        with pytest.raises(Refused, match="which show who writes there"):
            await write(office, code, HAMBLET, "greene", unsigned=True)
        first = await written(office, code, HAMBLET, "all", unsigned=True)
        assert labels(office.messenger.channels[CHANNEL][-1][1]) == []
        with pytest.raises(Refused, match="which show who writes there"):
            await reply(office, code, GREENE, first.number)
        await write(office, code, TOWER, "all", "Signed")
        assert labels(office.messenger.channels[CHANNEL][-1][1]) == ["Reply in private"]
        [_, second] = await kept(office, code)
        await reply(office, code, GREENE, second.number, "Aside")
        assert holds(office, "> Aside") == {900: 1}
        assert threads.opened == [(CHANNEL, f"{code} Greene–Tower")]

    async def test_names_keep_discords_limit(self, office: PostOffice, threads: FakeThreads) -> None:
        code = await table(office, options="press=threads")
        await write(office, code, CHRISTOFORI, "tower papst rossoni dunning greene hamblet", "x" * MOST_SIGNS)
        [(_, name)] = threads.opened
        assert len(name) <= 100
        [(_, message)] = office.messenger.channels[900]
        assert len(message.text) <= MOST_TEXT and "x" * MOST_SIGNS in message.text
        assert all(f"<@{user}>" in message.text for user in USERS.values())


class TestPlayersNames:
    """A faction is named by its player too; what fits two is asked, and nothing is sent."""

    NAMES = TestNames.NAMES
    PEOPLE = dict(zip(SEATS, ("Tess", "Chris", "Rolf", "Gus", "Dora", "Big Chester", "🔥 Hank"), strict=True))  # noqa: RUF012

    def read(self, typed: str, **people: str) -> tuple[str, ...]:
        users = {user: seat for seat, user in USERS.items()}
        return read_names(typed, self.NAMES, users, self.PEOPLE | people).seats

    @pytest.mark.parametrize(
        ("typed", "seats"),
        [
            ("Gus", "christofori"),
            ("@gus, DORA", "christofori dunning"),
            ("christo", "christofori"),
            ("Papst (Chris)", "papst"),
            ("papst (chris), Tower (Tess) rolf", "papst tower rossoni"),
            ("big chester and papst", "greene papst"),
            ("big ch", "greene"),
            ("chester hank", "greene hamblet"),
            ("=papst,=greene", "papst greene"),
            (f"<@{PAPST}>", "papst"),
        ],
    )
    def test_whom(self, typed: str, seats: str) -> None:
        assert self.read(typed) == tuple(seats.split())

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ("chris", "“chris” could be Christofori (Gus) or Papst (Chris)."),
            ("tower CHRIS", "“chris” could be Christofori (Gus) or Papst (Chris)."),
            ("chr", "“chr” could be Christofori (Gus) or Papst (Chris)."),
            (
                "ch",
                "“ch” could be Christofori (Gus), Papst (Chris) or Greene (Big Chester).",
            ),
            ("chrisx", "I don't know “chrisx”. Did you mean Papst (Chris)"),
            ("dorra", "Did you mean Dunning (Dora)"),
        ],
    )
    def test_asked(self, typed: str, words: str) -> None:
        with pytest.raises(Refused) as refused:
            self.read(typed)
        assert words in str(refused.value)

    def test_a_player_called_like_another_faction(self) -> None:
        with pytest.raises(Refused, match=r"“tower” could be Tower \(Tess\) or Greene \(Tower\)"):
            self.read("tower", greene="Tower")
        assert self.read("Tower (Tess)", greene="Tower") == ("tower",)
        assert self.read("greene (tower)", greene="Tower") == ("greene",)
        assert self.read("tower", greene="Towering") == ("tower",), "a faction's own name in full"
        with pytest.raises(Refused, match=r"could be Tower .*, Papst .* or Greene"):
            self.read("tower papst", greene="Tower Papst")

    async def test_nothing_is_sent(self, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts, "NAMES", parts.NAMES | {PAPST: "Chris", CHRISTOFORI: "Gus"})
        code = await table(office)
        with pytest.raises(Refused, match=r"“chris” could be Christofori \(Gus\) or Papst \(Chris\)"):
            await write(office, code, TOWER, "chris")
        await office.services.text_commands.read(TOWER, 5, f"press chris: {SECRET}")
        await office.deliver()
        assert "“chris” could be Christofori (Gus) or Papst (Chris)" in last(office, TOWER).text
        assert holds(office) == {} and await kept(office, code) == []
        found = await office.services.letters.suggest(code, TOWER, "chr")
        assert [(c.value, c.label) for c in found] == [
            ("Papst", "Papst (Chris)"),
            ("Christofori", "Christofori (Gus)"),
        ]
        found = await office.services.letters.suggest(code, TOWER, "Papst (Chris), gu")
        assert [(c.value, c.label) for c in found] == [
            ("Papst, Christofori", "Papst (Chris), Christofori (Gus)")
        ]
        assert (await office.services.letters.suggest(code, TOWER, "Papst (Chr"))[0].label == "Papst (Chris)"
        found = await office.services.letterbox.factions(code, "chr")
        assert [c.label for c in found] == ["Papst (Chris)", "Christofori (Gus)"]
        said = await write(office, code, TOWER, "gus")
        assert f"on its way to Christofori (Gus) in game `{code}`." in said
        assert holds(office) == dms(CHRISTOFORI)
        assert (
            "### Letters with Christofori" in (await office.services.letterbox.read(code, TOWER, "gus")).text
        )
        form = await office.services.letters.form(code, TOWER, "Papst (Chris), Gus", False)
        assert form.title == f"To Papst and Christofori · {code}" or "(Chris)" in form.title
        assert form.id.endswith("signed.=papst,=christofori")

    async def test_what_is_offered_is_never_in_doubt(
        self, office: PostOffice, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(parts, "NAMES", parts.NAMES | {PAPST: "Greene"})
        code = await table(office)
        found = await office.services.letters.suggest(code, TOWER, "gree")
        assert [(c.value, c.label) for c in found] == [
            ("Papst", "Papst (Greene)"),
            ("=greene", "Greene (Gil)"),
        ]
        await write(office, code, TOWER, found[1].value)
        assert holds(office) == dms(GREENE)


class TestWhichGame:
    """A channel's own game is meant, whatever became of it."""

    async def test_over(self, office: PostOffice, code: str) -> None:
        other = await table(office, channel=CHANNEL + 1)
        await write(office, code, HAMBLET, "tower", "Early")
        await end(office, code)
        pick = office.services.letters.pick
        assert await pick(TOWER, None, CHANNEL) == code
        with pytest.raises(Refused, match=f"^Game `{code}` is over: no letters any more.$"):
            await write(office, code, TOWER, "greene")
        assert await pick(TOWER, None, CHANNEL, reading=True) == code
        assert "Early" in (await office.services.letterbox.read(code, TOWER)).text
        assert await pick(TOWER, None, CHANNEL + 7) == await pick(TOWER, None) == other

    async def test_lobby(self, office: PostOffice, code: str) -> None:
        lobby = await office.lobby(TOWER, game_key="newyork2047", channel=CHANNEL + 1)
        assert await office.services.letters.pick(TOWER, None, CHANNEL + 1) == lobby.id
        assert await office.services.letters.pick(TOWER, None, CHANNEL + 1, reading=True) == lobby.id
        assert await office.services.letters.pick(TOWER, None, CHANNEL) == code
        for act in (
            write(office, lobby.id, TOWER, "greene"),
            office.services.letterbox.read(lobby.id, TOWER),
        ):
            with pytest.raises(Refused, match="hasn't started yet"):
                await act

    async def test_without_letters(self, office: PostOffice, code: str) -> None:
        silent = await table(office, options="press=none", channel=CHANNEL + 1)
        cic = await office.game(TOWER, PAPST, channel=CHANNEL + 2)
        for reading in (False, True):
            assert await office.services.letters.pick(TOWER, None, CHANNEL + 1, reading=reading) == silent
            assert await office.services.letters.pick(TOWER, None, CHANNEL + 2, reading=reading) == cic
            assert await office.services.letters.pick(TOWER, None, reading=reading) == code, (
                "the only fitting one"
            )
        for act in (write(office, silent, TOWER, "greene"), office.services.letterbox.read(silent, TOWER)):
            with pytest.raises(Refused, match=rf"^Game `{silent}` carries no letters \(`press=none`\).$"):
                await act
        for act in (write(office, cic, TOWER, "light"), office.services.letterbox.read(cic, TOWER)):
            with pytest.raises(Refused, match=f"^Game `{cic}` carries no letters: Commander-In-Chief"):
                await act
        assert holds(office) == {}

    async def test_a_game_of_others(self, office: PostOffice) -> None:
        await table(office)
        others = await office.game(channel=CHANNEL + 1)
        assert await office.services.letters.pick(TOWER, None, CHANNEL + 1) == others

    async def test_the_private_thread_of_a_game(self, office: PostOffice) -> None:
        office.services.letters.threads = FakeThreads()
        code = await table(office, options="press=threads")
        await table(office, channel=CHANNEL + 1)
        await write(office, code, HAMBLET, "greene")
        assert await office.services.letters.pick(HAMBLET, None, 900) == code
        with pytest.raises(Refused, match="Which game's letters"):
            await office.services.letters.pick(HAMBLET, None, 4, reading=True)


async def test_letters_tell_their_season(office: PostOffice, code: str) -> None:
    """Each as its direct message did, also when the game has moved on."""
    for season in ("spring 2047", "fall 2047"):
        await write(office, code, HAMBLET, "tower", f"In {season}")
        assert f"· {season}" in last(office, TOWER).text
        await office.pass_time(60)
        await office.pass_time(25 * 3600)
        await office.deliver()
    for _ in range(2):
        page = (await office.services.letterbox.read(code, TOWER)).text
        for season in ("spring 2047", "fall 2047"):
            assert re.search(rf"→ Tower · {season} · <t:\d+:f>\n> In {season}", page), page
        assert "turn" not in page
        if (await office.table(code)).status == "playing":
            await end(office, code)


async def test_a_new_player_on_a_seat_reads_its_letters(office: PostOffice, code: str) -> None:
    """Letters belong to the seat, as orders do."""
    await write(office, code, HAMBLET, "tower", "For the seat")
    async with writing(office.services.context.db) as tx:
        from bot.storage import players

        players.replace(tx, code, TOWER, STRANGER, name="Eve", joined_at=1.0)
    assert "For the seat" in (await office.services.letterbox.read(code, STRANGER)).text
    await write(office, code, HAMBLET, "tower", "And again")
    assert holds(office, "And again") == dms(STRANGER)
