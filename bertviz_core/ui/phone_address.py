"""The address of a view as others reach it, and a code of it that phones read."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import segno
import streamlit as st
from streamlit.net_util import get_internal_ip

from bertviz_core.settings import get_settings

MOST_CODED = 1200
"""Characters of an address that a code on a projector holds and a phone still reads."""

_IN_CONTAINER = Path("/.dockerenv")


def reachable(address: str) -> str | None:
    """Return the address as other machines reach it; None where they cannot.

    What stands in the browser may be the visitor's own machine: that is replaced by the address that this
    installation was given (`BERTSCOPE_PUBLIC_ADDRESS`), or else by that of the machine in its network.
    """
    parts = urlsplit(address)
    public = get_settings().public_address
    if public is not None:
        return f"{str(public).rstrip('/')}{parts.path}{'?' if parts.query else ''}{parts.query}"
    if not _is_loopback(parts.hostname or ""):
        return address
    if st.context.ip_address:  # from elsewhere, whatever the browser says: it learns nothing of the network
        return None
    listens = str(st.get_option("server.address") or "")
    found = get_internal_ip()
    if _is_loopback(listens) or _IN_CONTAINER.exists() or not found or _is_loopback(found):
        return None
    host = f"[{found}]" if ":" in found else found
    return urlunsplit((parts.scheme, f"{host}:{parts.port}" if parts.port else host, *parts[2:]))


def code_svg(address: str) -> str | None:
    """Return a QR code (ISO/IEC 18004) as an SVG, black on white; None for an address too long for one."""
    if len(address) > MOST_CODED:
        return None
    code = segno.make_qr(address, error="l")
    colours = {"dark": "#000", "light": "#fff"}
    written: str = code.svg_inline(border=3, omitsize=True, svgclass="code", **colours)
    return written


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
