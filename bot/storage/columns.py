"""Columns are declared once, as the fields of a record, such as `name: Annotated[str, Personal.NAME]`.

The type of the field says the type of the column (`| None`: it may be NULL; a Literal: one of these values);
what else there is to say stands in the annotation, also what the column holds of a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from .dialect import BIG_ID

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Personal(Enum):
    """What a column may hold of a user, and what becomes of it when the user is forgotten."""

    NOTHING = "nothing"
    PSEUDONYM = "a user's id: the row stays, with a pseudonym in its place"
    DELETED = "a user's id: the row is deleted"
    GIVEN_BACK = "a user's id: the row goes as soon as Discord has done what it stands for"
    NAME = "the display name of the row's user: the pseudonym's takes its place"
    WORDS = "what the bot says, with names and mentions: the pseudonym's take their place"
    VALUES = "JSON that may hold the same, and ids"
    THEIRS = "what people wrote: it stays as it is, but for mentions"
    JOB = "what is still to be done for somebody who is being forgotten: the row goes with it"
    PLACE = "a channel or message of a user's own direct messages: it goes with the row, or is forgotten"


class Mark(Enum):
    """What an annotation says of a column."""

    KEY = "part of the primary key"
    SERIAL = "the primary key, counted up by the database"
    BIG = "64 bits, as ids of Discord's are"
    COUNTED = "an id that the database counted up"
    INDEXED = "has an index of its own"
    UNIQUE = "no value comes twice"
    ADDED = "rows of older versions did not have it: the field's default is the column's"


KEY, SERIAL, BIG, COUNTED = Mark.KEY, Mark.SERIAL, Mark.BIG, Mark.COUNTED
INDEXED, UNIQUE, ADDED = Mark.INDEXED, Mark.UNIQUE, Mark.ADDED


@dataclass(frozen=True, slots=True)
class Ref:
    """A foreign key."""

    column: str


_TYPES: dict[type, type[TypeEngine[Any]]] = {
    # Text without a length: SQLite would not enforce one, so only PostgreSQL would ever refuse a row.
    str: Text,
    int: Integer,
    float: Double,
    bool: Boolean,
}


def table(
    metadata: MetaData, name: str, record: type[DataclassInstance], *items: SchemaItem, **keywords: Any
) -> Table:
    """Build the table of a record: a column for each field, a check for each Literal, and `items` (indexes,
    constraints over several columns)."""
    hints = get_type_hints(record, include_extras=True)
    columns = [part for field in fields(record) for part in _column(field, hints[field.name])]
    return Table(name, metadata, *columns, *items, **keywords)


def _column(field: Field[Any], hint: Any) -> Iterator[SchemaItem]:
    """The column of a field, and the check of a Literal."""
    kind, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    nullable = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
    if nullable:
        kind = next(one for one in get_args(kind) if one is not NoneType)
    serial, key = SERIAL in marks, KEY in marks or SERIAL in marks
    of_type: TypeEngine[Any] | type[TypeEngine[Any]]
    if serial or COUNTED in marks:
        of_type = BIG_ID
    elif BIG in marks:
        of_type = BigInteger
    elif get_origin(kind) is Literal:
        of_type = Text
    else:
        of_type = _TYPES.get(kind) or JSON(none_as_null=nullable)
    yield Column(
        field.name,
        of_type,
        *(ForeignKey(mark.column) for mark in marks if isinstance(mark, Ref)),
        primary_key=key,
        autoincrement="auto" if serial or not key else False,
        nullable=nullable and not key,
        index=INDEXED in marks or None,
        unique=UNIQUE in marks or None,
        server_default=_default(field) if ADDED in marks else None,
        info={"personal": next((mark for mark in marks if isinstance(mark, Personal)), Personal.NOTHING)},
    )
    if get_origin(kind) is Literal:
        allowed = ", ".join(f"'{value}'" for value in get_args(kind))
        yield CheckConstraint(f"{field.name} IN ({allowed})", name=field.name)


def _default(field: Field[Any]) -> Any:
    """What rows of older versions are read with, as SQL."""
    value = field.default_factory() if field.default_factory is not MISSING else field.default
    if isinstance(value, bool):
        return text(str(value).lower())
    return text(f"{value:g}") if isinstance(value, (int, float)) else text(f"'{value}'")
