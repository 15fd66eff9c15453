"""How texts are read: spelling, borders, blanks, what did not fit, what nobody expects."""

import unicodedata

import numpy as np
import pytest
from changed_checkpoints import changed
from transformers import AutoTokenizer

from bertviz_core.engine import load_engine
from bertviz_core.errors import InputError, TextTooLongError

TEXT = "La compañera hacía la cama, the man went to the store."
HOSTILE = [
    "$5 and $6",
    "a_b_c :smile: *x*",
    "<b>bold</b>",
    "</script><img src=x onerror=alert(1)>",
    "glad😊 I ❤️ you 🇪🇸",
    "\x00a\x07b\x1b[31m",
    "zero\u200bwidth\u202e and \ud800 half",
    "مرحبا 你好 日本語",
    "e\u0301" * 20,
    "a" * 300,
    "{model} {0} %s",
]


def test_ids_are_those_of_the_models_own_tokenizer(engine):
    own = AutoTokenizer.from_pretrained(engine.info.id)
    for text, pair in [(TEXT, None), (TEXT, "il banco"), ("banco 😊 ñandú", None)]:
        assert engine.encode(text, pair).ids.tolist() == own(text, pair)["input_ids"]


@pytest.mark.parametrize("text", [TEXT, *HOSTILE])
def test_every_token_shows_its_place_in_the_text(engine, text):
    encoding = engine.encode(text)
    for surface, (start, end), special in zip(
        encoding.surfaces, encoding.spans, encoding.special, strict=True
    ):
        assert special or surface.startswith(encoding.text[start:end]) or surface in encoding.text[start:end]
    assert len(encoding) == len(encoding.tokens) == len(encoding.ids) == len(encoding.special)


def test_no_letter_goes_missing(engine):
    encoding = engine.encode(TEXT)
    covered = {place for start, end in encoding.spans for place in range(start, end)}
    assert {encoding.text[place] for place in range(len(TEXT)) if place not in covered} == {" "}


def test_spelling_is_kept_where_the_model_loses_it(tiny):
    encoding = tiny("bert-uncased").encode("La compañera HACÍA")
    assert "".join(encoding.surfaces[1:-1]) == "LacompañeraHACÍA"
    assert "hacia" in encoding.tokens


def test_an_emoji_is_shown_and_marked_unknown(tiny):
    encoding = tiny("bert").encode("banco 😊")
    at = encoding.surfaces.index("😊")
    assert (encoding.tokens[at], encoding.unknown[at]) == ("[UNK]", True)
    assert not encoding.unknown[encoding.surfaces.index("banco")]


def test_a_letter_with_a_combining_mark_is_the_composed_letter(engine):
    composed = engine.encode("compañera hacía")
    decomposed = engine.encode(unicodedata.normalize("NFD", "compañera hacía"))
    assert decomposed.ids.tolist() == composed.ids.tolist()
    assert decomposed.text == "compañera hacía"


@pytest.mark.parametrize(
    "typed", ["[MASK]", "[mask]", "[Mask]", "<mask>", "<MASK>", "[ mask ]", "___", "_______"]
)
def test_blanks_are_the_models_own_mask(engine, typed):
    mask = engine.info.mask_token
    for text, count in [(f"the {typed} went", 1), (f"the {typed}.", 1), (f"{typed}{typed} a", 2)]:
        if typed.startswith("_"):
            count = 1  # a longer line is still one blank
        encoding = engine.encode(text)
        assert encoding.tokens.count(mask) == count
        at = encoding.tokens.index(mask)
        assert not encoding.special[at]
        assert encoding.surfaces[at] == mask


def test_two_underscores_are_text(engine):
    assert engine.info.mask_token not in engine.encode("a__b").tokens


@pytest.mark.parametrize("typed", ["[SEP]", "[CLS]", "</s>", "<s>", "[PAD]", "<pad>", "<unk>", "[UNK]"])
def test_typed_special_tokens_are_text(engine, typed):
    plain, marked = engine.encode("the man", "banco"), engine.encode(f"the {typed} man", f"banco {typed}")
    special = [token for token, is_special in zip(marked.tokens, marked.special, strict=True) if is_special]
    assert special == [t for t, is_special in zip(plain.tokens, plain.special, strict=True) if is_special]
    special_ids = set(plain.ids[plain.special].tolist())
    assert not special_ids & set(marked.ids[~marked.special].tolist())


def test_the_border_of_a_pair_comes_from_the_tokenizer(engine):
    encoding = engine.encode("the man", "banco")
    first = "".join(np.array(encoding.surfaces)[encoding.sequence_ids == 0])
    second = "".join(np.array(encoding.surfaces)[encoding.sequence_ids == 1])
    assert first == "theman"
    assert second == "banco"
    assert (encoding.sequence_ids[encoding.special] == -1).all()
    assert encoding.special[[0, -1]].all()
    if engine.info.has_segments:
        assert (encoding.segment_ids[encoding.sequence_ids == 1] == 1).all()
    else:
        assert not encoding.segment_ids.any()


def test_words_are_counted_within_their_text(tiny):
    encoding = tiny("bert").encode("ñandú banco", "the man")
    assert encoding.word_ids.tolist() == [-1, 0, 0, 0, 0, 0, 1, -1, 0, 1, -1]


def test_punctuation_is_a_word_of_its_own_in_every_family(engine):
    encoding = engine.encode("the man, il banco.", "the (man)")
    words = {}
    for place in np.flatnonzero(~encoding.special):
        words.setdefault((encoding.sequence_ids[place], encoding.word_ids[place]), []).append(place)
    spans = [encoding.spans[places] for places in words.values()]
    texts = [encoding.text if sequence == 0 else encoding.pair for sequence, _ in words]
    told = [text[span[:, 0].min() : span[:, 1].max()] for text, span in zip(texts, spans, strict=True)]
    wanted = ["the", "man", ",", "il", "banco", ".", "the", "(", "man", ")"]
    assert [word for word in told if word] == wanted
    for sequence in (0, 1):
        numbers = encoding.word_ids[encoding.sequence_ids == sequence]
        assert np.unique(numbers).tolist() == list(range(numbers.max() + 1))
        assert (np.diff(numbers) >= 0).all()


def test_a_long_text_is_cut_at_the_configs_limit_with_the_rest_shown(engine):
    text = " ".join(f"banco {n}" for n in range(60))
    encoding = engine.encode(text)
    assert len(encoding) == engine.info.max_tokens
    assert encoding.truncated
    kept = encoding.text[: encoding.spans[:, 1].max()]
    assert (kept + encoding.cut).replace(" ", "") == text.replace(" ", "")
    assert engine.attention(text).weights.shape[-1] == engine.info.max_tokens


def test_of_a_long_pair_the_longer_text_is_cut(engine):
    encoding = engine.encode("the man " * 60, "il banco")
    assert len(encoding) == engine.info.max_tokens
    assert "banco" in "".join(np.array(encoding.surfaces)[encoding.sequence_ids == 1])
    assert set(encoding.cut.split()) <= {"the", "man", "he", "e", "an", "n"}
    both = engine.encode("the man " * 60, "il banco " * 60)
    assert both.cut.count("\n") == 1


def test_a_text_that_just_fits_is_not_cut(tiny):
    encoding = tiny("bert").encode("man " * 62)
    assert (len(encoding), encoding.truncated, encoding.cut) == (64, False, "")
    assert tiny("bert").encode("man " * 63).truncated


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u200b\u200d", "\x00", "\u00a0\u2003", "\ufeff"])
def test_a_text_with_nothing_to_see_is_refused(engine, text):
    with pytest.raises(InputError, match="Write"):
        engine.encode(text)
    with pytest.raises(InputError):
        engine.attention(text)
    assert engine.encode("banco", text).pair is None


@pytest.mark.parametrize("text", ["\ufffd", "\ud800"])
def test_a_text_the_tokenizer_drops_is_refused(tiny, text):
    with pytest.raises(InputError, match="Write"):
        tiny("bert").encode(text)


def test_a_text_beyond_all_bounds_is_not_read(tiny, settings):
    settings(max_characters="50")
    with pytest.raises(TextTooLongError, match="51"):
        tiny("bert").encode("a" * 51)
    with pytest.raises(TextTooLongError):
        tiny("bert").encode("a", "b" * 51)


def test_labels_show_the_text_and_mark_where_a_word_goes_on(tiny):
    encoding = tiny("bert-uncased").encode("La compañera HACÍA")
    for token, surface, label in zip(encoding.tokens, encoding.surfaces, encoding.labels, strict=True):
        assert label == ("##" + surface if token.startswith("##") else surface)
    assert any(label.startswith("##") for label in encoding.labels)
    assert "##" not in "".join(tiny("roberta").encode("La compañera").labels)


@pytest.mark.parametrize("family", ["bert", "xlm-roberta"])
def test_a_character_that_becomes_several_pieces_is_shown_once(checkpoint, tmp_path, family):
    def compatibility_forms(tokenizer):
        tokenizer["normalizer"] = {"type": "NFKC"}

    folder = changed(
        checkpoint(family),
        tmp_path / "model",
        settings=lambda said: said.update(tokenizer_class="PreTrainedTokenizerFast"),
        tokenizer=compatibility_forms,
    )
    engine = load_engine(str(folder))
    for text in ("½ ﬁn … ㎏", "5㎏…½", "Ⅷ ™ ﬃ"):
        encoding = engine.encode(text)
        assert "".join(encoding.surfaces[1:-1]) == text.replace(" ", "")
        assert all(encoding.labels)
    dots = engine.encode("a… b")
    words = {int(word) for word, surface in zip(dots.word_ids, dots.surfaces, strict=True) if surface == "…"}
    assert len(words) == 1
    assert max(dots.word_ids.tolist()) == 2  # a, …, b


def test_a_character_in_bytes_is_shown_once(tiny):
    encoding = tiny("roberta").encode("é 😀b")
    assert "".join(encoding.surfaces[1:-1]) == "é😀b"
    assert "⋯" in encoding.labels


def test_a_byte_that_is_no_text_is_refused(engine):
    with pytest.raises(InputError, match=r"ni.*0xF1"):
        engine.encode("ni\udcf1o")
