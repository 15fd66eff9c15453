"""Texts as a model reads them."""
