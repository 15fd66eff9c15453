"""Two LSTM language models that share their embeddings, learned with PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from bertviz_core.results import LstmWeights, RecurrentWeights
from bertviz_core.training.recurrent.corpus import PieceText, stretches

Tell = Callable[[int, float], None]
"""Called with the step and the loss of its batch, in nats a piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecurrentRecipe:
    """How the model is learned."""

    pieces: int = 4_000
    embedding: int = 96
    state: int = 160
    batch: int = 32
    length: int = 64
    """Pieces that are read from a state of zeros; gradients go back through all of them."""
    steps: int = 2_300
    rate: float = 5e-3
    """Peak learning rate of Adam, after 5 % of the steps; then a cosine down to zero."""
    seed: int = 1


class BothDirections(nn.Module):
    """Two LSTMs over the same embeddings, which are the output weights of both too (Press & Wolf, 2017)."""

    def __init__(self, pieces: int, embedding: int, state: int) -> None:
        super().__init__()
        self.embeddings = nn.Embedding(pieces, embedding)
        nn.init.normal_(self.embeddings.weight, std=0.1)
        self.output_bias = nn.Parameter(torch.zeros(pieces))
        lstms = [nn.LSTM(embedding, state, batch_first=True) for _ in range(2)]
        self.rightwards, self.leftwards = lstms
        self.of_rightwards, self.of_leftwards = (nn.Linear(state, embedding, bias=False) for _ in range(2))
        for own in map(dict, (lstm.named_parameters() for lstm in lstms)):
            own["bias_ih_l0"].data[state : 2 * state] = 1  # forget little at first (Gers et al., 2000)
            own["bias_hh_l0"].data.zero_()

    @property
    def both(self) -> list[tuple[nn.LSTM, nn.Linear]]:
        """Return the LSTMs and their projections."""
        return [(self.rightwards, self.of_rightwards), (self.leftwards, self.of_leftwards)]

    def losses(self, ids: Tensor) -> list[Tensor]:
        """Return the mean loss of each direction in nats a piece; ids are (batch, length)."""
        found = []
        for direction, (lstm, projection) in enumerate(self.both):
            own = ids.flip(1) if direction else ids
            states, _last = lstm(self.embeddings(own[:, :-1]))
            logits = functional.linear(projection(states), self.embeddings.weight, self.output_bias)
            found.append(functional.cross_entropy(logits.flatten(0, 1), own[:, 1:].flatten().long()))
        return found

    def weights(self, pieces: tuple[str, ...]) -> RecurrentWeights:
        """Return the weights as arrays."""
        rightwards, leftwards = (_weights(lstm, projection) for lstm, projection in self.both)
        return RecurrentWeights(
            pieces=pieces,
            embeddings=_array(self.embeddings.weight),
            output_bias=_array(self.output_bias),
            rightwards=rightwards,
            leftwards=leftwards,
        )


def _weights(lstm: nn.LSTM, projection: nn.Linear) -> LstmWeights:
    own = dict(lstm.named_parameters())
    return LstmWeights(
        of_input=_array(own["weight_ih_l0"]),
        of_state=_array(own["weight_hh_l0"]),
        bias=_array(own["bias_ih_l0"] + own["bias_hh_l0"]),
        projection=_array(projection.weight),
    )


def learn_recurrent(
    texts: Sequence[PieceText], pieces: tuple[str, ...], recipe: RecurrentRecipe, tell: Tell
) -> RecurrentWeights:
    """Learn both directions; every batch has as many stretches of each language.

    Args:
        texts: One of each language.
        pieces: The vocabulary.
        recipe: How.
        tell: Told how it goes.
    """
    torch.manual_seed(recipe.seed)
    draw = np.random.default_rng(recipe.seed)
    model = BothDirections(len(pieces), recipe.embedding, recipe.state)
    counts = sum(np.bincount(text.ids, minlength=len(pieces)) / len(text.ids) for text in texts)
    shares = torch.from_numpy(np.asarray(counts, dtype=np.float32) / len(texts))
    model.output_bias.data = torch.log(shares + 1e-6)
    optimiser = torch.optim.Adam(model.parameters(), lr=recipe.rate, betas=(0.9, 0.99))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _share_of_rate(step, recipe.steps))
    for step in range(recipe.steps):
        ids = torch.from_numpy(_batch(texts, recipe, draw))
        losses = model.losses(ids)
        optimiser.zero_grad()
        torch.stack(losses).sum().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        tell(step, sum(float(loss.detach()) for loss in losses) / len(losses))
    return model.weights(pieces)


def _share_of_rate(step: int, steps: int) -> float:
    warm = max(steps // 20, 1)
    if step < warm:
        return (step + 1) / warm
    return 0.5 * (1 + math.cos(math.pi * (step - warm) / max(steps - warm, 1)))


def _batch(
    texts: Sequence[PieceText], recipe: RecurrentRecipe, draw: np.random.Generator
) -> NDArray[np.int32]:
    rows = []
    for number in range(recipe.batch):
        text = texts[number % len(texts)]
        start = int(draw.choice(stretches(text, recipe.length)))
        rows.append(text.ids[start : start + recipe.length])
    return np.stack(rows)


def _array(tensor: Tensor) -> NDArray[np.float32]:
    return tensor.detach().numpy().astype(np.float32)
