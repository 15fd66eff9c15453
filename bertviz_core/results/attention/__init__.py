"""Answers about attention: each module is named after the view that shows them."""
