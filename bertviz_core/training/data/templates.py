"""Texts of one pattern: those that differ in numbers only stay in one part, or are counted."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

from bertviz_core.errors import N_
from bertviz_core.results import Examples, Note, QuestionExample, TaggedExample, TextExample
from bertviz_core.training.data.groups import alike, connected

MOST_OF_A_CLASS = 0.7
"""Share of a class that one pattern may be and still stay together; of more nothing is left to measure on."""

LEAST_GROUPS = 5
"""Of each class, out of which three parts can be made."""

_NUMBERS = re.compile(r"\d+(?: \d+)*")


def template(text: str) -> str:
    """Return what texts have in common that differ in numbers, case, spaces and punctuation only."""
    return _NUMBERS.sub("0", alike(text))


def patterns_of(examples: Examples) -> list[Hashable]:
    """Return the pattern of each example (n,): of its text, of both texts, or of the text with the answer."""
    return [_pattern(example) for example in examples]


def groups_of_templates(
    groups: Sequence[Hashable], patterns: Sequence[Hashable], strata: Sequence[str]
) -> list[Hashable]:
    """Put groups together whose texts differ in numbers only, as far as that leaves enough of each class.

    Args:
        groups: Of each example (n,), by its texts.
        patterns: Of each, as `patterns_of` returns them.
        strata: The class of each example (n,).

    Returns:
        A name for the group of each example (n,).
    """
    kept = _templates(groups, patterns, strata)
    while kept:
        links = [
            (("group", g), ("pattern", p) if p in kept else ("group", g))
            for g, p in zip(groups, patterns, strict=True)
        ]
        merged = connected(links)
        of_class: dict[str, set[Hashable]] = defaultdict(set)
        for name, stratum in zip(merged, strata, strict=True):
            of_class[stratum].add(name)
        few = {stratum for stratum, names in of_class.items() if len(names) < LEAST_GROUPS}
        lost = {p for p, stratum in zip(patterns, strata, strict=True) if p in kept and stratum in few}
        if not lost:
            return [*merged]
        kept -= lost
    return [*groups]


def template_notes(
    before: Sequence[Hashable], after: Sequence[Hashable], patterns: Sequence[Hashable], parts: Sequence[int]
) -> tuple[Note, ...]:
    """Say how many texts stay together because of their pattern, and how many of one pattern are parted.

    Args:
        before: The group of each example (n,) by its texts alone.
        after: As `groups_of_templates` returns them.
        patterns: Of each, as `patterns_of` returns them.
        parts: The part of each.
    """
    groups_of: dict[Hashable, set[Hashable]] = defaultdict(set)
    parts_of: dict[Hashable, set[int]] = defaultdict(set)
    for group, name in zip(before, after, strict=True):
        groups_of[name].add(group)
    for pattern, part in zip(patterns, parts, strict=True):
        parts_of[pattern].add(part)
    together = sum(len(groups_of[name]) > 1 for name in after)
    parted = sum(len(parts_of[pattern]) > 1 for pattern in patterns)
    notes = []
    if together:
        notes.append(
            Note(
                kind="templates",
                template=N_("Texts that differ only in numbers stay in one part: {count}."),
                fields={"count": together},
            )
        )
    if parted:
        template = N_(
            "Texts that differ only in numbers from one in another part: {count}. Too much of a class is "
            "written so to keep them together: the score says how well the pattern is known again."
        )
        remedy = N_("Bring texts that are written in other ways too.")
        notes.append(
            Note(kind="templates", template=template, fields={"count": parted}, remedy=remedy, doubtful=True)
        )
    return tuple(notes)


def _templates(
    groups: Sequence[Hashable], patterns: Sequence[Hashable], strata: Sequence[str]
) -> set[Hashable]:
    """Return the patterns of several groups that are not too much of any class."""
    groups_of: dict[Hashable, set[Hashable]] = defaultdict(set)
    for group, pattern in zip(groups, patterns, strict=True):
        groups_of[pattern].add(group)
    sizes = Counter(strata)
    shares = Counter(zip(patterns, strata, strict=True))
    large = {p for (p, stratum), count in shares.items() if count > MOST_OF_A_CLASS * sizes[stratum]}
    return {pattern for pattern, names in groups_of.items() if len(names) > 1} - large


def _pattern(example: TextExample | TaggedExample | QuestionExample) -> Hashable:
    if isinstance(example, TaggedExample):
        return template(" ".join(example.tokens))
    if isinstance(example, QuestionExample):
        return template(example.context)
    return template(example.text), None if example.pair is None else template(example.pair)
