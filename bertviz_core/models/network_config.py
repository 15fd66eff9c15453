"""A checkpoint's config as the library's object, mended where it does not fit the weights."""

from __future__ import annotations

from typing import Any

import transformers

from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.class_names import with_sound_names
from bertviz_core.models.config_checks import read_config
from bertviz_core.models.damaged_files import damage_told
from bertviz_core.results import Note


def open_config(checkpoint: Checkpoint) -> tuple[Any, tuple[Note, ...]]:
    """Return the config and what was decided about it.

    Raises:
        UnreadableModelError: It is damaged.
    """
    written = read_config(checkpoint.model_id, checkpoint.folder)
    with damage_told(checkpoint.model_id):
        sound, notes = with_sound_names(written, checkpoint.folder)
        config = transformers.CONFIG_MAPPING[checkpoint.family.name].from_dict(sound)
    return config, notes
