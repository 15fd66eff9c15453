"""Tables whose numbers are written as the visitor's language does: Streamlit would write a point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from bertviz_core.ui.i18n import numbers


def number_table(columns: Mapping[Any, object], places: Mapping[Any, int]) -> Any:
    """Return a table for `st.dataframe`: it is sorted, searched and saved by the numbers themselves.

    Args:
        columns: Of equal lengths; other columns than those of `places` are shown as they are.
        places: Digits after the decimal sign, by column.
    """
    write = numbers().number
    frame = pd.DataFrame(columns)
    return frame.style.format({name: partial(write, places=digits) for name, digits in places.items()})
