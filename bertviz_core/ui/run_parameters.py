"""URL parameters that hold ids of runs: of the chosen one, and of those marked in the list."""

RUN_PARAMETER, MARKED_PARAMETER = "run", "runs"
