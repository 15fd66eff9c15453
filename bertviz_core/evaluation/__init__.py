"""What a model can do, measured the way a person would look: one question a file, `measure` asks them all."""
