"""Scripts and frames of components that browsers fetch once, instead of getting them with every answer.

Streamlit sends a component's script along with its data: of a view whose script has 200 kB that is three
quarters of each answer, to be written, hashed and sent for every visitor anew.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

FOLDER = "component-scripts"
"""Where they are, in the address of the server."""

_scripts: dict[str, ServedScript] = {}

_LOADER = """
// The address of the server is that of its front end, whatever stands before it.
const frontEnd = document.querySelector('script[src*="/static/js/"]').src;
const server = frontEnd.slice(0, frontEnd.lastIndexOf("/static/js/"));
const { default: view } = await import(server + %s);
export default view;
"""


@dataclass(frozen=True)
class ServedScript:
    """One script as it is sent."""

    body: bytes
    kind: str = "text/javascript"
    policy: str | None = None
    """The Content-Security-Policy it runs under; None for that of the pages."""

    @cached_property
    def compressed(self) -> bytes:
        """The same, compressed once."""
        return gzip.compress(self.body, 6, mtime=0)


def served_script(name: str, source: str) -> str:
    """Offer a script to browsers, and return the one for Streamlit, which only fetches it.

    Args:
        name: What it is called in the address, beside a checksum of what is in it.
        source: An ES module with a default export.
    """
    body = source.encode()
    file = f"{name}-{sha256(body).hexdigest()[:16]}.js"
    _scripts[file] = ServedScript(body)
    return _LOADER % json.dumps(f"/{FOLDER}/{file}")


def served_frame(name: str, page: str, policy: str) -> str:
    """Offer a page for a frame, and return its address below that of the server.

    What runs in a frame of its own address is not bound to what the pages may run.

    Args:
        name: What it is called in the address, beside a checksum of what is in it.
        page: A whole document.
        policy: The Content-Security-Policy it runs under.
    """
    body = page.encode()
    file = f"{name}-{sha256(body + policy.encode()).hexdigest()[:16]}.html"
    _scripts[file] = ServedScript(body, "text/html", policy)
    return f"/{FOLDER}/{file}"


def offered_script(file: str) -> ServedScript | None:
    """Return the script of a name, None where it is none of those that are offered."""
    return _scripts.get(file)
