"""`tokenizer_config.json`, in which people write by hand what is true and false in many ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bertviz_core.errors import N_
from bertviz_core.results import Note

_FLAGS = {
    "do_lower_case": True,
    "strip_accents": None,
    "keep_accents": False,
    "tokenize_chinese_chars": True,
    "handle_chinese_chars": True,
    "clean_text": True,
    "remove_space": True,
    "add_prefix_space": False,
    "trim_offsets": True,
}
"""With what the library takes where nothing is said."""
_INPUTS, _SEGMENTS = "model_input_names", "token_type_ids"
_WRITTEN = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "1.0": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
    "0.0": False,
}

_READ_AS = N_(
    "tokenizer_config.json says {written}, which is neither true nor false as JSON writes them. It is read "
    "as {read}."
)
_NOT_READ = N_(
    "tokenizer_config.json says {written}, which is neither true nor false. It is read as if it said nothing."
)
_REMEDY = N_("Write true or false there, without quotation marks.")


def read_settings(folder: Path) -> dict[str, Any]:
    """Return the settings of the tokenizer in a folder; none where there is no such file.

    Raises:
        OSError, ValueError, RecursionError: The file is damaged.
    """
    file = folder / "tokenizer_config.json"
    settings: Any = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return settings if isinstance(settings, dict) else {}


def flag(value: object) -> bool | None:
    """Return what a value says of yes and no, however it is written; None where it says nothing."""
    return None if value is None else _WRITTEN.get(str(value).strip().casefold())


def mended_flags(settings: dict[str, Any]) -> tuple[dict[str, bool | None], tuple[Note, ...]]:
    """Return settings of yes and no that are written otherwise, as they are read, and say so."""
    mended: dict[str, bool | None] = {}
    notes = []
    for name, usual in _FLAGS.items():
        value = settings.get(name)
        if value is None or isinstance(value, bool):
            continue
        read = flag(value)
        mended[name] = usual if read is None else read
        fields = {"written": f"{name} = {json.dumps(value, ensure_ascii=False)[:40]}"}
        if read is not None:
            fields["read"] = str(read).lower()
        template = _NOT_READ if read is None else _READ_AS
        notes.append(
            Note(kind="casing", template=template, fields=fields, remedy=_REMEDY, doubtful=read is None)
        )
    return mended, tuple(notes)


def gives_segments(tokenizer: Any) -> bool:
    """Tell whether a loaded tokenizer gives segments to its model.

    It does not where its settings name the inputs without them, or its class is that of a family without.
    """
    said = tokenizer.init_kwargs.get(_INPUTS)
    names = said if isinstance(said, list) else None
    if names is None and type(tokenizer).__name__.startswith("DistilBert"):
        names = tokenizer.model_input_names
    return names is None or _SEGMENTS in names


def let_give_segments(tokenizer: Any) -> None:
    """Name segments among the inputs of a loaded tokenizer, and in what it saves."""
    names = ["input_ids", _SEGMENTS, "attention_mask"]
    tokenizer.model_input_names = tokenizer.init_kwargs[_INPUTS] = names
