"""Two independent implementations of Nemein must agree.

Random play by lines of several actions, from the setup and from scrambled positions, is compared in batches:
one in a test run, more in a long one. Coins come from seeds, and the reference reads the seeds for itself.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.errors import OptionError, OrderError
from adjudicator.game import Declare
from adjudicator.nemein import Nemein
from maps.boards import board
from tests.adjudicator import reference_nemein as ref
from tests.adjudicator import reference_nemein_board as land
from tests.adjudicator import scramble_nemein as scrambled
from tests.adjudicator.bookkeeper import must_have_seen
from tests.adjudicator.bridge_nemein import (
    REASONS,
    facts_of,
    facts_of_dump,
    read_handful,
    read_place,
    story_of,
    to_reference,
    write_handful,
    write_line,
    write_place,
)
from tests.adjudicator.reference_chance import coin as coin_of
from tests.adjudicator.reference_nemein import Action, Game
from tests.adjudicator.reference_nemein_board import SEATS
from tests.tiers import batches

GAME = Nemein(board("nemein"))
GAME_ID = "k7f3"
POSITIONS = 1000
"""Compared in a batch."""

RARE = [
    "refused",
    "skipped",
    "sure attack",
    "won flip",
    "lost flip",
    "houses taken",
    "highest stays",
    "swap",
    "split of a housed unit",
    "house does not count",
    "extra turn",
    "over: units",
    "over: houses",
    "over: quiet",
    "unequal currencies decide",
    "coin left out",
]


class Flips:
    """The coins of a seed from number n on, as the common rules have them."""

    def __init__(self, seed: bytes, n: int) -> None:
        self.seed, self.n = seed, n

    def __call__(self) -> bool:
        self.n += 1
        return coin_of(self.seed, GAME_ID, self.n - 1)


def report(game: Game, what: str) -> str:
    return f"{what}\n{json.dumps(facts_of(game))}"


def agree(state: Any, game: Game) -> list[str]:
    """Compare one position; its legal actions."""
    over = game.result is not None
    facts, found = facts_of(game), facts_of_dump(GAME.dump(state))
    if over:  # what nobody asks any more
        for key in ("to_move", "stage", "extra", "busy", "quiet", "offers", "number"):
            facts.pop(key)
            found.pop(key)
    assert found == facts, report(game, f"game: {found}\nreference:")
    outcome = GAME.outcome(state)
    assert (outcome is not None) == over, report(game, f"{outcome}, {game.result}")
    if game.result is not None:
        told = outcome.reason, dict(outcome.places)
        assert told == (REASONS[game.result[0]], game.result[1]), report(game, f"{told}, {game.result}")
    phase, owing = GAME.phase(state), frozenset() if over else frozenset({game.mover})
    assert phase.owing == owing and (over or phase.number == game.number)
    legal = sorted(ref.legal(game))
    for seat in SEATS:
        listed = [str(order) for order in GAME.legal(GAME.view(state, seat))]
        truth = legal if seat in owing else []
        differs = f"legal: more {set(listed) - set(truth)}, fewer {set(truth) - set(listed)}"
        assert listed == truth, report(game, differs)
        declared = () if over else ("concede",) if seat in game.offers else ("concede", "draw")
        assert GAME.declarations(state, seat) == declared
    return legal


# ---- Lines


def line_played(rng: random.Random, state: Any, game: Game, n: int, spent: Counter[str]) -> Any:
    """A random line to both, refused by both or played by both. Both games, and the next number."""
    line = scrambled.line(rng, game)
    told = write_line(game, line)
    fits = ref.accepts(game, line)
    view, seat, seed = GAME.view(state, game.mover), game.mover, rng.randbytes(32)
    try:
        orders = GAME.parse(view, told)
        GAME.check(view, orders)
    except OrderError as error:
        assert not fits, report(game, f"{told}: the game refuses it: {error}")
        spent["refused"] += 1
        return state, game, n
    assert fits, report(game, f"{told}: the reference refuses it")
    assert [str(order) for order in orders] == [ref.text(game, action) for action in line]
    joins(view, game, orders, line)
    sheets, story = {seat: tuple(orders)}, list[tuple[Any, ...]]()
    if rng.random() < 0.03:
        voter = rng.choice(SEATS)
        if voter not in game.offers:
            # "Declarations among the orders count first"
            sheets[voter] = (Declare("draw"), *sheets.get(voter, ()))
            game = ref.offer_draw(game, voter)
    chance, flips = HmacChance(seed, GAME_ID, n), Flips(seed, n)
    resolution = GAME.resolve(state, sheets, chance)
    before = game
    if game.result is None:
        game = ref.play(game, line, flips)
        count(before, game, spent)
        story = game.story
    happened = story_of(resolution.events)
    for tales in (happened, story):  # when an offer lapsed is not compared
        tales.sort(key=lambda each: each[0] == "lapsed")
    assert happened == story, report(before, f"{told}: {happened}\n{story}")
    assert chance.n == flips.n
    if not game.result:
        assert GAME.drawn(resolution.state) == flips.n
        assert GAME.phase(resolution.state).goes_on == (game.stage > 0)
    return resolution.state, game, flips.n


def joins(view: Any, game: Game, orders: Any, line: list[Action]) -> None:
    """What may follow a draft: what is legal after it, if no flip is in it."""
    trial = game.after()
    for action in line:
        if trial.result or ref.is_flip(trial, action):
            return
        ref.do(trial, action, lambda: False)
    listed = [str(order) for order in GAME.legal(view, orders)]
    truth = [] if line[-1] == ("end",) else sorted(ref.legal(trial))
    assert listed == truth, report(game, f"after {write_line(game, line)}: {listed}\n{truth}")


def without_coins(rng: random.Random, state: Any, game: Game, spent: Counter[str]) -> None:
    """ "The denomination may be left out where only one unit fits." Not compared: after a flip, and a line
    that is refused anyway."""
    line = [scrambled.any_action(rng, game)] if rng.random() < 0.3 else scrambled.line(rng, game)
    trial, short, full = game.after(), list[str](), list[Action]()
    units = land.COINS[game.currency[game.mover or ""]][1:]
    fits = ("end",) not in line[:-1]
    for meant in line:
        if trial.result or not fits:
            return
        action = meant
        word = ref.text(game, action)
        if action[0] in ("move", "split") and rng.random() < 0.8:
            word = word.rsplit(" ", 1)[0]
            fitting = [(*action[:-1], coin) for coin in units if ref.possible(trial, (*action[:-1], coin))]
            fits = len(fitting) == 1
            action = fitting[0] if fits else action
        short.append(word)
        full.append(action)
        fits = fits and ref.possible(trial, action)
        if not fits or ref.is_flip(trial, action):
            break
        ref.do(trial, action, lambda: False)
    try:
        orders = GAME.parse(GAME.view(state, game.mover), "; ".join(short))
        GAME.check(GAME.view(state, game.mover), orders)
        found = [str(order) for order in orders]
    except OrderError:
        found = []
    truth = [ref.text(game, action) for action in full] if fits else []
    assert found == truth, report(game, f"{short}: the game says {found}, the reference {truth}")
    spent["coin left out"] += bool(found)


def count(before: Game, after: Game, spent: Counter[str]) -> None:
    """Which rare sentences were at work."""
    equal = before.currency["south"] == before.currency["north"]
    for what, *told in after.story:
        if what == "attacked":
            spent["sure attack"] += told[-1]
            spent["unequal currencies decide"] += not equal and told[-1] != (told[1] > told[4])
            coin = told[1]
        elif what == "flip":
            spent["won flip" if told[-1] else "lost flip"] += 1
        elif what == "won":
            spent["houses taken"] += told[3] > 0
            spent["highest stays"] += told[4] == coin
        elif what == "split":
            spent["split of a housed unit"] += told[-1]
        elif what == "house":
            spent["house does not count"] += not told[-1]
        elif what == "end":
            spent["extra turn"] += told[-1] > 0
        elif what in ("swap", "skipped"):
            spent[what] += 1


# ---- Play


def declared(rng: random.Random, state: Any, game: Game) -> Any:
    """A concession or a vote by both. Both games."""
    seat = rng.choice(SEATS)
    what = rng.choice(["concede", "draw", "draw", "draw"])
    if what == "draw" and seat in game.offers:
        return state, game
    after = (ref.offer_draw if what == "draw" else ref.concede)(game, seat)
    if rng.random() < 0.3:
        return GAME.resolve(state, {seat: (Declare(what),)}, ScriptedChance()).state, after
    return GAME.declare(state, seat, what).state, after


def play_on(rng: random.Random, state: Any, game: Game, n: int, lines: int, spent: Counter[str]) -> None:
    for _ in range(lines):
        legal = agree(state, game)
        spent["positions"] += 1
        spent["actions"] += len(legal)
        if game.result:
            spent[f"over: {game.result[0]}"] += 1
            return
        if rng.random() < 0.1:
            dumped = json.loads(json.dumps(GAME.dump(state)))
            assert GAME.load(dumped) == state
            assert facts_of(to_reference(dumped)) == facts_of(game)
        if rng.random() < 0.3:
            without_coins(rng, state, game, spent)
        if rng.random() < 0.02:
            state, game = declared(rng, state, game)
        else:
            state, game, n = line_played(rng, state, game, n, spent)
    agree(state, game)


def scrambled_play(rng: random.Random, positions: int, spent: Counter[str]) -> None:
    """Random positions, each played on for some lines."""
    until = spent["positions"] + positions
    while spent["positions"] < until:
        game = scrambled.scramble(rng)
        n = rng.choice([0, 0, 5])
        state = GAME.position({**facts_of(game), "n": n})
        play_on(rng, state, game, n, rng.choice([1, 2, 6, 20]), spent)


def play_from_the_setup(rng: random.Random, positions: int, spent: Counter[str]) -> None:
    until = spent["positions"] + positions
    while spent["positions"] < until:
        begun = set_up(rng, spent)
        if begun:
            play_on(rng, *begun, 200, spent)


# ---- Setup


def set_up(rng: random.Random, spent: Counter[str]) -> tuple[Any, Game, int] | None:
    """A game begun by both, with some seats absent, and the flip of a seed; None: no such game."""
    game = Game(rng.choice([3, 4, 4, 5, 6]), scrambled.currencies(rng), rng.choice([1, 2, 3, 5]))
    game.quiet_turns = rng.choice([0, 2, 10, 60])
    fraction = {seat: land.FRACTION[game.currency[seat]] for seat in SEATS}
    most = rng.choice([20, 20, 20, 12, 8, 4, 30])
    told: dict[str, Any] = {**facts_of(game)["options"], "max_coins": most}
    if rng.random() < 0.4:
        fraction = {seat: Fraction(rng.choice(["1/2", "1/4", "3/2", "1/3", "3/1", "1/1"])) for seat in SEATS}
        told["fraction"] = {seat: f"{part.numerator}/{part.denominator}" for seat, part in fraction.items()}
    possible = all(
        land.handful_exists(game.side, game.currency[seat], fraction[seat], most) for seat in SEATS
    )
    seed = rng.randbytes(32)
    chance = HmacChance(seed, GAME_ID, 0)
    try:
        state = GAME.start(told, chance).state
    except OptionError as error:
        assert not possible, (told, error)
        spent["options refused"] += 1
        return None
    assert possible, told
    if rng.random() < 0.2:
        seat = rng.choice(SEATS)
        state, game = GAME.declare(state, seat, "draw").state, ref.offer_draw(game, seat)
    sheets, handful, placed = {}, {}, {}
    for seat in SEATS:
        view = GAME.view(state, seat)
        sheet = random_sheet(rng, game, seat, fraction[seat], most, view, spent)
        if sheet is None:
            sheet = tuple(GAME.default(view) or ())
            spent["stock handfuls"] += 1
        texts = [str(order) for order in sheet]
        handful[seat], placed[seat] = read_handful(texts[0]), read_place(game, texts[1])
        assert sheet_fits(game, seat, fraction[seat], most, handful[seat], placed[seat]), texts
        sheets[seat] = sheet
    resolution = GAME.resolve(state, sheets, chance)
    flips = Flips(seed, 0)
    game = ref.begin(game, handful, placed, flips)
    assert story_of(resolution.events) == game.story
    assert chance.n == flips.n == GAME.drawn(resolution.state) == 1
    return resolution.state, game, flips.n


def sheet_fits(game: Game, seat: str, fraction: Fraction, most: int, handful: Any, placed: Any) -> bool:
    currency = game.currency[seat]
    return land.handful_fits(currency, fraction, most, handful) and land.placement_fits(
        game.side, seat, currency, handful, placed
    )


def random_sheet(
    rng: random.Random, game: Game, seat: str, fraction: Fraction, most: int, view: Any, spent: Counter[str]
) -> tuple[Any, ...] | None:
    """A handful and its placement that both accept; None if both refused a few."""
    currency = game.currency[seat]
    for _ in range(4):
        handful = scrambled.random_handful(rng, currency, fraction, most)
        units = [coin for coin, n in handful.items() for _ in range(n) if coin != land.COINS[currency][0]]
        placed = scrambled.random_placement(rng, game.side, seat, units, rng.shuffle)
        fits = sheet_fits(game, seat, fraction, most, handful, placed)
        text = f"{write_handful(handful)}; {write_place(game, placed)}" if units else write_handful(handful)
        try:
            orders = GAME.parse(view, text)
            GAME.check(view, orders)
        except OrderError as error:
            assert not fits, (seat, currency, str(fraction), most, text, error)
            spent["sheets refused"] += 1
            continue
        assert fits, (seat, currency, str(fraction), most, text)
        spent["sheets accepted"] += 1
        return tuple(orders)
    return None


# ---- Tests


@pytest.mark.parametrize("side", [3, 4, 5, 6])
def test_the_board_is_that_of_the_reference(side: int) -> None:
    state = GAME.position({**facts_of(scrambled.scramble(random.Random(side)))})
    assert agree(state, to_reference(GAME.dump(state)))
    assert len(land.names(side)) == 3 * side * side - 3 * side + 1


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_positions_agree_with_the_reference(batch: int) -> None:
    spent = Counter[str]()
    scrambled_play(random.Random(f"scrambled {batch}"), POSITIONS, spent)
    must_have_seen(spent, RARE, batch)


def test_random_play_agrees_with_the_reference() -> None:
    play_from_the_setup(random.Random("setup"), POSITIONS // 4, Counter())


def test_random_setups_agree_with_the_reference() -> None:
    rng, spent = random.Random("setups"), Counter[str]()
    for _ in range(100):
        set_up(rng, spent)
    assert min(spent[each] for each in ("options refused", "sheets refused", "sheets accepted")) > 9, spent


@pytest.mark.parametrize("seed", range(3))
def test_perft_of_the_reference(seed: int) -> None:
    game = scrambled.scramble(random.Random(f"perft {seed}"))
    state = GAME.position(facts_of(game))
    assert GAME.perft(state, 2) == ref.divide(game, 2)
