"""The options of Nemein, each with the sentence that it decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from fractions import Fraction
from typing import Any

from adjudicator.errors import OptionError
from adjudicator.game import Option, Seat
from adjudicator.nemein import text
from adjudicator.nemein.board import LEAST_SIDE, MOST_SIDE, SEATS
from adjudicator.nemein.money import CODES, Currency, fraction_text, room_of, stock_handful
from adjudicator.options import GameOptions, declare, number

DEFAULT = "default"
_MAX_FRACTION = 1000
"""Limits the wholes that a handful may be worth."""


def _unread(_: Option, value: Any) -> Any:
    """Leave a value for `read_options`, which knows the currencies."""
    return value


def _by_seats(write: Callable[[Any], str]) -> Callable[[Option, Any], dict[Seat, str]]:
    return lambda _, values: {seat: write(value) for seat, value in zip(SEATS, values, strict=True)}


@dataclass(frozen=True, slots=True, kw_only=True)
class NemeinOptions(GameOptions):
    """The complete options. money, fraction: south's, north's."""

    side: int = number(
        4,
        *text.SIDE,
        least=LEAST_SIDE,
        most=MOST_SIDE,
    )
    money: tuple[Currency, Currency] = declare(
        MISSING,
        Option(
            "currency",
            "choice",
            CODES[0],
            *text.CURRENCY,
            choices=CODES,
            sides=SEATS,
        ),
        _unread,
        _by_seats(lambda money: money.code),
    )
    fraction: tuple[Fraction, Fraction] = declare(
        MISSING,
        Option(
            "fraction",
            "fraction",
            DEFAULT,
            *text.FRACTION,
            choices=(DEFAULT,),
            sides=SEATS,
        ),
        _unread,
        _by_seats(fraction_text),
    )
    max_coins: int = number(
        20,
        *text.MAX_COINS,
        least=2,
        most=40,
    )
    houses_to_win: int = number(
        3,
        *text.HOUSES_TO_WIN,
        least=1,
        most=10,
    )
    quiet_turns: int = number(
        60,
        *text.QUIET_TURNS,
        most=500,
    )

    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    def amount(self, side: int) -> int:
        """Return what the handful of seat 0 or 1 adds up to, in sub-units."""
        return int(self.fraction[side] * self.money[side].whole)

    def stock(self, side: int) -> tuple[int, ...]:
        """Return the stock handful of seat 0 or 1."""
        found = _stock(self, side)
        assert found is not None  # `read_options` refuses options without one
        return found


def _stock(options: NemeinOptions, side: int) -> tuple[int, ...] | None:
    return stock_handful(
        options.money[side].coins,
        options.amount(side),
        options.max_coins,
        options.houses_to_win,
        room_of(options.side),
    )


def read_options(currencies: Mapping[str, Currency], given: Mapping[str, Any]) -> NemeinOptions:
    """Complete options from some. Raises OptionError, also if no handful could be made with them."""
    values = {"currency": CODES[0], "fraction": DEFAULT} | NemeinOptions.read_values(given)
    money = tuple(_currency(currencies, each) for each in _by_seat("currency", values.pop("currency")))
    parts = zip(_by_seat("fraction", values.pop("fraction")), money, strict=True)
    fraction = tuple(_fraction(each, of) for each, of in parts)
    options = NemeinOptions(money=(money[0], money[1]), fraction=(fraction[0], fraction[1]), **values)
    for side in (0, 1):
        _check_handful(options, side, given)
    return options


def _by_seat(key: str, value: object) -> tuple[Any, Any]:
    """Return a value for each seat, where there may be one for both. Raises OptionError."""
    if not isinstance(value, Mapping):
        return value, value
    for seat in value:
        if seat not in SEATS:
            raise OptionError(key, text.NO_SEAT(seat=repr(seat)), SEATS)
    for seat in SEATS:
        if seat not in value:
            raise OptionError(key, text.SEAT_MISSING(seat=seat))
    return value[SEATS[0]], value[SEATS[1]]


def _currency(currencies: Mapping[str, Currency], value: object) -> Currency:
    found = currencies.get(value.strip().upper()) if isinstance(value, str) else None
    if found is None:
        raise OptionError("currency", text.NO_CURRENCY(value=repr(value)), CODES)
    return found


def _fraction(value: object, money: Currency) -> Fraction:
    """Read a fraction from "default", "n/d", or a whole number."""
    if isinstance(value, str) and value.strip().lower() == DEFAULT:
        return money.fraction
    found = None
    if isinstance(value, int) and not isinstance(value, bool):
        found = Fraction(value)
    elif isinstance(value, str) and (
        match := re.fullmatch(r"\s*([0-9]{1,4})\s*(?:/\s*([0-9]{1,4})\s*)?", value)
    ):
        whole, parts = int(match[1]), int(match[2] or 1)
        found = Fraction(whole, parts) if parts else None
    if found is None or not 0 < found <= _MAX_FRACTION:
        raise OptionError("fraction", text.NO_FRACTION(value=repr(value)), (DEFAULT,))
    if (found * money.whole).denominator != 1:
        written = fraction_text(found)
        raise OptionError(
            "fraction", text.BROKEN_FRACTION(fraction=written, whole=money.whole, currency=money.code)
        )
    return found


def _check_handful(options: NemeinOptions, side: int, given: Mapping[str, Any]) -> None:
    """Refuse options with which no handful can be made; the option that is named is one that was given."""
    if _stock(options, side) is not None:
        return
    money = options.money[side]
    key = next((key for key in ("fraction", "max_coins", "side") if key in given), "currency")
    said = text.NO_HANDFUL_FITS if options.max_coins > room_of(options.side) else text.NO_SUCH_HANDFUL
    amount = money.amount(options.amount(side))
    raise OptionError(
        key, said(most=options.max_coins, currency=money.code, coins=money.named(), amount=amount)
    )
