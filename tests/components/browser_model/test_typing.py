"""Each key is answered, and what is not answered in the browser is told."""

from __future__ import annotations

from benchmarks.browser_model_in_node import told_while_typing


def test_a_text_without_an_answer_is_told() -> None:
    assert told_while_typing() == ["a", "left", "é", "left", "still"]
