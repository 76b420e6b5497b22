"""The pages: look at games, play them by touching the board, read feeds. Off without FIELDPOST_WEB."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.common.errors import SettingsError

if TYPE_CHECKING:
    from bot.services import Services
    from bot.settings import Settings
    from bot.web.server import WebServer


async def serve(settings: Settings, services: Services) -> WebServer | None:
    """Listen where FIELDPOST_WEB says, and return the server to close. None: nothing listens, and the
    packages for it need not be installed. Raises SettingsError."""
    if settings.web is None:
        return None
    try:
        from bot.web.picture_files import folder_of
        from bot.web.server import WebServer
    except ImportError as error:
        raise SettingsError(
            f"FIELDPOST_WEB: a package is missing ({error}); pip install 'fieldpost[web]'"
        ) from error
    host, port = settings.web
    server = WebServer(services, settings.pages, folder=folder_of(settings.database))
    try:
        await server.start(host, port)
    except OSError as error:
        raise SettingsError(f"FIELDPOST_WEB: cannot listen on {host}:{port}: {error.strerror}") from error
    return server


@asynccontextmanager
async def serving(settings: Settings, services: Services) -> AsyncIterator[WebServer | None]:
    """The same while the block runs."""
    server = await serve(settings, services)
    try:
        yield server
    finally:
        if server is not None:
            await server.close()
