"""Messages as parts of a page: what `templates/card.html` is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from bot.common.message import Button, Form, Menu, Message, Picture, Rows, Section
from bot.features.boards.desk import PREFIX
from bot.storage import players
from bot.storage.database import Tx
from bot.web.board import LARGE, SIZE, BoardPicture
from bot.web.markdown import to_html, to_line
from bot.web.site import Site
from maps.touch import Layer

Values = dict[str, Any]
_MENTION = re.compile(r"<@!?(\d{1,20})>")
_OPENS = ("fpb:openboard:", "fpb:openown:")


_HEAD, _MOST_NEWS = 2, 180
"""Lines above a board: its title, and whose it is; characters of news that may stand there, too."""
_TAPS = ("tap", "tapsend", "btap", "btapsend")
"""A game's own buttons on desks."""


def _act(control: Button | Menu) -> str:
    return control.id.split(":", 2)[1]


def names_in(tx: Tx, guild: int | None, texts: Iterable[str]) -> dict[int, str]:
    """The names, in this server, of those whom these texts mention: in others they may have other names."""
    mentioned = {int(mention) for text in texts for mention in _MENTION.findall(text)}
    return players.names_in(tx, guild, mentioned) if guild is not None and mentioned else {}


@dataclass(frozen=True, slots=True)
class _Touched:
    """A board that one touches. meanings: what its spaces stand for, as the card's controls are made"""

    picture: BoardPicture
    layer: Layer
    names: frozenset[str]
    meanings: dict[str, list[str]]

    @classmethod
    def of(cls, picture: BoardPicture) -> _Touched:
        layer = picture.layer()
        return cls(picture, layer, frozenset(shape.space for shape in layer.shapes), {})

    def space(self, value: str, label: str, more: str = "") -> str:
        """The space that one touches for a control with this value, "" none. more: is said of it where the
        label is the space's own name"""
        found = self.picture.space(value, self.names)
        if found:
            self.meanings.setdefault(found, []).append(more if label == found and more else label)
        return found


@dataclass(frozen=True, slots=True)
class Cards:
    """Makes cards for one place.

    pictures: the path under which pictures are fetched by their names
    owner: for whom they are kept, see `Asked`;  people: names for mentions, by id
    homes: the pages of those of them who have one
    touch: whether boards are for touching, or only to look at
    """

    site: Site
    pictures: str
    owner: str
    people: Mapping[int, str]
    touch: bool = False
    homes: Mapping[int, str] = field(default_factory=dict)

    def card(self, message: Message) -> Values:
        """The parts of a message: a head, a board or pictures, rows of controls."""
        shown = message.picture
        board = _Touched.of(shown) if self.touch and isinstance(shown, BoardPicture) else None
        rows = [row for at, one in enumerate(message.rows) if (row := self._row(one, board, at))]
        if self.touch:  # a game's own buttons are not looked for below long lists
            rows.sort(key=lambda row: row["kind"] not in ("text", "taps"))
        head, news = self._split(message.text) if board is not None else (message.text, "")
        return {
            "head": self._html(head),
            "news": self._html(news) if news else "",
            "said": self._said(message),
            "small": self._html(message.small) if message.small else "",
            "accent": f"#{message.accent:06x}" if message.accent is not None else "",
            "board": self._board(board, message.rows) if board is not None else None,
            "pictures": [
                self._picture(one) for one in message.attached if board is None or one is not board.picture
            ],
            "files": [
                {"name": file.name, "src": self._address(self.site.pictures.keep(file.data, self.owner))}
                for file in message.files
            ],
            "rows": rows,
        }

    def _html(self, text: str) -> Markup:
        return to_html(text, self.people, homes=self.homes)

    def _split(self, text: str) -> tuple[str, str]:
        """What stands above a board, and news that are so long that they stand below it."""
        lines = text.split("\n")
        head, news = "\n".join(lines[:_HEAD]), "\n".join(lines[_HEAD:])
        return (head, news) if len(news) > _MOST_NEWS else (text, "")

    def _said(self, message: Message) -> str:
        """What is read out when the card changes: of a board what is ordered, and what is asked next."""
        told = [row for row in message.rows if isinstance(row, str)][:1] if self.touch else []
        asks = [f"{row.placeholder}." for row in message.rows if isinstance(row, Menu)][-1:] if told else []
        return to_line("\n".join([*told, *asks] or [message.text]), self.people)

    def form(self, form: Form) -> Values:
        """The fields of a form."""
        return {
            "id": form.id,
            "title": form.title,
            "fields": [
                {
                    "key": field.key,
                    "label": field.label,
                    "hint": to_line(field.hint),
                    "value": field.value,
                    "long": field.long,
                    "required": field.required,
                    "most": field.most or (1500 if field.long else 100),
                    "choices": field.choices,
                    "many": field.most or 1,
                }
                for field in form.fields
            ],
        }

    def _row(self, row: Any, board: _Touched | None, at: int) -> Values | None:
        if isinstance(row, str):
            return {"kind": "text", "html": self._html(row)}
        if isinstance(row, Menu):
            choices = [
                {
                    "value": choice.value,
                    "label": choice.label,
                    "description": choice.description,
                    "chosen": choice.chosen,
                    "space": board.space(choice.value, choice.label, choice.description)
                    if board is not None
                    else "",
                    "kind": "piece"
                    if board is not None and board.picture.leads_on(_act(row), choice.value)
                    else "target",
                }
                for choice in row.choices
            ]
            touched = bool(choices) and all(choice["space"] for choice in choices)
            many = row.most > 1 or row.least == 0
            return {
                "kind": "menu", "id": row.id, "label": row.placeholder, "choices": choices, "at": at,
                "least": row.least, "most": row.most, "many": many, "touched": touched,
                "counted": row.counted if self.touch else None,
            }  # fmt: skip
        if isinstance(row, tuple):
            shown = [one for one in row if not one.id.startswith(_OPENS)]  # it is open already
            taps = shown and all(_act(one) in _TAPS for one in shown)
            kind = "taps" if taps else "buttons"
            return {"kind": kind, "buttons": [self._button(one, board) for one in shown]}
        if isinstance(row, Section):
            beside = row.beside
            side = (
                {"button": self._button(beside, board), "picture": None}
                if isinstance(beside, Button)
                else {"button": None, "picture": self._picture(beside)}
            )
            return {"kind": "section", "html": self._html(row.text), **side}
        return {"kind": "line"}

    def _button(self, button: Button, board: _Touched | None) -> Values:
        space = ""
        if board is not None and _act(button) in _TAPS:
            space = board.space(button.id.split(":", 5)[5].removesuffix("~"), button.label)
        return {
            "id": button.id, "label": button.label, "style": button.style, "disabled": button.disabled,
            "space": space,
        }  # fmt: skip

    def _picture(self, picture: Picture) -> Values:
        if isinstance(picture, BoardPicture):
            name = self.site.pictures.ask(picture.game, picture.view, picture.extras, self.owner)
        else:
            name = self.site.pictures.keep(picture.data, self.owner)
        return {"src": self._address(name), "alt": picture.alt}

    def _board(self, board: _Touched, rows: Rows) -> Values:
        layer = board.layer
        shapes = [
            {
                "space": shape.space,
                "label": ": ".join([shape.label, *board.meanings.get(shape.space, ())[:1]]),
                "points": " ".join(f"{x:.0f},{y:.0f}" for x, y in shape.outline),
                "x": round(shape.centre[0]),
                "y": round(shape.centre[1]),
            }
            for shape in layer.shapes
        ]
        small, large = (self._picture(board.picture.at(size)) for size in (SIZE, LARGE))
        return {
            **small,
            "srcset": f"{small['src']} {SIZE}w, {large['src']} {LARGE}w",
            "width": layer.width,
            "height": layer.height,
            "shapes": shapes,
            "pieces": self._others(board, [row for row in rows if isinstance(row, Menu)]),
        }

    def _others(self, board: _Touched, menus: Sequence[Menu]) -> list[Values]:
        """The pieces, where the menus show where the one goes that is picked, and no other."""
        picture, values = board.picture, [(_act(menu), one.value) for menu in menus for one in menu.choices]
        if not menus or any(picture.leads_on(*each) for each in values):
            return []
        kind, act, rest = menus[0].id.split(":", 2)
        prefix = PREFIX if act.startswith(PREFIX) else ""
        return [
            {"id": f"{kind}:{prefix}{step}:{rest}", "value": value, "label": label, "space": space}
            for step, value, label in picture.pieces([value for _, value in values])
            if (space := picture.space(value, board.names))
        ]

    def _address(self, name: str) -> str:
        return self.site.url(f"{self.pictures}/{name}")
