"""What the views of the page about words in context share, and the views."""
