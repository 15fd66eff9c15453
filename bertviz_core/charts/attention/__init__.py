"""Charts about attention: each module is named after the view that draws it."""
