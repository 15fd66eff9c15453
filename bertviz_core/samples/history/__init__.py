"""What papers wrote: models with their sizes, and results, each with its source; nothing here is measured."""
