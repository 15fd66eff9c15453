"""From rows to a set that can be learned from: checked, cleaned in the open, and parted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.errors import InputError
from bertviz_core.label_forms import clean_label, nearest_of
from bertviz_core.results import (
    TEST,
    TRAIN,
    VALIDATION,
    DataNotes,
    Examples,
    LearningData,
    PreparedData,
    QuestionExample,
    TaggedExample,
    Task,
    TextExample,
)
from bertviz_core.settings import get_settings
from bertviz_core.training.data.class_names import one_name_a_class
from bertviz_core.training.data.groups import alike, shared_texts, text_groups
from bertviz_core.training.data.split import split_parts
from bertviz_core.training.data.templates import groups_of_templates, patterns_of, template_notes
from bertviz_core.training.tagged_sentences import OUTSIDE

LEAST_ROWS, LEAST_OF_A_CLASS = 10, 3
LEAST_CLASSES, MOST_CLASSES = 2, 20


def prepare_texts(
    rows: Sequence[TextExample],
    *,
    task: Task,
    name: str,
    seed: int = 0,
    topics: Sequence[Hashable] = (),
    join_classes: bool = False,
) -> PreparedData:
    """Prepare texts or pairs with their classes; labels that look the same are one class.

    Rows in which no text or no label can be seen are left out, and so are repeated ones. Texts that differ
    only in case, spaces and punctuation stay in one part, as do pairs that share a text, unless `text_groups`
    finds it too common; such texts are counted. Those that differ only in numbers stay in one part too, or
    are counted (`groups_of_templates`).

    Args:
        rows: As they were read.
        task: `sentence` or `pair`.
        name: Of the set.
        seed: Of the split.
        topics: Rows (n,) of one topic stay in one part; the likeness of texts decides when left out.
        join_classes: Those that differ only in case or in the writing of a number are one too.

    Raises:
        InputError: There are too few rows or classes, or too many classes.
    """
    rows, cut = rows[: get_settings().max_rows], max(0, len(rows) - get_settings().max_rows)
    rows, decisions = one_name_a_class(rows, join=join_classes)
    blank, duplicates, contradictions = [], [], []
    seen: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    kept: list[int] = []
    for place, row in enumerate(rows):
        texts = row.text, row.pair
        if is_blank(row.text) or is_blank(row.label) or (task == "pair" and is_blank(row.pair or "")):
            blank.append(place + 1)
        elif row.label in seen[texts]:
            duplicates.append(place + 1)
        else:
            if seen[texts]:
                contradictions.append(place + 1)
            seen[texts].add(row.label)
            kept.append(place)
    examples = tuple(rows[place] for place in kept)
    counts = Counter(example.label for example in examples)
    _require_classes(counts, len(examples))
    groups: list[Hashable] = [topics[place] for place in kept] if topics else [*text_groups(examples)]
    labels = tuple(sorted(counts, key=_by_number))
    notes = DataNotes(
        rows=len(rows),
        blank=tuple(blank),
        duplicates=tuple(duplicates),
        contradictions=tuple(contradictions),
        cut=cut,
    )
    whole = _whole(task, name, examples, labels=labels, seed=seed)
    strata = [f"{example.label}\n{example.language}" for example in examples]
    parted = _parted(whole, notes, groups=groups, strata=strata, of_topics=bool(topics))
    return replace(parted, decisions=(*decisions, *parted.decisions))


def prepare_tagged(rows: Sequence[TaggedExample], *, name: str, seed: int = 0) -> PreparedData:
    """Prepare tagged sentences; equal ones stay in one part.

    Raises:
        InputError: There are too few sentences.
    """
    rows, cut = rows[: get_settings().max_rows], max(0, len(rows) - get_settings().max_rows)
    clean = {tag: clean_label(tag) for tag in {tag for row in rows for tag in row.tags}}
    if any(tag != seen for tag, seen in clean.items()):
        rows = [replace(row, tags=tuple(clean[tag] for tag in row.tags)) for row in rows]
    blank = tuple(place for place, row in enumerate(rows, start=1) if is_blank("".join(row.tokens)))
    kept, duplicates = _without_repeated(rows, but=frozenset(blank))
    examples = tuple(rows[place] for place in kept)
    _require_rows(len(examples))
    tags = {tag for example in examples for tag in example.tags}
    labels = tuple(sorted(tags, key=lambda tag: (tag != OUTSIDE, tag[2:], tag)))
    notes = DataNotes(rows=len(rows), blank=blank, duplicates=duplicates, cut=cut)
    groups = [alike(" ".join(example.tokens)) for example in examples]
    whole = _whole("tagging", name, examples, labels=labels, seed=seed)
    return _parted(whole, notes, groups=groups, strata=[example.language for example in examples])


def prepare_questions(
    rows: Sequence[QuestionExample], *, name: str, seed: int = 0, notes: DataNotes | None = None
) -> PreparedData:
    """Prepare questions; those about one text stay in one part.

    Raises:
        InputError: There are too few questions, or all are about one or two texts.
    """
    rows, cut = rows[: get_settings().max_rows], max(0, len(rows) - get_settings().max_rows)
    kept, duplicates = _without_repeated(rows)
    examples = tuple(rows[place] for place in kept)
    _require_rows(len(examples))
    groups = [alike(example.context) for example in examples]
    if len(set(groups)) < 3:
        raise InputError(
            "All questions are about {count} texts. Bring at least three texts: questions about the same one "
            "are never both learned from and measured on.",
            count=len(set(groups)),
        )
    read = notes or DataNotes(rows=len(rows))
    notes = DataNotes(
        rows=read.rows,
        blank=read.blank,
        duplicates=duplicates,
        mended=read.mended,
        unanswerable=read.unanswerable,
        cut=cut,
    )
    whole = _whole("question", name, examples, labels=(), seed=seed)
    return _parted(whole, notes, groups=groups, strata=[example.language for example in examples])


def _whole(task: Task, name: str, examples: Examples, *, labels: tuple[str, ...], seed: int) -> LearningData:
    """Return a set whose parts are still to be drawn."""
    parts = np.empty(0, dtype=np.int8)
    return LearningData(task=task, name=name, examples=examples, labels=labels, parts=parts, seed=seed)


def _parted(
    whole: LearningData,
    notes: DataNotes,
    *,
    groups: Sequence[Hashable],
    strata: Sequence[str],
    of_topics: bool = False,
) -> PreparedData:
    """Give each example its part and the number of its group.

    Args:
        whole: The examples.
        notes: What was noticed before.
        groups: Of each example, by its texts or its topic.
        strata: The class of each.
        of_topics: The groups are topics, which hold together whatever is alike.
    """
    by_texts, numbers = groups, dict[Hashable, int]()
    patterns = patterns_of(whole.examples)
    if not of_topics:
        groups = groups_of_templates(groups, patterns, strata)
    data = replace(
        whole,
        parts=split_parts(groups, strata, seed=whole.seed),
        groups=np.array([numbers.setdefault(group, len(numbers)) for group in groups], dtype=np.int64),
    )
    if 0 in data.counts:
        raise InputError(
            "These {count} rows are so alike that they cannot be parted into rows to learn from and rows to "
            "measure on. Bring more different ones.",
            count=len(data.examples),
        )
    # Single texts that are alike are one group already.
    shared = shared_texts(data.examples, data.parts.tolist()) if data.task == "pair" or of_topics else 0
    return PreparedData(
        data=data,
        notes=replace(notes, missing_classes=_missing(data), shared=shared),
        decisions=template_notes(by_texts, groups, patterns, data.parts.tolist()),
    )


def _missing(data: LearningData) -> tuple[tuple[str, int], ...]:
    """Return the classes that a part lacks, with the part."""
    if data.task not in ("sentence", "pair"):
        return ()
    there = {(example.label, part) for part in (TRAIN, VALIDATION, TEST) for example in data.part(part)}
    pairs = ((label, part) for label in data.labels for part in (TRAIN, VALIDATION, TEST))
    return tuple(pair for pair in pairs if pair not in there)


def _require_rows(count: int) -> None:
    if count < LEAST_ROWS:
        raise InputError(
            "Rows that can be used: {count}; at least {least} are needed. Bring more.",
            count=count,
            least=LEAST_ROWS,
        )


def _require_classes(counts: Counter[str], rows: int) -> None:
    _require_rows(rows)
    if len(counts) < LEAST_CLASSES:
        raise InputError(
            "All rows have the same label, “{label}”, so there is nothing to learn. Choose another column "
            "for the label, or bring rows of at least two classes.",
            label=next(iter(counts)),
        )
    if len(counts) > MOST_CLASSES:
        raise InputError(
            "There are {count} different labels; at most {most} can be learned. Is the right column chosen "
            "for the label?",
            count=len(counts),
            most=MOST_CLASSES,
        )
    label, fewest = counts.most_common()[-1]
    if fewest < LEAST_OF_A_CLASS and (near := nearest_of(label, counts)):
        raise InputError(
            "The class “{label}” is too small (rows: {count}; at least {least} are needed) and differs from "
            "“{near}” only in how it is written. Join such classes (--join-classes), or write them alike.",
            label=label,
            count=fewest,
            least=LEAST_OF_A_CLASS,
            near=near,
        )
    if fewest < LEAST_OF_A_CLASS:
        raise InputError(
            "The class “{label}” is too small (rows: {count}). Each needs at least {least}: one to learn "
            "from, one to watch and one to measure on. Bring more of it, or leave it out.",
            label=label,
            count=fewest,
            least=LEAST_OF_A_CLASS,
        )


def _without_repeated(
    rows: Sequence[Hashable], *, but: frozenset[int] = frozenset()
) -> tuple[list[int], tuple[int, ...]]:
    """Return the places of rows that no earlier one equals, and the numbers of the others but some."""
    seen: set[Hashable] = set()
    kept, repeated = [], []
    for place, row in enumerate(rows):
        if row in seen:
            repeated.append(place + 1)
        elif place + 1 not in but:
            seen.add(row)
            kept.append(place)
    return kept, tuple(repeated)


def _by_number(label: str) -> tuple[bool, float, str]:
    """Sort labels that are numbers by their value, before words."""
    try:
        return False, float(label), label
    except ValueError:
        return True, 0.0, label
