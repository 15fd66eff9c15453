"""Where the places are that steps of tours point at; files name places only."""

from __future__ import annotations

SELECTORS = {
    "views": ".st-key-page_views",
    "text": ".stMain :is(.stTextInput, .stTextArea)",
    "options": ".st-key-row_of_options",
    "answer": ".stMain .stHeading:has(h3)",
    "chart": ".stMain .stPlotlyChart",
    "attention": ".stMain .stElementContainer:has(> .stBidiComponent)",
    "steps": ".stMain .stElementContainer:has(> .stBidiComponent)",
    "table": ".stMain :is(.stDataFrame, .stTable)",
    "examples": ".stMain .stElementContainer:has(> .stPopover)",
    "start": ".stMain .stButton:has([data-testid=stBaseButton-primary])",
    "save": ".st-key-save_menu",
    "link": ".st-key-link",
}
"""CSS selectors by the names of `bertviz_core.tours.PLACES`."""
