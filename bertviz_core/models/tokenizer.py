"""A checkpoint's tokenizer as it is meant, which its files do not always say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from transformers import AutoTokenizer

from bertviz_core.errors import UnreadableModelError
from bertviz_core.models.added_tokens import LEARNED_WITH_PAIRS, own_note, own_tokens, settle_ends
from bertviz_core.models.casing import casing_of, decide_casing, loading_options, normalizer_in
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.damaged_files import damage_told
from bertviz_core.models.network_config import open_config
from bertviz_core.models.special_tokens import (
    loaded_names,
    mend_backend,
    names_note,
    other_names,
    said_names,
    vocabulary_of,
)
from bertviz_core.models.tokenizer_settings import mended_flags, read_settings
from bertviz_core.models.vocabulary_file import read_vocabulary
from bertviz_core.results import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTokenizer:
    """A tokenizer, and what was decided about it."""

    tokenizer: Any
    """The library's, which saves itself with what was decided."""
    begins_special: bool
    """Every text begins with a special token, from which heads may be read."""
    parts_pairs: bool
    """Two texts are told apart by what stands between them."""
    own_tokens: tuple[str, ...]
    """Special tokens that people write into texts."""
    notes: tuple[Note, ...]

    @property
    def backend(self) -> Tokenizer:
        """What cuts texts."""
        backend: Tokenizer = self.tokenizer.backend_tokenizer
        return backend


def open_tokenizer(checkpoint: Checkpoint) -> OpenedTokenizer:
    """Load a tokenizer, with what its files leave open decided by its vocabulary.

    Raises:
        UnreadableModelError: Its files are damaged, or it has no pieces.
    """
    folder = checkpoint.folder
    config, _ = open_config(checkpoint)  # the library would read one whose names of classes stop it
    options: dict[str, Any] = {"config": config, "local_files_only": True, "trust_remote_code": False}
    with damage_told(checkpoint.model_id):
        vocabulary, of_lines = read_vocabulary(folder) or (None, ())
        if vocabulary is not None:
            options["vocab"] = vocabulary
        settings = read_settings(folder)
        flags, of_flags = mended_flags(settings)
        options |= flags
        tokenizer, of_names = _with_names(folder, vocabulary, settings, options)
    if getattr(tokenizer, "backend_tokenizer", None) is None:
        raise UnreadableModelError(
            "“{model}” has a tokenizer without a vocabulary of pieces, which cannot be shown here. "
            "Choose another model.",
            model=checkpoint.model_id,
        )
    with damage_told(checkpoint.model_id):
        casing, of_casing = decide_casing(tokenizer, folder)
        if casing != casing_of(tokenizer.backend_tokenizer.normalizer):
            if hasattr(tokenizer, "do_lower_case"):
                options |= loading_options(tokenizer, casing)
                tokenizer = AutoTokenizer.from_pretrained(folder, **options)
            else:  # a class that makes its own, whatever the file says
                tokenizer.backend_tokenizer.normalizer = normalizer_in(folder / "tokenizer.json")
        of_names = (*of_names, *mend_backend(tokenizer.backend_tokenizer, loaded_names(tokenizer)))
        segments = checkpoint.family.segments and getattr(config, "type_vocab_size", 1) > 1
        classes = [str(name) for name in config.architectures or () if str(name).endswith(LEARNED_WITH_PAIRS)]
        ends = settle_ends(
            tokenizer, checkpoint.family.name, segments=segments, fine_tuned="".join(classes[:1])
        )
        own = own_tokens(tokenizer)
    return OpenedTokenizer(
        tokenizer=tokenizer,
        begins_special=ends.begins_special,
        parts_pairs=ends.parts_pairs,
        own_tokens=own,
        notes=(*of_lines, *of_flags, *of_casing, *of_names, *ends.notes, *own_note(own)),
    )


def _with_names(
    folder: Path, vocabulary: dict[str, int] | None, settings: dict[str, Any], options: dict[str, Any]
) -> tuple[Any, tuple[Note, ...]]:
    """Load a tokenizer that knows its special tokens, of which `options` keep the names.

    Settings are asked first, since a name that is nobody's can keep the library from loading; then the
    loaded tokenizer, whose class has names of its own.
    """
    entries = vocabulary_of(folder, vocabulary)
    before = said_names(settings)
    renamed = {} if entries is None else other_names(before, entries)
    options |= renamed
    tokenizer = AutoTokenizer.from_pretrained(folder, **options)
    if entries is not None and (more := other_names(loaded_names(tokenizer), entries)):
        renamed |= more
        options |= more
        tokenizer = AutoTokenizer.from_pretrained(folder, **options)
    if entries is None or getattr(tokenizer, "backend_tokenizer", None) is None:
        return tokenizer, ()
    return tokenizer, names_note(renamed, tokenizer)
