"""The modules that run in browsers, run in the Node that Playwright brings, beside the engine."""

from __future__ import annotations

import base64
import json
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright._impl._driver import compute_driver_executable

from bertviz_core.analysis.attention.heads_statistics import punctuation
from bertviz_core.components import browser_model
from bertviz_core.engine import BertEngine
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.results import Encoding

MODULES = Path(browser_model.__file__).parent
SCRIPTS = Path(__file__).parent / "node"
LAYERS, HEADS, HIDDEN, VOCABULARY, WORDS = 12, 12, 384, 32_005, 32_008
Pair = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """The largest differences to the engine over some texts, and the time that one took in Node."""

    attention: float
    probabilities: float
    """Of words in places, and of the next sentence."""
    states: float
    same_first: float
    """Share of places whose most probable word is the engine's."""
    milliseconds: list[float]


def read_texts(texts: Sequence[Pair]) -> list[dict[str, Any] | None]:
    """Return what the tokenizer in JavaScript makes of texts; None where it leaves one to the server."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.json"
        file.write_text(json.dumps(list(texts)), encoding="utf-8")
        printed = _node("tokenizer.mjs", MODULES, BUNDLED_FOLDER / "vocab.txt", file)
    read: list[dict[str, Any] | None] = json.loads(printed)
    return read


def told_while_typing() -> list[str]:
    """Return what is told of a letter, a long text, a composed letter, nothing, and a text of the server."""
    told: list[str] = json.loads(_node("typing.mjs", MODULES))
    return told


def attention_form(weights: NDArray[np.float32], encoding: Encoding) -> dict[str, Any]:
    """Return what the browser makes of weights (layers, heads, n, n); `layers` are bytes."""
    about = {
        "layers": weights.shape[0],
        "heads": weights.shape[1],
        "sentences": encoding.sequence_ids.tolist(),
        "special": encoding.special.tolist(),
        "punctuation": punctuation(encoding).tolist(),
    }
    with tempfile.TemporaryDirectory() as folder:
        numbers, file = Path(folder) / "weights", Path(folder) / "input.json"
        numbers.write_bytes(weights.astype("<f4").tobytes())
        file.write_text(json.dumps(about), encoding="utf-8")
        form: dict[str, Any] = json.loads(_node("attention_form.mjs", MODULES, numbers, file))
    return form | {"layers": [base64.b64decode(layer) for layer in form["layers"]]}


def typed_header(sent: dict[str, Any], weights: NDArray[np.float32], text: str, pair: str) -> dict[str, Any]:
    """Return the header of what the attention view shows of weights that were computed in the browser.

    Args:
        sent: The header of the payload that the server sent before.
        weights: (layers, heads, n, n) of the text and its pair.
        text: As it was typed.
        pair: The second text; empty for none.
    """
    with tempfile.TemporaryDirectory() as folder:
        header, numbers = Path(folder) / "header.json", Path(folder) / "weights"
        header.write_text(json.dumps(sent), encoding="utf-8")
        numbers.write_bytes(weights.astype("<f4").tobytes())
        view, vocabulary = MODULES.parent / "attention", BUNDLED_FOLDER / "vocab.txt"
        found: dict[str, Any] = json.loads(
            _node("typed_data.mjs", MODULES, view, vocabulary, header, numbers, text, pair)
        )
    return found


def best_words(engine: BertEngine, texts: Sequence[Pair], count: int) -> list[dict[str, Any]]:
    """Return what the worker tells of texts: `words` of each blank, `ids` and `probabilities`, and `next`."""
    encodings = [engine.encode(*text) for text in texts]
    blanks = [
        [place for place, token in enumerate(encoding.tokens) if token == engine.info.mask_token]
        for encoding in encodings
    ]
    lines = [
        json.dumps(
            {
                "logits": answer["logits"].reshape(-1, WORDS)[: len(asked), :VOCABULARY].tolist(),
                "next": answer["next"].tolist(),
            }
        )
        for (_ms, answer), asked in zip(_answers(encodings, blanks, "encoder.wasm"), blanks, strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "logits.jsonl"
        file.write_text("\n".join(lines), encoding="utf-8")
        printed = _node("best_words.mjs", MODULES, file, str(count))
    return [json.loads(line) for line in printed.splitlines()]


def layer_steps(
    engine: BertEngine, texts: Sequence[Pair], wanted: Mapping[str, object]
) -> list[dict[str, Any]]:
    """Return what the worker tells the stepper of texts; `wanted` as components/by_hand/payload.py has it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "questions.jsonl"
        encodings = [engine.encode(*text) for text in texts]
        lines = [
            json.dumps({"ids": one.ids.tolist(), "segments": one.segment_ids.tolist(), "steps": dict(wanted)})
            for one in encodings
        ]
        file.write_text("\n".join(lines), encoding="utf-8")
        printed = _node("layer_steps.mjs", MODULES, BUNDLED_FOLDER, "encoder.wasm", file)
    return [json.loads(line) for line in printed.splitlines()]


def sides(asked: Sequence[tuple[str, int]], count: int) -> list[dict[str, list[dict[str, Any]]]]:
    """Return what the worker tells of blanks, by their numbers: best `id`s of each way and `probability`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "asked.json"
        file.write_text(json.dumps(list(asked)), encoding="utf-8")
        printed = _node("sides.mjs", MODULES, BUNDLED_FOLDER, "encoder.wasm", file, str(count))
    return [json.loads(line) for line in printed.splitlines()]


def surprise(asked: Sequence[tuple[str, dict[str, object]]]) -> list[list[dict[str, Any]]]:
    """Return the scores of texts whose tokens are hidden in turn; what is wanted as in_turn.js has it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "asked.json"
        file.write_text(json.dumps(list(asked)), encoding="utf-8")
        printed = _node("surprise.mjs", MODULES, BUNDLED_FOLDER, "encoder.wasm", file)
    return [json.loads(line) for line in printed.splitlines()]


def sentence_ends(asked: Sequence[tuple[str, str]]) -> list[dict[str, str] | None]:
    """Return how texts with a blank at the end are read, where the model expects an entry there."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "asked.json"
        file.write_text(json.dumps(list(asked)), encoding="utf-8")
        read: list[dict[str, str] | None] = json.loads(_node("sentence_end.mjs", MODULES, file))
    return read


def compare(engine: BertEngine, texts: Sequence[Pair], *, kernel: str = "encoder.wasm") -> Differences:
    """Ask the encoder in Node and the engine about texts: everything, and the words in two places of each."""
    encodings = [engine.encode(*text) for text in texts]
    places = [[1, len(encoding) // 2] for encoding in encodings]
    far: dict[str, list[float]] = {"attention": [], "probabilities": [], "states": []}
    same: list[bool] = []
    took: list[float] = []
    for (ms, answer), encoding, asked in zip(
        _answers(encodings, places, kernel), encodings, places, strict=True
    ):
        n = len(encoding)
        run = engine.passes.run(encoding, attention=True)
        states = run.hidden.numpy()
        assert run.attention is not None
        far["attention"].append(_far(answer["attention"].reshape(LAYERS, HEADS, n, n), run.attention))
        far["states"].append(_far(answer["states"].reshape(states.shape), states))
        words = [engine.passes.word_probabilities(run.hidden[-1, place]).numpy() for place in asked]
        logits = answer["logits"].reshape(-1, WORDS)[: len(asked), :VOCABULARY]
        far["probabilities"] += [_far(_softmax(row), word) for row, word in zip(logits, words, strict=True)]
        same += [row.argmax() == word.argmax() for row, word in zip(logits, words, strict=True)]
        said = engine.next_sentence(encoding.text, encoding.pair) if encoding.pair else None
        if said:
            far["probabilities"].append(abs(float(_softmax(answer["next"])[0]) - said.is_next))
        took.append(ms)
    return Differences(
        **{name: max(values) for name, values in far.items()},
        same_first=float(np.mean(same)),
        milliseconds=took,
    )


def _answers(
    encodings: Sequence[Any], places: Sequence[list[int]], kernel: str
) -> Iterator[tuple[float, dict[str, NDArray[np.float32]]]]:
    with tempfile.TemporaryDirectory() as folder:
        questions, answers = Path(folder) / "questions.jsonl", Path(folder) / "answers"
        questions.write_text(
            "\n".join(
                json.dumps({"ids": one.ids.tolist(), "segments": one.segment_ids.tolist(), "places": asked})
                for one, asked in zip(encodings, places, strict=True)
            ),
            encoding="utf-8",
        )
        printed = _node("encoder.mjs", MODULES, BUNDLED_FOLDER, kernel, questions, answers)
        with answers.open("rb") as file:
            for line in printed.splitlines():
                sizes = json.loads(line)
                ms = sizes.pop("ms")
                yield (
                    ms,
                    {
                        name: np.frombuffer(file.read(4 * size), dtype=np.float32)
                        for name, size in sizes.items()
                    },
                )


def _node(script: str, *arguments: str | Path) -> str:
    command = [compute_driver_executable()[0], str(SCRIPTS / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def _far(ours: NDArray[np.float32], theirs: NDArray[np.float32]) -> float:
    return float(np.abs(ours - theirs).max())


def _softmax(row: NDArray[np.float32]) -> NDArray[np.float32]:
    shares: NDArray[np.float32] = np.exp(row - row.max())
    return shares / shares.sum()
