"""Texts written for this project: data to start from and to measure a model on (see README.md)."""
