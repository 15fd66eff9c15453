"""Held-out scores of a pretrained model: masked tokens per language, and next sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from transformers import BertForPreTraining, BertTokenizer

from bertviz_core.errors import InputError
from bertviz_core.training.pretraining.corpus import Document, read_documents
from bertviz_core.training.pretraining.masking import IGNORED, mask_tokens

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class HeldOutScores:
    """Scores on one held-out file."""

    masked_accuracy: float
    perplexity: float
    masked_tokens: int
    next_sentence_accuracy: float
    pairs: int


def evaluate_file(
    model: BertForPreTraining, tokenizer: BertTokenizer, path: Path, *, paragraphs: int = 640, seed: int = 0
) -> HeldOutScores:
    """Score a model on a held-out file in the corpus format.

    Masked words: 15 % of the tokens of `paragraphs` paragraphs, spread over the file, hidden as in training
    (80 / 10 / 10). Next sentence: neighbouring paragraphs of the documents that have them against
    paragraphs of other documents, half and half.

    Raises:
        InputError: if fewer than two documents have neighbouring paragraphs.
    """
    documents = list(read_documents(path))
    if sum(len(document) > 1 for document in documents) < 2:
        raise InputError("{path} needs two documents of several paragraphs at least.", path=path)
    model.eval()
    with torch.inference_mode():
        right, loss, count = _masked_words(model, tokenizer, _spread(documents, paragraphs), seed)
        decided, pairs = _next_sentence(model, tokenizer, _pairs(documents, paragraphs, seed))
    return HeldOutScores(right / count, float(np.exp(loss / count)), count, decided / pairs, pairs)


def _spread(documents: Sequence[Document], wanted: int) -> list[str]:
    paragraphs = [paragraph for document in documents for paragraph in document if len(paragraph) > 20]
    step = max(1, len(paragraphs) // wanted)
    return paragraphs[::step][:wanted]


def _pairs(documents: Sequence[Document], wanted: int, seed: int) -> list[tuple[str, str, int]]:
    """Return first, second and label, alternately 0 (is next) and 1 (is not)."""
    rng = np.random.default_rng(seed)
    longer = [document for document in documents if len(document) > 1]
    neighbours = [(number, at) for number, document in enumerate(longer) for at in range(len(document) - 1)]
    chosen = rng.permutation(len(neighbours))[:wanted]
    pairs = []
    for turn, (number, at) in enumerate(neighbours[i] for i in chosen):
        second, label = longer[number][at + 1], 0
        if turn % 2:
            other = (number + 1 + int(rng.integers(len(longer) - 1))) % len(longer)
            second, label = longer[other][int(rng.integers(len(longer[other])))], 1
        pairs.append((longer[number][at], second, label))
    return pairs


def _masked_words(
    model: BertForPreTraining, tokenizer: BertTokenizer, paragraphs: list[str], seed: int
) -> tuple[int, float, int]:
    """Return right answers, summed loss in nats, and masked tokens."""
    generator = torch.Generator(model.device).manual_seed(seed)
    ordinary = (len(tokenizer.all_special_ids), len(tokenizer))
    right, loss, count = 0, 0.0, 0
    for texts in _groups(sorted(paragraphs, key=len)):
        encoded = tokenizer(texts, truncation=True, max_length=128, padding=True, return_tensors="pt")
        encoded = encoded.to(model.device)
        special = torch.isin(
            encoded["input_ids"], torch.tensor(tokenizer.all_special_ids, device=model.device)
        )
        encoded["input_ids"], labels = mask_tokens(
            encoded["input_ids"],
            ~special,
            mask_id=tokenizer.mask_token_id,
            vocabulary=ordinary,
            generator=generator,
        )
        masked = labels != IGNORED
        logits = model.cls.predictions(model.bert(**encoded)[0][masked])  # (masked tokens, vocabulary)
        right += int((logits.argmax(1) == labels[masked]).sum())
        loss += float(torch.nn.functional.cross_entropy(logits.float(), labels[masked], reduction="sum"))
        count += int(masked.sum())
    return right, loss, count


def _next_sentence(
    model: BertForPreTraining, tokenizer: BertTokenizer, pairs: list[tuple[str, str, int]]
) -> tuple[int, int]:
    """Return right decisions and pairs."""
    right = 0
    for group in _groups(pairs):
        first, second, labels = (list(column) for column in zip(*group, strict=True))
        encoded = tokenizer(first, second, truncation=True, max_length=128, padding=True, return_tensors="pt")
        decision = model.cls.seq_relationship(model.bert(**encoded.to(model.device))[1])
        right += int((decision.argmax(1).cpu() == torch.tensor(labels)).sum())
    return right, len(pairs)


def _groups(items: list[Item], size: int = 32) -> Iterator[list[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
