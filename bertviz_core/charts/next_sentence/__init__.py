"""Charts about the next sentence: each module is named after the view that draws it."""
