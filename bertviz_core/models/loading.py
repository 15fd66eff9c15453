"""From a checked folder to a network and tokenizer in memory."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer
from transformers import AutoTokenizer

from bertviz_core.errors import UnreadableModelError
from bertviz_core.locales import LANGUAGES
from bertviz_core.models.card import read_card, read_card_text
from bertviz_core.models.catalogue import find_listed
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.damaged_files import damage_told
from bertviz_core.models.eager_attention import eager_attention
from bertviz_core.models.families import Family
from bertviz_core.models.task_head import TaskHead, load_task_head
from bertviz_core.results import ModelInfo
from bertviz_core.settings import get_settings

# While it loads, transformers changes defaults of the whole process.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedModel:
    """A network in evaluation mode, its tokenizer, and what the two can do."""

    info: ModelInfo
    family: Family
    network: Any
    """The `PreTrainedModel`; its attention is computed eagerly, so that weights exist."""
    tokenizer: Tokenizer
    unknown_token: str | None
    cards: Mapping[str, str] = field(default_factory=dict)
    """The text of its model card, by the app's languages."""
    head: TaskHead | None = None
    """What fine-tuning put on top."""
    unsupported: str = ""
    """Why such a head cannot be asked, a sentence with `{model}` in it; empty where there is none."""


def load_checkpoint(checkpoint: Checkpoint) -> LoadedModel:
    """Load weights and tokenizer as float32 for reading attention.

    Raises:
        UnreadableModelError: Files are damaged, or weights and vocabulary do not belong together.
    """
    with _one_at_a_time:
        return _load(checkpoint)


def _load(checkpoint: Checkpoint) -> LoadedModel:
    _prepare_libraries()
    options = {"local_files_only": True, "trust_remote_code": False}
    model_class = getattr(transformers, checkpoint.family.model_class)
    with damage_told(checkpoint.model_id):
        tokenizer = AutoTokenizer.from_pretrained(checkpoint.folder, **options)
        network, report = model_class.from_pretrained(
            checkpoint.folder,
            attn_implementation=eager_attention(),
            dtype=torch.float32,
            use_safetensors=True,
            output_loading_info=True,
            **options,
        )
    missing = report["missing_keys"]
    _require_encoder(checkpoint, network, missing)
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise UnreadableModelError(
            "“{model}” has a tokenizer without a vocabulary of pieces, which cannot be shown here. "
            "Choose another model.",
            model=checkpoint.model_id,
        )
    if backend.get_vocab_size() > network.config.vocab_size:
        raise UnreadableModelError(
            "The vocabulary of “{model}” has more entries than its weights. They do not belong together.",
            model=checkpoint.model_id,
        )
    network.eval().requires_grad_(False)
    head = load_task_head(checkpoint, network.config)
    return LoadedModel(
        info=_describe(checkpoint, network, tokenizer, missing),
        family=checkpoint.family,
        network=network,
        tokenizer=backend,
        unknown_token=tokenizer.unk_token,
        cards={language: read_card_text(checkpoint.folder, language) for language in LANGUAGES},
        head=head if isinstance(head, TaskHead) else None,
        unsupported=head if isinstance(head, str) else "",
    )


@lru_cache(maxsize=1)
def _prepare_libraries() -> None:
    """Quiet the libraries' progress bars and set the threads, once a process."""
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    threads = get_settings().torch_threads
    if threads is not None:
        torch.set_num_threads(threads)


def _require_encoder(checkpoint: Checkpoint, network: Any, missing: Collection[str]) -> None:
    encoder = f"{network.base_model_prefix}."
    if any(key.startswith(encoder) and not key.startswith(f"{encoder}pooler.") for key in missing):
        raise UnreadableModelError(
            "The weights of “{model}” lack parts of the encoder. Download or save the model again.",
            model=checkpoint.model_id,
        )


def _has_head(keys: tuple[str, ...], missing: Collection[str]) -> bool:
    """A head is there when none of its weights had to be invented while loading."""
    return bool(keys) and not any(key.startswith(keys) for key in missing)


def _describe(checkpoint: Checkpoint, network: Any, tokenizer: Any, missing: Collection[str]) -> ModelInfo:
    config, family = network.config, checkpoint.family
    card, listed = read_card(checkpoint.folder), find_listed(checkpoint.model_id)
    probe = tokenizer.backend_tokenizer.normalizer
    lowered, accented = ("A", "é") if probe is None else (probe.normalize_str("A"), probe.normalize_str("é"))
    offset = (config.pad_token_id or 0) + 1 if family.position_offset else 0
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
        lowercases=lowered == "a",
        strips_accents=accented == "e",
        has_mlm_head=tokenizer.mask_token is not None and _has_head(family.mlm_keys, missing),
        has_nsp_head=_has_head(family.nsp_keys, missing),
        has_segments=family.segments and config.type_vocab_size > 1,
        mask_token=tokenizer.mask_token,
        licence=card.licence,
        source=checkpoint.source,
        revision=checkpoint.revision,
    )
