"""The bundled model inside the browser: answers while somebody types, on the visitor's own machine.

Weights and vocabulary are the files of the bundled model as they are. `kernel/` is the encoder in C with what
was made of it; the modules beside it run in a thread of the browser, `client.js` is what pages ask, and
`offer/` shows the button that loads all of it, and asks while somebody types.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.server.hashed_files import HashedFile, offer_folder
from bertviz_core.server.served_scripts import served_script
from bertviz_core.settings import get_settings

_HERE = Path(__file__).parent
_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
KERNELS = ("encoder-relaxed.wasm", "encoder.wasm")
"""What a browser runs, the first that it can."""

_MOUNT = st.components.v2.component(
    "browser_model",
    html="<button type='button' hidden></button>",
    css=(_HERE / "offer" / "view.css").read_text(encoding="utf-8"),
    js=served_script("browser-model", bundle_modules(_HERE / "offer" / "index.js")),
)


@cache
def model_folder() -> str:
    """Offer what browsers load, and return the address of its folder: `client.js` and what that asks for."""
    shards = {
        name: HashedFile(BUNDLED_FOLDER / name, checksum=known) for name, known in weight_sums().items()
    }
    weights = offer_folder(shards)
    sizes = weight_sizes()
    manifest = {
        "kernels": KERNELS,
        "vocabulary": "vocab.txt",
        "config": json.loads((BUNDLED_FOLDER / "config.json").read_text(encoding="utf-8")),
        "weights": [
            {
                "address": f"../{weights.rpartition('/')[2]}/{name}",
                "bytes": size,
                "sha256": weight_sums()[name],
            }
            for name, size in sizes.items()
        ],
        "bytes": sum(sizes.values()),
    }
    files = {path.name: HashedFile(path.read_bytes()) for path in _HERE.glob("*.js")}
    files |= {name: HashedFile((_HERE / "kernel" / name).read_bytes()) for name in KERNELS}
    files["worker.js"] = HashedFile(files["worker.js"].content, policy=_WORKER_POLICY)
    files["vocab.txt"] = HashedFile((BUNDLED_FOLDER / "vocab.txt").read_bytes())
    files["manifest.json"] = HashedFile(json.dumps(manifest).encode())
    return offer_folder(files)


def weight_sums() -> dict[str, str]:
    """Return the SHA-256 of each file of weights, as it is written down: of 68 MB nobody counts them anew."""
    lines = (_HERE / "weights.sha256").read_text(encoding="utf-8").splitlines()
    return {name: checksum for checksum, name in (line.split() for line in lines)}


@cache
def weight_sizes() -> dict[str, int]:
    """Return the bytes of each file of weights."""
    return {name: (BUNDLED_FOLDER / name).stat().st_size for name in weight_sums()}


def offer_browser_model(
    words: Mapping[str, str], *, fields: Sequence[str], wanted: Mapping[str, object], key: str
) -> Any:
    """Offer answers while somebody types, and say where they come from.

    Args:
        words: `offer`, `loading`, `here`, `server`, `enter`, and each with `Help` for its tip; `{size}` and
            `{done}` are megabytes.
        fields: Session keys of the fields for the text and the second text.
        wanted: What the views want of an answer, as `answering.js` names it.
        key: Key of the element in the session.
    """
    data = {
        "mode": get_settings().browser_model,
        "client": f"{model_folder()}/client.js",
        "bytes": sum(weight_sizes().values()),
        "words": dict(words),
        "fields": list(fields),
        "wanted": dict(wanted),
    }
    return _MOUNT(data=data, key=key, width="content")


# A copy of the app answers for what another one's page asks, before it has drawn a page itself.
with suppress(OSError):
    model_folder()
