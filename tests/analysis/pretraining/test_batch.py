from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
import torch

from bertviz_core.analysis.pretraining.batch_corruption import IGNORED, corrupt
from bertviz_core.analysis.pretraining.batch_pair import draw_sentence_pair
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import MaskedBatch, SentencePair

TEXT = "La compañera del ñandú corría hacia el río; los pingüinos no vuelan."
PAIR = SentencePair(first=TEXT, second="The man went to the store.", is_next=False)


def special_ids(engine: BertEngine) -> set[int]:
    added = engine._passes.model.tokenizer.get_added_tokens_decoder()
    return {number for number, token in added.items() if token.special}


def check(batch: MaskedBatch, special: set[int]) -> None:
    """Assert what holds for every batch, place by place."""
    mask = {"[MASK]", "<mask>"}
    for place, action in enumerate(batch.actions):
        before, after = int(batch.encoding.ids[place]), int(batch.ids[place])
        assert int(batch.labels[place]) == (-100 if action == "out" else before)
        if before in special:
            assert action == "out"
        if action in ("out", "unchanged"):
            assert after == before
        elif action == "masked":
            assert batch.tokens[place] in mask
        else:
            assert after != before and after not in special
    assert batch.drawn


def test_the_shares_over_100_000_tokens_are_those_of_the_paper(mini: BertEngine) -> None:
    text = "El banco de la plaza está cerca del río y de la casa de mi abuela. " * 24
    special = special_ids(mini)
    counts: Counter[str] = Counter()
    tokens = 0
    for seed in range(300):
        batch = mini.prepare_batch(text, seed=seed)
        counts.update(batch.actions[1:-1])
        tokens += int((~batch.encoding.special).sum())
        assert batch.actions[0] == batch.actions[-1] == "out"
        assert not special & set(batch.ids[[p for p in batch.drawn if batch.actions[p] == "random"]].tolist())
    assert tokens > 100_000
    drawn = tokens - counts["out"]
    assert abs(drawn / tokens - 0.15) < 0.002
    for action, share in (("masked", 0.8), ("random", 0.1), ("unchanged", 0.1)):
        deviation = (share * (1 - share) / drawn) ** 0.5
        assert abs(counts[action] / drawn - share) < 5 * deviation


@pytest.mark.parametrize("rate", [0.05, 0.3, 0.6])
@pytest.mark.parametrize("strategy", ["token", "whole_word"])
def test_the_share_is_the_one_that_is_asked_for(mini: BertEngine, strategy: str, rate: float) -> None:
    batch = mini.prepare_batch(
        "Los pingüinos viven cerca del mar y comen peces. " * 20, rate=rate, strategy=strategy
    )
    tokens = int((~batch.encoding.special).sum())
    assert abs(len(batch.drawn) - rate * tokens) <= 4


@pytest.mark.parametrize("strategy", ["token", "whole_word"])
@pytest.mark.parametrize("seed", range(8))
def test_every_family_hides_only_ordinary_tokens(engine: BertEngine, strategy: str, seed: int) -> None:
    batch = engine.prepare_batch(PAIR, rate=0.6, strategy=strategy, seed=seed)
    check(batch, special_ids(engine))
    assert batch.is_next is False


@pytest.mark.parametrize("seed", range(30))
def test_whole_words_are_never_split(engine: BertEngine, seed: int) -> None:
    batch = engine.prepare_batch(PAIR, rate=0.4, strategy="whole_word", seed=seed)
    encoding = batch.encoding
    fates: dict[tuple[int, int], set[bool]] = {}
    for place in np.flatnonzero(~encoding.special):
        word = (int(encoding.sequence_ids[place]), int(encoding.word_ids[place]))
        fates.setdefault(word, set()).add(batch.actions[place] != "out")
    assert all(len(drawn) == 1 for drawn in fates.values())


def test_a_span_is_hidden_as_one_unit(mini: BertEngine) -> None:
    fates = set()
    for seed in range(60):
        batch = mini.prepare_batch(PAIR, strategy="span", span=(2, 5), seed=seed)
        assert batch.drawn == (2, 3, 4, 5)
        chosen = set(batch.actions[2:6])
        # A random token may by chance be the one that stood there.
        assert len(chosen) == 1 or chosen == {"random", "unchanged"}
        fates |= chosen
    assert fates == {"masked", "random", "unchanged"}


@pytest.mark.parametrize("span", [(0, 2), (3, 2), (-1, 3), (2, 500), None])
def test_a_span_that_is_none_is_refused(mini: BertEngine, span: tuple[int, int] | None) -> None:
    with pytest.raises(InputError):
        mini.prepare_batch(PAIR, strategy="span", span=span)


def test_the_same_seed_makes_the_same_batch(mini: BertEngine) -> None:
    one, same, other = (mini.prepare_batch(TEXT, rate=0.4, seed=seed) for seed in (7, 7, 8))
    assert (one.ids == same.ids).all() and one.actions == same.actions
    assert one.actions != other.actions


def test_a_tally_counts_draws_that_follow_each_other(mini: BertEngine) -> None:
    batch = mini.prepare_batch(TEXT, seed=5)
    once, often = (mini.tally_draws(batch, draws=draws) for draws in (1, 1500))
    first = mini.prepare_batch(TEXT, seed=0).actions
    assert [once.masked, once.random, once.unchanged] == [
        first.count(action) for action in ("masked", "random", "unchanged")
    ]
    assert often.drawn == 1500 * len(batch.drawn)
    for action, share in (("masked", 0.8), ("random", 0.1), ("unchanged", 0.1)):
        assert often.share(action) == pytest.approx(share, abs=0.03)
    span = mini.prepare_batch(TEXT, strategy="span", span=(1, 2))
    together = mini.tally_draws(span, draws=50)
    assert together.drawn == 100 and together.masked % 2 == together.unchanged % 2 == 0


def test_one_token_is_drawn_at_least(mini: BertEngine) -> None:
    for strategy in ("token", "whole_word"):
        assert len(mini.prepare_batch("Hola", rate=0.05, strategy=strategy).drawn) >= 1


def test_typed_masks_and_unknown_tokens_are_never_drawn(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    for seed in range(20):
        batch = engine.prepare_batch("la [MASK] 猫 plaza", rate=0.6, seed=seed)
        assert {batch.encoding.tokens[place] for place in batch.drawn} <= {"la", "plaza"}
    with pytest.raises(InputError):
        engine.prepare_batch("[MASK]")


@pytest.mark.parametrize(
    "settings", [{"rate": 0.04}, {"rate": 0.61}, {"seed": -1}, {"seed": 2**31}, {"strategy": "words"}]
)
def test_settings_out_of_bounds_are_refused(mini: BertEngine, settings: dict[str, object]) -> None:
    with pytest.raises(InputError):
        mini.prepare_batch(TEXT, **settings)  # type: ignore[arg-type]


def test_as_one_gives_all_drawn_tokens_the_same_fate() -> None:
    ids, ordinary = torch.arange(100, 130), torch.arange(200, 300)
    drawn = torch.zeros(30, dtype=torch.bool)
    drawn[4:9] = True
    kinds = []
    for seed in range(200):
        generator = torch.Generator().manual_seed(seed)
        changed = corrupt(ids, drawn, mask_id=4, ordinary=ordinary, as_one=True, generator=generator)
        assert (changed[~drawn] == ids[~drawn]).all()
        (kind,) = {"m" if i == 4 else "r" if i >= 200 else "u" for i in changed[drawn].tolist()}
        kinds.append(kind)
    assert Counter(kinds)["m"] > 140 and {"r", "u"} < set(kinds)


def test_labels_outside_the_draw_are_those_that_pytorch_ignores() -> None:
    assert IGNORED == torch.nn.CrossEntropyLoss().ignore_index


def test_pairs_are_neighbours_half_of_the_time() -> None:
    sentences, others = ("a", "b", "c", "d"), ("x", "y", "b")
    pairs = [draw_sentence_pair(sentences, others, seed=seed) for seed in range(2000)]
    for pair in pairs:
        place = sentences.index(pair.first)
        assert pair.second == sentences[place + 1] if pair.is_next else pair.second in ("x", "y")
    assert abs(sum(pair.is_next for pair in pairs) / 2000 - 0.5) < 5 * 0.5 / 2000**0.5
    assert {pair.first for pair in pairs} == {"a", "b", "c"}
    assert draw_sentence_pair(sentences, others, seed=3) == pairs[3]


@pytest.mark.parametrize(("sentences", "others"), [((), ("x",)), (("a",), ("x",)), (("a", "b"), ("a",))])
def test_a_pair_that_cannot_be_drawn_is_refused(sentences: tuple[str, ...], others: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        draw_sentence_pair(sentences, others, seed=0)


def test_a_span_stays_within_one_text(mini: BertEngine) -> None:
    encoding = mini.encode(PAIR.first, PAIR.second)
    border = int(np.flatnonzero(encoding.special)[1])
    for span in ((border - 2, border), (border - 1, border + 1), (border + 1, len(encoding) - 1)):
        with pytest.raises(InputError):
            mini.prepare_batch(PAIR, strategy="span", span=span)
    assert mini.prepare_batch(PAIR, strategy="span", span=(border + 1, border + 2)).drawn == (
        border + 1,
        border + 2,
    )
