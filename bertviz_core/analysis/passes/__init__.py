"""How a network is run: bounded, kept for the next question, with or without some of its parts."""
