"""What a network is asked for: states and attention of a batch, and scores of the heads of pretraining.

`ModelRunner` is all that has to be answered for most questions, by this process or by another one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from torch import Tensor, nn

from bertviz_core.analysis.passes.attention_capture import offer_attention
from bertviz_core.analysis.passes.head_switch import HeadSwitch, offer_switch
from bertviz_core.analysis.passes.network_failures import require_layers
from bertviz_core.analysis.passes.plain_encoder import Encoded, PlainEncoder, plain_encoder
from bertviz_core.analysis.passes.remote_runner import RemoteRunner
from bertviz_core.analysis.passes.sublayer_capture import offer_sublayers, sublayers_wanted
from bertviz_core.models.loading import LoadedModel


class ModelRunner(Protocol):
    """Computes with the weights of one model, without gradients."""

    def encode(
        self,
        ids: Tensor,
        segments: Tensor | None,
        *,
        mask: Tensor | None,
        silent: Mapping[int, Tensor],
        hidden_states: bool,
        take: Callable[[Tensor], None] | None,
    ) -> Encoded:
        """Run a batch of inputs through the layers.

        Args:
            ids: Of tokens, (inputs, tokens).
            segments: Of the same shape, for a model that knows them.
            mask: 1 for tokens and 0 for padding, of the same shape, or what is added to the scores
                (1 or inputs, 1, query, key).
            silent: For each layer with heads that are off what silences them (1 or inputs, 1, hidden).
            hidden_states: The states of every layer are wanted.
            take: Gets the weights (inputs, heads, query, key) of each layer in turn.
        """
        ...

    def word_scores(self, states: Tensor) -> Tensor:
        """Return the scores (..., vocabulary) of the masked-word head for states (..., hidden)."""
        ...

    def pair_scores(self, states: Tensor) -> Tensor:
        """Return the scores (inputs, 2) of the next-sentence head for states (inputs, hidden) of [CLS]."""
        ...

    def word_embeddings(self, ids: Tensor) -> Tensor:
        """Return the rows (tokens, size) of the input embeddings of ids (tokens,)."""
        ...


def model_runner(model: LoadedModel) -> tuple[LocalRunner, ModelRunner]:
    """Return what runs a model in this process, and what runs it as a rule."""
    local = LocalRunner(model)
    if not model.runs_here:
        return local, RemoteRunner(model.info)
    local.prepare()
    return local, local


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A network that can be listened to, and whose heads can be switched off."""

    network: Any
    attention: tuple[nn.Module, ...]
    plain: PlainEncoder | None


class LocalRunner:
    """Runs a network in this process, from when its weights are first needed."""

    def __init__(self, model: LoadedModel) -> None:
        """Take a model, whose weights may not be in memory yet."""
        self._model = model
        self._preparing = threading.Lock()
        self._prepared: _Prepared | None = None

    def prepare(self) -> _Prepared:
        """Make the network offer what it computes, once for its life."""
        with self._preparing:
            if self._prepared is None:
                network, family = self._model.network, self._model.family
                attention = offer_attention(network, family.attention_class)
                offer_switch(network, family)
                offer_sublayers(network, family)
                self._prepared = _Prepared(network, attention, plain_encoder(network, family))
            return self._prepared

    @property
    def network(self) -> Any:
        """The `PreTrainedModel`."""
        return (self._prepared or self.prepare()).network

    @property
    def attention(self) -> tuple[nn.Module, ...]:
        """The modules that compute attention, in the order of the layers that begin to use them."""
        return (self._prepared or self.prepare()).attention

    @property
    def plain(self) -> PlainEncoder | None:
        """The layers computed with the weights alone; None where they are built in another way."""
        return (self._prepared or self.prepare()).plain

    def encode(
        self,
        ids: Tensor,
        segments: Tensor | None,
        *,
        mask: Tensor | None,
        silent: Mapping[int, Tensor],
        hidden_states: bool,
        take: Callable[[Tensor], None] | None,
    ) -> Encoded:
        """Run a batch, by the modules of transformers where they are listened to.

        Those hand the weights to the receiver of this thread by themselves.
        """
        if self.plain is not None and not sublayers_wanted():
            return self.plain(ids, segments, mask=mask, silent=silent, hidden_states=hidden_states, take=take)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": segments}
        output: Encoded = self.run_modules(given, HeadSwitch(silent), hidden_states)
        return output

    def word_scores(self, states: Tensor) -> Tensor:
        """Return what the masked-word head makes of states."""
        return self._model.family.mlm_logits(self.network, states)

    def pair_scores(self, states: Tensor) -> Tensor:
        """Return what the next-sentence head, with its pooler, makes of states."""
        pooled = self.network.base_model.pooler(states[:, np.newaxis])
        scores: Tensor = self.network.cls.seq_relationship(pooled)
        return scores

    def word_embeddings(self, ids: Tensor) -> Tensor:
        """Return rows of the table of input embeddings."""
        rows: Tensor = self.network.base_model.get_input_embeddings().weight[ids]
        return rows

    def run_modules(self, inputs: Mapping[str, Tensor | None], switch: HeadSwitch, states: bool) -> Any:
        """Run transformers' own modules, whose parts can be listened to and switched off."""
        with switch.switched():
            output = self.network.base_model(
                **{name: values for name, values in inputs.items() if values is not None},
                # Said aloud, because a checkpoint's config may say otherwise.
                return_dict=True,
                output_attentions=False,
                output_hidden_states=states,
            )
        if switch.silences:
            require_layers(switch.layers, self._model.info)
        return output
