"""Settings: environment and ``.env`` -> one frozen object. A wrong or missing key is named in one line."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from dotenv import dotenv_values

from bot.common.errors import Refused, SettingsError


@dataclass(frozen=True)
class Settings:
    """token: the bot's secret, never logged; database: an SQLAlchemy URL or a file's path;
    guild: register the commands in this server alone (at once; for trying out); render_processes:
    worker processes that draw, 0 draws in threads; think_processes: those in which computers think, None: as
    many as the machine has room for; log_format: "text" or "json";
    defaults: options of the house for new games, such as "undo=30 grace=0"; faults: the folder for what is
    needed to look into a fault; new_dms_a_minute: so many users are written to for the first time, at the
    most; 0, in tests alone: as many as there are; metrics: the address and port of /healthz, /readyz and
    /metrics, None: nothing listens; process: the name of this process among several, see `process_name`;
    shards: how many connections to Discord the bot's servers are spread over, 0: as many as Discord
    recommends; None: one connection, without shards; web: the address and port of the pages, None: there are
    none; web_url: the address by which people come to them, "": by that one."""

    token: str
    database: str = "var/fieldpost.sqlite3"
    guild: int | None = None
    log_level: str = "INFO"
    log_format: str = "text"
    render_processes: int = 1
    defaults: str = ""
    faults: Path = Path("var/faults")
    new_dms_a_minute: int = 6
    metrics: tuple[str, int] | None = None
    process: str = ""
    shards: int | None = None
    think_processes: int | None = None
    web: tuple[str, int] | None = None
    web_url: str = ""

    @property
    def process_name(self) -> str:
        """The name that nobody else has: as set, or the machine's with the number of the process."""
        return self.process or f"{socket.gethostname()}:{os.getpid()}"

    @property
    def counted_as(self) -> str:
        """Under which name the sessions that a process begins are counted, also when it is started again."""
        return (self.process or socket.gethostname()) if self.shards is not None else ""

    @property
    def pages(self) -> str:
        """The address by which people come to the pages, without a slash at its end; "": there are none.
        Another process may serve them: then it alone is set."""
        if self.web is None:
            return self.web_url
        host, port = self.web
        return self.web_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def __repr__(self) -> str:
        """Without the token and the database's URL (it may hold a password): settings get logged."""
        return f"Settings(log_level={self.log_level}, guild={self.guild})"


_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_FORMATS = ("text", "json")
_PREFIX = "FIELDPOST_"
_KEYS = (
    "TOKEN",
    "DATABASE",
    "GUILD",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "RENDER_PROCESSES",
    "THINK_PROCESSES",
    "DEFAULTS",
    "FAULTS",
    "NEW_DMS_A_MINUTE",
    "METRICS",
    "PROCESS",
    "SHARDS",
    "WEB",
    "WEB_URL",
)


def read_settings(
    env_file: Path = Path(".env"), environment: Mapping[str, str] | None = None, *, token: bool = True
) -> Settings:
    """Settings from `env_file` (may be missing); the environment wins over it. Raises SettingsError.

    token: whether it must be there; otherwise it is not even read
    """
    values = _values(env_file, environment)
    return Settings(
        token=_token(values.get("TOKEN"), env_file) if token else "",
        database=values.get("DATABASE", Settings.database),
        guild=_number(values, "GUILD", None, 1, 2**63),
        log_level=_word(values, "LOG_LEVEL", Settings.log_level, _LEVELS),
        log_format=_word(values, "LOG_FORMAT", Settings.log_format, _FORMATS),
        render_processes=_number(values, "RENDER_PROCESSES", 1, 0, 16) or 0,
        think_processes=_number(values, "THINK_PROCESSES", None, 1, 16),
        defaults=_house_options(values.get("DEFAULTS", "")),
        faults=Path(values.get("FAULTS", str(Settings.faults))),
        new_dms_a_minute=_number(values, "NEW_DMS_A_MINUTE", None, 1, 1000) or Settings.new_dms_a_minute,
        metrics=_address(values, "METRICS", "127.0.0.1:9464"),
        process=_name(values, "PROCESS"),
        shards=_shards(values),
        web=_address(values, "WEB", "127.0.0.1:8080"),
        web_url=_url(values),
    )


def read_database(env_file: Path = Path(".env"), environment: Mapping[str, str] | None = None) -> str:
    """Where the database is, for commands that talk to nobody: they need no token. Raises SettingsError."""
    return _values(env_file, environment).get("DATABASE", Settings.database)


def read_metrics(
    env_file: Path = Path(".env"), environment: Mapping[str, str] | None = None
) -> tuple[str, int] | None:
    """Where a bot with these settings says how it is. Raises SettingsError."""
    return _address(_values(env_file, environment), "METRICS", "127.0.0.1:9464")


def _values(env_file: Path, environment: Mapping[str, str] | None) -> dict[str, str]:
    """What is set, by key without the prefix."""
    written, environment = dotenv_values(env_file), os.environ if environment is None else environment
    values: dict[str, str] = {}
    for source in (written, environment):
        for key, value in source.items():
            if key.startswith(_PREFIX) and value is not None and value.strip():
                values[key.removeprefix(_PREFIX)] = value.strip()
    _refuse_slips(written, environment)
    return values


def _refuse_slips(written: Mapping[str, str | None], environment: Mapping[str, str]) -> None:
    """Unknown keys in the file, and what looks like a slip of the pen in the environment."""
    for key in written:
        if key in _KEYS:
            raise SettingsError(f"{key}: write it as {_PREFIX}{key}")
        if key.startswith(_PREFIX) and key.removeprefix(_PREFIX) not in _KEYS:
            raise SettingsError(f"{key}: there is no such key; see .env.example")
    for key in environment:
        name = key.removeprefix(_PREFIX)
        close = get_close_matches(name, _KEYS, n=1, cutoff=0.85)
        if key.startswith(_PREFIX) and name not in _KEYS and close:
            raise SettingsError(f"{key}: there is no such key; did you mean {_PREFIX}{close[0]}?")


def _token(token: str | None, env_file: Path) -> str:
    if not token or token == "paste-your-token-here":
        raise SettingsError(
            f"FIELDPOST_TOKEN is missing: put FIELDPOST_TOKEN= and the bot's token into {env_file.absolute()}"
        )
    if not re.fullmatch(r"[A-Za-z0-9_.\-]{8,200}", token):
        raise SettingsError(
            "FIELDPOST_TOKEN is malformed: it is the bare token, without spaces, quotes or the word Bot"
        )
    return token


def _word(values: Mapping[str, str], key: str, default: str, words: tuple[str, ...]) -> str:
    given = values.get(key, default)
    for word in words:
        if word.lower() == given.lower():
            return word
    raise SettingsError(f"{_PREFIX}{key} is {given!r}: it may be {', '.join(words)}")


def _house_options(text: str) -> str:
    # It imports every game: `health`, which runs every half a minute, does without.
    from bot.engine.house_rules import read_defaults

    try:
        read_defaults(text)
    except Refused as wrong:
        raise SettingsError(f"{_PREFIX}DEFAULTS: {wrong}") from None
    return text


def _number(values: Mapping[str, str], key: str, default: int | None, least: int, most: int) -> int | None:
    given = values.get(key)
    if given is None:
        return default
    if not given.isascii() or not given.isdigit() or not least <= int(given) <= most:
        limit = f"from {least} to {most}" if most < 2**32 else "such as a server's id"
        raise SettingsError(f"{_PREFIX}{key} is {given!r}: it must be a whole number {limit}")
    return int(given)


def _shards(values: Mapping[str, str]) -> int | None:
    given = values.get("SHARDS", "")
    if given.lower() == "auto":
        return 0
    if given and not (given.isascii() and given.isdigit()):
        raise SettingsError(f"{_PREFIX}SHARDS is {given!r}: write auto, or a whole number from 1 to 10000")
    return _number(values, "SHARDS", None, 1, 10_000)


_ADDRESS = re.compile(r"(?:(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):)?(?P<port>[0-9]{1,5})")


def _address(values: Mapping[str, str], key: str, example: str) -> tuple[str, int] | None:
    """An address and a port; a port alone is one of this machine, for this machine."""
    given = values.get(key)
    if given is None:
        return None
    found = _ADDRESS.fullmatch(given)
    if found is None or not 1 <= int(found["port"]) <= 65535:
        raise SettingsError(f"{_PREFIX}{key} is {given!r}: write a port, or address:port, as in {example}")
    return (found["host"] or "127.0.0.1").strip("[]"), int(found["port"])


def _url(values: Mapping[str, str]) -> str:
    given = values.get("WEB_URL", "").rstrip("/")
    if given and not re.fullmatch(r"https?://[A-Za-z0-9.\-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~\-]+)*", given):
        raise SettingsError(
            f"{_PREFIX}WEB_URL is {given!r}: write the whole address, as in https://games.example.org"
        )
    return given


def _name(values: Mapping[str, str], key: str) -> str:
    given = values.get(key, "")
    if not re.fullmatch(r"[A-Za-z0-9_.:\-]{0,64}", given):
        raise SettingsError(f"{_PREFIX}{key} is {given!r}: it may have up to 64 letters, digits, and _ . : -")
    return given
