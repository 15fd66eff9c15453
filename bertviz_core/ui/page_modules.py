"""What pages are made of, so that a server can import it before a visitor comes.

Pages are scripts that Streamlit runs; what they import stands here by name, because importing this module
should take no time.
"""

from __future__ import annotations

PAGE_MODULES = (
    "bertviz_core.ui.sidebar",
    "bertviz_core.ui.links",
    "bertviz_core.ui.attention.views",
    "bertviz_core.ui.mask_panel",
    "bertviz_core.ui.masked_words.views",
    "bertviz_core.ui.next_sentence.views",
    "bertviz_core.ui.words.views",
    "bertviz_core.ui.inside.views",
    "bertviz_core.ui.pretraining.views",
    "bertviz_core.ui.history.views",
    "bertviz_core.ui.fine_tuning.views",
    "bertviz_core.ui.about.views",
    "bertviz_core.ui.teach.views",
)
"""Those of the frame and of the pages that are opened first come first."""

LIBRARIES = ("scipy.sparse", "sklearn.cluster", "sklearn.metrics")
"""What views import when they are first asked, as the first map of a word does."""
