"""The views of the masked words page."""
