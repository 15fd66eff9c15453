"""Answers about what a model can do: each module is named after the view that shows them."""
