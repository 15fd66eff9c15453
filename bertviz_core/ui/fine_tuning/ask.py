"""Ask a fine-tuned model: about a text, a pair, the words of a sentence, or a question."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.attribution_panel import PARTS_PARAMETER
from bertviz_core.ui.fine_tuning.ask_model import asked_engine, who_answers
from bertviz_core.ui.fine_tuning.ask_question import ask_question
from bertviz_core.ui.fine_tuning.ask_tags import ask_tags
from bertviz_core.ui.fine_tuning.ask_text import CLASS_PARAMETER, ask_text
from bertviz_core.ui.notices import show_error

PARAMETERS = (CLASS_PARAMETER, PARTS_PARAMETER)


def draw() -> None:
    """Draw the fields of the model's task with their answer."""
    engine = asked_engine()
    if engine is None:
        return
    if engine.task is None:
        try:
            engine.classify("?")  # says why it cannot be asked
        except BertScopeError as error:
            show_error(error)
        return
    if engine.task.task == "question":
        st.caption(who_answers(engine))
        ask_question(engine)
    elif engine.task.task == "tagging":
        st.caption(who_answers(engine))
        ask_tags(engine)
    else:
        ask_text(engine, engine.task)
