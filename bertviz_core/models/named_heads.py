"""The heads that a config names, held against those whose weights are there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bertviz_core.errors import N_
from bertviz_core.models.families import Family
from bertviz_core.models.task_head import PRETRAINING, TASK_HEADS
from bertviz_core.results import Note

_TASKS = ("ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering")

_MISSING = N_(
    "The config.json names {architecture}, but weights of its head are missing. What would come from the "
    "head is not asked: made-up weights would answer."
)
_LEFT_OUT = N_(
    "The weights hold a head ({names}) for which {architecture}, named in config.json, has no place. It is "
    "not asked."
)
_REMEDY = N_(
    "Write the class that the model was saved from into “architectures” of its config.json, or save the "
    "model again with its head."
)


def heads_notes(
    config: Any, family: Family, *, there: Collection[str], whole: bool, missing: Collection[str]
) -> tuple[Note, ...]:
    """Say where a config names a head that is not there, or weights hold one that it does not name.

    Args:
        config: The library's object.
        family: What the model is of.
        there: Names of all weights of the checkpoint.
        whole: It has the head of a task, or one that is refused with a sentence.
        missing: Names of the weights of pretraining's heads that were not found.
    """
    named = str((config.architectures or [""])[0])
    if "For" not in named:
        return ()
    wanted = {
        "ForMaskedLM": family.mlm_keys,
        "ForPreTraining": () if family.name == "electra" else (*family.mlm_keys, *family.nsp_keys),
        "ForNextSentencePrediction": family.nsp_keys,
    }
    keys = next((keys for end, keys in wanted.items() if named.endswith(end)), ())
    lacks = bool(keys) and any(name.startswith(keys) for name in missing)
    lacks = lacks or (named.endswith(_TASKS) and not whole)
    notes = [_doubtful(_MISSING, architecture=named[:60])] if lacks else []
    left = sorted(name for name in there if name in TASK_HEADS)
    if left and named.endswith(PRETRAINING):
        shown = ", ".join(left[:2]) + "…" * (len(left) > 2)
        notes.append(_doubtful(_LEFT_OUT, architecture=named[:60], names=shown[:100]))
    return tuple(notes)


def _doubtful(template: str, **fields: object) -> Note:
    return Note(kind="weights", template=template, fields=fields, remedy=_REMEDY, doubtful=True)
