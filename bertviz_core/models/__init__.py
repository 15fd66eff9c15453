"""Where models come from: the catalogue, the safety checks, the hub, and loading."""
