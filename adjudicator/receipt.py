"""The receipt of a verified game: what was recomputed, in plain text, with all that one needs to do it again.

`python -m adjudicator verify` prints it, and `/verify` attaches it: the same text for the same record.
"""

from __future__ import annotations

from collections.abc import Iterable
from shlex import quote

from adjudicator.chance import in_words
from adjudicator.replay import Drawn, Report
from adjudicator.text import counted

HOW = (
    "Coin: the last bit of the word, 1 is heads. Die: 1 + word mod 6. Lot of 0-m: word mod (m + 1).",
    "Words that would favour small results are skipped; the next eight digits then count (docs/chance.md).",
)


def receipt(report: Report) -> str:
    """Write the whole receipt, ending with a line feed."""
    lines = summary(report)
    if report.seed != "None" or report.notes:
        lines += ["", *_seeds(report)]
    if report.drawn:
        first = report.drawn[0]
        lines += ["", *_table(report.drawn), "", *_by_hand(first, first.seed or report.seed)]
        lines += [*_next_seeds(report), "Everything: python -m adjudicator verify record.json"]
    elif not report.results:
        lines += ["", "Nothing in this game was left to chance: there is no result to recompute."]
    if report.locks:
        wide = max(len(when) for when, _ in report.locks)
        lines += ["", "Orders were locked with these digests (docs/chance.md):"]
        lines += [f"{when.ljust(wide)}  {digest}" for when, digest in report.locks]
    return _text([*lines, "", *verdict(report)])


def short(report: Report) -> str:
    """Write the counts and the verdict."""
    return _text([*summary(report), *verdict(report)])


def _text(lines: Iterable[str]) -> str:
    """Join lines. A record may come from anyone: what it names stays on its line."""
    return "".join("".join(sign if sign.isprintable() else "?" for sign in line) + "\n" for line in lines)


def summary(report: Report) -> list[str]:
    undone = f", {counted(report.undone, 'turn')} undone" if report.undone else ""
    return [
        f"{report.game} {report.game_id}: {counted(report.turns, 'step')}, "
        f"{counted(len(report.results), 'chance result')}, {counted(report.seals, 'seal')}{undone}"
    ]


def verdict(report: Report) -> list[str]:
    """Write one line for each fault and for what cannot be checked, then the word for all of it."""
    faults = [f"WRONG: {fault}" for fault in report.faults]
    notes = [f"Not checked: {note}." for note in report.notes]
    word = "All that can be checked is true." if notes else "All is true."
    return [*faults, *notes, word if report.ok else "This record is not true."]


def _seeds(report: Report) -> list[str]:
    """Write the commitment and the seed; where others took its place, all of them in their order."""
    lines = []
    for source in report.sources:
        since = f" from step {source.step} on" if source.step else ""
        seed = source.seed.hex() if source.seed is not None else "not in the record"
        lines += [f"commitment  {source.commitment}{since}", f"seed        {seed}"]
    return lines or [f"commitment  {report.commitment}", f"seed        {report.seed}"]


def outcome(drawn: Drawn) -> str:
    """Describe a result as it is recorded, and whether that is true.

    >>> from adjudicator.chance import CoinFlip, Proof
    >>> heads, tails = CoinFlip(n=0, heads=True), CoinFlip(n=0, heads=False)
    >>> outcome(Drawn(1, "turn 1", None, Proof(0, "k7f3:0", (1,), heads, heads)))
    'heads'
    >>> outcome(Drawn(1, "turn 1", None, Proof(0, "k7f3:0", (1,), tails, heads)))
    'WRONG, the seed gives heads'
    """
    proof = drawn.proof
    if proof.ok:
        return in_words(proof.event)[1]
    return f"WRONG, the seed gives {in_words(proof.truth)[1]}" if proof.truth is not None else "WRONG"


def _table(drawn: tuple[Drawn, ...]) -> list[str]:
    """Write a line for each result, in columns; with the first digits of its seed, if there are several."""
    several = len({one.seed for one in drawn}) > 1
    rows = [("result", "when", "for", "HMAC of", *(["seed"] if several else []), "word", "gives")]
    for one in drawn:
        proof = one.proof
        kind = in_words(proof.event)[0]
        words = [f"{word:08x}" for word in proof.words]
        skipped = f" ({counted(len(words) - 1, 'word')} skipped)" if len(words) > 1 else ""
        rows.append(
            (
                f"#{proof.n} {kind}",
                one.when,
                "-" if one.seat is None else str(one.seat),
                proof.message,
                *([one.seed[:8]] if several else []),
                f"{words[-1]}{skipped}",
                outcome(one),
            )
        )
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip() for row in rows
    ]


def _by_hand(one: Drawn, seed: str) -> list[str]:
    """Explain how to recompute a result, and the seed's hash, without a program of ours."""
    return [
        *HOW,
        f"By hand, #{one.proof.n} (the first eight digits are the word), and the commitment:",
        f"  printf '%s' {quote(one.proof.message)} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{seed}",
        f"  printf '%s' '{seed}' | xxd -r -p | openssl dgst -sha256",
    ]


def _next_seeds(report: Report) -> list[str]:
    """Explain how each seed that an undone turn made necessary follows from the one before them."""
    lines, base = list[str](), None
    for source in report.sources:
        base = base if source.follows else source
        if source.follows and base is not None and base.seed is not None:
            message = quote(f"{report.game_id}:seed:{source.follows}")
            lines += [
                f"The seed from step {source.step} on, which nobody chose:",
                f"  printf '%s' {message} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{base.seed.hex()}",
            ]
    return lines
