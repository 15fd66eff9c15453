"""Charts about fine-tuning: each module is named after the view that draws it."""
