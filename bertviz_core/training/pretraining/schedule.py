"""What a pretraining run is told: its budget, rates and phases, and the learning rate over time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bertviz_core.training.pretraining.examples import ExamplePlan


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """Settings of one run; progress runs from 0 to 1 over the budget, in tokens or in seconds."""

    budget_tokens: int = 0  # padded input tokens; 0 when the budget is in seconds
    budget_seconds: float = 0.0
    tokens_per_batch: int = 4_096
    encoder_rate: float = 6e-4  # peak learning rate of encoder and embeddings
    head_rate: float = 1.2e-3  # peak learning rate of both heads and the pooler
    weight_decay: float = 0.01
    warm_up: float = 0.03  # share of the budget with rising learning rate
    mask_rate: float = 0.15
    early_mask_rate: float = 0.15  # until `late`
    late: float = 0.85  # share of the budget after which the late examples are used
    anchor_weight: float = 0.0  # 0 switches the pull towards the start off
    anchor_every: int = 4
    anchor_layers: tuple[int, ...] = ()  # hold the tokens of these layers; none: sentence features
    widths: tuple[int, ...] = (32, 64, 128)  # padded lengths; longer examples are left out
    examples: ExamplePlan = field(default_factory=ExamplePlan)
    late_examples: ExamplePlan | None = None
    save_every_seconds: float = 600.0
    seed: int = 0

    def learning_rate_factor(self, progress: float) -> float:
        """Rise linearly over the warm-up, then fall linearly to zero."""
        if progress < self.warm_up:
            return progress / self.warm_up
        return max(0.0, (1.0 - progress) / (1.0 - self.warm_up))

    def is_late(self, progress: float) -> bool:
        """Whether the late phase has begun: its own examples and mask rate."""
        return self.late_examples is not None and progress >= self.late

    def mask_rate_at(self, progress: float) -> float:
        """Share of tokens hidden at this point of the run."""
        return self.mask_rate if progress >= self.late else self.early_mask_rate


def bundled_plan(*, on_gpu: bool) -> TrainingPlan:
    """Return the plan the bundled model is trained with, without its budget.

    Portuguese is the smallest corpus and everyday sentences the rarest text, so both are seen more
    often than they occur. The last part of the run masks less and shows inputs of the full length.
    """
    early = ExamplePlan(
        lengths=(0, 64, 128),
        length_weights=(0.3, 0.2, 0.5),
        repeats=(1.0, 1.0, 2.5),  # Spanish, English, Portuguese
        one_liner_repeats=2.0,
    )
    late = replace(early, lengths=(0, 128, 512), length_weights=(0.3, 0.4, 0.3))
    plan = TrainingPlan(examples=early, late_examples=late, widths=(32, 64, 128, 256, 512))
    if on_gpu:
        return replace(
            plan,
            tokens_per_batch=65_536,
            encoder_rate=8e-4,
            head_rate=1.6e-3,
            early_mask_rate=0.2,
            anchor_weight=1.0,
        )
    return plan


def gentle_plan(*, layers: int) -> TrainingPlan:
    """Return how averaged weights are trained on, without a budget.

    The heads learn to read the average, the encoder moves little and its tokens are held. Everyday
    sentences, the rarest text, are seen more often still.

    Args:
        layers: Of the model; tokens are held at its last third.
    """
    plan = bundled_plan(on_gpu=False)
    early = replace(plan.examples, one_liner_repeats=3.0)
    return replace(
        plan,
        examples=early,
        late_examples=replace(early, lengths=(0, 128, 256), length_weights=(0.3, 0.4, 0.3)),
        widths=(32, 64, 128, 256),
        encoder_rate=2.5e-4,
        head_rate=6e-4,
        early_mask_rate=0.2,
        anchor_weight=2.0,
        anchor_every=2,
        anchor_layers=tuple(range(layers - layers // 3, layers + 1, 2)),
    )
