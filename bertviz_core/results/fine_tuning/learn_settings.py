"""How a model is fine-tuned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Method = Literal["full", "last_layers", "lora"]
METHODS: tuple[Method, ...] = ("full", "last_layers", "lora")
"""All weights, only the last layers, or small matrices beside the weights (Hu et al. 2021, "LoRA")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningSettings:
    """What can be chosen before a model learns."""

    method: Method = "full"
    epochs: int = 4
    batch_size: int = 16
    learning_rate: float = 5e-5
    """The highest; it falls to 0 in a straight line after the warm-up."""
    warmup: float = 0.1
    """Share of the steps in which the learning rate rises."""
    weight_decay: float = 0.01
    seed: int = 0
    class_weights: bool = False
    """Rare classes weigh as much as frequent ones in the loss."""
    patience: int = 0
    """Validations without improvement before it ends early; 0: never."""
    last_layers: int = 2
    """Layers that learn, with the method `last_layers`."""
    lora_rank: int = 8
    max_tokens: int = 128
    """Longer texts are cut."""
