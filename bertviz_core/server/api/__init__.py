"""The questions of the command line as addresses: JSON in, the documents of `--json` out."""
