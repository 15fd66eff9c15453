"""The history of word vectors, from one vector a word to one an occurrence."""
