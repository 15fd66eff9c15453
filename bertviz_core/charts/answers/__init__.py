"""Charts of answers that several pages show: words in blanks, and what explains an answer."""
