"""What the page about the model shows: its card, and how it does at each question."""
