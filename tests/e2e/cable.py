"""The way from one bot to the database: TCP to the server's socket, which can be cut off or torn."""

from __future__ import annotations

import asyncio
from pathlib import Path


class Cable:
    """``async with Cable(server.folder) as cable:`` listens at ``cable.port``."""

    def __init__(self, folder: Path) -> None:
        """folder: of the server's socket"""
        self._socket = str(folder / ".s.PGSQL.5432")
        self._whole = asyncio.Event()
        self._whole.set()
        self._ends = set[asyncio.StreamWriter]()
        self._serving = set[asyncio.Task[None]]()
        self.port = 0

    async def __aenter__(self) -> Cable:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1")
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.mend()
        self.tear()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def cut(self) -> None:
        """Nothing arrives any more, on either side; neither is told, and no new connection is answered."""
        self._whole.clear()

    def mend(self) -> None:
        """What was sent meanwhile arrives."""
        self._whole.set()

    def tear(self) -> None:
        """All connections are broken, on both sides."""
        for end in list(self._ends):
            end.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        self._ends.add(writer)
        ends = [writer]
        try:
            await self._whole.wait()
            answers, questions = await asyncio.open_unix_connection(self._socket)
            ends.append(questions)
            self._ends.add(questions)
            await asyncio.gather(self._carry(reader, questions), self._carry(answers, writer))
        except OSError:  # it is not there, or one side has gone
            pass
        finally:
            for end in ends:
                self._ends.discard(end)
                end.transport.abort()
            self._serving.discard(task)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while True:
            data = await source.read(1 << 16)
            await self._whole.wait()
            if not data:
                raise ConnectionResetError
            target.write(data)
            await target.drain()
