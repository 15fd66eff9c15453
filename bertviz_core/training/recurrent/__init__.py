"""A small LSTM language model in two directions, learned from corpora."""
