"""How the labels of a fine-tuned tagger are read: by their letters, as names of entities, or as classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.errors import N_
from bertviz_core.models.tag_letters import (
    OUTSIDE,
    Part,
    are_letters,
    as_bio2,
    in_one_form,
    is_prefixed,
    parted,
    scheme_of,
    scheme_of_letters,
)
from bertviz_core.results import Note

_OUTSIDES = {"o", "out", "outside", "none", "null", "no entity", "not entity"}
_NO_WORDS = {"x", "[cls]", "[sep]", "[pad]", "<s>", "</s>", "<pad>", "pad", "special", "ignore"}
"""Labels of tokens that are no words, or no beginnings of words, which some taggers learned."""
_SPEECH = set(
    "adj adp adv aux cconj det intj noun num part pron propn punct sconj sym verb "  # Universal Dependencies
    "cc cd dt in jj md nn nnp nns prp rb to vb vbd vbg vbn vbp vbz wp".split()  # Penn Treebank
)
_SURELY_SPEECH = 3
"""Labels that are parts of speech; fewer may be entities' names too."""

_LETTERS = N_(
    "The tags of this model are read as {scheme}: a letter of each says where an entity begins and ends."
)
_NAMES = N_(
    "The tags of this model name entities and not where they begin: words in a row with the same tag are one "
    "entity, those with “{outside}” are in none."
)
_REMEDY = N_("If they mean something else, write them with B- and I- into id2label of its config.json.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TagLabels:
    """The labels of a tagger, and how they are read."""

    scheme: str
    """As `read_scheme` calls them; `classes` where no entities are named."""
    labels: tuple[str, ...]
    """As the model names them, in the order of the scores."""
    parts: tuple[Part, ...]
    """Letter and class of each label; no class for what is in no entity."""

    def entities(self, tags: Sequence[int]) -> list[tuple[str, int, int]]:
        """Return class, first and last word of each entity that tags, numbers of labels, make up."""
        found: list[tuple[str, int, int]] = []
        for word, tag in enumerate(as_bio2([self.parts[number] for number in tags])):
            if tag.startswith("B-"):
                found.append((tag[2:], word, word))
            elif tag != OUTSIDE:
                found[-1] = (*found[-1][:2], word)
        return found


def read_tag_labels(labels: Sequence[str], *, learned_here: bool = False) -> TagLabels:
    """Find out how labels say where entities are.

    Args:
        labels: In the order of the scores.
        learned_here: They were written when the model learned: BIO2, or classes of words.
    """
    form = in_one_form(labels)
    formed = [form(label) for label in labels]
    if learned_here:
        plain = all(label == OUTSIDE or label.startswith(("B-", "I-")) for label in labels)
        outside, scheme = set[str](), "bio2" if plain else "classes"
    else:
        outside, scheme = _judged(set(formed))
    parts = (("", ""),) * len(labels)
    if scheme != "classes":
        parts = tuple(("O", "") if tag in outside else parted(tag, scheme) for tag in formed)
    return TagLabels(scheme=scheme, labels=tuple(labels), parts=parts)


def _judged(known: set[str]) -> tuple[set[str], str]:
    """Return the labels of words in no entity, and the scheme of the others."""
    prefixed = {tag for tag in known if is_prefixed(tag)}
    if prefixed:
        letters = {tag[0] for tag in prefixed}
        if not (are_letters(letters) and letters & {"B", "I"}):
            return set(), "classes"
        outside = {tag for tag in known - prefixed if tag.casefold() in _OUTSIDES | _NO_WORDS}
        return outside, scheme_of_letters(letters)
    outside = _outside(known)
    scheme = scheme_of({OUTSIDE if tag in outside else tag for tag in known})
    return outside, "classes" if scheme == "names" and not outside else scheme


def labels_note(read: TagLabels) -> tuple[Note, ...]:
    """Say how the labels are read, unless they are written in the usual way, or are classes of words."""
    usual = all(label == OUTSIDE or label.startswith(("B-", "I-")) for label in read.labels)
    if read.scheme == "classes" or usual:
        return ()
    outside = [label for label, (_, name) in zip(read.labels, read.parts, strict=True) if not name]
    fields = {"scheme": read.scheme.upper(), "outside": ", ".join(outside)[:60]}
    template = _NAMES if read.scheme == "names" else _LETTERS
    return (Note(kind="scheme", template=template, fields=fields, remedy=_REMEDY),)


def _outside(known: set[str]) -> set[str]:
    """Return the labels of words that are in no entity, where names of entities stand beside them."""
    outside = {tag for tag in known if " ".join(tag.casefold().replace("_", " ").split()) in _OUTSIDES}
    if not outside or sum(tag.casefold() in _SPEECH for tag in known) >= _SURELY_SPEECH:
        return set()
    return outside | {tag for tag in known if tag.casefold() in _NO_WORDS}
