"""From a file of tagged sentences to a set."""

from __future__ import annotations

from dataclasses import replace

from bertviz_core.results import PreparedData, TaggedExample
from bertviz_core.training.data.prepare import prepare_tagged
from bertviz_core.training.tagged_sentences import TaggedFile


def tagged_data(file: TaggedFile, *, name: str, seed: int = 0) -> PreparedData:
    """Prepare the sentences of a file; what was decided while it was read comes first.

    Raises:
        InputError: There are too few different sentences.
    """
    rows = [TaggedExample(tokens=s.tokens, tags=s.tags, language=s.language) for s in file.sentences]
    prepared = prepare_tagged(rows, name=name, seed=seed)
    return replace(prepared, decisions=(*file.notes, *prepared.decisions))
