"""Questions put to one loaded model: each module answers one, from a text to a result dataclass."""
