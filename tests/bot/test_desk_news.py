"""What a desk tells of the turns before: all that happened since the seat's own last one, and no more."""

from __future__ import annotations

from tests.bot.nme import TO_THE_END, by_lot, three
from tests.bot.test_nme_desk_more import concede
from tests.bot.world import Game, World

LATE = "A5s-B8 L1-L2 E12-D11 B8-E9 L2-L3 D11-C10 E9xH9"
"""Black takes White's Infantry; Gray moves before White does."""
MOVES = LATE.split()


def told(game: Game, seat: str) -> list[str]:
    """What stands on a desk between the seat's name and its task."""
    lines = game.seats[seat].desk.content.splitlines()[2:]
    return lines[: next(number for number, line in enumerate(lines) if line.startswith(("It is", "**You")))]


def moved(lines: list[str]) -> list[str]:
    return [line.partition("): ")[2] for line in lines if "): " in line]


async def test_of_three_seats_both_others(world: World) -> None:
    game = await by_lot(world, *three(world))
    assert told(game, "black") == []
    await game.play(MOVES[0])
    assert moved(told(game, "gray")) == ["Special Force A5s → B8."]
    await game.play(MOVES[1])
    assert moved(told(game, "white")) == ["Special Force A5s → B8.", "Infantry L1 → L2."]
    await game.play(*MOVES[2:], "L3-K4")
    assert moved(told(game, "white")) == [
        "Special Force E9 captures your Infantry on H9; Black holds it prisoner.",
        "Infantry L3 → K4.",
    ]


async def test_a_concession_is_told_a_vote_only_while_it_is_new(world: World) -> None:
    game = await by_lot(world, *three(world))
    await game.play(*MOVES[:3])
    await game.seats["gray"].slash("draw")
    await concede(game.seats["gray"])
    await game.play(MOVES[3])
    lines = told(game, "white")
    assert lines[0].endswith(") concedes: the President is removed, nobody's assassination.")
    assert lines[1].startswith("**Gray** (") and " is out. " in lines[1]
    assert moved(lines) == ["Special Force B8 → E9."] and len(lines) == 3
    await game.seats["black"].slash("draw")
    desk = (await game.seats["white"].slash("orders")).text
    assert ") votes for a draw." in desk


async def test_two_seats_with_three_armies(world: World) -> None:
    game = await by_lot(world, *three(world)[:2], options="players=2")
    await game.play(*TO_THE_END.split()[:2])
    assert [line.partition(" (")[0] for line in told(game, "white")] == [
        *("**Black**", "**Gray**, moved by **Black**")
    ]
    await game.play(*TO_THE_END.split()[2:5])
    [line] = told(game, "white")
    assert line.startswith("**Gray**, moved by **White** ("), "its own turn was the last"


async def test_two_seats_as_ever(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    await ben.slash("draw")
    await game.play("d2-d3")
    assert told(game, "dark") == ["**Light** (ben): Amphibian d2 → d3."]
