"""A model's own special tokens are read where a text has them; those of every tokenizer are not."""

from __future__ import annotations

import pytest
import tiny_checkpoints
import transformers
from tokenizers import AddedToken

from bertviz_core.engine import load_engine
from bertviz_core.models.added_tokens import own_tokens

TEXT = "la [E1] plaza [/E1] y el río, [E1]sol[/E1]."


@pytest.fixture(scope="module", params=["bert", "bert-uncased", "roberta", "xlm-roberta", "albert"])
def marked(request, tmp_path_factory):
    """A checkpoint with markers of entities, as people add them before they fine-tune."""
    folder = tmp_path_factory.mktemp("marked")
    tokenizer, make_config, model_class = tiny_checkpoints.FAMILIES[request.param]()
    markers = [AddedToken(name, special=True) for name in ("[E1]", "[/E1]")]
    tokenizer.add_tokens(markers, special_tokens=True)
    getattr(transformers, model_class)(make_config(len(tokenizer))).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def test_markers_are_read_as_the_model_learned_them(marked):
    engine = load_engine(str(marked))
    encoding = engine.encode(TEXT)
    tokenizer = transformers.AutoTokenizer.from_pretrained(marked)
    assert encoding.ids.tolist() == tokenizer(TEXT)["input_ids"]
    assert encoding.tokens.count("[E1]") == encoding.tokens.count("[/E1]") == 2
    places = [place for place, token in enumerate(encoding.tokens) if token == "[E1]"]
    assert [TEXT[slice(*encoding.spans[place])] for place in places] == ["[E1]", "[E1]"]
    assert "".join(encoding.surfaces[1:-1]).replace(" ", "") == TEXT.replace(" ", "")
    assert engine.token_count(TEXT) == len(encoding)
    note = next(note for note in engine.info.notes if note.kind == "special_tokens")
    assert "[E1] [/E1] (2)" in str(note)


@pytest.mark.parametrize("typed", ["[CLS]", "[SEP]", "[PAD]", "[UNK]", "<s>", "</s>", "<pad>"])
def test_what_every_tokenizer_has_stays_text(marked, typed):
    engine = load_engine(str(marked))
    encoding, plain = engine.encode(f"la {typed} [E1] plaza"), engine.encode("la [E1] plaza")
    special = set(plain.ids[plain.special].tolist())
    assert not special & set(encoding.ids[~encoding.special].tolist())
    assert encoding.special.sum() == plain.special.sum()


@pytest.mark.parametrize("family", tiny_checkpoints.FAMILIES)
def test_usual_tokenizers_have_none_of_their_own(family):
    assert own_tokens(tiny_checkpoints.FAMILIES[family]()[0]) == ()
