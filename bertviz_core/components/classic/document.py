"""The documents of BertViz (Vig 2019), changed so that they need no network and cannot be broken by a text.

BertViz writes the weights twice and its tokens unescaped into a script, and loads its libraries from
elsewhere. Here its markup and its script are taken apart and put together again: parameters written once,
rounded and escaped, libraries inline, and a policy that lets exactly these scripts run and nothing load.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_FOLDER = Path(__file__).parent
_LIBRARIES = ("vendor/d3.min.js", "vendor/jquery.min.js", "vendor/require.js", "frame.js")
"""In this order: d3 would define itself without a name if require.js stood before it."""

_DECIMALS = 3
"""Of a weight: it becomes the opacity of a line."""

_STYLE = "body { margin: 10px; background: #fff; color: #000 } #vis { overflow-x: auto; overflow-y: hidden }"
"""Light in both themes: BertViz writes in black."""

_PARAMETERS = "const params = "
_SCRIPT_TAG = '<script type="text/javascript">'
_BEGIN = "requirejs(["
"""Before it stands only where to load the libraries from."""


@dataclass(frozen=True, slots=True)
class ClassicDocument:
    """One view as a whole document."""

    html: str
    height: int
    """Pixels it will need, about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicWords:
    """What BertViz says in English, in the visitor's language."""

    layer: str
    layers: str
    head: str
    heads: str
    attention: str
    both: str
    first: str
    second: str

    def in_markup(self) -> dict[str, str]:
        """Map pieces of BertViz's markup to what stands in their place.

        The choice of a layer goes: a head view holds a single one.
        """
        first, second = html.escape(self.first), html.escape(self.second)
        a, b = "Sentence A", "Sentence B"
        pairs = {a: first, b: second}
        return {
            'Layer: <select id="layer"></select>': '<select id="layer" hidden></select>',
            "Attention: <select": f"{html.escape(self.attention)}: <select",
            ">All<": f">{html.escape(self.both)}<",
        } | {f">{x} -> {y}<": f">{pairs[x]} → {pairs[y]}<" for x in pairs for y in pairs}

    def in_script(self) -> dict[str, str]:
        """Map pieces of BertViz's script to what stands in their place."""
        return {
            '.text("Heads")': f".text({_literal(self.heads)})",
            '.text("Layers")': f".text({_literal(self.layers)})",
            "'Layer ' +": f"{_literal(self.layer + ' ')} +",
            '", Head " +': f"{_literal(f', {self.head} ')} +",
        }


def head_document(
    weights: NDArray[np.float32],
    tokens: Sequence[str],
    *,
    layer: int,
    second_from: int | None,
    words: ClassicWords,
) -> ClassicDocument:
    """Return the head view of one layer: a line for each head and pair of tokens.

    Args:
        weights: Attention of the layer, `(heads, query, key)`.
        tokens: What to show for each of the n tokens.
        layer: 0-based number of the layer.
        second_from: Position of the second sentence's first token; None without one.
        words: The visitor's language.
    """
    import torch
    from bertviz import head_view

    page = head_view(
        [torch.tensor(weights)[None]],
        list(tokens),
        sentence_b_start=second_from,
        prettify_tokens=False,
        html_action="return",
    )
    numbers = {"include_layers": [layer + 1], "layer": layer + 1}
    return ClassicDocument(_put_together(page.data, numbers, words), 54 + 23 * len(tokens))


def model_document(
    weights: NDArray[np.float32], tokens: Sequence[str], *, second_from: int | None, words: ClassicWords
) -> ClassicDocument:
    """Return the model view: every head of every layer as a small drawing of its lines.

    Args:
        weights: Attention of the model, `(layers, heads, query, key)`.
        tokens: What to show for each of the n tokens.
        second_from: Position of the second sentence's first token; None without one.
        words: The visitor's language.
    """
    import torch
    from bertviz import model_view

    layers, heads, n, _ = weights.shape
    page = model_view(
        list(torch.tensor(weights)[:, None]),
        list(tokens),
        sentence_b_start=second_from,
        prettify_tokens=False,
        display_mode="light",
        html_action="return",
    )
    numbers = {"include_layers": [*range(1, layers + 1)], "include_heads": [*range(1, heads + 1)]}
    height = max(layers * (n * 84 // heads + 10) + 38, n * 18 + 55)
    return ClassicDocument(_put_together(page.data, numbers, words), height + 24)


def _put_together(page: str, numbers: Mapping[str, object], words: ClassicWords) -> str:
    """Make one document of BertViz's markup and script and of the libraries.

    Args:
        page: What BertViz returned.
        numbers: Parameters to overwrite, so that layers and heads are counted from 1.
        words: The visitor's language.
    """
    before, script = page.split(_SCRIPT_TAG)
    markup = _replaced(before.split("</script>", 1)[1], words.in_markup())
    script = script[script.index(_BEGIN) : script.rindex("</script>")]
    at = script.index(_PARAMETERS) + len(_PARAMETERS)
    parameters, end = json.JSONDecoder().raw_decode(script, at)
    end = script.index("\n", end)  # the rest of the line is the same again, in a comment
    code = script[:at] + _literal(_rounded(parameters | numbers)) + ";"
    code += _replaced(script[end:], words.in_script())
    scripts = (*_libraries(), code)
    allowed = " ".join(f"'sha256-{_digest(text)}'" for text in scripts)
    policy = f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'"
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>BertViz</title><style>{_STYLE}</style></head><body>{markup}"
        + "".join(f"<script>{text}</script>" for text in scripts)
        + "</body></html>"
    )


def _replaced(text: str, pieces: Mapping[str, str]) -> str:
    """Put other pieces in the place of those found in a text."""
    for old, new in pieces.items():
        text = text.replace(old, new)
    return text


def _rounded(parameters: dict[str, Any]) -> dict[str, Any]:
    """Round the weights to what can be seen."""
    for part in parameters["attention"]:
        part["attn"] = np.round(np.asarray(part["attn"]), _DECIMALS).tolist()
    return parameters


def _literal(value: object) -> str:
    """Write a value into a script; no text can end the script or begin a comment in it."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _libraries() -> tuple[str, ...]:
    """Read the scripts that stand before BertViz's own."""
    return tuple((_FOLDER / name).read_text(encoding="utf-8") for name in _LIBRARIES)


def _digest(script: str) -> str:
    """Return what a policy knows a script by."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
