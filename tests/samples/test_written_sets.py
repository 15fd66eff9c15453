"""The written sets: complete, balanced, without repetitions, and read as they stand in their files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.samples import sets

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "bertviz_core" / "samples"
LANGUAGES = {"es", "en", "pt"}
# Words a language and the number of their senses.
WORDS = {
    "es": {"banco": 2, "cura": 2, "carta": 2, "planta": 3, "gato": 2, "sierra": 2},
    "en": {"bank": 2, "bat": 2, "spring": 3, "light": 2},
    "pt": {"banco": 2, "manga": 2, "ponto": 2},
}


def lines_of(name: str) -> list[list[str]]:
    """Read a file by hand: one list of fields a line, without the names of the columns."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.removesuffix("\n").split("\n")][1:]


def occurrences(word: str, sentence: str) -> list[str]:
    """Find a word in a sentence, whole, in any case, also with the plural's `s` or `es`."""
    return re.findall(rf"\b{word}(?:e?s)?\b", sentence, flags=re.IGNORECASE)


def word_count(text: str) -> int:
    return len(text.split())


def as_written(item: object) -> list[str]:
    """Write an entry back as the fields of its line."""
    match item:
        case sets.SenseSentence():
            return [item.language, item.word, item.sense, item.sentence]
        case sets.Cloze():
            return [item.language, item.sentence, "|".join(item.accepted)]
        case sets.SentencePair():
            return [item.language, str(int(item.is_next)), item.first, item.second]
        case sets.LabelledText():
            return [item.language, item.label, item.text]
    raise TypeError(item)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("senses.tsv", sets.sense_sentences),
        ("cloze.tsv", sets.cloze_sentences),
        ("next_sentence_pairs.tsv", sets.sentence_pairs),
        ("film_reviews.tsv", sets.film_reviews),
        ("spam.tsv", sets.spam_messages),
    ],
)
def test_every_line_is_read_as_it_stands_in_its_file(name: str, read: Callable[[], Sequence[object]]) -> None:
    lines = lines_of(name)
    assert [as_written(item) for item in read()] == lines
    assert {line[0] for line in lines} == LANGUAGES
    assert all(field and field == " ".join(field.split()) for line in lines for field in line)
    assert read() is read()


def test_every_word_has_its_senses_with_as_many_sentences_each() -> None:
    counts = Counter((row.language, row.word, row.sense) for row in sets.sense_sentences())
    assert set(counts.values()) == {14}
    senses = Counter((language, word) for language, word, _ in counts)
    assert senses == {(language, word): n for language in WORDS for word, n in WORDS[language].items()}


def test_sentences_of_a_sense_hold_the_word_once_and_mostly_as_it_is_looked_up() -> None:
    other_forms: Counter[tuple[str, str, str]] = Counter()
    for row in sets.sense_sentences():
        found = occurrences(row.word, row.sentence)
        assert len(found) == 1, row.sentence
        assert 5 <= word_count(row.sentence) <= 16, row.sentence
        other_forms[row.language, row.word, row.sense] += found[0] != row.word
    assert max(other_forms.values()) <= 2
    assert sum(other_forms.values()) >= 20


def test_the_place_of_the_word_does_not_tell_its_sense() -> None:
    for language, words in WORDS.items():
        for word in words:
            rows = [row for row in sets.sense_sentences() if (row.language, row.word) == (language, word)]
            for sense in {row.sense for row in rows}:
                places = {
                    word_count(row.sentence[: row.sentence.lower().index(word)])
                    for row in rows
                    if row.sense == sense
                }
                assert len(places) >= 5, (word, sense)


def test_no_sentence_stands_twice_in_the_sets_or_in_the_older_list_of_banco() -> None:
    sentences = [row.sentence for row in sets.sense_sentences()]
    older = (ROOT / "tests" / "data" / "senses_banco.tsv").read_text(encoding="utf-8").splitlines()
    assert len(set(sentences)) == len(sentences)
    assert not set(sentences) & {line.split("\t")[-1] for line in older}


def test_a_cloze_has_one_blank_and_words_to_accept() -> None:
    rows = sets.cloze_sentences()
    assert Counter(row.language for row in rows) == dict.fromkeys(LANGUAGES, 20)
    assert len({row.sentence for row in rows}) == len(rows)
    for row in rows:
        assert row.sentence.count("[MASK]") == 1
        assert len(set(row.accepted)) == len(row.accepted) >= 1
        assert all(word_count(word) == 1 for word in row.accepted)


def test_every_first_sentence_has_one_that_follows_and_one_that_does_not() -> None:
    pairs = sets.sentence_pairs()
    assert Counter((pair.language, pair.is_next) for pair in pairs) == {
        (language, is_next): 10 for language in LANGUAGES for is_next in (True, False)
    }
    follows = {pair.first: pair.second for pair in pairs if pair.is_next}
    does_not = {pair.first: pair.second for pair in pairs if not pair.is_next}
    assert follows.keys() == does_not.keys()
    seconds = [*follows.values(), *does_not.values()]
    assert len(set(seconds)) == len(seconds) == 60


def test_reviews_are_balanced_short_and_do_not_repeat_phrases() -> None:
    reviews = sets.film_reviews()
    assert Counter((row.language, row.label) for row in reviews) == {
        (language, label): 30 for language in LANGUAGES for label in ("good", "bad")
    }
    assert all(12 <= word_count(row.text) <= 45 for row in reviews)
    assert repeated_runs(reviews) == set()


def test_messages_are_balanced_and_name_no_address_that_could_belong_to_somebody() -> None:
    messages = sets.spam_messages()
    assert Counter((row.language, row.label) for row in messages) == {
        (language, label): 20 for language in LANGUAGES for label in ("spam", "ham")
    }
    assert repeated_runs(messages) == set()
    addresses = {
        match for row in messages for match in re.findall(r"\b[\w-]+(?:\.[a-z][\w-]+)+", row.text, flags=re.I)
    }
    assert len(addresses) >= 15
    assert all(re.fullmatch(r"[\w-]+\.example\.(?:org|com|net)", address) for address in addresses)


def repeated_runs(rows: Sequence[sets.LabelledText], length: int = 4) -> set[tuple[str, ...]]:
    """List the runs of words that stand in more than one text of a language."""
    texts: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        words = re.findall(r"\w+", row.text.lower())
        for start in range(len(words) - length + 1):
            run = (row.language, *words[start : start + length])
            texts.setdefault(run, set()).add(row.text)
    return {run for run, found in texts.items() if len(found) > 1}


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_the_model_that_comes_along_answers_what_it_begins_with(language: str, mini: BertEngine) -> None:
    blanks = sets.themed_blanks(language)
    assert len({blank.sentence for blank in blanks}) == len(blanks) >= 20
    for blank in blanks:
        assert mini.fill_mask(blank.sentence, top_k=1).masks[0].predictions[0].token in blank.accepted
