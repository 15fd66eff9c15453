"""Charts about what a model can do: each module is named after the view that draws it."""
