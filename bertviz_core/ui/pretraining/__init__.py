"""The views of the pretraining page."""
