"""A thousand sentences with one word: its vectors after every layer, in batches against one by one."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModel, AutoTokenizer

import bertviz_core
from benchmarks.bench_engine import BUNDLED, seconds
from benchmarks.measurement import Measurement
from bertviz_core.results import WordLayers
from bertviz_core.samples.sets import sense_sentences

COUNT, PART = 1000, 250
"""Sentences; those that are asked in turns, so that a busy spell of the machine slows both sides."""

TOLERANCE = 2e-5
LANGUAGE, WORD = "es", "banco"
BEGINNINGS = (
    "",
    "Hoy ",
    "Ayer por la tarde ",
    "Me dijeron que ",
    "Nadie sabía por qué, pero ",
    "Según cuenta mi abuela en sus cartas, ",
)
ENDS = ("", " Eso dicen.", " No me lo creo.", " Lo vi con mis propios ojos.", " ¿Qué te parece?", " Fin.")

# Read in the process itself: what the kernel tells its parent counts the parent's own memory in.
_EMBED = """
import sys
from pathlib import Path
from bertviz_core.cli import main
status = main(sys.argv[1:])
told = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in told.splitlines() if line.startswith("VmHWM:")), file=sys.stderr)
sys.exit(status)
"""


def speedup() -> Measurement:
    """Time `engine.word_layers` and a plain call for each sentence, and see that the vectors agree."""
    engine = bertviz_core.load_engine("mini")
    tokenizer = AutoTokenizer.from_pretrained(BUNDLED)
    network = AutoModel.from_pretrained(
        BUNDLED, dtype=torch.float32, use_safetensors=True, trust_remote_code=False
    ).eval()
    texts = sentences()
    found: list[WordLayers] = []
    one_by_one: list[NDArray[np.float32]] = []

    def batched(part: list[str]) -> None:
        found.append(engine.word_layers(part, WORD, inflected=LANGUAGE))

    def alone(part: list[str], spans: NDArray[np.int64]) -> None:
        one_by_one.extend(
            _plain(network, tokenizer, text, tuple(span)) for text, span in zip(part, spans, strict=True)
        )

    batched(texts[:PART])  # warms up, and says where the word stands
    alone(texts[:20], found.pop().spans[:20])
    one_by_one.clear()
    ratios = []
    for start in range(0, COUNT, PART):
        part = texts[start : start + PART]
        in_batches = seconds(partial(batched, part))
        ratios.append(seconds(partial(alone, part, found[-1].spans)) / in_batches)
    difference = np.abs(np.concatenate([layers.states for layers in found], axis=1) - np.stack(one_by_one, 1))
    if difference.max() > TOLERANCE:
        raise RuntimeError(f"The vectors differ by {difference.max()}.")
    return Measurement(
        name="embed.speedup_1000",
        value=statistics.median(ratios),
        unit="ratio",
        better="higher",
        against=f"one-by-one transformers calls with output_hidden_states; {torch.get_num_threads()} "
        f"threads, parts of {PART} sentences in turns, {min(ratios):.2f} to {max(ratios):.2f}",
    )


def peak_memory() -> Measurement:
    """Embed the word in a thousand sentences by the command line, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sentences.txt"
        file.write_text("\n".join(sentences()), encoding="utf-8")
        command = [sys.executable, "-c", _EMBED, "embed", str(file), "--word", WORD, "--forms", LANGUAGE]
        run = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    if run.stdout.count('"start"') != COUNT:
        raise RuntimeError("The command line did not find every sentence's word.")
    return Measurement(
        name="embed.peak_memory_mb",
        value=int(run.stderr.split()[-1]) * 1024 / 1e6,
        unit="MB",
        better="lower",
        against="largest resident set of `python -m bertviz_core embed --json` over 1,000 sentences",
    )


def sentences() -> list[str]:
    """Return different sentences with the word: written ones, begun and ended in many ways."""
    written = [row.sentence for row in sense_sentences() if (row.language, row.word) == (LANGUAGE, WORD)]
    varied = (
        f"{beginning}{text[0].lower() + text[1:] if beginning else text}{end}"
        for end, beginning, text in product(ENDS, BEGINNINGS, written)
    )
    return list(islice(varied, COUNT))


def _plain(network: Any, tokenizer: Any, text: str, span: tuple[int, int]) -> NDArray[np.float32]:
    """Return the mean of the word's pieces after every layer (layers + 1, hidden) by one plain call."""
    inputs = tokenizer(text, return_tensors="pt", return_offsets_mapping=True)
    starts, ends = inputs.pop("offset_mapping")[0].T
    pieces = (starts < span[1]) & (ends > span[0])
    with torch.inference_mode():
        states = network(**inputs, output_hidden_states=True).hidden_states
    mean: NDArray[np.float32] = torch.stack([layer[0, pieces].mean(dim=0) for layer in states]).numpy()
    return mean
