"""What has come of messages that are not whole yet has a bound, through however many WebSockets.

uvicorn keeps the parts of a message until the last one came: 200 MB for each connection that somebody opens,
since Streamlit has one bound for questions and answers (`server.maxMessageSize`). A handshake that its
library for WebSockets cannot read it never answers; such a connection stays open.
"""

from __future__ import annotations

from typing import Any

import websockets.http11
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_OF_ONE = 26_000_000
"""Bytes of one message; Streamlit tells a browser whose message has over 25 MB."""

MOST_OF_ALL = 200_000_000
"""Bytes of all messages that are not whole."""

LONGEST_LINE = 65_536
"""Bytes of a header, as h11 takes them: the cookies of people who signed in have more than 8 KB together."""

_PART = 64
"""Bytes that a part of a message takes beside what is in it."""


class UnfinishedMessages:
    """Counts what has come, by connection; the one with the most goes when there is too much.

    Args:
        of_one: Bytes of one message.
        of_all: Bytes of all.
    """

    def __init__(self, of_one: int = MOST_OF_ONE, of_all: int = MOST_OF_ALL) -> None:
        self._of_one, self._of_all = of_one, of_all
        self._came: dict[Any, int] = {}

    def watch(self, protocol: type[Any]) -> None:
        """Have connections of a class of uvicorn's counted from now on."""
        receive, pass_on = protocol.data_received, protocol.send_receive_event_to_app
        lose = protocol.connection_lost

        def data_received(connection: Any, data: bytes) -> None:
            if connection.transport.is_closing():
                return
            receive(connection, data)
            if connection.conn.handshake_exc is not None and not connection.handshake_initiated:
                _refuse(connection)
            elif connection.frames or connection.conn.reader.buffer:
                self._count(connection)

        def send_receive_event_to_app(connection: Any) -> None:
            self._came.pop(connection, None)
            pass_on(connection)

        def connection_lost(connection: Any, error: Exception | None) -> None:
            self._came.pop(connection, None)
            lose(connection, error)

        protocol.data_received = data_received
        protocol.send_receive_event_to_app = send_receive_event_to_app
        protocol.connection_lost = connection_lost

    def _count(self, connection: Any) -> None:
        protocol = connection.conn
        size = len(protocol.reader.buffer) + (protocol.current_size or 0) + _PART * len(connection.frames)
        self._came[connection] = size
        while sum(self._came.values()) > self._of_all:
            self._end(max(self._came, key=self._came.__getitem__))
        if size > self._of_one and connection in self._came:
            self._end(connection)

    def _end(self, connection: Any) -> None:
        del self._came[connection]
        connection.frames = []
        connection.conn.reader.buffer.clear()
        connection.transport.abort()


def _refuse(connection: Any) -> None:
    connection.transport.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    connection.transport.close()


unfinished_messages = UnfinishedMessages()
"""Those of this process."""


def bound_messages() -> None:
    """Have uvicorn read from WebSockets so, from now on."""
    websockets.http11.MAX_LINE_LENGTH = LONGEST_LINE
    unfinished_messages.watch(WebSocketsSansIOProtocol)
