"""Files that only folders of models made here have."""

from __future__ import annotations

OWN_FILE = "bert_scope.json"
"""Beside a model that was fine-tuned here: what it learned, and from which model."""

FEATURES_FILE = "features.safetensors"
"""A classifier on the features of a frozen model, in the place of weights."""
