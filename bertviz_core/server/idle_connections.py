"""A connection on which nothing is asked is ended, as uvicorn ends it only after a first answer.

Whoever opens connections and says nothing, or a request letter by letter, would hold as many as the process
may have open files, and nobody else would come in.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

PATIENCE_S = 30.0
"""Within so long, and at the latest twice that, a request has to begin and its header to end."""


def end_idle(protocol: type[Any] = AutoHTTPProtocol, patience_s: float = PATIENCE_S) -> None:
    """Have connections of a class of uvicorn's end so, from now on."""
    begin = protocol.connection_made

    def connection_made(connection: Any, transport: asyncio.Transport) -> None:
        begin(connection, transport)
        asyncio.get_running_loop().call_later(patience_s, look, connection, None)

    def look(connection: Any, last: Any) -> None:
        transport, asked = connection.transport, connection.cycle
        if transport.is_closing() or transport.get_protocol() is not connection:  # it became a WebSocket
            return
        if asked is last and (asked is None or asked.response_complete):
            transport.close()
            return
        asyncio.get_running_loop().call_later(patience_s, look, connection, asked)

    protocol.connection_made = connection_made
