"""The page of a lesson: its one file in pieces, so that nobody holds it whole, and its folder."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bertviz_core.components import attention, browser_model, typed_answers
from bertviz_core.components.attention.payload import FACTORS, WEIGHT_STEPS
from bertviz_core.components.bundle import bundle_components
from bertviz_core.installation import app_folder
from bertviz_core.models.catalogue import BUNDLED_FOLDER

_HERE = Path(__file__).parent
_KERNELS = Path(browser_model.__file__).parent / "kernel"
_PIECE = 3 * 2**19
"""Bytes of weights in one piece, which base64 writes without a rest."""
_OPENING, _CLOSING = b'<script type="text/plain" class="weights">', b"</script>\n"
_END = b"</body>\n</html>\n"
_SLOT = re.compile(r"\{\{(\w+)\}\}")
_KEBAB = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonWords:
    """What a page says, in one language."""

    page: Mapping[str, str]
    """For the slots of `page.html`, by their names."""
    data: Mapping[str, Any]
    """What its scripts read: `view`, `texts`, `words`, `attention`, `blanks` and `pair`."""


class OnePage:
    """A lesson as one file.

    Args:
        words: What it says.
    """

    def __init__(self, words: LessonWords) -> None:
        self._head = _page(words, [{"bytes": size} for size in browser_model.weight_sizes().values()])

    @property
    def size(self) -> int:
        """Bytes of the file."""
        sizes = browser_model.weight_sizes().values()
        return len(self._head) + sum(map(_written_size, sizes)) + len(_END)

    def pieces(self) -> Iterator[bytes]:
        """Yield the file, a piece after another; the weights are read meanwhile."""
        yield self._head
        for name in browser_model.weight_sizes():
            with (BUNDLED_FOLDER / name).open("rb") as file:
                while piece := file.read(_PIECE):
                    yield _OPENING + base64.b64encode(piece) + _CLOSING
        yield _END


def page_size() -> int:
    """Return about how many bytes the one file of a lesson has."""
    return sum(map(_written_size, browser_model.weight_sizes().values()))


def write_folder(words: LessonWords, folder: Path) -> None:
    """Write a lesson as a folder for any server of files: `index.html`, and the weights beside it.

    Args:
        words: What it says.
        folder: Made where it is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = []
    for name, size in browser_model.weight_sizes().items():
        address = f"{Path(name).stem}-{browser_model.weight_sums()[name][:16]}.bin"
        weights.append({"bytes": size, "address": address})
        with (BUNDLED_FOLDER / name).open("rb") as file, (folder / address).open("wb") as copy:
            while piece := file.read(_PIECE):
                copy.write(piece)
    (folder / "index.html").write_bytes(_page(words, weights) + _END)


def _page(words: LessonWords, weights: list[dict[str, Any]]) -> bytes:
    script = _script()
    reads = "; connect-src 'self'" if "address" in weights[0] else ""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; worker-src blob:; "
        f"style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'{reads}"
    )
    config = json.loads((BUNDLED_FOLDER / "config.json").read_text(encoding="utf-8"))
    shape = {"layers": config["num_hidden_layers"], "heads": config["num_attention_heads"]}
    data = {
        **words.data,
        "attention": {**words.data["attention"], **shape, "steps": WEIGHT_STEPS, "factors": FACTORS},
        "config": config,
        "weights": weights,
        "kernels": [
            base64.b64encode((_KERNELS / name).read_bytes()).decode() for name in browser_model.KERNELS
        ],
        "vocabulary": (BUNDLED_FOLDER / "vocab.txt").read_text(encoding="utf-8").rstrip("\n"),
    }
    slots = {
        **{name: html.escape(text) for name, text in words.page.items()},
        "policy": policy,
        "theme": _theme(),
        "style": (_HERE / "page.css").read_text(encoding="utf-8"),
        "attentionStyle": attention.PAGE_PARTS["css"],
        "attentionView": attention.PAGE_PARTS["html"],
        "answerStyle": typed_answers.STYLE,
        "data": json_in_page(data),
        "script": script,
    }
    page = (_HERE / "page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda slot: slots[slot[1]], page).encode()


def json_in_page(value: object) -> str:
    """Write JSON that no HTML parser ends early and no script reads as anything else."""
    written = json.dumps(value, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        written = written.replace(sign, f"\\u{ord(sign):04x}")
    # Half of a pair, which a browser may send, is no text in UTF-8.
    return "".join(f"\\u{ord(sign):04x}" if "\ud800" <= sign <= "\udfff" else sign for sign in written)


@cache
def _script() -> str:
    """Return the script of the page: its modules, those of its thread, and what files are written from."""
    parts = {
        "WORKER": bundle_components(_HERE / "worker.js"),
        "PAGE_PARTS": attention.PAGE_PARTS,
    }
    given = "".join(f"const {name} = {json_in_page(value)};\n" for name, value in parts.items())
    script = given + bundle_components(_HERE / "index.js")
    # What would end the script, or open a comment in it, stands in literals only.
    return re.sub(r"</(?=script)", r"<\\/", script, flags=re.IGNORECASE).replace("<!--", r"<\!--")


@cache
def _theme() -> str:
    """Return the colours of the app as styles of components name them, light or dark as the reader has it."""
    with (app_folder() / ".streamlit" / "config.toml").open("rb") as file:
        theme = tomllib.load(file)["theme"]

    def variables(of: Mapping[str, Any]) -> str:
        named = {_KEBAB.sub("-", name).lower(): value for name, value in of.items() if isinstance(value, str)}
        return " ".join(f"--st-{name}: {value};" for name, value in named.items())

    radius = theme["baseRadius"]
    fonts = "--st-font: system-ui, sans-serif; --st-code-font: ui-monospace, monospace;"
    return (
        f":root {{ color-scheme: light dark; {fonts} --st-base-radius: {radius}; "
        f"--st-button-radius: {radius}; {variables(theme['light'])} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {variables(theme['dark'])} }} }}"
    )


def _written_size(size: int) -> int:
    """Return how many bytes the pieces of a file have."""
    whole, rest = divmod(size, _PIECE)
    pieces = [_PIECE] * whole + ([rest] if rest else [])
    return sum(len(_OPENING) + 4 * -(-piece // 3) + len(_CLOSING) for piece in pieces)
