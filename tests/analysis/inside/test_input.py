"""What enters the first layer is what transformers' own embeddings make of a text."""

import numpy as np
import pytest

from bertviz_core.errors import InputError

TEXT, PAIR = "La compañera hacía la cama", "the store."


@pytest.mark.parametrize("pair", [None, PAIR])
def test_the_output_is_the_state_that_enters_layer_1(engine, pair):
    answer = engine.input_embeddings(TEXT, pair)
    kept = []
    asked = TEXT if pair is None else (TEXT, pair)
    engine.hidden_states([asked], take=lambda number, encoding, states: kept.append(states[0].copy()))
    np.testing.assert_allclose(answer.output, kept[0], atol=1e-5)


@pytest.mark.parametrize("pair", [None, PAIR])
def test_the_parts_add_up_exactly_and_the_norm_is_the_formula(engine, pair):
    answer = engine.input_embeddings(TEXT, pair)
    parts = answer.token if answer.segment is None else answer.token + answer.segment
    np.testing.assert_array_equal(parts + answer.position, answer.total)
    for place, row in enumerate(answer.total.astype(np.float64)):
        mean = sum(row) / len(row)
        deviation = (sum((value - mean) ** 2 for value in row) / len(row)) ** 0.5
        assert answer.mean[place] == pytest.approx(mean, abs=1e-6)
        assert answer.deviation[place] == pytest.approx(deviation, rel=1e-4)
        normed = answer.gamma * (row - answer.mean[place]) / answer.deviation[place] + answer.beta
        np.testing.assert_allclose(answer.normed[place], normed, atol=1e-5)


def test_the_vectors_are_rows_of_the_tables_in_the_file(engine):
    answer = engine.input_embeddings(TEXT, PAIR)
    tables = engine._passes.model.network.base_model.embeddings
    words, positions = (
        table.weight.numpy() for table in (tables.word_embeddings, tables.position_embeddings)
    )
    np.testing.assert_array_equal(answer.token, words[answer.encoding.ids])
    np.testing.assert_array_equal(answer.position, positions[answer.position_ids])


def test_positions_begin_where_the_family_lets_them(engine):
    answer = engine.input_embeddings(TEXT)
    first = 2 if engine.info.family in ("roberta", "xlm-roberta") else 0
    assert answer.position_ids.tolist() == list(range(first, first + len(answer.encoding)))


def test_segments_are_there_where_the_family_has_them(engine):
    answer = engine.input_embeddings(TEXT, PAIR)
    assert (answer.segment is None) == (engine.info.family == "distilbert")
    assert (answer.segments > 1) == engine.info.has_segments
    if answer.segment is not None:
        assert len(np.unique(answer.segment, axis=0)) == len(set(answer.encoding.segment_ids.tolist()))


def test_a_projection_follows_where_the_sizes_differ(engine):
    answer = engine.input_embeddings(TEXT)
    assert answer.output.shape[1] == engine.info.hidden_size
    if answer.normed.shape != answer.output.shape:
        assert answer.projected
    if not answer.projected:
        np.testing.assert_array_equal(answer.output, answer.normed)


def test_a_word_that_comes_twice_has_one_token_embedding_and_two_sums(mini):
    answer = mini.input_embeddings("El perro persigue al otro perro")
    place = answer.encoding.surfaces.index("perro")
    one, other = answer.equal_tokens(place)
    assert one == place
    np.testing.assert_array_equal(answer.token[one], answer.token[other])
    assert not np.array_equal(answer.position[one], answer.position[other])
    assert answer.cosine(one, other) < 0.9999
    assert answer.cosine(one, one) == pytest.approx(1)


def test_a_blank_text_is_refused(tiny):
    with pytest.raises(InputError, match="no text"):
        tiny("bert").input_embeddings(" ")
