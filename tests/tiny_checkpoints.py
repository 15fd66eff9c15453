"""Tiny random checkpoints of every family, saved as folders the way people save real ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

MAX_TOKENS = 64
LAYERS, HEADS, HIDDEN = 3, 4, 32
SENTENCES = (
    "Saqué dinero del banco y me senté en el banco de la plaza.",
    "The man went to the store and bought a gallon of milk.",
    "Eu vou guardar o queijo na geladeira, e a mulher sai da rua.",
    "La compañera hacía la cama cerca del río; el ñandú corría hacia el sol.",
    "Penguins are flightless birds, and they live at the south of the world.",
)
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")

_SIZES: dict[str, Any] = {
    "hidden_size": HIDDEN,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS,
    "intermediate_size": 48,
    "initializer_range": 0.3,
}


def build(family: str, folder: Path, *, save_as: str | None = None) -> Path:
    """Save a random checkpoint of a family with its tokenizer.

    Args:
        family: One of `FAMILIES`.
        folder: Where to save.
        save_as: Class of transformers whose weights are kept; the family's masked-word model when left out.
    """
    torch.manual_seed(len(family))
    tokenizer, make_config, model_class = FAMILIES[family]()
    config = make_config(len(tokenizer))
    getattr(transformers, save_as or model_class)(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _word_pieces(*, lowercase: bool) -> Any:
    text = " ".join(SENTENCES)
    text = text.lower() if lowercase else text
    words = sorted(set(text.replace(".", "").replace(",", "").replace(";", "").split()) - {"ñandú"})
    letters = sorted(set(text.replace(" ", "")) | set("abcdefghijklmnopqrstuvwxyzñú[]_<>/"))
    entries = [*SPECIAL, *words, *(c for c in letters if c not in words), *(f"##{c}" for c in letters)]
    vocabulary = {entry: number for number, entry in enumerate(entries)}
    return transformers.BertTokenizer(vocab=vocabulary, do_lower_case=lowercase)


def _byte_level() -> Any:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    model = _description(tokenizer)["model"]
    merges = [tuple(pair) for pair in model["merges"]]
    mask = AddedToken("<mask>", lstrip=True, special=True)
    return transformers.RobertaTokenizer(vocab=model["vocab"], merges=merges, mask_token=mask)


def _unigram(special: Sequence[str], unknown: str) -> list[tuple[str, float]]:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=150, special_tokens=list(special), unk_token=unknown, show_progress=False
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    return [tuple(entry) for entry in _description(tokenizer)["model"]["vocab"]]


def _description(tokenizer: Tokenizer) -> dict[str, Any]:
    return json.loads(tokenizer.to_str())


Built = tuple[Any, Callable[[int], Any], str]


def _bert() -> Built:
    return (
        _word_pieces(lowercase=False),
        lambda n: transformers.BertConfig(vocab_size=n, max_position_embeddings=MAX_TOKENS, **_SIZES),
        "BertForPreTraining",
    )


def _bert_uncased() -> Built:
    return (_word_pieces(lowercase=True), *_bert()[1:])


def _distilbert() -> Built:
    return (
        _word_pieces(lowercase=True),
        lambda n: transformers.DistilBertConfig(
            vocab_size=n,
            max_position_embeddings=MAX_TOKENS,
            dim=HIDDEN,
            n_layers=LAYERS,
            n_heads=HEADS,
            hidden_dim=48,
            initializer_range=0.3,
        ),
        "DistilBertForMaskedLM",
    )


def _roberta() -> Built:
    return (
        _byte_level(),
        lambda n: transformers.RobertaConfig(
            vocab_size=n, max_position_embeddings=MAX_TOKENS + 2, type_vocab_size=1, **_SIZES
        ),
        "RobertaForMaskedLM",
    )


def _xlm_roberta() -> Built:
    vocabulary = _unigram(("<s>", "<pad>", "</s>", "<unk>"), "<unk>")
    return (
        transformers.XLMRobertaTokenizer(vocab=[*vocabulary, ("<mask>", 0.0)]),
        lambda n: transformers.XLMRobertaConfig(
            vocab_size=n, max_position_embeddings=MAX_TOKENS + 2, type_vocab_size=1, **_SIZES
        ),
        "XLMRobertaForMaskedLM",
    )


def _albert() -> Built:
    vocabulary = _unigram(("<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"), "<unk>")
    return (
        transformers.AlbertTokenizer(vocab=vocabulary),
        lambda n: transformers.AlbertConfig(
            vocab_size=n, max_position_embeddings=MAX_TOKENS, embedding_size=16, **_SIZES
        ),
        "AlbertForPreTraining",
    )


def _electra() -> Built:
    return (
        _word_pieces(lowercase=True),
        lambda n: transformers.ElectraConfig(
            vocab_size=n, max_position_embeddings=MAX_TOKENS, embedding_size=16, **_SIZES
        ),
        "ElectraForMaskedLM",
    )


FAMILIES: dict[str, Callable[[], Built]] = {
    "bert": _bert,
    "bert-uncased": _bert_uncased,
    "distilbert": _distilbert,
    "roberta": _roberta,
    "xlm-roberta": _xlm_roberta,
    "albert": _albert,
    "electra": _electra,
}
