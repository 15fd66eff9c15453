"""Measurements of the engine and of the app; `python -m benchmarks` runs them. No test asserts them."""
