"""Turn XLM-R's SentencePiece vocabulary into a WordPiece one that BERT's tokenizer can use.

`▁banco` becomes `banco`, `ción` becomes `##ción`, punctuation stays itself. Each entry keeps the
row of the embedding table it had, so nothing has to be learned again. Frequent whole words that
would be split get an entry of their own, started at the mean of their pieces.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.pre_tokenizers import BertPreTokenizer

SPECIALS = {"[PAD]": "<pad>", "[UNK]": "<unk>", "[CLS]": "<s>", "[SEP]": "</s>", "[MASK]": "<mask>"}
WORD_START = "▁"
RARE = 0.3  # a character seen less often, in words a million, gets no entry of its own
_LETTERS = re.compile(r"[\w\u0300-\u036f]+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """WordPiece entries in their order, and where each starts from."""

    entries: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    """For each entry the old rows whose mean it starts at; one row for a converted piece."""


def count_words(lines: Iterable[str]) -> Counter[str]:
    """Count words as BERT splits them: at white space and around every punctuation character."""
    split = BertPreTokenizer().pre_tokenize_str
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(word for word, _ in split(line))
    return counts


def count_corpus(documents: Iterable[Sequence[str]]) -> tuple[Counter[str], Counter[str]]:
    """Count the words of all documents, and apart those of one short paragraph: everyday sentences."""
    everything: Counter[str] = Counter()
    everyday: Counter[str] = Counter()
    for document in documents:
        short = len(document) == 1 and len(document[0]) < 400
        (everyday if short else everything).update(count_words(document))
    everything.update(everyday)
    return everything, everyday


def balanced_counts(
    corpora: Iterable[tuple[Counter[str], Counter[str]]], *, everyday: float = 0.3
) -> dict[str, float]:
    """Weigh the languages alike, and everyday sentences by a share of their own: words a million."""
    total: defaultdict[str, float] = defaultdict(float)
    for counts in corpora:
        for counter, share in zip(counts, (1.0 - everyday, everyday), strict=True):
            scale = share * 1e6 / max(1, counter.total())
            for word, count in counter.items():
                total[word] += count * scale
    return total


def wordpiece_form(piece: str) -> str | None:
    """Return the WordPiece entry for a SentencePiece piece, None where BERT could never use it."""
    starts = piece.startswith(WORD_START)
    bare = piece.removeprefix(WORD_START)
    if not bare or WORD_START in bare:
        return None
    if _LETTERS.fullmatch(bare):
        return bare if starts else "##" + bare
    return bare if len(bare) == 1 else None  # BERT splits punctuation into single characters


def converted_pieces(pieces: Sequence[str], scores: Sequence[float]) -> dict[str, int]:
    """Map each WordPiece form to its old row; of two pieces with one form the more frequent wins."""
    best: dict[str, int] = {}
    for row, piece in enumerate(pieces):
        form = wordpiece_form(piece)
        if form is not None and (form not in best or scores[row] > scores[best[form]]):
            best[form] = row
    for form, row in list(best.items()):  # single characters in both forms, so that no word is unknown
        bare = form.removeprefix("##")
        if len(bare) == 1 and _LETTERS.fullmatch(bare):
            best.setdefault(bare, row)
            best.setdefault("##" + bare, row)
    return best


def build_vocabulary(
    counts: Mapping[str, float],
    rows: Mapping[str, int],
    special_rows: Sequence[int],
    *,
    pieces: int,
    words: int,
) -> Vocabulary:
    """Choose the pieces the text uses most and the whole words it splits most often.

    Args:
        counts: How often each word occurs, weighted as wanted.
        rows: Old row of every possible entry, from `converted_pieces`.
        special_rows: Old rows of the five special tokens in BERT's order.
        pieces: Number of converted pieces kept, single characters included.
        words: Number of whole words added.
    """
    splits = _split_words(counts, rows)
    usage: defaultdict[str, float] = defaultdict(float)
    for word, parts in splits.items():
        for part in parts:
            usage[part] += counts[word]
    kept = _character_entries(counts, rows)
    for piece in sorted(usage, key=lambda piece: -usage[piece]):
        if len(kept) >= pieces:
            break
        kept.setdefault(piece, (rows[piece],))
    for word, parts in _frequent_split_words(counts, kept, words):
        kept[word] = tuple(row for part in parts for row in kept[part])
    frequency = usage | {word: counts[word] for word in kept if word in counts}
    ordered = sorted(kept, key=lambda entry: (-frequency.get(entry, 0.0), entry))
    specials = [(row,) for row in special_rows]
    return Vocabulary((*SPECIALS, *ordered), (*specials, *(kept[entry] for entry in ordered)))


def _character_entries(counts: Mapping[str, float], rows: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """Keep every character but the rarest, those new to the old vocabulary through their NFKC form."""
    characters: defaultdict[str, float] = defaultdict(float)
    for word, count in counts.items():
        for character in word:
            characters[character] += count
    kept: dict[str, tuple[int, ...]] = {}
    for character in (character for character, count in characters.items() if count >= RARE):
        forms = (character, "##" + character) if _LETTERS.fullmatch(character) else (character,)
        for form in forms:
            old = form if form in rows else unicodedata.normalize("NFKC", character)
            if old in rows:
                kept[form] = (rows[old],)
            elif old and all(part in rows for part in old):
                kept[form] = tuple(rows[part] for part in old)
    return kept


def _frequent_split_words(
    counts: Mapping[str, float], kept: Mapping[str, tuple[int, ...]], limit: int
) -> list[tuple[str, list[str]]]:
    """Return the most frequent alphabetic words that the kept entries split, with their pieces."""
    splits = _split_words({word: n for word, n in counts.items() if word.isalpha()}, kept)
    longer = [(word, parts) for word, parts in splits.items() if len(parts) > 1]
    return sorted(longer, key=lambda item: (-counts[item[0]], item[0]))[:limit]


def _split_words(words: Iterable[str], entries: Iterable[str]) -> dict[str, list[str]]:
    """Split words greedily, longest piece first; words with an unknown character are left out."""
    vocab = {"[UNK]": 0} | {entry: number for number, entry in enumerate(entries, start=1)}
    model = Tokenizer(WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=100))
    words = list(words)
    encodings = model.encode_batch([[word] for word in words], is_pretokenized=True)
    return {
        word: found.tokens
        for word, found in zip(words, encodings, strict=True)
        if "[UNK]" not in found.tokens
    }
