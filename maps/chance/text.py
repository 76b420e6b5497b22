"""Flips and rolls: the words on their animations."""

from __future__ import annotations

from adjudicator.text import Text

# What is at stake: on the picture from the start

ROLL_FOR_FIRST = "The highest roll begins"
FLIP_FOR_FIRST = Text("Heads: {seat} begins", seat="South")
FLIP_FOR_TILE = Text("Heads: {seat} takes {target}", seat="South", target="c3")

# What came out

HEADS = "Heads"
TAILS = "Tails"
BEGINS = Text("{seat} begins", seat="Silver")
TAKES = Text("{seat} takes {target}", seat="South", target="c3")
LOSES = Text("{seat} loses the attack on {target}", seat="South", target="c3")

# The picture in words: without its result, which the post tells

ALT_FLIPS = "A coin is flipped."
ALT_FLIP_FOR_FIRST = "A coin is flipped for who begins."
ALT_FLIP_FOR_TILE = Text("A coin is flipped. Heads: {seat} takes {target}.", seat="South", target="c3")
ALT_ROLLS = "Dice are rolled."
ALT_ROLL_FOR_FIRST = Text("{seats} roll for who begins.", seats="Red, Blue and Silver")
