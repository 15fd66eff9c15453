from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from transformers import BertTokenizer

from bertviz_core.training.pretraining.corpus import (
    Corpus,
    read_documents,
    split_sentences,
    tokenize_corpus,
    without_capitals,
)


def test_documents_end_at_blank_lines_also_in_xz(corpus_files: list[Path], tmp_path: Path) -> None:
    packed = tmp_path / "es.txt.xz"
    packed.write_bytes(lzma.compress(corpus_files[0].read_bytes()))
    documents = list(read_documents(packed))
    assert documents == list(read_documents(corpus_files[0]))
    assert [len(document) for document in documents] == [2, 1, 1]


@pytest.mark.parametrize(
    ("paragraph", "sentences"),
    [
        ("Ha venido. ¿Quién? ¡Ana!", ["Ha venido.", "¿Quién?", "¡Ana!"]),
        ("El Sr. Pérez llegó. Comió.", ["El Sr. Pérez llegó.", "Comió."]),
        ("J. R. Smith wrote it. It sold 3.5 million.", ["J. R. Smith wrote it.", "It sold 3.5 million."]),
        ("«Vete.» Se fue.", ["«Vete.»", "Se fue."]),
        ("sin punto", ["sin punto"]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(paragraph: str, sentences: list[str]) -> None:
    assert split_sentences(paragraph) == sentences


def test_tokens_and_borders_give_the_text_back(corpus: Corpus, tokenizer: BertTokenizer) -> None:
    assert corpus.documents == 5
    assert corpus.languages.tolist() == [0, 0, 0, 1, 1]
    first = range(corpus.document_starts[0], corpus.document_starts[1])
    borders = corpus.sentence_starts
    texts = [tokenizer.decode(corpus.tokens[borders[i] : borders[i + 1]].tolist()) for i in first]
    assert texts[0] == "El gato duerme."
    assert texts[-1] == "Luego llueve mucho."
    assert borders[-1] == len(corpus.tokens)


def test_two_processes_give_what_one_gives(
    corpus: Corpus, corpus_files: list[Path], start_folder: Path
) -> None:
    again = tokenize_corpus(corpus_files, start_folder / "tokenizer.json", workers=2)
    assert again.tokens.tolist() == corpus.tokens.tolist()
    assert again.document_starts.tolist() == corpus.document_starts.tolist()


def test_a_saved_corpus_comes_back(corpus: Corpus, tmp_path: Path) -> None:
    corpus.save(tmp_path / "corpus.npz")
    assert Corpus.load(tmp_path / "corpus.npz").tokens.tolist() == corpus.tokens.tolist()


def test_a_share_of_paragraphs_loses_capitals_and_the_last_stop() -> None:
    paragraphs = [f"El tren número {n} sale." for n in range(2000)]
    changed = [without_capitals(paragraph, share=0.1) for paragraph in paragraphs]
    lowered = [new for new, old in zip(changed, paragraphs, strict=True) if new != old]
    assert 140 < len(lowered) < 260
    assert all(text.startswith("el tren") and not text.endswith(".") for text in lowered)
