"""The pretraining loop: any device, resumable, its progress seen through a callback."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import BertForPreTraining

from bertviz_core.training.pretraining.anchors import FeatureAnchor, TokenAnchor
from bertviz_core.training.pretraining.batches import SpecialIds, assemble
from bertviz_core.training.pretraining.checkpoint import Progress, read_checkpoint, write_checkpoint
from bertviz_core.training.pretraining.corpus import Corpus
from bertviz_core.training.pretraining.objective import Losses, pretraining_losses
from bertviz_core.training.pretraining.schedule import TrainingPlan
from bertviz_core.training.pretraining.source import ExampleSource
from bertviz_core.training.pretraining.teacher import Teacher

Watcher = Callable[[Progress, Losses], None]


class Pretrainer:
    """Trains a BertForPreTraining in place.

    Args:
        model: On the device it trains on.
        corpus: Its tokens are copied to that device once.
        special: Ids of the special tokens.
        plan: Budget and rates.
        folder: Where checkpoints go; an existing one there is resumed.
        known: The model that is pulled towards; used when `plan.anchor_weight` is set.
        teacher: A trained model whose answers are learned beside those of the text.
    """

    def __init__(
        self,
        model: BertForPreTraining,
        corpus: Corpus,
        special: SpecialIds,
        plan: TrainingPlan,
        *,
        folder: Path,
        known: BertForPreTraining | None = None,
        teacher: BertForPreTraining | None = None,
    ) -> None:
        self.model, self.corpus, self.special, self.plan, self.folder = model, corpus, special, plan, folder
        self.device = next(model.parameters()).device
        # int32, not uint16: indexing is not there for the latter on every device
        self.tokens = torch.from_numpy(corpus.tokens.astype(np.int32)).to(self.device)
        self.teacher = None if teacher is None else Teacher(teacher).to(self.device)
        self.anchor = None if known is None else _anchor(known, plan)
        if self.anchor is not None:
            self.anchor.to(self.device)
        self.optimizer = torch.optim.AdamW(self._groups(), betas=(0.9, 0.98), eps=1e-6, fused=True)
        self.progress = read_checkpoint(folder, model, self.optimizer, self.anchor) or Progress()
        torch.manual_seed(plan.seed + self.progress.step)

    def run(self, watch: Watcher | None = None) -> Progress:
        """Train until the budget is used; checkpoints on the way and at the end."""
        self.model.train()
        began, before = time.monotonic(), self.progress.seconds
        saved = began
        for width, examples in self._batches():
            share = self.progress.share(self.plan)
            if share >= 1.0:
                break
            losses = self._step(width, examples, share)
            self.progress.step += 1
            self.progress.tokens += width * len(examples)
            now = time.monotonic()
            self.progress.seconds = before + now - began
            if watch is not None:
                watch(self.progress, losses)
            if now - saved > self.plan.save_every_seconds:
                self.save()
                saved = now
        self.save()
        return self.progress

    def save(self) -> None:
        """Write everything needed to go on."""
        write_checkpoint(self.folder, self.model, self.optimizer, self.anchor, self.progress)

    def _batches(self) -> Iterator[tuple[int, NDArray[np.int32]]]:
        """Yield batches epoch after epoch, changing over as soon as the late phase begins."""
        with ExampleSource(self.corpus, self.plan, first_epoch=self.progress.epoch) as source:
            while True:
                late = self.plan.is_late(self.progress.share(self.plan))
                for batch in source.next_epoch(late=late):
                    yield batch
                    if late != self.plan.is_late(self.progress.share(self.plan)):
                        break
                self.progress.epoch += 1

    def _step(self, width: int, examples: NDArray[np.int32], share: float) -> Losses:
        plan = self.plan
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * plan.learning_rate_factor(share)
        batch = assemble(self.tokens, torch.from_numpy(examples).to(self.device), width, self.special)
        anchor = self.anchor if self.progress.step % plan.anchor_every == 0 else None
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            losses = pretraining_losses(
                self.model,
                batch,
                self.special,
                rate=plan.mask_rate_at(share),
                anchor=anchor,
                teacher=self.teacher,
            )
        losses.total.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return losses

    def _groups(self) -> list[dict]:
        """Separate learning rates for encoder and heads; no weight decay on biases and norms."""
        groups: dict[tuple[bool, bool], list[torch.nn.Parameter]] = {}
        for name, parameter in self.model.named_parameters():
            head = name.startswith(("cls.", "bert.pooler."))
            groups.setdefault((head, parameter.ndim > 1), []).append(parameter)
        rates = {True: self.plan.head_rate, False: self.plan.encoder_rate}
        described = [
            {"params": chosen, "peak": rates[head], "weight_decay": self.plan.weight_decay if decays else 0.0}
            for (head, decays), chosen in sorted(groups.items())
        ]
        if self.anchor is not None:
            maps = [parameter for parameter in self.anchor.parameters() if parameter.requires_grad]
            described.append({"params": maps, "peak": self.plan.head_rate, "weight_decay": 0.0})
        return described


def _anchor(known: BertForPreTraining, plan: TrainingPlan) -> FeatureAnchor | TokenAnchor | None:
    if not plan.anchor_weight:
        return None
    if plan.anchor_layers:
        return TokenAnchor(known, layers=plan.anchor_layers, weight=plan.anchor_weight)
    return FeatureAnchor(known, weight=plan.anchor_weight)
