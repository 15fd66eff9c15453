"""Questions about pretraining: each module is named after the view that asks."""
