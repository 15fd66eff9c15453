"""Where signs beyond ASCII stand when people write with Latin letters: what betrays a wrong encoding."""

from __future__ import annotations

import re

_FREQUENT, _RARE = frozenset("áéíóúñüãõâêôçàèäöß"), frozenset("åæëìîïòøùûý")
_UPPER = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ")
_NEVER_BEHIND = {
    "ä": "o",
    "ö": "e",
    "ã": "abcdfghjklpqrtuvwxyß",
    "õ": "abcdfghjklmpqrtuvwxyß",
}
"""Portuguese letters and German ones, which DOS wrote alike in its pages 850 and 860."""
_OF_A_RARE_LETTER = 0.6
_SHORT_FORMS = re.compile(r"(s|t|m|d|ll|re|ve)\b", re.IGNORECASE)
_ELIDED, _AFTER_ELISION = "ldjmtnscq", "aeiouhéêyà"


def share_in_place(text: str) -> float:
    """Return the share of the signs beyond ASCII that stand where they are usual.

    Three of them in a row are a word in another script, or none.
    """
    runs = [(found.start(), found.end()) for found in re.finditer(r"[^\x00-\x7f]+", text)]
    fits = sum(
        is_in_place(text, place) * (_OF_A_RARE_LETTER if text[place] in _RARE else 1)
        for begin, end in runs
        if end - begin < 3
        for place in range(begin, end)
    )
    return fits / max(1, sum(end - begin for begin, end in runs))


def is_in_place(text: str, place: int) -> bool:
    """Tell whether a sign is usual between its neighbours: a dash within a word is not, nor `È` in `cafÈ`."""
    sign = text[place]
    before, behind = text[place - 1] if place else "\n", text[place + 1] if place + 1 < len(text) else "\n"
    if behind in _NEVER_BEHIND.get(sign, ""):
        return False
    if sign.isalpha() and (behind == "%" or (before.isdigit() and not behind.isalpha() and sign not in "ºª")):
        return False
    if sign in _FREQUENT or sign in _RARE:
        return not (before.isupper() and behind.isupper() and place > 1 and text[place - 2].isupper())
    if sign in _UPPER:
        return not before.islower() and not (before.isalpha() and behind.islower())
    if sign == "œ":
        return behind in "uit"
    if sign in "¿¡“‘„«":
        return not before.isalnum() and not behind.isspace()
    if sign in "”»":
        return not behind.isalpha() and not before.isspace()
    if sign == "’":
        return _is_apostrophe(before, behind, text[place + 1 : place + 4])
    if sign in "–—":
        return _is_dash(sign, text[max(0, place - 2) : place], text[place + 1 : place + 3])
    if sign == "…":
        return not before.isspace() or behind.isalnum()
    if sign in "€£¥¢½¼¾":
        return before.isdigit() or behind.isdigit() or (before.isspace() and not behind.isalpha())
    if sign in "ºª°²³":
        return (before.isalnum() or before == ".") and not behind.isalnum()
    if sign == "\xa0":
        return not (before.isspace() or behind.isspace() or (before.isalpha() and behind.isalpha()))
    return sign in "©®™§±×÷·" and not before.isalpha() and not behind.isalpha()


def _is_apostrophe(before: str, behind: str, rest: str) -> bool:
    if not behind.isalpha():
        return before.isalnum()
    elided = before.lower() in _ELIDED and behind.lower() in _AFTER_ELISION
    return before.isalpha() and (elided or _SHORT_FORMS.match(rest) is not None)


def _is_dash(sign: str, before: str, behind: str) -> bool:
    """Tell whether a dash stands between words, or opens a speech; one within a word does not."""
    if before[-1:].isalpha() and behind[:1].isalpha():
        return before.isalpha() and behind.isalpha() and (sign == "—" or behind[:1].isupper())
    if before[-1:].isalpha():
        return not behind[:1].isspace()
    return sign == "—" or not behind[:1].isalpha() or behind[:1].isupper()
