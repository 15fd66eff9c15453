"""What becomes of every character of Unicode, as a table for the tokenizer in JavaScript.

Browsers know other versions of Unicode than Python and the tokenizers library, so that nothing is asked of
them: the table says what those two do. Of a character that Python does not know it says that nothing is
certain.
"""

from __future__ import annotations

import sys
import unicodedata
from itertools import groupby
from pathlib import Path

from tokenizers import Tokenizer

TABLE = Path(__file__).with_name("letters.js")

_APART = "q"
_SURROGATES = range(0xD800, 0xE000)
_AT_ONCE = 4096


def letters_script(tokenizer: Tokenizer) -> str:
    """Return the module `letters.js`.

    Args:
        tokenizer: Whose normalizer and pre-tokenizer are asked about each character.
    """
    kinds: list[str] = []
    for first in range(0, sys.maxunicode + 1, _AT_ONCE):
        kinds += _kinds(range(first, first + _AT_ONCE), tokenizer)
    runs = "".join(f"{_base36(len(list(run)))}{kind}" for kind, run in groupby(kinds))
    return (
        "// Written by letters.py: how many characters in a row, in base 36, are of which kind.\n"
        f'// Of Unicode {unicodedata.unidata_version}.\n\nexport const RUNS =\n  "{runs}";\n'
    )


def _kinds(points: range, tokenizer: Tokenizer) -> list[str]:
    """Return the kind of each character.

    `U`: not known. `A` to `D` are part of a word, a word alone, a space, left out, and can be seen; `E` to
    `H` the same where nothing is seen; `I` to `L` where they are punctuation or a symbol.
    """
    known = [
        point for point in points if point not in _SURROGATES and unicodedata.category(chr(point)) != "Cn"
    ]
    row = f" {_APART} ".join(f"a{chr(point)}b" for point in known)
    pieces = [
        piece
        for piece, _ in tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(row))
    ]
    found = dict.fromkeys(points, "U")
    groups = [list(group) for apart, group in groupby(pieces, key=_APART.__eq__) if not apart]
    for point, group in zip(known, groups, strict=True):
        does = 3 if group == ["ab"] else {1: 0, 2: 2, 3: 1}[len(group)]
        category = unicodedata.category(chr(point))[0]
        found[point] = "ABCDEFGHIJKL"[does + (4 if category in "CZ" else 8 if category in "PS" else 0)]
    return list(found.values())


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits
