"""Inside BERT: from a sentence to a vector, number by number."""
