"""/export: the whole record of a finished game; of one that goes on what one may know, and not a bit more."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from sqlalchemy import update

from adjudicator.codec import canonical
from adjudicator.registry import names
from adjudicator.replay import EVERYBODY, verify
from bot.storage import schema
from tests.adjudicator.test_replay import RECORDS
from tests.adjudicator.test_replay_reseed import RECORD, cut, reseed, view_of
from tests.bot import ww3
from tests.bot.clocks import MODERATOR
from tests.bot.newyork import SEVEN, TOWER, all_ready, new_york
from tests.bot.parts import FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice, post_office
from tests.bot.silent import nme
from tests.bot.transactions import writing
from tests.bot.votes import all_agree

SERVER = 1
ONE = "setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1"
OTHER = "setup N=g2 A=e1 T=h3 C=d2 P=f3 S=d3,e2,e3,g3 B=f1"


async def exported(office: PostOffice, code: str, user: int = STRANGER) -> dict[str, Any]:
    shown = await office.services.game_export.export(code, user)
    assert len(shown.words) < 1000
    [file] = shown.files
    assert file.name in (f"{code}-record.json", f"{code}-so-far.json")
    found: dict[str, Any] = json.loads(file.data)
    return found


def checked(office: PostOffice, record: dict[str, Any]) -> Any:
    report = verify(office.services.context.games, record)
    assert report.faults == ()
    return report


async def test_a_finished_game_for_everybody(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.services.gm.undo(code, MODERATOR, "why not")
    await office.send(code, HOST, "e7-e6")
    await office.services.orders.declare(code, GUEST, "concede")
    record = await exported(office, code)
    assert record == await exported(office, code, HOST)
    assert (record["status"], record["players"]) == ("over", {"dark": "Ada", "light": "Ben"})
    assert [step["kind"] for step in record["steps"]] == ["start", "resolve", "undo", "resolve", "declare"]
    report = checked(office, record)
    assert report.notes == () and report.undone == 1
    assert report.seed and record == json.loads(
        (await office.services.verification.verified(code)).files[0].data
    )


@pytest.mark.parametrize("given", ["cic", "cic enhanced=2", "nme", "nemein", "ww3", "newyork2047"])
async def test_a_game_that_hides_nothing_can_go_on_elsewhere(office: PostOffice, given: str) -> None:
    game, _, options = given.partition(" ")
    seats = len(office.services.context.games[game].seats(office.services.context.games[game].options({})))
    users = SEVEN if game == "newyork2047" else (HOST, GUEST, THIRD)[: 2 if game == "ww3" else seats]
    if game == "ww3":
        code, _ = await ww3.in_office(office, *users, setups=False, options="fog=off")
    elif game == "nme":
        code, _ = await nme(office, *users)
    else:
        code = await office.game(*users, game_key=game, options=options)
    secret = {"cic enhanced=2": "enhance none", "nemein": "handful stock", "ww3": "setup stock"}
    for user in users if given in secret else ():
        await office.send(code, user, secret[given])
    if game == "newyork2047":
        await all_ready(office, code, {TOWER: "1 move harlem"})
    record = await exported(office, code)
    for user in users:
        assert await exported(office, code, user) == record, "all know the same"
    assert "view" not in record and record["seed"] is None and record["status"] == "playing"
    assert "letters" not in record and all("state" in step for step in record["steps"])
    report = checked(office, record)
    assert report.notes == ("chance is not checkable yet: the seed is published when the game is over",)
    assert report.seals == (len(users) if given in secret or game == "newyork2047" else 0)


async def test_what_a_seat_knows_under_fog(office: PostOffice) -> None:
    code, who = await ww3.in_office(office, HOST, GUEST, setups=False, options="fog=on")
    begun = await exported(office, code)
    assert begun["view"] == EVERYBODY and checked(office, begun).view == EVERYBODY
    for seat, order in (("red", ONE), ("silver", "setup bunker")):
        await office.send(code, who[seat], order)
    now = await office.snapshot(code)
    [mover] = now.phase.owing
    order = next(str(each) for each in now.game.legal(now.view(mover)) if "-" in str(each))
    await office.send(code, who[mover], order)
    red, silver, public = [
        await exported(office, code, user) for user in (who["red"], who["silver"], STRANGER)
    ]
    assert [record["view"] for record in (red, silver, public)] == ["red", "silver", "*"]
    for seat, record in (("red", red), ("silver", silver)):
        setup, move = record["steps"][1:]
        assert set(setup["orders"]) == {seat} and set(move["orders"]) == {mover} & {seat}
    assert "A=e3" in json.dumps(red)
    assert all(step.get("orders", {}) == {} for step in public["steps"])
    for record in (red, silver, public):
        assert checked(office, record).notes
        text = json.dumps(record)
        assert record["seed"] is None
        assert all(word not in text for word in ('"state":', '"seals":', '"seen_by":', '"salt":'))
    assert "A=e3" not in json.dumps([silver, public]) and "bunker" not in json.dumps([red, public])
    await office.services.orders.declare(code, who["red"], "concede")
    whole = await exported(office, code)
    assert "A=e3" in json.dumps(whole) and checked(office, whole).notes == ()


Play = Callable[[PostOffice, int], Awaitable[tuple[str, list[int]]]]
"""Plays a game in one of two ways, which differ in what is hidden; its code, and who may not know which."""


async def fog(office: PostOffice, which: int) -> tuple[str, list[int]]:
    code, who = await ww3.in_office(office, HOST, GUEST, setups=False, options="fog=on")
    for seat, order in (("red", (ONE, OTHER)[which]), ("silver", "setup stock")):
        await office.send(code, who[seat], order)
    return code, [who["silver"], STRANGER]


async def undone_fog(office: PostOffice, which: int) -> tuple[str, list[int]]:
    """The set-up was taken back: what was sealed stays so."""
    code, rest = await fog(office, which)
    await office.services.gm.undo(code, MODERATOR, "again")
    await all_agree(office, code)
    return code, rest


async def set_up_of_nemein(office: PostOffice, which: int) -> tuple[str, list[int]]:
    code = await office.game(game_key="nemein")
    await office.send(code, HOST, ("handful stock", "handful 25x1 10x4 5x5 1x10")[which])
    return code, [GUEST, STRANGER]


async def set_up_of_cic(office: PostOffice, which: int) -> tuple[str, list[int]]:
    code = await office.game(HOST, GUEST, THIRD, FOURTH, options="enhanced=2 teams=both")
    await office.send(code, HOST, ("enhance e7", "enhance d8 g6")[which])
    return code, [THIRD, FOURTH, STRANGER]


async def drafts(office: PostOffice, which: int) -> tuple[str, list[int]]:
    code = await new_york(office)
    await all_ready(office, code, {TOWER: "1 hold"})
    await office.services.orders.give(
        code, TOWER, ("1 hold", "1 move harlem; 2 hold")[which], send=bool(which)
    )
    return code, [user for user in SEVEN if user != TOWER] + [STRANGER]


async def talk(office: PostOffice, which: int) -> tuple[str, list[int]]:
    code = await new_york(office, options="anonymous=yes")
    if which:
        await office.services.letters.write(code, TOWER, "papst", "Hold Soho", source="1", anonymous=True)
        await office.services.letters.write(code, TOWER, "papst", "Hold Harlem", source="2")
    return code, [*SEVEN, STRANGER]


@pytest.mark.parametrize("play", [fog, undone_fog, set_up_of_nemein, set_up_of_cic, drafts, talk])
async def test_twins_are_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play: Play) -> None:
    """Two games that differ in what is hidden alone: every byte that anybody else gets is the same."""
    ww3.fix_lots(monkeypatch)
    found = []
    for which in (0, 1):
        async with post_office(tmp_path / f"{which}.sqlite3") as office:
            code, rest = await play(office, which)
            told = []
            for user in rest:
                shown = await office.services.game_export.export(code, user)
                pages = await office.services.history_pages.page(code, user)
                told.append((shown.words, [(file.name, strip(file.data)) for file in shown.files]))
                told.append((pages.text, [(file.name, file.data.decode()) for file in pages.files]))
            assert len(json.loads(shown.files[0].data)["steps"]) == (await office.table(code)).seq
            found.append(told)
    assert found[0] == found[1]


def strip(data: bytes) -> dict[str, Any]:
    """The record without salts and their hashes: those are drawn anew in each game."""
    record: dict[str, Any] = json.loads(data)
    for step in record["steps"]:
        for seal in step.get("seals", {}).values():
            assert len(seal.pop("salt")) == 32 and len(seal.pop("sha256")) == 64
    return record


async def test_no_event_that_others_alone_saw(office: PostOffice) -> None:
    """Today's games tell all events to all; one that does not is masked as everywhere."""
    code, who = await ww3.in_office(office, HOST, GUEST, options="fog=on")
    step = (await office.snapshot(code)).step
    events = copy.deepcopy([dict(event) for event in step.events])
    events[0]["seen_by"] = ["red"]
    async with writing(office.services.context.db) as tx:
        where = schema.steps.c.table_id == code, schema.steps.c.seq == step.seq
        tx.execute(update(schema.steps).where(*where).values(events=events))
    counts = [
        len((await exported(office, code, user))["steps"][1]["events"]) for user in (*who.values(), STRANGER)
    ]
    assert counts == [len(events) if seat == "red" else len(events) - 1 for seat in [*who, "nobody"]]


# -- docs/schema/fieldpost-game-1.json: what we write fits it, and what is in another form does not

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "docs" / "schema" / "fieldpost-game-1.json").read_text("utf-8"))
CHECK = Draft202012Validator(SCHEMA)


def wrong(record: Any) -> list[str]:
    return [f"{list(error.path)}: {error.message[:200]}" for error in CHECK.iter_errors(record)]


def test_it_is_a_schema_and_knows_every_game() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]["game"]["enum"]) == set(names())


@pytest.mark.parametrize("name", RECORDS)
def test_the_recorded_games(name: str) -> None:
    assert wrong(json.loads(canonical(RECORDS[name]))) == []


def test_the_examples_of_the_page() -> None:
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    [example] = [text for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if '"format"' in text]
    record = json.loads(example)
    for step in record["steps"]:
        step["state"] = step["state"].replace("…", "0" * 64)
    assert wrong(record) == []


async def test_what_is_exported(office: PostOffice) -> None:
    async def exported(code: str, user: int = STRANGER) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            (await office.services.game_export.export(code, user)).files[0].data
        )
        assert wrong(found) == []
        return found

    code = await new_york(office)
    await all_ready(office, code, {TOWER: "1 move harlem"})
    await office.services.gm.undo(code, MODERATOR, "why not")
    assert "view" not in await exported(code)
    await office.services.letters.write(code, TOWER, "all", "Peace", source="1")
    for user in SEVEN[1:]:
        await office.services.orders.declare(code, user, "concede")
    assert {"letters", "players", "status"} < set(await exported(code))
    code, who = await ww3.in_office(office, HOST, GUEST, options="fog=on", channel=501)
    for user in (*who.values(), STRANGER):
        assert "view" in await exported(code, user)


@pytest.mark.parametrize("record", [cut(), reseed(cut()), reseed(cut(), None), view_of(cut(), "south")])
def test_what_goes_on(record: dict[str, Any]) -> None:
    record = copy.deepcopy(record)
    for step in record["steps"]:
        if step["kind"] != "resolve":
            step.pop("orders", None)
    assert wrong(record) == []


LETTER = {"turn": 0, "from": "north", "to": ["*"], "anonymous": False, "text": "Peace"}
UNDONE = {"kind": "undo", "turn": 1, "to": 0, "state": "00" * 32, "events": list[Any]()}

ANEW = UNDONE | {"commitment": "00" * 32, "seed": "00" * 32}


def test_letters_and_undos() -> None:
    record = {**copy.deepcopy(RECORD), "letters": [LETTER, LETTER | {"to": ["south"]}]}
    for undone in (UNDONE, ANEW, ANEW | {"seed": None}):
        assert wrong({**record, "steps": [*record["steps"], undone]}) == []


@pytest.mark.parametrize(
    "lie",
    [
        lambda r: r.update(format="fieldpost-game/2"),
        lambda r: r.update(game="chess"),
        lambda r: r.update(rules_version="1"),
        lambda r: r.update(game_id="a b"),
        lambda r: r.update(seed="x"),
        lambda r: r.update(commitment=None),
        lambda r: r.update(status="maybe"),
        lambda r: r.update(more=1),
        lambda r: r.update(steps=[]),
        lambda r: r.update(view="*"),
        lambda r: r.update(outcome={"reason": "x"}),
        lambda r: r.update(letters=[{"turn": 0}]),
        lambda r: r["steps"].pop(0),
        lambda r: r["steps"][0].pop("state"),
        lambda r: r["steps"][1].pop("orders"),
        lambda r: r["steps"][1].update(kind="rest"),
        lambda r: r["steps"][1].update(to=0),
        lambda r: r["steps"][1].update(seat="south"),
        lambda r: r["steps"][1].update(seals={"south": {"salt": "", "sha256": ""}}),
        lambda r: r["steps"][1].update(orders={"south": "handful"}),
        lambda r: r["steps"][1].update(turn=-1),
        lambda r: r["steps"][1].update(commitment="00" * 32),
        lambda r: r["steps"][1]["events"].append({"n": 1}),
        lambda r: r["steps"][-1].pop("what"),
        lambda r: r["steps"].insert(1, r["steps"][0]),
        lambda r: r["steps"][0].update(more=1),
        lambda r: r.update(commitment=r["commitment"] + "\n"),
        lambda r: r.update(status="playing"),
        lambda r: r.update(letters=[LETTER | {"to": ["*", "south"]}]),
        lambda r: r["steps"].append(UNDONE | {"events": r["steps"][1]["events"]}),
        lambda r: r["steps"].append(UNDONE | {"commitment": "00" * 32}),
        lambda r: r["steps"].append(UNDONE | {"seed": None}),
    ],
)
def test_another_form(lie: Callable[[dict[str, Any]], Any]) -> None:
    record = copy.deepcopy(RECORD)
    assert wrong(record) == []
    lie(record)
    assert wrong(record)
