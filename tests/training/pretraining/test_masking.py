from __future__ import annotations

import torch

from bertviz_core.training.pretraining.masking import IGNORED, mask_tokens

MASK = 4


def masked(rate: float = 0.15) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(5, 20_000, (1000, 100), generator=generator)
    maskable = torch.ones_like(ids, dtype=torch.bool)
    maskable[:, 0] = maskable[:, -1] = False
    changed, labels = mask_tokens(
        ids, maskable, mask_id=MASK, vocabulary=(5, 20_000), rate=rate, generator=generator
    )
    return ids, maskable, changed, labels


def test_the_shares_over_100_000_tokens() -> None:
    ids, maskable, changed, labels = masked()
    drawn = labels != IGNORED
    assert abs(drawn.sum() / maskable.sum() - 0.15) < 0.004
    assert abs((changed[drawn] == MASK).float().mean() - 0.8) < 0.012
    assert abs((changed[drawn] == ids[drawn]).float().mean() - 0.1) < 0.01
    other = (changed[drawn] != MASK) & (changed[drawn] != ids[drawn])
    assert abs(other.float().mean() - 0.1) < 0.01


def test_only_drawn_tokens_change_and_labels_are_the_old_ids() -> None:
    ids, maskable, changed, labels = masked()
    drawn = labels != IGNORED
    assert (changed[~drawn] == ids[~drawn]).all()
    assert (labels[drawn] == ids[drawn]).all()
    assert not drawn[~maskable].any()
    assert (changed[drawn] >= MASK).all()  # no other special token is put in


def test_a_rate_of_one_draws_everything_that_may_be_hidden() -> None:
    _, maskable, _, labels = masked(rate=1.0)
    assert ((labels != IGNORED) == maskable).all()
