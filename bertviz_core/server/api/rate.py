"""How many questions a minute one browser, and one network, may put.

All who come without a cookie from one network share the bound of one browser: nothing else is known of a
program.
"""

from __future__ import annotations

from starlette.requests import Request

from bertviz_core.server.api.refusals import Refused
from bertviz_core.server.visit_rate import VisitRate, network_of
from bertviz_core.server.visitor_cookie import COOKIE, is_token


class RequestRate:
    """Counts questions by browser and network, in memory, for a minute."""

    def __init__(self, a_minute: int) -> None:
        """Let one browser ask so often a minute."""
        self._rate = VisitRate(a_minute)

    def count(self, request: Request) -> None:
        """Count a question.

        Raises:
            Refused: There were too many, with 429 and the seconds after which there may be more.
        """
        network = network_of(request.client.host if request.client else "")
        token = request.cookies.get(COOKIE)
        seconds = self._rate.wait_s(str(token) if is_token(token) else None, network)
        if not seconds:
            return
        refused = Refused(
            429, "Too many questions in this minute. Ask again in {seconds} seconds.", seconds=seconds
        )
        refused.headers["Retry-After"] = str(seconds)
        raise refused
