"""Views of the page on which a model is fine-tuned."""
