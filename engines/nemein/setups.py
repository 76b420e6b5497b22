"""Handfuls and where they stand."""

from __future__ import annotations

from random import Random

from adjudicator.game import Seat
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.orders import Handful, Place
from adjudicator.nemein.setup import stock
from engines.engine import Level


def set_up(options: NemeinOptions, seat: Seat, level: Level, random: Random) -> tuple[Handful, Place]:
    return stock(options, seat)
