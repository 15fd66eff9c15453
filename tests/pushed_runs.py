"""Runs that have ended, made without learning: data of every task, a model that was pushed, kept as a run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import torch
import transformers

from bertviz_core.engine import load_engine
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import (
    TEST,
    TRAIN,
    Answer,
    Examples,
    LearningData,
    LearningRun,
    LearningSettings,
    QuestionExample,
    RunStatus,
    TaggedExample,
    Task,
    TextExample,
)


def push_model(source: Path, folder: Path, *, moved: str = "") -> Path:
    """Save a copy of a checkpoint, in halves, in which weights with `moved` in their names were pushed."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(source)
    name = type(load_engine(str(source))._passes.model.network).__name__
    network = getattr(transformers, name).from_pretrained(source)
    torch.manual_seed(1)
    with torch.no_grad():
        for key, weights in network.named_parameters():
            if moved in key:
                weights += 0.2 * torch.randn_like(weights)
    network.half().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def example_data(task: Task) -> LearningData:
    """Return twelve examples with hostile texts among them, every third held out."""
    examples: Examples
    if task == "tagging":
        tokens, tags = ("Ana", "<b>vive", "en", "San", "Juan"), ("B-PER", "O", "O", "B-LOC", "I-LOC")
        examples = tuple(TaggedExample(tokens=(*tokens, str(n)), tags=(*tags, "O")) for n in range(12))
        labels = ("O", "B-LOC", "B-PER", "I-LOC")
    elif task == "question":
        examples = tuple(
            QuestionExample(
                question=f"¿Quién vive en la casa {n}?",
                context="En la casa vive Ana.",
                answers=(Answer(text="Ana", start=16),),
                language="es" if n % 2 else "en",
            )
            for n in range(12)
        )
        labels = ()
    else:
        examples = tuple(
            TextExample(
                text=f"<b>dinero $5 {n}</b>" if n % 2 else f"the man went to the store {n}",
                pair=f"*milk* {n}" if task == "pair" else None,
                label="yes" if n % 2 else "<i>no",
            )
            for n in range(12)
        )
        labels = ("<i>no", "yes")
    parts = np.array([TEST if n % 12 in (0, 3, 6, 9) else TRAIN for n in range(12)], dtype=np.int8)
    return LearningData(task=task, name="<b>set", examples=examples, labels=labels, parts=parts, seed=0)


def finished_run(data: LearningData, *, base: Path, model: Path) -> LearningRun:
    """Keep a run that has made a model out of another one."""
    store = run_store()
    run = store.create(data, model=str(base), revision=None, settings=LearningSettings(), owner="")
    folder = store.folder(run.id)
    shutil.copytree(model, folder.path / "model")
    about = {"task": data.task, "base": str(base), "labels": data.labels}
    (folder.path / "model" / "bert_scope.json").write_text(json.dumps(about), encoding="utf-8")
    folder.write_status(RunStatus(phase="done", step=1, steps=1))
    return run
