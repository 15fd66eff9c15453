"""The tours of the app: complete in every language, and what they say of the model is so."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.locales import LANGUAGES
from bertviz_core.samples import sets
from bertviz_core.samples.by_hand import MATRICES
from bertviz_core.tours import READY, Tour, TourStep, Words, in_language, ready_tour, tour_yaml
from bertviz_core.tours.read import read_tour
from bertviz_core.tours.ready import PAGES
from bertviz_core.written_numbers import number_style

SENTENCE = "Saqué dinero del banco y me senté en un banco"
KEY = {
    "es": "Abrió la [MASK] con la llave",
    "en": "He opened the [MASK] with a key",
    "pt": "Ela abriu a [MASK] com a chave",
}
CAPITAL = {
    "es": "Madrid es la [MASK] de España",
    "en": "Lisboa é a [MASK] de Portugal",
    "pt": "Lisboa é a [MASK] de Portugal",
}


def all_words(tour: Tour) -> list[Words]:
    found = [tour.title, tour.about]
    for step in tour.steps:
        found += [step.title, step.text, *(() if step.notes is None else (step.notes,))]
        if step.task:
            found.append(step.task.text)
        if step.question:
            found += [step.question.text, step.question.answer]
    return found


def said(view: str, language: str, *, by: str = "") -> str:
    """Return the text of the first step that opens a view, with the answer to its question."""
    for name in READY:
        for step in ready_tour(name).steps:
            if view in in_language(step.view, language) and by in in_language(step.view, language):
                return everything(step, language)
    raise AssertionError(view)


def everything(step: TourStep, language: str) -> str:
    answer = in_language(step.question.answer, language) if step.question else ""
    return f"{in_language(step.text, language)} {answer}"


@pytest.mark.parametrize("name", READY)
def test_a_tour_is_complete_in_every_language(name: str) -> None:
    tour = ready_tour(name)
    assert all(set(words) == set(LANGUAGES) for words in all_words(tour))
    assert all(step.seconds for step in tour.steps) and 5 <= len(tour.steps) <= 15
    assert tour_yaml(read_tour(tour_yaml(tour), pages=PAGES)) == tour_yaml(tour)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_are_those_of_the_model(language: str, mini: BertEngine) -> None:
    written = number_style(language)
    for view, by, values in probabilities(mini, language):
        text = said(view, language, by=by)
        assert [value for value in map(written.probability, values) if value not in text] == [], view
    for view, by, values in shares(mini):
        text = said(view, language, by=by)
        assert [value for value in values if written.number(value, places=2) not in text] == [], view
    last = max(np.flatnonzero(mini.answer_by_layer(KEY[language]).ranks[:, 0] != 1))
    assert f" {last + 1}" in said("view=layers", language, by="masked_words")


@cache
def probabilities(mini: BertEngine, language: str) -> list[tuple[str, str, list[float]]]:
    """Return which step names which probabilities."""

    def first(text: str) -> float:
        return mini.fill_mask(text, top_k=1).masks[0].predictions[0].probability

    ways = mini.fill_mask_by_direction(KEY[language], blank=0)
    best = ways.both.predictions[0]
    left = next(word for word in ways.left.predictions if word.token == best.token)
    hidden = "Saqué dinero del [MASK]"
    without = mini.without_heads([(10, 2)]).fill_mask(hidden, candidates=["banco"]).masks[0].candidates[0]
    paris = mini.fill_mask("Paris is the capital of [MASK].", top_k=2).masks[0].predictions
    bread = "Voy a comprar pan."
    follows = [
        mini.next_sentence(bread, second).is_next
        for second in ("La panadería abre a las ocho.", "Los pingüinos viven en el hielo.")
    ]
    return [
        (
            "view=fill",
            CAPITAL[language][:6],
            [first(CAPITAL[language]), *(word.probability for word in paris)],
        ),
        ("view=fill", KEY[language].replace(" ", "+")[:8], [first(KEY[language])]),
        (
            "view=directions",
            "masked",
            [left.probability, ways.joined.predictions[0].probability, best.probability],
        ),
        ("view=off", "", [first(hidden), without.probability]),
        ("view=pair", "", follows),
    ]


@cache
def shares(mini: BertEngine) -> list[tuple[str, str, list[float]]]:
    """Return which step names which weights of attention."""
    statistics = mini.head_statistics(SENTENCE)
    best = mini.find_heads(SENTENCE, queries=[5, 12], keys=[3])[0]
    assert (best.layer, best.head) == (0, 1)
    x, wq, wk, wv = (np.array(MATRICES[name]) for name in ("x", "wq", "wk", "wv"))
    scaled = (x @ wq) @ (x @ wk).T / np.sqrt(3)
    weights = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    return [
        ("layer=2&head=11", "", [float(statistics.to_previous[1, 10])]),
        ("layer=3&head=7", "explore", [float(statistics.to_next[2, 6])]),
        ("layer=7&head=2", "", [float(statistics.to_cls[6, 1]), float(statistics.to_sep[9, 3])]),
        ("find=search", "", [best.weight]),
        ("step=6", "by_hand", scaled[0].tolist()),
        ("step=8", "by_hand", [float(weights[0, 0]), float(weights[0, 2])]),
        ("step=10", "by_hand", [float((weights @ (x @ wv))[0, 1])]),
    ]


def test_the_messages_are_counted() -> None:
    count = str(len(sets.spam_messages()) + len(sets.more_spam_messages()))
    assert all(count in said("view=data&data=spam", language) for language in LANGUAGES)


def test_the_answer_that_is_right_is_the_model_s() -> None:
    for name in READY:
        for step in ready_tour(name).steps:
            assert step.question is None or not step.question.options or step.question.right is not None
