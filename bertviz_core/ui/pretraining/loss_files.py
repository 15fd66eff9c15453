"""The loss of a batch as files."""

from __future__ import annotations

from bertviz_core.results import PretrainingLoss
from bertviz_core.ui.downloads import answer_json, csv_text
from bertviz_core.ui.pretraining.batch_files import batch_fields


def loss_csv(loss: PretrainingLoss) -> str:
    """Return one line for every drawn token; losses are in nats."""
    return csv_text(
        ["position", "action", "read_as", "right_token", "probability", "rank", "loss", "first_token"],
        (
            [
                token.index,
                loss.batch.actions[token.index],
                loss.batch.tokens[token.index],
                token.right.token,
                f"{token.right.probability:.8g}",
                token.right.rank,
                f"{token.loss:.8f}",
                token.first.token,
            ]
            for token in loss.tokens
        ),
    )


def loss_json(loss: PretrainingLoss) -> str:
    """Return the batch and its losses; those of the pair are null without pair or head."""
    tokens = [
        {
            "index": token.index,
            "right": token.right.token,
            "probability": token.right.probability,
            "rank": token.right.rank,
            "loss": token.loss,
            "first": token.first.token,
        }
        for token in loss.tokens
    ]
    losses: dict[str, object] = {
        "masked_words": loss.masked_words,
        "next_sentence": loss.next_sentence,
        "total": loss.total,
        "probability_is_next": loss.is_next,
        "losses": tokens,
    }
    return answer_json(loss.model, loss.batch.encoding, batch_fields(loss.batch) | losses)
