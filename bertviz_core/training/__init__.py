"""Training: of the bundled model, of classifiers on frozen features, and fine-tuning."""
