"""Build the untrained `mini`: a BertForPreTraining that starts from multilingual-e5-small.

The encoder and the word embeddings are taken over. The masked-word head starts as close to useful
as it can: its transform near the identity, its decoder tied to the embeddings, its bias at the log
frequency of each entry. The pooler and the next-sentence head are new.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import BertConfig, BertForPreTraining, BertTokenizer

from bertviz_core.training.pretraining.e5_weights import PackedEncoder
from bertviz_core.training.pretraining.vocabulary import Vocabulary

# name in the packed file -> name in a BertLayer
_LAYER_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def convert(packed: PackedEncoder, vocabulary: Vocabulary) -> BertForPreTraining:
    """Put the packed encoder and the chosen vocabulary into a BertForPreTraining, in float32."""
    config = BertConfig(
        vocab_size=len(vocabulary.entries),
        hidden_size=packed.hidden_size,
        num_hidden_layers=packed.layers,
        num_attention_heads=packed.heads,
        intermediate_size=packed.intermediate_size,
        max_position_embeddings=packed.max_positions,
        type_vocab_size=packed.segment_types,
        layer_norm_eps=packed.layer_norm_eps,
    )
    torch.manual_seed(0)
    model = BertForPreTraining(config)
    with torch.no_grad():
        _fill_embeddings(model, packed, vocabulary)
        for number, layer in enumerate(model.bert.encoder.layer):
            for short, long in _LAYER_NAMES.items():
                module = layer.get_submodule(long)
                _copy(module.get_parameter("weight"), packed.tensor(f"l{number}.{short}.w"))
                _copy(module.get_parameter("bias"), packed.tensor(f"l{number}.{short}.b"))
        transform = model.cls.predictions.transform
        # GELU is near the identity for large inputs only; the layer norm after it restores the scale
        _copy(transform.dense.weight, np.eye(packed.hidden_size, dtype=np.float32))
    return model


def set_log_frequency_bias(model: BertForPreTraining, frequency: NDArray[np.int64]) -> None:
    """Start the masked-word head's bias at the log of each entry's share, `frequency` `(vocabulary,)`."""
    share = (frequency + 1.0) / (frequency.sum() + len(frequency))
    with torch.no_grad():
        _copy(model.cls.predictions.bias, np.log(share).astype(np.float32))


def write_tokenizer(vocabulary: Iterable[str], folder: Path, *, max_length: int) -> BertTokenizer:
    """Write `vocab.txt` and the tokenizer's own files: cased, accents kept."""
    folder.mkdir(parents=True, exist_ok=True)
    vocab_file = folder / "vocab.txt"
    vocab_file.write_text("".join(entry + "\n" for entry in vocabulary), encoding="utf-8")
    tokenizer = BertTokenizer(
        vocab=str(vocab_file), do_lower_case=False, strip_accents=False, model_max_length=max_length
    )
    tokenizer.save_pretrained(folder)
    return tokenizer


def write_bundle(model: BertForPreTraining, tokenizer: BertTokenizer, folder: Path) -> None:
    """Write a model folder: fp16 safetensors in shards of at most 40 MB, config and tokenizer.

    Dropout goes back to BERT's 0.1 in the config, for those who fine-tune the model.
    """
    model.config.hidden_dropout_prob = model.config.attention_probs_dropout_prob = 0.1
    model.half().save_pretrained(folder, max_shard_size="40MB")
    tokenizer.save_pretrained(folder)
    entries = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    (folder / "vocab.txt").write_text("".join(entry + "\n" for entry, _ in entries), encoding="utf-8")


def _fill_embeddings(model: BertForPreTraining, packed: PackedEncoder, vocabulary: Vocabulary) -> None:
    embeddings = model.bert.embeddings
    owner = np.repeat(np.arange(len(vocabulary.rows)), [len(rows) for rows in vocabulary.rows])
    flat = np.array([row for rows in vocabulary.rows for row in rows], dtype=np.int64)
    sums = np.zeros((len(vocabulary.rows), packed.hidden_size), dtype=np.float32)
    np.add.at(sums, owner, packed.word_rows(flat))
    _copy(embeddings.word_embeddings.weight, sums / np.bincount(owner)[:, None])
    _copy(embeddings.position_embeddings.weight, packed.tensor("emb.pos"))
    _copy(embeddings.token_type_embeddings.weight, packed.tensor("emb.type"))
    _copy(embeddings.LayerNorm.weight, packed.tensor("emb.ln.w"))
    _copy(embeddings.LayerNorm.bias, packed.tensor("emb.ln.b"))


def _copy(parameter: torch.Tensor, values: NDArray[np.floating]) -> None:
    parameter.copy_(torch.from_numpy(np.ascontiguousarray(values, dtype=np.float32)).view(parameter.shape))
