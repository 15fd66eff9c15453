"""What the heads of pretraining answer, and why."""
