"""How texts are read: what was typed, its sentences, its tokens and where they stand."""
