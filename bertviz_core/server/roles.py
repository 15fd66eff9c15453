"""What somebody who signed in may do here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import IntEnum


class Role(IntEnum):
    """Who somebody is to this installation; each may do what the one before may."""

    VISITOR = 0
    """Looks at everything, and asks."""
    AUTHOR = 1
    """Lets models learn here, and brings some."""
    HOST = 2
    """Sees, stops, names and deletes the runs of all."""


def role_of(claims: Mapping[str, object], authors: Collection[str], hosts: Collection[str]) -> Role:
    """Return the role of whoever a provider of identities vouches for.

    Args:
        claims: What the provider says (OpenID Connect Core 1.0, 5.1). An address that it does not say to have
            verified is nobody's: whoever may type one in would be anybody.
        authors: Addresses, or `@` and a domain; empty: whoever signed in.
        hosts: The same; empty: nobody.
    """
    address = _folded(str(claims.get("email") or ""))
    if claims.get("email_verified") not in (True, "true"):
        address = ""
    if _named(address, hosts):
        return Role.HOST
    return Role.AUTHOR if not authors or _named(address, authors) else Role.VISITOR


def _named(address: str, names: Collection[str]) -> bool:
    name, at, domain = address.rpartition("@")
    return bool(name and at and domain) and not {address, f"@{domain}"}.isdisjoint(map(_folded, names))


def _folded(address: str) -> str:
    """Return an address that capitals do not tell from another; other letters do: strauß is not strauss."""
    return address.lower() if address.isascii() else address
