"""A provider of identities (OpenID Connect Core 1.0) for tests: it asks nobody, and vouches for one."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT = "bertscope"


class IdentityProvider:
    """Signs what it says of `claims`, which a test may change."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.claims: dict[str, object] = {}
        self._key = RSAKey.generate_key(2048, {"kid": "of this test", "use": "sig", "alg": "RS256"})
        self._nonces: dict[str, str | None] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/.well-known/openid-configuration", self._described),
            Route("/authorize", self._authorize),
            Route("/token", self._token, methods=["POST"]),
            Route("/keys", self._keys),
        ]

    async def _described(self, _: Request) -> Response:
        parts = {
            "authorization_endpoint": "authorize",
            "token_endpoint": "token",
            "jwks_uri": "keys",
        }
        return JSONResponse(
            {name: f"{self.address}/{part}" for name, part in parts.items()}
            | {
                "issuer": self.address,
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        )

    async def _authorize(self, request: Request) -> Response:
        asked = request.query_params
        code = f"code {len(self._nonces)}"
        self._nonces[code] = asked.get("nonce")
        back = urlencode({"code": code, "state": asked["state"]})
        return RedirectResponse(f"{asked['redirect_uri']}?{back}")

    async def _token(self, request: Request) -> Response:
        form = await request.form()
        now = int(time.time())
        says = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 600}
        says |= {"nonce": self._nonces.pop(str(form["code"])), **self.claims}
        signed = jwt.encode({"alg": "RS256", "kid": self._key.kid}, says, self._key)
        return JSONResponse({"access_token": "none", "token_type": "Bearer", "id_token": signed})

    async def _keys(self, _: Request) -> Response:
        return JSONResponse({"keys": [self._key.as_dict(private=False)]})


@contextmanager
def identity_provider(port: int) -> Iterator[IdentityProvider]:
    """Serve one on this machine."""
    provider = IdentityProvider(f"http://127.0.0.1:{port}")
    config = uvicorn.Config(Starlette(routes=provider.routes()), port=port, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield provider
    finally:
        server.should_exit = True
        thread.join()
