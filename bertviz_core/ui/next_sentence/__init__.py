"""The views of the next sentence page."""
