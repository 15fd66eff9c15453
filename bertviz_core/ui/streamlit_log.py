"""What Streamlit writes to the log, in the form of the program's own lines."""

from __future__ import annotations

import logging

from streamlit import logger as streamlit_logger

from bertviz_core.program_log import formatter_of
from bertviz_core.settings import get_settings

_OF_PAGES = "streamlit.error_util"
"""Logs what a page raised without the number that `page_faults.show_fault` gives it."""


def settle_streamlit_log() -> None:
    """Give its logs their form, also those that it makes anew, and leave what pages raise to `show_fault`."""
    set_up = streamlit_logger.setup_formatter

    def in_our_form(logger: logging.Logger) -> None:
        set_up(logger)
        logger.streamlit_console_handler.setFormatter(  # type: ignore[attr-defined]
            formatter_of(get_settings().log)
        )

    streamlit_logger.setup_formatter = in_our_form
    logging.getLogger(_OF_PAGES).addFilter(lambda record: record.msg != "Uncaught app execution")
