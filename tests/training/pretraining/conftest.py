"""A tiny corpus, written here, a tokenizer that knows its words, and a tiny BertForPreTraining."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertForPreTraining, BertTokenizer

from bertviz_core.training.pretraining.batches import SpecialIds
from bertviz_core.training.pretraining.conversion import write_tokenizer
from bertviz_core.training.pretraining.corpus import Corpus, tokenize_corpus

SPANISH = (
    "El gato duerme. La casa es azul. Mi perro come pan.\nEl sol sale. Luego llueve mucho.\n\n"
    "Hoy es lunes.\n\n"
    "Ana lee un libro. El libro es viejo. Ana lo guarda. Luego sale de casa.\n"
)
ENGLISH = "The cat sleeps. It is late. The moon is bright.\n\nWe eat bread. The bread is old.\n"
SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


@pytest.fixture(scope="session")
def corpus_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("corpus")
    for name, text in (("es", SPANISH), ("en", ENGLISH)):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return [folder / "es.txt", folder / "en.txt"]


@pytest.fixture(scope="session")
def start_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("start")
    words = sorted({*(SPANISH + ENGLISH).replace(".", " ").split(), "."})
    tokenizer = write_tokenizer((*SPECIALS, *words), folder, max_length=64)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
    )
    BertForPreTraining(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tokenizer(start_folder: Path) -> BertTokenizer:
    return BertTokenizer.from_pretrained(start_folder)


@pytest.fixture(scope="session")
def corpus(corpus_files: list[Path], start_folder: Path) -> Corpus:
    return tokenize_corpus(corpus_files, start_folder / "tokenizer.json", workers=1)


@pytest.fixture(scope="session")
def special() -> SpecialIds:
    return SpecialIds(pad=0, cls=2, sep=3, mask=4, first_ordinary=5)
