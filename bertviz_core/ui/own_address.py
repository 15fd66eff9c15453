"""Nobody outside is asked for the address of this machine.

Streamlit asks a service of the internet when it starts, and for each browser that comes from a page of
another address, whether that is its own by another name. For the answer it waits up to two seconds, and all
visitors with it.
"""

from __future__ import annotations

from streamlit import config, net_util

from bertviz_core.settings import get_settings


def ask_nobody_outside() -> None:
    """Have Streamlit know no other address than those it finds by itself, and those it is told."""
    net_util.get_external_ip = _unknown


def _unknown() -> None:
    """Return no address."""


def named_sites() -> list[str]:
    """Return the sites that are set as the app's own, beside the address by which a browser came."""
    public = get_settings().public_address
    return [*config.get_option("server.corsAllowedOrigins"), *([str(public)] if public else [])]
