"""Static word vectors: word2vec on corpora, and live on a short text."""
