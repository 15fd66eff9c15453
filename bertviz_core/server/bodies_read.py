"""What is sent with a request is read up to a size, within a time, and all of them up to a sum."""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect, Request

from bertviz_core.errors import BusyError
from bertviz_core.server.api.refusals import Refused

PATIENCE_S = 20.0
"""So long a body may be on its way."""

MOST_OF_ALL = 200_000_000
"""Bytes of bodies that are on their way, whoever sends them."""


class BodiesRead:
    """Those of one process.

    Args:
        most: Bytes of one.
        too_large: What is said of a larger one; `{most}` is in it.
        of_all: Bytes of all that are on their way.
        patience_s: So long each may be.
    """

    def __init__(
        self, most: int, too_large: str, *, of_all: int = MOST_OF_ALL, patience_s: float = PATIENCE_S
    ) -> None:
        self._most, self._too_large = most, too_large
        self._of_all, self._patience_s = of_all, patience_s
        self._arriving = 0

    async def read(self, request: Request) -> bytes:
        """Return what was sent.

        Raises:
            BusyError: There is no room for more.
            Refused: It is too large (413), too slow (408), or ended early (400).
        """
        body = bytearray()
        try:
            async with asyncio.timeout(self._patience_s):
                async for part in request.stream():
                    body += part
                    self._arriving += len(part)
                    if len(body) > self._most:
                        raise Refused(413, self._too_large, most=self._most)
                    if self._arriving > self._of_all:
                        raise BusyError("Many people are asking at once. Try again in a moment.")
        except TimeoutError as error:
            raise Refused(
                408, "The request did not come within {seconds} seconds.", seconds=round(self._patience_s)
            ) from error
        except ClientDisconnect as error:
            raise Refused(400, "The request ended early.") from error
        finally:
            self._arriving -= len(body)
        return bytes(body)
