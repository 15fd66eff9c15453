"""From a checked folder to a network and tokenizer in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer

from bertviz_core.errors import N_, UnreadableModelError
from bertviz_core.locales import LANGUAGES
from bertviz_core.models.card import read_card, read_card_text
from bertviz_core.models.casing import casing_of
from bertviz_core.models.catalogue import find_listed
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.damaged_files import damage_told, damaged
from bertviz_core.models.eager_attention import eager_attention
from bertviz_core.models.encoder_weights import (
    ignored_weights,
    infinite_note,
    require_encoder,
    require_finite,
    require_plain_numbers,
    require_shapes,
)
from bertviz_core.models.families import Family
from bertviz_core.models.named_heads import heads_notes
from bertviz_core.models.network_config import open_config
from bertviz_core.models.positions import settle_positions
from bertviz_core.models.tag_labels import labels_note
from bertviz_core.models.task_head import TaskHead, load_task_head
from bertviz_core.models.tied_weights import share_bias, untied_weights
from bertviz_core.models.tokenizer import OpenedTokenizer, open_tokenizer
from bertviz_core.models.vocabulary_file import unnamed_rows
from bertviz_core.models.weight_files import weight_names
from bertviz_core.results import ModelInfo, Note
from bertviz_core.settings import get_settings

_NO_FIRST_TOKEN = N_(
    "“{model}” tells classes of texts apart by their first token, and its tokenizer puts none before "
    "them. Save it with a tokenizer that does."
)
# While it loads, transformers changes defaults of the whole process.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedModel:
    """A network in evaluation mode, its tokenizer, and what the two can do."""

    info: ModelInfo
    family: Family
    config: Any
    """The `PreTrainedConfig` of the network."""
    read_network: Callable[[], Any]
    """Returns the network, always the same one; reads its weights where they are not in memory yet."""
    tokenizer: Tokenizer
    unknown_token: str | None
    own_tokens: tuple[str, ...] = ()
    """Special tokens that people write into texts, such as the markers of entities."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """The text of its model card, by the app's languages."""
    head: TaskHead | None = None
    """What fine-tuning put on top."""
    unsupported: str = ""
    """Why such a head cannot be asked, a sentence with `{model}` in it; empty where there is none."""
    first_position: int | None = None
    """Of the first token, where that had to be decided; None where the network counts by itself."""
    runs_here: bool = True
    """Its passes are computed in this process; else by the engine of `engine_url`, as far as that can."""

    @property
    def network(self) -> Any:
        """The `PreTrainedModel`; its attention is computed eagerly, so that weights exist."""
        return self.read_network()


def load_checkpoint(checkpoint: Checkpoint) -> LoadedModel:
    """Load weights and tokenizer as float32 for reading attention.

    Raises:
        UnreadableModelError: Files are damaged, or weights and vocabulary do not belong together.
    """
    with _one_at_a_time:
        return _load(checkpoint)


def _load(checkpoint: Checkpoint) -> LoadedModel:
    _prepare_libraries()
    model_class = getattr(transformers, checkpoint.family.model_class)
    opened = open_tokenizer(checkpoint)
    config, of_config = open_config(checkpoint)
    require_plain_numbers(checkpoint)
    try:
        network, report = model_class.from_pretrained(
            checkpoint.folder,
            config=config,
            attn_implementation=eager_attention(),
            dtype=torch.float32,
            use_safetensors=True,
            output_loading_info=True,
            local_files_only=True,
            trust_remote_code=False,
        )
    except Exception as error:  # the libraries raise whatever the damaged file provokes
        with damage_told(checkpoint.model_id), torch.device("meta"):
            empty = model_class(config)
        require_shapes(checkpoint, empty)
        raise damaged(checkpoint.model_id) from error
    missing = share_bias(network, report["missing_keys"])
    require_encoder(checkpoint, network.base_model_prefix, missing)
    # The highest number counts: a vocabulary may leave some out, or have one piece twice.
    highest = max(opened.backend.get_vocab().values(), default=0)
    if highest >= network.config.vocab_size:
        raise UnreadableModelError(
            "The vocabulary of “{model}” has more entries than its weights. They do not belong together.",
            model=checkpoint.model_id,
        )
    broken = require_finite(
        checkpoint.model_id,
        network.named_parameters(),
        heads=(*checkpoint.family.mlm_keys, *checkpoint.family.nsp_keys),
    )
    network.eval().requires_grad_(False)
    first_position, of_padding = settle_positions(network, checkpoint.family, opened.tokenizer.pad_token_id)
    head = load_task_head(checkpoint, network.config)
    notes = (
        *opened.notes,
        *unnamed_rows(highest + 1, network.config.vocab_size),
        *of_config,
        *of_padding,
        *ignored_weights(report["unexpected_keys"]),
        *untied_weights(network),
        *infinite_note(broken),
        *heads_notes(
            network.config,
            checkpoint.family,
            there=weight_names(checkpoint.folder),
            whole=bool(head),
            missing=missing,
        ),
        *(labels_note(head.tags) if isinstance(head, TaskHead) and head.info.task == "tagging" else ()),
    )
    if isinstance(head, TaskHead) and not opened.begins_special and head.info.task in ("sentence", "pair"):
        head = _NO_FIRST_TOKEN
    return LoadedModel(
        info=_describe(checkpoint, network, opened, (*missing, *broken), first_position, notes),
        family=checkpoint.family,
        config=network.config,
        read_network=lambda: network,
        tokenizer=opened.backend,
        unknown_token=opened.tokenizer.unk_token,
        own_tokens=opened.own_tokens,
        cards={language: read_card_text(checkpoint.folder, language) for language in LANGUAGES},
        head=head if isinstance(head, TaskHead) else None,
        unsupported=head if isinstance(head, str) else "",
        first_position=first_position,
    )


@lru_cache(maxsize=1)
def _prepare_libraries() -> None:
    """Quiet the libraries' progress bars and set the threads, once a process."""
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    threads = get_settings().torch_threads
    if threads is not None:
        torch.set_num_threads(threads)


def _has_head(keys: tuple[str, ...], missing: Collection[str]) -> bool:
    """A head is there when none of its weights had to be invented while loading."""
    return bool(keys) and not any(key.startswith(keys) for key in missing)


def _describe(
    checkpoint: Checkpoint,
    network: Any,
    opened: OpenedTokenizer,
    missing: Collection[str],
    first_position: int | None,
    notes: tuple[Note, ...],
) -> ModelInfo:
    config, family = network.config, checkpoint.family
    card, listed = read_card(checkpoint.folder), find_listed(checkpoint.model_id)
    casing, mask_token = casing_of(opened.backend.normalizer), opened.tokenizer.mask_token
    offset = first_position or ((config.pad_token_id or 0) + 1 if family.position_offset else 0)
    return ModelInfo(
        id=checkpoint.model_id,
        name=checkpoint.name or (listed.name if listed else Path(checkpoint.model_id).name),
        family=family.name,
        layers=config.num_hidden_layers,
        heads=config.num_attention_heads,
        hidden_size=config.hidden_size,
        vocab_size=config.vocab_size,
        max_tokens=config.max_position_embeddings - offset,
        parameters=network.num_parameters(),
        languages=card.languages or (listed.languages if listed else ()),
        lowercases=casing.lowers,
        strips_accents=casing.strips,
        has_mlm_head=mask_token is not None and _has_head(family.mlm_keys, missing),
        has_nsp_head=opened.begins_special and opened.parts_pairs and _has_head(family.nsp_keys, missing),
        has_segments=family.segments and config.type_vocab_size > 1,
        mask_token=mask_token,
        licence=card.licence,
        source=checkpoint.source,
        revision=checkpoint.revision,
        notes=notes,
    )
