"""What the engine adds to the forward pass it wraps."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from transformers import AutoModel, AutoTokenizer

import bertviz_core
from benchmarks.measurement import Measurement

BUNDLED = Path(bertviz_core.__file__).parent / "models" / "bundled"
LENGTHS = (20, 64, 128)  # tokens
ROUNDS = 40
WORDS = "agua río montaña niños puente casa mesa libro noche ciudad camino tiempo mano vida".split()


def measure() -> Iterator[Measurement]:
    """Time `engine.attention` and a bare forward pass in turns, on texts never asked before."""
    engine = bertviz_core.load_engine("mini")
    tokenizer = AutoTokenizer.from_pretrained(BUNDLED)
    bare = AutoModel.from_pretrained(
        BUNDLED,
        attn_implementation="eager",
        dtype=torch.float32,
        use_safetensors=True,
        trust_remote_code=False,
    ).eval()

    def engine_time(text: str) -> float:
        return seconds(lambda: engine.attention(text))

    def bare_time(text: str) -> float:
        inputs = tokenizer(text, return_tensors="pt")
        with torch.inference_mode():
            return seconds(lambda: bare(**inputs, output_attentions=True))

    ratios = {length: ratio(engine_time, bare_time, texts(length)) for length in LENGTHS}
    yield Measurement(
        name="engine.attention_over_forward",
        value=statistics.median(ratios.values()),
        unit="ratio",
        better="lower",
        against="bare transformers forward pass with attentions, ids prepared; "
        + ", ".join(f"{length} tokens {value:.3f}" for length, value in ratios.items()),
    )


def texts(length: int) -> list[str]:
    """Make different texts of about so many tokens: every word of them is one or two pieces."""
    count = len(WORDS)
    return [
        " ".join(WORDS[(start + place * (1 + start % 5)) % count] for place in range(length - 3))
        + f" {start}"
        for start in range(ROUNDS + 3)
    ]


def ratio(first: Callable[[str], float], second: Callable[[str], float], questions: list[str]) -> float:
    """Return the median ratio of two timings of one question, taken in turns.

    Each ratio is of neighbours in time, so that a busy spell of the machine slows both. The first
    three questions only warm up.
    """
    ratios: list[float] = []
    for turn, question in enumerate(questions):
        if turn % 2:
            one, other = first(question), second(question)
        else:
            other, one = second(question), first(question)
        ratios.append(one / other)
    return statistics.median(ratios[3:])


def seconds(action: Callable[[], object]) -> float:
    """Time one call."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
