"""Labels that look the same are one; those that are nearly the same are found."""

from __future__ import annotations

from collections import Counter

import pytest

from bertviz_core.label_forms import clean_label, joined_names, near_labels, nearest_of


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("Si\u0301", "Sí"),
        ("cafe\u0301\u2060", "café"),
        ("spam\u200b", "spam"),
        ("\ufeffspam", "spam"),
        ("sp\u00adam", "spam"),
        ("sp\u200dam", "spam"),
        ("\u202eabc\u202c", "abc"),
        ("no\u00a0sé", "no sé"),
        (" a\t b ", "a b"),
        ("\u200b", ""),
        ("sp\u034fam\ufe0f\u3164", "spam"),
        ("❤\ufe0f 1\ufe0f\u20e3 ©\ufe0f", "❤\ufe0f 1\ufe0f\u20e3 ©\ufe0f"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f"),
        ("½", "½"),
        ("<b>$5 and $6</b>", "<b>$5 and $6</b>"),
    ],
)
def test_only_what_nobody_sees_is_taken_away(written: str, seen: str) -> None:
    assert clean_label(written) == seen
    assert clean_label(seen) == seen


@pytest.mark.parametrize(
    ("labels", "groups"),
    [
        (("true", "True", "TRUE", "false"), (("TRUE", "True", "true"),)),
        (("1", "1.0", "01", "1,0", "2"), (("01", "1", "1,0", "1.0"),)),
        (("１", "1", "-0", "0"), (("-0", "0"), ("1", "１"))),
        (("Straße", "STRASSE"), (("STRASSE", "Straße"),)),
        (("a", "а"), (("a", "а"),)),
        (("ﬁn", "fin"), (("fin", "ﬁn"),)),
        (("❤", "❤\ufe0f"), (("❤", "❤\ufe0f"),)),
        (("Sí", "Si", "1", "10", "nan", "inf"), ()),
        (("positive", "negative"), ()),
    ],
)
def test_labels_that_a_person_may_mean_as_one_are_found(
    labels: tuple[str, ...], groups: tuple[tuple[str, ...], ...]
) -> None:
    assert near_labels(labels) == groups


def test_joined_labels_take_the_most_frequent_name() -> None:
    counts = Counter({"true": 3, "True": 9, "TRUE": 1, "no": 4})
    assert joined_names(counts) == dict.fromkeys(("true", "True", "TRUE"), "True")
    assert nearest_of("TRUE", counts) == "True"
    assert nearest_of("no", counts) == ""
