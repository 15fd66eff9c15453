"""How labels are written: those that only seem to differ are one, those that are near are named together."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

_JOINERS = "\u200c\u200d"
_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that are drawn as nothing: fillers, the grapheme joiner, the blank of braille."""
_KEYCAP = "\u20e3"
_LATIN_END = 0x2FF
"""Behind the last letter of the Latin blocks: joiners between other letters and signs say something."""

# Capital and small letters of other alphabets that look like Latin ones in any typeface.
_LOOK_LATIN = str.maketrans("АВЕКМНОРСТХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEKMHOPCTXaeopcyxijsABEZHIKMNOPTYXo")

_ORDINALS = str.maketrans("°˚", "ºº")
_IN_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:([ .,'’])\d{3})(?:\1\d{3})*")
"""A number whose thousands stand apart."""


def clean_label(label: str) -> str:
    """Return a label with composed letters (NFC), without signs that nobody sees, and with plain spaces.

    A joiner stays where it changes what is seen: between letters that are not Latin, and in emoji.
    """
    composed = unicodedata.normalize("NFC", label)
    if composed.isascii() and composed.isprintable():
        return " ".join(composed.split())
    spaced = " ".join(composed.split())
    seen = (sign for place, sign in enumerate(spaced) if not _is_unseen(spaced, place))
    return " ".join("".join(seen).split())


def near_labels(labels: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return groups of different labels that differ only in case or in the writing of a number.

    Args:
        labels: As `clean_label` returns them.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    essences = {label: _essence(label) for label in sorted(set(labels))}
    found = set(essences.values())
    for label, essence in essences.items():
        larger = _essence(label, thousands=True)
        groups[larger if larger in found else essence].append(label)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def joined_names(counts: Mapping[str, int]) -> dict[str, str]:
    """Return the name that each near label takes when they are joined: the most frequent one of its group."""
    names = {}
    for group in near_labels(counts):
        name = max(group, key=lambda label: (counts[label], -group.index(label)))
        names.update(dict.fromkeys(group, name))
    return names


def nearest_of(label: str, counts: Counter[str]) -> str:
    """Return the most frequent other label that a label is near to; nothing where there is none."""
    near = next((group for group in near_labels(counts) if label in group), ())
    return max((other for other in near if other != label), key=lambda other: counts[other], default="")


def _is_unseen(text: str, place: int) -> bool:
    sign = text[place]
    if sign in _JOINERS:
        around = text[max(0, place - 1) : place] + text[place + 1 : place + 2]
        return len(around) < 2 or min(map(ord, around)) <= _LATIN_END
    if "\ufe00" <= sign <= "\ufe0f":  # shapes of the sign before, which a letter of these blocks has not
        before, after = text[max(0, place - 1) : place], text[place + 1 : place + 2]
        return after != _KEYCAP and (not before or (ord(before) <= _LATIN_END and not _is_symbol(before)))
    if sign in _UNSEEN:
        return True
    # Signs of other kinds steer the order or the shape of what is around them: nothing by themselves.
    return unicodedata.category(sign) in ("Cc", "Cf") and not 0xE0020 <= ord(sign) <= 0xE007F  # flags


def _is_symbol(sign: str) -> bool:
    return unicodedata.category(sign).startswith("S")


def _is_dash(sign: str) -> bool:
    return sign == "\u2212" or unicodedata.category(sign) == "Pd"


def _essence(label: str, *, thousands: bool = False) -> str:
    """Return what labels have in common that a person may well mean as one.

    Args:
        label: As it is written.
        thousands: `1.000` is a thousand, else it is one.
    """
    plain = unicodedata.normalize("NFKC", label.translate(_ORDINALS)).translate(_LOOK_LATIN)
    seen = "".join(s for s in plain if unicodedata.category(s) != "Cf" and not "\ufe00" <= s <= "\ufe0f")
    plain = "".join("-" if _is_dash(sign) else sign for sign in seen.casefold())
    folded = " ".join(unicodedata.normalize("NFC", plain).split())
    if (parted := _IN_THOUSANDS.fullmatch(folded)) and (thousands or parted[1] not in (".", ",")):
        folded = re.sub(r"[ .,'’]", "", folded)
    try:
        value = float(folded.replace(",", ".", 1))
    except ValueError:
        return folded
    return repr(value + 0) if value == value else folded  # + 0: zeros have two signs
