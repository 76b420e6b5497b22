"""What anybody may look at: tables, crosstables, games, the log, details; in words and pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.common.message import BUTTON_PATTERN, MOST_CARD, Menu, Message, read_press
from bot.features.leagues import season_snapshot
from bot.features.leagues import standings as ranking
from bot.features.leagues import store as league_store
from bot.features.leagues import text as league_words
from bot.features.leagues.pairing.rounds import circle
from bot.features.leagues.plan import Plan
from bot.features.leagues.scoring import Played, Result
from bot.features.leagues.season import league_file
from bot.features.leagues.season import text as words
from bot.features.leagues.standings import standings
from bot.features.leagues.views import overview
from bot.features.leagues.views import text as view_words
from bot.features.leagues.views.table_format import cross, lines, table_grid
from bot.features.leagues.views.tables import PAGE, LeagueViews
from bot.storage import deadlines, tables
from bot.storage.league_records import Entrant, Fixture, League, LeagueLogEntry
from bot.storage.records import Pause, Table
from bot.storage.rows import append, save
from tests.bot.leagues.league_parts import GUILD, Hall, like
from tests.bot.leagues.test_standings import DRAWN, LOST, WON, Someone, duel, plan_of
from tests.bot.parts import DAY, PostOffice, labels
from tests.bot.transactions import writing


def marks(plan: Plan, size: int, played: list[Played], **left: int) -> dict[int, list[str]]:
    people = [Someone(number, 1, left.get(f"p{number}")) for number in range(1, size + 1)]
    [rows] = standings(plan, people, played)
    found = cross(plan, rows, played)
    assert all(len(line) == len(found.heads) for _, line in found.lines)
    return {row.number: [f"{mark.text}{mark.tone[:1]}" for mark in line] for row, line in found.lines}


def bye(number: int, round_: int, kind: str = "bye") -> Played:
    return Played(round_, 2, (number,), 1, Result(kind))  # type: ignore[arg-type]


def trio(round_: int, *places: int, **given: Any) -> Played:
    return Played(round_, 1, (1, 2, 3), 1, Result("played", places, (0, 1, 2), **given))


DRAW = duel(1, 2, WON), duel(3, 1, DRAWN, 2)
LATE = next(one for game in circle(range(1, 5), 3) for one in game if 4 in game and one != 4)
"""Who was to meet 4 in round 3."""


@pytest.mark.parametrize(
    ("plan", "left", "played", "expected"),
    [
        (
            plan_of(),
            {},
            [*DRAW, Played(1, 2, (3, 4), 1, Result("none")), Played(3, 1, (1, 4))],
            {1: "s ½l 1w …o", 3: "½l s - ×q", 2: "0l - s -", 4: "…o ×q - s"},
        ),
        (
            plan_of(cycles="2"),
            {"p3": 1, "p4": 1},
            [duel(1, 2, WON), duel(2, 1, DRAWN, 2)],
            {1: "s 1_½w - -", 2: "0_½l s - -", 3: "- - s -", 4: "- - - s"},
        ),
        # A walkover stands where the game was to be; it is struck out where games with 4 count for nobody.
        (plan_of(), {"p4": 3}, [bye(LATE, 3, "walkover")], {LATE: "+w", 4: "−l"}),
        (plan_of(), {"p4": 2}, [bye(LATE, 3, "walkover")], {LATE: "+v"}),
        (
            plan_of(),
            {"p1": 2},
            [duel(1, 2, WON), Played(1, 2, (1, 4))],
            {2: "s - - 0v", 3: "- s - -", 4: "- - s v", 1: "1v - v s"},
        ),
        # Round by round, with the rank of the opponent.
        (
            plan_of(format="swiss", rounds="3", bye="0"),
            {"p4": 1},
            [*DRAW, bye(3, 1), bye(2, 2), Played(3, 1, (2, 3))],
            {1: "+3w =2l -", 3: "byeq =1l …3o", 2: "−1l byeq …2o", 4: "- - -"},
        ),
        # Round by round, with places; an s for who stepped in.
        (
            plan_of("nme", points="4,3,2,1,0"),
            {"p4": 1},
            [
                *(trio(1, 2, 5, 4), trio(2, 1, 5, 1, subs=(None, None, 0))),
                Played(3, 1, (1, 2, 3), 1, Result("none")),
                *(Played(4, 1, (1, 2), 1, Result("bye")), Played(4, 2, (3,))),
            ],
            {1: "2w 1=l ×q byeq", 2: "5 5 ×q byeq", 3: "4 1=sl ×q …o", 4: "- - - -"},
        ),
    ],
    ids=["robin", "twice", "walkover", "void walkover", "annulled", "swiss", "places"],
)
def test_crosstables(
    plan: Plan, left: dict[str, int], played: list[Played], expected: dict[int, str]
) -> None:
    """Marks and the first letters of their tones, "-" for none: of whole rows, or one of them."""
    found = marks(plan, 4, played, **left)
    for number, told in expected.items():
        cells = [cell.replace(" ", "_") or "-" for cell in found[number]]
        assert cells == told.split() if " " in told else told in cells


NOW = 1_800_000_000.0


def league_of(plan: Plan, game: str = "cic", **given: Any) -> League:
    values: dict[str, Any] = {
        "id": "lg4k", "guild_id": 1, "channel_id": 500, "name": "Winter *cup*", "game": game,
        "options": {}, "host_id": 90, "plan": plan.stored(), "commitment": "c0ffee", "created_at": NOW,
        "status": "running", "round": 1, "started_at": NOW, "deadline_spec": "24h",
    }  # fmt: skip
    return League(**values | given)


def fixture(at: int, numbers: Sequence[int], result: Result | None, round_: int = 1, **given: Any) -> Fixture:
    return Fixture(
        league_id="lg4k", round=round_, division=given.pop("division", 1), board=at, numbers=numbers,
        code=None if len(numbers) == 1 else f"m{round_}b{at}", status="planned" if result is None else "done",
        result=None if result is None else result.stored(), **given,
    )  # fmt: skip


async def store(
    office: PostOffice, league: League, names: Sequence[str], played: Sequence[Fixture] = ()
) -> LeagueViews:
    """The users 101, 102, … have the numbers 1, 2, …; the second half is in the last division."""
    plan, services = Plan.read(league.plan), office.services
    async with writing(services.context.db) as tx:
        league_store.insert_league(tx, league, "5eed")
        for number, name in enumerate(names, 1):
            division = 1 + (number - 1) * plan.divisions // len(names)
            entrant = Entrant(
                league_id=league.id, user_id=100 + number, name=name, number=number, division=division,
                joined_at=NOW,
            )  # fmt: skip
            league_store.add_entrant(tx, entrant)
        league_store.insert_fixtures(tx, played)
    views: LeagueViews = services.league_views
    return views


def seasons(size: int, rounds: int) -> list[Fixture]:
    """Whole rounds of a round robin, won by the lower number."""
    return [
        fixture(at, game, Result("played", WON if game[0] < game[1] else LOST, (0, 1)), round_)
        for round_ in range(1, rounds + 1)
        for at, game in enumerate(circle(range(1, size + 1), round_), 1)
    ]


def check(message: Message) -> Message:
    """Discord takes it, and each button has an id of its own that can be read."""
    assert len(message.words) <= MOST_CARD
    ids = [button.id for row in message.controls if not isinstance(row, Menu) for button in row]
    assert len(set(ids)) == len(ids)
    for ident in ids:
        assert re.fullmatch(BUTTON_PATTERN, ident), ident
    if message.picture is not None:
        assert re.fullmatch(r"lg4k-[a-z]+-\d+-\d+\.png", message.picture.name)
        assert 0 < len(message.picture.alt) <= 1024
        assert message.picture.data.startswith(b"\x89PNG")
    return message


async def press(views: LeagueViews, message: Message, label: str, user: int = 0) -> Message:
    """What the button with this label shows."""
    for row in message.controls:
        for button in () if isinstance(row, Menu) else row:
            if button.label == label:
                match = re.fullmatch(BUTTON_PATTERN, button.id)
                assert match is not None and not button.disabled
                return check(await views.pressed(read_press(match), user))
    raise AssertionError(f"no button {label} among {labels(message)}")


async def test_a_table_in_words_with_the_own_row_marked(office: PostOffice) -> None:
    played = [
        fixture(1, (1, 2), Result("played", DRAWN, (0, 1), missed=(1, 0))),
        fixture(2, (3, 4), None),
    ]
    views = await store(office, league_of(plan_of()), ["Ada_", "Ben", "Cleo", "Dan"], played)
    shown = check(await views.table("LG4K", 102))
    assert shown.text == "### Winter \\*cup\\* · table"
    assert shown.rows[0] == (
        "**1. Ben ½** (you) · **2.** Ada\\_ ½ (1 deadline missed) · **3.** Cleo 0 · **4.** Dan 0"
    )
    assert shown.small == "Round 1 · 1 game under way"
    assert labels(shown) == ["Fixtures", "Crosstable", "My games", "How it works"]
    assert shown.picture is not None, "above its words"
    assert shown.picture.alt == "Table of Winter *cup*: 1. Ben ½; 2. Ada_ ½; 3. Cleo 0; 4. Dan 0."


RANK = r"\*\*(\d+)\. ?"


async def test_long_tables_have_pages_and_the_first_shown_is_the_users(office: PostOffice) -> None:
    plan = plan_of(format="swiss", rounds="9")
    names = ["*" * 40] * 60
    views = await store(office, league_of(plan), names, seasons(60, 4))
    own = check(await views.table("lg4k", 120))
    assert "(you" in own.words and labels(own)[:2] == ["◀ Back", "Next ▶"]
    first = await press(views, own, "◀ Back", 120)
    ranks = re.findall(RANK, first.words)
    assert ranks[:PAGE] == [str(rank) for rank in range(1, PAGE + 1)]
    assert len(ranks) == PAGE + 1, "the own row comes below"
    assert labels(first)[:2] == ["-◀ Back", "Next ▶"]
    stranger = check(await views.table("lg4k", 7))
    assert len(re.findall(RANK, stranger.words)) == PAGE
    crossed = await press(views, first, "Crosstable", 120)
    assert "**You:** " in crossed.words and crossed.picture is not None


async def test_divisions_have_tables_of_their_own(office: PostOffice) -> None:
    plan = plan_of(divisions="2")
    played = [fixture(1, (1, 2), Result("played", WON, (0, 1))), fixture(2, (3, 4), None, division=2)]
    views = await store(office, league_of(plan), ["Ada", "Ben", "Cleo", "Dan"], played)
    own = check(await views.table("lg4k", 103))
    assert "division 2" in own.words and "Ada" not in own.words and "Cleo 0** (you" in own.words
    other = await press(views, own, "▲ Division 1", 103)
    assert "division 1" in other.words and "Ada" in other.words and "Cleo" not in other.words
    crossed = await press(views, other, "Crosstable", 103)
    assert "crosstable of division 1" in crossed.words and "1. Ada +2" in crossed.picture.alt  # type: ignore[union-attr]
    table = await press(views, crossed, "Table", 103)
    assert table.text == view_words.TABLE_DIVISION(league="Winter \\*cup\\*", division=1)


async def test_a_table_for_a_post_has_the_first_rows_and_a_picture(office: PostOffice) -> None:
    league = league_of(plan_of(format="swiss", rounds="9"), round=3)
    views = await store(office, league, [f"Player {n}" for n in range(1, 201)], seasons(200, 3))
    posted = check(await views.table_message(league, 1))
    assert posted.picture is not None and len(posted.words) < 600
    assert str(posted.rows[0]).startswith("**1.** Player ") and str(posted.rows[0]).count(" · ") == 9
    assert posted.small == "After round 3 · the first 10 of 200"
    assert "fter round" not in (await views.table_message(league, 1, small=False)).small
    whole = await press(views, posted, "Table", 150)
    assert "(you" in whole.words and len(re.findall(RANK, whole.words)) == PAGE


def test_the_tie_break_that_decided_is_told_and_byes_are_seen() -> None:
    plan = replace(plan_of(format="swiss", rounds="3"), rules=1)
    won = Result("played", (1, 2), (0, 1))
    played = [
        Played(1, 1, (1, 2), 1, won),
        Played(1, 2, (3,), 1, Result("bye")),
        Played(2, 1, (1, 3), 1, Result("played", DRAWN, (0, 1))),
        Played(2, 2, (2,), 1, Result("bye")),
    ]
    [rows] = standings(plan, [Someone(1), Someone(2), Someone(3)], played)
    names = {1: "Ada", 2: "Ben", 3: "Cleo"}
    assert lines(plan, rows, names, own=3) == (
        "**1. Cleo 1½** (you, Buchholz 3) · **2.** Ada 1½ (Buchholz 2½) · **3.** Ben 1"
    )
    grid = table_grid(plan, rows, names, {}, title="Cup", caption="")
    assert [column.head for column in grid.columns] == ["#", "Player", "Won", "=", "Lost", "Byes", "Pts"]
    assert [line.cells[5].text for line in grid.lines] == ["1", "·", "1"]
    [once] = standings(plan, [Someone(1), Someone(2)], played[:1])
    assert view_words.BYES_HEAD not in [
        column.head for column in table_grid(plan, once, names, {}, title="", caption="").columns
    ]


async def test_before_the_start_there_is_nothing_to_draw(office: PostOffice) -> None:
    league = league_of(plan_of(), status="signup", round=0, next_at=NOW + 100)
    views = await store(office, league, [])
    for shown in (await views.table("lg4k", 1), await views.crosstable("lg4k", 1)):
        assert check(shown).picture is None
        assert "begins with round 1" in shown.words or shown.words == view_words.NO_ROUND
    assert view_words.NO_ROUND in check(await views.fixtures("lg4k")).words
    assert "Sign-up closes" in check(await views.show("lg4k")).words
    with pytest.raises(Refused, match=like(league_words.UNKNOWN, typed="lg99")):
        await views.table("lg99", 1)


async def test_wide_crosstables_have_pages(office: PostOffice) -> None:
    league = league_of(plan_of(), round=19)
    views = await store(office, league, [f"Player {n}" for n in range(1, 21)], seasons(20, 19))
    shown = check(await views.crosstable("lg4k", 0))
    assert "1. Player 1 +2 +3 +4" in alt(shown) and "+8" not in alt(shown)
    shown = await press(views, shown, "Next ▶")
    assert "1. Player 1 +8" in alt(shown)
    for _ in range(4):
        shown = await press(views, shown, "Next ▶")
    assert "20. Player 20 −15" in alt(shown) and "-Next ▶" in labels(shown)
    assert "**You:** +2 +3" in (await views.crosstable("lg4k", 101)).words, "the whole of the own row"


def alt(message: Message) -> str:
    assert message.picture is not None
    return message.picture.alt


async def test_the_games_of_a_round_with_places_deadlines_and_results(office: PostOffice) -> None:
    context = office.services.context
    played = [
        fixture(1, (1, 2), Result("played", WON, (0, 1), subs=(None, 0))),
        fixture(2, (3, 4), Result("ruled", DRAWN, (0, 1)), place_id=77),
        fixture(3, (5, 6), None, place_id=78),
        fixture(4, (7, 8), None),
        fixture(5, (9,), Result("bye")),
        fixture(6, (10, 11), None, place_id=79),
        fixture(7, (12, 13), Result("none")),
    ]
    names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ian", "Jo", "Kim", "Lou", "Max"]
    await store(office, league_of(plan_of(substitute="50")), names, played)
    async with writing(context.db) as tx:
        for at, code in ((3, "m1b3"), (6, "m1b6")):
            table = Table(
                id=code, game="cic", rules_version=1, options={}, name="C", guild_id=1, channel_id=78,
                host_id=1, commitment="c", deadline_spec="24h", created_at=NOW,
            )  # fmt: skip
            tables.insert(tx, table)
            [stored] = [one for one in league_store.fixtures_of(tx, "lg4k") if one.board == at]
            league_store.begin_game(tx, stored.id, code, NOW)
            deadlines.set(tx, code, 1, NOW + 60)
        save(tx, Pause(table_id="m1b6", cause="vote", why="", at=NOW))
    shown = check(await LeagueViews(context).fixtures("lg4k", user_id=105))
    assert shown.words.split("\n") == [
        "### Winter \\*cup\\* · round 1 of 13",
        "- **Ada** (Dark) 1 – Ben (Light) 0, by a substitute · `m1b1`",
        "- **Cleo** (Dark) ½ – **Dan** (Light) ½ · <#77> · ruling",
        "- ▸ Eve (Dark) – Fay (Light) · <#78> · turn due <t:1800000060:R>",
        "- Gus (Dark) – Hal (Light) · `m1b4` · opening",
        "- Ian: bye",
        "- Jo (Dark) – Kim (Light) · <#79> · paused",
        "- Lou (Dark) – Max (Light) · `m1b7` · no result",
        "3 of 6 games over",
    ]
    mine = check(await LeagueViews(context).own_games("lg4k", 105))
    assert mine.words.split("\n")[1:] == [
        "**You:** place 5 of 13, 0 points",
        "Round 1: Eve (Dark) – Fay (Light) · <#78> · turn due <t:1800000060:R>",
    ]
    assert view_words.MINE_NONE in (await LeagueViews(context).own_games("lg4k", 7)).words


async def test_a_round_that_is_not_there_is_said_to_be_none(office: PostOffice) -> None:
    views = await store(office, league_of(plan_of(), round=1), ["Ada", "Ben", "Cleo", "Dan"], seasons(4, 1))
    for asked, told in (
        (9, view_words.NO_SUCH_ROUND(league="Winter \\*cup\\*", n=3)),
        (3, view_words.NOT_YET(round=3, league="Winter \\*cup\\*", n=1)),
    ):
        shown = check(await views.fixtures("lg4k", asked))
        assert shown.text == told and labels(shown) == ["Round 1"]
        assert "· round 1 of 3" in (await press(views, shown, "Round 1")).words


async def test_games_have_pages_and_rounds(office: PostOffice) -> None:
    league = league_of(plan_of(), round=2)
    views = await store(office, league, ["_" * 40] * 60, seasons(60, 2))
    shown = check(await views.fixtures("lg4k"))
    assert labels(shown)[:4] == ["◀ Round 1", "-Round 2 ▶", "-▲ Back", "▼ More"]
    seen = set(re.findall(r"`(m\db\d+)`", shown.words))
    for _ in range(2):
        shown = await press(views, shown, "▼ More")
        seen |= set(re.findall(r"`(m\db\d+)`", shown.words))
    assert seen == {f"m2b{at}" for at in range(1, 31)} and "-▼ More" in labels(shown)
    assert "`m1b1`" in (await press(views, shown, "◀ Round 1")).words
    log = await press(views, await press(views, shown, "How it works"), "Log")
    details = await press(views, log, "How it works")
    assert "table" in (await press(views, details, "Table")).words


async def test_seven_seats_fit(office: PostOffice) -> None:
    league = league_of(plan_of("newyork2047"), "newyork2047")
    places = Result("played", (1, 2, 3, 4, 5, 6, 7), tuple(range(7)))
    played = [fixture(at, range(7 * at - 6, 7 * at + 1), places) for at in range(1, 6)]
    views = await store(office, league, ["_" * 40] * 35, played)
    shown = check(await views.fixtures("lg4k"))
    assert shown.words.count("`m1b") == 4 and not shown.words.endswith("…")
    assert len(re.findall(RANK, check(await views.table("lg4k", 0)).words)) == PAGE
    assert check(await views.crosstable("lg4k", 0)).small == view_words.PLACE_IN_ROUND


async def test_the_log_newest_first(office: PostOffice) -> None:
    context = office.services.context
    await store(office, league_of(plan_of()), [])
    views = LeagueViews(context)
    assert view_words.LOG_EMPTY in check(await views.log("lg4k")).words
    async with writing(context.db) as tx:
        for at in range(30):
            text = f"Line {at}." + ("\nlong" * 300 if at in (5, 6, 7, 8) else "")
            entry = LeagueLogEntry(league_id="lg4k", at=NOW + at, round=1, act="x", text=text)
            append(tx, entry)
    shown = check(await views.log("lg4k"))
    assert shown.words.split("\n")[1] == "- <t:1800000029:f> Line 29." and "Line 18." in shown.words
    seen = re.findall(r"Line (\d+)\.", shown.words)
    while any(label.startswith("Older") for label in labels(shown)):
        older = next(label for label in labels(shown) if label.startswith("Older"))
        shown = await press(views, shown, older)
        seen += re.findall(r"Line (\d+)\.", shown.words)
    assert seen == [str(at) for at in range(29, -1, -1)]
    assert "Line 29." in (await press(views, shown, "Newest")).words


async def test_what_a_league_is_and_the_users_own(office: PostOffice) -> None:
    context = office.services.context
    league = league_of(plan_of(vacation="9", annul="no"), next_at=NOW + 86400)
    played = [fixture(1, (1, 2), Result("played", WON, (0, 1))), fixture(2, (3, 4), None, place_id=77)]
    await store(office, league, ["Ada", "Ben", "Cleo", "Dan"], played)
    async with writing(context.db) as tx:
        spare = Entrant(league_id="lg4k", user_id=200, name="Zoe", status="reserve", joined_at=NOW)
        league_store.add_entrant(tx, spare)
        league_store.change_entrant(tx, "lg4k", 102, status="out", left_round=2)
    views = LeagueViews(context)
    text = check(await views.show("lg4k")).words
    for told in (
        "under way", "Commander-In-Chief", "<@90>", "9 days of vacation", "Round 1 of 3",
        "<t:1800086400:R>", "**3 players:** Ada, Cleo, Dan", "Left: Ben", "Substitutes: Zoe",
        "`c0ffee`", "24h for each turn", "1 game under way",
    ):  # fmt: skip
        assert told in text, told
    assert "5eed" not in text

    async def mine(user: int) -> str:
        found = await views.mine(user)
        return check(found).words if found is not None else ""

    own = await mine(101)
    assert own.endswith("place 1 of 4, 1 point")
    assert "round 1: <#77>" in await mine(103)
    assert view_words.YOU_SUBSTITUTE in await mine(200)
    assert await views.mine(7) is None


async def test_a_huge_league_fits(office: PostOffice) -> None:
    plan = plan_of(divisions="20", format="swiss", rounds="9")
    league = replace(league_of(plan), name="#" * 60)
    views = await store(office, league, ["*" * 40] * 300)
    for shown in (await views.show("lg4k"), await views.table("lg4k", 300), await views.mine(300)):
        assert shown is not None
        check(shown)
    shown = (await views.show("lg4k")).words
    assert "Division 20: " in shown
    assert league.commitment in shown.splitlines()[-1]


async def test_the_table_after_a_round_says_nothing_of_the_next_one(place: Hall) -> None:
    code = await place.league(5, plan="format=swiss rounds=2 pace=results bye=1")
    await place.play_round(code)
    assert (await place.row(code)).round == 2
    [post] = place.posted(words.ROUND_OVER, n=1)
    assert "round 2" not in post


async def test_a_digest_begins_where_the_last_one_ended_and_keeps_its_table(place: Hall) -> None:
    names = "A player of a name with thirty "
    code = await place.league(24, plan="calendar=60d", deadline="60d", names=names)
    for game in (await place.fixtures(code))[:11]:
        await place.lose(game)
    await place.office.pass_time(0)
    await place.office.pass_time(8 * DAY)
    [digest] = place.posted(words.WEEK, n=11)
    assert "\n… and " in digest
    assert "**1.**" in digest


async def test_walkovers_against_who_was_annulled_say_so(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    await place.services.signup.withdraw(code, 101)
    await place.play_round(code)
    text = await place.page("fixtures", code, 2)
    assert "walkover, counts for nobody" in text


@pytest.mark.parametrize("annul", [True, False])
async def test_rounds_say_which_walkovers_count(place: Hall, annul: bool) -> None:
    league = await place.league(4, plan=f"pace=results annul={'yes' if annul else 'no'}")
    await place.services.signup.withdraw(league, 101)
    await place.play_round(league)
    [told] = place.posted(words.ROUND, n=2, total=3)
    assert "the opponent " in told and "left" in told
    assert ("counts for nobody" in told) is annul


async def test_tables_are_computed_in_a_worker(place: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    league = await place.league(4, plan="pace=results rounds=2")
    await place.play_round(league)
    busy, here = list[str](), list[str]()
    work = place.services.context.renderer.work

    async def watched(job: Any, *given: Any) -> Any:
        busy.append(job.__name__)
        try:
            return await work(job, *given)
        finally:
            busy.append("")

    def spied(job: Any) -> Any:
        def run(*given: Any) -> Any:
            if not busy or not busy[-1]:
                here.append(job.__name__)
            return job(*given)

        return run

    monkeypatch.setattr(season_snapshot, "MANY", 3)
    monkeypatch.setattr(place.services.context.renderer, "work", watched)
    monkeypatch.setattr(ranking, "ranked", spied(ranking.ranked))
    monkeypatch.setattr(league_file, "as_json", spied(league_file.as_json))
    shown = place.services.league_views
    assert "**1." in (await shown.table(league, 101)).words
    assert "1. " in alt(await shown.crosstable(league, 101))
    mine = await shown.mine(101)
    assert mine is not None and " of 4, " in mine.words
    assert (await place.services.league_export.file(league)).files[0].data.startswith(b"{")
    await place.play_round(league)
    assert await place.status(league) == "over"
    assert here == []
    assert {"standings", "cross", "encoded"} <= set(busy)


async def test_a_long_list(place: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "MOST_OPEN", 1)
    view = place.services.league_list
    assert (await view.all(GUILD, 101)).text == league_words.NO_LEAGUE
    for _ in range(3):
        await place.league(1, start=False)
    told = await view.all(GUILD, 101)
    assert told.words.count("**you play**") == 1 and "… and 2 more" in told.words
    assert "you play" not in (await view.all(GUILD, 555)).words
    assert (await view.all(2, 101)).text == league_words.NO_LEAGUE
