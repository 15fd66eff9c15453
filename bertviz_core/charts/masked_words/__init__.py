"""Charts about masked words: each module is named after the view that draws it."""
