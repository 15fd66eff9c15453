"""A tokenizer to which the names of special tokens, when a person types them, are ordinary text."""

from __future__ import annotations

import json
from collections.abc import Collection

from tokenizers import Tokenizer

# A noncharacter of Unicode, which no text contains.
_UNTYPABLE = "\ufdd0"


def read_special_tokens_as_text(tokenizer: Tokenizer, *, except_for: Collection[str | None]) -> Tokenizer:
    """Return a copy that finds `[SEP]` or `</s>` in no text; the mask and the model's own keep their meaning.

    The ids and the places of the special tokens that the tokenizer itself adds stay as they are. The
    copy neither cuts nor pads.
    """
    description = json.loads(tokenizer.to_str())
    special = {token["content"] for token in description["added_tokens"] if token["special"]} - {*except_for}
    for token in description["added_tokens"]:
        token["special"] = token["content"] in special
    if description["model"]["type"] == "Unigram":
        # This model matches every entry of its vocabulary, `</s>` too, so the names must go.
        description["added_tokens"] = [t for t in description["added_tokens"] if not t["special"]]
        for entry in description["model"]["vocab"]:
            entry[0] = _UNTYPABLE + entry[0] if entry[0] in special else entry[0]
    copy = Tokenizer.from_str(json.dumps(description))
    copy.encode_special_tokens = True
    copy.no_padding()
    copy.no_truncation()
    return copy
