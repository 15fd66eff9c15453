"""Where a network is run without gradients: bounded, its failures told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from bertviz_core.analysis.passes.attention_capture import (
    AttentionReceiver,
    TakeLayers,
    attention_receiver,
)
from bertviz_core.analysis.passes.gate import forward_slot
from bertviz_core.analysis.passes.head_switch import HeadSwitch, head_masks
from bertviz_core.analysis.passes.network_failures import failures_told, require_layers, require_numbers
from bertviz_core.analysis.passes.network_heads import NetworkHeads
from bertviz_core.analysis.passes.plain_encoder import PlainEncoder
from bertviz_core.analysis.passes.sublayer_capture import (
    Sublayers,
    receiving_sublayers,
    sublayers_wanted,
)
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel

# A batch is bounded twice: linear layers grow with its tokens, attention with their squares.
_BATCH_TOKENS = 4096
_BATCH_PAIRS = 512 * 512


class Network(NetworkHeads):
    """The network of one loaded model, whole or without some heads.

    Whatever is asked of it raises `BusyError` where too many passes are running, and `UnreadableModelError`
    where the network fails or answers with values that are not numbers.
    """

    def __init__(self, model: LoadedModel) -> None:
        """Take a model; its attention can be listened to and its heads can be switched off from now on."""
        super().__init__(model)
        self.heads_off: tuple[tuple[int, int], ...] = ()

    @property
    def plain(self) -> PlainEncoder | None:
        """The layers computed with the weights alone; None where they are built in another way."""
        return self.local.plain

    def without(self, heads: Iterable[tuple[int, int]]) -> Self:
        """Return the same network in which these heads (layer, head) are off as well.

        Raises:
            InputError: The model has no such head.
        """
        info, heads = self.model.info, frozenset(heads)
        if not all(layer in range(info.layers) and head in range(info.heads) for layer, head in heads):
            raise InputError(
                "There is no such head: this model has {layers} layers of {heads} heads. Choose one of them.",
                layers=info.layers,
                heads=info.heads,
            )
        others = copy(self)
        others.heads_off = tuple(sorted(heads.union(self.heads_off)))
        return others

    def last_hidden(
        self,
        ids: NDArray[np.int64],
        segments: NDArray[np.int64],
        *,
        at: int | NDArray[np.int64],
        switch: HeadSwitch | None = None,
        mask: Tensor | None = None,
    ) -> Tensor:
        """Return the last layer's states (inputs, hidden) at one place of inputs of one length, uncached.

        The place may be another one in each input. A switch of heads serves one batch. A mask
        (inputs, 1, query, key), or one for all, is added to the attention scores.
        """
        step = self.batch_size(ids.shape[1])
        places = np.broadcast_to(at, len(ids)).tolist()
        states = []
        for start in range(0, len(ids), step):
            batch = slice(start, start + step)
            masks = mask if mask is None or len(mask) == 1 else mask[batch]
            output = self._run(ids[batch], segments[batch], switch=switch, mask=masks)
            # A list of places copies, so that the states of all others are let go.
            states.append(output.last_hidden_state[range(len(ids[batch])), places[batch]])
        return torch.cat(states)

    def states(
        self, ids: NDArray[np.int64], segments: NDArray[np.int64], *, mask: Tensor | None = None
    ) -> Tensor:
        """Return the states (layers + 1, inputs, tokens, hidden) of a batch, padding masked, uncached."""
        return stacked(self._run(ids, segments, hidden_states=True, mask=mask).hidden_states)

    def encode(
        self,
        ids: NDArray[np.int64],
        segments: NDArray[np.int64],
        *,
        mask: Tensor | None,
        switch: HeadSwitch,
        take: TakeLayers | None,
        hidden_states: bool,
    ) -> Tensor:
        """Return the states of a batch, and hand its attention to `take`; uncached.

        Returns:
            States (layers + 1, inputs, tokens, hidden); (1, inputs, tokens, hidden), those of the last layer,
            where `hidden_states` is false.
        """

        def run() -> Any:
            return self._run(ids, segments, hidden_states=hidden_states, switch=switch, mask=mask)

        output = run() if take is None else self._receiving(take, run)
        return stacked(output.hidden_states) if hidden_states else output.last_hidden_state[np.newaxis]

    def states_of(self, words: Tensor, segments: NDArray[np.int64]) -> Tensor:
        """Return the states (layers + 1, inputs, tokens, hidden) of tokens given as embeddings, uncached.

        Args:
            words: Embeddings (inputs, tokens, size); segments and positions are added to them.
            segments: Of the tokens, (inputs, tokens).
        """
        given = {"inputs_embeds": words, "token_type_ids": self._segments(segments)}
        switch = HeadSwitch(head_masks(self.model.info, [self.heads_off]))
        with forward_slot(segments.size * segments.shape[1]), failures_told(self.model.info):
            with torch.inference_mode():
                states = stacked(self.local.run_modules(given, switch, True).hidden_states)
                return require_numbers(states, self.model.info)

    def last_states(
        self, ids: NDArray[np.int64], segments: NDArray[np.int64], *, mask: Tensor | None = None
    ) -> Tensor:
        """Return the last layer's states (inputs, tokens, hidden) of a batch, padding masked, uncached."""
        states: Tensor = self._run(ids, segments, mask=mask).last_hidden_state
        return states

    def sublayers(
        self, ids: NDArray[np.int64], segments: NDArray[np.int64], *, at: NDArray[np.int64]
    ) -> tuple[Tensor, Sublayers]:
        """Return some places' input embeddings (places, hidden) of one input, and what every part adds.

        Raises:
            UnreadableModelError: Layers are not made of attention and feed-forward part in turn.
        """
        with receiving_sublayers(torch.from_numpy(at)) as received:
            states = self._run(ids[np.newaxis], segments[np.newaxis], hidden_states=True).hidden_states
        parts = received.parts()
        require_layers(len(parts.added), self.model.info)
        return states[0][0, torch.from_numpy(at)], parts

    def batch_size(self, tokens: int) -> int:
        """Return how many inputs of one length are run at once."""
        return max(1, min(_BATCH_TOKENS // tokens, _BATCH_PAIRS // tokens**2))

    def attention_module(self, layer: int) -> nn.Module:
        """Return the module that computes a layer's attention; ALBERT's layers share theirs."""
        modules = self.local.attention
        return modules[int(layer / (self.model.info.layers / len(modules)))]

    def attend(self, hidden: Tensor, layer: int) -> NDArray[np.float32]:
        """Return one layer's attention (heads, query, key) over states (tokens, hidden) that enter it.

        Nothing is masked, as in a pass over one input.
        """
        with forward_slot(len(hidden) ** 2), failures_told(self.model.info), torch.inference_mode():
            weights: Tensor = self.attention_module(layer)(hidden[np.newaxis])[1]
            return require_numbers(weights, self.model.info)[0].numpy()

    def _receiving(self, take: TakeLayers, run: Callable[[], Any]) -> Any:
        """Run the encoder and hand the attention of each layer to `take` as it is computed."""
        receiver = AttentionReceiver(self.model.info.layers, take)
        with receiver.receiving():
            output = run()
        require_layers(receiver.received, self.model.info)
        return output

    def _run(
        self,
        ids: NDArray[np.int64],
        segments: NDArray[np.int64],
        *,
        hidden_states: bool = False,
        switch: HeadSwitch | None = None,
        mask: Tensor | None = None,
    ) -> Any:
        """Run the encoder when its turn comes, with these heads off or those of `heads_off`."""
        with forward_slot(ids.size * ids.shape[1]):
            return self._compute(ids, segments, hidden_states=hidden_states, switch=switch, mask=mask)

    def _compute(
        self,
        ids: NDArray[np.int64],
        segments: NDArray[np.int64],
        *,
        hidden_states: bool,
        switch: HeadSwitch | None = None,
        mask: Tensor | None = None,
    ) -> Any:
        """Run the encoder in a place that is held already; a mask may also be 1 for tokens, 0 for padding."""
        silent = switch.masks if switch else head_masks(self.model.info, [self.heads_off])
        # What each part of a layer adds can be listened to in this process only.
        runner = self.local if sublayers_wanted() else self.runner
        with failures_told(self.model.info), torch.inference_mode():
            output = runner.encode(
                torch.from_numpy(ids),
                self._segments(segments),
                mask=mask,
                silent=silent,
                hidden_states=hidden_states,
                take=attention_receiver(),
            )
            require_numbers(output.last_hidden_state, self.model.info)
            return output

    def _segments(self, segments: NDArray[np.int64]) -> Tensor | None:
        return torch.from_numpy(segments) if self.model.info.has_segments else None


def stacked(states: Tensor | tuple[Tensor, ...]) -> Tensor:
    """Return the states of all layers as one array (layers + 1, inputs, tokens, hidden)."""
    return states if isinstance(states, Tensor) else torch.stack(states)
