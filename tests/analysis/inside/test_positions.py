"""Positions by the formula and as learned, and words that change places with and without them."""

import math

import numpy as np
import pytest

from bertviz_core.analysis.inside.positions import sinusoidal_positions
from bertviz_core.errors import InputError

TEXT = "La compañera hacía la cama cerca del banco"


@pytest.mark.parametrize(("length", "width"), [(2, 4), (50, 32), (512, 768)])
def test_sinusoids_are_the_formula(length, width):
    waves = sinusoidal_positions(length, width).positions
    assert waves.shape == (length, width)
    assert waves.dtype == np.float32
    for position in {0, 1, length // 2, length - 1}:
        for pair in {0, 1, width // 4, width // 2 - 1}:
            angle = position / 10_000 ** (2 * pair / width)
            assert waves[position, 2 * pair] == pytest.approx(math.sin(angle), abs=1e-6)
            assert waves[position, 2 * pair + 1] == pytest.approx(math.cos(angle), abs=1e-6)


def test_the_likeness_of_sinusoids_depends_on_the_distance_alone():
    likeness = sinusoidal_positions(64, 32).likeness
    for distance in (0, 1, 7, 40):
        assert np.ptp(np.diagonal(likeness, distance)) < 1e-5
    assert likeness[0, 0] == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(
    ("length", "width"), [(1, 4), (513, 4), (2, 2), (2, 5), (2, 770), (-1, 8), (10**9, 8)]
)
def test_other_sizes_are_refused_before_anything_is_built(length, width):
    with pytest.raises(InputError, match="2 to 512"):
        sinusoidal_positions(length, width)


def test_learned_positions_are_those_a_text_gets(engine):
    answer = engine.position_embeddings()
    assert len(answer.positions) == engine.info.max_tokens
    text = engine.input_embeddings(TEXT)
    np.testing.assert_array_equal(answer.positions[: len(text.encoding)], text.position)
    one, other = answer.positions[3].astype(float), answer.positions[9].astype(float)
    cosine = one @ other / (np.linalg.norm(one) * np.linalg.norm(other))
    assert answer.likeness[3, 9] == pytest.approx(cosine, abs=1e-5)


@pytest.mark.parametrize("pair", [None, "the man went."])
def test_without_positions_the_order_of_words_is_lost(engine, pair):
    encoding = engine.encode(TEXT, pair)
    first = next(i for i, word in enumerate(encoding.word_ids) if word == 1)
    second = max(np.flatnonzero((encoding.sequence_ids == 0) & (encoding.word_ids == 4)))
    answer = engine.swapped_words(TEXT, first, int(second), pair=pair)
    layers, words = answer.without_positions.shape
    assert (layers, words) == (engine.info.layers + 1, len(answer.words))
    np.testing.assert_allclose(answer.without_positions, 1, atol=1e-5)
    assert answer.largest_difference < 1e-5
    assert answer.with_positions[-1].min() < 0.999
    # What enters layer 1 is changed only where tokens have moved.
    moved = [own != other for own, other in zip(answer.words, answer.moved, strict=True)]
    assert (answer.with_positions[0] < 0.9999).tolist() == moved


def test_the_other_order_is_a_permutation_of_whole_words(mini):
    text = "El electroencefalograma persigue al perro"
    encoding = mini.encode(text)
    word = [place for place in range(len(encoding)) if encoding.word_ids[place] == 1]
    assert len(word) > 1
    dog = encoding.surfaces.index("perro")
    answer = mini.swapped_words(text, dog, word[-1])
    assert (answer.words[answer.first], answer.words[answer.second]) == (tuple(word), (dog,))
    assert answer.moved[answer.second] == (word[0],)
    assert sorted(place for places in answer.moved for place in places) == list(range(len(encoding)))


def test_the_states_with_positions_are_those_of_the_other_sentence(mini):
    one, other = "Juan golpeó a Pedro", "Pedro golpeó a Juan"
    states = {}
    mini.hidden_states(
        [one, other], take=lambda number, encoding, found: states.update({number: found.copy()})
    )
    encoding = mini.encode(one)
    juan, pedro = encoding.surfaces.index("Juan"), encoding.surfaces.index("Pedro")
    answer = mini.swapped_words(one, juan, pedro)
    was, is_now = states[0][-1, juan].astype(float), states[1][-1, pedro].astype(float)
    cosine = was @ is_now / (np.linalg.norm(was) * np.linalg.norm(is_now))
    assert answer.with_positions[-1, answer.first] == pytest.approx(cosine, abs=1e-5)


@pytest.mark.parametrize(("first", "second"), [(1, 1), (0, 1), (1, 99), (1, -1)])
def test_two_words_are_needed(mini, first, second):
    with pytest.raises(InputError):
        mini.swapped_words("Juan golpeó a Pedro", first, second)


def test_words_of_two_texts_do_not_change_places(mini):
    encoding = mini.encode("Juan corre", "Pedro duerme")
    with pytest.raises(InputError, match="same sentence"):
        mini.swapped_words("Juan corre", 1, encoding.surfaces.index("Pedro"), pair="Pedro duerme")


def test_heads_that_are_off_stay_off(mini):
    text, pieces = "Juan golpeó a Pedro", mini.encode("Juan golpeó a Pedro").surfaces
    places = pieces.index("Juan"), pieces.index("Pedro")
    whole, part = (
        engine.swapped_words(text, *places) for engine in (mini, mini.without_heads([(0, 0), (1, 3)]))
    )
    assert not np.allclose(whole.with_positions, part.with_positions, atol=1e-6)
    np.testing.assert_allclose(part.without_positions, 1, atol=1e-5)
