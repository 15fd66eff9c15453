"""Questions about words in context: each module is named after the view that asks."""
