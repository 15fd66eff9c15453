"""The stories, and the pairs made of them."""

from collections import Counter

import pytest

from bertviz_core.locales import LANGUAGES
from bertviz_core.samples.stories import stories, story_languages
from bertviz_core.samples.story_pairs import story_pairs


def test_there_are_stories_in_every_language_of_the_interface():
    assert set(story_languages()) == set(LANGUAGES)
    assert stories("xx") == ()


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_each_language_has_stories_of_six_sentences_of_its_own(language):
    told = stories(language)
    assert [len(story.sentences) for story in told] == [6] * 14
    assert len({story.name for story in told}) == 14
    sentences = [sentence for story in told for sentence in story.sentences]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence == sentence.strip() and sentence[-1] in ".!?" for sentence in sentences)
    assert told[0].text.startswith(f"{told[0].sentences[0]} {told[0].sentences[1]}")


def test_pairs_are_half_neighbours_and_the_rest_of_two_kinds():
    counts = Counter((pair.language, pair.kind) for pair in story_pairs())
    for language in story_languages():
        assert counts[language, "next"] == 70
        assert counts[language, "other_story"] == counts[language, "same_story"] == 35


def test_the_kind_of_a_pair_is_true():
    places = {
        sentence: (story.name, place)
        for language in story_languages()
        for story in stories(language)
        for place, sentence in enumerate(story.sentences)
    }
    for pair in story_pairs():
        (first_story, first), (second_story, second) = places[pair.first], places[pair.second]
        follows = first_story == second_story and second == first + 1
        assert pair.follows == follows
        assert pair.first != pair.second
        assert (pair.kind == "other_story") == (first_story != second_story)
