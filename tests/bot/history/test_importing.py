"""/import: a finished game to look at, another that goes on with new players, nothing that is not true."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from adjudicator.replay import verify
from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine.text import SHEETS_NONE_POSTED, SHEETS_POSTED, SHEETS_SOME_POSTED
from bot.features.history import exporting, importing, record_reading
from bot.features.history import text as words
from bot.features.history.record_reading import MOST_BYTES, examine
from bot.features.integrity import text as fair_words
from bot.features.integrity.database_check import check
from bot.features.server_settings.who_may_open import Asker
from bot.storage import players, tables
from bot.storage.league_records import GameResult, Rating
from bot.storage.records import Import, Server, Step
from bot.storage.rows import count, find, first, save
from tests.adjudicator.test_replay import RECORDS
from tests.adjudicator.test_replay_reseed import HALF as ATTACK
from tests.adjudicator.test_replay_reseed import RECORD, cut
from tests.bot import ww3
from tests.bot.clocks import MODERATOR
from tests.bot.newyork import SEVEN, TOWER, all_ready, new_york
from tests.bot.parts import (
    CHANNEL,
    DAY,
    FOURTH,
    GUEST,
    HOST,
    NAMES,
    STRANGER,
    THIRD,
    PostOffice,
    labels,
    menus,
)
from tests.bot.transactions import looking, writing
from tests.bot.votes import all_agree
from tests.conformance import GAMES

OTHER = 900
"""The channel that a game is brought to."""


def asker(user: int = STRANGER, guild_id: int = 1, **given: Any) -> Asker:
    return Asker(guild_id=guild_id, user_id=user, **{"roles": frozenset(), "manager": False} | given)


async def bring(
    office: PostOffice, record: Any, channel: int = OTHER, guild: int = 1, **given: Any
) -> Message:
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    return await office.services.game_import.bring(asker(guild_id=guild), channel, data, **given)


async def brought(office: PostOffice, record: Mapping[str, Any], channel: int = OTHER, guild: int = 1) -> str:
    """The code of a game that is brought."""
    said = await bring(office, record, channel, guild)
    async with looking(office.services.context.db) as tx:
        [table] = tables.by_channel(tx, channel)
    assert f"The game is here: `{table.id}`" in said.text
    await office.deliver()
    return table.id


async def record_of_table(office: PostOffice, code: str, user: int = STRANGER) -> dict[str, Any]:
    shown = await office.services.game_export.export(code, user)
    found: dict[str, Any] = json.loads(shown.files[0].data)
    return found


# -- finished games


@pytest.mark.postgresql
@pytest.mark.parametrize("name", ["cic_enhanced_teams", "nemein_quiet", "ww3_two_fog"])
async def test_a_finished_game_is_here_as_it_was(office: PostOffice, name: str) -> None:
    record = RECORDS[name]
    code = await brought(office, record)
    table = await office.table(code)
    assert (table.status, table.origin["game_id"]) == ("over", record["game_id"])
    again = await record_of_table(office, code)
    assert {key: again[key] for key in record if key != "options"} == {
        key: record[key] for key in record if key != "options"
    }
    assert verify(GAMES, again).faults == verify(GAMES, again).notes == ()
    [post] = office.messenger.texts(OTHER)
    assert words.BROUGHT_HEAD in post and f"<@{STRANGER}> brought" in post
    assert words.CHECKED(n=len(record["steps"])) in post and "true" not in post
    assert words.NOT_CHECKED in post
    shown = await office.services.verification.verified(code)
    assert "every result follows from its record" in shown.words and record["seed"] in shown.words
    assert "published" not in shown.words, "nothing was published here before its end"
    page = await office.services.history_pages.page(code, HOST, "2")
    assert re.search("· (turn 1|the set-up)", page.text) and words.ORDERS in page.words
    assert "step" not in (await office.services.game_views.board(code, HOST)).words
    async with looking(office.services.context.db) as tx:
        assert all(player.user_id < -(1 << 59) for player in players.of_table(tx, code))


async def test_with_everything_that_was_said_and_taken_back(office: PostOffice) -> None:
    code = await new_york(office, options="anonymous=yes")
    await office.services.letters.write(code, TOWER, "papst", "Hold Soho", source="1", anonymous=True)
    await all_ready(office, code, {TOWER: "1 move harlem"})
    await office.services.gm.undo(code, MODERATOR, "a wrong button")
    await all_ready(office, code, {TOWER: "1 move harlem"})
    await office.services.letters.write(code, TOWER, "all", "Harlem is mine", source="2")
    for user in SEVEN[1:]:
        await office.services.orders.declare(code, user, "concede")
    await office.deliver()
    record = await record_of_table(office, code)
    assert len(record["letters"]) == 2 and record["players"]["tower"] == "Ada"
    here = await brought(office, record)
    again = await record_of_table(office, here)
    assert again == record
    assert (await office.table(here)).undone == 1
    for number in range(1, 6):
        was = (await office.services.history_pages.page(code, HOST, str(number))).text
        now = (await office.services.history_pages.page(here, HOST, str(number))).text
        assert ("Hold Soho" in now, "Harlem is mine" in now, "taken back" in now) == (
            "Hold Soho" in was,
            "Harlem is mine" in was,
            "taken back" in was,
        )
    assert "Hold Soho" in (await office.services.letterbox.read(here, STRANGER)).text
    with pytest.raises(Refused, match=words.HERE_ALREADY(code=here)):
        await bring(office, again, OTHER + 1)
    twice = await brought(office, again, OTHER + 1, guild=2)
    assert await record_of_table(office, twice) == record, "a copy of a copy"


async def test_so_many_games_in_a_day(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_A_DAY", 2)
    for number, name in enumerate(("cic_points", "nemein_quiet")):
        await brought(office, RECORDS[name], OTHER + number)
    with pytest.raises(Refused, match="You brought 2 games here in the last 24 hours"):
        await bring(office, RECORDS["ww3_two_fog"], OTHER + 2)
    await brought(office, RECORDS["ww3_two_fog"], OTHER + 3, guild=2)
    await office.pass_time(DAY + 1)
    await brought(office, RECORDS["ww3_two_fog"], OTHER + 4)


async def test_a_game_that_was_broken_off(office: PostOffice) -> None:
    record = {**RECORDS["cic_points"], "steps": RECORDS["cic_points"]["steps"][:9], "outcome": None}
    code = await brought(office, record)
    assert (await office.table(code)).status == "over"
    assert words.NO_RESULT in office.messenger.texts(OTHER)[0]
    again = await record_of_table(office, code)
    assert again["outcome"] is None and again["seed"] == record["seed"] and again["status"] == "over"


async def test_it_counts_for_no_rating(office: PostOffice) -> None:
    code = await brought(office, RECORDS["cic_points"])
    await office.pass_time(10)
    async with looking(office.services.context.db) as tx:
        assert find(tx, GameResult, table_id=code) == []
        assert find(tx, Rating, guild_id=1, game="cic") == []


# -- games that go on


async def going_on(office: PostOffice, *users: int) -> str:
    """A game of Nemein in its middle, before an attack, which Cleo and Dan go on with."""
    record = cut()
    here = await brought(office, record)
    for user, seat in zip(users or (THIRD, FOURTH), ("south", "north"), strict=True):
        await office.services.lobby.join(here, user, NAMES[user])
        await office.services.lobby.wish(here, user, seat)
    await office.services.lobby.start(here, STRANGER)
    await office.deliver()
    return here


async def attack(office: PostOffice, code: str) -> None:
    """What was ordered next elsewhere, too: it flips a coin."""
    now = await office.snapshot(code)
    [(seat, order)] = RECORD["steps"][ATTACK]["orders"].items()
    await office.send(code, now.player(seat).user_id, "; ".join(order))


async def test_the_post_where_players_take_their_seats(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    here = await brought(office, await record_of_table(office, code))
    shown = await office.services.lobby.message(here)
    head = words.LOBBY(game="Commander-In-Chief", code=here, joined=0, all=2)
    assert shown.text.startswith(f"{head}\n<@{STRANGER}> brought")
    assert f"{words.CHECKED(n=2)} {words.CHANCE_UNCHECKED}" in shown.text
    await office.deliver()
    promised = (await office.table(here)).commitment
    assert any(promised in post for post in office.messenger.texts(OTHER))
    assert labels(shown) == ["Join", "Leave", "-Start", "Close"]
    assert words.BEFORE(players="Dark Ada, Light Ben") in shown.words
    assert shown.picture is not None and shown.picture.name.startswith(here)
    [menu] = menus(shown)
    assert [(choice.value, choice.description) for choice in menu.choices] == [
        ("any", ""),
        ("dark", words.WAS_PLAYED_BY(name="Ada")),
        ("light", words.WAS_PLAYED_BY(name="Ben")),
    ]
    with pytest.raises(Refused, match=words.KEEPS_OPTIONS(code=here)):
        await office.services.lobby.options_form(here, STRANGER)
    with pytest.raises(Refused, match=words.KEEPS_OPTIONS(code=here)):
        await office.services.lobby.set_options(here, STRANGER, {})
    with pytest.raises(Refused, match="2 players: 2 places still free"):
        await office.services.lobby.start(here, STRANGER)
    with pytest.raises(Refused, match="hasn't started yet"):
        await office.services.history_pages.page(here, HOST)
    await office.services.lobby.join(here, THIRD, "Cleo")
    await office.services.lobby.wish(here, THIRD, "light")
    await office.services.lobby.join(here, HOST, "Ada")
    shown = await office.services.lobby.message(here)
    assert words.PLAYERS(players="Cleo, Light · Ada") in shown.words
    assert menus(shown)[0].choices[2].description == words.CHOSEN_BY(name="Cleo")
    await office.services.lobby.start(here, THIRD)
    snapshot = await office.snapshot(here)
    assert {player.seat: player.user_id for player in snapshot.players} == {"light": THIRD, "dark": HOST}
    assert snapshot.table.status == "playing" and snapshot.phase.owing == {"light"}
    await office.deliver()
    post = office.messenger.texts(OTHER)[-1]
    assert "the game goes on · turn 2" in post and "**Light** (Cleo), after Ben" in post
    assert "Your move." in office.messenger.dms(THIRD)[-1]
    async with looking(office.services.context.db) as tx:
        assert first(tx, Import, table_id=here) is None


async def test_it_goes_on_with_another_seed_to_its_end(office: PostOffice) -> None:
    here = await going_on(office)
    made = (await office.table(here)).commitment
    assert made != RECORD["commitment"]
    *before, last = (await record_of_table(office, here))["steps"]
    assert before == RECORD["steps"][:ATTACK] and last["state"] == before[-1]["state"]
    assert (last["kind"], last["commitment"], last["seed"]) == ("reseed", made, None)
    await attack(office, here)
    await office.services.orders.declare(here, THIRD, "concede")
    record = await record_of_table(office, here)
    assert record["game_id"] == RECORD["game_id"] and record["seed"] is None
    report = verify(GAMES, record)
    assert report.faults == () and [one.step for one in report.drawn] == [ATTACK + 1]
    note, chosen = report.notes
    assert "another seed took its place" in note and "chosen to please" in chosen
    shown = await office.services.verification.verified(here)
    assert fair_words.TRUE_PARTLY in shown.words and note in shown.words
    assert fair_words.SEED_FITS_HERE(step=report.sources[1].step) in shown.words
    copied = await brought(office, record, OTHER + 1, guild=2)
    assert (await record_of_table(office, copied))["steps"] == record["steps"]
    async with looking(office.services.context.db) as tx:
        assert check(office.services.context, tx, lambda *_: None).faults == []


async def test_nothing_is_taken_back_that_was_played_elsewhere(office: PostOffice) -> None:
    here = await going_on(office)
    with pytest.raises(Refused, match="there's nothing to take back"):
        await office.services.gm.undo(here, MODERATOR, "why")
    await attack(office, here)
    await office.services.gm.undo(here, MODERATOR, "why")
    await all_agree(office, here)
    snapshot = await office.snapshot(here)
    assert snapshot.step.kind == "undo"
    with pytest.raises(Refused, match="there's nothing to take back"):
        await office.services.gm.undo(here, MODERATOR, "why")
    page = await office.services.history_pages.jump(here, THIRD, "the game came here")
    assert words.RESEEDED in page.words


async def test_sealed_orders_after_it_came_here(office: PostOffice) -> None:
    """Seals are made with the name that the game was begun with."""
    code = await new_york(office)
    await all_ready(office, code)
    here = await brought(office, await record_of_table(office, code))
    for user in SEVEN:
        await office.services.lobby.join(here, user, NAMES[user])
    await office.services.lobby.start(here, TOWER)
    await all_ready(office, here)
    report = verify(GAMES, await record_of_table(office, here))
    assert report.faults == () and report.seals == 14
    await office.deliver()
    *_, newest = locks = await office.fair_play(here)
    assert [lock.title for lock in locks] == ["turn 1, played elsewhere", "turn 2"]
    assert locks[0].digest not in "".join(post.words for _, post in office.messenger.channels[OTHER])
    told = await office.services.fair_play.explained(here, TOWER)
    assert told.text == fair_words.FAIR_GOES_ON(game="New York 2047", code=here)
    file = told.files[0].data.decode()
    assert SHEETS_SOME_POSTED in file and SHEETS_POSTED not in file
    assert locks[0].heads[0].partition(":")[0] == "Tower" and locks[1].heads[0].startswith("Tower (")
    for user in SEVEN[1:]:
        await office.services.orders.declare(here, user, "concede")
    ended = await brought(office, await record_of_table(office, here), OTHER + 1, guild=2)
    told = await office.services.fair_play.explained(ended, TOWER)
    assert told.text == fair_words.FAIR_ELSEWHERE(game="New York 2047", code=ended)
    file = told.files[0].data.decode()
    assert SHEETS_NONE_POSTED in file and "Tower (" in file
    assert all(lock.title.endswith(", played elsewhere") for lock in await office.fair_play(ended))
    assert newest.sheets["tower"][0].startswith(f"{code} 1 tower ")
    assert newest.digest in "".join(post.words for _, post in office.messenger.channels[OTHER])


async def test_a_game_with_secrets_from_the_hosts_hand(office: PostOffice) -> None:
    """`python -m bot export --secrets` has it all; whoever brings it knows it, and all are told so."""
    code, _ = await ww3.in_office(office, HOST, GUEST, options="fog=on")
    async with looking(office.services.context.db) as tx:
        record = exporting.whole(tx, office.services.context.snapshot(tx, code), secrets=True)
    assert record["seed"] is not None and record["status"] == "playing"
    here = await brought(office, record)
    lobby = await office.services.lobby.message(here)
    assert words.HIDES in lobby.words
    assert record["seed"] not in lobby.words
    async with looking(office.services.context.db) as tx:
        assert len(tables.by_channel(tx, OTHER)) == 1


async def test_closed_before_it_goes_on(office: PostOffice) -> None:
    code = await office.game()
    here = await brought(office, await record_of_table(office, code))
    with pytest.raises(Refused, match="Only the host"):
        await office.services.lobby.close(here, HOST)
    await office.services.lobby.close(here, STRANGER)
    async with looking(office.services.context.db) as tx:
        assert first(tx, Import, table_id=here) is None and count(tx, Step, table_id=here) == 0
    assert "closed" in (await office.services.lobby.message(here)).words


# -- who may, and where


async def test_who_may_and_where(office: PostOffice) -> None:
    await office.game()
    going = {
        **RECORDS["cic_points"],
        "steps": RECORDS["cic_points"]["steps"][:9],
        "outcome": None,
        "seed": None,
    }
    with pytest.raises(Refused, match="This channel already has a game"):
        await bring(office, going, CHANNEL)
    await bring(office, RECORDS["cic_points"], CHANNEL)  # a finished one is in nobody's way
    with pytest.raises(Refused, match="at most 4 MB"):
        await office.services.game_import.may(asker(), MOST_BYTES + 1)
    async with writing(office.services.context.db) as tx:
        save(tx, Server(guild_id=1, settings={"open_roles": [5], "roles": [5]}))
    before = await office.dump()
    with pytest.raises(Refused, match="You can't open games"):
        await office.services.game_import.may(asker(), 1)
    with pytest.raises(Refused, match="You can't open games"):
        await bring(office, RECORDS["cic_points"])
    with pytest.raises(Refused, match="soonish"):
        await bring(office, going, deadline="soonish")
    assert await office.dump() == before


# -- files that somebody made up: each is refused in one line, and nothing is stored

TRUE = RECORDS["cic_points"]
LETTER = {"turn": 0, "from": "dark", "to": ["light"], "anonymous": False, "text": "Hello"}


def changed(change: Callable[[dict[str, Any]], Any]) -> bytes:
    record = copy.deepcopy(TRUE)
    change(record)
    return json.dumps(record).encode()


def test_the_true_one() -> None:
    examined = examine(changed(lambda r: r.update(letters=[LETTER], extra={"what": "ever"})))
    assert examined.refusal == "" and examined.faults == ()
    assert examined.brought is not None and examined.brought.over and len(examined.brought.letters) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", words.NO_JSON),
        (b"\xff\xfe\x00{}", words.NO_JSON),
        (b"PK\x03\x04 a zip", words.NO_JSON),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deep"),
        (b"[]", words.NO_RECORD),
        (b"7", words.NO_RECORD),
        (b'{"format": "fieldpost-league/1"}', words.A_LEAGUE),
        (b'{"format": "fieldpost-game/2"}', words.NO_RECORD),
        (b'{"format": "fieldpost-game/1", "x": NaN}', words.NO_JSON),
        (b'{"format": "fieldpost-game/1", "x": -Infinity}', words.NO_JSON),
        (b'{"format": "fieldpost-game/1", "x": "\\ud800"}', words.NO_JSON),
        (b'{"format": "fieldpost-game/1", "x": ' + b"9" * 5000 + b"}", words.NO_JSON),
        (b" " * (record_reading.MOST_BYTES + 1), "at most 4 MB"),
        (changed(lambda r: r.update(view="dark")), words.A_VIEW),
        (changed(lambda r: r.update(game="chess")), "“chess”. I know cic"),
        (changed(lambda r: r.update(game="@everyone `x`\n")), "“@\u200beveryone 'x'?”"),
        (changed(lambda r: r.update(game=["cic"])), "`game`"),
        (changed(lambda r: r.update(rules_version=99)), "by version 99 of the rules of Commander-In-Chief"),
        (changed(lambda r: r.update(rules_version=True)), "by version True"),
        (changed(lambda r: r.update(game_id="a b")), "`game_id`"),
        (changed(lambda r: r.update(game_id=7)), "`game_id`"),
        (changed(lambda r: r.update(options=[])), "`options`"),
        (changed(lambda r: r.update(status="maybe")), "`status`"),
        (changed(lambda r: r.update(players=["Ada"])), "`players`"),
        (changed(lambda r: r.update(steps={})), "`steps`"),
        (changed(lambda r: r.update(steps=[])), "`steps`"),
        (changed(lambda r: r.update(steps=[{"kind": "start"}] * 5001)), "`steps`"),
        (changed(lambda r: r["steps"].append(7)), words.SHAPE_STEP(n=len(TRUE["steps"]))),
        (changed(lambda r: r["steps"][1].update(kind=[1])), words.SHAPE_STEP(n=1)),
        (changed(lambda r: r["steps"][1].update(events="x")), "`events` of step 1"),
        (changed(lambda r: r["steps"][1].update(events=[{}] * 2001)), "`events` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders=[])), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": "e7-e6"})), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": [7]})), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": ["e"] * 301})), "`orders` of step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"dark": ["e" * 2001]})), "`orders` of step 1"),
        (changed(lambda r: r.update(letters={})), "`letters`"),
        (changed(lambda r: r.update(letters=[LETTER | {"text": "x" * 2001}])), words.SHAPE_LETTER(n=1)),
        (changed(lambda r: r.update(letters=[LETTER, 7])), words.SHAPE_LETTER(n=2)),
        (changed(lambda r: r.update(letters=[LETTER | {"from": "soho"}])), words.SHAPE_LETTER(n=1)),
        (changed(lambda r: r.update(letters=[LETTER | {"to": ["#12"]}])), words.SHAPE_LETTER(n=1)),
        (changed(lambda r: r.update(letters=[LETTER | {"from": None}])), words.SHAPE_LETTER(n=1)),
        (changed(lambda r: r.update(letters=[LETTER | {"from": ["dark"]}])), words.SHAPE_LETTER(n=1)),
        (
            changed(lambda r: r.update(players=dict.fromkeys(map(str, range(51)), "x"))),
            "`players`",
        ),
        (changed(lambda r: r.update(players={"x" * 65: "x"})), "`players`"),
        (
            changed(lambda r: r.update(options=dict.fromkeys(map(str, range(101)), 1))),
            "`options`",
        ),
        (
            changed(lambda r: r["steps"][1].update(orders={str(seat): [] for seat in range(51)})),
            "`orders` of step 1",
        ),
        (
            changed(lambda r: r["steps"][1].update(seals={str(seat): {} for seat in range(51)})),
            "`seals` of step 1",
        ),
        (changed(lambda r: r.update(letters=[LETTER | {"turn": True}])), words.SHAPE_LETTER(n=1)),
        (changed(lambda r: r.update(letters=[LETTER | {"step": 10**6}])), words.SHAPE_LETTER(n=1)),
    ],
)
def test_in_one_line(data: bytes, told: str) -> None:
    examined = examine(data)
    assert told in examined.refusal and examined.brought is None and examined.faults == ()
    assert "\n" not in examined.refusal and len(examined.refusal) < 400 and "@e" not in examined.refusal


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (changed(lambda r: r["steps"][1].update(orders={"dark": ["z9-z9"]})), "step 1"),
        (changed(lambda r: r["steps"][1].update(orders={"nobody": ["e7-e6"]})), "step 1"),
        (changed(lambda r: r["steps"][1].update(kind="declare")), "another form"),
        (changed(lambda r: r["steps"][1].update(kind="declare", seat=[], what={})), "step 1"),
        (changed(lambda r: r["steps"][1].update(kind="undo", to="x")), "it cannot go back"),
        (
            changed(lambda r: r["steps"][1].update(kind="reseed", commitment=7)),
            "a commitment is 64 hex digits",
        ),
        (changed(lambda r: r["steps"][0].update(kind="resolve")), "begins with its start"),
        (changed(lambda r: r.update(options={"walls": 3})), "option walls"),
        (changed(lambda r: r["steps"][3].update(turn=1.5)), "step 3: its turn is 2"),
        (changed(lambda r: r["steps"][3].update(state=None)), "step 3: the state after it differs"),
        (changed(lambda r: r["steps"][3].update(seals=7)), "step 3: its seals are no object"),
        (changed(lambda r: r.update(seed=7)), "64 hex digits"),
        (changed(lambda r: r.update(commitment=None)), "does not fit"),
        (changed(lambda r: r.update(outcome={"reason": "x", "places": {}})), "the outcome is"),
    ],
)
def test_every_fault_is_named(data: bytes, told: str) -> None:
    examined = examine(data)
    assert examined.brought is None and examined.refusal == ""
    assert any(told in fault for fault in examined.faults), examined.faults
    assert all("\n" not in fault for fault in examined.faults)


async def test_nothing_is_stored(office: PostOffice) -> None:
    who, before = Asker(guild_id=1, user_id=STRANGER), await office.dump()
    with pytest.raises(Refused, match=words.NO_RECORD):
        await office.services.game_import.bring(who, 900, b"{}")
    wrong = changed(lambda r: [step.update(state="00" * 32) for step in r["steps"]])
    said = await office.services.game_import.bring(who, 900, wrong)
    assert said.words.startswith(f"{words.FALSE}\n- step 0: the state")
    assert said.words.splitlines()[-1] == words.MORE_FAULTS(n=len(TRUE["steps"]) - 8)
    assert len(said.files[0].data.splitlines()) == len(TRUE["steps"])
    assert await office.dump() == before


def test_one_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reading, "PATIENCE", 0.0)
    assert examine(changed(lambda _: None)).refusal == words.TOO_LONG


def test_names_and_letters_are_tamed() -> None:
    name = "A\u202eda\n" + "x" * 100
    letter = LETTER | {"text": "a\x00b\u202ec\nd"}
    examined = examine(changed(lambda r: r.update(players={"dark": name, "light": 7}, letters=[letter])))
    assert examined.brought is not None
    assert examined.brought.players == {"dark": ("A da " + "x" * 100)[:64], "light": "unknown"}
    assert examined.brought.letters[0]["text"] == "a b c\nd"
