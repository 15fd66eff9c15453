"""Training: pretraining of the bundled model."""
