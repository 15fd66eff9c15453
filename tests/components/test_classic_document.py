"""BertViz's documents after the change: nothing loads or breaks out, every weight and token is there."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bertviz_core.components import classic
from bertviz_core.components.classic.document import (
    ClassicDocument,
    ClassicWords,
    head_document,
    model_document,
)
from bertviz_core.engine import BertEngine

VENDOR = Path(classic.__file__).parent / "vendor"
WORDS = ClassicWords(
    layer="Capa",
    layers="Capas",
    head="Cabeza",
    heads="Cabezas",
    attention="Atención",
    both="Ambas",
    first="Frase <A>",
    second="Frase </script>",
)
HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>",
    "\u2028alert(1)//",
    "PYTHON_PARAMS",
    '"];alert(1);//',
    "*/ alert(1) /*",
    "const params = 1; requirejs([",
    '<script type="text/javascript">',
    "\\u003cimg\\",
    "\ud83d",
]


class Reader(HTMLParser):
    """Collects the elements of a document and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1][0] == "script":
            self.scripts[-1] += data


def random_weights(*shape: int) -> NDArray[np.float32]:
    weights = np.random.default_rng(5).random(shape, dtype=np.float32)
    return weights / weights.sum(axis=-1, keepdims=True)


def documents(tokens: list[str], second_from: int | None = None) -> list[ClassicDocument]:
    n = len(tokens)
    return [
        head_document(random_weights(3, n, n), tokens, layer=4, second_from=second_from, words=WORDS),
        model_document(random_weights(2, 3, n, n), tokens, second_from=second_from, words=WORDS),
    ]


def parameters(document: ClassicDocument) -> dict:
    script = Reader(document.html).scripts[-1]
    [line] = [line for line in script.splitlines() if line.strip().startswith("const params = ")]
    return json.loads(line.strip().removeprefix("const params = ").removesuffix(";"))


@pytest.mark.parametrize("second_from", [None, 4])
def test_nothing_is_loaded_from_anywhere(second_from: int | None) -> None:
    for document in documents(HOSTILE, second_from):
        reader = Reader(document.html)
        for tag, attributes in reader.elements:
            assert not {"src", "href", "data", "action", "srcset", "background"} & set(attributes), tag
        assert [
            tag for tag, _ in reader.elements if tag in {"link", "img", "iframe", "object", "embed"}
        ] == []
        assert "http" not in reader.scripts[-1]
        assert "url(" not in document.html.split("<script>", 1)[0]


def test_the_policy_allows_exactly_the_scripts_that_stand_there() -> None:
    for document in documents(HOSTILE):
        reader = Reader(document.html)
        [policy] = [a["content"] for t, a in reader.elements if t == "meta" and "http-equiv" in a]
        assert policy
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        digests = [base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in reader.scripts]
        assert rules["default-src"] == "'none'"
        assert rules["script-src"].split() == [f"'sha256-{digest}'" for digest in digests]
        assert set(rules) == {"default-src", "script-src", "style-src"}


def test_hostile_tokens_stay_text() -> None:
    for document, harmless in zip(documents(HOSTILE), documents(["a"] * len(HOSTILE)), strict=True):
        hostile_tags = [tag for tag, _ in Reader(document.html).elements]
        assert hostile_tags == [tag for tag, _ in Reader(harmless.html).elements]
        script = Reader(document.html).scripts[-1]
        assert not re.search("</|<!--|<script|[\u2028\u2029]", script, re.IGNORECASE)
        assert parameters(document)["attention"][0]["left_text"] == HOSTILE


def test_the_same_page_has_a_token_once_for_each_side() -> None:
    for document in documents(["token-one", "token-two", "token-three"]):
        assert document.html.count("token-one") == 2  # BertViz itself writes everything twice over


def test_the_weights_are_the_ones_given() -> None:
    head, model = documents(["a", "b", "c", "d", "e"])
    for document, given in ((head, random_weights(1, 3, 5, 5)), (model, random_weights(2, 3, 5, 5))):
        shown = np.asarray(parameters(document)["attention"][0]["attn"])
        assert shown.shape == given.shape
        assert np.abs(shown - given.reshape(shown.shape)).max() <= 0.0005 + 1e-7


def test_two_sentences_can_be_filtered() -> None:
    for document in documents(["a", "b", "c", "d", "e"], second_from=3):
        parts = parameters(document)["attention"]
        assert [len(part["left_text"]) for part in parts] == [5, 3, 2, 3, 2]
        assert [len(part["right_text"]) for part in parts] == [5, 3, 2, 2, 3]
        whole = np.asarray(parts[0]["attn"])
        assert np.array_equal(np.asarray(parts[3]["attn"]), whole[:, :, :3, 3:])


def test_layers_and_heads_are_counted_from_one() -> None:
    head, model = map(parameters, documents(["a", "b"]))
    assert (head["include_layers"], head["layer"]) == ([5], 5)
    assert (model["include_layers"], model["include_heads"]) == ([1, 2], [1, 2, 3])


def test_bertviz_speaks_the_visitors_language() -> None:
    head, model = documents(["a", "b", "c"], second_from=2)
    for document in (head, model):
        said = re.sub("const params = .*", "", document.html)
        assert "Atención: <select" in said and ">Ambas<" in said
        assert ">Frase &lt;A&gt; → Frase &lt;/script&gt;<" in said
        for english in ("Sentence", ">All<", "Attention: <", '"Heads"', '"Layers"', "'Layer '", '", Head "'):
            assert english not in said
    assert "Capas" in model.html and '"Capa "' in model.html


def test_any_family_can_be_shown(engine: BertEngine) -> None:
    maps = engine.attention("el gato duerme", "la casa")
    labels = list(maps.encoding.labels)
    second = int(np.flatnonzero(maps.encoding.sequence_ids == 1)[0])
    document = model_document(maps.weights, labels, second_from=second, words=WORDS)
    shown = parameters(document)
    assert shown["attention"][0]["left_text"] == labels
    assert len(shown["include_layers"]) == engine.info.layers


def test_the_libraries_are_the_published_ones() -> None:
    rows = re.findall(
        r"^\| `([\w.]+)` .* `([0-9a-f]{64})` \|$", (VENDOR / "README.md").read_text(), re.MULTILINE
    )
    assert {name for name, _ in rows} == {path.name for path in VENDOR.glob("*.js")}
    for name, digest in rows:
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest
    assert len(list(VENDOR.glob("LICENSE.*"))) == len(rows)


def test_bertviz_is_imported_by_nobody_who_does_not_open_it() -> None:
    script = (
        "import sys, bertviz_core.ui.attention.explore_classic as view; import bertviz_core; "
        "bertviz_core.load_engine; "
        "print({'bertviz', 'IPython', 'boto3'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=200)
    assert done.stdout.strip() == "set()", done.stderr
