"""What the heads of pretraining answer, for all rooms that ask: words in blanks, whether a text follows."""
