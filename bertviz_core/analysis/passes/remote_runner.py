"""Runs a network whose weights are in another process: questions and answers travel as tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from torch import Tensor

from bertviz_core.analysis.passes.engine_client import STRANGE, EngineClient, engine_client
from bertviz_core.analysis.passes.plain_encoder import Encoded
from bertviz_core.analysis.passes.tensor_messages import LARGEST_QUESTION, packed, unpacked
from bertviz_core.errors import BertScopeError, InputError
from bertviz_core.results import ModelInfo

_TOO_LARGE = "This is too much for one question. Shorten the text."


class RemoteRunner:
    """A `ModelRunner` in another process; all it is asked raises `BusyError` where nobody answers."""

    def __init__(self, info: ModelInfo, client: Callable[[], EngineClient] = engine_client) -> None:
        """Take the model, and what finds the engines that have it."""
        self._info = info
        self._client = client

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
        """Run a batch; the attention of all layers arrives at once, and is handed on layer by layer."""
        question = {"ids": ids.int()}
        if segments is not None:
            question["segments"] = segments.int()
        if mask is not None:
            question["mask"] = mask if mask.is_floating_point() else mask.int()
        question |= {f"silent.{layer}": values.bool() for layer, values in silent.items()}
        wanted = {"hidden_states": str(int(hidden_states)), "attention": str(int(take is not None))}
        answer = self._ask("encode", question, **wanted)
        inputs, tokens = ids.shape
        states = self._whole(answer.get("states"), (inputs, tokens, self._info.hidden_size))
        if take is not None:
            shape = inputs, self._info.heads, tokens, tokens
            for weights in self._whole(answer.get("attention"), shape):
                take(weights)
        return Encoded(states[-1], states if hidden_states else None)

    def word_scores(self, states: Tensor) -> Tensor:
        """Return the scores (..., vocabulary) of the masked-word head for states (..., hidden)."""
        scores = self._ask("word_scores", {"states": states.reshape(-1, states.shape[-1])}).get("scores")
        return self._whole(scores, (self._info.vocab_size,)).view(*states.shape[:-1], -1)

    def pair_scores(self, states: Tensor) -> Tensor:
        """Return the scores (inputs, 2) of the next-sentence head for states (inputs, hidden) of [CLS]."""
        return self._whole(self._ask("pair_scores", {"states": states}).get("scores"), (2,))

    def word_embeddings(self, ids: Tensor) -> Tensor:
        """Return the rows (tokens, size) of the input embeddings of ids (tokens,)."""
        found = self._ask("word_embeddings", {"ids": ids.int()}).get("embeddings")
        if found is None or found.dim() != 2 or len(found) != len(ids):
            raise BertScopeError(STRANGE)
        return found

    def _ask(self, question: str, tensors: Mapping[str, Tensor], **wanted: str) -> dict[str, Tensor]:
        body = packed(tensors)
        if len(body) > LARGEST_QUESTION:
            raise InputError(_TOO_LARGE)
        answer = self._client().ask(question, {"model": self._info.id, **wanted}, body)
        try:
            return unpacked(answer)
        except ValueError as error:
            raise BertScopeError(STRANGE) from error

    def _whole(self, values: Tensor | None, shape: tuple[int, ...]) -> Tensor:
        """Return values of that shape behind their first dimension.

        Raises:
            BertScopeError: They are something else.
        """
        if values is None or values.dim() != len(shape) + 1 or not len(values) or values.shape[1:] != shape:
            raise BertScopeError(STRANGE)
        return values
