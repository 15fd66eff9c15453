"""`python -m bertviz_core recurrent train|reach`: make the recurrent language model again; measure it."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from bertviz_core.engine import load_engine
from bertviz_core.models.recurrent_lm import EVALUATION, FOLDER, read_recurrent, write_recurrent
from bertviz_core.training.recurrent.corpus import choose_pieces, read_pieces, some_lines
from bertviz_core.training.recurrent.evaluate import evaluate_recurrent
from bertviz_core.training.recurrent.learn import RecurrentRecipe, learn_recurrent
from bertviz_core.training.recurrent.reach import mean_reach

LANGUAGES = ("es", "en", "pt")
_VOCABULARY = FOLDER.parent / "bundled" / "vocab.txt"
_MEASURED = 300
"""Held-out stretches a language."""

_TRIED = 5
"""Held-out paragraphs looked at for each sentence that is long enough."""


def register(subcommands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `recurrent` and its step to the command line."""
    parser = subcommands.add_parser("recurrent", help="make the small recurrent language model again")
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("train", help="learn both directions in one thread, and measure them")
    step.add_argument("--corpora", type=Path, required=True, help="folder with es.txt.xz, heldout_es.txt …")
    step.add_argument("--output", type=Path, default=FOLDER)
    step.add_argument("--megabytes", type=float, default=6, help="letters read of each file, in millions")
    step.add_argument("--steps", type=int, default=RecurrentRecipe().steps)
    step.set_defaults(run=train)

    step = steps.add_parser("reach", help="measure how far words reach, in it and in the bundled model")
    step.add_argument("--corpora", type=Path, required=True, help="folder with heldout_es.txt …")
    step.add_argument("--sentences", type=int, default=40, help="of each language")
    step.set_defaults(run=reach)


def train(arguments: argparse.Namespace) -> None:
    """Learn, write weights and pieces, measure what was written, and keep the scores beside it."""
    torch.set_num_threads(1)
    folder: Path = arguments.corpora
    most = int(arguments.megabytes * 1e6)
    lines = [
        [
            *some_lines([folder / f"{code}.txt.xz"], most),
            *some_lines([folder / f"everyday_{code}.txt.xz"], most // 3),
        ]
        for code in LANGUAGES
    ]
    recipe = RecurrentRecipe(steps=arguments.steps)
    pieces = choose_pieces(lines, _VOCABULARY.read_text(encoding="utf-8").split("\n"), recipe.pieces)
    texts = [read_pieces(own, pieces) for own in lines]
    began = time.monotonic()

    def tell(step: int, loss: float) -> None:
        if step % 20 == 0:
            print(
                json.dumps({"step": step, "loss": round(loss, 4), "s": round(time.monotonic() - began)}),
                flush=True,
            )

    write_recurrent(arguments.output, learn_recurrent(texts, pieces, recipe, tell))
    seconds = round(time.monotonic() - began)
    weights = read_recurrent(arguments.output)  # as it is kept, in 16 bits
    scores = {}
    for code, text in zip(LANGUAGES, texts, strict=True):
        held_out = read_pieces(some_lines([folder / f"heldout_{code}.txt"], 10**9), pieces)
        counts = np.bincount(text.ids, minlength=len(pieces))
        measured = evaluate_recurrent(weights, counts, held_out, length=recipe.length, most=_MEASURED)
        scores[code] = asdict(measured) | {"read": len(text.ids)}
    document = {
        "recipe": asdict(recipe),
        "seconds": seconds,
        "parameters": weights.parameters,
        "scores": scores,
    }
    (arguments.output / EVALUATION).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(document))


def reach(arguments: argparse.Namespace) -> None:
    """Measure the bundled model and the bundled LSTMs on held-out sentences; keep it with the scores."""
    engine, folder = load_engine("mini"), arguments.corpora
    document = json.loads((FOLDER / EVALUATION).read_text(encoding="utf-8"))
    for code in LANGUAGES:
        lines = some_lines([folder / f"heldout_{code}.txt"], 10**9)
        evenly = lines[:: max(len(lines) // (arguments.sentences * _TRIED), 1)]
        document.setdefault("reach", {})[code] = mean_reach(engine, evenly, most=arguments.sentences)
        print(json.dumps(document["reach"][code]), flush=True)
    (FOLDER / EVALUATION).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
