"""The BERT family: which class loads a checkpoint, and where its heads are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor


def _classifier_logits(model: Any, states: Tensor) -> Tensor:
    """Let a head choose its token by itself."""
    scores: Tensor = model.classifier(states)
    return scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """What differs between the architectures that this project reads."""

    name: str
    """The config's `model_type`."""
    model_class: str
    """Class of transformers that holds the encoder and every pretraining head we use."""
    attention_class: str
    """Class of the modules that return (output, weights (batch, heads, query, key))."""
    joining_class: str
    """Class of the modules that hold the Linear which joins the heads of a layer."""
    joining_layer: str = "dense"
    """Name of that Linear, whose input is the heads' context vectors side by side."""
    layer_class: str
    """Class of the modules that are a whole layer."""
    norms: tuple[str, str] = ("attention.output.LayerNorm", "output.LayerNorm")
    """Within a layer, the LayerNorm after attention and the one after the feed-forward part; each gets the
    state with what that part adds to it."""
    mlm_keys: tuple[str, ...]
    """Beginnings of the weights' names that make up the masked-word head."""
    mlm_logits: Callable[[Any, Tensor], Tensor]
    """Model, hidden states (..., hidden) -> scores (..., vocabulary)."""
    nsp_keys: tuple[str, ...] = ()
    """Beginnings of the names of the next-sentence head with its pooler; empty: no such head."""
    position_offset: bool = False
    """Position numbers begin after the padding index, so that many places are lost."""
    segments: bool = True
    """The model takes segment (token type) ids."""
    input_projection: str = ""
    """Within the base model, the Linear from the size of embeddings to that of states; some checkpoints of
    such a family have none. Empty: no checkpoint has."""
    query: str = "query"
    """Name, within the attention module, of the matrix that makes queries."""
    key: str = "key"
    """Name of the one that makes keys."""
    class_logits: Callable[[Any, Tensor], Tensor] = _classifier_logits
    """Network fine-tuned to tell classes apart, last states (inputs, tokens, hidden) -> (inputs, classes)."""


def _distilbert_logits(model: Any, hidden: Tensor) -> Tensor:
    hidden = model.activation(model.vocab_transform(hidden))
    return model.vocab_projector(model.vocab_layer_norm(hidden))


def _distilbert_class_logits(model: Any, states: Tensor) -> Tensor:
    return model.classifier(model.pre_classifier(states[:, 0]).relu())


def _albert_class_logits(model: Any, states: Tensor) -> Tensor:
    return model.classifier(model.albert.pooler(states[:, 0]).tanh())


def _electra_logits(model: Any, hidden: Tensor) -> Tensor:
    return model.generator_lm_head(model.generator_predictions(hidden))


_FAMILIES = (
    Family(
        name="bert",
        model_class="BertForPreTraining",
        attention_class="BertSelfAttention",
        joining_class="BertSelfOutput",
        layer_class="BertLayer",
        mlm_keys=("cls.predictions.",),
        mlm_logits=lambda model, hidden: model.cls.predictions(hidden),
        nsp_keys=("cls.seq_relationship.", "bert.pooler."),
        class_logits=lambda model, states: model.classifier(model.bert.pooler(states)),
    ),
    Family(
        name="distilbert",
        model_class="DistilBertForMaskedLM",
        attention_class="DistilBertSelfAttention",
        joining_class="DistilBertSelfAttention",
        joining_layer="out_lin",
        layer_class="TransformerBlock",
        norms=("sa_layer_norm", "output_layer_norm"),
        mlm_keys=("vocab_",),
        mlm_logits=_distilbert_logits,
        class_logits=_distilbert_class_logits,
        segments=False,
        query="q_lin",
        key="k_lin",
    ),
    Family(
        name="roberta",
        model_class="RobertaForMaskedLM",
        attention_class="RobertaSelfAttention",
        joining_class="RobertaSelfOutput",
        layer_class="RobertaLayer",
        mlm_keys=("lm_head.",),
        mlm_logits=lambda model, hidden: model.lm_head(hidden),
        position_offset=True,
    ),
    Family(
        name="xlm-roberta",
        model_class="XLMRobertaForMaskedLM",
        attention_class="XLMRobertaSelfAttention",
        joining_class="XLMRobertaSelfOutput",
        layer_class="XLMRobertaLayer",
        mlm_keys=("lm_head.",),
        mlm_logits=lambda model, hidden: model.lm_head(hidden),
        position_offset=True,
    ),
    Family(  # trained on sentence order, not on next sentence: no head for that question
        name="albert",
        model_class="AlbertForMaskedLM",
        attention_class="AlbertAttention",
        joining_class="AlbertAttention",
        layer_class="AlbertLayer",
        norms=("attention.LayerNorm", "full_layer_layer_norm"),
        mlm_keys=("predictions.",),
        mlm_logits=lambda model, hidden: model.predictions(hidden),
        input_projection="encoder.embedding_hidden_mapping_in",
        class_logits=_albert_class_logits,
    ),
    Family(
        name="electra",
        model_class="ElectraForMaskedLM",
        attention_class="ElectraSelfAttention",
        joining_class="ElectraSelfOutput",
        layer_class="ElectraLayer",
        mlm_keys=("generator_predictions.", "generator_lm_head."),
        mlm_logits=_electra_logits,
        input_projection="embeddings_project",
    ),
)

FAMILIES = {family.name: family for family in _FAMILIES}
