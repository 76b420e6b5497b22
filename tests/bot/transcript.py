"""Write down a play on the simulated Discord: what people do, and every word that the bot says to it.

ada: /order order:e7-e6 send:True
  to ada alone
    │ Sent: `e7-e6`. …
  #war-room
    │ ### Commander-In-Chief `d4r3n5` · turn 1
    │ [My orders] [Board] [History]
    │ ▣ Dark: …        (a picture's alt text)
"""

from __future__ import annotations

import difflib
import os
import random
import re
import secrets
import textwrap
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from tests.bot.world import BUTTON, CONTAINER, MENU, Player, Said, World

FOLDER = Path(__file__).parent / "transcripts"
WRITE = os.environ.get("FIELDPOST_TRANSCRIPTS") == "write"
WIDTH = 110
PRIVATE, SILENT, CARD = 64, 4096, 1 << 15
"""Flags of a message."""
DEFERRED, DEFERRED_IN_PLACE, CHANGED, SUGGESTIONS, FORM = 5, 6, 7, 8, 9
"""Types of an answer to an interaction."""
IN_PLACE = "answer, in the message's place"
"""By which the outbox finds its post again."""
BOOKKEEPING = re.compile("^/(applications|gateway|oauth2|users/@me)|/typing$")
"""Requests that nobody sees."""
POSTED = re.compile(r"/channels/(\d+)/messages(?:/\d+)?")


class Transcript:
    """`lines`: what was done and said so far. Chance, codes and numbers are the same at every run."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self._cards: set[str] = set()
        self.lines: list[str] = []
        self._read = len(world.env.http_requests)
        self._shown: dict[str, str] = {}
        """By custom id or file: a menu or an alt text as it was shown last."""
        self._bodies: dict[str, list[str]] = {}
        """By first line: a message as it was shown last."""
        self._answers: dict[str, str] = {}
        """By token: where an answer that was put off will stand."""
        for name in ("slash", "slash_dm", "click", "press", "choose", "submit", "write", "offered"):
            self._record(monkeypatch, Player, name, getattr(self, f"_{name}"))
        self._record(monkeypatch, World, "pass_time", lambda _, seconds: f"--- {duration(seconds)} pass")
        self._record(monkeypatch, World, "restart", lambda _: "--- the bot is restarted")
        for name in ("token_bytes", "token_hex", "choice", "randbelow"):
            monkeypatch.setattr(secrets, name, drawn(name))

    def title(self, text: str) -> None:
        """Begin a part."""
        self.lines += ["", f"== {text} =="]

    def drop(self) -> None:
        """Forget what was said since the last title: a lobby like those of other transcripts."""
        self._heard()
        while self.lines and not self.lines[-1].startswith("=="):
            self.lines.pop()
        self._shown.clear()
        self._bodies.clear()

    def text(self) -> str:
        self._heard()
        return "\n".join(self.lines).strip() + "\n"

    # -- what people do

    def _record(
        self, monkeypatch: pytest.MonkeyPatch, kind: type[Any], name: str, words: Callable[..., str]
    ) -> None:
        """Write down each call of a method, with what was said before it and because of it."""
        method = getattr(kind, name)

        @wraps(method)
        async def recorded(who: Any, *args: Any, **given: Any) -> Any:
            self._heard()
            self.lines += ["", words(who, *args, **given).rstrip()]
            try:
                return await method(who, *args, **given)
            finally:
                await self.world.settle()
                self._heard()

        monkeypatch.setattr(kind, name, recorded)

    def _slash(self, who: Player, command: str, channel: Any = None, **given: Any) -> str:
        where = f" (in #{channel.name})" if channel is not None and channel != self.world.channel else ""
        shown = [
            f"{key}:{self._plain(str(getattr(value, 'mention', value)))}" for key, value in given.items()
        ]
        return " ".join([f"{name_of(who)}{where}: /{command}", *shown])

    def _slash_dm(self, who: Player, command: str, **given: Any) -> str:
        return f"(direct message) {self._slash(who, command, **given)}"

    def _click(self, who: Player, message: Any, label: str) -> str:
        return f"{name_of(who)}: [{label}]"

    def _press(self, who: Player, message: Any, custom_id: str) -> str:
        return f"{name_of(who)}: presses {custom_id}"

    def _choose(self, who: Player, message: Any, *values: str, menu: int = 0) -> str:
        return f"{name_of(who)}: ▾ {', '.join(values)}"

    def _submit(self, who: Player, shown: Said, **values: Any) -> str:
        filled = "; ".join(f"{key} = {value}" for key, value in values.items())
        return f"{name_of(who)}: fills in the form: {filled}".replace("\n", " / ")

    def _write(self, who: Player, text: str, **given: Any) -> str:
        return f"{name_of(who)} writes to the bot: {text}"

    def _offered(
        self, who: Player, typed: str, option: str = "order", command: str = "order", **_: Any
    ) -> str:
        return f"{name_of(who)}: types /{command} {option}:{typed}"

    # -- what the bot says

    def _heard(self) -> None:
        """Add what was said since: answers, then channels, then direct messages, each by name."""
        new = self.world.env.http_requests[self._read :]
        self._read += len(new)
        said = [
            request for request in new if request.method != "GET" and not BOOKKEEPING.search(request.path)
        ]
        for request in sorted(said, key=lambda request: self._place(request.path)):
            self.lines += self._shown_by(request, request.json if isinstance(request.json, dict) else {})

    def _place(self, path: str) -> tuple[int, str]:
        """The rank of the place where a request shows something, and the place."""
        if path.startswith(("/interactions", "/webhooks")):
            return 0, ""
        found = POSTED.fullmatch(path)
        if found is None:
            return 3, ""
        channel = self.world.env.backend.get_channel(int(found[1]))
        return (2, f"to {self._names()[channel.id]}") if channel.guild_id is None else (1, f"#{channel.name}")

    def _shown_by(self, request: Any, body: dict[str, Any]) -> list[str]:
        """Lines for a request: where it shows something, and what."""
        if found := re.fullmatch(r"/interactions/\d+/(.+)/callback", request.path):
            return self._answer(found[1], body)
        if found := re.fullmatch(r"/webhooks/\d+/([^/]+)(/messages/.*)?", request.path):
            place = self._answers.get(found[1], "answer") if found[2] else answer(body)
            gone = request.method == "DELETE"
            return [] if gone else [f"  {place}", *self._body(body, edits=place == IN_PLACE)]
        if POSTED.fullmatch(request.path):
            how = {"PATCH": " (edited)", "DELETE": " (deleted)"}.get(request.method, "")
            parts, path = body.get("components") or [{"type": 0}], request.path
            if request.method == "PATCH" and parts[0]["type"] == CONTAINER and path not in self._cards:
                how = " (the same, as a card)" if "attachments" in body else how
                self._cards.add(path)
            how += " (silent)" if int(body.get("flags") or 0) & SILENT else ""
            _, place = self._place(request.path)
            return [f"  {place}{how}", *self._body(body, edits=request.method == "PATCH")]
        named = f" {body['name']}" if "name" in body else ""
        return [f"  ({request.method} {self._plain(request.path)}{named})"]

    def _answer(self, token: str, body: dict[str, Any]) -> list[str]:
        """Lines for the first answer to an interaction."""
        kind, data = body["type"], body.get("data") or {}
        if kind in (DEFERRED, DEFERRED_IN_PLACE):
            self._answers[token] = IN_PLACE if kind == DEFERRED_IN_PLACE else answer(data)
            return []
        if kind == SUGGESTIONS:
            shown = " | ".join(choice["name"] for choice in data["choices"]) or "nothing"
            return self._lines(f"is offered: {shown}")
        if kind == FORM:
            return [f"  form: {self._plain(data['title'])}", *self._form(data)]
        place = IN_PLACE if kind == CHANGED else answer(data)
        return [f"  {place}", *self._body(data, edits=kind == CHANGED)]

    def _body(self, body: dict[str, Any], *, edits: bool = False) -> list[str]:
        """A message's text, pictures and files, buttons and menus, and whom it notifies. Of one that `edits`
        another with the same first line, what has changed."""
        text = body.get("content") or ""
        found = self._lines(text) if text else []
        if not int(body.get("flags") or 0) & CARD:
            for item in body.get("attachments") or ():
                found += self._picture(item.get("filename", "the same files"), item.get("description") or "")
        for part in body.get("components") or ():
            for row in part["components"] if part["type"] == CONTAINER else [part]:
                found += self._part(row)
        users = (body.get("allowed_mentions") or {}).get("users") or ()
        if users:
            names = self._names()
            found += self._lines("🔔 " + ", ".join(sorted(names.get(int(user), "?") for user in users)))
        before = self._bodies.get(found[0], []) if found else []
        self._bodies |= {found[0]: found} if found else {}
        return changed(before, found) if edits and before else found

    def _part(self, part: dict[str, Any]) -> list[str]:
        """Lines for a part of a card, or a row of a classic message."""
        match part["type"]:
            case 10:
                return self._lines(part["content"])
            case 12:
                shown = ((item["media"]["url"], item.get("description") or "") for item in part["items"])
                return [line for url, alt in shown for line in self._picture(url, alt)]
            case 13:
                return self._picture(part["file"]["url"], "")
            case 14:
                return self._lines("———")
            case 9:
                beside = part["accessory"]
                shown = f"[{beside['label']}]" if beside["type"] == BUTTON else f"▣ {beside['media']['url']}"
                text = "\n".join(one["content"] for one in part["components"])
                return self._lines(f"{text} → {shown}")
        items = part.get("components") or ()
        labels = [
            f"[{item.get('label')}]" + (" (off)" if item.get("disabled") else "")
            for item in items
            if item["type"] == BUTTON
        ]
        found = self._lines(" ".join(labels)) if labels else []
        return found + [line for item in items if item["type"] in MENU for line in self._menu(item)]

    def _picture(self, url: str, alt: str) -> list[str]:
        name = url.rpartition("/")[2]
        return self._lines(f"▣ {name}" + (f": {self._once(name, alt)}" if alt else ""))

    def _menu(self, item: dict[str, Any]) -> list[str]:
        options = [
            ("✓" if option.get("default") else "")
            + option["label"]
            + (f" ({option['description']})" if option.get("description") else "")
            for option in item["options"]
        ]
        shown = self._once(item["custom_id"], " | ".join(options))
        return self._lines(f"▾ {item.get('placeholder') or ''}: {shown}")

    def _once(self, key: str, text: str) -> str:
        """A text, unless it is long and stood there the last time."""
        before, self._shown[key] = self._shown.get(key), text
        return "as before" if before == text and len(text) > WIDTH else text

    def _form(self, data: dict[str, Any]) -> list[str]:
        found = []
        for row in data["components"]:
            items = row.get("components") or [row.get("component") or {}]
            for item in items:
                label = row.get("label") or item.get("label")
                hint = row.get("description") or item.get("placeholder") or ""
                shown = item.get("value") or ""
                if item.get("options"):
                    shown = " | ".join(
                        ("✓" if option.get("default") else "") + option["label"] for option in item["options"]
                    )
                found += self._lines(f"{label}{f' ({hint})' if hint else ''}: {shown}")
        return found

    # -- plain text

    def _names(self) -> dict[int, str]:
        """Names of users, by their ids and by those of their direct messages; of channels and roles."""
        backend = self.world.env.backend
        found = {user.id: user.name for user in backend.users.values()}
        found |= {channel.id: channel.name or "?" for channel in backend.channels.values()}
        return found | {channel: found[user] for user, channel in backend.dm_channels.items()}

    def _plain(self, text: str) -> str:
        names = self._names()
        text = re.sub(r"<t:(\d+):(\w)>", lambda found: f"⟨{moment(int(found[1]))}⟩", text)
        text = re.sub(r"<(@&|@|#)(\d+)>", lambda found: found[1] + names.get(int(found[2]), "?"), text)
        text = re.sub(r"\d{17,20}", lambda found: names.get(int(found[0]), "…"), text)
        return re.sub(r"\b([0-9a-f]{8})[0-9a-f]{56}\b", r"\1…", text)

    def _lines(self, text: str) -> list[str]:
        """A text indented, its long lines wrapped."""
        found = []
        for line in self._plain(text).split("\n"):
            wrapped = textwrap.wrap(line, WIDTH - 6, subsequent_indent="  ", break_long_words=False)
            found += [f"    │ {part}".rstrip() for part in wrapped or [""]]
        return found


def changed(before: list[str], now: list[str]) -> list[str]:
    """The first line and those that are new; `…` where others stay."""
    found = now[:1]
    for tag, _, _, first, last in difflib.SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        found += ["    │ …"] if tag == "equal" and (first, last) != (0, 1) else now[max(first, 1) : last]
    return found


def answer(body: dict[str, Any]) -> str:
    return "answer, to this person alone" if int(body.get("flags") or 0) & PRIVATE else "answer, to all"


def name_of(who: Player) -> str:
    return str(who.user.name)


def moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%a %d %b %H:%M")


def duration(seconds: float) -> str:
    for size, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= size and seconds % size < 61:
            return f"{seconds // size:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def drawn(name: str) -> Callable[..., Any]:
    """A function of `secrets`, the same at each run."""
    rng = random.Random(name)
    functions: dict[str, Callable[..., Any]] = {
        "token_bytes": lambda number=32: rng.randbytes(number),
        "token_hex": lambda number=32: rng.randbytes(number).hex(),
        "choice": rng.choice,
        "randbelow": rng.randrange,
    }
    return functions[name]


def compare(path: Path, was: str, now: str) -> None:
    """Fail with the difference, unless a golden text is as it was."""
    if was != now:
        lines = difflib.unified_diff(was.splitlines(), now.splitlines(), path.name, "now", lineterm="", n=4)
        reason = (
            "What the bot says has changed. If it should: FIELDPOST_TRANSCRIPTS=write, and read the diff."
        )
        pytest.fail("\n".join([reason, *lines]), pytrace=False)


# -- what one test says, in a file for its module


class Golden:
    """What presenters say in one test, value by value: `said(WORDS.task(view))`."""

    def __init__(self) -> None:
        self.values: list[str] = []

    def __call__(self, value: Any) -> None:
        if isinstance(value, Mapping):
            value = [f"{key}: {each}" for key, each in value.items()]
        self.values.append(value if isinstance(value, str) else "\n".join(map(str, value)))

    def check(self, request: pytest.FixtureRequest) -> None:
        """Compare with the section of this test in the golden text of its module."""
        path = FOLDER / f"{Path(request.path).stem.removeprefix('test_')}.txt"
        sections = read_sections(path)
        for name in sections:
            assert hasattr(request.module, name.partition("[")[0]), (
                f"{path.name} tells of {name}, which is gone"
            )
        name, now = request.node.name, "\n\n".join(self.values)
        if WRITE:
            sections[name] = now
            path.write_text("\n".join(f"== {each}\n\n{text}\n" for each, text in sections.items()), "utf-8")
        compare(path, sections.get(name, ""), now)


def read_sections(path: Path) -> dict[str, str]:
    """The texts of a golden file by the names of their tests."""
    text = path.read_text("utf-8") if path.exists() else ""
    found = (part.partition("\n") for part in re.split(r"^== ", text, flags=re.MULTILINE)[1:])
    return {name: section.strip("\n") for name, _, section in found}
