"""Whether a tokenizer lowers capitals and drops accents: said by its files, or seen in its vocabulary.

A BERT vocabulary alone does not say it, and the library's own answer is "lower-cased": a cased one then
falls to letters, without a word.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.normalizers import Normalizer

from bertviz_core.errors import N_
from bertviz_core.models.tokenizer_settings import flag, read_settings
from bertviz_core.results import Note

_SHARE = 0.005
"""Of the pieces: a few that somebody wrote into a vocabulary later do not make it a cased one."""
_NO_PIECE = re.compile(r"\[.*\]|<.*>")

_REMEDY = N_("If that is wrong, write “do_lower_case” and “strip_accents” into its tokenizer_config.json.")
_SEEN = {
    (False, False): N_(
        "No file says whether capitals count. {capitals} of {pieces} pieces of the vocabulary hold some, "
        "so texts are read as they are written."
    ),
    (True, True): N_(
        "No file says whether capitals count. The vocabulary has next to none, and no accents, so texts "
        "are read in small letters without accents."
    ),
    (True, False): N_(
        "No file says whether capitals count. The vocabulary has next to none, but {accents} of {pieces} "
        "pieces with accents, so texts are read in small letters and keep their accents."
    ),
}
_ACCENTS_KEPT = N_(
    "The files say that capitals are lowered, and nothing of accents. {accents} of {pieces} pieces of the "
    "vocabulary hold some, so accents are kept."
)
_DISAGREE = N_(
    "tokenizer_config.json and tokenizer.json disagree on whether capitals are lowered. {capitals} of "
    "{pieces} pieces of the vocabulary hold capitals, so the vocabulary decided: {decided}."
)
_DOUBTED = N_(
    "The files say that capitals are lowered, but {capitals} of {pieces} pieces of the vocabulary hold "
    "capitals and are never reached. The files are followed."
)


@dataclass(frozen=True, slots=True)
class Casing:
    """What a tokenizer does to letters before it looks for pieces."""

    lowers: bool
    strips: bool


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What a vocabulary shows."""

    pieces: int
    capitals: int
    accents: int

    @property
    def cased(self) -> bool:
        return self.capitals > _SHARE * self.pieces

    @property
    def accented(self) -> bool:
        return self.accents > _SHARE * self.pieces

    @property
    def fields(self) -> dict[str, int]:
        return {"pieces": self.pieces, "capitals": self.capitals, "accents": self.accents}


def casing_of(normalizer: Normalizer | None) -> Casing:
    """Return what is done to letters before pieces are looked for."""
    if normalizer is None:
        return Casing(lowers=False, strips=False)
    return Casing(normalizer.normalize_str("A") == "a", normalizer.normalize_str("é") == "e")


def decide_casing(tokenizer: Any, folder: Path) -> tuple[Casing, tuple[Note, ...]]:
    """Return what a tokenizer should do to letters, and what was decided to find out.

    Args:
        tokenizer: As the library loads it.
        folder: Of the checkpoint; `tokenizer_config.json` and `tokenizer.json` are asked, then the
        vocabulary.
    """
    backend = tokenizer.backend_tokenizer
    in_file = _casing_in(folder / "tokenizer.json")
    if not hasattr(tokenizer, "do_lower_case"):  # it has no such settings: only its own file can say so
        return in_file or casing_of(backend.normalizer), ()
    settings = read_settings(folder)
    lowers, strips = flag(settings.get("do_lower_case")), _strips_said(settings)
    said = {value for value in (lowers, in_file.lowers if in_file else None) if value is not None}
    shown = _evidence(backend.get_vocab(with_added_tokens=False), tokenizer.all_special_tokens)
    lowered = said.pop() if len(said) == 1 else not shown.cased
    accents_said = strips is not None or (in_file is not None and in_file.lowers == lowered)
    if strips is None:
        strips = in_file.strips if in_file and accents_said else lowered and not shown.accented
    casing = Casing(lowered, strips)
    return casing, _told(casing, shown, (lowers, in_file.lowers if in_file else None), accents_said)


def loading_options(tokenizer: Any, casing: Casing) -> dict[str, bool]:
    """Return the arguments with which the library loads this tokenizer so."""
    if hasattr(tokenizer, "keep_accents"):
        return {"do_lower_case": casing.lowers, "keep_accents": not casing.strips}
    return {"do_lower_case": casing.lowers, "strip_accents": casing.strips}


def normalizer_in(file: Path) -> Normalizer | None:
    """Return what `tokenizer.json` does to texts first, without the rest of the tokenizer."""
    part = json.loads(file.read_text(encoding="utf-8")).get("normalizer")
    bare = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": part}
    others = dict.fromkeys(("pre_tokenizer", "post_processor", "decoder"))
    model = {"type": "BPE", "vocab": {}, "merges": []}
    return Tokenizer.from_str(json.dumps({**bare, **others, "model": model})).normalizer


def _casing_in(file: Path) -> Casing | None:
    return casing_of(normalizer_in(file)) if file.is_file() else None


def _strips_said(settings: dict[str, Any]) -> bool | None:
    keeps = flag(settings.get("keep_accents"))
    return flag(settings.get("strip_accents")) if keeps is None else not keeps


def _evidence(pieces: Iterable[str], special: Iterable[str]) -> _Evidence:
    ordinary = [piece for piece in set(pieces) - set(special) if not _NO_PIECE.fullmatch(piece)]
    return _Evidence(
        pieces=len(ordinary),
        capitals=sum(piece != piece.lower() for piece in ordinary),
        accents=sum(not piece.isascii() and _accented(piece) for piece in ordinary),
    )


def _accented(piece: str) -> bool:
    return any(unicodedata.category(letter) == "Mn" for letter in unicodedata.normalize("NFD", piece))


def _told(
    casing: Casing, shown: _Evidence, said: tuple[bool | None, bool | None], accents_said: bool
) -> tuple[Note, ...]:
    """Say what no file said (settings, tokenizer), or in what files and vocabulary are against each other."""
    fields: dict[str, object] = {**shown.fields}
    if said == (None, None):
        template = _SEEN.get((casing.lowers, casing.strips), _SEEN[False, False])
    elif None not in said and said[0] != said[1]:
        template, fields["decided"] = _DISAGREE, f"do_lower_case = {str(casing.lowers).lower()}"
    elif casing.lowers and shown.cased:
        template = _DOUBTED
    elif casing.lowers and not casing.strips and not accents_said:
        template = _ACCENTS_KEPT
    else:
        return ()
    doubtful = template in (_DISAGREE, _DOUBTED)
    return (Note(kind="casing", template=template, fields=fields, remedy=_REMEDY, doubtful=doubtful),)
