"""How everyone stood: the graph of a finished game"""

from adjudicator.text import Text

TITLE = "How the game went"
AHEAD, EVEN, BEHIND = "ahead", "even", "behind"
TURN = Text("turn {n}", n=12)
SIDE = Text("{side} ({player})", side="Dark", player="Ada")

ALT = Text("Graph of how everyone stood, up to turn {n}; 1000 is a sure win, -1000 a sure loss.", n=40)
ALT_CURVE = Text(
    "{side}: between {least} and {most}, {last} at the end.",
    side="Dark",
    least="-312",
    most="+67",
    last="-1000",
)
ALT_MARK = Text("Turning point {n}: turn {turn}, {side}.", n=1, turn=19, side="Dark")


def signed(value: int) -> str:
    """Write how somebody stands.

    >>> signed(312), signed(-40), signed(0)
    ('+312', '-40', '0')
    """
    return f"{value:+}" if value else "0"
