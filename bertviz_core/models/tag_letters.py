"""What tags say with a letter: where an entity begins and ends, in files and in the labels of models."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bertviz_core.errors import InputError

OUTSIDE: Final = "O"
NAMELESS: Final = "ENT"
"""Class of entities whose tags name none: bare `B` and `I`."""

LETTERS: Final = {
    "bio2": "BI",
    "iob1": "BI",
    "io": "I",
    "ioe": "IE",
    "bioes": "BIES",
    "bilou": "BILU",
    "bmeso": "BMESW",
}
"""Of schemes (Ramshaw and Marcus 1995; Tjong Kim Sang and Veenstra 1999 for IOE; Ratinov and Roth 2009)."""

_ALL = "BIELSUMW"
_GOES_ON, _ENDS = set("IELM"), set("ESLUW")
_PREFIXED = re.compile(rf"([{_ALL}])(?:[-_](.*))?", re.DOTALL)
_SMALL = re.compile(rf"([{_ALL.lower()}])(?=[-_]|$)")
_SUFFIXED = re.compile(rf"(.+)[-_]([{_ALL}])", re.DOTALL)
_OTHER_SIGN = re.compile(rf"([{_ALL}])([:./|+ ])(.+)", re.DOTALL)
_SPELT = re.compile(
    r"(beg(?:in(?:ning)?)?|start|inside|middle|end|last|single|unit)(?:[-_:. ](.+))?", re.I | re.DOTALL
)
_SPELT_LETTER = {"b": "B", "start": "B", "i": "I", "m": "I", "e": "E", "l": "E", "si": "S", "u": "S"}
_OUTSIDES = {"o", "0", "out", "outside", "none", "null", "other", "-", "_", "*"}
"""What stands for `O` where the other tags say where an entity begins."""

Part = tuple[str, str]
"""Letter and class of a tag; no class for what is outside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """Tags with their letter in front, and large, where all of them are written otherwise."""

    of: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, tag: str) -> str:
        """Return a tag in that form."""
        return self.of.get(tag, tag)


def in_one_form(known: Collection[str]) -> Forms:
    """Find out how tags are written: `b-per`, `PER-B`, `B:PER`, `Begin-PER`, or `0` for `O`.

    Args:
        known: All tags that there are; only what is true of each of them counts.
    """
    others = set(known) - {OUTSIDE}
    for found in (_small(known), _behind(others), _spelt(others), _with_other_sign(set(known))):
        if found:
            return Forms(of=found)
    bare = {tag for tag in others if not is_prefixed(tag)}
    if found := _bare_letters(set(known)):
        return Forms(of=found)
    if len(bare) == 1 and OUTSIDE not in known and bare < others and min(bare).lower() in _OUTSIDES:
        return Forms(of={min(bare): OUTSIDE})
    return Forms()


def _small(known: Collection[str]) -> dict[str, str]:
    if "o" in known and len(known) > 1 and all(tag == "o" or _SMALL.match(tag) for tag in known):
        return {tag: tag[0].upper() + tag[1:] for tag in known}
    others, out = _without_outside(known)
    if "B" not in {tag[:1].upper() for tag in others} or not all(map(_SMALL.match, others)):
        return {}
    bare = all(len(tag) == 1 for tag in others)
    if (out or (bare and len(others) > 2)) and are_letters({tag[0].upper() for tag in others}):
        return out | {tag: tag[0].upper() + tag[1:] for tag in others}
    return {}


def _bare_letters(known: Collection[str]) -> dict[str, str]:
    """Return what stands for `O` beside nothing but letters of one scheme: `B`, `I` and `0`."""
    letters, out = _without_outside(known)
    if not out or not letters or not are_letters(letters):
        return {}
    sure = letters & {"B", "I"} if out.keys() & {"0", "o"} else {"B"} < letters
    return out if sure else {}


def _without_outside(known: Collection[str]) -> tuple[set[str], dict[str, str]]:
    """Return tags without the one that stands for `O`, and that one as `O`; nothing where `O` is there."""
    found = [tag for tag in known if tag.lower() in _OUTSIDES]
    if OUTSIDE in known or len(found) != 1:
        return set(known), {}
    return set(known) - set(found), {found[0]: OUTSIDE}


def _behind(others: Collection[str]) -> dict[str, str]:
    found = {tag: match for tag in others if (match := _SUFFIXED.fullmatch(tag))}
    if found.keys() != set(others) or not any(match[2] == "B" for match in found.values()):
        return {}
    return {} if all(map(is_prefixed, others)) else {t: f"{m[2]}-{m[1]}" for t, m in found.items()}


def _spelt(others: Collection[str]) -> dict[str, str]:
    """Return tags whose letters are whole words, of which one says that an entity begins."""
    out = {tag: OUTSIDE for tag in others if tag.lower() in _OUTSIDES}
    found = {tag: match for tag in others if (match := _SPELT.fullmatch(tag))}
    if not found or found.keys() | out.keys() != set(others):
        return {}
    letters = {tag: _spelt_letter(match[1].lower()) for tag, match in found.items()}
    if not {"B", "I"} <= set(letters.values()):
        return {}
    return out | {tag: letters[tag] + (f"-{match[2]}" if match[2] else "") for tag, match in found.items()}


def _spelt_letter(word: str) -> str:
    return next(letter for start, letter in _SPELT_LETTER.items() if word.startswith(start))


def _with_other_sign(known: set[str]) -> dict[str, str]:
    """Return tags with another sign behind the letter, where others are `O` and some say begin."""
    found = {tag: match for tag in known - {OUTSIDE} if (match := _OTHER_SIGN.fullmatch(tag))}
    letters = {match[1] for match in found.values()}
    if OUTSIDE not in known or found.keys() != known - {OUTSIDE} or not {"B"} <= letters:
        return {}
    if not are_letters(letters) or len({match[2] for match in found.values()}) > 1:
        return {}
    return {tag: f"{match[1]}-{match[3]}" for tag, match in found.items()}


def scheme_of(known: Collection[str]) -> str:
    """Tell the scheme by all the tags that there are, in one form; `names` beside `O`, and `classes`, too.

    Raises:
        InputError: Some say where an entity begins, others do not.
    """
    others = set(known) - {OUTSIDE}
    prefixed = {tag for tag in others if is_prefixed(tag)}
    letters = {tag[0] for tag in others if tag}
    bare = not prefixed and all(_PREFIXED.fullmatch(tag) for tag in others) and are_letters(letters)
    if bare and (OUTSIDE in known or {"B"} < letters) and letters & {"B", "I"}:
        return scheme_of_letters(letters)
    if prefixed and prefixed != others:
        raise InputError(
            "Some tags say where an entity begins (“{prefixed}”), others do not (“{bare}”). Write all "
            "of them in one way.",
            prefixed=min(prefixed),
            bare=min(others - prefixed),
        )
    if prefixed:
        return scheme_of_letters(letters)
    return "names" if OUTSIDE in known else "classes"


def scheme_of_letters(letters: set[str]) -> str:
    """Return the scheme of these letters."""
    if letters & {"M", "W"}:
        return "bmeso"
    if letters & {"L", "U"}:
        return "bilou"
    if letters in ({"I", "E"}, {"E"}):
        return "ioe"
    if letters & {"E", "S"}:
        return "bioes"
    return "io" if letters == {"I"} else "bio2"


def are_letters(letters: set[str]) -> bool:
    """Tell whether letters are all of one scheme."""
    return any(letters <= set(allowed) for allowed in LETTERS.values())


def is_prefixed(tag: str) -> bool:
    """Tell whether a class stands behind a letter."""
    return len(tag) > 2 and tag[1] in "-_" and tag[0] in _ALL


def is_letter_tag(tag: str, letters: str) -> bool:
    """Tell whether a tag is one of these letters, with a class behind it or none."""
    found = _PREFIXED.fullmatch(tag)
    return found is not None and found[1] in letters


def parted(tag: str, scheme: str) -> Part:
    """Return the letter and the class of a tag in one form."""
    if tag == OUTSIDE:
        return tag, ""
    if scheme == "names":
        return "I", tag
    found = _PREFIXED.fullmatch(tag)
    return (found[1], found[2] or NAMELESS) if found else ("I", tag)


def as_bio2(parts: Iterable[Part]) -> tuple[str, ...]:
    """Return the tags of a sentence as BIO2, in which `B` begins every entity."""
    written, last = [], ""  # class of the entity that goes on
    for place, name in parts:
        if not name:
            written.append(OUTSIDE)
        else:
            written.append(sys.intern(f"{'I' if name == last and place in _GOES_ON else 'B'}-{name}"))
        last = "" if place in _ENDS else name
    return tuple(written)
